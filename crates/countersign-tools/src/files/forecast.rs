//! Inspects a call: what it would touch, and its preview. Changes nothing.

mod deleted;

use std::{
    borrow::Cow,
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
};

use countersign_core::{
    Error, Result,
    judge::Facts,
    record::Doc,
    text,
    tool::{FieldChange, Forecast, Preview, Reversal, TrustGround},
    world::{Ask, Precondition},
};
use countersign_words::{Message, say};

use super::{
    Deleter, Files,
    args::{
        Args, Content, CopyFile, CreateDir, DeleteFile, EditFile, GetMetadata, ListDir, MoveFile, ReadFile,
        SearchFiles, WatchFolder, WriteFile,
    },
    capture::reason,
    diff::{self, Extent},
    given_back::{self, Deleted},
    ground, lost,
    overlay::{Node, Overlay, Seen, edit_text},
    protect,
    resolved_path::{Attempt, ResolvedPath, failed, outside, resolve},
    state::{Kind, State, Tree},
    watch,
};

/// How many entries of a folder are named in a warning.
const NAMED: usize = 20;

/// A running inspection.
struct Looking<'a> {
    files: &'a Files,
    ask: &'a Ask,
    overlay: Overlay,
    roots: Vec<PathBuf>,
    facts: Facts,
    preview: Preview,
    preconditions: Vec<Precondition>,
    built_on: Vec<String>,
    /// Where deletions lie that a trusted folder covers.
    ground: Option<TrustGround>,
    /// How much of a difference is made.
    extent: Extent,
}

/// Inspects a call.
pub(super) fn forecast(files: &Files, ask: &Ask) -> Result<Forecast> {
    let looking = Looking {
        files,
        ask,
        overlay: Overlay::of(ask)?,
        roots: files.roots_of(ask.cwd.as_deref()),
        facts: Facts::default(),
        preview: Preview::default(),
        preconditions: Vec::new(),
        built_on: Vec::new(),
        ground: None,
        extent: if ask.whole { Extent::WHOLE } else { Extent::PAGE },
    };
    match ask.tool.as_str() {
        ListDir::NAME => {
            let mut args = ListDir::parse(&ask.args)?;
            let path = looking.resolve(&mut args.path, true)?;
            looking.read_only(args.doc()?, say!("sum-filesystem-list", path = shown(&path)), &path)
        }
        ReadFile::NAME => {
            let mut args = ReadFile::parse(&ask.args)?;
            let path = looking.resolve(&mut args.path, true)?;
            looking.read_only(args.doc()?, say!("sum-filesystem-read", path = shown(&path)), &path)
        }
        SearchFiles::NAME => {
            let mut args = SearchFiles::parse(&ask.args)?;
            let path = looking.resolve(&mut args.path, true)?;
            let what = text::visible(&args.pattern).text;
            looking.read_only(args.doc()?, say!("sum-filesystem-search", path = shown(&path), what), &path)
        }
        GetMetadata::NAME => {
            let mut args = GetMetadata::parse(&ask.args)?;
            let path = looking.resolve(&mut args.path, false)?;
            looking.read_only(args.doc()?, say!("sum-filesystem-look-at", path = shown(&path)), &path)
        }
        WriteFile::NAME => looking.write(WriteFile::parse(&ask.args)?),
        EditFile::NAME => looking.edit(EditFile::parse(&ask.args)?),
        MoveFile::NAME => looking.move_file(MoveFile::parse(&ask.args)?),
        CopyFile::NAME => looking.copy(CopyFile::parse(&ask.args)?),
        CreateDir::NAME => looking.create_dir(CreateDir::parse(&ask.args)?),
        DeleteFile::NAME => looking.delete(DeleteFile::parse(&ask.args)?),
        WatchFolder::NAME => looking.watch(WatchFolder::parse(&ask.args)?),
        other => Err(Error::bug(format!("{other} is no file tool"))),
    }
}

impl Looking<'_> {
    fn resolve(&self, path: &mut String, follow: bool) -> Result<PathBuf> {
        let resolved = resolve(path, self.ask.cwd.as_deref(), follow)?;
        *path = text_of(&resolved);
        Ok(resolved)
    }

    fn find(&mut self, path: &Path) -> Result<Seen> {
        let seen = self.overlay.find(path)?;
        for item in &seen.items {
            if !self.built_on.contains(item) {
                self.built_on.push(item.clone());
            }
        }
        Ok(seen)
    }

    fn protect(&mut self, why: Option<Message>, path: &Path) {
        if let Some(why) = why {
            self.asked_about(reason(why, path));
        }
    }

    fn asked_about(&mut self, reason: Message) {
        if !self.facts.protected.contains(&reason) && self.facts.protected.len() < NAMED {
            self.facts.protected.push(reason);
        }
    }

    fn will_read(&mut self, path: &Path) {
        self.facts.reads.push(text_of(path));
        self.facts.outside |= outside(path, &self.roots);
        self.protect(protect::reading(path, &self.files.own_places()), path);
    }

    fn will_write(&mut self, path: &Path) {
        self.facts.writes.push(text_of(path));
        self.facts.outside |= outside(path, &self.roots);
        self.protect(protect::writing(path, &self.files.own_places()), path);
    }

    /// Notes the content of a folder, which is touched with it.
    fn will_touch_all(&mut self, at: &Path, tree: Option<&Tree>) {
        let Some(tree) = tree else { return };
        let own = self.files.own_places();
        for path in &tree.paths {
            let path = at.join(path);
            self.protect(protect::writing(&path, &own), &path);
        }
        self.facts.opaque |= tree.entries > tree.paths.len() as u64;
    }

    fn relies_on(&mut self, path: &Path, state: &State) -> Result<()> {
        let state = serde_json::to_value(state).map_err(Error::bug)?;
        self.preconditions.push(Precondition { what: text_of(path), state });
        Ok(())
    }

    /// Checks that the folder of a new path exists.
    fn needs_parent(&mut self, path: &Path) -> Result<()> {
        let parent = path.parent().ok_or_else(|| Error::invalid(say!("effect-root")))?;
        match self.find(parent)?.shallow()?.kind {
            Kind::Dir => Ok(()),
            Kind::Absent => Err(Error::invalid(say!("effect-no-folder", path = shown(parent)))
                .hint(say!("effect-create-first"))),
            _ => Err(Error::invalid(say!("effect-not-folder", path = shown(parent)))),
        }
    }

    fn changes(&mut self, path: &Path, before: &State, after: &State) {
        self.preview.changes.push(change(path, before, after));
        if before.links.is_some_and(|n| n > 1) {
            let names = before.links.unwrap_or_default();
            self.preview.warnings.push(say!("effect-names-all", path = shown(path), n = names));
        }
    }

    /// Adds the diff of a file, or notes that it is not shown.
    fn difference(&mut self, path: &Path, before: &State, old: Option<String>, new: Option<String>) {
        let old = if before.exists() { old } else { Some(String::new()) };
        match old.zip(new) {
            Some((old, new)) => {
                let missing = self.preview.not_shown.len();
                self.extent.compared(&old, &new, &shown(path)).show(&mut self.preview, &shown(path));
                // It is written with the rights that it has, or with the usual ones.
                if let Some(last) = self.preview.changes.last_mut() {
                    last.in_diff = self.preview.not_shown.len() == missing;
                }
            }
            None => self.preview.not_shown.push(diff::not_shown(&shown(path))),
        }
    }

    fn read_only(mut self, args: Doc, summary: Message, path: &Path) -> Result<Forecast> {
        self.will_read(path);
        self.find(path)?;
        self.forecast(args, summary, path, None, Reversal::None)
    }

    fn forecast(
        self,
        args: Doc,
        summary: Message,
        target: &Path,
        noop: Option<Message>,
        reversal: Reversal,
    ) -> Result<Forecast> {
        let typed = target.file_name().map_or_else(|| text_of(target), |n| n.to_string_lossy().into_owned());
        let written = ground::of(self.facts.writes.iter().map(Path::new), &self.roots);
        let ground = self.ground.or_else(|| (!self.facts.writes.is_empty()).then_some(written));
        Ok(Forecast {
            args,
            ground: ground.filter(|_| self.preview.warnings.is_empty()),
            summary: summary.map_texts(&|text| in_words(text, &self.roots)),
            facts: self.facts,
            preview: Preview { target: shown(target).into(), ..self.preview },
            noop,
            preconditions: self.preconditions,
            reversal,
            typed,
            built_on: self.built_on,
            ..Forecast::default()
        })
    }

    fn write(mut self, mut args: WriteFile) -> Result<Forecast> {
        let path = self.resolve(&mut args.path, true)?;
        self.needs_parent(&path)?;
        let before = self.find(&path)?;
        let mut standing = None;
        let (after, new) = match args.content()? {
            Content::Bytes(bytes) => {
                let after = State::file(bytes.len() as u64, blake3::hash(&bytes).to_hex().to_string());
                (after, self.extent.is_text(&bytes).then(|| String::from_utf8(bytes).ok()).flatten())
            }
            Content::Source(_) => {
                let mut given = args.source.take().unwrap_or_default();
                let source = self.resolve(&mut given, true)?;
                args.source = Some(given);
                // Both may be large, and each is read completely.
                let from = std::thread::scope(|scope| {
                    let from = scope.spawn(|| State::of(&source).map_err(failed(Attempt::Read, &source)));
                    standing = Some(file_or_nothing(&before, &path));
                    from.join().unwrap_or_else(|_| Err(Error::bug("looking at a file panicked")))
                })?;
                if from.kind != Kind::File {
                    return Err(no_file(&from, &source));
                }
                self.will_read(&source);
                self.relies_on(&source, &from)?;
                let after = State { mode: None, mtime_ns: None, links: None, ..from };
                (after, self.extent.text_at(&source))
            }
        };
        let state = standing.unwrap_or_else(|| file_or_nothing(&before, &path))?;
        self.will_write(&path);
        self.relies_on(&path, &state)?;
        self.changes(&path, &state, &after);
        self.difference(&path, &state, before.text(self.extent), new);
        let noop = (state.kind == Kind::File && state.differs(&after).is_none())
            .then(|| say!("problem-up-holds", path = shown(&path)));
        let bytes = after.size.unwrap_or_default();
        let summary = match state.exists() {
            true => say!("sum-filesystem-overwrite", path = shown(&path), bytes),
            false => say!("sum-filesystem-create", path = shown(&path), bytes),
        };
        self.forecast(args.doc()?, summary, &path, noop, Reversal::Exact)
    }

    fn edit(mut self, mut args: EditFile) -> Result<Forecast> {
        let path = self.resolve(&mut args.path, true)?;
        let seen = self.find(&path)?;
        let state = file_or_nothing(&seen, &path)?;
        if !state.exists() {
            return Err(Error::not_found(say!("effect-no-file", path = shown(&path))));
        }
        let old = edit_text(&seen, &path)?;
        let new = args.applied(&old)?;
        let after = State::file(new.len() as u64, blake3::hash(new.as_bytes()).to_hex().to_string());
        self.will_write(&path);
        self.relies_on(&path, &state)?;
        self.changes(&path, &state, &after);
        let noop = (old == new).then(|| say!("effect-reads-so", path = shown(&path)));
        let extent = self.extent;
        let small = |text: String| extent.is_text(text.as_bytes()).then_some(text);
        self.difference(&path, &state, small(old), small(new));
        let summary = match args.edits.len() {
            1 => say!("sum-filesystem-edit-once", path = shown(&path)),
            n => say!("sum-filesystem-edit", path = shown(&path), n),
        };
        self.forecast(args.doc()?, summary, &path, noop, Reversal::Exact)
    }

    /// Inspects what is moved, copied or deleted, with its content.
    fn source(&mut self, path: &Path) -> Result<(State, Option<Tree>)> {
        let seen = self.find(path)?;
        let (state, tree) = match &seen.node {
            Node::Disk(real) if real.file_name().is_some() => {
                let place = ResolvedPath::open(real).map_err(failed(Attempt::LookAt, path))?;
                State::with_tree(&place).map_err(failed(Attempt::LookAt, path))?
            }
            _ => (seen.state()?, None),
        };
        match state.kind {
            Kind::Absent => Err(Error::not_found(say!("effect-nothing-at", path = shown(path)))),
            _ => Ok((state, tree)),
        }
    }

    /// Inspects the target of a move or copy.
    fn target(&mut self, from: &Path, state: &State, to: &Path) -> Result<State> {
        if to != from && to.starts_with(from) {
            return Err(Error::invalid(say!("effect-inside", to = shown(to), from = shown(from))));
        }
        self.needs_parent(to)?;
        let seen = self.find(to)?;
        let over = seen.shallow()?;
        if over.kind == Kind::Dir || (over.exists() && state.kind == Kind::Dir) {
            let taken = say!("effect-there-already-is", path = shown(to), said_kind = over.kind.word());
            return Err(Error::invalid(taken).hint(say!("effect-give-new-path")));
        }
        if over.exists() {
            self.preview.warnings.push(say!("effect-replaced", path = shown(to)));
        }
        seen.state()
    }

    fn move_file(mut self, mut args: MoveFile) -> Result<Forecast> {
        let (from, to) = (self.resolve(&mut args.from, false)?, self.resolve(&mut args.to, false)?);
        self.refuse_root(&from)?;
        let (state, tree) = self.source(&from)?;
        self.will_write(&from);
        self.will_write(&to);
        self.protect(protect::reading(&from, &self.files.own_places()), &from);
        self.will_touch_all(&from, tree.as_ref());
        self.relies_on(&from, &state)?;
        let mut noop = None;
        if from == to {
            noop = Some(say!("effect-there-already", path = shown(&from)));
        } else {
            let over = self.target(&from, &state, &to)?;
            self.relies_on(&to, &over)?;
            self.changes(&from, &State { links: None, ..state.clone() }, &State::ABSENT);
            self.changes(&to, &State { links: None, ..over }, &state);
        }
        let summary = say!("sum-filesystem-move-file", from = shown(&from), to = shown(&to));
        self.forecast(args.doc()?, summary, &from, noop, Reversal::Exact)
    }

    fn copy(mut self, mut args: CopyFile) -> Result<Forecast> {
        let (from, to) = (self.resolve(&mut args.from, true)?, self.resolve(&mut args.to, true)?);
        let (state, tree) = self.source(&from)?;
        self.will_read(&from);
        self.will_write(&to);
        self.will_touch_all(&from, tree.as_ref());
        self.relies_on(&from, &state)?;
        let mut noop = None;
        if from == to {
            noop = Some(say!("effect-same-file", path = shown(&to)));
        } else {
            let over = self.target(&from, &state, &to)?;
            self.relies_on(&to, &over)?;
            self.changes(&to, &over, &state);
            if over.exists() && over.kind == state.kind && over.hash == state.hash {
                noop = Some(say!("problem-up-holds", path = shown(&to)));
            }
        }
        let summary = say!("sum-filesystem-copy-file", from = shown(&from), to = shown(&to));
        self.forecast(args.doc()?, summary, &to, noop, Reversal::Exact)
    }

    fn create_dir(mut self, mut args: CreateDir) -> Result<Forecast> {
        let path = self.resolve(&mut args.path, true)?;
        self.will_write(&path);
        let summary = say!("sum-filesystem-create-dir", path = shown(&path));
        let mut top = path.as_path();
        let standing = self.find(top)?.shallow()?;
        if standing.kind == Kind::Dir {
            let noop = Some(say!("effect-there-already", path = shown(&path)));
            return self.forecast(args.doc()?, summary, &path, noop, Reversal::Exact);
        }
        if standing.exists() {
            return Err(Error::invalid(say!("effect-there-already-file", path = shown(&path))));
        }
        while let Some(parent) = top.parent() {
            match self.find(parent)?.shallow()?.kind {
                Kind::Absent => top = parent,
                Kind::Dir => break,
                _ => return Err(Error::invalid(say!("effect-not-folder", path = shown(parent)))),
            }
        }
        self.relies_on(top, &State::ABSENT)?;
        self.changes(&path, &State::ABSENT, &State::bare(Kind::Dir));
        self.forecast(args.doc()?, summary, &path, None, Reversal::Exact)
    }

    fn refuse_root(&self, path: &Path) -> Result<()> {
        match path.file_name().is_none() || self.roots.iter().any(|root| root.starts_with(path)) {
            true => Err(Error::invalid(say!("effect-whole-workspace", path = shown(path)))),
            false => Ok(()),
        }
    }

    fn delete(mut self, mut args: DeleteFile) -> Result<Forecast> {
        let path = self.resolve(&mut args.path, false)?;
        self.refuse_root(&path)?;
        let (state, tree) = self.source(&path)?;
        let inside = state.entries.unwrap_or(0);
        if state.kind == Kind::Dir && inside > 0 && args.recursive != Some(true) {
            let full = say!("effect-full-folder", path = shown(&path), n = inside);
            return Err(Error::invalid(full).hint(say!("effect-say-recursive")));
        }
        self.will_write(&path);
        self.will_touch_all(&path, tree.as_ref());
        let mut covered = false;
        if !self.files.is_scratch(&path, &self.roots) {
            self.facts.deletes = std::mem::take(&mut self.facts.writes);
            self.facts.hits = usize::try_from(inside).unwrap_or(usize::MAX);
            covered = self.deletion_is_covered(&path, &state);
            if !covered {
                self.asked_about(say!("effect-deleting-files", path = shown(&path)));
            }
        }
        self.relies_on(&path, &state)?;
        self.changes(&path, &State { links: None, ..state.clone() }, &State::ABSENT);
        let size = state.size.unwrap_or_default();
        let hit = match (state.kind, &tree) {
            (Kind::Dir, Some(tree)) => {
                say!("effect-deletes-inside", n = inside, bytes = size, names = named(tree))
            }
            (Kind::Dir, None) => say!("effect-deletes-proposed"),
            _ => say!("effect-deletes-bytes", n = size),
        };
        if !covered {
            self.preview.warnings.push(hit);
        }
        if !self.facts.deletes.is_empty() {
            lost::add(&mut self.preview, lost::tree(&path, &state, tree.as_ref()));
            self.deleted_text(&path, &state, tree.as_ref())?;
        }
        let summary = match inside {
            0 => say!("sum-filesystem-delete-file", path = shown(&path)),
            n => say!("sum-filesystem-delete-folder", path = shown(&path), n),
        };
        self.forecast(args.doc()?, summary, &path, None, Reversal::Exact)
    }

    /// Whether a trusted folder covers the deletion of something with all in it.
    fn deletion_is_covered(&mut self, path: &Path, state: &State) -> bool {
        let mut all = vec![(path.to_owned(), state.kind == Kind::Dir)];
        let mut next = 0;
        while let Some((folder, is_folder)) = all.get(next).cloned().filter(|_| all.len() <= given_back::MOST)
        {
            next += 1;
            let entries = is_folder.then(|| folder.read_dir()).into_iter().flatten().flatten();
            all.extend(entries.flatten().map(|entry| {
                let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
                (entry.path(), is_folder)
            }));
        }
        let deleted: Vec<Deleted<'_>> = all
            .iter()
            .map(|(at, is_folder)| {
                let content = state.hash.as_deref().filter(|_| at == path).map(Cow::from);
                Deleted { path: at, is_folder: *is_folder, content }
            })
            .collect();
        let mut ground = ground::of(all.iter().map(|(path, _)| path.as_path()), &self.roots);
        let covered = self.files.covers_deletions(Deleter::of(self.ask), &deleted, &self.facts, &mut ground);
        self.ground = covered.then_some(ground);
        covered
    }

    fn watch(mut self, mut args: WatchFolder) -> Result<Forecast> {
        let path = self.resolve(&mut args.path, true)?;
        let recursive = args.recursive == Some(true);
        let folders = match self.find(&path)?.node {
            Node::Disk(real) => watch::check(self.files, &real, recursive, self.ask.imagined)?,
            _ => {
                return Err(Error::invalid(say!("effect-only-proposed", path = shown(&path)))
                    .hint(say!("effect-ask-again")));
            }
        };
        self.will_read(&path);
        self.relies_on(&path, &State::bare(Kind::Dir))?;
        let time = watch::lasting(args.seconds());
        let after = match folders {
            1 => say!("effect-watched-names", time),
            n => say!("effect-watched-folders", time, n),
        };
        let before = say!("effect-not-watched");
        self.preview.changes.push(FieldChange::told(shown(&path), Some(before), Some(after)));
        let summary = match recursive {
            true => say!("sum-filesystem-watch-folders", path = shown(&path), time),
            false => say!("sum-filesystem-watch-folder", path = shown(&path), time),
        };
        self.forecast(args.doc()?, summary, &path, None, Reversal::Exact)
    }
}

/// Returns a path in a form that is safe to show.
pub(super) fn shown(path: &Path) -> String {
    // Non-UTF-8 bytes are escaped: two names must not look the same.
    let chunks = path.as_os_str().as_bytes().utf8_chunks();
    let parts = chunks.map(|chunk| {
        let odd: String = chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")).collect();
        text::visible(chunk.valid()).text + &odd
    });
    parts.collect()
}

fn text_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn named(tree: &Tree) -> String {
    let mut names: Vec<String> = tree.paths.iter().take(NAMED).map(|p| shown(p)).collect();
    if tree.entries > NAMED as u64 {
        names.push(format!("… (+{})", tree.entries - NAMED as u64));
    }
    names.join(", ")
}

fn no_file(state: &State, path: &Path) -> Error {
    match state.kind {
        Kind::Absent => Error::not_found(say!("effect-no-file", path = shown(path))),
        kind => Error::invalid(say!("effect-kind-not-file", path = shown(path), said_kind = kind.word())),
    }
}

fn file_or_nothing(seen: &Seen, path: &Path) -> Result<State> {
    let state = match seen.shallow()?.kind {
        // The content of a folder does not matter here.
        Kind::Dir => State::bare(Kind::Dir),
        _ => seen.state()?,
    };
    match state.kind {
        Kind::File | Kind::Absent => Ok(state),
        _ => Err(no_file(&state, path)),
    }
}

/// Describes one path before and after.
pub(super) fn change(path: &Path, before: &State, after: &State) -> FieldChange {
    FieldChange::told(shown(path), brief(before), brief(after))
}

/// Describes a state briefly; None for a missing file.
pub(super) fn brief(state: &State) -> Option<Message> {
    let thing = match state.kind {
        Kind::Absent => return None,
        Kind::File => say!("effect-file", bytes = state.size.unwrap_or_default()),
        Kind::Link => say!("effect-link"),
        Kind::Dir => match state.entries {
            Some(n) => say!("effect-folder-things", n, bytes = state.size.unwrap_or_default()),
            None => say!("effect-folder"),
        },
    };
    let mode = state.mode.map(|mode| say!("effect-mode", mode = format!("{mode:o}")));
    let hash = state.hash.as_deref().filter(|_| state.kind == Kind::File).map(brief_hash);
    Some(Message::joined(", ", [Some(thing), mode, hash].into_iter().flatten()))
}

/// Returns the beginning of a content hash.
pub(super) fn brief_hash(hash: &str) -> Message {
    format!("blake3 {}", &hash[..16.min(hash.len())]).into()
}

/// Shortens workspace paths in a text; the target has the whole path.
fn in_words(said: &str, roots: &[PathBuf]) -> String {
    roots.iter().fold(said.to_owned(), |s, root| text::seen_from(&shown(root), &s))
}
