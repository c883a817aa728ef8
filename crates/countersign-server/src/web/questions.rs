//! A question of an agent: its choices as buttons, any other answer where that is as good, what happens when time is up,
//! and the way to take an answer back until the agent was told.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit,
    form::{Press, form, submit},
    frame::Tab,
    text::{ago, field, list, shown},
    thing::{badge, facts, link, linked, plain, when, who},
};
use crate::answer::Refusal;

/// The page of one question.
pub(super) async fn question(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let question = visit.ask("question.show", json!({"id": visit.param("id")})).await?;
    let status = question["status"].as_str().unwrap_or_default();
    let body = html! {
        p.crumb { a href="/runs" { (words.t("tab-runs")) } " / " (linked(&question, "run")) " / " code { (field(&question, "id")) } }
        h1 { (words.with("work-asks", &[("agent", field(&question, "agent").into())])) " " (badge(&visit, status)) }
        section.card {
            blockquote.asks { (countersign_core::text::visible_multiline(question["text"].as_str().unwrap_or_default()).text) }
            (facts(&visit, &[
                ("work-asked-at", when(&visit, &question, "asked_at")),
                ("work-time-left", due(&visit, &question)),
                ("work-default", plain(field(&question, "default"))),
            ]))
            @if status == "open" { (answers(&visit, &question)) } @else { (answered(&visit, &question)) }
        }
    };
    Ok(Page::new(words.t("waits-question"), Tab::Inbox, body))
}

/// When time is up, and what counts then.
fn due(visit: &Visit, question: &Value) -> Markup {
    let words = visit.words;
    let Some(at) = question["due_at"].as_u64().filter(|_| question["status"] == "open") else {
        return html! {};
    };
    let then = if question["default"].is_string() { "work-then-default" } else { "work-then-nothing" };
    html! { (ago(words, at, visit.now())) "; " (words.t(then)) }
}

fn answers(visit: &Visit, question: &Value) -> Markup {
    let words = visit.words;
    let id = question["id"].as_str().unwrap_or_default();
    let choices: Vec<&str> = list(question, "choices").iter().filter_map(Value::as_str).collect();
    let again = |place: &str| {
        html! {
            p { label.inline for=(place) { input id=(place) type="checkbox" name="rerun"; (words.t("work-rerun")) } }
            p.quiet { (words.t("work-rerun-hint")) }
        }
    };
    let as_buttons = html! {
        div.answers { @for choice in &choices { button.button name="answer" value=(choice) { (shown(choice)) } } }
        (again("rerun-choice"))
    };
    let as_text = html! {
        label for="answer" { (words.t(if choices.is_empty() { "work-answer" } else { "work-other-answer" })) }
        textarea id="answer" name="answer" maxlength="10000" rows="4" required {}
        (again("rerun-text"))
        p { (submit(&words.t("work-answer-send"), "yes", "")) }
    };
    html! {
        @if !choices.is_empty() { (form(visit, "question.answer", &[("id", id)], as_buttons)) }
        @if question["free_text"] == true { div.free { (form(visit, "question.answer", &[("id", id)], as_text)) } }
    }
}

/// The answer in force, who gave it, and whether it can be taken back.
fn answered(visit: &Visit, question: &Value) -> Markup {
    let words = visit.words;
    let id = question["id"].as_str().unwrap_or_default();
    let by = question["answered_by"].as_str().unwrap_or_default();
    let by = if by == "timeout" { words.t("work-decided-timeout").into_owned() } else { who(by) };
    let superseded: Vec<&str> = list(question, "superseded").iter().filter_map(Value::as_str).collect();
    let never = match (question["rerun"] == true, question["delivered_at"].is_null()) {
        (true, _) => Some("work-answer-rerun"),
        (false, false) => Some("work-answer-told"),
        (false, true) => None,
    };
    let replaced =
        html! { @for (n, item) in superseded.iter().enumerate() { @if n > 0 { ", " } (link(item)) } };
    html! {
        @if let Some(answer) = question["answer"].as_str() {
            (facts(visit, &[
                ("work-answer", html! { strong { (shown(answer)) } }),
                ("work-decided-by", plain(by)),
                ("work-answered-at", when(visit, question, "answered_at")),
                ("work-told-at", when(visit, question, "delivered_at")),
                ("work-superseded", replaced),
            ]))
            @match never {
                Some(why) => { p.quiet { (words.t("irreversible")) ": " (words.t(why)) } }
                None => {
                    p.quiet { (words.t("work-can-take-back")) }
                    div.answers { (Press { op: "question.take_back", fields: &[("id", id)], label: &words.t("work-take-back"), key: "u", ..Press::default() }.button()) }
                }
            }
        } @else { p { (field(question, "message")) } }
    }
}
