//! Files that an agent changes itself after asking: predicts the changes, keeps the previous files before it
//! begins, and checks the files when it reports that it is done.

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    time::Instant,
};

use countersign_core::{
    Error, Result,
    judge::Facts,
    tool::{FieldChange, Preview, TrustGround},
    world::{Inverse, Landed, Order, Precondition},
};
use countersign_words::{Message, say};
use serde::Deserialize as _;
use serde_json::{Value, json};

use super::{
    Deleter, Files,
    capture::reason,
    copy::{self, Keep},
    diff,
    effects::same_change,
    forecast::{change, shown},
    given_back::Deleted,
    ground, inverse_of, protect,
    resolved_path::{Attempt, ResolvedPath, failed, outside, resolve},
    state::{Kind, State},
    step::{From, Step, as_failure},
    trash::Trash,
};

/// The field of a precondition with what was shown of the difference.
const SHOWN: &str = "shown";

/// A change of one file.
pub(crate) struct Wanted {
    /// The file, as the agent names it.
    pub path: String,
    /// Its new content.
    pub to: To,
}

/// Computes the new text of a file from the old one (None: no file), if that is predictable.
pub(crate) type Change = Box<dyn Fn(Option<&str>) -> Option<String>>;

/// The new content of a file.
pub(crate) enum To {
    /// These bytes.
    Bytes(Vec<u8>),
    /// Its edited text; None if that cannot be predicted.
    Edited(Change),
    /// Only known to the agent.
    Unknown,
    /// Deleted.
    Gone,
}

/// What is known of a file before the change.
struct Planned {
    path: PathBuf,
    before: State,
    after: State,
    old: Option<String>,
    new: Option<String>,
}

/// What would happen to all files.
pub(crate) struct Handing {
    pub paths: Vec<PathBuf>,
    pub facts: Facts,
    pub preview: Preview,
    pub preconditions: Vec<Precondition>,
    pub noop: Option<Message>,
    pub ground: TrustGround,
    /// One line: what the agent would do.
    pub summary: Message,
}

/// The state of files after a handover.
pub(crate) struct Settled {
    /// The steps that undo what was really done; empty if nothing was.
    pub steps: Value,
    pub changes: Vec<FieldChange>,
    /// Differences from the prediction, as messages.
    pub differs: Vec<Message>,
}

impl Planned {
    fn of(wanted: &Wanted, cwd: Option<&str>) -> Result<Self> {
        let path = resolve(&wanted.path, cwd, !matches!(wanted.to, To::Gone))?;
        let before = State::of(&path).map_err(failed(Attempt::LookAt, &path))?;
        if before.kind == Kind::Dir {
            return Err(Error::invalid(say!("effect-is-folder", path = shown(&path))));
        }
        let old = if before.kind == Kind::File { diff::text_at(&path) } else { None };
        let written = |bytes: &[u8]| {
            let text = diff::is_text(bytes).then(|| String::from_utf8_lossy(bytes).into_owned());
            (State::file(bytes.len() as u64, blake3::hash(bytes).to_hex().to_string()), text)
        };
        let unknown = || (State::bare(Kind::File), None);
        let (after, new) = match &wanted.to {
            To::Bytes(bytes) => written(bytes),
            To::Edited(_) if before.exists() && old.is_none() => unknown(),
            To::Edited(edit) => edit(old.as_deref()).map_or_else(unknown, |new| written(new.as_bytes())),
            To::Unknown => unknown(),
            To::Gone if before.exists() => (State::ABSENT, None),
            To::Gone => return Err(Error::not_found(say!("effect-no-file", path = shown(&path)))),
        };
        Ok(Self { path, before, after, old, new })
    }

    fn is_same(&self) -> bool {
        self.before.exists() && self.after.hash.is_some() && self.before.differs(&self.after).is_none()
    }

    fn diff(&self) -> Option<diff::Compared> {
        let old = if self.before.exists() { self.old.as_deref()? } else { "" };
        let new = if self.after.exists() { self.new.as_deref()? } else { "" };
        Some(diff::compared(old, new, &self.path.to_string_lossy()))
    }

    /// Returns the old text and the new one, if both are known.
    fn texts(&self) -> Option<(&str, &str)> {
        let is_changed = self.before.exists() && self.after.exists();
        self.old.as_deref().zip(self.new.as_deref()).filter(|_| is_changed)
    }

    /// Whether only the text of the file has changed since `was`, and what would become of it is still what was shown:
    /// the same lines between the same ones, which are in the text only once.
    fn is_as_shown(&self, was: &State, shown: Option<&str>) -> bool {
        let rest = |state: &State| State {
            size: None,
            mtime_ns: None,
            links: None,
            hash: None,
            index: None,
            ..state.clone()
        };
        rest(&self.before) == rest(was)
            && self.texts().is_some_and(|(old, new)| {
                shown == Some(&same_change::as_shown(old, new)) && same_change::is_only_place(old, new)
            })
    }

    fn step(&self) -> Step {
        let (path, before) = (self.path.clone(), self.before.clone());
        match self.after.exists() {
            true => Step::Put { path, before, after: self.after.clone(), from: From::Given, text: None },
            false => Step::Gone { path, before, text: None },
        }
    }
}

impl Files {
    /// Inspects what an agent would do to files.
    pub(crate) fn handing(
        &self,
        wanted: &[Wanted],
        cwd: Option<&str>,
        folder: Option<&str>,
        whose: Deleter<'_>,
    ) -> Result<Handing> {
        let planned: Result<Vec<_>> = wanted.iter().map(|w| Planned::of(w, cwd)).collect();
        let planned = planned?;
        let (roots, own) = (self.roots_of(folder), self.own_places());
        let mut facts = Facts::default();
        let mut preview = Preview::default();
        let mut preconditions = Vec::new();
        for p in &planned {
            let text = p.path.to_string_lossy().into_owned();
            let gone = !p.after.exists();
            if gone { &mut facts.deletes } else { &mut facts.writes }.push(text.clone());
            facts.outside |= outside(&p.path, &roots);
            let why = protect::writing(&p.path, &own).map(|why| reason(why, &p.path));
            facts.protected.extend(why);
            let mut state = serde_json::to_value(&p.before).map_err(Error::bug)?;
            if let Some((old, new)) = p.texts() {
                state[SHOWN] = same_change::as_shown(old, new).into();
            }
            preconditions.push(Precondition { what: text, state });
            preview.changes.push(change(&p.path, &p.before, &p.after));
            if p.before.links.is_some_and(|n| n > 1) {
                preview.warnings.push(say!("effect-names-several", path = shown(&p.path)));
            }
            match p.diff() {
                Some(diff) => diff.show(&mut preview, &shown(&p.path)),
                None => {
                    let told = say!("effect-becomes-unknown", path = shown(&p.path));
                    preview.warnings.push(told);
                    preview.not_shown.push(diff::not_shown(&shown(&p.path)));
                }
            }
        }
        let mut ground = ground::of(planned.iter().map(|p| p.path.as_path()), &roots);
        let gone = || planned.iter().filter(|p| !p.after.exists());
        preview.is_diff_for_people = gone().next().is_some();
        let deleted: Vec<Deleted<'_>> = gone()
            .map(|p| Deleted {
                path: &p.path,
                is_folder: false,
                content: p.before.hash.as_deref().map(Cow::from),
            })
            .collect();
        if !deleted.is_empty() && !self.covers_deletions(whose, &deleted, &facts, &mut ground) {
            facts.protected.extend(gone().map(|p| say!("effect-deleting-files", path = shown(&p.path))));
        }
        preview.target = planned.iter().map(|p| shown(&p.path)).collect::<Vec<_>>().join(", ").into();
        let same = !planned.is_empty() && planned.iter().all(Planned::is_same);
        let path = &preview.target;
        let summary = match planned.as_slice() {
            [one] if !one.after.exists() => say!("sum-agent-delete", path),
            [one] if !one.before.exists() => say!("sum-agent-create", path),
            [_] => say!("sum-agent-change", path),
            _ => say!("sum-agent-change-several", paths = path),
        };
        Ok(Handing {
            ground,
            noop: same.then(|| say!("problem-up-holds", path = preview.target)),
            paths: planned.into_iter().map(|p| p.path).collect(),
            facts,
            preview,
            preconditions,
            summary,
        })
    }

    /// Keeps the current files of an order, which the agent may then change.
    pub(crate) fn hand_over(&self, order: &Order, wanted: &[Wanted], cwd: Option<&str>) -> Result<Landed> {
        let begun = Instant::now();
        let planned: Result<Vec<_>> = wanted.iter().map(|w| Planned::of(w, cwd)).collect();
        let planned = planned.map_err(as_failure)?;
        for p in &planned {
            unchanged(order, p)?;
        }
        let trash = Trash::open(&self.trash)?;
        trash.forget(&order.id)?;
        let kept = keep(&trash, &order.id, &planned);
        let inverse = kept.inspect_err(|_| drop(trash.forget(&order.id))).map_err(as_failure)?;
        let paths: Vec<_> = planned.iter().map(|p| p.path.to_string_lossy()).collect();
        Ok(Landed {
            result: json!({"handed_over": true, "paths": paths}),
            effects: planned.iter().map(|p| change(&p.path, &p.before, &p.after)).collect(),
            inverse: Some(inverse_of(&order.tool, &inverse)?),
            caveats: Vec::new(),
            duration_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }

    /// Returns what has changed since an order was shown, if the agent would do something else to the files now.
    pub(crate) fn handed_otherwise(
        &self,
        order: &Order,
        wanted: &[Wanted],
        cwd: Option<&str>,
    ) -> Option<Message> {
        let otherwise = |w: &Wanted| Planned::of(w, cwd).and_then(|p| unchanged(order, &p)).err();
        wanted.iter().find_map(otherwise).map(|why| why.message)
    }

    /// Checks the files after the agent had access to them: undo starts from this state.
    pub(crate) fn settled(&self, inverse: &Inverse) -> Result<Settled> {
        let steps = Vec::<Step>::deserialize(&inverse.steps).map_err(Error::bug)?;
        let mut settled = Settled { steps: Value::Null, changes: Vec::new(), differs: Vec::new() };
        let mut left = Vec::new();
        for mut step in steps {
            let (path, before, original) = match &mut step {
                Step::Put { path, before, after, .. } => (path, before, after.clone()),
                Step::Gone { path, before, .. } => (path, before, State::ABSENT),
                Step::Move { .. } | Step::Set { .. } => {
                    return Err(Error::bug("what was handed over is put back, and nothing else"));
                }
            };
            let now = State::of(path).map_err(failed(Attempt::LookAt, path))?;
            if let Some(why) = now.differs(before) {
                settled.differs.push(Message::joined(": ", [shown(path).into(), why]));
            }
            settled.changes.push(change(path, &original, &now));
            if now.differs(&original).is_some() {
                *before = now;
                left.push(step);
            }
        }
        settled.steps = serde_json::to_value(left).map_err(Error::bug)?;
        Ok(settled)
    }

    /// Returns the facts of reading paths.
    pub(crate) fn reading(&self, paths: &[PathBuf], folder: Option<&str>) -> Facts {
        let (roots, own) = (self.roots_of(folder), self.own_places());
        let mut facts = Facts::default();
        for path in paths {
            facts.reads.push(path.to_string_lossy().into_owned());
            facts.outside |= outside(path, &roots);
            facts.protected.extend(protect::reading(path, &own).map(|why| reason(why, path)));
        }
        facts
    }

    /// Discards what an interrupted order kept: nothing was handed over yet.
    pub(crate) fn not_handed(&self, order: &Order) -> Result<()> {
        Trash::open(&self.trash)?.forget(&order.id)
    }
}

/// Returns the absolute path that an agent means.
pub(crate) fn meant(path: &str, cwd: Option<&str>) -> Result<PathBuf> {
    resolve(path, cwd, true)
}

fn unchanged(order: &Order, p: &Planned) -> Result<()> {
    let changed =
        |why: Message| Error::stale(say!("effect-changed-since-why", path = shown(&p.path), said = why));
    let seen = order.preconditions.iter().find(|c| Path::new(&c.what) == p.path);
    let seen = seen.ok_or_else(|| changed(say!("effect-path-elsewhere")))?;
    let was = State::deserialize(&seen.state).map_err(Error::bug)?;
    match p.before.differs(&was) {
        Some(why) if !p.is_as_shown(&was, seen.state.get(SHOWN).and_then(Value::as_str)) => Err(changed(why)),
        _ => Ok(()),
    }
}

/// Copies the current files durably and returns the steps that restore them. A hard link would not do: the
/// agent may write in place.
fn keep(trash: &Trash, id: &str, planned: &[Planned]) -> Result<Vec<Step>> {
    let steps: Vec<Step> = planned.iter().map(Planned::step).collect();
    trash.begin(id, &steps)?;
    let mut inverse = Vec::new();
    for (n, (p, step)) in planned.iter().zip(steps).enumerate().rev() {
        let slot = trash.slot(&trash.slot_name(id, n))?;
        if p.before.exists() {
            let place = ResolvedPath::open(&p.path).map_err(failed(Attempt::OpenFolderOf, &p.path))?;
            copy::thing(&place, &slot, Keep::All).map_err(failed(Attempt::KeepStanding, &p.path))?;
            let kept = State::at(&slot).map_err(failed(Attempt::Read, &slot.path))?;
            if kept.hash != p.before.hash {
                return Err(Error::stale(say!("effect-changed-now", path = shown(&p.path))));
            }
            slot.sync().map_err(failed(Attempt::KeepStanding, &p.path))?;
        }
        if let Some(new) = &p.new {
            trash.keep_text(id, n, new.as_bytes());
        }
        inverse.extend(step.inverse(trash.slot_name(id, n), trash.text(id, n)));
    }
    Ok(inverse)
}
