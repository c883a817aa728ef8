//! Countersign's built-in tools.
//!
//! Their code is only reached through [`catalog`]: the core judges, holds and decides, and calls a tool to
//! forecast and to apply. The journal's effects are in the store, where they can be undone exactly; the
//! others act on the machine through [`Builtins`].

mod builtins;
mod call;
pub mod data;
pub mod files;
pub mod handed;
pub mod journal;
pub mod packs;
pub mod shell;
mod size;
pub mod stage;
mod typed;

pub use builtins::{Builtins, catalog};
pub use journal::KINDS;
