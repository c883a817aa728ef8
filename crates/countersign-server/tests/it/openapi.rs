//! The OpenAPI document and the page for people: current, complete, and consistent with the engine's answers.

use axum::body::Body;
use countersign_core::{Actor, OPS, op::route::Route};
use countersign_server::openapi;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::streaming::{World, codex, owner, text};

fn checked_in() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn the_document_that_is_checked_in_is_current() {
    assert!(
        checked_in() == openapi::text(),
        "openapi.json is not what would be generated: run cargo xtask docgen"
    );
}

#[test]
fn every_operation_is_in_the_document_once() {
    let document = openapi::document();
    let mut names: Vec<&str> = Vec::new();
    for path in document["paths"].as_object().unwrap().values() {
        names.extend(path.as_object().unwrap().values().map(|op| op["operationId"].as_str().unwrap()));
    }
    for op in OPS {
        let spec = op.spec();
        let served = usize::from(Route::of(&spec).is_some());
        assert_eq!(names.iter().filter(|n| **n == spec.name).count(), served, "{}", spec.name);
        let look = format!("{}.look", spec.name);
        let looks = usize::from(Route::of_look(&spec).is_some());
        assert_eq!(names.iter().filter(|n| **n == look).count(), looks, "{look}");
    }
    for other in ["events.stream", "daemon.health", "daemon.metrics", "daemon.session", "daemon.openapi"] {
        assert!(names.contains(&other), "{other}");
    }
}

fn walk<'a>(value: &'a Value, each: &mut impl FnMut(&'a str)) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(to)) = object.get("$ref") {
                each(to);
            }
            object.values().for_each(|v| walk(v, each));
        }
        Value::Array(list) => list.iter().for_each(|v| walk(v, each)),
        _ => {}
    }
}

#[test]
fn whatever_the_document_refers_to_is_there() {
    let document = openapi::document();
    walk(&document, &mut |to| {
        let pointer = to.strip_prefix('#').expect("nothing outside is referred to");
        assert!(document.pointer(pointer).is_some(), "{to}");
    });
}

/// Visits every object schema with more than one field.
fn objects<'a>(value: &'a Value, each: &mut impl FnMut(&'a Value)) {
    if value.get("properties").and_then(Value::as_object).is_some_and(|fields| fields.len() > 1) {
        each(value);
    }
    match value {
        Value::Object(object) => object.values().for_each(|v| objects(v, each)),
        Value::Array(list) => list.iter().for_each(|v| objects(v, each)),
        _ => {}
    }
}

#[test]
fn each_schema_of_an_answer_is_in_the_document_once() {
    let (document, mut seen) = (openapi::document(), std::collections::HashSet::new());
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        // Two operations may take the same fields, each with its own type.
        if !name.ends_with(".input") {
            objects(schema, &mut |one| assert!(seen.insert(one.to_string()), "{name}: {one:#}"));
        }
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

#[test]
fn every_path_parameter_is_declared_and_every_change_takes_a_key() {
    let document = openapi::document();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let declared = |place: &str| parameters.iter().filter(|p| p["in"] == place).count();
            assert_eq!(declared("path"), path.matches('{').count(), "{method} {path}");
            let key = json!({"$ref": "#/components/parameters/Idempotency-Key"});
            // Routes that are not operations record nothing, so they need no idempotency key.
            let records = operation["tags"] != json!(["daemon"]);
            assert_eq!(parameters.contains(&key), records && method != "get", "{method} {path}");
        }
    }
}

#[test]
fn a_body_too_large_is_documented_everywhere_and_what_must_come_with_an_answer_too() {
    let document = openapi::document();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            assert!(responses.contains_key("413"), "{method} {path}");
            for (status, response) in responses.iter().filter(|(status, _)| status.starts_with('2')) {
                let outcome = &response["headers"]["Countersign-Outcome"]["$ref"];
                let id = operation["operationId"].as_str().unwrap();
                let name = id.strip_suffix(".look").unwrap_or(id);
                let is_operation = OPS.iter().any(|op| op.spec().name == name);
                let required = json!("#/components/headers/Countersign-Outcome");
                assert_eq!(*outcome == required, is_operation, "{method} {path} {status}");
            }
        }
    }
    let responses = &document["components"]["responses"];
    for (status, header) in [("401", "WWW-Authenticate"), ("429", "Retry-After")] {
        assert!(responses[status]["headers"][header].is_object(), "{status}");
        assert_eq!(document["components"]["headers"][header]["required"], true);
    }
}

fn integers(value: &Value, each: &mut impl FnMut(&Value)) {
    if value.get("format").and_then(Value::as_str).is_some_and(|f| f.starts_with("uint")) {
        each(value);
    }
    match value {
        Value::Object(object) => object.values().for_each(|v| integers(v, each)),
        Value::Array(list) => list.iter().for_each(|v| integers(v, each)),
        _ => {}
    }
}

#[test]
fn every_whole_number_says_how_large_it_may_be() {
    let (document, mut seen) = (openapi::document(), 0);
    integers(&document, &mut |schema| {
        assert!(schema["maximum"].is_u64() && schema["minimum"].is_number(), "{schema}");
        seen += 1;
    });
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_limits_that_the_engine_has_are_in_the_document() {
    let document = openapi::document();
    let field = |op: &str, name: &str| {
        document["components"]["schemas"][format!("{op}.input")]["properties"][name].clone()
    };
    assert_eq!(field("token.create", "name")["maxLength"], 64);
    assert_eq!(field("webhook.create", "url")["maxLength"], 2048);
    assert_eq!(field("webhook.create", "events")["maxItems"], 16);
    assert_eq!(field("items.confirm_selected", "items")["maxItems"], 1000);
    assert_eq!(field("settings.accept", "digest")["minLength"], 32);
    assert_eq!(field("passkey.finish", "label")["maxLength"], 64);
    let minutes = field("link.create", "minutes");
    assert_eq!((&minutes["minimum"], &minutes["maximum"]), (&json!(1), &json!(60)));
}

/// Checks an answer against the document.
fn conforms(document: &Value, op: &str, answer: &Value) {
    let schema = json!({
        "$ref": format!("#/components/schemas/{op}.output"),
        "components": document["components"],
    });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(answer).map(|e| format!("{}: {e}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{op} answers {answer:#}, and {errors:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_engine_answers_is_what_the_document_says() {
    let (w, document) = (World::new(), openapi::document());
    let told = |actor: &Actor, op: &str, input: Value| {
        let answer = w.ask(actor, op, input);
        conforms(&document, op, &answer);
        answer
    };
    let run = text(&told(&codex(), "run.start", json!({"subject": "billing"})), "id");
    let propose = |title: &str| {
        let input = json!({"run": run, "tool": "task.create_task", "args": {"title": title}});
        text(&told(&codex(), "call.propose", input)["item"], "id")
    };
    let items = ["one", "two", "three", "four"].map(propose);
    told(&owner(), "inbox.list", json!({}));
    for item in &items {
        told(&owner(), "show", json!({"id": item}));
    }
    told(&owner(), "item.confirm", json!({"id": items[0]}));
    told(&owner(), "item.reject", json!({"id": items[1], "reason": "no"}));
    told(&owner(), "item.defer", json!({"id": items[2]}));
    told(&owner(), "item.edit", json!({"id": items[3], "args": {"title": "five"}}));
    told(&codex(), "item.status", json!({"id": items[0]}));
    told(&codex(), "item.retract", json!({"id": items[2]}));
    let receipts = told(&owner(), "receipt.list", json!({}));
    let receipt = text(&receipts["receipts"][0], "id");
    told(&owner(), "receipt.undo", json!({"id": receipt}));
    for op in ["decision.list", "tool.list", "policy.show", "token.list", "grant.list", "run.list"] {
        told(&owner(), op, json!({}));
    }
    told(&codex(), "context", json!({}));
    told(&owner(), "audit.log", json!({}));
    told(&owner(), "audit.summary", json!({"run": run}));
    told(&owner(), "audit.report", json!({}));
    told(&owner(), "audit.export", json!({}));
    told(&owner(), "policy.check", json!({"tool": "task.create_task", "args": {"title": "x"}}));
    told(&owner(), "run.show", json!({"id": run}));
    let set = text(&told(&owner(), "working_set.create", json!({"name": "Today", "things": [run]})), "id");
    told(
        &owner(),
        "working_set.add",
        json!({"id": set, "things": [receipt, "pr:1", "pr:1"], "note": "soon"}),
    );
    told(&owner(), "working_set.mark", json!({"id": set, "things": ["pr:1"], "state": "pinned"}));
    told(&owner(), "working_set.focus", json!({"id": set}));
    for op in ["working_set.list", "working_set.show", "working_set.unfocus", "visit.since"] {
        told(&owner(), op, json!({}));
    }
    told(&owner(), "working_set.delete", json!({"id": set}));
    told(&owner(), "freeze", json!({}));
    told(&owner(), "thaw", json!({}));
    told(&codex(), "run.end", json!({"id": run}));
    told(&owner(), "token.create", json!({"kind": "person", "name": "ana"}));
}

async fn fetch(path: &str) -> (axum::http::HeaderMap, String) {
    let w = World::new();
    let request = hyper::Request::get(path).body(Body::empty()).unwrap();
    // This caller is not authenticated: both are public.
    let routes = openapi::routes().with_state(w.app.clone());
    let response = routes.oneshot(request).await.unwrap();
    assert_eq!(response.status(), 200);
    let headers = response.headers().clone();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (headers, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn the_document_is_served_to_everybody() {
    let (headers, body) = fetch("/v1/openapi.json").await;
    assert_eq!(headers["content-type"], "application/json");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), openapi::document());
}

#[tokio::test]
async fn the_page_shows_every_operation_and_loads_nothing() {
    let (headers, page) = fetch("/api").await;
    for op in OPS {
        let spec = op.spec();
        let served = Route::of(&spec).is_some();
        assert_eq!(page.contains(&format!("<section id=\"{}\">", spec.name)), served, "{}", spec.name);
    }
    let policy = headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    for outside in ["<script", "src=", "@import", "url(", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("curl -X POST") && page.contains("/v1/runs/-/calls"), "examples");
}
