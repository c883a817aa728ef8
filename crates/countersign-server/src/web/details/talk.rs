//! What persons say to each other about an item, who is to decide it, and who looks at it. Nothing of it is on the page of
//! a home with one person.

use countersign_core::{
    ActorKind,
    authority::operations::Nothing,
    comment::operations::{ItemAssign, ItemComment, ItemComments},
    item::{reject::OneItem, view::ItemView},
    op::Op as _,
    person::operations::PersonList,
};
use maud::{Markup, html};

use super::super::{
    Visit, card,
    form::{form, submit},
    text::{ago, folded, shown},
};

/// How much of a comment is shown before it folds.
const TEXT: usize = 2_000;

/// Renders the section.
pub(super) async fn talk(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    let persons = visit.ask::<PersonList>(Nothing {}).await.map(|found| found.persons).unwrap_or_default();
    let comments = match item.comments {
        0 => Vec::new(),
        _ => {
            let found = visit.ask::<ItemComments>(OneItem { id: item.id.clone() }).await;
            found.map(|found| found.comments).unwrap_or_default()
        }
    };
    if persons.len() < 2 && comments.is_empty() && item.assigned_to.is_none() {
        return html! {};
    }
    html! {
        section.card.talk id="comments" {
            h2 { (words.t("people-comments")) }
            p.quiet.looking data-looking=(item.id) aria-live="polite" { (looking(visit, &item.id)) }
            @if comments.is_empty() { p.quiet { (words.t("people-no-comments")) } }
            @for comment in &comments {
                div.comment { p.sub { b { (shown(&comment.person)) } " · " (ago(words, comment.at, visit.now())) } p { (folded(&comment.text, TEXT)) } }
            }
            (form(visit, ItemComment::NAME, &[("id", &item.id)], html! {
                textarea name="text" rows="2" required maxlength="2000" aria-label=(words.t("people-comment-field")) placeholder=(words.t("people-comment-field")) {}
                (submit(&words.t("people-comment"), "small", ""))
            }))
            @if card::is_decidable(item) {
                (form(visit, ItemAssign::NAME, &[("id", &item.id)], html! {
                    label for="assign" { (words.t("people-for")) } " "
                    select id="assign" name="person" {
                        option value="" { (words.t("people-nobody")) }
                        @for person in &persons {
                            option value=(shown(&person.name)) selected[item.assigned_to.as_ref() == Some(&person.name)] { (shown(&person.name)) }
                        }
                    }
                    " " (submit(&words.t("people-assign"), "small", ""))
                }))
            }
        }
    }
}

/// Says who else looks at an item, and that this person does.
fn looking(visit: &Visit, item: &str) -> String {
    let actor = &visit.caller.actor;
    if actor.kind != ActorKind::Person {
        return String::new();
    }
    let others = visit.app.presence.look(item, &actor.name, visit.now());
    match others.is_empty() {
        true => String::new(),
        false => {
            let who = others.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ");
            visit.words.with("people-looks", &[("who", who.into())])
        }
    }
}

/// The text that the module asks for now and then while the page is open.
pub(in super::super) async fn looks(visit: Visit) -> String {
    looking(&visit, visit.param("id"))
}
