//! Undo: the button for an exact undo, the page that confirms a rollback with everything it does and may not restore,
//! the redo, or the reason why there is none.

use countersign_core::receipt::{Receipt, UndoLabel, inverse::operations};
use countersign_words::Words;
use maud::{Markup, html};

use super::{allowed, found};
use crate::{
    answer::Refusal,
    web::{
        Page, Visit, bar,
        form::{Press, form, submit},
        frame::Tab,
        text::{ago, all_said, say, say_if, short as short_of, shown, stamp},
        thing::{self, who},
    },
};

/// Returns whether the undo is exact.
fn is_exact(receipt: &Receipt) -> bool {
    receipt.undo_action.as_ref().is_none_or(|action| action.label == UndoLabel::Undo)
}

/// Renders why an undo no longer applies and what can be done instead, in the wide column of a list: it is text.
pub(in crate::web) fn stale(visit: &Visit, receipt: &Receipt) -> Markup {
    let open = receipt.undone.is_none() && receipt.undoing.is_none();
    html! {
        @if let (true, Some(action), Some(why)) = (open, &receipt.undo_action, &receipt.stale) {
            div.stale { (bar::stale(visit, receipt, action, why)) }
        }
    }
}

/// Renders the undo in a list: a button, or why there is none. What [`stale`] says stands elsewhere.
pub(in crate::web) fn short(visit: &Visit, receipt: &Receipt) -> Markup {
    let words = visit.words;
    if let Some(undone) = &receipt.undone {
        return html! { span.quiet { (words.t("receipts-by-receipt")) " " (thing::link(&undone.receipt)) } };
    }
    if receipt.undoing.is_some() {
        let waits = receipt.undo_waits.as_ref().map(|waits| say(words, waits));
        return html! { span.quiet { (waits.unwrap_or_else(|| words.t("receipts-undoing").into_owned())) } };
    }
    let Some(action) = &receipt.undo_action else {
        let why = say_if(words, receipt.irreversible_reason.as_ref());
        return html! { span.quiet title=(why) { (words.t("irreversible")) @if !why.is_empty() { ": " (why) } } };
    };
    let id = receipt.id.as_str();
    let word = if receipt.stale.is_some() { "look-again" } else { bar::word(receipt, action) };
    // The summary of an undo says itself what it is.
    let named = match receipt.undoes.is_some() {
        true => format!("{} {}", words.t(word), shown(short_of(id))),
        false => format!("{}: {}", words.t(word), say(words, &receipt.summary)),
    };
    html! {
        @match action.label {
            UndoLabel::Undo => { (Press { op: "receipt.undo", fields: &[("id", id), ("expected_event_id", &action.expected_event_id)], label: &words.t(word), aria: &named, look: "small", key: "u" }.button()) },
            UndoLabel::Rollback => a.button.small href={ "/receipts/" (id) "/rollback" } aria-label=(named) data-key="u" { (words.t(word)) "…" },
        }
    }
}

/// Renders everything that can be done about a receipt.
pub(super) fn whole(visit: &Visit, receipt: &Receipt, undo: Option<&Receipt>) -> Markup {
    let words = visit.words;
    let again = receipt.rerun_action.is_some();
    html! {
        (state(visit, receipt, undo))
        div.answers {
            @if receipt.undo_action.is_some() && receipt.undone.is_none() && receipt.undoing.is_none() {
                (bar::undo(visit, receipt))
            }
            @if again { (Press { op: "receipt.rerun", fields: &[("id", &receipt.id)], label: &words.t("receipts-again"), key: "r", ..Press::default() }.button()) }
        }
        @if again { p.quiet { (words.t("receipts-again-asks")) } }
        @else { p.quiet { (words.t("receipts-no-again")) } }
    }
}

/// Renders whether it can be undone, was, or never can be.
fn state(visit: &Visit, receipt: &Receipt, undo: Option<&Receipt>) -> Markup {
    let words = visit.words;
    if let Some(undone) = &receipt.undone {
        // If the world was changed back, the event is our own; the receipt knows who asked for it.
        let name = undo.map_or_else(|| who(&undone.by), |undo| allowed(visit, &undo.allowed_by));
        return html! {
            p { (words.with("receipts-undone-by", &[("who", name.into())])) " " (ago(words, undone.at, visit.now())) ". "
                (words.t("receipts-redo")) " " (thing::link(&undone.receipt)) }
        };
    }
    if receipt.undoing.is_some() {
        let name = who(receipt.undo_asked_by.as_deref().unwrap_or_default());
        return html! {
            p { (words.with("receipts-undoing-by", &[("who", name.into())])) }
            @if let Some(waits) = &receipt.undo_waits {
                p { (say(words, waits)) }
                (Press { op: "receipt.cancel_undo", fields: &[("id", &receipt.id)], label: &words.t("receipts-cancel-undo"), ..Press::default() }.button())
            }
        };
    }
    html! {
        @if receipt.undo_action.is_none() {
            p.warning { (words.t("irreversible")) ": " (say_if(words, receipt.irreversible_reason.as_ref())) }
        } @else if is_exact(receipt) {
            p { (words.t("receipts-exact")) }
        } @else {
            p { (words.t("receipts-best-effort")) }
            (caveats(words, receipt))
            h3 { (words.t("receipts-inverse")) }
            (inverse(visit, receipt))
        }
        @if let Some(until) = receipt.undo_until.filter(|_| receipt.undo_action.is_some()) {
            p.quiet { (words.with("receipts-until", &[("date", stamp(until)[..10].to_owned().into())])) }
        }
    }
}

fn caveats(words: Words, receipt: &Receipt) -> Markup {
    html! { @for cue in all_said(words, &receipt.rollback_cues) { p.warning.flag { "⚠ " (cue) } } }
}

/// The page that confirms a rollback.
pub(in crate::web) async fn rollback(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let receipt = found(&visit).await?;
    let id = receipt.id.as_str();
    let action = receipt.undo_action.as_ref();
    let handle = action.map(|action| action.expected_event_id.as_str()).unwrap_or_default();
    let back = format!("/receipts/{id}");
    let open = receipt.undone.is_none() && !handle.is_empty();
    let fields = [("id", id), ("expected_event_id", handle), ("best_effort", "on")];
    let blocked = action.zip(receipt.stale.as_ref()).filter(|(_, why)| open && !why.first.is_empty());
    let body = html! {
        p.crumb { a href="/receipts" { (words.t("tab-receipts")) } " / " (thing::link(id)) }
        h1 { (words.t("rollback")) ": " (say(words, &receipt.summary)) }
        section.card.trouble {
            h2 { (words.t("receipts-back")) }
            (state(&visit, &receipt, None))
            @if let Some((_, why)) = blocked {
                p.warning { (words.t("receipts-stale")) " " (say(words, &why.reason)) }
                p { (words.t("receipts-stale-first")) }
                ol { @for one in &why.first { li { (thing::link(&one.receipt)) " " (say(words, &one.summary)) } } }
            }
            @if open && is_exact(&receipt) { h3 { (words.t("receipts-inverse")) } (inverse(&visit, &receipt)) }
            div.answers {
                a.button href=(back) { (words.t("work-leave")) }
                @if let Some((action, why)) = blocked { (bar::chain(&visit, &receipt, action, why)) }
                @else if open { (thing::form_to(&visit, "receipt.undo", &back, &fields, submit(&words.t("receipts-roll-back-now"), "danger", ""))) }
            }
        }
    };
    Ok(Page::new(words.t("rollback"), Tab::Receipts, body))
}

/// Lists the operations that undo something, in order.
pub(in crate::web) fn inverse(visit: &Visit, receipt: &Receipt) -> Markup {
    let lines = all_said(visit.words, &operations(receipt));
    html! {
        @if lines.is_empty() { p.quiet { (visit.words.t("receipts-no-effects")) } }
        @else { ol.inverse { @for line in &lines { li { (line) } } } }
    }
}

/// Renders the undo of one of several effects that are undone together.
pub(in crate::web) fn part(visit: &Visit, receipt: &Receipt) -> Markup {
    let words = visit.words;
    let undone = receipt.undone.is_some();
    let never = receipt.undo_action.is_none();
    html! {
        li.part {
            span.mark aria-hidden="true" { @if undone { "↶" } @else if never { "!" } @else { "○" } }
            div {
                (thing::link(&receipt.id)) " " (say(words, &receipt.summary))
                @if undone { " " span.badge { (words.t("work-is-back")) } }
                @else if never { p.warning { (words.t("irreversible")) ": " (say_if(words, receipt.irreversible_reason.as_ref())) } }
                @else {
                    @if !is_exact(receipt) { (caveats(words, receipt)) }
                    (inverse(visit, receipt))
                }
            }
        }
    }
}

/// Renders a one-button form that undoes several effects, for a page that lists them.
pub(in crate::web) fn take_back(visit: &Visit, op: &str, id: &str, label: &str) -> Markup {
    form(visit, op, &[("id", id), ("best_effort", "on")], submit(label, "danger", ""))
}
