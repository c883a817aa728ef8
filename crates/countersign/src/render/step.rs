//! Steps: what the evidence says first, what the agent says of it last.

use serde_json::Value;

use super::{View, count, item, list_of, short_id, table::lines, text_of};

/// One step: begun, checked, reported, decided or looked at.
pub fn step(value: &Value, view: &View) -> String {
    let step = if value["step"].is_object() { &value["step"] } else { value };
    let mut out = format!("{} {}\n", view.paint.handle(&short_id(step, "id")), text_of(step, "status"));
    let left = value["auto_approve_timeout"].as_u64().map(|_| {
        let one =
            serde_json::json!({"id": step["id"], "auto_approve_timeout": value["auto_approve_timeout"]});
        item::countdown(&one).unwrap_or_default()
    });
    let pairs = [
        ("answer", text_of(value, "answer")),
        ("state", text_of(value, "message")),
        ("countdown", left.unwrap_or_default()),
        ("agent", text_of(step, "agent")),
        ("run", short_id(step, "run")),
        ("confidence", confidence(step)),
        ("held down", joined(&step["confidence"], "caps")),
        ("decided by", decided(step)),
        ("held by", text_of(step, "held_by")),
    ];
    out.push_str(&lines(&pairs, view));
    for check in list_of(step, "checks") {
        out.push_str(&format!("  {}\n", one_check(check)));
    }
    let diagnostics = &step["diagnostics"];
    for tried in texts(diagnostics, "tried") {
        out.push_str(&format!("  {} {tried}\n", view.paint.dim("tried")));
    }
    for error in texts(diagnostics, "errors") {
        out.push_str(&format!("  {} {error}\n", view.paint.dim("went wrong")));
    }
    for (word, field) in [("agent calls it:", "title"), ("agent says:", "notes")] {
        let said = text_of(step, field);
        if !said.is_empty() {
            out.push_str(&format!("  {} \"{said}\"\n", view.paint.dim(word)));
        }
    }
    let back = texts(value, "receipts");
    if !back.is_empty() {
        let id = short_id(step, "id");
        let effects = count(back.len(), "effect");
        out.push_str(&format!("  {effects} can be taken back: countersign step rollback {id}\n"));
    }
    let choices = texts(value, "choices");
    if !choices.is_empty() {
        out.push_str(&format!("\n{}\n", view.paint.dim(&choices.join(" · "))));
    }
    out
}

fn confidence(step: &Value) -> String {
    let confidence = &step["confidence"];
    let Some(number) = confidence["value"].as_f64() else { return String::new() };
    format!("{number}: {}", joined(confidence, "parts"))
}

fn decided(step: &Value) -> String {
    let (by, reason) = (text_of(step, "decided_by"), text_of(step, "reason"));
    let by = by.strip_prefix("person:").unwrap_or(&by);
    if reason.is_empty() { by.to_owned() } else { format!("{by}: \"{reason}\"") }
}

/// `✗ ./check.sh — it is false`; a check that does not count says so.
fn one_check(check: &Value) -> String {
    let mark = match check["passed"].as_bool() {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "○",
    };
    let by = Some(text_of(check, "by")).filter(|by| by != "countersign");
    let by = by.map(|by| format!(" (says {by})")).unwrap_or_default();
    let counts = if check["counts"] == false { " (the agent's own: passing counts for nothing)" } else { "" };
    let told = Some(text_of(check, "output")).filter(|told| !told.is_empty());
    let told = told.map(|told| format!(" — {told}")).unwrap_or_default();
    format!("{mark} {}{by}{counts}{told}", text_of(check, "command"))
}

fn texts(value: &Value, field: &str) -> Vec<String> {
    list_of(value, field).iter().filter_map(Value::as_str).map(super::shown).collect()
}

fn joined(value: &Value, field: &str) -> String {
    texts(value, field).join(", ")
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
