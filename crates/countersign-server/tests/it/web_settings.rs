//! Settings at the desk.

use serde_json::json;

use super::{
    desk::Desk,
    world::{Ask, World},
};

#[test]
fn d7_freezing_shows_on_every_page_until_somebody_thaws() {
    let world = World::new();
    let item = world.propose("Write the report");
    let desk = Desk::new(&world);
    let frozen = desk.fill(&desk.open("/settings"), "freeze", &[("reason", "fire drill")]);
    assert!(frozen.says("Everything is frozen") && frozen.says("fire drill"), "{}", frozen.text());
    let inbox = desk.open("/");
    assert!(inbox.says("ana has frozen everything") && inbox.says("fire drill"), "{}", inbox.text());
    desk.press(&inbox, "item.confirm", &item);
    assert_ne!(world.show(&item)["status"], "applied");
    let thawed = desk.press(&desk.open("/settings"), "thaw", "");
    assert!(!thawed.says("has frozen everything") && thawed.says("Freeze everything"), "{}", thawed.text());
}

#[test]
fn c1_a_token_is_shown_once_and_revoked_at_once() {
    let world = World::new();
    let desk = Desk::new(&world);
    let page = desk.open("/settings/people");
    let made = desk.fill(
        &page,
        "token.create",
        &[("kind", "agent"), ("name", "otto"), ("role", ""), ("scopes[]", "tool:task.*"), ("days", "7")],
    );
    let token = made.html.clone();
    let token = token
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .find(|w| w.starts_with("cs_agent_"))
        .unwrap();
    assert!(made.says("This is shown only once."), "{}", made.text());
    let list = || world.send(Ask::get("/v1/runs").bearer(token)).status;
    let before = list();
    let people = desk.open("/settings/people");
    assert!(people.says("otto") && people.says("tool:task.*") && !people.says(token), "{}", people.text());
    let id = world.send(Ask::get("/v1/tokens").bearer(&world.ana)).json();
    let id = id["tokens"].as_array().unwrap().iter().find(|t| t["name"] == "otto").unwrap()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let after = desk.press(&people, "token.revoke", &id);
    assert_eq!(after.status, 200, "{}", after.html);
    assert!(before != 401 && list() == 401);
}

#[test]
fn the_desk_keeps_language_and_theme_in_the_browser() {
    let world = World::new();
    let desk = Desk::new(&world);
    let page = desk.open("/settings");
    let reply = desk.reply_at(&page, "/settings/look", &[("language", "de"), ("theme", "dark")]);
    assert_eq!((reply.status, reply.header("location")), (303, Some("/settings")));
    let german =
        desk.ask(Ask::get("/settings").header("Cookie", "countersign_language=de; countersign_theme=dark"));
    let html = german.text();
    assert!(
        html.contains("<html lang=\"de\" data-theme=\"dark\"") && html.contains("Alles einfrieren"),
        "{html}"
    );
    let odd = desk.ask(Ask::get("/").header("Cookie", "countersign_theme=\"><script>"));
    assert!(!odd.text().contains("data-theme"));
}

#[test]
fn a_telephone_gets_a_link_and_a_code_that_is_drawn() {
    let world = World::new();
    let desk = Desk::new(&world);
    let made = desk.fill(&desk.open("/settings"), "link.create", &[]);
    assert!(
        made.says("http://127.0.0.1/login?code=cs_link_") && made.says("works only on this machine"),
        "{}",
        made.text()
    );
    assert!(made.html.contains("class=\"qr\"") && !made.html.contains(" style="));
}

#[test]
fn webhooks_are_added_tested_and_removed() {
    let world = World::new();
    let desk = Desk::new(&world);
    let page = desk.open("/settings/webhooks");
    let fields = [
        ("url", "https://hooks.example.com/x"),
        ("shape", "standard"),
        ("events[]", "item.*"),
        ("allow_private", "on"),
    ];
    let made = desk.fill(&page, "webhook.create", &fields);
    assert!(made.says("whsec_") && made.says("This is shown only once."), "{}", made.text());
    let listed = desk.open("/settings/webhooks");
    assert!(listed.says("hooks.example.com") && !listed.says("whsec_"), "{}", listed.text());
    let tested = desk.press(&listed, "webhook.test", "");
    assert_eq!(tested.status, 200, "{}", tested.html);
    let removed = desk.press(&listed, "webhook.remove", "");
    assert!(removed.says("There are no webhooks."), "{}", removed.text());
    let viewer = world.token_of(json!({"kind": "person", "name": "vera", "role": "viewer"})).json();
    let page = world.send(
        Ask::get("/settings/webhooks")
            .bearer(viewer["token"].as_str().unwrap())
            .header("Accept", "text/html"),
    );
    assert!(page.status == 200 && !page.text().contains("hooks.example.com"), "{}", page.text());
}

#[test]
fn c6_a_grant_is_shown_with_what_it_covers_and_revoked_at_once() {
    let world = World::new();
    let item = world.propose("Write the report");
    world.show(&item);
    let yes = Ask::post(&format!("/v1/items/{item}/confirm"))
        .bearer(&world.ana)
        .json(json!({"always": "1d", "uses": 3}));
    assert_eq!(world.send(yes).status, 200);
    let desk = Desk::new(&world);
    let page = desk.open("/settings/grants");
    assert!(
        page.says("codex")
            && page.says("task.create_task")
            && page.says("1 day")
            && page.says("uses left: 3"),
        "{}",
        page.text()
    );
    let revoked = desk.press(&page, "grant.revoke", "");
    assert!(revoked.says("There are no grants."), "{}", revoked.text());
}

#[test]
fn everything_else_that_is_set_up_has_its_page() {
    let world = World::new();
    let desk = Desk::new(&world);
    assert!(desk.open("/settings/servers").says("No server has listed its tools yet."));
    let page = desk.open("/settings");
    assert!(
        page.says("Deleted files and what undo needs") && page.html.contains("action=\"/logout\""),
        "{}",
        page.text()
    );
    assert!(page.says("Undo history") && page.html.contains("href=\"/receipts\""), "{}", page.html);
    let swept = desk.fill(&page, "retention.sweep", &[]);
    assert_eq!(swept.status, 200, "{}", swept.html);
}
