//! `errand.leave`, `errand.done` and `errand.close`: leaving a call for the host that can carry it out, and what came of it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Caller, Errand, ErrandAnswer};
use crate::{
    ActorKind, Role,
    error::{Error, Result},
    op::Op,
    operations,
    record::Record,
    run::Run,
    store::Scan,
    tx::Tx,
};

/// How many calls may wait for one host.
const MOST: usize = 10_000;

/// The largest input, in bytes.
const INPUT_MOST: usize = 32 << 20;

/// Leaves a call for another host.
pub struct ErrandLeave;

/// The call.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaveInput {
    /// The run that it is about, which says which host.
    pub run: String,
    /// What it is about, as the call named it.
    pub about: String,
    /// The operation.
    pub op: String,
    /// Its input.
    pub input: Value,
}

/// The errand.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LeaveOutput {
    /// Its id.
    pub id: String,
    /// The host that carries it out.
    pub host: String,
    /// In words.
    pub message: Message,
}

impl Op for ErrandLeave {
    const NAME: &'static str = "errand.leave";
    const DOC: &'static str =
        "Leave a call for the host that can carry it out; the daemon does this by itself";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person, ActorKind::Verifier];
    const ROLE: Role = Role::Viewer;
    const HTTP: &'static str = "POST /v1/errands";
    const CLI: &'static str = "";
    type Input = LeaveInput;
    type Output = LeaveOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &LeaveInput) -> Result<LeaveOutput> {
        let run: Run = tx.need(&input.run)?;
        let here = || Error::conflict(say!("op-errand-here", run = input.run));
        let host = tx.setup().hosts.elsewhere(run.host.as_deref()).ok_or_else(here)?.to_owned();
        // Whether this caller may make the call is for the host to say, when it is made.
        if operations::find(&input.op).is_none() || input.op.starts_with("errand.") {
            return Err(Error::usage(say!("judge-no-operation", name = format!("{:?}", input.op))));
        }
        let waiting = Scan::prefix(Errand::KIND.name, "errand.waiting", &format!("{host}/")).limit(MOST);
        if tx.list::<Errand>(&waiting)?.len() >= MOST {
            return Err(Error::conflict(say!("op-errands-most", host, n = MOST)));
        }
        let (call, actor) = (tx.call(), tx.actor().clone());
        let caller = Caller {
            kind: actor.kind,
            name: actor.name,
            token: actor.token,
            origin: call.origin.clone(),
            language: call.origin.language.code().to_owned(),
        };
        let id = tx.new_id(Errand::KIND);
        // With its id, so that no other errand has the same blob.
        let exact = serde_json::to_vec(&json!({"errand": id, "input": input.input})).map_err(Error::bug)?;
        if exact.len() > INPUT_MOST {
            return Err(Error::invalid(say!("op-errand-large", most = INPUT_MOST)));
        }
        let kept = tx.put_blob(exact)?;
        tx.about(Some(&input.run), None);
        let errand = Errand {
            id: id.clone(),
            host: host.clone(),
            run: input.run.clone(),
            about: input.about.clone(),
            op: input.op.clone(),
            input: Some(kept),
            caller,
            at: tx.now(),
            answer: None,
        };
        tx.create(&errand)?;
        let message = say!("op-errand-left", op = input.op, about = input.about, host);
        Ok(LeaveOutput { id, host, message })
    }
}

/// Returns the exact input of an errand.
pub fn exact_input(tx: &mut Tx<'_>, errand: &Errand) -> Result<Value> {
    let gone = || Error::bug(format!("the input of {} is gone", errand.id));
    let name = errand.input.as_ref().ok_or_else(gone)?;
    let bytes = tx.blob(name)?.ok_or_else(gone)?;
    let mut kept: Value = serde_json::from_slice(&bytes).map_err(Error::bug)?;
    Ok(kept.get_mut("input").map(Value::take).unwrap_or_default())
}

/// Says what came of an errand.
pub struct ErrandDone;

/// The errand and what came of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoneInput {
    /// The errand.
    pub id: String,
    /// What came of it.
    pub answer: ErrandAnswer,
}

/// The errand that ended.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ErrandOutput {
    /// Its id.
    pub id: String,
}

impl Op for ErrandDone {
    const NAME: &'static str = "errand.done";
    const DOC: &'static str = "Say what came of a call that was left for this host";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/errands/{id}/done";
    const CLI: &'static str = "";
    type Input = DoneInput;
    type Output = ErrandOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &DoneInput) -> Result<ErrandOutput> {
        let mut errand: Errand = tx.need(&input.id)?;
        tx.about(Some(&errand.run), None);
        if errand.answer.is_none() {
            errand.answer = Some(input.answer.clone());
            if let Some(input) = errand.input.take() {
                tx.drop_blob(&input)?;
            }
            tx.put(&errand)?;
        }
        Ok(ErrandOutput { id: errand.id })
    }
}

/// Removes an errand whose caller has its answer.
pub struct ErrandClose;

/// The errand.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneErrand {
    /// Its id.
    pub id: String,
}

impl Op for ErrandClose {
    const NAME: &'static str = "errand.close";
    const DOC: &'static str = "Remove an errand whose caller has its answer";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/errands/{id}/close";
    const CLI: &'static str = "";
    type Input = OneErrand;
    type Output = ErrandOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OneErrand) -> Result<ErrandOutput> {
        let errand: Errand = tx.need(&input.id)?;
        if errand.answer.is_some() {
            tx.delete::<Errand>(&errand.id)?;
        }
        Ok(ErrandOutput { id: errand.id })
    }
}

/// Deletes errands that were done before a time and whose callers never came back for the answer.
pub fn forget(tx: &mut Tx<'_>, before: String, most: usize) -> Result<usize> {
    let scan = Scan { to: before, ..Scan::prefix(Errand::KIND.name, "errand.done", "").limit(most) };
    let done: Vec<Errand> = tx.list(&scan)?;
    for errand in &done {
        tx.delete::<Errand>(&errand.id)?;
    }
    Ok(done.len())
}
