//! What an agent sees: one MCP server.

/// The MCP server towards agents.
pub struct Gateway {}
