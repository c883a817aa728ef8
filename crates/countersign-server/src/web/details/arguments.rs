//! The arguments of a call: short ones are shown here, long ones are linked, piece by piece.

use countersign_core::{item::view::ItemView, record::Doc, text};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    super::{Visit, long, text::shown},
    address, number,
};

/// How many characters and lines of one argument are shown.
const CHARACTERS: usize = 3_000;
const LINES: usize = 30;

/// Renders all arguments, and the agent's original ones if a person changed them.
pub(super) fn arguments(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    let (now, before) = (&item.args, item.original_args.as_ref());
    let wanted = ["arg", "was"].into_iter().find_map(|side| Some((side, visit.asked(side)?)));
    let piece = wanted.and_then(|(side, name)| {
        let value = if side == "arg" { Some(now) } else { before }?.get(name)?;
        let link = |at: usize| address(item, &[(side, name), ("at", &at.to_string())]);
        Some(long::piece(visit, &shown(name), &written(value), number(visit, "at"), &link))
    });
    html! {
        @if let Some(piece) = piece { (piece) }
        section.card.arguments id="arguments" {
            h2 { (words.with("details-arguments", &[("tool", shown(&item.tool).into())])) }
            @if now.is_empty() { p.quiet { (words.t("details-no-arguments")) } }
            @else { (listed(visit, item, now, "arg")) }
            @if let Some(args) = before {
                h3 { (words.t("details-arguments-proposed")) }
                (listed(visit, item, args, "was"))
            }
        }
    }
}

/// Formats a value: a string as it is, anything else as JSON.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| format!("{value:#}"), str::to_owned)
}

fn listed(visit: &Visit, item: &ItemView, args: &Doc, side: &str) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in args {
                dt { code { (shown(name)) } }
                dd { (one(visit, &written(value), &|| address(item, &[(side, name)]))) }
            }
        }
    }
}

fn one(visit: &Visit, whole: &str, link: &dyn Fn() -> String) -> Markup {
    let lines = whole.lines().count();
    if lines <= 1 && whole.len() <= 200 {
        return html! { code { (shown(whole)) } };
    }
    let mut end = whole.char_indices().nth(CHARACTERS).map_or(whole.len(), |(end, _)| end);
    end = end.min(whole.match_indices('\n').nth(LINES).map_or(whole.len(), |(end, _)| end));
    let characters = whole.chars().count();
    html! {
        pre { (text::visible_multiline(&whole[..end]).text) }
        p.fold {
            (visit.words.with("details-length", &[("lines", lines.into()), ("characters", characters.into())]))
            @if end < whole.len() { ", " a href={ (link()) "#text" } { (visit.words.count("details-rest", whole[end..].chars().count())) } }
        }
    }
}
