//! Plans the steps that land effects.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result};
use countersign_rehearsal::{Change, Kind as Sort, Node};
use countersign_words::{Message, say};

use super::{
    Moved,
    part::{chosen, no_hunks},
    select::Selected,
    texts::{self, Content},
};
use crate::files::{
    forecast::shown,
    resolved_path::{Attempt, ResolvedPath, failed},
    state::{Kind, State, open_sub, walk},
    step::{Branch, From, Step},
    trash::Trash,
};

/// The steps, and what does not land, as messages.
#[derive(Default)]
pub(super) struct Plan {
    pub steps: Vec<Step>,
    pub left: Vec<Message>,
}

struct Planning<'a> {
    trash: &'a Trash,
    id: &'a str,
    selected: &'a [Selected<'a>],
    moved: Moved,
    plan: Plan,
    /// Folders that appear or are deleted as a whole: their content needs no steps of its own.
    wholes: BTreeMap<PathBuf, bool>,
    /// Steps that make a folder accessible run before all others, those that deny access after them.
    opening: Vec<Step>,
    closing: Vec<Step>,
}

/// Plans how the selected changes land.
pub(super) fn plan(trash: &Trash, id: &str, selected: &[Selected<'_>], moved: Moved) -> Result<Plan> {
    let mut planning = Planning {
        trash,
        id,
        selected,
        moved,
        plan: Plan::default(),
        wholes: BTreeMap::new(),
        opening: Vec::new(),
        closing: Vec::new(),
    };
    for Selected { change, .. } in selected {
        let is = |node: &Option<Node>, wanted| node.as_ref().map(|n| n.kind) == Some(wanted);
        let (was, will) = (is(&change.before, Sort::Dir), is(&change.after, Sort::Dir));
        if was != will {
            planning.wholes.insert(change.path.clone(), will);
        }
    }
    for one in selected {
        planning.change(one)?;
    }
    let Planning { mut plan, opening, closing, .. } = planning;
    plan.steps = [opening, plan.steps, closing].concat();
    if plan.steps.is_empty() {
        return Err(Error::conflict(match plan.left.first() {
            Some(left) => say!("effect-cannot-land", said = left),
            None => say!("effect-nothing-to-land"),
        }));
    }
    Ok(plan)
}

impl Planning<'_> {
    /// Whether a path is in a folder that appears (or is deleted) as a whole.
    fn in_whole(&self, path: &Path, appears: bool) -> bool {
        path.ancestors().skip(1).any(|above| self.wholes.get(above) == Some(&appears))
    }

    fn change(&mut self, one: &Selected<'_>) -> Result<()> {
        let change = one.change;
        self.tell_what_stays(change);
        if change.moved
            && let Content::Conflict(view) = texts::content(change, None)?
        {
            return Err(conflict(&change.path, view));
        }
        let is_dir = |node: &Option<Node>| matches!(node, Some(node) if node.kind == Sort::Dir);
        let path = &change.path;
        match (&change.before, &change.after) {
            (_, None) if self.in_whole(path, false) => Ok(()),
            (None, Some(_)) if self.in_whole(path, true) => Ok(()),
            (_, Some(after)) if after.kind == Sort::Other => Ok(()),
            (before, after) if is_dir(before) && is_dir(after) => self.set(change),
            (before, after) if is_dir(before) || is_dir(after) => {
                if before.is_some() {
                    self.goes(one)?;
                }
                if after.is_some() { self.appears(one, State::ABSENT) } else { Ok(()) }
            }
            (Some(_), None) => self.goes(one),
            (None, Some(_)) => self.appears(one, State::ABSENT),
            (Some(before), Some(after)) if same_content(before, after) => self.set(change),
            (Some(_), Some(_)) => self.changes(one),
            (None, None) => Ok(()),
        }
    }

    /// Notes the parts of a change that do not land.
    fn tell_what_stays(&mut self, change: &Change) {
        let Some(after) = &change.after else { return };
        let path = shown(&change.path);
        if after.kind == Sort::Other {
            self.plan.left.push(say!("effect-odd-stays", path));
        }
        let before = change.before.as_ref();
        if after.extended.is_some() || before.is_some_and(|before| before.extended.is_some()) {
            self.plan.left.push(say!("effect-attributes-stay", path));
        }
        if after.owner.is_some() {
            self.plan.left.push(say!("effect-owner-stays", path));
        }
    }

    /// Only mode or time differ.
    fn set(&mut self, change: &Change) -> Result<()> {
        let (before, after) = (known(&change.path, &change.before)?, known(&change.path, &change.after)?);
        let folder = before.kind == Kind::Dir;
        let folder_time = |state: State| State { mtime_ns: state.mtime_ns.filter(|_| !folder), ..state };
        let (before, after) = (folder_time(before), folder_time(after));
        if (before.mode, before.mtime_ns) == (after.mode, after.mtime_ns) {
            return Ok(());
        }
        let opens = |state: &State| state.mode.is_some_and(|mode| mode & 0o300 == 0o300);
        let step = Step::Set { path: change.path.clone(), before: before.clone(), after: after.clone() };
        match (folder, opens(&after), opens(&before)) {
            (true, true, false) => self.opening.push(step),
            // The folders within come first: they are reached through this one.
            (true, ..) => self.closing.insert(0, step),
            _ => self.plan.steps.push(step),
        }
        Ok(())
    }

    fn goes(&mut self, one: &Selected<'_>) -> Result<()> {
        let change = one.change;
        if !one.hunks.is_empty() {
            return Err(no_hunks(&change.path));
        }
        let mut before = known(&change.path, &change.before)?;
        if before.kind == Kind::Dir {
            self.still_holds(&change.path)?;
            before = State::of(&change.path).map_err(failed(Attempt::LookAt, &change.path))?;
        } else if before.kind == Kind::File {
            let now = State::of(&change.path).map_err(failed(Attempt::LookAt, &change.path))?;
            if let Content::Conflict(view) = texts::content(change, now.hash.as_deref())?
                && change.base.is_some()
            {
                return Err(conflict(&change.path, view));
            }
        }
        self.plan.steps.push(Step::Gone { path: change.path.clone(), before, text: None });
        Ok(())
    }

    /// Fails unless a folder to delete contains exactly what it contained when it was inspected.
    fn still_holds(&self, folder: &Path) -> Result<()> {
        let inside = |change: &&Change| change.path != folder && change.path.starts_with(folder);
        let told = self.selected.iter().map(|one| one.change).filter(inside).filter(|c| c.before.is_some());
        let mut told: BTreeMap<&Path, &Change> = told.map(|change| (change.path.as_path(), change)).collect();
        let moved = |path: &Path, why: Message| {
            Error::stale(say!("effect-changed-since-why", path = path.display(), said = why))
        };
        let mut differs = None;
        let place = ResolvedPath::open(folder).map_err(failed(Attempt::LookAt, folder))?;
        let within = open_sub(&place.dir, &place.name);
        let within = within.map_err(|e| moved(folder, failed(Attempt::Open, folder)(e).message))?;
        walk(&within, folder, 0, &mut |entry| {
            let now = State::shallow(&entry.stat)?;
            let why = match told.remove(entry.path) {
                None => Some(say!("effect-is-there-now")),
                Some(change) => match State::rehearsed(change.before.as_ref()) {
                    Some(was) => now.differs(&State { hash: None, ..was }),
                    None => None,
                },
            };
            if differs.is_none() {
                differs = why.map(|why| moved(entry.path, why));
            }
            Ok(())
        })
        .map_err(failed(Attempt::LookAt, folder))?;
        let gone = told.keys().next().map(|path| moved(path, say!("effect-is-gone")));
        differs.or(gone).map_or(Ok(()), Err)
    }

    /// Plans a new entry.
    fn appears(&mut self, one: &Selected<'_>, before: State) -> Result<()> {
        let change = one.change;
        let after = known(&change.path, &change.after)?;
        if !one.hunks.is_empty() {
            return Err(no_hunks(&change.path));
        }
        let mut branches = vec![branch(change, Path::new(""))?];
        let mut after = State { links: None, ..after };
        if after.kind == Kind::Dir {
            let inside = |c: &&Change| c.path != change.path && c.path.starts_with(&change.path);
            let new = self.selected.iter().map(|one| one.change).filter(inside);
            for new in new.filter(|c| c.after.as_ref().is_some_and(|node| node.kind != Sort::Other)) {
                branches.push(branch(new, &change.path)?);
            }
            let sizes = branches[1..].iter().zip(self.sizes(&change.path)).map(|(_, size)| size);
            after = State { size: Some(sizes.sum()), entries: Some(branches.len() as u64 - 1), ..after };
        }
        let (path, from) = (change.path.clone(), From::Rehearsed(branches));
        self.plan.steps.push(Step::Put { path, before, after, from, text: None });
        Ok(())
    }

    fn sizes(&self, folder: &Path) -> Vec<u64> {
        let inside = |c: &&Change| c.path != folder && c.path.starts_with(folder);
        let new = self.selected.iter().map(|one| one.change).filter(inside).filter_map(|c| c.after.as_ref());
        new.filter(|node| node.kind != Sort::Other).map(|node| node.size).collect()
    }

    /// Plans the replacement of a file or a link.
    fn changes(&mut self, one: &Selected<'_>) -> Result<()> {
        let change = one.change;
        let path = change.path.clone();
        let mut before = known(&path, &change.before)?;
        let mut after = known(&path, &change.after)?;
        let mut branch = branch(change, Path::new(""))?;
        if before.kind == Kind::File && after.kind == Kind::File {
            if self.moved == Moved::Merge {
                let now = State::of(&path).map_err(failed(Attempt::LookAt, &path))?;
                if now.kind == Kind::File {
                    before = State { mode: before.mode, ..now };
                }
            }
            let text = match texts::content(change, before.hash.as_deref())? {
                Content::Stays => return self.only_mode(change, before, after),
                Content::Rehearsed if one.hunks.is_empty() => None,
                Content::Rehearsed => Some(texts::rehearsed(change)?.ok_or_else(|| no_hunks(&path))?),
                Content::Merged(text) => Some(text),
                Content::Conflict(view) if change.base.is_some() || self.moved == Moved::Merge => {
                    return Err(conflict(&path, view));
                }
                // The steps report what moved.
                Content::Conflict(_) => None,
            };
            if let Some(text) = text {
                let text = chosen(&one.hunks, change, &text)?;
                let file = self.keep(&path, &text)?;
                // A part was never written at the reported time; and hunks change the text, not the mode.
                let mode = after.mode.filter(|mode| one.hunks.is_empty() && before.mode != Some(*mode));
                let hash = blake3::hash(text.as_bytes()).to_hex().to_string();
                after = State { mode, ..State::file(text.len() as u64, hash.clone()) };
                branch = Branch { mode, mtime_ns: None, file: Some(file), hash: Some(hash), ..branch };
            }
        } else if !one.hunks.is_empty() {
            return Err(no_hunks(&path));
        }
        self.plan.steps.push(Step::Put {
            path,
            before,
            after,
            from: From::Rehearsed(vec![branch]),
            text: None,
        });
        Ok(())
    }

    fn only_mode(&mut self, change: &Change, before: State, after: State) -> Result<()> {
        if before.mode != after.mode {
            let after = State { mode: after.mode, ..before.clone() };
            self.plan.steps.push(Step::Set { path: change.path.clone(), before, after });
        }
        Ok(())
    }

    /// Saves a text that is not in the layers, so that it survives a crash.
    fn keep(&self, path: &Path, text: &str) -> Result<PathBuf> {
        let folder = self.trash.make(self.id)?;
        let file = folder.join(format!("new-{}", self.plan.steps.len()));
        fs::write(&file, text).map_err(failed(Attempt::Prepare, path))?;
        Ok(file)
    }
}

fn same_content(before: &Node, after: &Node) -> bool {
    let content = |node: &Node| (node.kind, node.size, node.hash.clone(), node.target.clone());
    before.kind != Sort::Other && content(before) == content(after)
}

fn known(path: &Path, node: &Option<Node>) -> Result<State> {
    State::rehearsed(node.as_ref()).ok_or_else(|| {
        let odd = say!("effect-odd", path = shown(path));
        Error::conflict(odd).hint(say!("effect-run-for-real"))
    })
}

fn branch(change: &Change, within: &Path) -> Result<Branch> {
    let path = match within.as_os_str().is_empty() {
        true => PathBuf::new(),
        false => change.path.strip_prefix(within).map_err(Error::bug)?.to_owned(),
    };
    let state = known(&change.path, &change.after)?;
    let node = change.after.as_ref();
    Ok(Branch {
        path,
        kind: state.kind,
        mode: state.mode,
        mtime_ns: state.mtime_ns,
        file: change.content.clone(),
        hash: node.and_then(|node| node.hash.clone()),
        target: node.and_then(|node| node.target.clone()),
    })
}

fn conflict(path: &Path, view: Message) -> Error {
    Error::stale(say!("effect-both-sides", path = shown(path)))
        .hint(say!("effect-settle-by-hand"))
        .detail(view)
}
