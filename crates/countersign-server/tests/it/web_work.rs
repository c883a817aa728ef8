//! Steps, questions, stages and working sets at the review desk.

use std::{fs, path::PathBuf};

use countersign_tools::stage::Stages;
use serde_json::{Value, json};

use super::{desk::Desk, world::World};

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_else(|| panic!("no {name} in {value}")).to_owned()
}

fn run(world: &World) -> String {
    text(&world.at_work(&world.codex, "run.start", json!({"title": "Ship it"})), "id")
}

/// A step that its agent reports as done, without evidence.
fn step(world: &World, run: &str, title: &str) -> String {
    let step = text(&world.at_work(&world.codex, "step.begin", json!({"run": run, "title": title})), "id");
    let report = json!({"run": run, "outcome": "succeeded", "notes": "looks fine to me"});
    let told = world.at_work(&world.codex, "step.report", report);
    assert_eq!(told["answer"], "ask", "{told}");
    step
}

fn step_status(world: &World, step: &str) -> String {
    text(&world.at_work(&world.ana, "step.show", json!({"id": step})), "status")
}

#[test]
fn a_step_shows_its_evidence_before_the_agents_words_and_is_answered_by_plain_forms() {
    let world = World::new();
    let run = run(&world);
    let desk = Desk::new(&world);
    let first = step(&world, &run, "Write it");
    assert!(desk.open("/").says("A step"), "it waits in the inbox");
    let page = desk.open(&format!("/steps/{first}"));
    let words = page.text();
    let at = |what: &str| words.find(what).unwrap_or_else(|| panic!("{what}: {words}"));
    assert!(at("Confidence") < at("Evidence") && at("Evidence") < at("looks fine to me"), "{words}");
    assert!(page.says("supported (0.") && page.says("The agent says: “looks fine to me”"), "{words}");
    let again = desk.press(&page, "step.retry", &first);
    assert_eq!(step_status(&world, &first), "running", "{}", again.html);
    world.at_work(&world.codex, "step.report", json!({"run": run, "outcome": "succeeded"}));
    let yes = desk.press(&desk.open(&format!("/steps/{first}")), "step.approve", &first);
    assert!(step_status(&world, &first) == "completed" && yes.says("Decided byana"), "{}", yes.text());
    let second = step(&world, &run, "Break it");
    let no =
        desk.fill(&desk.open(&format!("/steps/{second}")), "step.reject", &[("reason", "mend it first")]);
    assert!(step_status(&world, &second) == "failed" && no.says("mend it first"), "{}", no.html);
    let third = step(&world, &run, "Skip it");
    desk.press(&desk.open(&format!("/steps/{third}")), "step.skip", &third);
    assert_eq!(step_status(&world, &third), "skipped");
}

#[test]
fn what_a_step_did_is_taken_back_from_its_page() {
    let world = World::new();
    let run = run(&world);
    let id = text(&world.at_work(&world.codex, "step.begin", json!({"run": run, "title": "Write it"})), "id");
    let call =
        json!({"run": run, "tool": "filesystem.write_file", "args": {"path": "a.txt", "content": "x"}});
    let item = text(&world.at_work(&world.codex, "call.propose", call)["item"], "id");
    world.at_work(&world.ana, "show", json!({"id": item}));
    world.at_work(&world.ana, "item.confirm", json!({"id": item}));
    let desk = Desk::new(&world);
    let ask = desk.open(&format!("/steps/{id}/rollback"));
    assert!(ask.says("1 effect would be undone"), "{}", ask.html);
    let back = desk.fill(&ask, "step.rollback", &[]);
    assert!(back.says("1 effect undone") && !world.work.join("a.txt").exists(), "{}", back.html);
}

fn ask(world: &World, run: &str, more: Value) -> String {
    let mut input = json!({"run": run, "text": "Which branch?"});
    input.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap());
    text(&world.at_work(&world.codex, "question.ask", input), "id")
}

fn answer(world: &World, question: &str) -> Value {
    world.at_work(&world.ana, "question.show", json!({"id": question}))["answer"].clone()
}

#[test]
fn e11_f5_a_question_is_answered_by_a_button_and_taken_back_until_the_agent_was_told() {
    let world = World::new();
    let run = run(&world);
    let asked = ask(&world, &run, json!({"choices": ["main", "next"], "default": "main", "timeout_s": 3600}));
    let path = format!("/questions/{asked}");
    let desk = Desk::new(&world);
    let page = desk.open(&path);
    assert!(page.says("codex asks") && page.says("Which branch?"), "{}", page.html);
    assert!(page.says("in 59 minutes") && page.says("then the default answer is used"), "{}", page.html);
    assert!(
        page.html.contains("value=\"next\"") && !page.html.contains("<textarea id=\"answer"),
        "{}",
        page.html
    );
    let given = desk.fill(&page, "question.answer", &[("answer", "next")]);
    assert_eq!(answer(&world, &asked), "next");
    assert!(given.says("It can be taken back until the agent is told"), "{}", given.html);
    let open = desk.press(&given, "question.take_back", &asked);
    assert!(answer(&world, &asked).is_null() && open.html.contains("value=\"next\""), "{}", open.html);
    desk.fill(&open, "question.answer", &[("answer", "main")]);
    world.at_work(&world.codex, "question.show", json!({"id": asked}));
    let told = desk.open(&path);
    assert!(told.says("the agent was told") && !told.html.contains("take_back"), "{}", told.html);
}

#[test]
fn f5_a_question_takes_free_text_and_an_answer_to_work_it_through_again() {
    let world = World::new();
    let run = run(&world);
    let asked = ask(&world, &run, json!({}));
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/questions/{asked}"));
    let empty = desk.fill(&page, "question.answer", &[("answer", "")]);
    assert!(empty.status >= 400 && answer(&world, &asked).is_null(), "{}", empty.html);
    let given = desk.fill(&page, "question.answer", &[("answer", "the blue one"), ("rerun", "on")]);
    assert_eq!(answer(&world, &asked), "the blue one");
    assert!(given.says("it was sent as an instruction"), "{}", given.html);
    assert!(desk.open(&format!("/runs/{run}")).says("the blue one"), "it is the run's memory");
    let late = desk.fill(&page, "question.answer", &[("answer", "the red one")]);
    assert_eq!(late.status, 409, "the first answer wins: {}", late.html);
}

/// A stage with two files, one of them changed in two places; and its folder.
pub fn stage(world: &World) -> (String, PathBuf) {
    let lines: String = (1..=40).map(|n| format!("line {n}\n")).collect();
    fs::write(world.work.join("long.txt"), &lines).unwrap();
    let begun = world.at_work(&world.codex, "stage.begin", json!({"roots": [world.work]}));
    let stage = text(&begun, "id");
    world.at_work(&world.codex, "stage.note", json!({"id": stage, "begins": "make notes"}));
    let ended = json!({"id": stage, "ended": {"exit_code": 0}, "denied": ["network: example.com:443"]});
    world.at_work(&world.codex, "stage.note", ended);
    let folder = world.work.parent().unwrap().join("stages");
    let stages = Stages { folder, ..Stages::default() };
    let held = stages.hold(&stage).unwrap();
    let layers = stages.layers(&held, &stage, std::slice::from_ref(&world.work)).unwrap();
    // Depending on the machine: a copy of the folder, or an overlay.
    let inside = Some(layers.copy(0)).filter(|copy| copy.is_dir());
    let inside = inside.unwrap_or_else(|| layers.upper(0).0);
    let both = lines.replace("line 3\n", "line three\n").replace("line 37\n", "line 37 and more\n");
    fs::write(inside.join("long.txt"), both).unwrap();
    fs::write(inside.join("new.txt"), "new\n").unwrap();
    (stage, inside)
}

#[test]
fn a_stage_shows_its_net_difference_by_file_and_hunk_and_lands_only_what_was_chosen() {
    let world = World::new();
    let (stage, _) = stage(&world);
    let desk = Desk::new(&world);
    assert!(desk.open("/stages").html.contains(&format!("/stages/{stage}")));
    let path = format!("/stages/{stage}");
    let page = desk.open(&path);
    for told in ["$ make notes", "exit 0", "1 attempt was denied", "network: example.com:443"] {
        assert!(page.says(told), "{told}: {}", page.html);
    }
    assert!(page.says("2 files") && page.says("line 37 and more") && page.says("+2 −2"), "{}", page.html);
    let long = world.work.join("long.txt");
    let hunk = "long.txt#2";
    assert!(page.html.contains(&format!("value=\"{hunk}\"")), "{}", page.html);

    let none = desk.choose(&page, "land", &[]);
    assert!(
        none.status == 400 && none.says("nothing was chosen"),
        "no tick is not everything: {}",
        none.html
    );
    assert!(!fs::read_to_string(&long).unwrap().contains("and more"));

    let part = desk.choose(&page, "land", &[("only[]", hunk)]);
    assert!(part.says("Landed:") && part.says("Undo"), "{}", part.html);
    let real = fs::read_to_string(&long).unwrap();
    assert!(real.contains("line 37 and more") && real.contains("line 3\n"), "{real}");
    assert!(!world.work.join("new.txt").exists());

    let all = desk.fill(&desk.open(&path), "stage.land", &[]);
    assert!(all.says("Landed:"), "{}", all.html);
    assert!(world.work.join("new.txt").exists() && fs::read_to_string(&long).unwrap().contains("line three"));
    let undone = desk.fill(&all, "receipt.undo", &[]);
    assert!(undone.says("Undone:") && !world.work.join("new.txt").exists(), "{}", undone.html);
}

/// A stage with a thousand changed files in twenty folders, one new, one deleted, and a protected one.
pub fn large_stage(world: &World) -> (String, PathBuf) {
    let text = |n: usize| (1..=30).map(|l| format!("let value_{l} = {n};\n")).collect::<String>();
    for n in 0..1_000 {
        let folder = world.work.join(format!("crates/part-{:02}/src", n % 20));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("module_{n:03}.rs")), text(n)).unwrap();
    }
    let begun = world.at_work(&world.codex, "stage.begin", json!({"roots": [world.work]}));
    let stage = crate::web_work::text(&begun, "id");
    world.at_work(&world.codex, "stage.note", json!({"id": stage, "begins": "rename all values"}));
    let stages = Stages { folder: world.work.parent().unwrap().join("stages"), ..Stages::default() };
    let held = stages.hold(&stage).unwrap();
    let layers = stages.layers(&held, &stage, std::slice::from_ref(&world.work)).unwrap();
    let inside = Some(layers.copy(0)).filter(|copy| copy.is_dir());
    let inside = inside.unwrap_or_else(|| layers.upper(0).0);
    for n in 0..1_000 {
        let folder = inside.join(format!("crates/part-{:02}/src", n % 20));
        fs::create_dir_all(&folder).unwrap();
        let changed = text(n).replace("value_3 ", "total_3 ").replace("value_28 ", "total_28 ");
        fs::write(folder.join(format!("module_{n:03}.rs")), changed).unwrap();
    }
    fs::create_dir_all(inside.join("tools")).unwrap();
    fs::write(inside.join("tools/new.sh"), "#!/bin/sh\n").unwrap();
    fs::write(inside.join(".env"), "TOKEN=1\n").unwrap();
    (stage, inside)
}

#[test]
fn h7_a_thousand_files_are_a_tree_whose_differences_come_one_by_one() {
    let world = World::new();
    let (stage, _) = large_stage(&world);
    let desk = Desk::new(&world);
    let path = format!("/stages/{stage}");
    let page = desk.open(&path);
    assert!(page.html.len() < 300_000, "{} bytes", page.html.len());
    for told in
        ["1002 files", "+2002 −2000", "crates/", "part-07/src/", "Protected, asked for by name", ".env"]
    {
        assert!(
            page.says(told) || page.says(&told.replace("1002", "1,002")),
            "{told}: {}",
            &page.html[..9_000]
        );
    }
    assert!(!page.says("total_28") && page.says("Not every difference is on this page"));
    let link = page.html.split("href=\"").filter(|part| part.starts_with("?file=")).nth(3).unwrap();
    let one = desk.open(&format!("{path}{}", link.split(['"', '#']).next().unwrap()));
    assert_eq!(one.html.matches("total_28").count(), 1, "that file's difference, and no other");
    // What is asked for by name is in no "all", and the page says so.
    assert!(
        page.says("Land all but the protected path") && page.says("Lands only if you tick or name it itself")
    );
    let forms = page.html.split("<form").filter(|form| form.contains("/do/stage.land"));
    assert_eq!(forms.filter(|form| form.contains("name=\"except[]\"") && form.contains(".env\"")).count(), 1);
    let whole = desk.choose(&page, "land", &[("only[]", world.work.to_str().unwrap())]);
    assert!(
        whole.says("must be asked for by name") && !world.work.join(".env").exists(),
        "{}",
        &whole.html[..9_000]
    );
    // A folder is everything in it.
    let folder = world.work.join("crates/part-07/src");
    let landed = desk.choose(&page, "land", &[("only[]", folder.to_str().unwrap())]);
    assert!(landed.says("Landed:"), "{}", &landed.html[..9_000]);
    let real = |name: &str| fs::read_to_string(world.work.join(name)).unwrap();
    assert!(real("crates/part-07/src/module_007.rs").contains("total_3"));
    assert!(
        !real("crates/part-08/src/module_008.rs").contains("total_3") && !world.work.join(".env").exists()
    );
    assert!(desk.open(&path).says("950") || desk.open(&path).says("952 files"));
}

#[test]
fn c2_a_page_of_a_stage_that_is_behind_lands_nothing() {
    let world = World::new();
    let (stage, inside) = stage(&world);
    let desk = Desk::new(&world);
    let before = desk.open(&format!("/stages/{stage}"));
    fs::write(inside.join("new.txt"), "evil\n").unwrap();
    let late = desk.fill(&before, "stage.land", &[]);
    assert!(late.status == 409 && late.says("new.txt"), "{}", late.html);
    assert!(!world.work.join("new.txt").exists());
}

#[test]
fn d2_what_moved_meanwhile_is_told_and_left_out_and_a_stage_is_thrown_away_after_a_second_look() {
    let world = World::new();
    let (stage, _) = stage(&world);
    fs::write(world.work.join("new.txt"), "mine\n").unwrap();
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/stages/{stage}"));
    assert!(
        page.says("1 path was also changed outside the stage") && page.says("Land all except these"),
        "{}",
        page.html
    );
    let others = desk.fill(&page, "stage.land", &[]);
    assert!(others.says("Landed:"), "{}", others.html);
    assert_eq!(fs::read_to_string(world.work.join("new.txt")).unwrap(), "mine\n");
    let ask = desk.open(&format!("/stages/{stage}/drop"));
    assert!(ask.says("cannot be recovered"), "{}", ask.html);
    desk.press(&ask, "stage.drop", &stage);
    let gone = desk.open(&format!("/stages/{stage}"));
    assert!(gone.says("It was discarded") && !gone.html.contains("/do/stage.land"), "{}", gone.html);
}

fn things(world: &World, set: &str) -> Vec<String> {
    let set = world.at_work(&world.ana, "working_set.show", json!({"id": set}));
    set["entries"].as_array().unwrap().iter().map(|e| text(e, "thing")).collect()
}

#[test]
fn f6_e10_a_working_set_is_made_filled_marked_ordered_and_each_of_it_undone_from_the_bar() {
    let world = World::new();
    let (one, two) = (world.propose("Write the report"), world.propose("Send the report"));
    let desk = Desk::new(&world);
    let made =
        desk.fill(&desk.open("/sets"), "working_set.create", &[("name", "Today"), ("things:lines", "")]);
    assert!(made.says("Created:") && made.says("Today"), "{}", made.html);
    let listed =
        world.direct(&world.engine.authenticate(Some(&world.ana)).unwrap(), "working_set.list", json!({}));
    let set = text(&listed["working_sets"][0], "id");
    let path = format!("/sets/{set}");
    let both = format!("{one}\r\n{two}\r\npr:1234");
    let added = desk.fill(&desk.open(&path), "working_set.add", &[("things:lines", &both)]);
    assert!(added.says("3 things") && added.says("Write the report"), "{}", added.html);

    let pinned = desk.press(&added, "working_set.mark", &format!("things[]={one}&state=pinned"));
    assert!(pinned.says("pinned"), "{}", pinned.html);
    let cleared = desk.fill(&pinned, "receipt.undo", &[]);
    assert!(!cleared.html.contains(">pinned</span>"), "{}", cleared.html);

    let up = desk.press(
        &cleared,
        "working_set.reorder",
        &format!("things[]={two}&things[]={one}&things[]=pr:1234"),
    );
    assert_eq!(things(&world, &set)[0], two, "{}", up.html);
    desk.fill(&up, "receipt.undo", &[]);
    assert_eq!(things(&world, &set)[0], one);

    let out = desk.press(&desk.open(&path), "working_set.remove", "pr:1234");
    assert_eq!(things(&world, &set).len(), 2, "{}", out.html);
    desk.fill(&out, "receipt.undo", &[]);
    assert_eq!(things(&world, &set).len(), 3);

    let named = desk.fill(&desk.open(&path), "working_set.rename", &[("name", "Tomorrow")]);
    assert!(named.says("Tomorrow"), "{}", named.html);
    let focused = desk.press(&named, "working_set.focus", &set);
    assert!(focused.says("your focus"), "{}", focused.html);
    let gone = desk.fill(&focused, "working_set.delete", &[]);
    assert!(gone.says("Deleted:") && gone.says("No working sets yet."), "{}", gone.html);
    assert!(gone.path.starts_with("/sets?"), "its own page is gone: {}", gone.path);
    let back = desk.fill(&gone, "receipt.undo", &[]);
    assert!(back.says("Tomorrow"), "{}", back.html);
    let unknown = desk.fill(&desk.open(&path), "working_set.add", &[("things:lines", "i999")]);
    assert!(unknown.status == 404 && things(&world, &set).len() == 3, "{}", unknown.html);
}

#[test]
fn f6_a_thing_of_a_large_set_is_moved_on_a_page_of_its_own() {
    let world = World::new();
    let ana = world.engine.authenticate(Some(&world.ana)).unwrap();
    let many: Vec<String> = (0..40).map(|n| format!("pr:{n}")).collect();
    let set = text(&world.direct(&ana, "working_set.create", json!({"name": "Many", "things": many})), "id");
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/sets/{set}"));
    assert!(!page.html.contains("/do/working_set.reorder"), "a button for each would name each order");
    let picked = desk.open(&format!("/sets/{set}?move=40"));
    desk.press(&picked, "working_set.reorder", "things[]=pr:39&things[]=pr:0&");
    assert_eq!(things(&world, &set)[0], "pr:39");
}
