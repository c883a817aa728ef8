//! The gate between an editor and an agent: what it knows of both, and where each message goes.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io::BufRead,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use countersign_core::{Error, Result};
use countersign_words::say;
use serde_json::{Map, Value, json};

use super::{
    asking::Prompt,
    call::Expected,
    files, modes, permission, sessions, terminal, updates,
    wire::{self, Line, Out},
};
use crate::session::Session;

/// How many requests of the agent are worked on at once.
const AT_ONCE: usize = 64;
/// How many tool calls are remembered.
const CALLS_MOST: usize = 1_000;

/// A message.
pub type Message = Map<String, Value>;

/// Stands between an editor and an agent.
pub struct Gate {
    /// The invocation.
    pub session: Session,
    /// The agent's name here.
    pub agent: String,
    /// How a shell starts this program.
    pub program: String,
    /// The folder of the stage that the agent works in, if it does.
    pub staged: Option<PathBuf>,
    /// Makes the ids of this gate differ from those of others.
    pub nonce: String,
    /// To the editor.
    pub editor: Out,
    /// To the agent.
    pub child: Out,
    state: Mutex<State>,
    busy: AtomicUsize,
    count: AtomicUsize,
}

/// What is known.
#[derive(Default)]
pub struct State {
    /// The folder of each session.
    pub folders: BTreeMap<String, String>,
    /// The editor's requests without an answer, by id, and what their answers are for.
    pub open: BTreeMap<String, Sent>,
    /// The agent's requests that went to the editor.
    pub passed: BTreeSet<String>,
    /// What the agent waits for.
    pub waits: BTreeMap<usize, Wait>,
    /// What the editor shows to a person, by the id of the request.
    pub prompts: BTreeMap<String, Prompt>,
    /// What the agent said of its tool calls, the latest last.
    pub calls: VecDeque<(String, updates::Known)>,
    /// What was allowed to be written.
    pub allowed: Vec<(String, Expected)>,
    /// The terminals, by id.
    pub terminals: BTreeMap<String, Arc<terminal::Terminal>>,
    /// Whether the editor reads files.
    pub editor_reads: bool,
    /// The agent's own name and version.
    pub info: (String, String),
    /// Whether all is over.
    pub is_over: bool,
}

/// What the answer to one of the editor's requests is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sent {
    /// The introduction.
    Hello,
    /// A session, in that folder; its id, if the request named it.
    Session { folder: String, id: Option<String> },
    /// Something that is only passed on.
    Other,
    /// A request of this gate itself.
    Own,
}

/// One request of the agent that somebody works on.
#[derive(Debug, Clone)]
pub struct Wait {
    /// The session.
    pub session: String,
    /// The id of the request.
    pub request: String,
    /// Whether nobody waits for it any more.
    pub is_over: Arc<AtomicBool>,
}

impl Wait {
    /// Whether nobody waits any more.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }
}

/// Why the messages of one side ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It closed its end.
    Closed,
    /// It sent a line over the limit.
    TooLong,
}

impl Gate {
    /// Makes it.
    pub fn new(
        session: Session,
        agent: String,
        staged: Option<PathBuf>,
        (editor, child): (Out, Out),
    ) -> Result<Self> {
        let program = super::super::hook::program(&session.home)?;
        let state = Mutex::default();
        let nonce = random()?;
        Ok(Self {
            session,
            agent,
            program,
            staged,
            nonce,
            editor,
            child,
            state,
            busy: AtomicUsize::new(0),
            count: AtomicUsize::new(0),
        })
    }

    /// What is known.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that was not given before.
    pub fn next(&self) -> usize {
        self.count.fetch_add(1, Ordering::SeqCst)
    }

    /// The folder of a session; the process's own, if it is not known.
    pub fn folder(&self, session: &str) -> String {
        let known = self.state().folders.get(session).cloned();
        let own = || std::env::current_dir().map_or_else(|_| "/".to_owned(), |dir| dir.display().to_string());
        known.unwrap_or_else(own)
    }

    /// Tells the editor something in a session. An editor that is gone is noticed by its reader.
    pub fn tell(&self, session: &str, update: Value) {
        let params = json!({"sessionId": session, "update": update});
        let _gone = self.editor.send(&wire::notification("session/update", params));
    }

    /// Reads the editor's messages until it ends.
    pub fn from_editor(self: &Arc<Self>, from: &mut impl BufRead) -> Ended {
        loop {
            match wire::read(from) {
                Line::Message(message) => self.of_editor(message),
                Line::Nonsense => {
                    let error = wire::error(&Value::Null, wire::NO_MESSAGE, "that line is no message");
                    let _gone = self.editor.send(&error);
                }
                Line::TooLong => return Ended::TooLong,
                Line::End => return Ended::Closed,
            }
        }
    }

    /// Reads the agent's messages until it ends.
    pub fn from_agent(self: &Arc<Self>, from: &mut impl BufRead) -> Ended {
        let mut complained = false;
        loop {
            match wire::read(from) {
                Line::Message(message) => self.of_agent(message),
                Line::Nonsense if complained => {}
                Line::Nonsense => {
                    complained = true;
                    self.session.screen.note(&say!("command-acp-nonsense", agent = self.agent));
                }
                Line::TooLong => return Ended::TooLong,
                Line::End => return Ended::Closed,
            }
        }
    }

    fn of_editor(self: &Arc<Self>, mut message: Message) {
        let id = message.get("id").cloned();
        let Some(method) = message.get("method").and_then(Value::as_str).map(str::to_owned) else {
            return self.answer_of_editor(message);
        };
        if method == "session/cancel" {
            let session = message.get("params").and_then(|p| p["sessionId"].as_str()).unwrap_or_default();
            self.cancel(&|wait| wait.session == session);
        }
        if method == "initialize" {
            sessions::hello(self, &mut message);
        }
        if sessions::is_free_mode(&method, &message) {
            let told = self.session.screen.say(&say!("command-acp-mode-held"));
            if let Some(id) = &id {
                let _gone = self.editor.send(&wire::error(id, wire::REFUSED, &told));
            }
            return;
        }
        let sent = match sessions::of_request(self, &method, &mut message) {
            Ok(sent) => sent,
            Err(e) => {
                if let Some(id) = &id {
                    let _gone = self.editor.send(&wire::error(id, wire::BAD_PARAMS, &e.message));
                }
                return;
            }
        };
        if method == "session/prompt" {
            sessions::with_news(self, &mut message);
        }
        if let Some(id) = &id {
            self.state().open.insert(id.to_string(), sent);
        }
        let _gone = self.child.send(&Value::Object(message));
    }

    /// An answer of the editor: to something that a person was shown, or to a request of the agent that went through.
    fn answer_of_editor(self: &Arc<Self>, message: Message) {
        let id = message.get("id").cloned().unwrap_or_default();
        let prompt = id.as_str().and_then(|id| self.state().prompts.remove(id));
        if let Some(prompt) = prompt {
            let here = self.clone();
            self.work(move || here.answered(prompt, &message));
            return;
        }
        if self.state().passed.remove(&id.to_string()) {
            let _gone = self.child.send(&Value::Object(message));
        }
    }

    fn of_agent(self: &Arc<Self>, mut message: Message) {
        let id = message.get("id").cloned();
        let method = message.get("method").and_then(Value::as_str).map(str::to_owned);
        match (method.as_deref(), id) {
            (None, id) => self.answer_of_agent(message, &id.unwrap_or_default()),
            (Some("session/update"), None) => {
                if updates::seen(self, &mut message) {
                    let _gone = self.editor.send(&Value::Object(message));
                }
            }
            (Some("$/cancel_request"), None) => {
                let meant = message.get("params").map(|p| p["requestId"].to_string()).unwrap_or_default();
                self.cancel(&|wait| wait.request == meant);
                if self.state().passed.contains(&meant) {
                    let _gone = self.editor.send(&Value::Object(message));
                }
            }
            (Some(method), Some(id)) if is_gated(method) => self.begin(method.to_owned(), id, message),
            // What comes without an id and may change something is not carried out.
            (Some(method), None) if is_gated(method) => {}
            (Some(_), id) => {
                if let Some(id) = id {
                    self.state().passed.insert(id.to_string());
                }
                let _gone = self.editor.send(&Value::Object(message));
            }
        }
    }

    fn answer_of_agent(&self, mut message: Message, id: &Value) {
        let Some(sent) = self.state().open.remove(&id.to_string()) else { return };
        match sent {
            Sent::Own => return,
            Sent::Hello => sessions::hello_back(self, &mut message),
            Sent::Session { folder, id } => sessions::begun(self, &mut message, folder, id),
            Sent::Other => {
                if let Some(result) = message.get_mut("result") {
                    modes::hide_options(result.get_mut("configOptions"));
                }
            }
        }
        let _gone = self.editor.send(&Value::Object(message));
    }

    /// Works on a request of the agent.
    fn begin(self: &Arc<Self>, method: String, id: Value, message: Message) {
        let params = message.get("params").and_then(Value::as_object).cloned().unwrap_or_default();
        let session = params.get("sessionId").and_then(Value::as_str).unwrap_or_default().to_owned();
        if self.busy.load(Ordering::SeqCst) >= AT_ONCE {
            let _gone = self.child.send(&wire::error(&id, wire::REFUSED, "too many requests at once"));
            return;
        }
        let wait = Wait { session, request: id.to_string(), is_over: Arc::default() };
        let number = self.next();
        self.state().waits.insert(number, wait.clone());
        let here = self.clone();
        self.work(move || {
            let answer = match method.as_str() {
                _ if here.staged.is_some() => here.in_stage(&method, &id, &params),
                "session/request_permission" => permission::answer(&here, &id, &params, &wait),
                "fs/read_text_file" => files::read(&here, &id, &params, message, &wait),
                "fs/write_text_file" => Some(files::write(&here, &id, &params, &wait)),
                method => Some(terminal::answer(&here, method, &id, &params, &wait)),
            };
            here.state().waits.remove(&number);
            if let Some(answer) = answer.filter(|answer| !answer.is_null()) {
                let _gone = here.child.send(&answer);
            }
        });
    }

    /// Answers an agent in a stage: what it does there stays there, and its files and commands are not carried out here.
    fn in_stage(&self, method: &str, id: &Value, params: &Message) -> Option<Value> {
        Some(match method {
            "session/request_permission" => permission::in_stage(id, params),
            _ => wire::error(id, wire::NO_METHOD, "in a stage, the agent does this itself"),
        })
    }

    /// Starts a thread for something that waits.
    fn work(self: &Arc<Self>, doing: impl FnOnce() + Send + 'static) {
        self.busy.fetch_add(1, Ordering::SeqCst);
        let here = self.clone();
        let started = std::thread::Builder::new().name("acp".to_owned()).spawn(move || {
            doing();
            here.busy.fetch_sub(1, Ordering::SeqCst);
        });
        if started.is_err() {
            self.busy.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Ends the waiting that `is_meant`.
    pub fn cancel(&self, is_meant: &dyn Fn(&Wait) -> bool) {
        let state = self.state();
        for wait in state.waits.values().filter(|wait| is_meant(wait)) {
            wait.is_over.store(true, Ordering::SeqCst);
        }
    }

    /// Ends all waiting, and gives what waits a moment to be withdrawn.
    pub fn close(&self) {
        self.state().is_over = true;
        self.cancel(&|_| true);
        for terminal in self.state().terminals.values() {
            terminal.end();
        }
        for _ in 0..100 {
            if self.busy.load(Ordering::SeqCst) == 0 {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }

    /// Answers all requests of the editor that nobody answers any more.
    pub fn answer_open(&self, why: &str) {
        let open = std::mem::take(&mut self.state().open);
        for (id, sent) in open {
            if let (Ok(id), true) = (serde_json::from_str::<Value>(&id), sent != Sent::Own) {
                let _gone = self.editor.send(&wire::error(&id, wire::FAILED, why));
            }
        }
    }

    /// Remembers what is known of a tool call.
    pub fn known(&self, id: &str, with: impl FnOnce(&mut updates::Known)) {
        let mut state = self.state();
        let at = match state.calls.iter().position(|(known, _)| known == id) {
            Some(at) => at,
            None => {
                if state.calls.len() >= CALLS_MOST {
                    state.calls.pop_front();
                }
                state.calls.push_back((id.to_owned(), updates::Known::default()));
                state.calls.len() - 1
            }
        };
        if let Some((_, known)) = state.calls.get_mut(at) {
            with(known);
        }
    }
}

/// Whether the gate answers a request itself. What such methods may become is not passed on either.
fn is_gated(method: &str) -> bool {
    method == "session/request_permission" || method.starts_with("fs/") || method.starts_with("terminal/")
}

/// A text that nobody can guess.
pub fn random() -> Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|e| Error::bug(format!("the system gives no randomness: {e}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
