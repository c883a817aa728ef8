//! Folders whose changes are kept for later commands and are never real: tools' caches under the home, for all
//! commands of a workspace, and `/tmp`, for those of a run.
//!
//! One command at a time uses a store. Another one at the same time sees what is in it, and what it changes is
//! dropped.

use std::{
    fs::{self, DirBuilder, File},
    io,
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use countersign_core::analysis::path;
use countersign_rehearsal::{Aside, Denied, Ended, discard, remove_tree, sweep};
use serde::{Deserialize, Serialize};

use super::{Shell, run_world};

/// Folders of tools' caches, relative to the home, and what in them is no cache: settings, keys, and programs that
/// people run. Changes of those are told and not kept.
const CACHES: &[(&str, &[&str])] = &[
    (".android/cache", &[]),
    (".bun/install/cache", &[]),
    (".bundle/cache", &[]),
    (".cabal/packages", &[]),
    (".cache", &[]),
    (
        ".cargo",
        &[
            "bin",
            "config",
            "config.toml",
            "credentials",
            "credentials.toml",
            "env",
            ".crates.toml",
            ".crates2.json",
        ],
    ),
    (".ccache", &[]),
    (".composer/cache", &[]),
    (".conan2/p", &[]),
    (".config/configstore", &[]),
    (".config/go/telemetry", &[]),
    (".deno", &["bin"]),
    (".dotnet", &["dotnet", "host", "sdk", "shared", "tools"]),
    (".electron-gyp", &[]),
    (".gem/specs", &[]),
    (".gradle", &["gradle.properties", "init.d", "init.gradle", "init.gradle.kts"]),
    (".ivy2/cache", &[]),
    (".julia/compiled", &[]),
    (".kube/cache", &[]),
    (".local/share/NuGet", &[]),
    (".local/share/pnpm/store", &[]),
    (".local/share/uv", &["tools"]),
    (".local/share/virtualenv", &[]),
    (".local/state", &[]),
    (".m2", &["settings.xml", "settings-security.xml", "toolchains.xml"]),
    (".node-gyp", &[]),
    (".npm", &[]),
    (".nuget/packages", &[]),
    (".opam/download-cache", &[]),
    (".pnpm-store", &[]),
    (".pub-cache", &["bin", "credentials.json"]),
    (".rustup/downloads", &[]),
    (".rustup/tmp", &[]),
    (".sbt/boot", &[]),
    (".stack/pantry", &[]),
    (".swiftpm/cache", &[]),
    (".terraform.d/plugin-cache", &[]),
    (".yarn/berry", &[]),
    ("go/pkg", &[]),
];

/// Variables that move a cache of the table elsewhere.
const MOVED: &[(&str, &str)] = &[
    ("CARGO_HOME", ".cargo"),
    ("CCACHE_DIR", ".ccache"),
    ("GRADLE_USER_HOME", ".gradle"),
    ("NPM_CONFIG_CACHE", ".npm"),
    ("XDG_CACHE_HOME", ".cache"),
    ("XDG_STATE_HOME", ".local/state"),
    ("npm_config_cache", ".npm"),
];

/// Caches that are in every stage.
const USUAL: &[&str] = &[".cache", ".cargo", ".gradle", ".local/state", ".m2", ".npm", "go/pkg"];

/// Folders in which the commands of a run leave files for each other.
const SCRATCH: &[&str] = &["/tmp", "/var/tmp"];

/// The folders of all caches, by workspace, and of all scratch files, by run.
const OF_WORKSPACES: &str = "caches";
const OF_RUNS: &str = "scratch";
/// In each: the stores, stores of one command, the lock, and whose it is.
const STORES: &str = "stores";
const SPARE: &str = "spare-";
const LOCK: &str = "lock";
const ABOUT: &str = "about.json";

/// How often, and at which interval, is looked whether stores are free.
const TRIES: u32 = 70;
const INTERVAL: Duration = Duration::from_millis(200);

/// The folders aside of one command. Their stores are free again when it is dropped.
#[derive(Default)]
pub(crate) struct Asides {
    /// The folders.
    pub(crate) folders: Vec<Aside>,
    /// The caches of the table that are missing, with their stores to be.
    missing: Vec<(PathBuf, PathBuf)>,
    locks: Vec<File>,
    spare: Vec<PathBuf>,
}

/// Whose stores these are.
#[derive(Serialize, Deserialize)]
struct About {
    roots: Vec<PathBuf>,
}

/// A folder that could be aside.
struct Candidate {
    path: PathBuf,
    /// The name of its store.
    name: String,
    /// Whether it is there even if it is missing for real.
    made: bool,
}

impl Asides {
    /// Opens those of a command: of its workspace, and of its run, if it has one. What cannot be stored stays
    /// read-only.
    pub(super) fn open(shell: &Shell, roots: &[PathBuf], run: &str) -> Self {
        Self::opened(shell, roots, run, &[], &[])
    }

    /// Opens those of a command in a stage, except for folders that are let through. Usual caches are there even if
    /// they are missing for real: what is denied in a stage is not known.
    pub(crate) fn of_stage(shell: &Shell, roots: &[PathBuf], stage: &str, through: &[PathBuf]) -> Self {
        run_world::end_idle(&shell.stages);
        Self::staged(shell, roots, stage, through)
    }

    /// Like [`of_stage`](Self::of_stage), for the world of a stage.
    pub(super) fn staged(shell: &Shell, roots: &[PathBuf], stage: &str, through: &[PathBuf]) -> Self {
        Self::opened(shell, roots, stage, through, USUAL)
    }

    fn opened(shell: &Shell, roots: &[PathBuf], run: &str, through: &[PathBuf], made: &[&str]) -> Self {
        let mut asides = Self::default();
        if !shell.stages.is_absolute() {
            return asides;
        }
        let Ok(stages) = private(&shell.stages).and_then(|()| shell.stages.canonicalize()) else {
            return asides;
        };
        let (cache_most, most) = (shell.rehearsal.cache_mb, shell.rehearsal.disk_mb);
        let of_workspace = of_workspace(&stages, roots);
        let is_kept = |one: &Candidate| !through.iter().any(|through| one.path.starts_with(through));
        let caches = shell.caches(roots).into_iter().filter(is_kept).map(|one| {
            let made = made.iter().any(|made| one.name == name_of(made));
            Candidate { made, ..one }
        });
        // If there is no room for one, the others may still work.
        let _ = asides.add(&of_workspace, roots, caches.collect(), u64::from(cache_most) << 20);
        if let Some(folder) = scratch_of(&stages, run) {
            let scratch = shell.scratch(run, roots).into_iter().map(Candidate::of).filter(is_kept);
            let _ = asides.add(&folder, &[], scratch.collect(), u64::from(most) << 20);
        }
        asides
    }

    fn add(&mut self, folder: &Path, roots: &[PathBuf], list: Vec<Candidate>, most: u64) -> io::Result<()> {
        private(folder)?;
        let lock = File::create(folder.join(LOCK))?;
        let stores = folder.join(STORES);
        let own = match lock.try_lock() {
            Ok(()) => {
                if !folder.join(ABOUT).exists() {
                    let about = serde_json::to_vec(&About { roots: roots.to_vec() })?;
                    fs::write(folder.join(ABOUT), about)?;
                }
                self.locks.push(lock);
                None
            }
            Err(_) => Some(folder.join(spare_name())),
        };
        self.spare.extend(own.clone());
        for Candidate { path, name, made } in list {
            let store = stores.join(&name);
            if !path.is_dir() && !store.is_dir() && !made {
                if own.is_none() {
                    self.missing.push((path, store));
                }
                continue;
            }
            let made = match &own {
                None => Aside::make(&path, &store, None, most),
                Some(own) => Aside::make(&path, &own.join(&name), Some(&store), most),
            };
            self.folders.extend(made);
        }
        Ok(())
    }

    /// Tells what a command wanted of these folders that is not kept there, and empties the one that it filled.
    /// Returns whether it wanted to create a cache: then it can be run again, with that.
    pub(crate) fn finish(&self, ended: &mut Ended) -> bool {
        for aside in &self.folders {
            for name in self.no_cache(aside) {
                let changed = aside.upper().join(name);
                if changed.symlink_metadata().is_ok() {
                    ended.denied.push(Denied::Write(aside.path.join(name)));
                    let _ = remove_tree(&changed);
                }
            }
            if ended.full.as_ref() == Some(&aside.path) {
                // If removal fails, the next command that fills it tries again.
                let _ = discard(&aside.store);
            }
        }
        let wanted = |cache: &Path| {
            ended.denied.iter().any(|denied| match denied {
                Denied::Write(path) => path.starts_with(cache) || (cache.starts_with(path) && !path.exists()),
                _ => false,
            })
        };
        let made = self.missing.iter().filter(|(cache, _)| wanted(cache));
        made.filter(|(cache, store)| Aside::make(cache, store, None, 0).is_ok()).count() > 0
    }

    /// Returns the names in a folder that are no cache.
    fn no_cache(&self, aside: &Aside) -> &'static [&'static str] {
        let name = aside.store.file_name().unwrap_or_default();
        CACHES.iter().find(|(cache, _)| name == name_of(cache).as_str()).map_or(&[], |(_, not)| *not)
    }
}

impl Drop for Asides {
    fn drop(&mut self) {
        for spare in &self.spare {
            // If removal fails, the next start removes it.
            let _ = discard(spare);
        }
    }
}

impl Candidate {
    fn of(path: PathBuf) -> Self {
        let name = name_of(&path.to_string_lossy());
        Self { path, name, made: false }
    }
}

impl Shell {
    /// Whether a path lies in a cache, where earlier commands of the workspace may have changed it.
    pub(super) fn is_in_cache(&self, roots: &[PathBuf], path: &Path) -> bool {
        self.caches(roots).iter().any(|cache| {
            let not =
                CACHES.iter().find(|(name, _)| cache.name == name_of(name)).map_or(&[][..], |(_, not)| *not);
            let kept_out = |below: &Path| not.iter().any(|name| below.starts_with(name));
            path.strip_prefix(&cache.path).is_ok_and(|below| !kept_out(below))
        })
    }

    /// Returns the folders of caches that can be aside in this workspace: none that is or holds what is protected,
    /// a part of the workspace or Countersign's own, none behind a link, and none within another.
    fn caches(&self, roots: &[PathBuf]) -> Vec<Candidate> {
        let home = self.home.clone().or_else(|| std::env::var_os("HOME").map(PathBuf::from));
        let Some(home) = home.filter(|home| home.is_absolute()).and_then(|home| home.canonicalize().ok())
        else {
            return Vec::new();
        };
        let own = self.own_places();
        let own: Vec<PathBuf> =
            own.iter().map(|own| own.canonicalize().unwrap_or_else(|_| own.clone())).collect();
        let moved = |cache: &str| {
            let variables = MOVED.iter().filter(|(_, moved)| *moved == cache && self.home.is_none());
            let mut to = variables.filter_map(|(variable, _)| std::env::var_os(variable).map(PathBuf::from));
            to.find(|path| path.is_absolute())
        };
        let listed =
            CACHES.iter().map(|(cache, _)| *cache).chain(self.rehearsal.caches.iter().map(String::as_str));
        let all = listed.map(|cache| Candidate {
            path: moved(cache).unwrap_or_else(|| home.join(cache)),
            name: name_of(cache),
            made: false,
        });
        let is_fit = |path: &Path| {
            let around = home.starts_with(path) || roots.iter().chain(&own).any(|at| at.starts_with(path));
            let is_real = match path.canonicalize() {
                Ok(real) => real == path && path.is_dir(),
                // Nothing may be there, not even a link that leads nowhere.
                Err(_) => {
                    path.symlink_metadata().is_err() && !roots.iter().any(|root| path.starts_with(root))
                }
            };
            let within_own = own.iter().any(|own| path.starts_with(own));
            let plain = path::reading(path, &own).is_none() && path::writing(path, &own).is_none();
            !around && !within_own && is_real && plain
        };
        let mut fit: Vec<Candidate> = Vec::new();
        let mut all: Vec<Candidate> = all.filter(|one| is_fit(&one.path)).collect();
        all.sort_by(|a, b| a.path.cmp(&b.path));
        for one in all {
            if !fit.iter().any(|outer| one.path.starts_with(&outer.path)) {
                fit.push(one);
            }
        }
        fit
    }

    /// Returns the folders in which the commands of a run leave files for each other; none without a run.
    pub(super) fn scratch(&self, run: &str, roots: &[PathBuf]) -> Vec<PathBuf> {
        if run.is_empty() || !self.stages.is_absolute() {
            return Vec::new();
        }
        let is_fit = |path: &PathBuf| {
            !roots.iter().any(|root| path.starts_with(root)) && !self.stages.starts_with(path)
        };
        let mut all: Vec<PathBuf> = SCRATCH.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        all.retain(is_fit);
        all.sort();
        all.dedup();
        all
    }
}

/// Removes the scratch files of a run, or of a stage.
pub(crate) fn forget_run(stages: &Path, run: &str) {
    run_world::end(stages, run);
    if let Some(folder) = scratch_of(stages, run).filter(|folder| folder.exists()) {
        // If removal fails, the next start removes it.
        let _ = discard(&folder);
    }
}

/// Removes the scratch files of all runs except these, and of stages that are gone, and what interrupted commands left.
pub(super) fn keep_only(stages: &Path, runs: &[String]) {
    let names = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let of =
        |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_over = |folder: &&PathBuf| !runs.contains(&of(folder)) && !stages.join(of(folder)).is_dir();
    for folder in names(&stages.join(OF_RUNS)).iter().filter(is_over) {
        let _ = remove_tree(folder);
    }
    for folder in names(&stages.join(OF_WORKSPACES)).iter().chain(&names(&stages.join(OF_RUNS))) {
        let _ = sweep(folder);
        let _ = sweep(&folder.join(STORES));
        for spare in names(folder).iter().filter(|path| of(path).starts_with(SPARE)) {
            let _ = remove_tree(spare);
        }
    }
    let _ = sweep(&stages.join(OF_WORKSPACES));
}

/// Removes what the commands of a workspace keep in caches; all workspaces without one. Returns the workspaces, and
/// those of which a command is running, which keep theirs.
pub fn reset_caches(stages: &Path, workspace: Option<&Path>) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut reset, mut busy) = (Vec::new(), Vec::new());
    let entries = fs::read_dir(stages.join(OF_WORKSPACES)).into_iter().flatten();
    for folder in entries.flatten().map(|entry| entry.path()) {
        let Ok(about) = fs::read(folder.join(ABOUT)) else { continue };
        let Ok(about) = serde_json::from_slice::<About>(&about) else { continue };
        if workspace.is_some_and(|at| !about.roots.iter().any(|root| at.starts_with(root))) {
            continue;
        }
        let lock = File::create(folder.join(LOCK))?;
        run_world::end_idle(stages);
        // A daemon keeps the world of a run for a moment after its last command.
        let is_free = (0..TRIES).any(|n| {
            if n > 0 {
                thread::sleep(INTERVAL);
            }
            lock.try_lock().is_ok()
        });
        if !is_free {
            busy.extend(about.roots);
            continue;
        }
        remove_tree(&folder)?;
        reset.extend(about.roots);
    }
    Ok((reset, busy))
}

fn private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Returns a folder that does not exist yet, and is removed at the latest with the run.
pub(super) fn spare_folder(stages: &Path, run: &str) -> Option<PathBuf> {
    scratch_of(&stages.canonicalize().ok()?, run).map(|folder| folder.join(spare_name()))
}

/// Names the store of one command.
fn spare_name() -> String {
    format!("{SPARE}{}-{}", std::process::id(), run_world::number())
}

/// Returns the folder of what the commands of a workspace keep.
pub(super) fn of_workspace(stages: &Path, roots: &[PathBuf]) -> PathBuf {
    stages.join(OF_WORKSPACES).join(key(roots))
}

/// Names what belongs to some folders.
pub(super) fn key(roots: &[PathBuf]) -> String {
    let mut hash = blake3::Hasher::new();
    for root in roots {
        hash.update(root.as_os_str().as_encoded_bytes()).update(&[0]);
    }
    hash.finalize().to_hex()[..20].to_owned()
}

fn scratch_of(stages: &Path, run: &str) -> Option<PathBuf> {
    let plain = (run.starts_with('r') || run.starts_with("sg"))
        && run.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    plain.then(|| stages.join(OF_RUNS).join(run))
}

fn name_of(path: &str) -> String {
    path.replace('%', "%25").replace('/', "%2F")
}
