//! The system calls of the supervisor thread.

use std::{
    ffi::{CStr, c_int, c_long, c_ulong},
    mem::{size_of, zeroed},
    os::fd::RawFd,
};

use super::{NONE, Sys, descriptor, done};

/// Creates a socket pair that keeps message boundaries.
pub fn socket_pair() -> Sys<(RawFd, RawFd)> {
    let mut ends = [-1; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: the kernel writes two descriptors, for which `ends` has space.
    done(unsafe { libc::syscall(libc::SYS_socketpair, libc::AF_UNIX, kind, 0, ends.as_mut_ptr()) })?;
    Ok((ends[0], ends[1]))
}

/// Waits until a descriptor is ready, at most `timeout_ms` (-1: forever); returns how many are.
pub fn poll(fds: &mut [libc::pollfd], timeout_ms: c_int) -> Sys<usize> {
    // SAFETY: the pointer and the length are those of one slice, which is writable.
    let ready = unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, timeout_ms) };
    match done(c_long::from(ready)) {
        Err(libc::EINTR) => Ok(0),
        ready => ready.map(|n| n as usize),
    }
}

/// Kills the process of `pidfd`; killing the init process of a world ends all others in it.
pub fn kill(pidfd: RawFd) -> Sys<()> {
    // SAFETY: no information is passed with the signal.
    done(unsafe { libc::syscall(libc::SYS_pidfd_send_signal, pidfd, libc::SIGKILL, NONE, 0) }).map(drop)
}

/// Waits for the process of `pidfd` to end.
pub fn reap(pidfd: RawFd) -> Sys<()> {
    loop {
        // SAFETY: all its fields are integers and pointers.
        let mut info: libc::siginfo_t = unsafe { zeroed() };
        let flags = libc::WEXITED | libc::__WALL;
        let id = pidfd as libc::id_t;
        // SAFETY: the kernel writes `info`, which is large enough.
        match done(unsafe { libc::syscall(libc::SYS_waitid, libc::P_PIDFD, id, &raw mut info, flags, NONE) })
        {
            Err(libc::EINTR) => {}
            reaped => return reaped.map(drop),
        }
    }
}

/// Opens a descriptor of a process.
pub fn pidfd_open(pid: u32) -> Sys<RawFd> {
    // SAFETY: only integers are passed.
    descriptor(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) })
}

/// Duplicates another process's descriptor.
pub fn pidfd_getfd(pidfd: RawFd, fd: RawFd) -> Sys<RawFd> {
    // SAFETY: only integers are passed.
    descriptor(unsafe { libc::syscall(libc::SYS_pidfd_getfd, pidfd, fd, 0) })
}

/// Reads another process's memory; returns the number of bytes read.
pub fn read_memory(pid: u32, from: u64, into: &mut [u8]) -> Sys<usize> {
    let here = libc::iovec { iov_base: into.as_mut_ptr().cast(), iov_len: into.len() };
    let there = libc::iovec { iov_base: from as *mut _, iov_len: into.len() };
    // SAFETY: `here` points to `into`; the kernel only uses `there` in the other process.
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

/// Opens a path as if the folder `root` were the root of the file system.
pub fn open_within(root: RawFd, path: &CStr, flags: c_int) -> Sys<RawFd> {
    // SAFETY: all its fields are integers.
    let mut how: libc::open_how = unsafe { zeroed() };
    how.flags = (flags | libc::O_CLOEXEC) as u64;
    how.resolve = libc::RESOLVE_IN_ROOT;
    let size = size_of::<libc::open_how>();
    // SAFETY: both pointers outlive the call and `size` is that of the structure.
    descriptor(unsafe { libc::syscall(libc::SYS_openat2, root, path.as_ptr(), &raw const how, size) })
}

/// A call handed over by the filter.
pub type Notice = libc::seccomp_notif;

/// Receives the next call.
pub fn notice(listener: RawFd) -> Sys<Notice> {
    // SAFETY: all its fields are integers; the kernel requires zeros.
    let mut notice: Notice = unsafe { zeroed() };
    // SAFETY: the kernel writes `notice`, which is large enough.
    done(unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut notice)
    })?;
    Ok(notice)
}

/// Whether the caller still waits for the answer, so that the memory we read was its own.
pub fn still_waits(listener: RawFd, id: u64) -> bool {
    // SAFETY: the kernel reads 8 bytes of `id`.
    let valid = unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &raw const id)
    };
    valid == 0
}

/// How a handed-over call continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// The kernel performs it.
    Continue,
    /// It succeeds; we have performed it.
    Done,
    /// It fails with this `errno`.
    Fails(i32),
}

/// Answers a call. The caller may be gone.
pub fn reply(listener: RawFd, id: u64, reply: Reply) {
    let (error, flags) = match reply {
        Reply::Continue => (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32),
        Reply::Done => (0, 0),
        Reply::Fails(errno) => (-errno, 0),
    };
    let response = libc::seccomp_notif_resp { id, val: 0, error, flags };
    // SAFETY: the kernel reads `response`, which is valid.
    unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_SEND, &raw const response);
    }
}

/// Asks the kernel to run an answered caller at once on the same processor, where supported.
pub fn wake_in_turn(listener: RawFd) {
    const SYNC_WAKE_UP: c_ulong = 1;
    // SAFETY: only integers are passed.
    unsafe {
        libc::syscall(libc::SYS_ioctl, listener, libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNC_WAKE_UP);
    }
}

/// Returns an integer socket option.
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

/// Whether this process's group is in the foreground of the terminal at `fd`.
pub fn has_terminal(fd: RawFd) -> bool {
    // SAFETY: only integers are passed.
    unsafe { libc::tcgetpgrp(fd) == libc::getpgrp() }
}

/// Puts this process's group in the foreground of the terminal at `fd`.
pub fn take_terminal(fd: RawFd) {
    // SAFETY: only integers are passed. Callers block signals, so doing this from the background does not
    // stop them.
    unsafe {
        libc::tcsetpgrp(fd, libc::getpgrp());
    }
}

/// Shuts down a connection or an attempt at one, even if other processes hold the socket.
pub fn shutdown(fd: RawFd) {
    // SAFETY: only integers are passed.
    unsafe { libc::shutdown(fd, libc::SHUT_RDWR) };
}
