//! A call that was made before, judged under any policy.

use countersign_words::say;
use serde_json::json;

use crate::{
    call::gate,
    function,
    judge::{self, Case, Class, Evidence, Facts, Policy, RuleHits, TableRow, Verdict},
    record::Doc,
    run::Run,
    tool::{Effect, Hold, Reversal, Tool, TrustGround},
};

/// A call, and what was found out about it.
pub(super) struct Past<'a> {
    pub tool: &'a Tool,
    pub run: Run,
    pub facts: Facts,
    pub args: Doc,
    pub reversal: Reversal,
    /// Where its changes lie, if that is known.
    pub ground: Option<TrustGround>,
    /// The row that decided: what else allowed or held it.
    pub row: TableRow,
}

impl Past<'_> {
    /// Returns its class under a policy.
    pub fn class(&self, policy: &Policy) -> Class {
        let (name, _) = function::for_policy(self.tool, &self.args);
        let entry = policy.tool(&self.tool.server, &name);
        judge::class_of(self.tool.class, entry.and_then(|e| e.class), &self.facts)
    }

    /// Returns the rules of a policy that match it.
    pub fn hits(&self, policy: &Policy) -> RuleHits {
        let run = &self.run;
        let about = json!({"id": run.id, "subject": run.subject(), "cwd": run.cwd, "owner": run.owner});
        let (name, args) = function::for_policy(self.tool, &self.args);
        policy.hits(&name, self.class(policy), &self.facts, args, &run.agent, &about)
    }

    /// Judges it as if it were made at that time.
    pub fn judge(&self, policy: &Policy, at_ms: u64) -> Verdict {
        let (Self { tool, run, facts, reversal, ground, .. }, row) = (self, self.row);
        let hits = self.hits(policy);
        let hold = policy.tool(&tool.server, &tool.name).and_then(|e| e.hold).or(tool.hold);
        let in_store = matches!(tool.effect, Effect::Store(_));
        let exact = matches!(reversal, Reversal::Exact | Reversal::None);
        let trust = match ground {
            Some(ground) => {
                gate::trusted(policy, policy.trust(), (&run.agent, at_ms), tool, facts, reversal, ground)
            }
            None => (row == TableRow::Trust).then_some("the folder of then"),
        };
        let tainted = say!("judge-tainted-then");
        judge::judge(&Case {
            class: self.class(policy),
            facts,
            known_tool: true,
            unaccepted: row == TableRow::Definition,
            frozen: row == TableRow::Frozen,
            stopped: row == TableRow::Stopped,
            paused: row == TableRow::Paused,
            hits: &hits,
            plan_step: (row == TableRow::PlanStep).then_some(1),
            grant: (row == TableRow::Grant).then_some("the grant of then"),
            listed_hosts: policy.hosts(),
            rehearsed: row == TableRow::Rehearsed,
            evidence: (row == TableRow::Evidence).then_some(Evidence::Releases),
            by_policy: in_store && exact && hold == Some(Hold::None),
            stage: (row == TableRow::Stage).then_some("the stage of then"),
            trust,
            tainted: (row == TableRow::Tainted).then_some(&tainted),
        })
    }
}
