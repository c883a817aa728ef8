//! Protected paths: always asked about, whatever was granted. Names are compared without regard to case, so
//! that case-insensitive file systems offer no way around.

mod names;
mod part;
mod places;

use std::path::{Path, PathBuf};

use countersign_words::{Message, say};

use self::{
    names::{Place, Tables, is_sample},
    part::{Atom, Part, push_glob},
};
use crate::word::{Piece, Word};

/// Why a path is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// Secrets: protected even from reading.
    Secrets,
    /// Countersign's own data: protected even from reading.
    Own,
    /// Files that run when a shell or a machine starts.
    Startup,
    /// Settings and hooks of git.
    Git,
    /// Settings of an agent.
    Agent,
    /// Configuration of production.
    Production,
    /// Accounts, and files that every program loads.
    Accounts,
}

impl Why {
    /// Names it.
    fn what(self) -> Message {
        match self {
            Self::Secrets => say!("analysis-a-key-or-secret-file"),
            Self::Own => say!("analysis-countersign-own-data"),
            Self::Startup => say!("analysis-a-file-that-runs-at-startup"),
            Self::Git => say!("analysis-git-own-settings-or-hooks"),
            Self::Agent => say!("analysis-an-agent-own-settings"),
            Self::Production => say!("analysis-production-configuration"),
            Self::Accounts => say!("analysis-the-machine-accounts-or-what-every-program-loads"),
        }
    }

    /// Describes reading it; only secrets and Countersign's own data are protected from that.
    pub fn read(self) -> Message {
        match self {
            Self::Own => say!("analysis-reads-countersign-own-data"),
            _ => say!("analysis-reads-a-key-or-secret-file"),
        }
    }

    /// Describes changing it.
    pub fn changed(self) -> Message {
        match self {
            Self::Secrets => say!("analysis-changes-a-key-or-secret-file"),
            Self::Own => say!("analysis-changes-countersign-own-data"),
            Self::Startup => say!("analysis-changes-a-file-that-runs-at-startup"),
            Self::Git => say!("analysis-changes-git-own-settings-or-hooks"),
            Self::Agent => say!("analysis-changes-an-agent-own-settings"),
            Self::Production => say!("analysis-changes-production-configuration"),
            Self::Accounts => say!("analysis-changes-the-machine-accounts-or-what-every-program-loads"),
        }
    }
}

const OWN_FOLDER: &str = ".countersign";
const OWN_PLACES: &[&[&str]] = &[
    &["share", "countersign"],
    &["state", "countersign"],
    &[".config", "countersign"],
    &["application support", "countersign"],
];
/// Data of processes, below `/proc`.
const OF_PROCESSES: &[&str] = &["environ", "mem", "kcore"];
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
    ".logout",
    ".kshrc",
    ".inputrc",
    ".xinitrc",
    ".xprofile",
    ".xsession",
    ".xsessionrc",
    ".envrc",
    ".pam_environment",
    "config.fish",
    "crontab",
    "rc.local",
    "bash.bashrc",
    ".vimrc",
    ".exrc",
    ".emacs",
    ".gdbinit",
    ".lldbinit",
    ".psqlrc",
    ".sqliterc",
    ".irbrc",
    ".pryrc",
    ".rprofile",
    ".pythonrc",
    ".tmux.conf",
    ".screenrc",
    "sitecustomize.py",
    "usercustomize.py",
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
    "environment.d",
    "update-motd.d",
];
/// Startup files by their last folders and name.
const STARTUP_PLACES: &[&[&str]] = &[
    &["spool", "cron"],
    &["systemd", "user"],
    &["systemd", "system"],
    &["fish", "conf.d"],
    &["nvim", "init.lua"],
    &["nvim", "init.vim"],
    &["etc", "profile"],
    &["etc", "zsh"],
    &[".vscode", "tasks.json"],
    &[".vscode", "settings.json"],
    &[".vscode", "launch.json"],
];
const AGENT_FOLDERS: &[&str] = &[
    ".claude",
    ".codex",
    ".cursor",
    ".gemini",
    ".windsurf",
    ".continue",
    ".aider",
    ".goose",
    ".opencode",
    ".clinerules",
];
const AGENT_NAMES: &[&str] = &[
    ".mcp.json",
    "mcp.json",
    ".claude.json",
    "agents.md",
    "agents.override.md",
    "claude.md",
    "claude.local.md",
    "gemini.md",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    ".goosehints",
    ".aider.conf.yml",
    "claude_desktop_config.json",
    "copilot-instructions.md",
];
const ACCOUNT_PLACES: &[&[&str]] = &[
    &["etc", "passwd"],
    &["etc", "group"],
    &["etc", "pam.d"],
    &["etc", "environment"],
    &["etc", "ld.so.preload"],
    &["etc", "ld.so.conf"],
    &["etc", "ld.so.conf.d"],
    &["ssh", "sshd_config"],
];
const CONFIG_ENDINGS: &[&str] = &[
    ".toml",
    ".yaml",
    ".yml",
    ".json",
    ".ini",
    ".conf",
    ".cfg",
    ".config",
    ".properties",
    ".env",
    ".tf",
    ".tfvars",
    ".xml",
];

/// Returns why reading `path` is always asked about; `own` are Countersign's own files and folders.
pub fn reading(path: &Path, own: &[PathBuf]) -> Option<Message> {
    Pattern::of_path(path).reading_beside(own).map(Why::what)
}

/// Whether no path that ends in this name is secret by its name, alone or with the folders before it. A quick
/// check for whole trees, where most names are plain. The path may still be in a secret folder.
pub fn is_plain_name(name: &str) -> bool {
    let plain = |name: &str| {
        let tables = Tables::get();
        let original = tables.original(name);
        !tables.ends_place(original)
            && !tables.ends_place(name)
            && !tables.is_secret_name(original)
            && !tables.is_secret_name(name)
            && name != OWN_FOLDER
            && !OWN_PLACES.iter().any(|place| place.last() == Some(&name))
            && !OF_PROCESSES.contains(&name)
    };
    // Unusual names get the full check.
    name.is_ascii()
        && if name.bytes().any(|b| b.is_ascii_uppercase()) {
            plain(&name.to_ascii_lowercase())
        } else {
            plain(name)
        }
}

/// Whether folders of this name in a home are known to contain secrets: `.config`, `.docker`.
pub fn may_hold_secrets(folder: &str) -> bool {
    let tables = Tables::get();
    let folder = folder.to_lowercase();
    tables.on_the_way.contains(folder.as_str()) || folder == "library"
}

/// Whether a folder is secret. Its name alone only counts if it is a known folder: a file called
/// `credentials` counts as a secret, a source folder of that name does not.
pub fn is_secret_folder(path: &Path) -> bool {
    let parts = Pattern::of_path(path);
    let hidden = matches!(parts.name(), Some(Part::Name(name)) if name.starts_with('.'));
    if hidden { parts.reading().is_some() } else { parts.is_own() || parts.lies_in_secret() }
}

/// Returns why changing `path` is always asked about; `own` are Countersign's own files and folders.
pub fn writing(path: &Path, own: &[PathBuf]) -> Option<Message> {
    let parts = Pattern::of_path(path);
    parts.reading_beside(own).or_else(|| parts.writing()).map(Why::what)
}

/// Returns why reading a word is always asked about; `target` is its resolved path, if known.
pub(super) fn reading_word(cwd: Option<&str>, target: &str, word: &Word) -> Option<Why> {
    Pattern::of_word(cwd, target, word).reading()
}

/// Returns why changing a word is always asked about; `target` is its resolved path, if known.
pub(super) fn writing_word(cwd: Option<&str>, target: &str, word: &Word) -> Option<Why> {
    let pattern = Pattern::of_word(cwd, target, word);
    pattern.reading().or_else(|| pattern.writing())
}

/// A path, or a pattern for paths, by components.
struct Pattern(Vec<Part>);

impl Pattern {
    fn of_text(text: &str) -> Self {
        // Whole trees go through this: most names are ASCII, which is quick to convert.
        let lower = |p: &str| if p.is_ascii() { p.to_ascii_lowercase() } else { p.to_lowercase() };
        let part = |p: &str| Part::Name(lower(p));
        Self(text.split('/').filter(|p| !p.is_empty() && *p != ".").map(part).collect())
    }

    fn of_path(path: &Path) -> Self {
        Self::of_text(&path.to_string_lossy())
    }

    fn of_word(cwd: Option<&str>, target: &str, word: &Word) -> Self {
        if word.known().is_some() {
            return Self::of_text(target);
        }
        let mut atoms = Vec::new();
        for piece in &word.pieces {
            match piece {
                Piece::Text(text) => atoms.extend(text.to_lowercase().chars().map(Atom::Char)),
                Piece::Glob(text) => push_glob(&mut atoms, &text.to_lowercase()),
                Piece::Unknown(_) => atoms.push(Atom::Many),
            }
        }
        let relative = !matches!(atoms.first(), Some(Atom::Char('/' | '~')));
        let folder = cwd.filter(|_| relative && !matches!(word.pieces.first(), Some(Piece::Unknown(_))));
        let mut parts = Self::of_text(folder.unwrap_or_default()).0;
        for part in atoms.split(|a| *a == Atom::Char('/')) {
            match part {
                [] | [Atom::Char('.')] => {}
                [Atom::Char('.'), Atom::Char('.')] => {
                    parts.pop();
                }
                part => parts.push(Part::of_atoms(part)),
            }
        }
        Self(parts)
    }

    fn name(&self) -> Option<&Part> {
        self.0.last()
    }

    fn any(&self, names: &[&str]) -> bool {
        self.0.iter().any(|part| part.is_any(names))
    }

    fn within(&self, outer: &Self) -> bool {
        self.0.starts_with(&outer.0)
    }

    /// Whether some consecutive components match one of the places.
    fn any_place(&self, places: &[&[&str]]) -> bool {
        let at = |window: &[Part], place: &[&str]| {
            window.iter().zip(place).all(|(part, name)| {
                // In a known folder, a short pattern is enough: `/etc/sh*`.
                part.is(name)
                    || (window.first().is_some_and(Part::is_name) && part.has_chars() && part.catches(name))
            })
        };
        places.iter().any(|place| self.0.windows(place.len()).any(|window| at(window, place)))
    }

    /// Returns why reading it is always asked about, given Countersign's own files and folders.
    fn reading_beside(&self, own: &[PathBuf]) -> Option<Why> {
        if own.iter().any(|own| self.within(&Self::of_path(own))) { Some(Why::Own) } else { self.reading() }
    }

    fn reading(&self) -> Option<Why> {
        if self.is_own() { Some(Why::Own) } else { self.is_secret().then_some(Why::Secrets) }
    }

    fn writing(&self) -> Option<Why> {
        let name = self.name()?;
        if self.any(&[".ssh"]) {
            Some(Why::Secrets)
        } else if name.is_any(STARTUP_NAMES) || self.any(STARTUP_FOLDERS) || self.any_place(STARTUP_PLACES) {
            Some(Why::Startup)
        } else if self.is_git() {
            Some(Why::Git)
        } else if name.is_any(AGENT_NAMES) || self.any(AGENT_FOLDERS) {
            Some(Why::Agent)
        } else if self.any_place(ACCOUNT_PLACES) {
            Some(Why::Accounts)
        } else {
            self.is_production().then_some(Why::Production)
        }
    }

    fn is_own(&self) -> bool {
        self.any(&[OWN_FOLDER]) || self.any_place(OWN_PLACES)
    }

    fn is_secret(&self) -> bool {
        let Some(name) = self.name() else { return false };
        let of_process = self.any(&["proc"]) && name.is_any(OF_PROCESSES);
        of_process || self.lies_in_secret() || (self.has_secret_name(name) && !self.is_public())
    }

    /// Whether its name alone marks it as a secret.
    fn has_secret_name(&self, name: &Part) -> bool {
        let tables = Tables::get();
        match name {
            Part::Name(text) => {
                let original = tables.original(text);
                // The templates of a Helm chart contain no secrets.
                let chart =
                    original.starts_with("secret") && self.parent().is_some_and(|p| p.is("templates"));
                !chart && (tables.is_secret_name(original) || tables.is_secret_name(text))
            }
            Part::Pattern(_) => {
                let sample = name.ends_any(&[".example", ".sample", ".template", ".dist", ".pub"]);
                let begins = [".env", ".dev.vars", "ssh_host_", "id_rsa", "id_ed25519", "id_ecdsa"];
                !sample
                    && (begins.iter().any(|text| name.starts(text) || name.is(text))
                        || name.is_any(&tables.name_list)
                        || name.ends_any(&tables.endings))
            }
        }
    }

    /// Whether it is, or is in, a secret folder or place.
    fn lies_in_secret(&self) -> bool {
        let Some(name) = self.name() else { return false };
        let tables = Tables::get();
        let within = |part: &Part| match part {
            Part::Name(text) => tables.folders.contains(text.as_str()),
            Part::Pattern(_) => part.is_any(&tables.folder_list),
        };
        if !name.ends(".pub") && self.0.iter().any(within) {
            return true;
        }
        let places = if self.0.iter().all(Part::is_name) {
            self.is_known_place(tables)
        } else {
            tables.places.values().flatten().any(|place| self.any_place(&[place.as_slice()]))
        };
        places || self.is_of_home(tables)
    }

    /// Whether some consecutive names match a place; the last one may be a copy of it.
    fn is_known_place(&self, tables: &Tables) -> bool {
        let ends = |at: usize, name: &str| {
            let fits = |place: &Vec<&str>| {
                let from = (at + 1).checked_sub(place.len());
                let before = from.and_then(|from| self.0.get(from..at)).unwrap_or_default();
                before.len() + 1 == place.len() && before.iter().zip(place).all(|(part, text)| part.is(text))
            };
            tables.places.get(name).is_some_and(|places| places.iter().any(fits))
        };
        self.0.iter().enumerate().any(|(at, part)| {
            let Part::Name(name) = part else { return false };
            let last = at + 1 == self.0.len();
            ends(at, name) || (last && !is_sample(name) && ends(at, tables.original(name)))
        })
    }

    /// Whether it is secret because it is at the top of a home.
    fn is_of_home(&self, tables: &Tables) -> bool {
        let below = match self.0.as_slice() {
            [home, _, below @ ..] if home.is("home") || home.is("users") => below,
            [root, below @ ..] if root.is("root") || root.is("~") => below,
            _ => return false,
        };
        let fits = |place: &Vec<&str>| {
            below.len() == place.len()
                && below.iter().zip(place).all(|(part, text)| match part {
                    Part::Name(name) => name == text || tables.original(name) == *text,
                    Part::Pattern(_) => part.is(text),
                })
        };
        tables.of_home.iter().any(fits)
    }

    /// Whether files in this place are public, whatever their names.
    fn is_public(&self) -> bool {
        let at = |place: &Place| {
            self.0
                .windows(place.len())
                .any(|window| window.iter().zip(place).all(|(part, text)| part.is(text)))
        };
        Tables::get().public_places.iter().any(at)
    }

    fn parent(&self) -> Option<&Part> {
        self.0.len().checked_sub(2).and_then(|at| self.0.get(at))
    }

    fn is_git(&self) -> bool {
        let Some(name) = self.name() else { return false };
        let inside = self.0.iter().any(|p| p.ends(".git"));
        let whole = [".git", ".gitconfig", ".gitmodules", ".gitattributes"];
        name.is_any(&whole)
            || (inside && name.is_any(&["config", "config.worktree", "attributes"]))
            || (inside && self.any(&["hooks"]))
            || self.any(&[".husky"])
            || self.any_place(&[&["git", "config"], &["git", "hooks"]])
    }

    fn is_production(&self) -> bool {
        let Some(name) = self.name() else { return false };
        name.ends_any(CONFIG_ENDINGS) && self.0.iter().rev().take(3).any(Part::says_production)
    }
}

#[cfg(test)]
mod tests;
