//! Tests of the screens.

use ratatui::{Terminal, backend::TestBackend, crossterm::event::KeyCode};
use serde_json::json;

use super::*;
use crate::{
    model::{Link, Read, Source},
    testing::{NOW, inbox, item, keys, model, press, receipt, run, set, settle, waits},
    update::{Msg, update},
};

const SIZES: [(u16, u16); 3] = [(60, 20), (100, 30), (160, 50)];

fn screen(model: &Model) -> String {
    let mut terminal = Terminal::new(TestBackend::new(model.size.0, model.size.1)).unwrap();
    terminal.draw(|frame| draw(frame, model)).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let rows = buffer.content().chunks(usize::from(model.size.0));
    let text = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect::<String>();
    rows.map(|row| text(row).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// An inbox with some of everything.
fn everything() -> countersign_core::inbox::Output {
    let diff = "--- src/main.rs\n+++ src/main.rs\n@@ -1,3 +1,3 @@\n fn main() {\n-    let port = 8080;\n+    let port = 9090;\n }\n";
    let command = json!({
        "class": "destructive", "risk_level": "high", "tool": "shell.run", "summary": "Run `rm -rf build && make`",
        "args": {"command": "rm -rf build && make"}, "rehearsed": true,
        "facts": {"deletes": ["/w/build"], "folder": "/w", "findings": [
            {"effect": "delete", "target": "/w/build", "reason": "deletes a folder", "span": {"start": 0, "end": 12}}]},
        "preview": {"warnings": ["12 files would be deleted"], "diff": diff},
        "human_summary": "start from scratch", "flags": ["says build, but deletes"],
        "needs_page": ["it destroys something"],
    });
    let mut items = vec![item("i7-cccc", command)];
    items.extend((1..4).map(|n| item(&format!("i{n}-aaaa"), json!({"change_set": "s1"}))));
    items.push(item("i9-eeee", json!({"status": "deferred", "auto_approve_timeout": 7})));
    let waiting =
        vec![waits("question", "q1", "Which port shall I use?"), waits("plan", "p1", "Release 1.2")];
    inbox(items, vec![set("s1", 3)], waiting)
}

#[test]
fn h8_the_inbox_at_three_sizes() {
    for size in SIZES {
        let mut model = model(size, everything());
        update(&mut model, Msg::Link(Link::Up));
        insta::assert_snapshot!(format!("inbox_{}x{}", size.0, size.1), screen(&model));
    }
}

#[test]
fn h8_a_page_at_three_sizes() {
    for size in SIZES {
        let mut model = model(size, everything());
        press(&mut model, KeyCode::Enter);
        insta::assert_snapshot!(format!("page_{}x{}", size.0, size.1), screen(&model));
    }
}

#[test]
fn h8_help_choices_and_prompts_at_three_sizes() {
    for size in SIZES {
        let name = |what: &str| format!("{what}_{}x{}", size.0, size.1);
        let mut model = model(size, inbox(vec![item("i1-aaaa", json!({}))], vec![], vec![]));
        keys(&mut model, "?");
        insta::assert_snapshot!(name("help"), screen(&model));
        press(&mut model, KeyCode::Esc);
        press(&mut model, KeyCode::Enter);
        settle(&mut model);
        keys(&mut model, "a");
        insta::assert_snapshot!(name("always"), screen(&model));
        press(&mut model, KeyCode::Esc);
        keys(&mut model, "rnot on a Friday");
        insta::assert_snapshot!(name("reason"), screen(&model));
        press(&mut model, KeyCode::Esc);
        keys(&mut model, ":undo");
        insta::assert_snapshot!(name("palette"), screen(&model));
    }
}

#[test]
fn h8_runs_and_receipts_at_three_sizes() {
    for size in SIZES {
        let mut model = model(size, inbox(vec![], vec![], vec![]));
        press(&mut model, KeyCode::Tab);
        let runs = vec![run("run2-bbbb", "running"), run("run1-aaaa", "completed")];
        update(&mut model, Msg::Read(Source::Runs, Ok(Read::Runs(runs))));
        insta::assert_snapshot!(format!("runs_{}x{}", size.0, size.1), screen(&model));
        press(&mut model, KeyCode::Tab);
        let undone = json!({"undone": {"event_id": "e1", "receipt": "rc3", "by": "person:ana", "at": NOW}});
        let receipts = vec![receipt("rc2", json!({})), receipt("rc1", undone)];
        update(&mut model, Msg::Read(Source::History, Ok(Read::History(receipts))));
        insta::assert_snapshot!(format!("receipts_{}x{}", size.0, size.1), screen(&model));
    }
}

/// A plan, a call in the log and a working set, all of which say something.
fn others(said: &str) -> [(Tab, Row); 3] {
    let words = countersign_words::Words::of(countersign_words::Language::English);
    let plan = serde_json::from_value(json!({
        "id": "pl3-aaaa", "run": "run2-bbbb", "agent": "codex", "title": said, "status": "proposed", "digest": "d",
        "length": 2, "created_at": NOW, "changed_at": NOW,
    }));
    let call = serde_json::from_value(json!({
        "event_id": "e9-cccc", "at": NOW - 60_000, "time": "10:15", "actor": "agent:codex", "op": "call.propose",
        "tool": "task.set_title", "arguments": {"title": said}, "result": {"said": said}, "result_status": "success",
        "status": "done", "user_confirmed": false, "execution_time_ms": 3,
    }));
    let set = serde_json::from_value(json!({
        "id": "ws4-dddd", "name": said, "total": 3, "pinned": 1, "staged": 0, "deferred": 0, "focused": true,
        "created_by": "ana", "created_at": NOW,
    }));
    [
        (Tab::Plans, crate::row::plan(words, &plan.unwrap())),
        (Tab::Log, crate::row::logged(words, &call.unwrap(), NOW)),
        (Tab::Sets, crate::row::working_set(&set.unwrap())),
    ]
}

#[test]
fn h8_plans_the_log_and_working_sets_at_three_sizes() {
    for size in SIZES {
        let mut model = model(size, inbox(vec![], vec![], vec![]));
        press(&mut model, KeyCode::Tab);
        press(&mut model, KeyCode::Tab);
        for (tab, row) in others("Release 1.2") {
            let read = press(&mut model, KeyCode::Tab);
            assert!(read.contains(&crate::model::Effect::Read(Source::Rows(tab))), "{read:?}");
            update(&mut model, Msg::Read(Source::Rows(tab), Ok(Read::Rows(tab, vec![row]))));
            let name = format!("{tab:?}_{}x{}", size.0, size.1).to_lowercase();
            insta::assert_snapshot!(name, screen(&model));
        }
    }
}

#[test]
fn what_the_log_says_is_searched_by_whoever_did_it_and_shown_whole() {
    let mut model = model((120, 40), inbox(vec![], vec![], vec![]));
    (0..4).for_each(|_| drop(press(&mut model, KeyCode::Tab)));
    let [_, (tab, row), _] = others("a\u{1b}[2Jb");
    update(&mut model, Msg::Read(Source::Rows(tab), Ok(Read::Rows(tab, vec![row]))));
    keys(&mut model, "/agent:codex");
    press(&mut model, KeyCode::Enter);
    assert!(press(&mut model, KeyCode::Enter).is_empty(), "nothing more is read");
    let shown = screen(&model);
    assert!(shown.contains(r#""said": "a\u001b[2Jb""#) && !shown.contains('\u{1b}'), "{shown}");
    press(&mut model, KeyCode::Esc);
    keys(&mut model, "/person:ana");
    assert!(screen(&model).contains("No match"), "{}", screen(&model));
}

#[test]
fn a_terminal_that_is_too_small_says_so_at_any_size() {
    for size in [(1, 1), (20, 5), (59, 40), (80, 3)] {
        let mut model = model((100, 30), everything());
        keys(&mut model, "?");
        update(&mut model, Msg::Resize(size.0, size.1));
        let shown = screen(&model);
        if size == (20, 5) {
            assert!(shown.contains("This terminal has 20"), "{shown}");
        }
    }
    for width in (60..130).step_by(9) {
        for height in (12..30).step_by(5) {
            for open in [false, true] {
                let mut model = model((width, height), everything());
                if open {
                    press(&mut model, KeyCode::Enter);
                }
                screen(&model);
                keys(&mut model, ":");
                screen(&model);
            }
        }
    }
}

#[test]
fn h2_nothing_an_agent_says_reaches_the_terminal_as_a_control_character() {
    let hostile = "\x1b]0;owned\x07\x1b[2J\u{202e}evil\u{9b}31m\r\nagent says: yes\u{200b}";
    let item = item(
        "i1-aaaa",
        json!({
            "summary": hostile, "human_summary": hostile, "agent": hostile, "tool": hostile, "subject": hostile,
            "flags": [hostile], "args": {"command": hostile, hostile: hostile}, "error": hostile,
            "preview": {"target": hostile, "warnings": [hostile], "not_shown": [hostile], "diff": format!("+++ {hostile}\n@@ -0,0 +1 @@\n+{hostile}\n"),
                        "changes": [{"label": hostile, "before": hostile, "after": [hostile]}]},
            "facts": {"writes": [hostile], "hosts": [hostile], "folder": hostile},
            "why": {"row": "class", "rule": hostile, "reasons": [hostile]}, "claimed_by": hostile,
            "reversal": {"tier": "irreversible", "reason": hostile}, "typed": hostile,
        }),
    );
    for size in SIZES {
        let waiting = vec![waits("question", "q1", hostile)];
        let mut model = model(size, inbox(vec![item.clone()], vec![], waiting));
        let mut shown = screen(&model);
        press(&mut model, KeyCode::Enter);
        settle(&mut model);
        for _ in 0..60 {
            keys(&mut model, "j");
            shown.push_str(&screen(&model));
        }
        keys(&mut model, "ga");
        shown.push_str(&screen(&model));
        press(&mut model, KeyCode::Esc);
        keys(&mut model, "y");
        shown.push_str(&screen(&model));
        let odd = |c: char| {
            c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c) || c == '\u{200b}'
        };
        assert!(!shown.contains(odd), "{:?}", shown.chars().find(|c| odd(*c)));
        assert!(shown.contains(r"\x1b]0;owned\x07"));
    }
}

#[test]
fn ten_thousand_items_and_a_difference_of_five_megabytes_are_drawn_row_by_row() {
    let line = "+        let value = compute_something(\"with a text\", 12345);\n";
    let lines = 5_000_000 / line.len();
    let diff = format!("--- a.rs\n+++ a.rs\n@@ -0,0 +1,{lines} @@\n{}", line.repeat(lines));
    let long = item("i0-aaaa", json!({"preview": {"diff": diff}, "created_at": 1, "risk_level": "high"}));
    let many = (1..10_000).map(|n| item(&format!("i{n}-aaaa"), json!({})));
    let items = std::iter::once(long).chain(many).collect();
    let mut model = model((100, 30), inbox(items, vec![], vec![]));
    assert!(screen(&model).contains("(10000)"));
    press(&mut model, KeyCode::Enter);
    keys(&mut model, "G");
    let open = model.page.as_ref().unwrap();
    assert!(open.page.lines.len() > lines && open.top == open.page.lines.len() - 1);
    keys(&mut model, "g");
    for _ in 0..200 {
        press(&mut model, KeyCode::PageDown);
        screen(&model);
    }
    press(&mut model, KeyCode::Esc);
    for _ in 0..200 {
        press(&mut model, KeyCode::PageDown);
        screen(&model);
    }
    keys(&mut model, "G");
    assert!(screen(&model).contains("i9999"), "{}", screen(&model));
}

#[test]
fn without_colours_nothing_is_coloured() {
    let mut model = model((100, 30), everything());
    model.colours = false;
    let mut terminal = Terminal::new(TestBackend::new(100, 30)).unwrap();
    terminal.draw(|frame| draw(frame, &model)).unwrap();
    let cells = terminal.backend().buffer().content();
    assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
}

#[test]
fn h7_a_line_of_a_file_cannot_hide_another_change_or_what_a_difference_does_not_show() {
    let diff = "--- /w/a\n+++ /w/a\n@@ -1 +1,2 @@\n one\n+++ /w/evil.bin\n--- /w/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    let changes = json!([
        {"label": "/w/a", "before": "file, 4 bytes", "after": "file, 8 bytes", "in_diff": true},
        {"label": "/w/evil.bin", "before": null, "after": "file, 9 bytes"},
        {"label": "/w/b", "before": "file, 2 bytes", "after": "link to /etc/hosts"},
    ]);
    let one = item("i1-aaaa", json!({"preview": {"diff": diff, "changes": changes}}));
    let lines =
        crate::page::item(countersign_words::Words::of(countersign_words::Language::English), &one).lines;
    let text: Vec<String> = lines.iter().map(crate::text::Line::text).collect();
    let has = |part: &str| text.iter().any(|line| line.contains(part));
    assert!(has("/w/evil.bin: file, 9 bytes") && has("link to /etc/hosts"), "{text:?}");
    assert!(!has("8 bytes"), "{text:?}");
}
