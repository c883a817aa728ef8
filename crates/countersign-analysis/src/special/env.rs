//! `env`: sets an environment and runs a command in it.

use std::collections::VecDeque;

use countersign_words::say;

use super::may_inject;
use crate::{
    command,
    facts::{Class, Effect, Span},
    path, shell,
    walk::{Input, Output, Walk},
    word::{Piece, Unknown, Word},
};

/// Maximum number of `-S` splits, so that recursive text ends.
const SPLITS: usize = 16;

/// Analyses a call of `env`.
pub(super) fn run(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let mut env = Env { rest: words.iter().skip(1).cloned().collect(), splits: 0, loses: None, chdir: None };
    while let Some(word) = env.rest.front().cloned() {
        if !env.option(walk, &word) {
            break;
        }
    }
    while let Some(word) = env.rest.front().cloned() {
        let prefix = word.prefix();
        let Some((name, _)) = prefix.split_once('=') else { break };
        let value = word.skip(name.len() + 1).known();
        shell::env_raises(walk, name, value.as_deref(), word.span);
        env.rest.pop_front();
    }
    let command: Vec<Word> = env.rest.into();
    let Some(first) = command.first() else {
        // It prints the environment.
        return Output::Unknown;
    };
    if let Some(span) = env.loses
        && command.iter().any(|word| word.shown().contains("git"))
    {
        walk.note(Effect::Execute, say!("analysis-lets-git-run-what-its-settings-name"), span);
    }
    if first.known().is_none() && first.may_split() {
        walk.opaque(Class::Destructive, say!("analysis-runs-a-command-that-only-running-tells"), first.span);
    }
    let before = walk.scope.cwd.clone();
    if let Some(dir) = env.chdir {
        walk.scope.cwd =
            dir.known().and_then(|dir| path::resolve(before.as_deref(), walk.setting.home.as_deref(), &dir));
    }
    let output = command::run_inner(walk, &command, input);
    walk.scope.cwd = before;
    output
}

struct Env {
    rest: VecDeque<Word>,
    splits: usize,
    /// Where variables are removed, which may include our own settings for git.
    loses: Option<Span>,
    chdir: Option<Word>,
}

impl Env {
    /// Reads one word as an option; false if the options end.
    fn option(&mut self, walk: &mut Walk<'_>, word: &Word) -> bool {
        let prefix = word.prefix();
        if !prefix.starts_with('-') {
            if may_inject(word) && word.known().is_none() && !prefix.contains('=') {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-a-command-that-only-running-tells"),
                    word.span,
                );
            }
            return false;
        }
        self.rest.pop_front();
        if prefix == "--" {
            return false;
        }
        match prefix.strip_prefix("--") {
            Some(long) => self.long(walk, long, word),
            None if prefix == "-" => self.loses = Some(word.span),
            None => self.cluster(walk, &prefix, word),
        }
        true
    }

    fn long(&mut self, walk: &mut Walk<'_>, text: &str, word: &Word) {
        let name = text.split('=').next().unwrap_or_default();
        let attached = text.contains('=').then(|| word.skip(2 + name.len() + 1));
        let known = [
            "ignore-environment",
            "null",
            "unset",
            "chdir",
            "split-string",
            "debug",
            "argv0",
            "block-signal",
            "default-signal",
            "ignore-signal",
            "list-signal-handling",
            "help",
            "version",
            "file",
        ];
        let mut near = known.iter().filter(|known| known.starts_with(name));
        let found =
            known.iter().find(|known| **known == name).or(near.next().filter(|_| near.next().is_none()));
        match found.copied() {
            Some("ignore-environment") => self.loses = Some(word.span),
            Some(name @ ("unset" | "chdir" | "split-string" | "argv0" | "file")) => {
                let value = attached.or_else(|| self.rest.pop_front());
                self.value(walk, name, value, word.span);
            }
            Some(_) => {}
            None => {
                walk.opaque(Class::Mutable, say!("analysis-nothing-is-known-of-an-option-of-env"), word.span)
            }
        }
    }

    fn cluster(&mut self, walk: &mut Walk<'_>, prefix: &str, word: &Word) {
        let mut offset = 1;
        for letter in prefix.chars().skip(1) {
            offset += letter.len_utf8();
            let name = match letter {
                'i' => {
                    self.loses = Some(word.span);
                    continue;
                }
                '0' | 'v' => continue,
                'u' => "unset",
                'C' => "chdir",
                'S' => "split-string",
                'a' => "argv0",
                'f' => "file",
                'P' => "path",
                _ => {
                    walk.opaque(
                        Class::Mutable,
                        say!("analysis-nothing-is-known-of-an-option-of-env"),
                        word.span,
                    );
                    continue;
                }
            };
            let attached = (offset < prefix.len() || word.known().is_none()).then(|| word.skip(offset));
            let value = attached.or_else(|| self.rest.pop_front());
            self.value(walk, name, value, word.span);
            return;
        }
    }

    fn value(&mut self, walk: &mut Walk<'_>, name: &str, value: Option<Word>, span: Span) {
        let Some(value) = value else { return };
        match name {
            "unset" if value.known().is_none_or(|name| name.starts_with("GIT_")) => self.loses = Some(span),
            "chdir" => self.chdir = Some(value),
            "file" => walk.path(Effect::Execute, &value, say!("analysis-takes-the-environment-from-a-file")),
            "path" => walk.note(Effect::Execute, say!("analysis-looks-for-the-program-elsewhere"), span),
            "split-string" => self.split(walk, &value),
            _ => {}
        }
    }

    fn split(&mut self, walk: &mut Walk<'_>, value: &Word) {
        self.splits += 1;
        let words = value.known().filter(|_| self.splits <= SPLITS).and_then(|text| split(&text, value.span));
        match words {
            Some(words) => words.into_iter().rev().for_each(|word| self.rest.push_front(word)),
            None => walk.opaque(
                Class::Destructive,
                say!("analysis-runs-a-command-that-only-running-tells"),
                value.span,
            ),
        }
    }
}

/// Splits a text like `env -S`.
fn split(text: &str, span: Span) -> Option<Vec<Word>> {
    let mut words: Vec<Word> = Vec::new();
    let mut word: Option<Vec<Piece>> = None;
    let mut quote = None;
    let mut chars = text.chars().peekable();
    let push = |word: &mut Option<Vec<Piece>>, c: char| {
        let pieces = word.get_or_insert_default();
        match pieces.last_mut() {
            Some(Piece::Text(text)) => text.push(c),
            _ => pieces.push(Piece::Text(c.to_string())),
        }
    };
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') => {
                words.extend(word.take().map(|pieces| Word { pieces, span }));
            }
            (None, '#') if word.is_none() => break,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == c => quote = None,
            (Some('\''), '\\') if !matches!(chars.peek(), Some('\\' | '\'')) => push(&mut word, '\\'),
            (_, '\\') => match chars.next()? {
                'c' if quote.is_none() => break,
                '_' if quote.is_none() => words.extend(word.take().map(|pieces| Word { pieces, span })),
                '_' => push(&mut word, ' '),
                'n' => push(&mut word, '\n'),
                't' => push(&mut word, '\t'),
                'r' => push(&mut word, '\r'),
                'f' => push(&mut word, '\x0c'),
                'v' => push(&mut word, '\x0b'),
                other => push(&mut word, other),
            },
            (None | Some('"'), '$') => {
                let name: String = chars.by_ref().take_while(|c| *c != '}').collect();
                let unknown = Unknown { shown: format!("${name}}}"), dash: true, split: false, inert: false };
                word.get_or_insert_default().push(Piece::Unknown(unknown));
            }
            _ => push(&mut word, c),
        }
    }
    if quote.is_some() {
        return None;
    }
    words.extend(word.map(|pieces| Word { pieces, span }));
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<Vec<String>> {
        split(text, Span::default()).map(|words| words.iter().map(Word::shown).collect())
    }

    #[test]
    fn a_split_string_becomes_words_as_env_makes_them() {
        assert_eq!(shown("-i  A=1 sh -c 'rm x'").unwrap(), ["-i", "A=1", "sh", "-c", "rm x"]);
        assert_eq!(shown(r#"a\_b "c\_d" 'e\f'"#).unwrap(), ["a", "b", "c d", "e\\f"]);
        assert_eq!(shown("echo ${HOME}/x # not this").unwrap(), ["echo", "${HOME}/x"]);
        assert_eq!(shown("'open"), None);
    }
}
