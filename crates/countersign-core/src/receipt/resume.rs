//! Where to go on after an undo: the thing itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Receipt;
use crate::op::route::escape;

/// Where to go on after an undo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Resume {
    /// The surface that shows it.
    pub surface: String,
    /// What kind of thing it is.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Its page.
    pub url: String,
}

impl Resume {
    /// The surface where people go on.
    const SURFACE: &'static str = "review";

    /// Returns the place of a thing.
    pub fn to(kind: &str, id: &str) -> Self {
        let url = match kind {
            "receipt" => format!("/receipts/{id}"),
            "run" => format!("/runs/{id}"),
            "plan" => format!("/plans/{id}"),
            "step" => format!("/steps/{id}"),
            "question" => format!("/questions/{id}"),
            "working_set" => format!("/sets/{id}"),
            _ => {
                let mut url = format!("/things/{kind}?id=");
                escape(&mut url, id);
                url
            }
        };
        Self { surface: Self::SURFACE.to_owned(), kind: kind.to_owned(), id: id.to_owned(), url }
    }

    /// Returns the first restored thing that is there, or the receipt if there is none.
    pub fn after(receipt: &Receipt, restored: &[Value]) -> Self {
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let alive = restored.iter().find(|r| !r["value"].is_null() && r["kind"] != "call");
        match alive.map(|r| (word(&r["kind"]), word(&r["id"]))) {
            Some((kind, id)) => Self::to(&kind, &id),
            None => Self::to("receipt", &receipt.id),
        }
    }
}
