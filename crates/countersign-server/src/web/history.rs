//! Looking back: what was decided, how long that took, and what nobody had to be asked about.

use countersign_core::op::route::escape;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit,
    card::sign,
    charts::{Series, Together, chart, span},
    frame::Tab,
    summary::summary_of,
    text::{ago, field, folded, list, shown},
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
    let stats = visit.ask("decision.stats", json!({"days": days})).await?;
    let input = json!({"agent": agent, "limit": SHOWN, "before": visit.asked("before")});
    let decided = visit.ask("decision.list", input).await?;
    let agents: Vec<&Value> = list(&stats, "agents").iter().collect();
    let body = html! {
        h1 { (words.t("tab-history")) }
        (filter(&visit, &agents, agent, days))
        @if visit.asked("before").is_none() {
            @for one in agents.iter().filter(|one| agent.is_none_or(|a| one["agent"] == a)) { (numbers(&visit, one)) }
            @if agents.is_empty() { p.quiet { (words.t("history-none")) } }
            @if stats["complete"] == false { p.quiet { (words.t("history-incomplete")) } }
        }
        (decisions(&visit, &decided))
    };
    Ok(Page::new(words.t("tab-history"), Tab::History, body))
}

fn filter(visit: &Visit, agents: &[&Value], agent: Option<&str>, days: u32) -> Markup {
    let words = visit.words;
    html! {
        form.filter method="get" action="/history" {
            div { label for="agent" { (words.t("history-agent")) }
                select id="agent" name="agent" {
                    option value="" { (words.t("history-all")) }
                    @for one in agents {
                        @let name = one["agent"].as_str().unwrap_or_default();
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

/// The numbers of one agent, as charts and as a table.
fn numbers(visit: &Visit, one: &Value) -> Markup {
    let words = visit.words;
    let days: Vec<String> = list(one, "days").iter().map(|day| field(day, "day")).collect();
    let of = |name: &str| -> Vec<u64> {
        list(one, "days").iter().map(|day| number(&day["stats"], name)).collect()
    };
    let total = &one["total"];
    let (yes, no) = (number(total, "confirmed"), number(total, "rejected"));
    let rate = (100 * yes).checked_div(yes + no);
    let saved: Vec<u64> = list(one, "days").iter().map(|day| unasked(&day["stats"])).collect();
    let told_rate = match rate {
        Some(percent) => words.with(
            "history-rate-told",
            &[("percent", percent.into()), ("yes", yes.into()), ("no", no.into())],
        ),
        None => words.t("history-undecided").into_owned(),
    };
    let told_time = match (total["median_ms"].as_u64(), total["p90_ms"].as_u64()) {
        (Some(median), Some(slow)) => {
            words.with("history-time-told", &[("median", span(median).into()), ("slow", span(slow).into())])
        }
        _ => words.t("history-undecided").into_owned(),
    };
    let told_saved = words.with(
        "history-saved-told",
        &[("saved", unasked(total).into()), ("asked", number(total, "asked").into())],
    );
    let series = |class, label: &str, values| Series { class, label: words.t(label).into_owned(), values };
    html! {
        section.card.numbers {
            header { h2 { (field(one, "agent")) } }
            div.charts {
                (chart(&words.t("history-rate"), &told_rate, &days,
                    &[series("c-yes", "history-confirmed", of("confirmed")), series("c-no", "history-rejected", of("rejected"))], Together::Stacked))
                (chart(&words.t("history-time"), &told_time, &days,
                    &[series("c-slow", "history-slow", of("p90_ms")), series("c-yes", "history-median", of("median_ms"))], Together::Layered))
                (chart(&words.t("history-saved"), &told_saved, &days,
                    &[series("c-quiet", "history-unasked", saved), series("c-warn", "history-asked", of("asked"))], Together::Stacked))
            }
            @if let Some(why) = total["saved"].as_object().filter(|why| !why.is_empty()) {
                p.sub { (words.t("history-saved")) ": "
                    @for (n, (reason, count)) in why.iter().enumerate() {
                        @if n > 0 { " · " }
                        (words.t(&format!("history-by-{reason}"))) " " (count)
                    }
                }
            }
            details { summary { (words.t("history-table")) } (table(visit, one)) }
        }
    }
}

fn table(visit: &Visit, one: &Value) -> Markup {
    let words = visit.words;
    let heads = [
        "day",
        "asked",
        "confirmed",
        "rejected",
        "timeout",
        "expired",
        "refused",
        "median",
        "slow",
        "unasked",
    ];
    let time = |stats: &Value, name: &str| stats[name].as_u64().map_or("–".to_owned(), span);
    html! {
        div.wide { table {
            thead { tr { @for head in heads { th scope="col" { (words.t(&format!("history-{head}"))) } } } }
            tbody {
                @for day in list(one, "days") {
                    @let stats = &day["stats"];
                    tr {
                        th scope="row" { (field(day, "day")) }
                        @for name in ["asked", "confirmed", "rejected", "timeout", "expired", "refused"] { td { (number(stats, name)) } }
                        td { (time(stats, "median_ms")) } td { (time(stats, "p90_ms")) } td { (unasked(stats)) }
                    }
                }
            }
        } }
    }
}

fn number(stats: &Value, name: &str) -> u64 {
    stats[name].as_u64().unwrap_or_default()
}

/// The calls that ran without asking, whatever the reason.
fn unasked(stats: &Value) -> u64 {
    stats["saved"].as_object().into_iter().flatten().filter_map(|(_, n)| n.as_u64()).sum()
}

fn decisions(visit: &Visit, decided: &Value) -> Markup {
    let words = visit.words;
    let rows = list(decided, "decisions");
    let mut more = String::from("/history?agent=");
    escape(&mut more, visit.asked("agent").unwrap_or_default());
    more.push_str("&before=");
    escape(&mut more, decided["next"].as_str().unwrap_or_default());
    html! {
        section.card {
            header { h2 { (words.t("history-decisions")) } }
            @if rows.is_empty() { p.quiet { (words.t("history-none")) } } @else {
                div.wide { table.stack role="table" {
                    thead role="rowgroup" { tr role="row" { @for head in ["when", "answer", "what", "agent", "by", "reason"] { th scope="col" role="columnheader" { (words.t(&format!("history-{head}"))) } } } }
                    tbody role="rowgroup" { @for row in rows { (decision(visit, row)) } }
                } }
            }
            @if decided["next"].is_string() {
                p.pages { a.button rel="next" href=(more) { (words.t("show-more")) } }
            }
        }
    }
}

fn decision(visit: &Visit, row: &Value) -> Markup {
    let words = visit.words;
    let answer = field(row, "decision");
    let mark = sign(if answer == "confirmed" { "applied" } else { &answer });
    html! {
        tr role="row" {
            td role="cell" { (ago(words, row["at"].as_u64().unwrap_or_default(), visit.now())) }
            td role="cell" { span aria-hidden="true" { (mark) } " " (words.t(&format!("history-{answer}")))
                @if row["withdrawn"] == true { " " span.badge { (words.t("history-withdrawn")) } }
                @if !row["proof"].is_null() { " " span.badge.good { (words.t("history-signed")) } } }
            td.whole role="cell" { a href={ "/items/" (row["item"].as_str().unwrap_or_default()) } { (summary_of(words, row, SUMMARY)) }
                p.sub { code { (field(row, "tool")) } } }
            td role="cell" { (field(row, "agent")) }
            td role="cell" { (who(row["by"].as_str().unwrap_or_default())) " " span.quiet { (field(row, "from")) } }
            td.whole role="cell" { (folded(row["reason"].as_str().unwrap_or_default(), SUMMARY)) }
        }
    }
}
