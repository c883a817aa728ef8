//! Finds the repositories, the branch and the mounts that changed files are in: a trusted folder does not cover a
//! repository or a disk below it.

use std::{
    collections::BTreeSet,
    fs::File,
    io::Read as _,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use countersign_core::tool::TrustGround;

/// Maximum bytes read of `.git` and `HEAD`.
const MOST: u64 = 4096;

/// Returns where these paths lie; `roots` are the folders of the workspace.
pub(crate) fn of<'a>(paths: impl IntoIterator<Item = &'a Path>, roots: &[PathBuf]) -> TrustGround {
    let mut folders = BTreeSet::new();
    let mut repositories = BTreeSet::new();
    let mut ground = TrustGround::default();
    for path in paths {
        // A submodule's repository is kept in that of its parent.
        if let Some(module) = submodule(path) {
            repositories.insert(module);
        }
        folders.extend(path.parent());
    }
    for folder in folders {
        repositories.extend(repository(folder).map(Path::to_path_buf));
        let root = roots.iter().find(|root| folder.starts_with(root));
        if device(folder) != root.and_then(|root| device(root)) {
            ground.other_mounts.push(folder.to_string_lossy().into_owned());
        }
    }
    if let [one] = Vec::from_iter(&repositories).as_slice() {
        ground.branch = branch(one);
    }
    ground.repositories = repositories.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    ground
}

/// Returns the innermost folder with a repository that `folder` is in.
pub(crate) fn repository(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|above| above.join(".git").symlink_metadata().is_ok())
}

/// Returns the repository of a submodule that a path is in: `.git/modules/NAME`.
fn submodule(path: &Path) -> Option<PathBuf> {
    path.ancestors()
        .find(|above| above.parent().is_some_and(|p| p.ends_with(".git/modules")))
        .map(Path::to_owned)
}

/// Returns the device of a folder, or of the innermost folder above it that exists.
fn device(folder: &Path) -> Option<u64> {
    folder.ancestors().find_map(|above| above.symlink_metadata().ok()).map(|meta| meta.dev())
}

/// Returns the branch that is checked out in a repository; None if none is, or it cannot be read.
fn branch(repository: &Path) -> Option<String> {
    let git = repository.join(".git");
    let git = match git.is_dir() {
        true => git,
        // A linked worktree or a submodule names its real folder.
        false => repository.join(text(&git)?.strip_prefix("gitdir:")?.trim()),
    };
    text(&git.join("HEAD"))?.strip_prefix("ref: refs/heads/").map(|name| name.trim().to_owned())
}

fn text(path: &Path) -> Option<String> {
    let mut text = String::new();
    File::open(path).ok()?.take(MOST).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn of_paths(root: &Path, paths: &[&str]) -> TrustGround {
        let paths: Vec<PathBuf> = paths.iter().map(|path| root.join(path)).collect();
        of(paths.iter().map(PathBuf::as_path), &[root.to_path_buf()])
    }

    #[test]
    fn a14_the_repository_the_branch_and_another_mount_are_found() {
        let tmp = tempfile::tempdir().unwrap();
        let root = tmp.path().canonicalize().unwrap();
        for folder in [".git", "src", "vendor/lib/.git", "linked"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        fs::write(root.join(".git/HEAD"), "ref: refs/heads/feature/x\n").unwrap();
        fs::create_dir_all(root.join("away/worktrees/linked")).unwrap();
        fs::write(root.join("away/worktrees/linked/HEAD"), "ref: refs/heads/other\n").unwrap();
        fs::write(root.join("linked/.git"), "gitdir: ../away/worktrees/linked\n").unwrap();
        let name = |path: &str| root.join(path).to_string_lossy().into_owned();

        let own = of_paths(&root, &["src/new/deep/a.rs", ".git/index"]);
        assert_eq!(own.repositories, [root.to_string_lossy()]);
        assert_eq!((own.branch.as_deref(), own.other_mounts.len()), (Some("feature/x"), 0));

        let both = of_paths(&root, &["src/a.rs", "vendor/lib/b.rs"]);
        assert_eq!(both.repositories, [root.to_string_lossy().into_owned(), name("vendor/lib")]);
        assert_eq!(both.branch, None, "there is more than one");

        assert_eq!(of_paths(&root, &["linked/a"]).branch.as_deref(), Some("other"));
        let module = of_paths(&root, &[".git/modules/lib/HEAD"]);
        assert!(module.repositories.contains(&name(".git/modules/lib")), "{module:?}");

        fs::write(root.join(".git/HEAD"), "0123456789abcdef\n").unwrap();
        assert_eq!(of_paths(&root, &["src/a.rs"]).branch, None, "no branch is checked out");
        let mounted = of([Path::new("/proc/self/x")], &[PathBuf::from("/")]);
        assert_eq!(mounted.other_mounts, ["/proc/self"]);
    }
}
