//! Branches, tags, stashes and HEAD: where each stood and where it will stand, whether it is in a file of its own or in
//! `packed-refs`; and the logs of where they stood.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Repository,
    objects::{Id, Objects, Type, hex, parse_id},
    trees::Tag,
};

const PACKED: &str = "packed-refs";
const ZERO: Id = [0; 20];
/// Maximum number of lines that are new in a log, and of bytes of each.
const LOG_LINES: usize = 1_000;
const LOG_LINE: usize = 2_000;

/// One name that stands elsewhere afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moved {
    /// `refs/heads/main`.
    pub name: String,
    pub from: Option<Id>,
    pub to: Option<Id>,
}

/// What is checked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    Branch(String),
    Commit(Id),
}

impl Head {
    fn read(text: &str) -> Option<Self> {
        let text = text.strip_suffix('\n')?;
        match text.strip_prefix("ref: ") {
            Some(name) if name.starts_with("refs/heads/") && is_known(name) => {
                Some(Self::Branch(name.to_owned()))
            }
            Some(_) => None,
            None => parse_id(text).map(Self::Commit),
        }
    }
}

/// What changes of names mean.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub moved: Vec<Moved>,
    /// What was and what will be checked out.
    pub head: Option<(Head, Head)>,
    /// The commit that is checked out, before and after.
    pub checked_out: (Option<Id>, Option<Id>),
    /// The paths that this explains, within `.git`.
    pub paths: BTreeSet<String>,
    /// Commits that are named only by a log.
    pub logged: BTreeSet<Id>,
    /// The messages of stashes that go.
    pub dropped: Vec<String>,
}

/// Explains the changes of names and their logs; None if something is not understood.
pub(super) fn explain(of: &Repository<'_>, objects: &Objects) -> Option<Names> {
    let refs = Refs::read(of)?;
    let packed_changed = of.changes.contains_key(PACKED);
    if packed_changed && !refs.are_peeled_right(objects) {
        return None;
    }
    let mut names = Names::default();
    let loose = of.files().filter(|path| path.starts_with("refs/"));
    let repacked = refs.packed.0.keys().chain(refs.packed.1.keys());
    let repacked = repacked.filter(|name| refs.packed.0.get(*name) != refs.packed.1.get(*name));
    let touched: BTreeSet<String> = loose.map(str::to_owned).chain(repacked.cloned()).collect();
    for name in touched {
        if !is_known(&name) {
            return None;
        }
        let (from, to) = (refs.at(&name, false)?, refs.at(&name, true)?);
        if of.changes.contains_key(name.as_str()) {
            names.paths.insert(name.clone());
        }
        if from != to {
            names.moved.push(Moved { name, from, to });
        }
    }
    names.paths.extend(packed_changed.then(|| PACKED.to_owned()));
    let (was, will) = (of.text("HEAD", false)?, of.text("HEAD", true)?);
    let (was, will) = (Head::read(&was?)?, Head::read(&will?)?);
    let stands = |head: &Head, after| match head {
        Head::Commit(id) => Some(Some(*id)),
        Head::Branch(name) => refs.at(name, after),
    };
    names.checked_out = (stands(&was, false)?, stands(&will, true)?);
    if of.changes.contains_key("HEAD") {
        names.paths.insert("HEAD".to_owned());
    }
    names.head = (was != will).then_some((was, will));
    let logs: Vec<&str> = of.files().filter(|path| path.starts_with("logs/")).collect();
    for log in logs {
        let name = log.strip_prefix("logs/")?;
        let stands = if name == "HEAD" { names.checked_out.1 } else { refs.at(name, true)? };
        names.log(of, log, stands)?;
    }
    Some(names)
}

impl Names {
    /// Explains a log: lines come after those that are there. It goes with its name. Of the one of stashes, lines may go.
    fn log(&mut self, of: &Repository<'_>, path: &str, stands: Option<Id>) -> Option<()> {
        let name = path.strip_prefix("logs/")?;
        let known = name == "HEAD" || is_known(name);
        let (was, will) = (of.text(path, false)?.unwrap_or_default(), of.text(path, true)?);
        let was: Vec<Line> = was.split_inclusive('\n').map(Line::read).collect::<Option<_>>()?;
        let gone = will.is_none();
        let will = will.unwrap_or_default();
        let will: Vec<Line> = will.split_inclusive('\n').map(Line::read).collect::<Option<_>>()?;
        let new = if gone {
            if stands.is_some() {
                return None;
            }
            if name == "refs/stash" {
                self.dropped.extend(was.iter().map(|line| line.message.to_owned()));
            }
            &[]
        } else if name == "refs/stash" {
            let mut left = will.iter().peekable();
            for line in &was {
                if left.next_if(|kept| kept.is_same(line)).is_none() {
                    self.dropped.push(line.message.to_owned());
                }
            }
            let new = left.count();
            &will[will.len() - new..]
        } else {
            // Where they stood before is not rewritten.
            will.starts_with(&was).then(|| &will[was.len()..])?
        };
        let ends = will.last().map_or(stands.is_none() || gone, |last| Some(last.to) == stands);
        if !known || new.len() > LOG_LINES || !(ends || will.len() == was.len()) {
            return None;
        }
        self.logged.extend(new.iter().map(|line| line.to).filter(|id| *id != ZERO));
        self.paths.insert(path.to_owned());
        Some(())
    }
}

/// A line of a log.
#[derive(Debug, PartialEq, Eq)]
struct Line<'a> {
    from: Id,
    to: Id,
    who: &'a str,
    message: &'a str,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let line = line.strip_suffix('\n').filter(|line| line.len() <= LOG_LINE)?;
        let (head, message) = line.split_once('\t').unwrap_or((line, ""));
        let (from, rest) = head.split_once(' ')?;
        let (to, who) = rest.split_once(' ')?;
        let is_plain = !line.chars().any(|c| c.is_control() && c != '\t');
        is_plain.then_some(Self { from: parse_id(from)?, to: parse_id(to)?, who, message })
    }

    /// Whether it is the same stash: git writes anew what stood before it.
    fn is_same(&self, other: &Self) -> bool {
        (self.to, self.who, self.message) == (other.to, other.who, other.message)
    }
}

/// All names, as they were and as they will be.
struct Refs<'a> {
    of: &'a Repository<'a>,
    packed: (Packed, Packed),
}

/// The names in `packed-refs`, with the commit that a tag leads to.
type Packed = BTreeMap<String, (Id, Option<Id>)>;

impl<'a> Refs<'a> {
    fn read(of: &'a Repository<'a>) -> Option<Self> {
        let read = |after| packed(&of.text(PACKED, after)?.unwrap_or_default());
        Some(Self { of, packed: (read(false)?, read(true)?) })
    }

    /// Returns where a name stands; `Some(None)`: nowhere.
    fn at(&self, name: &str, after: bool) -> Option<Option<Id>> {
        let packed = if after { &self.packed.1 } else { &self.packed.0 };
        match self.of.text(name, after)? {
            Some(text) => parse_id(text.strip_suffix('\n')?).map(Some),
            None => Some(packed.get(name).map(|(id, _)| *id)),
        }
    }

    /// Whether each tag is listed with the commit that it leads to.
    fn are_peeled_right(&self, objects: &Objects) -> bool {
        self.packed.1.iter().all(|(name, (id, peeled))| {
            let stood = self.packed.0.get(name) == Some(&(*id, *peeled));
            stood
                || match peeled {
                    Some(peeled) => Tag::read(objects, id).is_some_and(|tag| tag.of == *peeled),
                    None => objects.typed(id, Type::Commit).is_some(),
                }
        })
    }
}

fn packed(text: &str) -> Option<Packed> {
    let mut found = Packed::new();
    let mut last = None;
    for line in text.split_inclusive('\n') {
        let line = line.strip_suffix('\n')?;
        if let Some(peeled) = line.strip_prefix('^') {
            let (_, place) = found.get_mut(&Option::take(&mut last)?)?;
            *place = Some(parse_id(peeled)?);
        } else if !line.starts_with("# pack-refs with:") {
            let (id, name) = line.split_once(' ')?;
            let id = parse_id(id)?;
            last = Some(name.to_owned());
            if found.insert(name.to_owned(), (id, None)).is_some() {
                return None;
            }
        }
    }
    Some(found)
}

/// Whether a name is one of a branch, a tag or a stash that people can read, and that cannot pass for something else.
pub(super) fn is_known(name: &str) -> bool {
    let Some((_, short)) = kind(name) else { return false };
    let plain = |part: &str| {
        !part.is_empty() && !part.starts_with(['.', '-']) && !part.ends_with('.') && !part.ends_with(".lock")
    };
    let odd = |c: char| !(c.is_alphanumeric() || "-._/@+#=!%&,".contains(c));
    let parts: Vec<&str> = short.split('/').collect();
    let is_id = short.len() >= 7 && short.bytes().all(|b| b.is_ascii_hexdigit());
    name == "refs/stash"
        || (parts.iter().all(|part| plain(part))
            && !short.contains(odd)
            && !short.contains("..")
            && !short.contains("@{")
            && !["HEAD", "@", "FETCH_HEAD", "ORIG_HEAD", "MERGE_HEAD", "stash"].contains(&short)
            && !short.starts_with("refs/")
            && !is_id)
}

/// What a name is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Branch,
    Tag,
    Remote,
    Stash,
}

/// Splits a name into what it is of, and the name that people use.
pub(super) fn kind(name: &str) -> Option<(Kind, &str)> {
    let known = [("refs/heads/", Kind::Branch), ("refs/tags/", Kind::Tag), ("refs/remotes/", Kind::Remote)];
    if name == "refs/stash" {
        return Some((Kind::Stash, "stash"));
    }
    known.into_iter().find_map(|(begin, kind)| Some((kind, name.strip_prefix(begin)?)))
}

/// Returns the digits of an id for `ORIG_HEAD` and its like.
pub(super) fn is_line_of(text: &str, id: &Id) -> bool {
    text.strip_suffix('\n') == Some(hex(id).as_str())
}
