//! The gate's side of a hub: shows it what waits here, takes what was decided there, and reports what became of it. What
//! is said and whether it counts, the core decides (`hub.due`, `hub.synced`, `hub.decide`); all of it is read from
//! the store, so a restart goes on where the last process was. While the hub is away nothing here waits for it.

mod wire;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use countersign_core::{
    Result,
    authority::operations::Nothing,
    hub::{
        answer::{GateReport, GateTake, TakeInput},
        decide::{HubDecide, HubDecideInput},
        join::GateJoin,
        outbox::{
            AwayInput, HubAway, HubDue, HubDueOutput, HubSynced, Reach, ShownItem, SyncedInput, SyncedOutput,
        },
        sync::GateSync,
    },
};

use self::wire::{Failure, Wire};
use crate::App;

const SURFACE: &str = "hub";
/// The rest after events, so that several are one round.
const GATHER: Duration = Duration::from_millis(50);
/// How often decisions are asked for while something waits there.
const ASKED: Duration = Duration::from_secs(1);
/// How often the hub is greeted otherwise.
const IDLE: Duration = Duration::from_secs(60);
/// The first pause after a failure; each one after that is twice as long.
const PAUSE: Duration = Duration::from_secs(1);
const PAUSE_MOST: Duration = Duration::from_secs(60);

/// Speaks with the hub until the daemon stops, if there is one.
pub async fn run(app: Arc<App>) {
    let mut growth = app.growth.subscribe();
    let mut talk = Talk { app: app.clone(), failures: 0, retry_at: None, in_use: None };
    while !app.stop.is_stopped() {
        growth.borrow_and_update();
        let rest = talk.round().await.unwrap_or_else(|e| {
            tracing::warn!(error = %e, internal = e.internal(), "cannot see what the hub is to be told");
            PAUSE_MOST
        });
        tokio::select! {
            () = app.stop.stopped() => break,
            // Cannot fail: the app holds the other end.
            _ = growth.changed() => tokio::time::sleep(GATHER).await,
            () = tokio::time::sleep(rest) => {}
        }
    }
}

/// The state of the conversation; all of it can be lost.
struct Talk {
    app: Arc<App>,
    /// How many attempts have failed in a row.
    failures: u32,
    /// When the next attempt is made after a failure, whatever happens here.
    retry_at: Option<Instant>,
    /// A daemon that waits for a decision is in use.
    in_use: Option<crate::idle::InUse>,
}

impl Talk {
    /// Says what there is to say; returns how long there is nothing else to do.
    async fn round(&mut self) -> Result<Duration> {
        let due = self.app.system::<HubDue>(Nothing {}, SURFACE).await?;
        self.app.notices.set("hub", due.notice.clone());
        let waits =
            due.join.is_some() || due.asked > 0 || due.sync.as_ref().is_some_and(|s| !s.items.is_empty());
        match (waits, &self.in_use) {
            (true, None) => self.in_use = Some(self.app.idle.hold()),
            (false, Some(_)) => self.in_use = None,
            _ => {}
        }
        let Some(reach) = &due.hub else {
            (self.failures, self.retry_at) = (0, None);
            return Ok(IDLE);
        };
        if let Some(left) = self.retry_at.map(|at| at.saturating_duration_since(Instant::now()))
            && !left.is_zero()
        {
            return Ok(left);
        }
        match self.speak(reach, &due).await {
            Ok(busy) => {
                (self.failures, self.retry_at) = (0, None);
                Ok(match (busy, due.asked) {
                    (true, _) => GATHER,
                    (false, 0) => self.about(IDLE),
                    (false, _) => self.about(ASKED),
                })
            }
            Err(Trouble::Here(e)) => Err(e),
            Err(Trouble::There(failure)) => {
                let pause = self.about(PAUSE.saturating_mul(1 << self.failures.min(10)).min(PAUSE_MOST));
                self.failures = self.failures.saturating_add(1);
                self.retry_at = Some(Instant::now() + pause);
                tracing::info!(why = failure.why, "the hub was not reached");
                let refused = failure.refused && due.join.is_some();
                self.app.system::<HubAway>(AwayInput { why: failure.why, refused }, SURFACE).await?;
                Ok(pause)
            }
        }
    }

    /// Returns about that time, so that gates do not come all at once.
    fn about(&self, time: Duration) -> Duration {
        let byte = self.app.engine.env().seed()[0];
        time.mul_f64(0.75 + f64::from(byte) / 512.0)
    }

    /// One exchange; returns whether there may be more to say.
    async fn speak(&self, reach: &Reach, due: &HubDueOutput) -> Said<bool> {
        let wire = Wire::new(reach)?;
        if let Some(join) = &due.join {
            let joined = wire.call::<GateJoin>(join).await?;
            self.synced(SyncedInput { joined: Some(joined), ..SyncedInput::default() }).await?;
            return Ok(true);
        }
        for report in &due.reports {
            wire.call::<GateReport>(report).await?;
            let reported = vec![report.clone()];
            self.synced(SyncedInput { reported, ..SyncedInput::default() }).await?;
        }
        let Some(sync) = &due.sync else { return Ok(false) };
        let answer = wire.call::<GateSync>(sync).await?;
        if let Some(alert) = answer.alert {
            return Err(Trouble::There(Failure { why: alert.to_string(), refused: false }));
        }
        let shown =
            sync.items.iter().map(|one| ShownItem { item: one.item.clone(), digest: one.digest.clone() });
        let said = SyncedInput {
            shown: shown.collect(),
            refused: answer.refused,
            checkpoint: Some(answer.checkpoint),
            ..SyncedInput::default()
        };
        self.synced(said).await?;
        let mut more = !due.reports.is_empty() || !sync.items.is_empty();
        for one in answer.decided {
            let reported = due.reports.iter().any(|report| report.item == one.item);
            if reported || due.busy.contains(&one.item) || self.app.stop.is_stopped() {
                continue;
            }
            let asked = one.item.clone();
            let taken = wire.call::<GateTake>(&TakeInput { item: one.item, digest: one.digest }).await?;
            let Some(decision) = taken.decision else { continue };
            let done = self.app.system::<HubDecide>(HubDecideInput { decision, asked }, SURFACE).await?;
            tracing::info!(item = done.item, taken = ?done.taken, "the hub decided");
            more = true;
        }
        Ok(more)
    }

    async fn synced(&self, said: SyncedInput) -> Said<()> {
        let SyncedOutput { alert } = self.app.system::<HubSynced>(said, SURFACE).await?;
        match alert {
            Some(alert) => Err(Trouble::There(Failure { why: alert.to_string(), refused: false })),
            None => Ok(()),
        }
    }
}

type Said<T> = std::result::Result<T, Trouble>;

/// Why a round was not finished.
enum Trouble {
    /// The store here.
    Here(countersign_core::Error),
    /// The hub, or the way there.
    There(Failure),
}

impl From<countersign_core::Error> for Trouble {
    fn from(e: countersign_core::Error) -> Self {
        Self::Here(e)
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::There(failure)
    }
}
