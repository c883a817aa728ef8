//! The agent's process: started as an agent of this home, and ended with everything that it started.

use std::{
    ffi::{OsStr, OsString},
    fs, io,
    os::unix::process::{CommandExt as _, ExitStatusExt as _},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};

use countersign_core::{Error, Result, agent::AgentProcess};
use countersign_server::peer;
use countersign_words::{Message, say};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::json;

use crate::{daemon::Info, home::Home, session::Session};

/// How long the agent may take to end by itself, in steps.
const STEPS: u32 = 40;
const STEP: Duration = Duration::from_millis(50);
/// How deep the family of a process is looked at.
const DEEPEST: usize = 64;

/// Starts the agent. It is known as one before it gets its first message.
pub fn start(session: &Session, agent: &str, argv: &[OsString], registers: bool) -> Result<Child> {
    let (program, args) = argv.split_first().ok_or_else(|| Error::usage(say!("command-acp-no-command")))?;
    let own = |name: &OsStr| name.to_string_lossy().starts_with("COUNTERSIGN_");
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).process_group(0);
    for (name, _) in std::env::vars_os().filter(|(name, _)| own(name)) {
        let is_place = name == "COUNTERSIGN_HOME" || name == "COUNTERSIGN_SOCKET";
        // A stage is begun by the person, and removes them itself.
        if registers && !is_place {
            command.env_remove(name);
        }
    }
    if registers {
        command.env(AgentProcess::MARKER, agent);
        // The agent's own authority.
        if let Some(token) = super::agents_token(session) {
            command.env("COUNTERSIGN_TOKEN", token);
        }
    }
    // What the agent starts and leaves behind becomes a child of this process, and ends with it.
    let _unknown = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let failed = |e: io::Error| {
        Error::invalid(say!(
            "command-acp-not-started",
            program = program.to_string_lossy().into_owned(),
            error = Message::of_error(&e)
        ))
    };
    let mut child = command.spawn().map_err(failed)?;
    if registers && let Err(e) = register(session, agent, child.id()) {
        end(&session.home, &mut child);
        return Err(e);
    }
    Ok(child)
}

fn register(session: &Session, agent: &str, pid: u32) -> Result<()> {
    let (started, boot) =
        peer::identity(pid).ok_or_else(|| Error::conflict(say!("command-stage-no-proc")))?;
    let client = session.client()?.agent(Some(agent)).surface("acp");
    crate::daemon::reach::reach_for_agent(&session.home, &client)?;
    let input = json!({"pid": pid, "started": started, "boot": boot});
    client.call("process.register", input, None).map(drop)
}

/// Ends the agent and everything that it started; its input must be closed.
pub fn end(home: &Home, child: &mut Child) -> Option<ExitStatus> {
    let pid = Pid::from_raw(child.id().cast_signed());
    let mut status = ended_within(child, STEPS / 2);
    if status.is_none() {
        let _gone = pid.map(|pid| kill_process_group(pid, Signal::TERM));
        status = ended_within(child, STEPS);
    }
    let _gone = pid.map(|pid| kill_process_group(pid, Signal::KILL));
    let status = status.or_else(|| child.wait().ok());
    // A process may start another while its family is looked for.
    for _ in 0..STEPS {
        let left = descendants(home);
        if left.is_empty() {
            break;
        }
        for one in left {
            let _gone = Pid::from_raw(one.cast_signed()).map(|pid| kill_process(pid, Signal::KILL));
        }
        thread::sleep(Duration::from_millis(10));
    }
    status
}

fn ended_within(child: &mut Child, steps: u32) -> Option<ExitStatus> {
    for _ in 0..steps {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        thread::sleep(STEP);
    }
    None
}

/// The processes that descend from this one and still run, but for the daemon and what that started.
fn descendants(home: &Home) -> Vec<u32> {
    let own = std::process::id();
    let daemon = Info::read(home).map(|info| info.pid);
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(|pid| *pid != own && is_below(*pid, own, daemon) && is_alive(*pid)).collect()
}

fn is_below(pid: u32, above: u32, without: Option<u32>) -> bool {
    let mut at = pid;
    for _ in 0..DEEPEST {
        if without == Some(at) {
            return false;
        }
        match peer::parent(at) {
            Some((parent, _)) if parent == above => return true,
            Some((parent, _)) if parent > 1 => at = parent,
            _ => return false,
        }
    }
    false
}

/// Whether it is more than an entry that nobody has waited for.
fn is_alive(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
}

/// The exit code of the agent.
pub fn code(status: Option<ExitStatus>) -> u8 {
    let code = status.and_then(|status| status.code().or(status.signal().map(|signal| 128 + signal)));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::exit::FAILED)
}
