//! Watches: a folder whose changes an agent is told, once a person has approved.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, number, sortable, text};

/// A folder that is watched for an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Watch {
    /// The item that requested it.
    pub id: String,
    /// The agent's registered name.
    pub agent: String,
    /// The run it belongs to; it ends with it.
    pub run: String,
    /// The folder, resolved.
    pub path: String,
    /// Whether subfolders are watched too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recursive: bool,
    /// When it landed.
    pub landed_at: u64,
    /// When it expires.
    pub until_at: u64,
    /// Since when it is really watched.
    pub since: Option<u64>,
    /// When and why it ended.
    pub ended: Option<WatchEnd>,
    /// How many changes were noticed so far.
    pub noticed: u64,
    /// The last changes, newest last, at most [`Watch::RECENT`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recent: Vec<Noticed>,
}

/// The end of a watch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WatchEnd {
    /// When.
    pub at: u64,
    /// Why, in words.
    pub why: Message,
}

/// One change in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Noticed {
    /// When it was reported.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub change: Happened,
}

/// What happened to a name in a folder. Contents are never reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Happened {
    /// It is new.
    Created {
        /// The name, relative to the folder.
        path: String,
    },
    /// Its content or its attributes changed.
    Changed {
        /// The name, relative to the folder.
        path: String,
    },
    /// It was deleted.
    Deleted {
        /// The name, relative to the folder.
        path: String,
    },
    /// It was renamed.
    Renamed {
        /// The old name, relative to the folder.
        path: String,
        /// The new name.
        to: String,
    },
    /// Changes may have been missed.
    Gap {
        /// In words.
        why: Message,
    },
}

impl Watch {
    /// The tool that requests one.
    pub const TOOL: &'static str = "filesystem.watch_folder";
    /// The maximum number per agent.
    pub const MOST: usize = 32;
    /// The maximum number of folders in one.
    pub const FOLDERS: usize = 10_000;
    /// The maximum number of changes in one event.
    pub const AT_ONCE: usize = 100;
    /// How many changes are stored.
    pub const RECENT: usize = 50;
    /// The maximum duration, which is also the default.
    pub const LONGEST_S: u64 = 24 * 3600;
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    match doc.get("ended") {
        None => {
            vec![("watch.live", format!("{}/{}", text(doc, "agent"), sortable(number(doc, "landed_at"))))]
        }
        Some(_) => Vec::new(),
    }
}

impl Record for Watch {
    const KIND: &'static Kind = &Kind { name: "watch", prefix: "", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
