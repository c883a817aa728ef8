//! What was ordered and could not be done, or done and not be recorded, because the store could not be reached: it is taken
//! up again as soon as the store can. A process that ends before leaves it to the next, which finds it in the log.

use std::sync::PoisonError;

use super::Engine;
use crate::{
    actor::Origin,
    effect::landing,
    error::{Error, ErrorCode, Result},
    world::Job,
};

impl Engine {
    /// Keeps a job for later if `e` says that the store could not be reached.
    pub(super) fn leave(&self, job: &Job, e: &Error) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if e.code == ErrorCode::Store && !left.contains(job) {
            left.push(job.clone());
        }
    }

    /// Takes up what was left; what the store cannot take now either is left again.
    pub fn take_up_left(&self) -> Result<()> {
        let jobs = std::mem::take(&mut *self.left.lock().unwrap_or_else(PoisonError::into_inner));
        if jobs.is_empty() {
            return Ok(());
        }
        let origin = Origin::from(landing::RECOVERY);
        let mut done = self.store.may_act();
        for job in &jobs {
            if done.is_ok() {
                done = self.take_up(job, &origin).map(drop);
            }
            if let Err(e) = &done {
                self.leave(job, e);
            }
        }
        done
    }
}
