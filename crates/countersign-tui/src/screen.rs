//! The terminal: entered, left, and always left as it was found, also after a panic or a signal.

use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use countersign_core::{Error, Result};
use countersign_words::say;
use ratatui::crossterm::{
    cursor::Show,
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
    style::Print,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode},
};
use rustix::{
    event::{PollFd, PollFlags, poll},
    io::Errno,
    termios::{QueueSelector, tcflush},
};

/// The exit code of a program that SIGHUP has ended.
const HUNG_UP: i32 = 129;

/// Whether some thread has panicked since the screen was entered.
static PANICKED: AtomicBool = AtomicBool::new(false);
/// Whether the alternate screen is shown.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// xterm's sequences that put the title on a stack and take it back; others ignore them.
const KEEP_TITLE: &str = "\x1b[22;2t";
const GIVE_TITLE_BACK: &str = "\x1b[23;2t";

/// The error where there is no terminal.
pub fn nobody() -> Error {
    Error::usage(say!("command-review-no-terminal")).hint(say!("command-review-no-terminal-hint"))
}

/// Checks that there is a terminal that can move its cursor.
pub fn check() -> Result<()> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(nobody());
    }
    match std::env::var("TERM") {
        Ok(term) if term == "dumb" => {
            Err(Error::usage(say!("command-review-dumb", term)).hint(say!("command-review-no-terminal-hint")))
        }
        _ => Ok(()),
    }
}

/// Whether colours are wanted.
pub fn has_colours() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Ends this program when its terminal is gone: waiting for keys would never end then, and use all of a processor.
pub fn end_with_terminal() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        thread::spawn(|| {
            let stdin = io::stdin();
            let mut all = [PollFd::new(&stdin, PollFlags::empty())];
            // Without a wish, only the end is told. A signal interrupts it.
            while let Ok(_) | Err(Errno::INTR) = poll(&mut all, None) {
                if all[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
                    std::process::exit(HUNG_UP);
                }
            }
        });
    });
}

/// Throws away what was typed before a question: nobody has answered what they had not seen.
pub fn forget_typed() -> io::Result<()> {
    Ok(tcflush(io::stdin(), QueueSelector::IFlush)?)
}

/// Shows the alternate screen, and takes keys as they are pressed.
pub fn enter() -> io::Result<()> {
    end_with_terminal();
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    execute!(io::stdout(), Print(KEEP_TITLE), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Gives the terminal back as it was. Does nothing if the screen was not entered.
pub fn leave() {
    if !ENTERED.swap(false, Ordering::SeqCst) {
        return;
    }
    // Whatever fails: the rest is still tried.
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show,
        Print(GIVE_TITLE_BACK)
    );
    let _ = disable_raw_mode();
}

/// Makes a panic leave the screen before it is told.
pub fn leave_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        leave();
        PANICKED.store(true, Ordering::SeqCst);
        before(info);
    }));
}

/// Whether some thread has panicked.
pub fn has_panicked() -> bool {
    PANICKED.load(Ordering::SeqCst)
}

/// Rings the bell.
pub fn bell() {
    let mut out = io::stdout();
    let _ = out.write_all(b"\x07").and_then(|()| out.flush());
}

/// Sets the title of the terminal.
pub fn title(waiting: usize) {
    let title = if waiting == 0 { "countersign".to_owned() } else { format!("({waiting}) countersign") };
    let _ = execute!(io::stdout(), SetTitle(title));
}
