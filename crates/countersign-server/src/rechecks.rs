//! After something has landed or was taken back, compares what waits with how things are now (`item.recheck`): what would
//! still do what was shown stays as it is, and anything else says what has changed before a person decides.

use std::{sync::Arc, time::Duration};

use countersign_core::{
    ErrorCode, Result,
    item::{recheck, recheck::ItemRecheck, reject::OneItem},
    receipt::Receipt,
    record::Record,
    store::Scan,
};
use tokio::time::sleep;

use crate::App;

/// How long events are collected before checking again.
const GATHER: Duration = Duration::from_millis(100);

/// Compares until the daemon stops. Failures are logged; the same is looked at again when an item lands.
pub async fn run(app: Arc<App>) {
    let mut growth = app.growth.subscribe();
    growth.mark_unchanged();
    // What landed before this daemon ran is looked at when an item lands.
    let mut last = newest(&app).await.ok().flatten();
    loop {
        tokio::select! {
            () = app.stop.stopped() => return,
            changed = growth.changed() => if changed.is_err() { return },
        }
        sleep(GATHER).await;
        growth.mark_unchanged();
        match newest(&app).await {
            Ok(now) if now != last => {
                last = now;
                if let Err(e) = all(&app).await {
                    tracing::error!(error = %e, internal = e.internal(), "what waits was not compared after a landing");
                }
            }
            Ok(_) => {}
            Err(e) => tracing::error!(error = %e, internal = e.internal(), "receipts cannot be read"),
        }
    }
}

/// Returns the newest receipt.
async fn newest(app: &Arc<App>) -> Result<Option<String>> {
    app.blocking(|engine| {
        let mut newest = None;
        engine.store().view(&mut |base| {
            let scan = Scan::prefix(Receipt::KIND.name, "receipt.at", "").reversed().limit(1);
            newest = base.scan(&scan)?.pop().map(|hit| hit.id);
            Ok(())
        })?;
        Ok(newest)
    })
    .await
}

/// Compares all that waits, one after the other.
async fn all(app: &Arc<App>) -> Result<()> {
    let waiting = app
        .blocking(|engine| {
            let mut waiting = Vec::new();
            engine.store().view(&mut |base| {
                waiting = recheck::waiting(base)?;
                Ok(())
            })?;
            Ok(waiting)
        })
        .await?;
    // A daemon that compares is in use.
    let _in_use = app.idle.hold();
    for id in waiting {
        if app.stop.is_stopped() {
            break;
        }
        match app.system::<ItemRecheck>(OneItem { id }, "recheck").await {
            Err(e) if matches!(e.code, ErrorCode::Internal | ErrorCode::Store) => return Err(e),
            Err(e) => tracing::debug!(error = %e, "an item was not compared"),
            Ok(_) => {}
        }
    }
    Ok(())
}
