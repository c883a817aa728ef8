//! Plans on the real daemon: carried out in the background, stopped by a failure, and resumed after a kill.

use std::fs;

use serde_json::{Value, json};

use crate::{Scene, eventually};

impl Scene {
    fn file(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.home.dir.path().join(name)).ok()
    }

    /// The agent proposes a plan, and the person views it.
    #[track_caller]
    fn plan(&self, steps: &Value) -> String {
        let steps = steps.to_string();
        let args = ["plan", "propose", "--title", "Tidy up", "--steps", &steps];
        let plan = self.home.json(&self.agent, &args, 7)["id"].as_str().unwrap().to_owned();
        self.home.run(&self.person, &["plan", "show", &plan]).expect(0);
        plan
    }

    /// The person runs a command on a plan.
    #[track_caller]
    fn say(&self, args: &[&str], code: i32) -> Value {
        self.home.json(&self.person, &[&["plan"], args].concat(), code)
    }

    /// Waits until the plan has that status.
    #[track_caller]
    fn until(&self, plan: &str, status: &str) -> Value {
        let mut shown = Value::Null;
        eventually("the plan comes to stand so", || {
            shown = self.say(&["show", plan], 0);
            shown["status"] == status
        });
        shown
    }
}

fn statuses(plan: &Value) -> Vec<&str> {
    plan["steps"].as_array().unwrap().iter().map(|s| s["status"].as_str().unwrap()).collect()
}

fn write(name: &str) -> Value {
    json!({"tool": "filesystem.write_file", "args": {"path": name, "content": format!("{name}\n")}})
}

fn shell(command: &str) -> Value {
    json!({"tool": "shell.run", "args": {"command": command}})
}

#[test]
fn f1_f3_e5_six_steps_fail_at_the_fourth_are_retried_skipped_aborted_and_rolled_back() {
    let scene = Scene::new();
    let mut fifth = write("five");
    fifth["depends_on"] = json!([4]);
    let asked = json!({"tool": "filesystem.delete_file", "args": {"path": "old"}});
    fs::write(scene.home.dir.path().join("old"), "old\n").unwrap();
    let steps = json!([write("one"), write("two"), write("three"), shell("cat ready > four"), fifth, asked]);
    let plan = scene.plan(&steps);
    scene.say(&["approve", &plan], 0);
    let failed = ["done", "done", "done", "failed", "waiting", "waiting"];
    let paused = scene.until(&plan, "paused");
    assert_eq!(statuses(&paused), failed, "{paused}");
    assert!(paused["reason"].as_str().unwrap().contains("exit code 1"), "{paused}");
    let inbox = scene.home.json(&scene.person, &["inbox"], 0);
    assert_eq!(inbox["waiting"][0]["id"], plan.as_str(), "{inbox}");
    scene.say(&["resume", &plan], 4);
    scene.say(&["retry", &plan], 0);
    let again = scene.until(&plan, "paused");
    assert_eq!((statuses(&again), &again["steps"][3]["tries"]), (failed.to_vec(), &json!(2)));
    scene.say(&["skip", &plan], 0);
    eventually("the last step waits for a person", || {
        statuses(&scene.say(&["show", &plan], 0)) == ["done", "done", "done", "skipped", "blocked", "running"]
    });
    let aborted = scene.say(&["abort", &plan, "--reason", "enough"], 0);
    assert_eq!((&aborted["done"], &aborted["choices"]), (&json!(3), &json!(["rollback"])), "{aborted}");
    assert_eq!(scene.home.json(&scene.person, &["inbox"], 0)["items"], json!([]), "nobody is asked any more");
    let back = scene.home.run(&scene.person, &["plan", "rollback", &plan, "--json"]).json();
    assert!(back["undone"].as_array().unwrap().len() >= 3, "{back}");
    assert_eq!(
        [scene.file("one"), scene.file("two"), scene.file("three"), scene.file("five")],
        [None, None, None, None]
    );
    assert_eq!(scene.file("old").unwrap(), "old\n");
    let news = scene.home.json(&scene.agent, &["news"], 0);
    assert!(news["text"].as_str().unwrap().contains("aborted"), "{news}");
    scene.home.down();
    scene.home.run("", &["audit", "verify"]).expect(0);
}

#[test]
fn f3_a_daemon_killed_in_the_middle_of_a_plan_goes_on_and_repeats_nothing() {
    let scene = Scene::new();
    let mut steps: Vec<Value> = (0..6).map(|n| shell(&format!("echo {n} >> log"))).collect();
    // Long enough to be killed in.
    steps[3] = shell("echo begun > begun && sleep 20");
    steps.push(write("last"));
    let plan = scene.plan(&json!(steps));
    scene.say(&["approve", &plan], 0);
    eventually("the fourth step has begun", || scene.file("begun").is_some());
    assert!(scene.home.kill_daemon());
    let paused = scene.until(&plan, "paused");
    assert_eq!(statuses(&paused)[..5], ["done", "done", "done", "running", "waiting"], "{paused}");
    assert!(paused["reason"].as_str().unwrap().contains("the outcome of step 4 is unknown"), "{paused}");
    scene.say(&["retry", &plan], 4);
    let item = paused["steps"][3]["item"].as_str().unwrap();
    scene.home.json(&scene.person, &["resolve", item, "--applied"], 0);
    scene.say(&["resume", &plan], 0);
    let done = scene.until(&plan, "completed");
    assert_eq!(done["done"], 7, "{done}");
    assert_eq!(scene.file("log").unwrap(), "0\n1\n2\n4\n5\n", "each once");
    assert_eq!(scene.file("last").unwrap(), "last\n");
    scene.home.down();
    scene.home.run("", &["audit", "verify"]).expect(0);
}

#[test]
fn f3_a_plan_that_was_approved_goes_on_when_a_daemon_comes_back() {
    let scene = Scene::new();
    let plan = scene.plan(&json!([write("one"), shell("sleep 1 && echo two > two"), write("three")]));
    scene.say(&["approve", &plan], 0);
    eventually("the first step is done", || scene.file("one").is_some());
    scene.home.down();
    scene.until(&plan, "completed");
    assert_eq!(
        (scene.file("two").unwrap(), scene.file("three").unwrap()),
        ("two\n".into(), "three\n".into())
    );
}

#[test]
fn f1_c1_what_cannot_be_meant_is_told_by_the_right_code() {
    let scene = Scene::new();
    let propose = |steps: Value, code: i32| {
        let steps = steps.to_string();
        scene.home.json(&scene.agent, &["plan", "propose", "--title", "x", "--steps", &steps], code)
    };
    let wrong = propose(json!([{"tool": "filesystem.write_fiel"}, write("a")]), 2);
    assert!(wrong["detail"].as_str().unwrap().contains("step 1: there is no tool"), "{wrong}");
    let ahead = json!([{"tool": "filesystem.read_file", "args": {"path": "a"}, "depends_on": [1]}]);
    assert!(propose(ahead, 2)["detail"].as_str().unwrap().contains("before it"));
    let plan = propose(json!([write("a")]), 7)["id"].as_str().unwrap().to_owned();
    propose(json!([write("b")]), 4);
    scene.home.json(&scene.agent, &["plan", "approve", &plan], 3);
    scene.say(&["approve", &plan], 4);
    scene.say(&["show", "pl99"], 5);
    scene.say(&["reject", &plan, "--reason", "no"], 0);
    scene.say(&["approve", &plan], 4);
    assert_eq!(scene.file("a"), None);
}
