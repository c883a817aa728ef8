//! `doctor --agents`: starts each installed agent against a scripted model, in a scratch home with our hook in place, and
//! reports whether the hook was called, could deny, and could put the gate in the place of the agent's shell. What an
//! agent's documentation says is often not what runs.
//!
//! # Limitations
//!
//! The agent has no credentials, and a proxy that refuses every other host; one that ignores the proxy variables is not
//! kept from the network.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use countersign_probe::{AGENTS, Act, Agent, Model, Scratch, is_newer, turns};
use countersign_words::{Message, say};
use rustix::process::{Pid, Signal, kill_process};

use super::Finding;
use crate::exit;

/// How long an agent may take for its two calls.
const MOST: Duration = Duration::from_secs(120);
/// What the scripted model asks an agent for.
const TASK: &str = "run two commands";
/// The variable that only the agent has: a command that sees it was run by the agent itself.
const MARK: &str = "COUNTERSIGN_PROBE";
/// A word in the command that must be denied.
const DENIED: &str = "countersign-probe-denied";

/// The policy of the scratch home: it refuses one command.
fn policy() -> String {
    format!(
        "version = 1\n\n[[rule]]\nname = \"the probe denies this\"\ntools = [\"shell.run\"]\n\
         when = 'args.command.contains(\"{DENIED}\")'\nthen = \"refuse\"\n"
    )
}

/// What was seen of an agent.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    version: Option<String>,
    /// Whether the refused command was run.
    ran_denied: bool,
    /// Whether the model was told that a rule refused it.
    told: bool,
    /// Whether the other command was run by the gate, or by the agent; none: by neither.
    by_gate: Option<bool>,
    /// Tools that the adapter knows it by, and that it did not offer.
    lacks: Vec<String>,
    /// Those that it offered.
    offers: Vec<String>,
    /// Hosts that it tried to reach.
    hosts: Vec<String>,
}

/// How many of the tools that an agent offers are named.
const NAMED: usize = 20;

/// Probes every agent whose program is on the search path.
pub fn look() -> Vec<Finding> {
    let name = || say!("command-doctor-probe");
    let found: Vec<Finding> = AGENTS
        .iter()
        .filter_map(|agent| Some((agent, on_path(agent.program)?)))
        .map(|(agent, program)| match probed(agent, &program) {
            Ok(seen) => finding(agent, &seen),
            Err(why) => failed(agent, why),
        })
        .collect();
    match found.is_empty() {
        true => vec![Finding::good(name(), say!("command-doctor-probe-none"))],
        false => found,
    }
}

pub(super) fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Says why nothing is known of an agent, which is no good sign.
fn failed(agent: &Agent, why: Message) -> Finding {
    let said = say!("command-doctor-probe-skipped", agent = agent.title, said = why);
    let hint = say!("command-doctor-probe-skipped-hint", program = agent.program);
    Finding::bad(say!("command-doctor-probe"), said, hint)
}

/// Says what was seen.
fn finding(agent: &Agent, seen: &Seen) -> Finding {
    let name = say!("command-doctor-probe");
    let version = seen.version.clone().unwrap_or_default();
    let mut parts = vec![say!("command-doctor-probe-agent", agent = agent.title, version)];
    let has_shell = agent.tools().first().is_none_or(|shell| seen.lacks.iter().all(|tool| tool != shell));
    let is_called = seen.told || seen.by_gate == Some(true);
    let mut is_well = is_called && !seen.ran_denied;
    match is_called {
        true => parts.push(say!("command-doctor-probe-called")),
        // Without a shell nothing was called.
        false if !has_shell => {}
        false => parts.push(say!("command-doctor-probe-not-called")),
    }
    if is_called {
        parts.push(match seen.ran_denied {
            true => say!("command-doctor-probe-denies-not"),
            false => say!("command-doctor-probe-denies"),
        });
        parts.extend(seen.by_gate.map(|by_gate| match by_gate {
            true => say!("command-doctor-probe-gate"),
            false => say!("command-doctor-probe-itself"),
        }));
        is_well &= seen.by_gate != Some(false);
    }
    let older = older(seen);
    let is_older = older.is_some();
    parts.extend(older);
    parts.extend(newer(agent, seen));
    if !seen.hosts.is_empty() {
        parts.push(say!("command-doctor-probe-refused", hosts = seen.hosts.join(", ")));
    }
    let detail = Message::joined("; ", parts);
    match is_well && !is_older {
        true => Finding::good(name, detail),
        false if is_older && (is_well || !has_shell) => {
            Finding::bad(name, detail, say!("command-doctor-probe-older-hint", program = agent.program))
        }
        false => Finding::bad(name, detail, say!("command-doctor-probe-hint", program = agent.program)),
    }
}

/// Says that the agent has other tools than those that the adapter knows, if so.
fn older(seen: &Seen) -> Option<Message> {
    let mut offers: Vec<&str> = seen.offers.iter().map(String::as_str).take(NAMED).collect();
    if seen.offers.len() > NAMED {
        offers.push("…");
    }
    let (lacks, offers) = (seen.lacks.join(", "), offers.join(", "));
    (!lacks.is_empty()).then(|| say!("command-doctor-probe-older", lacks, offers))
}

fn newer(agent: &Agent, seen: &Seen) -> Option<Message> {
    let is_newer = seen.version.as_deref().is_some_and(|version| is_newer(version, agent.tested));
    is_newer.then(|| say!("command-doctor-probe-newer", tested = agent.tested))
}

/// Runs one agent; an error says why it could not be probed.
fn probed(agent: &'static Agent, program: &Path) -> Result<Seen, Message> {
    let failed = |e: std::io::Error| Message::from(e.to_string());
    let dir = tempfile::Builder::new().prefix("countersign-probe-").tempdir().map_err(failed)?;
    let (user, work, home) = (dir.path().join("user"), dir.path().join("work"), dir.path().join("home"));
    for folder in [&user, &work, &home] {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(home.join("policy.toml"), policy()).map_err(failed)?;
    let path = env::var("PATH").unwrap_or_default();
    let own = Own { program: env::current_exe().map_err(failed)?, user: &user, home: &home, path: &path };
    let shell = |line: &str| agent.call(&Act::Shell(line.to_owned()));
    let calls = [format!("echo {DENIED} > denied.txt"), format!("echo \"run by ${{{MARK}:-gate}}\"")];
    let script = calls.iter().map(|line| vec![shell(line)]).collect();
    let model = Model::start(turns(script, move |line| agent.call(&Act::Shell(line.to_owned()))))?;
    let env = vec![
        ("COUNTERSIGN_HOME".to_owned(), home.display().to_string()),
        (MARK.to_owned(), "agent".to_owned()),
    ];
    let at = Scratch { user: user.clone(), work: work.clone(), path: path.clone(), env };
    let _left = LeftBehind(&user);
    agent.prepare(program, &at, &model.url)?;
    // This also starts the daemon, which does not have the mark.
    own.run(&["hook", "install", agent.name, "--wait-s", "20", "--yes"])?;
    let ran = agent.start(program, &at, &model.url, TASK).map(|running| running.wait(MOST));
    let stopped = own.run(&["down"]);
    let ended = ran?;
    stopped?;
    let (results, lacks) = (model.results(), model.lacks(&agent.tools()));
    if results.is_empty() && (lacks.is_empty() || model.tools().is_empty()) {
        let said: String = ended.said.split_whitespace().collect::<Vec<_>>().join(" ");
        let said: String = said.chars().take(200).collect();
        return Err(say!("command-doctor-probe-silent", said));
    }
    let by = |who: &str| results.iter().any(|result| result.contains(&format!("run by {who}")));
    Ok(Seen {
        version: agent.version(program, &at),
        ran_denied: work.join("denied.txt").exists(),
        told: results.iter().any(|result| result.contains("the probe denies this")),
        by_gate: match (by("gate"), by("agent")) {
            (false, false) => None,
            (by_gate, _) => Some(by_gate),
        },
        lacks,
        offers: model.tools(),
        hosts: model.refused(),
    })
}

/// What an agent leaves running, as Cline does its hub: all that have the scratch home as theirs. It ends with the probe.
struct LeftBehind<'a>(&'a Path);

impl Drop for LeftBehind<'_> {
    fn drop(&mut self) {
        let home = format!("HOME={}", self.0.display());
        for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let pid = entry.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
            let environ = fs::read(entry.path().join("environ")).unwrap_or_default();
            let is_left = environ.split(|b| *b == 0).any(|one| one == home.as_bytes());
            if let Some(pid) = pid.filter(|_| is_left) {
                // It may have ended by itself.
                let _ended = kill_process(pid, Signal::KILL);
            }
        }
    }
}

/// This program, for the scratch home: nothing of the person's own home reaches it.
struct Own<'a> {
    program: PathBuf,
    user: &'a Path,
    home: &'a Path,
    path: &'a str,
}

impl Own<'_> {
    fn run(&self, args: &[&str]) -> Result<(), Message> {
        let mut command = Command::new(&self.program);
        command.args(args).env_clear().current_dir(self.user).stdin(Stdio::null());
        command.env("HOME", self.user).env("COUNTERSIGN_HOME", self.home).env("PATH", self.path);
        let output = command.output().map_err(|e| Message::from(e.to_string()))?;
        match output.status.code() {
            Some(0) => Ok(()),
            // `hook install` does not know the agent's name.
            Some(code) if code == i32::from(exit::USAGE) => Err(say!("command-doctor-probe-no-hook")),
            _ => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(seen: &Seen) -> (bool, String) {
        let finding = finding(Agent::named("codex").unwrap(), seen);
        (finding.ok, finding.detail.to_string())
    }

    fn well() -> Seen {
        Seen {
            version: Some("0.166.0".to_owned()),
            ran_denied: false,
            told: true,
            by_gate: Some(true),
            lacks: Vec::new(),
            offers: Vec::new(),
            hosts: Vec::new(),
        }
    }

    #[test]
    fn an_agent_is_well_if_its_hook_denies_and_the_gate_runs_its_commands() {
        let (ok, said) = told(&well());
        assert!(ok && said.contains("Codex 0.166.0") && !said.contains("newer"), "{said}");
        for seen in [
            Seen { ran_denied: true, ..well() },
            Seen { by_gate: Some(false), ..well() },
            Seen { told: false, by_gate: Some(false), ran_denied: true, ..well() },
            Seen { told: false, by_gate: None, ..well() },
        ] {
            let (ok, said) = told(&seen);
            assert!(!ok, "{said}");
        }
    }

    #[test]
    fn an_agent_that_is_newer_than_what_was_tested_is_told() {
        let (ok, said) = told(&Seen { version: Some("0.167.1".to_owned()), ..well() });
        assert!(ok && said.contains("0.166.0"), "{said}");
    }

    #[test]
    fn an_agent_with_other_tools_is_told_with_their_names_and_is_not_well() {
        let names = |n: usize| (0..n).map(|i| format!("tool{i}")).collect();
        let seen = Seen { lacks: vec!["exec_command".to_owned()], offers: names(30), ..well() };
        let (ok, said) = told(&seen);
        assert!(!ok && said.contains("older than the agent"), "{said}");
        let (ok, unheard) = told(&Seen { told: false, by_gate: None, ..seen });
        assert!(
            !ok && unheard.contains("older than the agent") && !unheard.contains("not called"),
            "{unheard}"
        );
        assert!(
            said.contains("exec_command") && said.contains("tool19, …") && !said.contains("tool20"),
            "{said}"
        );
    }

    #[test]
    fn an_agent_that_could_not_be_probed_is_not_reported_as_well() {
        let finding = failed(Agent::named("codex").unwrap(), "it did not call its shell".into());
        let hint = finding.hint.unwrap().to_string();
        assert!(!finding.ok && hint.contains("countersign stage -- codex"), "{hint}");
    }
}
