//! The change-set card: who suggests how many changes, each line with its mark, similar ones grouped.

use countersign_core::{
    answer_status::WaitsKind,
    inbox,
    item::view::{ItemView, SetView, Waits},
    judge::Class,
};

use super::{View, item, short, shown};

/// Renders the inbox: change sets as cards, then steps, plans and questions.
pub fn inbox(output: &inbox::Output, view: &View) -> String {
    cards(&output.items, &output.change_sets, &output.waiting, view)
}

/// Renders items by change set, and everything else that waits.
pub fn cards(items: &[ItemView], sets: &[SetView], waiting: &[Waits], view: &View) -> String {
    if items.is_empty() && waiting.is_empty() {
        return format!("{}\n", view.t("empty-title"));
    }
    let mut order: Vec<&str> = Vec::new();
    for id in items.iter().map(|i| i.change_set.as_str()) {
        if !order.contains(&id) {
            order.push(id);
        }
    }
    let mut cards: Vec<String> = order
        .iter()
        .map(|id| {
            let own: Vec<&ItemView> = items.iter().filter(|i| i.change_set == *id).collect();
            card(sets.iter().find(|s| s.id == *id), &own, Stage::Listed, view)
        })
        .collect();
    if !waiting.is_empty() {
        cards.push(waits(waiting, view));
    }
    cards.join("\n")
}

/// Renders waiting things, one line each.
pub fn waits(waiting: &[Waits], view: &View) -> String {
    let mut out = String::new();
    for one in waiting {
        let left = match (one.kind, one.auto_approve_timeout) {
            (WaitsKind::Question, Some(left)) => {
                Some(view.words.with("term-default-in", &[("n", left.into())]))
            }
            (_, left) => item::countdown(&one.id, left, view),
        };
        let left = left.map(|left| format!(" ({left})")).unwrap_or_default();
        let title = view.said(&one.title);
        let kind = view.field(one.kind.as_str());
        let line = match one.kind {
            WaitsKind::Settings => format!("{kind}  {title}  countersign policy changes"),
            _ => format!("{kind} {}  {}: {title}{left}", short(&one.id), shown(&one.agent)),
        };
        let standing = view.paint.dim(&format!("[{}]", view.standing(one.status.as_str())));
        out.push_str(&format!("{line} {standing}\n"));
    }
    out
}

/// Renders one set with its items.
pub fn set(set: &SetView, items: &[ItemView], view: &View) -> String {
    card(Some(set), &items.iter().collect::<Vec<_>>(), Stage::Shown, view)
}

/// Whether a person's yes can already bind to what they see.
#[derive(Clone, Copy)]
enum Stage {
    /// In a list: not yet.
    Listed,
    /// On its own page, which was recorded as seen.
    Shown,
}

fn card(set: Option<&SetView>, items: &[&ItemView], stage: Stage, view: &View) -> String {
    let first = items.first();
    let id = set.map(|s| &s.id).or(first.map(|i| &i.change_set)).map(|id| short(id)).unwrap_or_default();
    // The title of a set is our own sentence, which counts all of its items.
    let all = set.map_or(items.len(), |set| set.total as usize);
    let who = set.map(|s| &s.agent).or(first.map(|i| &i.agent)).map(|who| shown(who));
    let who = who.filter(|who| !who.is_empty()).unwrap_or_else(|| view.t("term-an-agent"));
    let title = view.words.with("card-title", &[("agent", who.into()), ("n", all.into())]);
    let target = common_target(items, view);
    let subject = set.map(|s| &s.subject).or(first.map(|i| &i.subject)).filter(|s| !s.is_empty());
    let about = target.clone().or_else(|| subject.map(|subject| short(subject)));
    let mut notes = vec![id.clone()];
    notes.extend(about.map(|what| view.about("card-about", "what", what)));
    if let Some(set) = set {
        let decided = set.total.saturating_sub(set.open);
        let told = [("decided", u64::from(decided).into()), ("total", u64::from(set.total).into())];
        notes.extend((decided > 0).then(|| view.words.with("card-decided", &told)));
    }
    let mut out = format!("{}  {}\n", view.paint.strong(&title), view.paint.dim(&notes.join(" · ")));
    out.push_str(&body(items, target.is_none(), stage, view));
    if items.iter().any(|i| item::is_decidable(i)) {
        let ways = match stage {
            Stage::Listed => format!("countersign show {id}   {}", view.about("term-then", "set", &id)),
            Stage::Shown => {
                let first = items.iter().find(|i| item::is_decidable(i));
                let first = first.map(|i| short(&i.id)).unwrap_or_default();
                format!(
                    "countersign confirm {first} … · reject {first} --reason … · defer {first} · confirm {id}"
                )
            }
        };
        out.push_str(&format!("  {}\n", view.paint.handle(&ways)));
    }
    out
}

/// Returns the common target of all items, if there is one.
fn common_target(items: &[&ItemView], view: &View) -> Option<String> {
    let target = |i: &ItemView| view.said(&i.preview.target);
    let first = target(items.first()?);
    (!first.is_empty() && items.iter().all(|i| target(i) == first)).then_some(first)
}

/// Renders the lines of a card. What changes the same kind of thing shares a heading; classes are never mixed.
fn body(items: &[&ItemView], with_target: bool, stage: Stage, view: &View) -> String {
    let width = items.iter().map(|i| short(&i.id).chars().count()).max().unwrap_or_default();
    let how = item::Line { width, with_target, whole: matches!(stage, Stage::Shown) };
    let kind = |i: &ItemView| -> (String, Class) { (view.said(&i.category), i.class) };
    let mut groups: Vec<Vec<&ItemView>> = Vec::new();
    for item in items {
        match groups.iter_mut().find(|group| kind(group[0]) == kind(item)) {
            Some(group) => group.push(item),
            None => groups.push(vec![item]),
        }
    }
    let mut out = String::new();
    for group in groups {
        if let [first, _, ..] = &group[..] {
            let (name, _) = kind(first);
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

    use super::{
        super::tests::{filled, plain},
        *,
    };

    #[test]
    fn a_card_shows_who_suggests_what_with_like_changes_grouped() {
        let item = |n: u32, tool: &str, class: &str, summary: &str| {
            json!({"id": format!("i{n}-aaaa"), "change_set": "s4-bbbb", "agent": "codex", "subject": "t3", "tool": tool,
                   "category": if tool == "task.set_title" { "Titles" } else { "Checklist items" },
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
        insta::assert_snapshot!(inbox(&filled(value), &plain()));
    }

    #[test]
    fn an_empty_inbox_says_so() {
        let empty = filled(json!({"items": [], "change_sets": [], "waiting": []}));
        assert_eq!(inbox(&empty, &plain()), "Nothing waits for you.\n");
    }

    #[test]
    fn a_question_is_answered_by_its_default_and_a_step_goes_on_unless_it_is_held() {
        let one = |kind: &str, id: &str| {
            filled(json!({"kind": kind, "id": id, "agent": "codex", "title": "Which one?", "status": "open",
                          "auto_approve_timeout": 7}))
        };
        let said = waits(&[one("question", "q1f"), one("step", "st3-0a0b")], &plain());
        assert!(said.contains("q1f  codex: Which one? (default answer in 7 s)"), "{said}");
        assert!(said.contains("(continues in 7 s — pause st3 stops it)"), "{said}");
    }
}
