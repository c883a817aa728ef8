//! The log file of a daemon, of bounded size: of one that a command started, or whose terminal is for people.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    os::unix::fs::OpenOptionsExt,
    path::PathBuf,
};

use countersign_core::Result;

use super::unusable;
use crate::home::Home;

/// Above this size, the file is emptied and one old copy is kept.
const FILE_BYTES: u64 = 1 << 20;
/// How much of its end is shown when a daemon could not start.
const TAIL_BYTES: u64 = 600;

/// The file.
pub fn path(home: &Home) -> PathBuf {
    home.data.join("daemon.log")
}

/// Opens it for appending.
pub fn open(home: &Home) -> Result<File> {
    let path = path(home);
    bound(home).map_err(|e| unusable(&path, &e))?;
    File::options().create(true).append(true).mode(0o600).open(&path).map_err(|e| unusable(&path, &e))
}

/// Empties the file if it is too long. Its writer has it open, so it is emptied, not replaced.
pub fn bound(home: &Home) -> io::Result<()> {
    let path = path(home);
    if fs::metadata(&path).is_ok_and(|m| m.len() > FILE_BYTES) {
        fs::copy(&path, home.data.join("daemon.log.1"))?;
        File::options().write(true).open(&path)?.set_len(0)?;
    }
    Ok(())
}

/// Returns the end of the log.
pub fn tail(home: &Home) -> String {
    let read = || -> io::Result<String> {
        let mut file = File::open(path(home))?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    };
    read().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_log_that_is_too_long_begins_anew_under_its_writer() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::locate(Some(dir.path().into())).unwrap();
        let mut log = open(&home).unwrap();
        log.write_all(&vec![b'x'; usize::try_from(FILE_BYTES).unwrap() + 1]).unwrap();
        bound(&home).unwrap();
        log.write_all(b"the end").unwrap();
        assert_eq!(tail(&home), "the end");
        assert_eq!(fs::metadata(path(&home)).unwrap().len(), 7);
        assert_eq!(fs::metadata(dir.path().join("daemon.log.1")).unwrap().len(), FILE_BYTES + 1);
    }
}
