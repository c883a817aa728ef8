//! The review desk without script: pages, forms, and access.

use std::{
    sync::{Arc, Barrier},
    thread,
    time::Duration,
};

use super::{
    desk::Desk,
    world::{Ask, THREADS, World},
};

#[test]
fn h4_however_many_pages_are_asked_for_at_once_all_are_made() {
    let world = World::new();
    world.propose("Write the report");
    // Nothing starts before all requests have arrived: a page per thread would then leave none for the pages' own
    // calls.
    let gate = Arc::new(Barrier::new(THREADS + 1));
    for _ in 0..THREADS {
        let gate = gate.clone();
        world.runtime.spawn_blocking(move || gate.wait());
    }
    thread::scope(|scope| {
        let ask = || world.send(Ask::get("/").bearer(&world.ana).header("Accept", "text/html")).status;
        let pages: Vec<_> = (0..2 * THREADS).map(|_| scope.spawn(ask)).collect();
        thread::sleep(Duration::from_millis(500));
        gate.wait();
        assert!(pages.into_iter().all(|page| page.join().unwrap() == 200));
    });
}

#[test]
fn h5_c1_a_change_is_confirmed_and_taken_back_by_plain_forms() {
    let world = World::new();
    let item = world.propose("Write the report");
    let desk = Desk::new(&world);
    let inbox = desk.open("/");
    assert!(inbox.says("codex suggests 1 change") && inbox.says("Write the report"), "{}", inbox.html);
    let done = desk.press(&inbox, "item.confirm", &item);
    assert!(done.says("Confirmed:") && done.says("Nothing waits for you."), "{}", done.html);
    assert_eq!(world.show(&item)["status"], "applied");
    let undone = desk.fill(&done, "receipt.undo", &[]);
    assert!(undone.says("Undone:"), "{}", undone.html);
}

#[test]
fn c7_e8_the_bar_after_an_undo_offers_the_proposal_again_and_that_waits() {
    let world = World::new();
    let file = world.work.join("a.txt");
    let args = serde_json::json!({"path": file, "content": "one\n"});
    let item = world.held(serde_json::json!({"tool": "filesystem.write_file", "args": args}));
    let desk = Desk::new(&world);
    let done = desk.press(&desk.open("/"), "item.confirm", &item);
    assert!(file.exists() && !done.html.contains("/do/receipt.rerun"), "{}", done.html);
    let undone = desk.fill(&done, "receipt.undo", &[]);
    assert!(undone.says("Undone:") && undone.says("Propose it again"), "{}", undone.html);
    let again = desk.fill(&undone, "receipt.rerun", &[]);
    assert!(again.says("Proposed again:") && again.html.contains("data-item=\"i"), "{}", again.html);
    assert!(!file.exists() && !again.html.contains(&format!("data-item=\"{item}\"")), "{}", again.html);
}

#[test]
fn c7_a_rejection_is_taken_back_from_the_bar() {
    let world = World::new();
    let item = world.propose("Write the report");
    let desk = Desk::new(&world);
    let rejected = desk.press(&desk.open("/"), "item.reject", &item);
    assert!(rejected.says("Rejected:"), "{}", rejected.html);
    assert_eq!(world.show(&item)["status"], "rejected");
    let back = desk.fill(&rejected, "item.withdraw", &[]);
    assert_eq!((back.status, world.show(&item)["status"].as_str()), (200, Some("pending")), "{}", back.html);
}

#[test]
fn c2_a_page_that_is_behind_decides_nothing() {
    let world = World::new();
    let item = world.propose("Write the report");
    let desk = Desk::new(&world);
    let before = desk.open("/");
    let edit = serde_json::json!({"args": {"title": "Burn the report"}});
    let ana = Ask::post(&format!("/v1/items/{item}/edit")).bearer(&world.ana).json(edit);
    assert_eq!(world.send(ana).status, 200);
    let late = desk.press(&before, "item.confirm", &item);
    assert_eq!(late.status, 409, "{}", late.html);
    assert!(late.says("That was not done"), "{}", late.html);
    assert_eq!(world.show(&item)["status"], "pending");
}

#[test]
fn c2_a_page_that_looks_again_by_itself_has_shown_nothing() {
    let world = World::new();
    let bea = world.token_of(serde_json::json!({"kind": "person", "name": "bea", "role": "admin"}));
    let bea = bea.json()["token"].as_str().unwrap().to_owned();
    let item = world.propose("Write the report");
    let look = |token: &str, shown: Option<&str>| {
        let ask = Ask::get(&format!("/items/{item}")).bearer(token).header("Accept", "text/html");
        world.send(match shown {
            Some(shown) => ask.header("Countersign-Shown", shown),
            None => ask,
        })
    };
    let confirm = || {
        let ask = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana);
        world.send(ask.json(serde_json::json!({}))).status
    };
    let page = look(&bea, None).text();
    let shown = page.split("data-shown=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    // However fresh the page is, another caller can change the thing between the check and the page.
    assert_eq!((look(&world.ana, Some(shown)).status, confirm()), (200, 409));
    assert_eq!((look(&world.ana, None).status, confirm()), (200, 200));
}

#[test]
fn h1_a_browser_gets_a_page_where_nothing_is_and_a_program_its_answer() {
    let world = World::new();
    let page =
        world.send(Ask::get("/nonsense").header("Accept", "text/html").header("Accept-Language", "de"));
    assert_eq!(page.status, 404);
    assert!(page.header("content-type").unwrap().starts_with("text/html"), "{}", page.text());
    assert!(page.text().contains("lang=\"de\"") && page.text().contains("href=\"/\""), "{}", page.text());
    for path in ["/nonsense", "/v1/nonsense"] {
        let told = world.send(Ask::get(path));
        assert_eq!((told.status, told.json()["code"].clone()), (404, "not_found".into()));
    }
    let told = world.send(Ask::get("/v1/nonsense").header("Accept", "text/html"));
    assert_eq!(told.json()["code"], "not_found");
}

#[test]
fn c1_nobody_else_gets_a_page_and_forged_forms_do_nothing() {
    let world = World::new();
    let item = world.propose("Write the report");
    let html = |ask: Ask| world.send(ask.header("Accept", "text/html"));
    let nobody = html(Ask::get("/?agent=codex"));
    assert_eq!(nobody.status, 401);
    assert!(nobody.text().contains("countersign open"), "{}", nobody.text());
    assert!(nobody.header("set-cookie").unwrap().starts_with("countersign_next=/?agent=codex;"));
    assert_eq!(html(Ask::get("/").bearer(&world.codex)).status, 403, "an agent has no desk");
    let desk = Desk::new(&world);
    let id = format!("id={item}");
    for forged in [id.clone(), format!("{id}&csrf={}", "0".repeat(64))] {
        let reply = desk.ask(Ask::post("/do/item.confirm").form(&forged));
        assert_eq!(reply.status, 403, "{}", reply.text());
    }
    let agent = html(Ask::post("/do/item.confirm").bearer(&world.codex).form(&id));
    assert_eq!((agent.status, world.show(&item)["status"].as_str()), (403, Some("pending")));
}

#[test]
fn pages_keep_to_themselves() {
    let world = World::new();
    let desk = Desk::new(&world);
    let page = desk.ask(Ask::get("/"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none';") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-frame-options"), Some("DENY"));
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let style = world.send(Ask::get("/assets/desk.css"));
    assert_eq!((style.status, style.header("content-type")), (200, Some("text/css; charset=utf-8")));
    let html = page.text();
    assert!(!html.contains(" style=") && !html.contains("<style") && !html.contains("http://"), "{html}");
}

#[test]
fn a_page_speaks_the_language_of_its_reader() {
    let world = World::new();
    world.propose("Write the report");
    let desk = Desk::new(&world);
    for (asked, lang, says) in [
        ("de-AT,de;q=0.9,en;q=0.8", "de", "codex schlägt 1 Änderung vor"),
        ("es", "es", "codex propone 1 cambio"),
        ("fr-FR", "fr", "codex propose 1 changement"),
        ("ro", "ro", "codex propune 1 modificare"),
        ("nl", "en", "codex suggests 1 change"),
    ] {
        let page = desk.ask(Ask::get("/").header("Accept-Language", asked)).text();
        assert!(page.contains(&format!("<html lang=\"{lang}\"")) && page.contains(says), "{page}");
    }
}
