//! Everything that speaks MCP: Countersign is one server to agents, and a client of upstream servers.
//!
//! `upstream` starts and calls the servers that a person configured, and is the [`countersign_core::world::World`] of
//! their tools: the judged call is the one that is made. `gateway` is the server for agents. Neither decides anything:
//! every call goes through [`countersign_core::Engine::call`].

mod caller;
mod foreign;
pub mod gateway;
pub mod settings;
pub mod upstream;

pub use caller::Caller;
pub use gateway::Gateway;
pub use settings::{AgentSettings, ServerSettings};
pub use upstream::Upstreams;
