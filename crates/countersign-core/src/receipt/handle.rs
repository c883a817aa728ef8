//! The handle of what landed: what an answer carries so that it can be taken back.

use countersign_words::Message;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::receipt::{Receipt, UndoAction};

/// A receipt in short, with its way back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Handle {
    /// The receipt.
    pub receipt: String,
    /// The item it belongs to; None for calls that were never held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    /// The way back, while there is one.
    pub undo_action: Option<UndoAction>,
    /// The words that go with the way back.
    pub rollback_label: Message,
    /// The event to take back, while there is a way back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_id: Option<String>,
    /// What that event was about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latest_reversible_event_type: Option<String>,
}

impl From<&Receipt> for Handle {
    fn from(receipt: &Receipt) -> Self {
        let reversible = receipt.undo_action.is_some() && receipt.undone.is_none();
        Self {
            receipt: receipt.id.clone(),
            item: receipt.item.clone(),
            undo_action: receipt.undo_action.clone().filter(|_| reversible),
            rollback_label: receipt.rollback_label.clone(),
            latest_reversible_event_id: reversible.then(|| receipt.event_id.clone()),
            latest_reversible_event_type: reversible.then(|| receipt.event_type.clone()),
        }
    }
}

impl Handle {
    /// Tells an agent what landed and how to propose to take it back.
    pub fn line(&self) -> String {
        let of = self.item.as_ref().map_or_else(String::new, |item| format!(", item {item}"));
        let label = &self.rollback_label;
        match &self.latest_reversible_event_id {
            Some(event) => format!(
                "It landed: receipt {}{of}, event {event} ({label}). undo with any of these proposes to take it back.",
                self.receipt
            ),
            None => format!("It landed: receipt {}{of} ({label}).", self.receipt),
        }
    }
}
