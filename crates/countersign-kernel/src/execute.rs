//! The only way to change records: one call becomes one event, or leaves no trace.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use countersign_words::{Message, say};
use serde_json::{Value, json};

use crate::{
    actor::{Actor, ActorKind, Origin},
    canonical,
    change::Change,
    error::{Error, ErrorCode, Outcome, Result},
    event::{self, Body, Event},
    judge::Policy,
    kept_answer::KeptAnswer,
    op::{AnyOp, Executed, Pending, Produced, Ran, Spec},
    record::{Key, Kind, Stored},
    redact,
    site::Site,
    store::{self, Base, Batch, HostSeen},
    token::Token,
    tool::{Bound, Catalog, Forecast, Hold},
    tx::{Local, Tx},
    world::{Ask, World, WorldAnswer},
};

/// Initial capacity: enough for the encoded changes of most calls.
const CHANGES_BYTES: usize = 2048;

/// The context of every call besides the store: tools, policy, kinds of records, the person's time zone.
#[derive(Clone)]
pub struct Setup {
    /// The tools.
    pub catalog: Catalog,
    /// The policy in force.
    pub policy: Policy,
    /// The kinds of records, from core and from the tools.
    pub kinds: Vec<&'static Kind>,
    /// The time zone of "today".
    pub zone: jiff::tz::TimeZone,
    /// The servers that a person bound to built-in knowledge about them, by the person's name for them.
    pub servers: BTreeMap<String, Arc<dyn Bound>>,
    /// Settings per agent, by the agent's name.
    pub agents: BTreeMap<String, AgentSetup>,
    /// The site whose pages may ask for passkeys; without one, passkeys cannot be used.
    pub site: Option<Site>,
    /// The workspace folders that a person listed, resolved. If empty, each call's own folder counts, which
    /// may be the agent's claim.
    pub roots: Vec<PathBuf>,
    /// Where undo data is kept, and for how long.
    pub keeping: Keeping,
    /// The daemons that write the same log.
    pub hosts: Hosts,
}

/// The daemons that write the same log, if there can be several: each carries out what concerns its own machine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts {
    /// The name of this one's machine; None if no other can write this log.
    pub own: Option<String>,
    /// All of them.
    pub all: Vec<HostSeen>,
}

impl From<Vec<HostSeen>> for Hosts {
    fn from(all: Vec<HostSeen>) -> Self {
        let own = all.iter().find(|host| host.is_this).map(|host| host.name.clone());
        Self { own, all }
    }
}

impl Hosts {
    /// Returns the host that something belongs to, if it is another one. What was begun before there were several names
    /// none: it belongs to the first.
    pub fn elsewhere<'a>(&'a self, named: Option<&'a str>) -> Option<&'a str> {
        let own = self.own.as_deref()?;
        let first = || self.all.iter().find(|host| host.is_first).map(|host| host.name.as_str());
        named.or_else(first).filter(|name| *name != own)
    }

    /// Returns how long a host has been away, if it is.
    pub fn away_ms(&self, name: &str) -> Option<u64> {
        let known = self.all.iter().find(|host| host.name == name);
        // One that nobody knows does not come for what waits for it.
        known.map_or(Some(0), |host| host.away_ms)
    }
}

/// Where undo data is kept, and for how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keeping {
    /// The folder.
    pub place: PathBuf,
    /// The number of days.
    pub days: u32,
}

impl Default for Keeping {
    fn default() -> Self {
        Self { place: PathBuf::new(), days: 30 }
    }
}

/// A person's settings for one agent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AgentSetup {
    /// How long its held calls wait.
    pub hold: Option<Hold>,
    /// Whether its runs work in stages.
    pub stage: bool,
}

impl From<Hold> for AgentSetup {
    fn from(hold: Hold) -> Self {
        Self { hold: Some(hold), stage: false }
    }
}

impl Setup {
    /// Returns the kind with that name.
    pub fn kind(&self, name: &str) -> Option<&'static Kind> {
        self.kinds.iter().copied().find(|k| k.name == name)
    }
}

/// One complete call. It carries its own time and seed, so running it again gives the same result.
#[derive(Clone)]
pub struct Call {
    /// Who calls.
    pub actor: Actor,
    /// What is called.
    pub op: &'static dyn AnyOp,
    /// The input as it came, for the log.
    pub input: Value,
    /// The input, parsed.
    pub pending: Arc<dyn Pending>,
    /// When.
    pub at: u64,
    /// Its randomness.
    pub seed: [u8; 32],
    /// The caller's idempotency key.
    pub key: Option<String>,
    /// Where it came from.
    pub origin: Origin,
    /// Tools, policy, kinds.
    pub setup: Arc<Setup>,
    /// The world's answers to the questions of earlier attempts.
    pub seen: BTreeMap<String, WorldAnswer>,
    /// How long the world took to answer them, in milliseconds.
    pub asked_ms: u64,
    /// See [`Call::told`].
    pub told: OnceLock<Vec<u8>>,
}

impl Call {
    /// Returns the call's part of its event, which does not depend on the outcome: the redacted input and the
    /// origin. The store computes this on the caller's thread, before it makes others wait.
    pub fn told(&self) -> &[u8] {
        self.told.get_or_init(|| event::opening(&redact::value(&self.input), &self.origin))
    }

    /// Checks whether its actor may call its operation.
    pub fn authority(&self) -> Result<()> {
        authority(&self.op.spec(), &self.actor, &self.origin)
    }
}

/// Checks whether an actor may call an operation from that origin. This is the only place where authority is
/// checked.
pub fn authority(spec: &Spec, actor: &Actor, origin: &Origin) -> Result<()> {
    let refused = |what: Message, hint: Message| {
        Err(Error::refused(what).hint(say!("judge-attempt-logged", said = hint)))
    };
    if !spec.audience.contains(&actor.kind) {
        let only = match spec.audience {
            [one] => say!("judge-only-may", who = one.as_str()),
            many => {
                let many = many.iter().map(|kind| say!("judge-one-of-kind", kind = kind.as_str()));
                say!("judge-only-these-may", saids = Message::joined(", ", many))
            }
        };
        return refused(say!("judge-may-not-call", who = actor, op = spec.name), only);
    }
    if actor.kind == ActorKind::Person && actor.role < spec.role {
        return refused(
            say!("judge-role-may-not", who = actor, role = actor.role.as_str(), op = spec.name),
            say!("judge-takes-role", role = spec.role.as_str()),
        );
    }
    if !actor.in_scope(spec.name) {
        return refused(
            say!("judge-token-not-for", who = actor, op = spec.name),
            say!("judge-token-is-for", scopes = actor.scopes.join(", ")),
        );
    }
    match &origin.agent_process {
        // From an agent's process, a person's token can only read. It cannot even mark something as seen,
        // because a later approval would rest on that. Whatever agents may do too must be done there as the
        // agent.
        Some(agent) if actor.kind == ActorKind::Person && spec.write => refused(
            say!("judge-from-process", who = actor, op = spec.name, agent),
            match spec.is_persons_own() {
                true => say!("judge-from-process-hint"),
                false => say!("judge-from-process-agent-hint"),
            },
        ),
        _ => Ok(()),
    }
}

/// Executes `call` over `base` and `batch`. On success the batch holds its changes and its event. A call refused
/// for authority changes nothing and still appends its event. Any other error leaves the batch untouched, and so does a call that
/// must ask the world first.
pub fn execute(base: &mut dyn Base, batch: &mut Batch, call: &Call) -> Result<Ran<Executed>> {
    if let Err(e) = call.authority() {
        return refuse(batch, call, e);
    }
    // A call that already happened is recorded even if the token has lapsed or been revoked since.
    if !call.pending.is_done() {
        if let Some(why) = lapsed(base, batch, call)? {
            return Err(Error::new(ErrorCode::Unauthenticated, why));
        }
        if let Some(kept) = kept_answer(base, batch, call)? {
            return Ok(Ran::Done(kept));
        }
    }
    let mut tx = Tx::writer(base, batch, call);
    let result = call.pending.run(&mut tx);
    // The operation ran without the answers, so its result does not count.
    if tx.is_asking() {
        return Ok(Ran::Asks(tx.take_asks()));
    }
    match result {
        Ok((output, outcome)) => {
            if let Some(key) = &call.key {
                let event = tx.event_id();
                let kept = KeptAnswer {
                    id: kept_id(call, key),
                    input: canonical::digest("input", &call.input),
                    op: call.op.spec().name.to_owned(),
                    // A repeated request must not get the secret again: only the first caller sees it.
                    value: redact::value(&output.encode(call.origin.language)?),
                    outcome,
                    event,
                    at: call.at,
                };
                tx.create(&kept)?;
            }
            let mut local = tx.into_local();
            let jobs = std::mem::take(&mut local.jobs);
            let event = commit(batch, call, local, outcome.as_str());
            Ok(Ran::Done(Executed { output, outcome, event: Some(event), jobs }))
        }
        Err(e) if e.code == ErrorCode::Refused => refuse(batch, call, e),
        Err(e) => Err(e),
    }
}

/// The result of a call that was tried on a snapshot. Nothing of it is stored.
pub struct Tried {
    /// The output, without the data still to be read from the world.
    pub output: Box<dyn Produced>,
    /// How it counts.
    pub outcome: Outcome,
    /// What it did.
    pub local: Local,
    /// The pending read in the world.
    pub read: Option<Ask>,
}

/// Tries a call on a snapshot. Forecasts it needs are made during the call and added to `looked`; reads are
/// left to the caller. Returns None if its token is no longer valid.
pub fn try_read(
    base: &mut dyn Base,
    call: &Call,
    world: &dyn World,
    looked: &mut Vec<(Ask, Result<Forecast>)>,
) -> Result<Option<Ran<Tried>>> {
    let mut batch = Batch::default();
    if lapsed(base, &mut batch, call)?.is_some() {
        return Ok(None);
    }
    let mut tx = Tx::glimpse(base, &mut batch, call, world, looked);
    let result = call.pending.run(&mut tx);
    if tx.is_asking() {
        return Ok(Some(Ran::Asks(tx.take_asks())));
    }
    let (output, outcome) = result?;
    let read = tx.take_read();
    Ok(Some(Ran::Done(Tried { output, outcome, local: tx.into_local(), read })))
}

fn refuse(batch: &mut Batch, call: &Call, e: Error) -> Result<Ran<Executed>> {
    let mut local = Local::default();
    local.body.note = json!({"refused": e.message});
    commit(batch, call, local, Outcome::Refused.as_str());
    Err(e)
}

/// Returns why the call's token is no longer valid: it may have been revoked since it was looked up.
fn lapsed(base: &mut dyn Base, batch: &mut Batch, call: &Call) -> Result<Option<Message>> {
    let Some(id) = &call.actor.token else { return Ok(None) };
    let token: Option<Token> = Tx::writer(base, batch, call).get(id)?;
    Ok(token.map_or(Some(say!("judge-token-unknown")), |t| t.lapsed(call.at)))
}

fn kept_id(call: &Call, key: &str) -> String {
    format!("{}/{key}", call.actor)
}

fn kept_answer(base: &mut dyn Base, batch: &mut Batch, call: &Call) -> Result<Option<Executed>> {
    let Some(key) = &call.key else { return Ok(None) };
    let mut tx = Tx::writer(base, batch, call);
    let Some(kept) = tx.get::<KeptAnswer>(&kept_id(call, key))? else { return Ok(None) };
    if kept.op != call.op.spec().name || kept.input != canonical::digest("input", &call.input) {
        return Err(Error::conflict(say!("judge-key-used", key = format!("{:?}", key)))
            .hint(say!("judge-key-used-hint")));
    }
    Ok(Some(Executed {
        output: Box::new(kept.value),
        outcome: kept.outcome,
        event: Some(kept.event),
        jobs: Vec::new(),
    }))
}

/// Turns the operation's writes into changes, index entries and one event, and adds them to the batch.
/// Everything it needs was read before, so nothing here can fail.
fn commit(batch: &mut Batch, call: &Call, local: Local, status: &str) -> String {
    let seq = batch.head.seq + 1;
    let mut state = batch.head.state;
    let mut changes = Vec::with_capacity(CHANGES_BYTES);
    changes.push(b'[');
    for (key, touched) in local.rows {
        let before = touched.before;
        let after = touched.now.map(|row| Arc::new(Stored::freeze(&key, Arc::unwrap_or_clone(row))));
        if before.as_ref().map(|s| s.mark) == after.as_ref().map(|s| s.mark) {
            continue;
        }
        Change::write(&mut changes, &key, before.as_deref(), after.as_deref());
        state = before.as_ref().map_or(state, |s| state.minus(s.mark));
        state = after.as_ref().map_or(state, |s| state.plus(s.mark));
        reindex(batch, call, &key, before.as_deref(), after.as_deref());
        batch.rows.insert(key, after);
    }
    batch.blobs.extend(local.blobs);
    let spec = call.op.spec();
    changes.push(b']');
    let event = Event {
        seq,
        at: call.at,
        actor: call.actor.to_string(),
        op: spec.name.to_owned(),
        run: local.run,
        tool: local.tool,
        status: status.to_owned(),
        prev: batch.head.hash,
        state,
        body_commitment: [0; 32],
        changes_commitment: [0; 32],
        salt: event::salt(&call.seed),
        hash: [0; 32],
        body: Some(local.body.after(call.told())),
        changes: Some(changes),
    }
    .sealed();
    batch.head = event.head();
    let id = event.id();
    batch.events.push(event);
    id
}

fn reindex(batch: &mut Batch, call: &Call, key: &Key, before: Option<&Stored>, after: Option<&Stored>) {
    let kind =
        call.setup.kind(key.kind).unwrap_or_else(|| panic!("BUG: the kind {} is not registered", key.kind));
    let entries = |s: Option<&Stored>| {
        let mut entries = s.map(|s| (kind.index)(&s.row.doc)).unwrap_or_default();
        entries.sort_unstable();
        entries.dedup();
        entries
    };
    let (old, new) = (entries(before), entries(after));
    for (name, sort) in old.iter().filter(|e| !new.contains(e)) {
        store::reindex(&mut batch.index, (*name, sort.clone(), key.id.clone()), false);
    }
    for (name, sort) in new.iter().filter(|e| !old.contains(e)) {
        store::reindex(&mut batch.index, (*name, sort.clone(), key.id.clone()), true);
    }
}

impl Local {
    /// Returns the body of the event, which the operation is still writing.
    pub fn body(&mut self) -> &mut Body {
        &mut self.body
    }
}
