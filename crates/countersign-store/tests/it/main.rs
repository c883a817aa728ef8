//! One suite for every store: SQLite and PostgreSQL must give the same answers as the reference store in memory.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod conformance;
mod copy;
mod faults;
mod files;
mod postgres;
mod posting;
mod random;
mod schema;
mod set_aside;
mod sharing;
mod views;
mod world;
