//! A person's settings of servers and agents in `config.toml`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    time::Duration,
};

use countersign_core::tool::{Hold, Tool};

/// One upstream server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerSettings {
    /// The program to start; it speaks over stdio.
    pub command: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// Additional environment variables.
    pub env: BTreeMap<String, String>,
    /// Its working folder; default: the folder the agent works in.
    pub cwd: Option<PathBuf>,
    /// The address of a running server.
    pub url: Option<String>,
    /// Headers sent to that address.
    pub headers: BTreeMap<String, String>,
    /// The pack that describes its tools.
    pub pack: Option<String>,
    /// Whether it works on the files of this machine, so that its changes at captured paths can be undone.
    pub local: bool,
    /// Whether a person trusts the text that it returns.
    pub trusted: bool,
}

/// One agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgentSettings {
    /// Whether its held calls wait.
    pub hold: Option<Hold>,
    /// For how long.
    pub wait: Option<Duration>,
    /// The tools that it is offered.
    pub offer: Offer,
}

/// The built-in tools that every agent is offered.
const USUAL: &[&str] = &["filesystem", "shell"];
/// Those of them that few agents need.
const RARE: &[&str] = &["filesystem.get_metadata", "filesystem.watch_folder"];
/// How many bytes of servers' tools are listed; the rest is found by words.
const LIST_BYTES: usize = 24_000;

/// The tools that an agent is offered. What is not offered costs it nothing in its prompts; it is no permission: a call
/// of any tool by its name is judged like every other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    words: BTreeSet<String>,
    /// How many bytes of servers' tools are listed.
    pub list_bytes: usize,
}

impl Default for Offer {
    fn default() -> Self {
        Self::new([Self::DEFAULT.to_owned()])
    }
}

impl Offer {
    /// File and shell tools, plans, steps, and the tools of all servers.
    pub const DEFAULT: &str = "default";
    /// Everything, listed whole.
    pub const ALL: &str = "all";
    /// The tools of all servers.
    pub const SERVERS: &str = "servers";
    /// Our own tools for plans.
    pub const PLANS: &str = "plans";
    /// Our own tools for steps.
    pub const STEPS: &str = "steps";
    /// All of these.
    pub const GROUPS: [&str; 5] = [Self::DEFAULT, Self::ALL, Self::SERVERS, Self::PLANS, Self::STEPS];

    /// Offers groups, servers (`github`, `task`) and single tools (`task.list_tasks`).
    pub fn new(words: impl IntoIterator<Item = String>) -> Self {
        Self { words: words.into_iter().collect(), list_bytes: LIST_BYTES }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Returns whether it offers our own tools of a group.
    pub fn group(&self, name: &str) -> bool {
        self.has(name) || self.has(Self::DEFAULT) || self.has(Self::ALL)
    }

    /// Returns whether it names a tool, or all of its server: then it is always listed.
    pub fn names(&self, tool: &Tool) -> bool {
        self.has(&tool.server) || self.has(&tool.name) || self.has(Self::ALL)
    }

    /// Returns whether it offers a tool.
    pub fn offers(&self, tool: &Tool) -> bool {
        let is_usual = match tool.upstream {
            Some(_) => self.has(Self::SERVERS) || self.has(Self::DEFAULT),
            None => self.has(Self::DEFAULT) && USUAL.contains(&&*tool.server) && !RARE.contains(&&*tool.name),
        };
        is_usual || self.names(tool)
    }
}
