//! `timer.fire`: what happens because time has passed. The daemon calls it when something is due; it reads
//! all state again, so firing too often or too late does no harm.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ActorKind, Outcome,
    authority::{Control, Link},
    countdown::{self, Counting, Ripe},
    error::Result,
    function,
    host::errands,
    item::{Item, Trigger, decide, snooze},
    kept_answer::KeptAnswer,
    op::{Answer, Op},
    question,
    record::{Record, sortable},
    store::Scan,
    tx::Tx,
};

/// See the module.
pub struct TimerFire;

/// The state of whoever watches the countdowns.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Whether this is the first call since the start: nobody watched until now, so all countdowns start again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restarted: bool,
    /// The countdowns that it watched until their end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ripe: Vec<Ripe>,
}

/// The outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// Items that expired.
    pub expired: Vec<String>,
    /// Items that were put off until now, and wait again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub returned: Vec<String>,
    /// Questions that timed out, answered by their default or not at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timed_out: Vec<String>,
    /// How many kept answers and links were deleted.
    pub forgotten: usize,
    /// The items and steps that proceeded because nobody objected in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proceeded: Vec<String>,
    /// The running countdowns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counting: Vec<Counting>,
    /// When something is due next; None if nothing is known to be.
    pub next_at: Option<u64>,
}

/// How many items or answers one call processes; the next one follows at once.
const AT_ONCE: usize = 500;

/// No item expires sooner than this after it was proposed: the policy counts in days.
const SOONEST_MS: u64 = 24 * 3_600_000;

/// How long an answer is kept for repeated requests.
const ANSWERS_MS: u64 = 7 * SOONEST_MS;

impl Op for TimerFire {
    const NAME: &'static str = "timer.fire";
    const DOC: &'static str =
        "Process due timers: expire undecided items, go on where nobody objected, delete expired data";
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
        output.returned = snooze::wake_due(tx, &mut output.next_at)?;
        if input.restarted {
            countdown::begin_anew(tx, None)?;
        }
        proceed(tx, &input.ripe, &mut output)?;
        output.counting = countdown::running(tx)?;
        if let Some(at) = function::report::expire_leases(tx)? {
            earlier(&mut output.next_at, at);
        }
        output.timed_out = question::expire_due(tx, &mut output.next_at)?;
        if output.expired.len() + output.forgotten >= AT_ONCE {
            output.next_at = Some(tx.now());
        }
        Ok(output)
    }

    fn landed(&self, output: Value, finished: Answer) -> Result<Answer> {
        // The outcome of an effect is with its item; this only says that it proceeded.
        Ok(Answer { value: output, outcome: Outcome::Done, ..finished })
    }
}

/// Lets items and steps proceed that nobody objected to: one at a time, since each may need a forecast first.
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

/// Expires due items among the open ones of one rank, oldest first.
fn expire_rank(tx: &mut Tx<'_>, rank: &str, output: &mut Output) -> Result<()> {
    let now = tx.now();
    let items: Vec<Item> = tx.list(&Scan::prefix(Item::KIND.name, "item.open", rank).limit(AT_ONCE))?;
    for item in items {
        if item.created_at.saturating_add(SOONEST_MS) > now {
            // All that follow are younger.
            earlier(&mut output.next_at, item.created_at.saturating_add(SOONEST_MS));
            return Ok(());
        }
        // It may just have expired with a parent.
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

/// Deletes answers kept for repeated requests, and links that were never used.
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
    let errands = errands::forget(tx, sortable(now.saturating_sub(ANSWERS_MS)), AT_ONCE)?;
    Ok(answers.len() + links.len() + errands)
}

fn earlier(next: &mut Option<u64>, at: u64) {
    *next = Some(next.map_or(at, |n| n.min(at)));
}
