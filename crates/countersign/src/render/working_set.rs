//! Working sets: all of them, one with what is in it, and what became of a change to one.

use serde_json::Value;

use super::{
    Tone, View, item, list_of, receipt, short_id,
    table::{Cell, plain, table},
    text_of,
};

/// All sets, newest first.
pub fn sets(value: &Value, view: &View) -> String {
    let sets = list_of(value, "working_sets");
    if sets.is_empty() {
        return format!("{}\n", view.t("term-no-sets"));
    }
    let rows: Vec<Vec<Cell>> = sets.iter().map(|s| row(s, view)).collect();
    let heads = ["term-set", "term-created", "term-by", "term-focus", "term-things", "term-name"];
    table(&view.heads(&heads), &rows, view)
}

fn row(set: &Value, view: &View) -> Vec<Cell> {
    let states = [("pinned", "term-n-pinned"), ("staged", "term-n-staged"), ("deferred", "term-n-deferred")];
    let said = states.into_iter().filter_map(|(state, id)| {
        let n = set[state].as_u64().filter(|n| *n > 0)?;
        Some(view.words.with(id, &[("n", n.into())]))
    });
    let total = set["total"].as_u64().unwrap_or_default().to_string();
    let things: Vec<String> = std::iter::once(total).chain(said).collect();
    vec![
        (short_id(set, "id"), Tone::Handle),
        (set["created_at"].as_u64().map(|ms| view.time(ms)).unwrap_or_default(), Tone::Dim),
        plain(text_of(set, "created_by")),
        (if set["focused"] == true { view.t("term-yours") } else { String::new() }, Tone::Good),
        plain(things.join(", ")),
        plain(text_of(set, "name")),
    ]
}

/// One set and what has become of the things in it.
pub fn set(value: &Value, view: &View) -> String {
    let entries = list_of(value, "entries");
    let mut notes = vec![short_id(value, "id"), view.words.count("work-set-things", entries.len())];
    notes.extend((value["focused"] == true).then(|| view.t("work-focus-yours")));
    let name = view.paint.strong(&text_of(value, "name"));
    let mut out = format!("{name}  {}\n", view.paint.dim(&notes.join(" · ")));
    if entries.is_empty() {
        out.push_str(&format!("  {}\n", view.paint.dim(&view.t("term-set-empty"))));
        return out;
    }
    let rows: Vec<Vec<Cell>> = entries.iter().enumerate().map(|(n, e)| entry(n, e, view)).collect();
    let mut heads = vec![String::new()];
    heads.extend(view.heads(&["term-thing", "term-kind", "term-state", "term-status", "term-what"]));
    out.push_str(&table(&heads, &rows, view));
    out
}

fn entry(at: usize, entry: &Value, view: &View) -> Vec<Cell> {
    let (state, tone) = match entry["state"].as_str() {
        Some("pinned") => (view.coded(&["work-"], "pinned"), Tone::Warn),
        Some("staged") => (view.coded(&["work-"], "staged"), Tone::Good),
        Some("deferred") => (view.coded(&["work-"], "deferred"), Tone::Dim),
        _ => (String::new(), Tone::Plain),
    };
    let status = match (entry["gone"] == true, entry["kind"].as_str()) {
        (true, _) => view.t("work-gone"),
        (_, Some("item")) => view.item_status(&text_of(entry, "status")),
        _ => view.standing(entry),
    };
    let note = entry["note"].as_str().map(|n| format!("({})", view.folded(n, 80)));
    let title = match entry["kind"].as_str() {
        Some("item" | "receipt") => Some(view.told(entry, "title", 120)).filter(|t| !t.is_empty()),
        _ => entry["title"].as_str().map(|t| view.folded(t, 120)),
    };
    let what: Vec<String> = title.into_iter().chain(note).collect();
    vec![
        ((at + 1).to_string(), Tone::Dim),
        (short_id(entry, "thing"), Tone::Handle),
        plain(view.field(&text_of(entry, "kind"))),
        (state, tone),
        plain(status),
        plain(what.join(" ")),
    ]
}

/// What became of a change: in words, what was left alone, the way back.
pub fn changed(value: &Value, view: &View) -> String {
    let (sign, tone) = item::mark(value["status"].as_str().unwrap_or_default());
    let id = view.paint.handle(&short_id(value, "id"));
    let mut out = format!("{} {id} {}\n", view.paint.tone(tone, sign), view.said_of(value, "message"));
    for skipped in list_of(value, "skipped") {
        let line = format!("{}: {}", short_id(skipped, "thing"), view.said_of(skipped, "reason"));
        out.push_str(&format!("    {} {line}\n", view.paint.dim(&view.t("term-left-alone"))));
    }
    if value["receipt"].is_object() {
        out.push_str(&receipt::line(&value["receipt"], view));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain as view, *};

    #[test]
    fn sets_are_a_table_that_says_what_was_said_of_their_things() {
        let listed = |id: &str, name: &str, pinned: u32| {
            json!({"id": id, "name": name, "total": 3, "pinned": pinned, "staged": 0, "deferred": 1,
                   "focused": pinned > 0, "created_by": "ana", "created_at": 0})
        };
        let value = json!({"working_sets": [listed("ws9-aaaa", "Today", 2), listed("ws7-aaaa", "a\u{202e}b", 0)],
                           "next": "ws7-aaaa"});
        insta::assert_snapshot!(crate::render::answer("working_set.list", &value, &view()));
        assert!(sets(&json!({"working_sets": []}), &view()).contains("sets create"));
    }

    #[test]
    fn a_set_shows_what_has_become_of_its_things_in_order() {
        let value = json!({"id": "ws9-aaaa", "name": "Today", "focused": true, "entries": [
            {"thing": "i12-aaaa", "kind": "item", "state": "pinned", "status": "pending", "title": "Set title",
             "note": "ask Ben", "gone": false},
            {"thing": "t3-aaaa", "kind": "task", "state": "none", "gone": true},
            {"thing": "pr:12", "kind": "pr", "state": "deferred", "gone": false},
        ]});
        insta::assert_snapshot!(set(&value, &view()));
        let empty = json!({"id": "ws9-aaaa", "name": "Today", "entries": []});
        assert!(set(&empty, &view()).contains("nothing is in it yet"));
    }

    #[test]
    fn a_change_says_what_was_left_alone_and_the_way_back() {
        let value = json!({"id": "ws9-aaaa", "status": "done", "message": "Add 1 thing to the working set \"Today\"",
            "skipped": [{"thing": "t3-aaaa", "reason": "it is in the set already"}],
            "receipt": {"id": "rc9-aaaa", "undo_action": {"label": "Undo"}}});
        assert_eq!(
            changed(&value, &view()),
            "✓ ws9 Add 1 thing to the working set \"Today\"\n    left alone t3: it is in the set already\n    \
             receipt rc9  undo: countersign undo rc9\n"
        );
    }
}
