//! Text on pages. What comes from elsewhere is made visible and stays inert: whatever is invisible, moves the cursor
//! or changes the order of reading is written out, and markup is only characters.

use countersign_core::text;
use countersign_words::{Message, Words};
use maud::{Markup, html};
use serde_json::Value;

/// Text from elsewhere on one line, whole.
pub(crate) fn shown(s: &str) -> String {
    text::visible(s).text
}

/// Text from elsewhere on one line, at most so much of it; how much more there is, is said.
pub(crate) fn folded(s: &str, most: usize) -> String {
    text::line(s, most)
}

/// Text from elsewhere that need not be there; empty where it is not.
pub(crate) fn shown_if(s: Option<&String>) -> String {
    s.map(|s| shown(s)).unwrap_or_default()
}

/// Texts from elsewhere, or sentences that are in the language of their reader already, each on one line.
pub(crate) fn texts<T: AsRef<str>>(all: &[T]) -> Vec<String> {
    all.iter().map(|s| shown(s.as_ref())).collect()
}

/// A sentence of ours, in the language of its reader and made visible.
pub(crate) fn say(words: Words, sentence: &Message) -> String {
    shown(&words.say(sentence))
}

/// Documentation in English that is its own key, in the language of its reader.
pub(crate) fn known(words: Words, english: &str) -> String {
    words.known(english)
}

/// A sentence of ours that need not be there; empty where it is not.
pub(crate) fn say_if(words: Words, sentence: Option<&Message>) -> String {
    sentence.map(|sentence| say(words, sentence)).unwrap_or_default()
}

/// Sentences of ours.
pub(crate) fn all_said(words: Words, sentences: &[Message]) -> Vec<String> {
    sentences.iter().map(|sentence| say(words, sentence)).collect()
}

/// A number for the words that count it.
pub(crate) fn count(n: impl TryInto<usize>) -> usize {
    n.try_into().unwrap_or(usize::MAX)
}

/// A JSON value as a person reads it: texts in quotes, nothing as a dash.
pub(crate) fn inline(value: &Value, most: usize) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(s) => format!("“{}”", folded(s, most)),
        other => folded(&other.to_string(), most),
    }
}

/// Text that may hold paths: where it does not fit on a line, it goes on after one of their parts.
pub(crate) fn path(s: &str) -> Markup {
    html! { @for (n, part) in s.split_inclusive('/').enumerate() { @if n > 0 { wbr; } (part) } }
}

/// What of a target a summary does not say already: all of it, the folder that a path in the summary is in, or nothing.
pub(crate) fn beyond<'t>(target: &'t str, summary: &str) -> Option<&'t str> {
    if target.is_empty() || summary.contains(target) {
        return None;
    }
    if target.starts_with('/') {
        let within = |(at, _): &(usize, &str)| summary.contains(&target[at + 1..]);
        let known = target.match_indices('/').filter(|(at, _)| at + 1 < target.len()).find(within);
        return Some(known.map_or(target, |(at, _)| &target[..at.max(1)]));
    }
    // `a new task "Write it"`, where the summary has the name.
    match target.find('"') {
        Some(at) if summary.contains(&target[at..]) => None,
        _ => Some(target),
    }
}

/// The part of an id that people use: what stands before its dash.
pub(crate) fn short(id: &str) -> &str {
    id.split('-').next().unwrap_or(id)
}

/// A moment: how long ago in words, and exactly for those who ask. The module puts it into the reader's own zone.
pub(crate) fn ago(words: Words, at: u64, now: u64) -> Markup {
    let exact = stamp(at);
    html! { time datetime=(exact) title=(exact) data-at=(at) { (since(words, at, now)) } }
}

/// How long ago something was, or how long until it is.
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

/// A moment as ISO 8601 in UTC.
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
