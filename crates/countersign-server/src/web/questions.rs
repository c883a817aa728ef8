//! A question of an agent: its choices as buttons, a free answer if allowed, what happens when time is up, and how to
//! withdraw an answer until the agent was told.

use countersign_core::question::{
    Question, QuestionStatus,
    operations::{Asked, OneQuestion, QuestionShow},
};
use maud::{Markup, html};

use super::{
    Page, Visit,
    form::{Press, followed, form, submit},
    frame::Tab,
    list,
    text::{ago, shown, shown_if},
    thing::{badge, facts, link, plain, when, who},
};
use crate::answer::Refusal;

/// The page of one question.
pub(super) async fn question(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let asked = visit.ask::<QuestionShow>(OneQuestion { id: visit.param("id").to_owned() }).await?;
    let question = &asked.question;
    let beside = list::beside(&visit, &question.id).await;
    let thing = html! {
        p.crumb { (list::way_back(&visit, beside.as_ref())) a href="/runs" { (words.t("tab-runs")) } " / " (link(&question.run)) " / " code { (shown(&question.id)) } }
        h1 { (words.with("work-asks", &[("agent", shown(&question.agent).into())])) " " (badge(&visit, question.status)) }
        section.card {
            blockquote.asks { (countersign_core::text::visible_multiline(&question.text).text) }
            (facts(&visit, &[
                ("work-asked-at", when(&visit, question.asked_at)),
                ("work-time-left", due(&visit, question)),
                ("work-default", plain(shown_if(question.default.as_ref()))),
            ]))
            @match question.status {
                QuestionStatus::Open => { (answers(&visit, question, list::then(beside.as_ref()))) }
                QuestionStatus::Answered | QuestionStatus::Expired | QuestionStatus::Cancelled => { (answered(&visit, &asked)) }
            }
        }
    };
    let body = list::with_list(&visit, beside.as_ref(), &question.id, &thing);
    Ok(Page::new(words.t("waits-question"), Tab::Inbox, body))
}

/// Renders the deadline, and the answer that applies then.
fn due(visit: &Visit, question: &Question) -> Markup {
    let words = visit.words;
    let Some(at) = question.due_at.filter(|_| question.status == QuestionStatus::Open) else {
        return html! {};
    };
    let then = if question.default.is_some() { "work-then-default" } else { "work-then-nothing" };
    html! { (ago(words, at, visit.now())) "; " (words.t(then)) }
}

/// Renders the ways to answer; `then` is the page that follows, if it is not this one.
fn answers(visit: &Visit, question: &Question, then: &str) -> Markup {
    let words = visit.words;
    let (id, choices) = (question.id.as_str(), &question.choices);
    let again = |place: &str| {
        html! {
            p { label.inline for=(place) { input id=(place) type="checkbox" name="rerun"; (words.t("work-rerun")) } }
            p.quiet { (words.t("work-rerun-hint")) }
        }
    };
    let as_buttons = html! {
        div.answers data-key="g" { @for choice in choices { button.button name="answer" value=(choice) { (shown(choice)) } } }
        (again("rerun-choice"))
    };
    let as_text = html! {
        label for="answer" { (words.t(if choices.is_empty() { "work-answer" } else { "work-other-answer" })) }
        textarea id="answer" name="answer" maxlength="10000" rows="4" required {}
        (again("rerun-text"))
        p { (submit(&words.t("work-answer-send"), "yes", "")) }
    };
    html! {
        @if !choices.is_empty() { (form(visit, "question.answer", followed(&[("id", id), ("back", then)]), as_buttons)) }
        @if question.free_text { div.free data-key=[choices.is_empty().then_some("g")] { (form(visit, "question.answer", followed(&[("id", id), ("back", then)]), as_text)) } }
    }
}

/// Renders the answer in force, who gave it, and whether it can be withdrawn.
fn answered(visit: &Visit, asked: &Asked) -> Markup {
    let (words, question) = (visit.words, &asked.question);
    let id = question.id.as_str();
    let by = match question.answered_by.as_deref() {
        Some(Question::BY_TIMEOUT) => words.t("work-decided-timeout").into_owned(),
        by => who(by.unwrap_or_default()),
    };
    let never = match (question.rerun, question.delivered_at.is_none()) {
        (true, _) => Some("work-answer-rerun"),
        (false, false) => Some("work-answer-told"),
        (false, true) => None,
    };
    let replaced = html! { @for (n, item) in question.superseded.iter().enumerate() { @if n > 0 { ", " } (link(item)) } };
    html! {
        @if let Some(answer) = &question.answer {
            (facts(visit, &[
                ("work-answer", html! { strong { (shown(answer)) } }),
                ("work-decided-by", plain(by)),
                ("work-answered-at", when(visit, question.answered_at)),
                ("work-told-at", when(visit, question.delivered_at)),
                ("work-superseded", replaced),
            ]))
            @match never {
                Some(why) => { p.quiet { (words.t("irreversible")) ": " (words.t(why)) } }
                None => {
                    p.quiet { (words.t("work-can-take-back")) }
                    div.answers { (Press { op: "question.take_back", fields: &[("id", id)], label: &words.t("work-take-back"), key: "u", ..Press::default() }.button()) }
                }
            }
        } @else { p { (shown(&asked.message)) } }
    }
}
