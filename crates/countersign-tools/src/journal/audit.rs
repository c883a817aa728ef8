//! Reports on tool calls from the log. The core writes them, so agents and people read the same; an agent
//! only sees its own runs.

use countersign_core::{
    Error, Result, Tx,
    audit::report::{
        self, LogFilter,
        export::{ExportInput, Format, export},
    },
    tool::Forecast,
};
use countersign_words::say;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    action::{Action, Spec},
    target::reading,
};

fn told(value: impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(Error::bug)
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct GetToolLog(LogFilter);

impl Action for GetToolLog {
    const SPEC: Spec = Spec::read(
        "audit.get_tool_log",
        "Lists tool calls from the log, newest first.",
        r#"{"tool": "task.set_title", "status": "success", "limit": 20}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        Ok(reading("log", say!("sum-audit-log")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        Ok(json!({"calls": told(report::tool_log(tx, &self.0)?)?}))
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetSessionSummary {
    /// The id of the run; the latest if left out.
    run: Option<String>,
}

impl Action for GetSessionSummary {
    const SPEC: Spec = Spec::read(
        "audit.get_session_summary",
        "Sums up a run: its calls by tool, and how they ended.",
        r#"{"run": "run7"}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        Ok(reading("log", say!("sum-audit-run")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        told(report::session_summary(tx, self.run.as_deref())?)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct GenerateAuditReport(LogFilter);

impl Action for GenerateAuditReport {
    const SPEC: Spec = Spec::read(
        "audit.generate_audit_report",
        "Reports on the tool calls in a range of time, as data and as Markdown.",
        r#"{"from": "2026-11-01", "until": "2026-11-30"}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        Ok(reading("log", say!("sum-audit-report")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        told(report::report(tx, &self.0)?)
    }
}

/// Maximum number of events per report for an agent: they use its context.
const PAGES_MOST: u32 = 1_000;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExportAuditPdf {
    /// Only events of this run.
    run: Option<String>,
    /// Only events about this tool.
    tool: Option<String>,
    /// Not before this time: RFC 3339, or a day.
    from: Option<String>,
    /// Before this time: RFC 3339, or a day, which is included.
    until: Option<String>,
    /// Only what ended so.
    status: Option<String>,
    /// At most so many events, the oldest first; 200 if not given.
    #[schemars(range(min = 1, max = PAGES_MOST))]
    limit: Option<u32>,
}

impl Action for ExportAuditPdf {
    const SPEC: Spec = Spec::read(
        "audit.export_audit_pdf",
        "Makes pages to print of the log of your own runs: a PDF file in Base64. No file is written.",
        r#"{"from": "2026-11-01", "until": "2026-11-30"}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        Ok(reading("log", say!("sum-audit-pdf")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let Self { run, tool, from, until, status, limit } = self;
        let limit = Some(limit.unwrap_or(200).min(PAGES_MOST));
        let format = Format::Pdf;
        let output = export(
            tx,
            &ExportInput { format, run, tool, actor: None, from, until, status, after: None, limit },
        )?;
        Ok(json!({"pdf": output.pdf, "events": output.events, "next": output.next}))
    }
}
