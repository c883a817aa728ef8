//! Persons' answers, and how often they were yes: by agent, by tool and by risk.

use std::collections::BTreeMap;

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Sight, period::Period};
use crate::{
    decision::{Decision, DecisionWord, stats::Stats},
    error::Result,
    item::{Item, bulk, decide},
    judge::{Class, Facts, RiskLevel},
    receipt::Receipt,
    tx::Tx,
    when,
};

/// How many agents, and how many tools, are listed.
const MAX_PARTS: usize = 12;
/// How many undone yeses are listed.
const MAX_UNDONE: usize = 20;

/// One answer, with what is known of the item it was about.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub item: String,
    /// Who gave it; None where nobody objected in time.
    pub person: Option<String>,
    pub agent: String,
    pub tool: String,
    pub summary: Message,
    pub at: u64,
    pub word: DecisionWord,
    /// How long the person was asked before.
    pub took_ms: Option<u64>,
    pub risk: RiskLevel,
    /// Whether a wrong yes costs more than a correction.
    pub dangerous: bool,
    pub sight: Sight,
    /// How long before the answer it was shown.
    pub seen_ms: Option<u64>,
    /// Whether a person changed what was proposed.
    pub edited: bool,
    pub undone: Option<Undoing>,
}

/// How something that was said yes to was undone.
#[derive(Debug, Clone)]
pub(super) struct Undoing {
    receipt: String,
    by: String,
    at: u64,
}

impl Answer {
    /// Reads it; None if it was taken back before anything happened.
    pub fn of(tx: &mut Tx<'_>, decision: &Decision, item: Option<&Item>) -> Result<Option<Self>> {
        let undone = match decision.withdrawn {
            true => undoing(tx, decision, item)?,
            false => None,
        };
        if decision.withdrawn && undone.is_none() {
            return Ok(None);
        }
        let class = item.map_or(Class::Mutable, |item| item.class);
        Ok(Some(Self {
            item: decision.item.clone(),
            person: (decision.by != decide::TIMEOUT).then(|| decision.by.clone()),
            agent: decision.agent.clone(),
            tool: decision.tool.clone(),
            summary: decision.summary.clone(),
            at: decision.at,
            word: decision.decision,
            took_ms: item.map(|item| decision.at.saturating_sub(item.created_at)),
            risk: class.risk_level(),
            dangerous: item.is_some_and(|item| is_dangerous(item.class, &item.facts)),
            sight: sight(decision, item),
            seen_ms: decision.shown.as_ref().map(|shown| decision.at.saturating_sub(shown.at)),
            edited: item.is_some_and(|item| item.original_args.is_some()),
            undone,
        }))
    }

    /// Whether a person said yes.
    pub fn is_yes(&self) -> bool {
        self.person.is_some() && self.word == DecisionWord::Confirmed
    }

    /// Whether a person said no.
    pub fn is_no(&self) -> bool {
        self.person.is_some() && self.word == DecisionWord::Rejected
    }
}

/// Finds out how what a withdrawn yes let land was undone.
fn undoing(tx: &mut Tx<'_>, decision: &Decision, item: Option<&Item>) -> Result<Option<Undoing>> {
    let landed = item.filter(|item| item.decision.as_deref() == Some(&decision.id));
    let Some(id) = landed.and_then(|item| item.receipt.as_deref()) else { return Ok(None) };
    let Some(receipt) = tx.get::<Receipt>(id)? else { return Ok(None) };
    Ok(receipt.undone.map(|undone| Undoing { receipt: receipt.id, by: undone.by, at: undone.at }))
}

/// Whether a call destroys, touches something protected, needs more rights, or sends data.
fn is_dangerous(class: Class, facts: &Facts) -> bool {
    class == Class::Destructive || !facts.protected.is_empty() || facts.privileged || facts.sends_out()
}

fn sight(decision: &Decision, item: Option<&Item>) -> Sight {
    let Some(shown) = &decision.shown else { return Sight::Never };
    // A version that is no longer there cannot be measured.
    let same = item.filter(|item| item.digest == decision.digest);
    let fits = same.is_none_or(|item| bulk::fits_a_page(&item.preview));
    match shown.opened {
        _ if !shown.whole || !fits => Sight::Cut,
        true => Sight::Opened,
        false => Sight::Listed,
    }
}

/// Returns the word for a risk, as in a search of the inbox (`risk:high`).
pub(super) fn risk(answer: &Answer) -> &'static str {
    match answer.risk {
        RiskLevel::High => "high",
        RiskLevel::Medium => "medium",
        RiskLevel::Low => "low",
    }
}

/// Yeses and noes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YesNo {
    /// Persons' yeses.
    pub yes: u64,
    /// Persons' noes.
    pub no: u64,
}

/// The answers about one agent, one tool or one risk.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// The agent, the tool, or the risk (`high`).
    pub name: String,
    /// All answers.
    pub total: YesNo,
    /// How many of the yeses were undone afterwards.
    pub undone: u64,
    /// Median time to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_ms: Option<u64>,
    /// 90th percentile of the time to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p90_ms: Option<u64>,
    /// The answers in each point of the period.
    pub points: Vec<YesNo>,
}

/// Divides the answers by a name, those with the most answers first, and says how many names are left out.
pub(super) fn parts(
    tx: &Tx<'_>,
    answers: &[Answer],
    period: &Period,
    name: fn(&Answer) -> &str,
) -> (Vec<Part>, usize) {
    let mut by: BTreeMap<&str, (Part, Vec<u64>)> = BTreeMap::new();
    for answer in answers.iter().filter(|a| a.is_yes() || a.is_no()) {
        let (part, times) = by.entry(name(answer)).or_default();
        part.points.resize(period.len(), YesNo::default());
        let point = period.point(when::today(answer.at, &tx.setup().zone));
        let point = point.and_then(|point| part.points.get_mut(point));
        for counts in [Some(&mut part.total), point].into_iter().flatten() {
            counts.yes += u64::from(answer.is_yes());
            counts.no += u64::from(answer.is_no());
        }
        part.undone += u64::from(answer.undone.is_some());
        times.extend(answer.took_ms);
    }
    let measured = |(name, (part, times)): (&str, (Part, Vec<u64>))| {
        let mut stats = Stats::default();
        stats.measure(times);
        Part { name: name.to_owned(), median_ms: stats.median_ms, p90_ms: stats.p90_ms, ..part }
    };
    let mut found: Vec<Part> = by.into_iter().map(measured).collect();
    found.sort_by(|a, b| (b.total.yes + b.total.no, &a.name).cmp(&(a.total.yes + a.total.no, &b.name)));
    let left_out = found.len().saturating_sub(MAX_PARTS);
    found.truncate(MAX_PARTS);
    (found, left_out)
}

/// What was undone although somebody had said yes to it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UndoneYeses {
    /// How many yeses of persons there were.
    pub yes: u64,
    /// How many of them were undone.
    pub undone: u64,
    /// The newest of those.
    pub newest: Vec<UndoneYes>,
}

/// Something that was undone after a yes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct UndoneYes {
    /// The item.
    pub item: String,
    /// What landed.
    pub receipt: String,
    /// What was proposed, generated.
    pub summary: Message,
    /// The agent.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// Who said yes.
    pub yes_by: String,
    /// When.
    pub yes_at: u64,
    /// Who undid it.
    pub undone_by: String,
    /// How long after the yes.
    pub after_ms: u64,
}

/// Counts and lists the yeses of persons that were undone; `answers` are the newest first.
pub(super) fn undone(answers: &[Answer]) -> UndoneYeses {
    let mut found = UndoneYeses::default();
    for answer in answers.iter().filter(|a| a.is_yes()) {
        found.yes += 1;
        let Some(undoing) = &answer.undone else { continue };
        found.undone += 1;
        if found.newest.len() < MAX_UNDONE {
            found.newest.push(UndoneYes {
                item: answer.item.clone(),
                receipt: undoing.receipt.clone(),
                summary: answer.summary.clone(),
                agent: answer.agent.clone(),
                tool: answer.tool.clone(),
                yes_by: answer.person.clone().unwrap_or_default(),
                yes_at: answer.at,
                undone_by: undoing.by.clone(),
                after_ms: undoing.at.saturating_sub(answer.at),
            });
        }
    }
    found
}
