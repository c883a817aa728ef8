//! Items: one proposed call each, with everything a person needs to decide.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ItemStatus;
use crate::{
    judge::{self, Class, Facts, Pattern, Scope, TableRow},
    passkey::Proof,
    receipt::{AllowedBy, PlanRef},
    record::{Doc, Fields, Kind, Record, number, sortable, text},
    tool::{Hold, Preview, Reversal},
    world::Precondition,
};

/// One proposed call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// Its change set.
    pub set: String,
    /// Its run.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// What it is about.
    pub subject: String,
    /// Its position in the run, from 1: what `$item1` counts.
    pub ordinal: u32,
    /// The tool.
    pub tool: String,
    /// What the call is.
    pub class: Class,
    /// Its status.
    pub status: ItemStatus,
    /// The arguments, secrets redacted.
    pub args: Doc,
    /// The exact arguments, stored separately while they hold secrets and the item is open.
    pub args_blob: Option<String>,
    /// The agent's arguments, if a person edited them.
    pub original_args: Option<Doc>,
    /// What it does, generated from facts.
    pub summary: Message,
    /// The agent's description: a claim, never a fact.
    pub human_summary: Option<String>,
    /// Where the claim contradicts the facts, and warnings about the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Message>,
    /// Before and after.
    pub preview: Preview,
    /// What it would touch.
    pub facts: Facts,
    /// Why it is asked.
    pub why: Reason,
    /// What an approval binds to.
    pub digest: String,
    /// The digest of the tool's definition.
    pub definition: String,
    /// Whether an approval also accepts that definition, because it was shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_definition: bool,
    /// What it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub relies_on: Vec<Reliance>,
    /// What must not have changed in the world just before the effect.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preconditions: Vec<Precondition>,
    /// Who allowed it, once it was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_by: Option<AllowedBy>,
    /// Whether it could be undone.
    pub reversal: Reversal,
    /// What the person must type to confirm it, if anything.
    pub typed: Option<String>,
    /// The items whose results it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// Whether its arguments have placeholders for those results; then nobody can approve it. Once the
    /// results are available, they are put in, and it is judged again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unbound: bool,
    /// How many persons must say yes.
    pub approvers: u32,
    /// Whether the person on whose behalf the agent runs may be one of them.
    #[serde(default)]
    pub owner_excluded: bool,
    /// Who may say yes, as the rules name them; a person must be among all of these. Empty: every approver.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deciders: Vec<Vec<String>>,
    /// Who is to decide it, as a person said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigned_to: Option<String>,
    /// The approvals so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub approvals: Vec<Approval>,
    /// How its caller waits.
    pub hold: Hold,
    /// The keys under which twins are found: hashes of the arguments and of the generated summary.
    #[serde(default)]
    pub twins: Vec<String>,
    /// Whether a person allowed proposing it again after a rejection.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lifted: bool,
    /// When it was proposed.
    pub created_at: u64,
    /// How long the world was asked for its forecast, rehearsals included, in milliseconds.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub judged_ms: u64,
    /// When it expires.
    pub expires_at: Option<u64>,
    /// Until when a person put it off; then it waits again. None: until they come back to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deferred_until: Option<u64>,
    /// When it was decided, or ended undecided.
    pub decided_at: Option<u64>,
    /// The decision in force.
    pub decision: Option<String>,
    /// The reason that the person gave.
    pub reason: Option<Message>,
    /// Whether the agent was told the decision, or what happened since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
    /// What landed.
    pub receipt: Option<String>,
    /// The result of the call, redacted.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// The blob of the whole result, if it is large; `result` then has its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_blob: Option<String>,
    /// Why it failed or became stale.
    pub error: Option<Message>,
    /// The step of its run in which it was proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The step of a plan that it carries out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanRef>,
    /// The question that it assumes an answer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// How long it waits for an objection before it proceeds by itself; None: it waits for a person's
    /// decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
    /// When it proceeds by itself, by the wall clock. Only for display: the time actually waited counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proceeds_at: Option<u64>,
}

impl Item {
    /// Whether a rule says who, or how many, must say yes: then a remembered yes of one person is not enough.
    pub fn names_approvers(&self) -> bool {
        self.approvers > 1 || self.owner_excluded || !self.deciders.is_empty()
    }

    /// Whether an approval is only for the hosts that were shown: a grant would be for any.
    pub fn is_for_hosts(&self) -> bool {
        // The hosts that a command itself names are part of what is remembered.
        let others = |state: &Value| state.get("hosts").is_some() && state.get("named").is_none();
        Precondition::rehearsal(&self.preconditions).is_some_and(others)
    }

    /// Whether what lands is what its rehearsal did.
    pub fn is_rehearsed(&self) -> bool {
        Precondition::rehearsal_id(&self.preconditions).is_some()
    }

    /// Whether a yes to it can be remembered.
    pub fn can_remember(&self) -> bool {
        self.tool != crate::hub::CALL
            && !self.is_for_hosts()
            && self.typed.is_none()
            && judge::can_remember(self.class, &self.facts)
    }

    /// Returns how far a yes to it can reach when it is remembered, the narrowest first, with what each would cover.
    pub fn scopes(&self) -> Vec<(Scope, Pattern)> {
        match self.can_remember() {
            true => judge::scopes(self.class, &self.facts, self.is_rehearsed()),
            false => Vec::new(),
        }
    }
}

/// Why a call was judged as it was.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// The row of the verdict table.
    pub row: TableRow,
    /// The rule's name, where a rule decided.
    pub rule: Option<String>,
    /// In words.
    pub reasons: Vec<Message>,
}

/// A field that a preview depends on, and its value at that time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reliance {
    /// The kind of the record.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// The field.
    pub field: String,
    /// Its value when the preview was made, redacted.
    pub value: Value,
    /// A digest of the exact value.
    pub mark: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// One person's approval where several are needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Approval {
    /// Who.
    pub person: String,
    /// To what.
    pub digest: String,
    /// When.
    pub at: u64,
    /// How well persons and agents were separated there.
    #[serde(default)]
    pub level: crate::Level,
    /// Their signature, where a passkey gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Box<Proof>>,
    /// The operating system user whose process gave it, where the kernel reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uid: Option<u32>,
    /// The groups in which their provider said they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
}

/// Returns the sort key in the inbox: the most dangerous first, deferred ones last.
pub fn inbox_sort(status: ItemStatus, class: &str, created_at: u64) -> String {
    let rank = match (status, class) {
        (ItemStatus::Deferred, _) => 3,
        (ItemStatus::NeedsReview, _) | (_, "destructive") => 0,
        _ => 1,
    };
    format!("{rank}/{}", sortable(created_at))
}

/// Whether an item changed in a way that its agent did not cause itself.
fn is_news(status: ItemStatus, doc: &Fields) -> bool {
    match status {
        ItemStatus::Applied
        | ItemStatus::Rejected
        | ItemStatus::Expired
        | ItemStatus::Failed
        | ItemStatus::Stale
        | ItemStatus::NeedsReview => true,
        ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked => {
            doc.contains_key("error") || doc.contains_key("original_args")
        }
        ItemStatus::Confirmed | ItemStatus::Applying | ItemStatus::Retracted => false,
    }
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let status = ItemStatus::parse(text(doc, "status")).unwrap_or(ItemStatus::NeedsReview);
    let mut entries = vec![("item.run", format!("{}/{:06}", text(doc, "run"), number(doc, "ordinal")))];
    if status.is_open() {
        entries.push(("item.open", inbox_sort(status, text(doc, "class"), number(doc, "created_at"))));
    }
    if let (ItemStatus::Deferred, Some(until)) = (status, doc.get("deferred_until").and_then(Value::as_u64)) {
        entries.push(("item.deferred", sortable(until)));
    }
    if let Some(step) = doc.get("step").and_then(Value::as_str) {
        entries.push(("item.step", format!("{step}/{:06}", number(doc, "ordinal"))));
    }
    if status == ItemStatus::Pending && doc.contains_key("proceeds_at") {
        entries.push(("item.counting", sortable(number(doc, "created_at"))));
    }
    if matches!(status, ItemStatus::Applying) {
        entries.push(("item.applying", sortable(number(doc, "created_at"))));
    }
    let blocks_twins = matches!(status, ItemStatus::Rejected) && doc.get("lifted").is_none();
    if status.is_open() || blocks_twins {
        let twins = doc.get("twins").and_then(Value::as_array).into_iter().flatten();
        let subject = text(doc, "subject");
        entries.extend(twins.filter_map(Value::as_str).map(|t| ("item.twin", format!("{subject}/{t}"))));
    }
    if let Some(at) = doc.get("decided_at").and_then(Value::as_u64) {
        entries.push(("item.decided", format!("{}/{}", text(doc, "agent"), sortable(at))));
    }
    if is_news(status, doc) && doc.get("told") != Some(&Value::Bool(true)) {
        let at = doc.get("decided_at").and_then(Value::as_u64).unwrap_or_else(|| number(doc, "created_at"));
        entries.push(("item.untold", format!("{}/{}", text(doc, "agent"), sortable(at))));
    }
    let parents = doc.get("depends_on").and_then(Value::as_array).into_iter().flatten();
    if status.is_open() {
        entries.extend(parents.filter_map(Value::as_str).map(|p| ("item.parent", format!("{p}/"))));
    }
    entries
}

impl Item {
    /// Ends its countdown, if there is one: it waits for a person's decision.
    pub fn end_countdown(&mut self) {
        (self.wait_ms, self.proceeds_at) = (None, None);
    }

    /// Returns everything that it touches or depends on; None if unknown.
    pub fn touches(&self) -> Option<Vec<String>> {
        let facts = &self.facts;
        if facts.opaque || !facts.executes.is_empty() || facts.sends_out() {
            return None;
        }
        // A rehearsal depends on everything that the command may have read.
        if Precondition::rehearsal(&self.preconditions).is_some() {
            return None;
        }
        let named = [&facts.reads, &facts.writes, &facts.deletes].into_iter().flatten();
        let held = self.preconditions.iter().map(|p| &p.what);
        let touched: Vec<String> = named.chain(held).cloned().collect();
        let own = || self.depends_on.iter().chain([&self.id]).cloned();
        (!touched.is_empty()).then(|| touched.into_iter().chain(own()).collect())
    }
}

impl Record for Item {
    const KIND: &'static Kind = &Kind { name: "item", prefix: "i", domain: false, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
