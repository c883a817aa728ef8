//! Tests of the real binary, each with its own home.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod acp;
mod agents;
mod backups;
mod bad_input;
mod both;
mod caches;
mod commands;
mod daemon;
mod demo;
mod documentation;
mod edited;
mod export;
mod files;
mod hooks;
mod hostile;
mod hosts;
mod hub;
mod import;
mod in_place;
mod kill;
mod languages;
mod learn;
mod levels;
mod mcp;
mod pages;
mod pairing;
mod parity;
mod plans;
mod progress;
mod pty;
mod readme;
mod reference;
mod rehearsal;
mod review;
mod servers;
mod settings;
mod setup;
mod spellings;
mod stage;
mod steps;
mod store;
mod store_copies;
mod story;
mod teams;
mod terminal;
mod tokens;
mod told;
mod trust;
mod unasked;
mod uninstall;

use std::{
    fs::{self, File},
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};

use serde_json::Value;

/// A home and its actors.
struct Home {
    dir: tempfile::TempDir,
}

/// A home with a person and an agent.
struct Scene {
    home: Home,
    person: String,
    agent: String,
}

impl Scene {
    fn new() -> Self {
        let home = Home::new();
        let (person, agent) = home.with_people();
        Self { home, person, agent }
    }
}

/// The result of a command.
#[derive(Debug)]
struct Ended {
    code: i32,
    out: String,
    err: String,
}

impl Ended {
    /// The answer, which must be one JSON value.
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e} in {self:?}"))
    }

    /// Returns itself, if the exit code was `code`.
    #[track_caller]
    fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }
}

/// Waits until something holds, for as long as a daemon may take.
#[track_caller]
fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        // A panic here would hide the one that ended the test.
        if let Some(pid) = self.daemon() {
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

impl Home {
    /// The process that is the daemon of this home, or is becoming it.
    fn daemon(&self) -> Option<Pid> {
        let path = self.path().join("daemon.lock");
        let pid = fs::read_to_string(&path).ok()?.parse().ok()?;
        let held = File::open(path).ok()?.try_lock_shared().is_err();
        Pid::from_raw(pid).filter(|_| held)
    }

    /// Stops the daemon, so that its files can be edited.
    fn down(&self) {
        self.run("", &["down"]).expect(0);
    }

    /// Kills the daemon; false if there was none.
    fn kill_daemon(&self) -> bool {
        let Some(pid) = self.daemon() else { return false };
        let killed = kill_process(pid, Signal::KILL).is_ok();
        eventually("a killed daemon is gone", || self.daemon() != Some(pid));
        killed
    }

    fn new() -> Self {
        let home = Self { dir: tempfile::tempdir().unwrap() };
        if let Some(store) = teams::chosen() {
            home.write("config.toml", &format!("store = \"{store}\"\n"));
        }
        home
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path()).unwrap();
        fs::write(self.path().join(name), text).unwrap();
    }

    fn command(&self, token: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command
            .args(args)
            .env_clear()
            .env("COUNTERSIGN_HOME", self.path())
            .env("TZ", "UTC")
            .env("LC_ALL", "C")
            .env("COUNTERSIGN_IDLE_S", "60")
            .current_dir(self.dir.path());
        if !token.is_empty() {
            command.env("COUNTERSIGN_TOKEN", token);
        }
        command
    }

    fn run(&self, token: &str, args: &[&str]) -> Ended {
        ended(self.command(token, args), "")
    }

    fn run_with(&self, token: &str, args: &[&str], input: &str) -> Ended {
        ended(self.command(token, args), input)
    }

    /// The answer of a command with `--json`, which must end with `code`.
    #[track_caller]
    fn json(&self, token: &str, args: &[&str], code: i32) -> Value {
        self.run(token, &[args, &["--json"]].concat()).expect(code).json()
    }

    /// A person and an agent, by their tokens.
    fn with_people(&self) -> (String, String) {
        let token = |by: &str, kind: &str, name: &str| {
            let answer = self.json(by, &["token", kind, name], 0);
            answer["token"].as_str().unwrap().to_owned()
        };
        let person = token("", "person", "ana");
        let agent = token(&person, "agent", "codex");
        (person, agent)
    }

    /// A task that an agent created with a person's approval.
    #[track_caller]
    fn with_task(&self, person: &str, agent: &str, title: &str) -> String {
        let args = serde_json::json!({"title": title}).to_string();
        let call = self.json(agent, &["call", "task.create_task", "--args", &args], 7);
        let item = call["item"]["id"].as_str().unwrap().to_owned();
        self.run(person, &["show", &item]).expect(0);
        let done = self.json(person, &["confirm", &item], 0);
        done["results"][0]["receipt"]["result"]["id"].as_str().unwrap_or_else(|| panic!("{done}")).to_owned()
    }
}

fn ended(mut command: Command, input: &str) -> Ended {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that reads nothing may have exited already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ended {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
