//! Questions in motion: what agents ask people, and what of it waits.

use crate::{error::Result, tx::Tx, view::Waits};

/// The questions that wait for an answer, of one run or of all.
pub fn waiting(_tx: &mut Tx<'_>, _run: Option<&str>) -> Result<Vec<Waits>> {
    Ok(Vec::new())
}
