//! A running command.

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

/// A running command. Dropping it ends it and everything it started.
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

/// Processes that go on although the command that started them has ended. Dropping it ends them.
#[derive(Debug)]
pub struct Lingering(system::Command);

/// A handle that ends a command and everything it started.
#[derive(Debug, Clone)]
pub struct Ender(pub(crate) system::Ender);

/// How a command ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code, if it exited.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The limits that it ran into.
    pub over: Vec<Limit>,
    /// Whether it was ended because it only waited after a host was denied
    /// ([`Limits::waiting`](crate::Limits::waiting)).
    pub waited: bool,
    /// Denied attempts without duplicates, in order of the first attempt; names that were only looked up come
    /// last.
    pub denied: Vec<Denied>,
    /// The listed hosts that it connected to, without duplicates: `example.com:443`.
    pub reached: Vec<String>,
    /// The files of [`World::instead`](crate::World::instead) that it opened.
    pub instead: Vec<PathBuf>,
    /// What it left or removed in the private folders (`/tmp`, `/var/tmp`, `/dev/shm`): topmost entries only,
    /// at most a hundred. None of that is real.
    pub left: Vec<PathBuf>,
    /// The folder aside whose changes became too large, with [`Limit::Aside`].
    pub full: Option<PathBuf>,
    /// Whether every denied attempt would have been seen. Required to call it harmless.
    pub all_seen: bool,
    /// Whether it sent a signal to a process of its world.
    pub signalled: bool,
    /// How long it took.
    pub duration: Duration,
}

/// A limit that a command exceeded.
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
    /// [`Aside::most`](crate::Aside::most).
    Aside,
    /// The reader of its output ended it.
    Ended,
}

/// An attempt that was denied.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Denied {
    /// To reach a host: `example.com:443`, or an address if no name was looked up.
    Host(String),
    /// To look up the name of a host.
    Name(String),
    /// To reach another program through this socket.
    Socket(String),
    /// To change something read-only.
    Write(PathBuf),
    /// To open something hidden.
    Read(PathBuf),
    /// To open a file of the real `/tmp` or the like, of which a world has its own.
    Absent(PathBuf),
    /// A system call that is always denied: `mount`, `bpf`, `keyctl`.
    Call(String),
}

/// Starts a command in its world.
///
/// # Errors
/// If the world cannot be created, with what is missing; nothing has run then. A missing program is an error
/// of kind [`io::ErrorKind::NotFound`].
pub fn start(world: &World<'_>, program: &Program) -> io::Result<Running> {
    system::start(world, program)
}

/// Whether a world could not be created because overlays are not possible here:
/// [`Manner::Copy`](crate::Manner::Copy) may work.
pub fn must_copy(e: &io::Error) -> bool {
    system::must_copy(e)
}

impl Running {
    /// Waits for the command to end, then ends everything it started. At `until` or after
    /// [`Limits::time`](crate::Limits::time) it is ended with [`Limit::Time`].
    pub fn wait(self, until: Option<Instant>) -> io::Result<Ended> {
        // Where nothing else ends it, its own limits do.
        let far = || Instant::now() + Duration::from_secs(3600);
        let mut look = || match until {
            Some(until) => (Instant::now() < until).then_some(until),
            None => Some(far()),
        };
        self.wait_watched(&mut look).map(|(ended, _lingering)| ended)
    }

    /// Waits for the command to end, and returns what it started that goes on: possible if the world shares its
    /// processes with others ([`World::shared`]). Time no longer limits that; the other limits do.
    ///
    /// `look` is called at once and whenever the time comes that it returned last. If it returns None, the command
    /// is ended with [`Limit::Time`].
    pub fn wait_watched(
        self,
        look: &mut dyn FnMut() -> Option<Instant>,
    ) -> io::Result<(Ended, Option<Lingering>)> {
        let (ended, lingering) = self.command.wait(look)?;
        Ok((ended, lingering.map(Lingering)))
    }

    /// Returns a handle that ends it while another thread waits for it; [`Limit::Ended`] is recorded then.
    pub fn ender(&self) -> Ender {
        Ender(self.command.ender())
    }
}

impl Lingering {
    /// Whether all of it has ended.
    pub fn is_over(&self) -> bool {
        self.0.is_over()
    }
}

impl Ender {
    /// Ends the command. Does nothing if it has ended already.
    pub fn end(&self) {
        self.0.end(Limit::Ended);
    }
}
