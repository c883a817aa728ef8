//! Long-running work: what is in progress, how far it is, and how to end it. None of this is stored: it is
//! gone with the process, and whatever was done by then is in the log as usual.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    actor::{Actor, ActorKind},
    error::{Error, Result},
};

/// The work in progress in a process.
#[derive(Default)]
pub struct Works {
    pieces: Mutex<BTreeMap<u64, Arc<Piece>>>,
    begun: std::sync::atomic::AtomicU64,
}

/// One piece of work.
pub struct Piece {
    told: WorkLabel,
    /// Whether its parts are calls, which the engine counts.
    has_calls: bool,
    total: AtomicUsize,
    done: AtomicUsize,
    /// Whether it looks for its end.
    can_end: AtomicBool,
    end: Mutex<End>,
}

/// The description of a piece of work when it begins.
#[derive(Debug, Clone, Default)]
pub struct WorkLabel {
    /// `rehearsal`, `landing`, `undo`, or the operation whose parts are done one after the other.
    pub kind: String,
    /// What it is about, in words.
    pub what: Message,
    /// For whom.
    pub by: String,
    /// What they are.
    pub by_kind: Option<ActorKind>,
    /// When it began.
    pub begun_at: u64,
    /// Whether it can be cancelled in any case; other work can as soon as it says how.
    pub can_end: bool,
}

#[derive(Default)]
struct End {
    by: Option<String>,
    ways: Vec<Box<dyn Fn() + Send>>,
}

/// A piece of work as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WorkView {
    /// Its id, while it is in progress.
    pub id: String,
    /// `rehearsal`, `landing`, `undo`, or the operation whose parts are done one after the other.
    pub kind: String,
    /// What it is about, in words.
    pub what: Message,
    /// For whom.
    pub by: String,
    /// When it began.
    pub begun_at: u64,
    /// Whether it can be cancelled.
    #[serde(default)]
    pub can_end: bool,
    /// How many of its parts are done.
    pub done: usize,
    /// How many parts it has; 0 where it has none to count.
    pub total: usize,
    /// Who cancelled it; it stops as soon as it can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_by: Option<String>,
}

thread_local! {
    /// The pieces that this thread works on, the innermost last.
    static CURRENT: RefCell<Vec<Arc<Piece>>> = const { RefCell::new(Vec::new()) };
}

/// Is told the last lines that a command has printed so far, while it runs.
pub type Listener = Arc<dyn Fn(&str) + Send + Sync>;

thread_local! {
    /// Who listens to the commands that this thread runs.
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Runs `f`, and has `listener` told what commands print that it runs on this thread.
pub fn heard_by<T>(listener: Option<Listener>, f: impl FnOnce() -> T) -> T {
    struct Back(Option<Listener>);
    impl Drop for Back {
        fn drop(&mut self) {
            LISTENER.set(self.0.take());
        }
    }
    let _back = Back(LISTENER.replace(listener));
    f()
}

/// Returns who listens to the commands of this thread.
pub fn listener() -> Option<Listener> {
    LISTENER.with_borrow(Clone::clone)
}

/// Registers a callback to end the current thread's work, for when somebody asks for that.
pub fn on_end(way: impl Fn() + Send + 'static) {
    CURRENT.with_borrow(|pieces| {
        if let Some(piece) = pieces.last() {
            let mut end = piece.end();
            if end.by.is_some() {
                way();
            }
            end.ways.push(Box::new(way));
            piece.can_end.store(true, Ordering::Relaxed);
        }
    });
}

/// Returns who ended the current thread's work, if somebody did.
pub fn ended_by() -> Option<String> {
    CURRENT.with_borrow(|pieces| pieces.iter().rev().find_map(|piece| piece.ended_by()))
}

/// Returns how the current thread tells how far its work is; other threads that help with it can use it, too. The parts of a
/// composite call are counted by the engine, and finish once they have begun.
pub fn meter() -> Meter {
    Meter(CURRENT.with_borrow(|pieces| pieces.last().filter(|piece| !piece.has_calls).cloned()))
}

/// Tells how far a piece of work is. Outside of any work it tells nobody.
#[derive(Clone)]
pub struct Meter(Option<Arc<Piece>>);

impl Meter {
    /// Says how many parts there are.
    pub fn expect(&self, parts: usize) {
        if let Some(piece) = &self.0 {
            piece.total.store(parts, Ordering::Relaxed);
        }
    }

    /// Says whether it can be cancelled: whoever does it looks for its end from now on, or no longer.
    pub fn can_end(&self, can: bool) {
        if let Some(piece) = &self.0 {
            piece.can_end.store(can, Ordering::Relaxed);
        }
    }

    /// Notes that more parts are done.
    pub fn did(&self, parts: usize) {
        if let Some(piece) = &self.0 {
            piece.done.fetch_add(parts, Ordering::Relaxed);
        }
    }

    /// Returns who ended it, if somebody did.
    pub fn ended_by(&self) -> Option<String> {
        self.0.as_ref().and_then(|piece| piece.ended_by())
    }
}

/// Keeps a piece in the list of work until it is dropped.
pub struct UnderWay<'w> {
    works: &'w Works,
    id: u64,
    piece: Arc<Piece>,
}

impl Works {
    /// Begins a piece of work in this thread.
    pub fn begin(&self, told: WorkLabel, total: usize) -> UnderWay<'_> {
        let has_calls = total > 0;
        let (total, can_end) = (AtomicUsize::new(total), AtomicBool::new(told.can_end));
        let (done, end) = Default::default();
        let piece = Arc::new(Piece { told, has_calls, total, done, can_end, end });
        let id = self.begun.fetch_add(1, Ordering::Relaxed) + 1;
        self.pieces().insert(id, piece.clone());
        CURRENT.with_borrow_mut(|pieces| pieces.push(piece.clone()));
        UnderWay { works: self, id, piece }
    }

    /// Returns the work in progress, oldest first.
    pub fn list(&self) -> Vec<WorkView> {
        self.pieces().iter().map(|(id, piece)| piece.view(*id)).collect()
    }

    /// Returns what an actor has begun, oldest first.
    pub fn of(&self, actor: &Actor) -> Vec<WorkView> {
        let is_own = |piece: &Piece| piece.told.by_kind == Some(actor.kind) && piece.told.by == actor.name;
        self.pieces().iter().filter(|(_, piece)| is_own(piece)).map(|(id, piece)| piece.view(*id)).collect()
    }

    /// Ends a piece of work as soon as possible.
    pub fn end(&self, id: &str, by: &str) -> Result<WorkView> {
        let missing = || {
            Error::not_found(say!("judge-no-work", id = format!("{:?}", id))).hint(say!("judge-no-work-hint"))
        };
        let number: u64 = id.strip_prefix('w').and_then(|n| n.parse().ok()).ok_or_else(missing)?;
        let piece = self.pieces().get(&number).cloned().ok_or_else(missing)?;
        let mut end = piece.end();
        if end.by.is_none() {
            end.by = Some(by.to_owned());
            end.ways.iter().for_each(|way| way());
        }
        drop(end);
        Ok(piece.view(number))
    }

    fn pieces(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Piece>>> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Piece {
    fn end(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ended_by(&self) -> Option<String> {
        self.end().by.clone()
    }

    fn view(&self, id: u64) -> WorkView {
        let WorkLabel { kind, what, by, begun_at, .. } = self.told.clone();
        let total = self.total.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed).min(total);
        let can_end = self.can_end.load(Ordering::Relaxed);
        WorkView {
            id: format!("w{id}"),
            kind,
            what,
            by,
            begun_at,
            can_end,
            done,
            total,
            ended_by: self.ended_by(),
        }
    }
}

impl UnderWay<'_> {
    /// Notes that more parts are done.
    pub fn did(&self, parts: usize) {
        self.piece.done.fetch_add(parts, Ordering::Relaxed);
    }

    /// Returns who ended it, if somebody did: then no further part may begin.
    pub fn ended_by(&self) -> Option<String> {
        self.piece.ended_by()
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.works.pieces().remove(&self.id);
        CURRENT.with_borrow_mut(|pieces| pieces.retain(|piece| !Arc::ptr_eq(piece, &self.piece)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(what: &str) -> WorkLabel {
        WorkLabel {
            kind: "rehearsal".into(),
            what: what.into(),
            by: "codex".into(),
            by_kind: Some(ActorKind::Agent),
            begun_at: 5,
            can_end: false,
        }
    }

    #[test]
    fn work_is_listed_while_it_is_under_way() {
        let works = Works::default();
        let outer = works.begin(told("make"), 3);
        outer.did(2);
        {
            let _inner = works.begin(told("make test"), 0);
            assert_eq!(
                works.list().iter().map(|w| w.what.as_str()).collect::<Vec<_>>(),
                ["make", "make test"]
            );
        }
        let [left] = &works.list()[..] else { panic!("one is left") };
        assert_eq!((left.id.as_str(), left.done, left.total), ("w1", 2, 3));
        assert_eq!(works.of(&Actor::agent("codex")).len(), 1);
        assert!(works.of(&Actor::agent("ana")).is_empty() && works.of(&Actor::person("codex")).is_empty());
        drop(outer);
        assert!(works.list().is_empty());
    }

    #[test]
    fn ending_calls_what_ends_it_once_and_late_comers_at_once() {
        let works = Works::default();
        let (first, late) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let piece = works.begin(told("make"), 0);
        let counted = first.clone();
        on_end(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(ended_by(), None);
        works.end("w1", "ana").unwrap();
        assert_eq!(works.end("w1", "bob").unwrap().ended_by.as_deref(), Some("ana"), "the first word counts");
        assert_eq!((first.load(Ordering::Relaxed), ended_by().as_deref()), (1, Some("ana")));
        let flag = late.clone();
        on_end(move || flag.store(true, Ordering::Relaxed));
        assert!(late.load(Ordering::Relaxed));
        drop(piece);
        assert_eq!(works.end("w1", "ana").unwrap_err().code, crate::ErrorCode::NotFound);
        assert_eq!(ended_by(), None);
    }
    #[test]
    fn helpers_count_for_the_work_that_they_help_with() {
        let works = Works::default();
        let _piece = works.begin(told("land"), 0);
        assert!(!works.list()[0].can_end, "nobody looks for its end yet");
        let meter = meter();
        meter.expect(5);
        meter.can_end(true);
        let helper: &(dyn Fn() + Send + Sync) = &|| meter.did(3);
        helper();
        meter.did(1);
        let [view] = &works.list()[..] else { panic!("one") };
        assert_eq!((view.done, view.total, view.can_end), (4, 5, true));
        works.end("w1", "ana").unwrap();
        assert_eq!(meter.ended_by().as_deref(), Some("ana"));
        meter.can_end(false);
        assert!(!works.list()[0].can_end);
    }

    #[test]
    fn a_part_of_a_composite_call_neither_counts_nor_ends_for_it() {
        let works = Works::default();
        let _composite = works.begin(told("confirm all"), 3);
        meter().expect(500);
        works.end("w1", "ana").unwrap();
        assert_eq!((works.list()[0].total, meter().ended_by()), (3, None));
    }

    #[test]
    fn outside_of_any_work_nobody_is_told() {
        let meter = meter();
        meter.expect(2);
        meter.did(1);
        assert_eq!(meter.ended_by(), None);
    }
}
