//! The clock that disks of this machine note changes by.

use std::{io, path::Path};

use countersign_words::say;
use rustix::time::ClockId;

/// What the clocks said when something began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beginning {
    /// Whatever changes from here on has this time of change or a later one.
    pub since: i128,
    /// How far the clock by which changes are noted was ahead of one that nobody can set.
    ahead: i128,
    steady: i128,
}

/// How fast the clock may be made to go, beside one that nobody can set: one part in so many.
const SLEW: i128 = 500;
/// How far two looks at the same clocks may be apart, in nanoseconds.
const JITTER: i128 = 100_000;

impl Beginning {
    /// A moment of which no change counts that was made before `asked`, the time of [`now`] somewhat earlier. A change is noted
    /// by the tick before it, or exactly, and a tick may itself be late: waits for one that is later than `asked`.
    pub fn after(asked: i128) -> Self {
        // No clock ticks more seldom than every hundredth of a second; one that stands still makes all that is new count.
        for _ in 0..200 {
            if coarse() > asked {
                break;
            }
            std::thread::sleep(std::time::Duration::from_micros(100));
        }
        let (ahead, steady) = ahead();
        Self { since: coarse(), ahead, steady }
    }

    /// Whether the time of a change lies between the beginning and now.
    pub fn covers(&self, changed: i128) -> bool {
        changed >= self.since && changed <= now()
    }

    /// Refuses if the clock was set back meanwhile: then times of changes say nothing.
    pub fn went_on(&self) -> io::Result<()> {
        let (ahead, steady) = ahead();
        let passed = steady.saturating_sub(self.steady);
        match ahead + passed / SLEW + JITTER >= self.ahead {
            true => Ok(()),
            false => Err(io::Error::other(say!("effect-clock"))),
        }
    }
}

/// The time that a change made now would have, at least.
pub(super) fn coarse() -> i128 {
    #[cfg(target_os = "linux")]
    let clock = ClockId::RealtimeCoarse;
    #[cfg(not(target_os = "linux"))]
    let clock = ClockId::Realtime;
    at(clock)
}

/// Whether a folder lies on a disk whose changes are noted by this machine's clock.
#[cfg(target_os = "linux")]
pub(super) fn notes_changes(folder: &Path) -> bool {
    /// Ext2 to ext4, XFS, Btrfs, files in memory, and F2FS.
    const KNOWN: &[u32] = &[0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010];
    let kind = |about: rustix::fs::StatFs| u32::try_from(about.f_type).ok();
    rustix::fs::statfs(folder).ok().and_then(kind).is_some_and(|kind| KNOWN.contains(&kind))
}

/// Nothing is known of disks elsewhere.
#[cfg(not(target_os = "linux"))]
pub(super) fn notes_changes(_: &Path) -> bool {
    false
}

/// What time it is, exactly.
pub(super) fn now() -> i128 {
    at(ClockId::Realtime)
}

/// How far the one clock is ahead of the other, and what that says. Of several looks the one counts during which the least time
/// passed: whoever looks may be held up in between.
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
