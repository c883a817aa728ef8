//! The calendar: events, and blocks of time for tasks.

use countersign_core::{
    Error, Result, Tx,
    record::{Fields, Key, Kind, Record, text},
    store::Scan,
    tool::{FieldChange, Forecast},
    when,
};
use countersign_words::{Message, say};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    action::{Action, Spec, fields},
    target::{maybe_given, quoted, reading, short, there, writing},
    task::Task,
    words::{Duration, Estimate, Title},
};

/// Maximum length of an event: it limits how far a search for overlaps must look.
const MAX_LENGTH: SignedDuration = SignedDuration::from_hours(31 * 24);
/// Default number of days in a listing.
const DEFAULT_DAYS: i64 = 7;

/// What an entry of the calendar is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// Something that happens.
    Event,
    /// Time kept free for work.
    TimeBlock,
}

/// An entry of the calendar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CalendarEvent {
    /// Its id.
    pub id: String,
    /// What it is.
    pub title: String,
    /// When it begins: RFC 3339 in UTC, whole seconds, so that text sorts as time does.
    pub start: String,
    /// When it ends, written likewise.
    pub end: String,
    /// Event or time block.
    pub kind: EventKind,
    /// The task it is for.
    pub task: Option<String>,
}

impl CalendarEvent {
    /// Returns the entries that overlap a time range, earliest first.
    pub(super) fn between(tx: &mut Tx<'_>, from: Timestamp, to: Timestamp) -> Result<Vec<Self>> {
        let latest = to.checked_add(MAX_LENGTH).unwrap_or(Timestamp::MAX);
        let (from, to) = (utc(from), utc(to));
        let scan = Scan {
            from: from.clone(),
            to: utc(latest),
            ..Scan::prefix(Self::KIND.name, "calendar_event.end", "")
        };
        let mut events: Vec<Self> = tx.list(&scan)?;
        events.retain(|e| e.start < to && e.end > from);
        events.sort_by(|a, b| (&a.start, &a.end, &a.id).cmp(&(&b.start, &b.end, &b.id)));
        Ok(events)
    }

    /// Returns its beginning and end.
    pub(super) fn span(&self) -> Result<(Timestamp, Timestamp)> {
        let read = |text: &str| {
            text.parse::<Timestamp>().map_err(|e| Error::bug(format!("time in {}: {e}", self.id)))
        };
        Ok((read(&self.start)?, read(&self.end)?))
    }

    /// Returns it as the result of a call, with times in the person's zone.
    pub(super) fn told(&self, zone: &TimeZone) -> Result<Value> {
        let (start, end) = self.span()?;
        let mut doc = fields(self)?;
        doc.insert("start".to_owned(), when::rfc3339(start, zone).into());
        doc.insert("end".to_owned(), when::rfc3339(end, zone).into());
        Ok(Value::Object(doc))
    }
}

fn utc(at: Timestamp) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn index(doc: &Fields) -> Vec<(&'static str, String)> {
    let end = text(doc, "end");
    let mut entries = vec![("calendar_event.end", end.to_owned())];
    if let Some(task) = doc.get("task").and_then(Value::as_str) {
        entries.push(("calendar_event.task", format!("{task}/{end}")));
    }
    entries
}

impl Record for CalendarEvent {
    const KIND: &'static Kind =
        &Kind { name: "calendar_event", prefix: "cal", domain: true, index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// Parses two times in order, normalises them, and checks that they make sense together.
pub(super) fn settle_span(
    tx: &Tx<'_>,
    start: &mut String,
    end: &mut String,
) -> Result<(Timestamp, Timestamp)> {
    let zone = &tx.setup().zone;
    let (from, to) = (when::moment(start, zone)?, when::end(end, zone)?);
    if from >= to {
        return Err(Error::invalid(say!("effect-not-after", end = end.trim(), start = start.trim())));
    }
    if from < Timestamp::UNIX_EPOCH || to.duration_since(Timestamp::UNIX_EPOCH).as_hours() > 24 * 365 * 1000 {
        return Err(Error::invalid(say!("judge-too-far", day = start.trim())));
    }
    (*start, *end) = (utc(from), utc(to));
    Ok((from, to))
}

/// Returns the forecast of a new entry; `name` names it in a sentence, with or without a title.
fn forecast_entry(tx: &mut Tx<'_>, entry: &CalendarEvent, name: Message) -> Result<Forecast> {
    let zone = &tx.setup().zone;
    let (start, end) = entry.span()?;
    if end.duration_since(start) > MAX_LENGTH {
        return Err(Error::invalid(say!("effect-calendar-31")));
    }
    let minutes = u32::try_from(end.duration_since(start).as_mins()).unwrap_or(u32::MAX);
    let (from, until) = (when::local(start, zone), when::local(end, zone));
    let length = Duration(minutes);
    let summary = match entry.kind {
        EventKind::Event => {
            say!("sum-calendar-create-event", title = entry.title, start = from, length)
        }
        EventKind::TimeBlock => {
            say!("sum-calendar-create-time-block", said = name, start = from, length)
        }
    };
    let title = say!("effect-field-title");
    let title = if entry.title.is_empty() {
        FieldChange::told(title, None, Some(name))
    } else {
        FieldChange::new(title, Value::Null, entry.title.clone())
    };
    let mut forecast =
        writing(["calendar_event:new"], say!("effect-calendar-target", start = from, end = until), summary);
    forecast.preview.changes = vec![
        title,
        FieldChange::new(say!("effect-field-start"), Value::Null, from),
        FieldChange::new(say!("effect-field-end"), Value::Null, until),
    ];
    for other in CalendarEvent::between(tx, start, end)? {
        let (begins, ends) = other.span()?;
        let same = CalendarEvent { id: other.id.clone(), ..entry.clone() } == other;
        if same {
            forecast.noop = Some(say!("effect-calendar-already", title = other.title, id = short(&other.id)));
        }
        forecast.preview.warnings.push(say!(
            "effect-calendar-overlaps",
            title = other.title,
            id = short(&other.id),
            start = when::local(begins, zone),
            end = when::local(ends, zone)
        ));
    }
    Ok(forecast)
}

fn add(tx: &mut Tx<'_>, mut entry: CalendarEvent) -> Result<Value> {
    if let Some(task) = &entry.task {
        entry.task = Some(there::<Task>(tx, task)?.id);
    }
    entry.id = tx.new_id(CalendarEvent::KIND);
    tx.create(&entry)?;
    entry.told(&tx.setup().zone)
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateEvent {
    /// What it is, in one line.
    title: Title,
    /// When it begins: RFC 3339, or without an offset in local time.
    start: String,
    /// When it ends, written likewise; a day alone means its end.
    end: String,
    /// The id of the task it is for.
    task: Option<String>,
}

impl CreateEvent {
    fn entry(&mut self, tx: &Tx<'_>) -> Result<CalendarEvent> {
        settle_span(tx, &mut self.start, &mut self.end)?;
        Ok(CalendarEvent {
            id: String::new(),
            title: self.title.0.clone(),
            start: self.start.clone(),
            end: self.end.clone(),
            kind: EventKind::Event,
            task: self.task.clone(),
        })
    }
}

impl Action for CreateEvent {
    const SPEC: Spec = Spec::create(
        "calendar.create_event",
        "Puts an event into the calendar.",
        r#"{"title": "Review", "start": "2026-11-16T10:00:00+01:00", "end": "2026-11-16T11:00:00+01:00"}"#,
    );

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let task = maybe_given::<Task>(tx, &mut self.task)?;
        let entry = self.entry(tx)?;
        let mut forecast = forecast_entry(tx, &entry, quoted(&entry.title))?;
        show_task(&mut forecast, task.map(|t| (t.named(Task::named), t.there().map(|t| t.id.clone()))));
        Ok(forecast)
    }

    fn apply(mut self, tx: &mut Tx<'_>) -> Result<Value> {
        let entry = self.entry(tx)?;
        add(tx, entry)
    }
}

fn show_task(forecast: &mut Forecast, task: Option<(Message, Option<String>)>) {
    let Some((name, id)) = task else { return };
    forecast.preview.changes.push(FieldChange::told(say!("effect-field-task"), None, Some(name)));
    forecast.relies_on.extend(id.map(|id| (Key::of::<Task>(&id), "id".to_owned())));
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateTimeBlock {
    /// The id of the task that the time is for.
    task: Option<String>,
    /// What the time is for, in one line; the title of the task if left out.
    title: Option<Title>,
    /// When it begins: RFC 3339, or without an offset in local time.
    start: String,
    /// How long it is: minutes, or text such as "2h", "90m".
    minutes: Estimate,
}

impl CreateTimeBlock {
    fn entry(&mut self, tx: &Tx<'_>, title: String) -> Result<CalendarEvent> {
        let Some(minutes) = self.minutes.0 else { return Err(Error::invalid(say!("effect-block-length"))) };
        let start = when::moment(&self.start, &tx.setup().zone)?;
        let end = start.checked_add(SignedDuration::from_mins(minutes.into()));
        let mut end = end.map(utc).map_err(|_| Error::invalid(say!("judge-too-far", day = self.start)))?;
        settle_span(tx, &mut self.start, &mut end)?;
        let (start, task) = (self.start.clone(), self.task.clone());
        Ok(CalendarEvent { id: String::new(), title, start, end, kind: EventKind::TimeBlock, task })
    }
}

impl Action for CreateTimeBlock {
    const SPEC: Spec = Spec::create(
        "calendar.create_time_block",
        "Keeps time free in the calendar, for a task or for anything else.",
        r#"{"task": "t12", "start": "2026-11-16T14:00:00+01:00", "minutes": 90}"#,
    );

    fn forecast(&mut self, tx: &mut Tx<'_>) -> Result<Forecast> {
        let task = maybe_given::<Task>(tx, &mut self.task)?;
        if let (None, Some(task)) = (&self.title, task.as_ref().and_then(|t| t.there())) {
            self.title = Some(Title(task.title.clone()));
        }
        let name = match (&self.title, &task) {
            (Some(title), _) => quoted(&title.0),
            (None, Some(task)) => task.named(Task::named),
            (None, None) => return Err(Error::invalid(say!("effect-block-title"))),
        };
        let entry = self.entry(tx, self.title.as_ref().map(|t| t.0.clone()).unwrap_or_default())?;
        let mut forecast = forecast_entry(tx, &entry, name)?;
        show_task(&mut forecast, task.map(|t| (t.named(Task::named), t.there().map(|t| t.id.clone()))));
        Ok(forecast)
    }

    fn apply(mut self, tx: &mut Tx<'_>) -> Result<Value> {
        let title = match (&self.title, &self.task) {
            (Some(title), _) => title.0.clone(),
            (None, Some(task)) => there::<Task>(tx, task)?.title,
            (None, None) => return Err(Error::invalid(say!("effect-block-title"))),
        };
        let entry = self.entry(tx, title)?;
        add(tx, entry)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListEvents {
    /// From when: RFC 3339, or a day; today if left out.
    from: Option<String>,
    /// Until when: RFC 3339, or a day, which is included; seven days after `from` if left out.
    to: Option<String>,
}

impl Action for ListEvents {
    const SPEC: Spec = Spec::read(
        "calendar.list_events",
        "Lists the events and time blocks in a range of time.",
        r#"{"from": "2026-11-16", "to": "2026-11-20"}"#,
    );

    fn forecast(&mut self, _tx: &mut Tx<'_>) -> Result<Forecast> {
        Ok(reading("calendar", say!("sum-calendar-list-events")))
    }

    fn apply(self, tx: &mut Tx<'_>) -> Result<Value> {
        let zone = &tx.setup().zone;
        let from = match &self.from {
            Some(text) => when::moment(text, zone)?,
            None => when::day_start(when::today(tx.now(), zone), zone)?,
        };
        let to = match &self.to {
            Some(text) => when::end(text, zone)?,
            None => from.checked_add(SignedDuration::from_hours(24 * DEFAULT_DAYS)).unwrap_or(Timestamp::MAX),
        };
        let events = CalendarEvent::between(tx, from, to)?;
        let told: Vec<Value> = events.iter().map(|e| e.told(zone)).collect::<Result<_>>()?;
        Ok(json!({"events": told, "from": when::rfc3339(from, zone), "to": when::rfc3339(to, zone)}))
    }
}
