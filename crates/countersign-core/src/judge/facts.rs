//! What analysis found that a call does.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a call is: computed, never taken from the agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// It changes nothing.
    Read,
    /// It changes something.
    Mutable,
    /// It destroys something.
    Destructive,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 3] = [Self::Read, Self::Mutable, Self::Destructive];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Mutable => "mutable",
            Self::Destructive => "destructive",
        }
    }

    /// The word of the seeds' approval requests.
    pub fn risk_level(self) -> &'static str {
        match self {
            Self::Read => "low",
            Self::Mutable => "medium",
            Self::Destructive => "high",
        }
    }
}

/// What a call reads, writes, deletes, executes and sends, with resolved targets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Facts {
    /// What it reads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// What it writes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// What it deletes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deletes: Vec<String>,
    /// What it executes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub executes: Vec<String>,
    /// The hosts it contacts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hosts: Vec<String>,
    /// Whether it sends data out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sends: bool,
    /// Why it is always asked about (secrets, startup files, Countersign's own data…).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub protected: Vec<String>,
    /// Whether part of it could not be understood.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub opaque: bool,
    /// Whether it reaches outside the workspace.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub outside: bool,
    /// Whether it asks for privilege.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub privileged: bool,
}

impl Facts {
    /// The class that these facts alone give: they can raise what a tool is, never lower it.
    pub fn class(&self) -> Class {
        if !self.deletes.is_empty() {
            Class::Destructive
        } else if !self.writes.is_empty() || !self.executes.is_empty() || self.opaque || self.privileged {
            Class::Mutable
        } else {
            Class::Read
        }
    }

    /// Whether anything leaves the machine: contacting a host is sending, since an address can carry secrets out.
    pub fn sends_out(&self) -> bool {
        self.sends || !self.hosts.is_empty()
    }

    /// Facts of a call that only reads `target`.
    pub fn read(target: impl Into<String>) -> Self {
        Self { reads: vec![target.into()], ..Self::default() }
    }

    /// Facts of a call that writes `target`.
    pub fn write(target: impl Into<String>) -> Self {
        Self { writes: vec![target.into()], ..Self::default() }
    }
}
