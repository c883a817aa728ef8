//! Remembered yeses: what each covers, for how long, how often it was used; and those that could be given.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::room;
use crate::{
    answer::Refusal,
    web::{
        Page, Visit,
        form::{Press, form, submit},
        text::{ago, field, list, said, short, shown, texts},
    },
};

/// The page.
pub(in crate::web) async fn grants(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let (grants, suggested) =
        (visit.ask("grant.list", json!({})).await?, visit.ask("grant.suggest", json!({})).await?);
    let (grants, suggested) = (list(&grants, "grants"), list(&suggested, "suggestions"));
    let body = html! {
        @if grants.is_empty() { p.quiet { (words.t("settings-no-grants")) } }
        div.tiles { @for grant in grants { (one(&visit, grant)) } }
        h2 { (words.t("settings-suggested")) }
        @if suggested.is_empty() { p.quiet { (words.t("settings-no-suggested")) } }
        @for suggestion in suggested { (suggestion_card(&visit, suggestion)) }
    };
    Ok(room(&visit, "settings-grants", body))
}

fn one(visit: &Visit, grant: &Value) -> Markup {
    let words = visit.words;
    let id = grant["id"].as_str().unwrap_or_default();
    let now = visit.now();
    html! {
        article.card data-item=(id) tabindex="-1" {
            h2 { (field(grant, "agent")) " · " code { (field(grant, "tool")) } }
            p.sub { (short(id)) " · " (field(grant, "by")) " · " (ago(words, grant["at"].as_u64().unwrap_or_default(), now)) }
            dl.facts {
                (covers(visit, &grant["pattern"]))
                dt { (words.t("settings-lifetime")) }
                dd { (lifetime(visit, grant["lifetime"].as_str().unwrap_or_default()))
                    @if let Some(at) = grant["expires_at"].as_u64() { " · " (ago(words, at, now)) }
                    @if let Some(run) = grant["run"].as_str() { " · " a href={ "/runs/" (run) } { (short(run)) } } }
                dt { (words.t("settings-used")) }
                dd { (grant["used"]) @if let Some(left) = grant["uses_left"].as_u64() { " · " (words.with("settings-uses-left", &[("n", left.into())])) } }
            }
            footer.answers { (Press { op: "grant.revoke", fields: &[("id", id)], label: &words.t("settings-revoke"), look: "no", ..Press::default() }.button()) }
        }
    }
}

fn lifetime(visit: &Visit, lifetime: &str) -> Markup {
    let word = format!("settings-for-{lifetime}");
    html! { @if visit.words.has(&word) { (visit.words.t(&word)) } @else { (shown(lifetime)) } }
}

/// What a grant covers; whatever is not listed is not covered.
fn covers(visit: &Visit, pattern: &Value) -> Markup {
    let words = visit.words;
    let commands: Vec<String> = list(pattern, "commands").iter().map(template).collect();
    html! {
        @for name in ["writes", "kinds", "hosts", "places", "changes"] {
            @let of = texts(pattern, name);
            @if !of.is_empty() { dt { (words.t(&format!("settings-covers-{name}"))) } dd { code { (of.join(", ")) } } }
        }
        @if !commands.is_empty() { dt { (words.t("settings-covers-commands")) } dd { @for command in &commands { code { (command) } br; } } }
        @if pattern["folder"].is_string() { dt { (words.t("policy-folder")) } dd { code { (field(pattern, "folder")) } } }
        @if pattern["script"].is_string() { dt { (words.t("settings-covers-script")) } dd { code { (field(pattern, "script")) } } }
    }
}

/// A command word by word; a hole stands in angle brackets.
fn template(command: &Value) -> String {
    let word = |slot: &Value| match slot {
        Value::String(hole) => format!("<{}>", shown(hole)),
        Value::Object(map) => map.values().filter_map(Value::as_str).map(shown).collect::<Vec<_>>().join(" "),
        other => shown(&other.to_string()),
    };
    command.as_array().into_iter().flatten().map(word).collect::<Vec<_>>().join(" ")
}

fn suggestion_card(visit: &Visit, suggestion: &Value) -> Markup {
    let words = visit.words;
    let id = suggestion["id"].as_str().unwrap_or_default();
    let at = |name: &str| ago(words, suggestion[name].as_u64().unwrap_or_default(), visit.now());
    html! {
        article.card data-item=(id) tabindex="-1" {
            h3 { (said(words, suggestion, "sentence")) }
            dl.facts {
                dt { (words.t("settings-evidence")) }
                dd { (suggestion["confirmed"]) " / " (suggestion["decided"]) " · " (at("first_at")) " – " (at("last_at")) " · ≥ " (suggestion["at_least"]) }
                (covers(visit, &suggestion["pattern"]))
            }
            footer.answers {
                (form(visit, "grant.accept", &[("id", id)], html! {
                    label.inline { (words.t("settings-lifetime")) " " select name="lifetime" { @for l in ["1h", "1d", "1w", "forever"] { option value=(l) selected[l == "1w"] { (lifetime(visit, l)) } } } }
                    (submit(&words.t("settings-accept"), "", ""))
                }))
                (Press { op: "grant.decline", fields: &[("id", id)], label: &words.t("settings-decline"), look: "quiet", ..Press::default() }.button())
            }
        }
    }
}
