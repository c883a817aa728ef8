//! Plans: a board of their steps by state, the possible answers, and each step in full.

use countersign_core::{
    answer_status::PlanChoice,
    judge::{Class, Facts},
    plan::{
        Plan, PlanStepStatus,
        operations::{OnePlan, PlanShow},
        view::{PlanStepView, PlanView},
    },
    tool::Reversal,
};
use maud::{Markup, html};
use serde_json::json;

use super::{
    Page, Visit,
    diff::{self, Diff},
    form::{Press, followed, form, submit},
    frame::Tab,
    glance, list, message, seen,
    text::{all_said, say, say_if, shown, texts},
    thing::{self, badge, facts, folded_json, link, linked, plain, when},
};
use crate::answer::Refusal;

/// The columns of the board, as message ids.
const COLUMNS: [&str; 5] =
    ["work-col-waiting", "work-col-running", "work-col-failed", "work-col-done", "work-col-left-out"];

/// Returns the column of a step.
fn column(status: PlanStepStatus) -> &'static str {
    match status {
        PlanStepStatus::Waiting => "work-col-waiting",
        PlanStepStatus::Running => "work-col-running",
        PlanStepStatus::Failed => "work-col-failed",
        PlanStepStatus::Done => "work-col-done",
        PlanStepStatus::Skipped | PlanStepStatus::Blocked => "work-col-left-out",
    }
}

/// The page of one plan.
pub(super) async fn plan(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let view = visit.ask::<PlanShow>(OnePlan { id: visit.param("id").to_owned() }).await?;
    let plan = &view.plan;
    let title = shown(&plan.title);
    let beside = list::beside(&visit, &plan.id).await;
    let thing = html! {
        p.crumb { (list::way_back(&visit, beside.as_ref())) a href="/runs" { (words.t("tab-runs")) } " / " (link(&plan.run)) " / " code { (shown(&plan.id)) } }
        h1 { (words.t("waits-plan")) " " (badge(&visit, plan.status)) }
        p.claim { span.says { (words.t("agent-says")) } " “" (title) "”" }
        section.card data-shown=(seen::word(&plan.id, [plan.digest.as_str()])) {
            h2 { (words.t("runs-plan")) }
            (head(&visit, plan, &view.message))
            (board(&visit, &view))
            (ways(&visit, &view, list::then(beside.as_ref())))
        }
        h2.between { (words.count("work-steps", view.steps.len())) }
        @for step in &view.steps { (whole(&visit, &view, step)) }
    };
    let body = list::with_list(&visit, beside.as_ref(), &plan.id, &thing);
    Ok(Page::new(title, Tab::Runs, body))
}

fn head(visit: &Visit, plan: &Plan, message: &str) -> Markup {
    let words = visit.words;
    let approved = plan.approved_by.as_ref().map(|by| {
        let word = if plan.whole { "work-approved-whole" } else { "work-approved-stepwise" };
        words.with(word, &[("who", shown(by).into())])
    });
    facts(
        visit,
        &[
            ("receipts-agent", plain(shown(&plan.agent))),
            ("receipts-run", link(&plan.run)),
            ("work-state", plain(shown(message))),
            ("work-approved", plain(approved.unwrap_or_default())),
            ("work-proposed", when(visit, plan.created_at)),
            ("runs-ended", when(visit, plan.ended_at)),
        ],
    )
}

/// Renders the steps by state, each with its class, its undo and its dependencies.
pub(super) fn board(visit: &Visit, view: &PlanView) -> Markup {
    let words = visit.words;
    html! {
        div.board {
            @for word in COLUMNS {
                @let own: Vec<&PlanStepView> = view.steps.iter().filter(|step| column(step.status) == word).collect();
                @if !own.is_empty() {
                    section.column {
                        h3 { (words.t(word)) " (" (own.len()) ")" }
                        ul { @for step in own { (tile(visit, &view.plan.id, step)) } }
                    }
                }
            }
        }
    }
}

/// Lists the steps that must be done before a step.
fn after(step: &PlanStepView) -> String {
    step.depends_on.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

fn tile(visit: &Visit, plan: &str, step: &PlanStepView) -> Markup {
    let words = visit.words;
    let after = after(step);
    let anchor = format!("/plans/{plan}#step-{}", step.number);
    html! {
        li class={ "tile " (step.class.as_str()) } {
            p { span.number { (step.number) } " " a.summary href=(anchor) { (say(words, &step.summary)) } }
            p.badges {
                (class(visit, step.class)) " " (tier(visit, &step.reversal))
                @if step.asked { " " span.badge.warn { (words.t("work-asked")) } }
                @if step.undone { " " span.badge { (words.t("receipts-undone")) } }
                @if step.status == PlanStepStatus::Blocked { " " (badge(visit, step.status)) }
            }
            @if let Some(rehearsed) = &step.rehearsed { p.sub { (say(words, &rehearsed.message)) } }
            @if !after.is_empty() { p.sub { (words.with("work-after", &[("steps", after.into())])) } }
            @if let Some(error) = &step.error { p.warning { (say(words, error)) } }
            @if let (PlanStepStatus::Running, Some(item)) = (step.status, &step.item) { p.sub { (words.t("work-asked-as")) " " (link(item)) } }
        }
    }
}

fn class(visit: &Visit, class: Class) -> Markup {
    let look = match class {
        Class::Destructive => "badge danger",
        Class::Read | Class::Mutable => "badge",
    };
    html! { span class=(look) { (visit.words.t(message::class(class))) } }
}

/// Renders a badge for reversibility: steps without an inverse are flagged before approval.
fn tier(visit: &Visit, reversal: &Reversal) -> Markup {
    let words = visit.words;
    match reversal {
        Reversal::Exact => html! { span.badge.good { (words.t("work-undo-exact")) } },
        Reversal::BestEffort { .. } => html! { span.badge.warn { (words.t("work-undo-part")) } },
        Reversal::Irreversible { .. } => html! { span.badge.danger { (words.t("irreversible")) } },
        Reversal::None => html! {},
    }
}

/// Describes whether it can be undone.
pub(super) fn reversal(visit: &Visit, reversal: &Reversal) -> Markup {
    let words = visit.words;
    html! {
        @match reversal {
            Reversal::Exact => { (words.t("work-undo-exact")) }
            Reversal::BestEffort { caveats } => { (words.t("work-undo-part")) ": " (all_said(words, caveats).join("; ")) }
            Reversal::Irreversible { reason } => { (words.t("irreversible")) ": " (say(words, reason)) }
            Reversal::None => { (words.t("work-undo-nothing")) }
        }
    }
}

/// Renders a person's possible answers to a plan: exactly those that the engine allows. `then` is the page that follows a
/// yes or a no, if it is not this one.
pub(super) fn ways(visit: &Visit, view: &PlanView, then: &str) -> Markup {
    let words = visit.words;
    let (id, digest) = (view.plan.id.as_str(), view.plan.digest.as_str());
    let may = |choice: PlanChoice| view.choices.contains(&choice);
    let press = |op: &'static str, label: &str, look: &'static str| {
        Press { op, fields: &[("id", id)], label: &words.t(label), look, ..Press::default() }.button()
    };
    html! {
        div.answers {
            @if may(PlanChoice::Approve) {
                (form(visit, "plan.approve", followed(&[("id", id), ("digest", digest), ("stepwise", "true"), ("back", then)]), submit(&words.t("work-approve-stepwise"), "", "s")))
                (form(visit, "plan.approve", followed(&[("id", id), ("digest", digest), ("back", then)]), submit(&words.t("work-approve-whole"), "yes", "")))
            }
            @if may(PlanChoice::Reject) { (thing::with_reason(visit, "plan.reject", followed(&[("id", id), ("back", then)]), &words.t("work-reject"), "no")) }
            @if may(PlanChoice::Pause) { (thing::with_reason(visit, "plan.pause", &[("id", id)], &words.t("runs-pause"), "")) }
            @if may(PlanChoice::Resume) { (press("plan.resume", "runs-resume", "yes")) }
            @if may(PlanChoice::Retry) { (press("plan.retry", "work-retry", "yes")) }
            @if may(PlanChoice::Retry) && may(PlanChoice::Skip) { (press("plan.skip", "work-skip-failed", "")) }
            @if may(PlanChoice::Abort) { (thing::with_reason(visit, "plan.abort", &[("id", id)], &words.t("work-abort"), "no")) }
            @if may(PlanChoice::Rollback) { a.button.no href={ "/plans/" (id) "/rollback" } { (words.t("rollback")) "…" } }
        }
        @if may(PlanChoice::Approve) { p.quiet { (words.t("work-approve-hint")) } }
    }
}

/// Renders one step: facts first, then the arguments, then the agent's words.
fn whole(visit: &Visit, view: &PlanView, step: &PlanStepView) -> Markup {
    let words = visit.words;
    let n = step.number;
    let may_skip = step.status == PlanStepStatus::Waiting && view.choices.contains(&PlanChoice::Skip);
    let (id, at) = (view.plan.id.as_str(), n.to_string());
    html! {
        section.card.step id={ "step-" (n) } {
            h3 { span.number { (n) } " " (say(words, &step.summary)) " " (badge(visit, step.status)) }
            p.badges { (class(visit, step.class)) " " (tier(visit, &step.reversal)) @if step.asked { " " span.badge.warn { (words.t("work-asked")) } } }
            @if let Some(rehearsed) = &step.rehearsed { p.rehearsed { (say(words, &rehearsed.message)) } }
            @for warning in all_said(words, &step.preview.warnings) { p.warning { (warning) } }
            (glance::changes(visit, &step.preview, None, usize::MAX))
            (facts(visit, &touched(visit, step)))
            @if let Some(difference) = &step.preview.diff { (diff::whole(visit, &Diff::read(difference), &|_, _| html! {})) }
            h4 { (words.t("work-arguments")) }
            (folded_json(visit, &json!(step.args)))
            @if !step.result.is_null() { h4 { (words.t("receipts-result")) } (folded_json(visit, &step.result)) }
            @if let Some(said) = &step.title { p.claim { span.says { (words.t("agent-says")) } " “" (shown(said)) "”" } }
            @for flag in all_said(words, &step.flags) { p.warning.flag { "⚠ " (flag) } }
            @if may_skip {
                div.answers { (Press { op: "plan.skip", fields: &[("id", id), ("step", &at)], label: &words.t("work-skip"), ..Press::default() }.button()) }
            }
        }
    }
}

/// Lists what a step touches, resolved, and its outcome.
fn touched(visit: &Visit, step: &PlanStepView) -> Vec<(&'static str, Markup)> {
    let words = visit.words;
    let named = |all: Vec<String>| {
        html! { @for (n, one) in all.iter().enumerate() { @if n > 0 { ", " } code { (one) } } }
    };
    let yes = |is: bool| html! { @if is { (words.t("work-yes")) } };
    let Facts { reads, writes, deletes, executes, hosts, protected, .. } = &step.facts;
    vec![
        ("receipts-tool", html! { code { (shown(&step.tool)) } }),
        ("work-target", plain(say(words, &step.preview.target))),
        ("work-reads", named(texts(reads))),
        ("work-writes", named(texts(writes))),
        ("work-deletes", named(texts(deletes))),
        ("work-executes", named(all_said(words, executes))),
        ("work-hosts", named(texts(hosts))),
        ("work-protected", named(all_said(words, protected))),
        ("work-sends", yes(step.facts.sends)),
        ("work-opaque", yes(step.facts.opaque)),
        ("work-outside", yes(step.facts.outside)),
        ("work-undo", reversal(visit, &step.reversal)),
        ("work-waits-for", plain(after(step))),
        ("receipts-item", linked(step.item.as_deref())),
        ("work-receipt", linked(step.receipt.as_deref())),
        ("work-error", plain(say_if(words, step.error.as_ref()))),
    ]
}
