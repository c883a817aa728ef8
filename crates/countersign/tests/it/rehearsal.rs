//! Rehearsals with the real binary: commands, hooks, kills in the middle, another user.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{PermissionsExt as _, chown},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use crate::{Ended, Home, ended, eventually};

/// A home and, apart from it, a folder to work in.
struct Desk {
    home: Home,
    person: String,
    agent: String,
}

#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what they did not show")]
pub fn has_means() -> bool {
    let means = countersign_rehearsal::capabilities();
    let all = means.namespaces && means.overlay && means.watching;
    let skips = std::env::var_os("COUNTERSIGN_TESTS_WITHOUT_WORLDS").is_some();
    assert!(
        all || skips,
        "this machine cannot rehearse: {:?}; COUNTERSIGN_TESTS_WITHOUT_WORLDS=1 leaves these tests out",
        means.missing
    );
    if !all {
        eprintln!("skipped: this machine cannot rehearse: {:?}", means.missing);
    }
    all
}

impl Desk {
    fn new() -> Self {
        let home = Home::new();
        fs::create_dir(home.dir.path().join("w")).unwrap();
        let (person, agent) = home.with_people();
        Self { home, person, agent }
    }

    fn work(&self) -> PathBuf {
        self.home.dir.path().canonicalize().unwrap().join("w")
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.work().join(name), text).unwrap();
    }

    fn holds(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.work().join(name)).ok()
    }

    fn command(&self, token: &str, args: &[&str]) -> Command {
        let mut command = self.home.command(token, args);
        command.current_dir(self.work()).env("PATH", "/usr/bin:/bin");
        command
    }

    fn run(&self, token: &str, args: &[&str]) -> Ended {
        ended(self.command(token, args), "")
    }

    #[track_caller]
    fn call(&self, line: &str, code: i32) -> Value {
        let args = json!({"command": line}).to_string();
        self.run(&self.agent, &["call", "shell.run", "--args", &args, "--json"]).expect(code).json()
    }

    #[track_caller]
    fn held(&self, line: &str) -> String {
        self.call(line, 7)["item"]["id"].as_str().unwrap().to_owned()
    }

    fn person(&self, args: &[&str]) -> Ended {
        self.run(&self.person, args)
    }

    /// How many rehearsals are still stored.
    fn kept(&self) -> usize {
        let names = fs::read_dir(self.home.path().join("stages/rehearsals")).into_iter().flatten().flatten();
        names.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.')).count()
    }
}

fn texts(at: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|p| (p.file_name().unwrap().to_string_lossy().into(), fs::read_to_string(&p).unwrap()))
        .collect()
}

#[test]
fn a1_code_that_only_looks_answers_at_once() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "x\n");
    let told = desk.call("python3 -c 'import os; print(os.getcwd(), eval(\"1\"))'", 0);
    let expected = format!("{} 1\n", desk.work().display());
    assert_eq!(
        (&told["result"]["stdout"], &told["why"]["row"]),
        (&json!(expected), &json!("rehearsed")),
        "{told}"
    );
    let log = desk.person(&["audit", "log", "--json"]).expect(0).out;
    assert!(log.contains("rehearsed") && desk.person(&["audit", "verify"]).code == 0, "{log}");
    assert_eq!(desk.kept(), 0);
}

#[test]
fn h1_h3_a_person_sees_the_difference_says_yes_and_takes_it_back() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "one\ntwo\n");
    let item = desk.held("sed -i s/one/1/ a.txt && echo new > b.txt");
    let shown = desk.person(&["show", &item]).expect(0).out;
    for words in ["-one", "+1", "b.txt", "sed -i s/one/1/ a.txt && echo new > b.txt", "exactly this lands"] {
        assert!(shown.contains(words), "{words} is not in\n{shown}");
    }
    assert_eq!(desk.holds("a.txt").as_deref(), Some("one\ntwo\n"));
    let done = desk.person(&["confirm", &item, "--json"]).expect(0).json();
    assert_eq!(
        (desk.holds("a.txt").as_deref(), desk.holds("b.txt").as_deref()),
        (Some("1\ntwo\n"), Some("new\n"))
    );
    let receipt = done["results"][0]["receipt"]["id"].as_str().unwrap();
    desk.person(&["undo", receipt]).expect(0);
    assert_eq!((desk.holds("a.txt").as_deref(), desk.holds("b.txt")), (Some("one\ntwo\n"), None));
    assert_eq!(desk.kept(), 0);
}

#[test]
fn d2_what_moved_is_named_and_a_refresh_shows_it_anew() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let item = desk.held("sed -i s/one/1/ a.txt");
    desk.person(&["show", &item]).expect(0);
    desk.put("a.txt", "one and more\n");
    let told = desk.person(&["confirm", &item]).expect(4);
    assert!(format!("{}{}", told.out, told.err).contains("a.txt"), "{told:?}");
    desk.person(&["refresh", &item]).expect(0);
    desk.person(&["confirm", &item]).expect(0);
    assert_eq!(desk.holds("a.txt").as_deref(), Some("1 and more\n"));
}

#[test]
fn d4_a_landing_that_is_killed_is_finished_or_never_was() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    for round in 0..8_u64 {
        for n in 0..150 {
            desk.put(&format!("f{n}"), &format!("{round}\n"));
        }
        let before = texts(&desk.work());
        let item = desk.held(&format!("for f in f*; do echo {round} more >> $f; done; rm f7; echo x > g"));
        desk.person(&["show", &item]).expect(0);
        let mut confirm = desk.command(&desk.person, &["confirm", &item, "--json"]);
        let mut confirm = confirm.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(5 + 9 * round));
        desk.home.kill_daemon();
        confirm.wait().unwrap();
        let status = desk.person(&["show", &item, "--json"]).expect(0).json()["item"]["status"].clone();
        let now = texts(&desk.work());
        match status.as_str().unwrap() {
            "applied" => {
                assert_eq!((now.get("f7"), now.get("g").map(String::as_str)), (None, Some("x\n")));
                assert!(now.iter().filter(|(n, _)| n.starts_with('f')).all(|(_, t)| t.ends_with("more\n")));
            }
            "pending" => {
                assert_eq!(now, before, "round {round}: nothing of it");
                desk.person(&["reject", &item]).expect(0);
            }
            other => panic!("round {round}: {other}"),
        }
        fs::remove_file(desk.work().join("g")).ok();
    }
    desk.person(&["audit", "verify"]).expect(0);
    eventually("nothing piles up", || desk.kept() == 0);
}

#[test]
fn a1_b1_a_hook_command_that_proves_harmless_needs_no_person() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", "one\n");
    let exec = |line: &str, id: &str| {
        let event = json!({
            "session_id": "s1", "cwd": desk.work(), "hook_event_name": "PreToolUse", "permission_mode": "default",
            "tool_name": "Bash", "tool_input": {"command": line, "timeout": 6000}, "tool_use_id": id,
        });
        let told =
            ended(desk.command(&desk.agent, &["hook", "run", "codex", "--wait-s", "1"]), &event.to_string());
        let told = told.expect(0).json()["hookSpecificOutput"].clone();
        let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned();
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &line]).current_dir(desk.work()).env_clear().env("COUNTERSIGN_TOKEN", &desk.agent);
        ended(shell, "")
    };
    let told = exec("python3 -c 'print(eval(\"1\"))'; exit 5", "t1");
    assert_eq!((told.code, told.out.as_str()), (5, "1\n"), "{told:?}");
    let told = exec("python3 -c 'open(\"a.txt\", \"a\").write(\"two\\n\")'", "t2");
    assert_eq!((told.code, desk.holds("a.txt").as_deref()), (7, Some("one\n")), "{told:?}");
    let open = desk.person(&["inbox", "--json"]).expect(0).out;
    assert!(open.contains("a.txt"), "{open}");
}

#[test]
fn a5_loosening_the_settings_of_rehearsals_waits_for_a_person() {
    let desk = Desk::new();
    let shown = desk.person(&["policy", "show", "--json"]).expect(0).json();
    assert_eq!(
        (&shown["rehearsal"]["enabled"], &shown["rehearsal"]["timeout_s"]),
        (&json!(true), &json!(120))
    );
    desk.home.write("policy.toml", "version = 1\n[rehearsal]\nenabled = false\n");
    eventually("what is stricter is in force", || {
        desk.person(&["policy", "show", "--json"]).expect(0).json()["rehearsal"]["enabled"] == false
    });
    desk.held("python3 -c 'print(eval(\"1\"))'");
    desk.home.write("policy.toml", "version = 1\n[rehearsal]\ndiscard = [\"**/x\"]\n");
    eventually("what is looser waits", || {
        desk.person(&["settings", "list", "--json"]).out.contains("rehears")
            || desk.person(&["doctor", "--json"]).out.contains("wait")
    });
    let shown = desk.person(&["policy", "show", "--json"]).expect(0).json();
    assert_eq!(shown["rehearsal"]["enabled"], false, "{shown}");
}

#[test]
fn a1_e1_another_user_rehearses_as_well() {
    // Without root, this is already another user.
    if !has_means() || !rustix::process::getuid().is_root() {
        return;
    }
    const NOBODY: u32 = 65_534;
    let dir = tempfile::tempdir().unwrap();
    let (home, work) = (dir.path().join("home"), dir.path().join("w"));
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let exe = dir.path().join("countersign");
    fs::copy(env!("CARGO_BIN_EXE_countersign"), &exe).unwrap();
    fs::set_permissions(&exe, fs::Permissions::from_mode(0o755)).unwrap();
    for folder in [&home, &work] {
        fs::create_dir(folder).unwrap();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).unwrap();
        chown(folder, Some(NOBODY), Some(NOBODY)).unwrap();
    }
    let run = |token: &str, args: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&exe).args(args);
        command.env_clear().env("COUNTERSIGN_HOME", &home).env("COUNTERSIGN_IDLE_S", "60");
        command.env("PATH", "/usr/bin:/bin").current_dir(&work);
        if !token.is_empty() {
            command.env("COUNTERSIGN_TOKEN", token);
        }
        ended(command, "")
    };
    let token = |by: &str, kind: &str, name: &str| {
        run(by, &["token", kind, name, "--json"]).expect(0).json()["token"].as_str().unwrap().to_owned()
    };
    let person = token("", "person", "ana");
    let agent = token(&person, "agent", "codex");
    let call = |line: &str| {
        let args = json!({"command": line}).to_string();
        run(&agent, &["call", "shell.run", "--args", &args, "--json"])
    };
    let told = call("python3 -c 'import os; print(eval(\"os.getuid()\"))'").expect(0).json();
    assert_eq!(
        (&told["result"]["stdout"], &told["why"]["row"]),
        (&json!("65534\n"), &json!("rehearsed")),
        "{told}"
    );
    let held = call("bash -c 'mkdir d; echo x > d/f'").expect(7).json();
    let item = held["item"]["id"].as_str().unwrap();
    assert!(run(&person, &["show", item]).expect(0).out.contains("d/f"));
    let done = run(&person, &["confirm", item, "--json"]).expect(0).json();
    assert_eq!(fs::read_to_string(work.join("d/f")).unwrap(), "x\n");
    run(&person, &["undo", done["results"][0]["receipt"]["id"].as_str().unwrap()]).expect(0);
    assert!(!work.join("d").exists());
    run(&person, &["down"]).expect(0);
}

#[test]
fn doctor_tells_the_means() {
    let desk = Desk::new();
    let told = desk.person(&["doctor", "--json"]).json();
    let checks = told["checks"].as_array().unwrap();
    let found = checks.iter().find(|check| check["name"] == "rehearsal").unwrap();
    assert_eq!(found["ok"], true, "{found}");
    let means = countersign_rehearsal::capabilities();
    for (name, had) in [
        ("namespaces", means.namespaces),
        ("overlay", means.overlay),
        ("watching", means.watching),
        ("confined", means.confined),
    ] {
        assert_eq!(told["rehearsal"][name], had, "{told}");
    }
    if !has_means() {
        return;
    }
    assert!(found["detail"].as_str().unwrap().contains("harmless ones need no yes"), "{found}");
    // If worlds cannot be created, doctor says so and what to do about it.
    let closed = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" doctor --json";
    let inner = desk.command(&desk.person, &["doctor"]);
    let mut outer = Command::new("unshare");
    outer.args(["--user", "--map-root-user", "--", "sh", "-c", closed]).arg(inner.get_program());
    outer.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let told = ended(outer, "").json();
    assert_eq!(told["rehearsal"]["namespaces"], false, "{told}");
    let checks = told["checks"].as_array().unwrap();
    let found = checks.iter().find(|check| check["name"] == "rehearsal").unwrap();
    assert!(found["detail"].as_str().unwrap().contains("cannot be rehearsed here"), "{found}");
    assert!(found["hint"].as_str().unwrap().contains("max_user_namespaces"), "{found}");
}

/// Whether a process of this machine has these words on its command line.
fn runs(words: &str) -> bool {
    let lines = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = lines.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| String::from_utf8_lossy(&line).replace('\0', " ").contains(words))
}

#[test]
fn d4_what_goes_on_in_the_background_does_not_outlive_a_daemon_that_is_killed() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.call("(setsid sleep 987.25 &) > /dev/null 2>&1; sleep 987.25 > /dev/null 2>&1 &", 0);
    assert!(runs("sleep 987.25 "));
    assert!(desk.home.kill_daemon());
    eventually("both have ended", || !runs("sleep 987.25 "));
    desk.put("a.txt", "x\n");
    assert_eq!(desk.call("cat a.txt", 0)["result"]["stdout"], "x\n", "the next daemon starts anew");
}

#[test]
fn g3_the_log_has_the_time_that_a_command_took() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.call("sleep 0.2; echo done", 0);
    let log = desk.person(&["audit", "log", "--json"]).expect(0).json();
    let took = log["calls"][0]["execution_time_ms"].as_u64().unwrap();
    assert!(took >= 200, "{log}");
    // So has that of an undo: many files take a while.
    let item = desk.held("mkdir many; for n in $(seq 1500); do echo $n > many/$n; done");
    desk.person(&["show", &item]).expect(0);
    desk.person(&["confirm", &item]).expect(0);
    desk.person(&["undo", &item]).expect(0);
    let log = desk.person(&["audit", "log", "--tool", "undo", "--json"]).expect(0).json();
    assert!(log["calls"][0]["execution_time_ms"].as_u64().unwrap() > 0, "{log}");
}

#[test]
fn d2_after_a_landing_what_waits_and_would_do_something_else_now_says_so_by_itself() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    desk.put("a.txt", &(1..=20).map(|n| format!("line {n}\n")).collect::<String>());
    // The second and the third go by the number of a line, and by its words.
    let first = desk.held("sed -i 2d a.txt");
    let by_number = desk.held("sed -i '12s/line/twelfth/' a.txt");
    let by_words = desk.held("sed -i 's/^line 18$/eighteen/' a.txt");
    for id in [&first, &by_number, &by_words] {
        desk.person(&["show", id]).expect(0);
    }
    desk.person(&["confirm", &first]).expect(0);
    eventually("the second says what has changed", || {
        desk.person(&["inbox", "--json"]).expect(0).json().to_string().contains("examined again")
    });
    let refused = desk.person(&["confirm", &by_number]).expect(4);
    assert!(refused.out.contains("changed since you looked"), "{}{}", refused.out, refused.err);
    let now = desk.person(&["show", &by_number]).expect(0).out;
    assert!(
        now.contains("examined again, since something else landed") && now.contains("+twelfth 13"),
        "{now}"
    );
    desk.person(&["confirm", &by_number]).expect(0);
    // The third still does what was seen, and so nobody has to look again.
    desk.person(&["confirm", &by_words]).expect(0);
    let text = desk.holds("a.txt").unwrap();
    assert!(text.contains("twelfth 13\n") && text.contains("\neighteen\n"), "{text}");
}

#[test]
fn d1_check_says_of_a_command_that_it_would_be_rehearsed_first_and_of_no_other() {
    if !has_means() {
        return;
    }
    let desk = Desk::new();
    let told = desk.person(&["check", "--command", "printf x > a.txt"]).expect(0).out;
    assert!(
        told.contains("first") && told.contains("it is rehearsed first, where that is possible"),
        "{told}"
    );
    assert_eq!(desk.holds("a.txt"), None, "it was only judged");
    for args in [
        &["check", "--command", "cat a.txt"][..],
        &["check", "--tool", "task.create_task", "--args", r#"{"title":"x"}"#],
    ] {
        let told = desk.person(args).expect(0).out;
        assert!(!told.contains("rehearsed"), "{told}");
    }
}
