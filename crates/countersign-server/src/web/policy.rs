//! The policy: what is in force, what waits for a person's word, and two ways to try things out.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    response::Response,
};
use countersign_core::{Error, text::visible_multiline};
use maud::{Markup, html};
use serde_json::{Value, json};
use similar::TextDiff;

use super::{
    Page, Visit,
    form::{form, hidden, submit},
    frame::{self, Tab},
    summary::summary_of,
    text::{ago, all_said, field, folded, list, short, shown, texts},
};
use crate::{App, answer::Refusal, cookie, input};

/// How much of a call's arguments a row shows.
const ARGUMENTS: usize = 100;
/// The facts of a call, in the order in which they are told.
const FACTS: [&str; 8] =
    ["reads", "writes", "deletes", "changes", "destroys", "executes", "hosts", "protected"];

/// What was tried on the page, if anything.
#[derive(Default)]
struct Tried {
    text: String,
    calls: String,
    result: Option<Value>,
}

/// The page.
pub(super) async fn policy(visit: Visit) -> Result<Page, Refusal> {
    page(&visit, Tried::default()).await
}

/// The page after a back-test. Nothing is changed by it; it is a form since a policy is too long for an address.
pub(super) async fn backtest(State(app): State<Arc<App>>, visit: Visit, request: Request<Body>) -> Response {
    let made = async {
        let (parts, body) = request.into_parts();
        let bytes = input::read_body(&parts.headers, body, &app.settings.limits).await?;
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::usage("the form is not UTF-8"))?;
        let mut pairs = input::pairs(text)?;
        pairs.retain(|(name, _)| name != cookie::FIELD);
        let of =
            |name: &str| pairs.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone()).unwrap_or_default();
        let (text, calls) = (of("text").replace("\r\n", "\n"), of("calls"));
        let wanted = calls.parse::<u32>().ok();
        let result = visit.ask("policy.backtest", json!({"text": text, "calls": wanted})).await?;
        page(&visit, Tried { text, calls, result: Some(result) }).await
    };
    match made.await {
        Ok(page) => frame::respond(&visit, page).await,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}

async fn page(visit: &Visit, tried: Tried) -> Result<Page, Refusal> {
    let words = visit.words;
    let policy = visit.ask("policy.show", json!({})).await?;
    let settings = visit.ask("settings.show", json!({})).await?;
    let files = list(&settings, "settings");
    let checked = check(visit).await;
    let body = html! {
        h1 { (words.t("tab-policy")) }
        @for file in files.iter().filter(|file| !file["waiting"].is_null()) { (waits(visit, file)) }
        (in_force(visit, &policy, files.iter().find(|file| file["name"] == "policy")))
        (rules(visit, &policy))
        (tester(visit, checked))
        (tries(visit, &tried))
    };
    Ok(Page::new(words.t("tab-policy"), Tab::Policy, body))
}

/// A change of the settings that loosens something: what, and the whole difference, before the button.
fn waits(visit: &Visit, file: &Value) -> Markup {
    let words = visit.words;
    let waiting = &file["waiting"];
    let of = |value: &Value| value["text"].as_str().unwrap_or_default().to_owned();
    let (old, new) = (of(file), of(waiting));
    let difference = TextDiff::from_lines(&old, &new).unified_diff().context_radius(3).to_string();
    let digest = waiting["digest"].as_str().unwrap_or_default();
    html! {
        section.card.trouble {
            header {
                h2 { (words.with("policy-waits", &[("file", format!("{}.toml", field(file, "name")).into())])) }
                p.sub { (ago(words, waiting["since"].as_u64().unwrap_or_default(), visit.now())) " · " (words.t("policy-waits-why")) }
            }
            ul { @for line in texts(waiting, "loosens") { li.warning { (line) } } }
            pre.diff { (visible_multiline(&difference).text) }
            footer.answers { (form(visit, "settings.accept", &[("digest", digest)], submit(&words.t("policy-accept"), "", ""))) }
        }
    }
}

fn in_force(visit: &Visit, policy: &Value, file: Option<&Value>) -> Markup {
    let words = visit.words;
    let days = policy["expire_ms"].as_u64().map(|ms| ms / 86_400_000);
    let joined = |name: &str| match texts(policy, name) {
        none if none.is_empty() => "–".to_owned(),
        some => some.join(", "),
    };
    html! {
        section.card {
            header { h2 { (words.t("policy-in-force")) }
                @if let Some(file) = file { p.sub { (ago(words, file["at"].as_u64().unwrap_or_default(), visit.now())) " · " (field(file, "by")) } } }
            dl.facts {
                dt { (words.t("policy-mode")) } dd { code { (field(policy, "mode")) } " · " (policy["confidence_threshold"]) }
                dt { (words.t("policy-hosts")) } dd { (joined("hosts")) }
                dt { (words.t("policy-scratch")) } dd { (joined("scratch")) }
                dt { (words.t("policy-checks")) } dd { (joined("checks")) }
                dt { (words.t("policy-set-size")) } dd { (policy["set_size"]) }
                dt { (words.t("policy-expires")) } dd { @match days { Some(n) => { (n) }, None => { (words.t("policy-never")) } } }
                dt { (words.t("policy-digest")) } dd { code { (field(policy, "digest")) } }
            }
            @if let Some(text) = file.and_then(|file| file["text"].as_str()).filter(|text| !text.is_empty()) {
                details { summary { (words.t("policy-text")) } pre { (visible_multiline(text).text) } }
            } @else { p.quiet { (words.t("policy-built-in")) } }
        }
    }
}

fn rules(visit: &Visit, policy: &Value) -> Markup {
    let words = visit.words;
    let rules = list(policy, "rules");
    html! {
        h2 { (words.t("policy-rules")) }
        @if rules.is_empty() { p.quiet { (words.t("policy-no-rules")) } }
        div.tiles { @for rule in rules {
            @let then = field(rule, "then");
            article.card {
                h3 { (field(rule, "name")) " "
                    span class={ "badge " (match then.as_str() { "allow" => "good", "refuse" => "danger", _ => "warn" }) } { (words.t(&format!("policy-then-{then}"))) }
                    @if rule["always"] == true { " " span.badge { (words.t("policy-always")) } } }
                dl.facts {
                    dt { (words.t("policy-tools")) } dd { code { (texts(rule, "tools").join(", ")) } }
                    dt { (words.t("policy-classes")) } dd { (texts(rule, "classes").join(", ")) }
                    @if let Some(when) = rule["when"].as_str() { dt { (words.t("policy-when")) } dd { code { (shown(when)) } } }
                    @if rule["approvers"].as_u64().is_some_and(|n| n > 1) { dt { (words.t("policy-approvers")) } dd { (rule["approvers"]) } }
                    @if rule["not_owner"] == true { dt { (words.t("policy-not-owner")) } dd { "✓" } }
                }
            }
        } }
    }
}

/// How a call would be judged, if one was asked about.
async fn check(visit: &Visit) -> Option<Result<Value, String>> {
    let tool = visit.asked("tool")?;
    let args: Value = match serde_json::from_str(visit.asked("args").unwrap_or("{}")) {
        Ok(args) => args,
        Err(e) => return Some(Err(format!("args: {e}"))),
    };
    let input = json!({"tool": tool, "args": args, "agent": visit.asked("agent"), "cwd": visit.asked("cwd")});
    Some(visit.ask("policy.check", input).await.map_err(|refusal| refusal.told().1.detail.clone()))
}

fn tester(visit: &Visit, checked: Option<Result<Value, String>>) -> Markup {
    let words = visit.words;
    let now = |name: &str| visit.asked(name).unwrap_or_default();
    html! {
        section.card id="tester" {
            header { h2 { (words.t("policy-tester")) } p.sub { (words.t("policy-tester-what")) } }
            form method="get" action="/policy#tester" {
                div.filter {
                    @for (name, word) in [("tool", "policy-tool"), ("agent", "history-agent"), ("cwd", "policy-folder")] {
                        div { label for={ "t-" (name) } { (words.t(word)) } input type="text" id={ "t-" (name) } name=(name) value=(now(name)) required[name == "tool"] autocomplete="off"; }
                    }
                }
                label for="t-args" { (words.t("policy-args")) }
                textarea id="t-args" name="args" spellcheck="false" placeholder="{\"title\": \"…\"}" { (now("args")) }
                p { button.button { (words.t("policy-judge")) } }
            }
            @match checked {
                Some(Ok(value)) => { (verdict(visit, &value)) },
                Some(Err(why)) => { p.warning role="alert" { (shown(&why)) } },
                None => {},
            }
        }
    }
}

fn ruled(visit: &Visit, verdict: &str) -> Markup {
    let look = match verdict {
        "proceed" => "good",
        "refuse" => "danger",
        _ => "warn",
    };
    html! { span class={ "badge " (look) } { (visit.words.t(&format!("policy-verdict-{}", verdict.replace('_', "-")))) } }
}

fn verdict(visit: &Visit, value: &Value) -> Markup {
    let words = visit.words;
    let facts = &value["facts"];
    html! {
        div.verdict role="status" {
            p { (ruled(visit, value["verdict"].as_str().unwrap_or_default())) " " span.badge { (field(value, "class")) } " " (summary_of(words, value, 300)) }
            dl.facts {
                dt { (words.t("policy-why")) } dd { (all_said(words, value, "reasons").join("; ")) }
                dt { (words.t("policy-row")) } dd { code { (field(value, "row")) } }
                @if value["rule"].is_string() { dt { (words.t("policy-rule")) } dd { (field(value, "rule")) } }
                @if value["invalid"].is_string() { dt { (words.t("policy-invalid")) } dd.warning { (field(value, "invalid")) } }
                @for name in FACTS {
                    @let of = texts(facts, name);
                    @if !of.is_empty() { dt { (words.t(&format!("policy-fact-{name}"))) } dd { code { (of.join(", ")) } } }
                }
                @for (name, _) in facts.as_object().into_iter().flatten().filter(|(_, v)| **v == true) { dt { (words.t("policy-and")) } dd { (shown(name)) } }
            }
        }
    }
}

fn tries(visit: &Visit, tried: &Tried) -> Markup {
    let words = visit.words;
    html! {
        section.card id="backtest" {
            header { h2 { (words.t("policy-backtest")) } p.sub { (words.t("policy-backtest-what")) } }
            form method="post" action="/policy/backtest#backtest" {
                (hidden(visit))
                label for="b-text" { (words.t("policy-backtest-text")) }
                textarea id="b-text" name="text" spellcheck="false" required placeholder="[[rule]]\nname = \"…\"\ntools = [\"task.*\"]\nthen = \"ask\"" { (tried.text) }
                label for="b-calls" { (words.t("policy-backtest-calls")) }
                input type="number" id="b-calls" name="calls" min="1" max="2000" value=(if tried.calls.is_empty() { "400" } else { tried.calls.as_str() });
                p { button.button { (words.t("policy-try")) } }
            }
            @if let Some(result) = &tried.result { (outcome(visit, result)) }
        }
    }
}

fn outcome(visit: &Visit, result: &Value) -> Markup {
    let words = visit.words;
    let n = |name: &str| result[name].as_u64().unwrap_or_default();
    let told =
        words.with("policy-would", &[("changed", n("changed").into()), ("judged", n("judged").into())]);
    let ways =
        words.with("policy-ways", &[("stricter", n("stricter").into()), ("looser", n("looser").into())]);
    let calls = list(result, "calls");
    html! {
        div.verdict role="status" {
            p { strong { (told) } " " @if n("changed") > 0 { (ways) } }
            @if n("unjudged") > 0 { p.quiet { (words.with("policy-unjudged", &[("n", n("unjudged").into())])) } }
            @if !calls.is_empty() {
                div.wide { table {
                    thead { tr { @for head in ["audit-event", "audit-when", "history-agent", "audit-tool", "audit-arguments", "policy-before", "policy-after"] { th scope="col" { (words.t(head)) } } } }
                    tbody { @for call in calls {
                        @let event = call["event_id"].as_str().unwrap_or_default();
                        tr {
                            td { a href={ "/audit/events/" (event) } { (short(event)) } }
                            td { (ago(words, call["at"].as_u64().unwrap_or_default(), visit.now())) }
                            td { (field(call, "agent")) }
                            td { code { (field(call, "tool")) } }
                            td.args { code { (folded(&call["arguments"].to_string(), ARGUMENTS)) } }
                            @for side in ["before", "after"] {
                                @let side = &call[side];
                                td { (ruled(visit, side["verdict"].as_str().unwrap_or_default())) " " span.quiet { @if side["rule"].is_string() { (field(side, "rule")) } @else { (field(side, "row")) } } }
                            }
                        }
                    } }
                } }
            }
            @if n("changed") > calls.len() as u64 { p.quiet { (words.with("more-changes", &[("n", (n("changed") - calls.len() as u64).into())])) } }
        }
    }
}
