//! Hides Countersign's own folders and secrets, in homes and the workspace, from rehearsed commands.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use countersign_core::analysis::path;

use crate::stage::{only_certificates, secrets, secrets_in_scratch, secrets_near};

/// Maximum number of homes.
const HOMES: usize = 100;

/// Collects secrets while folders are walked.
#[derive(Default)]
pub(super) struct Names {
    found: BTreeSet<PathBuf>,
    /// Files named like keys that hold only certificates. They may become secrets.
    certificates: Vec<PathBuf>,
    /// The last folder, and whether everything in it is secret.
    folder: Option<(PathBuf, bool)>,
}

impl Names {
    /// Visits an entry, folders before their content.
    pub(super) fn visit(&mut self, path: &Path) {
        let Some(parent) = path.parent() else { return };
        let known = self.folder.as_ref().filter(|(folder, _)| folder == parent).map(|(_, secret)| *secret);
        let in_secret = known.unwrap_or_else(|| {
            let secret = parent.ancestors().any(|folder| self.found.contains(folder));
            self.folder = Some((parent.to_owned(), secret));
            secret
        });
        if in_secret || !is_secret(path) {
        } else if only_certificates(path) {
            self.certificates.push(path.to_owned());
        } else if path::is_secret_folder(path) || !path.is_dir() {
            self.found.insert(path.to_owned());
        }
    }

    /// Returns the secrets, and the files named like keys that hold only certificates.
    pub(super) fn found(self) -> (Vec<PathBuf>, Vec<PathBuf>) {
        (self.found.into_iter().collect(), self.certificates)
    }
}

/// Collects what to hide while the workspace is walked.
pub(super) struct Hidden {
    own: Vec<PathBuf>,
    names: Names,
}

impl Hidden {
    /// Starts with Countersign's own folders, and the secrets of homes and the machine.
    pub(super) fn new(own: &[PathBuf], roots: &[PathBuf]) -> Self {
        let own: Vec<PathBuf> = own.iter().map(|p| p.canonicalize().unwrap_or_else(|_| p.clone())).collect();
        let mut found: BTreeSet<PathBuf> = own.iter().filter(|p| p.exists()).cloned().collect();
        let homes: Vec<PathBuf> = homes().into_iter().collect();
        let known = homes.iter().flat_map(|home| secrets(Some(home)));
        found.extend(known.filter_map(|path| path.canonicalize().ok()));
        found.extend(host_keys());
        found.extend(secrets_near(&homes, roots));
        found.extend(secrets_in_scratch(roots));
        Self { own, names: Names { found, ..Names::default() } }
    }

    /// Visits an entry of the workspace, folders before their content.
    pub(super) fn visit(&mut self, path: &Path) {
        self.names.visit(path);
    }

    /// Adds secrets found elsewhere.
    pub(super) fn add(&mut self, found: Vec<PathBuf>) {
        self.names.found.extend(found);
    }

    /// Returns Countersign's own folders only.
    pub(super) fn own(&self) -> Vec<PathBuf> {
        self.own.iter().filter(|path| path.exists()).cloned().collect()
    }

    /// Returns all hidden paths, without those inside others.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        let found = &self.names.found;
        let within = |path: &Path| path.ancestors().skip(1).any(|folder| found.contains(folder));
        found.iter().filter(|path| !within(path)).cloned().collect()
    }
}

/// Whether a path is secret whose folders are not: only its end needs to be checked.
fn is_secret(path: &Path) -> bool {
    if path.file_name().and_then(std::ffi::OsStr::to_str).is_some_and(path::is_plain_name) {
        return false;
    }
    let whole = path.as_os_str().as_encoded_bytes();
    let from = nth_slash_from_end(whole, END).map_or(0, |at| at + 1);
    // Cut at a slash, so the character boundaries are valid.
    let end = String::from_utf8_lossy(&whole[from..]);
    path::reading(Path::new(&*end), &[]).is_some()
}

/// Returns the position of the `n`th slash from the end.
fn nth_slash_from_end(path: &[u8], n: usize) -> Option<usize> {
    path.iter()
        .enumerate()
        .rev()
        .filter(|(_, byte)| **byte == b'/')
        .map(|(at, _)| at)
        .nth(n.saturating_sub(1))
}

/// Maximum number of names in a secret place.
const END: usize = 3;

/// Returns the visible homes of this machine.
pub(super) fn homes() -> BTreeSet<PathBuf> {
    let own = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let others = fs::read_dir("/home").into_iter().flatten().flatten().take(HOMES).map(|e| e.path());
    own.into_iter().chain(others).chain([PathBuf::from("/root")]).collect()
}

fn host_keys() -> Vec<PathBuf> {
    let entries = fs::read_dir("/etc/ssh").into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| path::reading(path, &[]).is_some()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a5_secrets_of_the_workspace_are_hidden_once_each() {
        let dir = tempfile::tempdir().unwrap();
        let own = dir.path().join("own");
        fs::create_dir(&own).unwrap();
        let mut hidden = Hidden::new(std::slice::from_ref(&own), &[]);
        for path in [
            "/w",
            "/w/.env",
            "/w/src",
            "/w/src/main.rs",
            "/w/.ssh",
            "/w/.ssh/a",
            "/w/.ssh/b/c",
            "/w/x.pem",
            "/w/.env.example",
        ] {
            hidden.visit(Path::new(path));
        }
        let paths = hidden.paths();
        let ours: Vec<_> = paths.iter().filter(|p| p.starts_with("/w")).collect();
        assert_eq!(ours, ["/w/.env", "/w/.ssh", "/w/x.pem"].map(Path::new).iter().collect::<Vec<_>>());
        assert!(paths.contains(&own.canonicalize().unwrap()));
    }

    #[test]
    fn a5_the_end_of_a_path_tells_whether_it_is_secret() {
        for path in ["/w/.env", "/w/a/b/c/.Docker/config.json", "/h/.config/gcloud", "id_rsa", "/w/é/b/x.PEM"]
        {
            assert!(is_secret(Path::new(path)), "{path}");
        }
        for path in ["/w/a.txt", "/w/docker/config.json", "/", "/w/.env.example"] {
            assert!(!is_secret(Path::new(path)), "{path}");
        }
    }
}
