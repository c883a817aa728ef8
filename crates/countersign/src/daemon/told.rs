//! Tells whoever sits at the terminal of a daemon what is asked, decided and done, as the log grows.

use std::{sync::Arc, time::Duration};

use countersign_core::{
    Engine, Result,
    store::EventQuery,
    visit::operations::{Happening, news},
};
use countersign_server::App;

/// Prints news.
pub type Tell = Box<dyn Fn(&[Happening]) + Send + Sync>;

/// How many events are read at once.
const PAGE: usize = 64;
/// The longest time between looks: another process may write to the store without notice.
const REST: Duration = Duration::from_secs(30);

/// Tells until the daemon stops.
pub async fn follow(app: Arc<App>, tell: Tell) {
    let mut growth = app.growth.subscribe();
    let mut at = None;
    while !app.stop.is_stopped() {
        growth.mark_unchanged();
        match app.blocking(move |engine| read(engine, at)).await {
            Ok((last, found)) => {
                let goes_on = at.is_some_and(|at| last >= at + PAGE as u64);
                at = Some(last);
                if !found.is_empty() {
                    tell(&found);
                }
                if goes_on {
                    continue;
                }
            }
            Err(e) => tracing::warn!(error = %e, internal = e.internal(), "the terminal cannot be told"),
        }
        tokio::select! {
            () = app.stop.stopped() => return,
            _ = growth.changed() => {}
            () = tokio::time::sleep(REST) => {}
        }
    }
}

/// Returns the news after an event, and the last event that was read; the end of the log, if none is given.
fn read(engine: &Engine, after: Option<u64>) -> Result<(u64, Vec<Happening>)> {
    let setup = engine.setup();
    let mut found = (after.unwrap_or_default(), Vec::new());
    engine.store().view(&mut |base| {
        let Some(after) = after else {
            found.0 = base.head()?.seq;
            return Ok(());
        };
        let query =
            EventQuery { after_seq: Some(after), ascending: true, limit: PAGE, ..EventQuery::default() };
        for event in base.events(&query)? {
            found.0 = event.seq;
            found.1.extend(news(&event, &setup)?);
        }
        Ok(())
    })?;
    Ok(found)
}
