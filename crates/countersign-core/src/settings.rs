//! Settings that wait for a person, and those that were accepted.

pub mod operations;
mod record;

pub use self::record::{Accepted, Waiting};
