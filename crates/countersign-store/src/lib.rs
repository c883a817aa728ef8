//! The SQL of Countersign, written once.
//!
//! [`sql`] holds the text of every statement, in a dialect that SQLite and PostgreSQL both take. [`driver`]
//! is the seam to a database: transactions, statements with typed parameters, and nothing else. Everything
//! above it is written against that seam: [`base`] answers the core's reads, `flush` writes a batch,
//! [`writer`] is the one thread that executes calls, and [`pool`] lends readers
//! their snapshots. A database is one file beside [`sqlite`] and its own migrations.

pub mod base;
pub mod blobs;
pub mod driver;
mod flush;
pub mod pool;
pub mod sql;
pub mod sqlite;
pub mod writer;

pub use sqlite::{Options, SqliteStore};
