//! The interface to a database. A driver knows nothing of records or events.

use std::ops::ControlFlow;

use countersign_kernel::{Error, ErrorCode, Result, event::Hash};
use countersign_words::{Message, say};

/// A parameter of a statement. Nulls are typed, since PostgreSQL refuses a null of another type.
#[derive(Debug, Clone, Copy)]
pub enum Param<'a> {
    /// Text, or null.
    Text(Option<&'a str>),
    /// A number, or null.
    Int(Option<i64>),
    /// Bytes, or null.
    Bytes(Option<&'a [u8]>),
}

impl<'a> From<&'a str> for Param<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Some(text))
    }
}

impl From<i64> for Param<'_> {
    fn from(number: i64) -> Self {
        Self::Int(Some(number))
    }
}

impl<'a> From<&'a [u8]> for Param<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Bytes(Some(bytes))
    }
}

/// One row of a result.
pub trait Columns {
    /// The text in column `i`.
    fn text(&self, i: usize) -> Result<String>;
    /// The text in column `i`, if any.
    fn text_or_null(&self, i: usize) -> Result<Option<String>>;
    /// The number in column `i`.
    fn int(&self, i: usize) -> Result<i64>;
    /// The hash in column `i`.
    fn hash(&self, i: usize) -> Result<Hash>;
    /// The bytes in column `i`, if any.
    fn bytes_or_null(&self, i: usize) -> Result<Option<Vec<u8>>>;
}

/// Called for each row of a result; `Break` ends the statement.
pub type EachRow<'a> = &'a mut dyn FnMut(&dyn Columns) -> Result<ControlFlow<()>>;

/// A connection to a database.
pub trait Driver {
    /// The maximum number of rows in one statement. Many where a statement is a round trip; one where it is a
    /// function call, since a statement of many rows needs a journal to roll itself back.
    const ROWS_PER_STATEMENT: usize;

    /// Begins a transaction that excludes every other writer.
    fn begin_write(&mut self) -> Result<()>;
    /// Begins a transaction that sees one snapshot.
    fn begin_read(&mut self) -> Result<()>;
    /// Whether a transaction is open; some failures end it.
    fn in_transaction(&self) -> bool;
    /// Notes in the transaction that the log grew, for other processes that use this database, and whether records,
    /// or identities among them, have changed.
    fn grew(&mut self, _records: bool, _identities: bool) -> Result<()> {
        Ok(())
    }
    /// Commits the transaction durably.
    fn commit(&mut self) -> Result<()>;
    /// Rolls back the transaction, if one is open.
    fn rollback(&mut self);
    /// Runs a statement that writes.
    fn execute(&mut self, sql: &str, params: &[Param<'_>]) -> Result<()>;
    /// Runs a statement that writes once for each `width` of `params`.
    fn execute_each(&mut self, sql: &str, params: &[Param<'_>], width: usize) -> Result<()>;
    /// Runs a statement that reads.
    fn query(&mut self, sql: &str, params: &[Param<'_>], each: EachRow<'_>) -> Result<()>;
    /// Reports damage that the database finds in its files.
    fn damage(&mut self) -> Result<Vec<Message>>;
}

/// The error for stored bytes that cannot be what was written.
pub fn damaged(internal: impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::Store, say!("problem-store-damaged"))
        .hint(say!("problem-store-damaged-hint"))
        .because(internal)
}

/// The error for a full disk.
pub fn disk_full(internal: impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::Store, say!("problem-store-disk-full"))
        .hint(say!("problem-store-free-space"))
        .because(internal)
}

/// The error for a database that this process may only read.
pub fn not_writable(internal: impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::Store, say!("problem-store-not-writable"))
        .hint(say!("problem-store-not-writable-hint"))
        .because(internal)
}
