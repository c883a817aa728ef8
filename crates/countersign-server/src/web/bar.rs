//! The bar after an act: what was done, and for ten seconds the one gesture that takes it back.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Visit,
    form::{form, submit},
    seen,
    summary::summary_of,
    text::{folded, said},
    thing,
};

/// The words of a query that tell what was just done: by which operation, to what, with which receipt.
pub(crate) const TOLD: [&str; 3] = ["did", "on", "rc"];

/// How much of a summary stands in the bar.
const SUMMARY: usize = 120;

/// The bar, if something was just done.
pub(super) async fn bar(visit: &Visit) -> Markup {
    let Some(op) = visit.asked("did") else { return html! {} };
    let words = visit.words;
    let done = format!("did-{}", op.replace(['.', '_'], "-"));
    let done = if words.has(&done) { words.t(&done) } else { words.t("did-anything") };
    let (summary, way_back) = match (visit.asked("rc"), visit.asked("on")) {
        (Some(receipt), _) => of_receipt(visit, receipt).await,
        (None, Some(id)) => of_thing(visit, op, id).await,
        (None, None) => (String::new(), html! {}),
    };
    html! {
        div.bar data-bar="10000" {
            p { strong { (done) } @if !summary.is_empty() { " " (summary) } }
            (way_back)
            a.close href=(visit.here()) aria-label=(words.t("bar-close")) { "×" }
        }
    }
}

/// What a receipt says, with the button that takes it back or the reason why there is none.
async fn of_receipt(visit: &Visit, id: &str) -> (String, Markup) {
    let Ok(shown) = visit.ask("show", json!({"id": id})).await else { return (String::new(), html! {}) };
    let receipt = &shown["receipt"];
    (summary_of(visit.words, receipt, SUMMARY), undo(visit, receipt))
}

/// The button that takes back what a receipt says.
pub(crate) fn undo(visit: &Visit, receipt: &Value) -> Markup {
    let words = visit.words;
    let Some(handle) = receipt["undo_action"]["expected_event_id"].as_str() else {
        let why = said(visit.words, receipt, "irreversible_reason");
        return html! { @if !why.is_empty() { span.quiet { (words.t("irreversible")) ": " (why) } } };
    };
    let id = receipt["id"].as_str().unwrap_or_default();
    let is_stale = receipt["stale"].is_object();
    let label = |usual: &str| words.t(if is_stale { "look-again" } else { usual });
    html! {
        @if is_stale { (stale(visit, receipt)) " " }
        @if receipt["undo_action"]["label"] == "Rollback" {
            // It may not bring everything back, so that it is confirmed on its own.
            a.button.undo href={ "/receipts/" (id) "/rollback" } data-key="u" { (label("rollback")) "…" }
        } @else {
            (form(visit, "receipt.undo", &[("id", id), ("expected_event_id", handle)], submit(&label("undo"), "undo", "u")))
        }
    }
}

/// The button that would not work now, with the reason.
pub(crate) fn stale(visit: &Visit, receipt: &Value) -> Markup {
    let words = visit.words;
    let label = if receipt["undo_action"]["label"] == "Rollback" { "rollback" } else { "undo" };
    html! {
        button.button.small type="button" disabled { (words.t(label)) } " "
        span.warning { (words.t("receipts-stale")) " " (said(words, &receipt["stale"], "reason")) }
    }
}

/// What can be done about an act that left no receipt.
async fn of_thing(visit: &Visit, op: &str, id: &str) -> (String, Markup) {
    // A line in the bar is not the thing itself: what stands there was not shown yet.
    let summary = match seen::line_of(visit, id).await {
        Some(line) => thing::called(visit.words, id, &line).into_owned(),
        None => {
            let shown = visit.ask("show", json!({"id": id})).await.unwrap_or_default();
            let told = |name: &&str| shown["value"][*name].as_str().map(str::to_owned);
            ["summary", "title", "text", "name"].iter().find_map(told).unwrap_or_default()
        }
    };
    let back = match op {
        "item.reject" => Some("item.withdraw"),
        "question.answer" => Some("question.take_back"),
        "run.pause" => Some("run.resume"),
        "plan.pause" => Some("plan.resume"),
        _ => None,
    };
    let button = html! { @if let Some(op) = back { (form(visit, op, &[("id", id)], submit(&visit.words.t("undo"), "undo", "u"))) } };
    (folded(&summary, SUMMARY), button)
}
