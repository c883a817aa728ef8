//! Patterns over tool names: `shell.*`, `*`, `task.set_title`.

use countersign_words::{Message, say};

/// A pattern over `server.name`; `*` stands for any characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob(String);

impl Glob {
    /// Parses a pattern, or says what is wrong with it.
    pub fn parse(pattern: &str) -> Result<Self, Message> {
        let odd = |c: char| c.is_whitespace() || c.is_control() || "?[]{}".contains(c);
        if pattern.is_empty() || pattern.contains(odd) {
            return Err(say!("judge-glob-pattern", pattern = format!("{:?}", pattern)));
        }
        if !pattern.contains(['.', '*']) {
            return Err(say!("judge-glob-server", pattern = format!("{:?}", pattern)));
        }
        Ok(Self(pattern.to_owned()))
    }

    /// Returns the pattern.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it matches exactly one tool.
    pub fn is_exact(&self) -> bool {
        !self.0.contains('*')
    }

    /// Whether it matches `name`.
    pub fn matches(&self, name: &str) -> bool {
        fits(&self.0, name)
    }
}

/// Whether a text matches a pattern in which `*` stands for any characters.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let (p, n) = (pattern.as_bytes(), text.as_bytes());
    let (mut i, mut j) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while j < n.len() {
        if p.get(i) == Some(&b'*') {
            star = Some((i, j));
            i += 1;
        } else if p.get(i) == Some(&n[j]) {
            i += 1;
            j += 1;
        } else if let Some((at, from)) = star {
            // Backtrack: the last star takes one more character.
            star = Some((at, from + 1));
            (i, j) = (at + 1, from + 1);
        } else {
            return false;
        }
    }
    p[i..].iter().all(|b| *b == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything_and_nothing_else_does() {
        let yes = [
            ("*", "task.set_title"),
            ("task.*", "task.set_title"),
            ("task.set_title", "task.set_title"),
            ("*.set_*", "task.set_title"),
            ("t*t*e", "task.set_title"),
            ("task.set_title*", "task.set_title"),
            ("*a*b", "aab.ab"),
        ];
        let no = [
            ("task.*", "xtask.set_title"),
            ("task.*", "tasks.set_title"),
            ("task.set", "task.set_title"),
            ("*.set", "task.set_title"),
            ("task.set_title", "taskxset_title"),
            ("*a*b", "aab.abc"),
        ];
        for (pattern, name) in yes {
            assert!(Glob::parse(pattern).unwrap().matches(name), "{pattern} {name}");
        }
        for (pattern, name) in no {
            assert!(!Glob::parse(pattern).unwrap().matches(name), "{pattern} {name}");
        }
    }

    #[test]
    fn patterns_that_match_nothing_are_refused() {
        for bad in ["", "shell", "a b.c", "task.?", "task.[a]"] {
            assert!(Glob::parse(bad).is_err(), "{bad:?}");
        }
    }
}
