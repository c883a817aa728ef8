//! A step of a run: the evidence first, the agent's claim last, and how a person lets it continue.

use countersign_core::{
    item::view::seconds_left,
    judge::Confidence,
    receipt::Receipt,
    run::operations::{OneRun, RunShow},
    step::{
        COUNTERSIGN, Check, Step, StepStatus,
        operations::{OneStep, StepShow},
    },
};
use maud::{Markup, html};
use serde_json::json;

use super::{
    Page, Visit, card,
    form::{Press, followed},
    frame::Tab,
    list, receipts,
    text::{all_said, say_if, shown},
    thing::{self, badge, facts, link, plain, when, who},
};
use crate::answer::Refusal;

/// The page of one step.
pub(super) async fn step(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let step = visit.ask::<StepShow>(OneStep { id: visit.param("id").to_owned() }).await?;
    let run = visit.ask::<RunShow>(OneRun { id: step.run.clone() }).await?;
    let own: Vec<&Receipt> = run.receipts.iter().filter(|r| r.step.as_ref() == Some(&step.id)).collect();
    let left = seconds_left(step.proceeds_at, visit.now());
    let beside = list::beside(&visit, &step.id).await;
    let thing = html! {
        p.crumb { (list::way_back(&visit, beside.as_ref())) a href="/runs" { (words.t("tab-runs")) } " / " (link(&step.run)) " / " code { (shown(&step.id)) } }
        h1 { (words.with("work-step-n", &[("n", step.ordinal.into())])) " " (badge(&visit, step.status)) }
        section.card {
            (head(&visit, &step))
            (card::countdown(&visit, &step.id, left, "h"))
            (evidence(&visit, &step))
            (trouble(&visit, &step))
            @for (word, said) in [("work-agent-calls-it", Some(&step.title)), ("agent-says", step.notes.as_ref())] {
                @if let Some(said) = said { p.claim { span.says { (words.t(word)) } " “" (shown(said)) "”" } }
            }
            (answers(&visit, &step, list::then(beside.as_ref()), own.iter().any(|r| r.undone.is_none() && r.undo_action.is_some())))
        }
        @if !own.is_empty() {
            section.card { h2 { (words.t("tab-receipts")) " (" (own.len()) ")" } ul.lines { @for receipt in &own { (receipts::line(&visit, receipt)) } } }
        }
    };
    let body = list::with_list(&visit, beside.as_ref(), &step.id, &thing);
    Ok(Page::new(shown(&step.title), Tab::Runs, body))
}

fn head(visit: &Visit, step: &Step) -> Markup {
    let words = visit.words;
    let decided = match step.decided_by.as_deref() {
        Some("evidence") => words.t("work-decided-evidence").into_owned(),
        Some("timeout") => words.t("work-decided-timeout").into_owned(),
        Some(by) => who(by),
        None => String::new(),
    };
    let tried = words.with("work-tried", &[("n", step.retries.into()), ("most", step.max_retries.into())]);
    let caps = step.confidence.as_ref().map(|confidence| all_said(words, &confidence.caps).join(", "));
    facts(
        visit,
        &[
            ("receipts-agent", plain(shown(&step.agent))),
            ("receipts-run", link(&step.run)),
            ("work-confidence", confidence(visit, step.confidence.as_ref())),
            ("work-held-down", plain(caps.unwrap_or_default())),
            ("work-retries", plain(tried)),
            ("work-begun", when(visit, step.begun_at)),
            ("work-reported", when(visit, step.reported_at)),
            ("runs-ended", when(visit, step.ended_at)),
            ("work-decided-by", plain(decided)),
            ("work-reason", plain(say_if(words, step.reason.as_ref()))),
            ("runs-held-by", plain(who(step.held_by.as_deref().unwrap_or_default()))),
        ],
    )
}

/// Renders how far the evidence supports a step: in words first, then the number and its parts.
fn confidence(visit: &Visit, confidence: Option<&Confidence>) -> Markup {
    let Some(confidence) = confidence else { return html! {} };
    let number = confidence.value.number();
    let word = match number {
        n if n >= 0.8 => "work-sure",
        n if n >= 0.5 => "work-fairly-sure",
        n if n >= 0.2 => "work-unsure",
        _ => "work-doubtful",
    };
    html! { strong { (visit.words.t(word)) } " (" (number) ") " span.quiet { (all_said(visit.words, &confidence.parts).join(", ")) } }
}

/// Lists the checks, each with who defined it and whether passing counts.
fn evidence(visit: &Visit, step: &Step) -> Markup {
    let words = visit.words;
    html! {
        h2 { (words.t("work-evidence")) }
        @if step.checks.is_empty() && step.verified.is_empty() { p.quiet { (words.t("work-no-evidence")) } }
        ul.checks {
            @for check in &step.checks { (one_check(visit, check)) }
            @for one in &step.verified { li { (shown(&one.by)) ": " (words.with("work-verified", &[("n", json!(one.confidence).to_string().into())])) } }
        }
    }
}

fn one_check(visit: &Visit, check: &Check) -> Markup {
    let words = visit.words;
    let (mark, word) = match check.passed {
        Some(true) => ("✓", "work-passed"),
        Some(false) => ("✗", "work-not-passed"),
        None => ("○", "work-not-known"),
    };
    html! {
        li {
            span aria-hidden="true" { (mark) } " " code { (shown(&check.command)) } " " span.quiet { (words.t(word)) }
            @if check.by != COUNTERSIGN { " " span.quiet { "(" (words.with("work-says", &[("who", shown(&check.by).into())])) ")" } }
            @if !check.counts { " " span.quiet { "(" (words.t("work-own-check")) ")" } }
            @if !check.output.is_empty() { pre { (countersign_core::text::visible_multiline(&check.output).text) } }
        }
    }
}

/// What is known about a step that does not continue automatically.
fn trouble(visit: &Visit, step: &Step) -> Markup {
    let words = visit.words;
    let Some(known) = &step.diagnostics else { return html! {} };
    html! {
        @for (word, lines) in [("work-what-tried", &known.tried), ("work-what-failed", &known.errors)] {
            @if !lines.is_empty() { h3 { (words.t(word)) " (" (lines.len()) ")" } ul { @for line in all_said(words, lines) { li { (line) } } } }
        }
    }
}

/// Renders the possible answers; `then` is the page that follows, if it is not this one.
fn answers(visit: &Visit, step: &Step, then: &str, stands: bool) -> Markup {
    let words = visit.words;
    let id = step.id.as_str();
    let waits = step.status.waits();
    let fields = [("id", id), ("back", then)];
    let press = |op: &'static str, label: &str, look: &'static str, key: &'static str| {
        Press { op, fields: followed(&fields), label: &words.t(label), look, key, ..Press::default() }
            .button()
    };
    html! {
        div.answers {
            @if waits { (thing::with_reason(visit, "step.reject", followed(&fields), &words.t("work-reject"), "no")) }
            @if waits { (press("step.retry", "work-retry", "", "r")) }
            @if step.status.is_open() { (press("step.skip", "work-skip", "", "s")) }
            @if waits && step.status != StepStatus::Stopped { (press("step.approve", "work-approve", "yes", "y")) }
            @if stands { a.button.no href={ "/steps/" (id) "/rollback" } { (words.t("rollback")) "…" } }
        }
        @if step.status == StepStatus::Stopped { p.quiet { (words.t("work-stopped-hint")) } }
    }
}
