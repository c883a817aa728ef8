//! Saved texts of the real folders: the bases of three-way merges.
//!
//! They are stored back to back in one file with an index beside it, since many small files would be much
//! slower. Hard links would not do: a program may write to the linked file itself.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Write},
    os::unix::{
        ffi::{OsStrExt as _, OsStringExt as _},
        fs::{MetadataExt as _, OpenOptionsExt as _},
    },
    path::{Path, PathBuf},
};

use countersign_words::say;
use rustix::fs::Stat;

use crate::{
    Change, Kind, Node,
    effects::{Base, node},
    git_index,
    snapshot::{index_at, walk},
};

const TEXTS: &str = "base.texts";
const LIST: &str = "base.list";
/// Larger texts are not saved.
const TEXT_MAX: u64 = 1 << 20;
/// Sanity limit on the length of a path.
const PATH_MAX: u64 = 1 << 20;

/// What was saved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kept {
    /// Number of texts.
    pub files: u64,
    /// Their total size in bytes.
    pub bytes: u64,
    /// Number of files left out for lack of space. They were not read, so some may not be texts.
    pub left_out: u64,
}

/// Saves the texts under `roots` in `folder`, and the metadata of everything else.
pub(super) fn keep(
    folder: &Path,
    roots: &[PathBuf],
    most: u64,
    skip: &dyn Fn(&Path) -> bool,
) -> io::Result<Kept> {
    let draft = format!("{LIST}.new");
    let mut keeping = Keeping {
        texts: open(&folder.join(TEXTS), false)?,
        list: open(&folder.join(&draft), false)?,
        at: 0,
        kept: Kept::default(),
        bytes: Vec::new(),
    };
    for root in roots {
        walk(root, &mut |path, stat| {
            let room = most.saturating_sub(keeping.kept.bytes);
            keeping.one(path, stat, if skip(path) { 0 } else { room }, !skip(path))?;
            Ok(true)
        })?;
    }
    keeping.texts.flush()?;
    keeping.list.flush()?;
    // Renamed into place, so an incomplete index is never read.
    std::fs::rename(folder.join(draft), folder.join(LIST))?;
    Ok(keeping.kept)
}

/// Saves the current state of some paths again.
pub(super) fn renew(folder: &Path, paths: &[PathBuf]) -> io::Result<()> {
    if !folder.join(LIST).exists() {
        return Ok(());
    }
    let texts = open(&folder.join(TEXTS), true)?;
    let at = texts.get_ref().metadata()?.len();
    let list = open(&folder.join(LIST), true)?;
    let mut keeping = Keeping { texts, list, at, kept: Kept::default(), bytes: Vec::new() };
    for path in paths {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { continue };
        let Ok(dir) = node::open_path(parent) else { continue };
        if let Some(stat) = node::stat(&dir, name)? {
            keeping.one(path, &stat, u64::MAX, true)?;
        }
    }
    keeping.texts.flush()?;
    keeping.list.flush()
}

fn open(path: &Path, more: bool) -> io::Result<BufWriter<File>> {
    let mut options = File::options();
    options.create(true).mode(0o600);
    match more {
        true => options.append(true),
        false => options.write(true).truncate(true),
    };
    Ok(BufWriter::with_capacity(1 << 18, options.open(path)?))
}

struct Keeping {
    texts: BufWriter<File>,
    list: BufWriter<File>,
    /// Offset of the next text.
    at: u64,
    kept: Kept,
    bytes: Vec<u8>,
}

impl Keeping {
    /// Saves one entry: its text if it is one and fits, else only its metadata.
    fn one(&mut self, path: &Path, stat: &Stat, room: u64, wanted: bool) -> io::Result<()> {
        let size = u64::try_from(stat.st_size).unwrap_or(u64::MAX);
        let mut hash = [0; 32];
        let fits = node::kind(stat) == Kind::File && size <= TEXT_MAX && wanted;
        if fits && size > room {
            self.kept.left_out += 1;
        }
        let text = fits && size <= room && read_text(path, &mut self.bytes)?;
        let length = self.bytes.len() as u64;
        if text {
            hash = *blake3::hash(&self.bytes).as_bytes();
            self.texts.write_all(&self.bytes)?;
        } else if node::kind(stat) == Kind::File && git_index::is_named_so(path) {
            hash = index_at(path).unwrap_or_default();
        }
        let name = path.as_os_str().as_bytes();
        let numbers = [name.len() as u64, u64::from(text), self.at, if text { length } else { size }];
        for number in numbers {
            self.list.write_all(&number.to_le_bytes())?;
        }
        self.list.write_all(&stands(stat))?;
        self.list.write_all(&hash)?;
        self.list.write_all(name)?;
        if text {
            self.at += length;
            (self.kept.files, self.kept.bytes) = (self.kept.files + 1, self.kept.bytes + length);
        }
        Ok(())
    }
}

/// Returns the metadata that changes when the entry is written to.
fn stands(stat: &Stat) -> [u8; 48] {
    let times = [
        node::time_ns(stat.st_mtime, stat.st_mtime_nsec),
        node::time_ns(stat.st_ctime, stat.st_ctime_nsec),
        i128::from(stat.st_ino),
    ];
    let mut stands = [0; 48];
    for (part, number) in stands.chunks_exact_mut(16).zip(times) {
        part.copy_from_slice(&number.to_le_bytes());
    }
    stands
}

/// Reads a file if it is a text and does not change meanwhile.
fn read_text(path: &Path, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Ok(false) };
    let file = node::open_path(parent).and_then(|dir| node::open_file(&dir, name));
    let file = match file {
        Ok(file) => file,
        // Deleted or unreadable by now: it cannot be merged later.
        Err(_) => return Ok(false),
    };
    let times = |file: &File| file.metadata().map(|m| (m.size(), m.mtime(), m.mtime_nsec()));
    let before = times(&file)?;
    bytes.clear();
    (&file).take(TEXT_MAX + 1).read_to_end(bytes)?;
    let whole = bytes.len() as u64 == before.0 && times(&file)? == before;
    Ok(whole && !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok())
}

/// The index entry of a path.
struct Entry {
    base: Option<Base>,
    stands: [u8; 48],
    /// The digest of git's index.
    git_index: Option<String>,
}

/// Calls `visit` for each index entry; a path that was saved again is visited again. Returns whether there is
/// an index.
fn each(folder: &Path, visit: &mut dyn FnMut(&Path, Entry)) -> io::Result<bool> {
    const HEAD: usize = 4 * 8 + 48 + 32;
    let mut from = match File::open(folder.join(LIST)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(false),
        other => BufReader::with_capacity(1 << 18, other?),
    };
    let mut head = [0; HEAD];
    loop {
        match from.read(&mut head[..1])? {
            0 => return Ok(true),
            _ => from.read_exact(&mut head[1..])?,
        }
        let number = |n: usize| u64::from_le_bytes(std::array::from_fn(|i| head[n * 8 + i]));
        let (length, text, at, size) = (number(0), number(1) == 1, number(2), number(3));
        if length > PATH_MAX {
            return Err(io::Error::new(io::ErrorKind::InvalidData, say!("effect-layers-broken")));
        }
        let mut name = vec![0; usize::try_from(length).map_err(io::Error::other)?];
        from.read_exact(&mut name)?;
        let hash = blake3::Hash::from_bytes(std::array::from_fn(|i| head[80 + i])).to_hex().to_string();
        let git_index = (!text && head[80..112] != [0; 32]).then(|| hash.clone());
        let base = text.then(|| Base { file: folder.join(TEXTS), at, size, hash });
        let stands = std::array::from_fn(|i| head[32 + i]);
        visit(&PathBuf::from(OsString::from_vec(name)), Entry { base, stands, git_index });
    }
}

/// Returns the text of a path.
pub(super) fn find(folder: &Path, path: &Path) -> io::Result<Option<Base>> {
    let mut found = None;
    each(folder, &mut |at, entry| {
        if at == path {
            found = entry.base;
        }
    })?;
    Ok(found)
}

/// Adds the saved base to each changed file, or marks it as moved if it changed since and no base was saved.
pub(super) fn fill_in(folder: &Path, changes: &mut [Change]) -> io::Result<()> {
    let stood = |c: &Change| matches!(&c.before, Some(before) if before.kind != Kind::Dir);
    let wanted = changes.iter().enumerate().filter(|(_, change)| stood(change));
    let wanted: BTreeMap<PathBuf, usize> = wanted.map(|(n, change)| (change.path.clone(), n)).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let mut found = BTreeMap::new();
    let listed = each(folder, &mut |path, entry| {
        if let Some(n) = wanted.get(path) {
            found.insert(*n, entry);
        }
    })?;
    if !listed {
        return Ok(());
    }
    for (path, n) in wanted {
        let change = &mut changes[n];
        match found.remove(&n) {
            Some(Entry { base: Some(base), .. }) if change.before.as_ref().is_some_and(is_file) => {
                change.base = Some(base);
            }
            Some(entry) => {
                let lists_same = |node: &Node| node.index.is_some() && node.index == entry.git_index;
                let same = change.before.as_ref().is_some_and(lists_same);
                change.moved = !same && now(&path)? != Some(entry.stands);
            }
            // The real file appeared after the bases were saved.
            None => change.moved = true,
        }
    }
    Ok(())
}

fn is_file(node: &Node) -> bool {
    node.kind == Kind::File
}

fn now(path: &Path) -> io::Result<Option<[u8; 48]>> {
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Ok(None) };
    Ok(node::stat(&node::open_path(parent)?, name)?.map(|stat| stands(&stat)))
}
