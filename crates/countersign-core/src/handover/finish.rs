//! `handover.finish`: records the state after an agent did what was handed over to it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind,
    error::Result,
    handover::{self, Handover},
    item::Item,
    op::Op,
    receipt::{Receipt, UndoAction, handle::Handle},
    record::Doc,
    tool::{Forecast, Reversal},
    tx::Tx,
    world::{Ask, Inverse, Job},
};

/// Records the state after an agent did what was handed over.
pub struct HandoverFinish;

/// The call.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishInput {
    /// The agent's id for it.
    pub tool_use_id: String,
}

/// How things stand.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct FinishOutput {
    /// The item, where the call was one.
    pub item: Option<String>,
    /// `as_approved`, `differs`, `not_done`, or `nothing` where there is nothing to compare.
    pub found: String,
    /// The receipt of what landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    /// How to take it back, while that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_action: Option<UndoAction>,
    /// The event to take back, while that is possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
}

impl FinishOutput {
    fn new(found: &str, item: Option<String>, receipt: Option<&Receipt>) -> Self {
        let handle = receipt.map(Handle::from);
        Self {
            item,
            found: found.to_owned(),
            receipt: handle.as_ref().map(|handle| handle.receipt.clone()),
            undo_action: handle.as_ref().and_then(|handle| handle.undo_action.clone()),
            latest_reversible_event_id: handle.and_then(|handle| handle.latest_reversible_event_id),
        }
    }
}

impl Op for HandoverFinish {
    const NAME: &'static str = "handover.finish";
    const DOC: &'static str = "Check what an agent did with a call that was handed over to it";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/handovers/finish";
    const CLI: &'static str = "";
    type Input = FinishInput;
    type Output = FinishOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &FinishInput) -> Result<FinishOutput> {
        let nothing = |item, receipt| Ok(FinishOutput::new("nothing", item, receipt));
        let id = Handover::key(&tx.actor().name, &input.tool_use_id);
        let Some(mut known) = tx.get::<Handover>(&id)?.filter(|h| h.taken && !h.finished) else {
            return nothing(None, None);
        };
        let item: Item = tx.need(&known.item)?;
        let receipt = item.receipt.as_ref().map(|id| tx.need::<Receipt>(id)).transpose()?;
        let standing = receipt.as_ref().filter(|r| r.undone.is_none() && r.undoing.is_none());
        let inverse = standing.and_then(|r| r.inverse.clone());
        let (Some(mut receipt), Some(inverse)) = (receipt.clone(), inverse) else {
            return nothing(Some(item.id), receipt.as_ref());
        };
        let forecast = settled(tx, &known.agent, &inverse)?;
        tx.about(Some(&item.run), Some(&item.tool));
        receipt.effects.clone_from(&forecast.preview.changes);
        let who = &known.agent;
        let found = if is_not_done(&forecast) {
            not_done(tx, &mut receipt, who, &item.id);
            "not_done"
        } else {
            receipt.inverse.iter_mut().for_each(|i| i.steps = forecast.args["steps"].clone());
            let (reversal, cue, found) = judged(who, &forecast.preview.warnings);
            receipt.set_reversal(&reversal);
            receipt.rollback_cues = vec![cue];
            found
        };
        tx.note("found", found.into());
        tx.put(&receipt)?;
        known.finished = true;
        known.untold = receipt.undo_action.is_some().then(|| item.run.clone());
        tx.put(&known)?;
        Ok(FinishOutput::new(found, Some(item.id), Some(&receipt)))
    }
}

/// Compares the files of a handover with what was captured of them and what was approved.
pub(super) fn settled(tx: &mut Tx<'_>, agent: &str, inverse: &Inverse) -> Result<Forecast> {
    let args = Doc::from_iter([("steps".to_owned(), inverse.steps.clone())]);
    let (tool, agent) = (handover::SETTLE.to_owned(), agent.to_owned());
    tx.forecast(Ask { tool, args, agent, ..Ask::default() })
}

/// Whether all files are as they were captured.
pub(super) fn is_not_done(settled: &Forecast) -> bool {
    settled.args.get("steps").and_then(Value::as_array).is_some_and(Vec::is_empty)
}

/// Writes into a receipt that nothing was done; what was captured is no longer needed.
pub(super) fn not_done(tx: &mut Tx<'_>, receipt: &mut Receipt, who: &str, item: &str) {
    receipt.inverse = None;
    receipt.undo_action = None;
    receipt.rollback_label = say!("judge-undo-nothing");
    receipt.rollback_cues = vec![say!("op-handed-not-done", who)];
    receipt.irreversible_reason = Some(say!("op-agent-did-not"));
    tx.order(Job::Forget { id: item.to_owned() });
}

/// Returns what a difference between the files and the approved content means for undo.
fn judged(who: &str, differs: &[Message]) -> (Reversal, Message, &'static str) {
    if differs.is_empty() {
        let cue = say!("op-handed-as-approved", who);
        return (Reversal::Exact, cue, "as_approved");
    }
    let cue = say!("op-handed-differs", who, saids = Message::joined("; ", differs));
    (Reversal::BestEffort { caveats: vec![cue.clone()] }, cue, "differs")
}
