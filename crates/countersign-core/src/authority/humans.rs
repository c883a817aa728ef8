//! Whether two approvals come from two humans: who created whom, and what shows that a person acted
//! themselves.
//!
//! Whoever creates a token or a sign-in link sees it, and could use it. So a person, the person who created
//! one of their tokens or sessions, the creator of that person's tokens, and so on, may all be one human, and
//! so may two persons created by the same third person. Such persons count as two humans for one item only if
//! each approval shows that its person gave it:
//! - the two came from processes of two different operating system users, neither of them root, as the kernel
//!   says; or
//! - each was signed with its person's own passkey.
//!
//! Somebody who signs in through a provider and has a token that was made here as well would have two names. So a
//! person whom a provider knows and one whom it does not know count as two humans only if the same is shown.
//!
//! # Limitations
//! An admin who invents a person and registers a second authenticator for them signs as both. The log shows
//! who created whom.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    ActorKind, error::Result, item::Approval, person::sign_in, record::Record, store::Scan, token::Token,
    tx::Tx,
};

/// Who created the tokens and sessions of each person, other than themselves; includes expired and revoked
/// ones.
pub struct Makers {
    makers: BTreeMap<String, BTreeSet<String>>,
    /// The operating system users to whom each person's tokens and sessions are bound.
    users: BTreeMap<String, BTreeSet<u32>>,
    /// Who has signed in through a provider, to which each is somebody else.
    provided: BTreeSet<String>,
}

impl Makers {
    /// Reads them from the records of tokens, and from the log for older records without a creator.
    pub fn read(tx: &mut Tx<'_>) -> Result<Self> {
        let provided = sign_in::identities(tx)?.into_iter().map(|identity| identity.person).collect();
        let mut found = Self { makers: BTreeMap::new(), users: BTreeMap::new(), provided };
        let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
        for token in tokens.into_iter().filter(|t| t.kind == ActorKind::Person) {
            if let Some(uid) = token.uid {
                found.users.entry(token.name.clone()).or_default().insert(uid);
            }
            let maker = match token.owner.clone() {
                Some(owner) => Some(owner),
                None => match made_by_event(&token.id) {
                    Some(seq) => tx.event(seq)?.map(|event| event.actor),
                    None => None,
                },
            };
            let maker = maker.map(|m| m.strip_prefix("person:").unwrap_or(&m).to_owned());
            if let Some(maker) = maker.filter(|m| *m != token.name) {
                found.makers.entry(token.name).or_default().insert(maker);
            }
        }
        Ok(found)
    }

    /// Returns a person and everybody who created them, directly or indirectly.
    fn lineage(&self, person: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut next = vec![person.to_owned()];
        while let Some(name) = next.pop() {
            next.extend(self.makers.get(&name).into_iter().flatten().cloned());
            if !found.insert(name) {
                continue;
            }
            next.retain(|name| !found.contains(name));
        }
        found
    }

    /// Says why two persons may be one human: who created whom. None if nobody created both.
    pub fn link(&self, one: &str, other: &str) -> Option<String> {
        let (above_one, above_other) = (self.lineage(one), self.lineage(other));
        if above_other.contains(one) {
            return Some(format!("{one} made {other}"));
        }
        if above_one.contains(other) {
            return Some(format!("{other} made {one}"));
        }
        if let Some(maker) = above_one.intersection(&above_other).next() {
            return Some(format!("{maker} made {one} and {other}"));
        }
        match (self.provided.contains(one), self.provided.contains(other)) {
            (true, false) => Some(format!("{one} signs in through a provider that does not know {other}")),
            (false, true) => Some(format!("{other} signs in through a provider that does not know {one}")),
            _ => None,
        }
    }

    /// Says why an approval may be by the same human as an earlier one.
    pub fn same_human(&self, before: &[Approval], yes: &Approval) -> Option<String> {
        before.iter().filter(|b| !shown_apart(b, yes)).find_map(|b| self.link(&b.person, &yes.person))
    }

    /// Says why an approval may be by an excluded person. There is no approval of that person to compare
    /// with, so another operating system user is recognised by those to whom the person's tokens are bound.
    pub fn may_be(&self, excluded: &str, yes: &Approval) -> Option<String> {
        let users = self.users.get(excluded);
        let other_user = real_user(yes).is_some_and(|uid| users.is_some_and(|users| !users.contains(&uid)));
        if yes.proof.is_some() || other_user {
            return None;
        }
        self.link(excluded, &yes.person)
    }
}

/// Returns the number of the event that created a record, from its id.
fn made_by_event(id: &str) -> Option<u64> {
    id.strip_prefix(Token::KIND.prefix)?.split('-').next()?.parse().ok()
}

/// Whether two approvals show that each was given by its own person.
fn shown_apart(one: &Approval, other: &Approval) -> bool {
    let users = matches!((real_user(one), real_user(other)), (Some(a), Some(b)) if a != b);
    let signed = match (&one.proof, &other.proof) {
        (Some(a), Some(b)) => a.passkey != b.passkey && a.public_key != b.public_key,
        _ => false,
    };
    users || signed
}

/// Returns the operating system user whose process gave an approval; root can act as anyone, so it proves
/// nothing.
fn real_user(yes: &Approval) -> Option<u32> {
    yes.uid.filter(|uid| *uid != 0)
}
