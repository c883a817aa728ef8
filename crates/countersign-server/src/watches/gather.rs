//! Collects noticed changes into bursts, each change once, never more than one event holds.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use countersign_core::{
    text,
    watch::{Happened, Watch},
};
use countersign_words::Message;

/// How long it must be quiet for a burst to end.
const QUIET: Duration = Duration::from_millis(200);
/// The longest burst.
const LONGEST: Duration = Duration::from_secs(1);
/// The shortest time between two events.
const PAUSE: Duration = Duration::from_secs(1);
/// The same after many events in a row: the final rate of a busy folder.
const LONG_PAUSE: Duration = Duration::from_secs(10);
/// How many events may be sent before that; one more for each long pause that passed.
const SPARE: u32 = 30;
/// How many new folders are remembered; beyond, the whole tree is scanned.
const FRESH: usize = 1000;
/// The longest name in an event.
const NAME: usize = 200;

/// A change, and the cookie that pairs the two halves of a rename.
type Entry = (Happened, Option<usize>);

/// The pending changes of one watch.
#[derive(Debug)]
pub(super) struct Gathered {
    changes: Vec<Entry>,
    more: u64,
    /// Why something may have been missed.
    pub(super) gap: Option<Message>,
    /// New folders.
    pub(super) fresh: Vec<PathBuf>,
    /// Whether the tree must be scanned for folders.
    pub(super) rescan: bool,
    /// Whether the folder itself may be gone.
    pub(super) check: bool,
    first: Option<Instant>,
    last: Option<Instant>,
    told: Option<Instant>,
    spare: u32,
    /// When the budget last grew.
    spared: Option<Instant>,
}

impl Default for Gathered {
    fn default() -> Self {
        Self {
            changes: Vec::new(),
            more: 0,
            gap: None,
            fresh: Vec::new(),
            rescan: false,
            check: false,
            first: None,
            last: None,
            told: None,
            spare: SPARE,
            spared: None,
        }
    }
}

/// The contents of one event.
#[derive(Debug, PartialEq)]
pub(super) struct Burst {
    pub(super) changes: Vec<Happened>,
    pub(super) more: u64,
    pub(super) gap: Option<Message>,
}

/// Formats a name for an event.
pub(super) fn name(path: &Path) -> String {
    text::truncate(&text::visible(&path.to_string_lossy()).text, NAME)
}

impl Gathered {
    /// Adds a change.
    pub(super) fn push(&mut self, change: Happened, tie: Option<usize>, now: Instant) {
        self.touch(now);
        if self.says_nothing_new(&change) {
            return;
        }
        match self.changes.len() < Watch::AT_ONCE {
            true => self.changes.push((change, tie)),
            false => self.more += 1,
        }
    }

    /// Merges the two halves of a rename that were reported separately.
    pub(super) fn renamed(&mut self, from: &Path, to: &Path, tie: Option<usize>, now: Instant) {
        let before = self.changes.len();
        self.changes.retain(|(_, t)| tie.is_none() || *t != tie);
        // Halves that did not fit were counted as two.
        self.more = self.more.saturating_sub((2_usize.saturating_sub(before - self.changes.len())) as u64);
        self.push(Happened::Renamed { path: name(from), to: name(to) }, None, now);
    }

    /// Records a new folder.
    pub(super) fn grew(&mut self, path: &Path) {
        match self.fresh.len() < FRESH {
            true => self.fresh.push(path.to_owned()),
            false => self.rescan = true,
        }
    }

    /// Records that something may have been missed.
    pub(super) fn missed(&mut self, why: &Message, now: Instant) {
        self.touch(now);
        self.gap = Some(why.clone());
        self.rescan = true;
    }

    fn touch(&mut self, now: Instant) {
        self.first.get_or_insert(now);
        self.last = Some(now);
        // A parent folder may have been moved silently.
        self.check = true;
    }

    /// Returns whether the last change of a name already says it.
    fn says_nothing_new(&self, change: &Happened) -> bool {
        let known = |path: &str| {
            self.changes.iter().rev().map(|(c, _)| c).find(|c| match c {
                Happened::Created { path: p }
                | Happened::Changed { path: p }
                | Happened::Deleted { path: p } => p == path,
                Happened::Renamed { path: p, to } => p == path || to == path,
                Happened::Gap { .. } => false,
            })
        };
        match change {
            Happened::Created { path } => matches!(known(path), Some(Happened::Created { .. })),
            Happened::Deleted { path } => matches!(known(path), Some(Happened::Deleted { .. })),
            Happened::Changed { path } => {
                matches!(known(path), Some(Happened::Created { .. } | Happened::Changed { .. }))
            }
            Happened::Renamed { .. } | Happened::Gap { .. } => false,
        }
    }

    /// Returns when it is to be reported, if there is anything.
    pub(super) fn due(&self) -> Option<Instant> {
        let (first, last) = self.first.zip(self.last)?;
        let over = (last + QUIET).min(first + LONGEST);
        let pause = if self.spare > 0 { PAUSE } else { LONG_PAUSE };
        Some(self.told.map_or(over, |told| over.max(told + pause)))
    }

    /// Takes the changes to report.
    pub(super) fn take(&mut self, now: Instant) -> Burst {
        let spared = *self.spared.get_or_insert(now);
        let more = (now.saturating_duration_since(spared).as_secs() / LONG_PAUSE.as_secs()).min(SPARE.into());
        if more > 0 {
            self.spared = Some(now);
        }
        let more = u32::try_from(more).unwrap_or(SPARE);
        self.spare = (self.spare + more).min(SPARE).saturating_sub(1);
        (self.first, self.last, self.told) = (None, None, Some(now));
        Burst {
            changes: std::mem::take(&mut self.changes).into_iter().map(|(c, _)| c).collect(),
            more: std::mem::take(&mut self.more),
            gap: self.gap.take(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn created(path: &str) -> Happened {
        Happened::Created { path: path.to_owned() }
    }

    fn changed(path: &str) -> Happened {
        Happened::Changed { path: path.to_owned() }
    }

    fn deleted(path: &str) -> Happened {
        Happened::Deleted { path: path.to_owned() }
    }

    #[test]
    fn a_burst_tells_each_change_once_and_a_renaming_as_one() {
        let (mut g, now) = (Gathered::default(), Instant::now());
        for change in [created("a"), changed("a"), changed("b"), changed("b"), deleted("b"), created("b")] {
            g.push(change, None, now);
        }
        g.push(deleted("a"), Some(7), now);
        g.push(created("c"), Some(7), now);
        g.renamed(Path::new("a"), Path::new("c"), Some(7), now);
        let renamed = Happened::Renamed { path: "a".to_owned(), to: "c".to_owned() };
        assert_eq!(g.take(now).changes, [created("a"), changed("b"), deleted("b"), created("b"), renamed]);
        assert_eq!(g.due(), None);
    }

    #[test]
    fn what_is_too_much_for_one_event_is_counted() {
        let (mut g, now) = (Gathered::default(), Instant::now());
        (0..250).for_each(|n| g.push(created(&n.to_string()), None, now));
        let burst = g.take(now);
        assert_eq!((burst.changes.len(), burst.more), (100, 150));
    }

    #[test]
    fn a_burst_ends_when_it_is_quiet_or_has_lasted() {
        let (mut g, begun) = (Gathered::default(), Instant::now());
        let ms = Duration::from_millis;
        g.push(created("a"), None, begun);
        assert_eq!(g.due(), Some(begun + ms(200)));
        g.push(created("b"), None, begun + ms(950));
        assert_eq!(g.due(), Some(begun + ms(1000)));
    }

    #[test]
    fn a_folder_that_is_always_busy_is_told_of_ever_more_rarely() {
        let (mut g, begun) = (Gathered::default(), Instant::now());
        let (mut now, mut told) = (begun, 0);
        while now < begun + Duration::from_secs(3600) {
            g.push(created("a"), None, now);
            now = g.due().unwrap();
            g.take(now);
            told += 1;
        }
        assert!((360..=400).contains(&told), "{told} events in an hour");
        let quiet = now + Duration::from_secs(600);
        g.push(created("b"), None, quiet);
        g.take(quiet);
        g.push(created("c"), None, quiet);
        assert_eq!(g.due(), Some(quiet + PAUSE), "after a while of quiet it is told soon again");
    }

    #[test]
    fn h1_names_are_told_visible_and_cut() {
        assert_eq!(name(Path::new("a\u{202e}b\n")), text::visible("a\u{202e}b\n").text);
        assert!(!name(Path::new("a\u{202e}b\n")).contains(['\u{202e}', '\n']));
        assert!(name(Path::new(&"x".repeat(255))).ends_with("characters)"));
    }
}
