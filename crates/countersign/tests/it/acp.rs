//! The gate between an editor and an agent that speak the Agent Client Protocol: an editor in the test, a scripted agent,
//! and a person at another terminal. The messages have the shapes of Gemini CLI 0.61.0 and goose 1.52.0.

mod hostile;
mod real;
mod told;

use std::{
    collections::VecDeque,
    fs,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{Home, eventually};

const PATIENCE: Duration = Duration::from_secs(60);
/// How long a person takes at least, so that an answer counts.
const READING: Duration = Duration::from_millis(750);
const AGENT: &str = include_str!("acp/agent.py");

/// An editor that has started an agent behind the gate.
pub struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    kept: VecDeque<Value>,
    id: u64,
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.input.take());
        // A panic here would hide the one that ended the test.
        let until = Instant::now() + Duration::from_secs(10);
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Editor {
    pub fn of(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let (tell, lines) = channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| tell.send(line)));
        let input = child.stdin.take();
        Self { child, input, lines, kept: VecDeque::new(), id: 0 }
    }

    fn line(&mut self, line: &str) {
        self.input.as_mut().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn say(&mut self, message: Value) {
        self.line(&message.to_string());
    }

    /// Sends a request; returns its id.
    pub fn ask(&mut self, method: &str, params: Value) -> u64 {
        self.id += 1;
        self.say(json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}));
        self.id
    }

    fn next(&mut self, until: Instant) -> Option<Value> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Some(serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"))),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => None,
        }
    }

    /// The first message that fits; others are kept.
    #[track_caller]
    fn first(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&fits) {
            return self.kept.remove(at).unwrap();
        }
        let until = Instant::now() + PATIENCE;
        loop {
            let Some(message) = self.next(until) else { panic!("no {what}; there were {:?}", self.kept) };
            if fits(&message) {
                return message;
            }
            self.kept.push_back(message);
        }
    }

    /// The answer to a request.
    #[track_caller]
    pub fn answer(&mut self, id: u64) -> Value {
        self.first(&format!("answer to {id}"), |m| m["id"] == id && m.get("method").is_none())
    }

    /// Introduces itself and begins a session in a folder.
    #[track_caller]
    pub fn begin(&mut self, folder: &str, servers: Value) -> Value {
        let able = json!({"fs": {"readTextFile": false, "writeTextFile": false}});
        let id = self.ask("initialize", json!({"protocolVersion": 1, "clientCapabilities": able}));
        let hello = self.answer(id);
        assert_eq!(hello["result"]["protocolVersion"], 1, "{hello}");
        let id = self.ask("session/new", json!({"cwd": folder, "mcpServers": servers}));
        self.answer(id)
    }

    /// Lets the agent work; returns the id of the request.
    pub fn prompt(&mut self, session: &str) -> u64 {
        let words = json!([{"type": "text", "text": "do it"}]);
        self.ask("session/prompt", json!({"sessionId": session, "prompt": words}))
    }

    /// What the agent was told during a prompt.
    #[track_caller]
    fn answers(&mut self, prompt: u64) -> Value {
        let answer = self.answer(prompt);
        answer["result"]["_meta"]["answers"].clone()
    }

    /// The next permission request that a person sees.
    #[track_caller]
    pub fn asked(&mut self) -> Value {
        self.first("permission request", |m| m["method"] == "session/request_permission")
    }

    /// Chooses an option, after having read.
    pub fn choose(&mut self, asked: &Value, option: &str) {
        std::thread::sleep(READING);
        self.choose_at_once(asked, option);
    }

    fn choose_at_once(&mut self, asked: &Value, option: &str) {
        let outcome = json!({"outcome": {"outcome": "selected", "optionId": option}});
        self.say(json!({"jsonrpc": "2.0", "id": asked["id"], "result": outcome}));
    }

    /// Whether nothing is asked until an answer comes.
    #[track_caller]
    fn unasked(&self) {
        let asked = self.kept.iter().find(|m| m["method"] == "session/request_permission");
        assert!(asked.is_none(), "{asked:?}");
    }

    /// Closes its end; the exit code of the gate.
    fn quit(&mut self) -> i32 {
        drop(self.input.take());
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or(-1);
            }
            assert!(Instant::now() < until, "the gate does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// A home with a person whose token it keeps, and a working folder.
pub struct Desk {
    pub home: Home,
    pub person: String,
}

impl Desk {
    pub fn new() -> Self {
        let home = Home::new();
        let (person, _) = home.with_people();
        let desk = Self { home, person };
        fs::create_dir_all(desk.work()).unwrap();
        fs::write(desk.home.dir.path().join("agent.py"), AGENT).unwrap();
        desk
    }

    pub fn work(&self) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap().join("w")
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.work().join(name)
    }

    fn path(&self, name: &str) -> String {
        self.file(name).display().to_string()
    }

    fn command(&self, options: &[&str], script: &Value) -> Command {
        let agent = self.home.dir.path().join("agent.py").display().to_string();
        let script = script.to_string();
        let words = [&["acp"], options, &["--", "/usr/bin/python3", &agent, &script]].concat();
        let mut command = self.home.command(&self.person, &words);
        command.current_dir(self.work()).env("PATH", "/usr/bin:/bin").env("HOME", self.home.dir.path());
        command
    }

    /// An editor with an agent that does these steps on its first prompt, and the prompt.
    fn working(&self, steps: Value) -> (Editor, u64) {
        let mut editor = Editor::of(self.command(&["--agent", "scripted"], &json!({"prompts": [steps]})));
        editor.begin(&self.work().display().to_string(), json!([]));
        let prompt = editor.prompt("s1");
        (editor, prompt)
    }

    fn items(&self) -> Vec<Value> {
        let inbox = self.home.json(&self.person, &["inbox"], 0);
        inbox["items"].as_array().cloned().unwrap_or_default()
    }

    /// The only item that waits.
    #[track_caller]
    fn waiting(&self) -> String {
        let mut id = String::new();
        eventually("something waits", || {
            id = self.items().first().and_then(|item| item["id"].as_str()).unwrap_or_default().to_owned();
            !id.is_empty()
        });
        id
    }

    fn receipts(&self) -> Vec<Value> {
        let receipts = self.home.json(&self.person, &["receipts"], 0);
        receipts["receipts"].as_array().cloned().unwrap_or_default()
    }
}

fn write(path: &str, content: &str) -> Value {
    json!({"request": "fs/write_text_file", "params": {"path": path, "content": content}})
}

fn permission(call: Value) -> Value {
    let options: Vec<Value> = ["allow_always", "allow_once", "reject_once", "reject_always"]
        .iter()
        .map(|kind| json!({"optionId": format!("o-{kind}"), "name": kind, "kind": kind}))
        .collect();
    json!({"request": "session/request_permission", "params": {"toolCall": call, "options": options}})
}

/// A command as Gemini CLI asks about it.
fn titled(id: &str, line: &str) -> Value {
    permission(json!({"toolCallId": id, "kind": "execute", "status": "pending", "title": line, "content": [],
        "locations": []}))
}

fn option(answer: &Value) -> &str {
    answer["outcome"]["optionId"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn a_write_is_shown_in_the_editor_and_a_yes_there_lands_it_once_with_an_undo() {
    let desk = Desk::new();
    fs::write(desk.file("a.txt"), "old\n").unwrap();
    let (mut editor, prompt) = desk.working(json!([write(&desk.path("a.txt"), "new\n")]));
    let asked = editor.asked();
    let call = &asked["params"]["toolCall"];
    let text = call["content"].to_string();
    assert!(text.contains("-old") && text.contains("+new"), "{call}");
    let kinds: Vec<&str> =
        asked["params"]["options"].as_array().unwrap().iter().map(|o| o["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"allow_once") && kinds.contains(&"reject_once"), "{kinds:?}");
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "old\n", "nothing happens before the yes");
    // It waits in the inbox at the same time.
    assert_eq!(desk.items().len(), 1);
    editor.choose(&asked, "yes");
    assert_eq!(editor.answers(prompt), json!([{}]));
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "new\n");
    let receipts = desk.receipts();
    assert_eq!(receipts.len(), 1, "{receipts:?}");
    desk.home.run(&desk.person, &["undo", receipts[0]["id"].as_str().unwrap()]).expect(0);
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "old\n");
    let decisions = desk.home.json(&desk.person, &["history"], 0).to_string();
    assert!(decisions.contains("ana") && decisions.contains("acp"), "{decisions}");
}

#[test]
fn a_no_in_the_editor_changes_nothing_and_the_agent_learns_it() {
    let desk = Desk::new();
    let (mut editor, prompt) = desk.working(json!([write(&desk.path("a.txt"), "new\n")]));
    let asked = editor.asked();
    editor.choose_at_once(&asked, "no");
    let answers = editor.answers(prompt);
    assert!(answers[0]["message"].as_str().unwrap().contains("rejected"), "{answers}");
    assert!(!desk.file("a.txt").exists());
}

#[test]
fn whoever_answers_first_decides_and_the_editor_is_told_that_it_is_over() {
    let desk = Desk::new();
    let (mut editor, prompt) = desk.working(json!([write(&desk.path("a.txt"), "new\n")]));
    let asked = editor.asked();
    let item = desk.waiting();
    desk.home.run(&desk.person, &["show", &item]).expect(0);
    desk.home.run(&desk.person, &["confirm", &item]).expect(0);
    let over = editor.first("cancellation", |m| m["method"] == "$/cancel_request");
    assert_eq!(over["params"]["requestId"], asked["id"]);
    assert_eq!(editor.answers(prompt), json!([{}]));
    // An answer that comes later is an answer to nothing.
    editor.choose(&asked, "no");
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "new\n");
    assert_eq!(desk.receipts().len(), 1);
}

#[test]
fn h6_a_yes_that_comes_before_anybody_could_have_read_is_none() {
    let desk = Desk::new();
    let (mut editor, prompt) = desk.working(json!([write(&desk.path("a.txt"), "new\n")]));
    let asked = editor.asked();
    editor.choose_at_once(&asked, "yes");
    let call = asked["params"]["toolCall"]["toolCallId"].clone();
    let told = editor.first("where to answer", |m| {
        m["params"]["update"]["toolCallId"] == call && m.to_string().contains("countersign confirm")
    });
    assert!(told.to_string().contains("does not count"), "{told}");
    assert!(!desk.file("a.txt").exists());
    let item = desk.waiting();
    desk.home.run(&desk.person, &["reject", &item, "--reason", "not so fast"]).expect(0);
    let answers = editor.answers(prompt);
    assert!(answers[0]["message"].as_str().unwrap().contains("not so fast"), "{answers}");
}

#[test]
fn c6_always_in_the_editor_covers_what_was_shown_in_this_run_and_nothing_else() {
    let desk = Desk::new();
    let again = json!([
        write(&desk.path("a.txt"), "one\n"), {"run": format!("rm {}", desk.path("a.txt"))},
        write(&desk.path("a.txt"), "one\n"), write(&desk.path("b.txt"), "two\n"),
    ]);
    let (mut editor, prompt) = desk.working(again);
    let asked = editor.asked();
    let options = asked["params"]["options"].as_array().unwrap();
    let always = options.iter().find(|o| o["optionId"] == "always-run").unwrap_or_else(|| panic!("{asked}"));
    assert_eq!(always["kind"], "allow_always");
    assert!(always["name"].as_str().unwrap().contains("a.txt"), "it says what it covers: {always}");
    editor.choose(&asked, "always-run");
    // The same write once more is not asked about; another file is.
    let other = editor.asked();
    assert!(other.to_string().contains("b.txt"), "{other}");
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "one\n", "the second time unasked");
    assert_eq!(desk.receipts().len(), 2);
    editor.choose(&other, "no");
    let answers = editor.answers(prompt);
    assert!(answers[3]["message"].as_str().unwrap().contains("rejected"), "{answers}");
    let grants = desk.home.json(&desk.person, &["grants", "list"], 0).to_string();
    assert!(grants.contains("a.txt") && grants.contains("run"), "{grants}");
}

#[test]
fn h6_an_always_that_comes_before_anybody_could_have_read_is_not_remembered() {
    let desk = Desk::new();
    let (mut editor, prompt) = desk.working(json!([write(&desk.path("a.txt"), "one\n")]));
    let asked = editor.asked();
    editor.choose_at_once(&asked, "always-run");
    editor.first("where to answer", |m| m.to_string().contains("does not count"));
    assert!(!desk.file("a.txt").exists());
    let item = desk.waiting();
    desk.home.run(&desk.person, &["reject", &item]).expect(0);
    editor.answers(prompt);
    let grants = desk.home.json(&desk.person, &["grants", "list"], 0);
    assert_eq!(grants["grants"], json!([]), "{grants}");
}

#[test]
fn c1_an_editor_that_an_agent_started_answers_nothing_and_is_told_where_to() {
    let desk = Desk::new();
    let script = json!({"prompts": [[write(&desk.path("a.txt"), "new\n")]]});
    let gate = desk.command(&["--agent", "scripted"], &script);
    // The mark of an agent is on its parent only.
    let mut outer = Command::new("/bin/sh");
    outer
        .args(["-c", "env -u COUNTERSIGN_FOR \"$@\"; exit $?", "sh"])
        .arg(gate.get_program())
        .args(gate.get_args());
    outer.env_clear().envs(gate.get_envs().filter_map(|(name, value)| Some((name, value?))));
    outer.env("COUNTERSIGN_FOR", "codex").current_dir(desk.work());
    let mut editor = Editor::of(outer);
    editor.begin(&desk.work().display().to_string(), json!([]));
    let prompt = editor.prompt("s1");
    // It is not even asked there, or its yes does not count.
    let is_where = |m: &Value| m.to_string().contains("countersign confirm");
    let told = editor.first("a request, or where to answer", |m| {
        is_where(m) || m["method"] == "session/request_permission"
    });
    if !is_where(&told) {
        editor.choose(&told, "yes");
        editor.first("where to answer", is_where);
    }
    assert!(!desk.file("a.txt").exists(), "an agent's process cannot decide");
    let item = desk.waiting();
    desk.home.run(&desk.person, &["show", &item]).expect(0);
    desk.home.run(&desk.person, &["confirm", &item]).expect(0);
    assert_eq!(editor.answers(prompt), json!([{}]));
}

#[test]
fn c1_without_a_persons_token_the_editor_only_says_where_to_answer() {
    let desk = Desk::new();
    let agents = desk.home.json(&desk.person, &["token", "agent", "scripted"], 0)["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut command =
        desk.command(&["--agent", "scripted"], &json!({"prompts": [[write(&desk.path("a.txt"), "x")]]}));
    command.env("COUNTERSIGN_TOKEN", agents);
    let mut editor = Editor::of(command);
    editor.begin(&desk.work().display().to_string(), json!([]));
    let prompt = editor.prompt("s1");
    editor.first("where to answer", |m| m.to_string().contains("countersign confirm"));
    editor.unasked();
    let item = desk.waiting();
    desk.home.run(&desk.person, &["reject", &item, "--reason", "no"]).expect(0);
    editor.answers(prompt);
}

#[test]
fn a13_a_command_in_a_terminal_is_a_command_of_its_run() {
    let desk = Desk::new();
    fs::write(desk.file("notes.md"), "hello\n").unwrap();
    let terminal = |command: &str| {
        let create = json!({"request": "terminal/create", "params": {"command": command, "outputByteLimit": 50000,
            "env": [{"name": "AGENT_SESSION_ID", "value": "x"}], "cwd": desk.work()}});
        let of = |method: &str| json!({"request": method, "params": {"terminalId": "$TERMINAL"}});
        vec![create, of("terminal/wait_for_exit"), of("terminal/output"), of("terminal/release")]
    };
    let steps =
        [terminal("cat notes.md"), terminal("echo done > made.txt"), terminal("rm notes.md")].concat();
    let (mut editor, prompt) = desk.working(json!(steps));
    let asked = editor.asked();
    assert!(asked.to_string().contains("made.txt"), "a read is not asked about: {asked}");
    assert!(!desk.file("made.txt").exists());
    editor.choose(&asked, "yes");
    let asked = editor.asked();
    editor.choose(&asked, "no");
    let answers = editor.answers(prompt);
    assert_eq!((&answers[1]["exitCode"], &answers[2]["output"]), (&json!(0), &json!("hello\n")), "{answers}");
    assert_eq!(answers[5]["exitCode"], 0, "{answers}");
    assert_eq!(fs::read_to_string(desk.file("made.txt")).unwrap(), "done\n");
    assert_eq!(answers[9]["exitCode"], 3, "{answers}");
    assert!(answers[10]["output"].as_str().unwrap().contains("rejected"), "{answers}");
    assert!(desk.file("notes.md").exists());
}

#[test]
fn a13_a_command_that_the_agent_runs_itself_is_let_through_only_as_a_literal_read() {
    let desk = Desk::new();
    let steps = [
        titled("c1", "ls"),
        titled("c2", "cat `echo x`"),
        titled("c3", "touch made"),
        permission(
            json!({"toolCallId": "c4", "kind": "other", "title": "shell · x", "rawInput": {"command": "ls -l"}}),
        ),
    ];
    let (mut editor, prompt) = desk.working(json!(steps));
    let asked = editor.asked();
    assert!(asked.to_string().contains("echo x"), "{asked}");
    editor.choose(&asked, "no");
    let asked = editor.asked();
    assert!(asked.to_string().contains("touch made"), "{asked}");
    let always = asked["params"]["options"].as_array().unwrap().iter().any(|o| o["kind"] == "allow_always");
    editor.choose(&asked, "yes");
    let answers = editor.answers(prompt);
    let chosen: Vec<&str> = (0..4).map(|n| option(&answers[n])).collect();
    assert_eq!(chosen, ["o-allow_once", "o-reject_once", "o-allow_once", "o-allow_once"], "{always}");
    let receipts = desk.receipts();
    assert!(receipts.iter().any(|r| r["tool"] == "agent.run" && r["undo_action"].is_null()), "{receipts:?}");
}

#[test]
fn an_edit_that_is_asked_about_and_then_written_through_the_editor_is_one_item() {
    let desk = Desk::new();
    fs::write(desk.file("a.txt"), "one two\n").unwrap();
    let path = desk.path("a.txt");
    let diff = json!([{"type": "diff", "path": path, "oldText": "one two\n", "newText": "one 2\n"}]);
    let gemini =
        permission(json!({"toolCallId": "w1", "kind": "edit", "title": "Writing to a.txt", "content": diff}));
    let done = |id: &str| json!({"update": {"sessionUpdate": "tool_call_update", "toolCallId": id, "status": "completed"}});
    let goose = permission(json!({"toolCallId": "w2", "kind": "other", "title": "edit · a.txt",
        "rawInput": {"path": path, "before": "2", "after": "three"}}));
    let steps = [
        gemini,
        write(&path, "one 2\n"),
        done("w1"),
        goose,
        write(&path, "one three\n"),
        done("w2"),
        // What was not asked about is a call of its own.
        write(&path, "something else\n"),
    ];
    let (mut editor, prompt) = desk.working(json!(steps));
    for _ in 0..2 {
        let asked = editor.asked();
        editor.choose(&asked, "yes");
    }
    let asked = editor.asked();
    assert!(asked.to_string().contains("something else"), "{asked}");
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "one three\n");
    editor.choose(&asked, "no");
    let answers = editor.answers(prompt);
    assert_eq!((option(&answers[0]), &answers[1]), ("o-allow_once", &json!({})), "{answers}");
    eventually("what the agent did is checked", || {
        desk.receipts().iter().filter(|r| r["rollback_cues"].to_string().contains("as approved")).count() == 2
    });
    let receipts = desk.receipts();
    assert_eq!(receipts.len(), 2, "{receipts:?}");
    for receipt in &receipts {
        desk.home.run(&desk.person, &["undo", receipt["id"].as_str().unwrap()]).expect(0);
    }
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "one two\n");
}

#[test]
fn what_the_agent_does_unasked_is_recorded_in_its_run() {
    let desk = Desk::new();
    let update = |id: &str, kind: &str, status: &str| {
        json!({"update": {"sessionUpdate": "tool_call_update", "toolCallId": id, "title": format!("did {id}"), "kind": kind,
            "status": status, "locations": [{"path": "/w/x"}]}})
    };
    let steps = [
        update("u1", "execute", "in_progress"),
        update("u1", "execute", "completed"),
        update("u2", "read", "completed"),
    ];
    let (mut editor, prompt) = desk.working(json!(steps));
    editor.answers(prompt);
    eventually("it is in the log", || {
        let log = desk.home.json(&desk.person, &["audit", "log"], 0).to_string();
        log.contains("handover.note") && log.contains("did u1")
    });
    let log = desk.home.json(&desk.person, &["audit", "log"], 0).to_string();
    assert!(!log.contains("did u2"), "{log}");
}

#[test]
fn a_stage_holds_what_the_agent_does_behind_the_editors_back() {
    let desk = Desk::new();
    fs::write(desk.file("a.txt"), "old\n").unwrap();
    let steps = json!([titled("c1", "rm a.txt"), write(&desk.path("b.txt"), "x"), {"run": "rm a.txt; echo new > b.txt; ls"}]);
    let script = json!({"prompts": [steps]});
    let through = desk.home.dir.path().join("agent.py").display().to_string();
    let mut editor = Editor::of(desk.command(&["--stage", "--through", &through], &script));
    let begun = editor.begin(
        &desk.work().display().to_string(),
        json!([{"name": "x", "command": "/bin/true", "args": [], "env": []}]),
    );
    assert_eq!(begun["result"]["sessionId"], "s1", "{begun}");
    let prompt = editor.prompt("s1");
    let answer = editor.answer(prompt);
    let told = &answer["result"]["_meta"];
    assert_eq!(option(&told["answers"][0]), "o-allow_once");
    assert_eq!(told["answers"][1]["code"], -32601, "its files are not carried out outside: {told}");
    assert_eq!(told["answers"][2], "b.txt\n", "{told}");
    let able = &told["heard"][0]["params"]["clientCapabilities"];
    assert_eq!((&able["fs"]["writeTextFile"], &able["terminal"]), (&json!(false), &json!(false)));
    assert_eq!(told["heard"][1]["params"]["mcpServers"], json!([]));
    // Another folder is not in the stage.
    let outside = editor.ask("session/new", json!({"cwd": "/", "mcpServers": []}));
    assert!(editor.answer(outside)["error"].is_object());
    editor.unasked();
    assert_eq!(editor.quit(), 0);
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "old\n");
    assert!(!desk.file("b.txt").exists());
    let stages = desk.home.json(&desk.person, &["stage", "list"], 0);
    let id = stages["stages"][0]["id"].as_str().unwrap_or_else(|| panic!("{stages}"));
    let diff = desk.home.run(&desk.person, &["stage", "diff", id]).expect(0).out;
    assert!(diff.contains("b.txt"), "{diff}");
}
