//! News for an agent about its steps: decisions, timeouts and evidence after it had reported them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::Result,
    item::decide,
    record::Record,
    step::{Step, StepStatus},
    store::Scan,
    text,
    tx::Tx,
};

/// The maximum number of steps at a time.
const MAX_ENTRIES: usize = 5;
/// The maximum number of characters of a title or a reason.
const MAX_CHARS: usize = 160;

/// The outcome for one step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepNews {
    /// The step.
    pub step: String,
    /// What it was to do.
    pub title: String,
    /// Its status.
    pub status: StepStatus,
    /// Who ended it: `person:ana`, `evidence`, `timeout`.
    pub decided_by: Option<String>,
    /// The reason that the person gave.
    pub reason: Option<String>,
}

/// Returns news that the caller was not told yet, and whether there is more. Marks them as told.
pub fn untold(tx: &mut Tx<'_>) -> Result<(Vec<StepNews>, bool)> {
    if tx.is_empty(Step::KIND.name, "step.untold")? {
        return Ok((Vec::new(), false));
    }
    let own = format!("{}/", tx.actor().agent_name());
    let scan = Scan::prefix(Step::KIND.name, "step.untold", &own).limit(MAX_ENTRIES + 1);
    let mut steps: Vec<Step> = tx.list(&scan)?;
    let more = steps.len() > MAX_ENTRIES;
    steps.truncate(MAX_ENTRIES);
    let mut news = Vec::new();
    for mut step in steps {
        step.untold = false;
        tx.put(&step)?;
        news.push(StepNews {
            step: step.id,
            title: shown(&step.title),
            status: step.status,
            decided_by: step.decided_by,
            reason: step.reason.as_deref().map(shown),
        });
    }
    Ok((news, more))
}

fn shown(given: &str) -> String {
    text::line(given, MAX_CHARS)
}

impl StepNews {
    /// `- ✗ step st12-9f3a "Tidy up": rejected by ana (reason: "no")`
    pub fn line(&self) -> String {
        let by = self.decided_by.as_deref().unwrap_or_default();
        let who = shown(by.strip_prefix("person:").unwrap_or(by));
        let (mark, became) = match self.status {
            StepStatus::Completed if by == decide::TIMEOUT => {
                ("✓", "done, nobody objected in time; go on".to_owned())
            }
            StepStatus::Completed if by == super::EVIDENCE => {
                ("✓", "done, the evidence speaks for it; go on".to_owned())
            }
            StepStatus::Completed => ("✓", format!("approved by {who}; go on")),
            StepStatus::Failed => ("✗", format!("rejected by {who}")),
            StepStatus::Skipped => ("·", format!("left out by {who}; go on without it")),
            StepStatus::Running => ("·", "you may try again; report it anew".to_owned()),
            StepStatus::Counting => ("·", "done if nobody objects in time".to_owned()),
            StepStatus::Waiting => {
                ("·", "a person decides; do nothing that depends on it until then".to_owned())
            }
            StepStatus::Stopped => ("✗", "stop here; a person says how to go on".to_owned()),
        };
        let reason = self.reason.as_ref().map(|r| format!(" (reason: {r:?})")).unwrap_or_default();
        format!("- {mark} step {} {:?}: {became}{reason}\n", self.step, self.title)
    }
}
