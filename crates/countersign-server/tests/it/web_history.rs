//! History, without script.

use super::{
    desk::Desk,
    world::{Ask, World},
};

#[test]
fn c5_what_was_decided_is_listed_with_its_reason_and_counted_by_agent() {
    let world = World::new();
    let (yes, no) = (world.propose("Write the report"), world.propose("Burn the report"));
    let answer = |item: &str, word: &str, body| {
        world.show(item);
        let reply = world.send(Ask::post(&format!("/v1/items/{item}/{word}")).bearer(&world.ana).json(body));
        assert_eq!(reply.status, 200, "{}", reply.text());
    };
    world.env.advance(90_000);
    answer(&yes, "confirm", serde_json::json!({}));
    answer(&no, "reject", serde_json::json!({"reason": "it is needed \u{202e}"}));
    let desk = Desk::new(&world);
    let page = desk.open("/history");
    assert!(page.says("50 % confirmed (1 yes, 1 no)"), "{}", page.text());
    assert!(page.says("median 90 s") && page.says("0 calls ran without asking, 2 were asked about"));
    assert!(page.says("it is needed") && !page.html.contains('\u{202e}'), "{}", page.html);
    assert!(page.html.contains(&format!("/items/{yes}")) && page.says("Confirmed") && page.says("Rejected"));
    let other = desk.open("/history?agent=nobody");
    assert!(other.says("Nothing was decided yet.") && !other.says("it is needed"), "{}", other.text());
}

#[test]
fn every_chart_has_its_numbers_as_text_and_as_a_table_and_no_style_of_its_own() {
    let world = World::new();
    let read = serde_json::json!({"tool": "task.list_tasks", "args": {}});
    let reply = world.send(Ask::post("/v1/runs/-/calls").bearer(&world.codex).json(read));
    assert_eq!(reply.status, 200, "{}", reply.text());
    world.propose("Write the report");
    let desk = Desk::new(&world);
    let page = desk.open("/history?days=7");
    assert_eq!(
        page.tags("svg").filter(|svg| svg.contains("role=\"img\"") && svg.contains("aria-label=")).count(),
        3
    );
    assert!(
        page.says("1 calls ran without asking, 1 were asked about") && page.says("only read 1"),
        "{}",
        page.text()
    );
    assert!(page.says("As a table") && page.says("2026-11-15") && !page.html.contains(" style="));
}
