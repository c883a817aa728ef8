//! Commands that only read, as Claude Code's and Codex's shells run them through `exec`.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Child, Command, Stdio},
};

use countersign_core::handover::{Carried, quoted};
use serde_json::{Value, json};

use super::{Desk, output};

/// The shells of this machine that an agent may use.
fn shells(names: &[&'static str]) -> Vec<&'static str> {
    names.iter().copied().filter(|shell| Path::new(shell).exists()).collect()
}

impl Desk {
    /// The line that an agent runs instead of a read-only command.
    #[track_caller]
    fn read_line(&self, agent: &str, input: &Value, id: &str) -> String {
        let told = self.before(agent, "Bash", input, id);
        assert_eq!(told["permissionDecision"], "allow", "{told}");
        let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}"));
        assert!(line.contains(" exec call-"), "{line}");
        line.to_owned()
    }

    /// Starts a script in a shell, like an agent does.
    fn in_shell(&self, shell: &str, script: &str) -> Child {
        let mut command = Command::new(shell);
        command.args(["-c", script]).current_dir(self.work()).env_clear();
        command.env("COUNTERSIGN_IDLE_S", "60").env("HOME", self.user()).env("PATH", "/usr/bin:/bin");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The output of a read-only command through `exec`.
    #[track_caller]
    fn said(&self, line: &str, id: &str) -> (i32, String, String) {
        let line = self.read_line("claude-code", &json!({"command": line, "timeout": 60000}), id);
        output(self.in_shell("/bin/bash", &line))
    }

    fn log(&self) -> Vec<Value> {
        let log = self.run(&["audit", "log", "--json"]).expect(0).json();
        log["calls"].as_array().cloned().unwrap_or_default()
    }

    fn inbox(&self) -> usize {
        let inbox = self.run(&["inbox", "--json"]).expect(0).json();
        inbox["items"].as_array().map_or(0, Vec::len)
    }
}

#[test]
fn a1_what_only_reads_is_run_by_the_gate_logged_once_and_is_nobodys_business() {
    let desk = Desk::new();
    fs::write(desk.file("a.txt"), "alpha\n").unwrap();
    for (n, agent) in ["claude-code", "codex"].into_iter().enumerate() {
        let line = desk.read_line(agent, &json!({"command": "cat a.txt"}), "t1");
        assert_eq!(desk.log().len(), n, "nothing was read yet");
        assert_eq!(output(desk.in_shell("/bin/bash", &line)), (0, "alpha\n".to_owned(), String::new()));
        let log = desk.log();
        let ours: Vec<_> = log.iter().filter(|c| c["actor"] == format!("agent:{agent}")).collect();
        assert_eq!(ours.len(), 1, "{ours:?}");
        assert_eq!(
            (&ours[0]["tool"], &ours[0]["user_confirmed"], &ours[0]["arguments"]["command"]),
            (&json!("shell.run"), &json!(false), &json!("cat a.txt"))
        );
        // The line itself needs no decision; run again, it reads again.
        let again = desk.before(agent, "Bash", &json!({"command": line}), "t2");
        assert_eq!(again.get("updatedInput"), None, "{again}");
    }
    // The agent's search path differs from the daemon's, but finds the same programs.
    assert!(desk.log().iter().all(|call| call["arguments"].get("env").is_none()), "{:?}", desk.log());
    assert_eq!(desk.before("claude-code", "TodoWrite", &json!({"todos": []}), "t3"), Value::Null);
    assert_eq!(desk.inbox(), 0);
}

#[test]
fn a13_output_and_exit_code_are_the_commands_own() {
    let desk = Desk::new();
    let (code, out, err) = desk.said("echo out; echo err >&2; exit 42", "t1");
    assert_eq!((code, out.as_str(), err.as_str()), (42, "out\n", "err\n"));
    let (code, out, _) = desk.said("cat; echo end $?; tty", "t2");
    assert_eq!((code, out.as_str()), (1, "end 0\nnot a tty\n"));
    let (code, out, _) = desk.said("head -c 3 /dev/zero | od -An -c", "t3");
    assert_eq!((code, out.trim()), (0, "\\0  \\0  \\0"));
    let (code, out, _) = desk.said("printf 'a\\377b'", "t4");
    assert_eq!((code, out.as_str()), (0, "a\u{fffd}b"));
    let (code, out, err) = desk.said("seq 400000", "t5");
    assert!(code == 0 && out.starts_with("1\n2\n") && out.ends_with("\n399999\n400000\n"), "{}", out.len());
    assert!(err.contains("bytes; what is told is part of it"), "{err}");
    let slow = desk.read_line("codex", &json!({"command": "echo a; sleep 30", "timeout_ms": 1000}), "t6");
    let (code, out, err) = output(desk.in_shell("/bin/bash", &slow));
    assert_eq!((code, out.as_str()), (124, "a\n"));
    assert!(err.contains("when its time was over"), "{err}");
    let beside = json!({"command": "echo a", "timeout": 1000, "run_in_background": true});
    assert!(desk.read_line("claude-code", &beside, "t7").ends_with(" --wait-s 3595"));
}

#[test]
fn a13_the_agents_shell_follows_the_folder_and_takes_nothing_else_over() {
    let desk = Desk::new();
    let odd = "it's $(touch pwned) `touch pwned`; \"x\"";
    fs::create_dir_all(desk.file("src")).unwrap();
    fs::create_dir_all(desk.file(odd)).unwrap();
    let work = desk.work().display().to_string();
    for (n, shell) in shells(&["/bin/bash", "/usr/bin/zsh"]).into_iter().enumerate() {
        for (m, (command, code, out, folder)) in [
            ("cd src && pwd", 0, format!("{work}/src\n"), format!("{work}/src")),
            ("cd src; echo a; false", 1, "a\n".to_owned(), format!("{work}/src")),
            ("cd src; exit 7", 7, String::new(), format!("{work}/src")),
            ("(cd src); echo a", 0, "a\n".to_owned(), work.clone()),
            ("cd nowhere || echo a", 0, "a\n".to_owned(), work.clone()),
            ("pushd src >/dev/null; FOO=1; export FOO", 0, String::new(), format!("{work}/src")),
            (&format!("cd {}", quoted(odd)), 0, String::new(), format!("{work}/{odd}")),
        ]
        .into_iter()
        .enumerate()
        {
            let line = desk.read_line("claude-code", &json!({"command": command}), &format!("t{n}-{m}"));
            let script = format!("{line}\necho \"$? [$FOO] $(pwd)\"");
            let (_, said, _) = output(desk.in_shell(shell, &script));
            assert_eq!(said, format!("{out}{code} [] {folder}\n"), "{shell}: {command}");
            // Claude Code wraps it further.
            let file = desk.user().join("folder");
            let script = format!("eval {} < /dev/null && pwd -P >| {}", quoted(&line), file.display());
            let _ = fs::remove_file(&file);
            assert_eq!(output(desk.in_shell(shell, &script)).0, code, "{shell}: {command}");
            let kept = fs::read_to_string(&file).ok();
            assert_eq!(kept, (code == 0).then(|| format!("{folder}\n")), "{shell}: {command}");
        }
    }
    assert!(!desk.file("pwned").exists());
    // Codex does not keep the folder, so its shell need not follow.
    let line = desk.read_line("codex", &json!({"command": "cd src && pwd"}), "t1");
    assert!(!line.contains("eval"), "{line}");
}

#[test]
fn a13_a_folder_that_a_command_makes_up_leads_nowhere_else() {
    let desk = Desk::new();
    for (n, said) in
        ["/x'; touch pwned; '", "/tmp/../nowhere", "$(touch pwned)", "/etc/passwd"].iter().enumerate()
    {
        let forged = format!("printf '\\036countersign-folder %s\\036' {} >&2; cd .", quoted(said));
        let line = desk.read_line("claude-code", &json!({"command": forged}), &format!("t{n}"));
        let (code, out, _) = output(desk.in_shell("/bin/bash", &format!("{line}\npwd")));
        assert_eq!((code, out), (0, format!("{}\n", desk.work().display())), "{said}");
    }
    assert!(!desk.file("pwned").exists());
}

#[test]
fn a13_functions_of_a_command_are_not_called_by_what_tells_its_folder() {
    let desk = Desk::new();
    fs::create_dir_all(desk.file("sub")).unwrap();
    for (n, name) in ["test", "command", "printf", "trap"].into_iter().enumerate() {
        let command = format!("{name}() {{ touch ../pwned pwned; }}; cd sub");
        let told = desk.before("claude-code", "Bash", &json!({"command": command}), &format!("t{n}"));
        let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}"));
        output(desk.in_shell("/bin/bash", &line.replace("--wait-s 115", "--wait-s 0")));
        assert!(!desk.file("pwned").exists() && !desk.file("sub/pwned").exists(), "{name}");
    }
}

#[test]
fn a13_a_program_that_cannot_be_started_is_no_success() {
    let desk = Desk::new();
    let line = desk.read_line("claude-code", &json!({"command": "cd . && ls"}), "t1");
    let gone = line.replace(env!("CARGO_BIN_EXE_countersign"), "/nowhere/countersign");
    assert_ne!(gone, line);
    assert_eq!(output(desk.in_shell("/bin/bash", &gone)).0, 127);
}

#[test]
fn a13_the_line_means_the_same_in_every_shell() {
    let desk = Desk::new();
    let command = "echo \"a\\\\b 'c' $((1+1))\" `echo d` *.none =ls ~nobody; echo (e) ;and f";
    let plain = "printf '%s|' \"a\\\\b 'c'\" \"$((1+1))\" `echo d` =ls ~+ {1..3}; exit 5";
    let line = desk.read_line("codex", &json!({"command": plain}), "t1");
    let first = output(desk.in_shell("/bin/bash", &line));
    assert_eq!((first.0, first.1.starts_with("a\\b 'c'|2|d|=ls|")), (5, true), "{first:?}");
    for shell in shells(&["/bin/sh", "/usr/bin/dash", "/usr/bin/zsh", "/usr/bin/fish"]) {
        assert_eq!(output(desk.in_shell(shell, &line)), first, "{shell}");
    }
    // Text that only another shell would take for a command is judged, and run, as bash reads it.
    let told = desk.before("codex", "Bash", &json!({"command": command}), "t2");
    assert_ne!(told["updatedInput"]["command"], command, "{told}");
}

#[test]
fn a13_a_command_runs_in_the_folder_of_the_agents_shell_where_no_hook_was_told_it() {
    let desk = Desk::new();
    fs::create_dir_all(desk.file("src")).unwrap();
    let there = |line: &str| {
        let mut shell = Command::new("/bin/bash");
        shell.args(["-c", line]).current_dir(desk.file("src")).env_clear().env("COUNTERSIGN_IDLE_S", "60");
        shell.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let line = desk.read_line("codex", &json!({"command": "pwd"}), "t1");
    assert_eq!(output(there(&line)).1, format!("{}\n", desk.file("src").display()));
    let (line, item) = desk.rewritten("codex", "touch made", "t2");
    assert_eq!(output(there(&line.replace("--wait-s 55", "--wait-s 0"))).0, 7);
    let shown = desk.run(&["show", &item]).expect(0).out;
    assert!(shown.contains("+++ src/made"), "{shown}");
    desk.confirm(&item);
    assert_eq!(output(there(&line)).0, 0);
    assert!(desk.file("src/made").exists() && !desk.file("made").exists());
}

#[test]
fn a13_what_is_typed_reaches_no_command_and_pagers_end_by_themselves() {
    let desk = Desk::new();
    let text: String = (1..500).map(|n| format!("line {n}\n")).collect();
    fs::write(desk.file("long.txt"), text).unwrap();
    for (n, command) in ["less long.txt", "more long.txt", "sleep 1; cat; echo end"].into_iter().enumerate() {
        let line = desk.read_line("codex", &json!({"command": command}), &format!("t{n}"));
        let mut script = Command::new("/usr/bin/script");
        script.args(["-qec", &line, "/dev/null"]).current_dir(desk.work()).env_clear();
        script.env("COUNTERSIGN_IDLE_S", "60").env("TERM", "xterm").env("SHELL", "/bin/bash");
        let mut running =
            script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // It may have exited already.
        let typed = b"!touch pwned\n:!touch pwned\ntouch pwned\n\x04touch pwned\nq\n";
        drop(running.stdin.take().unwrap().write_all(typed));
        let (code, out, err) = output(running);
        assert_eq!(code, 0, "{command}: {out} {err}");
        let told = if command.contains("cat") { "end" } else { "line 499" };
        assert!(out.contains(told), "{command}: {out}");
        assert!(!desk.file("pwned").exists(), "{command}");
    }
}

#[test]
fn a13_a_word_that_an_agent_makes_up_is_only_a_call() {
    let desk = Desk::new();
    let args = json!({"command": "touch pwned"}).as_object().cloned().unwrap();
    let word = Carried { args, folder: Some(desk.work().display().to_string()), programs: None, claim: None }
        .word()
        .unwrap();
    let tried = desk.run(&["exec", &word, "--agent", "codex", "--wait-s", "0"]).expect(7);
    assert!(tried.err.contains("Proposal queued for user review."), "{tried:?}");
    assert!(!desk.file("pwned").exists());
    assert_eq!(desk.inbox(), 1);
    desk.run(&["exec", "call-e30", "--agent", "codex"]).expect(2);
    let other = json!({"command": "ls", "env": {"COUNTERSIGN_HOME": "/x"}}).as_object().cloned().unwrap();
    let word = Carried { args: other, folder: None, programs: None, claim: None }.word().unwrap();
    desk.run(&["exec", &word, "--agent", "codex"]).expect(3);
}

#[test]
fn f4_a_read_of_a_run_that_was_paused_meanwhile_is_not_made() {
    let desk = Desk::new();
    let line = desk.read_line("codex", &json!({"command": "echo secret plan"}), "t1");
    let runs = desk.run(&["run", "list", "--json"]).expect(0).json();
    desk.run(&["run", "pause", runs["runs"][0]["id"].as_str().unwrap(), "--reason", "let me look"]).expect(0);
    let (code, out, err) = output(desk.in_shell("/bin/bash", &line));
    assert_eq!((code, out.as_str()), (3, ""));
    assert!(err.contains("let me look"), "{err}");
}

#[test]
fn a13_a_read_that_is_too_long_for_a_command_line_is_not_the_agents_to_run_either() {
    let desk = Desk::new();
    let long = format!("echo {} | wc -c", "x".repeat(100_000));
    let told = desk.before("claude-code", "Bash", &json!({"command": long}), "t1");
    let line = told["updatedInput"]["command"].as_str().unwrap_or_else(|| panic!("{told}"));
    assert!(line.contains(" exec i"), "{}", line.len());
    assert_eq!(output(desk.in_shell("/bin/bash", line)).1, "100001\n");
}

#[test]
fn a16_a_failure_before_the_end_of_a_pipe_is_noted_and_the_exit_code_stays() {
    let desk = Desk::new();
    let run = |line: &str| {
        let args = json!({"command": line}).as_object().cloned().unwrap();
        let folder = Some(desk.work().display().to_string());
        let word = Carried { args, folder, programs: None, claim: None }.word().unwrap();
        desk.run(&["exec", &word, "--agent", "codex"]).expect(0)
    };
    let told = run("cat missing | tail -1");
    assert!(told.err.contains("missing") && told.err.contains("in the pipe were 1, 0"), "{told:?}");
    let told = run("echo a | tail -1");
    assert_eq!((told.out.as_str(), told.err.as_str()), ("a\n", ""));
}
