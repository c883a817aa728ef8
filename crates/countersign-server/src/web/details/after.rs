//! What became of an item: how it stands, who answered what, what landed, and the way back.

use countersign_core::text;
use maud::{Markup, html};
use serde_json::Value;

use super::super::{
    Visit, bar,
    form::Press,
    summary::summary_of,
    text::{ago, field, list, said, say, short, shown},
};

/// How much of a result is shown.
const RESULT: usize = 4_000;

/// How it stands, where that is more than waiting for an answer; with what can be done about it.
pub(super) fn state(visit: &Visit, item: &Value) -> Markup {
    let words = visit.words;
    let (status, id) = (item["status"].as_str().unwrap_or_default(), item["id"].as_str().unwrap_or_default());
    let error = said(visit.words, item, "error");
    html! {
        @if !error.is_empty() || matches!(status, "stale" | "needs_review" | "failed") {
            section.card.trouble role="status" {
                h2 { (words.t(match status { "stale" => "details-stale", "needs_review" => "details-needs-review", _ => "details-failed" })) }
                @if !error.is_empty() { p { (error) } }
                div.answers {
                    @if status == "stale" {
                        (Press { op: "item.refresh", fields: &[("id", id)], label: &words.t("details-refresh"), look: "yes", key: "r", ..Press::default() }.button())
                    }
                    @if status == "needs_review" {
                        p.quiet { (words.t("details-resolve-why")) }
                        (Press { op: "item.resolve", fields: &[("id", id), ("landed", "false")], label: &words.t("details-not-landed"), ..Press::default() }.button())
                        (Press { op: "item.resolve", fields: &[("id", id), ("landed", "true")], label: &words.t("details-landed"), ..Press::default() }.button())
                    }
                }
            }
        }
    }
}

/// The answers that were given, what landed and what came back.
pub(super) fn history(visit: &Visit, found: &Value) -> Markup {
    let (words, item) = (visit.words, &found["item"]);
    let decisions = list(found, "decisions");
    let id = item["id"].as_str().unwrap_or_default();
    let withdraws = matches!(item["status"].as_str(), Some("rejected" | "confirmed"));
    html! {
        @if !decisions.is_empty() {
            section.card {
                h2 { (words.t("details-decisions")) }
                ul.decisions { @for decision in decisions { li { (decision_line(visit, decision)) } } }
                @if withdraws {
                    div.answers {
                        (Press { op: "item.withdraw", fields: &[("id", id)], label: &words.t("details-withdraw"), key: "u", ..Press::default() }.button())
                        @if item["status"] == "rejected" {
                            (Press { op: "item.lift", fields: &[("id", id)], label: &words.t("details-lift"), look: "quiet", ..Press::default() }.button())
                        }
                    }
                }
            }
        }
        @if found["receipt"].is_object() { (receipt(visit, &found["receipt"])) }
        @if !item["result"].is_null() { (result(visit, &item["result"])) }
    }
}

fn decision_line(visit: &Visit, decision: &Value) -> Markup {
    let words = visit.words;
    let word = decision["decision"].as_str().unwrap_or_default();
    html! {
        strong { (words.t(&format!("details-decided-{word}"))) } " · " (field(decision, "by")) " · "
        (ago(words, decision["at"].as_u64().unwrap_or_default(), visit.now())) " · " span.quiet { (field(decision, "from")) }
        @if decision["proof"].is_object() { " " span.badge.good { (words.t("details-signed")) } }
        @if decision["withdrawn"] == true { " " span.badge { (words.t("details-withdrawn")) } }
        @if let Some(reason) = decision["reason"].as_str() { p { "“" (shown(reason)) "”" } }
    }
}

fn receipt(visit: &Visit, receipt: &Value) -> Markup {
    let words = visit.words;
    let id = receipt["id"].as_str().unwrap_or_default();
    html! {
        section.card.receipt {
            h2 { (words.t("details-receipt")) }
            p { a href={ "/receipts/" (id) } { (summary_of(words, receipt, 400)) } " " span.quiet { (shown(short(id))) } }
            div.answers {
                @if let Some(by) = receipt["undone"]["receipt"].as_str() {
                    span { (words.t("details-undone")) " " a href={ "/receipts/" (by) } { (shown(short(by))) } }
                } @else { (bar::undo(visit, receipt)) }
            }
            @for cue in list(receipt, "rollback_cues").iter().filter_map(Value::as_str) { p.quiet { (say(words, cue)) } }
        }
    }
}

fn result(visit: &Visit, result: &Value) -> Markup {
    let whole = result.as_str().map_or_else(|| format!("{result:#}"), str::to_owned);
    let shown = text::truncate(&text::visible_multiline(&whole).text, RESULT);
    html! { section.card { h2 { (visit.words.t("details-result")) } pre { (shown) } } }
}
