//! Tests what commands keep for later commands: caches of a workspace, and scratch files of a run. None of it is
//! asked about, and none of it is real.

use std::{
    fs,
    os::unix::fs::symlink,
    path::PathBuf,
    sync::atomic::{AtomicUsize, Ordering},
};

use countersign_core::{Engine, FixedEnv, Origin, Request, memory::MemoryStore};
use countersign_tools::{Builtins, shell::reset_caches, stage::Stages};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{NOON, ana, codex, has_means, outside_tmp, setup};

/// A machine with a home, two workspaces in it, and Countersign beside it.
pub(super) struct Machine {
    dir: TempDir,
    env: std::sync::Arc<FixedEnv>,
    engine: Engine,
    scripts: AtomicUsize,
}

impl Machine {
    pub(super) fn new(policy: &str) -> Self {
        let dir = outside_tmp();
        let at = dir.path().canonicalize().unwrap();
        for folder in ["ana/one", "ana/two", "ana/.cache/tool", "own"] {
            fs::create_dir_all(at.join(folder)).unwrap();
        }
        fs::write(at.join("ana/.cache/tool/real"), "real\n").unwrap();
        let env = std::sync::Arc::new(FixedEnv::at(NOON));
        let policy = if policy.is_empty() { String::new() } else { format!("version = 1\n{policy}") };
        let setup = setup(&policy, Vec::new()).unwrap();
        let builtins = Builtins::new(at.join("own/trash"), Vec::new(), vec![at.join("own")], Vec::new());
        let builtins = builtins
            .with_stages(Stages { folder: at.join("own/stages"), ..Stages::default() })
            .with_home(at.join("ana"));
        builtins.set_rehearsal(setup.policy.rehearsal());
        let engine = Engine::new(std::sync::Arc::new(MemoryStore::new()), setup, Box::new(env.clone()));
        Self { dir, env, engine: engine.with_world(Box::new(builtins)), scripts: AtomicUsize::new(0) }
    }

    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.dir.path().canonicalize().unwrap().join(path)
    }

    pub(super) fn call(&self, workspace: &str, op: &str, input: Value) -> Value {
        self.env.advance(1);
        let cwd = Some(self.at("ana").join(workspace).display().to_string());
        let origin = Origin { cwd, ..Origin::from("test") };
        let actor = if matches!(op, "call.propose" | "run.end") { codex() } else { ana() };
        let request = Request { actor, op: op.into(), input, key: None, origin };
        self.engine.call(request).unwrap_or_else(|e| panic!("{op}: {e:?}")).value
    }

    /// Runs a shell script, of which analysis knows nothing.
    #[track_caller]
    pub(super) fn script(&self, workspace: &str, text: &str) -> Value {
        // Each has a name of its own: the same command again would be a twin of an earlier item.
        let name = format!("run-{}.sh", self.scripts.fetch_add(1, Ordering::Relaxed));
        let text = text.replace("HOME", &self.at("ana").display().to_string());
        fs::write(self.at("ana").join(workspace).join(&name), text).unwrap();
        self.run(workspace, &format!("sh {name}"))
    }

    pub(super) fn run(&self, workspace: &str, command: &str) -> Value {
        let args = json!({"command": command});
        self.call(workspace, "call.propose", json!({"tool": "shell.run", "args": args}))
    }

    /// Returns what a script printed that ran without asking anybody.
    #[track_caller]
    pub(super) fn unasked(&self, workspace: &str, text: &str) -> String {
        let answer = self.script(workspace, text);
        assert_eq!(answer["status"], "done", "{text}: {answer}");
        assert_eq!(answer["result"]["exit_code"], 0, "{text}: {answer}");
        answer["result"]["stdout"].as_str().unwrap().to_owned()
    }

    /// Returns what is said of a script that is asked about.
    #[track_caller]
    pub(super) fn asked(&self, workspace: &str, text: &str) -> String {
        let answer = self.script(workspace, text);
        assert_eq!(answer["status"], "queued", "{text}: {answer}");
        self.call(workspace, "show", json!({"id": answer["item"]["id"]}))["item"].to_string()
    }
}

#[test]
fn a16_a_cache_that_one_command_fills_is_there_for_the_next_of_the_workspace_and_for_nobody_else() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("");
    machine.unasked("one", "echo kept > HOME/.cache/x; rm HOME/.cache/tool/real; mkdir -p HOME/.npm/_logs");
    assert_eq!(
        machine.unasked("one", "cat HOME/.cache/x; ls HOME/.cache/tool; ls HOME/.npm"),
        "kept\n_logs\n"
    );
    let read = machine.run("one", &format!("cat {}", machine.at("ana/.cache/x").display()));
    assert_eq!((&read["status"], &read["result"]["stdout"]), (&json!("done"), &json!("kept\n")), "{read}");
    assert_eq!(machine.unasked("two", "ls HOME/.cache HOME/.cache/tool | tr '\\n' ' '").trim(), {
        let at = machine.at("ana/.cache").display().to_string();
        format!("{at}: tool  {at}/tool: real")
    });
    assert!(!machine.at("ana/.cache/x").exists() && !machine.at("ana/.npm").exists());
    assert!(machine.at("ana/.cache/tool/real").exists());
    assert!(
        machine.asked("one", "echo x > HOME/.profile").contains("/.profile"),
        "the rest of the home is none"
    );

    let stages = machine.at("own/stages");
    let reset = reset_caches(&stages, Some(&machine.at("ana/one"))).unwrap();
    assert_eq!(reset, (vec![machine.at("ana/one")], Vec::new()));
    assert_eq!(machine.unasked("one", "ls HOME/.cache"), "tool\n");
}

#[test]
fn a16_settings_and_programs_in_a_cache_folder_are_asked_about_and_not_kept() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("[rehearsal]\ncaches = [\".tool/store\", \".ssh\"]");
    fs::create_dir_all(machine.at("ana/.cargo/bin")).unwrap();
    fs::create_dir_all(machine.at("ana/.ssh")).unwrap();
    machine.unasked("one", "mkdir -p HOME/.cargo/registry && touch HOME/.cargo/.package-cache");
    for path in [".cargo/bin/tool", ".cargo/config.toml", ".ssh/config"] {
        assert!(
            machine.asked("one", &format!("echo x > HOME/{path}")).contains(path.split('/').next().unwrap())
        );
    }
    assert_eq!(
        machine.unasked("one", "ls -A HOME/.cargo HOME/.cargo/bin | grep -c 'config\\|tool' || true"),
        "0\n"
    );
    machine.unasked("one", "mkdir -p HOME/.tool/store && echo 1 > HOME/.tool/store/a");
    assert_eq!(machine.unasked("one", "cat HOME/.tool/store/a"), "1\n");
    assert!(!machine.at("ana/.tool").exists());
}

#[test]
fn a16_neither_a_link_nor_a_secret_in_a_cache_opens_what_is_closed() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("");
    fs::create_dir_all(machine.at("ana/.cargo")).unwrap();
    fs::write(machine.at("ana/.cargo/credentials.toml"), "token = \"hunter2\"\n").unwrap();
    fs::create_dir_all(machine.at("ana/.config")).unwrap();
    symlink(".config", machine.at("ana/.npm")).unwrap();
    fs::write(machine.at("ana/.bashrc"), "real\n").unwrap();
    for read in
        ["cat HOME/.cargo/cred*", "cd HOME/.cargo; mv credentials.toml x; cp credentials.toml y; cat x y"]
    {
        let told = machine.script("one", read).to_string();
        assert!(!told.contains("hunter2"), "{told}");
    }
    assert!(machine.asked("one", "echo x > HOME/.npm/x").contains(".config/x"), "the folder is a link");
    machine.unasked("one", "ln -s ../.bashrc HOME/.cache/rc; ln -s ../../own HOME/.cache/own");
    assert!(machine.asked("one", "echo x >> HOME/.cache/rc").contains(".bashrc"));
    machine.script("one", "echo x > HOME/.cache/own/x");
    assert_eq!(fs::read_to_string(machine.at("ana/.bashrc")).unwrap(), "real\n");
    assert!(!machine.at("own/x").exists() && !machine.at("ana/.config/x").exists());
}

#[test]
fn a16_two_commands_at_once_do_not_share_a_store_and_both_see_what_was_kept() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("");
    machine.unasked("one", "echo kept > HOME/.cache/x");
    let text = "cat HOME/.cache/x; echo $$ > HOME/.cache/y; sleep 1; cat HOME/.cache/y > /dev/null; wc -l < HOME/.cache/y";
    let text = text.replace("HOME", &machine.at("ana").display().to_string());
    fs::write(machine.at("ana/one/run.sh"), text).unwrap();
    std::thread::scope(|scope| {
        let runs = [(); 3].map(|()| scope.spawn(|| machine.run("one", "sh run.sh")));
        for run in runs {
            let answer = run.join().unwrap();
            assert_eq!(
                (&answer["status"], &answer["result"]["stdout"]),
                (&json!("done"), &json!("kept\n1\n"))
            );
        }
    });
    assert_eq!(machine.unasked("one", "cat HOME/.cache/x; ls HOME/.cache"), "kept\ntool\nx\ny\n");
}

#[test]
fn a16_a_cache_that_grows_too_large_is_emptied_and_that_is_told() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("[rehearsal]\ncache_mb = 5");
    machine.unasked("one", "echo kept > HOME/.cache/x");
    let fill = "n=0; while :; do head -c 1000000 /dev/zero > HOME/.cache/f$n; n=$((n+1)); sleep 0.01; done";
    assert!(machine.asked("one", fill).contains("than Countersign keeps for it"));
    assert_eq!(machine.unasked("one", "ls HOME/.cache"), "tool\n");
}

#[test]
fn a16_scratch_files_are_there_for_the_run_that_made_them_and_are_gone_with_it() {
    if !has_means() {
        return;
    }
    let machine = Machine::new("");
    let name = format!("/tmp/scratch-{}", std::process::id());
    let first = machine.run("one", &format!("echo mine > {name}"));
    assert_eq!((&first["status"], &first["why"]["row"]), (&json!("done"), &json!("rehearsed")), "{first}");
    assert_eq!(
        machine.unasked("one", &format!("cat {name}; echo more >> {name}; rm -f /tmp/none")),
        "mine\n"
    );
    let read = machine.run("one", &format!("cat {name}"));
    assert_eq!(
        (&read["status"], &read["result"]["stdout"]),
        (&json!("done"), &json!("mine\nmore\n")),
        "{read}"
    );
    assert!(!PathBuf::from(&name).exists(), "the real one has nothing");
    let other = machine.run("two", &format!("cat {name} || echo none"));
    assert_eq!(other["result"]["stdout"], "none\n", "another run: {other}");
    let kept = || {
        let entries = fs::read_dir(machine.at("own/stages/scratch")).unwrap().flatten();
        entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).count()
    };
    assert_eq!(kept(), 2);
    machine.call("one", "run.end", json!({"id": first["run"]}));
    assert_eq!(kept(), 1, "one run is over");
    assert_eq!(
        machine.run("one", &format!("cat {name} || echo none"))["result"]["stdout"],
        "none\n",
        "a new run"
    );
}
