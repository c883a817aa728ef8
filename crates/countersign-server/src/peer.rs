//! Identifies the other end of a connection: which user, which process, and whether that process is an agent or was
//! started by one. A call from an agent's process cannot decide, whatever its token;
//! [`countersign_core::execute::Call::authority`] refuses it, this module only detects it.
//!
//! # Limitations
//! A process of the same user that left its process tree and cleared its environment cannot be distinguished from a
//! person's; nor can one that left the tree of an agent that sets no known variable. The threat model describes the
//! consequences.

mod marks;
mod process;
mod socket;
mod trace;

use std::{
    net::{SocketAddr, UdpSocket},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use countersign_core::{
    Actor, ActorKind, Error, ErrorCode, LOCAL, Level, Op, Origin, Request, Result,
    agent::{AgentProcess, operations::ProcessList},
    item::Item,
    operations as ops,
    record::{Key, text},
    stage::Stage,
};
use countersign_words::say;
use serde_json::json;

use self::{
    process::Process,
    socket::Socket,
    trace::{Line, Trace},
};
use crate::App;

/// The other end of a connection; the listener adds it to each request's extensions.
#[derive(Debug, Clone)]
pub struct Peer {
    /// The listener it connected to.
    pub door: Door,
    /// Its user, if the socket reports it.
    pub uid: Option<u32>,
    /// Its process, if the socket reports it.
    pub pid: Option<u32>,
    /// When that process was started: its id may be reused.
    started: Option<u64>,
    looked_up: Arc<LookedUp>,
}

/// Looked up at most once per connection, and only if needed.
#[derive(Debug, Default)]
struct LookedUp {
    socket: OnceLock<Socket>,
    trace: OnceLock<Trace>,
    /// The agent that was found, or none, and the version of the store's records at that time.
    agent: Mutex<Option<(u64, Option<FoundAgent>)>>,
}

/// The agent that a connection comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAgent {
    /// A description for refusals and the log: its name, or what one of its processes was started for.
    pub words: String,
    /// The agent that calls from there count for, if known.
    pub name: Option<String>,
}

impl FoundAgent {
    fn nameless(words: impl Into<String>) -> Self {
        Self { words: words.into(), name: None }
    }
}

/// A listener.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The UNIX socket, which no browser and no other machine can reach.
    Unix,
    /// TCP, at this address of ours.
    Tcp {
        /// Ours.
        here: SocketAddr,
        /// Theirs.
        there: SocketAddr,
        /// Whether the connection is encrypted.
        tls: bool,
    },
}

impl Peer {
    /// Creates the peer of a new connection, with what the socket reports.
    pub fn new(door: Door, uid: Option<u32>, pid: Option<u32>) -> Self {
        let pid = pid.filter(|pid| *pid != 0);
        let started = pid.and_then(process::started);
        Self { door, uid, pid, started, looked_up: Arc::default() }
    }

    /// Returns its user: from the socket, or from the machine's connection table.
    pub fn user(&self) -> Option<u32> {
        self.uid.or_else(|| match self.socket()? {
            Socket::Held { uid, .. } => Some(*uid),
            Socket::Closed | Socket::Elsewhere => None,
        })
    }

    /// Returns whether it may use a token that is bound to a user of this machine.
    pub fn may_bring(&self, bound: Option<u32>) -> bool {
        bound.is_none_or(|uid| self.user() == Some(uid))
    }

    /// Describes it, for the log.
    pub fn told(&self) -> String {
        let process = match self.trace() {
            Trace::Found(lines) => match lines.first().and_then(|line| line.processes.first()) {
                Some(Process { pid, name, .. }) => format!("process {pid} ({name})"),
                None => "peer unknown".to_owned(),
            },
            Trace::Unknown(why) => format!("peer unknown: {why}"),
            Trace::Lost(why) => format!("peer unknown: {why}"),
        };
        match (self.user(), self.door) {
            (Some(uid), _) => format!("{process}, user {uid}"),
            (None, Door::Tcp { there, .. }) => format!("{process}, {there}"),
            (None, Door::Unix) => process,
        }
    }

    /// Returns whether it is certainly on this machine.
    pub(crate) fn is_here(&self) -> bool {
        match self.door {
            Door::Unix => true,
            // Only an address of this machine can be bound to.
            Door::Tcp { there, .. } => {
                there.ip().to_canonical().is_loopback() || UdpSocket::bind((there.ip(), 0)).is_ok()
            }
        }
    }

    fn socket(&self) -> Option<&Socket> {
        let Door::Tcp { here, there, .. } = self.door else { return None };
        Some(self.looked_up.socket.get_or_init(|| socket::find(here, there, self.is_here())))
    }

    fn trace(&self) -> &Trace {
        self.looked_up.trace.get_or_init(|| match (self.door, self.socket()) {
            (Door::Tcp { here, there, .. }, Some(socket)) => trace::tcp(here, there, socket),
            _ => trace::unix(self.pid, self.started),
        })
    }
}

/// Finds an agent among the processes that hold the other end and their ancestors. A process that exited before it
/// could be checked, and one of our own user that cannot be inspected, count as an agent's. Reads `/proc` and may take
/// a while.
pub fn agent_of(app: &App, peer: &Peer) -> Option<FoundAgent> {
    let mut known = peer.looked_up.agent.lock().unwrap_or_else(PoisonError::into_inner);
    let now = app.engine.store().identities_at();
    if let Some((at, agent)) = &*known
        && now == Some(*at)
    {
        return agent.clone();
    }
    match find_agent(app, peer) {
        Ok(agent) => {
            *known = now.map(|at| (at, agent.clone()));
            agent
        }
        Err(e) => Some(FoundAgent::nameless(say!("problem-peer-unknown-agent", said = e.message))),
    }
}

fn find_agent(app: &App, peer: &Peer) -> Result<Option<FoundAgent>> {
    let own_user = rustix::process::geteuid().as_raw();
    if app.settings.level != Level::SameUser && peer.user() == Some(own_user) {
        return Ok(Some(FoundAgent::nameless(say!("problem-peer-own-user"))));
    }
    match peer.trace() {
        Trace::Found(lines) => {
            let mut agents = lines.iter().filter_map(|line| agent_among(app, line).transpose());
            agents.next().transpose()
        }
        Trace::Lost(why) => Ok(Some(FoundAgent::nameless(say!("problem-peer-unknown-agent", said = why)))),
        Trace::Unknown(_) => Ok(None),
    }
}

fn agent_among(app: &App, line: &Line) -> Result<Option<FoundAgent>> {
    if let Some(agent) = registered(app, line)? {
        let name = if agent == AgentProcess::STAGE { LOCAL.to_owned() } else { agent.clone() };
        return Ok(Some(FoundAgent { words: agent, name: Some(name) }));
    }
    // Children of this process are an agent's. The process itself is not, unless it forwards connections of its
    // children.
    let own = usize::from(!app.settings.passes_on);
    let started_here = line.processes.iter().skip(own).any(|p| p.pid == std::process::id());
    let started_for: Vec<&str> =
        line.processes.iter().filter_map(|p| p.says.started_for.as_deref()).collect();
    if let [nearest, ..] = started_for[..] {
        // A process can set this for its children: the oldest value is ours.
        let name = started_for.last().map(|first| owner_of(app, first)).transpose()?;
        return Ok(Some(FoundAgent { words: nearest.to_owned(), name }));
    }
    if started_here || line.is_endless {
        return Ok(Some(FoundAgent::nameless(say!("problem-peer-started-agent"))));
    }
    let mark = line.processes.iter().find_map(|p| p.says.mark);
    Ok(mark.map(|mark| FoundAgent {
        words: format!("{} ({})", mark.agent, mark.variable),
        name: Some(mark.agent.to_owned()),
    }))
}

/// Returns the agent for which Countersign started something: that of the item or stage, or the named one.
fn owner_of(app: &App, started_for: &str) -> Result<String> {
    let mut owner = started_for.to_owned();
    app.engine.store().view(&mut |base| {
        for key in [Key::of::<Item>(started_for), Key::of::<Stage>(started_for)] {
            if let Some(found) = base.get(&key)? {
                text(&found.row.doc, "agent").clone_into(&mut owner);
            }
        }
        Ok(())
    })?;
    Ok(owner)
}

/// Returns the agent that a hook or a bridge registered for one of these processes.
fn registered(app: &App, line: &Line) -> Result<Option<String>> {
    let boot = process::boot();
    let both = |p: &Process| [boot.as_deref(), None].map(|boot| AgentProcess::key(boot, p.pid, p.started));
    let among: Vec<String> = line.processes.iter().flat_map(both).collect();
    let answer = app.engine.call(Request {
        actor: Actor::system(),
        op: ProcessList::NAME.to_owned(),
        input: json!({"among": among}),
        key: None,
        origin: Origin::from("peer"),
    })?;
    let found = answer.output::<ProcessList>()?;
    Ok(found.processes.into_iter().next().map(|p| p.agent))
}

/// Returns the identity of a process: its start time, and the boot id. `None` if it is gone.
pub fn identity(pid: u32) -> Option<(u64, Option<String>)> {
    Some((process::started(pid)?, process::boot()))
}

/// Returns the parent of a process, and the process's name.
pub fn parent(pid: u32) -> Option<(u32, String)> {
    process::Stat::read(pid).ok().map(|stat| (stat.parent, stat.name))
}

/// Returns the process that listens at an address of this machine, and its name; `None` if nobody does, or if it is not
/// visible.
pub fn listener(at: SocketAddr) -> Option<(u32, String)> {
    let pid = *process::holders(socket::listener(at)?).first()?;
    Some((pid, process::Stat::read(pid).ok()?.name))
}

/// Returns whether a registered agent process still runs.
pub fn is_running(process: &AgentProcess) -> bool {
    let Some((boot, pid, started)) = process.parts() else { return false };
    boot.is_none_or(|boot| process::boot().as_deref() == Some(boot)) && process::started(pid) == Some(started)
}

/// Sets the origin of a call, if its authority depends on that, as for everything a person does. Calls that agents may
/// make too are made as the agent of the process. Reads `/proc` and may take a while.
pub fn locate(app: &App, peer: &Peer, request: &mut Request) {
    if depends_on_place(&request.actor, &request.op) {
        place(request, peer, agent_of(app, peer));
    }
}

fn place(request: &mut Request, peer: &Peer, agent: Option<FoundAgent>) {
    let Request { actor, op, origin, .. } = request;
    origin.uid = peer.user();
    origin.peer = Some(peer.told());
    let Some(FoundAgent { words, name }) = agent else { return };
    origin.agent_process = Some(words);
    let is_shared = ops::find(op).is_some_and(|op| !op.spec().is_persons_own());
    if let Some(name) = name.filter(|_| is_shared) {
        *actor = actor.clone().lowered(&name);
    }
}

/// Like `locate`, from the cache only; false if that is not possible.
pub(crate) fn locate_known(app: &App, peer: &Peer, request: &mut Request) -> bool {
    if !depends_on_place(&request.actor, &request.op) {
        return true;
    }
    // Another thread is looking it up.
    let Ok(known) = peer.looked_up.agent.try_lock() else { return false };
    match &*known {
        Some((at, agent)) if app.engine.store().identities_at() == Some(*at) => {
            place(request, peer, agent.clone());
            true
        }
        _ => false,
    }
}

fn depends_on_place(actor: &Actor, op: &str) -> bool {
    actor.kind == ActorKind::Person && ops::find(op).is_some_and(|op| op.spec().write)
}

/// Who may connect to a daemon that runs as its own user: root, that user, and the listed ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Users {
    own: u32,
    listed: Vec<u32>,
}

impl Users {
    /// Allows root, the user of this process, and these.
    pub fn new(listed: Vec<u32>) -> Self {
        Self { own: rustix::process::geteuid().as_raw(), listed }
    }

    /// Refuses everybody else. Users of other machines are unknown here: from there only tokens count.
    pub fn admit(&self, peer: &Peer) -> Result<()> {
        let known = |uid: u32| uid == 0 || uid == self.own || self.listed.contains(&uid);
        match peer.user() {
            Some(uid) if known(uid) => Ok(()),
            None if !peer.is_here() => Ok(()),
            user => {
                let who = user.map_or_else(|| "an unknown user".to_owned(), |uid| format!("user {uid}"));
                Err(Error::new(ErrorCode::Unauthenticated, say!("problem-peer-not-here", said = who))
                    .hint(say!("problem-peer-users-hint")))
            }
        }
    }
}
