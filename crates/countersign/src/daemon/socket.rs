//! The UNIX socket of a home's daemon: created in a private folder, then moved into place.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::{
        fs::{PermissionsExt, chown},
        net::{UnixListener, UnixStream},
    },
    path::PathBuf,
};

use countersign_client::Short;
use countersign_core::Result;

use super::{socket_path, unusable};
use crate::home::Home;

/// Listens, replacing the socket of a daemon that is gone. Requires the lock. A socket outside the home is also open to
/// this user's group: access is checked at each request.
pub fn listen(home: &Home) -> Result<UnixListener> {
    let path = socket_path(home);
    let listen = || -> io::Result<UnixListener> {
        let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
        // In a private folder until its mode is set.
        let nest = tempfile::Builder::new().prefix(".s").tempdir_in(folder)?;
        let first = nest.path().join("s");
        let listener = UnixListener::bind(&Short::of(&first)?.path)?;
        let shared = folder != home.data;
        if shared {
            chown(&first, None, Some(rustix::process::getegid().as_raw()))?;
        }
        fs::set_permissions(&first, Permissions::from_mode(if shared { 0o660 } else { 0o600 }))?;
        fs::rename(&first, &path)?;
        Ok(listener)
    };
    listen().map_err(|e| unusable(&path, &e))
}

/// Returns the listening process; `None` if there is none.
pub fn listener_pid(home: &Home) -> Option<u32> {
    let short = Short::of(&socket_path(home)).ok()?;
    let stream = UnixStream::connect(&short.path).ok()?;
    let peer = rustix::net::sockopt::socket_peercred(&stream).ok()?;
    u32::try_from(peer.pid.as_raw_nonzero().get()).ok()
}

/// The name of the socket while its daemon checks whether it may exit: no client connects to it.
pub fn aside(home: &Home) -> PathBuf {
    let mut name = socket_path(home).into_os_string();
    name.push(".aside");
    name.into()
}
