//! Agents that speak the protocol: the name under which the gate knows each, and what is held of it without a stage, as
//! it was seen with the versions named here.

use countersign_words::{Message, say};
use std::{ffi::OsString, path::Path};

/// What the gate holds of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// Files and commands come through the gate, which carries them out.
    All,
    /// Written files come through the gate; commands it runs itself, after it has asked.
    Writes,
    /// It asks, then does everything itself. Its hooks, if installed, are heard, too.
    Asked,
    /// Nobody has seen.
    Unknown,
}

/// An agent.
struct Known {
    /// Its program, or a word of the command that starts it.
    programs: &'static [&'static str],
    /// Its name here: the same as that of its hooks.
    name: &'static str,
    held: Held,
}

static ALL: &[Known] = &[
    Known { programs: &["gemini"], name: "gemini", held: Held::Writes },
    Known { programs: &["goose"], name: "goose", held: Held::All },
    Known { programs: &["qwen"], name: "qwen", held: Held::Writes },
    Known { programs: &["opencode"], name: "opencode", held: Held::Asked },
    Known { programs: &["kilo", "kilocode"], name: "kilo", held: Held::Asked },
    Known { programs: &["claude-agent-acp", "claude-code-acp"], name: "claude-code", held: Held::Asked },
    Known { programs: &["codex-acp"], name: "codex", held: Held::Asked },
    Known { programs: &["copilot"], name: "copilot", held: Held::Asked },
    Known { programs: &["cline"], name: "cline", held: Held::Unknown },
    Known { programs: &["cursor-agent"], name: "cursor", held: Held::Unknown },
];

/// Agents that run every command through the client, by the name and the versions that they report: their requests for
/// permission to run one need no answer of their own.
static ROUTES_COMMANDS: &[(&str, &[&str])] = &[("goose", &["1.37.", "1.52."])];

/// Returns the name of the agent that a command starts, and what is held of it.
pub fn known(argv: &[OsString]) -> (String, Held) {
    let word = |word: &OsString| {
        let name = Path::new(word).file_name()?.to_string_lossy().into_owned();
        let name = name.split('@').find(|part| !part.is_empty())?.to_owned();
        Some(name.strip_suffix(".js").unwrap_or(&name).to_owned())
    };
    let words: Vec<String> = argv.iter().take(6).filter_map(word).collect();
    let found = ALL.iter().find(|known| words.iter().any(|word| known.programs.contains(&word.as_str())));
    if let Some(known) = found {
        return (known.name.to_owned(), known.held);
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let own = words.first().filter(|name| name.len() <= 64 && name.chars().all(plain) && *name != "local");
    (own.cloned().unwrap_or_else(|| "acp".to_owned()), Held::Unknown)
}

/// Whether an agent, by what it says of itself, runs every command through the client.
pub fn routes_commands(name: &str, version: &str) -> bool {
    ROUTES_COMMANDS
        .iter()
        .any(|(known, versions)| *known == name && versions.iter().any(|v| version.starts_with(v)))
}

/// Whether an agent takes every error for a file that cannot be written: a file that does not exist is empty to it.
pub fn wants_empty(name: &str) -> bool {
    matches!(name, "gemini-cli" | "qwen-code")
}

/// Says what is held, for the person who reads the editor's log.
pub fn told(agent: &str, held: Held, staged: bool) -> Message {
    match (staged, held) {
        (true, _) => say!("command-acp-held-stage", agent),
        (_, Held::All) => say!("command-acp-held-all", agent),
        (_, Held::Writes) => say!("command-acp-held-writes", agent),
        (_, Held::Asked) => say!("command-acp-held-asked", agent),
        (_, Held::Unknown) => say!("command-acp-held-unknown", agent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> (String, Held) {
        known(&words.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn an_agent_is_known_by_a_word_of_its_command() {
        assert_eq!(of(&["/opt/x/gemini", "--acp"]), ("gemini".to_owned(), Held::Writes));
        assert_eq!(of(&["npx", "-y", "@zed-industries/claude-agent-acp@0.99.1"]).0, "claude-code");
        assert_eq!(of(&["node", "/x/dist/opencode.js"]).0, "opencode");
        assert_eq!(of(&["/x/my-agent", "acp"]), ("my-agent".to_owned(), Held::Unknown));
        assert_eq!(of(&["/x/my agent"]), ("acp".to_owned(), Held::Unknown));
        assert_eq!(of(&[]).0, "acp");
    }

    #[test]
    fn only_versions_that_were_seen_to_route_commands_are_taken_to() {
        assert!(routes_commands("goose", "1.52.0"));
        for (name, version) in [("goose", "1.53.0"), ("goose", ""), ("gemini-cli", "0.61.0"), ("", "1.52.0")]
        {
            assert!(!routes_commands(name, version), "{name} {version}");
        }
    }
}
