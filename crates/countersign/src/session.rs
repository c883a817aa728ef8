//! One invocation: where its home is, who calls, and the engine that serves it.

use std::{collections::BTreeMap, fs::File, sync::Arc};

use countersign_core::{
    Engine, Error, ErrorCode, Result, Setup, judge::Policy, memory::MemoryStore, model, store::Store,
    tool::Catalog, undo,
};
use countersign_store::SqliteStore;
use countersign_tools::Builtins;

use crate::{
    caller::Local,
    home::{self, Home, System},
    output::Screen,
};

/// What every command can use.
pub struct Session {
    /// Where answers go.
    pub screen: Screen,
    /// Where data and settings are.
    pub home: Home,
}

impl Session {
    /// Finds the home; nothing is opened yet.
    pub fn new(json: bool) -> Result<Self> {
        let home = Home::locate(std::env::var_os("COUNTERSIGN_HOME"))?;
        Ok(Self { screen: Screen { json }, home })
    }

    /// Opens the store, making the home if there is none.
    pub fn store(&self) -> Result<SqliteStore> {
        self.home.create()?;
        SqliteStore::open(&self.home.database())
    }

    /// The policy in force: the file's, or the default.
    pub fn policy(&self) -> Result<Policy> {
        let path = self.home.policy();
        match home::read_settings(&path)? {
            Some(text) => Policy::parse(&text, &catalog()).map_err(|e| at_file(e, &path)),
            None => Ok(Policy::default()),
        }
    }

    /// The engine over a store. Settings come first: a broken file must not leave a new database behind.
    fn engine(&self, open: impl FnOnce() -> Result<Arc<dyn Store>>) -> Result<Engine> {
        let config = home::config(&self.home.config())?;
        let policy = self.policy()?;
        let store = open()?;
        let servers = config.bound(&self.home.config())?;
        let builtins = self.home.builtins(config.roots, policy.scratch());
        let setup = Setup { servers, ..setup(policy) };
        Ok(engine(store, setup, builtins))
    }

    /// The engine as the actor that `COUNTERSIGN_TOKEN` stands for.
    pub fn caller(&self) -> Result<Local> {
        let engine = self.engine(|| Ok(Arc::new(self.store()?)))?;
        let lock = recovered(&self.home, &engine)?;
        engine.sweep(home::config(&self.home.config())?.retention.trash_days)?;
        Local::new(engine, token().as_deref(), folder(), Some(lock))
    }

    /// The same for commands that only look: nothing is made or written, not even a home.
    pub fn onlooker(&self) -> Result<Local> {
        let database = self.home.database();
        let open = || -> Result<Arc<dyn Store>> {
            Ok(match database.is_file() {
                true => Arc::new(SqliteStore::open_read_only(&database)?),
                false => Arc::new(MemoryStore::new()),
            })
        };
        Local::new(self.engine(open)?, token().as_deref(), folder(), None)
    }
}

fn token() -> Option<String> {
    std::env::var("COUNTERSIGN_TOKEN").ok().filter(|t| !t.trim().is_empty())
}

fn folder() -> Option<String> {
    std::env::current_dir().ok().map(|d| d.display().to_string())
}

/// An engine over a store, with the built-in tools to act on the world.
pub fn engine(store: Arc<dyn Store>, setup: Setup, builtins: Builtins) -> Engine {
    Engine::new(store, setup, Box::new(System)).with_world(Box::new(builtins))
}

/// Takes what an earlier process left half-done to a legal end, if no other process is at work; then says that
/// this one is, for as long as the lock is kept.
fn recovered(home: &Home, engine: &Engine) -> Result<File> {
    let path = home.data.join("effects.lock");
    let failed = |e: std::io::Error| {
        Error::new(ErrorCode::Store, format!("cannot use {}: {e}", path.display()))
            .hint("the home must be a folder you can write to")
    };
    let lock = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
    if lock.try_lock().is_ok() {
        engine.recover()?;
        lock.unlock().map_err(failed)?;
    }
    lock.lock_shared().map_err(failed)?;
    Ok(lock)
}

/// Tools, kinds of records and zone, under a policy.
pub fn setup(policy: Policy) -> Setup {
    let kinds = model::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    Setup { catalog: catalog(), policy, kinds, zone: home::zone(), servers: BTreeMap::new(), site: None }
}

/// The built-in tools, and the core's own.
fn catalog() -> Catalog {
    Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()))
}

fn at_file(error: Error, path: &std::path::Path) -> Error {
    let named = Error::new(error.code, format!("{}: {}", path.display(), error.message));
    match error.hint {
        Some(hint) => named.hint(hint),
        None => named.hint("nothing was done; correct the file and try again"),
    }
}
