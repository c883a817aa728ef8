//! `insight.show`: what people were asked and spared, how they answered, and what follows from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Advice, Oversight, Part, ScoreBand, UndoneYeses,
    advice::Found,
    answers::{self, Answer},
    drills, oversight,
    period::Period,
    scores::Scores,
};
use crate::{
    ActorKind,
    authority::suggestions,
    decision::{
        past,
        stats::{self, Counted, MAX_DAYS, Stats},
    },
    error::Result,
    op::Op,
    tx::Tx,
    when,
};

/// See the module.
pub struct InsightShow;

/// How far back, and of whom.
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

/// Everything that was found.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// Since when, in milliseconds since the epoch: the beginning of the first day.
    pub from: u64,
    /// How many days a point has: 1, or 7 where the period is longer than 90 days.
    pub step: u32,
    /// The points of the period, the oldest first, also those on which nothing was; 90 at most.
    pub points: Vec<Point>,
    /// Over all points. A yes that was undone later is a yes.
    pub total: Stats,
    /// The answers about each agent, those with the most first.
    pub agents: Vec<Part>,
    /// The answers about each tool, those with the most first.
    pub tools: Vec<Part>,
    /// The answers by risk.
    pub risks: Vec<Part>,
    /// How many agents and tools were left out of these lists.
    pub left_out: usize,
    /// What was undone after a yes.
    pub undone: UndoneYeses,
    /// What became of steps, by how they were scored.
    pub scores: Vec<ScoreBand>,
    /// Whether people looked.
    pub oversight: Oversight,
    /// What to do about it.
    pub advice: Vec<Advice>,
    /// Events of the period whose content is no longer stored: what they told is not counted.
    pub forgotten: u64,
    /// False if there was more than one answer covers: then the oldest is missing.
    pub complete: bool,
}

/// What was in one part of the period.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// Its first day, in the person's zone (`2026-11-15`).
    pub day: String,
    /// What was in it.
    pub stats: Stats,
}

impl Op for InsightShow {
    const NAME: &'static str = "insight.show";
    const DOC: &'static str = "Show what people were asked or spared, how they answered, and what follows";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/insight";
    const CLI: &'static str = "insight --agent {agent} --days {days}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let period = Period::new(tx.now(), stats::days(input.days)?, &tx.setup().zone)?;
        let (from, only) = (period.from_ms, input.agent.clone());
        let mut counted = Counted::of(only.clone());
        let mut scores = Scores::of(only.clone());
        let mut answers: Vec<Answer> = Vec::new();
        let mut forgotten = 0;
        let mut complete = past::events(tx, from, &mut |tx, event| {
            forgotten += u64::from(event.body.is_none());
            counted.add_call(tx, event)?;
            scores.add_event(tx, event)
        })?;
        complete &= past::decisions(tx, from, &mut |tx, decision, item| {
            if only.as_ref().is_none_or(|only| *only == decision.agent) {
                answers.extend(Answer::of(tx, decision, item)?);
            }
            Ok(())
        })?;
        complete &= counted.add_expired(tx, from)? & scores.add_steps(tx, from)?;
        let (points, total) = points(tx, &period, &counted, &answers)?;
        let (agents, more_agents) = answers::parts(tx, &answers, &period, |a| &a.agent);
        let (tools, more_tools) = answers::parts(tx, &answers, &period, |a| &a.tool);
        let (risks, _) = answers::parts(tx, &answers, &period, answers::risk);
        let undone = answers::undone(&answers);
        let oversight = oversight::oversight(&answers, drills::drills(tx, from)?);
        let scores = scores.bands();
        let mut suggested = suggestions::all(tx)?;
        suggested.retain(|one| only.as_ref().is_none_or(|only| *only == one.agent));
        let found = Found {
            suggestions: &suggested,
            tools: &tools,
            undone: &undone,
            oversight: &oversight,
            bands: &scores,
        };
        let advice = found.advice();
        Ok(Output {
            from,
            step: period.step,
            points,
            total,
            agents,
            tools,
            risks,
            left_out: more_agents + more_tools,
            undone,
            scores,
            oversight,
            advice,
            forgotten,
            complete,
        })
    }
}

/// Returns the counts of each point, and of all of them.
fn points(
    tx: &Tx<'_>,
    period: &Period,
    counted: &Counted,
    answers: &[Answer],
) -> Result<(Vec<Point>, Stats)> {
    let mut found: Vec<(Stats, Vec<u64>)> = vec![Default::default(); period.len()];
    for ((_, day), (stats, _)) in &counted.by {
        if let Some(point) = when::day(day).ok().and_then(|day| period.point(day)) {
            found[point].0.add(stats);
        }
    }
    for answer in answers {
        let day = when::today(answer.at, &tx.setup().zone);
        let Some((stats, times)) = period.point(day).and_then(|point| found.get_mut(point)) else { continue };
        stats.confirmed += u64::from(answer.is_yes());
        stats.rejected += u64::from(answer.is_no());
        stats.timeout += u64::from(answer.person.is_none());
        if answer.is_yes() || answer.is_no() {
            times.extend(answer.took_ms);
        }
    }
    let (mut total, mut all) = (Stats::default(), Vec::new());
    let mut points = Vec::new();
    for (day, (mut stats, times)) in period.days()?.into_iter().zip(found) {
        total.add(&stats);
        all.extend(&times);
        stats.measure(times);
        points.push(Point { day, stats });
    }
    total.measure(all);
    Ok((points, total))
}
