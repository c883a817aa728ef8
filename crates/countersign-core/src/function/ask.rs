//! `function.ask`: a process asks whether a function of its own may run. Nothing waits here: the same question
//! with the same call id is answered by the current state of its item.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{CALL, FunctionCall, Wrapped, check_name, policy_name};
use crate::{
    ActorKind, Outcome,
    authority::Control,
    call::{
        gate::{self, Assessment},
        propose::{self, CallStatus},
        queue,
    },
    canonical, change_set,
    effect::{
        landing::{self, CallOutcome},
        large_result,
    },
    error::{Error, Result},
    item::{Item, ItemStatus, Trigger},
    judge::{Class, Ruling},
    op::Op,
    receipt::{Receipt, UndoAction, handle::Handle},
    record::{Doc, Record},
    run::{self, Run},
    store::Scan,
    taint,
    tool::Hold,
    tx::Tx,
};

/// See the module.
pub struct FunctionAsk;

/// A function that a process is about to run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskInput {
    /// The function's name.
    pub function: String,
    /// Its arguments, by name.
    #[serde(default)]
    pub args: Doc,
    /// The caller's id for this call: asking again with it asks about the same call.
    #[schemars(length(min = 1, max = ID_MOST))]
    pub call_id: String,
    /// The run it belongs to; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Names the function's code, for example by its hash: only this version is begun, taken back and checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Whether a worker can take it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
    /// Whether a worker can find out if it ran.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
    /// Whether it destroys something; that can only raise how it is judged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub destructive: bool,
    /// What the call does, in the agent's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub human_summary: Option<String>,
}

const ID_MOST: usize = 200;

/// The answer to a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FunctionWord {
    /// It may: one process begins the item, if there is one, and runs the function with `args`.
    Allow,
    /// It may not.
    Deny,
    /// Nobody has decided yet, or it is being carried out, or nobody knows how it ended: see `status`.
    Held,
    /// It was carried out before, with this result.
    Done,
}

/// Whether a function may run.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AskOutput {
    /// The answer.
    pub decision: FunctionWord,
    /// Why, for the agent.
    pub message: Message,
    /// The item that a person decides or has decided; none for a function that only reads.
    pub item: Option<String>,
    /// Its status.
    pub status: Option<ItemStatus>,
    /// The run it belongs to.
    pub run: Option<String>,
    /// The arguments that are allowed: a person may have changed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Doc>,
    /// What was reported, where it was carried out before.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// The receipt of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// How to take it back, while that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_action: Option<UndoAction>,
    /// The event to take back, while that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
}

impl AskOutput {
    fn new(decision: FunctionWord, message: impl Into<Message>) -> Self {
        let (item, status, run, args, result) = Default::default();
        let (receipt, undo_action, latest_reversible_event_id) = Default::default();
        let message = message.into();
        Self {
            decision,
            message,
            item,
            status,
            run,
            args,
            result,
            receipt,
            undo_action,
            latest_reversible_event_id,
        }
    }

    fn landed(self, receipt: &Receipt) -> Self {
        let Handle { receipt, undo_action, latest_reversible_event_id, .. } = Handle::from(receipt);
        Self { receipt: Some(receipt), undo_action, latest_reversible_event_id, ..self }
    }

    fn about(self, item: &Item) -> Self {
        let (id, run) = (Some(item.id.clone()), Some(item.run.clone()));
        Self { item: id, status: Some(item.status), run, ..self }
    }
}

impl Op for FunctionAsk {
    const NAME: &'static str = "function.ask";
    const DOC: &'static str = "Ask whether a function of your own process may run";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/functions/ask";
    const CLI: &'static str = "";
    type Input = AskInput;
    type Output = AskOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &AskInput) -> Result<AskOutput> {
        check_name(&input.function)?;
        input.version.as_deref().map(check_name).transpose()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
        let id = &input.call_id;
        if id.is_empty() || id.len() > ID_MOST || !id.chars().all(plain) {
            return Err(Error::invalid(say!("op-function-call-id")));
        }
        let call = canonical::digest("function call", &json!([input.function, input.args]));
        match known(tx, input, &call)? {
            Some(known) => again(tx, known),
            None => Asking { input, call, run: run::for_call(tx, input.run.as_deref())? }.ask(tx),
        }
    }

    fn outcome(output: &AskOutput) -> Outcome {
        match output.decision {
            FunctionWord::Allow | FunctionWord::Done => Outcome::Done,
            FunctionWord::Deny => Outcome::Refused,
            FunctionWord::Held => Outcome::Held,
        }
    }
}

/// Returns the call that was asked about before: in this run, or in an earlier one if nobody learnt how it ended,
/// because its process ended in between.
fn known(tx: &mut Tx<'_>, input: &AskInput, call: &str) -> Result<Option<FunctionCall>> {
    let agent = tx.actor().name.clone();
    let prefix = format!("{agent}/{}/", input.call_id);
    let all = tx.list::<FunctionCall>(&Scan::exactly(FunctionCall::KIND.name, "function.call", &prefix))?;
    let now = tx.now();
    // A run that has been idle for long ends with the next call.
    let is_live = |run: &Run| input.run.is_some() || run.last_at.saturating_add(run::IDLE_MS) > now;
    let run = run::for_news(tx, input.run.as_deref())?.filter(is_live).map(|run| run.id);
    let own = all.iter().find(|c| Some(&c.run) == run.as_ref());
    if let Some(other) = own.filter(|c| c.call != call) {
        return Err(Error::conflict(say!("op-function-id-used", id = other.call_id)));
    }
    let earlier = || all.iter().rev().find(|c| input.run.is_none() && !c.delivered && c.call == call);
    Ok(own.or_else(earlier).cloned())
}

/// A call that is asked about for the first time.
struct Asking<'a> {
    input: &'a AskInput,
    call: String,
    run: Run,
}

impl Asking<'_> {
    fn ask(mut self, tx: &mut Tx<'_>) -> Result<AskOutput> {
        let tool = gate::find_tool(tx, CALL)?;
        let input = self.input;
        let wrapped = Wrapped {
            function: input.function.clone(),
            args: input.args.clone(),
            version: input.version.clone(),
            undo: input.undo,
            destructive: input.destructive,
        };
        let args = wrapped.doc()?;
        let name = policy_name(tool, &args);
        if !tx.actor().may_use(&name) {
            return Err(Error::refused(say!("judge-token-not-for", who = tx.actor(), op = name))
                .hint(say!("op-attempt-logged")));
        }
        let examined = match gate::examine(tx, &self.run, tool, args.clone(), gate::Options::unrehearsed()) {
            Ok(examined) => examined,
            Err(e) if gate::is_mendable(&e) => {
                let told = CallOutcome::Error { message: &e.message, by_person: false };
                landing::note(tx, &self.run.id, tool, &args, told);
                return Ok(AskOutput::new(FunctionWord::Deny, e.message));
            }
            Err(e) => return Err(e),
        };
        propose::note_verdict(tx, &examined);
        let told = self.judged(tx, &examined)?;
        self.run.last_at = tx.now();
        tx.put(&self.run)?;
        Ok(AskOutput { run: Some(self.run.id.clone()), ..told })
    }

    fn judged(&mut self, tx: &mut Tx<'_>, examined: &Assessment<'_>) -> Result<AskOutput> {
        let (tool, given) = (examined.tool, &examined.forecast.args);
        if examined.verdict.ruling == Ruling::Refuse {
            landing::note(tx, &self.run.id, tool, given, CallOutcome::Held);
            let (why, hint) = examined.refusal(&self.run);
            let why = Message::joined("; ", [Some(why), hint].into_iter().flatten());
            return Ok(AskOutput::new(FunctionWord::Deny, say!("op-refused", saids = why)));
        }
        if examined.proceeds() && examined.class == Class::Read {
            taint::mark(tx, &self.run, tool, &examined.forecast.facts, None)?;
            let result = json!({"handed_over": true});
            landing::note(
                tx,
                &self.run.id,
                tool,
                given,
                CallOutcome::Success { result: &result, by_person: false },
            );
            let args = Some(self.input.args.clone());
            return Ok(AskOutput {
                args,
                ..AskOutput::new(FunctionWord::Allow, examined.forecast.summary.clone())
            });
        }
        let claim = self.input.human_summary.clone();
        if examined.proceeds() {
            let allowed_by = propose::allowed_by(tx, examined)?;
            let mut item = queue::queue(tx, &mut self.run, examined, claim, Hold::Queue)?;
            item.decided_at = Some(tx.now());
            item.allowed_by = Some(allowed_by);
            change_set::step(tx, &mut item, Trigger::Confirm)?;
            landing::note(tx, &self.run.id, tool, given, CallOutcome::Held);
            self.keep(tx, &item.id)?;
            return allow(tx, &item);
        }
        // Another call is another effect, however alike: only the caller's id makes two questions one.
        let held = propose::hold_beside(tx, &mut self.run, examined, claim, None, |_| false)?;
        let view = held.item.ok_or_else(|| Error::bug("what is held is an item"))?;
        let item: Item = tx.need(&view.id)?;
        if held.status == CallStatus::Rejected {
            return Ok(AskOutput::new(FunctionWord::Deny, held.message).about(&item));
        }
        self.keep(tx, &item.id)?;
        Ok(AskOutput::new(FunctionWord::Held, held.message).about(&item))
    }

    fn keep(&self, tx: &mut Tx<'_>, item: &str) -> Result<()> {
        let (input, agent) = (self.input, self.run.agent.clone());
        tx.create(&FunctionCall {
            id: FunctionCall::key(&agent, &self.run.id, &input.call_id),
            agent,
            run: self.run.id.clone(),
            call_id: input.call_id.clone(),
            call: self.call.clone(),
            item: item.to_owned(),
            function: input.function.clone(),
            version: input.version.clone(),
            check: input.check,
            claim: None,
            lease_ms: 0,
            leased_until: None,
            delivered: false,
            at: tx.now(),
        })
    }
}

/// Returns the answer that lets one process begin.
fn allow(tx: &mut Tx<'_>, item: &Item) -> Result<AskOutput> {
    let args = Wrapped::of(&landing::exact_args(tx, item)?)?.args;
    let message = say!("op-function-allowed");
    Ok(AskOutput { args: Some(args), ..AskOutput::new(FunctionWord::Allow, message).about(item) })
}

/// Answers a repeated question by the current state of its item.
fn again(tx: &mut Tx<'_>, mut known: FunctionCall) -> Result<AskOutput> {
    let mut item: Item = tx.need(&known.item)?;
    let told = match item.status {
        ItemStatus::Rejected | ItemStatus::Expired | ItemStatus::Retracted | ItemStatus::Failed => {
            let why = item.reason.as_deref().or(item.error.as_deref());
            let why = why.map_or_else(String::new, |why| format!(": {why}"));
            let message = match item.status {
                ItemStatus::Rejected => format!("a person rejected {}{why}", item.id),
                other => format!("{} is {}{why}", item.id, other.as_str()),
            };
            AskOutput::new(FunctionWord::Deny, message).about(&item)
        }
        ItemStatus::Applied => {
            let result = large_result::of_item(tx, &item)?;
            let receipt = item.receipt.as_ref().map(|id| tx.need::<Receipt>(id)).transpose()?;
            let message = say!("op-function-done-before", id = item.id);
            let told = AskOutput { result, ..AskOutput::new(FunctionWord::Done, message).about(&item) };
            match &receipt {
                Some(receipt) => told.landed(receipt),
                None => told,
            }
        }
        ItemStatus::Confirmed if tx.get::<Control>(Control::FREEZE)?.is_none() => return allow(tx, &item),
        _ => {
            let why = item.error.clone().filter(|_| item.status == ItemStatus::NeedsReview);
            let message = why.unwrap_or_else(|| say!("op-queued"));
            return Ok(AskOutput::new(FunctionWord::Held, message).about(&item));
        }
    };
    if !item.told || !known.delivered {
        (item.told, known.delivered) = (true, true);
        tx.put(&item)?;
        tx.put(&known)?;
        tx.about(Some(&item.run), Some(&item.tool));
    }
    Ok(told)
}
