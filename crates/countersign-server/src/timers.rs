//! Timers: expiry, countdowns that nobody objected to, and removal of old undo data.
//!
//! The core decides what is due (`timer.fire`); this module only decides when to ask. The wall clock may be changed at
//! any time and a sleep uses another clock, so sleeps are short, and the time slept is never taken for the time passed.
//! Countdowns use the monotonic clock ([`Watched`]).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use countersign_core::{
    Result,
    countdown::{Counting, Ripe},
    retention::{self, RetentionSweep},
    timer::{self, TimerFire},
};
use tokio::time::sleep;

use crate::{App, idle::InUse};

/// How long events are collected before asking again what is due.
const GATHER: Duration = Duration::from_secs(1);
/// The shortest sleep, whatever is due.
const SHORTEST: Duration = Duration::from_millis(50);
/// The sleep after a first failure; it doubles with each further one.
const BACK_OFF: Duration = Duration::from_secs(1);
const DAY_MS: u64 = 24 * 3_600_000;

/// Runs the timers until the daemon stops. A failure is logged and retried.
pub async fn run(app: Arc<App>) {
    let mut growth = app.growth.subscribe();
    let (mut sweep, mut watched, mut failures) = (Sweep::default(), Watched::default(), 0);
    while !app.stop.is_stopped() {
        growth.mark_unchanged();
        let rest = match tick(&app, &mut sweep, &mut watched).await {
            Ok(next_at) => {
                failures = 0;
                Rest::until(next_at, watched.next(Instant::now()), &app)
            }
            Err(e) => {
                tracing::error!(error = %e, internal = e.internal(), failures, "the timers failed; they try again");
                failures += 1;
                Rest { time: back_off(failures, app.settings.limits.timer_sleep), wakes: false }
            }
        };
        tokio::select! {
            () = app.stop.stopped() => return,
            () = sleep(rest.time) => {}
            changed = growth.changed(), if rest.wakes => {
                if changed.is_err() {
                    return;
                }
                // Many calls may come at once.
                tokio::select! {
                    () = app.stop.stopped() => return,
                    () = sleep(GATHER.min(rest.time)) => {}
                }
            }
        }
    }
}

/// How long to sleep, and whether events end it.
struct Rest {
    time: Duration,
    wakes: bool,
}

impl Rest {
    fn until(next_at: Option<u64>, ripe_in: Option<Duration>, app: &App) -> Self {
        let now = app.engine.env().now_ms();
        let due = next_at.map_or(Duration::MAX, |at| Duration::from_millis(at.saturating_sub(now)));
        let due = due.min(ripe_in.unwrap_or(Duration::MAX));
        Self { time: due.max(SHORTEST).min(app.settings.limits.timer_sleep), wakes: true }
    }
}

fn back_off(failures: u32, most: Duration) -> Duration {
    BACK_OFF.saturating_mul(2u32.saturating_pow(failures.saturating_sub(1))).min(most)
}

/// Does what is due, and returns when the next thing is.
async fn tick(app: &Arc<App>, sweep: &mut Sweep, watched: &mut Watched) -> Result<Option<u64>> {
    let began = timer::Input { restarted: !watched.began, ripe: Vec::new() };
    let fired = app.system::<TimerFire>(began, "timer").await?;
    watched.began = true;
    // An idle daemon would exit, and a waiting countdown would never end.
    watched.in_use = match (fired.counting.is_empty(), watched.in_use.take()) {
        (true, _) => None,
        (false, held) => Some(held.unwrap_or_else(|| app.idle.hold())),
    };
    watched.see(fired.counting, Instant::now());
    for ripe in watched.take_ripe(Instant::now()) {
        let_go_on(app, watched, ripe);
    }
    let now = app.engine.env().now_ms();
    if sweep.is_due(now) {
        let days = app.settings.limits.trash_days;
        let swept = app.system::<RetentionSweep>(retention::Input { days }, "timer").await?;
        sweep.done(now, &swept);
    }
    Ok(match sweep.again {
        true => Some(now),
        false => fired.next_at,
    })
}

/// Lets a countdown proceed that nobody objected to. Its effect may take a while, so nothing waits for it here.
fn let_go_on(app: &Arc<App>, watched: &Watched, ripe: Ripe) {
    let (app, under_way) = (app.clone(), watched.under_way.clone());
    let in_use = app.idle.hold();
    tokio::spawn(async move {
        let over = timer::Input { restarted: false, ripe: vec![ripe.clone()] };
        if let Err(e) = app.system::<TimerFire>(over, "timer").await {
            tracing::error!(error = %e, internal = e.internal(), id = ripe.id, "it does not go on; it is tried again");
        }
        under_way.lock().unwrap_or_else(PoisonError::into_inner).remove(&ripe.id);
        drop(in_use);
    });
}

/// The countdowns that this process has watched, each since it first saw it. A restarted countdown has another end and
/// so is another one; finished ones are dropped.
#[derive(Default)]
struct Watched {
    /// Whether the core was asked yet.
    began: bool,
    /// Keeps the daemon in use while there are any.
    in_use: Option<InUse>,
    since: BTreeMap<(String, u64), (Instant, Duration)>,
    /// Those in progress: they are not started twice.
    under_way: Arc<Mutex<BTreeSet<String>>>,
}

impl Watched {
    /// Records which countdowns run now.
    fn see(&mut self, counting: Vec<Counting>, now: Instant) {
        let mut since = BTreeMap::new();
        for Counting { id, proceeds_at, wait_ms } in counting {
            let key = (id, proceeds_at);
            let first = self.since.get(&key).map_or(now, |(first, _)| *first);
            since.insert(key, (first, Duration::from_millis(wait_ms)));
        }
        self.since = since;
    }

    /// Takes those that were watched for long enough and are not in progress, and marks them as in progress.
    fn take_ripe(&mut self, now: Instant) -> Vec<Ripe> {
        let mut under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let over =
            self.since.iter().filter(|(_, (first, wait))| now.saturating_duration_since(*first) >= *wait);
        over.filter(|((id, _), _)| under_way.insert(id.clone()))
            .map(|((id, proceeds_at), _)| Ripe { id: id.clone(), proceeds_at: *proceeds_at })
            .collect()
    }

    /// Returns how long until the next one is over.
    fn next(&self, now: Instant) -> Option<Duration> {
        let left =
            |(first, wait): &(Instant, Duration)| wait.saturating_sub(now.saturating_duration_since(*first));
        self.since.values().map(left).min()
    }
}

/// When old data was last removed.
#[derive(Default)]
struct Sweep {
    last: Option<u64>,
    /// Something was removed, so there may be more.
    again: bool,
}

impl Sweep {
    /// A clock that was set back must not delay it.
    fn is_due(&self, now: u64) -> bool {
        self.again || self.last.is_none_or(|last| now < last || now - last >= DAY_MS)
    }

    fn done(&mut self, now: u64, swept: &retention::Output) {
        (self.last, self.again) = (Some(now), !swept.purged.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_is_due_at_first_once_a_day_and_when_the_clock_went_back() {
        let mut sweep = Sweep::default();
        assert!(sweep.is_due(0));
        sweep.done(DAY_MS, &retention::Output { purged: Vec::new() });
        assert!(!sweep.is_due(DAY_MS) && !sweep.is_due(2 * DAY_MS - 1));
        assert!(sweep.is_due(2 * DAY_MS) && sweep.is_due(DAY_MS - 1));
    }

    fn counting(id: &str, proceeds_at: u64) -> Counting {
        Counting { id: id.to_owned(), proceeds_at, wait_ms: 10_000 }
    }

    #[test]
    fn a10_a_countdown_is_over_when_it_was_watched_for_long_enough_whatever_the_wall_says() {
        let (mut watched, start) = (Watched::default(), Instant::now());
        let after = |ms: u64| start + Duration::from_millis(ms);
        // By the wall clock, one was over long ago and the other is over in a thousand years.
        watched.see(vec![counting("i1", 5), counting("i2", u64::MAX)], start);
        assert_eq!(watched.take_ripe(after(9_999)), []);
        assert_eq!(watched.next(after(9_000)), Some(Duration::from_secs(1)));
        let ripe: Vec<String> = watched.take_ripe(after(10_000)).into_iter().map(|r| r.id).collect();
        assert_eq!(ripe, ["i1", "i2"]);
        assert_eq!(watched.take_ripe(after(20_000)), [], "each is named once while it is under way");
    }

    #[test]
    fn a10_a_countdown_that_begins_anew_is_watched_anew_and_one_that_stood_still_too() {
        let (mut watched, start) = (Watched::default(), Instant::now());
        let after = |ms: u64| start + Duration::from_millis(ms);
        watched.see(vec![counting("i1", 5), counting("i2", 5)], start);
        watched.see(vec![counting("i1", 6)], after(9_000));
        watched.see(vec![counting("i1", 6), counting("i2", 5)], after(9_500));
        assert_eq!(watched.take_ripe(after(18_999)), []);
        assert_eq!(watched.take_ripe(after(19_000)).len(), 1);
        assert_eq!(watched.take_ripe(after(19_500)).len(), 1);
    }

    #[test]
    fn a_sweep_that_found_something_looks_for_more() {
        let mut sweep = Sweep::default();
        sweep.done(5, &retention::Output { purged: vec!["rc1".to_owned()] });
        assert!(sweep.is_due(5));
    }

    #[test]
    fn failures_are_tried_again_ever_more_slowly_up_to_a_limit() {
        let most = Duration::from_secs(60);
        let waits: Vec<u64> = [1, 2, 3, 6, 7, 1000].map(|n| back_off(n, most).as_secs()).to_vec();
        assert_eq!(waits, [1, 2, 4, 32, 60, 60]);
    }
}
