//! Assembles the daemon: routes, timers and webhooks.

use std::sync::Arc;

use axum::{Router, extract::State, http::header, response::IntoResponse, routing::get};
use countersign_core::{Result, item::Item, record::Record, store::Scan};
use tokio::task::JoinSet;

use crate::{
    App, Listeners, Others, events::Streams, hosts, http::routes_with, hub, mcp, metrics, openapi, plans,
    rechecks, serve, telemetry, timers, watches, web, webhooks, work,
};

/// Returns all routes.
pub fn routes(app: &Arc<App>) -> Router {
    let streams = Arc::new(Streams::counted(app.metrics.streams.clone()));
    let counted = Router::new().route("/metrics", get(tell_metrics)).merge(work::routes());
    let others = Others {
        open: openapi::routes().with_state(app.clone()).merge(web::open()),
        inner: streams.routes().with_state(app.clone()),
        persons: counted.with_state(app.clone()).merge(web::routes(app)),
        mcp: mcp::entrance(app),
    };
    routes_with(app.clone(), others)
}

/// Runs until the app stops, then shuts down in order: no new connections, open requests finish, then timers, webhooks,
/// plans, rechecks and agents' connections end.
pub async fn run(app: Arc<App>, listeners: Listeners) -> Result<()> {
    let mut tasks = JoinSet::new();
    tasks.spawn(timers::run(app.clone()));
    tasks.spawn(webhooks::run(app.clone()));
    if let Some(sender) = telemetry::prepare(&app).await {
        tasks.spawn(sender.run());
    }
    tasks.spawn(watches::run(app.clone()));
    tasks.spawn(plans::run(app.clone()));
    tasks.spawn(hub::run(app.clone()));
    tasks.spawn(rechecks::run(app.clone()));
    tasks.spawn(hosts::run(app.clone()));
    tasks.spawn(mcp::run(app.clone()));
    let served = serve(app.clone(), listeners, routes(&app)).await;
    app.stop.stop();
    while let Some(ended) = tasks.join_next().await {
        if let Err(e) = ended {
            tracing::error!(error = %e, "a task of the daemon did not end well");
        }
    }
    // Calls that were sent to the store finish, whether or not somebody still waits for them.
    app.settled().await;
    served
}

async fn tell_metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    let pending = app.blocking(|engine| {
        let mut count = 0;
        engine.store().view(&mut |base| {
            count = base.scan(&Scan::prefix(Item::KIND.name, "item.open", ""))?.len();
            Ok(())
        })?;
        Ok(count as u64)
    });
    let pending = pending.await.ok();
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], app.metrics.text(|| pending))
}
