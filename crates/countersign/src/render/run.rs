//! Runs: all of them, one with everything it did, and a rollback.

use countersign_core::{
    judge::Mode,
    plan::rollback::Output as PlanRolledBack,
    receipt::operations::UndoOutput,
    run::{
        Run, RunStatus,
        operations::{EndOutput, ListOutput, ShowOutput},
        rollback::{Output as RolledBack, Remaining},
        steer::operations::StopOutput,
    },
};
use countersign_words::Message;

use super::{
    Tone, View, card, receipt, short, shown, shown_opt,
    table::{Cell, lines, plain, table},
};

/// All runs, newest first.
pub fn runs(output: &ListOutput, view: &View) -> String {
    if output.runs.is_empty() {
        return format!("{}\n", view.t("runs-none"));
    }
    let rows: Vec<Vec<Cell>> = output.runs.iter().map(|r| row(r, view)).collect();
    let heads = ["term-run", "term-started", "term-agent", "term-status", "term-items", "term-about"];
    table(&view.heads(&heads), &rows, view)
}

fn row(run: &Run, view: &View) -> Vec<Cell> {
    let about = [&run.title, &run.subject].into_iter().flatten().map(|t| shown(t)).find(|t| !t.is_empty());
    vec![
        (short(&run.id), Tone::Handle),
        (view.time(run.started_at), Tone::Dim),
        plain(shown(&run.agent)),
        plain(standing(run, view)),
        plain(run.proposed.to_string()),
        plain(about.unwrap_or_default()),
    ]
}

/// Returns the status of a run; being rolled back takes precedence.
fn standing(run: &Run, view: &View) -> String {
    if run.active { view.standing(word(run.status)) } else { view.t("work-is-rolled-back") }
}

fn word(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Running => "running",
        RunStatus::WaitingApproval => "waiting_approval",
        RunStatus::Paused => "paused",
        RunStatus::Completed => "completed",
        RunStatus::Failed => "failed",
        RunStatus::Aborted => "aborted",
    }
}

/// Returns the mode of a run, if it is not the default.
fn mode(run: &Run, view: &View) -> String {
    let critical = if run.critical { view.t("runs-critical") } else { String::new() };
    let number = run.confidence_threshold.map(|n| format!(" {}", n.number())).unwrap_or_default();
    let mode = match run.mode {
        Mode::Auto => String::new(),
        Mode::Manual => "manual".to_owned(),
        Mode::ConfidenceThreshold => format!("confidence_threshold{number}"),
    };
    [mode, critical].into_iter().filter(|w| !w.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Lists the commands that check its steps; those defined by the agent itself can only lower the result.
fn checks(run: &Run, view: &View) -> String {
    let own = !run.checks_by_person && !run.checks.is_empty();
    let whose = if own { format!(" {}", view.t("term-agents-own")) } else { String::new() };
    format!("{}{whose}", run.checks.join(" · "))
}

/// Renders one run: started, held or shown.
pub fn run(run: &Run, view: &View) -> String {
    with_open(run, 0, view)
}

/// Renders a run that has ended, and how many of its items wait.
pub fn ended(output: &EndOutput, view: &View) -> String {
    with_open(&output.run, output.open_items, view)
}

fn with_open(run: &Run, open: u32, view: &View) -> String {
    let mut out = format!("{} {}\n", view.paint.handle(&short(&run.id)), standing(run, view));
    let open = (open > 0).then(|| view.words.with("term-items-wait", &[("n", u64::from(open).into())]));
    let pairs = [
        ("term-agent", shown(&run.agent)),
        ("term-thread", shown_opt(run.thread.as_ref())),
        ("term-folder", shown_opt(run.cwd.as_ref())),
        ("term-mode", mode(run, view)),
        ("term-checks", checks(run, view)),
        ("term-held-by", shown_opt(run.held_by.as_ref())),
        ("term-reason", shown_opt(run.reason.as_ref())),
        ("term-started", view.time(run.started_at)),
        ("term-ended", view.time_opt(run.ended_at)),
        ("term-open", open.unwrap_or_default()),
    ];
    out.push_str(&lines(&pairs, view));
    out.push_str(&claim(run, view));
    out
}

/// Renders the agent's claim about its run, marked as such.
fn claim(run: &Run, view: &View) -> String {
    let said = |label: &str, what: String| format!("  {} {what}\n", view.paint.dim(&view.t(label)));
    let quoted = |text: &String| Some(format!("\"{}\"", shown(text))).filter(|_| !text.is_empty());
    let title = run.title.as_ref().and_then(quoted).map(|title| said("term-agent-calls-it", title));
    let about = run.subject.as_ref().and_then(quoted);
    let about = about.map(|what| said("term-agent-says", format!("{} {what}", view.t("term-about"))));
    [title, about].into_iter().flatten().collect()
}

/// Renders a run that a person stopped, and what was cancelled with it.
pub fn stopped(output: &StopOutput, view: &View) -> String {
    let mut out = run(&output.run, view);
    for (word, ids) in [("term-denied", &output.denied), ("term-cancelled", &output.cancelled)] {
        let ids: Vec<String> = ids.iter().map(|id| short(id)).collect();
        out.push_str(&lines(&[(word, ids.join(", "))], view));
    }
    out
}

/// One run with everything it proposed and did.
pub fn page(output: &ShowOutput, view: &View) -> String {
    let mut out = run(&output.run, view);
    let marks: Vec<String> = output.marks.iter().map(|mark| view.said(&mark.words())).collect();
    let note = (!marks.is_empty()).then(|| view.t("runs-marks-note"));
    let marks: Vec<String> = marks.into_iter().chain(note).collect();
    out.push_str(&lines(&[("term-marks", marks.join(", "))], view));
    if !output.items.is_empty() {
        out.push_str(&format!("\n{}", card::cards(&output.items, &output.change_sets, &[], view)));
    }
    if !output.receipts.is_empty() {
        out.push_str(&format!("\n{}", receipt::receipts(&output.receipts, view)));
    }
    out
}

/// Renders the rollback of a run or step: what was undone, and what was not.
pub fn rolled_back(output: &RolledBack, view: &View) -> String {
    taken_back(&output.message, &output.undone, &output.remaining, view)
}

/// Renders the rollback of a plan.
pub fn plan_rolled_back(output: &PlanRolledBack, view: &View) -> String {
    taken_back(&output.message, &output.undone, &output.remaining, view)
}

fn taken_back(message: &Message, undone: &[UndoOutput], remaining: &[Remaining], view: &View) -> String {
    let mut out = format!("{}\n", view.said(message));
    undone.iter().for_each(|undo| out.push_str(&receipt::undone(undo, view)));
    for left in remaining {
        let id = view.paint.handle(&short(&left.receipt));
        let (sign, what, why) = (view.paint.bad("✗"), view.said(&left.summary), view.said(&left.reason));
        out.push_str(&format!("{sign} {id} {what}: {why}\n"));
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
    fn a_run_that_was_rolled_back_says_so() {
        let run = |active: bool| {
            json!({"id": "run2-aaaa", "agent": "codex", "status": "completed", "active": active,
                                        "started_at": 0, "proposed": 3, "title": "tidy up"})
        };
        assert_eq!(
            runs(&filled(json!({"runs": [run(false), run(true)]})), &view()),
            "RUN   STARTED              AGENT  STATUS       ITEMS  ABOUT\n\
             run2  1970-01-01 00:00:00  codex  rolled back  3      tidy up\n\
             run2  1970-01-01 00:00:00  codex  completed    3      tidy up\n"
        );
    }

    #[test]
    fn h1_what_an_agent_says_of_its_run_is_marked_and_comes_last() {
        let told = filled(json!({
            "id": "run2-aaaa", "agent": "codex", "status": "running", "active": true,
            "title": "approved by ana", "subject": "t3\u{202e}",
        }));
        let text = run(&told, &view());
        let end = "  agent calls it: \"approved by ana\"\n  agent says: about \"t3⟨U+202E⟩\"\n";
        assert!(text.ends_with(end), "{text}");
        assert_eq!(text.matches("approved by ana").count(), 1, "{text}");
    }

    #[test]
    fn e5_a_partial_rollback_names_what_is_not_back() {
        let value = json!({"message": "1 of 2 taken back", "undone": [],
                           "remaining": [{"receipt": "rc7-aaaa", "summary": "Set title", "reason": "changed since"}]});
        assert_eq!(
            rolled_back(&filled(value), &view()),
            "1 of 2 taken back\n✗ rc7 Set title: changed since\n"
        );
    }
}
