//! Package clients: commands that get packages from their tool's own registry. One of them may be rehearsed with
//! that registry's hosts open, for the client's own process only.
//!
//! Nobody can look into what a client sends, so everything else must be known: it is the real program, from a place
//! that no agent can have changed; no other code runs in its process; its words are those of a subcommand that only
//! gets; credentials are hidden. What is not known so is rehearsed without network and asked about.
//!
//! # Limitations
//! Clients that load code of the project into their own process (yarn, pnpm, bundler, composer, maven, gradle), and
//! pip in a virtual environment, whose code an agent can change, are not in the table.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{BufRead as _, BufReader, Read as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{analysis::path, world::Ask};
use countersign_rehearsal::{Denied, Ended};
use serde_json::{Value, json};

use super::{
    Run, Shell,
    process::{self, Judged},
};

/// A client and the registry that it gets packages from.
struct Known {
    /// Its name in `[rehearsal.registries]`.
    name: &'static str,
    /// How it is started.
    start: Start,
    /// The subcommands that only get packages, or what is known of them.
    subcommands: &'static [&'static str],
    /// The hosts of its registry.
    hosts: &'static [&'static str],
    /// What is set for it.
    set: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy, PartialEq)]
enum Start {
    /// A program of its own, which starts nothing in its place.
    Program,
    /// A program that rustup chooses.
    Toolchain,
    /// A script of node, whose path ends so.
    Node(&'static str),
    /// A module of Python.
    Python(&'static str),
}

/// The table. A subcommand that can publish, log in or run a program in the client's place must not be in it.
const CLIENTS: &[Known] = &[
    Known {
        name: "npm",
        start: Start::Node("npm/bin/npm-cli.js"),
        subcommands: &[
            "add",
            "ci",
            "clean-install",
            "i",
            "info",
            "install",
            "outdated",
            "search",
            "show",
            "up",
            "update",
            "v",
            "view",
        ],
        hosts: &["registry.npmjs.org:443"],
        set: &[
            // An audit posts the list of all packages.
            ("npm_config_audit", "false"),
            ("npm_config_fund", "false"),
            ("npm_config_update_notifier", "false"),
            // Old versions load it into their own process.
            ("npm_config_onload_script", ""),
        ],
    },
    Known {
        name: "pip",
        start: Start::Python("pip"),
        subcommands: &["download", "index", "install", "wheel"],
        hosts: &["pypi.org:443", "files.pythonhosted.org:443"],
        set: &[("PIP_DISABLE_PIP_VERSION_CHECK", "1"), ("PIP_NO_INPUT", "1")],
    },
    Known {
        name: "uv",
        start: Start::Program,
        subcommands: &["add", "lock", "pip compile", "pip install", "pip sync", "sync"],
        hosts: &["pypi.org:443", "files.pythonhosted.org:443"],
        set: &[("UV_KEYRING_PROVIDER", "disabled"), ("UV_PYTHON_DOWNLOADS", "never")],
    },
    Known {
        name: "cargo",
        start: Start::Toolchain,
        subcommands: &[
            "add",
            "bench",
            "build",
            "check",
            "doc",
            "fetch",
            "generate-lockfile",
            "info",
            "metadata",
            "run",
            "search",
            "test",
            "tree",
            "update",
            "vendor",
        ],
        hosts: &["crates.io:443", "index.crates.io:443", "static.crates.io:443"],
        set: &[],
    },
    Known {
        name: "go",
        start: Start::Program,
        subcommands: &[
            "build",
            "get",
            "install",
            "list",
            "mod download",
            "mod graph",
            "mod tidy",
            "mod vendor",
            "mod verify",
            "mod why",
            "run",
            "test",
            "vet",
        ],
        hosts: &["proxy.golang.org:443", "sum.golang.org:443"],
        // Otherwise it runs another version of itself, from a cache.
        set: &[("GOTOOLCHAIN", "local"), ("GOAUTH", "off")],
    },
];

/// Variables that bring code into a process: for the client and all it starts they are unset.
const CODE: &[&str] = &[
    "DYLD_",
    "GCONV_PATH",
    "GETCONF_DIR",
    "GLIBC_TUNABLES",
    "HOSTALIASES",
    "LD_",
    "LOCALDOMAIN",
    "LOCPATH",
    "MALLOC_",
    "NIS_PATH",
    "NLSPATH",
    "NODE_",
    "OPENSSL_",
    "PYTHON",
    "RESOLV_HOST_CONF",
    "RES_OPTIONS",
    "SSLKEYLOGFILE",
    "TZDIR",
    "npm_config_node_options",
    "npm_config_onload",
    "NPM_CONFIG_ONLOAD",
];
/// Those among them that bring none.
const NO_CODE: &[&str] = &["NODE_ENV", "NODE_EXTRA_CA_CERTS"];
/// Folders that a run shares with its agent.
const SHARED: &[&str] = &["/tmp", "/var/tmp", "/dev", "/run", "/proc"];
/// The field of a result that names the hosts a client has contacted.
pub(super) const CONTACTED: &str = "contacted";
/// Larger settings files are not read.
const SETTINGS_MOST: u64 = 1 << 20;

/// A command that is a known client's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Client {
    /// What is run, beginning with an absolute path.
    pub(super) argv: Vec<OsString>,
    /// The file that its process runs.
    pub(super) program: PathBuf,
    /// The folder it runs in.
    pub(super) cwd: PathBuf,
    /// The hosts of its registry.
    pub(super) hosts: Vec<String>,
    /// What is set in its environment.
    pub(super) set: Vec<(OsString, OsString)>,
    /// What of its output is wanted.
    pub(super) output: Output,
}

impl Client {
    /// Turns the end of the client into that of its line, and notes whom it contacted.
    pub(super) fn finish(&self, ended: &mut Ended, result: &mut Value) {
        // It went on without credentials, as it should.
        ended.denied.retain(|denied| !matches!(denied, Denied::Read(file) if is_for_credentials(file)));
        result[CONTACTED] = json!(ended.reached);
        let text = |name: &str| result[name].as_str().unwrap_or_default().to_owned();
        let (mut stdout, mut stderr) = (text("stdout"), text("stderr"));
        if self.output.merged {
            stdout.push_str(&std::mem::take(&mut stderr));
        }
        if let Some(lines) = self.output.lines {
            stdout = lines.of(&stdout);
        }
        (result["stdout"], result["stderr"]) = (stdout.into(), stderr.into());
    }
}

impl Lines {
    fn of(self, text: &str) -> String {
        let all: Vec<&str> = text.split_inclusive('\n').collect();
        match self {
            Self::First(n) => all.into_iter().take(n).collect(),
            Self::Last(n) => all[all.len().saturating_sub(n)..].concat(),
        }
    }
}

/// What a line does with a client's output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Output {
    /// Whether errors go where the output goes: `2>&1`.
    pub(super) merged: bool,
    /// Only its first or last lines: `| tail -5`.
    pub(super) lines: Option<Lines>,
}

/// Some lines of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// So many from its beginning.
    First(usize),
    /// So many from its end.
    Last(usize),
}

/// Whether a variable brings code into processes.
pub(super) fn brings_code(name: &str) -> bool {
    CODE.iter().any(|code| name.starts_with(code)) && !NO_CODE.contains(&name)
}

impl Shell {
    /// Returns the client that a command is, if it is nothing else.
    pub(super) fn client(&self, ask: &Ask, run: &Run) -> Option<Client> {
        self.client_in(ask.cwd.as_deref(), run)
    }

    /// Like [`client`](Self::client), for a call from that folder.
    pub(super) fn client_in(&self, from: Option<&str>, run: &Run) -> Option<Client> {
        if run.stdin.is_some() {
            return None;
        }
        let line = match (&run.command, &run.argv) {
            (Some(line), _) => Line::read(line)?,
            (None, words) => Line { words: words.clone()?, ..Line::default() },
        };
        let roots = self.roots_of(from);
        let base = PathBuf::from(run.cwd.as_deref().or(from)?);
        let cwd = base.join(line.folder.as_deref().unwrap_or_default()).canonicalize().ok()?;
        if !roots.iter().any(|root| cwd.starts_with(root)) {
            return None;
        }
        let found = Search { shell: self, roots: &roots, run, cwd: &cwd };
        let (known, mut client) = found.client(&line.words)?;
        let more = self.rehearsal.registries.get(known.name).into_iter().flatten();
        client.hosts = known.hosts.iter().map(|host| (*host).to_owned()).chain(more.cloned()).collect();
        client.output = line.output;
        Some(client)
    }
}

/// Finds the program of a client.
struct Search<'a> {
    shell: &'a Shell,
    roots: &'a [PathBuf],
    run: &'a Run,
    cwd: &'a Path,
}

impl Search<'_> {
    fn client(&self, words: &[String]) -> Option<(&'static Known, Client)> {
        let (first, rest) = words.split_first()?;
        let name = first.rsplit('/').next()?;
        let (known, rest) = match rest {
            [flag, module, rest @ ..] if is_python(name) && flag == "-m" => {
                (CLIENTS.iter().find(|known| known.start == Start::Python("pip") && module == "pip")?, rest)
            }
            rest => (CLIENTS.iter().find(|known| is_called(name, known))?, rest),
        };
        let is = |sub: &&str| {
            sub.split(' ').map(Some).eq(rest.iter().map(|w| Some(w.as_str())).take(sub.split(' ').count()))
        };
        known.subcommands.iter().find(|sub| is(sub))?;
        let started = self.found(first)?;
        let mut set: Vec<(OsString, OsString)> =
            known.set.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let (program, before) = match known.start {
            Start::Program => (started.canonicalize().ok()?, Vec::new()),
            Start::Toolchain => {
                let (program, chosen) = self.toolchain(&started)?;
                set.extend(chosen.map(|name| ("RUSTUP_TOOLCHAIN".into(), name.into())));
                (program, Vec::new())
            }
            Start::Node(script) => {
                let script = started.canonicalize().ok().filter(|real| real.ends_with(script))?;
                set.extend(self.registry_of_npm()?);
                (self.found("node")?.canonicalize().ok()?, vec![self.vetted(script)?.into_os_string()])
            }
            Start::Python(module) => {
                let python = if is_python(name) { started } else { self.vetted(interpreter(&started)?)? };
                let before = ["-I", "-m", module].map(OsString::from).to_vec();
                let program = self.vetted(python.canonicalize().ok()?)?;
                return Some((known, self.made(python, program, before, rest, set)));
            }
        };
        let program = self.vetted(program)?;
        Some((known, self.made(program.clone(), program, before, rest, set)))
    }

    fn made(
        &self,
        started: PathBuf,
        program: PathBuf,
        before: Vec<OsString>,
        rest: &[String],
        set: Vec<(OsString, OsString)>,
    ) -> Client {
        let argv =
            [started.into_os_string()].into_iter().chain(before).chain(rest.iter().map(OsString::from));
        let (argv, cwd) = (argv.collect(), self.cwd.to_owned());
        Client { argv, program, cwd, hosts: Vec::new(), set, output: Output::default() }
    }

    /// Returns the program that a shell would start by that word, if no agent can have changed it.
    fn found(&self, word: &str) -> Option<PathBuf> {
        if word.starts_with('/') {
            return self.vetted(PathBuf::from(word));
        }
        if word.contains('/') {
            return None;
        }
        let env = process::surroundings(self.run, Judged::Allowed, "agent");
        let path = env.get(std::ffi::OsStr::new("PATH"))?;
        let is_program = |path: &PathBuf| {
            fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
        };
        let mut all = std::env::split_paths(path).map(|folder| folder.join(word));
        self.vetted(all.find(is_program)?)
    }

    /// Returns a file unless an agent can have changed it: it, and what it leads to, lies neither in the workspace
    /// nor in a folder that commands write to.
    fn vetted(&self, file: PathBuf) -> Option<PathBuf> {
        let real = file.canonicalize().ok()?;
        let open = |path: &Path| {
            let shared = SHARED.iter().any(|folder| path.starts_with(folder));
            shared
                || !path.is_absolute()
                || self.roots.iter().any(|root| path.starts_with(root))
                || self.shell.is_in_cache(self.roots, path)
        };
        (!open(&file) && !open(&real)).then_some(file)
    }

    /// Returns the real `cargo` behind rustup's, and the toolchain's name. A project that asks for another
    /// toolchain may name one of its own.
    fn toolchain(&self, started: &Path) -> Option<(PathBuf, Option<String>)> {
        let real = started.canonicalize().ok()?;
        if real.file_name()? != "rustup" {
            return Some((real, None));
        }
        let chosen = self.cwd.ancestors().any(|folder| {
            ["rust-toolchain", "rust-toolchain.toml"].iter().any(|name| folder.join(name).exists())
        });
        let env = process::surroundings(self.run, Judged::Allowed, "agent");
        if chosen || env.contains_key(std::ffi::OsStr::new("RUSTUP_TOOLCHAIN")) {
            return None;
        }
        let home = env.get(std::ffi::OsStr::new("RUSTUP_HOME")).map(PathBuf::from);
        let home =
            home.or_else(|| Some(PathBuf::from(env.get(std::ffi::OsStr::new("HOME"))?).join(".rustup")))?;
        let settings = text_of(&self.vetted(home.join("settings.toml"))?)?;
        let value = |line: &str| {
            Some(
                line.strip_prefix("default_toolchain")?
                    .trim()
                    .strip_prefix('=')?
                    .trim()
                    .trim_matches('"')
                    .to_owned(),
            )
        };
        let name =
            settings.lines().find_map(value).filter(|name| !name.contains('/') && !name.starts_with('.'))?;
        let overrides = settings.split("[overrides]").nth(1).unwrap_or_default();
        let has_override =
            overrides.lines().take_while(|line| !line.starts_with('[')).any(|line| line.contains('='));
        let program = home.join("toolchains").join(&name).join("bin/cargo").canonicalize().ok()?;
        (!has_override).then_some((program, Some(name)))
    }

    /// Returns the setting of the registry that npm would read from files which are hidden from it as they may hold
    /// tokens. None: it cannot be told, and the wrong registry must not be asked.
    fn registry_of_npm(&self) -> Option<Option<(OsString, OsString)>> {
        let inside = |folder: &&Path| self.roots.iter().any(|root| folder.starts_with(root));
        let home = self.shell.home.clone().or_else(|| std::env::var_os("HOME").map(PathBuf::from));
        let folders = self.cwd.ancestors().take_while(inside).map(Path::to_owned).chain(home);
        for file in folders.map(|folder| folder.join(".npmrc")).filter(|file| file.exists()) {
            let text = text_of(&file)?;
            let mut found = None;
            for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
                let (key, value) = line.split_once('=').unwrap_or((line, ""));
                match key.trim() {
                    "registry" => found = Some(value.trim().trim_matches(['"', '\'']).to_owned()),
                    key if key.ends_with(":registry") => return None,
                    _ => {}
                }
            }
            if let Some(url) = found {
                // Neither a password nor a variable that only npm would fill in.
                return (!url.contains(['@', '$'])).then(|| Some(("npm_config_registry".into(), url.into())));
            }
        }
        Some(None)
    }
}

fn is_called(name: &str, known: &Known) -> bool {
    let version = |rest: &str| rest.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    name == known.name || (known.name == "pip" && name.strip_prefix("pip").is_some_and(version))
}

fn is_python(name: &str) -> bool {
    name.strip_prefix("python").is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
}

/// Returns the Python that a script begins with.
fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut first = String::new();
    BufReader::new(File::open(script).ok()?.take(256)).read_line(&mut first).ok()?;
    let path = PathBuf::from(first.strip_prefix("#!")?.trim());
    path.file_name()?.to_str().filter(|name| is_python(name))?;
    Some(path)
}

fn text_of(file: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(file).ok()?.take(SETTINGS_MOST).read_to_string(&mut text).ok()?;
    Some(text)
}

/// A command line that is one simple command: `cd FOLDER && WORDS 2>&1 | tail -5`.
#[derive(Debug, Default, PartialEq, Eq)]
struct Line {
    folder: Option<String>,
    words: Vec<String>,
    output: Output,
}

impl Line {
    /// Reads a line whose words are all literal; None: it is anything else.
    fn read(line: &str) -> Option<Self> {
        let mut read = Self::default();
        let mut line = line.trim();
        if let Some(rest) = line.strip_prefix("cd ")
            && let Some((folder, rest)) = rest.split_once("&&")
        {
            let [folder] = literal(folder)?.try_into().ok()?;
            read.folder = Some(folder);
            line = rest.trim();
        }
        if let Some((command, last)) = line.rsplit_once('|') {
            read.output.lines = Some(lines_of(&literal(last)?)?);
            line = command.trim();
        }
        if let Some(command) = line.strip_suffix("2>&1") {
            read.output.merged = true;
            line = command.trim();
        }
        read.words = literal(line)?;
        Some(read)
    }
}

/// Reads `tail -5`, `tail -n 5`, `head -5`, `tail`.
fn lines_of(words: &[String]) -> Option<Lines> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (name, number) = match words.as_slice() {
        [name] => (name, "10"),
        [name, "-n", number] => (name, *number),
        [name, number] => (name, number.strip_prefix("-n").or(number.strip_prefix('-'))?),
        _ => return None,
    };
    let number = number.parse().ok()?;
    match *name {
        "head" => Some(Lines::First(number)),
        "tail" => Some(Lines::Last(number)),
        _ => None,
    }
}

/// Splits text into words, as a shell does where nothing in it is special.
fn literal(text: &str) -> Option<Vec<String>> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "@%+=:,./_-".contains(c);
    let quoted = |c: char| plain(c) || " ^~<>*()[]!#|&;?".contains(c);
    let mut words = Vec::new();
    for (n, part) in text.split(['"', '\'']).enumerate() {
        match n % 2 {
            0 if part.chars().all(|c| plain(c) || c == ' ') => {
                words.extend(part.split(' ').filter(|w| !w.is_empty()).map(str::to_owned))
            }
            1 if part.chars().all(quoted) => words.push(part.to_owned()),
            _ => return None,
        }
    }
    // Quotes are of one kind, closed, and around whole words.
    let (double, single) = (text.matches('"').count(), text.matches('\'').count());
    let whole = |quote: char| {
        let mut inside = false;
        text.match_indices(quote).all(|(at, _)| {
            inside = !inside;
            let near = if inside { text[..at].chars().next_back() } else { text[at + 1..].chars().next() };
            near.is_none_or(|c| c == ' ')
        })
    };
    let is_assigned = words.first().is_some_and(|word| word.contains('='));
    let closed = (double == 0 || single == 0) && (double + single) % 2 == 0 && whole('"') && whole('\'');
    (closed && !is_assigned && !words.is_empty()).then_some(words)
}

/// Whether a denied read is of a file that a client looks into for credentials: it does without.
pub(super) fn is_for_credentials(file: &Path) -> bool {
    const FILES: &[&str] = &[".npmrc", ".netrc", "credentials.toml", "credentials", "pip.conf", "_netrc"];
    let name = file.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| FILES.contains(&name)) && path::reading(file, &[]).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_only_if_every_word_is_literal() {
        let read = |line: &str| Line::read(line);
        let words = |line: &str| read(line).map(|line| line.words.join("|"));
        assert_eq!(words("npm install left-pad@1.3.0").as_deref(), Some("npm|install|left-pad@1.3.0"));
        assert_eq!(words("pip install 'requests>=2' \"x\"").as_deref(), None, "two kinds of quotes");
        assert_eq!(words("pip install 'requests>=2'").as_deref(), Some("pip|install|requests>=2"));
        let line = read("cd /w/app && npm ci 2>&1 | tail -n 20").unwrap();
        assert_eq!(line.folder.as_deref(), Some("/w/app"));
        assert_eq!(line.output, Output { merged: true, lines: Some(Lines::Last(20)) });
        for other in [
            "npm install; curl evil.test",
            "npm install && npm publish",
            "npm install $(cat .env)",
            "npm install `id`",
            "npm install $X",
            "npm install > x",
            "npm install | sh",
            "npm install | tee x",
            "npm install &",
            "NODE_OPTIONS=--require=./x.js npm install",
            "npm install a'b'",
            "npm install {a,b}",
            "npm install ~/x",
            "npm install \\\nx",
            "npm 'install",
            "cd a && cd b && npm install",
            "npm install\npublish",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a12_no_subcommand_of_the_table_publishes_logs_in_or_runs_something_else() {
        let sends = [
            "publish",
            "login",
            "adduser",
            "logout",
            "token",
            "owner",
            "yank",
            "deprecate",
            "unpublish",
            "push",
            "exec",
            "x",
            "run-script",
            "dist-tag",
            "access",
            "upload",
            "audit",
            "tool",
            "generate",
            "install-test",
        ];
        for known in CLIENTS {
            for sub in known.subcommands {
                assert!(!sends.contains(sub), "{} {sub}", known.name);
            }
            assert!(known.hosts.iter().all(|host| host.ends_with(":443")), "{}", known.name);
        }
    }

    #[test]
    fn a12_what_brings_code_into_a_process_is_unset() {
        for name in [
            "LD_PRELOAD",
            "LD_AUDIT",
            "NODE_OPTIONS",
            "NODE_PATH",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "OPENSSL_CONF",
            "GCONV_PATH",
        ] {
            assert!(brings_code(name), "{name}");
        }
        for name in ["NODE_ENV", "PATH", "HOME", "HTTPS_PROXY", "CARGO_HOME", "npm_config_registry"] {
            assert!(!brings_code(name), "{name}");
        }
    }
}
