//! Tests that a run is marked by what its commands really read.

use super::*;

impl Desk {
    fn marks(&self, answer: &Value) -> Value {
        let run = answer["run"].as_str().unwrap();
        self.done(&ana(), "run.show", json!({"id": run})).get("marks").cloned().unwrap_or_default()
    }
}

#[test]
fn a15_a_script_that_reads_a_hidden_file_after_a_yes_marks_its_run_and_one_that_was_denied_it_does_not() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put(".env", "KEY=hunter2\n");
    desk.put("peek.py", "print(open('.env').read())\n");
    // A read is answered without the secret, and a rehearsal does not see it.
    assert_eq!(desk.marks(&desk.run("grep -r KEY .")), Value::Null);
    let held = desk.run("python3 peek.py");
    assert_eq!(desk.marks(&held), Value::Null, "nobody has said yes");
    let item = desk.done(&ana(), "show", json!({"id": held["item"]["id"]}))["item"].clone();
    assert_eq!(desk.confirm(&item)["status"], "applied");
    let marks = desk.marks(&held);
    let file = desk.work().join(".env").display().to_string();
    assert_eq!((&marks[0]["what"], &marks[0]["source"]), (&json!("secret"), &json!(file)), "{marks}");
}

#[test]
fn a15_what_stays_in_the_loopback_network_of_a_marked_run_is_not_asked_about_unless_it_is_the_machines() {
    if !has_means() {
        return;
    }
    let marked = |policy: &str| {
        let desk = Desk::with_policy(policy);
        desk.put(".env", "KEY=hunter2\n");
        let item = desk.held("cat .env");
        assert_eq!(desk.confirm(&item)["status"], "applied");
        desk
    };
    let fetch = "curl -s -H 'a: b' -m 1 http://127.0.0.1:9/two?x=1";
    let answer = marked("").run(fetch);
    assert_eq!((&answer["status"], &answer["result"]["exit_code"]), (&json!("done"), &json!(7)), "{answer}");
    let answer = marked("hosts = [\"127.0.0.1\"]\n").run(fetch);
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("queued"), &json!("tainted")), "{answer}");
}
