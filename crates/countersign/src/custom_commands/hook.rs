//! `hook`: puts an agent's own tools under control. `install` writes hooks into the agent's settings, with a preview
//! and undo; `run` is what the agent then starts before and after each of its tools.

mod own_rules;
mod run;
mod search_path;
pub mod settings;
mod text;

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use serde::Serialize;
use serde_json::json;

pub use run::{daemons, landed, program, program_for, run, surroundings, untold};
pub use settings::{Hooks, folder, with_rules};

use self::settings::After;
use crate::{
    agents::{Agent, Can},
    caller::Caller,
    exit,
    session::Session,
};

/// The default time a hook waits for a person, in seconds.
const WAIT_S: &str = "120";
/// The same as a number.
pub const USUAL_WAIT_S: u64 = 120;

fn agent_arg() -> Arg {
    let names = Agent::gated().map(|(agent, _)| agent.name);
    Arg::new("agent")
        .required(true)
        .value_parser(PossibleValuesParser::new(names))
        .help(say!("command-arg-the-agent").to_string())
}

fn project() -> Arg {
    let project = Arg::new("project").long("project").action(ArgAction::SetTrue);
    project.help(say!("command-arg-hook-project").to_string())
}

fn yes() -> Arg {
    Arg::new("yes").long("yes").action(ArgAction::SetTrue).help(say!("command-arg-hook-yes").to_string())
}

fn wait_s() -> Arg {
    let wait_s = Arg::new("wait-s").long("wait-s").value_name("SECONDS").default_value(WAIT_S);
    wait_s.value_parser(value_parser!(u64).range(1..=3000)).help(say!("command-arg-waits-person").to_string())
}

/// The arguments of `hook install`.
pub fn install_args(command: Command) -> Command {
    command.args([agent_arg(), project(), wait_s(), yes()])
}

/// The arguments of `hook remove`.
pub fn remove_args(command: Command) -> Command {
    command.args([agent_arg(), project(), yes()])
}

/// The arguments of `hook run`.
pub fn run_args(command: Command) -> Command {
    command.args([agent_arg(), wait_s()])
}

fn chosen(matches: &ArgMatches) -> Result<&'static Agent> {
    let name = matches.get_one::<String>("agent").map(String::as_str).unwrap_or_default();
    Agent::named(name).ok_or_else(|| Error::usage(say!("command-hook-no-agent")))
}

/// Installs the hooks.
pub fn install(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let agent = chosen(matches)?;
    let wait_s = matches.get_one::<u64>("wait-s").copied().unwrap_or_default();
    let hooks = Hooks::of(&session.home, agent, matches.get_flag("project"))?;
    hooks.check_places(&session.home, project_of(matches)?.as_deref())?;
    let after = hooks.installed(&program(&session.home)?, wait_s)?;
    change(session, matches, &hooks, after, true)
}

/// The folder of the project that is meant, if one is.
fn project_of(matches: &ArgMatches) -> Result<Option<PathBuf>> {
    let here = || std::env::current_dir().map_err(Error::bug);
    if matches.get_flag("project") { here().map(Some) } else { Ok(None) }
}

/// Removes them: restores the file byte for byte, or removes only the hooks if the settings changed since.
pub fn remove(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let hooks = Hooks::of(&session.home, chosen(matches)?, matches.get_flag("project"))?;
    hooks.check_places(&session.home, project_of(matches)?.as_deref())?;
    let after = hooks.removed()?;
    change(session, matches, &hooks, after, false)
}

fn change(
    session: &Session,
    matches: &ArgMatches,
    hooks: &Hooks,
    after: After,
    installed: bool,
) -> Result<u8> {
    let (agent, path) = (hooks.agent.name, hooks.paths());
    let same = hooks.is_same(&after);
    let does = matches.get_flag("yes") && !same;
    if does {
        // Only a person may do this, and it is logged: an agent must not remove its own hooks.
        let input = json!({"agent": agent, "path": path, "installed": installed});
        session.caller()?.call("hook.change", input)?;
        hooks.write(&after, installed)?;
    }
    let (diff, notes) = (hooks.diff(&after), (hooks.gate.notes)(&program(&session.home)?));
    if session.screen.json {
        let told = json!({"agent": agent, "path": path, "changed": does, "diff": diff, "notes": notes});
        session.screen.value(&told)?;
        return Ok(exit::DONE);
    }
    let end = match (same, does) {
        (true, _) => say!("command-hook-same", path),
        (_, true) => say!("command-hook-changed", path),
        _ => say!("command-hook-not-yet"),
    };
    session.screen.text(&format!("{diff}{}", session.screen.say(&end)))?;
    if installed {
        notes.iter().for_each(|note| session.screen.note(note));
    }
    Ok(exit::DONE)
}

/// Whether hooks are installed in one file.
#[derive(Serialize)]
struct HookState {
    agent: &'static str,
    /// What the agent lets a hook do.
    can: Can,
    /// What happens to a call if the hook does not answer.
    without_answer: &'static str,
    path: PathBuf,
    state: &'static str,
    fault: Option<Message>,
}

/// Reports where hooks are installed.
pub fn status(session: &Session, _: &ArgMatches) -> Result<u8> {
    let mut all = Vec::new();
    for (agent, gate) in Agent::gated() {
        for in_project in [false, true] {
            let hooks = match Hooks::of(&session.home, agent, in_project) {
                // It has none in projects.
                Err(e) if in_project && e.code == ErrorCode::Usage => continue,
                hooks => hooks?,
            };
            let (state, fault) = match hooks.look() {
                Ok(Some(fault)) => ("broken", Some(fault)),
                Ok(None) => ("installed", None),
                Err(fault) => ("none", fault),
            };
            let path = hooks.files.into_iter().next().map(|file| file.path).unwrap_or_default();
            let (can, without_answer) = (gate.can, gate.silent.word());
            all.push(HookState { agent: agent.name, can, without_answer, path, state, fault });
        }
    }
    if session.screen.json {
        session.screen.value(&json!({"hooks": all}))?;
        return Ok(exit::DONE);
    }
    let view = session.screen.view();
    for one in all.iter().filter(|one| one.state != "none" || one.fault.is_some()) {
        let fault = one.fault.as_ref().map(|fault| format!(": {}", session.screen.say(fault)));
        let (state, path) = (view.hooks(one.state), one.path.display());
        let line = format!("{:<12} {state:<10} {path}{}", one.agent, fault.unwrap_or_default());
        session.screen.text(&line)?;
    }
    let has_some = |agent: &str| all.iter().any(|one| one.agent == agent && one.state != "none");
    let without: Vec<_> =
        Agent::gated().map(|(agent, _)| agent.name).filter(|name| !has_some(name)).collect();
    if !without.is_empty() {
        let without = without.join(", ");
        session.screen.text(&session.screen.say(&say!("command-hook-without", agents = without)))?;
    }
    Ok(exit::DONE)
}
