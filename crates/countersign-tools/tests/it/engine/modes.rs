//! C11: a person sets in which mode a run, an agent or the work in a folder is decided about; and how far a remembered
//! yes reaches.

use countersign_core::{Actor, ErrorCode};
use serde_json::{Value, json};

use super::{
    steps::{CHECKED, Desk},
    world::{World, ana, codex, text},
};

fn begin(desk: &Desk, run: &str) {
    desk.ask(&codex(), "step.begin", json!({"run": run, "title": "work"}));
    desk.ask(&codex(), "step.check", json!({"run": run}));
}

fn modes(desk: &Desk) -> Value {
    desk.ask(&ana(), "mode.list", json!({}))["modes"].clone()
}

fn mode_of(desk: &Desk, run: &str) -> (String, String) {
    let run = desk.ask(&ana(), "run.show", json!({"id": run}));
    (text(&run, "mode"), text(&run, "mode_from"))
}

/// Returns what the last event says of what was loosened.
fn noted(desk: &Desk) -> Value {
    desk.last_event().told().unwrap().note["loosened"].clone()
}

fn both(mode: &str, from: &str) -> (String, String) {
    (mode.to_owned(), from.to_owned())
}

#[test]
fn c11_a_person_sets_the_mode_of_a_running_run_and_its_next_call_follows_it() {
    let desk = Desk::new(CHECKED);
    let run = text(&desk.ask(&codex(), "run.start", json!({})), "id");
    begin(&desk, &run);
    let write = |name: &str| json!({"tool": "filesystem.write_file", "run": run, "args": {"path": name, "content": "x"}});
    let first = desk.ask(&codex(), "call.propose", write("a.txt"));
    assert_ne!(first["why"]["row"], "class", "the evidence counts: {first}");
    let now = desk.ask(&ana(), "run.mode", json!({"id": run, "mode": "manual"}));
    assert_eq!((&now["mode"], &now["mode_from"]), (&json!("manual"), &json!("run")));
    let asked = desk.ask(&codex(), "call.propose", write("b.txt"));
    assert_eq!((&asked["status"], &asked["why"]["row"]), (&json!("queued"), &json!("class")), "{asked}");
    assert!(
        desk.ask(&ana(), "countdown.list", json!({})).to_string().contains("[]"),
        "nothing goes on by itself"
    );
}

#[test]
fn c1_c11_no_agent_sets_a_mode_and_what_loosens_is_logged() {
    let desk = Desk::new("version = 1\nmode = \"manual\"");
    let run = text(&desk.ask(&codex(), "run.start", json!({})), "id");
    for (op, input) in [
        ("run.mode", json!({"id": run, "mode": "auto"})),
        ("mode.set", json!({"mode": "auto", "agent": "codex"})),
        ("mode.list", json!({})),
        ("run.start", json!({"mode": "auto"})),
        ("run.start", json!({"agent": "claude-code"})),
        ("run.start", json!({"folder": "/"})),
    ] {
        assert_eq!(desk.fails(&codex(), op, input.clone()).code, ErrorCode::Refused, "{op} {input}");
    }
    assert_eq!(mode_of(&desk, &run), both("manual", "policy"));
    let told = desk.ask(&ana(), "mode.set", json!({"mode": "auto", "agent": "codex"}));
    assert_eq!(noted(&desk), json!({"of": "codex", "before": "manual", "now": "auto"}), "it is logged");
    assert_eq!((&told["loosened"], &told["runs"]), (&json!(true), &json!([run])), "{told}");
    assert_eq!(mode_of(&desk, &run), both("auto", "agent"));
    let stricter = desk.ask(&ana(), "mode.set", json!({"mode": "manual", "agent": "codex"}));
    assert_eq!(stricter["loosened"], false);
    assert_eq!(modes(&desk).as_array().unwrap().len(), 1, "one for each");
    let id = text(&modes(&desk)[0], "id");
    assert_eq!(desk.fails(&codex(), "mode.clear", json!({"id": id})).code, ErrorCode::Refused);
    desk.ask(&ana(), "mode.clear", json!({"id": id}));
    assert_eq!((modes(&desk), mode_of(&desk, &run)), (json!([]), both("manual", "policy")));
}

#[test]
fn c11_what_was_set_for_a_folder_holds_there_and_below_and_manual_counts() {
    let desk = Desk::new("version = 1\n");
    let here = desk.path("").display().to_string();
    let run = |agent: &Actor| text(&desk.ask(agent, "run.start", json!({})), "id");
    let (one, other) = (run(&codex()), run(&Actor::agent("other")));
    let set = |input: Value| desk.ask(&ana(), "mode.set", input);
    let told = set(json!({"mode": "confidence_threshold", "confidence_threshold": 0.9, "folder": here}));
    assert_eq!(told["runs"], json!([one, other]), "{told}");
    assert_eq!(mode_of(&desk, &one), both("confidence_threshold", "folder"));
    set(json!({"mode": "manual", "agent": "codex"}));
    assert_eq!(mode_of(&desk, &one), both("manual", "agent"), "the stricter one counts");
    assert_eq!(mode_of(&desk, &other), both("confidence_threshold", "folder"));
    assert_eq!(mode_of(&desk, &run(&codex())), both("manual", "agent"), "a new run, too");
    let elsewhere = set(json!({"mode": "manual", "folder": format!("{here}/../workshop")}));
    assert_eq!(elsewhere["runs"], json!([]), "{elsewhere}");
    desk.ask(&ana(), "run.mode", json!({"id": one, "mode": "auto"}));
    set(json!({"mode": "manual", "folder": here}));
    assert_eq!(mode_of(&desk, &one), both("auto", "run"), "a person said so of this run");
    assert_eq!(mode_of(&desk, &other), both("manual", "folder"));
    for wrong in [
        json!({"mode": "auto"}),
        json!({"mode": "auto", "folder": ""}),
        json!({"mode": "auto", "agent": "two words"}),
        json!({"mode": "auto", "agent": "codex", "confidence_threshold": 0.5}),
    ] {
        assert_eq!(desk.fails(&ana(), "mode.set", wrong.clone()).code, ErrorCode::Invalid, "{wrong}");
    }
}

#[test]
fn c11_a_person_starts_a_run_for_an_agent_which_then_works_in_it() {
    let desk = Desk::new("version = 1\nmode = \"manual\"");
    let started = desk.ask(&ana(), "run.start", json!({"agent": "codex", "mode": "auto", "title": "Fix it"}));
    let run = text(&started, "id");
    assert_eq!(noted(&desk), json!({"of": run, "before": "manual", "now": "auto"}), "it is logged");
    assert_eq!((&started["agent"], &started["mode_from"]), (&json!("codex"), &json!("run")));
    let args = json!({"path": "a.txt", "content": "x"});
    let named = json!({"tool": "filesystem.write_file", "run": run, "args": args});
    let answer = desk.ask(&codex(), "call.propose", named.clone());
    assert_eq!((&answer["status"], &answer["run"]), (&json!("queued"), &json!(run)), "{answer}");
    let args = json!({"path": "b.txt", "content": "x"});
    let unnamed = desk.ask(&codex(), "call.propose", json!({"tool": "filesystem.write_file", "args": args}));
    assert_eq!(unnamed["run"], json!(run), "it is the open one of its folder");
    assert_eq!(desk.fails(&Actor::agent("other"), "call.propose", named).code, ErrorCode::NotFound);
}

#[test]
fn c11_a_yes_is_remembered_only_in_a_scope_that_the_item_offers() {
    let desk = Desk::new("version = 1\n");
    std::fs::create_dir_all(desk.path("src/deep")).unwrap();
    let write = |name: &str| {
        let args = json!({"path": name, "content": "x"});
        desk.ask(&codex(), "call.propose", json!({"tool": "filesystem.write_file", "args": args}))
    };
    let item = write("src/a.txt")["item"]["id"].clone();
    let shown = desk.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    let yes = |scope: &str, lifetime: &str| json!({"id": item, "digest": shown["digest"], "always": lifetime, "scope": scope});
    let refused = desk.fails(&ana(), "item.confirm", yes("kind", "1h"));
    assert!(refused.hint.unwrap().to_string().contains("exact, folder, tool"), "nothing is taken silently");
    assert_eq!(desk.fails(&ana(), "item.confirm", yes("tool", "forever")).code, ErrorCode::Invalid);
    let scopes = desk.ask(&ana(), "item.scopes", json!({"id": item}))["scopes"].clone();
    let names: Vec<String> = scopes.as_array().unwrap().iter().map(|s| text(s, "scope")).collect();
    assert_eq!(names, ["exact", "folder", "tool"], "{scopes}");
    desk.ask(&ana(), "item.confirm", yes("folder", "run"));
    for (name, status) in
        [("src/b.txt", "done"), ("src/deep/c.txt", "done"), ("d.txt", "queued"), ("src/.env", "queued")]
    {
        assert_eq!(write(name)["status"], status, "{name}");
    }
    let counted = desk.ask(&ana(), "item.scopes", json!({"id": item}));
    let so_far: Vec<&Value> = (0..3).map(|n| &counted["scopes"][n]["so_far"]).collect();
    assert_eq!((&counted["asked"], so_far), (&json!(2), vec![&json!(0), &json!(2), &json!(2)]), "{counted}");
}

#[test]
fn c11_a_tool_may_be_allowed_for_a_run_but_never_what_destroys() {
    let w = World::new();
    let task = w.task("Fix login");
    let item = w.hold("task.set_title", json!({"task": task, "title": "B"}));
    w.ask(&ana(), "show", json!({"id": item}));
    w.ask(&ana(), "item.confirm", json!({"id": item, "always": "run", "scope": "tool"}));
    let other = w.task("Fix logout");
    assert_eq!(w.call("task.set_title", json!({"task": other, "title": "C"}))["status"], "done");
    assert_eq!(
        w.call("task.set_priority", json!({"task": other, "priority": "P1"}))["status"],
        "queued",
        "another tool"
    );
}
