//! The thread that supervises a command until it and all its processes have ended.

use std::{
    collections::BTreeSet,
    io::{self, Read as _, Write as _},
    os::fd::{AsFd as _, AsRawFd as _, OwnedFd, RawFd},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, mpsc::Sender},
    thread,
    time::{Duration, Instant},
};

use super::{
    birth::{self, Born, Order},
    child,
    client::Client,
    hidden::{self, Shows, Watched},
    limits::Meter,
    names::Names,
    notices::Notices,
    reach::Reach,
    sys,
};
use crate::{Denied, Ended, Limit};

/// Maximum number of distinct denied attempts recorded.
const TOLD: usize = 1_000;

/// Maximum number of open events handled in one turn; the kernel queues no more.
const AT_ONCE: usize = 64;

/// Tells the thread to end the command.
#[derive(Debug)]
pub struct Wake {
    why: Mutex<Option<Limit>>,
    to: io::PipeWriter,
    from: io::PipeReader,
}

impl Wake {
    /// Creates one that has not been told anything.
    pub fn new() -> io::Result<Self> {
        let (from, to) = io::pipe()?;
        Ok(Self { why: Mutex::new(None), to, from })
    }

    /// Ends the command; the first reason given is recorded.
    pub fn end(&self, why: Limit) {
        let mut said = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_none() {
            *said = Some(why);
            // One byte always fits, and it is only written once.
            let _ = (&self.to).write_all(&[1]);
        }
    }

    /// Why it was told to end.
    pub fn why(&self) -> Option<Limit> {
        *self.why.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the descriptor that can be read once it was told to end.
    pub fn fd(&self) -> RawFd {
        self.from.as_fd().as_raw_fd()
    }
}

/// What a command was denied, and whether that is complete.
#[derive(Debug)]
pub struct Record {
    /// The denied attempts, without duplicates.
    pub denied: Vec<Denied>,
    /// The hosts that were reached, without duplicates.
    pub reached: Vec<String>,
    /// When a host was first denied.
    pub host_denied: Option<Instant>,
    /// Whether no attempt was missed so far.
    pub all_seen: bool,
    /// Whether a signal went to a process of the world.
    pub signalled: bool,
}

impl Record {
    /// Records a host that is reached.
    pub fn reach(&mut self, host: String) {
        if self.reached.len() < TOLD && !self.reached.contains(&host) {
            self.reached.push(host);
        }
    }

    /// Records a denied attempt.
    pub fn deny(&mut self, what: Denied) {
        if matches!(what, Denied::Host(_)) {
            self.host_denied.get_or_insert_with(Instant::now);
        }
        if self.denied.len() < TOLD && !self.denied.contains(&what) {
            self.denied.push(what);
        }
    }
}

/// Runs the command; reports when it runs or why it does not, and how it ended.
pub fn supervise(
    mut order: Order,
    wake: &Wake,
    ready: &Sender<io::Result<()>>,
    tell: &Sender<(Ended, bool)>,
) {
    // Signal handlers of the process must not run here, nor in the process forked from this thread.
    sys::block_signals(true);
    let begun = Instant::now();
    let terminal = order.streams.is_none() && sys::has_terminal(0);
    let (born, listener) = match birth::bear(&mut order) {
        Ok(born) => born,
        Err(e) => {
            // The receiver may be gone.
            let _ = ready.send(Err(e));
            return;
        }
    };
    let _ = ready.send(Ok(()));
    let mut tell = Some(|mut ended: Ended, lingers| {
        if terminal {
            // A shell in the world took the foreground of the terminal and cannot give it back to a process it
            // does not see.
            sys::take_terminal(0);
        }
        ended.duration = begun.elapsed();
        let _ = tell.send((ended, lingers));
    });
    let mut watch = Watch::new(order, born, listener);
    let mut ended = watch.run(wake, begun);
    if watch.lingers {
        if let Some(tell) = tell.take() {
            tell(watch.told(ended), true);
        }
        watch.order.limits.time = None;
        watch.order.limits.waiting = None;
        ended = watch.run(wake, begun);
    }
    let ended = watch.finish(ended);
    if let Some(tell) = tell {
        tell(ended, false);
    }
}

struct Watch {
    born: Born,
    order: Order,
    record: Record,
    notices: Notices,
    names: Names,
    meter: Meter,
    /// The opened files that have another content here.
    instead: BTreeSet<PathBuf>,
    /// All processes that could send notices are gone.
    silent: bool,
    /// How the command ended, once that is told.
    how: Option<i32>,
    /// Whether the command has ended and processes that it has started go on.
    lingers: bool,
}

impl Watch {
    fn new(order: Order, mut born: Born, listener: OwnedFd) -> Self {
        sys::wake_in_turn(listener.as_raw_fd());
        let reach = Reach::new(&order.network, std::mem::take(&mut born.relays));
        let client = Client::new(&order.network);
        let notices = Notices::new(Arc::new(listener), order.plan.places.clone(), reach, client);
        let meter = Meter::new(&order, &mut born);
        let all_seen = order.watch_files && born.confined;
        let (denied, reached) = (Vec::new(), Vec::new());
        let record = Record { denied, reached, host_denied: None, all_seen, signalled: false };
        let (names, instead) = (Names::new(&order.network), BTreeSet::new());
        Self { names, born, order, record, notices, meter, instead, silent: false, how: None, lingers: false }
    }

    /// Supervises it until it has ended, or until only what it has started goes on.
    fn run(&mut self, wake: &Wake, begun: Instant) -> Ended {
        let end = self.order.limits.time.map(|time| begun + time);
        let mut ended = Ended::default();
        let mut killed = false;
        loop {
            let waiting = Waiting::new(self, wake);
            let ready = waiting.wait(until(end, self.meter.due(), killed));
            self.silent |= ready.silent;
            let mut counted = None;
            if ready.notice {
                self.notices.serve(&mut self.names, &mut self.record);
                counted = if self.notices.should_count() { self.meter.count() } else { None };
            }
            if ready.name {
                self.answer_names();
            }
            if ready.opened {
                self.note_opened();
            }
            if ready.over {
                return ended;
            }
            if ready.status {
                self.read_status();
                if self.lingers && !killed {
                    return ended;
                }
            }
            let why = wake.why().or_else(|| end.filter(|end| Instant::now() >= *end).map(|_| Limit::Time));
            if let Some(why) = why.or(counted).or_else(|| self.meter.over()).filter(|_| !killed) {
                ended.over.push(why);
                killed = true;
                self.kill();
            }
            if !killed && self.only_waits() {
                (killed, ended.waited) = (true, true);
                self.kill();
            }
        }
    }

    fn kill(&self) {
        self.born.kill();
    }

    /// Reads how the command ended, and whether others go on.
    fn read_status(&mut self) {
        let mut told = [0; 5];
        if self.how.is_none() && self.born.status.read_exact(&mut told).is_ok() {
            let [how @ .., lingers] = told;
            self.how = Some(i32::from_ne_bytes(how));
            self.lingers = lingers == 1;
        }
    }

    /// Returns what is known when the command has ended.
    fn told(&mut self, mut ended: Ended) -> Ended {
        (ended.code, ended.signal) = match self.how {
            Some(how) => child::ending(how),
            None => (None, Some(libc::SIGKILL)),
        };
        self.answer_names();
        self.note_opened();
        self.notices.finish(&mut self.record);
        for limit in self.meter.last() {
            if !ended.over.contains(&limit) {
                ended.over.push(limit);
            }
        }
        for name in self.names.only_asked() {
            self.record.deny(Denied::Name(name));
        }
        ended.full = self.meter.full();
        ended.left = self.meter.private().map(|at| self.order.plan.private.left(at)).unwrap_or_default();
        ended.denied = std::mem::take(&mut self.record.denied);
        ended.all_seen = self.record.all_seen;
        ended.signalled = self.record.signalled;
        ended.reached = std::mem::take(&mut self.record.reached);
        ended.instead = std::mem::take(&mut self.instead).into_iter().collect();
        ended
    }

    /// Whether a host was denied, and since then it has only waited for too long.
    fn only_waits(&self) -> bool {
        let since = self.record.host_denied.map(|denied| denied.max(self.meter.idle_since()));
        let (Some(since), Some(most)) = (since, self.order.limits.waiting) else { return false };
        since.elapsed() >= most
    }

    fn finish(mut self, mut ended: Ended) -> Ended {
        self.read_status();
        let mut last = Vec::new();
        let all_ended =
            self.born.status.read_to_end(&mut last).is_ok() && last.last() == Some(&child::ALL_ENDED);
        if let Some(joining) = self.born.joining.as_ref().filter(|joining| joining.all && !all_ended) {
            // Its first process was killed, so what it has started may go on unseen.
            joining.shared.end();
            ended.over.push(Limit::Ended);
        }
        let ended = self.told(ended);
        // Unmounting takes time in proportion to what was accessed, and closing an inotify descriptor waits
        // for other users of it. A thread does both; if none can be started, it is done here.
        let (mounts, opened) = (self.born.mounts.take(), self.born.opened.take());
        let benches = std::mem::take(&mut self.order.plan.benches);
        let _ = thread::Builder::new().name("unmount".to_owned()).spawn(move || {
            drop(mounts);
            drop((opened, benches));
        });
        ended
    }

    fn answer_names(&mut self) {
        if let Some(socket) = &self.born.names {
            self.names.answer(socket);
        }
    }

    /// Records opened hidden files.
    fn note_opened(&mut self) {
        let Some(fd) = &self.born.opened else { return };
        let mut bytes = [0; 16 * 1024];
        for _ in 0..AT_ONCE {
            let Ok(length @ 1..) = rustix::io::read(fd, &mut bytes) else { return };
            for (number, folder, name) in hidden::opened(&bytes[..length]) {
                match told(&self.order.plan.watched, number, folder, &name) {
                    Told::Read(path) => self.record.deny(Denied::Read(path)),
                    Told::Instead(path) => drop(self.instead.insert(path)),
                    Told::Absent(path) => self.record.deny(Denied::Absent(path)),
                    Told::Missed => self.record.all_seen = false,
                    Told::Nothing => {}
                }
            }
        }
    }
}

/// What an open of a hidden file means.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    Read(PathBuf),
    Absent(PathBuf),
    Instead(PathBuf),
    /// The command may have looked for something that was not shown.
    Missed,
    Nothing,
}

/// Listing a hidden folder is correct, since the names are there, unless there were too many or none are
/// shown.
fn told(watched: &[Watched], number: i32, folder: bool, name: &std::ffi::OsStr) -> Told {
    let at = usize::try_from(number - 1).ok().and_then(|n| watched.get(n));
    match at {
        None => Told::Missed,
        Some(at) if at.shows == Shows::Elsewhere => Told::Absent(at.path.clone()),
        Some(at) if at.shows == Shows::Instead => Told::Instead(at.path.clone()),
        Some(at) if folder && name.is_empty() && at.shows == Shows::SomeNames => Told::Missed,
        Some(at) if folder && at.shows == Shows::Nothing => Told::Read(at.path.clone()),
        Some(_) if folder => Told::Nothing,
        Some(at) if name.is_empty() => Told::Read(at.path.clone()),
        Some(at) => Told::Read(at.path.join(name)),
    }
}

/// Returns how long to wait if nothing happens.
fn until(end: Option<Instant>, due: Instant, killed: bool) -> Duration {
    let due = if killed { Instant::now() + Duration::from_secs(1) } else { due };
    let next = end.filter(|_| !killed).map_or(due, |end| end.min(due));
    next.saturating_duration_since(Instant::now())
}

/// The events that occurred.
struct Ready {
    over: bool,
    status: bool,
    notice: bool,
    silent: bool,
    name: bool,
    opened: bool,
}

struct Waiting([libc::pollfd; 6]);

impl Waiting {
    fn new(watch: &Watch, wake: &Wake) -> Self {
        let entry = |fd: RawFd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let optional = |fd: &Option<OwnedFd>| entry(fd.as_ref().map_or(-1, |fd| fd.as_raw_fd()));
        // After it was told to end, there is nothing more to receive.
        let wake = if wake.why().is_some() { -1 } else { wake.fd() };
        Self([
            entry(watch.born.pidfd.as_raw_fd()),
            entry(if watch.silent { -1 } else { watch.notices.listener() }),
            entry(watch.born.names.as_ref().map_or(-1, |socket| socket.as_raw_fd())),
            optional(&watch.born.opened),
            entry(if watch.born.lingers() && watch.how.is_none() {
                watch.born.status.as_raw_fd()
            } else {
                -1
            }),
            entry(wake),
        ])
    }

    fn wait(mut self, most: Duration) -> Ready {
        // Rounded up, so that the deadline has passed afterwards.
        let most = i32::try_from(most.as_millis() + 1).unwrap_or(i32::MAX);
        // On an error nothing is ready, and the loop tries again.
        let _ = sys::poll(&mut self.0, most);
        let silent = self.0[1].revents & libc::POLLHUP != 0;
        let [over, notice, name, opened, status, _] = self.0.map(|entry| entry.revents & libc::POLLIN != 0);
        Ready { over, status, notice, silent, name, opened }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn listing_what_is_hidden_is_no_reading_unless_names_are_missing() {
        let watched = [
            (Shows::Names, "/h/keys"),
            (Shows::SomeNames, "/h/many"),
            (Shows::Nothing, "/h/own"),
            (Shows::Elsewhere, "/tmp/f"),
        ]
        .map(|(shows, path)| Watched { path: PathBuf::from(path), shows });
        let tell = |number, folder, name| told(&watched, number, folder, OsStr::new(name));
        assert_eq!(tell(1, true, ""), Told::Nothing);
        assert_eq!(tell(1, true, "sub"), Told::Nothing);
        assert_eq!(tell(1, false, "id"), Told::Read("/h/keys/id".into()));
        assert_eq!(tell(1, false, ""), Told::Read("/h/keys".into()));
        assert_eq!(tell(2, true, ""), Told::Missed);
        assert_eq!(tell(3, true, ""), Told::Read("/h/own".into()));
        assert_eq!(tell(4, false, ""), Told::Absent("/tmp/f".into()));
        assert_eq!(tell(-1, false, ""), Told::Missed);
        assert_eq!(tell(9, false, ""), Told::Missed);
    }
}
