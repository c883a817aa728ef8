//! Drills: made-up dangerous proposals for those who ask for them, which nothing can run.

use serde_json::{Value, json};

use super::{
    desk::{Desk, attribute},
    world::{Ask, DAY, World},
};

/// Three files that wait for an answer.
fn busy() -> World {
    let world = World::new();
    for n in 0..3 {
        write(&world, n);
    }
    world
}

fn write(world: &World, n: usize) -> String {
    let path = world.work.join(format!("notes-{n}.md"));
    world.held(json!({"tool": "filesystem.write_file", "args": {"path": path, "content": "one\n"}}))
}

/// Lets time pass, and three more files wait: what waits for long expires.
fn later(world: &World, ms: u64) {
    world.env.advance(ms);
    (0..3).for_each(|n| drop(write(world, n + usize::try_from(ms).unwrap())));
}

fn turn(world: &World, to: &str) {
    let reply = world.send(Ask::post("/v1/drills/turn").bearer(&world.ana).json(json!({"to": to})));
    assert_eq!(reply.status, 200, "{}", reply.text());
}

/// Returns the id of the drill in the inbox.
fn drill(desk: &Desk<'_>) -> Option<String> {
    let page = desk.open("/?view=list");
    let mut links = page.tags("a").filter_map(|a| attribute(a, "href"));
    links.find_map(|href| Some(href.strip_prefix("/items/dr")?.to_owned())).map(|rest| format!("dr{rest}"))
}

fn json_of(world: &World, path: &str) -> Value {
    world.send(Ask::get(path).bearer(&world.ana)).json()
}

/// Turns drills on and returns the id of the one that waits.
pub fn one_that_waits(world: &World) -> String {
    (0..3).for_each(|n| drop(write(world, n)));
    turn(world, "on");
    world.env.advance(DAY);
    let due = world.send(Ask::post("/v1/drills/due").bearer(&world.ana).json(json!({}))).json();
    due["drill"]["id"].as_str().unwrap_or_else(|| panic!("{due}")).to_owned()
}

/// Returns what must be typed for a yes to a drill.
pub fn typed(world: &World, id: &str) -> String {
    json_of(world, &format!("/v1/drills/{id}"))["item"]["typed"].as_str().unwrap_or_default().to_owned()
}

/// Returns the form of the yes with what must be typed.
fn yes(desk: &Desk<'_>, id: &str) -> super::desk::Sheet {
    let page = desk.open(&format!("/items/{id}"));
    let typed = typed(desk.world, id);
    let with: &[_] = if typed.is_empty() { &[] } else { &[("typed", typed.as_str())] };
    desk.fill(&page, "item.confirm", with)
}

#[test]
fn h7_a_drill_waits_like_an_item_and_a_yes_to_it_runs_nothing_and_is_told() {
    let world = busy();
    let desk = Desk::new(&world);
    later(&world, 10 * DAY);
    assert_eq!(drill(&desk), None, "nobody asked for drills");
    turn(&world, "on");
    world.env.advance(2 * DAY);
    let id = drill(&desk).expect("a drill is due");
    assert_eq!(drill(&desk).as_ref(), Some(&id), "it stays the same");
    for view in ["/?view=cards", "/?by=risk&view=list"] {
        assert!(desk.open(view).html.contains(&format!("/items/{id}")), "{view}");
    }
    let shown = json_of(&world, &format!("/v1/drills/{id}"));
    let command = shown["item"]["args"]["command"].as_str().unwrap();
    assert_eq!(shown["item"]["class"], "destructive");
    let page = desk.open(&format!("/items/{id}"));
    assert!(page.says("destructive") && page.html.contains("notes-"), "{}", page.text());
    assert!(!page.says("drill") && !page.says("made-up"), "nothing gives it away: {}", page.text());
    assert!(page.text().contains(command.split(' ').next().unwrap()), "{}", page.text());
    // Whatever decides about items does not find it, and programs do not see it.
    let direct = world.send(Ask::post(&format!("/v1/items/{id}/confirm")).bearer(&world.ana).json(json!({})));
    assert_eq!(direct.status, 404, "{}", direct.text());
    let inbox = json_of(&world, "/v1/inbox").to_string();
    assert!(inbox.contains("notes-") && !inbox.contains(&id), "{inbox}");
    let agent = world.send(Ask::get(&format!("/v1/drills/{id}")).bearer(&world.codex));
    assert_eq!(agent.status, 403, "{}", agent.text());
    let told = yes(&desk, &id);
    assert!(told.says("This was a drill") && told.says("it would have happened"), "{}", told.text());
    assert_eq!(drill(&desk), None, "one at a time");
    assert!(desk.open(&format!("/items/{id}")).says("This was a drill"));
    assert_eq!(json_of(&world, "/v1/receipts")["receipts"], json!([]), "nothing ran");
    assert!(world.log().iter().all(|event| event["op"] != "item.confirm"), "no item was confirmed");
    let insight = desk.open("/insight");
    assert!(insight.says("0 of 1 were noticed") && insight.says("let through"), "{}", insight.text());
    assert!(insight.says("1 of 1 made-up dangerous proposals were let through"), "{}", insight.text());
}

#[test]
fn h7_a_drill_that_is_rejected_was_noticed_and_one_without_an_answer_goes_away() {
    let world = busy();
    let desk = Desk::new(&world);
    turn(&world, "on");
    world.env.advance(DAY);
    let first = drill(&desk).unwrap();
    let page = desk.open(&format!("/items/{first}"));
    assert!(desk.fill(&page, "item.reject", &[]).says("You did not let it through."));
    world.env.advance(DAY - 60_000);
    assert_eq!(drill(&desk), None, "not before a day is over");
    later(&world, 4 * DAY);
    let second = drill(&desk).unwrap();
    assert_ne!(first, second);
    world.env.advance(DAY);
    assert_eq!(drill(&desk), None);
    assert!(desk.open(&format!("/items/{second}")).says("It went away without an answer."));
    let settings = desk.open("/settings/drills");
    assert!(
        settings.says("Drills are on.") && settings.says("noticed") && settings.says("no answer"),
        "{}",
        settings.text()
    );
    later(&world, 4 * DAY + 1);
    let third = drill(&desk).unwrap();
    desk.press(&desk.open("/settings/drills"), "drill.turn", "to=off");
    assert_eq!(drill(&desk), None, "those who do not want them see none");
    assert!(desk.open(&format!("/items/{third}")).says("This was a drill"));
    assert!(desk.open("/insight").says("1 of 1 were noticed"));
}

#[test]
fn h7_no_drill_is_shown_where_it_would_stand_out() {
    let world = World::new();
    let desk = Desk::new(&world);
    turn(&world, "on");
    write(&world, 0);
    write(&world, 1);
    world.env.advance(2 * DAY);
    assert_eq!(drill(&desk), None, "among two things it would stand out");
    let last = write(&world, 2);
    world.send(Ask::post("/v1/freeze").bearer(&world.ana).json(json!({})));
    assert_eq!(drill(&desk), None, "nothing can be confirmed while all is frozen");
    world.send(Ask::post("/v1/thaw").bearer(&world.ana).json(json!({})));
    assert!(drill(&desk).is_some());
    assert_eq!(
        desk.open("/?find=notes").html.matches("/items/dr").count(),
        0,
        "a search finds what is there"
    );
    assert!(last.starts_with('i'));
}

#[test]
fn h7_a_drill_belongs_to_one_person_and_its_answer_stays() {
    let world = busy();
    let desk = Desk::new(&world);
    turn(&world, "on");
    world.env.advance(DAY);
    let id = drill(&desk).unwrap();
    let bob = world.token_of(json!({"name": "bob", "kind": "person", "role": "admin"})).json();
    let bob = bob["token"].as_str().unwrap();
    let other = world.send(Ask::get(&format!("/v1/drills/{id}")).bearer(bob));
    assert_eq!(other.status, 404, "{}", other.text());
    let due = world.send(Ask::post("/v1/drills/due").bearer(bob).json(json!({})));
    assert_eq!(due.json()["drill"], Value::Null);
    let answer = |answer: &str| {
        let ask = Ask::post(&format!("/v1/drills/{id}/answer")).bearer(&world.ana);
        world.send(ask.json(json!({"id": id, "answer": answer}))).json()
    };
    assert_eq!(answer("rejected")["caught"], true);
    assert_eq!(answer("confirmed")["caught"], true, "the first answer counts");
}

#[test]
fn h7_drills_are_of_many_kinds_and_each_is_destructive_and_shown_as_it_would_be_asked() {
    let world = World::new();
    turn(&world, "on");
    let (mut seen, mut typed) = (std::collections::BTreeSet::new(), 0);
    for n in 0..12 {
        later(&world, 4 * DAY + n);
        let due = world.send(Ask::post("/v1/drills/due").bearer(&world.ana).json(json!({}))).json();
        let drill = &due["drill"];
        let args = &drill["args"];
        let check = json!({"tool": "shell.run", "args": args, "cwd": world.work});
        let real = world.send(Ask::post("/v1/policy/check").bearer(&world.codex).json(check)).json();
        assert_eq!(
            (&real["class"], &real["verdict"]),
            (&json!("destructive"), &json!("ask")),
            "{real} {due}"
        );
        assert_eq!((&real["first"], &real["summary"]), (&Value::Null, &drill["summary"]), "{real}");
        seen.insert(args["command"].to_string());
        let answer = format!("/v1/drills/{}/answer", drill["id"].as_str().unwrap());
        let send = |body: Value| world.send(Ask::post(&answer).bearer(&world.ana).json(body));
        if !drill["typed"].is_null() {
            typed += 1;
            for other in [json!({"answer": "confirmed"}), json!({"answer": "confirmed", "typed": "yes"})] {
                let refused = send(other);
                assert_eq!(refused.status, 403, "{}", refused.text());
            }
        }
        assert_eq!(send(json!({"answer": "rejected"})).json()["caught"], true, "{drill}");
    }
    assert!(seen.len() > 2, "{seen:?}");
    assert!(typed > 0, "some need a typed word");
}
