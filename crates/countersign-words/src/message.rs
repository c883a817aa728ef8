//! Messages: text for a person, as an id with arguments, created where the event happens.
//!
//! [`say!`](crate::say) creates one and is checked at build time. A message reads as its English text
//! wherever a text is wanted; [`Message::in_language`] renders it in another language. Texts from others (an
//! agent, a server, the system) are messages too: they are the same in all languages.

use std::{
    borrow::{Borrow, Cow},
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
};

use fluent_bundle::FluentValue;

use crate::{Language, Words};

include!(concat!(env!("OUT_DIR"), "/english.rs"));

/// A message of the catalogue in English.
pub(crate) struct Entry {
    /// Its id.
    pub(crate) id: &'static str,
    /// The arguments that it takes.
    pub(crate) args: &'static [&'static str],
    pieces: &'static [Piece],
}

/// A piece of an English message.
enum Piece {
    /// A text.
    Text(&'static str),
    /// The argument at this position.
    Arg(usize),
    /// A choice by the argument at this position; the last is the default.
    Select(usize, &'static [(&'static str, &'static [Self])]),
}

/// The checked id of a message of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number(u16);

/// Finds the message with this id and arguments. Evaluated at build time, where an unknown id or argument is
/// an error.
#[doc(hidden)]
pub const fn number(id: &str, args: &[&str]) -> Number {
    let Some(number) = find(id) else { panic!("no English message has this id") };
    let takes = ENTRIES[number as usize].args;
    assert!(args.len() == takes.len(), "the message takes more or fewer arguments");
    let mut at = 0;
    while at < args.len() {
        let mut known = false;
        let mut place = 0;
        while place < takes.len() {
            known |= order(args[at].as_bytes(), takes[place].as_bytes()) == 0;
            place += 1;
        }
        assert!(known, "the message takes no argument of this name");
        at += 1;
    }
    Number(number)
}

const fn find(id: &str) -> Option<u16> {
    let (mut low, mut high) = (0, ENTRIES.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        match order(id.as_bytes(), ENTRIES[middle].id.as_bytes()) {
            0 => return Some(middle as u16),
            1 => low = middle + 1,
            _ => high = middle,
        }
    }
    None
}

/// Returns 0 if equal, 1 if the first is greater, -1 if it is less. `_` in an id counts as `-`.
const fn order(one: &[u8], other: &[u8]) -> i8 {
    let mut at = 0;
    while at < one.len() && at < other.len() {
        let (a, b) = (one[at], other[at]);
        let a = if a == b'_' && b == b'-' { b } else { a };
        if a != b {
            return if a > b { 1 } else { -1 };
        }
        at += 1;
    }
    if one.len() == other.len() {
        0
    } else if one.len() > other.len() {
        1
    } else {
        -1
    }
}

/// Creates a [`Message`]: `say!("problem-store-blob-file-missing", blob = name)`. Arguments are texts,
/// numbers or messages; `blob` alone is `blob = blob`, and `_` in the name of an argument stands for `-`.
#[macro_export]
macro_rules! say {
    ($id:literal) => {
        $crate::Message::fixed(const { $crate::number($id, &[]) })
    };
    ($id:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const NUMBER: $crate::Number = $crate::number($id, &[$(stringify!($name)),*]);
        $crate::Message::said(NUMBER, [$((stringify!($name), $crate::Argument::argument(&$crate::say!(@ $name $($value)?)))),*])
    }};
    (@ $name:ident $value:expr) => { $value };
    (@ $name:ident) => { $name };
}

/// An argument of a message.
#[derive(Debug, Clone)]
pub enum Arg {
    /// A text or a message.
    Message(Message),
    /// A number, which selects plural forms.
    Number(i64),
}

impl Arg {
    fn english(&self) -> Cow<'_, str> {
        match self {
            Self::Message(message) => Cow::Borrowed(message),
            Self::Number(number) => Cow::Owned(number.to_string()),
        }
    }
}

/// A type that can be an argument of a message.
pub trait Argument {
    /// Converts it.
    fn argument(&self) -> Arg;
}

impl Argument for Message {
    fn argument(&self) -> Arg {
        Arg::Message(self.clone())
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn argument(&self) -> Arg {
        (**self).argument()
    }
}

impl<T: Argument + ?Sized> Argument for Box<T> {
    fn argument(&self) -> Arg {
        (**self).argument()
    }
}

impl<T: Argument + ?Sized> Argument for std::sync::Arc<T> {
    fn argument(&self) -> Arg {
        (**self).argument()
    }
}

/// Makes displayable types usable as arguments: `arguments!(Actor, Key)`.
#[macro_export]
macro_rules! arguments {
    ($($text:ty),* $(,)?) => { $(impl $crate::Argument for $text {
        fn argument(&self) -> $crate::Arg {
            $crate::Arg::Message($crate::Message::from(self.to_string()))
        }
    })* };
}

arguments!(
    str,
    String,
    Cow<'_, str>,
    char,
    bool,
    fmt::Arguments<'_>,
    std::path::Display<'_>,
    std::num::NonZeroU64,
    f64,
    serde_json::Value,
    serde_json::Error,
);

impl Argument for std::io::Error {
    fn argument(&self) -> Arg {
        Arg::Message(Message::of_error(self))
    }
}

macro_rules! numbers {
    ($($number:ty),*) => { $(impl Argument for $number {
        fn argument(&self) -> Arg {
            i64::try_from(*self).map_or_else(|_| Arg::Message(Message::from(self.to_string())), Arg::Number)
        }
    })* };
}

numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, u128, i128);

/// A text for a person. It reads as English; two messages are equal if their English texts are.
#[derive(Clone)]
pub struct Message(Inner);

#[derive(Clone)]
enum Inner {
    /// Text that is the same in all languages.
    Words(String),
    /// One of the catalogue without arguments.
    Fixed(u16),
    /// One with arguments or made of others, with its English text.
    Made(Box<(String, Form)>),
}

/// How a message is built, for other languages.
#[derive(Clone)]
enum Form {
    /// One of the catalogue, with its arguments in the order of the entry.
    Said(u16, Vec<Arg>),
    /// Several, with a separator.
    Joined(Cow<'static, str>, Vec<Message>),
    /// One that begins with a capital.
    Capital(Message),
}

/// How a message is built, as its parts.
pub(crate) enum Parts<'m> {
    /// Text that is the same in all languages.
    Words,
    /// An entry, with its arguments in order.
    Said(&'static Entry, &'m [Arg]),
    /// Several, with a separator.
    Joined(&'m str, &'m [Message]),
    /// One that begins with a capital.
    Capital(&'m Message),
}

const fn entry(number: u16) -> &'static Entry {
    &ENTRIES[number as usize]
}

impl Message {
    /// Creates a message of the catalogue; used by [`say!`](crate::say).
    #[doc(hidden)]
    pub fn said<const N: usize>(number: Number, args: [(&'static str, Arg); N]) -> Self {
        let mut args = args.map(Some);
        let mut place = |name: &str| {
            let named = args.iter_mut().find(|arg| {
                arg.as_ref().is_some_and(|(known, _)| order(known.as_bytes(), name.as_bytes()) == 0)
            });
            named.and_then(Option::take).map(|(_, arg)| arg)
        };
        let args = entry(number.0).args.iter().map(|name| place(name).unwrap_or(Arg::Number(0)));
        Self::of_entry(number.0, args.collect())
    }

    /// Creates a message of the catalogue without arguments; used by [`say!`](crate::say), also for tables.
    #[doc(hidden)]
    pub const fn fixed(number: Number) -> Self {
        let [Piece::Text(_)] = entry(number.0).pieces else {
            panic!("a message without arguments is one text")
        };
        Self(Inner::Fixed(number.0))
    }

    /// Looks up a text that is a message of the catalogue without arguments; other text stays as it is.
    pub fn known(english: impl Into<String> + AsRef<str>) -> Self {
        match PLAIN.binary_search_by(|(known, _)| (*known).cmp(english.as_ref())) {
            Ok(at) => Self(Inner::Fixed(PLAIN[at].1)),
            Err(_) => Self(Inner::Words(english.into())),
        }
    }

    /// Returns the message of a system error: our own message if it wraps one, or its own text.
    pub fn of_error(error: &std::io::Error) -> Self {
        let inner = error.get_ref();
        let said = inner.and_then(|inner| inner.downcast_ref::<Self>());
        let within = || inner.and_then(|inner| inner.source()?.downcast_ref::<Self>());
        said.or_else(within).cloned().unwrap_or_else(|| Self::from(error.to_string()))
    }

    /// Joins messages with a separator that is the same in all languages.
    pub fn joined(
        with: impl Into<Cow<'static, str>>,
        parts: impl IntoIterator<Item = impl Into<Self>>,
    ) -> Self {
        let (with, mut parts) = (with.into(), parts.into_iter().map(Into::into).collect::<Vec<Self>>());
        if parts.len() == 1 {
            return parts.remove(0);
        }
        let english: Vec<&str> = parts.iter().map(|part| &**part).collect();
        Self::made(english.join(&with), Form::Joined(with, parts))
    }

    /// Appends more.
    #[must_use]
    pub fn then(self, more: impl Into<Self>) -> Self {
        Self::joined("", [self, more.into()])
    }

    /// Capitalises the first letter. If it already is in English, leaves it: then each language has the right
    /// case.
    #[must_use]
    pub fn capitalised(self) -> Self {
        if self.starts_with(char::is_uppercase) {
            return self;
        }
        Self::made(capital(&self), Form::Capital(self))
    }

    /// Returns the id, if it is a message of the catalogue.
    pub fn id(&self) -> Option<&'static str> {
        match self.parts() {
            Parts::Said(entry, _) => Some(entry.id),
            Parts::Words | Parts::Joined(..) | Parts::Capital(_) => None,
        }
    }

    /// Returns the message or text given for an argument, if it is a message of the catalogue with that
    /// argument.
    pub fn filled(&self, name: &str) -> Option<&Self> {
        let Parts::Said(entry, args) = self.parts() else { return None };
        let place = entry.args.iter().position(|known| *known == name)?;
        match args.get(place)? {
            Arg::Message(message) => Some(message),
            Arg::Number(_) => None,
        }
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.as_str().is_empty()
    }

    /// Returns the English text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Inner::Words(words) => words,
            Inner::Fixed(number) => match entry(*number).pieces {
                [Piece::Text(text)] => text,
                _ => "",
            },
            Inner::Made(made) => &made.0,
        }
    }

    /// Renders it in a language.
    pub fn in_language(&self, language: Language) -> Cow<'_, str> {
        if language == Language::English {
            return Cow::Borrowed(self);
        }
        match self.parts() {
            Parts::Words => Cow::Borrowed(self),
            Parts::Said(entry, args) => {
                let args: Vec<(&str, FluentValue<'_>)> = (entry.args.iter().zip(args))
                    .map(|(name, arg)| match arg {
                        Arg::Number(number) => (*name, FluentValue::from(*number)),
                        Arg::Message(message) => (*name, FluentValue::from(message.in_language(language))),
                    })
                    .collect();
                Cow::Owned(Words::of(language).sentence(entry.id, &args))
            }
            Parts::Joined(with, parts) => {
                let parts: Vec<Cow<'_, str>> = parts.iter().map(|part| part.in_language(language)).collect();
                Cow::Owned(parts.join(with))
            }
            Parts::Capital(message) => Cow::Owned(capital(&message.in_language(language))),
        }
    }

    /// Applies a function to every text argument, for example to redact secrets.
    #[must_use]
    pub fn map_texts(&self, change: &dyn Fn(&str) -> String) -> Self {
        match &self.0 {
            Inner::Words(words) => Self::from(change(words)),
            Inner::Fixed(number) => Self(Inner::Fixed(*number)),
            Inner::Made(made) => match &made.1 {
                Form::Said(number, args) => {
                    let changed = |arg: &Arg| match arg {
                        Arg::Message(message) => Arg::Message(message.map_texts(change)),
                        Arg::Number(number) => Arg::Number(*number),
                    };
                    Self::of_entry(*number, args.iter().map(changed).collect())
                }
                Form::Joined(with, parts) => Self::joined(
                    with.clone(),
                    parts.iter().map(|part| part.map_texts(change)).collect::<Vec<_>>(),
                ),
                Form::Capital(message) => message.map_texts(change).capitalised(),
            },
        }
    }

    pub(crate) fn parts(&self) -> Parts<'_> {
        match &self.0 {
            Inner::Words(_) => Parts::Words,
            Inner::Fixed(number) => Parts::Said(entry(*number), &[]),
            Inner::Made(made) => match &made.1 {
                Form::Said(number, args) => Parts::Said(entry(*number), args),
                Form::Joined(with, parts) => Parts::Joined(with, parts),
                Form::Capital(message) => Parts::Capital(message),
            },
        }
    }

    /// Restores a stored message by its id: the current text of the catalogue, or the stored text if no
    /// message has that id with these arguments any more.
    pub(crate) fn of_kept(english: String, id: &str, mut args: Vec<(String, Arg)>) -> Self {
        let said = find(id).and_then(|number| {
            let mut place = |name: &str| {
                args.iter().position(|(known, _)| known == name).map(|at| args.swap_remove(at).1)
            };
            let args: Option<Vec<Arg>> = entry(number).args.iter().map(|name| place(name)).collect();
            args.map(|args| Self::of_entry(number, args))
        });
        said.unwrap_or_else(|| Self::from(english))
    }

    fn made(english: String, form: Form) -> Self {
        Self(Inner::Made(Box::new((english, form))))
    }

    fn of_entry(number: u16, args: Vec<Arg>) -> Self {
        if let [Piece::Text(_)] = entry(number).pieces {
            return Self(Inner::Fixed(number));
        }
        let mut english = String::new();
        write(entry(number).pieces, &args, &mut english);
        Self::made(english, Form::Said(number, args))
    }
}

fn write(pieces: &[Piece], args: &[Arg], out: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Arg(place) => out.push_str(&args[*place].english()),
            Piece::Select(place, variants) => {
                let value = args[*place].english();
                let fits = |key: &str| key == value || (key == "one" && value == "1");
                let chosen = variants.iter().find(|(key, _)| fits(key)).or(variants.last());
                chosen.into_iter().for_each(|(_, pieces)| write(pieces, args, out));
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

impl Default for Message {
    fn default() -> Self {
        Self(Inner::Words(String::new()))
    }
}

impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Message {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for Message {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

/// Lets a message be the cause of an [`std::io::Error`] and still be shown in any language as an argument.
impl std::error::Error for Message {}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl From<String> for Message {
    fn from(words: String) -> Self {
        Self(Inner::Words(words))
    }
}

impl From<&str> for Message {
    fn from(words: &str) -> Self {
        Self::from(words.to_owned())
    }
}

impl From<Cow<'_, str>> for Message {
    fn from(words: Cow<'_, str>) -> Self {
        Self::from(words.into_owned())
    }
}

impl From<&String> for Message {
    fn from(words: &String) -> Self {
        Self::from(words.clone())
    }
}

impl From<&Self> for Message {
    fn from(message: &Self) -> Self {
        message.clone()
    }
}

impl From<Message> for String {
    fn from(message: Message) -> Self {
        match message.0 {
            Inner::Words(words) => words,
            Inner::Made(made) => made.0,
            Inner::Fixed(_) => message.as_str().to_owned(),
        }
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Message {}

impl PartialOrd for Message {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Message {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other)
    }
}

impl Hash for Message {
    fn hash<H: Hasher>(&self, state: &mut H) {
        str::hash(self, state);
    }
}

macro_rules! compared {
    ($($text:ty),*) => { $(
        impl PartialEq<$text> for Message {
            fn eq(&self, other: &$text) -> bool {
                *self.as_str() == **other
            }
        }

        impl PartialEq<Message> for $text {
            fn eq(&self, other: &Message) -> bool {
                **self == *other.as_str()
            }
        }
    )* };
}

compared!(&str, String);

impl PartialEq<str> for Message {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

#[cfg(test)]
mod tests;
