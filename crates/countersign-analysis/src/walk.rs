//! What is carried along while a command line is walked: findings, and what the text itself settles.

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

/// How deep commands may stand in commands.
pub(crate) const DEPTH: usize = 24;
/// How many simple commands are looked at.
pub(crate) const COMMANDS: usize = 20_000;
/// How much text is parsed, text in text counting each time, in bytes.
pub(crate) const BYTES: usize = 512 * 1024;

/// How much text is kept that a command gets as input, in bytes: a longer one cannot be compared.
const INPUT: usize = 4096;
/// How many surroundings are kept: with more of them, nothing can be compared.
const SURROUNDINGS: usize = 64;

/// What is known of the place in which a call runs.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The working folder, absolute.
    pub cwd: Option<String>,
    /// The home of whoever runs it.
    pub home: Option<String>,
    /// Variables that the call itself puts into the environment; None removes one.
    pub variables: Vec<(String, Option<String>)>,
    /// What comes in by standard input.
    pub stdin: Option<String>,
}

/// What a command reads from its standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// Nothing, or what the call itself got: nobody pipes into it.
    Inherited,
    /// This text.
    Text(String, Span),
    /// A file.
    File(Word),
    /// Lines none of which begins with a dash.
    Paths,
    /// Numbers.
    Numbers,
    /// What only running tells.
    Unknown,
}

/// What a command prints, as far as that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Output {
    /// Exactly this.
    Text(String),
    /// Paths, which do not begin with a dash.
    Paths,
    /// Numbers.
    Numbers,
    /// What only running tells.
    Unknown,
}

/// A value of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Value(pub Vec<Piece>);

/// A function that the text defined.
#[derive(Debug, Clone)]
pub(crate) struct Function {
    /// What it may do: several where branches define it differently.
    pub bodies: Vec<Body>,
    /// Whether it is certainly defined where it is called.
    pub certain: bool,
}

/// One definition of a function.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    /// What it does.
    pub tree: Rc<brush_parser::ast::FunctionBody>,
    /// Where the text stands that defined it, if that is text in text.
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

/// What the text has settled so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Scope {
    /// Variables that the text set.
    pub variables: BTreeMap<String, Value>,
    /// Arrays that the text set.
    pub arrays: BTreeMap<String, Vec<Word>>,
    /// Arrays whose keys are texts, not expressions.
    pub associative: BTreeSet<String>,
    /// Variables whose values are evaluated as expressions when they are assigned.
    pub integers: BTreeSet<String>,
    /// Whether variables that are not listed may hold what this text gave them.
    pub set_elsewhere: bool,
    /// Functions that the text defined.
    pub functions: BTreeMap<String, Function>,
    /// Aliases that the text defined.
    pub aliases: BTreeMap<String, String>,
    /// The working folder; None once it is not known any more.
    pub cwd: Option<String>,
    /// Whether what is set from here on may be handed on to commands.
    pub exporting: bool,
    /// Whether words may be split otherwise than usual.
    pub odd_splitting: bool,
    /// `$1`, `$2`… where the text set them.
    pub positional: Option<Vec<Word>>,
}

/// One walk over one text.
pub(crate) struct Walk<'a> {
    /// The place.
    pub setting: &'a Setting,
    /// What was found.
    pub facts: Facts,
    /// What the text has settled.
    pub scope: Scope,
    /// How deep we are.
    pub depth: usize,
    /// How many more commands are looked at.
    pub budget: usize,
    /// How many more bytes of shell text are parsed.
    pub bytes: usize,
    /// The span that findings of text without one of its own get: set while text in text is walked.
    pub within: Option<Span>,
    /// The functions being walked, so that one that calls itself is noticed.
    pub calling: Vec<String>,
    /// How many conditions we are under: what is settled there may not be.
    pub conditions: usize,
    /// What was settled wherever a loop or a function is left before its end.
    pub jumps: Vec<Scope>,
    /// For each function being walked, what its local variables were outside.
    pub locals: Vec<BTreeMap<String, Option<Value>>>,
    /// The texts that traps run.
    pub traps: Vec<(String, Span)>,
    /// The variables that they set, which may hold that at any time.
    pub trapped: BTreeSet<String>,
    /// Where the simple command stands that is being looked at.
    pub here: Span,
    /// What was put into the environment of commands, as far as it is known.
    pub assigned: Vec<Option<String>>,
    /// The text that is being walked.
    pub text: Rc<str>,
    /// Where each of its characters begins and where the last one ends, if not all of them are one byte.
    pub starts: Option<Rc<[usize]>>,
}

impl<'a> Walk<'a> {
    /// Begins a walk.
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
        // What no word in particular gives, the command gives.
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

    /// Notes that something could not be understood; with the class that its worst reading has.
    pub fn opaque(&mut self, class: Class, reason: Message, span: Span) {
        self.put(Effect::Opaque, None, reason.clone(), span, false);
        if class == Class::Destructive {
            self.put(Effect::Destroy, None, reason, span, false);
        }
    }

    /// Notes an effect on a path, resolved against the folder; what is always asked about is noted too.
    pub fn path(&mut self, effect: Effect, word: &Word, reason: Message) {
        path::note(self, effect, word, reason);
    }

    /// Notes a simple command with the class that it turned out to have.
    pub fn command(&mut self, words: &[Word], class: Class) {
        let words = words.iter().map(Word::known).collect();
        let command = Command { words, class };
        if self.facts.commands.len() < Facts::KEPT && !self.facts.commands.contains(&command) {
            self.facts.commands.push(command);
        }
    }

    /// The words of all commands so far; None where one of them only running tells.
    fn said(&self) -> Option<String> {
        let words =
            self.facts.commands.iter().flat_map(|c| c.words.iter().map(Option::as_deref).chain([Some(";")]));
        Some(words.collect::<Option<Vec<&str>>>()?.join(" "))
    }

    /// Notes in which folder a command runs and what it gets as input, where the text says that: they are among the surroundings
    /// (see [`Walk::finish`]). What is piped into it was said before it, so all that was said before stands for that.
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

    /// What was found. The surroundings that the text gives its commands count as one of them: a remembered yes to a
    /// command is none to the same command in other surroundings.
    pub fn finish(mut self) -> Facts {
        if !self.assigned.is_empty() && self.facts.class() != Class::Read {
            let words = std::mem::take(&mut self.assigned);
            self.facts.commands.insert(0, Command { words, class: Class::Mutable });
        }
        self.facts
    }

    /// Runs `f` and tells the class of what it found, whatever was found before.
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
