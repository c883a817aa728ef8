//! `inbox.list`: everything that waits for a person, the most dangerous first. `inbox.count`: how much that is, for
//! prompts and status lines, which ask often.

mod find;
pub mod views;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use find::Find;

use crate::{
    ActorKind,
    authority::{Control, operations::Nothing},
    change_set::ChangeSet,
    error::Result,
    item::{
        Item, ItemStatus, inbox_sort,
        view::{ItemView, SetView, Waits, by_risk},
    },
    op::Op,
    page::{self, Cursor, Page},
    plan, question,
    record::Record,
    settings, stage, step,
    store::Scan,
    tx::Tx,
};

/// See the module.
pub struct InboxList;

/// Which part of the inbox.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Maximum number of items; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those of this agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Only those about this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// Only what comes after this item: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Only what has all of these words, in its text, arguments, agent or id. `agent:codex`, `tool:shell`, `in:src/`,
    /// `risk:high`, `older:2h` and `newer:10m` look at one thing only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = find::MOST))]
    pub find: Option<String>,
}

/// What waits.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The items, the most dangerous first, what was put off last.
    pub items: Vec<ItemView>,
    /// The sets they belong to, newest first.
    pub change_sets: Vec<SetView>,
    /// Everything else that waits: steps, plans, questions, stages, the most dangerous first.
    pub waiting: Vec<Waits>,
    /// Whether there is more than was listed.
    pub more: bool,
    /// What to ask for as `after` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for InboxList {
    const NAME: &'static str = "inbox.list";
    const DOC: &'static str = "List everything that waits for you, most dangerous first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/inbox";
    const CLI: &'static str =
        "inbox --limit {limit} --agent {agent} --subject {subject} --after {after} --find {find}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let find = Find::parse(input.find.as_deref().unwrap_or_default())?.asked_by(&tx.actor().name);
        let now = now(tx)?;
        let wanted = |item: &Item| {
            input.agent.as_ref().is_none_or(|a| *a == item.agent)
                && input.subject.as_ref().is_none_or(|s| *s == item.subject)
                && item.expires_at.is_none_or(|t| t > now)
                && find.has_item(item, now)
        };
        let after = input.after.as_deref().map(|given| place(tx, given)).transpose()?;
        let scan = Scan::prefix(Item::KIND.name, "item.open", "");
        let Page { rows: found, next } = page::read(tx, &scan, after, page::limit(input.limit), wanted)?;
        let mut sets: Vec<String> = found.iter().map(|i| i.set.clone()).collect();
        sets.sort_unstable();
        sets.dedup();
        let mut change_sets = sets.iter().map(|id| tx.need::<ChangeSet>(id)).collect::<Result<Vec<_>>>()?;
        change_sets.sort_by(|a, b| (b.created_at, &b.id).cmp(&(a.created_at, &a.id)));
        let items = ItemView::all(tx, found)?;
        let change_sets = change_sets.into_iter().map(SetView::from).collect();
        let mut waiting = others(tx)?;
        waiting.retain(|w| input.agent.as_ref().is_none_or(|a| *a == w.agent) && find.has_other(w, now));
        waiting.sort_by(by_risk);
        Ok(Output { items, change_sets, waiting, more: next.is_some(), next })
    }
}

/// Returns the current time; while everything is frozen, nothing expires.
pub(crate) fn now(tx: &mut Tx<'_>) -> Result<u64> {
    Ok(tx.get::<Control>(Control::FREEZE)?.map_or(tx.now(), |frozen| frozen.at))
}

/// Returns everything but items that waits.
fn others(tx: &mut Tx<'_>) -> Result<Vec<Waits>> {
    let mut waiting = step::waiting(tx, None)?;
    waiting.extend(plan::waiting(tx, None)?);
    waiting.extend(question::waiting(tx, None)?);
    waiting.extend(stage::waiting(tx, None)?);
    waiting.extend(settings::waiting(tx)?);
    Ok(waiting)
}

/// The most that is counted.
const COUNTED: usize = 100;

/// See the module.
pub struct InboxCount;

/// How much waits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    /// How much waits for an answer; what was put off is not counted.
    pub waiting: u32,
    /// Whether there is more than was counted.
    pub more: bool,
}

impl Op for InboxCount {
    const NAME: &'static str = "inbox.count";
    const DOC: &'static str = "Count what waits for you";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/inbox/count";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = Count;

    fn run(&self, tx: &mut Tx<'_>, _: &Nothing) -> Result<Count> {
        let now = now(tx)?;
        let wanted =
            |item: &Item| item.status != ItemStatus::Deferred && item.expires_at.is_none_or(|t| t > now);
        let scan = Scan::prefix(Item::KIND.name, "item.open", "");
        let Page { rows, next } = page::read(tx, &scan, None, COUNTED, wanted)?;
        let waiting = u32::try_from(rows.len() + others(tx)?.len()).unwrap_or(u32::MAX);
        Ok(Count { waiting, more: next.is_some() })
    }
}

/// Returns the position of an item in the list, even after it was decided: a person who works through the
/// inbox page by page may decide the very item that the next page starts after.
fn place(tx: &mut Tx<'_>, given: &str) -> Result<Cursor> {
    let item: Item = tx.find(given)?;
    let sort = inbox_sort(item.status, item.class.as_str(), item.created_at);
    Ok(Cursor { sort, id: item.id })
}
