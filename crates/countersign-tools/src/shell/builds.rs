//! Build folders that git ignores (`target`, `node_modules`): what commands write there is no effect. It is kept for
//! the later commands of the workspace and never real; in a trusted folder it lands with the command.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use countersign_core::{
    judge::{Facts, Trust},
    tool::FieldChange,
};
use countersign_rehearsal::{Builds, Effects, Kind, Layers};
use countersign_words::say;
use serde::{Deserialize, Serialize};

use super::Shell;
use crate::files::{build_files, ground, pattern};

/// Names of folders with what tools make of other files, at any depth. Only those that git ignores and in which it
/// tracks nothing are build folders.
const NAMES: &[&str] = &[
    "*.egg-info",
    ".angular",
    ".build",
    ".dart_tool",
    ".eggs",
    ".gradle",
    ".hypothesis",
    ".mypy_cache",
    ".next",
    ".nox",
    ".nuxt",
    ".nyc_output",
    ".output",
    ".parcel-cache",
    ".pytest_cache",
    ".ruff_cache",
    ".stack-work",
    ".svelte-kit",
    ".tox",
    ".turbo",
    ".venv",
    ".zig-cache",
    "__pycache__",
    "__pypackages__",
    "_build",
    "bower_components",
    "build",
    "cmake-build-*",
    "coverage",
    "dist",
    "dist-newstyle",
    "elm-stuff",
    "htmlcov",
    "node_modules",
    "obj",
    "out",
    "target",
    "vendor/bundle",
    "venv",
    "zig-out",
];

/// How much is written back to a trusted folder: changes of build folders, and those of them that are not in a folder that
/// is new or gone as a whole. A build folder with more stays in layers.
pub(super) const LANDING_MOST: usize = 50_000;
const STEPS_MOST: usize = 5_000;

/// What a command changed in build folders.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Built {
    /// The folders whose changes are kept for later commands.
    pub(super) kept: Vec<PathBuf>,
    /// The folders whose changes land with the command.
    #[serde(skip)]
    pub(super) lands: Vec<PathBuf>,
    /// How many files changed in those that are kept.
    files: u64,
    /// What it was built on.
    generation: u64,
}

impl Shell {
    /// Opens what is kept of the build folders of a workspace; None if nothing can be.
    pub(super) fn builds(&self, roots: &[PathBuf], trusted: &[Trust]) -> Option<Builds> {
        Builds::open(&self.builds_folder(roots, trusted)?, roots).ok()
    }

    fn builds_folder(&self, roots: &[PathBuf], trusted: &[Trust]) -> Option<PathBuf> {
        let stages = self.stages.canonicalize().ok().filter(|_| self.stages.is_absolute())?;
        // Where some of them land, others are kept.
        let folders: Vec<PathBuf> = trusted.iter().map(|trust| PathBuf::from(&trust.folder)).collect();
        Some(
            super::asides::of_workspace(&stages, roots)
                .join(format!("builds-{}", super::asides::key(&folders))),
        )
    }

    /// Takes what a command changed in build folders out of its layers; `copy`: processes still use these, so it is copied.
    pub(super) fn set_builds_apart(
        &self,
        layers: &Layers,
        builds: &Builds,
        trusted: &[Trust],
        copy: bool,
    ) -> io::Result<(Built, Effects)> {
        let mut built = Built { generation: builds.generation, ..Built::default() };
        let found = self.changed_builds(layers)?;
        let lands = |folder: &PathBuf| !builds.has(folder) && is_trusted(folder, &layers.roots, trusted);
        (built.lands, built.kept) = found.into_iter().partition(lands);
        built.files = layers.set_apart(&built.kept, copy)?;
        let landing = layers.set_apart(&built.lands, copy)?;
        let mut effects = match built.lands.is_empty() {
            true => Effects::default(),
            false => layers.effects_apart(&built.lands, LANDING_MOST)?,
        };
        if effects.more || steps(&effects) > STEPS_MOST {
            built.files += landing;
            built.kept.append(&mut built.lands);
            effects = Effects::default();
        }
        effects.builds.clone_from(&built.lands);
        Ok((built, effects))
    }

    /// Keeps what a command changed in build folders for later commands. If that fails, they build it again.
    pub(super) fn keep_builds(&self, layers: &Layers, built: &Built, trusted: &[Trust]) {
        let Some(folder) = self.builds_folder(&layers.roots, trusted).filter(|_| !built.kept.is_empty())
        else {
            return;
        };
        let builds = Builds::begun(&folder, &layers.roots, built.generation);
        let _ = builds.keep(layers, &built.kept, u64::from(self.rehearsal.cache_mb) << 20);
    }

    /// Finds the outermost build folders that changed.
    fn changed_builds(&self, layers: &Layers) -> io::Result<Vec<PathBuf>> {
        let mut no_builds = BTreeSet::new();
        loop {
            let found =
                layers.changed_folders(&|path| self.is_named_so(path) && !no_builds.contains(path))?;
            let ignored = ignored(&found);
            let before = no_builds.len();
            no_builds.extend(found.iter().filter(|path| !ignored.contains(*path)).cloned());
            if no_builds.len() == before {
                return Ok(found);
            }
        }
    }

    /// Returns the outermost build folder that a path is in, below these roots. `known` are folders that were looked at.
    pub(super) fn build_folder_of(
        &self,
        roots: &[PathBuf],
        path: &Path,
        known: &mut BTreeMap<PathBuf, bool>,
    ) -> Option<PathBuf> {
        let root = roots.iter().find(|root| path.starts_with(root))?;
        let mut above: Vec<&Path> = path.ancestors().take_while(|above| above != root).collect();
        above.reverse();
        let named = above.into_iter().filter(|above| self.is_named_so(above));
        named.map(Path::to_owned).find(|folder| {
            let look = || !ignored(std::slice::from_ref(folder)).is_empty();
            *known.entry(folder.clone()).or_insert_with(look)
        })
    }

    /// Whether a path is named like a build folder.
    fn is_named_so(&self, path: &Path) -> bool {
        let names = NAMES.iter().copied().chain(self.rehearsal.builds.iter().map(String::as_str));
        let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
        names.into_iter().any(|name| {
            let name = name.trim_end_matches('/');
            let length = name.split('/').count();
            parts.len() >= length && pattern::matches(name, &parts[parts.len() - length..].join("/"))
        })
    }
}

impl Built {
    /// Returns the line about what is kept.
    pub(super) fn line(&self, roots: &[PathBuf]) -> Option<FieldChange> {
        let kept = say!("effect-build-kept", saids = build_files(self.files, &self.kept, roots));
        (!self.kept.is_empty()).then(|| FieldChange::told(say!("effect-label-build"), None, Some(kept)))
    }
}

/// Returns how many steps it takes to land effects: a folder that is new or gone as a whole is one.
fn steps(effects: &Effects) -> usize {
    let is_dir = |node: &Option<countersign_rehearsal::Node>| matches!(node, Some(n) if n.kind == Kind::Dir);
    let whole = effects.changes.iter().filter(|c| is_dir(&c.before) != is_dir(&c.after));
    let wholes: BTreeSet<&Path> = whole.map(|change| change.path.as_path()).collect();
    let is_within = |path: &Path| path.ancestors().skip(1).any(|above| wholes.contains(above));
    effects.changes.iter().filter(|change| !is_within(&change.path)).count()
}

fn is_trusted(folder: &Path, roots: &[PathBuf], trusted: &[Trust]) -> bool {
    let facts = Facts { writes: vec![folder.to_string_lossy().into_owned()], ..Facts::default() };
    let ground = || ground::of([folder], roots);
    !trusted.is_empty() && trusted.iter().any(|trust| trust.lies_around(&facts, &ground()))
}

/// Returns those of these folders that git ignores and of which it tracks nothing, neither in its index nor in the last
/// commit. None if git cannot tell.
fn ignored(folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    let mut by_repository: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
    for folder in folders {
        if let Some(repository) = folder.parent().and_then(ground::repository) {
            by_repository.entry(repository).or_default().push(folder);
        }
    }
    let mut found = BTreeSet::new();
    for (repository, folders) in by_repository {
        let git = Git { repository };
        found.extend(git.ignored(&folders).into_iter().flatten().map(Path::to_owned));
    }
    found
}

/// Asks git about one repository. It runs nothing that the repository's settings name.
struct Git<'a> {
    repository: &'a Path,
}

impl Git<'_> {
    fn ignored<'a>(&self, folders: &[&'a Path]) -> Option<Vec<&'a Path>> {
        let within = |folder: &Path| folder.strip_prefix(self.repository).ok().map(Path::to_owned);
        let asked: Vec<u8> = folders
            .iter()
            .filter_map(|folder| within(folder))
            .flat_map(|path| [path.as_os_str().as_encoded_bytes(), b"/\0"].concat())
            .collect();
        let ignored = self.tell(&["check-ignore", "-z", "--stdin"], &[], &asked)?;
        let ignored: BTreeSet<&[u8]> = ignored.split(|byte| *byte == 0).collect();
        let is_ignored = |folder: &&&Path| {
            within(folder).is_some_and(|path| {
                ignored.contains([path.as_os_str().as_encoded_bytes(), b"/"].concat().as_slice())
            })
        };
        let mut left: Vec<&Path> = folders.iter().filter(is_ignored).copied().collect();
        let paths: Vec<PathBuf> = left.iter().filter_map(|folder| within(folder)).collect();
        if paths.is_empty() {
            return Some(Vec::new());
        }
        let mut tracked = self.tell(&["ls-files", "-z"], &paths, &[])?;
        match self.tell(&["ls-tree", "-z", "--name-only", "HEAD"], &paths, &[]) {
            Some(committed) => tracked.extend(committed),
            // Before the first commit there is none.
            None if self.tell(&["rev-parse", "-q", "--verify", "HEAD"], &[], &[]).is_none() => {}
            None => return None,
        }
        let tracked: Vec<&Path> = tracked
            .split(|byte| *byte == 0)
            .filter(|name| !name.is_empty())
            .map(|name| Path::new(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(name)))
            .collect();
        left.retain(|folder| {
            within(folder).is_some_and(|path| !tracked.iter().any(|tracked| tracked.starts_with(&path)))
        });
        Some(left)
    }

    /// Returns what git says; None if it fails.
    fn tell(&self, words: &[&str], paths: &[PathBuf], input: &[u8]) -> Option<Vec<u8>> {
        let mut git = Command::new("git");
        let kept = ["HOME", "XDG_CONFIG_HOME"].map(|name| (name, std::env::var_os(name)));
        git.env_clear().envs(kept.into_iter().filter_map(|(name, value)| Some((name, value?))));
        git.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("GIT_OPTIONAL_LOCKS", "0").env("LC_ALL", "C");
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn git(at: &Path, args: &str) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=Ana", "-c", "user.email=ana@example.com"]).args(args.split(' '));
        assert!(git.current_dir(at).status().unwrap().success(), "git {args}");
    }

    #[test]
    fn a16_a_build_folder_has_a_known_name_and_git_ignores_it_and_tracks_nothing_in_it() {
        let tmp = tempfile::tempdir().unwrap();
        let at = tmp.path().canonicalize().unwrap();
        for folder in ["dist", "build", "src", "a/vendor/bundle", "inner/target"] {
            fs::create_dir_all(at.join(folder)).unwrap();
            fs::write(at.join(folder).join("x"), "x").unwrap();
        }
        let is_build = |path: &str| {
            let path = at.join(path);
            Shell::default().build_folder_of(std::slice::from_ref(&at), &path, &mut BTreeMap::new()).is_some()
        };
        assert!(!is_build("dist/x"), "there is no repository");
        git(&at, "init -q -b main");
        fs::write(at.join(".gitignore"), "dist/\nbuild/\nsrc/\ntarget\nvendor/\n").unwrap();
        assert!(is_build("dist/x") && is_build("new/target/debug/x") && is_build("a/vendor/bundle/x"));
        assert!(!is_build("src/x"), "ignored, and its name is none");
        assert!(!is_build("node_modules/x"), "not ignored");
        git(&at, "add -f build/x");
        assert!(!is_build("build/x"), "in the index");
        git(&at, "commit -q -m one");
        git(&at, "rm -q --cached build/x");
        assert!(!is_build("build/x"), "in the last commit");
        assert!(is_build("dist/x") && is_build("build-x/target/x"));
        assert!(is_build("inner/target/x"));
        git(&at.join("inner"), "init -q");
        assert!(!is_build("inner/target/x"), "another repository has its own rules");
        fs::write(at.join("inner/.gitignore"), "target\n").unwrap();
        assert!(is_build("inner/target/x"));
        let more = Shell {
            rehearsal: countersign_core::judge::Rehearsal {
                builds: vec!["src".to_owned()],
                ..Default::default()
            },
            ..Shell::default()
        };
        assert!(
            more.build_folder_of(std::slice::from_ref(&at), &at.join("src/x"), &mut BTreeMap::new())
                .is_some()
        );
    }
}
