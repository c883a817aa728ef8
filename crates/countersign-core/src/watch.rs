//! Folders that agents may hear of.

pub mod operations;
mod record;

pub use self::record::{Happened, Noticed, Watch, WatchEnd};
