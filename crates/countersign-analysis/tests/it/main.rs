//! Tests the crate through its public interface.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed, and tells why"
)]

mod corpus;
mod found;
mod hidden;
mod tables;
