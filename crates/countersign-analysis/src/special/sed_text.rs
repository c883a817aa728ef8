//! Reads `sed` scripts far enough to find outside effects: files read and written, commands run.

/// An outside effect of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Act {
    /// Writes lines to a file.
    Write(String),
    /// Reads a file.
    Read(String),
    /// Runs this text in a shell.
    Run(String),
    /// Runs the input in a shell.
    RunInput,
}

/// The effects of a script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Script {
    /// The outside effects, in order.
    pub acts: Vec<Act>,
    /// Whether it deletes every line.
    pub deletes_all: bool,
    /// Whether it can print anything with automatic printing off.
    pub prints: bool,
}

/// Maximum number of outside effects.
const ACTS: usize = 200;

/// Parses a script. Where seds differ (a delimiter in brackets), both readings count.
pub(super) fn read(text: &str) -> Option<Script> {
    let with = Reader::new(text, true).script();
    let without = Reader::new(text, false).script();
    match (with, without) {
        (Some(mut one), Some(other)) => {
            one.deletes_all |= other.deletes_all;
            one.prints &= other.prints;
            let more: Vec<Act> = other.acts.into_iter().filter(|act| !one.acts.contains(act)).collect();
            one.acts.extend(more);
            Some(one)
        }
        (one, other) => one.or(other),
    }
    .filter(|script| script.acts.len() <= ACTS)
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    brackets: bool,
    script: Script,
    depth: usize,
}

/// The lines that a command's addresses select.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    All,
    Some,
}

impl Reader {
    fn new(text: &str, brackets: bool) -> Self {
        Self { chars: text.chars().collect(), at: 0, brackets, script: Script::default(), depth: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn eat(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|c| wanted(*c)) {
            text.push(c);
            self.at += 1;
        }
        text
    }

    fn line(&mut self) -> String {
        let text = self.eat(|c| c != '\n');
        text.trim_start().to_owned()
    }

    fn script(mut self) -> Option<Script> {
        loop {
            self.eat(|c| c.is_whitespace() || c == ';');
            if self.peek().is_none() {
                return (self.depth == 0).then_some(self.script);
            }
            if self.peek() == Some('#') {
                self.line();
                continue;
            }
            let lines = self.addresses()?;
            self.command(lines)?;
        }
    }

    fn addresses(&mut self) -> Option<Lines> {
        let first = self.address()?;
        self.eat(|c| c == ' ' || c == '\t');
        let mut lines = match first.as_deref() {
            None => Lines::All,
            Some("." | ".*" | "^" | "$" | "^.*$" | "^.*" | "0~1" | "1~1") => Lines::All,
            Some(_) => Lines::Some,
        };
        if first.is_some() && self.peek() == Some(',') {
            self.at += 1;
            self.eat(|c| c == ' ' || c == '\t');
            let prefix = self.peek().filter(|c| *c == '+' || *c == '~');
            self.at += usize::from(prefix.is_some());
            let last = self.address()?.filter(|_| prefix.is_none());
            let whole = matches!(first.as_deref(), Some("1" | "0")) && last.as_deref() == Some("#last");
            lines = if whole { Lines::All } else { Lines::Some };
        }
        self.eat(|c| c == ' ' || c == '\t');
        if !self.eat(|c| c == '!' || c == ' ').is_empty() {
            lines = Lines::Some;
        }
        Some(lines)
    }

    /// Reads one address as text: a pattern as written, the last line as `#last`.
    fn address(&mut self) -> Option<Option<String>> {
        match self.peek() {
            Some('0'..='9') => {
                let mut text = self.eat(|c| c.is_ascii_digit());
                if self.peek() == Some('~') {
                    self.at += 1;
                    text = format!("{text}~{}", self.eat(|c| c.is_ascii_digit()));
                }
                Some(Some(text))
            }
            Some('$') => {
                self.at += 1;
                Some(Some("#last".to_owned()))
            }
            Some('/') => {
                self.at += 1;
                self.pattern('/', true)
            }
            Some('\\') => {
                self.at += 1;
                let delimiter = self.next()?;
                self.pattern(delimiter, true)
            }
            _ => Some(None),
        }
    }

    fn pattern(&mut self, delimiter: char, is_pattern: bool) -> Option<Option<String>> {
        let text = self.until(delimiter, is_pattern)?;
        let flags = self.eat(|c| c == 'I' || c == 'M');
        // The last pattern is not tracked, and flags hardly change what a pattern selects.
        let empty = text.is_empty() || flags.contains('M');
        Some(Some(if empty { "#other".to_owned() } else { text }))
    }

    /// Returns the text up to an unescaped delimiter.
    fn until(&mut self, delimiter: char, is_pattern: bool) -> Option<String> {
        let mut text = String::new();
        while let Some(c) = self.next() {
            if c == delimiter {
                return Some(text);
            }
            match c {
                '\\' => {
                    text.push(c);
                    text.push(self.next()?);
                }
                '\n' if is_pattern => return None,
                '[' if is_pattern && self.brackets => {
                    text.push(c);
                    self.bracket(&mut text)?;
                }
                _ => text.push(c),
            }
        }
        None
    }

    fn bracket(&mut self, text: &mut String) -> Option<()> {
        if self.peek() == Some('^') {
            text.extend(self.next());
        }
        if self.peek() == Some(']') {
            text.extend(self.next());
        }
        loop {
            let c = self.next()?;
            text.push(c);
            match (c, self.peek()) {
                (']', _) => return Some(()),
                ('\n', _) => return None,
                ('[', Some(kind @ (':' | '.' | '='))) => {
                    text.extend(self.next());
                    loop {
                        let c = self.next()?;
                        text.push(c);
                        if c == kind && self.peek() == Some(']') {
                            text.extend(self.next());
                            break;
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn command(&mut self, lines: Lines) -> Option<()> {
        let command = self.next()?;
        match command {
            '{' => {
                self.depth += 1;
                return Some(());
            }
            '}' => self.depth = self.depth.checked_sub(1)?,
            'd' => {
                self.script.deletes_all |= lines == Lines::All && self.depth == 0;
            }
            'D' | 'g' | 'G' | 'h' | 'H' | 'n' | 'N' | 'x' | 'z' => {}
            '=' | 'p' | 'P' | 'F' => self.script.prints = true,
            'l' | 'L' | 'q' | 'Q' => {
                self.script.prints |= command == 'l';
                self.eat(|c| c == ' ');
                self.eat(|c| c.is_ascii_digit());
            }
            ':' | 'b' | 't' | 'T' | 'v' => {
                self.eat(|c| c == ' ' || c == '\t');
                self.eat(|c| !c.is_whitespace() && c != ';' && c != '}');
            }
            'a' | 'i' | 'c' => {
                self.script.prints = true;
                return self.text();
            }
            'r' | 'R' | 'w' | 'W' | 'e' => {
                let rest = self.line();
                self.script.prints |= matches!(command, 'r' | 'R' | 'e');
                let act = match command {
                    'r' | 'R' => Act::Read(rest),
                    'e' if rest.is_empty() => Act::RunInput,
                    'e' => Act::Run(rest),
                    _ if rest.is_empty() => return None,
                    _ => Act::Write(rest),
                };
                self.script.acts.push(act);
                return Some(());
            }
            's' => return self.substitute(),
            'y' => {
                let delimiter = self.next().filter(|c| *c != '\n' && *c != '\\')?;
                self.until(delimiter, false)?;
                self.until(delimiter, false)?;
            }
            _ => return None,
        }
        self.end()
    }

    /// Skips the text of `a`, `i` and `c`: up to a newline without a backslash before it.
    fn text(&mut self) -> Option<()> {
        self.eat(|c| c == ' ' || c == '\t');
        if self.peek() == Some('\\') {
            self.at += 1;
            self.eat(|c| c == ' ' || c == '\t');
            if self.peek() == Some('\n') {
                self.at += 1;
            }
        }
        while let Some(c) = self.next() {
            match c {
                '\\' => {
                    self.next();
                }
                '\n' => break,
                _ => {}
            }
        }
        Some(())
    }

    fn substitute(&mut self) -> Option<()> {
        let delimiter = self.next().filter(|c| *c != '\n' && *c != '\\')?;
        self.until(delimiter, true)?;
        self.until(delimiter, false)?;
        loop {
            match self.peek() {
                Some('g' | 'i' | 'I' | 'm' | 'M' | '0'..='9') => self.at += 1,
                Some('p') => {
                    self.at += 1;
                    self.script.prints = true;
                }
                Some('e') => {
                    self.at += 1;
                    self.script.acts.push(Act::RunInput);
                }
                Some('w') => {
                    self.at += 1;
                    let file = self.line();
                    self.script.acts.push(Act::Write(file));
                    return Some(());
                }
                _ => return self.end(),
            }
        }
    }

    fn end(&mut self) -> Option<()> {
        self.eat(|c| c == ' ' || c == '\t' || c == '\r');
        match self.peek() {
            None | Some('\n' | ';' | '}' | '#') => Some(()),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acts(text: &str) -> Option<Vec<Act>> {
        read(text).map(|script| script.acts)
    }

    #[test]
    fn scripts_that_only_edit_have_no_effects() {
        for text in [
            "1,40p",
            "/^## /p",
            "$=",
            "100,+20p",
            "s/foo/bar/g",
            "s#/usr/local#/opt#",
            "s/([0-9]{4})/\\1/",
            "10{p;q}",
            "5q",
            "/func main/{=;p}",
            "/error/I p",
            "l",
            "s/\\bworld\\b/there/",
            "s/\\n/,/g",
            "/a/,/b/{//!d}",
            "1!G;h;$!d",
            ":a;N;$!ba;s/\\n/ /g",
            "s/[/]/-/g",
            "y/abc/xyz/",
            "/x/c\\\nnew text; w no",
            "a hello; w not a command",
            "\n/^\\[dependencies\\]/,/^\\[/{\n  /^\\[/!p\n}\n",
            "$!N;P;D",
            "s/e$/w/;p",
            "/we/d",
            "s/rm -rf/REMOVED/g",
            "\\,/usr,p",
            "0~3d",
            "/[[:space:]]/d",
            "s/a/b/2g # comment w file",
            "s/[^,]*,//3;s/w x/e y/",
        ] {
            assert_eq!(acts(text), Some(Vec::new()), "{text}");
        }
    }

    #[test]
    fn files_and_commands_are_found_wherever_they_stand() {
        let write = |file: &str| Some(vec![Act::Write(file.to_owned())]);
        assert_eq!(acts("s/a/b/w out.txt"), write("out.txt"));
        assert_eq!(acts("s/a/b/gpw out.txt"), write("out.txt"));
        assert_eq!(acts("1~2w odd.txt"), write("odd.txt"));
        assert_eq!(acts("1{w out.txt\n}"), write("out.txt"));
        assert_eq!(acts("/x/W first.txt"), write("first.txt"));
        assert_eq!(acts("y/ab/ba/;w f"), write("f"));
        assert_eq!(acts("a\\\ntext\nw f"), write("f"));
        assert_eq!(acts("b x;w f"), write("f"));
        assert_eq!(acts("1e rm -rf x"), Some(vec![Act::Run("rm -rf x".to_owned())]));
        assert_eq!(acts("e"), Some(vec![Act::RunInput]));
        assert_eq!(acts("s#.*#rm -f &#e"), Some(vec![Act::RunInput]));
        assert_eq!(acts("1!d;s/.*/rm/ge"), Some(vec![Act::RunInput]));
        assert_eq!(acts("/a/r other.txt"), Some(vec![Act::Read("other.txt".to_owned())]));
    }

    #[test]
    fn a_delimiter_in_brackets_counts_in_both_readings() {
        assert!(acts("s/[/x/w f/]/y/").unwrap().contains(&Act::Write("f/]/y/".to_owned())));
    }

    #[test]
    fn what_sed_would_refuse_is_not_understood() {
        for text in ["s/a/b", "k", "{p", "p}", "s/a/b/k", "pp", "1,2", "w", "\\"] {
            assert_eq!(acts(text), None, "{text}");
        }
    }

    #[test]
    fn scripts_that_delete_every_line_are_noticed() {
        for text in ["d", "1,$d", "/.*/d", "p;d"] {
            assert!(read(text).unwrap().deletes_all, "{text}");
        }
        for text in ["1d", "/x/d", "$d", "1,$!d", "{/x/d}", "2,$d"] {
            assert!(!read(text).unwrap().deletes_all, "{text}");
        }
        assert!(!read("/x/d;s/a/b/").unwrap().prints);
        assert!(read("s/a/b/p").unwrap().prints);
    }
}
