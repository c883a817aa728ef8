//! `item.edit` and `item.refresh`: examine an item again, with other arguments or the same. Both go through
//! the gate again, and the result may be more dangerous.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::reject::OneItem;
use crate::{
    ActorKind, Outcome,
    answer_status::DecisionStatus,
    call::{gate, placeholder},
    change_set,
    decision::DecisionWord,
    effect::landing,
    error::{Error, Result},
    function,
    item::{
        Item, Trigger,
        decide::{self, Obstacle},
        view::ItemView,
    },
    judge::Ruling,
    op::Op,
    record::Doc,
    redact,
    run::Run,
    step,
    tx::Tx,
    world::{ChosenPart, Precondition},
};

/// Changes the arguments of an item.
pub struct ItemEdit;

/// Other arguments.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditInput {
    /// The item.
    pub id: String,
    /// All of the new arguments; by default the current ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Doc>,
    /// For a rehearsed command: the part of its effects that should land, each `{"path", "hunks"?}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub land: Vec<Value>,
}

/// The item after the check.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// Its status, or why it could not be read.
    pub status: DecisionStatus,
    /// The item, with its new preview and digest.
    pub item: ItemView,
    /// In words.
    pub message: Message,
}

fn outcome(output: &Output) -> Outcome {
    if matches!(output.status.as_str(), "pending" | "blocked") { Outcome::Done } else { Outcome::Stale }
}

impl Op for ItemEdit {
    const NAME: &'static str = "item.edit";
    const DOC: &'static str = "Change an item's arguments; it is judged and previewed again";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/edit";
    const CLI: &'static str = "edit {id} --args {args} --land {land}";
    type Input = EditInput;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &EditInput) -> Result<Output> {
        if input.args.is_none() && input.land.is_empty() {
            return Err(Error::invalid(say!("op-nothing-different")).hint(say!("op-hint-args-or-land")));
        }
        forecast_again(tx, &input.id, input.args.as_ref(), &input.land)
    }

    fn outcome(output: &Output) -> Outcome {
        outcome(output)
    }
}

/// Examines an item again.
pub struct ItemRefresh;

impl Op for ItemRefresh {
    const NAME: &'static str = "item.refresh";
    const DOC: &'static str = "Check items again when their preconditions have changed";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/refresh";
    const CLI: &'static str = "refresh {id...}";
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        forecast_again(tx, &input.id, None, &[])
    }

    fn outcome(output: &Output) -> Outcome {
        outcome(output)
    }
}

fn forecast_again(tx: &mut Tx<'_>, id: &str, new_args: Option<&Doc>, land: &[Value]) -> Result<Output> {
    let mut item: Item = decide::find_item(tx, id)?;
    tx.about(Some(&item.run), Some(&item.tool));
    if let Some(obstacle) = decide::obstacle(tx, &mut item, DecisionWord::Deferred)? {
        return refuse(tx, item, &obstacle);
    }
    let trigger = if new_args.is_some() || !land.is_empty() { Trigger::Edit } else { Trigger::Refresh };
    let again = Again { new_args, land, why: None };
    let (item, noop) = examine_again(tx, item, &again, trigger)?;
    // The answer shows the current version of the item.
    decide::mark_opened(tx, &item)?;
    let message = match noop {
        Some(why) => say!("op-nothing-left", said = why),
        None => item.summary.clone(),
    };
    let status = item.status.into();
    Ok(Output { status, message, item: ItemView::of(tx, item)? })
}

/// With what an item is examined again.
#[derive(Default)]
pub(crate) struct Again<'a> {
    /// Other arguments.
    pub new_args: Option<&'a Doc>,
    /// The part of its rehearsal that should land.
    pub land: &'a [Value],
    /// Why, if nobody asked for it: people are told.
    pub why: Option<Message>,
}

/// Examines an item again, and writes what was found into it. Returns it, and why there is nothing left to do, if so.
pub(crate) fn examine_again(
    tx: &mut Tx<'_>,
    mut item: Item,
    again: &Again<'_>,
    trigger: Trigger,
) -> Result<(Item, Option<Message>)> {
    let Again { new_args, land, why } = again;
    let run: Run = tx.need(&item.run)?;
    let tool = gate::tool_of(tx, &item)?;
    let is_function = tool.name == function::CALL;
    if tool.is_handed() && new_args.is_some() && !is_function {
        return Err(
            Error::conflict(say!("op-agent-does-itself")).hint(say!("op-hint-say-instead", id = item.id))
        );
    }
    let args = match new_args {
        Some(args) if is_function => function::edited(&item, args)?.into(),
        Some(args) => placeholder::bind(tx, &run, (*args).clone())?,
        None if item.unbound => {
            let args = landing::exact_args(tx, &item)?;
            placeholder::bind(tx, &run, args)?
        }
        None => landing::exact_args(tx, &item)?.into(),
    };
    let chosen = chosen(&item, *new_args, land)?;
    let before = Precondition::rehearsal_id(&item.preconditions).map(str::to_owned);
    let mut examined = gate::examine(tx, &run, tool, args, gate::Options::afresh(item.ordinal, chosen))?;
    if examined.verdict.ruling == Ruling::Refuse {
        return Err(Error::conflict(say!(
            "op-policy-refuses",
            saids = Message::joined("; ", &examined.verdict.reasons)
        )));
    }
    if new_args.is_some() {
        let original = item.original_args.clone().unwrap_or_else(|| item.args.clone());
        tx.note("edit", json!({"before": item.args, "after": redact::value(&json!(examined.forecast.args))}));
        item.original_args = Some(original);
        item.told = false;
    }
    if !land.is_empty() {
        tx.note("land", redact::value(&json!(land)));
        item.told = false;
    }
    if let Some(why) = why {
        examined.forecast.preview.warnings.insert(0, why.clone());
    }
    examined.describe(&mut item);
    landing::keep_args(tx, &mut item, &examined.forecast.args)?;
    gate::rehearsal::keep(tx, &item, before);
    item.approvals.clear();
    item.error = None;
    if item.proceeds_at.is_some() {
        step::object(tx, item.step.as_deref())?;
    }
    change_set::step(tx, &mut item, trigger)?;
    if !item.depends_on.is_empty() {
        change_set::step(tx, &mut item, Trigger::Block)?;
    }
    Ok((item, examined.forecast.noop))
}

/// Returns the part of a rehearsal that a person wants to land.
fn chosen(item: &Item, new_args: Option<&Doc>, land: &[Value]) -> Result<Option<ChosenPart>> {
    if land.is_empty() {
        return Ok(None);
    }
    if new_args.is_some() {
        return Err(Error::invalid(say!("op-another-command")).hint(say!("op-hint-edit-then-choose")));
    }
    match Precondition::rehearsal(&item.preconditions) {
        Some(rehearsal) => Ok(Some(ChosenPart { rehearsal: rehearsal.clone(), land: land.to_vec() })),
        None => Err(Error::conflict(say!("op-not-rehearsed", id = item.id))
            .hint(say!("op-hint-may-rehearse", id = item.id))),
    }
}

fn refuse(tx: &mut Tx<'_>, item: Item, obstacle: &Obstacle) -> Result<Output> {
    let (status, message) = (obstacle.status(), obstacle.message(&item.id));
    Ok(Output { status, message, item: ItemView::of(tx, item)? })
}
