//! `item.scopes`: how many earlier asks each way to remember a yes to an item would have covered.
//!
//! # Limitations
//! It looks at the latest asks of the same agent about the same tool, as they are stored: an item that was edited counts
//! as what it became.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{confirm, offer::Offers, reject::OneItem};
use crate::{
    ActorKind,
    error::Result,
    item::Item,
    judge::{self, Pattern, Scope},
    op::Op,
    record::Record,
    redact,
    store::Scan,
    tx::Tx,
};

/// See the module.
pub struct ItemScopes;

/// How many decided items of an agent are looked at. Items can be large.
const LOOKED_AT: usize = 400;

/// How many asks each scope would have covered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// How many of the agent's earlier asks about the tool were looked at.
    pub asked: usize,
    /// How many of them a grant for exactly these targets would have covered.
    pub exact: usize,
    /// How many of them a grant for any of their kind would have covered.
    pub kind: usize,
    /// How many of them the grant that the item offers would have covered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<usize>,
    /// All scopes in which a yes to it can be remembered, the narrowest first.
    #[serde(default)]
    pub scopes: Vec<ScopeView>,
}

impl Output {
    /// Returns how many of the earlier asks a scope would have covered.
    pub fn so_far(&self, scope: Scope) -> usize {
        let found = self.scopes.iter().find(|one| one.scope == scope).map(|one| one.so_far);
        found.unwrap_or(match scope {
            Scope::Exact => self.exact,
            Scope::Kind => self.kind,
            Scope::Command | Scope::Folder | Scope::Host | Scope::Tool => 0,
        })
    }
}

/// One way to remember a yes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScopeView {
    /// Its name, for `item.confirm`.
    pub scope: Scope,
    /// What it covers, in words.
    pub covers: Message,
    /// How many of the earlier asks it would have covered.
    pub so_far: usize,
}

impl Op for ItemScopes {
    const NAME: &'static str = "item.scopes";
    const DOC: &'static str =
        "Count how many earlier asks each way to remember a yes to an item would have covered";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/items/{id}/scopes";
    const CLI: &'static str = "";
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        let id = tx.resolve::<Item>(&input.id)?;
        let item = tx.need::<Item>(&id)?;
        let scan = Scan::prefix(Item::KIND.name, "item.decided", &format!("{}/", item.agent));
        let mut earlier: Vec<Item> = tx.list(&scan.reversed().limit(LOOKED_AT))?;
        earlier.retain(|one| one.agent == item.agent && one.tool == item.tool && one.id != item.id);
        let covered = |pattern: Pattern| {
            let pattern = confirm::as_granted(&item, pattern);
            let covers = |facts| match item.is_rehearsed() {
                true => pattern.covers_words(facts) && pattern.covers_effect(facts),
                false => pattern.covers(facts),
            };
            earlier
                .iter()
                .filter(|one| judge::can_remember(one.class, &one.facts) && covers(&one.facts))
                .count()
        };
        let of = |scope| covered(Pattern::from_facts(&item.facts, scope));
        let offer = Offers::default().of(tx, &item)?.map(|offer| covered(offer.pattern));
        let view = |(scope, pattern): (Scope, Pattern)| {
            let covers = redact::message(&judge::in_words(&pattern));
            ScopeView { scope, covers, so_far: covered(pattern) }
        };
        let scopes = item.scopes().into_iter().map(view).collect();
        Ok(Output { asked: earlier.len(), exact: of(Scope::Exact), kind: of(Scope::Kind), offer, scopes })
    }
}
