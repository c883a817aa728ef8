//! `acp`: stands between an editor and an agent that speak the Agent Client Protocol. The editor is on standard input and
//! output, the agent is a child. Files and commands that the agent hands to its client are carried out by the gate, its
//! requests for permission are answered by the judge, and people answer in the editor or wherever else they review.
//!
//! # Limitations
//! What an agent does itself without asking is not held, only recorded as far as it says so; `--stage` holds it. Plans
//! are passed on as they are, and so are questions: the editor shows them, and nothing follows from an answer.

mod agents;
mod asking;
mod call;
mod child;
mod files;
mod gate;
mod judge;
mod modes;
mod permission;
mod sessions;
mod terminal;
mod updates;
mod wire;

use std::{
    ffi::OsString,
    io::{self, BufReader},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_core::{Error, Result};
use countersign_words::say;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use self::{
    gate::{Ended, Gate},
    wire::Out,
};
use crate::{exit, output::Screen, session::Session};

/// The arguments.
pub fn args(command: Command) -> Command {
    let many = |name: &'static str, value: &'static str| {
        Arg::new(name).long(name).value_name(value).action(ArgAction::Append).requires("stage")
    };
    let agent = Arg::new("agent").long("agent").value_name("NAME");
    let stage = Arg::new("stage").long("stage").action(ArgAction::SetTrue);
    let words = Arg::new("command").value_name("CMD").num_args(1..).last(true).required(true);
    command.args([
        agent.help(String::from(say!("command-arg-acp-agent"))),
        stage.help(String::from(say!("command-arg-acp-stage"))),
        many("hosts", "HOST").help(String::from(say!("command-arg-stage-hosts"))),
        many("through", "PATH").help(String::from(say!("command-arg-stage-through"))),
        words.value_parser(value_parser!(OsString)).help(String::from(say!("command-arg-acp-command"))),
    ])
}

/// How often a signal is looked for.
const EVERY: Duration = Duration::from_millis(100);

/// Why the gate ends.
enum End {
    /// The editor's side ended.
    Editor(Ended),
    /// The agent's side ended.
    Agent(Ended),
    /// A signal came.
    Signal,
}

/// Runs until the editor or the agent ends. Standard output is only for the protocol.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let argv: Vec<OsString> =
        matches.get_many::<OsString>("command").into_iter().flatten().cloned().collect();
    let (known, held) = agents::known(&argv);
    let agent = matches.get_one::<String>("agent").cloned().unwrap_or(known);
    let staged = matches.get_flag("stage").then(|| stage_root(session)).transpose()?;
    session.screen.note(&agents::told(&agent, held, staged.is_some()));
    let argv = if staged.is_some() { in_stage(matches, argv)? } else { argv };
    let mut process = child::start(session, &agent, &argv, staged.is_none())?;
    let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(Error::bug("a child with pipes has them"));
    };
    let own = Session { screen: Screen { json: false }, home: session.home.clone() };
    let gate = Arc::new(Gate::new(own, agent, staged, (Out::new(io::stdout()), Out::new(input)))?);
    let (tell, told) = mpsc::channel();
    let started = |e: io::Error| Error::bug(format!("no thread: {e}"));
    let (here, told_by_editor) = (gate.clone(), tell.clone());
    thread::Builder::new()
        .name("acp-editor".to_owned())
        .spawn(move || {
            let ended = here.from_editor(&mut BufReader::new(io::stdin()));
            // Nobody may listen any more.
            let _ = told_by_editor.send(End::Editor(ended));
        })
        .map_err(started)?;
    let (here, told_by_agent) = (gate.clone(), tell.clone());
    thread::Builder::new()
        .name("acp-agent".to_owned())
        .spawn(move || {
            let ended = here.from_agent(&mut BufReader::new(output));
            let _ = told_by_agent.send(End::Agent(ended));
        })
        .map_err(started)?;
    drop(tell);
    let is_signalled = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, is_signalled.clone()).map_err(started)?;
    }
    let end = loop {
        match told.recv_timeout(EVERY) {
            Ok(end) => break end,
            Err(RecvTimeoutError::Timeout) if !is_signalled.load(Ordering::SeqCst) => {}
            Err(_) => break End::Signal,
        }
    };
    Ok(ended(&gate, &mut process, &end))
}

/// Ends both sides. Nothing that the agent started goes on, and nothing that it waited for stays open.
fn ended(gate: &Gate, process: &mut std::process::Child, end: &End) -> u8 {
    gate.close();
    gate.child.close();
    let status = child::end(&gate.session.home, process);
    let why = match end {
        End::Agent(Ended::TooLong) | End::Editor(Ended::TooLong) => say!("command-acp-too-long"),
        _ => say!("command-acp-agent-ended", agent = gate.agent),
    };
    gate.answer_open(&gate.session.screen.say(&why));
    match end {
        End::Editor(Ended::Closed) | End::Signal => exit::DONE,
        End::Agent(Ended::Closed) => child::code(status),
        End::Editor(Ended::TooLong) | End::Agent(Ended::TooLong) => exit::FAILED,
    }
}

/// The folder of the stage: the one in which the editor starts the agent.
fn stage_root(session: &Session) -> Result<PathBuf> {
    session.home.need_own(say!("command-need-own-stage"))?;
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    here.map_err(|e| Error::invalid(countersign_words::Message::of_error(&e)))
}

/// The command that runs the agent in a stage. It is known as an agent there.
fn in_stage(matches: &ArgMatches, argv: Vec<OsString>) -> Result<Vec<OsString>> {
    let own = std::env::current_exe().map_err(Error::bug)?;
    let mut words: Vec<OsString> = vec![own.into(), "stage".into(), "--no-ask".into()];
    for option in ["hosts", "through"] {
        for value in matches.get_many::<String>(option).into_iter().flatten() {
            words.extend([format!("--{option}").into(), value.into()]);
        }
    }
    words.push("--".into());
    words.extend(argv);
    Ok(words)
}

/// The token in the environment, if it says that it is an agent's.
fn agents_token(session: &Session) -> Option<String> {
    session.token().ok().flatten().filter(|token| token.trim_start().starts_with("cs_agent_"))
}
