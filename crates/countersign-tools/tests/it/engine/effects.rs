//! D and E outside the store: real files and commands, through the engine.

use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Arc,
};

use countersign_core::{
    Engine, Error, FixedEnv, Origin, Request, Result,
    memory::MemoryStore,
    tool::Forecast,
    world::{
        Ask, Inverse, Landed, MergedUndo, Order, RecoveryState, Reverted, Standing, Undoable,
        World as Outside,
    },
};
use countersign_tools::Builtins;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::world::{NOON, ana, codex, id, setup, text};

/// When a process dies, relative to the effect.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Dies {
    Never,
    /// During any inspection.
    Looking,
    Before,
    After,
    /// Never; but it cannot check what it did.
    Unsure,
}

/// The real tools, in a process that may die around an effect.
pub(super) struct Mortal {
    pub tools: Builtins,
    pub dies: Dies,
}

impl Mortal {
    fn dying<T>(&self, act: impl FnOnce() -> T) -> T {
        assert!(self.dies != Dies::Before, "killed before the effect");
        let done = act();
        assert!(self.dies != Dies::After, "killed after the effect");
        done
    }
}

impl Outside for Mortal {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        assert!(self.dies != Dies::Looking, "killed before the look");
        self.tools.forecast(ask)
    }
    fn read(&self, ask: &Ask) -> Result<Value> {
        self.tools.read(ask)
    }
    fn apply(&self, order: &Order) -> Result<Landed> {
        let done = self.dying(|| self.tools.apply(order))?;
        match self.dies {
            Dies::Unsure => Err(Error::doubt("the folder cannot be looked at").known(done)),
            _ => Ok(done),
        }
    }
    fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.tools.check(order)
    }
    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.dying(|| self.tools.revert(id, inverse))
    }
    fn forget(&self, id: &str) -> Result<()> {
        self.tools.forget(id)
    }
    fn rehearse(&self, ask: &Ask) -> Result<Option<Forecast>> {
        self.tools.rehearse(ask)
    }
    fn standing(&self, effects: &[Undoable]) -> Vec<Standing> {
        self.tools.standing(effects)
    }
    fn merge(&self, inverse: &Inverse) -> Result<MergedUndo> {
        self.tools.merge(inverse)
    }
}

pub(super) struct Desk {
    pub dir: TempDir,
    store: Arc<MemoryStore>,
    env: Arc<FixedEnv>,
    engine: Engine,
    policy: &'static str,
}

impl Desk {
    pub(super) fn new() -> Self {
        Self::with_policy("")
    }

    pub(super) fn with_policy(policy: &'static str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("work")).unwrap();
        let (store, env) = (Arc::new(MemoryStore::new()), Arc::new(FixedEnv::at(NOON)));
        let engine = engine(&dir, &store, &env, policy, Dies::Never);
        Self { dir, store, env, engine, policy }
    }

    /// A new process on the same store and disk.
    pub(super) fn restart(&mut self, dies: Dies) {
        self.engine = engine(&self.dir, &self.store, &self.env, self.policy, dies);
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join("work").join(name)
    }

    pub(super) fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    pub(super) fn ask(&self, actor: &countersign_core::Actor, op: &str, input: Value) -> Value {
        self.env.advance(1);
        let cwd = self.dir.path().join("work").display().to_string();
        let origin = Origin { cwd: Some(cwd), ..Origin::from("test") };
        let request =
            Request { actor: actor.clone(), op: op.into(), input: input.clone(), key: None, origin };
        self.engine.call(request).unwrap_or_else(|e| panic!("{op} {input}: {e:?}")).value
    }

    #[track_caller]
    pub(super) fn fails(&self, actor: &countersign_core::Actor, op: &str, input: Value) -> Error {
        let cwd = self.dir.path().join("work").display().to_string();
        let origin = Origin { cwd: Some(cwd), ..Origin::from("test") };
        let request = Request { actor: actor.clone(), op: op.into(), input, key: None, origin };
        self.engine.call(request).map(|answer| answer.value).unwrap_err()
    }

    pub(super) fn call(&self, tool: &str, args: Value) -> Value {
        self.ask(&codex(), "call.propose", json!({"tool": tool, "args": args}))
    }

    #[track_caller]
    pub(super) fn hold(&self, tool: &str, args: Value) -> String {
        let answer = self.call(tool, args);
        assert_eq!(answer["status"], "queued", "{answer}");
        id(&answer["item"])
    }

    pub(super) fn confirm(&self, item: &str) -> Value {
        let shown = self.ask(&ana(), "show", json!({"id": item}))["item"].clone();
        self.ask(&ana(), "item.confirm", json!({"id": item, "typed": shown["typed"]}))
    }

    /// Writes through the gate: the receipt.
    #[track_caller]
    pub(super) fn write(&self, name: &str, content: &str) -> Value {
        let landed =
            self.confirm(&self.hold("filesystem.write_file", json!({"path": name, "content": content})));
        assert_eq!(landed["status"], "applied", "{landed}");
        landed["receipt"].clone()
    }

    pub(super) fn undo(&self, receipt: &Value) -> Value {
        self.ask(&ana(), "receipt.undo", json!({"id": receipt["id"]}))
    }

    pub(super) fn status(&self, item: &str) -> String {
        text(&self.ask(&ana(), "show", json!({"id": item}))["item"], "status")
    }

    /// Does what a daemon does when it starts.
    pub(super) fn recover(&self) {
        self.engine.recover().unwrap();
    }

    pub(super) fn verified(&self) -> bool {
        let setup = self.engine.setup();
        self.store.with(|base| countersign_core::audit::verify(base, &setup, &[], None)).unwrap().ok
    }
}

fn engine(dir: &TempDir, store: &Arc<MemoryStore>, env: &Arc<FixedEnv>, policy: &str, dies: Dies) -> Engine {
    let work: PathBuf = fs::canonicalize(dir.path().join("work")).unwrap();
    let tools = Builtins::new(dir.path().join("trash"), vec![work], Vec::new(), Vec::new());
    Engine::new(store.clone(), setup(policy, Vec::new()).unwrap(), Box::new(env.clone()))
        .with_world(Box::new(Mortal { tools, dies }))
}

fn leftovers(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a1_reading_a_file_runs_at_once_and_writing_one_asks() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "hello\n").unwrap();
    let read = d.call("filesystem.read_file", json!({"path": "a.txt"}));
    assert_eq!(read["status"], "done", "{read}");
    assert!(read["result"].to_string().contains("hello"), "{read}");
    let item = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "bye\n"}));
    assert_eq!(d.read("a.txt").unwrap(), "hello\n");
    let shown = d.ask(&ana(), "show", json!({"id": item}))["item"].clone();
    assert!(text(&shown["preview"], "diff").contains("-hello\n+bye"), "{shown}");
    let missing = d.call("filesystem.read_file", json!({"path": "none.txt"}));
    assert_eq!(missing["status"], "invalid", "{missing}");
}

#[test]
fn a5_deleting_is_asked_about_whatever_the_rules_say() {
    let d = Desk::with_policy(
        "version = 1\n[[rule]]\nname = \"trust\"\ntools = [\"filesystem.*\"]\nthen = \"allow\"\n\
         classes = [\"read\", \"mutable\", \"destructive\"]\n",
    );
    let done = d.call("filesystem.write_file", json!({"path": "a.txt", "content": "x"}));
    assert_eq!((text(&done, "status"), d.read("a.txt").unwrap()), ("done".into(), "x".into()), "{done}");
    assert_eq!(done["receipt"]["allowed_by"], json!({"by": "policy", "name": "trust"}));
    let item = d.hold("filesystem.delete_file", json!({"path": "a.txt"}));
    assert_eq!(d.ask(&ana(), "show", json!({"id": item}))["item"]["why"]["row"], "protected");
    assert_eq!(
        d.undo(&done["receipt"])["status"],
        "undone",
        "an effect that policy allowed can be undone, too"
    );
    assert_eq!(d.read("a.txt"), None);
}

#[test]
fn a2_a_folder_with_more_than_twenty_files_is_confirmed_by_its_name_and_not_by_a_number() {
    let d = Desk::new();
    for (folder, files) in [("few", 3), ("many", 30)] {
        fs::create_dir(d.path(folder)).unwrap();
        (0..files).for_each(|n| fs::write(d.path(folder).join(n.to_string()), "x").unwrap());
    }
    let shown = |folder: &str| {
        let item = d.hold("filesystem.delete_file", json!({"path": folder, "recursive": true}));
        d.ask(&ana(), "show", json!({"id": item}))["item"].clone()
    };
    assert_eq!(shown("few")["typed"], Value::Null, "it can be taken back exactly");
    let item = shown("many");
    assert_eq!(item["typed"], "many");
    for typed in [Value::Null, json!("30"), json!("few")] {
        let answer = d.ask(&ana(), "item.confirm", json!({"id": item["id"], "typed": typed}));
        assert_ne!(answer["status"], "applied", "{answer}");
        assert_eq!(d.read("many/1").as_deref(), Some("x"));
    }
    assert_eq!(d.confirm(&id(&item))["status"], "applied");
    assert_eq!(d.read("many/1"), None);
}

#[test]
fn b1_reads_of_a_run_see_its_own_pending_writes() {
    let d = Desk::new();
    let item = d.hold("filesystem.write_file", json!({"path": "new.txt", "content": "draft\n"}));
    let read = d.call("filesystem.read_file", json!({"path": "new.txt"}));
    assert_eq!(read["status"], "done", "{read}");
    assert!(read["result"].to_string().contains("draft"), "{read}");
    assert!(read["result"]["pending"].to_string().contains(&item), "marked as pending: {read}");
    assert_eq!(d.read("new.txt"), None);
    let other = countersign_core::Actor::agent("other");
    let call = json!({"tool": "filesystem.read_file", "args": {"path": "new.txt"}});
    assert_eq!(d.ask(&other, "call.propose", call)["status"], "invalid", "another run sees what is there");
}

#[test]
fn b8_an_edit_of_a_pending_write_waits_for_it() {
    let d = Desk::new();
    let parent = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "one\n"}));
    let edits = json!([{"old_text": "one", "new_text": "two"}]);
    let child = d.hold("filesystem.edit_file", json!({"path": "a.txt", "edits": edits}));
    assert_eq!(d.status(&child), "blocked");
    assert_eq!(d.confirm(&child)["status"], "blocked");
    assert_eq!(d.confirm(&parent)["status"], "applied");
    let landed = d.confirm(&child);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!(d.read("a.txt").unwrap(), "two\n");
}

#[test]
fn d2_a_file_that_moved_since_makes_the_item_stale_with_the_difference() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let item = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "two\n"}));
    fs::write(d.path("a.txt"), "mine\n").unwrap();
    let answer = d.confirm(&item);
    assert_eq!(answer["status"], "stale", "{answer}");
    assert_eq!((d.read("a.txt").unwrap(), d.status(&item)), ("mine\n".into(), "stale".into()));
    d.ask(&ana(), "item.refresh", json!({"id": item}));
    assert_eq!(d.confirm(&item)["status"], "applied");
    assert_eq!(d.read("a.txt").unwrap(), "two\n");
}

#[test]
fn d4_killed_before_or_after_the_effect_it_lands_once() {
    for dies in [Dies::Before, Dies::After] {
        let mut d = Desk::new();
        fs::write(d.path("a.txt"), "one\n").unwrap();
        let item = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "two\n"}));
        d.restart(dies);
        assert!(catch_unwind(AssertUnwindSafe(|| d.confirm(&item))).is_err());
        assert_eq!(d.status(&item), "applying", "the intent is durable before the effect");
        d.restart(Dies::Never);
        d.engine.recover().unwrap();
        assert_eq!((d.status(&item), d.read("a.txt").unwrap()), ("applied".into(), "two\n".into()));
        d.engine.recover().unwrap();
        let receipts = d.ask(&ana(), "receipt.list", json!({}))["receipts"].clone();
        assert_eq!(receipts.as_array().unwrap().len(), 1, "reported once");
        assert_eq!(d.undo(&receipts[0])["status"], "undone", "what stood before was captured");
        assert_eq!(d.read("a.txt").unwrap(), "one\n");
        assert_eq!(leftovers(&d.dir.path().join("work")), ["a.txt"]);
        assert!(d.verified());
    }
}

#[test]
fn d4_killed_during_an_undo_it_ends_undone() {
    for dies in [Dies::Before, Dies::After] {
        let mut d = Desk::new();
        fs::write(d.path("a.txt"), "one\n").unwrap();
        let receipt = d.write("a.txt", "two\n");
        d.restart(dies);
        assert!(catch_unwind(AssertUnwindSafe(|| d.undo(&receipt))).is_err());
        d.restart(Dies::Never);
        assert_eq!(d.undo(&receipt)["status"], "stale", "it is under way");
        d.engine.recover().unwrap();
        assert_eq!(
            (d.undo(&receipt)["status"].as_str(), d.read("a.txt").unwrap()),
            (Some("already_undone"), "one\n".into())
        );
    }
}

#[test]
fn d4_a_command_that_nobody_saw_end_needs_a_person() {
    let mut d = Desk::new();
    let item = d.hold("shell.run", json!({"command": "echo once >> log.txt"}));
    d.restart(Dies::After);
    assert!(catch_unwind(AssertUnwindSafe(|| d.confirm(&item))).is_err());
    d.restart(Dies::Never);
    d.engine.recover().unwrap();
    assert_eq!(d.status(&item), "needs_review");
    assert_eq!(d.read("log.txt").unwrap(), "once\n", "it was not run again");
    let answer = d.ask(&ana(), "item.resolve", json!({"id": item, "landed": true}));
    assert_eq!(answer["status"], "applied", "{answer}");
    assert!(answer["receipt"]["undo_action"].is_null());
    let other = d.hold("shell.run", json!({"command": "make"}));
    d.restart(Dies::Before);
    assert!(catch_unwind(AssertUnwindSafe(|| d.confirm(&other))).is_err());
    d.restart(Dies::Never);
    d.engine.recover().unwrap();
    d.ask(&ana(), "item.resolve", json!({"id": other, "landed": false}));
    assert_eq!(d.status(&other), "pending");
}

#[test]
fn d3_a_failed_effect_is_pending_again_and_nothing_of_it_stays() {
    let d = Desk::new();
    let item = d.hold("shell.run", json!({"argv": ["/no/such/program"]}));
    let answer = d.confirm(&item);
    assert_eq!(answer["status"], "failed", "{answer}");
    assert_eq!(d.status(&item), "pending");
}

#[test]
fn e3_undo_refuses_a_drifted_file_and_shows_the_difference() {
    let d = Desk::new();
    let receipt = d.write("a.txt", "one\ntwo\n");
    fs::write(d.path("a.txt"), "one\nmine\n").unwrap();
    let refused = d.undo(&receipt);
    assert_eq!(refused["status"], "stale", "{refused}");
    assert!(text(&refused, "difference").contains("mine"), "{refused}");
    assert_eq!(d.read("a.txt").unwrap(), "one\nmine\n", "nothing was touched");
    fs::write(d.path("a.txt"), "one\ntwo\n").unwrap();
    assert_eq!(d.undo(&receipt)["status"], "undone", "looked at afresh");
    assert_eq!(d.read("a.txt"), None);
}

#[test]
fn e4_an_agents_undo_of_a_file_is_a_proposal_and_an_undo_can_be_undone() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "one\n").unwrap();
    let receipt = d.write("a.txt", "two\n");
    let item = d.hold("countersign.undo", json!({"receipt": receipt["id"]}));
    assert_eq!(d.read("a.txt").unwrap(), "two\n");
    let landed = d.confirm(&item);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert_eq!((d.read("a.txt").unwrap(), d.status(&item)), ("one\n".into(), "applied".into()));
    assert_eq!(d.undo(&receipt)["status"], "already_undone");
    assert_eq!(d.undo(&landed["receipt"])["status"], "undone", "redo");
    assert_eq!(d.read("a.txt").unwrap(), "two\n");
    assert_eq!(d.undo(&receipt)["status"], "undone", "and back once more");
    assert_eq!(d.read("a.txt").unwrap(), "one\n");
}

#[test]
fn e5_a_run_that_touched_one_file_five_times_comes_back_whole() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "zero\n").unwrap();
    for n in 1..=3 {
        d.write("a.txt", &format!("{n}\n"));
    }
    let moved = d.hold("filesystem.move_file", json!({"from": "a.txt", "to": "b.txt"}));
    assert_eq!(d.confirm(&moved)["status"], "applied");
    let deleted = d.hold("filesystem.delete_file", json!({"path": "b.txt"}));
    assert_eq!(d.confirm(&deleted)["status"], "applied");
    let run = text(&d.ask(&ana(), "run.list", json!({}))["runs"][0], "id");
    let back = d.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!(
        (text(&back, "status"), back["undone"].as_array().unwrap().len()),
        ("rolled_back".into(), 5),
        "{back}"
    );
    assert_eq!(d.read("a.txt").unwrap(), "zero\n");
    assert_eq!(leftovers(&d.dir.path().join("work")), ["a.txt"]);
}

#[test]
fn e5_a_rollback_that_stops_half_way_is_resumed() {
    let d = Desk::new();
    d.write("a.txt", "a\n");
    d.write("b.txt", "b\n");
    fs::write(d.path("a.txt"), "drifted\n").unwrap();
    let run = text(&d.ask(&ana(), "run.list", json!({}))["runs"][0], "id");
    let partial = d.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!(partial["status"], "partial", "{partial}");
    assert_eq!((d.read("a.txt").unwrap(), d.read("b.txt")), ("drifted\n".into(), None));
    assert!(text(&partial["remaining"][0], "summary").contains("a.txt"));
    fs::write(d.path("a.txt"), "a\n").unwrap();
    assert_eq!(d.ask(&ana(), "run.rollback", json!({"id": run}))["status"], "rolled_back");
    assert_eq!(d.read("a.txt"), None);
}

#[test]
fn c3_e5_many_items_land_and_come_back_in_order_though_some_in_the_middle_fail() {
    const MANY: usize = 100;
    let d = Desk::new();
    let run = id(&d.ask(&codex(), "run.start", json!({})));
    let name = |n: usize| format!("f{n:03}.txt");
    // Every tenth file is written twice: the second write waits for the first to end.
    let writes: Vec<(String, String)> = (0..MANY)
        .flat_map(|n| (0..=usize::from(n % 10 == 0)).map(move |turn| (name(n), format!("{n}, {turn}"))))
        .collect();
    let mut items = Vec::new();
    for (path, content) in &writes {
        let call =
            json!({"run": run, "tool": "filesystem.write_file", "args": {"path": path, "content": content}});
        items.push(d.ask(&codex(), "call.propose", call)["item"].clone());
    }
    let chosen: Vec<Value> = items.iter().map(|i| json!({"id": i["id"], "digest": i["digest"]})).collect();
    let moved = [7, 33, 64, 65, 99];
    for n in moved {
        fs::write(d.path(&name(n)), "somebody else's").unwrap();
    }
    let results = d.ask(&ana(), "items.confirm_selected", json!({"items": chosen}))["results"].clone();
    let results = results.as_array().unwrap();
    assert_eq!(results.len(), items.len());
    for (item, result) in items.iter().zip(results) {
        assert_eq!(item["id"], result["item"], "a result each, in order");
    }
    for ((path, content), result) in writes.iter().zip(results) {
        if moved.iter().any(|n| name(*n) == *path) {
            assert_eq!(result["status"], "stale", "{path}: {result}");
            assert_eq!(d.read(path).as_deref(), Some("somebody else's"));
        } else {
            assert_eq!(result["status"], "applied", "{path} {content}: {result}");
        }
    }
    assert_eq!(d.read(&name(50)).as_deref(), Some("50, 1"), "the later write is the last");

    fs::write(d.path(&name(20)), "changed since").unwrap();
    let partial = d.ask(&ana(), "run.rollback", json!({"id": run}));
    assert_eq!(partial["status"], "partial", "{partial}");
    assert_eq!(d.read(&name(20)).as_deref(), Some("changed since"), "nobody's work is overwritten");
    let left = || (0..MANY).filter(|n| d.read(&name(*n)).is_some()).collect::<Vec<_>>();
    assert_eq!(left(), [7, 20, 33, 64, 65, 99]);
    fs::write(d.path(&name(20)), "20, 1").unwrap();
    assert_eq!(d.ask(&ana(), "run.rollback", json!({"id": run}))["status"], "rolled_back");
    assert_eq!(left(), moved);
}

#[test]
fn d7_frozen_nothing_begins() {
    let d = Desk::new();
    let item = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "x"}));
    d.ask(&ana(), "show", json!({"id": item}));
    d.ask(&ana(), "freeze", json!({}));
    assert_eq!(d.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "frozen");
    assert_eq!(d.read("a.txt"), None);
    d.ask(&ana(), "thaw", json!({}));
    assert_eq!(d.ask(&ana(), "item.confirm", json!({"id": item}))["status"], "applied");
}

#[test]
fn e7_deleted_files_are_kept_for_thirty_days_and_their_purge_is_logged() {
    let d = Desk::new();
    fs::write(d.path("a.txt"), "precious\n").unwrap();
    let landed = d.confirm(&d.hold("filesystem.delete_file", json!({"path": "a.txt"})));
    assert_eq!((landed["status"].as_str(), d.read("a.txt")), (Some("applied"), None), "{landed}");
    d.env.advance(29 * super::world::DAY);
    assert_eq!(d.engine.sweep(30).unwrap().event, None, "nothing to do leaves no trace");
    assert_eq!(d.undo(&landed["receipt"])["status"], "undone");
    assert_eq!(d.read("a.txt").unwrap(), "precious\n");
    let again = d.confirm(&d.hold("filesystem.delete_file", json!({"path": "a.txt"})));
    d.env.advance(31 * super::world::DAY);
    let swept = d.engine.sweep(30).unwrap();
    assert!(
        swept.event.is_some() && swept.value["purged"].to_string().contains(&id(&again["receipt"])),
        "{swept:?}"
    );
    let refused = d.undo(&again["receipt"]);
    assert_eq!(refused["status"], "irreversible");
    assert!(text(&refused, "message").contains("30 days"), "{refused}");
    let kept = walk(&d.dir.path().join("trash"));
    assert!(!kept.iter().any(|p| fs::read_to_string(p).is_ok_and(|t| t == "precious\n")), "{kept:?}");
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|e| e.unwrap().path());
    paths.flat_map(|p| if p.is_dir() { walk(&p) } else { vec![p] }).collect()
}

#[test]
fn a5_a_secret_is_read_only_after_a_yes_and_then_it_is_read() {
    let d = Desk::new();
    fs::write(d.path(".env"), "MODE=test\n").unwrap();
    let item = d.hold("filesystem.read_file", json!({"path": ".env"}));
    let landed = d.confirm(&item);
    assert_eq!(landed["status"], "applied", "{landed}");
    assert!(landed["receipt"]["result"].to_string().contains("MODE=test"), "{landed}");
    assert!(landed["receipt"]["undo_action"].is_null(), "there is nothing to take back");
}

#[test]
fn d8_what_landed_and_cannot_be_looked_at_waits_for_a_person_with_its_receipt() {
    for applied in [true, false] {
        let mut d = Desk::new();
        let item = d.hold("filesystem.write_file", json!({"path": "a.txt", "content": "new"}));
        d.restart(Dies::Unsure);
        let answer = d.confirm(&item);
        assert_eq!((&answer["status"], d.status(&item).as_str()), (&json!("needs_review"), "needs_review"));
        let receipt = answer["receipt"].clone();
        assert!(receipt["rollback_cues"].to_string().contains("cannot be looked at"), "{receipt}");
        assert_eq!(d.read("a.txt").unwrap(), "new");
        d.restart(Dies::Never);
        let resolved = d.ask(&ana(), "item.resolve", json!({"id": item, "landed": applied}));
        if applied {
            assert_eq!(resolved["receipt"]["id"], receipt["id"], "what was known is what landed: {resolved}");
        }
        assert_eq!(d.undo(&receipt)["status"], "undone", "what is known can be taken back");
        assert_eq!(d.read("a.txt"), None);
        assert!(d.verified());
    }
}

#[test]
fn e4_an_undo_in_the_world_is_never_logged_as_stale() {
    let d = Desk::new();
    let receipt = d.write("a.txt", "one");
    assert_eq!(d.undo(&receipt)["status"], "undone");
    let told = |op: &str| {
        let events = d.store.with(|base| base.events_mut().clone());
        events.into_iter().filter(|e| e.op == op).map(|e| e.status).collect::<Vec<_>>()
    };
    assert_eq!(
        (told("receipt.undo"), told("effect.reverted")),
        (vec!["held".to_owned()], vec!["done".to_owned()])
    );
    let log = d.ask(&ana(), "audit.log", json!({}));
    assert!(!log.to_string().contains("stale"), "{log}");
}

#[test]
fn e5_a_run_that_was_rolled_back_takes_no_proposals_until_it_is_reopened() {
    let d = Desk::new();
    d.write("a.txt", "one");
    let run = text(&d.ask(&ana(), "run.list", json!({}))["runs"][0], "id");
    assert_eq!(d.ask(&ana(), "run.rollback", json!({"id": run}))["status"], "rolled_back");
    let call =
        json!({"run": run, "tool": "filesystem.write_file", "args": {"path": "b.txt", "content": "b"}});
    let refused = d.fails(&codex(), "call.propose", call.clone());
    assert_eq!(refused.code, countersign_core::ErrorCode::Conflict, "{refused:?}");
    assert!(refused.hint.unwrap().contains(&format!("run resume {run}")));
    d.ask(&ana(), "run.resume", json!({"id": run}));
    assert_eq!(d.ask(&codex(), "call.propose", call)["status"], "queued");
    let d = Desk::new();
    d.write("a.txt", "one");
    let run = text(&d.ask(&ana(), "run.list", json!({}))["runs"][0], "id");
    d.ask(&ana(), "run.rollback", json!({"id": run}));
    let later = d.call("filesystem.write_file", json!({"path": "b.txt", "content": "b"}));
    assert_eq!(later["status"], "queued");
    assert_ne!(later["run"], json!(run), "what names no run is work of its own");
}
