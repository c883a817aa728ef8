//! Receipts at the review desk: what landed, its undo or the reason why there is none, and what is new.

use std::fs;

use serde_json::{Value, json};

use super::{
    desk::Desk,
    world::{Ask, World},
};

/// The agent proposes a task and Ana confirms it; returns the receipt's id.
fn landed(world: &World, title: &str) -> String {
    let item = world.propose(title);
    world.show(&item);
    let reply =
        world.send(Ask::post(&format!("/v1/items/{item}/confirm")).bearer(&world.ana).json(json!({})));
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["receipt"]["id"].as_str().unwrap().to_owned()
}

fn receipt(world: &World, id: &str) -> Value {
    world.send(Ask::get(&format!("/v1/show/{id}")).bearer(&world.ana)).json()["receipt"].clone()
}

/// The agent calls a file tool, and Ana confirms it; returns the receipt.
fn done(world: &World, tool: &str, args: Value) -> Value {
    let held = world.at_work(&world.codex, "call.propose", json!({"tool": tool, "args": args}));
    let item = held["item"]["id"].as_str().unwrap_or_else(|| panic!("{held}"));
    let shown = world.at_work(&world.ana, "show", json!({"id": item}));
    let yes = json!({"id": item, "typed": shown["item"]["typed"]});
    let done = world.at_work(&world.ana, "item.confirm", yes);
    assert_eq!(done["status"], "applied", "{done}");
    done["receipt"].clone()
}

#[test]
fn e1_e4_a_receipt_says_who_allowed_it_is_undone_and_the_undo_is_undone() {
    let world = World::new();
    let id = landed(&world, "Write the report");
    let desk = Desk::new(&world);
    let list = desk.open("/receipts");
    assert!(list.says("Write the report") && list.says("codex") && list.says("ana"), "{}", list.html);
    let page = desk.open(&format!("/receipts/{id}"));
    for text in
        ["Allowed by", "ana (level 1: same user)", "task.create_task", "This can be undone exactly", "Took"]
    {
        assert!(page.says(text), "{text}: {}", page.html);
    }
    let undone = desk.fill(&page, "receipt.undo", &[]);
    assert!(undone.says("Undone by ana") && undone.says("The undo has its own receipt"), "{}", undone.html);
    assert_eq!(receipt(&world, &id)["undone"]["by"], "person:ana");
    let again = receipt(&world, &id)["undone"]["receipt"].as_str().unwrap().to_owned();
    assert!(undone.html.contains(&format!("/receipts/{again}")), "{}", undone.html);
    let redone = desk.fill(&desk.open(&format!("/receipts/{again}")), "receipt.undo", &[]);
    assert!(redone.says("Undone by ana"), "{}", redone.html);
    assert!(receipt(&world, &again)["undone"].is_object());
}

#[test]
fn e3_e6_a_stale_undo_is_refused_with_the_difference_and_tried_again_later() {
    let world = World::new();
    fs::write(world.work.join("a.txt"), "one\n").unwrap();
    let made = done(&world, "filesystem.write_file", json!({"path": "a.txt", "content": "two\n"}));
    let page_path = format!("/receipts/{}", made["id"].as_str().unwrap());
    fs::write(world.work.join("a.txt"), "three\n").unwrap();
    let desk = Desk::new(&world);
    let refused = desk.fill(&desk.open(&page_path), "receipt.undo", &[]);
    assert_eq!(refused.status, 409, "{}", refused.html);
    assert!(refused.says("a.txt") && refused.says("-two") && refused.says("+three"), "{}", refused.html);
    assert_eq!(fs::read_to_string(world.work.join("a.txt")).unwrap(), "three\n", "nothing is touched");
    // Wherever the receipt is shown, its button has the current state, and can be tried again.
    for path in [&page_path, "/receipts"] {
        let page = desk.open(path);
        assert!(page.says("Undo no longer applies:") && page.says("a.txt"), "{}", page.html);
        assert!(page.html.contains("disabled>Undo<") && page.says("Look again"), "{}", page.html);
    }
    fs::write(world.work.join("a.txt"), "two\n").unwrap();
    let undone = desk.fill(&desk.open(&page_path), "receipt.undo", &[]);
    assert!(undone.says("Undone by ana") && !undone.says("does not fit"), "{}", undone.html);
    assert_eq!(fs::read_to_string(world.work.join("a.txt")).unwrap(), "one\n");
}

#[test]
fn e1_a_rollback_is_confirmed_on_its_own_with_its_caveats_and_what_it_does() {
    let world = World::new();
    let (one, other) = (world.work.join("a.csv"), world.work.join("other.csv"));
    fs::write(&one, "n\n1\n").unwrap();
    fs::hard_link(&one, &other).unwrap();
    let made = done(&world, "data.write_csv", json!({"path": "a.csv", "header": ["n"], "rows": [[2]]}));
    assert_eq!(made["undo_action"]["label"], "Rollback", "{made}");
    let id = made["id"].as_str().unwrap();
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/receipts/{id}"));
    assert!(!page.html.contains("action=\"/do/receipt.undo\""), "one press is not enough: {}", page.html);
    assert!(!desk.open("/receipts").html.contains("formaction=\"/do/receipt.undo\""));
    let ask = desk.open(&format!("/receipts/{id}/rollback"));
    let cue = made["rollback_cues"][0].as_str().unwrap();
    assert!(ask.says(cue) && ask.says("What the rollback does") && ask.says("a.csv"), "{}", ask.html);
    let back = desk.fill(&ask, "receipt.undo", &[]);
    assert!(back.says("Undone by ana"), "{}", back.html);
    assert_eq!(fs::read_to_string(&one).unwrap(), "n\n1\n");
}

#[test]
fn e1_e8_what_is_irreversible_says_why_and_what_can_be_repeated_passes_the_gate() {
    let world = World::new();
    let ran = done(&world, "shell.run", json!({"command": "echo hi >> ../outside.txt"}));
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/receipts/{}", ran["id"].as_str().unwrap()));
    let why = ran["irreversible_reason"].as_str().unwrap_or_else(|| panic!("{ran}"));
    assert!(page.says("Cannot be undone") && page.says(why), "{}", page.html);
    assert!(!page.html.contains("/do/receipt.undo"), "{}", page.html);
    let asked = desk.press(&page, "receipt.rerun", "id=");
    assert!(asked.says("It was proposed again"), "{}", asked.html);
    let inbox = desk.open("/");
    assert!(inbox.html.contains("data-item=\"i"), "it waits for a yes like any call: {}", inbox.html);
}

#[test]
fn e8_c1_several_are_proposed_again_each_for_itself_and_by_persons_alone() {
    let world = World::new();
    let receipts = [landed(&world, "Paint"), "rc9999".to_owned(), landed(&world, "Sand")];
    let again = |token: &str| {
        let input = json!({"receipts": receipts});
        world.send(Ask::post("/v1/receipts/rerun-selected").bearer(token).json(input))
    };
    for other in [&world.codex, &world.laura] {
        assert_eq!(again(other).status, 403);
    }
    let told = again(&world.ana).json();
    let results = told["results"].as_array().unwrap_or_else(|| panic!("{told}"));
    let proposed: Vec<_> = results.iter().map(|one| (&one["receipt"], &one["proposed"])).collect();
    let want: Vec<_> = [true, false, true].map(Value::from).to_vec();
    assert_eq!(proposed.iter().map(|(_, is)| (*is).clone()).collect::<Vec<_>>(), want, "{told}");
    assert_eq!(proposed[1].0, "rc9999");
    let item = results[2]["item"].as_str().unwrap();
    assert_eq!(world.show(item)["status"], "pending", "it waits like any proposal");
}

#[test]
fn e10_what_is_new_since_the_last_visit_is_listed_with_its_way_back_until_it_is_marked() {
    let world = World::new();
    landed(&world, "Write the report");
    world.propose("Send the report");
    let desk = Desk::new(&world);
    let news = desk.open("/since");
    assert!(news.says("Write the report") && news.says("Send the report"), "{}", news.html);
    assert!(news.html.contains("/do/receipt.undo") && news.says("1 thing waits for you"), "{}", news.html);
    let seen = desk.fill(&news, "visit.since", &[]);
    assert!(seen.says("Nothing new.") && seen.says("Your last visit was"), "{}", seen.html);
    landed(&world, "Burn the report");
    let more = desk.open("/since");
    assert!(more.says("Burn the report") && !more.says("Write the report"), "{}", more.html);
    let undone = desk.press(&more, "receipt.undo", "id=rc");
    assert!(undone.says("Undone:"), "{}", undone.html);
}

#[test]
fn receipts_are_paged_and_those_of_one_run_can_be_had_alone() {
    let world = World::new();
    let ids: Vec<String> = (0..51).map(|n| landed(&world, &format!("Report number {n}"))).collect();
    let desk = Desk::new(&world);
    let first = desk.open("/receipts");
    assert!(first.says("Report number 50") && !first.says("Report number 0"), "newest first");
    let next = first.html.split("rel=\"next\"").next().unwrap().rsplit("href=\"").next().unwrap();
    let older = desk.open(next.split('"').next().unwrap());
    assert!(older.says("Report number 0") && !older.says("Report number 50"), "{}", older.html);
    let run = receipt(&world, &ids[0])["run"].as_str().unwrap().to_owned();
    assert!(desk.open(&format!("/receipts?run={run}")).says("only from the run"));
    assert_eq!(desk.get("/receipts/rc999").status, 404);
}

#[test]
fn h2_hostile_words_are_only_words_on_all_these_pages() {
    let world = World::new();
    let evil = "<script>alert(1)</script>\u{202e}x";
    let id = landed(&world, evil);
    let desk = Desk::new(&world);
    for path in ["/receipts", &format!("/receipts/{id}"), "/since", "/runs"] {
        let page = desk.open(path);
        assert!(
            !page.html.contains("<script>alert") && !page.html.contains('\u{202e}'),
            "{path}: {}",
            page.html
        );
    }
}

#[test]
fn e13_a_stale_receipt_names_what_goes_first_and_one_press_undoes_it_all() {
    let world = World::new();
    let write = |text: &str| done(&world, "filesystem.write_file", json!({"path": "a.txt", "content": text}));
    let (one, two) = (write("one\n"), write("two\n"));
    let desk = Desk::new(&world);
    let path = format!("/receipts/{}", one["id"].as_str().unwrap());
    for path in [path.as_str(), "/receipts", "/palette"] {
        let page = desk.open(path);
        assert!(page.says("First to be undone, in this order:"), "{path}: {}", page.html);
        assert!(page.html.contains(&format!("/receipts/{}", two["id"].as_str().unwrap())), "{path}");
    }
    let undone = desk.fill(&desk.open(&path), "receipt.undo_chain", &[]);
    assert!(undone.says("2 undone"), "{}", undone.html);
    assert!(!world.work.join("a.txt").exists());
}

#[test]
fn e14_a_receipt_whose_file_moved_offers_a_merge_that_waits_for_a_yes() {
    let world = World::new();
    let text = "a\nb\nc\nd\ne\nf\ng\n";
    fs::write(world.work.join("a.txt"), text).unwrap();
    let edited = json!({"path": "a.txt", "content": text.replace('b', "B")});
    let made = done(&world, "filesystem.write_file", edited);
    let moved = text.replace('b', "B").replace('f', "F");
    fs::write(world.work.join("a.txt"), &moved).unwrap();
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/receipts/{}", made["id"].as_str().unwrap()));
    let asked = desk.fill(&page, "receipt.merge", &[]);
    assert!(asked.says("waits to be looked at and confirmed"), "{}", asked.html);
    assert_eq!(fs::read_to_string(world.work.join("a.txt")).unwrap(), moved, "nothing happened yet");
    assert!(desk.open("/").says("Undo, merged with later changes"));
}

#[test]
fn e4_a_thing_that_was_restored_has_a_page_with_what_happened_to_it() {
    let world = World::new();
    let made = done(&world, "filesystem.write_file", json!({"path": "a.txt", "content": "one\n"}));
    let path = world.work.join("a.txt").canonicalize().unwrap();
    let page = Desk::new(&world).open(&format!("/things/file?id={}", path.display()));
    assert!(page.says("a.txt") && page.html.contains(made["id"].as_str().unwrap()), "{}", page.html);
}

#[test]
fn h5_what_waits_about_a_task_stands_on_its_page_between_its_fields_and_its_history_and_is_answered_there() {
    let world = World::new();
    let id = landed(&world, "Write the report");
    let task = receipt(&world, &id)["result"]["id"].as_str().unwrap_or_default().to_owned();
    assert!(!task.is_empty(), "{}", receipt(&world, &id));
    let call = |title: &str| json!({"tool": "task.set_title", "args": {"task": task, "title": title}});
    let held = world.at_work(&world.codex, "call.propose", call("Write the summary"));
    let other = world.propose("Another task");
    let desk = Desk::new(&world);
    let page = desk.open(&format!("/things/task?id={task}"));
    let place = |text: &str| page.html.find(text).unwrap_or_else(|| panic!("{text}: {}", page.html));
    let item = held["item"]["id"].as_str().unwrap();
    assert!(place("Write the report") < place(&format!("id=\"{item}\"")), "its fields come first");
    assert!(place(&format!("id=\"{item}\"")) < place(&format!("/receipts/{id}")), "its history comes last");
    assert!(!page.html.contains(&other), "it is about another task");
    let done = desk.press(&page, "item.confirm", item);
    assert!(done.says("Write the summary") && !done.html.contains("/do/item.confirm"), "{}", done.html);
}

#[test]
fn e1_f3_where_nothing_comes_back_neither_receipt_nor_plan_has_a_button_for_it() {
    let world = World::new();
    let steps = json!([{"tool": "shell.run", "args": {"command": "echo hi >> ../outside.txt"}}]);
    let plan = world.at_work(&world.codex, "plan.propose", json!({"title": "Tell others", "steps": steps}));
    let path = format!("/plans/{}", plan["id"].as_str().unwrap());
    let desk = Desk::new(&world);
    let shown = desk.open(&path);
    assert!(shown.says("Cannot be undone"), "said before the yes: {}", shown.html);
    desk.fill(&shown, "plan.approve", &[("stepwise", "")]);
    for _ in 0..5 {
        world.direct(&countersign_core::Actor::system(), "plan.advance", json!({"id": plan["id"]}));
    }
    let now = world.at_work(&world.ana, "plan.show", json!({"id": plan["id"]}));
    if let Some(item) = now["steps"][0]["item"].as_str() {
        let shown = world.at_work(&world.ana, "show", json!({"id": item}))["item"].clone();
        let yes = json!({"id": item, "digest": shown["digest"], "typed": shown["typed"]});
        world.at_work(&world.ana, "item.confirm", yes);
        world.direct(&countersign_core::Actor::system(), "plan.advance", json!({"id": plan["id"]}));
    }
    world.direct(&countersign_core::Actor::system(), "plan.advance", json!({"id": plan["id"]}));
    let over = world.at_work(&world.ana, "plan.show", json!({"id": plan["id"]}));
    assert_eq!((&over["status"], &over["undo_action"]), (&json!("completed"), &Value::Null), "{over}");
    let page = desk.open(&path);
    assert!(!page.html.contains("/rollback\"") && !page.html.contains("/do/plan.rollback"), "{}", page.html);
    let receipt = over["steps"][0]["receipt"].as_str().unwrap_or_else(|| panic!("{over}")).to_owned();
    let page = desk.open(&format!("/receipts/{receipt}"));
    assert!(page.says("Cannot be undone"), "{}", page.html);
    assert!(!page.html.contains("/do/receipt.undo") && !page.html.contains("/rollback"), "{}", page.html);
}
