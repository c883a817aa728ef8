//! What became of a call, in a line, and how to take it back.

use countersign_core::{
    Answer, Error, Outcome as Ended, Result, answer_status::DecisionStatus, change_set::decide::Results,
    item::confirm,
};
use countersign_words::Words;
use serde::Deserialize as _;
use serde_json::Value;

use crate::{
    model::{Call, Note, Outcome, Undo},
    page::{Page, value_lines},
    text::{Tone, safe_short, said},
};

/// The longest line.
const LINE: usize = 400;

/// Reads the answer of a call.
pub fn read(words: Words, call: &Call, answer: Result<Answer>) -> Outcome {
    let answer = match answer {
        Ok(answer) => answer,
        Err(e) => {
            let note = Note { tone: Tone::Bad, text: failure(words, &e) };
            return Outcome { note, undo: None, page: None };
        }
    };
    let tone = match answer.outcome {
        Ended::Done => Tone::Good,
        Ended::Held | Ended::Stale => Tone::Warn,
        Ended::Refused | Ended::Invalid | Ended::Failed | Ended::Missing => Tone::Bad,
    };
    let text = told(words, call.op, &answer);
    let page = call.whole.then(|| Box::new(Page::of_lines(call.op, value_lines(&answer.value))));
    let undo = way_back(call.op, &answer.value);
    Outcome { note: Note { tone, text }, undo, page }
}

/// Returns an error in a line, with what to do.
pub fn failure(words: Words, error: &Error) -> String {
    let hint = error.hint.as_ref().map(|hint| format!(" – {}", said(words, hint))).unwrap_or_default();
    format!("{}{hint}", said(words, &error.message))
}

/// Returns `Confirmed: Set title of …`.
fn told(words: Words, op: &str, answer: &Answer) -> String {
    if let Ok(all) = Results::deserialize(&answer.value) {
        return counted(words, op, &all);
    }
    let message =
        ["message", "summary"].iter().find_map(|name| answer.value[*name].as_str()).unwrap_or_default();
    let message = safe_short(message, LINE);
    let id = format!("did-{}", op.replace(['.', '_'], "-"));
    // The messages of these say it themselves.
    let says = op.starts_with("step.")
        || ["item.reject", "item.defer", "item.withdraw", "item.edit", "item.refresh", "countdown.stop"]
            .contains(&op)
        || op.starts_with("question.");
    let did = match answer.outcome {
        Ended::Done if says && !message.is_empty() => String::new(),
        Ended::Done if words.has(&id) => words.t(&id).into_owned(),
        Ended::Done if message.is_empty() => words.t("did-anything").into_owned(),
        _ => String::new(),
    };
    if message.is_empty() {
        did.trim_end_matches([':', ' ']).to_owned()
    } else {
        format!("{did} {message}").trim().to_owned()
    }
}

/// Returns `5 confirmed, 1 left out`.
fn counted(words: Words, op: &str, all: &Results) -> String {
    let is_dismissal = op == "set.dismiss";
    let count = |wanted: fn(&confirm::Output) -> bool| all.results.iter().filter(|r| wanted(r)).count();
    let done = count(|r| r.outcome() == Ended::Done && r.status != DecisionStatus::LeftOut);
    let left = count(|r| r.status == DecisionStatus::LeftOut);
    let goes_on = count(|r| r.status == DecisionStatus::Applying);
    let done_word = if is_dismissal { "bulk-dismissed" } else { "bulk-confirmed" };
    let failed = all.results.len() - done - left - goes_on;
    let parts =
        [(done_word, done), ("bulk-goes-on", goes_on), ("bulk-left-out", left), ("bulk-failed", failed)];
    let parts = parts.iter().filter(|(_, n)| *n > 0).map(|(id, n)| words.count(id, *n));
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns how an answer can be taken back.
fn way_back(op: &str, value: &Value) -> Option<Undo> {
    let receipt = |output: &confirm::Output| {
        output.receipt.as_ref().filter(|r| r.undo_action.is_some()).map(|r| Undo::Receipt(r.id.clone()))
    };
    match op {
        "item.confirm" | "stage.land" => {
            let output = confirm::Output::deserialize(value).ok()?;
            let waits = output.status == DecisionStatus::Confirmed;
            receipt(&output).or_else(|| waits.then_some(Undo::Withdraw(output.item)))
        }
        "item.reject" => {
            let output = confirm::Output::deserialize(value).ok()?;
            (output.status == DecisionStatus::Rejected).then_some(Undo::Withdraw(output.item))
        }
        "question.answer" => (value["status"] == "answered")
            .then(|| value["id"].as_str().map(|id| Undo::TakeBack(id.to_owned())))
            .flatten(),
        _ => None,
    }
}
