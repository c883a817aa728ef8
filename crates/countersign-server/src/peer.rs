//! Who is at the other end of a connection, as far as the machine can tell: which user, which process, and whether
//! that process is an agent or was started by one. From an agent's process nobody decides, whatever token comes along;
//! [`countersign_core::execute::Call::authority`] refuses it, here it is only found out.
//!
//! # Limitations
//! A process of the same user that left its family and cleared its environment is not told from a person's; nor is one that
//! left the family of an agent which sets no variable that is known. What that means is in the threat model.

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

/// The other end of a connection; the listener puts it among each request's extensions.
#[derive(Debug, Clone)]
pub struct Peer {
    /// By which door it came.
    pub door: Door,
    /// The user it runs as, where the socket says so.
    pub uid: Option<u32>,
    /// Its process, where the socket says so.
    pub pid: Option<u32>,
    /// When that process was started: its number alone may come to mean another.
    started: Option<u64>,
    looked_up: Arc<LookedUp>,
}

/// What is found out once for a connection, and only if somebody must know.
#[derive(Debug, Default)]
struct LookedUp {
    socket: OnceLock<Socket>,
    trace: OnceLock<Trace>,
    /// The agent that was found, or that there is none, and what the store said then of who is who.
    agent: Mutex<Option<(u64, Option<FoundAgent>)>>,
}

/// The agent that a connection comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAgent {
    /// In words, for refusals and the log: its name, or what one of its processes was started for.
    pub words: String,
    /// The agent that calls from there count for, where that is known.
    pub name: Option<String>,
}

impl FoundAgent {
    fn nameless(words: impl Into<String>) -> Self {
        Self { words: words.into(), name: None }
    }
}

/// A way in.
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
    /// The other end of a connection that was just accepted, with what the socket says about it.
    pub fn new(door: Door, uid: Option<u32>, pid: Option<u32>) -> Self {
        let pid = pid.filter(|pid| *pid != 0);
        let started = pid.and_then(process::started);
        Self { door, uid, pid, started, looked_up: Arc::default() }
    }

    /// The user it runs as: as the socket says, or as the machine's table of connections does.
    pub fn user(&self) -> Option<u32> {
        self.uid.or_else(|| match self.socket()? {
            Socket::Held { uid, .. } => Some(*uid),
            Socket::Closed | Socket::Elsewhere => None,
        })
    }

    /// Whether a token may come from here that is bound to a user of this machine.
    pub fn may_bring(&self, bound: Option<u32>) -> bool {
        bound.is_none_or(|uid| self.user() == Some(uid))
    }

    /// Who it is, in words, for the log.
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

    /// Whether it is surely on this machine.
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

/// The agent among the processes that hold the other end and their ancestors, if there is one. A process that ended before it could be looked at, and one of our own user that
/// cannot be looked into, count as an agent's. This reads from the disk and may take a while.
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
    // What this process started is an agent's. It itself is nobody's, unless it lends its connections to what it started.
    let own = usize::from(!app.settings.passes_on);
    let started_here = line.processes.iter().skip(own).any(|p| p.pid == std::process::id());
    let started_for: Vec<&str> =
        line.processes.iter().filter_map(|p| p.says.started_for.as_deref()).collect();
    if let [nearest, ..] = started_for[..] {
        // A process can set this for those that it starts: the oldest word is the one that is ours.
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

/// The agent for which Countersign started something: that of the item or the stage, or the one that is named.
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

/// The agent that a hook or a bridge said is one of these processes.
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

/// What names a process of this machine: when it was started, and the start of the machine. None where it is gone.
pub fn identity(pid: u32) -> Option<(u64, Option<String>)> {
    Some((process::started(pid)?, process::boot()))
}

/// The parent of a process, and what the process calls itself.
pub fn parent(pid: u32) -> Option<(u32, String)> {
    process::Stat::read(pid).ok().map(|stat| (stat.parent, stat.name))
}

/// Whether a process that was said to be an agent still runs.
pub fn is_running(process: &AgentProcess) -> bool {
    let Some((boot, pid, started)) = process.parts() else { return false };
    boot.is_none_or(|boot| process::boot().as_deref() == Some(boot)) && process::started(pid) == Some(started)
}

/// Fills in where a call comes from, if its authority depends on that: whatever a person does. What agents may do as well is
/// done as the agent from whose process it comes. This reads from the disk and may take a while.
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

/// The same, where it can be told without a look; false where it cannot.
pub(crate) fn locate_known(app: &App, peer: &Peer, request: &mut Request) -> bool {
    if !depends_on_place(&request.actor, &request.op) {
        return true;
    }
    // Whoever holds it is looking.
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

/// Who may connect at all to a daemon that runs as a user of its own: root, that user, and those that are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Users {
    own: u32,
    listed: Vec<u32>,
}

impl Users {
    /// Root, the user of this process, and these.
    pub fn new(listed: Vec<u32>) -> Self {
        Self { own: rustix::process::geteuid().as_raw(), listed }
    }

    /// Refuses everybody else. Another machine has no users that are known here: from there tokens alone count.
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
