//! The files of a difference as a tree of folders, each with the number of its files and their lines. What programs build
//! is one folded line.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::{Diff, File, How, counts_of, counts_or_cut};
use crate::web::{
    Visit,
    text::{path, shown, within},
};

/// Fewer files are a list.
const HANDFUL: usize = 5;
/// How many files are listed.
const FILES: usize = 600;
/// How many files of one folder of build output are listed.
const BUILT: usize = 50;
/// Deeper folders are part of a file's name.
const DEPTH: usize = 30;
/// Folders that programs fill: nobody reads what is in them line by line.
const BUILT_NAMES: &[&str] = &[
    "target",
    "node_modules",
    "dist",
    "build",
    "__pycache__",
    "venv",
    ".venv",
    ".tox",
    ".gradle",
    ".next",
    ".nuxt",
    ".cache",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
];

/// Returns the folder of build output that a file is in, if any, with its slash.
pub(super) fn built(name: &str) -> Option<&str> {
    let mut end = 0;
    for part in name.split_inclusive('/') {
        end += part.len();
        if part.strip_suffix('/').is_some_and(|folder| BUILT_NAMES.contains(&folder)) {
            return Some(&name[..end]);
        }
    }
    None
}

/// A folder: what is in it, and how much that is.
#[derive(Default)]
struct Folder<'d, 'a> {
    folders: BTreeMap<&'d str, Self>,
    files: Vec<(&'d str, &'d File<'a>)>,
    total: usize,
    added: usize,
    removed: usize,
    cut: bool,
}

impl<'d, 'a> Folder<'d, 'a> {
    fn of(files: &'d [File<'a>], root: Option<&str>) -> Self {
        let mut top = Self::default();
        for file in files {
            let mut folder = &mut top;
            folder.count(file);
            let mut rest = within(root, file.name);
            for _ in 0..DEPTH {
                let Some((name, within)) = cut(rest) else { break };
                folder = folder.folders.entry(name).or_default();
                folder.count(file);
                rest = within;
            }
            folder.files.push((rest, file));
        }
        top
    }

    fn count(&mut self, file: &File<'_>) {
        self.total += 1;
        self.added += file.added;
        self.removed += file.removed;
        self.cut |= file.cut;
    }
}

/// Returns the first folder of a path, with its slash, and the rest; the slash that begins a path belongs to the folder.
fn cut(path: &str) -> Option<(&str, &str)> {
    let from = path.len() - path.trim_start_matches('/').len();
    let end = path[from..].find('/')? + from + 1;
    // Where it is, as in `a (work tree/index)`, is no folder.
    (end < path.len() && !path[..end].contains(" (")).then(|| path.split_at(end))
}

/// Lists the files of a difference, each with a link to its beginning.
pub(super) fn contents(visit: &Visit, diff: &Diff<'_>, how: &How<'_>) -> Markup {
    let mut left = FILES;
    let list = match diff.files.len() {
        0 | 1 => return html! {},
        2..=HANDFUL => {
            html! { ul.files { @for file in &diff.files { li { (entry(visit, within(how.folder, file.name), file, how)) } } } }
        }
        _ => {
            html! { div.files.tree { (inside(visit, &Folder::of(&diff.files, how.folder), how, &mut left)) } }
        }
    };
    let missing = diff.files.len().saturating_sub(FILES);
    html! { (list) @if missing > 0 && left == 0 { p.more { (visit.words.count("diff-more-files", missing)) } } }
}

fn entry(visit: &Visit, name: &str, file: &File<'_>, how: &How<'_>) -> Markup {
    let to = match how.all.filter(|_| built(file.name).is_some()) {
        Some(all) => all(file.row),
        None => (how.at)(file.row),
    };
    html! { a href={ (to) "#diff" } { (shown(name)) } " " (counts_of(visit, file)) }
}

fn inside(visit: &Visit, folder: &Folder<'_, '_>, how: &How<'_>, left: &mut usize) -> Markup {
    html! {
        ul {
            @for (name, within) in &folder.folders { li { (one(visit, name, within, how, left)) } }
            @for (name, file) in &folder.files {
                @if let Some(rest) = left.checked_sub(1) {
                    @let () = *left = rest;
                    li { (entry(visit, name, file, how)) }
                }
            }
        }
    }
}

/// Renders a folder. A folder that has nothing but one other is one with it.
fn one(visit: &Visit, name: &str, folder: &Folder<'_, '_>, how: &How<'_>, left: &mut usize) -> Markup {
    let (mut name, mut folder) = (name.to_owned(), folder);
    while built(&name).is_none()
        && folder.files.is_empty()
        && let (1, Some((next, within))) = (folder.folders.len(), folder.folders.first_key_value())
    {
        name.push_str(next);
        folder = within;
    }
    let is_built = built(&name).is_some();
    let heading = html! {
        (path(&shown(&name))) ": " (visit.words.count("diff-files", folder.total)) " "
        (counts_or_cut(visit, folder.added, folder.removed, folder.cut))
    };
    let mut few = BUILT.min(*left);
    html! {
        @if is_built {
            details.built { summary { (heading) } (inside(visit, folder, how, &mut few)) @if folder.total > BUILT { p.more { (visit.words.count("diff-more-files", folder.total - BUILT)) } } }
        } @else if *left == 0 { (heading) }
        @else { details open { summary { (heading) } (inside(visit, folder, how, left)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_build_output_is_known_wherever_it_is() {
        for (name, folder) in [
            ("target/debug/a", Some("target/")),
            ("/w/app/node_modules/x/dist/y", Some("/w/app/node_modules/")),
            ("src/target.rs", None),
            ("src/targets/a", None),
            ("build", None),
        ] {
            assert_eq!(built(name), folder, "{name}");
        }
    }

    #[test]
    fn files_stand_in_their_folders_with_their_counts() {
        let text = ["/w/src/a.rs", "/w/src/web/b.rs", "/w/c.md", "/w/d (a/b)"]
            .map(|name| format!("--- {name}\n+++ {name}\n@@ -1 +1 @@\n-x\n+y\n"))
            .concat();
        let diff = Diff::read(&text);
        let top = Folder::of(&diff.files, None);
        let work = &top.folders["/w/"];
        let names = |folder: &Folder<'_, '_>| {
            folder.files.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>()
        };
        assert_eq!((top.folders.len(), work.total, work.added, work.removed), (1, 4, 4, 4));
        assert_eq!(names(work), ["c.md", "d (a/b)"]);
        assert_eq!((names(&work.folders["src/"]), work.folders["src/"].total), (vec!["a.rs".to_owned()], 2));
        let seen_from_work = Folder::of(&diff.files, Some("/w"));
        assert_eq!((names(&seen_from_work).len(), seen_from_work.folders["src/"].total), (2, 2));
    }

    #[test]
    fn a_path_of_many_folders_ends_in_a_long_name() {
        let name = "x/".repeat(5_000) + "a";
        let text = format!("--- {name}\n+++ {name}\n");
        let diff = Diff::read(&text);
        let (mut folder, mut depth) = (&Folder::of(&diff.files, None), 0);
        while let Some(next) = folder.folders.get("x/") {
            (folder, depth) = (next, depth + 1);
        }
        assert_eq!((depth, folder.files.len()), (DEPTH, 1));
    }
}
