//! The page of a thing that receipts are about: a task, an event, a file, with what waits about it. Whoever undoes something
//! goes on here.

use countersign_core::receipt::thing::{Input, ThingShow};
use maud::html;

use super::{
    Page, Visit,
    card::{self, Line},
    frame::Tab,
    receipts,
    text::{path, shown},
    thing,
};
use crate::answer::Refusal;

/// How many changes a line of what waits shows.
const CHANGES: usize = 4;

/// Its fields, what waits about it, and what happened to it.
pub(super) async fn thing(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let kind = visit.param("kind").to_owned();
    let wanted = Input { kind, id: visit.given("id").unwrap_or_default() };
    let found = visit.ask::<ThingShow>(wanted).await?;
    let name = ["title", "name", "text"].iter().find_map(|field| found.value[*field].as_str());
    let title = shown(name.unwrap_or(found.id.as_str()));
    let body = html! {
        p.crumb { a href="/receipts" { (words.t("tab-receipts")) } " / " code { (shown(&found.kind)) } }
        h1 { @if name.is_some() { (title) } @else { (path(&title)) } }
        section.card {
            @if found.value.is_null() { p.quiet { code { (path(&shown(&found.id))) } } }
            @else { (thing::folded_json(&visit, &found.value)) }
        }
        @if !found.waiting.is_empty() {
            h2 { (words.t("thing-waits")) }
            ul.lines.card {
                @for item in &found.waiting {
                    (card::line(&visit, item, &Line { with_target: false, chosen: None, changes: CHANGES, back: "", more: None }))
                }
            }
        }
        h2 { (words.t("tab-history")) }
        @if found.receipts.is_empty() { div.card { p { (words.t("receipts-none")) } } }
        @else { ul.lines.card { @for receipt in &found.receipts { (receipts::line(&visit, receipt)) } } }
    };
    Ok(Page::new(title, Tab::Receipts, body))
}
