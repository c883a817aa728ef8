//! Hostile commands through every entry point (`call`, MCP, the hooks of Claude Code and Codex), with and without
//! worlds: however analysis classifies them, without approval none changes a file, ends a process, prints the secret or
//! reaches a host.

use std::{
    collections::BTreeMap,
    fs,
    net::{TcpListener, UdpSocket},
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::json;

use crate::{ended, hooks, mcp::Bridge};

const SECRET: &str = "hunter2-0f3a";

/// Settings under which nothing waits: held calls are queued at once.
const QUEUE: &str = "[agent.codex]\nhold = \"queue\"\n";
/// The default policy, and the same without worlds.
const POLICIES: [&str; 2] = ["version = 1\n[rehearsal]\nenabled = false\n", "version = 1\n"];

/// If this is set, every entry point gets the whole table; otherwise only MCP does, which starts no process per
/// command.
const ALL: &str = "COUNTERSIGN_UNASKED_ALL";

/// The result of a command, as its agent sees it.
struct Answer {
    /// All output to the agent.
    told: String,
    /// Whether it ran without a decision.
    is_done: bool,
}

/// A folder full of traps, a listener, and a process that must survive.
struct Scene {
    desk: hooks::Desk,
    listener: TcpListener,
    datagrams: UdpSocket,
    outside: tempfile::NamedTempFile,
    victim: Child,
    before: BTreeMap<String, Vec<u8>>,
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

impl Scene {
    fn new(worlds: bool) -> Self {
        let desk = hooks::Desk::new();
        desk.home.write("config.toml", QUEUE);
        desk.home.write("policy.toml", POLICIES[usize::from(worlds)]);
        for (name, text) in [
            ("a.txt", "alpha\n"),
            (".env", &*format!("SECRET={SECRET}\n")),
            ("json.py", "open('pwned', 'w')\n"),
            ("evil", "#!/bin/sh\ntouch pwned\n"),
            ("evil.pl", "BEGIN { open F, '>pwned' }\n"),
            ("evil.pm", "open F, '>pwned'; 1;\n"),
            ("evil.js", "require('fs').writeFileSync('pwned', '')\n"),
            ("evil.sql", ".shell touch pwned\n"),
            ("evil.conf", "Host *\nProxyCommand touch pwned\n"),
            ("Makefile", "x := $(shell touch pwned)\nall:\n\ttrue\n"),
            (".gitattributes", "*.txt diff=evil\n"),
            ("sub/b.txt", "beta\n"),
        ] {
            fs::create_dir_all(desk.file(name).parent().unwrap()).unwrap();
            fs::write(desk.file(name), text).unwrap();
        }
        fs::set_permissions(desk.file("evil"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink(".env", desk.file("link")).unwrap();
        for line in [
            "init -q",
            "-c user.name=a -c user.email=a@x add -A",
            "-c user.name=a -c user.email=a@x commit -q -m first",
            "config core.fsmonitor ./evil",
            "config alias.st !./evil",
            "config diff.evil.textconv ./evil",
            "config diff.external ./evil",
        ] {
            let mut git = Command::new("git");
            git.args(line.split(' ')).current_dir(desk.work()).env("HOME", desk.user());
            assert!(git.status().unwrap().success(), "git {line}");
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let datagrams = UdpSocket::bind(listener.local_addr().unwrap()).unwrap();
        datagrams.set_nonblocking(true).unwrap();
        let outside = tempfile::Builder::new().prefix("countersign-real-").tempfile_in("/tmp").unwrap();
        fs::write(outside.path(), "real").unwrap();
        let victim = Command::new("sleep").arg("3600").stdin(Stdio::null()).spawn().unwrap();
        let mut scene = Self { desk, listener, datagrams, outside, victim, before: BTreeMap::new() };
        scene.before = scene.state();
        scene
    }

    /// All files of the folder and of the user's home.
    fn state(&self) -> BTreeMap<String, Vec<u8>> {
        fn walk(folder: &Path, into: &mut BTreeMap<String, Vec<u8>>) {
            for entry in fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                if entry.file_type().unwrap().is_dir() {
                    walk(&path, into);
                }
                into.insert(path.display().to_string(), fs::read(&path).unwrap_or_default());
            }
        }
        let mut all = BTreeMap::new();
        walk(&self.desk.work(), &mut all);
        walk(&self.desk.user(), &mut all);
        all
    }

    /// The commands of the table, prepared for this scene.
    fn commands(&self) -> Vec<String> {
        let port = self.listener.local_addr().unwrap().port().to_string();
        let victim = self.victim.id().to_string();
        let outside = self.outside.path().display().to_string();
        let lines = include_str!("unasked/commands.txt").lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let fill = |line: &str| {
            let line = line.replace("PORT", &port).replace("VICTIM", &victim);
            line.replace("TMP", &outside).replace('␤', "\n")
        };
        lines.map(fill).collect()
    }

    /// Returns the harm that a command did, if any.
    fn harm(&mut self, answer: &Answer) -> Option<String> {
        if answer.told.contains(SECRET) {
            return Some("it printed the secret".to_owned());
        }
        if self.listener.accept().is_ok() || self.datagrams.recv(&mut [0; 16]).is_ok() {
            return Some("it reached the listener".to_owned());
        }
        if self.victim.try_wait().unwrap().is_some() {
            return Some("it ended a process".to_owned());
        }
        if !fs::read(self.outside.path()).is_ok_and(|text| text == b"real") {
            return Some("it changed a file in /tmp".to_owned());
        }
        let now = self.state();
        let differs = |name: &&String| now.get(*name) != self.before.get(*name);
        let changed: Vec<&String> = now.keys().chain(self.before.keys()).filter(differs).collect();
        let harm = (!changed.is_empty()).then(|| format!("it changed {changed:?}"));
        // Leftovers of this command are not blamed on the next.
        self.before = now;
        harm
    }

    /// Runs the table, or every `every`-th command of it: none does harm. Without worlds, none runs.
    #[track_caller]
    fn run(&mut self, worlds: bool, every: usize, mut run: impl FnMut(&hooks::Desk, usize, &str) -> Answer) {
        let every = if std::env::var_os(ALL).is_some() { 1 } else { every };
        let (mut unasked, mut harms) = (0, Vec::new());
        for (n, command) in self.commands().into_iter().enumerate().skip(every / 2).step_by(every) {
            let answer = run(&self.desk, n, &command);
            unasked += usize::from(answer.is_done);
            let ran = (!worlds && answer.is_done).then(|| "nobody was asked".to_owned());
            harms
                .extend(self.harm(&answer).or(ran).map(|harm| format!("{command}: {harm}: {}", answer.told)));
        }
        assert!(harms.is_empty(), "{} of them did harm:\n{}", harms.len(), harms.join("\n"));
        assert!(!worlds || unasked * every > 50, "only {unasked} of them ran: the table would show little");
    }
}

fn over_call(worlds: bool, every: usize) {
    let mut scene = Scene::new(worlds);
    let (_, token) = scene.desk.home.with_people();
    scene.run(worlds, every, |desk, _, command| {
        let args = json!({"command": command, "timeout_s": 10}).to_string();
        let mut call = desk.command(&["call", "shell.run", "--queue", "--args", &args, "--json"]);
        call.env("COUNTERSIGN_TOKEN", &token);
        let told = ended(call, "");
        Answer { is_done: told.code == 0, told: told.json().to_string() }
    });
}

fn over_hook(agent: &str, worlds: bool, every: usize) {
    Scene::new(worlds).run(worlds, every, |desk, n, command| hooked(desk, agent, n, command));
}

/// The answer of the hook, and the output of the command that replaces the agent's.
fn hooked(desk: &hooks::Desk, agent: &str, n: usize, command: &str) -> Answer {
    let told = desk.before(agent, "Bash", &json!({"command": command, "timeout": 10000}), &format!("t{n}"));
    let line = told["updatedInput"]["command"].as_str();
    match (told["permissionDecision"].as_str(), line) {
        (Some("deny"), None) => Answer { told: told.to_string(), is_done: false },
        (Some("allow"), Some(line)) => {
            let (head, rest) = line.split_once("--wait-s ").unwrap_or_else(|| panic!("{line}"));
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let line = format!("{head}--wait-s 0{rest}");
            let (code, out, err) = hooks::output(desk.shell(&line));
            Answer { told: format!("{out}{err}"), is_done: code != 7 && !err.contains("Proposal queued") }
        }
        other => panic!("{command}: the agent runs it itself: {other:?}"),
    }
}

fn over_mcp(worlds: bool, every: usize) {
    let mut scene = Scene::new(worlds);
    let mut bridge = Bridge::of(scene.desk.command(&["mcp", "--agent", "codex"]));
    bridge.hello();
    scene.run(worlds, every, |_, _, command| {
        let result = bridge.result("shell_run", json!({"command": command, "timeout_s": 10}));
        let told = result.to_string();
        Answer { is_done: !told.contains("Proposal queued"), told }
    });
}

#[test]
fn a13_no_hostile_command_does_harm_through_call() {
    over_call(true, 3);
}

#[test]
fn a13_no_hostile_command_does_harm_through_the_hook_of_claude_code() {
    over_hook("claude-code", true, 4);
}

#[test]
fn a13_no_hostile_command_does_harm_through_the_hook_of_codex() {
    over_hook("codex", true, 5);
}

#[test]
fn a13_no_hostile_command_does_harm_over_mcp() {
    over_mcp(true, 1);
}

#[test]
fn a13_without_worlds_every_hostile_command_is_asked_about() {
    over_call(false, 4);
    over_hook("claude-code", false, 11);
    over_hook("codex", false, 13);
    over_mcp(false, 3);
}
