//! Terminal output: answers and problems, as text for people or JSON for programs.

use std::{
    io::{self, IsTerminal, Write},
    sync::{Mutex, OnceLock, PoisonError},
};

use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use countersign_core::{
    Error, ErrorCode, Problem, Result, agent::news::Output as News, judge::Facts, text::visible_multiline,
};
use countersign_words::{Language, Message, Words, say};
use serde_json::Value;

use rustix::termios::tcgetwinsize;

use crate::{
    help,
    home::zone,
    pager,
    render::{self, Paint, View},
};

/// Options of every command that decide how answers are printed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Given {
    /// Whether everything is wanted: ids, hashes, arguments.
    pub verbose: bool,
    /// Whether long output is never paged.
    pub no_pager: bool,
}

static GIVEN: OnceLock<Given> = OnceLock::new();

/// Notes the options of this command line.
pub fn note(given: Given) {
    // A second command line in the same process is a test.
    let _first = GIVEN.set(given);
}

/// Returns the options of this command line.
pub fn given() -> Given {
    GIVEN.get().copied().unwrap_or_default()
}

/// Returns the language of the terminal's reader, from the environment.
pub fn language() -> Language {
    // Agents get the same text on every machine.
    if is_for_agent() { Language::English } else { Language::of_environment(|name| std::env::var(name).ok()) }
}

/// Returns whether an agent's token is in use.
pub fn is_for_agent() -> bool {
    std::env::var("COUNTERSIGN_TOKEN").is_ok_and(|token| token.trim_start().starts_with("cs_agent_"))
}

/// What an agent was told beside the answers to its calls, until it is printed.
static HEARD: Mutex<Option<News>> = Mutex::new(None);

/// Keeps news for an agent, to be printed with the answer or after it: whatever was sent counts as told.
pub fn hear(news: News) {
    let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
    match heard.as_mut() {
        None => *heard = Some(news),
        Some(known) => known.add(news),
    }
}

/// Returns the news that were not printed yet.
fn heard() -> Option<News> {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Prints the news that no answer was printed with on standard error, where an agent reads them, too.
pub fn tell_rest() {
    let told = heard().map(|news| visible_multiline(news.text.trim_end()).text);
    if let Some(text) = told.filter(|text| !text.is_empty()) {
        let _unheard = writeln!(io::stderr(), "{text}");
    }
}

/// Standard output and standard error, and the format.
#[derive(Clone, Copy)]
pub struct Screen {
    /// Whether answers are JSON.
    pub json: bool,
}

impl Screen {
    /// Returns the language of answers. Programs get English.
    pub fn language(&self) -> Language {
        if self.json { Language::English } else { language() }
    }

    /// Prints the answer of an operation.
    pub fn answer(&self, op: &str, value: &Value) -> Result<()> {
        match self.json {
            true => self.value(value),
            false => self.paged(&render::answer(op, value, &self.view())),
        }
    }

    /// Prints a file that came in Base64; as raw bytes unless standard output is a terminal.
    pub fn file(&self, encoded: &str) -> Result<()> {
        if io::stdout().is_terminal() {
            return Err(Error::usage(say!("command-pages-no-text")).hint(say!("command-pages-no-text-hint")));
        }
        self.bytes(&BASE64.decode(encoded).map_err(Error::bug)?)
    }

    /// Prints a command with its findings marked.
    pub fn explained(&self, text: &str, facts: &Facts) -> Result<()> {
        self.text(&format!("{}\n", render::explain(text, facts, &self.view())))
    }

    /// Prints a JSON value: indented on a terminal, otherwise on one line.
    pub fn value(&self, value: &Value) -> Result<()> {
        let mut with_news;
        let value = match heard().filter(|_| value.is_object()) {
            None => value,
            Some(news) => {
                with_news = value.clone();
                with_news["news"] = serde_json::to_value(news).map_err(Error::bug)?;
                &with_news
            }
        };
        let text = if io::stdout().is_terminal() { format!("{value:#}") } else { value.to_string() };
        self.text(&text)
    }

    /// Prints text, with a line break at its end.
    pub fn text(&self, text: &str) -> Result<()> {
        let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
        self.bytes(format!("{text}{end}").as_bytes())
    }

    /// Prints text through the pager, if it is longer than the terminal and somebody is there to page.
    pub fn paged(&self, text: &str) -> Result<()> {
        if !self.json && pager::page(text) { Ok(()) } else { self.text(text) }
    }

    /// Prints a message in the reader's language.
    pub fn told(&self, message: &Message) -> Result<()> {
        self.text(&self.say(message))
    }

    /// Translates a message into the reader's language.
    pub fn say(&self, message: &Message) -> String {
        message.in_language(self.language()).into_owned()
    }

    /// Prints bytes as they are.
    pub fn bytes(&self, bytes: &[u8]) -> Result<()> {
        self.offer(bytes).map(drop)
    }

    /// Prints bytes as they are. Returns whether anybody still reads.
    pub fn offer(&self, bytes: &[u8]) -> Result<bool> {
        let mut out = io::stdout().lock();
        match out.write_all(bytes).and_then(|()| out.flush()) {
            // The reader has enough: `countersign inbox | head` is not a failure.
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(false),
            Err(e) => Err(Error::new(ErrorCode::Internal, say!("command-stdout", error = e))),
            Ok(()) => Ok(true),
        }
    }

    /// Prints an error: the problem object on standard output, or text on standard error.
    pub fn problem(&self, error: &Error) {
        if self.json {
            // If the problem cannot be printed, the exit code still reports it.
            let _ = self.value(&Problem::of(error).to_json(Language::English));
        } else {
            self.complain(None, error);
        }
    }

    /// Prints an error about one of several words.
    pub fn complain(&self, word: Option<&str>, error: &Error) {
        let (paint, words) = (Paint::of(&io::stderr()), Words::of(language()));
        let said = |message: &Message| render::shown(&words.say(message));
        let place = word.map_or_else(String::new, |w| format!("{}: ", render::shown(w)));
        let mut text =
            format!("{} {place}{}\n", paint.bad(&words.t("term-label-error")), said(&error.message));
        if let Some(hint) = &error.hint {
            text.push_str(&format!("{} {}\n", paint.dim(&words.t("term-label-hint")), said(hint)));
        }
        if let Some(internal) = error.internal().filter(|_| std::env::var_os("RUST_BACKTRACE").is_some()) {
            let inside = words.t("term-label-inside");
            text.push_str(&format!("{} {}\n", paint.dim(&inside), render::shown(internal)));
        }
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Prints what is wrong with a command line; false if it is left to clap, which prints English.
    pub fn misused(&self, error: &clap::Error) -> bool {
        let language = language();
        if language == Language::English {
            return false;
        }
        let (paint, words) = (Paint::of(&io::stderr()), Words::of(language));
        let Some(told) = help::complaint(error, words) else { return false };
        let mut text = format!("{} {}\n", paint.bad(&words.t("term-label-error")), render::shown(&told.what));
        for hint in &told.hints {
            text.push_str(&format!("{} {}\n", paint.dim(&words.t("term-label-hint")), render::shown(hint)));
        }
        text.push_str(&format!("\n{}\n", told.more));
        let _ = io::stderr().write_all(text.as_bytes());
        true
    }

    /// Prints notices for a person, each line as a note on standard error; programs do not get them.
    pub fn note(&self, message: &Message) {
        if self.json {
            return;
        }
        let (paint, words) = (Paint::of(&io::stderr()), Words::of(language()));
        for line in words.say(message).lines() {
            let note = format!("{} {}\n", paint.warn(&words.t("term-label-note")), render::shown(line));
            let _ = io::stderr().write_all(note.as_bytes());
        }
    }

    /// Returns how text is rendered on standard output.
    pub fn view(&self) -> View {
        let (paint, words) = (Paint::of(&io::stdout()), Words::of(self.language()));
        let is_terminal = io::stdout().is_terminal();
        let width = tcgetwinsize(io::stdout()).ok().map(|size| usize::from(size.ws_col)).filter(|n| *n > 0);
        let cwd = std::env::current_dir().ok().and_then(|cwd| Some(cwd.to_str()?.to_owned()));
        View {
            paint,
            zone: zone(),
            is_terminal,
            words,
            verbose: given().verbose,
            width,
            cwd: cwd.filter(|cwd| cwd != "/").unwrap_or_default(),
        }
    }
}
