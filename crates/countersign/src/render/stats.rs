//! How often people were asked, and how a rule would have changed that.

use countersign_core::{
    decision::{stats as decision_stats, stats::Stats},
    policy::backtest::{self, Ruled},
};

use super::{
    Tone, View, short, shown,
    table::{Cell, plain, table},
};

/// The numbers of each agent, day by day.
pub fn stats(output: &decision_stats::Output, view: &View) -> String {
    if output.agents.is_empty() {
        return format!("{}\n", view.t("term-no-stats"));
    }
    let heads = [
        "term-day",
        "term-asked",
        "term-confirmed",
        "term-rejected",
        "term-no-answer",
        "term-refused",
        "term-half-within",
        "term-nine-within",
        "term-not-asked",
    ];
    let mut out = String::new();
    for agent in &output.agents {
        out.push_str(&format!("{}\n", view.paint.strong(&shown(&agent.agent))));
        let days = agent.days.iter().map(|day| row(shown(&day.day), &day.stats));
        let rows: Vec<Vec<Cell>> = days.chain([row(view.t("term-all"), &agent.total)]).collect();
        out.push_str(&table(&view.heads(&heads), &rows, view));
    }
    if !output.complete {
        out.push_str(&format!("{}\n", view.t("history-incomplete")));
    }
    out
}

fn row(day: String, stats: &Stats) -> Vec<Cell> {
    let time =
        |ms: Option<u64>| ms.map_or("–".to_owned(), |ms| format!("{}.{} s", ms / 1000, ms % 1000 / 100));
    let saved: u64 = stats.saved.values().sum();
    let mut cells = vec![(day, Tone::Handle)];
    let counts = [stats.asked, stats.confirmed, stats.rejected, stats.expired, stats.refused];
    cells.extend(counts.map(|n| plain(n.to_string())));
    cells.extend([plain(time(stats.median_ms)), plain(time(stats.p90_ms)), plain(saved.to_string())]);
    cells
}

/// Renders how many calls would have ended differently, and which.
pub fn backtest(output: &backtest::Output, view: &View) -> String {
    let told = [
        ("changed", output.changed.into()),
        ("judged", output.judged.into()),
        ("stricter", output.stricter.into()),
        ("looser", output.looser.into()),
    ];
    let would = if output.changed > 0 { "term-would-change" } else { "term-would-change-none" };
    let mut out = format!("{}\n", view.words.with(would, &told));
    if output.unjudged > 0 {
        out.push_str(&format!("{}\n", view.words.count("term-unjudged", output.unjudged)));
    }
    let ruled = |side: &Ruled| {
        let rule = side.rule.as_ref().filter(|rule| !rule.is_empty());
        let by = shown(rule.map_or(side.row.as_str(), String::as_str));
        let verdict = view.coded(&["policy-verdict-"], side.verdict.as_str());
        plain(format!("{verdict} ({by})"))
    };
    let rows: Vec<Vec<Cell>> = output
        .calls
        .iter()
        .map(|call| {
            vec![
                (short(&call.event_id), Tone::Handle),
                plain(shown(&call.agent)),
                ruled(&call.before),
                ruled(&call.after),
                plain(shown(&call.tool)),
                plain(view.folded(&call.arguments.to_string(), 80)),
            ]
        })
        .collect();
    if !rows.is_empty() {
        let heads = ["term-event", "term-agent", "term-now", "term-with-it", "term-tool", "term-arguments"];
        out.push_str(&table(&view.heads(&heads), &rows, view));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

    #[test]
    fn a_back_test_says_how_many_and_which() {
        let side = |verdict: &str, row: &str, rule: Option<&str>| json!({"verdict": verdict, "row": row, "rule": rule});
        let value = json!({"judged": 400, "changed": 1, "stricter": 1, "looser": 0, "unjudged": 2, "calls": [{
            "event_id": "e7-aaaa", "agent": "codex", "tool": "task.set_title", "arguments": {"title": "a\u{202e}"},
            "before": side("proceed", "class", None), "after": side("ask", "ask_rule", Some("titles")),
        }]});
        let text = backtest(&filled(value), &view());
        assert!(text.starts_with(
            "This would have changed 1 of 400 calls: 1 stricter, 0 looser.\n2 calls can no longer"
        ));
        assert!(
            text.contains("proceed (class)") && text.contains("ask (titles)") && !text.contains('\u{202e}'),
            "{text}"
        );
    }

    #[test]
    fn numbers_are_told_day_by_day() {
        let day = json!({"asked": 3, "confirmed": 2, "rejected": 1, "median_ms": 2_500, "p90_ms": 60_000, "saved": {"read": 5, "grant": 1}});
        let value = json!({"agents": [{"agent": "codex", "total": day, "days": [{"day": "2026-11-15", "stats": day}]}], "complete": true});
        let text = stats(&filled(value), &view());
        assert!(
            text.contains("codex")
                && text.contains("2026-11-15")
                && text.contains("2.5 s")
                && text.contains(" 6"),
            "{text}"
        );
    }
}
