//! What reaches the terminal: answers and problems, as text for people or JSON for programs.

use std::io::{self, IsTerminal, Write};

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use countersign_core::{Error, ErrorCode, Problem, Result};
use serde_json::Value;

use crate::{
    home::zone,
    render::{self, Paint, View},
};

/// Standard output and standard error, and how to write on them.
#[derive(Clone, Copy)]
pub struct Screen {
    /// Whether answers are JSON.
    pub json: bool,
}

impl Screen {
    /// Prints the answer of an operation.
    pub fn answer(&self, op: &str, value: &Value) -> Result<()> {
        if let (false, "audit.export", Some(pages)) = (self.json, op, value["pdf"].as_str()) {
            return self.file(pages);
        }
        if self.json { self.value(value) } else { self.text(&render::answer(op, value, &self.view())) }
    }

    /// Prints a file that came in Base64, byte for byte, wherever nobody has to read the bytes.
    fn file(&self, encoded: &str) -> Result<()> {
        if io::stdout().is_terminal() {
            return Err(Error::usage("these pages are no text for a terminal").hint("add > audit.pdf"));
        }
        self.bytes(&BASE64.decode(encoded).map_err(Error::bug)?)
    }

    /// Prints a command with what it does marked under it.
    pub fn explained(&self, text: &str, judged: &Value) -> Result<()> {
        self.text(&format!("{}\n", render::explain(text, judged, &self.view())))
    }

    /// Prints a JSON value: for reading on a terminal, else on one line.
    pub fn value(&self, value: &Value) -> Result<()> {
        let text = if io::stdout().is_terminal() { format!("{value:#}") } else { value.to_string() };
        self.text(&text)
    }

    /// Prints text, with a line break at its end.
    pub fn text(&self, text: &str) -> Result<()> {
        let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
        self.bytes(format!("{text}{end}").as_bytes())
    }

    /// Prints bytes as they are.
    pub fn bytes(&self, bytes: &[u8]) -> Result<()> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            // The reader has what it wanted: `countersign inbox | head` is no failure.
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            Err(e) => Err(Error::new(ErrorCode::Internal, format!("cannot write to standard output: {e}"))),
            Ok(()) => Ok(()),
        }
    }

    /// Prints an error: the problem object on standard output, or words on standard error.
    pub fn problem(&self, error: &Error) {
        if self.json {
            // A problem that cannot be told is still told by the exit code.
            let _ = self.value(&Problem::of(error).to_json());
        } else {
            self.complain(None, error);
        }
    }

    /// Prints an error about one of several words.
    pub fn complain(&self, word: Option<&str>, error: &Error) {
        let paint = Paint::of(&io::stderr());
        let place = word.map_or_else(String::new, |w| format!("{}: ", render::shown(w)));
        let mut text = format!("{} {place}{}\n", paint.bad("error:"), render::shown(&error.message));
        if let Some(hint) = &error.hint {
            text.push_str(&format!("{} {}\n", paint.dim("hint:"), render::shown(hint)));
        }
        if let Some(internal) = error.internal().filter(|_| std::env::var_os("RUST_BACKTRACE").is_some()) {
            text.push_str(&format!("{} {}\n", paint.dim("inside:"), render::shown(internal)));
        }
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Prints what a person should know besides, each line as a note on standard error; programs are not told.
    pub fn note(&self, text: &str) {
        if self.json {
            return;
        }
        let paint = Paint::of(&io::stderr());
        for line in text.lines() {
            let note = format!("{} {}\n", paint.warn("note:"), render::shown(line));
            let _ = io::stderr().write_all(note.as_bytes());
        }
    }

    /// How text is rendered on standard output now.
    pub fn view(&self) -> View {
        View { paint: Paint::of(&io::stdout()), zone: zone(), is_terminal: io::stdout().is_terminal() }
    }
}
