//! The whole loop, as a person and an agent would type it.

use serde_json::{Value, json};

use crate::Home;

/// An agent's run with seven proposals on one task.
struct Scene {
    home: Home,
    person: String,
    agent: String,
    task: String,
    set: String,
    items: Vec<String>,
}

fn id(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no id")).to_owned()
}

fn scene() -> Scene {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let task = home.with_task(&person, &agent, "Fix login");
    let run = id(&home.json(&agent, &["run", "start", "--subject", &task], 0)["id"]);
    let propose = |tool: &str, args: Value| {
        let args = args.to_string();
        home.json(&agent, &["call", tool, "--args", &args, "--run", &run, "--summary", "make it clear"], 7)
    };
    let mut items = Vec::new();
    for (tool, args) in [
        ("task.set_title", json!({"task": task, "title": "Fix login on phones"})),
        ("task.set_estimate", json!({"task": task, "estimate": "2h"})),
        ("task.set_priority", json!({"task": task, "priority": "P2"})),
    ] {
        let answer = propose(tool, args);
        assert_eq!(answer["status"], "queued");
        assert!(
            answer["message"].as_str().unwrap().starts_with("Proposal queued for user review."),
            "{answer}"
        );
        items.push(id(&answer["item"]["id"]));
    }
    let checklist = json!([{"title": "Design"}, {"title": "Tests"}, {"title": "Deploy"}, {"title": "Smoke"}]);
    let batch = propose("task.add_checklist_items", json!({"task": task, "items": checklist}));
    items.extend(batch["items"].as_array().unwrap().iter().map(|i| id(&i["id"])));
    let set = id(&batch["change_set"]["id"]);
    Scene { home, person, agent, task, set, items }
}

impl Scene {
    fn decide(&self, args: &[&str]) -> Vec<Value> {
        self.home.json(&self.person, args, 0)["results"].as_array().unwrap().clone()
    }

    /// Confirms five, rejects one with a reason, defers one.
    fn decide_all(&self) -> Vec<Value> {
        self.home.run(&self.person, &["show", &self.set]).expect(0);
        let i: Vec<&str> = self.items.iter().map(String::as_str).collect();
        let confirmed = self.decide(&["confirm", i[0], i[1], i[3], i[4], i[5]]);
        assert_eq!(self.decide(&["reject", i[6], "--reason", "we never do that"])[0]["status"], "rejected");
        assert_eq!(self.decide(&["defer", i[2]])[0]["status"], "deferred");
        confirmed
    }

    fn verify(&self, args: &[&str], code: i32) -> Value {
        self.home.json("", &[&["audit", "verify"], args].concat(), code)
    }
}

#[test]
fn b1_b2_seven_proposals_of_four_kinds_are_one_card() {
    let scene = scene();
    assert_eq!(scene.items.len(), 7);
    let inbox = scene.home.json(&scene.person, &["inbox"], 0);
    let items = inbox["items"].as_array().unwrap();
    assert_eq!(items.len(), 7);
    assert!(items.iter().all(|i| i["change_set"] == scene.set.as_str() && i["status"] == "pending"));
    let mut tools: Vec<_> = items.iter().map(|i| id(&i["tool"])).collect();
    tools.dedup();
    assert_eq!(
        tools,
        ["task.set_title", "task.set_estimate", "task.set_priority", "task.add_checklist_item"]
    );
    let text = scene.home.run(&scene.person, &["inbox"]).expect(0).out;
    assert!(text.contains("codex suggests 7 changes") && text.contains("Checklist items (4)"), "{text}");
    assert!(text.contains("title: \"Fix login\" → \"Fix login on phones\""), "{text}");
    assert!(text.contains("agent says: \"make it clear\""), "{text}");
}

#[test]
fn c3_e3_what_a_person_decides_happens_once_and_is_undone_by_its_handle() {
    let scene = scene();
    let confirmed = scene.decide_all();
    assert!(confirmed.iter().all(|r| r["status"] == "applied"), "{confirmed:?}");
    let overview = scene.home.json(&scene.agent, &["call", "task.list_tasks", "--args", "{}"], 0);
    assert!(overview.to_string().contains("Fix login on phones"), "{overview}");

    let receipt = id(&confirmed[1]["receipt"]["id"]);
    let handle = id(&confirmed[1]["receipt"]["undo_action"]["expected_event_id"]);
    let stale = scene.home.json(&scene.person, &["undo", &receipt, "--expect", "e1"], 4);
    assert_eq!(stale["status"], "stale");
    let undone = scene.home.json(&scene.person, &["undo", &receipt, "--expect", &handle], 0);
    assert_eq!((&undone["status"], &undone["undone_event_id"]), (&"undone".into(), &handle.as_str().into()));
    assert_eq!(undone["resume"]["id"], scene.task.as_str());
    let again = scene.home.json(&scene.person, &["undo", &receipt], 4);
    assert_eq!(again["status"], "already_undone");

    let left = scene.home.json(&scene.person, &["inbox"], 0);
    assert_eq!(left["items"].as_array().unwrap().len(), 1, "what was deferred stays");
    let receipts = scene.home.json(&scene.person, &["receipts"], 0);
    assert_eq!(receipts["receipts"].as_array().unwrap().len(), 7, "one task, five changes, one undo");
}

#[test]
fn i1_the_agent_learns_how_its_proposals_were_received() {
    let scene = scene();
    let confirmed = scene.decide_all();
    let receipt = id(&confirmed[1]["receipt"]["id"]);
    scene.home.json(&scene.person, &["undo", &receipt], 0);
    let text = scene.home.run(&scene.agent, &["context"]).expect(0).out;
    assert!(text.contains("Recent User Decisions"), "{text}");
    assert!(
        text.lines().any(|l| l.starts_with("- ✗") && l.contains("Smoke") && l.contains("we never do that")),
        "{text}"
    );
    assert!(text.lines().any(|l| l.starts_with("- ✓") && l.contains("Fix login on phones")), "{text}");
    assert!(
        !text.lines().any(|l| l.starts_with("- ✓") && l.contains("set_estimate")),
        "undone is no yes: {text}"
    );
    let told = scene.home.json(&scene.agent, &["status", &scene.items[6]], 0);
    assert_eq!((&told["status"], &told["reason"]), (&"rejected".into(), &"we never do that".into()));
}

#[test]
fn g1_the_log_verifies_and_one_edited_byte_is_found() {
    let scene = scene();
    scene.decide_all();
    let witness = scene.home.path().with_file_name("witness");
    let witness = witness.to_str().unwrap();
    let whole = scene.verify(&[], 0);
    assert_eq!((&whole["ok"], &whole["first_bad"]), (&true.into(), &Value::Null));
    assert!(!whole["unproven"].as_array().unwrap().is_empty(), "without a witness something is not proved");
    scene.home.run("", &["audit", "checkpoint", "--to", witness]).expect(0);
    assert_eq!(scene.verify(&["--witness", witness], 0)["unproven"], json!([]));

    scene.home.down();
    let database = scene.home.path().join("countersign.db");
    let mut bytes = std::fs::read(&database).unwrap();
    let at = bytes.windows(16).position(|w| w == b"we never do that").expect("the reason is in the file");
    bytes[at] = b'W';
    std::fs::write(&database, &bytes).unwrap();
    let broken = scene.verify(&[], 1);
    assert_eq!(broken["ok"], false);
    assert!(broken["first_bad"].is_object(), "{broken}");
    let text = scene.home.run("", &["audit", "verify"]).expect(1).out;
    assert!(text.contains("fails verification"), "{text}");
}

#[test]
fn g1_a_log_that_was_cut_off_is_found_with_a_witness() {
    let scene = scene();
    let witness = scene.home.path().with_file_name("witness");
    let witness = witness.to_str().unwrap();
    let database = scene.home.path().join("countersign.db");
    scene.home.down();
    let before = std::fs::read(&database).unwrap();
    scene.decide_all();
    scene.home.run("", &["audit", "checkpoint", "--to", witness]).expect(0);
    scene.home.down();
    for file in ["countersign.db-wal", "countersign.db-shm"] {
        let _ = std::fs::remove_file(scene.home.path().join(file));
    }
    std::fs::write(&database, before).unwrap();
    assert_eq!(scene.verify(&[], 0)["ok"], true, "on its own, an older copy looks whole");
    assert_eq!(scene.verify(&["--witness", witness], 1)["ok"], false);
}

#[test]
fn e5_a_run_is_rolled_back_as_a_whole() {
    let scene = scene();
    scene.home.run(&scene.person, &["show", &scene.set]).expect(0);
    scene.home.json(&scene.person, &["confirm-all", &scene.set], 0);
    let run = id(&scene.home.json(&scene.person, &["run", "list"], 0)["runs"][0]["id"]);
    scene.home.run(&scene.person, &["run", "rollback", &run]).expect(0);
    let tasks =
        scene.home.json(&scene.agent, &["call", "task.list_tasks", "--args", "{}"], 0)["result"].to_string();
    assert!(tasks.contains("Fix login") && !tasks.contains("on phones"), "{tasks}");
}

#[test]
fn f4_f5_a_person_steers_pauses_answers_and_stops_from_the_command_line() {
    let home = Home::new();
    let (person, agent) = home.with_people();
    let list = ["call", "task.list_tasks"];
    let run = id(&home.json(&agent, &list, 0)["run"]);
    home.run(&person, &["run", "steer", &run, "use PostgreSQL"]).expect(0);
    assert!(home.run(&agent, &["news"]).expect(0).out.contains("> use PostgreSQL"));
    let memory = home.json(&person, &["run", "memory", &run], 0);
    assert_eq!(memory["memory"][0]["summary"], "use PostgreSQL");
    home.run(&agent, &["run", "steer", &run, "let me"]).expect(3);

    let paused = home.run(&person, &["run", "pause", &run, "--reason", "a moment"]).expect(0);
    assert!(paused.out.contains("paused") && paused.out.contains("a moment"), "{paused:?}");
    assert_eq!(home.json(&agent, &list, 3)["why"]["row"], "paused");
    home.run(&person, &["run", "resume", &run]).expect(0);

    let asked = home.json(&agent, &["ask", "Which?", "--choices", "left,right", "--default", "left"], 7);
    let question = id(&asked["id"]);
    let inbox = home.run(&person, &["inbox"]).expect(0).out;
    assert!(inbox.contains("Which?"), "{inbox}");
    home.run(&person, &["answer", &question, "up"]).expect(2);
    home.run(&person, &["answer", &question]).expect(2);
    home.run(&agent, &["answer", &question, "left"]).expect(3);
    home.run(&person, &["answer", &question, "right"]).expect(0);
    home.run(&person, &["answer", &question, "left"]).expect(4);
    let back = home.json(&person, &["answer", &question, "--take-back"], 0);
    assert_eq!(back["status"], "taken_back");
    home.run(&person, &["answer", &question, "left", "--take-back"]).expect(2);
    home.run(&person, &["answer", &question, "left"]).expect(0);
    let told = home.json(&agent, &["ask", "Which?", "--choices", "left,right"], 0);
    assert_eq!(told["answer"], "left");
    let stands = home.json(&person, &["answer", &question, "--take-back"], 4);
    assert_eq!(stands["status"], "irreversible");

    let held = home.json(&agent, &["call", "task.create_task", "--args", r#"{"title":"x"}"#], 7);
    let stopped = home.json(&person, &["run", "stop", &run, "--reason", "enough"], 0);
    assert_eq!((&stopped["status"], &stopped["denied"][0]), (&json!("aborted"), &held["item"]["id"]));
    let refused = home.json(&agent, &list, 3);
    assert_eq!(refused["why"]["row"], "stopped");
    assert!(refused["hint"].as_str().unwrap().contains("countersign run start"), "{refused}");
    home.run(&person, &["run", "steer", &run, "x"]).expect(4);
    home.run(&agent, &["run", "start"]).expect(0);
    home.run(&agent, &list).expect(0);
}

/// The same with the log and all records in PostgreSQL.
mod on_postgres {
    use crate::teams::on_postgres;

    #[test]
    fn b1_b2_seven_proposals_of_four_kinds_are_one_card() {
        on_postgres(super::b1_b2_seven_proposals_of_four_kinds_are_one_card);
    }

    #[test]
    fn c3_e3_what_a_person_decides_happens_once_and_is_undone_by_its_handle() {
        on_postgres(super::c3_e3_what_a_person_decides_happens_once_and_is_undone_by_its_handle);
    }

    #[test]
    fn i1_the_agent_learns_how_its_proposals_were_received() {
        on_postgres(super::i1_the_agent_learns_how_its_proposals_were_received);
    }

    #[test]
    fn e5_a_run_is_rolled_back_as_a_whole() {
        on_postgres(super::e5_a_run_is_rolled_back_as_a_whole);
    }

    #[test]
    fn f4_f5_a_person_steers_pauses_answers_and_stops_from_the_command_line() {
        on_postgres(super::f4_f5_a_person_steers_pauses_answers_and_stops_from_the_command_line);
    }
}
