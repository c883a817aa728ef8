//! `hook run`: what an agent starts before and after each of its tools. It reads the event, asks the daemon as that
//! agent, waits for a person if it must, and answers in the agent's format. Any failure denies.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _, Write as _},
    path::PathBuf,
    process,
    time::{Duration, Instant, SystemTime},
};

use clap::ArgMatches;
use countersign_client::Client;
use countersign_core::{
    Error, ErrorCode, Result,
    agent::news::{self, AgentNews},
    canonical,
    handover::{
        self, Caller, Meant, is_quotable,
        names::{self, Judged},
        operations::{AskOutput, Word},
        quoted,
    },
    receipt::handle::Handle,
    record::Doc,
    text::{self, visible_multiline},
};
use countersign_server::peer;
use countersign_words::say;
use serde_json::{Value, json};

use super::{
    Hooks, chosen,
    own_rules::{self, Theirs},
    search_path::without_own,
};
use crate::{
    agents::{
        AMP_PROGRAM, Agent, Gate, sandbox_rule,
        wire::{Answer, CURSOR, Event, Moment, Verdict, Wire, prompted},
    },
    custom_commands::wait::News,
    daemon::{Info, reach, write_private},
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
/// The longest id of a call.
const ID_MOST: usize = 200;
/// How long a call of an agent that gives its calls no ids may take, at most.
const CALL_MOST: Duration = Duration::from_secs(24 * 3600);

/// An agent whose event is answered.
struct Asking<'a> {
    session: &'a Session,
    agent: &'static Agent,
    gate: &'static Gate,
    /// How the answer looks.
    wire: &'static Wire,
    event: Event,
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let agent = chosen(matches)?;
    let gate = agent.gate.as_ref().ok_or_else(|| Error::usage(say!("command-hook-no-agent")))?;
    let wire = gate.wire;
    let wait = Duration::from_secs(matches.get_one::<u64>("wait-s").copied().unwrap_or_default());
    watch(wait + GRACE, wire);
    let until = Instant::now() + wait;
    let event = match read().and_then(|event| (wire.read)(&event)) {
        Ok(event) => event,
        Err(e) => return answer(session, wire, &stopped(&e)),
    };
    let mut asking = Asking { session, agent, gate, wire, event };
    if asking.event.by_cursor && agent.name == "claude-code" {
        // Cursor runs the hooks of Claude Code as well, and reads answers in its own form. It is asked once.
        let cursor = Agent::named("cursor").ok_or_else(|| Error::bug("cursor is in the table"))?;
        asking.wire = &CURSOR;
        if asks_by_itself(&session.home, cursor) {
            return answer(session, asking.wire, &Verdict::Nothing);
        }
        asking.agent = cursor;
    }
    let wire = asking.wire;
    let done = match asking.event.moment {
        Moment::Prompt => {
            let verdict = asking.prompt(until).unwrap_or_else(|e| stopped(&e));
            return printed(session, &prompted(&verdict));
        }
        Moment::Before => {
            let verdict = asking.before(until).unwrap_or_else(|e| stopped(&e));
            return answer(session, wire, &verdict);
        }
        Moment::After => asking.after(),
        Moment::Begun => asking.begun(),
        Moment::Other => Ok(()),
    };
    session.screen.bytes(wire.heard.as_bytes())?;
    // The tool has already run, or has not been chosen yet: there is nothing to stop.
    Ok(done.map_or_else(
        |e| {
            session.screen.complain(None, &e);
            exit::FAILED
        },
        |()| exit::DONE,
    ))
}

fn answer(session: &Session, wire: &Wire, verdict: &Verdict) -> Result<u8> {
    printed(session, &(wire.tell)(verdict))
}

fn printed(session: &Session, answer: &Answer) -> Result<u8> {
    session.screen.bytes(answer.out.as_bytes())?;
    let _unheard = io::stderr().write_all(answer.err.as_bytes());
    Ok(answer.code)
}

/// Whether an agent has our hooks, from us: those of its user that start this program, or those of the project that are
/// as we have installed them. A project may come with some that only look like ours.
fn asks_by_itself(home: &Home, agent: &'static Agent) -> bool {
    let own = Hooks::of(home, agent, false).is_ok_and(|hooks| hooks.start_this_program());
    own || Hooks::of(home, agent, true)
        .is_ok_and(|hooks| hooks.are_as_installed() && hooks.start_this_program())
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

/// Returns how the shell of an agent starts this program: Codex recognizes it in its rules only without quotes.
pub fn program_for(home: &Home, agent: &str) -> Result<String> {
    let program = program(home)?;
    let words = if agent == "codex" { sandbox_rule::words(&program) } else { None };
    Ok(words.map_or(program, |words| words.join(" ")))
}

fn read() -> Result<Value> {
    let mut text = String::new();
    let failed = |e: &dyn std::fmt::Display| Error::invalid(format!("the event cannot be read: {e}"));
    io::stdin().lock().take(EVENT_MOST).read_to_string(&mut text).map_err(|e| failed(&e))?;
    serde_json::from_str(&text).map_err(|e| failed(&e))
}

/// Ends this process with a denial if it takes too long or panics: an agent continues when a hook times out or dies.
fn watch(longest: Duration, wire: &'static Wire) {
    let end = |reason: String, wire: &Wire| {
        let told = (wire.tell)(&Verdict::Deny { reason: visible_multiline(&reason).text, failed: true });
        let _unheard = io::stdout().write_all(told.out.as_bytes());
        let _unheard = io::stderr().write_all(told.err.as_bytes());
        process::exit(told.code.into());
    };
    std::panic::set_hook(Box::new(move |info| {
        end(format!("Countersign failed inside, so this is denied: {info}"), wire);
    }));
    std::thread::spawn(move || {
        std::thread::sleep(longest);
        end("Countersign took too long, so this is denied.".to_owned(), wire);
    });
}

fn stopped(e: &Error) -> Verdict {
    let hint = e.hint.as_ref().map_or_else(String::new, |hint| format!(" ({hint})"));
    let reason = format!("Countersign denies this: {}{hint}", e.message);
    Verdict::Deny { reason: visible_multiline(&reason).text, failed: true }
}

impl Asking<'_> {
    /// Returns a client for the daemon, as the agent, from its working folder.
    fn client(&self) -> Result<Client> {
        let folder = self.folder();
        let client = self.session.client()?.agent(Some(self.agent.name)).surface("hook");
        let client = client.folder(folder.as_deref());
        reach::reach_for_agent(&self.session.home, &client)?;
        Ok(client)
    }

    /// Returns the workspace folder: where the agent was started, not where one of its calls runs.
    fn folder(&self) -> Option<String> {
        let project = self.gate.project.and_then(|name| std::env::var(name).ok()).filter(|p| !p.is_empty());
        let own = || std::env::current_dir().ok().map(|folder| folder.display().to_string());
        project.or_else(own).or_else(|| self.event.cwd.clone())
    }

    /// Where the agent would ask its user: a command is replaced here. Anything else is judged when it is about to be made,
    /// and until then the agent's own question stays.
    fn prompt(&self, until: Instant) -> Result<Verdict> {
        let judged = names::judged_as(self.agent.name, &self.event.tool, &self.event.input);
        if judged.tool == "Bash" { self.before(until) } else { Ok(Verdict::Nothing) }
    }

    /// Before a tool: asks whether the agent may run it.
    fn before(&self, until: Instant) -> Result<Verdict> {
        let (session, event) = (self.session, &self.event);
        if !self.wire.says_start
            && let Err(e) = self.begun()
        {
            session.screen.complain(None, &e);
        }
        let theirs = match self.users_rule() {
            Some(Theirs::Deny(rule)) => {
                let reason = format!("The user's own settings of Claude Code deny this: {rule}");
                return Ok(Verdict::Deny { reason: visible_multiline(&reason).text, failed: false });
            }
            Some(Theirs::Ask(rule)) => Some(visible_multiline(&rule).text),
            None => None,
        };
        if event.plans && own_rules::is_plan(&event.tool, &event.input) {
            // Claude Code writes down its plan, and has rules of its own for that.
            return Ok(Verdict::Nothing);
        }
        let program = program_for(&session.home, self.agent.name)?;
        let applies_patches = self.gate.applies_patches;
        let caller = Caller { cwd: event.cwd.as_deref(), program: &program, applies_patches };
        let judged = names::judged_as(self.agent.name, &event.tool, &event.input);
        if handover::meant(&judged.tool, &judged.input, caller) == Meant::Nothing {
            // Actions inside the agent are left to the agent's own permission rules. Our own commands must not be asked
            // about twice.
            let ours = judged.tool == "Bash" || judged.tool.starts_with("mcp__");
            let allow = Verdict::Allow { reason: None, input: None, news: None };
            let is_theirs = theirs.is_some() || (event.plans && judged.tool.starts_with("mcp__"));
            return Ok(if ours && !is_theirs { allow } else { Verdict::Nothing });
        }
        let is_command = judged.tool == "Bash";
        let replaces = self.gate.can.rewrite || event.moment == Moment::Prompt;
        let line = judged.input.get("command").and_then(Value::as_str).filter(|_| is_command);
        let passed = |line: &str| handover::passed_on(&judged.input, line, &program, self.agent.name);
        match line.filter(|_| !replaces || self.wire.is_hasty).and_then(passed) {
            Some(line) if replaces => {
                let input = judged.back(&event.input, &Doc::from_iter([("command".to_owned(), line.into())]));
                return Ok(Verdict::Allow { reason: None, input: Some(input), news: None });
            }
            Some(line) => return Ok(self.pass_on(&judged, &program, &line)),
            None => {}
        }
        let client = self.client()?;
        let input = json!({
            "tool_name": judged.tool,
            "input": judged.input,
            "tool_use_id": self.named_id().unwrap_or_else(|| self.new_id(is_command)),
            "cwd": event.cwd,
            "program": program,
            "keeps_folder": self.gate.keeps_folder && !event.by_cursor,
            "applies_patches": applies_patches,
            "only_reads": event.plans,
            "env": if is_command { surroundings(&session.home) } else { BTreeMap::new() },
        });
        let told = ask(&session.home, &client, input, until)?;
        let reason = visible_multiline(&told.message).text;
        // Context beside a denial may not be read, so it goes into the reason.
        let deny = |reason: String| {
            let reason =
                self.news(&client, &program).iter().fold(reason, |all, news| format!("{all}\n\n{news}"));
            Verdict::Deny { reason, failed: false }
        };
        if let (Some(updated), false) = (&told.updated_input, replaces) {
            let line = updated.get("command").and_then(Value::as_str).unwrap_or_default();
            return Ok(self.pass_on(&judged, &program, line));
        }
        let input = told.updated_input.map(|updated| judged.back(&event.input, &updated));
        Ok(match (told.decision, theirs) {
            (Word::Allow, Some(rule)) => {
                Verdict::Ask { reason: format!("the user's own settings ask about it: {rule}"), input }
            }
            (Word::Allow, None) => Verdict::Allow {
                reason: Some(reason),
                input,
                news: self.wire.has_context.then(|| self.news(&client, &program)).flatten(),
            },
            (Word::Deny, _) => deny(reason),
            (Word::Held, _) => deny(held(&reason, &told.item.unwrap_or_default(), &judged)),
        })
    }

    /// Returns what the agent does not know yet, as text; `None` if there is nothing.
    fn news(&self, client: &Client, program: &str) -> Option<String> {
        let news = untold(self.session, client, true)?;
        let mut lines = landed(&news, program, self.agent.name);
        lines.extend(Some(news.text.trim_end().to_owned()).filter(|text| !text.is_empty()));
        Some(visible_multiline(&lines.join("\n")).text)
    }

    /// Refuses a command where a hook can do no more, and says by which one the agent passes it to the gate.
    fn pass_on(&self, judged: &Judged, program: &str, line: &str) -> Verdict {
        let tool = &self.event.tool;
        let mut input = judged.input.clone();
        input.remove("workdir");
        let next = handover::passed_on(&input, "COMMAND", program, self.agent.name).unwrap_or_default();
        let reason = format!(
            "Nothing was run: here Countersign runs commands, so that the user sees and can undo what they change. This is \
             no refusal of the command. Call {tool} with exactly this instead:\n{line}\nRun further commands like this at \
             once, each ' within COMMAND written as '\\'':\n{next}"
        );
        Verdict::Deny { reason: visible_multiline(&reason).text, failed: false }
    }

    /// Returns what the user's own settings say of a call: only those of Claude Code can be read here.
    fn users_rule(&self) -> Option<Theirs> {
        let (event, project) = (&self.event, self.folder());
        let folders = [event.cwd.as_deref(), project.as_deref()];
        let reads = self.agent.name == "claude-code";
        reads.then(|| own_rules::of(&event.tool, &event.input, folders)).flatten()
    }

    /// After a tool: reports the state of the files.
    fn after(&self) -> Result<()> {
        // A call that was not asked about, or a command, has none.
        let Some(id) = self.named_id().or_else(|| self.known_id()) else { return Ok(()) };
        self.client()?.call("handover.finish", json!({"tool_use_id": id}), None).map(drop)
    }

    /// At the start: registers the agent's process. It and its children cannot decide.
    fn begun(&self) -> Result<()> {
        // What only starts the hook: a shell, or the script that Amp starts.
        const SHELLS: &[&str] = &["sh", "dash", "ash", "bash", "zsh", "ksh", "fish", AMP_PROGRAM];
        let mut pid = std::os::unix::process::parent_id();
        for _ in 0..2 {
            match peer::parent(pid) {
                Some((above, name)) if SHELLS.contains(&name.as_str()) => pid = above,
                _ => break,
            }
        }
        // Cline runs plugins in a process beside its tools, so what counts is the one above that.
        if is_plugins_own(pid)
            && let Some((above, _)) = peer::parent(pid)
        {
            pid = above;
        }
        self.forget_old_ids();
        let Some((started, boot)) = peer::identity(pid).filter(|_| pid > 1) else { return Ok(()) };
        let input = json!({"pid": pid, "started": started, "boot": boot});
        self.client()?.call("process.register", input, None).map(drop)
    }

    /// Returns the agent's own id for this call. Only Qwen Code gives none where it would ask its user, and in the report
    /// of that; before any other call a missing one stays missing, and is refused.
    fn named_id(&self) -> Option<String> {
        let is_unnamed = self.event.id.is_empty() && self.event.moment != Moment::Before;
        (self.wire.names_calls && !is_unnamed).then(|| call_id(&self.event.id))
    }

    /// The file with the id of this call, where the agent gives its calls none.
    fn id_file(&self) -> PathBuf {
        let Event { session, tool, input, .. } = &self.event;
        let call = canonical::digest("hook-call", &json!([self.agent.name, session, tool, input]));
        self.session.home.data.join("hooks/calls").join(call_id(&call))
    }

    /// Makes an id for a call of an agent that gives none, and keeps it for the report.
    ///
    /// # Limitations
    /// Of identical calls at the same time, only one is reported.
    fn new_id(&self, is_command: bool) -> String {
        let file = self.id_file();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let id = format!("{}-{now}-{}", name.get(..32).unwrap_or(&name), process::id());
        if !is_command && self.gate.can.after {
            // Without it, the report is missing: then the predicted state is assumed.
            let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
            let _unkept = folder.and_then(|()| write_private(&file, id.as_bytes()));
        }
        id
    }

    fn known_id(&self) -> Option<String> {
        let file = self.id_file();
        let id = fs::read_to_string(&file).ok()?;
        let _left = fs::remove_file(&file);
        Some(id)
    }

    /// Removes the ids of calls that were never reported.
    fn forget_old_ids(&self) {
        let folder = self.session.home.data.join("hooks/calls");
        let is_old = |entry: &fs::DirEntry| {
            let age = entry.metadata().and_then(|about| about.modified()).map(|at| at.elapsed());
            matches!(age, Ok(Ok(age)) if age > CALL_MOST)
        };
        for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(is_old) {
            let _left = fs::remove_file(entry.path());
        }
    }
}

/// Whether an agent has started a process only for its plugins: `node …/plugin-sandbox-bootstrap.js`.
fn is_plugins_own(pid: u32) -> bool {
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let script = line.split(|b| *b == 0).nth(1).map(|word| String::from_utf8_lossy(word).into_owned());
    let name = script.as_deref().and_then(|script| script.rsplit('/').next()).unwrap_or_default();
    name.starts_with("plugin-sandbox") && name.ends_with(".js")
}

/// Returns an agent's id for a call in the characters that ids have; an empty one stays empty.
fn call_id(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    match id.len() <= ID_MOST && id.chars().all(is_plain) {
        true => id.to_owned(),
        false => {
            let digest = canonical::digest("call-id", &json!(id));
            digest.chars().filter(char::is_ascii_alphanumeric).collect()
        }
    }
}

/// Says what waits, how a person answers it, and what the agent does until then.
fn held(reason: &str, item: &str, judged: &Judged) -> String {
    let (input, tool) = (&judged.input, &judged.tool);
    let named = ["command", "file_path", "path", "url"].iter().find_map(|field| input.get(*field)?.as_str());
    let what = named.map_or_else(|| tool.clone(), |named| format!("{tool}: {named}"));
    let id = item.split('-').next().unwrap_or(item);
    format!(
        "{reason} It is item {item} ({}). A person answers it with `countersign confirm {id}` or `countersign \
         reject {id}` in a terminal, or on the review desk (`countersign open`). Go on with other work; once a person \
         has said yes to it, make the same call again.",
        text::line(&what, WHAT_CHARS)
    )
}

/// Returns a line for each thing that landed, with the command that proposes to take it back.
pub fn landed(news: &news::Output, program: &str, agent: &str) -> Vec<String> {
    let line = |handle: &Handle| {
        let (receipt, label) = (&handle.receipt, &handle.rollback_label);
        format!(
            "countersign: it landed, receipt {receipt} ({label}). {program} exec {receipt} --agent {agent} proposes to take it back."
        )
    };
    news.landed.iter().map(line).collect()
}

/// Returns a person's messages to the agent's run, the outcome of its questions and proposals, and what was undone, if
/// the last response said that there is something; `None` if not. With `landed` also the handles of what landed. A
/// failure here does not stop the agent.
pub fn untold(session: &Session, client: &Client, landed: bool) -> Option<news::Output> {
    if !client.has_news() {
        return None;
    }
    match client.ask::<AgentNews>(&news::Input { landed, ..news::Input::default() }) {
        Ok(news) => Some(news).filter(|news| !news.text.trim().is_empty() || !news.landed.is_empty()),
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
pub fn surroundings(home: &Home) -> BTreeMap<String, String> {
    let plain = |name: &str, value: String| if name == "PATH" { without_own(&value) } else { value };
    let there =
        |name: &str, value: &str| daemons(home, name).is_some_and(|theirs| plain(name, theirs) == value);
    let own = TOLD.iter().filter_map(|name| Some((*name, plain(name, std::env::var(name).ok()?))));
    own.filter(|(name, value)| !there(name, value)).map(|(n, v)| (n.to_owned(), v)).collect()
}
