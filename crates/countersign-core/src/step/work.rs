//! What was done in a step, from items and receipts: never from its agent's report.

use countersign_words::{Message, say};
use serde_json::Value;

use super::{Declared, reach};
use crate::{
    authority::habit,
    error::Result,
    event::event_seq,
    item::{Item, ItemStatus},
    judge::Class,
    receipt::Receipt,
    record::Record,
    redact,
    run::Run,
    step::{Check, Diagnostics, FailedCheck, Step},
    store::Scan,
    text,
    tx::Tx,
};

/// How much of a check's output is stored, in lines and characters.
const TAIL_LINES: usize = 10;
const TAIL_CHARS: usize = 1_000;
/// How many of a step's calls are shown to a person.
const TOLD: usize = 20;

/// The work done in a step.
pub(super) struct Work {
    /// Its calls, without checks.
    items: Vec<Item>,
    /// The event of the last change; the maximum while something is in progress.
    pub changed: u64,
    /// Like `changed`, without changes by checks.
    changed_by_calls: u64,
    /// How many calls were made.
    pub calls: u32,
    /// How many of them succeeded.
    pub succeeded: u32,
    /// Whether one of them is destructive.
    pub destructive: bool,
    /// Whether one of them touches something that is always asked about.
    pub protected: bool,
}

impl Work {
    /// Gathers it from the records.
    pub fn of(tx: &mut Tx<'_>, step: &Step) -> Result<Self> {
        let prefix = format!("{}/", step.id);
        let items: Vec<Item> = tx.list(&Scan::prefix(Item::KIND.name, "item.step", &prefix))?;
        let receipts: Vec<Receipt> = tx.list(&Scan::prefix(Receipt::KIND.name, "receipt.step", &prefix))?;
        let check = |id: &str| step.checks.iter().find(|c| c.item.as_deref() == Some(id));
        let mut work = Self {
            items: Vec::new(),
            changed: 0,
            changed_by_calls: 0,
            calls: 0,
            succeeded: 0,
            destructive: false,
            protected: false,
        };
        for item in items {
            let check = check(&item.id);
            if is_under_way(item.status) && item.class != Class::Read {
                work.change(u64::MAX, check);
            }
            if check.is_none() && !step.former_checks.contains(&item.id) {
                work.call(item);
            }
        }
        for receipt in receipts {
            let made = event_seq(&receipt.event_id).unwrap_or(u64::MAX);
            let undone = receipt.undone.as_ref().and_then(|u| event_seq(&u.event_id));
            if receipt.class != Class::Read {
                let check = receipt.item.as_deref().and_then(check);
                work.change(made.max(undone.unwrap_or_default()), check);
            }
            if receipt.item.is_none() && receipt.undoes.is_none() {
                work.calls += 1;
                work.succeeded += 1;
                work.destructive |= receipt.class == Class::Destructive;
            }
        }
        Ok(work)
    }

    /// Notes a change. Changes by a check that counts do not invalidate the others.
    fn change(&mut self, seq: u64, by: Option<&Check>) {
        if by.is_none_or(|c| !c.counts) {
            self.changed = self.changed.max(seq);
        }
        if by.is_none() {
            self.changed_by_calls = self.changed_by_calls.max(seq);
        }
    }

    fn call(&mut self, item: Item) {
        let is_gone = matches!(item.status, ItemStatus::Retracted | ItemStatus::Expired);
        self.destructive |= item.class == Class::Destructive && !is_gone;
        self.protected |= !item.facts.protected.is_empty() && !is_gone;
        if let Some(succeeded) = succeeded(&item) {
            self.calls += 1;
            self.succeeded += u32::from(succeeded);
        }
        self.items.push(item);
    }

    /// Whether a check ran on the current state.
    pub fn is_fresh(&self, check: &Check) -> bool {
        check.seq > if check.counts { self.changed } else { self.changed_by_calls }
    }

    /// Whether people have decided on similar calls before, for all of these, mostly with yes.
    pub fn has_history(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let mut known = false;
        for item in self.items.iter().filter(|i| succeeded(i).is_some()) {
            if !habit::of(tx, &item.agent, &item.tool, &item.facts)?.speaks_for_it() {
                return Ok(false);
            }
            known = true;
        }
        Ok(known)
    }

    /// Whether a landed call touched the checks of the step.
    pub fn rewrote_a_check(&self, run: &Run, checks: &[Declared]) -> bool {
        let landed = |i: &&Item| i.status == ItemStatus::Applied || is_under_way(i.status);
        self.items.iter().filter(landed).any(|i| reach::touches_a_check(run, checks, &i.facts))
    }

    /// What a person must know to say how to go on.
    pub fn diagnostics(&self, step: &Step) -> Diagnostics {
        let tried = self.items.iter().filter(|i| succeeded(i).is_some());
        let failed = step.checks.iter().filter(|c| c.passed == Some(false));
        let error = |item: &Item| {
            let said = match &item.error {
                Some(error) => error.clone(),
                None if succeeded(item) == Some(false) => match &item.reason {
                    Some(reason) => Message::joined(": ", [item.status.as_str().into(), reason.clone()]),
                    None if item.status == ItemStatus::Applied => tail(&item.result),
                    None => item.status.as_str().into(),
                },
                None => return None,
            };
            Some(Message::joined(": ", [format!("{} {}", item.id, item.tool).into(), said]))
        };
        Diagnostics {
            tried: tried.map(|i| i.summary.clone()).take(TOLD).collect(),
            failed_checks: failed
                .map(|c| FailedCheck { command: c.command.clone(), output: c.output.clone() })
                .collect(),
            errors: self.items.iter().filter_map(error).take(TOLD).collect(),
        }
    }
}

/// Whether an effect was released and is not reported yet, or never was.
fn is_under_way(status: ItemStatus) -> bool {
    matches!(status, ItemStatus::Confirmed | ItemStatus::Applying | ItemStatus::NeedsReview)
}

/// Whether a call succeeded; None if it was not made.
fn succeeded(item: &Item) -> Option<bool> {
    match item.status {
        ItemStatus::Applied => Some(passed(&item.result)),
        ItemStatus::Failed | ItemStatus::Stale | ItemStatus::NeedsReview | ItemStatus::Rejected => {
            Some(false)
        }
        ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked => {
            item.error.is_some().then_some(false)
        }
        ItemStatus::Confirmed | ItemStatus::Applying | ItemStatus::Retracted | ItemStatus::Expired => None,
    }
}

/// Whether a result is a success: a command that exited with 0, a call without an error.
pub(super) fn passed(result: &Value) -> bool {
    let ended = result.get("exit_code").is_none_or(|code| code.as_i64() == Some(0));
    ended && result.get("isError") != Some(&Value::Bool(true))
}

/// Returns the last lines of a command's output.
pub(super) fn tail(result: &Value) -> Message {
    let told = |field: &str| result[field].as_str().unwrap_or_default().trim_end().to_owned();
    let both = [told("stdout"), told("stderr")].join("\n");
    let lines: Vec<&str> = both.lines().filter(|l| !l.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(TAIL_LINES)..].join("\n");
    if last.is_empty() { ending(result) } else { text::truncate(&redact::text(&last), TAIL_CHARS).into() }
}

fn ending(result: &Value) -> Message {
    match (result["timed_out"] == true, result["exit_code"].as_i64()) {
        (true, _) => say!("judge-took-too-long"),
        (_, Some(code)) => say!("judge-ended-silent", code),
        (_, None) => say!("judge-was-ended"),
    }
}

/// Returns the number of the event that created the record with that id.
pub(super) fn seq_of(id: &str) -> Option<u64> {
    let digits = id.trim_start_matches(|c: char| c.is_ascii_lowercase());
    digits.split(['.', '-']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_command_that_ended_with_nothing_amiss_passed() {
        for (result, expected) in [
            (json!({"exit_code": 0}), true),
            (json!({"exit_code": 1}), false),
            (json!({"exit_code": null, "signal": 9}), false),
            (json!({"exit_code": "0"}), false),
            (json!({"isError": true}), false),
            (json!({"id": "t1"}), true),
            (json!(null), true),
        ] {
            assert_eq!(passed(&result), expected, "{result}");
        }
    }

    #[test]
    fn the_end_of_what_was_told_is_kept() {
        let long: String = (1..=50).map(|n| format!("line {n}\n")).collect();
        let kept = tail(&json!({"exit_code": 1, "stdout": long, "stderr": "boom\n"}));
        assert!(kept.starts_with("line 42\n") && kept.ends_with("line 50\nboom"), "{kept}");
        assert_eq!(tail(&json!({"exit_code": 3})), "it exited with 3 and no output");
        assert_eq!(tail(&json!({"exit_code": null, "timed_out": true})), "it took too long");
    }

    #[test]
    fn ids_tell_the_event_that_made_them() {
        assert_eq!(seq_of("i42-9f3a"), Some(42));
        assert_eq!(seq_of("d7.1-77ab"), Some(7));
        assert_eq!(seq_of("nothing"), None);
    }
}
