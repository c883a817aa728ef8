//! Who is at the other end of a connection, as far as the machine can tell.

use std::net::SocketAddr;

use crate::App;

/// The other end of a connection; the listener puts it among each request's extensions.
#[derive(Debug, Clone)]
pub struct Peer {
    /// By which door it came.
    pub door: Door,
    /// The user it runs as, where the machine says so.
    pub uid: Option<u32>,
    /// Its process, where the machine says so.
    pub pid: Option<u32>,
}

/// A way in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The UNIX socket, which no browser and no other machine can reach.
    Unix,
    /// TCP, at this address of ours.
    Tcp {
        /// Ours.
        here: SocketAddr,
        /// Theirs.
        there: SocketAddr,
        /// Whether the connection is encrypted.
        tls: bool,
    },
}

/// The agent among the process at the other end and its ancestors.
pub fn agent_of(_app: &App, _peer: &Peer) -> Option<String> {
    None
}
