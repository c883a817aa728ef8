//! Upstream servers and the accepted definitions of their tools.

pub mod operations;
pub mod pins;
mod record;

pub use self::record::{Offered, Pin, Server};
