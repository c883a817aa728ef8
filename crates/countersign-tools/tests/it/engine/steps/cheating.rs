//! A9, A10: steps misused by an agent to get an effect that nobody approved.

use std::fs;

use countersign_core::{Actor, Level, Origin, Request};
use serde_json::{Value, json};

use super::{
    super::{
        upstream,
        world::{ana, codex, id, text},
    },
    CHECKED, Desk, THRESHOLD, laura,
};

/// A desk whose agent is in a step that was just checked.
fn checked() -> Desk {
    let d = Desk::new(THRESHOLD);
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    d
}

fn shell(d: &Desk, command: &str) -> Value {
    d.ask(&codex(), "call.propose", json!({"tool": "shell.run", "args": {"command": command}}))
}

#[test]
fn c1_a_check_of_the_policy_runs_unasked_only_in_a_folder_that_a_person_named() {
    // No roots, or other ones than the folder that the agent works in.
    for root in [None, Some("elsewhere")] {
        let d = Desk::rooted(CHECKED, root);
        let step = d.begin();
        d.ask(&codex(), "step.check", json!({}));
        let item = d.item(&text(&d.step(&step)["checks"][0], "item"));
        assert_eq!((&item["status"], d.asked()), (&json!("pending"), 0), "{root:?}: {item}");
        assert!(item["preview"]["warnings"].to_string().contains("roots in config.toml"), "{item}");
        d.confirm(&id(&item));
        assert_eq!(d.asked(), 1, "once a person said yes, it is run");
    }
}

#[test]
fn c1_a_persons_own_folder_is_named_by_them_but_not_where_countersign_has_other_rights() {
    for (level, asked) in [(Level::SameUser, 1), (Level::OwnUser, 0)] {
        let d = Desk::rooted(CHECKED, None);
        let ask = |op: &str, input: Value| d.request_at(level, &ana(), op, input).unwrap().value;
        let run = id(&ask("run.start", json!({})));
        ask("step.begin", json!({"run": run, "title": "tidy up"}));
        ask("step.check", json!({"run": run}));
        assert_eq!(d.asked(), asked, "{level:?}");
    }
}

#[test]
fn a9_what_was_checked_here_releases_no_call_of_a_server() {
    let d = upstream::Desk::with_policy(
        "version = 1\nmode = \"confidence_threshold\"\nconfidence_threshold = 0.7",
    );
    let step = id(&d.ask(&codex(), "step.begin", json!({"title": "tidy up"})));
    d.ask(&laura(), "step.verify", json!({"id": step, "confidence": 1}));
    let call = d.call("notes.add", json!({"name": "to everybody"}));
    assert_eq!(call["status"], "queued", "{call}");
    assert!(d.shelf.names().is_empty());
}

#[test]
fn a9_evidence_starts_no_program_that_the_agent_wrote() {
    let d = checked();
    assert_eq!(d.write("x.sh", "echo done > elsewhere.txt\n")["status"], "done");
    d.ask(&codex(), "step.check", json!({}));
    for command in ["sh x.sh", "./x.sh", "bash ./x.sh", "make"] {
        let call = shell(&d, command);
        assert_eq!(call["status"], "queued", "{command}: {call}");
    }
    assert_eq!(d.read("elsewhere.txt"), None);
}

#[test]
fn a9_evidence_of_files_says_nothing_of_what_else_a_command_changes() {
    let d = checked();
    // There is no repository here: if one of them is released, it does nothing.
    for command in ["git commit -m x", "git merge x", "echo one > here.txt && git merge x", "echo one > ../x"]
    {
        let call = shell(&d, command);
        assert_eq!(call["status"], "queued", "{command}: {call}");
    }
    let call = shell(&d, "echo one > here.txt");
    assert_eq!(call["status"], "done", "a file in the folder is what was checked: {call}");
}

#[test]
fn a9_evidence_takes_back_no_file_without_a_person() {
    let d = checked();
    let call = d.write("../beside.txt", "one\n");
    let item = id(&call["item"]);
    let landed = d.confirm(&item);
    let receipt = id(&landed["receipt"]);
    d.ask(&codex(), "step.check", json!({}));
    let undo = json!({"tool": "countersign.undo", "args": {"receipt": receipt}});
    let call = d.ask(&codex(), "call.propose", undo);
    assert_eq!(call["status"], "queued", "{call}");
    assert_eq!(fs::read_to_string(d.path("../beside.txt")).unwrap(), "one\n");
}

#[test]
fn a9_evidence_hands_nothing_over() {
    let d = checked();
    let path = d.path("a.txt").display().to_string();
    let asked = json!({"tool_name": "Write", "tool_use_id": "c1", "program": "countersign",
                       "input": {"file_path": path, "content": "x"}});
    let answer = d.ask(&codex(), "handover.ask", asked);
    assert_eq!(d.item(&text(&answer, "item"))["status"], "pending", "{answer}");
}

#[test]
fn a9_a_call_that_weakens_a_check_is_asked_about_and_so_is_its_step() {
    let d = checked();
    fs::create_dir(d.path("sub")).unwrap();
    for weaker in ["check.sh", "./check.sh", "sub/../check.sh"] {
        let call = d.write(weaker, &format!("exit 0 # {weaker}\n"));
        assert_eq!(call["status"], "queued", "{weaker}: {call}");
    }
    assert_eq!(shell(&d, "cp other.sh check.sh")["status"], "queued");
    let d = checked();
    let item = id(&d.write("check.sh", "#!/bin/sh\nexit 0\n")["item"]);
    assert_eq!(d.confirm(&item)["status"], "applied");
    let answer = d.report();
    assert_eq!(answer["answer"], "ask", "{answer}");
    assert!(answer["step"]["confidence"]["caps"].to_string().contains("changed its own checks"), "{answer}");
}

#[test]
fn a9_an_agent_cannot_make_its_retries_cheap() {
    let d = Desk::new(CHECKED);
    let begun = d.ask(&codex(), "step.begin", json!({"title": "tidy up", "max_retries": 100}));
    assert_eq!(begun["max_retries"], 3, "{begun}");
    let other = Desk::new(CHECKED);
    let begun = other.ask(&codex(), "step.begin", json!({"title": "tidy up", "max_retries": 1}));
    assert_eq!(begun["max_retries"], 1, "fewer lower it");
    let third = Desk::new(CHECKED);
    let begun = third.ask(&ana(), "step.begin", json!({"title": "tidy up", "max_retries": 100}));
    assert_eq!(begun["max_retries"], 100, "a person may say so");
}

#[test]
fn f4_no_step_begins_in_a_run_that_a_person_holds_or_stopped() {
    for word in ["pause", "stop"] {
        let d = Desk::new(THRESHOLD);
        let run = text(&d.write("a.txt", "x"), "run");
        d.ask(&ana(), &format!("run.{word}"), json!({"id": run}));
        let e = d.fails(&codex(), "step.begin", json!({"title": "go on"}));
        assert!(e.message.contains(&run), "{word}: {e:?}");
        let e = d.fails(&codex(), "step.report", json!({"title": "go on", "outcome": "succeeded"}));
        assert_ne!(e.code, countersign_core::ErrorCode::Internal, "{word}: {e:?}");
        assert_eq!(d.ask(&ana(), "step.list", json!({"run": run}))["steps"], json!([]), "{word}");
    }
}

#[test]
fn f4_another_spelling_of_the_folder_leads_around_no_pause_and_no_stop() {
    for word in ["pause", "stop"] {
        let d = Desk::new(THRESHOLD);
        let run = text(&d.write("a.txt", "x"), "run");
        d.ask(&ana(), &format!("run.{word}"), json!({"id": run}));
        let cwd = d.path("").canonicalize().unwrap().display().to_string();
        let (above, name) = cwd.rsplit_once('/').unwrap();
        for spelt in [format!("{cwd}/"), format!("{cwd}/."), format!("{above}//{name}")] {
            let origin = Origin { cwd: Some(spelt.clone()), ..Origin::from("test") };
            let input = json!({"tool": "filesystem.read_file", "args": {"path": "a.txt"}});
            let (actor, op) = (codex(), "call.propose".to_owned());
            let answer = d.engine.call(Request { actor, op, input, key: None, origin }).unwrap().value;
            assert_eq!((&answer["status"], &answer["run"]), (&json!("refused"), &json!(run)), "{spelt}");
        }
    }
}

#[test]
fn a10_what_moves_while_a_countdown_runs_ends_it() {
    let d = Desk::new(CHECKED);
    fs::create_dir(d.path("sub")).unwrap();
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    let call = d.write("sub/a.txt", "x");
    let (item, at) = (id(&call["item"]), call["item"]["proceeds_at"].clone());
    assert!(at.is_u64(), "{call}");
    // The folder becomes a link to elsewhere.
    fs::remove_dir(d.path("sub")).unwrap();
    fs::create_dir(d.path("../elsewhere")).unwrap();
    std::os::unix::fs::symlink(d.path("../elsewhere"), d.path("sub")).unwrap();
    let fired = d.fire_ripe(&item, &at);
    assert_eq!(fired.get("proceeded"), None, "{fired}");
    assert_eq!(d.item(&item)["status"], "pending");
    assert!(!d.path("../elsewhere/a.txt").exists());
    assert_eq!(
        d.ask(&Actor::system(), "timer.fire", json!({})).get("counting"),
        None,
        "it waits for a person"
    );
}

#[test]
fn a9_what_a_person_rejected_is_not_released_in_another_run() {
    let d = Desk::new(THRESHOLD);
    let call = d.write("a.txt", "one\n");
    d.item(&id(&call["item"]));
    d.ask(&ana(), "item.reject", json!({"id": id(&call["item"]), "reason": "not that"}));
    d.ask(&codex(), "run.end", json!({}));
    d.begin();
    d.ask(&codex(), "step.check", json!({}));
    let again = d.write("a.txt", "one\n");
    assert_ne!(again["run"], call["run"]);
    assert_eq!(again["status"], "queued", "{again}");
    assert_eq!(d.read("a.txt"), None);
}

#[test]
fn hidden_characters_of_titles_are_visible_wherever_they_wait() {
    let d = Desk::new("version = 1");
    let odd = "tidy\u{202e} up\u{1b}[2J\u{200b}";
    d.ask(&codex(), "step.begin", json!({"title": odd}));
    d.report();
    let steps = json!([{"tool": "filesystem.write_file", "args": {"path": "a.txt", "content": "x"}}]);
    d.ask(&codex(), "plan.propose", json!({"title": odd, "steps": steps}));
    let waiting = d.ask(&ana(), "inbox.list", json!({}))["waiting"].clone();
    assert_eq!(waiting.as_array().unwrap().len(), 2, "{waiting}");
    for one in waiting.as_array().unwrap() {
        let title = text(one, "title");
        assert!(title.contains("tidy") && !title.contains(['\u{202e}', '\u{1b}', '\u{200b}']), "{title:?}");
    }
}
