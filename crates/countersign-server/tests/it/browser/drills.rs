//! A drill among what waits: answered like any other thing, and told afterwards.

use serde_json::json;

use super::{
    driver::{LAPTOP, TELEPHONE},
    signed_in,
};
use crate::{web_drills, world::World};

#[test]
fn h7_a_drill_is_answered_like_any_other_thing_and_told_afterwards() {
    for screen in [LAPTOP, TELEPHONE] {
        let world = World::new();
        let id = web_drills::one_that_waits(&world);
        let tab = signed_in(&world, screen);
        tab.go(&format!("http://{}/?view=list", world.address));
        tab.click(&format!(".dense a[href='/items/{id}']"));
        tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item === '{id}'"));
        assert_eq!(
            tab.eval("document.querySelectorAll('nav.beside li').length"),
            4,
            "it is in the list beside it"
        );
        // No key decides about it, as about whatever destroys something.
        tab.key("y", false);
        assert_eq!(tab.eval("!!document.querySelector('[data-panel]')"), true);
        let typed = web_drills::typed(&world, &id);
        tab.fill("#typed", &typed);
        tab.click("form.confirm button");
        tab.until("document.querySelector('.drill')");
        tab.says("This was a drill");
        tab.says("it would have happened");
        tab.press(".drill a", "Go on");
        tab.until("!document.querySelector('.drill') && document.querySelector('[data-panel], .dense')");
        assert_eq!(tab.eval(&format!("document.querySelectorAll('[data-item=\"{id}\"]').length")), 0);
        assert_eq!(world.logged("person:ana", "item.confirm", "ok"), 0, "{}", json!(world.log()));
    }
}
