//! Tests rehearsals of real commands, from the call to the undo: real layers, real processes, real files.

mod asides;
mod backtest;
mod builds;
mod clients;
mod everyday;
mod mounted;
mod moving;
mod planned;
mod printing;
mod reading;
mod redacted;
mod remembered;
mod repeated;
mod run_world;
mod staged;
mod staged_run;
mod taint;
mod trust;
mod turned;

use std::{
    collections::BTreeMap,
    fs,
    io::Read as _,
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use countersign_core::{
    Actor, Answer, Engine, ErrorCode, FixedEnv, Origin, Request, Result, memory::MemoryStore,
};
use countersign_tools::{Builtins, stage::Stages};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::engine::world::{NOON, ana, codex, setup, text};

struct Desk {
    dir: TempDir,
    env: Arc<FixedEnv>,
    engine: Engine,
}

/// The content of a folder: type, mode, time and content of each path.
type Tree = BTreeMap<PathBuf, (u32, Option<std::time::SystemTime>, Option<Vec<u8>>)>;

fn tree(at: &Path) -> Tree {
    let mut all = Tree::new();
    let mut open = vec![at.to_owned()];
    while let Some(path) = open.pop() {
        let about = path.symlink_metadata().unwrap();
        let below = path.strip_prefix(at).unwrap().to_owned();
        // A folder's time changes when an entry comes or goes.
        let time = about.is_file().then(|| about.modified().unwrap());
        let content = about.is_file().then(|| fs::read(&path).unwrap());
        all.insert(below, (about.permissions().mode(), time, content));
        if about.is_dir() {
            open.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        }
    }
    all
}

fn contents(at: &Path) -> BTreeMap<PathBuf, (u32, Option<Vec<u8>>)> {
    tree(at).into_iter().map(|(path, (mode, _, content))| (path, (mode, content))).collect()
}

/// Creates a folder outside of `/tmp`, which is private in a world, even if this was built there.
fn outside_tmp() -> TempDir {
    let places = [env!("CARGO_TARGET_TMPDIR"), "/var/cache", "/opt", "/srv"];
    let mut outside =
        places.iter().filter(|place| !place.starts_with("/tmp/") && !place.starts_with("/var/tmp/"));
    let made = outside.find_map(|place| tempfile::tempdir_in(place).ok());
    made.expect("build outside of /tmp, or as somebody who may write elsewhere")
}

/// Whether this machine supports rehearsals; prints why not.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what they did not show")]
fn has_means() -> bool {
    let capabilities = countersign_rehearsal::capabilities();
    let all = capabilities.namespaces && capabilities.overlay && capabilities.watching;
    let skips = std::env::var_os("COUNTERSIGN_TESTS_WITHOUT_WORLDS").is_some();
    assert!(
        all || skips,
        "this machine cannot rehearse: {:?}; COUNTERSIGN_TESTS_WITHOUT_WORLDS=1 leaves these tests out",
        capabilities.missing
    );
    if !all {
        eprintln!("skipped: this machine cannot rehearse: {:?}", capabilities.missing);
    }
    all
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
        let home = dir.path().join("home");
        fs::create_dir(&home).unwrap();
        let policy = if policy.is_empty() { String::new() } else { format!("version = 1\n{policy}") };
        let setup = setup(&policy, Vec::new()).unwrap();
        let builtins = Builtins::new(home.join("trash"), Vec::new(), vec![home.clone()], Vec::new());
        let builtins = builtins.with_stages(Stages { folder: home.join("stages"), ..Stages::default() });
        builtins.set_rehearsal(setup.policy.rehearsal());
        let engine = Engine::new(Arc::new(MemoryStore::new()), setup, Box::new(env.clone()));
        Self { dir, env, engine: engine.with_world(Box::new(builtins)) }
    }

    fn work(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join("w")
    }

    fn put(&self, name: &str, content: &str) {
        let path = self.work().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn holds(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.work().join(name)).ok()
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

    /// Returns the item of a command.
    #[track_caller]
    fn held(&self, command: &str) -> Value {
        let answer = self.run(command);
        assert_eq!(answer["status"], "queued", "{answer}");
        self.done(&ana(), "show", json!({"id": answer["item"]["id"]}))["item"].clone()
    }

    #[track_caller]
    fn confirm(&self, item: &Value) -> Value {
        let input = json!({"id": item["id"], "digest": item["digest"], "typed": item["typed"]});
        self.done(&ana(), "item.confirm", input)
    }

    /// Returns the names of stored rehearsals.
    fn kept(&self) -> Vec<String> {
        let at = self.dir.path().join("home/stages/rehearsals");
        let names = fs::read_dir(at).into_iter().flatten().flatten();
        let names = names.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter(|name| !name.starts_with('.')).collect()
    }
}

#[track_caller]
fn warns(item: &Value, words: &str) {
    let warnings = item["preview"]["warnings"].to_string();
    assert!(warnings.contains(words), "{words:?} is not in {warnings}");
}

#[test]
fn a1_code_that_only_looks_runs_at_once_and_leaves_nothing_behind() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let before = tree(&desk.work());
    let answer = desk.run(
        "python3 -c 'import os; print(sorted(e.name for e in os.scandir(\".\")), eval(\"2 + 2\"))'; exit 3",
    );
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("done"), &json!("rehearsed")), "{answer}");
    assert_eq!(answer["result"]["stdout"], "['a.txt'] 4\n");
    assert_eq!((&answer["result"]["exit_code"], &answer["result"]["rehearsed"]), (&json!(3), &json!(true)));
    assert_eq!((tree(&desk.work()), desk.kept()), (before, Vec::<String>::new()));
}

const REWORK: &str =
    "sed -i s/one/two/ a.txt; rm -r old; mkdir new; printf 'x\\n' > new/b.txt; chmod 700 run.sh";

#[test]
fn e1_e9_what_was_shown_lands_byte_for_byte_and_undo_restores_the_tree() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    for (name, content) in [("a.txt", "one\nkeep\n"), ("old/c/d.txt", "gone\n"), ("run.sh", "#!/bin/sh\n")] {
        desk.put(name, content);
    }
    let before = tree(&desk.work());
    let twin = desk.dir.path().join("twin");
    let copied = Command::new("cp").arg("-a").arg(desk.work()).arg(&twin).status().unwrap();
    let direct = Command::new("bash").arg("-c").arg(REWORK).current_dir(&twin).status().unwrap();
    assert!(copied.success() && direct.success());
    let item = desk.held(REWORK);
    assert_eq!(tree(&desk.work()), before, "nothing happened yet");
    assert_eq!(
        (&item["class"], &item["reversal"]["tier"]),
        (&json!("destructive"), &json!("exact")),
        "{item}"
    );
    let shown = item["preview"].to_string();
    for words in ["-one", "+two", "old/c/d.txt", "new/b.txt", "run.sh", "exactly this lands"] {
        assert!(shown.contains(words), "{words} is not in {shown}");
    }
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "applied", "{told}");
    assert_eq!(contents(&desk.work()), contents(&twin), "byte for byte what a direct run does");
    assert_eq!((&told["receipt"]["result"]["exit_code"], desk.kept()), (&json!(0), Vec::<String>::new()));

    let undone = desk.done(&ana(), "receipt.undo", json!({"id": told["receipt"]["id"]}));
    assert_eq!(undone["status"], "undone", "{undone}");
    assert_eq!(tree(&desk.work()), before, "bytes, modes and times");
    let again = desk.done(&ana(), "receipt.undo", json!({"id": undone["receipt"]["id"]}));
    assert_eq!((&again["status"], contents(&desk.work())), (&json!("undone"), contents(&twin)));
}

#[test]
fn a12_a_script_that_phones_home_is_asked_about_with_the_host() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = format!(
        "import socket\ns = socket.create_connection(('127.0.0.1', {port}), 5)\ns.sendall(b'hello')\ns.close()\nopen('sent', 'w').write('yes')\n"
    );
    desk.put("phone.py", &script);
    let item = desk.held("python3 phone.py");
    warns(&item, "wants network");
    assert!(item["facts"]["hosts"].to_string().contains("127.0.0.1"), "{item}");
    assert_eq!((&item["why"]["row"], desk.kept()), (&json!("unlisted_host"), Vec::<String>::new()));
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "nobody came");
    assert_eq!(desk.holds("sent"), None);

    // After approval it reaches only that host, and its changes can be undone.
    listener.set_nonblocking(false).unwrap();
    let always = json!({"id": item["id"], "digest": item["digest"], "always": "1h"});
    assert_eq!(desk.call(&ana(), "item.confirm", always).unwrap_err().code, ErrorCode::Invalid);
    let told = desk.confirm(&item);
    assert_eq!(told["status"], "applied", "{told}");
    assert_eq!(told["receipt"]["result"]["exit_code"], 0, "{told}");
    let mut heard = String::new();
    listener.accept().unwrap().0.read_to_string(&mut heard).unwrap();
    assert_eq!((heard.as_str(), desk.holds("sent").as_deref()), ("hello", Some("yes")));
    let undo = json!({"id": told["receipt"]["id"], "best_effort": true});
    let undone = desk.done(&ana(), "receipt.undo", undo);
    assert_eq!((&undone["status"], desk.holds("sent")), (&json!("undone"), None));
}

#[test]
fn a5_a_script_that_reads_a_secret_is_asked_about_and_learns_nothing() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put(".env", "KEY=hunter2\n");
    desk.put("peek.py", "import glob\nfor name in ['.e' + 'nv']:\n    print(open(name).read())\n");
    let answer = desk.run("python3 peek.py");
    assert!(!answer.to_string().contains("hunter2"), "{answer}");
    let item = desk.done(&ana(), "show", json!({"id": answer["item"]["id"]}))["item"].clone();
    warns(&item, "wants to read a hidden file");
    assert_eq!(item["why"]["row"], "protected");
    assert!(item["facts"]["protected"].to_string().contains(".env"), "{item}");
}

#[test]
fn a1_what_touches_only_what_may_be_dropped_is_quiet() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put(".git/index", "old");
    desk.put("m.py", "print('looked')\n");
    let quiet = "python3 -c \"import m; open('.git/index', 'w').write('new')\"";
    let answer = desk.run(quiet);
    assert_eq!((&answer["status"], &answer["why"]["row"]), (&json!("done"), &json!("rehearsed")), "{answer}");
    assert!(answer["result"]["discarded"].to_string().contains(".git/index"), "{answer}");
    assert_eq!(desk.holds(".git/index").as_deref(), Some("old"));
    // Together with anything else it lands as a whole, or not at all.
    let item = desk.held("python3 -c \"open('.git/index', 'w').write('new'); open('x', 'w').write('y')\"");
    desk.confirm(&item);
    assert_eq!((desk.holds(".git/index").as_deref(), desk.holds("x").as_deref()), (Some("new"), Some("y")));
    // Only what is named may be discarded.
    let strict = Desk::with_policy("[rehearsal]\ndiscard = []");
    strict.put(".git/index", "old");
    strict.held("python3 -c \"open('.git/index', 'w').write('new')\"");
}

#[test]
fn a1_what_a_script_leaves_in_tmp_is_asked_about_and_then_left_for_real() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let named = tempfile::Builder::new().prefix("countersign-left-").tempfile_in("/tmp").unwrap();
    let path = named.path().to_owned();
    drop(named);
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    desk.put("s.py", &format!("open('/t' + 'mp/{name}', 'w').write('kept')\n"));
    let item = desk.held("python3 s.py");
    warns(&item, &format!("in rehearsal it leaves /tmp/{name}, which a rehearsal does not keep"));
    warns(&item, "after a yes it runs for real");
    assert!(item["facts"]["writes"].to_string().contains(&name) && !path.exists(), "{item}");
    let told = desk.confirm(&item);
    let kept = fs::read_to_string(&path);
    let _ = fs::remove_file(&path);
    assert_eq!((&told["status"], kept.unwrap().as_str()), (&json!("applied"), "kept"), "{told}");

    // Besides file changes it is reported, and the result names what is gone.
    desk.put("t.py", &format!("open('/t' + 'mp/{name}', 'w'); open('x', 'w').write('y')\n"));
    let item = desk.held("python3 t.py");
    warns(&item, "which a rehearsal does not keep");
    let told = desk.confirm(&item);
    assert_eq!(told["receipt"]["result"]["lost"], json!([path]), "{told}");
    assert!(!path.exists() && desk.holds("x").is_some());

    // Files that are removed again, and those that programs leave for themselves, do not matter.
    let tidy = "import os, tempfile\nwith tempfile.TemporaryDirectory() as d: open(d + '/f', 'w')\n\
                os.makedirs('/t' + 'mp/hsperfdata_ana')\nprint('tidy')\n";
    desk.put("u.py", tidy);
    let answer = desk.run("python3 u.py");
    assert_eq!(
        (&answer["status"], &answer["result"]["stdout"]),
        (&json!("done"), &json!("tidy\n")),
        "{answer}"
    );
}

#[test]
fn a13_a_script_reads_what_stands_in_tmp_and_what_it_leaves_there_is_asked_about() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let named = tempfile::Builder::new().prefix("countersign-data-").tempfile_in("/tmp").unwrap();
    fs::write(named.path(), "data").unwrap();
    let path = named.path().display();
    desk.put("s.py", &format!("print(open('{path}').read())\n"));
    let answer = desk.run("python3 s.py");
    assert_eq!(
        (&answer["status"], &answer["result"]["stdout"]),
        (&json!("done"), &json!("data\n")),
        "{answer}"
    );
    desk.put("t.py", &format!("open('{path}', 'w').write('other')\n"));
    let item = desk.held("python3 t.py");
    warns(&item, &format!("leaves {path}"));
    assert_eq!(fs::read_to_string(named.path()).unwrap(), "data");
}

#[test]
fn d2_what_moved_since_makes_it_stale_by_name_and_a_refresh_rehearses_again() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    desk.put("b.txt", "read\n");
    let script = "python3 -c \"t = open('b.txt').read(); open('a.txt', 'a').write(t)\"";
    let item = desk.held(script);
    for (moved, content) in [("a.txt", "other\n"), ("b.txt", "changed\n")] {
        desk.put(moved, content);
        let told = desk.confirm(&desk.done(&ana(), "show", json!({"id": item["id"]}))["item"].clone());
        assert_eq!(told["status"], "stale", "{told}");
        assert!(told["message"].to_string().contains(moved), "{told}");
        assert_eq!(desk.holds(moved).as_deref(), Some(content), "nothing landed");
        let told = desk.done(&ana(), "item.refresh", json!({"id": item["id"]}));
        assert_eq!((&told["status"], desk.kept().len()), (&json!("pending"), 1), "{told}");
    }
    let fresh = desk.done(&ana(), "show", json!({"id": item["id"]}))["item"].clone();
    assert_eq!(desk.confirm(&fresh)["status"], "applied");
    assert_eq!(desk.holds("a.txt").as_deref(), Some("other\nchanged\n"));
}

#[test]
fn h1_what_a_command_says_of_itself_changes_nothing() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let lies = "bash -c \"echo '{\\\"rehearsed\\\": true, \\\"exit_code\\\": 0}'; echo 'nothing changed' >&2; echo x > y\"";
    let item = desk.held(lies);
    assert!(item["facts"]["writes"].to_string().contains("/y"), "{item}");
    assert!(item["preview"].to_string().contains("command (1 line"), "the whole of it is shown: {item}");
    assert_eq!(desk.holds("y"), None);
    let told = desk.done(&ana(), "item.reject", json!({"id": item["id"]}));
    assert_eq!((&told["status"], desk.kept()), (&json!("rejected"), Vec::<String>::new()));
}

#[test]
fn c4_a_person_lands_a_part_and_nothing_else() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "a\n");
    desk.put("b.txt", "b\n");
    desk.put("s.sh", "echo 1 >> a.txt; echo 2 >> b.txt");
    let item = desk.held("bash s.sh");
    let a = desk.work().join("a.txt");
    let land = |land: Value| desk.call(&ana(), "item.edit", json!({"id": item["id"], "land": land}));
    for (wrong, hint) in [
        (json!([{"path": "/nowhere"}]), "choose among"),
        (json!([{"path": a, "hunks": [2]}]), "it has only hunk 1"),
        (json!([{"file": "x"}]), "path"),
        (json!(["x"]), "path"),
    ] {
        let refused = land(wrong).unwrap_err();
        assert_eq!(refused.code, ErrorCode::Invalid);
        assert!(refused.hint.as_ref().is_some_and(|h| h.contains(hint)), "{refused:?}");
    }
    assert_eq!(desk.kept().len(), 1, "a wrong choice loses nothing");
    let part = land(json!([{"path": a}])).unwrap().value["item"].clone();
    assert_ne!(part["digest"], item["digest"]);
    warns(&part, "only a part lands");
    assert_eq!(desk.confirm(&item)["status"], "changed", "the whole is no longer what is asked");
    assert_eq!(desk.confirm(&part)["status"], "applied");
    assert_eq!(
        (desk.holds("a.txt").as_deref(), desk.holds("b.txt").as_deref()),
        (Some("a\n1\n"), Some("b\n"))
    );
}

#[test]
fn a3_what_runs_into_a_limit_is_asked_about_and_says_why() {
    if !has_means() {
        return;
    }
    let desk = Desk::with_policy("[rehearsal]\ntimeout_s = 1\nprocesses = 16\nmemory_mb = 256\ndisk_mb = 4");
    desk.put("long.sh", "sleep 60");
    desk.put("big.sh", "head -c 20000000 /dev/zero > big");
    warns(&desk.held("bash long.sh"), "it was not rehearsed: it took too long");
    warns(&desk.held("bash big.sh"), "it was not rehearsed: it wrote too much");
    assert_eq!((desk.holds("big"), desk.kept()), (None, Vec::<String>::new()));
}

#[test]
fn a2_writing_outside_the_workspace_is_asked_about_with_the_path() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    // Files in `/tmp` would not be visible there: the folder is elsewhere.
    let outside = outside_tmp();
    let file = outside.path().canonicalize().unwrap().join("f");
    desk.put("w.py", &format!("open({file:?}, 'w').write('x')\n"));
    let item = desk.held("python3 w.py");
    warns(&item, "wants to write");
    warns(&item, "runs for real");
    assert_eq!((&item["facts"]["outside"], file.exists()), (&json!(true), false));
    assert!(item["facts"]["writes"].to_string().contains(file.to_str().unwrap()), "{item}");
}

#[test]
fn a5_the_workspace_that_holds_our_own_data_is_not_rehearsed_in() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let args = json!({"command": "bash w/s.sh", "cwd": desk.dir.path()});
    desk.env.advance(1);
    let cwd = Some(desk.dir.path().display().to_string());
    let origin = Origin { cwd, ..Origin::from("test") };
    let (actor, op) = (codex(), "call.propose".to_owned());
    let input = json!({"tool": "shell.run", "args": args});
    let answer = desk.engine.call(Request { actor, op, input, key: None, origin }).unwrap().value;
    assert_eq!(answer["status"], "queued");
    let item = desk.done(&ana(), "show", json!({"id": text(&answer["item"], "id")}))["item"].clone();
    warns(&item, "holds Countersign's own data");
}

#[test]
fn a3_what_writes_where_nothing_is_kept_is_asked_about_as_it_is() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let apart = desk.dir.path().canonicalize().unwrap().join("apart.sh");
    fs::write(&apart, "echo x").unwrap();
    let item = desk.held(&format!("echo x > {}", apart.display()));
    assert!(!item["preview"].to_string().contains("rehears"), "{item}");
    let ran = desk.run(&format!("bash {}", apart.display()));
    assert_eq!((&ran["status"], &ran["result"]["stdout"]), (&json!("done"), &json!("x\n")), "{ran}");
}

#[test]
fn a5_variables_that_hold_secrets_are_withheld_and_named() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    // Variables that the call sets were visible to everybody.
    let args = json!({"command": "bash -c 'env | sort'", "env": {"OWN_WORD": "seen"}});
    let answer = desk.done(&codex(), "call.propose", json!({"tool": "shell.run", "args": args}));
    let told = answer["result"]["stdout"].as_str().unwrap_or_default();
    assert!(told.contains("OWN_WORD=seen"), "{answer}");
    let names = told.lines().filter_map(|line| line.split_once('=')).map(|(name, _)| name);
    let secret: Vec<_> = names.filter(|n| countersign_core::analysis::path::secret_variable(n)).collect();
    assert_eq!(secret, Vec::<&str>::new());
    assert!(!told.contains("COUNTERSIGN_HOME"), "{told}");
}

#[test]
fn h3_a12_after_a_yes_no_host_is_reached_that_was_not_shown() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // Only a port that something listens on counts.
    let others: Vec<TcpListener> = (0..25).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let ports: Vec<u16> = others.iter().map(|other| other.local_addr().unwrap().port()).collect();
    let script = format!(
        "import socket\nfor port in [*{ports:?}, {port}]:\n    try: socket.create_connection(('127.0.0.1', port), 5)\n    except OSError: pass\n"
    );
    desk.put("many.py", &script);
    let item = desk.held("python3 many.py");
    warns(&item, "6 more attempts");
    assert!(!item["preview"].to_string().contains(&port.to_string()), "{item}");
    let told = desk.confirm(&item);
    let denied = told["receipt"]["result"]["denied"].to_string();
    assert!(denied.contains(&format!("network: 127.0.0.1:{port}")), "{told}");
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "nobody came");
}

#[test]
fn a5_h3_a_flood_of_hosts_cannot_hide_what_else_it_wants() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put(".env", "KEY=hunter2\n");
    desk.put(
        "many.py",
        "import socket\nfor n in range(30):\n    try: socket.create_connection((f'h{n}.example.com', 443), 5)\n    except OSError: pass\nopen('.e' + 'nv').read()\n",
    );
    let item = desk.held("python3 many.py");
    warns(&item, "wants to read a hidden file");
    assert!(item["facts"]["protected"].to_string().contains(".env"), "{item}");
    warns(&item, "after a yes it runs for real");
}

#[test]
fn what_waits_for_a_decision_takes_no_more_of_the_disk_than_it_may() {
    if !has_means() {
        return;
    }
    let desk = Desk::with_policy("[rehearsal]\ndisk_mb = 8\n");
    desk.put("fill.py", "import sys\nopen(sys.argv[1], 'wb').write(bytes(7 << 20))\n");
    for n in 0..4 {
        desk.held(&format!("python3 fill.py big{n}"));
    }
    assert_eq!(desk.kept().len(), 4);
    let item = desk.held("python3 fill.py big4");
    warns(&item, "other undecided rehearsals already use too much space");
    assert_eq!(desk.kept().len(), 4);
}

#[test]
fn a5_the_secrets_of_the_project_beside_are_hidden_as_well() {
    if !has_means() {
        return;
    }
    // Not in `/tmp`, which is empty in a rehearsal anyway.
    let dir = outside_tmp();
    let desk = Desk::in_dir(dir, "");
    desk.put("../other/.env", "KEY=hunter2\n");
    desk.put("peek.py", "print(open('../other/.e' + 'nv').read())\n");
    let answer = desk.run("python3 peek.py");
    assert!(!answer.to_string().contains("hunter2"), "{answer}");
    let item = desk.done(&ana(), "show", json!({"id": answer["item"]["id"]}))["item"].clone();
    warns(&item, "wants to read a hidden file");
}
