//! Decides which hosts a command may reach and relays its connections: the caller connects to the host, and
//! the command only holds a socket of its own world, which reaches nothing else.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _},
    os::fd::{AsRawFd as _, OwnedFd},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use super::sys::{self, Sys};
use crate::Network;

/// Maximum length of a kernel socket address.
pub const ADDRESS: usize = 128;
/// Timeout of a connection.
const CONNECTING: Duration = Duration::from_secs(15);
/// A non-blocking caller is told after this long that it is connected; the outcome is usually known by then.
pub const GRACE: Duration = Duration::from_millis(150);
/// Timeout for the command's socket to connect to us, on the same machine.
const JOINING_MS: i32 = 5_000;
/// Maximum number of open outside connections of a world.
const SEATS: usize = 256;
/// How many unexpected connections are rejected before giving up.
const STRANGERS: usize = 1_000;

/// The listed hosts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed(Vec<Entry>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    host: Host,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Host {
    Name(String),
    /// Names with this suffix; it begins with a dot.
    Below(String),
    Address(IpAddr),
    /// This machine, by IPv4 or IPv6.
    Local,
    /// Any but this machine.
    Any,
}

impl Listed {
    /// Parses the list: `example.com`, `*.example.com`, `127.0.0.1:8080`, `[::1]:8080`.
    pub fn new(network: &Network) -> Self {
        match network {
            Network::None => Self::default(),
            Network::Any => Self(vec![Entry { host: Host::Any, port: None }]),
            Network::Hosts(hosts) | Network::Client { hosts, .. } => {
                Self(hosts.iter().map(|host| Entry::read(host)).collect())
            }
        }
    }

    /// Whether a name is listed, with any port.
    pub fn name(&self, name: &str) -> bool {
        self.0.iter().any(|entry| entry.host.fits_name(name))
    }

    /// Whether a name may be reached at that port.
    pub fn name_at(&self, name: &str, port: u16) -> bool {
        self.0.iter().any(|entry| entry.host.fits_name(name) && entry.port.is_none_or(|p| p == port))
    }

    /// Whether an address may be reached.
    pub fn address(&self, address: SocketAddr) -> bool {
        let fits = |host: &Host| match host {
            Host::Address(ip) => *ip == address.ip(),
            Host::Local => address.ip().is_loopback(),
            Host::Any => !address.ip().is_loopback() && !address.ip().is_unspecified(),
            Host::Name(_) | Host::Below(_) => false,
        };
        self.0.iter().any(|entry| fits(&entry.host) && entry.port.is_none_or(|p| p == address.port()))
    }
}

impl Entry {
    fn read(text: &str) -> Self {
        let text = text.trim().to_ascii_lowercase();
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Self { host: Host::Address(address.ip()), port: Some(address.port()) };
        }
        if let Ok(ip) = text.trim_matches(['[', ']']).parse::<IpAddr>() {
            return Self { host: Host::Address(ip), port: None };
        }
        let (name, port) = match text.rsplit_once(':') {
            Some((name, port)) if port.parse::<u16>().is_ok() => (name, port.parse().ok()),
            _ => (text.as_str(), None),
        };
        let name = name.trim_end_matches('.');
        let host = match name.strip_prefix('*') {
            _ if name == "localhost" => Host::Local,
            Some(below) if below.starts_with('.') => Host::Below(below.to_owned()),
            _ => Host::Name(name.to_owned()),
        };
        Self { host, port }
    }
}

impl Host {
    fn fits_name(&self, name: &str) -> bool {
        match self {
            Self::Name(listed) => listed == name,
            Self::Below(end) => name.len() > end.len() && name.ends_with(end.as_str()),
            Self::Address(_) | Self::Local => false,
            Self::Any => true,
        }
    }
}

/// Relays connections to listed hosts.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The listed hosts.
    pub listed: Listed,
    relay: Arc<Relay>,
}

#[derive(Debug, Default)]
struct Relay {
    v4: Option<TcpListener>,
    v6: Option<TcpListener>,
    /// Joins run one at a time, so that each accepts its own connection.
    joining: Mutex<()>,
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    open: Vec<Line>,
    over: bool,
    /// Cloned once for each connection that is open or pending.
    seats: Arc<()>,
}

/// The right to one connection: limits the caller's descriptors and threads that a command can use.
#[derive(Debug)]
pub struct Seat {
    _taken: Arc<()>,
}

/// A relayed connection: both ends and their threads.
#[derive(Debug)]
struct Line {
    _seat: Seat,
    ends: [TcpStream; 2],
    threads: [JoinHandle<()>; 2],
}

impl Reach {
    /// Creates one for the listed hosts; `relays` accept the command's connections.
    pub fn new(network: &Network, relays: [Option<OwnedFd>; 2]) -> Self {
        let [v4, v6] = relays.map(|fd| fd.map(TcpListener::from));
        Self { listed: Listed::new(network), relay: Arc::new(Relay { v4, v6, ..Relay::default() }) }
    }

    /// Connects to a host from here. A listed name does not approve local or private addresses that it
    /// resolves to: these are passed to `inner` and only reached if listed by address.
    pub fn connect(&self, host: &str, port: u16, inner: impl Fn(IpAddr)) -> io::Result<TcpStream> {
        let mut last = io::Error::from_raw_os_error(libc::EHOSTUNREACH);
        for address in (host, port).to_socket_addrs().map_err(|_| last.kind())? {
            if is_inner(address.ip()) && !self.listed.address(address) {
                inner(address.ip());
                last = io::Error::from_raw_os_error(libc::EACCES);
                continue;
            }
            match TcpStream::connect_timeout(&address, CONNECTING) {
                Ok(stream) => return Ok(stream),
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    /// Connects the command's socket to us. Returns the result of its `connect` and our end.
    pub fn join(&self, socket: &OwnedFd) -> io::Result<(Sys<()>, TcpStream)> {
        let domain = sys::socket_option(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_DOMAIN);
        let listener = if domain == Ok(libc::AF_INET6) { &self.relay.v6 } else { &self.relay.v4 };
        let listener = listener.as_ref().ok_or(io::ErrorKind::Unsupported)?;
        let address = socket_address(listener.local_addr()?);
        let _one = self.relay.joining.lock().unwrap_or_else(PoisonError::into_inner);
        let gave = sys::connect(socket.as_raw_fd(), &address);
        if !matches!(gave, Ok(()) | Err(libc::EINPROGRESS)) {
            return Err(io::Error::from_raw_os_error(gave.err().unwrap_or(libc::EIO)));
        }
        let from = TcpStream::from(socket.try_clone()?).local_addr()?;
        for _ in 0..STRANGERS {
            let mut waiting = [libc::pollfd { fd: listener.as_raw_fd(), events: libc::POLLIN, revents: 0 }];
            sys::poll(&mut waiting, JOINING_MS).map_err(io::Error::from_raw_os_error)?;
            let (stream, peer) = listener.accept()?;
            if peer == from {
                stream.set_nonblocking(false)?;
                return Ok((gave, stream));
            }
        }
        Err(io::ErrorKind::ConnectionAborted.into())
    }

    /// Returns the right to one more connection, if there are not too many.
    pub fn seat(&self) -> Option<Seat> {
        let mut lines = self.relay.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.open.retain(|line| !line.threads.iter().all(JoinHandle::is_finished));
        let free = Arc::strong_count(&lines.seats) <= SEATS && !lines.over;
        free.then(|| Seat { _taken: Arc::clone(&lines.seats) })
    }

    /// Relays data between both ends until one is closed or the world ends.
    pub fn pass_on(&self, seat: Seat, inside: TcpStream, outside: TcpStream) -> io::Result<()> {
        let mut lines = self.relay.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.over {
            return Ok(());
        }
        // The command decides how to batch its writes.
        let _ = (inside.set_nodelay(true), outside.set_nodelay(true));
        let ends = [inside.try_clone()?, outside.try_clone()?];
        let out = copy(inside.try_clone()?, outside.try_clone()?)?;
        let back = copy(outside, inside)?;
        lines.open.push(Line { _seat: seat, ends, threads: [out, back] });
        Ok(())
    }

    /// Closes all relayed connections; no more are accepted.
    pub fn finish(&self) {
        let mut lines = self.relay.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.over = true;
        for line in lines.open.drain(..) {
            for end in line.ends {
                // It may be closed already.
                let _ = end.shutdown(Shutdown::Both);
            }
            for thread in line.threads {
                let _ = thread.join();
            }
        }
    }
}

/// Whether an address is local, private, or multicast.
fn is_inner(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_inner_v4(ip),
        IpAddr::V6(ip) => {
            let parts = ip.segments();
            let [.., high, low] = parts;
            let last = Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
            match parts {
                // An embedded IPv4 address: mapped, compatible, or NAT64.
                [0, 0, 0, 0, 0, 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] | [0x64, 0xff9b, ..] => {
                    is_inner_v4(last)
                }
                [0, 0, 0, 0, 0, 0, ..] => true,
                [0x2002, high, low, ..] => {
                    is_inner_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)))
                }
                // Unique local, link-local, site-local, multicast, documentation.
                [first, second, ..] => {
                    first & 0xfe00 == 0xfc00
                        || first & 0xff80 == 0xfe80
                        || first & 0xff00 == 0xff00
                        || (first, second) == (0x2001, 0xdb8)
                }
            }
        }
    }
}

fn is_inner_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    a == 0
        || ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        // Carrier-grade NAT, protocol assignments, benchmarks, reserved, broadcast.
        || (a == 100 && b & 0xc0 == 64)
        || (a, b, c) == (192, 0, 0)
        || (a == 198 && b & 0xfe == 18)
        || a >= 240
}

fn copy(mut from: TcpStream, mut to: TcpStream) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name("relay".to_owned()).spawn(move || {
        match io::copy(&mut from, &mut to) {
            // One direction is finished; the other may go on.
            Ok(_) => {
                let _ = to.shutdown(Shutdown::Write);
            }
            Err(_) => {
                let _ = (to.shutdown(Shutdown::Both), from.shutdown(Shutdown::Both));
            }
        }
    })
}

/// Encodes an address for the kernel.
pub fn socket_address(address: SocketAddr) -> Vec<u8> {
    let mut all = Vec::with_capacity(28);
    match address {
        SocketAddr::V4(v4) => {
            all.extend((libc::AF_INET as u16).to_ne_bytes());
            all.extend(v4.port().to_be_bytes());
            all.extend(v4.ip().octets());
            all.extend([0; 8]);
        }
        SocketAddr::V6(v6) => {
            all.extend((libc::AF_INET6 as u16).to_ne_bytes());
            all.extend(v6.port().to_be_bytes());
            all.extend(v6.flowinfo().to_be_bytes());
            all.extend(v6.ip().octets());
            all.extend(v6.scope_id().to_ne_bytes());
        }
    }
    all
}

/// Decodes an internet address that a command passed to the kernel; None: another kind, or too short.
pub fn read_address(bytes: &[u8]) -> Option<SocketAddr> {
    let family = i32::from(u16::from_ne_bytes([*bytes.first()?, *bytes.get(1)?]));
    let port = u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?]);
    match family {
        libc::AF_INET => {
            let octets: [u8; 4] = bytes.get(4..8)?.try_into().ok()?;
            Some(SocketAddr::new(Ipv4Addr::from(octets).into(), port))
        }
        libc::AF_INET6 => {
            let octets: [u8; 16] = bytes.get(8..24)?.try_into().ok()?;
            let ip = Ipv6Addr::from(octets);
            Some(SocketAddr::new(ip.to_ipv4_mapped().map_or(IpAddr::V6(ip), IpAddr::V4), port))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_reached_as_they_are_listed_and_no_further() {
        let hosts =
            ["Example.com", "*.pages.example", "one.example:443", "127.0.0.1:8080", "[::1]", "localhost:9"];
        let listed = Listed::new(&Network::Hosts(hosts.map(str::to_owned).to_vec()));
        for (name, port, may) in [
            ("example.com", 1, true),
            ("www.example.com", 443, false),
            ("notexample.com", 443, false),
            ("a.pages.example", 443, true),
            ("b.a.pages.example", 443, true),
            ("pages.example", 443, false),
            ("evilpages.example", 443, false),
            ("one.example", 443, true),
            ("one.example", 80, false),
            ("127.0.0.1", 8080, false),
        ] {
            assert_eq!(listed.name_at(name, port), may, "{name}:{port}");
        }
        let any = Listed::new(&Network::Any);
        assert!(any.name_at("example.com", 22) && any.address("10.0.0.1:9".parse().unwrap()));
        for address in ["127.0.0.1:80", "[::1]:80", "0.0.0.0:80"] {
            assert!(!any.address(address.parse().unwrap()), "this machine: {address}");
        }
        for (address, may) in [
            ("127.0.0.1:8080", true),
            ("127.0.0.1:8081", false),
            ("127.0.0.2:8080", false),
            ("[::1]:5", true),
            ("127.0.0.1:9", true),
            ("10.0.0.1:9", false),
        ] {
            assert_eq!(listed.address(address.parse().unwrap()), may, "{address}");
        }
        assert!(!Listed::new(&Network::None).name("example.com"));
        assert!(!Listed::new(&Network::Hosts(vec!["*".to_owned(), "*com".to_owned()])).name("example.com"));
    }

    #[test]
    fn a12_what_is_near_is_told_from_what_is_public() {
        for inner in [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "100.127.255.255",
            "192.0.0.8",
            "198.18.0.1",
            "198.19.0.1",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:0:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(is_inner(inner.parse().unwrap()), "{inner}");
        }
        for public in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.1",
            "100.63.0.1",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2002:808:808::1",
            "64:ff9b::808:808",
            "::ffff:8.8.8.8",
            "2a00::1",
        ] {
            assert!(!is_inner(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn a12_an_approved_name_that_leads_to_this_machine_is_not_followed() {
        let server = TcpListener::bind("127.0.0.1:0").unwrap();
        server.set_nonblocking(true).unwrap();
        let port = server.local_addr().unwrap().port();
        let told = |hosts: &[&str], host: &str| {
            let network = Network::Hosts(hosts.iter().map(|h| (*h).to_owned()).collect());
            let reach = Reach::new(&network, [None, None]);
            let inner = Mutex::new(Vec::new());
            let made = reach.connect(host, port, |ip| inner.lock().unwrap().push(ip)).is_ok();
            (made, server.accept().is_ok(), inner.into_inner().unwrap())
        };
        let local: IpAddr = "127.0.0.1".parse().unwrap();
        // Not a literal address, so it counts as a name until it is resolved.
        assert_eq!(told(&["127.1"], "127.1"), (false, false, vec![local]));
        assert_eq!(told(&["127.1", "10.0.0.1"], "127.1"), (false, false, vec![local]));
        assert_eq!(
            told(&["127.1", "127.0.0.1"], "127.1"),
            (true, true, vec![]),
            "its address was approved, too"
        );
        assert_eq!(told(&["127.0.0.1"], "127.0.0.1"), (true, true, vec![]));
        assert_eq!(told(&["localhost"], "127.0.0.1"), (true, true, vec![]));
    }

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for text in ["127.0.0.1:80", "[fd00::1]:443"] {
            let address: SocketAddr = text.parse().unwrap();
            assert_eq!(read_address(&socket_address(address)), Some(address));
        }
        let mapped = socket_address("[::ffff:1.2.3.4]:5".parse().unwrap());
        assert_eq!(read_address(&mapped), "1.2.3.4:5".parse().ok());
        assert_eq!(read_address(&[2, 0, 0]), None);
        assert_eq!(read_address(&[1, 0, b'/', b'x']), None);
    }
}
