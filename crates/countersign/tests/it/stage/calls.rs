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

/// Looks for everything that answers calls and tries to stop, read and change it; and puts a link to a secret where a file
/// is that anybody may read, again and again.
const MEDDLING: &str = "cat > meddle.py <<'E'
import os, time
while True:
    for name in filter(str.isdigit, os.listdir('/proc')):
        try:
            if '--answer-inside-a-stage' in open(f'/proc/{name}/cmdline').read():
                open('/tmp/found', 'w').write(name)
                os.kill(int(name), 9)
        except OSError:
            pass
    for n in range(200):
        try:
            os.symlink('.env', 'next'); os.replace('next', 'notes.txt')
            open('next', 'w').write('plain\\n'); os.replace('next', 'notes.txt')
        except OSError:
            pass
E
python3 meddle.py > /dev/null 2>&1 &";

#[test]
fn a5_c1_what_goes_on_in_a_stage_reaches_neither_other_answers_nor_a_secret_through_them() {
    let staged = Staged::new();
    let desk = &staged.desk;
    desk.put(".env", "PASSWORD=hunter2\n");
    desk.put("notes.txt", "plain\n");
    desk.put("other.txt", "as it is\n");
    let ran = staged.call("shell.run", &json!({"command": MEDDLING}), 0);
    assert!(ran["result"]["background"].is_string(), "{ran}");
    for n in 0..15 {
        let args = json!({"path": "notes.txt"}).to_string();
        let words = ["call", "filesystem.read_file", "--args", &args, "--run", &staged.run, "--json"];
        // Where the link is there, it is asked about.
        let told = super::ended(desk.command(&desk.agent, &words), "");
        assert!(!told.out.contains("hunter2") && !told.err.contains("hunter2"), "{n}: {told:?}");
        let other = staged.call("filesystem.read_file", &json!({"path": "other.txt"}), 0);
        assert!(other["result"].to_string().contains("as it is"), "{other}");
    }
    let found = staged.call("shell.run", &json!({"command": "ls /tmp/found"}), 0);
    assert_eq!(found["result"]["exit_code"], 2, "{found}");
}

#[test]
fn a16_file_tools_and_commands_of_a_staged_run_see_the_same_files_while_a_server_goes_on() {
    let staged = Staged::new();
    let serve = "python3 -m http.server 8141 --bind 127.0.0.1 > /tmp/log 2>&1 & \
        for n in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/8141) 2>/dev/null && break; sleep 0.05; done";
    staged.call("shell.run", &json!({"command": serve}), 0);
    staged.call("filesystem.write_file", &json!({"path": "page.txt", "content": "written\n"}), 0);
    let curl = json!({"command": "curl -s http://127.0.0.1:8141/page.txt"});
    let got = staged.call("shell.run", &curl, 0);
    assert_eq!(got["result"]["stdout"], "written\n", "{got}");
    staged.call("shell.run", &json!({"command": "echo changed > page.txt"}), 0);
    let read = staged.call("filesystem.read_file", &json!({"path": "page.txt"}), 0);
    assert!(read["result"].to_string().contains("changed"), "{read}");
    staged.desk.land(&staged.stage, &[]).expect(0);
    assert_eq!(staged.desk.real("page.txt").as_deref(), Some("changed\n"));
    let after = staged.call("shell.run", &curl, 0);
    assert_eq!(after["result"]["exit_code"], 7, "it has ended with the landing: {after}");
}
