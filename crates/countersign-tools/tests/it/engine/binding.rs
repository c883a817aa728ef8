//! B14: a child with its parent's result filled in is inspected, judged and shown again before it can be approved.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
};

use serde_json::{Value, json};

use super::{
    effects::{Desk, Dies},
    world::{ana, codex, id, text},
};

/// A command that is asked about and prints the content of `where.txt`.
const PRINTS: &str = "touch mark.txt && cat where.txt";

/// The agent proposes a command that prints `printed`, and a call that takes it: both items.
#[track_caller]
fn family(d: &Desk, printed: &str, tool: &str, args: Value) -> (String, String) {
    fs::write(d.path("where.txt"), printed).unwrap();
    let parent = d.hold("shell.run", json!({"command": PRINTS}));
    let args = args.to_string().replace("$parent", &format!("${parent}"));
    let child = d.hold(tool, serde_json::from_str(&args).unwrap());
    (parent, child)
}

#[track_caller]
fn shown(d: &Desk, item: &str) -> Value {
    d.ask(&ana(), "show", json!({"id": item}))["item"].clone()
}

#[test]
fn b14_a_yes_to_a_placeholder_is_no_yes_to_what_the_parent_printed() {
    for (tool, args, field) in [
        ("shell.run", json!({"command": "$parent.result.stdout"}), "command"),
        ("filesystem.write_file", json!({"path": "out.txt", "content": "$parent.result.stdout"}), "content"),
        ("task.create_task", json!({"title": "$parent.result.stdout"}), "title"),
    ] {
        let d = Desk::new();
        let (parent, child) = family(&d, "touch pwned.txt", tool, args);
        let before = shown(&d, &child);
        assert_eq!(d.ask(&ana(), "item.confirm", json!({"id": child}))["status"], "blocked", "{tool}");
        assert_eq!(d.confirm(&parent)["status"], "applied");
        for yes in [json!({"id": child}), json!({"id": child, "digest": before["digest"]})] {
            let answer = d.ask(&ana(), "item.confirm", yes);
            assert_eq!(answer["status"], "changed", "{tool}: {answer}");
            assert!(text(&answer, "message").contains("changed since you looked"), "{answer}");
        }
        assert_eq!((d.read("pwned.txt"), d.read("out.txt")), (None, None), "{tool}");
        let now = shown(&d, &child);
        assert_eq!((&now["status"], &now["args"][field]), (&json!("pending"), &json!("touch pwned.txt")));
        assert_ne!(now["digest"], before["digest"]);
        assert!(now["why"]["reasons"].to_string().contains(&format!("the result of {parent}")), "{now}");
        assert_eq!(d.confirm(&child)["status"], "applied", "{tool}");
        assert!(d.verified());
    }
}

#[test]
fn b14_the_class_and_what_must_be_typed_are_those_of_the_bound_arguments() {
    let d = Desk::new();
    fs::create_dir(d.path("precious")).unwrap();
    fs::write(d.path("precious/a.txt"), "a").unwrap();
    let args = json!({"command": "$parent.result.stdout"});
    let (parent, child) = family(&d, "rm -rf precious", "shell.run", args);
    d.confirm(&parent);
    let now = shown(&d, &child);
    assert_eq!(now["class"], "destructive", "{now}");
    assert!(now["facts"]["deletes"].to_string().contains("precious"), "{now}");
    let plain = d.ask(&ana(), "item.confirm", json!({"id": child}));
    assert_eq!((&plain["status"], d.read("precious/a.txt").unwrap().as_str()), (&json!("needs_typed"), "a"));
}

#[test]
fn b14_rules_see_the_bound_arguments() {
    let policy = "version = 1\n\
        [[rule]]\nname = \"no\"\ntools = [\"task.create_task\"]\nwhen = 'args.title == \"bad\"'\nthen = \"refuse\"\n\
        [[rule]]\nname = \"yes\"\ntools = [\"task.create_task\"]\nwhen = 'args.title == \"good\"'\nthen = \"allow\"\n\
        [[rule]]\nname = \"two\"\ntools = [\"task.create_task\"]\nwhen = 'args.title == \"both\"'\nthen = \"ask\"\n\
        approvers = 2\n";
    for (printed, status) in [("bad", "rejected"), ("good", "applied"), ("both", "pending")] {
        let d = Desk::with_policy(policy);
        let args = json!({"title": "$parent.result.stdout"});
        let (parent, child) = family(&d, printed, "task.create_task", args);
        assert_eq!(d.status(&child), "blocked");
        d.confirm(&parent);
        let now = shown(&d, &child);
        assert_eq!(now["status"], status, "{now}");
        match printed {
            "bad" => assert!(text(&now, "reason").contains("refused"), "{now}"),
            "good" => assert_eq!(now["why"]["rule"], "yes", "{now}"),
            _ => assert_eq!((&now["approved_by"], &now["approvers"]), (&json!([]), &json!(2)), "{now}"),
        }
        let news = text(&d.ask(&codex(), "agent.news", json!({})), "text");
        assert_eq!(news.contains(&child), status != "pending", "the agent is told what became of it: {news}");
    }
}

#[test]
fn b14_a_child_that_turns_out_to_only_read_runs_as_a_read() {
    let d = Desk::new();
    fs::write(d.path("notes.txt"), "hello").unwrap();
    let args = json!({"command": "$parent.result.stdout"});
    let (parent, child) = family(&d, "cat notes.txt", "shell.run", args);
    assert_eq!(d.confirm(&parent)["status"], "applied");
    let now = shown(&d, &child);
    assert_eq!((&now["status"], &now["result"]["stdout"]), (&json!("applied"), &json!("hello")), "{now}");
}

#[test]
fn b14_no_yes_to_many_covers_what_was_not_shown() {
    let d = Desk::new();
    let args = json!({"path": "out.txt", "content": "$parent.result.stdout"});
    let (parent, child) = family(&d, "unseen", "filesystem.write_file", args);
    let set = text(&shown(&d, &parent), "change_set");
    d.ask(&ana(), "show", json!({"id": set}));
    let all = d.ask(&ana(), "set.confirm_all", json!({"id": set}))["results"].clone();
    // A command has a warning, so it is left out itself.
    assert_eq!((&all[0]["status"], &all[1]["status"]), (&json!("left_out"), &json!("blocked")), "{all}");
    assert_eq!(d.read("out.txt"), None);
    let d = Desk::new();
    let args = json!({"path": "out.txt", "content": "$parent.result.stdout"});
    let (parent, child_2) = family(&d, "unseen", "filesystem.write_file", args);
    let picked: Vec<Value> =
        [&parent, &child_2].map(|item| json!({"id": item, "digest": shown(&d, item)["digest"]})).to_vec();
    let some = d.ask(&ana(), "items.confirm_selected", json!({"items": picked}))["results"].clone();
    assert_eq!((&some[0]["status"], &some[1]["status"]), (&json!("left_out"), &json!("blocked")), "{some}");
    // Once the parent has landed, an approval of what was shown before does not count.
    assert_eq!(d.confirm(&parent)["status"], "applied");
    let late = d.ask(&ana(), "items.confirm_selected", json!({"items": [picked[1]]}))["results"].clone();
    assert_eq!(late[0]["status"], "changed", "{late}");
    assert_eq!((d.read("out.txt"), child.is_empty()), (None, false));
}

#[test]
fn b14_what_a_result_says_is_never_taken_for_a_placeholder() {
    let d = Desk::new();
    let secret = d.hold("filesystem.write_file", json!({"path": "first.txt", "content": "first"}));
    let says = format!("${secret}.result.path");
    let args = json!({"path": "out.txt", "content": "$parent.result.stdout"});
    let (parent, child) = family(&d, &says, "filesystem.write_file", args);
    assert_eq!(d.confirm(&secret)["status"], "applied");
    assert_eq!(d.confirm(&parent)["status"], "applied");
    assert_eq!(shown(&d, &child)["args"]["content"], says);
    d.ask(&ana(), "item.refresh", json!({"id": child}));
    assert_eq!(shown(&d, &child)["args"]["content"], says, "not when it is looked at afresh");
    let landed = d.confirm(&child);
    assert_eq!(
        (&landed["status"], d.read("out.txt").unwrap()),
        (&json!("applied"), says.clone()),
        "{landed}"
    );
    let typed = d.hold("task.create_task", json!({"title": format!("${parent}.result.stdout")}));
    assert_eq!(shown(&d, &typed)["args"]["title"], says, "nor where the result is there already");
    let landed = d.confirm(&typed);
    assert_eq!(landed["receipt"]["result"]["title"], says);
    let again = d.ask(&codex(), "receipt.rerun", json!({"id": landed["receipt"]["id"]}));
    assert_eq!(again["item"]["args"]["title"], says, "nor when it is run again");
}

#[test]
fn b14_two_parents_are_bound_together_wherever_they_stand_in_the_arguments() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "x x\n").unwrap();
    let first = d.hold("task.create_task", json!({"title": "First"}));
    let second = d.hold("task.create_task", json!({"title": "Second"}));
    let edits = json!([{"old_text": "x x", "new_text": format!("${second}.result.title")},
                       {"old_text": format!("${first}.result.title"), "new_text": "y"}]);
    let child = d.call("filesystem.edit_file", json!({"path": "a.txt", "edits": edits}));
    if child["status"] == "queued" {
        let child = id(&child["item"]);
        d.confirm(&second);
        let half = shown(&d, &child);
        assert_eq!((&half["status"], &half["args"]["edits"]), (&json!("blocked"), &edits), "{half}");
    } else {
        assert_eq!(child["status"], "invalid", "an edit of what is not there cannot be looked at: {child}");
    }
    let nested = json!({"path": "b.txt", "content": format!("${first}.result.title and more")});
    let literal = d.hold("filesystem.write_file", nested);
    assert_eq!(d.status(&literal), "pending", "a placeholder is a whole string");
    d.confirm(&literal);
    assert_eq!(d.read("b.txt").unwrap(), format!("${first}.result.title and more"));
}

#[test]
fn b14_what_cannot_run_with_the_result_falls_and_the_agent_hears_why() {
    for (args, why) in [
        (json!({"title": "$parent.result.nothing"}), "has no nothing"),
        (json!({"title": "$parent.result.exit_code"}), "invalid arguments for"),
    ] {
        let d = Desk::new();
        let (parent, child) = family(&d, "x", "task.create_task", args);
        let grandchild =
            d.hold("task.set_title", json!({"task": format!("${child}.result.id"), "title": "y"}));
        d.confirm(&parent);
        assert_eq!((d.status(&child), d.status(&grandchild)), ("rejected".into(), "rejected".into()));
        let news = text(&d.ask(&codex(), "agent.news", json!({})), "text");
        assert!(news.contains(why), "{news}");
    }
}

#[test]
fn b14_a_daemon_that_dies_before_the_child_is_bound_binds_it_at_the_next_start() {
    let mut d = Desk::new();
    let args = json!({"path": "out.txt", "content": "$parent.result.stdout"});
    let (parent, child) = family(&d, "late", "filesystem.write_file", args);
    let before = shown(&d, &child);
    shown(&d, &parent);
    d.restart(Dies::Looking);
    let killed = catch_unwind(AssertUnwindSafe(|| d.ask(&ana(), "item.confirm", json!({"id": parent}))));
    assert!(killed.is_err());
    d.restart(Dies::Never);
    assert_eq!((d.status(&parent).as_str(), d.status(&child).as_str()), ("applied", "blocked"));
    let yes = json!({"id": child, "digest": before["digest"]});
    d.recover();
    assert_eq!(shown(&d, &child)["args"]["content"], "late");
    assert_eq!(d.ask(&ana(), "item.confirm", yes)["status"], "changed");
    assert_eq!(
        (d.confirm(&child)["status"].clone(), d.read("out.txt").unwrap()),
        (json!("applied"), "late".into())
    );
}

#[test]
fn b14_a_yes_that_comes_before_the_child_is_bound_binds_it_and_counts_for_nothing() {
    let mut d = Desk::new();
    let args = json!({"path": "out.txt", "content": "$parent.result.stdout"});
    let (parent, child) = family(&d, "late", "filesystem.write_file", args);
    shown(&d, &child);
    shown(&d, &parent);
    d.restart(Dies::Looking);
    let killed = catch_unwind(AssertUnwindSafe(|| d.ask(&ana(), "item.confirm", json!({"id": parent}))));
    assert!(killed.is_err());
    d.restart(Dies::Never);
    let early = d.ask(&ana(), "item.confirm", json!({"id": child}));
    assert_eq!((&early["status"], d.read("out.txt")), (&json!("changed"), None), "{early}");
    assert_eq!(shown(&d, &child)["args"]["content"], "late");
    assert_eq!(d.confirm(&child)["status"], "applied");
}

#[test]
fn b14_a_person_who_edits_a_placeholder_in_is_shown_what_it_becomes() {
    let d = Desk::new();
    fs::write(d.path("where.txt"), "printed").unwrap();
    let parent = d.hold("shell.run", json!({"command": PRINTS}));
    let child = d.hold("filesystem.write_file", json!({"path": "out.txt", "content": "plain"}));
    let args = json!({"path": "out.txt", "content": format!("${parent}.result.stdout")});
    let edited = d.ask(&ana(), "item.edit", json!({"id": child, "args": args}));
    assert_eq!(edited["status"], "blocked", "{edited}");
    d.confirm(&parent);
    assert_eq!(d.ask(&ana(), "item.confirm", json!({"id": child}))["status"], "changed");
    assert_eq!(
        (d.confirm(&child)["status"].clone(), d.read("out.txt").unwrap()),
        (json!("applied"), "printed".into())
    );
}

#[test]
fn b14_a_child_of_a_run_that_is_held_up_waits_until_it_goes_on() {
    let d = Desk::new();
    let args = json!({"path": "out.txt", "content": "$parent.result.stdout"});
    let (parent, child) = family(&d, "x", "filesystem.write_file", args);
    let run = text(&shown(&d, &parent), "run");
    d.ask(&ana(), "run.pause", json!({"id": run}));
    assert_eq!(d.confirm(&parent)["status"], "applied");
    assert_eq!(d.status(&child), "blocked");
    d.ask(&ana(), "run.resume", json!({"id": run}));
    assert_eq!(d.confirm(&child)["status"], "changed");
    assert_eq!(
        (d.confirm(&child)["status"].clone(), d.read("out.txt").unwrap()),
        (json!("applied"), "x".into())
    );
}

#[test]
fn b14_a_read_does_not_wait_for_a_result() {
    let d = Desk::new();
    let parent = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "a"}));
    let read = json!({"path": format!("${parent}.result.paths.0")});
    let answer = d.call("filesystem.read_file", read.clone());
    assert_eq!(answer["status"], "invalid", "{answer}");
    assert!(text(&answer, "hint").contains(&parent), "{answer}");
    d.confirm(&parent);
    assert_eq!(d.call("filesystem.read_file", read)["status"], "done");
}
