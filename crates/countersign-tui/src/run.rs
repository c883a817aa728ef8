//! The loop: messages from keys, the daemon's events and finished calls go into `update`; what it asks for is done here.

use std::{
    fs, io,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use countersign_client::{Client, Filter};
use countersign_core::{
    Error, ErrorCode, Result,
    inbox::{self, InboxList},
    record::Doc,
};
use countersign_words::{Words, say};
use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::event::{self, Event, KeyEventKind},
};
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::{
    model::{Effect, Link, Model},
    notice::Desktop,
    outcome, reading, screen,
    update::{self, Msg, update},
    view,
};

/// How long a key is waited for before events and answers are looked at.
const GLANCE: Duration = Duration::from_millis(40);
/// How long an event is waited for before the connection is checked.
const EVENT_TIME: Duration = Duration::from_secs(2);
/// How long to wait before connecting again.
const AGAIN: Duration = Duration::from_millis(500);

/// Shows the review desk until the person leaves it.
pub fn review(client: Client, words: Words, desktop: Desktop) -> Result<()> {
    screen::check()?;
    // Whatever is wrong with the daemon or the token is told before the screen changes.
    client.ask::<InboxList>(&inbox::Input { limit: Some(1), ..inbox::Input::default() })?;
    let client = Arc::new(client);
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGHUP, SIGINT] {
        signal_hook::flag::register(signal, stop.clone()).map_err(Error::bug)?;
    }
    screen::leave_on_panic();
    screen::enter().map_err(|e| lost(&e))?;
    let shown = show(&client, words, desktop, &stop);
    screen::leave();
    shown
}

fn lost(e: &io::Error) -> Error {
    Error::new(ErrorCode::Internal, say!("command-review-terminal-lost", error = e))
}

struct Desk {
    client: Arc<Client>,
    words: Words,
    desktop: Desktop,
    terminal: Terminal<CrosstermBackend<io::Stdout>>,
    sender: Sender<Msg>,
}

fn show(client: &Arc<Client>, words: Words, desktop: Desktop, stop: &AtomicBool) -> Result<()> {
    let terminal = Terminal::new(CrosstermBackend::new(io::stdout())).map_err(|e| lost(&e))?;
    let (sender, receiver) = mpsc::channel();
    listen(client.clone(), words, sender.clone());
    let size = terminal.size().map_err(|e| lost(&e))?;
    let mut model = Model::new(words, (size.width, size.height), now(), screen::has_colours());
    let mut desk = Desk { client: client.clone(), words, desktop, terminal, sender };
    let effects = update::begin(&mut model);
    desk.perform(effects, &mut model)?;
    desk.turn(&mut model, &receiver, stop)
}

impl Desk {
    /// The loop itself.
    fn turn(&mut self, model: &mut Model, receiver: &Receiver<Msg>, stop: &AtomicBool) -> Result<()> {
        let (mut drawn_at, mut is_new) = (0, true);
        loop {
            if stop.load(Ordering::SeqCst) || screen::has_panicked() {
                return Ok(());
            }
            let time = now();
            let mut messages = vec![Msg::Tick(time)];
            messages.extend(receiver.try_iter());
            is_new |= messages.len() > 1;
            for message in messages {
                let effects = update(model, message);
                is_new |= !effects.is_empty();
                if self.perform(effects, model)? {
                    return Ok(());
                }
            }
            // What counts seconds is drawn each second.
            if is_new || time / 1000 != drawn_at {
                self.terminal.draw(|frame| view::draw(frame, model)).map_err(|e| lost(&e))?;
                (drawn_at, is_new) = (time / 1000, false);
            }
            let mut wait = GLANCE;
            while event::poll(wait).map_err(|e| lost(&e))? {
                let Some(message) = read_event(event::read().map_err(|e| lost(&e))?) else { continue };
                (wait, is_new) = (Duration::ZERO, true);
                let mut effects = update(model, Msg::Tick(now()));
                effects.extend(update(model, message));
                if self.perform(effects, model)? {
                    return Ok(());
                }
            }
        }
    }

    /// Does what was asked for; true if the person leaves.
    fn perform(&mut self, effects: Vec<Effect>, model: &mut Model) -> Result<bool> {
        for effect in effects {
            match effect {
                Effect::Quit => return Ok(true),
                Effect::Bell(news) => {
                    screen::bell();
                    self.desktop.tell(&news);
                }
                Effect::Title(waiting) => screen::title(waiting),
                Effect::Read(source) => {
                    let (client, words, sender) = (self.client.clone(), self.words, self.sender.clone());
                    thread::spawn(move || {
                        let read = reading::read(&client, words, &source, now());
                        let read = read.map_err(|e| outcome::failure(words, &e));
                        let _ = sender.send(Msg::Read(source, read));
                    });
                }
                Effect::Call(number, call) => {
                    let (client, words, sender) = (self.client.clone(), self.words, self.sender.clone());
                    thread::spawn(move || {
                        let answer = client.call(call.op, call.input.clone(), None);
                        let _ = sender.send(Msg::Called(number, outcome::read(words, &call, answer)));
                    });
                }
                Effect::Editor { id, text } => {
                    screen::leave();
                    let edited = edit(&text).map_err(|e| outcome::failure(self.words, &e));
                    self.again()?;
                    // It asks for nothing but a call.
                    let effects = update(model, Msg::Edited(id, edited));
                    self.perform(effects, model)?;
                }
                Effect::Suspend => {
                    screen::leave();
                    let _ = kill_current_process_group(Signal::TSTP);
                    self.again()?;
                    if let Ok(size) = self.terminal.size() {
                        let effects = update(model, Msg::Resize(size.width, size.height));
                        self.perform(effects, model)?;
                    }
                }
            }
        }
        Ok(false)
    }

    /// Comes back to the screen.
    fn again(&mut self) -> Result<()> {
        screen::enter().and_then(|()| self.terminal.clear()).map_err(|e| lost(&e))
    }
}

fn read_event(event: Event) -> Option<Msg> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Msg::Key(key)),
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Mouse(mouse) => Some(Msg::Mouse(mouse)),
        Event::Resize(width, height) => Some(Msg::Resize(width, height)),
        _ => None,
    }
}

/// Returns the time, in milliseconds.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// Tells of the daemon's events on a thread of its own, and whether it answers.
fn listen(client: Arc<Client>, words: Words, sender: Sender<Msg>) {
    thread::spawn(move || {
        let mut events = client.events(None, &Filter::default());
        loop {
            let link = match events.open() {
                Ok(()) => Link::Up,
                Err(e) if e.code == ErrorCode::Store => Link::Down(outcome::failure(words, &e)),
                Err(e) => Link::Refused(outcome::failure(words, &e)),
            };
            let (is_up, is_over) = (link == Link::Up, matches!(link, Link::Refused(_)));
            if sender.send(Msg::Link(link)).is_err() || is_over {
                return;
            }
            if !is_up {
                thread::sleep(AGAIN);
                continue;
            }
            let happened = match events.next_within(EVENT_TIME) {
                Ok(Some(_)) => Msg::Happened,
                Ok(None) => continue,
                Err(e) => Msg::Link(Link::Refused(outcome::failure(words, &e))),
            };
            if sender.send(happened).is_err() {
                return;
            }
        }
    });
}

/// Lets the person edit a text in their editor; None if they left it as it was.
pub fn edit(text: &str) -> Result<Option<Doc>> {
    let failed = |e: io::Error| Error::new(ErrorCode::Internal, say!("command-review-editor", error = e));
    let file = tempfile::Builder::new().prefix("countersign-").suffix(".json").tempfile().map_err(failed)?;
    fs::write(file.path(), text).map_err(failed)?;
    let named = |name| std::env::var(name).ok().filter(|editor| !editor.trim().is_empty());
    let editor = named("VISUAL").or_else(|| named("EDITOR")).unwrap_or_else(|| "vi".to_owned());
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(file.path());
    let status = command.env_remove("COUNTERSIGN_TOKEN").status().map_err(failed)?;
    let edited = fs::read_to_string(file.path()).map_err(failed)?;
    if !status.success() || edited.trim() == text.trim() {
        return Ok(None);
    }
    countersign_core::op::fields::read_json(&say!("command-review-edited"), &edited)
        .and_then(|value| serde_json::from_value(value).map_err(|e| Error::usage(e.to_string())))
        .map(Some)
}
