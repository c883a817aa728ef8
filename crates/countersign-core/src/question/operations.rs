//! Questions: `question.ask` for agents, `question.answer` and `question.take_back` for people, and
//! `question.list` and `question.show` to read them.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{
    ActorKind, Outcome, Role,
    answer_status::AnswerStatus,
    error::{Error, Result},
    op::Op,
    page,
    question::{self, Question, QuestionStatus, receipt},
    receipt::Receipt,
    record::Record,
    redact,
    run::{self, steer},
    store::Scan,
    text,
    tx::Tx,
};

/// Asks a person.
pub struct QuestionAsk;

/// The maximum length of a question.
const TEXT_CHARS: usize = 4_000;
/// The maximum length of a choice.
const CHOICE_CHARS: usize = 200;
/// The maximum length of an answer; with the question it fits into an instruction.
const ANSWER_CHARS: usize = 10_000;
/// The allowed number of choices, if any.
const CHOICES: std::ops::RangeInclusive<usize> = 2..=20;
/// The longest time-out.
const LONGEST_S: u64 = 30 * 24 * 3600;
/// The maximum number of pending questions of one run.
const OPEN_MOST: usize = 50;

/// A question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskInput {
    /// The run it belongs to; by default the open run of this agent in this folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// What you want to know.
    pub text: String,
    /// The answers to choose from: none, or 2 to 20.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Whether free answers are allowed; always true without choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_text: Option<bool>,
    /// The answer used when it expires; one of the choices, unless free answers are allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// Seconds until it expires; without it, never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_s: Option<u64>,
}

/// A question, and how it stands in words.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// The question.
    #[serde(flatten)]
    pub question: Question,
    /// In words.
    pub message: Message,
}

impl From<Question> for Asked {
    fn from(question: Question) -> Self {
        let message = match (question.status, &question.answer, &question.answered_by) {
            (QuestionStatus::Open, ..) => say!("op-question-queued"),
            (QuestionStatus::Answered, Some(answer), Some(by)) if by == Question::BY_TIMEOUT => {
                say!("op-default-counts", answer)
            }
            (QuestionStatus::Answered, Some(answer), Some(by)) => say!("op-answered-by", who = by, answer),
            (QuestionStatus::Cancelled, ..) => say!("op-stopped-nobody-answers"),
            _ => say!("op-nobody-answered"),
        };
        Self { question, message }
    }
}

impl Asked {
    fn outcome(&self) -> Outcome {
        match self.question.status {
            QuestionStatus::Open => Outcome::Held,
            QuestionStatus::Answered => Outcome::Done,
            QuestionStatus::Expired | QuestionStatus::Cancelled => Outcome::Stale,
        }
    }
}

impl Op for QuestionAsk {
    const NAME: &'static str = "question.ask";
    const DOC: &'static str =
        "Ask the user something; asking the same again gives the same question and its answer";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/runs/{run}/questions";
    const CLI: &'static str = "ask {text} --choices {choices} --free-text {free_text=true} --default {default} \
                               --timeout-s {timeout_s} --run {run}";
    const MCP: Option<&'static str> = Some("ask_user");
    type Input = AskInput;
    type Output = Asked;

    fn run(&self, tx: &mut Tx<'_>, input: &AskInput) -> Result<Asked> {
        let (choices, free_text) = check(input)?;
        let mut found = run::for_call(tx, input.run.as_deref())?;
        run::check_going(&found)?;
        let id = question::id_of(&found.id, input.text.trim(), &choices);
        if let Some(mut known) = tx.get::<Question>(&id)? {
            question::settle(tx, &mut known)?;
            question::tell(tx, &mut known)?;
            return Ok(known.into());
        }
        if question::count_open(tx, &found.id)? >= OPEN_MOST {
            return Err(
                Error::conflict(say!("op-questions-most", n = OPEN_MOST)).hint(say!("op-hint-go-on-or-wait"))
            );
        }
        let asked = Question {
            id,
            run: found.id.clone(),
            agent: found.agent.clone(),
            text: redact::text(input.text.trim()),
            choices,
            free_text,
            default: input.default.as_deref().map(|d| d.trim().to_owned()),
            status: QuestionStatus::Open,
            asked_at: tx.now(),
            due_at: input.timeout_s.map(|s| tx.now().saturating_add(s.saturating_mul(1000))),
            answer: None,
            answered_by: None,
            answered_at: None,
            delivered_at: None,
            rerun: false,
            superseded: Vec::new(),
            receipt: None,
        };
        tx.create(&asked)?;
        found.last_at = tx.now();
        tx.put(&found)?;
        tx.about(Some(&found.id), None);
        Ok(asked.into())
    }

    fn outcome(output: &Asked) -> Outcome {
        output.outcome()
    }
}

/// Returns the choices of a question, and whether other answers are allowed.
fn check(input: &AskInput) -> Result<(Vec<String>, bool)> {
    let (text, free_text) = (input.text.trim(), input.free_text.unwrap_or(input.choices.is_empty()));
    if text.is_empty() || text.chars().count() > TEXT_CHARS {
        return Err(Error::invalid(say!("op-question-range", n = TEXT_CHARS)));
    }
    let choices: Vec<String> = input.choices.iter().map(|c| c.trim().to_owned()).collect();
    if !(choices.is_empty() || CHOICES.contains(&choices.len())) {
        let (least, most) = (CHOICES.start(), CHOICES.end());
        return Err(Error::invalid(say!("op-choices-range", least, most)));
    }
    if choices.is_empty() && !free_text {
        return Err(Error::invalid(say!("op-no-choices-any")));
    }
    for (n, choice) in choices.iter().enumerate() {
        check_choice(choice)?;
        if choices[..n].contains(choice) {
            return Err(Error::invalid(say!("op-choice-twice", choice = format!("{choice:?}"))));
        }
    }
    if let Some(default) = input.default.as_deref().map(str::trim) {
        check_answer(default, &choices, free_text).map_err(|mut e| {
            e.message = say!("op-default-no-answer", said = e.message);
            e
        })?;
    }
    if input.timeout_s.is_some_and(|s| s == 0 || s > LONGEST_S) {
        return Err(
            Error::invalid(say!("op-timeout-range", n = LONGEST_S)).hint(say!("op-hint-leave-timeout-out"))
        );
    }
    Ok((choices, free_text))
}

/// A choice is shown and answered literally: it must not contain hidden or redacted text.
fn check_choice(choice: &str) -> Result<()> {
    let fits = !choice.is_empty() && choice.chars().count() <= CHOICE_CHARS;
    if !fits {
        return Err(Error::invalid(say!("op-choice-range", n = CHOICE_CHARS)));
    }
    if let Some(flag) = text::visible(choice).flags.first() {
        return Err(Error::invalid(say!("op-choice-contains", said = flag)));
    }
    if redact::text(choice) != choice {
        return Err(Error::invalid(say!("op-choice-secret")));
    }
    Ok(())
}

fn check_answer(answer: &str, choices: &[String], free_text: bool) -> Result<()> {
    if answer.is_empty() || answer.chars().count() > ANSWER_CHARS {
        return Err(Error::invalid(say!("op-answer-range", n = ANSWER_CHARS)));
    }
    if free_text || choices.iter().any(|c| c == answer) {
        return Ok(());
    }
    let known: Vec<String> = choices.iter().map(|c| format!("{c:?}")).collect();
    Err(Error::invalid(say!("op-none-of-choices", answer = format!("{answer:?}")))
        .hint(say!("op-hint-choose-one", choices = known.join(", "))))
}

/// Answers a question.
pub struct QuestionAnswer;

/// An answer.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerInput {
    /// The question.
    pub id: String,
    /// The answer.
    pub answer: String,
    /// Whether the agent should redo the work with it; then it cannot be taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rerun: bool,
}

/// The outcome of an answer.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AnswerOutput {
    /// The question.
    pub id: String,
    /// The outcome.
    pub status: AnswerStatus,
    /// In words.
    pub message: Message,
    /// The answer in force.
    pub answer: Option<String>,
    /// Who gave it: a person, or `timeout`.
    pub answered_by: Option<String>,
    /// Whether a repeated answer was the same as the first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_answer: bool,
    /// The proposals that it superseded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub superseded: Vec<String>,
    /// The proposals that are open again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reopened: Vec<String>,
    /// The instruction that went out with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instruction: Option<String>,
    /// The receipt of the answer, or of taking it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Box<Receipt>>,
    /// The event of the answer, while it can be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
    /// Whether it can be undone, in words.
    pub rollback_label: Message,
    /// Why it cannot, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub irreversible_reason: Option<Message>,
}

impl AnswerOutput {
    fn new(tx: &mut Tx<'_>, question: &Question, status: AnswerStatus, message: Message) -> Result<Self> {
        let reason = match question.status {
            QuestionStatus::Answered => question::irreversible(tx, question)?,
            _ => Some(say!("op-no-answer")),
        };
        let label = match (&reason, question.status) {
            (None, _) => say!("op-until-told"),
            (Some(_), QuestionStatus::Answered) => say!("op-irreversible"),
            (Some(_), _) => say!("judge-undo-nothing"),
        };
        Ok(Self {
            id: question.id.clone(),
            status,
            message,
            answer: question.answer.clone(),
            answered_by: question.answered_by.clone(),
            same_answer: false,
            superseded: question.superseded.clone(),
            reopened: Vec::new(),
            instruction: None,
            receipt: None,
            latest_reversible_event_id: None,
            latest_reversible_event_type: None,
            rollback_label: label,
            irreversible_reason: reason,
        })
    }

    /// Adds its receipt.
    fn with_receipt(self, receipt: Receipt) -> Self {
        let handle = receipt.undo_action.as_ref().map(|action| action.expected_event_id.clone());
        Self {
            latest_reversible_event_type: handle.as_ref().map(|_| receipt.event_type.clone()),
            latest_reversible_event_id: handle,
            receipt: Some(Box::new(receipt)),
            ..self
        }
    }

    fn outcome(&self) -> Outcome {
        match self.status {
            AnswerStatus::Answered | AnswerStatus::TakenBack => Outcome::Done,
            AnswerStatus::AlreadyAnswered if self.same_answer => Outcome::Done,
            AnswerStatus::AlreadyAnswered
            | AnswerStatus::Expired
            | AnswerStatus::Cancelled
            | AnswerStatus::NotAnswered
            | AnswerStatus::Irreversible => Outcome::Stale,
        }
    }
}

impl Op for QuestionAnswer {
    const NAME: &'static str = "question.answer";
    const DOC: &'static str = "Answer an agent's question; the first answer wins";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/questions/{id}/answer";
    const CLI: &'static str = "answer {id} {answer} --rerun {rerun}";
    type Input = AnswerInput;
    type Output = AnswerOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &AnswerInput) -> Result<AnswerOutput> {
        let mut asked = question::find(tx, &input.id)?;
        tx.about(Some(&asked.run), None);
        question::settle(tx, &mut asked)?;
        let given = input.answer.trim();
        let over = match asked.status {
            QuestionStatus::Open => None,
            QuestionStatus::Answered => Some(AnswerStatus::AlreadyAnswered),
            QuestionStatus::Expired => Some(AnswerStatus::Expired),
            QuestionStatus::Cancelled => Some(AnswerStatus::Cancelled),
        };
        if let Some(status) = over {
            let same_answer = asked.answer.as_deref() == Some(given) && !input.rerun;
            let message = Asked::from(asked.clone()).message;
            return Ok(AnswerOutput { same_answer, ..AnswerOutput::new(tx, &asked, status, message)? });
        }
        check_answer(given, &asked.choices, asked.free_text)?;
        let going = input.rerun.then(|| steer::going(tx, &asked.run)).transpose()?;
        asked.rerun = input.rerun;
        let by = tx.actor().to_string();
        question::answer(tx, &mut asked, given, &by)?;
        let instruction = going.map(|run| steer::instruct(tx, &run, &again(&asked, given))).transpose()?;
        tx.note("answered", json!({"question": asked.id, "superseded": asked.superseded}));
        let message = say!("op-answered", answer = given);
        let landed = receipt::make(tx, &mut asked, given)?;
        let output = AnswerOutput::new(tx, &asked, AnswerStatus::Answered, message)?;
        let output = AnswerOutput { instruction: instruction.map(|i| i.id), ..output };
        Ok(output.with_receipt(landed))
    }

    fn outcome(output: &AnswerOutput) -> Outcome {
        output.outcome()
    }
}

/// Returns the instruction for an agent that must redo its work with the answer.
fn again(asked: &Question, answer: &str) -> String {
    format!(
        "Your question {} was answered; work it through again with this answer.\nYou asked: {}\nThe answer: {answer}",
        asked.id, asked.text
    )
}

/// Takes an answer back.
pub struct QuestionTakeBack;

/// One question.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OneQuestion {
    /// The question.
    pub id: String,
}

impl Op for QuestionTakeBack {
    const NAME: &'static str = "question.take_back";
    const DOC: &'static str =
        "Take back an answer that the agent was not told yet; proposals that it superseded are open again";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const HTTP: &'static str = "POST /v1/questions/{id}/take-back";
    // On the command line it is `answer ID --take-back`.
    const CLI: &'static str = "";
    type Input = OneQuestion;
    type Output = AnswerOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &OneQuestion) -> Result<AnswerOutput> {
        let mut asked = question::find(tx, &input.id)?;
        tx.about(Some(&asked.run), None);
        if asked.status != QuestionStatus::Answered {
            let message = say!("op-no-answer-to-take-back", status = asked.status.as_str());
            return AnswerOutput::new(tx, &asked, AnswerStatus::NotAnswered, message);
        }
        if let Some(why) = question::irreversible(tx, &asked)? {
            return AnswerOutput::new(
                tx,
                &asked,
                AnswerStatus::Irreversible,
                say!("problem-up-no-way-back", said = why),
            );
        }
        let landed = asked.receipt.clone();
        let reopened = question::take_back(tx, &mut asked)?;
        let output = AnswerOutput::new(tx, &asked, AnswerStatus::TakenBack, say!("op-taken-back-open"))?;
        let output = AnswerOutput { reopened, ..output };
        let Some(id) = landed else { return Ok(output) };
        let mut target: Receipt = tx.need(&id)?;
        let restored = [json!({"kind": Question::KIND.name, "id": asked.id, "value": {"text": asked.text}})];
        let receipt = receipt::taken_back(tx, &mut target, &restored)?;
        Ok(output.with_receipt(receipt))
    }

    fn outcome(output: &AnswerOutput) -> Outcome {
        output.outcome()
    }
}

/// Lists questions.
pub struct QuestionList;

/// Which questions.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListInput {
    /// Only those that wait.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// Only those of this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Maximum number; 50 by default, 1000 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// Only those older than this one: the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

/// Questions, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ListOutput {
    /// Newest first.
    pub questions: Vec<Question>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for QuestionList {
    const NAME: &'static str = "question.list";
    const DOC: &'static str = "List the questions of agents, newest first";
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Person];
    const WRITE: bool = false;
    const HTTP: &'static str = "GET /v1/questions";
    const CLI: &'static str = "question list --open {open} --run {run} --limit {limit} --before {before}";
    type Input = ListInput;
    type Output = ListOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ListInput) -> Result<ListOutput> {
        let of = input.run.as_deref().map(|given| run::own(tx, given)).transpose()?.map(|r| r.id);
        let wanted = |q: &Question| {
            (!input.open || q.status == QuestionStatus::Open) && of.as_ref().is_none_or(|run| *run == q.run)
        };
        let scan = Scan::prefix(Question::KIND.name, "question.asked", "");
        let page = page::older(tx, scan, input.before.as_deref(), input.limit, wanted)?;
        Ok(ListOutput { questions: page.rows, next: page.next })
    }
}

/// Shows one question.
pub struct QuestionShow;

impl Op for QuestionShow {
    const NAME: &'static str = "question.show";
    const DOC: &'static str = "Show a question and its answer; an agent that looks counts as told";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/questions/{id}";
    const CLI: &'static str = "question show {id}";
    type Input = OneQuestion;
    type Output = Asked;

    fn run(&self, tx: &mut Tx<'_>, input: &OneQuestion) -> Result<Asked> {
        let mut found = question::find(tx, &input.id)?;
        question::tell(tx, &mut found)?;
        Ok(found.into())
    }
}
