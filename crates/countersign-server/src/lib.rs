//! The daemon: the one process of a home that owns the store, the timers and what goes out, and lets several agents
//! and several screens work on one truth. Everything that can be called derives from the one table of operations;
//! nothing here decides who may call what, [`countersign_core::Engine`] does.

mod answer;
mod app;
mod auth;
mod cookie;
mod daemon;
pub mod events;
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
