//! Which heading an item stands under, among those of its set: what kind of thing it changes.

use countersign_words::{Message, say};

use crate::{
    text,
    tool::{AGENT_SERVER, FUNCTION_SERVER, GATE_SERVER},
};

/// Returns the heading of a tool's items.
pub fn category(tool: &str) -> Message {
    let (server, own) = tool.split_once('.').unwrap_or(("", tool));
    match (server, own) {
        ("task", "set_status") => say!("category-status"),
        ("task", "set_estimate") => say!("category-estimates"),
        ("task", "set_due_date") => say!("category-due"),
        ("task", "set_priority") => say!("category-priorities"),
        ("task", "set_title") => say!("category-titles"),
        ("task", "link_tasks") => say!("category-links"),
        ("task", "update_report" | "record_observations") => say!("category-reports"),
        ("task", name) if name.contains("checklist") => say!("category-checklist"),
        ("task", name) if name.contains("label") => say!("category-labels"),
        ("task", _) => say!("category-tasks"),
        ("calendar", _) => say!("category-calendar"),
        ("filesystem", _) => say!("category-files"),
        ("data", _) => say!("category-data"),
        ("shell", _) => say!("category-commands"),
        (FUNCTION_SERVER, _) => say!("category-functions"),
        (GATE_SERVER, _) => say!("hub-category"),
        (AGENT_SERVER, name) if is_command(name) => say!("category-commands"),
        (AGENT_SERVER, _) => say!("category-files"),
        _ => {
            let shown = |part: &str| text::truncate(&text::visible(part).text, 80);
            say!("category-other", tool = shown(&own.replace(['_', '-'], " ")), server = shown(server))
        }
    }
}

/// Whether an agent's own tool runs commands.
fn is_command(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["bash", "shell", "exec", "command", "terminal"].iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn h1_items_stand_under_what_they_change_whatever_tool_does_it() {
        for (tool, heading) in [
            ("task.add_checklist_item", "Checklist items"),
            ("task.update_checklist_item", "Checklist items"),
            ("task.set_estimate", "Estimates"),
            ("filesystem.write_file", "Files"),
            ("shell.run", "Commands"),
            ("github.create_issue", "create issue (github)"),
        ] {
            assert_eq!(category(tool).to_string(), heading);
        }
    }
}
