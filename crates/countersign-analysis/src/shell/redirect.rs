//! Redirections: files that are read and written without a command naming them.

use brush_parser::ast::{IoFileRedirectKind, IoFileRedirectTarget, IoRedirect, ProcessSubstitutionKind};
use countersign_words::say;

use crate::{
    facts::{Effect, Span},
    path,
    walk::{Input, Output, Walk},
    word::{Piece, Unknown, Word},
};

/// The redirections of one command.
pub(super) struct Redirects {
    /// Its standard input.
    pub input: Input,
    /// The files that its output replaces.
    replaced: Vec<Word>,
    /// Whether its standard output goes elsewhere.
    away: bool,
    /// Whether a file other than a device may be written.
    pub writes: bool,
}

impl Redirects {
    /// Starts without redirections.
    pub fn new(input: &Input) -> Self {
        Self { input: input.clone(), replaced: Vec::new(), away: false, writes: false }
    }

    /// Reads a redirection. Writes are noted later, once the output is known.
    pub fn look(&mut self, walk: &mut Walk<'_>, redirect: &IoRedirect) {
        match redirect {
            IoRedirect::File(fd, kind, target) => self.file(walk, *fd, kind, target),
            IoRedirect::HereDocument(fd, document) => {
                let span = walk.span(document.doc.loc.as_ref());
                let pieces = match document.requires_expansion {
                    true => walk.here_document(&document.doc.value, span),
                    false => vec![Piece::Text(document.doc.value.clone())],
                };
                self.given(fd.unwrap_or(0), Word { pieces, span });
            }
            IoRedirect::HereString(fd, word) => {
                let span = walk.span(word.loc.as_ref());
                let pieces = walk.expand_value(word, span);
                self.given(fd.unwrap_or(0), Word { pieces, span });
            }
            IoRedirect::OutputAndError(word, append) => {
                self.away = true;
                for target in walk.expand(word) {
                    self.written(walk, target, *append);
                }
            }
        }
    }

    fn given(&mut self, fd: i32, word: Word) {
        if fd == 0 {
            self.input = word.known().map_or(Input::Unknown, |text| Input::Text(text, word.span));
        }
    }

    fn file(
        &mut self,
        walk: &mut Walk<'_>,
        fd: Option<i32>,
        kind: &IoFileRedirectKind,
        target: &IoFileRedirectTarget,
    ) {
        let words = match target {
            IoFileRedirectTarget::Filename(word) | IoFileRedirectTarget::Duplicate(word) => walk.expand(word),
            IoFileRedirectTarget::Fd(_) => return,
            IoFileRedirectTarget::ProcessSubstitution(direction, subshell) => {
                let input = match direction {
                    ProcessSubstitutionKind::Read => Input::Inherited,
                    ProcessSubstitutionKind::Write => Input::Unknown,
                };
                walk.apart(|walk| walk.list(&subshell.list, &input));
                if matches!(kind, IoFileRedirectKind::Read) {
                    self.input = Input::Unknown;
                }
                return;
            }
        };
        let output = matches!(fd, None | Some(1));
        for word in words {
            match kind {
                IoFileRedirectKind::Read => {
                    walk.path(Effect::Read, &word, say!("analysis-reads-a-file"));
                    if fd.unwrap_or(0) == 0 {
                        self.input = Input::File(word);
                    }
                }
                IoFileRedirectKind::DuplicateInput => {
                    if fd.unwrap_or(0) == 0 {
                        self.input = Input::Unknown;
                    }
                }
                // `>&2` and `>&-` name no file, `>&file` does.
                IoFileRedirectKind::DuplicateOutput if is_descriptor(&word) => {}
                IoFileRedirectKind::Write | IoFileRedirectKind::Clobber if output => {
                    self.away = true;
                    self.written(walk, word, false);
                }
                IoFileRedirectKind::DuplicateOutput => {
                    self.away |= output;
                    self.written(walk, word, false);
                }
                IoFileRedirectKind::Write | IoFileRedirectKind::Clobber => {
                    self.writes |= !is_device(&word);
                    walk.path(Effect::Write, &word, say!("analysis-writes-to-a-file"));
                }
                IoFileRedirectKind::Append | IoFileRedirectKind::ReadAndWrite => {
                    self.away |= output;
                    self.written(walk, word, true);
                }
            }
        }
    }

    fn written(&mut self, walk: &mut Walk<'_>, word: Word, append: bool) {
        self.writes |= !is_device(&word);
        if append {
            walk.path(Effect::Write, &word, say!("analysis-writes-to-a-file"));
        } else {
            self.replaced.push(word);
        }
    }

    /// Notes the writes, now that the command's output is known; returns the output that is left.
    pub fn land(self, walk: &mut Walk<'_>, output: &Output, alone: bool) -> Output {
        let nothing = alone || *output == Output::Text(String::new());
        for word in &self.replaced {
            let read = word.known().and_then(|text| {
                path::resolve(walk.scope.cwd.as_deref(), walk.setting.home.as_deref(), &text)
            });
            let reads_itself = read.is_some_and(|target| walk.facts.reads.contains(&target));
            if nothing && !is_sink(word) {
                walk.path(Effect::Delete, word, say!("analysis-empties-a-file"));
            } else if reads_itself {
                walk.path(Effect::Delete, word, say!("analysis-empties-a-file-before-it-is-read"));
            } else {
                walk.path(Effect::Write, word, say!("analysis-writes-to-a-file"));
            }
        }
        if self.away { Output::Text(String::new()) } else { output.clone() }
    }
}

/// Whether nothing can be kept there.
fn is_sink(word: &Word) -> bool {
    matches!(word.known().as_deref(), Some("/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty"))
}

fn is_device(word: &Word) -> bool {
    word.known().is_some_and(|text| text.starts_with("/dev/") && !text.contains(".."))
}

fn is_descriptor(word: &Word) -> bool {
    let digits = |text: &str| text == "-" || text.trim_end_matches('-').bytes().all(|b| b.is_ascii_digit());
    match word.known() {
        Some(text) => digits(&text),
        // `>&$fd`: a number, or a file.
        None => false,
    }
}

/// Returns the word that a process substitution becomes.
pub(super) fn substituted(span: Span) -> Word {
    let unknown = Unknown { shown: "<(…)".to_owned(), dash: false, split: false, inert: false };
    Word { pieces: vec![Piece::Unknown(unknown)], span }
}
