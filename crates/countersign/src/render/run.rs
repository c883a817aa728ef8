//! Runs: all of them, one with everything it did, and one taken back.

use serde_json::Value;

use super::{
    Tone, View, card, list_of, receipt, short, short_id,
    table::{Cell, lines, plain, table},
    text_of,
};

/// All runs, newest first.
pub fn runs(value: &Value, view: &View) -> String {
    let runs = list_of(value, "runs");
    if runs.is_empty() {
        return format!("{}\n", view.t("runs-none"));
    }
    let rows: Vec<Vec<Cell>> = runs.iter().map(|r| row(r, view)).collect();
    let heads = ["term-run", "term-started", "term-agent", "term-status", "term-items", "term-about"];
    table(&view.heads(&heads), &rows, view)
}

fn row(run: &Value, view: &View) -> Vec<Cell> {
    let about = [text_of(run, "title"), text_of(run, "subject")].into_iter().find(|t| !t.is_empty());
    vec![
        (short_id(run, "id"), Tone::Handle),
        (run["started_at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default(), Tone::Dim),
        plain(text_of(run, "agent")),
        plain(standing(run, view)),
        plain(run["proposed"].as_u64().map(|n| n.to_string()).unwrap_or_default()),
        plain(about.unwrap_or_default()),
    ]
}

/// Where a run stands; one that was rolled back counts no more.
fn standing(run: &Value, view: &View) -> String {
    if run["active"] == false { view.t("work-is-rolled-back") } else { view.standing(run) }
}

/// What governs a run, where that is not the usual.
fn mode(run: &Value, view: &View) -> String {
    let critical = if run["critical"] == true { view.t("runs-critical") } else { String::new() };
    let number = run["confidence_threshold"].as_f64().map(|n| format!(" {n}")).unwrap_or_default();
    let mode = match run["mode"].as_str() {
        None | Some("auto") => String::new(),
        Some("confidence_threshold") => format!("confidence_threshold{number}"),
        Some(other) => other.to_owned(),
    };
    [mode, critical].into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The commands that check its steps; those of its agent's own making can only lower.
fn checks(run: &Value, view: &View) -> String {
    let all: Vec<&str> = list_of(run, "checks").iter().filter_map(Value::as_str).collect();
    let own = run["checks_by_person"] != true && !all.is_empty();
    let whose = if own { format!(" {}", view.t("term-agents-own")) } else { String::new() };
    format!("{}{whose}", all.join(" · "))
}

/// One run: started, ended or looked at.
pub fn run(value: &Value, view: &View) -> String {
    let run = if value["run"].is_object() { &value["run"] } else { value };
    let time = |field: &str| run[field].as_u64().map(|ms| view.time(ms)).unwrap_or_default();
    let mut out = format!("{} {}\n", view.paint.handle(&short_id(run, "id")), standing(run, view));
    let pairs = [
        ("term-agent", text_of(run, "agent")),
        ("term-title", text_of(run, "title")),
        ("term-about", text_of(run, "subject")),
        ("term-thread", text_of(run, "thread")),
        ("term-folder", text_of(run, "cwd")),
        ("term-mode", mode(run, view)),
        ("term-checks", checks(run, view)),
        ("term-held-by", text_of(run, "held_by")),
        ("term-reason", text_of(run, "reason")),
        ("term-started", time("started_at")),
        ("term-ended", time("ended_at")),
        (
            "term-open",
            value["open_items"]
                .as_u64()
                .filter(|n| *n > 0)
                .map(|n| view.words.with("term-items-wait", &[("n", n.into())]))
                .unwrap_or_default(),
        ),
    ];
    out.push_str(&lines(&pairs, view));
    for (word, field) in [("term-denied", "denied"), ("term-cancelled", "cancelled")] {
        let ids: Vec<String> = list_of(value, field).iter().filter_map(Value::as_str).map(short).collect();
        out.push_str(&lines(&[(word, ids.join(", "))], view));
    }
    if !list_of(value, "items").is_empty() {
        out.push_str(&format!("\n{}", card::inbox(value, view)));
    }
    if !list_of(value, "receipts").is_empty() {
        out.push_str(&format!("\n{}", receipt::receipts(value, view)));
    }
    out
}

/// A run taken back: what is back, and what is not.
pub fn rolled_back(value: &Value, view: &View) -> String {
    let mut out = format!("{}\n", view.said_of(value, "message"));
    list_of(value, "undone").iter().for_each(|u| out.push_str(&receipt::undone(u, view)));
    for left in list_of(value, "remaining") {
        let id = view.paint.handle(&short_id(left, "receipt"));
        let sign = view.paint.bad("✗");
        let (what, why) = (view.said_of(left, "summary"), view.said_of(left, "reason"));
        out.push_str(&format!("{sign} {id} {what}: {why}\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    #[test]
    fn a_run_that_was_rolled_back_says_so() {
        let run = |active: bool| {
            json!({"id": "run2-aaaa", "agent": "codex", "status": "completed", "active": active,
                                        "started_at": 0, "proposed": 3, "title": "tidy up"})
        };
        assert_eq!(
            runs(&json!({"runs": [run(false), run(true)]}), &view()),
            "RUN   STARTED              AGENT  STATUS       ITEMS  ABOUT\n\
             run2  1970-01-01 00:00:00  codex  rolled back  3      tidy up\n\
             run2  1970-01-01 00:00:00  codex  completed    3      tidy up\n"
        );
    }

    #[test]
    fn e5_a_partial_rollback_names_what_is_not_back() {
        let value = json!({"message": "1 of 2 taken back", "undone": [],
                           "remaining": [{"receipt": "rc7-aaaa", "summary": "Set title", "reason": "changed since"}]});
        assert_eq!(rolled_back(&value, &view()), "1 of 2 taken back\n✗ rc7 Set title: changed since\n");
    }
}
