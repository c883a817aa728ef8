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
