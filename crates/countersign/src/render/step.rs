//! Steps: what the evidence says first, what the agent says of it last.

use serde_json::Value;

use super::{View, item, list_of, short_id, table::lines, text_of};

/// One step: begun, checked, reported, decided or looked at.
pub fn step(value: &Value, view: &View) -> String {
    let step = if value["step"].is_object() { &value["step"] } else { value };
    let mut out = format!("{} {}\n", view.paint.handle(&short_id(step, "id")), view.standing(step));
    let left = value["auto_approve_timeout"].as_u64().map(|_| {
        let one =
            serde_json::json!({"id": step["id"], "auto_approve_timeout": value["auto_approve_timeout"]});
        item::countdown(&one, view).unwrap_or_default()
    });
    let pairs = [
        ("term-answer", view.coded(&["term-answer-"], &text_of(value, "answer"))),
        ("term-state", view.said_of(value, "message")),
        ("term-countdown-label", left.unwrap_or_default()),
        ("term-agent", text_of(step, "agent")),
        ("term-run", short_id(step, "run")),
        ("term-confidence", confidence(step, view)),
        ("term-held-down", view.each_said(&step["confidence"], "caps").join(", ")),
        ("term-decided-by", decided(step, view)),
        ("term-held-by", text_of(step, "held_by")),
    ];
    out.push_str(&lines(&pairs, view));
    for check in list_of(step, "checks") {
        out.push_str(&format!("  {}\n", one_check(check, view)));
    }
    let diagnostics = &step["diagnostics"];
    for tried in view.each_said(diagnostics, "tried") {
        out.push_str(&format!("  {} {tried}\n", view.paint.dim(&view.t("term-tried"))));
    }
    for error in view.each_said(diagnostics, "errors") {
        out.push_str(&format!("  {} {error}\n", view.paint.dim(&view.t("term-went-wrong"))));
    }
    for (id, field) in [("term-agent-calls-it", "title"), ("term-agent-says", "notes")] {
        let said = text_of(step, field);
        if !said.is_empty() {
            out.push_str(&format!("  {} \"{said}\"\n", view.paint.dim(&view.t(id))));
        }
    }
    let back = texts(value, "receipts");
    if !back.is_empty() {
        let id = short_id(step, "id");
        let effects = view.words.count("term-can-go-back", back.len());
        out.push_str(&format!("  {effects}: countersign step rollback {id}\n"));
    }
    let choices = texts(value, "choices");
    if !choices.is_empty() {
        out.push_str(&format!("\n{}\n", view.paint.dim(&choices.join(" · "))));
    }
    out
}

fn confidence(step: &Value, view: &View) -> String {
    let confidence = &step["confidence"];
    let Some(number) = confidence["value"].as_f64() else { return String::new() };
    format!("{number}: {}", view.each_said(confidence, "parts").join(", "))
}

fn decided(step: &Value, view: &View) -> String {
    let (by, reason) = (text_of(step, "decided_by"), text_of(step, "reason"));
    let by = match by.strip_prefix("person:") {
        Some(person) => person.to_owned(),
        None => view.coded(&["work-decided-"], &by),
    };
    if reason.is_empty() { by } else { format!("{by}: \"{reason}\"") }
}

/// `✗ ./check.sh — it is false`; a check that does not count says so.
fn one_check(check: &Value, view: &View) -> String {
    let mark = match check["passed"].as_bool() {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "○",
    };
    let by = Some(text_of(check, "by")).filter(|by| by != "countersign");
    let by = by.map(|by| format!(" ({})", view.about("work-says", "who", by))).unwrap_or_default();
    let counts = match check["counts"] == false {
        true => format!(" ({})", view.t("term-own-check")),
        false => String::new(),
    };
    let told = Some(text_of(check, "output")).filter(|told| !told.is_empty());
    let told = told.map(|told| format!(" — {told}")).unwrap_or_default();
    format!("{mark} {}{by}{counts}{told}", text_of(check, "command"))
}

fn texts(value: &Value, field: &str) -> Vec<String> {
    list_of(value, field).iter().filter_map(Value::as_str).map(super::shown).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain, *};

    fn reported() -> Value {
        json!({
            "answer": "ask", "message": "a person decides", "auto_approve_timeout": null,
            "choices": ["countersign step approve st18-7b85", "countersign step reject st18-7b85"],
            "step": {
                "id": "st18-7b85", "run": "run5-0a0b", "agent": "codex", "status": "waiting",
                "title": "break \u{202e}it", "notes": "looks fine to me",
                "confidence": {"value": 0.49, "raw": 0.57, "parts": ["0 of 1 checks passed", "no history"],
                               "caps": ["at most 0.49: a check failed"]},
                "checks": [{"command": "./check.sh", "passed": false, "by": "countersign", "counts": true,
                            "output": "it is false"},
                           {"command": "true", "passed": true, "by": "countersign", "counts": false}],
                "diagnostics": {"tried": ["Create a.txt"], "errors": ["i7 shell.run: exit code 1"]},
            },
        })
    }

    #[test]
    fn evidence_comes_first_and_the_agents_words_last_and_marked() {
        let text = step(&reported(), &plain());
        for line in [
            "confidence  0.49: 0 of 1 checks passed, no history",
            "held down   at most 0.49: a check failed",
            "✗ ./check.sh — it is false",
            "✓ true (the agent's own: passing counts for nothing)",
            "tried Create a.txt",
            "went wrong i7 shell.run: exit code 1",
            "agent says: \"looks fine to me\"",
        ] {
            assert!(text.contains(line), "{line:?} is not in {text}");
        }
        assert!(text.find("confidence").unwrap() < text.find("agent says").unwrap());
        assert!(!text.contains('\u{202e}'), "{text}");
        assert!(text.ends_with("countersign step approve st18-7b85 · countersign step reject st18-7b85\n"));
    }

    #[test]
    fn a_countdown_says_how_to_stop_it() {
        let mut value = reported();
        value["auto_approve_timeout"] = json!(10);
        assert!(step(&value, &plain()).contains("goes on in 10 s — hold st18 stops it"));
    }

    #[test]
    fn who_decided_and_why_is_told_and_what_can_be_taken_back() {
        let mut value = reported();
        value["step"]["decided_by"] = json!("person:ana");
        value["step"]["reason"] = json!("mend it first");
        value["receipts"] = json!(["rc3-0a0b"]);
        let text = step(&value, &plain());
        assert!(text.contains("decided by  ana: \"mend it first\""), "{text}");
        assert!(text.contains("1 effect can be taken back: countersign step rollback st18"), "{text}");
    }
}
