//! The servers that a person named, started on first use, and the world of their tools.

use countersign_core::tool::Tool;

/// Told which tools a server has, each time that is learnt.
pub type OnListed = Box<dyn Fn(&str, Vec<Tool>) + Send + Sync>;

/// All upstream servers of a home: one instance per agent and server.
pub struct Upstreams {}
