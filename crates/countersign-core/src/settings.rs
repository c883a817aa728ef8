//! Settings that wait for a person, and those that were accepted.

pub mod operations;
mod record;

use countersign_words::say;

use crate::{
    answer_status::WaitsKind,
    error::Result,
    item::view::{Standing, Waits},
    judge::RiskLevel,
    record::Record as _,
    store::Scan,
    tx::Tx,
};

pub use self::record::{Accepted, Waiting};

/// The changes of settings that wait for a person.
pub fn waiting(tx: &mut Tx<'_>) -> Result<Vec<Waits>> {
    let all: Vec<Accepted> = tx.list(&Scan::prefix(Accepted::KIND.name, "settings.name", ""))?;
    let waits = |file: Accepted| -> Option<Waits> {
        let Waiting { since, loosens, .. } = file.waiting?;
        let first = loosens.first().cloned().unwrap_or_default();
        let name = format!("{}.toml", file.id);
        let title = match loosens.len() {
            0 | 1 => say!("op-settings-wait", name, said_first = first),
            n => say!("op-settings-wait-more", name, said_first = first, n = n - 1),
        };
        Some(Waits {
            kind: WaitsKind::Settings,
            id: file.id,
            run: String::new(),
            agent: String::new(),
            title,
            risk_level: RiskLevel::High,
            status: Standing::Pending,
            at: since,
            auto_approve_timeout: None,
        })
    };
    Ok(all.into_iter().filter_map(waits).collect())
}
