//! A control group that counts a world's processes together, where one can be created.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{Limit, Limits};

/// Where the unified hierarchy of control groups is mounted.
const MOUNTED: &str = "/sys/fs/cgroup";

/// A control group, removed on drop.
#[derive(Debug)]
pub struct Group {
    folder: PathBuf,
    memory: bool,
}

impl Group {
    /// Creates one beside the caller's own or below it, with these limits; None if not possible.
    pub fn make(limits: &Limits) -> Option<Self> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let own = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let own = Path::new(MOUNTED).join(own);
        // A group with processes of its own cannot delegate memory, so one beside it is tried first.
        own.parent()
            .filter(|parent| parent.starts_with(MOUNTED))
            .into_iter()
            .chain([own.as_path()])
            .find_map(|folder| Self::make_in(folder, limits).filter(Self::counts_memory))
    }

    /// Creates one in `folder`; None if not possible, or if it does not count processes.
    fn make_in(folder: &Path, limits: &Limits) -> Option<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let n = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = folder.join(format!("countersign-{}-{n}", process::id()));
        fs::create_dir(&folder).ok()?;
        let mut group = Self { folder, memory: false };
        group.set("pids.max", limits.processes).ok()?;
        group.memory = group.set("memory.max", limits.memory).is_ok();
        if group.memory {
            // Swap must not extend the memory limit, and a partly killed command is useless.
            let _ = group.set("memory.swap.max", 0);
            let _ = group.set("memory.oom.group", 1);
        }
        Some(group)
    }

    fn set(&self, name: &str, value: u64) -> io::Result<()> {
        let file = self.folder.join(name);
        // On other file systems, opening a missing file would create it.
        if !file.exists() {
            return Err(io::ErrorKind::NotFound.into());
        }
        fs::write(file, value.to_string())
    }

    /// Whether it counts memory.
    pub fn counts_memory(&self) -> bool {
        self.memory
    }

    /// Adds a process, and so everything it starts.
    pub fn join(&self, pid: i32) -> io::Result<()> {
        fs::write(self.folder.join("cgroup.procs"), pid.to_string())
    }

    /// Returns the limits that were exceeded.
    pub fn over(&self) -> Vec<Limit> {
        let told = |file: &str, word: &str| {
            let text = fs::read_to_string(self.folder.join(file)).unwrap_or_default();
            text.lines().any(|line| line.strip_prefix(word).is_some_and(|n| n.trim() != "0"))
        };
        let memory = told("memory.events", "oom_kill ").then_some(Limit::Memory);
        let processes = told("pids.events", "max ").then_some(Limit::Processes);
        memory.into_iter().chain(processes).collect()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // It is empty, unless the kernel is still busy; an empty group left behind is harmless.
        let _ = fs::remove_dir(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::Write as _,
        process::{Command, Stdio},
    };

    /// Creates a group wherever this machine counts processes and lets us, if anywhere: cgroup v1 has the
    /// same files.
    fn somewhere(limits: &Limits) -> Option<Group> {
        Group::make(limits).or_else(|| Group::make_in(&Path::new(MOUNTED).join("pids"), limits))
    }

    #[test]
    fn a_group_counts_bounds_and_goes() {
        let limits = Limits { processes: 4, ..Limits::default() };
        let Some(group) = somewhere(&limits) else {
            return println!("this user can make no control group here");
        };
        let script = "read go; sleep 1 & sleep 1 & sleep 1 & sleep 1 & sleep 1 & kill 0";
        let mut command = Command::new("setsid");
        let mut child =
            command.args(["sh", "-c", script]).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        group.join(child.id() as i32).unwrap();
        assert_eq!(group.over(), []);
        child.stdin.take().unwrap().write_all(b"go\n").unwrap();
        child.wait().unwrap();
        assert_eq!(group.over(), [Limit::Processes]);
        let folder = group.folder.clone();
        // Killed processes may take a moment to disappear.
        let empty = |_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            fs::read_to_string(folder.join("cgroup.procs")).is_ok_and(|text| text.is_empty())
        };
        assert!((0..500).any(empty));
        drop(group);
        assert!(!folder.exists());
    }

    #[test]
    fn where_nothing_is_counted_there_is_no_group() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Group::make_in(folder.path(), &Limits::default()).is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left");
    }
}
