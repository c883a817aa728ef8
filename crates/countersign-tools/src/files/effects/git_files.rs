//! What git writes about itself, told apart from its settings and from people's files.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read as _,
    path::{Path, PathBuf},
};

use countersign_rehearsal::{Change, Kind, Node, open_content};

use super::texts;

/// Files in `.git` that tell what git was last doing. It removes them when it is done.
const STATE: &[&str] = &[
    "AUTO_MERGE",
    "CHERRY_PICK_HEAD",
    "COMMIT_EDITMSG",
    "FETCH_HEAD",
    "MERGE_HEAD",
    "MERGE_MODE",
    "MERGE_MSG",
    "MERGE_RR",
    "ORIG_HEAD",
    "REBASE_HEAD",
    "REVERT_HEAD",
    "SQUASH_MSG",
    "TAG_EDITMSG",
];
/// Folders in `.git` of the same kind.
const STATE_FOLDERS: &[&str] = &["rebase-apply", "rebase-merge", "sequencer"];

/// Whether a path is about what git was last doing.
pub(super) fn is_state(path: &Path) -> bool {
    let mut parts = path.iter().skip_while(|part| *part != ".git").skip(1).filter_map(|part| part.to_str());
    match (parts.next(), parts.next()) {
        (Some(name), None) => STATE.contains(&name) || STATE_FOLDERS.contains(&name),
        (Some(folder), Some(_)) => STATE_FOLDERS.contains(&folder),
        _ => false,
    }
}

/// Larger files are no refs.
const REF_MOST: u64 = 300;

/// Returns what goes when git removes branches, tags and stashes: the files that name a commit, their reflogs, and
/// folders that are empty then. Undo restores all of it exactly. A reflog that goes without its ref, and the branch
/// that is checked out, are not among them.
pub(super) fn removed_refs<'a>(changes: impl Iterator<Item = &'a Change> + Clone) -> BTreeSet<PathBuf> {
    let gone = |change: &&Change| change.before.is_some() && change.after.is_none();
    let written = |name: &str| -> BTreeSet<&Path> {
        let named = changes.clone().filter(|change| change.path.ends_with(name) && change.after.is_some());
        named.filter_map(|change| change.path.parent()).collect()
    };
    let (repacked, switched) = (written(".git/packed-refs"), written(".git/HEAD"));
    let refs = changes.clone().filter(gone).filter(|change| is_ref(change, &switched));
    let refs: BTreeSet<PathBuf> = refs.map(|change| change.path.clone()).collect();
    let is_log = |change: &&Change| {
        let Some((git, below)) = in_git(&change.path) else { return false };
        let Ok(name) = below.strip_prefix("logs") else { return false };
        let goes_too = refs.contains(&git.join(name)) || repacked.contains(git.as_path());
        name.starts_with("refs") && (goes_too || is_inner_folder(change, name))
    };
    let logs = changes.filter(gone).filter(is_log).map(|change| change.path.clone());
    logs.chain(refs.iter().cloned()).collect()
}

/// Whether this names a commit, and is not what is checked out, or what is checked out has changed, too.
fn is_ref(change: &Change, switched: &BTreeSet<&Path>) -> bool {
    let Some((git, below)) = in_git(&change.path) else { return false };
    let small = |node: &Node| node.kind == Kind::File && node.size <= REF_MOST;
    let named = below.starts_with("refs") && below != Path::new("refs");
    let is_current = || {
        let mut head = Vec::new();
        let read = open_content(&git.join("HEAD")).map(|file| file.take(REF_MOST).read_to_end(&mut head));
        let head = String::from_utf8_lossy(&head);
        let names = head.trim_end().strip_prefix("ref: ").map(Path::new);
        !matches!(read, Ok(Ok(_))) || names == Some(below.as_path())
    };
    let stays = || switched.contains(git.as_path()) || !is_current();
    let is_file = named && change.before.as_ref().is_some_and(small) && stays();
    is_file || is_inner_folder(change, &below)
}

/// Whether it is a folder of names like `topic/one`: not the folder of all branches or tags.
fn is_inner_folder(change: &Change, below: &Path) -> bool {
    let is_folder = change.before.as_ref().is_some_and(|node| node.kind == Kind::Dir);
    is_folder && below.starts_with("refs") && below.iter().count() > 2
}

/// Splits a path at `.git`.
pub(super) fn in_git(path: &Path) -> Option<(PathBuf, PathBuf)> {
    let mut git = PathBuf::new();
    let mut parts = path.iter();
    for part in parts.by_ref() {
        git.push(part);
        if part == ".git" {
            return Some((git, parts.as_path().to_owned()));
        }
    }
    None
}

/// Whether a change of `.git/config` only adds or removes which branch of a configured remote a branch
/// follows, as `git branch` and `git checkout` do. All else in there can make git run programs.
pub(super) fn is_only_tracking(change: &Change) -> bool {
    if !change.path.ends_with(".git/config") {
        return false;
    }
    let (Some(before), Some(after)) = (&change.before, &change.after) else { return false };
    let merges = change.base.as_ref().is_some_and(|base| Some(&base.hash) != before.hash.as_ref());
    if before.mode != after.mode || merges || change.moved {
        return false;
    }
    let (Some(was), Ok(Some(will))) = (texts::standing(change, before), texts::rehearsed(change)) else {
        return false;
    };
    is_only_tracking_between(&was, &will)
}

fn is_only_tracking_between(was: &str, will: &str) -> bool {
    let (Some(was), Some(will)) = (Config::read(was), Config::read(will)) else { return false };
    let changed = |name: &&str| was.tracking.get(*name) != will.tracking.get(*name);
    let in_both = |name: &&str| was.tracking.contains_key(*name) && will.tracking.contains_key(*name);
    let mut names = was.tracking.keys().chain(will.tracking.keys()).map(String::as_str).filter(changed);
    was.rest == will.rest
        && !names.any(|name| in_both(&name))
        && will.tracking.values().all(|lines| will.follows_configured(lines))
}

/// A configuration file, split in sections that only say what a branch follows, and the rest.
struct Config {
    tracking: BTreeMap<String, Vec<String>>,
    rest: String,
}

impl Config {
    /// Reads a file; None if a line goes on in the next one, or a branch has several such sections.
    fn read(text: &str) -> Option<Self> {
        let mut config = Self { tracking: BTreeMap::new(), rest: String::new() };
        let mut sections: Vec<Vec<&str>> = vec![Vec::new()];
        for line in text.split_inclusive('\n') {
            if line.trim_end().ends_with('\\') || line.contains('\r') {
                return None;
            }
            if line.trim_start().starts_with('[') {
                sections.push(Vec::new());
            }
            sections.last_mut()?.push(line);
        }
        for section in sections {
            match branch(&section) {
                Some(name) => {
                    let lines = section[1..].iter().map(|line| line.trim().to_owned()).collect();
                    if config.tracking.insert(name.to_owned(), lines).is_some() {
                        return None;
                    }
                }
                None => config.rest.extend(section),
            }
        }
        Some(config)
    }

    /// Whether a section names this repository or a remote that the rest of the file configures.
    fn follows_configured(&self, lines: &[String]) -> bool {
        lines.iter().filter_map(|line| line.strip_prefix("remote = ")).all(|remote| {
            let header = format!("[remote \"{remote}\"]");
            remote == "." || self.rest.lines().any(|line| line == header)
        })
    }
}

/// Returns the branch whose section this is, if it only says what that follows.
fn branch<'a>(section: &[&'a str]) -> Option<&'a str> {
    let plain = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._/@+".contains(&b))
    };
    let (header, lines) = section.split_first()?;
    let name = header.strip_prefix("[branch \"")?.strip_suffix("\"]\n")?;
    let follows = |line: &&str| {
        let line = line.strip_suffix('\n').and_then(|line| line.strip_prefix('\t'));
        let value =
            line.and_then(|l| l.strip_prefix("remote = ").or_else(|| l.strip_prefix("merge = refs/heads/")));
        value.is_some_and(plain)
    };
    (plain(name) && lines.iter().all(follows)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORE: &str = "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = x\n";
    const MAIN: &str = "[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n";
    const TOPIC: &str = "[branch \"a/topic-1\"]\n\tremote = .\n\tmerge = refs/heads/main\n";

    fn between(was: &[&str], will: &[&str]) -> bool {
        is_only_tracking_between(&was.concat(), &will.concat())
    }

    #[test]
    fn a5_what_a_branch_follows_may_come_and_go() {
        assert!(between(&[CORE, MAIN], &[CORE, MAIN, TOPIC]));
        assert!(between(&[CORE, MAIN, TOPIC], &[CORE, MAIN]));
        assert!(between(&[CORE, TOPIC, MAIN], &[CORE, MAIN]));
        assert!(between(&[CORE], &[CORE, "[branch \"x\"]\n"]));
    }

    #[test]
    fn a5_anything_else_in_gits_settings_is_protected() {
        let evil = [
            "[core]\n\tsshCommand = evil\n",
            "[branch \"x\"]\n\tremote = ext::evil\n",
            "[branch \"x\"]\n\tremote = /tmp/evil\n",
            "[branch \"x\"]\n\tremote = elsewhere\n",
            "[branch \"x\"]\n\tremote = origin\n\tpushRemote = origin\n",
            "[branch \"x\"]\n\tremote = origin\n[core] pager = evil\n",
            "[branch \"x\"]\n\tremote = origin ; \n",
            "[branch \"x\"] sshCommand = evil\n",
            "[branch \"x\"]\n\tremote = origin\\\n\tmerge = refs/heads/x\n",
            "[branch \"x\"]\n\tremote = origin\r\n",
            "[BRANCH \"x\"]\n\tremote = origin\n",
            "[branch \"x\"]\n\tremote = origin",
            "[alias]\n\tst = !evil\n",
            "[include]\n\tpath = /tmp/evil\n",
        ];
        for more in evil {
            assert!(!between(&[CORE, MAIN], &[CORE, MAIN, more]), "{more}");
            assert!(!between(&[CORE, MAIN], &[CORE, more, MAIN]), "{more}");
        }
        let other = MAIN.replace("= origin", "= .");
        assert!(!between(&[CORE, MAIN], &[CORE, &other]), "what a branch follows is not exchanged");
        assert!(!between(&[CORE, MAIN], &[CORE, MAIN, MAIN]), "nor said twice");
        assert!(!between(&[CORE, MAIN], &[MAIN]), "nor is anything else removed");
        let open = "[core]\n\teditor = a\\\n";
        assert!(!between(&[CORE, open], &[CORE, open, MAIN]), "a line that goes on hides the header");
    }

    #[test]
    fn a2_what_git_was_doing_is_no_file_of_anybody() {
        for name in ["AUTO_MERGE", "ORIG_HEAD", "MERGE_MSG", "rebase-merge", "rebase-merge/done"] {
            assert!(is_state(&Path::new("/w/.git").join(name)), "{name}");
        }
        for name in [
            "HEAD",
            "index",
            "refs/heads/main",
            "logs/HEAD",
            "objects/ab/cd",
            "hooks/AUTO_MERGE",
            "x/AUTO_MERGE",
        ] {
            assert!(!is_state(&Path::new("/w/.git").join(name)), "{name}");
        }
        assert!(!is_state(Path::new("/w/AUTO_MERGE")));
    }
}
