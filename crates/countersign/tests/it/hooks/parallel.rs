//! An agent that makes several calls at once: a hook is started for each, and a person says yes to all.

use std::{
    fs,
    io::Write as _,
    process::{Child, Stdio},
};

use serde_json::{Value, json};

use super::{Desk, output};
use crate::{ended, eventually};

const LINES: &str = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n";

fn patch(file: &str, old: &str, new: &str) -> Value {
    json!({"command": format!("*** Begin Patch\n*** Update File: {file}\n@@\n-{old}\n+{new}\n*** End Patch")})
}

impl Desk {
    /// Starts a hook that waits for the person.
    fn asks(&self, input: &Value, id: &str) -> Child {
        let event = self.event("PreToolUse", "apply_patch", input, id);
        let mut hook = self.command(&["hook", "run", "codex", "--wait-s", "100"]);
        let mut hook =
            hook.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        hook.stdin.take().unwrap().write_all(event.as_bytes()).unwrap();
        hook
    }

    /// Waits until so many items wait, and returns them in the order in which they were asked about.
    fn waiting(&self, count: usize) -> Vec<String> {
        let mut items = Vec::new();
        eventually("the changes are proposed", || {
            let inbox = self.run(&["inbox", "--json"]).expect(0).json();
            let all = inbox["items"].as_array().unwrap().iter();
            items = all.map(|item| item["id"].as_str().unwrap().to_owned()).collect();
            items.len() == count
        });
        items
    }

    fn reports(&self, input: &Value, id: &str) {
        let event = self.event("PostToolUse", "apply_patch", input, id);
        ended(self.command(&["hook", "run", "codex"]), &event).expect(0);
    }
}

#[track_caller]
fn allowed(hook: Child) {
    let (code, out, err) = output(hook);
    assert!(code == 0 && !out.contains("deny"), "{out} {err}");
}

#[test]
fn d2_patches_that_an_agent_asks_about_at_once_are_all_made_after_a_yes_to_each() {
    let desk = Desk::new();
    fs::write(desk.file("a.txt"), LINES).unwrap();
    fs::write(desk.file("b.txt"), LINES).unwrap();
    let calls = [patch("a.txt", "two", "2"), patch("a.txt", "nine", "9"), patch("b.txt", "two", "2")];
    let hooks: Vec<Child> = calls
        .iter()
        .enumerate()
        .map(|(n, call)| {
            let hook = desk.asks(call, &format!("t{n}"));
            desk.waiting(n + 1);
            hook
        })
        .collect();
    for item in desk.waiting(3) {
        desk.confirm(&item);
    }
    // The agent makes each as soon as it may, and reports it. Only one of the same file is allowed at a time.
    let mut hooks = hooks.into_iter().enumerate().collect::<Vec<_>>();
    let changes = [("a.txt", "two", "2"), ("a.txt", "nine", "9"), ("b.txt", "two", "2")];
    while !hooks.is_empty() {
        let mut ready = None;
        eventually("a hook has its answer", || {
            ready = hooks.iter_mut().position(|(_, hook)| hook.try_wait().unwrap().is_some());
            ready.is_some()
        });
        let (n, hook) = hooks.remove(ready.unwrap());
        allowed(hook);
        let (file, old, new) = changes[n];
        let text = fs::read_to_string(desk.file(file)).unwrap();
        fs::write(desk.file(file), text.replace(old, new)).unwrap();
        desk.reports(&calls[n], &format!("t{n}"));
    }
    let made = |name: &str| fs::read_to_string(desk.file(name)).unwrap();
    assert_eq!(made("a.txt"), LINES.replace("two", "2").replace("nine", "9"));
    assert_eq!(made("b.txt"), LINES.replace("two", "2"));
    let receipts = desk.run(&["receipts", "--json"]).expect(0).json();
    let standing: Vec<&Value> =
        receipts["receipts"].as_array().unwrap().iter().filter(|r| r["undo_action"].is_object()).collect();
    assert_eq!(standing.len(), 3, "{receipts}");
    // Newest first, so that each is undone before what it was made over.
    for receipt in standing {
        desk.run(&["undo", receipt["id"].as_str().unwrap(), "--best-effort"]).expect(0);
    }
    assert_eq!((made("a.txt"), made("b.txt")), (LINES.to_owned(), LINES.to_owned()));
}

#[test]
fn d2_a_patch_that_does_something_else_now_is_denied_with_what_changed_and_asked_about_again() {
    let desk = Desk::new();
    fs::write(desk.file("a.txt"), LINES).unwrap();
    let call = patch("a.txt", "two", "2");
    let hook = desk.asks(&call, "t1");
    let item = desk.waiting(1).remove(0);
    desk.run(&["show", &item]).expect(0);
    // The line beside it is another one now: the person saw something else.
    fs::write(desk.file("a.txt"), LINES.replace("three", "3")).unwrap();
    desk.run(&["confirm", &item]).expect(4);
    let (code, out, _) = output(hook);
    assert_eq!(code, 0);
    assert!(out.contains("\"deny\"") && out.contains("a.txt changed since"), "{out}");
    assert!(out.contains("make the call again"), "{out}");
    let hook = desk.asks(&call, "t2");
    desk.waiting(1);
    eventually("it is shown as it is now", || {
        let shown = desk.run(&["show", &item, "--json"]).expect(0).json();
        shown["item"]["status"] == "pending" && shown.to_string().contains("-two\\n+2\\n 3\\n")
    });
    desk.confirm(&item);
    allowed(hook);
}
