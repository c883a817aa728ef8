//! Parses which part of a stage a person wants to land.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use countersign_core::{Error, Result, text::visible};
use countersign_rehearsal::Effects;
use countersign_words::say;

use super::Land;
use crate::files::{Chosen, choose_among};

/// Returns what to land of `effects`; empty: everything. Paths are absolute, or relative to one of `bases`.
pub fn chosen(land: &Land, effects: &Effects, bases: &[PathBuf]) -> Result<Vec<Chosen>> {
    if !land.chosen.is_empty() {
        return Ok(land.chosen.clone());
    }
    let changed: Vec<&Path> = effects.changes.iter().map(|c| c.path.as_path()).collect();
    let only = land.only.iter().map(|text| meant(text, &changed, bases)).collect::<Result<Vec<_>>>()?;
    let except = land.except.iter().map(|text| meant(text, &changed, bases)).collect::<Result<Vec<_>>>()?;
    if except.is_empty() {
        return Ok(only);
    }
    if let Some(hunks) = except.iter().find(|c| !c.hunks.is_empty()) {
        return Err(Error::invalid(say!("effect-stage-hunks-left-out", path = told(&hunks.path)))
            .hint("--only PATH#1+3"));
    }
    // A folder means everything in it, so one with an exception cannot be named.
    let left_out = |path: &Path| except.iter().any(|e| path.starts_with(&e.path) || e.path.starts_with(path));
    let kept: Vec<Chosen> = match only.is_empty() {
        true => {
            let paths: BTreeSet<&Path> = changed.into_iter().filter(|p| !left_out(p)).collect();
            paths.into_iter().map(|path| Chosen { path: path.to_owned(), hunks: Vec::new() }).collect()
        }
        false => within(&only, &changed, &left_out),
    };
    if kept.is_empty() {
        return Err(Error::invalid(say!("effect-stage-nothing-left")).hint(say!("effect-stage-leave-less")));
    }
    Ok(kept)
}

/// Returns what is asked for by its own name, and not only with the folder that it is in.
pub fn named(land: &Land, effects: &Effects, bases: &[PathBuf]) -> Result<BTreeSet<PathBuf>> {
    let changed: Vec<&Path> = effects.changes.iter().map(|c| c.path.as_path()).collect();
    let only = land.only.iter().map(|text| meant(text, &changed, bases)).collect::<Result<Vec<_>>>()?;
    Ok(only.into_iter().chain(land.chosen.iter().cloned()).map(|chosen| chosen.path).collect())
}

/// Returns the protected paths that are not asked for by name. What git keeps is one thing, since it lands whole or not
/// at all; a new folder comes with what is asked for in it.
pub fn unnamed(protected: &[PathBuf], named: &BTreeSet<PathBuf>) -> Vec<String> {
    let is_named = |path: &Path| {
        let of_git = git_folder(path).is_some_and(|folder| named.contains(folder));
        let inside = named.range(path.to_owned()..).next().is_some_and(|next| next.starts_with(path));
        of_git || inside
    };
    let left = protected.iter().filter(|path| !is_named(path));
    let paths = left.map(|path| git_folder(path).unwrap_or(path).to_string_lossy().into_owned());
    paths.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the folder `.git` that a path is in.
fn git_folder(path: &Path) -> Option<&Path> {
    path.ancestors().find(|above| above.file_name().is_some_and(|name| name == ".git"))
}

/// Returns each changed path below the chosen ones, without the exceptions.
fn within(only: &[Chosen], changed: &[&Path], left_out: &dyn Fn(&Path) -> bool) -> Vec<Chosen> {
    let mut kept = Vec::new();
    for one in only {
        let under = changed.iter().filter(|p| p.starts_with(&one.path) && !left_out(p));
        kept.extend(under.map(|path| Chosen { path: (*path).to_owned(), hunks: one.hunks.clone() }));
    }
    kept
}

/// Parses a word: a changed path, a folder with changes, or hunks of a path.
fn meant(text: &str, changed: &[&Path], bases: &[PathBuf]) -> Result<Chosen> {
    if let Some(path) = found(text, changed, bases) {
        return Ok(Chosen { path, hunks: Vec::new() });
    }
    if let Some((name, numbers)) = text.rsplit_once('#')
        && let Some(path) = found(name, changed, bases)
    {
        let hunks: Option<Vec<usize>> =
            numbers.split('+').map(|n| n.parse().ok().filter(|n| *n > 0)).collect();
        let hunks = hunks.ok_or_else(|| {
            Error::invalid(say!("effect-stage-no-hunks", numbers = format!("{:?}", numbers)))
                .hint(say!("effect-stage-hunk-numbers"))
        })?;
        return Ok(Chosen { path, hunks });
    }
    Err(Error::invalid(say!("effect-stage-not-called", name = format!("{:?}", visible(text).text)))
        .hint(choose_among(changed.iter().copied())))
}

fn found(text: &str, changed: &[&Path], bases: &[PathBuf]) -> Option<PathBuf> {
    let text = text.trim_end_matches('/');
    let candidates = bases.iter().map(|base| base.join(text));
    candidates.into_iter().find(|path| !text.is_empty() && changed.iter().any(|c| c.starts_with(path)))
}

fn told(path: &Path) -> String {
    visible(&path.to_string_lossy()).text
}

#[cfg(test)]
mod tests {
    use countersign_rehearsal::Change;

    use super::*;

    fn effects() -> Effects {
        let change = |path: &str| Change {
            path: PathBuf::from(path),
            before: None,
            after: None,
            content: None,
            renamed_from: None,
            base: None,
            moved: false,
            stood: None,
        };
        let changes = ["/w/a.rs", "/w/odd#1", "/w/src", "/w/src/b.rs", "/w/src/c.rs", "/w/target/x"];
        Effects { changes: changes.map(change).to_vec(), ..Effects::default() }
    }

    fn pick(only: &[&str], except: &[&str]) -> Result<Vec<(String, Vec<usize>)>> {
        let words = |list: &[&str]| list.iter().map(|w| (*w).to_owned()).collect();
        let land = Land { only: words(only), except: words(except), ..Land::default() };
        let bases = [PathBuf::from("/w/src"), PathBuf::from("/w")];
        let chosen = chosen(&land, &effects(), &bases)?;
        Ok(chosen.into_iter().map(|c| (c.path.display().to_string(), c.hunks)).collect())
    }

    fn whole(paths: &[&str]) -> Vec<(String, Vec<usize>)> {
        paths.iter().map(|p| ((*p).to_owned(), Vec::new())).collect()
    }

    #[test]
    fn paths_are_found_from_where_the_person_stands_and_from_the_root() {
        assert_eq!(pick(&["b.rs"], &[]).unwrap(), whole(&["/w/src/b.rs"]));
        assert_eq!(pick(&["a.rs", "/w/target/"], &[]).unwrap(), whole(&["/w/a.rs", "/w/target"]));
        assert_eq!(pick(&[], &[]).unwrap(), [], "everything");
    }

    #[test]
    fn hunks_are_named_by_number_and_a_name_that_looks_so_is_a_name() {
        assert_eq!(pick(&["a.rs#1+3"], &[]).unwrap(), [("/w/a.rs".to_owned(), vec![1, 3])]);
        assert_eq!(pick(&["odd#1"], &[]).unwrap(), whole(&["/w/odd#1"]));
        assert_eq!(pick(&["odd#1#2"], &[]).unwrap(), [("/w/odd#1".to_owned(), vec![2])]);
        for wrong in ["a.rs#", "a.rs#0", "a.rs#x", "gone", "", "#1", "a.r"] {
            assert!(pick(&[wrong], &[]).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_is_left_out_stays_out_and_nothing_left_is_told() {
        let left = ["/w/a.rs", "/w/odd#1", "/w/src", "/w/src/b.rs", "/w/src/c.rs"];
        assert_eq!(pick(&[], &["target"]).unwrap(), whole(&left));
        assert_eq!(pick(&["/w/src"], &["c.rs"]).unwrap(), whole(&["/w/src/b.rs"]));
        assert!(pick(&["a.rs"], &["a.rs"]).is_err());
        assert!(pick(&[], &["a.rs#1"]).is_err());
    }
}
