//! Answers the calls that the filter hands over: connections, file changes, and calls that are always denied.
//!
//! A command can change its memory behind our back, so nothing read from it decides what the kernel does: we
//! make connections ourselves, on the command's socket and to the address that we checked. File changes are
//! only recorded, since the mounts deny them anyway.

use std::{
    ffi::c_long,
    os::fd::{AsRawFd as _, OwnedFd, RawFd},
    sync::Arc,
};

use super::{
    calls::{CHANGING, FORKS, NAMESPACES, NEVER, REACHING_IN, TIME_NAMESPACE},
    changes::Changes,
    client::Client,
    connect::Connections,
    filter::{FILE_REQUESTS, TERMINAL_REQUESTS},
    kin,
    names::Names,
    plan::Places,
    reach::{self, Reach},
    supervisor::Record,
    sys::{self, Notice, Reply},
};
use crate::Denied;

/// How many processes may be created between two counts.
const FORKS_BETWEEN: usize = 16;
/// Maximum number of messages inspected per `sendmmsg`.
const MESSAGES: u64 = 64;
/// Distance between them in memory.
const MESSAGE_SIZE: u64 = 64;
/// Size of the part of a message header that locates its address: a pointer and a length.
const MESSAGE_HEAD: usize = 12;

/// Answers handed-over calls.
#[derive(Debug)]
pub struct Notices {
    listener: Arc<OwnedFd>,
    changes: Changes,
    connections: Connections,
    /// Processes created since the last count.
    forks: usize,
}

/// A call that is being answered.
pub struct Call<'a> {
    /// The call.
    pub notice: &'a Notice,
    /// The names that were looked up.
    pub names: &'a mut Names,
    /// What was denied so far.
    pub record: &'a mut Record,
}

impl Call<'_> {
    /// Returns an argument.
    pub fn argument(&self, n: usize) -> u64 {
        self.notice.data.args.get(n).copied().unwrap_or(0)
    }

    /// Reads the caller's memory; None if it cannot be read, which the kernel could not either.
    pub fn read<const N: usize>(&self, from: u64, length: usize) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        let wanted = bytes.get_mut(..length)?;
        let read = sys::read_memory(self.notice.pid, from, wanted);
        (read == Ok(length)).then_some(bytes)
    }

    fn never(&mut self, name: impl Into<String>, errno: i32) -> Reply {
        self.record.deny(Denied::Call(name.into()));
        Reply::Fails(errno)
    }
}

impl Notices {
    /// Creates one for a world.
    pub fn new(listener: Arc<OwnedFd>, places: Places, reach: Reach, client: Client) -> Self {
        let connections = Connections::new(Arc::clone(&listener), places.clone(), reach, client);
        Self { listener, changes: Changes::new(places), connections, forks: 0 }
    }

    /// Returns the descriptor on which calls arrive.
    pub fn listener(&self) -> RawFd {
        self.listener.as_raw_fd()
    }

    /// Answers the next call.
    pub fn serve(&mut self, names: &mut Names, record: &mut Record) {
        // The caller may be gone.
        let Ok(notice) = sys::notice(self.listener()) else { return };
        let mut call = Call { notice: &notice, names, record };
        if let Some(reply) = self.answer(&mut call) {
            sys::reply(self.listener(), notice.id, reply);
        }
    }

    /// Whether enough processes were created to count them again; resets the counter.
    pub fn should_count(&mut self) -> bool {
        let many = self.forks >= FORKS_BETWEEN;
        if many {
            self.forks = 0;
        }
        many
    }

    /// Ends pending connections and records what was denied.
    pub fn finish(&mut self, record: &mut Record) {
        self.connections.finish(record);
    }

    /// Returns the answer; None: a thread sends it later.
    fn answer(&mut self, call: &mut Call<'_>) -> Option<Reply> {
        let number = c_long::from(call.notice.data.nr);
        Some(match number {
            libc::SYS_connect => return self.connections.connect(call),
            libc::SYS_execve | libc::SYS_execveat => {
                self.connections.runs_another(call.notice.pid);
                Reply::Continue
            }
            libc::SYS_socket => socket(call),
            libc::SYS_socketpair => call.never("socketpair(SOCK_DGRAM)", libc::EPROTONOSUPPORT),
            libc::SYS_unshare => namespaces(call, NAMESPACES | TIME_NAMESPACE, "unshare(namespaces)"),
            libc::SYS_clone => {
                self.forks += 1;
                namespaces(call, NAMESPACES, "clone(namespaces)")
            }
            number if FORKS.contains(&number) => {
                self.forks += 1;
                Reply::Continue
            }
            libc::SYS_sendto => {
                let (from, length) = (call.argument(4), call.argument(5));
                self.sent(call, from, length)
            }
            libc::SYS_sendmsg => {
                let from = call.argument(1);
                self.sent_message(call, from)
            }
            libc::SYS_sendmmsg => {
                let from = call.argument(1);
                for n in 0..call.argument(2).min(MESSAGES) {
                    self.sent_message(call, from.wrapping_add(MESSAGE_SIZE * n));
                }
                Reply::Continue
            }
            libc::SYS_kill => signal(call),
            libc::SYS_ioctl => self.request(call),
            libc::SYS_bind => {
                self.changes.look_at_bind(call, self.listener.as_raw_fd());
                Reply::Continue
            }
            number => self.by_table(call, number),
        })
    }

    fn by_table(&mut self, call: &mut Call<'_>, number: c_long) -> Reply {
        if let Some(changing) = CHANGING.iter().find(|changing| changing.number == number) {
            self.changes.look(changing, call, self.listener.as_raw_fd());
            return Reply::Continue;
        }
        if let Some((_, at, name)) = REACHING_IN.iter().find(|reaching| reaching.0 == number) {
            let target = call.argument(*at) as i32;
            // The number is passed by value, and a living process keeps it.
            let may = kin::may_reach_into(call.notice.pid, target);
            return if may { Reply::Continue } else { call.never(*name, libc::EPERM) };
        }
        match NEVER.iter().find(|never| never.0 == number) {
            Some((_, name)) => call.never(*name, libc::EPERM),
            None => Reply::Fails(libc::ENOSYS),
        }
    }

    /// Denies input injection to a terminal; inspects changes of file attributes.
    fn request(&mut self, call: &mut Call<'_>) -> Reply {
        let request = call.argument(1) as u32;
        if let Some((_, name)) = TERMINAL_REQUESTS.iter().find(|(number, _)| *number == request) {
            return call.never(*name, libc::EPERM);
        }
        if FILE_REQUESTS.contains(&request) {
            self.changes.look_at_descriptor(call, call.argument(0) as RawFd);
        }
        Reply::Continue
    }

    fn sent_message(&mut self, call: &mut Call<'_>, from: u64) -> Reply {
        if let Some(head) = call.read::<MESSAGE_HEAD>(from, MESSAGE_HEAD) {
            let (pointer, length) = head.split_at(8);
            let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |n, byte| (n << 8) | u64::from(*byte));
            self.sent(call, number(pointer), number(length));
        }
        Reply::Continue
    }

    /// Records a datagram and lets it go: the world's network has no way out.
    fn sent(&mut self, call: &mut Call<'_>, from: u64, length: u64) -> Reply {
        let length = length.min(reach::ADDRESS as u64) as usize;
        if from == 0 {
            return Reply::Continue;
        }
        if let Some(bytes) = call.read::<{ reach::ADDRESS }>(from, length) {
            self.connections.sent(call, &bytes[..length]);
        }
        Reply::Continue
    }
}

/// Lets a signal go, which reaches only processes of the world. One to a process that only the machine has is recorded.
fn signal(call: &mut Call<'_>) -> Reply {
    let target = call.argument(0) as i32;
    let is_own = target <= 0 || kin::is_in_world_of(call.notice.pid, target);
    if is_own {
        call.record.signalled = true;
    } else if kin::exists(target) {
        call.record.deny(Denied::Call(format!("kill({target})")));
    }
    Reply::Continue
}

/// Denies new namespaces and allows the rest. The flags are passed by value, so the kernel uses what we
/// checked.
fn namespaces(call: &mut Call<'_>, which: u32, name: &str) -> Reply {
    if call.argument(0) as u32 & which != 0 { call.never(name, libc::EPERM) } else { Reply::Continue }
}

/// Decides which sockets a world has. The arguments are passed by value, so the kernel uses what we checked.
fn socket(call: &mut Call<'_>) -> Reply {
    const ICMP: [i32; 2] = [libc::IPPROTO_ICMP, libc::IPPROTO_ICMPV6];
    let family = call.argument(0) as i32;
    let kind = call.argument(1) as i32 & 0xf;
    let protocol = call.argument(2) as i32;
    let absent = Reply::Fails(libc::EPROTONOSUPPORT);
    match (family, kind) {
        (libc::AF_UNIX, libc::SOCK_STREAM | libc::SOCK_SEQPACKET) => Reply::Continue,
        // Each message of such a socket can go to another address, which we would learn too late.
        (libc::AF_UNIX, _) => call.never("socket(AF_UNIX, SOCK_DGRAM)", libc::EPROTONOSUPPORT),
        (libc::AF_NETLINK, _) if protocol == libc::NETLINK_ROUTE => Reply::Continue,
        // Many kernels lack these, and they reach nothing outside.
        (libc::AF_NETLINK | libc::AF_ALG, _) => absent,
        (libc::AF_INET | libc::AF_INET6, _) if kind == libc::SOCK_RAW || ICMP.contains(&protocol) => {
            call.never("socket(SOCK_RAW)", libc::EPERM)
        }
        (libc::AF_INET | libc::AF_INET6, libc::SOCK_STREAM | libc::SOCK_DGRAM) => match protocol {
            libc::IPPROTO_TCP | libc::IPPROTO_UDP => Reply::Continue,
            _ => absent,
        },
        _ => call.never(format!("socket(family {family})"), libc::EAFNOSUPPORT),
    }
}
