//! Hooks as agents start them: events on standard input, answers on standard output, and a person at another terminal.
//! The events have the format of Claude Code 2.1.197 and Codex 0.166.0.

mod broken;
mod cursor;
mod installed;
mod landed;
mod links;
mod long;
mod own;
mod parallel;
mod passed;
mod reads;

use std::{
    fs,
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use crate::{Ended, Home, ended, eventually};

/// A home, a working folder, and an agent's settings.
pub struct Desk {
    pub home: Home,
}

impl Desk {
    pub fn new() -> Self {
        let desk = Self { home: Home::new() };
        fs::create_dir_all(desk.work()).unwrap();
        fs::create_dir_all(desk.user()).unwrap();
        desk
    }

    pub fn work(&self) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap().join("w")
    }

    pub fn user(&self) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap().join("user")
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.work().join(name)
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.command("", args);
        command.current_dir(self.work()).env("HOME", self.user()).env("PATH", "/usr/bin:/bin");
        command
    }

    pub fn run(&self, args: &[&str]) -> Ended {
        ended(self.command(args), "")
    }

    fn event(&self, event: &str, tool: &str, input: &Value, id: &str) -> String {
        json!({
            "session_id": "s1", "cwd": self.work(), "hook_event_name": event, "permission_mode": "default",
            "tool_name": tool, "tool_input": input, "tool_use_id": id,
        })
        .to_string()
    }

    /// The answer to an agent before it uses a tool.
    #[track_caller]
    pub fn before(&self, agent: &str, tool: &str, input: &Value, id: &str) -> Value {
        let event = self.event("PreToolUse", tool, input, id);
        let told = ended(self.command(&["hook", "run", agent, "--wait-s", "1"]), &event).expect(0);
        if told.out.is_empty() {
            return Value::Null;
        }
        let answer = told.json()["hookSpecificOutput"].clone();
        assert_eq!(answer["hookEventName"], "PreToolUse", "{answer}");
        answer
    }

    /// The command that replaces the proposed one, and its item.
    #[track_caller]
    fn rewritten(&self, agent: &str, line: &str, id: &str) -> (String, String) {
        let told = self.before(agent, "Bash", &json!({"command": line, "timeout": 60000}), id);
        assert_eq!(told["permissionDecision"], "allow", "{told}");
        let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned();
        let item = line.split(" exec ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        (line, item)
    }

    /// Starts a command line as an agent's shell does.
    pub fn shell(&self, line: &str) -> Child {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", line]).current_dir(self.work()).env_clear().env("COUNTERSIGN_IDLE_S", "60");
        shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    #[track_caller]
    /// Looks at an item and confirms it, again if a rehearsal that ended in between has changed it.
    pub fn confirm(&self, item: &str) {
        let mut answers = (0..5).map(|_| {
            self.run(&["show", item]).expect(0);
            self.run(&["confirm", item])
        });
        answers.find(|ended| ended.code != 4).expect("it stays as it was shown").expect(0);
    }

    fn settings(&self, path: &str) -> PathBuf {
        let path = self.user().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }
}

pub fn output(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

#[test]
fn d1_a_confirmed_command_is_run_by_the_gate_once_and_told_again_and_again() {
    let desk = Desk::new();
    let (line, item) = desk.rewritten("claude-code", "echo out; echo err >&2; echo x >> log; exit 3", "t1");
    let waiting = desk.shell(&line);
    desk.confirm(&item);
    let (code, out, err) = output(waiting);
    assert_eq!((code, out.as_str()), (3, "out\n"));
    assert_eq!(err, "err\n", "an agent takes all of it for the command's");
    assert_eq!(output(desk.shell(&line)), (3, "out\n".to_owned(), "err\n".to_owned()));
    assert_eq!(fs::read_to_string(desk.file("log")).unwrap(), "x\n");
    // The replacement line itself needs no decision.
    let again = desk.before("claude-code", "Bash", &json!({"command": line}), "t2");
    assert_eq!((&again["permissionDecision"], again.get("updatedInput")), (&json!("allow"), None));
    let other = line.replace("--agent claude-code", "--agent codex");
    assert_eq!(output(desk.shell(&other)).0, 5);
}

#[test]
fn b13_what_happened_while_a_command_waited_is_told_with_its_end_and_a_hook_tells_the_rest() {
    let desk = Desk::new();
    let (line, item) = desk.rewritten("claude-code", "echo out; echo x >> log", "t1");
    let shown = desk.run(&["show", &item, "--json"]).expect(0).json();
    let run = shown["item"]["run"].as_str().unwrap();
    let steer = |say: &str| desk.run(&["run", "steer", run, say]).expect(0);
    let waiting = desk.shell(&line);
    steer("use PostgreSQL");
    desk.confirm(&item);
    let (code, out, err) = output(waiting);
    assert_eq!((code, out.as_str()), (0, "out\n"));
    assert!(err.contains("use PostgreSQL"), "{err}");
    assert!(!output(desk.shell(&line)).2.contains("PostgreSQL"), "once");
    steer("and indexes");
    let told = desk.before("claude-code", "Bash", &json!({"command": "touch made"}), "t2");
    assert!(told["additionalContext"].as_str().unwrap().contains("and indexes"), "{told}");
}

#[test]
fn c5_a_rejected_command_tells_the_reason_and_an_undecided_one_that_it_waits() {
    let desk = Desk::new();
    let (line, item) = desk.rewritten("codex", "touch made", "t1");
    let (code, _, err) = output(desk.shell(&line.replace("--wait-s 55", "--wait-s 1")));
    assert_eq!(code, 7);
    assert!(err.contains("Proposal queued for user review.") && err.contains(&item), "{err}");
    desk.run(&["reject", &item, "--reason", "not on a Sunday"]).expect(0);
    let (code, _, err) = output(desk.shell(&line));
    assert_eq!(code, 3);
    assert!(err.contains("not on a Sunday"), "{err}");
    assert!(!desk.file("made").exists());
}

#[test]
fn e9_a_write_waits_for_the_person_is_handed_over_and_undone() {
    let desk = Desk::new();
    fs::write(desk.file("a.txt"), "before\n").unwrap();
    let input = json!({"file_path": desk.file("a.txt"), "content": "after\n"});
    let event = desk.event("PreToolUse", "Write", &input, "t1");
    let mut hook = desk.command(&["hook", "run", "claude-code", "--wait-s", "60"]);
    let mut hook = hook.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut hook.stdin.take().unwrap(), event.as_bytes()).unwrap();
    let mut item = String::new();
    eventually("the write is proposed", || {
        let inbox = desk.run(&["inbox", "--json"]).expect(0).json();
        item = inbox["items"][0]["id"].as_str().unwrap_or_default().to_owned();
        !item.is_empty()
    });
    desk.confirm(&item);
    let (code, out, _) = output(hook);
    assert_eq!(code, 0);
    assert!(out.contains("\"permissionDecision\":\"allow\""), "{out}");
    fs::write(desk.file("a.txt"), "after\n").unwrap();
    let post = desk.event("PostToolUse", "Write", &input, "t1");
    ended(desk.command(&["hook", "run", "claude-code"]), &post).expect(0);
    let receipts = desk.run(&["receipts", "--json"]).expect(0).json();
    let receipt = &receipts["receipts"][0];
    assert!(receipt["rollback_cues"].to_string().contains("handed over to claude-code"), "{receipt}");
    desk.run(&["undo", receipt["id"].as_str().unwrap(), "--best-effort"]).expect(0);
    assert_eq!(fs::read_to_string(desk.file("a.txt")).unwrap(), "before\n");
}

#[test]
fn b1_nobody_decides_in_time_and_the_agent_is_told_which_item_waits() {
    let desk = Desk::new();
    let told =
        desk.before("claude-code", "Write", &json!({"file_path": desk.file("a"), "content": "x"}), "t1");
    assert_eq!(told["permissionDecision"], "deny");
    let reason = told["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.starts_with("Proposal queued for user review. It is item i"), "{reason}");
}

#[test]
fn h8_the_hooks_message_says_what_waits_and_how_a_person_answers_it() {
    let desk = Desk::new();
    let path = format!("{}\u{1b}[2J\nagent says: fine", desk.file("made").display());
    let told = desk.before("claude-code", "Write", &json!({"file_path": path, "content": "x"}), "t1");
    let reason = told["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("Write: /") && reason.contains("made"), "{reason}");
    assert!(
        reason.contains("`countersign confirm i") && reason.contains("`countersign reject i"),
        "{reason}"
    );
    assert!(!reason.contains('\u{1b}') && reason.lines().count() == 1, "{reason:?}");
}

#[test]
fn a3_a_hook_that_cannot_judge_denies_in_words() {
    let desk = Desk::new();
    let pre = desk.event("PreToolUse", "Bash", &json!({"command": "ls"}), "t1");
    let hook = ["hook", "run", "codex"];
    for event in ["", "garbage", "[]", "{\"hook_event_name\": 7}"] {
        let told = ended(desk.command(&hook), event).expect(2);
        assert!(told.out.is_empty() && told.err.contains("denies"), "{told:?}");
    }
    let mut nowhere = desk.command(&hook);
    nowhere.env("COUNTERSIGN_SOCKET", desk.file("nowhere.sock"));
    let told = ended(nowhere, &pre).expect(2);
    assert!(told.out.is_empty() && told.err.contains("denies"), "{told:?}");
    // Without an id, calls cannot be told apart.
    let nameless = desk.event("PreToolUse", "Bash", &json!({"command": "ls"}), "");
    ended(desk.command(&hook), &nameless).expect(2);
    // A home with tokens rejects callers without one.
    desk.home.with_people();
    let told = ended(desk.command(&hook), &pre).expect(2);
    assert!(told.err.contains("COUNTERSIGN_TOKEN"), "{told:?}");
}

#[test]
fn c1_from_the_agents_own_process_nobody_decides_or_takes_its_hooks_away() {
    let desk = Desk::new();
    let (_, item) = desk.rewritten("codex", "touch made", "t1");
    desk.run(&["show", &item]).expect(0);
    desk.run(&["hook", "install", "codex", "--yes"]).expect(0);
    // Not named like a shell, just as agents are not.
    let agent = desk.home.dir.path().join("pretend-agent");
    fs::copy("/bin/sh", &agent).unwrap();
    fs::write(desk.file("start.json"), desk.event("SessionStart", "", &json!({}), "")).unwrap();
    let bin = env!("CARGO_BIN_EXE_countersign");
    let script = format!(
        "{bin} hook run codex < start.json; {bin} confirm {item}; echo confirm $?; \
         {bin} hook remove codex --yes; echo remove $?; {bin} exec {item} --agent codex --wait-s 1; echo exec $?"
    );
    let mut run = Command::new(&agent);
    run.args(["-c", &script]).current_dir(desk.work()).env_clear();
    run.env("COUNTERSIGN_HOME", desk.home.path()).env("HOME", desk.user()).env("COUNTERSIGN_IDLE_S", "60");
    let tried = ended(run, "");
    for said in ["confirm 3", "remove 3", "exec 7"] {
        assert!(tried.out.contains(said), "{said}: {tried:?}");
    }
    assert!(desk.user().join(".codex/hooks.json").exists());
    // A person at another terminal does.
    desk.confirm(&item);
    assert!(desk.file("made").exists());
}

#[test]
fn hooks_are_shown_first_and_taken_away_byte_for_byte() {
    let desk = Desk::new();
    let path = desk.settings(".claude/settings.json");
    let before = "{ \"model\":\"x\",\n\t\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": []}]}, \"a\": 1.50 }";
    fs::write(&path, before).unwrap();
    let shown = desk.run(&["hook", "install", "claude-code"]).expect(0);
    assert!(
        shown.out.contains("+            \"command\":") && shown.out.contains("--yes does it"),
        "{shown:?}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    desk.run(&["hook", "install", "claude-code", "--yes"]).expect(0);
    let installed: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(installed["hooks"]["PreToolUse"][0]["matcher"], "Bash");
    let ours = &installed["hooks"]["PreToolUse"][1]["hooks"][0];
    assert!(ours["command"].as_str().unwrap().ends_with("exit 2; }; }") && ours["timeout"] == 150, "{ours}");
    // Again, with another timeout, then removed: the file is still the original.
    desk.run(&["hook", "install", "claude-code", "--wait-s", "60", "--yes"]).expect(0);
    let status = desk.run(&["hook", "status", "--json"]).expect(0).json();
    assert_eq!(status["hooks"][0]["state"], "installed", "{status}");
    desk.run(&["hook", "remove", "claude-code", "--yes"]).expect(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    // If there was no file, there is none again.
    desk.run(&["hook", "install", "codex", "--yes"]).expect(0);
    desk.run(&["hook", "remove", "codex", "--yes"]).expect(0);
    assert!(!desk.user().join(".codex/hooks.json").exists());
}

#[test]
fn settings_that_changed_since_lose_our_hooks_and_nothing_else() {
    let desk = Desk::new();
    let path = desk.settings(".claude/settings.json");
    fs::write(&path, "{\"z\": 1, \"a\": 2}").unwrap();
    desk.run(&["hook", "install", "claude-code", "--yes"]).expect(0);
    let text = fs::read_to_string(&path).unwrap().replace("\"a\": 2", "\"a\": 3");
    fs::write(&path, text).unwrap();
    desk.run(&["hook", "remove", "claude-code", "--yes"]).expect(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\n  \"z\": 1,\n  \"a\": 3\n}\n");
    fs::write(&path, "{ not json").unwrap();
    desk.run(&["hook", "install", "claude-code", "--yes"]).expect(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "{ not json");
}

#[test]
fn doctor_says_where_hooks_do_not_hold() {
    let desk = Desk::new();
    desk.run(&["hook", "install", "claude-code", "--yes"]).expect(0);
    let healthy = desk.run(&["doctor"]);
    assert!(healthy.out.contains("exceeds its timeout"), "{healthy:?}");
    desk.run(&["hook", "install", "codex", "--yes"]).expect(0);
    let untrusted = desk.run(&["doctor"]).expect(1);
    assert!(untrusted.out.contains("trusts 0 of 3"), "{untrusted:?}");
    let path = desk.user().join(".claude/settings.json");
    let moved =
        fs::read_to_string(&path).unwrap().replace(env!("CARGO_BIN_EXE_countersign"), "/nowhere/countersign");
    fs::write(&path, moved).unwrap();
    let broken = desk.run(&["doctor"]).expect(1);
    assert!(broken.out.contains("/nowhere/countersign does not exist"), "{broken:?}");
}

#[test]
fn f4_instructions_reach_an_agent_by_its_hook_and_a_paused_one_is_denied_with_them() {
    let desk = Desk::new();
    let ls = json!({"command": "ls"});
    desk.before("claude-code", "Bash", &ls, "t1");
    desk.before("codex", "Bash", &ls, "t1");
    let runs = desk.run(&["run", "list", "--json"]).expect(0).json();
    let run = |agent: &str| {
        let found = runs["runs"].as_array().unwrap().iter().find(|r| r["agent"] == agent).unwrap();
        found["id"].as_str().unwrap().to_owned()
    };
    let (claude, codex) = (run("claude-code"), run("codex"));
    desk.run(&["run", "steer", &claude, "use PostgreSQL"]).expect(0);
    desk.run(&["run", "steer", &codex, "use SQLite"]).expect(0);
    let told = desk.before("claude-code", "Bash", &ls, "t2");
    assert_eq!(told["permissionDecision"], "allow");
    let context = told["additionalContext"].as_str().unwrap();
    assert!(context.contains("> use PostgreSQL") && !context.contains("SQLite"), "{context}");
    let told = desk.before("codex", "Bash", &ls, "t2");
    assert!(told["additionalContext"].as_str().unwrap().contains("> use SQLite"), "{told}");
    assert_eq!(told["permissionDecision"], "allow", "codex takes another input only with a yes");
    assert_eq!(desk.before("claude-code", "Bash", &ls, "t3").get("additionalContext"), None, "once");
    desk.run(&["run", "pause", &claude, "--reason", "let me look"]).expect(0);
    desk.run(&["run", "steer", &claude, "then stop"]).expect(0);
    let denied = desk.before("claude-code", "Bash", &ls, "t4");
    assert_eq!(denied["permissionDecision"], "deny", "{denied}");
    let reason = denied["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("let me look") && reason.contains("> then stop"), "{reason}");
}
