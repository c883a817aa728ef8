//! `person.list` and `person.remove`: who is on the team, and taking one off it.

use std::collections::BTreeSet;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sign_in;
use crate::{
    Actor, ActorKind, Role,
    authority::{Claim, Grant, Link, operations::Nothing},
    error::{Error, Result},
    inbox::views::SavedView,
    item::Item,
    judge::Mode,
    mode::{self, StandingMode},
    op::Op,
    passkey::{Assertion, live},
    plan::{self, Plan, PlanStatus},
    record::Record,
    store::Scan,
    text,
    token::Token,
    trust::StandingTrust,
    tx::Tx,
    webhook::push,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// Lists persons.
pub struct PersonList;

/// A person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonView {
    /// Their name.
    pub name: String,
    /// The most that one of their tokens allows.
    pub role: Role,
    /// The groups of the policy that they are in.
    pub groups: Vec<String>,
    /// How many tokens that count they have, browsers besides.
    pub tokens: usize,
    /// On how many browsers and phones they are signed in.
    pub sessions: usize,
    /// How many passkeys they have.
    pub passkeys: usize,
    /// How many agents and verifiers run on their behalf.
    pub agents: usize,
}

/// The persons of the team.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct PersonListOutput {
    /// By name.
    pub persons: Vec<PersonView>,
}

impl Op for PersonList {
    const NAME: &'static str = "person.list";
    const DOC: &'static str = "List the persons of the team: their roles, groups and devices";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/persons";
    const CLI: &'static str = "people list";
    type Input = Nothing;
    type Output = PersonListOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<PersonListOutput> {
        let tokens = counting(tx)?;
        let mut persons = Vec::new();
        for (name, role) in super::known(tx)? {
            let own = |t: &&Token| t.kind == ActorKind::Person && t.name == name;
            let (sessions, kept): (Vec<&Token>, Vec<&Token>) =
                tokens.iter().filter(own).partition(|t| t.session);
            let provided: Vec<String> = sessions.iter().flat_map(|t| t.groups.clone()).collect();
            let groups = tx.setup().policy.groups_of(&name, &provided);
            let agents =
                tokens.iter().filter(|t| t.kind != ActorKind::Person && t.whose() == Some(&name)).count();
            let (tokens, sessions) = (kept.len(), sessions.len());
            let passkeys = live::of_person(tx, &name)?.len();
            persons.push(PersonView { name, role, groups, tokens, sessions, passkeys, agents });
        }
        Ok(PersonListOutput { persons })
    }
}

/// Returns the tokens that count.
fn counting(tx: &mut Tx<'_>) -> Result<Vec<Token>> {
    let now = tx.now();
    let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
    Ok(tokens.into_iter().filter(|t| t.lapsed(now).is_none()).collect())
}

/// Removes a person.
pub struct PersonRemove;

/// Whom, and why.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonRemoveInput {
    /// The person.
    pub name: String,
    /// The reason, which is logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The caller's signature, needed if the caller has a passkey: see `passkey.authorize`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assertion: Option<Assertion>,
}

/// What ended with them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonRemoveOutput {
    /// The person.
    pub name: String,
    /// Tokens and sessions that were revoked, those of agents on their behalf included.
    pub tokens: usize,
    /// Other persons for whom they made a token or a sign-in link, which they saw: these still count.
    pub made: Vec<String>,
    /// Grants, trusted folders and modes of theirs that ended: what they covered is asked about again.
    pub permissions: usize,
    /// Open items that lost an approval, a claim or an assignment of theirs.
    pub items: usize,
    /// In words.
    pub message: Message,
}

impl Op for PersonRemove {
    const NAME: &'static str = "person.remove";
    const DOC: &'static str =
        "Remove a person who leaves: all that signs them in, and all that rests on their word, ends at once";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const ROLE: Role = Role::Admin;
    const HTTP: &'static str = "POST /v1/persons/{name}/remove";
    const CLI: &'static str = "people remove {name} --reason {reason}";
    type Input = PersonRemoveInput;
    type Output = PersonRemoveOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &PersonRemoveInput) -> Result<PersonRemoveOutput> {
        let name = input.name.as_str();
        // Also of somebody whose last token has ended something may remain.
        let tokens: Vec<Token> = tx.list(&Scan::prefix(Token::KIND.name, "token.at", ""))?;
        if !tokens.iter().any(|t| t.kind == ActorKind::Person && t.name == name) {
            let names = super::known(tx)?.into_keys().collect::<Vec<_>>().join(", ");
            return Err(Error::not_found(say!("op-no-person", name = text::visible(name).text))
                .hint(say!("op-no-person-hint", names)));
        }
        if tx.actor().name == name {
            return Err(Error::conflict(say!("op-remove-yourself")).hint(say!("op-remove-yourself-hint")));
        }
        live::vouch(tx, input.assertion.as_ref())?;
        // The caller is an admin and stays; so that nobody is locked out, one whose token does not end must stay.
        let lasting = |t: &Token| {
            t.kind == ActorKind::Person
                && t.role == Role::Admin
                && t.expires_at.is_none()
                && t.scopes.is_empty()
        };
        if !counting(tx)?.iter().any(|t| lasting(t) && t.name != name) {
            return Err(Error::conflict(say!("op-last-admin-token")).hint(say!("op-hint-make-another-first")));
        }
        let tokens = revoke_tokens(tx, name)?;
        let permissions = end_permissions(tx, name)?;
        let items = leave_items(tx, name)?;
        for view in
            tx.list::<SavedView>(&Scan::prefix(SavedView::KIND.name, "view.person", &format!("{name}/")))?
        {
            tx.delete::<SavedView>(&view.id)?;
        }
        pause_plans(tx, name)?;
        sign_in::bar(tx, name)?;
        let made = made_by(tx, name)?;
        let mut said = vec![say!("op-person-removed", name, n = tokens)];
        let named = named_in_policy(tx, name);
        if !named.is_empty() {
            said.push(say!("op-person-still-named", places = named.join(", ")));
        }
        if !made.is_empty() {
            said.push(say!("op-person-made-others", names = made.join(", ")));
        }
        let message = Message::joined(". ", &said);
        Ok(PersonRemoveOutput { name: name.to_owned(), tokens, made, permissions, items, message })
    }
}

/// Returns the groups of the policy in which the name remains: another person of that name would be in them.
fn named_in_policy(tx: &Tx<'_>, name: &str) -> Vec<String> {
    let policy = &tx.setup().policy;
    let groups = policy.groups().iter().filter(|(_, persons)| persons.iter().any(|p| p == name));
    let groups = groups.map(|(group, _)| format!("@{group}"));
    let rules = policy.rules().iter().filter(|rule| rule.decided_by.iter().any(|p| p == name));
    groups.chain(rules.map(|rule| format!("{:?}", rule.name))).collect()
}

fn revoke_tokens(tx: &mut Tx<'_>, name: &str) -> Result<usize> {
    let mut ended = 0;
    for mut token in counting(tx)?.into_iter().filter(|t| t.whose() == Some(name)) {
        token.revoked_at = Some(tx.now());
        tx.put(&token)?;
        push::forget(tx, &token.id)?;
        ended += 1;
    }
    let links: Vec<Link> = tx.list(&Scan::prefix(Link::KIND.name, "link.end", ""))?;
    let actor = Actor::person(name).to_string();
    for link in links.into_iter().filter(|link| link.name == name || link.by == name || link.by == actor) {
        tx.delete::<Link>(&link.id)?;
    }
    Ok(ended)
}

fn end_permissions(tx: &mut Tx<'_>, name: &str) -> Result<usize> {
    let mut ended = 0;
    let actor = Actor::person(name).to_string();
    let is_theirs = |by: &str| by == name || by == actor;
    let grants: Vec<Grant> = tx.list(&Scan::prefix(Grant::KIND.name, "grant.live", ""))?;
    for mut grant in grants.into_iter().filter(|g| is_theirs(&g.by)) {
        grant.revoked_at = Some(tx.now());
        tx.put(&grant)?;
        ended += 1;
    }
    let trusts: Vec<StandingTrust> = tx.list(&Scan::prefix(StandingTrust::KIND.name, "trust.at", ""))?;
    for trust in trusts.into_iter().filter(|t| is_theirs(&t.by)) {
        tx.delete::<StandingTrust>(&trust.id)?;
        ended += 1;
    }
    let modes: Vec<StandingMode> = tx.list(&Scan::prefix(StandingMode::KIND.name, "mode.at", ""))?;
    // One that always asks loosens nothing, and stays.
    for mode in modes.into_iter().filter(|m| is_theirs(&m.by) && m.mode != Mode::Manual) {
        tx.delete::<StandingMode>(&mode.id)?;
        mode::put_in_force(tx, &mode)?;
        ended += 1;
    }
    Ok(ended)
}

/// Pauses the plans that they approved: somebody else says whether they go on.
fn pause_plans(tx: &mut Tx<'_>, name: &str) -> Result<()> {
    for mut plan in tx.list::<Plan>(&Scan::prefix(Plan::KIND.name, "plan.active", ""))? {
        let going = matches!(plan.status, PlanStatus::Approved | PlanStatus::Stepwise);
        if going && plan.approved_by.as_deref() == Some(name) {
            plan::pause(tx, &mut plan, &say!("op-plan-of-who-left", who = name))?;
        }
    }
    Ok(())
}

/// Returns for whom they made tokens that count: they saw these.
fn made_by(tx: &mut Tx<'_>, name: &str) -> Result<Vec<String>> {
    let actor = Actor::person(name).to_string();
    let theirs = |t: &Token| t.owner.as_deref().is_some_and(|by| by == name || by == actor);
    let made =
        counting(tx)?.into_iter().filter(|t| t.kind == ActorKind::Person && t.name != name && theirs(t));
    let made: BTreeSet<String> = made.map(|t| t.name).collect();
    Ok(made.into_iter().collect())
}

/// Takes their approvals, claims and assignments off what waits: each leaves others free to decide it.
fn leave_items(tx: &mut Tx<'_>, name: &str) -> Result<usize> {
    let mut left = 0;
    let open: Vec<Item> = tx.list(&Scan::prefix(Item::KIND.name, "item.open", ""))?;
    for mut item in open {
        let claimed = [item.id.clone(), item.set.clone()];
        let claimed: Vec<String> = theirs(tx, name, claimed)?;
        let approved = item.approvals.iter().any(|yes| yes.person == name);
        let assigned = item.assigned_to.as_deref() == Some(name);
        for id in &claimed {
            tx.delete::<Claim>(id)?;
        }
        if approved {
            item.approvals.retain(|yes| yes.person != name);
        }
        if assigned {
            item.assigned_to = None;
        }
        if approved || assigned {
            tx.put(&item)?;
        }
        left += usize::from(!claimed.is_empty() || approved || assigned);
    }
    Ok(left)
}

/// Returns which of them a person holds.
fn theirs(tx: &mut Tx<'_>, name: &str, ids: [String; 2]) -> Result<Vec<String>> {
    let mut held = Vec::new();
    for id in ids {
        if tx.get::<Claim>(&id)?.is_some_and(|claim| claim.person == name) {
            held.push(id);
        }
    }
    Ok(held)
}
