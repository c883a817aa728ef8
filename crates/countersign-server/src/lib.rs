//! The daemon: the only process of a home that owns the store, the timers and outgoing messages, and lets several
//! agents and screens work on the same state. All calls derive from the table of operations;
//! [`countersign_core::Engine`] decides who may call what, not this crate.

mod agent_news;
mod answer;
mod app;
mod auth;
mod cookie;
mod daemon;
pub mod events;
pub mod far;
mod http;
mod idle;
mod input;
pub mod log;
mod login;
mod mcp;
pub mod metrics;
mod notices;
pub mod openapi;
mod page;
pub mod peer;
pub mod plans;
mod rate;
pub mod rechecks;
mod serve;
mod settings;
mod stop;
pub mod timers;
pub mod tls;
pub mod watches;
mod web;
pub mod webhooks;
mod who;
mod work;

pub use app::{App, Growth};
pub use cookie::Csrf;
pub use daemon::{routes, run};
pub use http::{Others, routes_with};
pub use idle::Idle;
pub use metrics::Metrics;
pub use notices::Notices;
pub use peer::{Door, Peer, Users};
pub use serve::{Listeners, TcpDoor, check_exposure, serve};
pub use settings::{Limits, Settings};
pub use stop::Stop;
pub use who::Caller;
