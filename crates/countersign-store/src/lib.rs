//! The SQL of Countersign, written once.
//!
//! [`sql`] holds the text of every statement, in a dialect that SQLite and PostgreSQL both accept. [`driver`]
//! is the interface to a database: transactions, statements with typed parameters, and nothing else.
//! Everything else uses that interface: [`base`] answers the core's reads, `flush` writes a batch, [`writer`]
//! is the one thread that executes calls, and [`pool`] gives readers their snapshots. Another database needs
//! one file like [`sqlite`] and its own migrations.

pub mod base;
pub mod blobs;
pub mod driver;
mod flush;
pub mod pool;
pub mod sql;
pub mod sqlite;
pub mod writer;

pub use sqlite::{Options, SqliteStore};
