//! Decisions of people, and what they come to over time.

pub mod operations;
mod record;
pub mod stats;

pub use self::record::{Decision, DecisionWord, Declined};
