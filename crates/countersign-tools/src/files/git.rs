//! Asks git about a repository: what it ignores, what it tracks, and what it could give back. It runs nothing that the
//! repository's settings name, contacts nobody and changes nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    io::Write as _,
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::ground;

/// Groups paths by the repository that they are in.
fn by_repository<'a>(paths: impl Iterator<Item = &'a Path>) -> BTreeMap<&'a Path, Vec<&'a Path>> {
    let mut found: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for path in paths {
        if let Some(repository) = path.parent().and_then(ground::repository) {
            found.entry(repository).or_default().push(path);
        }
    }
    found
}

/// Returns those of these folders that git ignores and of which it tracks nothing, neither in its index nor in the last
/// commit. None if git cannot tell.
pub(crate) fn ignored(folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    let repositories = by_repository(folders.iter().map(PathBuf::as_path)).into_iter();
    let found = repositories.filter_map(|(repository, folders)| Git { repository }.ignored(&folders));
    found.flatten().map(Path::to_owned).collect()
}

/// Returns those of these files that git could give back: they are as in the last commit, or as in the index, unless
/// that changes, too.
pub(super) fn given_back(files: &[&Path], index_changes: bool) -> BTreeSet<PathBuf> {
    let repositories = by_repository(files.iter().copied()).into_iter();
    let found =
        repositories.filter_map(|(repository, files)| Git { repository }.given_back(&files, index_changes));
    found.flatten().map(Path::to_owned).collect()
}

struct Git<'a> {
    repository: &'a Path,
}

impl Git<'_> {
    fn within(&self, path: &Path) -> Option<PathBuf> {
        path.strip_prefix(self.repository).ok().map(Path::to_owned)
    }

    fn ignored<'a>(&self, folders: &[&'a Path]) -> Option<Vec<&'a Path>> {
        let named = |folder: &Path| {
            self.within(folder).map(|path| [path.as_os_str().as_bytes(), b"/"].concat()).unwrap_or_default()
        };
        let asked: Vec<u8> = folders.iter().flat_map(|folder| [&named(folder)[..], b"\0"].concat()).collect();
        let ignored = self.tell(&["check-ignore", "-z", "--stdin"], &[], &asked)?;
        let ignored: BTreeSet<&[u8]> =
            ignored.split(|byte| *byte == 0).filter(|name| !name.is_empty()).collect();
        let mut left: Vec<&Path> =
            folders.iter().filter(|folder| ignored.contains(&named(folder)[..])).copied().collect();
        let paths: Vec<PathBuf> = left.iter().filter_map(|folder| self.within(folder)).collect();
        if paths.is_empty() {
            return Some(Vec::new());
        }
        let index = self.tell(&["ls-files", "-z"], &paths, &[])?;
        let commit = self.of_commit(&["--name-only"], &paths)?;
        let tracked: Vec<&Path> = names(&index).chain(names(&commit)).map(Path::new).collect();
        left.retain(|folder| {
            self.within(folder).is_some_and(|path| !tracked.iter().any(|tracked| tracked.starts_with(&path)))
        });
        Some(left)
    }

    fn given_back<'a>(&self, files: &[&'a Path], index_changes: bool) -> Option<Vec<&'a Path>> {
        // Git hashes what a link leads to, and reads one name a line.
        let is_plain = |path: &&Path| {
            path.symlink_metadata().is_ok_and(|stat| stat.is_file())
                && !path.as_os_str().as_bytes().contains(&b'\n')
        };
        let files: Vec<&Path> = files.iter().copied().filter(is_plain).collect();
        let paths: Vec<PathBuf> = files.iter().filter_map(|file| self.within(file)).collect();
        if paths.is_empty() {
            return Some(Vec::new());
        }
        let lines: Vec<u8> =
            paths.iter().flat_map(|path| [path.as_os_str().as_bytes(), b"\n"].concat()).collect();
        let hashes = self.tell(&["hash-object", "--no-filters", "--stdin-paths"], &[], &lines)?;
        let hashes = String::from_utf8(hashes).ok()?;
        let hashes: Vec<&str> = hashes.lines().collect();
        let index = self.tell(&["ls-files", "-s", "-z"], &paths, &[])?;
        let commit = self.of_commit(&[], &paths)?;
        // `mode id stage\\tpath` and `mode type id\\tpath`.
        let listed = |text: &'_ [u8], id: usize| -> BTreeSet<(PathBuf, String)> {
            let entries = names(text).filter_map(|entry| {
                let entry = entry.as_bytes();
                let tab = entry.iter().position(|byte| *byte == b'\t')?;
                let about = std::str::from_utf8(&entry[..tab]).ok()?;
                Some((
                    PathBuf::from(OsStr::from_bytes(&entry[tab + 1..])),
                    about.split(' ').nth(id)?.to_owned(),
                ))
            });
            entries.collect()
        };
        let mut kept = listed(&commit, 2);
        if !index_changes {
            kept.extend(listed(&index, 1));
        }
        let asked: Vec<u8> = hashes.iter().flat_map(|hash| format!("{hash}\n").into_bytes()).collect();
        let stored = String::from_utf8(self.tell(&["cat-file", "--batch-check"], &[], &asked)?).ok()?;
        let is_stored = |hash: &str| stored.lines().any(|line| line.starts_with(&format!("{hash} blob ")));
        let all = files.into_iter().zip(paths).zip(hashes);
        let given = all.filter(|((_, path), hash)| {
            kept.contains(&(path.clone(), (*hash).to_owned())) && is_stored(hash)
        });
        Some(given.map(|((file, _), _)| file).collect())
    }

    /// Returns what the last commit says of some paths; nothing before the first one.
    fn of_commit(&self, options: &[&str], paths: &[PathBuf]) -> Option<Vec<u8>> {
        let words = [&["ls-tree", "-z"], options, &["HEAD"]].concat();
        self.tell(&words, paths, &[]).or_else(|| {
            let is_first = self.tell(&["rev-parse", "-q", "--verify", "HEAD"], &[], &[]).is_none();
            is_first.then(Vec::new)
        })
    }

    /// Returns what git says; None if it fails.
    fn tell(&self, words: &[&str], paths: &[PathBuf], input: &[u8]) -> Option<Vec<u8>> {
        let mut git = Command::new("git");
        let kept = ["HOME", "XDG_CONFIG_HOME"].map(|name| (name, std::env::var_os(name)));
        git.env_clear().envs(kept.into_iter().filter_map(|(name, value)| Some((name, value?))));
        git.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("LC_ALL", "C");
        git.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_NO_REPLACE_OBJECTS", "1");
        git.arg("--git-dir").arg(self.repository.join(".git")).arg("--work-tree").arg(self.repository);
        git.args(["-c", "core.fsmonitor=false"]).args((!paths.is_empty()).then_some("--literal-pathspecs"));
        git.args(words).args((!paths.is_empty()).then_some("--")).args(paths);
        git.current_dir(self.repository).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut running = git.spawn().ok()?;
        let (stdin, input) = (running.stdin.take(), input.to_vec());
        // Git writes while it reads.
        let feeding = std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
        let told = running.wait_with_output();
        drop(feeding.join());
        let told = told.ok()?;
        // One that finds nothing to ignore says so with 1.
        let nothing = words[0] == "check-ignore" && told.status.code() == Some(1);
        (told.status.success() || nothing).then_some(told.stdout)
    }
}

fn names(text: &[u8]) -> impl Iterator<Item = &OsStr> {
    text.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(OsStr::from_bytes)
}
