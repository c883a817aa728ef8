//! What would land from a stage, as a tree of files: each can be ticked, alone, with its folder, or one of its hunks. The
//! differences of many files are shown one by one.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use countersign_core::{
    stage::land::DiffOutput,
    tool::{FieldChange, Picture, Preview},
};
use maud::{Markup, html};

use super::{
    CHOSEN,
    tree::{Folder, shortened},
};
use crate::web::{
    Visit,
    diff::{self, Diff},
    glance,
    pictures::pictures,
    text::{path, shown},
};

/// A stage with more lines of differences shows them file by file.
const LINES: usize = 400;
/// How many lines the tree has at most; beyond that, folders stand for what is in them.
const LISTED: usize = 4_000;
/// Trees with more files begin with their folders closed.
const OPEN: usize = 60;
/// What git keeps is landed whole or not at all.
const GIT: &str = ".git";

/// Everything that would land.
pub(super) struct Parts<'a> {
    diff: Diff<'a>,
    leaves: Vec<Leaf<'a>>,
    /// The folders of the stage, with the leaves in each.
    roots: Vec<(&'a str, Range<usize>)>,
    /// Differences and changes that belong to no path of the tree.
    others: Vec<usize>,
    other_changes: Vec<&'a FieldChange>,
    /// Whether all differences are on the page.
    whole: bool,
}

/// A line of the tree: a path, and what changes there.
struct Leaf<'a> {
    /// The path, as it is chosen.
    path: String,
    /// Its differences.
    files: Vec<usize>,
    changes: Vec<&'a FieldChange>,
    pictures: Vec<&'a Picture>,
    is_protected: bool,
    is_conflict: bool,
}

/// The sums of some leaves.
#[derive(Default)]
struct Totals {
    files: usize,
    added: usize,
    removed: usize,
    cut: bool,
}

impl<'a> Parts<'a> {
    pub(super) fn of(found: &'a DiffOutput) -> Self {
        let preview = &found.preview;
        let diff = Diff::read(preview.diff.as_deref().unwrap_or_default());
        let roots: Vec<&str> = found.stage.stage.roots.iter().map(String::as_str).collect();
        let mut leaves = Vec::new();
        let mut ranges = Vec::new();
        for root in &roots {
            let from = leaves.len();
            leaves.extend(paths(found, root).into_iter().map(|path| Leaf {
                path,
                files: Vec::new(),
                changes: Vec::new(),
                pictures: Vec::new(),
                is_protected: false,
                is_conflict: false,
            }));
            ranges.push((*root, from..leaves.len()));
        }
        let mut parts = Self {
            leaves,
            roots: ranges,
            others: Vec::new(),
            other_changes: Vec::new(),
            whole: diff.rows.len() <= LINES,
            diff,
        };
        parts.fill(found, preview);
        parts
    }

    /// Gives each leaf what changes there.
    fn fill(&mut self, found: &DiffOutput, preview: &'a Preview) {
        let known: BTreeMap<String, usize> =
            self.leaves.iter().enumerate().map(|(n, leaf)| (shown(&leaf.path), n)).collect();
        let ends = |path: &str| path.match_indices('/').map(|(end, _)| end).collect::<Vec<_>>();
        let above: BTreeSet<&str> =
            known.keys().flat_map(|path| ends(path).into_iter().map(|end| &path[..end])).collect();
        // The leaf of a path: its own, or that of a folder above it.
        let leaf = |path: &str| {
            let ends = ends(path).into_iter().chain([path.len()]);
            ends.filter_map(|end| known.get(&path[..end]).copied()).next_back()
        };
        for (n, file) in self.diff.files.iter().enumerate() {
            match leaf(file.name).or_else(|| leaf(diff::database_of(file.name)?)) {
                Some(at) => self.leaves[at].files.push(n),
                None => self.others.push(n),
            }
        }
        for change in &preview.changes {
            // A renamed one is called by its new path, then by its old one.
            let label = change.label.filled("path").unwrap_or(&change.label);
            match known.get(label.as_str()) {
                Some(at) => self.leaves[*at].changes.push(change),
                // A new folder is told by what is in it.
                None if change.before.is_null() && above.contains(label.as_str()) => {}
                None => self.other_changes.push(change),
            }
        }
        for picture in &preview.pictures {
            if let Some(at) = known.get(&picture.path) {
                self.leaves[*at].pictures.push(picture);
            }
        }
        for path in &found.by_name {
            if let Some(at) = leaf(&shown(path)) {
                self.leaves[at].is_protected = true;
            }
        }
        for conflict in &found.conflicts {
            if let Some(at) = leaf(conflict) {
                self.leaves[at].is_conflict = true;
            }
        }
    }

    /// Returns whether the page shows every difference.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Returns how many files there are.
    pub(super) fn files(&self) -> usize {
        self.totals(&self.leaves).files
    }

    /// Returns whether anything lands that need not be asked for by name.
    pub(super) fn has_unprotected(&self) -> bool {
        self.leaves.iter().any(|leaf| !leaf.is_protected) || self.leaves.is_empty()
    }

    /// Returns what is told of no path.
    pub(super) fn other_changes(&self) -> &[&'a FieldChange] {
        &self.other_changes
    }

    fn totals<'l>(&self, leaves: impl IntoIterator<Item = &'l Leaf<'a>>) -> Totals
    where
        'a: 'l,
    {
        let mut totals = Totals::default();
        for leaf in leaves {
            let is_file = |n: &&usize| diff::database_of(self.diff.files[**n].name).is_none();
            totals.files += leaf.files.iter().filter(is_file).count().max(1);
            for file in leaf.files.iter().map(|n| &self.diff.files[*n]) {
                totals.added += file.added;
                totals.removed += file.removed;
                totals.cut |= file.cut;
            }
        }
        totals
    }

    /// Says what all of it comes to.
    pub(super) fn sum(&self, visit: &Visit) -> Markup {
        let totals = self.totals(&self.leaves);
        html! { (visit.words.count("work-files", totals.files)) ", " (counts(visit, &totals)) }
    }

    /// Names the protected paths, each with a link to its line.
    pub(super) fn protected(&self, visit: &Visit) -> Markup {
        let all: Vec<(usize, &Leaf<'_>)> =
            self.leaves.iter().enumerate().filter(|(_, leaf)| leaf.is_protected).collect();
        html! {
            @if !all.is_empty() {
                p.warning {
                    (visit.words.count("work-asked-by-name", all.len())) " "
                    @for (at, (n, leaf)) in all.iter().enumerate() { @if at > 0 { ", " } a href={ "#f" (n) } { code { (self.short(leaf)) } } }
                }
            }
        }
    }

    /// Returns the path of a leaf in its folder.
    fn short(&self, leaf: &Leaf<'_>) -> String {
        let within = self.roots.iter().find_map(|(root, _)| under(&leaf.path, root));
        shown(within.unwrap_or(&leaf.path))
    }

    /// Returns how a path is chosen: relative to the folder of the stage, if there is but one.
    fn chosen<'p>(&self, path: &'p str) -> &'p str {
        match self.roots.as_slice() {
            [(root, _)] => under(path, root).unwrap_or(path),
            _ => path,
        }
    }

    /// Renders the tree, and then what belongs to no path of it.
    pub(super) fn tree(&self, visit: &Visit) -> Markup {
        html! {
            div.parts {
                @for (root, range) in &self.roots {
                    @let things = range.clone().map(|n| (under(&self.leaves[n].path, root).unwrap_or_default(), n));
                    @let tree = Folder::of(things);
                    @if self.roots.len() > 1 && !range.is_empty() { h3 { code { (path(&shown(root))) } } }
                    (self.folder(visit, &tree, root))
                }
            }
            @if !self.others.is_empty() {
                details.card open[self.whole] {
                    summary { (visit.words.t("work-other-differences")) }
                    @for n in &self.others {
                        section.file {
                            header { code.path { (path(&shown(self.diff.files[*n].name))) } }
                            (diff::file(visit, &self.diff, *n, &|_, _| html! {}))
                        }
                    }
                }
            }
        }
    }

    fn folder(&self, visit: &Visit, folder: &Folder<usize>, at: &str) -> Markup {
        html! {
            ul.ticks {
                @for (name, inside) in &folder.folders {
                    @let (name, inside) = inside.along(name);
                    @let place = format!("{at}/{name}");
                    @let totals = self.totals(inside.all().into_iter().map(|n| &self.leaves[*n]));
                    // A folder does not stand for the protected files in it: without script its box chooses nothing.
                    @let holds = inside.all().into_iter().any(|n| self.leaves[*n].is_protected);
                    li.folder {
                        input.choose type="checkbox" form=(CHOSEN) name="only[]" value=(self.chosen(&place)) disabled[holds] aria-label=(visit.words.with("work-choose-folder", &[("path", shown(&name).into())]));
                        details open[self.leaves.len() <= OPEN && name != GIT] {
                            summary { (shown(&name)) "/ " span.quiet { (visit.words.count("work-files", totals.files)) ", " (counts(visit, &totals)) } }
                            (self.folder(visit, inside, &place))
                        }
                    }
                }
                @for (name, n) in &folder.files { (self.leaf(visit, *n, name)) }
            }
        }
    }

    fn leaf(&self, visit: &Visit, n: usize, name: &str) -> Markup {
        let leaf = &self.leaves[n];
        let asked = visit.asked("file").is_some_and(|asked| asked.parse() == Ok(n));
        let here = self.whole || asked;
        html! {
            li {
                @if leaf.is_conflict { span.choose aria-hidden="true" {} }
                @else { input.choose type="checkbox" form=(CHOSEN) name="only[]" value=(self.chosen(&leaf.path)) data-by-name[leaf.is_protected] aria-labelledby={ "f" (n) }; }
                details open[here] {
                    summary id={ "f" (n) } {
                        (shown(name)) @if self.totals([leaf]).files > 1 { "/" }
                        @if leaf.is_protected { " " span.badge.danger { (visit.words.t("work-file-protected")) } }
                        @if leaf.is_conflict { " " span.badge.danger { (visit.words.t("work-file-conflict")) } }
                        (fate(visit, leaf)) " " (counts(visit, &self.totals([leaf])))
                    }
                    @if here { (self.shown(visit, leaf)) }
                    @else { p { a href={ "?file=" (n) "#f" (n) } { (visit.words.t("work-file-show")) } } }
                }
            }
        }
    }

    /// Renders what changes at one path, with the boxes of its hunks.
    fn shown(&self, visit: &Visit, leaf: &Leaf<'_>) -> Markup {
        let told: Vec<&&FieldChange> = leaf.changes.iter().filter(|change| !change.in_diff).collect();
        let choose = |file: &diff::File<'_>, hunk: Option<usize>| match hunk.filter(|_| !leaf.is_conflict) {
            None => html! {},
            Some(n) => {
                let place = [("n", n.into()), ("path", shown(file.name).into())];
                html! { input.choose.of-hunk type="checkbox" form=(CHOSEN) name="only[]" value={ (self.chosen(&leaf.path)) "#" (n) } aria-label=(visit.words.with("work-choose-hunk", &place)); }
            }
        };
        html! {
            div.of-file {
                @if !told.is_empty() { ul.changes { @for change in told { li { (glance::one(visit, change, "", None, usize::MAX)) } } } }
                @for n in &leaf.files {
                    @if leaf.files.len() > 1 { p { code { (path(&shown(self.diff.files[*n].name))) } } }
                    (diff::file(visit, &self.diff, *n, &choose))
                }
                (pictures(visit, None, leaf.pictures.iter().copied()))
            }
        }
    }
}

/// Says whether a file is new or deleted.
fn fate(visit: &Visit, leaf: &Leaf<'_>) -> Markup {
    let [change] = leaf.changes.as_slice() else { return html! {} };
    let said = match (change.before.is_null(), change.after.is_null()) {
        (true, false) => "work-file-new",
        (false, true) => "work-file-deleted",
        _ => return html! {},
    };
    html! { " " span.badge { (visit.words.t(said)) } }
}

fn counts(visit: &Visit, totals: &Totals) -> Markup {
    match totals.cut {
        true => html! { span.not-shown { (visit.words.t("diff-not-whole")) } },
        false if totals.added + totals.removed == 0 => html! {},
        false => html! { ins { "+" (totals.added) } " " del { "−" (totals.removed) } },
    }
}

/// Returns a path relative to a folder above it.
fn under<'p>(path: &'p str, root: &str) -> Option<&'p str> {
    path.strip_prefix(root)?.strip_prefix('/')
}

/// Returns the paths of the tree below a folder of the stage, in order, without folders that are there for what is in
/// them.
fn paths(found: &DiffOutput, root: &str) -> Vec<String> {
    let facts = &found.facts;
    let all = facts.writes.iter().chain(&facts.deletes).filter_map(|path| Some((path, under(path, root)?)));
    let of_git = |(path, inside): (&String, &str)| match inside.split('/').position(|part| part == GIT) {
        None => path.clone(),
        Some(at) => {
            let end = inside.match_indices('/').nth(at).map_or(inside.len(), |(end, _)| end);
            path[..path.len() - inside.len() + end].to_owned()
        }
    };
    let all: BTreeSet<String> = all.map(of_git).collect();
    // In this order, what is in a folder comes right after it, but for names that continue its own.
    let is_above = |path: &String| {
        let inside = format!("{path}/");
        all.range(inside.clone()..).next().is_some_and(|next| next.starts_with(&inside))
    };
    let leaves: Vec<String> = all.iter().filter(|path| !is_above(path)).cloned().collect();
    let mut paths = shortened(leaves, LISTED);
    // Each protected path has its own line, whatever stands for others.
    let own = found.by_name.iter().filter(|path| under(path, root).is_some());
    paths.extend(own.filter(|path| !is_above(path)).cloned());
    paths.sort();
    paths.dedup();
    paths
}
