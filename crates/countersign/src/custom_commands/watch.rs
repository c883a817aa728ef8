//! `watch`: tells of each thing that waits for a person as it comes, one line each. It follows the daemon's events, so
//! nothing is polled; the inbox is read again when something has happened.

use std::{
    collections::BTreeSet,
    io::{self, IsTerminal, Write},
    process,
    time::{Duration, Instant},
};

use clap::ArgMatches;
use countersign_client::Filter;
use countersign_core::{Error, ErrorCode, Result, inbox::Count, item::ItemStatus};
use countersign_tui::Desktop;
use countersign_words::say;
use rustix::event::{PollFd, PollFlags, poll};
use serde_json::Value;

use super::{decide::pages, prompt};
use crate::{caller::Remote, exit, render, session::Session};

/// How long to wait for an event before looking whether the daemon is there.
const EVERY: Duration = Duration::from_secs(1);
/// Events that come this close together are one reason to read the inbox.
const CLOSE: Duration = Duration::from_millis(20);
/// How long such events may put it off.
const PUT_OFF: Duration = Duration::from_millis(200);
/// Puts the terminal's title aside, and takes it back.
const KEEP_TITLE: &str = "\u{1b}[22;2t";
const GIVE_TITLE: &str = "\u{1b}[23;2t";

/// Runs it.
pub fn run(session: &Session, _: &ArgMatches) -> Result<u8> {
    let caller = session.caller()?;
    let has_title = has_title(session);
    let desktop = if io::stdout().is_terminal() { session.desktop() } else { Desktop::new(false) };
    end_with_ctrl_c(has_title)?;
    end_with_reader();
    let mut watch = Watch { session, caller: &caller, told: BTreeSet::new(), has_title, desktop };
    if has_title {
        watch.signal(KEEP_TITLE);
    }
    if io::stdout().is_terminal() && !session.screen.json {
        session.screen.note(&say!("command-watch-begins"));
    }
    watch.follow()
}

/// Returns whether bell and title reach a person: not in a file, and not where they would be printed.
fn has_title(session: &Session) -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    io::stdout().is_terminal() && !is_dumb && !session.screen.json
}

struct Watch<'s> {
    session: &'s Session,
    caller: &'s Remote,
    /// What waits and was told.
    told: BTreeSet<String>,
    has_title: bool,
    desktop: Desktop,
}

impl Watch<'_> {
    /// Tells what waits and what comes, until nobody reads it.
    fn follow(&mut self) -> Result<u8> {
        let client = &self.caller.client;
        let mut is_first = true;
        loop {
            // Opened before the inbox is read, so that nothing falls between.
            let mut events = client.events(None, &Filter::default());
            events.open()?;
            if !self.look(is_first)? {
                return Ok(exit::DONE);
            }
            is_first = false;
            let mut was_there = true;
            loop {
                match events.next_within(EVERY) {
                    // Another log: this one begins anew.
                    Err(e) if e.code == ErrorCode::Conflict => break,
                    Err(e) => return Err(e),
                    Ok(None) => {
                        if was_there != events.is_open() {
                            was_there = events.is_open();
                            self.session.screen.note(&match was_there {
                                true => say!("command-watch-back"),
                                false => say!("command-watch-gone"),
                            });
                        }
                        if was_there {
                            continue;
                        }
                    }
                    Ok(Some(_)) => {
                        let begun = Instant::now();
                        while begun.elapsed() < PUT_OFF && events.next_within(CLOSE)?.is_some() {}
                    }
                }
                match self.look(false) {
                    Ok(true) => {}
                    Ok(false) => return Ok(exit::DONE),
                    // It is gone; its events say when it is back.
                    Err(e) if e.code == ErrorCode::Store => {}
                    Err(e) => return Err(e),
                }
            }
        }
    }

    /// Tells what waits and was not told yet. Returns whether anybody still reads.
    fn look(&mut self, is_first: bool) -> Result<bool> {
        let (mut waiting, mut lines, mut news) = (BTreeSet::new(), Vec::new(), Vec::new());
        let (json, view) = (self.session.screen.json, self.session.screen.view());
        pages(self.caller, &mut |page| {
            for item in page.items.iter().filter(|item| item.status != ItemStatus::Deferred) {
                if waiting.insert(item.id.clone()) && !self.told.contains(&item.id) {
                    news.push(view.words.say(&item.summary).into_owned());
                    lines.push(if json {
                        line(&render::asks::item_json(item))
                    } else {
                        render::asks::item(item, &view)
                    });
                }
            }
            for other in &page.waiting {
                if waiting.insert(other.id.clone()) && !self.told.contains(&other.id) {
                    news.push(view.words.say(&other.title).into_owned());
                    lines.push(if json {
                        line(&render::asks::other_json(other))
                    } else {
                        render::asks::other(other, &view)
                    });
                }
            }
            true
        })?;
        self.told = waiting;
        if !is_first {
            self.desktop.tell(&news);
        }
        if self.has_title {
            let waiting = u32::try_from(self.told.len()).unwrap_or(u32::MAX);
            let title = match waiting {
                0 => "countersign".to_owned(),
                _ => prompt::waiting(self.session, &Count { waiting, more: false }),
            };
            let bell = if lines.is_empty() || is_first { "" } else { "\u{7}" };
            self.signal(&format!("\u{1b}]2;{title}\u{7}{bell}"));
        }
        if lines.is_empty() {
            return Ok(true);
        }
        self.session.screen.offer(lines.concat().as_bytes())
    }

    /// Writes what the terminal itself reads.
    fn signal(&self, text: &str) {
        let mut out = io::stdout().lock();
        // The terminal may be gone; then there is no line to print either.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

/// Ends this process well at Ctrl-C: that is how a person ends it.
fn end_with_ctrl_c(has_title: bool) -> Result<()> {
    crate::progress::leave_ctrl_c();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(Error::bug)?;
    let mut pressed = {
        let _inside = runtime.enter();
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt()).map_err(Error::bug)?
    };
    std::thread::spawn(move || {
        runtime.block_on(pressed.recv());
        if has_title {
            let _ = io::stdout().write_all(GIVE_TITLE.as_bytes()).and_then(|()| io::stdout().flush());
        }
        process::exit(exit::DONE.into());
    });
    Ok(())
}

/// Ends this process when whoever reads its output is gone, also while there is nothing to write.
fn end_with_reader() {
    std::thread::spawn(|| {
        let out = io::stdout();
        loop {
            let mut ends = [PollFd::new(&out, PollFlags::empty())];
            let looked = poll(&mut ends, None);
            if looked.is_ok() && ends[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
                process::exit(exit::DONE.into());
            }
            if looked.is_err_and(|e| e != rustix::io::Errno::INTR) {
                return;
            }
        }
    });
}
