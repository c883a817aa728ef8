//! What people see of a page: columns that can be read, answers where they are looked for, names that can be told apart,
//! and each fact once.

use serde_json::{Value, json};

use super::{
    busy::{Busy, busy},
    driver::{LAPTOP, Screen, TELEPHONE, Tab},
    signed_in,
    triage::fifty,
};
use crate::world::World;

const WIDE: Screen = Screen { width: 1440, ..LAPTOP };
const TABLET: Screen = Screen { width: 820, height: 1180, ..TELEPHONE };

/// Text in columns of less than 8rem, and words on buttons that are broken into several lines.
const NARROW: &str = "(() => { \
    const found = []; const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT); \
    for (let node; (node = walk.nextNode()); ) { \
        const text = node.data.trim(); let at = node.parentElement; \
        if (!text || !at.getClientRects().length || at.closest('.sr-only, table, pre')) continue; \
        const button = at.closest('button, .button'); \
        if (button) { for (const word of node.data.matchAll(/\\S+/g)) { \
            const range = document.createRange(); range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length); \
            const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top))); \
            if (lines.size > 1) found.push('broken: ' + word[0]); } continue; } \
        while (getComputedStyle(at).display.startsWith('inline')) at = at.parentElement; \
        if (text.length > 12 && at.clientWidth < 128) found.push(at.clientWidth + ' px: ' + text); } \
    return found; })()";

fn write(world: &World, path: &str, text: &str) -> Value {
    let item = world.held(json!({"tool": "filesystem.write_file", "args": {"path": path, "content": text}}));
    world.show(&item);
    world.at_work(&world.ana, "item.confirm", json!({"id": item}))["receipt"].clone()
}

#[test]
fn e13_a_receipt_with_a_stale_undo_can_be_read_on_each_screen() {
    let world = World::new();
    std::fs::create_dir_all(world.work.join("docs/a-rather-long-name-for-a-folder")).unwrap();
    let path = "docs/a-rather-long-name-for-a-folder/how-to-use-the-tool-in-practice.md";
    for text in ["one\n", "two\n", "three\n", "four\n"] {
        write(&world, path, text);
    }
    let moved: String = (0..9).map(|n| format!("line {n}\n")).collect();
    write(&world, "moved.md", &moved);
    std::fs::write(world.work.join("moved.md"), moved.replace("line 8", "line eight")).unwrap();
    let tab = signed_in(&world, LAPTOP);
    for screen in [TELEPHONE, TABLET, WIDE] {
        tab.screen(screen);
        for path in ["/receipts", "/since"] {
            tab.go(&format!("http://{}{path}", world.address));
            tab.says("Undo no longer applies");
            let found = tab.eval(NARROW);
            assert_eq!(found, json!([]), "{path} at {}", screen.width);
        }
    }
}

#[test]
fn h6_the_main_answer_looks_like_it_also_while_it_cannot_be_pressed_yet() {
    let world = World::new();
    let item = world.held(json!({"tool": "task.create_task", "args": {"title": "One"}}));
    let tab = signed_in(&world, LAPTOP);
    tab.go(&format!("http://{}/items/{item}", world.address));
    let look = "(() => { const s = getComputedStyle(document.querySelector('form.confirm button')); return [s.backgroundColor, s.color, s.filter, s.opacity]; })()";
    tab.until("!('fresh' in document.body.dataset)");
    let usual = tab.eval(look);
    tab.eval("document.body.dataset.fresh = ''");
    assert_eq!(tab.eval(look), usual);
    assert_eq!(
        tab.eval("getComputedStyle(document.querySelector('form.confirm button')).cursor"),
        "progress"
    );
    let marked = tab.eval("getComputedStyle(document.querySelector('form.confirm button')).backgroundImage");
    assert_ne!(marked, "none", "it is seen that it waits");
}

/// How far the texts of the folded answers are apart in height.
const BASELINES: &str = "(() => { const texts = [...document.querySelectorAll('.decide > details > summary, .besides .button')]; \
    const bottoms = texts.map((one) => { const r = document.createRange(); r.selectNodeContents(one.lastChild ?? one); return r.getBoundingClientRect().bottom; }); \
    return Math.max(...bottoms) - Math.min(...bottoms); })()";

#[test]
fn the_answers_end_at_the_edge_of_the_screen_and_leave_room_on_a_telephone() {
    let Busy { world, pages } = busy();
    let page = |name: &str| {
        let (_, path) = pages.iter().find(|(known, _)| *known == name).unwrap();
        format!("http://{}{path}", world.address)
    };
    let tab = signed_in(&world, WIDE);
    tab.go(&page("rehearsed"));
    assert_eq!(tab.eval("innerHeight - document.querySelector('.decide').getBoundingClientRect().bottom"), 0);
    let apart = tab.eval(BASELINES).as_f64().unwrap();
    assert!(apart <= 2.0, "the answers of one row are {apart} px apart");
    tab.screen(TELEPHONE);
    for name in ["item", "command", "destructive"] {
        tab.go(&page(name));
        let part = tab
            .eval("document.querySelector('.decide').getBoundingClientRect().height / innerHeight")
            .as_f64()
            .unwrap();
        assert!(part < 0.19, "{name}: the answers take {part} of the screen");
    }
}

#[test]
fn the_name_of_a_file_is_seen_in_each_line_of_the_list() {
    let world = World::new();
    let all = fifty(&world);
    let tab = signed_in(&world, LAPTOP);
    let hidden = "(() => [...document.querySelectorAll('.dense .what')].filter((what) => { \
        const tail = what.querySelector('.tail'); const name = tail?.textContent.match(/^[^ ]+/)?.[0]; if (!name) return false; \
        const range = document.createRange(); range.setStart(tail.firstChild, 0); range.setEnd(tail.firstChild, name.length); \
        const [own, box] = [range.getBoundingClientRect(), what.getBoundingClientRect()]; \
        return own.right > box.right + 1 || own.left < box.left; }).map((what) => what.textContent))()";
    for (screen, path) in
        [(TELEPHONE, "/".to_owned()), (TABLET, "/".to_owned()), (WIDE, format!("/items/{}", all[1].0))]
    {
        tab.screen(screen);
        tab.go(&format!("http://{}{path}", world.address));
        assert!(tab.eval("document.querySelectorAll('.dense .tail').length").as_u64().unwrap() > 30);
        assert_eq!(tab.eval(hidden), json!([]), "{path} at {}", screen.width);
    }
    let ends = tab.eval("new Set([...document.querySelectorAll('.beside .when')].map((one) => Math.round(one.getBoundingClientRect().left))).size");
    assert_eq!(ends, 1, "the columns are aligned");
}

/// The text of an element.
fn text(tab: &Tab, selector: &str) -> String {
    tab.until(&format!("document.querySelector({})", json!(selector)));
    tab.eval(&format!("document.querySelector({}).textContent", json!(selector))).as_str().unwrap().to_owned()
}

#[test]
fn h1_the_page_of_an_item_says_each_fact_once() {
    let Busy { world, pages } = busy();
    let tab = signed_in(&world, WIDE);
    let work = world.work.canonicalize().unwrap().display().to_string();
    for name in ["item", "command", "rehearsed", "destructive"] {
        let (_, path) = pages.iter().find(|(known, _)| *known == name).unwrap();
        tab.go(&format!("http://{}{path}", world.address));
        // The call itself, the rule that would say the same, and what is protected have whole paths.
        tab.eval("document.querySelectorAll('.always, .beside, .arguments, .again, .fact-protected').forEach((one) => one.remove())");
        let page = text(&tab, "main");
        // Where two versions are of one size, only their hashes tell them apart.
        tab.eval(
            "document.querySelectorAll('.changes .before, .changes .after').forEach((one) => one.remove())",
        );
        let facts = text(&tab, "main");
        assert!(!facts.contains("blake3"), "{name}: {facts}");
        let absolute = page.matches(&format!("{work}/")).count();
        // What is protected is named whole, and so it is in the reasons.
        let most = if name == "command" { 2 } else { 0 };
        assert!(absolute <= most || name == "destructive", "{name}: {page}");
        let heading = text(&tab, ".details h1");
        assert!(!heading.contains("\\n") && !heading.contains("cp "), "{heading}");
        let said = tab.eval("[...document.querySelectorAll('main .not-shown')].filter((one) => /not shown in full/i.test([...one.childNodes].filter((n) => !n.matches?.('.sr-only')).map((n) => n.textContent).join(''))).length");
        assert!(said.as_u64().unwrap() <= 1, "{name}: {said} times");
    }
    let (_, path) = pages.iter().find(|(known, _)| *known == "rehearsed").unwrap();
    tab.go(&format!("http://{}{path}", world.address));
    let first = tab.eval("document.querySelector('.difference table.cells').getBoundingClientRect().top < document.querySelector('.difference table.diff').getBoundingClientRect().top");
    assert_eq!(first, true, "what can be read comes first");
    assert!(text(&tab, ".beside").contains("Release 1.2"), "the list names the run");
}
