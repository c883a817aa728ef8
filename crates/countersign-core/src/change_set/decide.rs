//! Decisions over a set: `set.confirm_all`, `items.confirm_selected` and `set.dismiss`. The first two are
//! just one `item.confirm` after the other, each of which checks again before it acts and skips items that
//! need their own approval ([`crate::item::bulk`]).

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind, Outcome,
    answer_status::DecisionStatus,
    authority::Seen,
    change_set::{self, ChangeSet},
    error::{Error, Result},
    item::{
        Item, ItemStatus,
        confirm::{Output as ItemResult, patience_ms},
        decide,
    },
    op::{Answer, Op, Part},
    tx::Tx,
};

/// Confirms what was shown of a set.
pub struct SetConfirmAll;

/// One set.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneSet {
    /// The set.
    pub id: String,
    /// How many seconds to wait for the end of what happens; 10 by default. Then it goes on by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_s: Option<u32>,
}

/// A result per item, also for those that were left out.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// In the order of the items.
    pub results: Vec<ItemResult>,
}

impl Results {
    /// Returns the combined outcome: the worst of them.
    pub fn outcome(&self) -> Outcome {
        let order = |o: &Outcome| match o {
            Outcome::Done => 0,
            Outcome::Held => 1,
            Outcome::Stale => 2,
            Outcome::Refused => 3,
            Outcome::Missing => 4,
            Outcome::Failed => 5,
            Outcome::Invalid => 6,
        };
        if !self.results.is_empty() && self.results.iter().all(|r| r.status == DecisionStatus::LeftOut) {
            return Outcome::Stale;
        }
        self.results.iter().map(ItemResult::outcome).max_by_key(order).unwrap_or(Outcome::Done)
    }
}

fn join(answers: Vec<Result<Answer>>, asked: impl Fn(usize) -> String) -> Result<Results> {
    let result = |(i, answer): (usize, Result<Answer>)| match answer {
        Ok(answer) => serde_json::from_value(answer.value).map_err(Error::bug),
        Err(e) => Ok(ItemResult::new(&asked(i), e.code, e.message)),
    };
    Ok(Results { results: answers.into_iter().enumerate().map(result).collect::<Result<_>>()? })
}

impl Op for SetConfirmAll {
    const NAME: &'static str = "set.confirm_all";
    const DOC: &'static str =
        "Confirm the items of a set that you were shown, except those that need a yes of their own";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/change-sets/{id}/confirm-all";
    const CLI: &'static str = "confirm-all {id} --wait-s {wait_s}";
    type Input = OneSet;
    type Output = Results;

    /// Returns all open items, in order, each with the digest that was shown. Items that were never shown,
    /// are in doubt, destructive, put off, not shown whole or have a warning are left for a decision of their
    /// own, and the answer says so.
    fn parts(&self, view: &mut Tx<'_>, input: &OneSet) -> Result<Option<Vec<Part>>> {
        let found: ChangeSet = view.find(&input.id)?;
        let mut parts = Vec::new();
        for item in change_set::items(view, &found)? {
            if item.status.is_decidable() || item.status == ItemStatus::NeedsReview {
                let seen = view.get::<Seen>(&Seen::key(&view.actor().name, &item.id))?;
                let mut input = json!({"id": item.id, "together": true});
                if let Some(seen) = seen {
                    input["digest"] = seen.digest.into();
                }
                parts.push(Part { op: "item.confirm", input, touches: item.touches() });
            }
        }
        if parts.is_empty() {
            let error = Error::conflict(say!("op-not-together", id = found.id));
            return Err(error.hint(say!("op-hint-show-first", id = found.id)));
        }
        Ok(Some(parts))
    }

    fn patience_ms(&self, input: &OneSet) -> Option<u64> {
        patience_ms(input.wait_s)
    }

    fn join(&self, input: &OneSet, answers: Vec<Result<Answer>>) -> Result<Results> {
        join(answers, |_| input.id.clone())
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &OneSet) -> Result<Results> {
        Err(Error::bug("confirm-all consists of parts"))
    }

    fn outcome(output: &Results) -> Outcome {
        output.outcome()
    }
}

/// Confirms chosen items.
pub struct ItemsConfirmSelected;

/// The maximum number of items chosen at once.
const SELECTED_MOST: usize = 1000;

/// The chosen ones.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    /// Each with its shown digest.
    #[schemars(length(max = SELECTED_MOST))]
    pub items: Vec<Selected>,
    /// How many seconds to wait for the end of what happens; 10 by default. Then it goes on by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_s: Option<u32>,
}

/// One chosen item.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Selected {
    /// The item.
    pub id: String,
    /// What was shown of it.
    pub digest: String,
}

/// The chosen ones in the order in which they were proposed, which later ones may rest on: a list may group them otherwise.
fn in_order(input: &Selection) -> Vec<&Selected> {
    let number = |chosen: &&Selected| -> u64 {
        let digits = chosen.id.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse().unwrap_or(u64::MAX)
    };
    let mut all: Vec<&Selected> = input.items.iter().collect();
    all.sort_by_key(number);
    all
}

impl Op for ItemsConfirmSelected {
    const NAME: &'static str = "items.confirm_selected";
    const DOC: &'static str = "Confirm selected items in order, except those that need a yes of their own";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const COMPOSITE: bool = true;
    const HTTP: &'static str = "POST /v1/items/confirm-selected";
    const CLI: &'static str = "";
    type Input = Selection;
    type Output = Results;

    fn parts(&self, view: &mut Tx<'_>, input: &Selection) -> Result<Option<Vec<Part>>> {
        if input.items.len() > SELECTED_MOST {
            return Err(Error::invalid(say!("op-items-at-once", n = SELECTED_MOST)));
        }
        let mut parts = Vec::new();
        for chosen in in_order(input) {
            let item = decide::find_item(view, &chosen.id).ok();
            let input = json!({"id": chosen.id, "digest": chosen.digest, "together": true});
            parts.push(Part { op: "item.confirm", input, touches: item.and_then(|i| i.touches()) });
        }
        Ok(Some(parts))
    }

    fn patience_ms(&self, input: &Selection) -> Option<u64> {
        patience_ms(input.wait_s)
    }

    fn join(&self, input: &Selection, answers: Vec<Result<Answer>>) -> Result<Results> {
        let order = in_order(input);
        join(answers, |i| order.get(i).map(|s| s.id.clone()).unwrap_or_default())
    }

    fn run(&self, _tx: &mut Tx<'_>, _input: &Selection) -> Result<Results> {
        Err(Error::bug("confirm-selected consists of parts"))
    }

    fn outcome(output: &Results) -> Outcome {
        output.outcome()
    }
}

/// Rejects what is pending in a set.
pub struct SetDismiss;

/// A no to a whole set.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DismissInput {
    /// The set.
    pub id: String,
    /// Why; the agent reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Op for SetDismiss {
    const NAME: &'static str = "set.dismiss";
    const DOC: &'static str = "Reject everything that is pending in a set";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/change-sets/{id}/dismiss";
    const CLI: &'static str = "dismiss {id} --reason {reason}";
    type Input = DismissInput;
    type Output = Results;

    fn run(&self, tx: &mut Tx<'_>, input: &DismissInput) -> Result<Results> {
        let found: ChangeSet = tx.find(&input.id)?;
        let mut results = Vec::new();
        for listed in change_set::items(tx, &found)? {
            // The rejection of its parent may already have rejected it.
            let mut item: Item = tx.need(&listed.id)?;
            if !item.status.is_decidable() {
                continue;
            }
            let obstacle = decide::obstacle(tx, &mut item, crate::decision::DecisionWord::Rejected)?;
            results.push(match obstacle {
                Some(obstacle) => ItemResult::obstacle(&item.id, &obstacle),
                None => {
                    decide::reject(tx, &mut item, input.reason.as_deref())?;
                    ItemResult::new(
                        &item.id,
                        DecisionStatus::Rejected,
                        say!("op-rejected", said = item.summary),
                    )
                }
            });
        }
        Ok(Results { results })
    }

    fn outcome(output: &Results) -> Outcome {
        output.outcome()
    }
}
