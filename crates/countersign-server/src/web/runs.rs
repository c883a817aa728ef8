//! Runs: all of them, and the page of one with its actions, its instructions, and how to steer and stop it.

pub(super) mod rollback;
mod timeline;

use countersign_core::{
    item::view::Waits,
    judge::Mode,
    plan::{
        operations as plan_ops,
        operations::{OnePlan, PlanList, PlanShow},
    },
    question::{operations as question_ops, operations::QuestionList},
    run::{
        Instruction, Run, RunStatus,
        operations::{ListInput, OneRun, RunList, RunShow, ShowOutput},
        steer::operations::RunMemory,
    },
    step::operations::{OfRun, StepList},
    taint::Mark,
};
use maud::{Markup, html};

use super::{
    Page, Visit, card,
    form::{Press, form, submit},
    frame::Tab,
    message, plans, seen,
    text::{count, say, shown, shown_if, texts},
    thing::{self, badge, facts, linked, plain, when, who},
};
use crate::answer::Refusal;

/// How many steps, plans and questions its page reads.
const LISTED: u32 = 200;

/// The list, newest first.
pub(super) async fn runs(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let found = visit.ask::<RunList>(ListInput { limit: None, before: visit.given("before") }).await?;
    let runs = &found.runs;
    let body = html! {
        h1 { (words.t("tab-runs")) }
        p.tools { a.button href="/stages" { (words.t("work-stages")) } }
        @if runs.is_empty() { div.card { p { (words.t("runs-none")) } } }
        @else { ul.lines.card { @for run in runs { (line(&visit, run)) } } }
        (thing::older(&visit, "/runs", found.next.as_ref()))
    };
    Ok(Page::new(words.t("tab-runs"), Tab::Runs, body))
}

fn line(visit: &Visit, run: &Run) -> Markup {
    let words = visit.words;
    let id = run.id.as_str();
    html! {
        li.line data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { @if run.status.is_open() { "●" } @else { (card::sign(run.status)) } }
            div.what {
                a.summary href={ "/runs/" (id) } { (name(visit, run)) }
                " " (state(visit, run))
                p.sub {
                    (shown(&run.agent)) " · " (when(visit, run.started_at))
                    " · " (words.count("runs-proposed", count(run.proposed)))
                }
            }
        }
    }
}

/// Returns the name of a run: its title, its subject, or its agent's work.
fn name(visit: &Visit, run: &Run) -> String {
    let told = [&run.title, &run.subject].into_iter().map(|t| shown_if(t.as_ref())).find(|t| !t.is_empty());
    told.unwrap_or_else(|| visit.words.with("runs-of", &[("agent", shown(&run.agent).into())]))
}

/// Renders the status of a run; being rolled back takes precedence.
fn state(visit: &Visit, run: &Run) -> Markup {
    match run.active {
        true => badge(visit, run.status),
        false => html! { span.badge { (visit.words.t("work-is-rolled-back")) } },
    }
}

/// The page of one run.
pub(super) async fn run(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let found = visit.ask::<RunShow>(OneRun { id: visit.param("id").to_owned() }).await?;
    let run = &found.run;
    let (id, of) = (run.id.as_str(), || Some(run.id.clone()));
    let steps = visit.ask::<StepList>(OfRun { run: id.to_owned() }).await?.steps;
    let wanted = plan_ops::ListInput { limit: Some(LISTED), run: of(), before: None };
    let plans = visit.ask::<PlanList>(wanted).await?.plans;
    let wanted = question_ops::ListInput { open: false, run: of(), limit: Some(LISTED), before: None };
    let questions = visit.ask::<QuestionList>(wanted).await?.questions;
    let memory = visit.ask::<RunMemory>(OneRun { id: id.to_owned() }).await?.memory;
    let plan = match run.plan.as_ref().or(plans.first().map(|plan| &plan.id)) {
        Some(plan) => Some(visit.ask::<PlanShow>(OnePlan { id: plan.clone() }).await?),
        None => None,
    };
    let story =
        timeline::Story { run: &found, steps: &steps, plans: &plans, questions: &questions, memory: &memory };
    let title = name(&visit, run);
    let body = html! {
        p.crumb { a href="/runs" { (words.t("tab-runs")) } " / " code { (shown(&run.id)) } }
        h1 { (title) " " (state(&visit, run)) }
        (head(&visit, &found))
        (waits(&visit, &found.waiting_for))
        @if let Some(view) = &plan {
            @let plan = &view.plan;
            section.card data-shown=(seen::word(&plan.id, [plan.digest.as_str()])) {
                h2 { (words.t("runs-plan")) ": " a href={ "/plans/" (plan.id) } { (shown(&plan.title)) } " " (badge(&visit, plan.status)) }
                p.sub { (shown(&view.message)) }
                (plans::board(&visit, view))
                (plans::ways(&visit, view, ""))
            }
        }
        @if run.status.is_open() { (steering(&visit, id)) }
        (told_already(&visit, &memory))
        (timeline::timeline(&visit, &story))
    };
    Ok(Page::new(title, Tab::Runs, body))
}

/// Renders who works, in which mode, on what; and the buttons to hold, stop and roll back.
fn head(visit: &Visit, found: &ShowOutput) -> Markup {
    let words = visit.words;
    let run = &found.run;
    let (id, is_open) = (run.id.as_str(), run.status.is_open());
    let stands = found.receipts.iter().any(|r| r.undone.is_none());
    html! {
        section.card {
            (facts(visit, &[
                ("receipts-agent", plain(shown(&run.agent))),
                ("runs-mode", mode(visit, run)),
                ("runs-checks", checks(visit, run)),
                ("receipts-about", plain(shown_if(run.subject.as_ref()))),
                ("runs-folder", html! { @if let Some(cwd) = &run.cwd { code { (shown(cwd)) } } }),
                ("runs-started", when(visit, run.started_at)),
                ("runs-ended", when(visit, run.ended_at)),
                ("runs-held-by", plain(who(run.held_by.as_deref().unwrap_or_default()))),
                ("work-reason", plain(shown_if(run.reason.as_ref()))),
                ("runs-step", linked(run.step.as_deref())),
                ("runs-stage", linked(run.stage.as_deref())),
                ("runs-marks", marks(visit, &found.marks)),
            ]))
            div.answers {
                @if run.status == RunStatus::Paused {
                    (Press { op: "run.resume", fields: &[("id", id)], label: &words.t("runs-resume"), look: "yes", key: "p", ..Press::default() }.button())
                } @else if is_open {
                    (thing::with_reason(visit, "run.pause", &[("id", id)], &words.t("runs-pause"), ""))
                }
                @if is_open { (set_mode(visit, run)) }
                @if is_open && run.cwd.is_some() { (form(visit, "run.trust", &[("id", id)], submit(&words.t("runs-trust"), "", ""))) }
                @if is_open && run.cwd.is_some() && run.stage.is_none() { (form(visit, "run.stage", &[("id", id)], submit(&words.t("runs-to-stage"), "", ""))) }
                @if is_open { (thing::with_reason(visit, "run.stop", &[("id", id)], &words.t("runs-stop"), "no")) }
                a.button href={ "/receipts?run=" (id) } { (words.t("tab-receipts")) " (" (found.receipts.len()) ")" }
                @if run.active && stands { a.button.no href={ "/runs/" (id) "/rollback" } { (words.t("runs-rollback")) "…" } }
                @if let Some(stage) = &run.stage { a.button href={ "/stages/" (stage) } { (words.t("runs-stage-diff")) } }
            }
        }
    }
}

/// Renders what a run has read that makes it ask before it sends.
fn marks(visit: &Visit, marks: &[Mark]) -> Markup {
    html! {
        @if !marks.is_empty() {
            ul.plain { @for mark in marks { li { (say(visit.words, &mark.words())) } } }
            span.quiet { (visit.words.t("runs-marks-note")) }
        }
    }
}

/// Renders the mode of a run.
fn mode(visit: &Visit, run: &Run) -> Markup {
    let words = visit.words;
    html! {
        (words.t(message::mode(run.mode)))
        @if let Some(threshold) = run.confidence_threshold { " " (threshold.number()) }
        @if run.critical { " · " (words.t("runs-critical")) }
    }
}

/// Renders the form that changes the mode of a running run.
fn set_mode(visit: &Visit, run: &Run) -> Markup {
    let words = visit.words;
    let number = run.confidence_threshold.map(|t| t.number().to_string()).unwrap_or_default();
    let inside = html! {
        div.way {
            select name="mode" aria-label=(words.t("runs-mode")) {
                @for mode in [Mode::Auto, Mode::Manual, Mode::ConfidenceThreshold] {
                    option value=(mode.as_str()) selected[mode == run.mode] { (visit.words.t(message::mode_choice(mode))) }
                }
            }
            input type="number" name="confidence_threshold" min="0" max="1" step="any" value=(number) placeholder="0.8" aria-label=(words.t("runs-threshold")) title=(words.t("runs-threshold"));
            (submit(&words.t("runs-set-mode"), "", ""))
        }
    };
    form(visit, "run.mode", &[("id", run.id.as_str())], inside)
}

/// Lists the commands that check its steps; those defined by the agent itself can only lower the result.
fn checks(visit: &Visit, run: &Run) -> Markup {
    let checks = texts(&run.checks);
    html! {
        @for (n, check) in checks.iter().enumerate() { @if n > 0 { " · " } code { (check) } }
        @if !checks.is_empty() && !run.checks_by_person { " " span.quiet { "(" (visit.words.t("runs-checks-own")) ")" } }
    }
}

/// Renders what waits for a person.
fn waits(visit: &Visit, waiting: &[Waits]) -> Markup {
    html! {
        @if !waiting.is_empty() {
            section.card {
                h2 { (visit.words.count("inbox-count", waiting.len())) }
                ul.plain {
                    @for one in waiting {
                        li { (thing::link(&one.id)) " " (say(visit.words, &one.title)) " " (badge(visit, one.status)) }
                    }
                }
            }
        }
    }
}

/// Renders the form to instruct the agent: in addition to its work, or instead of it.
fn steering(visit: &Visit, id: &str) -> Markup {
    let words = visit.words;
    let inside = |box_id: &str, label: &str, hint: &str, button: Markup| {
        html! {
            label for=(box_id) { (words.t(label)) }
            textarea id=(box_id) name="instruction" maxlength="20000" rows="3" required {}
            p.quiet { (words.t(hint)) }
            p { (button) }
        }
    };
    html! {
        section.card.steer {
            h2 { (words.t("runs-steer")) }
            (form(visit, "run.steer", &[("id", id)], inside("steer", "runs-steer-label", "runs-steer-hint", submit(&words.t("runs-steer-send"), "yes", ""))))
            details.more {
                summary { (words.t("runs-redirect")) }
                (form(visit, "run.redirect", &[("id", id)], inside("redirect", "runs-redirect-label", "runs-redirect-hint", submit(&words.t("runs-redirect"), "no", ""))))
            }
        }
    }
}

/// Lists the instructions so far, in order, and whether the agent received them.
fn told_already(visit: &Visit, told: &[Instruction]) -> Markup {
    let words = visit.words;
    html! {
        @if !told.is_empty() {
            section.card {
                h2 { (words.t("runs-told")) " (" (told.len()) ")" }
                ol.told {
                    @for one in told {
                        li {
                            p.said { (shown(&one.text)) }
                            p.sub {
                                (who(&one.by)) " · " (when(visit, one.at)) " · "
                                @if one.superseded { (words.t("runs-superseded")) }
                                @else if one.delivered_at.is_none() { (words.t("runs-not-heard")) }
                                @else { (words.t("runs-heard")) " " (when(visit, one.delivered_at)) }
                            }
                        }
                    }
                }
            }
        }
    }
}
