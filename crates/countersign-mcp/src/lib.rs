//! Everything that speaks MCP: to agents Countersign is one server, to upstream servers it is a client.
//!
//! `upstream` starts and calls the servers that a person named, and is the [`countersign_core::world::World`] of their
//! tools: what is judged there is what is called. `gateway` is what an agent sees. Neither decides anything: every call
//! goes through [`countersign_core::Engine::call`].

mod caller;
mod foreign;
pub mod gateway;
pub mod settings;
pub mod upstream;

pub use caller::Caller;
pub use gateway::Gateway;
pub use settings::{AgentSettings, ServerSettings};
pub use upstream::Upstreams;
