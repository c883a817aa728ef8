//! `timer.fire`: what happens because time has passed, without anybody calling. The daemon fires it when something is
//! due; everything is looked at afresh, so that firing too often or too late does no harm.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind, Outcome,
    authority::{Control, Link},
    countdown::{self, Counting, Ripe},
    error::Result,
    item::{Item, Trigger, decide},
    kept_answer::KeptAnswer,
    op::{Answer, Op},
    question,
    record::{Record, sortable},
    store::Scan,
    tx::Tx,
};

/// See the module.
pub struct TimerFire;

/// What whoever watches the countdowns knows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Whether this is the first time since it was started: nobody watched until now, so all countdowns begin anew.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restarted: bool,
    /// The countdowns that it has itself watched to their end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ripe: Vec<Ripe>,
}

/// What became of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The items that nobody decided in time.
    pub expired: Vec<String>,
    /// The questions whose time was up, answered by their default or not at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timed_out: Vec<String>,
    /// How many answers and links were let go that nobody can ask for any more.
    pub forgotten: usize,
    /// The items and steps that went on because nobody objected in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proceeded: Vec<String>,
    /// The countdowns that run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counting: Vec<Counting>,
    /// When something is due next; None: nothing that is known now.
    pub next_at: Option<u64>,
}

/// How many items or answers one call looks at; the next one follows at once.
const AT_ONCE: usize = 500;

/// No item expires sooner than this after it was proposed: days are what a policy counts in.
const SOONEST_MS: u64 = 24 * 3_600_000;

/// For how long an answer is kept for a request that is repeated.
const ANSWERS_MS: u64 = 7 * SOONEST_MS;

impl Op for TimerFire {
    const NAME: &'static str = "timer.fire";
    const DOC: &'static str = "Do what is due: expire what nobody decided, go on where nobody objected, forget what nobody can ask for";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/timers/fire";
    const CLI: &'static str = "";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let mut output = Output { forgotten: forget(tx)?, ..Output::default() };
        // While everything is frozen, timers stand still.
        if tx.get::<Control>(Control::FREEZE)?.is_some() {
            return Ok(output);
        }
        for rank in ["0/", "1/", "3/"] {
            expire_rank(tx, rank, &mut output)?;
        }
        if input.restarted {
            countdown::begin_anew(tx, None)?;
        }
        proceed(tx, &input.ripe, &mut output)?;
        output.counting = countdown::running(tx)?;
        output.timed_out = question::expire_due(tx, &mut output.next_at)?;
        if output.expired.len() + output.forgotten >= AT_ONCE {
            output.next_at = Some(tx.now());
        }
        Ok(output)
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        // What became of an effect is with its item; here is only told that it went on.
        Ok(Answer { value: output, outcome: Outcome::Done, ..finished })
    }
}

/// Lets go on what nobody objected to: one at a time, since each may have to be looked at in the world first.
fn proceed(tx: &mut Tx<'_>, ripe: &[Ripe], output: &mut Output) -> Result<()> {
    for (i, one) in ripe.iter().enumerate() {
        if countdown::over(tx, one)? {
            output.proceeded.push(one.id.clone());
            if i + 1 < ripe.len() {
                output.next_at = Some(tx.now());
            }
            break;
        }
    }
    Ok(())
}

/// Expires what is due among the open items of one rank, oldest first.
fn expire_rank(tx: &mut Tx<'_>, rank: &str, output: &mut Output) -> Result<()> {
    let now = tx.now();
    let items: Vec<Item> = tx.list(&Scan::prefix(Item::KIND.name, "item.open", rank).limit(AT_ONCE))?;
    for item in items {
        if item.created_at.saturating_add(SOONEST_MS) > now {
            // All that follow are younger still.
            earlier(&mut output.next_at, item.created_at.saturating_add(SOONEST_MS));
            return Ok(());
        }
        // It may have gone with a parent that expired just now.
        let mut item: Item = tx.need(&item.id)?;
        match item.expires_at {
            Some(due) if due <= now && item.status.on(Trigger::Expire).is_ok() => {
                decide::expire(tx, &mut item)?;
                output.expired.push(item.id);
            }
            Some(due) if due > now => earlier(&mut output.next_at, due),
            _ => {}
        }
    }
    Ok(())
}

/// Lets go of answers that were kept for repeated requests, and of links that were never used.
fn forget(tx: &mut Tx<'_>) -> Result<usize> {
    let before = |kind, index, ms: u64, now: u64| Scan {
        to: sortable(now.saturating_sub(ms)),
        ..Scan::prefix(kind, index, "").limit(AT_ONCE)
    };
    let now = tx.now();
    let answers: Vec<KeptAnswer> = tx.list(&before(KeptAnswer::KIND.name, "answer.at", ANSWERS_MS, now))?;
    for answer in &answers {
        tx.delete::<KeptAnswer>(&answer.id)?;
    }
    let links: Vec<Link> = tx.list(&before(Link::KIND.name, "link.end", SOONEST_MS, now))?;
    for link in &links {
        tx.delete::<Link>(&link.id)?;
    }
    Ok(answers.len() + links.len())
}

fn earlier(next: &mut Option<u64>, at: u64) {
    *next = Some(next.map_or(at, |n| n.min(at)));
}
