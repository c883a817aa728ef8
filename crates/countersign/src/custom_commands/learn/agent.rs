//! The agents whose transcripts are read: where each keeps them, and how a call is found in one.

mod claude;
mod codex;
mod cursor;
mod gemini;
mod opencode;
pub mod rules;

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use countersign_core::{policy::replay::PastCall, record::Doc};
use jiff::Timestamp;
use serde_json::Value;

use crate::agents;

use super::file::{Listing, Transcript, ends_in};

/// An agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agent {
    ClaudeCode,
    Codex,
    Cursor,
    Gemini,
    Opencode,
}

impl Agent {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::ClaudeCode, Self::Codex, Self::Cursor, Self::Gemini, Self::Opencode];

    /// Its name as an actor and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
        }
    }

    /// Its entry in the table.
    fn entry(self) -> &'static agents::Agent {
        agents::Agent::named(self.name()).expect("BUG: an agent with transcripts is in the table")
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// Returns the folder or file where it keeps its sessions.
    pub fn place(self, homes: &Homes) -> PathBuf {
        let own = match self {
            Self::ClaudeCode => homes.claude.clone(),
            Self::Codex => homes.codex.clone(),
            other => homes.home.join(other.entry().settings.below),
        };
        match self.entry().transcripts.unwrap_or_default().strip_prefix("~/.local/share/") {
            Some(name) => homes.data.join(name),
            None => own.join(self.entry().transcripts.unwrap_or_default()),
        }
    }

    /// Lists its transcripts.
    pub fn list(self, homes: &Homes) -> Listing {
        let (place, mut found) = (self.place(homes), Listing::default());
        match self {
            Self::ClaudeCode => found.add(&place, 4, &|path| ends_in(path, &[".jsonl"])),
            Self::Codex => {
                let is_rollout = |path: &Path| {
                    let name = path.file_name()?.to_str()?;
                    name.starts_with("rollout-").then(|| ends_in(path, &[".jsonl"]))?
                };
                found.add(&place, 4, &is_rollout);
                found.add(&homes.codex.join("archived_sessions"), 4, &is_rollout);
            }
            Self::Cursor => {
                let is_transcript = |path: &Path| {
                    let below = path.iter().any(|part| part == "agent-transcripts");
                    below.then(|| ends_in(path, &[".jsonl"]))?
                };
                found.add(&place, 4, &is_transcript);
            }
            Self::Gemini => {
                let is_chat = |path: &Path| {
                    let below = path.iter().any(|part| part == "chats");
                    below.then(|| ends_in(path, &[".jsonl", ".json"]))?
                };
                found.add(&place, 4, &is_chat);
            }
            Self::Opencode => {
                found.add(&place, 0, &|path| (path.file_name()? == "opencode.db").then_some(true));
                found.add(&place.join("storage/part"), 2, &|path| ends_in(path, &[".json"]));
            }
        }
        found
    }
}

/// The folders in which agents keep their data.
#[derive(Debug, Clone)]
pub struct Homes {
    pub home: PathBuf,
    pub claude: PathBuf,
    pub codex: PathBuf,
    pub data: PathBuf,
}

impl Homes {
    /// Finds them, as the agents do; None without a home.
    pub fn find() -> Option<Self> {
        let variable = |name: &str| {
            let path = std::env::var_os(name).map(PathBuf::from);
            path.filter(|path| path.is_absolute())
        };
        let home = variable("HOME")?;
        Some(Self {
            claude: variable("CLAUDE_CONFIG_DIR").unwrap_or_else(|| home.join(".claude")),
            codex: variable("CODEX_HOME").unwrap_or_else(|| home.join(".codex")),
            data: variable("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share")),
            home,
        })
    }
}

/// Whether the agent itself asked about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Yes,
    No,
    Unknown,
}

/// A call that was found in a transcript.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    pub call: PastCall,
    /// The agent's id for it.
    pub id: Option<String>,
    pub at_ms: Option<u64>,
    pub asked: Asked,
    /// Whether a person said no to it.
    pub rejected: bool,
}

impl Recorded {
    fn new(agent: Agent, tool: &str, input: Doc, cwd: Option<String>) -> Self {
        let call = PastCall { agent: agent.name().to_owned(), tool: tool.to_owned(), input, cwd };
        Self { call, id: None, at_ms: None, asked: Asked::Unknown, rejected: false }
    }
}

/// Reads transcripts, one after another.
pub struct Reader {
    homes: Homes,
    rules: rules::Settings,
    folders: cursor::Folders,
    sessions: Option<opencode::Sessions>,
}

impl Reader {
    /// Creates a reader for transcripts in these folders.
    pub fn new(homes: Homes) -> Self {
        Self {
            rules: rules::Settings::new(&homes),
            folders: cursor::Folders::default(),
            sessions: None,
            homes,
        }
    }

    /// Hands each call in a transcript to `each`; returns how many lines could not be read.
    pub fn read(
        &mut self,
        agent: Agent,
        file: &Transcript,
        each: &mut dyn FnMut(Recorded),
    ) -> io::Result<u64> {
        let path = file.path.as_path();
        match agent {
            Agent::ClaudeCode => claude::read(path, &mut self.rules, each),
            Agent::Codex => codex::read(path, each),
            Agent::Cursor => cursor::read(path, &mut self.folders, each),
            Agent::Gemini => gemini::read(path, &self.homes, each),
            Agent::Opencode if path.extension().is_some_and(|e| e == "db") => opencode::database(path, each),
            Agent::Opencode => {
                let storage = self.homes.data.join("opencode/storage");
                let sessions = self.sessions.get_or_insert_with(|| opencode::Sessions::of(&storage));
                opencode::part(path, sessions, each)
            }
        }
    }
}

/// Returns a text field.
fn text<'v>(value: &'v Value, pointer: &str) -> Option<&'v str> {
    value.pointer(pointer)?.as_str()
}

/// Returns a time, written in RFC 3339 or as a number of milliseconds.
fn time(value: Option<&Value>) -> Option<u64> {
    match value? {
        Value::String(text) => {
            let at: Timestamp = text.parse().ok()?;
            u64::try_from(at.as_millisecond()).ok()
        }
        number => number.as_u64(),
    }
}

/// Returns arguments, written as an object or as the text of one.
fn object(value: Option<&Value>) -> Option<Doc> {
    match value? {
        Value::Object(doc) => Some(doc.clone()),
        Value::String(text) => serde_json::from_str(text).ok(),
        _ => None,
    }
}

/// Collects the ids for which `id_of` finds one in a line that has `mark`.
fn ids(path: &Path, mark: &str, id_of: &dyn Fn(&Value) -> Vec<String>) -> io::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    super::file::lines(path, &mut |line| {
        if line.contains(mark)
            && let Ok(value) = serde_json::from_str::<Value>(line)
        {
            found.extend(id_of(&value));
        }
    })?;
    Ok(found)
}
