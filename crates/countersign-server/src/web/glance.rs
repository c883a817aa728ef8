//! What an item changes, in brief: the first changed lines, the sizes of files, fields before and after. The page of
//! the item shows all of it; omitted parts are counted.

use countersign_core::{
    item::view::ItemView,
    tool::{FieldChange, Preview},
};
use countersign_words::{Message, Words};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    Visit,
    diff::{Diff, Kind},
    text::{folded, inline, path, say, within},
};

/// The length of a changed value.
const VALUE: usize = 80;
/// The number and length of diff lines.
const LINES: usize = 6;
const LINE: usize = 160;
/// The usual modes of a new file, which are not shown.
const PLAIN: [&str; 4] = ["644", "664", "640", "600"];

/// Renders the first changed lines, and other changes.
pub(super) fn glance(visit: &Visit, item: &ItemView, most: usize) -> Markup {
    let (preview, folder) = (&item.preview, item.facts.folder.as_deref());
    let diff = Diff::read(preview.diff.as_deref().unwrap_or_default());
    let is_changed = |kind| matches!(kind, Kind::Added | Kind::Removed);
    let changed = diff.rows.iter().filter(|row| is_changed(row.kind)).count();
    // Blank lines cannot push the rest out of sight; they count as omitted.
    let shown = diff.rows.iter().filter(|row| is_changed(row.kind) && !row.text.trim().is_empty());
    let shown: Vec<_> = shown.take(LINES).collect();
    // The lines of a file say more than its size.
    let said =
        |change: &&FieldChange| shown.is_empty() || diff.files.len() != 1 || sizes(visit, change).is_none();
    let mut rest: Vec<&FieldChange> = preview.changes.iter().filter(said).collect();
    // Of what was rehearsed, the effect is what happens; its page says how it was called. Otherwise the effect comes first,
    // then the call itself, unless the line above already says it.
    let is_rehearsed = |change: &FieldChange| preview.is_of_call(change) && !change.of_call;
    let in_lines = |change: &FieldChange| change.in_diff && !shown.is_empty();
    rest.retain(|change| !is_rehearsed(change) && !in_lines(change));
    rest.retain(|change| !(change.of_call && is_told(&item.summary, change)));
    rest.sort_by_key(|change| change.of_call);
    html! {
        (fields(visit, preview, &rest, folder, most))
        @if !shown.is_empty() {
            div.glance {
                @for row in &shown {
                    @let (look, sign, said) = if row.kind == Kind::Added { ("a", "+", "diff-added") } else { ("d", "−", "diff-removed") };
                    code class=(look) { span aria-hidden="true" { (sign) } span.sr-only { (visit.words.t(said)) " " } (folded(row.text, LINE)) }
                }
                // The number of omitted lines is unknown if the diff was cut; the line below says so.
                @if changed > shown.len() && preview.is_whole() { p.more { (visit.words.count("more-lines", changed - shown.len())) } }
            }
        }
    }
}

/// Returns whether the line of an item contains it completely.
fn is_told(line: &str, change: &FieldChange) -> bool {
    change.after.as_str().is_some_and(|text| !text.is_empty() && line.contains(text))
}

/// Renders fields before and after, up to the limit; files are named from `folder`.
pub(super) fn changes(visit: &Visit, preview: &Preview, folder: Option<&str>, most: usize) -> Markup {
    let all: Vec<&FieldChange> = preview.changes.iter().collect();
    fields(visit, preview, &all, folder, most)
}

fn fields(
    visit: &Visit,
    preview: &Preview,
    changes: &[&FieldChange],
    folder: Option<&str>,
    most: usize,
) -> Markup {
    let target = say(visit.words, &preview.target);
    let target = within(folder, &target);
    html! {
        @if !changes.is_empty() {
            ul.changes {
                @for change in changes.iter().take(most) { li { (one(visit, change, target, folder, VALUE)) } }
                @if changes.len() > most { li.more { (visit.words.count("more-changes", changes.len() - most)) } }
            }
        }
    }
}

/// Renders one change: a file's sizes, or a value before and after. Files are named from `folder`.
pub(super) fn one(
    visit: &Visit,
    change: &FieldChange,
    target: &str,
    folder: Option<&str>,
    most: usize,
) -> Markup {
    let label = say(visit.words, &change.label);
    let label = within(folder, &label);
    let values = |before: Option<Markup>, after: Markup| {
        html! { @if let Some(before) = before { span.before { (before) } " → " } span.after { (after) } }
    };
    let text = |text: String| html! { (text) };
    match sizes(visit, change) {
        // Its name is shown above.
        Some((before, after)) => {
            html! { @if label != target { span.label { (path(label)) } " " } (values(Some(before).filter(|size| !size.is_empty()).map(text), text(after))) }
        }
        None => {
            let [was, will] = sides(visit.words, change, most);
            let before = (!change.before.is_null()).then_some(was);
            let after = will;
            html! { span.label { (path(label)) } " " (values(before, after)) }
        }
    }
}

/// Renders a value before and after; how far a task is and how urgent it is, as badges.
pub(super) fn sides(words: Words, change: &FieldChange, most: usize) -> [Markup; 2] {
    let told = [(&change.before_words, &change.before), (&change.after_words, &change.after)];
    told.map(|(told, side)| {
        let text = value(words, told.as_ref(), side, most);
        html! {
            @match badge(change, side) {
                Some(look) => { span class=(look) { (text) } },
                None => { (text) },
            }
        }
    })
}

/// Returns the look of a task's status or priority. None has that of danger.
fn badge(change: &FieldChange, side: &Value) -> Option<&'static str> {
    Some(match (change.label.as_str(), side.as_str()?) {
        ("status", "in_progress" | "done") => "badge good",
        ("status", "blocked" | "on_hold") | ("priority", "P0" | "P1") => "badge warn",
        ("status" | "priority", _) => "badge",
        _ => return None,
    })
}

/// Formats one side of a change.
fn value(words: Words, told: Option<&Message>, side: &Value, most: usize) -> String {
    match told {
        Some(told) => inline(&Value::from(&*words.say(told)), most),
        None => inline(side, most),
    }
}

/// Returns whether a change says no more than how large a file was and is.
pub(super) fn is_size(visit: &Visit, change: &FieldChange) -> bool {
    sizes(visit, change).is_some()
}

/// Returns a file's sizes before and after, if only its content changes.
fn sizes(visit: &Visit, change: &FieldChange) -> Option<(String, String)> {
    let words = visit.words;
    let size = |file: &File<'_>| words.count("file-bytes", usize::try_from(file.bytes).unwrap_or(usize::MAX));
    let (before, after) = (&change.before, &change.after);
    match (File::read(before), File::read(after)) {
        (Some(old), Some(new)) => {
            let same_mode = old.mode.is_none() || new.mode.is_none() || old.mode == new.mode;
            (same_mode && old.bytes != new.bytes).then(|| (size(&old), size(&new)))
        }
        (Some(old), None) if after.is_null() => Some((size(&old), words.t("file-gone").into_owned())),
        (None, Some(new)) if before.is_null() && new.mode.is_none_or(|mode| PLAIN.contains(&mode)) => {
            Some((String::new(), size(&new)))
        }
        _ => None,
    }
}

/// A file, as described by the tools: `file, 54 bytes, mode 644, blake3 ac7abdd43131c376`.
struct File<'a> {
    bytes: u64,
    mode: Option<&'a str>,
}

impl<'a> File<'a> {
    /// Parses it; `None` if there is more than size, mode and digest.
    fn read(value: &'a Value) -> Option<Self> {
        let mut parts = value.as_str()?.strip_prefix("file, ")?.split(", ");
        let size = parts.next()?;
        let bytes = size.strip_suffix(" bytes").or(size.strip_suffix(" byte"))?.parse().ok()?;
        let mut mode = None;
        for part in parts {
            match part.split_once(' ')? {
                ("mode", told) => mode = Some(told),
                ("blake3", _) => {}
                _ => return None,
            }
        }
        Some(Self { bytes, mode })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn h3_a_file_is_told_by_its_size_only_where_nothing_else_is_said() {
        let read = |told: &str| File::read(&json!(told)).map(|f| (f.bytes, f.mode.map(str::to_owned)));
        assert_eq!(read("file, 54 bytes, mode 644, blake3 ac7a"), Some((54, Some("644".to_owned()))));
        assert_eq!(read("file, 54 bytes, blake3 ac7a"), Some((54, None)));
        assert_eq!(read("file, 1 byte, blake3 ac7a"), Some((1, None)));
        for other in [
            "file, 54 bytes, merged, blake3 ac7a",
            "file, 5 bytes, written 2026",
            "folder",
            "link to /x",
            "file, x",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
