//! Local git that only adds, waiting behind other changes of its run: these move the index and the files that it adds, and
//! nobody else has touched them. It is rehearsed again after the yes, and what it does now lands, if it is the same in
//! words: a yes to `git add -A` is for these words, not for object hashes.

use std::{
    collections::BTreeSet,
    path::{Component, Path, PathBuf},
};

use countersign_core::{
    Error, Result,
    judge::{Command, Facts},
    world::Order,
};
use countersign_rehearsal::{Change, Effects, Kind};
use countersign_words::say;

use super::{
    RUN, Run, Shell,
    again::{differing, is_ended_alike, names},
    judged,
    rehearse::is_time_of_folder,
    stored_rehearsal::{RehearsalReport, StoredRehearsal},
    trial::Trial,
};
use crate::{call::parse, files::recorded_otherwise};

/// What only adds to a repository, and what only reads it.
const ADDS: &[&str] = &["add", "commit", "stage"];
const READS: &[&str] = &["diff", "log", "rev-parse", "show", "status"];
/// Commands that may be beside git: they run nothing.
const BESIDE: &[&str] = &["cat", "cd", "echo", "pwd", "true"];
/// Maximum number of paths that landings have moved.
const MOVED: usize = 2_000;

/// A part of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Objects, which have their hashes as names.
    Objects,
    /// Branches and tags, with their reflogs.
    Refs,
    /// The index.
    Index,
    /// The message of the last commit.
    Message,
    /// Anything else, and all other files.
    Other,
}

impl Part {
    fn of(path: &Path) -> Self {
        let mut parts =
            path.components().skip_while(|part| *part != Component::Normal(".git".as_ref())).skip(1);
        let (first, more) = (parts.next(), parts.next().is_some());
        match first.and_then(|part| part.as_os_str().to_str()) {
            Some("objects") => Self::Objects,
            Some("logs" | "refs") => Self::Refs,
            Some("index") if !more => Self::Index,
            Some("COMMIT_EDITMSG") if !more => Self::Message,
            _ => Self::Other,
        }
    }
}

impl Shell {
    /// Rehearses git that only adds again, if nothing but landings of its run has moved since; None if something else
    /// has, or nothing.
    pub(super) fn git_again(
        &self,
        order: &Order,
        kept: &StoredRehearsal,
        told: &RehearsalReport,
    ) -> Result<Option<Trial>> {
        if !self.is_local_git(order)? {
            return Ok(None);
        }
        let Some(moved) = self.moved_by_run(order, kept)? else { return Ok(None) };
        let paths: Vec<PathBuf> = moved.iter().take(super::again::NAMED).cloned().collect();
        let again = self.trial_again(order, told, &paths)?;
        let others = self.otherwise(order, told, &again.effects, &moved)?;
        if others.is_empty() && !again.effects.more && is_ended_alike(&told.result, &again.result) {
            return Ok(Some(again));
        }
        let paths = names(&paths);
        let why = match others.as_slice() {
            [] => say!("effect-rehearsed-ended-otherwise", paths),
            others => say!("effect-rehearsed-otherwise", paths, others = names(others)),
        };
        Err(Error::stale(why).hint(say!("effect-refresh-rehearse")))
    }

    /// Returns what moved since a rehearsal, if it is something and only landings of the order's run have moved it. What
    /// decides how git reads files must not be among it.
    fn moved_by_run(&self, order: &Order, kept: &StoredRehearsal) -> Result<Option<Vec<PathBuf>>> {
        let roots = self.roots_of(order.cwd.as_deref());
        let moved = kept.stood()?.moved_from(MOVED, &|path| self.is_insignificant(&roots, path));
        let moved = moved.map_err(|e| Error::conflict(say!("effect-workspace-unseen", said = e)))?;
        let is_plain = |path: &Path| {
            let in_git = path.components().any(|part| part == Component::Normal(".git".as_ref()));
            (!in_git || Part::of(path) != Part::Other)
                && path.file_name().is_none_or(|name| name != ".gitattributes" && name != ".gitmodules")
        };
        let ours = !moved.is_empty()
            && moved.len() < MOVED
            && moved.iter().all(|(path, _)| is_plain(path))
            && kept.made_at().is_some_and(|at| self.files.only_run_changed(&order.run, at, &moved));
        Ok(ours.then(|| moved.into_iter().map(|(path, _)| path).collect()))
    }

    /// Whether a command is nothing but git that adds, in literal words.
    fn is_local_git(&self, order: &Order) -> Result<bool> {
        let run: Run = parse(RUN, &order.args)?;
        if run.env.keys().any(|name| name == "PATH" || name.starts_with("GIT_")) {
            return Ok(false);
        }
        let roots = self.roots_of(order.cwd.as_deref());
        let cwd = run.cwd.as_deref().unwrap_or("/");
        let (facts, _) = judged::facts(self, &run, cwd, &roots, &self.scratch(&order.run, &roots));
        Ok(is_git_that_adds(&facts))
    }

    /// Returns the paths that a command changes otherwise than shown, apart from what landings of its run `moved`.
    fn otherwise(
        &self,
        order: &Order,
        told: &RehearsalReport,
        again: &Effects,
        moved: &[PathBuf],
    ) -> Result<Vec<PathBuf>> {
        let roots = self.roots_of(order.cwd.as_deref());
        let is_other = |path: &Path| Part::of(path) == Part::Other && !self.is_insignificant(&roots, path);
        let mut others = differing(&told.effects, again, &is_other);
        let (shown, now) = (parts(&told.effects), parts(again));
        others.extend(shown.symmetric_difference(&now).map(|path| path.to_path_buf()));
        others.extend(again.changes.iter().filter(|change| !is_added(change)).map(|c| c.path.clone()));
        // The message before may be another one, of a commit that has landed meanwhile.
        let (shown, now) = (messages(&told.effects), messages(again));
        others.extend(
            now.iter()
                .chain(&shown)
                .filter(|one| !shown.contains(one) || !now.contains(one))
                .map(|m| m.0.to_owned()),
        );
        // A repository's filters run, too: what is recorded must be what was shown, or what landed meanwhile.
        let first = || again.changes.first().map(|change| change.path.clone());
        match recorded_otherwise(&told.effects, again, moved) {
            Some(recorded) => others.extend(recorded),
            None => others.extend(first()),
        }
        // Nobody has seen what would be asked about by itself.
        let facts = |effects: &Effects| {
            self.files.show_effects(effects, order.cwd.as_deref()).map(|shown| shown.facts)
        };
        let (shown, now): (Facts, Facts) = (facts(&told.effects)?, facts(again)?);
        let is_new = now.protected.iter().any(|why| !shown.protected.contains(why));
        if is_new || now.deletes != shown.deletes || now.outside != shown.outside {
            others.extend(first());
        }
        others.truncate(super::again::NAMED);
        Ok(others)
    }
}

/// Returns the index, branches and reflogs that effects change.
fn parts(effects: &Effects) -> BTreeSet<&Path> {
    let counts = |change: &&Change| {
        let is_folder = change.after.as_ref().is_some_and(|after| after.kind == Kind::Dir);
        !is_folder && matches!(Part::of(&change.path), Part::Refs | Part::Index)
    };
    effects.changes.iter().filter(counts).map(|change| change.path.as_path()).collect()
}

/// Returns the messages of commits that effects leave, by their hashes.
fn messages(effects: &Effects) -> Vec<(&Path, Option<&String>)> {
    let changes = effects.changes.iter().filter(|change| Part::of(&change.path) == Part::Message);
    changes
        .map(|change| (change.path.as_path(), change.after.as_ref().and_then(|a| a.hash.as_ref())))
        .collect()
}

/// Whether a change of a repository removes nothing: objects come, and never change.
fn is_added(change: &Change) -> bool {
    match Part::of(&change.path) {
        Part::Objects => match (&change.before, &change.after) {
            (None, Some(_)) => true,
            // Git gives an object a new time when it is added once more.
            (Some(was), Some(now)) => {
                is_time_of_folder(change) || (was.hash.is_some() && was.hash == now.hash)
            }
            (_, None) => false,
        },
        Part::Refs | Part::Index | Part::Message => change.after.is_some(),
        Part::Other => true,
    }
}

fn is_git_that_adds(facts: &Facts) -> bool {
    let known = |command: &Command, n: usize| command.words.get(n).cloned().flatten();
    let fits = |command: &Command| match (known(command, 0).as_deref(), known(command, 1).as_deref()) {
        (Some("git"), Some(sub)) => ADDS.contains(&sub) || READS.contains(&sub),
        (Some(name), _) => BESIDE.contains(&name),
        (None, _) => false,
    };
    let adds = |command: &Command| known(command, 1).is_some_and(|sub| ADDS.contains(&sub.as_str()));
    facts.commands.iter().all(fits) && facts.commands.iter().any(adds)
}

#[cfg(test)]
mod tests {
    use countersign_core::analysis::{self, Setting};

    use super::*;

    #[test]
    fn d2_only_git_that_adds_binds_to_its_words() {
        let is = |line: &str| is_git_that_adds(&analysis::shell(line, &Setting::default()));
        for line in [
            "git add -A",
            "git add a.txt && git commit -m x",
            "cd sub && git add . && git commit -qm 'a b' && git log --oneline",
            "git commit -m \"$(cat <<'EOF'\nwords\nEOF\n)\"",
        ] {
            assert!(is(line), "{line}");
        }
        for line in [
            "bash s.sh",
            "git status",
            "git add a; bash s.sh",
            "git add a && ./git-add",
            "git -c core.x=y add a",
            "git push",
            "git add a && git push",
            "git reset --hard",
            "git checkout .",
            "\"$G\" add a",
            "git $SUB a",
            "/tmp/git add a",
            "git add $(bash s.sh)",
            "git commit -m \"$(./message)\"",
        ] {
            assert!(!is(line), "{line}");
        }
    }

    #[test]
    fn the_parts_of_a_repository_are_known_by_their_paths() {
        for (path, part) in [
            ("/w/.git/objects/ab/cdef", Part::Objects),
            ("/w/.git/refs/heads/main", Part::Refs),
            ("/w/.git/logs/HEAD", Part::Refs),
            ("/w/.git/index", Part::Index),
            ("/w/.git/index/x", Part::Other),
            ("/w/.git/COMMIT_EDITMSG", Part::Message),
            ("/w/.git/config", Part::Other),
            ("/w/.git/hooks/pre-commit", Part::Other),
            ("/w/.git/modules/m/objects/ab", Part::Other),
            ("/w/objects/ab", Part::Other),
        ] {
            assert_eq!(Part::of(Path::new(path)), part, "{path}");
        }
    }
}
