//! Plans: a board of their steps by state, what a person can say to them now, and each step whole.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit,
    diff::{self, Diff},
    form::{Press, form, submit},
    frame::Tab,
    glance,
    receipts::number,
    seen,
    text::{all_said, field, list, said, say, shown, texts},
    thing::{self, badge, facts, folded_json, linked, plain, when},
};
use crate::answer::Refusal;

/// The columns of the board: the word for each, and the states that stand in it.
const COLUMNS: [(&str, &[&str]); 5] = [
    ("work-col-waiting", &["waiting"]),
    ("work-col-running", &["running"]),
    ("work-col-failed", &["failed"]),
    ("work-col-done", &["done"]),
    ("work-col-left-out", &["skipped", "blocked"]),
];

/// The page of one plan.
pub(super) async fn plan(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let plan = visit.ask("plan.show", json!({"id": visit.param("id")})).await?;
    let title = field(&plan, "title");
    let body = html! {
        p.crumb { a href="/runs" { (words.t("tab-runs")) } " / " (linked(&plan, "run")) " / " code { (field(&plan, "id")) } }
        h1 { (words.t("waits-plan")) " " (badge(&visit, plan["status"].as_str().unwrap_or_default())) }
        p.claim { span.says { (words.t("agent-says")) } " “" (title) "”" }
        section.card data-shown=(seen::word(plan["id"].as_str().unwrap_or_default(), plan["digest"].as_str())) {
            h2 { (words.t("runs-plan")) }
            (head(&visit, &plan))
            (board(&visit, &plan))
            (ways(&visit, &plan))
        }
        h2.between { (words.count("work-steps", list(&plan, "steps").len())) }
        @for step in list(&plan, "steps") { (whole(&visit, &plan, step)) }
    };
    Ok(Page::new(title, Tab::Runs, body))
}

fn head(visit: &Visit, plan: &Value) -> Markup {
    let words = visit.words;
    let approved = plan["approved_by"].as_str().map(|by| {
        let word = if plan["whole"] == true { "work-approved-whole" } else { "work-approved-stepwise" };
        words.with(word, &[("who", shown(by).into())])
    });
    facts(
        visit,
        &[
            ("receipts-agent", plain(field(plan, "agent"))),
            ("receipts-run", linked(plan, "run")),
            ("work-state", plain(field(plan, "message"))),
            ("work-approved", plain(approved.unwrap_or_default())),
            ("work-proposed", when(visit, plan, "created_at")),
            ("runs-ended", when(visit, plan, "ended_at")),
        ],
    )
}

/// The steps by state, each with its class, its way back and what it waits for.
pub(super) fn board(visit: &Visit, plan: &Value) -> Markup {
    let words = visit.words;
    let steps = list(plan, "steps");
    html! {
        div.board {
            @for (word, states) in COLUMNS {
                @let own: Vec<&Value> = steps.iter().filter(|s| states.iter().any(|state| s["status"] == *state)).collect();
                @if !own.is_empty() {
                    section.column {
                        h3 { (words.t(word)) " (" (own.len()) ")" }
                        ul { @for step in own { (tile(visit, plan, step)) } }
                    }
                }
            }
        }
    }
}

fn tile(visit: &Visit, plan: &Value, step: &Value) -> Markup {
    let words = visit.words;
    let after: Vec<String> = list(step, "depends_on").iter().map(Value::to_string).collect();
    let anchor = format!("/plans/{}#step-{}", plan["id"].as_str().unwrap_or_default(), step["number"]);
    html! {
        li class={ "tile " (field(step, "class")) } {
            p { span.number { (number(&step["number"])) } " " a.summary href=(anchor) { (said(words, step, "summary")) } }
            p.badges {
                (class(visit, step)) " " (tier(visit, step))
                @if step["asked"] == true { " " span.badge.warn { (words.t("work-asked")) } }
                @if step["undone"] == true { " " span.badge { (words.t("receipts-undone")) } }
                @if step["status"] == "blocked" { " " (badge(visit, "blocked")) }
            }
            @if !after.is_empty() { p.sub { (words.with("work-after", &[("steps", after.join(", ").into())])) } }
            @if let Some(error) = step["error"].as_str() { p.warning { (say(words, error)) } }
            @if step["status"] == "running" && step["item"].is_string() { p.sub { (words.t("work-asked-as")) " " (linked(step, "item")) } }
        }
    }
}

fn class(visit: &Visit, step: &Value) -> Markup {
    let class = step["class"].as_str().unwrap_or_default();
    let id = format!("work-class-{class}");
    let word = if visit.words.has(&id) { visit.words.t(&id).into_owned() } else { shown(class) };
    html! { span class=(if class == "destructive" { "badge danger" } else { "badge" }) { (word) } }
}

/// Whether it could be taken back, at a glance: what has no inverse is flagged before approval.
fn tier(visit: &Visit, step: &Value) -> Markup {
    let words = visit.words;
    match step["reversal"]["tier"].as_str() {
        Some("exact") => html! { span.badge.good { (words.t("work-undo-exact")) } },
        Some("best_effort") => html! { span.badge.warn { (words.t("work-undo-part")) } },
        Some("irreversible") => html! { span.badge.danger { (words.t("irreversible")) } },
        _ => html! {},
    }
}

/// Whether it could be taken back, in words.
pub(super) fn reversal(visit: &Visit, reversal: &Value) -> Markup {
    let words = visit.words;
    html! {
        @match reversal["tier"].as_str() {
            Some("exact") => { (words.t("work-undo-exact")) }
            Some("best_effort") => { (words.t("work-undo-part")) ": " (all_said(words, reversal, "caveats").join("; ")) }
            Some("irreversible") => { (words.t("irreversible")) ": " (said(words, reversal, "reason")) }
            Some("none") => { (words.t("work-undo-nothing")) }
            _ => {}
        }
    }
}

/// What a person can say to a plan now: exactly what the engine lets them.
pub(super) fn ways(visit: &Visit, plan: &Value) -> Markup {
    let words = visit.words;
    let id = plan["id"].as_str().unwrap_or_default();
    let digest = plan["digest"].as_str().unwrap_or_default();
    let choices = list(plan, "choices");
    let may = |word: &str| choices.iter().any(|c| c == word);
    let press = |op: &'static str, label: &str, look: &'static str| {
        Press { op, fields: &[("id", id)], label: &words.t(label), look, ..Press::default() }.button()
    };
    html! {
        div.answers {
            @if may("approve") {
                (form(visit, "plan.approve", &[("id", id), ("digest", digest), ("stepwise", "true")], submit(&words.t("work-approve-stepwise"), "", "s")))
                (form(visit, "plan.approve", &[("id", id), ("digest", digest)], submit(&words.t("work-approve-whole"), "yes", "")))
            }
            @if may("reject") { (thing::with_reason(visit, "plan.reject", &[("id", id)], &words.t("work-reject"), "no")) }
            @if may("pause") { (thing::with_reason(visit, "plan.pause", &[("id", id)], &words.t("runs-pause"), "")) }
            @if may("resume") { (press("plan.resume", "runs-resume", "yes")) }
            @if may("retry") { (press("plan.retry", "work-retry", "yes")) }
            @if may("retry") && may("skip") { (press("plan.skip", "work-skip-failed", "")) }
            @if may("abort") { (thing::with_reason(visit, "plan.abort", &[("id", id)], &words.t("work-abort"), "no")) }
            @if may("rollback") { a.button.no href={ "/plans/" (id) "/rollback" } { (words.t("rollback")) "…" } }
        }
        @if may("approve") { p.quiet { (words.t("work-approve-hint")) } }
    }
}

/// One step: facts first, then the arguments, then the agent's words.
fn whole(visit: &Visit, plan: &Value, step: &Value) -> Markup {
    let words = visit.words;
    let n = number(&step["number"]);
    let after: Vec<String> = list(step, "depends_on").iter().map(Value::to_string).collect();
    let may_skip = step["status"] == "waiting" && list(plan, "choices").iter().any(|c| c == "skip");
    let (id, at) = (plan["id"].as_str().unwrap_or_default(), n.to_string());
    html! {
        section.card.step id={ "step-" (n) } {
            h3 { span.number { (n) } " " (said(words, step, "summary")) " " (badge(visit, step["status"].as_str().unwrap_or_default())) }
            p.badges { (class(visit, step)) " " (tier(visit, step)) @if step["asked"] == true { " " span.badge.warn { (words.t("work-asked")) } } }
            @for warning in all_said(words, &step["preview"], "warnings") { p.warning { (warning) } }
            (glance::changes(visit, step, usize::MAX))
            (facts(visit, &touched(visit, step, &after)))
            @if let Some(difference) = step["preview"]["diff"].as_str() { (diff::whole(visit, &Diff::read(difference), &|_, _| html! {})) }
            h4 { (words.t("work-arguments")) }
            (folded_json(visit, &step["args"]))
            @if !step["result"].is_null() { h4 { (words.t("receipts-result")) } (folded_json(visit, &step["result"])) }
            @if let Some(said) = step["title"].as_str() { p.claim { span.says { (words.t("agent-says")) } " “" (shown(said)) "”" } }
            @for flag in all_said(words, step, "flags") { p.warning.flag { "⚠ " (flag) } }
            @if may_skip {
                div.answers { (Press { op: "plan.skip", fields: &[("id", id), ("step", &at)], label: &words.t("work-skip"), ..Press::default() }.button()) }
            }
        }
    }
}

/// What a step touches, resolved, and what became of it.
fn touched(visit: &Visit, step: &Value, after: &[String]) -> Vec<(&'static str, Markup)> {
    let words = visit.words;
    let named = |fact: &str| {
        let all = texts(&step["facts"], fact);
        html! { @for (n, one) in all.iter().enumerate() { @if n > 0 { ", " } code { (one) } } }
    };
    let yes = |fact: &str| html! { @if step["facts"][fact] == true { (words.t("work-yes")) } };
    vec![
        ("receipts-tool", html! { code { (field(step, "tool")) } }),
        ("work-target", plain(said(words, &step["preview"], "target"))),
        ("work-reads", named("reads")),
        ("work-writes", named("writes")),
        ("work-deletes", named("deletes")),
        ("work-executes", named("executes")),
        ("work-hosts", named("hosts")),
        ("work-protected", named("protected")),
        ("work-sends", yes("sends")),
        ("work-opaque", yes("opaque")),
        ("work-outside", yes("outside")),
        ("work-undo", reversal(visit, &step["reversal"])),
        ("work-waits-for", plain(after.join(", "))),
        ("receipts-item", linked(step, "item")),
        ("work-receipt", linked(step, "receipt")),
        ("work-error", plain(said(words, step, "error"))),
    ]
}
