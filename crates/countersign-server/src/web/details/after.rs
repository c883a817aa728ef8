//! The outcome of an item: its status, who answered what, what landed, and the undo.

use countersign_core::{
    decision::Decision,
    item::{ItemStatus, view::ItemView},
    receipt::Receipt,
    text,
};
use maud::{Markup, html};
use serde_json::Value;

use super::super::{
    Visit, bar,
    form::Press,
    message,
    summary::summary_of,
    text::{ago, say, say_if, short, shown},
};

/// The length of a result.
const RESULT: usize = 4_000;

/// Returns the message for a status that is a problem by itself.
fn trouble(status: ItemStatus) -> Option<&'static str> {
    match status {
        ItemStatus::Stale => Some("details-stale"),
        ItemStatus::NeedsReview => Some("details-needs-review"),
        ItemStatus::Failed => Some("details-failed"),
        ItemStatus::Pending
        | ItemStatus::Deferred
        | ItemStatus::Blocked
        | ItemStatus::Confirmed
        | ItemStatus::Applying
        | ItemStatus::Applied
        | ItemStatus::Rejected
        | ItemStatus::Retracted
        | ItemStatus::Expired => None,
    }
}

/// Renders its status, if it is more than waiting for an answer; with what can be done about it.
pub(super) fn state(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    let (status, id) = (item.status, item.id.as_str());
    let error = say_if(words, item.error.as_ref());
    let trouble = trouble(status);
    html! {
        @if !error.is_empty() || trouble.is_some() {
            section.card.trouble role="status" {
                h2 { (words.t(trouble.unwrap_or("details-failed"))) }
                @if !error.is_empty() { p { (error) } }
                div.answers {
                    @if status == ItemStatus::Stale {
                        (Press { op: "item.refresh", fields: &[("id", id)], label: &words.t("details-refresh"), look: "yes", key: "r", ..Press::default() }.button())
                    }
                    @if status == ItemStatus::NeedsReview {
                        p.quiet { (words.t("details-resolve-why")) }
                        (Press { op: "item.resolve", fields: &[("id", id), ("landed", "false")], label: &words.t("details-not-landed"), ..Press::default() }.button())
                        (Press { op: "item.resolve", fields: &[("id", id), ("landed", "true")], label: &words.t("details-landed"), ..Press::default() }.button())
                    }
                }
            }
        }
    }
}

/// Renders the answers, what landed and the result.
pub(super) fn history(
    visit: &Visit,
    item: &ItemView,
    decisions: &[Decision],
    landed: Option<&Receipt>,
) -> Markup {
    let words = visit.words;
    let id = item.id.as_str();
    let is_rejected = item.status == ItemStatus::Rejected;
    html! {
        @if !decisions.is_empty() {
            section.card {
                h2 { (words.t("details-decisions")) }
                ul.decisions { @for decision in decisions { li { (decision_line(visit, decision)) } } }
                @if is_rejected || item.status == ItemStatus::Confirmed {
                    div.answers {
                        (Press { op: "item.withdraw", fields: &[("id", id)], label: &words.t("details-withdraw"), key: "u", ..Press::default() }.button())
                        @if is_rejected {
                            (Press { op: "item.lift", fields: &[("id", id)], label: &words.t("details-lift"), look: "quiet", ..Press::default() }.button())
                        }
                    }
                }
            }
        }
        @if let Some(landed) = landed { (receipt(visit, landed)) }
        @if !item.result.is_null() { (result(visit, &item.result)) }
    }
}

fn decision_line(visit: &Visit, decision: &Decision) -> Markup {
    let words = visit.words;
    html! {
        strong { (words.t(message::decided(decision.decision))) } " · " (shown(&decision.by)) " · "
        (ago(words, decision.at, visit.now())) " · " span.quiet { (shown(&decision.from)) }
        @if decision.proof.is_some() { " " span.badge.good { (words.t("details-signed")) } }
        @if decision.withdrawn { " " span.badge { (words.t("details-withdrawn")) } }
        @if let Some(reason) = &decision.reason { p { "“" (shown(reason)) "”" } }
    }
}

fn receipt(visit: &Visit, receipt: &Receipt) -> Markup {
    let words = visit.words;
    let id = receipt.id.as_str();
    html! {
        section.card.receipt {
            h2 { (words.t("details-receipt")) }
            p { a href={ "/receipts/" (id) } { (summary_of(words, &receipt.summary, 400)) } " " span.quiet { (shown(short(id))) } }
            div.answers {
                @if let Some(undone) = &receipt.undone {
                    span { (words.t("details-undone")) " " a href={ "/receipts/" (undone.receipt) } { (shown(short(&undone.receipt))) } }
                } @else { (bar::undo(visit, receipt)) }
            }
            @for cue in &receipt.rollback_cues { p.quiet { (say(words, cue)) } }
        }
    }
}

fn result(visit: &Visit, result: &Value) -> Markup {
    let whole = result.as_str().map_or_else(|| format!("{result:#}"), str::to_owned);
    let shown = text::truncate(&text::visible_multiline(&whole).text, RESULT);
    html! { section.card { h2 { (visit.words.t("details-result")) } pre { (shown) } } }
}
