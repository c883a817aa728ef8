//! Which operation answers which kind of thing. A kind is told by the letters of an id, without looking at the thing:
//! looking would count as having been shown it.

use countersign_core::{
    Error, Result, op::fields::fields, operations as ops, question::Question, record::Record as _,
};
use countersign_words::say;
use serde_json::Value;

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Yes.
    Confirm,
    /// No.
    Reject,
    /// Later.
    Defer,
}

/// The kind of a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thing {
    /// An item.
    Item,
    /// A change set.
    Set,
    /// A step of a run.
    Step,
    /// A plan.
    Plan,
    /// A stage.
    Stage,
    /// A question.
    Question,
    /// Something that takes no answer: a run, a receipt, a grant.
    Other,
}

impl Thing {
    /// Returns the kind of an id. What is no id is treated as an item, so that the daemon says so.
    pub fn of(id: &str) -> Self {
        let id = id.trim();
        // The rest of its id are hexadecimal digits, which can be letters.
        if id.starts_with(Question::KIND.prefix) {
            return Self::Question;
        }
        let letters: String = id.chars().take_while(char::is_ascii_alphabetic).collect();
        match letters.as_str() {
            "s" => Self::Set,
            "st" => Self::Step,
            "pl" => Self::Plan,
            "sg" => Self::Stage,
            "run" | "rc" | "d" | "g" | "ws" | "in" | "e" => Self::Other,
            _ => Self::Item,
        }
    }
}

/// Returns the operation that gives an answer to a thing, and its input.
pub fn call(answer: Answer, id: &str, mut input: Value) -> Result<(&'static str, Value)> {
    let thing = Thing::of(id);
    let op = match (answer, thing) {
        (Answer::Confirm, Thing::Item) => "item.confirm",
        (Answer::Confirm, Thing::Set) => "set.confirm_all",
        (Answer::Confirm, Thing::Step) => "step.approve",
        (Answer::Confirm, Thing::Plan) => "plan.approve",
        (Answer::Confirm, Thing::Stage) => "stage.land",
        (Answer::Reject, Thing::Item) => "item.reject",
        (Answer::Reject, Thing::Set) => "set.dismiss",
        (Answer::Reject, Thing::Step) => "step.reject",
        (Answer::Reject, Thing::Plan) => "plan.reject",
        (Answer::Reject, Thing::Stage) => "stage.drop",
        // A set without open items.
        (Answer::Defer, Thing::Item | Thing::Set) => "item.defer",
        (Answer::Defer, Thing::Step | Thing::Plan | Thing::Stage) => {
            return Err(Error::usage(say!("command-not-deferred", id)));
        }
        (_, Thing::Question) => {
            let hint = say!("command-takes-an-answer-hint", id);
            return Err(Error::usage(say!("command-takes-an-answer", id)).hint(hint));
        }
        (_, Thing::Other) => {
            return Err(Error::usage(say!("command-not-decided", id)).hint(say!("op-hint-inbox-lists")));
        }
    };
    let known = fields(ops::find(op).ok_or_else(|| Error::bug(format!("there is no {op}")))?);
    if let Value::Object(given) = &mut input {
        given.retain(|field, _| field != "together" || known.contains_key(field));
        if let Some(option) = given.keys().find(|field| !known.contains_key(*field)) {
            let option = if option == "typed" { "type" } else { option };
            return Err(Error::usage(say!("command-items-only", option, id)));
        }
    }
    Ok((op, input))
}

#[cfg(test)]
mod tests {
    use countersign_core::{
        ErrorCode, change_set::ChangeSet, item::Item, plan::Plan, question::Question, record::Record,
        stage::Stage, step::Step,
    };
    use serde_json::json;

    use super::*;

    #[test]
    fn the_letters_of_an_id_are_those_of_its_kind() {
        for (prefix, thing) in [
            (Item::KIND.prefix, Thing::Item),
            (ChangeSet::KIND.prefix, Thing::Set),
            (Step::KIND.prefix, Thing::Step),
            (Plan::KIND.prefix, Thing::Plan),
            (Stage::KIND.prefix, Thing::Stage),
            (Question::KIND.prefix, Thing::Question),
            ("qe", Thing::Question),
            ("rc", Thing::Other),
        ] {
            assert_eq!(Thing::of(&format!("{prefix}12-9f3a")), thing);
        }
        assert_eq!(Thing::of("qa04931bf08a33d1e"), Thing::Question, "its id is a hash");
    }

    #[test]
    fn h8_each_kind_of_thing_is_answered_by_its_own_operation_or_says_how() {
        let op = |answer, id: &str| call(answer, id, json!({"id": id})).map(|(op, _)| op).map_err(|e| e.code);
        assert_eq!(op(Answer::Confirm, "i1"), Ok("item.confirm"));
        assert_eq!(op(Answer::Confirm, "s1"), Ok("set.confirm_all"));
        assert_eq!(op(Answer::Confirm, "sg1"), Ok("stage.land"));
        assert_eq!(op(Answer::Reject, "pl1"), Ok("plan.reject"));
        assert_eq!(op(Answer::Reject, "st1"), Ok("step.reject"));
        for (answer, id) in [(Answer::Defer, "pl1"), (Answer::Confirm, "q1"), (Answer::Confirm, "run1")] {
            assert_eq!(op(answer, id), Err(ErrorCode::Usage), "{id}");
        }
    }

    #[test]
    fn an_option_that_a_thing_has_not_is_refused_and_not_dropped() {
        let input = json!({"id": "pl1", "always": "1d", "together": true});
        let error = call(Answer::Confirm, "pl1", input).unwrap_err();
        assert!(error.message.contains("--always"), "{}", error.message);
        let (_, input) = call(Answer::Confirm, "pl1", json!({"id": "pl1", "together": true})).unwrap();
        assert_eq!(input, json!({"id": "pl1"}));
    }
}
