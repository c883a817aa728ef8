//! Calls that nobody waits for: they were made already, and only their events are still to be written. They go with the
//! next change, or by themselves after a moment; what could not be written stays and is tried again.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use super::{CALLS_PER_COMMIT, Job};

/// With so many on their way, the next is waited for.
const POSTS_MOST: usize = 1024;

/// How long they wait for company.
const GATHER_TIME: Duration = Duration::from_millis(20);

/// How long it is until those that could not be written are tried again by themselves.
const RETRY_TIME: Duration = Duration::from_millis(500);

type Listener = Arc<dyn Fn() + Send + Sync>;

/// What is known of them, on whatever thread.
#[derive(Default)]
pub struct Posts {
    waiting: AtomicUsize,
    behind: AtomicBool,
    listener: Mutex<Option<Listener>>,
}

impl Posts {
    /// Counts one more; false where there are too many.
    pub fn begin(&self) -> bool {
        let room = |n: usize| (n < POSTS_MOST).then_some(n + 1);
        self.waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, room).is_ok()
    }

    /// How many are not durable yet.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// Whether some of them could not be written at the last try.
    pub fn is_behind(&self) -> bool {
        self.behind.load(Ordering::SeqCst)
    }

    /// Says whom to tell when some have become durable.
    pub fn tell(&self, listener: Listener) {
        *self.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// Counts those that have become durable, and says whether others failed to.
    pub fn written(&self, count: usize, failed: usize) {
        self.behind.store(failed > 0, Ordering::SeqCst);
        if count > 0 {
            self.waiting.fetch_sub(count, Ordering::SeqCst);
            let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner).clone();
            listener.inspect(|tell| tell());
        }
    }
}

/// Adds to `jobs` what is to be written with the next commit; false where that is nothing, now or ever. What somebody
/// waits for is written at once, everything else waits for company.
pub fn gather(queue: &Receiver<Vec<Job>>, jobs: &mut Vec<Job>, posts: &Posts) -> bool {
    if jobs.is_empty() {
        let Ok(first) = queue.recv() else { return false };
        jobs.extend(first);
    }
    let rest = if posts.is_behind() { RETRY_TIME } else { GATHER_TIME };
    let until = Instant::now() + rest;
    let mut urgent = jobs.iter().any(|job| job.reply.is_some());
    while jobs.len() < CALLS_PER_COMMIT || (!urgent && posts.is_behind()) {
        let more = if urgent {
            queue.try_recv().ok()
        } else {
            match queue.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(more) => Some(more),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) if posts.is_behind() => return false,
                Err(RecvTimeoutError::Disconnected) => None,
            }
        };
        let Some(more) = more else { break };
        urgent |= more.iter().any(|job| job.reply.is_some());
        jobs.extend(more);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_wait_at_a_time() {
        let posts = Posts::default();
        assert!((0..POSTS_MOST).all(|_| posts.begin()));
        assert!(!posts.begin());
        posts.written(1, POSTS_MOST - 1);
        assert!(posts.is_behind() && posts.begin() && !posts.begin());
        posts.written(POSTS_MOST, 0);
        assert!(!posts.is_behind() && posts.waiting() == 0);
    }
}
