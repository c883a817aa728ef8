//! The daemon of a home: where it is, whether it runs, and who it is. One lock for each home, held for as long as a
//! daemon lives and let go by the kernel however it dies, says whether there is one; everything else is a note.

pub mod end;
pub mod listen;
pub mod lock;
pub mod log;
pub mod reach;
pub mod settings;
pub mod socket;
pub mod start;
pub mod surroundings;

use std::{
    fs,
    io::{self, Write},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Level, Result};
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};

use crate::home::{self, Home, SystemDaemon, read_settings};

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a daemon says of itself in `daemon.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// Its process.
    pub pid: u32,
    /// Where it listens for HTTP: `127.0.0.1:4114`.
    pub address: String,
    /// Where a browser on this machine finds it.
    pub url: String,
    /// Where another machine finds it; None where none can.
    pub far_url: Option<String>,
    /// Its UNIX socket.
    pub socket: PathBuf,
    /// Its version.
    pub version: String,
    /// When it started, in milliseconds since the epoch.
    pub started_at: u64,
    /// How well persons and agents are kept apart there.
    pub level: Level,
    /// Whether a command started it; it ends when nobody uses it.
    pub auto: bool,
}

impl Info {
    /// What the daemon of a home says of itself; None where nothing can be read. It may be gone since.
    pub fn read(home: &Home) -> Option<Self> {
        serde_json::from_slice(&fs::read(path(home)).ok()?).ok()
    }

    /// Writes it as a whole, for the owner alone; and beside a socket outside the home, for whoever reaches that.
    pub fn write(&self, home: &Home) -> Result<()> {
        let bytes = serde_json::to_vec(self).map_err(Error::bug)?;
        write_private(&path(home), &bytes).map_err(|e| unusable(&path(home), &e))?;
        let Some(beside) = self.beside(home) else { return Ok(()) };
        write_with_mode(&beside, &bytes, 0o640).map_err(|e| unusable(&beside, &e))
    }

    /// Where it is besides, for a socket outside the home.
    fn beside(&self, home: &Home) -> Option<PathBuf> {
        Some(self.socket.with_file_name(NOTE)).filter(|beside| *beside != path(home))
    }

    /// Takes it away, if it is this one's.
    pub fn remove(&self, home: &Home) {
        if Self::read(home).as_ref() == Some(self) {
            // One that stays behind is known to be old by its lock.
            let _ = fs::remove_file(path(home));
            let _ = self.beside(home).map(fs::remove_file);
        }
    }

    /// Who it is, in a sentence.
    pub fn words(&self) -> Message {
        say!("command-daemon-words", pid = self.pid, version = self.version, url = self.url)
    }
}

/// The file in which a daemon says who it is.
const NOTE: &str = "daemon.json";

/// The socket of the daemon that a home's commands go to: in the home, unless its settings or the environment say
/// otherwise.
pub fn socket_path(home: &Home) -> PathBuf {
    if let Some(elsewhere) = &home.elsewhere {
        return elsewhere.clone();
    }
    system(home).and_then(|s| s.socket).unwrap_or_else(|| home.data.join("daemon.sock"))
}

/// What the settings say of a daemon of the whole machine. Every command asks this, and few homes say anything of it: where
/// the word does not occur, and no name can be written out in parts, nothing is read apart. Whoever must know that the
/// settings are broken reads them too.
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

/// Puts a file in place as a whole, readable by its owner alone.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with_mode(path, bytes, 0o600)
}

fn write_with_mode(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    // A temporary file is its owner's alone from the beginning.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    file.persist(path).map(drop).map_err(|e| e.error)
}

/// Something of the home cannot be used.
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
