//! Measures a world's resource use periodically, where the kernel does not enforce or report a limit.

use std::{
    ffi::OsStr,
    fs, io,
    os::{
        fd::{AsRawFd as _, OwnedFd},
        unix::fs::MetadataExt as _,
    },
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{birth::Born, birth::Order, group::Group};
use crate::{Aside, Layers, Limit, Limits, Manner};

/// The shortest and the longest interval between measurements.
const OFTEN: Duration = Duration::from_millis(10);
const SELDOM: Duration = Duration::from_millis(200);
/// Measuring may take this fraction of the time (1/20).
const SHARE: u32 = 20;
/// A command that uses more than this fraction of its memory (1/4) is measured often.
const PLENTY: u64 = 4;
/// The kernel's unit of processor time, per second.
const TICKS: u128 = 100;
/// Free disk space that must remain, whatever the limit.
const RESERVE: u64 = 256 << 20;

/// When folders aside are first measured, and how often after that: they may hold very many files.
const ASIDES_AFTER: Duration = Duration::from_secs(1);
const ASIDES_EVERY: Duration = Duration::from_secs(10);

/// Measures what a world uses.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    /// The folders of the layers, held open: they are measured wherever they are moved.
    layers: Vec<OwnedFd>,
    /// Initial size of the copies.
    before: u64,
    group: Option<Group>,
    processes: Processes,
    private: Option<OwnedFd>,
    due: Instant,
    pause: Duration,
    /// Whether it uses so much memory that it must be measured often.
    hurries: bool,
    /// Since when it only waits.
    idle: Idle,
    asides: Vec<Aside>,
    asides_due: Instant,
    /// The thread that measures the folders aside.
    measuring: Option<JoinHandle<()>>,
    /// The folder aside that became too large.
    full: Arc<OnceLock<PathBuf>>,
}

/// A time since when processes have used next to no processor time, and what they had used then.
#[derive(Debug)]
struct Idle {
    since: Instant,
    ticks: u64,
}

/// How a world's processes are found.
#[derive(Debug)]
enum Processes {
    /// By the world's own /proc.
    Listed(OwnedFd),
    /// In the machine's /proc, by their namespace.
    In(PathBuf),
}

/// What a world's processes use together.
#[derive(Debug, Default, PartialEq, Eq)]
struct Taken {
    threads: u64,
    bytes: u64,
    /// Memory that processes can share, counted for each of them.
    shared: u64,
}

impl Meter {
    /// Starts measuring.
    pub fn new(order: &Order, born: &mut Born) -> Self {
        let layers = folders(&order.layers);
        let before = if order.layers.manner == Manner::Copy { layers_weight(&layers, u64::MAX) } else { 0 };
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
            hurries: false,
            idle: Idle { since: Instant::now(), ticks: 0 },
            asides: order.asides.clone(),
            asides_due: Instant::now() + ASIDES_AFTER,
            measuring: None,
            full: Arc::default(),
        }
    }

    /// Returns the folder aside that became too large.
    pub fn full(&self) -> Option<PathBuf> {
        self.full.get().cloned()
    }

    /// Returns when to measure next.
    pub fn due(&self) -> Instant {
        self.due
    }

    /// Counts the processes now if the kernel does not; returns the exceeded limit.
    pub fn count(&self) -> Option<Limit> {
        if self.group.is_none() { self.uncounted() } else { None }
    }

    /// Measures if due; returns the exceeded limit.
    pub fn over(&mut self) -> Option<Limit> {
        let begun = Instant::now();
        if begun < self.due {
            return None;
        }
        let over = self.look();
        self.pause = if self.hurries { OFTEN } else { (self.pause * 5 / 4).min(SELDOM) };
        self.due = Instant::now() + self.pause.max(begun.elapsed() * SHARE);
        over
    }

    fn look(&mut self) -> Option<Limit> {
        if self.limits.waiting.is_some() {
            self.note_work();
        }
        self.measure_asides();
        let counted = match &self.group {
            Some(group) => group.over().first().copied(),
            None => {
                let taken = taken(&self.processes, self.limits.processes);
                self.hurries = (taken.bytes + taken.shared) * PLENTY > self.limits.memory;
                self.exceeded(&taken)
            }
        };
        let aside = || self.full.get().map(|_| Limit::Aside);
        counted.or_else(aside).or_else(|| self.disk_is_full().then_some(Limit::Disk))
    }

    /// Measures the folders aside in another thread if due: the command waits for this one.
    fn measure_asides(&mut self) {
        let is_measuring = self.measuring.as_ref().is_some_and(|thread| !thread.is_finished());
        if self.asides.is_empty() || is_measuring || Instant::now() < self.asides_due {
            return;
        }
        self.asides_due = Instant::now() + ASIDES_EVERY;
        let (asides, full) = (self.asides.clone(), Arc::clone(&self.full));
        let measure = move || {
            let is_full = |aside: &&Aside| weight(vec![aside.upper()], aside.most) > aside.most;
            if let Some(aside) = asides.iter().find(is_full) {
                let _first = full.set(aside.path.clone());
            }
        };
        // Without a thread it is tried again later.
        self.measuring = thread::Builder::new().name("measure".to_owned()).spawn(measure).ok();
    }

    /// Returns since when its processes have only waited. That is measured if a limit depends on it.
    pub fn idle_since(&self) -> Instant {
        self.idle.since
    }

    /// Notes whether a process works: waits for a disk, or uses more than a twentieth of the time.
    fn note_work(&mut self) {
        let (mut ticks, mut works) = (0, false);
        for path in all(&self.processes) {
            let Ok(text) = fs::read_to_string(path.join("stat")) else { continue };
            // The name of a program can contain anything, so fields are counted from its end.
            let mut fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
            works |= fields.next() == Some("D");
            // Its own time and that of its children, both as user and as system.
            ticks += fields.skip(10).take(4).filter_map(|n| n.parse::<u64>().ok()).sum::<u64>();
        }
        let spare = self.idle.since.elapsed().as_millis() / (1_000 / TICKS) / 20 + 1;
        if works || u128::from(ticks.saturating_sub(self.idle.ticks)) > spare {
            self.idle = Idle { since: Instant::now(), ticks };
        }
        // Processes that have ended take their time with them.
        self.idle.ticks = self.idle.ticks.min(ticks);
    }

    /// Returns the folder of the private files.
    pub fn private(&self) -> Option<&OwnedFd> {
        self.private.as_ref()
    }

    /// Returns the limits exceeded at the very end.
    pub fn last(&self) -> Vec<Limit> {
        self.group.as_ref().map(Group::over).unwrap_or_default()
    }

    fn uncounted(&self) -> Option<Limit> {
        self.exceeded(&taken(&self.processes, self.limits.processes))
    }

    fn exceeded(&self, taken: &Taken) -> Option<Limit> {
        if taken.threads >= self.limits.processes {
            return Some(Limit::Processes);
        }
        let most = self.limits.memory;
        // What is shared is only divided among its users where that matters: it takes long.
        let over = taken.bytes > most
            || taken.bytes + taken.shared > most && taken.bytes + shared(&self.processes) > most;
        over.then_some(Limit::Memory)
    }

    fn disk_is_full(&self) -> bool {
        let left = |stat: rustix::fs::StatVfs| stat.f_bavail.saturating_mul(stat.f_frsize);
        let used = |stat: &rustix::fs::StatVfs| (stat.f_blocks - stat.f_bfree).saturating_mul(stat.f_frsize);
        let private = self.private.as_ref().and_then(|fd| rustix::fs::fstatvfs(fd).ok());
        if private.as_ref().is_some_and(|stat| stat.f_bavail == 0 || stat.f_favail == 0) {
            return true;
        }
        // Deleted files that are still open use space, too; only the free space shows that.
        let reserve = RESERVE.min(self.limits.disk);
        let stores = self.asides.first().map(|aside| &aside.store);
        let is_short = |at: &PathBuf| rustix::fs::statvfs(at).is_ok_and(|stat| left(stat) < reserve);
        let is_on_short = |at: &OwnedFd| rustix::fs::fstatvfs(at).is_ok_and(|stat| left(stat) < reserve);
        if self.layers.iter().any(is_on_short) || stores.is_some_and(is_short) {
            return true;
        }
        let most = self.limits.disk.saturating_add(self.before);
        layers_weight(&self.layers, most) + private.as_ref().map_or(0, used) > most
    }
}

/// Opens the folders that hold the changes of a world.
fn folders(layers: &Layers) -> Vec<OwnedFd> {
    let folder = |n| match layers.manner {
        Manner::Overlay => layers.upper(n).0,
        Manner::Copy => layers.copy(n),
    };
    let open = |path: PathBuf| fs::File::open(path).ok().map(OwnedFd::from);
    (0..layers.roots.len()).map(folder).filter_map(open).collect()
}

/// Adds up the sizes of the files in the layers; stops above `most`.
fn layers_weight(layers: &[OwnedFd], most: u64) -> u64 {
    weight(layers.iter().map(|fd| PathBuf::from(format!("/proc/self/fd/{}", fd.as_raw_fd()))).collect(), most)
}

/// Adds up the sizes of the files in some folders; stops above `most`.
fn weight(mut open: Vec<PathBuf>, most: u64) -> u64 {
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

/// Adds up what the processes of a world use; stops at `most`.
fn taken(processes: &Processes, most: u64) -> Taken {
    let mut taken = Taken::default();
    for one in all(processes).iter().filter_map(|path| one(path).ok()) {
        taken.threads += one.threads;
        taken.bytes += one.bytes;
        taken.shared += one.shared;
        if taken.threads >= most {
            break;
        }
    }
    taken
}

/// Adds up the memory that processes can share, each with its part of it.
fn shared(processes: &Processes) -> u64 {
    let part = |path: &PathBuf| {
        let text = fs::read_to_string(path.join("smaps_rollup")).unwrap_or_default();
        let told = number(&text, "Pss_Shmem:");
        told.or_else(|| Some(one(path).ok()?.shared / 1024)).unwrap_or(0) * 1024
    };
    all(processes).iter().map(part).sum()
}

/// Returns the folders of the processes of a world in `/proc`.
fn all(processes: &Processes) -> Vec<PathBuf> {
    let list = match processes {
        Processes::Listed(list) => PathBuf::from(format!("/proc/self/fd/{}", list.as_raw_fd())),
        Processes::In(_) => PathBuf::from("/proc"),
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(&list).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let counts = match processes {
            // Those that have no parent here are ours: copies of this process.
            Processes::Listed(_) => name != OsStr::new("1") && has_parent(&path),
            // Process 1 is not dumpable, so its namespace cannot be read and it is not counted.
            Processes::In(namespace) => fs::read_link(path.join("ns/pid")).is_ok_and(|one| one == *namespace),
        };
        if !counts || !name.as_encoded_bytes().iter().all(u8::is_ascii_digit) {
            continue;
        }
        found.push(path);
    }
    found
}

/// Whether the parent of a process is in the same namespace.
fn has_parent(process: &Path) -> bool {
    let text = fs::read_to_string(process.join("status")).unwrap_or_default();
    number(&text, "PPid:").is_some_and(|parent| parent != 0)
}

fn one(process: &Path) -> io::Result<Taken> {
    let text = fs::read_to_string(process.join("status"))?;
    let number = |word: &str| number(&text, word).unwrap_or(0);
    let (threads, bytes) = (number("Threads:"), number("RssAnon:") * 1024);
    Ok(Taken { threads, bytes, shared: number("RssShmem:") * 1024 })
}

/// Returns the number after a word at the beginning of a line.
fn number(text: &str, word: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(word))?.split_whitespace().next()?.parse().ok()
}
