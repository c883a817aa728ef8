//! Modes that a person sets for an agent or a folder: which one governs a run, and for which runs one changes.

pub mod operations;
mod record;

use serde_json::json;

pub use self::record::StandingMode;

use crate::{
    countdown,
    error::Result,
    judge::{Millionths, Mode, confidence::THRESHOLD},
    record::Record,
    run::{ModeFrom, Run},
    store::Scan,
    tx::Tx,
};

/// What governs a run: its mode, and the number for `confidence_threshold`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Governed {
    /// The mode.
    pub mode: Mode,
    /// The number for `confidence_threshold`, if given.
    pub threshold: Option<Millionths>,
    /// Where they are from.
    pub from: ModeFrom,
}

impl Governed {
    fn number(self) -> Millionths {
        self.threshold.unwrap_or(THRESHOLD)
    }

    /// Whether under this less may be asked than under `before`.
    pub fn loosens(self, before: Self) -> bool {
        let other_mode = self.mode != before.mode && self.mode != Mode::Manual;
        let lower = self.mode == Mode::ConfidenceThreshold && self.number() < before.number();
        other_mode || (before.mode == self.mode && lower)
    }

    /// Returns what governs a run.
    pub fn of(run: &Run) -> Self {
        Self { mode: run.mode, threshold: run.confidence_threshold, from: run.mode_from }
    }

    /// Lets it govern a run. What counts down there waits for a person, if that is stricter.
    pub fn put(self, tx: &mut Tx<'_>, run: &mut Run) -> Result<()> {
        (run.mode, run.confidence_threshold, run.mode_from) = (self.mode, self.threshold, self.from);
        tx.put(run)?;
        if self.mode == Mode::Manual { countdown::end_of_run(tx, &run.id) } else { Ok(()) }
    }
}

/// Returns what governs the work of an agent in a folder, unless a run has a mode of its own: what a person said of the
/// agent there, of the folder or of the agent, otherwise the policy. Where one of these is `manual`, that counts.
pub fn governing(tx: &mut Tx<'_>, agent: &str, cwd: Option<&str>) -> Result<Governed> {
    let policy = &tx.setup().policy;
    let by_policy =
        Governed { mode: policy.mode(), threshold: policy.confidence_threshold(), from: ModeFrom::Policy };
    if tx.is_empty(StandingMode::KIND.name, "mode.at")? {
        return Ok(by_policy);
    }
    let mut said: Vec<StandingMode> = all(tx)?;
    said.retain(|one| one.is_for(agent, cwd));
    let found = said.iter().max_by_key(|one| (one.mode == Mode::Manual, one.weight()));
    Ok(found.map_or(by_policy, |one| Governed {
        mode: one.mode,
        threshold: one.confidence_threshold,
        from: one.from(),
    }))
}

/// Returns the modes that persons set, newest first.
pub fn all(tx: &mut Tx<'_>) -> Result<Vec<StandingMode>> {
    tx.list(&Scan::prefix(StandingMode::KIND.name, "mode.at", "").reversed())
}

/// Puts what governs now into the running runs of an agent or a folder which have no mode of their own, and returns
/// them.
pub(crate) fn put_in_force(tx: &mut Tx<'_>, changed: &StandingMode) -> Result<Vec<String>> {
    let mut runs = Vec::new();
    for mut run in tx.list::<Run>(&Scan::prefix(Run::KIND.name, "run.open", ""))? {
        if run.mode_from == ModeFrom::Run || !changed.is_for(&run.agent, run.cwd.as_deref()) {
            continue;
        }
        let now = governing(tx, &run.agent, run.cwd.as_deref())?;
        if now != Governed::of(&run) {
            now.put(tx, &mut run)?;
            runs.push(run.id);
        }
    }
    runs.sort_unstable();
    Ok(runs)
}

/// Logs that less is asked from now on, and for whom.
pub fn note_loosened(tx: &mut Tx<'_>, of: &str, now: Governed, before: Governed) {
    let said = |one: Governed| match one.mode {
        Mode::ConfidenceThreshold => format!("{} {}", one.mode.as_str(), one.number().number()),
        mode => mode.as_str().to_owned(),
    };
    tx.note("loosened", json!({"of": of, "before": said(before), "now": said(now)}));
}
