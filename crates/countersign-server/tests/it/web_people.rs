//! Several persons at the desk: what they say to each other, who is to decide, who looks, and who leaves.

use super::{
    desk::Desk,
    world::{Ask, World},
};

fn ben(world: &World) -> String {
    let made = world.token_of(serde_json::json!({"kind": "person", "name": "ben"}));
    made.json()["token"].as_str().unwrap().to_owned()
}

#[test]
fn c9_persons_talk_on_the_page_of_an_item_and_see_who_else_looks_at_it() {
    let world = World::new();
    let item = world.propose("Write the report");
    let token = ben(&world);
    let (ana, ben) = (Desk::new(&world), Desk::of(&world, &token));
    let place = format!("/items/{item}");
    let page = ana.open(&place);
    assert!(page.says("Nobody has said anything yet."), "{}", page.text());
    let said = ana.fill(&page, "item.comment", &[("text", "is this <b>staging</b>?")]);
    assert!(said.says("is this <b>staging</b>?"), "{}", said.text());
    let seen = ben.open(&place);
    assert!(seen.says("is this <b>staging</b>?") && seen.says("ana looks at this"), "{}", seen.text());
    let assigned = ben.fill(&seen, "item.assign", &[("person", "ana")]);
    assert!(assigned.says("for ana"), "{}", assigned.text());
    let looks = |token: &str| world.send(Ask::get(&format!("/looks/{item}")).bearer(token)).text();
    assert_eq!(looks(&world.ana), "200 ben looks at this");
    assert!(!looks(&world.codex).contains("looks at"), "agents are told of nobody");
    let inbox = ana.open("/?find=for:me");
    assert!(inbox.says("Write the report"), "{}", inbox.text());
    let inbox = ben.open("/?find=for:me");
    assert!(!inbox.says("Write the report"), "{}", inbox.text());
    let nobody = ben.fill(&ben.open(&place), "item.assign", &[("person", "")]);
    assert!(!nobody.says("for ana"), "{}", nobody.text());
}

#[test]
fn c1_who_leaves_the_team_is_removed_on_the_page_of_people() {
    let world = World::new();
    let token = ben(&world);
    let desk = Desk::new(&world);
    let page = desk.open("/settings/people");
    assert!(page.says("Remove ben") && !page.says("Remove ana"), "{}", page.text());
    let gone = desk.fill(&page, "person.remove", &[("name", "ben")]);
    assert!(gone.says("Removed from the team."), "{}", gone.text());
    assert_eq!(world.send(Ask::get("/v1/inbox").bearer(&token)).status, 401);
    let alone = desk.open("/settings/people");
    assert!(!alone.says("Remove ben"), "{}", alone.text());
    // A home with one person shows nothing of teams.
    let item = world.propose("Write the report");
    let page = desk.open(&format!("/items/{item}"));
    assert!(!page.says("Comments"), "{}", page.text());
}
