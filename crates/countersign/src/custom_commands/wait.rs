//! `call --wait`: after a call was queued, polls its status on every event, until a person has decided or time is up. A
//! person at a terminal is asked in place.

use std::{
    io,
    time::{Duration, Instant},
};

use clap::{Arg, ArgMatches, Command, value_parser};
use countersign_client::{Client, Events, Filter};
use countersign_core::{
    Answer, Error, Outcome, Result,
    call::propose::{CallPropose, CallStatus},
    item::{
        ItemStatus,
        status::{self, ItemStatusOp},
        view::ItemView,
    },
    op::read_output,
};
use countersign_tui::Asked;
use countersign_words::{Language, Message, said_in, say};
use serde_json::json;

use super::decide;
use crate::{
    caller::{self, Caller},
    exit,
    op_commands::Binding,
    session::Session,
};

/// The polling interval if the daemon sends no events.
const EVERY: Duration = Duration::from_millis(200);
/// The longest wait for an event before polling anyway: a stream only shows what its reader may see, so an event could
/// be missed.
const LONGEST: Duration = Duration::from_secs(5);

/// Adds `--wait-s`.
pub fn args(command: Command) -> Command {
    let wait_s = Arg::new("wait-s").long("wait-s").value_name("SECONDS").value_parser(value_parser!(u64));
    command.arg(wait_s.help(String::from(say!("command-arg-wait-s"))).default_value("45").requires("wait"))
}

/// Makes the call, and waits if asked to.
pub fn run(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let mut calls = binding.calls(matches, &mut io::stdin().lock())?;
    let input = calls.pop().map(|w| w.input).ok_or_else(|| Error::bug("a call is always one call"))?;
    let waits = input.get("hold").is_some_and(|hold| hold == "wait");
    let op = binding.op.spec().name;
    let caller = session.caller()?;
    let mut answer = caller.call(op, input)?;
    let mut was_asked = false;
    if waits && answer.outcome == Outcome::Held {
        let mut seconds = matches.get_one::<u64>("wait-s").copied().unwrap_or_default();
        if let Some(asked) = decide::in_place(session, &caller, &waiting(&answer)?)? {
            was_asked = true;
            // Whoever leaves it does not wait for it either.
            seconds = if matches!(asked, Asked::Answered(_)) { seconds } else { 0 };
        }
        let until = Instant::now() + Duration::from_secs(seconds.min(24 * 3600));
        let mut news = News::of(&caller.client);
        answer = wait(&caller, answer, session.screen.language(), &mut || {
            let left = until.saturating_duration_since(Instant::now());
            news.wait(left);
            !left.is_zero()
        })?;
    }
    if !was_asked {
        session.screen.answer(op, &answer.value)?;
    }
    Ok(exit::of_outcome(answer.outcome))
}

/// Returns the id of what waits: the item, or the set of several.
fn waiting(answer: &Answer) -> Result<String> {
    let output = read_output::<CallPropose>(answer.value.clone())?;
    let of_items = || output.items.first().map(|item| item.change_set.clone());
    Ok(output.item.as_ref().map(|item| item.id.clone()).or_else(of_items).unwrap_or_default())
}

/// The daemon's events, or a timer if it sends none.
pub(super) struct News<'c>(Option<Events<'c>>);

impl<'c> News<'c> {
    /// Opens the stream now, so that no event after the next poll is missed.
    pub(super) fn of(client: &'c Client) -> Self {
        let mut events = client.events(None, &Filter::default());
        Self(events.open().ok().map(|()| events))
    }

    /// Waits for an event, for `left` at most.
    pub(super) fn wait(&mut self, left: Duration) {
        match self.0.as_mut().map(|events| events.next_within(left.min(LONGEST))) {
            Some(Ok(_)) => {}
            // Without a working stream, the timer is used.
            Some(Err(_)) => self.0 = None,
            None => std::thread::sleep(EVERY.min(left)),
        }
    }
}

/// Polls until nothing is open or `more_time` returns false; the answer is in `language`.
fn wait(
    caller: &dyn Caller,
    answer: Answer,
    language: Language,
    more_time: &mut dyn FnMut() -> bool,
) -> Result<Answer> {
    let mut output = read_output::<CallPropose>(answer.value)?;
    let is_single = output.item.is_some();
    let mut items = output.item.take().map_or_else(|| std::mem::take(&mut output.items), |item| vec![item]);
    let now = |item: &ItemView| caller::ask::<ItemStatusOp>(caller, json!({"id": item.id}));
    let mut became = items.iter().map(now).collect::<Result<Vec<_>>>()?;
    while !became.iter().all(|b| is_decided(b.status)) && more_time() {
        for (item, slot) in items.iter().zip(&mut became).filter(|(_, b)| !is_decided(b.status)) {
            *slot = now(item)?;
        }
    }
    let (status, outcome) = ended(&became);
    output.status = status;
    output.message = told(&became);
    output.add_outcomes(&became);
    for (item, now) in items.iter_mut().zip(became) {
        item.status = now.status;
        item.reason = now.reason;
        item.error = now.error;
        item.result = now.result;
        item.receipt = now.receipt.map(|receipt| receipt.id);
    }
    if is_single {
        output.item = items.pop();
    }
    output.items = items;
    let value = said_in(language, || serde_json::to_value(output)).map_err(Error::bug)?;
    Ok(Answer { value, outcome, event: answer.event, jobs: answer.jobs })
}

/// Returns whether waiting longer is pointless: a person accepted, rejected or deferred it, or it ended by itself.
pub(super) fn is_decided(status: ItemStatus) -> bool {
    match status {
        ItemStatus::Pending | ItemStatus::Blocked | ItemStatus::Confirmed | ItemStatus::Applying => false,
        ItemStatus::Deferred
        | ItemStatus::Applied
        | ItemStatus::Failed
        | ItemStatus::Stale
        | ItemStatus::NeedsReview
        | ItemStatus::Rejected
        | ItemStatus::Retracted
        | ItemStatus::Expired => true,
    }
}

fn ended(became: &[status::Output]) -> (CallStatus, Outcome) {
    let any = |status: ItemStatus| became.iter().any(|b| b.status == status);
    if !became.iter().all(|b| is_decided(b.status)) {
        (CallStatus::Waiting, Outcome::Held)
    } else if any(ItemStatus::Deferred) || any(ItemStatus::Stale) || any(ItemStatus::NeedsReview) {
        // It stays with the person: deferred, to be refreshed, or uncertain.
        (CallStatus::Queued, Outcome::Held)
    } else if became.iter().all(|b| b.status == ItemStatus::Applied) {
        (CallStatus::Done, Outcome::Done)
    } else {
        (CallStatus::Rejected, Outcome::Refused)
    }
}

fn told(became: &[status::Output]) -> Message {
    if !became.iter().all(|b| is_decided(b.status)) {
        return say!("command-wait-nobody");
    }
    let each = became.iter().map(|b| {
        let status = Message::from(b.status.as_str());
        let words = [Some(&status), b.reason.as_ref(), b.error.as_ref()];
        let words = words.into_iter().flatten().filter(|words| !words.is_empty());
        Message::joined(": ", words.cloned().collect::<Vec<_>>())
    });
    Message::joined("; ", each)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use countersign_core::call::propose;
    use serde_json::Value;

    use super::*;
    use crate::render::tests::filled;

    /// Answers with one status after the other.
    struct Person(RefCell<Vec<&'static str>>);
    impl Caller for Person {
        fn call(&self, op: &str, input: Value) -> Result<Answer> {
            assert_eq!(op, "item.status");
            let status = self.0.borrow_mut().remove(0);
            let value = json!({"id": input["id"], "status": status, "receipt": {"id": "rc1"}});
            let value = serde_json::to_value(filled::<status::Output>(value)).unwrap();
            Ok(Answer { value, outcome: Outcome::Done, event: None, jobs: Vec::new() })
        }
    }

    fn waited(statuses: &[&'static str], items: usize, rounds: usize) -> (CallStatus, Outcome) {
        let items: Vec<Value> = (0..items).map(|n| json!({"id": format!("i{n}")})).collect();
        let item = if let [only] = items.as_slice() { only.clone() } else { Value::Null };
        let value = json!({"status": "queued", "item": item, "items": items, "message": ""});
        let value = serde_json::to_value(filled::<propose::Output>(value)).unwrap();
        let answer = Answer { value, outcome: Outcome::Held, event: None, jobs: Vec::new() };
        let mut left = rounds;
        let person = Person(RefCell::new(statuses.to_vec()));
        let answer = wait(&person, answer, Language::English, &mut || {
            left = left.saturating_sub(1);
            left > 0
        });
        let answer = answer.unwrap();
        let output = read_output::<CallPropose>(answer.value).unwrap();
        let shown = output.item.iter().chain(&output.items);
        assert!(shown.into_iter().all(|item| item.receipt.as_deref() == Some("rc1")));
        (output.status, answer.outcome)
    }

    #[test]
    fn waiting_ends_when_a_person_has_decided() {
        assert_eq!(waited(&["pending", "pending", "applied"], 1, 9), (CallStatus::Done, Outcome::Done));
        assert_eq!(waited(&["rejected"], 1, 9), (CallStatus::Rejected, Outcome::Refused));
        assert_eq!(waited(&["deferred"], 1, 9), (CallStatus::Queued, Outcome::Held));
        assert_eq!(waited(&["stale"], 1, 9), (CallStatus::Queued, Outcome::Held));
    }

    #[test]
    fn when_time_is_up_the_call_still_waits() {
        assert_eq!(waited(&["pending", "pending"], 1, 2), (CallStatus::Waiting, Outcome::Held));
    }

    #[test]
    fn a_batch_is_decided_when_its_last_item_is() {
        assert_eq!(
            waited(&["applied", "pending", "rejected"], 2, 9),
            (CallStatus::Rejected, Outcome::Refused)
        );
        assert_eq!(waited(&["applied", "pending", "applied"], 2, 9), (CallStatus::Done, Outcome::Done));
    }
}
