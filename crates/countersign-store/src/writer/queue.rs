//! What waits to be written, in order. What somebody waits for wakes the writer at once; the rest wakes it once, and then
//! waits for company: a writer that is woken for each read would take the processor from those who read.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{CALLS_PER_COMMIT, Job, posts::Posts};

/// How long what nobody waits for waits for company.
const GATHER_TIME: Duration = Duration::from_millis(10);

/// How long it is until what could not be written is tried again by itself.
const RETRY_TIME: Duration = Duration::from_millis(500);

/// See the module.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    /// What was queued as one stays together.
    groups: VecDeque<Vec<Job>>,
    /// How many jobs that is.
    count: usize,
    /// Whether somebody waits for one of them.
    urgent: bool,
    /// Whether nothing more will come.
    closed: bool,
    /// Whether nobody takes anything any more.
    abandoned: bool,
}

impl State {
    fn take(&mut self) -> Option<Vec<Job>> {
        let group = self.groups.pop_front()?;
        self.count -= group.len();
        self.urgent &= !self.groups.is_empty();
        Some(group)
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues jobs as one; false where nobody takes them any more, and then they are dropped.
    pub fn push(&self, jobs: Vec<Job>) -> bool {
        let urgent = jobs.iter().any(|job| job.reply.is_some());
        let mut state = self.state();
        if state.abandoned {
            return false;
        }
        let first = state.groups.is_empty();
        state.count += jobs.len();
        state.urgent |= urgent;
        let enough = state.count >= CALLS_PER_COMMIT;
        state.groups.push_back(jobs);
        drop(state);
        if urgent || first || enough {
            self.more.notify_one();
        }
        true
    }

    /// Says that nothing more will come.
    pub fn close(&self) {
        self.state().closed = true;
        self.more.notify_one();
    }

    /// Says that nobody takes anything any more, and drops what is left.
    pub fn abandon(&self) {
        let mut state = self.state();
        state.abandoned = true;
        let left = std::mem::take(&mut state.groups);
        drop(state);
        drop(left);
    }

    /// Adds to `jobs` what is to be written with the next commit; false where that is nothing, now or ever.
    pub fn gather(&self, jobs: &mut Vec<Job>, posts: &Posts) -> bool {
        let mut state = self.state();
        if jobs.is_empty() {
            let waits = |s: &mut State| s.groups.is_empty() && !s.closed;
            state = self.more.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
            let Some(first) = state.take() else { return false };
            jobs.extend(first);
        }
        let rest = if posts.is_behind() { RETRY_TIME } else { GATHER_TIME };
        let until = Instant::now() + rest;
        let mut urgent = jobs.iter().any(|job| job.reply.is_some());
        loop {
            while jobs.len() < CALLS_PER_COMMIT || (!urgent && posts.is_behind()) {
                let Some(more) = state.take() else { break };
                urgent |= more.iter().any(|job| job.reply.is_some());
                jobs.extend(more);
            }
            let full = jobs.len() >= CALLS_PER_COMMIT && !posts.is_behind();
            let left = until.saturating_duration_since(Instant::now());
            if urgent || full || left.is_zero() {
                return true;
            }
            if state.closed && state.groups.is_empty() {
                // What could not be written so far is tried once more by whoever called.
                return !posts.is_behind();
            }
            let room = CALLS_PER_COMMIT.saturating_sub(jobs.len()).max(1);
            let waits = |s: &mut State| !s.urgent && !s.closed && s.count < room;
            let waited = self.more.wait_timeout_while(state, left, waits);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
