//! Checks what a command does against the disk: follows links, adds sizes, and recognizes paths that are
//! outside the workspace or can be regenerated.

use std::path::{Path, PathBuf};

use countersign_core::{
    analysis::{self, Setting, path},
    judge::{Command, Effect, Facts, Finding},
    text::{truncate, visible},
};
use countersign_words::{Message, say};

use super::{Run, Shell, all_visible, at, known_path};
use crate::{files::pattern, stage::only_certificates};

/// Maximum number of entries per list kept with a call; the class does not depend on them.
const KEPT: usize = 200;
/// Maximum number of files counted for a summary.
const COUNTED: usize = 10_000;
/// Maximum number of names a pattern expands to.
const GLOBBED: usize = 2_000;

/// Returns the facts of a call that would run in `cwd`, and whether it writes outside of the workspace and of the
/// scratch folders of its run.
pub(super) fn facts(
    shell: &Shell,
    run: &Run,
    cwd: &str,
    roots: &[PathBuf],
    scratch: &[PathBuf],
) -> (Facts, bool) {
    // A search path on which a person installed programs finds what the daemon's own would: programs by their names.
    let known = |name: &str, value: &Option<String>| {
        value.as_deref().is_some_and(|value| known_path::is_known(shell, roots, name, value))
    };
    let variables = run.env.iter().filter(|(name, value)| !known(name, value));
    let variables = variables.map(|(name, value)| (name.clone(), value.clone())).collect();
    let home = std::env::var("HOME").ok().filter(|home| home.starts_with('/'));
    let setting = Setting { cwd: Some(cwd.to_owned()), home, variables, stdin: run.stdin.clone() };
    let mut facts = match (&run.command, &run.argv) {
        (Some(line), _) => analysis::shell(line, &setting),
        (None, argv) => analysis::argv(argv.as_deref().unwrap_or_default(), &setting),
    };
    facts.folder = Some(cwd.to_owned());
    if facts.opaque {
        facts.script = Some(run.hash(cwd));
    }
    let beyond = settle(shell, &mut facts, roots, scratch);
    (facts, beyond)
}

/// Follows links, and notes their targets. Returns whether one that is written is outside of the scratch folders,
/// too.
fn settle(shell: &Shell, facts: &mut Facts, roots: &[PathBuf], scratch: &[PathBuf]) -> bool {
    let mut beyond = facts.outside;
    let own: Vec<PathBuf> = shell.own.iter().map(|own| resolved(own)).collect();
    let mut protected = Vec::new();
    let mut outside = false;
    let mut forecast = |list: &mut Vec<String>, writes: bool| {
        for target in list.iter_mut().filter(|t| t.starts_with('/')) {
            let real = resolved(Path::new(target.as_str()));
            let why = if writes { path::writing(&real, &own) } else { path::reading(&real, &own) };
            let why = why.filter(|_| writes || !only_certificates(&real));
            protected.extend(why.map(|why| at(why, Some(real.display().to_string()))));
            let is_outside = writes && !roots.iter().any(|root| real.starts_with(root));
            outside |= is_outside;
            beyond |= is_outside && !is_within(&real, scratch);
            if let Some(text) = real.to_str() {
                *target = text.to_owned();
            }
        }
    };
    let public = facts.reads.iter().filter(|path| only_certificates(Path::new(path)));
    let public: Vec<Message> =
        public.map(|path| at(say!("analysis-reads-a-key-or-secret-file"), Some(path))).collect();
    facts.protected.retain(|why| !public.contains(why));
    forecast(&mut globbed(&facts.reads), false);
    forecast(&mut facts.reads, false);
    forecast(&mut facts.writes, true);
    forecast(&mut facts.deletes, true);
    facts.outside |= outside;
    for why in protected {
        if !facts.protected.contains(&why) {
            facts.protected.push(why);
        }
    }
    let (scratch, kept): (Vec<String>, Vec<String>) =
        facts.deletes.drain(..).partition(|path| is_scratch(shell, roots, Path::new(path)));
    facts.deletes = kept;
    facts.hits = Size::of(&facts.deletes).files;
    facts.writes.extend(scratch);
    always(facts);
    for list in [&mut facts.reads, &mut facts.writes, &mut facts.deletes] {
        list.truncate(KEPT);
    }
    facts.executes.truncate(KEPT);
    facts.changes.truncate(KEPT);
    facts.findings.truncate(KEPT);
    facts.commands.truncate(KEPT);
    beyond
}

/// Whether a path is in one of these folders, and is none of them.
fn is_within(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder) && path != folder)
}

/// Commands that affect what a rehearsal does not contain: other processes, the machine.
const ELSEWHERE: &[&str] = &[
    "chrt",
    "halt",
    "loginctl",
    "poweroff",
    "reboot",
    "renice",
    "service",
    "shutdown",
    "systemctl",
    "taskset",
];

/// Commands that signal processes by name: those of the run, or others, which a rehearsal does not show.
const BY_NAME: &[&str] = &["killall", "pkill", "skill"];

/// Whether a command signals processes by name.
pub(super) fn signals_by_name(facts: &Facts) -> bool {
    programs(facts).any(|program| BY_NAME.contains(&program))
}

/// Returns the names of the programs of a command, as far as they are known.
fn programs(facts: &Facts) -> impl Iterator<Item = &str> {
    let words = facts.commands.iter().filter_map(|command| command.words.first()?.as_deref());
    words.map(|word| word.rsplit('/').next().unwrap_or(word))
}

/// Whether a rehearsal shows what a command does, if it sends nothing: it names nothing protected (except for
/// deletion), and only affects files of the workspace and scratch files of its run.
pub(super) fn is_rehearsable(facts: &Facts, beyond: bool, roots: &[PathBuf], scratch: &[PathBuf]) -> bool {
    let named = facts.protected.iter().any(|why| !is_about_deleting(why));
    let elsewhere = programs(facts).any(|program| ELSEWHERE.contains(&program));
    let apart = |path: &String| {
        let path = Path::new(path);
        APART.iter().any(|at| path.starts_with(at))
            && !roots.iter().any(|root| path.starts_with(root))
            && !is_within(path, scratch)
    };
    let lost = facts.writes.iter().any(apart);
    !named && !elsewhere && !lost && !beyond && !facts.privileged
}

/// Programs that fetch from the hosts in their words, and need nothing else of the machine for that.
const FETCHERS: &[&str] = &["curl", "wget", "http", "https", "xh", "aria2c"];

/// Returns whether a command may be sent on to other hosts than it names, if it only fetches from hosts that it names,
/// writes files, and is understood.
pub(super) fn fetches(facts: &Facts) -> Option<bool> {
    let is_plain =
        !facts.opaque && facts.executes.is_empty() && facts.changes.is_empty() && !facts.writes.is_empty();
    let words = |command: &Command| command.words.iter().flatten().skip(1).cloned().collect::<Vec<_>>();
    let names = |command: &Command, host: &str| words(command).iter().any(|word| word.contains(host));
    let program = |command: &Command| {
        let word = command.words.first().and_then(Option::as_deref).unwrap_or_default();
        word.rsplit('/').next().unwrap_or(word).to_owned()
    };
    let by_fetchers = |host: &String| {
        let mut by = facts.commands.iter().filter(|command| names(command, host)).peekable();
        by.peek().is_some() && by.all(|command| FETCHERS.contains(&program(command).as_str()))
    };
    if !is_plain || facts.hosts.is_empty() || !facts.hosts.iter().all(by_fetchers) {
        return None;
    }
    let follows = |word: &String| {
        word.starts_with("--location")
            || (word.starts_with('-') && !word.starts_with("--") && word.contains('L'))
    };
    let stays = |command: &Command| program(command) == "curl" && !words(command).iter().any(follows);
    let mut fetching = facts.commands.iter().filter(|c| FETCHERS.contains(&program(c).as_str()));
    Some(!fetching.all(stays))
}

/// Folders in which a rehearsal keeps no changes.
const APART: &[&str] = &["/tmp", "/var/tmp", "/dev", "/proc", "/run"];

/// The messages for paths that are protected only from deletion.
const ABOUT_DELETING: &[&str] = &[
    "effect-deleting-files",
    "effect-protected-deletes",
    "effect-protected-deletes-more",
    "effect-protected-destructive",
    "effect-protected-destructive-more",
];

/// Whether something is asked about only because it is deleted or destroyed.
pub(crate) fn is_about_deleting(why: &Message) -> bool {
    why.id().is_some_and(|id| ABOUT_DELETING.contains(&id))
}

/// Expands the patterns among these paths on the disk, up to a limit, as a shell does.
fn globbed(paths: &[String]) -> Vec<String> {
    let is_pattern = |path: &&String| path.starts_with('/') && path.contains(['*', '?', '[']);
    let mut found = Vec::new();
    for path in paths.iter().filter(is_pattern) {
        let mut at = vec![PathBuf::from("/")];
        for part in path.split('/').filter(|part| !part.is_empty()) {
            at = at.iter().flat_map(|folder| named(folder, part)).take(GLOBBED).collect();
        }
        found.extend(at.into_iter().filter_map(|path| path.to_str().map(str::to_owned)));
    }
    found
}

/// Expands one component of a pattern in a folder. A character set matches any character.
fn named(folder: &Path, part: &str) -> Vec<PathBuf> {
    if !part.contains(['*', '?', '[']) {
        return vec![folder.join(part)];
    }
    let mut pattern = String::new();
    let mut rest = part;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((_, after)) = after.split_once(']') else { break };
        pattern.push_str(before);
        pattern.push('?');
        rest = after;
    }
    pattern.push_str(rest);
    let fits =
        |name: &str| (part.starts_with('.') || !name.starts_with('.')) && pattern::matches(&pattern, name);
    let entries = folder.read_dir().into_iter().flatten().flatten().take(COUNTED);
    entries.filter(|entry| entry.file_name().to_str().is_some_and(fits)).map(|entry| entry.path()).collect()
}

/// Notes what is always asked about.
fn always(facts: &mut Facts) {
    match facts.deletes.as_slice() {
        [] => {}
        [path] => facts.protected.push(say!("effect-protected-deletes", path)),
        [path, more @ ..] => {
            facts.protected.push(say!("effect-protected-deletes-more", path, n = more.len()));
        }
    }
    match facts.destroys.as_slice() {
        [] => {}
        [said] => facts.protected.push(say!("effect-protected-destructive", said)),
        [said, more @ ..] => {
            facts.protected.push(say!("effect-protected-destructive-more", said, n = more.len()));
        }
    }
}

fn is_scratch(shell: &Shell, roots: &[PathBuf], path: &Path) -> bool {
    let below = roots.iter().filter_map(|root| path.strip_prefix(root).ok()?.to_str());
    let fits = |p: &String, below: &str| pattern::matches(p, below) || p.strip_suffix("/**") == Some(below);
    below.into_iter().any(|below| shell.scratch.iter().any(|p| fits(p, below)))
}

/// Resolves the existing part of a path through every link.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let mut missing = Vec::new();
    let mut rest = path;
    loop {
        if let Ok(found) = rest.canonicalize() {
            return missing.iter().rev().fold(found, |at, name: &std::ffi::OsString| at.join(name));
        }
        let Some((parent, name)) = rest.parent().zip(rest.file_name()) else { return path.to_owned() };
        missing.push(name.to_owned());
        rest = parent;
    }
}

/// Returns a one-line summary: by the facts, or the command itself if they say nothing better.
pub(super) fn summary(facts: &Facts, line: &str) -> Message {
    let shown = visible(&truncate(line, 160)).text;
    if !facts.deletes.is_empty() {
        return deletes(&facts.deletes, &shown);
    }
    let said = |effect: Effect| facts.findings.iter().find(|f| f.effect == effect);
    if let Some(finding) = said(Effect::Destroy) {
        return told(finding, shown);
    }
    let writes: Vec<&String> = facts.writes.iter().filter(|w| w.starts_with('/')).collect();
    match (writes.as_slice(), said(Effect::Change).or_else(|| said(Effect::Execute))) {
        (_, Some(finding)) => told(finding, shown),
        ([], None) => say!("sum-run", line = shown),
        ([one], None) => say!("sum-shell-write", path = visible(one).text, command = shown),
        (many, None) => say!("sum-shell-write-files", n = many.len(), command = shown),
    }
}

fn told(finding: &Finding, command: String) -> Message {
    at(all_visible(&finding.reason).capitalised(), Some(command))
}

/// Describes what a command deletes, with the number of files and their size: `Delete 3 targets in /w/build
/// (4 files, 2.1 MB): rm …`.
fn deletes(paths: &[String], command: &str) -> Message {
    let Size { files: n, bytes: size, more } = Size::of(paths);
    let size = crate::size::bytes(size);
    let m = paths.len();
    if let [one] = paths {
        let path = visible(one).text;
        return match (n, more) {
            (0, _) => say!("sum-shell-delete", path, command),
            (_, true) => say!("sum-shell-delete-over", path, n, size, command),
            (_, false) => say!("sum-shell-delete-sized", path, n, size, command),
        };
    }
    match (common(paths).map(|folder| visible(&folder).text), n, more) {
        (Some(folder), 0, _) => say!("sum-shell-delete-in", m, folder, command),
        (Some(folder), _, true) => say!("sum-shell-delete-in-over", m, folder, n, size, command),
        (Some(folder), _, false) => say!("sum-shell-delete-in-sized", m, folder, n, size, command),
        (None, 0, _) => say!("sum-shell-delete-many", m, command),
        (None, _, true) => say!("sum-shell-delete-many-over", m, n, size, command),
        (None, _, false) => say!("sum-shell-delete-many-sized", m, n, size, command),
    }
}

fn common(paths: &[String]) -> Option<String> {
    let mut parents = paths.iter().map(|p| Path::new(p).parent());
    let first = parents.next()??;
    parents.all(|p| p == Some(first)).then(|| first.display().to_string())
}

#[derive(Default)]
struct Size {
    files: usize,
    bytes: u64,
    more: bool,
}

impl Size {
    fn of(paths: &[String]) -> Self {
        let mut size = Self::default();
        paths.iter().for_each(|path| size.add(Path::new(path)));
        size
    }

    fn add(&mut self, path: &Path) {
        let mut open = vec![path.to_owned()];
        while let Some(path) = open.pop() {
            if self.files >= COUNTED {
                self.more = true;
                return;
            }
            let Ok(stat) = path.symlink_metadata() else { continue };
            if stat.is_dir() {
                open.extend(path.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()));
            } else {
                self.files += 1;
                self.bytes += stat.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_about_for_being_deleted_is_known_by_its_message() {
        for n in [1, 2] {
            let mut facts = Facts {
                deletes: vec!["/w/a".to_owned(); n],
                destroys: vec![Message::from("drops a table"); n],
                ..Facts::default()
            };
            always(&mut facts);
            assert_eq!(facts.protected.len(), 2);
            assert!(facts.protected.iter().all(is_about_deleting), "{:?}", facts.protected);
        }
        assert!(is_about_deleting(&say!("effect-deleting-files", path = "/w/a")));
        assert!(!is_about_deleting(&"deleting files: /w/a".into()), "words of somebody else");
    }
}
