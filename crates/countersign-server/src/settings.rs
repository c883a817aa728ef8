//! How the daemon is set up: where it listens and how much it takes.

use std::time::Duration;

use countersign_core::Level;

use crate::Users;

/// What the binary says about the daemon it starts.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How well persons and agents are kept apart here.
    pub level: Level,
    /// Names, with their ports, by which it may be called besides its own addresses: `desk.example.com:4114`.
    pub names: Vec<String>,
    /// Where a browser finds it, for links: `http://127.0.0.1:4114`.
    pub url: String,
    /// Who may connect at all, where it runs as a user of its own.
    pub users: Option<Users>,
    /// Whether this process passes on what commands say that it runs: then nobody can tell from it who speaks.
    pub passes_on: bool,
    /// How much it takes.
    pub limits: Limits,
}

/// A limit on everything.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The largest body that is read.
    pub body_bytes: usize,
    /// The deepest JSON that is read.
    pub json_depth: usize,
    /// How many connections may be open at once.
    pub connections: usize,
    /// How many of them may be event streams.
    pub streams: usize,
    /// After how long a stream that has nothing to tell says that it is alive.
    pub heartbeat: Duration,
    /// How long the reader of a stream may take nothing before it is cut.
    pub stream_stall: Duration,
    /// How long a client may take for the head of a request, and between two.
    pub head_time: Duration,
    /// How long a client may take for the body.
    pub body_time: Duration,
    /// How long an operation may take that does not act on the world.
    pub call_time: Duration,
    /// How many calls an agent may make in a second, over a while.
    pub agent_calls_per_s: u32,
    /// How many it may make at once before that counts.
    pub agent_burst: u32,
    /// How many wrong tokens an address may try in a minute.
    pub wrong_tokens_per_min: u32,
    /// How long the timers sleep at most, whatever is due next.
    pub timer_sleep: Duration,
    /// For how many days what undo needs is kept.
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
            agent_calls_per_s: 200,
            agent_burst: 2000,
            wrong_tokens_per_min: 20,
            timer_sleep: Duration::from_secs(60),
            trash_days: 30,
        }
    }
}
