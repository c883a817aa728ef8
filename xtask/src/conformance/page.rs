//! The page with the results of the suite.

use std::fmt::Write as _;

use super::{Outcome, Outcomes, explained};

/// Renders the page: a table, and each failure with its reason.
pub fn write(alone: &Outcomes, gateway: Option<&Outcomes>) -> String {
    let mut page = String::from(
        "# Conformance\n\n\
         Written by `cargo xtask conformance`, which runs the server scenarios of the official suite\n\
         (`@modelcontextprotocol/conformance`) over HTTP: against our fixture server alone, and against the gateway\n\
         with the same server behind it on its standard streams. It fails if the gateway passes less, except where\n\
         that is explained. Numbers are checks: passed, and failed if any did.\n\n\
         | revision | scenario | alone | gateway |\n|---|---|---:|---:|\n",
    );
    for ((revision, scenario), outcome) in alone {
        let key = (revision.clone(), scenario.clone());
        let other = gateway.map_or_else(|| "–".to_owned(), |g| g.get(&key).map_or("none".to_owned(), short));
        let _ = writeln!(page, "| {revision} | {scenario} | {} | {other} |", short(outcome));
    }
    let _ = writeln!(page, "\n{}", sum("Alone", alone));
    if let Some(gateway) = gateway {
        let _ = writeln!(page, "{}", sum("Through the gateway", gateway));
    }
    failures(&mut page, "On the fixture alone", alone);
    if let Some(gateway) = gateway {
        failures(&mut page, "Through the gateway", gateway);
        explanations(&mut page, alone, gateway);
    }
    page
}

/// Lists where the suite makes fewer checks through the gateway, and why.
fn explanations(page: &mut String, alone: &Outcomes, gateway: &Outcomes) {
    let less =
        alone.iter().filter(|(key, outcome)| gateway.get(key).is_some_and(|g| g.passed < outcome.passed));
    let known = less.filter_map(|(key, _)| explained(key).map(|(_, why)| (key, why)));
    let lines: String =
        known.map(|((revision, scenario), why)| format!("- {scenario} ({revision}): {why}.\n")).collect();
    if !lines.is_empty() {
        let _ = write!(page, "\n## Checks that are not made through the gateway\n\n{lines}");
    }
}

fn short(outcome: &Outcome) -> String {
    match outcome.failed.len() {
        0 => outcome.passed.to_string(),
        failed => format!("{}, {failed} failed", outcome.passed),
    }
}

fn sum(what: &str, outcomes: &Outcomes) -> String {
    let clean = outcomes.values().filter(|o| o.failed.is_empty()).count();
    let passed: usize = outcomes.values().map(|o| o.passed).sum();
    let failed: usize = outcomes.values().map(|o| o.failed.len()).sum();
    let warned: usize = outcomes.values().map(|o| o.warned.len()).sum();
    format!(
        "{what}: {clean} of {} scenarios without a failure; {passed} checks passed, {failed} failed, {warned} warned.",
        outcomes.len()
    )
}

fn failures(page: &mut String, title: &str, outcomes: &Outcomes) {
    let mut lines = String::new();
    for ((revision, scenario), outcome) in outcomes {
        let failed = outcome.failed.iter().map(|f| ("failed", f));
        for (word, (check, said)) in failed.chain(outcome.warned.iter().map(|w| ("warned", w))) {
            let said: String = said.lines().next().unwrap_or_default().chars().take(200).collect();
            let _ = writeln!(lines, "- {scenario} ({revision}), `{check}` {word}: {said}");
        }
    }
    if !lines.is_empty() {
        let _ = write!(page, "\n## {title}\n\n{lines}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_both_sides_and_names_what_failed() {
        let outcome = |failed: &[&str]| Outcome {
            passed: 3,
            failed: failed.iter().map(|f| ((*f).to_owned(), "it did not".to_owned())).collect(),
            warned: Vec::new(),
        };
        let key = ("2026-07-28".to_owned(), "ping".to_owned());
        let alone: Outcomes = [(key.clone(), outcome(&[]))].into();
        let gateway: Outcomes = [(key, outcome(&["ping-check"]))].into();
        let page = write(&alone, Some(&gateway));
        assert!(page.contains("| 2026-07-28 | ping | 3 | 3, 1 failed |"), "{page}");
        assert!(page.contains("`ping-check` failed: it did not"), "{page}");
        assert!(write(&alone, None).contains("| 3 | – |"));
        assert!(!page.contains("are not made"), "{page}");
    }

    #[test]
    fn the_page_says_why_a_check_is_not_made() {
        let of = |passed| -> Outcomes {
            let key = ("2026-07-28".to_owned(), "server-sse-multiple-streams".to_owned());
            [(key, Outcome { passed, ..Outcome::default() })].into()
        };
        let page = write(&of(2), Some(&of(1)));
        assert!(page.contains("- server-sse-multiple-streams (2026-07-28): where nothing is told"), "{page}");
        assert!(!write(&of(2), Some(&of(2))).contains("are not made"));
    }
}
