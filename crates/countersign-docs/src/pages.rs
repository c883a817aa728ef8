//! The texts and pictures that are part of the program.

/// Order and titles.
pub(crate) const SUMMARY: &str = include_str!("../../../docs/SUMMARY.md");

/// Includes the pages of these names.
macro_rules! texts {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../../docs/", $name, ".md"))),)*]
    };
}

/// Includes the pictures of these names.
macro_rules! pictures {
    ($($name:literal,)*) => {
        &[$(($name, include_str!(concat!("../../../docs/img/", $name))),)*]
    };
}

/// The texts of the pages by their names, for users; in any order.
pub(crate) static TEXTS: &[(&str, &str)] = texts![
    "index",
    "install",
    "start-claude-code",
    "start-codex",
    "start-python",
    "start-typescript",
    "start-team",
    "start-security",
    "how-to",
    "examples",
    "setup",
    "hooks",
    "import",
    "mcp",
    "acp",
    "python",
    "typescript",
    "api",
    "trust",
    "learn",
    "stage",
    "runs",
    "web",
    "terminal",
    "webhooks",
    "people",
    "teams",
    "backup",
    "concepts",
    "rehearsal",
    "threat-model",
    "comparison",
    "glossary",
    "policy-file",
    "config-file",
    "codes",
    "operations",
    "troubleshooting",
    "faq",
];

/// The drawings on them by their names.
pub static PICTURES: &[(&str, &str)] =
    pictures!["life-of-a-call.svg", "three-levels.svg", "rehearsal-and-stage.svg",];
