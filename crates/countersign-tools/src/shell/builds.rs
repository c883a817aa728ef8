//! Build folders that git ignores (`target`, `node_modules`): what commands write there is no effect. It is kept for
//! the later commands of the workspace and never real; in a trusted folder it lands with the command.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
};

use countersign_core::{
    judge::{Facts, Trust},
    text::visible,
    tool::FieldChange,
    world::Ask,
};
use countersign_rehearsal::{Builds, Effects, Kind, Layers};
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};

use super::Shell;
use crate::files::{build_files, git::ignored, ground, pattern};

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

/// Whether a folder has the name of one with what tools make of other files.
pub(crate) fn has_build_name(folder: &Path) -> bool {
    let path = folder.to_string_lossy();
    let last = path.rsplit('/').next().unwrap_or_default();
    NAMES.iter().any(|name| match name.contains('/') {
        true => path.ends_with(&format!("/{name}")),
        false => pattern::matches(name, last),
    })
}

/// How much is written back to a trusted folder: changes of build folders, and those of them that are not in a folder that
/// is new or gone as a whole. A build folder with more stays in layers.
pub(super) const LANDING_MOST: usize = 50_000;
const STEPS_MOST: usize = 5_000;
/// How many build folders are named that a command does not see.
const UNSEEN_MOST: usize = 5;

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

    /// Says which build folders a command does not see if it runs for real: those that are kept, as far as it needs them.
    pub(super) fn unseen_builds(&self, ask: &Ask, needs: &dyn Fn(&Path) -> bool) -> Option<Message> {
        let builds = self.builds(&self.roots_of(ask.cwd.as_deref()), &ask.trusted)?;
        let kept = builds.folders().iter().filter(|folder| needs(folder));
        let paths = kept.map(|folder| visible(&folder.display().to_string()).text).take(UNSEEN_MOST);
        let paths = paths.collect::<Vec<_>>().join(", ");
        (!paths.is_empty()).then(|| say!("effect-builds-unseen", paths))
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
    pub(super) fn changed_builds(&self, layers: &Layers) -> io::Result<Vec<PathBuf>> {
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

#[cfg(test)]
mod tests {
    use std::{fs, process::Command};

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
