//! A running run that a person turns into a staged one.

use serde_json::json;

use super::*;

#[test]
fn c11_a_running_run_is_turned_into_a_staged_one_and_what_was_pending_stays_as_it_is() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let run = |words: &[&str], code: i32| {
        ended(desk.command(&desk.agent, &[words, &["--json"]].concat()), "").expect(code).json()
    };
    let id = run(&["run", "start"], 0)["id"].as_str().unwrap().to_owned();
    let call = |command: &str, code: i32| {
        let args = json!({"command": command}).to_string();
        run(&["call", "shell.run", "--args", &args, "--run", &id], code)
    };
    let pending = call("printf x > before.txt", 7);
    let pending = pending["item"]["id"].as_str().unwrap_or_else(|| panic!("{pending}"));
    let turned = desk.json(&["run", "stage", &id], 0);
    let stage = turned["stage"].as_str().unwrap_or_else(|| panic!("{turned}"));

    let after = call("sed -i s/one/two/ a.txt; printf y > after.txt", 0);
    assert_eq!(after["status"], "done", "{after}");
    let seen = call("cat a.txt after.txt", 0);
    assert_eq!(seen["result"]["stdout"], "two\ny", "the run sees its stage: {seen}");
    assert_eq!((desk.real("a.txt").as_deref(), desk.real("after.txt")), (Some("one\n"), None));

    desk.run(&["show", pending]).expect(0);
    desk.run(&["confirm", pending]).expect(0);
    assert_eq!(desk.real("before.txt").as_deref(), Some("x"), "it was proposed for real, and is real");
    assert_eq!(desk.real("after.txt"), None);

    let landed = desk.land(stage, &[]).expect(0).json();
    assert_eq!(desk.real("a.txt").as_deref(), Some("two\n"), "{landed}");
    assert_eq!(desk.real("after.txt").as_deref(), Some("y"));
    let receipt = landed["receipt"]["id"].as_str().unwrap_or_else(|| panic!("{landed}"));
    desk.run(&["undo", receipt]).expect(0);
    assert_eq!((desk.real("a.txt").as_deref(), desk.real("after.txt")), (Some("one\n"), None));
    assert_eq!(desk.real("before.txt").as_deref(), Some("x"));
}
