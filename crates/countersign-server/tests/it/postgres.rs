//! Tests of the desk whose log and records are in PostgreSQL.

#[path = "../../../countersign-store/tests/it/postgres/server.rs"]
#[expect(dead_code, reason = "the store's own tests use the rest")]
mod server;

use std::{cell::RefCell, sync::Arc};

use countersign_core::store::Store;
use countersign_store::{Host, PostgresStore};
use server::Server;

thread_local! {
    static SERVER: RefCell<Option<Server>> = const { RefCell::new(None) };
}

/// Runs a test whose worlds keep their log and records in PostgreSQL.
pub fn on_postgres(test: fn()) {
    SERVER.set(Some(Server::start()));
    test();
    let server = SERVER.take().unwrap();
    assert!(server.count("SELECT count(*) FROM countersign_tools.event") > 3, "the store was not used");
}

/// Opens the store of a new world, if it is not a file.
pub fn chosen() -> Option<Arc<dyn Store>> {
    SERVER.with_borrow(|server| {
        let store =
            PostgresStore::open(server.as_ref()?.address("tools"), Host::new("home", "desk")).unwrap();
        Some(Arc::new(store) as Arc<dyn Store>)
    })
}
