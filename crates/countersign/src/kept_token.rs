//! The token of the person whose home this is, in a file that only they can read, so that every terminal of theirs finds
//! it. Commands in a rehearsal or a stage do not see it: the home is hidden from them.

use std::{
    fs::File,
    io::{self, Read as _},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use rustix::fs::OFlags;

use crate::{
    daemon::{unusable, write_private},
    home::Home,
};

/// The longest token.
const BYTES_MOST: u64 = 512;

/// The file. A token is only for the daemon that made it: one for a daemon elsewhere has a file of its own.
pub fn path(home: &Home) -> PathBuf {
    let name = match &home.elsewhere {
        None => "person.token".to_owned(),
        Some(socket) => {
            let hash = blake3::hash(socket.as_os_str().as_encoded_bytes()).to_hex();
            format!("person-{}.token", &hash[..16])
        }
    };
    home.data.join(name)
}

/// Reads it; `None` if none is kept. A file that others can read or could have written is refused.
pub fn read(home: &Home) -> Result<Option<String>> {
    read_file(&path(home), rustix::process::geteuid().as_raw())
}

fn read_file(path: &Path, owner: u32) -> Result<Option<String>> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let file = match File::options().read(true).custom_flags(flags).open(path) {
        Ok(file) => file,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        // A link is not followed.
        Err(e) => return Err(refused(path, e.to_string().into(), say!("command-token-file-again"))),
    };
    let about = file.metadata().map_err(|e| unusable(path, &e))?;
    let mode = about.mode() & 0o777;
    if !about.is_file() {
        return Err(refused(path, say!("command-not-a-file"), say!("command-token-file-again")));
    }
    if about.uid() != owner {
        return Err(refused(path, say!("command-token-file-owner"), say!("command-token-file-again")));
    }
    if mode & 0o077 != 0 {
        let why = say!("command-token-file-open", mode = format!("{mode:03o}"));
        return Err(refused(path, why, say!("command-token-file-open-hint", path = path.display())));
    }
    let mut text = String::new();
    match file.take(BYTES_MOST).read_to_string(&mut text) {
        Ok(_) if is_token(text.trim()) => Ok(Some(text.trim().to_owned())),
        _ => Err(refused(path, say!("command-token-file-none"), say!("command-token-file-again"))),
    }
}

/// Returns whether a text can be a token.
pub fn is_token(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    text.starts_with("cs_") && text.len() < 512 && text.bytes().all(plain)
}

fn refused(path: &Path, why: Message, hint: Message) -> Error {
    let what = say!("command-token-file-refused", path = path.display(), said = why);
    Error::new(ErrorCode::Refused, what).hint(hint)
}

/// Keeps a token; returns the file.
pub fn write(home: &Home, token: &str) -> Result<PathBuf> {
    let path = path(home);
    put(home, &path, token)?;
    Ok(path)
}

/// Writes a token for somebody else into a file that only the owner of the home can read.
pub fn hand_out(home: &Home, name: &str, token: &str) -> Result<PathBuf> {
    let path = home.data.join(format!("for-{name}.token"));
    put(home, &path, token)?;
    Ok(path)
}

fn put(home: &Home, path: &Path, token: &str) -> Result<()> {
    home.create()?;
    write_private(path, format!("{token}\n").as_bytes()).map_err(|e| unusable(path, &e))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn c1_a_token_file_that_others_could_read_or_have_written_is_refused_with_a_hint() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::at(dir.path());
        assert_eq!(read(&home).unwrap(), None);
        let path = write(&home, "cs_person_00").unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(read(&home).unwrap().as_deref(), Some("cs_person_00"));
        for mode in [0o644, 0o640, 0o604, 0o620] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let error = read(&home).unwrap_err();
            assert!(
                error.code == ErrorCode::Refused && error.message.contains(&format!("{mode:o}")),
                "{error}"
            );
            assert!(error.hint.unwrap().contains("chmod 600"), "{mode:o}");
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        let owner = fs::metadata(&path).unwrap().uid();
        assert!(read_file(&path, owner + 1).unwrap_err().message.contains("another user"));
        // A new token replaces whatever is there.
        let elsewhere = dir.path().join("elsewhere");
        fs::rename(&path, &elsewhere).unwrap();
        symlink(&elsewhere, &path).unwrap();
        assert_eq!(read(&home).unwrap_err().code, ErrorCode::Refused, "a link is not followed");
        write(&home, "cs_person_11").unwrap();
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "cs_person_00\n");
        assert_eq!(read(&home).unwrap().as_deref(), Some("cs_person_11"));
        for broken in ["", "hunter2", "cs_person_0\ncs_agent_1", "cs_\u{202e}"] {
            fs::write(&path, broken).unwrap();
            assert!(read(&home).unwrap_err().message.contains("no token"), "{broken:?}");
        }
    }

    #[test]
    fn a_token_is_only_for_the_daemon_that_made_it() {
        let dir = tempfile::tempdir().unwrap();
        let own = Home::at(dir.path());
        let elsewhere = Home { elsewhere: Some("/run/other.sock".into()), ..own.clone() };
        write(&own, "cs_person_00").unwrap();
        assert_eq!(read(&elsewhere).unwrap(), None);
        write(&elsewhere, "cs_person_11").unwrap();
        assert_eq!(read(&own).unwrap().as_deref(), Some("cs_person_00"));
    }
}
