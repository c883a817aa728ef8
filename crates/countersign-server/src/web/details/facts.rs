//! What a call is and touches, why it is held, and its context: none of it comes from the agent.

use countersign_core::{
    item::{Reason, view::ItemView},
    judge::{Class, Facts},
    tool::Reversal,
};
use countersign_words::Words;
use maud::{Markup, html};

use super::super::{
    Visit, card, message,
    text::{ago, all_said, count, folded, path, say, short, shown, texts, within},
};

/// How many entries of a list are shown; the others are counted, one click away.
const LISTED: usize = 12;
/// The length of a name.
const NAME: usize = 1_000;

/// Renders the effects and their targets.
pub(super) fn effects(visit: &Visit, item: &ItemView) -> Markup {
    let (words, facts) = (visit.words, &item.facts);
    let look = match item.class {
        Class::Destructive => "badge danger",
        Class::Read | Class::Mutable => "badge",
    };
    let (target, lists) = (words.say(&item.preview.target), lists(words, facts));
    let is_listed = lists.iter().any(|(.., all)| all.iter().any(|one| *one == target));
    let folder = facts.folder.as_deref().filter(|folder| folder.len() > 1);
    let within = |one| within(folder, one);
    let flags: Vec<_> =
        flags(facts).into_iter().filter(|(is, _)| *is).map(|(_, word)| words.t(word)).collect();
    html! {
        dl.facts {
            dt { (words.t("details-class")) }
            dd { span class=(look) { (words.t(message::class_whole(item.class))) } }
            @if !is_listed { (text_row(visit, "details-target", within(&target))) }
            @for (name, word, all) in &lists { (list_row(visit, name, word, &all.iter().map(|one| within(one).to_owned()).collect::<Vec<_>>())) }
            @if facts.hits > 0 { dt { (words.t("details-hits")) } dd { (words.count("details-hits-n", facts.hits)) } }
            @if !flags.is_empty() { dt { (words.t("details-flags")) } dd { @for flag in &flags { span.badge.warn { (flag) } " " } } }
            (text_row(visit, "details-folder", facts.folder.as_deref().unwrap_or_default()))
            (reversal(visit, item))
        }
    }
}

/// Returns the suspicious flags of a call, each with its message.
fn flags(facts: &Facts) -> [(bool, &'static str); 4] {
    [
        (facts.opaque, "details-flag-opaque"),
        (facts.outside, "details-flag-outside"),
        (facts.privileged, "details-flag-privileged"),
        (facts.sends, "details-flag-sends"),
    ]
}

/// Returns what a call touches: the name of each list, its message, and its contents.
fn lists(words: Words, facts: &Facts) -> [(&'static str, &'static str, Vec<String>); 8] {
    [
        ("deletes", "details-deletes", texts(&facts.deletes)),
        ("destroys", "details-destroys", all_said(words, &facts.destroys)),
        ("writes", "details-writes", texts(&facts.writes)),
        ("changes", "details-changes", all_said(words, &facts.changes)),
        ("executes", "details-executes", all_said(words, &facts.executes)),
        ("hosts", "details-hosts", texts(&facts.hosts)),
        ("protected", "details-protected", all_said(words, &facts.protected)),
        ("reads", "details-reads", texts(&facts.reads)),
    ]
}

/// Renders why it is held, by whom, and its context.
pub(super) fn circumstances(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    let yes = texts(&item.approved_by);
    let open = card::is_decidable(item);
    html! {
        dl.facts {
            dt { (words.t("details-why")) } dd { (why(visit, &item.why)) }
            @if let Some(approvals) = card::approvals(visit, item) {
                dt { (words.t("details-approvals")) }
                dd { (approvals) @if !yes.is_empty() { " (" (yes.join(", ")) ")" } }
            }
            @if let Some(person) = &item.claimed_by { dt { (words.t("details-claimed")) } dd { (shown(person)) } }
            @if let (true, Some(at)) = (open, item.expires_at) { dt { (words.t("details-expires")) } dd { (ago(words, at, visit.now())) } }
            (links(visit, "details-depends", "/items/", &item.depends_on))
            (links(visit, "details-step", "/steps/", &item.step))
            @if let Some(plan) = &item.plan {
                dt { (words.t("details-plan")) }
                dd { a href={ "/plans/" (plan.id) } { (short(&plan.id)) } ", " (words.count("details-plan-step", count(plan.step))) }
            }
            (links(visit, "details-question", "/questions/", &item.question))
            @if let Some(at) = item.decided_at { dt { (words.t("details-decided")) } dd { (ago(words, at, visit.now())) } }
            (text_row(visit, "details-reason", item.reason.as_deref().unwrap_or_default()))
        }
        details.origin {
            summary { (words.t("details-origin")) }
            dl.facts {
                (text_row(visit, "details-subject", &item.subject))
                (links(visit, "details-run", "/runs/", [&item.run]))
                (links(visit, "details-set", "/sets/changes/", [&item.change_set]))
                dt { (words.t("details-digest")) } dd { code { (shown(&item.digest)) } }
            }
        }
    }
}

/// Escapes a text as one segment of an address.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    countersign_core::op::route::escape(&mut out, text);
    out
}

fn text_row(visit: &Visit, word: &str, text: &str) -> Markup {
    html! {
        @if !text.is_empty() {
            dt { (visit.words.t(word)) } dd { (path(&folded(text, NAME))) }
        }
    }
}

fn links<'a>(visit: &Visit, word: &str, place: &str, ids: impl IntoIterator<Item = &'a String>) -> Markup {
    let ids: Vec<&String> = ids.into_iter().collect();
    html! {
        @if !ids.is_empty() {
            dt { (visit.words.t(word)) }
            dd { @for (n, id) in ids.iter().enumerate() { @if n > 0 { ", " } a href={ (place) (escaped(id)) } { (shown(short(id))) } } }
        }
    }
}

fn list_row(visit: &Visit, name: &str, word: &str, all: &[String]) -> Markup {
    let entries =
        |some: &[String]| html! { ul.targets { @for one in some { li { (path(&folded(one, NAME))) } } } };
    html! {
        @if !all.is_empty() {
            dt { (visit.words.t(word)) @if all.len() > 1 { " (" (all.len()) ")" } }
            dd class={ "fact-" (name) } {
                (entries(&all[..all.len().min(LISTED)]))
                @if all.len() > LISTED {
                    details { summary { (visit.words.with("details-more-of", &[("n", (all.len() - LISTED).into()), ("total", all.len().into())])) } (entries(&all[LISTED..])) }
                }
            }
        }
    }
}

/// Says whether an effect can be undone.
pub(super) fn reversal_badge(visit: &Visit, reversal: &Reversal) -> Markup {
    let words = visit.words;
    html! {
        @match reversal {
            Reversal::Exact => span.badge.good { (words.t("details-undo-exact")) },
            Reversal::BestEffort { .. } => span.badge.warn { (words.t("details-undo-best")) },
            Reversal::Irreversible { .. } => span.badge.danger { (words.t("details-undo-never")) },
            Reversal::None => span.badge { (words.t("details-undo-none")) },
        }
    }
}

/// Renders why an effect cannot be undone exactly, if that is so, and until when it can be. Beside a destructive yes the
/// latter stands already.
fn reversal(visit: &Visit, item: &ItemView) -> Markup {
    let words = visit.words;
    let mut why = match &item.reversal {
        Reversal::Exact | Reversal::None => Vec::new(),
        Reversal::BestEffort { caveats } => all_said(words, caveats),
        Reversal::Irreversible { reason } => vec![say(words, reason)],
    };
    why.extend(item.kept.as_ref().filter(|_| item.class != Class::Destructive).map(|kept| say(words, kept)));
    html! { @if !why.is_empty() { dt { (words.t("details-undo")) } dd { @for one in why { p { (one) } } } } }
}

/// Describes why a call was judged as it was, with the rule or table row.
fn why(visit: &Visit, why: &Reason) -> Markup {
    let by = match &why.rule {
        Some(rule) => visit.words.with("details-rule", &[("rule", shown(rule).into())]),
        None => visit.words.with("details-row", &[("row", why.row.as_str().into())]),
    };
    let reasons = all_said(visit.words, &why.reasons);
    let is_said = reasons.iter().any(|reason| by.ends_with(reason.as_str()));
    html! { @for reason in &reasons { p { (reason) } } @if !is_said { p.quiet { (by) } } }
}
