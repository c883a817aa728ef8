//! The entries of a working set: adding in bulk, pinning, staging, deferring, removing, ordering.

use std::collections::BTreeSet;

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::operations::{Done, PERSON, SetChanged, Skipped, change, things};
use crate::{
    ActorKind,
    error::{Error, Result},
    op::{Op, Undo},
    tool::FieldChange,
    tx::Tx,
    working_set::{self, ENTRIES_MOST, EntryState, NOTE_MOST, SetEntry, WorkingSet},
};

/// Appends entries to a set; returns those that were already in it. An unknown one fails the whole call.
pub(super) fn join(
    tx: &mut Tx<'_>,
    set: &mut WorkingSet,
    given: &[String],
    state: EntryState,
    note: Option<&str>,
) -> Result<Vec<Skipped>> {
    let note = note.map(str::trim).filter(|n| !n.is_empty()).map(str::to_owned);
    if note.as_ref().is_some_and(|n| n.chars().count() > NOTE_MOST) {
        return Err(Error::invalid(say!("op-note-range", n = NOTE_MOST)));
    }
    let before = set.entries.len();
    let mut skipped = Vec::new();
    for given in given {
        let thing = working_set::thing(tx, given)?;
        if let Some(at) = set.entries.iter().position(|e| e.thing == thing) {
            let reason = if at < before { say!("op-in-set-already") } else { say!("op-named-twice") };
            skipped.push(Skipped { thing, reason });
        } else {
            set.entries.push(SetEntry { thing, state, note: note.clone() });
        }
    }
    if set.entries.len() > ENTRIES_MOST {
        return Err(
            Error::conflict(say!("op-set-things-most", n = ENTRIES_MOST)).hint(say!("op-hint-take-some-out"))
        );
    }
    Ok(skipped)
}

fn check_some(given: &[String]) -> Result<()> {
    match given.len() {
        0 => Err(Error::invalid(say!("op-no-thing-named")).hint(say!("op-hint-name-one"))),
        n if n > ENTRIES_MOST => Err(Error::invalid(say!("op-things-at-once", n = ENTRIES_MOST))),
        _ => Ok(()),
    }
}

/// Returns the positions of the named entries, each once, in the given order.
fn positions(tx: &mut Tx<'_>, set: &WorkingSet, given: &[String]) -> Result<(Vec<usize>, Vec<Skipped>)> {
    check_some(given)?;
    let (mut found, mut skipped) = (Vec::new(), Vec::new());
    for given in given {
        let at = working_set::position(tx, set, given)?;
        if found.contains(&at) {
            let thing = set.entries[at].thing.clone();
            skipped.push(Skipped { thing, reason: say!("op-named-twice") });
        } else {
            found.push(at);
        }
    }
    Ok((found, skipped))
}

/// Adds entries to a working set.
pub struct SetAdd;

/// What is added, and to which set.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AddInput {
    /// The set, by id or name; by default the one that has your focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Ids of items, runs, receipts, tasks and the like, or `kind:id` for things kept elsewhere.
    #[schemars(length(min = 1, max = ENTRIES_MOST))]
    pub things: Vec<String>,
    /// The mark to set: `none`, `pinned`, `staged`, `deferred`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<EntryState>,
    /// A note for each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = NOTE_MOST))]
    pub note: Option<String>,
}

impl Op for SetAdd {
    const NAME: &'static str = "working_set.add";
    const DOC: &'static str = "Add things to a working set, all of them or none";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/working-sets/{id}/add";
    const CLI: &'static str = "sets add {things} --to {id} --state {state} --note {note}";
    type Input = AddInput;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &AddInput) -> Result<SetChanged> {
        check_some(&input.things)?;
        let mut set = working_set::find(tx, input.id.as_deref())?;
        let before = set.entries.len();
        let state = input.state.unwrap_or_default();
        let skipped = join(tx, &mut set, &input.things, state, input.note.as_deref())?;
        let added: Vec<&str> = set.entries[before..].iter().map(|e| e.thing.as_str()).collect();
        if added.is_empty() {
            let why = say!("op-all-in-already", name = format!("{:?}", set.name));
            return SetChanged::unchanged(tx, &set, why, skipped);
        }
        let summary = say!("op-set-add", said_things = things(added.len()), name = format!("{:?}", set.name));
        let effects = vec![change("added", Value::Null, added)];
        tx.put(&set)?;
        SetChanged::landed(tx, &set, Done::new(summary, "write", effects), skipped)
    }
}

/// Pins, stages or defers entries of a working set, or clears that.
pub struct SetMark;

/// What is said of which things.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkInput {
    /// The set, by id or name; by default the one that has your focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Things in the set.
    #[schemars(length(min = 1, max = ENTRIES_MOST))]
    pub things: Vec<String>,
    /// The mark to set.
    pub state: EntryState,
}

impl Op for SetMark {
    const NAME: &'static str = "working_set.mark";
    const DOC: &'static str = "Pin, stage or defer things in a working set, or clear the mark";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/working-sets/{id}/mark";
    const CLI: &'static str = "sets pin {things} {state=pinned} --in {id} | sets stage {things} {state=staged} --in {id} | sets defer {things} {state=deferred} --in {id} | sets clear {things} {state=none} --in {id}";
    type Input = MarkInput;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &MarkInput) -> Result<SetChanged> {
        let mut set = working_set::find(tx, input.id.as_deref())?;
        let (found, mut skipped) = positions(tx, &set, &input.things)?;
        let mut effects = Vec::new();
        for at in found {
            let entry = &mut set.entries[at];
            if entry.state == input.state {
                let reason = match input.state {
                    EntryState::None => say!("op-nothing-to-clear"),
                    state => say!("op-is-already", state = state.as_str()),
                };
                skipped.push(Skipped { thing: entry.thing.clone(), reason });
                continue;
            }
            effects.push(FieldChange::new(&entry.thing, entry.state.as_str(), input.state.as_str()));
            entry.state = input.state;
        }
        if effects.is_empty() {
            let why = say!("op-nothing-changed");
            return SetChanged::unchanged(tx, &set, why, skipped);
        }
        let mark = say!("op-mark-things", state = input.state.as_str(), n = effects.len());
        let summary = say!("op-set-mark", said_mark = mark, name = format!("{:?}", set.name));
        tx.put(&set)?;
        SetChanged::landed(tx, &set, Done::new(summary, "write", effects), skipped)
    }
}

/// Removes entries from a working set.
pub struct SetRemove;

/// The things.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntriesInput {
    /// The set, by id or name; by default the one that has your focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Things in the set.
    #[schemars(length(min = 1, max = ENTRIES_MOST))]
    pub things: Vec<String>,
}

impl Op for SetRemove {
    const NAME: &'static str = "working_set.remove";
    const DOC: &'static str = "Remove things from a working set; the things themselves stay where they are";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/working-sets/{id}/remove";
    const CLI: &'static str = "sets remove {things} --from {id}";
    type Input = EntriesInput;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &EntriesInput) -> Result<SetChanged> {
        let mut set = working_set::find(tx, input.id.as_deref())?;
        let (found, skipped) = positions(tx, &set, &input.things)?;
        let removed: Vec<String> = found.iter().map(|at| set.entries[*at].thing.clone()).collect();
        set.entries.retain(|e| !removed.contains(&e.thing));
        let summary =
            say!("op-set-take-out", said_things = things(removed.len()), name = format!("{:?}", set.name));
        let effects = vec![change("removed", removed, Value::Null)];
        tx.put(&set)?;
        SetChanged::landed(tx, &set, Done::new(summary, "write", effects), skipped)
    }
}

/// Reorders a working set.
pub struct SetReorder;

impl Op for SetReorder {
    const NAME: &'static str = "working_set.reorder";
    const DOC: &'static str = "Reorder the things in a working set: name each of them once";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/working-sets/{id}/reorder";
    const CLI: &'static str = "sets reorder {things} --in {id}";
    type Input = EntriesInput;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &EntriesInput) -> Result<SetChanged> {
        let mut set = working_set::find(tx, input.id.as_deref())?;
        let (order, twice) = positions(tx, &set, &input.things)?;
        let hint = say!("op-hint-name-each", said_things = things(set.entries.len()));
        if let Some(twice) = twice.first() {
            return Err(Error::invalid(say!("op-order-twice", thing = twice.thing)).hint(hint));
        }
        let named: BTreeSet<usize> = order.iter().copied().collect();
        let left: Vec<&str> = (0..set.entries.len())
            .filter(|at| !named.contains(at))
            .map(|at| set.entries[at].thing.as_str())
            .collect();
        if !left.is_empty() {
            let left = crate::text::truncate(&left.join(", "), 200);
            return Err(Error::invalid(say!("op-order-leaves-out", things = left)).hint(hint));
        }
        if order.is_sorted() {
            let why = say!("op-in-order-already");
            return SetChanged::unchanged(tx, &set, why, Vec::new());
        }
        let named = |set: &WorkingSet| set.entries.iter().map(|e| e.thing.clone()).collect::<Vec<_>>();
        let before = named(&set);
        set.entries = order.into_iter().map(|at| set.entries[at].clone()).collect();
        let effects = vec![change("order", before, named(&set))];
        let summary = say!("op-set-reorder", name = format!("{:?}", set.name));
        tx.put(&set)?;
        SetChanged::landed(tx, &set, Done::new(summary, "write", effects), Vec::new())
    }
}
