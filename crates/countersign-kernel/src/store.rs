//! The interface of a store: reads on a snapshot, and one batch of finished operations to flush.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    sync::Arc,
};

use countersign_words::{Message, say};

use crate::{
    error::{Error, ErrorCode, Result},
    event::{Event, Head},
    execute::Call,
    op::{Answer, Executed, Ran},
    record::{Key, Stored},
};

/// A scan along one index of one kind.
#[derive(Debug, Clone)]
pub struct Scan {
    /// The kind of the records.
    pub kind: &'static str,
    /// The index.
    pub index: &'static str,
    /// The first sort key, inclusive.
    pub from: String,
    /// The last sort key, exclusive.
    pub to: String,
    /// Whether to go from the end to the beginning.
    pub reverse: bool,
    /// At most so many.
    pub limit: usize,
}

impl Scan {
    /// Scans entries whose sort key begins with `prefix`, in order.
    pub fn prefix(kind: &'static str, index: &'static str, prefix: &str) -> Self {
        Self {
            kind,
            index,
            from: prefix.to_owned(),
            to: format!("{prefix}\u{10FFFF}"),
            reverse: false,
            limit: usize::MAX,
        }
    }

    /// Scans entries whose sort key is `sort`.
    pub fn exactly(kind: &'static str, index: &'static str, sort: &str) -> Self {
        Self { to: format!("{sort}\0"), ..Self::prefix(kind, index, sort) }
    }

    /// Reverses the order: newest (highest) first.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.reverse = true;
        self
    }

    /// Limits the number of hits.
    #[must_use]
    pub fn limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        self
    }
}

/// One hit of a scan.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The sort key.
    pub sort: String,
    /// The record's id.
    pub id: String,
    /// The record.
    pub stored: Arc<Stored>,
}

/// A query over events.
#[derive(Debug, Clone, Default)]
pub struct EventQuery {
    /// Of this run.
    pub run: Option<String>,
    /// About this tool.
    pub tool: Option<String>,
    /// By this actor (`person:ana`).
    pub actor: Option<String>,
    /// Of this operation.
    pub op: Option<String>,
    /// With this status.
    pub status: Option<String>,
    /// Not before this time.
    pub from_ms: Option<u64>,
    /// Before this time.
    pub until_ms: Option<u64>,
    /// Only events with a higher number.
    pub after_seq: Option<u64>,
    /// Only events with a lower number.
    pub before_seq: Option<u64>,
    /// Oldest first instead of newest first.
    pub ascending: bool,
    /// At most so many.
    pub limit: usize,
}

impl EventQuery {
    /// Whether `e` matches; stores that filter in SQL must agree with this.
    pub fn matches(&self, e: &Event) -> bool {
        let same =
            |want: &Option<String>, have: Option<&str>| want.as_deref().is_none_or(|w| Some(w) == have);
        same(&self.run, e.run.as_deref())
            && same(&self.tool, e.tool.as_deref())
            && same(&self.actor, Some(&e.actor))
            && same(&self.op, Some(&e.op))
            && same(&self.status, Some(&e.status))
            && self.from_ms.is_none_or(|t| e.at >= t)
            && self.until_ms.is_none_or(|t| e.at < t)
            && self.after_seq.is_none_or(|s| e.seq > s)
            && self.before_seq.is_none_or(|s| e.seq < s)
    }
}

/// A record's bytes, unparsed: for verifying and exporting whole stores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawRecord {
    /// The name of its kind.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its fields.
    pub doc: String,
    /// Its stamps.
    pub stamps: String,
}

/// Sorts hits in scan order.
pub fn order(hits: &mut [Hit], reverse: bool) {
    hits.sort_by(|a, b| (&a.sort, &a.id).cmp(&(&b.sort, &b.id)));
    if reverse {
        hits.reverse();
    }
}

/// One entry of an index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexEntry {
    /// The index.
    pub name: String,
    /// The sort key.
    pub sort: String,
    /// The record's id.
    pub id: String,
}

/// The reads of a store, all on one snapshot.
pub trait Base {
    /// The end of the log.
    fn head(&mut self) -> Result<Head>;
    /// One record.
    fn get(&mut self, key: &Key) -> Result<Option<Arc<Stored>>>;
    /// Records along an index, in order of (sort, id).
    fn scan(&mut self, scan: &Scan) -> Result<Vec<Hit>>;
    /// The ids of a kind that begin with `prefix`, in order.
    fn ids(&mut self, kind: &str, prefix: &str, limit: usize) -> Result<Vec<String>>;
    /// One event.
    fn event(&mut self, seq: u64) -> Result<Option<Event>>;
    /// Events by query.
    fn events(&mut self, query: &EventQuery) -> Result<Vec<Event>>;
    /// A blob's bytes, by the hex hash of its content.
    fn blob(&mut self, name: &str) -> Result<Option<Vec<u8>>>;
    /// Up to `limit` names of blobs after the given one, in order.
    fn blobs_after(&mut self, name: &str, limit: usize) -> Result<Vec<String>>;
    /// Up to `limit` records after (kind, id), in that order.
    fn records_after(&mut self, kind: &str, id: &str, limit: usize) -> Result<Vec<RawRecord>>;
    /// Up to `limit` index entries after the given one, in order.
    fn index_after(&mut self, after: &IndexEntry, limit: usize) -> Result<Vec<IndexEntry>>;
    /// Describes damage that the storage medium reports; empty if there is none.
    fn damage(&mut self) -> Result<Vec<Message>>;
}

/// Executed operations that wait to be made durable together: an overlay over the base.
#[derive(Default)]
pub struct Batch {
    /// The end of the log including this batch.
    pub head: Head,
    /// Records as read from the base.
    pub known: BTreeMap<Key, Option<Arc<Stored>>>,
    /// Records that this batch writes, or deletes.
    pub rows: BTreeMap<Key, Option<Arc<Stored>>>,
    /// Index entries that this batch adds to the base (true) or removes from it (false).
    pub index: BTreeMap<(&'static str, String, String), bool>,
    /// The events to append.
    pub events: Vec<Event>,
    /// Blobs to write, or to delete.
    pub blobs: BTreeMap<String, Option<Vec<u8>>>,
    /// Whether indexes and kinds were empty in the base: that does not change while a batch is built.
    pub empty: BTreeMap<&'static str, bool>,
}

impl Batch {
    /// Creates an empty batch after `head`.
    pub fn after(head: Head) -> Self {
        Self { head, ..Self::default() }
    }

    /// Returns a record as this batch has it, if known without asking the base.
    pub fn held(&self, key: &Key) -> Option<&Option<Arc<Stored>>> {
        self.rows.get(key).or_else(|| self.known.get(key))
    }
}

/// Notes that an index entry was added or removed; adding and removing the same entry cancel out.
pub fn reindex<K: Ord>(noted: &mut BTreeMap<K, bool>, entry: K, added: bool) {
    match noted.entry(entry) {
        Entry::Vacant(free) => {
            free.insert(added);
        }
        Entry::Occupied(known) => {
            if *known.get() != added {
                known.remove();
            }
        }
    }
}

/// The result of a call, and the call itself: it is returned so that the caller's thread drops it, not the
/// store's.
pub type Replied = (Result<Ran<Executed>>, Option<Call>);

/// Receives a reply on the store's own thread, so it must not block. It is dropped unused if the store has
/// ended.
pub type Reply = Box<dyn FnOnce(Replied) + Send>;

/// The error for a caller that got no reply.
pub fn ended() -> Error {
    Error::new(ErrorCode::Store, say!("problem-store-writer-ended")).hint(say!("problem-store-open-again"))
}

/// A daemon that writes the same log, as the store knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostSeen {
    /// The name that people know it by.
    pub name: String,
    /// Whether it is this one.
    pub is_this: bool,
    /// Whether it is the first that wrote the log: what names no host is its.
    pub is_first: bool,
    /// How long it has not been heard of, in milliseconds, if it is away; None while it is there.
    pub away_ms: Option<u64>,
}

/// The storage of the log and its records.
pub trait Store: Send + Sync {
    /// Executes a call on the writer; returns when it is durable.
    fn submit(&self, call: Call) -> Result<Ran<Answer>>;
    /// Submits a call without waiting: `reply` is called with the result when it is durable.
    fn send(&self, call: Call, reply: Reply) {
        let done = self.submit(call.clone());
        reply((done.map(Ran::from), Some(call)));
    }
    /// Executes calls in order, with as few commits as possible; returns when all are durable.
    fn submit_all(&self, calls: Vec<Call>) -> Vec<Result<Ran<Answer>>> {
        calls.into_iter().map(|call| self.submit(call)).collect()
    }
    /// Records a call that already happened: in order with all others, durable no later than the next change.
    /// Returns whether it is durable already; blocks if too many are queued.
    fn post(&self, call: Call) -> Result<bool> {
        self.submit(call).map(|_| true)
    }
    /// Whether something posted could not be made durable so far; each batch tries again.
    fn is_behind(&self) -> bool {
        false
    }
    /// Returns when everything posted is durable.
    fn settle(&self) -> Result<()> {
        Ok(())
    }
    /// Registers a listener for posted calls that have become durable.
    fn on_written(&self, _listener: Arc<dyn Fn() + Send + Sync>) {}
    /// A version that grows whenever a change to identities (tokens, agent processes) becomes durable, before
    /// the caller of that change is answered. None if unknown: then identities may not be cached.
    fn identities_at(&self) -> Option<u64> {
        None
    }
    /// A version that grows whenever a change to any record becomes durable, before the caller of that change
    /// is answered; events without record changes leave it. None if unknown or while such a change is in
    /// flight: then records may not be cached.
    fn records_at(&self) -> Option<u64> {
        None
    }
    /// Whether posting a call now would block.
    fn is_full(&self) -> bool {
        true
    }
    /// The daemons that write this log; empty if it can only be one.
    fn hosts(&self) -> Result<Vec<HostSeen>> {
        Ok(Vec::new())
    }
    /// Fails if this process may not change the world: the store cannot be reached, or another process has taken its
    /// place. To be asked just before each effect.
    fn may_act(&self) -> Result<()> {
        Ok(())
    }
    /// Whether this process does what one of the daemons does for all of them.
    fn leads(&self) -> bool {
        true
    }
    /// Runs `f` on a reader's snapshot.
    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()>;
}
