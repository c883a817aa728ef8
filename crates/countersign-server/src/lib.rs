//! The daemon: the one process of a home that owns the store, the timers and what goes out, and lets several agents
//! and several screens work on one truth. Everything that can be called derives from the one table of operations;
//! nothing here decides who may call what, [`countersign_core::Engine`] does.

mod answer;
mod app;
mod auth;
mod cookie;
mod cut;
mod http;
mod input;
mod login;
mod peer;
mod rate;
mod settings;
mod stop;
pub mod webhooks;
mod who;

pub use app::{App, Growth};
pub use cookie::Csrf;
pub use http::{Others, routes, routes_with};
pub use peer::{Door, Peer};
pub use settings::{Limits, Settings};
pub use stop::Stop;
pub use who::Caller;
