//! The log, for people: `audit.log`, `audit.events`, `audit.summary`, `audit.report`, `audit.export`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    ActorKind,
    audit_report::{self, LogFilter, LogRow, Report, SessionSummary},
    error::{Error, Result},
    event::{Event, event_seq},
    op::Op,
    store::EventQuery,
    tx::Tx,
};

const PERSON: &[ActorKind] = &[ActorKind::Person];

/// Lists tool calls as the log tells them.
pub struct AuditLog;

/// Calls, newest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct LogOutput {
    /// Newest first.
    pub calls: Vec<LogRow>,
    /// What to ask for as `before` to go on; null at the end.
    pub next: Option<String>,
}

impl Op for AuditLog {
    const NAME: &'static str = "audit.log";
    const DOC: &'static str = "List tool calls as the log tells them, newest first";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit";
    const CLI: &'static str = "audit log --run {run} --tool {tool} --actor {actor} --from {from} --until {until} --status {status} --limit {limit}";
    type Input = LogFilter;
    type Output = LogOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &LogFilter) -> Result<LogOutput> {
        check_limit(input)?;
        let (calls, next) = audit_report::log_page(tx, input)?;
        Ok(LogOutput { calls, next })
    }
}

/// Refuses a limit that the schema of the filter does not have.
fn check_limit(filter: &LogFilter) -> Result<()> {
    match filter.limit {
        Some(asked) if !(1..=1000).contains(&asked) => Err(Error::invalid("a limit is from 1 to 1000")),
        _ => Ok(()),
    }
}

/// Sums a run up.
pub struct AuditSummary;

/// One run, or the latest.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SummaryInput {
    /// The run; without one, the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

impl Op for AuditSummary {
    const NAME: &'static str = "audit.summary";
    const DOC: &'static str = "Sum up what a run did";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit/summary";
    const CLI: &'static str = "audit summary {run}";
    type Input = SummaryInput;
    type Output = SessionSummary;

    fn run(&self, tx: &mut Tx<'_>, input: &SummaryInput) -> Result<SessionSummary> {
        audit_report::session_summary(tx, input.run.as_deref())
    }
}

/// Writes a report.
pub struct AuditReport;

impl Op for AuditReport {
    const NAME: &'static str = "audit.report";
    const DOC: &'static str = "Write a report over a stretch of the log";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit/report";
    const CLI: &'static str = "audit report --run {run} --tool {tool} --actor {actor} --from {from} --until {until} --status {status} --limit {limit}";
    type Input = LogFilter;
    type Output = Report;

    fn run(&self, tx: &mut Tx<'_>, input: &LogFilter) -> Result<Report> {
        check_limit(input)?;
        audit_report::report(tx, input)
    }
}

/// Hands the log out, event by event.
pub struct AuditExport;

/// The form of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// One JSON object a line.
    #[default]
    Jsonl,
    /// Comma-separated, with a header.
    Csv,
}

/// Which part of the log, in which form.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportInput {
    /// `jsonl` or `csv`.
    #[serde(default)]
    pub format: Format,
    /// Begin after this event (`e12`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// At most so many events; 10,000 by default and at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A part of the log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExportOutput {
    /// The lines.
    pub text: String,
    /// How many events.
    pub events: usize,
    /// Where to go on; null at the end.
    pub next: Option<String>,
}

impl Op for AuditExport {
    const NAME: &'static str = "audit.export";
    const DOC: &'static str = "Export the log, oldest first, as JSON Lines or CSV";
    const AUDIENCE: &'static [ActorKind] = PERSON;
    const WRITE: bool = false;
    const OF_LOG: bool = true;
    const HTTP: &'static str = "GET /v1/audit/export";
    const CLI: &'static str = "audit export --format {format} --after {after} --limit {limit}";
    type Input = ExportInput;
    type Output = ExportOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ExportInput) -> Result<ExportOutput> {
        let limit = input.limit.unwrap_or(10_000).clamp(1, 10_000) as usize;
        let after_seq = match &input.after {
            Some(id) => Some(event_seq(id).ok_or_else(|| Error::invalid(format!("{id:?} is no event")))?),
            None => None,
        };
        let query = EventQuery { after_seq, ascending: true, limit, ..EventQuery::default() };
        let events = tx.events(&query)?;
        let mut text = String::new();
        if input.format == Format::Csv && after_seq.is_none() {
            text.push_str("event,at,actor,operation,run,tool,status,hash\r\n");
        }
        for event in &events {
            match input.format {
                Format::Jsonl => {
                    text.push_str(&event_json(event).to_string());
                    text.push('\n');
                }
                Format::Csv => text.push_str(&csv_line(event)),
            }
        }
        let next = (events.len() == limit).then(|| events.last().map(Event::id)).flatten();
        Ok(ExportOutput { text, events: events.len(), next })
    }
}

/// An event as it is shown: header, and what it tells.
pub fn event_json(event: &Event) -> Value {
    json!({
        "id": event.id(),
        "seq": event.seq,
        "at": event.at,
        "actor": event.actor,
        "op": event.op,
        "run": event.run,
        "tool": event.tool,
        "status": event.status,
        "hash": hex(&event.hash),
        "prev": hex(&event.prev),
        "body": event.told(),
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn csv_line(event: &Event) -> String {
    let at = crate::when::from_ms(event.at).to_string();
    let (run, tool) = (event.run.clone().unwrap_or_default(), event.tool.clone().unwrap_or_default());
    let cells = [
        event.id(),
        at,
        event.actor.clone(),
        event.op.clone(),
        run,
        tool,
        event.status.clone(),
        hex(&event.hash),
    ];
    let quoted: Vec<String> = cells.iter().map(|c| csv_cell(c)).collect();
    format!("{}\r\n", quoted.join(","))
}

/// Quotes a cell; what a spreadsheet would take for a formula is made text.
fn csv_cell(text: &str) -> String {
    let safe =
        if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    if safe.contains([',', '"', '\n', '\r']) { format!("\"{}\"", safe.replace('"', "\"\"")) } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g3_a_cell_cannot_break_out_of_its_csv_column_or_become_a_formula() {
        assert_eq!(csv_cell("plain"), "plain");
        assert_eq!(csv_cell("a,\"b\"\nc"), "\"a,\"\"b\"\"\nc\"");
        assert_eq!(csv_cell("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(csv_cell("@SUM"), "'@SUM");
    }
}
