//! Claude Code's own approval of the tools behind Countersign: it asks about each tool of a server besides, unless the
//! user's settings allow the server.

use std::path::PathBuf;

use countersign_core::Result;
use serde_json::json;

use super::{
    file,
    plan::{Change, Plan},
};
use crate::{
    agents::{self, json::Json},
    custom_commands::hook,
};

/// Returns the names of the entries that Claude Code gets in an import.
pub fn names(plan: &Plan) -> Vec<String> {
    let mut names: Vec<String> = plan.entries(super::agent::Agent::ClaudeCode);
    names.sort();
    names.dedup();
    names
}

/// Adds, to these changes, the one of the user's settings that allows the servers of these names.
pub fn onto(changes: &mut Vec<Change>, names: &[String]) -> Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let agent = agents::Agent::named("claude-code");
    let Some(agent) = agent else { return Ok(()) };
    let named = hook::folder(agent)?.join("settings.json");
    let file = file::read(&named)?;
    let path: PathBuf = file.as_ref().map_or_else(|| named.clone(), |file| file.path.clone());
    let at = changes.iter().position(|change| change.path == path);
    let text = match at {
        Some(at) => changes[at].after.clone(),
        None => file.as_ref().map_or_else(String::new, |file| file.text.clone()),
    };
    // Settings that cannot be read are Claude Code's to report.
    let Some((after, own)) = allowing(&text, names) else { return Ok(()) };
    match at {
        Some(at) => {
            changes[at].after = after;
            changes[at].own.extend(own);
        }
        None => {
            file.as_ref().map_or(Ok(()), |file| {
                file::check_place(file, None, &[])?;
                file::check_writable(file)
            })?;
            let mode = file.as_ref().map_or(0o600, |file| file.mode);
            changes.push(Change { path, before: file, after, mode, own, is_toml: false });
        }
    }
    Ok(())
}

/// Returns settings that allow these servers, and the keys of what was added; `None` if they do already.
fn allowing(text: &str, names: &[String]) -> Option<(String, Vec<Vec<String>>)> {
    let mut settings = match text.trim().is_empty() {
        true => Json::Object(Vec::new()),
        false => Json::parse(text).ok()?,
    };
    let permissions = settings.entry("permissions", || Json::Object(Vec::new()))?;
    let Json::List(allow) = permissions.entry("allow", || Json::List(Vec::new()))? else { return None };
    let rules = names.iter().map(|name| format!("mcp__{name}"));
    let rules: Vec<String> = rules.filter(|rule| !allow.iter().any(|has| has.text() == Some(rule))).collect();
    allow.extend(rules.iter().map(|rule| Json::from(&json!(rule))));
    let own = rules.into_iter().map(|rule| vec!["permissions".to_owned(), "allow".to_owned(), rule]);
    let own: Vec<Vec<String>> = own.collect();
    (!own.is_empty()).then(|| (settings.pretty(), own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_server_is_added_to_what_is_allowed_once_and_nothing_else_changes() {
        let names = ["countersign".to_owned()];
        let (text, own) =
            allowing("{\"model\": \"x\", \"permissions\": {\"deny\": [\"Bash\"]}}", &names).unwrap();
        let expected =
            json!({"model": "x", "permissions": {"deny": ["Bash"], "allow": ["mcp__countersign"]}});
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), expected);
        assert_eq!(own, [["permissions", "allow", "mcp__countersign"]]);
        assert_eq!(allowing(&text, &names), None);
        assert!(allowing("", &names).is_some());
        for odd in ["[]", "{\"permissions\": 1}", "{\"permissions\": {\"allow\": {}}}", "{"] {
            assert_eq!(allowing(odd, &names), None, "{odd}");
        }
    }
}
