//! The change-set card: who suggests how many changes, each line with its mark, like ones grouped.

use serde_json::Value;

use super::{View, item, list_of, short_id, text_of};

/// What waits for a person: change sets as cards, then steps, plans and questions.
pub fn inbox(value: &Value, view: &View) -> String {
    let items = list_of(value, "items");
    let sets = list_of(value, "change_sets");
    let waiting = list_of(value, "waiting");
    if items.is_empty() && waiting.is_empty() {
        return format!("{}\n", view.t("empty-title"));
    }
    let mut order: Vec<&str> = Vec::new();
    for id in items.iter().filter_map(|i| i["change_set"].as_str()) {
        if !order.contains(&id) {
            order.push(id);
        }
    }
    let mut cards: Vec<String> = order
        .iter()
        .map(|id| {
            let own: Vec<&Value> = items.iter().filter(|i| i["change_set"].as_str() == Some(id)).collect();
            let set = sets.iter().find(|s| s["id"].as_str() == Some(id)).unwrap_or(&Value::Null);
            card(set, &own, Stage::Listed, view)
        })
        .collect();
    let alone: Vec<&Value> = items.iter().filter(|i| !i["change_set"].is_string()).collect();
    if !alone.is_empty() {
        cards.push(body(&alone, true, Stage::Listed, view));
    }
    if !waiting.is_empty() {
        cards.push(waits(waiting, view));
    }
    cards.join("\n")
}

/// Things that wait, a line each.
pub fn waits(waiting: &[Value], view: &View) -> String {
    let mut out = String::new();
    for one in waiting {
        let (kind, id) = (text_of(one, "kind"), short_id(one, "id"));
        let left = match one["auto_approve_timeout"].as_u64() {
            Some(left) if kind == "question" => {
                format!(" ({})", view.words.with("term-default-in", &[("n", left.into())]))
            }
            _ => item::countdown(one, view).map(|left| format!(" ({left})")).unwrap_or_default(),
        };
        let title = if kind == "item" { view.said_of(one, "title") } else { text_of(one, "title") };
        let line = format!("{} {id}  {}: {title}{left}", view.field(&kind), text_of(one, "agent"));
        out.push_str(&format!("{line} {}\n", view.paint.dim(&format!("[{}]", view.standing(one)))));
    }
    out
}

/// One set with its items.
pub fn set(value: &Value, view: &View) -> String {
    let set = if value["change_set"].is_object() { &value["change_set"] } else { value };
    let items: Vec<&Value> = list_of(value, "items").iter().collect();
    card(set, &items, Stage::Shown, view)
}

/// Whether a person's yes can already bind to what they see.
#[derive(Clone, Copy)]
enum Stage {
    /// In a list: not yet.
    Listed,
    /// On a page of its own, which was remembered.
    Shown,
}

fn card(set: &Value, items: &[&Value], stage: Stage, view: &View) -> String {
    let first = items.first().copied().unwrap_or(&Value::Null);
    let known =
        |field: &str| [text_of(set, field), text_of(first, field)].into_iter().find(|t| !t.is_empty());
    let id = [short_id(set, "id"), short_id(first, "change_set")]
        .into_iter()
        .find(|t| !t.is_empty())
        .unwrap_or_default();
    // The title of a set is a sentence of ours that counts all that is in it.
    let all = set["total"].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(items.len());
    let who = known("agent").unwrap_or_else(|| view.t("term-an-agent"));
    let title = view.words.with("card-title", &[("agent", who.into()), ("n", all.into())]);
    let target = common_target(items, view);
    let mut notes = vec![id.clone()];
    notes.extend(
        target
            .clone()
            .or_else(|| known("subject").map(|s| super::short(&s)))
            .map(|t| view.about("card-about", "what", t)),
    );
    let (total, open) = (set["total"].as_u64(), set["open"].as_u64());
    if let (Some(total), Some(open)) = (total, open) {
        let decided = total.saturating_sub(open);
        let told = [("decided", decided.into()), ("total", total.into())];
        notes.extend((decided > 0).then(|| view.words.with("card-decided", &told)));
    }
    let mut out = format!("{}  {}\n", view.paint.strong(&title), view.paint.dim(&notes.join(" · ")));
    out.push_str(&body(items, target.is_none(), stage, view));
    if items.iter().any(|i| item::is_decidable(i)) {
        let ways = match stage {
            Stage::Listed => format!("countersign show {id}   {}", view.about("term-then", "set", &id)),
            Stage::Shown => {
                let first = items
                    .iter()
                    .find(|i| item::is_decidable(i))
                    .map(|i| short_id(i, "id"))
                    .unwrap_or_default();
                format!(
                    "countersign confirm {first} … · reject {first} --reason … · defer {first} · confirm-all {id}"
                )
            }
        };
        out.push_str(&format!("  {}\n", view.paint.handle(&ways)));
    }
    out
}

/// What all items are done to, if it is one thing.
fn common_target(items: &[&Value], view: &View) -> Option<String> {
    let target = |i: &Value| view.said_of(&i["preview"], "target");
    let first = target(items.first()?);
    (!first.is_empty() && items.iter().all(|i| target(i) == first)).then_some(first)
}

/// The lines of a card. Neighbours of the same tool and class stand under one heading; classes are never mixed.
fn body(items: &[&Value], with_target: bool, stage: Stage, view: &View) -> String {
    let width = items.iter().map(|i| short_id(i, "id").chars().count()).max().unwrap_or_default();
    let how = item::Line { width, with_target, whole: matches!(stage, Stage::Shown) };
    let kind = |i: &Value| (text_of(i, "tool"), text_of(i, "class"));
    let mut out = String::new();
    for group in items.chunk_by(|a, b| kind(a) == kind(b)) {
        if group.len() > 1 {
            let (tool, _) = kind(group[0]);
            let name = tool.rsplit('.').next().unwrap_or(&tool).replace('_', " ");
            out.push_str(&format!("  {}\n", view.paint.dim(&format!("┄┄ {name} ({}) ┄┄", group.len()))));
        }
        for one in group {
            out.push_str(&item::line(one, how, view));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::tests::plain, *};

    #[test]
    fn a_card_shows_who_suggests_what_with_like_changes_grouped() {
        let item = |n: u32, tool: &str, class: &str, summary: &str| {
            json!({"id": format!("i{n}-aaaa"), "change_set": "s4-bbbb", "agent": "codex", "subject": "t3", "tool": tool,
                   "class": class, "status": "pending", "summary": summary})
        };
        let mut titled = item(4, "task.set_title", "mutable", "Set title of \"Fix\" to \"Fix login\"");
        titled["preview"] = json!({"changes": [{"label": "title", "before": "Fix", "after": "Fix login"}]});
        titled["human_summary"] = json!("say what is broken");
        let value = json!({
            "items": [
                titled,
                item(5, "task.add_checklist_item", "mutable", "Add \"Design\""),
                item(6, "task.add_checklist_item", "mutable", "Add \"Tests\""),
                item(7, "task.add_checklist_item", "destructive", "Add \"Deploy\""),
            ],
            "change_sets": [{"id": "s4-bbbb", "agent": "codex", "subject": "t3", "total": 7, "open": 4,
                             "title": "codex suggests 7 changes"}],
            "waiting": [],
        });
        insta::assert_snapshot!(inbox(&value, &plain()));
    }

    #[test]
    fn an_empty_inbox_says_so() {
        let empty = json!({"items": [], "change_sets": [], "waiting": []});
        assert_eq!(inbox(&empty, &plain()), "Nothing waits for you.\n");
    }

    #[test]
    fn a_question_is_answered_by_its_default_and_a_step_goes_on_unless_it_is_held() {
        let one = |kind: &str, id: &str| {
            json!({"kind": kind, "id": id, "agent": "codex", "title": "Which one?", "status": "open",
                   "auto_approve_timeout": 7})
        };
        let said = waits(&[one("question", "q1f"), one("step", "st3-0a0b")], &plain());
        assert!(said.contains("q1f  codex: Which one? (answered by its default in 7 s)"), "{said}");
        assert!(said.contains("(goes on in 7 s — hold st3 stops it)"), "{said}");
    }
}
