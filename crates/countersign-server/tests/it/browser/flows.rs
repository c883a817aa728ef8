//! What people do at the desk, with a mouse, a keyboard and a finger.

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
    tab.click("form[data-op=\"item.reject\"] button");
    tab.says("Rejected:");
    assert_eq!(world.show(&item)["reason"], "not before Monday");
}
