//! Plans: all of them, one as a table of its steps, and one in full, as a person must see it before approving.

use countersign_core::{
    answer_status::PlanChoice,
    plan::{
        Plan,
        operations::ListOutput,
        view::{PlanStepView, PlanView},
    },
    tool::Reversal,
};

use super::{
    Tone, View, item, short, short_opt, shown,
    status::Status,
    table::{Cell, lines, named, plain, table},
};

/// All plans, newest first.
pub fn plans(output: &ListOutput, view: &View) -> String {
    if output.plans.is_empty() {
        return format!("{}\n", view.t("term-no-plans"));
    }
    let row = |plan: &Plan| {
        vec![
            (short(&plan.id), Tone::Handle),
            (view.time(plan.created_at), Tone::Dim),
            plain(shown(&plan.agent)),
            plain(view.standing(plan.status.as_str())),
            plain(plan.length.to_string()),
            plain(shown(&plan.title)),
        ]
    };
    let rows: Vec<Vec<Cell>> = output.plans.iter().map(row).collect();
    let heads = ["term-plan", "term-proposed", "term-agent", "term-status", "term-steps", "term-title"];
    table(&view.heads(&heads), &rows, view)
}

/// Renders a plan as a table, with the possible answers.
pub fn plan(plan: &PlanView, view: &View) -> String {
    let mut out = head(plan, view);
    out.push('\n');
    out.push_str(&steps(plan, view));
    out.push_str(&ways(plan, view));
    out
}

/// Renders a plan in full: the table, then each step with everything it touches and its arguments.
pub fn page(plan: &PlanView, view: &View) -> String {
    let mut out = head(plan, view);
    out.push('\n');
    out.push_str(&steps(plan, view));
    for step in &plan.steps {
        out.push('\n');
        out.push_str(&whole(step, view));
    }
    out.push_str(&ways(plan, view));
    out
}

fn head(shown_plan: &PlanView, view: &View) -> String {
    let (plan, paint) = (&shown_plan.plan, view.paint);
    let steps = view.words.count("term-n-steps", plan.length as usize);
    let standing = view.standing(plan.status.as_str());
    let mut out = format!("{} {standing} · {steps}\n", paint.handle(&short(&plan.id)));
    out.push_str(&format!("{}\n", paint.strong(&format!("\"{}\"", shown(&plan.title)))));
    let how = match (&plan.approved_by, plan.whole) {
        (None, _) => String::new(),
        (Some(who), true) => view.about("work-approved-whole", "who", shown(who)),
        (Some(who), false) => view.about("work-approved-stepwise", "who", shown(who)),
    };
    let pairs = [
        ("term-agent", shown(&plan.agent)),
        ("term-run", short(&plan.run)),
        ("term-approved", how),
        ("term-state", view.said(&shown_plan.message)),
        ("term-proposed", view.time(plan.created_at)),
        ("term-ended", view.time_opt(plan.ended_at)),
    ];
    out.push_str(&lines(&pairs, view));
    out
}

fn steps(plan: &PlanView, view: &View) -> String {
    let row = |step: &PlanStepView| {
        let (sign, tone) = step.status.mark();
        let status = match step.undone {
            true => view.t("work-is-undone"),
            false => view.standing(step.status.word()),
        };
        let after: Vec<String> = step.depends_on.iter().map(u32::to_string).collect();
        let (undo, undo_tone) = undo(&step.reversal, view);
        vec![
            (step.number.to_string(), Tone::Handle),
            (view.class(step.class), view.class_tone(step.class)),
            (undo, undo_tone),
            (if step.asked { view.t("work-yes") } else { String::new() }, Tone::Warn),
            plain(after.join(", ")),
            (format!("{sign} {status}"), tone),
            plain(view.said(&step.summary)),
        ]
    };
    let rows: Vec<Vec<Cell>> = plan.steps.iter().map(row).collect();
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

fn undo(reversal: &Reversal, view: &View) -> Cell {
    match reversal {
        Reversal::Exact => plain(view.t("term-undo-exact")),
        Reversal::BestEffort { .. } => plain(view.t("term-in-part")),
        Reversal::Irreversible { .. } => (view.t("policy-never"), Tone::Bad),
        Reversal::None => plain("–"),
    }
}

/// Renders one step: facts first, then the arguments, then the agent's words.
fn whole(step: &PlanStepView, view: &View) -> String {
    let paint = view.paint;
    let number = step.number.to_string();
    let title = format!("{}  {}", view.about("term-step-n", "n", number), view.said(&step.summary));
    let mut out = format!("{}\n", paint.strong(&title));
    for warning in view.all_said(&step.preview.warnings) {
        out.push_str(&format!("  {}\n", paint.bad(&warning)));
    }
    if let Some(rehearsed) = &step.rehearsed {
        out.push_str(&format!("  {}\n", paint.dim(&view.said(&rehearsed.message))));
    }
    let mut pairs = item::effect(&step.preview, &step.facts, view);
    pairs.extend([
        (view.t("term-undo"), item::reversal(&step.reversal, view)),
        (view.t("term-item"), short_opt(step.item.as_ref())),
        (view.t("term-receipt"), short_opt(step.receipt.as_ref())),
        (view.t("term-error"), view.said_if(step.error.as_ref())),
        (
            view.t("term-result"),
            if step.result.is_null() { String::new() } else { view.inline(&step.result) },
        ),
    ]);
    out.push_str(&named(&pairs, view));
    out.push_str(&super::diff(step.preview.diff.as_deref(), "  ", usize::MAX, view));
    out.push_str(&item::arguments(&step.tool, None, &step.args, view));
    if let Some(said) = &step.title {
        out.push_str(&format!("  {} \"{}\"\n", paint.dim(&view.t("term-agent-says")), shown(said)));
    }
    for flag in view.all_said(&step.flags) {
        out.push_str(&format!("  {}\n", paint.warn(&format!("⚠ {flag}"))));
    }
    out
}

/// Lists the commands that a person can answer with.
fn ways(plan: &PlanView, view: &View) -> String {
    let id = short(&plan.plan.id);
    let say = |choice: &PlanChoice| match choice {
        PlanChoice::Approve => format!("plan approve {id} [--stepwise]"),
        PlanChoice::Reject | PlanChoice::Abort => format!("plan {} {id} --reason …", choice.as_str()),
        PlanChoice::Pause
        | PlanChoice::Resume
        | PlanChoice::Retry
        | PlanChoice::Skip
        | PlanChoice::Rollback => format!("plan {} {id}", choice.as_str()),
    };
    let ways: Vec<String> = plan.choices.iter().map(say).collect();
    match ways.is_empty() {
        true => String::new(),
        false => format!("\n{}\n", view.paint.handle(&format!("countersign {}", ways.join(" · ")))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

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
        insta::assert_snapshot!(page(&filled(sample()), &view()));
    }

    #[test]
    fn h3_nothing_of_a_plan_is_folded_away() {
        let mut long = sample();
        let command = format!("echo {} && rm -rf keep", "x".repeat(5000));
        long["steps"][1]["args"] = json!({"command": command});
        let long = page(&filled(long), &view());
        assert!(long.contains("rm -rf keep"));
        assert!(!long.contains('\u{202e}'), "hidden characters are visible");
    }

    #[test]
    fn what_was_said_to_a_plan_is_answered_with_its_table_and_the_ways_on() {
        let text = plan(&filled(sample()), &view());
        assert!(text.ends_with("plan retry pl7 · plan skip pl7 · plan abort pl7 --reason …\n"), "{text}");
        assert!(!text.contains("agent says"), "{text}");
        assert_eq!(plans(&filled(json!({"plans": []})), &view()), "No plans yet.\n");
    }
}
