//! Sentences that were made elsewhere, in English, and are stored and logged so: said in the language of who reads them.
//!
//! The English files hold the shape of each such sentence. A text is compared with these shapes; where exactly one reading of it
//! fits, what stands in its gaps is filled into the same message of the other language. Where none fits, or more than one, the
//! text stays as it was made: it is never said with a meaning that its English does not have.

use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

use fluent_bundle::{FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};

use crate::{Language, SENTENCES, Words, source};

/// The longest text that is compared: what is longer is no sentence.
const LONGEST: usize = 4096;

/// How many places of gaps are tried in one text. It is too tangled to be sure of when they are not enough.
const TRIES: usize = 2000;

/// What a sentence may end at, with what it is about behind it.
const COLON: &str = ": ";

/// How many colons a sentence may end at.
const COLONS: usize = 4;

/// How deep sentences stand within sentences.
const DEEPEST: usize = 4;

/// What a gap is called that holds a sentence itself (`$said`, `$said-first`): it is said in the other language, too.
const SAID: &str = "said";

/// What a gap is called that holds sentences with `; ` between them.
const LIST: &str = "saids";

/// A piece of the shape of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Stands there as it is.
    Fixed(String),
    /// Something stands there, by this name.
    Gap(String),
}

/// One reading of a message: with one variant chosen wherever there are several.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    /// The message.
    pub(crate) id: String,
    /// What it consists of.
    pub(crate) pieces: Vec<Piece>,
    /// What the chosen variants say of the values that they were chosen by.
    bound: Vec<(String, String)>,
}

impl Shape {
    fn begins_with_gap(&self) -> bool {
        matches!(self.pieces.first(), Some(Piece::Gap(_)))
    }

    /// How much of it is fixed: what fits a longer one is surer.
    fn fixed(&self) -> usize {
        self.pieces.iter().map(|piece| if let Piece::Fixed(text) = piece { text.len() } else { 0 }).sum()
    }
}

/// Every shape that a sentence can have, by the first letter that is fixed; those that begin with a gap are under None.
static SHAPES: LazyLock<BTreeMap<Option<char>, Vec<Shape>>> = LazyLock::new(|| {
    let mut found: BTreeMap<Option<char>, Vec<Shape>> = BTreeMap::new();
    for shape in shapes() {
        let first = match shape.pieces.first() {
            Some(Piece::Fixed(text)) => text.chars().next(),
            _ => None,
        };
        found.entry(first).or_default().push(shape);
    }
    found
});

/// The shapes of all sentences.
pub(crate) fn shapes() -> Vec<Shape> {
    let mut found = Vec::new();
    for area in SENTENCES {
        let (Ok(resource) | Err((resource, _))) =
            FluentResource::try_new(source(Language::English, area).to_owned());
        for entry in resource.entries() {
            let Entry::Message(message) = entry else { continue };
            let Some(pattern) = &message.value else { continue };
            found.extend(readings(pattern).into_iter().map(|(pieces, bound)| Shape {
                id: message.id.name.to_owned(),
                pieces: joined(pieces),
                bound,
            }));
        }
    }
    found
}

type Reading = (Vec<Piece>, Vec<(String, String)>);

/// All readings of a pattern.
fn readings(pattern: &Pattern<&str>) -> Vec<Reading> {
    let mut found: Vec<Reading> = vec![(Vec::new(), Vec::new())];
    for element in &pattern.elements {
        let next: Vec<Reading> = match element {
            PatternElement::TextElement { value } => {
                vec![(vec![Piece::Fixed((*value).to_owned())], Vec::new())]
            }
            PatternElement::Placeable { expression } => of_expression(expression),
        };
        found = found
            .iter()
            .flat_map(|(pieces, bound)| {
                next.iter().map(move |(more, also)| {
                    ([&pieces[..], &more[..]].concat(), [&bound[..], &also[..]].concat())
                })
            })
            .collect();
    }
    found
}

fn of_expression(expression: &Expression<&str>) -> Vec<Reading> {
    match expression {
        Expression::Inline(inline) => vec![(vec![of_inline(inline)], Vec::new())],
        Expression::Select { selector, variants } => {
            let name = match selector {
                InlineExpression::VariableReference { id } => Some(id.name),
                _ => None,
            };
            let one = |key: &VariantKey<&str>| match key {
                VariantKey::Identifier { name: "one" } => Some("1".to_owned()),
                VariantKey::NumberLiteral { value } => Some((*value).to_owned()),
                VariantKey::Identifier { name } if *name != "other" => Some((*name).to_owned()),
                VariantKey::Identifier { .. } => None,
            };
            let of_variant = |variant: &fluent_syntax::ast::Variant<&str>| {
                let bound: Vec<_> = name
                    .zip(one(&variant.key))
                    .map(|(name, value)| (name.to_owned(), value))
                    .into_iter()
                    .collect();
                let with = move |(pieces, more): Reading| (pieces, [&bound[..], &more[..]].concat());
                readings(&variant.value).into_iter().map(with).collect::<Vec<_>>()
            };
            variants.iter().flat_map(of_variant).collect()
        }
    }
}

fn of_inline(inline: &InlineExpression<&str>) -> Piece {
    match inline {
        InlineExpression::StringLiteral { value } => Piece::Fixed((*value).to_owned()),
        InlineExpression::NumberLiteral { value } => Piece::Fixed((*value).to_owned()),
        InlineExpression::VariableReference { id } => Piece::Gap(id.name.to_owned()),
        // Nothing else stands in our files; what cannot be read fits no text.
        _ => Piece::Fixed("\0".to_owned()),
    }
}

/// Fixed pieces that follow each other, as one.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut whole: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (whole.last_mut(), piece) {
            (Some(Piece::Fixed(before)), Piece::Fixed(text)) => before.push_str(&text),
            (_, piece) => whole.push(piece),
        }
    }
    whole
}

type Filled<'t> = Vec<(String, &'t str)>;

/// What stands in the gaps of a text: exactly one way to read it, or none.
fn fill<'t>(pieces: &[Piece], text: &'t str) -> Option<Filled<'t>> {
    let mut tries = TRIES;
    let mut found = Vec::new();
    walk(pieces, text, &mut Vec::new(), &mut found, &mut tries);
    (tries > 0 && found.len() == 1).then(|| found.remove(0))
}

fn walk<'t>(
    pieces: &[Piece],
    text: &'t str,
    filled: &mut Filled<'t>,
    found: &mut Vec<Filled<'t>>,
    tries: &mut usize,
) {
    *tries = tries.saturating_sub(1);
    if *tries == 0 || found.len() > 1 {
        return;
    }
    match pieces {
        [] if text.is_empty() => found.push(filled.clone()),
        [] => {}
        [Piece::Fixed(fixed), rest @ ..] => {
            if let Some(text) = text.strip_prefix(fixed.as_str()) {
                walk(rest, text, filled, found, tries);
            }
        }
        [Piece::Gap(name)] => {
            if !text.is_empty() {
                filled.push((name.clone(), text));
                found.push(filled.clone());
                filled.pop();
            }
        }
        [Piece::Gap(name), rest @ ..] => {
            let Some(Piece::Fixed(next)) = rest.first() else { return };
            // What stands before a colon ends at the first one.
            let most = if next.starts_with(COLON) { 1 } else { usize::MAX };
            for (at, _) in text.match_indices(next.as_str()).filter(|(at, _)| *at > 0).take(most) {
                filled.push((name.clone(), &text[..at]));
                walk(rest, &text[at..], filled, found, tries);
                filled.pop();
            }
        }
    }
}

/// Whether what a sentence seems to begin with is the beginning of another one.
fn is_begun(name: &str, text: &str) -> bool {
    !name.starts_with(SAID) && [COLON, "; "].iter().any(|end| text.contains(end))
}

/// What stood in a gap: a number where it is written as one, for the rules of counting.
fn value(text: &str) -> FluentValue<'static> {
    match text.parse::<u32>() {
        Ok(n) if n.to_string() == text => FluentValue::from(n),
        _ => FluentValue::from(text.to_owned()),
    }
}

impl Words {
    /// A sentence that was made in English, in this language; as it is where it is none of ours.
    pub fn say(self, english: &str) -> Cow<'_, str> {
        self.say_within(english, DEEPEST)
    }

    /// What stands before or after a change under a label. Of files and of what was rehearsed that is told in words of ours;
    /// anything else is data.
    pub fn say_value<'a>(self, label: &str, value: &'a str) -> Cow<'a, str> {
        match label.starts_with('/') || label == "rehearsed" {
            true => Cow::Owned(self.say_list(value)),
            false => Cow::Borrowed(value),
        }
    }

    /// Sentences with `; ` between them, each in this language.
    pub fn say_list(self, english: &str) -> String {
        self.list_within(english, DEEPEST)
    }

    fn list_within(self, english: &str, depth: usize) -> String {
        let parts: Vec<_> = english.split("; ").map(|one| self.say_within(one, depth)).collect();
        // One of them may have a `; ` of its own.
        let whole = self.say_within(english, depth);
        match english.split("; ").zip(&parts).all(|(made, said)| made != said) {
            true => parts.join("; "),
            false if whole != english => whole.into_owned(),
            false => parts.join("; "),
        }
    }

    fn say_within(self, english: &str, depth: usize) -> Cow<'_, str> {
        let said = || {
            if self.language() == Language::English || english.len() > LONGEST || depth == 0 {
                return None;
            }
            self.reading(english, depth)
                .or_else(|| self.as_heading(english, depth))
                .or_else(|| self.before_a_colon(english, depth))
        };
        said().map_or_else(|| Cow::Owned(english.to_owned()), Cow::Owned)
    }

    /// A sentence that begins with a capital where it is written without one, as a heading does.
    fn as_heading(self, english: &str, depth: usize) -> Option<String> {
        let mut rest = english.chars();
        let first = rest.next().filter(|c| c.is_uppercase())?;
        let plain: String = first.to_lowercase().chain(rest).collect();
        let said = self.reading(&plain, depth)?;
        let mut rest = said.chars();
        Some(rest.next()?.to_uppercase().chain(rest).collect())
    }

    /// A sentence with what it is about behind it: `deletes a branch: git branch -D old`.
    fn before_a_colon(self, english: &str, depth: usize) -> Option<String> {
        let said = |at: usize| {
            let (head, rest) = english.split_at(at);
            let head = self.reading(head, depth).or_else(|| self.as_heading(head, depth))?;
            Some(format!("{head}{rest}"))
        };
        english.match_indices(COLON).take(COLONS).find_map(|(at, _)| said(at))
    }

    fn reading(self, english: &str, depth: usize) -> Option<String> {
        let first = english.chars().next()?;
        let near = [Some(first), None];
        let mut fits: Vec<(&Shape, Filled<'_>)> = near
            .iter()
            .filter_map(|key| SHAPES.get(key))
            .flatten()
            .filter_map(|shape| fill(&shape.pieces, english).map(|filled| (shape, filled)))
            .filter(|(shape, filled)| {
                !(shape.begins_with_gap() && filled.first().is_some_and(|(name, text)| is_begun(name, text)))
            })
            .collect();
        // What begins as the text does is surer than what begins with a gap, and what leaves less open than what leaves more.
        let sureness = |shape: &Shape| (shape.begins_with_gap(), std::cmp::Reverse(shape.fixed()));
        fits.sort_by_key(|(shape, _)| sureness(shape));
        let ((shape, filled), rest) = fits.split_first()?;
        // Two that are as sure as each other, and not the same: nobody knows which was meant.
        if rest.first().is_some_and(|(other, _)| sureness(other) == sureness(shape) && other.id != shape.id) {
            return None;
        }
        let gaps = filled.iter().map(|(name, text)| (name.as_str(), *text));
        let bound = shape.bound.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let mut all: Vec<(&str, &str)> = gaps.collect();
        bound.for_each(|(name, value)| {
            if !all.iter().any(|(known, _)| *known == name) {
                all.push((name, value));
            }
        });
        let plain: Vec<_> = all.iter().map(|(name, text)| (*name, value(text))).collect();
        if Self::of(Language::English).sentence(&shape.id, &plain) != english {
            return None;
        }
        let said: Vec<_> = all
            .iter()
            .map(|(name, text)| match *name {
                LIST => (*name, FluentValue::from(self.list_within(text, depth - 1))),
                _ if name.starts_with(SAID) => {
                    (*name, FluentValue::from(self.say_within(text, depth - 1).into_owned()))
                }
                _ => (*name, value(text)),
            })
            .collect();
        Some(self.sentence(&shape.id, &said))
    }
}

#[cfg(test)]
mod tests;
