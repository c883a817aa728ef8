//! A report as Markdown tables in which logged text cannot become markup.

use std::collections::BTreeMap;

use countersign_words::{Message, say};
use jiff::tz::TimeZone;
use serde_json::Value;

use super::{LogFilter, Report, Tally};
use crate::{decision::Shown, item::decide, text, when};

/// Renders a report as Markdown.
pub(super) fn render(filter: &LogFilter, report: &Report, zone: &TimeZone) -> Message {
    let mut lines: Vec<Message> = vec![say!("judge-report-title"), "".into(), what(filter)];
    if !report.complete {
        lines.extend(["".into(), say!("judge-report-incomplete")]);
    }
    if report.forgotten > 0 {
        lines.extend(["".into(), say!("judge-report-dropped", n = report.forgotten)]);
    }
    let all = BTreeMap::from([("all".to_owned(), report.totals.clone())]);
    for (title, tallies) in [
        (say!("judge-report-totals"), &all),
        (say!("judge-report-by-tool"), &report.tools),
        (say!("judge-report-by-actor"), &report.actors),
        (say!("judge-report-by-run"), &report.runs),
    ] {
        tally_table(&mut lines, title, tallies);
    }
    lines.extend([
        "".into(),
        say!("judge-report-calls"),
        "".into(),
        say!("judge-report-newest", n = report.calls.len()),
        "".into(),
        say!("judge-report-call-columns"),
        "|---|---|---|---|---|---|---:|---|---:|".into(),
    ]);
    for row in &report.calls {
        let yes = if row.user_confirmed { say!("judge-report-yes") } else { say!("judge-report-no") };
        let (actor, tool, outcome) = (cell(&row.actor), cell(&row.tool), cell(row.outcome()));
        let (agent, what) = (cell(&row.agent), cell(&what_of(&row.arguments, CALLED)));
        let code = row.exit_code.map(|code| code.to_string()).unwrap_or_default();
        lines.push(Message::joined(
            " | ",
            [
                format!("| {} | {actor} | {agent} | {tool} | {what} | {outcome} | {code}", row.time).into(),
                yes,
                format!("{} |", row.execution_time_ms).into(),
            ],
        ));
    }
    decision_table(&mut lines, report, zone);
    lines.push("".into());
    Message::joined("\n", lines)
}

/// Lists who decided what, and what they had been shown of it.
fn decision_table(lines: &mut Vec<Message>, report: &Report, zone: &TimeZone) {
    if report.decisions.is_empty() {
        return;
    }
    lines.extend(["".into(), say!("judge-report-decisions"), "".into()]);
    lines.extend([say!("judge-report-decision-columns"), "|---|---|---|---|---|---|".into()]);
    for decision in &report.decisions {
        let time = when::rfc3339(when::from_ms(decision.at), zone);
        let (by, agent) = (cell(&decision.by), cell(&decision.agent));
        let what = cell(&text::line(decision.summary.as_ref(), CALLED));
        let told = format!("| {time} | {by} | {} | {agent} | {what}", decision.decision.as_str());
        let seen = match decision.by.as_str() {
            decide::TIMEOUT => "".into(),
            _ => Shown::said(decision.shown.as_ref(), decision.at),
        };
        lines.push(Message::joined("", [Message::joined(" | ", [told.into(), seen]), " |".into()]));
    }
}

/// How much of what was called is told.
const CALLED: usize = 200;

/// Returns the command of a call, or its other arguments, in at most that many characters.
pub(super) fn what_of(arguments: &Value, most: usize) -> String {
    let told =
        arguments.get("command").and_then(Value::as_str).map_or_else(|| arguments.to_string(), str::to_owned);
    text::line(&told, most)
}

/// Describes the subject of the report.
fn what(filter: &LogFilter) -> Message {
    let wanted =
        [("run", &filter.run), ("tool", &filter.tool), ("actor", &filter.actor), ("status", &filter.status)];
    let wanted: Vec<String> =
        wanted.iter().filter_map(|(name, value)| Some(format!("{name} {}", cell(value.as_ref()?)))).collect();
    let wanted = Some(wanted.join(", ")).filter(|w| !w.is_empty());
    let from = filter.from.as_ref().map_or_else(|| say!("judge-report-beginning"), |from| cell(from).into());
    match (&filter.from, &filter.until, wanted) {
        (None, None, None) => say!("judge-report-whole"),
        (None, None, Some(filter)) => say!("judge-report-whole-filter", filter),
        (_, Some(until), None) => say!("judge-report-range", said_from = from, until = cell(until)),
        (_, Some(until), Some(filter)) => {
            say!("judge-report-range-filter", said_from = from, until = cell(until), filter)
        }
        (_, None, None) => say!("judge-report-until-now", said_from = from),
        (_, None, Some(filter)) => say!("judge-report-until-now-filter", said_from = from, filter),
    }
}

fn tally_table(lines: &mut Vec<Message>, title: Message, tallies: &BTreeMap<String, Tally>) {
    if tallies.is_empty() {
        return;
    }
    let rule = format!("|---|{}", "---:|".repeat(9));
    lines.extend(["".into(), title, "".into(), say!("judge-report-columns"), rule.into()]);
    for (name, t) in tallies {
        let numbers = [
            t.calls,
            t.success,
            t.error,
            t.rejected,
            t.confirmed,
            t.automatic,
            t.held,
            t.total_ms,
            t.longest_ms,
        ];
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        lines.push(format!("| {} | {} |", cell(name), numbers.join(" | ")).into());
    }
}

/// Escapes text so that it cannot leave its table cell or become markup.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            '|' | '\\' | '`' | '*' | '[' | ']' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h2_logged_text_stays_text() {
        assert_eq!(cell("<b>\n[x](y)`"), "&lt;b> \\[x\\](y)\\`");
        assert_eq!(cell("a|b&c"), "a\\|b&amp;c");
    }
}
