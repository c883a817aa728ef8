//! What a call is and touches, why it is asked and what goes with it: nothing of it is the agent's word.

use maud::{Markup, html};
use serde_json::Value;

use super::super::{
    Visit,
    text::{ago, all_said, field, folded, list, path, said, short, shown, texts},
};

/// How many of a list stand on the page; the others are one click away, and counted.
const LISTED: usize = 12;
/// How much of a name is shown.
const NAME: usize = 1_000;

/// What it does to what.
pub(super) fn effects(visit: &Visit, item: &Value) -> Markup {
    let (words, facts, preview) = (visit.words, &item["facts"], &item["preview"]);
    let class = field(item, "class");
    let hits = facts["hits"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default();
    let flags: Vec<_> = ["opaque", "outside", "privileged", "sends"]
        .into_iter()
        .filter(|flag| facts[*flag] == true)
        .map(|flag| words.t(&format!("details-flag-{flag}")))
        .collect();
    html! {
        dl.facts {
            dt { (words.t("details-class")) }
            dd { span class=(if class == "destructive" { "badge danger" } else { "badge" }) { (words.t(&format!("details-class-{class}"))) } }
            (text_row(visit, "target", preview["target"].as_str().map(|t| words.say(t)).as_deref()))
            @for name in ["deletes", "destroys", "writes", "changes", "executes", "hosts", "protected", "reads"] {
                (list_row(visit, name, &all_said(words, facts, name)))
            }
            @if hits > 0 { dt { (words.t("details-hits")) } dd { (words.count("details-hits-n", hits)) } }
            @if !flags.is_empty() { dt { (words.t("details-flags")) } dd { @for flag in &flags { span.badge.warn { (flag) } " " } } }
            (text_row(visit, "folder", facts["folder"].as_str()))
            dt { (words.t("details-undo")) } dd { (reversal(visit, &item["reversal"])) }
        }
    }
}

/// Why it is asked, by whom, and what it hangs together with.
pub(super) fn circumstances(visit: &Visit, item: &Value) -> Markup {
    let words = visit.words;
    let time = |name: &str| item[name].as_u64();
    let person = field(item, "claimed_by");
    let approvals = field(item, "approvals");
    let yes = texts(item, "approved_by");
    let open = super::super::card::is_decidable(item);
    html! {
        dl.facts {
            dt { (words.t("details-why")) } dd { (why(visit, &item["why"])) }
            @if !approvals.is_empty() && !approvals.ends_with(" of 1") {
                dt { (words.t("details-approvals")) }
                dd { (approvals) @if !yes.is_empty() { " (" (yes.join(", ")) ")" } }
            }
            @if !person.is_empty() { dt { (words.t("details-claimed")) } dd { (person) } }
            @if let (true, Some(at)) = (open, time("expires_at")) { dt { (words.t("details-expires")) } dd { (ago(words, at, visit.now())) } }
            (links(visit, "depends", "/items/", list(item, "depends_on").iter().filter_map(Value::as_str)))
            (links(visit, "step", "/steps/", item["step"].as_str()))
            @if let Some(plan) = item["plan"]["id"].as_str() {
                dt { (words.t("details-plan")) }
                dd { a href={ "/plans/" (plan) } { (short(plan)) } ", " (words.count("details-plan-step", usize::try_from(item["plan"]["step"].as_u64().unwrap_or_default()).unwrap_or_default())) }
            }
            (links(visit, "question", "/questions/", item["question"].as_str()))
            @if let Some(at) = time("decided_at") { dt { (words.t("details-decided")) } dd { (ago(words, at, visit.now())) } }
            (text_row(visit, "reason", item["reason"].as_str()))
        }
        details.origin {
            summary { (words.t("details-origin")) }
            dl.facts {
                (text_row(visit, "subject", item["subject"].as_str()))
                (links(visit, "run", "/runs/", item["run"].as_str()))
                (links(visit, "set", "/sets/changes/", item["change_set"].as_str()))
                dt { (words.t("details-digest")) } dd { code { (field(item, "digest")) } }
            }
        }
    }
}

/// A text as one part of an address.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    countersign_core::op::route::escape(&mut out, text);
    out
}

fn text_row(visit: &Visit, name: &str, text: Option<&str>) -> Markup {
    html! {
        @if let Some(text) = text.filter(|t| !t.is_empty()) {
            dt { (visit.words.t(&format!("details-{name}"))) } dd { (path(&folded(text, NAME))) }
        }
    }
}

fn links<'a>(visit: &Visit, name: &str, place: &str, ids: impl IntoIterator<Item = &'a str>) -> Markup {
    let ids: Vec<&str> = ids.into_iter().collect();
    html! {
        @if !ids.is_empty() {
            dt { (visit.words.t(&format!("details-{name}"))) }
            dd { @for (n, id) in ids.iter().enumerate() { @if n > 0 { ", " } a href={ (place) (escaped(id)) } { (shown(short(id))) } } }
        }
    }
}

fn list_row(visit: &Visit, name: &str, all: &[String]) -> Markup {
    let entries =
        |some: &[String]| html! { ul.targets { @for one in some { li { (path(&folded(one, NAME))) } } } };
    html! {
        @if !all.is_empty() {
            dt { (visit.words.t(&format!("details-{name}"))) @if all.len() > 1 { " (" (all.len()) ")" } }
            dd class={ "fact-" (name) } {
                (entries(&all[..all.len().min(LISTED)]))
                @if all.len() > LISTED {
                    details { summary { (visit.words.with("details-more-of", &[("n", (all.len() - LISTED).into()), ("total", all.len().into())])) } (entries(&all[LISTED..])) }
                }
            }
        }
    }
}

/// In words, whether an effect can be taken back.
pub(crate) fn reversal(visit: &Visit, reversal: &Value) -> Markup {
    let words = visit.words;
    html! {
        @match reversal["tier"].as_str() {
            Some("exact") => { span.badge.good { (words.t("details-undo-exact")) } },
            Some("best_effort") => { span.badge.warn { (words.t("details-undo-best")) } @for caveat in all_said(words, reversal, "caveats") { p.quiet { (caveat) } } },
            Some("irreversible") => { span.badge.danger { (words.t("details-undo-never")) } p.quiet { (said(words, reversal, "reason")) } },
            _ => { (words.t("details-undo-none")) },
        }
    }
}

/// In words, why a call was judged as it was, with the rule or the row of the table that said so.
fn why(visit: &Visit, why: &Value) -> Markup {
    let by = match why["rule"].as_str() {
        Some(rule) => visit.words.with("details-rule", &[("rule", shown(rule).into())]),
        None => visit.words.with("details-row", &[("row", field(why, "row").into())]),
    };
    html! { @for reason in all_said(visit.words, why, "reasons") { p { (reason) } } p.quiet { (by) } }
}
