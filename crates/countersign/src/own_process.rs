//! Whether this process is an agent's: what only a person may do here is refused in the process of an agent, of
//! whatever it started, and of what Countersign started for it.

use std::sync::Arc;

use countersign_core::{
    Engine, Error, Level, Origin, Result, judge::Policy, memory::MemoryStore, world::NoWorld,
};
use countersign_server::{App, Door, Growth, Limits, Peer, Settings, peer::agent_of};
use countersign_words::{Message, say};

use crate::{home::Home, session};

/// Refuses an agent's process; `what` says what is refused.
pub fn need_person(home: &Home, what: Message) -> Result<()> {
    match agent(home)? {
        None => Ok(()),
        Some(agent) => Err(Error::refused(say!("command-not-from-agent", said = what, agent))
            .hint(say!("op-hint-clean-terminal"))),
    }
}

/// Returns the agent that this process belongs to, if any.
pub fn agent(home: &Home) -> Result<Option<String>> {
    let store = home.store()?.read()?.unwrap_or_else(|| Arc::new(MemoryStore::new()));
    let engine = session::engine(store, session::setup(Policy::default()), NoWorld);
    Ok(origin(&Arc::new(engine)).agent_process)
}

/// Returns the origin of calls that this process makes on a store: the process, and whether that is an agent's.
pub fn origin(engine: &Arc<Engine>) -> Origin {
    let uid = rustix::process::geteuid().as_raw();
    let peer = Peer::new(Door::Unix, Some(uid), Some(std::process::id()));
    // Whoever can open the store runs as its user, at every level; that alone does not make the caller an agent.
    let settings = Settings {
        level: Level::SameUser,
        names: Vec::new(),
        url: String::new(),
        users: None,
        passes_on: false,
        oidc: None,
        otlp: None,
        limits: Limits::default(),
    };
    let app = App::new(engine.clone(), Growth::default(), settings);
    let agent_process = agent_of(&app, &peer).map(|agent| agent.words);
    Origin { agent_process, peer: Some(peer.told()), ..Origin::from("cli") }
}
