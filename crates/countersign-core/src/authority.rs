//! Authority: grants, claims, sign-in links and sessions, the freeze, the listener for phones.

pub mod habit;
pub mod humans;
pub mod listener;
pub mod operations;
mod record;
pub mod reset;
pub mod sessions;
pub mod suggestions;

pub use self::record::{Claim, Control, Grant, Lifetime, Link, Seen};
