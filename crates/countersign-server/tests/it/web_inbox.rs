//! The inbox: what waits over all agents, answered in place.

use serde_json::{Value, json};

use super::{
    desk::{Desk, Sheet, attribute},
    web_diff::showing,
    world::{Ask, World},
};

/// Many proposals, each in its own agent's run.
fn many(world: &World, count: usize) {
    let actor = world.engine.authenticate(Some(&world.codex)).unwrap();
    for n in 0..count {
        let args = json!({"title": format!("Task {n} with a title of the usual length")});
        world.direct(&actor, "call.propose", json!({"tool": "task.create_task", "args": args, "human_summary": "because it was asked for in the meeting"}));
    }
}

fn next(sheet: &Sheet) -> Option<String> {
    sheet.tags("a").filter(|a| a.contains("rel=\"next\"")).find_map(|a| attribute(a, "href"))
}

#[test]
fn h5_a_thousand_items_are_a_page_of_less_than_200_kb_and_the_others_are_counted() {
    let world = World::new();
    many(&world, 1_000);
    let desk = Desk::new(&world);
    let page = desk.open("/");
    assert!(page.html.len() < 200_000, "{}", page.html.len());
    assert!(page.says("80 of 1000 shown"), "{}", page.html.len());
    let mut seen = std::collections::BTreeSet::new();
    let mut at = Some("/".to_owned());
    while let Some(path) = at {
        let page = desk.open(&path);
        seen.extend(page.tags("li").filter_map(|li| attribute(li, "data-item")));
        at = next(&page);
    }
    assert_eq!(seen.len(), 1_000, "every item is on some page");
}

#[test]
fn the_answer_leads_on_to_the_next_item() {
    let world = World::new();
    let (one, two) = (world.propose("First"), world.propose("Second"));
    let desk = Desk::new(&world);
    let inbox = desk.open("/");
    let done = desk.press(&inbox, "item.confirm", &one);
    assert!(done.path.ends_with(&format!("#{two}")), "{}", done.path);
    assert_eq!(done.status, 200);
}

#[test]
fn the_inbox_of_one_agent_shows_nothing_of_the_others() {
    let world = World::new();
    world.propose("Write the report");
    let claude = world.token_of(json!({"kind": "agent", "name": "claude"})).json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let body = json!({"tool": "task.create_task", "args": {"title": "Read the report"}});
    assert_eq!(world.send(Ask::post("/v1/runs/-/calls").bearer(&claude).json(body)).status, 202);
    let desk = Desk::new(&world);
    let all = desk.open("/");
    assert!(
        all.says("Write the report") && all.says("Read the report") && all.says("All agents"),
        "{}",
        all.html
    );
    let link = all.tags("a").filter_map(|a| attribute(a, "href")).find(|h| h == "/?agent=claude").unwrap();
    let one = desk.open(&link);
    assert!(one.says("Read the report") && !one.says("Write the report"), "{}", one.html);
}

#[test]
fn h6_what_is_looked_for_is_listed_and_nothing_else_can_be_answered_there() {
    let world = World::new();
    for title in ["Water the ferns", "Water the roses", "Order seeds", "Read the report", "Write the report"]
    {
        world.propose(title);
    }
    let desk = Desk::new(&world);
    let all = desk.open("/");
    assert!(all.html.contains("role=\"search\""), "{}", all.html);
    let found = desk.open("/?find=WATER+the");
    assert!(
        found.says("Water the ferns") && found.says("Water the roses") && found.says("2 found"),
        "{}",
        found.html
    );
    assert!(!found.says("Order seeds"), "{}", found.html);
    assert!(!found.html.contains("data-op=\"set.dismiss\""), "it would reject what is not shown");
    let left = desk.open("/?find=agent:codex+risk:medium+seeds");
    assert!(left.says("Order seeds") && !left.says("Water the ferns"), "{}", left.html);
    for (none, said) in
        [("tulips", "Nothing that waits"), ("older:2h", "Nothing that waits"), ("risk:high", "Nothing")]
    {
        let page = desk.open(&format!("/?find={none}"));
        assert!(page.says(said) && page.html.contains(&format!("value=\"{none}\"")), "{none}: {}", page.html);
    }
    let wrong = desk.get("/?find=risk:huge");
    assert_eq!(wrong.status, 422);
    assert!(wrong.says("“huge” is no risk") && wrong.says("older:2h"), "{}", wrong.html);
    assert!(wrong.html.contains("value=\"risk:huge\""), "what was typed is still there: {}", wrong.html);
    let list = world.at_work(&world.ana, "inbox.list", json!({"find": "seeds in:order"}));
    assert_eq!(list["items"].as_array().unwrap().len(), 1, "{list}");
}

#[test]
fn f5_a_question_is_answered_where_it_stands() {
    let world = World::new();
    let ask = json!({"text": "Which colour <b>now</b>?", "choices": ["red", "blue & green"]});
    let asked = world.send(Ask::post("/v1/runs/-/questions").bearer(&world.codex).json(ask)).json();
    let id = asked["id"].as_str().unwrap().to_owned();
    let desk = Desk::new(&world);
    let inbox = desk.open("/");
    assert!(inbox.says("Which colour <b>now</b>?") && !inbox.html.contains("<b>now"), "{}", inbox.html);
    let done = desk.press(&inbox, "question.answer", "answer=blue & green");
    assert!(done.says("Answered:"), "{}", done.html);
    let shown: Value = world.send(Ask::get(&format!("/v1/questions/{id}")).bearer(&world.ana)).json();
    assert_eq!((&shown["answer"], &shown["delivered_at"]), (&json!("blue & green"), &Value::Null), "{shown}");
}

#[test]
fn h4_nothing_is_chosen_beforehand_and_groups_are_counted() {
    let world = World::new();
    many(&world, 3);
    let inbox = Desk::new(&world).open("/");
    assert!(inbox.says("Tasks (3)") && inbox.says("Confirm all 3"), "{}", inbox.html);
    assert!(!inbox.html.contains(" checked"), "{}", inbox.html);
}

#[test]
fn a_search_finds_summaries_in_each_language_and_the_paths_that_a_rehearsal_changed() {
    let world =
        showing("--- /w/rates/day.csv\n+++ /w/rates/day.csv\n@@ -1 +1 @@ hunk 1\n-1\n+2\n".to_owned());
    std::fs::write(world.work.join("old.txt"), "old\n").unwrap();
    world.held(json!({"tool": "filesystem.delete_file", "args": {"path": "old.txt"}}));
    let desk = Desk::new(&world);
    for find in ["day.csv", "in:rates/", "l%C3%B6schen", "Delete"] {
        assert!(desk.open(&format!("/?find={find}")).says("old.txt"), "{find}");
    }
    for find in ["week.csv", "in:rates/week", "%C3%BCberschreiben"] {
        assert!(!desk.open(&format!("/?find={find}")).says("old.txt"), "{find}");
    }
}
