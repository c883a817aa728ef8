//! Paths as a tree of folders. A folder that holds only one other is shown with it, in one line.

use std::{borrow::Cow, collections::BTreeMap};

/// How deep folders are shown; what is deeper keeps the rest of its path as its name.
const DEEP: usize = 12;

/// A folder, with what is in it.
#[derive(Debug, Default)]
pub(super) struct Folder<T> {
    /// The folders in it, by name.
    pub folders: BTreeMap<String, Self>,
    /// What is directly in it, with names.
    pub files: Vec<(String, T)>,
}

impl<T> Folder<T> {
    /// Makes a tree of things with their paths, which are relative to it.
    pub fn of<'p>(things: impl IntoIterator<Item = (&'p str, T)>) -> Self {
        let mut root = Self { folders: BTreeMap::new(), files: Vec::new() };
        for (path, thing) in things {
            let mut parts: Vec<&str> = path.splitn(DEEP + 1, '/').collect();
            let name = parts.pop().unwrap_or_default();
            let mut at = &mut root;
            for part in parts {
                at = at
                    .folders
                    .entry(part.to_owned())
                    .or_insert_with(|| Self { folders: BTreeMap::new(), files: Vec::new() });
            }
            at.files.push((name.to_owned(), thing));
        }
        root
    }

    /// Follows folders that hold nothing but one other: returns their names together, and what the last one holds.
    pub fn along<'f>(&'f self, name: &'f str) -> (Cow<'f, str>, &'f Self) {
        let (mut name, mut at) = (Cow::Borrowed(name), self);
        while at.files.is_empty()
            && at.folders.len() == 1
            && let Some((next, inside)) = at.folders.first_key_value()
        {
            name = Cow::Owned(format!("{name}/{next}"));
            at = inside;
        }
        (name, at)
    }

    /// Returns everything in it.
    pub fn all(&self) -> Vec<&T> {
        let inside = self.folders.values().flat_map(Self::all);
        self.files.iter().map(|(_, thing)| thing).chain(inside).collect()
    }
}

/// Cuts paths to so many parts that no more than `most` are left.
pub(super) fn shortened(paths: Vec<String>, most: usize) -> Vec<String> {
    let mut depth = paths.iter().map(|path| path.matches('/').count() + 1).max().unwrap_or_default();
    let mut left = paths;
    while left.len() > most && depth > 1 {
        depth -= 1;
        for path in &mut left {
            if let Some((end, _)) = path.match_indices('/').nth(depth - 1) {
                path.truncate(end);
            }
        }
        left.sort();
        left.dedup();
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_with_one_folder_are_one_line() {
        let tree = Folder::of([("a/b/c/one", 1), ("a/b/c/two", 2), ("a/x", 3), ("y", 4)]);
        assert_eq!(tree.files, [("y".to_owned(), 4)]);
        let a = &tree.folders["a"];
        assert_eq!(a.files, [("x".to_owned(), 3)]);
        let (name, inside) = a.folders["b"].along("b");
        assert_eq!((&*name, inside.files.len()), ("b/c", 2));
        assert_eq!(tree.all(), [&4, &3, &1, &2]);
    }

    #[test]
    fn a_very_deep_path_is_no_deeper_tree() {
        let path = vec!["a"; 2_000].join("/");
        let tree = Folder::of([(path.as_str(), ())]);
        let (mut at, mut deep) = (&tree, 0);
        while let Some(next) = at.folders.get("a") {
            (at, deep) = (next, deep + 1);
        }
        assert_eq!((deep, at.files[0].0.len()), (DEEP, path.len() - 2 * DEEP));
    }

    #[test]
    fn too_many_paths_are_named_by_their_folders() {
        let paths = |all: &[&str]| all.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>();
        let all = paths(&["a/b/1", "a/b/2", "a/c/3", "d"]);
        assert_eq!(shortened(all.clone(), 4), all);
        assert_eq!(shortened(all.clone(), 3), ["a/b", "a/c", "d"]);
        assert_eq!(shortened(all.clone(), 2), ["a", "d"]);
        assert_eq!(shortened(all, 1), ["a", "d"], "no shorter than their first part");
    }
}
