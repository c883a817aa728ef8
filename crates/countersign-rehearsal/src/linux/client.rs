//! The processes of a world that may reach hosts, where only a known client may: the first one, while it runs the
//! program that it was started with, or a helper that nothing but the client's own programs have started.
//!
//! Nothing that the first process starts can pass for it, change its memory or take its sockets: `kin` lets nobody
//! trace what started it, `/proc` is read-only, and `pidfd_getfd` is denied. Whether a process runs one of these
//! programs is asked of the kernel, never of its words. Once the first one replaces itself, or, with a helper,
//! anything else runs a program, the right is gone for good: what else has run could have chosen a helper's words.

use std::{fs, os::unix::fs::MetadataExt as _, path::PathBuf};

use super::kin;
use crate::Network;

/// The number of the command in its world: the first process after the init process. While it lives nobody else
/// has it, and the world ends with it.
const FIRST: i32 = 2;
/// How many processes there may be between a helper and the command.
const BETWEEN: usize = 8;

/// A file, by device and inode.
type Program = (u64, u64);

/// Whether a process may reach the hosts of a world.
#[derive(Debug, Clone)]
pub enum Client {
    /// Every process may.
    Anybody,
    /// Those that run this program.
    Only {
        /// None: it does not exist, so nobody may.
        program: Option<Program>,
        /// What may start it; if empty, it is the first process.
        starters: Vec<Program>,
        /// Whether something else has run.
        over: bool,
    },
}

impl Client {
    /// Creates it for the network of a world.
    pub fn new(network: &Network) -> Self {
        let file = |path: &PathBuf| fs::metadata(path).ok().map(|about| (about.dev(), about.ino()));
        match network {
            Network::None | Network::Any | Network::Hosts(_) => Self::Anybody,
            Network::Client { program, starters, .. } => {
                let starters = starters.iter().filter_map(file).collect();
                Self::Only { program: file(program), starters, over: false }
            }
        }
    }

    /// Whether that thread may reach hosts.
    pub fn may_connect(&self, thread: u32) -> bool {
        let (program, starters) = match self {
            Self::Anybody => return true,
            Self::Only { program: Some(program), starters, over: false } => (program, starters),
            Self::Only { .. } => return false,
        };
        let Some(process) = process_of(thread) else { return false };
        let runs = runs(process) == Some(*program);
        runs && if starters.is_empty() { is_first(process) } else { is_started_by(process, starters) }
    }

    /// Notes that a thread is about to run another program.
    pub fn runs_another(&mut self, thread: u32) {
        // The program that the command is started with was let through before anything else is handed over.
        if let Self::Only { program, starters, over } = self {
            let known = process_of(thread).is_some_and(|process| match starters.is_empty() {
                true => !is_first(process),
                false => runs(process).is_some_and(|file| *program == Some(file) || starters.contains(&file)),
            });
            *over |= !known;
        }
    }
}

fn process_of(thread: u32) -> Option<i32> {
    kin::field(i32::try_from(thread).ok()?, "Tgid:")
}

fn runs(process: i32) -> Option<Program> {
    fs::metadata(format!("/proc/{process}/exe")).ok().map(|about| (about.dev(), about.ino()))
}

fn is_first(process: i32) -> bool {
    kin::field(process, "NStgid:") == Some(FIRST)
}

/// Whether the command has started a process, with nothing between them but these programs.
fn is_started_by(process: i32, starters: &[Program]) -> bool {
    let mut at = process;
    for _ in 0..BETWEEN {
        let Some(parent) = kin::field(at, "PPid:") else { return false };
        if !runs(parent).is_some_and(|file| starters.contains(&file)) {
            return false;
        }
        if is_first(parent) {
            return true;
        }
        at = parent;
    }
    false
}
