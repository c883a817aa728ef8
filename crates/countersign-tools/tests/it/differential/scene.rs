//! The folder in which generated commands are judged and run: ordinary files, a secret, planted programs that
//! leave a mark, and a world that reports attempts.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    io::Read as _,
    net::TcpListener,
    os::unix::net::UnixListener,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use countersign_core::{
    Error,
    judge::{Class, Facts},
    world::Ask,
};
use countersign_rehearsal::{Denied, Io, Layers, Limits, Manner, Network, Program, World, start};
use countersign_tools::shell::Shell;
use serde_json::json;
use tempfile::TempDir;

use super::plant::{CANARY, MARK, OLD_CANARY, plant};

/// How long one command may take, in seconds.
const SECONDS: &str = "1";
/// Caches, logs and keyrings of tools below a home: changes there are not asked about.
const CACHES: &[&str] = &[".npm", ".cache", ".cargo", ".rustup", ".gnupg", ".config"];
/// Devices, and data of the machine's own tools.
const APART: &[&str] = &["/dev", "/var/cache"];
/// Runs the given commands one after the other, like `shell.run`.
const DRIVER: &str = r#"for line do timeout -s KILL "$SECONDS_EACH" /bin/bash -c "$line" </dev/null; done"#;

/// What a command judged a read did nevertheless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Miss {
    /// It changed a file or tried to.
    Writes,
    /// It ran a planted program.
    Executes,
    /// It tried to reach a host, a name server or a socket.
    Connects,
    /// It opened a secret that it named, or printed one.
    Secret,
}

impl Miss {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Writes, Self::Executes, Self::Connects, Self::Secret];

    /// Returns its name in files and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Writes => "writes",
            Self::Executes => "executes",
            Self::Connects => "connects",
            Self::Secret => "secret",
        }
    }
}

/// What one run of commands showed.
#[derive(Debug, Default)]
struct Seen {
    denied: Vec<Denied>,
    left: Vec<PathBuf>,
    /// Whether the secret was printed, and the one of the history.
    printed: [bool; 2],
}

/// A scene with its world.
pub struct Scene {
    /// Removes everything on drop.
    _dir: TempDir,
    work: PathBuf,
    layers: Layers,
    env: Vec<(OsString, OsString)>,
    shell: Shell,
    tcp: TcpListener,
    unix: UnixListener,
}

impl Scene {
    /// Creates the scene; None if this machine has no worlds and the tests do not require them.
    pub fn try_new() -> Option<Self> {
        let capabilities = countersign_rehearsal::capabilities();
        let all = capabilities.namespaces && capabilities.overlay && capabilities.watching;
        let skips = std::env::var_os("COUNTERSIGN_TESTS_WITHOUT_WORLDS").is_some();
        assert!(all || skips, "this machine cannot rehearse: {:?}", capabilities.missing);
        all.then(Self::new)
    }

    /// Creates the scene.
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().canonicalize().unwrap();
        let work = base.join("work");
        fs::create_dir_all(&work).unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        tcp.set_nonblocking(true).unwrap();
        plant(&work);
        let unix = UnixListener::bind(work.join("sock")).unwrap();
        unix.set_nonblocking(true).unwrap();
        let layers = Layers::make(&base.join("layers"), &[], Manner::Overlay, 0).unwrap();
        let shell = Shell { own: vec![base.join("own")], ..Shell::default() };
        Self { env: surroundings(), _dir: dir, work, layers, shell, tcp, unix }
    }

    /// Returns the port of a listener.
    pub fn port(&self) -> u16 {
        self.tcp.local_addr().unwrap().port()
    }

    /// Returns the folder in which commands run.
    pub fn work(&self) -> &Path {
        &self.work
    }

    /// Returns the facts that `shell.run` finds for a command.
    pub fn facts(&self, line: &str) -> Facts {
        self.forecast(line).unwrap()
    }

    /// Returns the facts if the command would run unasked.
    pub fn unasked(&self, line: &str) -> Option<Facts> {
        // Invalid commands do not run either.
        let facts = self.forecast(line).ok()?;
        let quiet = facts.class() == Class::Read && facts.protected.is_empty() && !facts.sends_out();
        quiet.then_some(facts)
    }

    fn forecast(&self, line: &str) -> Result<Facts, Error> {
        let args = json!({ "command": line }).as_object().unwrap().clone();
        let cwd = Some(self.work.to_str().unwrap().to_owned());
        let ask = Ask { tool: "shell.run".to_owned(), args, cwd, ..Ask::default() };
        Ok(self.shell.forecast(&ask)?.facts)
    }

    /// Returns what a command did that a read does not, with the evidence; the first class that applies.
    pub fn miss(&self, line: &str, facts: &Facts) -> Option<(Miss, String)> {
        let seen = self.run(&[line]);
        self.judge(line, facts, &seen)
    }

    /// Returns the misses among commands judged as reads: all run in one world, and each separately only if
    /// something was seen there.
    pub fn misses(&self, lines: &[(usize, &str, Facts)]) -> Vec<(usize, Miss, String)> {
        if lines.is_empty() {
            return Vec::new();
        }
        let texts: Vec<&str> = lines.iter().map(|(_, line, _)| *line).collect();
        let seen = self.run(&texts);
        let named = lines.iter().any(|(_, line, facts)| self.names_secret(line, facts));
        let told = |denied: &Denied| match denied {
            Denied::Read(_) => named,
            Denied::Write(_) | Denied::Absent(_) | Denied::Call(_) => false,
            Denied::Host(_) | Denied::Name(_) | Denied::Socket(_) => true,
        };
        let printed =
            seen.printed[0] || (seen.printed[1] && lines.iter().any(|(_, line, _)| says_secret(line)));
        let anything = printed || !self.writes(&seen).is_empty() || seen.denied.iter().any(told);
        match (anything, lines) {
            (false, _) => Vec::new(),
            (true, [(n, line, facts)]) => {
                self.judge(line, facts, &seen).map(|(miss, what)| (*n, miss, what)).into_iter().collect()
            }
            (true, _) => {
                // Splits into eighths, so that no line runs more than a few times.
                let parts = lines.chunks(lines.len().div_ceil(8));
                parts.flat_map(|part| self.misses(part)).collect()
            }
        }
    }

    /// Whether nothing reached the listeners outside of the world.
    pub fn nobody_came(&self) -> bool {
        self.tcp.accept().is_err() && self.unix.accept().is_err()
    }

    /// Whether a command opens a hidden file because it names it, in its words or by an expansion. A
    /// recursive walk also meets hidden files, which is not a miss, since their content is hidden.
    pub fn names_secret(&self, line: &str, facts: &Facts) -> bool {
        let deepest = self.work.join("sub");
        let walks = facts.reads.iter().any(|read| deepest.starts_with(read));
        says_secret(line) || (!walks && line.contains(['$', '*', '?', '[', '{', '`']))
    }

    fn judge(&self, line: &str, facts: &Facts, seen: &Seen) -> Option<(Miss, String)> {
        let writes = self.writes(seen);
        let mark =
            |path: &&PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(MARK));
        if let Some(path) = writes.iter().find(mark) {
            return Some((Miss::Executes, format!("ran {}", path.file_name()?.display())));
        }
        if let Some(path) = writes.first() {
            let shown = path.strip_prefix(&self.work).unwrap_or(path);
            return Some((Miss::Writes, format!("write {}", shown.display())));
        }
        for denied in &seen.denied {
            match denied {
                Denied::Host(to) | Denied::Name(to) | Denied::Socket(to) => {
                    let to = to.replace(self.work.to_str()?, "work");
                    return Some((Miss::Connects, format!("connect {to}")));
                }
                Denied::Read(path) if self.names_secret(line, facts) => {
                    let shown = path.strip_prefix(&self.work).unwrap_or(path);
                    return Some((Miss::Secret, format!("open {}", shown.display())));
                }
                Denied::Read(_) | Denied::Write(_) | Denied::Absent(_) | Denied::Call(_) => {}
            }
        }
        match seen.printed {
            [true, _] => Some((Miss::Secret, "printed the secret".to_owned())),
            [_, true] if says_secret(line) => {
                Some((Miss::Secret, "printed the secret of the history".to_owned()))
            }
            _ => None,
        }
    }

    /// Returns what was changed or attempted, without our own and the machine's files.
    fn writes(&self, seen: &Seen) -> Vec<PathBuf> {
        let tried = seen.denied.iter().filter_map(|denied| match denied {
            Denied::Write(path) => Some(path.clone()),
            _ => None,
        });
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let cache = |path: &PathBuf| {
            home.as_ref().is_some_and(|home| CACHES.iter().any(|c| path.starts_with(home.join(c))))
        };
        let all = tried.chain(seen.left.iter().cloned());
        // What Java leaves for itself wherever it runs.
        let of_java = |path: &PathBuf| path.to_string_lossy().starts_with("/tmp/hsperfdata_");
        all.filter(|path| !APART.iter().any(|at| path.starts_with(at)) && !cache(path) && !of_java(path))
            .collect()
    }

    /// Runs commands one after the other in a read-only world.
    fn run(&self, lines: &[&str]) -> Seen {
        let seconds: u64 = SECONDS.parse().unwrap();
        let limits = Limits {
            time: Some(Duration::from_secs(seconds * lines.len() as u64 + 20)),
            waiting: None,
            memory: 1 << 30,
            processes: 200,
            disk: 64 << 20,
        };
        let world = World {
            layers: &self.layers,
            asides: Vec::new(),
            on_top: Vec::new(),
            still: vec![self.work.clone()],
            hidden: vec![self.work.join(".env"), self.work.join("sub/.env.local")],
            instead: Vec::new(),
            closed: Vec::new(),
            through: Vec::new(),
            network: Network::None,
            shared: None,
            apart: false,
            watch_files: true,
            limits,
        };
        let driver = ["/bin/bash", "-c", DRIVER, "driver"].into_iter().chain(lines.iter().copied());
        let program = Program {
            argv: driver.map(OsString::from).collect(),
            env: self.env.clone(),
            cwd: self.work.clone(),
            io: Io::Pipes,
        };
        let mut running = start(&world, &program).unwrap();
        drop(running.stdin.take());
        let streams: Vec<_> = [running.stdout.take(), running.stderr.take()]
            .into_iter()
            .flatten()
            .map(|mut stream| thread::spawn(move || canaries(&mut stream)))
            .collect();
        let ended = running.wait(None).unwrap();
        let mut seen = Seen { denied: ended.denied, left: ended.left, ..Seen::default() };
        for stream in streams {
            let found = stream.join().unwrap();
            seen.printed = [seen.printed[0] || found[0], seen.printed[1] || found[1]];
        }
        seen
    }

    /// Whether a line is judged a read and shows this miss.
    pub fn shows(&self, line: &str, miss: Miss) -> bool {
        let seen = self.unasked(line).and_then(|facts| self.miss(line, &facts));
        seen.is_some_and(|(other, _)| other == miss)
    }
}

/// Whether a line names the secret file, ignoring quotes.
fn says_secret(line: &str) -> bool {
    line.replace(['\'', '"', '\\'], "").contains(".env")
}

/// Reads a stream to its end; returns which of the secrets it contained.
fn canaries(stream: &mut fs::File) -> [bool; 2] {
    let mut found = [false; 2];
    let mut window = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    while let Ok(n @ 1..) = stream.read(&mut buffer) {
        window.extend_from_slice(&buffer[..n]);
        for (found, canary) in found.iter_mut().zip([CANARY, OLD_CANARY]) {
            *found |= window.windows(canary.len()).any(|part| part == canary.as_bytes());
        }
        let kept = window.len().saturating_sub(OLD_CANARY.len());
        window.drain(..kept);
    }
    found
}

/// Returns the environment that `shell.run` gives a command judged a read.
fn surroundings() -> Vec<(OsString, OsString)> {
    let git = [("core.fsmonitor", "false"), ("core.hooksPath", "/dev/null"), ("core.pager", "cat")];
    let mut all: BTreeMap<String, String> = [
        ("GIT_PAGER", "cat"),
        ("PAGER", "cat"),
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("GIT_CONFIG_COUNT", "3"),
        ("PYTHONSAFEPATH", "1"),
        ("PYTHONDONTWRITEBYTECODE", "1"),
        ("LANG", "C.UTF-8"),
        ("SECONDS_EACH", SECONDS),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect();
    for (i, (key, value)) in git.iter().enumerate() {
        all.insert(format!("GIT_CONFIG_KEY_{i}"), (*key).to_owned());
        all.insert(format!("GIT_CONFIG_VALUE_{i}"), (*value).to_owned());
    }
    for name in ["PATH", "HOME", "USER"] {
        all.extend(std::env::var(name).ok().map(|value| (name.to_owned(), value)));
    }
    all.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
}
