//! Creates the new process and its world, up to the start of the command.

use std::{
    ffi::{CString, c_char, c_int},
    fmt, fs,
    io::{self, ErrorKind},
    net::UdpSocket,
    os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd},
    path::PathBuf,
    ptr::null,
    sync::Arc,
};

use countersign_words::{Message, say};

use super::{
    child::{self, Child, Join, LOOPBACK, PARTS, message},
    filter::{self, Choice},
    group::Group,
    mounts::Act,
    plan::Plan,
    shared::Joining,
    sys, tree,
};
use crate::{Aside, Layers, Limits, Network};

/// Descriptor of the socket to the new process. The filter lets it through, so it is a number that programs
/// do not use.
const CONTROL: RawFd = 900;
/// Root's capabilities on files: changing owner, mode and content of any file.
const FILE_CAPABILITIES: u64 = 0b1_1111;
const CAP_SETGID: u64 = 1 << 6;
const CAP_SETUID: u64 = 1 << 7;
/// Before this version, Landlock denies all moves between folders.
const LANDLOCK_VERSION: i64 = 2;
pub const NAMESPACES: c_int = libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// What to run, prepared.
#[derive(Debug)]
pub struct Order {
    /// The steps of the new process.
    pub plan: Plan,
    /// The command's ends of its streams; None: those of the caller.
    pub streams: Option<[OwnedFd; 3]>,
    /// Hosts it may reach.
    pub network: Network,
    /// Whether file changes are watched.
    pub watch_files: bool,
    /// Its resource limits.
    pub limits: Limits,
    /// Where its changes go.
    pub layers: Layers,
    /// The folders aside.
    pub asides: Vec<Aside>,
    /// What it shares with other worlds.
    pub joining: Option<Joining>,
}

/// A world with a running command.
#[derive(Debug)]
pub struct Born {
    /// The process that we have started: its first one, or the one that waits for that.
    pub pidfd: OwnedFd,
    /// Its first process, if that is another one.
    pub first: Option<OwnedFd>,
    /// What it shares with other worlds.
    pub joining: Option<Joining>,
    /// Its overlays, if processes can go on in it.
    pub overlays: Vec<Arc<OwnedFd>>,
    /// Receives how the command ended.
    pub status: io::PipeReader,
    /// Receives DNS queries.
    pub names: Option<UdpSocket>,
    /// Accept connections to listed hosts.
    pub relays: [Option<OwnedFd>; 2],
    /// Reports opened hidden files.
    pub opened: Option<OwnedFd>,
    /// Its /proc; None: it has none of its own.
    pub processes: Option<OwnedFd>,
    /// Its process namespace.
    pub namespace: PathBuf,
    /// Its private files.
    pub private: Option<OwnedFd>,
    /// All its mounts; they last as long as this.
    pub mounts: Option<OwnedFd>,
    /// The control group that counts its resources.
    pub group: Option<Group>,
    /// Whether Landlock confines it to its folders besides the mounts.
    pub confined: bool,
}

impl Born {
    /// Ends the command and everything it has started. Some of it may have ended just now.
    pub fn kill(&self) {
        let first = self.first.as_ref().unwrap_or(&self.pidfd);
        match self.joining.as_ref().filter(|joining| joining.all) {
            // Its first process ends when nothing is left below it.
            Some(joining) if !tree::kill_below(first.as_raw_fd()) => joining.shared.end(),
            Some(_) => {}
            None => drop(sys::kill(first.as_raw_fd())),
        }
    }

    /// Whether processes that it has started go on when it ends.
    pub fn lingers(&self) -> bool {
        self.joining.as_ref().is_some_and(|joining| joining.all)
    }
}

impl Drop for Born {
    fn drop(&mut self) {
        // It may have ended already. Only we reap it, so the pidfd is still valid.
        self.kill();
        let _ = sys::reap(self.pidfd.as_raw_fd());
    }
}

/// Wraps a descriptor that is closed on drop. It must be new and not used elsewhere.
pub fn owned(fd: RawFd) -> OwnedFd {
    // SAFETY: callers pass a descriptor that they have just got from the kernel and use nowhere else.
    unsafe { OwnedFd::from_raw_fd(fd) }
}

/// How long the new process may take to run its program once it is confined.
const BEGINNING_MS: i32 = 10_000;

/// Creates the world and returns when the command runs, with the listener of its filter.
pub fn bear(order: &mut Order) -> io::Result<(Born, OwnedFd)> {
    let born = match attempt(order, Group::make(&order.limits)) {
        // Creating a group can succeed where joining it is not permitted.
        Err(Failed::Join) => attempt(order, None),
        born => born,
    };
    // Only the command may hold its ends, so that we see when it closes them.
    order.streams = None;
    born.map_err(|failed| match failed {
        Failed::Join => ErrorKind::PermissionDenied.into(),
        Failed::Other(e) => e,
    })
}

/// Why there is no world.
enum Failed {
    /// The new process could not be put into its group.
    Join,
    Other(io::Error),
}

impl From<io::Error> for Failed {
    fn from(e: io::Error) -> Self {
        Self::Other(e)
    }
}

fn attempt(order: &Order, group: Option<Group>) -> Result<(Born, OwnedFd), Failed> {
    let pair = sys::socket_pair().map_err(io::Error::from_raw_os_error)?;
    let (ours, theirs) = (owned(pair.0), owned(pair.1));
    let control = rustix::io::fcntl_dupfd_cloexec(&theirs, CONTROL)
        .or_else(|_| rustix::io::fcntl_dupfd_cloexec(&theirs, super::FIRST_FREE))
        .map_err(io::Error::from)?;
    drop(theirs);
    let (status, tell_status) = io::pipe()?;
    let tell_status = super::high(tell_status.into())?;
    let counted = group.as_ref().is_some_and(Group::counts_memory);
    // The kernel does not limit the number of root's processes.
    let count_forks = group.is_none() && rustix::process::geteuid().is_root();
    let tell_exec = matches!(order.network, Network::Client { .. });
    let choice = Choice {
        watch_files: order.watch_files,
        counted,
        count_forks,
        tell_exec,
        control: control.as_raw_fd(),
    };
    let filter = filter::filter(choice);
    let limits = resource_limits(&order.limits, counted);
    let (confined, plan) = (sys::landlock_version() >= LANDLOCK_VERSION, &order.plan);
    let (argv, env) = (pointers(&plan.argv), pointers(&plan.env));
    let mut slots = vec![-1; plan.slots];
    let streams = order.streams.as_ref().map(|s| [s[0].as_raw_fd(), s[1].as_raw_fd(), s[2].as_raw_fd()]);
    let held = order.joining.as_ref().map(Joining::overlays).unwrap_or_default();
    let others: Vec<RawFd> = held.iter().map(|fd| fd.as_raw_fd()).collect();
    let mut child = Child {
        acts: &plan.acts,
        slots: &mut slots,
        private: plan.private_slot,
        watch: !plan.watched.is_empty(),
        relay: !matches!(order.network, Network::None),
        overlays: &plan.overlays,
        others: &others,
        names_at: order.joining.as_ref().map_or(LOOPBACK, |joining| joining.names_at),
        lingers: order.joining.as_ref().is_some_and(|joining| joining.all),
        kept: None,
        control: control.as_raw_fd(),
        status: tell_status.as_raw_fd(),
        streams,
        cwd: &plan.cwd,
        limits: &limits,
        first_to_go: !counted,
        open_places: confined.then_some(plan.open_places.as_slice()),
        filter: &filter,
        programs: &plan.programs,
        argv: &argv,
        env: &env,
    };
    let join = order.joining.as_ref().map(Joining::namespaces);
    let join = join.as_ref().map(|(namespaces, create)| Join { namespaces, create: *create });
    let namespaces = if join.is_some() { 0 } else { NAMESPACES };
    let mut pidfd = -1;
    // SAFETY: the new process only runs `child::first` or `child::join`, which only make system calls until `exec`. It
    // raises no signal when it exits, so a wait for any child elsewhere in this process does not reap it.
    let pid = match unsafe { sys::clone(namespaces | libc::CLONE_PIDFD, Some(&mut pidfd)) } {
        Ok(0) => match &join {
            Some(join) => child::join(&mut child, join),
            None => child::first(&mut child),
        },
        Ok(pid) => pid,
        Err(e) => {
            return Err(lacking(Part::Namespaces, say!("effect-do-namespaces"), e).into());
        }
    };
    let mut born = Born {
        pidfd: owned(pidfd),
        first: None,
        joining: order.joining.clone(),
        overlays: Vec::new(),
        status,
        names: None,
        relays: [None, None],
        opened: None,
        processes: None,
        namespace: PathBuf::new(),
        private: None,
        mounts: None,
        group,
        confined,
    };
    drop((control, tell_status));
    if let Some(group) = &born.group {
        group.join(pid).map_err(|_| Failed::Join)?;
    }
    let kept = match &born.joining {
        Some(joining) => {
            born.namespace.clone_from(&joining.shared.namespace);
            joining.shared.kept
        }
        None => {
            born.namespace = fs::read_link(format!("/proc/{pid}/ns/pid"))?;
            identity(pid).map_err(no_identity)?
        }
    };
    sys::send(ours.as_raw_fd(), &kept.to_ne_bytes(), &[]).map_err(io::Error::from_raw_os_error)?;
    let listener = listen(&ours, &mut born, plan, tell_exec)?;
    if let Some(joining) = &born.joining {
        joining.add_overlays(&born.overlays);
    }
    Ok((born, listener))
}

/// Receives messages of the new process until the command runs or something failed.
fn listen(ours: &OwnedFd, born: &mut Born, plan: &Plan, tells_exec: bool) -> io::Result<OwnedFd> {
    let mut listener = None;
    loop {
        let (mut text, mut fds) = ([0; 16], [-1; 8]);
        let (length, n) =
            sys::receive(ours.as_raw_fd(), &mut text, &mut fds).map_err(io::Error::from_raw_os_error)?;
        let mut given = fds.iter().take(n).map(|fd| owned(*fd));
        match (child::read_words(text.get(..length).unwrap_or_default()), listener) {
            (Some([message::PARTS, which, _]), _) => {
                listener = None;
                let mut parts: [Option<OwnedFd>; PARTS] =
                    std::array::from_fn(|bit| if which & (1 << bit) == 0 { None } else { given.next() });
                born.names = parts[0].take().map(UdpSocket::from);
                [born.relays[0], born.relays[1], born.opened, born.processes, born.private, born.mounts] =
                    std::array::from_fn(|n| parts[n + 1].take());
            }
            (Some([message::LISTENER, ..]), _) => {
                listener = given.next();
                if let Some(listener) = listener.as_ref().filter(|_| tells_exec) {
                    let_begin(listener, plan)?;
                }
            }
            (Some([message::OVERLAYS, ..]), found) => {
                listener = found;
                born.overlays.extend(given.next().map(Arc::new));
            }
            (Some([message::FIRST, ..]), found) => {
                listener = found;
                born.first = given.next();
            }
            (Some([message::FAILED, place, errno]), _) => return Err(failure(plan, place, errno as i32)),
            // `exec` closed the last other end: the command runs.
            (None, Some(listener)) if length == 0 && born.first.is_some() == born.joining.is_some() => {
                return Ok(listener);
            }
            _ => return Err(io::Error::other(say!("effect-world-ended"))),
        }
    }
}

/// Lets the new process run its program, where that is handed over to us like any other call.
fn let_begin(listener: &OwnedFd, plan: &Plan) -> io::Result<()> {
    if plan.programs.len() != 1 {
        return Err(io::Error::new(ErrorKind::InvalidInput, say!("effect-world-ended")));
    }
    let mut waiting = [libc::pollfd { fd: listener.as_raw_fd(), events: libc::POLLIN, revents: 0 }];
    sys::poll(&mut waiting, BEGINNING_MS).map_err(io::Error::from_raw_os_error)?;
    if waiting[0].revents & libc::POLLIN == 0 {
        // It has ended, or tells us why it cannot go on.
        return Ok(());
    }
    let notice = sys::notice(listener.as_raw_fd()).map_err(io::Error::from_raw_os_error)?;
    sys::reply(listener.as_raw_fd(), notice.id, sys::Reply::Continue);
    Ok(())
}

fn failure(plan: &Plan, place: u32, errno: i32) -> io::Error {
    let error = io::Error::from_raw_os_error(errno);
    match place {
        child::place::PROGRAM => {
            let name = plan.argv.first().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            io::Error::new(error.kind(), say!("effect-cannot-run", name, error))
        }
        child::place::FOLDER => {
            let folder = plan.cwd.to_string_lossy();
            io::Error::new(error.kind(), say!("effect-cannot-enter", path = folder, error))
        }
        child::place::FILTER => lacking(Part::Watching, child::place_words(place), errno),
        place => unmade(&plan.acts, place, errno),
    }
}

/// Tells which step of making a world has failed.
pub fn unmade(acts: &[Act], place: u32, errno: i32) -> io::Error {
    match acts.get(place as usize) {
        Some(act @ Act::Overlay { part, .. }) => lacking(*part, act.words(), errno),
        Some(act) => lacking(Part::Namespaces, act.words(), errno),
        None => lacking(Part::Namespaces, child::place_words(place), errno),
    }
}

/// Why a world cannot be created.
#[derive(Debug)]
pub struct Lacking {
    /// The missing part.
    pub part: Part,
    /// What failed, and the kernel's error.
    pub text: Message,
}

/// A feature of worlds that a machine may lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Namespaces, and mounts in them.
    Namespaces,
    /// Overlays.
    Overlay,
    /// Overlays on tmpfs, for `/tmp` and the like.
    PrivateLayers,
    /// Overlays of folders aside.
    Asides,
    /// Intercepted system calls.
    Watching,
}

impl fmt::Display for Lacking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Lacking {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.text)
    }
}

pub fn lacking(part: Part, what: Message, errno: i32) -> io::Error {
    let error = io::Error::from_raw_os_error(errno);
    // A missing feature must not look like a missing program.
    let kind = if error.kind() == ErrorKind::NotFound { ErrorKind::Other } else { error.kind() };
    io::Error::new(kind, Lacking { part, text: say!("effect-cannot", said_doing = what, said = error) })
}

pub fn no_identity(e: io::Error) -> io::Error {
    lacking(Part::Namespaces, say!("effect-do-oneself"), e.raw_os_error().unwrap_or(libc::EPERM))
}

fn pointers(texts: &[CString]) -> Vec<*const c_char> {
    texts.iter().map(|text| text.as_ptr()).chain([null()]).collect()
}

/// Gives the new process our identity, and returns the capabilities it may keep.
///
/// For root this maps all users, so that owners are reported correctly, and keeps root's capabilities on
/// files: without them, root could not enter a workspace of another user. Other users map only themselves and
/// keep no capabilities.
pub fn identity(pid: c_int) -> io::Result<u64> {
    let capabilities = sys::capabilities().unwrap_or(0);
    let needed = CAP_SETUID | CAP_SETGID;
    if rustix::process::geteuid().is_root() && capabilities & needed == needed {
        let whole = |kind: &str| -> io::Result<()> {
            fs::write(format!("/proc/{pid}/{kind}"), same(&fs::read_to_string(format!("/proc/self/{kind}"))?))
        };
        if whole("uid_map").is_ok() {
            whole("gid_map")?;
            return Ok(capabilities & FILE_CAPABILITIES);
        }
    }
    let (uid, gid) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    fs::write(format!("/proc/{pid}/uid_map"), format!("{uid} {uid} 1\n"))?;
    fs::write(format!("/proc/{pid}/setgroups"), "deny")?;
    fs::write(format!("/proc/{pid}/gid_map"), format!("{gid} {gid} 1\n"))?;
    Ok(0)
}

/// Returns an identity map of all known ids.
fn same(map: &str) -> String {
    let line = |line: &str| {
        let mut numbers = line.split_whitespace();
        let (first, _, count) = (numbers.next()?, numbers.next()?, numbers.next()?);
        Some(format!("{first} {first} {count}\n"))
    };
    map.lines().filter_map(line).collect()
}

/// Returns the limits of each process. Core files are limited to one byte: see [`filter`].
fn resource_limits(limits: &Limits, counted: bool) -> Vec<(u32, u64)> {
    let mut wanted = vec![(libc::RLIMIT_CORE, 1), (libc::RLIMIT_FSIZE, limits.disk)];
    if !counted {
        // The world's first process counts, too, and is not the command's.
        let processes = limits.processes.saturating_add(1);
        // Memory is measured (`limits`): a limit on addresses would end programs that reserve many and use few.
        wanted.push((libc::RLIMIT_NPROC, processes));
    }
    for (resource, most) in &mut wanted {
        *most = (*most).min(hard_limit(*resource));
    }
    wanted
}

fn hard_limit(resource: u32) -> u64 {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the kernel writes `limit`, for which there is room.
    let got = unsafe { libc::getrlimit(resource, &raw mut limit) };
    if got == 0 { limit.rlim_max } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_known_stays_who_they_are() {
        assert_eq!(same("         0       1000          1\n 1 100000 65536\n"), "0 0 1\n1 1 65536\n");
    }
}
