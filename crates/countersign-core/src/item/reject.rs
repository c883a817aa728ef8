//! Other answers to an item: `item.reject`, `item.defer`, and `item.withdraw`, which takes an answer back
//! while nobody has acted on it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::confirm::Output;
use crate::{
    ActorKind, Outcome,
    answer_status::DecisionStatus,
    change_set,
    decision::{Decision, DecisionWord},
    error::Result,
    item::{
        Item, ItemStatus, Trigger,
        decide::{self, Obstacle, find_item},
        snooze,
    },
    op::Op,
    tx::Tx,
    when,
};

/// Rejects an item.
pub struct ItemReject;

/// A no.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RejectInput {
    /// The item.
    pub id: String,
    /// Why; the agent reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The shown digest: if the item has changed since, nothing is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// A rejection has no handle: it can be withdrawn while nobody acted on it, and is irreversible from then on.
const NO_WAY_BACK: Message = say!("op-no-way-back");

impl Op for ItemReject {
    const NAME: &'static str = "item.reject";
    const DOC: &'static str = "Reject items, with a reason that the agent reads";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/reject";
    const CLI: &'static str = "reject {id...} --reason {reason}";
    type Input = RejectInput;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &RejectInput) -> Result<Output> {
        let mut item = find_item(tx, &input.id)?;
        tx.about(Some(&item.run), Some(&item.tool));
        if let Some(obstacle) = obstacle(tx, &mut item, DecisionWord::Rejected, input.digest.as_deref())? {
            return Ok(Output::obstacle(&item.id, &obstacle));
        }
        decide::reject(tx, &mut item, input.reason.as_deref())?;
        let rejected =
            Output::new(&item.id, DecisionStatus::Rejected, say!("op-rejected", said = item.summary));
        Ok(Output { rollback_label: Some(NO_WAY_BACK), ..rejected })
    }

    fn outcome(output: &Output) -> Outcome {
        output.outcome()
    }
}

/// Checks whether the caller may answer `word` to what they were shown, if they say what that was.
fn obstacle(
    tx: &mut Tx<'_>,
    item: &mut Item,
    word: DecisionWord,
    digest: Option<&str>,
) -> Result<Option<Obstacle>> {
    match (decide::obstacle(tx, item, word)?, digest) {
        (None, Some(digest)) => decide::check_digest(tx, item, Some(digest)),
        (obstacle, _) => Ok(obstacle),
    }
}

/// Defers an item.
pub struct ItemDefer;

/// An item to put off.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeferInput {
    /// The item.
    pub id: String,
    /// When it waits again by itself: `1h` or `3d` from now, `tomorrow` (at eight), or a time such as
    /// `2026-11-15T14:30`; without it, only when a person comes back to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// The shown digest: if the item has changed since, nothing is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// One item.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneItem {
    /// The item.
    pub id: String,
}

impl Op for ItemDefer {
    const NAME: &'static str = "item.defer";
    const DOC: &'static str = "Defer items; they stay in the inbox";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/defer";
    const CLI: &'static str = "defer {id...} --until {until}";
    type Input = DeferInput;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &DeferInput) -> Result<Output> {
        let mut item = find_item(tx, &input.id)?;
        tx.about(Some(&item.run), Some(&item.tool));
        if let Some(obstacle) = obstacle(tx, &mut item, DecisionWord::Deferred, input.digest.as_deref())? {
            return Ok(Output::obstacle(&item.id, &obstacle));
        }
        item.deferred_until = match &input.until {
            Some(text) => Some(snooze::read(text, tx.now(), &tx.setup().zone)?),
            None => None,
        };
        let said = match item.deferred_until {
            Some(until) => {
                snooze::check_expiry(tx, &item, until)?;
                let at = when::local(when::from_ms(until), &tx.setup().zone);
                say!("op-deferred-until", at, said = item.summary)
            }
            None => say!("op-deferred", said = item.summary),
        };
        decide::record(tx, &mut item, DecisionWord::Deferred, None)?;
        change_set::step(tx, &mut item, Trigger::Defer)?;
        Ok(Output::new(&item.id, DecisionStatus::Deferred, said))
    }

    fn outcome(output: &Output) -> Outcome {
        output.outcome()
    }
}

/// Takes an answer back.
pub struct ItemWithdraw;

impl Op for ItemWithdraw {
    const NAME: &'static str = "item.withdraw";
    const DOC: &'static str =
        "Withdraw a rejection the agent has not been told of, or a confirmation not yet begun";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/withdraw";
    const CLI: &'static str = "withdraw {id...}";
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        let mut item = find_item(tx, &input.id)?;
        tx.about(Some(&item.run), Some(&item.tool));
        let no = |message: Message| Ok(Output::new(&item.id, DecisionStatus::Irreversible, message));
        match item.status {
            ItemStatus::Confirmed => {}
            ItemStatus::Rejected if item.told => {
                return no(say!("op-withdraw-told"));
            }
            ItemStatus::Rejected if item.decision.is_none() => {
                return no(say!("op-withdraw-fell"));
            }
            ItemStatus::Rejected if !forgot_secrets(&item.args) => {}
            ItemStatus::Rejected => {
                return no(say!("op-withdraw-secrets"));
            }
            ItemStatus::Applied => return no(say!("op-withdraw-landed")),
            status => {
                let message = say!("op-no-answer-to-take-back", status = status.as_str());
                return Ok(Output::new(&item.id, DecisionStatus::NotDecided, message));
            }
        }
        if let Some(id) = item.decision.take() {
            let mut decision: Decision = tx.need(&id)?;
            decision.withdrawn = true;
            tx.put(&decision)?;
        }
        item.reason = None;
        item.decided_at = None;
        change_set::step(tx, &mut item, Trigger::Withdraw)?;
        Ok(Output::new(&item.id, DecisionStatus::Withdrawn, say!("op-pending-again", said = item.summary)))
    }

    fn outcome(output: &Output) -> Outcome {
        output.outcome()
    }
}

/// Whether arguments were stored without their secrets.
fn forgot_secrets(args: &crate::record::Doc) -> bool {
    serde_json::to_string(args).unwrap_or_default().contains(crate::redact::REDACTED)
}
