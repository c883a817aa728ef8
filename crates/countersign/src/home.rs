//! Where Countersign keeps its data and settings, and the real clock and randomness.

mod agent;
mod sections;
mod sign_in;
mod store;
mod telemetry;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    io::{self, Read as _},
    os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use countersign_core::{Env, Error, ErrorCode, Result, execute::AgentSetup, tool::Bound};
use countersign_mcp::{AgentSettings, ServerSettings, gateway::reading, upstream::BUILTIN_SERVERS};
use countersign_tools::{
    Builtins,
    packs::{self, BoundPack},
    stage::{self, Stages},
};
use countersign_words::{Message, say};
use etcetera::BaseStrategy;
use serde::Deserialize;

pub use self::{
    agent::Agent,
    sections::{Http, Limits, Retention, StageSettings, SystemDaemon},
    store::StorePlace,
};

/// The file of the log and records in a home.
pub const DATABASE: &str = "countersign.db";

/// The socket of the daemon that `up --system` sets up for a whole machine, and its home.
pub const SYSTEM_SOCKET: &str = "/run/countersign/daemon.sock";
pub const SYSTEM_HOME: &str = "/var/lib/countersign";

/// The two folders and the paths in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// The database and all other data.
    pub data: PathBuf,
    /// Files that a person writes: `config.toml` and `policy.toml`.
    pub settings: PathBuf,
    /// The socket of a daemon outside this home, if commands use one: they never start it.
    pub elsewhere: Option<PathBuf>,
}

impl Home {
    /// Uses one folder for both.
    pub fn at(folder: &Path) -> Self {
        Self { data: folder.to_owned(), settings: folder.to_owned(), elsewhere: None }
    }

    /// Finds the folders, and a daemon to use instead of this home's own: the one that `socket` names; otherwise the
    /// machine's daemon below `root`, if there is one, no home is named and this one is empty.
    pub fn find(variable: Option<OsString>, socket: Option<OsString>, root: &Path) -> Result<Self> {
        let is_named = variable.as_ref().is_some_and(|v| !v.is_empty());
        let home = Self::locate(variable)?;
        let named = socket.filter(|s| !s.is_empty()).map(|s| std::path::absolute(&s).unwrap_or(s.into()));
        let own = is_named || home.database().exists() || home.name().exists();
        let elsewhere = named.or_else(|| if own { None } else { of_machine(root) });
        Ok(Self { elsewhere, ..home })
    }

    /// Refuses commands that only work on a home's own daemon or database.
    pub fn need_own(&self, what: Message) -> Result<()> {
        let Some(socket) = &self.elsewhere else { return Ok(()) };
        let known = match socket == Path::new(SYSTEM_SOCKET) {
            true => say!("command-the-machines-daemon"),
            false => say!("command-the-daemon"),
        };
        let told = say!("command-need-own", said = what, said_daemon = known, path = socket.display());
        Err(Error::conflict(told).hint(say!("command-need-own-hint", home = SYSTEM_HOME)))
    }

    /// Finds the folders: `$COUNTERSIGN_HOME` for both, otherwise by XDG.
    pub fn locate(variable: Option<OsString>) -> Result<Self> {
        if let Some(home) = variable.filter(|v| !v.is_empty()) {
            // A daemon does not run in the folder of the command that starts it, so the path must be absolute.
            let home = PathBuf::from(home);
            let home = std::path::absolute(&home).unwrap_or(home);
            return Ok(Self::at(&home));
        }
        let base = etcetera::choose_base_strategy().map_err(|e| {
            Error::new(ErrorCode::Store, say!("command-no-home"))
                .because(e)
                .hint(say!("command-no-home-hint"))
        })?;
        Ok(Self {
            data: base.data_dir().join("countersign"),
            settings: base.config_dir().join("countersign"),
            elsewhere: None,
        })
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.data.join(DATABASE)
    }

    /// The name of this home, if its log and records are in a database that others use too.
    pub fn name(&self) -> PathBuf {
        self.data.join("name")
    }

    /// The policy file.
    pub fn policy(&self) -> PathBuf {
        self.settings.join("policy.toml")
    }

    /// The settings file.
    pub fn config(&self) -> PathBuf {
        self.settings.join("config.toml")
    }

    /// Returns the built-in tools, set up for this home.
    pub fn builtins(&self, roots: Vec<PathBuf>, scratch: &[String]) -> Builtins {
        let own = vec![self.data.clone(), self.settings.clone()];
        Builtins::new(self.data.join("trash"), roots, own, scratch.to_vec()).with_stages(self.stages())
    }

    /// Returns where stages are stored, and what is hidden in them.
    pub fn stages(&self) -> Stages {
        let person = etcetera::home_dir().ok();
        let hidden = stage::secrets(person.as_deref());
        let own = [&self.data, &self.settings].map(|own| own.canonicalize().unwrap_or_else(|_| own.clone()));
        let program = std::env::current_exe().unwrap_or_default();
        Stages { folder: self.data.join("stages"), own: own.to_vec(), hidden, program }
    }

    /// Creates the data folder, readable by its owner only.
    pub fn create(&self) -> Result<()> {
        let failed = |e: io::Error| {
            let told = say!("command-cannot-use-home", path = self.data.display(), error = e);
            Error::new(ErrorCode::Store, told).hint(say!("command-no-home-hint"))
        };
        if self.data.is_dir() {
            return Ok(());
        }
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&self.data).map_err(failed)
    }
}

/// Returns the socket of the machine's daemon, if one was set up. While it is down its socket is missing; its home then
/// shows that it was set up, so that commands do not silently continue with less protection.
fn of_machine(root: &Path) -> Option<PathBuf> {
    let below = |path: &str| root.join(path.trim_start_matches('/'));
    let socket = below(SYSTEM_SOCKET);
    let is_there = match fs::symlink_metadata(&socket) {
        Ok(about) => about.file_type().is_socket(),
        // After `--remove`, the rest belongs to root.
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            fs::symlink_metadata(below(SYSTEM_HOME)).is_ok_and(|about| about.is_dir() && about.uid() != 0)
        }
        // A user who cannot see it is not one of its users.
        Err(_) => false,
    };
    is_there.then_some(socket)
}

/// The largest settings file.
const SETTINGS_BYTES: u64 = 1 << 20;

/// Reads a settings file; `None` if there is none. Never blocks, whatever the path is.
pub fn read_settings(path: &Path) -> Result<Option<String>> {
    let failed = |why: Message| {
        Error::new(ErrorCode::Settings, say!("command-cannot-read", path = path.display(), said = why))
    };
    let broken = |e: io::Error| failed(Message::of_error(&e));
    // Opening a pipe would block until somebody writes.
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let file = match fs::OpenOptions::new().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(e) => return Err(broken(e)),
    };
    if !file.metadata().map_err(broken)?.is_file() {
        return Err(failed(say!("command-not-a-file")));
    }
    let mut bytes = Vec::new();
    file.take(SETTINGS_BYTES + 1).read_to_end(&mut bytes).map_err(broken)?;
    if bytes.len() as u64 > SETTINGS_BYTES {
        return Err(failed(say!("command-larger-than-1")));
    }
    String::from_utf8(bytes).map(Some).map_err(|e| failed(e.utf8_error().to_string().into()))
}

/// The contents of `config.toml`. Unused parts are only checked for their form.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The folders that the file tools work in, and below which checks run. Default: the folder a call comes from.
    pub roots: Vec<PathBuf>,
    /// Servers whose tools agents get, by the name you give them.
    pub server: BTreeMap<String, Server>,
    /// Agents, by the names of their tokens.
    pub agent: BTreeMap<String, Agent>,
    /// How long things are kept.
    pub retention: Retention,
    /// What every stage may access.
    pub stage: StageSettings,
    /// Where a daemon under its own user is reached; `countersign up --system` writes it.
    pub system: Option<SystemDaemon>,
    /// Where the daemon listens.
    pub http: Http,
    /// How persons sign in besides tokens and one-time links.
    pub sign_in: sign_in::SignIn,
    /// Who is told of calls and events.
    pub telemetry: telemetry::Telemetry,
    /// The daemon's limits.
    pub limits: Limits,
    /// Whether `watch`, `review` and `up` tell the desktop of new asks. Default: true.
    pub desktop_notices: Option<bool>,
    /// The PostgreSQL database that holds the log and the records. Default: a file of the home.
    pub store: Option<String>,
    /// What people call this machine where several daemons use that database. Default: its own name.
    pub host: Option<String>,
}

/// One server: a program to start, or the address of a running one.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Server {
    /// The pack that describes its tools.
    pub pack: Option<String>,
    /// The program to start; it speaks MCP over its standard input and output. Either this or `url`.
    command: Option<String>,
    /// The address of a running server (streamable HTTP).
    url: Option<String>,
    /// The arguments of the program.
    args: Vec<String>,
    /// Additional environment variables of the program.
    env: BTreeMap<String, String>,
    /// Headers sent to the address.
    headers: BTreeMap<String, String>,
    /// The working folder of the program. Default: the folder that the agent works in.
    cwd: Option<PathBuf>,
    /// Whether it works on files of this machine, so that its changes at captured paths can be undone. Default:
    /// false.
    local: bool,
    /// Whether you trust the text that it returns: otherwise it marks the run as having read foreign text. Default:
    /// false.
    trusted: bool,
}

impl Config {
    /// Returns the servers that can be reached; one that is only bound to a pack is not meant to be.
    pub fn servers(&self) -> BTreeMap<String, ServerSettings> {
        let reached = self.server.iter().filter(|(_, s)| s.command.is_some() || s.url.is_some());
        reached.map(|(name, s)| (name.clone(), s.to_settings())).collect()
    }

    /// Returns the settings of agents.
    pub fn agents(&self) -> BTreeMap<String, AgentSettings> {
        self.agent.iter().map(|(name, agent)| (name.clone(), agent.to_settings())).collect()
    }

    /// Returns, per agent, whether held calls wait and runs work in stages, if a person set it.
    pub fn agent_setups(&self) -> BTreeMap<String, AgentSetup> {
        let holds = self.agents().into_iter();
        let stage = |name: &str| self.agent.get(name).is_some_and(|agent| agent.stage);
        holds
            .map(|(name, agent)| (name.clone(), AgentSetup { hold: agent.hold, stage: stage(&name) }))
            .collect()
    }

    /// Returns the folders that a person named as workspace, resolved: the roots, or those of a system daemon.
    pub fn named_folders(&self) -> Vec<PathBuf> {
        let opened = self.system.as_ref().map(|system| &system.workspaces).filter(|_| self.roots.is_empty());
        let named = opened.unwrap_or(&self.roots).iter();
        named.map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.clone())).collect()
    }

    /// Refuses servers with confusing names, servers that cannot be reached, and agents' tools that do not exist.
    fn check_servers(&self, file: &Path) -> Result<()> {
        let wrong = |what: Message, hint: Message| Err(Error::new(ErrorCode::Settings, what).hint(hint));
        let path = file.display();
        for (name, agent) in &self.agent {
            agent.check(name, &self.server, file)?;
        }
        for (name, server) in &self.server {
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
                return wrong(say!("command-server-name", path, name), say!("command-server-name-hint"));
            }
            if server.command.is_some() && server.url.is_some() {
                return wrong(say!("command-server-both", path, name), say!("command-server-both-hint"));
            }
            let is_reached = server.command.is_some() || server.url.is_some();
            if is_reached && is_taken(name) {
                let hint = say!("command-server-taken-hint", name);
                return wrong(say!("command-server-taken", path, name), hint);
            }
        }
        Ok(())
    }

    /// Returns the packs of the servers that a person bound to one.
    pub fn bound(&self, path: &Path) -> Result<BTreeMap<String, Arc<dyn Bound>>> {
        let mut bound: BTreeMap<String, Arc<dyn Bound>> = BTreeMap::new();
        for (server, settings) in &self.server {
            let Some(name) = &settings.pack else { continue };
            let pack = packs::pack(name).ok_or_else(|| {
                let known: Vec<&str> = packs::names().collect();
                let told = say!("command-no-pack", path = path.display(), name = format!("{name:?}"));
                Error::new(ErrorCode::Settings, told)
                    .hint(say!("command-there-are", names = known.join(", ")))
            })?;
            bound.insert(server.clone(), Arc::new(BoundPack { server: server.clone(), pack }));
        }
        Ok(bound)
    }
}

impl Server {
    fn to_settings(&self) -> ServerSettings {
        ServerSettings {
            command: self.command.clone(),
            args: self.args.clone(),
            env: self.env.clone(),
            cwd: self.cwd.clone(),
            url: self.url.clone(),
            headers: self.headers.clone(),
            pack: self.pack.clone(),
            local: self.local,
            trusted: self.trusted,
        }
    }
}

/// Returns whether a server of that name could be confused with one of ours.
fn is_taken(name: &str) -> bool {
    BUILTIN_SERVERS.contains(name) || matches!(name, reading::SERVER | "agent")
}

/// Reads `config.toml`.
pub fn config(path: &Path) -> Result<Config> {
    read_settings(path)?.map_or_else(|| Ok(Config::default()), |text| parse_config(&text, path))
}

/// Parses the text of the `config.toml` at `path`.
pub fn parse_config(text: &str, path: &Path) -> Result<Config> {
    let config = toml::from_str::<Config>(text).map_err(|e| {
        let place = e.span().map_or_else(String::new, |span| {
            let (line, column) = position(text, span.start);
            format!(":{line}:{column}")
        });
        Error::new(ErrorCode::Settings, format!("{}{place}: {}", path.display(), e.message()))
            .hint(say!("command-nothing-done-correct"))
    })?;
    config.check_servers(path)?;
    Ok(config)
}

/// Returns line and column, from 1, of a byte offset.
pub fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// The real clock and the system's randomness.
pub struct System;

impl Env for System {
    fn now_ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn seed(&self) -> [u8; 32] {
        let mut seed = [0; 32];
        // Ids, salts and tokens come from these bytes: without them the program must stop.
        getrandom::fill(&mut seed).unwrap_or_else(|e| panic!("the system gives no randomness: {e}"));
        seed
    }
}

/// Returns the time zone: `TZ`, otherwise the system's, otherwise UTC.
pub fn zone() -> jiff::tz::TimeZone {
    jiff::tz::TimeZone::try_system().unwrap_or(jiff::tz::TimeZone::UTC)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn one_variable_moves_data_and_settings_together() {
        let home = Home::locate(Some("/x/y".into())).unwrap();
        assert_eq!(home.database(), Path::new("/x/y/countersign.db"));
        assert_eq!(home.policy(), Path::new("/x/y/policy.toml"));
        assert_ne!(Home::locate(Some("".into())).unwrap().data, Path::new(""));
    }

    #[test]
    fn the_machines_daemon_is_found_unless_there_is_a_home_of_ones_own() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path();
        let find = |home: Option<&str>, socket: Option<&str>| {
            Home::find(home.map(Into::into), socket.map(Into::into), root).unwrap().elsewhere
        };
        let socket = root.join("run/countersign/daemon.sock");
        let named = root.join("own");
        let named = named.to_str().unwrap();
        assert_eq!(find(Some(named), Some("/x/y.sock")), Some("/x/y.sock".into()));
        assert_eq!(find(Some(named), Some("")), None);
        assert_eq!(of_machine(root), None);
        fs::create_dir_all(socket.parent().unwrap()).unwrap();
        fs::write(&socket, "").unwrap();
        assert_eq!(of_machine(root), None, "what is no socket leads nowhere");
        fs::remove_file(&socket).unwrap();
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert_eq!(of_machine(root), Some(socket));
        assert_eq!(find(Some(named), None), None, "a home that was named is the one");
    }

    #[test]
    fn while_the_machines_daemon_is_down_nothing_lesser_takes_its_place() {
        if !rustix::process::geteuid().is_root() {
            // Only root can give a folder to another user; CI runs this as root.
            return;
        }
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().join("var/lib/countersign");
        fs::create_dir_all(&home).unwrap();
        assert_eq!(of_machine(dir.path()), None, "what is left after a removal is root's");
        std::os::unix::fs::chown(&home, Some(61_234), Some(61_234)).unwrap();
        assert_eq!(of_machine(dir.path()), Some(dir.path().join("run/countersign/daemon.sock")));
    }

    #[test]
    fn what_is_the_machines_is_not_done_from_a_persons_home() {
        let home = Home { elsewhere: Some(SYSTEM_SOCKET.into()), ..Home::at(Path::new("/x")) };
        let error = home.need_own(say!("command-need-own-ended")).unwrap_err();
        assert!(error.message.contains(SYSTEM_SOCKET) && error.hint.is_some(), "{}", error.message);
        Home::at(Path::new("/x")).need_own(say!("command-need-own-up")).unwrap();
    }

    #[test]
    fn a_home_that_cannot_be_made_is_a_store_error_with_a_hint() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let error = Home::locate(Some(file.join("home").into())).unwrap().create().unwrap_err();
        assert_eq!(error.code, ErrorCode::Store);
        assert!(error.hint.is_some());
    }

    #[cfg(unix)]
    #[test]
    fn a_new_home_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let home = Home::locate(Some(dir.path().join("a/b").into())).unwrap();
        home.create().unwrap();
        assert_eq!(fs::metadata(&home.data).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn settings_that_are_no_readable_text_are_an_error_and_none_are_none() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("folder")).unwrap();
        fs::write(path("bytes"), [0xff, 0xfe]).unwrap();
        fs::write(path("most"), "#".repeat(1 << 20)).unwrap();
        fs::write(path("more"), "#".repeat((1 << 20) + 1)).unwrap();
        let pipe = std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap();
        assert!(pipe.success());
        for name in ["folder", "bytes", "more", "pipe"] {
            let error = read_settings(&path(name)).unwrap_err();
            assert_eq!(error.code, ErrorCode::Settings, "{name}");
            assert!(error.message.contains(name), "{}", error.message);
        }
        assert_eq!(read_settings(&path("most")).unwrap().unwrap().len(), 1 << 20);
        assert_eq!(read_settings(&path("none")).unwrap(), None);
    }

    #[test]
    fn a_broken_config_is_named_with_line_and_column() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        config(&path).unwrap();
        fs::write(&path, "roots = []\nrots = 1\n").unwrap();
        let error = config(&path).unwrap_err();
        assert_eq!(error.code, ErrorCode::Settings);
        assert!(error.message.contains("config.toml:2:1:"), "{}", error.message);
    }

    #[test]
    fn limits_that_are_left_out_are_the_usual_ones() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        fs::write(&path, "[http]\nlisten = \"127.0.0.1:5\"\n[limits]\nstreams = 3\nhead_time_s = 4\n")
            .unwrap();
        let config = config(&path).unwrap();
        assert_eq!(config.http.listen, Some("127.0.0.1:5".parse().unwrap()));
        let (limits, usual) = (config.limits.to_limits(), countersign_server::Limits::default());
        assert_eq!((limits.streams, limits.head_time), (3, Duration::from_secs(4)));
        assert_eq!((limits.body_bytes, limits.call_time), (usual.body_bytes, usual.call_time));
    }

    #[test]
    fn seeds_differ() {
        assert_ne!(System.seed(), System.seed());
    }
}
