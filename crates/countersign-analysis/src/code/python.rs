//! Python: names, members and calls that only compute, read and print.
//!
//! Everything reachable by the listed names and members only does that, so values may be passed anywhere and
//! called. A function that can do more depending on its arguments (`open`) is not a value: it must be called
//! where it stands, with arguments that prove it only reads. Modules are not values either.

mod lex;
mod names;

use std::collections::BTreeSet;

use self::{
    lex::INDENT,
    names::{
        ANY_MODULE, BANNED, FETCHERS, KEYWORDS, KNOWN_PACKAGES, MEMBERS, MODULES, NAME_FILES, OPENERS,
        QUERIES, SHOWERS, member_of,
    },
};
use super::{Reads, listed, token::Token};

/// Returns what the text reads, if it only computes, reads and prints.
pub(super) fn reads(text: &str) -> Option<Reads> {
    let tokens = lex::tokens(text)?;
    let checker = Checker::new(&tokens)?;
    checker.check()?;
    Some(checker.found())
}

struct Checker<'a> {
    tokens: &'a [Token],
    /// Modules by the name bound to them.
    modules: Vec<(String, String)>,
    /// Positions of names that are part of an import.
    imported: BTreeSet<usize>,
    /// Whether an import may run later than it appears, or after a use of `path`.
    late: bool,
    /// Whether some values may be paths.
    paths: bool,
}

impl<'a> Checker<'a> {
    fn new(tokens: &'a [Token]) -> Option<Self> {
        let mut checker =
            Self { tokens, modules: Vec::new(), imported: BTreeSet::new(), late: false, paths: false };
        let mut at = 0;
        while at < tokens.len() {
            at = match tokens.get(at)? {
                Token::Name(word) if word == "import" => checker.import(at + 1)?,
                Token::Name(word) if word == "from" && checker.begins_statement(at) => {
                    checker.from(at + 1)?
                }
                _ => at + 1,
            };
        }
        let mentions = |wanted: &str| tokens.iter().any(|t| t.is_name(wanted));
        checker.paths = checker.imports("pathlib") || mentions("Path") || mentions("scandir");
        Some(checker)
    }

    fn get(&self, at: usize) -> Option<&'a Token> {
        self.tokens.get(at)
    }

    fn before(&self, at: usize, by: usize) -> Option<&'a Token> {
        at.checked_sub(by).and_then(|at| self.tokens.get(at))
    }

    fn is(&self, at: usize, name: &str) -> bool {
        self.get(at).is_some_and(|t| t.is_name(name))
    }

    fn is_op(&self, at: usize, op: char) -> bool {
        self.get(at) == Some(&Token::Op(op))
    }

    fn is_module(&self, called: &str, module: &str) -> bool {
        self.modules.iter().any(|(name, known)| name == called && known == module)
    }

    fn imports(&self, wanted: &str) -> bool {
        self.modules.iter().any(|(_, module)| module.split('.').next() == Some(wanted))
    }

    /// Binds a name to a module, once.
    fn bind(&mut self, called: String, module: String) {
        let bound = (called, module);
        if !self.modules.contains(&bound) {
            self.modules.push(bound);
        }
    }

    fn begins_statement(&self, at: usize) -> bool {
        matches!(self.before(at, 1), None | Some(Token::Newline | Token::Op(';' | ':' | INDENT)))
    }

    fn dotted(&mut self, mut at: usize) -> Option<(String, usize)> {
        let mut name = String::new();
        loop {
            let Token::Name(part) = self.tokens.get(at)? else { return None };
            self.imported.insert(at);
            name.push_str(part);
            at += 1;
            if !self.is_op(at, '.') {
                return Some((name, at));
            }
            name.push('.');
            at += 1;
        }
    }

    fn alias(&mut self, at: usize) -> Option<(Option<String>, usize)> {
        if !self.is(at, "as") {
            return Some((None, at));
        }
        let Token::Name(alias) = self.get(at + 1)? else { return None };
        self.imported.insert(at + 1);
        (!listed(KEYWORDS, alias)).then(|| (Some(alias.clone()), at + 2))
    }

    /// After the text has touched the module search path, an import may load anything.
    fn imports_at(&mut self, at: usize) {
        let before = at.checked_sub(1).map_or(&[][..], |at| self.tokens.get(..at).unwrap_or_default());
        let top = matches!(before.last(), None | Some(Token::Newline | Token::Op(';')));
        let touched =
            before.windows(2).any(|two| matches!(two, [Token::Op('.'), name] if name.is_name("path")));
        self.late |= touched || !top;
    }

    fn import(&mut self, mut at: usize) -> Option<usize> {
        self.imports_at(at);
        loop {
            let (module, after) = self.dotted(at)?;
            let (alias, after) = self.alias(after)?;
            if ["antigravity", "idlelib", "__main__", "__hello__", "turtledemo", "test", "builtins"]
                .contains(&module.as_str())
            {
                return None;
            }
            match alias {
                Some(alias) => self.bind(alias, module),
                None => {
                    let top = module.split('.').next().unwrap_or_default().to_owned();
                    let shown = if listed(MODULES, &module) { top.clone() } else { module };
                    self.bind(top, shown);
                }
            }
            if !self.is_op(after, ',') {
                return Some(after);
            }
            at = after + 1;
        }
    }

    fn from(&mut self, at: usize) -> Option<usize> {
        self.imports_at(at);
        let (module, mut at) = self.dotted(at)?;
        self.is(at, "import").then_some(())?;
        self.imported.insert(at);
        at += 1;
        let bracketed = self.is_op(at, '(');
        at += usize::from(bracketed);
        loop {
            while bracketed && matches!(self.get(at), Some(Token::Newline | Token::Op(INDENT))) {
                at += 1;
            }
            if bracketed && self.is_op(at, ')') {
                return Some(at + 1);
            }
            let Token::Name(name) = self.get(at)? else { return None };
            self.imported.insert(at);
            let (alias, after) = self.alias(at + 1)?;
            self.take_member(&module, name, alias)?;
            at = after;
            while bracketed && matches!(self.get(at), Some(Token::Newline | Token::Op(INDENT))) {
                at += 1;
            }
            match self.get(at) {
                Some(Token::Op(',')) => at += 1,
                Some(Token::Op(')')) if bracketed => return Some(at + 1),
                _ => return (!bracketed).then_some(at),
            }
        }
    }

    /// `from module import name`: the name must be a module, or harmless wherever it is passed.
    fn take_member(&mut self, module: &str, name: &str, alias: Option<String>) -> Option<()> {
        let whole = format!("{module}.{name}");
        if listed(MODULES, &whole) {
            self.bind(alias.unwrap_or_else(|| name.to_owned()), whole);
            return Some(());
        }
        let called_only = [OPENERS, FETCHERS, QUERIES].iter().any(|list| listed(list, name));
        let checked = ["load", "connect", "find_spec", "path", "replace", "copy", "dump"].contains(&name);
        // These are the same in each module; other members of the name are not.
        let plain = matches!((module, name), ("json" | "tomllib" | "toml" | "tomli", "load" | "dump"))
            || module == "copy" && name == "copy";
        let fine = listed(MODULES, module) && member_of(module, name) && !called_only && (!checked || plain);
        let alias_fine = alias.is_none_or(|alias| !listed(OPENERS, &alias) && name != "environ");
        (alias_fine && (fine || name == "__version__" || name == "VERSION")).then_some(())
    }

    fn check(&self) -> Option<()> {
        let asked = |called: &str| {
            self.tokens.windows(2).any(|two| matches!(two, [name, Token::Op('.')] if name.is_name(called)))
        };
        // An unlisted module must be asked for its version; otherwise importing it only runs its code.
        let silent = |(called, module): &(String, String)| {
            let top = module.split('.').next().unwrap_or_default();
            !listed(MODULES, module) && !listed(KNOWN_PACKAGES, top) && !asked(called)
        };
        if self.modules.iter().any(silent) {
            return None;
        }
        let opens = ["gzip", "bz2", "lzma", "zipfile", "tarfile"].iter().any(|module| self.imports(module));
        for (at, token) in self.tokens.iter().enumerate() {
            if self.imported.contains(&at) {
                continue;
            }
            let Token::Name(name) = token else {
                if *token == Token::Op('@') || *token == Token::Op('!') && !self.is_op(at + 1, '=') {
                    return None;
                }
                continue;
            };
            match name.as_str() {
                _ if self.before(at, 1) == Some(&Token::Op('.')) => self.member(at, name)?,
                "open" => self.opened(at, 1)?,
                // A type can be called by anything it is passed to, and that of an open archive opens files.
                "type" => (!opens).then_some(())?,
                "environ" => self.environment(at)?,
                _ if listed(BANNED, name) => return None,
                _ if self.modules.iter().any(|(called, _)| called == name) => {
                    self.is_op(at + 1, '.').then_some(())?;
                }
                _ if name.starts_with("__") => {
                    ["__name__", "__file__", "__doc__"].contains(&name.as_str()).then_some(())?;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Checks a member access.
    fn member(&self, at: usize, name: &str) -> Option<()> {
        let root = self.root(at);
        let direct = root == at.checked_sub(2);
        let modules: Vec<&str> = match root.and_then(|root| self.get(root)) {
            Some(Token::Name(root)) => {
                self.modules.iter().filter(|(n, _)| n == root).map(|(_, m)| m.as_str()).collect()
            }
            _ => Vec::new(),
        };
        // One name can be bound to several modules: all of them count.
        let mut owners = modules.iter().map(|module| Some(*module)).chain(modules.is_empty().then_some(None));
        owners.all(|module| self.member_is_fine(at, name, module, direct)).then_some(())
    }

    fn member_is_fine(&self, at: usize, name: &str, module: Option<&str>, direct: bool) -> bool {
        if let Some(module) = module
            && !listed(MODULES, module)
        {
            let asks = self.is_op(at + 1, '(');
            return listed(ANY_MODULE, name) && (!asks || name == "is_available" || name == "device_count");
        }
        let owner = module.filter(|_| direct);
        let of_owner = owner.is_none_or(|owner| member_of(owner, name));
        let fine = self.called_member(at, name, owner);
        of_owner && fine.unwrap_or(owner.is_some() || listed(MEMBERS, name) && name != "system")
    }

    /// Whether a member whose effect depends on its arguments is harmless here; None for other members.
    fn called_member(&self, at: usize, name: &str, owner: Option<&str>) -> Option<bool> {
        let given = self.arguments(at + 1).map(|starts| starts.len());
        let fine = match name {
            "open" => self.opened(at, usize::from(owner.is_some())).is_some(),
            "ZipFile" => self.opened(at, 1).is_some(),
            // The only thing to write to is the output, except for XML, which takes a file name.
            "write" => !self.imports("xml"),
            "writelines" => true,
            // On a path, it takes one argument and renames the file; on a text, it takes two.
            "replace" => !self.paths || given.is_some_and(|n| n >= 2),
            "copy" => !self.paths || owner == Some("copy") || given == Some(0),
            // A NumPy array dumps itself to a file.
            "dump" => owner.is_some(),
            "load" if owner == Some("numpy") => self.without_pickles(at + 1).is_some(),
            "load" if owner == Some("yaml") => self.safe_loader(at + 1).is_some(),
            "environ" => self.environment(at).is_some(),
            // The module search path may change, as long as nothing is imported afterwards.
            "path" if owner == Some("sys") => !self.late,
            "find_spec" => {
                matches!(self.get(at + 2), Some(Token::Text(name)) if !name.contains('.')) && given == Some(1)
            }
            "connect" => given.is_some() && owner == Some("sqlite3"),
            "__class__" => self.is_op(at + 1, '.') && self.is(at + 2, "__name__"),
            _ if listed(FETCHERS, name) => given.is_some() && self.names_file(at + 2),
            _ if listed(SHOWERS, name) => given == Some(0),
            _ if listed(QUERIES, name) => {
                let whole = matches!(self.get(at + 3), Some(Token::Op(',' | ')')));
                let known = matches!(self.get(at + 2), Some(Token::Text(_)));
                given.is_some() && whole && known && self.imports("sqlite3")
            }
            _ => return None,
        };
        Some(fine)
    }

    /// Whether the argument at `at` is a literal file name, or standard input.
    fn names_file(&self, at: usize) -> bool {
        match self.get(at) {
            Some(Token::Text(file)) => {
                !file.contains("://") && matches!(self.get(at + 1), Some(Token::Op(',' | ')')))
            }
            Some(Token::Name(io)) => self.is_module(io, "sys") && self.is(at + 2, "stdin"),
            _ => false,
        }
    }

    /// Some modules find the programs they start through the environment: it must not change.
    fn environment(&self, at: usize) -> Option<()> {
        if !self.imports("platform") && !self.imports("uuid") {
            return Some(());
        }
        match self.get(at + 1)? {
            Token::Op('.') => self.is(at + 2, "get").then_some(()),
            Token::Op('[') => (self.is_op(at + 3, ']') && !self.is_op(at + 4, '=')).then_some(()),
            _ => None,
        }
    }

    /// Returns where the member chain ending at `at` begins: `a` of `a.b.c`.
    fn root(&self, at: usize) -> Option<usize> {
        let mut root = at.checked_sub(2)?;
        loop {
            self.get(root).filter(|t| matches!(t, Token::Name(_)))?;
            match self.before(root, 1) {
                Some(Token::Op('.')) => root = root.checked_sub(2)?,
                _ => return Some(root),
            }
        }
    }

    /// Returns where the arguments of the call with the bracket at `at` begin; empty for `()`.
    fn arguments(&self, at: usize) -> Option<Vec<usize>> {
        self.is_op(at, '(').then_some(())?;
        let mut depth = 0usize;
        let mut begins = true;
        let mut starts = Vec::new();
        for (i, token) in self.tokens.iter().enumerate().skip(at) {
            let closes = matches!(token, Token::Op(')' | ']' | '}'));
            let blank = matches!(token, Token::Newline | Token::Op(INDENT));
            if depth == 1 && begins && !closes && !blank {
                starts.push(i);
                begins = false;
            }
            match token {
                Token::Op('(' | '[' | '{') => depth += 1,
                Token::Op(')' | ']' | '}') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        let stars = starts.iter().any(|start| self.is_op(*start, '*'));
                        return (!stars).then_some(starts);
                    }
                }
                Token::Op(',') if depth == 1 => begins = true,
                _ => {}
            }
        }
        None
    }

    /// Returns the name of the keyword argument at `at`.
    fn keyword(&self, at: usize) -> Option<&str> {
        match self.get(at) {
            Some(Token::Name(name)) if self.is_op(at + 1, '=') && !self.is_op(at + 2, '=') => Some(name),
            _ => None,
        }
    }

    /// Checks the arguments of NumPy's `load`: no pickles, and no writable mapping.
    fn without_pickles(&self, at: usize) -> Option<()> {
        let arguments = self.arguments(at)?;
        let fine = |start: &usize| {
            let alone = matches!(self.get(start + 3), Some(Token::Op(',' | ')')));
            match self.keyword(*start) {
                Some("allow_pickle") => self.is(start + 2, "False") && alone,
                // Other modes of mapping a file write assignments to it.
                Some("mmap_mode") => {
                    alone
                        && matches!(self.get(start + 2), Some(Token::Text(mode)) if mode == "r" || mode == "c")
                }
                _ => true,
            }
        };
        let plain = arguments.iter().filter(|start| self.keyword(**start).is_none()).count();
        (plain <= 1 && arguments.iter().all(fine)).then_some(())
    }

    fn safe_loader(&self, at: usize) -> Option<()> {
        let safe = |start: usize| {
            self.keyword(start) == Some("Loader")
                && matches!(self.get(start + 4), Some(Token::Name(n)) if n == "SafeLoader" || n == "CSafeLoader")
                && matches!(self.get(start + 5), Some(Token::Op(',' | ')')))
        };
        self.arguments(at)?.into_iter().any(safe).then_some(())
    }

    /// Checks that an opener is called, and only to read; `mode` is the position of the mode argument.
    fn opened(&self, at: usize, mode: usize) -> Option<()> {
        for (n, start) in self.arguments(at + 1)?.into_iter().enumerate() {
            match self.keyword(start) {
                Some("encoding" | "errors" | "newline" | "file" | "name" | "filename") => {}
                Some("mode") => self.mode(start + 2)?,
                Some(_) => return None,
                None if n < mode => {}
                None if n == mode => self.mode(start)?,
                // codecs.open has the encoding in this position.
                None if n == 2 && self.before(at, 2).is_some_and(|t| t.is_name("codecs")) => {}
                None => return None,
            }
        }
        Some(())
    }

    fn mode(&self, at: usize) -> Option<()> {
        let alone = matches!(self.get(at + 1), Some(Token::Op(',' | ')')));
        let reads = ["r", "rb", "rt", "rU", "r:gz", "r:bz2", "r:xz", "r:*", "r:", "r|gz", "r|*"];
        match self.get(at)? {
            Token::Text(mode) if alone && reads.contains(&mode.as_str()) => Some(()),
            _ => None,
        }
    }

    /// Returns the files, variables and SQL that the text names.
    fn found(&self) -> Reads {
        let mut reads = Reads::default();
        let environment = self.tokens.iter().any(|t| t.is_name("environ") || t.is_name("getenv"));
        for (at, token) in self.tokens.iter().enumerate() {
            let Token::Text(text) = token else { continue };
            match self.before(at, 2).filter(|_| self.before(at, 1) == Some(&Token::Op('('))) {
                Some(Token::Name(name)) if listed(QUERIES, name) => reads.sql.push(text.clone()),
                Some(Token::Name(name)) if listed(NAME_FILES, name) => reads.files.push(text.clone()),
                _ => reads.texts.push(text.clone()),
            }
            if environment {
                reads.variables.push(text.clone());
            }
        }
        reads
    }
}

#[cfg(test)]
mod tests;
