//! Connects a command to the daemon of its home, starting one if needed.

use std::{
    ffi::OsString,
    io::{BufRead, BufReader, IsTerminal as _},
    net::SocketAddr,
    path::Path,
    process::{ChildStdout, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use countersign_client::{Client, of_problem};
use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use serde::Deserialize as _;
use serde_json::Value;

use super::{
    Info, VERSION, end,
    lock::Lock,
    log,
    start::USUAL,
    surroundings::{self, Starter},
};
use crate::{
    home::{self, Home, SYSTEM_SOCKET},
    output::Screen,
};

/// How long a daemon may take to start, including recovery.
const START_TIME: Duration = Duration::from_secs(30);

/// Connects `client` to the daemon of a home, starting one if none runs; a daemon elsewhere is never started.
pub fn reach(home: &Home, client: &Client) -> Result<()> {
    reach_by(home, client, Starter::Unknown)
}

/// Like `reach`, for a command that agents start.
pub fn reach_for_agent(home: &Home, client: &Client) -> Result<()> {
    reach_by(home, client, Starter::Agent)
}

fn reach_by(home: &Home, client: &Client, starter: Starter) -> Result<()> {
    if let Some(socket) = &home.elsewhere {
        return reach_elsewhere(home, client, socket);
    }
    // Read first: our own connection would make an idle daemon look busy.
    match Info::read(home).filter(|info| info.version != VERSION) {
        Some(other) if Lock::is_held(home) => replace(home, &other)?,
        _ if client.reach().is_ok() => return Ok(()),
        _ => {}
    }
    home.create()?;
    spawn(home, starter)?;
    client.reach()
}

fn reach_elsewhere(home: &Home, client: &Client, socket: &Path) -> Result<()> {
    client.reach().map_err(|e| {
        let is_system = socket == Path::new(SYSTEM_SOCKET);
        let hint = match is_system {
            true => say!("command-machine-daemon-hint"),
            false => say!("command-socket-named-hint"),
        };
        Error::new(e.code, e.message).hint(hint)
    })?;
    match Info::read(home).filter(|info| info.version != VERSION) {
        None => Ok(()),
        Some(other) => Err(other_version(&other, say!("command-start-anew-theirs"))),
    }
}

fn other_version(other: &Info, hint: Message) -> Error {
    let told = say!("command-other-version", said = other.words());
    Error::new(ErrorCode::Store, told).hint(say!("command-this-version-hint", version = VERSION, said = hint))
}

/// Stops a daemon of another version, if a command started it and it is idle.
fn replace(home: &Home, other: &Info) -> Result<()> {
    if other.auto && end::end_idle(home)? {
        return Ok(());
    }
    Err(other_version(other, say!("command-start-anew-own")))
}

/// Starts a daemon for a command.
fn spawn(home: &Home, starter: Starter) -> Result<()> {
    let mut command = this_program()?;
    // The first caller must not lend its authority, nor keep its folder busy.
    surroundings::lend(home, starter, &mut command);
    command.args(["up", "--auto"]).current_dir(&home.data);
    let info = started(home, command)?;
    let is_usual = info.address.parse().is_ok_and(|at: SocketAddr| at.port() == USUAL.port());
    let is_chosen = home::config(&home.config()).is_ok_and(|config| config.http.listen.is_some());
    if starter == Starter::Unknown && !is_usual && !is_chosen && std::io::stderr().is_terminal() {
        Screen { json: false }.note(&say!("command-port-elsewhere", url = info.url, port = USUAL.port()));
    }
    Ok(())
}

fn this_program() -> Result<Command> {
    Ok(Command::new(std::env::current_exe().map_err(|e| not_started(&e))?))
}

fn not_started(e: &std::io::Error) -> Error {
    Error::new(ErrorCode::Store, say!("command-no-daemon-started", error = Message::of_error(e)))
        .hint(say!("command-start-it-hint"))
}

/// Starts a daemon that goes on after this command and its terminal, with these arguments of `up`.
pub fn detach(home: &Home, args: &[OsString]) -> Result<Info> {
    home.create()?;
    let mut command = this_program()?;
    command.arg("up").args(args).arg("--background").env_remove("COUNTERSIGN_TOKEN");
    started(home, command)
}

/// Starts a daemon and waits until it accepts calls; an error says why it did not start.
fn started(home: &Home, mut command: Command) -> Result<Info> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log::open(home)?);
    if std::env::var_os("COUNTERSIGN_HOME").is_some_and(|v| !v.is_empty()) {
        command.env("COUNTERSIGN_HOME", &home.data);
    }
    let mut child = command.spawn().map_err(|e| not_started(&e))?;
    let said = child.stdout.take().map(|out| first_line(out, START_TIME)).unwrap_or_default();
    let said: Option<Value> = serde_json::from_str(&said).ok();
    match (said.as_ref().and_then(|said| Info::deserialize(said).ok()), said) {
        (Some(info), _) => Ok(info),
        (None, Some(problem)) => {
            // It has reported why it exits.
            let _ = child.wait();
            Err(of_problem(&problem, 503))
        }
        (None, None) => {
            let tail = log::tail(home);
            let told = match tail.lines().last() {
                Some(line) => say!("command-did-not-start-why", why = line),
                None => say!("command-did-not-start"),
            };
            Err(Error::new(ErrorCode::Store, told)
                .hint(say!("command-its-log", path = log::path(home).display())))
        }
    }
}

/// Returns the first line within `time`; empty on timeout.
fn first_line(out: ChildStdout, time: Duration) -> String {
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        if BufReader::new(out).read_line(&mut line).is_ok() {
            // The receiver may be gone.
            let _ = tell.send(line);
        }
    });
    told.recv_timeout(time).unwrap_or_default()
}

/// For a daemon that finds another one running: waits until that one accepts calls, or is gone.
pub fn await_other(home: &Home, client: &Client) -> Option<Info> {
    let steps = START_TIME.as_millis() / 20;
    for _ in 0..steps {
        if client.reach().is_ok() {
            return Info::read(home);
        }
        if !Lock::is_held(home) {
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    None
}
