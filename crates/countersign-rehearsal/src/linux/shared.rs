//! What several worlds share: a process that holds their namespaces and the overlays of their folders aside.

use std::{
    ffi::{CString, c_int},
    fs, io,
    os::fd::{AsRawFd as _, OwnedFd, RawFd},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU16, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
};

use countersign_words::say;

use super::{
    birth::{self, NAMESPACES, Part, owned},
    child::{self, LOOPBACK, message},
    mounts::Act,
    plan::{self, Bench},
    supervisor::Wake,
    sys,
};
use crate::{Aside, Layers, Limit, Manner};

/// Where the holder attaches the overlays, for worlds to take along. Each world has a folder of its own there.
const HELD_AT: &str = "/dev/shm";
/// Size of the folder for their mount points.
const POINTS: &[u8] = b"1048576";

/// What several worlds share. Dropping it ends all processes in it.
#[derive(Debug)]
pub struct Shared {
    held: Arc<Held>,
    thread: Option<JoinHandle<()>>,
}

/// What a world needs to know to join.
#[derive(Debug)]
pub struct Held {
    wake: Wake,
    /// The holder, the first process of the shared namespace.
    holder: OwnedFd,
    namespaces: Vec<OwnedFd>,
    /// The folders aside, which are attached in this order.
    asides: Vec<Aside>,
    /// The upper folders of the layers, which are attached after them.
    uppers: Vec<PathBuf>,
    /// The process namespace.
    pub namespace: PathBuf,
    /// The capabilities that commands keep.
    pub kept: u64,
    next: AtomicU16,
    /// The overlays of worlds in which processes may go on.
    overlays: Mutex<Vec<Weak<OwnedFd>>>,
}

/// How a world takes part.
#[derive(Debug, Clone)]
pub struct Joining {
    pub shared: Arc<Held>,
    /// Whether it shares processes and network, or only folders.
    pub all: bool,
    /// The address of its nameserver, which no other world has.
    pub names_at: [u8; 4],
}

impl Shared {
    /// Creates it.
    pub fn start(asides: Vec<Aside>, layers: Option<Layers>) -> io::Result<Self> {
        let (tell, told) = mpsc::channel();
        let holding = move || hold(asides, layers.as_ref(), &tell);
        // The kernel ends the holder with this thread.
        let thread = thread::Builder::new().name("world".to_owned()).spawn(holding)?;
        match told.recv() {
            Ok(held) => Ok(Self { held: held?, thread: Some(thread) }),
            Err(_) => Err(super::gone()),
        }
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Returns how a world takes part; `all`: with its processes and its network, too.
    pub fn joining(&self, all: bool) -> Joining {
        let [a, b] = self.held.next.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let names_at = if all { [127, 83, a, b] } else { LOOPBACK };
        Joining { shared: Arc::clone(&self.held), all, names_at }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.held.wake.end(Limit::Ended);
        if let Some(thread) = self.thread.take() {
            // After a panic the kernel has ended the holder.
            let _ = thread.join();
        }
    }
}

impl Held {
    /// Ends all processes in it, and waits until they have ended.
    pub fn end(&self) {
        self.wake.end(Limit::Ended);
        let mut ended = [libc::pollfd { fd: self.holder.as_raw_fd(), events: libc::POLLIN, revents: 0 }];
        while sys::poll(&mut ended, -1) == Ok(0) {}
    }
}

impl Joining {
    /// Returns the namespaces to join, and which kinds to create.
    pub fn namespaces(&self) -> (Vec<RawFd>, c_int) {
        let joined = if self.all { child::SHARED.len() } else { 2 };
        let all = self.shared.namespaces.iter().map(|fd| fd.as_raw_fd());
        let create = if self.all { libc::CLONE_NEWNS } else { NAMESPACES & !libc::CLONE_NEWUSER };
        (all.take(joined).collect(), create)
    }

    /// Returns the overlays of other worlds, in which processes may go on.
    pub fn overlays(&self) -> Vec<Arc<OwnedFd>> {
        let mut all = self.shared.overlays.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|fd| fd.strong_count() > 0);
        all.iter().filter_map(Weak::upgrade).collect()
    }

    /// Adds overlays that show what has changed below them whenever another world begins.
    pub fn add_overlays(&self, overlays: &[Arc<OwnedFd>]) {
        let mut all = self.shared.overlays.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(overlays.iter().map(Arc::downgrade));
    }

    /// Returns the path at which a world finds the overlay of a folder aside.
    pub fn place_of(&self, aside: &Aside) -> Option<PathBuf> {
        let n = self.shared.asides.iter().position(|one| one == aside)?;
        Some(Path::new(HELD_AT).join(n.to_string()))
    }

    /// Returns the path at which a world finds the overlay of layers, by their upper folder.
    pub fn place_of_upper(&self, upper: &Path) -> Option<PathBuf> {
        let n = self.shared.uppers.iter().position(|one| one == upper)?;
        Some(Path::new(HELD_AT).join((self.shared.asides.len() + n).to_string()))
    }
}

/// Creates the holder, tells what worlds need to join, and ends it when that is wanted.
fn hold(asides: Vec<Aside>, layers: Option<&Layers>, tell: &mpsc::Sender<io::Result<Arc<Held>>>) {
    // Signal handlers of the process must not run here, nor in the process forked from this thread.
    sys::block_signals(true);
    let mut steps = match steps(asides, layers) {
        Ok(steps) => steps,
        Err(e) => return drop(tell.send(Err(e))),
    };
    let benches = std::mem::take(&mut steps.benches);
    let held = match create(steps) {
        Ok(held) => Arc::new(held),
        Err(e) => return drop(tell.send(Err(e))),
    };
    let _ = tell.send(Ok(Arc::clone(&held)));
    let entry = |fd: RawFd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    while held.wake.why().is_none() {
        let mut either = [entry(held.wake.fd()), entry(held.holder.as_raw_fd())];
        let _ = sys::poll(&mut either, -1);
        if either[1].revents & libc::POLLIN != 0 {
            break;
        }
    }
    let _ = sys::kill(held.holder.as_raw_fd());
    let _ = sys::reap(held.holder.as_raw_fd());
    drop(benches);
}

/// What the holder does.
#[derive(Default)]
struct Steps {
    /// The folders that can be shared, and the upper folders of layers.
    asides: Vec<Aside>,
    uppers: Vec<PathBuf>,
    /// The work folders of all overlays.
    benches: Vec<Bench>,
    acts: Vec<Act>,
    /// How many mounts it holds on the way.
    slots: usize,
}

impl Steps {
    fn add(&mut self, overlay: impl FnOnce(usize) -> io::Result<(Act, Bench)>) -> io::Result<()> {
        let to = CString::new(format!("{HELD_AT}/{}", self.asides.len() + self.uppers.len()))?;
        let slot = self.slots;
        let (overlay, bench) = overlay(slot)?;
        self.benches.push(bench);
        self.acts.extend([Act::Folder { at: to.clone(), mode: 0o700 }, overlay, Act::Attach { slot, to }]);
        self.slots += 1;
        Ok(())
    }
}

fn steps(asides: Vec<Aside>, layers: Option<&Layers>) -> io::Result<Steps> {
    if !Path::new(HELD_AT).is_dir() {
        return Err(birth::lacking(Part::Asides, say!("effect-do-open", path = HELD_AT), libc::ENOENT));
    }
    let at = CString::new(HELD_AT)?;
    let acts = vec![
        Act::Private,
        Act::Memory { size: CString::new(POINTS)?, slot: 0 },
        Act::Attach { slot: 0, to: at },
    ];
    let mut steps = Steps { acts, slots: 1, ..Steps::default() };
    for (aside, _) in plan::can_be_aside(&asides)? {
        steps.add(|slot| plan::aside_overlay(aside, slot))?;
        steps.asides.push(aside.clone());
    }
    for layers in layers.into_iter().filter(|layers| layers.manner == Manner::Overlay) {
        for (n, root) in layers.roots.iter().enumerate() {
            steps.add(|slot| plan::root_overlay(layers, (n, root), &[], slot))?;
            steps.uppers.push(layers.upper(n).0);
        }
    }
    Ok(steps)
}

fn create(steps: Steps) -> io::Result<Held> {
    let Steps { asides, uppers, acts, slots, .. } = steps;
    let wake = Wake::new()?;
    let pair = sys::socket_pair().map_err(io::Error::from_raw_os_error)?;
    let (ours, theirs) = (owned(pair.0), owned(pair.1));
    let mut slots = vec![-1; slots];
    let mut pidfd = -1;
    // SAFETY: the new process only runs `child::hold`, which only makes system calls. It raises no signal when it exits.
    let pid = match unsafe { sys::clone(NAMESPACES | libc::CLONE_PIDFD, Some(&mut pidfd)) } {
        Ok(0) => child::hold(&acts, &mut slots, theirs.as_raw_fd()),
        Ok(pid) => pid,
        Err(e) => return Err(birth::lacking(Part::Namespaces, say!("effect-do-namespaces"), e)),
    };
    drop(theirs);
    let unborn = Unborn(Some(owned(pidfd)));
    let namespace = fs::read_link(format!("/proc/{pid}/ns/pid"))?;
    let kept = birth::identity(pid).map_err(birth::no_identity)?;
    sys::send(ours.as_raw_fd(), &kept.to_ne_bytes(), &[]).map_err(io::Error::from_raw_os_error)?;
    let (mut text, mut fds) = ([0; 16], [-1; 8]);
    let (length, n) =
        sys::receive(ours.as_raw_fd(), &mut text, &mut fds).map_err(io::Error::from_raw_os_error)?;
    let namespaces: Vec<OwnedFd> = fds.iter().take(n).map(|fd| owned(*fd)).collect();
    match child::read_words(text.get(..length).unwrap_or_default()) {
        Some([message::SHARED, ..]) if namespaces.len() == child::SHARED.len() => {}
        Some([message::FAILED, place, errno]) => return Err(birth::unmade(&acts, place, errno as i32)),
        _ => return Err(io::Error::other(say!("effect-world-ended"))),
    }
    let Some(holder) = unborn.born() else { return Err(super::gone()) };
    Ok(Held {
        wake,
        holder,
        namespaces,
        asides,
        uppers,
        namespace,
        kept,
        next: AtomicU16::new(1),
        overlays: Mutex::default(),
    })
}

/// A holder that is ended on drop: nothing joins it.
struct Unborn(Option<OwnedFd>);

impl Unborn {
    fn born(mut self) -> Option<OwnedFd> {
        self.0.take()
    }
}

impl Drop for Unborn {
    fn drop(&mut self) {
        if let Some(holder) = &self.0 {
            let _ = sys::kill(holder.as_raw_fd());
            let _ = sys::reap(holder.as_raw_fd());
        }
    }
}
