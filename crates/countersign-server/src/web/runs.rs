//! Runs: all of them, and the page of one with what it does, what it was told, and the ways to steer and stop it.

pub(super) mod rollback;
mod timeline;

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit, card,
    form::{Press, form, submit},
    frame::Tab,
    plans, seen,
    text::{field, list, shown, texts},
    thing::{self, badge, facts, linked, plain, when, who},
};
use crate::answer::Refusal;

/// How many steps, plans and questions of a run its page looks at.
const LISTED: u32 = 200;

/// The list, newest first.
pub(super) async fn runs(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let found = visit.ask("run.list", json!({"before": visit.asked("before")})).await?;
    let runs = list(&found, "runs");
    let body = html! {
        h1 { (words.t("tab-runs")) }
        p.tools { a.button href="/stages" { (words.t("work-stages")) } }
        @if runs.is_empty() { div.card { p { (words.t("runs-none")) } } }
        @else { ul.lines.card { @for run in runs { (line(&visit, run)) } } }
        (thing::older(&visit, "/runs", &found["next"]))
    };
    Ok(Page::new(words.t("tab-runs"), Tab::Runs, body))
}

fn line(visit: &Visit, run: &Value) -> Markup {
    let words = visit.words;
    let id = run["id"].as_str().unwrap_or_default();
    html! {
        li.line data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { @if is_open(run) { "●" } @else { (card::sign(run["status"].as_str().unwrap_or_default())) } }
            div.what {
                a.summary href={ "/runs/" (id) } { (name(visit, run)) }
                " " (state(visit, run))
                p.sub {
                    (field(run, "agent")) " · " (when(visit, run, "started_at"))
                    " · " (words.count("runs-proposed", super::receipts::number(&run["proposed"])))
                }
            }
        }
    }
}

/// Whether a run is not over.
fn is_open(run: &Value) -> bool {
    matches!(run["status"].as_str(), Some("running" | "waiting_approval" | "paused"))
}

/// What a run is called: its title, what it is about, or its agent's work.
fn name(visit: &Visit, run: &Value) -> String {
    let told = [field(run, "title"), field(run, "subject")].into_iter().find(|t| !t.is_empty());
    told.unwrap_or_else(|| visit.words.with("runs-of", &[("agent", field(run, "agent").into())]))
}

/// Where a run stands; one that was rolled back counts no more.
fn state(visit: &Visit, run: &Value) -> Markup {
    let status =
        if run["active"] == false { "rolled_back" } else { run["status"].as_str().unwrap_or_default() };
    badge(visit, status)
}

/// The page of one run.
pub(super) async fn run(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let run = visit.ask("run.show", json!({"id": visit.param("id")})).await?;
    let id = run["id"].as_str().unwrap_or_default();
    let steps = visit.ask("step.list", json!({"run": id})).await?;
    let plans = visit.ask("plan.list", json!({"run": id, "limit": LISTED})).await?;
    let questions = visit.ask("question.list", json!({"run": id, "limit": LISTED})).await?;
    let memory = visit.ask("run.memory", json!({"id": id})).await?;
    let plan = match run["plan"].as_str().or(list(&plans, "plans").first().and_then(|p| p["id"].as_str())) {
        Some(plan) => Some(visit.ask("plan.show", json!({"id": plan})).await?),
        None => None,
    };
    let story =
        timeline::Story { run: &run, steps: &steps, plans: &plans, questions: &questions, memory: &memory };
    let title = name(&visit, &run);
    let body = html! {
        p.crumb { a href="/runs" { (words.t("tab-runs")) } " / " code { (field(&run, "id")) } }
        h1 { (title) " " (state(&visit, &run)) }
        (head(&visit, &run))
        (waits(&visit, &run))
        @if let Some(plan) = &plan {
            section.card data-shown=(seen::word(plan["id"].as_str().unwrap_or_default(), plan["digest"].as_str())) {
                h2 { (words.t("runs-plan")) ": " a href={ "/plans/" (plan["id"].as_str().unwrap_or_default()) } { (field(plan, "title")) } " " (badge(&visit, plan["status"].as_str().unwrap_or_default())) }
                p.sub { (field(plan, "message")) }
                (plans::board(&visit, plan))
                (plans::ways(&visit, plan))
            }
        }
        @if is_open(&run) { (steering(&visit, id)) }
        (told_already(&visit, &memory))
        (timeline::timeline(&visit, &story))
    };
    Ok(Page::new(title, Tab::Runs, body))
}

/// Who works, in which mode, on what; and the ways to hold, stop and take back.
fn head(visit: &Visit, run: &Value) -> Markup {
    let words = visit.words;
    let id = run["id"].as_str().unwrap_or_default();
    let stands = list(run, "receipts").iter().any(|r| r["undone"].is_null());
    html! {
        section.card {
            (facts(visit, &[
                ("receipts-agent", plain(field(run, "agent"))),
                ("runs-mode", mode(visit, run)),
                ("runs-checks", checks(visit, run)),
                ("receipts-about", plain(field(run, "subject"))),
                ("runs-folder", html! { @if run["cwd"].is_string() { code { (field(run, "cwd")) } } }),
                ("runs-started", when(visit, run, "started_at")),
                ("runs-ended", when(visit, run, "ended_at")),
                ("runs-held-by", plain(who(run["held_by"].as_str().unwrap_or_default()))),
                ("work-reason", plain(field(run, "reason"))),
                ("runs-step", linked(run, "step")),
                ("runs-stage", linked(run, "stage")),
            ]))
            div.answers {
                @if run["status"] == "paused" {
                    (Press { op: "run.resume", fields: &[("id", id)], label: &words.t("runs-resume"), look: "yes", key: "p", ..Press::default() }.button())
                } @else if is_open(run) {
                    (thing::with_reason(visit, "run.pause", &[("id", id)], &words.t("runs-pause"), ""))
                }
                @if is_open(run) { (thing::with_reason(visit, "run.stop", &[("id", id)], &words.t("runs-stop"), "no")) }
                a.button href={ "/receipts?run=" (id) } { (words.t("tab-receipts")) " (" (list(run, "receipts").len()) ")" }
                @if run["active"] != false && stands { a.button.no href={ "/runs/" (id) "/rollback" } { (words.t("runs-rollback")) "…" } }
                @if let Some(stage) = run["stage"].as_str() { a.button href={ "/stages/" (stage) } { (words.t("runs-stage-diff")) } }
            }
        }
    }
}

/// What governs a run.
fn mode(visit: &Visit, run: &Value) -> Markup {
    let words = visit.words;
    let mode = run["mode"].as_str().unwrap_or("auto");
    let id = format!("runs-mode-{}", mode.replace('_', "-"));
    html! {
        @if words.has(&id) { (words.t(&id)) } @else { (shown(mode)) }
        @if let Some(number) = run["confidence_threshold"].as_f64() { " " (number) }
        @if run["critical"] == true { " · " (words.t("runs-critical")) }
    }
}

/// The commands that check its steps; those of its agent's own making can only lower.
fn checks(visit: &Visit, run: &Value) -> Markup {
    let checks = texts(run, "checks");
    html! {
        @for (n, check) in checks.iter().enumerate() { @if n > 0 { " · " } code { (check) } }
        @if !checks.is_empty() && run["checks_by_person"] != true { " " span.quiet { "(" (visit.words.t("runs-checks-own")) ")" } }
    }
}

/// What of it waits for a person.
fn waits(visit: &Visit, run: &Value) -> Markup {
    let waiting = list(run, "waiting_for");
    html! {
        @if !waiting.is_empty() {
            section.card {
                h2 { (visit.words.count("inbox-count", waiting.len())) }
                ul.plain {
                    @for one in waiting {
                        @let id = one["id"].as_str().unwrap_or_default();
                        li { (thing::link(id)) " " (shown(&thing::called(visit.words, id, one["title"].as_str().unwrap_or_default()))) " " (badge(visit, one["status"].as_str().unwrap_or_default())) }
                    }
                }
            }
        }
    }
}

/// What to tell the agent: on top of what it does, or in place of it.
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

/// What it was told already, in order, and whether it has heard.
fn told_already(visit: &Visit, memory: &Value) -> Markup {
    let words = visit.words;
    let told = list(memory, "memory");
    html! {
        @if !told.is_empty() {
            section.card {
                h2 { (words.t("runs-told")) " (" (told.len()) ")" }
                ol.told {
                    @for one in told {
                        li {
                            p.said { (field(one, "text")) }
                            p.sub {
                                (who(one["by"].as_str().unwrap_or_default())) " · " (when(visit, one, "at")) " · "
                                @if one["superseded"] == true { (words.t("runs-superseded")) }
                                @else if one["delivered_at"].is_null() { (words.t("runs-not-heard")) }
                                @else { (words.t("runs-heard")) " " (when(visit, one, "delivered_at")) }
                            }
                        }
                    }
                }
            }
        }
    }
}
