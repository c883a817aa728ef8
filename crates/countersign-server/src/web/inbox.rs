//! The inbox: one list of all that waits, over all runs, the most dangerous first.

use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    Page, Visit, card,
    frame::Tab,
    text::{ago, field, list},
};
use crate::answer::Refusal;

/// How many items a page shows.
const SHOWN: u32 = 100;

/// The page.
pub(super) async fn inbox(visit: Visit) -> Result<Page, Refusal> {
    let words = visit.words;
    let input = json!({"limit": SHOWN, "after": visit.asked("after"), "agent": visit.asked("agent")});
    let inbox = visit.ask("inbox.list", input).await?;
    let (items, waiting) = (list(&inbox, "items"), list(&inbox, "waiting"));
    // The others stand on the first page, once.
    let waiting = if visit.asked("after").is_some() { &[] } else { waiting };
    let mut blocks = blocks(&visit, &inbox, items, waiting);
    blocks.sort_by_key(|(rank, at, _)| (*rank, *at));
    let body = html! {
        h1 { (words.t("tab-inbox")) }
        @if blocks.is_empty() { (nothing(&visit)) }
        @for (_, _, block) in &blocks { (block) }
        @if let Some(next) = inbox["next"].as_str() {
            p.pages { a.button href={ "/?after=" (next) } rel="next" { (words.t("show-more")) } }
        }
    };
    Ok(Page::new(words.t("tab-inbox"), Tab::Inbox, body))
}

/// The cards, each with how pressing it is and since when it waits.
fn blocks(visit: &Visit, inbox: &Value, items: &[Value], waiting: &[Value]) -> Vec<(u8, u64, Markup)> {
    let mut blocks = Vec::new();
    let mut sets: Vec<&str> = items.iter().filter_map(|item| item["change_set"].as_str()).collect();
    let mut known = std::collections::BTreeSet::new();
    sets.retain(|set| known.insert(*set));
    for id in sets {
        let own: Vec<&Value> = items.iter().filter(|item| item["change_set"] == id).collect();
        let set = list(inbox, "change_sets").iter().find(|set| set["id"] == id).unwrap_or(&Value::Null);
        let rank = own.iter().map(|item| rank(item)).min().unwrap_or(1);
        let at = own.iter().filter_map(|item| item["created_at"].as_u64()).min().unwrap_or_default();
        blocks.push((rank, at, card::set(visit, set, &own)));
    }
    for one in waiting {
        let rank = if matches!(one["risk_level"].as_str(), Some("critical" | "high")) { 0 } else { 1 };
        blocks.push((rank, one["at"].as_u64().unwrap_or_default(), waits(visit, one)));
    }
    blocks
}

/// The order of the inbox, as the engine sorts items.
fn rank(item: &Value) -> u8 {
    match item["status"].as_str() {
        Some("deferred") => 3,
        Some("needs_review") => 0,
        _ if item["class"] == "destructive" => 0,
        _ => 1,
    }
}

/// Something that waits and is no item: a question, a plan, a step, a stage.
fn waits(visit: &Visit, one: &Value) -> Markup {
    let words = visit.words;
    let (kind, id) = (field(one, "kind"), one["id"].as_str().unwrap_or_default());
    html! {
        section.card.waits id=(id) data-item=(id) tabindex="-1" {
            p.sub { (words.t(&format!("waits-{kind}"))) " · " (field(one, "agent")) " · " (ago(words, one["at"].as_u64().unwrap_or_default(), visit.now())) }
            h2 { a href={ "/" (kind) "s/" (id) } { (field(one, "title")) } }
            (card::countdown(visit, one))
            footer.answers { a.button href={ "/" (kind) "s/" (id) } data-key="y" { (words.t("open")) } }
        }
    }
}

/// What to do next where nothing waits: the lines for each agent.
fn nothing(visit: &Visit) -> Markup {
    let words = visit.words;
    let ways = [
        (
            "Claude Code",
            "countersign import --agent claude-code\ncountersign hook install claude-code\nclaude",
        ),
        ("Codex", "countersign import --agent codex\ncountersign hook install codex\ncodex"),
        ("Cursor", "countersign import --agent cursor\ncountersign stage -- cursor-agent\ncountersign open"),
    ];
    html! {
        div.card.empty {
            h2 { (words.t("empty-title")) }
            p { (words.t("empty-next")) }
            @for (agent, lines) in ways {
                h3 { (agent) }
                pre.copy { code { (lines) } }
            }
            p.quiet { (words.t("empty-demo")) " " code { "countersign demo" } }
        }
    }
}
