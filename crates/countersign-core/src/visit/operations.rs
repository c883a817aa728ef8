//! `visit.since`: what landed, was decided and was asked since a person's last visit, each with the handle to
//! undo it, and what waits. It is read from the log, so nothing depends on clocks.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind, Role, Setup,
    answer_status::{HappeningKind, HappeningWhat},
    authority::Control,
    change::Change,
    error::{Error, Result},
    event::{Event, event_seq},
    item::{
        Item,
        view::{Standing, Waits, by_risk},
    },
    op::Op,
    page, plan, question,
    receipt::{Receipt, standing},
    record::{Fields, Key, Record},
    stage, step,
    store::{EventQuery, Scan},
    tx::Tx,
    visit::Visit,
    working_set,
};

/// See the module.
pub struct VisitSince;

/// How many events are read at a time.
const CHUNK: usize = 200;
/// How many events one answer reads; most of them are reads, which are not listed.
const LOOKED_MOST: usize = 2000;
/// How many waiting entries are listed.
const WAITING_MOST: usize = 100;

/// Which part.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Record this visit: the next list starts here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mark: bool,
    /// Approximate maximum number; 50 by default, 1000 at most. Entries of one event stay together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only what came before this event: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// What happened, and what waits.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// When the visit was that the list begins after; null for the first.
    pub since: Option<u64>,
    /// Newest first.
    pub happened: Vec<Happening>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
    /// What waits for a person now, the most dangerous first.
    pub waiting: Vec<Waits>,
    /// Whether more waits than is listed.
    pub more_waiting: bool,
    /// Whether this visit was recorded.
    pub marked: bool,
}

/// One thing that happened.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Happening {
    /// What happened.
    pub what: HappeningWhat,
    /// What it happened to.
    pub kind: HappeningKind,
    /// Its id.
    pub id: String,
    /// In a line.
    pub title: Message,
    /// Its current status; for a decision, the answer.
    pub status: Option<Standing>,
    /// The agent whose it is.
    pub agent: Option<String>,
    /// Who did it (`person:ana`).
    pub by: String,
    /// When.
    pub at: u64,
    /// The event that recorded it.
    pub event_id: String,
    /// What landed, with the way back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
}

impl Op for VisitSince {
    const NAME: &'static str = "visit.since";
    const DOC: &'static str =
        "Show what happened since your last visit, how to undo it, and what waits for you";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const LAZY: bool = true;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "POST /v1/visits/since";
    const CLI: &'static str = "since --mark {mark} --limit {limit} --before {before}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        if input.mark && input.before.is_some() {
            return Err(Error::invalid(say!("op-only-first-page")).hint(say!("op-hint-ask-without-before")));
        }
        let before = input.before.as_deref().map(place).transpose()?;
        let last = tx.get::<Visit>(&tx.actor().name)?;
        let from = boundary(last.as_ref(), before);
        let (mut happened, next) = happened(tx, from, before, page::limit(input.limit))?;
        standing::look(tx, happened.iter_mut().filter_map(|one| one.receipt.as_mut()))?;
        let (waiting, more_waiting) = waiting(tx)?;
        // If nothing is new, there is nothing to store.
        let is_news = last.as_ref().is_none_or(|_| !happened.is_empty() || next.is_some());
        let marked = input.mark && !tx.call().origin.read_only;
        if marked && is_news {
            let (id, seq, at) = (tx.actor().name.clone(), tx.seq(), tx.now());
            tx.put(&Visit { id, seq, before: from, at })?;
        }
        let since = last.filter(|l| from == l.seq).map(|l| l.at);
        Ok(Output { since, happened, next, waiting, more_waiting, marked })
    }
}

fn place(given: &str) -> Result<u64> {
    event_seq(given.trim()).ok_or_else(|| {
        Error::not_found(say!("op-no-event", id = format!("{:?}", given))).hint(say!("op-hint-give-next"))
    })
}

/// Returns the last event already seen when the list that is continued at `before` began.
fn boundary(last: Option<&Visit>, before: Option<u64>) -> u64 {
    let Some(last) = last else { return 0 };
    let ends = [last.seq, last.before];
    ends.into_iter().find(|seq| before.is_none_or(|b| *seq < b)).unwrap_or_default()
}

/// Returns what happened between two events, newest first, and the cursor.
fn happened(
    tx: &mut Tx<'_>,
    from: u64,
    before: Option<u64>,
    limit: usize,
) -> Result<(Vec<Happening>, Option<String>)> {
    let (mut found, mut looked, mut at) = (Vec::new(), 0, before);
    loop {
        let query =
            EventQuery { after_seq: Some(from), before_seq: at, limit: CHUNK, ..EventQuery::default() };
        let events = tx.events(&query)?;
        for event in &events {
            found.extend(of_event(tx, event)?);
            looked += 1;
            at = Some(event.seq);
            if found.len() >= limit || looked >= LOOKED_MOST {
                let next = (event.seq > from + 1).then(|| event.id());
                return Ok((found, next));
            }
        }
        if events.len() < CHUNK {
            return Ok((found, None));
        }
    }
}

/// Returns the news in one event; nothing if retention dropped it.
fn of_event(tx: &mut Tx<'_>, event: &Event) -> Result<Vec<Happening>> {
    let setup = tx.setup();
    let Some(changes) = event.changes(|k| setup.kind(k).map(|k| k.name))? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for change in changes {
        let told = match change {
            Change::Whole { key, before: None, after: Some(row) } => made(tx, event, &key, &row.doc)?,
            Change::Field { key, field, after, .. }
                if key.kind == Item::KIND.name && field == "status" && after.0 == "expired" =>
            {
                let row = tx.row(&key)?;
                row.map(|row| {
                    Happening::of(event, HappeningWhat::Expired, HappeningKind::Item, &key, &row.doc)
                })
            }
            _ => None,
        };
        found.extend(told);
    }
    Ok(found)
}

/// Returns what an event made that is news to a person, as it was then: for whoever reads the log as it grows.
pub fn news(event: &Event, setup: &Setup) -> Result<Vec<Happening>> {
    let changes = event.changes(|k| setup.kind(k).map(|k| k.name))?.unwrap_or_default();
    let made = changes.iter().filter_map(|change| match change {
        Change::Whole { key, before: None, after: Some(row) } => {
            let (what, kind) = news_of(key, &row.doc)?;
            Some(Happening::of(event, what, kind, key, &row.doc))
        }
        _ => None,
    });
    Ok(made.collect())
}

/// Returns what a new record is news of, if it is.
fn news_of(key: &Key, doc: &Fields) -> Option<(HappeningWhat, HappeningKind)> {
    Some(match key.kind {
        "receipt" if doc.contains_key("undoes") || doc.contains_key("rolls_back") => {
            (HappeningWhat::Undone, HappeningKind::Receipt)
        }
        "receipt" => (HappeningWhat::Landed, HappeningKind::Receipt),
        "decision" => (HappeningWhat::Decided, HappeningKind::Decision),
        "plan" => (HappeningWhat::Asked, HappeningKind::Plan),
        "question" => (HappeningWhat::Asked, HappeningKind::Question),
        // Items that began at once were not asked about.
        "item" if matches!(doc.get("status").and_then(Value::as_str), Some("pending" | "blocked")) => {
            (HappeningWhat::Asked, HappeningKind::Item)
        }
        _ => return None,
    })
}

/// Describes a new record, in its current state if it may have changed since.
fn made(tx: &mut Tx<'_>, event: &Event, key: &Key, doc: &Fields) -> Result<Option<Happening>> {
    let Some((what, kind)) = news_of(key, doc) else { return Ok(None) };
    let now = tx.row(key)?.map(|row| row.doc);
    let mut told = Happening::of(event, what, kind, key, now.as_ref().unwrap_or(doc));
    if key.kind == Receipt::KIND.name {
        told.receipt = tx.get(&key.id)?;
    }
    Ok(Some(told))
}

impl Happening {
    fn of(event: &Event, what: HappeningWhat, kind: HappeningKind, key: &Key, doc: &Fields) -> Self {
        let field = |name: &str| doc.get(name).and_then(Value::as_str).filter(|t| !t.is_empty());
        Self {
            what,
            kind,
            id: key.id.clone(),
            title: working_set::title(doc).unwrap_or_default(),
            status: field("status").or(field("decision")).and_then(Standing::parse),
            agent: field("agent").map(str::to_owned),
            by: event.actor.clone(),
            at: event.at,
            event_id: event.id(),
            receipt: None,
        }
    }
}

/// Returns what waits for a person, up to the limit, and whether there is more.
fn waiting(tx: &mut Tx<'_>) -> Result<(Vec<Waits>, bool)> {
    // While everything is frozen, nothing expires.
    let now = tx.get::<Control>(Control::FREEZE)?.map_or(tx.now(), |frozen| frozen.at);
    let open = |item: &Item| item.expires_at.is_none_or(|t| t > now);
    let scan = Scan::prefix(Item::KIND.name, "item.open", "");
    let page = page::read(tx, &scan, None, WAITING_MOST, open)?;
    let items = page.rows.iter();
    let mut waiting: Vec<Waits> = items.map(|item| Waits::item(tx, item)).collect::<Result<_>>()?;
    waiting.extend(step::waiting(tx, None)?);
    waiting.extend(plan::waiting(tx, None)?);
    waiting.extend(question::waiting(tx, None)?);
    waiting.extend(stage::waiting(tx, None)?);
    waiting.sort_by(by_risk);
    let more = page.next.is_some() || waiting.len() > WAITING_MOST;
    waiting.truncate(WAITING_MOST);
    Ok((waiting, more))
}
