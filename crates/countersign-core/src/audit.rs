//! Verifies that log, records and indexes are as written, and says what that does not prove.
//!
//! The chain reveals edited, missing and reordered events. The body and the changes of every event must be
//! present: the chain would verify without them, but nothing in Countersign drops them, so if they are
//! missing somebody else removed them. The mark in the last event reveals edits of records. Indexes are
//! compared with the records, and the database's own schema (tables, indexes, views, triggers) with that of
//! its version ([`Base::damage`]). Only a signed checkpoint that somebody else keeps can show that nothing
//! was cut off at the end, or rewritten from the start. Passkey signatures are checked against the decisions
//! they belong to: not even somebody who rewrites everything can forge those.

pub mod operations;
pub mod report;

use std::collections::BTreeSet;

use countersign_words::{Message, say};
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    engine::work,
    error::{Error, Result},
    event::{Event, Head},
    execute::Setup,
    hub::LogKey,
    passkey,
    record::{Fields, Key, Mark},
    store::{Base, EventQuery, IndexEntry},
};

/// How many entries are read at a time.
const PAGE: usize = 1000;

/// The result of verifying.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Verification {
    /// Whether everything is as written.
    pub ok: bool,
    /// How many events were checked.
    pub events: u64,
    /// How many records were checked.
    pub records: u64,
    /// The first thing that is wrong.
    pub first_bad: Option<Bad>,
    /// What could not be proved.
    pub unproven: Vec<Message>,
    /// How many checkpoints of a witness were compared.
    pub checkpoints: u64,
    /// How many decisions were signed with a passkey; each was checked again.
    pub signed: u64,
}

/// A problem that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bad {
    /// Where: an event's id, a record, an index, the file.
    pub at: Message,
    /// What.
    pub what: Message,
}

/// A signed statement about the end of the log at some time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checkpoint {
    /// The number of the last event.
    pub seq: u64,
    /// Its hash, in hex.
    pub hash: String,
    /// When it was signed.
    pub at: u64,
    /// The public key, in hex.
    pub key: String,
    /// The signature, in hex.
    pub signature: String,
}

impl Checkpoint {
    /// Signs the end of a log.
    pub fn sign(head: &Head, at: u64, secret: &[u8; 32]) -> Self {
        let key = SigningKey::from_bytes(secret);
        let mut checkpoint = Self {
            seq: head.seq,
            hash: to_hex(&head.hash),
            at,
            key: to_hex(key.verifying_key().as_bytes()),
            signature: String::new(),
        };
        checkpoint.signature = to_hex(&key.sign(checkpoint.signed_text().as_bytes()).to_bytes());
        checkpoint
    }

    /// Whether its signature is valid for its key.
    pub fn is_genuine(&self) -> bool {
        let key = from_hex::<32>(&self.key).and_then(|k| VerifyingKey::from_bytes(&k).ok());
        let signature = from_hex::<64>(&self.signature).map(|s| Signature::from_bytes(&s));
        match (key, signature) {
            (Some(key), Some(signature)) => key.verify(self.signed_text().as_bytes(), &signature).is_ok(),
            _ => false,
        }
    }

    fn signed_text(&self) -> String {
        format!("countersign checkpoint 1\n{}\n{}\n{}\n", self.seq, self.hash, self.at)
    }
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

pub(crate) fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    if text.len() != 2 * N || !text.is_ascii() {
        return None;
    }
    let mut out = [0; N];
    for (i, byte) in out.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(out)
}

/// Verifies everything in a snapshot. `key` is the public key of this home in hex, if known.
pub fn verify(
    base: &mut dyn Base,
    setup: &Setup,
    witness: &[Checkpoint],
    key: Option<&str>,
) -> Result<Verification> {
    let mut found = Verification::default();
    let mut bad = base.damage()?.into_iter().next().map(|what| Bad { at: say!("command-at-database"), what });
    let mut walked = walk_events(base, witness, &mut found)?;
    bad = bad.or(walked.bad.take());
    if bad.is_none() {
        bad = check_records(base, setup, &walked.head, &mut found)?;
    }
    if bad.is_none() {
        let signatures = passkey::stored::check(base)?;
        (found.signed, bad) = (signatures.good, signatures.bad);
    }
    if bad.is_none() {
        let stored = base.get(&Key::of::<LogKey>(LogKey::ID))?;
        let own = stored.map(|stored| stored.row.read::<LogKey>()).transpose()?.map(|own| own.key);
        // What a hub or a gate keeps of this log is signed with the key that the log itself has.
        let keys: Vec<&str> = key.into_iter().chain(own.as_deref().filter(|_| key.is_some())).collect();
        bad = check_witness(witness, &keys, &walked);
    }
    found.ok = bad.is_none();
    found.first_bad = bad;
    say_unproven(witness, &walked, &mut found);
    Ok(found)
}

struct Walked {
    head: Head,
    bad: Option<Bad>,
    /// The checkpoints that the log matches.
    met: BTreeSet<u64>,
}

fn walk_events(base: &mut dyn Base, witness: &[Checkpoint], found: &mut Verification) -> Result<Walked> {
    let mut walked = Walked { head: Head::default(), bad: None, met: BTreeSet::new() };
    let meter = work::meter();
    meter.expect(usize::try_from(base.head()?.seq).unwrap_or_default());
    loop {
        let query = EventQuery {
            after_seq: Some(walked.head.seq),
            ascending: true,
            limit: PAGE,
            ..EventQuery::default()
        };
        let page = base.events(&query)?;
        for event in &page {
            found.events += 1;
            if let Some(what) = event_flaw(&walked.head, event) {
                walked.bad = Some(Bad { at: event.id().into(), what });
                return Ok(walked);
            }
            let hash = to_hex(&event.hash);
            walked.met.extend(witness.iter().filter(|c| c.seq == event.seq && c.hash == hash).map(|c| c.seq));
            walked.head = event.head();
        }
        meter.did(page.len());
        if page.len() < PAGE {
            return Ok(walked);
        }
    }
}

fn event_flaw(before: &Head, event: &Event) -> Option<Message> {
    if event.seq != before.seq + 1 {
        return Some(say!("judge-events-missing", from = before.seq + 1, to = event.seq - 1));
    }
    if let Some(flaw) = event.flaw() {
        return Some(flaw);
    }
    if event.prev != before.hash {
        return Some(say!("judge-event-follows"));
    }
    // Nothing in Countersign drops them.
    let missing = match (&event.body, &event.changes) {
        (Some(_), Some(_)) => return None,
        (None, Some(_)) => say!("judge-body-missing"),
        (Some(_), None) => say!("judge-changes-missing"),
        (None, None) => say!("judge-both-missing"),
    };
    Some(missing)
}

fn check_records(
    base: &mut dyn Base,
    setup: &Setup,
    head: &Head,
    found: &mut Verification,
) -> Result<Option<Bad>> {
    let (mut state, mut wanted_index) = (Mark::default(), Mark::default());
    let (mut kind, mut id) = (String::new(), String::new());
    loop {
        let page = base.records_after(&kind, &id, PAGE)?;
        for raw in &page {
            found.records += 1;
            state = state.plus(Mark::of_record(&raw.kind, &raw.id, &raw.doc, &raw.stamps));
            let at = || format!("{} {}", raw.kind, raw.id).into();
            let Ok(doc) = serde_json::from_str::<Fields>(&raw.doc) else {
                return Ok(Some(Bad { at: at(), what: say!("judge-fields-unreadable") }));
            };
            let Some(known) = setup.kind(&raw.kind) else {
                return Ok(Some(Bad { at: at(), what: say!("judge-kind-unwritten") }));
            };
            for (name, sort) in (known.index)(&doc) {
                wanted_index = wanted_index.plus(Mark::of_index(name, &sort, &raw.id));
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE => (kind, id) = (last.kind.clone(), last.id.clone()),
            _ => break,
        }
    }
    if state != head.state {
        return Ok(Some(find_edited(base, setup)?));
    }
    let is_index = index_mark(base)?;
    let what = say!("judge-index-unfit");
    Ok((is_index != wanted_index).then(|| Bad { at: say!("judge-bad-indexes"), what }))
}

/// Indexes of earlier versions, still in files that were not migrated. Nothing reads them.
const RETIRED: [&str; 2] = ["receipt.event", "set.open"];

fn index_mark(base: &mut dyn Base) -> Result<Mark> {
    let mut mark = Mark::default();
    let mut after = IndexEntry { name: String::new(), sort: String::new(), id: String::new() };
    loop {
        let page = base.index_after(&after, PAGE)?;
        let counts = page.iter().filter(|e| !RETIRED.contains(&e.name.as_str()));
        mark = counts.fold(mark, |m, e| m.plus(Mark::of_index(&e.name, &e.sort, &e.id)));
        match page.last() {
            Some(last) if page.len() == PAGE => after = last.clone(),
            _ => return Ok(mark),
        }
    }
}

/// Finds the first record that differs from the event that last wrote it. Only called when something is known
/// to be wrong.
fn find_edited(base: &mut dyn Base, setup: &Setup) -> Result<Bad> {
    let (mut kind, mut id) = (String::new(), String::new());
    loop {
        let page = base.records_after(&kind, &id, PAGE)?;
        for raw in &page {
            let row = crate::record::Stored::thaw(&raw.kind, &raw.id, raw.doc.clone(), raw.stamps.clone());
            let Ok(row) = row.map(|s| s.row) else {
                return Ok(Bad {
                    at: format!("{} {}", raw.kind, raw.id).into(),
                    what: say!("judge-unreadable"),
                });
            };
            let stamped = row.stamps.keys().map(String::as_str).filter(|field| !field.is_empty());
            for field in row.doc.iter().map(|(field, _)| field).chain(stamped) {
                let cell = row.cell(field);
                if !written_by(base, setup, &raw.kind, &raw.id, field, &cell)? {
                    let what = say!("judge-field-not-written", field, event = cell.1);
                    return Ok(Bad { at: format!("{} {}", raw.kind, raw.id).into(), what });
                }
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE => (kind, id) = (last.kind.clone(), last.id.clone()),
            _ => {
                let what = say!("judge-behind-back");
                return Ok(Bad { at: say!("judge-bad-records"), what });
            }
        }
    }
}

fn written_by(
    base: &mut dyn Base,
    setup: &Setup,
    kind: &str,
    id: &str,
    field: &str,
    cell: &crate::record::Cell,
) -> Result<bool> {
    use crate::change::Change;
    let changes = match base.event(cell.1)? {
        None => return Ok(false),
        Some(event) => event.changes(|k| setup.kind(k).map(|k| k.name))?,
    };
    // Missing changes cannot be compared here; the mark has already shown that something is wrong.
    let Some(changes) = changes else { return Ok(true) };
    Ok(changes.iter().filter(|c| c.key().kind == kind && c.key().id == id).any(|c| match c {
        Change::Field { field: f, after, .. } => f == field && after == cell,
        Change::Whole { after: Some(row), .. } => row.cell(field) == *cell,
        Change::Whole { after: None, .. } => false,
    }))
}

fn check_witness(witness: &[Checkpoint], keys: &[&str], walked: &Walked) -> Option<Bad> {
    let at = |c: &Checkpoint| say!("judge-bad-checkpoint", event = c.seq);
    for checkpoint in witness {
        if !checkpoint.is_genuine() {
            return Some(Bad { at: at(checkpoint), what: say!("judge-signature-false") });
        }
        if !keys.is_empty() && !keys.contains(&&*checkpoint.key) {
            return Some(Bad { at: at(checkpoint), what: say!("judge-signature-other-home") });
        }
        if checkpoint.seq > walked.head.seq {
            let what = say!("judge-log-cut", event = walked.head.seq);
            return Some(Bad { at: at(checkpoint), what });
        }
        if checkpoint.seq > 0 && !walked.met.contains(&checkpoint.seq) {
            return Some(Bad { at: at(checkpoint), what: say!("judge-log-rewritten") });
        }
    }
    None
}

fn say_unproven(witness: &[Checkpoint], walked: &Walked, found: &mut Verification) {
    found.checkpoints = witness.len() as u64;
    let newest = witness.iter().map(|c| c.seq).max();
    found.unproven.extend(match newest {
        None => Some(say!("judge-unproven-witness")),
        Some(seq) if seq < walked.head.seq => Some(say!("judge-unproven-after", event = seq)),
        Some(_) => None,
    });
    if found.signed > 0 {
        found.unproven.push(say!("judge-unproven-passkeys"));
    }
}

/// Parses checkpoints, one JSON object per line.
pub fn parse_witness(text: &str) -> Result<Vec<Checkpoint>> {
    let line = |(i, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|e| Error::invalid(say!("judge-witness-line", n = i + 1, error = e)))
    };
    text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()).map(line).collect()
}
