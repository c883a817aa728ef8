//! `timer.fire`: what happens because time has passed, without anybody calling. The daemon fires it when something is
//! due; everything is looked at afresh, so that firing too often or too late does no harm.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::authority::Nothing;
use crate::{
    ActorKind, decide,
    error::Result,
    model::{Control, Item, KeptAnswer, Link, Trigger, sortable},
    op::Op,
    record::Record,
    store::Scan,
    tx::Tx,
};

/// See the module.
pub struct TimerFire;

/// What became of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The items that nobody decided in time.
    pub expired: Vec<String>,
    /// How many answers and links were let go that nobody can ask for any more.
    pub forgotten: usize,
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
    const DOC: &'static str = "Do what is due: expire what nobody decided, forget what nobody can ask for";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::System];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/timers/fire";
    const CLI: &'static str = "";
    type Input = Nothing;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<Output> {
        let mut output = Output { forgotten: forget(tx)?, ..Output::default() };
        // While everything is frozen, timers stand still.
        if tx.get::<Control>(Control::FREEZE)?.is_some() {
            return Ok(output);
        }
        for rank in ["0/", "1/", "3/"] {
            expire_rank(tx, rank, &mut output)?;
        }
        if output.expired.len() + output.forgotten >= AT_ONCE {
            output.next_at = Some(tx.now());
        }
        Ok(output)
    }
}

/// Expires what is due among the open items of one rank, oldest first.
fn expire_rank(tx: &mut Tx<'_>, rank: &str, output: &mut Output) -> Result<()> {
    let now = tx.now();
    let items: Vec<Item> = tx.list(&Scan::prefix(Item::KIND.name, "item.open", rank).limit(AT_ONCE))?;
    for item in items {
        if item.created_at.saturating_add(SOONEST_MS) > now {
            // All that follow are younger still.
            earlier(&mut output.next_at, item.created_at + SOONEST_MS);
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
