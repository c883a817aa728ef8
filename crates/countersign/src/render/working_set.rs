//! Working sets: all of them, one with its contents, and the result of a change to one.

use countersign_core::working_set::{
    EntryState, EntryView, WorkingSetView,
    operations::{ListOutput, Listed, SetChanged},
};

use super::{
    Tone, View, receipt, short, shown,
    status::Status,
    table::{Cell, plain, table},
};

/// All sets, newest first.
pub fn sets(output: &ListOutput, view: &View) -> String {
    if output.working_sets.is_empty() {
        return format!("{}\n", view.t("term-no-sets"));
    }
    let rows: Vec<Vec<Cell>> = output.working_sets.iter().map(|s| row(s, view)).collect();
    let heads = ["term-set", "term-created", "term-by", "term-focus", "term-things", "term-name"];
    table(&view.heads(&heads), &rows, view)
}

fn row(set: &Listed, view: &View) -> Vec<Cell> {
    let states =
        [(set.pinned, "term-n-pinned"), (set.staged, "term-n-staged"), (set.deferred, "term-n-deferred")];
    let said = states.into_iter().filter(|(n, _)| *n > 0);
    let said = said.map(|(n, id)| view.words.with(id, &[("n", u64::from(n).into())]));
    let things: Vec<String> = std::iter::once(set.total.to_string()).chain(said).collect();
    vec![
        (short(&set.id), Tone::Handle),
        (view.time(set.created_at), Tone::Dim),
        plain(shown(&set.created_by)),
        (if set.focused { view.t("term-yours") } else { String::new() }, Tone::Good),
        plain(things.join(", ")),
        plain(shown(&set.name)),
    ]
}

/// Renders one set and the current state of its entries.
pub fn set(set: &WorkingSetView, view: &View) -> String {
    let mut notes = vec![short(&set.id), view.words.count("work-set-things", set.entries.len())];
    notes.extend(set.focused.then(|| view.t("work-focus-yours")));
    let name = view.paint.strong(&shown(&set.name));
    let mut out = format!("{name}  {}\n", view.paint.dim(&notes.join(" · ")));
    if set.entries.is_empty() {
        out.push_str(&format!("  {}\n", view.paint.dim(&view.t("term-set-empty"))));
        return out;
    }
    let rows: Vec<Vec<Cell>> = set.entries.iter().enumerate().map(|(n, e)| entry(n, e, view)).collect();
    let mut heads = vec![String::new()];
    heads.extend(view.heads(&["term-thing", "term-kind", "term-state", "term-status", "term-what"]));
    out.push_str(&table(&heads, &rows, view));
    out
}

fn entry(at: usize, entry: &EntryView, view: &View) -> Vec<Cell> {
    let (state, tone) = match entry.state {
        EntryState::Pinned => (view.coded(&["work-"], "pinned"), Tone::Warn),
        EntryState::Staged => (view.coded(&["work-"], "staged"), Tone::Good),
        EntryState::Deferred => (view.coded(&["work-"], "deferred"), Tone::Dim),
        EntryState::None => (String::new(), Tone::Plain),
    };
    let word = entry.status.as_deref().unwrap_or_default();
    // A set may contain any kind, also kinds that are stored elsewhere.
    let status = match (entry.gone, entry.kind.as_str()) {
        (true, _) => view.t("work-gone"),
        (_, "item") => view.item_status(word),
        _ => view.standing(word),
    };
    let note = entry.note.as_ref().map(|n| format!("({})", view.folded(n, 80)));
    let title = entry.title.as_ref().map(|title| view.told(title, 120));
    let what: Vec<String> = title.into_iter().filter(|t| !t.is_empty()).chain(note).collect();
    vec![
        ((at + 1).to_string(), Tone::Dim),
        (short(&entry.thing), Tone::Handle),
        plain(view.field(&shown(&entry.kind))),
        (state, tone),
        plain(status),
        plain(what.join(" ")),
    ]
}

/// Renders the result of a change: its message, what was skipped, the undo.
pub fn changed(output: &SetChanged, view: &View) -> String {
    let (sign, tone) = output.status.mark();
    let id = view.paint.handle(&short(&output.set.id));
    let mut out = format!("{} {id} {}\n", view.paint.tone(tone, sign), view.said(&output.message));
    for skipped in &output.skipped {
        let line = format!("{}: {}", short(&skipped.thing), view.said(&skipped.reason));
        out.push_str(&format!("    {} {line}\n", view.paint.dim(&view.t("term-left-alone"))));
    }
    if let Some(receipt) = &output.receipt {
        out.push_str(&receipt::line(receipt, view));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain as view},
        *,
    };

    #[test]
    fn sets_are_a_table_that_says_what_was_said_of_their_things() {
        let listed = |id: &str, name: &str, pinned: u32| {
            json!({"id": id, "name": name, "total": 3, "pinned": pinned, "staged": 0, "deferred": 1,
                   "focused": pinned > 0, "created_by": "ana", "created_at": 0})
        };
        let value = json!({"working_sets": [listed("ws9-aaaa", "Today", 2), listed("ws7-aaaa", "a\u{202e}b", 0)],
                           "next": "ws7-aaaa"});
        insta::assert_snapshot!(crate::render::answer("working_set.list", &value, &view()));
        assert!(sets(&filled(json!({"working_sets": []})), &view()).contains("sets create"));
    }

    #[test]
    fn a_set_shows_what_has_become_of_its_things_in_order() {
        let value = json!({"id": "ws9-aaaa", "name": "Today", "focused": true, "entries": [
            {"thing": "i12-aaaa", "kind": "item", "state": "pinned", "status": "pending", "title": "Set title",
             "note": "ask Ben", "gone": false},
            {"thing": "t3-aaaa", "kind": "task", "state": "none", "gone": true},
            {"thing": "pr:12", "kind": "pr", "state": "deferred", "gone": false},
        ]});
        insta::assert_snapshot!(set(&filled(value), &view()));
        let empty = filled(json!({"id": "ws9-aaaa", "name": "Today", "entries": []}));
        assert!(set(&empty, &view()).contains("empty"));
    }

    #[test]
    fn a_change_says_what_was_left_alone_and_the_way_back() {
        let value = json!({"id": "ws9-aaaa", "status": "done", "message": "Add 1 thing to the working set \"Today\"",
            "skipped": [{"thing": "t3-aaaa", "reason": "it is in the set already"}],
            "receipt": {"id": "rc9-aaaa", "undo_action": {"label": "Undo"}}});
        assert_eq!(
            changed(&filled(value), &view()),
            "✓ ws9 Add 1 thing to the working set \"Today\"\n    unchanged t3: it is in the set already\n    \
             receipt rc9  undo: countersign undo rc9\n"
        );
    }
}
