//! Reports from the log of tool calls: rows, a run's summary, and a report over a range. An agent sees only
//! its own runs.

pub mod export;
mod markdown;
mod ocsf;
mod pages;

use std::collections::BTreeMap;

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    actor::ActorKind,
    decision::Decision,
    error::{Error, Result},
    event::{CallNote, Event, ResultStatus, event_seq},
    item::Item,
    page,
    record::Record,
    run::{Run, RunStatus},
    store::{EventQuery, Scan},
    tx::Tx,
    when,
};

/// How many events are read at once.
const PAGE: usize = 500;
/// How many events are read before an answer is marked incomplete.
const MAX_EVENTS: usize = 200_000;
/// The default number of rows.
const DEFAULT_LIMIT: usize = 50;
/// The maximum number of rows.
const MAX_LIMIT: usize = 1_000;

/// A filter for calls; omitted fields match anything.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LogFilter {
    /// Only calls of this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Only calls of this tool (`task.set_title`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// Only actions of this actor (`agent:codex`, `person:ana`, or only the name).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<String>,
    /// Not before this time: RFC 3339, or a day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Before this time: RFC 3339, or a day, which is included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Only calls with this result: `success`, `error`, `rejected_by_user`, `held`, or the status of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Maximum number of calls, newest first; 50 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<u32>,
    /// Only what was recorded before this event (`e12`): the `next` of the previous response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
}

impl LogFilter {
    /// Returns the number of rows to give.
    pub fn row_limit(&self) -> usize {
        self.limit.map_or(DEFAULT_LIMIT, |n| n as usize).clamp(1, MAX_LIMIT)
    }

    fn takes(&self, row: &LogRow) -> bool {
        let same = |want: &Option<String>, is: &dyn Fn(&str) -> bool| want.as_deref().is_none_or(is);
        same(&self.tool, &|t| row.tool == t)
            && same(&self.actor, &|a| {
                row.actor == a || row.actor.split_once(':').is_some_and(|(_, n)| n == a)
            })
            && same(&self.status, &|s| row.outcome() == s || row.status == s)
    }
}

/// One tool call in the log. A held call has one row when it was proposed and another when it was decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LogRow {
    /// The event that recorded it.
    pub event_id: String,
    /// When, in milliseconds since the epoch.
    pub at: u64,
    /// When, in the person's zone.
    pub time: String,
    /// Who.
    pub actor: String,
    /// By which operation.
    pub op: String,
    /// In which run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// The tool.
    pub tool: String,
    /// Its arguments, redacted.
    pub arguments: Value,
    /// Its result or error, redacted.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// `success`, `error`, `rejected_by_user`; absent while it is held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_status: Option<ResultStatus>,
    /// How the operation ended.
    pub status: String,
    /// True only for a person's own yes.
    pub user_confirmed: bool,
    /// How long it took.
    pub execution_time_ms: u64,
    /// With which exit code a command ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i64>,
    /// Whose run it is in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub agent: String,
}

impl LogRow {
    fn new(event: &Event, note: CallNote, time: String) -> Self {
        Self {
            event_id: event.id(),
            at: event.at,
            time,
            actor: event.actor.clone(),
            op: event.op.clone(),
            run: event.run.clone(),
            tool: note.tool,
            exit_code: note.result.get("exit_code").and_then(Value::as_i64),
            agent: String::new(),
            arguments: note.arguments,
            result: note.result,
            result_status: note.result_status,
            status: event.status.clone(),
            user_confirmed: note.user_confirmed,
            execution_time_ms: note.execution_time_ms,
        }
    }

    /// How the call ended; `held` while it has not.
    pub fn outcome(&self) -> &'static str {
        self.result_status.map_or("held", ResultStatus::as_str)
    }
}

/// Calls, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// Calls that ended.
    pub calls: u64,
    /// Those that landed.
    pub success: u64,
    /// Those that failed.
    pub error: u64,
    /// Those that a person turned down.
    pub rejected: u64,
    /// Those that landed by a person's own yes.
    pub confirmed: u64,
    /// Those that landed without being asked about: reads, grants, policy.
    pub automatic: u64,
    /// Proposals that were put before a person, whatever became of them.
    pub held: u64,
    /// How long the calls took together.
    pub total_ms: u64,
    /// How long the longest took.
    pub longest_ms: u64,
}

impl Tally {
    fn add(&mut self, row: &LogRow) {
        let Some(status) = row.result_status else {
            self.held += 1;
            return;
        };
        self.calls += 1;
        match status {
            ResultStatus::Success if row.user_confirmed => {
                (self.success, self.confirmed) = (self.success + 1, self.confirmed + 1)
            }
            ResultStatus::Success => (self.success, self.automatic) = (self.success + 1, self.automatic + 1),
            ResultStatus::RejectedByUser => self.rejected += 1,
            ResultStatus::Error => self.error += 1,
        }
        self.total_ms += row.execution_time_ms;
        self.longest_ms = self.longest_ms.max(row.execution_time_ms);
    }
}

/// What one run did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionSummary {
    /// The run.
    pub run: String,
    /// Its agent.
    pub agent: String,
    /// What it is about.
    pub subject: String,
    /// Its status.
    pub status: RunStatus,
    /// When it began.
    pub started_at: u64,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<u64>,
    /// How long it took, or has taken so far.
    pub duration_ms: u64,
    /// All its calls.
    pub totals: Tally,
    /// Its calls by tool.
    pub tools: BTreeMap<String, Tally>,
    /// Its items by where they stand.
    pub items: BTreeMap<String, u64>,
    /// False where the log was too long to be read whole.
    pub complete: bool,
}

/// What happened in a range.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The report as text.
    pub markdown: Message,
    /// All calls.
    pub totals: Tally,
    /// By tool.
    pub tools: BTreeMap<String, Tally>,
    /// By actor.
    pub actors: BTreeMap<String, Tally>,
    /// By run.
    pub runs: BTreeMap<String, Tally>,
    /// The newest calls, up to the limit.
    pub calls: Vec<LogRow>,
    /// The newest decisions of persons, up to the limit, each with what that person had been shown.
    pub decisions: Vec<Decision>,
    /// Events whose details are missing: they are in the log and cannot be counted.
    pub forgotten: u64,
    /// False where the log was too long to be read whole.
    pub complete: bool,
}

/// Returns the calls that match `filter`, newest first.
pub fn tool_log(tx: &mut Tx<'_>, filter: &LogFilter) -> Result<Vec<LogRow>> {
    log_page(tx, filter).map(|(rows, _)| rows)
}

/// Like [`tool_log`], with the event to pass as `before` for the next page. The calls of one event stay
/// together: there are more than `limit` only if a single event has more.
pub fn log_page(tx: &mut Tx<'_>, filter: &LogFilter) -> Result<(Vec<LogRow>, Option<String>)> {
    let mut rows: Vec<LogRow> = Vec::new();
    let limit = filter.row_limit();
    let walked = walk(tx, filter, |row| {
        let begins = rows.last().is_none_or(|last| last.event_id != row.event_id);
        let full = begins && rows.len() > limit;
        if !full {
            rows.push(row);
        }
        !full
    })?;
    if let Some(first) = rows.get(limit) {
        let of_one = |row: &LogRow, event: &str| row.event_id == event;
        let begins = rows.iter().position(|row| of_one(row, &first.event_id)).unwrap_or_default();
        let whole = rows.iter().take_while(|row| of_one(row, &rows[0].event_id)).count();
        let (count, kept) = (rows.len(), begins.max(whole));
        rows.truncate(kept);
        let more = kept < count || !walked.complete;
        let next = rows.last().filter(|_| more).map(|row| row.event_id.clone());
        return Ok((rows, next));
    }
    let next = walked.reached.filter(|_| !walked.complete).map(|seq| format!("e{seq}"));
    Ok((rows, next))
}

/// Summarises a run; without a name, the latest run that the caller may see.
pub fn session_summary(tx: &mut Tx<'_>, run: Option<&str>) -> Result<SessionSummary> {
    let run = match run {
        Some(given) => visible_run(tx, given)?,
        None => latest_run(tx)?,
    };
    let mut tools: BTreeMap<String, Tally> = BTreeMap::new();
    let mut totals = Tally::default();
    let filter = LogFilter { run: Some(run.id.clone()), ..LogFilter::default() };
    let walked = walk(tx, &filter, |row| {
        totals.add(&row);
        tools.entry(row.tool.clone()).or_default().add(&row);
        true
    })?;
    let mut items = BTreeMap::new();
    let scan = Scan::prefix(Item::KIND.name, "item.run", &format!("{}/", run.id));
    for item in tx.list::<Item>(&scan)? {
        *items.entry(item.status.as_str().to_owned()).or_default() += 1;
    }
    Ok(SessionSummary {
        subject: run.subject().to_owned(),
        duration_ms: run.ended_at.unwrap_or(tx.now()).saturating_sub(run.started_at),
        run: run.id,
        agent: run.agent,
        status: run.status,
        started_at: run.started_at,
        ended_at: run.ended_at,
        totals,
        tools,
        items,
        complete: walked.complete,
    })
}

/// Reports on the range in `filter`, as data and as Markdown.
pub fn report(tx: &mut Tx<'_>, filter: &LogFilter) -> Result<Report> {
    let limit = filter.row_limit();
    let mut report = Report {
        markdown: Message::default(),
        totals: Tally::default(),
        tools: BTreeMap::new(),
        actors: BTreeMap::new(),
        runs: BTreeMap::new(),
        calls: Vec::new(),
        decisions: decisions(tx, filter)?,
        forgotten: 0,
        complete: true,
    };
    let walked = walk(tx, filter, |row| {
        report.totals.add(&row);
        report.tools.entry(row.tool.clone()).or_default().add(&row);
        report.actors.entry(row.actor.clone()).or_default().add(&row);
        if let Some(run) = &row.run {
            report.runs.entry(run.clone()).or_default().add(&row);
        }
        if report.calls.len() < limit {
            report.calls.push(row);
        }
        true
    })?;
    (report.complete, report.forgotten) = (walked.complete, walked.forgotten);
    report.markdown = markdown::render(filter, &report, &tx.setup().zone);
    Ok(report)
}

/// Returns the decisions that match a filter and that the caller may see, newest first.
fn decisions(tx: &mut Tx<'_>, filter: &LogFilter) -> Result<Vec<Decision>> {
    let query = query_of(tx, filter)?;
    let own = (tx.actor().kind == ActorKind::Agent).then(|| tx.actor().name.clone());
    let wanted = |decision: &Decision| {
        let by = |actor: &str| {
            decision.by == actor || decision.by.split_once(':').is_some_and(|(_, name)| name == actor)
        };
        own.as_ref().is_none_or(|agent| *agent == decision.agent)
            && query.run.as_ref().is_none_or(|run| *run == decision.run)
            && query.from_ms.is_none_or(|from| decision.at >= from)
            && query.until_ms.is_none_or(|until| decision.at < until)
            && filter.tool.as_ref().is_none_or(|tool| *tool == decision.tool)
            && filter.actor.as_deref().is_none_or(by)
            && filter.status.is_none()
    };
    let scan = Scan::prefix(Decision::KIND.name, "decision.at", "").reversed();
    Ok(page::read(tx, &scan, None, filter.row_limit(), wanted)?.rows)
}

struct Walked {
    complete: bool,
    forgotten: u64,
    /// The last event that was read.
    reached: Option<u64>,
}

/// Passes every row that matches `filter` and is visible to the caller to `each`, newest first, until it
/// stops.
fn walk(tx: &mut Tx<'_>, filter: &LogFilter, mut each: impl FnMut(LogRow) -> bool) -> Result<Walked> {
    let zone = &tx.setup().zone;
    let mut query = query_of(tx, filter)?;
    let mut walked = Walked { complete: false, forgotten: 0, reached: None };
    let mut sight = Sight::default();
    let mut agents: BTreeMap<String, String> = BTreeMap::new();
    for _ in 0..MAX_EVENTS / PAGE {
        let events = tx.events(&query)?;
        query.before_seq = events.last().map(|e| e.seq);
        walked.reached = query.before_seq;
        for event in &events {
            if !sight.covers(tx, event)? {
                continue;
            }
            let Some(body) = event.told() else {
                walked.forgotten += 1;
                continue;
            };
            let run = event.run.as_deref().unwrap_or_default();
            if !run.is_empty() && !agents.contains_key(run) {
                let agent = tx.get::<Run>(run)?.map(|run| run.agent).unwrap_or_default();
                agents.insert(run.to_owned(), agent);
            }
            for note in body.calls {
                let agent = agents.get(run).cloned().unwrap_or_default();
                let time = when::rfc3339(when::from_ms(event.at), zone);
                let row = LogRow { agent, ..LogRow::new(event, note, time) };
                if filter.takes(&row) && !each(row) {
                    return Ok(walked);
                }
            }
        }
        if events.len() < PAGE {
            walked.complete = true;
            return Ok(walked);
        }
    }
    Ok(walked)
}

/// Converts the filter to a query of the store.
fn query_of(tx: &mut Tx<'_>, filter: &LogFilter) -> Result<EventQuery> {
    let zone = &tx.setup().zone;
    let run = filter.run.as_deref().map(|r| visible_run(tx, r)).transpose()?;
    let bound = |text: &Option<String>, read: fn(&str, &jiff::tz::TimeZone) -> Result<jiff::Timestamp>| {
        text.as_deref().map(|t| read(t, zone).map(when::to_ms)).transpose()
    };
    Ok(EventQuery {
        run: run.map(|r| r.id),
        actor: filter.actor.clone().filter(|a| a.contains(':')),
        from_ms: bound(&filter.from, when::moment)?,
        until_ms: bound(&filter.until, when::end)?,
        before_seq: filter.before.as_deref().map(before).transpose()?,
        limit: PAGE,
        ..EventQuery::default()
    })
}

fn before(event: &str) -> Result<u64> {
    event_seq(event).ok_or_else(|| Error::invalid(say!("judge-no-event", text = format!("{:?}", event))))
}

/// What a caller may see of the log: a person everything, others their own actions and runs.
#[derive(Default)]
struct Sight {
    own_runs: BTreeMap<String, bool>,
}

impl Sight {
    fn covers(&mut self, tx: &mut Tx<'_>, event: &Event) -> Result<bool> {
        if sees_all(tx) {
            return Ok(true);
        }
        let Some(run) = &event.run else { return Ok(event.actor == tx.actor().to_string()) };
        if let Some(own) = self.own_runs.get(run) {
            return Ok(*own);
        }
        let own = tx.get::<Run>(run)?.is_some_and(|r| is_own(tx, &r));
        self.own_runs.insert(run.clone(), own);
        Ok(own)
    }
}

fn sees_all(tx: &Tx<'_>) -> bool {
    matches!(tx.actor().kind, ActorKind::Person | ActorKind::System)
}

fn is_own(tx: &Tx<'_>, run: &Run) -> bool {
    tx.actor().kind == ActorKind::Agent && run.agent == tx.actor().name
}

/// Resolves `given` to a run. Another's run is reported as missing, so that ids cannot be probed.
fn visible_run(tx: &mut Tx<'_>, given: &str) -> Result<Run> {
    let missing = || Error::not_found(say!("judge-not-there", kind = "run", id = given));
    let run: Run = tx.find(given).map_err(|e| if sees_all(tx) { e } else { missing() })?;
    if sees_all(tx) || is_own(tx, &run) { Ok(run) } else { Err(missing()) }
}

fn latest_run(tx: &mut Tx<'_>) -> Result<Run> {
    let mut scan = Scan::prefix(Run::KIND.name, "run.started", "").reversed().limit(PAGE);
    loop {
        let hits = tx.scan(&scan)?;
        for hit in &hits {
            let run: Run = hit.stored.row.read()?;
            if sees_all(tx) || is_own(tx, &run) {
                return Ok(run);
            }
        }
        match hits.last() {
            // Runs that began in the same millisecond as the page's last are skipped only if they fill a
            // whole page.
            Some(last) if hits.len() == PAGE && last.sort < scan.to => scan.to.clone_from(&last.sort),
            _ => return Err(Error::not_found(say!("judge-no-run-yet"))),
        }
    }
}

#[cfg(test)]
mod tests;
