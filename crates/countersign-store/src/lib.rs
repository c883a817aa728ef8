//! The SQL of Countersign, written once.
//!
//! [`sql`] holds the text of every statement, in a dialect that SQLite and PostgreSQL both accept. [`driver`]
//! is the interface to a database: transactions, statements with typed parameters, and nothing else.
//! Everything else uses that interface: [`base`] answers the core's reads, `flush` writes a batch, [`writer`]
//! is the one thread that executes calls, [`pool`] gives readers their snapshots, and [`sql_store`] is both together.
//! [`copy`](mod@copy) copies a whole store into another. [`sqlite`] and [`postgres`] are the databases: a driver and
//! migrations each.

pub mod base;
pub mod blobs;
pub mod copy;
pub mod driver;
mod flush;
pub mod pool;
pub mod postgres;
pub mod sql;
pub mod sql_store;
pub mod sqlite;
pub mod writer;

pub use postgres::{Address, Host, PostgresStore};
pub use sqlite::{Options, SqliteStore};
