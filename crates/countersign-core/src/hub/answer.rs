//! `gate.take` gives a gate a decision, signed by the log of the hub; `gate.report` says what became of it.

use countersign_words::{Message, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    GateItem,
    join::{GATE, caller},
    key, settle,
};
use crate::{
    ActorKind,
    authority::Control,
    canonical, change_set,
    decision::{Decision, DecisionWord},
    error::{Error, Result},
    item::{Item, ItemStatus, Trigger},
    op::Op,
    tx::Tx,
};

/// A decision as a hub signs it for one gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignedDecision {
    /// The decision's id on the hub.
    pub id: String,
    /// The gate's id there.
    pub gate: String,
    /// The gate's item.
    pub item: String,
    /// What was approved or rejected: the digest of the gate's own item.
    pub digest: String,
    /// Yes or no.
    pub decision: DecisionWord,
    /// The persons who said so.
    pub by: Vec<String>,
    /// The reason that was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// When.
    pub at: u64,
    /// The signature of the hub's log, in hexadecimal digits.
    pub signature: String,
}

impl SignedDecision {
    /// Returns the text that is signed.
    fn text(&self) -> String {
        let Self { id, gate, item, digest, decision, by, reason, at, .. } = self;
        let whole = json!([id, gate, item, digest, decision, by, reason, at]);
        format!("countersign decision for a gate 1\n{}\n", canonical::digest("gate decision", &whole))
    }

    /// Returns it signed with the secret of a log.
    #[must_use]
    pub fn signed(mut self, secret: &[u8; 32]) -> Self {
        self.signature = key::sign(&self.text(), secret);
        self
    }

    /// Whether it is signed with that key.
    pub fn is_signed_by(&self, key: &str) -> bool {
        key::is_signed(&self.text(), &self.signature, key)
    }
}

/// See the module.
pub struct GateTake;

/// Which decision.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeInput {
    /// The gate's item.
    pub item: String,
    /// Its digest.
    pub digest: String,
}

/// The decision, if there is one.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct TakeOutput {
    /// None if it was taken back, or everything is frozen.
    pub decision: Option<SignedDecision>,
}

impl Op for GateTake {
    const NAME: &'static str = "gate.take";
    const DOC: &'static str = "Take a decision as a gate: from then on it cannot be taken back here";
    const AUDIENCE: &'static [ActorKind] = GATE;
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/gates/take";
    const CLI: &'static str = "";
    type Input = TakeInput;
    type Output = TakeOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &TakeInput) -> Result<TakeOutput> {
        let gate = caller(tx)?;
        let none = TakeOutput { decision: None };
        let item = own(tx, &gate.id, &input.item)?;
        let mut here: Item = tx.need(&item.here)?;
        if item.digest != input.digest || gate.alert.is_some() {
            return Ok(none);
        }
        let Some(decision) = here.decision.clone() else { return Ok(none) };
        let decision: Decision = tx.need(&decision)?;
        match here.status {
            ItemStatus::Confirmed => {
                if tx.get::<Control>(Control::FREEZE)?.is_some() || decision.digest != here.digest {
                    return Ok(none);
                }
                tx.about(Some(&here.run), Some(&here.tool));
                change_set::step(tx, &mut here, Trigger::Begin)?;
            }
            ItemStatus::Applying => {}
            ItemStatus::Rejected if here.told => {}
            ItemStatus::Rejected => {
                here.told = true;
                tx.put(&here)?;
            }
            _ => return Ok(none),
        }
        let secret = key::secret(tx)?;
        let signed = SignedDecision {
            id: decision.id.clone(),
            gate: gate.id,
            item: item.item,
            digest: item.digest,
            decision: decision.decision,
            by: by(&here, &decision),
            reason: decision.reason,
            at: decision.at,
            signature: String::new(),
        }
        .signed(&secret);
        Ok(TakeOutput { decision: Some(signed) })
    }
}

/// Returns the persons who decided.
fn by(item: &Item, decision: &Decision) -> Vec<String> {
    let last = decision.by.strip_prefix("person:").unwrap_or(&decision.by).to_owned();
    if decision.decision != DecisionWord::Confirmed {
        return vec![last];
    }
    let mut by: Vec<String> = item.approvals.iter().map(|yes| yes.person.clone()).collect();
    if !by.contains(&last) {
        by.push(last);
    }
    by
}

fn own(tx: &mut Tx<'_>, gate: &str, item: &str) -> Result<GateItem> {
    let id = GateItem::key(gate, item);
    tx.get::<GateItem>(&id)?
        .ok_or_else(|| Error::not_found(say!("hub-item-gone", id = crate::text::visible(item).text)))
}

/// What became of an item at its gate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum End {
    /// It landed there.
    Applied {
        /// Who allowed it.
        by: String,
        /// The receipt there.
        receipt: String,
        /// What was done.
        summary: String,
    },
    /// A person there said no, or the hub's no counts.
    Rejected {
        /// Who.
        by: String,
        /// Why.
        reason: Option<String>,
    },
    /// The hub's decision does not count, or its effect failed: it waits again.
    Again {
        /// Why.
        why: String,
    },
    /// It waits no more: taken back, expired, failed for good, or changed.
    Over {
        /// What it is.
        why: String,
    },
}

/// See the module.
pub struct GateReport;

/// An item and what became of it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportInput {
    /// The gate's item.
    pub item: String,
    /// The digest that the hub has of it.
    pub digest: String,
    /// The decision of the hub that was carried out; none if another was first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// How it ended.
    pub end: End,
}

/// What the item is here now.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ReportOutput {
    /// The item here.
    pub item: String,
    /// Its status.
    pub status: ItemStatus,
    /// In words.
    pub message: Message,
}

impl Op for GateReport {
    const NAME: &'static str = "gate.report";
    const DOC: &'static str = "Report as a gate what became of an item there";
    const AUDIENCE: &'static [ActorKind] = GATE;
    const LAZY: bool = true;
    const LOOKS: bool = false;
    const HTTP: &'static str = "POST /v1/gates/report";
    const CLI: &'static str = "";
    type Input = ReportInput;
    type Output = ReportOutput;

    fn run(&self, tx: &mut Tx<'_>, input: &ReportInput) -> Result<ReportOutput> {
        let gate = caller(tx)?;
        let mut item = own(tx, &gate.id, &input.item)?;
        let mut here: Item = tx.need(&item.here)?;
        if item.digest == input.digest && gate.alert.is_none() {
            settle::ended(tx, &mut here, &gate.name, input)?;
            item.over = !matches!(input.end, End::Again { .. });
            tx.put(&item)?;
        }
        let message = here.error.clone().unwrap_or_else(|| here.summary.clone());
        Ok(ReportOutput { item: here.id, status: here.status, message })
    }
}
