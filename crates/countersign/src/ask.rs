//! Questions to the person at this terminal, answered with one key or one line. Whoever cannot be asked is not: both
//! standard input and standard output must be a terminal.

use std::io::{self, IsTerminal, Write};

use countersign_core::{Error, Result};
use rustix::{
    process::{Signal, getpid, kill_process},
    termios::{
        LocalModes, OptionalActions, QueueSelector, SpecialCodeIndex, Termios, tcflush, tcgetattr, tcsetattr,
    },
};

use crate::{
    output::Screen,
    render::{Paint, shown},
};

/// What ends a question without an answer: Ctrl-C, Ctrl-D, Escape.
const LEAVE: [u8; 3] = [3, 4, 27];
/// Ctrl-Z.
const SUSPEND: u8 = 26;

/// A person who can be asked.
#[derive(Clone, Copy)]
pub struct Asking {
    paint: Paint,
    /// Whether single keys cannot be read: an answer is then a line.
    by_line: bool,
}

impl Asking {
    /// Returns how to ask; `None` if nobody is there.
    pub fn of(screen: &Screen) -> Option<Self> {
        let is_there = io::stdin().is_terminal() && io::stdout().is_terminal() && !screen.json;
        let by_line = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        is_there.then(|| Self { paint: Paint::of(&io::stdout()), by_line })
    }

    /// Asks for one of these keys. What was typed before the question is thrown away: nobody has answered what they
    /// had not seen. Returns `None` if the person leaves.
    pub fn key(self, question: &str, keys: &[(char, String)]) -> Result<Option<char>> {
        let named = keys.iter().map(|(key, what)| format!("{} {what}", self.paint.handle(&key.to_string())));
        let asked = format!("{} {} ", self.paint.strong(question), named.collect::<Vec<_>>().join(" · "));
        let is_known = |byte: u8| keys.iter().any(|(key, _)| *key == char::from(byte));
        let answer = match self.by_line {
            true => loop {
                match self.line(&asked)?.as_deref().map(str::as_bytes) {
                    None => break None,
                    Some([byte, ..]) if is_known(*byte) => break Some(*byte),
                    Some(_) => {}
                }
            },
            false => pressed(&asked, &is_known)?,
        };
        let key = answer.map(char::from);
        if !self.by_line {
            let what = keys.iter().find(|(known, _)| Some(*known) == key).map_or("", |(_, what)| what);
            say(&format!("{what}\n"))?;
        }
        Ok(key)
    }

    /// Asks for a line; `None` if the person leaves.
    pub fn line(self, question: &str) -> Result<Option<String>> {
        say(question)?;
        tcflush(io::stdin(), QueueSelector::IFlush).map_err(Error::bug)?;
        let mut line = String::new();
        match io::stdin().read_line(&mut line) {
            Ok(0) => say("\n").map(|()| None),
            Ok(_) => Ok(Some(line.trim().to_owned())),
            Err(e) => Err(Error::bug(e)),
        }
    }

    /// Like `line`, for a question in words.
    pub fn words(self, question: &str) -> Result<Option<String>> {
        self.line(&format!("{} ", self.paint.strong(&shown(question))))
    }
}

fn say(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Error::bug)
}

/// Waits for a key that is known; `None` if the person leaves.
fn pressed(asked: &str, is_known: &dyn Fn(u8) -> bool) -> Result<Option<u8>> {
    let mut raw = SingleKeys::begin().map_err(Error::bug)?;
    say(asked)?;
    loop {
        // Longer than any key sends: a key that sends several bytes is read whole and is none of ours.
        let mut bytes = [0; 64];
        let read = match rustix::io::read(io::stdin(), &mut bytes) {
            Err(rustix::io::Errno::INTR) => continue,
            read => read.map_err(Error::bug)?,
        };
        match &bytes[..read] {
            [] => return Ok(None),
            [byte] if LEAVE.contains(byte) => return Ok(None),
            [SUSPEND] => {
                drop(raw);
                kill_process(getpid(), Signal::TSTP).map_err(Error::bug)?;
                raw = SingleKeys::begin().map_err(Error::bug)?;
                say(&format!("\n{asked}"))?;
            }
            // With Enter after it, as at other prompts.
            [byte, rest @ ..] if is_known(*byte) && rest.iter().all(|b| matches!(b, b'\r' | b'\n')) => {
                return Ok(Some(*byte));
            }
            _ => {}
        }
    }
}

/// The terminal while it gives single keys, without showing them; as before on drop.
struct SingleKeys(Termios);

impl SingleKeys {
    fn begin() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut keys = before.clone();
        // Signals too, so that Ctrl-C cannot end this process while the terminal is like this.
        keys.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG);
        keys.special_codes[SpecialCodeIndex::VMIN] = 1;
        keys.special_codes[SpecialCodeIndex::VTIME] = 0;
        // Discards what was typed before.
        tcsetattr(io::stdin(), OptionalActions::Flush, &keys)?;
        Ok(Self(before))
    }
}

impl Drop for SingleKeys {
    fn drop(&mut self) {
        // The terminal may be gone.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.0);
    }
}
