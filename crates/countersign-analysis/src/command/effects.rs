//! Notes the effects of a command's words.

use countersign_words::{Message, say};

use super::{Chosen, Given, host, run_inner};
use crate::{
    facts::{Class, Effect, Span},
    shell, sql,
    table::{Hit, Kind, Meaning, Operands, Reading, Subcommand, Takes, assigns},
    walk::{Input, Output, Walk},
    word::{Piece, Word},
};

/// A handler that adds effects.
type After = fn(&mut Walk<'_>, &Given<'_>, &Input) -> Output;

/// Notes the effects of a command's parsed words.
pub(super) fn apply(
    walk: &mut Walk<'_>,
    words: &[Word],
    reading: Reading,
    input: &Input,
    after: Option<After>,
) -> Output {
    let span = words.first().map(|w| w.span).unwrap_or_default();
    let dry = reading.dry();
    let interprets = reading.place.special() == Some("interpreter");
    let mut applying = Applying {
        walk,
        input,
        dry,
        handled: after.is_some(),
        interprets,
        output: Output::Unknown,
        home: None,
    };
    applying.uncertainties(&reading, span);
    if !dry
        && matches!(reading.subcommand, Subcommand::Known)
        && let Some(entry) = reading.place.entry()
    {
        let elsewhere = script_elsewhere(&reading);
        let does = entry.does.iter().filter(|m| !(elsewhere && matches!(m, Meaning::Stdin(_))));
        does.for_each(|meaning| applying.meaning(meaning, span));
    }
    reading.hits.iter().for_each(|hit| applying.hit(hit));
    for kinds in reading.operand_kinds() {
        applying.operands(&reading, &kinds);
    }
    let given = Given {
        words,
        path: reading.place.path(),
        options: chosen(&reading),
        operands: reading.operands,
        dry,
    };
    if let Some(after) = after {
        applying.output = after(applying.walk, &given, input);
    }
    if let Some(home) = applying.home {
        applying.walk.scope.cwd = home;
    }
    applying.output
}

/// Converts the options for handlers, including those that the table does not list.
fn chosen(reading: &Reading) -> Vec<Chosen> {
    let listed = reading.hits.iter();
    let mut all: Vec<Chosen> =
        listed.map(|h| Chosen { name: h.name.clone(), value: h.value.clone(), span: h.span }).collect();
    let unlisted = reading.unlisted.iter();
    all.extend(unlisted.map(|(name, span, _)| Chosen { name: name.clone(), value: None, span: *span }));
    all.sort_by_key(|c| c.span.start);
    all
}

/// Whether the script is in the words, so that standard input is only data: `sh -c …`, `sh file`.
fn script_elsewhere(reading: &Reading) -> bool {
    let instead = |h: &Hit| {
        let text = h.meanings.iter().any(|m| matches!(m, Meaning::Value(Kind::Shell | Kind::Code)));
        let place = h.meanings.iter().any(|m| matches!(m, Meaning::Operands(_) | Meaning::First));
        text && place && h.value.is_some()
    };
    let file = |kinds: &Operands| matches!(kinds.head.first(), Some(Kind::Load | Kind::Shell | Kind::Code));
    let named = reading.operands.first().is_some_and(|w| !w.may_split() && w.known().as_deref() != Some("-"));
    reading.hits.iter().any(instead) || named && reading.operand_kinds().iter().any(|k| file(k))
}

/// The role of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is the value of an option.
    Value,
    /// It is an operand.
    Operand,
    /// It is an operand followed by others.
    Leading,
}

struct Applying<'w, 'a> {
    walk: &'w mut Walk<'a>,
    input: &'w Input,
    dry: bool,
    /// Whether a handler analyses code.
    handled: bool,
    /// Whether that handler also analyses a script on standard input.
    interprets: bool,
    output: Output,
    /// The folder to return to after the command.
    home: Option<Option<String>>,
}

impl Applying<'_, '_> {
    fn uncertainties(&mut self, reading: &Reading, span: Span) {
        for doubt in &reading.doubts {
            self.walk.opaque(doubt.class, doubt.reason.clone(), doubt.span);
        }
        match &reading.subcommand {
            Subcommand::Missing(word) => {
                let reason =
                    say!("analysis-has-a-subcommand-that-is-not-in-any-table-of", word = word.shown());
                self.walk.note(Effect::Change, reason, word.span);
                super::destroying_words(self.walk, &reading.operands);
                super::destroying_words(self.walk, std::slice::from_ref(word));
            }
            Subcommand::Known if reading.place.entry().is_none() && !self.dry => {
                self.walk.note(
                    Effect::Change,
                    say!("analysis-has-a-subcommand-that-is-not-in-any-table"),
                    span,
                );
            }
            Subcommand::Known | Subcommand::Hidden => {}
        }
        if reading.unlisted.is_empty() || self.dry && reading.hits.is_empty() {
            return;
        }
        // If such an option has a value, the command that is run begins one word later than assumed.
        let runs = reading.command_from.is_some();
        for (name, span, fine) in &reading.unlisted {
            let reason = say!("analysis-has-an-option-that-is-not-known", option = name);
            if runs {
                self.walk.opaque(Class::Destructive, reason, *span);
            } else if !fine {
                self.walk.note(Effect::Change, reason, *span);
            }
        }
    }

    fn meaning(&mut self, meaning: &Meaning, span: Span) {
        let (effect, reason) = match meaning {
            Meaning::Mutable(why) => (Effect::Change, why),
            Meaning::Destructive(why) => (Effect::Destroy, why),
            Meaning::Executes(what) => (Effect::Execute, what),
            Meaning::Sends(what, None) => (Effect::Send, what),
            Meaning::Sends(what, Some(host)) => {
                return self.walk.note_on(Effect::Send, &**host, what.clone(), span);
            }
            Meaning::Protected(why) => (Effect::Protected, why),
            Meaning::Privilege => {
                return self.walk.note(Effect::Privilege, say!("analysis-runs-with-more-rights"), span);
            }
            Meaning::Opaque(why) => return self.walk.opaque(Class::Mutable, why.clone(), span),
            Meaning::Stdin(kind) => return self.stdin(*kind, span),
            Meaning::Value(_) | Meaning::Operands(_) | Meaning::First | Meaning::Dry | Meaning::Ends => {
                return;
            }
        };
        self.walk.note(effect, reason.clone(), span);
    }

    fn stdin(&mut self, kind: Kind, span: Span) {
        match (kind, self.input) {
            (_, Input::Inherited) => {}
            (Kind::Code, _) if self.handled => {}
            (Kind::Shell, Input::Text(text, at)) => {
                self.output = shell::script(self.walk, text, *at, &Input::Inherited);
            }
            (Kind::Sql(dialect), Input::Text(text, at)) => sql::note(self.walk, dialect, text, *at),
            _ => self.walk.opaque(
                Class::Destructive,
                say!("analysis-runs-what-comes-in-by-standard-input"),
                span,
            ),
        }
    }

    fn hit(&mut self, hit: &Hit) {
        for meaning in hit.meanings {
            match meaning {
                Meaning::Value(Kind::Command) => {
                    self.command(&hit.command);
                }
                Meaning::Value(kind) => match &hit.value {
                    Some(value) => self.word(*kind, value, Role::Value),
                    None if hit.takes == Takes::Attached => self.left_out(*kind, hit),
                    None => {}
                },
                other if !self.dry => self.meaning(other, hit.span),
                _ => {}
            }
        }
    }

    /// Handles an option given without its optional value: the command picks one itself.
    fn left_out(&mut self, kind: Kind, hit: &Hit) {
        let effect = match kind.worst() {
            Class::Read => return,
            Class::Mutable => Effect::Change,
            Class::Destructive => Effect::Destroy,
        };
        self.walk.note(
            effect,
            say!("analysis-stands-for-a-file-or-a-program-of-its", option = hit.name),
            hit.span,
        );
    }

    /// Notes the operands, each as every kind it can be.
    fn operands(&mut self, reading: &Reading, kinds: &Operands) {
        let all = &reading.operands;
        let count = reading.command_from.unwrap_or(all.len());
        let plain = all.get(..count).unwrap_or_default();
        let env = if kinds.env_first() { plain.iter().take_while(|w| assigns(w)).count() } else { 0 };
        let (assignments, rest) = plain.split_at_checked(env).unwrap_or((&[], plain));
        assignments.iter().for_each(|word| self.word(Kind::Env, word, Role::Operand));
        let without_env = kinds.without_env();
        let kinds = if kinds.env_first() { &without_env } else { kinds };
        if kinds.kinds().any(|k| k != Kind::Text) {
            self.positions(rest, kinds, reading, env);
        }
        let deletes = kinds.kinds().any(|k| matches!(k, Kind::Delete | Kind::Empty));
        if deletes && rest.is_empty() && !self.dry {
            // The caller may append more words.
            self.walk.note(Effect::Destroy, say!("analysis-deletes-what-it-is-given"), Span::default());
        }
        let Some(command) = reading.command_from.and_then(|from| all.get(from..)) else { return };
        if plain.iter().any(Word::may_split) || !reading.gaps.is_empty() {
            let span = command.first().map(|w| w.span).unwrap_or_default();
            self.walk.opaque(
                Class::Destructive,
                say!("analysis-only-running-tells-where-the-command-begins-that-it"),
                span,
            );
        }
        self.command(command);
    }

    /// Analyses another command, possibly preceded by assignments.
    fn command(&mut self, words: &[Word]) {
        let env = words.iter().take_while(|w| assigns(w)).count();
        let (assignments, command) = words.split_at_checked(env).unwrap_or((&[], words));
        assignments.iter().for_each(|word| self.assign(word));
        let Some(first) = command.first() else { return };
        if first.prefix().starts_with('-') {
            let reason = say!("analysis-only-running-tells-which-command-belongs-to", word = first.shown());
            return self.walk.opaque(Class::Destructive, reason, first.span);
        }
        self.output = run_inner(self.walk, command, self.input);
    }

    fn positions(&mut self, words: &[Word], kinds: &Operands, reading: &Reading, skipped: usize) {
        let least: Vec<usize> = words.iter().map(|w| usize::from(!w.may_split())).collect();
        let total: usize = least.iter().sum();
        let first_gap = reading.gaps.iter().min().map(|g| g.saturating_sub(skipped));
        let open: Vec<bool> = words.iter().map(|w| w.may_split() || is_glob(w)).collect();
        let last_open = open.iter().rposition(|o| *o);
        let last_gap = reading.gaps.iter().max().map(|g| g.saturating_sub(skipped));
        // `cp /dev/null file` empties the file.
        let nothing = |w: &Word| w.known().as_deref() == Some("/dev/null");
        let empties = kinds.many == Some(Kind::Read) && words.iter().any(nothing);
        let (mut before, mut open_before) = (0, false);
        let mut joined: Vec<&Word> = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let (here, min) = (open.get(at) == Some(&true), least.get(at).copied().unwrap_or(1));
            let open_after =
                last_open.is_some_and(|last| last > at) || last_gap.is_some_and(|last| last > at);
            let left = (before, here || open_before || first_gap.is_some_and(|first| first <= at));
            let right = (total - before - min, here || open_after);
            let role = if words.len() > at + 1 { Role::Leading } else { Role::Operand };
            for kind in possible(kinds, left, right) {
                let many = kinds.many == Some(kind);
                match kind {
                    Kind::Shell | Kind::Sql(_) if many => joined.push(word),
                    Kind::Write if empties && !nothing(word) => self.word(Kind::Empty, word, role),
                    _ => self.word(kind, word, role),
                }
            }
            before += min;
            open_before |= here;
        }
        if let (Some(kind), Some(text)) = (kinds.many, join(&joined)) {
            self.word(kind, &text, Role::Operand);
        }
        if let Some(gap) = first_gap {
            let class = kinds.worst();
            let span = words.get(gap).or(words.last()).map(|w| w.span).unwrap_or_default();
            if class > Class::Read {
                self.walk.opaque(
                    class,
                    say!("analysis-more-words-may-appear-where-only-running-tells"),
                    span,
                );
            }
        }
    }

    /// Notes a word by its kind.
    fn word(&mut self, kind: Kind, word: &Word, role: Role) {
        let stdio = word.known().as_deref() == Some("-");
        match kind {
            Kind::Text => {}
            Kind::Read if !stdio => self.walk.path(Effect::Read, word, say!("analysis-reads-a-file")),
            Kind::Write if !stdio => self.change(Effect::Write, word, say!("analysis-writes-a-file"), role),
            Kind::Delete => self.change(Effect::Delete, word, say!("analysis-deletes-a-file"), role),
            Kind::Empty if !stdio => self.change(Effect::Delete, word, say!("analysis-empties-a-file"), role),
            Kind::Read | Kind::Write | Kind::Empty => {}
            Kind::Dir => self.enter(word),
            Kind::Exec => self.program(word, role),
            Kind::Load => self.load(word, stdio, role),
            Kind::Command => {
                self.walk.opaque(
                    Class::Destructive,
                    say!("analysis-only-running-tells-which-command-it-runs"),
                    word.span,
                );
            }
            // The input of an option's command is unknown.
            Kind::Shell if role == Role::Value => {
                self.output = shell::script_word(self.walk, word, &Input::Unknown);
            }
            Kind::Shell => self.output = shell::script_word(self.walk, word, self.input),
            Kind::Code if self.handled => {}
            Kind::Code => self.walk.opaque(
                Class::Destructive,
                say!("analysis-runs-code-that-nobody-looked-at"),
                word.span,
            ),
            Kind::Sql(_) if self.dry && role != Role::Value => {}
            Kind::Sql(dialect) => match word.known() {
                Some(text) => sql::note(self.walk, dialect, &text, word.span),
                None => self.walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-sql-that-is-made-elsewhere"),
                    word.span,
                ),
            },
            Kind::Host | Kind::Url => self.contact(word),
            Kind::From if !stdio => self.copy(word, Effect::Read, role),
            Kind::To if !stdio => self.copy(word, Effect::Write, role),
            Kind::From | Kind::To => {}
            Kind::Send => self.send(word),
            Kind::Env => self.assign(word),
        }
    }

    /// Notes a change of a path; operands are not changed by a read-only call.
    fn change(&mut self, effect: Effect, word: &Word, reason: Message, role: Role) {
        if !self.dry || role == Role::Value {
            self.walk.path(effect, word, reason);
        }
    }

    /// Enters a folder: later paths are resolved against it.
    fn enter(&mut self, word: &Word) {
        self.walk.path(Effect::Read, word, say!("analysis-works-in-a-folder"));
        let cwd = &mut self.walk.scope.cwd;
        let inside = match (word.known(), cwd.as_deref()) {
            (Some(text), _) if text.starts_with('/') => Some(text),
            (Some(text), Some(cwd)) if !text.starts_with('~') => {
                Some(format!("{}/{text}", cwd.trim_end_matches('/')))
            }
            _ => None,
        };
        let left = std::mem::replace(cwd, inside);
        self.home.get_or_insert(left);
    }

    /// Notes a program that is run. Its input is unknown, so a shell or an interpreter is opaque.
    fn program(&mut self, word: &Word, role: Role) {
        match word.known() {
            Some(text) if text.contains(char::is_whitespace) => {
                shell::script_word(self.walk, word, &Input::Unknown);
            }
            _ => {
                run_inner(self.walk, std::slice::from_ref(word), &Input::Unknown);
            }
        }
        if role == Role::Leading {
            let program = word.shown();
            let reason = say!("analysis-runs-program", program);
            self.walk.note_on(Effect::Execute, program, reason, word.span);
        }
    }

    /// Notes a file whose content is run.
    fn load(&mut self, word: &Word, stdio: bool, role: Role) {
        let known = word.known();
        let stdin = matches!(known.as_deref(), Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0"));
        if stdio || stdin {
            let looked_at = self.interprets && role != Role::Value;
            if !looked_at && *self.input != Input::Inherited {
                self.walk.opaque(
                    Class::Destructive,
                    say!("analysis-runs-what-comes-in-by-standard-input"),
                    word.span,
                );
            }
            return;
        }
        if word.has_unknown() {
            let reason = say!("analysis-runs-what-is-in-a-file-that-only-running", file = word.shown());
            return self.walk.opaque(Class::Destructive, reason, word.span);
        }
        self.walk.path(Effect::Read, word, say!("analysis-reads-a-file"));
        let file = word.shown();
        let reason = say!("analysis-runs-what-is-in", file);
        self.walk.note_on(Effect::Execute, file, reason, word.span);
    }

    fn contact(&mut self, word: &Word) {
        let (text, whole) = (word.steady_prefix(), word.known().is_some());
        if text.starts_with("file://") {
            return self.walk.path(Effect::Read, &word.skip("file://".len()), say!("analysis-reads-a-file"));
        }
        self.send_to(host::host(&text, whole), word.span);
    }

    fn send_to(&mut self, host: Option<String>, span: Span) {
        match host {
            Some(host) => {
                let reason = say!("analysis-contacts", host);
                self.walk.note_on(Effect::Send, host, reason, span);
            }
            None => {
                self.walk.note(Effect::Send, say!("analysis-contacts-a-host-that-only-running-tells"), span)
            }
        }
    }

    /// Notes a local path, or one on another host.
    fn copy(&mut self, word: &Word, effect: Effect, role: Role) {
        let (text, whole) = (word.prefix(), word.known().is_some() || !word.has_unknown());
        let local = match host::place(&text, whole) {
            host::Place::Local => true,
            host::Place::Remote(host) => {
                let told = host.is_some();
                if effect == Effect::Write && (!self.dry || role == Role::Value) {
                    let reason = say!("analysis-writes-to", target = word.shown());
                    self.walk.note(Effect::Change, reason, word.span);
                }
                self.send_to(host, word.span);
                !told && !whole
            }
        };
        if !local {
            return;
        }
        let scheme = ["file://", "fileb://"].into_iter().find(|s| text.starts_with(s));
        let path = word.skip(scheme.map_or(0, str::len));
        match effect {
            Effect::Read => self.walk.path(Effect::Read, &path, say!("analysis-reads-a-file")),
            _ => self.change(effect, &path, say!("analysis-writes-a-file"), role),
        }
    }

    /// Notes a text that is sent, or the file that it names: `@file`, `name=@file`, or the bare path.
    fn send(&mut self, word: &Word) {
        self.walk.note(Effect::Send, say!("analysis-sends"), word.span);
        let text = word.prefix();
        let file = match text.find('@') {
            Some(0) => Some(1),
            Some(at) if text.get(..at).is_some_and(|before| before.ends_with('=')) => Some(at + 1),
            _ => text.find("=<").map(|at| at + 2),
        };
        let bare = !text.contains(|c: char| c.is_whitespace() || "={}&\"<>".contains(c)) && text != "-";
        match file {
            Some(at) => self.walk.path(Effect::Read, &word.skip(at), say!("analysis-reads-a-file")),
            None if bare => self.walk.path(Effect::Read, word, say!("analysis-reads-a-file")),
            None => {}
        }
    }

    fn assign(&mut self, word: &Word) {
        let prefix = word.prefix();
        match prefix.split_once('=') {
            Some((name, _)) => {
                let value = word.skip(name.len() + 1).known();
                shell::env_raises(self.walk, name, value.as_deref(), word.span);
            }
            None if word.known().is_some() => {}
            None => self.walk.opaque(
                Class::Mutable,
                say!("analysis-sets-a-variable-that-only-running-tells"),
                word.span,
            ),
        }
    }
}

fn is_glob(word: &Word) -> bool {
    word.pieces.iter().any(|p| matches!(p, Piece::Glob(_)))
}

/// Returns the kinds that an operand can have, given how many operands precede and follow it; the flags say
/// whether there may be more.
fn possible(kinds: &Operands, left: (usize, bool), right: (usize, bool)) -> Vec<Kind> {
    let mut found: Vec<Kind> = Vec::new();
    let up_to = |(least, open): (usize, bool), len: usize| if open { least.max(len) } else { least };
    for before in left.0..=up_to(left, kinds.head.len()) {
        for after in right.0..=up_to(right, kinds.tail.len()) {
            let tail = kinds.tail.len().checked_sub(after + 1).and_then(|at| kinds.tail.get(at));
            match kinds.head.get(before).or(tail).copied().or(kinds.many) {
                Some(kind) => found.push(kind),
                None => found.extend(kinds.kinds()),
            }
        }
    }
    let mut once: Vec<Kind> = Vec::new();
    for kind in found {
        if !once.contains(&kind) {
            once.push(kind);
        }
    }
    once
}

/// Joins words to one text.
fn join(words: &[&Word]) -> Option<Word> {
    let (first, last) = (words.first()?, words.last()?);
    let mut pieces = Vec::new();
    for word in words {
        if !pieces.is_empty() {
            pieces.push(Piece::Text(" ".to_owned()));
        }
        pieces.extend(word.pieces.iter().cloned());
    }
    Some(Word { pieces, span: first.span.to(last.span) })
}
