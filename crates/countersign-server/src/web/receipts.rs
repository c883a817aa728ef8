//! What landed: the list of receipts, and the page of each with its undo or the reason why there is none.

pub(super) mod back;

use countersign_core::{
    answer_status::HappeningWhat,
    item::view::Standing,
    judge::Class,
    receipt::{
        AllowedBy, Receipt,
        operations::{ListInput, ReceiptList},
    },
    show,
    tool::Printed,
    visit::{
        operations as visits,
        operations::{Happening, VisitSince},
    },
};
use countersign_words::say;
use maud::{Markup, html};

use super::{
    Page, Visit,
    frame::{Tab, missing},
    glance, message,
    summary::summary_of,
    text::{ago, count, folded, say, short, shown},
    thing::{self, facts, folded_json, linked, plain, who},
};
use crate::answer::Refusal;

/// How much of a summary a list shows; the page of the receipt shows all.
const SUMMARY: usize = 200;

/// The list, newest first.
pub(super) async fn receipts(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let run = visit.asked("run");
    let wanted = ListInput { run: visit.given("run"), limit: None, before: visit.given("before") };
    let found = visit.ask::<ReceiptList>(wanted).await?;
    let receipts = &found.receipts;
    let base = run.map_or_else(|| "/receipts".to_owned(), |run| format!("/receipts?run={run}"));
    let body = html! {
        h1 { (words.t("tab-receipts")) }
        p.tools {
            a.button href="/since" { (words.t("receipts-since")) }
            @if let Some(run) = run {
                " " span.filter { (words.t("receipts-of-run")) " " (thing::link(run)) " " a href="/receipts" { (words.t("receipts-all")) } }
            }
        }
        @if receipts.is_empty() { div.card { p { (words.t("receipts-none")) } } }
        @else { ul.lines.card { @for receipt in receipts { (line(&visit, receipt)) } } }
        (thing::older(&visit, &base, found.next.as_ref()))
    };
    Ok(Page::new(words.t("tab-receipts"), Tab::Receipts, body))
}

/// Renders one receipt in a list: what was done, who allowed it, when, and its undo.
pub(super) fn line(visit: &Visit, receipt: &Receipt) -> Markup {
    let words = visit.words;
    let id = receipt.id.as_str();
    html! {
        li class={ "line " (receipt.class.as_str()) } data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { @if receipt.undone.is_some() { "↶" } @else { "✓" } }
            div.what {
                a.summary href={ "/receipts/" (id) } { (summary_of(words, &receipt.summary, SUMMARY)) }
                @if receipt.undone.is_some() { " " span.badge { (words.t("receipts-undone")) } }
                p.sub {
                    @if !receipt.agent.is_empty() { (shown(&receipt.agent)) " · " }
                    (allowed(visit, &receipt.allowed_by)) " · "
                    (ago(words, receipt.at, visit.now()))
                }
                (back::stale(visit, receipt))
            }
            div.two { (back::short(visit, receipt)) }
        }
    }
}

/// Describes who allowed it.
pub(super) fn allowed(visit: &Visit, by: &AllowedBy) -> String {
    let (word, name) = match by {
        AllowedBy::Person(name) => ("receipts-by-person", name.as_str()),
        AllowedBy::Grant(id) => ("receipts-by-grant", short(id)),
        AllowedBy::Policy(rule) => ("receipts-by-policy", rule.as_str()),
        AllowedBy::Plan(id) => ("receipts-by-plan", short(id)),
        AllowedBy::Timeout(id) => ("receipts-by-timeout", short(id)),
        AllowedBy::Automatic => ("receipts-by-automatic", ""),
    };
    visit.words.with(word, &[("name", shown(name).into())])
}

/// The page of one receipt.
pub(super) async fn receipt(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let receipt = found(&visit).await?;
    let undo = undo_of(&visit, &receipt).await;
    let summary = say(words, &receipt.summary);
    let body = html! {
        p.crumb { a href="/receipts" { (words.t("tab-receipts")) } " / " code { (shown(&receipt.id)) } }
        h1 { (summary) }
        p.sub { (badges(&visit, &receipt)) }
        @if visit.asked("did") == Some("receipt.rerun") {
            p.notice.here role="status" { (words.t("receipts-asked-again")) " " a href="/" { (words.t("tab-inbox")) } }
        }
        @if visit.asked("did") == Some("receipt.merge") {
            p.notice.here role="status" { (words.t("receipts-asked-merge")) " " a href="/" { (words.t("tab-inbox")) } }
        }
        section.card {
            h2 { (words.t("receipts-what")) }
            (effects(&visit, &receipt))
            (told(&visit, &receipt))
            @if let Some(printed) = Printed::of(&receipt.result) { (thing::printed(&visit, &printed)) }
            @if !receipt.result.is_null() { h3 { (words.t("receipts-result")) } (folded_json(&visit, &receipt.result)) }
        }
        section.card {
            h2 { (words.t("receipts-back")) }
            (back::whole(&visit, &receipt, undo.as_ref()))
        }
    };
    Ok(Page::new(summary, Tab::Receipts, body))
}

/// Returns the receipt that the address names.
pub(super) async fn found(visit: &Visit) -> Result<Receipt, Refusal> {
    let show::Output::Receipt { receipt } = visit.show(visit.param("id")).await? else {
        return Err(missing(say!("problem-web-such-receipt")));
    };
    Ok(*receipt)
}

/// Returns the receipt of its undo, which says who allowed that.
async fn undo_of(visit: &Visit, receipt: &Receipt) -> Option<Receipt> {
    visit.receipt(&receipt.undone.as_ref()?.receipt).await
}

fn badges(visit: &Visit, receipt: &Receipt) -> Markup {
    let words = visit.words;
    html! {
        @if receipt.class == Class::Destructive { span.badge.danger { (words.t("destructive")) } " " }
        @if receipt.undone.is_some() { span.badge { (words.t("receipts-undone")) } }
        @else if receipt.undoing.is_some() { span.badge.warn { (words.t("receipts-undoing")) } }
        @else if receipt.undo_action.is_none() { span.badge.warn { (words.t("irreversible")) } }
    }
}

/// Renders all effects before and after.
fn effects(visit: &Visit, receipt: &Receipt) -> Markup {
    let effects = &receipt.effects;
    html! {
        @if effects.is_empty() { p.quiet { (visit.words.t("receipts-no-effects")) } }
        @else {
            ul.changes {
                @for change in effects {
                    li {
                        span.label { (say(visit.words, &change.label)) }
                        @let [before, after] = glance::sides(visit.words, change, usize::MAX);
                        " " span.before { (before) } " → " span.after { (after) }
                    }
                }
            }
        }
    }
}

fn told(visit: &Visit, receipt: &Receipt) -> Markup {
    let words = visit.words;
    let plan = html! {
        @if let Some(plan) = &receipt.plan { (thing::link(&plan.id)) " · " (words.count("receipts-plan-step", count(plan.step))) }
    };
    facts(
        visit,
        &[
            ("receipts-tool", html! { code { (shown(&receipt.tool)) } }),
            (
                "receipts-allowed",
                html! {
                    (allowed(visit, &receipt.allowed_by))
                    @if let Some(level) = receipt.level { " " span.quiet { "(" (words.with("receipts-level", &[("n", level.number().into()), ("what", words.say(&level.words()).into())])) ")" } }
                },
            ),
            ("receipts-at", ago(words, receipt.at, visit.now())),
            ("receipts-took", plain(words.with("receipts-ms", &[("n", receipt.duration_ms.into())]))),
            ("receipts-agent", plain(shown(&receipt.agent))),
            ("receipts-about", plain(shown(&receipt.subject))),
            ("receipts-item", linked(receipt.item.as_deref())),
            ("receipts-run", linked(receipt.run.as_deref())),
            ("receipts-step", linked(receipt.step.as_deref())),
            ("receipts-plan", plan),
            ("receipts-event", html! { code { (shown(&receipt.event_id)) } }),
            ("receipts-takes-back", linked(receipt.undoes.as_deref())),
        ],
    )
}

/// The page of what happened since the person's last visit, each with its undo, and what waits.
pub(super) async fn since(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let wanted = visits::Input { mark: false, limit: None, before: visit.given("before") };
    let told = visit.ask::<VisitSince>(wanted).await?;
    let (happened, waiting) = (&told.happened, &told.waiting);
    let head = match told.since {
        Some(at) => html! { (words.t("receipts-since-when")) " " (ago(words, at, visit.now())) },
        None => html! { (words.t("receipts-so-far")) },
    };
    let body = html! {
        h1 { (words.t("receipts-since")) }
        p.sub { (head) }
        @if happened.is_empty() { div.card { p { (words.t("receipts-nothing-new")) } } }
        @else { ol.lines.card { @for one in happened { (happening(&visit, one)) } } }
        (thing::older(&visit, "/since", told.next.as_ref()))
        @if visit.asked("before").is_none() && !happened.is_empty() {
            (thing::form_to(&visit, "visit.since", "/since", &[("mark", "on")], super::form::submit(&words.t("receipts-mark"), "yes", "m")))
        }
        @if !waiting.is_empty() {
            section.card {
                h2 { (words.count("inbox-count", waiting.len())) @if told.more_waiting { " +" } }
                ul.plain { @for one in waiting { li { (thing::link(&one.id)) " " (folded(&words.say(&one.title), SUMMARY)) } } }
                p { a.button href="/" { (words.t("tab-inbox")) } }
            }
        }
    };
    Ok(Page::new(words.t("receipts-since"), Tab::Receipts, body))
}

fn happening(visit: &Visit, one: &Happening) -> Markup {
    let words = visit.words;
    let id = one.id.as_str();
    let title = folded(&words.say(&one.title), SUMMARY);
    html! {
        li.line data-item=(id) tabindex="-1" {
            span.mark aria-hidden="true" { (sign(one.what, one.status)) }
            div.what {
                @if let Some(href) = thing::href(id) { a.summary href=(href) { (title) } } @else { span.summary { (title) } }
                p.sub {
                    (words.t(message::happened(one.what))) " · " (who(&one.by))
                    @if let Some(status) = one.status { " · " (words.t(message::standing(status))) }
                    " · " (ago(words, one.at, visit.now()))
                }
                @if let Some(receipt) = &one.receipt { (back::stale(visit, receipt)) }
            }
            @if let Some(receipt) = &one.receipt { div.two { (back::short(visit, receipt)) } }
        }
    }
}

fn sign(what: HappeningWhat, status: Option<Standing>) -> &'static str {
    match what {
        HappeningWhat::Landed => "✓",
        HappeningWhat::Undone => "↶",
        HappeningWhat::Decided => status.map_or("·", super::card::sign),
        HappeningWhat::Asked => "○",
        HappeningWhat::Expired => "·",
    }
}
