//! `thing.show`: a thing that receipts are about (a task, an event, a file), as it is, with what happened to it.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Receipt, standing, undo};
use crate::{
    ActorKind, Role,
    error::{Error, Result},
    inbox,
    item::{Item, view::ItemView},
    op::Op,
    page,
    record::{Key, Record},
    store::Scan,
    tx::Tx,
};

/// The kind of a file, which is no record.
const FILE: &str = "file";
/// How many of the latest receipts are searched.
const SEARCHED_MOST: usize = 500;
/// How many receipts are listed.
const LISTED_MOST: usize = 50;

/// See the module.
pub struct ThingShow;

/// One thing.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// What kind of thing it is, as `resume` says: `task`, `event`, `file`, …
    pub kind: String,
    /// Its id; of a file, its path.
    pub id: String,
}

/// The thing, and its receipts.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// What kind of thing it is.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its fields; null for a file, and for what is gone.
    pub value: Value,
    /// What waits for a decision and is about it, oldest first.
    pub waiting: Vec<ItemView>,
    /// What happened to it, newest first.
    pub receipts: Vec<Receipt>,
}

impl Op for ThingShow {
    const NAME: &'static str = "thing.show";
    const DOC: &'static str = "Show a thing with what happened to it, and how that is undone";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/things/{kind}";
    const CLI: &'static str = "";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let missing = || Error::not_found(say!("judge-not-there", kind = input.kind, id = input.id));
        let key = match tx.setup().kind(&input.kind) {
            Some(kind) if kind.domain => Some(Key { kind: kind.name, id: input.id.clone() }),
            None if input.kind == FILE => None,
            Some(_) | None => return Err(missing()),
        };
        let mut receipts = Vec::new();
        let scan = Scan::prefix(Receipt::KIND.name, "receipt.at", "").reversed().limit(SEARCHED_MOST);
        for receipt in tx.list::<Receipt>(&scan)? {
            if receipts.len() < LISTED_MOST && is_about(tx, &receipt, key.as_ref(), &input.id)? {
                receipts.push(receipt);
            }
        }
        let row = key.as_ref().map(|key| tx.row(key)).transpose()?.flatten();
        let waiting = waiting(tx, key.is_none(), &input.id)?;
        if row.is_none() && receipts.is_empty() && waiting.is_empty() {
            return Err(missing());
        }
        standing::look(tx, &mut receipts)?;
        let value = row.map_or(Value::Null, |row| Value::Object(row.doc.into()));
        Ok(Output { kind: input.kind.clone(), id: input.id.clone(), value, waiting, receipts })
    }
}

/// Returns the open items about a thing: of a file, what reads or changes its path; of a record, what names it.
fn waiting(tx: &mut Tx<'_>, is_file: bool, id: &str) -> Result<Vec<ItemView>> {
    let now = inbox::now(tx)?;
    let is_about = |item: &Item| {
        let facts = &item.facts;
        match is_file {
            true => {
                [&facts.writes, &facts.deletes, &facts.reads].into_iter().flatten().any(|path| path == id)
            }
            false => item.subject == id || item.args.values().any(|value| names(value, id)),
        }
    };
    let wanted = |item: &Item| is_about(item) && item.expires_at.is_none_or(|at| at > now);
    let scan = Scan::prefix(Item::KIND.name, "item.open", "");
    let mut found = page::read(tx, &scan, None, LISTED_MOST, wanted)?.rows;
    found.sort_by_key(|item| item.created_at);
    ItemView::all(tx, found)
}

/// Whether an argument is this id, or a list with it.
fn names(value: &Value, id: &str) -> bool {
    value == id || value.as_array().is_some_and(|list| list.iter().any(|one| one == id))
}

/// Whether a receipt changed that record, or the file at that path.
fn is_about(tx: &mut Tx<'_>, receipt: &Receipt, key: Option<&Key>, path: &str) -> Result<bool> {
    let Some(key) = key else {
        let steps = receipt.inverse.as_ref().map_or(&Value::Null, |inverse| &inverse.steps);
        let nested = if steps["by"] == "files" { &steps["steps"] } else { steps };
        let names = |step: &Value| ["path", "from", "to"].iter().any(|name| step[*name] == path);
        return Ok(nested.as_array().is_some_and(|steps| steps.iter().any(names)));
    };
    if receipt.inverse.is_some() {
        return Ok(false);
    }
    let changes = undo::domain_changes(tx, receipt)?.unwrap_or_default();
    Ok(changes.iter().any(|change| change.key() == key))
}
