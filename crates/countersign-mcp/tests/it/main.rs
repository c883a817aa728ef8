//! Tests through the crate's public API, with servers that are real processes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop at once")]

mod gateway;
mod upstream;
