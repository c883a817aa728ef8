//! The API page for people: built from the same table, with no external resources and no script.

use std::sync::{Arc, LazyLock};

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use countersign_core::{
    AnyOp, OPS,
    op::{
        fields::{Field, Kind, fields},
        route::Route,
    },
};
use countersign_words::say;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::{
    App,
    openapi::{self, area, who},
};

const STYLE: &str = include_str!("page.css");

/// Allows only the page's own style, by its hash.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).expect("BUG: base64 fits in a header")
});

/// Serves the page.
pub(crate) async fn serve(State(app): State<Arc<App>>) -> Response {
    let mut response = page(&app.settings.url).into_string().into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

fn served() -> impl Iterator<Item = (&'static dyn AnyOp, Route)> {
    OPS.iter().filter_map(|op| Some((*op, Route::of(&op.spec())?)))
}

fn page(url: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Countersign API" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "Countersign API" }
                    p {
                        "JSON over HTTP at " code { (url) } ". Send a token as "
                        code { "Authorization: Bearer TOKEN" } "; errors are problem objects with a "
                        code { "code" } " to branch on and a " code { "hint" } ". The same as an OpenAPI document: "
                        a href="/v1/openapi.json" { "/v1/openapi.json" } "."
                    }
                }
                nav aria-label="Operations" { (contents()) }
                main {
                    @for (op, route) in served() { (operation(op, &route, url)) }
                    (stream(url))
                }
            }
        }
    }
}

fn contents() -> Markup {
    let mut areas: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in served().map(|(op, _)| op.spec().name) {
        match areas.iter_mut().find(|(known, _)| *known == area(name)) {
            Some((_, names)) => names.push(name),
            None => areas.push((area(name), vec![name])),
        }
    }
    html! {
        dl {
            @for (area, names) in areas {
                dt { (area) }
                dd { @for name in names { a href={ "#" (name) } { (name) } " " } }
            }
            dt { "events" }
            dd { a href="#events.stream" { "events.stream" } }
        }
    }
}

fn operation(op: &dyn AnyOp, route: &Route, url: &str) -> Markup {
    let (spec, fields) = (op.spec(), fields(op));
    let in_path: Vec<&str> = route.fields().collect();
    let place = |name: &str| match () {
        () if in_path.contains(&name) => "path",
        () if route.has_query() => "query",
        () => "body",
    };
    let (given, problems) = openapi::statuses(&spec, route);
    html! {
        section id=(spec.name) {
            h2 { a href={ "#" (spec.name) } { (spec.name) } }
            p { span.method { (route.method) } " " code { (route.path) } }
            p { (words(spec.doc)) "." }
            p.who { (who(&spec)) }
            @if !fields.is_empty() {
                table {
                    thead { tr { th { "field" } th { "in" } th { "takes" } th { "what it is" } } }
                    tbody {
                        @for (name, field) in &fields {
                            tr {
                                td { code { (name) } @if field.required { " " span.needed { "needed" } } }
                                td { (place(name)) }
                                td { (takes(&field.kind)) }
                                td { (words(&field.doc)) }
                            }
                        }
                    }
                }
            }
            pre { code { (example(route, &fields, url)) } }
            details {
                summary { "Statuses" }
                p { "Answers: " (numbers(&given)) ". Problems: " (numbers(&problems)) "." }
            }
        }
    }
}

fn stream(url: &str) -> Markup {
    html! {
        section id="events.stream" {
            h2 { a href="#events.stream" { "events.stream" } }
            p { span.method { "GET" } " " code { "/v1/events" } }
            p { "The log as it grows, as server-sent events." }
            p.who {
                "For everybody with a token: a person sees everything, an agent its own runs, a verifier its own calls."
            }
            p {
                "Filters: " code { "run" } ", " code { "subject" } ", " code { "kind" } " (" code { "item.*,approval_requested" }
                "). Resume with " code { "Last-Event-ID" } ", or " code { "after" } "; " code { "after=0" } " tells all."
            }
            pre { code { "curl -N -H \"Authorization: Bearer $COUNTERSIGN_TOKEN\" '" (url) "/v1/events?after=0'" } }
        }
    }
}

/// Renders a doc line, with text in backticks as code.
fn words(doc: &str) -> Markup {
    html! {
        @for (n, part) in doc.split('`').enumerate() {
            @if n % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

fn numbers(statuses: &std::collections::BTreeSet<u16>) -> String {
    statuses.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")
}

fn takes(kind: &Kind) -> String {
    match kind {
        Kind::Text => "text".to_owned(),
        Kind::Integer { signed: true } => say!("judge-whole").into(),
        Kind::Integer { signed: false } => say!("judge-whole-from-zero").into(),
        Kind::Number => say!("judge-number").into(),
        Kind::Boolean => say!("judge-true-false").into(),
        Kind::Choice(words) => words.iter().map(|(w, _)| w.as_str()).collect::<Vec<_>>().join(", "),
        Kind::List => "texts".to_owned(),
        Kind::Json => "JSON".to_owned(),
    }
}

/// Returns an example value for a field.
fn sample(name: &str, kind: &Kind) -> Value {
    match kind {
        Kind::Text => name.to_uppercase().into(),
        Kind::Integer { .. } | Kind::Number => 1.into(),
        Kind::Boolean => true.into(),
        Kind::Choice(words) => words.first().map(|(word, _)| word.as_str()).unwrap_or_default().into(),
        Kind::List => json!([name.to_uppercase()]),
        Kind::Json => json!({}),
    }
}

/// Returns a minimal call as a command line.
fn example(route: &Route, fields: &std::collections::BTreeMap<String, Field>, url: &str) -> String {
    let mut input: Map<String, Value> = fields
        .iter()
        .filter(|(_, field)| field.required)
        .map(|(name, field)| (name.clone(), sample(name, &field.kind)))
        .collect();
    let segment = |s: &str| match s.strip_prefix('{').and_then(|s| s.strip_suffix('}')) {
        None => s.to_owned(),
        Some(name) => input.remove(name).map_or("-".to_owned(), |_| name.to_uppercase()),
    };
    let path = route.path.split('/').map(segment).collect::<Vec<_>>().join("/");
    let token = "-H \"Authorization: Bearer $COUNTERSIGN_TOKEN\"";
    if route.has_query() {
        let words: Vec<String> = input.keys().map(|name| format!("{name}={}", name.to_uppercase())).collect();
        let query = if words.is_empty() { String::new() } else { format!("?{}", words.join("&")) };
        return format!("curl {token} '{url}{path}{query}'");
    }
    let body = Value::Object(input).to_string();
    format!(
        "curl -X {} {token} -H 'Content-Type: application/json' \\\n  -d '{body}' '{url}{path}'",
        route.method
    )
}
