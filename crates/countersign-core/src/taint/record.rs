//! Marks: what a run has read that decides how its sending is judged.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, number, sortable, text};

/// What was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// A secret, after a person's yes.
    Secret,
    /// Text from the network.
    Web,
    /// Text of an upstream server that nobody marked as trusted.
    Server,
    /// A file that a marked run has written and that is still at work.
    File,
}

/// One thing that a run has read. It counts until the run is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mark {
    /// Its id.
    pub id: String,
    /// The run.
    pub run: String,
    /// The run's agent.
    pub agent: String,
    /// What was read.
    pub what: MarkKind,
    /// Which one: a path, a host, a server.
    pub source: String,
    /// The item that read it, or the event where nobody was asked.
    pub by: String,
    /// When this run got it.
    pub at: u64,
    /// The run that it comes from, where the same agent read it there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

impl Mark {
    /// Describes what was read, with the item or event that read it.
    pub fn words(&self) -> Message {
        let (source, by) = (crate::text::visible(&self.source).text, short(&self.by));
        match self.what {
            MarkKind::Secret => say!("judge-mark-secret", source, by),
            MarkKind::Web => say!("judge-mark-web", source, by),
            MarkKind::Server => say!("judge-mark-server", source, by),
            MarkKind::File => say!("judge-mark-file", source, by),
        }
    }
}

/// Cuts an id to the part that people use.
fn short(id: &str) -> String {
    id.split('-').next().unwrap_or(id).to_owned()
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let at = sortable(number(doc, "at"));
    vec![
        ("mark.run", format!("{}/{at}", text(doc, "run"))),
        ("mark.agent", format!("{}/{at}", text(doc, "agent"))),
    ]
}

impl Record for Mark {
    const KIND: &'static Kind = &Kind { name: "mark", prefix: "mk", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// A file that a marked run has written. It counts as long as that run is at work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MarkedFile {
    /// The digest of its path.
    pub id: String,
    /// The path.
    pub path: String,
    /// The run that wrote it.
    pub run: String,
    /// The item that wrote it.
    pub by: String,
}

fn file_index(doc: &Fields) -> Vec<(&'static str, String)> {
    vec![("marked_file.path", text(doc, "path").to_owned())]
}

impl Record for MarkedFile {
    const KIND: &'static Kind =
        &Kind { name: "marked_file", prefix: "", domain: false, index: file_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
