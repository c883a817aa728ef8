//! Webhooks: where events are sent, and what is sent.

pub mod notice;
pub mod operations;
pub mod outbox;
pub mod push;
mod record;
pub mod results;

pub use self::record::{Address, Delivery, Device, DeviceKeys, Rung, Shape, Target, Webhook};
