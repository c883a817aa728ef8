//! The parts of the document that are not operations: other routes, problems, shared parameters, and authentication.

use countersign_core::{ErrorCode, engine::work::WorkView};
use serde_json::{Map, Value, json};

use super::{
    operation::meaning,
    schemas::{Schemas, bounded},
};

/// The header with the caller's folder.
pub(super) const FOLDER: &str = "Countersign-Folder";
/// The header that makes repeating a call safe.
pub(super) const KEY: &str = "Idempotency-Key";
/// The header that a browser's session sends with every change.
pub(super) const CSRF: &str = "Countersign-CSRF";
/// The media type of problems.
pub(super) const PROBLEM_MEDIA: &str = "application/problem+json";

/// The codes of problems that precede any operation.
const TRANSPORT_CODES: &[&str] = &[
    "method",
    "misdirected",
    "cross_site",
    "csrf",
    "too_large",
    "media_type",
    "slow_body",
    "timed_out",
    "busy",
    "too_often",
];

/// Refers to a shared parameter.
pub(super) fn parameter_ref(name: &str) -> Value {
    json!({"$ref": format!("#/components/parameters/{name}")})
}

/// The statuses whose body is always a problem, for some operation.
const PROBLEMS: &[u16] = &[400, 401, 403, 404, 408, 409, 413, 415, 421, 422, 429, 500, 503, 504];

/// Refers to the response of a status whose body is a problem.
pub(super) fn response_ref(status: u16) -> Value {
    debug_assert!(PROBLEMS.contains(&status), "BUG: {status} is not among the shared answers");
    json!({"$ref": format!("#/components/responses/{status}")})
}

/// The shared responses.
pub(super) fn shared_responses() -> Value {
    let content = json!({PROBLEM_MEDIA: {"schema": problem_ref()}});
    let one = |status: &u16| {
        let mut response = json!({"description": meaning(*status), "content": content});
        let header = match status {
            401 => Some("WWW-Authenticate"),
            429 => Some("Retry-After"),
            _ => None,
        };
        if let Some(name) = header {
            response["headers"] = json!({name: {"$ref": format!("#/components/headers/{name}")}});
        }
        (status.to_string(), response)
    };
    Value::Object(PROBLEMS.iter().map(one).collect())
}

/// Refers to the problem.
pub(super) fn problem_ref() -> Value {
    json!({"$ref": "#/components/schemas/Problem"})
}

/// Refers to the headers of a response; `may_be_problem` if its status is also used for problems, which have no
/// outcome.
pub(super) fn header_refs(may_be_problem: bool) -> Value {
    let refer = |name: &str| json!({"$ref": format!("#/components/headers/{name}")});
    let outcome = if may_be_problem { "Countersign-Outcome.maybe" } else { "Countersign-Outcome" };
    json!({
        "Countersign-Outcome": refer(outcome),
        "Countersign-Event": refer("Countersign-Event"),
        "Countersign-Notice": refer("Countersign-Notice"),
        "Countersign-News": refer("Countersign-News"),
    })
}

/// The shared parameters.
pub(super) fn parameters() -> Value {
    json!({
        FOLDER: {
            "name": FOLDER, "in": "header", "required": false,
            "description": "The absolute path, percent-encoded UTF-8, of the folder that the call comes from; relative \
                paths are taken from there.",
            "schema": {"type": "string", "maxLength": 4096, "pattern": "^/([ -$&-~]|%[0-9A-Fa-f]{2})*$"},
            "example": "/home/ana/garden",
        },
        KEY: {
            "name": KEY, "in": "header", "required": false,
            "description": "The same key with the same request gives the same answer, and happens once.",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
        },
        CSRF: {
            "name": CSRF, "in": "header", "required": false,
            "description": "With a session's cookie: the `csrf` of `GET /v1/session`. With a token it is not needed.",
            "schema": {"type": "string"},
        },
    })
}

/// The shared response headers.
pub(super) fn headers() -> Value {
    let outcomes = countersign_core::Outcome::ALL.map(countersign_core::Outcome::as_str);
    json!({
        "Countersign-Outcome": {
            "description": "How the answer counts.", "required": true,
            "schema": {"type": "string", "enum": outcomes},
        },
        "Countersign-Outcome.maybe": {
            "description": "How the answer counts; absent where the body is a problem.",
            "schema": {"type": "string", "enum": outcomes},
        },
        "Retry-After": {
            "description": "When to come again, in seconds.", "required": true,
            "schema": {"type": "integer", "minimum": 1},
        },
        "WWW-Authenticate": {
            "description": "That a bearer token is wanted.", "required": true,
            "schema": {"type": "string"},
        },
        "Countersign-Event": {
            "description": "The event that recorded the call; absent where nothing was recorded.",
            "schema": {"type": "string"},
        },
        "Countersign-Notice": {
            "description": "What a person should know of the daemon, percent-encoded: settings that wait, or are broken.",
            "schema": {"type": "string"},
        },
        "Countersign-News": {
            "description": "To an agent: there is news that this response does not carry; `POST /v1/agent/news` tells it. \
                Other responses carry it in a field `news` of the body, the output of that operation.",
            "schema": {"type": "string", "enum": ["waiting"]},
        },
    })
}

/// The authentication schemes.
pub(super) fn security() -> Value {
    json!({
        "token": {
            "type": "http", "scheme": "bearer",
            "description": "A token of a person, an agent or a verifier: `countersign token person|agent|verifier NAME`.",
        },
        "session": {
            "type": "apiKey", "in": "cookie", "name": "countersign_session",
            "description": "What a browser keeps after a one-time link; over TLS its name begins with `__Host-`.",
        },
    })
}

/// The routes that are not operations, each with its method.
pub(super) fn routes(schemas: &mut Schemas) -> Vec<(&'static str, &'static str, Value)> {
    schemas.add("Problem", problem());
    let event = schemas.add("StreamedEvent", streamed_event());
    let work = schemas.add("Work", bounded(schemars::schema_for!(WorkView).to_value()));
    let (document, anything) = ("This document", json!({"type": "object"}));
    vec![
        ("get", "/v1/events", events(&event)),
        ("get", "/v1/session", session()),
        ("get", "/v1/works", works(&work)),
        ("post", "/v1/works/{id}/end", end_work(&work)),
        ("get", "/v1/openapi.json", open("openapi", document, "application/json", anything)),
        ("get", "/healthz", open("health", "Whether the daemon is well", "application/json", health())),
        ("get", "/metrics", metrics()),
    ]
}

fn works(work: &Value) -> Value {
    let list = json!({"type": "object", "properties": {"work": {"type": "array", "items": work}}, "required": ["work"]});
    json!({
        "operationId": "daemon.work",
        "summary": "What takes a while and is under way: rehearsals, landings, undo, and calls of many parts",
        "description": "Whoever is no person sees only what they have begun themselves.",
        "tags": ["daemon"],
        "parameters": [query("own", "Only what the caller has begun.", json!({"type": "boolean"}))],
        "responses": responses("application/json", list, &[400, 401, 403, 408, 413, 421, 429, 503]),
    })
}

fn query(name: &str, doc: &str, schema: Value) -> Value {
    json!({"name": name, "in": "query", "required": false, "description": doc, "schema": schema})
}

fn end_work(work: &Value) -> Value {
    json!({
        "operationId": "daemon.end_work",
        "summary": "End work that is under way, as soon as it can be; what was done by then stands",
        "description": "For a person.",
        "tags": ["daemon"],
        "parameters": [
            {"name": "id", "in": "path", "required": true, "schema": {"type": "string", "minLength": 1}},
            parameter_ref(CSRF),
        ],
        "responses": responses("application/json", work.clone(), &[400, 401, 403, 404, 408, 413, 421, 429, 503]),
    })
}

fn responses(media: &str, schema: Value, problems: &[u16]) -> Value {
    let mut all = Map::new();
    let content = json!({media: {"schema": schema}});
    all.insert("200".into(), json!({"description": meaning(200), "content": content}));
    all.extend(problems.iter().map(|status| (status.to_string(), response_ref(*status))));
    all.into()
}

fn open(id: &str, summary: &str, media: &str, schema: Value) -> Value {
    json!({
        "operationId": format!("daemon.{id}"),
        "summary": summary,
        "description": "For everybody, without a token.",
        "tags": ["daemon"],
        "security": [],
        "responses": responses(media, schema, &[403, 408, 413, 421, 429, 503]),
    })
}

fn health() -> Value {
    json!({"type": "object", "properties": {"status": {"type": "string"}}, "required": ["status"]})
}

fn metrics() -> Value {
    let problems = [400, 401, 403, 408, 413, 421, 429, 503];
    json!({
        "operationId": "daemon.metrics",
        "summary": "Figures in the text format of Prometheus",
        "description": "For a person.",
        "tags": ["daemon"],
        "responses": responses("text/plain", json!({"type": "string"}), &problems),
    })
}

fn session() -> Value {
    let problems = [400, 401, 403, 408, 413, 421, 429, 500, 503];
    let schema = json!({
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": ["agent", "person", "verifier"]},
            "name": {"type": "string"},
            "role": {"$ref": "#/components/schemas/Role"},
            "csrf": {"type": "string", "description": "What a session sends with every change."},
        },
        "required": ["kind", "name"],
    });
    json!({
        "operationId": "daemon.session",
        "summary": "Who is calling",
        "description": "For everybody who has a token or a session.",
        "tags": ["daemon"],
        "responses": responses("application/json", schema, &problems),
    })
}

fn events(event: &Value) -> Value {
    let number = json!({"type": "integer", "minimum": 0});
    let mut operation = json!({
        "operationId": "events.stream",
        "summary": "The log as it grows, as server-sent events",
        "description": "A person sees everything; an agent its own calls, what Countersign did in its runs, and that a \
            person did something there (`run.moved`); a verifier its own calls. Each event has the number of its place \
            in the log as `id`, its operation or `approval_requested` as `event`, and one JSON object as `data`. A \
            stream that ends is resumed with the last id, with nothing missed and nothing repeated. Blocks without \
            `data` and comments only say that the stream is alive, and how far it is.",
        "tags": ["events"],
        "parameters": [
            query("run", "Only of this run.", json!({"type": "string", "minLength": 1})),
            query("subject", "Only of runs about this.", json!({"type": "string"})),
            query("kind", "Only of these kinds: operations, patterns of them (`item.*`), `approval_requested`, \
                between commas.", json!({"type": "string"})),
            query("after", "Begin after the event of this number; 0 for all. For clients that cannot send \
                `Last-Event-ID`, which wins.", number.clone()),
            {"name": "Last-Event-ID", "in": "header", "required": false, "schema": number,
                "description": "Begin after the event of this number; without it, at the end of the log."},
        ],
        "responses": responses(
            "text/event-stream",
            json!({"type": "string"}),
            &[400, 401, 403, 404, 408, 409, 413, 421, 429, 500, 503],
        ),
    });
    operation["x-event-data"] = event.clone();
    operation
}

fn streamed_event() -> Value {
    let text = json!({"type": "string"});
    let maybe = json!({"type": ["string", "null"]});
    json!({
        "type": "object",
        "description": "The data of one event of the stream.",
        "properties": {
            "id": {"type": "string", "description": "The event's id, an exact handle."},
            "seq": {"type": "integer", "minimum": 1, "description": "Its number in the log."},
            "at": {"type": "integer", "minimum": 0, "description": "When, in milliseconds since the epoch."},
            "actor": text, "op": text, "run": maybe, "tool": maybe, "status": text,
            "subject": {"type": "string", "description": "What its run is about."},
            "told": {
                "type": ["object", "null"],
                "description": "What the log tells of it, secrets redacted; null where that is dropped, too long, or \
                    not for the reader.",
            },
        },
        "required": ["id", "seq", "at", "actor", "op", "run", "tool", "status", "told"],
    })
}

fn problem() -> Value {
    let codes: Vec<&str> =
        ErrorCode::ALL.iter().map(|c| c.as_str()).chain(TRANSPORT_CODES.iter().copied()).collect();
    json!({
        "type": "object",
        "description": "What went wrong (RFC 9457). Programs branch on `code`.",
        "properties": {
            "type": {"const": "about:blank"},
            "title": {"type": "string", "description": "What kind of problem it is."},
            "status": {"type": "integer", "description": "The status of the answer."},
            "code": {"type": "string", "enum": codes, "description": "The closed code."},
            "detail": {"type": "string", "description": "What happened."},
            "hint": {"type": "string", "description": "What to do next."},
            "difference": {"type": "string", "description": "What stands in the way, where that can be shown."},
        },
        "required": ["type", "title", "status", "code", "detail"],
    })
}
