//! `item.scopes`: how many earlier asks each way to remember a yes to an item would have covered.
//!
//! # Limitations
//! It looks at the latest asks of the same agent about the same tool, as they are stored: an item that was edited counts
//! as what it became.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{confirm, offer::Offers, reject::OneItem};
use crate::{
    ActorKind, canonical,
    error::Result,
    function,
    item::{Item, ItemStatus},
    judge::{self, Facts, Pattern, Policy, Scope, rule_lines},
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
/// How many of the earlier asks that a scope would have covered are told; all are counted.
const MAX_TOLD: usize = 5;

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
    /// The newest of those.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offer_asks: Vec<EarlierAsk>,
    /// The lines of the policy file that allow what the item offers, if a rule can say that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer_rule: Option<String>,
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
    /// What else it could cover later, in a sentence.
    #[serde(default)]
    pub could: Message,
    /// How many of the earlier asks it would have covered.
    pub so_far: usize,
    /// The newest of those.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<EarlierAsk>,
    /// The lines of the policy file that allow the same or less, if a rule can say that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// An earlier ask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EarlierAsk {
    /// The item.
    pub item: String,
    /// What was proposed, generated.
    pub summary: Message,
    /// What became of it.
    pub status: ItemStatus,
    /// When it was proposed.
    pub at: u64,
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
        let earlier = Earlier { item: &item, asks: earlier };
        let count = |scope| earlier.covered(&Pattern::from_facts(&item.facts, scope)).count();
        let (exact, kind) = (count(Scope::Exact), count(Scope::Kind));
        let offer = Offers::default().of(tx, &item)?.map(|offer| offer.pattern);
        let scopes = item.scopes().into_iter().map(|(scope, pattern)| ScopeView {
            scope,
            covers: redact::message(&judge::in_words(&pattern)),
            could: could(scope, item.is_rehearsed()),
            so_far: earlier.covered(&pattern).count(),
            asks: earlier.newest(&pattern),
            rule: rule(tx, &item, &pattern),
        });
        Ok(Output {
            asked: earlier.asks.len(),
            exact,
            kind,
            offer: offer.as_ref().map(|pattern| earlier.covered(pattern).count()),
            offer_asks: offer.as_ref().map(|pattern| earlier.newest(pattern)).unwrap_or_default(),
            offer_rule: offer.as_ref().and_then(|pattern| rule(tx, &item, pattern)),
            scopes: scopes.collect(),
        })
    }
}

/// Says what a grant of that scope could cover that nobody has seen yet.
fn could(scope: Scope, rehearsed: bool) -> Message {
    match scope {
        Scope::Exact if rehearsed => say!("always-could-exact-rehearsed"),
        Scope::Exact => say!("always-could-exact"),
        Scope::Kind => say!("always-could-kind"),
        Scope::Command => say!("always-could-command"),
        Scope::Host => say!("always-could-host"),
        Scope::Folder => say!("always-could-folder"),
        Scope::Tool => say!("always-could-tool"),
    }
}

/// The earlier asks of the same agent about the same tool, newest first.
struct Earlier<'i> {
    item: &'i Item,
    asks: Vec<Item>,
}

impl Earlier<'_> {
    /// Returns those that a grant of the pattern would have covered.
    fn covered(&self, pattern: &Pattern) -> impl Iterator<Item = &Item> {
        let (pattern, is_rehearsed) =
            (confirm::as_granted(self.item, pattern.clone()), self.item.is_rehearsed());
        let covers = move |facts: &Facts| match is_rehearsed {
            true => pattern.covers_words(facts) && pattern.covers_effect(facts),
            false => pattern.covers(facts),
        };
        self.asks.iter().filter(move |one| judge::can_remember(one.class, &one.facts) && covers(&one.facts))
    }

    fn newest(&self, pattern: &Pattern) -> Vec<EarlierAsk> {
        let told = |one: &Item| EarlierAsk {
            item: one.id.clone(),
            summary: one.summary.clone(),
            status: one.status,
            at: one.created_at,
        };
        self.covered(pattern).take(MAX_TOLD).map(told).collect()
    }
}

/// Returns the lines of the policy file that allow what a pattern covers, if they can be loaded and allow this very call.
/// What was rehearsed has none: a rule would let it run without the rehearsal that a grant demands.
fn rule(tx: &Tx<'_>, item: &Item, pattern: &Pattern) -> Option<String> {
    if item.is_rehearsed() {
        return None;
    }
    let catalog = &tx.setup().catalog;
    let (tool, args) = function::for_policy(catalog.get(&item.tool)?, &item.args);
    let digest = canonical::digest("rule", &json!([item.agent, item.tool, pattern]));
    let name = format!("{}: {} ({})", item.agent, tool, &digest[..8]);
    let lines = rule_lines::allowing(&name, &item.agent, &tool, &item.facts, pattern)?;
    let policy = Policy::parse(&format!("version = 1\n{lines}"), catalog).ok()?;
    let hits = policy.hits(&tool, item.class, &item.facts, args, &item.agent, &json!({}));
    hits.allow.is_some().then_some(lines)
}
