//! One event as streams send it, encoded once for all of them.

use std::{collections::BTreeMap, sync::Arc};

use axum::body::Bytes;
use countersign_core::{
    Result, Setup,
    change::Change,
    event::{Body, Event},
    record::{Key, Record},
    run::Run,
    store::Base,
    token::Token,
    webhook::notice::{self, APPROVAL_REQUESTED, STEER_INSTRUCTION},
};
use serde::Serialize;

/// The longest body that is sent; longer ones are only in the audit export.
const BODY_MOST: usize = 64 << 10;

/// For an agent: a person did something in its run. It learns what when it asks; until then a rejection can be
/// withdrawn.
const RUN_MOVED: &str = "run.moved";

/// The kinds of events that are not named after their operation.
pub(super) const NAMES: &[&str] = &[APPROVAL_REQUESTED, STEER_INSTRUCTION, RUN_MOVED];

/// One event, ready to be sent.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) seq: u64,
    pub(super) actor: String,
    pub(super) run: Option<String>,
    /// The agent whose run it is.
    pub(super) agent: Option<String>,
    pub(super) subject: Option<String>,
    /// As persons and its actor see it.
    pub(super) whole: Arc<Shown>,
    /// As the run's agent sees it.
    pub(super) narrow: Arc<Shown>,
    /// Whether it touched tokens.
    pub(super) tokens: bool,
}

/// An event in one form.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) kind: &'static str,
    pub(super) op: String,
    /// The lines to send.
    pub(super) lines: Bytes,
}

impl Told {
    /// Returns roughly how much memory it takes.
    pub(super) fn size(&self) -> usize {
        let narrow = if Arc::ptr_eq(&self.whole, &self.narrow) { 0 } else { self.narrow.lines.len() };
        size_of::<Self>() + self.whole.lines.len() + narrow
    }
}

/// Runs looked up while a page of events is read.
#[derive(Default)]
pub(super) struct Runs(BTreeMap<String, Option<(String, String)>>);

impl Runs {
    /// Returns the agent and the subject of a run.
    fn find(&mut self, base: &mut dyn Base, id: &str) -> Result<Option<(String, String)>> {
        if let Some(known) = self.0.get(id) {
            return Ok(known.clone());
        }
        let stored = base.get(&Key::of::<Run>(id))?;
        let run = stored.map(|s| s.row.read::<Run>()).transpose()?;
        let found = run.map(|r| (r.agent.clone(), r.subject().to_owned()));
        self.0.insert(id.to_owned(), found.clone());
        Ok(found)
    }

    /// Encodes an event.
    pub(super) fn tell(&mut self, base: &mut dyn Base, setup: &Setup, event: &Event) -> Result<Told> {
        let run = event.run.as_deref().map(|id| self.find(base, id)).transpose()?.flatten();
        let (agent, subject) = run.unzip();
        let whole = Arc::new(whole(setup, event, subject.as_deref()));
        let narrow = match event.actor.split_once(':') {
            Some(("agent", name)) if agent.as_deref() == Some(name) => whole.clone(),
            Some(("system", _)) => Arc::new(without_origin(event, &whole, subject.as_deref())),
            _ => Arc::new(moved(event, subject.as_deref())),
        };
        Ok(Told {
            seq: event.seq,
            actor: event.actor.clone(),
            run: event.run.clone(),
            agent,
            subject,
            whole,
            narrow,
            tokens: touches_tokens(event),
        })
    }
}

#[derive(Serialize)]
struct Data<'a> {
    id: String,
    seq: u64,
    at: u64,
    actor: &'a str,
    op: &'a str,
    run: Option<&'a str>,
    tool: Option<&'a str>,
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    told: Option<Body>,
}

impl<'a> Data<'a> {
    fn of(event: &'a Event, subject: Option<&'a str>) -> Self {
        let short = event.body.as_ref().is_some_and(|b| b.len() <= BODY_MOST);
        Self {
            id: event.id(),
            seq: event.seq,
            at: event.at,
            actor: &event.actor,
            op: &event.op,
            run: event.run.as_deref(),
            tool: event.tool.as_deref(),
            status: &event.status,
            subject,
            told: if short { event.told() } else { None },
        }
    }

    /// Encodes the event. JSON has no line breaks of its own, so it is one line of data.
    fn shown(&self, kind: &'static str) -> Shown {
        let data = serde_json::to_string(self).expect("BUG: our own types are JSON");
        let lines = format!("id: {}\nevent: {kind}\ndata: {data}\n\n", self.seq);
        Shown { kind, op: self.op.to_owned(), lines: lines.into() }
    }
}

fn whole(setup: &Setup, event: &Event, subject: Option<&str>) -> Shown {
    Data::of(event, subject).shown(kind(setup, event))
}

/// The form of our own actions for the agent: without the origin of the person who triggered it.
fn without_origin(event: &Event, whole: &Shown, subject: Option<&str>) -> Shown {
    let mut data = Data::of(event, subject);
    if let Some(body) = &mut data.told {
        body.origin = serde_json::Value::Null;
    }
    data.shown(whole.kind)
}

/// The form of a person's actions for the agent: only that something happened.
fn moved(event: &Event, subject: Option<&str>) -> Shown {
    let kind = event.actor.split(':').next().unwrap_or_default();
    let data = Data {
        actor: kind,
        op: RUN_MOVED,
        tool: None,
        status: "moved",
        told: None,
        ..Data::of(event, subject)
    };
    data.shown(RUN_MOVED)
}

/// Returns the kind of an event: its operation's name, or a customary one.
fn kind(setup: &Setup, event: &Event) -> &'static str {
    if notice::asks(event, |kinds| made_one(setup, event, kinds)) {
        return APPROVAL_REQUESTED;
    }
    if notice::steers(event) {
        return STEER_INSTRUCTION;
    }
    // A newer version's operation in the log has no name here.
    countersign_core::operations::find(&event.op).map_or("unknown", |op| op.spec().name)
}

/// Returns whether it created something of these kinds; a proposal that repeats an open one asks nobody again.
fn made_one(setup: &Setup, event: &Event, kinds: &[&str]) -> bool {
    let changes = event.changes(|name| setup.kind(name).map(|k| k.name));
    let new = |c: &Change| matches!(c, Change::Whole { key, before: None, .. } if kinds.contains(&key.kind));
    // If the changes were dropped by retention or cannot be read, the likely case is assumed.
    changes.ok().flatten().is_none_or(|c| c.iter().any(new))
}

/// Returns whether it may have touched tokens. A false positive costs a read of the store, so the bytes are searched,
/// not parsed.
fn touches_tokens(event: &Event) -> bool {
    let mark = format!("\"{}\",", Token::KIND.name);
    let Some(changes) = &event.changes else { return true };
    changes.windows(mark.len()).any(|w| w == mark.as_bytes())
}
