//! What people were asked and spared, how they answered, whether they looked, and what follows. The chart of each day is
//! a page of the desk; `countersign stats` lists the days.

use countersign_core::{
    decision::stats::Stats,
    insight::{Advice, Part, operations::Output},
};

use super::{
    Tone, View, shown,
    table::{Cell, named, plain, table},
};

/// Renders the numbers of the whole period, and the advice at the end, where it is read.
pub fn insight(output: &Output, view: &View) -> String {
    let mut out = format!("{}\n", named(&totals(&output.total, view), view).trim_end());
    for (title, parts) in [
        ("insight-by-risk", &output.risks),
        ("insight-by-agent", &output.agents),
        ("insight-by-tool", &output.tools),
    ] {
        if !parts.is_empty() {
            let rows: Vec<Vec<Cell>> = parts.iter().map(row).collect();
            let heads = [
                "insight-name",
                "term-confirmed",
                "term-rejected",
                "insight-taken-back",
                "term-half-within",
                "term-nine-within",
            ];
            out.push_str(&format!(
                "\n{}\n{}",
                view.paint.strong(&view.t(title)),
                table(&view.heads(&heads), &rows, view)
            ));
        }
    }
    out.push_str(&format!(
        "\n{}\n{}",
        view.paint.strong(&view.t("insight-oversight")),
        named(&looked(output, view), view)
    ));
    out.push_str(&format!("\n{}\n", view.paint.strong(&view.t("insight-advice"))));
    if output.advice.is_empty() {
        out.push_str(&format!("{}\n", view.t("insight-no-advice")));
    }
    out.extend(output.advice.iter().map(|one| advice(one, view)));
    if !output.complete {
        out.push_str(&format!("{}\n", view.t("history-incomplete")));
    }
    out
}

fn totals(total: &Stats, view: &View) -> Vec<(String, String)> {
    let asked = [("asked", total.asked.into()), ("calls", total.calls().into())];
    let share = (100 * total.asked).checked_div(total.calls());
    let share = share.map_or_else(
        || view.t("insight-no-calls"),
        |n| view.words.with("insight-share-told", &[("n", n.into())]),
    );
    let saved: u64 = total.saved.values().sum();
    vec![
        (view.t("insight-asked"), view.words.with("insight-asked-told", &asked)),
        (view.t("insight-share"), share),
        (view.t("insight-saved"), saved.to_string()),
        (view.t("history-time"), format!("{} / {}", time(total.median_ms), time(total.p90_ms))),
    ]
}

fn looked(output: &Output, view: &View) -> Vec<(String, String)> {
    let all = &output.oversight;
    let (sights, yes) = (&all.sights, output.undone.yes);
    let of =
        |n: u64, all: u64| view.words.with("insight-unseen-told", &[("n", n.into()), ("all", all.into())]);
    let mut told = vec![
        (view.t("insight-sight-opened"), of(sights.opened, yes)),
        (view.t("insight-sight-listed"), of(sights.listed, yes)),
        (view.t("insight-sight-cut"), of(sights.cut, yes)),
        (view.t("insight-sight-never"), of(sights.never, yes)),
        (view.t("insight-quick"), of(all.quick, all.dangerous)),
        (view.t("insight-undone"), of(output.undone.undone, yes)),
    ];
    if all.drills.answered > 0 {
        let counts = [("n", all.drills.caught.into()), ("all", all.drills.answered.into())];
        told.push((view.t("insight-drills"), view.words.with("insight-drills-told", &counts)));
    }
    let runs = all
        .runs
        .iter()
        .map(|run| (format!("{} ({})", view.t("insight-runs"), shown(&run.person)), run.longest.to_string()));
    told.extend(runs);
    told
}

fn row(part: &Part) -> Vec<Cell> {
    vec![
        (shown(&part.name), Tone::Handle),
        plain(part.total.yes.to_string()),
        plain(part.total.no.to_string()),
        plain(part.undone.to_string()),
        plain(time(part.median_ms)),
        plain(time(part.p90_ms)),
    ]
}

fn advice(one: &Advice, view: &View) -> String {
    let mut out = format!("- {}\n", view.said(&one.sentence));
    if let Some(id) = &one.suggestion {
        out.push_str(&format!("  countersign grants accept {}\n", shown(id)));
    }
    if let Some(rule) = &one.rule {
        out.extend(rule.lines().map(|line| format!("  {}\n", shown(line))));
    }
    out
}

fn time(ms: Option<u64>) -> String {
    ms.map_or("–".to_owned(), |ms| format!("{}.{} s", ms / 1000, ms % 1000 / 100))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

    #[test]
    fn insight_ends_with_what_to_do_and_hides_nothing() {
        let part = json!({"name": "a\u{202e}b", "total": {"yes": 3, "no": 1}, "undone": 1, "median_ms": 2_500, "points": []});
        let oversight = json!({"sights": {"opened": 1, "listed": 0, "cut": 0, "never": 2}, "dangerous": 2, "quick": 2,
            "runs": [{"person": "person:ana", "longest": 3, "from": 0, "until": 0, "current": 3}]});
        let value = json!({"total": {"asked": 4, "saved": {"read": 12}}, "tools": [part], "oversight": oversight,
            "undone": {"yes": 3, "undone": 1}, "complete": true,
            "advice": [{"kind": "grant", "sentence": "allow it?", "suggestion": "sg1.2"}]});
        let text = insight(&filled(value), &view());
        for part in [
            "4 questions about 16 calls",
            "25 of a hundred",
            "2.5 s",
            "2 of 3",
            "- allow it?",
            "grants accept sg1.2",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains('\u{202e}'), "{text}");
    }
}
