//! The queue of jobs, in order. Jobs that somebody waits for wake the writer at once. Others wake it once and
//! then wait to be batched: waking the writer for each read would take CPU time from the readers.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::{CALLS_PER_COMMIT, Job, posts::Posts};

/// How long jobs that nobody waits for are gathered into a batch.
const GATHER_TIME: Duration = Duration::from_millis(10);

/// The delay before a failed write is tried again.
const RETRY_TIME: Duration = Duration::from_millis(500);

/// See the module.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    more: Condvar,
}

#[derive(Default)]
struct State {
    /// Jobs queued together stay together.
    groups: VecDeque<Vec<Job>>,
    /// The total number of jobs.
    count: usize,
    /// Whether somebody waits for one of them.
    urgent: bool,
    /// Whether no more jobs will come.
    closed: bool,
    /// Whether the writer has ended.
    abandoned: bool,
    /// Whether the writer sleeps and was not woken yet: waking costs something even if it is awake.
    asleep: bool,
}

impl State {
    /// Sets whether the writer is about to sleep; wakers check this.
    fn sleeps(&mut self, asleep: bool) -> bool {
        self.asleep = asleep;
        asleep
    }

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

    /// Queues jobs together; false if the writer has ended, and then they are dropped.
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
        let wakes = (urgent || first || enough) && std::mem::take(&mut state.asleep);
        drop(state);
        if wakes {
            self.more.notify_one();
        }
        true
    }

    /// Declares that no more jobs will come.
    pub fn close(&self) {
        self.state().closed = true;
        self.more.notify_one();
    }

    /// Declares that the writer has ended, and drops the remaining jobs.
    pub fn abandon(&self) {
        let mut state = self.state();
        state.abandoned = true;
        let left = std::mem::take(&mut state.groups);
        drop(state);
        drop(left);
    }

    /// Adds the jobs for the next commit to `jobs`; false if there are none, now or ever.
    pub fn gather(&self, jobs: &mut Vec<Job>, posts: &Posts) -> bool {
        let mut state = self.state();
        if jobs.is_empty() {
            let waits = |s: &mut State| s.sleeps(s.groups.is_empty() && !s.closed);
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
                // The caller retries what could not be written so far.
                return !posts.is_behind();
            }
            let room = CALLS_PER_COMMIT.saturating_sub(jobs.len()).max(1);
            let waits = |s: &mut State| s.sleeps(!s.urgent && !s.closed && s.count < room);
            let waited = self.more.wait_timeout_while(state, left, waits);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            state.asleep = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread};

    use super::*;

    const PUSHERS: usize = 4;
    const EACH: usize = 2_000;

    fn job(waited_for: bool) -> Vec<Job> {
        vec![Job { call: None, reply: waited_for.then(|| Box::new(|_| ()) as _) }]
    }

    #[test]
    fn nothing_is_left_lying_while_the_writer_sleeps() {
        let (queue, posts) = (Arc::<Queue>::default(), Posts::default());
        let pusher = |n: usize| {
            let queue = queue.clone();
            thread::spawn(move || {
                for i in 0..EACH {
                    assert!(queue.push(job(!(i + n).is_multiple_of(5))));
                    // So that the writer falls asleep in between.
                    if i.is_multiple_of(3) {
                        thread::yield_now();
                    }
                }
            })
        };
        let pushers: Vec<_> = (0..PUSHERS).map(pusher).collect();
        let (mut jobs, mut taken) = (Vec::new(), 0);
        while taken < PUSHERS * EACH {
            assert!(queue.gather(&mut jobs, &posts));
            taken += jobs.len();
            jobs.clear();
        }
        assert_eq!(taken, PUSHERS * EACH);
        pushers.into_iter().for_each(|pusher| pusher.join().expect("BUG: a pusher panicked"));
        queue.close();
        assert!(!queue.gather(&mut jobs, &posts));
    }
}
