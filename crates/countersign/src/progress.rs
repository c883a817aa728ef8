//! What takes longer than half a second says what it does, how far it is, and what Ctrl-C does. Only on a terminal, and only
//! for people.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use countersign_client::Client;
use countersign_core::{
    Env as _,
    engine::work::{WorkLabel, WorkView, Works},
    operations as ops,
};
use countersign_words::{Message, say};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use signal_hook::{consts::SIGINT, flag};

use crate::{exit, home::System, output::Screen, render};

/// Nothing is shown of what takes less.
const PATIENCE: Duration = Duration::from_millis(500);
const INTERVAL: Duration = Duration::from_millis(100);
const TEXT_COLUMNS: usize = 200;

/// Where work in progress can be seen, and cancelled.
pub trait Watched: Sync {
    /// Returns what this process has begun, oldest first.
    fn works(&self) -> Vec<WorkView>;
    /// Cancels one.
    fn end(&self, id: &str);
    /// Whether it goes on when this process ends.
    fn outlives(&self) -> bool;
}

impl Watched for Client {
    fn works(&self) -> Vec<WorkView> {
        // If the daemon does not answer, the call itself says so.
        Self::works(self).unwrap_or_default()
    }

    fn end(&self, id: &str) {
        // It may have ended meanwhile.
        let _gone = self.end_work(id);
    }

    fn outlives(&self) -> bool {
        true
    }
}

impl Watched for Works {
    fn works(&self) -> Vec<WorkView> {
        self.list()
    }

    fn end(&self, _: &str) {}

    fn outlives(&self) -> bool {
        false
    }
}

/// Runs `f` in this process; its meter says how far it is.
pub fn doing<T>(screen: Screen, what: Message, f: impl FnOnce() -> T) -> T {
    let works = Works::default();
    let begun_at = System.now_ms();
    let label = WorkLabel { what: what.clone(), begun_at, ..WorkLabel::default() };
    shown(screen, &works, &what, || {
        let _piece = works.begin(label, 0);
        f()
    })
}

/// Runs `f`, which has the work done that can be seen in `works`; `what` says what it is unless that does.
pub fn shown<T>(screen: Screen, works: &dyn Watched, what: &Message, f: impl FnOnce() -> T) -> T {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if screen.json || dumb || !io::stderr().is_terminal() || SHOWN.swap(true, Ordering::SeqCst) {
        return f();
    }
    let _shown = Shown;
    let since = System.now_ms();
    let (over, ended) = channel::<()>();
    thread::scope(|scope| {
        let line = Line { screen, works, what, since, bar: None, cancelled: false };
        scope.spawn(move || line.follow(&ended));
        let _interrupt = Interrupt::taken();
        let result = f();
        drop(over);
        result
    })
}

/// Whether a line is on the terminal already: what is done within it has none of its own.
static SHOWN: AtomicBool = AtomicBool::new(false);

struct Shown;

impl Drop for Shown {
    fn drop(&mut self) {
        SHOWN.store(false, Ordering::SeqCst);
    }
}

/// The line on the terminal.
struct Line<'a> {
    screen: Screen,
    works: &'a dyn Watched,
    what: &'a Message,
    /// Work that was begun before is not ours.
    since: u64,
    bar: Option<ProgressBar>,
    cancelled: bool,
}

impl Line<'_> {
    fn follow(mut self, ended: &Receiver<()>) {
        let begun = Instant::now();
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(INTERVAL) {
            if Interrupt::is_pressed() {
                self.cancel();
            }
            if begun.elapsed() >= PATIENCE {
                self.show(begun.elapsed());
            }
        }
        self.clear();
    }

    fn own(&self) -> Option<WorkView> {
        self.works.works().into_iter().find(|work| work.begun_at >= self.since)
    }

    /// Cancels the work, or leaves it if it cannot be cancelled; pressed again, leaves it in any case.
    fn cancel(&mut self) {
        match self.own().filter(|work| work.can_end && !self.cancelled) {
            Some(work) => {
                self.works.end(&work.id);
                self.cancelled = true;
            }
            None => {
                self.clear();
                if self.works.outlives() {
                    self.screen.note(&say!("command-progress-left"));
                }
                std::process::exit(exit::INTERRUPTED.into());
            }
        }
    }

    fn show(&mut self, time: Duration) {
        let work = self.own();
        let what = work.as_ref().map_or_else(|| self.what.clone(), label);
        let key = match &work {
            _ if self.cancelled => say!("command-progress-cancelling"),
            Some(work) if work.can_end => say!("command-progress-cancel"),
            _ if self.works.outlives() => say!("command-progress-leave"),
            _ => say!("command-progress-end"),
        };
        let what = render::shown(&self.screen.say(&what));
        let what: String = what.chars().take(TEXT_COLUMNS).collect();
        let bar = self.bar.get_or_insert_with(|| {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(plain())
        });
        if let Some(work) = work.filter(|work| work.total > 0) {
            let (done, total) = (work.done as u64, work.total as u64);
            if bar.length() != Some(total) {
                bar.set_length(total);
                bar.set_style(counted());
            }
            bar.set_position(done);
        }
        bar.set_prefix(what);
        bar.set_message(format!("{} s · {}", time.as_secs(), self.screen.say(&key)));
        bar.tick();
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Says what a piece of work does.
fn label(work: &WorkView) -> Message {
    match work.kind.as_str() {
        "rehearsal" => say!("command-progress-rehearsal", what = work.what.as_str()),
        "landing" => say!("command-progress-landing", what = work.what.as_str()),
        "undo" => say!("command-progress-undo", what = work.what.as_str()),
        kind => ops::find(kind).map_or_else(|| work.what.clone(), |op| Message::from(op.spec().doc)),
    }
}

fn plain() -> ProgressStyle {
    style("{spinner} {prefix} · {msg}")
}

fn counted() -> ProgressStyle {
    style("{spinner} {prefix} {bar:20} {human_pos}/{human_len} · {msg}")
}

fn style(template: &str) -> ProgressStyle {
    // The templates are ours; without one, the default is shown.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Ctrl-C while something is shown: it is ours to handle then, and ends this process otherwise.
struct Interrupt {
    pressed: Arc<AtomicBool>,
    ends: Arc<AtomicBool>,
}

static INTERRUPT: LazyLock<Interrupt> = LazyLock::new(|| {
    let interrupt = Interrupt { pressed: Arc::default(), ends: Arc::new(AtomicBool::new(true)) };
    // If this fails, Ctrl-C ends this process as ever.
    let _unhandled = flag::register_conditional_default(SIGINT, interrupt.ends.clone())
        .and_then(|_| flag::register(SIGINT, interrupt.pressed.clone()));
    interrupt
});

/// Whether a command handles Ctrl-C itself from now on, also while nothing is shown.
static IS_ELSEWHERE: AtomicBool = AtomicBool::new(false);

/// Leaves Ctrl-C to the command, which must handle it from now on.
pub fn leave_ctrl_c() {
    IS_ELSEWHERE.store(true, Ordering::SeqCst);
    INTERRUPT.ends.store(false, Ordering::SeqCst);
}

/// Held as long as Ctrl-C is ours to handle.
struct Taken;

impl Interrupt {
    fn taken() -> Taken {
        INTERRUPT.pressed.store(false, Ordering::SeqCst);
        INTERRUPT.ends.store(false, Ordering::SeqCst);
        Taken
    }

    /// Returns whether it was pressed since the last look.
    fn is_pressed() -> bool {
        INTERRUPT.pressed.swap(false, Ordering::SeqCst) && !IS_ELSEWHERE.load(Ordering::SeqCst)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        INTERRUPT.ends.store(!IS_ELSEWHERE.load(Ordering::SeqCst), Ordering::SeqCst);
    }
}
