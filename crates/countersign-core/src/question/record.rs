//! Questions from agents to people, each answered once.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    record::{Fields, Kind, Record, number, sortable, text},
    status::Status,
};

/// The status of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionStatus {
    /// It waits for an answer.
    Open,
    /// It has one.
    Answered,
    /// Nobody answered in time, and it had no default.
    Expired,
    /// Its run was stopped.
    Cancelled,
}

impl Status for QuestionStatus {
    const NOUN: &'static str = "question";
    const TRANSITIONS: &'static [(Self, Self)] = &[
        (Self::Open, Self::Answered),
        (Self::Open, Self::Expired),
        (Self::Open, Self::Cancelled),
        (Self::Answered, Self::Open),
    ];

    fn word(self) -> &'static str {
        self.as_str()
    }
}

impl QuestionStatus {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Answered => "answered",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Something that an agent asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// Its id: the same for the same question of the same run.
    pub id: String,
    /// The run that asks.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// What is asked.
    pub text: String,
    /// The answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Whether any other answer is as good.
    pub free_text: bool,
    /// The answer when time is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Its status.
    pub status: QuestionStatus,
    /// When it was asked.
    pub asked_at: u64,
    /// When time is up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_at: Option<u64>,
    /// The answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Who gave it: a person, or `timeout`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<String>,
    /// When it was answered, or ended without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<u64>,
    /// When the agent was told the outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<u64>,
    /// Whether the answer went out as an instruction to work it through again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rerun: bool,
    /// The proposals that its answer superseded, parents first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub superseded: Vec<String>,
    /// The receipt of its answer, if a person gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
}

impl Question {
    /// The answerer of a question that timed out.
    pub const BY_TIMEOUT: &'static str = "timeout";
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let asked = sortable(number(doc, "asked_at"));
    let mut entries = vec![("question.asked", asked.clone())];
    if text(doc, "status") == QuestionStatus::Open.as_str() {
        entries.push(("question.open", format!("{}/{asked}", text(doc, "run"))));
        if doc.contains_key("due_at") {
            entries.push(("question.due", sortable(number(doc, "due_at"))));
        }
    } else if !doc.contains_key("delivered_at") && !doc.contains_key("rerun") {
        let at = sortable(number(doc, "answered_at"));
        entries.push(("question.untold", format!("{}/{at}", text(doc, "agent"))));
    }
    entries
}

impl Record for Question {
    const KIND: &'static Kind = &Kind { name: "question", prefix: "q", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
