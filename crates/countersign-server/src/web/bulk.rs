//! The result of several answers at once: how many, which of them failed or were skipped and why, and one button that
//! undoes all of it.

use axum::response::Response;
use countersign_core::{
    Answer, Error, Op,
    answer_status::DecisionStatus,
    change_set::decide::{ItemsConfirmSelected, SetConfirmAll, SetDismiss},
    item::confirm,
    op::read_output,
    receipt::{
        Receipt, UndoLabel,
        again::{ReceiptsRerunSelected, RerunResult},
        chain::ReceiptUndoChain,
        take_back::{ItemsWithdrawSelected, ReceiptsUndoSelected, UndoResult},
    },
};
use countersign_words::{Message, Words};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit, bar,
    form::{form, hidden, submit},
    frame::{self, Tab},
    seen,
    text::{folded, short, shown},
    thing,
};
use crate::answer::{self, Refusal};

/// How many of a kind are named; the others are counted.
const NAMED: usize = 50;
/// The length of the text of each.
const TEXT: usize = 400;

/// The result of one of several.
struct One {
    /// The item, or the undone receipt.
    id: String,
    end: End,
    message: Message,
    /// What landed.
    receipt: Option<Receipt>,
}

/// The outcome of one of several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Done,
    /// It still runs, or has its turn after others.
    GoesOn,
    LeftOut,
    Failed,
}

impl One {
    fn of_item(result: confirm::Output, done: &[DecisionStatus]) -> Self {
        let end = if done.contains(&result.status) {
            End::Done
        } else if result.status == DecisionStatus::LeftOut {
            End::LeftOut
        } else if matches!(result.status, DecisionStatus::Applying | DecisionStatus::Confirmed) {
            End::GoesOn
        } else {
            End::Failed
        };
        Self { id: result.item, end, message: result.message, receipt: result.receipt }
    }

    fn of_rerun(result: RerunResult) -> Self {
        let end = if result.proposed { End::Done } else { End::Failed };
        Self { id: result.item.unwrap_or(result.receipt), end, message: result.message, receipt: None }
    }

    fn of_receipt(result: UndoResult) -> Self {
        let end = if result.undone_by.is_some() { End::Done } else { End::Failed };
        Self { id: result.receipt, end, message: result.message, receipt: None }
    }
}

/// Returns the results, if the operation is one on several items.
fn results(op: &str, value: Value) -> Result<Option<(Vec<One>, &'static str)>, Error> {
    use DecisionStatus::{Applied, Rejected, Withdrawn};
    let items = |value, done: &[DecisionStatus]| -> Result<Vec<One>, Error> {
        // All of them have the same output.
        let results = read_output::<SetConfirmAll>(value)?.results;
        Ok(results.into_iter().map(|result| One::of_item(result, done)).collect())
    };
    Ok(Some(match op {
        SetConfirmAll::NAME | ItemsConfirmSelected::NAME => (items(value, &[Applied])?, "bulk-confirmed"),
        SetDismiss::NAME => (items(value, &[Rejected])?, "bulk-dismissed"),
        ItemsWithdrawSelected::NAME => (items(value, &[Withdrawn])?, "bulk-withdrawn"),
        ReceiptsUndoSelected::NAME => {
            let results = read_output::<ReceiptsUndoSelected>(value)?.results;
            (results.into_iter().map(One::of_receipt).collect(), "bulk-undone")
        }
        ReceiptsRerunSelected::NAME => {
            let results = read_output::<ReceiptsRerunSelected>(value)?.results;
            (results.into_iter().map(One::of_rerun).collect(), "bulk-proposed")
        }
        ReceiptUndoChain::NAME => {
            let results = read_output::<ReceiptUndoChain>(value)?.results;
            (results.into_iter().map(One::of_receipt).collect(), "bulk-undone")
        }
        _ => return Ok(None),
    }))
}

/// Says how many were done, and of how many if not of all; then what became of the others.
fn headline(words: Words, title: &'static str, done: usize, failed: usize, left: usize) -> String {
    if failed + left == 0 {
        return words.count(title, done);
    }
    let total = done + failed + left;
    let part = match title {
        "bulk-confirmed" => "bulk-confirmed-part",
        "bulk-dismissed" => "bulk-dismissed-part",
        "bulk-withdrawn" => "bulk-withdrawn-part",
        "bulk-proposed" => "bulk-proposed-part",
        _ => "bulk-undone-part",
    };
    let part = words.with(part, &[("n", done.into()), ("total", total.into())]);
    let others = [("bulk-failed", failed), ("bulk-left-out", left)].into_iter().filter(|(_, n)| *n > 0);
    [part].into_iter().chain(others.map(|(word, n)| words.count(word, n))).collect::<Vec<_>>().join(", ")
}

/// Renders the page after an operation on several items; `None` for any other.
pub(super) async fn result(
    visit: &Visit,
    op: &str,
    back: &str,
    told: &Answer,
) -> Result<Option<Response>, Refusal> {
    let Some((results, title)) = results(op, told.value.clone())? else { return Ok(None) };
    let words = visit.words;
    let some = |end: End| -> Vec<&One> { results.iter().filter(|one| one.end == end).collect() };
    let (landed, left, failed) = (some(End::Done), some(End::LeftOut), some(End::Failed));
    let going = some(End::GoesOn);
    let title = headline(words, title, landed.len() + going.len(), failed.len(), left.len());
    let again = match op {
        ReceiptsUndoSelected::NAME | ReceiptUndoChain::NAME => undone(visit, &landed).await,
        _ => Vec::new(),
    };
    let body = html! {
        section.card.bulk.trouble[!failed.is_empty()] {
            h1 { (title) }
            (way_back(visit, op, &landed))
            (all_again(visit, &again, back))
            (lines(visit, &words.count("bulk-failed", failed.len()), &failed, &[]).await)
            (lines(visit, &words.count("bulk-left-out", left.len()), &left, &[]).await)
            (lines(visit, &words.count("bulk-goes-on", going.len()), &going, &[]).await)
            (lines(visit, &words.count("bulk-done", landed.len()), &landed, &again).await)
            p { a.button href=(back) { (words.t("bulk-back")) } }
        }
    };
    let status = answer::of_outcome(told.outcome, false);
    Ok(Some(frame::respond(visit, Page { status, ..Page::new(title, Tab::Inbox, body) }).await))
}

/// Renders the button that undoes everything that landed, each by its own handle; a rejection only until the agent was
/// told.
fn way_back(visit: &Visit, op: &str, landed: &[&One]) -> Markup {
    let words = visit.words;
    let handles: Vec<String> = landed.iter().filter_map(|one| handle(one)).collect();
    let final_ones = landed.len() - handles.len();
    html! {
        @match op {
            SetDismiss::NAME if !landed.is_empty() => {
                (form(visit, "items.withdraw_selected", &[], html! {
                    @for one in landed { input type="hidden" name="items[]" value=(shown(&one.id)); }
                    (submit(&words.count("bulk-take-back", landed.len()), "undo", "u"))
                }))
                p.quiet { (words.t("bulk-take-back-until")) }
            },
            SetConfirmAll::NAME | ItemsConfirmSelected::NAME if !landed.is_empty() => {
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

/// Returns the handle of what landed, if it can simply be undone.
fn handle(one: &One) -> Option<String> {
    let receipt = one.receipt.as_ref()?;
    let undo = receipt.undo_action.as_ref().filter(|undo| undo.label == UndoLabel::Undo)?;
    Some(json!({"id": receipt.id, "expected_event_id": undo.expected_event_id}).to_string())
}

/// Returns the receipts of what was undone, as far as their calls can be proposed again, the first first.
async fn undone(visit: &Visit, landed: &[&One]) -> Vec<Receipt> {
    let mut found = Vec::new();
    for one in landed.iter().rev() {
        found.extend(visit.receipt(&one.id).await.filter(Receipt::can_rerun));
    }
    found
}

/// Renders the button that proposes all of it again; one by one they have their own.
fn all_again(visit: &Visit, again: &[Receipt], back: &str) -> Markup {
    html! {
        @if again.len() > 1 {
            (thing::form_to(visit, "receipts.rerun_selected", back, &[], html! {
                @for receipt in again { input type="hidden" name="receipts[]" value=(receipt.id); }
                (submit(&visit.words.count("bulk-again", again.len()), "", ""))
            }))
        }
    }
}

/// Renders some results under a heading, each with its message; `again` are those whose calls can be proposed again.
async fn lines(visit: &Visit, title: &str, some: &[&One], again: &[Receipt]) -> Markup {
    if some.is_empty() {
        return html! {};
    }
    let words = visit.words;
    let mut told = Vec::new();
    for one in some.iter().take(NAMED) {
        let id = one.id.as_str();
        let name = seen::line_of(visit, id).await.map(|line| folded(&words.say(&line), TEXT));
        let why = folded(&words.say(&one.message), TEXT);
        let why = Some(why).filter(|why| name.as_ref() != Some(why) && !why.is_empty());
        let receipt = again.iter().find(|receipt| receipt.id == id);
        let again = receipt.map(|receipt| bar::propose_again(visit, receipt, "/")).unwrap_or_default();
        told.push((id, name.unwrap_or_else(|| shown(short(id))), why, again));
    }
    html! {
        h2 { (title) }
        ul.plain {
            @for (id, name, why, again) in told {
                li { @if let Some(href) = thing::href(id) { a href=(href) { (name) } } @else { (name) } @if let Some(why) = why { ": " (why) } " " (again) }
            }
            @if some.len() > NAMED { li.more { (words.count("more-changes", some.len() - NAMED)) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use countersign_words::Language;

    use super::*;

    #[test]
    fn c3_a_partial_result_is_called_that() {
        let title =
            |done, failed, left| headline(Words::of(Language::English), "bulk-confirmed", done, failed, left);
        assert_eq!(title(3, 0, 0), "3 confirmed");
        assert_eq!(title(3, 2, 0), "3 of 5 confirmed, 2 not done");
        assert_eq!(title(0, 1, 1), "0 of 2 confirmed, 1 not done, 1 left out");
    }
}
