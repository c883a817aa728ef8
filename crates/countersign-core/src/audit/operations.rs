//! The log, for people: `audit.log`, `audit.events`, `audit.summary`, `audit.report`, `audit.export`.

use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    audit::report::{
        self, LogFilter, LogRow, Report, SessionSummary,
        export::{self, ExportInput, ExportOutput, hex},
    },
    error::{Error, Result},
    event::{Body, Event},
    op::Op,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// Lists tool calls from the log.
pub struct AuditLog;

/// Calls, newest first.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct LogOutput {
    /// Newest first.
    pub calls: Vec<LogRow>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for AuditLog {
    const NAME: &'static str = "audit.log";
    const DOC: &'static str = "List tool calls from the log, newest first";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit";
    const CLI: &'static str = "audit log --run {run} --tool {tool} --actor {actor} --from {from} --until {until} --status {status} --limit {limit} --before {before}";
    type Input = LogFilter;
    type Output = LogOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &LogFilter) -> Result<LogOutput> {
        check_limit(input)?;
        let (calls, next) = report::log_page(tx, input)?;
        Ok(LogOutput { calls, next })
    }
}

/// Refuses a limit beyond the maximum.
fn check_limit(filter: &LogFilter) -> Result<()> {
    match filter.limit {
        Some(asked) if !(1..=1000).contains(&asked) => Err(Error::invalid(say!("op-limit-1000"))),
        _ => Ok(()),
    }
}

/// Summarises a run.
pub struct AuditSummary;

/// One run, or the latest.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryInput {
    /// The run; by default the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

impl Op for AuditSummary {
    const NAME: &'static str = "audit.summary";
    const DOC: &'static str = "Summarize a run";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit/summary";
    const CLI: &'static str = "audit summary {run}";
    type Input = SummaryInput;
    type Output = SessionSummary;

    fn run(&self, tx: &mut Tx<'_>, input: &SummaryInput) -> Result<SessionSummary> {
        report::session_summary(tx, input.run.as_deref())
    }
}

/// Writes a report.
pub struct AuditReport;

impl Op for AuditReport {
    const NAME: &'static str = "audit.report";
    const DOC: &'static str = "Write a report on part of the log";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit/report";
    const CLI: &'static str = "audit report --run {run} --tool {tool} --actor {actor} --from {from} --until {until} --status {status} --limit {limit}";
    type Input = LogFilter;
    type Output = Report;

    fn run(&self, tx: &mut Tx<'_>, input: &LogFilter) -> Result<Report> {
        check_limit(input)?;
        report::report(tx, input)
    }
}

/// Exports the log, event by event.
pub struct AuditExport;

impl Op for AuditExport {
    const NAME: &'static str = "audit.export";
    const DOC: &'static str = "Export the log, oldest first, as JSON Lines, CSV, PDF or OCSF";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit/export";
    const CLI: &'static str = "audit export --format {format} --run {run} --tool {tool} --actor {actor} --from {from} --until {until} --status {status} --after {after} --limit {limit}";
    type Input = ExportInput;
    type Output = ExportOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ExportInput) -> Result<ExportOutput> {
        export::export(tx, input)
    }
}

/// Returns an event for display: its header and body.
pub fn event_json(event: &Event) -> Value {
    json!(EventView::from(event))
}

impl From<&Event> for EventView {
    fn from(event: &Event) -> Self {
        Self {
            id: event.id(),
            seq: event.seq,
            at: event.at,
            actor: event.actor.clone(),
            op: event.op.clone(),
            run: event.run.clone(),
            tool: event.tool.clone(),
            status: event.status.clone(),
            hash: hex(&event.hash),
            prev: hex(&event.prev),
            body: event.told(),
        }
    }
}

/// An event for display.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EventView {
    /// Its id.
    pub id: String,
    /// Its number.
    pub seq: u64,
    /// When.
    pub at: u64,
    /// Who did it.
    pub actor: String,
    /// By which operation.
    pub op: String,
    /// In which run.
    pub run: Option<String>,
    /// The tool.
    pub tool: Option<String>,
    /// How the operation ended.
    pub status: String,
    /// The hash of its header.
    pub hash: String,
    /// The hash of the event before it.
    pub prev: String,
    /// Its body; null where retention dropped it.
    pub body: Option<Body>,
}
