//! What else waits: plans, questions, steps and stages.

use countersign_core::{
    item::{bulk, typed, view::Standing},
    judge::Class,
    plan::{PlanStatus, view::PlanView},
    question::{Question, QuestionStatus},
    show::ShownStage,
    stage::{StageCommand, land::DiffOutput},
    step::{Step, StepStatus},
};
use countersign_words::Words;

use super::{About, Page, StageAnswers, all_said, claim, fact, heading, preview, reversal};
use crate::{
    row::{standing, standing_mark},
    text::{Line, Tone, safe, safe_lines, safe_short, said, short},
};

/// Returns the page of a plan: every step with what it would do.
pub fn plan(words: Words, view: &PlanView) -> Page {
    let plan = &view.plan;
    let mut lines = vec![
        Line::new(Tone::Strong, safe_short(&plan.title, 400)),
        Line::new(Tone::Dim, format!("{} · {}", safe(&plan.agent), standing(words, plan.status.into()))),
        Line::new(Tone::Plain, said(words, &view.message)),
    ];
    lines.extend(plan.reason.as_ref().map(|reason| Line::new(Tone::Warn, said(words, reason))));
    for step in &view.steps {
        let status = Standing::from(step.status);
        let (sign, tone) = standing_mark(status);
        lines.push(Line::empty());
        let summary = safe_short(&words.say(&step.summary), 400);
        let mut head = Line::new(tone, format!("{sign} {}. ", step.number)).and(Tone::Strong, summary);
        if step.class == Class::Destructive {
            head = head.and(Tone::Bad, format!(" · {}", words.t("destructive")));
        }
        if step.asked {
            head = head.and(Tone::Warn, format!(" · {}", words.t("work-asked")));
        }
        lines.push(head);
        if !step.depends_on.is_empty() {
            let steps: Vec<_> = step.depends_on.iter().map(u32::to_string).collect();
            let after = words.with("work-after", &[("steps", steps.join(", ").into())]);
            lines.push(Line::new(Tone::Dim, after).indent(3));
        }
        let (mut inside, mut parts) = (Vec::new(), Vec::new());
        preview(words, None, &step.preview, &mut inside, &mut parts);
        lines.extend(inside.into_iter().map(|line| {
            let indent = line.indent + 3;
            line.indent(indent)
        }));
        lines.extend(
            all_said(words, &step.flags)
                .into_iter()
                .map(|f| Line::new(Tone::Warn, format!("⚠ {f}")).indent(3)),
        );
        lines.extend(step.title.as_ref().map(|title| claim(words, title).indent(3)));
        lines.extend(fact(words, "work-undo", reversal(words, &step.reversal)).map(|line| line.indent(3)));
        lines.extend(step.error.as_ref().map(|e| Line::new(Tone::Bad, said(words, e)).indent(3)));
    }
    let about = About::Plan { digest: plan.digest.clone(), is_proposed: plan.status == PlanStatus::Proposed };
    Page::new(&plan.id, about, lines)
}

/// Returns the page of a question.
pub fn question(words: Words, question: &Question) -> Page {
    let asks = words.with("work-asks", &[("agent", safe(&question.agent).into())]);
    let mut lines = vec![Line::new(Tone::Dim, asks)];
    lines.extend(safe_lines(&question.text).into_iter().map(|line| Line::new(Tone::Strong, line)));
    lines.push(Line::empty());
    for (n, choice) in question.choices.iter().enumerate() {
        let is_default = question.default.as_ref() == Some(choice);
        let default = if is_default { format!("  ({})", words.t("work-default")) } else { String::new() };
        let line = Line::new(Tone::Handle, format!("{}. ", n + 1)).and(Tone::Plain, safe(choice));
        lines.push(line.and(Tone::Dim, default).indent(2));
    }
    lines.extend(fact(words, "work-answer", question.answer.as_deref().map(safe).unwrap_or_default()));
    let open = question.status == QuestionStatus::Open;
    let about = About::Question { choices: question.choices.clone(), free: question.free_text, open };
    Page::new(&question.id, about, lines)
}

/// Returns the page of a step: the evidence for it.
pub fn step(words: Words, step: &Step) -> Page {
    let mut lines = vec![
        Line::new(Tone::Strong, safe_short(&step.title, 400)),
        Line::new(Tone::Dim, format!("{} · {}", safe(&step.agent), standing(words, step.status.into()))),
    ];
    lines.extend(step.notes.as_ref().map(|notes| claim(words, notes)));
    lines.extend(heading(words.t("work-evidence")));
    for check in &step.checks {
        let (sign, tone, word) = match check.passed {
            Some(true) => ("✓", Tone::Good, "work-passed"),
            Some(false) => ("✗", Tone::Bad, "work-not-passed"),
            None => ("?", Tone::Warn, "work-not-known"),
        };
        let line = Line::new(tone, format!("{sign} ")).and(Tone::Plain, safe(&check.command));
        lines.push(line.and(Tone::Dim, format!("  {}", words.t(word))).indent(2));
        lines.extend(
            safe_lines(&words.say(&check.output))
                .into_iter()
                .map(|l| Line::new(Tone::Dim, l).indent(6).code()),
        );
    }
    if let Some(confidence) = &step.confidence {
        for part in all_said(words, &confidence.parts) {
            lines.push(Line::new(Tone::Plain, part).indent(2));
        }
        for cap in all_said(words, &confidence.caps) {
            lines.push(Line::new(Tone::Warn, cap).indent(2));
        }
    }
    if let Some(diagnostics) = &step.diagnostics {
        let wrong = all_said(words, &diagnostics.errors);
        lines.extend(wrong.into_iter().map(|error| Line::new(Tone::Bad, error).indent(2)));
    }
    let about = About::Step { stopped: step.status == StepStatus::Stopped };
    Page::new(&step.id, about, lines)
}

/// Returns the page of a stage: its commands, and everything that would land.
pub fn stage(words: Words, value: ShownStage) -> Page {
    let found = match value {
        ShownStage::Live(found) => found,
        ShownStage::Dropped(view) => {
            let line = Line::new(Tone::Dim, words.t("work-stage-dropped"));
            return Page::of_lines(&view.stage.id, vec![line]);
        }
    };
    let stage = &found.stage.stage;
    let (mut lines, mut parts) = (Vec::new(), Vec::new());
    let folders: Vec<_> = stage.roots.iter().map(|root| safe(root)).collect();
    lines.push(Line::new(Tone::Strong, said(words, &found.summary)));
    let mut badges = Line::new(Tone::Dim, format!("{} · {}", safe(&stage.agent), folders.join(", ")));
    if found.class == Class::Destructive {
        badges = badges.and(Tone::Bad, format!(" · {}", words.t("destructive")));
    }
    lines.push(badges);
    for command in &stage.commands {
        lines.push(ran(words, command));
    }
    for denied in all_said(words, &stage.denied) {
        lines.push(Line::new(Tone::Warn, format!("⚠ {denied}")).indent(2));
    }
    lines.extend(all_said(words, &found.calls).into_iter().map(|call| Line::new(Tone::Dim, call).indent(2)));
    if found.empty {
        lines.push(Line::new(Tone::Plain, words.t("work-stage-empty")));
    }
    if !found.conflicts.is_empty() {
        lines.push(Line::new(Tone::Bad, words.count("work-conflicts", found.conflicts.len())));
        lines.extend(found.conflicts.iter().map(|path| Line::new(Tone::Bad, safe(path)).indent(2)));
        lines.push(Line::new(Tone::Dim, words.t("work-conflicts-hint")));
    }
    if !found.by_name.is_empty() {
        let all = found.by_name.iter().map(|path| safe(path)).collect::<Vec<_>>().join(", ");
        lines.push(Line::new(
            Tone::Warn,
            format!("{} {all}", words.count("work-asked-by-name", found.by_name.len())),
        ));
    }
    preview(words, None, &found.preview, &mut lines, &mut parts);
    lines.extend(fact(words, "work-undo", reversal(words, &found.reversal)));
    let about = About::Stage(Box::new(answers(words, &found)));
    Page { parts, ..Page::new(&stage.id, about, lines) }
}

fn answers(words: Words, found: &DiffOutput) -> StageAnswers {
    let mut why_twice = Vec::new();
    if found.class == Class::Destructive {
        why_twice.push(words.t("details-class-destructive").into_owned());
    }
    if !found.preview.is_whole() || !bulk::fits_a_page(&found.preview) {
        let missing = all_said(words, &found.preview.not_shown).join("; ");
        why_twice.push(format!("{} {missing}", words.t("tui-long")));
    }
    StageAnswers {
        digest: found.digest.clone(),
        typed: found.typed.as_deref().map(|typed| typed::in_words(words, typed).into_owned()),
        is_empty: found.empty,
        why_twice,
        conflicts: found.conflicts.clone(),
        by_name: found.by_name.clone(),
    }
}

/// Returns `$ cargo test  exit 0`.
fn ran(words: Words, command: &StageCommand) -> Line {
    let (tone, end) = match (command.exit_code, command.signal, command.ended_at) {
        (Some(0), _, _) => (Tone::Good, words.with("work-exit", &[("n", 0.into())])),
        (Some(code), _, _) => (Tone::Bad, words.with("work-exit", &[("n", code.into())])),
        (None, Some(signal), _) => (Tone::Bad, words.with("work-signal", &[("n", signal.into())])),
        (None, None, Some(_)) => (Tone::Dim, words.t("work-ended").into_owned()),
        (None, None, None) => (Tone::Dim, words.t("work-end-unknown").into_owned()),
    };
    let text = safe_short(&command.command, 400);
    Line::new(Tone::Handle, "$ ").and(Tone::Plain, text).and(tone, format!("  {end}")).indent(2)
}

/// Returns what an entry of a timeline is called, with its id.
pub fn named(words: Words, word: &str, id: &str) -> String {
    format!("{} {}", words.t(word), short(id))
}
