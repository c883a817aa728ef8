//! Tests through the public face of the crate, with servers that are real processes.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop at once")]

mod gateway;
mod upstream;
