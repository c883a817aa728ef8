//! Work that takes a while: visible on the desk, and ended there.

use std::sync::{Arc, Condvar, Mutex};

use countersign_core::{
    Result, Setup,
    judge::Policy,
    tool::Forecast,
    world::{Ask as Look, Inverse, Landed, Order, RecoveryState, Reverted, World as Tools},
};
use countersign_tools::Builtins;
use serde_json::Value;

use super::{
    driver::{LAPTOP, TELEPHONE},
    signed_in,
};
use crate::world::World;

/// More than are started at once, and no more than the inbox shows.
const MANY: usize = 80;

type Door = Arc<(Mutex<bool>, Condvar)>;

/// Releases those who wait at the door, however a test ends.
struct Opener(Door);

impl Drop for Opener {
    fn drop(&mut self) {
        open(&self.0);
    }
}

/// The real tools, behind a door: no effect happens before it is opened.
struct Held {
    tools: Builtins,
    door: Door,
}

impl Tools for Held {
    fn forecast(&self, ask: &Look) -> Result<Forecast> {
        self.tools.forecast(ask)
    }
    fn read(&self, ask: &Look) -> Result<Value> {
        self.tools.read(ask)
    }
    fn apply(&self, order: &Order) -> Result<Landed> {
        drop(self.door.1.wait_while(self.door.0.lock().unwrap(), |open| !*open).unwrap());
        self.tools.apply(order)
    }
    fn check(&self, order: &Order) -> Result<RecoveryState> {
        self.tools.check(order)
    }
    fn revert(&self, id: &str, inverse: &Inverse) -> Result<Reverted> {
        self.tools.revert(id, inverse)
    }
    fn forget(&self, id: &str) -> Result<()> {
        self.tools.forget(id)
    }
}

/// A world behind a door, with many files to write.
fn held() -> (World, Door, Vec<String>) {
    let door = Door::default();
    let own = door.clone();
    let rules = |setup: &mut Setup, _| {
        setup.policy = Policy::parse("version = 1\nset_size = 100", &setup.catalog).unwrap();
    };
    let world = World::set_up_over(rules, |tools| Box::new(Held { tools, door: own }));
    let write = |n: usize| {
        let args = serde_json::json!({"path": world.work.join(format!("f{n}")), "content": "x"});
        world.held(serde_json::json!({"tool": "filesystem.write_file", "args": args}))
    };
    let items = (0..MANY).map(write).collect();
    (world, door, items)
}

fn open(door: &Door) {
    *door.0.lock().unwrap() = true;
    door.1.notify_all();
}

fn applied(world: &World, items: &[String]) -> usize {
    items.iter().filter(|item| world.show(item)["status"] == "applied").count()
}

#[test]
fn c3_what_takes_a_while_shows_how_far_it_is_and_is_ended_where_it_was_begun() {
    for screen in [LAPTOP, TELEPHONE] {
        let (world, door, items) = held();
        let _opener = Opener(door.clone());
        let tab = signed_in(&world, screen);
        tab.go(&format!("http://{}/?view=cards", world.address));
        tab.press("button.yes", "Confirm all");
        tab.until("document.querySelector('#progress [data-work] .count-of')?.textContent.includes('/ 80')");
        tab.click("#progress button");
        tab.until("document.querySelector('#progress [data-ended] button:disabled')");
        assert!(world.engine.works()[0].ended_by.is_some());
        open(&door);
        tab.until("!document.querySelector('#progress')");
        let done = applied(&world, &items);
        assert!(done < MANY, "what had not begun never happened: {done}");
        assert_eq!(std::fs::read_dir(&world.work).unwrap().count(), done);
    }
}

#[test]
fn c3_the_inbox_lists_what_is_under_way_and_ends_it_with_and_without_script() {
    for script in [true, false] {
        let (world, door, items) = held();
        let _opener = Opener(door.clone());
        let (first, second) = (signed_in(&world, LAPTOP), signed_in(&world, TELEPHONE));
        first.go(&format!("http://{}/?view=cards", world.address));
        first.press("button.yes", "Confirm all");
        first.until("document.querySelector('#progress [data-work]')");
        if !script {
            second.without_script();
        }
        second.go(&format!("http://{}/", world.address));
        second.says("Under way");
        second.says("for ana");
        second.click("[data-under-way] form button");
        second.says("cancelled by ana");
        open(&door);
        first.until("!document.querySelector('#progress')");
        assert!(applied(&world, &items) < MANY);
        if script {
            second.until("!document.querySelector('[data-under-way]')");
        }
    }
}
