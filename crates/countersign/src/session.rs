//! One invocation: its home, its caller, and the engine that serves it.

use std::{
    collections::BTreeMap,
    fs::File,
    path::Path,
    sync::{Arc, OnceLock},
};

use countersign_client::Client;
use countersign_core::{
    Engine, Error, ErrorCode, Result, Setup,
    execute::Keeping,
    judge::Policy,
    kinds,
    memory::MemoryStore,
    receipt::undo,
    server::pins,
    settings::{Accepted, operations::digest},
    site::Site,
    store::Store,
    tool::{Catalog, Tool},
    world::World,
};
use countersign_mcp::{Upstreams, gateway::reading, upstream::Worlds};
use countersign_tools::Builtins;
use countersign_tui::Desktop;
use countersign_words::{Message, say};
use tokio::runtime::Runtime;

use crate::{
    caller::{Local, Remote},
    daemon::{
        reach,
        settings::{self, POLICY, Weighed},
        socket_path, start,
    },
    home::{self, Config, Home, System, read_settings},
    kept_token,
    output::Screen,
    progress,
};

/// The context of every command.
pub struct Session {
    /// Where answers go.
    pub screen: Screen,
    /// Where data and settings are.
    pub home: Home,
}

impl Session {
    /// Finds the home; opens nothing yet.
    pub fn new(json: bool) -> Result<Self> {
        let variable = |name| std::env::var_os(name);
        let home = Home::find(variable("COUNTERSIGN_HOME"), variable("COUNTERSIGN_SOCKET"), Path::new("/"))?;
        Ok(Self { screen: Screen { json }, home })
    }

    /// Returns the policy in force, or the one that a daemon started now would use.
    pub fn policy(&self) -> Result<Weighed> {
        let accepted = self.accepted_policy()?;
        settings::weigh(accepted.as_ref(), read_settings(&self.home.policy()))
    }

    /// Returns the text of the policy in force; `None` if it is neither in the file nor in the store.
    pub fn policy_text(&self) -> Result<Option<String>> {
        let in_force = self.policy()?.policy;
        let accepted = self.accepted_policy()?;
        let file = read_settings(&self.home.policy()).ok().flatten();
        let texts = [file, accepted.map(|accepted| accepted.text), Some(String::new())];
        Ok(texts.into_iter().flatten().find(|text| digest(text) == in_force.digest()))
    }

    /// Returns the policy that was accepted last, if the store can be read: whoever opens it reports its errors.
    fn accepted_policy(&self) -> Result<Option<Accepted>> {
        let store = self.home.store().and_then(|place| place.read()).ok().flatten();
        Ok(store.map(|store| settings::accepted(&*store, POLICY)).transpose()?.flatten())
    }

    /// Connects to the daemon of the home as the actor of the token; starts one if none runs. Answers are in the language
    /// of the terminal.
    pub fn caller(&self) -> Result<Remote> {
        let client = self.client()?.language(self.screen.language());
        progress::doing(self.screen, say!("command-progress-start"), || reach::reach(&self.home, &client))?;
        Ok(Remote::new(client, self.screen))
    }

    /// Like `caller`, without checking that the daemon runs, and in English, for agents.
    pub fn client(&self) -> Result<Client> {
        Ok(self.tokenless().token(self.token()?.as_deref()))
    }

    /// Like `client`, for whoever has no token.
    pub fn tokenless(&self) -> Client {
        Client::unix(&socket_path(&self.home)).folder(folder().as_deref())
    }

    /// The caller's token.
    pub fn token(&self) -> Result<Option<String>> {
        token(&self.home)
    }

    /// Returns the desktop of the person, if there is one and they want notices there.
    pub fn desktop(&self) -> Desktop {
        // Whoever needs the settings reports their errors.
        let wanted = home::config(&self.home.config()).is_ok_and(|c| c.desktop_notices != Some(false));
        Desktop::new(wanted && !self.screen.json)
    }

    /// Opens the engine in this process, for read-only commands: nothing is created or written, not even a home.
    pub fn onlooker(&self) -> Result<Local> {
        let open = || Ok(self.home.store()?.read()?.unwrap_or_else(|| Arc::new(MemoryStore::new())));
        let config = home::config(&self.home.config())?;
        let opened = engine_of(&self.home, &config, None, open)?;
        if let Some(notice) = &opened.notice {
            self.screen.note(notice);
        }
        let engine = onlooking(&self.home, &config, opened)?;
        Local::new(engine, self.token()?.as_deref(), folder(), self.screen.language())
    }
}

/// Gives an engine that only looks the servers of the settings: their tools are known from earlier, and none is started.
fn onlooking(home: &Home, config: &Config, opened: Opened) -> Result<Engine> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let runtime = match RUNTIME.get() {
        Some(runtime) => runtime,
        None => {
            let made = tokio::runtime::Builder::new_current_thread().build();
            let made = made.map_err(|e| Error::bug(format!("no runtime: {e}")))?;
            RUNTIME.get_or_init(|| made)
        }
    };
    let upstreams = start::upstreams(home, config, runtime);
    Ok(opened.engine.with_world(Box::new(Worlds::new(opened.builtins, upstreams))))
}

/// The engine of a home.
pub struct Opened {
    /// The engine.
    pub engine: Engine,
    /// The tools that act on the world.
    pub builtins: Arc<Builtins>,
    /// A notice about the policy.
    pub notice: Option<Message>,
}

/// Opens the engine of a home, over the store that `open` returns, with the policy in force; `site` is where passkeys
/// are used, if anywhere. Settings are read first: a broken file must not leave a new database behind.
pub fn engine_of(
    home: &Home,
    config: &Config,
    site: Option<Site>,
    open: impl FnOnce() -> Result<Arc<dyn Store>>,
) -> Result<Opened> {
    let servers = config.bound(&home.config())?;
    let file = read_settings(&home.policy());
    if !home.database().exists() && !home.name().exists() {
        settings::weigh(None, file.clone())?;
    }
    let store = open()?;
    let accepted = settings::accepted(&*store, POLICY)?;
    let hosts = store.hosts()?.into();
    let file = settings::of_all(file, accepted.as_ref(), &hosts);
    let Weighed { policy, notice, .. } = settings::weigh(accepted.as_ref(), file)?;
    let builtins = Arc::new(home.builtins(config.roots.clone(), policy.scratch()));
    builtins.set_rehearsal(policy.rehearsal());
    let (agents, roots) = (config.agent_setups(), config.named_folders());
    let keeping = Keeping { place: home.data.join("trash"), days: config.retention.trash_days };
    let mut setup = Setup { servers, site, agents, roots, keeping, ..setup(policy) };
    setup.hosts = hosts;
    for (server, tools) in remembered(&*store, config)? {
        setup.catalog = setup.catalog.with_server(&server, tools);
    }
    Ok(Opened { engine: engine(store, setup, builtins.clone()), builtins, notice })
}

/// Returns the tools of the configured servers as they were last accepted, so that they are known before a server
/// starts.
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

/// The caller's token: `COUNTERSIGN_TOKEN`, or else the person's that the home keeps.
pub fn token(home: &Home) -> Result<Option<String>> {
    match named_token() {
        Some(token) => Ok(Some(token)),
        None => kept_token::read(home),
    }
}

/// The token in the environment.
pub fn named_token() -> Option<String> {
    std::env::var("COUNTERSIGN_TOKEN").ok().filter(|t| !t.trim().is_empty())
}

fn folder() -> Option<String> {
    std::env::current_dir().ok().map(|d| d.display().to_string())
}

/// Builds an engine over a store, with the built-in tools.
pub fn engine(store: Arc<dyn Store>, setup: Setup, world: impl World + 'static) -> Engine {
    Engine::new(store, setup, Box::new(System)).with_world(Box::new(world))
}

/// Recovers what an earlier process left unfinished, if no other process is active; then marks this one as active for
/// as long as the lock is held.
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

/// Returns the setup: tools, kinds of records and zone, under a policy.
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
        keeping: Default::default(),
        hosts: Default::default(),
    }
}

/// Returns the catalog: built-in tools, and those of the core and the gateway.
pub fn catalog() -> Catalog {
    Catalog::new(countersign_tools::catalog().into_iter().chain(undo::tools()).chain(reading::tools()))
}

#[cfg(test)]
mod tests {
    use countersign_core::{Actor, Origin, Request};
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tool_of_a_server_that_is_known_from_earlier_is_judged_without_starting_anything() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::at(dir.path());
        let config =
            home::parse_config("[server.notes]\ncommand = \"/nonexistent\"\n", &home.config()).unwrap();
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let open = || engine_of(&home, &config, None, || Ok(store.clone())).unwrap();
        let call = |engine: &Engine, actor, op: &str, input| {
            engine.call(Request { actor, op: op.to_owned(), input, key: None, origin: Origin::from("test") })
        };
        let definition = json!({"name": "write", "inputSchema": {"type": "object"}});
        let listed = json!({"server": "notes", "tools": [{"name": "write", "definition": definition}]});
        call(&open().engine, Actor::system(), "server.listed", listed).unwrap();
        let engine = onlooking(&home, &config, open()).unwrap();
        let checked = json!({"tool": "notes.write", "args": {"title": "Milk"}});
        let judged = call(&engine, Actor::person("ana"), "policy.check", checked).unwrap().value;
        assert_eq!((&judged["verdict"], &judged["class"]), (&json!("ask"), &json!("mutable")), "{judged}");
        assert_eq!(judged["summary"], "Write “Milk” on notes", "{judged}");
    }
}
