//! When and how often the gate asks for a rehearsal, and what follows from its result. Results are scripted
//! here; real commands are tested in `rehearsal`.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use countersign_core::{
    Actor, Answer, Engine, ErrorCode, FixedEnv, Origin, Ran, Request, Result,
    execute::Call,
    memory::MemoryStore,
    store::{Base, Store},
    tool::{Forecast, Reversal},
    world::{Ask, Inverse, Landed, Order, Precondition, RecoveryState, Reverted, World},
};
use countersign_tools::{Builtins, stage::Stages};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::world::{NOON, ana, codex, setup, text};

/// What a rehearsal will show.
#[derive(Clone, Copy)]
enum Script {
    Harmless,
    Effects,
    Nothing,
}

/// The built-in tools with scripted rehearsals.
struct Scripted {
    builtins: Builtins,
    script: Arc<Mutex<Script>>,
    log: Arc<Mutex<Vec<String>>>,
    made: AtomicUsize,
}

impl Scripted {
    fn note(&self, what: String) {
        self.log.lock().unwrap().push(what);
    }
}

impl World for Scripted {
    fn forecast(&self, ask: &Ask) -> Result<Forecast> {
        self.builtins.forecast(ask)
    }

    fn read(&self, ask: &Ask) -> Result<Value> {
        self.note("read".to_owned());
        self.builtins.read(ask)
    }

    fn apply(&self, order: &Order) -> Result<Landed> {
        self.note(format!("apply {:?}", Precondition::rehearsal_id(&order.preconditions)));
        let result = json!({"exit_code": 0});
        Ok(Landed { result, effects: Vec::new(), inverse: None, caveats: Vec::new(), duration_ms: 0 })
    }

    fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.builtins.check(order)
    }

    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.builtins.revert(id, inverse)
    }

    fn forget(&self, id: &str) -> Result<()> {
        self.note(format!("forget {id}"));
        Ok(())
    }

    fn keep_only(&self, rehearsals: &[String]) -> Result<()> {
        self.note(format!("keep only {rehearsals:?}"));
        Ok(())
    }

    fn rehearse(&self, ask: &Ask) -> Result<Option<Forecast>> {
        let made = self.made.fetch_add(1, Ordering::Relaxed) + 1;
        self.note("rehearse".to_owned());
        let mut forecast = self.builtins.forecast(ask)?;
        match *self.script.lock().unwrap() {
            Script::Nothing => return Ok(None),
            Script::Harmless => {
                let commands = forecast.facts.commands.clone();
                forecast.facts = countersign_core::judge::Facts { commands, ..Default::default() };
                forecast.answer = Some(json!({"exit_code": 0, "stdout": "4\n", "rehearsed": true}));
            }
            Script::Effects => {
                forecast.facts = countersign_core::judge::Facts::write("/w/a.txt");
                forecast.reversal = Reversal::Exact;
                let land: Vec<Value> = ask.chosen.iter().flat_map(|c| c.land.clone()).collect();
                let id = match &ask.chosen {
                    Some(chosen) => chosen.rehearsal["id"].clone(),
                    None => json!(format!("x{made}")),
                };
                let state = json!({"id": id, "digest": "d", "land": land});
                forecast.preconditions.push(Precondition { what: Precondition::REHEARSAL.to_owned(), state });
            }
        }
        Ok(Some(forecast))
    }
}

/// A store that counts operations.
struct Counted {
    store: MemoryStore,
    runs: Arc<AtomicUsize>,
}

impl Store for Counted {
    fn submit(&self, call: Call) -> Result<Ran<Answer>> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.store.submit(call)
    }

    fn post(&self, call: Call) -> Result<bool> {
        self.store.post(call)
    }

    fn view(&self, f: &mut dyn FnMut(&mut dyn Base) -> Result<()>) -> Result<()> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        self.store.view(f)
    }
}

struct Desk {
    runs: Arc<AtomicUsize>,
    dir: TempDir,
    env: Arc<FixedEnv>,
    engine: Engine,
    script: Arc<Mutex<Script>>,
    log: Arc<Mutex<Vec<String>>>,
}

/// A command of which analysis only knows that it runs something.
const SCRIPT: &str = "bash ./work.sh";

impl Desk {
    fn new(script: Script, policy: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("w")).unwrap();
        let env = Arc::new(FixedEnv::at(NOON));
        let builtins = Builtins::new(dir.path().join("trash"), Vec::new(), Vec::new(), Vec::new());
        let builtins =
            builtins.with_stages(Stages { folder: dir.path().join("stages"), ..Stages::default() });
        let (script, log) = (Arc::new(Mutex::new(script)), Arc::<Mutex<Vec<String>>>::default());
        let world =
            Scripted { builtins, script: script.clone(), log: log.clone(), made: AtomicUsize::new(0) };
        let policy = if policy.is_empty() { String::new() } else { format!("version = 1\n{policy}") };
        let setup = setup(&policy, Vec::new()).unwrap();
        let runs = Arc::<AtomicUsize>::default();
        let store = Counted { store: MemoryStore::new(), runs: runs.clone() };
        let engine = Engine::new(Arc::new(store), setup, Box::new(env.clone()));
        Self { runs, dir, env, engine: engine.with_world(Box::new(world)), script, log }
    }

    fn work(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join("w")
    }

    fn call(&self, actor: &Actor, op: &str, input: Value) -> Result<Answer> {
        self.env.advance(1);
        let cwd = Some(self.work().display().to_string());
        let origin = Origin { cwd, ..Origin::from("test") };
        self.engine.call(Request { actor: actor.clone(), op: op.into(), input, key: None, origin })
    }

    #[track_caller]
    fn done(&self, actor: &Actor, op: &str, input: Value) -> Value {
        self.call(actor, op, input).unwrap_or_else(|e| panic!("{op}: {e:?}")).value
    }

    #[track_caller]
    fn run(&self, command: &str) -> Value {
        let args = json!({"command": command});
        self.done(&codex(), "call.propose", json!({"tool": "shell.run", "args": args}))
    }

    #[track_caller]
    fn held(&self, command: &str) -> String {
        let answer = self.run(command);
        assert_eq!(answer["status"], "queued", "{answer}");
        text(&answer["item"], "id")
    }

    fn item(&self, id: &str) -> Value {
        self.done(&ana(), "show", json!({"id": id}))["item"].clone()
    }

    fn log(&self) -> Vec<String> {
        std::mem::take(&mut *self.log.lock().unwrap())
    }
}

#[test]
fn a1_what_proves_harmless_runs_as_a_read_once_and_is_not_run_again() {
    let desk = Desk::new(Script::Harmless, "");
    desk.run("ls");
    desk.log();
    let answer = desk.run(SCRIPT);
    assert_eq!((&answer["status"], &answer["result"]["stdout"]), (&json!("done"), &json!("4\n")), "{answer}");
    assert_eq!((&answer["why"]["row"], &answer["receipt"]), (&json!("rehearsed"), &Value::Null));
    assert_eq!(desk.log(), ["rehearse"], "neither read nor applied nor rehearsed twice");
    let log = desk.done(&ana(), "audit.log", json!({})).to_string();
    assert!(log.contains("\"rehearsed\"") && !log.contains("\"user_confirmed\":true"), "{log}");
}

#[test]
fn a1_an_operation_is_run_at_most_twice_for_a_call_whatever_it_asks_of_the_world() {
    for (script, command) in [
        (Script::Harmless, SCRIPT),
        (Script::Effects, SCRIPT),
        (Script::Nothing, SCRIPT),
        (Script::Harmless, "ls"),
        (Script::Effects, "cat a.txt"),
        (Script::Nothing, "cat a.txt"),
    ] {
        let desk = Desk::new(script, "");
        desk.run("true");
        desk.runs.store(0, Ordering::Relaxed);
        desk.run(command);
        assert!(desk.runs.load(Ordering::Relaxed) <= 2, "{command}: {:?}", desk.runs);
    }
}

#[test]
fn a5_what_is_named_as_secret_or_sends_is_asked_about_before_anything_is_rehearsed() {
    let desk = Desk::new(Script::Harmless, "");
    for command in [
        "cat .env",
        "bash ./work.sh && cat .env",
        "curl https://example.com/x",
        "sudo ls",
        "systemctl stop cron",
        "echo x > .git/hooks/pre-commit",
    ] {
        let answer = desk.run(command);
        assert_eq!(answer["status"], "queued", "{command}: {answer}");
        assert_eq!(desk.log(), Vec::<String>::new(), "{command}");
    }
}

#[test]
fn a7_rules_that_ask_and_settings_that_say_no_are_not_talked_round() {
    let always = "[[rule]]\nname = \"r\"\ntools = [\"shell.*\"]\nthen = \"ask\"\nalways = true\n";
    let refuse = "[[rule]]\nname = \"r\"\ntools = [\"shell.*\"]\nthen = \"refuse\"\n";
    for (policy, status) in [
        ("[rehearsal]\nenabled = false", "queued"),
        ("[rehearsal]\nnever = [\"bash *\"]", "queued"),
        ("[rehearsal]\nnever = [\"bash\"]", "queued"),
        (always, "queued"),
        (refuse, "refused"),
    ] {
        let desk = Desk::new(Script::Harmless, policy);
        assert_eq!(desk.run(SCRIPT)["status"], status, "{policy}");
        assert_eq!(desk.log(), Vec::<String>::new(), "{policy}");
    }
    // If a rule asks, it is still asked about, and an approval runs the command.
    let asks = "[[rule]]\nname = \"r\"\ntools = [\"shell.*\"]\nclass = \"mutable\"\nthen = \"ask\"\n";
    let desk = Desk::new(Script::Harmless, asks);
    let item = desk.item(&desk.held(SCRIPT));
    assert_eq!((&item["why"]["row"], &item["class"]), (&json!("ask_rule"), &json!("mutable")));
    assert!(item["preview"]["warnings"].to_string().contains("runs for real"), "{item}");
}

#[test]
fn a4_a_person_who_raised_the_tool_is_asked_whatever_a_rehearsal_shows() {
    let raised = "[[tool]]\nserver = \"shell\"\nname = \"run\"\nclass = \"mutable\"\n";
    let desk = Desk::new(Script::Harmless, raised);
    assert_eq!(desk.item(&desk.held(SCRIPT))["class"], "mutable");
}

#[test]
fn a6_a_check_that_is_only_imagined_rehearses_nothing() {
    let desk = Desk::new(Script::Harmless, "");
    let args = json!({"command": SCRIPT});
    let told = desk.done(&codex(), "policy.check", json!({"tool": "shell.run", "args": args}));
    assert_eq!((&told["verdict"], desk.log()), (&json!("ask"), Vec::new()));
    let told = desk.done(&ana(), "freeze", json!({}));
    assert!(told.is_object());
    assert_eq!((&desk.run(SCRIPT)["status"], desk.log()), (&json!("refused"), Vec::new()));
}

#[test]
fn c6_a_grant_needs_no_rehearsal() {
    let desk = Desk::new(Script::Nothing, "");
    let item = desk.held("mkdir build");
    desk.item(&item);
    desk.done(&ana(), "item.confirm", json!({"id": item, "always": "1h"}));
    desk.log();
    assert_eq!(desk.run("mkdir build")["status"], "done");
    assert_eq!(desk.log(), ["apply None"]);
}

#[test]
fn b1_a_rehearsal_is_let_go_when_no_item_rests_on_it_any_more() {
    let desk = Desk::new(Script::Effects, "");
    let item = desk.held(SCRIPT);
    assert_eq!(desk.item(&item)["facts"]["writes"], json!(["/w/a.txt"]));
    assert_eq!(desk.log(), ["rehearse"]);
    assert_eq!(desk.held(SCRIPT), item, "a twin");
    assert_eq!(desk.log(), ["rehearse", "forget x2"]);
    desk.done(&ana(), "item.refresh", json!({"id": item}));
    assert_eq!(desk.log(), ["rehearse", "forget x1"], "the one before");
    desk.engine.recover().unwrap();
    let kept = desk.log();
    let and_scratch_of_the_run = |one: &String| one.starts_with(r#"keep only ["x3", "r"#);
    assert!(kept.len() == 1 && kept.iter().all(and_scratch_of_the_run), "{kept:?}");
    desk.done(&ana(), "item.reject", json!({"id": item}));
    assert_eq!(desk.log(), ["forget x3"]);
    let retracted = desk.held("bash ./other.sh");
    desk.log();
    desk.done(&codex(), "item.retract", json!({"id": retracted}));
    assert_eq!(desk.log(), ["forget x4"]);
    desk.engine.recover().unwrap();
    let kept = desk.log();
    assert!(kept.len() == 1 && kept[0].starts_with(r#"keep only ["r"#), "only scratch files: {kept:?}");
}

#[test]
fn d2_what_was_rehearsed_is_what_is_ordered_and_is_let_go_afterwards() {
    let desk = Desk::new(Script::Effects, "");
    let item = desk.held(SCRIPT);
    let shown = desk.item(&item);
    assert_eq!((&shown["class"], &shown["reversal"]["tier"]), (&json!("mutable"), &json!("exact")));
    desk.log();
    let told = desk.done(&ana(), "item.confirm", json!({"id": item}));
    assert_eq!(told["status"], "applied", "{told}");
    assert_eq!(desk.log(), [r#"apply Some("x1")"#, "forget x1"]);
}

#[test]
fn c1_agents_cannot_choose_what_lands_and_persons_can() {
    let desk = Desk::new(Script::Effects, "");
    let args = json!({"command": SCRIPT, "land": [{"path": "/w/a.txt"}]});
    let told = desk.done(&codex(), "call.propose", json!({"tool": "shell.run", "args": args}));
    assert_eq!(told["status"], "invalid", "there is no such argument: {told}");
    let item = desk.held(SCRIPT);
    let digest = desk.item(&item)["digest"].clone();
    let edit = json!({"id": item, "land": [{"path": "/w/a.txt"}]});
    assert_eq!(desk.call(&codex(), "item.edit", edit.clone()).unwrap_err().code, ErrorCode::Refused);
    desk.log();
    desk.done(&ana(), "item.edit", edit);
    assert_eq!(desk.log(), ["rehearse"], "the rehearsal that was chosen from stays");
    assert_ne!(desk.item(&item)["digest"], digest, "another digest for another part");
    let told = desk.call(&ana(), "item.edit", json!({"id": item})).unwrap_err();
    assert_eq!(told.code, ErrorCode::Invalid);
    // Without a rehearsal there are no parts.
    *desk.script.lock().unwrap() = Script::Nothing;
    let plain = desk.held("bash ./plain.sh");
    let edit = json!({"id": plain, "land": [{"path": "/w/a.txt"}]});
    assert_eq!(desk.call(&ana(), "item.edit", edit).unwrap_err().code, ErrorCode::Conflict);
}

#[test]
fn a1_a_hook_command_is_rehearsed_when_it_is_come_for_and_once() {
    let desk = Desk::new(Script::Harmless, "");
    let ask = json!({"tool_name": "Bash", "input": {"command": SCRIPT}, "tool_use_id": "t1"});
    let told = desk.done(&codex(), "handover.ask", ask);
    assert_eq!((&told["decision"], desk.log()), (&json!("allow"), Vec::new()));
    let item = text(&told, "item");
    let now = desk.done(&codex(), "handover.exec", json!({"id": item}));
    assert_eq!((&now["status"], &now["result"]["stdout"]), (&json!("applied"), &json!("4\n")), "{now}");
    assert_eq!(desk.log(), ["rehearse"]);
    desk.done(&codex(), "handover.exec", json!({"id": item}));
    assert_eq!(desk.log(), Vec::<String>::new());
    let receipt = &desk.done(&ana(), "item.status", json!({"id": item}))["receipt"];
    assert_eq!(receipt["allowed_by"]["name"], "rehearsed", "{receipt}");

    *desk.script.lock().unwrap() = Script::Effects;
    let ask = json!({"tool_name": "Bash", "input": {"command": "bash ./b.sh"}, "tool_use_id": "t2"});
    let item = text(&desk.done(&codex(), "handover.ask", ask), "item");
    for _ in 0..2 {
        let now = desk.done(&codex(), "handover.exec", json!({"id": item}));
        assert_eq!(now["status"], "pending", "{now}");
    }
    assert_eq!(desk.log(), ["rehearse"]);
    assert_eq!(desk.item(&item)["facts"]["writes"], json!(["/w/a.txt"]));
}
