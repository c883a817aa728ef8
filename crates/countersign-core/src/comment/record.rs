//! A comment.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, number, sortable, text};

/// What a person said about an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Comment {
    /// Its id.
    pub id: String,
    /// The item.
    pub item: String,
    /// Who said it.
    pub person: String,
    /// What they said.
    pub text: String,
    /// When.
    pub at: u64,
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("comment.item", format!("{}/{}", text(doc, "item"), sortable(number(doc, "at"))))]
}

impl Record for Comment {
    const KIND: &'static Kind = &Kind { name: "comment", prefix: "cm", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
