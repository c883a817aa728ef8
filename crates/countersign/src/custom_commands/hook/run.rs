//! `hook run`: what an agent starts before and after each of its tools. It reads the event, asks the daemon as that
//! agent, waits for a person if it must, and answers in the agent's format. Any failure denies.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _, Write as _},
    process,
    time::{Duration, Instant},
};

use clap::ArgMatches;
use countersign_client::Client;
use countersign_core::{
    Error, ErrorCode, Result,
    agent::news::{self, AgentNews},
    handover::{
        self, Caller, Meant, is_quotable,
        operations::{AskOutput, Word},
        quoted,
    },
    record::Doc,
    text::{self, visible_multiline},
};
use countersign_server::peer;
use countersign_words::say;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Agent, chosen};
use crate::{
    custom_commands::wait::News,
    daemon::{Info, reach},
    exit,
    home::Home,
    session::Session,
};

/// The largest event that is read.
const EVENT_MOST: u64 = 32 << 20;
/// How long a hook may take besides waiting for a person, before it denies.
const GRACE: Duration = Duration::from_secs(15);
/// How often another daemon is looked for when the one that was asked is gone.
const TRIES: u32 = 5;
/// How much is told of the call that waits.
const WHAT_CHARS: usize = 120;
/// The exit code that stops both agents.
const STOP: u8 = 2;

/// The event that the agent sends about a call.
#[derive(Debug, Deserialize)]
struct Event {
    hook_event_name: String,
    #[serde(default)]
    tool_name: String,
    #[serde(default)]
    tool_input: Doc,
    #[serde(default)]
    tool_use_id: String,
    #[serde(default)]
    cwd: Option<String>,
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let agent = chosen(matches)?;
    let wait = Duration::from_secs(matches.get_one::<u64>("wait-s").copied().unwrap_or_default());
    watch(wait + GRACE);
    let until = Instant::now() + wait;
    let event = match read() {
        Ok(event) => event,
        Err(e) => return Ok(stopped(&e)),
    };
    let done = match event.hook_event_name.as_str() {
        "PreToolUse" => return Ok(before(session, agent, &event, until).unwrap_or_else(|e| stopped(&e))),
        "PostToolUse" | "PostToolUseFailure" => after(session, agent, &event),
        "SessionStart" => begun(session, agent, &event),
        _ => Ok(()),
    };
    // The tool has already run, or has not been chosen yet: there is nothing to stop.
    Ok(done.map_or_else(
        |e| {
            session.screen.complain(None, &e);
            exit::FAILED
        },
        |()| exit::DONE,
    ))
}

/// Returns how a shell starts this program, for this home.
pub fn program(home: &Home) -> Result<String> {
    let own = std::env::current_exe().map_err(Error::bug)?;
    let named = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let mut words = Vec::new();
    if named("COUNTERSIGN_HOME").is_some() {
        words.push(format!("COUNTERSIGN_HOME={}", quoted(&home.data.display().to_string())));
    }
    if let Some(socket) = home.elsewhere.as_ref().filter(|_| named("COUNTERSIGN_SOCKET").is_some()) {
        words.push(format!("COUNTERSIGN_SOCKET={}", quoted(&socket.display().to_string())));
    }
    words.push(quoted(&own.display().to_string()));
    let program = words.join(" ");
    // All shells read `'\''`, a quote within quotes, the same way.
    match is_quotable(&program.replace(r"'\''", "")) {
        true => Ok(program),
        false => {
            Err(Error::invalid(say!("command-hook-shells", program)).hint(say!("command-hook-shells-hint")))
        }
    }
}

fn read() -> Result<Event> {
    let mut text = String::new();
    let failed = |e: &dyn std::fmt::Display| Error::invalid(format!("the event cannot be read: {e}"));
    io::stdin().lock().take(EVENT_MOST).read_to_string(&mut text).map_err(|e| failed(&e))?;
    serde_json::from_str(&text).map_err(|e| failed(&e))
}

/// Ends this process with a denial if it takes too long or panics: an agent continues when a hook times out or dies.
fn watch(longest: Duration) {
    std::panic::set_hook(Box::new(|info| {
        say(&format!("Countersign failed inside, so this is denied: {info}"));
        process::exit(STOP.into());
    }));
    std::thread::spawn(move || {
        std::thread::sleep(longest);
        say("Countersign took too long, so this is denied.");
        process::exit(STOP.into());
    });
}

fn say(text: &str) {
    let _unheard = writeln!(io::stderr(), "{}", visible_multiline(text).text);
}

fn stopped(e: &Error) -> u8 {
    let hint = e.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
    say(&format!("Countersign denies this: {}{hint}", e.message));
    STOP
}

/// Returns a client for the daemon, as the agent, from its working folder.
fn client(session: &Session, agent: Agent, event: &Event) -> Result<Client> {
    let folder = folder(agent, event);
    let client = session.client()?.agent(Some(agent.name())).surface("hook").folder(folder.as_deref());
    reach::reach_for_agent(&session.home, &client)?;
    Ok(client)
}

/// Returns the workspace folder: where the agent was started, not where one of its calls runs.
fn folder(agent: Agent, event: &Event) -> Option<String> {
    let project =
        std::env::var("CLAUDE_PROJECT_DIR").ok().filter(|p| agent == Agent::ClaudeCode && !p.is_empty());
    let own = || std::env::current_dir().ok().map(|folder| folder.display().to_string());
    project.or_else(own).or_else(|| event.cwd.clone())
}

/// Before a tool: asks whether the agent may run it.
fn before(session: &Session, agent: Agent, event: &Event, until: Instant) -> Result<u8> {
    let program = program(&session.home)?;
    let applies_patches = agent == Agent::Codex;
    let caller = Caller { cwd: event.cwd.as_deref(), program: &program, applies_patches };
    if handover::meant(&event.tool_name, &event.tool_input, caller) == Meant::Nothing {
        // Actions inside the agent are left to the agent's own permission rules. Our own commands must not be asked
        // about twice.
        let ours = event.tool_name == "Bash" || event.tool_name.starts_with("mcp__");
        return tell(session, agent, ours.then(|| json!({"permissionDecision": "allow"})));
    }
    let client = client(session, agent, event)?;
    let input = json!({
        "tool_name": event.tool_name,
        "input": event.tool_input,
        "tool_use_id": event.tool_use_id,
        "cwd": event.cwd,
        "program": program,
        "keeps_folder": agent == Agent::ClaudeCode,
        "applies_patches": applies_patches,
        "env": if event.tool_name == "Bash" { surroundings(&session.home) } else { BTreeMap::new() },
    });
    let told = ask(&session.home, &client, input, until)?;
    let news = news(session, &client);
    let reason = visible_multiline(&told.message).text;
    let deny = |reason: String| {
        // Context beside a denial may not be read, so it goes into the reason.
        let reason = news.iter().fold(reason, |reason, news| format!("{reason}\n\n{news}"));
        json!({"permissionDecision": "deny", "permissionDecisionReason": reason})
    };
    let answer = match told.decision {
        Word::Allow => json!({
            "permissionDecision": "allow", "permissionDecisionReason": reason, "updatedInput": told.updated_input,
            "additionalContext": news,
        }),
        Word::Deny => deny(reason),
        Word::Held => {
            let item = told.item.unwrap_or_default();
            deny(held(&reason, &item, event))
        }
    };
    tell(session, agent, Some(answer))
}

/// Says what waits, how a person answers it, and what the agent does until then.
fn held(reason: &str, item: &str, event: &Event) -> String {
    let input = &event.tool_input;
    let named = ["command", "file_path", "path", "url"].iter().find_map(|field| input.get(*field)?.as_str());
    let what = named.map_or_else(|| event.tool_name.clone(), |named| format!("{}: {named}", event.tool_name));
    let id = item.split('-').next().unwrap_or(item);
    format!(
        "{reason} It is item {item} ({}). A person answers it with `countersign confirm {id}` or `countersign \
         reject {id}` in a terminal, or on the review desk (`countersign open`). Go on with other work; once a person \
         has said yes to it, make the same call again.",
        text::line(&what, WHAT_CHARS)
    )
}

/// Returns what the agent does not know yet, as text; `None` if there is nothing.
fn news(session: &Session, client: &Client) -> Option<String> {
    untold(session, client).map(|news| visible_multiline(news.text.trim_end()).text)
}

/// Returns a person's messages to the agent's run, the outcome of its questions and proposals, and what was undone, if
/// the last response said that there is something; `None` if not. A failure here does not stop the agent.
pub fn untold(session: &Session, client: &Client) -> Option<news::Output> {
    if !client.has_news() {
        return None;
    }
    match client.ask::<AgentNews>(&news::Input::default()) {
        Ok(news) => Some(news).filter(|news| !news.text.trim().is_empty()),
        Err(e) => {
            session.screen.complain(None, &e);
            None
        }
    }
}

/// Polls until there is an answer, or no time is left.
fn ask(home: &Home, client: &Client, input: Value, until: Instant) -> Result<AskOutput> {
    let mut news = None;
    let mut tries = TRIES;
    loop {
        let answer = match client.call("handover.ask", input.clone(), None) {
            // The daemon gave way to another, which knows the call by its id.
            Err(e) if e.code == ErrorCode::Store && tries > 0 && Instant::now() < until => {
                (news, tries) = (None, tries - 1);
                reach::reach_for_agent(home, client)?;
                continue;
            }
            answer => answer?,
        };
        let told: AskOutput = serde_json::from_value(answer.value)
            .map_err(|e| Error::invalid(format!("the daemon's answer cannot be read: {e}")))?;
        let left = until.saturating_duration_since(Instant::now());
        if told.decision != Word::Held || left.is_zero() {
            return Ok(told);
        }
        // Polls once more without waiting, for events before the stream was open.
        match &mut news {
            None => news = Some(News::of(client)),
            Some(news) => news.wait(left),
        }
    }
}

fn tell(session: &Session, agent: Agent, answer: Option<Value>) -> Result<u8> {
    let Some(mut answer) = answer else { return Ok(exit::DONE) };
    if let Value::Object(fields) = &mut answer {
        fields.retain(|_, v| !v.is_null());
    }
    // Codex accepts an allow only with an updated input; without one it continues on its own.
    let bare = answer["permissionDecision"] == "allow" && answer.get("updatedInput").is_none();
    if agent == Agent::Codex && bare {
        let Some(news) = answer.get("additionalContext").cloned() else { return Ok(exit::DONE) };
        answer = json!({"additionalContext": news});
    }
    answer["hookEventName"] = "PreToolUse".into();
    session.screen.bytes(format!("{}\n", json!({"hookSpecificOutput": answer})).as_bytes())?;
    Ok(exit::DONE)
}

/// After a tool: reports the state of the files.
fn after(session: &Session, agent: Agent, event: &Event) -> Result<()> {
    let client = client(session, agent, event)?;
    client.call("handover.finish", json!({"tool_use_id": event.tool_use_id}), None).map(drop)
}

/// At the start: registers the agent's process. It and its children cannot decide.
fn begun(session: &Session, agent: Agent, event: &Event) -> Result<()> {
    const SHELLS: &[&str] = &["sh", "dash", "ash", "bash", "zsh", "ksh", "fish"];
    let mut pid = std::os::unix::process::parent_id();
    for _ in 0..2 {
        match peer::parent(pid) {
            Some((above, name)) if SHELLS.contains(&name.as_str()) => pid = above,
            _ => break,
        }
    }
    let Some((started, boot)) = peer::identity(pid).filter(|_| pid > 1) else { return Ok(()) };
    let client = client(session, agent, event)?;
    let input = json!({"pid": pid, "started": started, "boot": boot});
    client.call("process.register", input, None).map(drop)
}

/// Variables that determine which programs and versions a command finds. None of them is a secret.
const TOLD: &[&str] = &[
    "PATH",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "CONDA_DEFAULT_ENV",
    "PYENV_VERSION",
    "NVM_BIN",
    "JAVA_HOME",
    "GOPATH",
    "GOROOT",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
];

/// Returns a variable of the daemon's environment; `None` if unknown.
pub fn daemons(home: &Home, name: &str) -> Option<String> {
    let all = Info::read(home).and_then(|info| fs::read(format!("/proc/{}/environ", info.pid)).ok())?;
    let value =
        |entry: &[u8]| Some(str::from_utf8(entry).ok()?.strip_prefix(name)?.strip_prefix('=')?.to_owned());
    all.split(|b| *b == 0).find_map(value)
}

/// Returns the agent's variables that differ from the daemon's.
fn surroundings(home: &Home) -> BTreeMap<String, String> {
    let there = |name: &str, value: &str| daemons(home, name).as_deref() == Some(value);
    let own = TOLD.iter().filter_map(|name| Some((*name, without_own(std::env::var(name).ok()?))));
    own.filter(|(name, value)| !there(name, value)).map(|(n, v)| (n.to_owned(), v)).collect()
}

/// Removes the entry that Codex prepends to the search path for itself.
fn without_own(value: String) -> String {
    let foreign = |entry: &&str| !entry.ends_with("/codex-path");
    value.split(':').filter(foreign).collect::<Vec<_>>().join(":")
}
