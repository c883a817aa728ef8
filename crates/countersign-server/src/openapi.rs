//! The API as an OpenAPI 3.1 document, built from the table of operations. It is checked in as `openapi.json`, so that
//! each change of the API is a visible diff, and served publicly.

mod operation;
mod others;
mod schemas;

use std::sync::{Arc, LazyLock};

use axum::{
    Router,
    body::Bytes,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};
use countersign_core::{OPS, op::route::Route};
use countersign_words::say;
use serde_json::{Map, Value, json};

use self::schemas::Schemas;
use crate::{App, page};

pub(crate) use operation::{statuses, who};

/// The document.
pub fn document() -> Value {
    let mut schemas = Schemas::default();
    let mut paths: Map<String, Value> = Map::new();
    let mut add = |path: &str, method: &str, operation: Value| {
        let at = paths.entry(path).or_insert_with(|| json!({}));
        at[method.to_ascii_lowercase()] = operation;
    };
    for op in OPS {
        let spec = op.spec();
        for route in Route::of(&spec).into_iter().chain(Route::of_look(&spec)) {
            add(route.path, route.method, operation::describe(*op, &route, &mut schemas));
        }
    }
    for (method, path, operation) in others::routes(&mut schemas) {
        add(path, method, operation);
    }
    let mut document = json!({
        "openapi": "3.1.1",
        "info": {
            "title": "Countersign",
            "summary": say!("command-about"),
            "description": "A control plane between agents and their tools. Agents propose calls; persons decide. \
                Every operation here has the same name on the command line and in the log.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/", "description": "The daemon that serves this document"}],
        "security": [{"token": []}, {"session": []}],
        "tags": tags(),
        "paths": paths,
        "components": {
            "schemas": schemas.finish(),
            "parameters": others::parameters(),
            "responses": others::shared_responses(),
            "headers": others::headers(),
            "securitySchemes": others::security(),
        },
    });
    // The order must not depend on how the JSON library was built.
    document.sort_all_objects();
    document
}

/// Returns the document's text as checked in.
pub fn text() -> String {
    let text = serde_json::to_string_pretty(&document()).expect("BUG: a JSON value is JSON");
    format!("{text}\n")
}

/// Returns the area of an operation: the beginning of its name.
pub(crate) fn area(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

fn tags() -> Vec<Value> {
    let mut areas: Vec<&str> = Vec::new();
    let served = OPS.iter().map(|op| op.spec()).filter(|spec| Route::of(spec).is_some());
    for name in served.map(|spec| area(spec.name)).chain(["daemon"]) {
        if !areas.contains(&name) {
            areas.push(name);
        }
    }
    areas.into_iter().map(|name| json!({"name": name})).collect()
}

/// The routes that describe the API: the document, and a page for people. Both are public.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/v1/openapi.json", get(serve)).route("/api", get(page::serve))
}

async fn serve() -> Response {
    static BYTES: LazyLock<Bytes> = LazyLock::new(|| document().to_string().into());
    let mut response = BYTES.clone().into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

#[cfg(test)]
mod tests {
    use countersign_core::{ErrorCode, Outcome};

    use super::*;
    use crate::answer;

    #[test]
    fn every_answer_that_an_operation_can_give_is_documented() {
        let document = document();
        for op in OPS {
            let spec = op.spec();
            let Some(route) = Route::of(&spec) else { continue };
            let responses = &document["paths"][route.path][route.method.to_lowercase()]["responses"];
            let outcomes: &[Outcome] = if spec.write { &Outcome::ALL } else { &[Outcome::Done] };
            let outcomes = outcomes.iter().skip(1).map(|o| answer::of_outcome(*o, false));
            for status in outcomes.chain(ErrorCode::ALL.map(answer::of_error)) {
                let documented = responses.get(status.as_str()).is_some();
                assert!(documented, "{} may answer {status}, which is not documented", spec.name);
            }
        }
    }

    #[test]
    fn a_name_has_an_area() {
        assert_eq!((area("item.confirm"), area("show")), ("item", "show"));
    }
}
