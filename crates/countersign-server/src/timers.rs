//! What happens because time has passed, without anybody calling: expiry, and letting go of what was kept for undo.
//!
//! What is due is the core's to say (`timer.fire`); here is only when to ask. The wall clock may be set at any time and
//! a sleep runs on another one, so no sleep is long, and what was slept is never taken for what has passed.

use std::{sync::Arc, time::Duration};

use countersign_core::{Error, Result};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::App;

/// How long to gather news before asking anew what is due.
const GATHER: Duration = Duration::from_secs(1);
/// The shortest sleep, whatever is due.
const SHORTEST: Duration = Duration::from_millis(50);
/// The sleep after a first failure; it doubles with each that follows.
const BACK_OFF: Duration = Duration::from_secs(1);
const DAY_MS: u64 = 24 * 3_600_000;

/// Runs the timers until the daemon ends. A failure is logged and tried again.
pub async fn run(app: Arc<App>) {
    let mut growth = app.growth.subscribe();
    let (mut sweep, mut failures) = (Sweep::default(), 0);
    while !app.stop.is_stopped() {
        growth.mark_unchanged();
        let rest = match tick(&app, &mut sweep).await {
            Ok(next_at) => {
                failures = 0;
                Rest::until(next_at, &app)
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

/// How long to sleep, and whether news ends it.
struct Rest {
    time: Duration,
    wakes: bool,
}

impl Rest {
    fn until(next_at: Option<u64>, app: &App) -> Self {
        let now = app.engine.env().now_ms();
        let due = next_at.map_or(Duration::MAX, |at| Duration::from_millis(at.saturating_sub(now)));
        Self { time: due.max(SHORTEST).min(app.settings.limits.timer_sleep), wakes: true }
    }
}

fn back_off(failures: u32, most: Duration) -> Duration {
    BACK_OFF.saturating_mul(2u32.saturating_pow(failures.saturating_sub(1))).min(most)
}

/// Does what is due, and says when something will be.
async fn tick(app: &Arc<App>, sweep: &mut Sweep) -> Result<Option<u64>> {
    let fired = app.system("timer.fire", json!({}), "timer").await?;
    let now = app.engine.env().now_ms();
    if sweep.is_due(now) {
        let days = app.settings.limits.trash_days;
        let swept = app.system("retention.sweep", json!({"days": days}), "timer").await?;
        sweep.done(now, &swept.value)?;
    }
    let next_at = fired.value.get("next_at").and_then(Value::as_u64);
    Ok(match sweep.again {
        true => Some(now),
        false => next_at,
    })
}

/// When things were last let go of.
#[derive(Default)]
struct Sweep {
    last: Option<u64>,
    /// There was something, so there may be more.
    again: bool,
}

impl Sweep {
    /// A clock that was set back must not put it off.
    fn is_due(&self, now: u64) -> bool {
        self.again || self.last.is_none_or(|last| now < last || now - last >= DAY_MS)
    }

    fn done(&mut self, now: u64, output: &Value) -> Result<()> {
        let purged = output["purged"].as_array().ok_or_else(|| Error::bug("a sweep says what it purged"))?;
        (self.last, self.again) = (Some(now), !purged.is_empty());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_is_due_at_first_once_a_day_and_when_the_clock_went_back() {
        let mut sweep = Sweep::default();
        assert!(sweep.is_due(0));
        sweep.done(DAY_MS, &json!({"purged": []})).unwrap();
        assert!(!sweep.is_due(DAY_MS) && !sweep.is_due(2 * DAY_MS - 1));
        assert!(sweep.is_due(2 * DAY_MS) && sweep.is_due(DAY_MS - 1));
    }

    #[test]
    fn a_sweep_that_found_something_looks_for_more() {
        let mut sweep = Sweep::default();
        sweep.done(5, &json!({"purged": ["rc1"]})).unwrap();
        assert!(sweep.is_due(5));
        assert!(sweep.done(5, &json!({})).is_err());
    }

    #[test]
    fn failures_are_tried_again_ever_more_slowly_up_to_a_limit() {
        let most = Duration::from_secs(60);
        let waits: Vec<u64> = [1, 2, 3, 6, 7, 1000].map(|n| back_off(n, most).as_secs()).to_vec();
        assert_eq!(waits, [1, 2, 4, 32, 60, 60]);
    }
}
