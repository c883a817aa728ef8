//! The folders that a command works in.

use std::path::{Path, PathBuf};

use countersign_core::analysis::path;
use countersign_words::{Message, say};

use super::Shell;

impl Shell {
    /// Returns the folders of the workspace, none within another, or why there are none.
    pub(super) fn folders(&self, from: Option<&str>) -> Result<Vec<PathBuf>, Message> {
        let all: Vec<PathBuf> = self.roots_of(from).into_iter().filter(|root| root.is_dir()).collect();
        let within = |a: &Path, b: &Path| a != b && a.starts_with(b);
        let mut roots: Vec<PathBuf> =
            all.iter().filter(|root| !all.iter().any(|other| within(root, other))).cloned().collect();
        roots.sort();
        roots.dedup();
        if roots.is_empty() {
            return Err(say!("effect-from-no-folder"));
        }
        Ok(roots)
    }

    /// Returns the folders to overlay, or why that is not possible.
    pub(crate) fn layered(&self, from: Option<&str>) -> Result<Vec<PathBuf>, Message> {
        if !self.stages.is_absolute() {
            return Err(say!("effect-layers-no-folder"));
        }
        let roots = self.folders(from)?;
        let own: Vec<PathBuf> =
            self.own_places().iter().map(|own| own.canonicalize().unwrap_or_else(|_| own.clone())).collect();
        let overlap = |root: &PathBuf| own.iter().any(|own| own.starts_with(root) || root.starts_with(own));
        if let Some(root) = roots.iter().find(|root| overlap(root)) {
            return Err(say!("effect-workspace-own", path = root.display()));
        }
        match roots.iter().find_map(|root| Some((root, path::reading(root, &[])?))) {
            Some((root, why)) => Err(say!("effect-workspace-is", path = root.display(), said = why)),
            None => Ok(roots),
        }
    }

    /// Returns Countersign's own folders.
    pub(super) fn own_places(&self) -> Vec<PathBuf> {
        self.own
            .iter()
            .chain([&self.stages, &self.files.trash])
            .filter(|p| p.is_absolute())
            .cloned()
            .collect()
    }
}
