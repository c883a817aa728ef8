//! Paths that are always asked about, whatever was granted. Names are compared without regard to case: file systems
//! that ignore case must not open a way around.

mod part;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use self::part::{Atom, Part, push_glob};
use crate::word::{Piece, Word};

/// Secrets: asked about even to read.
const SECRETS: &str = "a key or secret file";
const STARTUP: &str = "a file that runs at startup";
const GIT: &str = "git's own settings or hooks";
const AGENT: &str = "an agent's own settings";
const OWN: &str = "Countersign's own data";
const PRODUCTION: &str = "production configuration";
const ACCOUNTS: &str = "the machine's accounts or what every program loads";

const SECRET_NAMES: &[&str] = &[
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    ".htpasswd",
    ".git-credentials",
    ".vault-token",
    ".terraformrc",
    ".dockerconfigjson",
    ".dockercfg",
    ".s3cfg",
    ".boto",
    ".databrickscfg",
    "rclone.conf",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    "id_ed25519_sk",
    "authorized_keys",
    "credentials",
    "credentials.json",
    "credentials.toml",
    "credentials.tfrc.json",
    "application_default_credentials.json",
    "secrets.json",
    "secrets.yaml",
    "secrets.yml",
    "secrets.toml",
    "secret.key",
    "shadow",
    "gshadow",
    "sudoers",
    "master.key",
    "service-account.json",
    "token.json",
    "wallet.dat",
    "login data",
    "logins.json",
    "key4.db",
    "cookies.sqlite",
    "login.keychain-db",
    ".bash_history",
    ".zsh_history",
    ".sh_history",
    ".python_history",
    ".psql_history",
    ".mysql_history",
    ".sqlite_history",
    ".node_repl_history",
    "fish_history",
];
const SECRET_ENDINGS: &[&str] = &[
    ".pem",
    ".key",
    ".p12",
    ".pfx",
    ".jks",
    ".keystore",
    ".kdbx",
    ".ppk",
    ".asc",
    ".gpg",
    ".agekey",
    ".tfstate",
    ".tfstate.backup",
    ".wallet",
];
const SECRET_FOLDERS: &[&str] = &[
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".password-store",
    ".oci",
    ".bitcoin",
    ".electrum",
    "keyrings",
    "keychains",
    "sudoers.d",
];
/// A secret by the last folders and the name together; `*` is any name.
const SECRET_PLACES: &[&[&str]] = &[
    &[".docker", "config.json"],
    &["gh", "hosts.yml"],
    &[".m2", "settings.xml"],
    &[".m2", "settings-security.xml"],
    &[".gradle", "gradle.properties"],
    &[".composer", "auth.json"],
    &[".config", "hub"],
    &[".ethereum", "keystore"],
    &["solana", "id.json"],
    &["age", "keys.txt"],
    &["default", "cookies"],
    &["network", "cookies"],
];
/// The same for what lies anywhere below.
const OTHER_PLACES: &[&[&str]] = &[
    &["etc", "shadow"],
    &["etc", "gshadow"],
    &["etc", "sudoers"],
    &["etc", "shadow-"],
    &[".config", "gcloud"],
];
const OWN_FOLDER: &str = ".countersign";
const OWN_PLACES: &[&[&str]] = &[
    &["share", "countersign"],
    &["state", "countersign"],
    &[".config", "countersign"],
    &["application support", "countersign"],
];
const ENV: &str = ".env";
const ENVIRON: &str = "environ";
const HOST_KEY: &str = "ssh_host_";
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
/// What runs at startup by the last folders and the name together.
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

/// Why reading `path` is always asked about; `own` are Countersign's own files and folders.
pub fn reading(path: &Path, own: &[PathBuf]) -> Option<&'static str> {
    let parts = Pattern::of_path(path);
    if own.iter().any(|own| parts.within(&Pattern::of_path(own))) { Some(OWN) } else { parts.reading() }
}

/// Whether no path that ends in this name is a secret by that name, alone or with the folders before it: whole trees are
/// looked through, and most names are told so at once. It may still lie in a folder that is secret itself.
pub fn is_plain_name(name: &str) -> bool {
    static NAMES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let places = SECRET_PLACES.iter().chain(OTHER_PLACES).chain(OWN_PLACES);
        let names = SECRET_NAMES.iter().chain(SECRET_FOLDERS).chain(places.flat_map(|place| place.iter()));
        names.copied().chain([OWN_FOLDER, ENVIRON]).collect()
    });
    static ENDINGS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
        let endings = SECRET_ENDINGS.iter().chain([&ENV]);
        endings.filter_map(|ending| ending.rsplit('.').next()).collect()
    });
    let plain = |name: &str| {
        !NAMES.contains(name)
            && !name.starts_with(ENV)
            && !name.starts_with(HOST_KEY)
            && !name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(ending))
    };
    // What is written otherwise than most is looked at as a whole.
    name.is_ascii()
        && if name.bytes().any(|b| b.is_ascii_uppercase()) {
            plain(&name.to_ascii_lowercase())
        } else {
            plain(name)
        }
}

/// Why changing `path` is always asked about; `own` are Countersign's own files and folders.
pub fn writing(path: &Path, own: &[PathBuf]) -> Option<&'static str> {
    reading(path, own).or_else(|| Pattern::of_path(path).writing())
}

/// Why reading a word is always asked about, which `target` shows resolved where it is known.
pub(super) fn reading_word(cwd: Option<&str>, target: &str, word: &Word) -> Option<&'static str> {
    Pattern::of_word(cwd, target, word).reading()
}

/// Why changing a word is always asked about, which `target` shows resolved where it is known.
pub(super) fn writing_word(cwd: Option<&str>, target: &str, word: &Word) -> Option<&'static str> {
    let pattern = Pattern::of_word(cwd, target, word);
    pattern.reading().or_else(|| pattern.writing())
}

/// A path, or a pattern for paths, by its parts.
struct Pattern(Vec<Part>);

impl Pattern {
    fn of_text(text: &str) -> Self {
        // Whole trees are looked through by this: most names are plain, and quick to compare.
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

    /// Whether some parts in a row are those of one of the places.
    fn any_place(&self, places: &[&[&str]]) -> bool {
        let at = |window: &[Part], place: &[&str]| {
            window.iter().zip(place).all(|(part, name)| {
                // In a folder that is known, little says enough: `/etc/sh*`.
                part.is(name)
                    || (window.first().is_some_and(Part::is_name) && part.has_chars() && part.catches(name))
            })
        };
        places.iter().any(|place| self.0.windows(place.len()).any(|window| at(window, place)))
    }

    fn reading(&self) -> Option<&'static str> {
        if self.is_own() { Some(OWN) } else { self.is_secret().then_some(SECRETS) }
    }

    fn writing(&self) -> Option<&'static str> {
        let name = self.name()?;
        if self.any(&[".ssh"]) {
            Some(SECRETS)
        } else if name.is_any(STARTUP_NAMES) || self.any(STARTUP_FOLDERS) || self.any_place(STARTUP_PLACES) {
            Some(STARTUP)
        } else if self.is_git() {
            Some(GIT)
        } else if name.is_any(AGENT_NAMES) || self.any(AGENT_FOLDERS) {
            Some(AGENT)
        } else if self.any_place(ACCOUNT_PLACES) {
            Some(ACCOUNTS)
        } else {
            self.is_production().then_some(PRODUCTION)
        }
    }

    fn is_own(&self) -> bool {
        self.any(&[OWN_FOLDER]) || self.any_place(OWN_PLACES)
    }

    fn is_secret(&self) -> bool {
        let Some(name) = self.name() else { return false };
        let sample = name.ends_any(&[".example", ".sample", ".template", ".dist", ".pub"]);
        let env = name.is(ENV) || name.starts(".env.") || name.ends(ENV);
        let host_key = name.starts(HOST_KEY) && !name.ends(".pub");
        let environment = self.any(&["proc"]) && name.is(ENVIRON);
        (!sample && (env || name.is_any(SECRET_NAMES) || name.ends_any(SECRET_ENDINGS)))
            || (!name.ends(".pub") && self.any(SECRET_FOLDERS))
            || self.any_place(OTHER_PLACES)
            || self.any_place(SECRET_PLACES)
            || host_key
            || environment
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
mod tests {
    use super::*;

    #[test]
    fn a5_secrets_are_asked_about_even_to_read() {
        let own = [PathBuf::from("/home/ana/.countersign"), PathBuf::from("/srv/Data")];
        for path in [
            "/w/.env",
            "/w/.ENV.local",
            "/w/app.env",
            "/home/ana/.ssh/known_hosts",
            "/home/ana/.ssh/authorized_keys",
            "/home/ana/.aws/credentials",
            "/w/server.PEM",
            "/w/id_rsa",
            "/home/ana/.netrc",
            "/home/ana/.gnupg/x",
            "/home/ana/.countersign/store.db",
            "/home/ana/.local/share/countersign/store.db",
            "/srv/data/x",
            "/etc/shadow",
            "/etc/sudoers.d/x",
            "/etc/ssh/ssh_host_rsa_key",
            "/home/ana/.config/gh/hosts.yml",
            "/home/ana/.config/gcloud/x/y.json",
            "/home/ana/.docker/config.json",
            "/home/ana/.cargo/credentials.toml",
            "/w/terraform.tfstate",
            "/home/ana/.bash_history",
            "/home/ana/.mozilla/firefox/x.default/key4.db",
            "/home/ana/.config/google-chrome/Default/Login Data",
            "/home/ana/.config/google-chrome/Default/Cookies",
            "/proc/self/environ",
        ] {
            assert!(reading(Path::new(path), &own).is_some(), "{path}");
            assert!(writing(Path::new(path), &own).is_some(), "{path}");
        }
        for path in [
            "/w/env.rs",
            "/w/.env.example",
            "/w/key.rs",
            "/w/README.md",
            "/home/ana/.countersign-notes",
            "/home/ana/countersign/src/main.rs",
            "/home/ana/.ssh/id_ed25519.pub",
            "/w/.docker/Dockerfile",
            "/w/id_rsa.pub",
            "/etc/passwd",
            "/",
        ] {
            assert_eq!(reading(Path::new(path), &own), None, "{path}");
        }
        assert_eq!(writing(Path::new("/home/ana/.ssh/id_ed25519.pub"), &own), Some(SECRETS));
    }

    #[test]
    fn a5_no_name_that_makes_a_path_secret_is_plain() {
        let places = SECRET_PLACES.iter().chain(OTHER_PLACES).chain(OWN_PLACES);
        let last: Vec<String> =
            places.filter_map(|place| place.last()).map(|name| (*name).to_owned()).collect();
        assert!(
            !last.iter().any(|name| name.contains('*')),
            "a place that ends in any name has no plain ones"
        );
        let names = SECRET_NAMES.iter().chain(SECRET_FOLDERS).map(|name| (*name).to_owned());
        let endings =
            SECRET_ENDINGS.iter().flat_map(|end| [(*end).to_owned(), format!("a{end}"), format!("A.b{end}")]);
        let others =
            [".env", ".ENV", ".env.local", "x.env", "ssh_host_rsa_key", "environ", ".countersign", "café"];
        for name in last.into_iter().chain(names).chain(endings).chain(others.map(str::to_owned)) {
            assert!(!is_plain_name(&name) && !is_plain_name(&name.to_uppercase()), "{name}");
        }
        for name in ["main.rs", "README.md", "a", "f17.txt", "Cargo.lock", "environment.md", "keys"] {
            assert!(is_plain_name(name), "{name}");
            for folder in ["/w", "/h/.docker", "/h/.config", "/etc", "/proc/1", "/h/.m2"] {
                assert_eq!(reading(&Path::new(folder).join(name), &[]), None, "{folder}/{name}");
            }
        }
    }

    #[test]
    fn a5_what_runs_later_is_asked_about_before_it_changes() {
        for (path, why) in [
            ("/home/ana/.bashrc", STARTUP),
            ("/home/ana/.config/systemd/user/x.service", STARTUP),
            ("/var/spool/cron/crontabs/ana", STARTUP),
            ("/etc/cron.d/x", STARTUP),
            ("/etc/profile.d/x.sh", STARTUP),
            ("/w/.envrc", STARTUP),
            ("/w/.vscode/tasks.json", STARTUP),
            ("/w/.git/config", GIT),
            ("/w/.GIT/hooks/pre-commit", GIT),
            ("/w/.husky/pre-push", GIT),
            ("/w/.gitmodules", GIT),
            ("/w/.claude/settings.json", AGENT),
            ("/w/.mcp.json", AGENT),
            ("/w/AGENTS.md", AGENT),
            ("/w/config/production.toml", PRODUCTION),
            ("/w/deploy/prod/values.yaml", PRODUCTION),
            ("/etc/passwd", ACCOUNTS),
            ("/etc/ld.so.preload", ACCOUNTS),
        ] {
            assert_eq!(writing(Path::new(path), &[]), Some(why), "{path}");
            assert_eq!(reading(Path::new(path), &[]), None, "{path}");
        }
        for path in [
            "/w/src/product.rs",
            "/w/products.json",
            "/w/.github/workflows/ci.yml",
            "/w/production/main.rs",
            "/w/.vscode/extensions.json",
            "/w/.gitignore",
        ] {
            assert_eq!(writing(Path::new(path), &[]), None, "{path}");
        }
    }
}
