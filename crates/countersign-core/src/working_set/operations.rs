//! Working sets as a whole: creating, renaming, deleting, viewing, and focusing. Each change creates a
//! receipt whose handle undoes exactly that change.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind,
    answer_status::SetChange,
    authority::operations::Nothing,
    effect::landing,
    error::{Error, Result},
    op::{Op, Undo},
    page,
    receipt::{Receipt, UndoAction},
    record::Record,
    store::Scan,
    tool::FieldChange,
    tx::Tx,
    working_set::{self, ENTRIES_MOST, EntryState, Focus, NAME_MOST, WorkingSet, WorkingSetView},
};

pub(crate) const PERSON: &[ActorKind] = &[ActorKind::Person];

/// The outcome of a change to a working set.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SetChanged {
    /// The current set; a deleted one as it was.
    #[serde(flatten)]
    pub set: WorkingSetView,
    /// Whether it was made.
    pub status: SetChange,
    /// In words.
    pub message: Message,
    /// What was left unchanged, and why.
    pub skipped: Vec<Skipped>,
    /// What landed.
    pub receipt: Option<Receipt>,
    /// The way back.
    pub undo_action: Option<UndoAction>,
    /// The handle of what landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
}

/// A thing that was named and left alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Skipped {
    /// The thing.
    pub thing: String,
    /// Why.
    pub reason: Message,
}

/// A change before it is recorded.
pub(crate) struct Done {
    summary: Message,
    action: &'static str,
    effects: Vec<FieldChange>,
}

impl Done {
    pub(crate) fn new(summary: Message, action: &'static str, effects: Vec<FieldChange>) -> Self {
        Self { summary, action, effects }
    }
}

impl SetChanged {
    pub(crate) fn landed(
        tx: &mut Tx<'_>,
        set: &WorkingSet,
        done: Done,
        skipped: Vec<Skipped>,
    ) -> Result<Self> {
        let Done { summary, action, effects } = done;
        let receipt = landing::own(tx, &set.id, summary, action, effects)?;
        Ok(Self {
            set: WorkingSetView::of(tx, set)?,
            status: SetChange::Done,
            message: receipt.summary.clone(),
            skipped,
            undo_action: receipt.undo_action.clone(),
            latest_reversible_event_id: Some(receipt.event_id.clone()),
            latest_reversible_event_type: Some(receipt.event_type.clone()),
            receipt: Some(receipt),
        })
    }

    pub(crate) fn unchanged(
        tx: &mut Tx<'_>,
        set: &WorkingSet,
        why: Message,
        skipped: Vec<Skipped>,
    ) -> Result<Self> {
        Ok(Self {
            set: WorkingSetView::of(tx, set)?,
            status: SetChange::Unchanged,
            message: why,
            skipped,
            receipt: None,
            undo_action: None,
            latest_reversible_event_id: None,
            latest_reversible_event_type: None,
        })
    }
}

/// Creates a change of the field with this name.
pub(crate) fn change(label: &'static str, before: impl Into<Value>, after: impl Into<Value>) -> FieldChange {
    FieldChange::new(Message::known(label), before, after)
}

pub(crate) fn things(n: usize) -> Message {
    say!("op-n-things", n)
}

/// Creates a working set.
pub struct SetCreate;

/// A new set.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateInput {
    /// Its name.
    #[schemars(length(min = 1, max = NAME_MOST))]
    pub name: String,
    /// Its first things: ids, or `kind:id` for things kept elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES_MOST))]
    pub things: Vec<String>,
}

impl Op for SetCreate {
    const NAME: &'static str = "working_set.create";
    const DOC: &'static str = "Create a working set: a named list of things to look at";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/working-sets";
    const CLI: &'static str = "sets create {name} --things {things}";
    type Input = CreateInput;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &CreateInput) -> Result<SetChanged> {
        let name = working_set::check_name(tx, &input.name, None)?;
        let mut set = WorkingSet {
            id: tx.new_id(WorkingSet::KIND),
            name,
            entries: Vec::new(),
            created_by: tx.actor().name.clone(),
            created_at: tx.now(),
        };
        let skipped = super::entries::join(tx, &mut set, &input.things, EntryState::None, None)?;
        tx.create(&set)?;
        let name = format!("{:?}", set.name);
        let summary = match set.entries.len() {
            0 => say!("op-set-make", name),
            n => say!("op-set-make-with", name, n),
        };
        let effects = vec![change("name", Value::Null, set.name.as_str())];
        SetChanged::landed(tx, &set, Done::new(summary, "create", effects), skipped)
    }
}

/// Renames a working set.
pub struct SetRename;

/// A set and its new name.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameInput {
    /// The set, by id or name.
    pub id: String,
    /// Its new name.
    #[schemars(length(min = 1, max = NAME_MOST))]
    pub name: String,
}

impl Op for SetRename {
    const NAME: &'static str = "working_set.rename";
    const DOC: &'static str = "Rename a working set";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "PATCH /v1/working-sets/{id}";
    const CLI: &'static str = "sets rename {id} {name}";
    type Input = RenameInput;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &RenameInput) -> Result<SetChanged> {
        let mut set = working_set::find(tx, Some(&input.id))?;
        let name = working_set::check_name(tx, &input.name, Some(&set.id))?;
        if name == set.name {
            let why = say!("op-set-called-already", name = format!("{name:?}"));
            return SetChanged::unchanged(tx, &set, why, Vec::new());
        }
        let old = std::mem::replace(&mut set.name, name);
        tx.put(&set)?;
        let summary = say!("op-set-rename", old = format!("{old:?}"), new = format!("{:?}", set.name));
        let effects = vec![change("name", old, set.name.as_str())];
        SetChanged::landed(tx, &set, Done::new(summary, "write", effects), Vec::new())
    }
}

/// Deletes a working set.
pub struct SetDelete;

/// One set.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneSet {
    /// The set, by id or name.
    pub id: String,
}

impl Op for SetDelete {
    const NAME: &'static str = "working_set.delete";
    const DOC: &'static str = "Delete a working set; the things in it stay where they are";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "DELETE /v1/working-sets/{id}";
    const CLI: &'static str = "sets delete {id}";
    type Input = OneSet;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &OneSet) -> Result<SetChanged> {
        let set = working_set::find(tx, Some(&input.id))?;
        tx.delete::<WorkingSet>(&set.id)?;
        let summary = say!("op-set-delete", name = format!("{:?}", set.name), n = set.entries.len());
        let effects = vec![change("name", set.name.as_str(), Value::Null)];
        SetChanged::landed(tx, &set, Done::new(summary, "delete", effects), Vec::new())
    }
}

/// Gives a working set the caller's focus.
pub struct SetFocus;

impl Op for SetFocus {
    const NAME: &'static str = "working_set.focus";
    const DOC: &'static str = "Focus a working set: calls that name none then use it";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/working-sets/{id}/focus";
    const CLI: &'static str = "sets focus {id}";
    type Input = OneSet;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, input: &OneSet) -> Result<SetChanged> {
        let set = working_set::find(tx, Some(&input.id))?;
        let old = working_set::focused(tx)?;
        if old.as_ref().is_some_and(|o| o.id == set.id) {
            let why = say!("op-set-has-focus", name = format!("{:?}", set.name));
            return SetChanged::unchanged(tx, &set, why, Vec::new());
        }
        tx.put(&Focus { id: tx.actor().name.clone(), set: Some(set.id.clone()) })?;
        let summary = say!("op-set-focus", name = format!("{:?}", set.name));
        let effects = vec![change("focus", old.map(|o| o.name), set.name.as_str())];
        SetChanged::landed(tx, &set, Done::new(summary, "write", effects), Vec::new())
    }
}

/// Takes the caller's focus away.
pub struct SetUnfocus;

impl Op for SetUnfocus {
    const NAME: &'static str = "working_set.unfocus";
    const DOC: &'static str = "Remove the focus from your focused working set";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "DELETE /v1/focus";
    const CLI: &'static str = "sets unfocus";
    type Input = Nothing;
    type Output = SetChanged;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<SetChanged> {
        let Some(set) = working_set::focused(tx)? else {
            return Err(Error::conflict(say!("judge-no-focus")));
        };
        tx.put(&Focus { id: tx.actor().name.clone(), set: None })?;
        let summary = say!("op-set-unfocus", name = format!("{:?}", set.name));
        let effects = vec![change("focus", set.name.as_str(), Value::Null)];
        SetChanged::landed(tx, &set, Done::new(summary, "write", effects), Vec::new())
    }
}

/// Lists working sets.
pub struct SetList;

/// Which sets.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Maximum number; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those older than this one: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// Working sets, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub working_sets: Vec<Listed>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

/// A set in a list.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many things are in it.
    pub total: u32,
    /// How many of them are pinned.
    pub pinned: u32,
    /// How many of them are staged.
    pub staged: u32,
    /// How many of them are deferred.
    pub deferred: u32,
    /// Whether it has the caller's focus.
    pub focused: bool,
    /// Who made it.
    pub created_by: String,
    /// When.
    pub created_at: u64,
}

impl Op for SetList {
    const NAME: &'static str = "working_set.list";
    const DOC: &'static str = "List working sets, newest first";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/working-sets";
    const CLI: &'static str = "sets list --limit {limit} --before {before}";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let focus = tx.get::<Focus>(&tx.actor().name)?.and_then(|f| f.set);
        let scan = Scan::prefix(WorkingSet::KIND.name, "working_set.at", "");
        let page = page::older(tx, scan, input.before.as_deref(), input.limit, |_: &WorkingSet| true)?;
        let listed = |s: WorkingSet| Listed {
            total: u32::try_from(s.entries.len()).unwrap_or(u32::MAX),
            pinned: s.count(EntryState::Pinned),
            staged: s.count(EntryState::Staged),
            deferred: s.count(EntryState::Deferred),
            focused: focus.as_ref() == Some(&s.id),
            id: s.id,
            name: s.name,
            created_by: s.created_by,
            created_at: s.created_at,
        };
        Ok(ListOutput { working_sets: page.rows.into_iter().map(listed).collect(), next: page.next })
    }
}

/// Shows a working set.
pub struct SetShow;

/// One set, or the focused one.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShowInput {
    /// The set, by id or name; by default the one that has your focus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Op for SetShow {
    const NAME: &'static str = "working_set.show";
    const DOC: &'static str = "Show a working set and the state of its things";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/working-sets/{id}";
    const CLI: &'static str = "sets show {id}";
    type Input = ShowInput;
    type Output = WorkingSetView;

    fn run(&self, tx: &mut Tx<'_>, input: &ShowInput) -> Result<WorkingSetView> {
        let set = working_set::find(tx, input.id.as_deref())?;
        WorkingSetView::of(tx, &set)
    }
}
