//! Components of paths, and patterns for them.

/// A character of a path in lower case, or a wildcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    /// This character.
    Char(char),
    /// Any one character.
    One,
    /// Any number of characters.
    Many,
}

/// A component of a path in lower case, or a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A name: the most frequent case, which must be cheap to compare.
    Name(String),
    /// A pattern.
    Pattern(Vec<Atom>),
}

impl Part {
    /// Creates a name, or a pattern if not all of it is known.
    pub fn of_atoms(atoms: &[Atom]) -> Self {
        let name: Option<String> =
            atoms.iter().map(|a| if let Atom::Char(c) = a { Some(*c) } else { None }).collect();
        name.map_or_else(|| Self::Pattern(atoms.to_vec()), Self::Name)
    }

    /// Whether it is a name.
    pub fn is_name(&self) -> bool {
        matches!(self, Self::Name(_))
    }

    /// Whether it contains any literal character.
    pub fn has_chars(&self) -> bool {
        match self {
            Self::Name(name) => !name.is_empty(),
            Self::Pattern(atoms) => chars(atoms) > 0,
        }
    }

    /// Whether it equals this name, or is a pattern meant to match it. A pattern only counts if it is
    /// specific enough: `*` and `*.json` match secrets among much else.
    pub fn is(&self, name: &str) -> bool {
        let atoms = match self {
            Self::Name(own) => return own == name,
            Self::Pattern(atoms) => atoms,
        };
        let ending = matches!(atoms.as_slice(), [Atom::Many, Atom::Char('.'), ..]);
        let enough = match atoms.first() {
            Some(Atom::Char('.')) => chars(atoms) >= 2,
            Some(Atom::Char(_)) => chars(atoms) >= 3,
            _ => chars(atoms) >= 4 && !ending,
        };
        enough && catches(atoms, name)
    }

    /// Whether it is one of these names.
    pub fn is_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.is(name))
    }

    /// Whether it equals this name, or is a pattern that matches it as in a shell.
    pub fn catches(&self, name: &str) -> bool {
        match self {
            Self::Name(own) => own == name,
            Self::Pattern(atoms) => catches(atoms, name),
        }
    }

    /// Whether the name certainly begins with this text.
    pub fn starts(&self, text: &str) -> bool {
        match self {
            Self::Name(own) => own.starts_with(text),
            Self::Pattern(atoms) => {
                atoms.len() >= text.chars().count()
                    && atoms.iter().zip(text.chars()).all(|(a, c)| *a == Atom::Char(c))
            }
        }
    }

    /// Whether the name certainly ends with this text.
    pub fn ends(&self, text: &str) -> bool {
        match self {
            Self::Name(own) => own.ends_with(text),
            Self::Pattern(atoms) => {
                atoms.len() >= text.chars().count()
                    && atoms.iter().rev().zip(text.chars().rev()).all(|(a, c)| *a == Atom::Char(c))
            }
        }
    }

    /// Whether the name certainly ends with one of these texts.
    pub fn ends_any(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.ends(ending))
    }

    /// Whether it means production.
    pub fn says_production(&self) -> bool {
        let says = |text: &str| {
            text.split(|c: char| !c.is_alphanumeric()).any(|w| matches!(w, "prod" | "prd" | "production"))
        };
        match self {
            Self::Name(name) => says(name),
            Self::Pattern(atoms) => {
                let text = atoms.iter().map(|a| if let Atom::Char(c) = a { *c } else { ' ' });
                says(&text.collect::<String>())
            }
        }
    }
}

fn chars(atoms: &[Atom]) -> usize {
    atoms.iter().filter(|a| matches!(a, Atom::Char(_))).count()
}

/// Whether the pattern matches the name as in a shell.
fn catches(atoms: &[Atom], name: &str) -> bool {
    // Most patterns are decided by their beginning or end.
    if matches!(atoms.first(), Some(Atom::Char(c)) if !name.starts_with(*c))
        || matches!(atoms.last(), Some(Atom::Char(c)) if !name.ends_with(*c))
    {
        return false;
    }
    let name: Vec<char> = name.chars().collect();
    if name.first() == Some(&'.') && atoms.first() != Some(&Atom::Char('.')) {
        return false;
    }
    let (mut a, mut n) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    while n < name.len() {
        match atoms.get(a) {
            Some(Atom::Many) => {
                back = Some((a, n));
                a += 1;
            }
            Some(Atom::One) => (a, n) = (a + 1, n + 1),
            Some(Atom::Char(c)) if name.get(n) == Some(c) => (a, n) = (a + 1, n + 1),
            _ => match back {
                Some((star, at)) => {
                    back = Some((star, at + 1));
                    (a, n) = (star + 1, at + 1);
                }
                None => return false,
            },
        }
    }
    atoms.iter().skip(a).all(|atom| *atom == Atom::Many)
}

/// Parses a piece of a glob pattern.
pub(super) fn push_glob(atoms: &mut Vec<Atom>, text: &str) {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '*' => atoms.push(Atom::Many),
            '?' => atoms.push(Atom::One),
            '[' if chars.as_str().contains(']') => {
                atoms.push(Atom::One);
                chars.by_ref().find(|c| *c == ']');
            }
            '\\' => atoms.extend(chars.next().map(Atom::Char)),
            '(' if chars.as_str().contains(')') => {
                atoms.push(Atom::Many);
                chars.by_ref().find(|c| *c == ')');
            }
            c => atoms.push(Atom::Char(c)),
        }
    }
}
