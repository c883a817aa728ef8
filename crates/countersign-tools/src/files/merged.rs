//! Undo merged with what has changed since: each changed text is merged three ways, between how the effect left it, how
//! it is now, and how it was before. Anything else that has changed is a conflict, and then nothing is done.

use std::path::{Path, PathBuf};

use countersign_core::{
    Error, Result,
    tool::Preview,
    world::{Inverse, MergedUndo},
};
use countersign_words::{Message, say};
use serde::Deserialize as _;

use super::{
    Files, diff,
    doing::now,
    effects::merge::merge,
    forecast, inverse_of,
    resolved_path::Held,
    state::{Kind, State},
    step::{From, Step},
    trash::Trash,
};

/// The maximum number of steps that are merged.
const STEPS_MOST: usize = 200;
/// The maximum number of bytes of all merged texts together.
const BYTES_MOST: usize = 4 << 20;

/// A file that was merged.
pub(super) struct MergedFile {
    path: PathBuf,
    before: State,
    after: State,
    was: String,
    becomes: String,
}

/// The steps, and the files that they merge.
pub(super) type Merged = (Vec<Step>, Vec<MergedFile>);

/// What the new steps of a path give.
enum Side {
    /// It is as the effect left it.
    AsLeft,
    /// It is already as it was before the effect.
    Back,
    /// Both sides changed it, in different places.
    Merged(Box<MergedFile>),
}

impl Files {
    /// Merges an undo with what has changed since.
    pub fn merge(&self, inverse: &Inverse) -> Result<MergedUndo> {
        let no = || Error::stale(say!("judge-merge-impossible", tool = inverse.tool));
        let steps = Vec::<Step>::deserialize(&inverse.steps).map_err(|_| no())?;
        let (steps, files) = self.merged_steps(&steps)?;
        let mut preview = Preview::default();
        for step in &steps {
            for (path, before, after) in step.touches() {
                preview.changes.push(forecast::change(path, before, after));
            }
        }
        for file in &files {
            let name = file.path.display().to_string();
            diff::compared(&file.was, &file.becomes, &name).show(&mut preview, &name);
        }
        let paths = files.iter().map(|file| file.path.display().to_string()).collect::<Vec<_>>().join(", ");
        preview.warnings.push(match files.is_empty() {
            true => say!("effect-merge-without"),
            false => say!("effect-merge-of", paths),
        });
        Ok(MergedUndo { inverse: inverse_of(&inverse.tool, &steps)?, preview })
    }

    /// Returns the steps of a merged undo; an error names all conflicts.
    pub(super) fn merged_steps(&self, steps: &[Step]) -> Result<Merged> {
        if steps.len() > STEPS_MOST {
            return Err(Error::stale(say!("effect-merge-too-many")));
        }
        let trash = Trash::open(&self.trash)?;
        let held = Held::default();
        let (mut made, mut files, mut conflicts, mut shown) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for step in steps {
            match side(&trash, &held, step) {
                Ok(Side::AsLeft) => made.push(step.clone()),
                Ok(Side::Back) => {}
                Ok(Side::Merged(file)) => {
                    made.push(file.step());
                    files.push(*file);
                }
                Err(Conflict { why, view }) => {
                    conflicts.push(why);
                    shown.extend(view);
                }
            }
        }
        let bytes: usize = files.iter().map(|file| file.becomes.len()).sum();
        if bytes > BYTES_MOST {
            return Err(Error::stale(say!("effect-merge-too-many")));
        }
        match conflicts.is_empty() {
            true => Ok((made, files)),
            false => {
                let error =
                    Error::stale(say!("judge-merge-conflicts", saids = Message::joined("; ", conflicts)));
                Err(if shown.is_empty() { error } else { error.detail(Message::joined("\n", shown)) })
            }
        }
    }
}

/// What cannot be merged, and how both sides look.
struct Conflict {
    why: Message,
    view: Option<Message>,
}

impl MergedFile {
    fn step(&self) -> Step {
        Step::Put {
            path: self.path.clone(),
            before: self.before.clone(),
            after: self.after.clone(),
            from: From::Text(self.becomes.clone()),
            text: None,
        }
    }
}

/// Compares what a step expects with what is there.
fn side(trash: &Trash, held: &Held, step: &Step) -> std::result::Result<Side, Conflict> {
    let (mut as_left, mut back, mut moved) = (true, true, None);
    for (path, before, after) in step.touches() {
        let state = now(held, path, true).map_err(|e| Conflict { why: e.message, view: None })?;
        let why = state.differs(before);
        as_left &= why.is_none();
        back &= state.differs(after).is_none() && state.kind == after.kind;
        moved = moved.or(why.map(|why| (path.to_owned(), why, state)));
    }
    match moved {
        None => Ok(Side::AsLeft),
        Some(_) if back && !as_left => Ok(Side::Back),
        Some((path, why, state)) => merged(trash, step, &path, state).map_err(|view| Conflict {
            why: say!("effect-changed-since-why", path = path.display(), said = why),
            view,
        }),
    }
}

/// Merges the text of a step's file.
fn merged(
    trash: &Trash,
    step: &Step,
    path: &Path,
    state: State,
) -> std::result::Result<Side, Option<Message>> {
    let Step::Put { before, after, from: From::Slot(slot), text: Some(text), .. } = step else {
        return Err(None);
    };
    if [before.kind, after.kind, state.kind] != [Kind::File; 3] {
        return Err(None);
    }
    let texts = || Some((trash.read_text(text)?, diff::text_at(path)?, trash.read_text(slot)?));
    let (left, is, was) = texts().ok_or(None)?;
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    // The kept copies only serve to show differences, so they must be what they are taken for.
    let known = before.hash.as_deref() == Some(&hash(&left)) && state.hash.as_deref() == Some(&hash(&is));
    if !known || after.hash.as_ref().is_some_and(|kept| *kept != hash(&was)) {
        return Err(None);
    }
    let becomes = merge(&left, &was, &is).map_err(Some)?;
    if becomes == is {
        return Ok(Side::Back);
    }
    let after = State { mode: state.mode, ..State::file(becomes.len() as u64, hash(&becomes)) };
    let file = MergedFile { path: path.to_owned(), before: state, after, was: is, becomes };
    Ok(Side::Merged(Box::new(file)))
}
