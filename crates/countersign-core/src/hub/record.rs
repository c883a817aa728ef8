//! What is stored of gates on a hub, and of its hub on a gate.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{answer::End, sync::Shown};
use crate::{
    audit::Checkpoint,
    record::{Fields, Kind, Record, no_index, number, sortable, text},
    tx::Tx,
    {error::Result, store::Scan},
};

/// The key that signs a log's checkpoints and decisions for others. It is made once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogKey {
    /// [`LogKey::ID`].
    pub id: String,
    /// The public key, in hexadecimal digits.
    pub key: String,
    /// The blob with the secret.
    pub blob: String,
}

impl LogKey {
    /// There is one.
    pub const ID: &'static str = "key";
}

impl Record for LogKey {
    const KIND: &'static Kind =
        &Kind { name: "log_key", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// On a hub: a gate that was invited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Gate {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The person who invited it.
    pub owner: String,
    /// The token of its invitation.
    pub invitation: String,
    /// The token it joined with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The public key of its log, once it joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The newest checkpoint of its log that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoint>,
    /// When it was last heard of, to the minute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<u64>,
    /// What is wrong with it; nothing of it is taken while its log contradicts what it signed before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alert: Option<Message>,
    /// When it was invited.
    pub created_at: u64,
    /// When it was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_at: Option<u64>,
}

impl Gate {
    /// Returns the gate of a token: its own, or that of its invitation.
    pub fn of_token(tx: &mut Tx<'_>, token: &str) -> Result<Option<Self>> {
        let scan = Scan::exactly(Self::KIND.name, "gate.token", token).limit(1);
        Ok(tx.list::<Self>(&scan)?.pop().filter(|gate| gate.removed_at.is_none()))
    }

    /// Returns all gates, oldest first.
    pub fn all(tx: &mut Tx<'_>) -> Result<Vec<Self>> {
        tx.list(&Scan::prefix(Self::KIND.name, "gate.at", ""))
    }
}

fn gate_index(doc: &Fields) -> Vec<(&'static str, String)> {
    let tokens = ["invitation", "token"].map(|field| text(doc, field).to_owned());
    let tokens = tokens.into_iter().filter(|token| !token.is_empty()).map(|token| ("gate.token", token));
    tokens.chain([("gate.at", sortable(number(doc, "created_at")))]).collect()
}

impl Record for Gate {
    const KIND: &'static Kind =
        &Kind { name: "gate", prefix: "gt", domain: false, index: gate_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// On a hub: what a gate said of one of its items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GateItem {
    /// `gate/its item`.
    pub id: String,
    /// The gate.
    pub gate: String,
    /// The gate's item.
    pub item: String,
    /// What an approval binds to there.
    pub digest: String,
    /// What reviewers see.
    pub shown: Shown,
    /// The item here.
    pub here: String,
    /// Whether the gate said how it ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}

impl GateItem {
    /// Returns the id of a gate's item.
    pub fn key(gate: &str, item: &str) -> String {
        format!("{gate}/{item}")
    }
}

fn gate_item_index(doc: &Fields) -> Vec<(&'static str, String)> {
    match doc.contains_key("over") {
        true => Vec::new(),
        false => vec![("gate_item.open", format!("{}/", text(doc, "gate")))],
    }
}

impl Record for GateItem {
    const KIND: &'static Kind =
        &Kind { name: "gate_item", prefix: "", domain: false, index: gate_item_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// On a hub: the run here that has the items of a gate's run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateRun {
    /// `gate/its run`.
    pub id: String,
    /// The run here.
    pub here: String,
}

impl Record for GateRun {
    const KIND: &'static Kind =
        &Kind { name: "gate_run", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// How a gate stands with its hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HubState {
    /// The invitation has not been redeemed yet.
    Joining,
    /// It is joined.
    Joined,
    /// The hub did not take the invitation.
    Failed,
}

/// On a gate: its hub.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hub {
    /// [`Hub::ID`].
    pub id: String,
    /// Its address.
    pub url: String,
    /// The public key of its log, from the invitation: all that it says is checked with this.
    pub key: String,
    /// A certificate (PEM) that is trusted besides those of the machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The blob with the invitation and the token.
    pub secret: String,
    /// How the gate stands with it.
    pub state: HubState,
    /// This gate's id there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<String>,
    /// This gate's name there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who joined it.
    pub by: String,
    /// When.
    pub at: u64,
    /// The newest checkpoint of its log that was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoint>,
    /// Since when it cannot be reached, or takes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_since: Option<u64>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Message>,
    /// What it said that was not true, last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alert: Option<Message>,
}

impl Hub {
    /// There is at most one.
    pub const ID: &'static str = "hub";
}

impl Record for Hub {
    const KIND: &'static Kind =
        &Kind { name: "hub", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// On a gate: an item that the hub was asked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HubItem {
    /// The item.
    pub id: String,
    /// The digest that the hub has.
    pub digest: String,
    /// Digests that it had before: a decision on one of these is late, and no lie.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// The hub's decision that was carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// What the hub must be told although the item still waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tell: Option<End>,
    /// Whether the hub did not take it; it is decided here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// Whether the hub knows how it ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}

fn hub_item_index(doc: &Fields) -> Vec<(&'static str, String)> {
    match doc.contains_key("over") {
        true => Vec::new(),
        false => vec![("hub_item.open", text(doc, "id").to_owned())],
    }
}

impl Record for HubItem {
    const KIND: &'static Kind =
        &Kind { name: "hub_item", prefix: "", domain: false, index: hub_item_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}

/// On a gate: a decision of the hub that was looked at. None is looked at twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedDecision {
    /// The decision's id on the hub.
    pub id: String,
    /// The item.
    pub item: String,
    /// When.
    pub at: u64,
}

impl Record for UsedDecision {
    const KIND: &'static Kind =
        &Kind { name: "used_decision", prefix: "", domain: false, index: no_index, children: &[] };

    fn id(&self) -> &str {
        &self.id
    }
}
