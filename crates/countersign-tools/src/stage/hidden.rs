//! Finds what is hidden in a stage: the person's secrets, wherever they are.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::{
    certificates::only_certificates,
    folders::{self, Rule},
};
use crate::files::protect;

/// Secrets of the machine; a normal user cannot read most of them anyway.
const OF_MACHINE: &[&str] = &[
    "/etc/shadow",
    "/etc/gshadow",
    "/etc/shadow-",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssl/private",
    "/etc/pki/tls/private",
    "/etc/letsencrypt",
    "/etc/krb5.keytab",
    "/etc/security/opasswd",
    "/etc/NetworkManager/system-connections",
    "/etc/wpa_supplicant",
    "/etc/netplan",
    "/etc/wireguard",
    "/etc/openvpn",
    "/etc/ppp",
    "/etc/ipsec.secrets",
    "/etc/credstore",
    "/etc/credstore.encrypted",
    "/etc/kubernetes",
    "/etc/rancher/k3s/k3s.yaml",
    "/etc/mysql/debian.cnf",
    "/etc/postfix/sasl_passwd",
    "/etc/exim4/passwd.client",
    "/etc/gitlab-runner/config.toml",
    "/etc/samba/private",
    "/etc/dropbear",
    "/run/secrets",
    "/run/credentials",
    "/var/run/secrets",
    "/var/lib/iwd",
    "/var/lib/kubelet/pods",
    "/var/lib/tailscale",
    "/var/lib/samba/private",
    "/var/lib/jenkins/secrets",
    "/var/lib/jenkins/credentials.xml",
];

/// Maximum number of entries scanned in a project, and the depth.
const LOOKED_AT: usize = 50_000;
const DEPTH: usize = 12;
/// The same around a project, and the maximum number of secrets hidden there.
const LOOKED_AT_NEAR: usize = 2_000;
const DEPTH_NEAR: usize = 2;
const NEAR: usize = 200;
/// World-writable folders, the maximum number of entries scanned in them, and the depth.
const SCRATCH: &[&str] = &["/tmp", "/var/tmp"];
const LOOKED_AT_SCRATCH: usize = 10_000;
const DEPTH_SCRATCH: usize = 4;
/// Maximum number of entries scanned in a home, and the depth, in folders known to contain secrets.
const LOOKED_AT_HOME: usize = 5_000;
const DEPTH_HOME: usize = 4;

/// Returns the existing secrets of the user with this `home`, and of the machine.
///
/// # Limitations
/// In a home: files at its top and in folders known to contain secrets, among the first 5,000 entries.
pub fn secrets(home: Option<&Path>) -> Vec<PathBuf> {
    let of_person = home.map(in_home).unwrap_or_default();
    let machine = OF_MACHINE.iter().map(PathBuf::from).filter(|path| fs::symlink_metadata(path).is_ok());
    of_person.into_iter().chain(machine).collect()
}

/// Returns the secrets below a home, level by level.
fn in_home(home: &Path) -> Vec<PathBuf> {
    let (mut found, mut left) = (Vec::new(), LOOKED_AT_HOME);
    // Secrets in a home are recognized by their path below it, wherever it is.
    let shown = |folder: &Path| Path::new("/root").join(folder.strip_prefix(home).unwrap_or(folder));
    let mut level = vec![home.to_owned()];
    for _ in 0..=DEPTH_HOME {
        let mut next = Vec::new();
        for folder in &level {
            let looked_at = folders::look(folder, &Rule::Home { shown: shown(folder) });
            found.extend_from_slice(&looked_at.secrets);
            next.extend_from_slice(&looked_at.folders);
            let Some(rest) = left.checked_sub(looked_at.names) else { return found };
            left = rest;
        }
        level = next;
    }
    found
}

/// What a path is to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Nothing that is hidden.
    Plain,
    /// Certificates, in a file that is named like a key. It may become one without changing its folder.
    Certificates,
    /// A secret.
    Secret,
}

/// Returns what `path` is, judged as if it were at `shown`. A source folder is no secret by its name.
pub(super) fn holds(path: &Path, shown: &Path) -> Holds {
    if protect::reading(shown, &[]).is_none() {
        return Holds::Plain;
    }
    let folder = protect::is_secret_folder(shown);
    match path.is_dir() {
        _ if only_certificates(path) => Holds::Certificates,
        true if !folder => Holds::Plain,
        _ => Holds::Secret,
    }
}

/// Returns the secrets in folders.
///
/// # Limitations
/// They are recognized by their names, among the first 50,000 entries, twelve folders deep, and not in
/// folders of version control and package managers.
pub fn secrets_in(roots: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    let mut left = LOOKED_AT;
    for root in roots {
        below(root, DEPTH, &mut left, &mut found);
    }
    found.into_iter().collect()
}

/// Returns the secrets of other projects of the same people, in `homes` and beside `roots`, but not in them.
///
/// # Limitations
/// Two folders deep, among the first 2,000 entries, and not in hidden folders: the places of secrets in those are known.
pub fn secrets_near(homes: &[PathBuf], roots: &[PathBuf]) -> Vec<PathBuf> {
    let beside = roots.iter().filter_map(|root| root.parent()).filter(|folder| folder.parent().is_some());
    let mut found = BTreeSet::new();
    let mut left = LOOKED_AT_NEAR;
    let folders = beside.chain(homes.iter().map(PathBuf::as_path));
    folders.for_each(|folder| below(folder, DEPTH_NEAR, &mut left, &mut found));
    found.into_iter().filter(|path| !roots.iter().any(|root| path.starts_with(root))).take(NEAR).collect()
}

/// Returns the secrets in world-writable folders, but not in `roots`.
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

/// Scans folders level by level, so deep entries cannot push out near ones.
fn below(folder: &Path, depth: usize, left: &mut usize, found: &mut BTreeSet<PathBuf>) {
    let within = protect::reading(folder, &[]).is_some();
    let rule = Rule::Project { near: depth <= DEPTH_NEAR, within };
    let mut level = vec![folder.to_owned()];
    for _ in 0..=depth {
        let mut next = Vec::new();
        for folder in &level {
            let looked_at = folders::look(folder, &rule);
            found.extend(looked_at.secrets.iter().cloned());
            next.extend_from_slice(&looked_at.folders);
            *left = left.saturating_sub(looked_at.names);
            if *left == 0 {
                return;
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
    fn a5_every_known_place_below_a_home_is_hidden() {
        let listed = include_str!("../../../countersign-analysis/corpus/places.txt");
        let dir = tempfile::tempdir().unwrap();
        let (mut secret, mut kind) = (Vec::new(), "");
        let mut plain = Vec::new();
        for line in listed.lines() {
            if line.starts_with('[') {
                kind = line;
            } else if let Some(name) = line.strip_prefix("~/") {
                // A name can be a file in one place of the list and a folder in another: each gets its own home.
                let home = dir.path().join(format!("h{}", secret.len() + plain.len()));
                let path = home.join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, "x").unwrap();
                if kind.starts_with("[secret]") { &mut secret } else { &mut plain }.push((home, path));
            }
        }
        assert!(secret.len() > 150 && plain.len() > 15, "{} {}", secret.len(), plain.len());
        let hides = |home: &Path, path: &Path| {
            let hidden = [secrets(Some(home)), secrets_near(&[home.to_owned()], &[])].concat();
            path.ancestors().any(|folder| hidden.iter().any(|hidden| hidden == folder))
        };
        let seen: Vec<_> = secret.iter().filter(|(home, path)| !hides(home, path)).collect();
        assert!(seen.is_empty(), "{seen:#?}");
        // Key folders are hidden as a whole.
        let lost =
            plain.iter().filter(|(home, path)| !path.starts_with(home.join(".ssh")) && hides(home, path));
        let lost: Vec<_> = lost.collect();
        assert!(lost.is_empty(), "{lost:#?}");
    }

    #[test]
    fn a5_folders_of_source_code_are_not_hidden_for_their_names() {
        let dir = tempfile::tempdir().unwrap();
        for file in ["src/credentials/mod.rs", "src/credentials/.env", "crypto_rsa/lib.rs", "credentials"] {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        let found = secrets_in(&[dir.path().to_owned()]);
        assert_eq!(found, ["credentials", "src/credentials/.env"].map(|name| dir.path().join(name)));
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
