//! Receipts: what landed, who allowed it, and the way back.

use countersign_core::Level;
use serde_json::Value;

use super::{
    Tone, View, item, list_of, short, short_id, shown,
    table::{Cell, lines, plain, table},
    text_of,
};

/// One receipt under the answer that made it.
pub fn line(receipt: &Value, view: &View) -> String {
    let id = short_id(receipt, "id");
    format!(
        "    {} {}  {}\n",
        view.paint.dim(&view.t("term-receipt")),
        view.paint.handle(&id),
        way_back(receipt, view)
    )
}

/// The command that takes it back, or why there is none.
fn way_back(receipt: &Value, view: &View) -> String {
    let id = short_id(receipt, "id");
    if let Some(by) = receipt["undone"]["receipt"].as_str() {
        return view.paint.dim(&view.about("term-undone-by", "receipt", short(by)));
    }
    match receipt["undo_action"]["label"].as_str() {
        Some(_) if receipt["stale"].is_object() => {
            let reason = view.said_of(&receipt["stale"], "reason");
            let told = view.about("term-undo-stale", "reason", reason);
            let again = view.about("term-undo-again", "command", format!("countersign undo {id}"));
            format!("{} {}", view.paint.warn(&told), view.paint.dim(&again))
        }
        Some(label) => {
            let label = view.label(&verb(label, view));
            format!("{} {}", view.paint.dim(&label), view.paint.handle(&format!("countersign undo {id}")))
        }
        None => {
            let reason = view.said_of(receipt, "irreversible_reason");
            view.paint.dim(&if reason.is_empty() {
                view.t("term-no-undo")
            } else {
                format!("{} {reason}", view.label(&view.t("term-no-undo")))
            })
        }
    }
}

/// What taking it back is called: `undo`, or `rollback` where it is not exact.
fn verb(label: &str, view: &View) -> String {
    match label {
        "Undo" => view.t("term-undo"),
        "Rollback" => view.t("term-rollback"),
        other => shown(other).to_lowercase(),
    }
}

/// Who allowed it, in words.
fn allowed_by(receipt: &Value, view: &View) -> String {
    let allowed = &receipt["allowed_by"];
    let name = text_of(allowed, "name");
    match allowed["by"].as_str() {
        Some("person") => name,
        Some("grant") => view.about("receipts-by-grant", "name", short(&name)),
        Some("policy") => view.about("receipts-by-policy", "name", name),
        Some(other) => view.coded(&["term-allowed-"], other),
        None => String::new(),
    }
}

/// Who allowed it, and how well they were kept apart from agents when they did.
fn allowed_at_level(receipt: &Value, view: &View) -> String {
    let who = allowed_by(receipt, view);
    match serde_json::from_value::<Level>(receipt["level"].clone()) {
        Ok(level) => format!("{who}, {}", view.level(level)),
        Err(_) => who,
    }
}

/// All receipts, newest first.
pub fn receipts(value: &Value, view: &View) -> String {
    let receipts = list_of(value, "receipts");
    if receipts.is_empty() {
        return format!("{}\n", view.t("receipts-none"));
    }
    let rows: Vec<Vec<Cell>> = receipts.iter().map(|r| row(r, view)).collect();
    let heads = ["term-receipt", "term-at", "term-agent", "term-allowed-by", "term-undo", "term-what"];
    table(&view.heads(&heads), &rows, view)
}

fn row(receipt: &Value, view: &View) -> Vec<Cell> {
    let undo = if receipt["undone"].is_object() {
        (view.t("receipts-undone"), Tone::Dim)
    } else if receipt["stale"].is_object() {
        (view.t("term-stale"), Tone::Warn)
    } else if let Some(label) = receipt["undo_action"]["label"].as_str() {
        (verb(label, view), Tone::Good)
    } else {
        ("–".to_owned(), Tone::Dim)
    };
    vec![
        (short_id(receipt, "id"), Tone::Handle),
        (receipt["at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default(), Tone::Dim),
        plain(text_of(receipt, "agent")),
        plain(allowed_by(receipt, view)),
        undo,
        plain(view.told(receipt, "summary", 120)),
    ]
}

/// The page of one receipt.
pub fn page(receipt: &Value, view: &View) -> String {
    let title = view.told(receipt, "summary", 2000);
    let mut out = format!("{} {}\n", view.paint.handle(&short_id(receipt, "id")), view.paint.strong(&title));
    for change in list_of(receipt, "effects") {
        out.push_str(&format!("  {}\n", item::change_line(change, view)));
    }
    let pairs = [
        ("term-tool", text_of(receipt, "tool")),
        ("term-allowed-by", allowed_at_level(receipt, view)),
        ("term-at", receipt["at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default()),
        ("term-agent", text_of(receipt, "agent")),
        ("term-about", text_of(receipt, "subject")),
        ("term-item", short_id(receipt, "item")),
        ("term-run", short_id(receipt, "run")),
        ("term-event", text_of(receipt, "event_id")),
        ("term-takes-back", short_id(receipt, "undoes")),
        ("term-way-back", way_back(receipt, view)),
        ("term-know", view.each_said(receipt, "rollback_cues").join("; ")),
    ];
    out.push_str(&lines(&pairs, view));
    out
}

/// What became of an undo.
pub fn undone(value: &Value, view: &View) -> String {
    let status = text_of(value, "status");
    let (sign, tone) = item::mark(&status);
    let mut out = format!("{} {}\n", view.paint.tone(tone, sign), item::message(value, view));
    let receipt = &value["receipt"];
    if status_is_undone(value) {
        for change in list_of(receipt, "effects") {
            out.push_str(&format!("    {}\n", item::change_line(change, view)));
        }
    }
    out.push_str(&item::diff(&value["difference"], "    ", usize::MAX, view));
    if receipt["id"].is_string() {
        out.push_str(&line(receipt, view));
    }
    out.push_str(&lines(&[("term-hint", view.said_of(value, "hint"))], view));
    out
}

fn status_is_undone(value: &Value) -> bool {
    value["status"] == "undone"
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    #[test]
    fn receipts_are_a_table_that_says_what_can_be_undone() {
        let value = json!({"receipts": [
            {"id": "rc9-aaaa", "at": 0, "agent": "codex", "summary": "Set title", "allowed_by": {"by": "person", "name": "ana"},
             "undo_action": {"label": "Undo", "expected_event_id": "e9-x"}},
            {"id": "rc8-aaaa", "at": 0, "agent": "codex", "summary": "Send mail", "allowed_by": {"by": "grant", "name": "g3-ffff"},
             "undo_action": null, "irreversible_reason": "it was sent"},
            {"id": "rc7-aaaa", "at": 0, "agent": "codex", "summary": "Set due", "allowed_by": {"by": "automatic"},
             "undo_action": {"label": "Undo"}, "undone": {"receipt": "rc10-bbbb"}},
        ]});
        insta::assert_snapshot!(receipts(&value, &view()));
    }

    #[test]
    fn a_page_says_at_which_level_a_person_allowed_it_and_an_old_one_does_not() {
        let mut receipt = json!({"id": "rc9-aaaa", "allowed_by": {"by": "person", "name": "ana"}});
        assert!(page(&receipt, &view()).contains("ana\n"));
        receipt["level"] = "same_user".into();
        assert!(page(&receipt, &view()).contains("ana, level 1: same user\n"));
    }

    #[test]
    fn the_way_back_is_a_command_or_a_reason() {
        let line = |receipt: Value| line(&receipt, &view());
        let stale =
            json!({"id": "rc9-aaaa", "undo_action": {"label": "Undo"}, "stale": {"reason": "a.txt changed"}});
        let again = "undo does not fit any more: a.txt changed (countersign undo rc9 looks again)";
        assert_eq!(line(stale), format!("    receipt rc9  {again}\n"));
        let exact = line(json!({"id": "rc9-aaaa", "undo_action": {"label": "Undo"}}));
        assert_eq!(exact, "    receipt rc9  undo: countersign undo rc9\n");
        let sent = line(json!({"id": "rc8-aaaa", "undo_action": null, "irreversible_reason": "it was sent"}));
        assert_eq!(sent, "    receipt rc8  no undo: it was sent\n");
    }
}
