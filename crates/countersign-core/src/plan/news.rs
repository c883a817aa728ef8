//! News for an agent about its plans: that one was paused, ended, or is done.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::steps;
use crate::{
    error::Result,
    plan::{Plan, PlanStatus, PlanStepStatus},
    record::Record,
    store::Scan,
    text,
    tx::Tx,
};

/// The maximum number of plans at a time.
const MAX_ENTRIES: usize = 5;
/// The maximum number of characters of a title or a reason.
const MAX_CHARS: usize = 160;

/// The outcome for one plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlanNews {
    /// The plan.
    pub plan: String,
    /// What it is for.
    pub title: String,
    /// Its status.
    pub status: PlanStatus,
    /// Why.
    pub reason: Option<String>,
    /// How many of its steps were carried out.
    pub done: u32,
    /// How many it has.
    pub length: u32,
}

/// Returns news that the caller was not told yet, and whether there is more. Marks them as told.
pub fn untold(tx: &mut Tx<'_>) -> Result<(Vec<PlanNews>, bool)> {
    if tx.is_empty(Plan::KIND.name, "plan.untold")? {
        return Ok((Vec::new(), false));
    }
    let own = format!("{}/", tx.actor().agent_name());
    let scan = Scan::prefix(Plan::KIND.name, "plan.untold", &own).limit(MAX_ENTRIES + 1);
    let mut news = Vec::new();
    let plans: Vec<Plan> = tx.list(&scan)?;
    let more = plans.len() > MAX_ENTRIES;
    for mut plan in plans.into_iter().take(MAX_ENTRIES) {
        let done = steps(tx, &plan.id)?.iter().filter(|s| s.status == PlanStepStatus::Done).count();
        news.push(PlanNews {
            plan: plan.id.clone(),
            title: shown(&plan.title),
            status: plan.status,
            reason: plan.reason.as_deref().map(shown),
            done: u32::try_from(done).unwrap_or(u32::MAX),
            length: plan.length,
        });
        plan.told = true;
        tx.put(&plan)?;
    }
    Ok((news, more))
}

fn shown(given: &str) -> String {
    text::line(given, MAX_CHARS)
}

impl PlanNews {
    /// `- ✗ plan pl12-9f3a "Tidy up": paused, 3 of 6 steps done (step 4 failed: …)`
    pub fn line(&self) -> String {
        let mark = match self.status {
            PlanStatus::Completed => "✓",
            PlanStatus::Rejected | PlanStatus::Aborted => "✗",
            PlanStatus::RolledBack => "↶",
            PlanStatus::Proposed | PlanStatus::Approved | PlanStatus::Stepwise | PlanStatus::Paused => "·",
        };
        let reason = self.reason.as_ref().map(|r| format!(" ({r})")).unwrap_or_default();
        let advice = match self.status {
            PlanStatus::Paused => "; the person decides how to go on",
            PlanStatus::Rejected => "",
            PlanStatus::Proposed
            | PlanStatus::Approved
            | PlanStatus::Stepwise
            | PlanStatus::Completed
            | PlanStatus::RolledBack
            | PlanStatus::Aborted => "; plan_status tells the results",
        };
        let (title, status) = (&self.title, self.status.as_str());
        let steps = format!("{} of {} steps done", self.done, self.length);
        format!("- {mark} plan {} {title:?}: {status}, {steps}{reason}{advice}\n", self.plan)
    }
}
