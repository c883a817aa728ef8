//! The words that tools accept, normalised while parsing: tools only see the canonical form.

use std::fmt;

use countersign_core::when;
use countersign_words::{Message, say};
use jiff::{ToSpan, civil::Date};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The longest title, label or name, in characters.
const MAX_LINE: usize = 200;
/// The longest text, in characters.
const MAX_TEXT: usize = 50_000;
/// The longest estimate: a year of working days.
const MAX_ESTIMATE_MIN: u32 = 250 * 8 * 60;
/// The word that removes a value.
const NONE: &str = "none";

/// Joins the words of a text to one line; returns it with its number of characters.
fn one_line(text: &str) -> (String, usize) {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let characters = line.chars().count();
    (line, characters)
}

/// A title: one line, blanks tidied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Title(pub String);

impl TryFrom<String> for Title {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        match one_line(&text) {
            (_, 0) => Err(say!("effect-word-empty-title")),
            (_, n) if n > MAX_LINE => Err(say!("effect-word-long-title", n, max = MAX_LINE)),
            (title, _) => Ok(Self(title)),
        }
    }
}

impl From<Title> for String {
    fn from(title: Title) -> Self {
        title.0
    }
}

/// A text of several lines, without blanks around it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Text(pub String);

impl TryFrom<String> for Text {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        let text = text.trim().replace("\r\n", "\n");
        match text.chars().count() {
            0 => Err(say!("effect-word-empty-text")),
            n if n > MAX_TEXT => Err(say!("effect-word-long-text", n, max = MAX_TEXT)),
            _ => Ok(Self(text)),
        }
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0
    }
}

/// A label: one line in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Label(pub String);

impl TryFrom<String> for Label {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        match one_line(&text) {
            (_, 0) => Err(say!("effect-word-empty-label")),
            (_, n) if n > MAX_LINE => Err(say!("effect-word-long-label", n, max = MAX_LINE)),
            // The index uses a slash after the label.
            (label, _) if label.contains('/') => Err(say!("effect-word-slash")),
            (label, _) => Ok(Self(label.to_lowercase())),
        }
    }
}

impl From<Label> for String {
    fn from(label: Label) -> Self {
        label.0
    }
}

/// A language tag: `de`, `pt-BR`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Language(pub String);

impl TryFrom<String> for Language {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        let wrong = || say!("effect-word-language", text = format!("{text:?}"));
        let tag = text.trim().replace('_', "-");
        let (language, region) = tag.split_once('-').map_or((tag.as_str(), None), |(l, r)| (l, Some(r)));
        let letters = |s: &str, from: usize, to: usize| {
            (from..=to).contains(&s.len()) && s.chars().all(|c| c.is_ascii_alphabetic())
        };
        if !letters(language, 2, 3) || region.is_some_and(|r| !letters(r, 2, 2)) {
            return Err(wrong());
        }
        let region = region.map(|r| format!("-{}", r.to_ascii_uppercase())).unwrap_or_default();
        Ok(Self(language.to_ascii_lowercase() + &region))
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.0
    }
}

/// Where a task stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub enum Status {
    /// Not looked at yet.
    Open,
    /// Understood and ready.
    Groomed,
    /// Being worked on.
    InProgress,
    /// Waits for something else.
    Blocked,
    /// Put aside.
    OnHold,
    /// Finished.
    Done,
    /// Will not be done.
    Rejected,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 7] = [
        Self::Open,
        Self::Groomed,
        Self::InProgress,
        Self::Blocked,
        Self::OnHold,
        Self::Done,
        Self::Rejected,
    ];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Groomed => "groomed",
            Self::InProgress => "in_progress",
            Self::Blocked => "blocked",
            Self::OnHold => "on_hold",
            Self::Done => "done",
            Self::Rejected => "rejected",
        }
    }

    /// Whether the task is finished or rejected.
    pub fn is_closed(self) -> bool {
        matches!(self, Self::Done | Self::Rejected)
    }
}

impl TryFrom<String> for Status {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        let word = text.trim().to_lowercase().replace([' ', '-'], "_");
        Self::ALL.into_iter().find(|s| s.as_str() == word).ok_or_else(|| {
            let words = Self::ALL.map(Self::as_str).join(", ");
            say!("effect-word-status", text = format!("{text:?}"), words)
        })
    }
}

impl From<Status> for String {
    fn from(status: Status) -> Self {
        status.as_str().to_owned()
    }
}

/// How urgent a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Priority {
    /// Everything else waits.
    P0,
    /// High.
    P1,
    /// Normal.
    P2,
    /// Low.
    P3,
}

impl Priority {
    /// Every priority.
    pub const ALL: [Self; 4] = [Self::P0, Self::P1, Self::P2, Self::P3];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::P0 => "P0",
            Self::P1 => "P1",
            Self::P2 => "P2",
            Self::P3 => "P3",
        }
    }
}

/// A priority, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub(super) struct PriorityWord(pub Option<Priority>);

impl TryFrom<String> for PriorityWord {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        let word = text.trim().to_uppercase();
        if word.eq_ignore_ascii_case(NONE) {
            return Ok(Self(None));
        }
        let found = Priority::ALL.into_iter().find(|p| p.as_str() == word || p.as_str()[1..] == word);
        found.map(|p| Self(Some(p))).ok_or_else(|| say!("effect-word-priority", text = format!("{text:?}")))
    }
}

impl From<PriorityWord> for String {
    fn from(word: PriorityWord) -> Self {
        word.0.map_or(NONE, Priority::as_str).to_owned()
    }
}

/// An estimate in minutes, or `none`; it can be written as minutes or as `1h 30m`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written", into = "Written")]
pub(super) struct Estimate(pub Option<u32>);

/// How an estimate is written.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Written {
    /// In minutes.
    Minutes(u32),
    /// In words.
    Words(String),
}

impl TryFrom<Written> for Estimate {
    type Error = Message;

    fn try_from(written: Written) -> Result<Self, Message> {
        let minutes = match written {
            Written::Minutes(n) => n,
            Written::Words(text) if text.trim().eq_ignore_ascii_case(NONE) => return Ok(Self(None)),
            Written::Words(text) => {
                minutes(&text).ok_or_else(|| say!("effect-word-estimate", text = format!("{text:?}")))?
            }
        };
        match minutes {
            0 => Err(say!("effect-word-estimate-none")),
            n if n > MAX_ESTIMATE_MIN => {
                Err(say!("effect-word-estimate-max", max = Duration(MAX_ESTIMATE_MIN)))
            }
            n => Ok(Self(Some(n))),
        }
    }
}

impl From<Estimate> for Written {
    fn from(estimate: Estimate) -> Self {
        estimate.0.map_or_else(|| Self::Words(NONE.to_owned()), Self::Minutes)
    }
}

/// Parses minutes: `2h`, `1h 30m`, `1.5h`, `90 min`, `90`.
fn minutes(text: &str) -> Option<u32> {
    let text: String = text.to_lowercase().split_whitespace().collect();
    let (hours, rest) = match text.split_once('h') {
        Some((hours, rest)) => {
            let rest = ["ours", "our", "rs", "r"].iter().find_map(|w| rest.strip_prefix(w)).unwrap_or(rest);
            (Some(hours), rest)
        }
        None => (None, text.as_str()),
    };
    let rest =
        ["minutes", "minute", "mins", "min", "m"].iter().find_map(|w| rest.strip_suffix(w)).unwrap_or(rest);
    let digits = |s: &str| if s.chars().all(|c| c.is_ascii_digit()) { s.parse::<u32>().ok() } else { None };
    let from_hours = match hours.map(|h| h.split_once('.').unwrap_or((h, ""))) {
        None => 0,
        Some((whole, "")) => digits(whole)?.checked_mul(60)?,
        // Nobody writes more than hundredths of an hour.
        Some((whole, part)) if part.len() <= 2 => {
            let hundredths = digits(part)? * if part.len() == 1 { 10 } else { 1 };
            digits(whole)?.checked_mul(60)?.checked_add(hundredths * 60 / 100)?
        }
        Some(_) => return None,
    };
    match (hours, rest) {
        (Some(_), "") => Some(from_hours),
        _ => from_hours.checked_add(digits(rest)?),
    }
}

/// Minutes as people write them.
pub(super) struct Duration(pub u32);

countersign_words::arguments!(Duration);

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 60, self.0 % 60) {
            (0, m) => write!(f, "{m}m"),
            (h, 0) => write!(f, "{h}h"),
            (h, m) => write!(f, "{h}h {m}m"),
        }
    }
}

/// A day on which something is due, or `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub(super) enum Due {
    /// Never.
    None,
    /// On this day.
    On(Date),
    /// On the day of the call, or so many days later.
    In(i32),
}

impl Due {
    /// Returns the day, relative to `today`.
    pub fn settle(&mut self, today: Date) -> Option<Date> {
        if let Self::In(days) = *self {
            *self = today.checked_add(days.days()).map_or(Self::None, Self::On);
        }
        if let Self::On(day) = *self { Some(day) } else { None }
    }
}

impl TryFrom<String> for Due {
    type Error = Message;

    fn try_from(text: String) -> Result<Self, Message> {
        match text.trim().to_lowercase().as_str() {
            NONE => Ok(Self::None),
            "today" => Ok(Self::In(0)),
            "tomorrow" => Ok(Self::In(1)),
            day => when::day(day).map(Self::On).map_err(|e| say!("effect-word-due", said = e)),
        }
    }
}

impl From<Due> for String {
    fn from(due: Due) -> Self {
        match due {
            Due::None => NONE.to_owned(),
            Due::On(day) => day.to_string(),
            Due::In(0) => "today".to_owned(),
            Due::In(_) => "tomorrow".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use serde_json::{Value, json};

    use super::*;

    fn norm<T: Serialize + DeserializeOwned>(value: Value) -> Option<Value> {
        serde_json::from_value::<T>(value).ok().map(|t| serde_json::to_value(t).unwrap())
    }

    #[test]
    fn b5_words_have_one_canonical_form() {
        assert_eq!(norm::<Title>(json!("  Fix \n login ")), Some(json!("Fix login")));
        assert_eq!(norm::<Title>(json!(" \t")), None);
        assert_eq!(norm::<Title>(json!("x".repeat(201))), None);
        assert_eq!(norm::<Label>(json!(" Needs  Review ")), Some(json!("needs review")));
        assert_eq!(norm::<Label>(json!("a/b")), None);
        assert_eq!(norm::<Status>(json!("In Progress")), Some(json!("in_progress")));
        assert_eq!(norm::<Status>(json!("finished")), None);
        assert_eq!(norm::<PriorityWord>(json!("p2")), Some(json!("P2")));
        assert_eq!(norm::<PriorityWord>(json!("2")), Some(json!("P2")));
        assert_eq!(norm::<PriorityWord>(json!("None")), Some(json!("none")));
        assert_eq!(norm::<PriorityWord>(json!("P4")), None);
        assert_eq!(norm::<Language>(json!("PT_br")), Some(json!("pt-BR")));
        assert_eq!(norm::<Language>(json!("german")), None);
        assert_eq!(norm::<Due>(json!("2026-11-15")), Some(json!("2026-11-15")));
        assert_eq!(norm::<Due>(json!("next week")), None);
    }

    #[test]
    fn b5_an_estimate_is_minutes_however_it_is_written() {
        for (written, minutes) in [
            (json!(120), 120),
            (json!("120"), 120),
            (json!("2h"), 120),
            (json!("2 hours"), 120),
            (json!("90m"), 90),
            (json!("90 min"), 90),
            (json!("1h30m"), 90),
            (json!("1h 30"), 90),
            (json!("1.5h"), 90),
            (json!("0.25h"), 15),
        ] {
            assert_eq!(norm::<Estimate>(written.clone()), Some(json!(minutes)), "{written}");
        }
        for wrong in [
            json!(0),
            json!("0h"),
            json!(-5),
            json!("soon"),
            json!("h"),
            json!(""),
            json!("1.234h"),
            json!(9_999_999),
        ] {
            assert_eq!(norm::<Estimate>(wrong.clone()), None, "{wrong}");
        }
        assert_eq!(norm::<Estimate>(json!("none")), Some(json!("none")));
    }

    #[test]
    fn durations_read_as_people_write_them() {
        assert_eq!([45, 60, 90].map(|m| Duration(m).to_string()), ["45m", "1h", "1h 30m"]);
    }
}
