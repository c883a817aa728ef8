//! Plans the steps of an order.

use std::path::{Path, PathBuf};

use countersign_core::{Error, ErrorCode, Result, world::Order};
use countersign_words::{Message, say};
use serde::Deserialize as _;

use super::{
    args::{Args, Content, CopyFile, CreateDir, DeleteFile, EditFile, MoveFile, WriteFile},
    overlay::{Node, Seen, edit_text},
    resolved_path::{Attempt, failed},
    state::{Kind, State},
    step::{From, Step},
};

/// Returns the steps of an order, and the bytes that they write.
pub(super) fn plan(order: &Order) -> Result<(Vec<Step>, Option<Vec<u8>>)> {
    let (steps, given) = steps(order)?;
    // Touched paths are checked when the steps run, and a copied file when it is copied; the other
    // preconditions are checked here.
    let touched = |path: &Path| steps.iter().flat_map(Step::touches).any(|(p, ..)| p == path);
    let copied = |path: &Path| steps.iter().any(|s| s.copies(path));
    let later = |path: &Path| touched(path) || copied(path);
    for precondition in order.preconditions.iter().filter(|p| !later(Path::new(&p.what))) {
        still(order, Path::new(&precondition.what))?;
    }
    Ok((steps, given))
}

fn steps(order: &Order) -> Result<(Vec<Step>, Option<Vec<u8>>)> {
    match order.tool.as_str() {
        WriteFile::NAME => {
            let args = WriteFile::parse(&order.args)?;
            let path = PathBuf::from(&args.path);
            match args.content()? {
                Content::Bytes(bytes) => written(order, path, bytes),
                Content::Source(source) => {
                    let after = content_of(&state(order, &source)?);
                    let before = state(order, &path)?;
                    Ok((vec![Step::Put { path, before, after, from: From::Bytes(source), text: None }], None))
                }
            }
        }
        EditFile::NAME => {
            let args = EditFile::parse(&order.args)?;
            let path = PathBuf::from(&args.path);
            still(order, &path)?;
            let seen = Seen { node: Node::Disk(path.clone()), items: Vec::new() };
            let text = args.applied(&edit_text(&seen, &path)?)?;
            written(order, path, text.into_bytes())
        }
        MoveFile::NAME => {
            let args = MoveFile::parse(&order.args)?;
            let (from, to) = (PathBuf::from(args.from), PathBuf::from(args.to));
            let (state, over) = (state(order, &from)?, state(order, &to)?);
            Ok((vec![Step::Move { from, to, state, over }], None))
        }
        CopyFile::NAME => {
            let args = CopyFile::parse(&order.args)?;
            let (from, path) = (PathBuf::from(args.from), PathBuf::from(args.to));
            let (source, before) = (state(order, &from)?, state(order, &path)?);
            let after = content_of(&source);
            // An existing file keeps its mode; a new one takes that of the source.
            let over = before.kind == Kind::File && source.kind == Kind::File;
            let from = if over { From::Bytes(from) } else { From::Copy(from) };
            Ok((vec![Step::Put { path, before, after, from, text: None }], None))
        }
        CreateDir::NAME => {
            let whole = PathBuf::from(CreateDir::parse(&order.args)?.path);
            let top = order.preconditions.first().map(|p| PathBuf::from(&p.what));
            let path = top.ok_or_else(|| unknown(&whole))?;
            let below = whole.strip_prefix(&path).map_err(Error::bug)?.to_owned();
            let entries = below.iter().count() as u64;
            let after = State { size: Some(0), entries: Some(entries), ..State::bare(Kind::Dir) };
            let from = From::Folder(below);
            Ok((vec![Step::Put { path, before: State::ABSENT, after, from, text: None }], None))
        }
        DeleteFile::NAME => {
            let path = PathBuf::from(DeleteFile::parse(&order.args)?.path);
            let before = state(order, &path)?;
            Ok((vec![Step::Gone { path, before, text: None }], None))
        }
        other => Err(Error::bug(format!("{other} changes no files"))),
    }
}

/// Returns the bytes for steps that were begun earlier; None if they have landed already.
pub(super) fn given(order: &Order, steps: &[Step]) -> Result<Option<Vec<u8>>> {
    let wanted = steps.iter().any(|s| matches!(s, Step::Put { from: From::Given, .. }));
    match order.tool.as_str() {
        WriteFile::NAME if wanted => match WriteFile::parse(&order.args)?.content()? {
            Content::Bytes(bytes) => Ok(Some(bytes)),
            Content::Source(_) => Ok(None),
        },
        EditFile::NAME if wanted => Ok(plan(order).map_or(None, |(_, given)| given)),
        _ => Ok(None),
    }
}

fn written(order: &Order, path: PathBuf, bytes: Vec<u8>) -> Result<(Vec<Step>, Option<Vec<u8>>)> {
    let before = state(order, &path)?;
    let after = State::file(bytes.len() as u64, blake3::hash(&bytes).to_hex().to_string());
    Ok((vec![Step::Put { path, before, after, from: From::Given, text: None }], Some(bytes)))
}

/// Returns the state of a copy: the same content, with its own times and perhaps mode.
fn content_of(state: &State) -> State {
    match state.kind {
        // The digest of a large tree includes times.
        Kind::Dir => State { size: state.size, entries: state.entries, ..State::bare(Kind::Dir) },
        kind => State { size: state.size, hash: state.hash.clone(), ..State::bare(kind) },
    }
}

/// Returns the state of a path when the call was inspected.
fn state(order: &Order, path: &Path) -> Result<State> {
    let found = order.preconditions.iter().find(|p| Path::new(&p.what) == path);
    let found = found.ok_or_else(|| unknown(path))?;
    State::deserialize(&found.state).map_err(Error::bug)
}

fn unknown(path: &Path) -> Error {
    Error::bug(format!("the order does not say how {} was", path.display()))
}

/// Returns what has changed since the call was inspected, if anything that matters has.
pub(super) fn changed(order: &Order) -> Option<Message> {
    let found = order.preconditions.iter().find_map(|was| still(order, Path::new(&was.what)).err());
    found.filter(|e| e.code == ErrorCode::Stale).map(|e| e.message)
}

/// Checks that a path is unchanged since the call was inspected.
fn still(order: &Order, path: &Path) -> Result<()> {
    let changed =
        |why: Message| Error::stale(say!("effect-changed-since-why", path = path.display(), said = why));
    let now = State::of(path).map_err(|e| changed(failed(Attempt::LookAt, path)(e).message))?;
    now.differs(&state(order, path)?).map_or(Ok(()), |why| Err(changed(why)))
}
