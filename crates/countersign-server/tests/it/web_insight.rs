//! Insight at the desk, and a remembered yes with what it would cover: without script.

use serde_json::{Value, json};

use super::{
    desk::Desk,
    world::{Ask, DAY, World},
};

fn answer(world: &World, item: &str, word: &str, body: Value) {
    let reply = world.send(Ask::post(&format!("/v1/items/{item}/{word}")).bearer(&world.ana).json(body));
    assert_eq!(reply.status, 200, "{}", reply.text());
}

fn confirm(world: &World, item: &str) {
    world.show(item);
    answer(world, item, "confirm", json!({}));
}

/// A yes and a no yesterday, two yeses today, one of them to a line of the inbox.
fn answered() -> World {
    let world = World::new();
    let (yes, no) = (world.propose("Write the report"), world.propose("Burn the report"));
    world.env.advance(90_000);
    confirm(&world, &yes);
    world.show(&no);
    answer(&world, &no, "reject", json!({}));
    world.env.advance(DAY);
    let seen = world.propose("Read the report \u{202e}");
    confirm(&world, &seen);
    let unseen = world.propose("Print the report");
    let inbox = world.send(Ask::get("/v1/inbox").bearer(&world.ana)).json();
    let all = inbox["items"].as_array().unwrap();
    let digest = &all.iter().find(|item| item["id"] == unseen.as_str()).unwrap()["digest"];
    answer(&world, &unseen, "confirm", json!({"digest": digest}));
    world
}

#[test]
fn c5_insight_shows_what_was_asked_and_answered_on_dated_axes_and_as_tables() {
    let world = answered();
    let desk = Desk::new(&world);
    let page = desk.open("/insight?days=7");
    assert!(page.says("4 questions about 4 calls") && page.says("100 of a hundred"), "{}", page.text());
    assert!(page.says("75 % confirmed (3 yes, 1 no)"), "{}", page.text());
    for day in ["2026-11-10", "2026-11-13", "2026-11-16"] {
        assert!(page.html.contains(&format!("{day}</text>")), "{day} is on no axis: {}", page.html);
    }
    assert!(page.html.contains("2026-11-16: Confirmed 2"), "each bar says its number: {}", page.html);
    let charts = page.tags("svg").filter(|svg| svg.contains("role=\"img\"") && svg.contains("aria-label="));
    // Three of questions, one each for the risk, the agent and the tool.
    assert_eq!(charts.count(), 6);
    assert_eq!(page.html.matches("As a table").count(), 7, "each group of charts, and each chart of a group");
    assert!(!page.html.contains(" style=") && !page.html.contains('\u{202e}'), "{}", page.html);
    let year = desk.open("/insight?days=365");
    assert!(
        year.says("Questions per week") && year.html.matches("<rect").count() < 90 * 12,
        "{}",
        year.text()
    );
    let none = desk.open("/insight?agent=nobody");
    assert!(none.says("0 questions about 0 calls") && none.says("Nothing stands out."), "{}", none.text());
    assert_eq!(desk.get("/insight?days=0").status, 422);
    for from in ["/history", "/palette"] {
        assert!(desk.open(from).html.contains("href=\"/insight\""), "no way from {from}");
    }
}

#[test]
fn h7_insight_lists_what_was_confirmed_without_its_difference_on_the_screen() {
    let world = answered();
    let page = Desk::new(&world).open("/insight");
    assert!(
        page.says("No page with its difference was shown") && page.says("Print the report"),
        "{}",
        page.text()
    );
    assert!(page.says("1 of 3") && !page.says("Read the report"), "{}", page.text());
    assert!(page.says("Yeses in a row") && page.says("ana"), "{}", page.text());
}

#[test]
fn c6_insight_leads_to_what_it_advises_and_a_rule_is_only_tried() {
    let world = World::new();
    for n in 0..5 {
        let item = world.propose(&format!("Nobody wants this {n}"));
        world.show(&item);
        answer(&world, &item, "reject", json!({}));
    }
    let desk = Desk::new(&world);
    let page = desk.open("/insight");
    assert!(page.says("task.create_task was refused 5 times and never confirmed"), "{}", page.text());
    assert!(page.html.contains("href=\"/policy\""), "{}", page.html);
    let before = world.log().len();
    let tried = desk.fill_at(&page, "/policy/backtest", &[]);
    assert!(tried.says("This would have changed 5 of your last 5 calls."), "{}", tried.text());
    assert!(
        tried.says("Stricter: 5, looser: 0.") && tried.says("refuse task.create_task"),
        "{}",
        tried.text()
    );
    assert_eq!(world.log().len(), before, "trying leaves no event");
    assert!(!world.propose("Still asked about").is_empty());
}

/// Proposes to write a file, and returns the item.
fn write(world: &World, name: &str) -> String {
    let args = json!({"path": world.work.join(name), "content": format!("of {name}\n")});
    world.held(json!({"tool": "filesystem.write_file", "args": args}))
}

#[test]
fn c11_always_shows_what_each_scope_would_have_covered_and_what_else_it_could() {
    let world = World::new();
    std::fs::create_dir(world.work.join("src")).unwrap();
    confirm(&world, &write(&world, "src/a.txt"));
    confirm(&world, &write(&world, "other.txt"));
    let item = write(&world, "src/b.txt");
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/items/{item}"));
    assert!(page.says("would have covered 1 of 2 so far"), "{}", page.text());
    assert!(page.says("The newest of them") && page.says("src/a.txt"), "{}", page.text());
    assert!(page.says("Nothing else: only the same call on the same targets."), "{}", page.text());
    assert!(page.says("never a deletion") && page.says("that destroys nothing"), "{}", page.text());
    assert_eq!(
        page.html.matches("then = &quot;allow&quot;").count(),
        2 * 3,
        "shown and sent, for three scopes"
    );
    // The narrowest comes first. Tried, it would have let only this very call run.
    let before = world.log().len();
    let tried = desk.fill_at(&page, "/policy/backtest", &[]);
    assert!(tried.says("This would have changed 1 of your last 3 calls."), "{}", tried.text());
    assert_eq!(world.log().len(), before);
    assert_eq!(world.show(&item)["status"], "pending", "trying decides nothing");
}

#[test]
fn c6_after_like_yeses_the_page_of_the_next_offers_to_remember_them_and_shows_which() {
    let world = World::new();
    let propose = |text: &str| {
        let item = world.propose(text);
        world.show(&item);
        item
    };
    for title in ["One", "Two"] {
        let item = propose(title);
        answer(&world, &item, "confirm", json!({}));
    }
    let item = propose("Three");
    let shown = world.show(&item);
    let page = Desk::new(&world).open(&format!("/items/{item}"));
    if shown["offer"].is_null() {
        panic!("no offer: {shown}");
    }
    assert!(
        page.says("such calls were confirmed 2 times") && page.says("The earlier ones"),
        "{}",
        page.text()
    );
}

#[test]
fn h2_what_an_agent_hides_in_a_name_is_visible_and_gets_no_rule() {
    let world = World::new();
    let item = write(&world, "a\u{202e}txt.sh");
    let page = Desk::new(&world).open(&format!("/items/{item}"));
    assert!(!page.html.contains('\u{202e}'), "{}", page.html);
    let exact = page.html.split("then = &quot;allow&quot;").next().unwrap();
    assert!(!exact.contains("a⟨U+202E⟩txt.sh&quot;]"), "the name is in no rule: {}", page.html);
    // The folder and the tool have names that read as what they are.
    assert_eq!(page.html.matches("then = &quot;allow&quot;").count(), 2 * 2, "{}", page.html);
}
