//! Operates on questions of agents to people: which are pending, how they end, and when an answer can be
//! taken back.

pub mod operations;
pub(crate) mod receipt;
mod record;

pub use self::record::{Question, QuestionStatus};

use countersign_words::{Message, say};
use serde_json::json;

use crate::{
    ActorKind,
    answer_status::WaitsKind,
    authority::Control,
    canonical, change_set,
    effect::landing,
    error::{Error, Result},
    item::{
        Item, ItemStatus, Trigger, decide,
        view::{Waits, seconds_left},
    },
    judge::RiskLevel,
    record::{Record, sortable},
    run::Run,
    status::Status,
    store::Scan,
    text,
    tx::Tx,
};

/// How many questions one call ends or lists.
const AT_ONCE: usize = 500;
/// How many digits of its digest the id of a question has.
const ID_DIGITS: usize = 16;
/// The maximum length of a question in a list.
const TITLE_CHARS: usize = 200;

/// Returns the id of a question: the same for the same text in the same run, so that asking again finds it.
pub fn id_of(run: &str, text: &str, choices: &[String]) -> String {
    let digest = canonical::digest("question", &json!([run, text, choices]));
    format!("{}{}", Question::KIND.prefix, &digest[..ID_DIGITS])
}

/// Whether a text looks like the id of a question, which continues with a digest instead of a number.
pub fn is_id(text: &str) -> bool {
    let digest = text.strip_prefix(Question::KIND.prefix);
    digest.is_some_and(|rest| rest.len() == ID_DIGITS && rest.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// The questions that wait for an answer, of one run or of all.
pub fn waiting(tx: &mut Tx<'_>, run: Option<&str>) -> Result<Vec<Waits>> {
    let now = tx.now();
    let one = |question: Question| Waits {
        kind: WaitsKind::Question,
        title: text::line(&question.text, TITLE_CHARS).into(),
        risk_level: RiskLevel::Low,
        status: question.status.into(),
        at: question.asked_at,
        auto_approve_timeout: seconds_left(question.due_at.filter(|_| question.default.is_some()), now),
        id: question.id,
        run: question.run,
        agent: question.agent,
    };
    Ok(open(tx, run)?.into_iter().map(one).collect())
}

fn open(tx: &mut Tx<'_>, run: Option<&str>) -> Result<Vec<Question>> {
    if tx.is_empty(Question::KIND.name, "question.open")? {
        return Ok(Vec::new());
    }
    let prefix = run.map(|run| format!("{run}/")).unwrap_or_default();
    tx.list(&Scan::prefix(Question::KIND.name, "question.open", &prefix).limit(AT_ONCE))
}

/// Returns how many questions of a run are pending.
pub fn count_open(tx: &mut Tx<'_>, run: &str) -> Result<usize> {
    open(tx, Some(run)).map(|open| open.len())
}

/// Resolves `given` to a question that the caller may see.
pub fn find(tx: &mut Tx<'_>, given: &str) -> Result<Question> {
    let question: Question = tx.find(given)?;
    if tx.actor().kind == ActorKind::Agent && question.agent != tx.actor().name {
        return Err(Error::not_found(say!("judge-not-yours", kind = "question", id = given)));
    }
    Ok(question)
}

/// Returns the question of this run that a proposal refers to.
pub fn of_run(tx: &mut Tx<'_>, run: &Run, given: &str) -> Result<String> {
    let found = find(tx, given)?;
    if found.run == run.id {
        return Ok(found.id);
    }
    Err(Error::invalid(say!("judge-question-other-run", question = found.id)))
}

/// Notes that a proposal assumes an answer to a question.
pub fn refer(tx: &mut Tx<'_>, item: &str, question: &str) -> Result<()> {
    let mut item: Item = tx.need(item)?;
    item.question = Some(question.to_owned());
    tx.put(&item)
}

/// Answers a question. Earlier proposals that assumed an answer are superseded.
pub fn answer(tx: &mut Tx<'_>, question: &mut Question, answer: &str, by: &str) -> Result<()> {
    question.answer = Some(answer.to_owned());
    question.answered_by = Some(by.to_owned());
    end(tx, question, QuestionStatus::Answered)?;
    let why = say!("judge-superseded-by", question = question.id);
    for item in referring(tx, question)? {
        supersede(tx, &item.id, &why, &mut question.superseded)?;
    }
    tx.put(question)
}

fn end(tx: &mut Tx<'_>, question: &mut Question, status: QuestionStatus) -> Result<()> {
    question.status = question.status.to(status)?;
    question.answered_at = Some(tx.now());
    tx.about(Some(&question.run), None);
    tx.put(question)
}

/// The items that refer to a question, in order.
fn referring(tx: &mut Tx<'_>, question: &Question) -> Result<Vec<Item>> {
    let scan = Scan::prefix(Item::KIND.name, "item.run", &format!("{}/", question.run));
    let mut items: Vec<Item> = tx.list(&scan)?;
    items.retain(|i| i.question.as_ref() == Some(&question.id));
    Ok(items)
}

/// Ends a proposal, and those that wait for it, without a decision. Its exact arguments are kept until the
/// agent was told, since until then it can be reopened; and the agent may propose the same again.
fn supersede(tx: &mut Tx<'_>, id: &str, why: &Message, superseded: &mut Vec<String>) -> Result<()> {
    let mut item: Item = tx.need(id)?;
    if !item.status.is_decidable() {
        return Ok(());
    }
    let children = change_set::children(tx, &item.id)?;
    item.reason = Some(why.clone());
    item.decided_at = Some(tx.now());
    item.decision = None;
    item.told = false;
    item.lifted = true;
    change_set::step(tx, &mut item, Trigger::Reject)?;
    superseded.push(item.id);
    for child in children {
        supersede(tx, &child.id, why, superseded)?;
    }
    Ok(())
}

/// Reopens a proposal that an answer had superseded.
fn reopen(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let mut item: Item = tx.need(id)?;
    item.reason = None;
    item.decided_at = None;
    item.lifted = false;
    change_set::step(tx, &mut item, Trigger::Withdraw)?;
    if decide::waits_for(tx, &item)?.is_some() {
        change_set::step(tx, &mut item, Trigger::Block)?;
    }
    Ok(())
}

/// Ends a question that has timed out: by its default, or without an answer. Returns whether it did. An
/// answer in the same instant is too late: the agent may already have continued.
pub fn settle(tx: &mut Tx<'_>, question: &mut Question) -> Result<bool> {
    let is_due = question.status == QuestionStatus::Open && question.due_at.is_some_and(|at| at <= tx.now());
    if !is_due || tx.get::<Control>(Control::FREEZE)?.is_some() {
        return Ok(false);
    }
    match question.default.clone() {
        Some(default) => answer(tx, question, &default, Question::BY_TIMEOUT)?,
        None => end(tx, question, QuestionStatus::Expired)?,
    }
    Ok(true)
}

/// Ends all questions that have timed out, and returns when the next one will.
pub fn expire_due(tx: &mut Tx<'_>, next_at: &mut Option<u64>) -> Result<Vec<String>> {
    if tx.is_empty(Question::KIND.name, "question.due")? {
        return Ok(Vec::new());
    }
    let mut ended = Vec::new();
    let due = Scan {
        to: sortable(tx.now().saturating_add(1)),
        ..Scan::prefix(Question::KIND.name, "question.due", "").limit(AT_ONCE)
    };
    for mut question in tx.list::<Question>(&due)? {
        if settle(tx, &mut question)? {
            ended.push(question.id);
        }
    }
    let rest = Scan::prefix(Question::KIND.name, "question.due", "").limit(1);
    if let Some(at) = tx.list::<Question>(&rest)?.pop().and_then(|q| q.due_at) {
        *next_at = Some(next_at.map_or(at, |next| next.min(at)));
    }
    Ok(ended)
}

/// Extends questions by the time of a freeze.
pub fn put_off(tx: &mut Tx<'_>, stood_ms: u64) -> Result<()> {
    for mut question in tx.list::<Question>(&Scan::prefix(Question::KIND.name, "question.due", ""))? {
        question.due_at = question.due_at.map(|at| at.saturating_add(stood_ms));
        tx.put(&question)?;
    }
    Ok(())
}

/// Ends the open questions of a stopped run, and returns them.
pub fn cancel_open(tx: &mut Tx<'_>, run: &str) -> Result<Vec<String>> {
    let mut cancelled = Vec::new();
    for mut question in open(tx, Some(run))? {
        end(tx, &mut question, QuestionStatus::Cancelled)?;
        cancelled.push(question.id);
    }
    Ok(cancelled)
}

/// Notes that the agent was told the outcome of a question, if the caller is the agent. From now on the
/// answer is final.
pub fn tell(tx: &mut Tx<'_>, question: &mut Question) -> Result<()> {
    let is_news = question.status != QuestionStatus::Open && question.delivered_at.is_none();
    if tx.actor().kind != ActorKind::Agent || !is_news {
        return Ok(());
    }
    question.delivered_at = Some(tx.now());
    tx.put(question)?;
    tx.about(Some(&question.run), None);
    for id in question.superseded.clone() {
        let mut item: Item = tx.need(&id)?;
        if item.args_blob.is_some() {
            landing::drop_secret_args(tx, &mut item)?;
            tx.put(&item)?;
        }
    }
    Ok(())
}

/// Returns the ended questions that the agent was not told yet and is to be told in this run: its own, and
/// those of finished runs in the same folder.
pub fn untold(tx: &mut Tx<'_>, run: Option<&Run>) -> Result<Vec<Question>> {
    if tx.is_empty(Question::KIND.name, "question.untold")? {
        return Ok(Vec::new());
    }
    let own = format!("{}/", tx.actor().agent_name());
    let cwd = run.map_or_else(|| tx.call().origin.cwd.clone(), |run| run.cwd.clone());
    let mut untold = Vec::new();
    for question in tx.list::<Question>(&Scan::prefix(Question::KIND.name, "question.untold", &own))? {
        let is_own = run.is_some_and(|run| run.id == question.run);
        let asked_in: Run = tx.need(&question.run)?;
        if is_own || (!asked_in.status.is_open() && asked_in.cwd == cwd) {
            untold.push(question);
        }
    }
    Ok(untold)
}

/// Returns why the answer to a question is final, if so.
pub fn irreversible(tx: &mut Tx<'_>, question: &Question) -> Result<Option<Message>> {
    if question.rerun {
        return Ok(Some(say!("judge-told-rerun")));
    }
    if question.delivered_at.is_some() {
        return Ok(Some(say!("judge-told-answer")));
    }
    for id in &question.superseded {
        if tx.need::<Item>(id)?.told {
            return Ok(Some(say!("judge-told-superseded", item = id)));
        }
    }
    let over =
        |s: ItemStatus| matches!(s, ItemStatus::Retracted | ItemStatus::Rejected | ItemStatus::Expired);
    let newer = |i: &Item| !over(i.status) && Some(i.created_at) >= question.answered_at;
    let found = referring(tx, question)?.into_iter().find(newer);
    Ok(found.map(|item| say!("judge-proposal-since", item = item.id)))
}

/// Takes the answer to a question back, reopens the proposals it had superseded, and returns them. The
/// question no longer times out.
pub fn take_back(tx: &mut Tx<'_>, question: &mut Question) -> Result<Vec<String>> {
    let reopened = std::mem::take(&mut question.superseded);
    for id in &reopened {
        reopen(tx, id)?;
    }
    question.status = question.status.to(QuestionStatus::Open)?;
    question.due_at = question.due_at.filter(|at| *at > tx.now());
    (question.answer, question.answered_by, question.answered_at) = (None, None, None);
    question.receipt = None;
    tx.put(question)?;
    tx.about(Some(&question.run), None);
    Ok(reopened)
}
