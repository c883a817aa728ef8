//! Resolves the paths of a call: absolute, through every link.

use std::{
    io,
    path::{Component, Path, PathBuf},
};

use countersign_core::{Error, Result};
use countersign_words::say;

/// Resolves an existing file.
pub fn existing(cwd: Option<&str>, path: &str) -> Result<PathBuf> {
    let resolved = joined(cwd, path)?.canonicalize().map_err(|e| unreachable_path(path, &e))?;
    let meta = resolved.metadata().map_err(|e| unreachable_path(path, &e))?;
    if !meta.is_file() {
        return Err(Error::invalid(say!("effect-not-regular", path)));
    }
    Ok(resolved)
}

/// Resolves a file that may not exist yet; its folder must.
pub fn target(cwd: Option<&str>, path: &str) -> Result<PathBuf> {
    let whole = joined(cwd, path)?;
    match whole.symlink_metadata() {
        Ok(_) => existing(cwd, path),
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            let (Some(folder), Some(Component::Normal(name))) =
                (whole.parent(), whole.components().next_back())
            else {
                return Err(Error::invalid(say!("effect-names-no-file", path)));
            };
            let folder = folder
                .canonicalize()
                .map_err(|e| unreachable_path(path, &e).hint(say!("effect-folder-must-be")))?;
            Ok(folder.join(name))
        }
        Err(e) => Err(unreachable_path(path, &e)),
    }
}

/// Returns the path as text: people must be able to read what they approve.
pub fn text(path: &Path) -> Result<String> {
    path.to_str()
        .map(str::to_owned)
        .ok_or_else(|| Error::invalid(say!("effect-name-not-utf8", path = path.display())))
}

/// Whether a path is outside all of `roots`, or of the call's folder if there are none.
pub fn is_outside(roots: &[PathBuf], cwd: Option<&str>, path: &Path) -> bool {
    let inside = |root: &Path| root.canonicalize().is_ok_and(|root| path.starts_with(root));
    if roots.is_empty() {
        return !cwd.is_some_and(|cwd| inside(Path::new(cwd)));
    }
    !roots.iter().any(|root| inside(root))
}

fn joined(cwd: Option<&str>, path: &str) -> Result<PathBuf> {
    if path.is_empty() || path.contains('\0') {
        return Err(Error::invalid(say!("effect-path-empty")));
    }
    let path = Path::new(path);
    if path.is_absolute() {
        return Ok(path.to_owned());
    }
    let cwd = cwd.ok_or_else(|| {
        Error::invalid(say!("effect-relative-no-folder", path = path.display()))
            .hint(say!("effect-give-absolute"))
    })?;
    Ok(Path::new(cwd).join(path))
}

fn unreachable_path(path: &str, e: &io::Error) -> Error {
    match e.kind() {
        io::ErrorKind::NotFound => Error::not_found(say!("effect-no-file", path)),
        _ => Error::invalid(say!("problem-unreachable", name = path, said = e)),
    }
}
