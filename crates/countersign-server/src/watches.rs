//! Watched folders: changes in them become events. The core decides which are watched (`watch.settle`); this module
//! watches. A watch that was paused, or a daemon that was down, is reported as a gap.
//!
//! # Limitations
//! Changes that another machine makes on a network file system are not seen. Files put into a new folder before it was
//! watched are reported as created, even if they were changed or renamed meanwhile.

mod desk;
mod gather;

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use countersign_core::{
    Error, ErrorCode, Result,
    authority::operations::Nothing,
    watch::{
        Watch,
        operations::{NoticedInput, WatchNoticed, WatchSettle},
    },
};
use countersign_words::{Message, say};
use tokio::time::sleep;

use crate::{App, idle::InUse};
use desk::Desk;

/// How long events of the log are collected before asking again what is to be watched.
const GATHER: Duration = Duration::from_millis(200);
/// How long file notifications are collected before they are processed.
const SETTLE: Duration = Duration::from_millis(50);
/// How long to wait after a failure.
const BACK_OFF: Duration = Duration::from_secs(5);
static FROZEN: Message = say!("problem-watch-frozen");
static UNWRITTEN: Message = say!("problem-watch-unwritten");

/// Watches until the daemon stops.
pub async fn run(app: Arc<App>) {
    let mut growth = app.growth.subscribe();
    let mut keeper = Keeper { app: app.clone(), desk: Arc::default(), still: BTreeSet::new(), in_use: None };
    let mut look_at = Instant::now();
    while !app.stop.is_stopped() {
        if look_at <= Instant::now() {
            look_at = Instant::now() + keeper.settle().await.unwrap_or_else(keeper.failed());
        }
        let told_at = keeper.tell().await.unwrap_or_else(|e| Some(Instant::now() + keeper.failed()(e)));
        let next = told_at.map_or(look_at, |at| at.min(look_at));
        tokio::select! {
            () = app.stop.stopped() => break,
            () = sleep(next.saturating_duration_since(Instant::now())) => {}
            () = keeper.desk.wake.notified() => sleep(SETTLE).await,
            changed = growth.changed() => {
                if changed.is_err() {
                    break;
                }
                // Many calls may come at once.
                look_at = look_at.min(Instant::now() + GATHER);
                sleep(SETTLE).await;
            }
        }
    }
    keeper.stop().await;
}

/// Keeps the watches in sync with the records.
struct Keeper {
    app: Arc<App>,
    desk: Arc<Desk>,
    /// The watches that were paused by a freeze.
    still: BTreeSet<String>,
    /// A daemon that watches is in use.
    in_use: Option<InUse>,
}

impl Keeper {
    fn failed(&self) -> impl FnOnce(Error) -> Duration + use<> {
        |e| {
            tracing::error!(error = %e, internal = e.internal(), "watching folders failed; it is tried again");
            BACK_OFF
        }
    }

    /// Syncs the watches with the records. Returns for how long that is valid.
    async fn settle(&mut self) -> Result<Duration> {
        let settled = self.app.system::<WatchSettle>(Nothing {}, "watch").await?;
        let working = self.desk.ids();
        if settled.frozen {
            self.still.extend(working.iter().cloned());
        }
        let wanted: BTreeSet<&String> = settled.watches.iter().map(|w| &w.id).collect();
        let over: Vec<String> = working.iter().filter(|id| !wanted.contains(id)).cloned().collect();
        if !over.is_empty() {
            self.blocking(move |desk| over.iter().for_each(|id| desk.end(id))).await?;
        }
        for watch in &settled.watches {
            if working.contains(&watch.id) && watch.since.is_some() {
                continue;
            }
            self.begin(watch.clone(), working.contains(&watch.id)).await?;
        }
        if !settled.frozen {
            self.still.clear();
        }
        match settled.watches.is_empty() {
            true => self.in_use = None,
            false => {
                self.in_use.get_or_insert_with(|| self.app.idle.hold());
            }
        }
        let most = self.app.settings.limits.timer_sleep;
        let now = self.app.engine.env().now_ms();
        Ok(settled.next_at.map_or(most, |at| Duration::from_millis(at.saturating_sub(now)).min(most)))
    }

    async fn begin(&mut self, watch: Watch, again: bool) -> Result<()> {
        let id = watch.id.clone();
        let begun = match again {
            // It was undone and redone before anybody checked.
            true => Ok(()),
            false => self.blocking(move |desk| desk.begin(&watch)).await?,
        };
        let gap = self.still.remove(&id).then(|| FROZEN.clone());
        let input = match begun {
            Ok(()) => NoticedInput { watch: id, began: true, gap, ..NoticedInput::default() },
            Err(why) => NoticedInput { watch: id, ended: Some(why), ..NoticedInput::default() },
        };
        self.noticed(input).await.map(drop)
    }

    /// Reports collected changes. Returns when the next are due.
    async fn tell(&mut self) -> Result<Option<Instant>> {
        if self.desk.ids().is_empty() {
            return Ok(None);
        }
        let over = self.blocking(|desk| desk.look_after()).await?;
        let (mut bursts, next) = self.desk.due(Instant::now());
        for (id, why) in over {
            let last = bursts.iter().position(|(i, _)| *i == id).map(|at| bursts.swap_remove(at).1);
            let (changes, more) = last.map_or_else(Default::default, |b| (b.changes, b.more));
            let ended = Some(why);
            let watch = id.clone();
            self.noticed(NoticedInput { watch, changes, more, ended, ..NoticedInput::default() }).await?;
            self.blocking(move |desk| desk.end(&id)).await?;
        }
        for (id, burst) in bursts {
            let (changes, more, gap) = (burst.changes, burst.more, burst.gap);
            let watch = id.clone();
            let input = NoticedInput { watch, changes, more, gap, ..NoticedInput::default() };
            match self.noticed(input).await {
                Ok(true) => {}
                Ok(false) => self.desk.missed(&id, &FROZEN),
                Err(e) => {
                    self.desk.missed(&id, &UNWRITTEN);
                    return Err(e);
                }
            }
        }
        Ok(next)
    }

    /// Reports changes; returns whether they were recorded: not if the watch has ended or is paused.
    async fn noticed(&self, input: NoticedInput) -> Result<bool> {
        match self.app.system::<WatchNoticed>(input, "watch").await {
            Err(e) if matches!(e.code, ErrorCode::Conflict | ErrorCode::NotFound) => Ok(false),
            other => other.map(|_| true),
        }
    }

    async fn stop(&mut self) {
        let stopped = self.blocking(|desk| desk.ids().iter().for_each(|id| desk.end(id))).await;
        if let Err(e) = stopped {
            tracing::error!(error = %e, "a watch did not end well");
        }
    }

    async fn blocking<T: Send + 'static>(
        &self,
        f: impl FnOnce(&Arc<Desk>) -> T + Send + 'static,
    ) -> Result<T> {
        let desk = self.desk.clone();
        self.app.blocking(move |_| Ok(f(&desk))).await
    }
}
