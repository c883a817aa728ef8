//! Limits concurrent rehearsals, since each may use much of the machine. No agent gets all turns, and few
//! wait: each waiting one blocks a thread.

use std::{
    collections::BTreeMap,
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

use countersign_words::{Message, say};

/// Maximum number of concurrent rehearsals, and per agent.
const AT_ONCE: usize = 4;
const OF_ONE: usize = 3;
/// Maximum number of waiting ones, and per agent.
const WAITING: usize = 64;
const WAITING_OF_ONE: usize = 16;
const WAIT: Duration = Duration::from_secs(60);
const TOO_MANY: Message = say!("effect-too-many-rehearsed");

static LINE: Line = Line::new();

/// The right to run a rehearsal.
pub(super) struct Turn {
    agent: String,
}

impl Turn {
    /// Waits for a turn of `agent`, or returns why there is none.
    pub(super) fn take(agent: &str) -> Result<Self, Message> {
        LINE.take(agent).then(|| Self { agent: agent.to_owned() }).ok_or(TOO_MANY)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        LINE.leave(&self.agent);
    }
}

struct Line {
    all: Mutex<BTreeMap<String, Counts>>,
    moved: Condvar,
}

/// Numbers of an agent's running and waiting rehearsals.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Counts {
    under_way: usize,
    waiting: usize,
}

impl Line {
    const fn new() -> Self {
        Self { all: Mutex::new(BTreeMap::new()), moved: Condvar::new() }
    }

    fn take(&self, agent: &str) -> bool {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if !may_go(&all, agent) {
            if !may_wait(&all, agent) {
                return false;
            }
            all.entry(agent.to_owned()).or_default().waiting += 1;
            let waited = self.moved.wait_timeout_while(all, WAIT, |all| !may_go(all, agent));
            all = waited.unwrap_or_else(PoisonError::into_inner).0;
            all.entry(agent.to_owned()).or_default().waiting -= 1;
        }
        let goes = may_go(&all, agent);
        all.entry(agent.to_owned()).or_default().under_way += usize::from(goes);
        all.retain(|_, counts| *counts != Counts::default());
        goes
    }

    fn leave(&self, agent: &str) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counts) = all.get_mut(agent) {
            counts.under_way = counts.under_way.saturating_sub(1);
        }
        all.retain(|_, counts| *counts != Counts::default());
        self.moved.notify_all();
    }
}

fn may_go(all: &BTreeMap<String, Counts>, agent: &str) -> bool {
    let under_way: usize = all.values().map(|counts| counts.under_way).sum();
    under_way < AT_ONCE && all.get(agent).is_none_or(|counts| counts.under_way < OF_ONE)
}

fn may_wait(all: &BTreeMap<String, Counts>, agent: &str) -> bool {
    let waiting: usize = all.values().map(|counts| counts.waiting).sum();
    waiting < WAITING && all.get(agent).is_none_or(|counts| counts.waiting < WAITING_OF_ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h4_one_agent_leaves_a_turn_to_others_and_many_that_wait_are_turned_away() {
        let line = Line::new();
        assert!((0..OF_ONE).all(|_| line.take("flood")));
        std::thread::scope(|scope| {
            for _ in 0..WAITING_OF_ONE {
                scope.spawn(|| assert!(line.take("flood")));
            }
            let waiting = || line.all.lock().unwrap().get("flood").unwrap().waiting;
            while waiting() < WAITING_OF_ONE {
                std::thread::yield_now();
            }
            assert!(!line.take("flood"), "nobody waits behind so many");
            assert!(line.take("other"), "a turn is left");
            assert!(line.all.lock().unwrap().get("flood").unwrap().under_way == OF_ONE);
            (0..OF_ONE + WAITING_OF_ONE).for_each(|_| {
                while line.all.lock().unwrap().get("flood").is_some_and(|counts| counts.under_way == 0) {
                    std::thread::yield_now();
                }
                line.leave("flood");
            });
        });
        line.leave("other");
        assert!(line.all.lock().unwrap().is_empty());
    }
}
