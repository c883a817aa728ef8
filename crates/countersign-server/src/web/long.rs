//! Long texts in pieces: all of a text can be read, and no page becomes too large.

use countersign_core::text;
use maud::{Markup, html};

use super::Visit;

/// The number of characters per piece.
const PIECE: usize = 20_000;

/// Renders a piece of a text from a character on, with links to the others.
pub(crate) fn piece(
    visit: &Visit,
    title: &str,
    whole: &str,
    at: usize,
    link: &dyn Fn(usize) -> String,
) -> Markup {
    let words = visit.words;
    let total = whole.chars().count();
    let at = at.min(total);
    let piece: String = whole.chars().skip(at).take(PIECE).collect();
    let end = at + piece.chars().count();
    html! {
        section.card.piece id="text" {
            h2 { (title) }
            p.sub { (words.with("long-piece", &[("from", (at + 1).min(total).into()), ("to", end.into()), ("total", total.into())])) }
            pre { (text::visible_multiline(&piece).text) }
            p.pages {
                @if at > 0 { a.button href={ (link(at.saturating_sub(PIECE))) "#text" } { (words.t("long-before")) } " " }
                @if end < total { a.button href={ (link(end)) "#text" } { (words.t("long-after")) } }
            }
        }
    }
}
