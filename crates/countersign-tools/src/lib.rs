//! What Countersign's built-in tools do.
//!
//! Their code is reached through [`catalog`] alone: the core judges, holds and decides, and calls a tool to look
//! before and to apply after. The journal's have their
//! effect in the store, where it can be taken back exactly; the others act on the machine through [`Builtins`].

mod builtins;
mod call;
pub mod data;
pub mod files;
pub mod handed;
pub mod journal;
pub mod packs;
pub mod shell;
pub mod stage;
mod typed;

pub use builtins::{Builtins, catalog};
pub use journal::KINDS;
