//! Upstream servers: which of their tools are as accepted, and what waits for a person.

use countersign_core::{
    server::operations::{ListOutput, ServerView},
    text::visible_multiline,
    tool::FieldChange,
};

use super::{View, shown};

/// The length of the digest by which an offer is accepted.
const ACCEPT_CHARS: usize = 32;

/// All servers.
pub fn servers(output: &ListOutput, view: &View) -> String {
    if output.servers.is_empty() {
        return format!("{}\n", view.t("settings-no-servers"));
    }
    output.servers.iter().map(|one| server(one, view)).collect::<Vec<_>>().join("\n")
}

/// One server.
pub fn server(server: &ServerView, view: &View) -> String {
    let mut notes = vec![view.words.count("term-n-tools", server.tools)];
    for (n, id) in [
        (server.pinned, "term-n-as-accepted"),
        (server.changed, "term-n-changed-since"),
        (server.new, "term-n-new"),
        (server.absent, "term-n-absent"),
    ] {
        if n > 0 {
            notes.push(view.words.count(id, n));
        }
    }
    let (name, paint) = (shown(&server.name), view.paint);
    let mut out = format!("{}  {}\n", paint.strong(&name), paint.dim(&notes.join(" · ")));
    if let Some(trouble) = &server.trouble {
        let told = [("agent", shown(&trouble.agent).into()), ("why", view.said(&trouble.why).into())];
        let line = format!("! {}", view.words.with("settings-server-trouble", &told));
        out.push_str(&format!("  {}  {}\n", paint.bad(&line), paint.dim(&view.time(trouble.at))));
    }
    for offered in &server.offered {
        let state = view.coded(&["term-tool-"], offered.state.as_str());
        let told = [("tool", shown(&offered.tool).into()), ("state", state.into())];
        let line = format!("! {}", view.words.with("term-tool-is", &told));
        out.push_str(&format!("  {}\n", paint.warn(&line)));
        out.push_str(&definition(&offered.changes, "      ", view));
    }
    if let Some(digest) = &server.digest {
        let digest: String = shown(digest).chars().take(ACCEPT_CHARS).collect();
        out.push_str(&format!(
            "  {}\n",
            paint.handle(&format!("countersign servers accept {name} {digest}"))
        ));
    }
    out
}

/// Renders how a definition differs from the accepted one, part by part; nothing is shortened here.
pub fn definition(changes: &[FieldChange], indent: &str, view: &View) -> String {
    let mut out = String::new();
    for change in changes {
        out.push_str(&format!("{indent}{}\n", view.paint.dim(&view.label(&view.said(&change.label)))));
        for (side, sign) in [(&change.before, "-"), (&change.after, "+")] {
            let Some(text) = side.as_str() else { continue };
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

    use super::{
        super::tests::{filled, plain},
        *,
    };

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
            servers(&filled(value), &plain()),
            "time  2 tools · 2 as accepted · 1 accepted before, no longer listed\n\n\
             notes  3 tools · 2 as accepted · 1 changed since\n  ! add is changed\n      description:\n        \
             - Adds.\n        + Adds.\n        + \\x1b[2JAnd more.\n  \
             countersign servers accept notes cccccccccccccccccccccccccccccccc\n"
        );
        assert_eq!(
            servers(&filled(json!({"servers": []})), &plain()),
            "No server has listed its tools yet.\n"
        );
    }
}
