//! Analyses one simple command by its table entry.

mod effects;
mod host;

use countersign_words::say;

use crate::{
    facts::{Class, Effect, Span},
    special::{self, Special},
    table,
    walk::{DEPTH, Input, Output, Walk},
    word::{Piece, Word},
};

/// A command, parsed by its table entry.
pub(crate) struct Given<'a> {
    /// All words, the command name first.
    pub words: &'a [Word],
    /// The command and subcommands, by their names in the table.
    pub path: Vec<String>,
    /// The options, in order, by their names in the table.
    pub options: Vec<Chosen>,
    /// The operands of the last subcommand, in order.
    pub operands: Vec<Word>,
    /// Whether an option makes it read-only (dry run).
    pub dry: bool,
}

/// An option that was given.
pub(crate) struct Chosen {
    /// Its name in the table.
    pub name: String,
    /// Its value.
    pub value: Option<Word>,
    /// Its position.
    pub span: Span,
}

/// Folders whose programs do what their names say.
const USUAL: [&str; 9] = [
    "/bin",
    "/usr/bin",
    "/sbin",
    "/usr/sbin",
    "/usr/local/bin",
    "/usr/local/sbin",
    "/opt/homebrew/bin",
    "/snap/bin",
    "/opt/local/bin",
];

/// Analyses one simple command.
pub(crate) fn run(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let Some(first) = words.first() else { return Output::Unknown };
    if walk.depth > DEPTH {
        walk.opaque(
            Class::Destructive,
            say!("analysis-stands-too-deep-in-other-commands-to-be-looked"),
            first.span,
        );
        return Output::Unknown;
    }
    let mut output = Output::Unknown;
    let outer = std::mem::replace(&mut walk.here, first.span);
    let cwd = walk.scope.cwd.clone();
    let class = walk.class_of(|walk| output = judge(walk, words, first, input));
    walk.here = outer;
    if class != Class::Read {
        walk.surroundings(cwd.as_deref(), input);
    }
    walk.command(words, class);
    match output {
        Output::Unknown | Output::Paths if special::are_numbers(words) => Output::Numbers,
        Output::Unknown if special::is_tame(words) => Output::Paths,
        output => output,
    }
}

/// Analyses a command that is run by another one.
pub(crate) fn run_inner(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let Some(left) = walk.budget.checked_sub(1) else {
        let span = words.first().map(|w| w.span).unwrap_or_default();
        walk.opaque(Class::Destructive, say!("analysis-has-too-many-commands-to-be-looked-at"), span);
        return Output::Unknown;
    };
    walk.budget = left;
    walk.depth += 1;
    let output = run(walk, words, input);
    walk.depth -= 1;
    output
}

fn judge(walk: &mut Walk<'_>, words: &[Word], first: &Word, input: &Input) -> Output {
    let Some(text) = first.known() else {
        let glob = first.pieces.iter().any(|p| matches!(p, Piece::Glob(_)));
        let reason = if glob && !first.has_unknown() {
            say!("analysis-runs-a-command-that-a-pattern-stands-for", command = first.shown())
        } else {
            say!("analysis-runs-a-command-that-only-running-tells-of", command = first.shown())
        };
        walk.opaque(Class::Destructive, reason, first.span);
        return Output::Unknown;
    };
    let name = match text.rsplit_once('/') {
        None => text.as_str(),
        Some((folder, name)) if USUAL.contains(&folder) => name,
        Some((folder, name)) => {
            walk.path(Effect::Execute, first, say!("analysis-runs-a-program"));
            // Programs in other bin folders (.venv/bin/python), and those that a table names with their
            // folder (./manage.py), are assumed to do at least what their names say.
            if table::find(&text).is_some() {
                text.as_str()
            } else if matches!(folder.rsplit('/').next(), Some("bin" | "sbin" | ".bin")) {
                name
            } else {
                return Output::Unknown;
            }
        }
    };
    let Some(place) = table::find(name) else {
        if !text.contains('/') {
            let reason = say!("analysis-runs-which-is-not-in-any-table", program = name);
            walk.note_on(Effect::Execute, name, reason, first.span);
            destroying_words(walk, words.get(1..).unwrap_or_default());
        }
        return Output::Unknown;
    };
    if let Some(Special::Whole(whole)) = place.special().and_then(special::find) {
        return whole(walk, words, input);
    }
    let reading = table::read(words, place);
    match reading.place.special().map(special::find) {
        Some(Some(Special::Whole(whole))) => whole(walk, words, input),
        Some(Some(Special::After(after))) => effects::apply(walk, words, reading, input, Some(after)),
        Some(None) => {
            walk.opaque(
                Class::Destructive,
                say!("analysis-runs-which-nobody-here-can-read", program = name),
                first.span,
            );
            Output::Unknown
        }
        None => effects::apply(walk, words, reading, input, None),
    }
}

/// Whether a table has the command, without a folder or in one of the usual ones.
pub(crate) fn is_known(name: &str) -> bool {
    table::find(name.rsplit('/').next().unwrap_or(name)).is_some()
}

/// Words that mean deletion in any tool.
const DESTROYING: &[&str] = &[
    "clear",
    "del",
    "delete",
    "deleteall",
    "deletes",
    "destroy",
    "drop",
    "erase",
    "expunge",
    "flush",
    "flushall",
    "format",
    "nuke",
    "obliterate",
    "poweroff",
    "prune",
    "purge",
    "remove",
    "reset",
    "rm",
    "shred",
    "terminate",
    "truncate",
    "undefine",
    "uninstall",
    "unlink",
    "unregistervm",
    "wipe",
    "mrm",
    "deleteallkeys",
    "dropdb",
    "killall",
    "shutdown",
    "off",
];

/// Notes destructive words of an unknown command: it may do what they say.
pub(crate) fn destroying_words(walk: &mut Walk<'_>, words: &[Word]) {
    for word in words {
        let text = word.shown().to_ascii_lowercase();
        let mut said = text.split(|c: char| !c.is_ascii_alphanumeric());
        if text.len() < 200
            && let Some(verb) = said.find(|part| DESTROYING.contains(part))
        {
            walk.note(Effect::Destroy, say!("analysis-speaks-of-destroying", word = verb), word.span);
        }
    }
}

#[cfg(test)]
mod tests;
