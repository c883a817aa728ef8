//! Counts what would have become of calls, without keeping more of them than is needed to try proposals.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::policy::replay::{Cause, Fate, PastCall, Remedy, Replayed};
use serde_json::{Value, json};

use super::agent::{Agent, Asked, Recorded};

/// How many examples are kept for each cause.
pub const EXAMPLES: usize = 4;
/// How many bytes of calls that are asked about are kept, to try proposals on them.
const MAX_KEPT_BYTES: usize = 64 << 20;

/// The counts of one agent.
#[derive(Debug, Default)]
pub struct AgentTally {
    pub files: u64,
    pub calls: u64,
    pub asks: u64,
    pub rehearsed: u64,
    /// How often it asked itself.
    pub own_asks: u64,
    /// Calls of which it is not known whether it asked.
    pub own_unknown: u64,
    pub rejected: u64,
}

/// The counts of one cause.
#[derive(Debug, Default)]
pub struct CauseTally {
    pub n: u64,
    /// By their first word, so that they differ.
    pub examples: BTreeMap<String, String>,
}

/// A call that is asked about.
pub struct AskedCall {
    pub call: PastCall,
    pub shown: String,
    pub rejected: bool,
    /// What might be proposed for it.
    pub remedy: Option<Remedy>,
}

/// All counts.
#[derive(Default)]
pub struct Tally {
    pub agents: BTreeMap<Agent, AgentTally>,
    pub fates: BTreeMap<Fate, u64>,
    pub causes: BTreeMap<Cause, CauseTally>,
    pub asked: Vec<AskedCall>,
    /// Calls that are asked about and on which no proposal is tried: there are too many.
    pub untried: u64,
    /// Commands that would be rehearsed, by their folder.
    pub rehearsed_in: BTreeMap<String, u64>,
    pub broken_lines: u64,
    pub unread_files: u64,
    pub first_ms: Option<u64>,
    pub last_ms: Option<u64>,
    kept_bytes: usize,
    seen: BTreeSet<[u8; 16]>,
}

impl Tally {
    /// Whether a call is new: resumed sessions repeat what was before.
    pub fn is_new(&mut self, agent: Agent, recorded: &Recorded) -> bool {
        let Some(id) = &recorded.id else { return true };
        let hash = blake3::hash(format!("{}/{id}", agent.name()).as_bytes());
        let mut short = [0; 16];
        short.copy_from_slice(&hash.as_bytes()[..16]);
        self.seen.insert(short)
    }

    /// Adds a call and what would have become of it.
    pub fn add(&mut self, agent: Agent, recorded: Recorded, replayed: Replayed) {
        let Recorded { call, at_ms, asked, rejected, .. } = recorded;
        *self.fates.entry(replayed.fate).or_default() += 1;
        let of_agent = self.agents.entry(agent).or_default();
        of_agent.calls += 1;
        of_agent.rejected += u64::from(rejected);
        of_agent.own_asks += u64::from(asked == Asked::Yes);
        // What stays inside an agent is nothing that it asks about.
        of_agent.own_unknown += u64::from(asked == Asked::Unknown && replayed.fate != Fate::Inside);
        of_agent.asks += u64::from(replayed.fate == Fate::Asks);
        of_agent.rehearsed += u64::from(replayed.fate == Fate::Rehearsed);
        if let Some(at) = at_ms {
            self.first_ms = Some(self.first_ms.map_or(at, |first| first.min(at)));
            self.last_ms = Some(self.last_ms.map_or(at, |last| last.max(at)));
        }
        match (replayed.fate, replayed.cause) {
            (Fate::Rehearsed, _) => {
                *self.rehearsed_in.entry(call.cwd.unwrap_or_default()).or_default() += 1;
            }
            (Fate::Asks, cause) => {
                let tally = self.causes.entry(cause.unwrap_or(Cause::Other)).or_default();
                tally.n += 1;
                let first = replayed.shown.split(' ').next().unwrap_or_default().to_owned();
                if tally.examples.len() < EXAMPLES {
                    tally.examples.entry(first).or_insert_with(|| replayed.shown.clone());
                }
                self.keep(AskedCall { call, shown: replayed.shown, rejected, remedy: replayed.remedy });
            }
            _ => {}
        }
    }

    fn keep(&mut self, asked: AskedCall) {
        let bytes = serde_json::to_string(&asked.call.input).map_or(usize::MAX, |text| text.len());
        match self.kept_bytes.saturating_add(bytes) {
            total if total <= MAX_KEPT_BYTES => {
                self.kept_bytes = total;
                self.asked.push(asked);
            }
            _ => self.untried += 1,
        }
    }

    /// How many calls had this fate.
    pub fn of(&self, fate: Fate) -> u64 {
        self.fates.get(&fate).copied().unwrap_or_default()
    }

    /// How many calls were judged.
    pub fn calls(&self) -> u64 {
        self.fates.values().sum()
    }

    /// All of it for programs.
    pub fn to_json(&self) -> Value {
        let agents = self.agents.iter().map(|(agent, of)| {
            let known = of.own_unknown == 0;
            json!({
                "agent": agent.name(),
                "files": of.files,
                "calls": of.calls,
                "asks": of.asks,
                "rehearsed": of.rehearsed,
                "own_asks": known.then_some(of.own_asks),
                "own_asks_from": known.then_some(match agent {
                    Agent::ClaudeCode => "computed from its documented rules and the present settings",
                    _ => "its transcripts",
                }),
                "rejected": of.rejected,
            })
        });
        let causes = self
            .causes
            .iter()
            .map(|(cause, of)| json!({"cause": cause, "calls": of.n, "examples": of.examples.values().collect::<Vec<_>>()}));
        json!({
            "calls": self.calls(),
            "from": self.first_ms,
            "to": self.last_ms,
            "inside": self.of(Fate::Inside),
            "runs": self.of(Fate::Runs),
            "rehearsed": self.of(Fate::Rehearsed),
            "asks": self.of(Fate::Asks),
            "asks_at_most": self.of(Fate::Asks) + self.of(Fate::Rehearsed),
            "refused": self.of(Fate::Refused),
            "unjudged": self.of(Fate::Unjudged),
            "broken_lines": self.broken_lines,
            "unread_files": self.unread_files,
            "agents": agents.collect::<Vec<_>>(),
            "causes": causes.collect::<Vec<_>>(),
        })
    }
}
