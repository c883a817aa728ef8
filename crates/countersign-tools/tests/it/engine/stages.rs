//! Stages through the engine: permissions, what lands and what does not, and crashes. Their content is
//! created by hand; commands in them are tested with the real program.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use countersign_core::{
    Actor, Engine, Error, ErrorCode, FixedEnv, Origin, Request, Result, memory::MemoryStore,
};
use countersign_rehearsal::{Layers, Manner};
use countersign_tools::{Builtins, stage::Stages};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    effects::{Dies, Mortal},
    world::{NOON, ana, ben, codex, id, setup, text},
};

struct Desk {
    dir: TempDir,
    store: Arc<MemoryStore>,
    env: Arc<FixedEnv>,
    engine: Engine,
    policy: &'static str,
}

impl Desk {
    fn new() -> Self {
        Self::with_policy("")
    }

    fn with_policy(policy: &'static str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("work")).unwrap();
        fs::create_dir(dir.path().join("stages")).unwrap();
        let (store, env) = (Arc::new(MemoryStore::new()), Arc::new(FixedEnv::at(NOON)));
        let engine = Self::engine(&dir, &store, &env, policy, Dies::Never);
        Self { dir, store, env, engine, policy }
    }

    fn engine(
        dir: &TempDir,
        store: &Arc<MemoryStore>,
        env: &Arc<FixedEnv>,
        policy: &str,
        dies: Dies,
    ) -> Engine {
        let stages = Stages { folder: dir.path().join("stages"), ..Stages::default() };
        let tools = Builtins::new(dir.path().join("trash"), Vec::new(), Vec::new(), Vec::new());
        let world = Mortal { tools: tools.with_stages(stages), dies };
        Engine::new(store.clone(), setup(policy, Vec::new()).unwrap(), Box::new(env.clone()))
            .with_world(Box::new(world))
    }

    /// A new process on the same store and disk.
    fn restart(&mut self, dies: Dies) {
        self.engine = Self::engine(&self.dir, &self.store, &self.env, self.policy, dies);
    }

    fn work(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join("work")
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.work().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn real(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.work().join(name)).ok()
    }

    fn request(&self, actor: &Actor, op: &str, input: Value, agent_process: Option<&str>) -> Result<Value> {
        self.env.advance(1);
        let cwd = Some(self.work().display().to_string());
        let agent_process = agent_process.map(str::to_owned);
        let origin = Origin { cwd, agent_process, ..Origin::from("test") };
        let request = Request { actor: actor.clone(), op: op.into(), input, key: None, origin };
        self.engine.call(request).map(|answer| answer.value)
    }

    #[track_caller]
    fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.request(actor, op, input.clone(), None).unwrap_or_else(|e| panic!("{op} {input}: {e:?}"))
    }

    #[track_caller]
    fn fails(&self, actor: &Actor, op: &str, input: Value) -> Error {
        match self.request(actor, op, input.clone(), None) {
            Err(e) => e,
            Ok(value) => panic!("{op} {input} was answered: {value}"),
        }
    }

    /// Creates a stage over the workspace; returns it with the folder of its copy.
    fn begin(&self, actor: &Actor) -> (String, PathBuf) {
        let stage = id(&self.ask(actor, "stage.begin", json!({"roots": [self.work()]})));
        let layers = Layers::make(
            &self.dir.path().canonicalize().unwrap().join("stages").join(&stage),
            &[self.work()],
            Manner::Copy,
            1 << 20,
        );
        let layers = layers.unwrap();
        layers.keep_base(1 << 20, &|_| false).unwrap();
        (stage, layers.copy(0))
    }

    #[track_caller]
    fn diff(&self, stage: &str) -> Value {
        self.ask(&ana(), "stage.diff", json!({"id": stage}))
    }

    #[track_caller]
    fn land(&self, stage: &str, more: Value) -> Value {
        let mut input = json!({"id": stage});
        input.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
        self.ask(&ana(), "stage.land", input)
    }

    fn status(&self, stage: &str) -> String {
        text(&self.ask(&ana(), "stage.show", json!({"id": stage})), "status")
    }
}

#[test]
fn e1_e4_a_stage_lands_with_one_receipt_that_takes_it_all_back() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    desk.put("old/b.txt", "two\n");
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("a.txt"), "uno\n").unwrap();
    fs::remove_dir_all(inside.join("old")).unwrap();
    fs::write(inside.join("new.txt"), "three\n").unwrap();

    let shown = desk.diff(&stage);
    assert!(shown["preview"]["diff"].as_str().unwrap().contains("+uno"), "{shown}");
    assert_eq!(shown["class"], "destructive", "deleting is told as what it is");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n", "looking lands nothing");

    let landed = desk.land(&stage, json!({}));
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!(landed["receipt"]["allowed_by"], json!({"by": "person", "name": "ana"}));
    assert_eq!(
        (desk.real("a.txt").unwrap(), desk.real("new.txt").unwrap()),
        ("uno\n".into(), "three\n".into())
    );
    assert!(!desk.work().join("old").exists());
    assert_eq!(desk.status(&stage), "landed");

    let receipt = id(&landed["receipt"]);
    let undone = desk.ask(&ana(), "receipt.undo", json!({"id": receipt}));
    assert_eq!(undone["status"], "undone", "{undone}");
    assert_eq!(
        (desk.real("a.txt").unwrap(), desk.real("old/b.txt").unwrap()),
        ("one\n".into(), "two\n".into())
    );
    assert!(!desk.work().join("new.txt").exists());
    let again = desk.ask(&ana(), "receipt.undo", json!({"id": undone["receipt"]["id"]}));
    assert_eq!(again["status"], "undone", "{again}");
    assert_eq!(desk.real("a.txt").unwrap(), "uno\n", "an undo can be undone");
}

#[test]
fn c1_an_agent_lands_drops_and_looks_at_nothing_that_is_not_its_own() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (own, inside) = desk.begin(&codex());
    let (other, _) = desk.begin(&ana());
    fs::write(inside.join("a.txt"), "mine\n").unwrap();
    for (op, stage) in
        [("stage.land", &own), ("stage.diff", &own), ("stage.drop", &own), ("stage.land", &other)]
    {
        assert_eq!(desk.fails(&codex(), op, json!({"id": stage})).code, ErrorCode::Refused, "{op}");
    }
    for op in ["stage.give_up", "stage.show", "stage.note"] {
        assert_eq!(desk.fails(&codex(), op, json!({"id": other})).code, ErrorCode::NotFound, "{op}");
    }
    for op in ["stage.land", "stage.diff", "stage.drop"] {
        let error = desk.request(&ana(), op, json!({"id": own}), Some("codex")).unwrap_err();
        assert_eq!(error.code, ErrorCode::Refused, "{op} from an agent's process");
    }
    let proposed =
        desk.fails(&codex(), "call.propose", json!({"tool": "stage.land", "args": {"stage": own}}));
    assert!(proposed.message.contains("an operation for persons"), "{}", proposed.message);
    let plan = json!({"title": "p", "steps": [{"title": "s", "tool": "stage.land", "args": {"stage": own}}]});
    assert!(desk.request(&codex(), "plan.propose", plan, None).is_err());
    let listed = desk.ask(&codex(), "stage.list", json!({}))["stages"].as_array().unwrap().len();
    assert_eq!(listed, 1, "only its own");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
    assert_eq!(text(&desk.ask(&codex(), "stage.give_up", json!({"id": own})), "status"), "dropped");
}

#[test]
fn c2_what_was_never_shown_or_is_other_than_shown_does_not_land() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("a.txt"), "uno\n").unwrap();
    assert_eq!(desk.land(&stage, json!({}))["status"], "not_shown");
    desk.diff(&stage);
    fs::write(inside.join("a.txt"), "evil\n").unwrap();
    fs::write(inside.join("b.txt"), "more\n").unwrap();
    let moved = desk.fails(&ana(), "stage.land", json!({"id": stage}));
    assert_eq!(moved.code, ErrorCode::Stale);
    assert!(
        moved.message.contains("a.txt differs") && moved.message.contains("b.txt was added"),
        "{}",
        moved.message
    );
    let forged = desk.fails(&ana(), "stage.land", json!({"id": stage, "digest": "0".repeat(64)}));
    assert_eq!(forged.code, ErrorCode::Stale);
    let unseen = desk.ask(&ben(), "stage.land", json!({"id": stage}));
    assert_eq!(unseen["status"], "not_shown", "another person has not seen it");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
    desk.diff(&stage);
    assert_eq!(desk.land(&stage, json!({}))["status"], "applied");
    assert_eq!(desk.real("a.txt").unwrap(), "evil\n", "what was shown, this time");
}

#[test]
fn a_part_lands_and_the_rest_stays_in_the_stage() {
    let desk = Desk::new();
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    desk.put("long.txt", &lines);
    desk.put("a.txt", "one\n");
    let (stage, inside) = desk.begin(&ana());
    let both = lines.replace("line 3\n", "line three\n").replace("line 37\n", "line 37 and more\n");
    fs::write(inside.join("long.txt"), &both).unwrap();
    fs::write(inside.join("a.txt"), "uno\n").unwrap();
    fs::create_dir(inside.join("target")).unwrap();
    fs::write(inside.join("target/out"), "x").unwrap();

    desk.diff(&stage);
    let landed = desk.land(&stage, json!({"only": ["long.txt#2"]}));
    assert_eq!(landed["status"], "applied", "{landed}");
    let real = desk.real("long.txt").unwrap();
    assert!(real.contains("line 3\n") && real.contains("line 37 and more\n"), "{real}");
    assert_eq!((desk.real("a.txt").unwrap(), desk.status(&stage)), ("one\n".into(), "open".into()));

    let rest = desk.diff(&stage);
    let difference = rest["preview"]["diff"].as_str().unwrap();
    assert!(difference.contains("+line three") && !difference.contains("+line 37"), "{difference}");
    assert_eq!(desk.land(&stage, json!({"except": ["target"]}))["status"], "applied");
    assert_eq!((desk.real("long.txt").unwrap(), desk.real("a.txt").unwrap()), (both, "uno\n".into()));
    assert!(!desk.work().join("target").exists());
    assert_eq!(desk.status(&stage), "open", "something is left");
    for wrong in [json!(["nothing"]), json!(["target/out#x"]), json!([""])] {
        desk.diff(&stage);
        assert!(
            desk.request(&ana(), "stage.land", json!({"id": stage, "only": wrong}), None).is_err(),
            "{wrong}"
        );
    }
}

#[test]
fn a5_a_protected_path_lands_from_a_stage_only_if_it_is_asked_for_by_name() {
    let desk = Desk::new();
    desk.put("app/a.txt", "one\n");
    desk.put("b.txt", "b\n");
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("app/a.txt"), "uno\n").unwrap();
    fs::write(inside.join("app/.env"), "MODE=1\n").unwrap();
    fs::write(inside.join("b.txt"), "bb\n").unwrap();
    fs::create_dir_all(inside.join(".git/hooks")).unwrap();
    fs::write(inside.join(".git/hooks/pre-commit"), "#!/bin/sh\n").unwrap();
    fs::write(inside.join(".git/description"), "mine\n").unwrap();

    let seen = desk.diff(&stage);
    let named: Vec<String> =
        [".git", "app/.env"].map(|name| desk.work().join(name).display().to_string()).into();
    assert_eq!(seen["by_name"], json!(named));
    // Neither everything, nor a folder, nor the folder that everything is in, names them.
    for only in [
        json!([]),
        json!(["app"]),
        json!(["."]),
        json!([desk.work()]),
        json!(["b.txt", "app"]),
        json!([".git/description", "app"]),
    ] {
        let refused = desk.fails(&ana(), "stage.land", json!({"id": stage, "only": only, "typed": "x"}));
        assert_eq!(refused.code, ErrorCode::Refused, "{only}: {refused:?}");
        assert!(format!("{refused:?}").contains(".env"), "{only}: {refused:?}");
    }
    assert_eq!((desk.real("app/a.txt"), desk.real("app/.env")), (Some("one\n".into()), None));
    // Without them the rest lands.
    let landed = desk.land(&stage, json!({"except": named}));
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!((desk.real("app/a.txt").unwrap(), desk.real("app/.env")), ("uno\n".into(), None));
    desk.diff(&stage);
    let landed = desk.land(&stage, json!({"only": ["app/.env"]}));
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!(desk.real("app/.env").unwrap(), "MODE=1\n");
    // What git keeps is one thing.
    desk.diff(&stage);
    let landed = desk.land(&stage, json!({"only": [".git"]}));
    assert_eq!(landed["status"], "applied", "{landed}");
    assert!(desk.real(".git/hooks/pre-commit").is_some() && desk.real(".git/description").is_some());
}

#[test]
fn d2_what_moved_meanwhile_is_merged_or_stands_in_the_way() {
    let desk = Desk::new();
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    desk.put("both.txt", &lines);
    desk.put("same.txt", "one\n");
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("both.txt"), lines.replace("line 3\n", "line three\n")).unwrap();
    fs::write(inside.join("same.txt"), "stage\n").unwrap();
    desk.put("both.txt", &lines.replace("line 37\n", "line thirty-seven\n"));
    desk.put("same.txt", "real\n");

    desk.diff(&stage);
    let input = json!({"id": stage});
    let refused = desk.request(&ana(), "stage.land", input, None);
    let told = match &refused {
        Ok(value) => value.to_string(),
        Err(e) => format!("{} {}", e.message, e.detail.clone().unwrap_or_default()),
    };
    assert!(told.contains("same.txt") && !told.contains("\"status\":\"applied\""), "{told}");
    assert_eq!(desk.real("same.txt").unwrap(), "real\n");
    assert!(desk.real("both.txt").unwrap().contains("line 3\n"), "nothing of it landed");

    desk.diff(&stage);
    let landed = desk.land(&stage, json!({"except": ["same.txt"]}));
    assert_eq!(landed["status"], "applied", "{landed}");
    let merged = desk.real("both.txt").unwrap();
    assert!(merged.contains("line three\n") && merged.contains("line thirty-seven\n"), "{merged}");
    desk.ask(&ana(), "receipt.undo", json!({"id": landed["receipt"]["id"]}));
    assert!(desk.real("both.txt").unwrap().contains("line 3\n"));
}

/// Runs git in a folder; returns what it printed.
fn git(at: &Path, args: &[&str]) -> String {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=Ana", "-c", "user.email=ana@example.com"]).args(args).current_dir(at);
    let ran = git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    assert!(ran.status.success(), "{args:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

/// Commits a file in a repository, and another one in a stage of it.
fn committed_in_a_stage() -> (Desk, String) {
    let desk = Desk::new();
    let work = desk.work();
    desk.put("a.txt", "one\n");
    git(&work, &["init", "-q", "-b", "main"]);
    git(&work, &["add", "."]);
    git(&work, &["commit", "-q", "-m", "first"]);
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("x"), "new\n").unwrap();
    git(&inside, &["add", "x"]);
    git(&inside, &["commit", "-q", "-m", "second"]);
    (desk, stage)
}

#[test]
fn d2_a_commit_in_a_stage_lands_although_git_status_rewrote_the_index_outside() {
    let (desk, stage) = committed_in_a_stage();
    let work = desk.work();
    let index = || fs::read(work.join(".git/index")).unwrap();
    let before = index();
    let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
    fs::File::options().write(true).open(work.join("a.txt")).unwrap().set_modified(old).unwrap();
    git(&work, &["status"]);
    assert_ne!(index(), before, "git rewrote it");
    desk.diff(&stage);
    let landed = desk.land(&stage, json!({}));
    assert_eq!(landed["status"], "applied", "{landed}");
    git(&work, &["fsck", "--strict"]);
    assert_eq!(git(&work, &["status", "--porcelain"]), "");
    assert_eq!(git(&work, &["log", "--format=%s"]), "second\nfirst\n");
}

#[test]
fn d2_what_is_staged_outside_stands_in_the_way_and_no_half_of_a_commit_is_offered() {
    let (desk, stage) = committed_in_a_stage();
    let work = desk.work();
    desk.put("mine", "staged\n");
    git(&work, &["add", "mine"]);
    desk.diff(&stage);
    let refused = desk.fails(&ana(), "stage.land", json!({"id": stage}));
    let hint = refused.hint.clone().unwrap_or_default().to_string();
    assert!(refused.message.contains(".git/index") && !hint.contains("--except"), "{refused:?}");
    assert_eq!(git(&work, &["log", "--format=%s"]), "first\n");
    assert_eq!(git(&work, &["status", "--porcelain"]), "A  mine\n");
}

#[test]
fn d4_a_landing_that_was_cut_short_comes_to_its_end_once() {
    for dies in [Dies::Before, Dies::After] {
        let mut desk = Desk::new();
        desk.put("a.txt", "one\n");
        let (stage, inside) = desk.begin(&ana());
        fs::write(inside.join("a.txt"), "uno\n").unwrap();
        desk.diff(&stage);
        desk.restart(dies);
        let killed = catch_unwind(AssertUnwindSafe(|| desk.land(&stage, json!({}))));
        assert!(killed.is_err());
        desk.restart(Dies::Never);
        desk.engine.recover().unwrap();
        assert_eq!(desk.real("a.txt").unwrap(), "uno\n");
        assert_eq!(desk.status(&stage), "landed");
        let receipts = desk.ask(&ana(), "receipt.list", json!({}))["receipts"].clone();
        assert_eq!(receipts.as_array().unwrap().len(), 1, "{receipts}");
        desk.ask(&ana(), "receipt.undo", json!({"id": receipts[0]["id"]}));
        assert_eq!(desk.real("a.txt").unwrap(), "one\n");
    }
}

#[test]
fn c8_a_rule_that_asks_for_two_persons_asks_so_of_a_landing() {
    let desk = Desk::with_policy(
        "version = 1\n[[rule]]\nname = \"two\"\ntools = [\"stage.*\"]\nthen = \"ask\"\nalways = true\napprovers = 2\n",
    );
    desk.put("a.txt", "one\n");
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("a.txt"), "uno\n").unwrap();
    desk.diff(&stage);
    assert_eq!(desk.land(&stage, json!({}))["status"], "approved");
    assert_eq!(desk.land(&stage, json!({}))["status"], "approved", "one person is not two");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
    desk.ask(&ben(), "stage.diff", json!({"id": stage}));
    assert_eq!(desk.ask(&ben(), "stage.land", json!({"id": stage}))["status"], "applied");
    assert_eq!(desk.real("a.txt").unwrap(), "uno\n");
}

#[test]
fn a2_deleting_more_than_twenty_files_is_typed() {
    let desk = Desk::new();
    (0..25).for_each(|n| desk.put(&format!("old/{n}"), "x"));
    let (stage, inside) = desk.begin(&ana());
    assert_eq!(desk.diff(&stage).get("typed"), None);
    fs::remove_dir_all(inside.join("old")).unwrap();
    let wanted = text(&desk.diff(&stage), "typed").to_owned();
    let asked = desk.land(&stage, json!({}));
    assert_eq!(asked["status"], "needs_typed", "{asked}");
    assert!(desk.work().join("old/3").exists());
    assert_eq!(text(&asked, "message").split('"').nth(1).unwrap(), wanted, "it was told before");
    assert_eq!(desk.land(&stage, json!({"typed": wanted}))["status"], "applied");
    assert!(!desk.work().join("old").exists());
}

#[test]
fn d7_nothing_lands_while_everything_is_frozen() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("a.txt"), "uno\n").unwrap();
    desk.diff(&stage);
    desk.ask(&ana(), "freeze", json!({}));
    assert_eq!(desk.fails(&ana(), "stage.land", json!({"id": stage})).code, ErrorCode::Refused);
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
    desk.ask(&ana(), "thaw", json!({}));
    assert_eq!(desk.land(&stage, json!({}))["status"], "applied");
}

#[test]
fn a_dropped_stage_leaves_nothing_and_is_over() {
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let (stage, inside) = desk.begin(&ana());
    fs::write(inside.join("a.txt"), "uno\n").unwrap();
    desk.diff(&stage);
    assert_eq!(text(&desk.ask(&ana(), "stage.drop", json!({"id": stage})), "status"), "dropped");
    assert!(!inside.exists(), "what it was kept in is gone");
    for op in ["stage.drop", "stage.diff", "stage.land", "stage.note"] {
        assert_eq!(desk.fails(&ana(), op, json!({"id": stage})).code, ErrorCode::Conflict, "{op}");
    }
    assert_eq!(desk.ask(&ana(), "stage.list", json!({}))["stages"], json!([]));
    assert_eq!(desk.ask(&ana(), "stage.list", json!({"all": true}))["stages"][0]["status"], "dropped");
    assert_eq!(desk.real("a.txt").unwrap(), "one\n");
}

#[test]
fn a_command_is_told_by_whoever_began_the_stage_alone() {
    let desk = Desk::new();
    let (stage, _) = desk.begin(&ana());
    let note = |actor: &Actor, more: Value| {
        let mut input = json!({"id": stage});
        input.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
        desk.request(actor, "stage.note", input, None)
    };
    assert!(note(&ana(), json!({"ended": {"exit_code": 0}})).is_err(), "none has begun");
    note(&ana(), json!({"begins": "cargo test --token sk-ant-REDACTED"})).unwrap();
    let told =
        note(&ana(), json!({"ended": {"exit_code": 1}, "denied": ["network: x:1", "network: x:1"]})).unwrap();
    assert_eq!(told["commands"][0]["exit_code"], 1);
    assert_eq!(told["denied"], json!(["network: x:1"]));
    assert!(!told.to_string().contains("abcdefghijklmnopqrstuvwxyz"), "{told}");
    assert_eq!(note(&ben(), json!({"begins": "x"})).unwrap_err().code, ErrorCode::Conflict);
    let run = desk.ask(&ana(), "run.show", json!({"id": told["run"]}));
    assert_eq!(run["status"], "completed", "what was begun for a command ends with it");
    for roots in [json!([]), json!(["/"]), json!(["relative"]), json!(["/w/../etc"])] {
        assert_eq!(
            desk.fails(&ana(), "stage.begin", json!({"roots": roots})).code,
            ErrorCode::Invalid,
            "{roots}"
        );
    }
}

#[test]
fn a5_what_runs_by_itself_one_day_is_said_first_of_a_stage() {
    let desk = Desk::new();
    desk.put(".git/config", "[core]\n");
    let (stage, inside) = desk.begin(&ana());
    for (name, content) in [
        (".git/hooks/pre-commit", "#!/bin/sh\n"),
        (".git/config", "[alias]\n"),
        (".claude/settings.json", "{}"),
        ("a", "a"),
    ] {
        fs::create_dir_all(inside.join(name).parent().unwrap()).unwrap();
        fs::write(inside.join(name), content).unwrap();
    }
    let shown = desk.diff(&stage);
    let warnings: Vec<&str> =
        shown["preview"]["warnings"].as_array().unwrap().iter().map(|w| w.as_str().unwrap()).collect();
    for name in [".git/hooks/pre-commit", ".git/config", ".claude/settings.json"] {
        let told =
            |w: &&str| w.starts_with("touches something that is always asked about") && w.ends_with(name);
        assert!(warnings.iter().any(told), "{name}: {warnings:?}");
    }
    assert!(!warnings.iter().any(|w| w.ends_with("/a")), "{warnings:?}");
}
