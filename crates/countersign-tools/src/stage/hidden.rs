//! What is kept from whoever works in a stage: the person's secrets, wherever they lie.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
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
const OF_MACHINE: &[&str] = &[
    "/etc/shadow",
    "/etc/gshadow",
    "/etc/shadow-",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssl/private",
];

/// Folders of a project in which no secret of it lies, and far too much else.
const SKIPPED: &[&str] = &[".git", "node_modules", "target"];
/// How many entries of a project are looked through, and how deep.
const LOOKED_AT: usize = 50_000;
const DEPTH: usize = 12;
/// The same around a project, and how many secrets are hidden there.
const LOOKED_AT_NEAR: usize = 2_000;
const DEPTH_NEAR: usize = 2;
const NEAR: usize = 200;
/// The folders that everybody may write to, how many of their entries are looked through, and how deep.
const SCRATCH: &[&str] = &["/tmp", "/var/tmp"];
const LOOKED_AT_SCRATCH: usize = 10_000;
const DEPTH_SCRATCH: usize = 4;

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

/// The secrets of other projects of the same persons, in `homes` and beside `roots`, but not in them.
///
/// # Limitations
/// Two folders deep, among the first 2,000 entries, and not in folders whose names begin with a point: where people keep
/// secrets in those is known.
pub fn secrets_near(homes: &[PathBuf], roots: &[PathBuf]) -> Vec<PathBuf> {
    let beside = roots.iter().filter_map(|root| root.parent()).filter(|folder| folder.parent().is_some());
    let mut found = BTreeSet::new();
    let mut left = LOOKED_AT_NEAR;
    let folders = beside.chain(homes.iter().map(PathBuf::as_path));
    folders.for_each(|folder| below(folder, DEPTH_NEAR, &mut left, &mut found));
    found.into_iter().filter(|path| !roots.iter().any(|root| path.starts_with(root))).take(NEAR).collect()
}

/// The secrets in the folders that everybody may write to, but not in `roots`.
///
/// # Limitations
/// Four folders deep, and among the first 10,000 entries.
pub fn secrets_in_scratch(roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    let mut left = LOOKED_AT_SCRATCH;
    for folder in SCRATCH.iter().filter_map(|folder| fs::canonicalize(folder).ok()) {
        below(&folder, DEPTH_SCRATCH, &mut left, &mut found);
    }
    found.into_iter().filter(|path| !roots.iter().any(|root| path.starts_with(root))).collect()
}

/// Looks through folders level by level: what lies deep cannot push out of sight what lies at hand.
fn below(folder: &Path, depth: usize, left: &mut usize, found: &mut BTreeSet<PathBuf>) {
    let near = depth <= DEPTH_NEAR;
    let within = protect::reading(folder, &[]).is_some();
    let plain = |name: &OsStr| !within && name.to_str().is_some_and(protect::is_plain_name);
    let mut level = vec![folder.to_owned()];
    for _ in 0..=depth {
        let mut next = Vec::new();
        for entry in level.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
            if *left == 0 {
                return;
            }
            *left -= 1;
            let Ok(kind) = entry.file_type() else { continue };
            let (path, name) = (entry.path(), entry.file_name());
            if !kind.is_symlink() && !plain(&name) && protect::reading(&path, &[]).is_some() {
                found.insert(path);
            } else if kind.is_dir() && !SKIPPED.iter().any(|skipped| name == *skipped) {
                let known = near && name.as_encoded_bytes().starts_with(b".");
                next.extend((!known).then_some(path));
            }
        }
        level = next;
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

    #[test]
    fn a5_secrets_of_other_projects_are_found_near_by_and_what_lies_deep_hides_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for file in ["ana/one/.env", "ana/code/two/.env", "ana/code/shop/.env", "ana/.cache/x/.env"] {
            fs::create_dir_all(at(file).parent().unwrap()).unwrap();
            fs::write(at(file), "x").unwrap();
        }
        let found = secrets_near(&[at("ana")], &[at("ana/code/shop")]);
        assert_eq!(found, [at("ana/code/two/.env"), at("ana/one/.env")]);
        assert_eq!(secrets_near(&[], &[at("ana/code/shop")]), [at("ana/code/two/.env")]);

        fs::create_dir_all(at("big/a/deep")).unwrap();
        fs::create_dir_all(at("big/z")).unwrap();
        fs::write(at("big/z/.env"), "x").unwrap();
        for n in 0..50 {
            fs::write(at("big/a/deep").join(n.to_string()), "").unwrap();
        }
        let (mut left, mut found) = (10, BTreeSet::new());
        below(&at("big"), DEPTH, &mut left, &mut found);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [at("big/z/.env")]);
    }
}
