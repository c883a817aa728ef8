//! Oversight: whether people looked before they said yes, as far as that was recorded. It judges answers, not people:
//! nothing here is counted for anything else.
//!
//! # Limitations
//! How long something was looked at is measured from when this version was first shown to that person, so that a
//! short time is certain and a long one is not. Which part of a page was on the screen is not recorded.

use std::collections::BTreeMap;

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{answers::Answer, drills::Drills};
use crate::judge::RiskLevel;

/// A yes that came faster than this after it was shown is very quick.
pub(super) const QUICK_MS: u64 = 5_000;
/// How many doubtful yeses of each kind are listed.
const MAX_DOUBTS: usize = 20;

/// What a person had on the screen before they answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// The item itself was opened, and its difference fits its page.
    Opened,
    /// It was shown with the others of its set.
    Listed,
    /// Only a part of its difference could be shown.
    Cut,
    /// No page with its difference was shown: only its line in a list.
    Never,
}

/// Yeses by what had been on the screen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sights {
    /// The item itself was opened.
    pub opened: u64,
    /// It was shown with the others of its set.
    pub listed: u64,
    /// Only a part of its difference could be shown.
    pub cut: u64,
    /// No page with its difference was shown.
    pub never: u64,
}

impl Sights {
    /// Returns how many yeses were given without the whole difference on the screen.
    pub fn unseen(&self) -> u64 {
        self.cut + self.never
    }
}

/// How well people looked.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Oversight {
    /// Persons' yeses, by what had been on the screen.
    pub sights: Sights,
    /// Yeses to what destroys, is protected, needs more rights or sends data.
    pub dangerous: u64,
    /// How many of those came within five seconds of being shown.
    pub quick: u64,
    /// The newest of them.
    pub quick_newest: Vec<Doubt>,
    /// The newest yeses without the whole difference on the screen.
    pub unseen_newest: Vec<Doubt>,
    /// The unbroken runs of yeses of each person.
    pub runs: Vec<RunOfYes>,
    /// The made-up proposals, of whatever agent.
    #[serde(default)]
    pub drills: Drills,
}

/// A yes that may not have been looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Doubt {
    /// The item.
    pub item: String,
    /// What was proposed, generated.
    pub summary: Message,
    /// The agent.
    pub agent: String,
    /// The tool.
    pub tool: String,
    /// How risky it is.
    pub risk: RiskLevel,
    /// Who said yes.
    pub by: String,
    /// When.
    pub at: u64,
    /// What had been on the screen.
    pub sight: Sight,
    /// How long before the yes it was shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_ms: Option<u64>,
}

impl Doubt {
    fn of(answer: &Answer) -> Self {
        Self {
            item: answer.item.clone(),
            summary: answer.summary.clone(),
            agent: answer.agent.clone(),
            tool: answer.tool.clone(),
            risk: answer.risk,
            by: answer.person.clone().unwrap_or_default(),
            at: answer.at,
            sight: answer.sight,
            seen_ms: answer.seen_ms,
        }
    }
}

/// A person's yeses without a no, a "later" or an edit between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunOfYes {
    /// The person.
    pub person: String,
    /// How many yeses the longest has.
    pub longest: u64,
    /// When that began.
    pub from: u64,
    /// When its last yes was.
    pub until: u64,
    /// How many yeses came since the last other answer.
    pub current: u64,
}

/// Looks through the answers, the newest first.
pub(super) fn oversight(answers: &[Answer], drills: Drills) -> Oversight {
    let mut found = Oversight { runs: runs(answers), drills, ..Oversight::default() };
    for answer in answers.iter().filter(|a| a.is_yes()) {
        let sights = &mut found.sights;
        match answer.sight {
            Sight::Opened => sights.opened += 1,
            Sight::Listed => sights.listed += 1,
            Sight::Cut => sights.cut += 1,
            Sight::Never => sights.never += 1,
        }
        if matches!(answer.sight, Sight::Cut | Sight::Never) && found.unseen_newest.len() < MAX_DOUBTS {
            found.unseen_newest.push(Doubt::of(answer));
        }
        if !answer.dangerous {
            continue;
        }
        found.dangerous += 1;
        if answer.seen_ms.is_some_and(|ms| ms < QUICK_MS) {
            found.quick += 1;
            if found.quick_newest.len() < MAX_DOUBTS {
                found.quick_newest.push(Doubt::of(answer));
            }
        }
    }
    found
}

/// Returns the runs of each person, the longest first.
fn runs(answers: &[Answer]) -> Vec<RunOfYes> {
    let mut by: BTreeMap<&str, (RunOfYes, u64)> = BTreeMap::new();
    for answer in answers.iter().rev() {
        let Some(person) = answer.person.as_deref() else { continue };
        let (run, began) = by.entry(person).or_default();
        if !answer.is_yes() || answer.edited {
            run.current = 0;
            continue;
        }
        run.current += 1;
        if run.current == 1 {
            *began = answer.at;
        }
        if run.current >= run.longest {
            (run.longest, run.from, run.until) = (run.current, *began, answer.at);
        }
    }
    let named = |(person, (run, _)): (&str, (RunOfYes, u64))| RunOfYes { person: person.to_owned(), ..run };
    let mut found: Vec<RunOfYes> = by.into_iter().map(named).filter(|run| run.longest > 0).collect();
    found.sort_by(|a, b| (b.longest, &a.person).cmp(&(a.longest, &b.person)));
    found
}
