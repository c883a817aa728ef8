//! Trust that a person gives from any surface: a folder, for an agent or for one run. Together with the `[[trust]]` entries
//! of the policy it says where changes that can be undone exactly land without asking.

pub mod operations;
mod record;

pub use self::record::StandingTrust;

use crate::{error::Result, judge::Trust, record::Record, run::Run, store::Scan, tx::Tx};

/// Returns the trusted folders that are in force for a run: the policy's, and those that persons gave.
pub fn in_force(tx: &mut Tx<'_>, run: &Run) -> Result<Vec<Trust>> {
    let now = tx.now();
    let mut found: Vec<Trust> = tx.setup().policy.trust().to_vec();
    if !tx.is_empty(StandingTrust::KIND.name, "trust.at")? {
        let given = all(tx)?.into_iter();
        let mine =
            given.filter(|one| one.run.as_ref().is_none_or(|id| *id == run.id && run.status.is_open()));
        found.extend(mine.map(|one| one.trust));
    }
    found.retain(|trust| trust.is_for(&run.agent, now));
    Ok(found)
}

/// Returns the trust that persons gave, newest first.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<StandingTrust>> {
    tx.list(&Scan::prefix(StandingTrust::KIND.name, "trust.at", "").reversed())
}
