//! What people do at the desk, with a mouse, a keyboard and a finger.

use countersign_core::judge::Policy;
use serde_json::json;

use super::{
    driver::{LAPTOP, TELEPHONE},
    signed_in,
};
use crate::world::World;

#[test]
fn c1_e10_without_script_a_change_is_confirmed_and_undone() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let item = world.propose("Write the report");
        let tab = signed_in(&world, screen);
        tab.without_script();
        tab.go(&format!("http://{}/", world.address));
        tab.click("button[data-op=\"item.confirm\"]");
        tab.says("Confirmed:");
        assert_eq!(world.show(&item)["status"], "applied");
        tab.click("form[data-op=\"receipt.undo\"] button");
        tab.says("Undone:");
    }
}

#[test]
fn h5_e10_with_the_keyboard_alone_a_change_is_confirmed_undone_and_another_rejected() {
    let world = World::new();
    let (first, second) = (world.propose("Write the report"), world.propose("Send the report"));
    let tab = signed_in(&world, LAPTOP);
    tab.until("document.querySelectorAll('[data-item]').length === 2");
    tab.key("ArrowDown", false);
    tab.until(&format!("document.activeElement.dataset.item === '{first}'"));
    tab.key("y", false);
    tab.says("Confirmed:");
    assert_eq!(world.show(&first)["status"], "applied");
    tab.key("u", false);
    tab.says("Undone:");
    tab.until(&format!("document.activeElement.dataset.item === '{second}'"));
    tab.key("n", false);
    tab.says("Rejected:");
    assert_eq!(world.show(&second)["status"], "rejected");
}

#[test]
fn c7_a_finger_swipes_right_to_confirm_and_left_to_reject() {
    let world = World::new();
    let (first, second) = (world.propose("Write the report"), world.propose("Send the report"));
    let tab = signed_in(&world, TELEPHONE);
    tab.swipe(&format!("[data-item=\"{first}\"] .what"), 30.0);
    assert_eq!(world.show(&first)["status"], "pending", "a little is nothing");
    tab.swipe(&format!("[data-item=\"{first}\"] .what"), 220.0);
    tab.says("Confirmed:");
    tab.swipe(&format!("[data-item=\"{second}\"] .what"), -220.0);
    tab.says("Rejected:");
    let status = |item: &str| world.show(item)["status"].as_str().unwrap().to_owned();
    assert_eq!((status(&first), status(&second)), ("applied".to_owned(), "rejected".to_owned()));
}

#[test]
fn h5_two_tabs_stay_in_step_and_what_comes_is_seen_at_once() {
    let world = World::new();
    let tab = signed_in(&world, LAPTOP);
    let other = tab.beside(TELEPHONE);
    other.go(&format!("http://{}/", world.address));
    tab.says("Nothing waits for you.");
    let item = world.propose("Write the report");
    tab.says("Write the report");
    other.says("Write the report");
    tab.until("document.title.startsWith('(1)')");
    tab.click("button[data-op=\"item.confirm\"]");
    tab.says("Confirmed:");
    other.says("Nothing waits for you.");
    assert_eq!(world.show(&item)["status"], "applied");
}

#[test]
fn b9_what_a_person_writes_is_not_taken_from_under_their_hands() {
    let world = World::new();
    let item = world.propose("Write the report");
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/items/{item}", world.address));
    tab.click("form[data-op=\"item.reject\"] [name=\"reason\"]");
    tab.write("not before Monday");
    world.propose("Another thing");
    tab.until("document.title.startsWith('(2)')");
    let kept = tab.eval("document.querySelector('form[data-op=\"item.reject\"] [name=\"reason\"]').value");
    assert_eq!(kept, "not before Monday");
    // What else waits is no change of this.
    assert_eq!(tab.eval("document.querySelectorAll('.notice.own').length"), 0);
    tab.click("form[data-op=\"item.reject\"] button");
    tab.says("Rejected:");
    assert_eq!(world.show(&item)["reason"], "not before Monday");
}

/// A file change and its item.
fn write(world: &World, name: &str, content: &str) -> String {
    let args = json!({"path": world.work.join(name), "content": content});
    world.held(json!({"tool": "filesystem.write_file", "args": args}))
}

fn status(world: &World, item: &str) -> String {
    world.show(item)["status"].as_str().unwrap().to_owned()
}

#[test]
fn c3_those_that_were_ticked_are_confirmed_and_then_all() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let items: Vec<String> = (0..4).map(|n| world.propose(&format!("Task {n}"))).collect();
        let tab = signed_in(&world, screen);
        tab.until("document.querySelector('[data-needs-choice]').disabled");
        tab.click(&format!("[data-item=\"{}\"] .choose", items[1]));
        tab.until("document.querySelector('[data-needs-choice]').textContent.includes('(1)')");
        tab.click("[data-needs-choice]");
        tab.says("1 confirmed");
        tab.press("a.button", "Continue");
        assert_eq!(
            (status(&world, &items[1]), status(&world, &items[0])),
            ("applied".into(), "pending".into())
        );
        tab.press("button.yes", "Confirm all");
        tab.says("3 confirmed");
        assert!(items.iter().all(|item| status(&world, item) == "applied"));
    }
}

#[test]
fn a2_a_destructive_deletion_is_confirmed_by_what_is_typed_and_by_nothing_less() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let old = world.work.join("old");
        std::fs::create_dir(&old).unwrap();
        (0..25).for_each(|n| std::fs::write(old.join(n.to_string()), "x").unwrap());
        let item =
            world.held(json!({"tool": "filesystem.delete_file", "args": {"path": old, "recursive": true}}));
        let tab = signed_in(&world, screen);
        assert_eq!(tab.eval("document.querySelectorAll('[data-op=\"item.confirm\"], .choose').length"), 0);
        tab.click("a.review");
        tab.until("location.pathname.startsWith('/items/') && document.querySelector('#typed')");
        assert_ne!(tab.eval("document.activeElement.closest('form.confirm') === null"), false);
        tab.key("y", false);
        tab.until("document.activeElement.id === 'typed' || document.querySelector('#typed:invalid')");
        tab.fill("#typed", "nonsense");
        tab.click("form.confirm button");
        // What is wrong is said at the field, and nothing is sent.
        let said = "document.querySelector('#typed:invalid') && document.activeElement.id === 'typed'";
        tab.until(said);
        assert_eq!(tab.eval("document.querySelector('#typed').title"), "Type exactly: old");
        assert!(old.join("7").exists());
        tab.go(&format!("http://{}/items/{item}", world.address));
        let typed = world.show(&item)["typed"].as_str().unwrap().to_owned();
        tab.fill("#typed", &typed);
        tab.click("form.confirm button");
        tab.says("Confirmed:");
        assert!(!old.exists());
    }
}

#[test]
fn c4_other_arguments_are_shown_again_before_they_count() {
    let world = World::new();
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/items/{item}", world.address));
    tab.key("e", false);
    tab.until("document.querySelector('#f-content')");
    tab.fill("#f-content", "three\n");
    tab.click("form[data-op=\"item.edit\"] button");
    tab.until("location.search === '' && document.querySelector('form.confirm')");
    tab.says("three");
    assert_eq!(status(&world, &item), "pending", "an edit is no yes");
    tab.click("form.confirm button");
    tab.says("Confirmed:");
    assert_eq!(std::fs::read_to_string(world.work.join("a.txt")).unwrap(), "three\n");
}

#[test]
fn h5_keys_lead_to_always_later_and_what_the_keys_are() {
    let world = World::new();
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, LAPTOP);
    tab.key("?", false);
    tab.until("document.querySelector('#keys-sheet')?.open");
    tab.key("y", false);
    tab.key("Escape", false);
    tab.until("!document.querySelector('#keys-sheet')?.open");
    tab.key("ArrowDown", false);
    tab.until("document.activeElement.dataset.item");
    tab.key("a", false);
    tab.until("location.pathname.startsWith('/items/') && document.querySelector('details.always')");
    assert_eq!(status(&world, &item), "pending", "the key only leads there");
    tab.go(&format!("http://{}/items/{item}", world.address));
    tab.key("a", false);
    tab.until("document.querySelector('details.always').open");
    tab.key("d", false);
    tab.says("Put off:");
    assert_eq!(status(&world, &item), "deferred");
}

#[test]
fn a10_what_counts_down_is_seen_to_and_held_by_a_key() {
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
    let item = write(&world, "a.txt", "one\n");
    let tab = signed_in(&world, LAPTOP);
    let left = "Number(document.querySelector('[data-countdown]').textContent.match(/\\d+/)[0])";
    let first = tab.eval(left).as_f64().unwrap();
    tab.until(&format!("{left} < {first}"));
    tab.key("ArrowDown", false);
    tab.until(&format!("document.activeElement.dataset.item === '{item}'"));
    tab.key("h", false);
    tab.until("!document.querySelector('[data-countdown]')");
    assert_eq!(status(&world, &item), "pending");
    assert!(world.show(&item)["auto_approve_timeout"].is_null());
}

#[test]
fn e10_the_palette_finds_an_operation_and_takes_back_what_was_done() {
    let world = World::new();
    world.propose("Write the report");
    let tab = signed_in(&world, LAPTOP);
    tab.click("button[data-op=\"item.confirm\"]");
    tab.says("Confirmed:");
    tab.key("k", true);
    tab.until("document.querySelector('#palette')?.open");
    tab.write("run start");
    let listed = "[...document.querySelectorAll('#palette [data-find]:not([hidden])')]";
    tab.until(&format!("{listed}.length > 0 && {listed}.every(e => e.dataset.find.includes('start'))"));
    // The first Escape clears the search.
    tab.key("Escape", false);
    tab.until("document.querySelector('#palette').open && document.querySelector('#palette [type=search]').value === ''");
    tab.write("undo write");
    tab.until(&format!("{listed}.length >= 1"));
    tab.click("#palette .undos form button");
    tab.says("Undone:");
    tab.key("k", true);
    tab.until("document.querySelector('#palette')?.open && document.activeElement.type === 'search'");
    tab.write("working_set.create");
    tab.key("Enter", false);
    tab.until("location.pathname === '/do/working_set.create' && document.querySelector('#act')");
    tab.fill("form.asks [name=\"name\"]", "Today");
    tab.click("form.asks button");
    tab.says("Today");
    let sets = world.at_work(&world.ana, "working_set.list", json!({}));
    assert_eq!(sets["working_sets"][0]["name"], "Today");
}

#[test]
fn the_palette_finds_what_waits() {
    let world = World::new();
    let item = world.propose("Water the ferns");
    let tab = signed_in(&world, LAPTOP);
    tab.key("k", true);
    tab.until("document.querySelector('#palette')?.open && document.activeElement.type === 'search'");
    tab.write("ferns");
    tab.until("document.querySelector('#palette #things a')?.textContent.includes('Water the ferns')");
    tab.until("!document.querySelector('#palette #things').hidden");
    tab.key("Enter", false);
    tab.until(&format!("location.pathname === '/items/{item}'"));
}

#[test]
fn e10_the_bar_goes_after_its_time_and_stays_while_somebody_is_at_it() {
    let world = World::new();
    world.propose("Write the report");
    let tab = signed_in(&world, LAPTOP);
    // The module counts in quarters of a second; here the test advances them.
    let quick = "window.turns = []; const real = setInterval; window.setInterval = (f, ms) => ms === 250 ? (turns.push(f), turns.length) : real(f, ms); window.clearInterval = () => {}";
    tab.eval(quick);
    tab.click("button[data-op=\"item.confirm\"]");
    tab.says("Confirmed:");
    tab.hover("#bar .bar p");
    tab.until("document.querySelector('#bar .bar').matches(':hover')");
    tab.eval("for (let n = 0; n < 50; n++) turns.at(-1)()");
    assert_eq!(tab.eval("document.querySelector('#bar .bar').classList.contains('kept')"), true);
    tab.hover("h1");
    tab.until("!document.querySelector('#bar .bar').matches(':hover, :focus-within')");
    tab.eval("for (let n = 0; n < 39; n++) turns.at(-1)()");
    assert_eq!(tab.eval("!!document.querySelector('#bar .bar')"), true, "ten seconds are ten seconds");
    tab.eval("turns.at(-1)()");
    tab.until("!document.querySelector('#bar .bar')");
}

#[test]
fn c5_a_finger_that_stays_opens_the_menu_and_a_reason_goes_with_the_no() {
    let world = World::new();
    let item = world.propose("Write the report");
    let tab = signed_in(&world, TELEPHONE);
    tab.long_press(&format!("[data-item=\"{item}\"] .what"), "document.querySelector('#menu').open");
    tab.fill("#menu-reason", "not before Monday");
    tab.click("#menu button.no");
    tab.says("Rejected:");
    assert_eq!(
        (status(&world, &item), &world.show(&item)["reason"]),
        ("rejected".into(), &json!("not before Monday"))
    );
}

#[test]
fn h1_the_section_of_a_category_folds_and_unfolds_with_a_press() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let item = world.propose("Write the report");
        world.propose("Send the report");
        let set = world.show(&item)["change_set"].as_str().unwrap().to_owned();
        let tab = signed_in(&world, screen);
        tab.go(&format!("http://{}/sets/changes/{set}", world.address));
        let is_seen = "document.querySelector('details.group [data-item]')?.checkVisibility() === true";
        let is_open = "document.querySelector('details.group')?.open === true";
        tab.until(&format!("{is_open} && {is_seen}"));
        tab.click("details.group > summary");
        tab.until(&format!("!({is_open}) && !({is_seen})"));
        assert_eq!(world.show(&item)["status"], "pending", "folding decides nothing");
        tab.click("details.group > summary");
        tab.until(&format!("{is_open} && {is_seen}"));
    }
}

/// The same with the log and all records in PostgreSQL.
mod on_postgres {
    use crate::postgres::on_postgres;

    #[test]
    fn c1_e10_without_script_a_change_is_confirmed_and_undone() {
        on_postgres(super::c1_e10_without_script_a_change_is_confirmed_and_undone);
    }

    #[test]
    fn h5_e10_with_the_keyboard_alone_a_change_is_confirmed_undone_and_another_rejected() {
        on_postgres(super::h5_e10_with_the_keyboard_alone_a_change_is_confirmed_undone_and_another_rejected);
    }

    #[test]
    fn c7_a_finger_swipes_right_to_confirm_and_left_to_reject() {
        on_postgres(super::c7_a_finger_swipes_right_to_confirm_and_left_to_reject);
    }

    #[test]
    fn h5_two_tabs_stay_in_step_and_what_comes_is_seen_at_once() {
        on_postgres(super::h5_two_tabs_stay_in_step_and_what_comes_is_seen_at_once);
    }

    #[test]
    fn b9_what_a_person_writes_is_not_taken_from_under_their_hands() {
        on_postgres(super::b9_what_a_person_writes_is_not_taken_from_under_their_hands);
    }

    #[test]
    fn c3_those_that_were_ticked_are_confirmed_and_then_all() {
        on_postgres(super::c3_those_that_were_ticked_are_confirmed_and_then_all);
    }

    #[test]
    fn a2_a_destructive_deletion_is_confirmed_by_what_is_typed_and_by_nothing_less() {
        on_postgres(super::a2_a_destructive_deletion_is_confirmed_by_what_is_typed_and_by_nothing_less);
    }

    #[test]
    fn c4_other_arguments_are_shown_again_before_they_count() {
        on_postgres(super::c4_other_arguments_are_shown_again_before_they_count);
    }

    #[test]
    fn a10_what_counts_down_is_seen_to_and_held_by_a_key() {
        on_postgres(super::a10_what_counts_down_is_seen_to_and_held_by_a_key);
    }

    #[test]
    fn e10_the_palette_finds_an_operation_and_takes_back_what_was_done() {
        on_postgres(super::e10_the_palette_finds_an_operation_and_takes_back_what_was_done);
    }
}
