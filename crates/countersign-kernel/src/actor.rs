//! Callers: agents, persons, verifiers, gates, and Countersign itself.

use std::fmt;

use countersign_words::{Language, Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::judge::Glob;

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
    /// A daemon on another machine that asks here what must be asked; it decides nothing.
    Gate,
    /// Countersign itself: timers, outcomes of effects, migrations.
    System,
}

impl ActorKind {
    /// Returns the name used in logs and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Person => "person",
            Self::Verifier => "verifier",
            Self::Gate => "gate",
            Self::System => "system",
        }
    }
}

/// What a person may do, each including the ones before it. Agents and verifiers have none of them: what they may
/// do is said by each operation's audience.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Looks.
    Viewer,
    /// Decides and undoes.
    Approver,
    /// Manages permissions: tokens, webhooks, settings.
    #[default]
    Admin,
}

impl Role {
    /// Returns the name used in logs and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Approver => "approver",
            Self::Admin => "admin",
        }
    }
}

/// The agent name for tool calls that a person makes.
pub const LOCAL: &str = "local";

/// An authenticated caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Person, agent, verifier or the system itself.
    pub kind: ActorKind,
    /// The registered name.
    pub name: String,
    /// The id of the token it used; None for the first person of an empty home, and for the system.
    pub token: Option<String>,
    /// On whose behalf an agent runs: the person who made its token.
    pub owner: Option<String>,
    /// What a person may do.
    pub role: Role,
    /// The operations (`item.*`) and tools (`tool:filesystem.*`) that its token allows. Empty means
    /// everything that its kind and role allow.
    pub scopes: Vec<String>,
    /// The groups of the provider through which a person signed in.
    pub groups: Vec<String>,
}

impl Actor {
    /// Creates an actor with only a kind and a name.
    pub fn new(kind: ActorKind, name: &str) -> Self {
        let (name, role) = (name.to_owned(), Role::Admin);
        Self { kind, name, token: None, owner: None, role, scopes: Vec::new(), groups: Vec::new() }
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

    /// Whether its token covers the operation. Scopes that name tools do not restrict operations.
    pub fn in_scope(&self, op: &str) -> bool {
        let mut ops = self.scopes.iter().filter(|s| !s.starts_with("tool:")).peekable();
        let names = |scope: &&String| *scope == op || Glob::parse(scope).is_ok_and(|g| g.matches(op));
        ops.peek().is_none() || ops.any(|scope| names(&scope))
    }

    /// Whether its token covers the tool.
    pub fn may_use(&self, tool: &str) -> bool {
        let mut tools = self.scopes.iter().filter_map(|s| s.strip_prefix("tool:")).peekable();
        tools.peek().is_none() || tools.any(|scope| Glob::parse(scope).is_ok_and(|g| g.matches(tool)))
    }

    /// Returns the agent that its calls are attributed to: itself, or `local` when a person calls a tool.
    pub fn agent_name(&self) -> &str {
        if self.kind == ActorKind::Agent { &self.name } else { LOCAL }
    }

    /// Returns the agent that a person acts as, either by request or because the call comes from an agent's
    /// process. This never adds rights, and an agent always stays the agent of its token.
    #[must_use]
    pub fn lowered(self, agent: &str) -> Self {
        match self.kind {
            ActorKind::Person => {
                Self { kind: ActorKind::Agent, name: agent.to_owned(), owner: Some(self.name), ..self }
            }
            _ => self,
        }
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
    /// The calling process, as far as the transport knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<String>,
    /// The operating system user of that process, where the kernel reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// The agent among that process and its ancestors. Nothing can be decided from there, whatever token is
    /// presented.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_process: Option<String>,
    /// How well persons and agents are separated on the receiving transport.
    #[serde(default)]
    pub level: Level,
    /// When the caller's session began, where the transport has sessions and can tell which one this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_at: Option<u64>,
    /// The span of the caller's trace in which it called, as W3C trace context writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub traceparent: Option<String>,
    /// Whether a page made the call by refreshing itself: nobody has seen the answer yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unattended: bool,
    /// The language that the caller reads.
    #[serde(skip)]
    pub language: Language,
    /// Whether nothing may be written for it, as for a `GET`: what an operation would remember is not remembered.
    #[serde(skip)]
    pub read_only: bool,
}

impl Origin {
    /// Normalises the folder, because runs are found by it: `/w/` and `/w` must be the same.
    pub fn plain(mut self) -> Self {
        if let Some(cwd) = self.cwd.as_mut().filter(|cwd| cwd.starts_with('/')) {
            let parts: Vec<&str> = cwd.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
            *cwd = format!("/{}", parts.join("/"));
        }
        self
    }

    /// Returns a `traceparent` if it has the form of one; nothing else of a caller's text is kept.
    pub fn traceparent(text: &str) -> Option<String> {
        let hex = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        let plain = text.bytes().enumerate().all(|(at, b)| match at {
            2 | 35 | 52 => b == b'-',
            _ => hex(b),
        });
        (text.len() == 55 && text.starts_with("00-") && plain).then(|| text.to_owned())
    }
}

/// How well persons and agents are kept apart; what each level stops is in the threat model.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Agent, person and Countersign are the same user: by tokens and by who started whom.
    #[default]
    SameUser,
    /// Countersign runs as a user of its own and looks at who is at the other end of its socket.
    OwnUser,
    /// The decision itself was signed with the person's passkey.
    Passkey,
}

impl Level {
    /// Returns the level's number.
    pub fn number(self) -> u8 {
        match self {
            Self::SameUser => 1,
            Self::OwnUser => 2,
            Self::Passkey => 3,
        }
    }

    /// The highest level for a decision without a signature, whatever the transport claims.
    #[must_use]
    pub fn unsigned(self) -> Self {
        self.min(Self::OwnUser)
    }

    /// Describes what the level rests on.
    pub fn words(self) -> Message {
        match self {
            Self::SameUser => say!("judge-level-same-user"),
            Self::OwnUser => say!("judge-level-own-user"),
            Self::Passkey => "passkey".into(),
        }
    }
}

countersign_words::arguments!(Actor);

impl Origin {
    /// Creates an origin for `surface`.
    pub fn from(surface: &str) -> Self {
        Self { surface: surface.to_owned(), ..Self::default() }
    }
}
