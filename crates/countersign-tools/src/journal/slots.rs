//! Finds free time.

use countersign_core::{Error, Result, Tx, tool::Forecast, when};
use countersign_words::say;
use jiff::{Timestamp, ToSpan, civil::Time, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    action::{Action, Spec},
    calendar::CalendarEvent,
    target::reading,
    words::{Duration, Estimate},
};

/// Maximum number of slots returned.
const MAX_SLOTS: usize = 100;
/// Maximum number of days searched.
const MAX_DAYS: i32 = 92;

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FindFreeSlots {
    /// From when: RFC 3339, or a day.
    from: String,
    /// Until when: RFC 3339, or a day, which is included.
    to: String,
    /// How long a slot must be: minutes, or text such as "2h", "90m".
    minutes: Estimate,
    /// When a day's slots may begin, in local time; 09:00 if left out.
    day_start: Option<String>,
    /// When a day's slots must end, in local time; 17:00 if left out.
    day_end: Option<String>,
}

fn clock(text: Option<&String>, default: i8) -> Result<Time> {
    let Some(text) = text else { return Ok(Time::constant(default, 0, 0, 0)) };
    let time = text.trim().parse().ok().filter(|_| text.contains(':'));
    time.ok_or_else(|| {
        Error::invalid(say!("effect-not-time", text = format!("{text:?}"))).hint(say!("effect-write-time"))
    })
}

/// Returns the gaps of at least `minutes` in a window with these busy times, earliest first.
fn gaps(
    (from, to): (Timestamp, Timestamp),
    busy: &[(Timestamp, Timestamp)],
    minutes: u32,
) -> Vec<(Timestamp, Timestamp)> {
    let mut free = Vec::new();
    let mut at = from;
    for &(begins, ends) in busy.iter().chain([&(to, to)]) {
        let until = begins.min(to);
        if until > at && until.duration_since(at).as_mins() >= minutes.into() {
            free.push((at, until));
        }
        at = at.max(ends);
    }
    free
}

impl FindFreeSlots {
    /// Returns the working hours of each day in a range.
    fn windows(
        &self,
        from: Timestamp,
        to: Timestamp,
        zone: &TimeZone,
    ) -> Result<Vec<(Timestamp, Timestamp)>> {
        let (opens, closes) = (clock(self.day_start.as_ref(), 9)?, clock(self.day_end.as_ref(), 17)?);
        if opens >= closes {
            return Err(Error::invalid(say!("effect-day-end")));
        }
        let mut day = from.to_zoned(zone.clone()).date();
        let mut windows = Vec::new();
        for _ in 0..=MAX_DAYS {
            let at = |time: Time| day.to_datetime(time).to_zoned(zone.clone()).map(|z| z.timestamp());
            let (Ok(opens), Ok(closes)) = (at(opens), at(closes)) else { break };
            if opens >= to {
                return Ok(windows);
            }
            let window = (opens.max(from), closes.min(to));
            if window.0 < window.1 {
                windows.push(window);
            }
            let Ok(next) = day.checked_add(1.day()) else { break };
            day = next;
        }
        Err(Error::invalid(say!("effect-many-days", n = MAX_DAYS)).hint(say!("effect-shorter-range")))
    }
}

impl Action for FindFreeSlots {
    const SPEC: Spec = Spec::read(
        "calendar.find_free_slots",
        "Finds time in working hours that no event or time block takes.",
        r#"{"from": "2026-11-16", "to": "2026-11-20", "minutes": 90}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        let Some(minutes) = self.minutes.0 else { return Err(Error::invalid(say!("effect-slot-length"))) };
        Ok(reading("calendar", say!("sum-calendar-find-slots", length = Duration(minutes))))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let zone = &tx.setup().zone;
        let Some(minutes) = self.minutes.0 else { return Err(Error::invalid(say!("effect-slot-length"))) };
        let (from, to) = (when::moment(&self.from, zone)?, when::end(&self.to, zone)?);
        if from >= to {
            return Err(Error::invalid(say!(
                "effect-not-after",
                end = self.to.trim(),
                start = self.from.trim()
            )));
        }
        let windows = self.windows(from, to, zone)?;
        let busy: Vec<_> =
            CalendarEvent::between(tx, from, to)?.iter().map(CalendarEvent::span).collect::<Result<_>>()?;
        let slots = windows.into_iter().flat_map(|window| gaps(window, &busy, minutes)).take(MAX_SLOTS);
        let slots: Vec<Value> = slots
            .map(|(start, end)| {
                let minutes = end.duration_since(start).as_mins();
                json!({"start": when::rfc3339(start, zone), "end": when::rfc3339(end, zone), "minutes": minutes})
            })
            .collect();
        Ok(json!({"slots": slots}))
    }
}
