//! The code that runs in the new process between `clone` and `exec`: first as the world's init process, which
//! mounts it, starts the command and ends the world when the command ends; then as the command. Where worlds share
//! namespaces ([`Join`]), a process before that joins these.
//!
//! Another thread of the caller may have held a lock when this process was forked. So nothing here allocates,
//! formats, panics or prints; all data is prepared before.

use std::{
    ffi::{CStr, CString, c_char, c_int, c_ulong},
    os::fd::RawFd,
};

use countersign_words::{Message, say};

use super::{
    mounts::Act,
    sys::{self, Sys},
};

/// Message types: the first of a message's three numbers.
pub mod message {
    /// Descriptors of the world. The bits of the second number say which, in the order of [`super::PARTS`].
    pub const PARTS: u32 = 1;
    /// The listener of the command's filter.
    pub const LISTENER: u32 = 2;
    /// Something failed: the second number is the place, the third the `errno`.
    pub const FAILED: u32 = 3;
    /// A descriptor of the world's first process, if another process has started it.
    pub const FIRST: u32 = 4;
    /// The namespaces that worlds share.
    pub const SHARED: u32 = 5;
    /// The folders that are overlays.
    pub const OVERLAYS: u32 = 6;
}

/// The namespaces that worlds share, in the order in which they are joined.
pub const SHARED: [&CStr; 7] = [
    c"/proc/self/ns/user",
    c"/proc/self/ns/mnt",
    c"/proc/self/ns/pid",
    c"/proc/self/ns/net",
    c"/proc/self/ns/ipc",
    c"/proc/self/ns/uts",
    c"/proc/self/ns/cgroup",
];

/// How long, in milliseconds, processes that a command has started may take to end after it: those that take longer
/// go on.
const ENDING_MS: u32 = 20;

/// The last byte that a world's first process writes: all processes below it have ended.
pub const ALL_ENDED: u8 = 2;

/// The usual address of this machine.
pub const LOOPBACK: [u8; 4] = [127, 0, 0, 1];

/// Number of descriptors handed over: DNS socket, two relay sockets (IPv4 and IPv6), inotify, /proc, private
/// files, and all mounts.
pub const PARTS: usize = 7;

/// Places of failure. Lower numbers are indexes of mount steps.
pub mod place {
    /// The first of these.
    pub const FIRST: u32 = 1 << 16;
    pub const DEATH: u32 = FIRST;
    pub const NETWORK: u32 = FIRST + 1;
    pub const PARTS: u32 = FIRST + 2;
    pub const FORK: u32 = FIRST + 3;
    pub const SESSION: u32 = FIRST + 4;
    pub const STREAMS: u32 = FIRST + 5;
    pub const FOLDER: u32 = FIRST + 6;
    pub const LIMITS: u32 = FIRST + 7;
    pub const PRIVILEGES: u32 = FIRST + 8;
    pub const LANDLOCK: u32 = FIRST + 9;
    pub const FILTER: u32 = FIRST + 10;
    pub const PROGRAM: u32 = FIRST + 11;
    pub const JOIN: u32 = FIRST + 12;
}

/// Everything the new process needs, prepared.
pub struct Child<'a> {
    /// The mount steps.
    pub acts: &'a [Act],
    /// Space for the mounts held on the way.
    pub slots: &'a mut [RawFd],
    /// The slot of the private folder.
    pub private: usize,
    /// Whether hidden files are watched.
    pub watch: bool,
    /// Whether connections are relayed.
    pub relay: bool,
    /// The address of the DNS socket.
    pub names_at: [u8; 4],
    /// Whether processes that the command has started go on when it ends.
    pub lingers: bool,
    /// The folders that are overlays, told if processes can go on.
    pub overlays: &'a [CString],
    /// Overlays of other worlds, in which processes go on: they are to show what has changed since.
    pub others: &'a [RawFd],
    /// The capabilities that the command keeps, once the caller has told them.
    pub kept: Option<u64>,
    /// Socket for messages to the caller and for its go-ahead.
    pub control: RawFd,
    /// Where it writes how the command ended.
    pub status: RawFd,
    /// The command's stdin, stdout and stderr; None: those of the caller.
    pub streams: Option<[RawFd; 3]>,
    /// The command's working folder.
    pub cwd: &'a CStr,
    /// Its resource limits, as resource and value.
    pub limits: &'a [(u32, u64)],
    /// Whether it is the first to be ended when the machine has no memory left: where no group limits that.
    pub first_to_go: bool,
    /// Files can only be opened for writing below these; None: the kernel cannot enforce that.
    pub open_places: Option<&'a [CString]>,
    /// The seccomp filter.
    pub filter: &'a [libc::sock_filter],
    /// Candidate paths of the program, in search order.
    pub programs: &'a [CString],
    /// Its arguments, null-terminated.
    pub argv: &'a [*const c_char],
    /// Its environment, null-terminated.
    pub env: &'a [*const c_char],
}

/// What a new process joins before it makes the rest of its world.
pub struct Join<'a> {
    /// The namespaces, which others share.
    pub namespaces: &'a [RawFd],
    /// Those that it creates.
    pub create: c_int,
}

/// Joins namespaces, starts the world's first process in them, and waits for its end.
pub fn join(child: &mut Child<'_>, join: &Join<'_>) -> ! {
    let first_process = match joined(child, join) {
        Ok(0) => first(child),
        Ok(pid) => pid,
        Err((place, errno)) => fail(child, place, errno),
    };
    let _ = sys::close_range(0, u32::MAX, false);
    loop {
        match sys::wait_any() {
            Ok((pid, how)) if pid == first_process && !libc::WIFSTOPPED(how) => sys::exit(0),
            Ok(_) | Err(libc::EINTR) => {}
            Err(_) => sys::exit(1),
        }
    }
}

/// Returns the first process, or 0 in it.
fn joined(child: &mut Child<'_>, join: &Join<'_>) -> At<c_int> {
    child.kept = Some(told_to_go(child.control)?);
    // Processes in these namespaces must not reach into this one, which is a copy of the caller, nor into the next.
    at(place::PRIVILEGES, sys::prctl(libc::PR_SET_DUMPABLE, 0))?;
    for namespace in join.namespaces {
        at(place::JOIN, sys::join_namespace(*namespace))?;
    }
    // Joining has set both anew.
    at(place::PRIVILEGES, sys::prctl(libc::PR_SET_DUMPABLE, 0))?;
    at(place::DEATH, tied())?;
    let mut pidfd = -1;
    let flags = libc::SIGCHLD | libc::CLONE_PIDFD | join.create;
    // SAFETY: the new process only runs `first`, which only makes system calls until `exec`.
    let pid = at(place::FORK, unsafe { sys::clone(flags, Some(&mut pidfd)) })?;
    if pid != 0 {
        at(place::PARTS, sys::send(child.control, &words(message::FIRST, 0, 0), &[pidfd]))?;
    }
    Ok(pid)
}

/// Creates what worlds share, hands over its namespaces, and waits until it is ended.
pub fn hold(acts: &[Act], slots: &mut [RawFd], control: RawFd) -> ! {
    if let Err((place, errno)) = held(acts, slots, control) {
        let _ = sys::send(control, &words(message::FAILED, place, errno as u32), &[]);
        sys::exit(1)
    }
    let _ = sys::close_range(0, u32::MAX, false);
    sys::forget_children();
    loop {
        sys::sleep_ms(u32::MAX);
    }
}

fn held(acts: &[Act], slots: &mut [RawFd], control: RawFd) -> At<()> {
    told_to_go(control)?;
    sys::reset_signals();
    let socket = at(place::NETWORK, sys::socket(libc::AF_INET, libc::SOCK_DGRAM))?;
    at(place::NETWORK, sys::loopback_up(socket))?;
    for (n, act) in acts.iter().enumerate() {
        at(n as u32, act.perform(slots, -1))?;
    }
    let mut namespaces = [-1; SHARED.len()];
    for (fd, path) in namespaces.iter_mut().zip(SHARED) {
        *fd = at(place::PARTS, sys::open(path, libc::O_RDONLY))?;
    }
    at(place::PRIVILEGES, sys::prctl(libc::PR_SET_DUMPABLE, 0))?;
    at(place::PRIVILEGES, sys::chdir(c"/"))?;
    at(place::PARTS, sys::send(control, &words(message::SHARED, 0, 0), &namespaces))
}

/// Lets the kernel end this process with the thread that started it.
fn tied() -> Sys<()> {
    sys::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as c_ulong)
}

/// Ties this process to the caller and waits until the caller says that the identity is set; if the caller is gone, no
/// word comes. Returns the capabilities that the command may keep.
fn told_to_go(control: RawFd) -> At<u64> {
    at(place::DEATH, tied())?;
    let mut go = [0u8; 8];
    match sys::read(control, &mut go) {
        Ok(8) => Ok(u64::from_ne_bytes(go)),
        Ok(_) => sys::exit(1),
        Err(e) => Err((place::DEATH, e)),
    }
}

/// Runs the world's first process until it ends.
pub fn first(child: &mut Child<'_>) -> ! {
    let kept = match prepare(child) {
        Ok(kept) => kept,
        Err((place, errno)) => fail(child, place, errno),
    };
    // SAFETY: the new process only makes system calls until `exec`; see `command`.
    let command = match unsafe { sys::clone(libc::SIGCHLD, None) } {
        Ok(0) => {
            let (place, errno) = command(child, kept);
            fail(child, place, errno)
        }
        Ok(pid) => pid,
        Err(e) => fail(child, place::FORK, e),
    };
    // Only the status pipe stays open, so that this process does not delay readers waiting for the others to
    // close.
    let status = child.status as u32;
    let _ = sys::close_range(0, status.wrapping_sub(1), false);
    let _ = sys::close_range(status + 1, u32::MAX, false);
    loop {
        match sys::wait_any() {
            // A process that lets its parent trace it may only have stopped.
            Ok((pid, how)) if pid == command && !libc::WIFSTOPPED(how) => over(child, how),
            Ok(_) | Err(libc::EINTR) => {}
            Err(_) => sys::exit(1),
        }
    }
}

/// Tells how the command ended, and whether others go on. Where they may, waits for them; that all of them have ended is
/// told last.
fn over(child: &Child<'_>, how: c_int) -> ! {
    let lingers = child.lingers && (0..ENDING_MS).all(|_| still_runs());
    let mut told = [u8::from(lingers); 5];
    told[..4].copy_from_slice(&how.to_ne_bytes());
    let _ = sys::write(child.status, &told);
    while lingers && !matches!(sys::wait_any(), Err(errno) if errno != libc::EINTR) {}
    let _ = sys::write(child.status, &[ALL_ENDED]);
    sys::exit(0)
}

/// Whether a child still runs, after a moment.
fn still_runs() -> bool {
    loop {
        match sys::ended_child() {
            Ok(Some(_)) | Err(libc::EINTR) => {}
            Ok(None) => break,
            Err(_) => return false,
        }
    }
    sys::sleep_ms(1);
    true
}

fn fail(child: &Child<'_>, place: u32, errno: i32) -> ! {
    let _ = sys::send(child.control, &words(message::FAILED, place, errno as u32), &[]);
    sys::exit(1)
}

/// Encodes a message of three numbers.
fn words(kind: u32, second: u32, third: u32) -> [u8; 12] {
    let mut all = [0; 12];
    for (to, from) in all.chunks_exact_mut(4).zip([kind, second, third]) {
        to.copy_from_slice(&from.to_ne_bytes());
    }
    all
}

type At<T> = Result<T, (u32, i32)>;

fn at<T>(place: u32, result: Sys<T>) -> At<T> {
    result.map_err(|errno| (place, errno))
}

/// Mounts the world and hands over its descriptors; returns the capabilities that the command keeps.
fn prepare(child: &mut Child<'_>) -> At<u64> {
    let kept = match child.kept {
        Some(kept) => {
            at(place::DEATH, tied())?;
            kept
        }
        None => told_to_go(child.control)?,
    };
    if child.lingers {
        // What has lost its parent stays below this process, by which it can be found.
        at(place::DEATH, sys::prctl(libc::PR_SET_CHILD_SUBREAPER, 1))?;
    }
    sys::reset_signals();
    let mut parts = [-1; PARTS];
    at(place::NETWORK, network(child.relay, child.names_at, &mut parts))?;
    if child.watch {
        parts[3] = at(place::PARTS, sys::inotify())?;
    }
    let mut own_processes = true;
    for (n, act) in child.acts.iter().enumerate() {
        match act.perform(child.slots, parts[3]) {
            // If a part of /proc is covered, the kernel allows no new one. The existing one stays, read-only:
            // it lists processes that cannot be reached.
            Err(libc::EPERM) if matches!(act, Act::Processes) => own_processes = false,
            done => at(n as u32, done)?,
        }
    }
    if own_processes {
        parts[4] = at(place::PARTS, sys::open(c"/proc", libc::O_RDONLY | libc::O_DIRECTORY))?;
    }
    parts[5] = at(place::PARTS, child.slots.get(child.private).copied().ok_or(libc::EBADSLT))?;
    parts[6] = at(place::PARTS, sys::open(c"/proc/self/ns/mnt", libc::O_RDONLY))?;
    let mut there = 0;
    let mut given = [-1; PARTS];
    let mut n = 0;
    for (bit, fd) in parts.iter().enumerate().filter(|(_, fd)| **fd >= 0) {
        there |= 1 << bit;
        if let Some(place) = given.get_mut(n) {
            *place = *fd;
        }
        n += 1;
    }
    let given = given.get(..n).unwrap_or(&[]);
    at(place::PARTS, sys::send(child.control, &words(message::PARTS, there, 0), given))?;
    for overlay in child.overlays.iter().filter(|_| child.lingers) {
        let fd = at(place::PARTS, sys::open(overlay, libc::O_PATH | libc::O_DIRECTORY))?;
        at(place::PARTS, sys::send(child.control, &words(message::OVERLAYS, 0, 0), &[fd]))?;
        sys::close(fd);
    }
    for other in child.others {
        // It may have ended.
        let _ = sys::refresh(*other);
    }
    // This process is a copy of the caller including its memory; nobody in the world may read that.
    at(place::PRIVILEGES, sys::prctl(libc::PR_SET_DUMPABLE, 0))?;
    at(place::PRIVILEGES, sys::chdir(c"/"))?;
    Ok(kept)
}

/// Brings up the world's network: loopback, the DNS socket and the relay sockets.
fn network(relay: bool, names_at: [u8; 4], parts: &mut [RawFd; PARTS]) -> Sys<()> {
    let names = sys::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_NONBLOCK)?;
    sys::loopback_up(names)?;
    sys::bind(names, &address(names_at, 53))?;
    parts[0] = names;
    if !relay {
        return Ok(());
    }
    let stream = libc::SOCK_STREAM | libc::SOCK_NONBLOCK;
    parts[1] = sys::socket(libc::AF_INET, stream)?;
    sys::bind(parts[1], &address(LOOPBACK, 0))?;
    sys::listen(parts[1])?;
    // IPv6 may not be available.
    if let Ok(fd) = sys::socket(libc::AF_INET6, stream)
        && sys::bind(fd, &loopback_v6()).and_then(|()| sys::listen(fd)).is_ok()
    {
        parts[2] = fd;
    }
    Ok(())
}

/// Returns an address with a port as the kernel writes it.
fn address([a, b, c, d]: [u8; 4], port: u16) -> [u8; 16] {
    let [f0, f1] = (libc::AF_INET as u16).to_ne_bytes();
    let [p0, p1] = port.to_be_bytes();
    [f0, f1, p0, p1, a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0]
}

/// Returns `::1` with any port as a kernel address.
fn loopback_v6() -> [u8; 28] {
    let mut all = [0; 28];
    let [f0, f1] = (libc::AF_INET6 as u16).to_ne_bytes();
    (all[0], all[1], all[23]) = (f0, f1, 1);
    all
}

/// Executes the command; returns only on failure, with the place and `errno`.
fn command(child: &Child<'_>, kept: u64) -> (u32, i32) {
    match confine(child, kept) {
        Ok(()) => {}
        Err(failed) => return failed,
    }
    let mut last = libc::ENOENT;
    for program in child.programs {
        match sys::execve(program, child.argv, child.env) {
            // Try the next folder.
            libc::ENOENT | libc::ENOTDIR => {}
            libc::EACCES => last = libc::EACCES,
            errno => return (place::PROGRAM, errno),
        }
    }
    (place::PROGRAM, last)
}

fn confine(child: &Child<'_>, kept: u64) -> At<()> {
    if let Some(streams) = child.streams {
        at(place::SESSION, sys::setsid())?;
        for (n, fd) in streams.iter().enumerate() {
            at(place::STREAMS, sys::dup_to(*fd, n as RawFd))?;
        }
    }
    at(place::STREAMS, sys::close_range(3, u32::MAX, true))?;
    at(place::FOLDER, sys::chdir(child.cwd))?;
    for (resource, most) in child.limits {
        at(place::LIMITS, sys::set_limit(*resource, *most, *most))?;
    }
    if child.first_to_go
        && let Ok(fd) = sys::open(c"/proc/self/oom_score_adj", libc::O_WRONLY)
    {
        // Without it the machine picks another process when memory runs out, before we have measured.
        let _ = sys::write(fd, b"1000");
        sys::close(fd);
    }
    at(place::PRIVILEGES, privileges(kept))?;
    if let Some(places) = child.open_places {
        at(place::LANDLOCK, sys::landlock(places, &[0, 1, 2]))?;
    }
    sys::block_signals(false);
    let listener = at(place::FILTER, sys::seccomp(child.filter))?;
    at(place::FILTER, sys::send(child.control, &words(message::LISTENER, 0, 0), &[listener]))
}

/// Gives up all privileges except `kept`, and the ability to gain any.
fn privileges(kept: u64) -> Sys<()> {
    const NOROOT: c_ulong = 0b11;
    const NO_FIXUP: c_ulong = 0b1100;
    const NO_KEEP: c_ulong = 0b10_0000;
    const NO_AMBIENT: c_ulong = 0b1100_0000;
    sys::prctl(libc::PR_SET_NO_NEW_PRIVS, 1)?;
    let bits = NO_FIXUP | NO_KEEP | NO_AMBIENT | if kept == 0 { NOROOT } else { 0 };
    sys::prctl(libc::PR_SET_SECUREBITS, bits)?;
    for capability in (0..64).filter(|bit| kept & (1 << bit) == 0) {
        if !sys::drop_bound(capability)? {
            break;
        }
    }
    sys::set_capabilities(kept)
}

/// Describes what failed, in words that fit after "cannot"; mount steps have their own.
pub fn place_words(place: u32) -> Message {
    match place {
        place::DEATH => say!("effect-do-tie"),
        place::NETWORK => say!("effect-do-network"),
        place::PARTS => say!("effect-do-parts"),
        place::FORK => say!("effect-do-start"),
        place::SESSION => say!("effect-do-session"),
        place::STREAMS => say!("effect-do-streams"),
        place::FOLDER => say!("effect-do-enter"),
        place::LIMITS => say!("effect-do-limits"),
        place::PRIVILEGES => say!("effect-do-privileges"),
        place::LANDLOCK => say!("effect-do-landlock"),
        place::FILTER => say!("effect-do-filter"),
        place::PROGRAM => say!("effect-do-program"),
        place::JOIN => say!("effect-do-namespaces"),
        _ => say!("effect-do-world"),
    }
}

/// Decodes a message of three numbers.
pub fn read_words(bytes: &[u8]) -> Option<[u32; 3]> {
    let mut all = [0; 3];
    let (chunks, rest) = bytes.as_chunks::<4>();
    if chunks.len() != 3 || !rest.is_empty() {
        return None;
    }
    for (to, from) in all.iter_mut().zip(chunks) {
        *to = u32::from_ne_bytes(*from);
    }
    Some(all)
}

/// Returns the exit code, or the signal that ended it.
pub fn ending(how: c_int) -> (Option<i32>, Option<i32>) {
    if libc::WIFEXITED(how) {
        (Some(libc::WEXITSTATUS(how)), None)
    } else {
        (None, Some(libc::WTERMSIG(how)))
    }
}
