//! The reference store: everything in maps, one call at a time. Other stores must give the same answers.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex},
};

use countersign_words::{Message, say};

use crate::{
    error::{Error, Result},
    event::{Event, Head},
    execute::{Call, execute},
    op::{Answer, Ran},
    record::{Key, Stored},
    store::{Base, Batch, EventQuery, Hit, IndexEntry, RawRecord, Scan, Store},
};

/// A store in memory.
#[derive(Default)]
pub struct MemoryStore {
    base: Mutex<MemoryBase>,
}

/// Its contents.
#[derive(Default, Clone)]
pub struct MemoryBase {
    records: BTreeMap<(String, String), Arc<Stored>>,
    index: BTreeSet<(String, String, String)>,
    events: Vec<Event>,
    blobs: BTreeMap<String, Vec<u8>>,
}

impl MemoryStore {
    /// Creates an empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets a test inspect or tamper with the contents.
    pub fn with<T>(&self, f: impl FnOnce(&mut MemoryBase) -> T) -> T {
        f(&mut self.base.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

impl MemoryBase {
    /// Adds a finished batch.
    pub fn flush(&mut self, batch: Batch) {
        for (key, stored) in &batch.rows {
            let at = (key.kind.to_owned(), key.id.clone());
            match stored {
                Some(stored) => self.records.insert(at, stored.clone()),
                None => self.records.remove(&at),
            };
        }
        for ((name, sort, id), add) in batch.index {
            let entry = (name.to_owned(), sort, id);
            if add {
                self.index.insert(entry)
            } else {
                self.index.remove(&entry)
            };
        }
        for (name, bytes) in batch.blobs {
            match bytes {
                Some(bytes) => self.blobs.insert(name, bytes),
                None => self.blobs.remove(&name),
            };
        }
        self.events.extend(batch.events);
    }

    /// All events, for tests that tamper with them.
    pub fn events_mut(&mut self) -> &mut Vec<Event> {
        &mut self.events
    }

    /// Replaces a record's bytes without logging it, for tests.
    pub fn tamper(&mut self, kind: &str, id: &str, doc: &str) -> Result<()> {
        let slot = self
            .records
            .get_mut(&(kind.to_owned(), id.to_owned()))
            .ok_or_else(|| Error::not_found(say!("judge-not-there", kind, id)))?;
        *slot = Arc::new(Stored::thaw(kind, id, doc.to_owned(), slot.stamps.clone())?);
        Ok(())
    }
}

impl Store for MemoryStore {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        self.with(|base| {
            let mut batch = Batch::after(base.head()?);
            let executed = execute(base, &mut batch, &call);
            base.flush(batch);
            executed?.answer(call.origin.language)
        })
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        self.with(|base| f(base))
    }
}

impl Base for MemoryBase {
    fn head(&mut self) -> Result<Head> {
        Ok(self.events.last().map(Event::head).unwrap_or_default())
    }

    fn get(&mut self, key: &Key) -> Result<Option<Arc<Stored>>> {
        Ok(self.records.get(&(key.kind.to_owned(), key.id.clone())).cloned())
    }

    fn scan(&mut self, scan: &Scan) -> Result<Vec<Hit>> {
        let bound = |sort: &str| (scan.index.to_owned(), sort.to_owned(), String::new());
        if scan.from >= scan.to {
            return Ok(Vec::new());
        }
        let range = self.index.range(bound(&scan.from)..bound(&scan.to));
        let hit = |(_, sort, id): &(String, String, String)| {
            let stored = self.records.get(&(scan.kind.to_owned(), id.clone()))?.clone();
            Some(Hit { sort: sort.clone(), id: id.clone(), stored })
        };
        Ok(if scan.reverse {
            range.rev().filter_map(hit).take(scan.limit).collect()
        } else {
            range.filter_map(hit).take(scan.limit).collect()
        })
    }

    fn ids(&mut self, kind: &str, prefix: &str, limit: usize) -> Result<Vec<String>> {
        let from = (kind.to_owned(), prefix.to_owned());
        let found = self.records.range(from..).map(|((k, id), _)| (k, id));
        Ok(found
            .take_while(|(k, id)| *k == kind && id.starts_with(prefix))
            .map(|(_, id)| id.clone())
            .take(limit)
            .collect())
    }

    fn event(&mut self, seq: u64) -> Result<Option<Event>> {
        Ok(self.events.iter().find(|e| e.seq == seq).cloned())
    }

    fn events(&mut self, query: &EventQuery) -> Result<Vec<Event>> {
        let found = self.events.iter().filter(|e| query.matches(e));
        Ok(if query.ascending {
            found.take(query.limit).cloned().collect()
        } else {
            found.rev().take(query.limit).cloned().collect()
        })
    }

    fn blob(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.blobs.get(name).cloned())
    }

    fn blobs_after(&mut self, name: &str, limit: usize) -> Result<Vec<String>> {
        let after = self.blobs.keys().filter(|n| n.as_str() > name);
        Ok(after.take(limit).cloned().collect())
    }

    fn records_after(&mut self, kind: &str, id: &str, limit: usize) -> Result<Vec<RawRecord>> {
        let after = (kind.to_owned(), id.to_owned());
        let raw = |((kind, id), s): (&(String, String), &Arc<Stored>)| RawRecord {
            kind: kind.clone(),
            id: id.clone(),
            doc: s.doc.clone(),
            stamps: s.stamps.clone(),
        };
        Ok(self.records.range(after.clone()..).filter(|(k, _)| **k > after).take(limit).map(raw).collect())
    }

    fn index_after(&mut self, after: &IndexEntry, limit: usize) -> Result<Vec<IndexEntry>> {
        let after = (after.name.clone(), after.sort.clone(), after.id.clone());
        let entry = |(name, sort, id): &(String, String, String)| IndexEntry {
            name: name.clone(),
            sort: sort.clone(),
            id: id.clone(),
        };
        Ok(self.index.range(after.clone()..).filter(|e| **e > after).take(limit).map(entry).collect())
    }

    fn damage(&mut self) -> Result<Vec<Message>> {
        Ok(Vec::new())
    }
}
