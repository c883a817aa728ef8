//! The verdict table: one pure function from the facts of a call to the verdict on it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Class, Facts, RuleHit, RuleHits};

/// The machine's answer to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// It runs at once.
    Proceed,
    /// It runs when its time is over, unless a person steps in.
    ProceedAfter,
    /// A person decides.
    Ask,
    /// It does not run, whatever a person says of this call.
    Refuse,
}

impl Ruling {
    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proceed => "proceed",
            Self::ProceedAfter => "proceed_after",
            Self::Ask => "ask",
            Self::Refuse => "refuse",
        }
    }
}

/// The row of the table that gave a verdict, in the table's order. The words are stable: logs keep them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TableRow {
    /// A person stopped the run.
    Stopped,
    /// A person holds the run.
    Paused,
    /// A person froze everything.
    Frozen,
    /// A rule refuses.
    RefuseRule,
    /// It touches something protected.
    Protected,
    /// A rule that nothing can waive asks.
    AlwaysRule,
    /// Its tool's definition is not the one that was accepted.
    Definition,
    /// It sends, and its run has read a secret or text that others wrote.
    Tainted,
    /// An approved plan lists it.
    PlanStep,
    /// A remembered yes covers it.
    Grant,
    /// A rule allows it.
    AllowRule,
    /// Its effect is in the store and the policy decides on it.
    ByPolicy,
    /// Its effect stays in a stage.
    Stage,
    /// It sends to a host that is not listed.
    UnlistedHost,
    /// Part of it could not be understood.
    Opaque,
    /// Nobody knows the tool.
    UnknownTool,
    /// A rule asks.
    AskRule,
    /// It was rehearsed and proved harmless.
    Rehearsed,
    /// It can be undone exactly, in a folder that a person trusts.
    Trust,
    /// The evidence of its step releases it.
    Evidence,
    /// What it is.
    #[default]
    Class,
}

impl TableRow {
    /// Every row, in order.
    pub const ALL: [Self; 21] = [
        Self::Stopped,
        Self::Paused,
        Self::Frozen,
        Self::RefuseRule,
        Self::Protected,
        Self::AlwaysRule,
        Self::Definition,
        Self::Tainted,
        Self::PlanStep,
        Self::Grant,
        Self::AllowRule,
        Self::ByPolicy,
        Self::Stage,
        Self::UnlistedHost,
        Self::Opaque,
        Self::UnknownTool,
        Self::AskRule,
        Self::Rehearsed,
        Self::Trust,
        Self::Evidence,
        Self::Class,
    ];

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::Paused => "paused",
            Self::Frozen => "frozen",
            Self::RefuseRule => "refuse_rule",
            Self::Protected => "protected",
            Self::AlwaysRule => "always_rule",
            Self::Definition => "definition",
            Self::Tainted => "tainted",
            Self::PlanStep => "plan_step",
            Self::Grant => "grant",
            Self::AllowRule => "allow_rule",
            Self::ByPolicy => "by_policy",
            Self::Stage => "stage",
            Self::UnlistedHost => "unlisted_host",
            Self::Opaque => "opaque",
            Self::UnknownTool => "unknown_tool",
            Self::AskRule => "ask_rule",
            Self::Rehearsed => "rehearsed",
            Self::Trust => "trust",
            Self::Evidence => "evidence",
            Self::Class => "class",
        }
    }
}

/// A verdict as the log keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotedVerdict {
    /// The answer.
    pub ruling: Ruling,
    /// The row that decided.
    pub row: TableRow,
    /// The rule that decided, if one did.
    pub rule: Option<String>,
    /// What the call is.
    pub class: Class,
    /// Why.
    pub reasons: Vec<Message>,
    /// The digest of the policy in force; empty where the log does not have it, as for the checks of steps.
    #[serde(default)]
    pub policy: String,
}

impl NotedVerdict {
    /// The field of an event's note that holds the verdict.
    pub const FIELD: &str = "verdict";

    /// Reads the verdict from an event's note, if there is one.
    pub fn of(note: &Value) -> Option<Self> {
        Self::deserialize(note.get(Self::FIELD)?).ok()
    }
}

/// The ruling on a call, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// The answer.
    pub ruling: Ruling,
    /// The first row that applied.
    pub row: TableRow,
    /// All reasons for this ruling, the row's own first.
    pub reasons: Vec<Message>,
    /// The rule that decided, where the row is a rule's.
    pub rule: Option<String>,
    /// How many persons must approve; 0 where nobody is asked.
    pub approvers: u32,
    /// Whether the person on whose behalf the agent runs is excluded as an approver.
    pub owner_excluded: bool,
    /// Who may say yes, as the rules name them; a person must be among all of these. Empty: every approver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deciders: Vec<Vec<String>>,
    /// How long it waits for an objection before it proceeds.
    pub wait_ms: Option<u64>,
}

/// What the evidence of a step means for a mutable call in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// It may run.
    Releases,
    /// It may run if nobody objects in time.
    ReleasesAfter {
        /// How long it waits.
        wait_ms: u64,
    },
}

/// The input of the verdict table.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The class, as [`class_of`] found it.
    pub class: Class,
    /// What it touches.
    pub facts: &'a Facts,
    /// Whether the tool is in the catalogue.
    pub known_tool: bool,
    /// Whether nobody accepted its definition: it is new, or has changed.
    pub unaccepted: bool,
    /// Whether all new effects are stopped.
    pub frozen: bool,
    /// Whether this run was stopped.
    pub stopped: bool,
    /// Whether a person holds this run.
    pub paused: bool,
    /// The rules that match.
    pub hits: &'a RuleHits,
    /// The approved plan step that lists it.
    pub plan_step: Option<u32>,
    /// The live grant that covers it.
    pub grant: Option<&'a str>,
    /// The hosts to which data may be sent without asking.
    pub listed_hosts: &'a [String],
    /// Whether it was rehearsed, with all effects and denials in `facts`.
    pub rehearsed: bool,
    /// The evidence of its step.
    pub evidence: Option<Evidence>,
    /// Whether the policy alone decides: `hold = "none"` for a built-in whose effect is in the store.
    pub by_policy: bool,
    /// The stage that its effect stays in.
    pub stage: Option<&'a str>,
    /// The trusted folder that it lies within, if its undo is exact and it deletes nothing that is lost without it.
    pub trust: Option<&'a str>,
    /// Why it is asked about if it sends: what its run has read. Then `grant` is one that was given since.
    pub tainted: Option<&'a Message>,
}

/// Judges a call: the first row that applies decides.
pub fn judge(case: &Case<'_>) -> Verdict {
    // Facts can only raise the class, even if a caller forgot to apply them.
    let class = case.class.max(case.facts.class());
    refused(case, class)
        .or_else(|| always_asked(case, class))
        .or_else(|| covered(case, class))
        .or_else(|| staged(case, class))
        .or_else(|| in_doubt(case))
        .or_else(|| harmless(case, class))
        .or_else(|| trusted(case, class))
        .or_else(|| released(case, class))
        .unwrap_or_else(|| by_class(case, class))
}

/// Returns the class of a call: the person's entry replaces the tool's own; the arguments can only raise it.
pub fn class_of(tool_class: Class, policy_entry: Option<Class>, facts: &Facts) -> Class {
    policy_entry.unwrap_or(tool_class).max(facts.class())
}

/// Whether data may be sent to `host` without asking: it is listed, or is below a listed `*.example.com`.
pub fn is_listed(host: &str, listed: &[String]) -> bool {
    let host = normal_host(host);
    listed.iter().any(|entry| {
        let entry = normal_host(entry);
        match entry.strip_prefix("*.") {
            // Only plain labels may match the star: `evil.test/.example.com` is not a host name.
            Some(parent) => host
                .strip_suffix(parent)
                .and_then(|below| below.strip_suffix('.'))
                .is_some_and(|below| !parent.is_empty() && below.split('.').all(is_label)),
            None => !entry.is_empty() && host == entry,
        }
    })
}

/// Normalises a host for comparison.
pub(super) fn normal_host(host: &str) -> String {
    let host = host.trim().to_ascii_lowercase();
    host.strip_suffix('.').map(str::to_owned).unwrap_or(host)
}

fn is_label(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn refused(case: &Case<'_>, class: Class) -> Option<Verdict> {
    if case.stopped {
        return Some(verdict(Ruling::Refuse, TableRow::Stopped, vec![say!("judge-stopped")]));
    }
    if case.paused {
        let reason = say!("judge-paused");
        return Some(verdict(Ruling::Refuse, TableRow::Paused, vec![reason]));
    }
    // A freeze stops effects; reading is how a person finds out what went wrong.
    if case.frozen && (class != Class::Read || case.facts.sends_out()) {
        let reason = say!("judge-frozen");
        return Some(verdict(Ruling::Refuse, TableRow::Frozen, vec![reason]));
    }
    let hit = case.hits.refuse.as_ref()?;
    Some(by_rule(Ruling::Refuse, TableRow::RefuseRule, hit, RuleSays::Refuses))
}

fn always_asked(case: &Case<'_>, class: Class) -> Option<Verdict> {
    let mut found = Vec::new();
    found.extend(
        case.facts.protected.iter().map(|p| (TableRow::Protected, say!("judge-protected", said = p))),
    );
    if let Some(hit) = &case.hits.always {
        found.push((TableRow::AlwaysRule, rule_reason(hit, RuleSays::AlwaysAsks)));
    }
    if case.unaccepted {
        let reason = say!("judge-unaccepted");
        found.push((TableRow::Definition, reason));
    }
    // Rules, plans and listed hosts were decided on before the run had read this.
    let is_granted = case.grant.is_some() && one_suffices(case, class);
    if let Some(reason) = case.tainted.filter(|_| !is_granted) {
        found.push((TableRow::Tainted, reason.clone()));
    }
    asked(case, found, case.hits.always.as_ref())
}

/// Whether a plan or a grant is enough. It is one person's approval: not enough where a rule names who must
/// approve.
fn one_suffices(case: &Case<'_>, class: Class) -> bool {
    let named = case.hits.approvers > 1 || case.hits.owner_excluded || !case.hits.deciders.is_empty();
    class != Class::Destructive && !named
}

fn covered(case: &Case<'_>, class: Class) -> Option<Verdict> {
    let harmless = class != Class::Destructive;
    let one_suffices = one_suffices(case, class);
    let proceed = |row, reason| Some(verdict(Ruling::Proceed, row, vec![reason]));
    if let Some(step) = case.plan_step.filter(|_| one_suffices) {
        return proceed(TableRow::PlanStep, say!("judge-plan-step", step));
    }
    if let Some(grant) = case.grant.filter(|_| one_suffices) {
        return proceed(TableRow::Grant, say!("judge-grant-covers", grant));
    }
    if let Some(hit) = &case.hits.allow {
        return Some(by_rule(Ruling::Proceed, TableRow::AllowRule, hit, RuleSays::Allows));
    }
    // A tool's own `hold` is weaker than a person's rule that asks.
    if case.by_policy && harmless && case.hits.ask.is_none() {
        let reason = say!("judge-by-policy");
        return proceed(TableRow::ByPolicy, reason);
    }
    None
}

/// In a stage nothing lands, so only data that leaves it (is sent) is asked about. A person's own asking
/// rules apply there too.
fn staged(case: &Case<'_>, class: Class) -> Option<Verdict> {
    let stage = case.stage.filter(|_| class != Class::Read && case.known_tool)?;
    let facts = case.facts;
    let leaves = facts.hosts.iter().any(|h| !is_listed(h, case.listed_hosts))
        || (facts.sends && facts.hosts.is_empty());
    if leaves || case.hits.ask.is_some() {
        return None;
    }
    Some(verdict(Ruling::Proceed, TableRow::Stage, vec![say!("judge-in-stage", stage)]))
}

fn in_doubt(case: &Case<'_>) -> Option<Verdict> {
    let facts = case.facts;
    let mut found = Vec::new();
    for host in facts.hosts.iter().filter(|h| !is_listed(h, case.listed_hosts)) {
        found.push((TableRow::UnlistedHost, say!("judge-unlisted-host", host)));
    }
    if facts.sends && facts.hosts.is_empty() {
        found.push((TableRow::UnlistedHost, say!("judge-unknown-host")));
    }
    if facts.opaque {
        found.push((TableRow::Opaque, say!("judge-opaque")));
    }
    if !case.known_tool {
        found.push((TableRow::UnknownTool, say!("judge-unknown-tool")));
    }
    if let Some(hit) = &case.hits.ask {
        found.push((TableRow::AskRule, rule_reason(hit, RuleSays::Asks)));
    }
    asked(case, found, case.hits.ask.as_ref())
}

fn harmless(case: &Case<'_>, class: Class) -> Option<Verdict> {
    let proved = case.rehearsed && class == Class::Read && !case.facts.sends_out();
    let reason = say!("judge-rehearsed");
    proved.then(|| verdict(Ruling::Proceed, TableRow::Rehearsed, vec![reason]))
}

fn trusted(case: &Case<'_>, class: Class) -> Option<Verdict> {
    // It covers deletions only of what can be given back; anything else that destroys is asked about.
    let deletes = class == Class::Destructive && !case.facts.deletes.is_empty();
    let folder = case.trust.filter(|_| class == Class::Mutable || deletes)?;
    Some(verdict(Ruling::Proceed, TableRow::Trust, vec![say!("judge-trusted", folder)]))
}

fn released(case: &Case<'_>, class: Class) -> Option<Verdict> {
    let evidence = case.evidence.filter(|_| class == Class::Mutable)?;
    let reason = vec![say!("judge-evidence-releases")];
    Some(match evidence {
        Evidence::Releases => verdict(Ruling::Proceed, TableRow::Evidence, reason),
        Evidence::ReleasesAfter { wait_ms } => {
            Verdict { wait_ms: Some(wait_ms), ..verdict(Ruling::ProceedAfter, TableRow::Evidence, reason) }
        }
    })
}

fn by_class(case: &Case<'_>, class: Class) -> Verdict {
    let (ruling, reason) = match class {
        Class::Read => (Ruling::Proceed, say!("judge-only-reads")),
        Class::Mutable => (Ruling::Ask, say!("judge-changes")),
        Class::Destructive => (Ruling::Ask, say!("judge-destroys")),
    };
    with_approvers(case, verdict(ruling, TableRow::Class, vec![reason]))
}

fn verdict(ruling: Ruling, row: TableRow, reasons: Vec<Message>) -> Verdict {
    let (approvers, owner_excluded, deciders) = (0, false, Vec::new());
    Verdict { ruling, row, reasons, rule: None, approvers, owner_excluded, deciders, wait_ms: None }
}

fn by_rule(ruling: Ruling, row: TableRow, hit: &RuleHit, says: RuleSays) -> Verdict {
    Verdict { rule: Some(hit.name.clone()), ..verdict(ruling, row, vec![rule_reason(hit, says)]) }
}

/// A rule's ruling on a call.
#[derive(Clone, Copy)]
enum RuleSays {
    Refuses,
    AlwaysAsks,
    Asks,
    Allows,
}

fn rule_reason(hit: &RuleHit, says: RuleSays) -> Message {
    let rule = format!("{:?}", hit.name);
    match (says, &hit.note) {
        (RuleSays::Refuses, None) => say!("judge-rule-refuses", rule),
        (RuleSays::Refuses, Some(note)) => say!("judge-rule-refuses-note", rule, said = note),
        (RuleSays::AlwaysAsks, None) => say!("judge-rule-always", rule),
        (RuleSays::AlwaysAsks, Some(note)) => say!("judge-rule-always-note", rule, said = note),
        (RuleSays::Asks, None) => say!("judge-rule-asks", rule),
        (RuleSays::Asks, Some(note)) => say!("judge-rule-asks-note", rule, said = note),
        (RuleSays::Allows, None) => say!("judge-rule-allows", rule),
        (RuleSays::Allows, Some(note)) => say!("judge-rule-allows-note", rule, said = note),
    }
}

/// Asks, giving everything that was found as reasons; the first names the row.
fn asked(case: &Case<'_>, found: Vec<(TableRow, Message)>, hit: Option<&RuleHit>) -> Option<Verdict> {
    let row = found.first()?.0;
    let rules = matches!(row, TableRow::AlwaysRule | TableRow::AskRule);
    let rule = hit.filter(|_| rules).map(|h| h.name.clone());
    let reasons = found.into_iter().map(|(_, reason)| reason).collect();
    Some(with_approvers(case, Verdict { rule, ..verdict(Ruling::Ask, row, reasons) }))
}

/// Whichever row asks, the rules determine who must approve.
fn with_approvers(case: &Case<'_>, verdict: Verdict) -> Verdict {
    if verdict.ruling != Ruling::Ask {
        return verdict;
    }
    Verdict {
        approvers: case.hits.approvers.max(1),
        owner_excluded: case.hits.owner_excluded,
        deciders: case.hits.deciders.clone(),
        ..verdict
    }
}

#[cfg(test)]
mod tests;
