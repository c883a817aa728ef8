//! The differences of all files of a change, as text, with what they leave out.

use std::{collections::BTreeSet, path::Path};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use countersign_core::{
    Result,
    tool::{PICTURE_BYTES, PICTURES, Picture, PictureData, picture_type, showable_picture},
};
use countersign_rehearsal::{Change, Kind, Node};
use countersign_words::{Message, say};

use super::{
    database,
    hunks::Hunks,
    part::Picked,
    show::{NAMED, brief},
    texts::{self, Content},
};
use crate::files::forecast::shown;

/// How many databases are read for one difference.
const DATABASES: usize = 4;

/// The differences of all files.
pub(super) struct Difference<'a> {
    /// In the order of the changes.
    pub text: String,
    /// The line counts.
    pub lines: String,
    /// What they leave out.
    pub not_shown: Vec<Message>,
    /// Pictures, which are no text.
    pub pictures: Vec<Picture>,
    /// The paths of which it shows everything.
    pub whole: BTreeSet<&'a Path>,
}

/// Returns the differences, up to `left` bytes of them.
pub(super) fn difference<'a>(views: &[&'a Picked<'_>], mut left: usize) -> Result<Difference<'a>> {
    let rank = |change: &Change| match (&change.before, &change.after) {
        (Some(_), Some(_)) => 0,
        (None, _) => 1,
        _ => 2,
    };
    let mut order: Vec<usize> = (0..views.len()).collect();
    order.sort_by_key(|n| rank(&views[*n].change));
    let renamed: BTreeSet<&Path> =
        views.iter().filter_map(|view| view.change.renamed_from.as_deref()).collect();
    let mut parts = vec![String::new(); views.len()];
    let (mut totals, mut whole) = (Totals::default(), BTreeSet::new());
    for n in order {
        let change = &*views[n].change;
        if renamed.contains(change.path.as_path()) {
            continue;
        }
        let missing = totals.not_shown.len();
        parts[n] = one(views[n], &mut left, &mut totals)?;
        if !parts[n].is_empty() && totals.not_shown.len() == missing && is_only_text(change) {
            whole.insert(change.path.as_path());
        }
    }
    let (text, lines) = (parts.concat(), totals.words());
    let pictures = std::mem::take(&mut totals.pictures);
    Ok(Difference { text, lines, not_shown: totals.left_out(), pictures, whole })
}

/// Whether the text of a file says everything: what kind of thing it is, its rights and its owner are as before, or as is
/// usual.
fn is_only_text(change: &Change) -> bool {
    let is_file = |node: &Node| node.kind == Kind::File;
    let rights = |node: &Node| (node.mode, node.owner, node.extended.clone());
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => is_file(before) && is_file(after) && rights(before) == rights(after),
        (None, Some(after)) => {
            let is_usual = after.mode & !0o664 == 0 && after.owner.is_none() && after.extended.is_none();
            is_file(after) && is_usual && change.renamed_from.is_none()
        }
        (Some(before), None) => is_file(before),
        (None, None) => false,
    }
}

#[derive(Default)]
struct Totals {
    added: usize,
    taken: usize,
    /// Paths whose content is not shown.
    not_shown: Vec<String>,
    /// How many databases were read.
    databases: usize,
    pictures: Vec<Picture>,
}

impl Totals {
    /// Returns the line counts. They are part of the diff, which is the same in all languages.
    fn words(&self) -> String {
        let noun = if self.added == 1 { "line" } else { "lines" };
        let lines = format!("{} {noun} added, {} removed", self.added, self.taken);
        match self.not_shown.len() {
            0 => lines,
            1 => format!("{lines}; 1 difference is not shown"),
            n => format!("{lines}; {n} differences are not shown"),
        }
    }

    /// Describes what a preview leaves out, the first ones by name.
    fn left_out(self) -> Vec<Message> {
        let more = self.not_shown.len().saturating_sub(NAMED);
        let named = self.not_shown.iter().take(NAMED).map(|path| say!("unseen-difference", path));
        let more = (more > 0).then(|| say!("unseen-more-differences", n = more));
        named.chain(more).collect()
    }
}

fn one(view: &Picked<'_>, left: &mut usize, totals: &mut Totals) -> Result<String> {
    let Picked { change, content, part } = view;
    let is_file = |node: &Option<Node>| matches!(node, Some(node) if node.kind == Kind::File);
    let path = shown(&change.path);
    if let Some(from) = &change.renamed_from {
        return Ok(format!("rename from {}\nrename to {path}\n", shown(from)));
    }
    if let Content::Conflict(view) = content {
        totals.not_shown.push(path.clone());
        return Ok(format!("--- {path}\n+++ {path}\nconflict:\n{}\n", view.trim_end_matches('\n')));
    }
    let same = change.before.as_ref().map(|n| &n.hash) == change.after.as_ref().map(|n| &n.hash);
    if same || *content == Content::Stays || !(is_file(&change.before) || is_file(&change.after)) {
        return Ok(String::new());
    }
    let old = match &change.before {
        Some(node) if node.kind == Kind::File => texts::standing(change, node),
        _ => Some(String::new()),
    };
    let new = match (part, content, &change.after) {
        (Some((whole, _)), ..) => Some(whole.clone()),
        (None, Content::Merged(text), _) => Some(text.clone()),
        (.., Some(node)) if node.kind == Kind::File => texts::rehearsed(change)?,
        _ => Some(String::new()),
    };
    let wanted = part.as_ref().map(|(_, hunks)| hunks.clone()).unwrap_or_default();
    let name = |there: bool| if there { path.as_str() } else { "/dev/null" };
    let head = format!("--- {}\n+++ {}\n", name(is_file(&change.before)), name(is_file(&change.after)));
    let why = match (&old, &new) {
        (Some(old), Some(new)) => {
            let hunks = Hunks::of(old, new);
            let shown = head.clone() + &hunks.shown(&wanted);
            if shown.len() <= *left {
                *left -= shown.len();
                let (added, taken) = hunks.lines(&wanted);
                (totals.added, totals.taken) = (totals.added + added, totals.taken + taken);
                return Ok(shown);
            }
            "there is too much of it"
        }
        _ => "it is no text, or a very long one",
    };
    totals.not_shown.push(path.clone());
    let (before, after) = (brief(change.before.as_ref()), brief(change.after.as_ref()));
    let told =
        format!("{head}not shown, since {why}: {} → {}\n", plain(before.as_ref()), plain(after.as_ref()));
    if old.is_some() && new.is_some() {
        return Ok(told);
    }
    totals.pictures.extend(picture(change, &path).filter(|_| totals.pictures.len() < PICTURES));
    Ok(told + &tables(change, &path, left, totals).unwrap_or_default())
}

/// The bytes of a file before and after; none: there is no file.
type Sides = (Option<Vec<u8>>, Option<Vec<u8>>);

/// Reads both sides of a file that begin as is wanted; a side without a file is none. None: one cannot be read.
fn sides(change: &Change, most: u64, begins: fn(&[u8]) -> bool) -> Option<Sides> {
    let is_file = |node: &Option<Node>| node.as_ref().is_some_and(|node| node.kind == Kind::File);
    let before = match is_file(&change.before) {
        true => Some(texts::bytes_before(change, most, begins)?),
        false => None,
    };
    let after = match is_file(&change.after) {
        true => Some(texts::bytes_after(change, most, begins)?),
        false => None,
    };
    Some((before, after))
}

/// Returns the picture that a file is, if each of its sides is one.
fn picture(change: &Change, path: &str) -> Option<Picture> {
    let (before, after) = sides(change, PICTURE_BYTES, |begin| picture_type(begin).is_some())?;
    let data = |bytes: Option<Vec<u8>>| match bytes {
        None => Some(None),
        Some(bytes) => {
            let media_type = showable_picture(&bytes)?.to_owned();
            Some(Some(PictureData { media_type, base64: STANDARD.encode(&bytes) }))
        }
    };
    Some(Picture { path: path.to_owned(), before: data(before)?, after: data(after)? })
}

/// Returns what differs in the tables of a database. It stays one of which not everything is shown.
fn tables(change: &Change, path: &str, left: &mut usize, totals: &mut Totals) -> Option<String> {
    if totals.databases == DATABASES {
        return None;
    }
    let (before, after) = sides(change, database::MOST, database::begins)?;
    totals.databases += 1;
    let tables = database::compared(path, before.as_deref(), after.as_deref(), *left)?;
    *left = left.saturating_sub(tables.text.len());
    (totals.added, totals.taken) = (totals.added + tables.added, totals.taken + tables.taken);
    Some(tables.text)
}

fn plain(brief: Option<&Message>) -> &str {
    brief.map_or("nothing", |brief| brief)
}
