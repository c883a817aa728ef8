//! Common parts of all decisions: who may decide, what they saw, and what is recorded.

use countersign_words::{Message, say};
use serde_json::json;

use crate::{
    Level,
    answer_status::DecisionStatus,
    authority::{Claim, Control, Seen, habit},
    change_set,
    decision::{Decision, DecisionWord, Shown},
    effect::landing::{self, CallOutcome},
    error::{Error, Result},
    function,
    item::{Item, ItemStatus, Trigger},
    passkey::Proof,
    record::Record,
    run::Run,
    step,
    tx::Tx,
};

/// Says who may say yes to an item, if a rule names them and the caller is not among them: a rule of when it was judged, or
/// of the policy that is in force now.
pub fn not_among(tx: &mut Tx<'_>, item: &Item) -> Result<Option<Message>> {
    let caller = tx.actor().name.clone();
    not_among_for(tx, item, &caller)
}

/// The same of a named person.
pub fn not_among_for(tx: &mut Tx<'_>, item: &Item, person: &str) -> Result<Option<Message>> {
    let mut named = item.deciders.clone();
    if tx.setup().policy.rules().iter().any(|rule| !rule.decided_by.is_empty()) {
        let run: Run = tx.need(&item.run)?;
        let about = json!({"id": run.id, "subject": run.subject(), "cwd": run.cwd, "owner": run.owner});
        let policy = &tx.setup().policy;
        let (tool, args) = function::named_for_policy(&item.tool, &item.args);
        let hits = policy.hits(&tool, item.class, &item.facts, args, &item.agent, &about);
        named.extend(hits.deciders);
    }
    // What a provider says of the groups of somebody who decides elsewhere is not known here.
    let groups = if tx.actor().name == person { tx.actor().groups.clone() } else { Vec::new() };
    let policy = &tx.setup().policy;
    if policy.may_decide(&named, person, &groups) {
        return Ok(None);
    }
    let who = policy.deciders(&named);
    Ok(Some(match who.is_empty() {
        true => say!("op-nobody-may-decide"),
        false => say!("op-only-they-decide", who = who.join(", ")),
    }))
}

/// Why a decision does not count; nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// It was decided before: by whom, how, when.
    AlreadyDecided {
        /// The first decision, in words.
        first: Message,
        /// Whether it was the same answer.
        same: bool,
    },
    /// Another person holds it.
    Claimed(String),
    /// It was never shown to this person.
    NotShown,
    /// It differs from what was shown.
    Changed(Message),
    /// Its time is over.
    Expired,
}

impl Obstacle {
    /// The status word of the answer.
    pub fn status(&self) -> DecisionStatus {
        match self {
            Self::AlreadyDecided { .. } => DecisionStatus::AlreadyDecided,
            Self::Claimed(_) => DecisionStatus::Claimed,
            Self::NotShown => DecisionStatus::NotShown,
            Self::Changed(_) => DecisionStatus::Changed,
            Self::Expired => DecisionStatus::Expired,
        }
    }

    /// In words.
    pub fn message(&self, item: &str) -> Message {
        match self {
            Self::AlreadyDecided { first, .. } => first.clone(),
            Self::Claimed(who) => say!("judge-claimed", who),
            Self::NotShown => say!("judge-not-shown", item),
            Self::Changed(what) => {
                say!("judge-changed-since-looked", said = what, item)
            }
            Self::Expired => say!("judge-nobody-decided-again"),
        }
    }
}

/// Returns why the caller may not answer `word` to the item now, if so.
pub fn obstacle(tx: &mut Tx<'_>, item: &mut Item, word: DecisionWord) -> Result<Option<Obstacle>> {
    if !item.status.is_decidable() {
        return already_decided(tx, item, word).map(Some);
    }
    let now = tx.now();
    if item.expires_at.is_some_and(|t| t <= now) && tx.get::<Control>(Control::FREEZE)?.is_none() {
        expire(tx, item)?;
        return Ok(Some(Obstacle::Expired));
    }
    if tx.is_none::<Claim>()? {
        return Ok(None);
    }
    for id in [item.id.clone(), item.set.clone()] {
        if let Some(claim) = tx.get::<Claim>(&id)?.filter(|c| c.until > now && c.person != tx.actor().name) {
            return Ok(Some(Obstacle::Claimed(claim.person)));
        }
    }
    Ok(None)
}

fn already_decided(tx: &mut Tx<'_>, item: &Item, word: DecisionWord) -> Result<Obstacle> {
    let decision = item.decision.as_ref().map(|id| tx.need::<Decision>(id)).transpose()?;
    Ok(match decision.filter(|d| d.decision != DecisionWord::Deferred) {
        Some(first) => Obstacle::AlreadyDecided {
            same: first.decision == word,
            first: say!(
                "judge-decided-by",
                decision = first.decision.as_str(),
                who = first.by,
                id = first.id,
                status = item.status.as_str()
            ),
        },
        None => Obstacle::AlreadyDecided {
            same: false,
            first: say!("judge-it-is", status = item.status.as_str()),
        },
    })
}

/// Checks whether the digest in the decision, or the one last shown to this person, is current.
pub fn check_digest(tx: &mut Tx<'_>, item: &Item, given: Option<&str>) -> Result<Option<Obstacle>> {
    let digest = match given {
        Some(digest) => digest.to_owned(),
        None => match tx.get::<Seen>(&Seen::key(&tx.actor().name, &item.id))? {
            Some(seen) => seen.digest,
            None => return Ok(Some(Obstacle::NotShown)),
        },
    };
    if digest == item.digest {
        return Ok(None);
    }
    Ok(Some(Obstacle::Changed(say!("judge-now-says", summary = format!("{:?}", item.summary)))))
}

/// Notes that the current version of an item was shown to the caller with its set.
pub fn mark_seen(tx: &mut Tx<'_>, item: &Item) -> Result<()> {
    mark(tx, &item.id, &item.digest, false, false).map(drop)
}

/// Notes that the caller opened the current version of an item itself.
pub fn mark_opened(tx: &mut Tx<'_>, item: &Item) -> Result<()> {
    mark(tx, &item.id, &item.digest, true, false).map(drop)
}

/// Notes that the caller looked at all of the current version of an item, also at what its page cuts.
pub fn mark_whole(tx: &mut Tx<'_>, item: &Item) -> Result<()> {
    mark(tx, &item.id, &item.digest, true, true).map(drop)
}

/// Notes that lines of the current version of an item were looked at, and returns up to which line all of them were.
pub fn mark_lines(tx: &mut Tx<'_>, item: &Item, from: usize, to: usize) -> Result<usize> {
    mark(tx, &item.id, &item.digest, true, false)?;
    let id = Seen::key(&tx.actor().name, &item.id);
    let Some(mut seen) = tx.get::<Seen>(&id)? else { return Ok(0) };
    if from <= seen.lines && to > seen.lines {
        seen.lines = to;
        tx.put(&seen)?;
    }
    Ok(seen.lines)
}

/// Notes that something was shown to the caller with that digest, and returns whether that is new; otherwise
/// nothing is written. Only a person sees things, but not in answers to a self-refreshing page or in an
/// agent's process.
pub fn mark_shown(tx: &mut Tx<'_>, id: &str, digest: &str) -> Result<bool> {
    mark(tx, id, digest, false, false)
}

fn mark(tx: &mut Tx<'_>, id: &str, digest: &str, opened: bool, whole: bool) -> Result<bool> {
    let origin = &tx.call().origin;
    if tx.actor().kind != crate::ActorKind::Person || origin.unattended || origin.agent_process.is_some() {
        return Ok(false);
    }
    let id = Seen::key(&tx.actor().name, id);
    let before = tx.get::<Seen>(&id)?.filter(|seen| seen.digest == digest);
    if before.as_ref().is_some_and(|seen| seen.opened >= opened && seen.whole >= whole) {
        return Ok(false);
    }
    let whole = whole || before.as_ref().is_some_and(|seen| seen.whole);
    let lines = before.map_or(0, |seen| seen.lines);
    let from = tx.call().origin.surface.clone();
    tx.put(&Seen { id, digest: digest.to_owned(), at: tx.now(), opened, whole, lines, from })?;
    Ok(true)
}

/// Records a decision and links it to its item.
pub fn record(
    tx: &mut Tx<'_>,
    item: &mut Item,
    word: DecisionWord,
    reason: Option<&str>,
) -> Result<Decision> {
    record_signed(tx, item, word, reason, None)
}

/// Records a decision that a person made on the hub; nothing is learned from it here.
pub fn record_as(
    tx: &mut Tx<'_>,
    item: &mut Item,
    word: DecisionWord,
    reason: Option<&str>,
    by: String,
) -> Result<Decision> {
    if item.proceeds_at.is_some() && word != DecisionWord::Confirmed {
        step::object(tx, item.step.as_deref())?;
    }
    write(tx, item, word, reason, by, None)
}

/// Like [`record()`], with the person's signature, if there is one.
pub fn record_signed(
    tx: &mut Tx<'_>,
    item: &mut Item,
    word: DecisionWord,
    reason: Option<&str>,
    proof: Option<Box<Proof>>,
) -> Result<Decision> {
    let by = tx.actor().to_string();
    // Otherwise the agent could just propose it again.
    if item.proceeds_at.is_some() && word != DecisionWord::Confirmed {
        step::object(tx, item.step.as_deref())?;
    }
    write(tx, item, word, reason, by, proof)
}

/// The decider of items that nobody objected to in time. It is not a person, and nothing is learned from it.
pub const TIMEOUT: &str = "timeout";

/// Records that nobody objected to an item in time.
pub fn record_timeout(tx: &mut Tx<'_>, item: &mut Item) -> Result<Decision> {
    write(tx, item, DecisionWord::Confirmed, None, TIMEOUT.to_owned(), None)
}

fn write(
    tx: &mut Tx<'_>,
    item: &mut Item,
    word: DecisionWord,
    reason: Option<&str>,
    by: String,
    proof: Option<Box<Proof>>,
) -> Result<Decision> {
    // A transport can say how well it separates persons and agents; only a signature counts as one.
    let level = if proof.is_some() { Level::Passkey } else { tx.call().origin.level.unsigned() };
    let shown = shown(tx, item)?;
    if by != TIMEOUT {
        tx.note(Shown::NOTE, json!(shown));
    }
    let decision = Decision {
        id: tx.new_id(Decision::KIND),
        item: item.id.clone(),
        set: item.set.clone(),
        run: item.run.clone(),
        agent: item.agent.clone(),
        tool: item.tool.clone(),
        summary: item.summary.clone(),
        subject: item.subject.clone(),
        decision: word,
        reason: reason.map(crate::redact::text),
        by,
        at: tx.now(),
        from: tx.call().origin.surface.clone(),
        digest: item.digest.clone(),
        shown,
        level,
        proof,
        failed: None,
        withdrawn: false,
        shape: habit::learned(tx.actor(), word, &item.facts),
    };
    tx.create(&decision)?;
    item.decision = Some(decision.id.clone());
    item.reason = decision.reason.as_ref().map(Message::from);
    item.decided_at = (word != DecisionWord::Deferred).then_some(tx.now());
    item.told &= word == DecisionWord::Deferred;
    tx.about(Some(&item.run), Some(&item.tool));
    Ok(decision)
}

/// Returns what the caller was shown of the current version of an item; None if nothing was.
fn shown(tx: &mut Tx<'_>, item: &Item) -> Result<Option<Shown>> {
    let seen = tx.get::<Seen>(&Seen::key(&tx.actor().name, &item.id))?;
    Ok(seen.filter(|seen| seen.digest == item.digest).map(|seen| Shown {
        at: seen.at,
        from: seen.from,
        opened: seen.opened,
        whole: seen.whole || item.preview.not_shown.is_empty(),
    }))
}

/// Notes on the approval of an item that its effect did not land, and why.
pub fn note_failure(tx: &mut Tx<'_>, item: &Item) -> Result<()> {
    let decision = item.decision.as_deref().map(|id| tx.get::<Decision>(id)).transpose()?.flatten();
    let Some(mut decision) = decision.filter(|d| d.decision == DecisionWord::Confirmed) else {
        return Ok(());
    };
    decision.failed.clone_from(&item.error);
    tx.put(&decision)
}

/// Rejects an item and everything that waits for it, each with the person's reason.
pub fn reject(tx: &mut Tx<'_>, item: &mut Item, reason: Option<&str>) -> Result<()> {
    let by = tx.actor().to_string();
    reject_as(tx, item, reason, by)
}

/// The same, by whoever said so on the hub.
pub fn reject_as(tx: &mut Tx<'_>, item: &mut Item, reason: Option<&str>, by: String) -> Result<()> {
    record_as(tx, item, DecisionWord::Rejected, reason, by)?;
    landing::drop_secret_args(tx, item)?;
    change_set::step(tx, item, Trigger::Reject)?;
    landing::note_named(tx, &item.run, &item.tool, &item.args, CallOutcome::Rejected);
    lose_children(tx, &item.id, say!("judge-was-rejected", item = item.id))
}

/// Rejects the items that wait for one that will never land.
pub fn lose_children(tx: &mut Tx<'_>, parent: &str, why: impl Into<Message>) -> Result<()> {
    let why = why.into();
    for mut child in change_set::children(tx, parent)? {
        landing::drop_secret_args(tx, &mut child)?;
        child.reason = Some(say!("judge-needed-result", item = parent, said = &why));
        child.decided_at = Some(tx.now());
        child.told = false;
        change_set::step(tx, &mut child, Trigger::Reject)?;
        let why = say!("judge-rejected-with-parent", item = child.id);
        lose_children(tx, &child.id, why)?;
    }
    Ok(())
}

/// Ends an expired item.
pub fn expire(tx: &mut Tx<'_>, item: &mut Item) -> Result<()> {
    item.decided_at = Some(tx.now());
    item.told = false;
    landing::drop_secret_args(tx, item)?;
    change_set::step(tx, item, Trigger::Expire)?;
    lose_children(tx, &item.id, say!("judge-nobody-decided"))
}

/// Resolves `given` to an item that the caller may see.
pub fn find_item(tx: &mut Tx<'_>, given: &str) -> Result<Item> {
    let item: Item = tx.find(given)?;
    if tx.actor().kind == crate::ActorKind::Agent && item.agent != tx.actor().name {
        return Err(Error::not_found(say!("judge-not-yours", kind = "item", id = given)));
    }
    Ok(item)
}

/// Returns the parent that an item waits for, if that has not landed.
pub fn waits_for(tx: &mut Tx<'_>, item: &Item) -> Result<Option<Item>> {
    for parent in &item.depends_on {
        let parent: Item = tx.need(parent)?;
        if parent.status != ItemStatus::Applied {
            return Ok(Some(parent));
        }
    }
    Ok(None)
}
