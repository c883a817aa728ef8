//! Who calls: the three kinds of actor, and Countersign itself.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What an actor is. No token is two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActorKind {
    /// Proposes.
    Agent,
    /// Decides.
    Person,
    /// Reports checks that it ran.
    Verifier,
    /// Countersign itself: timers, outcomes of effects, migrations.
    System,
}

impl ActorKind {
    /// The word used in logs and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Person => "person",
            Self::Verifier => "verifier",
            Self::System => "system",
        }
    }
}

/// An authenticated caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Which of the kinds.
    pub kind: ActorKind,
    /// The registered name.
    pub name: String,
    /// The id of the token it used; None for the first person of an empty home, and for the system.
    pub token: Option<String>,
    /// On whose behalf an agent runs: the person who made its token.
    pub owner: Option<String>,
}

impl Actor {
    /// An actor known by name alone.
    pub fn new(kind: ActorKind, name: &str) -> Self {
        Self { kind, name: name.to_owned(), token: None, owner: None }
    }

    /// An agent.
    pub fn agent(name: &str) -> Self {
        Self::new(ActorKind::Agent, name)
    }

    /// A person.
    pub fn person(name: &str) -> Self {
        Self::new(ActorKind::Person, name)
    }

    /// Countersign itself.
    pub fn system() -> Self {
        Self::new(ActorKind::System, "countersign")
    }

    /// The name of the agent that its calls count for: its own, or `local` when a person calls a tool.
    pub fn agent_name(&self) -> &str {
        if self.kind == ActorKind::Agent { &self.name } else { "local" }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.as_str(), self.name)
    }
}

/// Where a call came from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// `cli`, `http`, `mcp`, `web`, `tui`, `timer`.
    pub surface: String,
    /// The caller's working folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
}

impl Origin {
    /// A call from `surface`.
    pub fn from(surface: &str) -> Self {
        Self { surface: surface.to_owned(), cwd: None }
    }
}
