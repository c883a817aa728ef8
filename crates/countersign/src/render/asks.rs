//! One line for each thing that waits: what it is, how dangerous, whose, and the commands that answer it.

use countersign_core::{
    answer_status::WaitsKind,
    item::view::{ItemView, Waits},
    judge::{Class, RiskLevel},
};
use serde_json::{Value, json};

use super::{View, item, short, shown};

/// How much of a summary a line shows.
const SUMMARY: usize = 120;

/// Renders `⏸ i12  Run "rm -r build"  destructive · codex  countersign confirm i12 · …`.
pub fn item(ask: &ItemView, view: &View) -> String {
    let notes = [item::countdown(&ask.id, ask.auto_approve_timeout, view)];
    let is_bad = ask.class == Class::Destructive;
    line(&ask.id, &view.told(&ask.summary, SUMMARY), is_bad, &ask.agent, &notes, view)
}

/// Like `item`, for anything else.
pub fn other(ask: &Waits, view: &View) -> String {
    let left = match (ask.kind, ask.auto_approve_timeout) {
        (WaitsKind::Question, Some(left)) => Some(view.words.with("term-default-in", &[("n", left.into())])),
        (_, left) => item::countdown(&ask.id, left, view),
    };
    let title = format!("{} {}", view.label(&view.field(ask.kind.as_str())), view.told(&ask.title, SUMMARY));
    line(&ask.id, &title, ask.risk_level == RiskLevel::High, &ask.agent, &[left], view)
}

fn line(id: &str, what: &str, is_bad: bool, agent: &str, notes: &[Option<String>], view: &View) -> String {
    let paint = view.paint;
    let mut facts = Vec::new();
    if is_bad {
        facts.push(paint.bad(&view.t("destructive")));
    }
    facts.push(paint.dim(&shown(agent)));
    facts.extend(notes.iter().flatten().map(|note| paint.warn(note)));
    let ways = ways(id);
    format!(
        "{} {}  {}  {}  {}\n",
        paint.warn("⏸"),
        paint.handle(&short(id)),
        paint.strong(what),
        facts.join(" · "),
        paint.handle(&ways)
    )
}

/// Renders the commands that answer a thing: `countersign confirm i12 · reject i12 · show i12`.
pub fn ways(id: &str) -> String {
    format!("countersign {}", commands(id).join(" · "))
}

/// Returns the commands that answer a thing, without the program's name.
fn commands(id: &str) -> Vec<String> {
    let id = short(id);
    if is_settings(&id) {
        return vec!["policy changes".to_owned()];
    }
    match id.starts_with('q') {
        true => vec![format!("answer {id} …")],
        false => vec![format!("confirm {id}"), format!("reject {id}"), format!("show {id}")],
    }
}

/// Whether that is a settings file and no id: ids have digits.
fn is_settings(id: &str) -> bool {
    ["policy", "config"].contains(&id)
}

/// The same of an item, for programs.
pub fn item_json(ask: &ItemView) -> Value {
    json!({
        "kind": "item", "id": ask.id, "agent": ask.agent, "run": ask.run, "summary": ask.summary, "class": ask.class,
        "risk_level": ask.risk_level, "status": ask.status, "agent_says": ask.human_summary, "digest": ask.digest,
        "auto_approve_timeout": ask.auto_approve_timeout, "at": ask.created_at, "commands": full(&ask.id),
    })
}

/// The same of anything else, for programs.
pub fn other_json(ask: &Waits) -> Value {
    json!({
        "kind": ask.kind, "id": ask.id, "agent": ask.agent, "run": ask.run, "summary": ask.title,
        "risk_level": ask.risk_level, "status": ask.status, "auto_approve_timeout": ask.auto_approve_timeout,
        "at": ask.at, "commands": full(&ask.id),
    })
}

fn full(id: &str) -> Vec<String> {
    commands(id).iter().map(|command| format!("countersign {command}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{filled, plain},
        *,
    };

    #[test]
    fn h8_a_line_has_what_it_is_first_and_how_to_answer_it_last_and_nothing_hidden() {
        let ask: ItemView = filled(json!({
            "id": "i12-9f3a", "agent": "co\u{1b}[2Jdex", "class": "destructive", "status": "pending",
            "summary": "Run \"rm -r build\"\nagent says: fine\u{202e}",
        }));
        let said = item(&ask, &plain());
        assert!(said.starts_with("⏸ i12  Run \"rm -r build\""), "{said}");
        assert!(said.ends_with("countersign confirm i12 · reject i12 · show i12\n"), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains("destructive") && !said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
    }

    #[test]
    fn a_question_is_answered_and_not_confirmed() {
        let ask =
            filled(json!({"kind": "question", "id": "q1-0a0b", "agent": "codex", "title": "Which one?"}));
        assert_eq!(other(&ask, &plain()), "⏸ q1  question: Which one?  codex  countersign answer q1 …\n");
    }
}
