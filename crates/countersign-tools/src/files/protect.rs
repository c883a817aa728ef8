//! Paths that are always asked about, whatever was granted.

use std::path::{Path, PathBuf};

/// Secrets: asked about even to read.
const SECRETS: &str = "a key or secret file";
const STARTUP: &str = "a file that runs at startup";
const GIT: &str = "git's own settings or hooks";
const AGENT: &str = "an agent's own settings";
const OWN: &str = "Countersign's own data";
const PRODUCTION: &str = "production configuration";

const SECRET_NAMES: &[&str] = &[
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".htpasswd",
    ".git-credentials",
    ".vault-token",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "credentials",
    "credentials.json",
    "credentials.toml",
    "secrets.json",
    "secrets.yaml",
    "secrets.yml",
    "secrets.toml",
    "secret.key",
    "shadow",
    "master.key",
    "service-account.json",
    "token.json",
];
const SECRET_ENDINGS: &[&str] =
    &["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "asc", "gpg", "agekey"];
const SECRET_FOLDERS: &[&str] = &[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".password-store", ".docker"];
const STARTUP_NAMES: &[&str] = &[
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".zlogout",
    ".cshrc",
    ".tcshrc",
    ".login",
    ".kshrc",
    ".inputrc",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".envrc",
    ".pam_environment",
    "config.fish",
    "crontab",
    "rc.local",
    ".vimrc",
    ".emacs",
];
const STARTUP_FOLDERS: &[&str] = &[
    "autostart",
    "launchagents",
    "launchdaemons",
    "cron.d",
    "cron.daily",
    "cron.hourly",
    "cron.weekly",
    "cron.monthly",
    "init.d",
    "profile.d",
    "conf.d.fish",
];
const AGENT_FOLDERS: &[&str] =
    &[".claude", ".codex", ".cursor", ".gemini", ".windsurf", ".continue", ".aider", ".goose", ".opencode"];
const AGENT_NAMES: &[&str] = &[
    ".mcp.json",
    "mcp.json",
    ".claude.json",
    "agents.md",
    "claude.md",
    "gemini.md",
    ".cursorrules",
    ".windsurfrules",
    ".aider.conf.yml",
    "claude_desktop_config.json",
    "copilot-instructions.md",
];
const CONFIG_ENDINGS: &[&str] = &[
    "toml",
    "yaml",
    "yml",
    "json",
    "ini",
    "conf",
    "cfg",
    "config",
    "properties",
    "env",
    "tf",
    "tfvars",
    "xml",
];

/// Why reading `path` is always asked about.
pub(crate) fn reading(path: &Path, own: &[PathBuf]) -> Option<&'static str> {
    let parts = parts(path);
    if own.iter().any(|own| path.starts_with(own)) {
        return Some(OWN);
    }
    is_secret(&parts).then_some(SECRETS)
}

/// Why changing `path` is always asked about.
pub(crate) fn writing(path: &Path, own: &[PathBuf]) -> Option<&'static str> {
    if let Some(why) = reading(path, own) {
        return Some(why);
    }
    let parts = parts(path);
    let name = parts.last().map(String::as_str).unwrap_or_default();
    let within = |folders: &[&str]| parts.iter().any(|p| folders.contains(&p.as_str()));
    if STARTUP_NAMES.contains(&name)
        || within(STARTUP_FOLDERS)
        || follows(&parts, "systemd", &["user", "system"])
    {
        Some(STARTUP)
    } else if is_git(&parts) {
        Some(GIT)
    } else if AGENT_NAMES.contains(&name) || within(AGENT_FOLDERS) {
        Some(AGENT)
    } else {
        is_production(&parts).then_some(PRODUCTION)
    }
}

/// The parts of a path, in lower case: file systems that ignore case must not open a way around.
fn parts(path: &Path) -> Vec<String> {
    path.iter().map(|p| p.to_string_lossy().to_lowercase()).collect()
}

fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

fn is_secret(parts: &[String]) -> bool {
    let Some(name) = parts.last() else { return false };
    let sample = [".example", ".sample", ".template", ".dist"].iter().any(|s| name.ends_with(s));
    let env = name == ".env" || name.starts_with(".env.") || name.ends_with(".env");
    let public = name.ends_with(".pub");
    parts.iter().any(|p| SECRET_FOLDERS.contains(&p.as_str()))
        || (env && !sample)
        || (!public && SECRET_NAMES.contains(&name.as_str()))
        || ending(name).is_some_and(|e| SECRET_ENDINGS.contains(&e))
}

fn follows(parts: &[String], first: &str, second: &[&str]) -> bool {
    parts.windows(2).any(|w| w[0] == first && second.contains(&w[1].as_str()))
}

fn is_git(parts: &[String]) -> bool {
    let name = parts.last().map(String::as_str).unwrap_or_default();
    let inside = parts.iter().any(|p| p == ".git" || p.ends_with(".git"));
    let whole = matches!(name, ".git" | ".gitconfig" | ".gitmodules" | ".gitattributes" | ".husky");
    whole
        || (inside && matches!(name, "config" | "config.worktree" | "attributes"))
        || (inside && parts.iter().any(|p| p == "hooks"))
        || parts.iter().any(|p| p == ".husky")
        || follows(parts, "git", &["config", "hooks"])
}

fn is_production(parts: &[String]) -> bool {
    let Some(name) = parts.last() else { return false };
    let config = ending(name).is_some_and(|e| CONFIG_ENDINGS.contains(&e));
    let says = |part: &str| {
        part.split(|c: char| !c.is_alphanumeric()).any(|w| matches!(w, "prod" | "prd" | "production"))
    };
    config && (says(name) || parts.iter().rev().skip(1).take(2).any(|p| says(p)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a5_secrets_are_asked_about_even_to_read() {
        let own = [PathBuf::from("/home/ana/.countersign")];
        for path in [
            "/w/.env",
            "/w/.ENV.local",
            "/w/app.env",
            "/home/ana/.ssh/known_hosts",
            "/home/ana/.aws/credentials",
            "/w/server.PEM",
            "/w/id_rsa",
            "/home/ana/.netrc",
            "/home/ana/.gnupg/x",
            "/home/ana/.countersign/store.db",
        ] {
            assert!(reading(Path::new(path), &own).is_some(), "{path}");
            assert!(writing(Path::new(path), &own).is_some(), "{path}");
        }
        for path in
            ["/w/env.rs", "/w/.env.example", "/w/key.rs", "/w/README.md", "/home/ana/.countersign-notes"]
        {
            assert_eq!(reading(Path::new(path), &own), None, "{path}");
        }
    }

    #[test]
    fn a5_what_runs_later_is_asked_about_before_it_changes() {
        for (path, why) in [
            ("/home/ana/.bashrc", STARTUP),
            ("/home/ana/.config/systemd/user/x.service", STARTUP),
            ("/w/.git/config", GIT),
            ("/w/.GIT/hooks/pre-commit", GIT),
            ("/w/.claude/settings.json", AGENT),
            ("/w/.mcp.json", AGENT),
            ("/w/AGENTS.md", AGENT),
            ("/w/config/production.toml", PRODUCTION),
            ("/w/deploy/prod/values.yaml", PRODUCTION),
        ] {
            assert_eq!(writing(Path::new(path), &[]), Some(why), "{path}");
            assert_eq!(reading(Path::new(path), &[]), None, "{path}");
        }
        for path in
            ["/w/src/product.rs", "/w/products.json", "/w/.github/workflows/ci.yml", "/w/production/main.rs"]
        {
            assert_eq!(writing(Path::new(path), &[]), None, "{path}");
        }
    }
}
