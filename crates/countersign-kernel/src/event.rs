//! The log: one event per committed operation, each chained to all before it.
//!
//! An event's header is hashed into the chain. Its two bodies (the redacted one for display, and the exact
//! changes for undo) are bound by salted commitments, so the chain can be verified even where the bytes are
//! missing. Nothing here drops them: [`crate::store::Base`] reports an event that lacks one.
//! The header also carries the mark of all records after the event.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    actor::Origin,
    change::Change,
    error::{Error, Result},
    record::Mark,
};

/// A 256-bit hash.
pub type Hash = [u8; 32];

/// One entry of the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// Its number, from 1 without gaps.
    pub seq: u64,
    /// When, in milliseconds since the epoch.
    pub at: u64,
    /// The actor (`person:ana`).
    pub actor: String,
    /// The operation.
    pub op: String,
    /// The run it belongs to.
    pub run: Option<String>,
    /// The tool it is about.
    pub tool: Option<String>,
    /// How it ended.
    pub status: String,
    /// The hash of the event before it.
    pub prev: Hash,
    /// The mark of all records after it.
    pub state: Mark,
    /// Commitment to `body`.
    pub body_commitment: Hash,
    /// Commitment to `changes`.
    pub changes_commitment: Hash,
    /// Prevents guessing the content of the commitments. Its first bytes are part of the event's id.
    pub salt: Hash,
    /// Hash of all fields above.
    pub hash: Hash,
    /// The redacted description, as JSON. None where somebody removed it.
    pub body: Option<Vec<u8>>,
    /// The exact changes to the records, as JSON. None where somebody removed them.
    pub changes: Option<Vec<u8>>,
}

/// The end of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Head {
    /// The number of the last event; 0 for an empty log.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
    /// The mark of all records.
    pub state: Mark,
}

/// Returns the id of event `seq`. It includes random bytes, so a rewritten log has other ids.
pub fn event_id(seq: u64, salt: &Hash) -> String {
    format!("e{seq}-{:02x}{:02x}{:02x}", salt[0], salt[1], salt[2])
}

/// The number in an event's id.
pub fn event_seq(id: &str) -> Option<u64> {
    let digits = id.strip_prefix('e')?.split('-').next()?;
    digits.parse().ok()
}

/// Returns the salt of a call.
pub fn salt(seed: &[u8; 32]) -> Hash {
    *blake3::keyed_hash(seed, b"salt").as_bytes()
}

impl Event {
    /// Its id.
    pub fn id(&self) -> String {
        event_id(self.seq, &self.salt)
    }

    /// Returns the end of the log after this event.
    pub fn head(&self) -> Head {
        Head { seq: self.seq, hash: self.hash, state: self.state }
    }

    /// Computes commitments and hash from everything else.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        let commit = |bytes: &Option<Vec<u8>>| commitment(&self.salt, bytes.as_deref().unwrap_or_default());
        (self.body_commitment, self.changes_commitment) = (commit(&self.body), commit(&self.changes));
        self.hash = self.chain_hash();
        self
    }

    /// Computes the hash that its header must have.
    pub fn chain_hash(&self) -> Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(b"countersign event 1");
        hasher.update(&self.prev);
        hasher.update(&self.seq.to_le_bytes());
        hasher.update(&self.at.to_le_bytes());
        let run = self.run.as_deref();
        let tool = self.tool.as_deref();
        for text in [Some(self.actor.as_str()), Some(&self.op), run, tool, Some(&self.status)] {
            // An absent name and an empty one differ.
            hasher.update(&text.map_or(u64::MAX, |t| t.len() as u64).to_le_bytes());
            hasher.update(text.unwrap_or_default().as_bytes());
        }
        hasher.update(&self.state.to_bytes());
        hasher.update(&self.body_commitment);
        hasher.update(&self.changes_commitment);
        hasher.update(&self.salt);
        *hasher.finalize().as_bytes()
    }

    /// Describes a header or body that does not match its hash, if there is one.
    pub fn flaw(&self) -> Option<Message> {
        let fits = |bytes: &Option<Vec<u8>>, want: &Hash| {
            bytes.as_deref().is_none_or(|b| commitment(&self.salt, b) == *want)
        };
        if self.chain_hash() != self.hash {
            Some(say!("judge-header-edited"))
        } else if !fits(&self.body, &self.body_commitment) {
            Some(say!("judge-body-edited"))
        } else if !fits(&self.changes, &self.changes_commitment) {
            Some(say!("judge-changes-edited"))
        } else {
            None
        }
    }

    /// What it tells.
    pub fn told(&self) -> Option<Body> {
        serde_json::from_slice(self.body.as_deref()?).ok()
    }

    /// Returns the changes, or None where they are missing.
    pub fn changes(&self, kind: impl Fn(&str) -> Option<&'static str>) -> Result<Option<Vec<Change>>> {
        let Some(bytes) = &self.changes else { return Ok(None) };
        let list: Vec<Value> = serde_json::from_slice(bytes)
            .map_err(|e| Error::bug(format!("changes of {}: {e}", self.id())))?;
        list.iter().map(|v| Change::from_json(v, &kind)).collect::<Result<_>>().map(Some)
    }
}

fn commitment(salt: &Hash, bytes: &[u8]) -> Hash {
    *blake3::keyed_hash(salt, bytes).as_bytes()
}

/// The description of an event for people and exports: redacted, and understandable without the records.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// The operation's input, secrets redacted.
    pub input: Value,
    /// Where the call came from (surface, working folder).
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub origin: Value,
    /// The tool calls it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallNote>,
    /// Other details: verdict, grant, reason.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub note: Value,
}

/// Encodes the first half of a body: the input, already redacted, and the origin of the call.
pub fn opening(input: &Value, origin: &Origin) -> Vec<u8> {
    #[derive(Serialize)]
    struct Opening<'a> {
        input: &'a Value,
        origin: &'a Origin,
    }
    bytes(&Opening { input, origin })
}

impl Body {
    /// Encodes the whole body, with `opening` in place of its own input and origin.
    pub fn after(&self, opening: &[u8]) -> Vec<u8> {
        #[derive(Serialize)]
        struct Rest<'a> {
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            calls: &'a [CallNote],
            #[serde(default, skip_serializing_if = "Value::is_null")]
            note: &'a Value,
        }
        let rest = bytes(&Rest { calls: &self.calls, note: &self.note });
        match (opening, rest.as_slice()) {
            // Both are objects: merge them.
            ([fields @ .., b'}'], [b'{', more @ ..]) if more != b"}" => [fields, b",", more].concat(),
            _ => opening.to_vec(),
        }
    }
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("BUG: our own types are JSON")
}

/// How a tool call ended, as the log tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ResultStatus {
    /// It was done.
    Success,
    /// It failed.
    Error,
    /// A person said no.
    RejectedByUser,
}

impl ResultStatus {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Error => "error",
            Self::RejectedByUser => "rejected_by_user",
        }
    }
}

/// The log's description of one tool call: a row of the `audit_log` view.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallNote {
    /// The tool.
    pub tool: String,
    /// Its arguments, redacted.
    pub arguments: Value,
    /// Its result or error, redacted.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// `success`, `error`, `rejected_by_user`; None while it is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_status: Option<ResultStatus>,
    /// True only for a person's own yes.
    #[serde(default)]
    pub user_confirmed: bool,
    /// How long it took.
    #[serde(default)]
    pub execution_time_ms: u64,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event() -> Event {
        Event {
            seq: 3,
            at: 1_700_000_000_000,
            actor: "agent:codex".into(),
            op: "call.propose".into(),
            run: Some("run1".into()),
            tool: None,
            status: "held".into(),
            prev: [1; 32],
            state: Mark::of_record("a", "b", "{}", "{}"),
            body_commitment: [0; 32],
            changes_commitment: [0; 32],
            salt: salt(&[9; 32]),
            hash: [0; 32],
            body: Some(b"{}".to_vec()),
            changes: Some(b"[]".to_vec()),
        }
        .sealed()
    }

    #[test]
    fn g1_every_field_of_an_event_is_bound() {
        assert_eq!(event().flaw(), None);
        let edits: [fn(&mut Event); 11] = [
            |e| e.seq += 1,
            |e| e.at += 1,
            |e| e.actor.push('x'),
            |e| e.op = "call.propos".into(),
            |e| e.run = None,
            |e| e.tool = Some(String::new()),
            |e| e.status = "done".into(),
            |e| e.prev[31] ^= 1,
            |e| e.state = Mark::default(),
            |e| e.body = Some(b"{ }".to_vec()),
            |e| e.changes = Some(b"[ ]".to_vec()),
        ];
        for (i, edit) in edits.iter().enumerate() {
            let mut e = event();
            edit(&mut e);
            assert!(e.flaw().is_some(), "edit {i} went unseen");
        }
    }

    #[test]
    fn g2_the_chain_can_be_followed_where_the_bytes_are_missing() {
        let mut e = event();
        (e.body, e.changes) = (None, None);
        assert_eq!(e.flaw(), None);
    }

    #[test]
    fn a_body_is_told_in_two_halves_and_read_as_one() {
        let origin = Origin { cwd: Some("/w".into()), ..Origin::from("cli") };
        let input = json!({"title": "a } b", "list": []});
        let call = CallNote {
            tool: "task.create_task".into(),
            arguments: json!({"title": "a"}),
            result: Value::Null,
            result_status: None,
            user_confirmed: false,
            execution_time_ms: 0,
        };
        for (calls, note) in [
            (vec![], Value::Null),
            (vec![call.clone()], Value::Null),
            (vec![], json!({"refused": "no"})),
            (vec![call], json!({"refused": "no"})),
        ] {
            let body = Body { calls, note, ..Body::default() };
            let read: Body = serde_json::from_slice(&body.after(&opening(&input, &origin))).unwrap();
            let whole = Body { input: input.clone(), origin: serde_json::to_value(&origin).unwrap(), ..body };
            assert_eq!(read, whole);
        }
    }

    #[test]
    fn ids_carry_their_number() {
        let e = event();
        assert_eq!(event_seq(&e.id()), Some(3));
        assert_eq!(event_seq("i3-aa"), None);
    }
}
