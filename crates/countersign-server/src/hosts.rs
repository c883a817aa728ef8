//! Where several daemons write one log: who else is there, what was left for this host, and what could not be recorded while
//! the database was away.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use countersign_core::{Result, execute::Hosts};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep_until},
};

use crate::App;

/// How often it is looked who is there.
const LOOK: Duration = Duration::from_secs(2);

/// How many runs' errands are carried out at the same time.
const AT_ONCE: usize = 8;

/// Looks until the daemon stops; first finishes what is being carried out.
pub async fn run(app: Arc<App>) {
    if app.engine.setup().hosts.own.is_none() {
        return;
    }
    let mut growth = app.growth.subscribe();
    let mut going: JoinSet<String> = JoinSet::new();
    let mut busy: BTreeSet<String> = BTreeSet::new();
    let mut next = Instant::now();
    loop {
        growth.mark_unchanged();
        if Instant::now() >= next {
            if let Err(e) = see(&app).await {
                tracing::warn!(error = %e, internal = e.internal(), "the other hosts cannot be seen");
            }
            next = Instant::now() + LOOK;
        }
        match app.blocking(|engine| engine.errands()).await {
            Ok(errands) => begin(&app, errands, &mut busy, &mut going),
            Err(e) => {
                tracing::warn!(error = %e, internal = e.internal(), "what was left for this host cannot be seen")
            }
        }
        tokio::select! {
            () = app.stop.stopped() => break,
            () = sleep_until(next) => {}
            changed = growth.changed() => if changed.is_err() { break },
            Some(ended) = going.join_next(), if !going.is_empty() => match ended {
                Ok(run) => drop(busy.remove(&run)),
                Err(e) => tracing::error!(error = %e, "what was left for this host did not end well"),
            },
        }
    }
    while going.join_next().await.is_some() {}
}

/// Looks who is there, and takes up what could not be done or recorded.
async fn see(app: &Arc<App>) -> Result<()> {
    app.blocking(|engine| {
        let seen = Hosts::from(engine.store().hosts()?);
        if engine.setup().hosts != seen {
            engine.amend_setup(|setup| setup.hosts = seen);
        }
        engine.take_up_left()
    })
    .await
}

/// Carries out what was left: of each run one after the other, in the order in which it was left.
fn begin(
    app: &Arc<App>,
    errands: Vec<(String, String)>,
    busy: &mut BTreeSet<String>,
    going: &mut JoinSet<String>,
) {
    let mut by_run: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (errand, run) in errands {
        by_run.entry(run).or_default().push(errand);
    }
    for (run, errands) in by_run {
        if busy.len() >= AT_ONCE || app.stop.is_stopped() {
            return;
        }
        if !busy.insert(run.clone()) {
            continue;
        }
        let app = app.clone();
        going.spawn(async move {
            let _in_use = app.idle.hold();
            for errand in errands {
                let id = errand.clone();
                if let Err(e) = app.blocking(move |engine| engine.carry_out(&errand)).await {
                    tracing::warn!(error = %e, internal = e.internal(), id, "an errand is tried again");
                    break;
                }
            }
            run
        });
    }
}
