//! Nobody decides by accident, or on something that was not shown.

use countersign_core::judge::Policy;
use serde_json::json;

use super::{
    driver::{LAPTOP, Screen, TELEPHONE, Tab},
    signed_in,
};
use crate::world::World;

/// A clock that only the test advances: it decides for how long something has been on the page.
const CLOCK: &str = "window.clock = 1000; performance.now = () => window.clock";

fn at(tab: &Tab, world: &World, path: &str) {
    tab.go(&format!("http://{}{path}", world.address));
    tab.until("document.querySelector('#act') && document.readyState === 'complete'");
}

fn with_clock(world: &World, screen: Screen) -> Tab {
    let tab = signed_in(world, screen);
    tab.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": CLOCK}));
    at(&tab, world, "/");
    tab
}

fn write(world: &World, name: &str, content: &str) -> String {
    let args = json!({"path": world.work.join(name), "content": content});
    world.held(json!({"tool": "filesystem.write_file", "args": args}))
}

fn delete(world: &World, name: &str) -> String {
    let path = world.work.join(name);
    std::fs::write(&path, "precious\n").unwrap();
    world.held(json!({"tool": "filesystem.delete_file", "args": {"path": path}}))
}

fn status(world: &World, item: &str) -> String {
    world.show(item)["status"].as_str().unwrap().to_owned()
}

/// A run in which a write would proceed by itself.
fn ready() -> World {
    let rules = "version = 1\nchecks = [\"./check.sh\"]";
    let world = World::set_up(|setup, _| {
        setup.policy = Policy::parse(rules, &setup.catalog).unwrap();
        setup.roots = vec!["/".into()];
    });
    let check = world.work.join("check.sh");
    std::fs::write(&check, "#!/bin/sh\nexit 0\n").unwrap();
    std::fs::set_permissions(&check, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    world.at_work(&world.codex, "step.begin", json!({"title": "tidy up"}));
    world.at_work(&world.codex, "step.check", json!({}));
    world
}

/// The same with such a write.
fn counting() -> (World, String) {
    let world = ready();
    let item = write(&world, "counted.txt", "one\n");
    (world, item)
}

#[test]
fn h6_the_same_key_pressed_again_and_again_deletes_nothing() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let item = delete(&world, "ledger.csv");
        let tab = signed_in(&world, screen);
        tab.key("ArrowDown", false);
        tab.until(&format!("document.activeElement.dataset.item === '{item}'"));
        tab.key("y", false);
        tab.until("location.pathname.startsWith('/items/') && document.readyState === 'complete'");
        tab.until("document.activeElement.matches('[data-panel]')");
        for _ in 0..3 {
            tab.key("y", false);
            tab.key("Enter", false);
        }
        assert_eq!(tab.eval("location.pathname.startsWith('/items/')"), true);
        assert_eq!(status(&world, &item), "pending");
        assert!(world.work.join("ledger.csv").exists());
        // Another step decides: the labelled button on the page.
        tab.click("form.confirm button");
        tab.says("Confirmed:");
        assert!(!world.work.join("ledger.csv").exists());
    }
}

#[test]
fn h6_a_key_decides_nothing_that_has_only_just_appeared() {
    let world = World::new();
    let (first, second) = (world.propose("Write the report"), world.propose("Send the report"));
    let tab = with_clock(&world, LAPTOP);
    tab.key_at_once("ArrowDown", false);
    tab.until(&format!("document.activeElement.dataset.item === '{first}'"));
    for moment in [1000, 1699] {
        tab.eval(&format!("window.clock = {moment}"));
        for key in ["y", "n", "Enter"].iter().take(2) {
            tab.key_at_once(key, false);
        }
        assert_eq!(tab.eval("document.querySelectorAll('[aria-busy]').length"), 0);
        assert_eq!(status(&world, &first), "pending");
    }
    tab.eval("window.clock = 1701");
    tab.key_at_once("y", false);
    tab.says("Confirmed:");
    // The desk moved the focus on: nobody has viewed that one yet.
    tab.until(&format!("document.activeElement.dataset.item === '{second}'"));
    tab.key_at_once("y", false);
    assert_eq!(tab.eval("document.querySelectorAll('[aria-busy]').length"), 0);
    assert_eq!(status(&world, &second), "pending");
    // Earlier entries stay decidable while an agent goes on proposing.
    tab.eval("window.clock = 3000");
    let third = world.propose("File the report");
    tab.until(&format!("document.getElementById('{third}')"));
    tab.key_at_once("y", false);
    tab.says("Confirmed: Create");
    tab.until(&format!("!document.getElementById('{second}')"));
    assert_eq!((status(&world, &second), status(&world, &third)), ("applied".into(), "pending".into()));
}

#[test]
fn h6_a_click_on_what_has_just_come_to_stand_there_is_none() {
    let world = World::new();
    let item = world.propose("Write the report");
    let tab = with_clock(&world, LAPTOP);
    let (x, y) = tab.middle(&format!("[data-item=\"{item}\"] [data-op=\"item.confirm\"]"));
    let click = || {
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            tab.call("Input.dispatchMouseEvent", params);
        }
    };
    click();
    assert_eq!(tab.eval("document.querySelectorAll('[aria-busy]').length"), 0);
    assert_eq!(status(&world, &item), "pending");
    tab.eval("window.clock = 2000");
    click();
    tab.says("Confirmed:");
}

#[test]
fn h6_what_changed_under_a_key_is_refused() {
    let world = World::new();
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, LAPTOP);
    tab.key("ArrowDown", false);
    tab.until(&format!("document.activeElement.dataset.item === '{item}'"));
    tab.until("!('fresh' in document.body.dataset)");
    // The page does not learn of the change before the key.
    tab.offline(true);
    let other = json!({"path": world.work.join("a.txt"), "content": "two\n"});
    world.at_work(&world.ana, "item.edit", json!({"id": item, "args": other}));
    let bound = tab.eval(&format!(
        "[...document.querySelectorAll('[data-item=\"{item}\"] button')].every(b => b.value.includes('digest='))"
    ));
    assert_eq!(bound, true, "each answer carries what was on the screen");
    tab.offline(false);
    let shown = world.show(&item)["digest"].as_str().unwrap().to_owned();
    for op in ["item.confirm", "item.reject", "item.defer"] {
        let answer = world.at_work(&world.ana, op, json!({"id": item, "digest": format!("{shown}x")}));
        assert_eq!(answer["status"], "changed", "{op}");
    }
    assert_eq!(status(&world, &item), "pending");
}

#[test]
fn h6_letters_decide_only_in_the_list_or_the_panel_and_can_be_switched_off() {
    let world = World::new();
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, LAPTOP);
    at(&tab, &world, &format!("/items/{item}"));
    tab.until("document.activeElement.matches('[data-panel]')");
    tab.eval("document.querySelector('.brand').focus()");
    for key in ["y", "n", "d"] {
        tab.key(key, false);
    }
    assert_eq!(status(&world, &item), "pending");
    at(&tab, &world, "/settings");
    // With the keyboard alone.
    tab.eval("document.querySelector('#keys').focus()");
    tab.key_at_once("o", false);
    tab.until("document.querySelector('#keys').value === 'off'");
    tab.eval("document.querySelector('#keys').form.querySelector('button').focus()");
    tab.key("Enter", false);
    tab.until(
        "document.querySelector('#words')?.dataset.keys === 'off' && document.readyState === 'complete'",
    );
    at(&tab, &world, "/");
    tab.key("ArrowDown", false);
    tab.until(&format!("document.activeElement.dataset.item === '{item}'"));
    for key in ["y", "n", "j", "?"] {
        tab.key(key, false);
    }
    assert_eq!(tab.eval("document.querySelectorAll('dialog[open], [aria-busy]').length"), 0);
    assert_eq!(status(&world, &item), "pending");
    // Buttons still work.
    tab.click("button[data-op=\"item.confirm\"]");
    tab.says("Confirmed:");
}

#[test]
fn h7_what_is_not_shown_whole_says_so_has_no_one_key_yes_and_is_in_no_bulk_yes() {
    let world = World::new();
    let lines: String = (0..8_875).map(|n| format!("line {n}\n")).collect();
    std::fs::write(world.work.join("large.txt"), "x".repeat(5 << 20)).unwrap();
    let large = world.held(json!({"tool": "filesystem.write_file", "args": {
        "path": world.work.join("copy.txt"), "source": world.work.join("large.txt")}}));
    let long = write(&world, "long.txt", &lines);
    let (one, two) = (write(&world, "one.txt", "1\n"), write(&world, "two.txt", "2\n"));
    let tab = signed_in(&world, LAPTOP);
    for item in [&large, &long] {
        let row = format!("document.getElementById('{item}')");
        tab.until(&row);
        let (yes, boxes) = (
            format!("{row}.querySelectorAll('[data-op=\"item.confirm\"]').length"),
            format!("{row}.querySelectorAll('.choose').length"),
        );
        assert_eq!((tab.eval(&yes), tab.eval(&boxes)), (json!(0), json!(0)));
        assert_eq!(tab.eval(&format!("{row}.innerText.includes('Not shown in full:')")), true);
        let colour = tab.eval(&format!("getComputedStyle({row}.querySelector('.not-shown')).color"));
        assert_eq!(colour, "rgb(161, 38, 29)", "it is red, and in words");
    }
    tab.press("button.yes", "Confirm all 2");
    tab.says("2 confirmed");
    assert_eq!(
        [&one, &two, &large, &long].map(|item| status(&world, item)),
        ["applied", "applied", "pending", "pending"]
    );
    for item in [&large, &long] {
        at(&tab, &world, &format!("/items/{item}"));
        let text = tab.eval("document.querySelector('main').innerText");
        let text = text.as_str().unwrap();
        assert!(
            text.contains("Not shown in full:") && !text.contains("lines in all") && !text.contains("+0"),
            "{text}"
        );
        tab.until("document.activeElement.matches('[data-panel]')");
        tab.key("y", false);
        assert_eq!(status(&world, item), "pending");
        tab.click("form.confirm button");
        tab.says("Confirmed:");
        assert_eq!(status(&world, item), "applied");
    }
}

#[test]
fn h7_what_carries_a_warning_or_a_flag_has_no_one_key_yes() {
    let world = World::new();
    let odd = world.held(json!({"tool": "task.create_task", "args": {"title": "x\u{202e}y"}}));
    let warned = world.held(json!({"tool": "shell.run", "args": {"command": "echo hi >> ../outside.txt"}}));
    let plain = world.propose("Write the report");
    assert!(!world.show(&odd)["flags"].as_array().unwrap().is_empty());
    assert!(!world.show(&warned)["preview"]["warnings"].as_array().unwrap().is_empty());
    let tab = signed_in(&world, LAPTOP);
    let yes = |item: &str| {
        tab.eval(&format!(
            "document.querySelectorAll('[data-item=\"{item}\"] [data-op=\"item.confirm\"]').length"
        ))
    };
    assert_eq!([&odd, &warned, &plain].map(|item| yes(item)), [json!(0), json!(0), json!(1)]);
    for item in [&odd, &warned] {
        at(&tab, &world, &format!("/items/{item}"));
        tab.until("document.activeElement.matches('[data-panel]') && !('fresh' in document.body.dataset)");
        tab.key("y", false);
        tab.until("document.querySelector('.wait-sign')?.innerText.includes('No key answers this')");
        assert_eq!(status(&world, item), "pending");
    }
    // Opened by its person, it still has none in the list.
    at(&tab, &world, "/");
    assert_eq!(yes(&odd), json!(0));
}

#[test]
fn h6_a_key_that_comes_too_early_says_so_and_keys_that_lead_on_all_count() {
    let world = World::new();
    let items: Vec<String> = (0..4).map(|n| world.propose(&format!("Task {n}"))).collect();
    let tab = with_clock(&world, LAPTOP);
    tab.key_at_once("ArrowDown", false);
    tab.until(&format!("document.activeElement.dataset.item === '{}'", items[0]));
    tab.key_at_once("y", false);
    tab.until("document.querySelector('.wait-sign')?.innerText.startsWith('Wait')");
    assert_eq!(tab.eval("document.querySelector('#live').textContent.startsWith('Wait')"), true);
    assert_eq!(status(&world, &items[0]), "pending");
    // Two quick steps in the list, and two on the page of a thing.
    for _ in 0..2 {
        tab.key_at_once("j", false);
    }
    tab.until(&format!("document.activeElement.dataset.item === '{}'", items[2]));
    at(&tab, &world, &format!("/items/{}", items[0]));
    tab.until("document.activeElement.matches('[data-panel]')");
    for _ in 0..2 {
        tab.key_at_once("j", false);
    }
    tab.until(&format!("location.pathname === '/items/{}'", items[2]));
    tab.until(&format!("document.querySelector('[data-panel]').dataset.item === '{}'", items[2]));
    assert!(items.iter().all(|item| status(&world, item) == "pending"));
}

#[test]
fn c3_c7_e10_what_was_answered_together_is_counted_explained_and_taken_back_together() {
    for script in [true, false] {
        let world = World::new();
        let plain: Vec<String> = (0..3).map(|n| write(&world, &format!("{n}.txt"), "x\n")).collect();
        let gone = delete(&world, "ledger.csv");
        let tab = signed_in(&world, LAPTOP);
        if !script {
            tab.without_script();
        }
        tab.go(&format!("http://{}/", world.address));
        tab.press("details.left-out summary", "left out");
        tab.says("it is destructive");
        tab.press("button.yes", "Confirm all 3");
        tab.says("3 confirmed");
        assert!(plain.iter().all(|item| status(&world, item) == "applied"));
        assert_eq!(status(&world, &gone), "pending");
        tab.press("button.undo", "Undo all 3");
        tab.says("3 undone");
        tab.press("button", "Propose all 3 again");
        tab.says("3 proposed again");
        assert!((0..3).all(|n| !world.work.join(format!("{n}.txt")).exists()));
        let (a, b) = (write(&world, "a.txt", "a\n"), write(&world, "b.txt", "b\n"));
        tab.go(&format!("http://{}/", world.address));
        tab.press(&format!("section:has([data-item=\"{a}\"]) button"), "Dismiss");
        tab.says("dismissed");
        assert_eq!((status(&world, &a), status(&world, &b)), ("rejected".into(), "rejected".into()));
        tab.press("button.undo", "Take back all");
        tab.says("pending again");
        assert_eq!((status(&world, &a), status(&world, &b)), ("pending".into(), "pending".into()));
    }
}

#[test]
fn a10_h6_what_goes_on_by_itself_is_pinned_on_top_of_every_page_and_held_there() {
    for script in [true, false] {
        let (world, item) = counting();
        let tab = signed_in(&world, TELEPHONE);
        if !script {
            tab.without_script();
        }
        for path in ["/history", "/settings", "/", "/policy"] {
            tab.go(&format!("http://{}{path}", world.address));
            tab.eval("window.scrollTo(0, document.body.scrollHeight)");
            let top = tab.eval("document.querySelector('#counting').getBoundingClientRect().top");
            assert!(top.as_f64().unwrap() >= 0.0, "{path}: it is in sight");
            assert_eq!(
                tab.eval("document.querySelector('#counting').innerText.includes('continues in')"),
                true
            );
        }
        tab.click("#counting button");
        tab.says("Held:");
        tab.until("document.querySelector('#counting').hidden");
        assert!(world.show(&item)["auto_approve_timeout"].is_null());
    }
}

#[test]
fn a10_what_begins_to_count_down_appears_on_a_page_that_is_open() {
    let world = ready();
    let tab = signed_in(&world, LAPTOP);
    at(&tab, &world, "/settings");
    assert_eq!(tab.eval("document.querySelector('#counting').hidden"), true);
    write(&world, "counted.txt", "one\n");
    tab.until("!document.querySelector('#counting').hidden");
    tab.says("continues in");
    // It is said to whoever does not see it, once.
    let said = "document.querySelector('#live-counting').textContent";
    tab.until(&format!("/^Continues automatically: .*counted.txt.*continues in [0-9]+/.test({said})"));
    assert_eq!(tab.eval("document.querySelector('#live-counting').getAttribute('aria-live')"), "polite");
    at(&tab, &world, "/settings");
    tab.until("!document.querySelector('#counting').hidden");
    assert_eq!(tab.eval(said), "");
}

/// Pictures of this, in both sizes and themes, if `COUNTERSIGN_LOOK` is set to a folder.
#[test]
fn h6_h7_pictures_of_rows_that_need_another_step() {
    let (world, _) = counting();
    let lines: String = (0..8_875).map(|n| format!("line {n}\n")).collect();
    delete(&world, "ledger.csv");
    let long = write(&world, "long.txt", &lines);
    let plain: Vec<String> = (0..2).map(|n| world.propose(&format!("Task {n}"))).collect();
    let to = std::env::var_os("COUNTERSIGN_LOOK").map(std::path::PathBuf::from);
    let tab = signed_in(&world, LAPTOP);
    for (size, screen) in [("laptop", LAPTOP), ("telephone", TELEPHONE)] {
        for (theme, dark) in [("light", false), ("dark", true)] {
            let screen = Screen { dark, ..screen };
            tab.screen(screen);
            for (name, path) in [("rows", "/".to_owned()), ("not-whole", format!("/items/{long}"))] {
                at(&tab, &world, &path);
                let wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
                assert_eq!(tab.eval(wide), 0, "{name} {size}");
                if let Some(to) = &to {
                    tab.whole_picture(screen, &to.join(format!("accident-{name}-{size}-{theme}.png")));
                    tab.screen(screen);
                }
            }
        }
    }
    at(&tab, &world, "/");
    tab.press("button.yes", "Confirm all");
    tab.says("confirmed");
    for (name, screen) in
        [("laptop", LAPTOP), ("telephone", TELEPHONE), ("dark", Screen { dark: true, ..LAPTOP })]
    {
        tab.screen(screen);
        if let Some(to) = &to {
            tab.picture(&to.join(format!("accident-bulk-{name}.png")));
        }
    }
    assert!(plain.iter().any(|item| status(&world, item) == "applied"));
}
