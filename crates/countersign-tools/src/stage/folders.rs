//! A cache of folders that were looked through for secrets: each is looked through again when it has changed.
//!
//! A name that comes or goes changes the time of its folder. Times are as coarse as the kernel's clock, so that a folder that
//! changed just now is looked through again the next time.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use super::hidden::is_hidden;
use crate::files::protect;

/// A folder that changed so recently may change again without its time telling.
const COARSE: Duration = Duration::from_millis(100);
/// How many folders are kept in the cache.
const MOST: usize = 20_000;
/// Folders of a project in which no secret of it lies, and far too much else.
const SKIPPED: &[&str] = &[".git", "node_modules", "target"];

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

type Cache = HashMap<Key, (Stamp, Arc<Folder>)>;

/// A folder, and how it is looked through.
type Key = (PathBuf, Rule);

/// Which names of a folder are secrets, and which of its folders are looked through as well.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    /// Of a home, which is told by where it lies below one (`shown`): folders in which secrets are known to lie.
    Home { shown: PathBuf },
    /// Of a project: all folders but those that tools fill. `near`: without folders whose names begin with a point.
    /// `within`: the whole is a secret place, in which no name is harmless.
    Project { near: bool, within: bool },
}

/// What matters of a folder.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// How many names it holds.
    pub(super) names: usize,
    /// The secrets in it.
    pub(super) secrets: Vec<PathBuf>,
    /// The folders in it that are to be looked through.
    pub(super) folders: Vec<PathBuf>,
    /// Whether something in it can change without its time telling: a link that leads elsewhere.
    has_links: bool,
}

/// How a folder stood: which it is, and when names in it last came or went.
pub(crate) type Stamp = (u64, u64, i64, i64);

/// How a folder stands. None if it is not there, or changed so shortly before `now` that its time tells nothing.
pub(crate) fn stamp(folder: &Path, now: Option<SystemTime>) -> Option<Stamp> {
    let stat = fs::symlink_metadata(folder).ok()?;
    let fresh = |now: SystemTime| {
        stat.modified().is_ok_and(|time| now.duration_since(time).unwrap_or_default() < COARSE)
    };
    if now.is_some_and(fresh) {
        return None;
    }
    Some((stat.dev(), stat.ino(), stat.mtime() * 1_000_000_000 + stat.mtime_nsec(), stat.ctime_nsec()))
}

/// What matters of a folder, from the cache if it has not changed.
pub(super) fn look(folder: &Path, rule: &Rule) -> Arc<Folder> {
    let key = (folder.to_owned(), rule.clone());
    let stands = stamp(folder, Some(SystemTime::now()));
    let cached = |stands: &Stamp| {
        let cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let (then, found) = cache.as_ref()?.get(&key)?;
        (then == stands).then(|| Arc::clone(found))
    };
    if let Some(found) = stands.as_ref().and_then(cached) {
        return found;
    }
    let found = Arc::new(read(folder, rule));
    if let Some(stands) = stands.filter(|_| !found.has_links) {
        let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let cache = cache.get_or_insert_default();
        if cache.len() >= MOST {
            cache.clear();
        }
        cache.insert(key, (stands, Arc::clone(&found)));
    }
    found
}

fn read(folder: &Path, rule: &Rule) -> Folder {
    let mut found = Folder::default();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        found.names += 1;
        let (path, name) = (entry.path(), entry.file_name());
        let Ok(kind) = entry.file_type() else { continue };
        match rule {
            Rule::Home { shown } => {
                let Some(name) = name.to_str() else { continue };
                let may_hold = protect::may_hold_secrets(name);
                let is_plain = protect::is_plain_name(name);
                found.has_links |= kind.is_symlink() && (may_hold || !is_plain);
                if !is_plain && is_hidden(&path, &shown.join(name)) {
                    found.secrets.push(path);
                } else if may_hold && path.is_dir() {
                    found.folders.push(path);
                }
            }
            Rule::Project { near, within } => {
                let is_plain = !within && name.to_str().is_some_and(protect::is_plain_name);
                if !kind.is_symlink() && !is_plain && is_hidden(&path, &path) {
                    found.secrets.push(path);
                } else if kind.is_dir() && is_looked_through(&name, *near) {
                    found.folders.push(path);
                }
            }
        }
    }
    found
}

fn is_looked_through(name: &OsStr, near: bool) -> bool {
    let is_known_elsewhere = near && name.as_encoded_bytes().starts_with(b".");
    !is_known_elsewhere && !SKIPPED.iter().any(|skipped| name == *skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aged(folder: &Path) {
        let old = SystemTime::now() - Duration::from_secs(60);
        fs::File::open(folder).unwrap().set_modified(old).unwrap();
    }

    #[test]
    fn a5_a_folder_is_looked_through_again_when_a_name_in_it_came_or_went() {
        let dir = tempfile::tempdir().unwrap();
        let rule = Rule::Project { near: false, within: false };
        for _ in 0..20 {
            aged(dir.path());
            assert_eq!(look(dir.path(), &rule).secrets, Vec::<PathBuf>::new());
            let secret = dir.path().join(".env");
            fs::write(&secret, "").unwrap();
            assert_eq!(look(dir.path(), &rule).secrets, [secret.as_path()]);
            fs::remove_file(&secret).unwrap();
            assert_eq!(look(dir.path(), &rule).secrets, Vec::<PathBuf>::new());
        }
    }

    #[test]
    fn a_folder_that_has_not_changed_comes_from_the_cache_and_one_with_links_does_not() {
        let dir = tempfile::tempdir().unwrap();
        let rule = Rule::Home { shown: PathBuf::from("/root") };
        fs::create_dir(dir.path().join(".aws")).unwrap();
        aged(dir.path());
        assert!(Arc::ptr_eq(&look(dir.path(), &rule), &look(dir.path(), &rule)));
        std::os::unix::fs::symlink("elsewhere", dir.path().join(".config")).unwrap();
        aged(dir.path());
        assert!(!Arc::ptr_eq(&look(dir.path(), &rule), &look(dir.path(), &rule)));
    }
}
