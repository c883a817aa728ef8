//! Undo merged with what has changed since (`receipt.merge`). Texts of files are merged three ways by the world, records
//! field by field here. The result is a proposal of its own: it is shown, bound by its digest, confirmed and receipted
//! like any change. Where both sides changed the same, that is named and there is no proposal.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    Receipt, find, standing,
    undo::{self, MERGE, UNDO_TOOL},
};
use crate::{
    ActorKind, Outcome,
    call::{
        gate,
        propose::{self, CallPropose, Given},
    },
    canonical,
    change::Change,
    error::{Error, Result},
    op::{Op, Undo},
    record::{Cell, Doc, Key, Row},
    run, text,
    tool::{FieldChange, Preview},
    tx::{Tx, has_child},
    world::Inverse,
};

/// The length of a value in a conflict.
const SHOWN: usize = 80;

/// Proposes an undo merged with what has changed since.
pub struct ReceiptMerge;

/// One receipt.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeInput {
    /// The receipt, or its item or event.
    pub id: String,
}

impl Op for ReceiptMerge {
    const NAME: &'static str = "receipt.merge";
    const DOC: &'static str = "Propose the undo of a receipt merged with what has changed since; it is shown and confirmed like any change";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/receipts/{id}/merge";
    const CLI: &'static str = "";
    type Input = MergeInput;
    type Output = propose::Output;

    fn run(&self, tx: &mut Tx<'_>, input: &MergeInput) -> Result<propose::Output> {
        let receipt = find::receipt(tx, &input.id)?;
        if let Some(refusal) = undo::refusal(tx, &receipt, None)? {
            return Err(Error::conflict(refusal.message()));
        }
        let mut args = Doc::new();
        args.insert("receipt".to_owned(), receipt.id.clone().into());
        args.insert("expected_event_id".to_owned(), receipt.event_id.clone().into());
        args.insert(MERGE.to_owned(), "new".into());
        let tool = gate::find_tool(tx, UNDO_TOOL)?;
        let mut own = run::for_call(tx, None)?;
        let output = propose::propose(tx, &mut own, tool, Given::Literal(args), None, None)?;
        Ok(propose::Output { run: Some(own.id), ..output })
    }

    fn outcome(output: &propose::Output) -> Outcome {
        CallPropose::outcome(output)
    }
}

/// An undo merged with what has changed since.
pub(crate) struct Merge {
    /// What a yes to it binds to.
    pub digest: String,
    /// What it would change.
    pub preview: Preview,
    /// How, if it acts on the world.
    pub inverse: Option<Inverse>,
    /// How, if it acts on records.
    changes: Vec<Change>,
}

/// Merges the undo of a receipt with what has changed since.
pub(crate) fn of(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<Merge> {
    if let Some(inverse) = &receipt.inverse {
        let merged = tx.merged(inverse)?;
        let digest = canonical::digest("merge", &json!(merged.inverse));
        return Ok(Merge {
            digest,
            preview: merged.preview,
            inverse: Some(merged.inverse),
            changes: Vec::new(),
        });
    }
    let Some(wanted) = standing::changes(tx, receipt)? else {
        return Err(Error::conflict(say!("judge-undo-purged")));
    };
    let (mut changes, mut conflicts) = (Vec::new(), Vec::new());
    for change in wanted {
        match merged(tx, change)? {
            Ok(change) => changes.extend(change),
            Err(why) => conflicts.push(why),
        }
    }
    if !conflicts.is_empty() {
        return Err(Error::stale(say!("judge-merge-conflicts", saids = Message::joined("; ", conflicts))));
    }
    // A new value is written by the event that lands it, whose number is not known yet.
    let values = changes.iter().map(unnumbered).collect::<Vec<_>>();
    let digest = canonical::digest("merge", &Value::Array(values));
    let preview = Preview { changes: changes.iter().flat_map(shown).collect(), ..Preview::default() };
    Ok(Merge { digest, preview, inverse: None, changes })
}

/// Whether the undo of a receipt of records can be merged.
pub(super) fn is_possible(tx: &mut Tx<'_>, receipt: &Receipt) -> Result<bool> {
    match of(tx, receipt) {
        Ok(_) => Ok(true),
        Err(e) if e.internal().is_none() => Ok(false),
        Err(e) => Err(e),
    }
}

/// Makes a merged undo of records.
pub(super) fn apply(tx: &mut Tx<'_>, merge: Merge) -> Result<Vec<Value>> {
    let mut restored = Vec::new();
    for change in merge.changes {
        let key = change.key().clone();
        tx.apply(change)?;
        undo::note_restored(tx, &key, &mut restored)?;
    }
    Ok(restored)
}

fn unnumbered(change: &Change) -> Value {
    match change {
        Change::Field { key, field, before, after } => {
            json!([key.kind, key.id, field, before.0, before.1, after.0])
        }
        Change::Whole { .. } => change.to_json(),
    }
}

fn shown(change: &Change) -> Vec<FieldChange> {
    let doc =
        |row: &Option<Row>| row.as_ref().map_or(Value::Null, |row| Value::Object(row.doc.clone().into()));
    match change {
        Change::Field { key, field, before, after } => {
            let label = format!("{} ({} {})", field, key.kind, key.id);
            vec![FieldChange::new(label, before.0.clone(), after.0.clone())]
        }
        Change::Whole { key, before, after } => {
            vec![FieldChange::new(format!("{} {}", key.kind, key.id), doc(before), doc(after))]
        }
    }
}

/// Merges one change with what is there now: the change to make, none if there is nothing to do, or the conflict.
fn merged(tx: &mut Tx<'_>, change: Change) -> Result<Result<Option<Change>, Message>> {
    let key = change.key().clone();
    let now = tx.row(&key)?;
    if let Change::Whole { after: None, .. } = &change
        && let Some((child, _)) = tx.children(&key, 1)?.first()
    {
        return Ok(Err(has_child(&key, child)));
    }
    let Some(misfit) = change.misfit(now.as_ref()) else { return Ok(Ok(Some(change))) };
    let (Change::Field { field, before, after, .. }, Some(row)) = (&change, now) else {
        return Ok(Err(misfit.why));
    };
    let cell = row.cell(field);
    let Some(value) = value(&before.0, &cell.0, &after.0) else {
        return Ok(Err(conflict(&key, field, [&before.0, &cell.0, &after.0])));
    };
    let after = Cell(value, tx.seq());
    Ok(Ok((cell.0 != after.0).then(|| Change::Field { key, field: field.clone(), before: cell, after })))
}

fn conflict(key: &Key, field: &str, [left, now, back]: [&Value; 3]) -> Message {
    let line = |value: &Value| text::line(&value.to_string(), SHOWN);
    let (left, now, back) = (line(left), line(now), line(back));
    say!("judge-merge-field", field, kind = key.kind, id = key.id, left, now, back)
}

/// Merges a value three ways: `left` is how the effect left it, `now` how it is, `back` how it was before; None if both
/// sides changed the same.
fn value(left: &Value, now: &Value, back: &Value) -> Option<Value> {
    if now == left || now == back {
        return Some(back.clone());
    }
    if left == back {
        return Some(now.clone());
    }
    match (left, now, back) {
        (Value::Object(left), Value::Object(now), Value::Object(back)) => {
            object(left, now, back).map(Value::Object)
        }
        (Value::Array(left), Value::Array(now), Value::Array(back)) => {
            list(left, now, back).map(Value::Array)
        }
        _ => None,
    }
}

fn object(
    left: &Map<String, Value>,
    now: &Map<String, Value>,
    back: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    let mut made = Map::new();
    let names: std::collections::BTreeSet<&String> =
        left.keys().chain(now.keys()).chain(back.keys()).collect();
    for name in names {
        let of = |map: &Map<String, Value>| map.get(name).cloned().unwrap_or_default();
        let one = value(&of(left), &of(now), &of(back))?;
        if !one.is_null() {
            made.insert(name.clone(), one);
        }
    }
    Some(made)
}

/// Merges lists without repetitions, whose common elements are in the same order, as sets.
fn list(left: &[Value], now: &[Value], back: &[Value]) -> Option<Vec<Value>> {
    let is_set = |list: &[Value]| list.iter().enumerate().all(|(n, one)| !list[..n].contains(one));
    let order = |a: &[Value], b: &[Value]| {
        let common = |list: &[Value], other: &[Value]| -> Vec<Value> {
            list.iter().filter(|one| other.contains(one)).cloned().collect()
        };
        common(a, b) == common(b, a)
    };
    let comparable = order(left, now) && order(left, back) && order(now, back);
    if ![left, now, back].into_iter().all(is_set) || !comparable {
        return None;
    }
    let stays = |one: &&Value| !left.contains(one) || back.contains(one);
    let mut made: Vec<Value> = now.iter().filter(stays).cloned().collect();
    for (n, one) in back.iter().enumerate().filter(|(_, one)| !left.contains(one)) {
        if made.contains(one) {
            continue;
        }
        // After the nearest of its former neighbours before it.
        let neighbour = back[..n].iter().rev().find_map(|before| made.iter().position(|m| m == before));
        made.insert(neighbour.map_or(0, |at| at + 1), one.clone());
    }
    Some(made)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(left: Value, now: Value, back: Value, merged: Option<Value>) {
        assert_eq!(value(&left, &now, &back), merged, "{left} {now} {back}");
    }

    #[test]
    fn e14_a_value_that_only_one_side_changed_is_that_sides() {
        check(json!("B"), json!("B"), json!("A"), Some(json!("A")));
        check(json!("B"), json!("A"), json!("A"), Some(json!("A")));
        check(json!("B"), json!("C"), json!("B"), Some(json!("C")));
        check(json!("B"), json!("C"), json!("A"), None);
    }

    #[test]
    fn e14_lists_are_merged_by_element_and_objects_by_field() {
        check(json!(["a", "b"]), json!(["a", "b", "c"]), json!(["a"]), Some(json!(["a", "c"])));
        check(json!(["a"]), json!(["c", "a"]), json!(["a", "b"]), Some(json!(["c", "a", "b"])));
        check(json!(["a"]), json!(["c"]), json!(["a", "b"]), Some(json!(["b", "c"])));
        check(json!(["a", "b"]), json!(["b", "a"]), json!(["a"]), None);
        check(json!(["a", "a"]), json!(["a"]), json!(["b"]), None);
        check(
            json!({"x": 1, "y": 1}),
            json!({"x": 1, "y": 2}),
            json!({"x": 0, "y": 1}),
            Some(json!({"x": 0, "y": 2})),
        );
        check(json!({"x": 1}), json!({"x": 2}), json!({"x": 0}), None);
    }
}
