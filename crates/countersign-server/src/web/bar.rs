//! The bar after an action: what was done, and for ten seconds the button that undoes it.

use countersign_core::{
    receipt::{Receipt, StaleUndo, UndoAction, UndoFirst, UndoLabel},
    show::{self, ShownStage},
};
use countersign_words::Message;
use maud::{Markup, html};
use serde_json::json;

use super::{
    Visit,
    form::{form, submit},
    seen,
    summary::summary_of,
    text::{folded, say, say_if},
    thing,
};

/// The query parameters that say what was just done: the operation, the target, the receipt.
pub(crate) const TOLD: [&str; 3] = ["did", "on", "rc"];

/// The length of a summary in the bar.
const SUMMARY: usize = 120;

/// Renders the bar, if something was just done.
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

/// Renders a receipt's summary, with the undo button or the reason why there is none.
async fn of_receipt(visit: &Visit, id: &str) -> (String, Markup) {
    match visit.receipt(id).await {
        Some(receipt) => {
            let ways = html! { (undo(visit, &receipt)) (again(visit, &receipt).await) };
            (summary_of(visit.words, &receipt.summary, SUMMARY), ways)
        }
        None => (String::new(), html! {}),
    }
}

/// Renders what offers the proposal again that this receipt has undone.
async fn again(visit: &Visit, undo: &Receipt) -> Markup {
    let undone = undo.undoes.as_deref().filter(|_| !undo.is_redo);
    match undone {
        Some(id) => visit
            .receipt(id)
            .await
            .map(|receipt| propose_again(visit, &receipt, &visit.here()))
            .unwrap_or_default(),
        None => html! {},
    }
}

/// Renders the button that proposes the call of an undone receipt again, and then leads to `back`.
pub(crate) fn propose_again(visit: &Visit, receipt: &Receipt, back: &str) -> Markup {
    let button = submit(&visit.words.t("receipts-propose-again"), "", "");
    html! {
        @if receipt.can_rerun() { (thing::form_to(visit, "receipt.rerun", back, &[("id", &receipt.id)], button)) }
    }
}

/// Renders the button that undoes a receipt.
pub(crate) fn undo(visit: &Visit, receipt: &Receipt) -> Markup {
    let words = visit.words;
    let Some(action) = &receipt.undo_action else {
        let why = say_if(words, receipt.irreversible_reason.as_ref());
        return html! { @if !why.is_empty() { span.quiet { (words.t("irreversible")) ": " (why) } } };
    };
    let id = receipt.id.as_str();
    let label = words.t(if receipt.stale.is_some() { "look-again" } else { word(receipt, action) });
    html! {
        @if let Some(why) = &receipt.stale { (stale(visit, receipt, action, why)) " " }
        @match action.label {
            // It may not restore everything, so it is confirmed on its own page.
            UndoLabel::Rollback => a.button.undo href={ "/receipts/" (id) "/rollback" } data-key="u" { (label) "…" },
            UndoLabel::Undo => { (form(visit, "receipt.undo", &[("id", id), ("expected_event_id", &action.expected_event_id)], submit(&label, "undo", "u"))) },
        }
    }
}

/// Returns the label of the button: what undoes an undo is called redo.
pub(crate) fn word(receipt: &Receipt, action: &UndoAction) -> &'static str {
    match action.label {
        _ if receipt.undoes.is_some() && !receipt.is_redo => "redo",
        UndoLabel::Rollback => "rollback",
        UndoLabel::Undo => "undo",
    }
}

/// Renders the disabled button, with the reason, and what would have to be undone first with one button for all.
pub(crate) fn stale(visit: &Visit, receipt: &Receipt, action: &UndoAction, why: &StaleUndo) -> Markup {
    let words = visit.words;
    html! {
        button.button.small type="button" disabled { (words.t(word(receipt, action))) } " "
        span.warning { (words.t("receipts-stale")) " " (say(words, &why.reason)) }
        @if why.can_merge { " " (form(visit, "receipt.merge", &[("id", &receipt.id)], submit(&words.t("receipts-merge"), "small", ""))) }
        @if !why.first.is_empty() {
            div.first {
                p.quiet { (words.t("receipts-stale-first")) }
                ol { @for one in &why.first { li { (thing::link(&one.receipt)) " " (summary_of(words, &one.summary, SUMMARY)) } } }
                @if is_exact(action, why) { (chain(visit, receipt, action, why)) }
                @else { a.button href={ "/receipts/" (receipt.id) "/rollback" } { (words.count("receipts-undo-chain", why.first.len() + 1)) "…" } }
            }
        }
    }
}

/// Whether undoing it and all before it restores everything.
pub(crate) fn is_exact(action: &UndoAction, why: &StaleUndo) -> bool {
    let labels = why.first.iter().map(|one| one.undo_action.label).chain([action.label]);
    labels.into_iter().all(|label| label == UndoLabel::Undo)
}

/// Renders the button that undoes a receipt after all that stands in its way.
pub(crate) fn chain(visit: &Visit, receipt: &Receipt, action: &UndoAction, why: &StaleUndo) -> Markup {
    let handle = |one: &UndoFirst| {
        json!({"id": one.receipt, "expected_event_id": one.undo_action.expected_event_id}).to_string()
    };
    let label = visit.words.count("receipts-undo-chain", why.first.len() + 1);
    let mut fields =
        vec![("id", receipt.id.as_str()), ("expected_event_id", action.expected_event_id.as_str())];
    let exact = is_exact(action, why);
    if !exact {
        fields.push(("best_effort", "on"));
    }
    form(
        visit,
        "receipt.undo_chain",
        &fields,
        html! {
            @for one in &why.first { input type="hidden" name="first[]" value=(handle(one)); }
            (submit(&label, if exact { "undo" } else { "danger" }, ""))
        },
    )
}

/// Renders what can be done about an action without a receipt.
async fn of_thing(visit: &Visit, op: &str, id: &str) -> (String, Markup) {
    // The bar does not count as showing the thing itself.
    let line = match seen::line_of(visit, id).await {
        Some(line) => Some(line),
        None => visit.show(id).await.ok().and_then(name_of),
    };
    let back = match op {
        "item.reject" => Some("item.withdraw"),
        "question.answer" => Some("question.take_back"),
        "run.pause" => Some("run.resume"),
        "plan.pause" => Some("plan.resume"),
        _ => None,
    };
    let button = html! { @if let Some(op) = back { (form(visit, op, &[("id", id)], submit(&visit.words.t("undo"), "undo", "u"))) } };
    (folded(&visit.words.say(&line.unwrap_or_default()), SUMMARY), button)
}

/// Returns a thing's own name, if it has one.
fn name_of(shown: show::Output) -> Option<Message> {
    match shown {
        show::Output::Plan { value } => Some(value.plan.title.into()),
        show::Output::Run { value, .. } => value.title.map(Into::into),
        show::Output::Step { value } => Some(value.title.into()),
        show::Output::Decision { value } => Some(value.summary),
        show::Output::WorkingSet { value } => Some(value.name.into()),
        show::Output::Stage { value: ShownStage::Live(found) } => Some(found.summary),
        show::Output::Question { value } => Some(value.text.into()),
        show::Output::Instruction { value } => Some(value.summary.into()),
        show::Output::Stage { value: ShownStage::Dropped(_) }
        | show::Output::Item { .. }
        | show::Output::ChangeSet { .. }
        | show::Output::Receipt { .. }
        | show::Output::Grant { .. }
        | show::Output::Event { .. } => None,
    }
}
