//! One invocation: where its home is, who calls, and the engine that serves it.

use std::{collections::BTreeMap, fs::File, path::Path, sync::Arc};

use countersign_client::Client;
use countersign_core::{
    Engine, Error, ErrorCode, Result, Setup,
    judge::Policy,
    kinds,
    memory::MemoryStore,
    receipt::undo,
    server::pins,
    site::Site,
    store::Store,
    tool::{Catalog, Tool},
    world::World,
};
use countersign_mcp::{Upstreams, gateway::reading};
use countersign_store::SqliteStore;
use countersign_tools::Builtins;
use countersign_words::{Message, say};

use crate::{
    caller::{Local, Remote},
    daemon::{
        reach,
        settings::{self, POLICY, Weighed},
        socket_path,
    },
    home::{self, Config, Home, System, read_settings},
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
        let variable = |name| std::env::var_os(name);
        let home = Home::find(variable("COUNTERSIGN_HOME"), variable("COUNTERSIGN_SOCKET"), Path::new("/"))?;
        Ok(Self { screen: Screen { json }, home })
    }

    /// The policy in force, or that would be if a daemon started now.
    pub fn policy(&self) -> Result<Weighed> {
        let database = self.home.database();
        // What is wrong with the database is told by whoever opens it.
        let store = database.is_file().then(|| SqliteStore::open_read_only(&database).ok()).flatten();
        let accepted = store.map(|store| settings::accepted(&store, POLICY)).transpose()?.flatten();
        settings::weigh(accepted.as_ref(), read_settings(&self.home.policy()))
    }

    /// The daemon of the home, called by whomever `COUNTERSIGN_TOKEN` stands for; it is started where none runs. It answers in the
    /// language of the terminal.
    pub fn caller(&self) -> Result<Remote> {
        let client = self.client().language(self.screen.language());
        reach::reach(&self.home, &client)?;
        Ok(Remote::new(client, self.screen))
    }

    /// The same without a look whether it runs, and in English, as agents read it.
    pub fn client(&self) -> Client {
        Client::unix(&socket_path(&self.home)).token(token().as_deref()).folder(folder().as_deref())
    }

    /// The engine in this process, for commands that only look: nothing is made or written, not even a home.
    pub fn onlooker(&self) -> Result<Local> {
        let database = self.home.database();
        let open = || -> Result<Arc<dyn Store>> {
            Ok(match database.is_file() {
                true => Arc::new(SqliteStore::open_read_only(&database)?),
                false => Arc::new(MemoryStore::new()),
            })
        };
        let config = home::config(&self.home.config())?;
        let Opened { engine, notice, .. } = engine_of(&self.home, &config, None, open)?;
        if let Some(notice) = notice {
            self.screen.note(&notice);
        }
        Local::new(engine, token().as_deref(), folder(), self.screen.language())
    }
}

/// The engine of a home.
pub struct Opened {
    /// The engine.
    pub engine: Engine,
    /// The tools by which it acts on the world.
    pub builtins: Arc<Builtins>,
    /// What a person should know of the policy.
    pub notice: Option<Message>,
}

/// The engine of a home, over the store that `open` gives, under the policy that is in force there; `site` is where
/// passkeys are used, if anywhere. Settings come first: a broken file must not leave a new database behind.
pub fn engine_of(
    home: &Home,
    config: &Config,
    site: Option<Site>,
    open: impl FnOnce() -> Result<Arc<dyn Store>>,
) -> Result<Opened> {
    let servers = config.bound(&home.config())?;
    let file = read_settings(&home.policy());
    if !home.database().exists() {
        settings::weigh(None, file.clone())?;
    }
    let store = open()?;
    let accepted = settings::accepted(&*store, POLICY)?;
    let Weighed { policy, notice, .. } = settings::weigh(accepted.as_ref(), file)?;
    let builtins = Arc::new(home.builtins(config.roots.clone(), policy.scratch()));
    builtins.set_rehearsal(policy.rehearsal());
    let (agents, roots) = (config.agent_setups(), config.named_folders());
    let mut setup = Setup { servers, site, agents, roots, ..setup(policy) };
    for (server, tools) in remembered(&*store, config)? {
        setup.catalog = setup.catalog.with_server(&server, tools);
    }
    Ok(Opened { engine: engine(store, setup, builtins.clone()), builtins, notice })
}

/// The tools of the servers in the settings, as they were last accepted: they are known before any server was started.
pub fn remembered(store: &dyn Store, config: &Config) -> Result<BTreeMap<String, Vec<Tool>>> {
    let named = config.servers();
    let mut tools: BTreeMap<String, Vec<Tool>> = BTreeMap::new();
    for (server, _, definition) in pins::listed(store)? {
        let Some(settings) = named.get(&server) else { continue };
        let tool = Upstreams::remembered(&server, definition, settings.pack.as_deref());
        tools.entry(server).or_default().extend(tool);
    }
    Ok(tools)
}

/// The caller's token.
pub fn token() -> Option<String> {
    std::env::var("COUNTERSIGN_TOKEN").ok().filter(|t| !t.trim().is_empty())
}

fn folder() -> Option<String> {
    std::env::current_dir().ok().map(|d| d.display().to_string())
}

/// An engine over a store, with the built-in tools to act on the world.
pub fn engine(store: Arc<dyn Store>, setup: Setup, world: impl World + 'static) -> Engine {
    Engine::new(store, setup, Box::new(System)).with_world(Box::new(world))
}

/// Takes what an earlier process left half-done to a legal end, if no other process is at work; then says that
/// this one is, for as long as the lock is kept.
pub fn recovered(home: &Home, engine: &Engine) -> Result<File> {
    let path = home.data.join("effects.lock");
    let failed = |e: std::io::Error| {
        Error::new(ErrorCode::Store, say!("effect-cannot-use", path = path.display(), error = e))
            .hint(say!("command-home-writable"))
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
    let kinds = kinds::KINDS.iter().chain(countersign_tools::KINDS).copied().collect();
    let (catalog, zone) = (catalog(), home::zone());
    Setup {
        catalog,
        policy,
        kinds,
        zone,
        servers: BTreeMap::new(),
        agents: BTreeMap::new(),
        site: None,
        roots: Vec::new(),
    }
}

/// The built-in tools, and the core's and the gateway's own.
pub fn catalog() -> Catalog {
    Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()).chain(reading::tools()))
}
