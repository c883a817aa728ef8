//! Agents: their processes, and what they are told.

pub mod news;
pub mod operations;

pub use crate::process::AgentProcess;
