//! A yes that is remembered: what it would have covered, what else it could cover, and the rule that says the same.

use countersign_core::{
    authority::Lifetime,
    item::{
        reject::OneItem,
        scopes::{EarlierAsk, ItemScopes, Output, ScopeView},
        view::{ItemView, Standing},
    },
    judge::Scope,
    text,
};
use maud::{Markup, html};

use super::super::{
    Visit,
    card::sign,
    form::{Press, followed, form, submit},
    message, policy,
    summary::summary_of,
    text::{ago, say, shown},
};

/// How much of a summary a line shows.
const SUMMARY: usize = 160;

/// Renders the ways to have a yes remembered, if it can be: the grant that the item offers, and one in a chosen scope;
/// `then` is the page that follows, if it is not this one.
pub(super) async fn always(visit: &Visit, item: &ItemView, then: &str) -> Markup {
    if !item.can_remember && item.offer.is_none() {
        return html! {};
    }
    let found = visit.ask::<ItemScopes>(OneItem { id: item.id.clone() }).await.unwrap_or_default();
    html! {
        (offer(visit, item, &found, then))
        @if item.can_remember && !found.scopes.is_empty() { (chosen(visit, item, &found, then)) }
    }
}

/// Renders the yes that also grants what the item offers. No key does that.
fn offer(visit: &Visit, item: &ItemView, found: &Output, then: &str) -> Markup {
    let Some(offer) = &item.offer else { return html! {} };
    let (id, digest) = (item.id.as_str(), item.digest.as_str());
    let fields = [("id", id), ("digest", digest), ("offer", offer.id.as_str()), ("back", then)];
    let label = visit.words.t("details-offer-confirm");
    html! {
        p { (say(visit.words, &offer.sentence)) }
        (asks(visit, "always-offer-which", &found.offer_asks))
        @if let Some(rule) = &found.offer_rule { (policy::lines(visit, rule)) }
        p { (Press { op: "item.confirm", fields: followed(&fields), label: &label, look: "yes", ..Press::default() }.button()) }
    }
}

/// Renders a yes that is remembered: for how long, for what exactly, how often. What each scope covers is beside its
/// choice and outside of its label.
fn chosen(visit: &Visit, item: &ItemView, found: &Output, then: &str) -> Markup {
    let words = visit.words;
    let (id, digest) = (item.id.as_str(), shown(&item.digest));
    let inside = html! {
        div.grant {
            p { (words.with("details-always-why", &[("agent", shown(&item.agent).into()), ("tool", shown(&item.tool).into())])) }
            fieldset {
                legend { (words.t("details-always-what")) }
                @for (n, one) in found.scopes.iter().enumerate() {
                    (way(visit, one, found.asked, n == 0))
                    div.reach {
                        p.quiet { (say(words, &one.could)) }
                        (asks(visit, "always-so-far-which", &one.asks))
                    }
                }
            }
            div.row {
                span {
                    label for="always" { (words.t("details-always-long")) }
                    select id="always" name="always" { @for time in Lifetime::ALL { option value=(time.as_str()) { (words.t(message::remembered(time))) } } }
                }
                span {
                    label for="uses" { (words.t("details-always-uses")) }
                    input id="uses" type="number" name="uses" min="1" max="1000000" placeholder="∞";
                }
                (submit(&words.t("details-always-confirm"), "yes", ""))
            }
        }
    };
    html! {
        details.always { summary data-key="a" { (words.t("details-always")) }
            (form(visit, "item.confirm", followed(&[("id", id), ("digest", &digest), ("back", then)]), inside))
            // Outside of that form: each has one of its own.
            @for one in &found.scopes {
                @if let Some(rule) = &one.rule {
                    p.sub { (words.t(&format!("details-scope-{}", one.scope.as_str()))) " " code { (covers(visit, one)) } }
                    (policy::lines(visit, rule))
                }
            }
        }
    }
}

fn covers(visit: &Visit, one: &ScopeView) -> String {
    text::line(&visit.words.say(&one.covers), 1_000)
}

fn way(visit: &Visit, one: &ScopeView, asked: usize, is_first: bool) -> Markup {
    let words = visit.words;
    let so_far = [("n", one.so_far.into()), ("total", asked.into())];
    html! {
        label.inline {
            input type="radio" name="scope" value=(one.scope.as_str()) checked[is_first];
            span {
                (words.t(&format!("details-scope-{}", one.scope.as_str()))) " "
                code { (covers(visit, one)) }
                @if asked > 0 { " " span.quiet { (words.with("details-scope-so-far", &so_far)) } }
                @if one.scope == Scope::Tool { " " span.quiet { (words.t("details-scope-not-forever")) } }
            }
        }
    }
}

/// Renders the newest of the earlier asks that would have been covered; opened on demand.
fn asks(visit: &Visit, label: &str, all: &[EarlierAsk]) -> Markup {
    let words = visit.words;
    html! {
        @if !all.is_empty() {
            details.covered { summary { (words.t(label)) }
                ul { @for ask in all {
                    @let standing = Standing::from(ask.status);
                    li { span aria-hidden="true" { (sign(standing)) } " " span.sr-only { (words.t(message::standing(standing))) ": " }
                        a href={ "/items/" (shown(&ask.item)) } { (summary_of(words, &ask.summary, SUMMARY)) }
                        " " span.quiet { (ago(words, ask.at, visit.now())) } }
                } }
            }
        }
    }
}
