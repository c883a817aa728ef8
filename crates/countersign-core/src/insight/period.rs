//! A period of whole days, divided into points: one a day, or one a week where it is long.

use jiff::{Span, civil::Date, tz::TimeZone};

use crate::{
    error::{Error, Result},
    when,
};

/// The maximum number of points.
const MAX_POINTS: u32 = 90;
/// How many days a point of a long period has.
const WEEK: u32 = 7;

/// The days up to today.
pub struct Period {
    /// When its first day begins.
    pub from_ms: u64,
    /// How many days a point has.
    pub step: u32,
    today: Date,
    first: Date,
    points: u32,
}

impl Period {
    /// Creates the period of so many days that ends today.
    pub fn new(now_ms: u64, days: u32, zone: &TimeZone) -> Result<Self> {
        let today = when::today(now_ms, zone);
        let step = if days > MAX_POINTS { WEEK } else { 1 };
        let first = before(today, days.saturating_sub(1))?;
        let from_ms = when::to_ms(when::day_start(first, zone)?);
        Ok(Self { from_ms, step, today, first, points: days.div_ceil(step) })
    }

    /// Returns the first day of each point, the oldest first.
    pub fn days(&self) -> Result<Vec<String>> {
        let day =
            |point: u32| Ok(before(self.today, (point + 1) * self.step - 1)?.max(self.first).to_string());
        (0..self.points).rev().map(day).collect()
    }

    /// Returns the number of points.
    pub fn len(&self) -> usize {
        self.points as usize
    }

    /// Returns the point that a day is in.
    pub fn point(&self, day: Date) -> Option<usize> {
        let ago = u32::try_from(self.today.since(day).ok()?.get_days()).ok()?;
        (self.points.checked_sub(1)?.checked_sub(ago / self.step)).map(|point| point as usize)
    }
}

fn before(day: Date, days: u32) -> Result<Date> {
    day.checked_sub(Span::new().days(i64::from(days))).map_err(Error::bug)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: u64 = 1_794_744_000_000;

    #[test]
    fn insight_has_a_point_a_day_up_to_ninety_and_then_one_a_week() {
        let zone = TimeZone::UTC;
        for (days, step, points, first) in [
            (1, 1, 1, "2026-11-15"),
            (30, 1, 30, "2026-10-17"),
            (90, 1, 90, "2026-08-18"),
            (91, 7, 13, "2026-08-17"),
            (365, 7, 53, "2025-11-16"),
        ] {
            let period = Period::new(NOON, days, &zone).unwrap();
            let all = period.days().unwrap();
            assert_eq!((period.step, all.len(), all[0].as_str()), (step, points, first), "{days}");
            assert_eq!(when::today(period.from_ms, &zone).to_string(), first, "{days}");
            let point = |day: &str| period.point(day.parse().unwrap());
            assert_eq!((point(first), point("2026-11-15")), (Some(0), Some(points - 1)), "{days}");
            assert_eq!(point("2026-11-16"), None, "tomorrow is in no point");
            assert_eq!(point("2025-11-01"), None, "before it");
            // Each day is in the point whose first day is the last one not after it.
            for (n, day) in all.iter().enumerate() {
                assert_eq!(point(day), Some(n), "{days} {day}");
            }
        }
    }

    #[test]
    fn insight_counts_days_as_the_person_does() {
        let zone = TimeZone::get("Pacific/Auckland").unwrap_or(TimeZone::fixed(jiff::tz::offset(13)));
        let period = Period::new(NOON, 1, &zone).unwrap();
        assert_eq!(period.days().unwrap(), ["2026-11-16"]);
        assert!(NOON - period.from_ms < 3_600_000 * 2, "it began an hour ago");
    }
}
