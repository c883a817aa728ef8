//! The fast path for calls that only read: tried on a snapshot, answered at once, and logged with the next
//! batch. A call that turns out to do more is made the usual way, reusing the forecasts made so far.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use countersign_words::Language;
use serde_json::Value;

use super::{
    Engine,
    life::{Next, written},
};
use crate::{
    effect::landing,
    error::{Error, Outcome, Result},
    event::{Body, ResultStatus},
    execute::{self, Call, Setup, Tried},
    op::{Answer, Part, Pending, Produced, Ran},
    record::Record,
    run::Run,
    tool::Forecast,
    tx::{Local, Touched, Tx},
    world::{Ask, Need, WorldAnswer},
};

/// The field of a run that a read may change.
const HEARD_OF: &str = "last_at";

/// A judged call that only reads.
pub struct Reading {
    call: Call,
    ask: Arc<Ask>,
    value: Value,
    outcome: Outcome,
    local: Local,
    looked: Looked,
    /// When it began.
    begun: u64,
}

impl Reading {
    /// What it reads.
    pub fn ask(&self) -> &Arc<Ask> {
        &self.ask
    }
}

impl Engine {
    /// Judges a call on a snapshot, if it may turn out to only read. Returns what it needs next, or the call
    /// itself if it must be written.
    pub(super) fn read_on_snapshot(&self, mut call: Call) -> Result<std::result::Result<Next, Box<Call>>> {
        // No more reads while the log cannot be written.
        if call.key.is_some() || !call.pending.may_only_read(&call.setup) || self.store.is_behind() {
            return Ok(Err(Box::new(call)));
        }
        let (mut tried, mut looked) = self.tried(&call)?;
        if let Ok(Some(Ran::Asks(needs))) = &tried
            && needs.iter().all(|need| matches!(need, Need::Rehearse(_)))
        {
            remember(&mut call, looked);
            self.ask_world(&mut call, needs);
            if !call.seen.values().any(is_harmless) {
                // It is not a read: only the writer runs it.
                return Ok(Err(Box::new(call)));
            }
            (tried, looked) = self.tried(&call)?;
        }
        let plain = match tried {
            Ok(Some(Ran::Done(tried))) => Some(tried).filter(is_plain_read),
            _ => None,
        };
        let Some(Tried { output, outcome, local, read }) = plain else {
            remember(&mut call, looked);
            return Ok(Err(Box::new(call)));
        };
        let value = output.encode(call.origin.language)?;
        Ok(Ok(match read {
            Some(ask) => {
                let ask = Arc::new(ask);
                let begun = self.env.now_ms();
                Next::Read(Box::new(Reading { call, ask, value, outcome, local, looked, begun }))
            }
            None => Next::Over(self.record(call, value, outcome, local)?),
        }))
    }

    /// Returns what a call that only reads needs after the read.
    pub fn has_read(&self, reading: Reading, result: Result<Value>) -> Result<Next> {
        let Reading { mut call, ask, mut value, outcome, mut local, looked, begun } = reading;
        call.asked_ms += self.env.now_ms().saturating_sub(begun);
        let result = match result {
            Ok(result) => result,
            Err(e) if self.is_judged_anew(&mut call, &e) => return Ok(written(call)),
            failed => {
                remember(&mut call, looked);
                let need = Need::Read(Box::new(Ask::clone(&ask)));
                call.seen.insert(need.key(), WorldAnswer::Result(Box::new(failed)));
                return Ok(written(call));
            }
        };
        if let Some(note) = local.body.calls.last_mut() {
            note.result = landing::told_result(&result);
            note.execution_time_ms = call.asked_ms;
            if landing::is_failure(&result) {
                note.result_status = Some(ResultStatus::Error);
            }
        }
        call.pending.with_result(&mut value, result);
        self.record(call, value, outcome, local).map(Next::Over)
    }

    /// Prepares a call to be judged again, if the tool's definition changed after it was judged and nothing
    /// was called yet. False if judging again would give the same result.
    pub(super) fn is_judged_anew(&self, call: &mut Call, error: &Error) -> bool {
        let setup = self.setup();
        if !error.is_redefined() || Arc::ptr_eq(&setup, &call.setup) {
            return false;
        }
        call.setup = setup;
        call.seen.clear();
        true
    }

    /// Posts the event of a finished call to the writer.
    fn record(&self, mut call: Call, value: Value, outcome: Outcome, local: Local) -> Result<Answer> {
        let heard_of = local.rows.keys().next().map(|key| key.id.clone());
        let recorded = Recorded { body: local.body, run: local.run, tool: local.tool, heard_of, outcome };
        if self.store.post(recorded.into_call(&mut call))? {
            self.tell();
        }
        Ok(Answer { value, outcome, event: None, jobs: Vec::new() })
    }

    /// Tries a call on a snapshot, which is released before anything else is done.
    fn tried(&self, call: &Call) -> Result<(Result<Option<Ran<Tried>>>, Looked)> {
        let (mut tried, mut looked) = (Ok(None), Vec::new());
        self.read_cached(&mut |base| {
            looked.clear();
            tried = execute::try_read(base, call, &*self.world, &mut looked);
            Ok(())
        })?;
        Ok((tried, looked))
    }
}

/// The forecasts made while a call was tried.
type Looked = Vec<(Ask, Result<Forecast>)>;

/// Whether a rehearsal proved a call harmless.
fn is_harmless(answer: &WorldAnswer) -> bool {
    let WorldAnswer::Rehearsed(forecast) = answer else { return false };
    matches!(&**forecast, Ok(Some(forecast)) if forecast.answer.is_some())
}

/// Keeps forecasts for when the call is made the usual way.
fn remember(call: &mut Call, looked: Looked) {
    for (ask, forecast) in looked {
        call.seen.insert(Need::Forecast(Box::new(ask)).key(), WorldAnswer::Forecast(Box::new(forecast)));
    }
}

/// Whether a tried call does nothing but read, in a run that already existed.
fn is_plain_read(tried: &Tried) -> bool {
    let Tried { outcome, local, .. } = tried;
    let verdict = &local.body.note["verdict"];
    *outcome == Outcome::Done
        && verdict["class"] == "read"
        && verdict["ruling"] == "proceed"
        && local.body.calls.len() == 1
        && local.jobs.is_empty()
        && local.blobs.is_empty()
        && local.rows.len() <= 1
        && local.rows.iter().all(|(key, row)| key.kind == Run::KIND.name && only_heard_of(row))
}

fn only_heard_of(touched: &Touched) -> bool {
    let (Some(before), Some(now)) = (&touched.before, &touched.now) else { return false };
    let before = &before.row.doc;
    before.len() == now.doc.len()
        && now.doc.iter().all(|(field, value)| field == HEARD_OF || before.get(field) == Some(value))
}

/// A read that was already answered: only its event is still to be written.
struct Recorded {
    body: Body,
    run: Option<String>,
    tool: Option<String>,
    /// The run that was active.
    heard_of: Option<String>,
    outcome: Outcome,
}

impl Recorded {
    /// Creates the call that writes it; takes from `call` what is no longer needed there.
    fn into_call(self, call: &mut Call) -> Call {
        Call {
            actor: call.actor.clone(),
            op: call.op,
            input: std::mem::take(&mut call.input),
            pending: Arc::new(self),
            at: call.at,
            seed: call.seed,
            key: None,
            origin: std::mem::take(&mut call.origin),
            setup: call.setup.clone(),
            seen: BTreeMap::new(),
            asked_ms: 0,
            told: OnceLock::new(),
        }
    }
}

fn never<T>() -> Result<T> {
    Err(Error::bug("a call that was made already is made again"))
}

impl Pending for Recorded {
    fn is_done(&self) -> bool {
        true
    }

    fn run(&self, tx: &mut Tx<'_>) -> Result<(Box<dyn Produced>, Outcome)> {
        let now = tx.now();
        if let Some(id) = &self.heard_of
            && let Some(mut run) = tx.get::<Run>(id)?
        {
            run.last_at = run.last_at.max(now);
            tx.put(&run)?;
        }
        tx.retell(self.body.clone(), self.run.clone(), self.tool.clone());
        Ok((Box::new(Value::Null), self.outcome))
    }

    fn comes_apart(&self, _setup: &Setup) -> bool {
        false
    }

    fn parts(&self, _view: &mut Tx<'_>) -> Result<Option<Vec<Part>>> {
        Ok(None)
    }

    fn join(&self, _answers: Vec<Result<Answer>>, _language: Language) -> Result<(Value, Outcome)> {
        never()
    }

    fn landed(&self, _output: Value, _finished: Answer) -> Result<Answer> {
        never()
    }
}
