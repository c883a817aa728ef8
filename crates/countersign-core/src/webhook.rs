//! Webhooks: where events are sent, and what is sent.

pub mod notice;
pub mod operations;
pub mod outbox;
mod record;

pub use self::record::{Address, Delivery, Rung, Shape, Target, Webhook};
