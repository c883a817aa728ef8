//! Watches: a folder that an agent may hear of, once a person has said yes.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Fields, Kind, Record, number, sortable, text};

/// A folder that is watched for an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Watch {
    /// The item by which it was asked for.
    pub id: String,
    /// The agent's registered name.
    pub agent: String,
    /// The run it belongs to; it ends with it.
    pub run: String,
    /// The folder, resolved.
    pub path: String,
    /// Whether the folders in it are watched, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recursive: bool,
    /// When it landed.
    pub landed_at: u64,
    /// When its time is over.
    pub until_at: u64,
    /// Since when somebody really looks.
    pub since: Option<u64>,
    /// When and why it ended.
    pub ended: Option<WatchEnd>,
    /// How many changes were noticed so far.
    pub noticed: u64,
    /// The last of them, newest last, at most [`Watch::RECENT`].
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

/// One thing that was noticed in a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Noticed {
    /// When it was told.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub change: Happened,
}

/// What happened to a name in a folder. Contents are never told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Happened {
    /// It is new.
    Created {
        /// The name, from the folder.
        path: String,
    },
    /// Its content or its attributes changed.
    Changed {
        /// The name, from the folder.
        path: String,
    },
    /// It is gone.
    Deleted {
        /// The name, from the folder.
        path: String,
    },
    /// It has another name.
    Renamed {
        /// The name before, from the folder.
        path: String,
        /// The name after.
        to: String,
    },
    /// Something may have happened that nobody saw.
    Gap {
        /// In words.
        why: Message,
    },
}

impl Watch {
    /// The tool that asks for one.
    pub const TOOL: &'static str = "filesystem.watch_folder";
    /// How many an agent may have at a time.
    pub const MOST: usize = 32;
    /// How many folders one may hold.
    pub const FOLDERS: usize = 10_000;
    /// How many changes one event tells.
    pub const AT_ONCE: usize = 100;
    /// How many changes are remembered.
    pub const RECENT: usize = 50;
    /// For how long one lasts at most, and unless less is asked for.
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
