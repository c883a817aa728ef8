//! The store in PostgreSQL: each team has a schema of its own, and every connection sees only that one. Several daemons, one
//! of each home, write a team's log: each takes the log's lock for a transaction, in which it writes all that waits.

mod address;
mod client;
mod connection;
mod lease;
mod schema;
mod watch;

use std::sync::Arc;

use countersign_kernel::{
    Answer, Result,
    execute::Call,
    op::Ran,
    store::{Base, HostSeen, Reply, Store},
};

pub(crate) use self::lease::Lease;
use self::watch::Watch;
pub use self::{address::Address, connection::Connection, lease::Host, schema::VERSION};
use crate::{blobs::Blobs, pool::Pool, sql_store::SqlStore, writer::Writer};

/// A store in PostgreSQL. Dropping it finishes queued calls.
pub struct PostgresStore {
    sql: SqlStore<Connection>,
    /// Of a daemon; None if it only reads.
    daemon: Option<(Arc<Lease>, Watch)>,
}

impl PostgresStore {
    /// Opens the team's schema for the daemon of a home, creating it if needed, and migrates it to this program's version.
    /// Fails if another process writes for this home, or if another home has its name.
    pub fn open(address: Address, host: Host) -> Result<Self> {
        let (address, lease) = (Arc::new(address), Arc::new(Lease::of(host)));
        let (own, its) = (address.clone(), lease.clone());
        let writer = Writer::start(Blobs::in_database(), move || Connection::writer(own, its))?;
        let watch = Watch::start(address.clone(), lease.clone())?;
        Ok(Self { sql: SqlStore::of(readers(address), Some(writer)), daemon: Some((lease, watch)) })
    }

    /// Opens an existing schema for reading: it is not migrated, and nothing is written.
    pub fn open_read_only(address: Address) -> Result<Self> {
        let address = Arc::new(address);
        let readers = readers(address.clone());
        Connection::reader(address)?;
        Ok(Self { sql: SqlStore::of(readers, None), daemon: None })
    }

    /// Returns how often records and identities have changed, whoever changed them; None if the database cannot say.
    fn changed(&self) -> Option<(u64, u64)> {
        let asked = self.sql.readers().lend(|connection| {
            let row = connection.client()?.row("SELECT records, identities FROM changed", &[])?;
            Ok((row.get::<_, i64>(0).unsigned_abs(), row.get::<_, i64>(1).unsigned_abs()))
        });
        asked.ok()
    }
}

impl Store for PostgresStore {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        self.sql.submit(call)
    }

    fn send(&self, call: Call, reply: Reply) {
        self.sql.send(call, reply);
    }

    fn submit_all(&self, calls: Vec<Call>) -> Vec<Result<Ran<Answer>>> {
        self.sql.submit_all(calls)
    }

    fn post(&self, call: Call) -> Result<bool> {
        self.sql.post(call)
    }

    fn is_behind(&self) -> bool {
        self.sql.is_behind()
    }

    fn settle(&self) -> Result<()> {
        self.sql.settle()
    }

    fn on_written(&self, listener: Arc<dyn Fn() + Send + Sync>) {
        if let Some((_, watch)) = &self.daemon {
            watch.tell(listener.clone());
        }
        self.sql.on_written(listener);
    }

    fn identities_at(&self) -> Option<u64> {
        self.changed().map(|(_, identities)| identities)
    }

    fn records_at(&self) -> Option<u64> {
        self.changed().map(|(records, _)| records)
    }

    fn is_full(&self) -> bool {
        self.sql.is_full()
    }

    fn hosts(&self) -> Result<Vec<HostSeen>> {
        let own = self.daemon.as_ref().map(|(lease, _)| &**lease);
        self.sql.readers().lend(|connection| lease::hosts(connection.client()?, own))
    }

    fn may_act(&self) -> Result<()> {
        let Some((lease, _)) = &self.daemon else { return Ok(()) };
        self.sql.readers().lend(|connection| lease.renew(connection.client()?))
    }

    fn leads(&self) -> bool {
        self.daemon.as_ref().is_some_and(|(_, watch)| watch.leads())
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        self.sql.view(f)
    }
}

fn readers(address: Arc<Address>) -> Pool<Connection> {
    Pool::new(Blobs::in_database(), move || Connection::reader(address.clone()))
}
