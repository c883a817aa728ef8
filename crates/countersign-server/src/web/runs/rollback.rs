//! Rollbacks of several effects together: of a run, a plan or a step. A page says what would come back before anything
//! does; the same page says afterwards, part by part, what is back and what is not, and goes on from there.

use maud::{Markup, html};
use serde_json::{Value, json};

use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        frame::Tab,
        receipts::back,
        summary::summary_of,
        text::{field, list, said},
        thing,
    },
};

/// What is rolled back, and what of it there is.
struct Whole<'a> {
    /// The operation.
    op: &'static str,
    /// Its id.
    id: &'a str,
    /// What it is called.
    name: String,
    /// What it did, newest first.
    receipts: Vec<&'a Value>,
    /// Why it cannot be rolled back at all.
    closed: bool,
}

/// The rollback of a run.
pub(in crate::web) async fn of_run(visit: Visit) -> Result<Page, Refusal> {
    let run = visit.ask("run.show", json!({"id": visit.param("id")})).await?;
    let whole = Whole {
        op: "run.rollback",
        id: run["id"].as_str().unwrap_or_default(),
        name: super::name(&visit, &run),
        receipts: list(&run, "receipts").iter().collect(),
        closed: run["active"] == false,
    };
    Ok(page(&visit, &whole))
}

/// The rollback of what the steps of a plan did.
pub(in crate::web) async fn of_plan(visit: Visit) -> Result<Page, Refusal> {
    let plan = visit.ask("plan.show", json!({"id": visit.param("id")})).await?;
    let run = visit.ask("run.show", json!({"id": plan["run"]})).await?;
    let own = |r: &&Value| r["plan"]["id"] == plan["id"];
    let whole = Whole {
        op: "plan.rollback",
        id: plan["id"].as_str().unwrap_or_default(),
        name: field(&plan, "title"),
        receipts: list(&run, "receipts").iter().filter(own).collect(),
        closed: !list(&plan, "choices").iter().any(|c| c == "rollback"),
    };
    Ok(page(&visit, &whole))
}

/// The rollback of what a step did.
pub(in crate::web) async fn of_step(visit: Visit) -> Result<Page, Refusal> {
    let step = visit.ask("step.show", json!({"id": visit.param("id")})).await?;
    let run = visit.ask("run.show", json!({"id": step["run"]})).await?;
    let own = |r: &&Value| r["step"] == step["id"];
    let whole = Whole {
        op: "step.rollback",
        id: step["id"].as_str().unwrap_or_default(),
        name: field(&step, "title"),
        receipts: list(&run, "receipts").iter().filter(own).collect(),
        closed: false,
    };
    Ok(page(&visit, &whole))
}

fn page(visit: &Visit, whole: &Whole<'_>) -> Page {
    let words = visit.words;
    // An undo of another of them cancels out and is left alone.
    let own = |id: &Value| whole.receipts.iter().any(|r| r["id"] == *id);
    let effects: Vec<&&Value> = whole.receipts.iter().filter(|r| !own(&r["undoes"])).collect();
    let stands: Vec<&&&Value> = effects.iter().filter(|r| r["undone"].is_null()).collect();
    let undone: Vec<&&&Value> = effects.iter().filter(|r| r["undone"].is_object()).collect();
    let never = stands.iter().filter(|r| r["undo_action"].is_null()).count();
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
                @if !stands.is_empty() && !whole.closed { (back::take_back(visit, whole.op, whole.id, &words.t(label))) }
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

/// What became of a rollback that did not come to its end: what is back, and what is not and why.
pub(in crate::web) fn parts(visit: &Visit, value: &Value) -> Markup {
    let words = visit.words;
    let (undone, remaining) = (list(value, "undone"), list(value, "remaining"));
    html! {
        @if !remaining.is_empty() {
            h2 { (words.count("runs-is-not-back", remaining.len())) }
            ul.parts {
                @for left in remaining {
                    li.part {
                        span.mark aria-hidden="true" { "✗" }
                        div { (thing::link(left["receipt"].as_str().unwrap_or_default())) " " (summary_of(words, left, 400)) p.warning { (said(words, left, "reason")) } }
                    }
                }
            }
        }
        @if !undone.is_empty() {
            h2 { (words.count("runs-is-back", undone.len())) }
            ul.parts {
                @for one in undone {
                    li.part { span.mark aria-hidden="true" { "↶" } div { (thing::link(one["receipt"]["id"].as_str().unwrap_or_default())) " " (field(one, "message")) } }
                }
            }
        }
    }
}
