//! The seccomp filter of a world: most calls pass in the kernel, some fail there, and those that need
//! inspection are handed over.

use std::{
    ffi::{c_int, c_long},
    os::fd::RawFd,
};

use libc::{
    BPF_ABS, BPF_AND, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, SECCOMP_RET_ALLOW,
    SECCOMP_RET_ERRNO, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_USER_NOTIF, sock_filter,
};

use super::calls::{
    ABSENT, CHANGING, FORKS, Last, NAMESPACES, NEVER, REACHING_IN, TRACING, UNCOUNTED, WRITING,
};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;
/// Calls of the x32 ABI begin here.
const X32: u32 = 0x4000_0000;
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const TELL: u32 = SECCOMP_RET_USER_NOTIF;
/// The call is skipped and returns 0.
const PRETEND: u32 = SECCOMP_RET_ERRNO;

/// Terminal requests that inject input, and requests that change file attributes.
pub const TERMINAL_REQUESTS: &[(u32, &str)] = &[(0x5412, "ioctl(TIOCSTI)"), (0x541c, "ioctl(TIOCLINUX)")];
/// FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR and FS_IOC_SETVERSION, as 64-bit programs call them.
pub const FILE_REQUESTS: &[u32] = &[0x4008_6602, 0x401c_5820, 0x4008_7602];

/// The options of a filter.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// Whether calls that change files are handed over.
    pub watch_files: bool,
    /// Whether a control group counts memory, including memory that belongs to no process.
    pub counted: bool,
    /// Whether process creation is handed over to be counted, where the kernel does not limit it.
    pub count_forks: bool,
    /// Whether running another program is handed over.
    pub tell_exec: bool,
    /// The socket by which the new process hands over descriptors: sending on it is not inspected.
    pub control: RawFd,
}

/// Builds the filter.
pub fn filter(choice: Choice) -> Vec<sock_filter> {
    let mut all = vec![
        load(ARCH),
        jump(BPF_JEQ, ARCHITECTURE, 1, 0),
        answer(SECCOMP_RET_KILL_PROCESS),
        load(NUMBER),
        jump(BPF_JGE, X32, 0, 1),
        answer(SECCOMP_RET_KILL_PROCESS),
    ];
    let mut rule = |number: c_long, body: &[sock_filter]| {
        all.push(jump(BPF_JEQ, number as u32, 0, body.len() as u8));
        all.extend_from_slice(body);
    };
    for (number, _) in NEVER {
        rule(*number, &[answer(TELL)]);
    }
    for number in ABSENT {
        rule(*number, &[answer(fails(libc::ENOSYS))]);
    }
    if !choice.counted {
        for number in UNCOUNTED {
            rule(*number, &[answer(fails(libc::ENOSYS))]);
        }
    }
    if choice.count_forks {
        for number in FORKS {
            rule(*number, &[answer(TELL)]);
        }
    } else {
        rule(libc::SYS_clone, &any_bit(0, NAMESPACES));
    }
    for (number, ..) in REACHING_IN {
        match *number {
            libc::SYS_ptrace => rule(libc::SYS_ptrace, &any_of(0, TRACING.iter().copied())),
            number => rule(number, &[answer(TELL)]),
        }
    }
    rule(libc::SYS_kill, &[answer(TELL)]);
    if choice.tell_exec {
        rule(libc::SYS_execve, &[answer(TELL)]);
        rule(libc::SYS_execveat, &[answer(TELL)]);
    }
    rule(libc::SYS_unshare, &[answer(TELL)]);
    rule(libc::SYS_ioctl, &requests(choice.watch_files));
    rule(libc::SYS_prlimit64, &keep_core_limit());
    rule(
        libc::SYS_setrlimit,
        &[
            load(argument(0)),
            jump(BPF_JEQ, libc::RLIMIT_CORE, 0, 1),
            answer(PRETEND),
            answer(SECCOMP_RET_ALLOW),
        ],
    );
    rule(libc::SYS_socket, &sockets());
    rule(libc::SYS_socketpair, &pairs());
    rule(libc::SYS_connect, &[answer(TELL)]);
    rule(libc::SYS_sendto, &given(4));
    for number in [libc::SYS_sendmsg, libc::SYS_sendmmsg] {
        let control = choice.control as u32;
        rule(
            number,
            &[load(argument(0)), jump(BPF_JEQ, control, 0, 1), answer(SECCOMP_RET_ALLOW), answer(TELL)],
        );
    }
    if choice.watch_files {
        rule(libc::SYS_bind, &[answer(TELL)]);
        for call in CHANGING {
            match call.last {
                Last::Open(flags) => rule(call.number, &any_bit(flags, WRITING)),
                _ => rule(call.number, &[answer(TELL)]),
            }
        }
    }
    all.push(answer(SECCOMP_RET_ALLOW));
    all
}

fn statement(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

fn load(at: u32) -> sock_filter {
    statement(BPF_LD | BPF_W | BPF_ABS, at)
}

fn answer(with: u32) -> sock_filter {
    statement(BPF_RET | BPF_K, with)
}

fn jump(how: u32, k: u32, yes: u8, no: u8) -> sock_filter {
    sock_filter { code: (BPF_JMP | how | BPF_K) as u16, jt: yes, jf: no, k }
}

fn fails(errno: c_int) -> u32 {
    SECCOMP_RET_ERRNO | errno as u32
}

/// Offset of the lower half of an argument. The upper half follows, on all supported architectures.
const fn argument(n: usize) -> u32 {
    16 + 8 * n as u32
}

/// Hands the call over if any of these bits is set in an argument.
fn any_bit(n: usize, bits: u32) -> [sock_filter; 4] {
    [load(argument(n)), jump(BPF_JSET, bits, 0, 1), answer(TELL), answer(SECCOMP_RET_ALLOW)]
}

/// Hands the call over if a pointer argument is not null.
fn given(n: usize) -> [sock_filter; 6] {
    [
        load(argument(n)),
        jump(BPF_JEQ, 0, 0, 3),
        load(argument(n) + 4),
        jump(BPF_JEQ, 0, 0, 1),
        answer(SECCOMP_RET_ALLOW),
        answer(TELL),
    ]
}

fn requests(watch_files: bool) -> Vec<sock_filter> {
    let terminal = TERMINAL_REQUESTS.iter().map(|(request, _)| *request);
    let file = FILE_REQUESTS.iter().copied().filter(|_| watch_files);
    any_of(1, terminal.chain(file))
}

/// Hands the call over if an argument is one of these numbers.
fn any_of(n: usize, numbers: impl Iterator<Item = u32>) -> Vec<sock_filter> {
    let mut body = vec![load(argument(n))];
    for number in numbers {
        body.extend([jump(BPF_JEQ, number, 0, 1), answer(TELL)]);
    }
    body.push(answer(SECCOMP_RET_ALLOW));
    body
}

/// Keeps the core file limit at one byte: with zero, the kernel would still start the machine's crash
/// handler, outside.
fn keep_core_limit() -> Vec<sock_filter> {
    let mut body = vec![load(argument(1)), jump(BPF_JEQ, libc::RLIMIT_CORE, 1, 0), answer(SECCOMP_RET_ALLOW)];
    body.extend(given(2));
    let last = body.len() - 1;
    body[last] = answer(PRETEND);
    body
}

/// Ordinary internet sockets pass: they reach nothing. All others are inspected.
fn sockets() -> Vec<sock_filter> {
    let (v4, v6) = (libc::AF_INET as u32, libc::AF_INET6 as u32);
    let (stream, datagram) = (libc::SOCK_STREAM as u32, libc::SOCK_DGRAM as u32);
    vec![
        load(argument(0)),
        jump(BPF_JEQ, v4, 1, 0),
        jump(BPF_JEQ, v6, 0, 7),
        load(argument(1)),
        statement(libc::BPF_ALU | BPF_AND | BPF_K, 0xf),
        jump(BPF_JEQ, stream, 1, 0),
        jump(BPF_JEQ, datagram, 0, 3),
        load(argument(2)),
        jump(BPF_JEQ, 0, 0, 1),
        answer(SECCOMP_RET_ALLOW),
        answer(TELL),
    ]
}

/// A pair of datagram sockets could be connected to any address; other pairs cannot.
fn pairs() -> Vec<sock_filter> {
    vec![
        load(argument(1)),
        statement(libc::BPF_ALU | BPF_AND | BPF_K, 0xf),
        jump(BPF_JEQ, libc::SOCK_STREAM as u32, 1, 0),
        jump(BPF_JEQ, libc::SOCK_SEQPACKET as u32, 0, 1),
        answer(SECCOMP_RET_ALLOW),
        answer(TELL),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interprets the filter's instructions and returns the kernel's answer.
    fn run(filter: &[sock_filter], number: c_long, args: [u64; 6], arch: u32) -> u32 {
        let word = |at: u32| match at {
            NUMBER => number as u32,
            ARCH => arch,
            at => {
                let arg = args[(at as usize - 16) / 8];
                if at % 8 == 0 { arg as u32 } else { (arg >> 32) as u32 }
            }
        };
        let (mut at, mut a) = (0usize, 0u32);
        loop {
            let i = filter[at];
            at += 1;
            match u32::from(i.code) {
                c if c == BPF_LD | BPF_W | BPF_ABS => a = word(i.k),
                c if c == libc::BPF_ALU | BPF_AND | BPF_K => a &= i.k,
                c if c == BPF_RET | BPF_K => return i.k,
                c => {
                    let yes = match c & 0xf0 {
                        BPF_JEQ => a == i.k,
                        BPF_JGE => a >= i.k,
                        _ => a & i.k != 0,
                    };
                    at += usize::from(if yes { i.jt } else { i.jf });
                }
            }
        }
    }

    #[test]
    fn every_kind_of_call_gets_the_answer_that_is_meant_for_it() {
        let all = filter(Choice {
            watch_files: true,
            counted: false,
            count_forks: false,
            tell_exec: false,
            control: 900,
        });
        let dgram = libc::SOCK_DGRAM as u64 | libc::SOCK_CLOEXEC as u64;
        let (unix, inet) = (libc::AF_UNIX as u64, libc::AF_INET6 as u64);
        let cases: &[(c_long, [u64; 6], u32)] = &[
            (libc::SYS_read, [0; 6], SECCOMP_RET_ALLOW),
            (libc::SYS_mount, [0; 6], TELL),
            (libc::SYS_ptrace, [libc::PTRACE_SEIZE.into(), 1, 0, 0, 0, 0], TELL),
            (libc::SYS_ptrace, [libc::PTRACE_TRACEME.into(), 0, 0, 0, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_process_vm_readv, [1, 0, 0, 0, 0, 0], TELL),
            (libc::SYS_clone3, [0; 6], fails(libc::ENOSYS)),
            (libc::SYS_memfd_create, [0; 6], fails(libc::ENOSYS)),
            (libc::SYS_clone, [libc::SIGCHLD as u64, 0, 0, 0, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_clone, [libc::CLONE_NEWUSER as u64, 0, 0, 0, 0, 0], TELL),
            (libc::SYS_ioctl, [0, 0x5412, 0, 0, 0, 0], TELL),
            (libc::SYS_ioctl, [0, 0xffff_0000_5412, 0, 0, 0, 0], TELL),
            (libc::SYS_ioctl, [0, 0x5413, 0, 0, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_prlimit64, [0, u64::from(libc::RLIMIT_CORE), 0, 1, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_prlimit64, [0, u64::from(libc::RLIMIT_CORE), 1 << 40, 0, 0, 0], PRETEND),
            (libc::SYS_prlimit64, [0, 7, 1, 0, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_socket, [inet, dgram, 0, 0, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_socket, [inet, dgram, 1, 0, 0, 0], TELL),
            (libc::SYS_socket, [inet, 3, 0, 0, 0, 0], TELL),
            (libc::SYS_socket, [unix, 1, 0, 0, 0, 0], TELL),
            (libc::SYS_socketpair, [unix, 1, 0, 0, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_socketpair, [unix, dgram, 0, 0, 0, 0], TELL),
            (libc::SYS_sendto, [0; 6], SECCOMP_RET_ALLOW),
            (libc::SYS_sendto, [3, 0, 0, 0, 1 << 33, 0], TELL),
            (libc::SYS_sendto, [3, 0, 0, 0, 8, 0], TELL),
            (libc::SYS_sendmsg, [900, 0, 0, 0, 0, 0], SECCOMP_RET_ALLOW),
            (libc::SYS_sendmsg, [3, 0, 0, 0, 0, 0], TELL),
            (
                libc::SYS_openat,
                [0, 0, libc::O_CLOEXEC as u64 | libc::O_DIRECTORY as u64, 0, 0, 0],
                SECCOMP_RET_ALLOW,
            ),
            (libc::SYS_openat, [0, 0, libc::O_TMPFILE as u64 | libc::O_RDWR as u64, 0, 0, 0], TELL),
            (libc::SYS_openat, [0, 0, libc::O_CREAT as u64, 0, 0, 0], TELL),
        ];
        for (number, args, answer) in cases {
            assert_eq!(run(&all, *number, *args, ARCHITECTURE), *answer, "{number} {args:?}");
        }
        assert_eq!(run(&all, libc::SYS_read, [0; 6], 0x4000_0003), SECCOMP_RET_KILL_PROCESS);
        assert_eq!(run(&all, libc::SYS_read | 0x4000_0000, [0; 6], ARCHITECTURE), SECCOMP_RET_KILL_PROCESS);
    }

    #[test]
    fn without_watching_files_only_what_reaches_others_and_what_is_counted_is_handed_over() {
        let all = filter(Choice {
            watch_files: false,
            counted: true,
            count_forks: true,
            tell_exec: true,
            control: 900,
        });
        let open = [0, 0, libc::O_CREAT as u64, 0, 0, 0];
        assert_eq!(run(&all, libc::SYS_openat, open, ARCHITECTURE), SECCOMP_RET_ALLOW);
        assert_eq!(run(&all, libc::SYS_memfd_create, [0; 6], ARCHITECTURE), SECCOMP_RET_ALLOW);
        assert_eq!(run(&all, libc::SYS_connect, [0; 6], ARCHITECTURE), TELL);
        assert_eq!(run(&all, libc::SYS_clone, [0; 6], ARCHITECTURE), TELL, "new processes are counted");
    }
}
