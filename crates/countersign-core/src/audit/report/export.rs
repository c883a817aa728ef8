//! Exports parts of the log: one line per event, or pages to print.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{LogFilter, MAX_EVENTS, PAGE, Sight, markdown, ocsf, pages, query_of};
use crate::{
    audit::operations::event_json,
    decision::Shown,
    error::{Error, Result},
    event::{CallNote, Event, ResultStatus, event_seq},
    run::Run,
    store::EventQuery,
    tx::Tx,
    when,
};

/// The maximum number of events in one export.
const MOST: u32 = 10_000;

/// The form of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// One JSON object per line.
    #[default]
    Jsonl,
    /// Comma-separated, with a header.
    Csv,
    /// Pages to print, with what the hash chain proves about them.
    Pdf,
    /// One JSON object per line, as security tools read it: API Activity of OCSF.
    Ocsf,
}

/// The part of the log to export, and the format.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportInput {
    /// `jsonl`, `csv`, `pdf` or `ocsf`.
    #[serde(default)]
    pub format: Format,
    /// Only events of this run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Only events about this tool (`task.set_title`).
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
    /// Only events with this result: the status of the event, or of a call in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// Start after this event (`e12`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Maximum number of events, up to 10,000; without it a response has 10,000 and the command line prints all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl ExportInput {
    /// Converts it to a filter of the log.
    pub fn filter(&self) -> LogFilter {
        let Self { run, tool, actor, from, until, status, .. } = self.clone();
        LogFilter { run, tool, actor, from, until, status, limit: None, before: None }
    }
}

/// A part of the log.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ExportOutput {
    /// The lines; empty for pages.
    pub text: String,
    /// The pages: a PDF file in Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdf: Option<String>,
    /// How many events.
    pub events: usize,
    /// Where to go on; null at the end.
    pub next: Option<String>,
}

/// Exports a part of the log in the requested format.
pub fn export(tx: &mut Tx<'_>, input: &ExportInput) -> Result<ExportOutput> {
    let limit = input.limit.unwrap_or(MOST).clamp(1, MOST) as usize;
    let (events, next) = events(tx, input, limit)?;
    let mut text = String::new();
    let mut pdf = None;
    match input.format {
        Format::Jsonl => events.iter().for_each(|event| text.push_str(&format!("{}\n", event_json(event)))),
        Format::Csv => {
            if input.after.is_none() {
                text.push_str(
                    "event,at,actor,operation,run,tool,status,hash,seen,agent,called,exit_code,ms\r\n",
                );
            }
            let agents = agents_of(tx, &events)?;
            events.iter().for_each(|event| text.push_str(&csv_line(event, &agents)));
        }
        Format::Ocsf => {
            let agents = agents_of(tx, &events)?;
            events.iter().for_each(|event| text.push_str(&ocsf::line(event, &agents)));
        }
        Format::Pdf => {
            let about = pages::About {
                filter: input.filter(),
                after: input.after.clone(),
                next: next.clone(),
                by: tx.actor().to_string(),
                at: when::rfc3339(when::from_ms(tx.now()), &tx.setup().zone),
                chain: chain(tx)?,
                language: tx.call().origin.language,
                agents: agents_of(tx, &events)?,
            };
            pdf = Some(BASE64.encode(pages::write(&about, &events, &tx.setup().zone)));
        }
    }
    Ok(ExportOutput { text, pdf, events: events.len(), next })
}

/// Returns the matching events, oldest first, and the cursor.
fn events(tx: &mut Tx<'_>, input: &ExportInput, limit: usize) -> Result<(Vec<Event>, Option<String>)> {
    let filter = input.filter();
    let after_seq = match &input.after {
        Some(id) => Some(
            event_seq(id)
                .ok_or_else(|| Error::invalid(say!("judge-no-event", text = format!("{:?}", id))))?,
        ),
        None => None,
    };
    let mut query = EventQuery { after_seq, ascending: true, ..query_of(tx, &filter)? };
    let (mut found, mut sight): (Vec<Event>, _) = (Vec::new(), Sight::default());
    for _ in 0..MAX_EVENTS / PAGE {
        let events = tx.events(&query)?;
        let ended = events.len() < PAGE;
        query.after_seq = events.last().map(|e| e.seq).or(query.after_seq);
        for event in events {
            if found.len() == limit {
                return Ok((found.clone(), found.last().map(Event::id)));
            }
            if sight.covers(tx, &event)? && takes(&filter, &event) {
                found.push(event);
            }
        }
        if ended {
            return Ok((found, None));
        }
    }
    Ok((found, query.after_seq.map(|seq| format!("e{seq}"))))
}

/// Whether an event passes the conditions that the store does not check.
fn takes(filter: &LogFilter, event: &Event) -> bool {
    let by = |a: &str| event.actor == a || event.actor.split_once(':').is_some_and(|(_, name)| name == a);
    if !filter.actor.as_deref().is_none_or(by) {
        return false;
    }
    if filter.tool.is_none() && filter.status.is_none() {
        return true;
    }
    let told = event.told().unwrap_or_default();
    let about = |t: &str| event.tool.as_deref() == Some(t) || told.calls.iter().any(|c| c.tool == t);
    let ended = |s: &str| {
        event.status == s
            || told.calls.iter().any(|c| c.result_status.map_or("held", ResultStatus::as_str) == s)
    };
    filter.tool.as_deref().is_none_or(about) && filter.status.as_deref().is_none_or(ended)
}

/// The result of following the chain of hashes.
pub(super) struct Chain {
    /// How many events were checked.
    pub events: u64,
    /// The last of them, and its hash.
    pub head: Option<(String, String)>,
    /// The first one that does not match.
    pub bad: Option<(String, Message)>,
    /// Whether the whole log was read.
    pub whole: bool,
}

/// Follows the chain from its beginning.
fn chain(tx: &mut Tx<'_>) -> Result<Chain> {
    let mut found = Chain { events: 0, head: None, bad: None, whole: false };
    let mut prev = [0; 32];
    let mut query = EventQuery { ascending: true, limit: PAGE, ..EventQuery::default() };
    for _ in 0..MAX_EVENTS / PAGE {
        let events = tx.events(&query)?;
        query.after_seq = events.last().map(|e| e.seq).or(query.after_seq);
        for event in &events {
            let follows = event.prev == prev && event.seq == found.events + 1;
            let flaw = event.flaw().or((!follows).then(|| say!("judge-event-follows-one")));
            if let (Some(flaw), None) = (flaw, &found.bad) {
                found.bad = Some((event.id(), flaw));
            }
            (found.events, prev) = (found.events + 1, event.hash);
            found.head = Some((event.id(), hex(&event.hash)));
        }
        if events.len() < PAGE {
            found.whole = true;
            break;
        }
    }
    Ok(found)
}

/// Encodes bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// Says what a person had been shown of what they decided on in an event; None where nobody decided.
pub(super) fn seen(event: &Event) -> Option<Message> {
    let told = event.told()?;
    let shown = told.note.get(Shown::NOTE)?;
    let shown: Option<Shown> = serde_json::from_value(shown.clone()).ok()?;
    Some(Shown::said(shown.as_ref(), event.at))
}

/// The agents of runs.
pub(super) type Agents = BTreeMap<String, String>;

/// Returns the agents of the runs of events.
fn agents_of(tx: &mut Tx<'_>, events: &[Event]) -> Result<Agents> {
    let mut agents = Agents::new();
    for run in events.iter().filter_map(|event| event.run.as_ref()) {
        if !agents.contains_key(run) {
            let agent = tx.get::<Run>(run)?.map(|run| run.agent).unwrap_or_default();
            agents.insert(run.clone(), agent);
        }
    }
    Ok(agents)
}

/// Returns the agent that an event is about: that of its run, or the one that acted.
pub(super) fn agent_of<'a>(event: &'a Event, agents: &'a Agents) -> &'a str {
    let of_run = event.run.as_ref().and_then(|run| agents.get(run)).filter(|agent| !agent.is_empty());
    of_run.map_or_else(|| event.actor.strip_prefix("agent:").unwrap_or_default(), String::as_str)
}

/// How many characters of a call are exported in a line.
const CALLED: usize = 2_000;
/// How many calls of an event are named in a line; `jsonl` has all.
const CALLS: usize = 20;

/// Returns what the calls of an event called, their exit codes, and how long they took together.
fn calls_of(event: &Event) -> [String; 3] {
    let Some(body) = event.told() else { return Default::default() };
    let named = body.calls.iter().take(CALLS);
    let called: Vec<String> = named.map(|call| markdown::what_of(&call.arguments, CALLED)).collect();
    let code = |call: &CallNote| call.result.get("exit_code").and_then(Value::as_i64);
    let codes: Vec<String> = body.calls.iter().filter_map(code).map(|code| code.to_string()).collect();
    let ms: u64 = body.calls.iter().map(|call| call.execution_time_ms).sum();
    let ms = if body.calls.is_empty() { String::new() } else { ms.to_string() };
    [called.join("; "), codes.join("; "), ms]
}

fn csv_line(event: &Event, agents: &Agents) -> String {
    let [called, codes, ms] = calls_of(event);
    let at = when::from_ms(event.at).to_string();
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
        seen(event).map(|seen| seen.to_string()).unwrap_or_default(),
        agent_of(event, agents).to_owned(),
        called,
        codes,
        ms,
    ];
    let quoted: Vec<String> = cells.iter().map(|c| csv_cell(c)).collect();
    format!("{}\r\n", quoted.join(","))
}

/// Quotes a cell; a text that a spreadsheet would treat as a formula is neutralised.
fn csv_cell(text: &str) -> String {
    let safe =
        if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    if safe.contains([',', '"', '\n', '\r']) { format!("\"{}\"", safe.replace('"', "\"\"")) } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Actor;
    use crate::audit::report::tests::{read, told};
    use crate::store::Base as _;
    use countersign_words::Language;

    fn pages(input: ExportInput) -> String {
        let output = read(&told(), Actor::person("ana"), |tx| export(tx, &input)).unwrap();
        let bytes = BASE64.decode(output.pdf.unwrap()).unwrap();
        assert!(bytes.starts_with(b"%PDF-"));
        bytes.iter().map(|b| char::from(*b)).collect()
    }

    #[test]
    fn g3_a_cell_cannot_break_out_of_its_csv_column_or_become_a_formula() {
        assert_eq!(csv_cell("plain"), "plain");
        assert_eq!(csv_cell("a,\"b\"\nc"), "\"a,\"\"b\"\"\nc\"");
        assert_eq!(csv_cell("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(csv_cell("@SUM"), "'@SUM");
    }

    #[test]
    fn g3_an_export_has_the_events_that_were_asked_for() {
        let lines = |input: ExportInput| {
            let output = read(&told(), Actor::person("ana"), |tx| export(tx, &input)).unwrap();
            (output.text.lines().count(), output.next.is_some())
        };
        let of = |actor: &str| ExportInput { actor: Some(actor.to_owned()), ..ExportInput::default() };
        assert_eq!(lines(ExportInput::default()), (2, false));
        assert_eq!(lines(of("ana")), (1, false));
        assert_eq!(lines(of("agent:laura")), (1, false));
        assert_eq!(lines(of("nobody")), (0, false));
        let status = ExportInput { status: Some("rejected_by_user".to_owned()), ..ExportInput::default() };
        assert_eq!(lines(status), (1, false));
        assert_eq!(lines(ExportInput { limit: Some(1), ..ExportInput::default() }), (1, true));
        let own = read(&told(), Actor::agent("laura"), |tx| export(tx, &ExportInput::default())).unwrap();
        assert_eq!(own.events, 1, "an agent is told only of its own");
    }

    #[test]
    fn g3_pages_have_their_text_the_filters_and_what_the_chain_proves() {
        let text = pages(ExportInput {
            format: Format::Pdf,
            actor: Some("laura".to_owned()),
            ..ExportInput::default()
        });
        for part in [
            "actor = laura",
            "agent:laura",
            "  laura  ",
            "a|b",
            "page 1 of 1",
            "2 events, each bound to all before it",
            "These pages do not prove",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("person:ana did"), "{text}");
    }

    #[test]
    fn g3_pages_and_report_are_in_the_language_of_their_reader() {
        let input = ExportInput { format: Format::Pdf, ..ExportInput::default() };
        let mut call = crate::audit::report::tests::call(Actor::person("ana"), &[]);
        call.origin.language = Language::German;
        let output = told().with(|base| {
            let mut batch = crate::store::Batch::after(base.head()?);
            export(&mut Tx::reader(base, &mut batch, &call), &input)
        });
        let bytes = BASE64.decode(output.unwrap().pdf.unwrap()).unwrap();
        let text: String = bytes.iter().map(|b| char::from(*b)).collect();
        // A text with letters beyond ASCII is in hexadecimal digits.
        for part in
            ["6670726F746F6B6F6C6C", "WERKZEUG", "AGENT", "Die Hash-Kette ist intakt", "Seite 1 von 1"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("OPERATION") && !text.contains("page 1"), "{text}");
        let report =
            read(&told(), Actor::person("ana"), |tx| crate::audit::report::report(tx, &LogFilter::default()));
        let text = report.unwrap().markdown.in_language(Language::German).to_string();
        for part in ["# Prüfbericht", "| Agent |", "Exit-Code", "von einer Person bestätigt"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn g3_a_line_names_the_agent_what_was_called_and_how_long_it_took() {
        let output = read(&told(), Actor::person("ana"), |tx| {
            export(tx, &ExportInput { format: Format::Csv, ..ExportInput::default() })
        });
        let text = output.unwrap().text;
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(",seen,agent,called,exit_code,ms"), "{text}");
        assert!(
            lines[1].contains("agent:laura") && lines[1].ends_with(",laura,{}; {}; {}; {}; {},,20"),
            "{text}"
        );
        assert!(lines[2].ends_with(",,{},,4"), "a person is no agent: {text}");
    }

    #[test]
    fn g1_pages_of_an_edited_log_say_so() {
        let store = told();
        store.with(|base| base.events_mut()[0].actor.push('x'));
        let input = ExportInput { format: Format::Pdf, ..ExportInput::default() };
        let output = read(&store, Actor::person("ana"), |tx| export(tx, &input)).unwrap();
        let bytes = BASE64.decode(output.pdf.unwrap()).unwrap();
        let text: String = bytes.iter().map(|b| char::from(*b)).collect();
        assert!(
            text.contains("THE HASH CHAIN IS BROKEN") && text.contains("its header was edited"),
            "{text}"
        );
    }
}
