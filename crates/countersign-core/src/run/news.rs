//! News for an agent about its runs: that a person rolled one back.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::Result,
    record::Record,
    run::{RolledBack, Run},
    store::Scan,
    text,
    tx::Tx,
};

/// The maximum number of runs at a time.
const MAX_ENTRIES: usize = 5;
/// The maximum number of characters of a title.
const MAX_CHARS: usize = 160;

/// That a run was rolled back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunNews {
    /// The run.
    pub run: String,
    /// Its title.
    pub title: Option<String>,
    /// Who rolled it back: `person:ana`.
    pub by: String,
    /// How many of its effects still stand.
    pub remaining: u32,
}

/// Notes on a run that the caller rolls it back, for its agent. `remaining` of its effects still stand.
pub fn rolled_back(tx: &Tx<'_>, run: &mut Run, remaining: usize) {
    run.rolled_back = Some(RolledBack {
        by: tx.actor().to_string(),
        at: tx.now(),
        remaining: u32::try_from(remaining).unwrap_or(u32::MAX),
        told: false,
    });
}

/// Returns news that the caller was not told yet, and whether there is more. Marks them as told.
pub fn untold(tx: &mut Tx<'_>) -> Result<(Vec<RunNews>, bool)> {
    if tx.is_empty(Run::KIND.name, "run.untold")? {
        return Ok((Vec::new(), false));
    }
    let own = format!("{}/", tx.actor().agent_name());
    let mut runs: Vec<Run> =
        tx.list(&Scan::prefix(Run::KIND.name, "run.untold", &own).limit(MAX_ENTRIES + 1))?;
    let more = runs.len() > MAX_ENTRIES;
    runs.truncate(MAX_ENTRIES);
    let mut news = Vec::new();
    for mut run in runs {
        let Some(back) = &mut run.rolled_back else { continue };
        back.told = true;
        let (by, remaining) = (back.by.clone(), back.remaining);
        let title = run.title.as_deref().map(|title| text::line(title, MAX_CHARS));
        tx.put(&run)?;
        news.push(RunNews { run: run.id, title, by, remaining });
    }
    Ok((news, more))
}

impl RunNews {
    /// `- ↶ run run12-9f3a "Tidy up": rolled back by ana; …`
    pub fn line(&self) -> String {
        let who = text::line(self.by.strip_prefix("person:").unwrap_or(&self.by), MAX_CHARS);
        let title = self.title.as_ref().map(|title| format!(" {title:?}")).unwrap_or_default();
        let stands = match self.remaining {
            0 => "nothing of it stands any more".to_owned(),
            n => format!("{n} of what it did could not be undone and still stands"),
        };
        format!(
            "- ↶ run {}{title}: rolled back by {who}; {stands}. What you do from now on belongs to a new run; do not \
             repeat what was rolled back unless the user asks for it\n",
            self.run
        )
    }
}
