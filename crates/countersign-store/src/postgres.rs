//! The store in PostgreSQL: each team has a schema of its own, and every connection sees only that one. One process writes
//! a team's log at a time: it holds an advisory lock for as long as its connection lives.

mod address;
mod client;
mod connection;
mod schema;

use std::sync::Arc;

use countersign_kernel::Result;

pub use self::{address::Address, connection::Connection, schema::VERSION};
use crate::{blobs::Blobs, pool::Pool, sql_store::SqlStore, writer::Writer};

/// A store in PostgreSQL. Dropping it finishes queued calls.
pub type PostgresStore = SqlStore<Connection>;

impl PostgresStore {
    /// Opens the team's schema, creating it if needed, and migrates it to this program's version. Fails if another process
    /// writes it, or if it belongs to another home than the one of this name, which keeps what undo needs.
    pub fn open(address: Address, home: &str) -> Result<Self> {
        let address = Arc::new(address);
        let (own, home) = (address.clone(), Arc::from(home));
        let writer = Writer::start(Blobs::in_database(), move || Connection::writer(own, home))?;
        Ok(Self::of(readers(address), Some(writer)))
    }

    /// Opens an existing schema for reading: it is not migrated, and nothing is written.
    pub fn open_read_only(address: Address) -> Result<Self> {
        let address = Arc::new(address);
        let readers = readers(address.clone());
        Connection::reader(address)?;
        Ok(Self::of(readers, None))
    }
}

fn readers(address: Arc<Address>) -> Pool<Connection> {
    Pool::new(Blobs::in_database(), move || Connection::reader(address.clone()))
}
