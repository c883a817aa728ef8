//! History: past decisions, how long they took, and what ran without asking.

use countersign_core::{
    decision::{
        Decision, DecisionWord,
        operations::{DecisionList, ListInput, ListOutput},
        stats as decision_stats,
        stats::{AgentStats, DecisionStats, Stats},
    },
    item::view::Standing,
    op::route::escape,
};
use maud::{Markup, html};

use super::{
    Page, Visit,
    card::sign,
    charts::{Chart, Series, Together, Unit, span},
    frame::Tab,
    message,
    summary::summary_of,
    text::{ago, folded, shown},
    thing::who,
};
use crate::answer::Refusal;

/// How many decisions a page shows.
const SHOWN: u32 = 50;
/// How much of a summary and of a reason a row shows; the page of the item shows all.
const SUMMARY: usize = 160;

/// The page.
pub(super) async fn history(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let agent = visit.asked("agent");
    let days = visit.asked("days").and_then(|n| n.parse::<u32>().ok()).unwrap_or(30);
    let stats = visit.ask::<DecisionStats>(decision_stats::Input { agent: None, days: Some(days) }).await?;
    let input = ListInput { agent: visit.given("agent"), limit: Some(SHOWN), before: visit.given("before") };
    let decided = visit.ask::<DecisionList>(input).await?;
    let agents = &stats.agents;
    let body = html! {
        h1 { (words.t("tab-history")) }
        p { a href="/insight" { (words.t("insight-from-history")) } }
        (filter(&visit, agents, agent, days))
        @if visit.asked("before").is_none() {
            @for one in agents.iter().filter(|one| agent.is_none_or(|a| one.agent == a)) { (numbers(&visit, one)) }
            @if agents.is_empty() { p.quiet { (words.t("history-none")) } }
            @if !stats.complete { p.quiet { (words.t("history-incomplete")) } }
        }
        (decisions(&visit, &decided))
    };
    Ok(Page::new(words.t("tab-history"), Tab::History, body))
}

fn filter(visit: &Visit, agents: &[AgentStats], agent: Option<&str>, days: u32) -> Markup {
    let words = visit.words;
    html! {
        form.filter method="get" action="/history" {
            div { label for="agent" { (words.t("history-agent")) }
                select id="agent" name="agent" {
                    option value="" { (words.t("history-all")) }
                    @for one in agents {
                        @let name = one.agent.as_str();
                        option value=(name) selected[agent == Some(name)] { (shown(name)) }
                    }
                }
            }
            div { label for="days" { (words.t("history-days")) }
                select id="days" name="days" { @for n in [7_u32, 30, 90, 365] { option value=(n) selected[n == days] { (n) } } }
            }
            button.button { (words.t("history-show")) }
        }
    }
}

/// Renders the numbers of one agent, as charts and as a table.
fn numbers(visit: &Visit, one: &AgentStats) -> Markup {
    let words = visit.words;
    let days: Vec<String> = one.days.iter().map(|day| shown(&day.day)).collect();
    let of =
        |number: fn(&Stats) -> u64| -> Vec<u64> { one.days.iter().map(|day| number(&day.stats)).collect() };
    let total = &one.total;
    let (yes, no) = (total.confirmed, total.rejected);
    let rate = (100 * yes).checked_div(yes + no);
    let told_rate = match rate {
        Some(percent) => words.with(
            "history-rate-told",
            &[("percent", percent.into()), ("yes", yes.into()), ("no", no.into())],
        ),
        None => words.t("history-undecided").into_owned(),
    };
    let told_time = match (total.median_ms, total.p90_ms) {
        (Some(median), Some(slow)) => {
            words.with("history-time-told", &[("median", span(median).into()), ("slow", span(slow).into())])
        }
        _ => words.t("history-undecided").into_owned(),
    };
    let told_saved =
        words.with("history-saved-told", &[("saved", unasked(total).into()), ("asked", total.asked.into())]);
    let series = |class, label: &str, values| Series { class, label: words.t(label).into_owned(), values };
    let chart = |title: &str, told: &str, together, unit, series: &[Series]| {
        Chart { title: &words.t(title), told, days: &days, series, together, unit }.render()
    };
    html! {
        section.card.numbers {
            header { h2 { (shown(&one.agent)) } }
            div.charts {
                (chart("history-rate", &told_rate, Together::Stacked, Unit::Count,
                    &[series("c-yes", "history-confirmed", of(|stats| stats.confirmed)), series("c-no", "history-rejected", of(|stats| stats.rejected))]))
                (chart("history-time", &told_time, Together::Layered, Unit::Time,
                    &[series("c-slow", "history-slow", of(|stats| stats.p90_ms.unwrap_or_default())), series("c-yes", "history-median", of(|stats| stats.median_ms.unwrap_or_default()))]))
                (chart("history-saved", &told_saved, Together::Stacked, Unit::Count,
                    &[series("c-quiet", "history-unasked", of(unasked)), series("c-warn", "history-asked", of(|stats| stats.asked))]))
            }
            @if !total.saved.is_empty() {
                p.sub { (words.t("history-saved")) ": "
                    @for (n, (reason, count)) in total.saved.iter().enumerate() {
                        @if n > 0 { " · " }
                        (words.t(message::unasked(*reason))) " " (count)
                    }
                }
            }
            details { summary { (words.t("history-table")) } (table(visit, one)) }
        }
    }
}

fn table(visit: &Visit, one: &AgentStats) -> Markup {
    let words = visit.words;
    let heads = [
        "history-day",
        "history-asked",
        "history-confirmed",
        "history-rejected",
        "history-timeout",
        "history-expired",
        "history-refused",
        "history-median",
        "history-slow",
        "history-unasked",
    ];
    let time = |ms: Option<u64>| ms.map_or("–".to_owned(), span);
    html! {
        div.wide tabindex="0" { table {
            thead { tr { @for head in heads { th scope="col" { (words.t(head)) } } } }
            tbody {
                @for day in &one.days {
                    @let stats = &day.stats;
                    tr {
                        th scope="row" { (shown(&day.day)) }
                        @for n in [stats.asked, stats.confirmed, stats.rejected, stats.timeout, stats.expired, stats.refused] { td { (n) } }
                        td { (time(stats.median_ms)) } td { (time(stats.p90_ms)) } td { (unasked(stats)) }
                    }
                }
            }
        } }
    }
}

/// Counts the calls that ran without asking, for any reason.
fn unasked(stats: &Stats) -> u64 {
    stats.saved.values().sum()
}

fn decisions(visit: &Visit, decided: &ListOutput) -> Markup {
    let words = visit.words;
    let rows = &decided.decisions;
    let heads =
        ["history-when", "history-answer", "history-what", "history-agent", "history-by", "history-reason"];
    let mut more = String::from("/history?agent=");
    escape(&mut more, visit.asked("agent").unwrap_or_default());
    more.push_str("&before=");
    escape(&mut more, decided.next.as_deref().unwrap_or_default());
    html! {
        section.card {
            header { h2 { (words.t("history-decisions")) } }
            @if rows.is_empty() { p.quiet { (words.t("history-none")) } } @else {
                div.wide { table.stack role="table" {
                    thead role="rowgroup" { tr role="row" { @for head in heads { th scope="col" role="columnheader" { (words.t(head)) } } } }
                    tbody role="rowgroup" { @for row in rows { (decision(visit, row)) } }
                } }
            }
            @if decided.next.is_some() {
                p.pages { a.button rel="next" href=(more) { (words.t("show-more")) } }
            }
        }
    }
}

fn decision(visit: &Visit, row: &Decision) -> Markup {
    let words = visit.words;
    let mark = match row.decision {
        DecisionWord::Confirmed if row.failed.is_some() => sign(Standing::Failed),
        DecisionWord::Confirmed => sign(Standing::Applied),
        DecisionWord::Rejected | DecisionWord::Deferred => sign(row.decision),
    };
    html! {
        tr role="row" {
            td role="cell" { (ago(words, row.at, visit.now())) }
            td role="cell" { span aria-hidden="true" { (mark) } " " (words.t(message::decision(row.decision)))
                @if row.failed.is_some() { " " span.badge.danger { (words.t("history-failed")) } }
                @if row.withdrawn { " " span.badge { (words.t("history-withdrawn")) } }
                @if row.proof.is_some() { " " span.badge.good { (words.t("history-signed")) } } }
            td.whole role="cell" { a href={ "/items/" (row.item) } { (summary_of(words, &row.summary, SUMMARY)) }
                p.sub { code { (shown(&row.tool)) } } }
            td role="cell" { (shown(&row.agent)) }
            td role="cell" { (who(&row.by)) " " span.quiet { (shown(&row.from)) } }
            td.whole role="cell" { (folded(row.reason.as_deref().unwrap_or_default(), SUMMARY))
                @if let Some(why) = &row.failed { p.sub { (summary_of(words, why, SUMMARY)) } } }
        }
    }
}
