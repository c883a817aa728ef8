//! The offer of a grant: when a person is asked about a call of one shape for the third time, and said yes
//! before, the question offers the narrowest grant that would have covered all of them. Nothing is granted
//! until a person takes it, together with the yes.

use std::collections::BTreeMap;

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind,
    authority::{Grant, habit, suggestions},
    canonical,
    decision::{Decision, DecisionWord},
    error::Result,
    item::{Item, ItemStatus},
    judge::{self, Facts, Pattern, TableRow},
    record::{Record, sortable},
    store::Scan,
    tx::Tx,
};

/// How many earlier yeses an offer needs.
const LEAST: usize = 2;
/// How many of the newest earlier yeses the offered pattern covers. Items can be large.
const COVERED: usize = 4;

/// A grant that would have covered this item and the earlier ones like it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Offer {
    /// Its id, which names what would be granted, on which item; `item.confirm` takes it.
    pub id: String,
    /// In words.
    pub sentence: Message,
    /// What would be granted, and nothing else.
    pub pattern: Pattern,
    /// The earlier items that it would have covered, newest first.
    pub items: Vec<String>,
    /// How many such items were confirmed.
    pub confirmed: u32,
}

/// Earlier yeses to items of one agent, tool and shape.
#[derive(Debug, Clone, Default)]
struct Earlier {
    confirmed: u32,
    items: Vec<(String, Facts)>,
}

/// Finds offers for several items; what was decided on a shape is read once.
#[derive(Default)]
pub struct Offers(BTreeMap<(String, String, String), Earlier>);

impl Offers {
    /// Returns what is offered to the caller with an item: only to persons, and only where a grant would spare
    /// them the next question.
    pub fn of(&mut self, tx: &mut Tx<'_>, item: &Item) -> Result<Option<Offer>> {
        if tx.actor().kind != ActorKind::Person || !is_offerable(item) {
            return Ok(None);
        }
        if tx.is_empty(Decision::KIND.name, "decision.habit")? {
            return Ok(None);
        }
        let Some(shape) = judge::shape(&item.facts) else { return Ok(None) };
        let key = (item.agent.clone(), item.tool.clone(), shape);
        let earlier = match self.0.get(&key) {
            Some(earlier) => earlier,
            None => {
                let found = earlier(tx, &key)?;
                self.0.entry(key).or_insert(found)
            }
        };
        if earlier.items.len() < LEAST {
            return Ok(None);
        }
        let calls: Vec<&Facts> =
            [&item.facts].into_iter().chain(earlier.items.iter().map(|(_, facts)| facts)).collect();
        let Some(pattern) = judge::narrowest(&calls) else { return Ok(None) };
        if is_granted(tx, item)? {
            return Ok(None);
        }
        let named = json!([item.agent, item.tool, pattern, item.id, item.digest]);
        Ok(Some(Offer {
            id: canonical::digest("offer", &named)[..16].to_owned(),
            sentence: suggestions::offered(&item.agent, &item.tool, earlier.confirmed, &pattern),
            pattern,
            items: earlier.items.iter().map(|(id, _)| id.clone()).collect(),
            confirmed: earlier.confirmed,
        }))
    }
}

/// Whether a grant could be taken with the yes to an item, and would spare the next question.
fn is_offerable(item: &Item) -> bool {
    let is_asked = match item.why.row {
        TableRow::UnlistedHost | TableRow::Opaque | TableRow::AskRule | TableRow::Evidence => true,
        TableRow::Class => true,
        // Grants do not waive the others.
        _ => false,
    };
    is_asked
        && item.status.is_decidable()
        && item.status != ItemStatus::Stale
        && !item.unbound
        && !item.names_approvers()
        && item.can_remember()
}

/// Reads the earlier yeses of a shape; none if a person said no to one of them.
fn earlier(tx: &mut Tx<'_>, (agent, tool, shape): &(String, String, String)) -> Result<Earlier> {
    let sort = Decision::habit(agent, tool, shape);
    let since = sortable(tx.now().saturating_sub(suggestions::WINDOW_MS));
    let scan =
        Scan { from: format!("{sort}{since}"), ..Scan::prefix(Decision::KIND.name, "decision.habit", &sort) };
    let mut decisions: Vec<Decision> = tx.list(&scan.reversed().limit(habit::LOOKED_AT))?;
    decisions.retain(|d| d.agent == *agent && d.tool == *tool && d.shape == *shape);
    let counted = habit::counted(&decisions);
    if counted.len() < LEAST || counted.iter().any(|d| d.decision != DecisionWord::Confirmed) {
        return Ok(Earlier::default());
    }
    let confirmed = u32::try_from(counted.len()).unwrap_or(u32::MAX);
    if suggestions::is_declined(tx, &suggestions::habit(agent, tool, shape), confirmed)? {
        return Ok(Earlier::default());
    }
    let mut items = Vec::new();
    for decision in counted {
        if items.len() == COVERED {
            break;
        }
        let Some(item) = tx.get::<Item>(&decision.item)? else { continue };
        // After an edit it may be a different call from the one decided on.
        let is_same = judge::shape(&item.facts).as_deref() == Some(shape);
        if is_same && judge::grantable(item.class, &item.facts) {
            items.push((item.id, item.facts));
        }
    }
    Ok(Earlier { confirmed, items })
}

/// Whether a live grant covers it already: it was asked about before that was given.
fn is_granted(tx: &mut Tx<'_>, item: &Item) -> Result<bool> {
    let now = tx.now();
    let scan = Scan::exactly(Grant::KIND.name, "grant.live", &format!("{}/{}", item.agent, item.tool));
    let grants: Vec<Grant> = tx.list(&scan)?;
    let covers = |g: &Grant| g.pattern.covers(&item.facts) || g.covers_rehearsed(&item.facts, &item.facts);
    Ok(grants.iter().any(|g| g.is_live(now, &item.run) && covers(g)))
}
