//! `call --wait`: after a call was queued, asks what became of it each time that something happens, until a person has
//! decided or time is up.

use std::{
    io,
    time::{Duration, Instant},
};

use clap::{Arg, ArgMatches, Command, value_parser};
use countersign_client::{Client, Events, Filter};
use countersign_core::{Answer, Error, Outcome, Result};
use serde_json::{Value, json};

use crate::{caller::Caller, command::Binding, exit, session::Session};

/// How long to wait before asking again where the daemon tells of no events.
const EVERY: Duration = Duration::from_millis(200);
/// How long to wait for news before asking again all the same: a stream shows what its reader may see, and a doubt
/// must not become waiting for ever.
const LONGEST: Duration = Duration::from_secs(5);

/// Adds `--wait-s`.
pub fn args(command: Command) -> Command {
    let wait_s = Arg::new("wait-s").long("wait-s").value_name("SECONDS").value_parser(value_parser!(u64));
    command.arg(wait_s.help("With --wait: waits at most so long").default_value("45").requires("wait"))
}

/// Makes the call, and waits if that was asked for.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let mut calls = binding.calls(matches, &mut io::stdin().lock())?;
    let input = calls.pop().map(|w| w.input).ok_or_else(|| Error::bug("a call is always one call"))?;
    let waits = input["hold"] == "wait";
    let op = binding.op.spec().name;
    let caller = session.caller()?;
    let mut answer = caller.call(op, input)?;
    if waits && answer.outcome == Outcome::Held {
        let seconds = matches.get_one::<u64>("wait-s").copied().unwrap_or_default();
        let until = Instant::now() + Duration::from_secs(seconds.min(24 * 3600));
        let mut news = News::of(&caller.client);
        answer = wait(&caller, answer, &mut || {
            let left = until.saturating_duration_since(Instant::now());
            news.wait(left);
            !left.is_zero()
        })?;
    }
    session.screen.answer(op, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}

/// The daemon's events, or the clock where it tells of none.
pub(super) struct News<'c>(Option<Events<'c>>);

impl<'c> News<'c> {
    /// Opens the stream now: what happens after the next question is not missed.
    pub(super) fn of(client: &'c Client) -> Self {
        let mut events = client.events(None, &Filter::default());
        Self(events.open().ok().map(|()| events))
    }

    /// Waits until something has happened, for `left` at most.
    pub(super) fn wait(&mut self, left: Duration) {
        match self.0.as_mut().map(|events| events.next_within(left.min(LONGEST))) {
            Some(Ok(_)) => {}
            // A daemon that no longer tells is asked by the clock.
            Some(Err(_)) => self.0 = None,
            None => std::thread::sleep(EVERY.min(left)),
        }
    }
}

/// Asks again until nothing is open or `more_time` says no.
fn wait(caller: &dyn Caller, mut answer: Answer, more_time: &mut dyn FnMut() -> bool) -> Result<Answer> {
    if answer.value["item"].is_object() {
        answer.value["items"] = json!([answer.value["item"]]);
    }
    let items = answer.value["items"].as_array().into_iter().flatten();
    let ids: Vec<String> = items.filter_map(|i| i["id"].as_str()).map(str::to_owned).collect();
    let mut became: Vec<Value> = vec![Value::Null; ids.len()];
    loop {
        for (id, slot) in ids.iter().zip(&mut became).filter(|(_, s)| !is_decided(s)) {
            *slot = caller.call("item.status", json!({"id": id}))?.value;
        }
        if became.iter().all(is_decided) || !more_time() {
            break;
        }
    }
    (answer.value["status"], answer.outcome) = ended(&became);
    answer.value["message"] = told(&became).into();
    if let [only] = became.as_slice() {
        answer.value["receipt"] = only["receipt"].clone();
        answer.value["result"] = only["result"].clone();
    }
    for (item, now) in answer.value["items"].as_array_mut().into_iter().flatten().zip(&became) {
        for field in ["status", "reason", "error", "result", "receipt"] {
            item[field] = now[field].clone();
        }
    }
    if answer.value["item"].is_object() {
        answer.value["item"] = answer.value["items"][0].take();
        answer.value["items"] = json!([]);
    }
    Ok(answer)
}

/// Whether waiting longer can bring nothing: a person said yes, no or later, or it ended by itself.
pub(super) fn is_decided(now: &Value) -> bool {
    !matches!(now["status"].as_str(), None | Some("pending" | "blocked" | "confirmed" | "applying"))
}

fn ended(became: &[Value]) -> (Value, Outcome) {
    let any = |status: &str| became.iter().any(|b| b["status"] == status);
    if !became.iter().all(is_decided) {
        ("waiting".into(), Outcome::Held)
    } else if any("deferred") || any("stale") || any("needs_review") {
        // It stays with the person: put off, to be looked at afresh, or in doubt.
        ("queued".into(), Outcome::Held)
    } else if became.iter().all(|b| b["status"] == "applied") {
        ("done".into(), Outcome::Done)
    } else {
        ("rejected".into(), Outcome::Refused)
    }
}

fn told(became: &[Value]) -> String {
    if !became.iter().all(is_decided) {
        return "Nobody has decided yet. The proposal stays queued for user review.".to_owned();
    }
    let each = became.iter().map(|b| {
        let words =
            [&b["status"], &b["reason"], &b["error"]].map(|w| w.as_str().unwrap_or_default().to_owned());
        words.into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join(": ")
    });
    each.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Answers with one status after the other.
    struct Person(RefCell<Vec<&'static str>>);
    impl Caller for Person {
        fn call(&self, op: &str, input: Value) -> Result<Answer> {
            assert_eq!(op, "item.status");
            let status = self.0.borrow_mut().remove(0);
            let value =
                json!({"id": input["id"], "status": status, "reason": null, "receipt": {"id": "rc1"}});
            Ok(Answer { value, outcome: Outcome::Done, event: None, jobs: Vec::new() })
        }
    }

    fn waited(statuses: &[&'static str], items: usize, rounds: usize) -> (String, Outcome) {
        let items: Vec<Value> = (0..items).map(|n| json!({"id": format!("i{n}")})).collect();
        let item = if let [only] = items.as_slice() { only.clone() } else { Value::Null };
        let value = json!({"status": "queued", "item": item, "items": items, "message": ""});
        let answer = Answer { value, outcome: Outcome::Held, event: None, jobs: Vec::new() };
        let mut left = rounds;
        let person = Person(RefCell::new(statuses.to_vec()));
        let answer = wait(&person, answer, &mut || {
            left = left.saturating_sub(1);
            left > 0
        });
        let answer = answer.unwrap();
        (answer.value["status"].as_str().unwrap().to_owned(), answer.outcome)
    }

    #[test]
    fn waiting_ends_when_a_person_has_decided() {
        assert_eq!(waited(&["pending", "pending", "applied"], 1, 9), ("done".into(), Outcome::Done));
        assert_eq!(waited(&["rejected"], 1, 9), ("rejected".into(), Outcome::Refused));
        assert_eq!(waited(&["deferred"], 1, 9), ("queued".into(), Outcome::Held));
        assert_eq!(waited(&["stale"], 1, 9), ("queued".into(), Outcome::Held));
    }

    #[test]
    fn when_time_is_up_the_call_still_waits() {
        assert_eq!(waited(&["pending", "pending"], 1, 2), ("waiting".into(), Outcome::Held));
    }

    #[test]
    fn a_batch_is_decided_when_its_last_item_is() {
        assert_eq!(waited(&["applied", "pending", "rejected"], 2, 9), ("rejected".into(), Outcome::Refused));
        assert_eq!(waited(&["applied", "pending", "applied"], 2, 9), ("done".into(), Outcome::Done));
    }
}
