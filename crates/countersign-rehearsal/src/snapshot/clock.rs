//! The clock that file systems of this machine use for change times.

use std::{io, path::Path};

use countersign_words::say;
use rustix::time::ClockId;

/// The clocks at a beginning.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beginning {
    /// Any later change has this change time or a later one.
    pub since: i128,
    /// How far that clock was ahead of the monotonic one.
    ahead: i128,
    steady: i128,
}

/// The wall clock may be slewed against the monotonic one by one part in this many.
const SLEW: i128 = 500;
/// Maximum difference between two readings of the same clocks, in nanoseconds.
const JITTER: i128 = 100_000;

impl Beginning {
    /// Returns a moment that excludes changes made before `asked`, an earlier time of [`now`]. A change gets
    /// the time of the last tick, or the exact time, and a tick may be late: so this waits for a tick after
    /// `asked`.
    pub fn after(asked: i128) -> Self {
        // Every clock ticks at least every hundredth of a second. If it does not advance, all new entries
        // count.
        for _ in 0..200 {
            if coarse() > asked {
                break;
            }
            std::thread::sleep(std::time::Duration::from_micros(100));
        }
        let (ahead, steady) = ahead();
        Self { since: coarse(), ahead, steady }
    }

    /// Whether a change time lies between the beginning and now.
    pub fn covers(&self, changed: i128) -> bool {
        changed >= self.since && changed <= now()
    }

    /// Fails if the clock was set back meanwhile: change times are then meaningless.
    pub fn went_on(&self) -> io::Result<()> {
        let (ahead, steady) = ahead();
        let passed = steady.saturating_sub(self.steady);
        match ahead + passed / SLEW + JITTER >= self.ahead {
            true => Ok(()),
            false => Err(io::Error::other(say!("effect-clock"))),
        }
    }
}

/// Returns the lower bound of the change time of a change made now.
pub(super) fn coarse() -> i128 {
    #[cfg(target_os = "linux")]
    let clock = ClockId::RealtimeCoarse;
    #[cfg(not(target_os = "linux"))]
    let clock = ClockId::Realtime;
    at(clock)
}

/// Whether a folder is on a file system that uses this machine's clock for change times.
#[cfg(target_os = "linux")]
pub(super) fn notes_changes(folder: &Path) -> bool {
    /// ext2 to ext4, XFS, Btrfs, tmpfs, and F2FS.
    const KNOWN: &[u32] = &[0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010];
    let kind = |about: rustix::fs::StatFs| u32::try_from(about.f_type).ok();
    rustix::fs::statfs(folder).ok().and_then(kind).is_some_and(|kind| KNOWN.contains(&kind))
}

/// Unknown on other systems.
#[cfg(not(target_os = "linux"))]
pub(super) fn notes_changes(_: &Path) -> bool {
    false
}

/// Returns the exact time.
pub(super) fn now() -> i128 {
    at(ClockId::Realtime)
}

/// Returns how far the wall clock is ahead of the monotonic one, and the monotonic time. Of several readings,
/// takes the one during which the least time passed: the thread may be preempted in between.
fn ahead() -> (i128, i128) {
    let look = |_| {
        let (steady, now, again) = (at(ClockId::Monotonic), now(), at(ClockId::Monotonic));
        (again - steady, (now - steady, steady))
    };
    (0..8).map(look).min_by_key(|(passed, _)| *passed).map_or((0, 0), |(_, found)| found)
}

fn at(clock: ClockId) -> i128 {
    let time = rustix::time::clock_gettime(clock);
    crate::effects::node::time_ns(time.tv_sec, time.tv_nsec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_set_back_is_noticed_and_one_that_goes_on_is_not() {
        let begun = Beginning::after(now());
        assert!(begun.went_on().is_ok());
        let set_back = Beginning { ahead: begun.ahead + 1_000_000_000, ..begun };
        assert!(set_back.went_on().is_err());
    }

    #[test]
    fn only_what_changed_between_the_beginning_and_now_counts() {
        let asked = now();
        let begun = Beginning::after(asked);
        assert!(begun.since > asked && !begun.covers(asked), "what was done before has another time");
        assert!(begun.covers(begun.since) && begun.covers(coarse()));
        assert!(!begun.covers(now() + 60_000_000_000), "a time to come was not noted by this clock");
    }
}
