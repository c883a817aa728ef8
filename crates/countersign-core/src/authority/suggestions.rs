//! Suggestions: where people approved something again and again, Countersign offers to remember it. Nothing
//! is allowed until a person accepts: `grant.suggest`, `grant.accept`, `grant.decline`.

use std::collections::BTreeMap;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::operations::{ById, Nothing};
use crate::{
    ActorKind,
    authority::{
        Grant, Lifetime,
        habit::{self, Habit},
    },
    canonical,
    decision::{Decision, DecisionWord, Declined},
    error::{Error, Result},
    item::Item,
    judge::{self, Facts, Millionths, Pattern},
    op::Op,
    record::{Record, sortable},
    redact,
    store::Scan,
    text,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];
/// How far back evidence counts.
pub const WINDOW_MS: u64 = 30 * 24 * 3_600_000;
/// How many decisions of that time are considered, newest first.
const MAX_DECISIONS: usize = 5_000;
/// The minimum number of decisions for a suggestion.
const LEAST: u32 = 10;
/// The minimum lower bound of the approval rate.
const SURE: Millionths = Millionths::new(700_000);
/// The maximum length of a pattern in a sentence.
const MAX_CHARS: usize = 300;

/// Something that people say yes to again and again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Suggestion {
    /// Its id, the same as long as it would allow the same.
    pub id: String,
    /// In words.
    pub sentence: Message,
    /// The agent it is about.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// What would be granted, and nothing else.
    pub pattern: Pattern,
    /// How many were confirmed.
    pub confirmed: u32,
    /// How many were decided.
    pub decided: u32,
    /// The lower bound of the rate of yeses.
    pub at_least: Millionths,
    /// When the first of them was decided.
    pub first_at: u64,
    /// When the last.
    pub last_at: u64,
    /// The decisions that it rests on, newest first.
    pub decisions: Vec<String>,
}

/// Decisions of one agent, tool and shape.
struct Group {
    decisions: Vec<Decision>,
}

/// Why nothing is suggested; fits after "it is no longer suggested: ".
type Why = Message;

impl Group {
    /// Returns the name of the habit, independent of what it currently allows.
    fn habit(&self) -> String {
        let Some(first) = self.decisions.first() else { return String::new() };
        habit(&first.agent, &first.tool, &first.shape)
    }

    /// Returns the resulting suggestion, or why there is none.
    fn suggestion(&self, tx: &mut Tx<'_>) -> Result<Result<Suggestion, Why>> {
        let habit = Habit::over(&self.decisions);
        let Some(first) = self.decisions.first() else { return Ok(Err(say!("op-nothing-decided"))) };
        let told = say!("op-of-confirmed", n = habit.confirmed, all = habit.decided);
        if habit.decided < LEAST || habit.at_least < SURE {
            return Ok(Err(say!("op-too-little", said = told)));
        }
        let (yes, no) = self.calls(tx)?;
        let calls: Vec<&Facts> = yes.iter().map(|item| &item.facts).collect();
        let Some(pattern) = judge::narrowest(&calls).filter(|_| yes.iter().all(is_grantable)) else {
            return Ok(Err(say!("op-no-one-pattern")));
        };
        if no.iter().any(|item| pattern.covers(&item.facts)) {
            return Ok(Err(say!("op-somebody-said-no")));
        }
        if is_granted(tx, first, &calls)? {
            return Ok(Err(say!("op-allowed-already")));
        }
        let allowed = canonical::digest("suggestion", &json!([first.agent, first.tool, pattern]));
        Ok(Ok(Suggestion {
            id: format!("sg{}.{}", self.habit(), &allowed[..16]),
            sentence: sentence(first, &habit, &pattern),
            agent: first.agent.clone(),
            tool: first.tool.clone(),
            confirmed: habit.confirmed,
            decided: habit.decided,
            at_least: habit.at_least,
            first_at: habit.first_at,
            last_at: habit.last_at,
            decisions: habit::counted(&self.decisions).iter().map(|d| d.id.clone()).collect(),
            pattern,
        }))
    }

    /// Returns the confirmed items and the others, newest first, as they were when decided.
    fn calls(&self, tx: &mut Tx<'_>) -> Result<(Vec<Item>, Vec<Item>)> {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for decision in habit::counted(&self.decisions) {
            let Some(item) = tx.get::<Item>(&decision.item)? else { continue };
            // After an edit it may be a different call from the one decided on.
            if judge::shape(&item.facts).as_deref() != Some(decision.shape.as_str()) {
                continue;
            }
            if decision.decision == DecisionWord::Confirmed { yes.push(item) } else { no.push(item) }
        }
        Ok((yes, no))
    }
}

fn is_grantable(item: &Item) -> bool {
    judge::grantable(item.class, &item.facts)
}

/// Whether live grants cover all of it, in any run.
fn is_granted(tx: &mut Tx<'_>, first: &Decision, calls: &[&Facts]) -> Result<bool> {
    let now = tx.now();
    let scan = Scan::exactly(Grant::KIND.name, "grant.live", &format!("{}/{}", first.agent, first.tool));
    let mut grants: Vec<Grant> = tx.list(&scan)?;
    grants.retain(|g| g.is_live(now, ""));
    Ok(calls.iter().all(|facts| grants.iter().any(|g| g.pattern.covers(facts))))
}

/// Returns the name of a habit, independent of what it currently allows.
pub fn habit(agent: &str, tool: &str, shape: &str) -> String {
    canonical::digest("habit", &json!([agent, tool, shape]))[..8].to_owned()
}

fn sentence(first: &Decision, habit: &Habit, pattern: &Pattern) -> Message {
    say!(
        "op-suggest",
        n = habit.confirmed,
        all = habit.decided,
        days = habit.days(),
        agent = first.agent,
        said_what = in_words(&first.tool, pattern)
    )
}

/// Says what is offered with an item.
pub fn offered(agent: &str, tool: &str, confirmed: u32, pattern: &Pattern) -> Message {
    say!("op-offer", n = confirmed, agent, said_what = in_words(tool, pattern))
}

/// Describes a pattern in a sentence.
fn in_words(tool: &str, pattern: &Pattern) -> Message {
    let shown = |given: &str| text::line(&redact::text(given), MAX_CHARS);
    let mut what = redact::message(&judge::in_words(pattern).map_texts(&shown));
    if what.chars().count() > MAX_CHARS {
        what = shown(&what).into();
    }
    // A command describes itself.
    if pattern.commands.is_empty() {
        what = say!("op-suggest-on", tool, said = what);
    }
    what
}

/// Groups recent decisions by agent, tool and shape.
fn groups(tx: &mut Tx<'_>) -> Result<Vec<Group>> {
    let from = sortable(tx.now().saturating_sub(WINDOW_MS));
    let scan = Scan { from, ..Scan::prefix(Decision::KIND.name, "decision.at", "") };
    let decisions: Vec<Decision> = tx.list(&scan.reversed().limit(MAX_DECISIONS))?;
    let mut groups: BTreeMap<(String, String, String), Vec<Decision>> = BTreeMap::new();
    for decision in decisions.into_iter().filter(|d| !d.shape.is_empty() && !d.withdrawn) {
        let key = (decision.agent.clone(), decision.tool.clone(), decision.shape.clone());
        let group = groups.entry(key).or_default();
        if group.len() < habit::LOOKED_AT {
            group.push(decision);
        }
    }
    Ok(groups.into_values().map(|decisions| Group { decisions }).collect())
}

/// Whether a person declined it, and too little has happened since.
pub fn is_declined(tx: &mut Tx<'_>, habit: &str, decided: u32) -> Result<bool> {
    Ok(tx.get::<Declined>(habit)?.is_some_and(|d| decided < d.decided.saturating_mul(2)))
}

/// Returns what is suggested, the most often confirmed first.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Suggestion>> {
    let mut suggestions = Vec::new();
    for group in groups(tx)? {
        let Ok(suggestion) = group.suggestion(tx)? else { continue };
        if !is_declined(tx, &group.habit(), suggestion.decided)? {
            suggestions.push(suggestion);
        }
    }
    suggestions.sort_by(|a, b| (b.confirmed, &a.id).cmp(&(a.confirmed, &b.id)));
    Ok(suggestions)
}

/// Lists suggestions.
pub struct GrantSuggest;

/// Suggested grants, the most often confirmed first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SuggestOutput {
    /// The most often confirmed first.
    pub suggestions: Vec<Suggestion>,
}

impl Op for GrantSuggest {
    const NAME: &'static str = "grant.suggest";
    const DOC: &'static str = "Suggest grants for calls that were confirmed repeatedly, with the evidence";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/grants/suggestions";
    const CLI: &'static str = "grants suggest";
    type Input = Nothing;
    type Output = SuggestOutput;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<SuggestOutput> {
        Ok(SuggestOutput { suggestions: all(tx)? })
    }
}

/// Accepts a suggestion.
pub struct GrantAccept;

/// The suggestion, and for how long.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptInput {
    /// The full id of the suggestion, as it was shown.
    pub id: String,
    /// How long the grant lasts: `1h`, `1d`, `1w` (the default) or `forever`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<Lifetime>,
    /// How many times it may be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub uses: Option<u32>,
}

impl Op for GrantAccept {
    const NAME: &'static str = "grant.accept";
    const DOC: &'static str = "Accept a suggestion: grant what it names, and nothing else";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/grants/suggestions/{id}/accept";
    const CLI: &'static str = "grants accept {id} --lifetime {lifetime} --uses {uses}";
    type Input = AcceptInput;
    type Output = Grant;

    fn run(&self, tx: &mut Tx<'_>, input: &AcceptInput) -> Result<Grant> {
        let lifetime = input.lifetime.unwrap_or(Lifetime::Week);
        if lifetime == Lifetime::Run {
            return Err(Error::invalid(say!("op-suggestion-all-runs")).hint(say!("op-hint-lifetimes")));
        }
        if input.uses == Some(0) {
            return Err(Error::invalid(say!("op-yes-no-uses")));
        }
        let (group, suggestion) = find(tx, &input.id)?;
        if suggestion.id != input.id {
            return Err(Error::stale(say!("op-suggestion-moved", id = input.id)).hint(say!(
                "op-hint-suggestion-now",
                id = suggestion.id,
                said = suggestion.sentence
            )));
        }
        let now = tx.now();
        let newest = group.decisions.first().map(|d| tx.get::<Item>(&d.item)).transpose()?.flatten();
        let grant = Grant {
            id: tx.new_id(Grant::KIND),
            agent: suggestion.agent,
            tool: suggestion.tool,
            pattern: suggestion.pattern,
            lifetime,
            run: None,
            expires_at: lifetime.ends(now),
            uses_left: input.uses,
            used: 0,
            by: tx.actor().to_string(),
            at: now,
            item: group.decisions.first().map(|d| d.item.clone()).unwrap_or_default(),
            revoked_at: None,
            rehearsed: newest.is_some_and(|item| item.is_rehearsed()),
        };
        tx.create(&grant)?;
        tx.about(None, Some(&grant.tool));
        tx.note("grant_given", json!(grant.id));
        tx.note("evidence", json!(suggestion.decisions));
        if tx.get::<Declined>(&group.habit())?.is_some() {
            tx.delete::<Declined>(&group.habit())?;
        }
        Ok(grant)
    }
}

/// Declines a suggestion.
pub struct GrantDecline;

impl Op for GrantDecline {
    const NAME: &'static str = "grant.decline";
    const DOC: &'static str = "Decline a suggestion: it comes back when the evidence has doubled";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const HTTP: &'static str = "POST /v1/grants/suggestions/{id}/decline";
    const CLI: &'static str = "grants decline {id...}";
    type Input = ById;
    type Output = Declined;

    fn run(&self, tx: &mut Tx<'_>, input: &ById) -> Result<Declined> {
        let (group, suggestion) = find(tx, &input.id)?;
        let declined = Declined {
            id: group.habit(),
            agent: suggestion.agent,
            tool: suggestion.tool,
            decided: suggestion.decided,
            by: tx.actor().to_string(),
            at: tx.now(),
        };
        tx.about(None, Some(&declined.tool));
        tx.put(&declined)?;
        Ok(declined)
    }
}

/// Finds the habit with that id and its current suggestion; a conflict if it no longer suggests anything.
fn find(tx: &mut Tx<'_>, id: &str) -> Result<(Group, Suggestion)> {
    let named = id.strip_prefix("sg").map(|id| id.split_once('.').map_or(id, |(habit, _)| habit));
    let missing = || Error::not_found(say!("op-no-suggestion", id)).hint(say!("op-hint-suggest-lists-them"));
    let named = named.filter(|habit| habit.len() == 8).ok_or_else(missing)?;
    let found: Vec<Group> = groups(tx)?.into_iter().filter(|g| g.habit() == named).collect();
    let [group] = <[Group; 1]>::try_from(found).map_err(|_| missing())?;
    match group.suggestion(tx)? {
        Ok(suggestion) => Ok((group, suggestion)),
        Err(why) => Err(Error::conflict(say!("op-no-longer-suggested", id, said = why))
            .hint(say!("op-hint-suggest-lists-is"))),
    }
}

#[cfg(test)]
mod tests;
