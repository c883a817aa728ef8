//! `countersign setup`: agents are put behind Countersign with one yes, and taken back byte for byte.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{PermissionsExt as _, chown, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::{Ended, Home, ended, eventually, pty::Terminal};

const SETTINGS: &str =
    "{\n  \"model\": \"opus\",\n  \"permissions\": {\n    \"allow\": [\"Bash(ls:*)\"]\n  }\n}\n";
const CLAUDE: &str = "{\n  \"numStartups\": 42,\n  \"projects\": {}\n}\n";
const CODEX: &str = "model = \"gpt-5-codex\" # mine\n\n[mcp_servers.memory]\ncommand = \"npx\"\nargs = [\"-y\", \"@modelcontextprotocol/server-memory\"]\nenv = { KEY = \"hunter2\" }\n";
const OPENCODE: &str = "{\n\t\"$schema\": \"https://opencode.ai/config.json\",\n\t// mine\n}\n";
const TRANSCRIPT: &str = include_str!("learn/claude.jsonl");

/// A user with agents and a repository, whose folders have spaces in their names.
pub(crate) struct User {
    pub(crate) home: Home,
}

impl User {
    pub(crate) fn new() -> Self {
        let user = Self { home: Home::new() };
        fs::create_dir_all(user.work().join(".git")).unwrap();
        user.put(".claude/settings.json", SETTINGS, 0o644);
        user.put(".claude.json", CLAUDE, 0o600);
        user.put(".codex/config.toml", CODEX, 0o600);
        user.put(".config/opencode/opencode.json", OPENCODE, 0o640);
        fs::create_dir_all(user.own().join(".cursor")).unwrap();
        // Tests run side by side, and only one daemon of a machine has the usual port.
        user.home.write("config.toml", "[http]\nlisten = \"127.0.0.1:0\"\n");
        user
    }

    pub(crate) fn own(&self) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap().join("ana's home")
    }

    pub(crate) fn work(&self) -> PathBuf {
        self.own().join("my shop")
    }

    pub(crate) fn put(&self, path: &str, text: &str, mode: u32) -> PathBuf {
        let path = self.own().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path
    }

    pub(crate) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.own().join(path)).unwrap()
    }

    pub(crate) fn command(&self, token: &str, args: &[&str]) -> Command {
        let mut command = self.home.command(token, args);
        command.env("HOME", self.own()).env("PATH", "/usr/bin:/bin").current_dir(self.work());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ended {
        ended(self.command("", args), "")
    }

    pub(crate) fn json(&self, args: &[&str], code: i32) -> Value {
        self.run(&[args, &["--json"]].concat()).expect(code).json()
    }

    /// Every file and folder of the user, with contents and modes.
    pub(crate) fn all(&self) -> BTreeMap<PathBuf, (Option<Vec<u8>>, u32)> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.own()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let (path, about) = entry.map(|e| (e.path(), e.metadata().unwrap())).unwrap();
                if about.is_dir() {
                    folders.push(path.clone());
                }
                let text = (!about.is_dir()).then(|| fs::read(&path).unwrap());
                found.insert(path, (text, about.permissions().mode()));
            }
        }
        found
    }

    fn policy(&self) -> String {
        fs::read_to_string(self.home.path().join("policy.toml")).unwrap_or_default()
    }
}

fn diffs(told: &Value) -> String {
    told["changes"].as_array().unwrap().iter().map(|c| c["diff"].as_str().unwrap()).collect()
}

#[test]
fn a_script_that_an_agent_starts_can_be_run_and_goes_again() {
    let user = User::new();
    user.put(".config/amp/settings.json", "{}\n", 0o600);
    let before = user.all();
    user.run(&["setup", "--yes"]).expect(0);
    let script = user.own().join(".config/amp/countersign-amp");
    assert_eq!(fs::metadata(&script).unwrap().permissions().mode() & 0o777, 0o700);
    assert!(user.text(".config/amp/settings.json").contains("\"delegate\""));
    user.run(&["setup", "--undo"]).expect(0);
    assert_eq!(user.all(), before);
}

#[test]
fn every_agent_is_put_behind_it_with_one_yes_and_everything_is_taken_back_byte_for_byte() {
    let user = User::new();
    let before = user.all();
    let config = fs::read(user.home.path().join("config.toml")).unwrap();
    let plan = user.json(&["setup", "--dry-run"], 0);
    assert_eq!(user.all(), before, "a plan changes nothing");
    assert!(!user.home.path().join("countersign.db").exists(), "not even a home");
    let agents: Vec<&str> =
        plan["agents"].as_array().unwrap().iter().map(|a| a["agent"].as_str().unwrap()).collect();
    assert_eq!(agents, ["claude-code", "codex", "cursor", "opencode"], "{plan:#}");
    let shown = diffs(&plan);
    assert!(shown.contains("hook run claude-code") && shown.contains("[mcp_servers.countersign]"), "{shown}");
    assert!(!shown.contains("hunter2"), "{shown}");

    let done = user.json(&["setup", "--yes"], 0);
    assert_eq!((&done["applied"], diffs(&done)), (&json!(true), shown), "what was shown is what is done");
    let settings: Value = serde_json::from_str(&user.text(".claude/settings.json")).unwrap();
    assert!(settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"].is_string(), "{settings}");
    assert_eq!(settings["model"], "opus");
    let claude: Value = serde_json::from_str(&user.text(".claude.json")).unwrap();
    assert_eq!(claude["mcpServers"]["countersign"]["args"], json!(["mcp", "--agent", "claude-code"]));
    assert_eq!(claude["numStartups"], 42);
    assert!(user.text(".codex/hooks.json").contains("hook run codex"));
    let codex = user.text(".codex/config.toml");
    assert!(codex.starts_with("model = \"gpt-5-codex\" # mine\n") && !codex.contains("memory"), "{codex}");
    assert!(user.text(".cursor/mcp.json").contains("countersign"));
    let opencode = user.text(".config/opencode/opencode.json");
    assert!(opencode.contains("// mine") && opencode.contains("\"mcp\""), "{opencode}");
    // The daemon stays, in a session of its own, and the servers are behind it.
    let info: Value =
        serde_json::from_slice(&fs::read(user.home.path().join("daemon.json")).unwrap()).unwrap();
    assert_eq!((&info["auto"], &info["url"]), (&json!(false), &done["url"]));
    assert!(fs::read_to_string(user.home.path().join("config.toml")).unwrap().contains("[server.memory]"));
    let log = user.run(&["audit", "export"]).expect(0).out;
    // Codex and opencode have two files each: hooks or a plugin, and rules.
    assert_eq!(log.matches("\"op\":\"hook.change\"").count(), 6, "{log}");
    assert!(opencode.contains("\"*\": \"deny\"") && opencode.contains("exec *\": \"allow\""), "{opencode}");
    assert!(user.text(".cursor/hooks.json").contains("hook run cursor"));

    let after = user.all();
    let again = user.json(&["setup", "--yes"], 0);
    assert_eq!((&again["changes"], &again["applied"]), (&json!([]), &json!(false)), "{again:#}");
    assert!(
        user.run(&["setup"]).expect(0).out.contains("already"),
        "nothing is asked, so no terminal is needed"
    );
    assert_eq!(user.all(), after, "a second setup changes nothing");

    let back = user.run(&["setup", "--undo"]).expect(0);
    assert!(back.out.contains("byte for byte"), "{back:?}");
    assert_eq!(user.all(), before, "files, modes and folders are as before");
    assert_eq!(fs::read(user.home.path().join("config.toml")).unwrap(), config);
    eventually("the daemon that it started is ended", || user.home.daemon().is_none());
    user.run(&["setup", "--undo"]).expect(5);
}

#[test]
fn the_hooks_that_it_installs_judge_what_the_agent_does() {
    let user = User::new();
    user.run(&["setup", "--yes"]).expect(0);
    let settings: Value = serde_json::from_str(&user.text(".claude/settings.json")).unwrap();
    let hook = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap();
    let hook = hook.replace("--wait-s 120", "--wait-s 1");
    let mut agent = Command::new("sh");
    agent.arg("-c").arg(&hook).env_clear().env("HOME", user.own()).env("PATH", "/usr/bin:/bin");
    agent.env("CLAUDECODE", "1").current_dir(user.work());
    let event = json!({"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_use_id": "t1",
        "tool_input": {"file_path": user.work().join("x"), "content": "x"}, "cwd": user.work()});
    let said = ended(agent, &event.to_string()).expect(0);
    assert!(said.out.contains("deny") && said.out.contains("countersign confirm"), "{said:?}");
    assert_eq!(user.json(&["inbox"], 0)["items"].as_array().map(Vec::len), Some(1));
}

#[test]
fn it_shows_first_how_often_you_would_have_been_asked() {
    let user = User::new();
    let text = TRANSCRIPT.replace("@WORK@", user.work().to_str().unwrap());
    user.put(".claude/projects/-home-ana-shop/4f0c2a1e.jsonl", &text, 0o600);
    let shown = user.run(&["setup", "--dry-run"]).expect(0).out;
    let (first, rest) = shown.split_once('\n').unwrap();
    assert!(first.starts_with("Of ") && first.contains("37"), "{shown}");
    assert!(rest.contains("What changes:"), "{shown}");
    assert_eq!(user.json(&["setup", "--dry-run"], 0)["learn"]["calls"], 37);
}

#[test]
fn at_a_terminal_it_asks_once_with_one_key_and_then_about_the_folder() {
    let user = User::new();
    let before = user.all();
    for (key, applied) in [("n", false), ("\u{3}", false), ("y", true)] {
        let mut screen = Terminal::new(user.command("", &["setup"]), "xterm");
        screen.sees("Do that?", 1);
        screen.press(key);
        if applied {
            screen.sees("ask each time", 1);
            screen.press("t");
        }
        let (code, text) = screen.end();
        assert_eq!(code, 0, "{text}");
        assert_eq!(user.all() != before, applied, "{text}");
        if applied {
            for part in
                ["countersign review", "countersign open", "http://localhost:", "setup --undo", "Trusted: "]
            {
                assert!(text.contains(part), "{part} in {text}");
            }
        } else {
            assert!(text.contains("Nothing was done"), "{text}");
        }
    }
    // The trust is in force, not waiting.
    let trusted = user.json(&["trust"], 0);
    assert_eq!(trusted["trust"][0]["folder"], user.work().to_str().unwrap(), "{trusted}");
    // Once asked, never again.
    assert!(user.run(&["setup"]).expect(0).out.contains("already"));
    user.run(&["setup", "--undo"]).expect(0);
    assert_eq!((user.all(), user.policy()), (before, String::new()));
    assert_eq!(user.json(&["trust"], 0)["trust"], json!([]), "and nothing is trusted any more");
}

#[test]
fn the_folder_is_asked_about_each_time_unless_a_person_says_otherwise() {
    let user = User::new();
    user.run(&["setup", "--yes"]).expect(0);
    assert_eq!(user.policy(), "", "nothing is trusted by itself");
    let mut screen = Terminal::new(user.command("", &["setup"]), "xterm");
    screen.sees("ask each time", 1);
    assert!(!screen.text().contains("Do that?"), "only what is new is asked: {}", screen.text());
    screen.press("\u{1b}");
    let (code, text) = screen.end();
    assert!(code == 0 && text.contains("asked about each time"), "{text}");
    assert_eq!(user.policy(), "");
    let done = user.json(&["setup", "--yes", "--folder", "review"], 0);
    assert_eq!(done["folder"]["treated"], "review", "{done:#}");
    let config = fs::read_to_string(user.home.path().join("config.toml")).unwrap();
    assert_eq!(config.matches("stage = true").count(), 4, "{config}");
    user.run(&["setup", "--undo"]).expect(0);
    let config = fs::read_to_string(user.home.path().join("config.toml")).unwrap();
    assert_eq!(config, "[http]\nlisten = \"127.0.0.1:0\"\n");
}

#[test]
fn without_a_terminal_it_shows_the_plan_and_how_to_go_on() {
    let user = User::new();
    let before = user.all();
    let said = user.run(&["setup"]).expect(2);
    assert!(
        said.out.contains("hook run claude-code") && said.err.contains("countersign setup --yes"),
        "{said:?}"
    );
    let told = user.json(&["setup"], 2);
    assert_eq!(told["applied"], false);
    assert_eq!(user.all(), before);
}

#[test]
fn what_a_person_changed_since_is_named_and_not_overwritten() {
    let user = User::new();
    user.run(&["setup", "--yes"]).expect(0);
    let mine = user.text(".claude/settings.json").replace("opus", "sonnet");
    user.put(".claude/settings.json", &mine, 0o644);
    let codex = user.text(".codex/hooks.json");
    let refused = user.run(&["setup", "--undo"]).expect(4);
    assert!(refused.err.contains("settings.json changed since the setup"), "{refused:?}");
    assert!(
        refused.err.contains("--keep-changes") && refused.out.contains("+  \"model\": \"sonnet\""),
        "{refused:?}"
    );
    assert_eq!((user.text(".claude/settings.json"), user.text(".codex/hooks.json")), (mine, codex));
    user.run(&["setup", "--undo", "--keep-changes"]).expect(0);
    assert_eq!(user.text(".claude/settings.json"), SETTINGS.replace("opus", "sonnet"));
    assert!(!user.own().join(".codex/hooks.json").exists());
}

#[test]
fn a_file_that_cannot_be_used_is_told_and_left_and_the_others_are_set_up() {
    let user = User::new();
    user.put(".claude/settings.json", "{ \"model\": ", 0o644);
    user.put(".codex/config.toml", "model = \n", 0o600);
    user.put(".codex/hooks.json", "[]", 0o600);
    user.put(".config/opencode/opencode.json", OPENCODE, 0o444);
    let before = user.all();
    let said = user.run(&["setup", "--yes"]).expect(1);
    for (file, why) in [
        ("settings.json", "EOF"),
        ("config.toml:1", ""),
        ("hooks.json", "not an object"),
        ("opencode.json", "read-only"),
    ] {
        let told = said.err.lines().any(|line| line.contains(file) && line.contains(why));
        assert!(told, "{file} {why}: {}", said.err);
    }
    let after = user.all();
    for path in
        [".claude/settings.json", ".codex/config.toml", ".codex/hooks.json", ".config/opencode/opencode.json"]
    {
        let path = user.own().join(path);
        assert_eq!(after[&path], before[&path], "{path:?}");
    }
    assert!(user.text(".cursor/mcp.json").contains("countersign"));
    user.run(&["setup", "--undo"]).expect(0);
    assert_eq!(user.all(), before);
}

#[test]
fn a5_a_settings_file_that_leads_elsewhere_is_followed_only_to_the_users_own() {
    let user = User::new();
    let dotfiles = user.put("dotfiles/claude.json", SETTINGS, 0o644);
    let key = user.put(".ssh/id_ed25519", "{}", 0o600);
    let settings = user.own().join(".claude/settings.json");
    fs::remove_file(&settings).unwrap();
    symlink(&dotfiles, &settings).unwrap();
    symlink(&key, user.own().join(".cursor/mcp.json")).unwrap();
    let said = user.run(&["setup", "--yes"]).expect(1);
    assert!(said.out.contains(&format!("{} → {}", settings.display(), dotfiles.display())), "{said:?}");
    assert!(said.err.contains("mcp.json") && said.err.contains("protected"), "{said:?}");
    assert_eq!(fs::read_to_string(&key).unwrap(), "{}");
    assert!(fs::symlink_metadata(&settings).unwrap().is_symlink(), "the link stays");
    assert!(fs::read_to_string(&dotfiles).unwrap().contains("hook run"));
    user.run(&["setup", "--undo"]).expect(0);
    assert_eq!(fs::read_to_string(&dotfiles).unwrap(), SETTINGS);
}

#[test]
fn a_file_of_another_user_is_left_alone() {
    let user = User::new();
    let path = user.own().join(".claude.json");
    if chown(&path, Some(12_345), None).is_err() {
        // Only root can give files away; CI runs this as root.
        return;
    }
    let said = user.run(&["setup", "--yes"]).expect(1);
    assert!(said.err.contains("belongs to another user"), "{said:?}");
    assert_eq!(user.text(".claude.json"), CLAUDE);
}

#[test]
fn c1_an_agent_cannot_set_it_up_or_take_it_back() {
    let user = User::new();
    let before = user.all();
    let by_agent = |args: &[&str]| {
        let mut command = user.command("", args);
        ended(std::mem::replace(command.env("CLAUDECODE", "1"), Command::new("true")), "")
    };
    for args in [
        &["setup"][..],
        &["setup", "--yes"],
        &["setup", "--dry-run"],
        &["setup", "--yes", "--folder", "trust"],
    ] {
        let said = by_agent(args).expect(3);
        assert!(said.err.contains("claude-code") && said.out.is_empty(), "{said:?}");
    }
    assert_eq!(user.all(), before);
    user.run(&["setup", "--yes"]).expect(0);
    let after = user.all();
    by_agent(&["setup", "--undo"]).expect(3);
    assert_eq!(user.all(), after, "its hooks stay");
}

#[test]
fn c1_a_rehearsed_command_cannot_set_it_up() {
    let user = User::new();
    let (_, agent) = user.home.with_people();
    let before = user.all();
    let setup = format!("'{}' setup --yes --folder trust", env!("CARGO_BIN_EXE_countersign"));
    let args = json!({"command": format!("HOME='{}' {setup}", user.own().display().to_string().replace('\'', "'\\''"))});
    let said = ended(user.command(&agent, &["call", "shell.run", "--args", &args.to_string(), "--json"]), "");
    assert!(!said.out.contains("Done: setup"), "{said:?}");
    assert_eq!((user.all(), user.policy()), (before, String::new()));
}

#[test]
fn without_a_home_folder_nothing_is_touched() {
    let user = User::new();
    for home in [None, Some("")] {
        let mut command = user.command("", &["setup", "--yes"]);
        match home {
            None => command.env_remove("HOME"),
            Some(home) => command.env("HOME", home),
        };
        let said = ended(command, "").expect(2);
        assert!(said.err.contains("HOME is not set"), "{said:?}");
    }
}

#[test]
fn two_setups_at_once_do_it_once() {
    let user = User::new();
    let before = user.all();
    let all: Vec<_> = (0..2)
        .map(|_| {
            let command = user.command("", &["setup", "--yes"]);
            std::thread::spawn(move || ended(command, ""))
        })
        .collect();
    let all: Vec<Ended> = all.into_iter().map(|one| one.join().unwrap()).collect();
    assert!(all.iter().any(|one| one.code == 0), "{all:?}");
    assert!(all.iter().all(|one| matches!(one.code, 0 | 4)), "{all:?}");
    let settings = user.text(".claude/settings.json");
    assert_eq!(settings.matches("hook run claude-code --wait-s").count(), 1, "{settings}");
    user.run(&["setup", "--undo"]).expect(0);
    assert_eq!(user.all(), before);
}

#[test]
fn a_port_that_is_taken_is_told_and_the_rest_is_set_up() {
    let user = User::new();
    let held = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = held.local_addr().unwrap();
    user.run(&["inbox"]).expect(0);
    user.home.write("config.toml", &format!("[http]\nlisten = \"{address}\"\n"));
    let said = user.run(&["setup", "--yes"]).expect(6);
    assert!(said.err.contains(&address.to_string()) && said.err.contains("on demand"), "{said:?}");
    assert!(user.text(".claude/settings.json").contains("hook run"), "what is left is told");
    assert!(user.home.daemon().is_some(), "the daemon that ran goes on");
}

#[test]
fn agents_get_tokens_where_the_home_has_them_and_lose_them_with_the_undo() {
    let user = User::new();
    let (person, _) = user.home.with_people();
    let said = ended(user.command(&person, &["setup", "--yes"]), "").expect(0);
    assert!(!said.out.contains("cs_agent_"), "{said:?}");
    let claude: Value = serde_json::from_str(&user.text(".claude.json")).unwrap();
    let token = claude["mcpServers"]["countersign"]["env"]["COUNTERSIGN_TOKEN"].as_str().unwrap().to_owned();
    ended(user.command(&token, &["run", "list"]), "").expect(0);
    ended(user.command(&person, &["setup", "--undo"]), "").expect(0);
    ended(user.command(&token, &["run", "list"]), "").expect(3);
}

#[test]
fn a_folder_above_which_everything_would_be_trusted_is_not_asked_about() {
    let user = User::new();
    fs::create_dir_all(user.own().join(".git")).unwrap();
    fs::remove_dir_all(user.work().join(".git")).unwrap();
    let said = user.run(&["setup", "--yes", "--folder", "trust"]).expect(2);
    assert!(said.err.contains("not a git repository"), "{said:?}");
    assert!(!Path::new(&user.home.path().join("policy.toml")).exists());
}
