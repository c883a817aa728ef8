//! What to run, and in which world.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use crate::{Aside, Layers, Shared};

/// A complete command: nothing is taken from the caller's environment.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// The program (an absolute path, or a name to find on the `PATH` of `env`) and its arguments.
    pub argv: Vec<OsString>,
    /// Its whole environment.
    pub env: Vec<(OsString, OsString)>,
    /// Its working folder, as the real world names it.
    pub cwd: PathBuf,
    /// Where its input comes from and its output goes.
    pub io: Io,
}

/// Where a command's input comes from and its output goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Io {
    /// Pipes, which [`Running`](crate::Running) hands out.
    #[default]
    Pipes,
    /// Like [`Pipes`](Self::Pipes), but its input is `/dev/null`: some programs read a pipe instead of the
    /// files in their folder, even one that is empty.
    NoInput,
    /// Like [`NoInput`](Self::NoInput), but its errors go where its output goes.
    Together,
    /// Those of the calling process: a person's terminal.
    Inherited,
}

/// The world that a command runs in. Everything not named here is read-only. It has its own layers over
/// `/tmp` and `/var/tmp` and its own `/dev/shm`; changes there are dropped with it. Where the kernel allows
/// no such layers, all three are empty, and an attempt to open a real file in them is reported as denied,
/// unless there are too many files.
#[derive(Debug, Clone)]
pub struct World<'a> {
    /// The folders it may change, copy on write.
    pub layers: &'a Layers,
    /// Folders outside of `layers` that it may change as well. If `/tmp` or `/var/tmp` is one of them, it is
    /// not private. One of which there can be no overlay is read-only.
    pub asides: Vec<Aside>,
    /// Folders to show on top of some of `layers` and `still`: the real folder, and what is on top of it. A folder of
    /// `still` of which there can be no overlay is shown as it is.
    pub on_top: Vec<(PathBuf, PathBuf)>,
    /// Folders that it sees as they are and cannot change, wherever they are: reading there has no extra
    /// cost.
    pub still: Vec<PathBuf>,
    /// Files and folders it must not see. They are replaced by empty files with the same names, unless there
    /// are too many. An attempt to open one is reported as denied. Missing ones are ignored.
    pub hidden: Vec<PathBuf>,
    /// Hidden files that are shown with another content instead of none. Opening one is no denied attempt.
    pub instead: Vec<(PathBuf, String)>,
    /// Like `hidden`, but the names within are hidden as well: such a folder is empty, and opening it is
    /// reported. Asking for something in it is not.
    pub closed: Vec<PathBuf>,
    /// Files and folders that are passed through: changes there are real. They must exist. Sockets there
    /// cannot be connected to.
    pub through: Vec<PathBuf>,
    /// Hosts it may reach.
    pub network: Network,
    /// What it shares with the worlds of other commands; None: nothing.
    pub shared: Option<&'a Shared>,
    /// Whether of that it shares only the folders aside: a command that sees or reaches more than the others must be
    /// apart from them. One that reaches hosts always is.
    pub apart: bool,
    /// Whether attempts to change something read-only are also watched and reported, at some cost for each
    /// change; otherwise only attempts to reach others are.
    pub watch_files: bool,
    /// Its resource limits.
    pub limits: Limits,
}

impl World<'_> {
    /// Whether its processes and its network are shared.
    pub(crate) fn shares_all(&self) -> bool {
        !self.apart && self.network == Network::None
    }
}

/// Hosts that a command may reach.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Network {
    /// None; each attempt is denied and reported.
    #[default]
    None,
    /// Any but this machine, by TCP.
    Any,
    /// These (`example.com`, `*.example.com`, `example.com:443`, `127.0.0.1:8080`), by TCP; other attempts
    /// are denied and reported. Without a port, all ports are allowed.
    Hosts(Vec<String>),
    /// Like [`Hosts`](Self::Hosts), but only for the command itself, while it runs this program: what it starts
    /// reaches nobody, nor does it once it has replaced itself. `argv` must begin with an absolute path.
    Client {
        /// The hosts.
        hosts: Vec<String>,
        /// The program.
        program: PathBuf,
        /// If any, the programs that start that one: then it connects wherever it was started by nothing but these
        /// and the command, until a program that is none of all these runs another.
        starters: Vec<PathBuf>,
    },
}

/// Resource limits of a command. Exceeding one ends it and everything it started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time; None: unlimited.
    pub time: Option<Duration>,
    /// How long it may only wait after a host was denied: most programs then try again, in vain; None: as long
    /// as it likes.
    pub waiting: Option<Duration>,
    /// Bytes of memory, all its processes together. Where the machine does not count that, it is measured often.
    pub memory: u64,
    /// Number of processes and threads at once.
    pub processes: u64,
    /// Bytes it may write: the size of its layers plus its private files. With a copy, what they grow by.
    pub disk: u64,
}

impl Default for Limits {
    fn default() -> Self {
        let time = Some(Duration::from_secs(120));
        Self { time, waiting: None, memory: 4 << 30, processes: 512, disk: 2 << 30 }
    }
}
