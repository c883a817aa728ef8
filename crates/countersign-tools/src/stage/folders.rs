//! Caches folders scanned for secrets: each is scanned again when it has changed.
//!
//! A name that comes or goes changes the time of its folder. Times are as coarse as the kernel's clock, so a
//! folder that changed just now is scanned again the next time.

use std::{
    collections::HashMap,
    ffi::OsStr,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use super::hidden::{Holds, holds};
use crate::files::protect;

/// A folder that changed this recently may change again without a new time.
const COARSE: Duration = Duration::from_millis(100);
/// Maximum number of folders cached.
const MOST: usize = 20_000;
/// Project folders that contain no secrets, but many files.
const SKIPPED: &[&str] = &[".git", "node_modules", "target"];

static CACHE: Mutex<Option<Cache>> = Mutex::new(None);

type Cache = HashMap<Key, (Stamp, Arc<Folder>)>;

/// A folder, and the rule to scan it.
type Key = (PathBuf, Rule);

/// Which names of a folder are secrets, and which subfolders are scanned as well.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Rule {
    /// In a home, by the path below it (`shown`): folders known to contain secrets.
    Home { shown: PathBuf },
    /// In a project: all folders except those filled by tools. `near`: without hidden folders. `within`: the
    /// whole is a secret place, in which no name is harmless.
    Project { near: bool, within: bool },
}

/// The scan result of a folder.
#[derive(Debug, Default)]
pub(super) struct Folder {
    /// Number of names.
    pub(super) names: usize,
    /// The secrets in it.
    pub(super) secrets: Vec<PathBuf>,
    /// The subfolders to scan.
    pub(super) folders: Vec<PathBuf>,
    /// Whether something in it can change without changing its time: a link to elsewhere.
    has_links: bool,
    /// The same: certificates, in whose file a key can be written.
    has_certificates: bool,
}

/// Identifies a folder and the time when names in it last came or went.
pub(crate) type Stamp = (u64, u64, i64, i64);

/// Returns the stamp of a folder; None if it is missing, or changed so shortly before `now` that its time proves nothing.
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

/// Scans a folder, or returns the cached result if it has not changed.
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
    if let Some(stands) = stands.filter(|_| !found.has_links && !found.has_certificates) {
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
                let holds = if is_plain { Holds::Plain } else { holds(&path, &shown.join(name)) };
                found.has_certificates |= holds == Holds::Certificates;
                if holds == Holds::Secret {
                    found.secrets.push(path);
                } else if may_hold && path.is_dir() {
                    found.folders.push(path);
                }
            }
            Rule::Project { near, within } => {
                let is_plain = !within && name.to_str().is_some_and(protect::is_plain_name);
                let skips = kind.is_symlink() || is_plain;
                let holds = if skips { Holds::Plain } else { holds(&path, &path) };
                found.has_certificates |= holds == Holds::Certificates;
                if holds == Holds::Secret {
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
