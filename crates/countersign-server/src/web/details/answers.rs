//! The answers, the safe one first: no, later, yes. Each yes carries the digest of what this page shows, so that an
//! outdated page cannot decide.

use countersign_core::{
    authority::operations::Nothing,
    drill::is_drill,
    handover,
    item::{ItemStatus, bulk, typed, view::ItemView},
    judge::Class,
    passkey::operations::{PasskeyList, PasskeyView},
};
use maud::{Markup, html};

use super::{
    super::{
        Visit, card,
        form::{Press, followed, form, hidden, submit},
        text::{ago, say, shown},
    },
    always,
};

/// Renders the possible answers; `then` is the page that follows, if it is not this one.
pub(super) async fn answers(visit: &Visit, item: &ItemView, then: &str) -> Markup {
    let stale = item.status == ItemStatus::Stale;
    if !card::is_decidable(item) && !stale {
        return html! {};
    }
    let words = visit.words;
    // No key signs what cannot happen.
    let signs = item.class == Class::Destructive && !is_drill(&item.id) && has_passkey(visit).await;
    let id = item.id.as_str();
    if visit.hides_space() {
        return without_yes(visit, item, then);
    }
    let holder = item.claimed_by.as_deref();
    let other = holder.filter(|person| *person != visit.caller.actor.name);
    html! {
        section.card.decide id="answers" aria-labelledby="answers-title" {
            h2 id="answers-title" { (words.t("details-answers")) }
            @if let Some(person) = other { p.warning.flag { (words.with("details-held", &[("who", shown(person).into())])) } }
            div.ways {
                (reject(visit, id, &shown(&item.digest), then))
                @if matches!(item.status, ItemStatus::Pending | ItemStatus::Blocked) {
                    (Press { op: "item.defer", fields: followed(&[("id", id), ("digest", &shown(&item.digest)), ("back", then)]), label: &words.t("details-defer"), key: "d", ..Press::default() }.button())
                }
                @if !stale { (confirm(visit, item, signs, then)) }
            }
            @if matches!(item.status, ItemStatus::Pending | ItemStatus::Deferred) { (later(visit, item, then)) }
            @if !stale { (always::always(visit, item, then).await) }
            p.besides {
                @if !handed(item) && !is_drill(&item.id) { a.button.quiet href={ "/items/" (id) "?edit=1#edit" } data-key="e" { (words.t("details-edit")) } }
                @if other.is_none() {
                    @let release = if holder.is_some() { "true" } else { "" };
                    (Press { op: "item.claim", fields: &[("id", id), ("release", release)], label: &words.t(if holder.is_some() { "details-release" } else { "details-claim" }), look: "quiet", ..Press::default() }.button())
                }
            }
        }
    }
}

/// Renders what can be answered to a page that does not show everything: no, and the way to all of it.
fn without_yes(visit: &Visit, item: &ItemView, then: &str) -> Markup {
    let words = visit.words;
    let id = item.id.as_str();
    html! {
        section.card.decide id="answers" aria-labelledby="answers-title" {
            h2 id="answers-title" { (words.t("details-answers")) }
            p.not-shown { (words.t("details-space-hidden")) }
            div.ways {
                (reject(visit, id, &shown(&item.digest), then))
                a.button href={ "/items/" (id) "#diff" } { (words.t("details-space-all")) }
            }
        }
    }
}

/// Returns whether the agent does it itself, with its own arguments.
fn handed(item: &ItemView) -> bool {
    item.tool.split_once('.').is_some_and(|(server, _)| server == handover::SERVER)
}

/// Returns whether this person has a passkey: then destructive calls must be signed.
async fn has_passkey(visit: &Visit) -> bool {
    let own = |key: &PasskeyView| key.person == visit.caller.actor.name && key.revoked_at.is_none();
    visit.ask::<PasskeyList>(Nothing {}).await.is_ok_and(|all| all.passkeys.iter().any(own))
}

fn reject(visit: &Visit, id: &str, digest: &str, then: &str) -> Markup {
    let words = visit.words;
    form(
        visit,
        "item.reject",
        followed(&[("id", id), ("digest", digest), ("back", then)]),
        html! {
            div.way {
                (submit(&words.t("details-reject"), "no", "n"))
                input type="text" name="reason" maxlength="2000" autocomplete="off" aria-label=(words.t("details-reason-label")) placeholder=(words.t("details-reason-label"));
            }
        },
    )
}

/// Renders until when the item can be put off; `then` is the page that follows, if it is not this one.
fn later(visit: &Visit, item: &ItemView, then: &str) -> Markup {
    let words = visit.words;
    let (id, digest) = (item.id.as_str(), shown(&item.digest));
    let until = |until: &str, label: &str| {
        let all = [("id", id), ("digest", &*digest), ("until", until), ("back", then)];
        // An empty field is none: no time, or this page.
        let fields: Vec<_> = all.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        Press { op: "item.defer", fields: &fields, label: &words.t(label), look: "quiet", ..Press::default() }
            .button()
    };
    html! {
        details.later {
            summary { (words.t("later-title")) @if let Some(at) = item.deferred_until { ": " (ago(words, at, visit.now())) } }
            div.answers {
                (until("1h", "later-hour")) (until("tomorrow", "later-tomorrow")) (until("", "later-back"))
            }
            (form(visit, "item.defer", followed(&[("id", id), ("digest", &*digest), ("back", then)]), html! {
                div.answers {
                    label for="later-at" { (words.t("later-at")) }
                    input id="later-at" type="datetime-local" name="until" required;
                    (submit(&words.t("details-defer"), "", ""))
                }
            }))
        }
    }
}

/// Renders the confirm form, with what must be typed or signed.
fn confirm(visit: &Visit, item: &ItemView, signs: bool, then: &str) -> Markup {
    let words = visit.words;
    let id = item.id.as_str();
    let typed = item.typed.as_deref().map(|typed| typed::in_words(words, typed));
    let typed = typed.as_deref();
    let look = if item.class == Class::Destructive { "danger" } else { "yes" };
    // The key that leads here from a list must not also decide: destructive calls, those not completely on this page,
    // and those with a warning or a flag take another step.
    let key = if bulk::has_one_key(item) { "y" } else { "" };
    html! {
        form.act.confirm method="post" action="/do/item.confirm" data-op="item.confirm" data-passkey=[signs.then_some(id)] {
            (hidden(visit))
            input type="hidden" name="id" value=(id);
            input type="hidden" name="digest" value=(shown(&item.digest));
            @if !then.is_empty() { input type="hidden" name="back" value=(then); }
            @if signs { input type="hidden" name="assertion" value=""; }
            // Where no key answers, one leads there: to what must be typed, otherwise to the button.
            div.way data-key=[key.is_empty().then_some("g")] {
                @if let Some(typed) = typed {
                    label for="typed" {
                        (words.t("details-type")) " " code { (shown(typed)) }
                        @if let Some(why) = &item.typed_why { span.quiet { " (" (say(words, why)) ")" } }
                    }
                    // The browser says beside the field what is wrong; the engine checks it all the same.
                    input id="typed" type="text" name="typed" required autocomplete="off" autocapitalize="off" spellcheck="false"
                        pattern=(only(typed)) title=(words.with("list-type-exactly", &[("what", shown(typed).into())]));
                }
                (submit(&yes(visit, item), look, key))
            }
            @if let Some(kept) = item.kept.as_ref().filter(|_| item.class == Class::Destructive) { p.quiet.kept { (say(words, kept)) } }
            @if signs {
                p.quiet { (words.t("details-passkey")) }
                noscript { p.warning { (words.t("details-passkey-script")) } }
            }
        }
    }
}

/// Returns the pattern that matches this text alone.
fn only(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => {
            format!("\\{c}")
        }
        c => c.to_string(),
    });
    escaped.collect()
}

/// Returns the words on the button: what a yes does.
fn yes(visit: &Visit, item: &ItemView) -> String {
    match item.verb.is_empty() {
        true => visit.words.t("details-confirm").into_owned(),
        false => say(visit.words, &item.verb),
    }
}
