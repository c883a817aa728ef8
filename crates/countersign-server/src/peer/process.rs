//! One process, from `/proc`. The process may exit, or its id be reused, at any time while it is read.

use std::{
    fs::{self, File},
    io::{self, Read as _},
};

use countersign_core::agent::AgentProcess;
use rustix::process::{Pid, test_kill_process};

use super::marks::{self, Mark};

/// How much of a process's environment is read.
const MAX_ENVIRON_BYTES: u64 = 8 << 20;

/// A process among the ancestors of a peer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// When it was started, in clock ticks.
    pub started: u64,
    /// Its name.
    pub name: String,
    /// What its environment says about its origin.
    pub says: Says,
}

/// What a process's environment says about its origin. The process controls it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Says {
    /// What Countersign started it for.
    pub started_for: Option<String>,
    /// The agent's mark.
    pub mark: Option<Mark>,
}

/// The contents of a stat file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stat {
    pub name: String,
    pub ended: bool,
    pub parent: u32,
    pub started: u64,
}

/// Why a process cannot be inspected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// It exited.
    Gone,
    /// It exists, but is hidden from us.
    Hidden,
}

/// Returns when a process was started, if it can be inspected.
pub fn started(pid: u32) -> Option<u64> {
    Stat::read(pid).ok().map(|s| s.started)
}

/// Returns the boot id of this machine.
pub fn boot() -> Option<String> {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").ok().map(|id| id.trim().to_owned())
}

impl Stat {
    /// Reads a process.
    pub fn read(pid: u32) -> Result<Self, Missing> {
        // A name may be any bytes.
        match fs::read(format!("/proc/{pid}/stat")) {
            Ok(bytes) => Self::parse(&String::from_utf8_lossy(&bytes)).ok_or(Missing::Hidden),
            Err(_) if exists(pid) => Err(Missing::Hidden),
            Err(_) => Err(Missing::Gone),
        }
    }

    /// Parses the line. The name is in parentheses and may itself contain spaces and parentheses, so the rest begins
    /// after the last one.
    fn parse(line: &str) -> Option<Self> {
        let (head, tail) = line.rsplit_once(')')?;
        let (_, name) = head.split_once('(')?;
        let fields: Vec<&str> = tail.split_ascii_whitespace().collect();
        Some(Self {
            name: name.to_owned(),
            ended: matches!(*fields.first()?, "Z" | "X" | "x"),
            parent: fields.get(1)?.parse().ok()?,
            started: fields.get(19)?.parse().ok()?,
        })
    }
}

fn exists(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return false };
    !matches!(test_kill_process(pid), Err(rustix::io::Errno::SRCH))
}

/// Returns what a process says about its origin, if we may read its environment.
pub fn says(pid: u32) -> Says {
    let Ok(environ) = environ(pid) else { return Says::default() };
    let started_for = marks::variable(&environ, AgentProcess::MARKER).map(name);
    Says { started_for, mark: marks::among(&environ) }
}

/// Returns a value, truncated to the length of a name.
fn name(value: &[u8]) -> String {
    let value = String::from_utf8_lossy(value);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '@');
    let name: String = value.chars().filter(|c| plain(*c)).take(64).collect();
    if name.is_empty() { "an agent".to_owned() } else { name }
}

fn environ(pid: u32) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(format!("/proc/{pid}/environ"))?.take(MAX_ENVIRON_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the processes that hold a socket, among those that we may inspect.
pub fn holders(inode: u64) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|e| e.file_name().to_str()?.parse::<u32>().ok());
    let wanted = format!("socket:[{inode}]");
    let holds = |pid: &u32| {
        let fds = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        fds.into_iter().any(|fd| fs::read_link(fd.path()).is_ok_and(|to| to.as_os_str() == wanted.as_str()))
    };
    pids.filter(holds).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(name: &str, parent: u32, started: u64) -> String {
        let zeros = "0 ".repeat(17);
        format!("42 ({name}) S {parent} {zeros}{started} 1 2 3\n")
    }

    #[test]
    fn a_name_with_parentheses_and_spaces_cannot_pretend_to_be_the_rest() {
        for name in ["bash", "a b", ") S 1 0 0", "((", "))", "", "x) R 1 (y", "\u{fffd}\n"] {
            let stat = Stat::parse(&line(name, 7, 99)).unwrap();
            assert_eq!((stat.name.as_str(), stat.parent, stat.started, stat.ended), (name, 7, 99, false));
        }
    }

    #[test]
    fn what_is_no_stat_line_is_none() {
        for text in ["", "42", "42 (bash", "42 (bash) S", "42 (bash) S x", "42 (bash) S 1 2 3"] {
            assert_eq!(Stat::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn we_find_ourselves_and_nobody_at_a_number_that_is_not_given() {
        let own = Stat::read(std::process::id()).unwrap();
        assert_eq!(own.parent, std::os::unix::process::parent_id());
        assert_eq!(started(std::process::id()), Some(own.started));
        assert_eq!(Stat::read(u32::MAX), Err(Missing::Gone));
        assert_eq!(Stat::read(i32::MAX.unsigned_abs()), Err(Missing::Gone));
    }
}
