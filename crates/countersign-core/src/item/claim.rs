//! `item.claim` and `item.lift`: a person claims an item or a set for a while, or allows a rejected proposal
//! to be made again.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reject::OneItem;
use crate::{
    ActorKind, Outcome,
    answer_status::ClaimStatus,
    authority::Claim,
    change_set::{self, ChangeSet},
    error::{Error, Result},
    item::{Item, ItemStatus},
    op::Op,
    step,
    tx::Tx,
};

/// Claims an item or a set.
pub struct ItemClaim;

/// A claim.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimInput {
    /// The item or the set.
    pub id: String,
    /// For this many minutes; 15 by default, a day at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1440))]
    pub minutes: Option<u32>,
    /// Release it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub release: bool,
}

/// Who holds it now.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ClaimOutput {
    /// The item or the set.
    pub id: String,
    /// Whose it is.
    pub status: ClaimStatus,
    /// Who.
    pub person: Option<String>,
    /// Until when.
    pub until: Option<u64>,
    /// In words.
    pub message: Message,
}

impl Op for ItemClaim {
    const NAME: &'static str = "item.claim";
    const DOC: &'static str = "Claim an item or a set for a while, so that others see who is reviewing it";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/claim";
    const CLI: &'static str = "claim {id} --minutes {minutes} --release {release}";
    type Input = ClaimInput;
    type Output = ClaimOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ClaimInput) -> Result<ClaimOutput> {
        let id = match tx.resolve::<Item>(&input.id) {
            Ok(id) => id,
            Err(first) => tx.resolve::<ChangeSet>(&input.id).map_err(|_| first)?,
        };
        let me = tx.actor().name.clone();
        if let Some(held) = tx.get::<Claim>(&id)?.filter(|c| c.until > tx.now() && c.person != me) {
            let message = say!("judge-holds-it", who = held.person);
            let (person, until) = (Some(held.person), Some(held.until));
            return Ok(ClaimOutput { id, status: ClaimStatus::HeldByAnother, person, until, message });
        }
        if input.release {
            tx.delete::<Claim>(&id)?;
            let message = say!("op-nobody-holds");
            return Ok(ClaimOutput { id, status: ClaimStatus::Released, person: None, until: None, message });
        }
        let minutes = input.minutes.unwrap_or(15);
        if !(1..=1440).contains(&minutes) {
            return Err(Error::invalid(say!("op-claim-range")));
        }
        let until = tx.now() + u64::from(minutes) * 60_000;
        tx.put(&Claim { id: id.clone(), person: me.clone(), until })?;
        end_countdowns(tx, &id)?;
        let message = say!("op-holds-for", who = me, n = minutes);
        Ok(ClaimOutput { id, status: ClaimStatus::Claimed, person: Some(me), until: Some(until), message })
    }

    fn outcome(output: &ClaimOutput) -> Outcome {
        if output.status == ClaimStatus::HeldByAnother { Outcome::Stale } else { Outcome::Done }
    }
}

/// Ends countdowns of a claimed item or set: its holder means to decide it, so nothing of it proceeds by
/// itself, nor does a replacement that the agent proposes.
fn end_countdowns(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let items = match tx.get::<Item>(id)? {
        Some(item) => vec![item],
        None => {
            let claimed: ChangeSet = tx.need(id)?;
            change_set::items(tx, &claimed)?
        }
    };
    for mut item in items.into_iter().filter(|i| i.proceeds_at.is_some()) {
        step::object(tx, item.step.as_deref())?;
        item.end_countdown();
        tx.put(&item)?;
    }
    Ok(())
}

/// Allows a rejected proposal to be made again.
pub struct ItemLift;

/// The outcome.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LiftOutput {
    /// The item.
    pub item: String,
    /// `lifted`.
    pub status: String,
    /// In words.
    pub message: Message,
}

impl Op for ItemLift {
    const NAME: &'static str = "item.lift";
    const DOC: &'static str = "Allow the agent to propose a rejected item again";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/items/{id}/lift";
    const CLI: &'static str = "lift {id...}";
    type Input = OneItem;
    type Output = LiftOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<LiftOutput> {
        let mut item: Item = tx.find(&input.id)?;
        if item.status != ItemStatus::Rejected {
            return Err(Error::conflict(say!(
                "op-only-rejection-blocks",
                id = item.id,
                status = item.status.as_str()
            )));
        }
        item.lifted = true;
        tx.put(&item)?;
        tx.about(Some(&item.run), Some(&item.tool));
        let message = say!("op-may-propose-again", said = item.summary);
        Ok(LiftOutput { item: item.id, status: "lifted".to_owned(), message })
    }
}
