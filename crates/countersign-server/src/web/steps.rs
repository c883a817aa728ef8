//! A step of a run: what the evidence says first, what the agent says of it last, and how a person lets it go on.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit, card,
    form::Press,
    frame::Tab,
    receipts::{self, number},
    text::{field, list, shown, texts},
    thing::{self, badge, facts, linked, plain, when, who},
};
use crate::answer::Refusal;

/// The page of one step.
pub(super) async fn step(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let mut step = visit.ask("step.show", json!({"id": visit.param("id")})).await?;
    let run = visit.ask("run.show", json!({"id": step["run"]})).await?;
    if let Some(at) = step["proceeds_at"].as_u64() {
        step["auto_approve_timeout"] = at.saturating_sub(visit.now()).div_ceil(1000).into();
    }
    let own: Vec<&Value> = list(&run, "receipts").iter().filter(|r| r["step"] == step["id"]).collect();
    let status = step["status"].as_str().unwrap_or_default();
    let body = html! {
        p.crumb { a href="/runs" { (words.t("tab-runs")) } " / " (linked(&step, "run")) " / " code { (field(&step, "id")) } }
        h1 { (words.with("work-step-n", &[("n", number(&step["ordinal"]).into())])) " " (badge(&visit, status)) }
        section.card {
            (head(&visit, &step))
            (card::countdown(&visit, &step, "h"))
            (evidence(&visit, &step))
            (trouble(&visit, &step))
            @for (word, name) in [("work-agent-calls-it", "title"), ("agent-says", "notes")] {
                @if let Some(said) = step[name].as_str() { p.claim { span.says { (words.t(word)) } " “" (shown(said)) "”" } }
            }
            (answers(&visit, &step, own.iter().any(|r| r["undone"].is_null() && r["undo_action"].is_object())))
        }
        @if !own.is_empty() {
            section.card { h2 { (words.t("tab-receipts")) " (" (own.len()) ")" } ul.lines { @for receipt in &own { (receipts::line(&visit, receipt)) } } }
        }
    };
    Ok(Page::new(field(&step, "title"), Tab::Runs, body))
}

fn head(visit: &Visit, step: &Value) -> Markup {
    let words = visit.words;
    let by = step["decided_by"].as_str();
    let word = by.map(|by| format!("work-decided-{by}")).filter(|id| words.has(id));
    let decided = word.map(|id| words.t(&id).into_owned()).or(by.map(who)).unwrap_or_default();
    let tried = words.with(
        "work-tried",
        &[("n", number(&step["retries"]).into()), ("most", number(&step["max_retries"]).into())],
    );
    facts(
        visit,
        &[
            ("receipts-agent", plain(field(step, "agent"))),
            ("receipts-run", linked(step, "run")),
            ("work-confidence", confidence(visit, &step["confidence"])),
            ("work-held-down", plain(texts(&step["confidence"], "caps").join(", "))),
            ("work-retries", plain(tried)),
            ("work-begun", when(visit, step, "begun_at")),
            ("work-reported", when(visit, step, "reported_at")),
            ("runs-ended", when(visit, step, "ended_at")),
            ("work-decided-by", plain(decided)),
            ("work-reason", plain(field(step, "reason"))),
            ("runs-held-by", plain(who(step["held_by"].as_str().unwrap_or_default()))),
        ],
    )
}

/// How far the evidence speaks for a step: in words first, then the number and what it is made of.
fn confidence(visit: &Visit, confidence: &Value) -> Markup {
    let Some(number) = confidence["value"].as_f64() else { return html! {} };
    let word = match number {
        n if n >= 0.8 => "work-sure",
        n if n >= 0.5 => "work-fairly-sure",
        n if n >= 0.2 => "work-unsure",
        _ => "work-doubtful",
    };
    html! { strong { (visit.words.t(word)) } " (" (number) ") " span.quiet { (texts(confidence, "parts").join(", ")) } }
}

/// The checks, each with who made it and whether passing counts.
fn evidence(visit: &Visit, step: &Value) -> Markup {
    let words = visit.words;
    let (checks, verified) = (list(step, "checks"), list(step, "verified"));
    html! {
        h2 { (words.t("work-evidence")) }
        @if checks.is_empty() && verified.is_empty() { p.quiet { (words.t("work-no-evidence")) } }
        ul.checks {
            @for check in checks { (one_check(visit, check)) }
            @for one in verified { li { (field(one, "by")) ": " (words.with("work-verified", &[("n", one["confidence"].to_string().into())])) } }
        }
    }
}

fn one_check(visit: &Visit, check: &Value) -> Markup {
    let words = visit.words;
    let (mark, word) = match check["passed"].as_bool() {
        Some(true) => ("✓", "work-passed"),
        Some(false) => ("✗", "work-not-passed"),
        None => ("○", "work-not-known"),
    };
    html! {
        li {
            span aria-hidden="true" { (mark) } " " code { (field(check, "command")) } " " span.quiet { (words.t(word)) }
            @if check["by"] != "countersign" { " " span.quiet { "(" (words.with("work-says", &[("who", field(check, "by").into())])) ")" } }
            @if check["counts"] == false { " " span.quiet { "(" (words.t("work-own-check")) ")" } }
            @if let Some(output) = check["output"].as_str().filter(|o| !o.is_empty()) { pre { (countersign_core::text::visible_multiline(output).text) } }
        }
    }
}

/// What is known of a step that does not go on by itself.
fn trouble(visit: &Visit, step: &Value) -> Markup {
    let words = visit.words;
    let told = [("work-what-tried", "tried"), ("work-what-failed", "errors")];
    html! {
        @for (word, name) in told {
            @let lines = texts(&step["diagnostics"], name);
            @if !lines.is_empty() { h3 { (words.t(word)) " (" (lines.len()) ")" } ul { @for line in &lines { li { (line) } } } }
        }
    }
}

fn answers(visit: &Visit, step: &Value, stands: bool) -> Markup {
    let words = visit.words;
    let id = step["id"].as_str().unwrap_or_default();
    let status = step["status"].as_str().unwrap_or_default();
    let waits = matches!(status, "waiting" | "counting" | "stopped");
    let press = |op: &'static str, label: &str, look: &'static str, key: &'static str| {
        Press { op, fields: &[("id", id)], label: &words.t(label), look, key, ..Press::default() }.button()
    };
    html! {
        div.answers {
            @if waits { (thing::with_reason(visit, "step.reject", &[("id", id)], &words.t("work-reject"), "no")) }
            @if waits { (press("step.retry", "work-retry", "", "r")) }
            @if waits || status == "running" { (press("step.skip", "work-skip", "", "s")) }
            @if matches!(status, "waiting" | "counting") { (press("step.approve", "work-approve", "yes", "y")) }
            @if stands { a.button.no href={ "/steps/" (id) "/rollback" } { (words.t("rollback")) "…" } }
        }
        @if status == "stopped" { p.quiet { (words.t("work-stopped-hint")) } }
    }
}
