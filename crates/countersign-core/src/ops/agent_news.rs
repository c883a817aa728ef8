//! `agent.news`: what became of an agent's proposals since it was last told. What it is told is remembered as told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::authority::Nothing;
use crate::{
    ActorKind,
    error::Result,
    model::{Item, ItemStatus},
    op::Op,
    record::Record,
    store::Scan,
    text,
    tx::Tx,
};

/// See the module.
pub struct AgentNews;

/// At most so many entries.
const MAX_ENTRIES: usize = 20;
/// At most so many tokens, at four characters each.
const MAX_TOKENS: usize = 500;
/// At most so many characters of a summary, a reason or an error.
const MAX_CHARS: usize = 160;

const HEADING: &str = "## News of your proposals\n\n";
const FOOTING: &str = "\nitem_status tells the whole result of one.\n";

/// What an agent does not know yet.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// For the agent's next turn, in Markdown; empty where there is nothing.
    pub text: String,
    /// The same, entry by entry, oldest first.
    pub items: Vec<News>,
    /// Whether there is more: ask again.
    pub more: bool,
}

/// What became of one proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// The item.
    pub item: String,
    /// The tool.
    pub tool: String,
    /// `applied`, `rejected`, `expired`, `failed`, `stale`, `needs_review`, `edited`.
    pub status: String,
    /// What it does.
    pub summary: String,
    /// The reason that the person gave.
    pub reason: Option<String>,
    /// Why it failed or became stale.
    pub error: Option<String>,
    /// What landed; `undo` takes it.
    pub receipt: Option<String>,
}

impl Op for AgentNews {
    const NAME: &'static str = "agent.news";
    const DOC: &'static str = "Tell an agent what became of its proposals since it was last told";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    const HTTP: &'static str = "GET /v1/news";
    const CLI: &'static str = "news";
    type Input = Nothing;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, _input: &Nothing) -> Result<Output> {
        let own = format!("{}/", tx.actor().agent_name());
        let scan = Scan::prefix(Item::KIND.name, "item.untold", &own).limit(MAX_ENTRIES + 1);
        let items: Vec<Item> = tx.list(&scan)?;
        if items.is_empty() {
            return Ok(Output::default());
        }
        let mut output = Output { text: HEADING.to_owned(), ..Output::default() };
        for mut item in items {
            let news = News::of(&item);
            let line = news.line();
            let is_full = tokens(&output.text) + tokens(&line) + tokens(FOOTING) > MAX_TOKENS;
            if output.items.len() == MAX_ENTRIES || (is_full && !output.items.is_empty()) {
                output.more = true;
                break;
            }
            output.text.push_str(&line);
            output.items.push(news);
            item.told = true;
            tx.put(&item)?;
        }
        output.text.push_str(FOOTING);
        Ok(output)
    }
}

fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

impl News {
    fn of(item: &Item) -> Self {
        let status = match item.status {
            ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked => {
                if item.error.is_some() {
                    "failed"
                } else {
                    "edited"
                }
            }
            ended => ended.as_str(),
        };
        let short = |given: &Option<String>| given.as_deref().map(shown);
        Self {
            item: item.id.clone(),
            tool: item.tool.clone(),
            status: status.to_owned(),
            summary: shown(&item.summary),
            reason: short(&item.reason),
            error: short(&item.error),
            receipt: item.receipt.clone(),
        }
    }

    /// `- ✗ i12-9f3a task.set_title: Set the title to "x" — rejected (reason: "no")`
    fn line(&self) -> String {
        let mark = match self.status.as_str() {
            "applied" => "✓",
            "rejected" | "failed" => "✗",
            _ => "·",
        };
        let became = match self.status.as_str() {
            "applied" => "it landed",
            "expired" => "no decision",
            "stale" => "what it rests on has moved; propose it anew, or wait for the person",
            "needs_review" => "nobody knows yet how it ended; do not repeat it",
            "edited" => "the person changed its arguments; it still waits",
            "failed" => "it failed, and waits for the person again",
            word => word,
        };
        let reason = self.reason.as_ref().map(|r| format!(" (reason: {r:?})")).unwrap_or_default();
        let error = self.error.as_ref().map(|e| format!(" ({e})")).unwrap_or_default();
        let tool = text::truncate(&text::visible(&self.tool).text, MAX_CHARS);
        format!("- {mark} {} {tool}: {} — {became}{reason}{error}\n", self.item, self.summary)
    }
}

fn shown(given: &str) -> String {
    text::truncate(&text::visible(given).text, MAX_CHARS)
}
