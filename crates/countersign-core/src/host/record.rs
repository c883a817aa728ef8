//! A call that waits for the host that can carry it out.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Actor, ActorKind, Outcome,
    actor::Origin,
    error::{Error, ErrorCode},
    record::{Fields, Kind, Record, number, sortable, text},
};

/// A call that waits for the host that can carry it out, or was carried out by it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Errand {
    /// Its id.
    pub id: String,
    /// The host that carries it out.
    pub host: String,
    /// The run that it is about.
    pub run: String,
    /// What it is about, as the call named it.
    pub about: String,
    /// The operation.
    pub op: String,
    /// The blob of its exact input, until it is done.
    pub input: Option<String>,
    /// Who calls.
    pub caller: Caller,
    /// When it was left.
    pub at: u64,
    /// What came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<ErrandAnswer>,
}

/// Who left an errand, and from where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Caller {
    /// A person, an agent, a verifier.
    pub kind: ActorKind,
    /// Their name.
    pub name: String,
    /// Their token, which must still count when it is carried out.
    pub token: Option<String>,
    /// Where it came from.
    #[schemars(with = "Value")]
    pub origin: Origin,
    /// The language of the answer.
    pub language: String,
}

impl Caller {
    /// Whether it is this actor.
    pub fn is(&self, actor: &Actor) -> bool {
        (self.kind, &self.name) == (actor.kind, &actor.name)
    }
}

/// What came of an errand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "came", rename_all = "snake_case")]
pub enum ErrandAnswer {
    /// An answer.
    Done {
        /// The output, without secrets.
        value: Value,
        /// Its outcome.
        #[schemars(with = "String")]
        outcome: Outcome,
        /// The event.
        event: Option<String>,
    },
    /// An error.
    Failed {
        /// Its code.
        code: String,
        /// What happened.
        message: Message,
        /// What to do next.
        hint: Option<Message>,
        /// The difference that caused it.
        detail: Option<Message>,
    },
}

impl From<Error> for ErrandAnswer {
    fn from(e: Error) -> Self {
        Self::Failed { code: e.code.as_str().to_owned(), message: e.message, hint: e.hint, detail: e.detail }
    }
}

/// Returns the error that a host reported.
pub fn told_error(code: &str, message: Message, hint: Option<Message>, detail: Option<Message>) -> Error {
    let code = ErrorCode::ALL.into_iter().find(|known| known.as_str() == code).unwrap_or(ErrorCode::Internal);
    let mut e = Error::new(code, message);
    (e.hint, e.detail) = (hint, detail);
    e
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "at"));
    match doc.get("answer").is_none_or(Value::is_null) {
        true => vec![
            ("errand.waiting", format!("{}/{at}", text(doc, "host"))),
            ("errand.run", format!("{}/{at}", text(doc, "run"))),
        ],
        false => vec![("errand.done", at)],
    }
}

impl Record for Errand {
    const KIND: &'static Kind = &Kind { name: "errand", prefix: "er", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
