//! What became of several answers at once: how many, which of them failed or were left out and why, and one button that
//! takes all of it back.

use axum::response::Response;
use countersign_core::Answer;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit,
    form::{form, hidden, submit},
    frame::{self, Tab},
    seen,
    text::{field, folded, list, short, shown},
    thing,
};
use crate::answer;

/// How many of a kind are named; the others are counted.
const NAMED: usize = 50;
/// How much is said of each.
const TEXT: usize = 400;

/// The page after an operation on several items; None for any other.
pub(super) async fn result(visit: &Visit, op: &str, back: &str, told: &Answer) -> Option<Response> {
    let (done, title) = match op {
        "set.confirm_all" | "items.confirm_selected" => (&["applied", "applying"][..], "bulk-confirmed"),
        "set.dismiss" => (&["rejected"][..], "bulk-dismissed"),
        "receipts.undo_selected" => (&["undone"][..], "bulk-undone"),
        "items.withdraw_selected" => (&["withdrawn"][..], "bulk-withdrawn"),
        _ => return None,
    };
    let words = visit.words;
    let results = list(&told.value, "results");
    let is = |one: &&Value, wanted: &[&str]| wanted.iter().any(|status| one["status"] == *status);
    let landed: Vec<&Value> = results.iter().filter(|one| is(one, done)).collect();
    let left: Vec<&Value> = results.iter().filter(|one| is(one, &["left_out"])).collect();
    let failed: Vec<&Value> =
        results.iter().filter(|one| !is(one, done) && !is(one, &["left_out"])).collect();
    let title = words.count(title, landed.len());
    let body = html! {
        section.card.bulk.trouble[!failed.is_empty()] {
            h1 { (title) }
            (way_back(visit, op, &landed))
            (lines(visit, &words.count("bulk-failed", failed.len()), &failed).await)
            (lines(visit, &words.count("bulk-left-out", left.len()), &left).await)
            (lines(visit, &words.count("bulk-done", landed.len()), &landed).await)
            p { a.button href=(back) { (words.t("bulk-back")) } }
        }
    };
    let status = answer::of_outcome(told.outcome, false);
    Some(frame::respond(visit, Page { status, ..Page::new(title, Tab::Inbox, body) }).await)
}

/// The one button that takes back all that landed, each by its own handle; a rejection as long as the agent was not told.
fn way_back(visit: &Visit, op: &str, landed: &[&Value]) -> Markup {
    let words = visit.words;
    let handles: Vec<String> = landed.iter().filter_map(|one| handle(one)).collect();
    let final_ones = landed.len() - handles.len();
    html! {
        @match op {
            "set.dismiss" if !landed.is_empty() => {
                (form(visit, "items.withdraw_selected", &[], html! {
                    @for one in landed { input type="hidden" name="items[]" value=(field(one, "item")); }
                    (submit(&words.count("bulk-take-back", landed.len()), "undo", "u"))
                }))
                p.quiet { (words.t("bulk-take-back-until")) }
            },
            "set.confirm_all" | "items.confirm_selected" if !landed.is_empty() => {
                @if !handles.is_empty() {
                    form.act method="post" action="/do/receipts.undo_selected" data-op="receipts.undo_selected" {
                        (hidden(visit))
                        @for handle in &handles { input type="hidden" name="receipts[]" value=(handle); }
                        (submit(&words.count("bulk-undo", handles.len()), "undo", "u"))
                    }
                }
                @if final_ones > 0 { p.warning { (words.count("bulk-final", final_ones)) } }
            },
            _ => {},
        }
    }
}

/// The handle of what landed, where it can simply be undone.
fn handle(one: &Value) -> Option<String> {
    let (receipt, undo) = (&one["receipt"], &one["receipt"]["undo_action"]);
    let exact = undo["label"] != "Rollback" && undo["expected_event_id"].is_string();
    let handle = json!({"id": receipt["id"], "expected_event_id": undo["expected_event_id"]});
    exact.then(|| handle.to_string())
}

/// Some results under a heading, each with what is said of it.
async fn lines(visit: &Visit, title: &str, some: &[&Value]) -> Markup {
    if some.is_empty() {
        return html! {};
    }
    let words = visit.words;
    let mut told = Vec::new();
    for one in some.iter().take(NAMED) {
        let id = one["item"].as_str().or(one["receipt"].as_str()).unwrap_or_default();
        let name = seen::line_of(visit, id).await.map(|line| folded(&thing::called(words, id, &line), TEXT));
        let why = folded(&words.say(one["message"].as_str().unwrap_or_default()), TEXT);
        let why = Some(why).filter(|why| name.as_ref() != Some(why) && !why.is_empty());
        told.push((id, name.unwrap_or_else(|| shown(short(id))), why));
    }
    html! {
        h2 { (title) }
        ul.plain {
            @for (id, name, why) in told {
                li { @if let Some(href) = thing::href(id) { a href=(href) { (name) } } @else { (name) } @if let Some(why) = why { ": " (why) } }
            }
            @if some.len() > NAMED { li.more { (words.count("more-changes", some.len() - NAMED)) } }
        }
    }
}
