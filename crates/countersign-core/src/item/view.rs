//! The view of records for people and agents: the same on every surface.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    actor::ActorKind,
    answer_status::WaitsKind,
    authority::{Claim, Control, Seen},
    change_set::ChangeSet,
    comment, countdown,
    decision::DecisionWord,
    error::Result,
    host,
    item::{
        Item, ItemStatus, Reason, SetStatus, bulk, category, decide,
        offer::{Offer, Offers},
        verb,
    },
    judge::{Class, Facts, RiskLevel},
    plan::{PlanStatus, PlanStepStatus},
    question::QuestionStatus,
    receipt::PlanRef,
    record::Doc,
    run::RunStatus,
    stage::StageStatus,
    step::StepStatus,
    tool::{Hold, Preview, Reversal},
    tx::Tx,
    world::Precondition,
};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// An item as it is shown: facts first, the agent's words apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ItemView {
    /// Its id.
    pub id: String,
    /// Its change set.
    pub change_set: String,
    /// Its run.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// What it is about.
    pub subject: String,
    /// Its position in the run.
    pub ordinal: u32,
    /// The tool.
    pub tool: String,
    /// The heading that it stands under among those of its set.
    #[serde(default)]
    pub category: Message,
    /// What the call is.
    pub class: Class,
    /// The same in the seeds' words.
    pub risk_level: RiskLevel,
    /// Its status.
    pub status: ItemStatus,
    /// What it does, generated from facts.
    pub summary: Message,
    /// What the agent says it does.
    pub human_summary: Option<String>,
    /// What is odd about it.
    pub flags: Vec<Message>,
    /// The arguments, redacted.
    pub args: Doc,
    /// The arguments before a person edited them.
    pub original_args: Option<Doc>,
    /// Before and after.
    pub preview: Preview,
    /// What it would touch.
    pub facts: Facts,
    /// Why it is asked.
    pub why: Reason,
    /// What an approval binds to.
    pub digest: String,
    /// Whether a yes to it can be remembered.
    pub can_remember: bool,
    /// A grant that would have covered this and earlier items that were confirmed; a person can take it with the yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// Whether it was rehearsed, so that what the rehearsal did is what lands, or a part of it that is chosen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rehearsed: bool,
    /// Why it must be opened before a yes to it; empty where a line in a list shows enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs_page: Vec<Message>,
    /// Why a bulk yes leaves it out; empty if it does not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs_own_yes: Vec<Message>,
    /// Whether it could be undone.
    pub reversal: Reversal,
    /// What the yes to it is called: what it does.
    #[serde(default)]
    pub verb: Message,
    /// Where its undo data would be kept, and until when it could be undone if it landed now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Message>,
    /// What must be typed to confirm it.
    pub typed: Option<String>,
    /// Why that must be typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed_why: Option<Message>,
    /// The items it waits for.
    pub depends_on: Vec<String>,
    /// How many must say yes.
    pub approvers: u32,
    /// The only persons whose yes counts, where a rule names them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deciders: Option<Vec<String>>,
    /// The persons who said yes.
    pub approved_by: Vec<String>,
    /// Whether its caller waits for the decision, or goes on.
    pub hold: Hold,
    /// When it was proposed.
    pub created_at: u64,
    /// When it expires.
    pub expires_at: Option<u64>,
    /// When it waits again by itself, if a person put it off until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deferred_until: Option<u64>,
    /// The step of its run in which it was proposed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// The step of a plan that it carries out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanRef>,
    /// The question that it assumes an answer to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// When it proceeds, unless somebody objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proceeds_at: Option<u64>,
    /// Seconds until then; null if it waits for a person.
    #[serde(default)]
    pub auto_approve_timeout: Option<u64>,
    /// When it was decided.
    pub decided_at: Option<u64>,
    /// The reason that was given.
    pub reason: Option<Message>,
    /// What landed.
    pub receipt: Option<String>,
    /// What came back.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// Why it failed or became stale.
    pub error: Option<Message>,
    /// Who is to decide it, as a person said; others still can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigned_to: Option<String>,
    /// The other host that carries it out, if it is not this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Since when that host is away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_away_since: Option<u64>,
    /// Who has already answered and waits for that host, and with which operation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for_host: Vec<WaitingAnswer>,
    /// How many comments persons made on it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub comments: usize,
    /// Who holds it for the moment.
    pub claimed_by: Option<String>,
    /// Whether it is other than what this person was last shown.
    pub changed_since_seen: bool,
}

impl From<Item> for ItemView {
    fn from(item: Item) -> Self {
        let can_remember = item.can_remember();
        let (verb, typed_why) = (verb::verb(&item), verb::typed_why(&item));
        let (needs_page, needs_own_yes) = (bulk::needs_page(&item, false), bulk::needs_own_yes(&item, false));
        Self {
            id: item.id,
            change_set: item.set,
            run: item.run,
            agent: item.agent,
            subject: item.subject,
            ordinal: item.ordinal,
            category: category::category(&item.tool),
            tool: item.tool,
            class: item.class,
            risk_level: item.class.risk_level(),
            status: item.status,
            summary: item.summary,
            human_summary: item.human_summary,
            flags: item.flags,
            args: item.args,
            original_args: item.original_args,
            // Whoever proposed it may not know yet what it printed, nor what a file holds that it did not read.
            preview: item.preview.for_agents(&item.facts),
            facts: item.facts,
            why: item.why,
            digest: item.digest,
            can_remember,
            offer: None,
            rehearsed: Precondition::rehearsal_id(&item.preconditions).is_some(),
            needs_page,
            needs_own_yes,
            reversal: item.reversal,
            verb,
            kept: None,
            typed: item.typed,
            typed_why,
            depends_on: item.depends_on,
            approvers: item.approvers,
            deciders: None,
            approved_by: item.approvals.into_iter().map(|a| a.person).collect(),
            hold: item.hold,
            created_at: item.created_at,
            expires_at: item.expires_at,
            deferred_until: item.deferred_until.filter(|_| item.status == ItemStatus::Deferred),
            step: item.step,
            plan: item.plan,
            question: item.question,
            proceeds_at: item.proceeds_at,
            auto_approve_timeout: item.wait_ms.map(|ms| ms.div_ceil(1000)),
            decided_at: item.decided_at,
            reason: item.reason,
            receipt: item.receipt,
            result: item.result,
            error: item.error,
            assigned_to: None,
            host: None,
            host_away_since: None,
            waits_for_host: Vec::new(),
            comments: 0,
            claimed_by: None,
            changed_since_seen: false,
        }
    }
}

/// An answer that waits for the host that can carry it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WaitingAnswer {
    /// Who gave it.
    pub by: String,
    /// The operation.
    pub op: String,
    /// When.
    pub at: u64,
}

/// Returns the answers to an item that wait for its host.
fn answers_left(tx: &mut Tx<'_>, item: &Item) -> Result<Vec<WaitingAnswer>> {
    let left = host::waiting(tx, &item.run)?.into_iter().filter(|left| left.about == item.id);
    Ok(left.map(|left| WaitingAnswer { by: left.caller.name, op: left.op, at: left.at }).collect())
}

impl ItemView {
    /// Creates the view of an item, including what depends on the viewer: claims, and what they saw before.
    pub fn of(tx: &mut Tx<'_>, item: Item) -> Result<Self> {
        Self::among(tx, item, &mut Offers::default())
    }

    /// Creates the views of several items, without pictures.
    pub fn all(tx: &mut Tx<'_>, items: Vec<Item>) -> Result<Vec<Self>> {
        let mut offers = Offers::default();
        let view = |mut item: Item| {
            item.preview.pictures.clear();
            Self::among(tx, item, &mut offers)
        };
        items.into_iter().map(view).collect()
    }

    fn among(tx: &mut Tx<'_>, item: Item, offers: &mut Offers) -> Result<Self> {
        let now = tx.now();
        let mut claim = tx.get::<Claim>(&item.id)?.filter(|c| c.until > now);
        if claim.is_none() {
            claim = tx.get::<Claim>(&item.set)?.filter(|c| c.until > now);
        }
        let seen = tx.get::<Seen>(&Seen::key(&tx.actor().name, &item.id))?;
        let changed = seen.as_ref().is_some_and(|s| s.digest != item.digest);
        let opened = bulk::is_opened(seen.as_ref(), &item);
        let needs_page = bulk::needs_page(&item, opened);
        let mut needs_own_yes = bulk::needs_own_yes(&item, opened);
        needs_own_yes.extend(decide::not_among(tx, &item)?);
        let deciders = (!item.deciders.is_empty()).then(|| tx.setup().policy.deciders(&item.deciders));
        let counts = item.proceeds_at.is_some() && !stands_still(tx, &item.run)?;
        let offer = offers.of(tx, &item)?;
        let is_person = tx.actor().kind == ActorKind::Person;
        let preview = is_person.then(|| item.preview.clone());
        let (assigned_to, comments) = match is_person {
            true => (item.assigned_to.clone(), comment::on(tx, &item.id)?.len()),
            false => (None, 0),
        };
        let host = if is_person { host::elsewhere(tx, Some(&item.run))? } else { None };
        let kept =
            if is_person && item.status.is_open() { verb::kept(tx, &item, host.is_none()) } else { None };
        let host_away_since = host.as_deref().and_then(|host| tx.setup().hosts.away_ms(host));
        let host_away_since = host_away_since.map(|ms| now.saturating_sub(ms));
        let waits_for_host = if host.is_some() { answers_left(tx, &item)? } else { Vec::new() };
        let mut view = Self::from(item);
        view.preview = preview.unwrap_or(view.preview);
        let proceeds_at = view.proceeds_at.filter(|_| counts);
        Ok(Self {
            proceeds_at,
            auto_approve_timeout: seconds_left(proceeds_at, now),
            claimed_by: claim.map(|c| c.person),
            changed_since_seen: changed,
            needs_page,
            needs_own_yes,
            deciders,
            assigned_to,
            host,
            host_away_since,
            waits_for_host,
            comments,
            offer,
            kept,
            ..view
        })
    }
}

/// Whether countdowns of a run stand still: everything is frozen, or a person paused the run.
pub fn stands_still(tx: &mut Tx<'_>, run: &str) -> Result<bool> {
    Ok(tx.get::<Control>(Control::FREEZE)?.is_some() || countdown::is_paused(tx, run)?)
}

/// Something that waits for a person, of whatever kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Waits {
    /// What it is.
    pub kind: WaitsKind,
    /// Its id.
    pub id: String,
    /// Its run.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// What it is, in a line.
    pub title: Message,
    /// How dangerous it is.
    pub risk_level: RiskLevel,
    /// Its status.
    pub status: Standing,
    /// Since when it waits.
    pub at: u64,
    /// Seconds until it continues, unless somebody objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_approve_timeout: Option<u64>,
}

/// Declares all statuses, and which status of which kind each corresponds to.
macro_rules! standings {
    ($($(#[doc = $doc:literal])* $variant:ident = $word:literal,)*; $($status:ident { $($from:ident),* })*) => {
        /// The status of a thing of any kind.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Standing {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Standing {
            /// All variants.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns its name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// Parses a name.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }

        $(impl From<$status> for Standing {
            fn from(status: $status) -> Self {
                match status {
                    $($status::$from => Self::$from,)*
                }
            }
        })*
    };
}

standings! {
    /// Ended before its end.
    Aborted = "aborted",
    /// It has an answer.
    Answered = "answered",
    /// It landed.
    Applied = "applied",
    /// It is landing.
    Applying = "applying",
    /// It goes on, approved whole.
    Approved = "approved",
    /// It waits for something else.
    Blocked = "blocked",
    /// Nobody will answer it.
    Cancelled = "cancelled",
    /// It came to its end.
    Completed = "completed",
    /// A person said yes.
    Confirmed = "confirmed",
    /// It continues unless somebody objects.
    Counting = "counting",
    /// A person put it off.
    Deferred = "deferred",
    /// It was carried out.
    Done = "done",
    /// It was thrown away.
    Dropped = "dropped",
    /// Its time is over.
    Expired = "expired",
    /// It did not work.
    Failed = "failed",
    /// What was in it landed.
    Landed = "landed",
    /// A person must say whether it landed.
    NeedsReview = "needs_review",
    /// It is open.
    Open = "open",
    /// A person holds it.
    Paused = "paused",
    /// It waits for a person.
    Pending = "pending",
    /// It waits for a person's approval.
    Proposed = "proposed",
    /// A person said no.
    Rejected = "rejected",
    /// The agent took it back.
    Retracted = "retracted",
    /// All that it did was taken back.
    RolledBack = "rolled_back",
    /// It is under way.
    Running = "running",
    /// It is left out.
    Skipped = "skipped",
    /// What it rests on has changed.
    Stale = "stale",
    /// It continues, each step approved on its own.
    Stepwise = "stepwise",
    /// It does not continue automatically.
    Stopped = "stopped",
    /// It waits for its turn, or for a person.
    Waiting = "waiting",
    /// Something in it waits for a person.
    WaitingApproval = "waiting_approval",
    ;
    DecisionWord { Confirmed, Rejected, Deferred }
    ItemStatus {
        Pending, Deferred, Blocked, Confirmed, Applying, Applied, Failed, Stale, NeedsReview, Rejected, Retracted,
        Expired
    }
    PlanStatus { Proposed, Approved, Stepwise, Paused, Completed, Aborted, Rejected, RolledBack }
    PlanStepStatus { Waiting, Running, Done, Failed, Skipped, Blocked }
    QuestionStatus { Open, Answered, Expired, Cancelled }
    RunStatus { Running, WaitingApproval, Paused, Completed, Failed, Aborted }
    StageStatus { Open, Running, Landed, Dropped }
    StepStatus { Running, Counting, Waiting, Stopped, Completed, Failed, Skipped }
}

impl Waits {
    /// Creates an entry for a waiting item.
    pub fn item(tx: &mut Tx<'_>, item: &Item) -> Result<Self> {
        let counts = item.proceeds_at.is_some() && !stands_still(tx, &item.run)?;
        Ok(Self {
            kind: WaitsKind::Item,
            id: item.id.clone(),
            run: item.run.clone(),
            agent: item.agent.clone(),
            title: item.summary.clone(),
            risk_level: item.class.risk_level(),
            status: item.status.into(),
            at: item.created_at,
            auto_approve_timeout: seconds_left(item.proceeds_at.filter(|_| counts), tx.now()),
        })
    }
}

/// Returns the seconds left, rounded up.
pub fn seconds_left(at: Option<u64>, now: u64) -> Option<u64> {
    at.map(|at| at.saturating_sub(now).div_ceil(1000))
}

/// Compares: the most dangerous first, then the oldest.
pub fn by_risk(a: &Waits, b: &Waits) -> std::cmp::Ordering {
    (b.risk_level, a.at, &a.id).cmp(&(a.risk_level, b.at, &b.id))
}

/// A change set as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SetView {
    /// Its id.
    pub id: String,
    /// Its run.
    pub run: String,
    /// The agent's registered name.
    pub agent: String,
    /// What it is about.
    pub subject: String,
    /// The conversation it belongs to.
    pub thread: Option<String>,
    /// Its status.
    pub status: SetStatus,
    /// How many items it has.
    pub total: u32,
    /// How many are open.
    pub open: u32,
    /// When it was begun.
    pub created_at: u64,
    /// When nothing was open any more.
    pub resolved_at: Option<u64>,
    /// `codex suggests 7 changes`.
    pub title: Message,
}

impl From<ChangeSet> for SetView {
    fn from(set: ChangeSet) -> Self {
        Self {
            title: say!("judge-suggests", agent = set.agent, n = set.total),
            id: set.id,
            run: set.run,
            agent: set.agent,
            subject: set.subject,
            thread: set.thread,
            status: set.status,
            total: set.total,
            open: set.open,
            created_at: set.created_at,
            resolved_at: set.resolved_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_standing_is_written_as_the_status_that_it_stands_for() {
        for one in Standing::ALL {
            assert_eq!(json!(one), one.as_str());
            assert_eq!(Standing::parse(one.as_str()), Some(*one));
        }
        for status in ItemStatus::ALL {
            assert_eq!(Standing::from(status).as_str(), status.as_str());
        }
        assert_eq!(Standing::parse("partially_resolved"), None, "a set is no thing that waits");
    }

    #[test]
    fn what_is_more_dangerous_comes_first_and_then_what_waits_longer() {
        let waits = |id: &str, risk_level, at| Waits {
            kind: WaitsKind::Plan,
            id: id.to_owned(),
            run: String::new(),
            agent: String::new(),
            title: Message::default(),
            risk_level,
            status: Standing::Proposed,
            at,
            auto_approve_timeout: None,
        };
        let mut all = [
            waits("low", RiskLevel::Low, 1),
            waits("new", RiskLevel::High, 9),
            waits("old", RiskLevel::High, 2),
            waits("mid", RiskLevel::Medium, 1),
        ];
        all.sort_by(by_risk);
        assert_eq!(all.map(|one| one.id), ["old", "new", "mid", "low"]);
    }
}
