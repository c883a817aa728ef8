//! Carries out plans: on every event, each active plan is advanced. The core decides what to do (`plan.advance`); the
//! state of a plan is read from the store, so that a restart resumes where the last process was.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use countersign_core::{
    ErrorCode, Result,
    plan::{Plan, advance::PlanAdvance, operations::OnePlan},
    record::Record,
    store::Scan,
};
use tokio::{task::JoinSet, time::sleep};

use crate::App;

/// How many plans are advanced at the same time.
const AT_ONCE: usize = 8;
/// How long events are collected before checking again.
const GATHER: Duration = Duration::from_millis(20);
/// How often a plan is advanced in a row. Each step takes a few: more means that it does not end.
const IN_A_ROW: usize = 1000;

/// Carries out plans until the daemon stops; first finishes those in progress.
pub async fn run(app: Arc<App>) {
    let mut growth = app.growth.subscribe();
    let mut desk = Desk::default();
    let mut going: JoinSet<String> = JoinSet::new();
    loop {
        growth.mark_unchanged();
        match active(&app).await {
            Ok(plans) => desk.saw(plans),
            Err(e) => {
                tracing::error!(error = %e, internal = e.internal(), "plans cannot be listed; it is tried again")
            }
        }
        loop {
            while let Some(plan) = desk.next().filter(|_| !app.stop.is_stopped()) {
                going.spawn(go_on(app.clone(), plan));
            }
            tokio::select! {
                () = app.stop.stopped() => {
                    while going.join_next().await.is_some() {}
                    return;
                }
                Some(ended) = going.join_next(), if !going.is_empty() => match ended {
                    Ok(plan) => desk.ended(&plan),
                    Err(e) => tracing::error!(error = %e, "a plan did not end well"),
                },
                changed = growth.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    sleep(GATHER).await;
                    break;
                }
                // Temporary failures are retried.
                () = sleep(app.settings.limits.timer_sleep) => break,
            }
        }
    }
}

/// Returns the plans that may have something to do.
async fn active(app: &Arc<App>) -> Result<BTreeSet<String>> {
    app.blocking(|engine| {
        let mut plans = BTreeSet::new();
        engine.store().view(&mut |base| {
            let hits = base.scan(&Scan::prefix(Plan::KIND.name, "plan.active", ""))?;
            plans = hits.into_iter().map(|hit| hit.id).collect();
            Ok(())
        })?;
        Ok(plans)
    })
    .await
}

/// Advances one plan until it waits.
async fn go_on(app: Arc<App>, plan: String) -> String {
    // A daemon that carries out a plan is in use.
    let _in_use = app.idle.hold();
    for _ in 0..IN_A_ROW {
        if app.stop.is_stopped() {
            break;
        }
        match step(&app, &plan).await {
            Ok(true) => {}
            Ok(false) => break,
            Err(e) => {
                let internal = e.internal();
                tracing::error!(error = %e, internal, plan, "a plan cannot go on; it is tried again");
                break;
            }
        }
    }
    plan
}

async fn step(app: &Arc<App>, plan: &str) -> Result<bool> {
    match app.system::<PlanAdvance>(OnePlan { id: plan.to_owned() }, "plan").await {
        Ok(output) => Ok(output.more),
        Err(e) if e.code == ErrorCode::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

/// The plans being advanced, and those to advance once more because of a new event.
#[derive(Debug, Default)]
struct Desk {
    going: BTreeMap<String, bool>,
    due: BTreeSet<String>,
}

impl Desk {
    /// Records an event, with the active plans.
    fn saw(&mut self, plans: BTreeSet<String>) {
        for plan in plans {
            match self.going.get_mut(&plan) {
                Some(again) => *again = true,
                None => {
                    self.due.insert(plan);
                }
            }
        }
    }

    /// Returns the next plan to advance, if there is room.
    fn next(&mut self) -> Option<String> {
        if self.going.len() >= AT_ONCE {
            return None;
        }
        let plan = self.due.pop_first()?;
        self.going.insert(plan.clone(), false);
        Some(plan)
    }

    fn ended(&mut self, plan: &str) {
        if self.going.remove(plan) == Some(true) {
            self.due.insert(plan.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|n| (*n).to_owned()).collect()
    }

    #[test]
    fn a_plan_is_never_carried_out_twice_at_the_same_time() {
        let mut desk = Desk::default();
        desk.saw(named(&["pl1"]));
        assert_eq!(desk.next().as_deref(), Some("pl1"));
        desk.saw(named(&["pl1"]));
        assert_eq!(desk.next(), None, "it goes on already");
        desk.ended("pl1");
        assert_eq!(desk.next().as_deref(), Some("pl1"), "something happened meanwhile");
        desk.ended("pl1");
        assert_eq!(desk.next(), None, "nothing has happened since");
    }

    #[test]
    fn many_plans_take_turns() {
        let mut desk = Desk::default();
        let names: Vec<String> = (0..AT_ONCE + 1).map(|n| format!("pl{n}")).collect();
        desk.saw(names.iter().cloned().collect());
        let first: Vec<String> = std::iter::from_fn(|| desk.next()).collect();
        assert_eq!(first.len(), AT_ONCE);
        desk.ended(&first[0]);
        assert!(desk.next().is_some_and(|plan| !first.contains(&plan)));
    }
}
