//! Past decisions: `decision.list` for people, `context` for the agent's next turn.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind, Role,
    decision::Decision,
    error::{Error, Result},
    item::{Item, ItemStatus, decide},
    op::Op,
    page,
    receipt::{Receipt, news},
    record::Record,
    store::Scan,
    text,
    tx::Tx,
};

/// Lists decisions.
pub struct DecisionList;

/// Which decisions.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Only about proposals of this agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Maximum number; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those older than this one: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// Decisions, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub decisions: Vec<Decision>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for DecisionList {
    const NAME: &'static str = "decision.list";
    const DOC: &'static str = "List decisions, newest first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/decisions";
    const CLI: &'static str = "history --agent {agent} --limit {limit} --before {before}";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let of_agent = |d: &Decision| input.agent.as_ref().is_none_or(|a| *a == d.agent);
        let scan = Scan::prefix(Decision::KIND.name, "decision.at", "");
        let page = page::older(tx, scan, input.before.as_deref(), input.limit, of_agent)?;
        Ok(ListOutput { decisions: page.rows, next: page.next })
    }
}

/// Tells an agent how its recent proposals were received.
pub struct Context;

/// The maximum number of entries.
const MAX_ENTRIES: usize = 20;
/// The maximum number of tokens, at four characters each.
const MAX_TOKENS: usize = 500;

/// Whose decisions.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContextInput {
    /// The agent; an agent always gets its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Only those about this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
}

/// The section for the agent's next turn.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ContextOutput {
    /// The agent.
    pub agent: String,
    /// The section, in Markdown.
    pub text: String,
    /// The same, entry by entry, newest first.
    pub decisions: Vec<Entry>,
}

/// How one proposal was received.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// The item.
    pub item: String,
    /// The tool.
    pub tool: String,
    /// `confirmed`, `failed`, `rejected`, `undone`, `timeout`, `no_decision`.
    pub decision: String,
    /// What was proposed.
    pub summary: Message,
    /// The reason that was given.
    pub reason: Option<Message>,
    /// Why what was confirmed failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Message>,
    /// When.
    pub at: u64,
}

impl Op for Context {
    const NAME: &'static str = "context";
    const DOC: &'static str = "Tell an agent how its recent proposals were received";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/context";
    const CLI: &'static str = "context --agent {agent} --subject {subject}";
    const MCP: Option<&'static str> = Some("recent_decisions");
    type Input = ContextInput;
    type Output = ContextOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ContextInput) -> Result<ContextOutput> {
        let actor = tx.actor();
        let agent = match (actor.kind, &input.agent) {
            (ActorKind::Agent, Some(other)) if *other != actor.name => {
                return Err(Error::refused(say!("op-decisions-not-yours", who = actor, agent = other)));
            }
            (ActorKind::Person, Some(named)) => named.clone(),
            _ => actor.agent_name().to_owned(),
        };
        let mut items = proposals(tx, &agent)?;
        items.retain(|i| input.subject.as_ref().is_none_or(|s| *s == i.subject));
        let mut text = String::from(HEADING);
        let mut decisions = Vec::new();
        for mut item in items {
            let decision = item.decision.as_ref().map(|id| tx.need::<Decision>(id)).transpose()?;
            let by = decided_by(decision.as_ref());
            let mut receipt = item.receipt.as_ref().map(|id| tx.need::<Receipt>(id)).transpose()?;
            let Some(entry) = entry(&item, decision.as_ref(), receipt.as_ref()) else { continue };
            let line = line(&entry, by, &named_args(tx, &item));
            if decisions.len() == MAX_ENTRIES || tokens(&text) + tokens(&line) > MAX_TOKENS {
                break;
            }
            text.push_str(&line);
            decisions.push(entry);
            if actor.kind == ActorKind::Agent && !item.told {
                item.told = true;
                tx.put(&item)?;
            }
            if let Some(receipt) = &mut receipt {
                news::tell(tx, receipt)?;
            }
        }
        if decisions.is_empty() {
            text = "No decisions on your suggestions yet.\n".to_owned();
        }
        Ok(ContextOutput { agent, text, decisions })
    }
}

const HEADING: &str = "## Recent User Decisions\n\n\
    How the user responded to your recent suggestions. Learn from rejections: do not repeat them.\n\n";

fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

/// Who allowed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    /// A person approved this very call.
    Person,
    /// Nobody objected in time.
    Timeout,
    /// A plan, a grant or the policy.
    Standing,
}

fn decided_by(decision: Option<&Decision>) -> By {
    match decision {
        Some(decision) if decision.by == decide::TIMEOUT => By::Timeout,
        Some(_) => By::Person,
        None => By::Standing,
    }
}

/// The maximum number of proposals that are looked at.
const MAX_PROPOSALS: usize = 200;

/// Returns the proposals of an agent that were decided, and those that were confirmed and failed, newest first.
fn proposals(tx: &mut Tx<'_>, agent: &str) -> Result<Vec<Item>> {
    let own = format!("{agent}/");
    let decided = Scan::prefix(Item::KIND.name, "item.decided", &own).reversed().limit(MAX_PROPOSALS);
    let at = |item: &Item| item.decided_at.unwrap_or_default();
    let mut found: Vec<(u64, Item)> = tx.list::<Item>(&decided)?.into_iter().map(|i| (at(&i), i)).collect();
    let failed = Scan::prefix(Decision::KIND.name, "decision.failed", &own).reversed().limit(MAX_PROPOSALS);
    for decision in tx.list::<Decision>(&failed)? {
        let item: Item = tx.need(&decision.item)?;
        // Only how its last decision ended counts.
        if item.decision.as_ref() == Some(&decision.id) && item.decided_at.is_none() {
            found.push((decision.at, item));
        }
    }
    found.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    found.truncate(MAX_PROPOSALS);
    Ok(found.into_iter().map(|(_, item)| item).collect())
}

fn entry(item: &Item, approval: Option<&Decision>, receipt: Option<&Receipt>) -> Option<Entry> {
    let failed = approval.and_then(|decision| decision.failed.clone());
    let decision = match item.status {
        ItemStatus::Applied if receipt.is_some_and(|receipt| receipt.undone.is_some()) => "undone",
        // Superseded by the answer to a question: nobody rejected it.
        ItemStatus::Rejected if item.lifted && item.decision.is_none() => return None,
        ItemStatus::Rejected => "rejected",
        ItemStatus::Expired => "no_decision",
        ItemStatus::Retracted | ItemStatus::NeedsReview => return None,
        _ if failed.is_some() => "failed",
        ItemStatus::Applied | ItemStatus::Confirmed | ItemStatus::Applying | ItemStatus::Failed => {
            match decided_by(approval) {
                By::Person => "confirmed",
                By::Timeout => "timeout",
                By::Standing => return None,
            }
        }
        ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked | ItemStatus::Stale => return None,
    };
    Some(Entry {
        item: item.id.clone(),
        tool: item.tool.clone(),
        decision: decision.to_owned(),
        summary: item.summary.clone(),
        reason: item.reason.clone(),
        error: failed.filter(|_| decision == "failed"),
        at: item.decided_at.or(approval.map(|decision| decision.at)).unwrap_or_default(),
    })
}

/// `task: "t8", priority: "P2"`: in the order in which the tool declares what it requires, then by name.
fn named_args(tx: &Tx<'_>, item: &Item) -> String {
    let tool = tx.setup().catalog.get(&item.tool);
    let required = tool.and_then(|tool| tool.schema.get("required")).and_then(Value::as_array);
    let declared = |name: &str| required.and_then(|all| all.iter().position(|one| one == name));
    let mut args: Vec<(&String, &Value)> = item.args.iter().collect();
    args.sort_by_key(|(name, _)| declared(name).unwrap_or(usize::MAX));
    let named = args
        .into_iter()
        .map(|(name, value)| format!("{}: {}", text::line(name, 60), text::truncate(&one_line(value), 60)));
    named.collect::<Vec<_>>().join(", ")
}

/// `- ✗ task.set_estimate(task: "t8", estimate: 120) — rejected (reason: "I know better")`
fn line(entry: &Entry, by: By, args: &str) -> String {
    let mark = match entry.decision.as_str() {
        "confirmed" => "✓",
        "rejected" | "failed" => "✗",
        "undone" => "↶",
        _ => "·",
    };
    let outcome = match entry.decision.as_str() {
        "undone" if by == By::Person => "confirmed, then undone",
        "undone" => "undone after it had landed",
        "failed" if by == By::Timeout => "nobody objected in time, and it failed",
        "failed" => "confirmed, and it failed",
        "timeout" => "nobody objected in time",
        "no_decision" => "no decision",
        word => word,
    };
    let reason = entry.reason.as_ref().map(|r| format!(" (reason: {:?})", text::truncate(r, 120)));
    let error = entry.error.as_ref().map(|e| format!(" (error: {:?})", text::truncate(&one_line_of(e), 120)));
    let why = [reason, error].into_iter().flatten().collect::<String>();
    format!("- {mark} {}({args}) — {outcome}{why}\n", entry.tool)
}

fn one_line_of(message: &Message) -> String {
    text::visible(message).text
}

fn one_line(value: &Value) -> String {
    text::visible(&value.to_string()).text
}
