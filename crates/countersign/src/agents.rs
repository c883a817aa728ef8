//! The agents that are known, one entry each in [`table`]: where their settings lie, how hooks or a plugin are installed
//! in them, how their events and answers look, what they can do and do not stop, and what a stage must let through. What
//! their tools mean is in core's `handover/names`.

pub mod json;
mod plugin;
pub mod sandbox_rule;
mod table;
pub mod wire;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use countersign_words::Message;
use serde::Serialize;

use self::{json::Json, wire::Wire};
pub use self::{
    plugin::{AMP_PROGRAM, is_ours as our_rule, is_ours_of_amp},
    table::ALL,
};

/// An agent.
pub struct Agent {
    /// Its name as an actor and on the command line.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The program that people start.
    pub program: &'static str,
    /// The folder with its settings.
    pub settings: Folder,
    /// How its own tools are judged, if they can be.
    pub gate: Option<Gate>,
    /// Its sessions, below its folder or, with a `~/`, below the user's home.
    pub transcripts: Option<&'static str>,
    /// What it needs in a stage, if that is known.
    pub stage: Option<Stage>,
}

/// A folder of an agent.
pub struct Folder {
    /// The variable that moves it.
    pub variable: Option<&'static str>,
    /// Where it is below the folder that the variable names.
    pub inside: &'static str,
    /// Where it is below the user's home without the variable.
    pub below: &'static str,
}

impl Folder {
    /// Returns it; `None` without a home.
    pub fn path(&self, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
        let set = |name: &str| variable(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        match self.variable.and_then(set) {
            Some(moved) if self.inside.is_empty() => Some(moved),
            Some(moved) => Some(moved.join(self.inside)),
            None => set("HOME").map(|home| home.join(self.below)),
        }
    }
}

/// What an agent needs in a stage.
#[derive(Debug, PartialEq, Eq)]
pub struct Stage {
    /// The hosts of its model and its sign-in.
    pub hosts: &'static [&'static str],
    /// The variable with its state folder, if there is one.
    pub variable: Option<&'static str>,
    /// The default state folders, below the user's home folder.
    pub folders: &'static [&'static str],
    /// The files among those that name programs to start.
    pub settings: &'static [&'static str],
    /// The arguments that turn its own sandbox off, which cannot be set up inside a stage: the stage confines it.
    pub unconfined: &'static [&'static str],
}

/// How the calls of an agent's own tools are judged.
pub struct Gate {
    /// The files that are changed to install it; the first names the programs.
    pub files: &'static [File],
    /// How its events and answers look.
    pub wire: &'static Wire,
    /// What a hook can do.
    pub can: Can,
    /// What happens to a call if the hook does not answer.
    pub silent: Silent,
    /// Whether its shell keeps the folder that a command ended in.
    pub keeps_folder: bool,
    /// Whether it applies a patch that is given to `apply_patch` in a command line.
    pub applies_patches: bool,
    /// The variable in which it tells a hook the folder of its project.
    pub project: Option<&'static str>,
    /// Whether it skips hooks until somebody has trusted them in it.
    pub must_trust: bool,
    /// What a person who relies on it must know: first what to do now, then where it does not hold. It is given how a
    /// shell starts this program.
    pub notes: fn(&str) -> Vec<Message>,
}

/// What an agent lets a hook do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Can {
    /// Stop a call, with a reason for the model.
    pub deny: bool,
    /// Have the agent ask its user.
    pub ask: bool,
    /// Change the arguments: without it, the agent is told by which command it passes its own to the gate.
    pub rewrite: bool,
    /// Look at what was done.
    pub after: bool,
}

/// What happens to a call if the hook is missing, too slow, or fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Silent {
    /// It is not made.
    Stopped,
    /// Commands are not run, by the agent's own rules; other calls are made.
    CommandsStopped,
    /// It is made if the hook is too slow, or ends without a word, and stopped otherwise.
    MadeIfSlow,
    /// It is made if the hook ends without a word, and stopped otherwise.
    MadeIfWordless,
    /// It is made if the plugin was not loaded, and stopped otherwise.
    MadeIfUnloaded,
}

impl Silent {
    /// Its word in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::CommandsStopped => "commands_stopped",
            Self::MadeIfSlow => "made_if_slow",
            Self::MadeIfWordless => "made_if_silent",
            Self::MadeIfUnloaded => "made_if_unloaded",
        }
    }
}

/// A file that is changed to install hooks.
pub struct File {
    /// Where it is in the agent's folder.
    pub user: &'static str,
    /// Where it is in a project, if it can be there.
    pub project: Option<&'static str>,
    /// What is put into it.
    pub holds: Holds,
}

/// What is put into a file of settings.
pub enum Holds {
    /// Hooks below `hooks`, by event.
    Hooks(Shape),
    /// Nothing else: the file is ours.
    Whole(fn(&Start<'_>) -> String),
    /// The agent's own rules, as the value of this key.
    Rules(&'static str, fn(Option<&Json>, &Start<'_>) -> Json),
}

/// How hooks are written.
pub struct Shape {
    /// Whether an event has groups, each with a matcher and hooks; or only hooks.
    pub grouped: bool,
    /// Whether the file says `"version": 1`.
    pub version: bool,
    /// Whether the command says itself that a call is denied if it fails, with exit code 2 and a message.
    pub guarded: bool,
    /// Whether times are in milliseconds.
    pub ms: bool,
    /// The fields of one hook: its command and its timeout.
    pub fields: fn(&Hook, &str, u64) -> Json,
    /// The hooks.
    pub hooks: &'static [Hook],
}

/// One hook.
#[derive(Debug, PartialEq, Eq)]
pub struct Hook {
    /// The event, in the agent's words.
    pub event: &'static str,
    /// The tools it applies to; `None` if the event is not about a tool.
    pub matcher: Option<&'static str>,
    /// Whether it decides: a person may have to be waited for.
    pub decides: bool,
}

/// What an installed hook starts.
pub struct Start<'a> {
    /// The agent.
    pub agent: &'static Agent,
    /// How a shell starts this program.
    pub program: &'a str,
    /// How long a hook waits for a person, in seconds.
    pub wait_s: u64,
}

/// How much longer an agent waits than the hook, including the start of a daemon.
pub const SLACK_S: u64 = 30;

impl Start<'_> {
    /// Returns the command of a hook.
    pub fn command(&self, shape: &Shape, hook: &Hook) -> String {
        let run = format!("{} hook run {}", self.program, self.agent.name);
        match (hook.decides, shape.guarded) {
            (false, _) => run,
            (true, false) => format!("{run} --wait-s {}", self.wait_s),
            (true, true) => {
                let no = "Countersign could not judge this, so it is denied; see: countersign doctor";
                let no = countersign_core::handover::quoted(no);
                let guarded = format!("{run} --wait-s {} || {{ echo {no} >&2; exit 2; }}", self.wait_s);
                // Cursor, which runs these hooks as well, puts a here-document behind the command: that must reach
                // the first of the two.
                if self.agent.name == "claude-code" { format!("{{ {guarded}; }}") } else { guarded }
            }
        }
    }

    /// Returns how long the agent may wait for a hook, in its unit.
    pub fn timeout(&self, shape: &Shape, hook: &Hook) -> u64 {
        let seconds = if hook.decides { self.wait_s + SLACK_S } else { SLACK_S };
        if shape.ms { seconds * 1000 } else { seconds }
    }
}

impl Agent {
    /// Finds an agent by its name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|agent| agent.name == name)
    }

    /// Finds an agent by the program that somebody starts.
    pub fn of_program(program: &Path) -> Option<&'static Self> {
        let name = program.file_name()?;
        ALL.iter().find(|agent| name == agent.program)
    }

    /// Those whose own tools can be judged.
    pub fn gated() -> impl Iterator<Item = (&'static Self, &'static Gate)> {
        ALL.iter().filter_map(|agent| Some((agent, agent.gate.as_ref()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_deadline_is_shorter_than_the_one_that_is_installed() {
        let mut all = 0;
        for (agent, gate) in Agent::gated() {
            let start = Start { agent, program: "'/bin/countersign'", wait_s: 120 };
            for file in gate.files {
                let Holds::Hooks(shape) = &file.holds else { continue };
                let hook = shape.hooks.iter().find(|hook| hook.decides).unwrap();
                assert!(
                    start.command(shape, hook).contains("hook run") && hook.matcher.is_some()
                        || !shape.grouped
                );
                let s = start.timeout(shape, hook) / if shape.ms { 1000 } else { 1 };
                assert!(s > 120 + SLACK_S / 2, "{}", agent.name);
                all += 1;
            }
        }
        assert!(all >= 4);
    }

    #[test]
    fn every_agent_that_is_sent_into_a_stage_reaches_its_model_there_and_has_its_state() {
        let page = include_str!("../../../docs/hooks.md");
        let named = page.split("countersign stage -- ").skip(1);
        let named = named.map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap());
        // `doctor --agents` gives the same advice for each that it probes.
        let all = named.chain(countersign_probe::AGENTS.iter().map(|agent| agent.program));
        let mut n = 0;
        for program in all {
            let agent = Agent::of_program(Path::new(program)).unwrap_or_else(|| panic!("{program}"));
            assert!(agent.stage.is_some(), "`countersign stage -- {program}` lets nothing through");
            n += 1;
        }
        assert!(n > 10);
    }

    #[test]
    fn a5_what_a_stage_lets_through_for_an_agent_is_its_own_and_its_gate_is_compared() {
        for (agent, stage) in ALL.iter().filter_map(|agent| Some((agent, agent.stage.as_ref()?))) {
            let is_host = |host: &&str| host.contains('.') && !host.contains(['/', ':', '*', ' ']);
            assert!(!stage.hosts.is_empty() && stage.hosts.iter().all(is_host), "{}", agent.name);
            let own = |folder: &&str| {
                let parts: Vec<&str> = folder.split('/').collect();
                // Not a whole `.config`, and nothing above the home.
                let shared = [".config", ".local", ".cache", ".local/share", ".local/state"];
                parts[0].starts_with('.') && !parts.contains(&"..") && !shared.contains(folder)
            };
            assert!(!stage.folders.is_empty() && stage.folders.iter().all(own), "{}", agent.name);
            assert!(!stage.settings.is_empty(), "{}", agent.name);
            let Some(gate) = &agent.gate else { continue };
            for file in gate.files {
                // What installs the gate may not be changed unseen by what runs in the stage.
                let path = Path::new(agent.settings.below).join(file.user);
                let is_through = stage.folders.iter().any(|folder| path.starts_with(folder));
                let is_compared = stage.settings.iter().any(|name| path.ends_with(name));
                assert!(!is_through || is_compared, "{}: {}", agent.name, path.display());
            }
        }
    }

    #[test]
    fn names_and_programs_are_found_once() {
        for agent in &ALL {
            assert_eq!(ALL.iter().filter(|a| a.name == agent.name || a.program == agent.program).count(), 1);
        }
        assert_eq!(Agent::of_program(Path::new("/opt/x/codex")).unwrap().name, "codex");
        for other in ["bash", "claude-x", "", "/opt/claude/x"] {
            assert!(Agent::of_program(Path::new(other)).is_none(), "{other}");
        }
    }

    #[test]
    fn a_folder_is_where_its_variable_says_or_in_the_home() {
        let of = |name: &str, variable: Option<&'static str>| {
            let value = |asked: &str| match asked {
                "HOME" => Some("/h".into()),
                other => variable.filter(|v| v.starts_with(other)).map(|v| v[other.len() + 1..].into()),
            };
            Agent::named(name).unwrap().settings.path(value).unwrap()
        };
        assert_eq!(of("claude-code", None), Path::new("/h/.claude"));
        assert_eq!(of("claude-code", Some("CLAUDE_CONFIG_DIR=/x")), Path::new("/x"));
        assert_eq!(of("opencode", None), Path::new("/h/.config/opencode"));
        assert_eq!(of("opencode", Some("XDG_CONFIG_HOME=/x")), Path::new("/x/opencode"));
    }
}
