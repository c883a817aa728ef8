//! Changes while somebody is at the desk: a lost connection, an ended session, two devices.

use serde_json::json;

use super::{
    browser,
    driver::{LAPTOP, TELEPHONE},
    sign_in, signed_in,
};
use crate::world::{Ask, World};

fn write(world: &World, name: &str, content: &str) -> String {
    let args = json!({"path": world.work.join(name), "content": content});
    world.held(json!({"tool": "filesystem.write_file", "args": args}))
}

#[test]
fn h5_a_lost_connection_is_told_and_what_came_meanwhile_is_shown_when_it_is_back() {
    let world = World::new();
    let tab = signed_in(&world, LAPTOP);
    tab.says("Nothing waits for you.");
    tab.offline(true);
    tab.eval("document.querySelector('main').dataset.same = 'yes'");
    world.propose("Write the report");
    tab.says("The connection is lost.");
    tab.offline(false);
    tab.says("Write the report");
    tab.until("!document.querySelector('.notice[data-matter=lost]')");
    assert_eq!(tab.eval("document.querySelector('main').dataset.same"), "yes", "no page was loaded for that");
}

#[test]
fn b9_a_session_that_ends_in_the_middle_of_a_reason_loses_nothing() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let item = world.propose("Write the report");
        let tab = signed_in(&world, screen);
        let place = format!("http://{}/items/{item}", world.address);
        tab.go(&place);
        if screen == TELEPHONE {
            tab.click("[data-more-answers]");
        }
        tab.fill("form[data-op=\"item.reject\"] [name=\"reason\"]", "not before Monday");
        let sessions = world.at_work(&world.ana, "token.list", json!({}));
        let all = sessions["tokens"].as_array().unwrap().iter();
        let own = all.filter(|t| t["kind"] == "session" || t["session"] == true || t["expires_at"].is_u64());
        for session in own {
            world.at_work(&world.ana, "token.revoke", json!({"id": session["id"]}));
        }
        tab.click("form[data-op=\"item.reject\"] button");
        tab.says("countersign open");
        assert_eq!(world.show(&item)["status"], "pending");
        sign_in(&tab, &world, &world.address.to_string());
        tab.until(&format!("location.pathname === '/items/{item}'"));
        let reason = "document.querySelector('form[data-op=\"item.reject\"] [name=\"reason\"]')";
        tab.until(&format!("{reason}.value === 'not before Monday'"));
        tab.click("form[data-op=\"item.reject\"] button");
        tab.says("Rejected:");
        assert_eq!(world.show(&item)["reason"], "not before Monday");
    }
}

#[test]
fn c1_c2_a_page_that_is_behind_decides_nothing() {
    let world = World::new();
    let item = write(&world, "a.txt", "one\n");
    let laptop = signed_in(&world, LAPTOP);
    let telephone = signed_in(&world, TELEPHONE);
    let place = format!("http://{}/items/{item}", world.address);
    telephone.without_script();
    for tab in [&laptop, &telephone] {
        tab.go(&place);
    }
    let other = json!({"path": world.work.join("a.txt"), "content": "two\n"});
    world.at_work(&world.ana, "item.edit", json!({"id": item, "args": other}));
    laptop.says("ana changed its arguments");
    assert_eq!(laptop.eval("document.querySelector('#main').innerText.includes('two')"), false);
    for tab in [&laptop, &telephone] {
        tab.click("form.confirm button");
        tab.says("That was not done");
        assert_eq!(world.show(&item)["status"], "pending");
    }
    laptop.press("a.button", "Look again");
    laptop.says("two");
    laptop.click("form.confirm button");
    laptop.says("Confirmed:");
    assert_eq!(std::fs::read_to_string(world.work.join("a.txt")).unwrap(), "two\n");
}

#[test]
fn c2_what_a_page_only_says_has_changed_does_not_count_as_seen() {
    let world = World::new();
    let bea = world.token_of(json!({"kind": "person", "name": "bea", "role": "admin"}));
    let bea = bea.json()["token"].as_str().unwrap().to_owned();
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/items/{item}", world.address));
    world.at_work(&bea, "show", json!({"id": item}));
    let other = json!({"path": world.work.join("a.txt"), "content": "two\n"});
    world.at_work(&bea, "item.edit", json!({"id": item, "args": other}));
    tab.says("bea changed its arguments");
    let confirm = || {
        let ask = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana);
        world.send(ask.json(json!({})))
    };
    let late = confirm();
    assert_eq!(late.status, 409, "{}", late.text());
    assert!(!world.work.join("a.txt").exists());
    tab.press(".notice button", "Look again");
    tab.says("two");
    let seen = confirm();
    assert_eq!(seen.status, 200, "{}", seen.text());
}

#[test]
fn h5_a_word_that_stands_there_already_does_not_move_under_the_hand() {
    let world = World::new();
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/items/{item}", world.address));
    let edit = |content: &str| {
        let other = json!({"path": world.work.join("a.txt"), "content": content});
        world.at_work(&world.ana, "item.edit", json!({"id": item, "args": other}));
    };
    edit("two\n");
    tab.says("ana changed its arguments");
    tab.eval("document.querySelector('.notice button').focus()");
    // The title has the number of waiting items, so the test knows that the page was refreshed.
    for n in 2..5 {
        edit(&format!("{n} times\n"));
        world.propose(&format!("Something else, {n}"));
        tab.until(&format!("document.title.startsWith('({n})')"));
        assert_eq!(tab.eval("document.activeElement.textContent"), "Look again");
    }
    tab.key("Enter", false);
    tab.says("4 times");
}

#[test]
fn c2_what_was_put_off_from_a_list_was_not_seen_whole() {
    let world = World::new();
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, TELEPHONE);
    tab.long_press(&format!("[data-item=\"{item}\"] .what"), "document.querySelector('#menu').open");
    tab.click("#menu form[data-to=\"/do/item.defer\"] button");
    tab.says("Put off:");
    let ask = Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana);
    let reply = world.send(ask.json(json!({})));
    assert_eq!(reply.status, 409, "{}", reply.text());
}

#[test]
fn notifications_are_asked_for_by_a_click_and_never_before() {
    let world = World::new();
    let tab = signed_in(&world, LAPTOP);
    // A headless browser has nobody to ask for permission.
    let stub = "window.asked = 0; Object.defineProperty(Notification, 'permission', {get: () => asked ? 'granted' : 'default'}); \
                Notification.requestPermission = async () => (asked++, 'granted')";
    tab.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": stub}));
    for (n, path) in ["/", "/settings/passkeys"].iter().enumerate() {
        tab.go(&format!("http://{}{path}", world.address));
        world.propose(&format!("For {path}"));
        // The update has arrived: the page no longer moves.
        tab.until(&format!("document.title.startsWith('({})')", n + 1));
        assert_eq!(tab.eval("asked"), 0);
    }
    tab.click("[data-notify]");
    tab.until("asked === 1 && document.querySelector('[data-notify]').textContent.includes('off')");
    tab.click("[data-notify]");
    tab.until("document.querySelector('[data-notify]').textContent.includes('on')");
    assert_eq!(tab.eval("asked"), 1);
}

#[test]
fn each_browser_has_its_own_session() {
    let world = World::new();
    let (_one, two) = (signed_in(&world, LAPTOP), browser().tab(LAPTOP));
    two.go(&format!("http://{}/", world.address));
    two.says("countersign open");
}
