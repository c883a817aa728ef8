//! What Countersign's built-in tools do.
//!
//! Their code is reached through [`catalog`] alone: the core judges, holds and decides, and calls a tool to look
//! before and to apply after. The tools here have their effect in the store, so that it can be taken back exactly.

pub mod journal;

pub use journal::{KINDS, catalog};
