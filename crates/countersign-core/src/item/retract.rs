//! `item.retract`: an agent takes back its own open proposal.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reject::OneItem;
use crate::{
    ActorKind, Outcome,
    answer_status::RetractStatus,
    change_set,
    effect::landing,
    error::{ErrorCode, Result},
    item::{ItemStatus, Trigger, decide},
    op::Op,
    tx::Tx,
};

/// See the module.
pub struct ItemRetract;

/// The outcome of the proposal.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The item, as it was named.
    pub item: String,
    /// The outcome.
    pub status: RetractStatus,
    /// In words.
    pub message: Message,
}

impl Op for ItemRetract {
    const NAME: &'static str = "item.retract";
    const DOC: &'static str = "Withdraw your own open proposals";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/retract";
    const CLI: &'static str = "retract {id...}";
    const MCP: Option<&'static str> = Some("retract");
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        let answer = |item: &str, status: RetractStatus, message: Message| {
            Ok(Output { item: item.to_owned(), status, message })
        };
        let mut item = match decide::find_item(tx, &input.id) {
            Ok(item) => item,
            Err(e) if e.code == ErrorCode::NotFound => {
                return answer(&input.id, RetractStatus::NotFound, e.message);
            }
            Err(e) => return Err(e),
        };
        tx.about(Some(&item.run), Some(&item.tool));
        let open = matches!(
            item.status,
            ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked | ItemStatus::Stale
        );
        if !open {
            return answer(
                &item.id,
                RetractStatus::NotOpen,
                say!("judge-it-is", status = item.status.as_str()),
            );
        }
        item.decision = None;
        item.decided_at = None;
        landing::drop_secret_args(tx, &mut item)?;
        change_set::step(tx, &mut item, Trigger::Retract)?;
        decide::lose_children(tx, &item.id, say!("op-agent-took-back"))?;
        answer(&item.id, RetractStatus::Retracted, say!("op-retracted", said = item.summary))
    }

    fn outcome(output: &Output) -> Outcome {
        match output.status {
            RetractStatus::Retracted => Outcome::Done,
            RetractStatus::NotFound => Outcome::Missing,
            RetractStatus::NotOpen => Outcome::Stale,
        }
    }
}
