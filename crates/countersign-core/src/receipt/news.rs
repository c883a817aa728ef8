//! News for an agent about what it had landed: that a person undid or redid it.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    answer_status::TurnedStatus,
    error::Result,
    receipt::{Receipt, undo::UNDO_TOOL},
    record::Record,
    store::Scan,
    text,
    tx::Tx,
};

/// The maximum number of receipts at a time.
const MAX_ENTRIES: usize = 8;
/// The maximum number that a rollback of their run covers at a time.
const MAX_COVERED: usize = 1000;
/// The maximum number of characters of a summary.
const MAX_CHARS: usize = 160;

/// What became of something that had landed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReceiptNews {
    /// The receipt.
    pub receipt: String,
    /// The item it belongs to; None for calls that were never held.
    pub item: Option<String>,
    /// The tool.
    pub tool: String,
    /// What it had done.
    pub summary: Message,
    /// `undone` or `redone`.
    pub status: TurnedStatus,
    /// Who undid or redid it: `person:ana`.
    pub by: String,
}

/// Notes on a receipt that was undone or redone by `by` that its agent is to be told. An agent that proposed the undo
/// itself is told by that proposal.
pub fn turned(receipt: &mut Receipt, by: &Receipt, actor: &str) {
    if receipt.undoes.is_none() && !receipt.agent.is_empty() {
        receipt.untold = (by.tool != UNDO_TOOL).then(|| actor.to_owned());
    }
}

/// Notes that the agent was told how things stand with a receipt, if the caller is its agent.
pub fn tell(tx: &mut Tx<'_>, receipt: &mut Receipt) -> Result<()> {
    if tx.actor().kind != ActorKind::Agent || receipt.untold.is_none() {
        return Ok(());
    }
    receipt.untold = None;
    tx.put(receipt)
}

/// Notes that the agent hears of an undo by another way.
pub fn told_otherwise(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let mut receipt: Receipt = tx.need(id)?;
    if receipt.untold.take().is_some() {
        tx.put(&receipt)?;
    }
    Ok(())
}

/// Returns news that the caller was not told yet, and whether there is more. Marks them as told, and those beyond the
/// first few of runs whose rollback is told with them.
pub fn untold(tx: &mut Tx<'_>, rolled_back: &[String]) -> Result<(Vec<ReceiptNews>, bool)> {
    if tx.is_empty(Receipt::KIND.name, "receipt.untold")? {
        return Ok((Vec::new(), false));
    }
    let own = format!("{}/", tx.actor().agent_name());
    let most = if rolled_back.is_empty() { MAX_ENTRIES + 1 } else { MAX_COVERED };
    let scan = Scan::prefix(Receipt::KIND.name, "receipt.untold", &own).limit(most);
    let (mut news, mut more) = (Vec::new(), false);
    for mut receipt in tx.list::<Receipt>(&scan)? {
        let covered = receipt.run.as_ref().is_some_and(|run| rolled_back.contains(run));
        if news.len() == MAX_ENTRIES && !covered {
            more = true;
            continue;
        }
        let entry = ReceiptNews::of(&receipt);
        tell(tx, &mut receipt)?;
        if news.len() < MAX_ENTRIES {
            news.push(entry);
        }
    }
    Ok((news, more))
}

impl ReceiptNews {
    fn of(receipt: &Receipt) -> Self {
        Self {
            receipt: receipt.id.clone(),
            item: receipt.item.clone(),
            tool: receipt.tool.clone(),
            summary: text::line(&receipt.summary, MAX_CHARS).into(),
            status: if receipt.undone.is_some() { TurnedStatus::Undone } else { TurnedStatus::Redone },
            by: receipt.untold.clone().unwrap_or_default(),
        }
    }

    /// `- ↶ rc12-9f3a task.set_title: Set the title to "x" — undone by ana: it is as it was before`
    pub fn line(&self) -> String {
        let who = text::line(self.by.strip_prefix("person:").unwrap_or(&self.by), MAX_CHARS);
        let (mark, became) = match self.status {
            TurnedStatus::Undone => ("↶", format!("undone by {who}: it is as it was before")),
            TurnedStatus::Redone => ("↷", format!("redone by {who}: it is in effect again")),
        };
        let tool = text::line(&self.tool, MAX_CHARS);
        format!("- {mark} {} {tool}: {} — {became}\n", self.receipt, self.summary)
    }
}
