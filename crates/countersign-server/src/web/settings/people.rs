//! Persons, agents and verifiers, and the tokens by which they are known.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::room;
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::{Press, form, submit},
        text::{ago, field, list, short, texts},
    },
};

/// The page.
pub(in crate::web) async fn people(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let tokens = visit.ask("token.list", json!({})).await?;
    let tokens = list(&tokens, "tokens");
    let body = html! {
        @for kind in ["person", "agent", "verifier"] {
            @let own: Vec<&Value> = tokens.iter().filter(|t| t["kind"] == kind).collect();
            section.card {
                header { h2 { (words.t(&format!("settings-kind-{kind}"))) } }
                @if own.is_empty() { p.quiet { (words.t("settings-nobody")) } } @else { (table(&visit, &own)) }
            }
        }
        (new(&visit))
    };
    Ok(room(&visit, "settings-people", body))
}

fn table(visit: &Visit, tokens: &[&Value]) -> Markup {
    let words = visit.words;
    let now = visit.now();
    html! {
        div.wide { table {
            thead { tr { @for head in ["name", "role", "scopes", "made", "ends", "answer"] { th scope="col" { (words.t(&format!("settings-{head}"))) } } } }
            tbody { @for token in tokens {
                @let id = token["id"].as_str().unwrap_or_default();
                @let ended = token["revoked_at"].as_u64().or(token["expires_at"].as_u64().filter(|at| *at <= now));
                tr {
                    th scope="row" { (field(token, "name")) " " span.quiet { (short(id)) } @if token["session"] == true { " " span.badge { (words.t("settings-browser")) } } }
                    td { (field(token, "role")) }
                    td { code { (texts(token, "scopes").join(", ")) } }
                    td { (ago(words, token["created_at"].as_u64().unwrap_or_default(), now)) @if token["owner"].is_string() { " · " (field(token, "owner")) } }
                    td { @if let Some(at) = ended { (ago(words, at, now)) } @else if let Some(at) = token["expires_at"].as_u64() { (ago(words, at, now)) } @else { "–" } }
                    td { @if ended.is_none() {
                        (Press { op: "token.revoke", fields: &[("id", id)], label: &words.t("settings-revoke"), aria: &format!("{} {}", words.t("settings-revoke"), field(token, "name")), look: "no small", ..Press::default() }.button())
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
                    div { label for="kind" { (words.t("settings-kind")) } select id="kind" name="kind" { @for kind in ["agent", "person", "verifier"] { option value=(kind) { (words.t(&format!("settings-kind-{kind}"))) } } } }
                    div { label for="name" { (words.t("settings-name")) } input type="text" id="name" name="name" required maxlength="64" autocomplete="off"; }
                    div { label for="role" { (words.t("settings-role-person")) } select id="role" name="role" { option value="" { "–" } @for role in ["viewer", "approver", "admin"] { option value=(role) { (role) } } } }
                    div { label for="scope" { (words.t("settings-scope")) } input type="text" id="scope" name="scopes[]" placeholder="tool:task.*" autocomplete="off"; }
                    div { label for="days" { (words.t("settings-days")) } input type="number" id="days" name="days" min="1"; }
                }
                p { (submit(&words.t("settings-make"), "", "")) }
            }))
        }
    }
}
