//! The rows that a store is asked to write, captured from the engine per operation.

use std::sync::{Arc, Mutex, PoisonError};

use countersign_core::{
    Answer, Ran, Result,
    event::Event,
    execute::{Call, execute},
    memory::MemoryBase,
    store::{Base, Batch, Store},
};

use crate::world::{self, Worker};

/// The rows of one operation.
pub struct Rows {
    /// Records to write: kind, id, doc, stamps.
    pub records: Vec<[String; 4]>,
    /// Records to delete: kind, id.
    pub deleted: Vec<[String; 2]>,
    /// Index entries to add: name, sort, id.
    pub index_added: Vec<[String; 3]>,
    /// Index entries to remove.
    pub index_removed: Vec<[String; 3]>,
    /// Blobs to write: name, bytes.
    pub blobs: Vec<(String, Vec<u8>)>,
    /// The event.
    pub event: Event,
}

impl Rows {
    fn of(batch: &Batch) -> Option<Self> {
        let rows = || batch.rows.iter().map(|(key, stored)| (key, stored.as_ref()));
        let index = |added: bool| {
            let entries = batch.index.iter().filter(move |(_, add)| **add == added);
            entries.map(|((name, sort, id), _)| [(*name).to_owned(), sort.clone(), id.clone()]).collect()
        };
        let text = |s: &str| s.to_owned();
        Some(Self {
            records: rows()
                .filter_map(|(k, s)| Some([text(k.kind), k.id.clone(), s?.doc.clone(), s?.stamps.clone()]))
                .collect(),
            deleted: rows().filter(|(_, s)| s.is_none()).map(|(k, _)| [text(k.kind), k.id.clone()]).collect(),
            index_added: index(true),
            index_removed: index(false),
            blobs: batch.blobs.iter().filter_map(|(name, b)| Some((name.clone(), b.clone()?))).collect(),
            event: batch.events.last()?.clone(),
        })
    }

    /// Returns how many rows a database changes for it.
    pub fn count(&self) -> usize {
        let index = self.index_added.len() + self.index_removed.len();
        self.records.len() + self.deleted.len() + index + self.blobs.len() + 1
    }

    /// Returns how many bytes they hold.
    pub fn bytes(&self) -> usize {
        let texts = |list: &[String]| list.iter().map(String::len).sum::<usize>();
        let records: usize = self.records.iter().map(|r| texts(r)).sum();
        let index: usize = self.index_added.iter().chain(&self.index_removed).map(|r| texts(r)).sum();
        let blobs: usize = self.blobs.iter().map(|(name, bytes)| name.len() + bytes.len()).sum();
        let body = |b: &Option<Vec<u8>>| b.as_ref().map_or(0, Vec::len);
        records + index + blobs + body(&self.event.body) + body(&self.event.changes)
    }
}

/// A store in memory that records what it was asked to write.
#[derive(Default)]
struct Recorder {
    inner: Mutex<(MemoryBase, Vec<Rows>)>,
}

impl Store for Recorder {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        let (base, rows) = &mut *inner;
        let mut batch = Batch::after(base.head()?);
        let answer = execute(base, &mut batch, &call);
        rows.extend(Rows::of(&batch));
        base.flush(batch);
        answer.and_then(|e| e.answer(call.origin.language))
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        f(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner).0)
    }
}

/// Captures the rows of `each` proposals for each of `callers`, one list per caller.
pub fn capture(callers: usize, each: usize) -> Result<Vec<Vec<Rows>>> {
    let recorder = Arc::new(Recorder::default());
    let engine = world::engine(recorder.clone());
    let mut workers = start_workers(&engine, callers)?;
    let take = || std::mem::take(&mut recorder.inner.lock().unwrap_or_else(PoisonError::into_inner).1);
    take();
    let mut lists: Vec<Vec<Rows>> = (0..callers).map(|_| Vec::with_capacity(each)).collect();
    for _ in 0..each {
        for (worker, list) in workers.iter_mut().zip(&mut lists) {
            worker.propose(&engine)?;
            list.extend(take());
        }
    }
    Ok(lists)
}

/// Starts `count` workers, each with its own task and run.
pub fn start_workers(engine: &countersign_core::Engine, count: usize) -> Result<Vec<Worker>> {
    (0..count).map(|i| Worker::start(engine, &format!("agent-{i:02}"))).collect()
}
