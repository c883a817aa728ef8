//! Ends all that a process has started, in a namespace that others use as well.

use std::{
    collections::BTreeSet,
    fs,
    os::fd::{AsRawFd as _, RawFd},
    thread,
    time::Duration,
};

use super::{birth::owned, kin, sys};

/// How often is looked for more, and at which interval: what is being killed may start more just before.
const ROUNDS: usize = 500;
const INTERVAL: Duration = Duration::from_millis(1);
/// Maximum number of processes looked at.
const MOST: usize = 65_536;

/// Kills everything that the process of `pidfd` has started, and what that has started; not the process itself. Returns
/// whether nothing is left: if this kernel does not list children, that is not known.
pub fn kill_below(pidfd: RawFd) -> bool {
    let Some(first) = number_of(pidfd) else { return true };
    if fs::read_to_string(format!("/proc/{first}/task/{first}/children")).is_err() {
        // It has ended, and so has all that was below it, or nothing is listed here.
        return number_of(pidfd).is_none();
    }
    for _ in 0..ROUNDS {
        let found = below(first);
        if found.is_empty() {
            return true;
        }
        let open = found.into_iter().filter_map(|pid| {
            let fd = sys::pidfd_open(u32::try_from(pid).ok()?).ok()?;
            Some((pid, owned(fd)))
        });
        let open: Vec<_> = open.collect();
        // Whoever is still there was opened by that number, and not another process that has the number now.
        let still = below(first);
        for (_, fd) in open.iter().filter(|(pid, _)| still.contains(pid)) {
            // It may have ended just now.
            let _ = sys::kill(fd.as_raw_fd());
        }
        thread::sleep(INTERVAL);
    }
    false
}

fn below(first: i32) -> BTreeSet<i32> {
    let (mut found, mut open) = (BTreeSet::new(), vec![first]);
    while let Some(process) = open.pop() {
        for child in kin::children(process) {
            if found.len() < MOST && found.insert(child) {
                open.push(child);
            }
        }
    }
    found
}

/// Returns the number of a process in this namespace; None: it has ended.
fn number_of(pidfd: RawFd) -> Option<i32> {
    let text = fs::read_to_string(format!("/proc/self/fdinfo/{pidfd}")).ok()?;
    let number = text.lines().find_map(|line| line.strip_prefix("Pid:"))?;
    number.trim().parse().ok().filter(|pid| *pid > 0)
}
