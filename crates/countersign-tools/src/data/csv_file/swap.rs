//! Replaces a file, keeping what is needed to restore the old one.

use std::{
    fs::{self, File, Permissions},
    io::{self, Write as _},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    time::Instant,
};

use countersign_core::{
    Error, Result,
    tool::FieldChange,
    world::{Inverse, Landed},
};
use countersign_words::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::data::drawer::{Drawer, kept, sync_dir};

pub const PLAN: &str = "plan.json";
const OLD: &str = "before";

/// The state of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Size in bytes.
    pub size: u64,
    /// Hash of the content.
    pub hash: String,
    /// Permission bits.
    pub mode: u32,
    /// Number of hard links.
    pub links: u64,
}

impl State {
    /// Returns the state of a file; None if there is none.
    pub fn of(path: &Path) -> Result<Option<Self>> {
        let meta = match path.symlink_metadata() {
            Ok(meta) => meta,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Error::conflict(say!("effect-cannot-look-file", error = e))),
        };
        if !meta.is_file() {
            return Err(Error::invalid(say!("effect-not-regular", path = path.display())));
        }
        let mut hasher = blake3::Hasher::new();
        File::open(path)
            .and_then(|mut file| io::copy(&mut file, &mut hasher))
            .map_err(|e| Error::conflict(say!("effect-cannot-read-file", error = e)))?;
        let hash = hasher.finalize().to_hex().to_string();
        Ok(Some(Self { size: meta.len(), hash, mode: meta.mode() & 0o7777, links: meta.nlink() }))
    }

    /// Whether two states are the same to a reader.
    pub fn same(a: Option<&Self>, b: Option<&Self>) -> bool {
        let core = |s: &Self| (s.size, s.hash.clone(), s.mode);
        a.map(core) == b.map(core)
    }
}

/// Fails if the file changed.
pub fn unchanged(path: &Path, expected: Option<&State>, now: Option<&State>) -> Result<()> {
    if State::same(expected, now) {
        return Ok(());
    }
    let tell = |s: Option<&State>| match s {
        None => say!("effect-csv-no-file"),
        Some(s) => {
            say!(
                "effect-csv-state",
                bytes = s.size,
                mode = format!("{:o}", s.mode),
                hash = &s.hash[..s.hash.len().min(16)]
            )
        }
    };
    let detail = [say!("effect-expected", said = tell(expected)), say!("effect-found", said = tell(now))];
    Err(Error::stale(say!("effect-changed-since", path = path.display()))
        .detail(Message::joined("\n", detail)))
}

/// Returns the inverse of the swap kept under `id`.
pub fn inverse(id: &str) -> Inverse {
    Inverse { tool: "data.write_csv".to_owned(), steps: json!({ "capture": id }) }
}

/// A file before and after; the old one is in the drawer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Swap {
    pub path: PathBuf,
    pub before: Option<State>,
    pub after: Option<State>,
}

impl Swap {
    /// Keeps the current file and replaces it with `content`.
    pub fn write(drawer: &Drawer, path: &Path, before: Option<State>, content: &[u8]) -> Result<Self> {
        drawer.make()?;
        let draft = draft(path)?;
        let made = Self::prepare(drawer, path, before, content, &draft);
        if made.is_err() {
            // Nothing was replaced yet: the draft is ours, and the kept state is meaningless.
            let _ = fs::remove_file(&draft);
            drawer.remove()?;
        }
        let swap = made?;
        match put(&draft, path) {
            // The file was replaced, whatever failed after that.
            Err(_) if State::of(path).is_ok_and(|now| State::same(now.as_ref(), swap.after.as_ref())) => {
                Ok(swap)
            }
            Err(e) => Err(kept(say!("effect-do-put-file"), &e)),
            Ok(()) => Ok(swap),
        }
    }

    fn prepare(
        drawer: &Drawer,
        path: &Path,
        before: Option<State>,
        content: &[u8],
        draft: &Path,
    ) -> Result<Self> {
        let write = || -> io::Result<()> {
            if before.is_some() {
                duplicate(path, &drawer.path(OLD))?;
            }
            let _ = fs::remove_file(draft);
            let mut file = File::create_new(draft)?;
            file.write_all(content)?;
            if let Some(before) = &before {
                file.set_permissions(Permissions::from_mode(before.mode))?;
            }
            file.sync_all()
        };
        write().map_err(|e| Error::conflict(say!("effect-cannot-write-file", error = e)))?;
        let swap = Self { path: path.to_owned(), before, after: State::of(draft)? };
        drawer.write(PLAN, &swap)?;
        Ok(swap)
    }

    /// Restores the old file; the current one is kept in `redo`.
    pub fn back(&self, from: &Drawer, redo: &Drawer) -> Result<()> {
        let now = State::of(&self.path)?;
        let plan = Self { path: self.path.clone(), before: self.after.clone(), after: self.before.clone() };
        if State::same(now.as_ref(), self.before.as_ref()) && redo.read::<Self>(PLAN)?.is_some() {
            return Ok(());
        }
        unchanged(&self.path, self.after.as_ref(), now.as_ref())?;
        redo.make()?;
        let restore = || -> io::Result<()> {
            if now.is_some() {
                duplicate(&self.path, &redo.path(OLD))?;
            }
            Ok(())
        };
        restore().map_err(|e| kept(say!("effect-do-keep-file"), &e))?;
        redo.write(PLAN, &plan)?;
        let place = || -> io::Result<()> {
            if self.before.is_none() {
                fs::remove_file(&self.path)?;
                return sync_dir(self.path.parent().unwrap_or(&self.path));
            }
            let draft = draft(&self.path).map_err(|e| io::Error::other(e.message))?;
            let _ = fs::remove_file(&draft);
            duplicate(&from.path(OLD), &draft)?;
            put(&draft, &self.path)
        };
        place().map_err(|e| kept(say!("effect-do-file-back"), &e))
    }

    /// Returns the landed result.
    pub fn landed(&self, id: &str, rows: usize, begun: Instant) -> Result<Landed> {
        let size = |s: &Option<State>| json!(s.as_ref().map(|s| s.size));
        let path = crate::data::place::text(&self.path)?;
        let mut caveats = Vec::new();
        if self.before.as_ref().is_some_and(|b| b.links > 1) {
            caveats.push(say!("effect-csv-further-names"));
        }
        Ok(Landed {
            result: json!({ "path": path, "rows_written": rows, "bytes": size(&self.after) }),
            effects: vec![FieldChange::new(
                say!("effect-label-size-of", path),
                size(&self.before),
                size(&self.after),
            )],
            inverse: Some(inverse(id)),
            caveats,
            duration_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }
}

/// Returns an unused name beside the file.
fn draft(path: &Path) -> Result<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().ok_or_else(|| Error::bug("a file has a name"))?);
    name.push(".countersign-part");
    Ok(path.with_file_name(name))
}

/// Copies bytes, mode and times, durably.
fn duplicate(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    let meta = from.metadata()?;
    let copy = File::options().read(true).open(to)?;
    let times = fs::FileTimes::new().set_accessed(meta.accessed()?).set_modified(meta.modified()?);
    copy.set_times(times)?;
    copy.sync_all()
}

fn put(draft: &Path, path: &Path) -> io::Result<()> {
    fs::rename(draft, path)?;
    sync_dir(path.parent().unwrap_or(path))
}
