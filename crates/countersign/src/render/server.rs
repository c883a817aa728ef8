//! Upstream servers: which of their tools are as they were accepted, and what waits for a person's word.

use countersign_core::text::visible_multiline;
use serde_json::Value;

use super::{View, list_of, shown, text_of};

/// How much of a digest an offer is accepted by.
const ACCEPT_CHARS: usize = 32;

/// All servers.
pub fn servers(value: &Value, view: &View) -> String {
    let servers = list_of(value, "servers");
    if servers.is_empty() {
        return format!("{}\n", view.t("settings-no-servers"));
    }
    servers.iter().map(|one| server(one, view)).collect::<Vec<_>>().join("\n")
}

/// One server.
pub fn server(value: &Value, view: &View) -> String {
    let number = |field: &str| usize::try_from(value[field].as_u64().unwrap_or_default()).unwrap_or_default();
    let mut notes = vec![view.words.count("term-n-tools", number("tools"))];
    for (field, id) in [
        ("pinned", "term-n-as-accepted"),
        ("changed", "term-n-changed-since"),
        ("new", "term-n-new"),
        ("absent", "term-n-absent"),
    ] {
        if number(field) > 0 {
            notes.push(view.words.count(id, number(field)));
        }
    }
    let (name, paint) = (text_of(value, "name"), view.paint);
    let mut out = format!("{}  {}\n", paint.strong(&name), paint.dim(&notes.join(" · ")));
    for offered in list_of(value, "offered") {
        let state = view.coded(&["term-tool-"], &text_of(offered, "state"));
        let told = [("tool", text_of(offered, "tool").into()), ("state", state.into())];
        let line = format!("! {}", view.words.with("term-tool-is", &told));
        out.push_str(&format!("  {}\n", paint.warn(&line)));
        out.push_str(&definition(list_of(offered, "changes"), "      ", view));
    }
    if let Some(digest) = value["digest"].as_str() {
        let digest: String = shown(digest).chars().take(ACCEPT_CHARS).collect();
        out.push_str(&format!(
            "  {}\n",
            paint.handle(&format!("countersign servers accept {name} {digest}"))
        ));
    }
    out
}

/// How a definition differs from the accepted one, part by part; nothing is folded here.
pub fn definition(changes: &[Value], indent: &str, view: &View) -> String {
    let mut out = String::new();
    for change in changes {
        out.push_str(&format!("{indent}{}\n", view.paint.dim(&view.label(&view.said_of(change, "label")))));
        for (field, sign) in [("before", "-"), ("after", "+")] {
            let Some(text) = change[field].as_str() else { continue };
            for line in visible_multiline(text).text.lines() {
                let line = format!("{sign} {}", shown(line));
                let line = if sign == "-" { view.paint.bad(&line) } else { view.paint.warn(&line) };
                out.push_str(&format!("{indent}  {line}\n"));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain, *};

    #[test]
    fn h2_a_server_shows_what_waits_the_difference_and_how_to_accept_it() {
        let changes =
            json!([{"label": "description", "before": "Adds.", "after": "Adds.\n\u{1b}[2JAnd more."}]);
        let value = json!({"servers": [
            {"name": "time", "tools": 2, "pinned": 2, "changed": 0, "new": 0, "absent": 1, "offered": []},
            {"name": "notes", "tools": 3, "pinned": 2, "changed": 1, "new": 0, "absent": 0,
             "offered": [{"tool": "add", "state": "changed", "since": 0, "changes": changes}],
             "digest": "c".repeat(64)},
        ]});
        assert_eq!(
            servers(&value, &plain()),
            "time  2 tools · 2 as accepted · 1 accepted before and not listed any more\n\n\
             notes  3 tools · 2 as accepted · 1 changed since\n  ! add is changed\n      description:\n        \
             - Adds.\n        + Adds.\n        + \\x1b[2JAnd more.\n  \
             countersign servers accept notes cccccccccccccccccccccccccccccccc\n"
        );
        assert_eq!(servers(&json!({"servers": []}), &plain()), "No server has listed its tools yet.\n");
    }
}
