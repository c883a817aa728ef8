//! What a world takes, looked at now and then: what the kernel does not limit by itself, and what it does not tell.

use std::{
    ffi::OsStr,
    fs, io,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::fs::MetadataExt as _,
    },
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{birth::Born, birth::Order, group::Group};
use crate::{Layers, Limit, Limits, Manner};

/// How often it is looked at in the beginning, and at most how seldom later.
const OFTEN: Duration = Duration::from_millis(10);
const SELDOM: Duration = Duration::from_millis(200);
/// Looking may take this part of the time.
const SHARE: u32 = 20;
/// So much must be left of the disk, whatever the limit is.
const RESERVE: u64 = 256 << 20;

/// Looks at what a world takes.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    layers: Layers,
    /// What the copies weighed in the beginning.
    before: u64,
    group: Option<Group>,
    processes: Processes,
    private: Option<OwnedFd>,
    due: Instant,
    pause: Duration,
}

/// How the processes of a world are found.
#[derive(Debug)]
enum Processes {
    /// By the world's own list.
    Listed(OwnedFd),
    /// Among all, by the namespace that they are in.
    In(PathBuf),
}

/// What a world's processes take together.
#[derive(Debug, Default, PartialEq, Eq)]
struct Taken {
    threads: u64,
    bytes: u64,
}

impl Meter {
    /// Begins to look.
    pub fn new(order: &Order, born: &mut Born) -> Self {
        let layers = order.layers.clone();
        let before = if layers.manner == Manner::Copy { weight(&layers, u64::MAX) } else { 0 };
        Self {
            limits: order.limits,
            layers,
            before,
            group: born.group.take(),
            processes: match born.processes.take() {
                Some(list) => Processes::Listed(list),
                None => Processes::In(born.namespace.clone()),
            },
            private: born.private.take(),
            due: Instant::now() + OFTEN,
            pause: OFTEN,
        }
    }

    /// When to look again.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Counts the processes at once, where the kernel does not; the limit that was run into.
    pub fn count(&self) -> Option<Limit> {
        if self.group.is_none() { self.uncounted() } else { None }
    }

    /// Looks, if it is time; the limit that was run into.
    pub fn over(&mut self) -> Option<Limit> {
        let begun = Instant::now();
        if begun < self.due {
            return None;
        }
        let over = self.look();
        self.pause = (self.pause * 5 / 4).min(SELDOM);
        self.due = Instant::now() + self.pause.max(begun.elapsed() * SHARE);
        over
    }

    fn look(&self) -> Option<Limit> {
        let counted = match &self.group {
            Some(group) => group.over().first().copied(),
            None => self.uncounted(),
        };
        counted.or_else(|| self.disk_is_full().then_some(Limit::Disk))
    }

    /// The folder of the world's private ones.
    pub fn private(&self) -> Option<&OwnedFd> {
        self.private.as_ref()
    }

    /// The limits that were run into at the very end.
    pub fn last(&self) -> Vec<Limit> {
        self.group.as_ref().map(Group::over).unwrap_or_default()
    }

    fn uncounted(&self) -> Option<Limit> {
        let taken = taken(&self.processes, self.limits.processes);
        if taken.threads >= self.limits.processes {
            return Some(Limit::Processes);
        }
        (taken.bytes > self.limits.memory).then_some(Limit::Memory)
    }

    fn disk_is_full(&self) -> bool {
        let left = |stat: rustix::fs::StatVfs| stat.f_bavail.saturating_mul(stat.f_frsize);
        let used = |stat: &rustix::fs::StatVfs| (stat.f_blocks - stat.f_bfree).saturating_mul(stat.f_frsize);
        let private = self.private.as_ref().and_then(|fd| rustix::fs::fstatvfs(fd).ok());
        if private.as_ref().is_some_and(|stat| stat.f_bavail == 0 || stat.f_favail == 0) {
            return true;
        }
        // What was deleted and is still open weighs, too, and is found by what is left.
        if rustix::fs::statvfs(&self.layers.folder)
            .is_ok_and(|stat| left(stat) < RESERVE.min(self.limits.disk))
        {
            return true;
        }
        let most = self.limits.disk.saturating_add(self.before);
        weight(&self.layers, most) + private.as_ref().map_or(0, used) > most
    }
}

/// The bytes of all files in the layers, as far as needed to know that they are more than `most`.
fn weight(layers: &Layers, most: u64) -> u64 {
    let folder = |n| match layers.manner {
        Manner::Overlay => layers.upper(n).0,
        Manner::Copy => layers.copy(n),
    };
    let mut open: Vec<PathBuf> = (0..layers.roots.len()).map(folder).collect();
    let mut sum = 0;
    while let Some(path) = open.pop() {
        let Ok(entries) = fs::read_dir(&path) else { continue };
        for entry in entries.flatten() {
            let Ok(stat) = entry.metadata() else { continue };
            sum += stat.blocks() * 512;
            if stat.is_dir() {
                open.push(entry.path());
            }
        }
        if sum > most {
            break;
        }
    }
    sum
}

/// What the processes of a world take; as far as needed to know that there are `most`.
fn taken(processes: &Processes, most: u64) -> Taken {
    let list = match processes {
        Processes::Listed(list) => PathBuf::from(format!("/proc/self/fd/{}", list.as_raw_fd())),
        Processes::In(_) => PathBuf::from("/proc"),
    };
    let mut taken = Taken::default();
    let Ok(entries) = fs::read_dir(&list) else { return taken };
    for entry in entries.flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let counts = match processes {
            // The first process is ours, and a copy of this one.
            Processes::Listed(_) => name != OsStr::new("1"),
            // Nobody may look into the first one, so that it is not found.
            Processes::In(namespace) => fs::read_link(path.join("ns/pid")).is_ok_and(|one| one == *namespace),
        };
        if !counts || !name.as_encoded_bytes().iter().all(u8::is_ascii_digit) {
            continue;
        }
        let Ok(one) = one(&path) else { continue };
        taken.threads += one.threads;
        taken.bytes += one.bytes;
        if taken.threads >= most {
            break;
        }
    }
    taken
}

fn one(process: &Path) -> io::Result<Taken> {
    let text = fs::read_to_string(process.join("status"))?;
    let number = |word: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(word));
        line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0)
    };
    Ok(Taken { threads: number("Threads:"), bytes: number("RssAnon:") * 1024 })
}
