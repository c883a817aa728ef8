//! Reading and replacing settings files: only what is a small text file, always as a whole, through links.

use std::{
    fs::{self, File, Permissions},
    io::{self, Read as _, Write as _},
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result};

/// The largest file that is looked at.
const BYTES_MOST: u64 = 5 << 20;

/// A settings file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Where it really is, links followed.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// Who may read and write it.
    pub mode: u32,
    /// Whose it is: user and group.
    pub owner: (u32, u32),
}

fn cannot(what: &str, path: &Path, why: &dyn std::fmt::Display) -> Error {
    Error::new(ErrorCode::Settings, format!("cannot {what} {}: {why}", path.display()))
}

/// Reads a file; None where there is none. Nobody waits for what is no file.
pub fn read(path: &Path) -> Result<Option<Settings>> {
    let failed = |why: &dyn std::fmt::Display| cannot("read", path, why);
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return match fs::symlink_metadata(path) {
                Ok(_) => Err(failed(&"it is a link to nothing")),
                Err(_) => Ok(None),
            };
        }
        Err(e) => return Err(failed(&e)),
    };
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    let file = fs::OpenOptions::new().read(true).custom_flags(flags).open(&real).map_err(|e| failed(&e))?;
    let about = file.metadata().map_err(|e| failed(&e))?;
    if !about.is_file() {
        return Err(failed(&"it is not a file"));
    }
    let mut bytes = Vec::new();
    file.take(BYTES_MOST + 1).read_to_end(&mut bytes).map_err(|e| failed(&e))?;
    if bytes.len() as u64 > BYTES_MOST {
        return Err(failed(&"it is larger than 5 MiB"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|e| failed(&format!("it is no text in UTF-8: {}", e.utf8_error())))?;
    Ok(Some(Settings { path: real, text, mode: about.mode() & 0o7777, owner: (about.uid(), about.gid()) }))
}

/// Whether a file can be replaced; what is in the way, if not.
pub fn check_writable(file: &Settings) -> Result<()> {
    let failed = |why: &dyn std::fmt::Display| {
        cannot("write", &file.path, why).hint("let yourself write to it, or name other files")
    };
    let folder = file.path.parent().unwrap_or(&file.path);
    if file.mode & 0o222 == 0 || rustix::fs::access(&file.path, rustix::fs::Access::WRITE_OK).is_err() {
        return Err(failed(&"it is read-only"));
    }
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).map_err(|e| failed(&format!("its folder: {e}")))
}

/// Puts a file in place as a whole, durably, with that mode and owner.
pub fn write(path: &Path, text: &str, mode: u32, owner: Option<(u32, u32)>) -> Result<()> {
    let failed = |e: io::Error| cannot("write", path, &e);
    let folder = path.parent().ok_or_else(|| cannot("write", path, &"it has no folder"))?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    let new = file.as_file().metadata().map_err(failed)?;
    if let Some((uid, gid)) = owner.filter(|owner| *owner != (new.uid(), new.gid())) {
        std::os::unix::fs::fchown(file.as_file(), Some(uid), Some(gid)).map_err(failed)?;
    }
    file.as_file().set_permissions(Permissions::from_mode(mode)).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|e| failed(e.error))?;
    settle(folder).map_err(failed)
}

/// Takes a file away, durably.
pub fn remove(path: &Path) -> Result<()> {
    let failed = |e: io::Error| cannot("remove", path, &e);
    match fs::remove_file(path) {
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(()),
        Err(e) => Err(failed(e)),
        Ok(()) => path.parent().map_or(Ok(()), settle).map_err(failed),
    }
}

/// Makes what was done in a folder outlast a crash.
pub fn settle(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_followed_and_stays_and_mode_and_owner_too() {
        let dir = tempfile::tempdir().unwrap();
        let (target, link) = (dir.path().join("target"), dir.path().join("link"));
        fs::write(&target, "a").unwrap();
        fs::set_permissions(&target, Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("target", &link).unwrap();
        let file = read(&link).unwrap().unwrap();
        write(&file.path, "b", file.mode, Some(file.owner)).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let after = read(&link).unwrap().unwrap();
        assert_eq!(after, Settings { text: "b".into(), ..file });
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "nothing else is left");
    }

    #[test]
    fn what_is_no_small_text_file_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        fs::create_dir(path("folder")).unwrap();
        fs::write(path("bytes"), [0xff, 0xfe]).unwrap();
        fs::write(path("large"), " ".repeat((5 << 20) + 1)).unwrap();
        std::os::unix::fs::symlink("nowhere", path("link")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        for (name, said) in [
            ("folder", "not a file"),
            ("bytes", "UTF-8"),
            ("large", "5 MiB"),
            ("link", "nothing"),
            ("pipe", "not a file"),
        ] {
            let error = read(&path(name)).unwrap_err();
            assert!(error.message.contains(said) && error.message.contains(name), "{}", error.message);
        }
        assert_eq!(read(&path("none")).unwrap(), None);
        fs::write(path("fixed"), "x").unwrap();
        fs::set_permissions(path("fixed"), Permissions::from_mode(0o444)).unwrap();
        let fixed = read(&path("fixed")).unwrap().unwrap();
        assert!(check_writable(&fixed).unwrap_err().message.contains("read-only"));
    }
}
