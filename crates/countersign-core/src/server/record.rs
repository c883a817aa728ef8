//! Pins: the accepted definitions of upstream tools, and what their servers list instead by now.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::{Fields, Kind, Record, text};

/// One tool of an upstream server, as it was accepted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pin {
    /// The tool's full name, as in the catalogue.
    pub id: String,
    /// The server, by the person's name for it.
    pub server: String,
    /// The tool's name on the server.
    pub name: String,
    /// The digest of the accepted definition; None if there is none yet.
    #[serde(default)]
    pub digest: Option<String>,
    /// The accepted definition, as the server listed it.
    #[serde(default)]
    pub definition: Value,
    /// When it was accepted, or first offered.
    pub at: u64,
    /// Who accepted it; empty if nobody has.
    #[serde(default)]
    pub by: String,
    /// What the server lists instead, if anything.
    #[serde(default)]
    pub offered: Option<Offered>,
    /// Whether the server no longer lists it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub absent: bool,
}

/// A definition that waits for a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Offered {
    /// Its digest.
    pub digest: String,
    /// The definition, as the server listed it.
    pub definition: Value,
    /// Since when.
    pub since: u64,
}

impl Pin {
    /// Returns the definition that the server listed last: the offered one, else the accepted one.
    pub fn latest(&self) -> &Value {
        self.offered.as_ref().map_or(&self.definition, |o| &o.definition)
    }

    /// Accepts a definition.
    pub fn accept(&mut self, digest: String, definition: Value, by: String, at: u64) {
        if self.offered.as_ref().is_some_and(|o| o.digest == digest) {
            self.offered = None;
        }
        (self.digest, self.definition, self.by, self.at) = (Some(digest), definition, by, at);
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("pin.server", format!("{}/{}", text(doc, "server"), text(doc, "name")))]
}

impl Record for Pin {
    const KIND: &'static Kind = &Kind { name: "pin", prefix: "", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// An upstream server whose tools were listed: later listings are compared with the accepted one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Server {
    /// The name the person gave it.
    pub id: String,
    /// When its tools were first listed.
    pub at: u64,
}

fn by_name(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("server.name", text(doc, "id").to_owned())]
}

impl Record for Server {
    const KIND: &'static Kind =
        &Kind { name: "server", prefix: "", domain: false, index: by_name, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
