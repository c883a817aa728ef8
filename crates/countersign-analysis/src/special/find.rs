//! `find`: its start folders, tests and actions.

use countersign_words::say;

use super::{file_piece, is_output, may_inject, span_of};
use crate::{
    code::listed,
    command,
    facts::{Class, Effect},
    walk::{Input, Output, Walk},
    word::{Piece, Word},
};

/// Tests and options without a value.
const ALONE: &str = "( ) ! , -a -and -o -or -not -H -L -P -E -X -x -s -d -daystart -depth -follow \
    -ignore_readdir_race -noignore_readdir_race -mount -xdev -noleaf -nowarn -warn -empty -executable -readable \
    -writable -false -true -nogroup -nouser -prune -quit -print -print0 -help --help -version --version -acl -sparse \
    -xattr -capable -color -nocolor -hidden -nohidden -unique -status -exclude";
/// Tests and options with one value.
const WITH_VALUE: &str = "-D -f -maxdepth -mindepth -regextype -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid \
    -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -mmin -mtime -name -newer -path -perm -regex \
    -samefile -size -type -uid -used -user -wholename -xtype -context -Bmin -Btime -Bnewer -mnewer -flags -xattrname \
    -since -asince -csince -msince -Bsince -limit -S -j -files0-from";
/// Actions that print something other than paths.
const PRINTS: &str = "-ls -printf -printx";

/// Analyses a call of `find`.
pub(super) fn run(walk: &mut Walk<'_>, words: &[Word], input: &Input) -> Output {
    let words = words.get(1..).unwrap_or_default();
    let mut found = Found { starts: Vec::new(), deletes: false, paths_only: true, at: 0 };
    found.begin(words);
    while let Some(word) = words.get(found.at) {
        found.at += 1;
        found.expression(walk, words, word, input);
    }
    if found.starts.is_empty() {
        found.starts.push(Word::known_as(".", span_of(words)));
    }
    for start in &found.starts {
        if may_inject(start) {
            walk.opaque(Class::Destructive, say!("analysis-may-be-told-to-delete-what-it-finds"), start.span);
        }
        walk.path(Effect::Read, start, say!("analysis-looks-for-files"));
        if found.deletes {
            walk.path(Effect::Delete, start, say!("analysis-deletes-the-files-it-finds"));
        }
    }
    if found.paths_only { Output::Paths } else { Output::Unknown }
}

struct Found {
    starts: Vec<Word>,
    deletes: bool,
    paths_only: bool,
    at: usize,
}

impl Found {
    /// Reads the options and paths before the expression.
    fn begin(&mut self, words: &[Word]) {
        while let Some(word) = words.get(self.at) {
            let text = word.prefix();
            match text.as_str() {
                "-H" | "-L" | "-P" | "-E" | "-X" | "-d" | "-s" | "-x" => {}
                "-D" | "-S" | "-j" => self.at += 1,
                "-f" => {
                    self.at += 1;
                    self.starts.extend(words.get(self.at).cloned());
                }
                "--" => {}
                _ if is_level(&text) => {}
                _ if text.starts_with(['-', '(', ')', '!']) || text == "," => return,
                _ => self.starts.push(word.clone()),
            }
            self.at += 1;
        }
    }

    fn expression(&mut self, walk: &mut Walk<'_>, words: &[Word], word: &Word, input: &Input) {
        let Some(text) = word.known() else {
            if may_inject(word) {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-may-be-told-to-delete-what-it-finds"),
                    word.span,
                );
            } else if word.prefix().starts_with('-') {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-does-what-only-running-tells-with-what-it-finds"),
                    word.span,
                );
            }
            return;
        };
        match text.as_str() {
            "-delete" | "-rm" => self.deletes = true,
            "-exec" | "-execdir" | "-ok" | "-okdir" => self.exec(walk, words, word, input),
            "-fprint" | "-fprint0" | "-fls" => self.writes(walk, words, word),
            "-fprintf" => {
                self.writes(walk, words, word);
                self.value(walk, words);
            }
            "-printf" => {
                self.paths_only = false;
                self.value(walk, words);
            }
            _ if listed(PRINTS, &text) => self.paths_only = false,
            "-files0-from" => {
                if let Some(value) = self.value(walk, words) {
                    walk.path(Effect::Read, &value, say!("analysis-reads-where-to-look"));
                }
            }
            "-newer" | "-anewer" | "-cnewer" | "-samefile" => {
                if let Some(value) = self.value(walk, words) {
                    walk.path(Effect::Read, &value, say!("analysis-compares-with-a-file"));
                }
            }
            _ if listed(ALONE, &text) || is_level(&text) => {}
            _ if listed(WITH_VALUE, &text) || text.starts_with("-newer") => {
                self.value(walk, words);
            }
            _ if text.starts_with('-') => {
                walk.opaque(
                    Class::Mutable,
                    say!("analysis-nothing-is-known-of-find", option = text),
                    word.span,
                );
            }
            _ => self.starts.push(word.clone()),
        }
    }

    /// Returns the next word as the value of a test. A word that may split may contain actions.
    fn value(&mut self, walk: &mut Walk<'_>, words: &[Word]) -> Option<Word> {
        let value = words.get(self.at)?;
        self.at += 1;
        if value.may_split() && may_inject(value) {
            walk.opaque(Class::Destructive, say!("analysis-may-be-told-to-delete-what-it-finds"), value.span);
        }
        Some(value.clone())
    }

    fn writes(&mut self, walk: &mut Walk<'_>, words: &[Word], action: &Word) {
        match self.value(walk, words) {
            Some(file) if file.known().is_some_and(|f| is_output(&f)) => {}
            Some(file) => walk.path(Effect::Write, &file, say!("analysis-writes-what-it-finds-to-a-file")),
            None => walk.opaque(Class::Mutable, say!("analysis-writes-what-it-finds-to-a-file"), action.span),
        }
    }

    fn exec(&mut self, walk: &mut Walk<'_>, words: &[Word], action: &Word, input: &Input) {
        self.paths_only = false;
        let mut command: Vec<Word> = Vec::new();
        while let Some(word) = words.get(self.at) {
            self.at += 1;
            let text = word.known().unwrap_or_default();
            let after_braces = command.last().and_then(Word::known).is_some_and(|w| w == "{}");
            if text == ";" || text == "+" && after_braces {
                break;
            }
            if word.may_split() && may_inject(word) {
                walk.opaque(
                    Class::Destructive,
                    say!("analysis-may-be-told-to-delete-what-it-finds"),
                    word.span,
                );
            }
            command.push(word.clone());
        }
        if command.is_empty() {
            walk.opaque(Class::Mutable, say!("analysis-runs-a-command-that-is-not-given"), action.span);
        }
        let command: Vec<Word> = command.iter().map(|word| replaced(word, "{}", &file_piece("{}"))).collect();
        command::run_inner(walk, &command, input);
    }
}

fn is_level(text: &str) -> bool {
    text.strip_prefix("-O").is_some_and(|level| level.chars().all(|c| c.is_ascii_digit()))
}

/// Replaces `mark` in a word by `piece`.
pub(super) fn replaced(word: &Word, mark: &str, piece: &Piece) -> Word {
    let mut pieces = Vec::new();
    for old in &word.pieces {
        match old {
            Piece::Text(text) if !mark.is_empty() && text.contains(mark) => {
                for (i, part) in text.split(mark).enumerate() {
                    if i > 0 {
                        pieces.push(piece.clone());
                    }
                    if !part.is_empty() {
                        pieces.push(Piece::Text(part.to_owned()));
                    }
                }
            }
            other => pieces.push(other.clone()),
        }
    }
    Word { pieces, span: word.span }
}
