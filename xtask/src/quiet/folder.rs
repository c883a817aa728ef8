//! How a session left its project: what git says of it, and every file.

use std::{
    collections::{BTreeMap, BTreeSet, hash_map::DefaultHasher},
    fs,
    hash::{Hash as _, Hasher as _},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::Command,
};

/// What git says, without hashes and times: status, branches, subjects of commits, stashes, and the content of tracked files.
const GIT: &[(&str, &[&str])] = &[
    ("status", &["status", "--porcelain"]),
    ("branch", &["for-each-ref", "--format=%(refname) %(contents:subject)", "refs/heads", "refs/tags"]),
    ("head", &["symbolic-ref", "HEAD"]),
    ("commit", &["log", "--branches", "--format=%s"]),
    ("stash", &["stash", "list", "--format=%gs"]),
];

/// Returns what git says about a project.
pub fn by_git(folder: &Path) -> Result<BTreeSet<String>, String> {
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.args(args).current_dir(folder).env("GIT_OPTIONAL_LOCKS", "0");
        let output = command.output();
        let output = output.map_err(|e| format!("git does not run: {e}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let mut said = BTreeSet::new();
    for (name, args) in GIT {
        said.extend(git(args)?.lines().map(|line| format!("{name}: {line}")));
    }
    let tracked = git(&["ls-files", "-z"])?;
    for name in tracked.split('\0').filter(|name| !name.is_empty()) {
        said.insert(format!("file: {name}: {}", content(&folder.join(name))));
    }
    Ok(said)
}

/// Returns what is other than after two direct runs. What differs between these is not compared.
pub fn difference(
    first: &BTreeSet<String>,
    second: &BTreeSet<String>,
    gated: &BTreeSet<String>,
) -> Option<String> {
    // A line that varies is left out by the part before its value.
    let name = |line: &String| line.rsplit_once(": ").map_or(line.clone(), |(name, _)| name.to_owned());
    let varying: BTreeSet<String> = first.symmetric_difference(second).map(name).collect();
    let steady = |line: &&String| !varying.contains(&name(line));
    let lost = first.difference(gated).filter(steady).map(|line| format!("no `{line}`"));
    let more = gated.difference(first).filter(steady).map(|line| format!("`{line}`"));
    let all: Vec<String> = lost.chain(more).take(5).collect();
    (!all.is_empty()).then(|| format!("the folder: {}", all.join(", ")))
}

/// Returns all files and folders below one, with mode and content.
pub fn whole(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut all = BTreeMap::new();
    let mut left = vec![folder.to_owned()];
    while let Some(at) = left.pop() {
        let entries = fs::read_dir(&at).map_err(|e| format!("cannot read {}: {e}", at.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            let about =
                path.symlink_metadata().map_err(|e| format!("cannot read {}: {e}", path.display()))?;
            let said = format!("{:o} {}", about.permissions().mode(), content(&path));
            all.insert(path.strip_prefix(folder).unwrap_or(&path).display().to_string(), said);
            if about.is_dir() {
                left.push(path);
            }
        }
    }
    Ok(all)
}

/// Returns the first paths that are other than before.
pub fn moved(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Option<String> {
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let other: Vec<&str> =
        paths.into_iter().filter(|path| before.get(*path) != after.get(*path)).map(String::as_str).collect();
    (!other.is_empty()).then(|| {
        let named: Vec<&str> = other.iter().take(5).copied().collect();
        format!("after the undo {} paths are other than before: {}", other.len(), named.join(", "))
    })
}

/// Returns a digest of a file, the target of a link, or what else it is.
fn content(path: &Path) -> String {
    if let Ok(target) = fs::read_link(path) {
        return format!("link to {}", target.display());
    }
    match fs::read(path) {
        Ok(bytes) => {
            let mut digest = DefaultHasher::new();
            bytes.hash(&mut digest);
            format!("{:x}", digest.finish())
        }
        Err(_) if path.is_dir() => "folder".to_owned(),
        Err(_) => "missing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &[&str]) -> BTreeSet<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    #[test]
    fn a_folder_differs_by_what_two_direct_runs_agree_on() {
        let (first, second) =
            (said(&["file: a: 1", "file: when: 5"]), said(&["file: a: 1", "file: when: 6"]));
        assert_eq!(difference(&first, &second, &said(&["file: a: 1", "file: when: 7"])), None);
        let other = difference(&first, &second, &said(&["file: a: 2", "file: when: 7"])).unwrap();
        assert_eq!(other, "the folder: no `file: a: 1`, `file: a: 2`");
        assert!(difference(&first, &second, &said(&["file: a: 1", "status: ?? b"])).is_some());
    }

    #[test]
    fn what_moved_is_named() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("a"), "1").unwrap();
        let before = whole(dir.path()).unwrap();
        assert_eq!(moved(&before, &whole(dir.path()).unwrap()), None);
        fs::create_dir(dir.path().join("b")).unwrap();
        fs::write(dir.path().join("a"), "2").unwrap();
        let told = moved(&before, &whole(dir.path()).unwrap()).unwrap();
        assert_eq!(told, "after the undo 2 paths are other than before: a, b");
    }
}
