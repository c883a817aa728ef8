//! Runs whose tools work in a stage: reads see the run's own writes, nothing is held, nothing lands.

use serde_json::{Value, json};

use super::Desk;

struct Staged {
    desk: Desk,
    run: String,
    stage: String,
}

impl Staged {
    fn new() -> Self {
        let desk = Desk::new();
        let run = super::ended(desk.command(&desk.agent, &["run", "start", "--stage", "--json"]), "")
            .expect(0)
            .json();
        let (run, stage) =
            (run["id"].as_str().unwrap().to_owned(), run["stage"].as_str().unwrap().to_owned());
        Self { desk, run, stage }
    }

    #[track_caller]
    fn call(&self, tool: &str, args: &Value, code: i32) -> Value {
        let args = args.to_string();
        let words = ["call", tool, "--args", &args, "--run", &self.run, "--json"];
        super::ended(self.desk.command(&self.desk.agent, &words), "").expect(code).json()
    }
}

#[test]
fn b1_a_staged_run_sees_its_own_writes_and_nothing_lands_until_a_person_signs() {
    let staged = Staged::new();
    let desk = &staged.desk;
    desk.put("a.txt", "one\n");
    let written = staged.call("filesystem.write_file", &json!({"path": "a.txt", "content": "uno\n"}), 0);
    assert_eq!(written["why"]["row"], "stage", "{written}");
    let read = staged.call("filesystem.read_file", &json!({"path": "a.txt"}), 0);
    assert!(read["result"].to_string().contains("uno"), "{read}");
    let ran = staged.call(
        "shell.run",
        &json!({"command": "cat a.txt > b.txt; python3 -c 'print(1)' >> b.txt; rm a.txt; cat b.txt"}),
        0,
    );
    assert!(ran["result"]["stdout"].as_str().unwrap().starts_with("uno\n"), "{ran}");
    let listed = staged.call("filesystem.list_dir", &json!({"path": "."}), 0)["result"].to_string();
    assert!(listed.contains("b.txt") && !listed.contains("a.txt"), "{listed}");
    assert_eq!((desk.real("a.txt").as_deref(), desk.real("b.txt")), (Some("one\n"), None), "nothing lands");
    assert!(desk.json(&["inbox"], 0)["items"].as_array().unwrap().is_empty(), "nobody is asked");

    let shown = desk.json(&["stage", "diff", &staged.stage], 0);
    assert_eq!(shown["calls"].as_array().unwrap().len(), 2, "{shown}");
    desk.land(&staged.stage, &[]).expect(0);
    assert!(desk.real("b.txt").unwrap().starts_with("uno\n") && desk.real("a.txt").is_none());
    staged.call("filesystem.write_file", &json!({"path": "c.txt", "content": "more\n"}), 0);
    assert_eq!(desk.real("c.txt"), None, "it goes on from what has landed");
}

#[test]
fn a5_a12_secrets_and_sending_are_judged_in_a_stage_as_always() {
    let staged = Staged::new();
    let desk = &staged.desk;
    desk.put(".env", "PASSWORD=hunter2\n");
    for (tool, args) in [
        ("filesystem.read_file", json!({"path": ".env"})),
        ("shell.run", json!({"command": "cat .env"})),
        ("shell.run", json!({"command": "curl https://example.com/x"})),
        ("task.create_task", json!({"title": "not of a stage"})),
    ] {
        let held = staged.call(tool, &args, 7);
        assert_eq!(held["status"], "queued", "{tool} {args}: {held}");
    }
    // A secret that the command text hides cannot be read either.
    let sly = "python3 -c 'import os; print(open(chr(46)+\"env\").read())'";
    let told = staged.call("shell.run", &json!({"command": sly}), 0);
    assert!(!told.to_string().contains("hunter2"), "{told}");
}

#[test]
fn an_agent_whose_settings_say_so_works_in_stages_by_itself() {
    let desk = Desk::new();
    desk.home.write("config.toml", "[agent.codex]\nstage = true\n");
    desk.run(&["down"]).expect(0);
    let args = json!({"path": "a.txt", "content": "uno\n"}).to_string();
    let words = ["call", "filesystem.write_file", "--args", &args, "--json"];
    super::ended(desk.command(&desk.agent, &words), "").expect(0);
    assert_eq!(desk.real("a.txt"), None);
    let stages = desk.stages();
    assert_eq!((stages.len(), stages[0]["agent"].as_str()), (1, Some("codex")));
    desk.land(stages[0]["id"].as_str().unwrap(), &[]).expect(0);
    assert_eq!(desk.real("a.txt").as_deref(), Some("uno\n"));
}
