//! Insight: what people were asked and spared, how they answered, whether they looked, and what follows. Each chart has
//! its numbers in a table beside it.

mod advice;
mod doubts;
mod parts;

use countersign_core::{
    decision::stats::Stats,
    insight::{
        ScoreBand, UndoneYeses,
        operations::{Input, InsightShow, Output},
    },
};
use maud::{Markup, html};

use super::{
    Page, Visit,
    charts::{Chart, Series, Together, Unit, span},
    frame::Tab,
    message,
    summary::summary_of,
    text::{ago, shown},
    thing::who,
};
use crate::answer::Refusal;

/// The periods that can be chosen, in days.
const PERIODS: [u32; 4] = [7, 30, 90, 365];
/// How many columns fit a narrow screen; tables with more scroll.
const MANY: usize = 3;
/// How much of a summary a row shows.
const SUMMARY: usize = 160;

/// The page.
pub(super) async fn insight(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let days = visit.asked("days").and_then(|n| n.parse::<u32>().ok()).unwrap_or(30);
    let found = visit.ask::<InsightShow>(Input { agent: visit.given("agent"), days: Some(days) }).await?;
    let labels: Vec<String> = found.points.iter().map(|point| shown(&point.day)).collect();
    let body = html! {
        h1 { (words.t("insight-title")) }
        p.quiet { (words.t("insight-what")) " " a href="/history" { (words.t("insight-decisions")) } }
        (filter(&visit, &found, days))
        @if !found.complete { p.quiet { (words.t("history-incomplete")) } }
        @if found.forgotten > 0 { p.quiet { (words.with("insight-forgotten", &[("n", found.forgotten.into())])) } }
        (advice::advice(&visit, &found))
        (asked(&visit, &found, &labels))
        (parts::parts(&visit, &found, &labels))
        (undone(&visit, &found.undone))
        (scores(&visit, &found.scores))
        (doubts::oversight(&visit, &found))
    };
    Ok(Page::new(words.t("insight-title"), Tab::History, body))
}

fn filter(visit: &Visit, found: &Output, days: u32) -> Markup {
    let words = visit.words;
    let agent = visit.asked("agent");
    let mut names: Vec<&str> = found.agents.iter().map(|one| one.name.as_str()).chain(agent).collect();
    names.sort_unstable();
    names.dedup();
    html! {
        form.filter method="get" action="/insight" {
            div { label for="agent" { (words.t("history-agent")) }
                select id="agent" name="agent" {
                    option value="" { (words.t("history-all")) }
                    @for name in names { option value=(name) selected[agent == Some(name)] { (shown(name)) } }
                }
            }
            div { label for="days" { (words.t("history-days")) }
                select id="days" name="days" { @for n in PERIODS { option value=(n) selected[n == days] { (n) } } }
            }
            button.button { (words.t("history-show")) }
        }
    }
}

/// Renders a table that may be wider than the screen; then it scrolls, also by keyboard.
fn table(visit: &Visit, title: &str, heads: &[&str], rows: Markup) -> Markup {
    let words = visit.words;
    html! {
        div.wide.many[heads.len() > MANY] role="region" tabindex="0" aria-label=(title) { table {
            thead { tr { @for head in heads { th scope="col" { (words.t(head)) } } } }
            tbody { (rows) }
        } }
    }
}

/// Renders a table that opens on demand: the numbers of the charts above it.
fn folded_table(visit: &Visit, title: &str, heads: &[&str], rows: Markup) -> Markup {
    html! { details { summary { (visit.words.t("history-table")) } (table(visit, title, heads, rows)) } }
}

fn series(visit: &Visit, class: &'static str, label: &str, values: Vec<u64>) -> Series {
    Series { class, label: visit.words.t(label).into_owned(), values }
}

fn time(ms: Option<u64>) -> String {
    ms.map_or("–".to_owned(), span)
}

fn unasked(stats: &Stats) -> u64 {
    stats.saved.values().sum()
}

/// Returns how many of a hundred calls were asked about.
fn share(stats: &Stats) -> Option<u64> {
    (100 * stats.asked).checked_div(stats.calls())
}

/// Renders how many questions there were, what was spared, and how long answers took.
fn asked(visit: &Visit, found: &Output, labels: &[String]) -> Markup {
    let words = visit.words;
    let total = &found.total;
    let of = |number: &dyn Fn(&Stats) -> u64| -> Vec<u64> {
        found.points.iter().map(|p| number(&p.stats)).collect()
    };
    let told =
        words.with("insight-asked-told", &[("asked", total.asked.into()), ("calls", total.calls().into())]);
    let told_share = match share(total) {
        Some(n) => words.with("insight-share-told", &[("n", n.into())]),
        None => words.t("insight-no-calls").into_owned(),
    };
    let told_time = match (total.median_ms, total.p90_ms) {
        (Some(median), Some(slow)) => {
            words.with("history-time-told", &[("median", span(median).into()), ("slow", span(slow).into())])
        }
        _ => words.t("history-undecided").into_owned(),
    };
    let title = words.t(if found.step == 1 { "insight-asked-day" } else { "insight-asked-week" });
    let chart = |title: &str, told: &str, unit, series: &[Series]| {
        Chart { title, told, days: labels, series, together: Together::Layered, unit }.render()
    };
    html! {
        section.card.numbers {
            header { h2 { (words.t("insight-asked")) } }
            div.charts {
                (chart(&title, &told, Unit::Count, &[series(visit, "c-warn", "history-asked", of(&|s| s.asked))]))
                (chart(&words.t("insight-share"), &told_share, Unit::Count, &[series(visit, "c-warn", "insight-share", of(&|s| share(s).unwrap_or_default()))]))
                (chart(&words.t("history-time"), &told_time, Unit::Time, &[
                    series(visit, "c-slow", "history-slow", of(&|s| s.p90_ms.unwrap_or_default())),
                    series(visit, "c-yes", "history-median", of(&|s| s.median_ms.unwrap_or_default())),
                ]))
            }
            (saved(visit, total))
            (points(visit, found))
        }
    }
}

/// Renders what was not asked, by why.
fn saved(visit: &Visit, total: &Stats) -> Markup {
    let words = visit.words;
    html! {
        h3 { (words.t("insight-saved")) " (" (unasked(total)) ")" }
        @if total.saved.is_empty() { p.quiet { (words.t("insight-saved-none")) } } @else {
            ul { @for (why, n) in &total.saved { li { (words.t(message::unasked(*why))) ": " (n) } } }
        }
        @if total.timeout > 0 { p.quiet { (words.with("insight-countdown", &[("n", total.timeout.into())])) } }
        @if total.refused > 0 { p.quiet { (words.with("insight-refused", &[("n", total.refused.into())])) } }
    }
}

fn points(visit: &Visit, found: &Output) -> Markup {
    let heads = [
        "history-day",
        "insight-calls",
        "history-asked",
        "insight-share",
        "history-unasked",
        "history-refused",
        "history-confirmed",
        "history-rejected",
        "history-timeout",
        "history-expired",
        "history-median",
        "history-slow",
    ];
    let rows = html! {
        @for point in &found.points {
            @let stats = &point.stats;
            tr {
                th scope="row" { (shown(&point.day)) }
                td { (stats.calls()) } td { (stats.asked) }
                td { (share(stats).map_or("–".to_owned(), |n| n.to_string())) }
                @for n in [unasked(stats), stats.refused, stats.confirmed, stats.rejected, stats.timeout, stats.expired] { td { (n) } }
                td { (time(stats.median_ms)) } td { (time(stats.p90_ms)) }
            }
        }
    };
    folded_table(visit, &visit.words.t("insight-asked"), &heads, rows)
}

/// Renders what was undone after a yes.
fn undone(visit: &Visit, undone: &UndoneYeses) -> Markup {
    let words = visit.words;
    let told = words.with("insight-undone-told", &[("n", undone.undone.into()), ("all", undone.yes.into())]);
    let heads = ["history-what", "history-agent", "insight-yes-by", "insight-undone-by", "insight-after"];
    let rows = html! {
        @for one in &undone.newest {
            tr {
                td { a href={ "/receipts/" (shown(&one.receipt)) } { (summary_of(words, &one.summary, SUMMARY)) } p.sub { code { (shown(&one.tool)) } } }
                td { (shown(&one.agent)) }
                td { (who(&one.yes_by)) " " (ago(words, one.yes_at, visit.now())) }
                td { (who(&one.undone_by)) }
                td { (span(one.after_ms)) }
            }
        }
    };
    let title = words.t("insight-undone");
    html! {
        section.card id="undone" {
            header { h2 { (title) } p.sub { (told) } }
            @if !undone.newest.is_empty() { (table(visit, &title, &heads, rows)) }
        }
    }
}

/// Renders what became of steps, by their scores.
fn scores(visit: &Visit, bands: &[ScoreBand]) -> Markup {
    let words = visit.words;
    let scored: u64 = bands.iter().map(|band| band.scored).sum();
    let wrong: u64 = bands.iter().map(ScoreBand::wrong).sum();
    let labels: Vec<String> =
        bands.iter().map(|band| format!("{:.1}–{:.1}", band.from.number(), band.until.number())).collect();
    let told = match scored {
        0 => words.t("insight-scores-none").into_owned(),
        n => words.with("insight-scores-told", &[("n", n.into()), ("wrong", wrong.into())]),
    };
    let title = words.t("insight-scores");
    let of = |number: fn(&ScoreBand) -> u64| -> Vec<u64> { bands.iter().map(number).collect() };
    let all = [
        series(visit, "c-yes", "history-confirmed", of(|b| b.confirmed)),
        series(visit, "c-slow", "insight-alone", of(|b| b.alone)),
        series(visit, "c-quiet", "insight-others", of(|b| b.skipped + b.open)),
        series(visit, "c-no", "insight-wrong", of(ScoreBand::wrong)),
    ];
    let (days, together, unit) = (labels.as_slice(), Together::Stacked, Unit::Count);
    let heads = [
        "insight-score",
        "insight-scored",
        "history-confirmed",
        "insight-alone",
        "insight-taken-back",
        "history-rejected",
        "insight-skipped",
        "insight-open",
    ];
    let rows = html! {
        @for (band, label) in bands.iter().zip(&labels) {
            tr { th scope="row" { (label) }
                @for n in [band.scored, band.confirmed, band.alone, band.undone, band.rejected, band.skipped, band.open] { td { (n) } } }
        }
    };
    html! {
        section.card.numbers {
            header { h2 { (title) } p.sub { (words.t("insight-scores-what")) } }
            @if scored == 0 { p.quiet { (told) } } @else {
                div.charts { (Chart { title: &title, told: &told, days, series: &all, together, unit }.render()) }
                (folded_table(visit, &title, &heads, rows))
            }
        }
    }
}
