//! The shape of a call groups calls that a person would decide alike. Also finds the narrowest pattern over
//! several calls of one shape.
//!
//! A shape is finer than a tool and coarser than a target: `git commit` with any message in one folder is one
//! shape; `git push`, another folder or another option is a different one.

use std::collections::{BTreeMap, BTreeSet};

use countersign_words::{Message, say};

use super::{
    Command, Facts, Pattern, Scope, Slot,
    grant::{asks, is_bindable, kind_of, objects_of, place_of},
    verdict::normal_host,
};

/// Commands that take a message, the options before it that take no value, and the options that take the
/// message.
///
/// Only listed commands may vary: the same option means something else to other commands (`python -m`).
const MESSAGES: &[(&[&str], &[&str], &[&str])] = &[
    (&["git", "commit"], &["-a", "--all", "-q", "--quiet", "-s", "--signoff"], &["-m", "-am", "--message"]),
    (&["jj", "commit"], &[], &["-m", "--message"]),
    (&["jj", "describe"], &[], &["-m", "--message"]),
    (&["hg", "commit"], &[], &["-m", "--message"]),
];

/// Returns the shape of a call with these facts. None where a decision on it teaches nothing: it must be
/// asked about each time, is not fully understood, or names nothing.
pub fn shape(facts: &Facts) -> Option<String> {
    if !is_bindable(facts) {
        return None;
    }
    let mut parts = Parts::default();
    for command in facts.commands.iter().filter(|c| asks(c)) {
        parts.command(command);
    }
    facts.writes.iter().for_each(|target| parts.add("write", [place(target, facts.outside)]));
    if facts.sends_out() {
        // Reads matter if data may leave the machine.
        facts.reads.iter().for_each(|target| parts.add("read", [place(target, facts.outside)]));
        parts.add("sends", [facts.sends.to_string()]);
    }
    facts.hosts.iter().for_each(|host| parts.add("host", [normal_host(host)]));
    facts.changes.iter().for_each(|what| parts.add("change", [what]));
    facts.executes.iter().for_each(|what| parts.add("execute", [what]));
    if let Some(folder) = facts.folder.as_ref().filter(|_| !facts.commands.is_empty()) {
        parts.add("folder", [folder]);
    }
    if let Some(script) = facts.script.as_ref().filter(|_| facts.opaque) {
        parts.add("script", [script]);
    }
    parts.add("outside", [facts.outside.to_string()]);
    parts.add("so many", [so_many(facts.writes.len())]);
    Some(parts.digest())
}

/// Whether one, a few, or too many targets to review one by one are written.
fn so_many(writes: usize) -> &'static str {
    match writes {
        0 | 1 => "one",
        2..=20 => "some",
        _ => "many",
    }
}

/// Generalises a target: the field of a record, or the folder and extension of a file. Targets outside the
/// workspace stay exact.
fn place(target: &str, outside: bool) -> String {
    if outside {
        return target.to_owned();
    }
    if let Some(kind) = kind_of(target) {
        return kind;
    }
    place_of(target).unwrap_or_else(|| target.to_owned())
}

/// The parts of a shape, encoded without ambiguity.
#[derive(Default)]
struct Parts(Vec<Vec<u8>>);

impl Parts {
    fn add(&mut self, name: &str, words: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut part = Vec::new();
        let mut put = |word: &str| {
            part.extend_from_slice(&(word.len() as u64).to_le_bytes());
            part.extend_from_slice(word.as_bytes());
        };
        put(name);
        words.into_iter().for_each(|word| put(word.as_ref()));
        self.0.push(part);
    }

    fn command(&mut self, command: &Command) {
        let tagged = |slot: Slot| match slot {
            Slot::Word(word) => ["word".to_owned(), word],
            Slot::Like(place) => ["like".to_owned(), place],
            Slot::Path => ["path".to_owned(), String::new()],
            Slot::Number => ["number".to_owned(), String::new()],
            Slot::Text => ["text".to_owned(), String::new()],
            Slot::Rest => ["rest".to_owned(), String::new()],
        };
        // If a word is unknown, the whole text counts.
        let slots = skeleton(command).unwrap_or_default();
        self.add("command", slots.into_iter().flat_map(tagged));
    }

    /// Long enough that collisions cannot be found, even by someone who chooses both calls.
    fn digest(mut self) -> String {
        self.0.sort_unstable();
        self.0.dedup();
        let mut hasher = blake3::Hasher::new_derive_key("countersign 2026 shape of facts");
        for part in &self.0 {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }
}

/// Replaces everything that may differ among calls of one shape by a hole: messages, and files of one folder
/// and extension. Numbers stay: `chmod 600` is not `chmod 777`.
fn skeleton(command: &Command) -> Option<Vec<Slot>> {
    let messages = messages(command);
    let slot = |(n, word): (usize, &Option<String>)| {
        let word = word.as_deref()?;
        Some(match n {
            0 => Slot::Word(word.to_owned()),
            n if messages.contains(&n) => Slot::Text,
            _ => Slot::like(word),
        })
    };
    command.words.iter().enumerate().map(slot).collect()
}

/// Returns the positions of a command's messages.
fn messages(command: &Command) -> Vec<usize> {
    let words: Vec<&str> = command.words.iter().map_while(|w| w.as_deref()).collect();
    let Some((head, plain, takes)) = MESSAGES.iter().find(|(head, ..)| words.starts_with(head)) else {
        return Vec::new();
    };
    let (mut at, mut found) = (head.len(), Vec::new());
    while let Some(word) = words.get(at) {
        if takes.contains(word) && at + 1 < words.len() {
            found.push(at + 1);
            at += 2;
        } else if plain.contains(word) {
            at += 1;
        } else {
            // From here on a word may be the value of another option.
            break;
        }
    }
    found
}

/// Returns the narrowest pattern that covers calls of one shape, newest first: equal parts stay, differing
/// parts become a hole of their type. None where the pattern would predict nothing, or there is no common
/// one.
pub fn narrowest(calls: &[&Facts]) -> Option<Pattern> {
    let (newest, older) = calls.split_first()?;
    let foreseen = older.is_empty() || over(older)?.covers(newest);
    foreseen.then(|| over(calls)).flatten()
}

fn over(calls: &[&Facts]) -> Option<Pattern> {
    let first = calls.first()?;
    let exact = Pattern::from_facts(first, Scope::Exact);
    let pattern = Pattern { writes: Vec::new(), commands: commands(calls), ..exact };
    let pattern = targets(calls, pattern);
    calls.iter().all(|facts| pattern.covers(facts)).then_some(pattern)
}

/// Adds the targets that the calls write: the same ones, or the kinds and folders if they differ each time.
fn targets(calls: &[&Facts], mut pattern: Pattern) -> Pattern {
    let all: BTreeSet<&String> = calls.iter().flat_map(|f| &f.writes).collect();
    let same = calls.iter().all(|f| f.writes.iter().collect::<BTreeSet<_>>() == all);
    let varies = !same && !calls.iter().any(|f| f.outside);
    // A file is generalised only where a command took a different one each time.
    let moves = pattern.commands.iter().flatten().any(|slot| matches!(slot, Slot::Like(_)));
    let (mut kinds, mut places) = (BTreeSet::new(), BTreeSet::new());
    for target in all {
        let may_vary = varies && (moves || objects_of(target).is_some());
        let (kind, place) = (kind_of(target).filter(|_| varies), place_of(target).filter(|_| may_vary));
        match (kind, place) {
            (Some(kind), _) => drop(kinds.insert(kind)),
            (None, Some(place)) => drop(places.insert(place)),
            (None, None) => pattern.writes.push(target.clone()),
        }
    }
    pattern.kinds = kinds.into_iter().collect();
    pattern.places = places.into_iter().collect();
    pattern
}

fn commands(calls: &[&Facts]) -> Vec<Vec<Slot>> {
    let mut seen: BTreeMap<Vec<Slot>, Vec<BTreeSet<&str>>> = BTreeMap::new();
    for command in calls.iter().flat_map(|f| &f.commands).filter(|c| asks(c)) {
        let Some(slots) = skeleton(command) else { continue };
        let words = seen.entry(slots).or_insert_with(|| vec![BTreeSet::new(); command.words.len()]);
        for (seen, word) in words.iter_mut().zip(&command.words) {
            seen.extend(word.as_deref());
        }
    }
    let narrow = |(slot, words): (Slot, BTreeSet<&str>)| match words.first() {
        Some(only) if words.len() == 1 => Slot::Word((*only).to_owned()),
        _ => slot,
    };
    seen.into_iter().map(|(slots, words)| slots.into_iter().zip(words).map(narrow).collect()).collect()
}

/// Describes a pattern: `` `git commit -m <text>` in /w ``.
pub fn in_words(pattern: &Pattern) -> Message {
    let word = |slot: &Slot| match slot {
        Slot::Word(word) if word.is_empty() || word.contains(char::is_whitespace) => format!("'{word}'"),
        Slot::Word(word) => word.clone(),
        Slot::Like(place) => format!("<{place}>"),
        Slot::Path => "<path>".to_owned(),
        Slot::Number => "<number>".to_owned(),
        Slot::Text => "<text>".to_owned(),
        Slot::Rest => "…".to_owned(),
    };
    let line = |slots: &Vec<Slot>| format!("`{}`", slots.iter().map(word).collect::<Vec<_>>().join(" "));
    let mut told: Vec<Message> = pattern.commands.iter().map(|slots| line(slots).into()).collect();
    let any_command = pattern.any && pattern.folder.is_some();
    match pattern.any {
        true if any_command => told.push(say!("judge-covers-any-command")),
        true => told.push(say!("judge-covers-any-call")),
        false => told.extend(pattern.script.iter().map(|_| say!("judge-covers-script"))),
    }
    told.extend(pattern.below.iter().map(|folder| say!("judge-covers-below", folder)));
    told.extend(pattern.kinds.iter().map(|kind| match kind.split_once('/') {
        Some((kind, field)) => say!("judge-covers-field", field, kind),
        None => say!("judge-covers-kind", kind),
    }));
    // The command already says what it writes.
    if told.is_empty() {
        told.extend(pattern.writes.iter().map(Into::into));
    }
    if !pattern.hosts.is_empty() {
        told.push(say!("judge-covers-sending", hosts = pattern.hosts.join(", ")));
    }
    let told = Message::joined(", ", told);
    match &pattern.folder {
        Some(folder) => say!("judge-covers-in", said = told, folder),
        None => told,
    }
}

#[cfg(test)]
mod tests;
