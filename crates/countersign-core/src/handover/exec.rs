//! `handover.exec`: an agent starts a command that it asked about. Commands that the policy allows are begun;
//! others are rehearsed in the agent's environment.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::operations::tell;
use crate::{
    ActorKind,
    call::{gate, propose},
    change_set,
    effect::{landing, operations::Reported},
    error::{Error, Result},
    handover::Handover,
    item::{
        Item, ItemStatus, Trigger, decide,
        reject::OneItem,
        status::{self, ItemStatusOp},
    },
    judge::Ruling,
    op::{Answer, Op, Undo, read_output},
    receipt::AllowedBy,
    record::Record,
    run::Run,
    store::Scan,
    tx::Tx,
    world::Precondition,
};

/// Begins a command that the policy allows without a person, now that the agent waits for it.
pub struct HandoverExec;

/// The item that an agent waits for.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExecInput {
    /// The item.
    pub id: String,
    /// The folder in which the agent would run the command, if it is known only now. An undecided command is then
    /// checked again for that folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

impl Op for HandoverExec {
    const NAME: &'static str = "handover.exec";
    const DOC: &'static str = "Run a command that needs no person, and report its result";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const LAZY: bool = true;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/items/{id}/exec";
    const CLI: &'static str = "";
    type Input = ExecInput;
    type Output = status::Output;

    fn run(&self, tx: &mut Tx<'_>, input: &ExecInput) -> Result<status::Output> {
        let mut item = decide::find_item(tx, &input.id)?;
        let scan = Scan::exactly(Handover::KIND.name, "handover.item", &format!("{}/", item.id));
        let handovers = tx.list::<Handover>(&scan)?;
        let agents = input.cwd.as_deref().filter(|_| tx.actor().kind == ActorKind::Agent);
        let elsewhere = agents.filter(|cwd| item.args.get("cwd").is_none_or(|was| was != cwd));
        let proceeds = elsewhere.is_none() && handovers.iter().any(|h| h.proceeds);
        if !proceeds && item.status == ItemStatus::Pending {
            rehearse(tx, &mut item, handovers, elsewhere)?;
        } else if proceeds && item.status == ItemStatus::Pending {
            let run: Run = tx.need(&item.run)?;
            let tool = gate::find_tool(tx, &item.tool)?;
            let args = landing::exact_args(tx, &item)?;
            // A grant may have been revoked since, or everything frozen: then it waits for a person.
            let examined = gate::examine(tx, &run, tool, args, gate::Options::after(item.ordinal))?;
            if examined.proceeds() && examined.digest() == item.digest {
                let allowed_by = propose::allowed_by(tx, &examined)?;
                tx.about(Some(&item.run), Some(&item.tool));
                item.decided_at = Some(tx.now());
                change_set::step(tx, &mut item, Trigger::Confirm)?;
                landing::dispatch(tx, &mut item, allowed_by)?;
            }
        }
        ItemStatusOp.run(tx, &OneItem { id: input.id.clone() })
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        let mut output = read_output::<Self>(output)?;
        if let Reported::Finished(ended) = Reported::read(&finished)? {
            output.status = ItemStatus::parse(ended.status.as_str()).unwrap_or(output.status);
            output.latest_reversible_event_id = ended.latest_reversible_event_id;
            output.latest_reversible_event_type = ended.latest_reversible_event_type;
            output.receipt = ended.receipt;
        }
        Ok(Answer { value: serde_json::to_value(output).map_err(Error::bug)?, ..finished })
    }
}

/// Rehearses the command that an agent waits for, once: a harmless one ends there with its answer, any other
/// is shown with its true effects.
fn rehearse(
    tx: &mut Tx<'_>,
    item: &mut Item,
    handovers: Vec<Handover>,
    elsewhere: Option<&str>,
) -> Result<()> {
    let fresh = handovers.into_iter().find(|h| h.exec && !h.rehearsed);
    let known = Precondition::rehearsal(&item.preconditions).is_some();
    let Some(mut handover) = fresh.filter(|_| !known) else { return Ok(()) };
    let run: Run = tx.need(&item.run)?;
    let tool = gate::tool_of(tx, item)?;
    let mut args = landing::exact_args(tx, item)?;
    args.extend(elsewhere.map(|cwd| ("cwd".to_owned(), cwd.into())));
    let examined = gate::examine(tx, &run, tool, args, gate::Options::afresh(item.ordinal, None))?;
    handover.rehearsed = true;
    tx.put(&handover)?;
    if examined.verdict.ruling == Ruling::Refuse {
        return Ok(());
    }
    tell(tx, &examined);
    tx.about(Some(&item.run), Some(&item.tool));
    examined.describe(item);
    landing::keep_args(tx, item, &examined.forecast.args)?;
    gate::rehearsal::keep(tx, item, None);
    item.approvals.clear();
    match (&examined.forecast.answer, examined.proceeds() && examined.waits_for.is_empty()) {
        (Some(answer), true) => {
            let allowed_by = AllowedBy::Policy(examined.verdict.row.as_str().to_owned());
            landing::land_answer(tx, item, answer, allowed_by).map(drop)
        }
        (None, true) => {
            let allowed_by = propose::allowed_by(tx, &examined)?;
            item.decided_at = Some(tx.now());
            change_set::step(tx, item, Trigger::Confirm)?;
            landing::dispatch(tx, item, allowed_by)
        }
        (_, false) => tx.put(item),
    }
}
