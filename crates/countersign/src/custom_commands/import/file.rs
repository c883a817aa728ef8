//! Reads and replaces settings files: only small text files, always atomically. A link stays a link; its target is
//! replaced, if the link is unchanged.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Permissions},
    io::{self, Read as _, Write as _},
    os::{
        fd::OwnedFd,
        unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    },
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result, analysis::path as protect};
use countersign_words::{Argument, Message, say};
use rustix::fs::{AtFlags, Mode, OFlags};

/// The largest file that is read.
const BYTES_MOST: u64 = 5 << 20;

/// A settings file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Its real path, links followed.
    pub path: PathBuf,
    /// The path it was found by.
    pub named: PathBuf,
    /// Its device and inode.
    pub id: (u64, u64),
    /// Its number of hard links.
    pub names: u64,
    /// Its text.
    pub text: String,
    /// Its mode.
    pub mode: u32,
    /// Its user and group.
    pub owner: (u32, u32),
}

fn cannot_read(path: &Path, why: impl Argument) -> Error {
    Error::new(ErrorCode::Settings, say!("command-cannot-read", path = path.display(), said = why))
}

fn cannot_write(path: &Path, why: impl Argument) -> Error {
    Error::new(ErrorCode::Settings, say!("command-cannot-write", path = path.display(), said = why))
}

/// Reads a file; `None` if there is none. Does not block on anything that is not a file.
pub fn read(path: &Path) -> Result<Option<Settings>> {
    let failed = |e: io::Error| cannot_read(path, e);
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return match fs::symlink_metadata(path) {
                Ok(_) => Err(cannot_read(path, say!("command-link-to-nothing"))),
                Err(_) => Ok(None),
            };
        }
        Err(e) => return Err(failed(e)),
    };
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = fs::OpenOptions::new().read(true).custom_flags(flags).open(&real).map_err(failed)?;
    let about = file.metadata().map_err(failed)?;
    if !about.is_file() {
        return Err(cannot_read(path, say!("command-not-a-file")));
    }
    let mut bytes = Vec::new();
    file.take(BYTES_MOST + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > BYTES_MOST {
        return Err(cannot_read(path, say!("command-larger-than-5")));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let (path, error) = (path.display(), e.utf8_error().to_string());
        Error::new(ErrorCode::Settings, say!("command-cannot-read-utf", path, encoding = "UTF-8", error))
    })?;
    Ok(Some(Settings {
        path: real,
        named: path.to_owned(),
        id: (about.dev(), about.ino()),
        names: about.nlink(),
        text,
        mode: about.mode() & 0o7777,
        owner: (about.uid(), about.gid()),
    }))
}

/// Refuses files that must not be changed: `within` is the project's folder that must contain the file, `own` are
/// Countersign's folders.
pub fn check_place(file: &Settings, within: Option<&Path>, own: &[PathBuf]) -> Result<()> {
    let failed = |said: Message, hint: Message| {
        let what = say!("command-cannot-change", path = file.named.display(), said);
        Err(Error::new(ErrorCode::Settings, what).hint(hint))
    };
    if file.names > 1 {
        let why = say!("command-import-names", n = file.names);
        return failed(why, say!("command-import-names-hint"));
    }
    if file.named == file.path {
        return Ok(());
    }
    let to = file.path.display();
    if let Some(folder) = within.and_then(|folder| fs::canonicalize(folder).ok())
        && !file.path.starts_with(&folder)
    {
        let why = say!("command-import-leads-out", path = to);
        return failed(why, say!("command-import-leads-out-hint"));
    }
    if let Some(said) = protect::reading(&file.path, own) {
        let why = say!("command-import-leads-protected", path = to, said);
        return failed(why, say!("command-import-leads-protected-hint"));
    }
    if file.owner.0 != rustix::process::geteuid().as_raw() {
        let why = say!("command-import-leads-other-user", path = to);
        return failed(why, say!("command-import-leads-other-user-hint"));
    }
    let folder = file.path.parent().unwrap_or(&file.path);
    let mode = fs::metadata(folder).map_err(|e| cannot_read(folder, e))?.mode();
    if mode & 0o002 != 0 {
        let why = say!("command-import-leads-open-folder", path = to);
        return failed(why, say!("command-import-leads-open-folder-hint"));
    }
    Ok(())
}

/// Returns where a path leads, links of its folders followed, also if there is no file yet.
pub fn leads_to(path: &Path) -> PathBuf {
    match (fs::canonicalize(path), path.parent(), path.file_name()) {
        (Ok(real), ..) => real,
        (Err(_), Some(folder), Some(name)) => leads_to(folder).join(name),
        _ => path.to_owned(),
    }
}

/// Like [`check_place`] for a file that is not there yet: its folders may be links.
pub fn check_new(path: &Path, own: &[PathBuf]) -> Result<()> {
    let real = leads_to(path);
    let Some(said) = protect::reading(&real, own).filter(|_| real != path) else { return Ok(()) };
    let why = say!("command-import-leads-protected", path = real.display(), said);
    Err(Error::new(ErrorCode::Settings, say!("command-cannot-change", path = path.display(), said = why))
        .hint(say!("command-import-leads-protected-hint")))
}

/// Fails unless a path still leads to the same file.
pub fn check_way(named: &Path, path: &Path) -> Result<()> {
    match fs::canonicalize(named) {
        Ok(now) if now == path => Ok(()),
        Ok(now) => {
            let what = say!(
                "command-import-leads-now",
                named = named.display(),
                now = now.display(),
                path = path.display()
            );
            Err(Error::conflict(what).hint(say!("command-import-leads-now-hint")))
        }
        // The read that follows reports a missing file.
        Err(_) => Ok(()),
    }
}

/// Checks whether a file can be replaced; an error says why not.
pub fn check_writable(file: &Settings) -> Result<()> {
    let failed = |why: Message| cannot_write(&file.path, why).hint(say!("command-import-let-write"));
    let folder = file.path.parent().unwrap_or(&file.path);
    if file.mode & 0o222 == 0 || rustix::fs::access(&file.path, rustix::fs::Access::WRITE_OK).is_err() {
        return Err(failed(say!("command-import-read-only")));
    }
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK)
        .map_err(|e| failed(say!("command-import-its-folder", error = e.to_string())))
}

/// Writes a file atomically and durably, with that mode and owner.
pub fn write(path: &Path, text: &str, mode: u32, owner: Option<(u32, u32)>) -> Result<()> {
    Target::open(path)?.put(text, mode, owner)
}

/// Replaces exactly the file that was read: the path, its folder and the file itself are checked again in the folder
/// that is then written to.
pub fn replace(file: &Settings, text: &str, mode: u32) -> Result<()> {
    check_way(&file.named, &file.path)?;
    let target = Target::open(&file.path)?;
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let there = rustix::fs::openat(&target.folder, target.name, flags, Mode::empty()).map(File::from);
    let there = there.ok().and_then(|there| there.metadata().ok());
    if there.is_none_or(|there| (there.dev(), there.ino()) != file.id) {
        let what = say!("command-import-another-file", path = file.path.display());
        return Err(Error::conflict(what).hint(say!("command-import-again")));
    }
    target.put(text, mode, Some(file.owner))
}

/// A name in a folder that is held open, so that the folder cannot be swapped.
struct Target<'p> {
    path: &'p Path,
    folder: OwnedFd,
    name: &'p OsStr,
}

impl<'p> Target<'p> {
    fn open(path: &'p Path) -> Result<Self> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(cannot_write(path, say!("command-import-no-folder")));
        };
        let flags = OFlags::DIRECTORY | OFlags::RDONLY | OFlags::CLOEXEC;
        let folder =
            rustix::fs::open(folder, flags, Mode::empty()).map_err(|e| cannot_write(path, e.to_string()))?;
        Ok(Self { path, folder, name })
    }

    fn put(&self, text: &str, mode: u32, owner: Option<(u32, u32)>) -> Result<()> {
        // A script can be run.
        let mode = if text.starts_with("#!") { mode | 0o100 } else { mode };
        let new = OsString::from(format!(".countersign-{:016x}.new", u64::from_le_bytes(random()?)));
        let put = || -> io::Result<()> {
            let flags = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let mut file =
                File::from(rustix::fs::openat(&self.folder, &new, flags, Mode::RUSR | Mode::WUSR)?);
            file.write_all(text.as_bytes())?;
            let about = file.metadata()?;
            if let Some((uid, gid)) = owner.filter(|owner| *owner != (about.uid(), about.gid())) {
                std::os::unix::fs::fchown(&file, Some(uid), Some(gid))?;
            }
            file.set_permissions(Permissions::from_mode(mode))?;
            file.sync_all()?;
            rustix::fs::renameat(&self.folder, &new, &self.folder, self.name)?;
            Ok(rustix::fs::fsync(&self.folder)?)
        };
        put().map_err(|e| {
            // It may not exist.
            let _gone = rustix::fs::unlinkat(&self.folder, &new, AtFlags::empty());
            cannot_write(self.path, e)
        })
    }
}

fn random() -> Result<[u8; 8]> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|e| Error::bug(format!("the system gives no randomness: {e}")))?;
    Ok(bytes)
}

/// Removes a file durably.
pub fn remove(path: &Path) -> Result<()> {
    let failed = |error: io::Error| {
        Error::new(ErrorCode::Settings, say!("command-import-cannot-remove", path = path.display(), error))
    };
    match fs::remove_file(path) {
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(()),
        Err(e) => Err(failed(e)),
        Ok(()) => path.parent().map_or(Ok(()), settle).map_err(failed),
    }
}

/// Syncs a folder, so that changes in it survive a crash.
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
        assert_eq!((after.text.as_str(), after.mode, after.owner), ("b", file.mode, file.owner));
        assert_eq!((&after.path, &after.named), (&file.path, &link));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "nothing else is left");
    }

    #[test]
    fn c2_a_link_that_was_swapped_after_it_was_shown_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().canonicalize().unwrap().join(name);
        for name in ["shown", "other"] {
            fs::write(path(name), "same").unwrap();
        }
        std::os::unix::fs::symlink("shown", path("link")).unwrap();
        let file = read(&path("link")).unwrap().unwrap();
        fs::remove_file(path("link")).unwrap();
        std::os::unix::fs::symlink("other", path("link")).unwrap();
        let refused = replace(&file, "new", 0o600).unwrap_err();
        assert!(refused.message.contains("links to"), "{refused}");
        // The same text in another file under the same name is still another file.
        let file = read(&path("shown")).unwrap().unwrap();
        fs::rename(path("other"), path("shown")).unwrap();
        let refused = replace(&file, "new", 0o600).unwrap_err();
        assert!(refused.message.contains("was replaced"), "{refused}");
        assert_eq!(fs::read_to_string(path("shown")).unwrap(), "same");
    }

    #[test]
    fn c2_a_folder_that_became_a_link_after_it_was_shown_leads_nowhere() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().canonicalize().unwrap().join(name);
        for name in ["mine", "theirs"] {
            fs::create_dir(path(name)).unwrap();
            fs::write(path(name).join("mcp.json"), "same").unwrap();
        }
        let file = read(&path("mine/mcp.json")).unwrap().unwrap();
        fs::rename(path("mine"), path("moved")).unwrap();
        std::os::unix::fs::symlink("theirs", path("mine")).unwrap();
        assert!(replace(&file, "new", 0o600).is_err());
        assert_eq!(fs::read_to_string(path("theirs/mcp.json")).unwrap(), "same");
    }

    #[test]
    fn a5_links_to_what_is_not_the_users_to_change_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().canonicalize().unwrap().join(name);
        for folder in ["project", ".ssh", "open", "home", "dotfiles"] {
            fs::create_dir(path(folder)).unwrap();
            fs::write(path(folder).join("config"), "{}").unwrap();
        }
        fs::set_permissions(path("open"), Permissions::from_mode(0o777)).unwrap();
        let link = |to: &str| {
            let link = path("project").join(format!("to-{to}"));
            std::os::unix::fs::symlink(path(to).join("config"), &link).unwrap();
            read(&link).unwrap().unwrap()
        };
        let own = [path("home")];
        for (to, said) in [(".ssh", "protected"), ("home", "protected"), ("open", "everybody may write")] {
            let refused = check_place(&link(to), None, &own).unwrap_err();
            assert!(refused.message.contains(said) && refused.hint.is_some(), "{refused}");
        }
        let mine = link("dotfiles");
        check_place(&mine, None, &own).unwrap();
        let refused = check_place(&mine, Some(&path("project")), &own).unwrap_err();
        assert!(refused.message.contains("outside the project"), "{refused}");
        let anothers = Settings { owner: (mine.owner.0 + 1, mine.owner.1), ..mine };
        assert!(check_place(&anothers, None, &own).unwrap_err().message.contains("another user"));
        fs::hard_link(path("dotfiles/config"), path("project/hard")).unwrap();
        let hard = read(&path("project/hard")).unwrap().unwrap();
        let refused = check_place(&hard, Some(&path("project")), &own).unwrap_err();
        assert!(refused.message.contains("2 hard links"), "{refused}");
    }

    #[test]
    fn a5_a_new_file_is_where_its_folders_lead_and_not_among_secrets() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().canonicalize().unwrap().join(name);
        for folder in ["project", "elsewhere", ".ssh"] {
            fs::create_dir_all(path(folder)).unwrap();
        }
        for (name, to) in [("outside", "../elsewhere"), ("secret", "../.ssh")] {
            std::os::unix::fs::symlink(to, path("project").join(name)).unwrap();
        }
        assert_eq!(leads_to(&path("project/outside/deep/new.json")), path("elsewhere/deep/new.json"));
        assert_eq!(leads_to(&path("project/not/yet.json")), path("project/not/yet.json"));
        check_new(&path("project/outside/new.json"), &[]).unwrap();
        let refused = check_new(&path("project/secret/new.json"), &[]).unwrap_err();
        assert!(refused.message.contains("protected"), "{refused}");
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
