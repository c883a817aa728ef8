//! Waiting until the log may have grown.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

/// See the module.
#[derive(Default)]
pub(super) struct Grown {
    times: Mutex<u64>,
    more: Condvar,
}

impl Grown {
    /// The log may have grown.
    pub fn tell(&self) {
        *self.times.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.more.notify_all();
    }

    /// Waits until it may have grown, but no longer than `most`.
    pub fn wait(&self, most: Duration) {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = *times;
        drop(self.more.wait_timeout_while(times, most, |times| *times == seen));
    }
}
