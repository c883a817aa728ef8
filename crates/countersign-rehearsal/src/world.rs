//! What is to be run, and in what world.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use crate::Layers;

/// A command, complete: nothing is taken from the surroundings of whoever starts it.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// The program, as an absolute path or to be found on the `PATH` of `env`, and its arguments.
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
    /// Those of the calling process: a person's terminal.
    Inherited,
}

/// The world that a command runs in. Everything that is not named here can be read and not changed. It has layers of its own
/// over `/tmp` and `/var/tmp`, and a `/dev/shm` of its own: what is changed there goes with it. Where the kernel allows no such
/// layers, all three stand empty, and trying to open a file of the real ones is told as denied, as far as there are not too many.
#[derive(Debug)]
pub struct World<'a> {
    /// The folders that it may change, copy on write.
    pub layers: &'a Layers,
    /// Folders that it sees as they are, wherever they lie, and cannot change: reading there costs nothing besides.
    pub still: Vec<PathBuf>,
    /// Files and folders that it must not see: what stands there has the same names, as far as there are not too many, with
    /// nothing in them. Trying to open one is told as denied. What is not there need not be hidden, and is left out.
    pub hidden: Vec<PathBuf>,
    /// The same for files and folders of which not even the names within are to be seen: such a folder stands empty, and opening
    /// it is told. Asking for something in it is not.
    pub closed: Vec<PathBuf>,
    /// Files and folders that are let through: changes there are real. They must be there. Others are not reached by sockets there.
    pub through: Vec<PathBuf>,
    /// Which hosts it may reach.
    pub network: Network,
    /// Whether attempts to change what is read-only are watched and told, too, at some cost for each change;
    /// without it only attempts to reach others are.
    pub watch_files: bool,
    /// What it may take.
    pub limits: Limits,
}

/// Which hosts a command may reach.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Network {
    /// None; each attempt is denied and told.
    #[default]
    None,
    /// These (`example.com`, `*.example.com`, `example.com:443`, `127.0.0.1:8080`), by TCP; each other attempt is denied and
    /// told. Without a port, all ports are meant.
    Hosts(Vec<String>),
}

/// What a command may take. Whatever is over ends it with all that it started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time by the clock; none: as long as it likes.
    pub time: Option<Duration>,
    /// Bytes of memory, all its processes together where the machine can count so, else each.
    pub memory: u64,
    /// Processes and threads at once.
    pub processes: u64,
    /// Bytes that it may write into its world: what its layers hold, together with its private files. With a copy, what
    /// they grow by.
    pub disk: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Some(Duration::from_secs(120)), memory: 4 << 30, processes: 512, disk: 2 << 30 }
    }
}
