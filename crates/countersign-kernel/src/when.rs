//! Times as people write and read them, in the person's zone.

use countersign_words::say;
use jiff::{
    Timestamp, ToSpan,
    civil::{Date, DateTime},
    tz::TimeZone,
};

use crate::error::{Error, Result};

/// Converts milliseconds since the epoch to a moment.
pub fn from_ms(ms: u64) -> Timestamp {
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::MAX)
}

/// Converts a moment to milliseconds since the epoch; earlier moments become the epoch.
pub fn to_ms(at: Timestamp) -> u64 {
    u64::try_from(at.as_millisecond()).unwrap_or_default()
}

/// The day that `now_ms` falls on.
pub fn today(now_ms: u64, zone: &TimeZone) -> Date {
    from_ms(now_ms).to_zoned(zone.clone()).date()
}

/// Parses a day, written as `2026-11-15` and in no other way.
pub fn day(text: &str) -> Result<Date> {
    let text = text.trim();
    let day = if text.len() == 10 { text.parse().ok() } else { None };
    day.ok_or_else(|| {
        Error::invalid(say!("judge-not-day", text = format!("{:?}", text))).hint(say!("judge-not-day-hint"))
    })
}

/// Parses a moment: RFC 3339, or without an offset in the person's zone, or a day, which means its first
/// moment.
pub fn moment(text: &str, zone: &TimeZone) -> Result<Timestamp> {
    let text = text.trim();
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    let local: Option<DateTime> = text.parse().ok();
    local.and_then(|l| l.to_zoned(zone.clone()).ok()).map(|z| z.timestamp()).ok_or_else(|| {
        Error::invalid(say!("judge-not-time", text = format!("{:?}", text))).hint(say!("judge-not-time-hint"))
    })
}

/// Parses the end of a range: like [`moment`], but a day means all of it.
pub fn end(text: &str, zone: &TimeZone) -> Result<Timestamp> {
    match day(text) {
        Ok(day) => day_end(day, zone),
        Err(_) => moment(text, zone),
    }
}

/// The first moment of a day.
pub fn day_start(day: Date, zone: &TimeZone) -> Result<Timestamp> {
    day.to_zoned(zone.clone()).map(|z| z.timestamp()).map_err(|_| out_of_range(day))
}

/// The first moment after a day.
pub fn day_end(day: Date, zone: &TimeZone) -> Result<Timestamp> {
    day_start(day.checked_add(1.day()).map_err(|_| out_of_range(day))?, zone)
}

fn out_of_range(day: Date) -> Error {
    Error::invalid(say!("judge-too-far", day = day.to_string()))
}

/// Parses a duration: `90s`, `10m`, `2h` or `3d`.
pub fn duration_ms(text: &str) -> Option<u64> {
    let (last, unit) = text.char_indices().last()?;
    let ms: u64 = match unit {
        's' => 1_000,
        'm' => 60_000,
        'h' => 3_600_000,
        'd' => 86_400_000,
        _ => return None,
    };
    let number = &text[..last];
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    number.parse::<u64>().ok()?.checked_mul(ms)
}

/// Formats as `2026-11-15 09:30`, in the zone: for people.
pub fn local(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()
}

/// Formats as `2026-11-15T09:30:00+01:00`, in the zone: for programs and models.
pub fn rfc3339(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone() -> TimeZone {
        TimeZone::fixed(jiff::tz::offset(1))
    }

    #[test]
    fn a_moment_without_offset_is_in_the_persons_zone() {
        for (text, expected) in [
            ("2026-11-15T09:30:00Z", "2026-11-15T09:30:00Z"),
            ("2026-11-15T09:30:00+02:00", "2026-11-15T07:30:00Z"),
            (" 2026-11-15T09:30 ", "2026-11-15T08:30:00Z"),
            ("2026-11-15 09:30:00", "2026-11-15T08:30:00Z"),
            ("2026-11-15", "2026-11-14T23:00:00Z"),
        ] {
            assert_eq!(moment(text, &zone()).unwrap().to_string(), expected, "{text}");
        }
        assert_eq!(end("2026-11-15", &zone()).unwrap().to_string(), "2026-11-15T23:00:00Z");
        for text in ["", "soon", "2026-13-01", "2026-11-15T25:00"] {
            assert!(moment(text, &zone()).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_day_is_written_in_one_way() {
        assert_eq!(day(" 2026-02-28 ").unwrap().to_string(), "2026-02-28");
        for text in ["2026-02-29", "20260228", "28.2.2026", "2026-02-28T10:00", ""] {
            assert!(day(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_moment_is_shown_in_the_zone() {
        let at = from_ms(1_794_733_200_000);
        assert_eq!(to_ms(at), 1_794_733_200_000);
        assert_eq!(local(at, &zone()), "2026-11-15 10:00");
        assert_eq!(rfc3339(at, &zone()), "2026-11-15T10:00:00+01:00");
        assert_eq!(today(1_794_733_200_000 + 14 * 3_600_000, &zone()).to_string(), "2026-11-16");
    }
}
