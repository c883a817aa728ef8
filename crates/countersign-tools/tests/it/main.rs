//! Tests the journal's tools as a caller sees them: on the reference store, through transactions, each call one event.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop at once")]

mod audit;
mod calendar;
mod catalog;
mod data;
mod differential;
mod effects;
mod engine;
mod files;
mod mutations;
mod packs;
mod properties;
mod reads;
mod rehearsal;
mod shell_run;
mod world;
