//! A transaction: what an operation sees and changes. Reads fall through three layers (this operation, the batch,
//! the base); writes stay in the first until the operation has succeeded.

mod asking;

use std::{collections::BTreeMap, sync::Arc};

use countersign_words::{Message, say};
use serde_json::Value;

use self::asking::Glimpse;
use crate::{
    actor::Actor,
    change::Change,
    error::{Error, ErrorCode, Result},
    event::{self, Body, CallNote, Event, Head},
    execute::{Call, Setup},
    record::{Key, Kind, Record, Row, Stored, to_doc},
    store::{self, Base, Batch, EventQuery, Hit, Scan},
    tool::Forecast,
    world::{Ask, Job, Need, World},
};

/// A record before and after this operation's writes.
#[derive(Clone)]
pub struct Touched {
    /// Before.
    pub before: Option<Arc<Stored>>,
    /// Now.
    pub now: Option<Arc<Row>>,
}

/// The effects of one operation so far.
#[derive(Clone, Default)]
pub struct Local {
    /// The records it wrote.
    pub rows: BTreeMap<Key, Touched>,
    /// Blobs to keep, or to delete.
    pub blobs: BTreeMap<String, Option<Vec<u8>>>,
    /// The body of its event.
    pub body: Body,
    /// The run its event belongs to.
    pub run: Option<String>,
    /// The tool its event is about.
    pub tool: Option<String>,
    /// Work to do in the world once this is durable.
    pub jobs: Vec<Job>,
    ids: BTreeMap<&'static str, u32>,
}

/// How many candidates are listed for an ambiguous id.
const IDS_MOST: usize = 8;

/// One operation's view of the store.
pub struct Tx<'a> {
    base: &'a mut dyn Base,
    batch: &'a mut Batch,
    call: &'a Call,
    local: Local,
    write: bool,
    wanted_write: std::cell::Cell<bool>,
    asks: Vec<Need>,
    glimpse: Option<Glimpse<'a>>,
}

impl<'a> Tx<'a> {
    /// Creates a transaction that may write.
    pub fn writer(base: &'a mut dyn Base, batch: &'a mut Batch, call: &'a Call) -> Self {
        Self {
            base,
            batch,
            call,
            local: Local::default(),
            write: true,
            wanted_write: false.into(),
            asks: Vec::new(),
            glimpse: None,
        }
    }

    /// Creates a transaction that refuses to write.
    pub fn reader(base: &'a mut dyn Base, batch: &'a mut Batch, call: &'a Call) -> Self {
        Self { write: false, ..Self::writer(base, batch, call) }
    }

    /// Creates a transaction that is tried and discarded, with access to the world.
    pub fn glimpse(
        base: &'a mut dyn Base,
        batch: &'a mut Batch,
        call: &'a Call,
        world: &'a dyn World,
        looked: &'a mut Vec<(Ask, Result<Forecast>)>,
    ) -> Self {
        let glimpse = Some(Glimpse { world, looked, read: None });
        Self { glimpse, ..Self::writer(base, batch, call) }
    }

    /// Whether a reader was asked to write: the call must be repeated as a write.
    pub fn wanted_write(&self) -> bool {
        self.wanted_write.get()
    }

    /// What it did.
    pub fn into_local(self) -> Local {
        self.local
    }

    /// Who calls.
    pub fn actor(&self) -> &'a Actor {
        &self.call.actor
    }

    /// The call itself.
    pub fn call(&self) -> &'a Call {
        self.call
    }

    /// Returns when the call was made.
    pub fn now(&self) -> u64 {
        self.call.at
    }

    /// Tools, policy, kinds.
    pub fn setup(&self) -> &'a Setup {
        &self.call.setup
    }

    /// Returns the number of the event that this operation will append.
    pub fn seq(&self) -> u64 {
        self.batch.head.seq + 1
    }

    /// Returns the id of the event that this operation will append.
    pub fn event_id(&self) -> String {
        event::event_id(self.seq(), &event::salt(&self.call.seed))
    }

    /// Returns a new id: `i42-9f3a` for the first item of event 42, `i42.1-77ab` for the second. It sorts by
    /// time, is short to type (`i42`), and a rewritten log would have other last bytes.
    pub fn new_id(&mut self, kind: &'static Kind) -> String {
        let seq = self.seq();
        let n = self.local.ids.entry(kind.prefix).or_default();
        let tag = blake3::keyed_hash(&self.call.seed, format!("{}{n}", kind.prefix).as_bytes());
        let tag = &tag.to_hex()[..4];
        let id = if *n == 0 {
            format!("{}{seq}-{tag}", kind.prefix)
        } else {
            format!("{}{seq}.{n}-{tag}", kind.prefix)
        };
        *n += 1;
        id
    }

    /// Returns unpredictable bytes for `purpose`, the same each time this call is run.
    pub fn random(&self, purpose: &str) -> [u8; 32] {
        *blake3::keyed_hash(&self.call.seed, purpose.as_bytes()).as_bytes()
    }

    /// Reads a record.
    pub fn get<R: Record>(&mut self, id: &str) -> Result<Option<R>> {
        let key = Key::of::<R>(id);
        if let Some(touched) = self.local.rows.get(&key) {
            return touched.now.as_deref().map(Row::read).transpose();
        }
        self.stored(&key)?.map(|s| s.row.read()).transpose()
    }

    /// Reads a record that must exist.
    pub fn need<R: Record>(&mut self, id: &str) -> Result<R> {
        self.get(id)?.ok_or_else(|| Error::not_found(say!("judge-not-there", kind = R::KIND.name, id)))
    }

    /// Reads the current row, of any kind.
    pub fn row(&mut self, key: &Key) -> Result<Option<Row>> {
        if let Some(touched) = self.local.rows.get(key) {
            return Ok(touched.now.as_deref().cloned());
        }
        Ok(self.stored(key)?.map(|s| s.row.clone()))
    }

    /// Reads one field of a record without parsing the rest; null where there is none.
    pub fn field<R: Record>(&mut self, id: &str, field: &str) -> Result<Value> {
        let key = Key::of::<R>(id);
        let of = |row: &Row| row.doc.get(field).cloned().unwrap_or_default();
        if let Some(touched) = self.local.rows.get(&key) {
            return Ok(touched.now.as_deref().map(of).unwrap_or_default());
        }
        Ok(self.stored(&key)?.map(|s| of(&s.row)).unwrap_or_default())
    }

    fn exists(&mut self, key: &Key) -> Result<bool> {
        match self.local.rows.get(key) {
            Some(touched) => Ok(touched.now.is_some()),
            None => Ok(self.stored(key)?.is_some()),
        }
    }

    /// Resolves `given` to an id of kind `R`: the id itself, or the only one that begins with it.
    pub fn resolve<R: Record>(&mut self, given: &str) -> Result<String> {
        self.resolve_kind(R::KIND, given)
    }

    /// Like [`Tx::resolve`], for a kind known only at run time.
    pub fn resolve_kind(&mut self, kind: &'static Kind, given: &str) -> Result<String> {
        if self.exists(&Key { kind: kind.name, id: given.to_owned() })? {
            return Ok(given.to_owned());
        }
        let missing = || Error::not_found(say!("judge-not-there", kind = kind.name, id = given));
        if given.is_empty() || !given.starts_with(kind.prefix) {
            return Err(missing());
        }
        let mut found = self.ids_with_prefix(kind.name, &format!("{given}-"))?;
        if found.is_empty() {
            found = self.ids_with_prefix(kind.name, given)?;
        }
        match found.as_slice() {
            [] => Err(missing()),
            [one] => Ok(one.clone()),
            several => Err(Error::new(
                ErrorCode::Conflict,
                say!("judge-ambiguous", given, found = several.join(", ")),
            )
            .hint(say!("judge-ambiguous-hint"))),
        }
    }

    /// Reads the record with a possibly shortened id.
    pub fn find<R: Record>(&mut self, given: &str) -> Result<R> {
        let id = self.resolve::<R>(given)?;
        self.need(&id)
    }

    fn ids_with_prefix(&mut self, kind: &'static str, prefix: &str) -> Result<Vec<String>> {
        let overlay = self.batch.rows.iter().map(|(k, stored)| (k, stored.is_some()));
        let local = self.local.rows.iter().map(|(k, t)| (k, t.now.is_some()));
        let begins = |(k, _): &(&Key, bool)| k.kind == kind && k.id.starts_with(prefix);
        let touched: Vec<(&Key, bool)> = overlay.chain(local).filter(begins).collect();
        // Ask for as many more as the overlay may remove, so that the answer does not depend on how calls
        // were batched.
        let mut ids = self.base.ids(kind, prefix, IDS_MOST + touched.len())?;
        for (key, exists) in touched {
            ids.retain(|id| *id != key.id);
            if exists {
                ids.push(key.id.clone());
            }
        }
        ids.sort_unstable();
        ids.truncate(IDS_MOST);
        Ok(ids)
    }

    /// Stores a record under a fresh id.
    pub fn create<R: Record>(&mut self, record: &R) -> Result<()> {
        let key = Key::of::<R>(record.id());
        let row = Row::created(to_doc(record)?, self.seq());
        self.check_writable()?;
        self.local.rows.insert(key, Touched { before: None, now: Some(Arc::new(row)) });
        Ok(())
    }

    /// Stores a record, new or changed; only the fields that differ get this event as their writer.
    pub fn put<R: Record>(&mut self, record: &R) -> Result<()> {
        self.check_writable()?;
        let (key, doc, seq) = (Key::of::<R>(record.id()), to_doc(record)?, self.seq());
        if let Some(touched) = self.local.rows.get_mut(&key) {
            touched.now = Some(Arc::new(Row::rewritten(touched.now.as_deref(), doc, seq)));
            return Ok(());
        }
        let before = self.stored(&key)?;
        let now = Some(Arc::new(Row::rewritten(before.as_ref().map(|s| &s.row), doc, seq)));
        self.local.rows.insert(key, Touched { before, now });
        Ok(())
    }

    /// Deletes a record.
    pub fn delete<R: Record>(&mut self, id: &str) -> Result<()> {
        self.touch(&Key::of::<R>(id))?.now = None;
        Ok(())
    }

    /// Applies a change if value *and* writer are as expected; otherwise returns a conflict that says what
    /// changed.
    pub fn apply(&mut self, change: Change) -> Result<()> {
        if let Change::Whole { key, after: None, .. } = &change {
            self.check_childless(key)?;
        }
        let touched = self.touch(change.key())?;
        if let Some(misfit) = change.misfit(touched.now.as_deref()) {
            return Err(Error::stale(misfit.why));
        }
        match change {
            Change::Field { field, after, .. } => {
                if let Some(row) = &mut touched.now {
                    Arc::make_mut(row).set(&field, after);
                }
            }
            Change::Whole { after, .. } => touched.now = after.map(Arc::new),
        }
        Ok(())
    }

    fn check_childless(&mut self, key: &Key) -> Result<()> {
        match self.children(key, 1)?.first() {
            Some((child, _)) => Err(Error::stale(has_child(key, child))),
            None => Ok(()),
        }
    }

    /// Returns records that belong to another, at most `most` of each kind.
    pub fn children(&mut self, key: &Key, most: usize) -> Result<Vec<(Key, Arc<Stored>)>> {
        let mut children = Vec::new();
        for index in self.kind(key.kind)?.children {
            // A child may be of any kind: the index name says which by its first part.
            let child = self.kind(index.split('.').next().unwrap_or_default())?;
            let hits = self.scan(&Scan::prefix(child.name, index, &format!("{}/", key.id)).limit(most))?;
            children.extend(hits.into_iter().map(|hit| (Key { kind: child.name, id: hit.id }, hit.stored)));
        }
        Ok(children)
    }

    fn kind(&self, name: &str) -> Result<&'static Kind> {
        self.setup().kind(name).ok_or_else(|| Error::bug(format!("the kind {name} is not registered")))
    }

    /// Runs `f`; if it fails, discards everything it wrote and returns the error.
    pub fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let saved = self.local.clone();
        let result = f(self);
        if result.is_err() {
            self.local = saved;
        }
        result
    }

    /// Scans records along an index, this operation's own writes included.
    pub fn scan(&mut self, scan: &Scan) -> Result<Vec<Hit>> {
        let mut hits = self.scan_batch(scan)?;
        let kind = self.kind(scan.kind)?;
        if self.local.rows.keys().any(|k| k.kind == scan.kind) {
            let local = &self.local.rows;
            hits.retain(|h| !local.contains_key(&Key { kind: scan.kind, id: h.id.clone() }));
            for (key, touched) in local.iter().filter(|(k, _)| k.kind == scan.kind) {
                let Some(row) = &touched.now else { continue };
                for (name, sort) in (kind.index)(&row.doc) {
                    if name == scan.index && *sort >= *scan.from && *sort < *scan.to {
                        let stored = Arc::new(Stored::freeze(key, Row::clone(row)));
                        hits.push(Hit { sort, id: key.id.clone(), stored });
                    }
                }
            }
            store::order(&mut hits, scan.reverse);
        }
        hits.truncate(scan.limit);
        Ok(hits)
    }

    fn scan_batch(&mut self, scan: &Scan) -> Result<Vec<Hit>> {
        let range =
            (scan.index, scan.from.clone(), String::new())..(scan.index, scan.to.clone(), String::new());
        let mut added = Vec::new();
        let mut removed = Vec::new();
        for ((_, sort, id), add) in self.batch.index.range(range) {
            if *add {
                added.push((sort.clone(), id.clone()))
            } else {
                removed.push((sort.clone(), id.clone()))
            }
        }
        let margin = removed.len() + self.local.rows.len();
        let base_scan = Scan { limit: scan.limit.saturating_add(margin), ..scan.clone() };
        let mut hits = self.base.scan(&base_scan)?;
        if !removed.is_empty() {
            hits.retain(|h| !removed.iter().any(|(s, i)| *s == h.sort && *i == h.id));
        }
        if !self.batch.rows.is_empty() {
            for hit in &mut hits {
                let key = Key { kind: scan.kind, id: hit.id.clone() };
                if let Some(Some(stored)) = self.batch.rows.get(&key) {
                    hit.stored = stored.clone();
                }
            }
        }
        if added.is_empty() {
            return Ok(hits);
        }
        for (sort, id) in added {
            let key = Key { kind: scan.kind, id: id.clone() };
            if let Some(Some(stored)) = self.batch.rows.get(&key) {
                hits.push(Hit { sort, id, stored: stored.clone() });
            }
        }
        store::order(&mut hits, scan.reverse);
        hits.dedup_by(|a, b| a.sort == b.sort && a.id == b.id);
        Ok(hits)
    }

    /// Whether an index has no entries; asks the base once per batch.
    pub fn is_empty(&mut self, kind: &'static str, index: &'static str) -> Result<bool> {
        let all = Scan::prefix(kind, index, "").limit(1);
        let in_base = self.is_empty_in_base(index, |base| Ok(base.scan(&all)?.is_empty()))?;
        let from = (index, String::new(), String::new());
        let mut added = self.batch.index.range(from..).take_while(|((name, ..), _)| *name == index);
        if !in_base || added.any(|(_, add)| *add) {
            return Ok(false);
        }
        let entries = self.kind(kind)?.index;
        let mut own = self.local.rows.iter().filter(|(key, _)| key.kind == kind);
        let has_entry = |row: &Row| entries(&row.doc).iter().any(|(name, _)| *name == index);
        Ok(!own.any(|(_, touched)| touched.now.as_deref().is_some_and(has_entry)))
    }

    /// Whether there is no record of type `R`; asks the base once per batch.
    pub fn is_none<R: Record>(&mut self) -> Result<bool> {
        let kind = R::KIND.name;
        let in_base = self.is_empty_in_base(kind, |base| Ok(base.ids(kind, "", 1)?.is_empty()))?;
        let first = Key { kind, id: String::new() };
        let own = self.local.rows.range(&first..).next().map(|(key, _)| key.kind);
        let batch = self.batch.rows.range(&first..).next().map(|(key, _)| key.kind);
        Ok(in_base && own != Some(kind) && batch != Some(kind))
    }

    fn is_empty_in_base(
        &mut self,
        name: &'static str,
        forecast: impl FnOnce(&mut dyn Base) -> Result<bool>,
    ) -> Result<bool> {
        if let Some(empty) = self.batch.empty.get(name) {
            return Ok(*empty);
        }
        let empty = forecast(self.base)?;
        self.batch.empty.insert(name, empty);
        Ok(empty)
    }

    /// Returns records of type `R` along an index.
    pub fn list<R: Record>(&mut self, scan: &Scan) -> Result<Vec<R>> {
        self.scan(scan)?.iter().map(|h| h.stored.row.read()).collect()
    }

    /// Returns the end of the log, before the event that this operation will append.
    pub fn log_head(&mut self) -> Result<Head> {
        // A snapshot that is only read has no batch.
        match self.batch.head.seq {
            0 => self.base.head(),
            _ => Ok(self.batch.head),
        }
    }

    /// Returns one event of the log, this batch's included.
    pub fn event(&mut self, seq: u64) -> Result<Option<Event>> {
        match self.batch.events.iter().find(|e| e.seq == seq) {
            Some(event) => Ok(Some(event.clone())),
            None => self.base.event(seq),
        }
    }

    /// Returns events by query, this batch's included.
    pub fn events(&mut self, query: &EventQuery) -> Result<Vec<Event>> {
        let mut events = self.base.events(query)?;
        events.extend(self.batch.events.iter().filter(|e| query.matches(e)).cloned());
        events.sort_by_key(|e| e.seq);
        if !query.ascending {
            events.reverse();
        }
        events.truncate(query.limit);
        Ok(events)
    }

    /// The bytes of a blob.
    pub fn blob(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        let pending = self.local.blobs.get(name).or_else(|| self.batch.blobs.get(name));
        match pending {
            Some(bytes) => Ok(bytes.clone()),
            None => self.base.blob(name),
        }
    }

    /// Stores a blob and returns its name, the hex hash of the content.
    pub fn put_blob(&mut self, bytes: Vec<u8>) -> Result<String> {
        self.check_writable()?;
        let name = blake3::hash(&bytes).to_hex().to_string();
        self.local.blobs.insert(name.clone(), Some(bytes));
        Ok(name)
    }

    /// Deletes a blob.
    pub fn drop_blob(&mut self, name: &str) -> Result<()> {
        self.check_writable()?;
        self.local.blobs.insert(name.to_owned(), None);
        Ok(())
    }

    /// Schedules work in the world for when this is durable.
    pub fn order(&mut self, job: Job) {
        self.local.jobs.push(job);
    }

    /// Sets the run and tool of this operation's event.
    pub fn about(&mut self, run: Option<&str>, tool: Option<&str>) {
        self.local.run = run.map(str::to_owned).or(self.local.run.take());
        self.local.tool = tool.map(str::to_owned).or(self.local.tool.take());
    }

    /// Whether it has written nothing so far.
    pub fn is_untouched(&self) -> bool {
        self.local.rows.is_empty()
    }

    /// Takes over the event body of an earlier attempt.
    pub fn retell(&mut self, body: Body, run: Option<String>, tool: Option<String>) {
        (self.local.body, self.local.run, self.local.tool) = (body, run, tool);
    }

    /// Adds a tool call to the event. Arguments and results must already be redacted.
    pub fn note_call(&mut self, note: CallNote) {
        self.local.body.calls.push(note);
    }

    /// Adds any other detail to the event.
    pub fn note(&mut self, name: &str, value: Value) {
        if !self.local.body.note.is_object() {
            self.local.body.note = Value::Object(Default::default());
        }
        self.local.body.note[name] = value;
    }

    fn check_writable(&self) -> Result<()> {
        if self.write {
            return Ok(());
        }
        self.wanted_write.set(true);
        Err(Error::bug(format!("{} is a query and writes", self.call.op.spec().name)))
    }

    fn touch(&mut self, key: &Key) -> Result<&mut Touched> {
        self.check_writable()?;
        if !self.local.rows.contains_key(key) {
            let before = self.stored(key)?;
            let now = before.as_ref().map(|s| Arc::new(s.row.clone()));
            self.local.rows.insert(key.clone(), Touched { before, now });
        }
        Ok(self.local.rows.get_mut(key).expect("BUG: it was just put there"))
    }

    fn stored(&mut self, key: &Key) -> Result<Option<Arc<Stored>>> {
        if let Some(held) = self.batch.held(key) {
            return Ok(held.clone());
        }
        let stored = self.base.get(key)?;
        self.batch.known.insert(key.clone(), stored.clone());
        Ok(stored)
    }
}

/// Says that something was added to a record later.
pub fn has_child(key: &Key, child: &Key) -> Message {
    say!("judge-record-child", kind = key.kind, id = key.id, other = child.kind, child = child.id)
}
