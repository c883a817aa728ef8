//! `agent.news`: what persons told an agent's run, the answers to its questions, and the outcomes of its
//! proposals since the last call. Whatever it returns is marked as told.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    ActorKind,
    answer_status::NewsStatus,
    error::Result,
    item::{Item, ItemStatus},
    op::Op,
    plan::{self, news::PlanNews},
    question::{self, Question, QuestionStatus},
    record::Record,
    run::{self, Instruction, Run, steer},
    step::{self, news::StepNews},
    store::Scan,
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
    /// `applied`, `rejected`, `expired`, `failed`, `stale`, `needs_review`, `edited`.
    pub status: NewsStatus,
    /// What it does.
    pub summary: Message,
    /// The reason that the person gave.
    pub reason: Option<String>,
    /// Why it failed or became stale.
    pub error: Option<Message>,
    /// What landed; `undo` takes it.
    pub receipt: Option<String>,
}

impl Op for AgentNews {
    const NAME: &'static str = "agent.news";
    const DOC: &'static str =
        "Tell an agent its new instructions and answers, and the outcome of its proposals";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/agent/news";
    const CLI: &'static str = "news --run {run}";
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
        Ok(output)
    }
}

impl Output {
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
        let (plans, more_plans) = plan::news::untold(tx)?;
        let (steps, more_steps) = step::news::untold(tx)?;
        if items.is_empty() && plans.is_empty() && steps.is_empty() {
            return Ok(());
        }
        let told = plans.iter().map(PlanNews::line).chain(steps.iter().map(StepNews::line));
        let mut text = format!("{HEADING}{}", told.collect::<String>());
        (self.plans, self.steps) = (plans, steps);
        self.more |= more_plans || more_steps;
        for mut item in items {
            let news = News::of(&item);
            let line = news.line();
            let is_full = tokens(&text) + tokens(&line) + tokens(FOOTING) > MAX_TOKENS;
            if self.items.len() == MAX_ENTRIES || (is_full && !self.items.is_empty()) {
                self.more = true;
                break;
            }
            text.push_str(&line);
            self.items.push(news);
            item.told = true;
            tx.put(&item)?;
        }
        text.push_str(FOOTING);
        self.section(&text);
        Ok(())
    }
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
    fn of(item: &Item) -> Self {
        let status = match item.status {
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
        }
    }

    /// `- ✗ i12-9f3a task.set_title: Set the title to "x" — rejected (reason: "no")`
    fn line(&self) -> String {
        let mark = match self.status {
            NewsStatus::Applied => "✓",
            NewsStatus::Rejected | NewsStatus::Failed => "✗",
            _ => "·",
        };
        let became = match self.status {
            NewsStatus::Applied => "it landed",
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
