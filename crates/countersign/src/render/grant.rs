//! Grants: suggestions, and their evidence.

use countersign_core::authority::suggestions::{SuggestOutput, Suggestion};

use super::{View, shown, table::lines};

/// Renders suggestions, each with its evidence and how to answer.
pub fn suggestions(output: &SuggestOutput, view: &View) -> String {
    if output.suggestions.is_empty() {
        return format!("{}\n", view.t("term-no-suggestions"));
    }
    output.suggestions.iter().map(|s| suggestion(s, view)).collect::<Vec<_>>().join("\n")
}

fn suggestion(one: &Suggestion, view: &View) -> String {
    let id = shown(&one.id);
    let rate = view.about("term-confirmed-rate", "rate", one.at_least.to_string());
    let span = [("from", view.time(one.first_at).into()), ("to", view.time(one.last_at).into())];
    let pairs = [
        ("term-tool", shown(&one.tool)),
        ("term-evidence", view.words.with("term-from-to", &span)),
        ("term-rate", rate),
        // The whole id: it stands for exactly what is shown here.
        ("work-yes", format!("countersign grants accept {id}")),
        ("edit-no", format!("countersign grants decline {id}")),
    ];
    format!("{}\n{}", view.said(&one.sentence), lines(&pairs, view))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

    #[test]
    fn a11_a_suggestion_is_shown_with_its_evidence_and_its_whole_id() {
        let value = json!({"suggestions": [{
            "id": "sg1a2b3c41.9f3a", "tool": "shell.run", "at_least": 0.784_699,
            "sentence": "14 of 14 confirmed in 9 days: allow codex `git commit -m <text>` in /w\u{202e} for a week?",
            "first_at": 0, "last_at": 691_200_000u64, "decisions": ["d12-aaaa"],
        }]});
        assert_eq!(
            suggestions(&filled(value), &view()),
            "14 of 14 confirmed in 9 days: allow codex `git commit -m <text>` in /w⟨U+202E⟩ for a week?\n  \
               tool      shell.run\n  \
               evidence  1970-01-01 00:00:00 to 1970-01-09 00:00:00\n  \
               rate      confirmed at least 0.78 of the time\n  \
               yes       countersign grants accept sg1a2b3c41.9f3a\n  \
               no        countersign grants decline sg1a2b3c41.9f3a\n"
        );
        assert!(suggestions(&filled(json!({"suggestions": []})), &view()).starts_with("Nothing to suggest"));
    }
}
