//! Package clients: commands that get packages from their tool's own registry. One of them may be rehearsed with
//! that registry's hosts open, for the client's own process only.
//!
//! Nobody can look into what a client sends, so everything else must be known: it is the real program, from a place
//! that no agent can have changed; no other code runs in its process; its words are those of a subcommand that only
//! gets; credentials are hidden. What is not known so is rehearsed without network and asked about.
//!
//! # Limitations
//! Clients that load code of the project into their own process (yarn, pnpm, bundler, composer, maven, gradle), and
//! pip in a virtual environment, whose code an agent can change, are not in the table: after a yes they run in layers,
//! with the hosts that they asked for and those of the same registry.

mod line;
mod table;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, File},
    io::{BufRead as _, BufReader, Read as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{
    analysis::{Command, path},
    world::Ask,
};
use countersign_rehearsal::{Denied, Ended, Network};
use serde_json::{Value, json};

use self::{
    line::{Line, Output},
    table::{CLIENTS, Known, Start, brings_code},
};
use super::{
    Run, Shell,
    folder::PIPE_CODES,
    process::{self, Judged},
};

/// Folders that a run shares with its agent.
const SHARED: &[&str] = &["/tmp", "/var/tmp", "/dev", "/run", "/proc"];
/// The field of a result that names the hosts a client has contacted.
pub(super) const CONTACTED: &str = "contacted";
/// Larger settings files are not read.
const SETTINGS_MOST: u64 = 1 << 20;

/// A command that is a known client's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Client {
    /// What is run, beginning with an absolute path.
    pub(super) argv: Vec<OsString>,
    /// The file that the process runs which connects.
    pub(super) program: PathBuf,
    /// What may start that one; if empty, it is the command itself.
    pub(super) starters: Vec<PathBuf>,
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
    /// Prepares its environment: without variables that load code, and with its settings.
    pub(super) fn surround(&self, env: &mut BTreeMap<OsString, OsString>) {
        env.retain(|name, _| !brings_code(&name.to_string_lossy()));
        env.extend(self.set.iter().cloned());
    }

    /// Returns its network: only its registry, and only for the client itself.
    pub(super) fn network(&self) -> Network {
        let Self { hosts, program, starters, .. } = self.clone();
        Network::Client { hosts, program, starters }
    }

    /// Turns the end of the client into that of its line, and notes whom it contacted.
    pub(super) fn finish(&self, ended: &mut Ended, result: &mut Value) {
        // It went on without credentials, as it should.
        ended.denied.retain(|denied| !matches!(denied, Denied::Read(file) if is_for_credentials(file)));
        result[CONTACTED] = json!(ended.reached);
        let text = |name: &str| result[name].as_str().unwrap_or_default().to_owned();
        let (mut stdout, mut stderr) = (text("stdout"), text("stderr"));
        if self.output.silent {
            stderr.clear();
        }
        if let Some(lines) = self.output.lines {
            stdout = lines.of(&stdout);
            // That of a pipe is its last command's.
            if let Some(code) = result["exit_code"].as_i64().filter(|code| *code != 0) {
                result["exit_code"] = json!(0);
                result[PIPE_CODES] = json!([code, 0]);
            }
        }
        (result["stdout_bytes"], result["stderr_bytes"]) = (stdout.len().into(), stderr.len().into());
        (result["stdout"], result["stderr"]) = (stdout.into(), stderr.into());
        if self.output.moves {
            result["folder"] = json!(self.cwd);
        }
    }
}

impl Shell {
    /// Returns the client that a command is, if it is nothing else.
    pub(super) fn client(&self, ask: &Ask, run: &Run) -> Option<Client> {
        self.client_in(ask.cwd.as_deref(), run)
    }

    /// Returns the other hosts of the registries that some hosts belong to: a tool that asks one needs all of them.
    pub(super) fn rest_of_registries(&self, hosts: &[String]) -> Vec<String> {
        let among = |host: &str, all: &[String]| all.iter().any(|one| plain(one) == plain(host));
        let known = CLIENTS.iter().map(|known| known.hosts.iter().map(|host| (*host).to_owned()).collect());
        let registries = known.chain(self.rehearsal.registries.values().cloned());
        let mut rest: Vec<String> = Vec::new();
        for registry in registries.filter(|all: &Vec<String>| all.iter().any(|host| among(host, hosts))) {
            let others = registry.into_iter().filter(|host| !among(host, hosts));
            let others: Vec<String> = others.filter(|host| !among(host, &rest)).collect();
            rest.extend(others);
        }
        rest
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
        let name = line.words.first()?.rsplit('/').next()?;
        if !is_python(name) && !CLIENTS.iter().any(|known| is_called(name, known)) {
            return None;
        }
        let roots = self.roots_of(from);
        let base = PathBuf::from(run.cwd.as_deref().or(from)?);
        let cwd = base.join(line.folder.as_deref().unwrap_or_default()).canonicalize().ok()?;
        if !roots.iter().any(|root| cwd.starts_with(root)) {
            return None;
        }
        let found = Search { shell: self, roots: &roots, run, cwd: &cwd };
        let (known, mut client) = found.client(&line.words)?;
        let more = self.rehearsal.registries.get(known.name).into_iter().flatten();
        client.hosts.extend(known.hosts.iter().map(|host| (*host).to_owned()).chain(more.cloned()));
        if client.hosts.is_empty() {
            return None;
        }
        client.output = line.output;
        Some(client)
    }
}

impl Shell {
    /// Returns the registries of the package clients among the commands of a call, whichever programs these really are.
    pub(crate) fn registries_of(&self, commands: &[Command]) -> Vec<String> {
        let mut hosts = Vec::new();
        for command in commands {
            let words: Option<Vec<String>> = command.words.iter().cloned().collect();
            let Some((known, _)) = words.as_deref().and_then(known_client) else { continue };
            let more = self.rehearsal.registries.get(known.name).into_iter().flatten().cloned();
            hosts.extend(known.hosts.iter().map(|host| (*host).to_owned()).chain(more));
        }
        hosts.sort();
        hosts.dedup();
        hosts
    }
}

/// Returns the client that these words call, by name, with what follows its name.
fn known_client(words: &[String]) -> Option<(&'static Known, &[String])> {
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
    Some((known, rest))
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
        let (known, rest) = known_client(words)?;
        let first = words.first()?;
        let name = first.rsplit('/').next()?;
        let started = self.found(first)?;
        let mut set: Vec<(OsString, OsString)> =
            known.set.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let (program, before) = match known.start {
            Start::Git => return Some((known, self.git(&started, rest, set)?)),
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
            Start::Python(_) if self.has_hidden_settings_of_pip() => return None,
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
        let (starters, hosts, output) = Default::default();
        Client { argv, program, starters, cwd, hosts, set, output }
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

    /// Returns git's own command, and the helper that it starts to reach the https remotes of the repository.
    fn git(&self, started: &Path, rest: &[String], set: Vec<(OsString, OsString)>) -> Option<Client> {
        let git = self.vetted(started.canonicalize().ok()?)?;
        let folders =
            ["../libexec/git-core", "../lib/git-core"].map(|folder| git.parent().map(|bin| bin.join(folder)));
        let own = folders.into_iter().flatten().find(|folder| folder.join("git-remote-https").exists())?;
        let helper = self.vetted(own.join("git-remote-https").canonicalize().ok()?)?;
        let inner = own.join("git").canonicalize().ok().and_then(|git| self.vetted(git));
        let mut client = self.made(git.clone(), helper, Vec::new(), rest, set);
        client.starters = [git].into_iter().chain(inner).collect();
        let inside = |folder: &&Path| self.roots.iter().any(|root| folder.starts_with(root));
        let repository =
            self.cwd.ancestors().take_while(inside).find(|folder| folder.join(".git").exists())?;
        client.hosts = remotes(&text_of(&repository.join(".git/config"))?);
        Some(client)
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
        let folders = self.cwd.ancestors().take_while(inside).map(Path::to_owned).chain(self.home());
        let mut found: Option<String> = None;
        for file in folders.map(|folder| folder.join(".npmrc")).filter(|file| file.exists()) {
            let text = text_of(&file)?;
            let mut here = None;
            for line in text.lines().map(str::trim).filter(|line| !line.starts_with(['#', ';'])) {
                let (key, value) = line.split_once('=').unwrap_or((line, ""));
                match key.trim() {
                    "registry" => here = Some(value.trim().trim_matches(['"', '\'']).to_owned()),
                    key if key.ends_with(":registry") => return None,
                    _ => {}
                }
            }
            // The nearest file counts.
            found = found.or(here);
        }
        // Neither a password nor a variable that only npm would fill in.
        let is_plain = found.as_ref().is_none_or(|url: &String| !url.contains(['@', '$']));
        is_plain.then(|| found.map(|url| ("npm_config_registry".into(), url.into())))
    }

    /// Whether pip has settings that are hidden from it: they may name another registry.
    fn has_hidden_settings_of_pip(&self) -> bool {
        let hidden = |name: &str| {
            let file = self.home().map(|home| home.join(name));
            file.is_some_and(|file| file.exists() && path::reading(&file, &[]).is_some())
        };
        [".config/pip/pip.conf", ".pip/pip.conf"].into_iter().any(hidden)
    }

    fn home(&self) -> Option<PathBuf> {
        self.shell.home.clone().or_else(|| std::env::var_os("HOME").map(PathBuf::from))
    }
}

/// Returns the hosts of the https remotes in a repository's settings, without those that have a name or a password.
fn remotes(settings: &str) -> Vec<String> {
    let mut hosts = Vec::new();
    let mut is_remote = false;
    for line in settings.lines().map(str::trim) {
        if line.starts_with('[') {
            is_remote = line.starts_with("[remote ");
        }
        let url = line.strip_prefix("url").map(str::trim_start).and_then(|rest| rest.strip_prefix('='));
        let url = url.filter(|_| is_remote).and_then(|url| url.trim().strip_prefix("https://"));
        let host = url
            .and_then(|rest| rest.split('/').next())
            .filter(|host| !host.is_empty() && !host.contains('@'));
        hosts.extend(
            host.map(|host| if host.contains(':') { host.to_owned() } else { format!("{host}:443") }),
        );
    }
    hosts
}

/// Returns a host without the usual port.
fn plain(host: &str) -> &str {
    host.strip_suffix(":443").unwrap_or(host)
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

/// Whether a denied read is of a file that a client looks into for credentials: it does without.
pub(super) fn is_for_credentials(file: &Path) -> bool {
    const FILES: &[&str] = &[".npmrc", ".netrc", "credentials.toml", "credentials", "_netrc"];
    let name = file.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| FILES.contains(&name)) && path::reading(file, &[]).is_some()
}

#[cfg(test)]
mod tests {
    use super::{line::Lines, *};

    #[test]
    fn the_exit_code_is_that_of_the_pipe_and_that_of_the_client_is_told() {
        let lines = Some(Lines::Last(1));
        let client = Client {
            argv: Vec::new(),
            program: PathBuf::new(),
            starters: Vec::new(),
            cwd: PathBuf::new(),
            hosts: Vec::new(),
            set: Vec::new(),
            output: Output { lines, ..Output::default() },
        };
        for (code, before) in [(101, json!([101, 0])), (0, Value::Null)] {
            let mut result = json!({"exit_code": code, "stdout": "a\nb\n", "stderr": ""});
            client.finish(&mut Ended::default(), &mut result);
            assert_eq!((&result["exit_code"], &result["stdout"]), (&json!(0), &json!("b\n")));
            assert_eq!(result["pipe_exit_codes"], before);
        }
    }

    #[test]
    fn the_hosts_of_a_repository_are_those_of_its_https_remotes() {
        let settings = "[core]\n\turl = https://no.example/\n[remote \"origin\"]\n\turl = https://git.example/a/b.git\n[remote \"x\"]\n url=https://other.example:8443/x\n[remote \"y\"]\nurl = git@ssh.example:x\n[remote \"z\"]\nurl = https://me:pw@named.example/x\n[remote \"h\"]\nurl = http://plain.example/x\n";
        assert_eq!(remotes(settings), ["git.example:443", "other.example:8443"]);
    }
}
