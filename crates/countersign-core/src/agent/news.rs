//! `agent.news`: what persons told an agent's run, the answers to its questions, the outcomes of its proposals, and
//! what was undone, redone or rolled back since the last call. Whatever it returns is marked as told.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    answer_status::NewsStatus,
    error::Result,
    handover::{self, Handover},
    item::{Item, ItemStatus},
    op::Op,
    plan::{self, Plan, news::PlanNews},
    question::{self, Question, QuestionStatus},
    receipt::{
        self, Receipt,
        handle::Handle,
        news::{ReceiptNews, tell},
    },
    record::Record,
    run::{self, Instruction, Run, news::RunNews, steer},
    step::{self, Step, news::StepNews},
    store::{Base, Scan},
    text,
    tx::Tx,
};

/// See the module.
pub struct AgentNews;

/// The maximum number of entries.
const MAX_ENTRIES: usize = 20;
/// The maximum number of tokens, at four characters each.
const MAX_TOKENS: usize = 500;
/// The maximum number of characters of a summary, a reason or an error.
const MAX_CHARS: usize = 160;

/// The maximum number of characters of answers; the first is always given whole.
const MAX_ANSWERS: usize = 10_000;

const INSTRUCTIONS: &str = "## Instructions from the user\n\nThe user steers this run. Follow these from now on; where they \
    contradict what you were told before, these count.\n\n";
const ANSWERS: &str = "## Answers to your questions\n\n";
const HEADING: &str = "## News of your proposals\n\n";
const FOOTING: &str = "\nitem_status tells the whole result of one.\n";

/// Whose news.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The run whose instructions and answers are returned; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Whether the handles of what landed behind the agent's hooks are returned, too: only a caller that can hand them on asks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub landed: bool,
}

/// What an agent does not know yet.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// For the agent's next turn, in Markdown; empty where there is nothing.
    pub text: String,
    /// What persons told the run, in order; each once, and whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<Instruction>,
    /// The questions that were answered, or will not be, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// Outcomes of proposals, oldest first.
    pub items: Vec<News>,
    /// The outcome of its plans.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<PlanNews>,
    /// The outcome of its steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepNews>,
    /// What a person undid or redid of what it had landed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receipts: Vec<ReceiptNews>,
    /// Its runs that a person rolled back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<RunNews>,
    /// What landed behind the agent's hooks, with the way back; not in the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub landed: Vec<Handle>,
    /// Whether there is more: ask again.
    pub more: bool,
}

/// The outcome for one proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct News {
    /// The item.
    pub item: String,
    /// The tool.
    pub tool: String,
    /// `applied`, `undone`, `rejected`, `expired`, `failed`, `stale`, `needs_review`, `edited`.
    pub status: NewsStatus,
    /// What it does.
    pub summary: Message,
    /// The reason that the person gave.
    pub reason: Option<String>,
    /// Why it failed or became stale.
    pub error: Option<Message>,
    /// What landed; `undo` takes it.
    pub receipt: Option<String>,
    /// Who undid it since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_by: Option<String>,
}

impl Op for AgentNews {
    const NAME: &'static str = "agent.news";
    const DOC: &'static str =
        "Tell an agent its new instructions and answers, and the outcome of its proposals";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/agent/news";
    const CLI: &'static str = "news --run {run} --landed {landed}";
    type Input = Input;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &Input) -> Result<Output> {
        let run = run::for_news(tx, input.run.as_deref())?;
        let mut output = Output::default();
        if let Some(run) = run.as_ref().filter(|r| r.status.is_open()) {
            output.instruct(tx, run)?;
        }
        output.answer(tx, run.as_ref())?;
        output.propose(tx)?;
        if input.landed {
            let (landed, more) = handover::landed::untold(tx, run.as_ref())?;
            (output.landed, output.more) = (landed, output.more || more);
        }
        Ok(output)
    }
}

impl Output {
    /// Adds later news.
    pub fn add(&mut self, later: Self) {
        self.section(&later.text);
        self.instructions.extend(later.instructions);
        self.questions.extend(later.questions);
        self.items.extend(later.items);
        self.plans.extend(later.plans);
        self.steps.extend(later.steps);
        self.receipts.extend(later.receipts);
        self.runs.extend(later.runs);
        self.landed.extend(later.landed);
        self.more = later.more;
    }

    /// Begins a section of the text.
    fn section(&mut self, heading: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(heading);
    }

    fn instruct(&mut self, tx: &mut Tx<'_>, run: &Run) -> Result<()> {
        let (told, more) = steer::deliver(tx, &run.id)?;
        if told.is_empty() {
            return Ok(());
        }
        tx.about(Some(&run.id), None);
        self.section(INSTRUCTIONS);
        self.text.push_str(&steer::words(&told));
        (self.instructions, self.more) = (told, more);
        Ok(())
    }

    fn answer(&mut self, tx: &mut Tx<'_>, run: Option<&Run>) -> Result<()> {
        let mut chars = 0;
        for mut question in question::untold(tx, run)? {
            let line = answered(&question);
            chars += line.chars().count();
            if self.questions.len() == MAX_ENTRIES || (chars > MAX_ANSWERS && !self.questions.is_empty()) {
                self.more = true;
                break;
            }
            if self.questions.is_empty() {
                self.section(ANSWERS);
            }
            self.text.push_str(&line);
            question::tell(tx, &mut question)?;
            self.questions.push(question);
        }
        Ok(())
    }

    fn propose(&mut self, tx: &mut Tx<'_>) -> Result<()> {
        let own = format!("{}/", tx.actor().agent_name());
        let scan = Scan::prefix(Item::KIND.name, "item.untold", &own).limit(MAX_ENTRIES + 1);
        let items: Vec<Item> = tx.list(&scan)?;
        let (runs, more_runs) = run::news::untold(tx)?;
        let (plans, more_plans) = plan::news::untold(tx)?;
        let (steps, more_steps) = step::news::untold(tx)?;
        let lines = runs.iter().map(RunNews::line);
        let lines = lines.chain(plans.iter().map(PlanNews::line)).chain(steps.iter().map(StepNews::line));
        let mut text = lines.collect::<String>();
        (self.runs, self.plans, self.steps) = (runs, plans, steps);
        self.more |= more_runs || more_plans || more_steps;
        for mut item in items {
            let mut receipt = item.receipt.as_ref().map(|id| tx.need::<Receipt>(id)).transpose()?;
            let news = News::of(&item, receipt.as_ref());
            let line = news.line();
            let is_full = tokens(HEADING) + tokens(&text) + tokens(&line) + tokens(FOOTING) > MAX_TOKENS;
            if self.items.len() == MAX_ENTRIES || (is_full && !self.items.is_empty()) {
                self.more = true;
                break;
            }
            text.push_str(&line);
            self.items.push(news);
            item.told = true;
            tx.put(&item)?;
            if let Some(receipt) = &mut receipt {
                tell(tx, receipt)?;
            }
        }
        let rolled_back: Vec<String> = self.runs.iter().map(|news| news.run.clone()).collect();
        let (receipts, more_receipts) = receipt::news::untold(tx, &rolled_back)?;
        text.extend(receipts.iter().map(ReceiptNews::line));
        self.receipts = receipts;
        self.more |= more_receipts;
        if !text.is_empty() {
            self.section(&format!("{HEADING}{text}{FOOTING}"));
        }
        Ok(())
    }
}

/// Whether there may be something that an agent does not know yet. Reads little, so that it can be asked with each of
/// its calls.
pub fn may_wait(base: &mut dyn Base, agent: &str) -> Result<bool> {
    let own = format!("{agent}/");
    // Instructions are listed by run.
    let indexes = [
        (Instruction::KIND.name, "instruction.untold", ""),
        (Item::KIND.name, "item.untold", own.as_str()),
        (Receipt::KIND.name, "receipt.untold", own.as_str()),
        (Run::KIND.name, "run.untold", own.as_str()),
        (Question::KIND.name, "question.untold", own.as_str()),
        (Plan::KIND.name, "plan.untold", own.as_str()),
        (Step::KIND.name, "step.untold", own.as_str()),
        (Handover::KIND.name, "handover.untold", own.as_str()),
    ];
    for (kind, index, prefix) in indexes {
        if !base.scan(&Scan::prefix(kind, index, prefix).limit(1))?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `- q3f0c… "Which database?" — answered by ana: PostgreSQL`
fn answered(question: &Question) -> String {
    let became = match (question.status, &question.answer, question.answered_by.as_deref()) {
        (QuestionStatus::Answered, Some(answer), by) => {
            let by = by.map_or("somebody", |by| by.strip_prefix("person:").unwrap_or(by));
            format!("answered by {}: {}", shown(by), text::visible_multiline(answer).text)
        }
        (QuestionStatus::Cancelled, ..) => "the run was stopped; nobody will answer".to_owned(),
        _ => "nobody answered in time".to_owned(),
    };
    format!("- {} {:?} — {became}\n", question.id, shown(&question.text))
}

fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(4)
}

impl News {
    fn of(item: &Item, receipt: Option<&Receipt>) -> Self {
        let undone = receipt.and_then(|receipt| receipt.undone.as_ref());
        let status = match item.status {
            ItemStatus::Applied if undone.is_some() => NewsStatus::Undone,
            ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked => match item.error {
                Some(_) => NewsStatus::Failed,
                None => NewsStatus::Edited,
            },
            ItemStatus::Confirmed => NewsStatus::Confirmed,
            ItemStatus::Applying => NewsStatus::Applying,
            ItemStatus::Applied => NewsStatus::Applied,
            ItemStatus::Failed => NewsStatus::Failed,
            ItemStatus::Stale => NewsStatus::Stale,
            ItemStatus::NeedsReview => NewsStatus::NeedsReview,
            ItemStatus::Rejected => NewsStatus::Rejected,
            ItemStatus::Retracted => NewsStatus::Retracted,
            ItemStatus::Expired => NewsStatus::Expired,
        };
        Self {
            item: item.id.clone(),
            tool: item.tool.clone(),
            status,
            summary: shown(&item.summary).into(),
            reason: item.reason.as_deref().map(shown),
            error: item.error.as_deref().map(|error| shown(error).into()),
            receipt: item.receipt.clone(),
            undone_by: undone.map(|undone| shown(&undone.by)),
        }
    }

    /// `- ✗ i12-9f3a task.set_title: Set the title to "x" — rejected (reason: "no")`
    fn line(&self) -> String {
        let mark = match self.status {
            NewsStatus::Applied => "✓",
            NewsStatus::Rejected | NewsStatus::Failed => "✗",
            NewsStatus::Undone => "↶",
            _ => "·",
        };
        let by = self.undone_by.as_deref().map(|by| by.strip_prefix("person:").unwrap_or(by));
        let undone = format!("it landed, and was undone by {} since", by.unwrap_or("somebody"));
        let landed = self.receipt.as_ref().map(|receipt| format!("it landed, receipt {receipt}"));
        let became = match self.status {
            NewsStatus::Applied => landed.as_deref().unwrap_or("it landed"),
            NewsStatus::Undone => &undone,
            NewsStatus::Expired => "no decision",
            NewsStatus::Stale => "what it rests on has moved; propose it anew, or wait for the person",
            NewsStatus::NeedsReview => "nobody knows yet how it ended; do not repeat it",
            NewsStatus::Edited => "the person changed its arguments; it still waits",
            NewsStatus::Failed => "it failed, and waits for the person again",
            other => other.as_str(),
        };
        let reason = self.reason.as_ref().map(|r| format!(" (reason: {r:?})")).unwrap_or_default();
        let error = self.error.as_ref().map(|e| format!(" ({e})")).unwrap_or_default();
        let tool = shown(&self.tool);
        format!("- {mark} {} {tool}: {} — {became}{reason}{error}\n", self.item, self.summary)
    }
}

fn shown(given: &str) -> String {
    text::line(given, MAX_CHARS)
}
