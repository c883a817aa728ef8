//! Runs a session behind the gate: a daemon with a home of its own, one run of an agent, and a person who says yes to
//! whatever is asked.

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{Mode, Output, Question, folder, session::Session};
use crate::schemathesis::Daemon;

/// Why a person is asked, and the words by which the reasons tell it; the first that fits counts. Hosts come before
/// what is written on the way, and the workspace last: what is nowhere else is there.
pub const CAUSES: [(&str, &[&str]); 8] = [
    ("signals, sudo", &["more rights", "process", "signal"]),
    ("hidden files", &["hidden file"]),
    ("loopback", &["127.0.0.1", "localhost", "0.0.0.0", "::1"]),
    ("network", &["network", " host"]),
    ("caches", &["~/.", "~/go/"]),
    ("scratch", &["/tmp/"]),
    ("workspace", &["changes", "deletes", "deleting", "destroys", "discards", "git's own", "destructive"]),
    ("other", &[""]),
];

/// Raises the rate limits, which are not under test here.
const LIMITS: &str = "[limits]\nagent_calls_per_s = 1000000\nagent_burst = 1000000\n";
/// How often one item is confirmed: what has changed meanwhile is looked at again.
const TRIES: usize = 3;

/// How the stage of a session landed.
pub struct Landing {
    /// What the person was asked.
    pub asked: Question,
    /// How git saw the project after it.
    pub left: BTreeSet<String>,
    /// Why it did not land, or was not taken back whole.
    pub error: Option<String>,
    /// How long it took to show and land it.
    pub took: Duration,
}

/// Runs every command in `folder`. A stage lands at the end, and is taken back again.
pub fn run(
    session: &Session,
    folder: &Path,
    program: &Path,
    mode: Mode,
) -> Result<(Vec<Output>, Option<Landing>), String> {
    // Not in `/tmp`, where no person has it: commands have their own layer over that.
    let beside = folder.ancestors().nth(2).unwrap_or(folder);
    let home = tempfile::tempdir_in(beside).map_err(|e| format!("cannot make a folder: {e}"))?;
    fs::write(home.path().join("config.toml"), LIMITS).map_err(|e| format!("cannot write settings: {e}"))?;
    let daemon = Daemon::start(program, home.path())?;
    let (person, agent) = (daemon.token("person", "ana")?, daemon.token("agent", "codex")?);
    if mode == Mode::Trust {
        trust(program, home.path(), &person, folder)?;
    }
    let address = daemon.address.clone();
    let (run, waiting) = (String::new(), Vec::new());
    let mut gate = Gate { address, folder: folder.display().to_string(), person, agent, run, waiting };
    let before = folder::whole(folder)?;
    let staged = mode == Mode::Stage;
    let begun = gate.post(Who::Agent, "/v1/runs", &json!({"subject": session.name, "stage": staged}))?;
    gate.run = begun["id"].as_str().ok_or_else(|| format!("no run was started: {begun}"))?.to_owned();
    let outputs: Result<Vec<Output>, String> =
        session.commands.iter().map(|command| gate.command(command)).collect();
    for item in std::mem::take(&mut gate.waiting) {
        gate.confirm(&item)?;
    }
    let landing = match begun["stage"].as_str() {
        Some(stage) => Some(gate.land(stage, folder, &before)?),
        None if staged => return Err(format!("the run has no stage: {begun}")),
        None => None,
    };
    daemon.end()?;
    Ok((outputs?, landing))
}

/// A person trusts the folder.
fn trust(program: &Path, home: &Path, person: &str, folder: &Path) -> Result<(), String> {
    let mut command = Command::new(program);
    command.arg("trust").arg(folder).env("COUNTERSIGN_HOME", home).env("COUNTERSIGN_TOKEN", person);
    let output = command.current_dir(folder).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("the folder cannot be trusted: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

#[derive(Clone, Copy)]
enum Who {
    Agent,
    Person,
}

struct Gate {
    address: String,
    folder: String,
    person: String,
    agent: String,
    run: String,
    /// Items whose command went on: one review of them all, at the end.
    waiting: Vec<Value>,
}

impl Gate {
    /// Runs a command as the agent; a person says yes if they are asked.
    fn command(&mut self, command: &str) -> Result<Output, String> {
        let begun = Instant::now();
        let call = json!({"tool": "shell.run", "args": {"command": command}});
        let answer = self.post(Who::Agent, &format!("/v1/runs/{}/calls", self.run), &call)?;
        let item = &answer["item"];
        if !item.is_object() || item["status"] != "pending" {
            let result = if answer["result"].is_object() { &answer["result"] } else { &item["result"] };
            return Ok(output(result, &answer, begun.elapsed()));
        }
        let question = Some(Question::about(item));
        if answer["result"].is_object() {
            let first = self.waiting.is_empty();
            self.waiting.push(item.clone());
            let output = output(&answer["result"], &answer, begun.elapsed());
            return Ok(Output { asked: question.filter(|_| first), ..output });
        }
        let decided = self.confirm(item)?;
        let took = begun.elapsed();
        let shown = self.get(&format!("/v1/show/{}", item["id"].as_str().unwrap_or_default()))?;
        Ok(Output { asked: question, ..output(&shown["item"]["result"], &decided, took) })
    }

    /// Confirms an item; one that became stale is checked again. Returns the last answer.
    fn confirm(&self, item: &Value) -> Result<Value, String> {
        let id = item["id"].as_str().ok_or_else(|| format!("an item without an id: {item}"))?;
        let mut item = item.clone();
        let mut answer = Value::Null;
        for _ in 0..TRIES {
            let yes = match item["typed"].as_str() {
                Some(typed) => json!({"digest": item["digest"], "typed": typed}),
                None => json!({"digest": item["digest"]}),
            };
            answer = self.post(Who::Person, &format!("/v1/items/{id}/confirm"), &yes)?;
            if !matches!(answer["status"].as_str(), Some("stale" | "changed")) {
                break;
            }
            self.post(Who::Person, &format!("/v1/items/{id}/refresh"), &json!({}))?;
            item = self.get(&format!("/v1/show/{id}"))?["item"].clone();
        }
        Ok(answer)
    }

    /// Looks at a stage, lands it, and takes it back; `before` is how the folder was.
    fn land(&self, stage: &str, folder: &Path, before: &BTreeMap<String, String>) -> Result<Landing, String> {
        let begun = Instant::now();
        let shown = self.post(Who::Person, &format!("/v1/stages/{stage}/diff"), &json!({}))?;
        let summary = shown["summary"].as_str().unwrap_or_default();
        let asked = Question { cause: cause("changes"), why: format!("{summary} (the stage)") };
        let mut yes = json!({"digest": shown["digest"]});
        if let Some(typed) = shown["typed"].as_str() {
            yes["typed"] = json!(typed);
        }
        let landed = self.post(Who::Person, &format!("/v1/stages/{stage}/land"), &yes)?;
        let took = begun.elapsed();
        let left = folder::by_git(folder)?;
        let error = match landed["receipt"]["id"].as_str().filter(|_| landed["status"] == "applied") {
            Some(receipt) => {
                let undone = self.post(Who::Person, &format!("/v1/receipts/{receipt}/undo"), &json!({}))?;
                match undone["status"] == "undone" {
                    true => folder::moved(before, &folder::whole(folder)?),
                    false => Some(format!("it is not taken back: {undone}")),
                }
            }
            None => Some(format!("it does not land: {landed}")),
        };
        Ok(Landing { asked, left, error, took })
    }

    fn post(&self, who: Who, path: &str, body: &Value) -> Result<Value, String> {
        let body = body.to_string();
        let more = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        self.send("POST", who, path, &more)
    }

    fn get(&self, path: &str) -> Result<Value, String> {
        self.send("GET", Who::Person, path, "\r\n")
    }

    fn send(&self, method: &str, who: Who, path: &str, more: &str) -> Result<Value, String> {
        let (host, folder) = (&self.address, &self.folder);
        let token = match who {
            Who::Agent => &self.agent,
            Who::Person => &self.person,
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
             countersign-folder: {folder}\r\n{more}"
        );
        let exchange = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(host)?;
            stream.write_all(request.as_bytes())?;
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        let response = exchange().map_err(|e| format!("the daemon does not answer: {e}"))?;
        let body = response.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).map_err(|e| format!("{method} {path}: {e}: {response}"))
    }
}

impl Question {
    /// Why a person is asked about an item: the reasons, what the rehearsal saw, and what is outside the workspace.
    fn about(item: &Value) -> Self {
        let texts = |list: &Value| -> Vec<String> {
            list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let facts = &item["facts"];
        let folder = facts["folder"].as_str().unwrap_or("/no folder");
        let mut why = texts(&item["why"]["reasons"]);
        why.extend(texts(&item["preview"]["warnings"]).into_iter().filter(|w| w.contains("rehears")));
        why.extend((facts["privileged"] == true).then(|| "runs with more rights".to_owned()));
        let changed = [&facts["writes"], &facts["deletes"]].into_iter().flat_map(texts);
        why.extend(changed.filter(|path| !path.starts_with(folder)).take(3));
        let row = item["why"]["row"].as_str().unwrap_or_default();
        let home = env::var("HOME").unwrap_or_else(|_| "/no home".to_owned());
        let why = format!("{} ({row})", why.join("; ").replace(folder, ".").replace(&home, "~"));
        let warnings = texts(&item["preview"]["warnings"]).join("; ");
        Self { cause: cause(&why), why: format!("{why}; warned of: {warnings}") }
    }
}

fn cause(why: &str) -> usize {
    let fits = |(_, words): &(&str, &[&str])| words.iter().any(|word| why.contains(word));
    CAUSES.iter().position(fits).unwrap_or(CAUSES.len() - 1)
}

/// Reads the result of a command; `answer` says why there is none.
fn output(result: &Value, answer: &Value, took: Duration) -> Output {
    let text = |name: &str| {
        let whole = result[format!("{name}_truncated")] != true;
        result[name].as_str().filter(|_| whole).map(str::to_owned)
    };
    let error = match result["exit_code"].is_number() || result["signal"].is_number() {
        true => None,
        false => {
            Some(["detail", "message"].iter().find_map(|key| answer[*key].as_str()).unwrap_or("?").to_owned())
        }
    };
    Output {
        code: result["exit_code"].as_i64(),
        stdout: text("stdout"),
        stderr: text("stderr"),
        error,
        took,
        asked: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(item: Value, wanted: &str) {
        let asked = Question::about(&item);
        assert_eq!(CAUSES[asked.cause].0, wanted, "{}", asked.why);
    }

    #[test]
    fn a_question_counts_by_what_was_asked_about() {
        let changes = json!({"reasons": ["it changes something"], "row": "class"});
        let facts = |facts: Value| json!({"why": changes, "facts": facts});
        check(facts(json!({"folder": "/tmp/w", "writes": ["/tmp/w/a"]})), "workspace");
        check(facts(json!({"folder": "/w", "writes": ["/w/a", "/tmp/a"]})), "scratch");
        let logs = format!("{}/.npm/_logs/x", env::var("HOME").unwrap());
        check(facts(json!({"folder": "/w", "writes": ["/tmp/a", logs]})), "caches");
        check(facts(json!({"folder": "/w", "deletes": ["/w/node_modules/.cache"]})), "workspace");
        check(facts(json!({"folder": "/w", "privileged": true})), "signals, sudo");
        let host =
            |host| json!({"why": {"reasons": [format!("sends data to {host}, which is not a listed host")]}});
        check(host("127.0.0.1"), "loopback");
        check(host("example.com"), "network");
        let wants =
            json!({"why": changes, "preview": {"warnings": ["in rehearsal it wants network: a.example:80"]}});
        check(wants, "network");
        check(json!({"why": {"reasons": ["wants to read a hidden file: /home/ana/.npmrc"]}}), "hidden files");
    }
}
