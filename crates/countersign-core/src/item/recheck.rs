//! `item.recheck`: after something has landed, what waits is compared with how things are now. Where it would still do what
//! was shown, nothing happens, and it can be confirmed under what was seen. Otherwise it is examined again, and says what
//! has changed.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    edit::{self, Again},
    reject::OneItem,
};
use crate::{
    ActorKind,
    effect::landing,
    error::{ErrorCode, Result},
    item::{Item, ItemStatus, Trigger},
    op::Op,
    record::{Record, text},
    store::{Base, Scan},
    tool::Effect,
    tx::Tx,
    world::Precondition,
};

/// See the module.
pub struct ItemRecheck;

/// The most items that are compared after a landing; the others are, when they land.
const MOST: usize = 200;

/// What was found.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The item.
    pub id: String,
    /// What has changed since it was shown; None if it would still do that.
    pub changed: Option<Message>,
}

impl Op for ItemRecheck {
    const NAME: &'static str = "item.recheck";
    const DOC: &'static str =
        "Compare a waiting item with how things are now; if it would do something else, show that";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/items/{id}/recheck";
    const CLI: &'static str = "";
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        let item: Item = tx.need(&input.id)?;
        let nothing = Output { id: item.id.clone(), changed: None };
        if !can_be_compared(&item) || !is_builtin(tx, &item) {
            return Ok(nothing);
        }
        tx.about(Some(&item.run), Some(&item.tool));
        let changed = match tx.attempt(|tx| rechecked(tx, item)) {
            Err(e) if tx.is_asking() || matches!(e.code, ErrorCode::Internal | ErrorCode::Store) => {
                return Err(e);
            }
            // It cannot be examined now: whoever decides is told.
            Err(_) => None,
            Ok(changed) => changed,
        };
        Ok(Output { changed, ..nothing })
    }
}

/// Whether an item waits for a decision, and would land what was found in the world when it was shown.
fn can_be_compared(item: &Item) -> bool {
    let waits = match item.status {
        ItemStatus::Pending | ItemStatus::Stale => true,
        ItemStatus::Blocked => item.depends_on.is_empty(),
        _ => false,
    };
    let by_effect = item.is_rehearsed() || Precondition::rehearsal(&item.preconditions).is_none();
    waits && by_effect && !item.preconditions.is_empty() && !item.unbound && item.proceeds_at.is_none()
}

/// Whether the item's tool is built in, or its agent's own: others are not asked without need.
fn is_builtin(tx: &Tx<'_>, item: &Item) -> bool {
    let tool = tx.setup().catalog.get(&item.tool);
    tool.is_some_and(|tool| matches!(tool.effect, Effect::World) && tool.upstream.is_none())
}

fn rechecked(tx: &mut Tx<'_>, item: Item) -> Result<Option<Message>> {
    let order = landing::order(tx, &item)?;
    let Some(changed) = tx.recheck(order)? else { return Ok(None) };
    let why = Some(say!("judge-examined-again", said = changed.clone()));
    edit::examine_again(tx, item, &Again { why, ..Again::default() }, Trigger::Refresh)?;
    Ok(Some(changed))
}

/// Returns the items that are compared after a landing.
pub fn waiting(base: &mut dyn Base) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for hit in base.scan(&Scan::prefix(Item::KIND.name, "item.open", ""))? {
        // The status is looked at first: most of the rest is not read.
        if ItemStatus::parse(text(&hit.stored.row.doc, "status")).is_some_and(ItemStatus::is_decidable) {
            let item: Item = hit.stored.row.read()?;
            found.extend(can_be_compared(&item).then_some(item.id));
        }
        if found.len() == MOST {
            break;
        }
    }
    Ok(found)
}
