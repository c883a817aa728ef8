//! The real binary, in homes of its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bad_input;
mod commands;
mod edited;
mod files;
mod kill;
mod pages;
mod servers;
mod store;
mod story;
mod terminal;

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;

/// A home of its own, and whoever works in it.
struct Home {
    dir: tempfile::TempDir,
}

/// What a command left behind.
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

    /// Itself, if it ended with `code`.
    #[track_caller]
    fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }
}

impl Home {
    fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.dir.path().join("home")
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.path()).unwrap();
        std::fs::write(self.path().join(name), text).unwrap();
    }

    fn command(&self, token: &str, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_countersign"));
        command
            .args(args)
            .env_clear()
            .env("COUNTERSIGN_HOME", self.path())
            .env("TZ", "UTC")
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

    /// A task that a person has let an agent create.
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
    // A command that reads nothing may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ended {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
