//! The reading tools, which see the run's own pending writes.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use base64::{Engine as _, prelude::BASE64_STANDARD};
use countersign_core::{Error, Result, text, world::Ask};
use countersign_words::say;
use serde_json::{Map, Value, json};

use super::{
    Files,
    args::{Args, GetMetadata, ListDir, ReadFile, SearchFiles},
    overlay::{Node, Overlay, Seen},
    pattern, protect,
    resolved_path::{Attempt, ResolvedPath, failed, resolve},
    state::{Kind, State},
};

const LIST_MAX: usize = 1_000;
const MATCH_MAX: usize = 1_000;
const VISIT_MAX: usize = 100_000;
const READ_DEFAULT: u64 = 256 * 1024;
const READ_MAX: u64 = 1024 * 1024;
/// Larger files are not hashed for metadata.
const HASH_MAX: u64 = 64 * 1024 * 1024;
const LINE_MAX: u64 = 64 * 1024;

/// Runs a call that reads.
pub(super) fn read(files: &Files, ask: &Ask) -> Result<Value> {
    let overlay = Overlay::of(ask)?;
    let resolve = |path: &str, follow| resolve(path, ask.cwd.as_deref(), follow);
    match ask.tool.as_str() {
        ListDir::NAME => list(&overlay, &resolve(&ListDir::parse(&ask.args)?.path, true)?),
        ReadFile::NAME => {
            let args = ReadFile::parse(&ask.args)?;
            read_file(&overlay, &resolve(&args.path, true)?, &args)
        }
        SearchFiles::NAME => {
            let args = SearchFiles::parse(&ask.args)?;
            let root = resolve(&args.path, true)?;
            Search::new(files, &overlay, &root, &args)?.run()
        }
        GetMetadata::NAME => metadata(&overlay, &resolve(&GetMetadata::parse(&ask.args)?.path, false)?),
        other => Err(Error::bug(format!("{other} does not read files"))),
    }
}

fn missing(path: &Path) -> Error {
    Error::not_found(say!("effect-nothing-at", path = path.display()))
}

fn mark(result: &mut Map<String, Value>, pending: impl IntoIterator<Item = String>) {
    let pending: BTreeSet<String> = pending.into_iter().collect();
    if !pending.is_empty() {
        result.insert("pending".to_owned(), json!(pending));
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn describe(state: &State) -> Map<String, Value> {
    let modified = state.mtime_ns.and_then(|ns| jiff::Timestamp::from_nanosecond(ns.into()).ok());
    let mut told = object(json!({
        "kind": state.kind,
        "size": state.size,
        "mode": state.mode.map(|m| format!("{m:o}")),
        "modified": modified.map(|t| t.to_string()),
    }));
    told.retain(|_, v| !v.is_null());
    told
}

/// Adds a name; if it is not UTF-8, both its display form and its exact bytes.
fn put_name(told: &mut Map<String, Value>, name: &OsStr) {
    told.insert("name".to_owned(), json!(name.to_string_lossy()));
    if name.to_str().is_none() {
        told.insert("name_base64".to_owned(), json!(BASE64_STANDARD.encode(name.as_encoded_bytes())));
    }
}

fn need_dir(overlay: &Overlay, path: &Path) -> Result<Seen> {
    let seen = overlay.find(path)?;
    match seen.shallow()?.kind {
        Kind::Dir => Ok(seen),
        Kind::Absent => Err(missing(path)),
        kind => Err(Error::invalid(say!(
            "effect-kind-not-folder",
            path = path.display(),
            said_kind = kind.word()
        ))),
    }
}

fn list(overlay: &Overlay, path: &Path) -> Result<Value> {
    let mut pending = need_dir(overlay, path)?.items;
    let mut entries = Vec::new();
    let mut total = 0;
    for name in overlay.names(path)? {
        let seen = overlay.find(&path.join(&name))?;
        // A pipe or device is listed by its kind; it just cannot be opened.
        let state = seen.shallow().ok();
        if state.as_ref().is_some_and(|s| !s.exists()) {
            pending.extend(seen.items);
            continue;
        }
        total += 1;
        if entries.len() < LIST_MAX {
            let mut told = state.as_ref().map_or_else(|| object(json!({"kind": "other"})), describe);
            put_name(&mut told, &name);
            mark(&mut told, seen.items.clone());
            entries.push(told);
        }
        pending.extend(seen.items);
    }
    let mut result = object(json!({"path": path.to_string_lossy(), "entries": entries, "total": total}));
    if total > LIST_MAX {
        result.insert("truncated".to_owned(), json!(format!("the first {LIST_MAX} of {total} entries")));
    }
    mark(&mut result, pending);
    Ok(Value::Object(result))
}

fn metadata(overlay: &Overlay, path: &Path) -> Result<Value> {
    let seen = overlay.find(path)?;
    let mut state = seen.shallow()?;
    match state.kind {
        Kind::Absent => return Err(missing(path)),
        Kind::File if state.size.is_some_and(|n| n <= HASH_MAX) => state = seen.state()?,
        _ => {}
    }
    let mut told = describe(&state);
    told.insert("path".to_owned(), json!(path.to_string_lossy()));
    if let Some(hash) = &state.hash {
        told.insert("blake3".to_owned(), json!(hash));
    }
    if let Some(links) = state.links {
        told.insert("links".to_owned(), json!(links));
    }
    if let (Kind::Link, Node::Disk(real)) = (state.kind, &seen.node) {
        let target = std::fs::read_link(real).map_err(failed(Attempt::Read, path))?;
        told.insert("target".to_owned(), json!(target.to_string_lossy()));
    }
    mark(&mut told, seen.items);
    Ok(Value::Object(told))
}

fn read_file(overlay: &Overlay, path: &Path, args: &ReadFile) -> Result<Value> {
    let seen = overlay.find(path)?;
    let state = seen.shallow()?;
    match state.kind {
        Kind::File => {}
        Kind::Absent => return Err(missing(path)),
        kind => {
            return Err(Error::invalid(say!(
                "effect-kind-not-file",
                path = path.display(),
                said_kind = kind.word()
            )));
        }
    }
    let offset = args.offset.unwrap_or(0);
    let limit = args.limit.unwrap_or(READ_DEFAULT).min(READ_MAX);
    let mut bytes = Vec::new();
    match &seen.node {
        Node::Bytes(all) => {
            let from = usize::try_from(offset).unwrap_or(usize::MAX).min(all.len());
            let to = from.saturating_add(usize::try_from(limit).unwrap_or(usize::MAX)).min(all.len());
            bytes.extend_from_slice(&all[from..to]);
        }
        Node::Disk(real) => {
            let read = || -> io::Result<Vec<u8>> {
                let mut file = ResolvedPath::open(real)?.file()?;
                file.seek(SeekFrom::Start(offset))?;
                let mut bytes = Vec::new();
                file.take(limit).read_to_end(&mut bytes)?;
                Ok(bytes)
            };
            bytes = read().map_err(failed(Attempt::Read, path))?;
        }
        Node::Absent | Node::Folder => return Err(missing(path)),
    }
    let size = state.size.unwrap_or_default();
    let cut = whole_characters(&bytes, offset + (bytes.len() as u64) < size);
    let mut result = object(json!({"path": path.to_string_lossy(), "size": size, "offset": offset}));
    match std::str::from_utf8(&bytes[..cut]) {
        Ok(text) if !text.contains('\0') => {
            bytes.truncate(cut);
            result.insert("text".to_owned(), json!(text_or_empty(&bytes)));
        }
        _ => {
            result.insert("base64".to_owned(), json!(BASE64_STANDARD.encode(&bytes)));
        }
    }
    let end = offset + bytes.len() as u64;
    if end < size {
        let more = format!("{} of {size} bytes; go on at offset {end}", bytes.len());
        result.insert("truncated".to_owned(), json!(more));
    }
    mark(&mut result, seen.items);
    Ok(Value::Object(result))
}

fn text_or_empty(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// Returns how many bytes are complete characters, if more bytes follow.
fn whole_characters(bytes: &[u8], more: bool) -> usize {
    match std::str::from_utf8(bytes) {
        Err(e) if more && e.error_len().is_none() && e.valid_up_to() > 0 => e.valid_up_to(),
        _ => bytes.len(),
    }
}

/// A running search.
struct Search<'a> {
    overlay: &'a Overlay,
    root: &'a Path,
    pattern: &'a str,
    content: Option<&'a str>,
    own: Vec<PathBuf>,
    visited: usize,
    matches: Vec<Value>,
    skipped: u64,
    pending: Vec<String>,
}

impl<'a> Search<'a> {
    fn new(files: &Files, overlay: &'a Overlay, root: &'a Path, args: &'a SearchFiles) -> Result<Self> {
        let pending = need_dir(overlay, root)?.items;
        if args.pattern.is_empty() || args.pattern.len() > 1_000 {
            return Err(Error::invalid(say!("effect-pattern-length")).hint(say!("effect-pattern-star")));
        }
        let content = args.content.as_deref().filter(|c| !c.is_empty());
        let (own, pattern) = (files.own_places(), args.pattern.as_str());
        let (visited, skipped, matches) = (0, 0, Vec::new());
        Ok(Self { overlay, root, pattern, content, own, visited, matches, skipped, pending })
    }

    fn run(mut self) -> Result<Value> {
        let mut folders = vec![self.root.to_owned()];
        let mut limit = None;
        'search: while let Some(folder) = folders.pop() {
            // An unreadable folder hides its content; the rest is still worth searching.
            let Ok(names) = self.overlay.names(&folder) else {
                self.skipped += 1;
                continue;
            };
            let mut below = Vec::new();
            for name in names {
                self.visited += 1;
                if self.visited > VISIT_MAX {
                    limit = Some(format!("stopped after {VISIT_MAX} files and folders"));
                    break 'search;
                }
                if self.matches.len() >= MATCH_MAX {
                    limit = Some(format!("stopped after {MATCH_MAX} matches"));
                    break 'search;
                }
                let path = folder.join(&name);
                if self.visit(&path, &name)? {
                    below.push(path);
                }
            }
            folders.extend(below.into_iter().rev());
        }
        let mut result = object(json!({"path": self.root.to_string_lossy(), "matches": self.matches}));
        if let Some(limit) = limit {
            result.insert("truncated".to_owned(), json!(limit));
        }
        if self.skipped > 0 {
            result.insert("skipped".to_owned(), json!(self.skipped));
        }
        mark(&mut result, self.pending);
        Ok(Value::Object(result))
    }

    /// Checks one entry; returns whether it is a folder to descend into.
    fn visit(&mut self, path: &Path, name: &OsStr) -> Result<bool> {
        let seen = self.overlay.find(path)?;
        let Ok(state) = seen.shallow() else { return Ok(false) };
        if !state.exists() {
            return Ok(false);
        }
        let tested = match self.pattern.contains('/') {
            true => path.strip_prefix(self.root).unwrap_or(path).to_string_lossy(),
            false => name.to_string_lossy(),
        };
        if pattern::matches(self.pattern, &tested) {
            let mut told = object(json!({"path": path.to_string_lossy(), "kind": state.kind}));
            let fits = match self.content {
                None => true,
                Some(content) => state.kind == Kind::File && self.contains(&seen, path, content, &mut told),
            };
            if fits {
                mark(&mut told, seen.items.clone());
                self.pending.extend(seen.items);
                self.matches.push(Value::Object(told));
            }
        }
        Ok(state.kind == Kind::Dir)
    }

    /// Whether a file contains a text; adds the line and its number.
    fn contains(&mut self, seen: &Seen, path: &Path, wanted: &str, told: &mut Map<String, Value>) -> bool {
        // Secrets are asked about one by one, never found by a search.
        if protect::reading(path, &self.own).is_some() {
            self.skipped += 1;
            return false;
        }
        let found = match &seen.node {
            Node::Bytes(bytes) => line_with(&bytes[..], wanted),
            Node::Disk(real) => ResolvedPath::open(real)
                .and_then(|place| place.file())
                .and_then(|file| line_with(BufReader::with_capacity(64 * 1024, file), wanted)),
            Node::Absent | Node::Folder => Ok(None),
        };
        match found {
            Ok(Some((number, line))) => {
                told.insert("line".to_owned(), json!(number));
                told.insert("text".to_owned(), json!(text::truncate(line.trim(), 200)));
                true
            }
            Ok(None) => false,
            Err(_) => {
                self.skipped += 1;
                false
            }
        }
    }
}

/// Returns the first line that contains a text, and its number; None for binary files. Very long lines are
/// searched in pieces.
fn line_with(mut reader: impl BufRead, wanted: &str) -> io::Result<Option<(u64, String)>> {
    if reader.fill_buf()?.contains(&0) {
        return Ok(None);
    }
    let mut number = 1;
    let mut line = Vec::new();
    loop {
        line.clear();
        if reader.by_ref().take(LINE_MAX).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line);
        if text.contains(wanted) {
            return Ok(Some((number, text.into_owned())));
        }
        number += u64::from(line.ends_with(b"\n"));
    }
}
