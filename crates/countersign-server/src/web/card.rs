//! A change set as a card: who suggests what, a line for each item with its two answers, like items together.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Visit,
    form::{Press, hidden},
    glance,
    summary::summary_of,
    text::{ago, beyond, field, folded, list, path, said, say, shown},
};

/// How much of a summary and of an agent's words a line shows; the page of the item shows all.
const SUMMARY: usize = 200;
const SAID: usize = 300;
/// How many changes a line shows; what is left out is counted.
const CHANGES: usize = 4;
/// How much of a warning, and how many of them, a line shows.
const WARNING: usize = 400;
const WARNINGS: usize = 5;

/// Whether a person can decide an item now.
pub(crate) fn is_decidable(item: &Value) -> bool {
    matches!(item["status"].as_str(), Some("pending" | "deferred" | "blocked"))
}

/// Whether one gesture is enough: nothing destructive, nothing that must be typed or signed, and all of it shown.
pub(crate) fn is_plain(item: &Value) -> bool {
    is_decidable(item) && item["class"] != "destructive" && list(item, "needs_page").is_empty()
}

/// Whether a yes to several at once takes it.
pub(crate) fn is_in_bulk(item: &Value) -> bool {
    is_plain(item) && list(item, "needs_own_yes").is_empty()
}

/// Whether the preview of an item shows all of it.
pub(crate) fn is_whole(item: &Value) -> bool {
    list(&item["preview"], "not_shown").is_empty()
}

/// What is not shown of an item, in words.
pub(crate) fn not_shown(visit: &Visit, item: &Value) -> Markup {
    let missing = list(&item["preview"], "not_shown");
    html! {
        @if !missing.is_empty() {
            p.not-shown {
                strong { (visit.words.t("not-shown")) } " "
                @for (n, what) in missing.iter().filter_map(Value::as_str).enumerate() { @if n > 0 { "; " } (folded(&visit.words.say(what), WARNING)) }
            }
        }
    }
}

/// The mark of a status.
pub(crate) fn sign(status: &str) -> &'static str {
    match status {
        "pending" | "queued" | "waiting" | "open" => "○",
        "deferred" => "◷",
        "blocked" => "◌",
        "confirmed" | "applying" => "◔",
        "applied" | "done" | "undone" | "completed" => "✓",
        "rejected" | "refused" => "✗",
        "failed" | "invalid" => "!",
        "stale" => "~",
        "needs_review" => "?",
        _ => "·",
    }
}

/// One set with those of its items that are shown; `next` tells what to look at when an item was answered.
pub(crate) fn set(visit: &Visit, set: &Value, items: &[&Value], next: &dyn Fn(&str) -> String) -> Markup {
    let words = visit.words;
    let first = items.first().copied().unwrap_or(&Value::Null);
    let id = set["id"].as_str().or(first["change_set"].as_str()).unwrap_or_default();
    let agent =
        [field(set, "agent"), field(first, "agent")].into_iter().find(|a| !a.is_empty()).unwrap_or_default();
    let (total, open) = (number(set, "total", items.len()), number(set, "open", items.len()));
    let target = common_target(visit, items);
    let chosen = format!("sel-{id}");
    html! {
        section.card.set id=(id) aria-labelledby={ "t-" (id) } {
            header {
                h2 id={ "t-" (id) } { a href={ "/sets/changes/" (id) } { (words.with("card-title", &[("agent", agent.into()), ("n", total.into())])) } }
                p.sub {
                    @if let Some(target) = &target { (words.with("card-about", &[("what", target.as_str().into())])) " · " }
                    @if open < total { (words.with("card-decided", &[("decided", (total - open).into()), ("total", total.into())])) " · " }
                    @if items.len() < open { (words.with("card-here", &[("here", items.len().into()), ("open", open.into())])) " · " }
                    (ago(words, set["created_at"].as_u64().or(first["created_at"].as_u64()).unwrap_or_default(), visit.now()))
                }
            }
            form id=(chosen) method="post" action="/do/items.confirm_selected" data-op="items.confirm_selected" { (hidden(visit)) }
            @for group in groups(items) {
                @if group.len() > 1 { h3.group { (kind(group[0])) " (" (group.len()) ")" } }
                ul.lines {
                    @for item in group {
                        (line(visit, item, &Line { with_target: target.is_none(), chosen: Some(&chosen), changes: CHANGES, back: &next(item["id"].as_str().unwrap_or_default()), more: None }))
                    }
                }
            }
            footer.answers {
                (together(visit, id, items))
                a.button href={ "/sets/changes/" (id) } { (words.t("review-details")) }
                @if items.iter().any(|item| is_decidable(item)) {
                    (Press { op: "set.dismiss", fields: &[("id", id)], label: &words.t("dismiss"), look: "quiet", ..Press::default() }.button())
                }
            }
            (left_out(visit, items))
        }
    }
}

/// All items of a set with all that they change, each with what else is shown of it.
pub(crate) fn whole(visit: &Visit, set: &Value, items: &[&Value], more: &[Markup]) -> Markup {
    let words = visit.words;
    let (total, open) = (number(set, "total", items.len()), number(set, "open", items.len()));
    let id = set["id"].as_str().unwrap_or_default();
    let chosen = format!("sel-{id}");
    let target = common_target(visit, items);
    let mut shown = items.iter().zip(more);
    html! {
        section.card.set id=(id) {
            p.sub {
                @if let Some(target) = &target { (words.with("card-about", &[("what", target.as_str().into())])) " · " }
                @if open < total { (words.with("card-decided", &[("decided", (total - open).into()), ("total", total.into())])) " · " }
                (ago(words, set["created_at"].as_u64().unwrap_or_default(), visit.now()))
            }
            form id=(chosen) method="post" action="/do/items.confirm_selected" data-op="items.confirm_selected" { (hidden(visit)) }
            @for group in groups(items) {
                @if group.len() > 1 { h2.group { (kind(group[0])) " (" (group.len()) ")" } }
                ul.lines {
                    @for (item, more) in shown.by_ref().take(group.len()) {
                        (line(visit, item, &Line { with_target: target.is_none(), chosen: Some(&chosen), changes: usize::MAX, back: "", more: Some(more) }))
                    }
                }
            }
        }
    }
}

/// Yes to all of a set that needs no yes of its own, or to those that were chosen, with what is left out and why. Each
/// carries what was shown of it.
pub(crate) fn together(visit: &Visit, id: &str, items: &[&Value]) -> Markup {
    let plain: Vec<&&Value> = items.iter().filter(|item| is_in_bulk(item)).collect();
    html! {
        @if plain.len() > 1 {
            form method="post" action="/do/items.confirm_selected" data-op="items.confirm_selected" {
                (hidden(visit))
                @for item in &plain { input type="hidden" name="items[]" value=(bound(item)); }
                button.button.yes { (visit.words.count("confirm-all", plain.len())) }
            }
        }
        @if !plain.is_empty() {
            button.button form={ "sel-" (id) } data-needs-choice { (visit.words.t("confirm-selected")) }
        }
    }
}

/// What “confirm all” leaves out, each with why.
pub(crate) fn left_out(visit: &Visit, items: &[&Value]) -> Markup {
    let words = visit.words;
    let left: Vec<&&Value> = items.iter().filter(|item| is_decidable(item) && !is_in_bulk(item)).collect();
    html! {
        @if !left.is_empty() && left.len() < items.len() {
            details.left-out {
                summary { (words.count("left-out", left.len())) }
                ul { @for item in left { li { a href={ "/items/" (field(item, "id")) } { (summary_of(words, item, SUMMARY)) } ": " (reasons(visit, item)) } } }
            }
        }
    }
}

/// Why an item needs a yes of its own.
fn reasons(visit: &Visit, item: &Value) -> String {
    let why = list(item, "needs_own_yes").iter().filter_map(Value::as_str);
    why.map(|why| folded(&visit.words.say(why), WARNING)).collect::<Vec<_>>().join("; ")
}

fn number(value: &Value, name: &str, otherwise: usize) -> usize {
    value[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(otherwise)
}

/// An item with what was shown of it, as a choice carries it.
fn bound(item: &Value) -> String {
    json!({"id": item["id"], "digest": item["digest"]}).to_string()
}

/// Neighbours of the same tool and class stand together; classes are never mixed.
fn groups<'a>(items: &'a [&'a Value]) -> impl Iterator<Item = &'a [&'a Value]> {
    items.chunk_by(|a, b| a["tool"] == b["tool"] && a["class"] == b["class"])
}

/// `set title`, for `task.set_title`.
fn kind(item: &Value) -> String {
    let tool = field(item, "tool");
    tool.rsplit('.').next().unwrap_or(&tool).replace('_', " ")
}

/// What all items are done to, if it is one thing.
fn common_target(visit: &Visit, items: &[&Value]) -> Option<String> {
    let target = |item: &Value| said(visit.words, &item["preview"], "target");
    let first = target(items.first()?);
    (!first.is_empty() && items.iter().all(|item| target(item) == first)).then_some(first)
}

/// How much a line says, and where it leads.
pub(crate) struct Line<'a> {
    /// Whether to name what it is done to; the heading may have done that for all.
    pub with_target: bool,
    /// The form that its choice belongs to.
    pub chosen: Option<&'a str>,
    /// How many changes it shows.
    pub changes: usize,
    /// Where to go on after an answer; the page itself, where it is empty.
    pub back: &'a str,
    /// What else is shown of it.
    pub more: Option<&'a Markup>,
}

/// One item: what it does, what changes, what is odd; then what the agent says; and its answers.
pub(crate) fn line(visit: &Visit, item: &Value, how: &Line<'_>) -> Markup {
    let words = visit.words;
    let (id, class) = (item["id"].as_str().unwrap_or_default(), field(item, "class"));
    let summary = summary_of(words, item, SUMMARY);
    let target = said(words, &item["preview"], "target");
    html! {
        li class={ "line " (class) } id=(id) data-item=(id) data-digest=(field(item, "digest")) tabindex="-1" {
            @if let (Some(form), true) = (how.chosen, is_in_bulk(item)) {
                input.choose type="checkbox" form=(form) name="items[]" value=(bound(item)) aria-label=(words.with("select-item", &[("what", summary.as_str().into())]));
            } @else { span.mark aria-hidden="true" { (sign(item["status"].as_str().unwrap_or_default())) } }
            div.what {
                a.summary href={ "/items/" (id) } { (path(&summary)) }
                (badges(visit, item))
                @if let (true, Some(target)) = (how.with_target, beyond(&target, &summary)) { p.target { (path(&folded(target, SUMMARY))) } }
                @if how.more.is_some() { (glance::changes(visit, item, how.changes)) } @else { (glance::glance(visit, item, how.changes)) }
                (not_shown(visit, item))
                (warnings(visit, item))
                @if let Some(more) = how.more { (more) }
                (claim(visit, item, SAID))
            }
            @if is_decidable(item) { (answers(visit, item, &summary, how.back)) }
        }
    }
}

/// What to know before saying yes; what is left out is counted.
fn warnings(visit: &Visit, item: &Value) -> Markup {
    let warnings = list(&item["preview"], "warnings");
    html! {
        @for warning in warnings.iter().filter_map(Value::as_str).take(WARNINGS) { p.warning { (folded(&visit.words.say(warning), WARNING)) } }
        @if warnings.len() > WARNINGS { p.warning { (visit.words.count("more-warnings", warnings.len() - WARNINGS)) } }
    }
}

/// The two answers of a line. What is destructive, must be typed, or is not shown whole, is answered on its own page.
fn answers(visit: &Visit, item: &Value, summary: &str, back: &str) -> Markup {
    let words = visit.words;
    let (id, digest) = (item["id"].as_str().unwrap_or_default(), item["digest"].as_str().unwrap_or_default());
    let named = |word: &str| words.with(word, &[("what", summary.into())]);
    let fields = [("id", id), ("digest", digest), ("back", back)];
    // What is not said here is the page's own.
    let fields = &fields[..fields.len() - usize::from(back.is_empty())];
    html! {
        div.two {
            (Press { op: "item.reject", fields, label: "✗", aria: &named("reject-item"), look: "no round", key: "n" }.button())
            @if is_plain(item) {
                (Press { op: "item.confirm", fields, label: "✓", aria: &named("confirm-item"), look: "yes round", key: "y" }.button())
            } @else {
                a.button.review href={ "/items/" (id) } aria-label=(named("review-item")) data-key="y" { (words.t("review")) }
            }
        }
    }
}

/// What to know of an item at a glance.
pub(crate) fn badges(visit: &Visit, item: &Value) -> Markup {
    let words = visit.words;
    let status = item["status"].as_str().unwrap_or_default();
    html! {
        @if item["class"] == "destructive" { " " span.badge.danger { (words.t("destructive")) } }
        @if status != "pending" && !status.is_empty() { " " span.badge { (words.t(&format!("status-{}", status.replace('_', "-")))) } }
        @if item["changed_since_seen"] == true { " " span.badge.warn { (words.t("changed-since-seen")) } }
        @if let Some(person) = item["claimed_by"].as_str() { " " span.badge { (words.with("claimed-by", &[("who", shown(person).into())])) } }
        @if item["approvals"].as_str().is_some_and(|a| !a.ends_with(" of 1")) { " " span.badge { (words.with("approvals", &[("n", field(item, "approvals").into())])) } }
        (countdown(visit, item, "h"))
    }
}

/// What goes on by itself, with the button that stops it, and the key that presses that.
pub(crate) fn countdown(visit: &Visit, one: &Value, key: &str) -> Markup {
    let words = visit.words;
    let (Some(left), Some(id)) = (one["auto_approve_timeout"].as_u64(), one["id"].as_str()) else {
        return html! {};
    };
    let until = visit.now() + left * 1000;
    html! {
        " " span.badge.warn data-countdown=(until) { (words.count("goes-on-in", usize::try_from(left).unwrap_or_default())) }
        " " (Press { op: "countdown.stop", fields: &[("id", id)], label: &words.t("hold"), look: "small", key, ..Press::default() }.button())
    }
}

/// The agent's words, marked as its own, and what is odd about them.
pub(crate) fn claim(visit: &Visit, item: &Value, most: usize) -> Markup {
    html! {
        @if let Some(said) = item["human_summary"].as_str() {
            p.claim { span.says { (visit.words.t("agent-says")) } " “" (folded(said, most)) "”" }
        }
        @for flag in list(item, "flags").iter().filter_map(Value::as_str) { p.warning.flag { "⚠ " (say(visit.words, flag)) } }
    }
}
