//! What `uninstall --data` deletes: only what a home is known to hold. Whoever named a folder of their own as home keeps
//! everything else in it.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result};
use countersign_words::{Message, say};

use crate::{
    daemon::{lock::Lock, unusable},
    home::Home,
};

/// The names in a data folder.
const DATA: &[&str] = &[
    "countersign.db",
    "countersign.db-wal",
    "countersign.db-shm",
    "blobs",
    "trash",
    "stages",
    "imports",
    "hooks",
    "tls",
    "checkpoint.key",
    "person.token",
    "name",
    "open.html",
    "effects.lock",
    "daemon.log",
    "daemon.log.1",
    "daemon.json",
    "daemon.sock",
    "daemon.lock",
];
const SETTINGS: &[&str] = &["config.toml", "policy.toml"];

/// Returns what is there.
pub fn found(home: &Home) -> Result<Vec<PathBuf>> {
    let data = DATA.iter().map(|name| home.data.join(name));
    let all = data.chain(SETTINGS.iter().map(|name| home.settings.join(name)));
    Ok(all.filter(|path| fs::symlink_metadata(path).is_ok()).collect())
}

/// Deletes it, and the folders if nothing else is in them. No daemon runs meanwhile.
pub fn delete(home: &Home, paths: &[PathBuf]) -> Result<Vec<Message>> {
    let _lock = Lock::take(home)?.ok_or_else(|| Error::conflict(say!("command-uninstall-daemon-runs")))?;
    for path in paths {
        remove(path).map_err(|e| unusable(path, &e))?;
    }
    let mut lines = vec![say!("command-uninstall-deleted", n = paths.len())];
    for folder in [&home.data, &home.settings] {
        // Made again by ending the daemon, or by taking the lock.
        for name in ["daemon.lock", "daemon.log"] {
            let _gone = fs::remove_file(folder.join(name));
        }
        if folder.is_dir() && fs::remove_dir(folder).is_err() {
            lines.push(say!("command-uninstall-others", path = folder.display()));
        }
    }
    lines.dedup();
    Ok(lines)
}

/// Removes a file, or a folder with all in it, also folders that nobody may enter: layers of a world have such. Links are not
/// followed.
fn remove(path: &Path) -> io::Result<()> {
    let about = match fs::symlink_metadata(path) {
        Ok(about) => about,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(e),
    };
    if !about.is_dir() {
        return fs::remove_file(path);
    }
    fs::set_permissions(path, Permissions::from_mode(0o700))?;
    for entry in fs::read_dir(path)? {
        remove(&entry?.path())?;
    }
    fs::remove_dir(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_home_is_known_to_hold_is_deleted() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::at(&dir.path().join("home"));
        fs::create_dir_all(home.data.join("stages/s1/work")).unwrap();
        fs::set_permissions(home.data.join("stages/s1/work"), Permissions::from_mode(0o000)).unwrap();
        fs::write(home.data.join("countersign.db"), "").unwrap();
        fs::write(home.data.join("policy.toml"), "").unwrap();
        fs::write(home.data.join("thesis.txt"), "mine").unwrap();
        fs::create_dir(dir.path().join("elsewhere")).unwrap();
        fs::write(dir.path().join("elsewhere/kept"), "").unwrap();
        std::os::unix::fs::symlink(dir.path().join("elsewhere"), home.data.join("trash")).unwrap();
        let paths = found(&home).unwrap();
        assert_eq!(paths.len(), 4, "{paths:?}");
        delete(&home, &paths).unwrap();
        let left: Vec<_> = fs::read_dir(&home.data).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["thesis.txt"]);
        assert!(dir.path().join("elsewhere/kept").exists(), "a link is not followed");
    }

    #[test]
    fn a_home_with_nothing_else_is_gone() {
        let dir = tempfile::tempdir().unwrap();
        let home = Home::at(&dir.path().join("home"));
        fs::create_dir(&home.data).unwrap();
        fs::write(home.data.join("countersign.db"), "").unwrap();
        delete(&home, &found(&home).unwrap()).unwrap();
        assert!(!home.data.exists());
    }
}
