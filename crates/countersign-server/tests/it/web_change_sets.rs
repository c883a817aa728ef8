//! The page of a change set.

use serde_json::{Value, json};

use super::{
    desk::{Desk, Sheet},
    world::{Ask, World},
};

/// The agent proposes calls in one run, whose set is returned with its page.
fn set_page(world: &World, calls: Vec<Value>) -> (String, Sheet) {
    let items: Vec<String> = calls.into_iter().map(|call| world.held(call)).collect();
    let set = world.show(&items[0])["change_set"].as_str().unwrap().to_owned();
    let page = Desk::new(world).open(&format!("/sets/changes/{set}"));
    (set, page)
}

/// A set of two tasks, three files and a note of the calendar, mixed.
fn mixed(world: &World) -> Vec<Value> {
    let file = |name: &str| {
        let path = world.work.join(name).display().to_string();
        json!({"tool": "filesystem.write_file", "args": {"path": path, "content": "x"}})
    };
    let task = |title: &str| json!({"tool": "task.create_task", "args": {"title": title}});
    vec![file("a.txt"), task("Paint"), file("b.txt"), task("Sand"), file("c.txt")]
}

#[test]
fn h1_headings_of_a_set_are_in_the_language_of_the_reader_with_their_counts() {
    let world = World::new();
    let (set, page) = set_page(&world, mixed(&world));
    let headings = |html: &str| -> Vec<String> {
        let parts = html.split("<details class=\"group\"").skip(1);
        let summary =
            |part: &str| part.split("<summary>").nth(1)?.split("</summary>").next().map(str::to_owned);
        parts.filter_map(summary).collect()
    };
    assert_eq!(headings(&page.html), ["Files (3)", "Tasks (2)"], "{}", page.html);
    let in_german = Ask::get(&format!("/sets/changes/{set}")).header("Accept-Language", "de");
    let german = Desk::new(&world).ask(in_german).text();
    assert_eq!(headings(&german), ["Dateien (3)", "Aufgaben (2)"], "{german}");
}

#[test]
fn h1_the_items_of_a_set_stand_together_under_the_category_of_what_they_change() {
    let world = World::new();
    let (_, page) = set_page(&world, mixed(&world));
    let groups: Vec<&str> = page.html.split("<details class=\"group\"").skip(1).collect();
    let holds = |group: &str, names: &[&str]| names.iter().filter(|name| group.contains(**name)).count();
    let (files, tasks) = (["a.txt", "b.txt", "c.txt"], ["Paint", "Sand"]);
    assert_eq!(groups.len(), 2, "{}", page.html);
    assert_eq!((holds(groups[0], &files), holds(groups[0], &tasks)), (3, 0), "{}", groups[0]);
    assert_eq!((holds(groups[1], &files), holds(groups[1], &tasks)), (0, 2), "{}", groups[1]);
}

/// Behaviour H2: the folder is named once, and what lies outside or is protected keeps its whole path.
#[test]
fn h2_a_set_names_its_files_as_seen_from_the_folder_of_its_run() {
    let world = World::new();
    std::fs::create_dir(world.work.join("docs")).unwrap();
    let write =
        |path: String| json!({"tool": "filesystem.write_file", "args": {"path": path, "content": "x\n"}});
    let at = |name: &str| world.work.join(name).display().to_string();
    let (set, page) = set_page(&world, vec![write(at("docs/a.txt")), write(at("docs/b.txt"))]);
    let inbox = Desk::new(&world).open("/");
    for sheet in [&page, &inbox] {
        let text = sheet.text();
        assert!(text.contains("Create docs/a.txt") && !text.contains(&at("docs")), "{text}");
        assert!(text.contains(&world.work.display().to_string()), "the folder is named: {text}");
    }
    assert!(page.html.contains(&set));
    let (_, page) = set_page(&world, vec![write(at(".env"))]);
    assert!(page.says(&at(".env")), "{}", page.text());
}
