//! A command that runs in its world, until it has ended.

use std::{
    fs::File,
    io,
    path::PathBuf,
    time::{Duration, Instant},
};

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
use crate::elsewhere as system;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use crate::linux as system;
use crate::{Program, World};

/// A command under way. Dropping it ends it and all that it started.
#[derive(Debug)]
pub struct Running {
    /// Its standard input, with [`Io::Pipes`](crate::Io::Pipes); close it by dropping.
    pub stdin: Option<File>,
    /// Its standard output.
    pub stdout: Option<File>,
    /// Its standard error.
    pub stderr: Option<File>,
    pub(crate) command: system::Command,
}

/// Ends a command from wherever it is kept, with all that it started.
#[derive(Debug, Clone)]
pub struct Ender(pub(crate) system::Ender);

/// How a command ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code, if it ended by itself.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The limits that it ran into.
    pub over: Vec<Limit>,
    /// What it was denied, each once, in the order of the first attempt; names that were only looked up come last.
    pub denied: Vec<Denied>,
    /// What it left in the folders that a world has for itself (`/tmp`, `/var/tmp`, `/dev/shm`), or took away there, the
    /// topmost of it and at most a hundred paths: none of that is real.
    pub left: Vec<PathBuf>,
    /// Whether every denied attempt would have been seen. Only then may it be called harmless.
    pub all_seen: bool,
    /// How long it took.
    pub duration: Duration,
}

/// A limit that a command ran into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::time`](crate::Limits::time).
    Time,
    /// [`Limits::memory`](crate::Limits::memory).
    Memory,
    /// [`Limits::processes`](crate::Limits::processes).
    Processes,
    /// [`Limits::disk`](crate::Limits::disk).
    Disk,
    /// Whoever reads its output had enough and ended it.
    Ended,
}

/// Something that a command wanted and did not get.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Denied {
    /// To reach a host: `example.com:443`, or an address where no name was asked for.
    Host(String),
    /// To look up the name of a host.
    Name(String),
    /// To reach another program through a socket of that name.
    Socket(String),
    /// To change what is read-only.
    Write(PathBuf),
    /// To open what is hidden.
    Read(PathBuf),
    /// To open a file of the real `/tmp` and its like, of which a world has its own.
    Absent(PathBuf),
    /// A system call that is never let through: `mount`, `ptrace`, `keyctl`.
    Call(String),
}

/// Starts a command in its world.
///
/// # Errors
/// If the world cannot be made, with what is missing; nothing has run then. A program that is not there is an error
/// of the kind [`io::ErrorKind::NotFound`].
pub fn start(world: &World<'_>, program: &Program) -> io::Result<Running> {
    system::start(world, program)
}

/// Whether a world could not be made because its folders cannot be laid over here: with [`Manner::Copy`](crate::Manner::Copy)
/// it may be.
pub fn must_copy(e: &io::Error) -> bool {
    system::must_copy(e)
}

impl Running {
    /// Waits for the command to end and then for all that it started, which is ended with it. When `until` comes first it is
    /// ended and the limit [`Limit::Time`] is told; so it is with [`Limits::time`](crate::Limits::time).
    pub fn wait(self, until: Option<Instant>) -> io::Result<Ended> {
        self.command.wait(until)
    }

    /// By which it can be ended while somebody waits for it; [`Limit::Ended`] is told then.
    pub fn ender(&self) -> Ender {
        Ender(self.command.ender())
    }
}

impl Ender {
    /// Ends the command. Nothing happens if it has ended already.
    pub fn end(&self) {
        self.0.end(Limit::Ended);
    }
}
