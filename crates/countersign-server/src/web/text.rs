//! Text on pages. Foreign text is made visible and inert: characters that are invisible, move the cursor or change the
//! reading order are escaped, and markup is plain text.

use countersign_core::text;
use countersign_words::{Message, Words};
use maud::{Markup, html};
use serde_json::Value;

/// Renders foreign text on one line, in full.
pub(crate) fn shown(s: &str) -> String {
    text::visible(s).text
}

/// Renders foreign text on one line, shortened; how much more there is, is given.
pub(crate) fn folded(s: &str, most: usize) -> String {
    text::line(s, most)
}

/// Renders optional foreign text; empty if there is none.
pub(crate) fn shown_if(s: Option<&String>) -> String {
    s.map(|s| shown(s)).unwrap_or_default()
}

/// Renders foreign texts, or messages that are already translated, each on one line.
pub(crate) fn texts<T: AsRef<str>>(all: &[T]) -> Vec<String> {
    all.iter().map(|s| shown(s.as_ref())).collect()
}

/// Translates one of our messages and makes it visible.
pub(crate) fn say(words: Words, sentence: &Message) -> String {
    shown(&words.say(sentence))
}

/// Translates English documentation, which is its own key.
pub(crate) fn known(words: Words, english: &str) -> String {
    words.known(english)
}

/// Translates an optional message; empty if there is none.
pub(crate) fn say_if(words: Words, sentence: Option<&Message>) -> String {
    sentence.map(|sentence| say(words, sentence)).unwrap_or_default()
}

/// Translates messages.
pub(crate) fn all_said(words: Words, sentences: &[Message]) -> Vec<String> {
    sentences.iter().map(|sentence| say(words, sentence)).collect()
}

/// Converts a number for plural messages.
pub(crate) fn count(n: impl TryInto<usize>) -> usize {
    n.try_into().unwrap_or(usize::MAX)
}

/// Formats a JSON value for a person: strings in quotes, a dash for nothing.
pub(crate) fn inline(value: &Value, most: usize) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(s) => format!("“{}”", folded(s, most)),
        other => folded(&other.to_string(), most),
    }
}

/// Renders text that may contain paths, with line breaks allowed after their parts.
pub(crate) fn path(s: &str) -> Markup {
    html! { @for (n, part) in s.split_inclusive('/').enumerate() { @if n > 0 { wbr; } (part) } }
}

/// Returns a path as seen from the folder of a call, which is named elsewhere.
pub(crate) fn within<'p>(folder: Option<&str>, path: &'p str) -> &'p str {
    let inside = folder.and_then(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
    inside.filter(|rest| !rest.is_empty()).unwrap_or(path)
}

/// Returns the part of a target that a summary does not already say: all of it, the folder of a path in the summary, or
/// nothing.
pub(crate) fn beyond<'t>(target: &'t str, summary: &str) -> Option<&'t str> {
    if target.is_empty() || summary.contains(target) {
        return None;
    }
    if target.starts_with('/') {
        let within = |(at, _): &(usize, &str)| summary.contains(&target[at + 1..]);
        let known = target.match_indices('/').filter(|(at, _)| at + 1 < target.len()).find(within);
        return Some(known.map_or(target, |(at, _)| &target[..at.max(1)]));
    }
    // `a new task "Write it"`, if the summary has the name.
    match target.find('"') {
        Some(at) if summary.contains(&target[at..]) => None,
        _ => Some(target),
    }
}

/// Returns the short form of an id: the part before its dash.
pub(crate) fn short(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

/// Renders a time: how long ago, and exactly on demand. The module converts it to the reader's zone.
pub(crate) fn ago(words: Words, at: u64, now: u64) -> Markup {
    let exact = stamp(at);
    html! { time datetime=(exact) title=(exact) data-at=(at) { (since(words, at, now)) } }
}

/// Formats how long ago something was, or how long until it is.
pub(crate) fn since(words: Words, at: u64, now: u64) -> String {
    let (seconds, ahead) = (at.abs_diff(now) / 1000, at > now);
    let (past, future, n) = match seconds {
        0..60 => ("time-seconds-ago", "time-in-seconds", seconds),
        60..3_600 => ("time-minutes-ago", "time-in-minutes", seconds / 60),
        3_600..86_400 => ("time-hours-ago", "time-in-hours", seconds / 3_600),
        _ => ("time-days-ago", "time-in-days", seconds / 86_400),
    };
    match (ahead, seconds) {
        (false, 0..5) => words.t("time-now").into_owned(),
        (false, _) => words.count(past, count(n)),
        (true, _) => words.count(future, count(n)),
    }
}

/// Formats a time as ISO 8601 in UTC.
pub(crate) fn stamp(at: u64) -> String {
    let at = i128::from(at) * 1_000_000;
    let Ok(at) = time::OffsetDateTime::from_unix_timestamp_nanos(at) else { return String::new() };
    let (date, clock) = (at.date(), at.time());
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z",
        date.year(),
        u8::from(date.month()),
        date.day(),
        clock.hour(),
        clock.minute(),
        clock.second()
    )
}

#[cfg(test)]
mod tests {
    use countersign_words::Language;

    use super::*;

    #[test]
    fn moments_are_told_by_their_distance() {
        let words = Words::of(Language::English);
        let now = 1_794_744_000_000;
        for (at, want) in [
            (now, "just now"),
            (now - 90_000, "1 minute ago"),
            (now - 7_200_000, "2 hours ago"),
            (now - 3 * 86_400_000, "3 days ago"),
            (now + 61_000, "in 1 minute"),
        ] {
            assert_eq!(since(words, at, now), want);
        }
        assert_eq!(stamp(now), "2026-11-15T12:00:00Z");
    }

    #[test]
    fn what_a_summary_names_is_not_named_again() {
        for (target, summary, want) in [
            ("/w/a/b.md", "Edit a/b.md in 2 places", Some("/w")),
            ("/w/a/b.md", "Delete b.md", Some("/w/a")),
            ("/b.md", "Delete b.md", Some("/")),
            ("/w/b.md", "Delete /w/b.md", None),
            ("/w/b.md", "Tidy up", Some("/w/b.md")),
            ("/w/b/", "Tidy up", Some("/w/b/")),
            ("a new task \"X\"", "Create task \"X\"", None),
            ("task 12", "Rename it", Some("task 12")),
            ("", "Rename it", None),
        ] {
            assert_eq!(beyond(target, summary), want, "{target} {summary}");
        }
    }

    #[test]
    fn h2_text_from_elsewhere_is_visible_and_inert() {
        let evil = "<script>\u{202e}\u{1b}[2J";
        let page = html! { (shown(evil)) }.into_string();
        assert!(!page.contains('<') && !page.contains('\u{202e}') && !page.contains('\u{1b}'), "{page}");
    }
}
