//! Work in progress, for persons to see and to cancel. Not operations: it is not in the store.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use countersign_core::{ActorKind, Error, Origin, Result, engine::work::WorkView};
use countersign_words::say;
use serde::Deserialize;
use serde_json::json;

use crate::{App, Caller, Peer, answer, answer::Refusal, peer};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/v1/works", get(list)).route("/v1/works/{id}/end", post(end))
}

/// Which work is listed.
#[derive(Deserialize)]
struct Wanted {
    /// Only what the caller has begun.
    #[serde(default)]
    own: bool,
}

async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    query: std::result::Result<Query<Wanted>, QueryRejection>,
) -> std::result::Result<Response, Refusal> {
    let Query(wanted) =
        query.map_err(|e| Error::usage(say!("problem-events-query", error = e.to_string())))?;
    // Others' commands are for persons to see.
    let works = match wanted.own || caller.actor.kind != ActorKind::Person {
        true => app.engine.works_of(&caller.actor),
        false => app.engine.works(),
    };
    Ok(answer::json(StatusCode::OK, "application/json", &json!({"work": works})))
}

async fn end(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
) -> Response {
    match ended(&app, &peer, &caller, &id).await {
        Ok(work) => answer::json(StatusCode::OK, "application/json", &json!(work)),
        Err(e) => Refusal::from(e).into_response(),
    }
}

/// Ends a piece of work, unless it is an agent's process that asks for it.
pub(crate) async fn ended(app: &Arc<App>, peer: &Peer, caller: &Caller, id: &str) -> Result<WorkView> {
    let (here, other_end) = (app.clone(), peer.clone());
    let found = app.blocking(move |_| Ok(peer::agent_of(&here, &other_end))).await?;
    let origin = Origin { agent_process: found.map(|agent| agent.words), ..caller.origin.clone() };
    let work = app.engine.end_work(id, &caller.actor, &origin);
    match &work {
        Ok(work) => {
            tracing::info!(by = caller.actor.name, kind = work.kind, what = %work.what, "work was ended");
        }
        Err(e) => tracing::warn!(by = caller.actor.name, why = %e.message, "work was not ended"),
    }
    work
}
