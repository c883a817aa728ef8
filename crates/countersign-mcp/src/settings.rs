//! A person's settings of servers and agents in `config.toml`.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use countersign_core::tool::Hold;

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
}
