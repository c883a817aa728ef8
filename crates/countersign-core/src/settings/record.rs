//! The settings in force: a file's content when it was last accepted.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, text};

/// A settings file as it is in force, whatever the file says now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    /// `policy` or `config`.
    pub id: String,
    /// The digest of the text.
    pub digest: String,
    /// The text.
    pub text: String,
    /// Who put it in force.
    pub by: String,
    /// When.
    pub at: u64,
    /// What the file says since, if that waits for a person.
    #[serde(default)]
    pub waiting: Option<Waiting>,
}

/// A change that waits for a person.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// The digest of the text.
    pub digest: String,
    /// The text.
    pub text: String,
    /// Since when it waits.
    pub since: u64,
    /// What it loosens, in words.
    pub loosens: Vec<Message>,
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("settings.name", text(doc, "id").to_owned())]
}

impl Record for Accepted {
    const KIND: &'static Kind = &Kind { name: "settings", prefix: "", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
