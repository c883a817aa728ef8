//! Tokens of program text that the supported languages share.

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword, with its sigil where the language has them.
    Name(String),
    /// A number.
    Number,
    /// Quoted text without interpolation.
    Text(String),
    /// Quoted text with interpolation; its code was tokenized separately.
    Filled,
    /// A pattern.
    Pattern,
    /// The end of a line.
    Newline,
    /// Everything else.
    Op(char),
}

impl Token {
    /// Whether it is this name.
    pub fn is_name(&self, name: &str) -> bool {
        matches!(self, Self::Name(n) if n == name)
    }

    /// Whether a value may end here, so a slash divides and a bracket looks up.
    pub fn ends_value(&self, keywords: &str) -> bool {
        match self {
            Self::Name(name) => !super::listed(keywords, name),
            Self::Number | Self::Text(_) | Self::Filled | Self::Pattern => true,
            Self::Op(c) => matches!(c, ')' | ']' | '}'),
            Self::Newline => false,
        }
    }
}

/// Reads characters in order.
pub(super) struct Chars {
    chars: Vec<char>,
    at: usize,
}

impl Chars {
    /// Starts at the beginning.
    pub fn new(text: &str) -> Self {
        Self { chars: text.chars().collect(), at: 0 }
    }

    /// Returns the character `by` positions ahead.
    pub fn ahead(&self, by: usize) -> Option<char> {
        self.chars.get(self.at + by).copied()
    }

    /// Consumes a character.
    pub fn next(&mut self) -> Option<char> {
        let c = self.ahead(0)?;
        self.at += 1;
        Some(c)
    }

    /// Consumes characters while they fit.
    pub fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.ahead(0).filter(|c| fits(*c)) {
            text.push(c);
            self.at += 1;
        }
        text
    }

    /// Whether the rest begins with this text.
    pub fn at(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(i, c)| self.ahead(i) == Some(c))
    }

    /// Consumes `by` characters.
    pub fn skip(&mut self, by: usize) {
        self.at += by;
    }

    /// Consumes the text up to an unescaped quote; only the usual escapes are decoded.
    pub fn quoted(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.next()? {
                c if c == quote => return Some(text),
                '\\' => match self.next()? {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    c @ ('\\' | '\'' | '"' | '/' | '`') => text.push(c),
                    '\n' => {}
                    // A text with any other escape must not equal a listed one.
                    other => text.extend(['\u{fffd}', other]),
                },
                c => text.push(c),
            }
        }
    }

    /// Consumes the code up to the closing brace; quotes and braces in it must be paired.
    pub fn braced(&mut self) -> Option<String> {
        let mut depth = 0;
        let mut code = String::new();
        loop {
            let c = self.next()?;
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => return Some(code),
                '}' => depth -= 1,
                // Nested quotes can hide where the code ends.
                '\\' | '`' => return None,
                '"' | '\'' => {
                    let inside = self.take(|x| x != c && x != '\\' && x != '{' && x != '}' && x != '\n');
                    self.next().filter(|end| *end == c)?;
                    code.push(c);
                    code.push_str(&inside);
                }
                _ => {}
            }
            code.push(c);
        }
    }

    /// Consumes a number, which must begin with a digit.
    pub fn number(&mut self) {
        let mut last = '0';
        while let Some(c) = self.ahead(0) {
            let fits = c.is_ascii_alphanumeric() || c == '_';
            let point = c == '.' && self.ahead(1).is_some_and(|d| d.is_ascii_digit());
            let sign = matches!(c, '+' | '-')
                && matches!(last, 'e' | 'E')
                && self.ahead(1).is_some_and(|d| d.is_ascii_digit());
            if !fits && !point && !sign {
                return;
            }
            last = c;
            self.at += 1;
        }
    }
}
