//! The agents that can be started against a scripted model, as observed: which settings and variables lead them to it,
//! which arguments make them do one task and end, and what they call their tools.

mod table;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

pub use table::AGENTS;

use crate::{
    running::{Ended, Running},
    script::{Act, Call},
};

/// How long an agent may take to say its version.
const VERSION: Duration = Duration::from_secs(30);
/// How long a command may take that prepares an agent.
const PREPARES: Duration = Duration::from_secs(60);

/// An agent.
pub struct Agent {
    /// Its name, as `countersign hook install` knows it.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Its program.
    pub program: &'static str,
    /// The version with which all of this was seen.
    pub tested: &'static str,
    /// The package and folder under `target/agents` from which chores install it: `qwen/node_modules/.bin/qwen`.
    pub installed: &'static str,
    /// The first major version of Node that it needs; 0: it brings its own.
    pub node: u32,
    /// Settings files in its home, given the model's address.
    pub(crate) files: fn(&str) -> Vec<(&'static str, String)>,
    /// Variables, given the model's address.
    pub(crate) env: fn(&str) -> Vec<(&'static str, String)>,
    /// Arguments of a run before, if it needs one.
    pub(crate) prepares: fn(&str) -> Vec<String>,
    /// Its arguments, given the task.
    pub(crate) args: fn(&str) -> Vec<String>,
    /// Further arguments that switch its own questions off, so that nothing but a hook stops it.
    pub(crate) unasked: &'static [&'static str],
    /// Its tool for an act; none if it has none.
    pub(crate) tool: fn(&Act) -> Option<Call>,
}

/// Where an agent runs: an empty home and a working folder, both for this alone.
#[derive(Debug, Clone)]
pub struct Scratch {
    /// Its `HOME`.
    pub user: PathBuf,
    /// Its working folder.
    pub work: PathBuf,
    /// The search path.
    pub path: String,
    /// Further variables, as `COUNTERSIGN_HOME`.
    pub env: Vec<(String, String)>,
}

impl Agent {
    /// Finds an agent by its name.
    pub fn named(name: &str) -> Option<&'static Self> {
        AGENTS.iter().find(|agent| agent.name == name)
    }

    /// Returns the call by which this agent does something, in its own words.
    pub fn call(&self, act: &Act) -> Call {
        let shell = || (self.tool)(&Act::Shell(act.in_shell()));
        (self.tool)(act).or_else(shell).unwrap_or(Call { tool: "shell", args: serde_json::Value::Null })
    }

    /// Whether it has a tool of its own for this, other than its shell.
    pub fn has_tool(&self, act: &Act) -> bool {
        (self.tool)(act).is_some()
    }

    /// Returns the names of all tools by which it does something here.
    pub fn tools(&self) -> Vec<&'static str> {
        let text = String::new;
        let acts = [
            Act::Shell(text()),
            Act::Read(text()),
            Act::Search(text()),
            Act::Write { path: text(), content: text() },
            Act::Edit { path: text(), old: text(), new: text() },
        ];
        let mut names: Vec<_> = acts.iter().filter_map(|act| Some((self.tool)(act)?.tool)).collect();
        names.dedup();
        names
    }

    /// Writes the settings that lead it to the model.
    pub fn prepare(&self, program: &Path, at: &Scratch, url: &str) -> Result<(), String> {
        for (name, text) in (self.files)(url) {
            let path = at.user.join(name);
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            folder.and_then(|()| fs::write(&path, text)).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        let args = (self.prepares)(url);
        if args.is_empty() {
            return Ok(());
        }
        let mut command = self.bare(program, at, url);
        command.args(args);
        let ended = Running::start(command)?.wait(PREPARES);
        match ended.status.is_some_and(|status| status.success()) {
            true => Ok(()),
            false => Err(format!("{} cannot be prepared: {}", self.name, ended.said)),
        }
    }

    /// Starts it on a task.
    pub fn start(&self, program: &Path, at: &Scratch, url: &str, task: &str) -> Result<Running, String> {
        let mut command = self.bare(program, at, url);
        command.args((self.args)(task));
        Running::start(command)
    }

    /// Starts it like [`start`](Self::start), with its own questions switched off.
    pub fn start_unasked(
        &self,
        program: &Path,
        at: &Scratch,
        url: &str,
        task: &str,
    ) -> Result<Running, String> {
        let mut command = self.bare(program, at, url);
        command.args((self.args)(task)).args(self.unasked);
        Running::start(command)
    }

    /// Asks it for its version; none if it does not say one.
    pub fn version(&self, program: &Path, at: &Scratch) -> Option<String> {
        let mut command = self.bare(program, at, "http://127.0.0.1:9");
        command.arg("--version");
        let Ended { said, .. } = Running::start(command).ok()?.wait(VERSION);
        version_in(&said)
    }

    /// Its program in the scratch home, with nothing of this process's environment.
    fn bare(&self, program: &Path, at: &Scratch, url: &str) -> Command {
        let mut command = Command::new(program);
        command.env_clear().current_dir(&at.work);
        command.env("HOME", &at.user).env("PATH", &at.path).env("TERM", "dumb").env("NO_COLOR", "1");
        command.env("LANG", "C.UTF-8").env("SHELL", "/bin/bash").env("IS_SANDBOX", "1");
        // Whatever wants to leave this machine is refused by the model's server.
        for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
            command.env(name, url).env(name.to_ascii_lowercase(), url);
        }
        for name in ["NO_PROXY", "no_proxy"] {
            command.env(name, "127.0.0.1,localhost,::1");
        }
        command.env("DO_NOT_TRACK", "1").env("NO_UPDATE_NOTIFIER", "1");
        command.envs((self.env)(url)).envs(at.env.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// Finds the first word that looks like a version: digits, a dot, digits.
fn version_in(said: &str) -> Option<String> {
    let is_version = |word: &&str| {
        let mut parts = word.split('.');
        let number = |part: Option<&str>| part.is_some_and(|p| p.starts_with(|c: char| c.is_ascii_digit()));
        number(parts.next()) && number(parts.next())
    };
    let words = said.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
    words.map(|word| word.trim_start_matches('v').trim_end_matches('.')).find(is_version).map(str::to_owned)
}

/// Compares versions number by number; whether the first is newer.
pub fn is_newer(version: &str, than: &str) -> bool {
    let numbers = |text: &str| -> Vec<u64> {
        let core = text.split(['-', '+']).next().unwrap_or(text);
        core.split('.').map(|part| part.parse().unwrap_or(0)).collect()
    };
    numbers(version) > numbers(than)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_and_compared_by_number() {
        assert_eq!(version_in("2.1.197 (Claude Code)\n").as_deref(), Some("2.1.197"));
        assert_eq!(version_in("codex-cli 0.166.0").as_deref(), Some("0.166.0"));
        assert_eq!(version_in("GitHub Copilot CLI 1.0.102.\nRun x").as_deref(), Some("1.0.102"));
        assert_eq!(version_in("no such option"), None);
        assert!(is_newer("0.10.0", "0.9.1") && !is_newer("0.9.1", "0.9.1") && !is_newer("0.9.1", "0.10.0"));
    }

    #[test]
    fn every_agent_has_a_shell_and_writes_files_whatever_it_calls_that() {
        for agent in AGENTS {
            assert!(agent.has_tool(&Act::Shell("ls".into())), "{}", agent.name);
            let write = agent.call(&Act::Write { path: "/w/a".into(), content: "x\n".into() });
            assert!(write.args.to_string().contains("/w/a"), "{}", agent.name);
            assert!(Agent::named(agent.name).is_some_and(|a| a.title == agent.title));
        }
    }

    #[test]
    fn an_agent_gets_nothing_of_the_environment_that_started_it() {
        let dir = tempfile::tempdir().unwrap();
        let at = Scratch {
            user: dir.path().join("user"),
            work: dir.path().to_owned(),
            path: "/usr/bin:/bin".to_owned(),
            env: vec![("COUNTERSIGN_HOME".to_owned(), "/h".to_owned())],
        };
        let agent = Agent::named("codex").unwrap();
        let mut command = agent.bare(Path::new("/usr/bin/env"), &at, "http://127.0.0.1:9");
        let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
        assert!(!said.contains("CARGO"), "{said}");
        assert!(said.contains("COUNTERSIGN_HOME=/h\n") && said.contains("HTTPS_PROXY=http://127.0.0.1:9\n"));
    }
}
