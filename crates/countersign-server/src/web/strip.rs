//! Countdowns, pinned to the top of every page: what proceeds by itself, the remaining time, and the button that stops
//! it.

use countersign_core::{
    countdown::operations::{CountdownList, ListInput},
    item::view::Waits,
};
use maud::{Markup, html};

use super::{Visit, card, text::folded};

/// How many are pinned; the others are counted, with a link to them.
const PINNED: usize = 3;
/// How much of a title is shown.
const TITLE: usize = 160;

/// Renders the strip. It is present even if nothing counts down, so that the module can fill it.
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
