//! `hub.decide`: a gate carries out a decision of its hub, if it is what it claims to be. Everything is checked here
//! as for a person at this gate; only the hub's word that this person said so is taken, signed by its log.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    Hub, HubItem, UsedDecision,
    answer::{End, SignedDecision},
    outbox::{SYSTEM, may_be_decided_there},
};
use crate::{
    ActorKind, Outcome,
    authority::Control,
    change_set,
    decision::DecisionWord,
    effect::landing::{self, Landing},
    error::{Error, Result},
    item::{Item, ItemStatus, Trigger, decide},
    judge::Class,
    op::{Answer, Op},
    passkey::live,
    receipt::AllowedBy,
    run::Run,
    server::pins,
    tx::Tx,
};

/// The most persons that one decision names.
const PERSONS_MOST: usize = 100;

/// The longest reason.
const REASON_BYTES: usize = 16 << 10;

/// See the module.
pub struct HubDecide;

/// A decision of the hub.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HubDecideInput {
    /// As the hub signed it.
    pub decision: SignedDecision,
    /// The item that the gate asked about.
    pub asked: String,
}

/// What became of a decision of the hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Taken {
    /// It counts.
    Counts,
    /// Another decision was first.
    Second,
    /// It does not count here.
    Refused,
    /// The hub said what is not so.
    Lie,
}

/// What became of a decision of the hub.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct HubDecideOutput {
    /// The item.
    pub item: String,
    /// What became of it.
    pub taken: Taken,
    /// In words.
    pub message: Message,
}

impl Op for HubDecide {
    const NAME: &'static str = "hub.decide";
    const DOC: &'static str = "Carry out a decision of the hub, if it counts here";
    const AUDIENCE: &'static [ActorKind] = SYSTEM;
    const HTTP: &'static str = "POST /v1/hub/decide";
    const CLI: &'static str = "";
    type Input = HubDecideInput;
    type Output = HubDecideOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &HubDecideInput) -> Result<HubDecideOutput> {
        let Some(hub) = tx.get::<Hub>(Hub::ID)? else { return Err(Error::conflict(say!("hub-none"))) };
        let made = &input.decision;
        let told = |taken, message| HubDecideOutput { item: input.asked.clone(), taken, message };
        if let Some(why) = lie(tx, &hub, input)? {
            return Ok(told(Taken::Lie, alarm(tx, hub, &input.asked, why)?));
        }
        let mut item: Item = tx.need(&input.asked)?;
        let mut asked: HubItem = tx.need(&input.asked)?;
        tx.about(Some(&item.run), Some(&item.tool));
        if let Some(used) = tx.get::<UsedDecision>(&made.id)? {
            let status = say!("judge-it-is", status = item.status.as_str());
            if asked.decision.as_ref() == Some(&made.id) {
                return Ok(told(Taken::Counts, status));
            }
            if !item.status.is_decidable() {
                return Ok(told(Taken::Second, status));
            }
            if asked.tell.is_some() {
                return Ok(told(Taken::Refused, status));
            }
            let why = say!("hub-lie-replayed", item = used.item);
            return Ok(told(Taken::Lie, alarm(tx, hub, &input.asked, why)?));
        }
        tx.create(&UsedDecision { id: made.id.clone(), item: item.id.clone(), at: tx.now() })?;
        if !item.status.is_decidable() {
            return Ok(told(Taken::Second, say!("judge-it-is", status = item.status.as_str())));
        }
        if let Some(why) = refusal(tx, &mut item, made)? {
            asked.tell = item.status.is_decidable().then(|| End::Again { why: why.to_string() });
            tx.put(&asked)?;
            return Ok(told(Taken::Refused, why));
        }
        asked.decision = Some(made.id.clone());
        tx.put(&asked)?;
        let message = carry_out(tx, &hub, item, made)?;
        Ok(told(Taken::Counts, message))
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        Ok(Answer { value: output, outcome: Outcome::Done, ..finished })
    }

    fn outcome(output: &HubDecideOutput) -> Outcome {
        match output.taken {
            Taken::Counts => Outcome::Done,
            Taken::Second => Outcome::Stale,
            Taken::Refused | Taken::Lie => Outcome::Refused,
        }
    }
}

/// Returns what a hub cannot truthfully say, if it said so.
fn lie(tx: &mut Tx<'_>, hub: &Hub, input: &HubDecideInput) -> Result<Option<Message>> {
    let made = &input.decision;
    if !made.is_signed_by(&hub.key) {
        return Ok(Some(say!("hub-lie-signature")));
    }
    if Some(&made.gate) != hub.gate.as_ref() || made.item != input.asked {
        return Ok(Some(say!("hub-lie-other")));
    }
    let (Some(item), Some(asked)) = (tx.get::<Item>(&made.item)?, tx.get::<HubItem>(&made.item)?) else {
        return Ok(Some(say!("hub-lie-unknown")));
    };
    if made.digest != asked.digest && !asked.before.contains(&made.digest) {
        return Ok(Some(say!("hub-lie-digest", item = item.id)));
    }
    let is_word = made.decision != DecisionWord::Deferred;
    let named =
        !made.by.is_empty() && made.by.len() <= PERSONS_MOST && made.by.iter().all(|name| is_name(name));
    let plain = |id: &str| id.len() <= 64 && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let short = made.reason.as_ref().is_none_or(|reason| reason.len() <= REASON_BYTES);
    Ok((!is_word || !named || !plain(&made.id) || !short).then(|| say!("hub-lie-other")))
}

fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@');
    !name.is_empty() && name.chars().count() <= 64 && name.chars().all(plain)
}

/// Keeps what the hub said that is not so, for persons here, and tells the hub.
fn alarm(tx: &mut Tx<'_>, mut hub: Hub, asked: &str, why: Message) -> Result<Message> {
    hub.alert = Some(why.clone());
    tx.put(&hub)?;
    tx.note("hub_lied", json!(why));
    if let Some(mut item) = tx.get::<HubItem>(asked)?.filter(|item| !item.over && item.decision.is_none()) {
        item.tell = Some(End::Again { why: why.to_string() });
        tx.put(&item)?;
    }
    Ok(why)
}

/// Returns why a decision that the hub truly made does not count here, if so.
fn refusal(tx: &mut Tx<'_>, item: &mut Item, made: &SignedDecision) -> Result<Option<Message>> {
    if let Some(obstacle) = decide::obstacle(tx, item, made.decision)? {
        return Ok(Some(obstacle.message(&item.id)));
    }
    if made.digest != item.digest {
        return Ok(Some(say!("hub-changed-since")));
    }
    if !may_be_decided_there(&tx.setup().policy, item) {
        return Ok(Some(say!("hub-decided-here", decides = tx.setup().policy.hub().as_str())));
    }
    if made.decision == DecisionWord::Rejected {
        return Ok(None);
    }
    if item.status == ItemStatus::Stale {
        return Ok(Some(item.error.clone().unwrap_or_default()));
    }
    if let Some(control) = tx.get::<Control>(Control::FREEZE)? {
        return Ok(Some(say!("op-froze-thaw", who = control.by)));
    }
    if item.unbound || decide::waits_for(tx, item)?.is_some() {
        return Ok(Some(say!("judge-it-is", status = ItemStatus::Blocked.as_str())));
    }
    let run: Run = tx.need(&item.run)?;
    let mut by = made.by.clone();
    by.sort();
    by.dedup();
    for person in &by {
        if let Some(message) = decide::not_among_for(tx, item, person)? {
            return Ok(Some(Message::joined(": ", [Message::from(person.clone()), message])));
        }
        if item.owner_excluded && run.owner.as_ref() == Some(person) {
            return Ok(Some(say!("op-not-the-owner")));
        }
        // Whoever signs such a call here signs it here: no other machine can say that they did.
        if item.class == Class::Destructive && !live::of_person(tx, person)?.is_empty() {
            return Ok(Some(say!("hub-passkey-here", who = person.clone())));
        }
    }
    if (by.len() as u64) < u64::from(item.approvers) {
        return Ok(Some(say!("op-approvals", have = by.len(), want = item.approvers as usize)));
    }
    Ok(None)
}

/// Records the decision and begins its effect.
fn carry_out(tx: &mut Tx<'_>, hub: &Hub, mut item: Item, made: &SignedDecision) -> Result<Message> {
    // No name has a space: this is nobody's here.
    let by = format!("{} via hub {}", made.by.join(" and "), hub.name.as_deref().unwrap_or_default());
    let reason = made.reason.as_deref();
    if made.decision == DecisionWord::Rejected {
        decide::reject_as(tx, &mut item, reason, format!("person:{by}"))?;
        return Ok(say!("op-rejected", said = item.summary));
    }
    decide::record_as(tx, &mut item, DecisionWord::Confirmed, reason, format!("person:{by}"))?;
    pins::accept_with(tx, &item)?;
    change_set::pass(&mut item, Trigger::Confirm)?;
    Ok(match landing::land_item(tx, &mut item, AllowedBy::Person(by))? {
        Landing::Applied(receipt) => receipt.summary,
        Landing::Allowed | Landing::Begun => item.summary,
        Landing::Stale => item.error.unwrap_or_default(),
        Landing::Failed(e) => say!("op-pending-again-after", said = e.message),
    })
}
