//! Decisions of people, and statistics over them.

pub mod operations;
pub mod past;
mod record;
pub mod stats;

pub use self::record::{Decision, DecisionWord, Declined, Shown};
