//! Operates on working sets: finds them, checks what may be in one, and creates views.

pub mod entries;
pub mod operations;
mod record;

pub use self::record::{EntryState, Focus, SetEntry, WorkingSet};

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    error::{Error, ErrorCode, Result},
    question::Question,
    record::{Fields, Key, Kind, Record},
    store::Scan,
    text,
    tx::Tx,
};

/// The maximum length of a name.
pub const NAME_MOST: usize = 80;
/// The maximum number of entries.
pub const ENTRIES_MOST: usize = 1000;
/// The maximum length of a note.
pub const NOTE_MOST: usize = 500;
/// The maximum length of an external id.
const ELSEWHERE_MOST: usize = 200;
/// The maximum length of a shown title.
const TITLE_MOST: usize = 160;

/// The kinds that may be in a set besides domain records.
const HELD: &[&str] = &["decision", "grant", "item", "plan", "question", "receipt", "run", "set", "step"];

/// Resolves `given` to a set, by id or by name; without it, returns the set with the caller's focus.
pub fn find(tx: &mut Tx<'_>, given: Option<&str>) -> Result<WorkingSet> {
    let Some(given) = given.map(str::trim) else {
        return focused(tx)?
            .ok_or_else(|| Error::conflict(say!("judge-no-focus")).hint(say!("judge-no-focus-hint")));
    };
    match tx.find::<WorkingSet>(given) {
        Err(e) if e.code == ErrorCode::NotFound => by_name(tx, given)?.ok_or_else(|| {
            Error::not_found(say!("judge-no-working-set", name = format!("{given:?}")))
                .hint(say!("judge-sets-list"))
        }),
        found => found,
    }
}

fn by_name(tx: &mut Tx<'_>, name: &str) -> Result<Option<WorkingSet>> {
    let scan = Scan::exactly(WorkingSet::KIND.name, "working_set.name", &WorkingSet::folded(name)).limit(1);
    Ok(tx.list(&scan)?.pop())
}

/// Returns the set with the caller's focus.
pub fn focused(tx: &mut Tx<'_>) -> Result<Option<WorkingSet>> {
    let Some(set) = tx.get::<Focus>(&tx.actor().name)?.and_then(|f| f.set) else { return Ok(None) };
    tx.get(&set)
}

/// Checks a name for a set; `own` is the set that already has it.
pub fn check_name(tx: &mut Tx<'_>, given: &str, own: Option<&str>) -> Result<String> {
    let shown = text::visible(given.trim());
    if shown.text.is_empty() {
        return Err(Error::invalid(say!("judge-set-needs-name")));
    }
    if let Some(odd) = shown.flags.first() {
        return Err(Error::invalid(say!("judge-name-has", name = format!("{:?}", shown.text), said = odd)));
    }
    if shown.text.chars().count() > NAME_MOST {
        return Err(Error::invalid(say!("judge-name-long", most = NAME_MOST)));
    }
    let digits = shown.text.strip_prefix(WorkingSet::KIND.prefix).unwrap_or_default();
    if shown.text == crate::op::route::ABSENT || digits.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(Error::invalid(say!("judge-name-id", name = format!("{:?}", shown.text))));
    }
    if let Some(other) = by_name(tx, &shown.text)?.filter(|o| Some(o.id.as_str()) != own) {
        return Err(Error::conflict(say!(
            "judge-name-taken",
            set = other.id,
            name = format!("{:?}", other.name)
        ))
        .hint(say!("judge-name-taken-hint")));
    }
    Ok(shown.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Checks whether records restored by an undo may stand: the name of a set may have been given to another
/// since, and a person's focus is their own.
pub fn check_restored(tx: &mut Tx<'_>, key: &Key) -> Result<()> {
    if key.kind == Focus::KIND.name && key.id != tx.actor().name {
        return Err(Error::stale(say!("judge-focus-of", who = key.id)));
    }
    if key.kind != WorkingSet::KIND.name {
        return Ok(());
    }
    let Some(set) = tx.get::<WorkingSet>(&key.id)? else { return Ok(()) };
    let scan = Scan::exactly(key.kind, "working_set.name", &WorkingSet::folded(&set.name)).limit(2);
    match tx.list::<WorkingSet>(&scan)?.into_iter().find(|other| other.id != set.id) {
        Some(other) => Err(Error::stale(say!(
            "judge-name-given-since",
            name = format!("{:?}", set.name),
            set = other.id
        ))),
        None => Ok(()),
    }
}

/// Whether records of that kind may be in a set.
fn may_hold(kind: &Kind) -> bool {
    let own = [WorkingSet::KIND.name, Focus::KIND.name];
    !kind.prefix.is_empty() && !own.contains(&kind.name) && (kind.domain || HELD.contains(&kind.name))
}

/// Returns the kind whose ids look like `id`.
fn kind_of(tx: &Tx<'_>, id: &str) -> Option<&'static Kind> {
    let letters = id.split(|c: char| c.is_ascii_digit()).next().filter(|p| p.len() < id.len());
    let kinds = || tx.setup().kinds.iter().copied().filter(|k| may_hold(k));
    let by_number = letters.and_then(|letters| kinds().find(|k| k.prefix == letters));
    // A question's id continues with a digest, which may begin with a letter.
    by_number.or_else(|| kinds().find(|k| k.name == Question::KIND.name && id.starts_with(k.prefix)))
}

/// Resolves `given` to the full id of an existing record, or to `kind:id` of something external.
pub fn thing(tx: &mut Tx<'_>, given: &str) -> Result<String> {
    let given = given.trim();
    let shown = text::visible(given);
    let unknown = || {
        Error::not_found(say!("judge-nothing-called", name = format!("{:?}", shown.text)))
            .hint(say!("judge-nothing-called-hint"))
    };
    let (kind, id) = match given.split_once(':') {
        Some((kind, id)) => match tx.setup().kind(kind) {
            Some(known) if may_hold(known) => (Some(known), id),
            Some(_) => return Err(unknown()),
            None => return elsewhere(kind, id, &shown),
        },
        None => (kind_of(tx, given), given),
    };
    match tx.resolve_kind(kind.ok_or_else(unknown)?, id) {
        Err(e) if e.code == ErrorCode::NotFound => Err(unknown()),
        found => found,
    }
}

fn elsewhere(kind: &str, id: &str, shown: &text::Shown) -> Result<String> {
    let is_word = |c: char| c.is_ascii_lowercase() || matches!(c, '-' | '_');
    let text = format!("{:?}", shown.text);
    if kind.is_empty() || kind.len() > 32 || !kind.chars().all(is_word) {
        return Err(Error::invalid(say!("judge-not-kind-word", text)));
    }
    if let Some(odd) = shown.flags.first() {
        return Err(Error::invalid(say!("judge-text-has", text, said = odd)));
    }
    let id = id.trim();
    if id.is_empty() || id.chars().count() > ELSEWHERE_MOST {
        return Err(Error::invalid(say!("judge-not-kind-id", text, most = ELSEWHERE_MOST)));
    }
    Ok(format!("{kind}:{id}"))
}

/// Returns the position of an entry. Deleted records are still found, so that they can be removed.
pub fn position(tx: &mut Tx<'_>, set: &WorkingSet, given: &str) -> Result<usize> {
    let given = given.trim();
    let at = |wanted: &str| set.entries.iter().position(|e| e.thing == wanted);
    let short = format!("{given}-");
    let found = at(given).or_else(|| {
        let mut like = (0..set.entries.len()).filter(|n| set.entries[*n].thing.starts_with(&short));
        like.next().filter(|_| like.next().is_none())
    });
    if let Some(found) = found {
        return Ok(found);
    }
    let whole = thing(tx, given)?;
    at(&whole).ok_or_else(|| {
        Error::not_found(say!("judge-not-in-set", thing = whole, set = format!("{:?}", set.name)))
            .hint(format!("countersign sets add {given} --to {:?}", set.name))
    })
}

/// A set as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkingSetView {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is in it, in order.
    pub entries: Vec<EntryView>,
    /// Whether it has the caller's focus.
    pub focused: bool,
    /// Who made it.
    pub created_by: String,
    /// When.
    pub created_at: u64,
}

/// One thing in a set, and what has become of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EntryView {
    /// The id of a record, or `kind:id` for what is kept elsewhere.
    pub thing: String,
    /// What it is: `item`, `run`, `receipt`, `task`, …, or the kind that was given.
    pub kind: String,
    /// What the person said of it.
    pub state: EntryState,
    /// The person's note.
    pub note: Option<String>,
    /// What it says, in a line.
    pub title: Option<Message>,
    /// Its status.
    pub status: Option<String>,
    /// Whether it was deleted since.
    pub gone: bool,
}

impl WorkingSetView {
    /// Creates the view of a set with the current state of its entries.
    pub fn of(tx: &mut Tx<'_>, set: &WorkingSet) -> Result<Self> {
        let focused = tx.get::<Focus>(&tx.actor().name)?.is_some_and(|f| f.set.as_ref() == Some(&set.id));
        let entries = set.entries.iter().map(|e| EntryView::of(tx, e)).collect::<Result<_>>()?;
        Ok(Self {
            id: set.id.clone(),
            name: set.name.clone(),
            entries,
            focused,
            created_by: set.created_by.clone(),
            created_at: set.created_at,
        })
    }
}

impl EntryView {
    fn of(tx: &mut Tx<'_>, entry: &SetEntry) -> Result<Self> {
        let view = |kind: &str| Self {
            thing: entry.thing.clone(),
            kind: kind.to_owned(),
            state: entry.state,
            note: entry.note.clone(),
            title: None,
            status: None,
            gone: false,
        };
        if let Some((kind, _)) = entry.thing.split_once(':') {
            return Ok(view(kind));
        }
        let Some(kind) = kind_of(tx, &entry.thing) else { return Ok(view("unknown")) };
        let shown = view(if kind.name == "set" { "change_set" } else { kind.name });
        let row = tx.row(&Key { kind: kind.name, id: entry.thing.clone() })?;
        Ok(match row {
            None => Self { gone: true, ..shown },
            Some(row) => Self {
                title: title(&row.doc),
                status: row.doc.get("status").and_then(Value::as_str).map(str::to_owned),
                ..shown
            },
        })
    }
}

/// Returns a one-line title of a record of any kind.
pub fn title(doc: &Fields) -> Option<Message> {
    let named = ["title", "summary", "question", "goal", "text", "subject", "name"];
    let first = named.iter().find_map(|field| Message::deserialize(doc.get(field)?).ok());
    first.map(|title| title.map_texts(&|text| text::truncate(text, TITLE_MOST)))
}
