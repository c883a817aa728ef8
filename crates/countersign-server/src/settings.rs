//! The daemon's settings: addresses and limits.

use std::time::Duration;

use countersign_core::Level;

use crate::{Users, sign_in::Oidc, telemetry::Otlp};

/// The settings that the binary starts the daemon with.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How well persons and agents are separated here.
    pub level: Level,
    /// Additional host names, with ports, that requests may use: `desk.example.com:4114`.
    pub names: Vec<String>,
    /// Its URL, for links: `http://127.0.0.1:4114`.
    pub url: String,
    /// Who may connect, if it runs as its own user.
    pub users: Option<Users>,
    /// Whether this process forwards its children's connections: then the caller cannot be identified by it.
    pub passes_on: bool,
    /// The provider through which persons sign in, if any.
    pub oidc: Option<Oidc>,
    /// The collector that is told of calls, if any.
    pub otlp: Option<Otlp>,
    /// Its limits.
    pub limits: Limits,
}

/// The limits.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The largest request body.
    pub body_bytes: usize,
    /// The deepest JSON.
    pub json_depth: usize,
    /// How many connections may be open at once.
    pub connections: usize,
    /// How many of them may be event streams.
    pub streams: usize,
    /// After how long a silent stream sends a heartbeat.
    pub heartbeat: Duration,
    /// How long the reader of a stream may stall before it is cut off.
    pub stream_stall: Duration,
    /// How long a client may take for the head of a request, and between two.
    pub head_time: Duration,
    /// How long a client may take for the body.
    pub body_time: Duration,
    /// How long an operation may take that does not act on the world.
    pub call_time: Duration,
    /// How long the provider through which persons sign in may take to answer.
    pub provider_time: Duration,
    /// How many calls an agent may make per second, sustained.
    pub agent_calls_per_s: u32,
    /// How many it may make in a burst.
    pub agent_burst: u32,
    /// How many invalid tokens an address may try per minute.
    pub wrong_tokens_per_min: u32,
    /// The longest sleep of the timers.
    pub timer_sleep: Duration,
    /// For how many days data for undo is kept.
    pub trash_days: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            json_depth: 64,
            connections: 4096,
            streams: 2048,
            heartbeat: Duration::from_secs(15),
            stream_stall: Duration::from_secs(10),
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            call_time: Duration::from_secs(30),
            provider_time: Duration::from_secs(10),
            agent_calls_per_s: 200,
            agent_burst: 2000,
            wrong_tokens_per_min: 20,
            timer_sleep: Duration::from_secs(60),
            trash_days: 30,
        }
    }
}
