//! State of a walk over a command line: findings, and what the text itself determines.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use countersign_words::Message;

use crate::{
    facts::{Class, Command, Effect, Facts, Finding, Span},
    path,
    word::{Piece, Word},
};

/// Maximum nesting of commands.
pub(crate) const DEPTH: usize = 24;
/// Maximum number of simple commands.
pub(crate) const COMMANDS: usize = 20_000;
/// Maximum bytes of parsed text; nested text counts again.
pub(crate) const BYTES: usize = 512 * 1024;

/// Maximum bytes kept of a command's input: longer inputs cannot be compared.
const INPUT: usize = 4096;
/// Maximum number of surroundings kept: with more, nothing can be compared.
const SURROUNDINGS: usize = 64;

/// What is known about where a call runs.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The working folder, absolute.
    pub cwd: Option<String>,
    /// The home of the user who runs it.
    pub home: Option<String>,
    /// Environment variables that the call itself sets; None removes one.
    pub variables: Vec<(String, Option<String>)>,
    /// Its standard input.
    pub stdin: Option<String>,
}

/// The standard input of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// Nothing, or the call's own input: nothing is piped into it.
    Inherited,
    /// This text.
    Text(String, Span),
    /// A file.
    File(Word),
    /// Lines that do not begin with a dash.
    Paths,
    /// Numbers.
    Numbers,
    /// Known only at run time.
    Unknown,
}

/// The output of a command, as far as known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Output {
    /// Exactly this.
    Text(String),
    /// Paths, which do not begin with a dash.
    Paths,
    /// Numbers.
    Numbers,
    /// Known only at run time.
    Unknown,
}

/// The value of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Value(pub Vec<Piece>);

/// A function that the text defined.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    /// Its definitions: several if branches define it differently.
    pub bodies: Vec<Body>,
    /// Whether it is certainly defined where it is called.
    pub certain: bool,
}

/// One definition of a function.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    /// Its syntax tree.
    pub tree: Rc<brush_parser::ast::FunctionBody>,
    /// The position of the text that defined it, if nested.
    pub within: Option<Span>,
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Body, &Body)| Rc::ptr_eq(&a.tree, &b.tree);
        self.certain == other.certain
            && self.bodies.len() == other.bodies.len()
            && self.bodies.iter().zip(&other.bodies).all(same)
    }
}

/// What the text has determined so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Scope {
    /// Variables that the text set.
    pub variables: BTreeMap<String, Value>,
    /// Arrays that the text set.
    pub arrays: BTreeMap<String, Vec<Word>>,
    /// Arrays with text keys, not expressions.
    pub associative: BTreeSet<String>,
    /// Variables whose values are evaluated as expressions on assignment.
    pub integers: BTreeSet<String>,
    /// Whether unlisted variables may hold values from this text.
    pub set_elsewhere: bool,
    /// Functions that the text defined.
    pub functions: BTreeMap<String, Function>,
    /// Aliases that the text defined.
    pub aliases: BTreeMap<String, String>,
    /// The working folder; None if unknown.
    pub cwd: Option<String>,
    /// Whether variables set from here on may be exported.
    pub exporting: bool,
    /// Whether word splitting may be unusual.
    pub odd_splitting: bool,
    /// `$1`, `$2`…, if the text set them.
    pub positional: Option<Vec<Word>>,
}

/// One walk over one text.
pub(crate) struct Walk<'a> {
    /// The setting.
    pub setting: &'a Setting,
    /// The findings.
    pub facts: Facts,
    /// What the text has determined.
    pub scope: Scope,
    /// The current depth.
    pub depth: usize,
    /// How many more commands may be analysed.
    pub budget: usize,
    /// How many more bytes of shell text may be parsed.
    pub bytes: usize,
    /// The span for findings without their own: set while nested text is walked.
    pub within: Option<Span>,
    /// The functions being walked, to detect recursion.
    pub calling: Vec<String>,
    /// The number of conditions around: changes under a condition are not certain.
    pub conditions: usize,
    /// The scopes at early exits of a loop or a function.
    pub jumps: Vec<Scope>,
    /// For each function being walked, the outer values of its local variables.
    pub locals: Vec<BTreeMap<String, Option<Value>>>,
    /// The texts of traps.
    pub traps: Vec<(String, Span)>,
    /// The variables they set, which may change at any time.
    pub trapped: BTreeSet<String>,
    /// The position of the current simple command.
    pub here: Span,
    /// Assignments to the environment of commands, as far as known.
    pub assigned: Vec<Option<String>>,
    /// The text being walked.
    pub text: Rc<str>,
    /// The byte offsets of its characters and its end, unless all characters are one byte.
    pub starts: Option<Rc<[usize]>>,
}

impl<'a> Walk<'a> {
    /// Starts a walk.
    pub fn new(setting: &'a Setting) -> Self {
        let scope = Scope { cwd: setting.cwd.clone(), ..Scope::default() };
        Self {
            setting,
            facts: Facts::default(),
            scope,
            depth: 0,
            budget: COMMANDS,
            bytes: BYTES,
            within: None,
            calling: Vec::new(),
            conditions: 0,
            jumps: Vec::new(),
            locals: Vec::new(),
            traps: Vec::new(),
            trapped: BTreeSet::new(),
            here: Span::default(),
            assigned: Vec::new(),
            text: Rc::from(""),
            starts: None,
        }
    }

    fn put(&mut self, effect: Effect, target: Option<String>, reason: Message, span: Span, certain: bool) {
        // A finding without a word of its own belongs to the command.
        let span = if span.end > span.start { span } else { self.here };
        let span = Some(self.within.unwrap_or(span));
        self.facts.add(Finding { effect, target, reason, span, certain });
    }

    /// Notes an effect without a target.
    pub fn note(&mut self, effect: Effect, reason: Message, span: Span) {
        self.put(effect, None, reason, span, true);
    }

    /// Notes an effect on a target that is not a path.
    pub fn note_on(&mut self, effect: Effect, target: impl Into<String>, reason: Message, span: Span) {
        self.put(effect, Some(target.into()), reason, span, true);
    }

    /// Notes that something could not be understood, with the class of its worst reading.
    pub fn opaque(&mut self, class: Class, reason: Message, span: Span) {
        self.put(Effect::Opaque, None, reason.clone(), span, false);
        if class == Class::Destructive {
            self.put(Effect::Destroy, None, reason, span, false);
        }
    }

    /// Notes an effect on a path, resolved against the folder; protected paths are noted as such.
    pub fn path(&mut self, effect: Effect, word: &Word, reason: Message) {
        path::note(self, effect, word, reason);
    }

    /// Notes a simple command with its class.
    pub fn command(&mut self, words: &[Word], class: Class) {
        let words = words.iter().map(Word::known).collect();
        let command = Command { words, class };
        if self.facts.commands.len() < Facts::KEPT && !self.facts.commands.contains(&command) {
            self.facts.commands.push(command);
        }
    }

    /// Returns the words of all commands so far; None if one is known only at run time.
    fn said(&self) -> Option<String> {
        let words =
            self.facts.commands.iter().flat_map(|c| c.words.iter().map(Option::as_deref).chain([Some(";")]));
        Some(words.collect::<Option<Vec<&str>>>()?.join(" "))
    }

    /// Notes a command's folder and input, if the text specifies them: they are part of the surroundings (see
    /// [`Walk::finish`]). Piped input is determined by all commands before it, so these stand for it.
    pub fn surroundings(&mut self, cwd: Option<&str>, input: &Input) {
        if self.assigned.len() >= SURROUNDINGS {
            self.assigned.push(None);
            self.assigned.dedup();
            return;
        }
        let mut found = Vec::new();
        if cwd != self.setting.cwd.as_deref() {
            found.push(cwd.map(|cwd| format!("cwd:{cwd}")));
        }
        match input {
            Input::Inherited => {}
            Input::Text(text, _) if text.len() <= INPUT => found.push(Some(format!("stdin:={text}"))),
            Input::Text(..) => found.push(None),
            Input::File(word) => found.push(word.known().map(|path| format!("stdin:<{path}"))),
            Input::Paths | Input::Numbers | Input::Unknown => {
                found.push(self.said().map(|said| format!("stdin:|{said}")))
            }
        }
        found.retain(|new| !self.assigned.contains(new));
        self.assigned.extend(found);
    }

    /// Returns the facts. The surroundings that the text gives its commands count as one more command: a
    /// grant for a command does not cover it in other surroundings.
    pub fn finish(mut self) -> Facts {
        if !self.assigned.is_empty() && self.facts.class() != Class::Read {
            let words = std::mem::take(&mut self.assigned);
            self.facts.commands.insert(0, Command { words, class: Class::Mutable });
        }
        self.facts
    }

    /// Runs `f` and returns the class of its own findings only.
    pub fn class_of(&mut self, f: impl FnOnce(&mut Self)) -> Class {
        let before = std::mem::take(&mut self.facts);
        f(self);
        let found = std::mem::replace(&mut self.facts, before);
        let class = found.class();
        for command in found.commands {
            if self.facts.commands.len() < Facts::KEPT && !self.facts.commands.contains(&command) {
                self.facts.commands.push(command);
            }
        }
        for finding in found.findings {
            self.facts.add(finding);
        }
        class
    }
}
