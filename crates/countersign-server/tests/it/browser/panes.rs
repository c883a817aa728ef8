//! Going through much that waits: the list beside the thing under review, by keyboard and by finger.

use serde_json::{Value, json};

use super::{
    driver::{LAPTOP, Screen, TELEPHONE},
    signed_in,
    triage::{fifty, here},
};
use crate::{
    web_diff::{difference_of, showing},
    world::World,
};

fn undecided(world: &World) -> bool {
    world.at_work(&world.ana, "decision.list", json!({}))["decisions"] == json!([])
}

#[test]
fn h6_a_yes_to_what_goes_on_below_shows_that_first() {
    let world = World::new();
    let text: String = (0..300).map(|n| format!("line {n}\n")).collect();
    let item =
        world.held(json!({"tool": "filesystem.write_file", "args": {"path": "long.txt", "content": text}}));
    for screen in [LAPTOP, TELEPHONE] {
        let tab = signed_in(&world, screen);
        tab.go(&format!("http://{}/items/{item}", world.address));
        tab.until("document.activeElement.matches('[data-panel]')");
        tab.key("y", false);
        tab.says("further down");
        let (x, y) = (tab.eval("scrollX"), tab.eval("scrollY"));
        assert!(x == 0 && y.as_f64().unwrap() > 100.0, "it moved on: {y}");
        assert_eq!(world.show(&item)["status"], "pending");
        // A finger on the button does no more.
        let place = tab.eval("(() => { const r = document.querySelector('form.confirm button').getBoundingClientRect(); return [r.x + 9, r.y + 9]; })()");
        tab.until("!('fresh' in document.body.dataset)");
        for kind in ["mousePressed", "mouseReleased"] {
            tab.call(
                "Input.dispatchMouseEvent",
                json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1}),
            );
        }
        assert!(tab.eval("scrollY").as_f64().unwrap() > y.as_f64().unwrap());
        assert_eq!(world.show(&item)["status"], "pending");
        // A no needs no more than what is there.
    }
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/items/{item}", world.address));
    tab.eval("document.querySelector('[data-end]').scrollIntoView({block: 'center'})");
    tab.until("!('fresh' in document.body.dataset)");
    tab.key("y", false);
    tab.says("Confirmed:");
}

#[test]
fn h6_what_takes_an_answer_back_is_not_where_the_next_answer_is() {
    let world = World::new();
    let items: Vec<String> = (0..5).map(|n| world.propose(&format!("Task {n}"))).collect();
    for (screen, pair) in [(LAPTOP, &items[..2]), (TELEPHONE, &items[2..])] {
        let tab = signed_in(&world, screen);
        tab.go(&format!("http://{}/items/{}", world.address, pair[0]));
        tab.click("form.confirm button");
        tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item === '{}'", pair[1]));
        tab.until("document.querySelector('#bar .undo')");
        let free = "[...document.querySelectorAll('.decide .ways button')].filter((b) => b.checkVisibility()).every((b) => { \
                    const r = b.getBoundingClientRect(); return b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); })";
        assert_eq!(tab.eval(free), true, "{}", screen.width);
        let above = "document.querySelector('#bar .bar').getBoundingClientRect().bottom <= document.querySelector('.decide').getBoundingClientRect().top + 18";
        assert_eq!(tab.eval(above), true, "{}", screen.width);
    }
}

#[test]
fn h6_from_thing_to_thing_and_back_the_reader_stays_in_the_list() {
    let world = World::new();
    fifty(&world);
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/?view=list&by=risk", world.address));
    for _ in 0..12 {
        tab.key("j", false);
    }
    let row = tab.eval("document.activeElement.dataset.item");
    // A line is no place to decide from: the key leads to the page.
    tab.key("y", false);
    tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item === {row}"));
    assert_eq!(
        tab.eval("document.querySelector('.beside li [aria-current]').closest('li').dataset.item"),
        row
    );
    assert_eq!(tab.eval("location.search.includes('by=risk')"), true);
    tab.until("document.activeElement.matches('[data-panel]')");
    tab.key("j", false);
    tab.until(&format!("document.querySelector('[data-panel]').dataset.item !== {row}"));
    tab.key("k", false);
    tab.until(&format!("document.querySelector('[data-panel]').dataset.item === {row}"));
    assert!(undecided(&world), "to look is no answer");
    tab.go(&format!("http://{}/?view=list&by=risk", world.address));
    tab.until(&format!("document.activeElement.dataset.item === {row}"));
}

#[test]
fn a_finger_swipes_from_thing_to_thing_and_to_the_list() {
    let world = World::new();
    fifty(&world);
    let tab = signed_in(&world, TELEPHONE);
    tab.press(".looks a", "Review one by one");
    let first = here(&tab);
    tab.swipe(".details h1", -200.0);
    tab.until(&format!("document.querySelector('[data-panel]')?.dataset.item !== '{first}'"));
    tab.swipe(".details h1", 200.0);
    tab.until("location.pathname === '/'");
    assert!(undecided(&world), "a swipe decides nothing");
}

#[test]
fn between_a_telephone_and_a_laptop_nothing_is_cut_off() {
    let world = World::new();
    let all = fifty(&world);
    let tab = signed_in(&world, LAPTOP);
    for width in [360, 390, 600, 820, 1024, 1100, 1440] {
        tab.screen(Screen { width, height: 900, ..LAPTOP });
        for path in ["/".to_owned(), "/?view=cards".to_owned(), format!("/items/{}", all[0].0)] {
            tab.go(&format!("http://{}{path}", world.address));
            let wide =
                tab.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(wide, 0, "{path} at {width}");
            let rooms = "(r => r.scrollWidth - r.clientWidth)(document.querySelector('.rooms'))";
            assert!(
                width < 700 || tab.eval(rooms) == 0,
                "{path} at {width}: not every page is in the header"
            );
        }
    }
}

/// Behaviour H7: a tree of a thousand files is ticked by folder, file and hunk; what is ticked lands, and nothing else.
#[test]
fn h7_a_large_stage_is_ticked_by_folder_file_and_hunk() {
    let world = World::new();
    let (stage, _) = crate::web_work::large_stage(&world);
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/stages/{stage}", world.address));
    tab.says("Tick folders, files or hunks above");
    assert_eq!(tab.eval("document.querySelector('[form=land][data-needs-choice]').disabled"), true);
    let part = |name: &str| {
        format!(
            "[...document.querySelectorAll('.ticks summary')].find((s) => s.textContent.trim().startsWith('{name}'))"
        )
    };
    let open = |name: &str| tab.eval(&format!("{}.parentElement.open = true", part(name)));
    let tick = |name: &str| {
        tab.eval(&format!("{}.closest('li').querySelector(':scope > .choose').click()", part(name)))
    };
    open("crates/");
    open("part-03/src/");
    open("module_023.rs");
    tab.says("total_28");
    tab.eval(&format!("{}.closest('li').querySelectorAll('.of-hunk')[1].click()", part("module_023.rs")));
    tick("module_043.rs");
    tick("part-05/src/");
    tab.until("document.querySelector('[data-needs-choice]').textContent.includes('(52)')");
    let mixed =
        format!("{}.closest('li').querySelector(':scope > .choose').indeterminate", part("part-03/src/"));
    assert_eq!(tab.eval(&mixed), true);
    // A folder of which one file is unticked is no longer chosen as a whole.
    open("part-05/src/");
    tick("module_045.rs");
    tab.until("document.querySelector('[data-needs-choice]').textContent.includes('(51)')");
    if let Some(to) = std::env::var_os("COUNTERSIGN_LOOK").map(std::path::PathBuf::from) {
        tab.eval("document.querySelector('.parts').scrollIntoView()");
        tab.picture(&to.join("stage-laptop.png"));
        tab.screen(TELEPHONE);
        tab.eval("document.querySelector('.parts').scrollIntoView()");
        tab.picture(&to.join("stage-telephone.png"));
        tab.screen(LAPTOP);
    }
    assert_eq!(tab.eval("document.querySelector('.notice.own')"), Value::Null, "to look is no change");
    tab.click("[form=land][data-needs-choice]");
    tab.says("Landed:");
    let real = |n: usize| {
        let name = format!("crates/part-{:02}/src/module_{n:03}.rs", n % 20);
        std::fs::read_to_string(world.work.join(name)).unwrap()
    };
    assert!(!real(23).contains("total_3 ") && real(23).contains("total_28 "), "the second hunk");
    assert!(real(43).contains("total_3 ") && real(43).contains("total_28 "), "the whole file");
    assert!(real(25).contains("total_3 ") && !real(45).contains("total_3 "), "the folder without one file");
    assert!(!real(3).contains("total_") && !world.work.join(".env").exists());
}

#[test]
fn a5_a_ticked_folder_leaves_a_protected_file_to_its_own_tick() {
    for script in [true, false] {
        let world = World::new();
        let (stage, inside) = crate::web_work::stage(&world);
        std::fs::create_dir(inside.join("app")).unwrap();
        for (name, text) in [("app/a.txt", "a\n"), ("app/b.txt", "b\n"), ("app/.env", "MODE=1\n")] {
            std::fs::write(inside.join(name), text).unwrap();
        }
        let tab = signed_in(&world, LAPTOP);
        if !script {
            tab.without_script();
        }
        tab.go(&format!("http://{}/stages/{stage}", world.address));
        let boxes = |what: &str| format!("document.querySelector('.ticks .folder {what}')");
        if script {
            tab.until("document.querySelector('[data-needs-choice]')?.disabled");
            tab.eval(&format!("{}.click()", boxes("> .choose")));
            tab.until("document.querySelector('[data-needs-choice]').textContent.includes('(2)')");
            assert_eq!(tab.eval(&format!("{}.checked", boxes("[data-by-name]"))), false);
            assert_eq!(tab.eval(&format!("{}.indeterminate", boxes("> .choose"))), true);
        } else {
            // Its box chooses nothing: the files in it are ticked themselves.
            assert_eq!(tab.eval(&format!("{}.disabled", boxes("> .choose"))), true);
            tab.eval("document.querySelectorAll('.ticks .folder li > .choose:not([data-by-name])').forEach((box) => (box.checked = true))");
        }
        tab.click("[form=land][data-needs-choice]");
        tab.says("Landed:");
        assert!(world.work.join("app/a.txt").exists() && world.work.join("app/b.txt").exists());
        assert!(!world.work.join("app/.env").exists());
        tab.eval(&format!("{}.checked || {}.click()", boxes("[data-by-name]"), boxes("[data-by-name]")));
        tab.click("[form=land][data-needs-choice]");
        tab.until("!document.querySelector('[data-by-name]')");
        assert!(world.work.join("app/.env").exists());
    }
}

#[test]
fn h7_a_viewed_file_stays_closed_and_one_that_is_only_folded_opens_before_a_yes() {
    let files: Vec<_> = (0..12).map(|n| (format!("/w/src/{n}.rs"), 2)).collect();
    let world = showing(difference_of(&files));
    let path = world.work.join("a.txt").display().to_string();
    let id = world.held(json!({"tool": "filesystem.write_file", "args": {"path": path, "content": "x\n"}}));
    let tab = signed_in(&world, LAPTOP);
    let page = format!("http://{}/items/{id}", world.address);
    tab.go(&page);
    tab.until("document.querySelectorAll('.viewed input').length === 12");
    tab.eval("[...document.querySelectorAll('.viewed input')].slice(0, 3).forEach((box) => box.click())");
    let closed =
        "[...document.querySelectorAll('details[data-file]:not([open])')].map((f) => f.dataset.file)";
    let count = "document.querySelector('[data-viewed-count]').textContent";
    for _ in 0..2 {
        assert_eq!(tab.eval(closed), json!(["/w/src/0.rs", "/w/src/1.rs", "/w/src/2.rs"]));
        assert_eq!(tab.eval(count), ", 3 of 12 viewed");
        tab.go(&page);
        tab.until("document.querySelectorAll('.viewed input').length === 12");
    }
    tab.eval("document.querySelectorAll('details[data-file]')[7].open = false");
    tab.eval("document.querySelector('[data-end]').scrollIntoView({block: 'center'})");
    tab.until("!('fresh' in document.body.dataset)");
    tab.key("y", false);
    tab.until("document.querySelectorAll('details[data-file]:not([open])').length === 3");
    assert_eq!(world.show(&id)["status"], "pending");
    tab.eval("document.querySelector('[data-end]').scrollIntoView({block: 'center'})");
    tab.until("!('fresh' in document.body.dataset)");
    tab.key("y", false);
    tab.says("Confirmed:");
}
