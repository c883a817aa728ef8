//! Test fixtures: a small domain kind, and operations that do what the test says.

use std::{path::PathBuf, sync::Arc};

use countersign_core::{
    Actor, ActorKind, Answer, Error, Op, Origin, Result, Setup, Tx,
    event::{CallNote, Event, Head},
    execute::Call,
    judge::Policy,
    kinds,
    op::AnyOp,
    receipt::Receipt,
    record::{Fields, Key, Kind, Mark, Record},
    store::{Base, EventQuery, IndexEntry, RawRecord, Scan, Store},
    tool::Catalog,
    world::Ask,
};
use countersign_store::SqliteStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A domain record: it is found by its rank, and may have a parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    pub id: String,
    pub title: String,
    #[serde(default)]
    pub rank: u64,
    pub parent: Option<String>,
}

fn note_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let rank = format!("{:04}", countersign_core::record::number(doc, "rank"));
    let mut entries = vec![("note.rank", rank.clone())];
    if let Some(parent) = doc.get("parent").and_then(Value::as_str) {
        entries.push(("note.parent", format!("{parent}/{rank}")));
    }
    entries
}

impl Record for Note {
    const KIND: &'static Kind =
        &Kind { name: "note", prefix: "n", domain: true, index: note_index, children: &["note.parent"] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// A record of an unregistered kind: it makes the core panic when the operation is already half in the batch.
#[derive(Serialize, Deserialize)]
struct Stray {
    id: String,
}

impl Record for Stray {
    const KIND: &'static Kind = &Kind {
        name: "stray",
        prefix: "s",
        domain: true,
        index: countersign_core::record::no_index,
        children: &[],
    };

    fn id(&self) -> &str {
        &self.id
    }
}

/// One thing for an operation to do; each adds one value to the output.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    New(String),
    Put(Note),
    Delete(String),
    Get(String),
    Find(String),
    Scan {
        index: Index,
        prefix: String,
        reverse: bool,
        limit: usize,
    },
    Events {
        run: String,
    },
    PutBlob {
        fill: u8,
        len: usize,
    },
    DropBlob(String),
    Blob(String),
    About {
        run: Option<String>,
        tool: Option<String>,
    },
    NoteCall(Value),
    Receipt(Value),
    /// Asks the world, and does nothing about a missing answer.
    Ask(String),
    Fail,
    Refuse,
    Panic,
    PanicHalfway,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Index {
    Rank,
    Parent,
}

impl Index {
    pub fn name(self) -> &'static str {
        match self {
            Self::Rank => "note.rank",
            Self::Parent => "note.parent",
        }
    }
}

fn do_step(tx: &mut Tx<'_>, step: &Step) -> Result<Value> {
    Ok(match step {
        Step::New(title) => {
            let note = Note { id: tx.new_id(Note::KIND), title: title.clone(), rank: 0, parent: None };
            tx.create(&note)?;
            json!(note.id)
        }
        Step::Put(note) => {
            tx.put(note)?;
            Value::Null
        }
        Step::Delete(id) => {
            tx.delete::<Note>(id)?;
            Value::Null
        }
        Step::Get(id) => json!(tx.get::<Note>(id)?),
        Step::Find(given) => json!(tx.resolve::<Note>(given).map_err(|e| e.message)),
        Step::Scan { index, prefix, reverse, limit } => {
            let mut scan = Scan::prefix("note", index.name(), prefix).limit(*limit);
            scan.reverse = *reverse;
            let hits = tx.scan(&scan)?;
            hits.iter().map(|h| json!([h.sort, h.id, h.stored.doc, h.stored.stamps])).collect()
        }
        Step::Events { run } => {
            let query = EventQuery { run: Some(run.clone()), limit: 5, ..Default::default() };
            tx.events(&query)?.iter().map(|e| json!(e.id())).collect()
        }
        Step::PutBlob { fill, len } => json!(tx.put_blob(vec![*fill; *len])?),
        Step::DropBlob(name) => {
            tx.drop_blob(name)?;
            Value::Null
        }
        Step::Blob(name) => json!(tx.blob(name)?.map(|b| b.len())),
        Step::About { run, tool } => {
            tx.about(run.as_deref(), tool.as_deref());
            Value::Null
        }
        Step::NoteCall(note) => {
            tx.note_call(serde_json::from_value::<CallNote>(note.clone())?);
            Value::Null
        }
        Step::Receipt(receipt) => {
            tx.create(&serde_json::from_value::<Receipt>(receipt.clone())?)?;
            Value::Null
        }
        Step::Ask(tool) => {
            let ask = Ask { tool: tool.clone(), ..Ask::default() };
            json!(tx.forecast(ask).is_ok())
        }
        Step::Fail => return Err(Error::conflict("it was told to fail")),
        Step::Refuse => return Err(Error::refused("it was told to refuse")),
        Step::Panic => panic!("it was told to panic"),
        Step::PanicHalfway => {
            tx.create(&Stray { id: "s1".into() })?;
            Value::Null
        }
    })
}

/// Does its steps in order.
pub struct Script;

impl Op for Script {
    const NAME: &'static str = "test.script";
    const DOC: &'static str = "Does what the test says.";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const HTTP: &'static str = "";
    const CLI: &'static str = "";
    type Input = Vec<Step>;
    type Output = Vec<Value>;

    fn run(&self, tx: &mut Tx<'_>, input: &Self::Input) -> Result<Self::Output> {
        input.iter().map(|step| do_step(tx, step)).collect()
    }
}

/// Like [`Script`], for persons only.
pub struct Decide;

impl Op for Decide {
    const NAME: &'static str = "test.decide";
    const DOC: &'static str = "Does what a person says.";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "";
    const CLI: &'static str = "";
    type Input = Vec<Step>;
    type Output = Vec<Value>;

    fn run(&self, tx: &mut Tx<'_>, input: &Self::Input) -> Result<Self::Output> {
        Script.run(tx, input)
    }
}

/// When the first call of a test happens.
pub const EPOCH: u64 = 1_700_000_000_000;

/// The `n`th call of a test, by an agent.
pub fn call(n: u64, steps: Vec<Step>) -> Call {
    call_of(&Script, n, steps)
}

/// The `n`th call of a test, of either operation.
pub fn call_of(op: &'static dyn AnyOp, n: u64, steps: Vec<Step>) -> Call {
    let input = json!(steps);
    let kinds = kinds::KINDS.iter().copied().chain([Note::KIND]).collect();
    let zone = jiff::tz::TimeZone::UTC;
    Call {
        actor: Actor::agent("tester"),
        op,
        pending: op.prepare(input.clone()).unwrap().into(),
        input,
        at: EPOCH + n,
        seed: *blake3::hash(&n.to_le_bytes()).as_bytes(),
        key: None,
        origin: Origin::from("test"),
        setup: Arc::new(Setup {
            catalog: Catalog::default(),
            policy: Policy::default(),
            kinds,
            zone,
            servers: Default::default(),
            agents: Default::default(),
            site: None,
            roots: Vec::new(),
            keeping: Default::default(),
            hosts: Default::default(),
        }),
        seen: Default::default(),
        asked_ms: 0,
        told: Default::default(),
    }
}

/// A step that stores a note.
pub fn put(id: &str, title: &str, rank: u64) -> Step {
    Step::Put(Note { id: id.into(), title: title.into(), rank, parent: None })
}

/// A step that stores a note which belongs to another.
pub fn put_under(parent: &str, id: &str, rank: u64) -> Step {
    Step::Put(Note { id: id.into(), title: id.into(), rank, parent: Some(parent.into()) })
}

/// Executes one call and returns its values.
pub fn run(store: &dyn Store, n: u64, steps: Vec<Step>) -> Vec<Value> {
    values(store.submit(call(n, steps)).unwrap().done().unwrap())
}

/// The values of an answer.
pub fn values(answer: Answer) -> Vec<Value> {
    answer.value.as_array().unwrap().clone()
}

/// Returns what `f` reads on one snapshot.
pub fn read<T>(store: &dyn Store, mut f: impl FnMut(&mut dyn Base) -> Result<T>) -> T {
    try_read(store, |base| f(base)).unwrap()
}

/// Returns what `f` reads on one snapshot, or the error.
pub fn try_read<T>(store: &dyn Store, mut f: impl FnMut(&mut dyn Base) -> Result<T>) -> Result<T> {
    let mut found = None;
    store.view(&mut |base| {
        found = Some(f(base)?);
        Ok(())
    })?;
    Ok(found.unwrap())
}

/// The end of the log.
pub fn head(store: &dyn Store) -> Head {
    read(store, |base| base.head())
}

/// A key of a note.
pub fn note(id: &str) -> Key {
    Key::of::<Note>(id)
}

/// The whole content of a store, read in small pages.
#[derive(Debug, PartialEq)]
pub struct Everything {
    pub head: Head,
    pub records: Vec<RawRecord>,
    pub index: Vec<IndexEntry>,
    pub events: Vec<Event>,
}

/// Reads everything.
pub fn everything(store: &dyn Store) -> Everything {
    read(store, |base| {
        let mut records: Vec<RawRecord> = Vec::new();
        loop {
            let (kind, id) = records.last().map(|r| (r.kind.clone(), r.id.clone())).unwrap_or_default();
            let page = base.records_after(&kind, &id, 3)?;
            if page.is_empty() {
                break;
            }
            records.extend(page);
        }
        let mut index: Vec<IndexEntry> = Vec::new();
        loop {
            let start = IndexEntry { name: String::new(), sort: String::new(), id: String::new() };
            let page = base.index_after(index.last().unwrap_or(&start), 3)?;
            if page.is_empty() {
                break;
            }
            index.extend(page);
        }
        let events = base.events(&EventQuery { ascending: true, limit: usize::MAX, ..Default::default() })?;
        Ok(Everything { head: base.head()?, records, index, events })
    })
}

impl Everything {
    /// Fails unless the log is one chain, the state's mark matches the records, and the index matches the
    /// notes.
    pub fn check(&self) {
        let mut end = Head::default();
        for event in &self.events {
            assert_eq!((event.seq, event.prev), (end.seq + 1, end.hash), "the chain is broken");
            assert_eq!(event.flaw(), None);
            end = event.head();
        }
        assert_eq!(end, self.head);
        let marks = self.records.iter().map(|r| Mark::of_record(&r.kind, &r.id, &r.doc, &r.stamps));
        assert_eq!(marks.fold(Mark::default(), Mark::plus), self.head.state, "the records are not the log's");
        let kind =
            |name: &str| kinds::KINDS.iter().chain([&Note::KIND]).find(|k| k.name == name).unwrap().index;
        let entries = self.records.iter().flat_map(|r| {
            let doc: Fields = serde_json::from_str(&r.doc).unwrap();
            let entry =
                |(name, sort): (&str, String)| IndexEntry { name: name.into(), sort, id: r.id.clone() };
            kind(&r.kind)(&doc).into_iter().map(entry).collect::<Vec<_>>()
        });
        let mut entries: Vec<IndexEntry> = entries.collect();
        entries.sort();
        assert_eq!(entries, self.index);
    }
}

/// A store in a file, and its folder.
pub struct Home {
    pub dir: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self) -> PathBuf {
        self.dir.path().join("countersign.db")
    }

    pub fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.path()).unwrap()
    }

    /// Returns a copy as if the process had died now.
    pub fn as_if_it_died(&self) -> Self {
        let left = Self::new();
        for name in ["countersign.db", "countersign.db-wal"] {
            std::fs::copy(self.dir.path().join(name), left.dir.path().join(name)).unwrap();
        }
        left
    }

    /// Opens a connection that bypasses the store, to look or to tamper.
    pub fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.path()).unwrap()
    }
}
