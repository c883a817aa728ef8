//! What was asked and what was not, and what a rule would have made of it.

use serde_json::Value;

use super::{
    Tone, View, list_of, short_id,
    table::{Cell, plain, table},
    text_of,
};

fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_default()
}

fn how_many(value: &Value, name: &str) -> usize {
    usize::try_from(number(value, name)).unwrap_or(usize::MAX)
}

/// The numbers of each agent, day by day.
pub fn stats(value: &Value, view: &View) -> String {
    let agents = list_of(value, "agents");
    if agents.is_empty() {
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
    for agent in agents {
        out.push_str(&format!("{}\n", view.paint.strong(&text_of(agent, "agent"))));
        let days = list_of(agent, "days").iter().map(|day| row(text_of(day, "day"), &day["stats"]));
        let rows: Vec<Vec<Cell>> = days.chain([row(view.t("term-all"), &agent["total"])]).collect();
        out.push_str(&table(&view.heads(&heads), &rows, view));
    }
    if value["complete"] == false {
        out.push_str(&format!("{}\n", view.t("history-incomplete")));
    }
    out
}

fn row(day: String, stats: &Value) -> Vec<Cell> {
    let time = |name: &str| {
        stats[name].as_u64().map_or("–".to_owned(), |ms| format!("{}.{} s", ms / 1000, ms % 1000 / 100))
    };
    let saved: u64 = stats["saved"].as_object().into_iter().flatten().filter_map(|(_, n)| n.as_u64()).sum();
    let mut cells = vec![(day, Tone::Handle)];
    cells.extend(
        ["asked", "confirmed", "rejected", "expired", "refused"]
            .map(|name| plain(number(stats, name).to_string())),
    );
    cells.extend([plain(time("median_ms")), plain(time("p90_ms")), plain(saved.to_string())]);
    cells
}

/// How many calls would have ended otherwise, and which.
pub fn backtest(value: &Value, view: &View) -> String {
    let changed = how_many(value, "changed");
    let told = ["changed", "judged", "stricter", "looser"].map(|name| (name, number(value, name).into()));
    let would = if changed > 0 { "term-would-change" } else { "term-would-change-none" };
    let mut out = format!("{}\n", view.words.with(would, &told));
    if how_many(value, "unjudged") > 0 {
        out.push_str(&format!("{}\n", view.words.count("term-unjudged", how_many(value, "unjudged"))));
    }
    let ruled = |call: &Value, side: &str| {
        let side = &call[side];
        let by = [text_of(side, "rule"), text_of(side, "row")].into_iter().find(|t| !t.is_empty());
        let verdict = view.coded(&["policy-verdict-"], &text_of(side, "verdict"));
        plain(format!("{verdict} ({})", by.unwrap_or_default()))
    };
    let rows: Vec<Vec<Cell>> = list_of(value, "calls")
        .iter()
        .map(|call| {
            vec![
                (short_id(call, "event_id"), Tone::Handle),
                plain(text_of(call, "agent")),
                ruled(call, "before"),
                ruled(call, "after"),
                plain(text_of(call, "tool")),
                plain(view.folded(&call["arguments"].to_string(), 80)),
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

    use super::{super::tests::plain as view, *};

    #[test]
    fn a_back_test_says_how_many_and_which() {
        let side = |verdict: &str, row: &str, rule: Option<&str>| json!({"verdict": verdict, "row": row, "rule": rule});
        let value = json!({"judged": 400, "changed": 1, "stricter": 1, "looser": 0, "unjudged": 2, "calls": [{
            "event_id": "e7-aaaa", "agent": "codex", "tool": "task.set_title", "arguments": {"title": "a\u{202e}"},
            "before": side("proceed", "class", None), "after": side("ask", "ask_rule", Some("titles")),
        }]});
        let text = backtest(&value, &view());
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
        let text = stats(&value, &view());
        assert!(
            text.contains("codex")
                && text.contains("2026-11-15")
                && text.contains("2.5 s")
                && text.contains(" 6"),
            "{text}"
        );
    }
}
