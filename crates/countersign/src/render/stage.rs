//! Stages: all of them, the contents of one, and the summary after a command.

use countersign_core::{
    item::typed,
    stage::{Stage, StageCommand, StageView, land::DiffOutput, operations::ListOutput},
};
use countersign_words::Message;

use super::{
    Tone, View, difference, item, short, shown,
    table::{Cell, plain, table},
};

/// All stages, newest first.
pub fn stages(output: &ListOutput, view: &View) -> String {
    if output.stages.is_empty() {
        return format!("{}\n", view.t("term-no-stages"));
    }
    let rows: Vec<Vec<Cell>> = output.stages.iter().map(|s| row(&s.stage, view)).collect();
    let heads =
        ["term-stage", "term-begun", "term-agent", "term-status", "term-folders", "term-last-command"];
    table(&view.heads(&heads), &rows, view)
}

fn row(stage: &Stage, view: &View) -> Vec<Cell> {
    let last = stage.commands.last();
    vec![
        (short(&stage.id), Tone::Handle),
        (view.time(stage.at), Tone::Dim),
        plain(shown(&stage.agent)),
        plain(view.standing(stage.status.as_str())),
        plain(joined(&stage.roots)),
        plain(last.map(|last| command(last, view)).unwrap_or_default()),
    ]
}

fn joined(texts: &[String]) -> String {
    texts.iter().map(|text| shown(text)).collect::<Vec<_>>().join(", ")
}

/// `cargo test (exit 1)`.
fn command(command: &StageCommand, view: &View) -> String {
    let ended = match (command.exit_code, command.signal) {
        (Some(code), _) => view.about("work-exit", "n", code.to_string()),
        (None, Some(signal)) => view.about("work-signal", "n", signal.to_string()),
        (None, None) if command.ended_at.is_none() => view.t("work-end-unknown"),
        (None, None) => view.t("work-ended"),
    };
    let over: Vec<String> = command.over.iter().map(|limit| limit_of(&shown(limit), view)).collect();
    let over = match over.is_empty() {
        true => String::new(),
        false => format!(", {}", view.about("work-over", "what", over.join(", "))),
    };
    format!("{} ({ended}{over})", shown(&command.command))
}

/// A limit by its name: `memory`.
fn limit_of(name: &str, view: &View) -> String {
    view.coded(&["term-limit-"], &name.replace(' ', "_"))
}

/// Renders one stage.
pub fn viewed(one: &StageView, view: &View) -> String {
    stage(&one.stage, view)
}

/// Renders one stage: created, dropped or shown.
pub fn stage(stage: &Stage, view: &View) -> String {
    let id = view.paint.handle(&short(&stage.id));
    let standing = view.standing(stage.status.as_str());
    let told = [("status", standing.into()), ("folders", joined(&stage.roots).into())];
    let mut out = format!("{id} {}\n", view.words.with("term-stage-over", &told));
    for (label, list) in [
        ("term-network", &stage.hosts),
        ("term-for-real", &stage.through),
        ("term-landed-as", &stage.receipts),
    ] {
        if !list.is_empty() {
            let label = view.paint.dim(&view.label(&view.t(label)));
            out.push_str(&format!("  {label} {}\n", joined(list)));
        }
    }
    out.push_str(&story(stage, view));
    out
}

/// Lists the commands that were run in it, and what they were denied.
fn story(stage: &Stage, view: &View) -> String {
    let mut out = String::new();
    if stage.earlier > 0 {
        let earlier = view.words.with("work-earlier-commands", &[("n", stage.earlier.into())]);
        out.push_str(&format!("  … {earlier}\n"));
    }
    for one in &stage.commands {
        out.push_str(&format!("  {} {}\n", view.paint.dim("$"), command(one, view)));
    }
    let denied = view.paint.warn(&view.label(&view.t("term-denied")));
    for attempt in view.all_said(&stage.denied) {
        out.push_str(&format!("  {denied} {attempt}\n"));
    }
    if stage.denied_more > 0 {
        let more = view.words.with("term-more-attempts", &[("n", stage.denied_more.into())]);
        out.push_str(&format!("  {denied} {more}\n"));
    }
    out
}

/// Renders everything that would land.
pub fn whole(output: &DiffOutput, view: &View) -> String {
    let id = short(&output.stage.stage.id);
    let mut out = viewed(&output.stage, view);
    for call in view.all_said(&output.calls) {
        out.push_str(&format!("  {} {call}\n", view.paint.dim("·")));
    }
    if output.empty {
        out.push_str(&format!("  {}\n", view.t("work-stage-empty")));
        out.push_str(&format!("  {}\n", view.paint.handle(&format!("countersign stage drop {id}"))));
        return out;
    }
    out.push_str(&format!("{}\n", view.paint.strong(&view.said(&output.summary))));
    let preview = &output.preview;
    for change in item::not_in_diff(preview, view) {
        out.push_str(&format!("  {}\n", item::change_line(change, view)));
    }
    let folders = item::folded(preview);
    out.push_str(&difference::without(preview.diff.as_deref(), &folders, "  ", usize::MAX, view));
    let mut told: Vec<String> = Vec::new();
    for warning in view.all_said(&preview.warnings) {
        if !told.contains(&warning) {
            out.push_str(&format!("  {}\n", view.paint.bad(&warning)));
            told.push(warning);
        }
    }
    for path in &output.conflicts {
        let what = format!("{} {}", view.label(&view.t("term-conflict")), view.near(&shown(path)));
        out.push_str(&format!("  {}\n", view.paint.bad(&what)));
    }
    if !output.by_name.is_empty() {
        let paths: Vec<String> = output.by_name.iter().map(|path| shown(path)).collect();
        let told = view.words.count("work-left-by-name", paths.len());
        out.push_str(&format!("  {} {}\n", view.paint.bad(&told), paths.join(", ")));
    }
    out.push_str(&format!(
        "  {} {}\n",
        view.paint.dim(&view.label(&view.t("term-undo"))),
        item::reversal(&output.reversal, view)
    ));
    let typed = output
        .typed
        .as_ref()
        .map_or_else(String::new, |t| format!(" --type {:?}", shown(&typed::in_words(view.words, t))));
    let ways =
        format!("countersign stage land {id}{typed} [--only PATH,PATH#2] [--except PATH] · stage drop {id}");
    out.push_str(&format!("  {}\n", view.paint.handle(&ways)));
    out
}

/// Renders the names of the files that would land, or how many lines change in each.
pub fn brief(output: &DiffOutput, with_counts: bool, view: &View) -> String {
    let preview = &output.preview;
    let all = difference::stats(preview.diff.as_deref().unwrap_or_default());
    let others = preview.changes.iter().filter(|change| !change.in_diff);
    if !with_counts {
        let others = others.filter(|change| !all.iter().any(|stat| *stat.file == *change.label));
        let files = all.iter().map(|stat| shown(&stat.file)).chain(others.map(|c| view.said(&c.label)));
        return files.map(|file| format!("{}\n", view.near(&file))).collect();
    }
    let mut out = difference::stat(&all, view);
    others.for_each(|change| out.push_str(&format!(" {}\n", item::change_line(change, view))));
    out.push_str(&format!("{}\n", view.said(&output.summary)));
    out
}

/// The summary of a stage after a command.
pub struct Left<'a> {
    /// The stage.
    pub id: &'a str,
    /// What would land, in one line; `None` for nothing.
    pub summary: Option<&'a Message>,
    /// Denied attempts.
    pub denied: &'a [Message],
    /// The limits that it hit.
    pub over: &'a [&'static str],
    /// Its own settings that it changed for real.
    pub changed: &'a [String],
}

/// Renders the summary of a stage after a command, and what to do next.
pub fn left(left: &Left<'_>, view: &View) -> String {
    let id = short(left.id);
    let mut out = String::new();
    for attempt in left.denied {
        let denied = view.label(&view.t("term-denied"));
        out.push_str(&format!("{} {}\n", view.paint.warn(&denied), view.said(attempt)));
    }
    for limit in left.over {
        let over = view.about("work-over", "what", limit_of(limit, view));
        out.push_str(&format!("{}\n", view.paint.warn(&over)));
    }
    for path in left.changed {
        let what = view.about("term-settings-changed", "path", shown(path));
        out.push_str(&format!("{}\n", view.paint.bad(&what)));
    }
    let head = view.paint.handle(&format!("{} {id}", view.t("term-stage")));
    match left.summary {
        None => out.push_str(&format!("{} {}\n", view.label(&head), view.t("term-nothing-changed"))),
        Some(summary) => {
            out.push_str(&format!(
                "{} {}; {}\n",
                view.label(&head),
                view.said(summary),
                view.t("term-nothing-landed")
            ));
            let ways = format!("countersign stage diff {id} · stage land {id} · stage drop {id}");
            out.push_str(&format!("{}\n", view.paint.handle(&ways)));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain as plain_view},
        *,
    };

    #[test]
    fn h1_a_difference_tells_commands_denials_and_changes_and_how_to_go_on() {
        let value = json!({
            "stage": {
                "id": "sg12-9f3a", "status": "open", "roots": ["/w"],
                "commands": [
                    {"command": "cargo test", "started_at": 0, "ended_at": 1, "exit_code": 1},
                    {"command": "sh", "started_at": 0},
                ],
                "denied": ["network: example.com:443"],
            },
            "summary": "land the stage sg12: 1 file changed",
            "preview": {
                "changes": [{"label": "/w/a", "before": "1 byte", "after": "2 bytes"}],
                "warnings": ["\u{1b}[2Jodd"],
                "diff": "--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n",
            },
            "reversal": {"tier": "exact"}, "empty": false,
        });
        let text = whole(&filled(value), &plain_view());
        for part in [
            "sg12 open, folders: /w",
            "$ cargo test (exit 1)",
            "$ sh (no end reported)",
            "denied: network: example.com:443",
            "land the stage sg12: 1 file changed",
            "+y",
            "countersign stage land sg12",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
        assert!(!text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn what_a_command_left_is_told_with_what_to_do_next() {
        let denied = ["network: example.com:443".into()];
        let one = Left {
            id: "sg12-9f3a",
            summary: Some(&"1 file changed".into()),
            denied: &denied,
            over: &["memory"],
            changed: &["/home/ana/.claude/settings.json".to_owned()],
        };
        assert_eq!(
            left(&one, &plain_view()),
            "denied: network: example.com:443\nexceeded its limit: memory\n\
             /home/ana/.claude/settings.json was changed outside the stage: it says which programs the agent starts\n\
             stage sg12: 1 file changed; nothing has landed\n\
             countersign stage diff sg12 · stage land sg12 · stage drop sg12\n"
        );
        let none = Left { summary: None, denied: &[], over: &[], changed: &[], ..one };
        assert_eq!(left(&none, &plain_view()), "stage sg12: nothing changed\n");
    }
}
