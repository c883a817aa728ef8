//! Caches the secrets of a workspace until one of its folders changes, so that a read need not scan all names each time.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use countersign_words::say;

use super::hidden::Names;
use crate::stage::{Stamp, stamp};

/// Maximum number of workspaces cached.
const WORKSPACES: usize = 32;
/// Maximum number of names scanned per workspace.
const NAMES: usize = 2_000_000;

static KNOWN: Mutex<BTreeMap<PathBuf, Arc<Known>>> = Mutex::new(BTreeMap::new());

/// The secrets of a workspace, and the stamps of its folders and of files that may become secrets.
struct Known {
    /// A folder without a stamp changed too recently for its time to prove anything.
    folders: Vec<(PathBuf, Option<Stamp>)>,
    secrets: Vec<PathBuf>,
}

/// Returns the secrets in a folder, recognized by their names.
///
/// # Errors
/// If it has too many names, or cannot be read.
pub(super) fn secrets_below(root: &Path) -> io::Result<Vec<PathBuf>> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(root).cloned();
    if let Some(known) = known.filter(|known| known.still_stands()) {
        return Ok(known.secrets.clone());
    }
    let found = Arc::new(looked_through(root)?);
    let mut all = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() >= WORKSPACES && !all.contains_key(root) {
        all.pop_first();
    }
    all.insert(root.to_owned(), Arc::clone(&found));
    Ok(found.secrets.clone())
}

impl Known {
    fn still_stands(&self) -> bool {
        self.folders.iter().all(|(folder, then)| then.is_some() && *then == stamp(folder, None))
    }
}

fn looked_through(root: &Path) -> io::Result<Known> {
    let now = SystemTime::now();
    let (mut folders, mut names, mut left) = (Vec::new(), Names::default(), NAMES);
    let mut open = vec![root.to_owned()];
    names.visit(root);
    while let Some(folder) = open.pop() {
        let stands = stamp(&folder, Some(now));
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            // If it is gone or unreadable for us, it is for the command as well.
            Err(_) if folder != root => {
                folders.push((folder, stands));
                continue;
            }
            Err(e) => return Err(e),
        };
        for entry in entries.flatten() {
            left = left.checked_sub(1).ok_or_else(|| io::Error::other(say!("effect-many-names")))?;
            let path = entry.path();
            names.visit(&path);
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(path);
            }
        }
        folders.push((folder, stands));
    }
    let (secrets, certificates) = names.found();
    folders.extend(certificates.into_iter().map(|file| {
        let stands = stamp(&file, Some(now));
        (file, stands)
    }));
    Ok(Known { folders, secrets })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a5_a_secret_that_comes_or_goes_is_known_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/main.rs"), "").unwrap();
        assert_eq!(secrets_below(&root).unwrap(), Vec::<PathBuf>::new());
        for round in 0..20 {
            let secret = root.join(if round % 2 == 0 { "a/b/.env" } else { "a/.env" });
            fs::write(&secret, "x").unwrap();
            assert_eq!(secrets_below(&root).unwrap(), std::slice::from_ref(&secret), "{round}");
            assert_eq!(secrets_below(&root).unwrap(), std::slice::from_ref(&secret), "{round}");
            fs::remove_file(&secret).unwrap();
            assert_eq!(secrets_below(&root).unwrap(), Vec::<PathBuf>::new(), "{round}");
        }
        fs::rename(root.join("a/b/main.rs"), root.join("a/b/id_rsa")).unwrap();
        assert_eq!(secrets_below(&root).unwrap(), [root.join("a/b/id_rsa")]);
    }

    #[test]
    fn a5_a_certificate_is_no_secret_until_a_key_is_written_to_its_file() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let file = root.join("server.pem");
        let certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
        fs::write(&file, certificate).unwrap();
        let old = SystemTime::now() - Duration::from_secs(60);
        for path in [&root, &file] {
            fs::File::open(path).unwrap().set_modified(old).unwrap();
        }
        assert_eq!(secrets_below(&root).unwrap(), Vec::<PathBuf>::new());
        assert_eq!(crate::stage::secrets_in(std::slice::from_ref(&root)), Vec::<PathBuf>::new());
        fs::write(&file, format!("{certificate}-----BEGIN PRIVATE KEY-----\n")).unwrap();
        assert_eq!(secrets_below(&root).unwrap(), std::slice::from_ref(&file));
        assert_eq!(crate::stage::secrets_in(std::slice::from_ref(&root)), [file]);
    }

    #[test]
    fn a_folder_that_changed_long_ago_is_not_looked_through_again() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::write(root.join(".env"), "").unwrap();
        let old = SystemTime::now() - Duration::from_secs(60);
        fs::File::open(&root).unwrap().set_modified(old).unwrap();
        let known = looked_through(&root).unwrap();
        assert!(known.still_stands());
        fs::write(root.join("b"), "").unwrap();
        assert!(!known.still_stands());
    }
}
