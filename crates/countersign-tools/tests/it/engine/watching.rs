//! Watched folders in the engine: asked for once, reported, ended.

use std::{fs, path::PathBuf, sync::Arc};

use countersign_core::{Actor, Engine, Error, FixedEnv, Origin, Request, Result, memory::MemoryStore};
use countersign_tools::Builtins;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::world::{DAY, NOON, ana, codex, id, setup, text};

struct Desk {
    _dir: TempDir,
    base: PathBuf,
    env: Arc<FixedEnv>,
    engine: Engine,
}

impl Desk {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().canonicalize().unwrap();
        fs::create_dir_all(base.join("work/src")).unwrap();
        fs::create_dir_all(base.join("home/trash")).unwrap();
        let env = Arc::new(FixedEnv::at(NOON));
        let (store, setup) = (Arc::new(MemoryStore::new()), setup("", Vec::new()).unwrap());
        let tools = Builtins::new(base.join("home/trash"), Vec::new(), vec![base.join("home")], Vec::new());
        let engine = Engine::new(store, setup, Box::new(env.clone())).with_world(Box::new(tools));
        Self { _dir: dir, base, env, engine }
    }

    fn request(&self, actor: &Actor, op: &str, input: Value) -> Result<Value> {
        self.env.advance(1);
        let cwd = Some(self.base.join("work").display().to_string());
        let origin = Origin { cwd, ..Origin::from("test") };
        let request = Request { actor: actor.clone(), op: op.into(), input, key: None, origin };
        self.engine.call(request).map(|a| a.value)
    }

    #[track_caller]
    fn ask(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.request(actor, op, input.clone()).unwrap_or_else(|e| panic!("{op} {input}: {e:?}"))
    }

    fn propose(&self, args: Value) -> Result<Value> {
        self.request(&codex(), "call.propose", json!({"tool": "filesystem.watch_folder", "args": args}))
    }

    /// Asserts that a call fails with an error that the agent can fix.
    #[track_caller]
    fn refuses(&self, args: Value, words: &str) {
        let answer = self.propose(args).unwrap();
        assert_eq!(answer["status"], "invalid", "{answer}");
        assert!(text(&answer, "message").contains(words), "{answer}");
    }

    #[track_caller]
    fn hold(&self, args: Value) -> String {
        let answer = self.propose(args).unwrap();
        assert_eq!(answer["status"], "queued", "{answer}");
        id(&answer["item"])
    }

    fn confirm(&self, item: &str) -> Value {
        self.ask(&ana(), "show", json!({"id": item}));
        self.ask(&ana(), "item.confirm", json!({"id": item}))
    }

    /// Creates an approved watch; returns its item and its receipt.
    #[track_caller]
    fn watch(&self, args: Value) -> (String, String) {
        let item = self.hold(args);
        let landed = self.confirm(&item);
        assert_eq!(landed["status"], "applied", "{landed}");
        (item, id(&landed["receipt"]))
    }

    fn settle(&self) -> Value {
        self.ask(&Actor::system(), "watch.settle", json!({}))
    }

    /// Returns the active watches.
    fn live(&self) -> Vec<String> {
        self.settle()["watches"].as_array().unwrap().iter().map(id).collect()
    }

    fn noticed(&self, input: Value) -> Result<Value> {
        self.request(&Actor::system(), "watch.noticed", input)
    }

    fn result(&self, item: &str) -> Value {
        self.ask(&codex(), "item.status", json!({"id": item}))["result"].clone()
    }
}

#[track_caller]
fn refused(result: Result<Value>, words: &str) -> Error {
    let error = result.expect_err("refused");
    assert!(error.message.contains(words), "{error}");
    error
}

#[test]
fn b1_a_watch_is_asked_for_once_and_then_tells() {
    let desk = Desk::new();
    let item = desk.hold(json!({"path": "src", "recursive": true, "until": 60}));
    assert_eq!(desk.live(), [""; 0], "nothing is watched before a yes");
    let shown = desk.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert_eq!(
        (&shown["class"], &shown["args"]["path"]),
        (&json!("mutable"), &json!(desk.base.join("work/src")))
    );
    assert_eq!(shown["summary"], "Watch src with all folders in it for 1 min");
    let landed = desk.ask(&ana(), "item.confirm", json!({"id": item}));
    assert_eq!(landed["receipt"]["rollback_label"], "Can be undone exactly", "{landed}");
    assert_eq!(desk.live(), [item.as_str()]);
    assert_eq!(desk.result(&item)["state"], "beginning");
    desk.noticed(json!({"watch": item, "began": true})).unwrap();
    let changes = json!([{"kind": "created", "path": "a"}, {"kind": "renamed", "path": "b", "to": "c"}]);
    desk.noticed(json!({"watch": item, "changes": changes, "more": 7})).unwrap();
    let result = desk.result(&item);
    assert_eq!(
        (&result["state"], &result["noticed"], &result["watch"]),
        (&json!("watching"), &json!(9), &json!(item))
    );
    assert_eq!((&result["changes"][0]["path"], &result["changes"][1]["to"]), (&json!("a"), &json!("c")));
}

#[test]
fn only_the_last_changes_are_remembered_and_a_gap_is_one_of_them() {
    let desk = Desk::new();
    let (item, _) = desk.watch(json!({"path": "src"}));
    desk.noticed(json!({"watch": item, "began": true, "gap": "nothing was missed yet"})).unwrap();
    let all: Vec<Value> = (0..100).map(|n| json!({"kind": "created", "path": n.to_string()})).collect();
    desk.noticed(json!({"watch": item, "changes": all})).unwrap();
    assert_eq!(desk.result(&item)["changes"].as_array().unwrap().len(), 50);
    desk.noticed(json!({"watch": item, "began": true})).unwrap();
    let last = desk.result(&item)["changes"][49].clone();
    assert_eq!(
        (text(&last, "kind"), text(&last, "why")),
        ("gap".into(), "changes were missed while the daemon was not running".into())
    );
    let more: Vec<Value> = (0..101).map(|n| json!({"kind": "created", "path": n.to_string()})).collect();
    refused(desk.noticed(json!({"watch": item, "changes": more})), "at most 100");
}

#[test]
fn e9_undo_ends_a_watch_and_undoing_that_begins_it_again() {
    let desk = Desk::new();
    let (item, receipt) = desk.watch(json!({"path": "src"}));
    let undone = desk.ask(&ana(), "receipt.undo", json!({"id": receipt}));
    assert_eq!(undone["status"], "undone", "{undone}");
    assert_eq!(desk.live(), [""; 0]);
    assert_eq!(desk.result(&item)["ended"], "it was undone");
    refused(desk.noticed(json!({"watch": item})), "has ended");
    let redone = desk.ask(&ana(), "receipt.undo", json!({"id": undone["receipt"]["id"]}));
    assert_eq!(redone["status"], "undone", "{redone}");
    assert_eq!(desk.live(), [item.as_str()]);
    let again = desk.ask(&ana(), "receipt.undo", json!({"id": receipt}));
    assert_eq!((again["status"].as_str(), desk.live().len()), (Some("undone"), 0), "{again}");
}

#[test]
fn a_watch_ends_with_its_run_and_by_its_time() {
    let desk = Desk::new();
    let (short, _) = desk.watch(json!({"path": "src", "until": 60}));
    let (long, _) = desk.watch(json!({"path": "."}));
    desk.env.advance(61_000);
    let settled = desk.settle();
    assert_eq!((&settled["ended"], settled["watches"].as_array().unwrap().len()), (&json!([short]), 1));
    assert_eq!(desk.result(&short)["ended"], "it has expired");
    let run = text(&desk.ask(&ana(), "show", json!({"id": long}))["item"], "run");
    let late = desk.hold(json!({"path": "src", "until": 61}));
    desk.ask(&codex(), "run.end", json!({"id": run}));
    assert_eq!(desk.live(), [""; 0]);
    assert_eq!(desk.result(&long)["ended"], "its run has ended");
    let failed = desk.confirm(&late);
    assert!(text(&failed, "message").contains("its run has ended"), "{failed}");
    assert_eq!(desk.live(), [""; 0]);
}

#[test]
fn without_a_time_a_watch_lasts_a_day() {
    let desk = Desk::new();
    desk.watch(json!({"path": "src"}));
    desk.env.advance(DAY - 1000);
    assert_eq!(desk.live().len(), 1);
    desk.env.advance(1000);
    assert_eq!(desk.live().len(), 0);
    desk.refuses(json!({"path": "src", "until": 86_401}), "invalid arguments for");
}

#[test]
fn while_everything_is_frozen_watches_stand_still() {
    let desk = Desk::new();
    let (item, _) = desk.watch(json!({"path": "src", "until": 60}));
    desk.ask(&ana(), "freeze", json!({}));
    desk.env.advance(61_000);
    let settled = desk.settle();
    assert_eq!(
        (&settled["frozen"], &settled["ended"], &settled["watches"]),
        (&json!(true), &json!([]), &json!([]))
    );
    assert_eq!(desk.result(&item)["state"], "frozen");
    refused(desk.noticed(json!({"watch": item})), "frozen");
    desk.ask(&ana(), "thaw", json!({}));
    assert_eq!(desk.settle()["ended"], json!([item]));
}

#[test]
fn what_is_our_own_or_not_there_or_too_large_is_not_watched() {
    let desk = Desk::new();
    let path = |name: &str| desk.base.join(name);
    desk.refuses(json!({"path": path("home")}), "Countersign's own");
    desk.refuses(json!({"path": path("home/trash")}), "Countersign's own");
    desk.refuses(json!({"path": desk.base, "recursive": true}), "holds Countersign's own");
    desk.refuses(json!({"path": "nowhere"}), "no such file or folder");
    fs::write(path("work/file"), "x").unwrap();
    desk.refuses(json!({"path": "file"}), "not a folder");
    (0..10_000).for_each(|n| fs::create_dir(path("work/src").join(n.to_string())).unwrap());
    desk.refuses(json!({"path": "src", "recursive": true}), "more than 10000 folders");
    desk.watch(json!({"path": "src"}));
}

#[test]
fn what_moved_before_the_yes_is_not_watched() {
    let desk = Desk::new();
    let item = desk.hold(json!({"path": "src"}));
    fs::rename(desk.base.join("work/src"), desk.base.join("work/old")).unwrap();
    std::os::unix::fs::symlink(desk.base.join("home"), desk.base.join("work/src")).unwrap();
    let failed = desk.confirm(&item);
    assert_eq!(failed["status"], "failed", "{failed}");
    assert_eq!(desk.live(), [""; 0]);
}

#[test]
fn a5_a_protected_folder_is_asked_about_as_such() {
    let desk = Desk::new();
    fs::create_dir(desk.base.join("work/.ssh")).unwrap();
    let item = desk.hold(json!({"path": ".ssh"}));
    let shown = desk.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert!(!shown["facts"]["protected"].as_array().unwrap().is_empty(), "{}", shown["facts"]);
}

#[test]
fn an_agent_has_at_most_thirty_two_watches() {
    let desk = Desk::new();
    for n in 0..34 {
        fs::create_dir(desk.base.join("work").join(format!("d{n}"))).unwrap();
    }
    let early = desk.hold(json!({"path": "d33"}));
    let (_, first) = desk.watch(json!({"path": "d0"}));
    (1..32).for_each(|n| drop(desk.watch(json!({"path": format!("d{n}")}))));
    desk.refuses(json!({"path": "d32"}), "has 32 watches already");
    let failed = desk.confirm(&early);
    assert!(text(&failed, "message").contains("has 32 watches already"), "{failed}");
    desk.ask(&ana(), "receipt.undo", json!({"id": first}));
    desk.watch(json!({"path": "d32"}));
}

#[test]
fn c1_only_countersign_itself_tells_what_was_noticed() {
    let desk = Desk::new();
    let (item, _) = desk.watch(json!({"path": "src"}));
    for actor in [codex(), ana()] {
        desk.request(&actor, "watch.noticed", json!({"watch": item})).expect_err("refused");
        desk.request(&actor, "watch.settle", json!({})).expect_err("refused");
    }
    assert_eq!(desk.result(&item)["noticed"], 0);
}
