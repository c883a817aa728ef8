//! Thin wrappers of system calls that have no safe wrapper elsewhere. None allocates or takes a lock, so all
//! can be used between `clone` and `exec` in a child of a multi-threaded process.

mod standby;

use std::{
    ffi::{CStr, c_char, c_int, c_long, c_uint, c_ulong},
    mem::{size_of, zeroed},
    os::fd::RawFd,
    ptr::{null, null_mut},
};

pub use standby::{
    Notice, Reply, has_terminal, kill, notice, open_within, pidfd_getfd, pidfd_open, poll, read_memory, reap,
    reply, shutdown, socket_option, socket_pair, still_waits, take_terminal, tcp_state, wake_in_turn,
};

/// The result of a system call, or its `errno`.
pub type Sys<T> = Result<T, i32>;

const LANDLOCK_RULE_PATH_BENEATH: c_int = 1;
const LANDLOCK_WRITE_FILE: u64 = 1 << 1;
const LANDLOCK_REFER: u64 = 1 << 13;
const CAPABILITY_VERSION_3: u32 = 0x2008_0522;
/// The highest signal number.
const SIGNALS: c_int = 64;
/// Maximum number of descriptors per message.
const CARRIED: usize = 8;
/// A null pointer or unused argument, as wide as the kernel reads it.
const NONE: usize = 0;

/// Returns the `errno` of the last failed call.
pub fn errno() -> i32 {
    // SAFETY: the C library gives each thread its own, always valid location.
    unsafe { *libc::__errno_location() }
}

fn done(result: c_long) -> Sys<c_long> {
    if result < 0 { Err(errno()) } else { Ok(result) }
}

fn descriptor(result: c_long) -> Sys<RawFd> {
    done(result).map(|fd| fd as RawFd)
}

/// Forks a process that shares nothing with this one; returns 0 in the new one. `pidfd` receives its
/// descriptor.
///
/// # Safety
/// The new process may only make system calls until `exec`: another thread may have held any lock.
pub unsafe fn clone(flags: c_int, pidfd: Option<&mut RawFd>) -> Sys<c_int> {
    let holder = pidfd.map_or(null_mut(), std::ptr::from_mut);
    // SAFETY: without CLONE_VM the stack is copied, so none is passed; `holder` is valid or null.
    done(unsafe { libc::syscall(libc::SYS_clone, c_long::from(flags), NONE, holder, NONE, NONE) })
        .map(|n| n as c_int)
}

/// Clones the mount at `path` with its submounts.
pub fn open_tree(path: &CStr) -> Sys<RawFd> {
    let flags = libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC | libc::AT_RECURSIVE as c_uint;
    // SAFETY: `path` is a C string that outlives the call.
    descriptor(unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) })
}

/// Sets attributes of a mount and its submounts: of `fd` itself, or of `path`.
pub fn mount_setattr(fd: RawFd, path: &CStr, attributes: u64) -> Sys<()> {
    let mut attr: libc::mount_attr = {
        // SAFETY: all its fields are integers, for which zero is valid.
        unsafe { zeroed() }
    };
    attr.attr_set = attributes;
    let flags = libc::AT_RECURSIVE | if path.is_empty() { libc::AT_EMPTY_PATH } else { 0 };
    let size = size_of::<libc::mount_attr>();
    // SAFETY: both pointers outlive the call and `size` is that of the structure.
    done(unsafe { libc::syscall(libc::SYS_mount_setattr, fd, path.as_ptr(), flags, &raw const attr, size) })
        .map(drop)
}

/// Attaches the mount held by `fd` to `path`.
pub fn move_mount(fd: RawFd, path: &CStr) -> Sys<()> {
    const T_SYMLINKS: c_uint = 0x10;
    let flags = libc::MOVE_MOUNT_F_EMPTY_PATH | T_SYMLINKS;
    // SAFETY: both strings outlive the call.
    done(unsafe {
        libc::syscall(libc::SYS_move_mount, fd, c"".as_ptr(), libc::AT_FDCWD, path.as_ptr(), flags)
    })
    .map(drop)
}

/// Creates a file system of type `name` with `options` (a key without a value is a flag) and a detached mount
/// of it.
pub fn new_mount(name: &CStr, options: &[(&CStr, Option<&CStr>)], attributes: u64) -> Sys<RawFd> {
    // SAFETY: `name` outlives the call.
    let fs = descriptor(unsafe { libc::syscall(libc::SYS_fsopen, name.as_ptr(), libc::FSMOUNT_CLOEXEC) })?;
    let made = options
        .iter()
        .try_for_each(|(key, value)| fsconfig(fs, Some(key), *value))
        .and_then(|()| fsconfig(fs, None, None))
        .and_then(|()| {
            // SAFETY: only integers are passed.
            descriptor(unsafe { libc::syscall(libc::SYS_fsmount, fs, libc::FSMOUNT_CLOEXEC, attributes) })
        });
    close(fs);
    made
}

fn fsconfig(fs: RawFd, key: Option<&CStr>, value: Option<&CStr>) -> Sys<()> {
    let command = match (key, value) {
        (None, _) => libc::FSCONFIG_CMD_CREATE,
        (Some(_), None) => libc::FSCONFIG_SET_FLAG,
        (Some(_), Some(_)) => libc::FSCONFIG_SET_STRING,
    };
    let key = key.map_or(null(), CStr::as_ptr);
    let value = value.map_or(null(), CStr::as_ptr);
    // SAFETY: the strings outlive the call, or are null where the command takes none.
    done(unsafe { libc::syscall(libc::SYS_fsconfig, fs, command, key, value, NONE) }).map(drop)
}

/// Makes mounts private: they do not propagate in either direction.
pub fn mount_private() -> Sys<()> {
    let flags = libc::MS_REC | libc::MS_PRIVATE;
    // SAFETY: the path is a C string; the other pointers may be null with these flags.
    done(unsafe { libc::syscall(libc::SYS_mount, NONE, c"/".as_ptr(), NONE, flags, NONE) }).map(drop)
}

/// Unmounts `path`.
pub fn unmount(path: &CStr) -> Sys<()> {
    // SAFETY: `path` outlives the call.
    done(unsafe { libc::syscall(libc::SYS_umount2, path.as_ptr(), libc::MNT_DETACH) }).map(drop)
}

/// Creates a folder.
pub fn mkdir(path: &CStr, mode: u32) -> Sys<()> {
    // SAFETY: `path` outlives the call.
    done(unsafe { libc::syscall(libc::SYS_mkdirat, libc::AT_FDCWD, path.as_ptr(), mode) }).map(drop)
}

/// Sets permission bits that the umask may have removed.
pub fn chmod(path: &CStr, mode: u32) -> Sys<()> {
    // SAFETY: `path` outlives the call.
    done(unsafe { libc::syscall(libc::SYS_fchmodat, libc::AT_FDCWD, path.as_ptr(), mode) }).map(drop)
}

/// Creates an empty file, unless it exists.
pub fn make_file(path: &CStr, mode: u32) -> Sys<()> {
    let mode = libc::S_IFREG | mode;
    // SAFETY: `path` outlives the call.
    match done(unsafe { libc::syscall(libc::SYS_mknodat, libc::AT_FDCWD, path.as_ptr(), mode, NONE) }) {
        Err(libc::EEXIST) => Ok(()),
        made => made.map(drop),
    }
}

/// Creates a symbolic link.
pub fn symlink(target: &CStr, path: &CStr) -> Sys<()> {
    // SAFETY: both strings outlive the call.
    done(unsafe { libc::syscall(libc::SYS_symlinkat, target.as_ptr(), libc::AT_FDCWD, path.as_ptr()) })
        .map(drop)
}

/// Opens a path with close-on-exec.
pub fn open(path: &CStr, flags: c_int) -> Sys<RawFd> {
    let flags = flags | libc::O_CLOEXEC;
    // SAFETY: `path` outlives the call.
    descriptor(unsafe { libc::syscall(libc::SYS_openat, libc::AT_FDCWD, path.as_ptr(), flags, 0o600) })
}

/// Returns the /proc path of a descriptor, terminated by NUL.
pub fn descriptor_path(fd: RawFd) -> [u8; 32] {
    let mut path = [0; 32];
    let start = b"/proc/self/fd/";
    path[..start.len()].copy_from_slice(start);
    let digits = fd.checked_ilog10().unwrap_or(0) as usize;
    let mut rest = fd.unsigned_abs();
    for n in (0..=digits).rev() {
        path[start.len() + n] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    path
}

/// Returns the bytes up to the first NUL; empty if there is none.
pub fn text(bytes: &[u8]) -> &CStr {
    CStr::from_bytes_until_nul(bytes).unwrap_or(c"")
}

/// Writes all of `bytes`, or fails.
pub fn write(fd: RawFd, bytes: &[u8]) -> Sys<()> {
    // SAFETY: the pointer and the length are those of one slice.
    match done(unsafe { libc::syscall(libc::SYS_write, fd, bytes.as_ptr(), bytes.len()) })? as usize {
        n if n == bytes.len() => Ok(()),
        _ => Err(libc::EIO),
    }
}

/// Reads once, what is available.
pub fn read(fd: RawFd, into: &mut [u8]) -> Sys<usize> {
    loop {
        // SAFETY: the pointer and the length are those of one slice, which is writable.
        match done(unsafe { libc::syscall(libc::SYS_read, fd, into.as_mut_ptr(), into.len()) }) {
            Err(libc::EINTR) => {}
            read => return read.map(|n| n as usize),
        }
    }
}

/// Closes a descriptor.
pub fn close(fd: RawFd) {
    // SAFETY: the kernel rejects numbers that are not descriptors. Callers close only what they opened.
    unsafe { libc::syscall(libc::SYS_close, fd) };
}

/// Closes the descriptors from `first` to `last`, or marks them to be closed by `exec`.
pub fn close_range(first: c_uint, last: c_uint, at_exec: bool) -> Sys<()> {
    let flags = if at_exec { libc::CLOSE_RANGE_CLOEXEC } else { 0 };
    // SAFETY: only integers are passed. It is only used in a child, where nothing else owns a descriptor.
    done(unsafe { libc::syscall(libc::SYS_close_range, first, last, flags) }).map(drop)
}

/// Duplicates `from` to `to`, without close-on-exec.
pub fn dup_to(from: RawFd, to: RawFd) -> Sys<()> {
    // SAFETY: only integers are passed. It is only used in a child, where nothing else owns `to`.
    done(unsafe { libc::syscall(libc::SYS_dup3, from, to, 0) }).map(drop)
}

/// Changes the working folder.
pub fn chdir(path: &CStr) -> Sys<()> {
    // SAFETY: `path` outlives the call.
    done(unsafe { libc::syscall(libc::SYS_chdir, path.as_ptr()) }).map(drop)
}

/// Starts a new session without a terminal.
pub fn setsid() -> Sys<()> {
    // SAFETY: the call has no arguments.
    done(unsafe { libc::syscall(libc::SYS_setsid) }).map(drop)
}

/// Replaces this process with a program; returns only an error.
pub fn execve(path: &CStr, argv: &[*const c_char], envp: &[*const c_char]) -> i32 {
    // SAFETY: callers terminate both arrays with null, and all strings in them outlive the call.
    unsafe { libc::syscall(libc::SYS_execve, path.as_ptr(), argv.as_ptr(), envp.as_ptr()) };
    errno()
}

/// Exits this process without running any exit handlers.
pub fn exit(code: c_int) -> ! {
    loop {
        // SAFETY: only an integer is passed; the call does not return.
        unsafe { libc::syscall(libc::SYS_exit_group, code) };
    }
}

/// Waits for any child; returns its pid and status.
pub fn wait_any() -> Sys<(c_int, c_int)> {
    let mut status: c_int = 0;
    // SAFETY: `status` is writable for the call.
    let pid = unsafe { libc::syscall(libc::SYS_wait4, -1, &raw mut status, libc::__WALL, NONE) };
    done(pid).map(|pid| (pid as c_int, status))
}

/// Returns a child that has ended, with its status, without waiting; None: none has yet.
pub fn ended_child() -> Sys<Option<(c_int, c_int)>> {
    let mut status: c_int = 0;
    let flags = libc::__WALL | libc::WNOHANG;
    // SAFETY: `status` is writable for the call.
    let pid = unsafe { libc::syscall(libc::SYS_wait4, -1, &raw mut status, flags, NONE) };
    done(pid).map(|pid| (pid > 0).then_some((pid as c_int, status)))
}

/// Sleeps.
pub fn sleep_ms(ms: u32) {
    let time = libc::timespec { tv_sec: (ms / 1000).into(), tv_nsec: (ms % 1000 * 1_000_000).into() };
    // SAFETY: the kernel reads `time`; nothing else is passed.
    unsafe { libc::syscall(libc::SYS_nanosleep, &raw const time, NONE) };
}

/// Lets the kernel remove children of this process when they end.
pub fn forget_children() {
    // The kernel's own layout of `sigaction`; a handler of one is "ignore".
    let ignore = [1u64, 0, 0, 0];
    // SAFETY: the kernel reads at most 32 bytes.
    unsafe { libc::syscall(libc::SYS_rt_sigaction, libc::SIGCHLD, ignore.as_ptr(), NONE, 8usize) };
}

/// Joins the namespace of `fd`; for a process namespace, children of this process will be in it.
pub fn join_namespace(fd: RawFd) -> Sys<()> {
    // SAFETY: only integers are passed.
    done(unsafe { libc::syscall(libc::SYS_setns, fd, 0) }).map(drop)
}

/// Makes the file system of a mount forget the names that it has cached: an overlay then shows what has changed in
/// the folders below it.
pub fn refresh(mount: RawFd) -> Sys<()> {
    let flags = libc::FSPICK_CLOEXEC | libc::FSPICK_EMPTY_PATH;
    // SAFETY: the path is a C string.
    let fs = descriptor(unsafe { libc::syscall(libc::SYS_fspick, mount, c"".as_ptr(), flags) })?;
    // SAFETY: this command takes neither key nor value.
    let done = done(unsafe {
        libc::syscall(libc::SYS_fsconfig, fs, libc::FSCONFIG_CMD_RECONFIGURE, NONE, NONE, NONE)
    });
    close(fs);
    done.map(drop)
}

/// Calls `prctl`.
pub fn prctl(option: c_int, value: c_ulong) -> Sys<()> {
    // SAFETY: the options that are used take integers.
    done(unsafe { libc::syscall(libc::SYS_prctl, option, value, NONE, NONE, NONE) }).map(drop)
}

/// Removes a capability from the bounding set; false: there is no such capability.
pub fn drop_bound(capability: u32) -> Sys<bool> {
    match prctl(libc::PR_CAPBSET_DROP, c_ulong::from(capability)) {
        Ok(()) => Ok(true),
        Err(libc::EINVAL) => Ok(false),
        Err(e) => Err(e),
    }
}

#[repr(C)]
struct CapabilityHeader {
    version: u32,
    pid: c_int,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct CapabilityData {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Returns this thread's capabilities.
pub fn capabilities() -> Sys<u64> {
    let header = CapabilityHeader { version: CAPABILITY_VERSION_3, pid: 0 };
    let mut data = [CapabilityData::default(); 2];
    // SAFETY: version 3 takes two elements of data; both places are valid for the call.
    done(unsafe { libc::syscall(libc::SYS_capget, &raw const header, data.as_mut_ptr()) })?;
    Ok(u64::from(data[0].effective) | (u64::from(data[1].effective) << 32))
}

/// Reduces this thread to these capabilities; none are inheritable.
pub fn set_capabilities(kept: u64) -> Sys<()> {
    let header = CapabilityHeader { version: CAPABILITY_VERSION_3, pid: 0 };
    let half = |bits: u64| CapabilityData { effective: bits as u32, permitted: bits as u32, inheritable: 0 };
    let data = [half(kept), half(kept >> 32)];
    // SAFETY: version 3 takes two elements of data; both places are valid for the call.
    done(unsafe { libc::syscall(libc::SYS_capset, &raw const header, data.as_ptr()) }).map(drop)
}

/// Sets the soft and the hard limit of a resource.
pub fn set_limit(resource: c_uint, soft: u64, hard: u64) -> Sys<()> {
    let limit = [soft, hard];
    // SAFETY: the kernel reads two 64-bit numbers, which `limit` holds.
    done(unsafe { libc::syscall(libc::SYS_prlimit64, 0, resource, limit.as_ptr(), NONE) }).map(drop)
}

/// Resets all signal handlers and unblocks all signals.
pub fn reset_signals() {
    for signal in 1..=SIGNALS {
        // The kernel's own layout of `sigaction`: a handler, flags, a restorer, a mask; all zero is the default.
        let usual = [0u64; 4];
        // SAFETY: the kernel reads at most 32 bytes. It rejects signals that cannot be set, which is fine.
        unsafe { libc::syscall(libc::SYS_rt_sigaction, signal, usual.as_ptr(), NONE, 8usize) };
    }
}

/// Blocks all signals in this thread, or unblocks them.
pub fn block_signals(all: bool) {
    let mask: u64 = if all { !0 } else { 0 };
    // SAFETY: the kernel reads the 8 bytes of `mask`.
    unsafe { libc::syscall(libc::SYS_rt_sigprocmask, libc::SIG_SETMASK, &raw const mask, NONE, 8usize) };
}

/// Opens a socket with close-on-exec.
pub fn socket(domain: c_int, kind: c_int) -> Sys<RawFd> {
    // SAFETY: only integers are passed.
    descriptor(unsafe { libc::syscall(libc::SYS_socket, domain, kind | libc::SOCK_CLOEXEC, 0) })
}

/// Binds a socket to an address in kernel encoding.
pub fn bind(fd: RawFd, address: &[u8]) -> Sys<()> {
    // SAFETY: the pointer and the length are those of one slice.
    done(unsafe { libc::syscall(libc::SYS_bind, fd, address.as_ptr(), address.len()) }).map(drop)
}

/// Connects a socket to an address in kernel encoding.
pub fn connect(fd: RawFd, address: &[u8]) -> Sys<()> {
    // SAFETY: the pointer and the length are those of one slice.
    done(unsafe { libc::syscall(libc::SYS_connect, fd, address.as_ptr(), address.len()) }).map(drop)
}

/// Listens on a socket.
pub fn listen(fd: RawFd) -> Sys<()> {
    // SAFETY: only integers are passed.
    done(unsafe { libc::syscall(libc::SYS_listen, fd, 128) }).map(drop)
}

/// Brings up the loopback device of a socket's network namespace.
pub fn loopback_up(fd: RawFd) -> Sys<()> {
    let mut request: libc::ifreq = {
        // SAFETY: all its fields are integers and arrays of them.
        unsafe { zeroed() }
    };
    request.ifr_name[0] = b'l' as c_char;
    request.ifr_name[1] = b'o' as c_char;
    request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as _;
    // SAFETY: the request is valid for the call.
    done(unsafe { libc::syscall(libc::SYS_ioctl, fd, libc::SIOCSIFFLAGS, &raw const request) }).map(drop)
}

/// Space for a message's descriptors, in kernel layout.
#[repr(C, align(8))]
struct Carried {
    header: libc::cmsghdr,
    fds: [RawFd; CARRIED],
}

/// Sends a message with descriptors (at most eight) over a Unix socket.
pub fn send(fd: RawFd, message: &[u8], fds: &[RawFd]) -> Sys<()> {
    let mut carried = carried();
    let n = fds.len().min(CARRIED);
    carried.fds[..n].copy_from_slice(&fds[..n]);
    // SAFETY: CMSG_LEN only computes.
    carried.header.cmsg_len = unsafe { libc::CMSG_LEN((n * size_of::<RawFd>()) as c_uint) } as _;
    carried.header.cmsg_level = libc::SOL_SOCKET;
    carried.header.cmsg_type = libc::SCM_RIGHTS;
    let mut part = libc::iovec { iov_base: message.as_ptr().cast_mut().cast(), iov_len: message.len() };
    let mut header = header(&mut part);
    if n > 0 {
        header.msg_control = (&raw mut carried).cast();
        // SAFETY: CMSG_SPACE only computes.
        header.msg_controllen = unsafe { libc::CMSG_SPACE((n * size_of::<RawFd>()) as c_uint) } as _;
    }
    // SAFETY: the header points to `message` and `carried`, which are alive and have the stated lengths.
    done(unsafe { libc::syscall(libc::SYS_sendmsg, fd, &raw const header, libc::MSG_NOSIGNAL) }).map(drop)
}

/// Receives a message and its descriptors; returns its length (0: all senders are gone) and their number.
pub fn receive(fd: RawFd, into: &mut [u8], fds: &mut [RawFd; CARRIED]) -> Sys<(usize, usize)> {
    let mut carried = carried();
    let mut part = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    let mut header = header(&mut part);
    header.msg_control = (&raw mut carried).cast();
    header.msg_controllen = size_of::<Carried>() as _;
    let length = loop {
        // SAFETY: the header points to `into` and `carried`, which are alive, writable and have the stated
        // lengths.
        match done(unsafe { libc::syscall(libc::SYS_recvmsg, fd, &raw mut header, libc::MSG_CMSG_CLOEXEC) }) {
            Err(libc::EINTR) => {}
            length => break length?,
        }
    };
    let rights =
        header.msg_controllen >= size_of::<libc::cmsghdr>() && carried.header.cmsg_type == libc::SCM_RIGHTS;
    // SAFETY: CMSG_LEN only computes.
    let head = unsafe { libc::CMSG_LEN(0) } as usize;
    let n = if rights { carried.header.cmsg_len.saturating_sub(head) / size_of::<RawFd>() } else { 0 };
    let n = n.min(CARRIED);
    fds[..n].copy_from_slice(&carried.fds[..n]);
    Ok((length as usize, n))
}

fn carried() -> Carried {
    // SAFETY: all its fields are integers.
    unsafe { zeroed() }
}

fn header(part: &mut libc::iovec) -> libc::msghdr {
    // SAFETY: all its fields are integers and pointers, for which null is valid.
    let mut header: libc::msghdr = unsafe { zeroed() };
    header.msg_iov = part;
    header.msg_iovlen = 1;
    header
}

/// Installs a seccomp filter for this thread; returns the listener.
pub fn seccomp(filter: &[libc::sock_filter]) -> Sys<RawFd> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut() };
    let install = |flags: c_ulong| {
        // SAFETY: the program points to `filter`, which is alive and has the stated length; the kernel only
        // reads it.
        descriptor(unsafe {
            libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const program)
        })
    };
    // A signal must not cancel a call that is being answered, where the kernel supports that.
    match install(libc::SECCOMP_FILTER_FLAG_NEW_LISTENER | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV) {
        Err(libc::EINVAL) => install(libc::SECCOMP_FILTER_FLAG_NEW_LISTENER),
        installed => installed,
    }
}

/// Returns the Landlock version; 0: none.
pub fn landlock_version() -> c_long {
    // SAFETY: with this flag only integers are passed.
    done(unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, NONE, NONE, 1) }).unwrap_or(0)
}

/// Restricts this thread: it can open files for writing only below `places`, or in `open`.
pub fn landlock(places: &[impl AsRef<CStr>], open: &[RawFd]) -> Sys<()> {
    let handled = LANDLOCK_WRITE_FILE | LANDLOCK_REFER;
    // SAFETY: the kernel reads the 8 bytes of `handled`.
    let rules = descriptor(unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, &raw const handled, size_of::<u64>(), 0)
    })?;
    for place in places {
        let fd = match self::open(place.as_ref(), libc::O_PATH) {
            Ok(fd) => fd,
            Err(libc::ENOENT) => continue,
            Err(e) => return Err(e),
        };
        // Only a folder accepts the rename rights; a file gets fewer.
        let added = match landlock_rule(rules, fd, handled) {
            Err(libc::EINVAL) => landlock_rule(rules, fd, LANDLOCK_WRITE_FILE),
            added => added,
        };
        close(fd);
        added?;
    }
    for fd in open {
        // Pipes have no folder, and Landlock does not check them.
        let _ = landlock_rule(rules, *fd, LANDLOCK_WRITE_FILE);
    }
    // SAFETY: only integers are passed.
    let restricted = done(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules, 0) });
    close(rules);
    restricted.map(drop)
}

fn landlock_rule(rules: RawFd, fd: RawFd, access: u64) -> Sys<()> {
    #[repr(C, packed)]
    struct Beneath {
        access: u64,
        parent: i32,
    }
    let rule = Beneath { access, parent: fd };
    // SAFETY: the kernel reads the 12 bytes of `rule`.
    done(unsafe {
        libc::syscall(libc::SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &raw const rule, 0)
    })
    .map(drop)
}

/// Whether two processes have the same memory, not merely equal copies. If nobody can tell, they have not.
pub fn share_memory(a: i32, b: i32) -> bool {
    const KCMP_VM: c_int = 1;
    // SAFETY: Takes numbers only.
    unsafe { libc::syscall(libc::SYS_kcmp, a, b, KCMP_VM, 0, 0) == 0 }
}

/// Creates an inotify instance.
pub fn inotify() -> Sys<RawFd> {
    // SAFETY: only an integer is passed.
    descriptor(unsafe { libc::syscall(libc::SYS_inotify_init1, libc::IN_CLOEXEC | libc::IN_NONBLOCK) })
}

/// Watches `path` and its content for opens; returns the watch number.
pub fn inotify_add(fd: RawFd, path: &CStr) -> Sys<c_int> {
    // SAFETY: `path` outlives the call.
    descriptor(unsafe { libc::syscall(libc::SYS_inotify_add_watch, fd, path.as_ptr(), libc::IN_OPEN) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_named_by_their_number() {
        for (fd, path) in
            [(0, c"/proc/self/fd/0"), (9, c"/proc/self/fd/9"), (1_234_567_890, c"/proc/self/fd/1234567890")]
        {
            assert_eq!(text(&descriptor_path(fd)), path);
        }
        assert_eq!(text(b"endless"), c"");
    }
}
