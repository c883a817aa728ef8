//! The answers, the safe one first: no, later, yes. Each yes carries the digest of what this page shows, so that a page
//! that is behind decides nothing.

use countersign_core::{
    handover,
    item::bulk,
    judge::{self, Facts, Pattern, Scope},
    text,
    tool::Preview,
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::{
    Visit, card,
    form::{Press, form, hidden, submit},
    text::{field, list, shown},
};

/// How long a yes may be remembered.
const LIFETIMES: [&str; 5] = ["run", "1h", "1d", "1w", "forever"];

/// What can be answered now.
pub(super) async fn answers(visit: &Visit, item: &Value, facts: &Facts) -> Markup {
    let stale = item["status"] == "stale";
    if !card::is_decidable(item) && !stale {
        return html! {};
    }
    let words = visit.words;
    let signs = item["class"] == "destructive" && has_passkey(visit).await;
    let id = item["id"].as_str().unwrap_or_default();
    let holder = item["claimed_by"].as_str();
    let other = holder.filter(|person| *person != visit.caller.actor.name);
    html! {
        section.card.decide id="answers" aria-labelledby="answers-title" {
            h2 id="answers-title" { (words.t("details-answers")) }
            @if let Some(person) = other { p.warning.flag { (words.with("details-held", &[("who", shown(person).into())])) } }
            div.ways {
                (reject(visit, id, &field(item, "digest")))
                @if item["status"] == "pending" || item["status"] == "blocked" {
                    (Press { op: "item.defer", fields: &[("id", id), ("digest", &field(item, "digest"))], label: &words.t("details-defer"), key: "d", ..Press::default() }.button())
                }
                @if !stale { (confirm(visit, item, signs)) }
            }
            @if !stale { (always(visit, item, facts)) }
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

/// Whether the agent does it itself, with its own arguments.
fn handed(item: &Value) -> bool {
    item["tool"]
        .as_str()
        .and_then(|tool| tool.split_once('.'))
        .is_some_and(|(server, _)| server == handover::SERVER)
}

/// Whether this person has a passkey: then what is destructive must be signed.
async fn has_passkey(visit: &Visit) -> bool {
    let all = visit.ask("passkey.list", json!({})).await.unwrap_or_default();
    let own = |key: &Value| key["person"] == visit.caller.actor.name.as_str() && key["revoked_at"].is_null();
    list(&all, "passkeys").iter().any(own)
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

/// Whether one key is enough for a yes to what this page shows.
fn has_key(item: &Value) -> bool {
    let preview: Preview = serde_json::from_value(item["preview"].clone()).unwrap_or_default();
    item["class"] != "destructive"
        && item["typed"].is_null()
        && preview.is_whole()
        && bulk::fits_a_page(&preview)
}

/// A yes, with what must be typed or signed for it.
fn confirm(visit: &Visit, item: &Value, signs: bool) -> Markup {
    let words = visit.words;
    let (id, typed) = (item["id"].as_str().unwrap_or_default(), item["typed"].as_str());
    let look = if item["class"] == "destructive" { "danger" } else { "yes" };
    // The key that leads here from a list does not also decide: what is destructive, or not all on this page, takes
    // another step.
    let key = if has_key(item) { "y" } else { "" };
    html! {
        form.act.confirm method="post" action="/do/item.confirm" data-op="item.confirm" data-passkey=[signs.then_some(id)] {
            (hidden(visit))
            input type="hidden" name="id" value=(id);
            input type="hidden" name="digest" value=(field(item, "digest"));
            @if signs { input type="hidden" name="assertion" value=""; }
            div.way {
                @if let Some(typed) = typed {
                    label for="typed" { (words.t("details-type")) " " code { (shown(typed)) } }
                    input id="typed" type="text" name="typed" required autocomplete="off" autocapitalize="off" spellcheck="false";
                }
                (submit(&words.t("details-confirm"), look, key))
            }
            @if signs {
                p.quiet { (words.t("details-passkey")) }
                noscript { p.warning { (words.t("details-passkey-script")) } }
            }
        }
    }
}

/// A yes that is remembered, where it can be: for how long, for what exactly, how often.
fn always(visit: &Visit, item: &Value, facts: &Facts) -> Markup {
    if item["can_remember"] != true {
        return html! {};
    }
    let words = visit.words;
    let (id, digest) = (item["id"].as_str().unwrap_or_default(), item["digest"].as_str().unwrap_or_default());
    let covers = |scope| text::line(&judge::in_words(&Pattern::from_facts(facts, scope)), 1_000);
    let (exact, kind) = (covers(Scope::Exact), covers(Scope::Kind));
    let inside = html! {
        div.grant {
            p { (words.with("details-always-why", &[("agent", field(item, "agent").into()), ("tool", field(item, "tool").into())])) }
            fieldset {
                legend { (words.t("details-always-what")) }
                label.inline { input type="radio" name="scope" value="exact" checked; span { (words.t("details-scope-exact")) " " code { (exact) } } }
                @if kind != exact {
                    label.inline { input type="radio" name="scope" value="kind"; span { (words.t("details-scope-kind")) " " code { (kind) } } }
                }
            }
            div.row {
                span {
                    label for="always" { (words.t("details-always-long")) }
                    select id="always" name="always" { @for time in LIFETIMES { option value=(time) { (words.t(&format!("details-lifetime-{time}"))) } } }
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
        details.always { summary data-key="a" { (words.t("details-always")) } (form(visit, "item.confirm", &[("id", id), ("digest", digest)], inside)) }
    }
}
