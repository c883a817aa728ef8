//! `item.status`: an agent asks for the state of its proposal. Whatever it returns is marked as told.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::reject::OneItem;
use crate::{
    ActorKind, Role,
    effect::large_result,
    error::Result,
    item::{ItemStatus, decide},
    op::Op,
    receipt::{Receipt, handle::Handle, news},
    tx::Tx,
    watch::operations as watches,
};

/// See the module.
pub struct ItemStatusOp;

/// The outcome of a proposal.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Output {
    /// The item.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// Its status.
    pub status: ItemStatus,
    /// What it does.
    pub summary: Message,
    /// The reason that the person gave.
    pub reason: Option<Message>,
    /// What came back, once it landed.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// Why it failed or became stale.
    pub error: Option<Message>,
    /// What landed.
    pub receipt: Option<Receipt>,
    /// Whether anything can still change.
    pub open: bool,
    /// The handle of what landed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
}

impl Op for ItemStatusOp {
    const NAME: &'static str = "item.status";
    const DOC: &'static str = "Get the status of a proposal";
    const ROLE: Role = Role::Viewer;
    const AUDIENCE: &'static [ActorKind] = &[ActorKind::Agent, ActorKind::Person];
    const LAZY: bool = true;
    const HTTP: &'static str = "POST /v1/items/{id}/status";
    const CLI: &'static str = "status {id}";
    const MCP: Option<&'static str> = Some("item_status");
    type Input = OneItem;
    type Output = Output;

    fn run(&self, tx: &mut Tx<'_>, input: &OneItem) -> Result<Output> {
        let mut item = decide::find_item(tx, &input.id)?;
        let is_news = item.decided_at.is_some() || item.error.is_some() || item.original_args.is_some();
        if tx.actor().kind == ActorKind::Agent && is_news && !item.told {
            item.told = true;
            tx.put(&item)?;
            tx.about(Some(&item.run), Some(&item.tool));
        }
        let mut receipt = item.receipt.as_ref().map(|id| tx.need::<Receipt>(id)).transpose()?;
        if let Some(receipt) = &mut receipt {
            news::tell(tx, receipt)?;
        }
        let handle = receipt.as_ref().map(Handle::from);
        let result = match watches::told(tx, &item)? {
            Some(result) => result,
            None => large_result::of_item(tx, &item)?,
        };
        Ok(Output {
            open: item.status.is_open(),
            id: item.id,
            tool: item.tool,
            status: item.status,
            summary: item.summary,
            reason: item.reason,
            result,
            error: item.error,
            receipt,
            latest_reversible_event_id: handle.as_ref().and_then(|h| h.latest_reversible_event_id.clone()),
            latest_reversible_event_type: handle.and_then(|h| h.latest_reversible_event_type),
        })
    }
}
