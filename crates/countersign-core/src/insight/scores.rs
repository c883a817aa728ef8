//! Calibration: what became of steps, by how far their evidence spoke for them.
//!
//! # Limitations
//! A step is counted with the score of its last report. Earlier scores are counted where a person sent it back, which
//! the log tells.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    change::Change,
    error::Result,
    event::Event,
    judge::{Confidence, Millionths},
    op::Op,
    receipt::Receipt,
    record::Record,
    run::Run,
    step::{Step, StepStatus, decide::StepRetry},
    store::Scan,
    tx::Tx,
};

/// How many bands the scores are divided into.
const BANDS: usize = 10;
/// The width of a band, in millionths.
const WIDTH: u32 = 100_000;
/// How many steps are read.
const MAX_STEPS: usize = 5_000;

/// What became of the steps whose score lay in a band.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreBand {
    /// The lowest score in it.
    pub from: Millionths,
    /// Where the next begins; the last includes 1.
    pub until: Millionths,
    /// How many reports were scored so.
    pub scored: u64,
    /// Those that a person approved, and of which nothing was undone.
    pub confirmed: u64,
    /// Those that went on by their evidence or because nobody objected, and of which nothing was undone.
    pub alone: u64,
    /// Those of which something was undone afterwards.
    pub undone: u64,
    /// Those that a person rejected or sent back.
    pub rejected: u64,
    /// Those that a person left out.
    pub skipped: u64,
    /// Those that still wait.
    pub open: u64,
}

impl ScoreBand {
    /// Returns how many turned out not to be as good as scored.
    pub fn wrong(&self) -> u64 {
        self.rejected + self.undone
    }
}

/// Collects scores.
pub(super) struct Scores {
    only: Option<String>,
    runs: BTreeSet<String>,
    bands: Vec<ScoreBand>,
}

impl Scores {
    /// Counts nothing yet, and only of this agent, if one is given.
    pub fn of(only: Option<String>) -> Self {
        let edge = |n: usize| Millionths::new(u32::try_from(n).unwrap_or_default() * WIDTH);
        let band = |n| ScoreBand { from: edge(n), until: edge(n + 1), ..ScoreBand::default() };
        Self { only, runs: BTreeSet::new(), bands: (0..BANDS).map(band).collect() }
    }

    fn band(&mut self, score: Millionths) -> &mut ScoreBand {
        let n = usize::try_from(score.get() / WIDTH).unwrap_or_default().min(BANDS - 1);
        let band = &mut self.bands[n];
        band.scored += 1;
        band
    }

    /// Notes the run of an event, and the score that a person was not content with.
    pub fn add_event(&mut self, tx: &mut Tx<'_>, event: &Event) -> Result<()> {
        self.runs.extend(event.run.clone());
        if event.op != StepRetry::NAME {
            return Ok(());
        }
        let setup = tx.setup();
        for change in event.changes(|kind| setup.kind(kind).map(|k| k.name))?.unwrap_or_default() {
            let Change::Field { key, field, before, .. } = change else { continue };
            if key.kind != Step::KIND.name || field != "confidence" {
                continue;
            }
            let Ok(scored) = serde_json::from_value::<Confidence>(before.0) else { continue };
            let step = tx.get::<Step>(&key.id)?;
            if step.is_some_and(|step| self.only.as_ref().is_none_or(|only| *only == step.agent)) {
                self.band(scored.value).rejected += 1;
            }
        }
        Ok(())
    }

    /// Adds the steps that were reported since `from`, of the runs that something was recorded of.
    pub fn add_steps(&mut self, tx: &mut Tx<'_>, from: u64) -> Result<bool> {
        if tx.is_empty(Step::KIND.name, "step.run")? {
            return Ok(true);
        }
        let mut read = 0;
        for run in std::mem::take(&mut self.runs) {
            let only = self.only.clone();
            if let Some(only) = only
                && tx.get::<Run>(&run)?.is_none_or(|run| run.agent != only)
            {
                continue;
            }
            let steps: Vec<Step> = tx.list(&Scan::prefix(Step::KIND.name, "step.run", &format!("{run}/")))?;
            read += steps.len();
            for step in steps.iter().filter(|step| step.reported_at.is_some_and(|at| at >= from)) {
                self.add_step(tx, step)?;
            }
            if read > MAX_STEPS {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn add_step(&mut self, tx: &mut Tx<'_>, step: &Step) -> Result<()> {
        let Some(scored) = step.confidence.as_ref().map(|c| c.value) else { return Ok(()) };
        let by_person = step.decided_by.as_deref().is_some_and(|by| by.starts_with("person:"));
        let undone = step.status == StepStatus::Completed && was_undone(tx, step)?;
        let band = self.band(scored);
        match step.status {
            StepStatus::Completed if undone => band.undone += 1,
            StepStatus::Completed if by_person => band.confirmed += 1,
            StepStatus::Completed => band.alone += 1,
            StepStatus::Failed => band.rejected += 1,
            StepStatus::Skipped => band.skipped += 1,
            StepStatus::Running | StepStatus::Counting | StepStatus::Waiting | StepStatus::Stopped => {
                band.open += 1;
            }
        }
        Ok(())
    }

    /// Returns the bands, the lowest first.
    pub fn bands(self) -> Vec<ScoreBand> {
        self.bands
    }
}

/// Whether anything that landed in a step was undone.
fn was_undone(tx: &mut Tx<'_>, step: &Step) -> Result<bool> {
    let scan = Scan::prefix(Receipt::KIND.name, "receipt.step", &format!("{}/", step.id));
    let receipts: Vec<Receipt> = tx.list(&scan)?;
    Ok(receipts.iter().any(|receipt| receipt.undone.is_some() && receipt.undoes.is_none()))
}
