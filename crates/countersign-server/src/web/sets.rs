//! Working sets: things that a person put together to review. Each change gives a receipt, so that the bar can undo it.

use countersign_core::working_set::{
    EntryState, EntryView,
    operations::{ListInput, Listed, SetList, SetShow, ShowInput},
};
use maud::{Markup, html};

use super::{
    Page, Visit,
    form::{Press, form, submit},
    frame::Tab,
    text::{count, folded, say_if, shown},
    thing::{self, form_to, when},
};
use crate::answer::Refusal;

/// Up to this many entries each row has its own up and down buttons: each button contains the whole order.
const SMALL: usize = 30;
/// How much of a title and a note a row shows.
const LINE: usize = 160;
/// The states of an entry.
const MARKS: [EntryState; 4] =
    [EntryState::Pinned, EntryState::Staged, EntryState::Deferred, EntryState::None];

/// Returns the message of the button for a state, and its sign.
fn mark(state: EntryState) -> (&'static str, &'static str) {
    match state {
        EntryState::Pinned => ("work-pin", "◆"),
        EntryState::Staged => ("work-stage", "▶"),
        EntryState::Deferred => ("work-defer", "◷"),
        EntryState::None => ("work-clear", "○"),
    }
}

/// Returns the message of a state, if one was set.
fn said(state: EntryState) -> Option<&'static str> {
    match state {
        EntryState::Pinned => Some("work-pinned"),
        EntryState::Staged => Some("work-staged"),
        EntryState::Deferred => Some("work-deferred"),
        EntryState::None => None,
    }
}

/// The list, newest first, and the form for another.
pub(super) async fn sets(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let found = visit.ask::<SetList>(ListInput { limit: None, before: visit.given("before") }).await?;
    let sets = &found.working_sets;
    let make = html! {
        label for="name" { (words.t("work-set-name")) }
        input id="name" type="text" name="name" maxlength="80" required autocomplete="off";
        (things_box(&visit, "things-new", false))
        p { (submit(&words.t("work-set-create"), "yes", "")) }
    };
    let body = html! {
        h1 { (words.t("tab-sets")) }
        @if sets.is_empty() { div.card { p { (words.t("work-sets-none")) } } }
        @else { ul.lines.card { @for set in sets { (line(&visit, set)) } } }
        (thing::older(&visit, "/sets", found.next.as_ref()))
        section.card { h2 { (words.t("work-set-new")) } (form(&visit, "working_set.create", &[], make)) }
    };
    Ok(Page::new(words.t("tab-sets"), Tab::Sets, body))
}

/// Renders the text area for many things at once, one per line.
fn things_box(visit: &Visit, id: &str, required: bool) -> Markup {
    html! {
        label for=(id) { (visit.words.t("work-things")) }
        textarea id=(id) name="things:lines" rows="3" required[required] spellcheck="false" {}
        p.quiet { (visit.words.t("work-things-hint")) }
    }
}

fn line(visit: &Visit, set: &Listed) -> Markup {
    let words = visit.words;
    let id = set.id.as_str();
    let of = |n: u32, word: &str| html! { @if n > 0 { " · " (words.count(word, count(n))) } };
    html! {
        li.line data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { @if set.focused { "◉" } @else { "○" } }
            div.what {
                a.summary href={ "/sets/" (id) } { (shown(&set.name)) }
                @if set.focused { " " span.badge.good { (words.t("work-focus-yours")) } }
                p.sub {
                    (words.count("work-set-things", count(set.total)))
                    (of(set.pinned, "work-n-pinned")) (of(set.staged, "work-n-staged")) (of(set.deferred, "work-n-deferred"))
                    " · " (shown(&set.created_by)) " · " (when(visit, set.created_at))
                }
            }
            div.two { (focus(visit, id, set.focused, "small")) }
        }
    }
}

fn focus(visit: &Visit, id: &str, focused: bool, look: &str) -> Markup {
    let words = visit.words;
    html! {
        @if focused { (Press { op: "working_set.unfocus", label: &words.t("work-unfocus"), look, ..Press::default() }.button()) }
        @else { (Press { op: "working_set.focus", fields: &[("id", id)], label: &words.t("work-focus"), look, ..Press::default() }.button()) }
    }
}

/// The page of one set.
pub(super) async fn set(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let set = visit.ask::<SetShow>(ShowInput { id: Some(visit.param("id").to_owned()) }).await?;
    let id = set.id.as_str();
    let entries = set.entries.as_slice();
    let rename = html! {
        label for="name" { (words.t("work-set-name")) }
        input id="name" type="text" name="name" maxlength="80" value=(shown(&set.name)) required autocomplete="off";
        p { (submit(&words.t("work-set-rename"), "", "")) }
    };
    let add = html! {
        (things_box(&visit, "things", true))
        label for="note" { (words.t("work-note")) }
        input id="note" type="text" name="note" maxlength="500" autocomplete="off";
        p { (submit(&words.t("work-set-add"), "yes", "")) }
    };
    let body = html! {
        p.crumb { a href="/sets" { (words.t("tab-sets")) } " / " code { (shown(&set.id)) } }
        h1 { (shown(&set.name)) @if set.focused { " " span.badge.good { (words.t("work-focus-yours")) } } }
        p.sub { (words.count("work-set-things", entries.len())) " · " (shown(&set.created_by)) " · " (when(&visit, set.created_at)) }
        (moving(&visit, id, entries))
        @if entries.is_empty() { div.card { p { (words.t("work-set-empty")) } } }
        @else { ol.lines.card.entries { @for at in 0..entries.len() { (entry(&visit, id, entries, at)) } } }
        section.card { h2 { (words.t("work-set-add")) } (form(&visit, "working_set.add", &[("id", id)], add)) }
        section.card {
            details.more { summary { (words.t("work-set-rename")) } (form(&visit, "working_set.rename", &[("id", id)], rename)) }
            div.answers {
                (focus(&visit, id, set.focused, ""))
                (form_to(&visit, "working_set.delete", "/sets", &[("id", id)], submit(&words.t("work-set-delete"), "no", "")))
            }
        }
    };
    Ok(Page::new(shown(&set.name), Tab::Sets, body))
}

/// Renders one entry: what it is, its current status, and its possible states.
fn entry(visit: &Visit, set: &str, entries: &[EntryView], at: usize) -> Markup {
    let words = visit.words;
    let entry = &entries[at];
    let thing_id = entry.thing.as_str();
    let title = entry.title.as_ref().map_or_else(|| shown(thing_id), |title| folded(title, LINE));
    let named = |word: &str| format!("{}: {title}", words.t(word));
    html! {
        li.line data-item=(thing_id) tabindex="-1" {
            span.mark aria-hidden="true" { (mark(entry.state).1) }
            div.what {
                @if let Some(href) = thing::href(thing_id) { a.summary href=(href) { (title) } } @else { span.summary { (title) } }
                @if let Some(said) = said(entry.state) { " " span.badge { (words.t(said)) } }
                @if entry.gone { " " span.badge.warn { (words.t("work-gone")) } }
                p.sub {
                    code { (shown(super::text::short(thing_id))) } " · " (shown(&entry.kind))
                    @if let Some(status) = &entry.status { " · " (thing::standing(visit, status)) }
                    @if let Some(note) = &entry.note { " · " (folded(note, LINE)) }
                }
                div.marks {
                    @for wanted in MARKS.into_iter().filter(|wanted| *wanted != entry.state) {
                        @let (word, sign) = mark(wanted);
                        @let label = format!("{sign} {}", words.t(word));
                        (Press { op: "working_set.mark", fields: &[("id", set), ("things[]", thing_id), ("state", wanted.as_str())], label: &label, aria: &named(word), look: "small", ..Press::default() }.button())
                    }
                    (Press { op: "working_set.remove", fields: &[("id", set), ("things[]", thing_id)], label: &words.t("work-remove"), aria: &named("work-remove"), look: "small no", ..Press::default() }.button())
                }
            }
            div.two {
                @if entries.len() <= SMALL {
                    @if at > 0 { (moved(set, entries, at, at - 1, "↑", &named("work-up"))) }
                    @if at + 1 < entries.len() { (moved(set, entries, at, at + 1, "↓", &named("work-down"))) }
                } @else { a.button.small href={ "/sets/" (set) "?move=" (at + 1) } aria-label=(named("work-move")) { (words.t("work-move")) } }
            }
        }
    }
}

/// Renders where the picked entry can be moved to, in a long set.
fn moving(visit: &Visit, set: &str, entries: &[EntryView]) -> Markup {
    let words = visit.words;
    let picked = visit.asked("move").and_then(|n| n.parse::<usize>().ok()).and_then(|n| n.checked_sub(1));
    let Some(at) = picked.filter(|at| *at < entries.len() && entries.len() > SMALL) else { return html! {} };
    let last = entries.len() - 1;
    let ways = [
        (0, "work-top"),
        (at.saturating_sub(1), "work-up"),
        ((at + 1).min(last), "work-down"),
        (last, "work-end"),
    ];
    html! {
        section.card {
            h2 { (words.t("work-move")) ": " (say_if(words, entries[at].title.as_ref())) }
            div.answers { @for (to, word) in ways { @if to != at { (moved(set, entries, at, to, &words.t(word), "")) } } }
        }
    }
}

/// Renders the button that moves one entry: it contains the whole order, as the operation requires.
fn moved(set: &str, entries: &[EntryView], from: usize, to: usize, label: &str, aria: &str) -> Markup {
    let mut order: Vec<&str> = entries.iter().map(|e| e.thing.as_str()).collect();
    if from >= order.len() || to >= order.len() {
        return html! {};
    }
    let one = order.remove(from);
    order.insert(to, one);
    let mut fields = vec![("id", set)];
    fields.extend(order.into_iter().map(|thing| ("things[]", thing)));
    let look = if aria.is_empty() { "" } else { "round" };
    Press { op: "working_set.reorder", fields: &fields, label, aria, look, ..Press::default() }.button()
}
