//! A command with its findings marked: each finding, its span in the text, and the reason.

use super::{Tone, View, shown};
use countersign_core::judge::{Class, Effect, Facts, Finding, Span};

/// Renders the text with its spans marked; empty if nothing was found in it.
pub fn explain(text: &str, facts: &Facts, view: &View) -> String {
    let mut out = String::new();
    let mut findings: Vec<&Finding> = facts.told();
    findings.sort_by_key(|f| f.span);
    let lines: Vec<(usize, &str)> = lines(text);
    for (n, (start, line)) in lines.iter().enumerate() {
        let within = Span { start: *start, end: start + line.len() };
        let number = if lines.len() > 1 { format!("{:>4} │ ", n + 1) } else { "  ".to_owned() };
        out.push_str(&format!("{}{}\n", view.paint.dim(&number), shown(line)));
        let first = |f: &&&Finding| f.span.is_some_and(|s| (within.start..=within.end).contains(&s.start));
        for finding in findings.iter().filter(first) {
            out.push_str(&marked(finding, within, line, &number, view));
        }
    }
    for finding in findings.iter().filter(|f| f.span.is_none()) {
        out.push_str(&format!("  {}\n", says(finding, view)));
    }
    out
}

/// Returns the lines of a text, each with its start offset.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    text.split('\n')
        .map(|line| {
            let start = at;
            at += line.len() + 1;
            (start, line)
        })
        .collect()
}

fn marked(finding: &Finding, within: Span, line: &str, number: &str, view: &View) -> String {
    let span = finding.span.unwrap_or_default();
    let before = line.get(..span.start.saturating_sub(within.start)).unwrap_or_default();
    let end = span.end.min(within.end).saturating_sub(within.start);
    let marked = line.get(before.len()..end).unwrap_or_default();
    let blank = " ".repeat(number.chars().count() + shown(before).chars().count());
    let carets = "^".repeat(shown(marked).chars().count().max(1));
    let tone = match finding.effect.class() {
        Class::Destructive => Tone::Bad,
        Class::Mutable => Tone::Warn,
        Class::Read if matches!(finding.effect, Effect::Send | Effect::Protected) => Tone::Warn,
        Class::Read => Tone::Dim,
    };
    format!("{blank}{} {}\n", view.paint.tone(tone, &carets), says(finding, view))
}

fn says(finding: &Finding, view: &View) -> String {
    let target = finding.target.as_deref().map(|t| format!(": {}", shown(t))).unwrap_or_default();
    let doubt = if finding.certain { String::new() } else { format!(" {}", view.t("details-uncertain")) };
    format!("{}{target}{doubt}", view.said(&finding.reason))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain, *};

    #[test]
    fn a7_each_finding_stands_under_the_text_that_gave_it() {
        let view = plain();
        let facts = |findings: serde_json::Value| -> Facts {
            serde_json::from_value(json!({"findings": findings})).unwrap()
        };
        let text = "cd é\nrm -rf b | cat";
        let finding = |effect: &str, start: usize, end: usize| json!({"effect": effect, "target": "/w/b", "reason": "deletes a file", "span": {"start": start, "end": end}});
        let judged = facts(json!([finding("delete", 6, 14)]));
        assert_eq!(
            explain(text, &judged, &view),
            "   1 │ cd é\n   2 │ rm -rf b | cat\n       ^^^^^^^^ deletes a file: /w/b\n"
        );
        // Spans out of range must not cause a panic.
        let odd = facts(json!([finding("delete", 3, 4), finding("read", 90, 99)]));
        assert!(explain(text, &odd, &view).contains("cd é"));
    }
}
