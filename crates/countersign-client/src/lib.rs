//! The typed client of the daemon, for the command line and the terminal.
//!
//! It blocks and has no async runtime: a command makes one or two calls and ends, so the time to the first
//! byte matters. Routes and fields come from the same table of operations as the daemon's.

mod body;
mod client;
mod events;
mod failure;
mod pin;
mod place;
mod stream;
mod wire;

pub use client::Client;
pub use countersign_core::Answer;
pub use events::{Events, Filter, Happening};
pub use failure::of_problem;
pub use place::Short;
