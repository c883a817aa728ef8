//! Until when a person puts an item off. At that time it waits again by itself; it expires all the same.

use countersign_words::say;
use jiff::{ToSpan, tz::TimeZone};

use crate::{
    change_set,
    error::{Error, Result},
    item::{Item, Trigger},
    record::{Record, sortable},
    store::Scan,
    tx::Tx,
    when,
};

/// The word for the morning of the next day.
const TOMORROW: &str = "tomorrow";
/// When that morning begins.
const MORNING: i8 = 8;
/// How far ahead it may be.
const MOST_MS: u64 = 366 * 24 * 3_600_000;
/// How many items come back at once; the next ones follow immediately.
const AT_ONCE: usize = 500;

/// Reads a time to come: `90m`, `2h` or `3d` from now, `tomorrow` (at eight), or a moment in the person's zone.
pub fn read(text: &str, now_ms: u64, zone: &TimeZone) -> Result<u64> {
    let text = text.trim();
    let ahead = match when::duration_ms(text) {
        Some(ms) => now_ms.checked_add(ms),
        None if text == TOMORROW => tomorrow(now_ms, zone),
        None => when::moment(text, zone).ok().map(when::to_ms),
    };
    let unread =
        || Error::invalid(say!("op-until-unread", text = format!("{text:?}"))).hint(say!("op-hint-until"));
    let at = ahead.ok_or_else(unread)?;
    if at <= now_ms || at - now_ms > MOST_MS {
        return Err(Error::invalid(say!("op-until-range")).hint(say!("op-hint-until")));
    }
    Ok(at)
}

fn tomorrow(now_ms: u64, zone: &TimeZone) -> Option<u64> {
    let day = when::today(now_ms, zone).checked_add(1.day()).ok()?;
    Some(when::to_ms(day.at(MORNING, 0, 0, 0).to_zoned(zone.clone()).ok()?.timestamp()))
}

/// Checks that an item still waits at that time.
pub fn check_expiry(tx: &Tx<'_>, item: &Item, until: u64) -> Result<()> {
    match item.expires_at.filter(|end| *end <= until) {
        None => Ok(()),
        Some(end) => {
            let at = when::local(when::from_ms(end), &tx.setup().zone);
            Err(Error::invalid(say!("op-until-expires", at)).hint(say!("op-hint-until-expires")))
        }
    }
}

/// Lets items wait again whose time has come; notes when the next one's does.
pub fn wake_due(tx: &mut Tx<'_>, next_at: &mut Option<u64>) -> Result<Vec<String>> {
    let now = tx.now();
    let due =
        Scan { to: sortable(now.saturating_add(1)), ..Scan::prefix(Item::KIND.name, "item.deferred", "") };
    let mut woken = Vec::new();
    for mut item in tx.list::<Item>(&due.limit(AT_ONCE))? {
        change_set::step(tx, &mut item, Trigger::Return)?;
        woken.push(item.id);
    }
    let next = Scan::prefix(Item::KIND.name, "item.deferred", "").limit(1);
    let next = tx.list::<Item>(&next)?.into_iter().find_map(|item| item.deferred_until);
    *next_at = [*next_at, next.map(|at| at.max(now))].into_iter().flatten().min();
    Ok(woken)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_MS: u64 = 3_600_000;
    /// 15 November 2026, 12:00 UTC.
    const NOON: u64 = 1_794_744_000_000;

    #[test]
    fn c5_a_time_to_come_is_a_duration_a_morning_or_a_moment() {
        let zone = TimeZone::fixed(jiff::tz::offset(1));
        let ahead = |text: &str| read(text, NOON, &zone).map(|at| at - NOON).map_err(|e| e.message);
        assert_eq!(ahead("90m"), Ok(90 * 60_000));
        assert_eq!(ahead(" 1h "), Ok(HOUR_MS));
        assert_eq!(ahead("3d"), Ok(72 * HOUR_MS));
        // It is one o'clock there.
        assert_eq!(ahead("tomorrow"), Ok(19 * HOUR_MS));
        assert_eq!(ahead("2026-11-15T14:30"), Ok(HOUR_MS + HOUR_MS / 2));
        assert_eq!(ahead("2026-11-15T14:30Z"), Ok(2 * HOUR_MS + HOUR_MS / 2));
        assert_eq!(ahead("2026-11-16"), Ok(11 * HOUR_MS));
        for bad in [
            "",
            "soon",
            "0s",
            "-1h",
            "1",
            "2026-11-15",
            "2026-11-15T12:00Z",
            "999d",
            "9999-01-01",
            "99999999999999999999d",
        ] {
            assert!(ahead(bad).is_err(), "{bad}");
        }
    }
}
