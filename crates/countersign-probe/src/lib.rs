//! Starts real agents against a scripted model, in a home of their own: what an agent does when it calls a tool is
//! observed, not read in its documentation. `countersign doctor --agents` and `cargo xtask agents` use it.
//!
//! The model listens on this machine and costs nothing. The agent gets an empty home, no credentials, and a proxy that
//! refuses every other host and remembers which were asked for.

mod agent;
mod model;
mod running;
mod script;

pub use agent::{AGENTS, Agent, Scratch, is_newer};
pub use model::{Model, PAGE, Wire};
pub use running::{Ended, Running};
pub use script::{Act, Call, Script, Turn, redirected, turns};
