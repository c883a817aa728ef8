//! Makes the connections that a command asks for, on its own socket and to an address that it can no longer
//! change: within its world, to a listed host, or not at all.

use std::{
    collections::BTreeSet,
    fs, io,
    net::{SocketAddr, TcpStream},
    os::{
        fd::{AsRawFd as _, OwnedFd, RawFd},
        unix::fs::FileTypeExt as _,
    },
    path::Path,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread::{self, JoinHandle},
};

use super::{
    changes::socket_path,
    client::Client,
    notices::Call,
    paths::{Who, where_is},
    plan::Places,
    reach::{self, ADDRESS, Reach, Seat, read_address},
    supervisor::Record,
    sys::{self, Reply, Sys},
};
use crate::Denied;

/// The kernel's number for TCP state CLOSE.
const CLOSED: u8 = 7;
/// How long to wait for the outcome of a connection within the world.
const SETTLING_MS: i32 = 200;
/// Sockets of user and host name services. They are absent in a world; programs then read the files or query
/// the nameserver.
const NAME_SERVICES: &[&str] = &[
    "/run/avahi-daemon/",
    "/run/nscd/",
    "/run/systemd/resolve",
    "/run/systemd/userdb/",
    "/var/lib/sss/",
    "/var/run/nscd/",
];

/// The connections of one world.
#[derive(Debug)]
pub struct Connections {
    listener: Arc<OwnedFd>,
    places: Places,
    reach: Reach,
    client: Client,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// UDP ports bound in the world.
    ports: BTreeSet<u16>,
}

/// State shared by the threads that make connections.
#[derive(Debug, Default)]
struct Shared {
    under_way: Mutex<Vec<Arc<OwnedFd>>>,
    denied: Mutex<Vec<Denied>>,
}

impl Shared {
    fn deny(&self, what: Denied) {
        self.denied.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }
}

impl Connections {
    /// Creates one without connections.
    pub fn new(listener: Arc<OwnedFd>, places: Places, reach: Reach, client: Client) -> Self {
        let (shared, threads, ports) = Default::default();
        Self { listener, places, reach, client, shared, threads, ports }
    }

    /// Ends pending connections and records what was denied meanwhile.
    pub fn finish(&mut self, record: &mut Record) {
        for socket in self.shared.under_way.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            sys::shutdown(socket.as_raw_fd());
        }
        self.reach.finish();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
        for denied in self.shared.denied.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            record.deny(denied);
        }
    }

    /// Notes that a thread is about to run another program.
    pub fn runs_another(&mut self, thread: u32) {
        self.client.runs_another(thread);
    }

    /// Makes a connection. Returns the answer, or None if it comes later.
    pub fn connect(&mut self, call: &mut Call<'_>) -> Option<Reply> {
        let length = call.argument(2) as u32 as usize;
        if !(2..=ADDRESS).contains(&length) {
            return Some(Reply::Fails(libc::EINVAL));
        }
        let Some(bytes) = call.read::<ADDRESS>(call.argument(1), length) else {
            return Some(Reply::Fails(libc::EFAULT));
        };
        let socket = match taken(call.notice.pid, call.argument(0) as RawFd) {
            Ok(socket) => socket,
            Err(libc::EBADF) => return Some(Reply::Fails(libc::EBADF)),
            Err(_) => {
                call.record.all_seen = false;
                return Some(Reply::Fails(libc::EACCES));
            }
        };
        // If the caller is gone, its pid may now be another process's, whose memory and socket we read.
        if !sys::still_waits(self.listener.as_raw_fd(), call.notice.id) {
            return None;
        }
        let address = bytes.get(..length).unwrap_or_default();
        match i32::from(u16::from_ne_bytes([bytes[0], bytes[1]])) {
            libc::AF_UNIX => self.local(call, socket, address),
            libc::AF_INET | libc::AF_INET6 => self.internet(call, socket, address),
            libc::AF_UNSPEC | libc::AF_NETLINK => self.perform(call, socket, address.to_vec(), None),
            _ => Some(Reply::Fails(libc::EAFNOSUPPORT)),
        }
    }

    /// Records a datagram to an address.
    pub fn sent(&mut self, call: &mut Call<'_>, address: &[u8]) {
        if let Some(address) = read_address(address) {
            self.datagram(call, address);
        }
    }

    fn datagram(&mut self, call: &mut Call<'_>, address: SocketAddr) {
        // Programs connect to port 0 to find out which of their own addresses they would use.
        let own = is_own(address)
            && (self.has_port(call.notice.pid, address.port())
                || !is_bound_outside(Table::Udp, address.port()));
        if address.port() != 0 && !own {
            let host = host(call, address);
            let listed = self.listed(call, address).is_some();
            call.record.deny(Denied::Host(if listed { format!("{host} (UDP)") } else { host }));
        }
    }

    /// Whether a process in the world has bound that UDP port.
    fn has_port(&mut self, pid: u32, port: u16) -> bool {
        if self.ports.contains(&port) {
            return true;
        }
        self.ports.extend(Table::Udp.ports(&pid.to_string()).into_iter().flatten());
        self.ports.contains(&port)
    }

    /// Returns the listed host that an address belongs to, if any.
    fn listed(&self, call: &mut Call<'_>, address: SocketAddr) -> Option<String> {
        match call.names.name_of(address.ip()) {
            Some(name) => self.reach.listed.name_at(name, address.port()).then(|| name.to_owned()),
            None => self.reach.listed.address(address).then(|| address.ip().to_string()),
        }
    }

    fn internet(&mut self, call: &mut Call<'_>, socket: OwnedFd, bytes: &[u8]) -> Option<Reply> {
        let Some(address) = read_address(bytes) else { return Some(Reply::Fails(libc::EINVAL)) };
        if sys::socket_option(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_TYPE) == Ok(libc::SOCK_DGRAM) {
            self.datagram(call, address);
            return self.perform(call, socket, bytes.to_vec(), None);
        }
        // A repeated call that asks for the state of a connection; the kernel knows it.
        if sys::tcp_state(socket.as_raw_fd()) != Ok(CLOSED) {
            return self.perform(call, socket, bytes.to_vec(), None);
        }
        let may = self.client.may_connect(call.notice.pid);
        if let Some(host) = self.listed(call, address).filter(|_| may) {
            call.record.reach(format!("{host}:{}", address.port()));
            self.relay(call, socket, host, address.port());
            return None;
        }
        let host = Denied::Host(host(call, address));
        if is_own(address) {
            // If nothing listens there in the world, it counts as denied, unless it would be refused outside, too.
            let outside = is_bound_outside(Table::Tcp, address.port());
            return self.perform(call, socket, bytes.to_vec(), outside.then_some(host));
        }
        call.record.deny(host);
        Some(Reply::Fails(libc::ENETUNREACH))
    }

    /// Connects to a Unix socket, only within the same world.
    fn local(&mut self, call: &mut Call<'_>, socket: OwnedFd, bytes: &[u8]) -> Option<Reply> {
        let Some(path) = socket_path(bytes) else {
            let name = String::from_utf8_lossy(bytes.get(3..).unwrap_or_default()).into_owned();
            let outside = exists_outside(&name).then(|| Denied::Socket(format!("@{name}")));
            return self.perform(call, socket, bytes.to_vec(), outside);
        };
        let who = Who(call.notice.pid);
        let path = match who.base(None) {
            Ok(base) => base.join(super::paths::path(path)),
            Err(_) => return Some(Reply::Fails(libc::EACCES)),
        };
        let found = match who.open(&path, 0) {
            Ok(found) => found,
            Err(errno) => return Some(Reply::Fails(errno)),
        };
        let Ok(path) = where_is(&found) else { return Some(Reply::Fails(libc::ECONNREFUSED)) };
        if !is_socket(Path::new(&format!("/proc/self/fd/{}", found.as_raw_fd()))) {
            return Some(Reply::Fails(libc::ECONNREFUSED));
        }
        let denied = Denied::Socket(path.display().to_string());
        if self.places.is_own(&path) {
            let address = path_address(&format!("/proc/self/fd/{}", found.as_raw_fd()));
            let outside = is_socket(&path).then_some(denied);
            return self.perform_holding(call, socket, address, outside, Some(found));
        }
        if NAME_SERVICES.iter().any(|service| path.to_string_lossy().starts_with(service)) {
            return Some(Reply::Fails(libc::ENOENT));
        }
        call.record.deny(denied);
        Some(Reply::Fails(libc::ECONNREFUSED))
    }

    fn perform(
        &mut self,
        call: &mut Call<'_>,
        socket: OwnedFd,
        address: Vec<u8>,
        if_refused: Option<Denied>,
    ) -> Option<Reply> {
        self.perform_holding(call, socket, address, if_refused, None)
    }

    /// Connects within the world; the kernel finds no other listener for that socket. `held` keeps the target
    /// of the address open.
    fn perform_holding(
        &mut self,
        call: &mut Call<'_>,
        socket: OwnedFd,
        address: Vec<u8>,
        if_refused: Option<Denied>,
        held: Option<OwnedFd>,
    ) -> Option<Reply> {
        let attempt = move |socket: &OwnedFd, shared: &Shared| {
            let gave = sys::connect(socket.as_raw_fd(), &address);
            drop(held);
            if let Some(denied) = if_refused.filter(|_| was_refused(socket, gave)) {
                shared.deny(denied);
            }
            reply(gave)
        };
        if waits(&socket) {
            self.later(call.notice.id, socket, attempt);
            return None;
        }
        let reply = attempt(&socket, &self.shared);
        for denied in self.shared.denied.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            call.record.deny(denied);
        }
        Some(reply)
    }

    /// Runs something slow on its own thread, which then answers the call.
    fn later(
        &mut self,
        id: u64,
        socket: OwnedFd,
        work: impl FnOnce(&OwnedFd, &Shared) -> Reply + Send + 'static,
    ) {
        let (socket, shared, listener) =
            (Arc::new(socket), Arc::clone(&self.shared), Arc::clone(&self.listener));
        let under_way = Arc::clone(&socket);
        self.shared.under_way.lock().unwrap_or_else(PoisonError::into_inner).push(under_way);
        let started = thread::Builder::new().name("connect".to_owned()).spawn(move || {
            let reply = work(&socket, &shared);
            let mut all = shared.under_way.lock().unwrap_or_else(PoisonError::into_inner);
            all.retain(|other| !Arc::ptr_eq(other, &socket));
            sys::reply(listener.as_raw_fd(), id, reply);
        });
        self.threads.retain(|thread| !thread.is_finished());
        match started {
            Ok(thread) => self.threads.push(thread),
            Err(_) => sys::reply(self.listener.as_raw_fd(), id, Reply::Fails(libc::EAGAIN)),
        }
    }

    /// Connects to a listed host from here, and the command's socket to us.
    ///
    /// # Limitations
    /// Nothing waits for this thread: it ends by itself, at the latest when the connection times out.
    fn relay(&mut self, call: &mut Call<'_>, socket: OwnedFd, host: String, port: u16) {
        let (id, listener, reach) = (call.notice.id, Arc::clone(&self.listener), self.reach.clone());
        let (shared, outside) = (Arc::clone(&self.shared), self.reach.clone());
        let Some(seat) = self.reach.seat() else {
            return sys::reply(self.listener.as_raw_fd(), id, Reply::Fails(libc::EAGAIN));
        };
        let started = thread::Builder::new().name("reach".to_owned()).spawn(move || {
            let (tell, told) = mpsc::channel();
            let patient = waits(&socket);
            let connecting = thread::Builder::new().name("reach".to_owned()).spawn(move || {
                let inner = |ip| shared.deny(Denied::Host(format!("{host}:{port} ({ip})")));
                // The receiver may be gone.
                let _ = tell.send(outside.connect(&host, port, inner));
            });
            let first = match (connecting, patient) {
                (Err(e), _) => Some(Err(e)),
                (Ok(_), true) => told.recv().ok(),
                (Ok(_), false) => told.recv_timeout(reach::GRACE).ok(),
            };
            join((&reach, seat), &socket, first, &told, |reply| sys::reply(listener.as_raw_fd(), id, reply));
        });
        if started.is_err() {
            sys::reply(self.listener.as_raw_fd(), id, Reply::Fails(libc::EAGAIN));
        }
    }
}

/// Joins both ends. `first` is the result known when the command must be answered; a later one comes through
/// `told`.
fn join(
    (reach, seat): (&Reach, Seat),
    socket: &OwnedFd,
    first: Option<io::Result<TcpStream>>,
    told: &mpsc::Receiver<io::Result<TcpStream>>,
    answer: impl FnOnce(Reply),
) {
    let first = match first {
        Some(Err(e)) => return answer(Reply::Fails(e.raw_os_error().unwrap_or(libc::EHOSTUNREACH))),
        first => first,
    };
    match reach.join(socket) {
        Err(e) => answer(Reply::Fails(e.raw_os_error().unwrap_or(libc::ECONNABORTED))),
        Ok((gave, inside)) => {
            answer(reply(gave));
            // If there is no other end after all, dropping ours tells the command.
            if let Some(Ok(outside)) = first.or_else(|| told.recv().ok()) {
                let _ = reach.pass_on(seat, inside, outside);
            }
        }
    }
}

fn reply(gave: Sys<()>) -> Reply {
    gave.map_or_else(Reply::Fails, |()| Reply::Done)
}

/// Whether a connection within the world was refused.
fn was_refused(socket: &OwnedFd, gave: Sys<()>) -> bool {
    match gave {
        Err(libc::ECONNREFUSED) => true,
        Err(libc::EINPROGRESS) => {
            let mut settled = [libc::pollfd { fd: socket.as_raw_fd(), events: libc::POLLOUT, revents: 0 }];
            let _ = sys::poll(&mut settled, SETTLING_MS);
            // Reading the error here would take it from the command.
            sys::tcp_state(socket.as_raw_fd()) == Ok(CLOSED)
        }
        _ => false,
    }
}

/// Whether the socket is blocking.
fn waits(socket: &OwnedFd) -> bool {
    rustix::fs::fcntl_getfl(socket).is_ok_and(|flags| !flags.contains(rustix::fs::OFlags::NONBLOCK))
}

/// A list of sockets that the kernel keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    Tcp,
    Udp,
}

impl Table {
    /// Returns the ports that are bound, or listened on, in the network of a process; None if they cannot be read.
    fn ports(self, process: &str) -> Option<BTreeSet<u16>> {
        /// The kernel's number for TCP state LISTEN.
        const LISTEN: &str = "0A";
        let (v4, v6) = match self {
            Self::Tcp => ("tcp", "tcp6"),
            Self::Udp => ("udp", "udp6"),
        };
        let mut text = fs::read_to_string(format!("/proc/{process}/net/{v4}")).ok()?;
        // IPv6 may not be available.
        text += &fs::read_to_string(format!("/proc/{process}/net/{v6}")).unwrap_or_default();
        let port = |line: &str| {
            let mut words = line.split_whitespace().skip(1);
            let (local, state) = (words.next()?, words.nth(1)?);
            let counts = self == Self::Udp || state == LISTEN;
            u16::from_str_radix(local.rsplit_once(':')?.1, 16).ok().filter(|_| counts)
        };
        Some(text.lines().filter_map(port).collect())
    }
}

/// Whether something on the machine itself has that port, or that cannot be known.
fn is_bound_outside(table: Table, port: u16) -> bool {
    table.ports("thread-self").is_none_or(|ports| ports.contains(&port))
}

fn is_own(address: SocketAddr) -> bool {
    address.ip().is_loopback() || address.ip().is_unspecified()
}

/// Names a host for a person: by the name that was looked up, else by its address.
fn host(call: &mut Call<'_>, address: SocketAddr) -> String {
    match call.names.name_of(address.ip()) {
        Some(name) => format!("{name}:{}", address.port()),
        None => address.to_string(),
    }
}

/// Duplicates a process's descriptor.
fn taken(thread: u32, fd: RawFd) -> Sys<OwnedFd> {
    let status = fs::read_to_string(format!("/proc/{thread}/status")).map_err(|_| libc::ESRCH)?;
    let process = status.lines().find_map(|line| line.strip_prefix("Tgid:")?.trim().parse().ok());
    let process = super::birth::owned(sys::pidfd_open(process.ok_or(libc::ESRCH)?)?);
    sys::pidfd_getfd(process.as_raw_fd(), fd).map(super::birth::owned)
}

fn is_socket(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|stat| stat.file_type().is_socket())
}

/// Whether an abstract socket of that name exists outside.
fn exists_outside(name: &str) -> bool {
    let end = format!(" @{}", name.trim_end_matches('\0'));
    fs::read_to_string("/proc/self/net/unix").is_ok_and(|text| text.lines().any(|line| line.ends_with(&end)))
}

/// Encodes a path as a Unix socket address.
fn path_address(path: &str) -> Vec<u8> {
    let mut all = (libc::AF_UNIX as u16).to_ne_bytes().to_vec();
    all.extend(path.bytes());
    all.push(0);
    all
}
