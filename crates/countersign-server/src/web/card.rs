//! A change set as a card: who suggests what, a line for each item with its two answers, similar items together.

use countersign_core::{
    item::{
        ItemStatus,
        view::{ItemView, SetView, Standing},
    },
    judge::Class,
    text::seen_from,
};
use maud::{Markup, html};
use serde_json::json;

use super::{
    Visit,
    form::{Press, hidden},
    glance, message,
    summary::line_of,
    text::{ago, beyond, count, folded, path, say, shown, within},
};

/// How much of a summary and of an agent's words a line shows; the page of the item shows all.
const SUMMARY: usize = 200;
const SAID: usize = 300;
/// How many changes a line shows; omitted ones are counted.
const CHANGES: usize = 4;
/// The length and number of warnings on a line.
const WARNING: usize = 400;
const WARNINGS: usize = 5;

/// Returns whether a person can decide an item now.
pub(crate) fn is_decidable(item: &ItemView) -> bool {
    match item.status {
        ItemStatus::Pending | ItemStatus::Deferred | ItemStatus::Blocked => true,
        ItemStatus::Confirmed
        | ItemStatus::Applying
        | ItemStatus::Applied
        | ItemStatus::Failed
        | ItemStatus::Stale
        | ItemStatus::NeedsReview
        | ItemStatus::Rejected
        | ItemStatus::Retracted
        | ItemStatus::Expired => false,
    }
}

/// Returns whether one gesture is enough: nothing destructive, nothing to type or sign, everything shown, and no warning
/// or flag.
pub(crate) fn is_plain(item: &ItemView) -> bool {
    is_decidable(item) && item.class != Class::Destructive && item.needs_page.is_empty()
}

/// Returns whether a yes to several at once includes it.
pub(crate) fn is_in_bulk(item: &ItemView) -> bool {
    is_plain(item) && item.needs_own_yes.is_empty()
}

/// Describes what is not shown of an item.
pub(crate) fn not_shown(visit: &Visit, item: &ItemView) -> Markup {
    let missing = &item.preview.not_shown;
    // The page names the folder.
    let seen =
        |what: String| item.facts.folder.as_deref().map_or(what.clone(), |from| seen_from(from, &what));
    html! {
        @if !missing.is_empty() {
            p.not-shown {
                strong { (visit.words.t("not-shown")) } " "
                @for (n, what) in missing.iter().enumerate() { @if n > 0 { "; " } (folded(&seen(visit.words.say(what).into_owned()), WARNING)) }
            }
        }
    }
}

/// Returns the sign of a status.
pub(crate) fn sign(status: impl Into<Standing>) -> &'static str {
    match status.into() {
        Standing::Pending | Standing::Waiting | Standing::Open => "○",
        Standing::Deferred => "◷",
        Standing::Blocked => "◌",
        Standing::Confirmed | Standing::Applying => "◔",
        Standing::Applied | Standing::Done | Standing::Completed => "✓",
        Standing::Rejected => "✗",
        Standing::Failed => "!",
        Standing::RolledBack => "↶",
        Standing::Stale => "~",
        Standing::NeedsReview => "?",
        Standing::Aborted
        | Standing::Answered
        | Standing::Approved
        | Standing::Cancelled
        | Standing::Counting
        | Standing::Dropped
        | Standing::Expired
        | Standing::Landed
        | Standing::Paused
        | Standing::Proposed
        | Standing::Retracted
        | Standing::Running
        | Standing::Skipped
        | Standing::Stepwise
        | Standing::Stopped
        | Standing::WaitingApproval => "·",
    }
}

/// Renders one set with the items to show; `next` says what to show after an item was answered.
pub(crate) fn set(
    visit: &Visit,
    set: &SetView,
    items: &[&ItemView],
    next: &dyn Fn(&str) -> String,
) -> Markup {
    let words = visit.words;
    let id = set.id.as_str();
    let (total, open) = (count(set.total), count(set.open));
    let target = common_target(visit, items);
    let chosen = format!("sel-{id}");
    html! {
        section.card.set id=(id) aria-labelledby={ "t-" (id) } {
            header {
                h2 id={ "t-" (id) } { a href={ "/sets/changes/" (id) } { (words.with("card-title", &[("agent", shown(&set.agent).into()), ("n", total.into())])) } }
                p.sub {
                    (seen_from_here(items))
                    @if let Some(target) = &target { (words.with("card-about", &[("what", target.as_str().into())])) " · " }
                    @if open < total { (words.with("card-decided", &[("decided", (total - open).into()), ("total", total.into())])) " · " }
                    @if items.len() < open { (words.with("card-here", &[("here", items.len().into()), ("open", open.into())])) " · " }
                    (ago(words, set.created_at, visit.now()))
                }
            }
            form id=(chosen) method="post" action="/do/items.confirm_selected" data-op="items.confirm_selected" { (hidden(visit)) }
            @for group in groups(items) {
                @let lines = html! {
                    ul.lines {
                        @for item in &group {
                            (line(visit, item, &Line { with_target: target.is_none(), chosen: Some(&chosen), changes: CHANGES, back: &next(&item.id), more: None }))
                        }
                    }
                };
                (grouped(visit, &group, &lines))
            }
            footer.answers {
                (together(visit, id, items))
                a.button href={ "/sets/changes/" (id) } { (words.t("review-details")) }
                // It rejects the whole set, so all of it must be here.
                @if items.len() >= open && items.iter().any(|item| is_decidable(item)) {
                    (Press { op: "set.dismiss", fields: &[("id", id)], label: &words.t("dismiss"), look: "quiet", ..Press::default() }.button())
                }
            }
            (left_out(visit, items))
        }
    }
}

/// Names the folder from which the paths of a set are seen: that of its run.
fn seen_from_here(items: &[&ItemView]) -> Markup {
    let own = items.iter().find(|item| item.facts.commands.is_empty() && item.facts.folder.is_some());
    let folder = own.and_then(|item| item.facts.folder.as_deref());
    html! { @if let Some(folder) = folder { code { (path(&shown(folder))) } " · " } }
}

/// Renders all items of a set with all their changes, each with further details.
pub(crate) fn whole(visit: &Visit, set: &SetView, items: &[&ItemView], more: &[Markup]) -> Markup {
    let words = visit.words;
    let (total, open) = (count(set.total), count(set.open));
    let id = set.id.as_str();
    let chosen = format!("sel-{id}");
    let target = common_target(visit, items);
    let more_of =
        |item: &ItemView| items.iter().zip(more).find(|(other, _)| other.id == item.id).map(|(_, more)| more);
    html! {
        section.card.set id=(id) {
            p.sub {
                (seen_from_here(items))
                @if let Some(target) = &target { (words.with("card-about", &[("what", target.as_str().into())])) " · " }
                @if open < total { (words.with("card-decided", &[("decided", (total - open).into()), ("total", total.into())])) " · " }
                (ago(words, set.created_at, visit.now()))
            }
            form id=(chosen) method="post" action="/do/items.confirm_selected" data-op="items.confirm_selected" { (hidden(visit)) }
            @for group in groups(items) {
                @let lines = html! {
                    ul.lines {
                        @for item in &group {
                            (line(visit, item, &Line { with_target: target.is_none(), chosen: Some(&chosen), changes: usize::MAX, back: "", more: more_of(item) }))
                        }
                    }
                };
                (grouped(visit, &group, &lines))
            }
        }
    }
}

/// Renders the buttons that confirm all of a set that needs no separate yes, or the chosen ones, with what is skipped
/// and why. Each carries the digest of what was shown.
pub(crate) fn together(visit: &Visit, id: &str, items: &[&ItemView]) -> Markup {
    let plain: Vec<&&ItemView> = items.iter().filter(|item| is_in_bulk(item)).collect();
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

/// Lists the items that “confirm all” skips, each with the reason.
pub(crate) fn left_out(visit: &Visit, items: &[&ItemView]) -> Markup {
    let words = visit.words;
    let left: Vec<&&ItemView> = items.iter().filter(|item| is_decidable(item) && !is_in_bulk(item)).collect();
    html! {
        @if !left.is_empty() && left.len() < items.len() {
            details.left-out {
                summary { (words.count("left-out", left.len())) }
                ul { @for item in left { li { a href={ "/items/" (shown(&item.id)) } { (line_of(words, item, SUMMARY)) } ": " (reasons(visit, item)) } } }
            }
        }
    }
}

/// Describes why an item needs a separate yes.
fn reasons(visit: &Visit, item: &ItemView) -> String {
    let why = item.needs_own_yes.iter();
    why.map(|why| folded(&visit.words.say(why), WARNING)).collect::<Vec<_>>().join("; ")
}

/// Returns an item with the digest of what was shown, as a form value.
fn bound(item: &ItemView) -> String {
    json!({"id": item.id, "digest": item.digest}).to_string()
}

/// Groups what changes the same kind of thing, in the order in which each kind first comes; classes are never mixed.
fn groups<'a>(items: &[&'a ItemView]) -> Vec<Vec<&'a ItemView>> {
    let mut groups: Vec<Vec<&ItemView>> = Vec::new();
    for item in items {
        let is_like = |group: &&mut Vec<&ItemView>| {
            group.first().is_some_and(|first| first.category == item.category && first.class == item.class)
        };
        match groups.iter_mut().find(is_like) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    groups
}

/// Renders the lines of a group; several have a heading that folds them.
fn grouped(visit: &Visit, group: &[&ItemView], lines: &Markup) -> Markup {
    match group {
        [first, _, ..] => html! {
            details.group open {
                summary { (say(visit.words, &first.category)) " (" (group.len()) ")" }
                (lines)
            }
        },
        _ => lines.clone(),
    }
}

/// Returns the common target of all items, if there is one.
fn common_target(visit: &Visit, items: &[&ItemView]) -> Option<String> {
    let target = |item: &ItemView| {
        within(item.facts.folder.as_deref(), &say(visit.words, &item.preview.target)).to_owned()
    };
    let first = target(items.first()?);
    (!first.is_empty() && items.iter().all(|item| target(item) == first)).then_some(first)
}

/// How detailed a line is, and where it leads.
pub(crate) struct Line<'a> {
    /// Whether to name the target; the heading may have done that for all.
    pub with_target: bool,
    /// The form of its checkbox.
    pub chosen: Option<&'a str>,
    /// How many changes it shows.
    pub changes: usize,
    /// Where to go after an answer; empty for the page itself.
    pub back: &'a str,
    /// Further details.
    pub more: Option<&'a Markup>,
}

/// Renders one item: what it does, what changes, what is suspicious; then the agent's words; and its answers.
pub(crate) fn line(visit: &Visit, item: &ItemView, how: &Line<'_>) -> Markup {
    let words = visit.words;
    let (id, class) = (item.id.as_str(), item.class.as_str());
    let summary = line_of(words, item, SUMMARY);
    let target = say(words, &item.preview.target);
    let target = within(item.facts.folder.as_deref(), &target).to_owned();
    html! {
        li class={ "line " (class) } id=(id) data-item=(id) data-digest=(shown(&item.digest)) tabindex="-1" {
            @if let (Some(form), true) = (how.chosen, is_in_bulk(item)) {
                input.choose type="checkbox" form=(form) name="items[]" value=(bound(item)) aria-label=(words.with("select-item", &[("what", summary.as_str().into())]));
            } @else { span.mark aria-hidden="true" { (sign(item.status)) } }
            div.what {
                a.summary href={ "/items/" (id) } { (path(&summary)) }
                (badges(visit, item))
                @if let (true, Some(target)) = (how.with_target, beyond(&target, &summary)) { p.target { (path(&folded(target, SUMMARY))) } }
                @if how.more.is_some() { (glance::changes(visit, &item.preview, item.facts.folder.as_deref(), how.changes)) } @else { (glance::glance(visit, item, how.changes)) }
                (not_shown(visit, item))
                (warnings(visit, item))
                @if let Some(more) = how.more { (more) }
                (claim(visit, item, SAID))
            }
            @if is_decidable(item) { (answers(visit, item, &summary, how.back)) }
        }
    }
}

/// Renders the warnings; omitted ones are counted.
fn warnings(visit: &Visit, item: &ItemView) -> Markup {
    let warnings = &item.preview.warnings;
    html! {
        @for warning in warnings.iter().take(WARNINGS) { p.warning { (folded(&visit.words.say(warning), WARNING)) } }
        @if warnings.len() > WARNINGS { p.warning { (visit.words.count("more-warnings", warnings.len() - WARNINGS)) } }
    }
}

/// Renders the two answers of a line. Items that are destructive, need typing, or are not completely shown are answered
/// on their own page.
fn answers(visit: &Visit, item: &ItemView, summary: &str, back: &str) -> Markup {
    let words = visit.words;
    let (id, digest) = (item.id.as_str(), item.digest.as_str());
    let named = |word: &str| words.with(word, &[("what", summary.into())]);
    let fields = [("id", id), ("digest", digest), ("back", back)];
    // Omitted fields come from the page itself.
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

/// Renders the badges of an item.
pub(crate) fn badges(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    html! {
        @if item.class == Class::Destructive { " " span.badge.danger { (words.t("destructive")) } }
        @if item.status != ItemStatus::Pending { " " span.badge { (words.t(message::item(item.status))) @if let Some(at) = item.deferred_until { " (" (ago(words, at, visit.now())) ")" } } }
        @if item.changed_since_seen { " " span.badge.warn { (words.t("changed-since-seen")) } }
        @if let Some(person) = &item.claimed_by { " " span.badge { (words.with("claimed-by", &[("who", shown(person).into())])) } }
        @if let Some(who) = &item.deciders { " " span.badge { (words.with("people-only", &[("who", shown(&who.join(", ")).into())])) } }
        @if let Some(who) = &item.assigned_to { " " span.badge { (words.with("people-assigned", &[("who", shown(who).into())])) } }
        (host(visit, item))
        @if item.comments > 0 { " " span.badge { (words.count("people-comment-count", item.comments)) } }
        @if let Some(n) = approvals(visit, item) { " " span.badge { (words.with("approvals", &[("n", n.into())])) } }
        (countdown(visit, &item.id, item.auto_approve_timeout, "h"))
    }
}

/// Says on which other host it is carried out, whether that one is away, and whose answer waits for it.
fn host(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    let Some(host) = &item.host else { return html! {} };
    let named = ("host", shown(host).into());
    html! {
        @match item.host_away_since {
            None => { " " span.badge { (words.with("people-on-host", &[named])) } }
            Some(at) => { " " span.badge.warn { (words.with("people-host-away", &[named])) " (" (ago(words, at, visit.now())) ")" } }
        }
        @for left in &item.waits_for_host {
            " " span.badge.warn { (words.with("people-answer-waits", &[("who", shown(&left.by).into()), ("op", left.op.clone().into())])) " (" (ago(words, left.at, visit.now())) ")" }
        }
    }
}

/// Returns how many of the required approvals were given; nothing if one is enough.
pub(crate) fn approvals(visit: &Visit, item: &ItemView) -> Option<String> {
    (item.approvers > 1).then(|| {
        visit
            .words
            .with("term-n-of", &[("n", item.approved_by.len().into()), ("total", item.approvers.into())])
    })
}

/// Renders the countdown of an item that proceeds by itself, with the button that stops it and its key.
pub(crate) fn countdown(visit: &Visit, id: &str, left: Option<u64>, key: &str) -> Markup {
    let words = visit.words;
    let Some(left) = left else { return html! {} };
    let until = visit.now() + left * 1000;
    html! {
        " " span.badge.warn data-countdown=(until) { (words.count("goes-on-in", usize::try_from(left).unwrap_or_default())) }
        " " (Press { op: "countdown.stop", fields: &[("id", id)], label: &words.t("hold"), look: "small", key, ..Press::default() }.button())
    }
}

/// Renders the agent's words, marked as such, and what is suspicious about them.
pub(crate) fn claim(visit: &Visit, item: &ItemView, most: usize) -> Markup {
    html! {
        @if let Some(said) = &item.human_summary {
            p.claim { span.says { (visit.words.t("agent-says")) } " “" (folded(said, most)) "”" }
        }
        @for flag in &item.flags { p.warning.flag { "⚠ " (say(visit.words, flag)) } }
    }
}
