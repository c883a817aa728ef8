//! What the user's own settings of Claude Code say of a call. A hook's answer and a rewritten command would hide the call
//! from them, so they are asked before.

use std::path::Path;

use countersign_core::record::Doc;
use serde_json::Value;

pub use crate::custom_commands::learn::Theirs;
use crate::custom_commands::learn::{Homes, Settings};

/// Returns what the user's settings, of this machine, their own and the project's, say of a call made in these folders:
/// that it is denied, or that they are asked.
pub fn of(tool: &str, input: &Doc, folders: [Option<&str>; 2]) -> Option<Theirs> {
    let homes = Homes::find()?;
    let mut settings = Settings::new(&homes);
    let mut found = None;
    for folder in folders.into_iter().flatten() {
        match settings.says(tool, input, Some(folder)) {
            Some(Theirs::Deny(rule)) => return Some(Theirs::Deny(rule)),
            other => found = found.or(other),
        }
    }
    found
}

/// Whether a call writes one of Claude Code's own plans, as it does in plan mode.
pub fn is_plan(tool: &str, input: &Doc) -> bool {
    let path = input.get("file_path").and_then(Value::as_str).map(Path::new);
    let plans = Homes::find().map(|homes| homes.claude.join("plans"));
    matches!(tool, "Edit" | "MultiEdit" | "Write")
        && path.zip(plans).is_some_and(|(path, plans)| {
            path.parent() == Some(&*plans) && path.extension().is_some_and(|kind| kind == "md")
        })
}
