//! A cache of reads from the store, valid while no record changes: agents read far more often than anything
//! changes, and each of their calls reads the same few records.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use countersign_words::Message;

use super::Engine;
use crate::{
    error::{Error, Result},
    event::{Event, Head},
    record::{Key, Stored},
    store::{Base, EventQuery, Hit, IndexEntry, RawRecord, Scan},
};

/// The maximum number of cached answers.
const MOST: usize = 4096;
/// Answers with more records are not cached.
const HITS_MOST: usize = 32;

/// See the module.
#[derive(Default)]
pub(super) struct ReadCache(Mutex<Arc<CachedReads>>);

#[derive(Default, Clone)]
struct CachedReads {
    /// The store's version when they were read.
    at: u64,
    gets: BTreeMap<Key, Option<Arc<Stored>>>,
    scans: BTreeMap<Walk, Vec<Hit>>,
}

/// A scan as a key.
type Walk = (&'static str, &'static str, String, String, bool, usize);

fn walk(scan: &Scan) -> Walk {
    (scan.kind, scan.index, scan.from.clone(), scan.to.clone(), scan.reverse, scan.limit)
}

impl Engine {
    /// Runs `f` on a snapshot, from the cache alone if everything it reads was read since the last change.
    /// `f` may run twice; only its last run counts.
    pub fn read_cached(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        let at = self.store.records_at();
        if let Some(at) = at {
            let known = self.read_cache.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if known.at == at {
                let mut memory = Memory { known: &known, missed: false };
                let done = f(&mut memory);
                if !memory.missed {
                    return done;
                }
            }
        }
        let mut read = CachedReads::default();
        let mut done = Ok(());
        self.store.view(&mut |base| {
            read = CachedReads::default();
            done = f(&mut Reader { base, read: &mut read });
            Ok(())
        })?;
        // Nothing changed during the reads, so they are one snapshot.
        if let Some(at) = at.filter(|at| self.store.records_at() == Some(*at)) {
            self.read_cache.learn(at, read);
        }
        done
    }
}

impl ReadCache {
    fn learn(&self, at: u64, read: CachedReads) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if at < known.at {
            return;
        }
        let known = Arc::make_mut(&mut known);
        if known.at < at || known.gets.len() + known.scans.len() > MOST {
            *known = CachedReads { at, ..CachedReads::default() };
        }
        known.gets.extend(read.gets);
        known.scans.extend(read.scans);
    }
}

/// The cache, with the interface of a store.
struct Memory<'a> {
    known: &'a CachedReads,
    /// Whether something was not in the cache.
    missed: bool,
}

impl Memory<'_> {
    fn miss<T>(&mut self) -> Result<T> {
        self.missed = true;
        Err(Error::bug("that is not remembered"))
    }
}

impl Base for Memory<'_> {
    fn head(&mut self) -> Result<Head> {
        self.miss()
    }

    fn get(&mut self, key: &Key) -> Result<Option<Arc<Stored>>> {
        match self.known.gets.get(key) {
            Some(stored) => Ok(stored.clone()),
            None => self.miss(),
        }
    }

    fn scan(&mut self, scan: &Scan) -> Result<Vec<Hit>> {
        match self.known.scans.get(&walk(scan)) {
            Some(hits) => Ok(hits.clone()),
            None => self.miss(),
        }
    }

    fn ids(&mut self, _kind: &str, _prefix: &str, _limit: usize) -> Result<Vec<String>> {
        self.miss()
    }

    fn event(&mut self, _seq: u64) -> Result<Option<Event>> {
        self.miss()
    }

    fn events(&mut self, _query: &EventQuery) -> Result<Vec<Event>> {
        self.miss()
    }

    fn blob(&mut self, _name: &str) -> Result<Option<Vec<u8>>> {
        self.miss()
    }

    fn blobs_after(&mut self, _name: &str, _limit: usize) -> Result<Vec<String>> {
        self.miss()
    }

    fn records_after(&mut self, _kind: &str, _id: &str, _limit: usize) -> Result<Vec<RawRecord>> {
        self.miss()
    }

    fn index_after(&mut self, _after: &IndexEntry, _limit: usize) -> Result<Vec<IndexEntry>> {
        self.miss()
    }

    fn damage(&mut self) -> Result<Vec<Message>> {
        self.miss()
    }
}

/// The store, recording what is read from it.
struct Reader<'a> {
    base: &'a mut dyn Base,
    read: &'a mut CachedReads,
}

impl Base for Reader<'_> {
    fn head(&mut self) -> Result<Head> {
        self.base.head()
    }

    fn get(&mut self, key: &Key) -> Result<Option<Arc<Stored>>> {
        let stored = self.base.get(key)?;
        self.read.gets.insert(key.clone(), stored.clone());
        Ok(stored)
    }

    fn scan(&mut self, scan: &Scan) -> Result<Vec<Hit>> {
        let hits = self.base.scan(scan)?;
        if hits.len() <= HITS_MOST {
            self.read.scans.insert(walk(scan), hits.clone());
        }
        Ok(hits)
    }

    fn ids(&mut self, kind: &str, prefix: &str, limit: usize) -> Result<Vec<String>> {
        self.base.ids(kind, prefix, limit)
    }

    fn event(&mut self, seq: u64) -> Result<Option<Event>> {
        self.base.event(seq)
    }

    fn events(&mut self, query: &EventQuery) -> Result<Vec<Event>> {
        self.base.events(query)
    }

    fn blob(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        self.base.blob(name)
    }

    fn blobs_after(&mut self, name: &str, limit: usize) -> Result<Vec<String>> {
        self.base.blobs_after(name, limit)
    }

    fn records_after(&mut self, kind: &str, id: &str, limit: usize) -> Result<Vec<RawRecord>> {
        self.base.records_after(kind, id, limit)
    }

    fn index_after(&mut self, after: &IndexEntry, limit: usize) -> Result<Vec<IndexEntry>> {
        self.base.index_after(after, limit)
    }

    fn damage(&mut self) -> Result<Vec<Message>> {
        self.base.damage()
    }
}
