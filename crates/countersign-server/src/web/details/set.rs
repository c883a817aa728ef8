//! The page of a change set: all its items with their changes, and the answers to several at once.

use countersign_core::{
    item::view::{ItemView, SetView},
    show,
};
use countersign_words::say;
use maud::{Markup, html};

use super::{
    super::{
        Page, Visit, card,
        diff::{self, Diff, How},
        form::{Press, form, submit},
        frame::{Tab, missing},
        run_facts, seen,
        text::{count, folded, short, shown},
    },
    address,
};
use crate::answer::Refusal;

/// How many diff lines are shown per item; its own page has the others.
const LINES: usize = 120;
/// How many diff lines one page has in total.
const ALTOGETHER: usize = 1_200;

/// The page.
pub(in super::super) async fn set(visit: Visit) -> Result<Page, Refusal> {
    let show::Output::ChangeSet { change_set, mut items } = visit.show(visit.param("id")).await? else {
        return Err(missing(say!("problem-web-such-set")));
    };
    run_facts::seen_from_runs(&visit, &mut items).await;
    let (words, set) = (visit.words, &change_set);
    let items: Vec<&ItemView> = items.iter().collect();
    let total = count(set.total);
    let title = words.with("card-title", &[("agent", shown(&set.agent).into()), ("n", total.into())]);
    let mut room = ALTOGETHER;
    let whole: Vec<Markup> = items
        .iter()
        .map(|item| {
            let (shown, used) = difference(&visit, item, room.min(LINES));
            room -= used.min(room);
            shown
        })
        .collect();
    let body = html! {
        nav.crumbs aria-label=(words.t("details-crumbs")) {
            a href="/" { (words.t("tab-inbox")) } " › " span aria-current="page" { (shown(short(&set.id))) }
        }
        h1 { (title) }
        div data-shown=(seen::word(&set.id, items.iter().map(|item| item.digest.as_str()))) { (card::whole(&visit, set, &items, &whole)) }
        (answers(&visit, set, &items))
    };
    Ok(Page::new(title, Tab::Inbox, body))
}

/// Renders the diff of an item, folded, and returns how many lines were rendered.
fn difference(visit: &Visit, item: &ItemView, most: usize) -> (Markup, usize) {
    let diff = Diff::read(item.preview.diff.as_deref().unwrap_or_default());
    if diff.rows.is_empty() {
        return (html! {}, 0);
    }
    let at = |row: usize| address(item, &[("from", &row.to_string())]);
    let line = |row: usize| address(item, &[("line", &row.to_string())]);
    let folder = item.facts.folder.as_deref();
    let how = How { from: 0, most, split: false, at: &at, line: Some(&line), folder, all: None };
    let shown = html! {
        details.difference { summary { (visit.words.t("diff-title")) ": " (diff::totals(visit, &diff, item.preview.is_whole())) } h2.sr-only { (visit.words.t("diff-title")) } (diff::lines(visit, &diff, &how)) }
    };
    (shown, most.min(diff.rows.len()))
}

/// Renders the answers to all of it at once.
fn answers(visit: &Visit, set: &SetView, items: &[&ItemView]) -> Markup {
    let words = visit.words;
    let id = set.id.as_str();
    let open = items.iter().filter(|item| card::is_decidable(item)).count();
    let alone = items.iter().filter(|item| card::is_decidable(item) && !card::is_plain(item)).count();
    let held = items.iter().find_map(|item| item.claimed_by.as_deref());
    let dismiss = html! {
        div.way {
            (submit(&words.count("details-dismiss", open), "no", ""))
            input type="text" name="reason" maxlength="2000" autocomplete="off" aria-label=(words.t("details-reason-label")) placeholder=(words.t("details-reason-label"));
        }
    };
    html! {
        @if open > 0 {
            section.card.decide id="answers" aria-labelledby="answers-title" {
                h2 id="answers-title" { (words.t("details-answers")) }
                @if alone > 0 { p.quiet { (words.count("details-alone", alone)) } }
                (card::left_out(visit, items))
                div.ways {
                    (form(visit, "set.dismiss", &[("id", id)], dismiss))
                    (card::together(visit, id, items))
                }
                p.besides {
                    @if held.is_none_or(|person| person == visit.caller.actor.name) {
                        @let release = if held.is_some() { "true" } else { "" };
                        (Press { op: "item.claim", fields: &[("id", id), ("release", release)], label: &words.t(if held.is_some() { "details-release" } else { "details-claim" }), look: "quiet", ..Press::default() }.button())
                    }
                    a.button.quiet href={ "/runs/" (set.run) } { (words.t("details-run")) " " (folded(short(&set.run), 40)) }
                }
            }
        }
    }
}
