//! `countdown.list`: lists what proceeds by itself unless somebody objects. `countdown.stop`: a person stops
//! a countdown, and from then on it waits for their decision.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind, countdown,
    error::{Error, ErrorCode, Result},
    item::{Item, reject::OneItem, view::Waits},
    op::Op,
    status::Status,
    step::{self, Step, StepStatus},
    tx::Tx,
};

/// Lists running countdowns.
pub struct CountdownList;

/// Nothing is asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {}

/// What continues automatically.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Items and steps, the next to go on first.
    pub countdowns: Vec<Waits>,
}

impl Op for CountdownList {
    const NAME: &'static str = "countdown.list";
    const DOC: &'static str = "List countdowns, which go on unless somebody objects, the next one first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/countdowns";
    const CLI: &'static str = "";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &ListInput) -> Result<ListOutput> {
        Ok(ListOutput { countdowns: countdown::waiting(tx)? })
    }
}

/// Stops a countdown.
pub struct CountdownStop;

/// What was stopped.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The item or the step.
    pub id: String,
    /// `held`.
    pub status: String,
    /// In words.
    pub message: Message,
}

impl Op for CountdownStop {
    const NAME: &'static str = "countdown.stop";
    const DOC: &'static str = "Stop countdowns, so that a person must decide";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/countdowns/{id}/stop";
    const CLI: &'static str = "pause {id...} | hold {id...}";
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        let (id, title) = match tx.find::<Item>(&input.id) {
            Ok(item) => stop_item(tx, item)?,
            Err(e) if e.code == ErrorCode::NotFound => stop_step(tx, &input.id)?,
            Err(e) => return Err(e),
        };
        let message = say!("op-waits-own-yes", said = title);
        Ok(Output { id, status: "held".to_owned(), message })
    }
}

fn stop_item(tx: &mut Tx<'_>, mut item: Item) -> Result<(String, Message)> {
    tx.about(Some(&item.run), Some(&item.tool));
    if item.proceeds_at.is_none() || !item.status.is_decidable() {
        return Err(no_countdown(&item.id, item.status.as_str()));
    }
    item.end_countdown();
    tx.put(&item)?;
    // Otherwise the agent could just retract it and propose it again.
    step::object(tx, item.step.as_deref())?;
    Ok((item.id, item.summary))
}

fn stop_step(tx: &mut Tx<'_>, given: &str) -> Result<(String, Message)> {
    let mut step: Step = match tx.find(given) {
        Err(e) if e.code == ErrorCode::NotFound => {
            return Err(Error::not_found(say!("op-neither-item-nor-step", id = given)));
        }
        found => found?,
    };
    tx.about(Some(&step.run), None);
    if step.status != StepStatus::Counting {
        return Err(no_countdown(&step.id, step.status.as_str()));
    }
    step.status = step.status.to(StepStatus::Waiting)?;
    step.untold = true;
    step.held_by = Some(tx.actor().to_string());
    step.end_countdown();
    tx.put(&step)?;
    Ok((step.id, step.title.into()))
}

fn no_countdown(id: &str, status: &str) -> Error {
    Error::conflict(say!("op-no-countdown", id, status)).hint(say!("op-hint-inbox-goes-on"))
}
