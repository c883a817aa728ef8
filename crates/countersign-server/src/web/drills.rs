//! Drills at the desk: a made-up dangerous proposal stands among what waits like any other, for those who asked for that.
//! Its forms are the usual ones; they answer the drill, and the page after that says what it was.

use axum::response::Response;
use countersign_core::{
    Op as _,
    authority::operations::Nothing,
    drill::{
        self, DrillAnswer,
        operations::{AnswerInput, DrillAnswerOp, DrillDue, DrillShow, DrillView, OneDrill},
    },
    inbox::{InboxList, Input, Output},
    item::{confirm::ItemConfirm, reject, view::ItemView},
};
use maud::{Markup, html};
use serde_json::{Map, Value};

use super::{
    Page, Visit,
    frame::{self, Tab},
    summary::summary_of,
    text::{short, shown},
};
use crate::answer::Refusal;

/// The length of a summary.
const SUMMARY: usize = 400;

/// Returns what waits, with the reader's drill among it.
pub(super) async fn inbox(visit: &Visit, input: Input) -> Result<Output, Refusal> {
    let agent = input.agent.clone();
    // Whoever looks for something finds what is there, and a drill is on the first page.
    let is_plain = input.find.is_none() && input.after.is_none() && input.subject.is_none();
    let mut inbox = visit.ask::<InboxList>(input).await?;
    if is_plain && visit.caller.actor.role >= DrillDue::ROLE {
        // Without it the inbox is what it is.
        let due = visit.ask::<DrillDue>(Nothing {}).await.ok().and_then(|due| due.drill);
        let fits = |drill: &ItemView| {
            let is_wanted = agent.as_ref().is_none_or(|agent| *agent == drill.agent);
            is_wanted && inbox.change_sets.iter().any(|set| set.id == drill.change_set)
        };
        if let Some(drill) = due.filter(fits) {
            drill::put_among(&mut inbox.items, drill);
        }
    }
    Ok(inbox)
}

/// Returns a drill by its id.
pub(super) async fn show(visit: &Visit, id: &str) -> Result<DrillView, Refusal> {
    visit.ask::<DrillShow>(OneDrill { id: id.to_owned() }).await
}

/// Answers a drill if a form is about one, and says what it was.
pub(super) async fn answered(
    visit: &Visit,
    op: &str,
    input: &Map<String, Value>,
    back: &str,
) -> Result<Option<Response>, Refusal> {
    let text = |name: &str| input.get(name).and_then(Value::as_str).map(str::to_owned);
    let Some(id) = text("id").filter(|id| drill::is_drill(id) && op.starts_with("item.")) else {
        return Ok(None);
    };
    let answer = match op {
        ItemConfirm::NAME => DrillAnswer::Confirmed,
        reject::ItemReject::NAME => DrillAnswer::Rejected,
        reject::ItemDefer::NAME => DrillAnswer::Deferred,
        _ => DrillAnswer::Examined,
    };
    let drill = visit.ask::<DrillAnswerOp>(AnswerInput { id, answer, typed: text("typed") }).await?;
    Ok(Some(frame::respond(visit, revealed(visit, &drill, back)).await))
}

/// The page that says that something was a drill.
pub(super) fn revealed(visit: &Visit, drill: &DrillView, back: &str) -> Page {
    let words = visit.words;
    let said = match drill.caught {
        Some(true) => "drill-noticed",
        Some(false) => "drill-let-through",
        None => "drill-unanswered",
    };
    let body = html! {
        p.crumb { a href="/" { (words.t("tab-inbox")) } " / " code { (shown(short(&drill.item.id))) } }
        h1 { (words.t("drill-was")) }
        section.card.drill {
            p class=[(drill.caught == Some(false)).then_some("warning")] role="status" { strong { (words.t(said)) } }
            p { (summary_of(words, &drill.item.summary, SUMMARY)) }
            p.quiet { (words.t("drill-made-up")) }
            (turn_off(visit))
            p { a.button.yes href=(back) data-key="Enter" { (words.t("drill-go-on")) } }
        }
    };
    Page::new(words.t("drill-was"), Tab::Inbox, body)
}

fn turn_off(visit: &Visit) -> Markup {
    let words = visit.words;
    html! { p.quiet { a href="/settings/drills" { (words.t("settings-drills")) } " · " a href="/insight#drills" { (words.t("insight-title")) } } }
}

/// Returns the word for how a drill ended.
pub(super) fn word(caught: Option<bool>) -> &'static str {
    match caught {
        Some(true) => "insight-drill-noticed",
        Some(false) => "insight-drill-passed",
        None => "insight-drill-unanswered",
    }
}
