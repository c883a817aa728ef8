//! Advice: what a person may want to do about what was found, each in a sentence. Nothing is done by itself.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Oversight, Part, ScoreBand, UndoneYeses, oversight::QUICK_MS};
use crate::{
    authority::suggestions::Suggestion,
    judge::{Millionths, rule_lines},
    redact, text,
};

/// How many suggested grants are named.
const MAX_GRANTS: usize = 5;
/// How many very quick yeses to something dangerous are worth saying.
const LEAST_QUICK: u64 = 2;
/// How many yeses in a row are.
const LEAST_RUN: u64 = 25;
/// How many yeses without the difference on the screen are, if they are at least one in five.
const LEAST_UNSEEN: u64 = 5;
/// How many undone yeses of one tool are, if they are at least one in five.
const LEAST_UNDONE: u64 = 2;
/// How many noes to one tool are, if there was no yes.
const LEAST_REFUSED: u64 = 5;
/// How many well-scored steps say something about the score.
const LEAST_SCORED: u64 = 5;
/// From which score on a step counts as well-scored.
const WELL: Millionths = Millionths::new(800_000);
/// The longest name in a sentence.
const MAX_CHARS: usize = 100;

/// What an advice follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdviceKind {
    /// The same is confirmed again and again: a grant would spare the question.
    Grant,
    /// The same is refused again and again: a rule would spare the question.
    Refuse,
    /// Dangerous things were confirmed faster than they can be read.
    Quick,
    /// Many yeses came one after the other.
    LongRun,
    /// Yeses came without the difference on the screen.
    Unseen,
    /// Made-up dangerous proposals were let through.
    Drills,
    /// What a tool did was often undone after a yes.
    Undone,
    /// Steps that scored well turned out otherwise.
    Overrated,
}

/// One sentence of advice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Advice {
    /// What it follows from.
    pub kind: AdviceKind,
    /// What was found, and what to do about it.
    pub sentence: Message,
    /// The suggested grant that it is about: `grant.accept` takes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
    /// The lines for the policy file that it is about; `policy.backtest` tries them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl Advice {
    fn new(kind: AdviceKind, sentence: Message) -> Self {
        Self { kind, sentence, suggestion: None, rule: None }
    }
}

/// What advice is given on.
pub(super) struct Found<'f> {
    pub suggestions: &'f [Suggestion],
    pub tools: &'f [Part],
    pub undone: &'f UndoneYeses,
    pub oversight: &'f Oversight,
    pub bands: &'f [ScoreBand],
}

impl Found<'_> {
    /// Returns the advice, the most pressing first.
    pub fn advice(&self) -> Vec<Advice> {
        let mut all = self.on_looking();
        all.extend(self.on_undone());
        all.extend(self.on_scores());
        all.extend(self.suggestions.iter().take(MAX_GRANTS).map(|suggestion| Advice {
            suggestion: Some(suggestion.id.clone()),
            ..Advice::new(AdviceKind::Grant, suggestion.sentence.clone())
        }));
        all.extend(self.tools.iter().filter(|tool| is_refused(tool)).map(|tool| Advice {
            rule: rule_lines::refusing(&tool.name),
            ..Advice::new(AdviceKind::Refuse, say!("advice-refuse", tool = name(tool), n = tool.total.no))
        }));
        all
    }

    fn on_looking(&self) -> Vec<Advice> {
        let Oversight { sights, dangerous, quick, runs, drills, .. } = self.oversight;
        let (yes, unseen) = (self.undone.yes, sights.unseen());
        let mut all = Vec::new();
        let passed = drills.answered - drills.caught;
        if passed > 0 {
            let sentence = say!("advice-drills", n = passed, all = drills.answered);
            all.push(Advice::new(AdviceKind::Drills, sentence));
        }
        if *quick >= LEAST_QUICK {
            let sentence = say!("advice-quick", n = *quick, all = *dangerous, s = QUICK_MS / 1000);
            all.push(Advice::new(AdviceKind::Quick, sentence));
        }
        if unseen >= LEAST_UNSEEN && is_often(unseen, yes) {
            all.push(Advice::new(AdviceKind::Unseen, say!("advice-unseen", n = unseen, all = yes)));
        }
        for run in runs.iter().filter(|run| run.longest >= LEAST_RUN) {
            let who = text::line(&run.person, MAX_CHARS);
            all.push(Advice::new(AdviceKind::LongRun, say!("advice-long-run", who, n = run.longest)));
        }
        all
    }

    fn on_undone(&self) -> Vec<Advice> {
        let is_bad = |tool: &&Part| tool.undone >= LEAST_UNDONE && is_often(tool.undone, tool.total.yes);
        let say =
            |tool: &Part| say!("advice-undone", tool = name(tool), n = tool.undone, all = tool.total.yes);
        let bad = self.tools.iter().filter(is_bad);
        bad.map(|tool| Advice::new(AdviceKind::Undone, say(tool))).collect()
    }

    fn on_scores(&self) -> Option<Advice> {
        let well = || self.bands.iter().filter(|band| band.from >= WELL);
        let (scored, wrong) =
            (well().map(|b| b.scored - b.open).sum::<u64>(), well().map(ScoreBand::wrong).sum::<u64>());
        let is_overrated = scored >= LEAST_SCORED && is_often(wrong, scored);
        let say = || say!("advice-overrated", n = wrong, all = scored, score = WELL.number().to_string());
        is_overrated.then(|| Advice::new(AdviceKind::Overrated, say()))
    }
}

/// Whether a person said no each time, and often enough.
fn is_refused(tool: &Part) -> bool {
    tool.total.yes == 0 && tool.total.no >= LEAST_REFUSED
}

/// At least one in five.
fn is_often(n: u64, all: u64) -> bool {
    n > 0 && n.saturating_mul(5) >= all
}

fn name(part: &Part) -> String {
    text::line(&redact::text(&part.name), MAX_CHARS)
}
