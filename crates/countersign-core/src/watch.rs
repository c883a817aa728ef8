//! Folders watched for agents.

pub mod operations;
mod record;

pub use self::record::{Happened, Noticed, Watch, WatchEnd};
