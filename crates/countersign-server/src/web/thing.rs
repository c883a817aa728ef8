//! What the pages of things have in common: how one names another, where something stands, facts in a list, and the
//! forms that ask for a reason.

use countersign_core::item::view::Standing;
use maud::{Markup, html};
use serde_json::Value;

use super::{
    Visit,
    form::{form, hidden, submit},
    message,
    text::{ago, shown},
};
use crate::cookie;

/// The page of a thing, told by what its id begins with.
pub(crate) fn href(id: &str) -> Option<String> {
    // What a question's id goes on with is no number but a digest.
    if id
        .strip_prefix('q')
        .is_some_and(|rest| rest.len() == 16 && rest.chars().all(|c| c.is_ascii_hexdigit()))
    {
        return Some(format!("/questions/{id}"));
    }
    let digit = id.find(|c: char| c.is_ascii_digit())?;
    let room = match &id[..digit] {
        "i" => "items",
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

/// A thing by the part of its id that people use, with the way to its page.
pub(crate) fn link(id: &str) -> Markup {
    let name = shown(super::text::short(id));
    html! {
        @if let Some(href) = href(id) { a.id href=(href) { (name) } } @else { code { (name) } }
    }
}

/// The link of a thing, where there is one.
pub(crate) fn linked(id: Option<&str>) -> Markup {
    html! { @if let Some(id) = id { (link(id)) } }
}

/// Where a record of any kind says that it stands; what is none of our words is shown as it is.
pub(crate) fn standing(visit: &Visit, word: &str) -> String {
    Standing::parse(word)
        .map_or_else(|| shown(word), |one| visit.words.t(message::standing(one)).into_owned())
}

/// Where something stands, at a glance.
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
        | Standing::Skipped => "badge",
    }
}

/// Facts in a list; those of which there is nothing to say are left out. Each is named by a word of ours.
pub(crate) fn facts(visit: &Visit, pairs: &[(&str, Markup)]) -> Markup {
    html! {
        dl.facts {
            @for (word, what) in pairs.iter().filter(|(_, what)| !what.0.is_empty()) {
                dt { (visit.words.t(word)) } dd { (what) }
            }
        }
    }
}

/// A text as a fact.
pub(crate) fn plain(text: impl AsRef<str>) -> Markup {
    html! { (text.as_ref()) }
}

/// A moment of something, if it has come.
pub(crate) fn when(visit: &Visit, at: impl Into<Option<u64>>) -> Markup {
    html! { @if let Some(at) = at.into() { (ago(visit.words, at, visit.now())) } }
}

/// Who did something, without what kind of actor it is.
pub(crate) fn who(by: &str) -> String {
    shown(by.split_once(':').map_or(by, |(_, name)| name))
}

/// A form that asks for a reason before it calls an operation; it opens where it stands.
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

/// A form that leads to another page than the one it stands on.
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

/// A form of its own whose fields stand all over the page, and name it.
pub(crate) fn spread(visit: &Visit, id: &str, op: &str, fields: &[(&str, &str)]) -> Markup {
    html! {
        form id=(id) method="post" action={ "/do/" (op) } data-op=(op) {
            (hidden(visit))
            @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
        }
    }
}

/// The way to what is older.
pub(crate) fn older(visit: &Visit, base: &str, next: Option<&String>) -> Markup {
    let gap = if base.contains('?') { '&' } else { '?' };
    html! {
        @if let Some(next) = next {
            p.pages { a.button href={ (base) (gap) "before=" (next) } rel="next" { (visit.words.t("work-older")) } }
        }
    }
}

/// JSON as it is, visible and inert.
pub(crate) fn pretty(value: &Value) -> Markup {
    let text = match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string_pretty(other).unwrap_or_default(),
    };
    html! { pre { (countersign_core::text::visible_multiline(&text).text) } }
}

/// What came back or was given, if anything: short as it is, long behind a fold that says how long.
pub(crate) fn folded_json(visit: &Visit, value: &Value) -> Markup {
    /// More lines than these are folded.
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
