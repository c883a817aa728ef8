//! Persons, agents and verifiers, and their tokens.

use countersign_core::{
    ActorKind, Role,
    authority::operations::{Nothing, TokenList, TokenView},
    op::Op as _,
    person::operations::{PersonList, PersonRemove},
};
use maud::{Markup, html};

use super::room;
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::{Press, form, submit},
        message,
        text::{ago, short, shown, texts},
    },
};

/// Who can have a token, with their messages.
const KINDS: [(ActorKind, &str); 4] = [
    (ActorKind::Person, "settings-kind-person"),
    (ActorKind::Agent, "settings-kind-agent"),
    (ActorKind::Verifier, "settings-kind-verifier"),
    (ActorKind::Gate, "settings-kind-gate"),
];

/// The page.
pub(in crate::web) async fn people(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let tokens = visit.ask::<TokenList>(Nothing {}).await?.tokens;
    let body = html! {
        (team(&visit).await)
        @for (kind, word) in KINDS {
            @let own: Vec<&TokenView> = tokens.iter().filter(|t| t.kind == kind).collect();
            section.card {
                header { h2 { (words.t(word)) } }
                @if own.is_empty() { p.quiet { (words.t("settings-nobody")) } } @else { (table(&visit, &own)) }
            }
        }
        (new(&visit))
    };
    Ok(room(&visit, "settings-people", body))
}

fn table(visit: &Visit, tokens: &[&TokenView]) -> Markup {
    let words = visit.words;
    let now = visit.now();
    let heads = [
        "settings-name",
        "settings-role",
        "settings-scopes",
        "settings-made",
        "settings-ends",
        "settings-answer",
    ];
    html! {
        div.wide { table {
            thead { tr { @for head in heads { th scope="col" { (words.t(head)) } } } }
            tbody { @for token in tokens {
                @let id = token.id.as_str();
                @let ended = token.revoked_at.or(token.expires_at.filter(|at| *at <= now));
                tr {
                    th scope="row" { (shown(&token.name)) " " span.quiet { (short(id)) } @if token.session { " " span.badge { (words.t("settings-browser")) } } }
                    td { @if let Some(role) = token.role { (words.t(message::role(role))) } }
                    td { code { (texts(&token.scopes).join(", ")) } }
                    td { (ago(words, token.created_at, now)) @if let Some(owner) = &token.owner { " · " (shown(owner)) } }
                    td { @if let Some(at) = ended { (ago(words, at, now)) } @else if let Some(at) = token.expires_at { (ago(words, at, now)) } @else { "–" } }
                    td { @if ended.is_none() {
                        (Press { op: "token.revoke", fields: &[("id", id)], label: &words.t("settings-revoke"), aria: &format!("{} {}", words.t("settings-revoke"), shown(&token.name)), look: "no small", ..Press::default() }.button())
                    } @else { span.badge { (words.t("settings-ended")) } } }
                }
            } }
        } }
    }
}

fn new(visit: &Visit) -> Markup {
    let words = visit.words;
    html! {
        section.card {
            header { h2 { (words.t("settings-new-token")) } p.sub { (words.t("settings-new-token-what")) } }
            (form(visit, "token.create", &[], html! {
                div.filter {
                    div { label for="kind" { (words.t("settings-kind")) } select id="kind" name="kind" { @for at in [1, 0, 2] { @let (kind, word) = KINDS[at]; option value=(kind.as_str()) { (words.t(word)) } } } }
                    div { label for="name" { (words.t("settings-name")) } input type="text" id="name" name="name" required maxlength="64" autocomplete="off"; }
                    div { label for="role" { (words.t("settings-role-person")) } select id="role" name="role" { option value="" { "–" } @for role in [Role::Viewer, Role::Approver, Role::Admin] { option value=(role.as_str()) { (words.t(message::role(role))) } } } }
                    div { label for="scope" { (words.t("settings-scope")) } input type="text" id="scope" name="scopes[]" placeholder="tool:task.*" autocomplete="off"; }
                    div { label for="days" { (words.t("settings-days")) } input type="number" id="days" name="days" min="1"; }
                }
                p { (submit(&words.t("settings-make"), "", "")) }
            }))
        }
    }
}

/// Renders the persons of the team, with the button that removes one; nothing where there is only one.
async fn team(visit: &Visit) -> Markup {
    let words = visit.words;
    let persons = visit.ask::<PersonList>(Nothing {}).await.map(|found| found.persons).unwrap_or_default();
    if persons.len() < 2 {
        return html! {};
    }
    let me = &visit.caller.actor.name;
    let heads = ["settings-name", "settings-role", "people-groups", "people-agents", "settings-answer"];
    html! {
        section.card {
            header { h2 { (words.t("people-team")) } p.sub { (words.t("people-team-what")) } }
            div.wide { table {
                thead { tr { @for head in heads { th scope="col" { (words.t(head)) } } } }
                tbody { @for person in &persons {
                    @let name = person.name.as_str();
                    tr {
                        th scope="row" { (shown(name)) }
                        td { (person.role.as_str()) }
                        td { (texts(&person.groups).join(", ")) }
                        td { (person.agents) }
                        td { @if name != me {
                            (form(visit, PersonRemove::NAME, &[("name", name)], html! {
                                (submit(&words.with("people-remove", &[("who", shown(name).into())]), "no small", ""))
                            }))
                        } }
                    }
                } }
            } }
        }
    }
}
