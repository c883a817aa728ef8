//! The repository as tidy reads it: every file that is, or would be, checked in.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::source::Source;

/// One text file.
pub struct File {
    /// Its path from the root, with forward slashes.
    pub path: String,
    /// Its content.
    pub text: String,
    /// Its code and literals, if it is Rust.
    pub source: Option<Source>,
}

impl File {
    fn new(path: &str, text: String) -> Self {
        let source = path.ends_with(".rs").then(|| Source::read(&text));
        Self { path: path.to_owned(), text, source }
    }

    /// The number of the line that byte `at` is on.
    pub fn line(&self, at: usize) -> usize {
        crate::source::line_of(&self.text, at)
    }
}

/// All text files of the repository, by path.
pub struct Tree {
    files: Vec<File>,
}

impl Tree {
    /// Reads the files that git tracks or would track; without git, everything but `target`.
    pub fn load(root: &Path) -> Result<Self, String> {
        let mut paths = match git_files(root) {
            Some(paths) => paths,
            None => walk(root, root)?,
        };
        paths.sort_unstable();
        paths.dedup();
        let mut files = Vec::new();
        for path in paths {
            let full = root.join(&path);
            // A deleted file stays tracked until the deletion is committed; binary files are skipped.
            if !full.is_file() {
                continue;
            }
            let bytes = fs::read(&full).map_err(|e| format!("cannot read {path}: {e}"))?;
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(File::new(&path, text));
            }
        }
        Ok(Self { files })
    }

    /// Creates a tree from (path, text) pairs.
    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Self {
        let mut files: Vec<File> =
            files.iter().map(|(path, text)| File::new(path, (*text).to_owned())).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Self { files }
    }

    /// The repository this was built from.
    #[cfg(test)]
    pub fn this() -> Self {
        Self::load(&repo_root()).expect("the repository can be read")
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// The file at `path`.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.binary_search_by(|f| f.path.as_str().cmp(path)).ok().map(|i| &self.files[i])
    }

    /// All Rust files, with their code.
    pub fn rust(&self) -> impl Iterator<Item = (&File, &Source)> {
        self.files.iter().filter_map(|f| Some((f, f.source.as_ref()?)))
    }

    /// All `Cargo.toml` files of packages, parsed, each with its folder.
    pub fn manifests(&self) -> impl Iterator<Item = Manifest<'_>> {
        self.files.iter().filter_map(|file| {
            let folder = file.path.strip_suffix("/Cargo.toml")?;
            Some(Manifest { folder, path: &file.path, content: file.text.parse() })
        })
    }
}

/// A package's `Cargo.toml`.
pub struct Manifest<'a> {
    /// The package's folder.
    pub folder: &'a str,
    /// The path of the file itself.
    pub path: &'a str,
    /// Its parsed content.
    pub content: Result<toml::Table, toml::de::Error>,
}

/// The root of the repository.
pub fn repo_root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("BUG: xtask is a folder of the repository").to_owned()
}

fn git_files(root: &Path) -> Option<Vec<String>> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    let text = String::from_utf8(listed.stdout).ok()?;
    let paths: Vec<String> = text.split('\0').filter(|p| !p.is_empty()).map(str::to_owned).collect();
    (listed.status.success() && !paths.is_empty()).then_some(paths)
}

fn walk(root: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let broken = |e| format!("cannot read {}: {e}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(broken)? {
        let entry = entry.map_err(broken)?;
        let path = entry.path();
        if path.is_dir() {
            if !matches!(entry.file_name().to_str(), Some("target" | ".git")) {
                paths.extend(walk(root, &path)?);
            }
        } else if let Some(path) = path.strip_prefix(root).ok().and_then(Path::to_str) {
            paths.push(path.replace('\\', "/"));
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_the_same_with_and_without_git_except_for_ignored_files() {
        let root = repo_root();
        let walked = walk(&root, &root).unwrap();
        for path in Tree::this().files().map(|f| &f.path) {
            assert!(walked.contains(path), "{path} is not found without git");
        }
    }

    #[test]
    fn a_file_is_found_by_its_path() {
        let tree = Tree::of(&[("b.rs", "//! b"), ("a/Cargo.toml", "x = 1")]);
        assert_eq!(tree.file("b.rs").unwrap().text, "//! b");
        assert!(tree.file("c.rs").is_none());
        assert_eq!(tree.manifests().map(|m| m.folder).collect::<Vec<_>>(), ["a"]);
    }
}
