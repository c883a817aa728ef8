//! Tests of summaries and the log by calls.

use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::{
    actor::{Actor, Origin},
    execute::{Call, Setup},
    memory::MemoryStore,
    op::Op,
    store::{Base, Batch, Store},
};

/// Writes an event with one call for each word: its outcome, `held`, or `confirmed`.
struct Tell;

impl Op for Tell {
    const NAME: &'static str = "test.tell";
    const DOC: &'static str = "Tells of calls.";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const HTTP: &'static str = "";
    const CLI: &'static str = "";
    type Input = Vec<String>;
    type Output = ();

    fn run(&self, tx: &mut Tx<'_>, words: &Vec<String>) -> Result<()> {
        for word in words {
            let confirmed = word == "confirmed";
            let (status, arguments) = match word.as_str() {
                "held" => (None, json!({})),
                "error" => (Some(ResultStatus::Error), json!({})),
                "rejected_by_user" => (Some(ResultStatus::RejectedByUser), json!({})),
                "success" | "confirmed" => (Some(ResultStatus::Success), json!({})),
                other => (Some(ResultStatus::Success), json!(other)),
            };
            tx.note_call(CallNote {
                tool: "a|b".to_owned(),
                arguments,
                result: Value::Null,
                result_status: status,
                user_confirmed: confirmed,
                execution_time_ms: 4,
            });
        }
        Ok(())
    }
}

pub(super) fn call(actor: Actor, words: &[&str]) -> Call {
    let setup = Setup {
        catalog: Default::default(),
        policy: Default::default(),
        kinds: crate::kinds::KINDS.to_vec(),
        zone: jiff::tz::TimeZone::UTC,
        servers: Default::default(),
        agents: Default::default(),
        site: None,
        roots: Vec::new(),
        keeping: Default::default(),
        hosts: Default::default(),
    };
    let input = json!(words);
    let pending = crate::AnyOp::prepare(&Tell, input.clone()).unwrap().into();
    let (setup, origin) = (Arc::new(setup), Origin::from("test"));
    Call {
        actor,
        op: &Tell,
        input,
        pending,
        at: 1_000,
        seed: [1; 32],
        key: None,
        origin,
        setup,
        seen: Default::default(),
        asked_ms: 0,
        told: Default::default(),
    }
}

pub(super) fn read<T>(
    store: &MemoryStore,
    actor: Actor,
    f: impl FnOnce(&mut Tx<'_>) -> Result<T>,
) -> Result<T> {
    let call = call(actor, &[]);
    store.with(|base| {
        let mut batch = Batch::after(base.head()?);
        f(&mut Tx::reader(base, &mut batch, &call))
    })
}

pub(super) fn told() -> MemoryStore {
    let store = MemoryStore::new();
    let words = ["held", "confirmed", "success", "error", "rejected_by_user"];
    store.submit(call(Actor::agent("laura"), &words)).unwrap();
    store.submit(call(Actor::person("ana"), &["success"])).unwrap();
    store
}

#[test]
fn g3_a_tally_tells_confirmed_from_automatic_and_held_from_ended() {
    let report = read(&told(), Actor::agent("laura"), |tx| report(tx, &LogFilter::default())).unwrap();
    let expected = Tally {
        calls: 4,
        success: 2,
        error: 1,
        rejected: 1,
        confirmed: 1,
        automatic: 1,
        held: 1,
        total_ms: 16,
        longest_ms: 4,
    };
    assert_eq!(report.totals, expected);
    assert_eq!(report.actors.keys().collect::<Vec<_>>(), ["agent:laura"]);
    let all = read(&told(), Actor::person("ana"), |tx| tool_log(tx, &LogFilter::default())).unwrap();
    assert_eq!(all.len(), 6);
    let held = LogFilter { status: Some("held".to_owned()), ..LogFilter::default() };
    assert_eq!(read(&told(), Actor::person("ana"), |tx| tool_log(tx, &held)).unwrap().len(), 1);
}

#[test]
fn g3_the_log_is_read_page_by_page_and_no_event_is_parted() {
    let store = told();
    let page = |before: Option<String>| {
        let filter = LogFilter { limit: Some(2), before, ..LogFilter::default() };
        read(&store, Actor::person("ana"), |tx| log_page(tx, &filter)).unwrap()
    };
    let (first, next) = page(None);
    assert_eq!((first.len(), next.as_deref()), (1, Some(first[0].event_id.as_str())));
    let (rest, end) = page(next);
    assert_eq!((rest.len(), end), (5, None));
    let wrong = LogFilter { before: Some("i7".to_owned()), ..LogFilter::default() };
    assert!(read(&store, Actor::person("ana"), |tx| log_page(tx, &wrong)).is_err());
}

#[test]
fn g3_a_verifier_is_told_nothing_of_others() {
    let verifier = Actor::new(ActorKind::Verifier, "laura");
    assert!(read(&told(), verifier, |tx| tool_log(tx, &LogFilter::default())).unwrap().is_empty());
}

#[test]
fn g4_events_whose_details_are_missing_are_counted_and_named() {
    let store = told();
    store.with(|base| base.events_mut()[0].body = None);
    let report = read(&store, Actor::person("ana"), |tx| report(tx, &LogFilter::default())).unwrap();
    assert_eq!((report.forgotten, report.totals.calls), (1, 1));
    assert!(report.markdown.contains("The details of 1 events are missing"));
}

#[test]
fn h2_nothing_in_a_report_leaves_its_cell() {
    let report = read(&told(), Actor::person("ana"), |tx| report(tx, &LogFilter::default())).unwrap();
    let row = report.markdown.lines().rev().find(|line| line.contains("a\\|b")).unwrap();
    assert!(row.contains("| a\\|b | ") && row.contains(" | rejected_by_user | "), "{row}");
    assert_eq!(row.replace("\\|", "").matches('|').count(), 10, "nine cells: {row}");
}
