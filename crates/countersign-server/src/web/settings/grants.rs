//! Grants: what each covers, for how long, how often it was used; and suggestions.

use countersign_core::{
    authority::{
        Grant, Lifetime,
        operations::{GrantList, Nothing},
        suggestions::{GrantSuggest, Suggestion},
    },
    judge::{Pattern, Slot},
};
use maud::{Markup, html};
use serde_json::json;

use super::room;
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::{Press, form, submit},
        message,
        text::{ago, all_said, say, short, shown, texts},
    },
};

/// The page.
pub(in crate::web) async fn grants(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let grants = visit.ask::<GrantList>(Nothing {}).await?.grants;
    let suggested = visit.ask::<GrantSuggest>(Nothing {}).await?.suggestions;
    let body = html! {
        @if grants.is_empty() { p.quiet { (words.t("settings-no-grants")) } }
        div.tiles { @for grant in &grants { (one(&visit, grant)) } }
        h2 { (words.t("settings-suggested")) }
        @if suggested.is_empty() { p.quiet { (words.t("settings-no-suggested")) } }
        @for suggestion in &suggested { (suggestion_card(&visit, suggestion)) }
    };
    Ok(room(&visit, "settings-grants", body))
}

fn one(visit: &Visit, grant: &Grant) -> Markup {
    let words = visit.words;
    let id = grant.id.as_str();
    let now = visit.now();
    html! {
        article.card data-item=(id) tabindex="-1" {
            h2 { (shown(&grant.agent)) " · " code { (shown(&grant.tool)) } }
            p.sub { (short(id)) " · " (shown(&grant.by)) " · " (ago(words, grant.at, now)) }
            dl.facts {
                (covers(visit, &grant.pattern))
                dt { (words.t("settings-lifetime")) }
                dd { (words.t(message::lifetime(grant.lifetime)))
                    @if let Some(at) = grant.expires_at { " · " (ago(words, at, now)) }
                    @if let Some(run) = &grant.run { " · " a href={ "/runs/" (run) } { (short(run)) } } }
                dt { (words.t("settings-used")) }
                dd { (grant.used) @if let Some(left) = grant.uses_left { " · " (words.with("settings-uses-left", &[("n", left.into())])) } }
            }
            footer.answers { (Press { op: "grant.revoke", fields: &[("id", id)], label: &words.t("settings-revoke"), look: "no", ..Press::default() }.button()) }
        }
    }
}

/// Renders what a grant covers; anything not listed is not covered.
fn covers(visit: &Visit, pattern: &Pattern) -> Markup {
    let words = visit.words;
    let lists = [
        ("settings-covers-writes", &pattern.writes),
        ("settings-covers-kinds", &pattern.kinds),
        ("settings-covers-hosts", &pattern.hosts),
        ("settings-covers-places", &pattern.places),
        ("settings-covers-below", &pattern.below),
    ];
    html! {
        @for (word, all) in lists {
            @if !all.is_empty() { dt { (words.t(word)) } dd { code { (texts(all).join(", ")) } } }
        }
        @if pattern.any { dt { (words.t("settings-covers-any")) } dd { (words.t(if pattern.folder.is_some() { "settings-any-command" } else { "settings-any-call" })) } }
        @if !pattern.changes.is_empty() { dt { (words.t("settings-covers-changes")) } dd { (all_said(words, &pattern.changes).join("; ")) } }
        @if !pattern.commands.is_empty() { dt { (words.t("settings-covers-commands")) } dd { @for command in &pattern.commands { code { (template(command)) } br; } } }
        @if let Some(folder) = &pattern.folder { dt { (words.t("policy-folder")) } dd { code { (shown(folder)) } } }
        @if let Some(script) = &pattern.script { dt { (words.t("settings-covers-script")) } dd { code { (shown(script)) } } }
    }
}

/// Formats a command word by word; a placeholder is in angle brackets.
fn template(command: &[Slot]) -> String {
    let word = |slot: &Slot| match slot {
        Slot::Word(word) | Slot::Like(word) => shown(word),
        Slot::Path => "<path>".to_owned(),
        Slot::Number => "<number>".to_owned(),
        Slot::Text => "<text>".to_owned(),
        Slot::Rest => "…".to_owned(),
    };
    command.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn suggestion_card(visit: &Visit, suggestion: &Suggestion) -> Markup {
    let words = visit.words;
    let id = suggestion.id.as_str();
    let at = |at: u64| ago(words, at, visit.now());
    html! {
        article.card data-item=(id) tabindex="-1" {
            h3 { (say(words, &suggestion.sentence)) }
            dl.facts {
                dt { (words.t("settings-evidence")) }
                dd { (suggestion.confirmed) " / " (suggestion.decided) " · " (at(suggestion.first_at)) " – " (at(suggestion.last_at)) " · ≥ " (json!(suggestion.at_least)) }
                (covers(visit, &suggestion.pattern))
            }
            footer.answers {
                (form(visit, "grant.accept", &[("id", id)], html! {
                    label.inline { (words.t("settings-lifetime")) " " select name="lifetime" { @for l in [Lifetime::Hour, Lifetime::Day, Lifetime::Week, Lifetime::Forever] { option value=(l.as_str()) selected[l == Lifetime::Week] { (words.t(message::lifetime(l))) } } } }
                    (submit(&words.t("settings-accept"), "", ""))
                }))
                (Press { op: "grant.decline", fields: &[("id", id)], label: &words.t("settings-decline"), look: "quiet", ..Press::default() }.button())
            }
        }
    }
}
