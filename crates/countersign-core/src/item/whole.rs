//! `item.whole`: the difference of a file that waits for a decision, without the limits of its page: in parts, or all of it.
//!
//! # Limitations
//! Only what tools for files write is compared again. Content that is not text, or larger than 32 MiB, is not shown here
//! either, nor is that of protected files.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Item, decide};
use crate::{
    ActorKind,
    call::gate,
    effect::landing,
    error::{Error, Result},
    op::Op,
    redact,
    run::Run,
    tx::Tx,
};

/// The server of the tools that write files.
const FILES: &str = "filesystem.";
/// How many lines a part has.
pub const LINES: usize = 2_000;

/// See the module.
pub struct ItemWhole;

/// An item, and which part of its difference.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The item.
    pub id: String,
    /// The first line of a part of 2,000 lines; without it, everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<usize>,
}

/// The difference, or a part of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The item.
    pub id: String,
    /// The version of the item that it belongs to.
    pub digest: String,
    /// The difference, with secrets redacted.
    pub text: String,
    /// How many lines it has in all.
    pub lines: usize,
    /// What is not in it either.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_shown: Vec<Message>,
}

/// Returns why not all of an item can be had, or nothing if it can.
pub fn why_not(item: &super::view::ItemView) -> Option<Message> {
    unavailable(&item.tool, item.facts.protected.is_empty(), item.status.is_open())
}

fn unavailable(tool: &str, unprotected: bool, open: bool) -> Option<Message> {
    if !tool.starts_with(FILES) {
        Some(say!("whole-no-file"))
    } else if !unprotected {
        Some(say!("whole-protected"))
    } else {
        (!open).then(|| say!("whole-decided"))
    }
}

impl Op for ItemWhole {
    const NAME: &'static str = "item.whole";
    const DOC: &'static str = "Show the difference of an item that a page cuts, whole or in parts";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/items/{id}/whole";
    const CLI: &'static str = "";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let item: Item = decide::find_item(tx, &input.id)?;
        if let Some(why) = unavailable(&item.tool, item.facts.protected.is_empty(), item.status.is_open()) {
            return Err(Error::conflict(why));
        }
        let run: Run = tx.need(&item.run)?;
        let tool = gate::tool_of(tx, &item)?;
        let args = landing::exact_args(tx, &item)?;
        let forecast = gate::forecast_whole(tx, &run, tool, args, item.ordinal)?;
        // It is what the item does only as long as the files are as they were when it was shown.
        if forecast.preconditions != item.preconditions {
            return Err(Error::stale(say!("whole-moved")).hint(say!("whole-moved-hint", id = item.id)));
        }
        let exact = forecast.preview.diff.unwrap_or_default();
        let text = redact::text(&exact);
        let mut not_shown = forecast.preview.not_shown;
        not_shown.extend((text != exact).then(|| say!("whole-secrets")));
        let lines = text.lines().count();
        let part = match input.from {
            None => text,
            Some(from) => text.lines().skip(from).take(LINES).map(|line| format!("{line}\n")).collect(),
        };
        // A last part counts only after all parts before it.
        let is_end = match input.from {
            None => true,
            Some(from) => decide::mark_lines(tx, &item, from, from.saturating_add(LINES))? >= lines,
        };
        if is_end && not_shown.is_empty() {
            decide::mark_whole(tx, &item)?;
            tx.about(Some(&item.run), Some(&item.tool));
        }
        Ok(Output { id: item.id, digest: item.digest, text: part, lines, not_shown })
    }
}
