//! The daemon of a home: its location, whether it runs, and its identity. Each home has one lock, held for as long as
//! its daemon lives and released by the kernel however it dies. Only the lock says whether a daemon runs; everything
//! else is a hint.

pub mod end;
pub mod listen;
pub mod lock;
pub mod log;
pub mod reach;
pub mod settings;
pub mod socket;
pub mod start;
pub mod surroundings;
pub mod told;
pub mod unit;

use std::{
    fs,
    io::{self, Write},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Level, Result};
use countersign_server::far::PhoneAddress;
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};

use crate::home::{self, Home, SystemDaemon, read_settings};

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The daemon's description of itself in `daemon.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Its process.
    pub pid: u32,
    /// Where it listens for HTTP: `127.0.0.1:4114`.
    pub address: String,
    /// Its URL for a browser on this machine.
    pub url: String,
    /// Its URL for other machines; `None` if they cannot reach it.
    pub far_url: Option<String>,
    /// Where a person opened it for phones while it runs; then `far_url` is that one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paired: Option<PhoneAddress>,
    /// Its UNIX socket.
    pub socket: PathBuf,
    /// Its version.
    pub version: String,
    /// When it started, in milliseconds since the epoch.
    pub started_at: u64,
    /// How well persons and agents are separated there.
    pub level: Level,
    /// Whether a command started it; then it exits when idle.
    pub auto: bool,
}

impl Info {
    /// Reads the description of a home's daemon; `None` if it cannot be read. The daemon may have exited since.
    pub fn read(home: &Home) -> Option<Self> {
        serde_json::from_slice(&fs::read(path(home)).ok()?).ok()
    }

    /// Writes it atomically, readable by the owner only; also beside a socket outside the home, for the users of that
    /// socket.
    pub fn write(&self, home: &Home) -> Result<()> {
        let bytes = serde_json::to_vec(self).map_err(Error::bug)?;
        write_private(&path(home), &bytes).map_err(|e| unusable(&path(home), &e))?;
        let Some(beside) = self.beside(home) else { return Ok(()) };
        write_with_mode(&beside, &bytes, 0o640).map_err(|e| unusable(&beside, &e))
    }

    /// Returns the second path, beside a socket outside the home.
    fn beside(&self, home: &Home) -> Option<PathBuf> {
        Some(self.socket.with_file_name(NOTE)).filter(|beside| *beside != path(home))
    }

    /// Removes it, if it is this daemon's.
    pub fn remove(&self, home: &Home) {
        // It may have been opened for phones since.
        let is_own = |read: Self| (read.pid, read.started_at) == (self.pid, self.started_at);
        if Self::read(home).is_some_and(is_own) {
            // A stale file is harmless: the lock shows that the daemon is gone.
            let _ = fs::remove_file(path(home));
            let _ = self.beside(home).map(fs::remove_file);
        }
    }

    /// Returns the description of this daemon when it is open for phones there, or no longer.
    #[must_use]
    pub fn open_for_phones(&self, opened: Option<&PhoneAddress>) -> Self {
        let far_url = opened.map(|at| at.url.clone()).or_else(|| self.far_url.clone());
        Self { far_url, paired: opened.cloned(), ..self.clone() }
    }

    /// Describes the daemon in a sentence.
    pub fn words(&self) -> Message {
        say!("command-daemon-words", pid = self.pid, version = self.version, url = self.url)
    }
}

/// The file that describes a daemon.
const NOTE: &str = "daemon.json";

/// Returns the socket of the daemon that a home's commands use: in the home, unless its settings or the environment
/// name another.
pub fn socket_path(home: &Home) -> PathBuf {
    if let Some(elsewhere) = &home.elsewhere {
        return elsewhere.clone();
    }
    system(home).and_then(|s| s.socket).unwrap_or_else(|| home.data.join("daemon.sock"))
}

/// Reads the settings of a system daemon. Every command needs this and few homes have such settings, so the file is
/// only parsed if it contains the word, or an escape that could spell it. Broken settings are reported elsewhere.
fn system(home: &Home) -> Option<SystemDaemon> {
    let path = home.config();
    let text = read_settings(&path).ok()??;
    let may_say_so = text.contains("system") || text.contains('\\');
    may_say_so.then(|| home::parse_config(&text, &path).ok()?.system).flatten()
}

fn path(home: &Home) -> PathBuf {
    match &home.elsewhere {
        Some(socket) => socket.with_file_name(NOTE),
        None => home.data.join(NOTE),
    }
}

/// Writes a file atomically, readable by its owner only.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with_mode(path, bytes, 0o600)
}

fn write_with_mode(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    // A temporary file is private from the beginning.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    file.persist(path).map(drop).map_err(|e| e.error)
}

/// Returns the error for an unusable file of the home.
pub fn unusable(path: &Path, e: &io::Error) -> Error {
    Error::new(ErrorCode::Store, say!("effect-cannot-use", path = path.display(), error = e))
        .hint(say!("command-home-writable-other"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_socket_that_the_settings_name_is_found_however_its_name_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::locate(Some(folder.path().into())).unwrap();
        let own = folder.path().join("daemon.sock");
        for (text, expected) in [
            (None, own.as_path()),
            (Some("[server.x]\ncommand = \"x\"\n"), &own),
            (Some("[system]\nsocket = \"/run/s\"\n"), Path::new("/run/s")),
            (Some("[\"\\u0073ystem\"]\nsocket = \"/run/s\"\n"), Path::new("/run/s")),
            (Some("system = { socket = \"/run/s\" }\n"), Path::new("/run/s")),
            (Some("[system]\nsocket = 3\n"), &own),
        ] {
            if let Some(text) = text {
                fs::write(home.config(), text).unwrap();
            }
            assert_eq!(socket_path(&home), expected, "{text:?}");
        }
    }
}
