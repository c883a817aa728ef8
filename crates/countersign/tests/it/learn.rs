//! `countersign learn`: reads what agents kept of their sessions, says how often a person would have been asked, and
//! proposes what would lower that.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::{Ended, Home, ended, eventually};

const CLAUDE: &str = include_str!("learn/claude.jsonl");
const SUBAGENT: &str = include_str!("learn/claude-subagent.jsonl");
const CODEX: &str = include_str!("learn/codex.jsonl");
const CURSOR: &str = include_str!("learn/cursor.jsonl");
const GEMINI: &str = include_str!("learn/gemini.json");
const GEMINI_NEW: &str = include_str!("learn/gemini.jsonl");
const OPENCODE: &str = include_str!("learn/opencode.jsonl");
const SECRET: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

/// A home of Countersign, and of a user with a project and agents.
struct User {
    home: Home,
    own: PathBuf,
    project: PathBuf,
}

impl User {
    fn new() -> Self {
        let home = Home::new();
        let own = home.dir.path().canonicalize().unwrap().join("ana");
        let project = own.join("shop");
        for folder in ["src", "tests", "docs", ".git"] {
            fs::create_dir_all(project.join(folder)).unwrap();
        }
        fs::write(project.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::write(project.join("src/price.py"), "def price(x):\n    return x\n").unwrap();
        Self { home, own, project }
    }

    /// Writes a transcript, in which the project has its place.
    fn keep(&self, path: &str, text: &str) -> PathBuf {
        let path = self.own.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text.replace("@WORK@", self.project.to_str().unwrap())).unwrap();
        path
    }

    fn claude(&self) {
        self.keep(".claude/projects/-home-ana-shop/4f0c2a1e-7b1d-4c55-9a6e-2d8f3b7c9e01.jsonl", CLAUDE);
        let below = ".claude/projects/-home-ana-shop/4f0c2a1e-7b1d-4c55-9a6e-2d8f3b7c9e01/subagents";
        self.keep(&format!("{below}/agent-a1b2c3d.jsonl"), SUBAGENT);
    }

    fn all(&self) {
        self.claude();
        self.keep(".codex/sessions/2026/11/13/rollout-2026-11-13T10-00-00-019a8c1e.jsonl", CODEX);
        let dashed: String = self.project.to_str().unwrap().chars().skip(1).map(dash).collect();
        self.keep(&format!(".cursor/projects/{dashed}/agent-transcripts/9d1/9d1.jsonl"), CURSOR);
        self.keep(".gemini/tmp/shop/.project_root", "@WORK@\n");
        self.keep(".gemini/tmp/shop/chats/session-2026-11-14T08-00-3b44bc68.json", GEMINI);
        self.keep(".gemini/tmp/shop/chats/session-2026-11-15T08-00-5c55.jsonl", GEMINI_NEW);
        let session = json!({"id": "ses_1", "projectID": "p", "directory": self.project, "title": "t"});
        self.keep(".local/share/opencode/storage/session/p/ses_1.json", &session.to_string());
        for (n, part) in OPENCODE.lines().enumerate() {
            self.keep(&format!(".local/share/opencode/storage/part/msg_1/prt_{n}.json"), part);
        }
    }

    fn command(&self, token: &str, args: &[&str]) -> Command {
        let mut command = self.home.command(token, &[&["learn"], args].concat());
        command.env("HOME", &self.own).env("PATH", "/usr/bin:/bin");
        command
    }

    fn learn(&self, args: &[&str]) -> Ended {
        ended(self.command("", args), "")
    }

    fn json(&self, args: &[&str]) -> Value {
        self.learn(&[args, &["--json"]].concat()).expect(0).json()
    }
}

fn dash(c: char) -> char {
    if c.is_ascii_alphanumeric() { c } else { '-' }
}

/// All files below a folder, with their contents.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type().unwrap() {
            kind if kind.is_dir() => found.extend(files(&entry.path())),
            kind if kind.is_file() => found.push((entry.path(), fs::read(entry.path()).unwrap())),
            _ => {}
        }
    }
    found.sort();
    found
}

fn of_agent<'v>(told: &'v Value, name: &str) -> &'v Value {
    let agents = told["agents"].as_array().unwrap();
    agents.iter().find(|agent| agent["agent"] == name).unwrap_or_else(|| panic!("{name} in {told}"))
}

fn cause(told: &Value, name: &str) -> u64 {
    let causes = told["causes"].as_array().unwrap();
    causes.iter().find(|cause| cause["cause"] == name).map_or(0, |cause| cause["calls"].as_u64().unwrap())
}

#[test]
fn the_calls_of_a_session_are_counted_by_what_would_have_become_of_them() {
    let user = User::new();
    user.claude();
    let before = files(user.home.dir.path());
    let told = user.json(&[]);
    assert_eq!(files(user.home.dir.path()), before, "nothing is written, not even a home");
    let count = |name: &str| told[name].as_u64().unwrap();
    // 36 calls of the session and 4 of its sub-agent, one of which is told of in both files.
    assert_eq!((count("calls"), count("broken_lines"), count("unread_files")), (40, 0, 0), "{told:#}");
    assert_eq!((count("asks"), count("rehearsed"), count("asks_at_most")), (25, 3, 28), "{told:#}");
    assert_eq!((count("runs"), count("inside"), count("unjudged")), (9, 3, 0), "{told:#}");
    let causes =
        ["changes", "deletes", "sends", "protected", "rights", "tool"].map(|name| cause(&told, name));
    assert_eq!(causes, [9, 1, 6, 2, 1, 6], "{told:#}");
    let claude = of_agent(&told, "claude-code");
    assert_eq!((&claude["files"], &claude["calls"], &claude["rejected"]), (&json!(2), &json!(40), &json!(4)));
    assert_eq!(claude["own_asks"], 24, "{claude}");
    assert!(claude["own_asks_from"].as_str().unwrap().starts_with("computed"));

    let text = user.learn(&[]).expect(0).out;
    assert!(
        text.starts_with("Of your last 40 calls, Countersign would have asked you about 25.\n"),
        "{text}"
    );
    assert!(text.contains("Claude Code would have asked about 24, computed from"), "{text}");
    assert!(text.contains("You said no to 4."), "{text}");
    assert!(!text.contains(SECRET) && text.contains("[redacted]"), "{text}");
}

#[test]
fn what_would_lower_the_number_is_proposed_with_what_it_would_have_let_through() {
    let user = User::new();
    user.claude();
    let told = user.json(&[]);
    let proposals = told["proposals"].as_array().unwrap();
    let changes: Vec<&Value> = proposals.iter().map(|proposal| &proposal["change"]).collect();
    let expected = [
        json!({"trust": user.project}),
        json!({"fetch": "docs.python.org"}),
        json!({"tool": "mcp__github__get_issue"}),
    ];
    // A tool that somebody said no to is not among them, nor is anything that sends, deletes or is protected.
    assert_eq!(changes, expected.iter().collect::<Vec<_>>(), "{told:#}");
    let trust = &proposals[0];
    assert_eq!(
        (&trust["lets_run"], &trust["estimated"], &trust["rehearsed_there"]),
        (&json!(8), &json!(2), &json!(3))
    );
    let examples = trust["examples"].to_string();
    assert!(examples.contains("touch src/new.py") && examples.contains("rounding.md"), "{examples}");
    assert!(!examples.contains("notes.ipynb"), "what only the agent can tell is asked about: {examples}");
    assert_eq!(told["asks_with_all"], 11);
    let text = user.learn(&[]).expect(0).out;
    assert!(text.contains("estimated for 2 of them"), "{text}");
    assert!(text.contains("With all of them: 11 instead of 25."), "{text}");
}

#[test]
fn the_policy_in_force_is_the_one_that_is_tried() {
    let user = User::new();
    user.claude();
    let project = user.project.to_str().unwrap();
    let rules = "[[rule]]\nname = \"pages\"\ntools = [\"agent.fetch\"]\nthen = \"refuse\"\n\
                 [[rule]]\nname = \"tests\"\ntools = [\"shell.run\"]\nwhen = 'args.command.contains(\"pytest\")'\n\
                 then = \"ask\"\nalways = true\n";
    user.home.write("policy.toml", &format!("version = 1\n{rules}[[trust]]\nfolder = {project:?}\n"));
    let told = user.json(&[]);
    assert_eq!(
        (cause(&told, "changes"), cause(&told, "rule"), &told["refused"]),
        (1, 2, &json!(4)),
        "{told:#}"
    );
    assert_eq!(told["proposals"].as_array().unwrap().len(), 1, "neither trust nor what is refused: {told:#}");
}

#[test]
fn the_transcripts_of_five_agents_are_read_and_what_is_not_known_is_said_to_be_unknown() {
    let user = User::new();
    user.all();
    let told = user.json(&[]);
    let calls = |name: &str| of_agent(&told, name)["calls"].as_u64().unwrap();
    let expected = [("claude-code", 40), ("codex", 11), ("cursor", 6), ("gemini", 6), ("opencode", 3)];
    for (agent, n) in expected {
        assert_eq!(calls(agent), n, "{agent}: {told:#}");
    }
    assert_eq!((&told["unjudged"], &told["broken_lines"]), (&json!(0), &json!(0)), "{told:#}");
    let codex = of_agent(&told, "codex");
    assert_eq!((&codex["own_asks"], &codex["rejected"]), (&json!(2), &json!(1)), "{codex}");
    for agent in ["cursor", "gemini", "opencode"] {
        assert_eq!(of_agent(&told, agent)["own_asks"], Value::Null, "{agent}");
    }
    let text = user.learn(&[]).expect(0).out;
    assert!(text.contains("Codex asked about 2, by what its transcripts tell."), "{text}");
    assert!(text.contains("Gemini CLI: how often it asked is unknown"), "{text}");
    // The edits of all of them are in the same project.
    let trust = &told["proposals"][0];
    assert_eq!(trust["change"]["trust"], json!(user.project), "{told:#}");
    let examples = trust["examples"].to_string();
    for part in ["apply_patch", "StrReplace", "replace", "write_file", "edit "] {
        assert!(examples.contains(part), "{part} in {examples}");
    }
    assert!(
        !examples.contains("gone.py") && !examples.contains("old.py"),
        "deleting is asked about: {examples}"
    );
}

#[test]
fn only_the_wanted_calls_are_judged() {
    let user = User::new();
    user.all();
    let calls = |args: &[&str]| user.json(args)["calls"].as_u64().unwrap();
    assert_eq!(calls(&["--agent", "codex"]), 11);
    assert_eq!(calls(&["--agent", "codex,gemini"]), 17);
    assert_eq!(calls(&["--since", "2026-11-14", "--agent", "codex", "--agent", "gemini"]), 6);
    assert_eq!(calls(&["--since", "2999-01-01"]), 0);
    assert_eq!(calls(&["--folder", user.own.to_str().unwrap()]), 66);
    assert_eq!(calls(&["--folder", user.project.join("src").to_str().unwrap()]), 0);
    assert!(calls(&["--calls", "1"]) < 66, "the newest session is enough");
    for wrong in [["--agent", "nobody"], ["--since", "soon"], ["--calls", "0"], ["--only", "1"]] {
        user.learn(&wrong).expect(2);
    }
    user.learn(&["--write", "--only", "9"]).expect(2);
}

#[test]
fn a_machine_without_transcripts_is_told_where_they_would_be() {
    let user = User::new();
    let told = user.learn(&[]).expect(0).out;
    for place in [".claude/projects", ".codex/sessions", ".cursor/projects", ".gemini/tmp", "opencode"] {
        assert!(told.contains(place), "{place} in {told}");
    }
    let told = user.json(&[]);
    assert_eq!((&told["calls"], &told["proposals"]), (&json!(0), &json!([])));
    let mut homeless = user.command("", &[]);
    homeless.env_remove("HOME");
    ended(homeless, "").expect(2);
}

#[test]
fn broken_foreign_and_hostile_files_are_left_out_and_harm_nothing() {
    let user = User::new();
    user.claude();
    let call = |name: &str, input: Value, id: &str| {
        let content = json!([{"type": "tool_use", "id": id, "name": name, "input": input}]);
        let cwd = user.project.to_str().unwrap();
        json!({"type": "assistant", "cwd": cwd, "message": {"role": "assistant", "content": content}})
            .to_string()
    };
    let deep = format!("{}\"tool_use\"{}", "{\"a\":[".repeat(5_000), "]}".repeat(5_000));
    let lines = [
        "not json".to_owned(),
        "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\"".to_owned(),
        json!({"type": "assistant", "message": {"content": [{"type": "tool_use", "name": 7}]}}).to_string(),
        json!({"type": "hologram", "version": 99, "content": {"new": ["tool_use"]}}).to_string(),
        deep,
        format!("{{\"tool_use\":\"{}\"}}", "x".repeat(17 << 20)),
        call("Bash", json!({"command": "wipe\u{1b}[2J\u{1b}]0;pwned\u{7}\u{202e}\nrm -rf ~"}), "h1"),
        call("Bash", json!({"command": format!("deploy --token {SECRET}")}), "h2"),
        call("mcp__evil__\u{1b}[31m", json!({"password": "hunter2hunter2"}), "h3"),
        call("Write", json!({"file_path": "/etc/passwd\u{1b}[2J", "content": "x"}), "h4"),
        call("Bash", json!({"command": ["not", "a", "text"]}), "h5"),
        call("Read", json!({"file_path": "x".repeat(100_000)}), "h6"),
    ];
    let project = ".claude/projects/-home-ana-shop";
    user.keep(&format!("{project}/hostile.jsonl"), &lines.join("\n"));
    let folder = user.own.join(project);
    fs::write(folder.join("binary.jsonl"), [0xff, 0xfe, b'\n', 0, 1, 2]).unwrap();
    symlink("/etc/passwd", folder.join("link.jsonl")).unwrap();
    symlink(&user.own, folder.join("around")).unwrap();
    let made = Command::new("mkfifo").arg(folder.join("pipe.jsonl")).status();
    assert!(made.unwrap().success(), "reading a pipe would never end");
    for (name, told) in [("text", user.learn(&[]).expect(0)), ("json", user.learn(&["--json"]).expect(0))] {
        let odd = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        let all = format!("{}{}", told.out, told.err);
        assert!(!all.contains(odd), "{name}: {all:?}");
        assert!(!all.contains(SECRET) && !all.contains("hunter2"), "{name}: {all}");
    }
    let told = user.json(&[]);
    assert_eq!(
        told["broken_lines"], 7,
        "no JSON, cut off, no name, too deep, too long, two of a binary: {told:#}"
    );
    assert_eq!(told["unread_files"], 2, "a link and a pipe: {told:#}");
    assert!(told["calls"].as_u64().unwrap() >= 45, "{told:#}");
    assert!(!told["proposals"].to_string().contains("evil"), "{told:#}");
}

#[test]
fn long_sessions_are_judged_a_few_calls_at_a_time() {
    let user = User::new();
    let line = |n: usize| {
        let input = json!({"command": format!("touch src/{}.py", n / 2), "description": "Create"});
        let content = json!([{"type": "tool_use", "id": format!("t{n}"), "name": "Bash", "input": input}]);
        let cwd = user.project.to_str().unwrap();
        json!({"type": "assistant", "cwd": cwd, "message": {"role": "assistant", "content": content}})
            .to_string()
    };
    let lines: Vec<String> = (0..900).map(line).collect();
    user.keep(".claude/projects/a/long.jsonl", &lines.join("\n"));
    // A session that was resumed begins with all that was before.
    user.keep(".claude/projects/a/resumed.jsonl", &lines[..600].join("\n"));
    let told = user.json(&[]);
    assert_eq!((&told["calls"], &told["asks"]), (&json!(900), &json!(900)), "{told:#}");
    assert_eq!(told["asks_with_all"], 0, "{told:#}");
    assert_eq!(told["proposals"][0]["estimated"], 900);
}

#[test]
fn what_a_link_leads_to_is_judged_and_scratch_files_are_not_asked_about() {
    let user = User::new();
    let linked = user.own.join("linked");
    symlink(&user.project, &linked).unwrap();
    let line = |n: usize, command: &str| {
        let content = json!([{"type": "tool_use", "id": format!("t{n}"), "name": "Bash", "input": {"command": command}}]);
        json!({"type": "assistant", "cwd": linked, "message": {"role": "assistant", "content": content}})
            .to_string()
    };
    let commands = [
        "touch here.txt",
        "sed -i s/a/b/ src/price.py",
        "echo x > /var/tmp/note",
        "echo x > /var/tmp/note; cp /var/tmp/note .",
    ];
    let lines: Vec<String> = commands.iter().enumerate().map(|(n, command)| line(n, command)).collect();
    user.keep(".claude/projects/a/linked.jsonl", &lines.join("\n"));
    let told = user.json(&[]);
    assert_eq!((&told["asks"], &told["runs"]), (&json!(3), &json!(1)), "{told:#}");
}

#[test]
fn the_rules_of_claude_code_decide_how_often_it_asked() {
    let user = User::new();
    user.claude();
    let asked =
        || of_agent(&user.json(&["--agent", "claude-code"]), "claude-code")["own_asks"].as_u64().unwrap();
    let before = asked();
    let rules = json!({"permissions": {"allow": ["Bash(python -m pytest:*)", "mcp__github", "WebFetch(domain:docs.python.org)"]}});
    user.keep("shop/.claude/settings.local.json", &rules.to_string());
    // Two runs of the tests, three pages and five calls of the server that nobody said no to.
    assert_eq!(before - asked(), 10);
    user.keep(".claude/settings.json", r#"{"permissions": {"defaultMode": "bypassPermissions"}}"#);
    assert!(asked() >= 4, "what was rejected was asked about");
    user.keep(".claude/settings.json", "{ broken");
    assert_eq!(before - asked(), 10);
}

#[test]
fn a14_proposals_are_written_by_a_person_only_and_wait_for_a_yes() {
    let user = User::new();
    user.claude();
    let (person, agent) = user.home.with_people();
    user.home.write("policy.toml", "# mine\nversion = 1 # first\n");
    let policy = || fs::read_to_string(user.home.path().join("policy.toml")).unwrap();
    let run = |token: &str, args: &[&str]| ended(user.command(token, args), "");
    for args in [&["--write"][..], &[], &["--json"]] {
        let refused = run(&agent, args);
        assert!(refused.code != 0 && !refused.out.contains("rounding"), "{refused:?}");
    }
    assert_eq!(policy(), "# mine\nversion = 1 # first\n");

    let written = run(&person, &["--write", "--only", "1,2"]).expect(0).out;
    assert!(written.contains("has 2 more entries. Nothing more is allowed yet"), "{written}");
    let text = policy();
    assert!(text.starts_with("# mine\nversion = 1 # first\n"), "{text}");
    assert!(
        text.contains("[[trust]]") && text.contains("docs.python.org") && !text.contains("mcp__"),
        "{text}"
    );
    assert_eq!(user.home.json(&person, &["trust"], 0)["trust"], json!([]), "not in force");
    let asks = || run(&person, &["--json"]).expect(0).json()["asks"].as_u64().unwrap();
    assert_eq!(asks(), 25);

    let digest = written.split("policy accept ").nth(1).unwrap().split('"').next().unwrap().to_owned();
    user.home.run(&person, &["policy", "accept", &digest]).expect(0);
    eventually("it is in force", || asks() == 14);
    let told = run(&person, &["--json", "--write"]).expect(0).json();
    assert_eq!(told["proposals"].as_array().unwrap().len(), 1, "nothing is proposed twice: {told:#}");
    assert_eq!(told["written"]["entries"], 1, "{told:#}");
    assert!(policy().contains("mcp__github__get_issue"));
}

#[test]
fn the_database_of_opencode_is_read_without_touching_it() {
    let user = User::new();
    let folder = user.own.join(".local/share/opencode");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("opencode.db");
    let database = rusqlite::Connection::open(&path).unwrap();
    database
        .execute_batch(
            "CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT NOT NULL);
             CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT);",
        )
        .unwrap();
    let project = user.project.to_str().unwrap();
    database.execute("INSERT INTO session VALUES ('ses_1', ?1)", [project]).unwrap();
    for (n, part) in OPENCODE.lines().enumerate() {
        let data = part.replace("@WORK@", project);
        let id = format!("prt_{n}");
        database.execute("INSERT INTO part VALUES (?1, 'msg_1', 'ses_1', 1, ?2)", [&id, &data]).unwrap();
    }
    database.execute("INSERT INTO part VALUES ('x', 'msg_1', 'ses_1', 1, '{ broken')", []).unwrap();
    drop(database);
    let before = files(&folder);
    let told = user.json(&[]);
    let opencode = of_agent(&told, "opencode");
    assert_eq!((&opencode["calls"], &opencode["rejected"]), (&json!(3), &json!(1)), "{told:#}");
    assert_eq!((&told["broken_lines"], cause(&told, "changes")), (&json!(1), 1), "{told:#}");
    assert_eq!(files(&folder), before, "no file appears beside it");
    fs::write(&path, "no database").unwrap();
    assert_eq!(user.json(&[])["unread_files"], 1);
}
