//! Tests the commands of a run that works in a stage: they share the world of the stage, which ends with the run, and when
//! the stage lands or is dropped.

use std::{
    fs,
    path::PathBuf,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use countersign_core::{
    ErrorCode, Result,
    engine::work::{WorkLabel, Works},
    world::{Ask, InStage, Landed, Order, World as _},
};
use countersign_tools::{
    Builtins,
    stage::{Command, Stages},
};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{has_means, outside_tmp};

const RUN: &str = "r0123";
const STAGE: &str = "sg1-a";

/// A run that works in a stage over a workspace.
struct Run {
    dir: TempDir,
    tools: Builtins,
    stages: Stages,
}

impl Run {
    fn new() -> Self {
        let dir = outside_tmp();
        let (work, home) = (dir.path().join("w"), dir.path().join("home"));
        fs::create_dir(&work).unwrap();
        fs::create_dir(&home).unwrap();
        let stages = Stages { folder: home.join("stages"), own: vec![home.clone()], ..Stages::default() };
        let tools = Builtins::new(home.join("trash"), Vec::new(), vec![home], Vec::new());
        Self { tools: tools.with_stages(stages.clone()), stages, dir }
    }

    fn work(&self) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join("w")
    }

    fn stage(&self) -> InStage {
        InStage { id: STAGE.to_owned(), roots: vec![self.folder()], ..InStage::default() }
    }

    fn folder(&self) -> String {
        self.work().display().to_string()
    }

    fn order(&self, tool: &str, args: Value, stage: Option<InStage>) -> Result<Landed> {
        let Value::Object(args) = args else { panic!("{args}") };
        static NEXT: AtomicUsize = AtomicUsize::new(1);
        let id = format!("i{}-x", NEXT.fetch_add(1, Ordering::Relaxed));
        let (tool, run) = (tool.to_owned(), RUN.to_owned());
        self.tools.apply(&Order { id, tool, args, run, stage, cwd: Some(self.folder()), ..Order::default() })
    }

    fn try_with(&self, stage: InStage, command: &str) -> Result<Value> {
        self.order("shell.run", json!({"command": command}), Some(stage)).map(|landed| landed.result)
    }

    /// Runs a command that succeeds; returns its output.
    #[track_caller]
    fn run(&self, command: &str) -> String {
        let result = self.try_with(self.stage(), command).unwrap();
        assert_eq!(result["exit_code"], 0, "{command}: {result}");
        result["stdout"].as_str().unwrap().to_owned()
    }

    /// Starts a server, which says where it listens.
    #[track_caller]
    fn serve(&self, port: u16) {
        let command = format!(
            "python3 -m http.server {port} --bind 127.0.0.1 > /tmp/q-server.log 2>&1 & echo $! > /tmp/q-server.pid; \
             for n in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && break; sleep 0.05; done"
        );
        let result = self.try_with(self.stage(), &command).unwrap();
        assert!(result["background"].as_str().unwrap().contains("until the stage lands"), "{result}");
        assert!(runs(&format!("http.server {port} ")));
    }

    /// Looks at what would land; returns what a landing binds to.
    fn look(&self) -> Value {
        let args = json!({"stage": STAGE}).as_object().cloned().unwrap();
        let (tool, cwd) = ("stage.land".to_owned(), Some(self.folder()));
        let shown = self.tools.forecast(&Ask { tool, args, cwd, ..Ask::default() }).unwrap();
        Value::Object(shown.args)
    }

    #[track_caller]
    fn ends(&self, port: u16) {
        let words = format!("http.server {port} ");
        for _ in 0..200 {
            if !runs(&words) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("it goes on");
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = self.tools.forget(STAGE);
    }
}

/// Whether a process of this machine has these words on its command line.
fn runs(words: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).any(|line| line.contains(words))
}

#[test]
fn a16_a_server_in_a_stage_serves_the_next_commands_and_sees_what_they_change() {
    if !has_means() {
        return;
    }
    let run = Run::new();
    fs::write(run.work().join("page.txt"), "real\n").unwrap();
    run.run("mkdir new; echo first > new/page.txt");
    run.serve(8131);
    assert_eq!(run.run("curl -s http://127.0.0.1:8131/new/page.txt"), "first\n");
    run.run("echo second > new/page.txt; echo staged > page.txt; echo more > new/more.txt");
    assert_eq!(run.run("curl -s http://localhost:8131/new/page.txt"), "second\n");
    assert_eq!(run.run("curl -s http://localhost:8131/new/more.txt"), "more\n");
    assert_eq!(run.run("curl -s http://localhost:8131/page.txt"), "staged\n");
    assert!(run.run("cat /tmp/q-server.log").contains("GET /page.txt"), "its scratch files are there");
    assert!(run.run("ps ax").contains("http.server 8131"));
    run.run("kill $(cat /tmp/q-server.pid) && rm /tmp/q-server.*");
    run.ends(8131);
    assert_eq!(fs::read_to_string(run.work().join("page.txt")).unwrap(), "real\n", "nothing is real");
    assert!(!run.work().join("new").exists() && !std::path::Path::new("/tmp/q-server.log").exists());
}

#[test]
fn a16_what_goes_on_in_a_stage_ends_with_the_run_or_the_stage() {
    if !has_means() {
        return;
    }
    for (ends, port) in [(RUN, 8132), (STAGE, 8133)] {
        let run = Run::new();
        run.run("echo kept > a.txt");
        run.serve(port);
        run.tools.forget(ends).unwrap();
        run.ends(port);
        let left = if ends == RUN { "kept\n" } else { "" };
        assert_eq!(run.run("cat a.txt || true"), left, "what is in the stage stays if only the run ends");
    }
}

#[test]
fn e1_a_landing_ends_what_goes_on_and_lands_what_was_shown_or_nothing() {
    if !has_means() {
        return;
    }
    let run = Run::new();
    run.serve(8134);
    run.run("echo shown > a.txt; (sleep 1; echo sneaked > a.txt; sleep 60) > /dev/null 2>&1 &");
    let shown = run.look();
    let landed = run.order("stage.land", shown, None).unwrap();
    assert_eq!(landed.result["left"], 0, "{:?}", landed.result);
    run.ends(8134);
    thread::sleep(Duration::from_millis(1_300));
    assert_eq!(fs::read_to_string(run.work().join("a.txt")).unwrap(), "shown\n");
    // One that changes it after it was shown: nothing lands, and it can be looked at again.
    run.run("echo shown > b.txt; (while :; do date +%N >> b.txt; sleep 0.05; done) > /dev/null 2>&1 &");
    let shown = run.look();
    thread::sleep(Duration::from_millis(300));
    let refused = run.order("stage.land", shown, None).unwrap_err();
    assert_eq!(refused.code, ErrorCode::Stale, "{refused:?}");
    assert!(!run.work().join("b.txt").exists());
    let shown = run.look();
    run.order("stage.land", shown, None).unwrap();
    assert!(fs::read_to_string(run.work().join("b.txt")).unwrap().starts_with("shown\n"));
}

#[test]
fn e1_a_landing_that_a_person_cancels_is_taken_back() {
    if !has_means() {
        return;
    }
    let run = Run::new();
    fs::write(run.work().join("old.txt"), "old\n").unwrap();
    run.run("echo new > old.txt; for n in $(seq 1500); do echo $n > f$n.txt; done");
    let shown = run.look();
    let works = Works::default();
    let label = WorkLabel { kind: "landing".to_owned(), ..WorkLabel::default() };
    let refused = thread::scope(|scope| {
        let works = &works;
        let (begun, seen) = mpsc::channel();
        scope.spawn(move || {
            begun.send(()).unwrap();
            // The first ones are prepared.
            while works.list().first().is_none_or(|work| work.done == 0 || !work.can_end) {
                thread::yield_now();
            }
            works.end("w1", "ana").unwrap();
        });
        seen.recv().unwrap();
        let _piece = works.begin(label, 0);
        run.order("stage.land", shown.clone(), None).unwrap_err()
    });
    assert!(refused.message.contains("ana cancelled it"), "{refused:?}");
    assert_eq!(fs::read_dir(run.work()).unwrap().count(), 1, "nothing is left of it");
    assert_eq!(fs::read_to_string(run.work().join("old.txt")).unwrap(), "old\n");
    let landed = run.order("stage.land", shown, None).unwrap();
    assert_eq!(landed.result["left"], 0, "it can land later");
}

#[test]
fn nobody_else_uses_a_stage_in_which_processes_go_on_and_what_others_change_is_seen() {
    if !has_means() {
        return;
    }
    let run = Run::new();
    run.run("echo one > a.txt; cat a.txt; ls missing.txt 2>/dev/null || true");
    // As another process of ours would, between two commands.
    let by_hand = |script: &str| {
        let held = run.stages.hold(STAGE)?;
        let layers = run.stages.layers(&held, STAGE, &[run.work()])?;
        let command = Command {
            argv: ["/bin/sh", "-c", script].map(Into::into).to_vec(),
            env: vec![("PATH".into(), std::env::var_os("PATH").unwrap())],
            cwd: run.work(),
            ..Command::default()
        };
        run.stages.run(STAGE, &layers, &command, drop)
    };
    by_hand("echo two > a.txt; echo new > missing.txt").unwrap();
    assert_eq!(run.run("cat a.txt missing.txt"), "two\nnew\n");
    run.serve(8135);
    assert_eq!(by_hand("true").unwrap_err().code, ErrorCode::Conflict);
    assert!(run.stages.is_used(STAGE).unwrap());
    run.run("kill $(cat /tmp/q-server.pid)");
    run.ends(8135);
    let is_free = || {
        thread::sleep(Duration::from_millis(50));
        by_hand("true").is_ok()
    };
    assert!((0..200).any(|_| is_free()), "it is free again");
}

#[test]
fn a5_commands_in_a_stage_see_settings_without_tokens_and_no_secret_variable() {
    if !has_means() {
        return;
    }
    let run = Run::new();
    fs::write(
        run.work().join(".npmrc"),
        "registry=https://npm.example.com/\n//npm.example.com/:_authToken=hunter2\n",
    )
    .unwrap();
    fs::write(run.work().join(".env"), "KEY=hunter2\n").unwrap();
    let result = run.try_with(run.stage(), "cat .npmrc .env; env").unwrap();
    let said = result["stdout"].as_str().unwrap();
    assert!(said.contains("registry=https://npm.example.com/") && !said.contains("hunter2"), "{result}");
    assert!(result["withheld"].to_string().contains(".npmrc"), "{result}");
    let approved = InStage { approved: true, ..run.stage() };
    let seen = run.try_with(approved, "cat .env").unwrap();
    assert_eq!(seen["stdout"], "KEY=hunter2\n", "a person has approved this one");
}

#[test]
fn a5_a_command_that_a_person_approved_is_out_of_reach_of_what_goes_on() {
    if !has_means() {
        return;
    }
    let run = Run::new();
    fs::write(run.work().join(".env"), "KEY=hunter2\n").unwrap();
    let spy = "(while :; do cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline .env; sleep 0.02; done) > /tmp/spied 2>&1 &";
    run.run(spy);
    let approved = InStage { approved: true, ..run.stage() };
    let seen = run.try_with(approved, "HIDDEN=$(cat .env) sh -c 'sleep 0.5; ps ax'").unwrap();
    assert!(!seen["stdout"].as_str().unwrap().contains("spied"), "{seen}");
    assert!(!run.run("cat /tmp/spied").contains("hunter2"));
}
