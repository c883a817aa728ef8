//! Going through much that waits: the list beside the thing under review, by keyboard and by finger.

use std::time::Instant;

use serde_json::{Value, json};

use super::{
    driver::{LAPTOP, Screen, TELEPHONE, Tab},
    signed_in,
};
use crate::{
    web_diff::{difference_of, showing},
    world::World,
};

const AGENTS: [&str; 5] = ["claude-code", "codex", "cursor", "goose", "opencode"];

/// What is done to an item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    Yes,
    No,
    Later,
    /// A yes to something destructive: by its button.
    Delete,
}

/// What five agents propose during a day: edits, new files, tasks, deletions.
pub fn fifty(world: &World) -> Vec<(String, Answer)> {
    let put = |name: &str, text: &str| {
        let file = world.work.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    let body = |n: usize, changed: bool| -> String {
        let line = |l: usize| match changed && l % 9 == n % 9 {
            true => format!("    total += self.rates[{l}] * days;  // module {n}\n"),
            false => format!("    total += self.rates[{l}] * hours;\n"),
        };
        (0..20 + 7 * (n % 4)).map(line).collect()
    };
    put("docs/README.md", "# Documents\n");
    put("data/README.md", "# Rates\n");
    let mut all = Vec::new();
    for (a, agent) in AGENTS.into_iter().enumerate() {
        let made = world.token_of(json!({"kind": "agent", "name": agent})).json();
        let token = made["token"].as_str().unwrap().to_owned();
        let propose = |tool: &str, args: Value, says: &str| -> String {
            let input = json!({"tool": tool, "args": args, "human_summary": says});
            let answer = world.at_work(&token, "call.propose", input);
            answer["item"]["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
        };
        for n in 0..5 {
            let name = format!("src/{agent}/module_{n}.rs");
            put(&name, &body(n + a, false));
            let args = json!({"path": name, "content": body(n + a, true)});
            let item = propose("filesystem.write_file", args, "Bill by days, not by hours");
            all.push((item, if n == 3 { Answer::No } else { Answer::Yes }));
        }
        let args =
            json!({"path": format!("docs/{agent}.md"), "content": "# Rates\n\nThey are per day now.\n"});
        all.push((propose("filesystem.write_file", args, "Say so in the documents"), Answer::Yes));
        for n in 0..2 {
            let args = json!({"title": format!("Check invoice {a}{n} by hand")});
            let item = propose("task.create_task", args, "For later");
            all.push((item, if n == 0 { Answer::Yes } else { Answer::Later }));
        }
        let table: String = (0..12).map(|l| format!("2026-11-{l:02},{a},{}\n", l * 3)).collect();
        let args = json!({"path": format!("data/{agent}.csv"), "content": table});
        all.push((propose("filesystem.write_file", args, "New rates"), Answer::Yes));
        let old = format!("src/{agent}/old.rs");
        put(&old, "// nobody uses this\n");
        let item = propose("filesystem.delete_file", json!({"path": old}), "Nobody uses it");
        all.push((item, Answer::Delete));
    }
    assert_eq!(all.len(), 50);
    all
}

fn wanted(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes | Answer::Delete => "applied",
        Answer::No => "rejected",
        Answer::Later => "deferred",
    }
}

/// The item on the page, once it is there with nothing under way.
fn here(tab: &Tab) -> String {
    tab.until("document.querySelector('[data-panel]') && !document.querySelector('main [aria-busy]')");
    tab.eval("document.querySelector('[data-panel]').dataset.item").as_str().unwrap().to_owned()
}

/// Whether what an answer decides has been on the screen to its end.
const SEEN: &str = "document.querySelector('[data-end]').getBoundingClientRect().top <= \
                    document.querySelector('.decide').getBoundingClientRect().top + 1";

/// Goes through all fifty; `act` answers the item on the page and returns how many keys or touches that took.
fn triage(world: &World, tab: &Tab, act: impl Fn(&Tab, Answer) -> usize) -> (usize, f64) {
    let all = fifty(world);
    tab.go(&format!("http://{}/", world.address));
    assert_eq!(tab.eval("document.querySelectorAll('.dense li').length"), 50);
    let rows = "[...document.querySelectorAll('.dense li')].filter(e => e.getBoundingClientRect().bottom < innerHeight).length";
    let fit = tab.eval(rows).as_u64().unwrap();
    assert!(fit >= if tab_is_wide(tab) { 20 } else { 8 }, "{fit} lines are on the screen");
    let begun = Instant::now();
    tab.press(".looks a", "Review one by one");
    tab.until("document.querySelector('[data-panel]')");
    tab.eval(WATCH);
    let mut steps = 1;
    for n in 0..all.len() {
        let item = here(tab);
        let (_, answer) = all.iter().find(|(id, _)| *id == item).unwrap();
        assert_eq!(world.show(&item)["status"], "pending", "{n}: it has not been decided yet");
        let on = match n + 1 == all.len() {
            true => "location.pathname === '/'".to_owned(),
            false => format!("document.querySelector('[data-panel]')?.dataset.item !== '{item}'"),
        };
        steps += act(tab, *answer);
        // A page that moved at that moment, because of the answer before, takes none: a person presses again.
        if !within(tab, &on, 5) {
            assert_eq!(world.show(&item)["status"], "pending", "{item}: {answer:?}");
            steps += act(tab, *answer);
        }
        tab.until(&on);
        assert_eq!(world.show(&item)["status"], wanted(*answer), "{item}: {answer:?}");
    }
    (steps, begun.elapsed().as_secs_f64() / 50.0)
}

/// Whether an expression becomes true within so many seconds.
fn within(tab: &Tab, on: &str, seconds: u64) -> bool {
    let until = Instant::now() + std::time::Duration::from_secs(seconds);
    while tab.eval(&format!("!!({on})")) != true {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    true
}

/// Notes how long it takes from a key or a click to the picture of the next thing.
const WATCH: &str = "(() => { window.took = []; let since = 0; \
    const panel = () => document.querySelector('[data-panel]')?.dataset.item; let last = panel(); \
    for (const what of ['keydown', 'click']) addEventListener(what, () => (since = performance.now()), true); \
    new MutationObserver(() => { if (panel() === last) return; last = panel(); const from = since; \
        requestAnimationFrame(() => took.push(performance.now() - from)); }) \
        .observe(document.body, {childList: true, subtree: true}); })()";
const MEDIAN: &str = "Math.round(took.sort((a, b) => a - b)[took.length >> 1])";

fn tab_is_wide(tab: &Tab) -> bool {
    tab.eval("innerWidth > 1000") == true
}

#[test]
fn h6_h7_fifty_items_of_five_agents_are_gone_through_by_keyboard_and_none_is_decided_unseen() {
    let world = World::new();
    let tab = signed_in(&world, LAPTOP);
    let (keys, seconds) = triage(&world, &tab, |tab, answer| {
        let mut keys = 0;
        let key = match answer {
            Answer::Yes => "y",
            Answer::No => "n",
            Answer::Later => "d",
            Answer::Delete => {
                tab.click("form.confirm button");
                return 1;
            }
        };
        // A key that finds more below shows it first.
        let before = tab.eval("document.querySelector('[data-panel]').dataset.item");
        for _ in 0..8 {
            let was_seen = tab.eval(SEEN) == true;
            tab.key(key, false);
            keys += 1;
            if was_seen || key != "y" {
                break;
            }
            assert_eq!(tab.eval("document.querySelector('[data-panel]').dataset.item"), before);
            // What has just come on the screen cannot be answered yet.
            tab.until(&format!("!({SEEN}) || 'fresh' in document.body.dataset"));
        }
        keys
    });
    println!("by keyboard: {keys} keys for 50 items, {seconds:.1} s each");
    println!(
        "from the last key or click to the next thing on the screen: {} ms at the median",
        tab.eval(MEDIAN)
    );
    assert!(keys <= 75, "{keys} keys");
}

#[test]
fn h6_h7_fifty_items_are_gone_through_on_a_telephone_with_a_thumb() {
    let world = World::new();
    let tab = signed_in(&world, TELEPHONE);
    let (touches, seconds) = triage(&world, &tab, |tab, answer| {
        let button = match answer {
            Answer::Yes | Answer::Delete => "form.confirm button",
            Answer::No => "form[data-op=\"item.reject\"] button",
            Answer::Later => "[data-op=\"item.defer\"]",
        };
        let low = tab.eval(&format!(
            "document.querySelector('{button}').getBoundingClientRect().top > innerHeight * 0.6"
        ));
        assert_eq!(low, true, "the answers are in reach of a thumb");
        tab.click(button);
        1
    });
    println!("by touch: {touches} touches for 50 items, {seconds:.1} s each");
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
    let pending = world.at_work(&world.ana, "inbox.list", json!({"limit": 100}));
    assert_eq!(pending["items"].as_array().unwrap().len(), 50, "nothing was decided");
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
    let pending = world.at_work(&world.ana, "inbox.list", json!({"limit": 100}));
    assert_eq!(pending["items"].as_array().unwrap().len(), 50, "a swipe decides nothing");
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
