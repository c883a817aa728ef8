//! The arguments of a call: short ones are shown here, long ones are linked, piece by piece.

use countersign_core::{item::view::ItemView, record::Doc, text};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    super::{Visit, long, text::shown},
    address, command, number,
};

/// How many characters and lines of one argument are shown.
const CHARACTERS: usize = 3_000;
const LINES: usize = 30;

/// Renders the arguments, and the agent's original ones if a person changed them. The command that stands above with its
/// findings is not repeated; below a whole difference, long texts fold: it shows what they do.
pub(super) fn arguments(visit: &Visit, item: &ItemView, has_difference: bool) -> Markup {
    let words = visit.words;
    let (all, before) = (&item.args, item.original_args.as_ref());
    let mut now = all.clone();
    if let Some((name, _)) = command::shown_text(item).filter(|(_, text)| command::is_all_shown(text)) {
        now.remove(name);
    }
    let now = &now;
    if now.is_empty() && !all.is_empty() && before.is_none() && visit.asked("arg").is_none() {
        return html! {};
    }
    let wanted = ["arg", "was"].into_iter().find_map(|side| Some((side, visit.asked(side)?)));
    let piece = wanted.and_then(|(side, name)| {
        let value = if side == "arg" { Some(all) } else { before }?.get(name)?;
        let link = |at: usize| address(item, &[(side, name), ("at", &at.to_string())]);
        Some(long::piece(visit, &shown(name), &written(value), number(visit, "at"), &link))
    });
    html! {
        @if let Some(piece) = piece { (piece) }
        section.card.arguments id="arguments" {
            h2 { (words.with("details-arguments", &[("tool", shown(&item.tool).into())])) }
            @if now.is_empty() { p.quiet { (words.t("details-no-arguments")) } }
            @else { (listed(visit, item, now, "arg", has_difference)) }
            @if let Some(args) = before {
                h3 { (words.t("details-arguments-proposed")) }
                (listed(visit, item, args, "was", false))
            }
        }
    }
}

/// Formats a value: a string as it is, anything else as JSON.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| format!("{value:#}"), str::to_owned)
}

fn listed(visit: &Visit, item: &ItemView, args: &Doc, side: &str, folds: bool) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in args {
                dt { code { (shown(name)) } }
                dd { (one(visit, &written(value), &|| address(item, &[(side, name)]), folds)) }
            }
        }
    }
}

fn one(visit: &Visit, whole: &str, link: &dyn Fn() -> String, folds: bool) -> Markup {
    let lines = whole.lines().count();
    if lines <= 1 && whole.len() <= 200 {
        return html! { code { (shown(whole)) } };
    }
    let mut end = whole.char_indices().nth(CHARACTERS).map_or(whole.len(), |(end, _)| end);
    end = end.min(whole.match_indices('\n').nth(LINES).map_or(whole.len(), |(end, _)| end));
    let characters = whole.chars().count();
    let length =
        visit.words.with("details-length", &[("lines", lines.into()), ("characters", characters.into())]);
    let begin = html! { pre { (text::visible_multiline(&whole[..end]).text) } };
    html! {
        @if folds { details { summary { (length) } (begin) } } @else { (begin) }
        p.fold {
            @if !folds { (length) }
            @if end < whole.len() { ", " a href={ (link()) "#text" } { (visit.words.count("details-rest", whole[end..].chars().count())) } }
        }
    }
}
