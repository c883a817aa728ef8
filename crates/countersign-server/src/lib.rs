//! The daemon: the one process of a home that owns the store, the timers and what goes out, and lets several agents
//! and several screens work on one truth. Everything that can be called derives from the one table of operations;
//! nothing here decides who may call what, [`countersign_core::Engine`] does.

mod app;
mod peer;
mod settings;
mod stop;
mod who;

pub use app::{App, Growth};
pub use peer::{Door, Peer};
pub use settings::{Limits, Settings};
pub use stop::Stop;
pub use who::Caller;
