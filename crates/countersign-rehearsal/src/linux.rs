//! Worlds on Linux: namespaces, an overlay, a seccomp filter, and a supervisor thread in the calling process.
//!
//! `plan` prepares everything; `birth` creates the new process, which carries out the plan with system calls
//! only (`child`, `mounts`). `supervisor` is the thread that runs until the command has ended: it answers the
//! intercepted calls (`filter`, `calls`, `notices`, `paths`) and DNS queries (`names`), relays connections to
//! listed hosts (`reach`), and enforces the limits (`limits`, `group`).

mod birth;
mod calls;
mod changes;
mod child;
mod client;
mod connect;
mod filter;
mod group;
mod hidden;
mod kin;
mod limits;
mod mounts;
mod names;
mod notices;
mod paths;
mod plan;
mod private;
mod reach;
mod shared;
mod supervisor;
mod sys;
mod tree;

use std::{
    fs::File,
    io,
    os::fd::{AsRawFd as _, OwnedFd},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
    time::Instant,
};

pub use birth::Part;
use birth::{Lacking, Order};
use countersign_words::say;
pub use shared::Shared;
use supervisor::Wake;

use crate::{Aside, Ended, Io, Limit, Program, Running, World};

/// Numbers below this are the standard streams.
const FIRST_FREE: i32 = 3;

/// A command in its world, with its supervisor thread.
#[derive(Debug)]
pub struct Command {
    wake: Arc<Wake>,
    /// Receives how it ended, and whether processes go on.
    ended: mpsc::Receiver<(Ended, bool)>,
    thread: Option<JoinHandle<()>>,
}

/// Ends a command.
#[derive(Debug, Clone)]
pub struct Ender(Arc<Wake>);

/// Whether this kernel has refused an overlay on tmpfs. `/tmp` and the like are then empty in every world.
static NO_PRIVATE_LAYERS: AtomicBool = AtomicBool::new(false);

/// Starts a command in its world.
pub fn start(world: &World<'_>, program: &Program) -> io::Result<Running> {
    let layered = !NO_PRIVATE_LAYERS.load(Ordering::Relaxed);
    match attempt(world, &world.asides, program, layered) {
        Err(e) if layered && lacking(&e) == Some(Part::PrivateLayers) => {
            NO_PRIVATE_LAYERS.store(true, Ordering::Relaxed);
            start(world, program)
        }
        // Without them, what is aside is read-only, and each attempt to change it is told.
        Err(e)
            if !(world.asides.is_empty() && world.on_top.is_empty())
                && lacking(&e).is_some_and(|part| part != Part::Watching) =>
        {
            attempt(&World { on_top: Vec::new(), ..world.clone() }, &[], program, layered)
        }
        started => started,
    }
}

fn attempt(world: &World<'_>, asides: &[Aside], program: &Program, layered: bool) -> io::Result<Running> {
    let joining = world.shared.map(|shared| shared.0.joining(world.shares_all()));
    let plan = plan::plan(world, asides, joining.as_ref(), program, layered)?;
    let mut ours = [None, None, None];
    let mut theirs = None;
    match program.io {
        Io::Pipes | Io::NoInput | Io::Together => {
            let (stdin, to) = match program.io {
                Io::Pipes => io::pipe().map(|(from, to)| (OwnedFd::from(from), Some(OwnedFd::from(to))))?,
                _ => (File::open("/dev/null")?.into(), None),
            };
            let (from_out, stdout) = io::pipe()?;
            let (from_err, stderr) = match program.io {
                Io::Together => (None, stdout.try_clone()?),
                _ => io::pipe().map(|(from, stderr)| (Some(OwnedFd::from(from)), stderr))?,
            };
            theirs = Some([high(stdin)?, high(stdout.into())?, high(stderr.into())?]);
            ours = [to, Some(from_out.into()), from_err].map(|fd| fd.map(File::from));
        }
        Io::Inherited => check_inherited()?,
    }
    let order = Order {
        plan,
        streams: theirs,
        network: world.network.clone(),
        watch_files: world.watch_files,
        limits: world.limits,
        layers: world.layers.clone(),
        asides: asides.to_vec(),
        joining,
    };
    let wake = Arc::new(Wake::new()?);
    let (ready, is_ready) = mpsc::channel();
    let (tell, ended) = mpsc::channel();
    let woken = Arc::clone(&wake);
    // The thread lives as long as the command: when it ends, for whatever reason, the kernel ends the world.
    let thread = thread::Builder::new()
        .name("rehearsal".to_owned())
        .spawn(move || supervisor::supervise(order, &woken, &ready, &tell))?;
    let command = Command { wake, ended, thread: Some(thread) };
    is_ready.recv().unwrap_or_else(|_| Err(gone()))?;
    let [stdin, stdout, stderr] = ours;
    Ok(Running { stdin, stdout, stderr, command })
}

/// Whether the error means that overlays are not supported.
pub fn must_copy(e: &io::Error) -> bool {
    lacking(e) == Some(Part::Overlay)
}

/// Returns the part that is not supported.
pub fn lacking(e: &io::Error) -> Option<Part> {
    e.get_ref()?.downcast_ref::<Lacking>().map(|lacking| lacking.part)
}

/// Moves a descriptor above the standard streams, which the new process overwrites.
fn high(fd: OwnedFd) -> io::Result<OwnedFd> {
    if fd.as_raw_fd() >= FIRST_FREE { Ok(fd) } else { Ok(rustix::io::fcntl_dupfd_cloexec(&fd, FIRST_FREE)?) }
}

/// Rejects inherited sockets: the command could connect them to any address, unless they are connected
/// already.
fn check_inherited() -> io::Result<()> {
    for fd in 0..FIRST_FREE {
        let option = |name| sys::socket_option(fd, libc::SOL_SOCKET, name);
        let fixed = |domain, kind| domain == libc::AF_UNIX && kind == libc::SOCK_STREAM;
        match (option(libc::SO_DOMAIN), option(libc::SO_TYPE)) {
            (Ok(domain), Ok(kind)) if !fixed(domain, kind) => {
                let what = say!("effect-world-socket", fd);
                return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
            }
            _ => {}
        }
    }
    Ok(())
}

fn gone() -> io::Error {
    io::Error::other(say!("effect-world-thread"))
}

impl Command {
    /// Waits until it has ended; returns it if processes that it has started go on. See
    /// [`Running::wait_watched`].
    pub fn wait(self, look: &mut dyn FnMut() -> Option<Instant>) -> io::Result<(Ended, Option<Self>)> {
        let ended = loop {
            let Some(next) = look() else {
                self.wake.end(Limit::Time);
                break self.ended.recv();
            };
            match self.ended.recv_timeout(next.saturating_duration_since(Instant::now())) {
                Ok(ended) => break Ok(ended),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break self.ended.recv(),
            }
        };
        let (ended, lingers) = ended.map_err(|_| gone())?;
        Ok((ended, lingers.then_some(self)))
    }

    /// Whether nothing of it goes on.
    pub fn is_over(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Returns a handle that ends it.
    pub fn ender(&self) -> Ender {
        Ender(Arc::clone(&self.wake))
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // After a panic there is no result, and the waiter sees that.
            let _ = thread.join();
        }
    }
}

impl Drop for Command {
    fn drop(&mut self) {
        self.wake.end(Limit::Ended);
        self.join();
    }
}

impl Ender {
    /// Ends the command and records why.
    pub fn end(&self, why: Limit) {
        self.0.end(why);
    }
}
