//! The imports of a home: what each changed, copies of every file before and after, and undo. The record is durable
//! before the first file changes, so that an import that was killed can be undone.

use std::{
    fs::{self, DirBuilder, File},
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{Env as _, Error, ErrorCode, Result};
use countersign_words::{Argument, Message, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    file::{self, Settings},
    jsonc, meaning, merge,
    plan::Change,
    secret, toml_text,
};
use crate::home::{Home, System};

const MANIFEST: &str = "manifest.json";

/// One import.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    version: u32,
    /// Its name.
    pub id: String,
    at: u64,
    /// The ids of tokens created for it.
    pub tokens: Vec<String>,
    /// The files, in writing order.
    pub files: Vec<Kept>,
    /// When it was undone.
    #[serde(default)]
    pub undone_at: Option<u64>,
    /// The folders that were made for new files, outer ones first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    folders: Vec<PathBuf>,
    /// Set if `setup` did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<SetUp>,
}

/// What `setup` does besides changing files.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SetUp {
    /// The agents that get hooks, with the files.
    pub hooks: Vec<(String, PathBuf)>,
    /// Whether systemd starts the daemon.
    pub unit: bool,
    /// Whether it starts the daemon.
    pub daemon: bool,
    /// The folder that the person was asked about.
    pub asked: Option<PathBuf>,
}

/// The record of one file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Kept {
    /// Its real path, links followed.
    pub path: PathBuf,
    /// The link it was found by, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link: Option<PathBuf>,
    before: Option<Copied>,
    after: Copied,
    own: Vec<Vec<String>>,
    toml: bool,
}

/// A copy of a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Copied {
    hash: String,
    mode: u32,
    /// The file name of the copy beside the record.
    copy: String,
}

/// The imports of a home, locked for one process at a time.
pub struct Journal {
    folder: PathBuf,
    _lock: File,
}

/// The result of an undo for one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Back {
    /// Restored byte for byte.
    Restored,
    /// Removed, since it did not exist before.
    Removed,
    /// The import's change is undone; later changes stay.
    Merged,
    /// Already as before.
    Untouched,
}

impl Back {
    /// Says it of a file.
    pub fn words(self, path: &Path) -> Message {
        let path = path.display();
        match self {
            Self::Restored => say!("command-import-restored", path),
            Self::Removed => say!("command-import-removed", path),
            Self::Merged => say!("command-import-merged", path),
            Self::Untouched => say!("command-import-untouched", path),
        }
    }
}

/// A file and how it is restored.
struct Step<'k> {
    kept: &'k Kept,
    back: Back,
    text: String,
    mode: u32,
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

fn unusable(path: &Path, why: impl Argument) -> Error {
    Error::new(ErrorCode::Store, say!("effect-cannot-use", path = path.display(), error = why))
        .hint(say!("command-home-writable"))
}

impl Journal {
    /// Opens the journal; fails while another import is running.
    pub fn open(home: &Home) -> Result<Self> {
        home.create()?;
        let folder = home.data.join("imports");
        make_folder(&folder)?;
        let path = folder.join("lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&path);
        let lock = lock.map_err(|e| unusable(&path, e))?;
        lock.try_lock().map_err(|_| {
            Error::conflict(say!("command-import-busy")).hint(say!("command-import-busy-hint"))
        })?;
        Ok(Self { folder, _lock: lock })
    }

    /// Records what is going to be done, with copies of every file.
    pub fn begin(&self, changes: &[Change], tokens: Vec<String>, setup: Option<SetUp>) -> Result<Manifest> {
        let now = System.now_ms();
        let id = new_id(now);
        let folder = self.folder.join(&id);
        make_folder(&folder)?;
        let mut files = Vec::new();
        for (i, change) in changes.iter().enumerate() {
            let keep = |what: &str, text: &str, mode: u32| {
                let copy = format!("{i}.{what}");
                file::write(&folder.join(&copy), text, 0o600, None)?;
                Ok::<_, Error>(Copied { hash: hash(text), mode, copy })
            };
            let before = change.before.as_ref().map(|b| keep("before", &b.text, b.mode)).transpose()?;
            let after = keep("after", &change.after, change.mode)?;
            let (path, own) = (change.path.clone(), change.own.clone());
            let named = change.before.as_ref().map(|before| before.named.clone());
            let link = named.filter(|named| *named != path);
            files.push(Kept { path, link, before, after, own, toml: change.is_toml });
        }
        let folders = missing_folders(changes);
        let manifest = Manifest { version: 1, id, at: now, tokens, files, undone_at: None, folders, setup };
        self.write(&manifest)?;
        file::settle(&self.folder).map_err(|e| unusable(&self.folder, e))?;
        Ok(manifest)
    }

    /// Changes the files; if one fails, those before it are restored.
    pub fn carry_out(&self, manifest: &Manifest, changes: &[Change]) -> Result<()> {
        let mut written = Vec::new();
        let mut all = || {
            changes.iter().try_for_each(check_unchanged)?;
            changes.iter().try_for_each(|change| {
                check_unchanged(change)?;
                written.push(change);
                put(change)
            })
        };
        let Err(e) = all() else { return Ok(()) };
        for change in written.into_iter().rev().filter(|change| is_written(change)) {
            match &change.before {
                Some(before) => file::write(&before.path, &before.text, before.mode, Some(before.owner))?,
                None => file::remove(&change.path)?,
            }
        }
        remove_folders(manifest);
        self.close(manifest)?;
        Err(e)
    }

    /// Marks an import as undone.
    fn close(&self, manifest: &Manifest) -> Result<()> {
        self.write(&Manifest { undone_at: Some(System.now_ms()), ..manifest.clone() })
    }

    fn write(&self, manifest: &Manifest) -> Result<()> {
        let text = serde_json::to_string_pretty(manifest).map_err(Error::bug)?;
        file::write(&self.folder.join(&manifest.id).join(MANIFEST), &(text + "\n"), 0o600, None)
    }

    /// Finds an import by name or prefix; if empty, the last one that was not undone.
    pub fn find(&self, id: &str) -> Result<Manifest> {
        let mut all = self.all()?;
        all.retain(|m| m.setup.is_none());
        if id.is_empty() {
            return all.into_iter().rfind(|m| m.undone_at.is_none()).ok_or_else(|| {
                Error::not_found(say!("command-import-none")).hint(say!("command-import-none-hint"))
            });
        }
        all.retain(|m| m.id.starts_with(id));
        match (all.pop(), all.is_empty()) {
            (Some(found), true) => Ok(found),
            (Some(_), false) => {
                Err(Error::conflict(say!("command-import-several", id))
                    .hint(say!("command-import-several-hint")))
            }
            (None, _) => Err(Error::not_found(say!("command-import-missing", id))
                .hint(say!("command-import-they-are-in", path = self.folder.display()))),
        }
    }

    /// Returns what `setup` did and was not undone, newest first.
    pub fn setups(&self) -> Result<Vec<Manifest>> {
        let mut all = self.all()?;
        all.retain(|m| m.setup.is_some() && m.undone_at.is_none());
        all.reverse();
        Ok(all)
    }

    /// Returns everything that was not undone, newest first.
    pub fn pending(&self) -> Result<Vec<Manifest>> {
        let mut all = self.all()?;
        all.retain(|m| m.undone_at.is_none());
        all.reverse();
        Ok(all)
    }

    /// Returns all imports, oldest first. One that was killed before its record was written changed nothing.
    fn all(&self) -> Result<Vec<Manifest>> {
        let entries = fs::read_dir(&self.folder).map_err(|e| unusable(&self.folder, e))?;
        let mut all = Vec::new();
        for entry in entries.filter_map(std::io::Result::ok) {
            let path = entry.path().join(MANIFEST);
            let Some(kept) = file::read(&path)? else { continue };
            let manifest: Manifest = serde_json::from_str(&kept.text).map_err(|e| unusable(&path, e))?;
            if manifest.version != 1 {
                return Err(unusable(&path, say!("command-import-newer")));
            }
            all.push(manifest);
        }
        all.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(all)
    }

    fn copy(&self, manifest: &Manifest, copied: &Copied) -> Result<String> {
        let path = self.folder.join(&manifest.id).join(&copied.copy);
        match file::read(&path)? {
            Some(Settings { text, .. }) if hash(&text) == copied.hash => Ok(text),
            _ => Err(unusable(&path, say!("command-import-not-copy"))),
        }
    }

    /// Checks that all of it can be undone; otherwise returns why not, with the diff.
    pub fn check(&self, manifest: &Manifest, keeps_changes: bool) -> Result<()> {
        self.steps(manifest, keeps_changes).map(drop)
    }

    /// Undoes an import, files in reverse order. Nothing is touched unless all of it can be undone.
    pub fn undo(&self, manifest: &Manifest, keeps_changes: bool) -> Result<Vec<(PathBuf, Back)>> {
        let steps = self.steps(manifest, keeps_changes)?;
        let mut done = Vec::new();
        for step in steps.into_iter().rev() {
            let path = &step.kept.path;
            match step.back {
                Back::Untouched => {}
                Back::Removed => file::remove(path)?,
                Back::Restored | Back::Merged => {
                    let owner = file::read(path)?.map(|f| f.owner);
                    file::write(path, &step.text, step.mode, owner)?;
                }
            }
            done.push((path.clone(), step.back));
        }
        remove_folders(manifest);
        self.close(manifest)?;
        Ok(done)
    }

    fn steps<'m>(&self, manifest: &'m Manifest, keeps_changes: bool) -> Result<Vec<Step<'m>>> {
        manifest.files.iter().map(|kept| self.step(manifest, kept, keeps_changes)).collect()
    }

    fn step<'m>(&self, manifest: &'m Manifest, kept: &'m Kept, keeps_changes: bool) -> Result<Step<'m>> {
        file::check_way(kept.link.as_ref().unwrap_or(&kept.path), &kept.path)?;
        file::check_way(&kept.path, &kept.path)?;
        let now = file::read(&kept.path)?;
        let is = |copied: &Copied| now.as_ref().is_some_and(|n| hash(&n.text) == copied.hash);
        let step = |back, text: String, mode| Ok(Step { kept, back, text, mode });
        let before = kept.before.as_ref().map(|b| self.copy(manifest, b)).transpose()?;
        let mode = kept.before.as_ref().map_or(kept.after.mode, |b| b.mode);
        match (&now, &kept.before) {
            (None, None) => return step(Back::Untouched, String::new(), mode),
            (_, Some(copied)) if is(copied) => return step(Back::Untouched, String::new(), mode),
            _ => {}
        }
        let after = self.copy(manifest, &kept.after)?;
        let Some(now) = &now else {
            return match keeps_changes {
                true => step(Back::Untouched, String::new(), mode),
                false => {
                    let path = kept.path.display();
                    let gone = match manifest.setup {
                        Some(_) => say!("command-setup-gone-since", path),
                        None => say!("command-import-gone-since", path),
                    };
                    Err(self.changed(manifest, kept, gone))
                }
            };
        };
        let only_ours = differs_in_ours_alone(kept, &after, &now.text);
        match before {
            None if is(&kept.after) || only_ours => step(Back::Removed, String::new(), mode),
            Some(before) if is(&kept.after) || only_ours => step(Back::Restored, before, mode),
            before => {
                let was = before.as_deref().unwrap_or_default();
                let merged = merge::without(was, &after, &now.text).filter(|text| lacks_ours(kept, text));
                let by_meaning = || meaning::without(was, &after, &now.text).filter(|_| !kept.toml);
                let merged = merged.or_else(|| by_meaning().filter(|text| lacks_ours(kept, text)));
                match merged {
                    // An agent writes its settings anew whenever it starts. What a setup made may hold more than
                    // entries. The file may still hold secrets, so its mode stays.
                    Some(text) if keeps_changes || manifest.setup.is_none() => {
                        step(Back::Merged, text, now.mode)
                    }
                    can => {
                        let shown = kept.path.display().to_string();
                        let (changed, keep) = match manifest.setup {
                            Some(_) => (
                                say!("command-setup-changed-since", path = shown),
                                say!("command-setup-keep-hint"),
                            ),
                            None => (
                                say!("command-import-changed-since", path = shown),
                                say!("command-import-keep-hint"),
                            ),
                        };
                        let error = self.changed(manifest, kept, changed);
                        let error = error.detail(secret::difference(&after, &now.text, &shown, kept.toml));
                        Err(if can.is_some() { error.hint(keep) } else { error })
                    }
                }
            }
        }
    }

    fn changed(&self, manifest: &Manifest, kept: &Kept, said: Message) -> Error {
        let later = self.all().unwrap_or_default().into_iter().rfind(|m| {
            m.id > manifest.id && m.undone_at.is_none() && m.files.iter().any(|f| f.path == kept.path)
        });
        let error = Error::conflict(say!("command-import-untouched-because", said));
        error.hint(match (later, &kept.before) {
            (Some(later), _) => say!("command-import-later", id = later.id),
            (None, Some(before)) => {
                let copy = self.folder.join(&manifest.id).join(&before.copy);
                say!("command-import-before-is-in", path = copy.display())
            }
            (None, None) => say!("command-import-not-before"),
        })
    }
}

/// Returns whether two texts differ only in our entries.
fn differs_in_ours_alone(kept: &Kept, a: &str, b: &str) -> bool {
    let rest = |text: &str| {
        let mut value = parse(kept, text)?;
        kept.own.iter().for_each(|keys| drop(take(&mut value, keys)));
        Some(value)
    };
    matches!((rest(a), rest(b)), (Some(a), Some(b)) if a == b)
}

/// Returns whether a text parses and has no entries of ours.
fn lacks_ours(kept: &Kept, text: &str) -> bool {
    parse(kept, text).is_some_and(|mut value| kept.own.iter().all(|keys| take(&mut value, keys).is_none()))
}

fn parse(kept: &Kept, text: &str) -> Option<Value> {
    match kept.toml {
        true => toml_text::parse(text).ok(),
        false => jsonc::parse(text).ok().map(|node| node.to_value()),
    }
}

fn take(value: &mut Value, keys: &[String]) -> Option<Value> {
    let (last, keys) = keys.split_last()?;
    match keys.iter().try_fold(value, |v, key| v.get_mut(key))? {
        Value::Object(map) => map.remove(last),
        Value::Array(list) => {
            let at = list.iter().position(|one| one == last)?;
            Some(list.remove(at))
        }
        _ => None,
    }
}

fn check_unchanged(change: &Change) -> Result<()> {
    if file::read(&change.path)?.map(|f| f.text) == change.before.as_ref().map(|b| b.text.clone()) {
        return Ok(());
    }
    Err(Error::conflict(say!("command-import-meantime", path = change.path.display()))
        .hint(say!("command-import-again")))
}

/// Returns whether a file holds what the import wrote: only that is restored.
fn is_written(change: &Change) -> bool {
    let now = file::read(&change.path).ok().flatten();
    now.is_some_and(|now| now.path == change.path && now.text == change.after)
}

fn put(change: &Change) -> Result<()> {
    if let Some(folder) = change.path.parent().filter(|_| change.before.is_none()) {
        make_folder(folder)?;
    }
    match &change.before {
        Some(before) => file::replace(before, &change.after, change.mode),
        None => file::write(&change.path, &change.after, change.mode, None),
    }
}

/// Returns the folders that new files need and that do not exist, outer ones first.
fn missing_folders(changes: &[Change]) -> Vec<PathBuf> {
    let mut missing = Vec::new();
    for change in changes.iter().filter(|change| change.before.is_none()) {
        let above = change.path.ancestors().skip(1).take_while(|folder| !folder.exists());
        let above: Vec<PathBuf> = above.map(Path::to_owned).collect();
        missing.extend(above.into_iter().rev());
    }
    missing.dedup();
    missing
}

/// Removes the folders that were made, if nothing else came into them.
fn remove_folders(manifest: &Manifest) {
    for folder in manifest.folders.iter().rev() {
        // One that is not empty stays.
        let _ = fs::remove_dir(folder);
    }
}

fn make_folder(path: &Path) -> Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(|e| unusable(path, e))
}

/// Makes a name that sorts by time.
fn new_id(now: u64) -> String {
    let stamp = i64::try_from(now).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    let time = stamp.map_or_else(|| now.to_string(), |t| t.strftime("%Y%m%d-%H%M%S%3f").to_string());
    let seed = System.seed();
    format!("{time}-{:02x}{:02x}", seed[0], seed[1])
}

#[cfg(test)]
mod tests;
