//! Plans: all of them, one as a table of its steps, and one whole, as a person must see it before saying yes.

use serde_json::Value;

use super::{
    Tone, View, item, list_of, short_id, shown,
    table::{Cell, lines, named, plain, table},
    text_of,
};

/// All plans, newest first.
pub fn plans(value: &Value, view: &View) -> String {
    let plans = list_of(value, "plans");
    if plans.is_empty() {
        return format!("{}\n", view.t("term-no-plans"));
    }
    let row = |plan: &Value| {
        vec![
            (short_id(plan, "id"), Tone::Handle),
            (plan["created_at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default(), Tone::Dim),
            plain(text_of(plan, "agent")),
            plain(view.standing(plan)),
            plain(plan["length"].as_u64().map(|n| n.to_string()).unwrap_or_default()),
            plain(text_of(plan, "title")),
        ]
    };
    let rows: Vec<Vec<Cell>> = plans.iter().map(row).collect();
    let heads = ["term-plan", "term-proposed", "term-agent", "term-status", "term-steps", "term-title"];
    table(&view.heads(&heads), &rows, view)
}

/// A plan as a table, and what can be said to it.
pub fn plan(value: &Value, view: &View) -> String {
    let mut out = head(value, view);
    out.push('\n');
    out.push_str(&steps(value, view));
    out.push_str(&ways(value, view));
    out
}

/// A plan whole: the table, then each step with everything it touches and its arguments.
pub fn page(value: &Value, view: &View) -> String {
    let mut out = head(value, view);
    out.push('\n');
    out.push_str(&steps(value, view));
    for step in list_of(value, "steps") {
        out.push('\n');
        out.push_str(&whole(step, view));
    }
    out.push_str(&ways(value, view));
    out
}

fn head(plan: &Value, view: &View) -> String {
    let paint = view.paint;
    let id = paint.handle(&short_id(plan, "id"));
    let length = plan["length"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or_default();
    let mut out = format!("{id} {} · {}\n", view.standing(plan), view.words.count("term-n-steps", length));
    out.push_str(&format!("{}\n", paint.strong(&format!("\"{}\"", text_of(plan, "title")))));
    let time = |field: &str| plan[field].as_u64().map(|ms| view.time(ms)).unwrap_or_default();
    let how = match (plan["approved_by"].as_str(), plan["whole"] == true) {
        (None, _) => String::new(),
        (Some(who), true) => view.about("work-approved-whole", "who", shown(who)),
        (Some(who), false) => view.about("work-approved-stepwise", "who", shown(who)),
    };
    let pairs = [
        ("term-agent", text_of(plan, "agent")),
        ("term-run", short_id(plan, "run")),
        ("term-approved", how),
        ("term-state", view.said_of(plan, "message")),
        ("term-proposed", time("created_at")),
        ("term-ended", time("ended_at")),
    ];
    out.push_str(&lines(&pairs, view));
    out
}

fn steps(plan: &Value, view: &View) -> String {
    let row = |step: &Value| {
        let class_tone = if step["class"] == "destructive" { Tone::Bad } else { Tone::Plain };
        let (sign, tone) = item::mark(&text_of(step, "status"));
        let status = if step["undone"] == true { view.t("work-is-undone") } else { view.standing(step) };
        let after: Vec<String> = list_of(step, "depends_on").iter().map(Value::to_string).collect();
        vec![
            (step["number"].to_string(), Tone::Handle),
            (view.class(step), class_tone),
            (undo(step, view), if is_final(step) { Tone::Bad } else { Tone::Plain }),
            (if step["asked"] == true { view.t("work-yes") } else { String::new() }, Tone::Warn),
            plain(after.join(", ")),
            (format!("{sign} {status}"), tone),
            plain(view.said_of(step, "summary")),
        ]
    };
    let rows: Vec<Vec<Cell>> = list_of(plan, "steps").iter().map(row).collect();
    let mut heads = vec!["#".to_owned()];
    heads.extend(view.heads(&[
        "term-class",
        "term-undo",
        "term-asked",
        "term-after",
        "term-status",
        "term-what",
    ]));
    table(&heads, &rows, view)
}

fn is_final(step: &Value) -> bool {
    step["reversal"]["tier"] == "irreversible"
}

fn undo(step: &Value, view: &View) -> String {
    match step["reversal"]["tier"].as_str() {
        Some("exact") => view.t("term-undo-exact"),
        Some("best_effort") => view.t("term-in-part"),
        Some("irreversible") => view.t("policy-never"),
        _ => "–".to_owned(),
    }
}

/// One step: facts first, then the arguments, then the agent's words.
fn whole(step: &Value, view: &View) -> String {
    let paint = view.paint;
    let number = step["number"].to_string();
    let title = format!("{}  {}", view.about("term-step-n", "n", number), view.said_of(step, "summary"));
    let mut out = format!("{}\n", paint.strong(&title));
    for warning in view.each_said(&step["preview"], "warnings") {
        out.push_str(&format!("  {}\n", paint.bad(&warning)));
    }
    let mut pairs = item::effect(step, view);
    pairs.extend([
        (view.t("term-undo"), item::reversal(&step["reversal"], view)),
        (view.t("term-item"), short_id(step, "item")),
        (view.t("term-receipt"), short_id(step, "receipt")),
        (view.t("term-error"), view.said_of(step, "error")),
        (
            view.t("term-result"),
            if step["result"].is_null() { String::new() } else { view.inline(&step["result"]) },
        ),
    ]);
    out.push_str(&named(&pairs, view));
    out.push_str(&item::diff(&step["preview"]["diff"], "  ", usize::MAX, view));
    out.push_str(&item::arguments(step, view));
    if let Some(said) = step["title"].as_str() {
        out.push_str(&format!("  {} \"{}\"\n", paint.dim(&view.t("term-agent-says")), shown(said)));
    }
    for flag in view.each_said(step, "flags") {
        out.push_str(&format!("  {}\n", paint.warn(&format!("⚠ {flag}"))));
    }
    out
}

/// What a person can say now, as commands.
fn ways(plan: &Value, view: &View) -> String {
    let id = short_id(plan, "id");
    let say = |word: &str| match word {
        "approve" => format!("plan approve {id} [--stepwise]"),
        "reject" | "abort" => format!("plan {word} {id} --reason …"),
        _ => format!("plan {word} {id}"),
    };
    let ways: Vec<String> = list_of(plan, "choices").iter().filter_map(Value::as_str).map(say).collect();
    match ways.is_empty() {
        true => String::new(),
        false => format!("\n{}\n", view.paint.handle(&format!("countersign {}", ways.join(" · ")))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    fn sample() -> Value {
        let step = |number: u32, class: &str, tier: &str, status: &str, summary: &str| {
            json!({"number": number, "class": class, "reversal": {"tier": tier, "reason": "it runs elsewhere"},
                   "status": status, "summary": summary, "tool": "shell.run", "args": {"command": summary},
                   "facts": {"executes": ["make"]}, "flags": [], "depends_on": [], "asked": class == "destructive"})
        };
        let mut last = step(3, "destructive", "exact", "blocked", "Delete old.txt");
        last["depends_on"] = json!([1, 2]);
        last["title"] = json!("only \u{202e}tidying");
        last["flags"] = json!(["asked about on its own: deleting files"]);
        json!({
            "id": "pl7-ab12", "status": "paused", "title": "Ship it", "agent": "codex", "run": "run2-aaaa", "length": 3,
            "whole": true, "approved_by": "ana", "created_at": 0, "message": "1 of 3 steps done; paused: step 2 failed",
            "choices": ["retry", "skip", "abort"],
            "steps": [
                step(1, "read", "none", "done", "List a folder"),
                step(2, "mutable", "irreversible", "failed", "Run make"),
                last,
            ],
        })
    }

    #[test]
    fn f1_h3_a_plan_is_shown_whole_with_class_way_back_and_order() {
        insta::assert_snapshot!(page(&sample(), &view()));
    }

    #[test]
    fn h3_nothing_of_a_plan_is_folded_away() {
        let mut long = sample();
        let command = format!("echo {} && rm -rf keep", "x".repeat(5000));
        long["steps"][1]["args"] = json!({"command": command});
        assert!(page(&long, &view()).contains("rm -rf keep"));
        assert!(!page(&long, &view()).contains('\u{202e}'), "hidden characters are visible");
    }

    #[test]
    fn what_was_said_to_a_plan_is_answered_with_its_table_and_the_ways_on() {
        let text = plan(&sample(), &view());
        assert!(text.ends_with("plan retry pl7 · plan skip pl7 · plan abort pl7 --reason …\n"), "{text}");
        assert!(!text.contains("agent says"), "{text}");
        assert_eq!(plans(&json!({"plans": []}), &view()), "No plans yet.\n");
    }
}
