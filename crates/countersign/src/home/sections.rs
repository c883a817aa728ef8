//! The sections of `config.toml` about the daemon itself. What each key means is generated from here, `home.rs` and `agent.rs`
//! into `docs/config-file.md`.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use serde::Deserialize;

/// How a daemon under its own user is reached; `countersign up --system` writes it.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SystemDaemon {
    /// The users of this machine, by number, who may connect besides root.
    pub users: Vec<u32>,
    /// Their socket.
    pub socket: Option<PathBuf>,
    /// The folders that the daemon was given access to.
    pub workspaces: Vec<PathBuf>,
}

/// Where the daemon listens, and how.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Http {
    /// The address. Default: 127.0.0.1:4114; a daemon that a command started takes any free port if that is taken.
    pub listen: Option<SocketAddr>,
    /// Additional host names, with ports, that requests may use: `desk.example.com:4114`.
    pub names: Vec<String>,
    /// The certificate that it shows, a PEM file.
    pub tls_cert: Option<PathBuf>,
    /// The key of the certificate, a PEM file.
    pub tls_key: Option<PathBuf>,
    /// Whether it may listen to other machines without a certificate. Default: false.
    pub insecure: bool,
}

/// The daemon's limits; defaults are those of [`countersign_server::Limits`].
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The largest request body, in bytes. Default: 4194304.
    body_bytes: Option<usize>,
    /// The deepest JSON. Default: 64.
    json_depth: Option<usize>,
    /// How many connections may be open at once. Default: 4096.
    connections: Option<usize>,
    /// How many of them may be event streams. Default: 2048.
    streams: Option<usize>,
    /// How long a client may take for the head of a request, in seconds. Default: 10.
    head_time_s: Option<u64>,
    /// How long a client may take for the body, in seconds. Default: 30.
    body_time_s: Option<u64>,
    /// How long an operation may take that does not act on the world, in seconds. Default: 30.
    call_time_s: Option<u64>,
    /// How many calls an agent may make per second, sustained. Default: 200.
    agent_calls_per_s: Option<u32>,
    /// How many it may make in a burst. Default: 2000.
    agent_burst: Option<u32>,
    /// How many invalid tokens an address may try per minute. Default: 20.
    wrong_tokens_per_min: Option<u32>,
}

impl Limits {
    /// Converts to the server's limits.
    pub fn to_limits(&self) -> countersign_server::Limits {
        let usual = countersign_server::Limits::default();
        let time = |seconds: Option<u64>, usual| seconds.map_or(usual, Duration::from_secs);
        countersign_server::Limits {
            body_bytes: self.body_bytes.unwrap_or(usual.body_bytes),
            json_depth: self.json_depth.unwrap_or(usual.json_depth),
            connections: self.connections.unwrap_or(usual.connections),
            streams: self.streams.unwrap_or(usual.streams),
            head_time: time(self.head_time_s, usual.head_time),
            body_time: time(self.body_time_s, usual.body_time),
            call_time: time(self.call_time_s, usual.call_time),
            agent_calls_per_s: self.agent_calls_per_s.unwrap_or(usual.agent_calls_per_s),
            agent_burst: self.agent_burst.unwrap_or(usual.agent_burst),
            wrong_tokens_per_min: self.wrong_tokens_per_min.unwrap_or(usual.wrong_tokens_per_min),
            ..usual
        }
    }
}

/// What every stage may access, whatever the command.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StageSettings {
    /// The hosts that may be reached: `example.com`, `*.example.com`, `127.0.0.1:8080`.
    pub hosts: Vec<String>,
    /// Files and folders in which changes are real, and secrets that are not hidden; `~/` is your home folder.
    pub through: Vec<PathBuf>,
}

/// How long things are kept.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Retention {
    /// For how many days the trash keeps what undo needs. Default: 30.
    pub trash_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { trash_days: 30 }
    }
}
