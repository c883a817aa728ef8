//! Grants: what could be remembered, and what it rests on.

use countersign_core::judge::Millionths;
use serde_json::Value;

use super::{View, list_of, table::lines, text_of};

/// Suggestions, each with what speaks for it and how to answer.
pub fn suggestions(value: &Value, view: &View) -> String {
    let suggestions = list_of(value, "suggestions");
    if suggestions.is_empty() {
        return format!("{}\n", view.t("term-no-suggestions"));
    }
    suggestions.iter().map(|s| suggestion(s, view)).collect::<Vec<_>>().join("\n")
}

fn suggestion(value: &Value, view: &View) -> String {
    let time = |field: &str| value[field].as_u64().map(|ms| view.time(ms)).unwrap_or_default();
    let id = text_of(value, "id");
    let rate = value["at_least"].as_f64().and_then(Millionths::from_number);
    let rate =
        rate.map(|rate| view.about("term-confirmed-rate", "rate", rate.to_string())).unwrap_or_default();
    let span = [("from", time("first_at").into()), ("to", time("last_at").into())];
    let pairs = [
        ("term-tool", text_of(value, "tool")),
        ("term-evidence", view.words.with("term-from-to", &span)),
        ("term-rate", rate),
        // The whole id: it stands for exactly what is shown here.
        ("work-yes", format!("countersign grants accept {id}")),
        ("edit-no", format!("countersign grants decline {id}")),
    ];
    format!("{}\n{}", view.said_of(value, "sentence"), lines(&pairs, view))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    #[test]
    fn a11_a_suggestion_is_shown_with_its_evidence_and_its_whole_id() {
        let value = json!({"suggestions": [{
            "id": "sg1a2b3c41.9f3a", "tool": "shell.run", "at_least": 0.784_699,
            "sentence": "14 of 14 confirmed in 9 days: allow codex `git commit -m <text>` in /w\u{202e} for a week?",
            "first_at": 0, "last_at": 691_200_000u64, "decisions": ["d12-aaaa"],
        }]});
        assert_eq!(
            suggestions(&value, &view()),
            "14 of 14 confirmed in 9 days: allow codex `git commit -m <text>` in /w⟨U+202E⟩ for a week?\n  \
               tool      shell.run\n  \
               evidence  1970-01-01 00:00:00 to 1970-01-09 00:00:00\n  \
               rate      confirmed at least 0.78 of the time\n  \
               yes       countersign grants accept sg1a2b3c41.9f3a\n  \
               no        countersign grants decline sg1a2b3c41.9f3a\n"
        );
        assert!(suggestions(&json!({"suggestions": []}), &view()).starts_with("Nothing to suggest"));
    }
}
