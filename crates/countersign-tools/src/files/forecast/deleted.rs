//! The text of what is deleted.

use std::path::{Path, PathBuf};

use countersign_core::Result;

use super::Looking;
use crate::files::{
    protect,
    state::{Kind, State, Tree},
};

/// The text of a deleted folder's files is shown if it has at most so many entries.
const TEXTS_MAX: usize = 20;

impl Looking<'_> {
    /// Adds the text of what is deleted: of a file, or of the files of a small folder. It is for people only, since
    /// deleting a file does not need reading it; secret files stay unread.
    pub(super) fn deleted_text(&mut self, path: &Path, state: &State, tree: Option<&Tree>) -> Result<()> {
        let files: Vec<PathBuf> = match (state.kind, tree) {
            (Kind::File, _) => vec![path.to_owned()],
            (Kind::Dir, Some(tree)) if tree.entries <= TEXTS_MAX as u64 => {
                let files = tree.paths.iter().zip(&tree.sizes).filter(|(_, size)| size.is_some());
                files.map(|(inside, _)| path.join(inside)).collect()
            }
            _ => return Ok(()),
        };
        let own = self.files.own_places();
        for file in files.iter().filter(|file| protect::reading(file, &own).is_none()) {
            let text = self.overlay.find(file)?.text(self.extent).filter(|text| !text.is_empty());
            let is_checked = |text: &String| {
                let hash = state.hash.as_ref().filter(|_| state.kind == Kind::File);
                hash.is_none_or(|hash| blake3::hash(text.as_bytes()).to_hex().as_str() == hash)
            };
            let Some(text) = text.filter(is_checked) else { continue };
            let missing = self.preview.not_shown.len();
            self.extent.deleted(&text, &super::shown(file)).show(&mut self.preview, &super::shown(file));
            self.preview.is_diff_for_people = true;
            if let Some(last) = self.preview.changes.last_mut().filter(|_| state.kind == Kind::File) {
                last.in_diff = self.preview.not_shown.len() == missing;
            }
        }
        Ok(())
    }
}
