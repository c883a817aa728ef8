//! One suite for every store: what the reference store in memory answers, SQLite must answer too.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod conformance;
mod faults;
mod files;
mod posting;
mod random;
mod schema;
mod set_aside;
mod sharing;
mod views;
mod world;
