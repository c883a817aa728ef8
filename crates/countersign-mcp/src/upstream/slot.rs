//! The slot of the instance for one agent and server: holds it, or why there is none. Failures are retried with a
//! growing delay.

use std::{
    sync::{Arc, Mutex as Lock, PoisonError, RwLock},
    time::Instant,
};

use countersign_core::{Error, Result};
use countersign_words::{Message, say};
use futures::future::{BoxFuture, Shared};

use super::{Instance, Limits};

/// Returns the error of a start for one of those who waited for it.
pub(super) fn again(error: &Error) -> Error {
    let one = Error::new(error.code, error.message.clone());
    let one = error.hint.iter().cloned().fold(one, Error::hint);
    error.internal().into_iter().fold(one, Error::because)
}

/// The status of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerStatus {
    /// The name that the person gave it.
    pub name: String,
    /// `stdio`, `http`, or `broken` for settings that cannot be used.
    pub kind: &'static str,
    /// The pack that it is bound to.
    pub pack: Option<String>,
    /// How many tools it has, if it was ever listed.
    pub tools: Option<usize>,
    /// What is wrong with its settings.
    pub error: Option<Message>,
    /// Its instances; none if it was never started.
    pub instances: Vec<InstanceStatus>,
}

/// The status of an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceStatus {
    /// The agent it is for.
    pub agent: String,
    /// Whether it runs.
    pub running: bool,
    /// Why it does not.
    pub error: Option<Message>,
}

/// A start, for all who wait for it; it goes on when nobody does any more.
pub(super) type Start = Shared<BoxFuture<'static, std::result::Result<Arc<Instance>, Arc<Error>>>>;

/// Holds the instance for one agent and server, or why there is none.
#[derive(Default)]
pub(super) struct Slot {
    running: RwLock<Option<Arc<Instance>>>,
    /// The start that is under way.
    starting: Lock<Option<Start>>,
    trouble: Lock<Trouble>,
}

/// Recent failures.
#[derive(Default)]
pub(super) struct Trouble {
    pub failures: u32,
    not_before: Option<Instant>,
    error: Option<Message>,
}

impl Slot {
    pub fn current(&self) -> Option<Arc<Instance>> {
        self.running.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set(&self, instance: Option<Arc<Instance>>) -> Option<Arc<Instance>> {
        std::mem::replace(&mut self.running.write().unwrap_or_else(PoisonError::into_inner), instance)
    }

    pub fn starting(&self) -> std::sync::MutexGuard<'_, Option<Start>> {
        self.starting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn trouble(&self) -> std::sync::MutexGuard<'_, Trouble> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a failure: the first is retried at once, each further one after a longer delay.
    pub fn failed(&self, error: Message, limits: &Limits) {
        let mut trouble = self.trouble();
        trouble.failures += 1;
        let doubled = |n: u32| limits.pause.saturating_mul(1 << n.min(16)).min(limits.longest_pause);
        let pause = trouble.failures.checked_sub(2).map(doubled);
        trouble.not_before = pause.map(|pause| Instant::now() + pause);
        trouble.error = Some(error);
    }

    /// Refuses during a delay.
    pub fn may_start(&self, server: &str) -> Result<()> {
        let trouble = self.trouble();
        let left = trouble.not_before.map(|at| at.saturating_duration_since(Instant::now()));
        match (left, &trouble.error) {
            (Some(left), Some(error)) if !left.is_zero() => {
                let wait = left.as_secs() + 1;
                Err(Error::conflict(say!("problem-up-down", server, said = error))
                    .hint(say!("problem-up-down-hint", seconds = wait)))
            }
            _ => Ok(()),
        }
    }
}

impl Slot {
    pub fn status(&self, agent: &str) -> InstanceStatus {
        let current = self.current();
        let running = current.as_ref().is_some_and(|i| i.is_running());
        let ended = current.and_then(|i| i.ended());
        let error = if running { None } else { ended.or_else(|| self.trouble().error.clone()) };
        InstanceStatus { agent: agent.to_owned(), running, error }
    }
}
