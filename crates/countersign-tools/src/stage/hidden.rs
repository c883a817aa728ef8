//! What is kept from whoever works in a stage: the person's secrets, wherever they lie.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use crate::files::protect;

/// Where people keep secrets, below their own folder.
const OF_PERSON: &[&str] = &[
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".oci",
    ".password-store",
    ".local/share/keyrings",
    ".config/gcloud",
    ".config/gh",
    ".config/hub",
    ".config/rclone",
    ".config/sops",
    ".config/age",
    ".docker/config.json",
    ".m2/settings.xml",
    ".m2/settings-security.xml",
    ".gradle/gradle.properties",
    ".composer/auth.json",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    ".git-credentials",
    ".vault-token",
    ".terraformrc",
    ".terraform.d",
    ".s3cfg",
    ".boto",
    ".databrickscfg",
    ".bitcoin",
    ".ethereum",
    ".electrum",
    ".mozilla",
    ".thunderbird",
    ".config/google-chrome",
    ".config/chromium",
    ".config/BraveSoftware",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".psql_history",
    ".mysql_history",
    ".sqlite_history",
    ".node_repl_history",
];
/// Those of the machine; a normal user cannot read most of them anyway.
const OF_MACHINE: &[&str] =
    &["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssl/private"];

/// Folders of a project in which no secret of it lies, and far too much else.
const SKIPPED: &[&str] = &[".git", "node_modules", "target"];
/// How many entries of a project are looked through, and how deep.
const LOOKED_AT: usize = 50_000;
const DEPTH: usize = 12;

/// The secrets of whoever's own folder `home` is, and of the machine, as far as they are there.
pub fn secrets(home: Option<&Path>) -> Vec<PathBuf> {
    let of_person = home.into_iter().flat_map(|home| OF_PERSON.iter().map(|name| home.join(name)));
    let all = of_person.chain(OF_MACHINE.iter().map(PathBuf::from));
    all.filter(|path| fs::symlink_metadata(path).is_ok()).collect()
}

/// The secrets in folders.
///
/// # Limitations
/// They are known by their names, among the first 50,000 entries, twelve folders deep, and not in what version control and
/// package managers keep.
pub fn secrets_in(roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    let mut left = LOOKED_AT;
    for root in roots {
        below(root, DEPTH, &mut left, &mut found);
    }
    found.into_iter().collect()
}

fn below(folder: &Path, depth: usize, left: &mut usize, found: &mut BTreeSet<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut folders = Vec::new();
    for entry in entries.flatten() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if !kind.is_symlink() && protect::reading(&path, &[]).is_some() {
            found.insert(path);
        } else if kind.is_dir() && !SKIPPED.iter().any(|name| entry.file_name() == *name) {
            folders.push(path);
        }
    }
    if depth > 0 {
        folders.iter().for_each(|folder| below(folder, depth - 1, left, found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a5_secrets_of_a_person_and_of_a_project_are_found_where_they_are() {
        let dir = tempfile::tempdir().unwrap();
        let (home, work) = (dir.path().join("home"), dir.path().join("work"));
        for folder in [home.join(".ssh"), work.join("deep/er"), work.join("node_modules")] {
            fs::create_dir_all(folder).unwrap();
        }
        for file in ["deep/er/.env", "server.pem", "main.rs", "node_modules/x.pem"] {
            fs::write(work.join(file), "x").unwrap();
        }
        let found = [secrets(Some(&home)), secrets_in(std::slice::from_ref(&work))].concat();
        for path in [home.join(".ssh"), work.join("deep/er/.env"), work.join("server.pem")] {
            assert!(found.contains(&path), "{} in {found:?}", path.display());
        }
        for path in [home.join(".gnupg"), work.join("main.rs"), work.join("node_modules/x.pem")] {
            assert!(!found.contains(&path), "{} in {found:?}", path.display());
        }
    }
}
