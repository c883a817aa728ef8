//! `item.confirm`: a person approves one item. The approval carries the digest that the person saw, and
//! exactly that runs, once.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind, Level, Outcome,
    answer_status::{DecisionStatus, UndoStatus},
    authority::{Control, Grant, Lifetime, humans::Makers},
    call::binding,
    change_set,
    decision::DecisionWord,
    effect::{
        landing::{self, Landing},
        operations::Reported,
    },
    error::{Error, Result},
    hub,
    item::{
        Approval, Item, ItemStatus, Trigger, bulk,
        decide::{self, Obstacle},
        offer::Offers,
        typed, verb,
    },
    judge::{self, Class, Pattern, Scope},
    op::{Answer, Op, Undo, read_output},
    passkey::{self, Assertion, Proof, Statement},
    receipt::{AllowedBy, Receipt},
    record::Record,
    run::Run,
    server::pins,
    tx::Tx,
};

/// See the module.
pub struct ItemConfirm;

/// A yes.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The item.
    pub id: String,
    /// The shown digest; without one, the digest last shown to this person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The typed confirmation, where one is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed: Option<String>,
    /// Remember this yes for this long: `run`, `1h`, `1d`, `1w`, `forever`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always: Option<Lifetime>,
    /// What the grant covers: exactly these targets, any of their kind, the same command with any arguments, what is
    /// below the same folder, what is sent to the same host, or any call of the tool. Only what the item offers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// How many times the grant may be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses: Option<u32>,
    /// Also grant what the item offers: the `id` of its `offer`, as it was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<String>,
    /// Whether this is one of several confirmed at once: then items that need a yes of their own are left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// The person's signature of this yes, made with a passkey for a challenge from `passkey.challenge`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
    /// How many seconds to wait for the end of what happens; 10 by default. Then it goes on by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_s: Option<u32>,
}

/// How long a person who says yes waits for the end, unless they say otherwise.
const WAIT_S: u32 = 10;

/// Returns how long a person who says yes waits for the end.
pub fn patience_ms(wait_s: Option<u32>) -> Option<u64> {
    Some(u64::from(wait_s.unwrap_or(WAIT_S)) * 1000)
}

impl Input {
    /// Whether more is granted than this one call.
    fn remembers(&self) -> bool {
        self.always.is_some() || self.offer.is_some()
    }
}

/// The outcome for one item.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The item.
    pub item: String,
    /// The outcome of the decision.
    pub status: DecisionStatus,
    /// What landed.
    pub receipt: Option<Receipt>,
    /// In words.
    pub message: Message,
    /// The difference that stood in the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Message>,
    /// The remembered yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grant: Option<String>,
    /// Why a yes to several at once left it out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Message>,
    /// Whether a repeated answer was the same as the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_answer: bool,
    /// The handle of what landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
    /// The words that go with the way back, where nothing landed that could have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rollback_label: Option<Message>,
}

impl Output {
    /// Creates an answer with that status.
    pub fn new(item: &str, status: impl Into<DecisionStatus>, message: impl Into<Message>) -> Self {
        Self {
            item: item.to_owned(),
            status: status.into(),
            receipt: None,
            message: message.into(),
            difference: None,
            grant: None,
            left_out: Vec::new(),
            same_answer: false,
            latest_reversible_event_id: None,
            latest_reversible_event_type: None,
            rollback_label: None,
        }
    }

    /// Creates the answer for an effect that landed.
    pub fn applied(item: &str, receipt: Receipt) -> Self {
        let mut output = Self::new(item, DecisionStatus::Applied, receipt.summary.clone());
        if receipt.undo_action.is_some() {
            output.latest_reversible_event_id = Some(receipt.event_id.clone());
            output.latest_reversible_event_type = Some(receipt.event_type.clone());
        }
        output.receipt = Some(receipt);
        output
    }

    /// Creates the answer for an item that a yes to several at once leaves out.
    fn left_out(item: &str, why: Vec<Message>) -> Self {
        let message = say!("bulk-own-yes", saids = Message::joined("; ", &why));
        Self { left_out: why, ..Self::new(item, DecisionStatus::LeftOut, message) }
    }

    /// Creates the answer for a decision that does not count.
    pub fn obstacle(item: &str, obstacle: &Obstacle) -> Self {
        let same_answer = matches!(obstacle, Obstacle::AlreadyDecided { same: true, .. });
        Self { same_answer, ..Self::new(item, obstacle.status(), obstacle.message(item)) }
    }

    /// Returns the outcome of the status.
    pub fn outcome(&self) -> Outcome {
        use DecisionStatus as Status;
        match self.status {
            Status::Applied
            | Status::Rejected
            | Status::Deferred
            | Status::Pending
            | Status::Undone
            | Status::Withdrawn
            | Status::Retracted => Outcome::Done,
            // Its own process carries it out when it comes for it.
            Status::Confirmed => Outcome::Done,
            Status::AlreadyDecided if self.same_answer => Outcome::Done,
            // It stays pending, as expected.
            Status::LeftOut => Outcome::Done,
            Status::Approved | Status::Applying => Outcome::Held,
            Status::Failed => Outcome::Failed,
            Status::NeedsPasskey | Status::BadAssertion => Outcome::Refused,
            Status::NotFound => Outcome::Missing,
            Status::AlreadyDecided
            | Status::Blocked
            | Status::Stale
            | Status::NeedsReview
            | Status::Expired
            | Status::Claimed
            | Status::NotShown
            | Status::Changed
            | Status::Frozen
            | Status::NotYou
            | Status::SameHuman
            | Status::NeedsTyped
            | Status::NotDecided
            | Status::Irreversible
            | Status::Undoing
            | Status::AlreadyUndone
            | Status::Unconfirmed
            | Status::Purged
            | Status::Refused
            | Status::Usage
            | Status::Invalid
            | Status::Conflict
            | Status::Unauthenticated
            | Status::Store
            | Status::Settings
            | Status::Internal => Outcome::Stale,
        }
    }
}

impl Op for ItemConfirm {
    const NAME: &'static str = "item.confirm";
    const DOC: &'static str = "Confirm items: exactly what was shown happens, once";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const UNDO: Undo = Undo::ByChanges;
    const HTTP: &'static str = "POST /v1/items/{id}/confirm";
    const CLI: &'static str = "confirm {id...} --digest {digest} --type {typed} --always {always} --scope {scope} --uses {uses} --offer {offer} --wait-s {wait_s}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        if input.together && (input.remembers() || input.typed.is_some()) {
            return Err(Error::invalid(say!("op-confirm-one-typed")).hint(say!("op-confirm-one")));
        }
        if input.offer.is_some() && input.scope.is_some() {
            return Err(Error::invalid(say!("op-offer-scope")));
        }
        let mut item: Item = decide::find_item(tx, &input.id)?;
        let id = item.id.clone();
        tx.about(Some(&item.run), Some(&item.tool));
        if input.together && item.status.is_open() {
            let left_out = bulk::left_out(tx, &item, input.digest.as_deref())?;
            if !left_out.is_empty() {
                return Ok(Output::left_out(&id, left_out));
            }
        }
        let mut obstacle = decide::obstacle(tx, &mut item, DecisionWord::Confirmed)?;
        if obstacle.is_none() {
            obstacle = decide::check_digest(tx, &item, input.digest.as_deref())?;
        }
        match obstacle {
            Some(obstacle) => Ok(Output::obstacle(&id, &obstacle)),
            None => decide(tx, item, input),
        }
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        let output = read_output::<Self>(output)?;
        let ended = match Reported::read(&finished)? {
            Reported::Finished(ended) => *ended,
            // Reported as the outcome of the item that proposed the undo.
            Reported::Reverted(undo) => {
                let undone = undo.status == UndoStatus::Undone;
                Output {
                    receipt: undone.then_some(undo.receipt),
                    difference: undo.difference,
                    latest_reversible_event_id: undo.latest_reversible_event_id,
                    latest_reversible_event_type: undo.latest_reversible_event_type,
                    ..Output::new(&output.item, undo.status, undo.message)
                }
            }
        };
        let value = serde_json::to_value(Output { grant: output.grant, ..ended }).map_err(Error::bug)?;
        Ok(Answer { value, ..finished })
    }

    fn patience_ms(&self, input: &Input) -> Option<u64> {
        patience_ms(input.wait_s)
    }

    fn so_far(&self, view: &mut Tx<'_>, input: &Input, begun: Option<Output>) -> Result<Output> {
        let item: Item = decide::find_item(view, &input.id)?;
        let receipt = item.receipt.as_deref().filter(|_| item.status == ItemStatus::Applied);
        let (id, said) = (&item.id, &item.summary);
        let is_next = begun.is_none() && item.status.is_decidable();
        let left_out = match is_next && input.together {
            true => bulk::left_out(view, &item, input.digest.as_deref())?,
            false => Vec::new(),
        };
        if !left_out.is_empty() {
            return Ok(Output::left_out(id, left_out));
        }
        let output = match (receipt, item.status) {
            // It has just landed.
            (Some(receipt), _) => Output::applied(id, view.need(receipt)?),
            (None, ItemStatus::Applying) => {
                let short = id.split('-').next().unwrap_or(id);
                Output::new(id, DecisionStatus::Applying, say!("op-goes-on", said, id = short))
            }
            (None, _) if is_next => Output::new(id, DecisionStatus::Confirmed, say!("op-has-its-turn", said)),
            (None, status) => Output::new(id, status, item.error.as_ref().unwrap_or(said).clone()),
        };
        Ok(Output { grant: begun.and_then(|begun| begun.grant), ..output })
    }

    fn outcome(output: &Output) -> Outcome {
        output.outcome()
    }
}

/// Approves an item that is as it was shown.
pub(crate) fn decide(tx: &mut Tx<'_>, mut item: Item, input: &Input) -> Result<Output> {
    if let Some(answer) = not_yet(tx, &item, input)? {
        return Ok(answer);
    }
    let pattern = match granted(tx, &item, input)? {
        Ok(pattern) => pattern,
        Err(answer) => return Ok(*answer),
    };
    let proof = match signed(tx, &item, input.assertion.as_ref())? {
        Ok(proof) => proof.map(Box::new),
        Err(answer) => return Ok(*answer),
    };
    if let Some(answer) = more_approvers(tx, &mut item, &proof)? {
        return Ok(answer);
    }
    let grant = pattern.map(|pattern| remember(tx, &item, pattern, input)).transpose()?;
    decide::record_signed(tx, &mut item, DecisionWord::Confirmed, None, proof)?;
    pins::accept_with(tx, &item)?;
    // The next state is stored in this same transaction.
    change_set::pass(&mut item, Trigger::Confirm)?;
    let mut output = apply(tx, &mut item)?;
    output.grant = grant;
    Ok(output)
}

/// Checks what must hold before an approval can count.
fn not_yet(tx: &mut Tx<'_>, item: &Item, input: &Input) -> Result<Option<Output>> {
    let id = &item.id;
    if item.status == ItemStatus::Stale {
        let why = item.error.clone().unwrap_or_default();
        let message = say!("op-refresh-looks", said = why, id);
        return Ok(Some(Output::new(id, DecisionStatus::Stale, message)));
    }
    if let Some(control) = tx.get::<Control>(Control::FREEZE)? {
        let message = say!("op-froze-thaw", who = control.by);
        return Ok(Some(Output::new(id, DecisionStatus::Frozen, message)));
    }
    if let Some(parent) = decide::waits_for(tx, item)? {
        let (parent, status) = (&parent.id, parent.status.as_str());
        let message = if item.unbound {
            say!("op-needs-result-anew", id = parent, status)
        } else {
            say!("op-needs-result", id = parent, status)
        };
        return Ok(Some(Output::new(id, DecisionStatus::Blocked, message)));
    }
    if item.unbound {
        return binding::bound_late(tx, item.clone()).map(Some);
    }
    if let Some(message) = decide::not_among(tx, item)? {
        return Ok(Some(Output::new(id, DecisionStatus::NotYou, message)));
    }
    if item.owner_excluded {
        let run: Run = tx.need(&item.run)?;
        if run.owner.as_deref() == Some(&tx.actor().name) {
            let message = say!("op-not-the-owner");
            return Ok(Some(Output::new(id, DecisionStatus::NotYou, message)));
        }
    }
    if let Some(wanted) = &item.typed
        && !input.typed.as_deref().is_some_and(|given| typed::is(wanted, given))
    {
        let why = verb::typed_why(item).unwrap_or_default();
        let type_it = say!("op-type-it", said_why = why, typed = format!("{wanted:?}"));
        let message = if input.typed.is_some() { say!("op-not-it", said = type_it) } else { type_it };
        return Ok(Some(Output::new(id, DecisionStatus::NeedsTyped, message)));
    }
    if input.remembers() && item.is_for_hosts() {
        return Err(Error::invalid(say!("op-no-always-hosts", id)).hint(say!("op-hint-without-always")));
    }
    if input.remembers() && item.names_approvers() {
        return Err(
            Error::invalid(say!("op-confirm-who-must-agree", id)).hint(say!("op-hint-without-always"))
        );
    }
    if input.remembers() && (item.tool == hub::CALL || !judge::can_remember(item.class, &item.facts)) {
        return Err(Error::invalid(say!("op-no-always", id)).hint(say!("op-hint-without-always")));
    }
    Ok(None)
}

/// Returns the person's signature of this approval, or the answer if one is needed and missing or invalid. A
/// person with a passkey must sign destructive calls even when passkeys cannot be used at the moment:
/// otherwise a stolen session would only have to wait for such a moment. A signature that was not needed is
/// checked too.
fn signed(
    tx: &mut Tx<'_>,
    item: &Item,
    given: Option<&Assertion>,
) -> Result<Result<Option<Proof>, Box<Output>>> {
    let id = &item.id;
    let Some(given) = given else {
        let needed =
            item.class == Class::Destructive && !passkey::live::of_person(tx, &tx.actor().name)?.is_empty();
        let message = say!("op-sign-it", id);
        return Ok(if needed {
            Err(Box::new(Output::new(id, DecisionStatus::NeedsPasskey, message)))
        } else {
            Ok(None)
        });
    };
    let (digest, decision) = (item.digest.clone(), DecisionWord::Confirmed);
    let statement = Statement::Decide { item: id.clone(), digest, decision };
    Ok(passkey::live::accept(tx, given, &statement)?.map(Some).map_err(|flaw| {
        tx.note("refused", json!(flaw.message()));
        let message = say!("op-bad-assertion", said = flaw.message());
        Box::new(Output::new(id, DecisionStatus::BadAssertion, message))
    }))
}

/// Where several persons must approve: notes this approval, and answers unless it was the last.
fn more_approvers(tx: &mut Tx<'_>, item: &mut Item, proof: &Option<Box<Proof>>) -> Result<Option<Output>> {
    if item.approvers <= 1 && !item.owner_excluded {
        return Ok(None);
    }
    let person = tx.actor().name.clone();
    // Approvals of an earlier version of the item do not count, nor those of persons who may no longer decide.
    let policy = &tx.setup().policy;
    item.approvals
        .retain(|a| a.digest == item.digest && policy.may_decide(&item.deciders, &a.person, &a.groups));
    let before = item.approvals.len();
    // A person's later approval replaces the earlier one: it may be signed where that was not.
    item.approvals.retain(|a| a.person != person);
    let again = item.approvals.len() < before;
    let level = if proof.is_some() { Level::Passkey } else { tx.call().origin.level.unsigned() };
    let (digest, at, uid) = (item.digest.clone(), tx.now(), tx.call().origin.uid);
    let groups = tx.actor().groups.clone();
    let yes = Approval { person, digest, at, level, proof: proof.clone(), uid, groups };
    if let Some(answer) = one_human(tx, item, &yes)? {
        return Ok(Some(answer));
    }
    item.approvals.push(yes);
    let (have, want) = (item.approvals.len(), item.approvers as usize);
    if have >= want {
        return Ok(None);
    }
    change_set::step(tx, item, Trigger::Block)?;
    let approvals = say!("op-approvals", have, want);
    let message = if again { say!("op-yes-before", said = approvals) } else { approvals };
    Ok(Some(Output::new(&item.id, DecisionStatus::Approved, message)))
}

/// Returns the answer if the approval may come from a human who already approved, or who is excluded.
fn one_human(tx: &mut Tx<'_>, item: &Item, yes: &Approval) -> Result<Option<Output>> {
    let makers = Makers::read(tx)?;
    if let Some(link) = makers.same_human(&item.approvals, yes) {
        let message = say!("op-confirm-same-human", link);
        return Ok(Some(Output::new(&item.id, DecisionStatus::SameHuman, message)));
    }
    let owner = if item.owner_excluded { tx.need::<Run>(&item.run)?.owner } else { None };
    let Some(link) = owner.and_then(|owner| makers.may_be(&owner, yes)) else { return Ok(None) };
    let message = say!("op-confirm-may-be-owner", link);
    Ok(Some(Output::new(&item.id, DecisionStatus::NotYou, message)))
}

/// Returns what is granted with this yes, if anything; the answer if what the item offers is not what was shown.
fn granted(tx: &mut Tx<'_>, item: &Item, input: &Input) -> Result<Result<Option<Pattern>, Box<Output>>> {
    let Some(taken) = &input.offer else {
        return input.always.map(|lifetime| in_scope(item, input.scope, lifetime)).transpose().map(Ok);
    };
    let offer = Offers::default().of(tx, item)?.filter(|offer| offer.id == *taken);
    Ok(offer.map(|offer| Some(offer.pattern)).ok_or_else(|| {
        let message = say!("op-offer-moved", id = item.id);
        Box::new(Output::new(&item.id, DecisionStatus::Changed, message))
    }))
}

/// Returns what a yes covers in a scope; only in one that the item offers, so that nobody gets less or more than they
/// think.
fn in_scope(item: &Item, scope: Option<Scope>, lifetime: Lifetime) -> Result<Pattern> {
    let (id, offered) = (&item.id, item.scopes());
    let names = || offered.iter().map(|(scope, _)| scope.as_str()).collect::<Vec<_>>().join(", ");
    let scope = scope.unwrap_or_default();
    if scope == Scope::Tool && lifetime == Lifetime::Forever {
        return Err(Error::invalid(say!("op-scope-tool-forever")).hint(say!("op-scope-tool-hint")));
    }
    let found = offered.iter().find(|(one, _)| *one == scope).map(|(_, pattern)| pattern.clone());
    found.ok_or_else(|| {
        let error = Error::invalid(say!("op-scope-not-offered", id, scope = scope.as_str()));
        match offered.is_empty() {
            true => error.hint(say!("op-hint-without-always")),
            false => error.hint(say!("op-scope-offered", scopes = names())),
        }
    })
}

/// Returns a pattern as the grant for an item has it.
pub fn as_granted(item: &Item, mut pattern: Pattern) -> Pattern {
    if item.is_rehearsed() && !pattern.is_wide() {
        // Part of the words is not understood: they are bound as one text.
        pattern.script.clone_from(&item.facts.script);
    }
    pattern
}

fn remember(tx: &mut Tx<'_>, item: &Item, pattern: Pattern, input: &Input) -> Result<String> {
    let pattern = as_granted(item, pattern);
    let lifetime = input.always.unwrap_or(Lifetime::Week);
    let now = tx.now();
    let grant = Grant {
        id: tx.new_id(Grant::KIND),
        agent: item.agent.clone(),
        tool: item.tool.clone(),
        pattern,
        lifetime,
        run: (lifetime == Lifetime::Run).then(|| item.run.clone()),
        expires_at: lifetime.ends(now),
        uses_left: input.uses,
        used: 0,
        by: tx.actor().to_string(),
        at: now,
        item: item.id.clone(),
        revoked_at: None,
        rehearsed: item.is_rehearsed(),
    };
    tx.create(&grant)?;
    tx.note("grant_given", json!(grant.id));
    Ok(grant.id)
}

fn apply(tx: &mut Tx<'_>, item: &mut Item) -> Result<Output> {
    let allowed_by = AllowedBy::Person(tx.actor().name.clone());
    match landing::land_item(tx, item, allowed_by)? {
        Landing::Applied(receipt) => Ok(Output::applied(&item.id, *receipt)),
        Landing::Allowed => {
            let said =
                if item.tool == hub::CALL { say!("hub-confirmed") } else { say!("op-function-confirmed") };
            Ok(Output::new(&item.id, DecisionStatus::Confirmed, said))
        }
        Landing::Begun => Ok(Output::new(&item.id, DecisionStatus::Applying, item.summary.clone())),
        Landing::Stale => {
            Ok(Output::new(&item.id, DecisionStatus::Stale, item.error.clone().unwrap_or_default()))
        }
        Landing::Failed(e) => Ok(Output::new(
            &item.id,
            DecisionStatus::Failed,
            say!("op-pending-again-after", said = e.message),
        )),
    }
}
