//! The policy: what is in force, what waits for a person, and two ways to try changes.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    response::Response,
};
use countersign_core::{
    Error, Op,
    authority::operations::Nothing,
    judge::{Facts, Ruling, Then},
    policy::{
        backtest::{self, PolicyBacktest, Ruled},
        operations::{CheckOutput, PolicyCheck, PolicyOutput, PolicyShow, RuleView},
    },
    settings::operations::{SettingsShow, SettingsView},
    text::visible_multiline,
};
use countersign_words::{Message, Words, say};
use maud::{Markup, html};
use serde_json::{Value, json};
use similar::TextDiff;

use super::{
    Page, Visit,
    form::{form, hidden, submit},
    frame::{self, Tab},
    message,
    summary::summary_of,
    text::{ago, all_said, folded, say, short, shown, texts},
};
use crate::{App, answer::Refusal, cookie, input};

/// How much of a call's arguments a row shows.
const ARGUMENTS: usize = 100;

/// Returns the facts of a call, in display order, each with its message.
fn lists(words: Words, facts: &Facts) -> [(&'static str, Vec<String>); 8] {
    [
        ("policy-fact-reads", texts(&facts.reads)),
        ("policy-fact-writes", texts(&facts.writes)),
        ("policy-fact-deletes", texts(&facts.deletes)),
        ("policy-fact-changes", all_said(words, &facts.changes)),
        ("policy-fact-destroys", all_said(words, &facts.destroys)),
        ("policy-fact-executes", all_said(words, &facts.executes)),
        ("policy-fact-hosts", texts(&facts.hosts)),
        ("policy-fact-protected", all_said(words, &facts.protected)),
    ]
}

/// Returns the flags of a call, by their names in conditions.
fn flags(facts: &Facts) -> [(&'static str, bool); 4] {
    [
        ("opaque", facts.opaque),
        ("outside", facts.outside),
        ("privileged", facts.privileged),
        ("sends", facts.sends),
    ]
}

/// The results of trying something on the page.
#[derive(Default)]
struct Tried {
    text: String,
    calls: String,
    result: Option<backtest::Output>,
}

/// The page.
pub(super) async fn policy(visit: Visit) -> Result<Page, Refusal> {
    page(&visit, Tried::default()).await
}

/// The page after a backtest. It changes nothing; it is a form because a policy is too long for an address.
pub(super) async fn backtest(State(app): State<Arc<App>>, visit: Visit, request: Request<Body>) -> Response {
    let made = async {
        let (parts, body) = request.into_parts();
        let bytes = input::read_body(&parts.headers, body, &app.settings.limits).await?;
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::usage(say!("problem-input-form-text")))?;
        let mut pairs = input::pairs(text)?;
        pairs.retain(|(name, _)| name != cookie::FIELD);
        let of =
            |name: &str| pairs.iter().find(|(n, _)| n == name).map(|(_, v)| v.clone()).unwrap_or_default();
        let (text, calls) = (of("text").replace("\r\n", "\n"), of("calls"));
        let wanted = backtest::Input { text: text.clone(), calls: calls.parse().ok() };
        let result = visit.ask::<PolicyBacktest>(wanted).await?;
        page(&visit, Tried { text, calls, result: Some(result) }).await
    };
    match made.await {
        Ok(page) => frame::respond(&visit, page).await,
        Err(refusal) => frame::trouble(&visit, refusal).await,
    }
}

async fn page(visit: &Visit, tried: Tried) -> Result<Page, Refusal> {
    let words = visit.words;
    let policy = visit.ask::<PolicyShow>(Nothing {}).await?;
    let files = visit.ask::<SettingsShow>(Nothing {}).await?.settings;
    let checked = check(visit).await;
    let body = html! {
        h1 { (words.t("tab-policy")) }
        @for file in &files { (waits(visit, file)) }
        (in_force(visit, &policy, files.iter().find(|file| file.name == "policy")))
        (rules(visit, &policy.rules))
        (tester(visit, checked))
        (tries(visit, &tried))
    };
    Ok(Page::new(words.t("tab-policy"), Tab::Policy, body))
}

/// Renders a change of the settings that loosens something: what, and the whole diff, before the button.
fn waits(visit: &Visit, file: &SettingsView) -> Markup {
    let words = visit.words;
    let Some(waiting) = &file.waiting else { return html! {} };
    let difference =
        TextDiff::from_lines(&file.text, &waiting.text).unified_diff().context_radius(3).to_string();
    let digest = waiting.digest.as_str();
    html! {
        section.card.trouble {
            header {
                h2 { (words.with("policy-waits", &[("file", format!("{}.toml", shown(&file.name)).into())])) }
                p.sub { (ago(words, waiting.since, visit.now())) " · " (words.t("policy-waits-why")) }
            }
            ul { @for line in all_said(words, &waiting.loosens) { li.warning { (line) } } }
            pre.diff { (visible_multiline(&difference).text) }
            footer.answers { (form(visit, "settings.accept", &[("digest", digest)], submit(&words.t("policy-accept"), "", ""))) }
        }
    }
}

fn in_force(visit: &Visit, policy: &PolicyOutput, file: Option<&SettingsView>) -> Markup {
    let words = visit.words;
    let days = policy.expire_ms.map(|ms| ms / 86_400_000);
    let joined = |all: &[String]| match texts(all) {
        none if none.is_empty() => "–".to_owned(),
        some => some.join(", "),
    };
    html! {
        section.card {
            header { h2 { (words.t("policy-in-force")) }
                @if let Some(file) = file { p.sub { (ago(words, file.at, visit.now())) " · " (shown(&file.by)) } } }
            dl.facts {
                dt { (words.t("policy-mode")) } dd { (words.t(message::mode_choice(policy.mode))) " · " (json!(policy.confidence_threshold)) }
                dt { (words.t("policy-trust")) } dd { (joined(&policy.trust.iter().map(|trust| trust.folder.clone()).collect::<Vec<_>>())) }
                dt { (words.t("policy-hosts")) } dd { (joined(&policy.hosts)) }
                dt { (words.t("policy-scratch")) } dd { (joined(&policy.scratch)) }
                dt { (words.t("policy-checks")) } dd { (joined(&policy.checks)) }
                dt { (words.t("policy-set-size")) } dd { (policy.set_size) }
                dt { (words.t("policy-expires")) } dd { @match days { Some(n) => { (n) }, None => { (words.t("policy-never")) } } }
                dt { (words.t("policy-digest")) } dd { code { (shown(&policy.digest)) } }
            }
            @if let Some(text) = file.map(|file| &file.text).filter(|text| !text.is_empty()) {
                details { summary { (words.t("policy-text")) } pre { (visible_multiline(text).text) } }
            } @else { p.quiet { (words.t("policy-built-in")) } }
        }
    }
}

fn rules(visit: &Visit, rules: &[RuleView]) -> Markup {
    let words = visit.words;
    let look = |then: Then| match then {
        Then::Allow => "good",
        Then::Refuse => "danger",
        Then::Ask => "warn",
    };
    let classes = |rule: &RuleView| {
        rule.classes.iter().map(|class| words.t(message::class(*class))).collect::<Vec<_>>().join(", ")
    };
    html! {
        h2 { (words.t("policy-rules")) }
        @if rules.is_empty() { p.quiet { (words.t("policy-no-rules")) } }
        div.tiles { @for rule in rules {
            article.card {
                h3 { (shown(&rule.name)) " "
                    span class={ "badge " (look(rule.then)) } { (words.t(message::then(rule.then))) }
                    @if rule.always { " " span.badge { (words.t("policy-always")) } } }
                dl.facts {
                    dt { (words.t("policy-tools")) } dd { code { (texts(&rule.tools).join(", ")) } }
                    dt { (words.t("policy-classes")) } dd { (classes(rule)) }
                    @if let Some(when) = &rule.when { dt { (words.t("policy-when")) } dd { code { (shown(when)) } } }
                    @if rule.approvers > 1 { dt { (words.t("policy-approvers")) } dd { (rule.approvers) } }
                    @if !rule.decided_by.is_empty() { dt { (words.t("policy-decided-by")) } dd { (texts(&rule.decided_by).join(", ")) } }
                    @if rule.not_owner { dt { (words.t("policy-not-owner")) } dd { "✓" } }
                }
            }
        } }
    }
}

/// Judges a call, if one was entered.
async fn check(visit: &Visit) -> Option<Result<CheckOutput, Message>> {
    let tool = visit.asked("tool")?;
    let args: Value = match serde_json::from_str(visit.asked("args").unwrap_or("{}")) {
        Ok(args) => args,
        Err(e) => return Some(Err(format!("args: {e}").into())),
    };
    let input = json!({"tool": tool, "args": args, "agent": visit.asked("agent"), "cwd": visit.asked("cwd")});
    // Invalid input is reported by the operation.
    let answer = visit.call(PolicyCheck::NAME, input).await;
    let output = answer.and_then(|answer| Ok(answer.output::<PolicyCheck>()?));
    Some(output.map_err(|refusal| refusal.told().1.detail))
}

fn tester(visit: &Visit, checked: Option<Result<CheckOutput, Message>>) -> Markup {
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
                Some(Err(why)) => { p.warning role="alert" { (say(words, &why)) } },
                None => {},
            }
        }
    }
}

fn ruled(visit: &Visit, ruling: Ruling) -> Markup {
    let look = match ruling {
        Ruling::Proceed => "good",
        Ruling::Refuse => "danger",
        Ruling::Ask | Ruling::ProceedAfter => "warn",
    };
    html! { span class={ "badge " (look) } { (visit.words.t(message::ruling(ruling))) } }
}

fn verdict(visit: &Visit, value: &CheckOutput) -> Markup {
    let words = visit.words;
    let summary = value.summary.clone().unwrap_or_default();
    html! {
        div.verdict role="status" {
            p { (ruled(visit, value.verdict)) " " span.badge { (words.t(message::class(value.class))) } " " (summary_of(words, &summary, 300)) }
            dl.facts {
                dt { (words.t("policy-why")) } dd { (all_said(words, &value.reasons).join("; ")) }
                dt { (words.t("policy-row")) } dd { code { (value.row.as_str()) } }
                @if let Some(rule) = &value.rule { dt { (words.t("policy-rule")) } dd { (shown(rule)) } }
                @if let Some(why) = &value.invalid { dt { (words.t("policy-invalid")) } dd.warning { (say(words, why)) } }
                @for (word, all) in lists(words, &value.facts) {
                    @if !all.is_empty() { dt { (words.t(word)) } dd { code { (all.join(", ")) } } }
                }
                @for (name, _) in flags(&value.facts).into_iter().filter(|(_, is)| *is) { dt { (words.t("policy-and")) } dd { (name) } }
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

/// Renders lines of the policy file, with a button that tries them on the latest calls. It changes nothing: who wants the
/// rule puts it into the file.
pub(super) fn lines(visit: &Visit, text: &str) -> Markup {
    let words = visit.words;
    html! {
        details.rule { summary { (words.t("insight-rule")) }
            p.quiet { (words.t("insight-rule-what")) }
            pre { (visible_multiline(text).text) }
            form method="post" action="/policy/backtest#backtest" {
                (hidden(visit))
                input type="hidden" name="text" value=(text);
                (submit(&words.t("insight-try"), "quiet", ""))
            }
        }
    }
}

fn outcome(visit: &Visit, result: &backtest::Output) -> Markup {
    let words = visit.words;
    let backtest::Output { judged, changed, looser, stricter, unjudged, calls, .. } = result;
    let told = words.with("policy-would", &[("changed", (*changed).into()), ("judged", (*judged).into())]);
    let ways = words.with("policy-ways", &[("stricter", (*stricter).into()), ("looser", (*looser).into())]);
    let by =
        |side: &Ruled| side.rule.as_ref().map_or_else(|| side.row.as_str().to_owned(), |rule| shown(rule));
    html! {
        div.verdict role="status" {
            p { strong { (told) } " " @if *changed > 0 { (ways) } }
            @if *unjudged > 0 { p.quiet { (words.with("policy-unjudged", &[("n", (*unjudged).into())])) } }
            @if !calls.is_empty() {
                div.wide { table {
                    thead { tr { @for head in ["audit-event", "audit-when", "history-agent", "audit-tool", "audit-arguments", "policy-before", "policy-after"] { th scope="col" { (words.t(head)) } } } }
                    tbody { @for call in calls {
                        @let event = call.event_id.as_str();
                        tr {
                            td { a href={ "/audit/events/" (event) } { (short(event)) } }
                            td { (ago(words, call.at, visit.now())) }
                            td { (shown(&call.agent)) }
                            td { code { (shown(&call.tool)) } }
                            td.args { code { (folded(&call.arguments.to_string(), ARGUMENTS)) } }
                            @for side in [&call.before, &call.after] { td { (ruled(visit, side.verdict)) " " span.quiet { (by(side)) } } }
                        }
                    } }
                } }
            }
            @if *changed > calls.len() { p.quiet { (words.with("more-changes", &[("n", (changed - calls.len()).into())])) } }
        }
    }
}
