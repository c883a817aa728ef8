//! `exec`: what an agent runs instead of a command that it asked about. It waits until the gate has run the command,
//! prints its output and exits with its code. Run again for an item, it prints the same; a command that only reads is
//! read again. For a receipt it proposes to take that back. Standard input is ignored.

use std::{
    fs::File,
    io::{self, Write as _},
    path::Path,
    time::{Duration, Instant, SystemTime},
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_client::Client;
use countersign_core::{
    Error, ErrorCode, Result,
    call::propose::{self, CallPropose, CallStatus},
    handover::{
        self, Carried,
        exec::{ExecInput, HandoverExec},
        operations::{AskInput, HandoverAsk, Word},
        quoted,
    },
    item::{
        ItemStatus,
        reject::OneItem,
        status::{self, ItemStatusOp},
    },
    receipt::{Receipt, undo::UNDO_TOOL},
    record::{Doc, Record as _},
    text::visible_multiline,
    tool::Hold,
};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{
    hook::{daemons, landed, program_for, surroundings, untold},
    wait::{News, is_decided},
};
use crate::{
    agents::Agent,
    daemon::reach,
    exit,
    home::Home,
    output::{self, Screen, is_for_agent},
    session::Session,
};

/// The exit code of a command that was ended by a signal or time limit, as in shells.
const BY_SIGNAL: u64 = 128;
const BY_TIME: u8 = 124;

/// The arguments of `exec`.
pub fn args(command: Command) -> Command {
    let item = Arg::new("item").required_unless_present("line");
    let item = item.help(String::from(say!("command-arg-exec-item")));
    let line = Arg::new("line").long("line").value_name("COMMAND").conflicts_with_all(["item", "follow"]);
    let follow = Arg::new("follow").long("follow").action(ArgAction::SetTrue);
    let agent = Arg::new("agent").long("agent").value_name("NAME");
    let wait_s = Arg::new("wait-s").long("wait-s").value_name("SECONDS").value_parser(value_parser!(u64));
    command.args([
        item,
        line.allow_hyphen_values(true).help(String::from(say!("command-arg-exec-line"))),
        agent.help(String::from(say!("command-arg-exec-agent"))),
        wait_s.help(String::from(say!("command-arg-waits-person"))).default_value("115"),
        follow.help(String::from(say!("command-arg-exec-follow"))),
    ])
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let word = |name: &str| matches.get_one::<String>(name).map(String::as_str);
    let what = word("item").unwrap_or_default();
    let seconds = matches.get_one::<u64>("wait-s").copied().unwrap_or_default();
    let until = Instant::now() + Duration::from_secs(seconds.min(24 * 3600));
    let client = session.client()?.agent(word("agent")).surface("hook");
    let here = std::env::current_dir().ok().and_then(|here| here.to_str().map(str::to_owned));
    let asked = match word("line") {
        Some(line) => match asked(session, &client, line, word("agent"), seconds)? {
            Ok(what) => Some(what),
            Err(no) => {
                say(&format!("countersign: {no}"));
                return Ok(exit::REFUSED);
            }
        },
        None => None,
    };
    let what = asked.as_deref().unwrap_or(what);
    let carried = Carried::read(what)?;
    let client = match carried.as_ref().and_then(|carried| carried.folder.as_deref()) {
        Some(folder) => client.folder(Some(folder)),
        None => client,
    };
    reach::reach_for_agent(&session.home, &client).map_err(outside_sandbox)?;
    // An agent takes all that is printed for the output of its command.
    let says_it_waits = word("agent").is_none();
    let now = match carried {
        None if what.starts_with(Receipt::KIND.prefix) => {
            proposed(&client, undo(what), until, says_it_waits)?
        }
        Some(mut carried) => {
            without_needless_path(&session.home, &mut carried);
            proposed(&client, command(carried, here), until, says_it_waits)?
        }
        None => {
            // A command that needs no decision is run by this call, to its end.
            client.ask::<HandoverExec>(&ExecInput { id: what.to_owned(), cwd: here })?;
            await_end(&client, what, until, says_it_waits)?
        }
    };
    if word("agent").is_some() || is_for_agent() {
        hear(session, &client, word("agent"))?;
    }
    if session.screen.json {
        session.screen.value(&now.shown)?;
        return Ok(code(&now));
    }
    let again = |id: &str| {
        let program = program_for(&session.home, word("agent").unwrap_or_default())?;
        let agent = word("agent").map(|agent| format!(" --agent {agent}")).unwrap_or_default();
        Ok::<_, Error>(format!("{program} exec {id}{agent}"))
    };
    let code = told(&session.screen, &now, &again(&now.id)?)?;
    if matches.get_flag("follow") {
        follow(&now.result["folder"]);
    }
    Ok(code)
}

/// Takes what the agent does not know yet, which rides on this answer, too. What landed is told by the agent's next hook,
/// because the agent takes all that is printed here for the output of its command; here only where no hook can.
fn hear(session: &Session, client: &Client, agent: Option<&str>) -> Result<()> {
    let wire = agent.and_then(Agent::named).and_then(|agent| agent.gate.as_ref()).map(|gate| gate.wire);
    let only_here = wire.is_some_and(|wire| !wire.has_context);
    let Some(news) = untold(session, client, only_here) else { return Ok(()) };
    let name = agent.unwrap_or_default();
    landed(&news, &program_for(&session.home, name)?, name).iter().for_each(|line| say(line));
    output::hear(news);
    Ok(())
}

/// Asks about a command that an agent passes on as it is, as its hook would have asked. Returns the item or the encoded
/// command, or why it is refused.
fn asked(
    session: &Session,
    client: &Client,
    line: &str,
    agent: Option<&str>,
    wait_s: u64,
) -> Result<Result<String, Message>> {
    reach::reach_for_agent(&session.home, client).map_err(outside_sandbox)?;
    let program = program_for(&session.home, agent.unwrap_or_default())?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
    let here = std::env::current_dir().ok().map(|here| here.display().to_string());
    let told = client.ask::<HandoverAsk>(&AskInput {
        tool_name: "Bash".to_owned(),
        input: handover::of_passed(line, wait_s),
        tool_use_id: format!("passed-{now}-{}", std::process::id()),
        cwd: here,
        program: Some(program.clone()),
        keeps_folder: false,
        applies_patches: false,
        only_reads: false,
        runs_itself: false,
        after_hook: false,
        env: surroundings(&session.home),
    })?;
    let updated = told.updated_input.as_ref().and_then(|input| input.get("command")?.as_str());
    match updated.and_then(|line| handover::what_of(line, &program)).or(told.item.as_deref()) {
        Some(what) if told.decision == Word::Allow => Ok(Ok(what.to_owned())),
        _ => Ok(Err(told.message)),
    }
}

/// Says what to do if Codex's own sandbox keeps this process from the daemon: no program in it may connect anywhere.
fn outside_sandbox(e: Error) -> Error {
    match std::env::var_os("CODEX_SANDBOX_NETWORK_DISABLED").is_some_and(|v| v == "1") {
        true => Error::new(ErrorCode::Store, "Codex's own sandbox keeps this command from Countersign").hint(
            "a person runs `countersign hook install codex --yes`, whose rule lets `countersign exec`, and only that, run \
             outside it, and starts Codex again",
        ),
        false => e,
    }
}

/// Removes a `PATH` that finds the same programs as the daemon's: a set `PATH` makes a command opaque.
fn without_needless_path(home: &Home, carried: &mut Carried) {
    let (Some(programs), Some(theirs)) = (&carried.programs, daemons(home, "PATH")) else { return };
    let Some(env) = carried.args.get_mut("env").and_then(Value::as_object_mut) else { return };
    let found = |path: &str, program: &str| {
        let file = path.split(':').map(|folder| Path::new(folder).join(program)).find(|file| file.is_file());
        file.and_then(|file| file.canonicalize().ok())
    };
    let own = env.get("PATH").and_then(Value::as_str).unwrap_or(&theirs);
    if programs.iter().all(|name| name.contains('/') || found(own, name) == found(&theirs, name)) {
        env.remove("PATH");
    }
    if env.is_empty() {
        carried.args.remove("env");
    }
}

/// The status of a command.
struct Standing {
    /// Its item; empty if there is none.
    id: String,
    status: Status,
    /// The reason, if known.
    why: Option<Message>,
    result: Value,
    /// The same as JSON.
    shown: Value,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Item(ItemStatus),
    /// Refused, without an item.
    Refused,
}

impl Standing {
    fn of_item(now: status::Output) -> Result<Self> {
        let shown = serde_json::to_value(&now).map_err(Error::bug)?;
        let why = [now.reason, now.error].into_iter().flatten().find(|why| !why.is_empty());
        Ok(Self { id: now.id, status: Status::Item(now.status), why, result: now.result, shown })
    }

    /// The status of a call that ended at once.
    fn at_once(told: propose::Output, status: Status) -> Self {
        let item = told.item.map(|item| item.id);
        let is_said = status == Status::Item(ItemStatus::Applied) && told.result.get("stdout").is_some();
        let why = (!is_said).then_some(told.message);
        let shown = json!({"id": item, "status": status.word(), "reason": why, "result": told.result});
        Self { id: item.unwrap_or_default(), status, why, result: told.result, shown }
    }
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Self::Item(status) => status.as_str(),
            Self::Refused => "refused",
        }
    }
}

/// The call that the argument encodes, in the folder where the agent would have run the command.
fn command(carried: Carried, here: Option<String>) -> propose::Input {
    let mut args = carried.args;
    args.extend(here.map(|here| ("cwd".to_owned(), here.into())));
    call("shell.run", args, carried.claim)
}

/// The call that proposes to take a receipt back.
fn undo(receipt: &str) -> propose::Input {
    call(UNDO_TOOL, Doc::from_iter([("receipt".to_owned(), receipt.into())]), None)
}

fn call(tool: &str, args: Doc, human_summary: Option<String>) -> propose::Input {
    let (run, hold) = (None, Some(Hold::Wait));
    propose::Input { run, tool: tool.to_owned(), args, hold, human_summary, element: false, question: None }
}

/// Makes a call. Returns its outcome in the form of an item's status.
fn proposed(client: &Client, call: propose::Input, until: Instant, says_it_waits: bool) -> Result<Standing> {
    let told = client.ask::<CallPropose>(&call)?;
    Ok(match (told.status, &told.item) {
        (CallStatus::Done, _) => Standing::at_once(told, Status::Item(ItemStatus::Applied)),
        (CallStatus::Rejected, _) => Standing::at_once(told, Status::Item(ItemStatus::Rejected)),
        (CallStatus::Queued | CallStatus::Waiting, Some(item)) => {
            await_end(client, &item.id, until, says_it_waits)?
        }
        (CallStatus::Queued | CallStatus::Waiting | CallStatus::Refused | CallStatus::Invalid, _) => {
            Standing::at_once(told, Status::Refused)
        }
    })
}

/// Tells the agent's shell to change to another folder, if it exists. Nothing else that the command set, such as
/// variables, is carried over.
fn follow(folder: &Value) {
    let Some(folder) = folder.as_str().filter(|f| f.starts_with('/') && !f.contains(char::is_control)) else {
        return;
    };
    if Path::new(folder).is_dir()
        && let Ok(mut shell) = File::options().write(true).open("/dev/fd/3")
    {
        let _unheard = writeln!(shell, "builtin cd -- {}", quoted(folder));
    }
}

fn await_end(client: &Client, item: &str, until: Instant, says_it_waits: bool) -> Result<Standing> {
    let mut news = None;
    loop {
        let now = client.ask::<ItemStatusOp>(&OneItem { id: item.to_owned() })?;
        let left = until.saturating_duration_since(Instant::now());
        if is_decided(now.status) || left.is_zero() {
            return Standing::of_item(now);
        }
        match &mut news {
            None => {
                if says_it_waits {
                    say(&format!("countersign: {} waits for a person to decide", now.id));
                }
                news = Some(News::of(client));
            }
            Some(news) => news.wait(left),
        }
    }
}

fn say(text: &str) {
    let _unheard = writeln!(io::stderr(), "{}", visible_multiline(text).text);
}

/// Returns the exit code for a status.
fn code(now: &Standing) -> u8 {
    let result = &now.result;
    match now.status {
        Status::Item(ItemStatus::Applied) if result["timed_out"] == true => BY_TIME,
        Status::Item(ItemStatus::Applied) => {
            let ended = result["exit_code"].as_u64();
            let by_signal = result["signal"].as_u64().map(|signal| BY_SIGNAL + signal);
            let code = ended.or(by_signal).unwrap_or_default();
            u8::try_from(code).unwrap_or(exit::FAILED)
        }
        Status::Item(ItemStatus::Rejected | ItemStatus::Retracted | ItemStatus::Expired)
        | Status::Refused => exit::REFUSED,
        Status::Item(ItemStatus::Failed) => exit::FAILED,
        Status::Item(
            ItemStatus::Pending
            | ItemStatus::Deferred
            | ItemStatus::Blocked
            | ItemStatus::Confirmed
            | ItemStatus::Applying
            | ItemStatus::Stale
            | ItemStatus::NeedsReview,
        ) => exit::HELD,
    }
}

/// Prints the status of a command; `again` is the command that prints it later.
fn told(screen: &Screen, now: &Standing, again: &str) -> Result<u8> {
    let (id, word) = (&now.id, now.status.word());
    let why = now.why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
    match now.status {
        // Only a command has an output of its own.
        Status::Item(ItemStatus::Applied) if now.result.get("stdout").is_none() => {
            say(&match id.as_str() {
                "" => format!("countersign{why}"),
                id => format!("countersign: {id} is {word}{why}"),
            });
        }
        Status::Item(ItemStatus::Applied) => output(screen, &now.result)?,
        Status::Item(ItemStatus::Rejected) => say(&format!("countersign: a person rejected {id}{why}")),
        // The reason says so itself.
        Status::Refused => say(&format!("countersign{why}")),
        Status::Item(ItemStatus::Retracted | ItemStatus::Expired | ItemStatus::Failed) => {
            say(&format!("countersign: {id} is {word}{why}"));
        }
        Status::Item(
            ItemStatus::Pending
            | ItemStatus::Deferred
            | ItemStatus::Blocked
            | ItemStatus::Confirmed
            | ItemStatus::Applying
            | ItemStatus::Stale
            | ItemStatus::NeedsReview,
        ) => say(&format!(
            "Proposal queued for user review. It is item {id} ({word}{why}); a person answers it with `countersign confirm \
             {}` or `countersign reject {0}` in a terminal, or on the review desk. {again} tells its output once a person \
             has said yes.",
            id.split('-').next().unwrap_or(id),
        )),
    }
    Ok(code(now))
}

/// Prints the recorded output of the command.
fn output(screen: &Screen, result: &Value) -> Result<()> {
    let text = |name: &str| result[name].as_str().unwrap_or_default();
    screen.bytes(text("stdout").as_bytes())?;
    let _unheard = io::stderr().write_all(text("stderr").as_bytes());
    for stream in ["stdout", "stderr"] {
        if result[format!("{stream}_truncated")] == true {
            let all = &result[format!("{stream}_bytes")];
            say(&format!("countersign: {stream} was {all} bytes; what is told is part of it"));
        }
    }
    if let Some(codes) = result["pipe_exit_codes"].as_array() {
        let codes: Vec<String> = codes.iter().map(Value::to_string).collect();
        say(&format!(
            "countersign: the exit codes in the pipe were {}; the last one counts",
            codes.join(", ")
        ));
    }
    if result["timed_out"] == true {
        say("countersign: the command was ended when its time was over");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_the_commands_own_or_says_why_there_is_none() {
        let standing = |status: ItemStatus, result: Value| {
            let (status, shown) = (Status::Item(status), Value::Null);
            code(&Standing { id: String::new(), status, why: None, result, shown })
        };
        let applied = |result: Value| standing(ItemStatus::Applied, result);
        assert_eq!(applied(json!({"exit_code": 0})), 0);
        assert_eq!(applied(json!({"exit_code": 42})), 42);
        assert_eq!(applied(json!({"exit_code": null, "signal": 9})), 137);
        assert_eq!(applied(json!({"exit_code": null, "signal": 9, "timed_out": true})), 124);
        for (status, expected) in [
            (ItemStatus::Rejected, 3),
            (ItemStatus::Expired, 3),
            (ItemStatus::Failed, 1),
            (ItemStatus::Pending, 7),
            (ItemStatus::Stale, 7),
        ] {
            assert_eq!(standing(status, Value::Null), expected, "{}", status.as_str());
        }
    }
}
