//! The files as a run sees them: its own pending writes over the disk, in memory only.

use std::{
    collections::BTreeSet,
    ffi::OsString,
    io::Read as _,
    path::{Path, PathBuf},
};

use countersign_core::{
    Error, Result,
    world::{Ask, PendingWrite},
};
use countersign_words::say;

use super::{
    args::{Args, Content, CopyFile, CreateDir, DeleteFile, EditFile, MoveFile, WriteFile},
    diff::Extent,
    resolved_path::{Attempt, ResolvedPath, failed, open_dir},
    state::{Kind, State, names},
};

/// Larger files cannot be edited in place.
pub(super) const EDIT_MAX: u64 = 4 * 1024 * 1024;

/// A pending write's change of what is visible.
enum Change {
    Write(PathBuf, Content),
    Edit(PathBuf, EditFile),
    Move(PathBuf, PathBuf),
    Copy(PathBuf, PathBuf),
    Folder(PathBuf),
    Delete(PathBuf),
}

/// What is visible at a path.
pub(super) enum Node {
    Absent,
    Folder,
    Bytes(Vec<u8>),
    /// The entry on disk at this path, if any.
    Disk(PathBuf),
}

/// What is visible at a path, and the items that made it so.
pub(super) struct Seen {
    pub node: Node,
    pub items: Vec<String>,
}

/// The pending writes of a run, oldest first.
pub(super) struct Overlay {
    changes: Vec<(String, Change)>,
}

impl Overlay {
    /// Returns the writes that are pending for a call.
    pub fn of(ask: &Ask) -> Result<Self> {
        let read = |p: &PendingWrite| change(p).transpose().map(|c| c.map(|c| (p.item.clone(), c)));
        Ok(Self { changes: ask.pending.iter().filter_map(read).collect::<Result<_>>()? })
    }

    /// Returns what is visible at a resolved path.
    pub fn find(&self, path: &Path) -> Result<Seen> {
        self.find_before(path, self.changes.len())
    }

    fn find_before(&self, path: &Path, end: usize) -> Result<Seen> {
        for (n, (item, change)) in self.changes[..end].iter().enumerate().rev() {
            let through = |mut seen: Seen| {
                seen.items.push(item.clone());
                Ok(seen)
            };
            let plain = |node| Ok(Seen { node, items: vec![item.clone()] });
            match change {
                Change::Write(at, Content::Bytes(bytes)) if at == path => {
                    return plain(Node::Bytes(bytes.clone()));
                }
                Change::Write(at, Content::Source(source)) if at == path => {
                    return plain(Node::Disk(source.clone()));
                }
                Change::Edit(at, edit) if at == path => {
                    let mut seen = self.find_before(path, n)?;
                    if let Ok(text) = edit_text(&seen, path).and_then(|text| edit.applied(&text)) {
                        seen.node = Node::Bytes(text.into_bytes());
                    }
                    return through(seen);
                }
                Change::Folder(at) if at.starts_with(path) => {
                    let seen = self.find_before(path, n)?;
                    return match seen.shallow()?.exists() {
                        true => Ok(seen),
                        false => plain(Node::Folder),
                    };
                }
                Change::Delete(at) if path.starts_with(at) => return plain(Node::Absent),
                Change::Move(from, to) | Change::Copy(from, to) => {
                    if let Ok(rest) = path.strip_prefix(to) {
                        return through(self.find_before(&below(from, rest), n)?);
                    }
                    if matches!(change, Change::Move(..)) && path.starts_with(from) {
                        return plain(Node::Absent);
                    }
                }
                _ => {}
            }
        }
        Ok(Seen { node: Node::Disk(path.to_owned()), items: Vec::new() })
    }

    /// Returns the names that may be visible in a folder; some may turn out to be absent.
    pub fn names(&self, folder: &Path) -> Result<BTreeSet<OsString>> {
        let mut all = BTreeSet::new();
        if let Node::Disk(real) = self.find(folder)?.node {
            let listed =
                open_dir(&real).and_then(|dir| names(&dir)).map_err(failed(Attempt::List, folder))?;
            all.extend(listed);
        }
        self.add_names(folder, self.changes.len(), &mut all);
        Ok(all)
    }

    fn add_names(&self, folder: &Path, end: usize, all: &mut BTreeSet<OsString>) {
        for (n, (_, change)) in self.changes[..end].iter().enumerate() {
            let (Change::Write(to, _)
            | Change::Edit(to, _)
            | Change::Folder(to)
            | Change::Delete(to)
            | Change::Move(_, to)
            | Change::Copy(_, to)) = change;
            all.extend(to.strip_prefix(folder).ok().and_then(|rest| rest.iter().next()).map(OsString::from));
            if let Change::Move(from, to) | Change::Copy(from, to) = change
                && let Ok(rest) = folder.strip_prefix(to)
            {
                self.add_names(&below(from, rest), n, all);
            }
        }
    }
}

/// Joins a path and a part below it, without the trailing slash of an empty part.
fn below(path: &Path, rest: &Path) -> PathBuf {
    if rest.as_os_str().is_empty() { path.to_owned() } else { path.join(rest) }
}

fn change(pending: &PendingWrite) -> Result<Option<Change>> {
    let args = &pending.args;
    Ok(Some(match pending.tool.as_str() {
        WriteFile::NAME => {
            let write = WriteFile::parse(args)?;
            let content = write.content()?;
            Change::Write(write.path.into(), content)
        }
        EditFile::NAME => {
            let edit = EditFile::parse(args)?;
            Change::Edit(edit.path.clone().into(), edit)
        }
        MoveFile::NAME => {
            let moved = MoveFile::parse(args)?;
            Change::Move(moved.from.into(), moved.to.into())
        }
        CopyFile::NAME => {
            let copied = CopyFile::parse(args)?;
            Change::Copy(copied.from.into(), copied.to.into())
        }
        CreateDir::NAME => Change::Folder(CreateDir::parse(args)?.path.into()),
        DeleteFile::NAME => Change::Delete(DeleteFile::parse(args)?.path.into()),
        _ => return Ok(None),
    }))
}

impl Seen {
    /// Returns its state; a pending write has no mode or time yet.
    pub fn state(&self) -> Result<State> {
        match &self.node {
            Node::Absent => Ok(State::ABSENT),
            Node::Folder => Ok(State::bare(Kind::Dir)),
            Node::Bytes(bytes) => {
                Ok(State::file(bytes.len() as u64, blake3::hash(bytes).to_hex().to_string()))
            }
            Node::Disk(path) => State::of(path).map_err(failed(Attempt::LookAt, path)),
        }
    }

    /// Like `state`, without reading any content.
    pub fn shallow(&self) -> Result<State> {
        match &self.node {
            Node::Disk(path) if path == Path::new("/") => Ok(State::bare(Kind::Dir)),
            Node::Disk(path) => {
                let stat = match ResolvedPath::open(path).and_then(|p| p.stat()) {
                    Err(e) if e.kind() == std::io::ErrorKind::NotFound => None,
                    other => other.map_err(failed(Attempt::LookAt, path))?,
                };
                stat.map_or(Ok(State::ABSENT), |s| State::shallow(&s)).map_err(failed(Attempt::LookAt, path))
            }
            _ => self.state(),
        }
    }

    /// Returns its text, if it is short enough to compare.
    pub fn text(&self, extent: Extent) -> Option<String> {
        match &self.node {
            Node::Bytes(bytes) if extent.is_text(bytes) => String::from_utf8(bytes.clone()).ok(),
            Node::Disk(path) => extent.text_at(path),
            _ => None,
        }
    }
}

/// Returns the text to edit.
pub(super) fn edit_text(seen: &Seen, path: &Path) -> Result<String> {
    let bytes = match &seen.node {
        Node::Bytes(bytes) => bytes.clone(),
        Node::Disk(real) => {
            let mut bytes = Vec::new();
            let file =
                ResolvedPath::open(real).and_then(|p| p.file()).map_err(failed(Attempt::Read, path))?;
            file.take(EDIT_MAX + 1).read_to_end(&mut bytes).map_err(failed(Attempt::Read, path))?;
            bytes
        }
        Node::Absent => return Err(Error::not_found(say!("effect-no-file", path = path.display()))),
        Node::Folder => return Err(Error::invalid(say!("effect-is-folder", path = path.display()))),
    };
    if bytes.len() as u64 > EDIT_MAX {
        let large = say!("effect-too-large-edit", path = path.display(), n = EDIT_MAX);
        return Err(Error::invalid(large).hint(say!("effect-write-whole")));
    }
    String::from_utf8(bytes).map_err(|_| Error::invalid(say!("effect-not-text", path = path.display())))
}
