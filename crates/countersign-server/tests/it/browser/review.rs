//! The review flow beyond items: what else waits stands beside the list too, long lists go on page by page, the way back
//! keeps what was looked for, and anything can be put off until any time.

use super::{
    busy::{Busy, busy},
    driver::{LAPTOP, TELEPHONE},
    signed_in,
    triage::fifty,
};
use crate::world::World;

#[test]
fn h5_plans_steps_questions_and_stages_stand_beside_the_list_as_items_do() {
    let Busy { world, pages } = busy();
    let tab = signed_in(&world, LAPTOP);
    for name in ["plan", "step", "question", "stage"] {
        let (_, path) = pages.iter().find(|(known, _)| *known == name).unwrap();
        tab.go(&format!("http://{}{path}", world.address));
        tab.until("document.activeElement.matches('[data-panel]')");
        let here = tab.eval("document.querySelector('[data-panel]').dataset.item");
        let listed =
            tab.eval("document.querySelector('.beside li [aria-current]').closest('li').dataset.item");
        assert_eq!(here, listed, "{name}");
        tab.key("k", false);
        tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item !== {here}"));
        tab.key("j", false);
        tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item === {here}"));
    }
}

#[test]
fn h5_an_answered_question_leads_to_what_waits_next() {
    let Busy { world, pages } = busy();
    let tab = signed_in(&world, LAPTOP);
    let (_, path) = pages.iter().find(|(known, _)| *known == "question").unwrap();
    tab.go(&format!("http://{}{path}", world.address));
    tab.press("main form button", "Monday");
    tab.until(&format!("location.pathname !== '{path}' && document.querySelector('[data-panel]')"));
    tab.says("Undo");
}

#[test]
fn h5_an_answered_plan_and_an_answered_step_lead_to_what_waits_next() {
    let Busy { world, pages } = busy();
    let tab = signed_in(&world, LAPTOP);
    for (name, button) in [("plan", "Approve the whole plan"), ("step", "Skip")] {
        let (_, path) = pages.iter().find(|(known, _)| *known == name).unwrap();
        tab.go(&format!("http://{}{path}", world.address));
        tab.press("main .answers button", button);
        tab.until(&format!(
            "location.pathname !== '{path}' && document.querySelector('[data-panel]') && document.querySelector('#bar .bar')"
        ));
    }
}

#[test]
fn h5_what_is_beyond_the_first_hundred_stands_beside_its_page_of_the_list() {
    let world = World::new();
    let all: Vec<String> = (0..130).map(|n| world.propose(&format!("Task {n}"))).collect();
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/items/{}", world.address, all[99]));
    tab.until("document.activeElement.matches('[data-panel]')");
    let rows = "document.querySelectorAll('.beside li').length";
    assert_eq!(tab.eval(rows), 100);
    tab.key("j", false);
    tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item === '{}'", all[100]));
    assert_eq!(tab.eval(rows), 30);
    tab.key("j", false);
    tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item === '{}'", all[101]));
    // From elsewhere too.
    tab.go(&format!("http://{}/items/{}", world.address, all[120]));
    assert_eq!(tab.eval(rows), 30);
    tab.until("document.activeElement.matches('[data-panel]')");
    tab.key("y", false);
    tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item === '{}'", all[121]));
    assert_eq!(world.show(&all[120])["status"], "applied");
}

#[test]
fn the_way_back_to_the_list_keeps_what_was_looked_for_and_its_order() {
    let world = World::new();
    let all = fifty(&world);
    let tab = signed_in(&world, TELEPHONE);
    let address = format!("http://{}/items/{}?find=module&by=risk", world.address, all[1].0);
    let kept = "location.pathname === '/' && location.search.includes('find=module') && location.search.includes('by=risk')";
    tab.go(&address);
    tab.swipe(".details h1", 200.0);
    tab.until(kept);
    tab.go(&address);
    tab.click(".crumbs a");
    tab.until(kept);
}

#[test]
fn c5_an_item_is_put_off_until_any_time() {
    let world = World::new();
    let item = world.propose("One");
    let tab = signed_in(&world, LAPTOP);
    tab.call("Emulation.setTimezoneOverride", serde_json::json!({"timezoneId": "America/New_York"}));
    tab.go(&format!("http://{}/items/{item}", world.address));
    tab.click(".later summary");
    tab.until("document.querySelector('#later-at').checkVisibility()");
    tab.eval("document.querySelector('#later-at').value = '2026-11-18T18:30'");
    tab.press(".later button", "Put off");
    tab.until(
        "document.querySelector('[data-panel]')?.dataset.status === 'deferred' || location.pathname === '/'",
    );
    // Half past six in the reader's zone, wherever the daemon runs.
    let until = 1_795_044_600_000_u64;
    assert_eq!(
        (world.show(&item)["status"].clone(), world.show(&item)["deferred_until"].clone()),
        ("deferred".into(), until.into())
    );
}
