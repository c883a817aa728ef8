//! Selects the effects that a person wants to land.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use countersign_core::{Error, Result};
use countersign_rehearsal::{Change, Effects, Kind};
use countersign_words::{Message, say};

use super::{Chosen, part::no_hunks};
use crate::files::forecast::shown;

/// Maximum number of available paths listed.
const LISTED: usize = 10;

/// A change that is to land.
#[derive(Debug, Clone)]
pub(super) struct Selected<'a> {
    pub change: &'a Change,
    /// The numbers of its hunks; empty: all of it.
    pub hunks: BTreeSet<usize>,
}

/// Returns the changes to land, in the order of the effects.
pub(super) fn select<'a>(effects: &'a Effects, chosen: &[Chosen]) -> Result<Vec<Selected<'a>>> {
    if effects.more {
        return Err(Error::conflict(say!("effect-more-effects")).hint(say!("effect-less-at-once")));
    }
    if chosen.is_empty() {
        return Ok(all(effects));
    }
    let mut wanted: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for one in chosen {
        let within = |(_, change): &(usize, &Change)| change.path.starts_with(&one.path);
        let hits: Vec<usize> = effects.changes.iter().enumerate().filter(within).map(|(n, _)| n).collect();
        if hits.is_empty() {
            let paths = effects.changes.iter().map(|change| change.path.as_path());
            return Err(Error::invalid(say!("effect-nothing-changes-at", path = shown(&one.path)))
                .hint(choose_among(paths)));
        }
        let hunks: BTreeSet<usize> = one.hunks.iter().copied().collect();
        let exact = hits.iter().any(|n| effects.changes[*n].path == one.path);
        if !hunks.is_empty() && (hits.len() > 1 || !exact) {
            return Err(no_hunks(&one.path));
        }
        for n in hits {
            match wanted.get_mut(&n) {
                // The whole file includes any part of it.
                Some(known) if known.is_empty() => {}
                Some(known) if hunks.is_empty() => known.clear(),
                Some(known) => known.extend(&hunks),
                None => drop(wanted.insert(n, hunks.clone())),
            }
        }
    }
    with_folders(effects, &mut wanted);
    Ok(wanted.into_iter().map(|(n, hunks)| Selected { change: &effects.changes[n], hunks }).collect())
}

/// Returns all of them.
pub(super) fn all(effects: &Effects) -> Vec<Selected<'_>> {
    effects.changes.iter().map(|change| Selected { change, hunks: BTreeSet::new() }).collect()
}

/// Lists the paths that can be chosen: the first ones, and how many more there are.
pub(crate) fn choose_among<'a>(paths: impl Iterator<Item = &'a Path>) -> Message {
    let mut names: Vec<Message> = paths.map(|path| shown(path).into()).collect();
    if names.is_empty() {
        return say!("effect-choose-nothing");
    }
    let more = names.len().saturating_sub(LISTED);
    names.truncate(LISTED);
    names.extend((more > 0).then(|| say!("effect-n-more", n = more)));
    say!("effect-choose-among", paths = Message::joined(", ", names))
}

/// Adds the new folders that contain the wanted changes.
fn with_folders(effects: &Effects, wanted: &mut BTreeMap<usize, BTreeSet<usize>>) {
    let is_dir = |node: &Option<countersign_rehearsal::Node>| matches!(node, Some(n) if n.kind == Kind::Dir);
    let made = |change: &&Change| is_dir(&change.after) && !is_dir(&change.before);
    let made: BTreeMap<&Path, usize> = effects
        .changes
        .iter()
        .enumerate()
        .filter(|(_, change)| made(change))
        .map(|(n, change)| (change.path.as_path(), n))
        .collect();
    let lasting = wanted.keys().copied().filter(|n| effects.changes[*n].after.is_some()).collect::<Vec<_>>();
    for n in lasting {
        for above in effects.changes[n].path.ancestors().skip(1) {
            if let Some(folder) = made.get(above) {
                wanted.entry(*folder).or_default();
            }
        }
    }
}
