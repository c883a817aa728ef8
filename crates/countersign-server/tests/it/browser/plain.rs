//! The same desk without script: every answer is a plain form.

use serde_json::json;

use super::{
    driver::{LAPTOP, TELEPHONE},
    signed_in,
};
use crate::{web_work, world::World};

#[test]
fn c4_c5_without_script_a_change_is_edited_and_rejected_with_a_reason() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let args = json!({"path": world.work.join("a.txt"), "content": "one\n"});
        let item = world.held(json!({"tool": "filesystem.write_file", "args": args}));
        let tab = signed_in(&world, screen);
        tab.without_script();
        tab.go(&format!("http://{}/items/{item}?edit=1", world.address));
        tab.fill("#f-content", "three\n");
        tab.click("form[data-op=\"item.edit\"] button");
        tab.until("location.search.includes('did=item.edit') && document.querySelector('form.confirm')");
        tab.says("three");
        tab.fill("form[data-op=\"item.reject\"] [name=\"reason\"]", "not this");
        tab.click("form[data-op=\"item.reject\"] button");
        tab.says("Rejected:");
        assert_eq!(world.show(&item)["reason"], "not this");
    }
}

#[test]
fn f5_without_script_a_question_is_answered() {
    let world = World::new();
    let ask = json!({"text": "Which day?", "choices": ["Monday", "Tuesday"], "free_text": true});
    let asked = world.at_work(&world.codex, "question.ask", ask);
    let id = asked["id"].as_str().or(asked["question"]["id"].as_str()).unwrap().to_owned();
    let tab = signed_in(&world, TELEPHONE);
    tab.without_script();
    tab.go(&format!("http://{}/questions/{id}", world.address));
    tab.fill("#answer", "Sunday");
    tab.click("div.free form button");
    tab.until("location.search.includes('did=question.answer') && document.querySelector('main')");
    let answer = world.at_work(&world.ana, "question.show", json!({"id": id}))["answer"].clone();
    assert_eq!(answer, "Sunday");
}

#[test]
fn without_script_a_part_of_a_stage_lands() {
    let world = World::new();
    let (stage, _) = web_work::stage(&world);
    let tab = signed_in(&world, LAPTOP);
    tab.without_script();
    tab.go(&format!("http://{}/stages/{stage}", world.address));
    tab.click("input[value=\"long.txt#2\"]");
    tab.click("button[data-needs-choice]");
    tab.says("Landed:");
    let real = std::fs::read_to_string(world.work.join("long.txt")).unwrap();
    assert!(real.contains("line 37 and more") && real.contains("line 3\n"), "{real}");
    assert!(!world.work.join("new.txt").exists());
}

#[test]
fn f6_without_script_a_working_set_is_made_filled_and_cleared() {
    let world = World::new();
    let item = world.propose("Write the report");
    let tab = signed_in(&world, TELEPHONE);
    tab.without_script();
    tab.go(&format!("http://{}/sets", world.address));
    tab.fill("form[data-op=\"working_set.create\"] [name=\"name\"]", "Today");
    tab.click("form[data-op=\"working_set.create\"] button");
    tab.says("Created:");
    let set = world.at_work(&world.ana, "working_set.list", json!({}))["working_sets"][0]["id"].clone();
    let set = set.as_str().unwrap();
    tab.go(&format!("http://{}/sets/{set}", world.address));
    tab.fill("form[data-op=\"working_set.add\"] textarea", &item);
    tab.click("form[data-op=\"working_set.add\"] button");
    tab.says("Write the report");
    tab.click("button[data-op=\"working_set.remove\"]");
    tab.until("location.search.includes('did=working_set.remove') && document.querySelector('#bar form')");
    tab.click("#bar form button");
    tab.says("Undone:");
    let entries = world.at_work(&world.ana, "working_set.show", json!({"id": set}))["entries"].clone();
    assert_eq!(entries[0]["thing"], item);
}
