//! One invocation: where its home is, who calls, and the engine that serves it.

use std::sync::Arc;

use countersign_core::{
    Engine, Error, Result, Setup, judge::Policy, model, store::Store, tool::Catalog, undo,
};
use countersign_store::SqliteStore;

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

    /// The engine over this home. Settings come first: a broken file must not leave a new database behind.
    pub fn engine(&self) -> Result<Engine> {
        home::check_config(&self.home.config())?;
        let policy = self.policy()?;
        let store: Arc<dyn Store> = Arc::new(self.store()?);
        Ok(Engine::new(store, setup(policy), Box::new(System)))
    }

    /// The engine as the actor that `COUNTERSIGN_TOKEN` stands for.
    pub fn caller(&self) -> Result<Local> {
        let token = std::env::var("COUNTERSIGN_TOKEN").ok().filter(|t| !t.trim().is_empty());
        let cwd = std::env::current_dir().ok().map(|d| d.display().to_string());
        Local::new(self.engine()?, token.as_deref(), cwd)
    }
}

/// Tools, kinds of records and zone, under a policy.
pub fn setup(policy: Policy) -> Setup {
    let kinds = model::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    Setup { catalog: catalog(), policy, kinds, zone: home::zone() }
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
