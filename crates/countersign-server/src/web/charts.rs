//! Charts: plain SVG with numbers on one axis and days on the other. The same numbers are in a text alternative and in
//! a table beside each.

use maud::{Markup, html};

/// The size of a chart and its margins, in the chart's own units: ten to a pixel of a narrow screen.
const WIDTH: u64 = 3_400;
const HEIGHT: u64 = 1_500;
const LEFT: u64 = 430;
const RIGHT: u64 = 60;
const TOP: u64 = 110;
const BOTTOM: u64 = 230;
/// The height of the bars, and the width for all of them.
const HIGH: u64 = HEIGHT - TOP - BOTTOM;
const WIDE: u64 = WIDTH - LEFT - RIGHT;
/// The maximum width of a bar.
const MAX_BAR: u64 = 240;
/// How far a label stands from what it labels.
const GAP: u64 = 60;
/// Round durations, in milliseconds, each of which can be halved.
const SPANS: [u64; 16] = [
    1_000,
    2_000,
    4_000,
    10_000,
    20_000,
    60_000,
    120_000,
    240_000,
    600_000,
    1_200_000,
    3_600_000,
    7_200_000,
    14_400_000,
    28_800_000,
    86_400_000,
    172_800_000,
];

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

/// What the numbers are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// How many.
    Count,
    /// How long, in milliseconds.
    Time,
}

impl Unit {
    /// Returns the number at the upper end of an axis that reaches `most`: a round one.
    fn top(self, most: u64) -> u64 {
        if self == Self::Time {
            let doubled = || {
                let last = SPANS[SPANS.len() - 1];
                std::iter::successors(Some(last), |ms| ms.checked_mul(2)).find(|ms| *ms >= most)
            };
            return SPANS.into_iter().find(|ms| *ms >= most).or_else(doubled).unwrap_or(most);
        }
        let tens = std::iter::successors(Some(1_u64), |ten| ten.checked_mul(10));
        let round = tens.flat_map(|ten| [1, 2, 4, 6, 8].map(|n| ten.saturating_mul(n)));
        round.into_iter().find(|n| *n >= most).unwrap_or(most).max(1)
    }

    fn told(self, n: u64) -> String {
        match self {
            Self::Count => n.to_string(),
            Self::Time if n == 0 => "0".to_owned(),
            Self::Time => span(n),
        }
    }
}

/// A chart.
pub(super) struct Chart<'c> {
    /// Its heading.
    pub title: &'c str,
    /// What it shows, in a sentence.
    pub told: &'c str,
    /// The days, the oldest first; or what else the numbers are of.
    pub days: &'c [String],
    /// The numbers.
    pub series: &'c [Series],
    /// How the series stand together.
    pub together: Together,
    /// What the numbers are.
    pub unit: Unit,
}

impl Chart<'_> {
    /// Renders it with its heading, a description, its axes and a legend.
    pub(super) fn render(&self) -> Markup {
        let (days, series) = (self.days, self.series);
        let most = (0..days.len()).map(|day| height(series, day, self.together)).max().unwrap_or_default();
        let top = self.unit.top(most);
        let (slot, floor) = (WIDE / days.len().max(1) as u64, TOP + HIGH);
        let bar = (slot * 8 / 10).clamp(1, MAX_BAR);
        html! {
            figure.chart {
                figcaption { strong { (self.title) } " " span.quiet { (self.told) } }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label={ (self.title) ": " (self.told) } {
                    @for (n, y) in self.ticks(top) {
                        line.axis x1=(LEFT) y1=(y) x2=(WIDTH - RIGHT) y2=(y) {}
                        text.tick x=(LEFT - GAP) y=(y) text-anchor="end" dominant-baseline="middle" { (self.unit.told(n)) }
                    }
                    @for (at, day) in days.iter().enumerate() {
                        @for one in bars(series, at, top, self.together) {
                            rect class=(one.class) x=(LEFT + at as u64 * slot + (slot - bar) / 2) y=(floor - one.top) width=(bar) height=(one.high) {
                                title { (day) ": " (one.label) " " (self.unit.told(one.value)) }
                            }
                        }
                    }
                    @for (at, anchor) in labelled(days.len()) {
                        @let x = match anchor { "start" => LEFT, "end" => LEFT + slot * days.len() as u64, _ => LEFT + slot * at as u64 + slot / 2 };
                        text.tick x=(x) y=(HEIGHT - GAP) text-anchor=(anchor) { (days[at]) }
                    }
                }
                ul.legend aria-hidden="true" { @for one in series { li class=(one.class) { (one.label) } } }
            }
        }
    }

    /// Returns the numbers on the axis, each with its place: none, the half where that is a whole number, and all.
    fn ticks(&self, top: u64) -> Vec<(u64, u64)> {
        let half = top.is_multiple_of(2).then_some(top / 2);
        [Some(0), half, Some(top)].into_iter().flatten().map(|n| (n, TOP + HIGH - scaled(n, top))).collect()
    }
}

/// Returns which days are labelled, and where the label stands: the first, the last, and one in the middle.
fn labelled(days: usize) -> Vec<(usize, &'static str)> {
    match days {
        0 => Vec::new(),
        1 => vec![(0, "start")],
        2..5 => vec![(0, "start"), (days - 1, "end")],
        _ => vec![(0, "start"), (days / 2, "middle"), (days - 1, "end")],
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

fn scaled(n: u64, top: u64) -> u64 {
    n.saturating_mul(HIGH) / top.max(1)
}

fn bars(series: &[Series], day: usize, top: u64, together: Together) -> Vec<Bar<'_>> {
    let mut below = 0;
    let mut bars = Vec::new();
    for one in series {
        let value = one.values.get(day).copied().unwrap_or_default();
        if value == 0 {
            continue;
        }
        let base = if together == Together::Stacked { below } else { 0 };
        // A value above zero is always visible.
        let high = (scaled(base + value, top) - scaled(base, top)).max(10);
        let end = (scaled(base, top) + high).min(HIGH);
        bars.push(Bar { class: one.class, label: &one.label, value, top: end, high: high.min(end) });
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
        let ends: Vec<(u64, u64)> = first.iter().map(|b| (b.top, b.high)).collect();
        assert_eq!(ends, [(HIGH / 2, HIGH / 2), (HIGH, HIGH / 2)]);
        let second = bars(&all, 1, 600, Together::Stacked);
        assert_eq!(second.iter().map(|b| (b.top, b.high)).collect::<Vec<_>>(), [(10, 10)]);
        assert_eq!(height(&all, 0, Together::Layered), 300);
    }

    #[test]
    fn an_axis_ends_at_a_round_number_that_is_not_too_small() {
        for (most, top) in
            [(0, 1), (1, 1), (2, 2), (3, 4), (5, 6), (9, 10), (11, 20), (61, 80), (81, 100), (1_001, 2_000)]
        {
            assert_eq!(Unit::Count.top(most), top, "{most}");
        }
        for (most, top) in [
            (0, "1 s"),
            (1_000, "1 s"),
            (16_002, "20 s"),
            (61_000, "2 min"),
            (3_600_001, "2 h"),
            (172_800_001, "96 h"),
        ] {
            assert_eq!(span(Unit::Time.top(most)), top, "{most}");
        }
        for most in 0..5_000 {
            assert!(Unit::Count.top(most) >= most);
        }
    }

    #[test]
    fn an_axis_has_its_first_and_last_day_and_numbers_at_their_places() {
        let days: Vec<String> = (1..=30).map(|n| format!("2026-11-{n:02}")).collect();
        let series = [Series { class: "c-yes", label: "Yes".to_owned(), values: (1..=30).collect() }];
        let (together, unit) = (Together::Stacked, Unit::Count);
        let chart = Chart { title: "T", told: "all", days: &days, series: &series, together, unit };
        let page = chart.render().into_string();
        for label in [
            "2026-11-01</text>",
            "2026-11-16</text>",
            "2026-11-30</text>",
            ">0</text>",
            ">20</text>",
            ">40</text>",
        ] {
            assert!(page.contains(label), "{label}: {page}");
        }
        assert_eq!(chart.ticks(40), [(0, TOP + HIGH), (20, TOP + HIGH / 2), (40, TOP)]);
        assert_eq!(page.matches("<rect").count(), 30);
        assert!(page.contains("2026-11-07: Yes 7"), "each bar says its number: {page}");
    }

    #[test]
    fn a_time_is_told_in_one_unit() {
        for (ms, want) in [(850, "850 ms"), (12_400, "12 s"), (180_000, "3 min"), (7_200_000, "2 h")] {
            assert_eq!(span(ms), want);
        }
    }
}
