//! `xargs`: its own options, then a command that gets words from the input.

use countersign_words::say;

use super::{find::replaced, options::Options, span_of};
use crate::{
    command,
    facts::{Class, Effect, Span},
    shell,
    walk::{Input, Output, Value, Walk},
    word::{Piece, Unknown, Word},
};

const OPTIONS: Options = Options {
    short: "0a:d:E:e::I:i::L:l::n:oP:prs:txJ:R:S:",
    long: &[
        "null",
        "arg-file:",
        "delimiter:",
        "eof::",
        "replace::",
        "max-lines::",
        "max-args:",
        "max-procs:",
        "max-chars:",
        "open-tty",
        "interactive",
        "no-run-if-empty",
        "process-slot-var:",
        "show-limits",
        "verbose",
        "exit",
        "help",
        "version",
    ],
    posix: true,
};
/// Maximum number of calls with known words to analyse one by one.
const CALLS: usize = 100;

/// Analyses a call of `xargs` or `parallel`.
pub(super) fn run(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    if super::name_of(words).ends_with("parallel") {
        return parallel(walk, words, input);
    }
    let parsed = OPTIONS.parse(words.get(1..).unwrap_or_default());
    for option in &parsed.options {
        match (option.name.as_str(), &option.value) {
            ("?", _) => walk.opaque(
                Class::Mutable,
                say!("analysis-nothing-is-known-of-an-option-of-xargs"),
                option.span,
            ),
            ("a" | "arg-file", Some(file)) => {
                walk.path(Effect::Read, file, say!("analysis-reads-words-for-a-command"))
            }
            ("process-slot-var", Some(name)) => {
                let name = name.known().unwrap_or_default();
                shell::env_raises(walk, &name, None, option.span);
            }
            _ => {}
        }
    }
    if parsed.has(&["help", "version"]) {
        return Output::Unknown;
    }
    let mut command = parsed.operands.clone();
    if command.is_empty() {
        command.push(Word::known_as("echo", span_of(words)));
    }
    let from_file = parsed.has(&["a", "arg-file"]);
    // Without a file of words, the words come from the input, and the command itself gets none.
    let inside = if from_file { input.clone() } else { Input::Text(String::new(), span_of(words)) };
    let mark = parsed.options.iter().rev().find_map(|o| match o.name.as_str() {
        "I" | "i" | "replace" | "J" => {
            Some(o.value.as_ref().and_then(Word::known).unwrap_or_else(|| "{}".to_owned()))
        }
        _ => None,
    });
    let separator = parsed.options.iter().rev().find_map(|o| match o.name.as_str() {
        "0" | "null" => Some("\0".to_owned()),
        "d" | "delimiter" => Some(o.value.as_ref().and_then(Word::known).unwrap_or_default()),
        _ => None,
    });
    let known = match input {
        Input::Text(text, _) if !from_file => items(text, separator.as_deref(), mark.is_some()),
        _ => None,
    };
    let at_most = parsed.values(&["n", "max-args", "L", "max-lines", "l"]).last();
    let at_most = at_most.map(|n| n.known().and_then(|n| n.parse::<usize>().ok()).unwrap_or(1).max(1));
    let at_most = at_most.or(parsed.has(&["l", "max-lines"]).then_some(1));
    let calls =
        Calls { command: &command, mark: mark.as_deref(), at_most, input: &inside, span: span_of(words) };
    match known {
        Some(items) => calls.with(walk, &items),
        None => calls.with_any(walk),
    }
}

/// The calls made of a command and words.
struct Calls<'w> {
    command: &'w [Word],
    /// The placeholder for a word in the command; without it, words are appended.
    mark: Option<&'w str>,
    /// How many words a call gets.
    at_most: Option<usize>,
    input: &'w Input,
    span: Span,
}

impl Calls<'_> {
    /// Analyses the calls with known words.
    fn with(&self, walk: &mut Walk<'_>, items: &[String]) -> Output {
        let size = if self.mark.is_some() { 1 } else { self.at_most.unwrap_or(items.len()).max(1) };
        if items.len().div_ceil(size) > CALLS {
            return self.with_any(walk);
        }
        if let Some(mark) = self.mark {
            for item in items {
                command::run_inner(walk, &filled(self.command, mark, &Piece::Text(item.clone())), self.input);
            }
            return Output::Unknown;
        }
        let mut rest = items;
        loop {
            let (now, later) = rest.split_at(size.min(rest.len()));
            let given = now.iter().map(|item| Word::known_as(item.clone(), self.span));
            let words: Vec<Word> = self.command.iter().cloned().chain(given).collect();
            let output = command::run_inner(walk, &words, self.input);
            rest = later;
            if rest.is_empty() {
                return if items.len() <= size { output } else { Output::Unknown };
            }
        }
    }

    /// Analyses a call with words known only at run time, which are assumed to be file names.
    fn with_any(&self, walk: &mut Walk<'_>) -> Output {
        let words = match self.mark {
            Some(mark) => filled(self.command, mark, &super::file_piece(mark)),
            None => {
                let words = Unknown { shown: "…".to_owned(), dash: false, split: true, inert: false };
                let more = Word { pieces: vec![Piece::Unknown(words)], span: self.span };
                self.command.iter().cloned().chain([more]).collect()
            }
        };
        command::run_inner(walk, &words, self.input);
        Output::Unknown
    }
}

fn filled(command: &[Word], mark: &str, piece: &Piece) -> Vec<Word> {
    command.iter().map(|word| replaced(word, mark, piece)).collect()
}

/// Splits the input like `xargs`; None if it would reject it.
fn items(text: &str, separator: Option<&str>, lines: bool) -> Option<Vec<String>> {
    if let Some(separator) = separator {
        let by = match separator {
            "\\n" => '\n',
            "\\t" => '\t',
            "\\0" => '\0',
            one => one.chars().next().filter(|c| *c != '\\')?,
        };
        let text = text.strip_suffix(by).unwrap_or(text);
        return Some(if text.is_empty() { Vec::new() } else { text.split(by).map(str::to_owned).collect() });
    }
    let mut items = Vec::new();
    let mut item: Option<String> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\n' => items.extend(item.take()),
            ' ' | '\t' if !lines => items.extend(item.take()),
            ' ' | '\t' if item.is_none() => {}
            '\\' => item.get_or_insert_default().push(chars.next()?),
            '\'' | '"' => {
                let item = item.get_or_insert_default();
                loop {
                    match chars.next()? {
                        end if end == c => break,
                        '\n' => return None,
                        inside => item.push(inside),
                    }
                }
            }
            other => item.get_or_insert_default().push(other),
        }
    }
    items.extend(item);
    Some(items)
}

/// Options of GNU parallel with a value.
const PARALLEL: Options = Options {
    short: "0a:C:d:E:I:i::j:k:L:l::mn:N:P:qrs:S:tuvxX",
    long: &[
        "arg-file:",
        "colsep:",
        "delay:",
        "delimiter:",
        "dry-run",
        "eta",
        "bar",
        "group",
        "halt:",
        "header:",
        "jobs:",
        "joblog:",
        "keep-order",
        "line-buffer",
        "load:",
        "max-args:",
        "max-procs:",
        "memfree:",
        "nice:",
        "no-run-if-empty",
        "null",
        "pipe",
        "progress",
        "quote",
        "results:",
        "resume",
        "retries:",
        "shuf",
        "silent",
        "tag",
        "tagstring:",
        "timeout:",
        "tmpdir:",
        "ungroup",
        "verbose",
        "version",
        "help",
        "will-cite",
        "xargs",
        "citation",
        "block:",
        "recstart:",
        "recend:",
        "rpl:",
        "bibtex",
        "lb",
        "no-notice",
        "trim:",
        "replace::",
    ],
    posix: true,
};

/// GNU parallel passes its words to a shell, each input as one quoted word.
fn parallel(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let parsed = PARALLEL.parse(words.get(1..).unwrap_or_default());
    for option in &parsed.options {
        match (option.name.as_str(), &option.value) {
            ("?" | "S" | "rpl", _) => {
                walk.opaque(Class::Mutable, say!("analysis-nothing-is-known-of-an-option"), option.span)
            }
            ("joblog" | "results" | "tmpdir", Some(file)) => {
                walk.path(Effect::Write, file, say!("analysis-writes-what-came-out"))
            }
            ("a" | "arg-file", Some(file)) => {
                walk.path(Effect::Read, file, say!("analysis-reads-words-for-a-command"))
            }
            _ => {}
        }
    }
    if parsed.has(&["help", "version", "citation", "bibtex"]) {
        return Output::Unknown;
    }
    let is_mark = |word: &Word| matches!(word.known().as_deref(), Some(":::" | "::::" | ":::+" | "::::+"));
    let end = parsed.operands.iter().position(is_mark).unwrap_or(parsed.operands.len());
    let command = parsed.operands.get(..end).unwrap_or_default();
    let span = span_of(words);
    if command.is_empty() {
        let text = match (input, parsed.operands.get(1..).and_then(super::joined)) {
            (_, Some(lines)) if end < parsed.operands.len() => Some(lines),
            (Input::Text(text, _), _) => Some(text.clone()),
            _ => None,
        };
        match text {
            Some(text) => super::apart(walk, |walk| shell::script(walk, &text, span, &Input::Unknown)),
            None => {
                walk.opaque(Class::Destructive, say!("analysis-runs-lines-that-only-running-tells"), span);
                Output::Unknown
            }
        };
        return Output::Unknown;
    }
    let Some(mut text) = super::joined(command) else {
        walk.opaque(Class::Destructive, say!("analysis-runs-a-command-that-only-running-tells"), span);
        return Output::Unknown;
    };
    if ["{=", "{+", "$PARALLEL"].iter().any(|code| text.contains(code)) {
        walk.opaque(Class::Destructive, say!("analysis-runs-perl-text-in-a-template"), span);
    }
    let before = text.clone();
    for mark in ["{}", "{.}", "{/}", "{//}", "{/.}", "{#}", "{%}", "{1}", "{2}", "{3}", "{..}", "{+/}"] {
        text = text.replace(mark, "\"$PARALLEL_ITEM\"");
    }
    if text == before {
        text.push_str(" \"$PARALLEL_ITEM\"");
    }
    super::apart(walk, |walk| {
        walk.scope.variables.insert("PARALLEL_ITEM".to_owned(), Value(vec![super::file_piece("{}")]));
        shell::script(walk, &text, span, &Input::Unknown)
    });
    Output::Unknown
}
