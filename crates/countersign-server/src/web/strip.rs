//! What goes on by itself, pinned on top of every page: what it is, how much time is left, and the button that stops it.

use countersign_core::{
    countdown::operations::{CountdownList, ListInput},
    item::view::Waits,
};
use maud::{Markup, html};

use super::{Visit, card, text::folded};

/// How many are pinned; of the others there is the count, and the way to them.
const PINNED: usize = 3;
/// How much of a title is shown.
const TITLE: usize = 160;

/// The strip. It is there also where nothing counts down, so that the module can fill it.
pub(super) async fn strip(visit: &Visit) -> Markup {
    let words = visit.words;
    let found = visit.ask::<CountdownList>(ListInput {}).await;
    let all = found.map(|found| found.countdowns).unwrap_or_default();
    html! {
        section.counting id="counting" aria-label=(words.t("strip-title")) hidden[all.is_empty()] {
            @if !all.is_empty() { ul { @for one in all.iter().take(PINNED) { (line(visit, one)) } } }
            @if all.len() > PINNED { p { a href="/" { (words.count("strip-more", all.len() - PINNED)) } } }
        }
    }
}

fn line(visit: &Visit, one: &Waits) -> Markup {
    let id = one.id.as_str();
    let place = format!("/{}s/{id}", one.kind.as_str());
    html! { li data-counts=(id) { a href=(place) { (folded(&visit.words.say(&one.title), TITLE)) } (card::countdown(visit, id, one.auto_approve_timeout, "")) } }
}
