//! The page of an item, on which a person decides: first what would happen (the difference, or the command and its
//! findings), then the facts, the arguments, and last the agent's words; beside it the list of what waits. Long parts are
//! shortened, with how much more there is and a link to it.

mod after;
mod always;
mod answers;
mod arguments;
mod command;
mod facts;
mod set;
mod talk;
pub(super) mod whole;

use countersign_core::{
    drill::is_drill,
    inbox::{self, InboxList},
    item::{bulk, view::ItemView},
    show, text,
    tool::FieldChange,
};
use countersign_words::say;
use maud::{Markup, html};
use serde_json::Value;

use super::{
    Page, Visit, card,
    diff::{self, Diff, How},
    drills, edit,
    frame::{Tab, missing},
    glance,
    list::{self, Beside},
    long,
    pictures::pictures,
    run_facts, seen,
    summary::summary_of,
    text::{ago, folded, path, say, short, shown, within},
    thing,
    visit::{HIDE, SPACE},
};
use crate::answer::Refusal;

pub(super) use self::{set::set, talk::looks};

/// The length of a summary as heading; the facts below have all of it.
const SUMMARY: usize = 400;
/// How much of a shortened command must be the same to be known in a heading.
const COMMAND_BEGIN: usize = 16;
/// The length of a changed value.
const VALUE: usize = 2_000;
/// How many changed fields are shown before the others fold.
const CHANGES: usize = 60;
/// How many deleted files a page shows.
const LOST: usize = 200;
/// How many lines of a diff a page shows.
const LINES: usize = bulk::PAGE_LINES;

/// The page.
pub(super) async fn item(visit: Visit) -> Result<Page, Refusal> {
    let id = visit.param("id");
    let (mut item, decisions, receipt) = if is_drill(id) {
        let drill = drills::show(&visit, id).await?;
        if drill.ended_at.is_some() {
            return Ok(drills::revealed(&visit, &drill, "/"));
        }
        (Box::new(drill.item), Vec::new(), None)
    } else {
        let show::Output::Item { item, decisions, receipt } = visit.show(id).await? else {
            return Err(missing(say!("problem-web-such-item")));
        };
        (item, decisions, receipt)
    };
    // The page names the folder.
    run_facts::seen_from_runs(&visit, std::slice::from_mut(&mut *item)).await;
    let item = &*item;
    let words = visit.words;
    let diff = Diff::read(item.preview.diff.as_deref().unwrap_or_default());
    let summary = heading(&visit, item);
    let editing = if visit.asked("edit").is_some() && !is_drill(&item.id) {
        Some(edit::edit(&visit, item, &diff).await?)
    } else {
        None
    };
    // After changing a call, a person answers once they have seen the result.
    let beside = list::beside(&visit, &item.id).await;
    let then = list::then(beside.as_ref());
    let answers = if editing.is_none() {
        answers::answers(&visit, item, then).await
    } else {
        html! {}
    };
    let answerable = editing.is_none() && card::is_decidable(item);
    let next = next(&visit, item, beside.as_ref()).await;
    let talk = if is_drill(&item.id) {
        html! {}
    } else {
        talk::talk(&visit, item).await
    };
    let has_difference = item.preview.is_whole() && !diff.files.is_empty();
    let end = html! { i data-end {} };
    let thing = html! {
        article.details data-panel tabindex="-1" aria-labelledby="item-title" data-shown=(seen::word(&item.id, [item.digest.as_str()])) data-item=(shown(&item.id)) data-status=(item.status.as_str()) {
            header {
                h1 id="item-title" { (path(&summary)) }
                p.sub {
                    a href={ "/?agent=" (facts::escaped(&item.agent)) } { (shown(&item.agent)) } " · " code { (shown(&item.tool)) } " · "
                    (ago(words, item.created_at, visit.now()))
                }
                p.marks { (facts::reversal_badge(&visit, &item.reversal)) (card::badges(&visit, item)) @if answerable { " " a.to-answers href="#answers" { (words.t("details-to-answers")) } } }
            }
            (card::not_shown(&visit, item))
            (whole::ways(&visit, item))
            (warnings(&visit, item))
            (lost(&visit, item))
            (after::state(&visit, item))
            (command::command(&visit, item))
            @if visit.hides_space() {
                @let (diff, hidden) = diff::without_space(&diff);
                (difference(&visit, item, &diff, Some(hidden)))
            } @else { (difference(&visit, item, &diff, None)) }
            @if !item.preview.pictures.is_empty() { section.card { (pictures(&visit, item.facts.folder.as_deref(), &item.preview.pictures)) } }
            @if let Some(printed) = &item.preview.printed { section.card.printed { (thing::printed(&visit, printed)) } }
            (changes(&visit, item, &diff))
            (definition(&visit, item))
            // What comes after a whole difference says no more of what would happen.
            @if has_difference { (end) }
            div.sides {
                section.card { h2 { (words.t("details-facts")) } (facts::effects(&visit, item)) }
                section.card { h2 { (words.t("details-circumstances")) } (facts::circumstances(&visit, item)) }
            }
            @match editing { Some(form) => { (form) }, None => { (arguments::arguments(&visit, item, has_difference)) } }
            @if !has_difference { (end) }
            (claimed(&visit, item))
            (talk)
            (after::history(&visit, item, &decisions, receipt.as_deref()))
            (answers)
        }
        (next)
    };
    let body = html! { (crumbs(&visit, item, beside.as_ref())) (list::panes(beside.as_ref(), &thing)) };
    Ok(Page::new(summary, Tab::Inbox, body))
}

/// Returns the heading: what an item does. The command that stands below, in full, is left out, and paths are shown from
/// the folder of the call.
fn heading(visit: &Visit, item: &ItemView) -> String {
    let whole = shown(&visit.words.say(&item.summary));
    let command = command::shown_text(item).map(|(_, text)| shown(text)).unwrap_or_default();
    let said = without_command(&whole, command.trim());
    let said = item.facts.folder.as_deref().map_or(said.to_owned(), |folder| text::seen_from(folder, said));
    text::truncate(&said, SUMMARY)
}

/// Returns a summary without the command at its end, which may have been shortened there.
fn without_command<'s>(summary: &'s str, command: &str) -> &'s str {
    let is_command = |at: &usize| {
        let rest = &summary[at + 2..];
        let begin = rest.rsplit_once("… (+").map_or(rest, |(begin, _)| begin);
        rest == command
            || (begin.len() < rest.len() && begin.len() >= COMMAND_BEGIN && command.starts_with(begin))
    };
    let ends = summary.match_indices(": ").map(|(at, _)| at).find(is_command);
    ends.filter(|at| *at > 0 && !command.is_empty()).map_or(summary, |at| &summary[..at])
}

/// Renders the breadcrumbs.
fn crumbs(visit: &Visit, item: &ItemView, beside: Option<&Beside>) -> Markup {
    let set = &item.change_set;
    html! {
        nav.crumbs aria-label=(visit.words.t("details-crumbs")) {
            @if beside.is_some() { (list::way_back(visit, beside)) } @else { a href="/" data-back { (visit.words.t("tab-inbox")) } " › " }
            a href={ "/sets/changes/" (set) } { (visit.words.with("details-set-of", &[("agent", shown(&item.agent).into())])) } " › "
            span aria-current="page" { (shown(short(&item.id))) }
        }
    }
}

/// Renders the warnings.
fn warnings(visit: &Visit, item: &ItemView) -> Markup {
    let warnings = &item.preview.warnings;
    html! {
        @if !warnings.is_empty() {
            ul.warnings { @for warning in warnings { li.warning { (folded(&visit.words.say(warning), VALUE)) } } }
        }
    }
}

/// Renders what is deleted, each with its size, page by page.
fn lost(visit: &Visit, item: &ItemView) -> Markup {
    let (words, all) = (visit.words, &item.preview.lost);
    if all.is_empty() {
        return html! {};
    }
    let (n, _, bytes) = item.preview.lost_counts();
    let size = |bytes| say(words, &text::size(bytes));
    let from = number(visit, "lost").min(all.len().saturating_sub(1)) / LOST * LOST;
    let to = (from + LOST).min(all.len());
    let at = |from: usize| format!("{}#lost", address(item, &[("lost", &from.to_string())]));
    html! {
        section.card.lost id="lost" {
            h2 { (words.with("details-lost", &[("n", n.into()), ("size", size(bytes).into())])) }
            table {
                @for one in &all[from..to] {
                    tr {
                        td { (path(&shown(within(item.facts.folder.as_deref(), &one.path)))) @if one.is_folder { "/" } }
                        td.quiet {
                            @if one.files > 0 { (words.count("details-lost-inside", one.files)) ", " (size(one.bytes)) }
                            @else if one.is_folder { (words.t("details-lost-folder")) }
                            @else { (size(one.bytes)) }
                        }
                    }
                }
            }
            @if all.len() > LOST {
                p.more {
                    (words.with("details-lost-page", &[("from", (from + 1).into()), ("to", to.into()), ("total", all.len().into())]))
                    @if from > 0 { " " a href=(at(from - LOST)) rel="prev" { (words.t("details-lost-before")) } }
                    @if to < all.len() { " " a href=(at(to)) rel="next" { (words.t("details-lost-after")) } }
                }
            }
        }
    }
}

/// Renders fields before and after, in full. What the difference says, and what the command above says of itself, is not
/// repeated.
fn changes(visit: &Visit, item: &ItemView, diff: &Diff<'_>) -> Markup {
    // The findings of a command stand under its lines, and what else it is called with among the arguments.
    let has_command = command::shown_text(item).is_some();
    let is_of_shell = command::shown_text(item).is_some_and(|(name, _)| matches!(name, "command" | "script"));
    let is_said = |change: &FieldChange| item.preview.is_of_call(change) || is_of_shell && change.is_given();
    let is_size_of_shown = |change: &&FieldChange| {
        let label = say(visit.words, &change.label);
        let is_in_diff = item.preview.is_whole() && diff.files.iter().any(|file| file.name == label);
        is_in_diff && glance::is_size(visit, change)
    };
    let changes = item.preview.changes_beside_lost().into_iter().filter(|change| !is_size_of_shown(change));
    let (said, changes): (Vec<_>, Vec<_>) = changes.partition(|change| has_command && is_said(change));
    let rows = |some: &[&FieldChange]| {
        html! {
            ul.changes {
                @for change in some {
                    li { (glance::one(visit, change, "", item.facts.folder.as_deref(), VALUE)) }
                }
            }
        }
    };
    html! {
        @if !changes.is_empty() {
            section.card {
                h2 { (visit.words.count("details-changed", changes.len())) }
                (rows(&changes[..changes.len().min(CHANGES)]))
                @if changes.len() > CHANGES {
                    details { summary { (visit.words.with("details-more-of", &[("n", (changes.len() - CHANGES).into()), ("total", changes.len().into())])) } (rows(&changes[CHANGES..])) }
                }
            }
        }
        @if !said.is_empty() { details.again { summary { (visit.words.t("details-again")) } (rows(&said)) } }
    }
}

/// Returns the address of an item's page with parameters.
fn address(item: &ItemView, pairs: &[(&str, &str)]) -> String {
    let mut out = format!("/items/{}", item.id);
    for (n, (name, value)) in pairs.iter().filter(|(_, value)| !value.is_empty()).enumerate() {
        let gap = if n == 0 { '?' } else { '&' };
        out.push_str(&format!("{gap}{name}={}", facts::escaped(value)));
    }
    out
}

fn number(visit: &Visit, name: &str) -> usize {
    visit.asked(name).and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// Renders the diff, or the one requested line of it; `hidden` is how many lines it shows as the same, if it ignores spaces.
fn difference(visit: &Visit, item: &ItemView, diff: &Diff<'_>, hidden: Option<usize>) -> Markup {
    if diff.rows.is_empty() && diff.files.is_empty() {
        return html! {};
    }
    let words = visit.words;
    let view = visit.asked("view").filter(|v| *v == "split").unwrap_or_default();
    let split = !view.is_empty();
    let built = visit.asked("built").filter(|v| *v == "shown").unwrap_or_default();
    let space = if hidden.is_some() { HIDE } else { "" };
    let with = |view: &str, built: &str, space: &str, name: &str, row: usize| {
        address(item, &[("view", view), ("built", built), (SPACE, space), (name, &row.to_string())])
    };
    let at = |row: usize| with(view, built, space, "from", row);
    let all = |row: usize| with(view, "shown", space, "from", row);
    let line = |row: usize| with(view, built, space, "line", row);
    // What fits a page is shown whole, since it can be confirmed by a key.
    let folds = built.is_empty() && !bulk::fits_a_page(&item.preview);
    let all = folds.then_some(&all as &dyn Fn(usize) -> String);
    let how = How {
        from: number(visit, "from"),
        most: LINES,
        split,
        at: &at,
        line: Some(&line),
        folder: item.facts.folder.as_deref(),
        all,
    };
    let wanted =
        visit.asked("line").and_then(|n| n.parse::<usize>().ok()).and_then(|n| Some((n, diff.rows.get(n)?)));
    html! {
        @if let Some((n, row)) = wanted {
            (long::piece(visit, &words.t("details-line"), row.text, number(visit, "at"), &|at| format!("{}&at={at}", line(n))))
        }
        section.card.difference id="diff" data-viewed=[(diff.files.len() > 1).then(|| words.t("diff-viewed"))] {
            header {
                h2 { (words.t("diff-title")) }
                p.sub {
                    (diff::totals(visit, diff, item.preview.is_whole()))
                    // The browser knows how many, and shows it.
                    span.quiet data-viewed-count hidden { ", " (words.with("diff-viewed-count", &[("n", 0_usize.into()), ("total", diff.files.len().into())])) }
                }
                p.views {
                    a href={ (with("", built, space, "from", how.from)) "#diff" } aria-current=[(!split).then_some("true")] { (words.t("diff-unified")) }
                    a href={ (with("split", built, space, "from", how.from)) "#diff" } aria-current=[split.then_some("true")] { (words.t("diff-split")) }
                    @if hidden.is_none() { a href={ (with(view, built, HIDE, "from", 0)) "#diff" } { (words.t("diff-space-hide")) } }
                }
            }
            @if let Some(n) = hidden {
                p.not-shown { (words.count("diff-space-hidden", n)) " " a href={ (with(view, built, "", "from", 0)) "#diff" } { (words.t("details-space-all")) } }
            }
            (diff::contents(visit, diff, &how))
            (diff::again(visit, diff))
            (diff::lines(visit, diff, &how))
        }
    }
}

/// Renders how the tool's definition differs from the accepted one.
fn definition(visit: &Visit, item: &ItemView) -> Markup {
    let changes = &item.preview.definition;
    let side = |side: &Value| side.as_str().map(|t| text::visible_multiline(t).text);
    html! {
        @if !changes.is_empty() {
            section.card.definition {
                h2 { (visit.words.t("details-definition")) }
                p.warning { (visit.words.t("details-definition-why")) }
                @for change in changes {
                    h3 { (say(visit.words, &change.label)) }
                    @if let Some(before) = side(&change.before) { pre.before { (before) } }
                    @if let Some(after) = side(&change.after) { pre.after { (after) } }
                }
            }
        }
    }
}

/// Renders the agent's words, and what is suspicious about them.
fn claimed(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    html! {
        @if item.human_summary.is_some() || !item.flags.is_empty() {
            section.card.words {
                h2 { (words.t("details-words")) }
                p.quiet { (words.t("details-words-claim")) }
                @if let Some(said) = &item.human_summary { blockquote.claim { (folded(said, 10_000)) } }
                @for flag in &item.flags { p.warning.flag { "⚠ " (say(words, flag)) } }
            }
        }
    }
}

/// Renders the links to the entries before and after it: those of the list beside it, otherwise the next item of the
/// inbox.
async fn next(visit: &Visit, item: &ItemView, beside: Option<&Beside>) -> Markup {
    if let Some(beside) = beside {
        return list::around(visit, beside);
    }
    let wanted = inbox::Input { after: Some(item.id.clone()), limit: Some(1), ..inbox::Input::default() };
    let Ok(inbox) = visit.ask::<InboxList>(wanted).await else { return html! {} };
    let Some(next) = inbox.items.first() else { return html! {} };
    html! {
        p.next {
            span.quiet { (visit.words.t("details-next")) } " "
            a href={ "/items/" (next.id) } rel="next" data-key="j" { (summary_of(visit.words, &next.summary, 160)) }
            " " (card::badges(visit, next)) " " (ago(visit.words, next.created_at, visit.now()))
        }
    }
}
