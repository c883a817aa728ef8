//! Common parts of the pages of things: links, statuses, lists of facts, and forms that ask for a reason.

use countersign_core::{item::view::Standing, question, tool::Printed};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    Visit,
    form::{form, hidden, submit},
    message,
    text::{ago, shown},
};
use crate::cookie;

/// Returns the page of a thing, by the prefix of its id.
pub(crate) fn href(id: &str) -> Option<String> {
    if question::is_id(id) {
        return Some(format!("/questions/{id}"));
    }
    let digit = id.find(|c: char| c.is_ascii_digit())?;
    let room = match &id[..digit] {
        "i" | "dr" => "items",
        "s" => "sets/changes",
        "rc" => "receipts",
        "run" => "runs",
        "pl" => "plans",
        "st" => "steps",
        "sg" => "stages",
        "ws" => "sets",
        _ => return None,
    };
    Some(format!("/{room}/{id}"))
}

/// Renders a thing's short id, with a link to its page.
pub(crate) fn link(id: &str) -> Markup {
    let name = shown(super::text::short(id));
    html! {
        @if let Some(href) = href(id) { a.id href=(href) { (name) } } @else { code { (name) } }
    }
}

/// Renders the link of a thing, if there is one.
pub(crate) fn linked(id: Option<&str>) -> Markup {
    html! { @if let Some(id) = id { (link(id)) } }
}

/// Returns the status of any record; unknown words are shown as they are.
pub(crate) fn standing(visit: &Visit, word: &str) -> String {
    Standing::parse(word)
        .map_or_else(|| shown(word), |one| visit.words.t(message::standing(one)).into_owned())
}

/// Renders a status badge.
pub(crate) fn badge(visit: &Visit, status: impl Into<Standing>) -> Markup {
    let status = status.into();
    html! { span class=(look(status)) { (visit.words.t(message::standing(status))) } }
}

fn look(status: Standing) -> &'static str {
    match status {
        Standing::Failed | Standing::Stopped | Standing::Aborted | Standing::Rejected => "badge danger",
        Standing::Waiting
        | Standing::WaitingApproval
        | Standing::Paused
        | Standing::Proposed
        | Standing::Counting
        | Standing::Open
        | Standing::Pending
        | Standing::NeedsReview
        | Standing::Stale => "badge warn",
        Standing::Running
        | Standing::Approved
        | Standing::Stepwise
        | Standing::Completed
        | Standing::Done
        | Standing::Applied
        | Standing::Landed
        | Standing::Answered => "badge good",
        Standing::Applying
        | Standing::Blocked
        | Standing::Cancelled
        | Standing::Confirmed
        | Standing::Deferred
        | Standing::Dropped
        | Standing::Expired
        | Standing::Retracted
        | Standing::RolledBack
        | Standing::Skipped => "badge",
    }
}

/// Renders a list of facts, named by messages; empty ones are omitted.
pub(crate) fn facts(visit: &Visit, pairs: &[(&str, Markup)]) -> Markup {
    html! {
        dl.facts {
            @for (word, what) in pairs.iter().filter(|(_, what)| !what.0.is_empty()) {
                dt { (visit.words.t(word)) } dd { (what) }
            }
        }
    }
}

/// Renders a text as a fact.
pub(crate) fn plain(text: impl AsRef<str>) -> Markup {
    html! { (text.as_ref()) }
}

/// Renders a time, if there is one.
pub(crate) fn when(visit: &Visit, at: impl Into<Option<u64>>) -> Markup {
    html! { @if let Some(at) = at.into() { (ago(visit.words, at, visit.now())) } }
}

/// Returns who did something, without the kind of actor.
pub(crate) fn who(by: &str) -> String {
    shown(by.split_once(':').map_or(by, |(_, name)| name))
}

/// Renders a form that asks for a reason before it calls an operation; it opens in place.
pub(crate) fn with_reason(
    visit: &Visit,
    op: &str,
    fields: &[(&str, &str)],
    label: &str,
    look: &str,
) -> Markup {
    let words = visit.words;
    let id = format!("why-{}", op.replace('.', "-"));
    let inside = html! {
        label for=(id) { (words.t("work-reason")) }
        input id=(id) type="text" name="reason" maxlength="2000" autocomplete="off";
        p { (submit(label, look, "")) }
    };
    html! {
        details.ask {
            summary class={ "button " (look) } { (label) "…" }
            div.asked { (form(visit, op, fields, inside)) }
        }
    }
}

/// Renders a form that leads to another page.
pub(crate) fn form_to(
    visit: &Visit,
    op: &str,
    back: &str,
    fields: &[(&str, &str)],
    inside: Markup,
) -> Markup {
    html! {
        form.act method="post" action={ "/do/" (op) } data-op=(op) {
            @if let Some(word) = &visit.csrf { input type="hidden" name=(cookie::FIELD) value=(word); }
            input type="hidden" name="back" value=(back);
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
            (inside)
        }
    }
}

/// Renders a form whose fields are all over the page, and refer to it.
pub(crate) fn spread(visit: &Visit, id: &str, op: &str, fields: &[(&str, &str)]) -> Markup {
    html! {
        form id=(id) method="post" action={ "/do/" (op) } data-op=(op) {
            (hidden(visit))
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
        }
    }
}

/// Renders the link to older entries.
pub(crate) fn older(visit: &Visit, base: &str, next: Option<&String>) -> Markup {
    let gap = if base.contains('?') { '&' } else { '?' };
    html! {
        @if let Some(next) = next {
            p.pages { a.button href={ (base) (gap) "before=" (next) } rel="next" { (visit.words.t("work-older")) } }
        }
    }
}

/// Renders JSON, visible and inert.
pub(crate) fn pretty(value: &Value) -> Markup {
    let text = match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string_pretty(other).unwrap_or_default(),
    };
    html! { pre { (countersign_core::text::visible_multiline(&text).text) } }
}

/// Renders what a command printed, and its exit code.
pub(crate) fn printed(visit: &Visit, found: &Printed) -> Markup {
    let text = |text: &str| countersign_core::text::visible_multiline(text).text;
    html! {
        @for (label, said) in [("term-printed", &found.stdout), ("term-printed-errors", &found.stderr)] {
            @if !said.is_empty() { h3 { (visit.words.t(label)) } pre.printed { (text(said)) } }
        }
        @if let Some(code) = found.exit_code {
            p.sub { (visit.words.with("work-exit", &[("n", code.to_string().into())])) }
        }
    }
}

/// Renders an input or result, if any: short values as they are, long ones behind a fold that says how long.
pub(crate) fn folded_json(visit: &Visit, value: &Value) -> Markup {
    /// Longer values are folded.
    const OPEN: usize = 12;
    if value.is_null() {
        return html! {};
    }
    let lines = match value {
        Value::String(text) => text.lines().count(),
        other => serde_json::to_string_pretty(other).unwrap_or_default().lines().count(),
    };
    html! {
        @if lines <= OPEN { (pretty(value)) }
        @else { details { summary { (visit.words.count("work-lines", lines)) } (pretty(value)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_thing_is_told_by_its_id() {
        for (id, want) in [
            ("i4-ab", Some("/items/i4-ab")),
            ("s2-ab", Some("/sets/changes/s2-ab")),
            ("rc9-ab", Some("/receipts/rc9-ab")),
            ("run1-ab", Some("/runs/run1-ab")),
            ("dr7-ab", Some("/items/dr7-ab")),
            ("q0a1b2c3d4e5f6a7b", Some("/questions/q0a1b2c3d4e5f6a7b")),
            ("qabcdefabcdefabcd", Some("/questions/qabcdefabcdefabcd")),
            ("ws3-ab", Some("/sets/ws3-ab")),
            ("t5-ab", None),
            ("pr:12", None),
            ("", None),
        ] {
            assert_eq!(href(id).as_deref(), want, "{id}");
        }
    }
}
