//! A report as text: Markdown tables in which nothing that was logged can become markup.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{LogFilter, Report, Tally};

/// A report as Markdown.
pub(super) fn render(filter: &LogFilter, report: &Report) -> String {
    let mut out = String::from("# Audit report\n\n");
    let range = match (&filter.from, &filter.until) {
        (None, None) => "The whole log".to_owned(),
        (from, until) => format!(
            "From {} until {}",
            cell(from.as_deref().unwrap_or("the beginning")),
            cell(until.as_deref().unwrap_or("now"))
        ),
    };
    out.push_str(&range);
    for (name, value) in
        [("run", &filter.run), ("tool", &filter.tool), ("actor", &filter.actor), ("status", &filter.status)]
    {
        if let Some(value) = value {
            let _ = write!(out, ", {name} {}", cell(value));
        }
    }
    out.push_str(".\n");
    if !report.complete {
        out.push_str("\n**The log is longer than what was read: older calls are missing here.**\n");
    }
    if report.forgotten > 0 {
        let _ = writeln!(
            out,
            "\nThe details of {} events are missing: `countersign audit verify` says which.",
            report.forgotten
        );
    }
    let all = BTreeMap::from([("all".to_owned(), report.totals.clone())]);
    for (title, tallies) in
        [("Totals", &all), ("By tool", &report.tools), ("By actor", &report.actors), ("By run", &report.runs)]
    {
        tally_table(&mut out, title, tallies);
    }
    let _ = write!(
        out,
        "\n## Calls\n\nThe newest {}.\n\n| time | actor | tool | outcome | confirmed by a person | ms |\n|---|---|---|---|---|---:|\n",
        report.calls.len()
    );
    for row in &report.calls {
        let yes = if row.user_confirmed { "yes" } else { "no" };
        let (actor, tool, outcome) = (cell(&row.actor), cell(&row.tool), cell(row.outcome()));
        let _ = writeln!(
            out,
            "| {} | {actor} | {tool} | {outcome} | {yes} | {} |",
            row.time, row.execution_time_ms
        );
    }
    out
}

fn tally_table(out: &mut String, title: &str, tallies: &BTreeMap<String, Tally>) {
    if tallies.is_empty() {
        return;
    }
    let _ = write!(
        out,
        "\n## {title}\n\n| | calls | success | error | rejected | confirmed | automatic | held | total ms | longest ms |\n|---|{}\n",
        "---:|".repeat(9)
    );
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
        let _ = writeln!(out, "| {} | {} |", cell(name), numbers.join(" | "));
    }
}

/// Text that cannot leave its table cell, nor become markup.
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
