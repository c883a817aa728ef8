//! JavaScript in Node: names, members and calls that only compute, read and print.
//!
//! No reachable value does more than that, so values may be passed anywhere. To keep it so, the ways to other
//! values are checked: members of globals, modules, and lookups by computed keys.

mod lex;
mod lookup;
mod names;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use self::lex::tokens;
use self::{
    lex::{KEYWORDS, ends_value},
    names::{BANNED, CALLED, FUNCTIONS, NAME_FILES, NO_NAMES, PROCESS, global, has, module},
};
use super::{Reads, listed, token::Token};

/// Returns what the text reads, if it only computes, reads and prints.
pub(super) fn reads(text: &str) -> Option<Reads> {
    let tokens = tokens(text)?;
    let mut checker = Checker { tokens: &tokens, ..Checker::default() };
    checker.bind()?;
    (0..tokens.len()).try_for_each(|at| checker.check(at))?;
    Some(checker.found())
}

#[derive(Default)]
struct Checker<'a> {
    tokens: &'a [Token],
    /// Names bound to a module.
    modules: Vec<(String, &'static str)>,
    /// Names bound to anything else, and how often.
    bound: BTreeMap<String, usize>,
    /// Names imported from a module, all of which only read.
    members: BTreeSet<String>,
    /// Names declared as functions.
    functions: BTreeSet<String>,
    /// Names declared as numbers.
    numbers: BTreeSet<String>,
}

impl Checker<'_> {
    fn get(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    fn before(&self, at: usize, by: usize) -> Option<&Token> {
        at.checked_sub(by).and_then(|at| self.tokens.get(at))
    }

    fn is_op(&self, at: usize, op: char) -> bool {
        self.get(at) == Some(&Token::Op(op))
    }

    /// Returns the module that `require("…")` names here.
    fn required(&self, at: usize) -> Option<&str> {
        match (self.get(at)?, self.get(at + 1)?, self.get(at + 2)?, self.get(at + 3)?) {
            (Token::Name(n), Token::Op('('), Token::Text(text), Token::Op(')')) if n == "require" => {
                Some(text)
            }
            _ => None,
        }
    }

    fn add(&mut self, name: &str) -> Option<()> {
        let taken = global(name).is_some() || [KEYWORDS, FUNCTIONS, NO_NAMES].iter().any(|l| listed(l, name));
        *self.bound.entry(name.to_owned()).or_default() += 1;
        (!taken).then_some(())
    }

    /// Collects the names that the text binds: declarations and parameters.
    fn bind(&mut self) -> Option<()> {
        for at in 0..self.tokens.len() {
            match self.get(at)? {
                Token::Name(word) if matches!(word.as_str(), "const" | "let" | "var") => {
                    self.declarations(at)?
                }
                Token::Name(word) if word == "function" => self.function(at)?,
                Token::Op('=') if self.is_op(at + 1, '>') => self.parameters(at)?,
                Token::Name(word) if word == "catch" && self.before(at, 1) != Some(&Token::Op('.')) => {
                    if let Some(Token::Name(name)) =
                        self.tokens.get(at + 2).filter(|_| self.is_op(at + 1, '('))
                    {
                        self.add(name)?;
                    }
                }
                _ => {}
            }
        }
        let clash = |name: &String| self.modules.iter().any(|(n, _)| n == name);
        (!self.bound.keys().chain(&self.members).any(clash)).then_some(())?;
        let once = |name: &String| self.bound.get(name) == Some(&1) && !self.assigned(name);
        let functions = self.functions.iter().filter(|n| once(n)).cloned().collect();
        let numbers = self.numbers.iter().filter(|n| once(n)).cloned().collect();
        (self.functions, self.numbers) = (functions, numbers);
        Some(())
    }

    /// Whether a name is assigned after its declaration.
    fn assigned(&self, name: &str) -> bool {
        let set = |at: usize| {
            self.is_op(at + 1, '=')
                && !matches!(self.get(at + 2), Some(Token::Op('=' | '>')))
                && !self.declared(at)
        };
        let taken_apart = |at: usize| matches!(self.get(at + 1), Some(Token::Op('}' | ']')));
        let declared_apart =
            |at: usize| self.is_op(at + 1, ',') && matches!(self.before(at, 1), Some(Token::Op('[' | '{')));
        (0..self.tokens.len())
            .filter(|at| self.get(*at).is_some_and(|t| t.is_name(name)))
            .any(|at| set(at) || (taken_apart(at) || declared_apart(at)) && self.patterns())
    }

    /// Whether there is a destructuring assignment, which can bind a name to anything.
    fn patterns(&self) -> bool {
        self.tokens.windows(3).any(|three| {
            matches!(three, [Token::Op('}' | ']'), Token::Op('='), next] if !matches!(next, Token::Op('=')))
        })
    }

    fn declarations(&mut self, at: usize) -> Option<()> {
        let mut start = at + 1;
        loop {
            self.declaration(start)?;
            // The next one follows a comma outside of brackets.
            let mut depth = 0usize;
            start = loop {
                match self.get(start) {
                    None | Some(Token::Op(';')) => return Some(()),
                    Some(Token::Op('(' | '[' | '{')) => depth += 1,
                    Some(Token::Op(')' | ']' | '}')) => match depth.checked_sub(1) {
                        Some(less) => depth = less,
                        None => return Some(()),
                    },
                    Some(Token::Op(',')) if depth == 0 => break start + 1,
                    Some(Token::Name(word))
                        if depth == 0 && matches!(word.as_str(), "const" | "let" | "var") =>
                    {
                        return Some(());
                    }
                    Some(_) => {}
                }
                start += 1;
            };
        }
    }

    fn declaration(&mut self, at: usize) -> Option<()> {
        match self.tokens.get(at)? {
            Token::Name(name) => {
                let assigned = self.is_op(at + 1, '=');
                let required = self.required(at + 2).filter(|_| assigned).and_then(module);
                if let Some((known, _)) = required.filter(|_| !self.is_op(at + 6, '.')) {
                    self.modules.push((name.clone(), known));
                    return global(name).is_none().then_some(());
                }
                if assigned
                    && self.is_function(at + 2)
                    && self.before(at, 1).is_some_and(|t| t.is_name("const"))
                {
                    self.functions.insert(name.clone());
                }
                if assigned
                    && matches!(self.get(at + 2), Some(Token::Number))
                    && matches!(self.get(at + 3), Some(Token::Op(';' | ',')))
                {
                    self.numbers.insert(name.clone());
                }
                self.add(name)
            }
            Token::Op('{' | '[') => {
                let end = (at + 1..self.tokens.len())
                    .find(|i| matches!(self.get(*i), Some(Token::Op('}' | ']'))))?;
                let required = self.required(end + 2).and_then(module);
                for i in at + 1..end {
                    match (self.tokens.get(i)?, required) {
                        (Token::Name(_), None) if self.is_op(i + 1, ':') => {}
                        (Token::Name(name), Some((_, members))) => {
                            listed(members, name).then_some(())?;
                            (!listed(NO_NAMES, name)).then_some(())?;
                            self.members.insert(name.clone());
                        }
                        (Token::Name(name), None) => self.add(name)?,
                        (Token::Op(',' | '.'), None) | (Token::Op(','), Some(_)) | (Token::Op(':'), None) => {
                        }
                        _ => return None,
                    }
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Whether a function literal begins here.
    fn is_function(&self, at: usize) -> bool {
        match self.get(at) {
            Some(Token::Name(name)) if name == "function" => true,
            Some(Token::Name(_)) => self.is_op(at + 1, '=') && self.is_op(at + 2, '>'),
            Some(Token::Op('(')) => {
                self.closing(at).is_some_and(|end| self.is_op(end + 1, '=') && self.is_op(end + 2, '>'))
            }
            _ => false,
        }
    }

    /// Returns where the bracket opened here closes.
    fn closing(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (i, token) in self.tokens.iter().enumerate().skip(at) {
            match token {
                Token::Op('(' | '[' | '{') => depth += 1,
                Token::Op(')' | ']' | '}') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Returns where the bracket closed here opens.
    fn opening(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for i in (0..=at).rev() {
            match self.get(i)? {
                Token::Op(')' | ']' | '}') => depth += 1,
                Token::Op('(' | '[' | '{') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(i);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// `function name(a, b)`.
    fn function(&mut self, at: usize) -> Option<()> {
        let named = matches!(self.get(at + 1), Some(Token::Name(_)));
        if let Some(Token::Name(name)) = self.tokens.get(at + 1) {
            self.functions.insert(name.clone());
            self.add(name)?;
        }
        let open = at + 1 + usize::from(named);
        self.is_op(open, '(').then_some(())?;
        let close = self.closing(open)?;
        self.bind_all(open + 1, close)
    }

    /// Binds the parameters before `=>`: one name, or names in parentheses, also destructured.
    fn parameters(&mut self, at: usize) -> Option<()> {
        let last = at.checked_sub(1)?;
        match self.tokens.get(last)? {
            Token::Name(name) => self.add(name),
            Token::Op(')') => {
                let open = self.opening(last)?;
                self.bind_all(open + 1, last)
            }
            _ => None,
        }
    }

    fn bind_all(&mut self, from: usize, to: usize) -> Option<()> {
        for i in from..to {
            match self.tokens.get(i)? {
                Token::Name(_) if self.is_op(i + 1, ':') => {}
                Token::Name(name) => self.add(name)?,
                Token::Op(',' | '{' | '}' | '[' | ']' | ':' | '.' | '=') | Token::Number | Token::Text(_) => {
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn check(&self, at: usize) -> Option<()> {
        let before = self.before(at, 1);
        match self.get(at)? {
            Token::Name(name) => self.name(at, name),
            Token::Text(text) => (!listed(BANNED, text)).then_some(()),
            Token::Op('[') if before.is_some_and(ends_value) => self.lookup(at).then_some(()),
            // A computed key of an object can be any code.
            Token::Op('[') if matches!(before, Some(Token::Op('{' | ','))) => {
                (!self.is_op(self.closing(at)? + 1, ':')).then_some(())
            }
            Token::Op('(') if matches!(before, Some(Token::Op(']' | '}'))) => None,
            Token::Op('(') if before == Some(&Token::Op(')')) => self.immediate(at - 1),
            Token::Filled if before.is_some_and(ends_value) => None,
            _ => Some(()),
        }
    }

    /// `(function () { … })()` and `(() => …)()`: the bracket closed at `at` must contain one function.
    fn immediate(&self, at: usize) -> Option<()> {
        let open = self.opening(at)?;
        self.is_function(open + 1).then_some(())?;
        let plain = self.get(open + 1)?.is_name("function");
        let block =
            (open + 1..at).find(|i| self.is_op(*i, '{') && self.before(*i, 1) != Some(&Token::Op('(')));
        match block {
            Some(block) if plain || self.before(block, 1) == Some(&Token::Op('>')) => {
                (self.closing(block)? + 1 == at).then_some(())
            }
            _ => None,
        }
    }

    fn name(&self, at: usize, name: &str) -> Option<()> {
        if listed(BANNED, name) {
            return None;
        }
        let before = self.before(at, 1);
        let called = self.is_op(at + 1, '(');
        let asked = self.is_op(at + 1, '.');
        let member = before == Some(&Token::Op('.')) && self.before(at, 2) != Some(&Token::Op('.'));
        let key = self.is_op(at + 1, ':') && matches!(before, Some(Token::Op('{' | ',')));
        if member {
            return self.member(at, name, called);
        }
        let fine = match name {
            "require" => return self.require(at),
            "process" => asked,
            _ if key || listed(KEYWORDS, name) || self.members.contains(name) => true,
            _ if self.modules.iter().any(|(n, _)| n == name) => asked || self.declared(at),
            _ if self.bound.contains_key(name) => !called || self.functions.contains(name),
            // Modules are available under their names.
            _ if module(name).is_some() => asked,
            _ if listed(FUNCTIONS, name) => true,
            _ if global(name).is_some() => {
                let made = before.is_some_and(|t| t.is_name("new") || t.is_name("instanceof"));
                asked || called || made
            }
            _ => false,
        };
        fine.then_some(())
    }

    fn require(&self, at: usize) -> Option<()> {
        if self.is_op(at + 1, '.') {
            return self.get(at + 2)?.is_name("resolve").then_some(());
        }
        let name = self.required(at)?;
        if name.ends_with(".json") {
            return Some(());
        }
        module(name)?;
        // Bound to a name, or followed by a member.
        let bound = self.before(at, 1) == Some(&Token::Op('=')) && self.declared(at.checked_sub(2)?);
        (bound || self.is_op(at + 4, '.')).then_some(())
    }

    /// Whether the name, or the names in braces, ending here are being declared.
    fn declared(&self, at: usize) -> bool {
        let declares =
            |at: Option<&Token>| at.is_some_and(|t| ["const", "let", "var"].iter().any(|k| t.is_name(k)));
        // One of several declarations; each was bound above.
        let listed_before = || {
            self.before(at, 1) == Some(&Token::Op(','))
                && matches!(self.get(at), Some(Token::Name(n)) if self.bound.contains_key(n) || self.modules.iter().any(|(m, _)| m == n))
        };
        match self.get(at) {
            Some(Token::Name(_)) => declares(self.before(at, 1)) || listed_before(),
            Some(Token::Op('}')) => self.opening(at).is_some_and(|open| declares(self.before(open, 1))),
            _ => false,
        }
    }

    fn member(&self, at: usize, name: &str, called: bool) -> Option<()> {
        let owner = self.before(at, 2)?;
        let first = self.before(at, 3) != Some(&Token::Op('.'));
        let fine = match owner {
            Token::Name(owner) if first => match owner.as_str() {
                "process" => {
                    let output = matches!(name, "stdin" | "stdout" | "stderr");
                    let shown = match name {
                        "stdin" => ["on", "setEncoding", "resume", "isTTY"],
                        _ => ["write", "columns", "rows", "isTTY"],
                    };
                    let asked =
                        matches!(self.get(at + 2), Some(Token::Name(n)) if shown.contains(&n.as_str()));
                    listed(PROCESS, name) && (!output || self.is_op(at + 1, '.') && asked)
                }
                "require" => name == "resolve" && called,
                _ => match (self.module_of(owner), global(owner).filter(|_| !self.bound.contains_key(owner)))
                {
                    (Some(members), _) => listed(members, name),
                    (None, Some(members)) => has(members, name),
                    (None, None) => self.plain_member(at, name, called),
                },
            },
            Token::Op(')') => {
                let required = at.checked_sub(5).and_then(|r| self.required(r)).and_then(module);
                match required {
                    Some((_, members)) => listed(members, name),
                    None => self.plain_member(at, name, called),
                }
            }
            _ => self.plain_member(at, name, called),
        };
        fine.then_some(())
    }

    /// Returns the read-only members of the module that a name is bound to.
    fn module_of(&self, name: &str) -> Option<&'static str> {
        let bound = self.modules.iter().find(|(n, _)| n == name).map(|(_, m)| *m);
        let known = || (!self.bound.contains_key(name)).then_some(name);
        bound.or_else(|| known().and_then(|n| module(n)).map(|(m, _)| *m)).and_then(module).map(|(_, m)| *m)
    }

    fn plain_member(&self, at: usize, name: &str, called: bool) -> bool {
        if name == "write" {
            let of_process = self.before(at, 4).is_some_and(|t| t.is_name("process"));
            return of_process
                && self.before(at, 2).is_some_and(|t| t.is_name("stdout") || t.is_name("stderr"));
        }
        // Only standard input emits events here.
        let told =
            name == "on" && matches!(self.get(at + 2), Some(Token::Text(_))) && self.is_op(at + 3, ',');
        !called || listed(CALLED, name) || told && self.is_function(at + 4)
    }

    /// Returns the files and variables that the text names.
    fn found(&self) -> Reads {
        let mut reads = Reads::default();
        for (at, token) in self.tokens.iter().enumerate() {
            match (token, self.before(at, 1), self.before(at, 2)) {
                (Token::Text(text), Some(Token::Op('(')), Some(Token::Name(name)))
                    if listed(NAME_FILES, name) =>
                {
                    let known = name == "require" && !text.ends_with(".json");
                    reads.files.extend((!known).then(|| text.clone()));
                }
                (Token::Text(name), Some(Token::Op('[')), Some(env)) if env.is_name("env") => {
                    reads.variables.push(name.clone());
                }
                (Token::Name(name), Some(Token::Op('.')), Some(env)) if env.is_name("env") => {
                    reads.variables.push(name.clone());
                }
                (Token::Text(text), ..) => reads.texts.push(text.clone()),
                _ => {}
            }
        }
        reads
    }
}

#[cfg(test)]
mod tests;
