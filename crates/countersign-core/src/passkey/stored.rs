//! Verifies stored signatures: every proof against what it claims to prove, and that none is missing.

use std::collections::BTreeMap;

use countersign_words::{Message, say};

use super::{Proof, Statement};
use crate::{
    ActorKind, Level,
    audit::Bad,
    decision::{Decision, DecisionWord},
    error::Result,
    item::Item,
    judge::Class,
    passkey::Passkey,
    record::{Key, Record},
    store::Base,
};

/// How many records are read at a time.
const PAGE: usize = 1000;

/// The result.
#[derive(Debug, Default)]
pub struct Signatures {
    /// How many answers to items have a valid signature.
    pub good: u64,
    /// The first invalid one.
    pub bad: Option<Bad>,
}

/// Checks every signature that the records hold.
pub fn check(base: &mut dyn Base) -> Result<Signatures> {
    let mut known = Known::default();
    let unread = each(base, "", |_, passkey: Passkey| {
        known.passkeys.insert(passkey.id.clone(), passkey);
        Ok(None)
    })?;
    let mut bad = unread.or_else(|| {
        known.passkeys.values().find_map(|p| known.passkey_flaw(p).map(|what| bad_at::<Passkey>(&p.id, what)))
    });
    // Most homes have no passkeys; then only records that claim a signature are checked.
    let holding = if known.passkeys.is_empty() { "passkey" } else { "" };
    let mut good = 0;
    if bad.is_none() {
        bad = each(base, holding, |base, decision: Decision| {
            let what = known.decision_flaw(base, &decision)?;
            good += u64::from(what.is_none() && decision.proof.is_some());
            Ok(what)
        })?;
    }
    if bad.is_none() {
        bad = each(base, "\"approvals\"", |_, item: Item| Ok(known.approvals_flaw(&item)))?;
    }
    Ok(Signatures { good, bad })
}

fn bad_at<R: Record>(id: &str, what: Message) -> Bad {
    Bad { at: format!("{} {id}", R::KIND.name).into(), what }
}

/// Checks the records of a kind whose text contains `holding`, until one has a flaw.
fn each<R: Record>(
    base: &mut dyn Base,
    holding: &str,
    mut forecast: impl FnMut(&mut dyn Base, R) -> Result<Option<Message>>,
) -> Result<Option<Bad>> {
    let mut after = String::new();
    loop {
        let page = base.records_after(R::KIND.name, &after, PAGE)?;
        let ours = page.iter().take_while(|raw| raw.kind == R::KIND.name);
        for raw in ours.filter(|raw| raw.doc.contains(holding)) {
            let what = match serde_json::from_str(&raw.doc) {
                Ok(record) => forecast(base, record)?,
                Err(_) => Some(say!("judge-unreadable")),
            };
            if let Some(what) = what {
                return Ok(Some(bad_at::<R>(&raw.id, what)));
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE && last.kind == R::KIND.name => after.clone_from(&last.id),
            _ => return Ok(None),
        }
    }
}

/// All stored passkeys.
#[derive(Default)]
struct Known {
    passkeys: BTreeMap<String, Passkey>,
}

impl Known {
    /// Returns what is wrong with a proof that somebody said something at `at`; `person` is who, if known.
    fn proof_flaw(
        &self,
        proof: &Proof,
        statement: &Statement,
        person: Option<&str>,
        at: u64,
    ) -> Option<Message> {
        let Some(passkey) = self.passkeys.get(&proof.passkey) else {
            return Some(say!("judge-signed-unknown", passkey = proof.passkey));
        };
        if passkey.public_key != proof.public_key || passkey.rp_id != proof.rp_id {
            return Some(say!("judge-signed-other-key", passkey = passkey.id));
        }
        if person.is_some_and(|name| name != passkey.person) {
            return Some(say!("judge-signed-other-person", who = passkey.person));
        }
        if at < passkey.created_at || passkey.revoked_at.is_some_and(|end| end < at) || proof.expires_at <= at
        {
            return Some(say!("judge-signed-when", passkey = passkey.id));
        }
        proof
            .check(statement, &passkey.person)
            .err()
            .map(|flaw| say!("judge-signed-flaw", said = flaw.message()))
    }

    /// Whether a person had a passkey then, and so had to sign.
    fn had_to_sign(&self, person: &str, at: u64) -> bool {
        self.passkeys.values().any(|p| p.person == person && p.counted_at(at))
    }

    fn passkey_flaw(&self, passkey: &Passkey) -> Option<Message> {
        let added = match &passkey.added_by {
            Some(proof) => {
                let (credential, public_key) = (passkey.credential_id.clone(), passkey.public_key.clone());
                let statement = Statement::Add { credential, public_key };
                self.proof_flaw(proof, &statement, Some(&passkey.person), passkey.created_at)
            }
            None => self
                .had_to_sign(&passkey.person, passkey.created_at)
                .then(|| say!("judge-passkey-let-in", who = passkey.person)),
        };
        let revoked = || {
            let statement = Statement::Revoke { passkey: passkey.id.clone() };
            let person = passkey.revoked_by.as_deref().and_then(person_name);
            match (&passkey.revoked_with, passkey.revoked_at) {
                (Some(proof), Some(at)) => self.proof_flaw(proof, &statement, person, at),
                (None, Some(_)) => person.map(|name| say!("judge-passkey-revoked-unsigned", who = name)),
                (_, None) => None,
            }
        };
        added.or_else(revoked)
    }

    fn decision_flaw(&self, base: &mut dyn Base, decision: &Decision) -> Result<Option<Message>> {
        let person = person_name(&decision.by);
        if let Some(proof) = &decision.proof {
            let statement = Statement::Decide {
                item: decision.item.clone(),
                digest: decision.digest.clone(),
                decision: decision.decision,
            };
            return Ok(self.proof_flaw(proof, &statement, person, decision.at));
        }
        if decision.level == Level::Passkey {
            return Ok(Some(say!("judge-said-signed")));
        }
        let Some(person) = person.filter(|name| self.had_to_sign(name, decision.at)) else { return Ok(None) };
        if decision.decision != DecisionWord::Confirmed {
            return Ok(None);
        }
        let item = base.get(&Key::of::<Item>(&decision.item))?;
        let item: Option<Item> = item.map(|stored| stored.row.read()).transpose()?;
        // After an edit the item may differ from the one that was confirmed.
        let missing = item.is_some_and(|i| i.class == Class::Destructive && i.digest == decision.digest);
        Ok(missing.then(|| say!("judge-destructive-unsigned", who = person)))
    }

    fn approvals_flaw(&self, item: &Item) -> Option<Message> {
        let destructive = item.class == Class::Destructive;
        item.approvals.iter().find_map(|approval| match &approval.proof {
            Some(proof) => {
                let statement = Statement::Decide {
                    item: item.id.clone(),
                    digest: approval.digest.clone(),
                    decision: DecisionWord::Confirmed,
                };
                self.proof_flaw(proof, &statement, Some(&approval.person), approval.at)
            }
            None => (destructive
                && approval.digest == item.digest
                && self.had_to_sign(&approval.person, approval.at))
            .then(|| say!("judge-yes-unsigned", who = approval.person)),
        })
    }
}

/// The name in `person:ana`.
fn person_name(actor: &str) -> Option<&str> {
    actor.strip_prefix(ActorKind::Person.as_str())?.strip_prefix(':')
}
