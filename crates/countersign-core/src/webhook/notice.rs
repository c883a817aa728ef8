//! When to notify a person, and what to say: one notification per run and subject, counted from what waits
//! now. Pure: it depends only on a run's proposals and its last notification.
//!
//! A notice has the agent's text (its summary, and every name in a generated one) unchanged: whoever shows it
//! must redact secrets and escape it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    event::Event,
    item::{Item, ItemStatus, view::Waits},
    judge::Class,
    operations as ops, redact, text,
    webhook::Rung,
    when,
};

/// The event type for requests to a person.
pub const APPROVAL_REQUESTED: &str = "approval_requested";
/// The event type for a person's instructions to a run.
pub const STEER_INSTRUCTION: &str = "steer_instruction";

/// The operations by which persons instruct a run.
const STEERS: [&str; 2] = ["run.steer", "run.redirect"];

/// The kinds of records that wait for a person once created.
const WAIT: [&str; 4] = ["item", "step", "plan", "question"];

/// Whether an event caused by an agent created something that waits for a person; `made` says whether it
/// created a record of one of those kinds.
pub fn asks(event: &Event, made: impl FnOnce(&[&str]) -> bool) -> bool {
    let by_agents = |op: &str| ops::find(op).is_some_and(|op| op.spec().audience.contains(&ActorKind::Agent));
    // A step existed before it began to wait.
    event.status == "held" && by_agents(&event.op) && (event.op == SETTLES || made(&WAIT))
}

/// The operation after which a step waits.
const SETTLES: &str = "step.settle";

/// Whether an event is a person's instruction to a run.
pub fn steers(event: &Event) -> bool {
    event.status == "done" && STEERS.contains(&event.op.as_str())
}

/// The maximum length of foreign text in a payload.
const MAX_TOLD: usize = 2000;

/// The maximum number of names of a list in a payload.
const MAX_NAMES: usize = 50;

/// Returns an event's type for receivers; `made` is what it created that waits for a person, if anything.
/// None for events about webhooks and devices themselves.
pub fn event_type<'a>(event: &'a Event, made: Option<&Asked>) -> Option<&'a str> {
    if event.op.starts_with("webhook.") || event.op.starts_with("push.") {
        return None;
    }
    Some(match made {
        Some(_) if event.status == "held" => APPROVAL_REQUESTED,
        _ if steers(event) => STEER_INSTRUCTION,
        _ => &event.op,
    })
}

/// What an event created that waits for a person.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked {
    /// A proposal.
    Item(Box<Item>),
    /// Anything else: a step, a plan, a question.
    Other(Waits),
}

/// The notice for a person about one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Notice {
    /// The agent's registered name.
    pub agent: String,
    /// How many items wait.
    pub waiting: usize,
    /// How many of them are destructive.
    pub destructive: usize,
    /// The item to show first: the newest, but destructive ones before all others.
    pub item: String,
    /// Its generated summary.
    pub summary: Message,
    /// What the agent says it does.
    pub claim: Option<String>,
    /// What an answer to that item binds to.
    pub digest: String,
    /// Whether it proceeds by itself unless somebody objects.
    pub counting: bool,
    /// Stored once the notice was sent.
    pub rung: Rung,
}

/// Whether an item waits for a person now.
fn waits(item: &Item, now: u64) -> bool {
    use ItemStatus::{Blocked, NeedsReview, Pending, Stale};
    matches!(item.status, Pending | Blocked | Stale | NeedsReview) && item.expires_at.is_none_or(|t| t > now)
}

/// Whether a person, or a timeout, changed its state.
fn acted_on(item: &Item, now: u64) -> bool {
    let by_time = item.expires_at.is_some_and(|t| t <= now) && item.status != ItemStatus::Retracted;
    !waits(item, now) && (item.status == ItemStatus::Deferred || item.decision.is_some() || by_time)
}

/// Returns what waits in a run, given all its items in order; None if nothing does.
pub fn waiting(items: &[Item], now: u64) -> Option<Notice> {
    let open: Vec<&Item> = items.iter().filter(|i| waits(i, now)).collect();
    let dangerous = |i: &&&Item| i.class == Class::Destructive;
    let first = open.iter().rev().find(dangerous).or(open.last())?;
    let destructive = open.iter().filter(dangerous).count();
    let acted = items.iter().filter(|i| acted_on(i, now)).count();
    Some(Notice {
        agent: first.agent.clone(),
        waiting: open.len(),
        destructive,
        item: first.id.clone(),
        summary: first.summary.clone(),
        claim: first.human_summary.clone(),
        digest: first.digest.clone(),
        counting: first.proceeds_at.is_some(),
        rung: Rung {
            run: first.run.clone(),
            subject: first.subject.clone(),
            ordinal: items.last().map_or(0, |i| i.ordinal),
            destructive: destructive > 0,
            acted: u32::try_from(acted).unwrap_or(u32::MAX),
        },
    })
}

/// Decides whether to notify about a run, given the last notification: if there was none; if a person has
/// emptied the queue since; or if the first destructive item came since. An agent that retracts its proposals
/// and makes them again does not empty it.
pub fn ring(items: &[Item], rung: Option<&Rung>, now: u64) -> Option<Notice> {
    let notice = waiting(items, now)?;
    let Some(last) = rung else { return Some(notice) };
    let emptied = round(items, now) > last.ordinal && notice.rung.acted > last.acted;
    let dangerous = |i: &Item| i.ordinal > last.ordinal && i.class == Class::Destructive && waits(i, now);
    let worse = !last.destructive && items.iter().any(dangerous);
    (emptied || worse).then_some(notice)
}

/// Returns the position of the item that came when nothing waited, and since which something always did.
fn round(items: &[Item], now: u64) -> u32 {
    let (mut first, mut open_until) = (0, 0);
    for item in items {
        if open_until <= item.created_at {
            first = item.ordinal;
        }
        let end = if waits(item, now) { u64::MAX } else { item.decided_at.unwrap_or(item.created_at) };
        open_until = open_until.max(end);
    }
    first
}

/// Returns the payload for programs: the event's header, and for a request of approval the request itself.
pub fn payload(kind: &str, event: &Event, made: Option<&Asked>, link: Option<&str>) -> Value {
    let mut data = match (kind, made) {
        (APPROVAL_REQUESTED, Some(Asked::Item(item))) => request(item, link),
        (APPROVAL_REQUESTED, Some(Asked::Other(waits))) => other_request(waits, link),
        _ => json!({}),
    };
    data["event"] = event.id().into();
    data["actor"] = event.actor.as_str().into();
    data["operation"] = event.op.as_str().into();
    data["run"] = json!(event.run);
    data["tool"] = json!(event.tool);
    data["outcome"] = event.status.as_str().into();
    json!({"type": kind, "timestamp": when::from_ms(event.at).to_string(), "data": redact::value(&data)})
}

/// Returns the approval request of the Loom document, as far as an item has it: facts, and separately the
/// agent's claims.
fn request(item: &Item, link: Option<&str>) -> Value {
    let says = item.human_summary.as_deref().map(told);
    let facts = &item.facts;
    json!({
        "task_id": item.run,
        "subtask_id": item.id,
        "reason": told(&item.why.reasons.join("; ")),
        "proposed_action": told(&item.summary),
        "risk_level": item.class.risk_level(),
        "details": {
            "tool": item.tool,
            "target": told(&item.preview.target),
            "reads": names(&facts.reads),
            "writes": names(&facts.writes),
            "deletes": names(&facts.deletes),
            "changes": names(&facts.changes),
            "destroys": names(&facts.destroys),
            "executes": names(&facts.executes),
            "hosts": names(&facts.hosts),
            "protected": names(&facts.protected),
            "sends": facts.sends,
            "opaque": facts.opaque,
            "outside": facts.outside,
            "privileged": facts.privileged,
            "warnings": names(&item.preview.warnings),
            "reversal": item.reversal,
        },
        "auto_approve_timeout": null,
        "item": item.id,
        "change_set": item.set,
        "subject": told(&item.subject),
        "agent": item.agent,
        "class": item.class,
        "status": item.status,
        "digest": item.digest,
        "approvers": item.approvers,
        "expires_at": item.expires_at.map(|t| when::from_ms(t).to_string()),
        "url": link,
        "flags": item.flags,
        "agent_says": {"human_summary": says},
    })
}

/// Like [`request()`], for anything but an item.
fn other_request(waits: &Waits, link: Option<&str>) -> Value {
    json!({
        "task_id": waits.run,
        "subtask_id": waits.id,
        "reason": say!("judge-waits-for-person", kind = waits.kind.as_str()),
        "proposed_action": told(&waits.title),
        "risk_level": waits.risk_level,
        "details": {"kind": waits.kind, "status": waits.status},
        "auto_approve_timeout": waits.auto_approve_timeout,
        "agent": waits.agent,
        "url": link,
    })
}

fn names(list: &[impl AsRef<str>]) -> Value {
    let more = list.len().saturating_sub(MAX_NAMES);
    let more = (more > 0).then(|| format!("… (+{more} more)"));
    list.iter().take(MAX_NAMES).map(|name| told(name.as_ref())).chain(more).collect()
}

fn told(given: &str) -> String {
    text::line(given, MAX_TOLD)
}

#[cfg(test)]
mod tests;
