//! Steps: the evidence first, the agent's claim last.

use countersign_core::{
    judge::Band,
    step::{Check, Step, decide, report::ReportOutput},
};
use countersign_words::Message;

use super::{View, item, short, shown, shown_opt, table::lines};

/// A step with its current message.
struct Told<'a> {
    step: &'a Step,
    answer: Option<Band>,
    message: Option<&'a Message>,
    seconds_left: Option<u64>,
    receipts: &'a [String],
    choices: &'a [String],
}

/// Renders one step: begun, checked or shown.
pub fn step(step: &Step, view: &View) -> String {
    let told = Told { step, answer: None, message: None, seconds_left: None, receipts: &[], choices: &[] };
    told.text(view)
}

/// A step that was reported.
pub fn reported(output: &ReportOutput, view: &View) -> String {
    let told = Told {
        step: &output.step,
        answer: Some(output.answer),
        message: Some(&output.message),
        seconds_left: output.auto_approve_timeout,
        receipts: &[],
        choices: &output.choices,
    };
    told.text(view)
}

/// A step that a person decided.
pub fn decided(output: &decide::Output, view: &View) -> String {
    let told = Told {
        step: &output.step,
        answer: None,
        message: Some(&output.message),
        seconds_left: None,
        receipts: &output.receipts,
        choices: &[],
    };
    told.text(view)
}

impl Told<'_> {
    fn text(&self, view: &View) -> String {
        let (step, id) = (self.step, short(&self.step.id));
        let mut out = format!("{} {}\n", view.paint.handle(&id), view.standing(step.status.as_str()));
        let answer = self.answer.map(|answer| view.coded(&["term-answer-"], answer.as_str()));
        let caps = step.confidence.as_ref().map(|c| view.all_said(&c.caps).join(", "));
        let pairs = [
            ("term-answer", answer.unwrap_or_default()),
            ("term-state", view.said_if(self.message)),
            ("term-countdown-label", item::countdown(&step.id, self.seconds_left, view).unwrap_or_default()),
            ("term-agent", shown(&step.agent)),
            ("term-run", short(&step.run)),
            ("term-confidence", confidence(step, view)),
            ("term-held-down", caps.unwrap_or_default()),
            ("term-decided-by", decided_by(step, view)),
            ("term-held-by", shown_opt(step.held_by.as_ref())),
        ];
        out.push_str(&lines(&pairs, view));
        for check in &step.checks {
            out.push_str(&format!("  {}\n", one_check(check, view)));
        }
        if let Some(diagnostics) = &step.diagnostics {
            for (id, said) in [("term-tried", &diagnostics.tried), ("term-went-wrong", &diagnostics.errors)] {
                for line in view.all_said(said) {
                    out.push_str(&format!("  {} {line}\n", view.paint.dim(&view.t(id))));
                }
            }
        }
        for (id, said) in
            [("term-agent-calls-it", Some(&step.title)), ("term-agent-says", step.notes.as_ref())]
        {
            let said = shown_opt(said);
            if !said.is_empty() {
                out.push_str(&format!("  {} \"{said}\"\n", view.paint.dim(&view.t(id))));
            }
        }
        if !self.receipts.is_empty() {
            let effects = view.words.count("term-can-go-back", self.receipts.len());
            out.push_str(&format!("  {effects}: countersign step rollback {id}\n"));
        }
        if !self.choices.is_empty() {
            let choices: Vec<String> = self.choices.iter().map(|choice| shown(choice)).collect();
            out.push_str(&format!("\n{}\n", view.paint.dim(&choices.join(" · "))));
        }
        out
    }
}

fn confidence(step: &Step, view: &View) -> String {
    let Some(confidence) = &step.confidence else { return String::new() };
    format!("{}: {}", confidence.value.number(), view.all_said(&confidence.parts).join(", "))
}

fn decided_by(step: &Step, view: &View) -> String {
    let (by, reason) = (shown_opt(step.decided_by.as_ref()), view.said_if(step.reason.as_ref()));
    let by = match by.strip_prefix("person:") {
        Some(person) => person.to_owned(),
        None => view.coded(&["work-decided-"], &by),
    };
    if reason.is_empty() { by } else { format!("{by}: \"{reason}\"") }
}

/// Renders `✗ ./check.sh — it is false`; a check that does not count is marked.
fn one_check(check: &Check, view: &View) -> String {
    let mark = match check.passed {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "○",
    };
    let by = Some(shown(&check.by)).filter(|by| by != "countersign");
    let by = by.map(|by| format!(" ({})", view.about("work-says", "who", by))).unwrap_or_default();
    let counts = match check.counts {
        true => String::new(),
        false => format!(" ({})", view.t("term-own-check")),
    };
    let told = Some(view.said(&check.output)).filter(|told| !told.is_empty());
    let told = told.map(|told| format!(" — {told}")).unwrap_or_default();
    format!("{mark} {}{by}{counts}{told}", shown(&check.command))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{
        super::tests::{filled, plain},
        *,
    };

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
        let text = super::reported(&filled(reported()), &plain());
        for line in [
            "confidence  0.49: 0 of 1 checks passed, no history",
            "capped      at most 0.49: a check failed",
            "✗ ./check.sh — it is false",
            "✓ true (the agent's own check: passing does not count)",
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
        assert!(
            super::reported(&filled(value), &plain()).contains("continues in 10 s — pause st18 stops it")
        );
    }

    #[test]
    fn who_decided_and_why_is_told_and_what_can_be_taken_back() {
        let mut value = reported();
        value["step"]["decided_by"] = json!("person:ana");
        value["step"]["reason"] = json!("mend it first");
        value["receipts"] = json!(["rc3-0a0b"]);
        let text = decided(&filled(value), &plain());
        assert!(text.contains("decided by  ana: \"mend it first\""), "{text}");
        assert!(text.contains("1 effect can be undone: countersign step rollback st18"), "{text}");
    }
}
