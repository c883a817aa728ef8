//! Where the daemon listens, and its URLs for browsers.
//!
//! `localhost` is the only local name for which browsers allow passkeys. Browsers try its IPv6 address first, so
//! another listener there would be taken for the desk: the daemon listens on both, or does not use the name.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener},
    sync::Arc,
};

use countersign_core::{Error, ErrorCode, Result, text::visible};
use countersign_server::{TcpDoor, far::addresses::own_address, peer};
use countersign_words::{Message, say};

use super::start::USUAL;

/// How often another free port is tried.
const TRIES: usize = 8;

/// Where it listens.
pub struct Bound {
    /// The requested address.
    pub address: SocketAddr,
    listener: TcpListener,
    /// The same port on the other loopback address.
    twin: Option<TcpListener>,
    /// Whether `localhost` with that port can only mean this daemon.
    is_localhost: bool,
}

/// Listens on the requested address, otherwise on the default port. Only a daemon that a command started takes any free
/// port if that is taken: nobody asked where it listens.
pub fn bind(listen: Option<SocketAddr>, auto: bool) -> Result<Bound> {
    let any = SocketAddr::new(USUAL.ip(), 0);
    if listen.is_none() && auto {
        let tried = std::iter::once(USUAL).chain(std::iter::repeat_n(any, TRIES)).map(with_twin);
        let free = tried.flatten().find(|bound| bound.is_localhost);
        return free.map_or_else(|| with_twin(any), Ok).map_err(|e| cannot(any, &e));
    }
    let address = listen.unwrap_or(USUAL);
    let bound = with_twin(address).map_err(|e| cannot(address, &e))?;
    if listen.is_none() && !bound.is_localhost {
        // A browser would reach whoever listens at the other loopback address.
        let other = SocketAddr::new(Ipv6Addr::LOCALHOST.into(), USUAL.port());
        return Err(cannot(other, &io::ErrorKind::AddrInUse.into()));
    }
    Ok(bound)
}

/// Returns the error for an address that cannot be listened on: who does, and how to choose another.
fn cannot(address: SocketAddr, e: &io::Error) -> Error {
    let holder = (e.kind() == io::ErrorKind::AddrInUse).then(|| peer::listener(address)).flatten();
    let what = match holder {
        Some((pid, name)) => {
            say!("command-port-taken", address = address.to_string(), pid, name = visible(&name).text)
        }
        None => say!("command-cannot-listen", address = address.to_string(), error = Message::of_error(e)),
    };
    Error::new(ErrorCode::Store, what).hint(say!("command-cannot-listen-hint"))
}

/// Fails if somebody other than `pid` listens where a daemon with these options would.
pub fn check_free(listen: Option<SocketAddr>, pid: u32) -> Result<()> {
    let address = listen.unwrap_or(USUAL);
    match TcpListener::bind(address) {
        Err(e) if e.kind() == io::ErrorKind::AddrInUse => match peer::listener(address) {
            Some((holder, _)) if holder == pid => Ok(()),
            _ => Err(cannot(address, &e)),
        },
        _ => Ok(()),
    }
}

fn with_twin(address: SocketAddr) -> io::Result<Bound> {
    let listener = TcpListener::bind(address)?;
    let address = listener.local_addr()?;
    let ip = address.ip();
    let (four, six) = (IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST));
    let other = if ip == four || (ip.is_unspecified() && ip.is_ipv4()) {
        six
    } else if ip == six {
        four
    } else {
        // Listening on all IPv6 addresses includes IPv4, unless the machine is configured otherwise.
        let is_localhost = ip.is_unspecified();
        return Ok(Bound { address, listener, twin: None, is_localhost });
    };
    let (twin, is_localhost) = match TcpListener::bind(SocketAddr::new(other, address.port())) {
        Ok(twin) => (Some(twin), true),
        // Another program listens there: a browser might reach it.
        Err(e) if e.kind() == io::ErrorKind::AddrInUse => (None, false),
        // The machine has no such address, so nobody listens there.
        Err(_) => (None, true),
    };
    Ok(Bound { address, listener, twin, is_localhost })
}

impl Bound {
    /// Returns the URLs for browsers on this machine and on others; on this machine the one where passkeys work, if
    /// any.
    pub fn urls(&self, passkeys_at: Option<String>, names: &[String], tls: bool) -> (String, Option<String>) {
        let scheme = if tls { "https" } else { "http" };
        let ip = self.address.ip();
        let at = |ip: IpAddr| format!("{scheme}://{}", SocketAddr::new(ip, self.address.port()));
        let far = match names.first() {
            Some(name) => Some(format!("{scheme}://{name}")),
            None if ip.is_loopback() => None,
            None if ip.is_unspecified() => own_address().map(at),
            None => Some(at(ip)),
        };
        let local = format!("{scheme}://localhost:{}", self.address.port());
        let near = match passkeys_at {
            // Passkeys are bound to a name that other machines know too.
            Some(origin) if origin != local => origin,
            _ if self.is_localhost => local,
            _ => at(if ip.is_unspecified() { USUAL.ip() } else { ip }),
        };
        (near, far)
    }

    /// Returns the listeners of the daemon.
    pub fn doors(self, tls: Option<Arc<rustls::ServerConfig>>) -> Vec<TcpDoor> {
        let all = [Some(self.listener), self.twin].into_iter().flatten();
        all.map(|listener| TcpDoor { listener, tls: tls.clone() }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(address: &str) -> Bound {
        with_twin(address.parse().unwrap()).unwrap()
    }

    #[test]
    fn h6_the_address_that_is_told_is_the_one_at_which_passkeys_work() {
        for address in ["127.0.0.1:0", "0.0.0.0:0"] {
            let bound = bound(address);
            let local = format!("http://localhost:{}", bound.address.port());
            assert_eq!(bound.urls(Some(local.clone()), &[], false).0, local, "{address}");
        }
        let named = "https://desk.example.com:4114";
        let (near, far) =
            bound("127.0.0.1:0").urls(Some(named.into()), &["desk.example.com:4114".into()], true);
        assert_eq!((near.as_str(), far.as_deref()), (named, Some(named)));
    }

    #[test]
    fn a_daemon_on_loopback_is_found_from_nowhere_else_and_no_link_leads_to_an_address_that_is_none() {
        assert_eq!(bound("127.0.0.1:0").urls(None, &[], false).1, None);
        let (near, far) = bound("0.0.0.0:0").urls(None, &[], true);
        assert!(!near.contains("0.0.0.0") && far.is_none_or(|url| !url.contains("0.0.0.0")));
    }

    #[test]
    fn c1_where_another_program_listens_at_the_other_loopback_address_no_link_leads_to_it() {
        let Ok(other) = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)) else { return };
        let address = SocketAddr::new(Ipv4Addr::LOCALHOST.into(), other.local_addr().unwrap().port());
        let bound = with_twin(address).unwrap();
        assert_eq!(bound.urls(None, &[], false).0, format!("http://{address}"));
        assert_eq!(bound.doors(None).len(), 1);
        let free = bind(None, true).unwrap();
        assert!(free.is_localhost, "a port at which both are free is chosen");
    }

    #[test]
    fn an_address_that_was_asked_for_is_used_or_refused() {
        for auto in [false, true] {
            let held = bind(Some("127.0.0.1:0".parse().unwrap()), auto).unwrap();
            let error = bind(Some(held.address), auto).err().unwrap();
            assert_eq!((error.code, error.hint.is_some()), (ErrorCode::Store, true));
            let own = std::process::id();
            assert!(error.message.contains(&format!("process {own} ")), "{error}");
            assert!(check_free(Some(held.address), own).is_ok());
            assert!(check_free(Some(held.address), own + 1).is_err());
        }
    }
}
