//! Work in progress, for persons to see and to cancel. Not operations: it is not in the store.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Path, Query, State, rejection::QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use countersign_core::Error;
use countersign_words::say;
use serde::Deserialize;
use serde_json::json;

use crate::{App, Caller, answer, answer::Refusal};

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
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(wanted) =
        query.map_err(|e| Error::usage(say!("problem-events-query", error = e.to_string())))?;
    let mut works = app.engine.works();
    works.retain(|work| !wanted.own || work.by == caller.actor.name);
    Ok(answer::json(StatusCode::OK, "application/json", &json!({"work": works})))
}

async fn end(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Response {
    match app.engine.end_work(&id, &caller.actor) {
        Ok(work) => {
            tracing::info!(by = caller.actor.name, kind = work.kind, what = %work.what, "work was ended");
            answer::json(StatusCode::OK, "application/json", &json!(work))
        }
        Err(e) => Refusal::from(e).into_response(),
    }
}
