//! A server that is a child process and speaks over stdio, one message per line.
//!
//! It has its own process group and is killed with it. Its output is bounded: a line that is too long, or too many
//! lines that are not messages, end it, and the reason is kept for waiting callers.

use std::{
    io,
    path::Path,
    process::{ExitStatus, Stdio},
    sync::{
        Arc, Mutex as Lock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use countersign_core::{Error, ErrorCode, Result, text};
use countersign_words::{Message, say};
use rmcp::{
    model::{CallToolResult, ErrorData, JsonRpcMessage, JsonRpcVersion2_0, RequestId, ServerResult},
    service::{RoleClient, RxJsonRpcMessage, TxJsonRpcMessage},
    transport::Transport,
};
use rustix::process::{Pid, Signal, kill_process_group};
use serde::Deserialize;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    process::{ChildStderr, ChildStdin, ChildStdout, Command},
    sync::Mutex,
    task::JoinHandle,
};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::Limits;
use crate::ServerSettings;

/// How long a server may take to exit once its input is closed.
const GRACE: Duration = Duration::from_secs(2);
/// How long it may take after that when signalled.
const LAST: Duration = Duration::from_secs(1);
/// How much of its standard error is kept for error messages.
const KEPT_STDERR: usize = 2000;
/// How many pieces of its standard error are logged.
const LOGGED_STDERR: usize = 1000;

/// Why a server ended, as far as known.
#[derive(Debug, Default)]
pub(super) struct LastWords {
    cause: Lock<Option<Message>>,
    stderr: Lock<String>,
    /// Cancelled when a process has ended.
    gone: CancellationToken,
}

impl LastWords {
    /// Sets the reason; the first one counts.
    pub fn because(&self, cause: impl Into<Message>) {
        let mut slot = self.cause.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(cause.into());
    }

    /// Waits a moment until the process has ended.
    pub async fn settled(&self) {
        let _gone = tokio::time::timeout(GRACE + LAST + LAST, self.gone.cancelled()).await;
    }

    /// Returns the reason, with the end of its standard error.
    pub fn told(&self) -> Option<Message> {
        let cause = self.cause.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let last: Vec<&str> = stderr.lines().rev().filter(|line| !line.trim().is_empty()).take(3).collect();
        if last.is_empty() {
            return Some(cause);
        }
        let last: Vec<String> =
            last.iter().rev().map(|l| text::truncate(&text::visible(l).text, 300)).collect();
        Some(say!("problem-up-last-wrote", said = cause, lines = last.join(" / ")))
    }

    fn heard(&self, piece: &str) {
        let mut stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        stderr.push_str(piece);
        if let Some(over) = stderr.len().checked_sub(KEPT_STDERR) {
            let from = (over..stderr.len()).find(|at| stderr.is_char_boundary(*at)).unwrap_or(stderr.len());
            stderr.drain(..from);
        }
    }
}

/// The connection to a child process.
pub(super) struct Child {
    read: BufReader<ChildStdout>,
    line: Vec<u8>,
    write: Arc<Mutex<Option<ChildStdin>>>,
    limits: Limits,
    odd_lines: usize,
    last: Arc<LastWords>,
    stop: CancellationToken,
    /// Whether it is killed without waiting.
    at_once: Arc<AtomicBool>,
    keeper: Option<JoinHandle<()>>,
    _when_dropped: DropGuard,
}

impl Child {
    /// Starts the server `name` in `cwd`.
    pub fn start(
        name: &str,
        settings: &ServerSettings,
        cwd: Option<&Path>,
        limits: &Limits,
        last: Arc<LastWords>,
    ) -> Result<Self> {
        let program = settings.command.as_deref().unwrap_or_default();
        let mut child = command(program, settings, cwd)?.spawn().map_err(|e| {
            let (why, hint) = match e.kind() {
                // A daemon that an agent started has a plain search path, not the person's.
                io::ErrorKind::NotFound => {
                    (say!("problem-up-no-program"), say!("problem-up-no-program-hint", server = name))
                }
                _ => (Message::of_error(&e), say!("problem-up-check-command", server = name)),
            };
            Error::conflict(say!(
                "problem-up-cannot-start",
                program = text::visible(program).text,
                said = why
            ))
            .hint(hint)
        })?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Error::bug("a child process has no pipes"));
        };
        let stop = CancellationToken::new();
        let at_once = Arc::new(AtomicBool::new(false));
        tokio::spawn(drain(name.to_owned(), stderr, last.clone()));
        let keeper = tokio::spawn(keep(child, stop.clone(), at_once.clone(), last.clone()));
        Ok(Self {
            read: BufReader::with_capacity(64 * 1024, stdout),
            line: Vec::new(),
            write: Arc::new(Mutex::new(Some(stdin))),
            limits: limits.clone(),
            odd_lines: 0,
            last,
            _when_dropped: stop.clone().drop_guard(),
            stop,
            at_once,
            keeper: Some(keeper),
        })
    }

    /// Reads up to the next line break into `self.line`; false at the end. Cancel-safe: partial input is kept.
    async fn next_line(&mut self) -> io::Result<bool> {
        loop {
            let available = self.read.fill_buf().await?;
            if available.is_empty() {
                return Ok(false);
            }
            let end = available.iter().position(|b| *b == b'\n');
            let take = end.map_or(available.len(), |at| at + 1);
            if self.line.len() + take > self.limits.message_bytes {
                let mib = self.limits.message_bytes >> 20;
                self.last.because(say!("problem-up-message-large", mib));
                self.at_once.store(true, Ordering::Relaxed);
                return Ok(false);
            }
            self.line.extend_from_slice(&available[..take]);
            self.read.consume(take);
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// Interprets a line that is not a message: an invalid response becomes an error for its caller.
    fn make_sense(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        let value: Option<Value> = serde_json::from_slice(&self.line).ok();
        let answer = value.as_ref().filter(|v| v.get("method").is_none());
        let id = answer.and_then(|v| serde_json::from_value::<RequestId>(v.get("id")?.clone()).ok());
        if let Some(id) = id {
            let why = ErrorData::internal_error(say!("problem-up-unknown-answer").to_string(), None);
            return Some(JsonRpcMessage::error(why, Some(id)));
        }
        self.odd_lines += 1;
        let shown = text::truncate(&text::visible(&String::from_utf8_lossy(&self.line)).text, 200);
        tracing::debug!(line = shown, "a server wrote something that is no message");
        None
    }
}

impl Transport<RoleClient> for Child {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let write = self.write.clone();
        async move {
            let mut bytes = serde_json::to_vec(&message).map_err(io::Error::other)?;
            bytes.push(b'\n');
            let mut write = write.lock().await;
            let closed = || io::Error::new(io::ErrorKind::NotConnected, say!("problem-up-server-ended"));
            let write = write.as_mut().ok_or_else(closed)?;
            write.write_all(&bytes).await?;
            write.flush().await
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        loop {
            match self.next_line().await {
                Ok(true) => {}
                Ok(false) => return None,
                Err(e) => {
                    self.last.because(say!("problem-up-output-unread", error = e));
                    return None;
                }
            }
            let blank = self.line.iter().all(u8::is_ascii_whitespace);
            let message = if blank {
                None
            } else if let Some(answer) = plain_answer(&self.line) {
                Some(answer)
            } else {
                serde_json::from_slice(&self.line).ok().or_else(|| self.make_sense())
            };
            self.line.clear();
            // One large message must not keep its memory for ever.
            self.line.shrink_to(1 << 20);
            if message.is_some() {
                return message;
            }
            if self.odd_lines > self.limits.odd_lines {
                self.last.because(say!("problem-up-odd-lines", n = self.odd_lines));
                self.at_once.store(true, Ordering::Relaxed);
                return None;
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        // A task that is still writing to a stuck server releases the lock when the server ends.
        if let Ok(mut write) = self.write.try_lock() {
            write.take();
        }
        self.stop.cancel();
        match self.keeper.take() {
            Some(keeper) => keeper.await.map_err(io::Error::other),
            None => Ok(()),
        }
    }
}

/// Parses a tool's answer, if a line is plainly one: the library would first try everything else.
fn plain_answer(line: &[u8]) -> Option<RxJsonRpcMessage<RoleClient>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Answer {
        #[serde(rename = "jsonrpc")]
        _version: JsonRpcVersion2_0,
        id: RequestId,
        result: CallToolResult,
    }
    let Answer { id, result, .. } = serde_json::from_slice(line).ok()?;
    let is_plain = !result.content.is_empty();
    is_plain.then(|| JsonRpcMessage::response(ServerResult::CallToolResult(result), id))
}

fn command(program: &str, settings: &ServerSettings, cwd: Option<&Path>) -> Result<Command> {
    let mut command = Command::new(program);
    command.args(&settings.args).process_group(0).kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Variables that give authority over Countersign are not passed on.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("COUNTERSIGN_") {
            command.env_remove(name);
        }
    }
    command.envs(&settings.env);
    if let Some(cwd) = cwd {
        if !cwd.is_dir() {
            let gone = say!("problem-up-no-folder", program, folder = cwd.display());
            return Err(Error::new(ErrorCode::Conflict, gone));
        }
        command.current_dir(cwd);
    }
    Ok(command)
}

/// Waits until the process has exited, or kills it, with all its children.
async fn keep(
    mut child: tokio::process::Child,
    stop: CancellationToken,
    at_once: Arc<AtomicBool>,
    last: Arc<LastWords>,
) {
    let group = child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    let signal = |signal| group.map(|group| kill_process_group(group, signal));
    let status = tokio::select! {
        status = child.wait() => status,
        () = stop.cancelled() => {
            let grace = if at_once.load(Ordering::Relaxed) { Duration::ZERO } else { GRACE };
            match tokio::time::timeout(grace, child.wait()).await {
                Ok(status) => status,
                Err(_) => {
                    signal(Signal::TERM);
                    match tokio::time::timeout(if grace.is_zero() { grace } else { LAST }, child.wait()).await {
                        Ok(status) => status,
                        Err(_) => {
                            signal(Signal::KILL);
                            child.wait().await
                        }
                    }
                }
            }
        }
    };
    // Its children end with it.
    signal(Signal::KILL);
    match status {
        Ok(status) => last.because(ended(status)),
        Err(e) => last.because(say!("problem-up-end-unknown", said = e)),
    }
    last.gone.cancel();
}

fn ended(status: ExitStatus) -> Message {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => say!("judge-ended-exit", code),
        (None, Some(signal)) => say!("judge-ended-signal", signal),
        (None, None) => say!("problem-up-it-ended"),
    }
}

/// Drains a server's standard error, so that it never blocks, and logs the beginning.
async fn drain(server: String, mut stderr: ChildStderr, last: Arc<LastWords>) {
    let mut buffer = vec![0; 4096];
    let mut pieces = 0;
    while let Ok(n @ 1..) = stderr.read(&mut buffer).await {
        let piece = String::from_utf8_lossy(&buffer[..n]);
        last.heard(&piece);
        if pieces < LOGGED_STDERR {
            pieces += 1;
            let shown = text::truncate(&text::visible_multiline(piece.trim_end()).text, 500);
            tracing::debug!(server, "{shown}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a line by the library, and by our own code.
    fn both(line: &str) -> (Option<String>, Option<String>) {
        let library: Option<RxJsonRpcMessage<RoleClient>> = serde_json::from_str(line).ok();
        (library.map(|m| format!("{m:?}")), plain_answer(line.as_bytes()).map(|m| format!("{m:?}")))
    }

    #[test]
    fn the_answer_of_a_tool_is_what_the_library_makes_of_it() {
        let of = |result: &str| format!(r#"{{"jsonrpc":"2.0","id":7,"result":{result}}}"#);
        for result in [
            r#"{"content":[{"type":"text","text":"hello"}],"isError":false}"#,
            r#"{"resultType":"complete","content":[{"type":"text","text":"a"},{"type":"image","data":"AA==","mimeType":"image/png"}]}"#,
            r#"{"content":[{"type":"text","text":"x","annotations":{"priority":0.5}}],"structuredContent":null,"_meta":{"k":[1]}}"#,
            r#"{"content":[{"type":"resource_link","uri":"file:///a","name":"a"}],"isError":true,"more":{"is":"ignored"}}"#,
        ] {
            let (library, own) = both(&of(result));
            assert!(own.is_some(), "{result}");
            assert_eq!(own, library, "{result}");
        }
    }

    #[test]
    fn what_is_not_plainly_the_answer_of_a_tool_is_left_to_the_library() {
        for line in [
            r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"content":[]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"a":1}}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"input_required","content":[{"type":"text","text":"a"}]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"error":{"code":-1,"message":"no"}}"#,
            r#"{"jsonrpc":"2.0","id":7,"method":"ping","result":{"content":[{"type":"text","text":"a"}]}}"#,
            r#"{"jsonrpc":"1.0","id":7,"result":{"content":[{"type":"text","text":"a"}]}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            "hello",
        ] {
            assert_eq!(both(line).1, None, "{line}");
        }
    }
}
