//! `countersign mcp`: carries an agent's MCP messages to the daemon and back. It parses only as much as it needs to
//! answer for a daemon that dies: then every open request gets an error, and later messages go to the daemon started in
//! its place.
//!
//! # Limitations
//! A restarted daemon gets the client's `initialize` again, but not its subscriptions to resources or its log level.

mod message;

use std::{
    collections::BTreeMap,
    io::{self, BufRead, BufReader, Read, Write},
    net::Shutdown,
    os::unix::net::UnixStream,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
};

use clap::{Arg, ArgMatches, Command};
use countersign_client::Client;
use countersign_core::{Error, ErrorCode, Result};
use countersign_words::say;
use serde_json::{Value, json};

use self::message::{Seen, look};
use crate::{daemon::reach, exit, output::Screen, session::Session};

/// How many bytes are read at once.
const CHUNK: usize = 64 << 10;

/// The arguments.
pub fn args(command: Command) -> Command {
    let agent = Arg::new("agent").long("agent").value_name("NAME");
    command.arg(agent.help(say!("command-arg-mcp-agent").to_string()))
}

/// Runs until the agent, or the last answer of the daemon, ends. Standard output is only for the agent.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let bridge = Arc::new(Bridge {
        session: Session { screen: Screen { json: false }, home: session.home.clone() },
        agent: matches.get_one::<String>("agent").cloned(),
        mark: mark()?,
        state: Mutex::default(),
    });
    match bridge.carry(&mut BufReader::with_capacity(CHUNK, io::stdin().lock())) {
        Ok(()) => Ok(exit::DONE),
        Err(e) => {
            bridge.session.screen.complain(None, &e);
            Ok(exit::of_error(e.code))
        }
    }
}

struct Bridge {
    session: Session,
    agent: Option<String>,
    /// The prefix of the daemon's own messages to the agent: the same for each daemon, since the agent reads it only
    /// once.
    mark: String,
    state: Mutex<State>,
}

fn mark() -> Result<String> {
    let mut bytes = [0_u8; 8];
    getrandom::fill(&mut bytes).map_err(|e| Error::bug(format!("the system gives no randomness: {e}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[derive(Default)]
struct State {
    /// The requests without an answer, by id, with the connection that they were sent on.
    open: BTreeMap<Vec<u8>, u64>,
    /// The client's introduction, to be repeated to a new daemon.
    hello: Vec<Vec<u8>>,
    /// The connection to the daemon, if any.
    way: Option<Way>,
    /// How many connections there were.
    count: u64,
}

struct Way {
    stream: UnixStream,
    number: u64,
    back: JoinHandle<()>,
}

impl Bridge {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forwards the agent's messages until its input ends.
    fn carry(self: &Arc<Self>, from: &mut impl BufRead) -> Result<()> {
        // An unreachable daemon is reported at once.
        self.connect()?;
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = from.read_until(b'\n', &mut line);
            if read.map_err(|e| Error::new(ErrorCode::Internal, say!("command-mcp-stdin", error = e)))? == 0 {
                break;
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            if line.last() != Some(&b'\n') {
                line.push(b'\n');
            }
            self.pass(&line)?;
        }
        let way = self.state().way.take();
        if let Some(way) = way {
            // Open requests get a moment to finish, then the daemon closes the connection.
            let _ = way.stream.shutdown(Shutdown::Write);
            let _ = way.back.join();
        }
        Ok(())
    }

    /// Sends one message; to a new daemon if the old one is gone.
    fn pass(self: &Arc<Self>, line: &[u8]) -> Result<()> {
        let seen = look(line);
        for attempt in 0..2 {
            let is_there = self.state().way.is_some();
            if !is_there && let Err(e) = self.connect() {
                return self.answer_for(seen.id.filter(|_| seen.is_request()), &e);
            }
            self.remember(line, seen);
            let stream = self.state().way.as_ref().and_then(|way| way.stream.try_clone().ok());
            let sent = stream.is_some_and(|mut stream| stream.write_all(line).is_ok());
            // A message that was sent completely may have taken effect: it gets an error and is never sent twice.
            if sent {
                return Ok(());
            }
            if let Some(id) = seen.id {
                self.state().open.remove(id);
            }
            self.drop_way(None);
            if attempt == 1 {
                let gone = Error::new(ErrorCode::Store, "the daemon ends as soon as it is reached");
                return self.answer_for(seen.id.filter(|_| seen.is_request()), &gone);
            }
        }
        Ok(())
    }

    fn remember(&self, line: &[u8], seen: Seen<'_>) {
        let mut state = self.state();
        if let (Some(id), true) = (seen.id, seen.is_request()) {
            let number = state.way.as_ref().map_or(0, |way| way.number);
            state.open.insert(id.to_vec(), number);
        }
        match seen.method {
            Some(b"initialize") => state.hello = vec![line.to_vec()],
            Some(b"notifications/initialized") if state.hello.len() == 1 => state.hello.push(line.to_vec()),
            _ => {}
        }
    }

    /// Connects to the daemon, or starts one, and repeats the client's introduction if there was one.
    fn connect(self: &Arc<Self>) -> Result<()> {
        let client: Client = self.session.client()?.surface("mcp");
        reach::reach_for_agent(&self.session.home, &client)?;
        let mut headers: Vec<_> =
            self.agent.iter().map(|name| ("Countersign-Agent", name.as_str())).collect();
        headers.push(("Countersign-Mark", self.mark.as_str()));
        let (stream, unread) = client.upgrade("/mcp", "countersign-mcp", &headers)?;
        drop(client);
        let lost = |e: io::Error| Error::new(ErrorCode::Store, say!("command-mcp-lost", error = e));
        let mut state = self.state();
        state.count += 1;
        let number = state.count;
        let hello = state.hello.clone();
        let quiet = hello.first().and_then(|line| look(line).id.map(<[u8]>::to_vec));
        for line in &hello {
            (&stream).write_all(line).map_err(lost)?;
        }
        let read = stream.try_clone().map_err(lost)?;
        let here = self.clone();
        let back = std::thread::Builder::new().stack_size(256 << 10).spawn(move || {
            let read = io::Cursor::new(unread).chain(read);
            here.carry_back(&mut BufReader::with_capacity(CHUNK, read), quiet, number);
        });
        state.way = Some(Way { stream, number, back: back.map_err(lost)? });
        Ok(())
    }

    /// Forwards the daemon's messages until it is gone; then answers for it.
    fn carry_back(&self, from: &mut impl BufRead, mut quiet: Option<Vec<u8>>, number: u64) {
        let mut line = Vec::new();
        loop {
            line.clear();
            match from.read_until(b'\n', &mut line) {
                Ok(_) if line.last() == Some(&b'\n') => {}
                // An incomplete message is dropped.
                Ok(_) | Err(_) => break,
            }
            let seen = look(&line);
            if seen.is_answer() {
                // The client does not expect an answer to the repeated introduction.
                if quiet.is_some() && quiet.as_deref() == seen.id {
                    quiet = None;
                    continue;
                }
                if let Some(id) = seen.id {
                    self.state().open.remove(id);
                }
            }
            if say(&line).is_err() {
                // The agent no longer reads.
                std::process::exit(i32::from(exit::DONE));
            }
        }
        self.drop_way(Some(number));
    }

    /// Gives up a connection and answers its open requests.
    fn drop_way(&self, number: Option<u64>) {
        let (gone, open) = {
            let mut state = self.state();
            let is_meant = state.way.as_ref().is_some_and(|way| number.is_none_or(|n| n == way.number));
            let gone = if is_meant { state.way.take() } else { None };
            let number = number.or(gone.as_ref().map(|way| way.number));
            let open: Vec<Vec<u8>> =
                state.open.iter().filter(|(_, n)| Some(**n) == number).map(|(id, _)| id.clone()).collect();
            state.open.retain(|id, _| !open.contains(id));
            (gone, open)
        };
        if let Some(way) = gone {
            let _ = way.stream.shutdown(Shutdown::Both);
        }
        let error = Error::new(ErrorCode::Store, "the daemon of Countersign ended before it answered")
            .hint(say!("problem-client-maybe-happened"));
        for id in open {
            let _ = self.answer_for(Some(&id), &error);
        }
    }

    /// Answers a request that the daemon cannot answer.
    fn answer_for(&self, id: Option<&[u8]>, error: &Error) -> Result<()> {
        let Some(id) = id.and_then(|id| serde_json::from_slice::<Value>(id).ok()) else { return Ok(()) };
        let message = match &error.hint {
            Some(hint) => format!("{} ({hint})", error.message),
            None => error.message.to_string(),
        };
        let answer = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": message}});
        let said = say(format!("{answer}\n").as_bytes());
        said.map_err(|e| Error::new(ErrorCode::Internal, say!("command-mcp-stdout", error = e)))
    }
}

/// Writes one line to the agent.
fn say(line: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(line)?;
    out.flush()
}
