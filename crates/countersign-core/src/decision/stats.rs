//! `decision.stats`: how often people were asked, how they answered and how long that took, and what ran
//! without asking.

use std::collections::{BTreeMap, BTreeSet};

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    decision::{Decision, DecisionWord, past},
    error::{Error, Result},
    event::Event,
    item::{Item, ItemStatus, decide},
    judge::{NotedVerdict, Ruling, TableRow},
    op::Op,
    record::{Record, sortable},
    run::Run,
    store::Scan,
    tx::Tx,
    when,
};

/// See the module.
pub struct DecisionStats;

const DAY_MS: u64 = 24 * 3_600_000;
/// The default number of days to look back.
pub const DAYS: u32 = 30;
/// The maximum number of days to look back.
pub const MAX_DAYS: u32 = 365;

/// Of whom, and how far back.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Only this agent's calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Number of days up to now; 30 by default, 365 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_DAYS))]
    pub days: Option<u32>,
}

/// The numbers.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// Since when, in milliseconds since the epoch.
    pub from: u64,
    /// The agents, by name.
    pub agents: Vec<AgentStats>,
    /// False if there was more than one answer covers: then the oldest is missing.
    pub complete: bool,
}

/// The numbers of one agent.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AgentStats {
    /// The agent.
    pub agent: String,
    /// Over all days.
    pub total: Stats,
    /// Each day on which anything was, the oldest first.
    pub days: Vec<DayStats>,
}

/// The numbers of one day.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DayStats {
    /// The day, in the person's zone (`2026-11-15`).
    pub day: String,
    /// What was on it.
    pub stats: Stats,
}

/// Counts of requests, answers, and calls that ran without asking.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// Calls that were put before a person.
    pub asked: u64,
    /// Persons' yeses.
    pub confirmed: u64,
    /// Persons' noes.
    pub rejected: u64,
    /// What went ahead since nobody objected in time.
    pub timeout: u64,
    /// Proposals that nobody answered in time.
    pub expired: u64,
    /// Calls that were refused without asking anybody.
    pub refused: u64,
    /// Median time to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_ms: Option<u64>,
    /// 90th percentile of the time to answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p90_ms: Option<u64>,
    /// Calls that ran without asking, by why.
    pub saved: BTreeMap<Unasked, u64>,
}

/// Why a call ran without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unasked {
    /// The evidence of its step released it.
    Evidence,
    /// A grant covered it.
    Grant,
    /// An approved plan listed it.
    Plan,
    /// A rule allowed it.
    Policy,
    /// It only reads.
    Read,
    /// Its rehearsal was harmless.
    Rehearsed,
    /// It stayed in its stage.
    Stage,
    /// It can be undone exactly, in a trusted folder.
    Trust,
}

impl Op for DecisionStats {
    const NAME: &'static str = "decision.stats";
    const DOC: &'static str = "Count requests, answers, and calls that ran without asking";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/decisions/stats";
    const CLI: &'static str = "stats --agent {agent} --days {days}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let from = tx.now().saturating_sub(u64::from(days(input.days)?) * DAY_MS);
        let mut counted = Counted::of(input.agent.clone());
        let mut complete = past::events(tx, from, &mut |tx, event| counted.add_call(tx, event))?;
        complete &= past::decisions(tx, from, &mut |tx, decision, item| {
            counted.add_decision(tx, decision, item);
            Ok(())
        })?;
        complete &= counted.add_expired(tx, from)?;
        Ok(Output { from, complete, agents: counted.agents() })
    }
}

/// Returns how many days to look back.
pub fn days(asked: Option<u32>) -> Result<u32> {
    let days = asked.unwrap_or(DAYS);
    match (1..=MAX_DAYS).contains(&days) {
        true => Ok(days),
        false => Err(Error::invalid(say!("op-days-range", n = MAX_DAYS))),
    }
}

/// The counts so far, by agent and day, with the time each answer took.
#[derive(Default)]
pub struct Counted {
    only: Option<String>,
    /// By agent and day.
    pub by: BTreeMap<(String, String), (Stats, Vec<u64>)>,
    runs: BTreeMap<String, String>,
}

impl Counted {
    /// Counts nothing yet, and only of this agent, if one is given.
    pub fn of(only: Option<String>) -> Self {
        Self { only, ..Self::default() }
    }

    fn at(&mut self, tx: &Tx<'_>, agent: &str, at: u64) -> Option<&mut (Stats, Vec<u64>)> {
        if self.only.as_deref().is_some_and(|only| only != agent) || agent.is_empty() {
            return None;
        }
        let day = when::today(at, &tx.setup().zone).to_string();
        Some(self.by.entry((agent.to_owned(), day)).or_default())
    }

    /// Counts the verdict in an event, if it has one.
    pub fn add_call(&mut self, tx: &mut Tx<'_>, event: &Event) -> Result<()> {
        let Some(body) = event.told() else { return Ok(()) };
        let Some(verdict) = NotedVerdict::of(&body.note) else { return Ok(()) };
        let agent = self.agent_of(tx, event)?;
        let Some((stats, _)) = self.at(tx, &agent, event.at) else { return Ok(()) };
        match verdict.ruling {
            Ruling::Proceed => *stats.saved.entry(reason(verdict.row)).or_default() += 1,
            Ruling::Refuse => stats.refused += 1,
            Ruling::ProceedAfter | Ruling::Ask => stats.asked += 1,
        }
        Ok(())
    }

    /// Returns the agent of a call: the actor, or the agent of the run.
    fn agent_of(&mut self, tx: &mut Tx<'_>, event: &Event) -> Result<String> {
        if let Some(name) = event.actor.strip_prefix("agent:") {
            return Ok(name.to_owned());
        }
        let Some(run) = &event.run else { return Ok(String::new()) };
        if let Some(agent) = self.runs.get(run) {
            return Ok(agent.clone());
        }
        let agent = tx.get::<Run>(run)?.map(|r| r.agent).unwrap_or_default();
        self.runs.insert(run.clone(), agent.clone());
        Ok(agent)
    }

    /// Counts a person's answer, and how long it took.
    fn add_decision(&mut self, tx: &Tx<'_>, decision: &Decision, item: Option<&Item>) {
        if decision.withdrawn {
            return;
        }
        let Some((stats, times)) = self.at(tx, &decision.agent, decision.at) else { return };
        match decision.decision {
            _ if decision.by == decide::TIMEOUT => stats.timeout += 1,
            DecisionWord::Confirmed => stats.confirmed += 1,
            DecisionWord::Rejected => stats.rejected += 1,
            DecisionWord::Deferred => return,
        }
        if decision.by != decide::TIMEOUT {
            times.extend(item.map(|item| decision.at.saturating_sub(item.created_at)));
        }
    }

    /// Counts unanswered items, of the agents that did anything; false if there were more than are read.
    pub fn add_expired(&mut self, tx: &mut Tx<'_>, from: u64) -> Result<bool> {
        let agents: BTreeSet<String> =
            self.by.keys().map(|(agent, _)| agent.clone()).chain(self.only.clone()).collect();
        let mut complete = true;
        for agent in agents {
            let all = Scan::prefix(Item::KIND.name, "item.decided", &format!("{agent}/"));
            let scan = Scan { from: format!("{agent}/{}", sortable(from)), ..all }
                .reversed()
                .limit(past::MAX_RECORDS);
            let items: Vec<Item> = tx.list(&scan)?;
            complete &= items.len() < past::MAX_RECORDS;
            for item in items.iter().filter(|i| i.status == ItemStatus::Expired) {
                if let Some((stats, _)) = self.at(tx, &agent, item.decided_at.unwrap_or_default()) {
                    stats.expired += 1;
                }
            }
        }
        Ok(complete)
    }

    fn agents(self) -> Vec<AgentStats> {
        let mut agents: Vec<(AgentStats, Vec<u64>)> = Vec::new();
        for ((agent, day), (mut stats, times)) in self.by {
            if agents.last().is_none_or(|(known, _)| known.agent != agent) {
                let (total, days) = (Stats::default(), Vec::new());
                agents.push((AgentStats { agent, total, days }, Vec::new()));
            }
            let Some((of_agent, all)) = agents.last_mut() else { continue };
            of_agent.total.add(&stats);
            all.extend(&times);
            stats.measure(times);
            of_agent.days.push(DayStats { day, stats });
        }
        let whole = |(mut of_agent, times): (AgentStats, Vec<u64>)| {
            of_agent.total.measure(times);
            of_agent
        };
        agents.into_iter().map(whole).collect()
    }
}

impl Stats {
    /// Returns how many calls were judged.
    pub fn calls(&self) -> u64 {
        self.asked + self.refused + self.saved.values().sum::<u64>()
    }

    /// Adds all counts of another; the times are measured anew.
    pub fn add(&mut self, other: &Self) {
        self.asked += other.asked;
        self.confirmed += other.confirmed;
        self.rejected += other.rejected;
        self.timeout += other.timeout;
        self.expired += other.expired;
        self.refused += other.refused;
        for (why, n) in &other.saved {
            *self.saved.entry(*why).or_default() += n;
        }
    }

    /// Sets median and p90 of the answer times (nearest rank).
    pub fn measure(&mut self, mut times: Vec<u64>) {
        times.sort_unstable();
        let rank =
            |percent: usize| times.get((times.len() * percent).div_ceil(100).saturating_sub(1)).copied();
        (self.median_ms, self.p90_ms) = (rank(50), rank(90));
    }
}

/// Returns why a call was not asked about.
fn reason(row: TableRow) -> Unasked {
    match row {
        TableRow::Grant => Unasked::Grant,
        TableRow::PlanStep => Unasked::Plan,
        TableRow::Rehearsed => Unasked::Rehearsed,
        TableRow::Evidence => Unasked::Evidence,
        TableRow::Stage => Unasked::Stage,
        TableRow::Trust => Unasked::Trust,
        TableRow::AllowRule | TableRow::ByPolicy => Unasked::Policy,
        TableRow::Class
        | TableRow::Stopped
        | TableRow::Paused
        | TableRow::Frozen
        | TableRow::RefuseRule
        | TableRow::Protected
        | TableRow::AlwaysRule
        | TableRow::Definition
        | TableRow::Tainted
        | TableRow::UnlistedHost
        | TableRow::Opaque
        | TableRow::UnknownTool
        | TableRow::AskRule => Unasked::Read,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_slow_end_are_times_that_occurred() {
        for (times, want) in [
            (vec![], (None, None)),
            (vec![7], (Some(7), Some(7))),
            (vec![4, 1, 3, 2], (Some(2), Some(4))),
            ((1..=10).collect(), (Some(5), Some(9))),
        ] {
            let mut stats = Stats::default();
            stats.measure(times);
            assert_eq!((stats.median_ms, stats.p90_ms), want);
        }
    }
}
