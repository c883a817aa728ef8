//! How the answers divide: by risk, by agent and by tool.

use std::borrow::Cow;

use countersign_core::insight::{Part, operations::Output};
use countersign_words::Words;
use maud::{Markup, html};

use super::{
    super::{
        Visit,
        charts::{Chart, Series, Together, Unit},
        text::shown,
    },
    folded_table, series, time,
};

/// How many of the agents, and of the tools, have a chart; the others are in the table.
const CHARTS: usize = 4;

/// Renders the answers by risk, by agent and by tool.
pub(super) fn parts(visit: &Visit, found: &Output, labels: &[String]) -> Markup {
    let words = visit.words;
    html! {
        (group(visit, "insight-by-risk", &found.risks, labels, |part| risk(words, &part.name)))
        (group(visit, "insight-by-agent", &found.agents, labels, |part| shown(&part.name)))
        (group(visit, "insight-by-tool", &found.tools, labels, |part| shown(&part.name)))
        @if found.left_out > 0 { p.quiet { (words.with("insight-left-out", &[("n", found.left_out.into())])) } }
    }
}

fn risk(words: Words, name: &str) -> String {
    let known: Cow<'_, str> = match name {
        "high" => words.t("insight-risk-high"),
        "medium" => words.t("insight-risk-medium"),
        "low" => words.t("insight-risk-low"),
        other => shown(other).into(),
    };
    known.into_owned()
}

fn group(
    visit: &Visit,
    title: &str,
    parts: &[Part],
    labels: &[String],
    name: impl Fn(&Part) -> String,
) -> Markup {
    let words = visit.words;
    let title = words.t(title);
    let heads = [
        "insight-name",
        "history-confirmed",
        "history-rejected",
        "insight-rate",
        "insight-taken-back",
        "history-median",
        "history-slow",
    ];
    let rows = html! {
        @for part in parts {
            tr {
                th scope="row" { (name(part)) }
                td { (part.total.yes) } td { (part.total.no) } td { (rate(part).map_or("–".to_owned(), |n| format!("{n} %"))) }
                td { (part.undone) } td { (time(part.median_ms)) } td { (time(part.p90_ms)) }
            }
        }
    };
    html! {
        section.card.numbers {
            header { h2 { (title) } }
            @if parts.is_empty() { p.quiet { (words.t("history-none")) } } @else {
                div.charts { @for part in parts.iter().take(CHARTS) { (chart(visit, &name(part), part, labels)) } }
                (folded_table(visit, &title, &heads, rows))
                @for part in parts.iter().take(CHARTS) { (points(visit, &name(part), part, labels)) }
            }
        }
    }
}

fn rate(part: &Part) -> Option<u64> {
    (100 * part.total.yes).checked_div(part.total.yes + part.total.no)
}

fn chart(visit: &Visit, title: &str, part: &Part, days: &[String]) -> Markup {
    let args = [
        ("percent", rate(part).unwrap_or_default().into()),
        ("yes", part.total.yes.into()),
        ("no", part.total.no.into()),
    ];
    let told = visit.words.with("history-rate-told", &args);
    let all: [Series; 2] = [
        series(visit, "c-yes", "history-confirmed", part.points.iter().map(|p| p.yes).collect()),
        series(visit, "c-no", "history-rejected", part.points.iter().map(|p| p.no).collect()),
    ];
    let (told, series, together, unit) = (told.as_str(), all.as_slice(), Together::Stacked, Unit::Count);
    Chart { title, told, days, series, together, unit }.render()
}

/// Renders the numbers of one chart, on the days on which there were any.
fn points(visit: &Visit, title: &str, part: &Part, days: &[String]) -> Markup {
    let rows = html! {
        @for (day, point) in days.iter().zip(&part.points).filter(|(_, point)| point.yes + point.no > 0) {
            tr { th scope="row" { (day) } td { (point.yes) } td { (point.no) } }
        }
    };
    html! {
        details { summary { (visit.words.with("insight-table-of", &[("name", title.into())])) }
            (super::table(visit, title, &["history-day", "history-confirmed", "history-rejected"], rows)) }
    }
}
