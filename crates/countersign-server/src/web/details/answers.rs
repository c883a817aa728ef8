//! The answers, the safe one first: no, later, yes. Each yes carries the digest of what this page shows, so that an
//! outdated page cannot decide.

use countersign_core::{
    authority::operations::Nothing,
    handover,
    item::{ItemStatus, bulk, view::ItemView},
    judge::Class,
    passkey::operations::{PasskeyList, PasskeyView},
};
use maud::{Markup, html};

use super::{
    super::{
        Visit, card,
        form::{Press, form, hidden, submit},
        text::{say, shown},
    },
    always,
};

/// Renders the possible answers.
pub(super) async fn answers(visit: &Visit, item: &ItemView) -> Markup {
    let stale = item.status == ItemStatus::Stale;
    if !card::is_decidable(item) && !stale {
        return html! {};
    }
    let words = visit.words;
    let signs = item.class == Class::Destructive && has_passkey(visit).await;
    let id = item.id.as_str();
    let holder = item.claimed_by.as_deref();
    let other = holder.filter(|person| *person != visit.caller.actor.name);
    html! {
        section.card.decide id="answers" aria-labelledby="answers-title" {
            h2 id="answers-title" { (words.t("details-answers")) }
            @if let Some(person) = other { p.warning.flag { (words.with("details-held", &[("who", shown(person).into())])) } }
            div.ways {
                (reject(visit, id, &shown(&item.digest)))
                @if matches!(item.status, ItemStatus::Pending | ItemStatus::Blocked) {
                    (Press { op: "item.defer", fields: &[("id", id), ("digest", &shown(&item.digest))], label: &words.t("details-defer"), key: "d", ..Press::default() }.button())
                }
                @if !stale { (confirm(visit, item, signs)) }
            }
            @if !stale { (always::always(visit, item).await) }
            p.besides {
                @if !handed(item) { a.button.quiet href={ "/items/" (id) "?edit=1#edit" } data-key="e" { (words.t("details-edit")) } }
                @if other.is_none() {
                    @let release = if holder.is_some() { "true" } else { "" };
                    (Press { op: "item.claim", fields: &[("id", id), ("release", release)], label: &words.t(if holder.is_some() { "details-release" } else { "details-claim" }), look: "quiet", ..Press::default() }.button())
                }
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

fn reject(visit: &Visit, id: &str, digest: &str) -> Markup {
    let words = visit.words;
    form(
        visit,
        "item.reject",
        &[("id", id), ("digest", digest)],
        html! {
            div.way {
                (submit(&words.t("details-reject"), "no", "n"))
                input type="text" name="reason" maxlength="2000" autocomplete="off" aria-label=(words.t("details-reason-label")) placeholder=(words.t("details-reason-label"));
            }
        },
    )
}

/// Returns whether one key is enough to confirm what this page shows.
fn has_key(item: &ItemView) -> bool {
    item.class != Class::Destructive
        && item.typed.is_none()
        && item.preview.is_whole()
        && bulk::fits_a_page(&item.preview)
}

/// Renders the confirm form, with what must be typed or signed.
fn confirm(visit: &Visit, item: &ItemView, signs: bool) -> Markup {
    let words = visit.words;
    let (id, typed) = (item.id.as_str(), item.typed.as_deref());
    let look = if item.class == Class::Destructive { "danger" } else { "yes" };
    // The key that leads here from a list must not also decide: destructive calls, and those not completely on this
    // page, take another step.
    let key = if has_key(item) { "y" } else { "" };
    html! {
        form.act.confirm method="post" action="/do/item.confirm" data-op="item.confirm" data-passkey=[signs.then_some(id)] {
            (hidden(visit))
            input type="hidden" name="id" value=(id);
            input type="hidden" name="digest" value=(shown(&item.digest));
            @if signs { input type="hidden" name="assertion" value=""; }
            div.way {
                @if let Some(typed) = typed {
                    label for="typed" {
                        (words.t("details-type")) " " code { (shown(typed)) }
                        @if let Some(why) = &item.typed_why { span.quiet { " (" (say(words, why)) ")" } }
                    }
                    input id="typed" type="text" name="typed" required autocomplete="off" autocapitalize="off" spellcheck="false";
                }
                (submit(&yes(visit, item), look, key))
            }
            @if let Some(kept) = &item.kept { p.quiet.kept { (say(words, kept)) } }
            @if signs {
                p.quiet { (words.t("details-passkey")) }
                noscript { p.warning { (words.t("details-passkey-script")) } }
            }
        }
    }
}

/// Returns the words on the button: what a yes does.
fn yes(visit: &Visit, item: &ItemView) -> String {
    match item.verb.is_empty() {
        true => visit.words.t("details-confirm").into_owned(),
        false => say(visit.words, &item.verb),
    }
}
