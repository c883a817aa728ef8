//! What a command does, held against the disk: links are followed, sizes are told, and what lies outside the workspace or
//! can be made again is known as that.

use std::path::{Path, PathBuf};

use countersign_core::{
    analysis::{self, Setting, path},
    judge::{Command, Effect, Facts, Finding},
    text::{truncate, visible},
};
use countersign_words::{Message, say};

use super::{Run, Shell, all_visible, at};
use crate::files::pattern;

/// How many of a kind are kept with a call; the class does not depend on them.
const KEPT: usize = 200;
/// How many files are counted for a summary.
const COUNTED: usize = 10_000;
/// How many names are put in for a pattern.
const GLOBBED: usize = 2_000;

/// The facts of a call that would run in `cwd`.
pub(super) fn facts(shell: &Shell, run: &Run, cwd: &str, roots: &[PathBuf]) -> Facts {
    let variables = run.env.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
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
    settle(shell, &mut facts, roots);
    facts
}

/// Follows links, and notes what they lead to.
fn settle(shell: &Shell, facts: &mut Facts, roots: &[PathBuf]) {
    let own: Vec<PathBuf> = shell.own.iter().map(|own| resolved(own)).collect();
    let mut protected = Vec::new();
    let mut outside = false;
    let mut forecast = |list: &mut Vec<String>, writes: bool| {
        for target in list.iter_mut().filter(|t| t.starts_with('/')) {
            let real = resolved(Path::new(target.as_str()));
            let why = if writes { path::writing(&real, &own) } else { path::reading(&real, &own) };
            protected.extend(why.map(|why| at(why, Some(real.display().to_string()))));
            outside |= writes && !roots.iter().any(|root| real.starts_with(root));
            if let Some(text) = real.to_str() {
                *target = text.to_owned();
            }
        }
    };
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
}

/// Commands whose effect is on what a rehearsal does not have: other processes, the machine.
const ELSEWHERE: &[&str] = &[
    "chrt",
    "halt",
    "kill",
    "killall",
    "loginctl",
    "pkill",
    "poweroff",
    "reboot",
    "renice",
    "service",
    "shutdown",
    "skill",
    "systemctl",
    "taskset",
];

/// Whether running a command where nothing is real tells what it does: nothing that it names is secret or otherwise always
/// asked about but for being deleted, it sends nothing, and its effect is on files of the workspace.
pub(super) fn is_rehearsable(facts: &Facts, roots: &[PathBuf]) -> bool {
    let named = facts.protected.iter().any(|why| !is_about_deleting(why));
    let program =
        |c: &Command| c.words.first().and_then(|w| w.as_deref()?.rsplit('/').next().map(str::to_owned));
    let elsewhere = facts.commands.iter().filter_map(program).any(|p| ELSEWHERE.contains(&p.as_str()));
    let apart = |path: &String| {
        let path = Path::new(path);
        APART.iter().any(|at| path.starts_with(at)) && !roots.iter().any(|root| path.starts_with(root))
    };
    let lost = facts.writes.iter().any(apart);
    !named && !elsewhere && !lost && !facts.outside && !facts.privileged && !facts.sends_out()
}

/// Places in which nothing that a rehearsal writes is kept.
const APART: &[&str] = &["/tmp", "/var/tmp", "/dev", "/proc", "/run"];

/// The messages that say that something is always asked about because it is deleted or destroyed.
const ABOUT_DELETING: &[&str] = &[
    "effect-deleting-files",
    "effect-protected-deletes",
    "effect-protected-deletes-more",
    "effect-protected-destructive",
    "effect-protected-destructive-more",
];

/// Whether something is always asked about only because it is deleted or destroyed.
pub(crate) fn is_about_deleting(why: &Message) -> bool {
    why.id().is_some_and(|id| ABOUT_DELETING.contains(&id))
}

/// What the patterns among these paths stand for on the disk, at most so much of it: a shell puts the names in.
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

/// What a part of a pattern stands for in a folder. A set of characters counts as any.
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

/// What is always asked about, whatever was granted.
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

/// The path that is meant, through every link of as much of it as is there.
fn resolved(path: &Path) -> PathBuf {
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

/// What the call does, in one line: facts first, and the command itself where nothing better can be said.
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

/// What a command deletes, with how many files that are and their size: `Delete 3 targets in /w/build (4 files, 2.1 MB): rm …`.
fn deletes(paths: &[String], command: &str) -> Message {
    let Size { files: n, bytes: size, more } = Size::of(paths);
    let size = bytes(size);
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

/// A number of bytes as people say it.
fn bytes(n: u64) -> Message {
    let units = ["", "kB", "MB", "GB", "TB"];
    let mut value = n as f64;
    let mut unit = 0;
    while value >= 1000.0 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    match unit {
        0 => say!("effect-bytes", n),
        unit => format!("{value:.1} {}", units[unit]).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_as_people_say_them() {
        assert_eq!([0, 1, 999, 2_100_000].map(bytes), ["0 bytes", "1 byte", "999 bytes", "2.1 MB"]);
    }

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
