//! `a[key]` in JavaScript. A computed key may lead to any code (`constructor`), so the result must be used
//! right there: printed, compared, or calculated with.

use super::{
    super::{listed, token::Token},
    Checker,
    lex::ends_value,
    names::{BANNED, CALLED, FUNCTIONS, global, module},
};

impl Checker<'_> {
    /// Whether the lookup whose bracket opens here only gives values.
    pub(super) fn lookup(&self, at: usize) -> bool {
        let Some(close) = self.closing(at) else { return false };
        let of_owner = match self.before(at, 1) {
            Some(Token::Name(owner)) => {
                let member = self.before(at, 2) == Some(&Token::Op('.'));
                let owns = owner == "process" || self.module_of(owner).is_some() || module(owner).is_some();
                !member && (owns || global(owner).is_some() && !self.bound.contains_key(owner))
            }
            _ => false,
        };
        if of_owner || self.is_op(close + 1, '(') {
            return false;
        }
        match self.tokens.get(at + 1..close) {
            Some([Token::Number]) => true,
            Some([Token::Text(key)]) => !listed(BANNED, key) && !key.contains('\u{fffd}'),
            Some([Token::Name(name)]) if self.numbers.contains(name) => true,
            // Subtracting a number gives a number.
            Some([.., Token::Op('-'), Token::Number]) => true,
            Some([]) | None => false,
            Some(_) => self.ends_here(at, close),
        }
    }

    fn ends_here(&self, at: usize, close: usize) -> bool {
        let Some(start) = self.chain_start(at) else { return false };
        let mut end = close + 1;
        loop {
            match (self.get(end), self.get(end + 1)) {
                (Some(Token::Op('.')), Some(Token::Name(name))) if self.is_op(end + 2, '(') => {
                    return listed(CALLED, name);
                }
                (Some(Token::Op('.')), Some(Token::Name(_))) => end += 2,
                (Some(Token::Op('[')), _) => match self.closing(end) {
                    Some(close) => end = close + 1,
                    None => return false,
                },
                _ => break,
            }
        }
        self.is_operand(start, end) || self.is_shown(start, end)
    }

    /// Whether it is calculated with, compared, or assigned to.
    fn is_operand(&self, start: usize, end: usize) -> bool {
        let after = match (self.get(end), self.get(end + 1)) {
            (Some(Token::Op('=')), next) => next != Some(&Token::Op('>')),
            (Some(Token::Op('?')), next) => next != Some(&Token::Op('?')),
            (Some(Token::Op('!')), next) => next == Some(&Token::Op('=')),
            (Some(Token::Op('+' | '-' | '*' | '/' | '%' | '<' | '>')), _) => true,
            _ => false,
        };
        let before = self.before(start, 1);
        after
            || before == Some(&Token::Op('!'))
            || before.is_some_and(|t| t.is_name("of") || t.is_name("in")) && self.is_op(end, ')')
    }

    /// Whether it is passed to a function that only prints or converts it, or is a condition.
    fn is_shown(&self, start: usize, end: usize) -> bool {
        let Some(open) = self.enclosing(start) else { return false };
        let Some(close) = self.closing(open) else { return false };
        let callee = self.before(open, 1);
        if callee.is_some_and(|t| t.is_name("if") || t.is_name("while")) {
            return true;
        }
        // `(a[k] || 0) + 1`, and code in a template.
        let counted = matches!(self.get(close + 1), Some(Token::Op('+' | '-' | '*' | '/' | '%')));
        let added = callee == Some(&Token::Op('+')) || counted && !callee.is_some_and(ends_value);
        if added {
            let arrow = (open..close).any(|i| self.is_op(i, '=') && self.is_op(i + 1, '>'));
            return !arrow;
        }
        let alone = matches!(self.before(start, 1), Some(Token::Op('(' | ',')))
            && matches!(self.get(end), Some(Token::Op(',' | ')')));
        let shows = match (callee, self.before(open, 2), self.before(open, 3)) {
            (Some(Token::Name(name)), dot, _) if dot != Some(&Token::Op('.')) => {
                listed(FUNCTIONS, name) && name != "structuredClone"
            }
            (Some(Token::Name(name)), Some(Token::Op('.')), Some(Token::Name(owner))) => {
                let known = matches!(owner.as_str(), "console" | "JSON" | "Math")
                    || owner == "Object" && matches!(name.as_str(), "keys" | "entries" | "values")
                    || owner == "Array" && name == "isArray";
                known && !self.bound.contains_key(owner) && self.before(open, 4) != Some(&Token::Op('.'))
            }
            _ => false,
        };
        // A replacer or reviver argument can be any function.
        let first = self.before(start, 1) == Some(&Token::Op('('));
        let json = self.before(open, 3).is_some_and(|t| t.is_name("JSON"));
        alone && shows && (first || !json)
    }

    /// Returns the bracket around the token at `at`, if it is a round one.
    fn enclosing(&self, at: usize) -> Option<usize> {
        let mut depth = 0usize;
        for i in (0..at).rev() {
            match self.get(i)? {
                Token::Op(')' | ']' | '}') => depth += 1,
                Token::Op(c @ ('(' | '[' | '{')) => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => return (*c == '(').then_some(i),
                },
                _ => {}
            }
        }
        None
    }

    /// Returns where the member chain containing the bracket at `at` begins.
    fn chain_start(&self, at: usize) -> Option<usize> {
        let mut start = at;
        loop {
            let last = start.checked_sub(1)?;
            start = match self.get(last)? {
                Token::Op(')' | ']') => {
                    let open = self.opening(last)?;
                    // A call or a lookup continues to the left; any other bracket begins the chain.
                    match self.before(open, 1) {
                        Some(before) if ends_value(before) => open,
                        _ => return Some(open),
                    }
                }
                Token::Name(_) if self.before(last, 1) == Some(&Token::Op('.')) => {
                    match self.before(last, 2) {
                        // `...name` begins here.
                        Some(Token::Op('.')) | None => return Some(last),
                        Some(_) => last - 1,
                    }
                }
                Token::Name(_) | Token::Text(_) | Token::Filled => return Some(last),
                _ => return None,
            };
        }
    }
}
