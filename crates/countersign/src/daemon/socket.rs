//! The UNIX socket of a home's daemon: made where nobody else can reach it yet, then put in place.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::{
        fs::PermissionsExt,
        net::{UnixListener, UnixStream},
    },
    path::PathBuf,
};

use countersign_client::Short;
use countersign_core::Result;

use super::{socket_path, unusable};
use crate::home::Home;

/// Listens; whatever stood there before was left behind by a daemon that is gone. Only for who holds the lock.
pub fn listen(home: &Home) -> Result<UnixListener> {
    let path = socket_path(home);
    let listen = || -> io::Result<UnixListener> {
        // In a folder for its owner alone, until its mode is right.
        let nest = tempfile::Builder::new().prefix(".s").tempdir_in(&home.data)?;
        let first = nest.path().join("s");
        let listener = UnixListener::bind(&Short::of(&first)?.path)?;
        fs::set_permissions(&first, Permissions::from_mode(0o600))?;
        fs::rename(&first, &path)?;
        Ok(listener)
    };
    listen().map_err(|e| unusable(&path, &e))
}

/// Which process listens there; None where none does.
pub fn listener_pid(home: &Home) -> Option<u32> {
    let short = Short::of(&socket_path(home)).ok()?;
    let stream = UnixStream::connect(&short.path).ok()?;
    let peer = rustix::net::sockopt::socket_peercred(&stream).ok()?;
    u32::try_from(peer.pid.as_raw_nonzero().get()).ok()
}

/// The name that the socket has while its daemon finds out whether it may end: nobody comes by it.
pub fn aside(home: &Home) -> PathBuf {
    home.data.join("daemon.sock.aside")
}
