//! Work in progress, for persons to see and to cancel. Not operations: it is not in the store.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::json;

use crate::{App, Caller, answer, answer::Refusal};

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new().route("/v1/works", get(list)).route("/v1/works/{id}/end", post(end))
}

async fn list(State(app): State<Arc<App>>) -> Response {
    answer::json(StatusCode::OK, "application/json", &json!({"work": app.engine.works()}))
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
