//! `policy.backtest`: what a rule, or a whole policy, would have done with recent calls. It only judges:
//! nothing is run, and nothing is stored.
//!
//! # Limitations
//! A held call is judged by the facts found then. The log has no facts of others, so they are examined again
//! in the current world. Whether a grant or a plan would have covered a call is not determined if none was
//! consulted then.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind,
    call::gate,
    error::{Error, ErrorCode, Result},
    event::Event,
    item::Item,
    judge::{NotedVerdict, Policy, Ruling, TableRow, Verdict},
    op::Op,
    record::Record,
    run::Run,
    settings::Accepted,
    store::EventQuery,
    tx::Tx,
};

use super::past::Past;

/// See the module.
pub struct PolicyBacktest;

/// The default number of calls.
const CALLS: u32 = 400;
/// The maximum number of calls.
const MAX_CALLS: u32 = 2_000;
/// How many events are searched for them.
const MAX_EVENTS: usize = 20_000;
/// How many events are read at once.
const PAGE: usize = 500;
/// How many changed calls are listed; all are counted.
const MAX_TOLD: usize = 200;

/// What to try, on how much.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// A whole policy (with its version), or only rules (`[[rule]]`), which are added after those in force.
    pub text: String,
    /// Number of calls, the latest first; 400 by default, 2000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_CALLS))]
    pub calls: Option<u32>,
}

/// What it would have changed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// How many calls were judged.
    pub judged: usize,
    /// How many of them would have ended otherwise.
    pub changed: usize,
    /// How many of those would have run without asking, or asked instead of being refused.
    pub looser: usize,
    /// How many would have been asked about, or refused.
    pub stricter: usize,
    /// Calls that can no longer be judged: their tool or target is gone.
    pub unjudged: usize,
    /// The changed calls, the latest first; 200 at most.
    pub calls: Vec<Changed>,
    /// False if the log has more calls than were checked.
    pub complete: bool,
}

/// A call that would have ended otherwise.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Changed {
    /// The event that tells of it.
    pub event_id: String,
    /// When it was.
    pub at: u64,
    /// Whose it was.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// Its arguments, redacted.
    pub arguments: Value,
    /// What becomes of it by the policy in force.
    pub before: Ruled,
    /// What would have become of it.
    pub after: Ruled,
}

/// A verdict in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ruled {
    /// What becomes of the call.
    pub verdict: Ruling,
    /// The row of the verdict table.
    pub row: TableRow,
    /// The rule that decided, if one did.
    pub rule: Option<String>,
}

impl From<&Verdict> for Ruled {
    fn from(verdict: &Verdict) -> Self {
        Self { verdict: verdict.ruling, row: verdict.row, rule: verdict.rule.clone() }
    }
}

impl Op for PolicyBacktest {
    const NAME: &'static str = "policy.backtest";
    const DOC: &'static str =
        "Show which of the latest calls a policy or a rule would have changed; nothing is run";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "POST /v1/policy/backtest";
    const CLI: &'static str = "policy backtest {text} --calls {calls}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let calls = input.calls.unwrap_or(CALLS);
        if !(1..=MAX_CALLS).contains(&calls) {
            return Err(Error::invalid(say!("op-calls-range", n = MAX_CALLS)));
        }
        let tried = tried(tx, &input.text)?;
        let mut output = Output {
            judged: 0,
            changed: 0,
            looser: 0,
            stricter: 0,
            unjudged: 0,
            calls: Vec::new(),
            complete: false,
        };
        let mut query = EventQuery { limit: PAGE, ..EventQuery::default() };
        for _ in 0..MAX_EVENTS / PAGE {
            let events = tx.events(&query)?;
            query.before_seq = events.last().map(|e| e.seq);
            for event in &events {
                output.add(tx, event, &tried)?;
                if output.judged + output.unjudged == calls as usize {
                    return Ok(output);
                }
            }
            if events.len() < PAGE {
                output.complete = true;
                break;
            }
        }
        Ok(output)
    }
}

/// Parses a text that is only tried: an error in it is the caller's, not an error in the settings.
pub(super) fn tried(tx: &mut Tx<'_>, text: &str) -> Result<Policy> {
    policy_of(tx, text).map_err(|mut e| {
        if e.code == ErrorCode::Settings {
            e.code = ErrorCode::Invalid;
        }
        e
    })
}

/// Parses a text as a policy.
fn policy_of(tx: &mut Tx<'_>, text: &str) -> Result<Policy> {
    let catalog = &tx.setup().catalog;
    let table: toml::Table = match toml::from_str(text) {
        Ok(table) => table,
        // This parse reports the error with its position.
        Err(_) => return Policy::parse(text, catalog),
    };
    if table.contains_key("version") {
        return Policy::parse(text, catalog);
    }
    if table.keys().any(|key| key != "rule") || table.is_empty() {
        return Err(Error::invalid(say!("op-neither-policy-nor-rule")).hint(say!("op-hint-policy-or-rule")));
    }
    let in_force = tx.setup().policy.digest();
    let accepted = tx.get::<Accepted>("policy")?.filter(|a| a.digest == in_force).map(|a| a.text);
    let base = match accepted {
        Some(base) if !base.trim().is_empty() => base,
        _ if in_force == Policy::default().digest() => "version = 1\n".to_owned(),
        _ => {
            return Err(Error::conflict(say!("op-policy-text-unknown")).hint(say!("op-hint-whole-policy")));
        }
    };
    Policy::parse(&format!("{base}\n{text}"), catalog)
}

impl Output {
    fn add(&mut self, tx: &mut Tx<'_>, event: &Event, tried: &Policy) -> Result<()> {
        let Some(body) = event.told() else { return Ok(()) };
        let (Some(verdict), [call]) = (NotedVerdict::of(&body.note), body.calls.as_slice()) else {
            return Ok(());
        };
        let past = match past_of(tx, event, &call.tool, &call.arguments, verdict.row) {
            Ok(Some(past)) => past,
            Ok(None) => {
                self.unjudged += 1;
                return Ok(());
            }
            // All calls are asked about at once, and then all are judged.
            Err(_) if tx.is_asking() => {
                self.judged += 1;
                return Ok(());
            }
            Err(e) => return Err(e),
        };
        self.judged += 1;
        let (before, after) = (past.judge(&tx.setup().policy, event.at), past.judge(tried, event.at));
        let by = (&before.deciders, &after.deciders);
        if (before.ruling, before.approvers) == (after.ruling, after.approvers) && by.0 == by.1 {
            return Ok(());
        }
        self.changed += 1;
        if (after.ruling, after.approvers) < (before.ruling, before.approvers) {
            self.looser += 1;
        } else {
            self.stricter += 1;
        }
        if self.calls.len() < MAX_TOLD {
            self.calls.push(Changed {
                event_id: event.id(),
                at: event.at,
                agent: past.run.agent.clone(),
                tool: past.tool.name.clone(),
                arguments: call.arguments.clone(),
                before: Ruled::from(&before),
                after: Ruled::from(&after),
            });
        }
        Ok(())
    }
}

/// Finds out about a call what judging it again needs; None if it can no longer be judged. `row` decided then.
fn past_of<'a>(
    tx: &mut Tx<'a>,
    event: &Event,
    tool: &str,
    args: &Value,
    row: TableRow,
) -> Result<Option<Past<'a>>> {
    let (Some(tool), Value::Object(args)) = (tx.setup().catalog.find(tool), args) else {
        return Ok(None);
    };
    let run = match &event.run {
        Some(run) => tx.get::<Run>(run)?,
        None => None,
    };
    let agent = event.actor.split_once(':').map_or("local", |(_, name)| name);
    let run = run.unwrap_or_else(|| Run::imagined(agent, None, event.at));
    let (facts, args, reversal, ground) = match item_of(tx, event)? {
        Some(item) => (item.facts, item.args, item.reversal, None),
        None => match gate::forecast_again(tx, &run, tool, args.clone()) {
            Ok(forecast) => (forecast.facts, forecast.args, forecast.reversal, forecast.ground),
            Err(e) if gate::is_mendable(&e) => return Ok(None),
            Err(e) => return Err(e),
        },
    };
    Ok(Some(Past { tool, run, facts, args, reversal, ground, row }))
}

/// Returns the item that the event of a held call created.
fn item_of(tx: &mut Tx<'_>, event: &Event) -> Result<Option<Item>> {
    let Some(bytes) = &event.changes else { return Ok(None) };
    let Ok(changes) = serde_json::from_slice::<Vec<Value>>(bytes) else { return Ok(None) };
    let made = |change: &&Value| change[0] == "w" && change[1] == Item::KIND.name && change[3].is_null();
    let Some(id) = changes.iter().find(made).and_then(|change| change[2].as_str()) else { return Ok(None) };
    Ok(tx.get::<Item>(id)?.filter(|item| item.original_args.is_none()))
}
