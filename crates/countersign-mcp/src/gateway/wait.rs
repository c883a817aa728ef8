//! Waiting for a person. The client that goes away ends the wait, never what is waited for.

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

/// How often a client that wants to know is told that the call still waits.
const PROGRESS_EVERY: Duration = Duration::from_secs(5);
/// How long commits are gathered before it is looked whether one of them decided something.
const GATHER: Duration = Duration::from_millis(10);
/// How long it is waited for a commit at most before it is looked all the same.
const LONGEST: Duration = Duration::from_secs(5);

/// What a person has in hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Awaited {
    /// An item that is to be decided.
    Item(String),
    /// A question that is to be answered.
    Question(String),
    /// A run that is to be let go on.
    Run(String),
}

impl Awaited {
    /// Whether waiting longer can bring something.
    fn is_waiting(&self, base: &mut dyn Base) -> Result<bool> {
        Ok(match self {
            Self::Item(id) => read::<Item>(base, id)?.is_some_and(|item| waits(item.status)),
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
    /// Nothing is open any more, or a person put it off.
    Decided,
    /// Time is up.
    Over,
    /// Nobody waits any more.
    Gone,
}

impl Gateway {
    /// Waits until none of these is in a person's hand any more, for `time` at most. `told` is what progress says.
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
                    // Nobody tells any more: the engine is about to end.
                    if grown.is_err() {
                        return Ok(Waited::Gone);
                    }
                    tokio::time::sleep(GATHER).await;
                }
                () = tokio::time::sleep(rest.max(GATHER)) => {}
            }
        }
    }

    /// Whether waiting longer can bring something. This only looks: what an agent was told is remembered as told, and
    /// nobody may be left to tell.
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

/// Whether a person has still to decide, or what was decided is still to land.
fn waits(status: ItemStatus) -> bool {
    matches!(status, ItemStatus::Pending | ItemStatus::Blocked | ItemStatus::Confirmed | ItemStatus::Applying)
}

/// Tells a client that wants to know that its call waits.
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
            assert_eq!(waits(status), expected, "{status:?}");
        }
    }
}
