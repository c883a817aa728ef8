//! Rollbacks of several effects together: of a run, a plan or a step. A page first says what would be undone;
//! afterwards the same page says, part by part, what was undone and what was not, and continues from there.

use countersign_core::{
    Error,
    answer_status::PlanChoice,
    op::{Op, read_output},
    plan::{
        operations::{OnePlan, PlanShow},
        rollback::PlanRollback,
    },
    receipt::{Receipt, operations::UndoOutput},
    run::{
        operations::{OneRun, RunShow},
        rollback::{Remaining, RunRollback},
    },
    step::{
        decide::StepRollback,
        operations::{OneStep, StepShow},
    },
};
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        frame::Tab,
        receipts::back,
        summary::summary_of,
        text::{say, shown},
        thing,
    },
};

/// The thing that is rolled back, and its effects.
struct Whole<'a> {
    /// The operation.
    op: &'static str,
    /// Its id.
    id: &'a str,
    /// Its name.
    name: String,
    /// Its receipts, newest first.
    receipts: Vec<&'a Receipt>,
    /// Whether it cannot be rolled back at all.
    closed: bool,
}

/// The rollback of a run.
pub(in crate::web) async fn of_run(visit: Visit) -> Result<Page, Refusal> {
    let found = visit.ask::<RunShow>(OneRun { id: visit.param("id").to_owned() }).await?;
    let whole = Whole {
        op: RunRollback::NAME,
        id: &found.run.id,
        name: super::name(&visit, &found.run),
        receipts: found.receipts.iter().collect(),
        closed: !found.run.active,
    };
    Ok(page(&visit, &whole))
}

/// The rollback of what the steps of a plan did.
pub(in crate::web) async fn of_plan(visit: Visit) -> Result<Page, Refusal> {
    let view = visit.ask::<PlanShow>(OnePlan { id: visit.param("id").to_owned() }).await?;
    let plan = &view.plan;
    let found = visit.ask::<RunShow>(OneRun { id: plan.run.clone() }).await?;
    let own = |r: &&Receipt| r.plan.as_ref().is_some_and(|of| of.id == plan.id);
    let whole = Whole {
        op: PlanRollback::NAME,
        id: &plan.id,
        name: shown(&plan.title),
        receipts: found.receipts.iter().filter(own).collect(),
        closed: !view.choices.contains(&PlanChoice::Rollback),
    };
    Ok(page(&visit, &whole))
}

/// The rollback of what a step did.
pub(in crate::web) async fn of_step(visit: Visit) -> Result<Page, Refusal> {
    let step = visit.ask::<StepShow>(OneStep { id: visit.param("id").to_owned() }).await?;
    let found = visit.ask::<RunShow>(OneRun { id: step.run.clone() }).await?;
    let own = |r: &&Receipt| r.step.as_ref() == Some(&step.id);
    let whole = Whole {
        op: StepRollback::NAME,
        id: &step.id,
        name: shown(&step.title),
        receipts: found.receipts.iter().filter(own).collect(),
        closed: false,
    };
    Ok(page(&visit, &whole))
}

fn page(visit: &Visit, whole: &Whole<'_>) -> Page {
    let words = visit.words;
    // An undo of another of them cancels out and is left alone.
    let own = |id: &String| whole.receipts.iter().any(|r| r.id == *id);
    let effects = whole.receipts.iter().copied().filter(|r| !r.undoes.as_ref().is_some_and(own));
    let (stands, undone): (Vec<&Receipt>, Vec<&Receipt>) = effects.partition(|r| r.undone.is_none());
    let never = stands.iter().filter(|r| r.undo_action.is_none()).count();
    let label = if undone.is_empty() { "runs-roll-back-now" } else { "runs-roll-back-on" };
    let body = html! {
        p.crumb { a href="/runs" { (words.t("tab-runs")) } " / " (thing::link(whole.id)) }
        h1 { (words.t("rollback")) ": " (whole.name) }
        section.card {
            h2 { (words.count("runs-would-come-back", stands.len() - never)) }
            @if never > 0 { p.warning { (words.count("runs-never-comes-back", never)) } }
            @if !stands.is_empty() { p.quiet { (words.t("runs-newest-first")) } ol.parts { @for receipt in &stands { (back::part(visit, receipt)) } } }
            div.answers {
                a.button href={ (thing::href(whole.id).unwrap_or_default()) } { (words.t("work-leave")) }
                @if stands.len() > never && !whole.closed { (back::take_back(visit, whole.op, whole.id, &words.t(label))) }
            }
            @if !stands.is_empty() && whole.closed { p.quiet { (words.t("runs-cannot-now")) } }
        }
        @if !undone.is_empty() {
            section.card {
                h2 { (words.count("runs-is-back", undone.len())) }
                ol.parts { @for receipt in &undone { (back::part(visit, receipt)) } }
            }
        }
    };
    Page::new(words.t("rollback"), Tab::Runs, body)
}

/// Renders the result of an incomplete rollback: what was undone, and what was not and why. Empty for any other
/// operation.
pub(in crate::web) fn parts(visit: &Visit, op: &str, answer: &Value) -> Result<Markup, Error> {
    let (undone, remaining) = match op {
        RunRollback::NAME => {
            let told = read_output::<RunRollback>(answer.clone())?;
            (told.undone, told.remaining)
        }
        PlanRollback::NAME => {
            let told = read_output::<PlanRollback>(answer.clone())?;
            (told.undone, told.remaining)
        }
        StepRollback::NAME => {
            let told = read_output::<StepRollback>(answer.clone())?;
            (told.undone, told.remaining)
        }
        _ => return Ok(html! {}),
    };
    Ok(told(visit, &undone, &remaining))
}

fn told(visit: &Visit, undone: &[UndoOutput], remaining: &[Remaining]) -> Markup {
    let words = visit.words;
    html! {
        @if !remaining.is_empty() {
            h2 { (words.count("runs-is-not-back", remaining.len())) }
            ul.parts {
                @for left in remaining {
                    li.part {
                        span.mark aria-hidden="true" { "✗" }
                        div { (thing::link(&left.receipt)) " " (summary_of(words, &left.summary, 400)) p.warning { (say(words, &left.reason)) } }
                    }
                }
            }
        }
        @if !undone.is_empty() {
            h2 { (words.count("runs-is-back", undone.len())) }
            ul.parts {
                @for one in undone {
                    li.part { span.mark aria-hidden="true" { "↶" } div { (thing::link(&one.receipt.id)) " " (shown(&one.message)) } }
                }
            }
        }
    }
}
