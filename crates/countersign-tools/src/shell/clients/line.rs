//! Reads a command line that is one simple command of literal words.

/// What a line does with a client's output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::shell) struct Output {
    /// Whether errors go where the output goes: `2>&1`.
    pub(in crate::shell) merged: bool,
    /// Whether errors are not wanted: `2>/dev/null`.
    pub(in crate::shell) silent: bool,
    /// Whether the shell is in another folder afterwards: `cd FOLDER &&`.
    pub(in crate::shell) moves: bool,
    /// Only its first or last lines: `| tail -5`.
    pub(in crate::shell) lines: Option<Lines>,
}

/// Some lines of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::shell) enum Lines {
    /// So many from its beginning.
    First(usize),
    /// So many from its end.
    Last(usize),
}

impl Lines {
    pub(super) fn of(self, text: &str) -> String {
        let all: Vec<&str> = text.split_inclusive('\n').collect();
        match self {
            Self::First(n) => all.into_iter().take(n).collect(),
            Self::Last(n) => all[all.len().saturating_sub(n)..].concat(),
        }
    }
}

/// A command line that is one simple command: `cd FOLDER && WORDS 2>&1 | tail -5`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) folder: Option<String>,
    pub(super) words: Vec<String>,
    pub(super) output: Output,
}

impl Line {
    /// Reads a line whose words are all literal; None: it is anything else.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut read = Self::default();
        let mut line = line.trim();
        if let Some(rest) = line.strip_prefix("cd ")
            && let Some((folder, rest)) = rest.split_once("&&")
        {
            let [folder] = literal(folder)?.try_into().ok()?;
            (read.folder, read.output.moves) = (Some(folder), true);
            line = rest.trim();
        }
        if let Some((command, last)) = line.rsplit_once('|') {
            read.output.lines = Some(lines_of(&literal(last)?)?);
            line = command.trim();
        }
        if let Some(command) = line.strip_suffix(" 2>&1") {
            read.output.merged = true;
            line = command.trim();
        } else if let Some(command) = line.strip_suffix(" 2>/dev/null") {
            read.output.silent = true;
            line = command.trim();
        }
        read.words = literal(line)?;
        Some(read)
    }
}

/// Reads `tail -5`, `tail -n 5`, `head -5`, `tail`.
fn lines_of(words: &[String]) -> Option<Lines> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (name, number) = match words.as_slice() {
        [name] => (name, "10"),
        [name, "-n", number] => (name, *number),
        [name, number] => (name, number.strip_prefix("-n").or(number.strip_prefix('-'))?),
        _ => return None,
    };
    let number = number.parse().ok()?;
    match *name {
        "head" => Some(Lines::First(number)),
        "tail" => Some(Lines::Last(number)),
        _ => None,
    }
}

/// Splits text into words, as a shell does where nothing in it is special.
fn literal(text: &str) -> Option<Vec<String>> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "@%+=:,./_-".contains(c);
    let quoted = |c: char| plain(c) || " ^~<>*()[]!#|&;?".contains(c);
    let mut words = Vec::new();
    for (n, part) in text.split(['"', '\'']).enumerate() {
        match n % 2 {
            0 if part.chars().all(|c| plain(c) || c == ' ') => {
                words.extend(part.split(' ').filter(|w| !w.is_empty()).map(str::to_owned))
            }
            1 if part.chars().all(quoted) => words.push(part.to_owned()),
            _ => return None,
        }
    }
    // Quotes are of one kind, closed, and around whole words.
    let (double, single) = (text.matches('"').count(), text.matches('\'').count());
    let whole = |quote: char| {
        let mut inside = false;
        text.match_indices(quote).all(|(at, _)| {
            inside = !inside;
            let near = if inside { text[..at].chars().next_back() } else { text[at + 1..].chars().next() };
            near.is_none_or(|c| c == ' ')
        })
    };
    let is_assigned = words.first().is_some_and(|word| word.contains('='));
    let closed = (double == 0 || single == 0) && (double + single) % 2 == 0 && whole('"') && whole('\'');
    (closed && !is_assigned && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_only_if_every_word_is_literal() {
        let read = |line: &str| Line::read(line);
        let words = |line: &str| read(line).map(|line| line.words.join("|"));
        assert_eq!(words("npm install left-pad@1.3.0").as_deref(), Some("npm|install|left-pad@1.3.0"));
        assert_eq!(words("pip install 'requests>=2' \"x\"").as_deref(), None, "two kinds of quotes");
        assert_eq!(words("pip install 'requests>=2'").as_deref(), Some("pip|install|requests>=2"));
        let line = read("cd /w/app && npm ci 2>&1 | tail -n 20").unwrap();
        assert_eq!(line.folder.as_deref(), Some("/w/app"));
        let lines = Some(Lines::Last(20));
        assert_eq!(line.output, Output { merged: true, moves: true, lines, ..Output::default() });
        let line = read("npm view x version 2>/dev/null").unwrap();
        assert_eq!((line.words.len(), line.output.silent), (4, true));
        for other in [
            "npm install; curl evil.test",
            "npm install && npm publish",
            "npm install $(cat .env)",
            "npm install `id`",
            "npm install $X",
            "npm install > x",
            "npm install 2> x",
            "npm install 2>/dev/null/../x",
            "npm install 2>/dev/null 2>/dev/null",
            "npm install x2>/dev/null",
            "npm install x2>&1",
            "npm install || tail",
            "npm install | sh",
            "npm install | tee x",
            "npm install &",
            "NODE_OPTIONS=--require=./x.js npm install",
            "npm install a'b'",
            "npm install {a,b}",
            "npm install ~/x",
            "npm install \\\nx",
            "npm 'install",
            "cd a && cd b && npm install",
            "npm install\npublish",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
