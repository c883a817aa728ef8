//! Waiting for a person. A client that disconnects ends the wait, never the call itself.

use std::time::{Duration, Instant};

use countersign_core::{
    Error, Result,
    item::{Item, ItemStatus},
    question::{Question, QuestionStatus},
    record::{Key, Record},
    run::{Run, RunStatus},
    store::Base,
};
use rmcp::{
    model::{Notification, ProgressNotificationParam, ServerNotification},
    service::{RequestContext, RoleServer},
};

use super::{
    Gateway, Who,
    line::{self, Line},
};

/// How often a client that asked for progress is told that the call still waits.
const PROGRESS_EVERY: Duration = Duration::from_secs(5);
/// How long commits are collected before checking whether one of them decided something.
const GATHER: Duration = Duration::from_millis(10);
/// The longest wait for a commit before checking anyway.
const LONGEST: Duration = Duration::from_secs(5);

/// What a person has to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Awaited {
    /// An item to decide.
    Item(String),
    /// A question to answer.
    Question(String),
    /// A held run.
    Run(String),
}

impl Awaited {
    /// Returns whether waiting longer makes sense.
    fn is_waiting(&self, base: &mut dyn Base) -> Result<bool> {
        Ok(match self {
            Self::Item(id) => {
                read::<Item>(base, id)?.is_some_and(|i| waits(i.status, i.error.is_some() && !i.told))
            }
            Self::Question(id) => {
                read::<Question>(base, id)?.is_some_and(|q| q.status == QuestionStatus::Open)
            }
            Self::Run(id) => read::<Run>(base, id)?.is_some_and(|run| run.status == RunStatus::Paused),
        })
    }
}

fn read<R: Record>(base: &mut dyn Base, id: &str) -> Result<Option<R>> {
    base.get(&Key::of::<R>(id))?.map(|stored| stored.row.read()).transpose()
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waited {
    /// Nothing is open any more, or a person deferred it.
    Decided,
    /// Time is up.
    Over,
    /// Nobody waits any more.
    Gone,
}

impl Gateway {
    /// Waits until a person has dealt with all of these, for `time` at most. `told` is the progress message.
    pub(super) async fn wait(
        &self,
        all: &[Awaited],
        time: Duration,
        told: &str,
        who: &Who,
        context: &RequestContext<RoleServer>,
    ) -> Result<Waited> {
        let until = Instant::now() + time;
        let mut growth = (self.growth)();
        let mut progress = Progress { context, told, sent: 0, next: Instant::now() };
        loop {
            growth.mark_unchanged();
            if !self.any_waits(all).await? {
                return Ok(Waited::Decided);
            }
            let now = Instant::now();
            if now >= until {
                return Ok(Waited::Over);
            }
            progress.tell(now).await;
            let rest = (until - now).min(LONGEST).min(progress.next.saturating_duration_since(now));
            tokio::select! {
                biased;
                () = who.gone.cancelled() => return Ok(Waited::Gone),
                () = context.ct.cancelled() => return Ok(Waited::Gone),
                grown = growth.changed() => {
                    // The engine is shutting down.
                    if grown.is_err() {
                        return Ok(Waited::Gone);
                    }
                    tokio::time::sleep(GATHER).await;
                }
                () = tokio::time::sleep(rest.max(GATHER)) => {}
            }
        }
    }

    /// Returns whether waiting longer makes sense. Read-only: reporting an outcome would mark it as told, and the
    /// client may be gone.
    pub(super) async fn any_waits(&self, all: &[Awaited]) -> Result<bool> {
        let (engine, all) = (self.engine.clone(), all.to_vec());
        let forecast = move || {
            let mut any = false;
            engine.store().view(&mut |base| {
                for one in &all {
                    any |= one.is_waiting(base)?;
                }
                Ok(())
            })?;
            Ok(any)
        };
        tokio::task::spawn_blocking(forecast).await.unwrap_or_else(|e| Err(Error::bug(e)))
    }
}

/// Returns whether a person has yet to decide, or a decision has yet to land. `has_failed` says that there was an
/// attempt, of which the agent does not know.
fn waits(status: ItemStatus, has_failed: bool) -> bool {
    match status {
        // A person can try it once more, but the agent must know now.
        ItemStatus::Pending => !has_failed,
        ItemStatus::Blocked | ItemStatus::Confirmed | ItemStatus::Applying => true,
        ItemStatus::Deferred
        | ItemStatus::Applied
        | ItemStatus::Failed
        | ItemStatus::Stale
        | ItemStatus::NeedsReview
        | ItemStatus::Rejected
        | ItemStatus::Retracted
        | ItemStatus::Expired => false,
    }
}

/// Sends progress to a client that asked for it.
struct Progress<'c> {
    context: &'c RequestContext<RoleServer>,
    told: &'c str,
    sent: u32,
    next: Instant,
}

impl Progress<'_> {
    async fn tell(&mut self, now: Instant) {
        let Some(token) = self.context.meta.get_progress_token() else {
            self.next = now + PROGRESS_EVERY;
            return;
        };
        if now < self.next {
            return;
        }
        self.next = now + PROGRESS_EVERY;
        self.sent += 1;
        let told = ProgressNotificationParam::new(token, f64::from(self.sent)).with_message(self.told);
        let told = ServerNotification::ProgressNotification(Notification::new(told));
        line::tell(Line::of(self.context).as_ref(), &self.context.peer, told).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_still_come_is_waited_for() {
        for (status, expected) in [
            (ItemStatus::Pending, true),
            (ItemStatus::Blocked, true),
            (ItemStatus::Confirmed, true),
            (ItemStatus::Applying, true),
            (ItemStatus::Applied, false),
            (ItemStatus::Rejected, false),
            (ItemStatus::Deferred, false),
            (ItemStatus::Stale, false),
            (ItemStatus::NeedsReview, false),
            (ItemStatus::Expired, false),
        ] {
            assert_eq!(waits(status, false), expected, "{status:?}");
        }
        assert!(!waits(ItemStatus::Pending, true), "the agent is told that it failed");
    }
}
