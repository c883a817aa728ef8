//! The addresses of this machine at which others can reach it.

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket},
};

use countersign_core::authority::listener::is_private;

/// Returns this machine's address as seen by others. Nothing is sent: the kernel only looks up the route.
pub fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// This machine's addresses in private networks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// The one to use, if that is clear: that of the default route, or the only one.
    pub chosen: Option<IpAddr>,
    /// All of them.
    pub all: Vec<IpAddr>,
}

impl Candidates {
    /// Reads them from the routes and interfaces that are up.
    ///
    /// # Limitations
    /// Where there is no `/proc`, only the address of the default route is known.
    pub fn find() -> Self {
        let table = |name: &str| fs::read_to_string(format!("/proc/self/net/{name}")).unwrap_or_default();
        Self::among(own_address(), &table("fib_trie"), &table("if_inet6"))
    }

    fn among(default: Option<IpAddr>, fib: &str, inet6: &str) -> Self {
        let default = default.filter(|ip| is_private(*ip));
        let mut all: Vec<IpAddr> = default.into_iter().collect();
        let found = local_v4(fib).map(IpAddr::V4).chain(local_v6(inet6).map(IpAddr::V6));
        for ip in found.filter(|ip| is_private(*ip)) {
            if !all.contains(&ip) {
                all.push(ip);
            }
        }
        let only = if let [one] = all[..] { Some(one) } else { None };
        Self { chosen: default.or(only), all }
    }
}

/// Reads the own IPv4 addresses from the routing table: `|-- 10.0.0.7`, then `/32 host LOCAL`.
fn local_v4(fib: &str) -> impl Iterator<Item = Ipv4Addr> {
    let mut last = None;
    fib.lines().filter_map(move |line| {
        let line = line.trim();
        if let Some(address) = line.strip_prefix("|-- ") {
            last = address.parse().ok();
        }
        if line == "/32 host LOCAL" { last } else { None }
    })
}

/// Reads the own IPv6 addresses from the list of interfaces' addresses: 32 hexadecimal digits begin a line. Temporary
/// ones are left out, since they soon change.
fn local_v6(inet6: &str) -> impl Iterator<Item = Ipv6Addr> {
    const TEMPORARY_OR_UNUSABLE: u32 = 0x01 | 0x08 | 0x20 | 0x40;
    inet6.lines().filter_map(|line| {
        let mut fields = line.split_ascii_whitespace();
        let address = u128::from_str_radix(fields.next()?, 16).ok()?;
        let flags = u32::from_str_radix(fields.nth(3)?, 16).ok()?;
        (flags & TEMPORARY_OR_UNUSABLE == 0).then(|| Ipv6Addr::from(address))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIB: &str = "\
Main:
     |-- 10.0.0.0
        /24 link UNICAST
        |-- 10.0.0.7
           /32 host LOCAL
        |-- 10.0.0.255
           /32 link BROADCAST
        |-- 127.0.0.1
           /32 host LOCAL
        |-- 172.17.0.1
           /32 host LOCAL
        |-- 203.0.113.9
           /32 host LOCAL
Local:
        |-- 10.0.0.7
           /32 host LOCAL
";
    const INET6: &str = "\
fd000000000000000000000000000002 04 40 00 82     eth0
fd000000000000000000000000000003 04 40 00 01     eth0
00000000000000000000000000000001 01 80 10 80       lo
fe8000000000000000fc00fffe000001 04 40 20 80     eth0
20010db8000000000000000000000001 04 40 00 80     eth0
";

    fn among(default: Option<&str>, fib: &str, inet6: &str) -> (Option<String>, Vec<String>) {
        let found = Candidates::among(default.map(|ip| ip.parse().unwrap()), fib, inet6);
        (found.chosen.map(|ip| ip.to_string()), found.all.iter().map(IpAddr::to_string).collect())
    }

    #[test]
    fn the_address_of_the_default_route_is_preferred_and_only_private_ones_are_offered() {
        let all = ["172.17.0.1", "10.0.0.7", "fd00::2"].map(str::to_owned).to_vec();
        assert_eq!(among(Some("172.17.0.1"), FIB, INET6), (Some("172.17.0.1".into()), all));
        let (chosen, all) = among(Some("203.0.113.9"), FIB, INET6);
        assert_eq!((chosen, all.len()), (None, 3), "several, and none is the default one");
        assert_eq!(among(Some("203.0.113.9"), "", INET6).0, Some("fd00::2".into()), "the only one");
        assert_eq!(among(None, "", ""), (None, Vec::new()));
        assert_eq!(
            among(Some("192.168.1.5"), "odd\n|-- x\n/32 host LOCAL", "odd").0,
            Some("192.168.1.5".into())
        );
    }

    #[test]
    fn what_this_machine_says_is_read() {
        let found = Candidates::find();
        assert!(found.all.iter().all(|ip| is_private(*ip)), "{found:?}");
    }
}
