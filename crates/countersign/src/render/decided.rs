//! The result of a decision: on an item, a set, a claim or a question.

use countersign_core::{
    change_set::decide::Results,
    item::{
        claim::{ClaimOutput, LiftOutput},
        confirm, retract,
    },
    question::operations::AnswerOutput,
    receipt::Receipt,
};
use countersign_words::Message;

use super::{
    View, diff, printed, receipt, short,
    status::{self, Mark, Status},
    table::lines,
};

/// The result for one thing.
struct Ending<'a> {
    mark: Mark,
    word: &'a str,
    id: &'a str,
    message: &'a Message,
    difference: Option<&'a Message>,
    receipt: Option<&'a Receipt>,
    way_back: Option<&'a Message>,
}

impl<'a> Ending<'a> {
    fn new(mark: Mark, word: &'a str, id: &'a str, message: &'a Message) -> Self {
        Self { mark, word, id, message, difference: None, receipt: None, way_back: None }
    }

    fn of(status: impl Status, id: &'a str, message: &'a Message) -> Self {
        Self::new(status.mark(), status.word(), id, message)
    }

    fn text(&self, view: &View) -> String {
        let (sign, tone) = self.mark;
        let id = view.paint.handle(&short(self.id));
        let message = message(self.word, self.message, view);
        let mut out = format!("{} {id} {message}\n", view.paint.tone(tone, sign));
        let difference = self.difference.map(|difference| view.words.say(difference));
        out.push_str(&diff(difference.as_deref(), "    ", usize::MAX, view));
        if let Some(receipt) = self.receipt {
            out.push_str(&printed::of_result(&receipt.result, view));
            out.push_str(&receipt::line(receipt, view));
        }
        out.push_str(&lines(&[("term-way-back", view.said_if(self.way_back))], view));
        out
    }
}

/// Renders the message of an outcome; its word, if there is no message.
pub fn message(word: &str, message: &Message, view: &View) -> String {
    if message.is_empty() { view.item_status(word) } else { view.said(message) }
}

/// A decision on an item.
pub fn item(output: &confirm::Output, view: &View) -> String {
    let ending = Ending::of(output.status, &output.item, &output.message);
    Ending {
        difference: output.difference.as_ref(),
        receipt: output.receipt.as_ref(),
        way_back: output.rollback_label.as_ref(),
        ..ending
    }
    .text(view)
}

/// Decisions on several items.
pub fn items(output: &Results, view: &View) -> String {
    output.results.iter().map(|result| item(result, view)).collect()
}

/// A claim.
pub fn claimed(output: &ClaimOutput, view: &View) -> String {
    Ending::of(output.status, &output.id, &output.message).text(view)
}

/// An item that an agent may propose again.
pub fn lifted(output: &LiftOutput, view: &View) -> String {
    Ending::new(status::NONE, &output.status, &output.item, &output.message).text(view)
}

/// A proposal that its agent withdraws.
pub fn retracted(output: &retract::Output, view: &View) -> String {
    Ending::of(output.status, &output.item, &output.message).text(view)
}

/// An answer to a question.
pub fn answered(output: &AnswerOutput, view: &View) -> String {
    let ending = Ending::of(output.status, &output.id, &output.message);
    Ending { way_back: Some(&output.rollback_label), ..ending }.text(view)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain},
        *,
    };

    #[test]
    fn a_decision_shows_its_receipt_with_the_way_back() {
        let text = items(
            &filled(json!({"results": [
                {"item": "i12-aaaa", "status": "applied", "message": "applied",
                 "receipt": {"id": "rc13-dddd", "summary": "Set title", "undo_action": {"label": "Undo", "expected_event_id": "e13-abc"}}},
                {"item": "i13-aaaa", "status": "stale", "message": "the title has changed since",
                 "difference": "-a\n+b\n"},
            ]})),
            &plain(),
        );
        insta::assert_snapshot!(text);
    }
}
