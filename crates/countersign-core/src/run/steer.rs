//! Steering: how persons control a running run, and how their instructions reach its agent.

pub mod operations;

use countersign_words::{Message, say};

use crate::{
    change_set,
    error::{Error, Result},
    item::{Item, ItemStatus, Trigger, decide},
    record::Record,
    redact,
    run::{Instruction, MemoryKind, Run},
    store::Scan,
    text,
    tx::Tx,
};

/// The maximum length of instructions delivered at once; the first is always delivered whole.
const TOLD_CHARS: usize = Instruction::MOST_CHARS;
/// The maximum number of instructions delivered at once.
const TOLD_MOST: usize = 20;

/// Returns the run that a person wants to steer; it must not be over.
pub fn going(tx: &mut Tx<'_>, given: &str) -> Result<Run> {
    let run: Run = tx.find(given)?;
    if run.status.is_open() {
        return Ok(run);
    }
    Err(Error::conflict(say!("judge-steer-ended", run = run.id)).hint(say!("judge-steer-ended-hint")))
}

/// Refuses an invalid instruction.
pub fn check_text(text: &str) -> Result<()> {
    let length = text.chars().count();
    if text.trim().is_empty() {
        return Err(Error::invalid(say!("judge-instruction-blank")));
    }
    if length > Instruction::MOST_CHARS {
        let most = Instruction::MOST_CHARS;
        return Err(Error::invalid(say!("judge-instruction-long", n = length, most))
            .hint(say!("judge-instruction-long-hint")));
    }
    Ok(())
}

/// Gives a run an instruction. The agent gets it with the next answer.
pub fn instruct(tx: &mut Tx<'_>, run: &Run, given: &str) -> Result<Instruction> {
    check_text(given)?;
    let start: String = given.trim_start().chars().take(Instruction::SUMMARY_CHARS).collect();
    let instruction = Instruction {
        id: tx.new_id(Instruction::KIND),
        run: run.id.clone(),
        agent: run.agent.clone(),
        ordinal: last_of(tx, &run.id)? + 1,
        kind: MemoryKind::UserInstruction,
        summary: redact::text(&start),
        text: given.to_owned(),
        tags: Instruction::TAGS.map(str::to_owned).to_vec(),
        by: tx.actor().to_string(),
        at: tx.now(),
        delivered_at: None,
        superseded: false,
    };
    tx.create(&instruction)?;
    tx.about(Some(&run.id), None);
    Ok(instruction)
}

/// Returns the instructions that a run's agent was not told yet, in order.
pub fn untold(tx: &mut Tx<'_>, run: &str) -> Result<Vec<Instruction>> {
    // Usually there are none at all.
    if tx.is_empty(Instruction::KIND.name, "instruction.untold")? {
        return Ok(Vec::new());
    }
    tx.list(&Scan::prefix(Instruction::KIND.name, "instruction.untold", &format!("{run}/")))
}

/// Returns the instructions to deliver now, marks them as told, and says whether there are more.
pub fn deliver(tx: &mut Tx<'_>, run: &str) -> Result<(Vec<Instruction>, bool)> {
    let (mut told, mut chars) = (Vec::new(), 0);
    for mut instruction in untold(tx, run)? {
        chars += instruction.text.chars().count();
        if !told.is_empty() && (chars > TOLD_CHARS || told.len() == TOLD_MOST) {
            return Ok((told, true));
        }
        instruction.delivered_at = Some(tx.now());
        tx.put(&instruction)?;
        told.push(instruction);
    }
    Ok((told, false))
}

/// Drops the instructions that the agent was not told yet, and returns them.
pub fn supersede(tx: &mut Tx<'_>, run: &str) -> Result<Vec<String>> {
    let mut superseded = Vec::new();
    for mut instruction in untold(tx, run)? {
        instruction.superseded = true;
        tx.put(&instruction)?;
        superseded.push(instruction.id);
    }
    Ok(superseded)
}

/// Makes instructions that the agent was not told those of another run.
pub fn hand_on(tx: &mut Tx<'_>, instructions: Vec<Instruction>, run: &Run) -> Result<()> {
    let last = last_of(tx, &run.id)?;
    for (instruction, ordinal) in instructions.into_iter().zip(last + 1..) {
        tx.put(&Instruction { run: run.id.clone(), ordinal, superseded: false, ..instruction })?;
    }
    Ok(())
}

/// Returns the position of the last instruction of a run; 0 if it has none.
fn last_of(tx: &mut Tx<'_>, run: &str) -> Result<u32> {
    let scan = Scan::prefix(Instruction::KIND.name, "instruction.run", &format!("{run}/"));
    let last = tx.list::<Instruction>(&scan.reversed().limit(1))?.pop();
    Ok(last.map_or(0, |instruction| instruction.ordinal))
}

/// Formats instructions for the agent: whole, and each line marked as a person's.
pub fn words(instructions: &[Instruction]) -> String {
    let mut out = String::new();
    for instruction in instructions {
        let shown = text::visible_multiline(&instruction.text).text;
        let by = instruction.by.strip_prefix("person:").unwrap_or(&instruction.by);
        out.push_str(&format!("- {} from {}:\n", instruction.id, text::visible(by).text));
        shown.lines().for_each(|line| out.push_str(&format!("  > {line}\n")));
    }
    out
}

/// Whether a rejection also blocks the same proposal in the future.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasting {
    /// It does: the person wants something else.
    Yes,
    /// It does not: the rejection was of the run, not of the call.
    No,
}

/// Rejects everything of a run that waits for approval; work in progress finishes. Another person's claim
/// does not prevent this.
pub fn deny_open(tx: &mut Tx<'_>, run: &Run, reason: &Message, lasting: Lasting) -> Result<Vec<String>> {
    if run.proposed == 0 {
        return Ok(Vec::new());
    }
    let mut denied = Vec::new();
    let scan = Scan::prefix(Item::KIND.name, "item.run", &format!("{}/", run.id));
    for found in tx.list::<Item>(&scan)? {
        // It may just have been rejected with its parent.
        let mut item: Item = tx.need(&found.id)?;
        if item.status == ItemStatus::Confirmed {
            change_set::step(tx, &mut item, Trigger::Withdraw)?;
        }
        if item.status.is_decidable() {
            item.lifted |= lasting == Lasting::No;
            decide::reject(tx, &mut item, Some(reason))?;
            item.reason = Some(redact::message(reason));
            tx.put(&item)?;
        }
        if found.status.is_open() && !item.status.is_open() {
            denied.push(item.id);
        }
    }
    Ok(denied)
}
