//! Small charts: plain SVG whose numbers are also in its text alternative and in a table beside it.

use maud::{Markup, html};

/// The width of a day and the height of the chart, in the chart's own units.
const DAY: u64 = 10;
const HEIGHT: u64 = 60;

/// A series with one number per day.
pub(super) struct Series {
    /// Its style.
    pub class: &'static str,
    /// Its label.
    pub label: String,
    /// The numbers.
    pub values: Vec<u64>,
}

/// Whether the numbers of one day are stacked or layered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Together {
    /// Stacked: parts of a whole.
    Stacked,
    /// Layered, the first in the back: two measures of one thing.
    Layered,
}

/// Renders a chart with its heading, a description and a legend.
pub(super) fn chart(
    title: &str,
    told: &str,
    days: &[String],
    series: &[Series],
    together: Together,
) -> Markup {
    let most = (0..days.len()).map(|day| height(series, day, together)).max().unwrap_or_default().max(1);
    let width = DAY * days.len().max(7) as u64;
    html! {
        figure.chart {
            figcaption { strong { (title) } " " span.quiet { (told) } }
            svg viewBox={ "0 0 " (width) " " (HEIGHT) } role="img" aria-label={ (title) ": " (told) } preserveAspectRatio="none" {
                line.axis x1="0" y1=(HEIGHT) x2=(width) y2=(HEIGHT) {}
                @for (at, day) in days.iter().enumerate() {
                    @for bar in bars(series, at, most, together) {
                        rect class=(bar.class) x=(at as u64 * DAY + 1) y=(HEIGHT - bar.top) width=(DAY - 2) height=(bar.high) {
                            title { (day) ": " (bar.label) " " (bar.value) }
                        }
                    }
                }
            }
            ul.legend aria-hidden="true" { @for one in series { li class=(one.class) { (one.label) } } }
        }
    }
}

struct Bar<'s> {
    class: &'static str,
    label: &'s str,
    value: u64,
    /// Its upper end, from the bottom.
    top: u64,
    high: u64,
}

fn height(series: &[Series], day: usize, together: Together) -> u64 {
    let values = series.iter().filter_map(|s| s.values.get(day)).copied();
    if together == Together::Stacked { values.sum() } else { values.max().unwrap_or_default() }
}

fn bars(series: &[Series], day: usize, most: u64, together: Together) -> Vec<Bar<'_>> {
    let mut below = 0;
    let mut bars = Vec::new();
    for one in series {
        let value = one.values.get(day).copied().unwrap_or_default();
        if value == 0 {
            continue;
        }
        let scaled = |n: u64| n.saturating_mul(HEIGHT) / most;
        let base = if together == Together::Stacked { below } else { 0 };
        // A value above zero is always visible.
        let high = (scaled(base + value) - scaled(base)).max(1);
        let top = (scaled(base) + high).min(HEIGHT);
        bars.push(Bar { class: one.class, label: &one.label, value, top, high: high.min(top) });
        below += value;
    }
    bars
}

/// Formats a duration in one unit.
pub(super) fn span(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..120_000 => format!("{} s", ms / 1_000),
        120_000..7_200_000 => format!("{} min", ms / 60_000),
        _ => format!("{} h", ms / 3_600_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_share_the_height_and_the_smallest_is_seen() {
        let series = |values: &[u64]| Series { class: "yes", label: "yes".into(), values: values.to_vec() };
        let all = [series(&[300, 1]), series(&[300, 0])];
        let first = bars(&all, 0, 600, Together::Stacked);
        assert_eq!(first.iter().map(|b| (b.top, b.high)).collect::<Vec<_>>(), [(30, 30), (60, 30)]);
        let second = bars(&all, 1, 600, Together::Stacked);
        assert_eq!(second.iter().map(|b| (b.top, b.high)).collect::<Vec<_>>(), [(1, 1)]);
        assert_eq!(height(&all, 0, Together::Layered), 300);
    }

    #[test]
    fn a_time_is_told_in_one_unit() {
        for (ms, want) in [(850, "850 ms"), (12_400, "12 s"), (180_000, "3 min"), (7_200_000, "2 h")] {
            assert_eq!(span(ms), want);
        }
    }
}
