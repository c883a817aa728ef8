//! Comments: what persons say to each other about an item. Agents never see them.

pub mod operations;
mod record;

pub use record::Comment;

use crate::{error::Result, store::Scan, tx::Tx};

/// Returns the comments on an item, oldest first.
pub fn on(tx: &mut Tx<'_>, item: &str) -> Result<Vec<Comment>> {
    tx.list(&Scan::prefix("comment", "comment.item", &format!("{item}/")))
}
