//! Posted calls: they already happened, nobody waits, and only their events are still to be written. Calls
//! that could not be written are kept and tried again.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// With this many pending, the next one blocks.
const POSTS_MOST: usize = 1024;

type Listener = Arc<dyn Fn() + Send + Sync>;

/// Their state, shared between threads.
#[derive(Default)]
pub struct Posts {
    waiting: AtomicUsize,
    behind: AtomicBool,
    listener: Mutex<Option<Listener>>,
}

impl Posts {
    /// Counts one more; false if there are too many.
    pub fn begin(&self) -> bool {
        let room = |n: usize| (n < POSTS_MOST).then_some(n + 1);
        self.waiting.fetch_update(Ordering::SeqCst, Ordering::SeqCst, room).is_ok()
    }

    /// Whether one more would block.
    pub fn is_full(&self) -> bool {
        self.waiting() >= POSTS_MOST
    }

    /// How many are not durable yet.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::SeqCst)
    }

    /// Whether the last attempt failed to write some of them.
    pub fn is_behind(&self) -> bool {
        self.behind.load(Ordering::SeqCst)
    }

    /// Registers a listener for when some become durable.
    pub fn tell(&self, listener: Listener) {
        *self.listener.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
    }

    /// Counts those that have become durable, and notes whether others failed.
    pub fn written(&self, count: usize, failed: usize) {
        self.behind.store(failed > 0, Ordering::SeqCst);
        if count > 0 {
            self.waiting.fetch_sub(count, Ordering::SeqCst);
            let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner).clone();
            listener.inspect(|tell| tell());
        }
    }
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
