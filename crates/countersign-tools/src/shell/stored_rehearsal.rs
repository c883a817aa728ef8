//! A rehearsal stored until its item is decided: the layers with its effects, its report, and a snapshot of
//! the workspace at its beginning. Each has its own folder, which is that of its layers.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::SystemTime,
};

use countersign_core::{Error, Result, judge::Trust};
use countersign_rehearsal::{Begun, Effects, Layers, Manner, Snapshot, sweep};
use countersign_words::say;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::builds::Built;

/// The folder of all rehearsals, in the folder of all stages.
const FOLDER: &str = "rehearsals";
/// File name of its report.
const TOLD: &str = "rehearsal.json";
/// File name of the workspace snapshot.
const SNAPSHOT: &str = "rehearsal.snapshot";
/// File name of its size in bytes.
const WEIGHT: &str = "rehearsal.bytes";
/// Maximum size of a workspace that must be copied whole.
const COPY_BYTES: u64 = 512 << 20;

/// The stored report of a rehearsal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RehearsalReport {
    /// The result for the agent, once its effects have landed.
    pub(super) result: Value,
    /// Its changes, as shown.
    pub(super) effects: Effects,
    /// What it changed in build folders besides.
    pub(super) built: Built,
    /// The trusted folders that were in force for it.
    pub(super) trusted: Vec<Trust>,
    /// The texts that it changes, as they were before.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) texts: BTreeMap<String, String>,
}

impl RehearsalReport {
    /// Returns its digest.
    pub(super) fn digest(&self) -> Result<String> {
        let bytes = serde_json::to_vec(self).map_err(Error::bug)?;
        Ok(blake3::hash(&bytes).to_hex().to_string())
    }
}

/// One rehearsal, in its folder.
#[derive(Debug)]
pub(super) struct StoredRehearsal {
    /// Its id.
    pub(super) id: String,
    /// Its changes.
    pub(super) layers: Layers,
}

impl StoredRehearsal {
    /// Creates one below `stages`, over `roots`; `most` limits the bytes of a copy.
    pub(super) fn make(stages: &Path, roots: &[PathBuf], manner: Manner, most: u64) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let told = (now.as_nanos(), std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let id = format!("x{}", &blake3::hash(format!("{told:?}").as_bytes()).to_hex()[..20]);
        let all = stages.join(FOLDER);
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&all)?;
        let layers = Layers::make(&all.join(&id), roots, manner, most.min(COPY_BYTES))?;
        Ok(Self { id, layers })
    }

    /// Opens the one with that id; None if it is not kept any more.
    pub(super) fn open(stages: &Path, id: &str) -> Option<Self> {
        let plain = id.starts_with('x') && id.bytes().all(|b| b.is_ascii_alphanumeric());
        let layers = Layers::open(&stages.join(FOLDER).join(id)).ok().filter(|_| plain)?;
        Some(Self { id: id.to_owned(), layers })
    }

    /// Begins a snapshot of the workspace. With a copy, something may be mounted in it, and everything is recorded at once.
    pub(super) fn snapshot(&self, visit: &mut dyn FnMut(&Path)) -> io::Result<Begun> {
        let (roots, file) = (&self.layers.roots, self.layers.folder.join(SNAPSHOT));
        match self.layers.manner {
            Manner::Overlay => Snapshot::begin(roots, &file, visit),
            Manner::Copy => Snapshot::take(roots, &file, visit).map(Begun::from),
        }
    }

    /// Returns the snapshot of the workspace.
    pub(super) fn stood(&self) -> Result<Snapshot> {
        Snapshot::open(&self.layers.folder.join(SNAPSHOT)).map_err(|_| self.gone())
    }

    /// Returns when it had ended.
    pub(super) fn made_at(&self) -> Option<SystemTime> {
        fs::metadata(self.layers.folder.join(SNAPSHOT)).ok()?.modified().ok()
    }

    /// Stores its report.
    pub(super) fn tell(&self, told: &RehearsalReport) -> Result<()> {
        let bytes = serde_json::to_vec(told).map_err(Error::bug)?;
        fs::write(self.layers.folder.join(TOLD), bytes)
            .map_err(|e| Error::conflict(say!("effect-rehearsal-not-kept", error = e)))
    }

    /// Whether `bytes` fit besides all other stored rehearsals, with `most` for all of them; records the size of this one.
    pub(super) fn fits(&self, stages: &Path, bytes: u64, most: u64) -> bool {
        let file = |folder: &Path| folder.join(WEIGHT);
        let noted = |folder: PathBuf| fs::read_to_string(file(&folder)).ok()?.parse::<u64>().ok();
        let others = fs::read_dir(stages.join(FOLDER)).into_iter().flatten().flatten();
        let others: u64 = others.filter_map(|entry| noted(entry.path())).fold(0, u64::saturating_add);
        let stood = fs::metadata(self.layers.folder.join(SNAPSHOT)).map_or(0, |about| about.len());
        let all = bytes.saturating_add(stood);
        others.saturating_add(all) <= most && fs::write(file(&self.layers.folder), all.to_string()).is_ok()
    }

    /// Returns its report.
    pub(super) fn told(&self) -> Result<RehearsalReport> {
        let bytes = fs::read(self.layers.folder.join(TOLD)).map_err(|_| self.gone())?;
        serde_json::from_slice(&bytes).map_err(|_| self.gone())
    }

    fn gone(&self) -> Error {
        Error::stale(say!("effect-rehearsal-not-whole", id = self.id))
    }

    /// Removes it.
    pub(super) fn discard(self) -> io::Result<()> {
        self.layers.discard()
    }
}

/// Removes the rehearsal with that id, if there is one.
pub(super) fn forget(stages: &Path, id: &str) -> Result<()> {
    let failed = |e| Error::conflict(say!("effect-rehearsal-not-removed", id, said = e));
    StoredRehearsal::open(stages, id).map_or(Ok(()), |kept| kept.discard().map_err(failed))
}

/// Removes all rehearsals except these, and leftovers of earlier ones.
pub(super) fn keep_only(stages: &Path, ids: &[String]) -> Result<()> {
    let all = stages.join(FOLDER);
    let swept =
        sweep(&all).map_err(|e| Error::conflict(say!("effect-not-tidied", path = all.display(), error = e)));
    let names = fs::read_dir(&all).into_iter().flatten().flatten();
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    // Each is tried, even if others fail.
    let tried: Vec<Result<()>> =
        names.filter(|name| !ids.contains(name)).map(|name| forget(stages, &name)).collect();
    tried.into_iter().chain([swept]).collect()
}
