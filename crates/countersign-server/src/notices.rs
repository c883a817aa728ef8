//! Notices for persons: added to every response to a person, and to none to an agent.

use std::{
    collections::BTreeMap,
    sync::{PoisonError, RwLock},
};

use axum::http::HeaderValue;
use countersign_core::op::route::escape;
use countersign_words::{Language, Message};

/// The header that carries them, each on a line, percent-escaped.
pub(crate) const HEADER: &str = "countersign-notice";

/// The maximum length of all notices.
const TOLD_CHARS: usize = 1_000;

/// Notices for persons, by topic.
#[derive(Debug, Default)]
pub struct Notices(RwLock<BTreeMap<&'static str, Message>>);

impl Notices {
    /// Sets or clears the notice about `name`; true if it changed.
    pub fn set(&self, name: &'static str, text: Option<Message>) -> bool {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if all.get(name) == text.as_ref() {
            return false;
        }
        match text {
            Some(text) => all.insert(name, text),
            None => all.remove(name),
        };
        true
    }

    /// Returns the notices, one line each.
    pub(crate) fn lines(&self) -> Vec<Message> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Returns the header's value in a language; `None` without notices.
    pub(crate) fn escaped(&self, language: Language) -> Option<HeaderValue> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if all.is_empty() {
            return None;
        }
        // One line each: no text may look like two.
        let lines: Vec<String> =
            all.values().map(|text| text.in_language(language).replace(['\r', '\n'], " ")).collect();
        let lines = lines.join("\n");
        let mut told: String = lines.chars().take(TOLD_CHARS).collect();
        if told.len() < lines.len() {
            told.push('…');
        }
        let mut escaped = String::new();
        escape(&mut escaped, &told);
        HeaderValue::from_str(&escaped).ok()
    }
}

#[cfg(test)]
mod tests {
    use countersign_core::op::route::unescape;

    use super::*;

    #[test]
    fn notices_are_lines_of_one_bounded_header() {
        let notices = Notices::default();
        assert_eq!(notices.escaped(Language::English), None);
        assert!(notices.set("b", Some("two\r\nX-Forged: é".into())));
        assert!(notices.set("a", Some("one".into())));
        assert!(!notices.set("a", Some("one".into())), "it was said already");
        let told = |notices: &Notices| {
            unescape(notices.escaped(Language::English).unwrap().to_str().unwrap()).unwrap()
        };
        assert_eq!(told(&notices), "one\ntwo  X-Forged: é");
        assert!(notices.set("b", Some("é".repeat(TOLD_CHARS).into())));
        assert_eq!(told(&notices).chars().count(), TOLD_CHARS + 1);
        assert!(notices.set("a", None) && notices.set("b", None) && !notices.set("b", None));
        assert_eq!(notices.escaped(Language::English), None);
    }
}
