//! Countersign's own reports: `effect.finish` and `effect.reverted` record the outcome of an effect in the
//! world, `effect.begun` lists effects that were never reported; and `item.resolve` is for outcomes that only
//! a person can know.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind, Outcome,
    answer_status::DecisionStatus,
    authority::operations::Nothing,
    change_set,
    effect::{
        landing::{self, CallOutcome},
        large_result,
    },
    error::{Error, ErrorCode, Result},
    function, host, hub,
    item::{Item, ItemStatus, Trigger, confirm, decide},
    op::{Answer, Op},
    receipt::{
        AllowedBy, Receipt, news,
        operations::UndoOutput,
        undo::{self, Refusal},
    },
    record::Record,
    run::Run,
    stage, step,
    store::Scan,
    tool::{Reversal, Tool},
    tx::Tx,
    watch::operations as watches,
    world::{Inverse, Job, Landed, Precondition, Reverted},
};

/// The answer to a report: of an effect, or of an undo.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Reported {
    /// See [`EffectReverted`].
    Reverted(Box<UndoOutput>),
    /// See [`EffectFinish`].
    Finished(Box<confirm::Output>),
}

impl Reported {
    /// Parses the answer.
    pub(crate) fn read(answer: &Answer) -> Result<Self> {
        Self::deserialize(&answer.value).map_err(Error::bug)
    }
}

/// The outcome of work in the world.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended<T> {
    /// It was done.
    Done(T),
    /// Something it depends on has changed; nothing was done.
    Stale(Failure),
    /// It failed; nothing of it remains.
    Failed(Failure),
    /// Nobody knows.
    Doubt(Message),
    /// Some of it landed, and it is unknown whether all of it did.
    InPart {
        /// What is unknown, and why.
        why: Message,
        /// The part that is known to have landed, and how to undo it.
        known: T,
    },
}

/// Why something was not done.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// In words.
    pub message: Message,
    /// The difference that prevents it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Message>,
}

impl<T> Ended<T> {
    /// Converts the world's result.
    pub fn of(result: Result<T>) -> Self {
        match result {
            Ok(done) => Self::Done(done),
            Err(e) if e.is_doubt() => Self::Doubt(e.message),
            Err(e) => {
                let failure = Failure { message: e.message, detail: e.detail };
                if e.code == ErrorCode::Stale { Self::Stale(failure) } else { Self::Failed(failure) }
            }
        }
    }
}

impl Ended<Landed> {
    /// Converts the result of an effect, including the part that is known to have landed.
    pub fn of_effect(result: Result<Landed>) -> Self {
        match result {
            Err(mut e) if e.is_doubt() => match e.take_known() {
                Some(known) => Self::InPart { why: e.message, known },
                None => Self::Doubt(e.message),
            },
            other => Self::of(other),
        }
    }
}

/// Records the outcome of an effect.
pub struct EffectFinish;

/// An effect and its outcome.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishInput {
    /// The item.
    pub item: String,
    /// How it ended.
    pub outcome: Ended<Landed>,
}

impl Op for EffectFinish {
    const NAME: &'static str = "effect.finish";
    const DOC: &'static str = "Record the outcome of an effect in the world";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/effects/{item}/finish";
    const CLI: &'static str = "";
    type Input = FinishInput;
    type Output = confirm::Output;

    fn run(&self, tx: &mut Tx<'_>, input: &FinishInput) -> Result<Self::Output> {
        let output = finish(tx, input)?;
        step::checked(tx, &input.item)?;
        let (item, receipt) = (tx.need(&input.item)?, output.receipt.as_ref().map(|r| r.id.as_str()));
        stage::settled(tx, &item, receipt, &input.outcome)?;
        Ok(output)
    }

    fn outcome(output: &Self::Output) -> Outcome {
        output.outcome()
    }
}

fn finish(tx: &mut Tx<'_>, input: &FinishInput) -> Result<confirm::Output> {
    let mut item: Item = tx.need(&input.item)?;
    if item.status != ItemStatus::Applying {
        return Err(Error::conflict(say!("op-not-applying", id = item.id, status = item.status.as_str())));
    }
    let run: Run = tx.need(&item.run)?;
    let tool = &landing::tool_once(tx, &item);
    let by_person = matches!(item.allowed_by, Some(AllowedBy::Person(_)));
    let args = item.args.clone();
    let instead = watches::begin(tx, &item, tool, &input.outcome)?;
    match instead.as_ref().unwrap_or(&input.outcome) {
        Ended::Done(landed) => {
            let told = CallOutcome::Success { result: &landed.result, by_person };
            landing::note_timed(tx, &run.id, &tool.name, &args, told, landed.duration_ms);
            let receipt = receipt_of(tx, &run, &item, tool, landed)?;
            Ok(landing::landed(tx, &mut item, &landed.result, receipt)?)
        }
        Ended::Stale(failure) => {
            landing::note(
                tx,
                &run.id,
                tool,
                &args,
                CallOutcome::Error { message: &failure.message, by_person },
            );
            item.error = Some(failure.message.clone());
            item.decided_at = None;
            landing::to_tell(tx, &mut item);
            change_set::step(tx, &mut item, Trigger::Drift)?;
            let mut output = confirm::Output::new(&item.id, DecisionStatus::Stale, failure.message.clone());
            output.difference.clone_from(&failure.detail);
            Ok(output)
        }
        Ended::Failed(failure) => {
            landing::note(
                tx,
                &run.id,
                tool,
                &args,
                CallOutcome::Error { message: &failure.message, by_person },
            );
            item.error = Some(failure.message.clone());
            item.decided_at = None;
            landing::to_tell(tx, &mut item);
            change_set::step(tx, &mut item, Trigger::Fail)?;
            let message = say!("op-pending-again-after", said = failure.message);
            Ok(confirm::Output::new(&item.id, DecisionStatus::Failed, message))
        }
        Ended::Doubt(why) => {
            landing::note(tx, &run.id, tool, &args, CallOutcome::Error { message: why, by_person });
            item.error = Some(say!("op-never-reported", said = why));
            landing::to_tell(tx, &mut item);
            change_set::step(tx, &mut item, Trigger::Doubt)?;
            let message = say!("problem-up-end-unknown", said = why);
            Ok(confirm::Output::new(&item.id, DecisionStatus::NeedsReview, message))
        }
        Ended::InPart { why, known } => {
            landing::note(tx, &run.id, tool, &args, CallOutcome::Error { message: why, by_person });
            let mut receipt = receipt_of(tx, &run, &item, tool, known)?;
            receipt.rollback_cues.insert(0, say!("op-may-not-be-all", saids = why));
            tx.put(&receipt)?;
            item.receipt = Some(receipt.id.clone());
            item.error = Some(why.clone());
            landing::to_tell(tx, &mut item);
            change_set::step(tx, &mut item, Trigger::Doubt)?;
            let message = say!("op-landed-in-part", saids = why);
            let mut output = confirm::Output::new(&item.id, DecisionStatus::NeedsReview, message);
            output.receipt = Some(receipt);
            Ok(output)
        }
    }
}

/// Creates the receipt of an item whose effect landed.
pub(crate) fn receipt_of(
    tx: &mut Tx<'_>,
    run: &Run,
    item: &Item,
    tool: &Tool,
    landed: &Landed,
) -> Result<Receipt> {
    let allowed_by = item.allowed_by.clone().unwrap_or(AllowedBy::Automatic);
    let mut receipt = landing::receipt(tx, run, tool, Some(item), allowed_by)?;
    receipt.summary.clone_from(&item.summary);
    receipt.class = item.class;
    receipt.duration_ms = landed.duration_ms;
    receipt.result = large_result::told(&landed.result);
    receipt.effects.clone_from(if landed.effects.is_empty() {
        &item.preview.changes
    } else {
        &landed.effects
    });
    receipt.keep(tx, landed.inverse.as_ref());
    receipt.set_reversal(&reversal(landed, &item.reversal));
    tx.create(&receipt)?;
    Ok(receipt)
}

fn reversal(landed: &Landed, before: &Reversal) -> Reversal {
    match (&landed.inverse, before) {
        (None, Reversal::None) => Reversal::None,
        (None, Reversal::Irreversible { reason }) => Reversal::Irreversible { reason: reason.clone() },
        (None, _) => Reversal::Irreversible { reason: say!("op-before-not-captured") },
        (Some(_), _) if landed.caveats.is_empty() => Reversal::Exact,
        (Some(_), _) => Reversal::BestEffort { caveats: landed.caveats.clone() },
    }
}

/// Records the outcome of an undo.
pub struct EffectReverted;

/// An undo and its outcome.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RevertedInput {
    /// The receipt to undo.
    pub receipt: String,
    /// The id for the receipt of the undo.
    pub id: String,
    /// How it ended.
    pub outcome: Ended<Reverted>,
    /// How long it took.
    #[serde(default)]
    pub duration_ms: u64,
}

impl Op for EffectReverted {
    const NAME: &'static str = "effect.reverted";
    const DOC: &'static str = "Record the outcome of undoing an effect in the world";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const HTTP: &'static str = "POST /v1/effects/{receipt}/reverted";
    const CLI: &'static str = "";
    type Input = RevertedInput;
    type Output = UndoOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &RevertedInput) -> Result<UndoOutput> {
        let mut target: Receipt = tx.need(&input.receipt)?;
        let under_way = target.undoing.take();
        if under_way.as_deref() != Some(&input.id) {
            return Err(Error::conflict(say!("op-no-undo-under-way", receipt = target.id, id = input.id)));
        }
        tx.about(target.run.as_deref(), Some(&target.tool));
        target.undo_waits = None;
        let by = target.undo_asked_by.take().unwrap_or_default();
        let proposed = target.undo_item.take();
        let (message, difference) = match &input.outcome {
            Ended::Done(done) => {
                let output = reverted(tx, target, input, done, &by)?;
                if let Some(id) = proposed {
                    let mut item: Item = tx.need(&id)?;
                    let result = json!({"receipt": input.receipt, "restored": done.restored});
                    landing::landed(tx, &mut item, &result, output.receipt.clone())?;
                    news::told_otherwise(tx, &input.receipt)?;
                }
                return Ok(output);
            }
            Ended::Stale(f) | Ended::Failed(f) => (f.message.clone(), f.detail.clone()),
            Ended::Doubt(why) | Ended::InPart { why, .. } => (why.clone(), None),
        };
        let stale = matches!(input.outcome, Ended::Stale(_));
        let refusal = if stale { Refusal::Moved(message.clone()) } else { Refusal::Failed(message.clone()) };
        tx.put(&target)?;
        undo::mark_stale(tx, &mut target, &refusal)?;
        if let Some(id) = proposed {
            let mut item: Item = tx.need(&id)?;
            item.error = Some(message.clone());
            item.decided_at = None;
            item.told = false;
            change_set::step(tx, &mut item, if stale { Trigger::Drift } else { Trigger::Fail })?;
        }
        Ok(UndoOutput { difference, ..UndoOutput::refused(target, &refusal) })
    }

    fn outcome(output: &UndoOutput) -> Outcome {
        output.outcome()
    }
}

fn reverted(
    tx: &mut Tx<'_>,
    mut target: Receipt,
    input: &RevertedInput,
    done: &Reverted,
    by: &str,
) -> Result<UndoOutput> {
    let mut receipt = undo::undo_receipt(tx, &target, &done.restored);
    receipt.id.clone_from(&input.id);
    receipt.allowed_by = AllowedBy::Person(by.to_owned());
    receipt.keep(tx, done.inverse.as_ref());
    if done.inverse.is_none() {
        receipt.undo_action = None;
        receipt.set_reversal(&Reversal::Irreversible { reason: say!("op-replaced-not-captured") });
    }
    watches::turn(tx, &target)?;
    undo::mark_undone(tx, &mut target, &receipt)?;
    receipt.duration_ms = input.duration_ms;
    tx.create(&receipt)?;
    tx.note_call(undo::told(&target, input.duration_ms));
    Ok(UndoOutput::undone(target, receipt, done.restored.clone()))
}

/// Lists effects that were begun and never reported.
pub struct EffectBegun;

/// Effects in progress.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct BegunOutput {
    /// Each as it was ordered, oldest first.
    pub jobs: Vec<Value>,
    /// The rehearsals that open items depend on.
    pub rehearsals: Vec<String>,
    // The open runs, whose scratch files are kept.
    #[serde(default)]
    #[schemars(skip)]
    pub runs: Vec<String>,
}

impl Op for EffectBegun {
    const NAME: &'static str = "effect.begun";
    const DOC: &'static str = "List effects that started and were never reported";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/effects";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = BegunOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<BegunOutput> {
        let mut jobs = Vec::new();
        for item in tx.list::<Item>(&Scan::prefix(Item::KIND.name, "item.applying", ""))? {
            if !host::is_here(tx, Some(&item.run))? {
                continue;
            }
            if [function::CALL, hub::CALL].contains(&item.tool.as_str()) {
                // The process that carries it out may be alive, and has its own time.
                continue;
            }
            if item.tool == undo::UNDO_TOOL {
                // Its receipt, below, has the order.
                continue;
            }
            jobs.push(json!(Job::Apply(landing::order(tx, &item)?)));
        }
        for receipt in tx.list::<Receipt>(&Scan::prefix(Receipt::KIND.name, "receipt.undoing", ""))? {
            if !host::is_here(tx, receipt.run.as_deref())? {
                continue;
            }
            if let (Some(id), Some(inverse)) = (receipt.undoing, receipt.inverse) {
                let inverse: Inverse = inverse;
                if inverse.tool == function::CALL {
                    // A worker comes for it.
                    continue;
                }
                jobs.push(json!(Job::Revert { receipt: receipt.id, id, inverse }));
            }
        }
        let open = tx.list::<Item>(&Scan::prefix(Item::KIND.name, "item.open", ""))?;
        for item in open.iter().filter(|item| item.unbound) {
            if host::is_here(tx, Some(&item.run))? && decide::waits_for(tx, item)?.is_none() {
                jobs.push(json!(Job::Bind { item: item.id.clone() }));
            }
        }
        let rehearsals = open.iter().filter_map(|item| Precondition::rehearsal_id(&item.preconditions));
        let runs = tx.list::<Run>(&Scan::prefix(Run::KIND.name, "run.open", ""))?;
        let runs = runs.iter().map(Run::scratch).collect();
        Ok(BegunOutput { jobs, rehearsals: rehearsals.map(str::to_owned).collect(), runs })
    }
}

/// Closes an item in doubt.
pub struct ItemResolve;

/// What a person found.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResolveInput {
    /// The item.
    pub id: String,
    /// Whether the effect landed.
    pub landed: bool,
}

impl Op for ItemResolve {
    const NAME: &'static str = "item.resolve";
    const DOC: &'static str = "Record how an unreported effect ended";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/resolve";
    const CLI: &'static str = "resolve {id} --applied {landed=true} --not-applied {landed=false}";
    type Input = ResolveInput;
    type Output = confirm::Output;

    fn run(&self, tx: &mut Tx<'_>, input: &ResolveInput) -> Result<Self::Output> {
        let mut item: Item = tx.find(&input.id)?;
        tx.about(Some(&item.run), Some(&item.tool));
        if item.status != ItemStatus::NeedsReview {
            return Err(Error::conflict(say!(
                "op-nothing-in-doubt",
                id = item.id,
                status = item.status.as_str()
            )));
        }
        if !input.landed {
            item.decided_at = None;
            item.receipt = None;
            change_set::step(tx, &mut item, Trigger::Reopen)?;
            let message = say!("op-pending-again", said = item.summary);
            return Ok(confirm::Output::new(&item.id, DecisionStatus::Pending, message));
        }
        if let Some(known) = &item.receipt {
            // The known part is what landed.
            let receipt: Receipt = tx.need(known)?;
            let result = receipt.result.clone();
            return landing::landed(tx, &mut item, &result, receipt);
        }
        let run: Run = tx.need(&item.run)?;
        let tool = &landing::tool_once(tx, &item);
        let landed = Landed {
            result: json!({"resolved_by": tx.actor().name}),
            effects: Vec::new(),
            inverse: None,
            caveats: Vec::new(),
            duration_ms: 0,
        };
        let receipt = receipt_of(tx, &run, &item, tool, &landed)?;
        landing::landed(tx, &mut item, &landed.result, receipt)
    }

    fn outcome(output: &Self::Output) -> Outcome {
        output.outcome()
    }
}
