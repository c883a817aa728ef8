//! The log at the desk: filters, one event, verification, and exported files.

use super::{
    desk::Desk,
    world::{Ask, World},
};

#[test]
fn g3_the_log_is_filtered_and_each_event_can_be_opened() {
    let world = World::new();
    let item = world.propose("Write the report");
    world.show(&item);
    world
        .send(Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana).json(serde_json::json!({})));
    let desk = Desk::new(&world);
    let all = desk.open("/audit");
    assert!(
        all.says("task.create_task") && all.says("person:ana") && all.says("agent:codex"),
        "{}",
        all.text()
    );
    let held = desk.open("/audit?status=held");
    assert!(held.says("agent:codex") && !held.says("person:ana"), "{}", held.text());
    assert!(desk.open("/audit?tool=task.set_title").says("No calls."));
    let event = all
        .tags("a")
        .find_map(|a| super::desk::attribute(a, "href").filter(|h| h.starts_with("/audit/events/")));
    let event = desk.open(&event.unwrap());
    assert!(
        event.says("Details") && event.says("hash") && event.says("Write the report"),
        "{}",
        event.text()
    );
    assert_eq!(desk.get("/audit/events/e9999").status, 404);
    assert_eq!(desk.get("/audit?from=nonsense").status, 422);
}

#[test]
fn g1_verifying_says_what_is_proved_and_what_is_not() {
    let world = World::new();
    world.propose("Write the report");
    let page = Desk::new(&world).open("/audit/verify");
    assert!(page.says("The log is intact") && page.says("each chained to all before it"), "{}", page.text());
    assert!(
        page.says("What this does not prove") && page.says("countersign audit checkpoint"),
        "{}",
        page.text()
    );
}

#[test]
fn g3_the_log_is_taken_along_in_four_forms_with_the_same_filters() {
    let world = World::new();
    world.propose("Write the report");
    let desk = Desk::new(&world);
    let file = |path: &str| {
        let reply = desk.ask(Ask::get(path));
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert!(reply.header("content-disposition").unwrap().starts_with("attachment;"));
        reply
    };
    let lines = file("/audit/export.jsonl?actor=codex");
    assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
    let text = String::from_utf8_lossy(lines.body()).into_owned();
    assert!(
        !text.is_empty()
            && text
                .lines()
                .all(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()["actor"] == "agent:codex")
    );
    assert!(
        file("/audit/export.csv")
            .body()
            .starts_with(b"event,at,actor,operation,run,tool,status,hash,seen,agent,called,exit_code,ms\r\n")
    );
    let pages = file("/audit/export.pdf?actor=codex");
    let text: String = pages.body().iter().map(|b| char::from(*b)).collect();
    assert!(text.starts_with("%PDF-") && text.contains("actor = codex") && text.contains("task.create_task"));
    assert!(text.contains("The hash chain is intact") && text.contains("page 1 of 1"));
    let german = desk.ask(Ask::get("/audit/export.pdf").header("Accept-Language", "de"));
    let text: String = german.body().iter().map(|b| char::from(*b)).collect();
    // A text with letters beyond ASCII is in hexadecimal digits.
    assert!(text.contains("6670726F746F6B6F6C6C") && text.contains("Seite 1 von 1"), "{text}");
    let events = file("/audit/export.ocsf?actor=codex");
    assert_eq!(events.header("content-type"), Some("application/x-ndjson"));
    let text = String::from_utf8_lossy(events.body()).into_owned();
    assert!(text.lines().all(|l| {
        let event: serde_json::Value = serde_json::from_str(l).unwrap();
        event["class_uid"] == 6003 && event["actor"]["user"]["uid"] == "agent:codex"
    }));
    assert!(desk.open("/audit").says("OCSF") && text.contains("task.create_task"));
    assert_eq!(desk.get("/audit/export.exe").status, 404);
    let agent = world.send(Ask::get("/audit/export.pdf").bearer(&world.codex));
    assert_eq!(agent.status, 403, "an agent takes nothing along");
}
