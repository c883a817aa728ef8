//! What a person says of servers and agents in `config.toml`.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use countersign_core::tool::Hold;

/// One upstream server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ServerSettings {
    /// The program that is started, and speaks on its input and output.
    pub command: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// What is added to its environment.
    pub env: BTreeMap<String, String>,
    /// The folder it is started in; none: the folder the agent works in.
    pub cwd: Option<PathBuf>,
    /// The address of a server that runs already.
    pub url: Option<String>,
    /// What is sent along to that address.
    pub headers: BTreeMap<String, String>,
    /// The pack that says what its tools are.
    pub pack: Option<String>,
    /// Whether it works on the files of this machine, so that what it does to captured paths can be undone.
    pub local: bool,
}

/// One agent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgentSettings {
    /// Whether its held calls wait.
    pub hold: Option<Hold>,
    /// For how long.
    pub wait: Option<Duration>,
}
