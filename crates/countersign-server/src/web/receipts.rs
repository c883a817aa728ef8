//! What landed: the list of it, and the page of each receipt with its way back or the reason why there is none.

pub(super) mod back;

use countersign_core::Level;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit,
    frame::{Tab, missing},
    glance,
    summary::summary_of,
    text::{ago, field, folded, inline, list, said, shown},
    thing::{self, facts, folded_json, linked, plain, who},
};
use crate::answer::Refusal;

/// How much of a summary and of a changed value a list shows; the page of the receipt shows all.
const SUMMARY: usize = 200;
const VALUE: usize = 80;

/// The list, newest first.
pub(super) async fn receipts(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let run = visit.asked("run");
    let found = visit.ask("receipt.list", json!({"run": run, "before": visit.asked("before")})).await?;
    let receipts = list(&found, "receipts");
    let base = run.map_or_else(|| "/receipts".to_owned(), |run| format!("/receipts?run={run}"));
    let body = html! {
        h1 { (words.t("tab-receipts")) }
        p.tools {
            a.button href="/since" { (words.t("receipts-since")) }
            @if let Some(run) = run {
                " " span.filter { (words.t("receipts-of-run")) " " (thing::link(run)) " " a href="/receipts" { (words.t("receipts-all")) } }
            }
        }
        @if receipts.is_empty() { div.card { p { (words.t("receipts-none")) } } }
        @else { ul.lines.card { @for receipt in receipts { (line(&visit, receipt)) } } }
        (thing::older(&visit, &base, &found["next"]))
    };
    Ok(Page::new(words.t("tab-receipts"), Tab::Receipts, body))
}

/// One receipt in a list: what was done, by whose word, when, and its way back.
pub(super) fn line(visit: &Visit, receipt: &Value) -> Markup {
    let words = visit.words;
    let id = receipt["id"].as_str().unwrap_or_default();
    html! {
        li class={ "line " (field(receipt, "class")) } data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { @if receipt["undone"].is_object() { "↶" } @else { "✓" } }
            div.what {
                a.summary href={ "/receipts/" (id) } { (summary_of(words, receipt, SUMMARY)) }
                @if receipt["undone"].is_object() { " " span.badge { (words.t("receipts-undone")) } }
                p.sub {
                    @if let Some(agent) = receipt["agent"].as_str().filter(|a| !a.is_empty()) { (shown(agent)) " · " }
                    (allowed(visit, receipt)) " · "
                    (ago(words, receipt["at"].as_u64().unwrap_or_default(), visit.now()))
                }
            }
            div.two { (back::short(visit, receipt)) }
        }
    }
}

/// Who allowed it, in words.
pub(super) fn allowed(visit: &Visit, receipt: &Value) -> String {
    let allowed = &receipt["allowed_by"];
    let by = allowed["by"].as_str().unwrap_or("automatic");
    let id = format!("receipts-by-{by}");
    if !visit.words.has(&id) {
        return shown(by);
    }
    let name = match by {
        "person" | "policy" => field(allowed, "name"),
        _ => shown(super::text::short(allowed["name"].as_str().unwrap_or_default())),
    };
    visit.words.with(&id, &[("name", name.into())])
}

/// The page of one receipt.
pub(super) async fn receipt(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let receipt = found(&visit).await?;
    let undo = undo_of(&visit, &receipt).await;
    let summary = said(words, &receipt, "summary");
    let body = html! {
        p.crumb { a href="/receipts" { (words.t("tab-receipts")) } " / " code { (field(&receipt, "id")) } }
        h1 { (summary) }
        p.sub { (badges(&visit, &receipt)) }
        @if visit.asked("did") == Some("receipt.rerun") {
            p.notice.here role="status" { (words.t("receipts-asked-again")) " " a href="/" { (words.t("tab-inbox")) } }
        }
        section.card {
            h2 { (words.t("receipts-what")) }
            (effects(&visit, &receipt))
            (told(&visit, &receipt))
            @if !receipt["result"].is_null() { h3 { (words.t("receipts-result")) } (folded_json(&visit, &receipt["result"])) }
        }
        section.card {
            h2 { (words.t("receipts-back")) }
            (back::whole(&visit, &receipt, &undo))
        }
    };
    Ok(Page::new(summary, Tab::Receipts, body))
}

/// The receipt that the address names.
pub(super) async fn found(visit: &Visit) -> Result<Value, Refusal> {
    let mut shown = visit.ask("show", json!({"id": visit.param("id")})).await?;
    match shown["receipt"].take() {
        receipt if receipt.is_object() && shown["kind"] == "receipt" => Ok(receipt),
        _ => Err(missing("such receipt")),
    }
}

/// The receipt of what took it back, which says by whose word.
async fn undo_of(visit: &Visit, receipt: &Value) -> Value {
    match receipt["undone"]["receipt"].as_str() {
        Some(id) => visit.ask("show", json!({"id": id})).await.unwrap_or_default()["receipt"].take(),
        None => Value::Null,
    }
}

fn badges(visit: &Visit, receipt: &Value) -> Markup {
    let words = visit.words;
    html! {
        @if receipt["class"] == "destructive" { span.badge.danger { (words.t("destructive")) } " " }
        @if receipt["undone"].is_object() { span.badge { (words.t("receipts-undone")) } }
        @else if receipt["undoing"].is_string() { span.badge.warn { (words.t("receipts-undoing")) } }
        @else if receipt["undo_action"].is_null() { span.badge.warn { (words.t("irreversible")) } }
    }
}

/// Before and after of all that it did.
fn effects(visit: &Visit, receipt: &Value) -> Markup {
    let effects = list(receipt, "effects");
    html! {
        @if effects.is_empty() { p.quiet { (visit.words.t("receipts-no-effects")) } }
        @else {
            ul.changes {
                @for change in effects {
                    li {
                        span.label { (said(visit.words, change, "label")) }
                        " " span.before { (glance::value(visit.words, change, "before", usize::MAX)) } " → " span.after { (glance::value(visit.words, change, "after", usize::MAX)) }
                    }
                }
            }
        }
    }
}

fn told(visit: &Visit, receipt: &Value) -> Markup {
    let words = visit.words;
    let at = receipt["at"].as_u64().unwrap_or_default();
    let took = receipt["duration_ms"].as_u64().unwrap_or_default();
    let level = serde_json::from_value::<Level>(receipt["level"].clone()).ok();
    let plan = html! {
        @if let Some(id) = receipt["plan"]["id"].as_str() { (thing::link(id)) " · " (words.count("receipts-plan-step", number(&receipt["plan"]["step"]))) }
    };
    facts(
        visit,
        &[
            ("receipts-tool", html! { code { (field(receipt, "tool")) } }),
            (
                "receipts-allowed",
                html! {
                    (allowed(visit, receipt))
                    @if let Some(level) = level { " " span.quiet { "(" (words.with("receipts-level", &[("n", level.number().into()), ("what", words.say(level.words()).into())])) ")" } }
                },
            ),
            ("receipts-at", ago(words, at, visit.now())),
            ("receipts-took", plain(words.with("receipts-ms", &[("n", took.into())]))),
            ("receipts-agent", plain(field(receipt, "agent"))),
            ("receipts-about", plain(field(receipt, "subject"))),
            ("receipts-item", linked(receipt, "item")),
            ("receipts-run", linked(receipt, "run")),
            ("receipts-step", linked(receipt, "step")),
            ("receipts-plan", plan),
            ("receipts-event", html! { code { (field(receipt, "event_id")) } }),
            ("receipts-takes-back", linked(receipt, "undoes")),
        ],
    )
}

/// A number for the words that count it.
pub(super) fn number(value: &Value) -> usize {
    value.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default()
}

/// What happened since the person last looked, each with its way back, and what waits.
pub(super) async fn since(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let told = visit.ask("visit.since", json!({"before": visit.asked("before")})).await?;
    let (happened, waiting) = (list(&told, "happened"), list(&told, "waiting"));
    let head = match told["since"].as_u64() {
        Some(at) => html! { (words.t("receipts-since-when")) " " (ago(words, at, visit.now())) },
        None => html! { (words.t("receipts-so-far")) },
    };
    let body = html! {
        h1 { (words.t("receipts-since")) }
        p.sub { (head) }
        @if happened.is_empty() { div.card { p { (words.t("receipts-nothing-new")) } } }
        @else { ol.lines.card { @for one in happened { (happening(&visit, one)) } } }
        (thing::older(&visit, "/since", &told["next"]))
        @if visit.asked("before").is_none() && !happened.is_empty() {
            (thing::form_to(&visit, "visit.since", "/since", &[("mark", "on")], super::form::submit(&words.t("receipts-mark"), "yes", "m")))
        }
        @if !waiting.is_empty() {
            section.card {
                h2 { (words.count("inbox-count", waiting.len())) @if told["more_waiting"] == true { " +" } }
                ul.plain { @for one in waiting { li { (thing::link(one["id"].as_str().unwrap_or_default())) " " (folded(one["title"].as_str().unwrap_or_default(), SUMMARY)) } } }
                p { a.button href="/" { (words.t("tab-inbox")) } }
            }
        }
    };
    Ok(Page::new(words.t("receipts-since"), Tab::Receipts, body))
}

fn happening(visit: &Visit, one: &Value) -> Markup {
    let words = visit.words;
    let what = one["what"].as_str().unwrap_or_default();
    let id = one["id"].as_str().unwrap_or_default();
    let title = folded(&thing::called(words, id, one["title"].as_str().unwrap_or_default()), SUMMARY);
    let word = format!("receipts-what-{what}");
    let word = if words.has(&word) { words.t(&word).into_owned() } else { shown(what) };
    let status = one["status"].as_str().filter(|s| !s.is_empty());
    html! {
        li.line data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { (sign(what, status)) }
            div.what {
                @if let Some(href) = thing::href(id) { a.summary href=(href) { (title) } } @else { span.summary { (title) } }
                p.sub {
                    (word) " · " (who(one["by"].as_str().unwrap_or_default()))
                    @if let Some(status) = status { " · " (thing::standing(visit, status)) }
                    " · " (ago(words, one["at"].as_u64().unwrap_or_default(), visit.now()))
                }
            }
            @if one["receipt"].is_object() { div.two { (back::short(visit, &one["receipt"])) } }
        }
    }
}

fn sign(what: &str, status: Option<&str>) -> &'static str {
    match (what, status) {
        ("landed", _) => "✓",
        ("undone", _) => "↶",
        ("decided", Some(status)) => super::card::sign(status),
        ("asked", _) => "○",
        _ => "·",
    }
}

/// A value that a list shows of a change.
pub(super) fn value(value: &Value) -> String {
    inline(value, VALUE)
}
