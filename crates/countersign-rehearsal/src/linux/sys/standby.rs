//! The system calls of the thread that stands by a world.

use std::{
    ffi::{CStr, c_int, c_long, c_ulong},
    mem::{size_of, zeroed},
    os::fd::RawFd,
};

use super::{NONE, Sys, descriptor, done};

/// Two ends of a connection that keeps messages apart.
pub fn socket_pair() -> Sys<(RawFd, RawFd)> {
    let mut ends = [-1; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: the kernel writes two descriptors, for which there is room.
    done(unsafe { libc::syscall(libc::SYS_socketpair, libc::AF_UNIX, kind, 0, ends.as_mut_ptr()) })?;
    Ok((ends[0], ends[1]))
}

/// Waits until one of these has something, at most so many milliseconds (-1: for as long as it takes); how many have.
pub fn poll(fds: &mut [libc::pollfd], timeout_ms: c_int) -> Sys<usize> {
    // SAFETY: the pointer and the length are those of one slice, which is writable.
    let ready = unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, timeout_ms) };
    match done(c_long::from(ready)) {
        Err(libc::EINTR) => Ok(0),
        ready => ready.map(|n| n as usize),
    }
}

/// Ends the process that is held by `pidfd`, and with the first process of a world all others in it.
pub fn kill(pidfd: RawFd) -> Sys<()> {
    // SAFETY: no information is handed over with the signal.
    done(unsafe { libc::syscall(libc::SYS_pidfd_send_signal, pidfd, libc::SIGKILL, NONE, 0) }).map(drop)
}

/// Waits for the process that is held by `pidfd` to end.
pub fn reap(pidfd: RawFd) -> Sys<()> {
    loop {
        // SAFETY: it is made of integers and pointers.
        let mut info: libc::siginfo_t = unsafe { zeroed() };
        let flags = libc::WEXITED | libc::__WALL;
        let id = pidfd as libc::id_t;
        // SAFETY: the kernel writes `info`, for which there is room.
        match done(unsafe { libc::syscall(libc::SYS_waitid, libc::P_PIDFD, id, &raw mut info, flags, NONE) })
        {
            Err(libc::EINTR) => {}
            reaped => return reaped.map(drop),
        }
    }
}

/// A process held by a descriptor.
pub fn pidfd_open(pid: u32) -> Sys<RawFd> {
    // SAFETY: only integers are handed over.
    descriptor(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) })
}

/// A copy of another process's descriptor.
pub fn pidfd_getfd(pidfd: RawFd, fd: RawFd) -> Sys<RawFd> {
    // SAFETY: only integers are handed over.
    descriptor(unsafe { libc::syscall(libc::SYS_pidfd_getfd, pidfd, fd, 0) })
}

/// Reads from the memory of another process; how much could be read.
pub fn read_memory(pid: u32, from: u64, into: &mut [u8]) -> Sys<usize> {
    let here = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    let there = libc::iovec { iov_base: from as *mut _, iov_len: into.len() };
    // SAFETY: `here` leads to `into`; `there` is only looked at in the other process, by the kernel.
    done(unsafe {
        libc::syscall(
            libc::SYS_process_vm_readv,
            pid,
            &raw const here,
            1usize,
            &raw const there,
            1usize,
            NONE,
        )
    })
    .map(|n| n as usize)
}

/// Opens a path without following it out of the folder that `root` leads to, which it takes for the root of everything.
pub fn open_within(root: RawFd, path: &CStr, flags: c_int) -> Sys<RawFd> {
    // SAFETY: it is made of integers.
    let mut how: libc::open_how = unsafe { zeroed() };
    how.flags = (flags | libc::O_CLOEXEC) as u64;
    how.resolve = libc::RESOLVE_IN_ROOT;
    let size = size_of::<libc::open_how>();
    // SAFETY: both pointers outlive the call and `size` is that of the structure.
    descriptor(unsafe { libc::syscall(libc::SYS_openat2, root, path.as_ptr(), &raw const how, size) })
}

/// A call that was handed over.
pub type Notice = libc::seccomp_notif;

/// Takes up a call that was handed over.
pub fn notice(listener: RawFd) -> Sys<Notice> {
    // SAFETY: it is made of integers; the kernel asks for zeros.
    let mut notice: Notice = unsafe { zeroed() };
    // SAFETY: the kernel writes `notice`, for which there is room.
    done(unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut notice)
    })?;
    Ok(notice)
}

/// Whether whoever made the call still waits for its answer, so that what was read from its memory was its own.
pub fn still_waits(listener: RawFd, id: u64) -> bool {
    // SAFETY: the kernel reads 8 bytes, which are there.
    let valid = unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &raw const id)
    };
    valid == 0
}

/// How a call that was handed over goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// The kernel does it.
    Continue,
    /// It has been done; that is its result.
    Done,
    /// It fails.
    Fails(i32),
}

/// Answers a call. Nobody may wait any more.
pub fn reply(listener: RawFd, id: u64, reply: Reply) {
    let (error, flags) = match reply {
        Reply::Continue => (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32),
        Reply::Done => (0, 0),
        Reply::Fails(errno) => (-errno, 0),
    };
    let response = libc::seccomp_notif_resp { id, val: 0, error, flags };
    // SAFETY: the kernel reads `response`, which is there.
    unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_SEND, &raw const response);
    }
}

/// Asks that whoever is answered runs at once on the same processor, where the kernel knows of that.
pub fn wake_in_turn(listener: RawFd) {
    const SYNC_WAKE_UP: c_ulong = 1;
    // SAFETY: only integers are handed over.
    unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNC_WAKE_UP);
    }
}

/// A number that is set of a socket.
pub fn socket_option(fd: RawFd, level: c_int, name: c_int) -> Sys<c_int> {
    let mut value: c_int = 0;
    let mut size = size_of::<c_int>() as libc::socklen_t;
    // SAFETY: the kernel writes at most `size` bytes to `value`.
    let got = unsafe { libc::getsockopt(fd, level, name, (&raw mut value).cast(), &raw mut size) };
    done(c_long::from(got)).map(|_| value)
}

/// The state of a TCP socket, by the kernel's numbers: 1 is connected, 7 is closed.
pub fn tcp_state(fd: RawFd) -> Sys<u8> {
    let mut state = 0u8;
    let mut size: libc::socklen_t = 1;
    // SAFETY: the kernel writes at most `size` bytes, the first of which is the state.
    let got = unsafe {
        libc::getsockopt(fd, libc::IPPROTO_TCP, libc::TCP_INFO, (&raw mut state).cast(), &raw mut size)
    };
    done(c_long::from(got)).map(|_| state)
}

/// Whether the terminal at `fd` listens to this process's group.
pub fn has_terminal(fd: RawFd) -> bool {
    // SAFETY: only integers are handed over.
    unsafe { libc::tcgetpgrp(fd) == libc::getpgrp() }
}

/// The terminal at `fd` listens to this process's group again, whoever had it.
pub fn take_terminal(fd: RawFd) {
    // SAFETY: only integers are handed over. Callers block signals, so that asking from the background does not stop them.
    unsafe {
        libc::tcsetpgrp(fd, libc::getpgrp());
    }
}

/// Ends a connection, or the attempt at one, whoever else holds it.
pub fn shutdown(fd: RawFd) {
    // SAFETY: only integers are handed over.
    unsafe { libc::shutdown(fd, libc::SHUT_RDWR) };
}
