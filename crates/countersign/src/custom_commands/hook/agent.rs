//! The agents whose hooks are supported, as observed: where their settings are, which events they send, and what they
//! do when a hook fails.

use std::path::{Path, PathBuf};

use countersign_core::{Error, ErrorCode, Result, handover::quoted};
use countersign_words::{Message, say};

/// An agent with hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    /// Claude Code, tested with 2.1.197.
    ClaudeCode,
    /// Codex, tested with 0.166.0.
    Codex,
}

/// One hook in an agent's settings.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its event.
    pub event: &'static str,
    /// The tools it applies to; `None` if the event is not about a tool.
    pub matcher: Option<&'static str>,
    /// The command.
    pub command: String,
    /// The agent's timeout, in seconds.
    pub timeout_s: u64,
}

/// How much longer the agent waits than the hook, including the start of a daemon.
const SLACK_S: u64 = 30;

impl Agent {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::ClaudeCode, Self::Codex];

    /// Its name, as an actor and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
        }
    }

    /// Returns the file with its hooks: the user's own, or that of the project in `folder`.
    pub fn path(self, folder: Option<&Path>) -> Result<PathBuf> {
        let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let (own, below, file) = match self {
            Self::ClaudeCode => ("CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
            Self::Codex => ("CODEX_HOME", ".codex", "hooks.json"),
        };
        if let Some(folder) = folder {
            return Ok(folder.join(below).join(file));
        }
        let home = variable(own).or_else(|| variable("HOME").map(|home| home.join(below)));
        home.map(|home| home.join(file)).ok_or_else(|| {
            Error::new(ErrorCode::Settings, say!("command-hook-no-settings", agent = self.name()))
                .hint(say!("command-hook-no-settings-hint", variable = own))
        })
    }

    /// Returns its hooks, which start `program` and wait `wait_s` for a person.
    pub fn entries(self, program: &str, wait_s: u64) -> Vec<Entry> {
        let run = format!("{program} hook run {}", self.name());
        // Both agents continue when a hook cannot be started or dies; only this exit code, with a message, stops them.
        // Codex ignores the code without a message.
        let no = quoted("Countersign could not judge this, so it is denied; see: countersign doctor");
        let pre = format!("{run} --wait-s {wait_s} || {{ echo {no} >&2; exit 2; }}");
        let entry = |event, matcher, command: &str, timeout_s| {
            let command = command.to_owned();
            Entry { event, matcher, command, timeout_s }
        };
        let (all, writes) = match self {
            Self::ClaudeCode => ("*", "Write|Edit|MultiEdit|NotebookEdit"),
            Self::Codex => (".*", "apply_patch"),
        };
        let mut entries = vec![
            entry("SessionStart", None, &run, SLACK_S),
            entry("PreToolUse", Some(all), &pre, wait_s + SLACK_S),
            entry("PostToolUse", Some(writes), &run, SLACK_S),
        ];
        if self == Self::ClaudeCode {
            entries.push(entry("PostToolUseFailure", Some(writes), &run, SLACK_S));
        }
        entries
    }

    /// Notes for a person who relies on its hooks.
    pub fn notes(self) -> Vec<Message> {
        match self {
            Self::ClaudeCode => {
                vec![say!("command-hook-note-claude"), say!("command-hook-note-claude-time")]
            }
            Self::Codex => vec![
                say!("command-hook-note-codex"),
                say!("command-hook-note-codex-time"),
                say!("command-hook-note-codex-typed"),
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_deadline_is_shorter_than_the_one_that_is_installed() {
        for agent in Agent::ALL {
            let entries = agent.entries("'/bin/countersign'", 120);
            let pre = entries.iter().find(|e| e.event == "PreToolUse").unwrap();
            assert!(pre.command.contains("--wait-s 120 ") && pre.timeout_s > 120 + SLACK_S / 2, "{pre:?}");
        }
    }
}
