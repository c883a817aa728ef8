//! Upstream servers and the accepted definitions of their tools.

pub mod operations;
pub mod pins;
mod record;
pub mod trouble;

pub use self::record::{Offered, Pin, Server};
pub use self::trouble::Trouble;
