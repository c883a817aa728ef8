//! The one process of a world that may reach hosts, where only a known client may: the first one, while it runs
//! the program that it was started with.
//!
//! Nothing that it starts can pass for it, change its memory or take its sockets: `kin` lets nobody trace what
//! started it, `/proc` is read-only, and `pidfd_getfd` is denied. Once it replaces itself by another program, its
//! right is gone for good.

use std::{fs, os::unix::fs::MetadataExt as _};

use super::kin;
use crate::Network;

/// The number of the command in its world: the first process after the init process. While it lives nobody else
/// has it, and the world ends with it.
const FIRST: i32 = 2;

/// Whether a process may reach the hosts of a world.
#[derive(Debug, Clone)]
pub enum Client {
    /// Every process may.
    Anybody,
    /// The first one, while it runs this file (device and inode).
    First {
        /// None: the program does not exist, so nobody may.
        program: Option<(u64, u64)>,
        /// Whether it has replaced itself.
        replaced: bool,
    },
}

impl Client {
    /// Creates it for the network of a world.
    pub fn new(network: &Network) -> Self {
        match network {
            Network::None | Network::Hosts(_) => Self::Anybody,
            Network::Client { program, .. } => {
                let program = fs::metadata(program).ok().map(|about| (about.dev(), about.ino()));
                Self::First { program, replaced: false }
            }
        }
    }

    /// Whether that thread may reach hosts.
    pub fn may_connect(&self, thread: u32) -> bool {
        match self {
            Self::Anybody => true,
            Self::First { replaced, .. } => !replaced && self.is(thread),
        }
    }

    /// Notes that a thread is about to run another program.
    pub fn runs_another(&mut self, thread: u32) {
        // The program that it is started with was let through before anything else is handed over.
        if let Self::First { replaced, .. } = self {
            *replaced |= is_first(thread);
        }
    }

    fn is(&self, thread: u32) -> bool {
        let Self::First { program: Some(program), .. } = self else { return false };
        let runs = fs::metadata(format!("/proc/{thread}/exe")).map(|about| (about.dev(), about.ino()));
        is_first(thread) && runs.is_ok_and(|runs| runs == *program)
    }
}

fn is_first(thread: u32) -> bool {
    i32::try_from(thread).is_ok_and(|thread| kin::field(thread, "NStgid:") == Some(FIRST))
}
