//! The other end of a TCP connection, from the machine's connection table.

use std::{
    fs,
    net::{IpAddr, Ipv6Addr, SocketAddr},
};

/// Who holds the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Socket {
    /// Processes of this user.
    Held {
        /// The user.
        uid: u32,
        /// The inode of the socket.
        inode: u64,
    },
    /// Closed, though it was on this machine.
    Closed,
    /// Another machine, or one that is not visible from here.
    Elsewhere,
}

/// Finds the other end of a connection. `is_local` says that it must be on this machine.
pub fn find(here: SocketAddr, there: SocketAddr, is_local: bool) -> Socket {
    // A client may reach an IPv4 address through an IPv6 socket, so both tables may contain it.
    let tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
    let lines = tables.iter().filter_map(|path| fs::read_to_string(path).ok());
    let found = lines.into_iter().find_map(|table| table.lines().find_map(|l| held(l, here, there)));
    match found {
        Some(Socket::Held { uid, inode }) => Socket::Held { uid, inode },
        Some(Socket::Closed) => Socket::Closed,
        // Without these tables nothing is known.
        _ if is_local && cfg!(target_os = "linux") => Socket::Closed,
        _ => Socket::Elsewhere,
    }
}

/// Parses a line of the table, if it is about that connection, seen from the other end. A socket that nobody holds any
/// more has inode 0, and its user is meaningless.
fn held(line: &str, here: SocketAddr, there: SocketAddr) -> Option<Socket> {
    let mut fields = line.split_ascii_whitespace().skip(1);
    let (local, remote) = (address(fields.next()?)?, address(fields.next()?)?);
    if local != plain(there) || remote != plain(here) {
        return None;
    }
    let uid = fields.nth(4)?.parse().ok()?;
    let inode = fields.nth(1)?.parse().ok()?;
    Some(if inode == 0 { Socket::Closed } else { Socket::Held { uid, inode } })
}

/// Returns the inode of the socket that listens at an address of this machine, or at all its addresses with that port.
pub fn listener(at: SocketAddr) -> Option<u64> {
    const LISTENS: &str = "0A";
    let tables = ["/proc/self/net/tcp", "/proc/self/net/tcp6"];
    let row = |line: &str| {
        let mut fields = line.split_ascii_whitespace().skip(1);
        let (local, _, state) = (address(fields.next()?)?, fields.next()?, fields.next()?);
        let is_there =
            local.port() == at.port() && (local.ip() == plain(at).ip() || local.ip().is_unspecified());
        (state == LISTENS && is_there).then(|| fields.nth(5)?.parse().ok()).flatten()
    };
    tables
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .find_map(|table| table.lines().find_map(row))
}

fn plain(address: SocketAddr) -> SocketAddr {
    SocketAddr::new(address.ip().to_canonical(), address.port())
}

/// Parses `0100007F:1F90`: words of four bytes, each in native byte order.
fn address(text: &str) -> Option<SocketAddr> {
    let (ip, port) = text.split_once(':')?;
    let port = u16::from_str_radix(port, 16).ok()?;
    let word = |at: usize| {
        let word = u32::from_str_radix(ip.get(at * 8..at * 8 + 8)?, 16).ok()?;
        Some(word.to_ne_bytes())
    };
    let ip: IpAddr = match ip.len() {
        8 => IpAddr::from(word(0)?),
        32 => {
            let words = [word(0)?, word(1)?, word(2)?, word(3)?];
            let mut bytes = [0; 16];
            bytes.iter_mut().zip(words.iter().flatten()).for_each(|(to, from)| *to = *from);
            IpAddr::from(Ipv6Addr::from(bytes))
        }
        _ => return None,
    };
    Some(SocketAddr::new(ip.to_canonical(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[cfg(target_endian = "little")]
    #[test]
    fn addresses_are_read_as_the_kernel_writes_them() {
        assert_eq!(address("0100007F:1F90"), Some(at("127.0.0.1:8080")));
        assert_eq!(address("00000000000000000000000001000000:0050"), Some(at("[::1]:80")));
        assert_eq!(address("0000000000000000FFFF00000100007F:1F90"), Some(at("127.0.0.1:8080")));
        for bad in ["", "0100007F", "0100007:1", "0100007F:x", "ü100007F:1", "01:1"] {
            assert_eq!(address(bad), None, "{bad}");
        }
    }

    #[cfg(target_endian = "little")]
    #[test]
    fn a_socket_that_nobody_holds_says_nothing_of_a_user() {
        let line = |uid: u32, inode: u64| {
            let rest = format!("05 00000000:00000000 00:00000000 00000000 {uid} 0 {inode} 1");
            format!("  12: 0100007F:1F91 0100007F:1F90 {rest}")
        };
        let (here, there) = (at("127.0.0.1:8080"), at("127.0.0.1:8081"));
        assert_eq!(held(&line(1000, 7), here, there), Some(Socket::Held { uid: 1000, inode: 7 }));
        assert_eq!(held(&line(0, 0), here, there), Some(Socket::Closed));
        assert_eq!(held(&line(1000, 7), there, here), None);
        assert_eq!(held("  sl  local_address rem_address", here, there), None);
    }
}
