//! Diffs for people: by file, with the line numbers of both sides, in one column or two. Only a part of a long one is
//! rendered on a page; how much more there is, is shown with a link.

mod again;
mod colours;
mod notes;
mod read;
mod space;
mod tree;
mod whole;
mod words;

use std::{collections::BTreeMap, ops::Range};

use maud::{Markup, html};

use super::{
    Visit,
    text::{path, shown, within},
};
use countersign_core::text;

pub(crate) use colours::Budget;
use colours::{Colours, coloured, colours};
use read::Row;
pub(crate) use read::{Diff, Fate, File, Kind, database_of};
pub(crate) use space::without_space;
pub(crate) use whole::{file, whole};
use words::Marks;

/// How many characters of a line are shown; its own view has the rest.
const LINE: usize = countersign_core::item::bulk::PAGE_LINE_CHARS;
/// How many bytes of lines a page shows, whatever their number.
const BYTES: usize = countersign_core::item::bulk::PAGE_BYTES;
/// How many blank lines in a row are shown; more are only counted, so that they cannot hide what follows.
const BLANK: usize = 4;

/// Which part of a diff is shown, and how.
pub(crate) struct How<'a> {
    /// The first line, from 0.
    pub from: usize,
    /// How many lines at most.
    pub most: usize,
    /// Whether the sides are shown side by side.
    pub split: bool,
    /// Returns the address of the page from a line on.
    pub at: &'a dyn Fn(usize) -> String,
    /// Returns the address of the page with one full line; if `None`, every line is shown in full.
    pub line: Option<&'a dyn Fn(usize) -> String>,
    /// The folder that names of files are shown from; the page names it.
    pub folder: Option<&'a str>,
    /// Returns the address of the page from a line on with all that was built; if `None`, nothing is folded. Only a page
    /// that cannot show the whole difference may fold: it has no key, and is in no answer to several.
    pub all: Option<&'a dyn Fn(usize) -> String>,
}

/// Summarises a diff: the number of files, lines added and removed. If it is incomplete, says that instead.
pub(crate) fn totals(visit: &Visit, diff: &Diff<'_>, is_whole: bool) -> Markup {
    if !is_whole || diff.files.iter().any(|file| file.cut) {
        return counts_or_cut(visit, 0, 0, true);
    }
    let (added, removed) = diff.files.iter().fold((0, 0), |(a, r), file| (a + file.added, r + file.removed));
    html! {
        @if !diff.files.is_empty() { (visit.words.count("diff-files", diff.files.len())) ", " }
        (counts(visit, added, removed)) ", " (visit.words.count("diff-lines", diff.rows.len()))
    }
}

fn counts_of(visit: &Visit, file: &File<'_>) -> Markup {
    counts_or_cut(visit, file.added, file.removed, file.cut)
}

fn counts_or_cut(visit: &Visit, added: usize, removed: usize, is_cut: bool) -> Markup {
    match is_cut {
        true => {
            html! { span.not-shown title=(visit.words.t("diff-not-whole")) { "◩" span.sr-only { (visit.words.t("diff-not-whole")) } } }
        }
        false => counts(visit, added, removed),
    }
}

/// Says whether a file is new, deleted or renamed.
fn fate(visit: &Visit, file: &File<'_>) -> Markup {
    html! {
        @match file.fate {
            Fate::Stays => {},
            Fate::Comes => span.badge { (visit.words.t("diff-new-file")) },
            Fate::Goes => span.badge.danger { (visit.words.t("diff-deleted")) },
            Fate::Renamed(_) => span.badge { (visit.words.t("diff-renamed")) },
        }
    }
}

fn counts(visit: &Visit, added: usize, removed: usize) -> Markup {
    let said = visit.words.with("diff-counts", &[("added", added.into()), ("removed", removed.into())]);
    html! { span.counts { span.plus aria-hidden="true" { "+" (added) } " " span.minus aria-hidden="true" { "−" (removed) } span.sr-only { (said) } } }
}

/// Lists the files of a diff, each with a link to its beginning.
pub(crate) fn contents(visit: &Visit, diff: &Diff<'_>, how: &How<'_>) -> Markup {
    tree::contents(visit, diff, how)
}

/// Renders tables and notebooks again, in a form that is easier to read.
pub(crate) fn again(visit: &Visit, diff: &Diff<'_>) -> Markup {
    again::again(visit, diff)
}

/// Renders the lines of a part, under the headings of their files, with links to the parts before and after.
pub(crate) fn lines(visit: &Visit, diff: &Diff<'_>, how: &How<'_>) -> Markup {
    let words = visit.words;
    let from = how.from.min(diff.rows.len());
    let (parts, end) = part(diff, from..diff.rows.len(), how.most, how.all.is_some());
    let (total, looks) = (diff.rows.len(), Looks::of(visit, diff, &parts));
    html! {
        @if from > 0 {
            p.fold { a href={ ((how.at)(from.saturating_sub(how.most))) "#diff" } { (words.with("diff-before", &[("n", from.into()), ("total", total.into())])) } }
        }
        @for part in &parts { (section(visit, diff, part, from, how, &looks)) }
        @if end < total {
            p.fold.not-shown { a href={ ((how.at)(end)) "#diff" } { (words.with("diff-after", &[("n", (total - end).into()), ("total", total.into())])) } }
        }
    }
}

/// Renders the lines of a file, which fold, or what is folded of build output.
fn section(
    visit: &Visit,
    diff: &Diff<'_>,
    part: &Part<'_, '_>,
    from: usize,
    how: &How<'_>,
    looks: &Looks,
) -> Markup {
    let words = visit.words;
    let Part { file, rows, built } = part;
    let title = file.map_or_else(|| words.t("diff-title").into_owned(), |f| shown(f.name));
    let name = within(how.folder, &title);
    let lines = html! {
        div.rows tabindex="0" role="region" aria-label=(title) {
            @if how.split { (two(visit, diff, rows, how, looks)) } @else { (one(visit, diff, rows, how, looks)) }
        }
    };
    html! {
        @if let Some(Built { folder, files, row, added, removed }) = built {
            p.fold.built.not-shown {
                a href={ (how.all.map_or_else(String::new, |all| all(*row))) "#diff" } { (path(&shown(folder))) ": " (words.count("diff-files", *files)) }
                " " (counts(visit, *added, *removed)) ", " (words.t("diff-folded"))
            }
        } @else if let Some(file) = file {
            section.file {
                details.one open data-file=(title) {
                    summary { h3 { code title=[(name != title).then_some(&title)] { (path(name)) } " " (fate(visit, file)) " " (counts_of(visit, file)) @if file.row < from { " " span.quiet { (words.t("diff-continued")) } } } }
                    (lines)
                }
            }
        } @else { section.file { (lines) } }
    }
}

/// A row of a page: a line of the diff, a number of blank ones, or what a note of some lines says in words.
enum Shown {
    Line(usize),
    Blank(Kind, usize),
    /// The file of that row has another name, and so many percent of it stay.
    Renamed(usize, Option<u8>),
    /// The rights of a file change, in octal digits.
    Mode(String, String),
}

/// The shown rows of one file.
struct Part<'d, 'a> {
    file: Option<&'d File<'a>>,
    rows: Vec<Shown>,
    /// What is folded instead.
    built: Option<Built<'d>>,
}

/// Files of a folder of build output, from a row on.
struct Built<'d> {
    folder: &'d str,
    files: usize,
    row: usize,
    added: usize,
    removed: usize,
}

/// Returns what fits on a page from a line on, by file, and where the next page begins. A run of blank lines counts as
/// one row: five hundred of them do not push the rest out of sight. If it folds, so does what is in a folder of build
/// output.
fn part<'d, 'a>(
    diff: &'d Diff<'a>,
    range: Range<usize>,
    most: usize,
    folds: bool,
) -> (Vec<Part<'d, 'a>>, usize) {
    let mut parts: Vec<Part<'_, '_>> = Vec::new();
    // Without a limit everything is shown.
    let all = if most == usize::MAX { usize::MAX } else { BYTES };
    let (mut at, mut room, mut bytes) = (range.start, most, all);
    while at < range.end && room > 0 && bytes > 0 {
        let row = &diff.rows[at];
        let file = diff.file_of(at);
        if let Some((built, end)) = folds.then(|| diff.built_from(at)).flatten() {
            parts.push(Part { file, rows: Vec::new(), built: Some(built) });
            (at, room) = (end, room - 1);
            continue;
        }
        if parts.last().is_none_or(|part| part.file.map(|f| f.row) != file.map(|f| f.row)) {
            parts.push(Part { file, rows: Vec::new(), built: None });
        }
        let Some(Part { rows, .. }) = parts.last_mut() else { break };
        let blank = diff.blank_from(at).min(range.end - at);
        if let Some((notes, alike)) = diff.renamed_from(at).filter(|(notes, _)| at + notes <= range.end) {
            rows.push(Shown::Renamed(at, alike));
            at += notes;
        } else if let Some((notes, old, new)) =
            diff.mode_from(at).filter(|(notes, ..)| at + notes <= range.end)
        {
            rows.push(Shown::Mode(old.to_owned(), new.to_owned()));
            at += notes;
        } else if blank > BLANK {
            rows.push(Shown::Blank(row.kind, blank));
            at += blank;
        } else {
            bytes = bytes.saturating_sub(row.text.len().min(LINE * 4) + 40);
            rows.push(Shown::Line(at));
            at += 1;
        }
        room -= 1;
    }
    (parts, at)
}

fn look(kind: Kind) -> &'static str {
    match kind {
        Kind::Added => "a",
        Kind::Removed => "d",
        Kind::Same => "",
        Kind::Hunk => "h",
        Kind::Note => "n",
    }
}

/// Returns the style of a line; a line that says that something was cut stands out.
fn look_of(row: &Row<'_>) -> &'static str {
    if row.says_cut() { "n cut" } else { look(row.kind) }
}

/// What is marked and coloured of the lines on a page, by row.
struct Looks {
    marks: BTreeMap<usize, Marks>,
    colours: Colours,
}

impl Looks {
    fn of(visit: &Visit, diff: &Diff<'_>, parts: &[Part<'_, '_>]) -> Self {
        let row = |row: &Shown| match row {
            Shown::Line(n) => Some(*n),
            Shown::Blank(..) | Shown::Renamed(..) | Shown::Mode(..) => None,
        };
        let rows = parts.iter().flat_map(|part| part.rows.iter().filter_map(row));
        let mut marks = BTreeMap::new();
        for part in parts {
            let ends = (part.rows.iter().find_map(row), part.rows.iter().rev().find_map(row));
            if let (Some(first), Some(last)) = ends {
                marks.append(&mut words::marks(diff, first..last + 1));
            }
        }
        Self { colours: colours(diff, rows, &visit.colours), marks }
    }
}

/// Renders the text of a line with its changed words; if it is too long, its beginning and how much more there is.
fn said(visit: &Visit, n: usize, row: &Row<'_>, how: &How<'_>, looks: &Looks) -> Markup {
    let whole = match notes::translated(visit.words, row) {
        Some(told) => text::visible_multiline(&told).text,
        None => text::visible_multiline(row.text).text,
    };
    let cut = whole.char_indices().nth(LINE).map(|(end, _)| end);
    html! {
        @match cut.zip(how.line) {
            None => (line(n, &whole, looks)),
            Some((end, line)) => {
                (whole[..end]) a.cut href={ (line(n)) "#line" } { (visit.words.count("diff-more-characters", whole[end..].chars().count())) }
            }
        }
    }
}

/// Renders a line in full, with its changed words and its colours.
fn line(n: usize, whole: &str, looks: &Looks) -> Markup {
    let marks = looks.marks.get(&n).map(Vec::as_slice).unwrap_or_default();
    let spans = looks.colours.get(&n).map(Vec::as_slice).unwrap_or_default();
    // A mark begins where the one before ended.
    let begins = std::iter::once(0).chain(marks.iter().map(|mark| mark.end));
    html! {
        @for (from, mark) in begins.zip(marks) {
            (coloured(whole, from..mark.start, spans)) mark { (coloured(whole, mark.clone(), spans)) }
        }
        (coloured(whole, marks.last().map_or(0, |mark| mark.end)..whole.len(), spans))
    }
}

fn number(n: usize) -> Markup {
    html! { td.no { @if n > 0 { (n) } } }
}

/// Says what a note of some lines says; `None` of other rows.
fn noted(visit: &Visit, diff: &Diff<'_>, row: &Shown) -> Option<Markup> {
    let words = visit.words;
    match row {
        Shown::Line(_) | Shown::Blank(..) => None,
        Shown::Renamed(at, alike) => {
            let file = diff.file_of(*at)?;
            let Fate::Renamed(old) = file.fate else { return None };
            Some(html! {
                (words.t("diff-renamed")) ": " del { (path(&shown(old))) } " → " ins { (path(&shown(file.name))) }
                @if let Some(percent) = alike { " (" (words.with("diff-alike", &[("n", usize::from(*percent).into())])) ")" }
            })
        }
        Shown::Mode(old, new) => {
            let runs = |mode: &str| mode.bytes().rev().take(3).any(|digit| digit % 2 == 1);
            let (old, new) = (shown(old), shown(new));
            let said = match (runs(&old), runs(&new)) {
                (false, true) => words.t("diff-mode-runs"),
                (true, false) => words.t("diff-mode-runs-not"),
                _ => words.t("diff-mode"),
            };
            Some(html! { (said) ": " del { (old) } " → " ins { (new) } })
        }
    }
}

/// Renders both sides in one column.
fn one(visit: &Visit, diff: &Diff<'_>, rows: &[Shown], how: &How<'_>, looks: &Looks) -> Markup {
    html! {
        table.diff {
            colgroup { col.no; col.no; col; }
            thead.sr-only { tr { th scope="col" { (visit.words.t("diff-old")) } th scope="col" { (visit.words.t("diff-new")) } th scope="col" { (visit.words.t("diff-text")) } } }
            tbody {
                @for shown_row in rows {
                    @match shown_row {
                        Shown::Renamed(..) | Shown::Mode(..) => tr.n.said { td.no {} td.no {} td { (noted(visit, diff, shown_row).unwrap_or_default()) } },
                        Shown::Blank(kind, n) => tr class=(look(*kind)) { td.no {} td.no {} td.blank { (kind.sign()) " " (visit.words.count("diff-blank", *n)) } },
                        Shown::Line(n) => {
                            @let row = &diff.rows[*n];
                            tr class=(look_of(row)) { (number(row.old)) (number(row.new)) td { (row.kind.sign()) (said(visit, *n, row, how, looks)) } }
                        },
                    }
                }
            }
        }
    }
}

/// The two sides of a row.
struct Pair<'s> {
    left: Option<&'s Shown>,
    right: Option<&'s Shown>,
}

/// Pairs removed lines with the added ones that replace them.
fn pairs<'s>(diff: &Diff<'_>, rows: &'s [Shown]) -> Vec<Pair<'s>> {
    let kind = |s: &Shown| match s {
        Shown::Line(n) => diff.rows[*n].kind,
        Shown::Blank(kind, _) => *kind,
        Shown::Renamed(..) | Shown::Mode(..) => Kind::Note,
    };
    let mut out = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let run = |from: usize, wanted: Kind| rows[from..].iter().take_while(|s| kind(s) == wanted).count();
        let removed = run(at, Kind::Removed);
        let added = run(at + removed, Kind::Added);
        if removed + added == 0 {
            let both = Some(&rows[at]);
            out.push(Pair { left: both, right: both });
            at += 1;
            continue;
        }
        for n in 0..removed.max(added) {
            let left = (n < removed).then(|| &rows[at + n]);
            let right = (n < added).then(|| &rows[at + removed + n]);
            out.push(Pair { left, right });
        }
        at += removed + added;
    }
    out
}

/// Renders both sides side by side.
fn two(visit: &Visit, diff: &Diff<'_>, rows: &[Shown], how: &How<'_>, looks: &Looks) -> Markup {
    let side = |one: Option<&Shown>, new: bool| match one {
        None | Some(Shown::Renamed(..) | Shown::Mode(..)) => html! { td.no {} td.none {} },
        Some(Shown::Blank(kind, n)) => {
            html! { td.no {} td class={ "blank " (look(*kind)) } { (visit.words.count("diff-blank", *n)) } }
        }
        Some(Shown::Line(n)) => {
            let row = &diff.rows[*n];
            html! { (number(if new { row.new } else { row.old })) td class=(look(row.kind)) { (said(visit, *n, row, how, looks)) } }
        }
    };
    let wide = |one: &Pair<'_>| match one.left {
        Some(Shown::Line(n)) if matches!(diff.rows[*n].kind, Kind::Hunk | Kind::Note) => Some(*n),
        _ => None,
    };
    html! {
        table.diff.split {
            colgroup { col.no; col; col.no; col; }
            thead.sr-only { tr { th scope="col" colspan="2" { (visit.words.t("diff-old")) } th scope="col" colspan="2" { (visit.words.t("diff-new")) } } }
            tbody {
                @for pair in pairs(diff, rows) {
                    @if let Some(said) = pair.left.and_then(|row| noted(visit, diff, row)) {
                        tr.n.said { td.no {} td colspan="3" { (said) } }
                    } @else { @match wide(&pair) {
                        Some(n) => tr class=(look_of(&diff.rows[n])) { td.no {} td colspan="3" { (said(visit, n, &diff.rows[n], how, looks)) } },
                        None => tr { (side(pair.left, false)) (side(pair.right, true)) },
                    } }
                }
            }
        }
    }
}
