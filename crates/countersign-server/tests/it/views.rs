//! Saved searches of the inbox: each person's own, as links above it.

use countersign_core::{Actor, ErrorCode, Origin, Request};
use serde_json::{Value, json};

use super::{
    desk::{Desk, attribute},
    world::World,
};

fn tried(world: &World, actor: &Actor, op: &str, input: Value) -> Result<Value, ErrorCode> {
    world.env.advance(1);
    let request =
        Request { actor: actor.clone(), op: op.to_owned(), input, key: None, origin: Origin::from("test") };
    world.engine.call(request).map(|answer| answer.value).map_err(|e| e.code)
}

#[test]
fn h5_a_search_is_kept_under_a_name_and_is_a_link_above_the_inbox() {
    let world = World::new();
    let (report, letter) = (world.propose("Write the report"), world.propose("Send the letter"));
    let desk = Desk::new(&world);
    let found = desk.open("/?find=the%20%20report");
    assert!(found.html.contains(&report) && !found.html.contains(&letter));
    desk.fill(&found, "view.save", &[("name", "Reports & <b>")]);
    let inbox = desk.open("/");
    assert!(inbox.says("Reports & <b>") && !inbox.html.contains("<b>"), "{}", inbox.html);
    let link = inbox.tags("a").find(|a| a.contains("title=\"the report\"")).unwrap().to_owned();
    let view = desk.open(&attribute(&link, "href").unwrap());
    assert!(view.html.contains(&report) && !view.html.contains(&letter));
    let here = view.tags("a").find(|a| a.contains("title=\"the report\"")).unwrap();
    assert_eq!(attribute(here, "aria-current").as_deref(), Some("true"));
    assert!(!view.html.contains("/do/view.save"), "it is kept already");
    let dropped = desk.press(&view, "view.drop", "id=");
    assert!(!dropped.says("Reports &") && dropped.path.starts_with('/'), "{}", dropped.path);
}

#[test]
fn h5_views_are_each_persons_own_and_name_what_can_be_looked_for() {
    let world = World::new();
    let (ana, ben) = (Actor::person("ana"), Actor::person("ben"));
    let save = |actor: &Actor, name: &str, find: &str| {
        tried(&world, actor, "view.save", json!({"name": name, "find": find}))
    };
    let names = |actor: &Actor| -> Vec<String> {
        let list = tried(&world, actor, "view.list", json!({})).unwrap();
        list["views"].as_array().unwrap().iter().map(|v| v["name"].as_str().unwrap().to_owned()).collect()
    };
    let first = save(&ana, "old", "older:2h").unwrap();
    let again = save(&ana, "OLD", "older:3h risk:high").unwrap();
    assert_eq!(
        (&again["id"], &again["find"]),
        (&first["id"], &json!("older:3h risk:high")),
        "it is replaced"
    );
    save(&ben, "bens", "letter").unwrap();
    // Whose name begins like another's sees only their own.
    assert_eq!((names(&ana), names(&ben)), (vec!["OLD".to_owned()], vec!["bens".to_owned()]));
    assert_eq!(names(&Actor::person("be")), [""; 0]);
    for (name, find) in [
        ("", "x"),
        ("x", ""),
        ("x", "  "),
        ("x", "risk:huge"),
        ("a\u{202e}b", "x"),
        (&"n".repeat(41), "x"),
        ("x", &"f".repeat(401)),
    ] {
        assert_eq!(save(&ana, name, find).unwrap_err(), ErrorCode::Invalid, "{name:?} {find:?}");
    }
    for stranger in ["OLD", first["id"].as_str().unwrap()] {
        let gone = tried(&world, &ben, "view.drop", json!({"id": stranger}));
        assert_eq!(gone.unwrap_err(), ErrorCode::NotFound, "{stranger}");
    }
    for op in ["view.save", "view.list", "view.drop"] {
        let input = json!({"name": "x", "find": "x", "id": "OLD"});
        assert_eq!(tried(&world, &Actor::agent("codex"), op, input).unwrap_err(), ErrorCode::Refused, "{op}");
    }
    for n in 1..30 {
        save(&ana, &format!("view {n}"), "x").unwrap();
    }
    assert_eq!(save(&ana, "one more", "x").unwrap_err(), ErrorCode::Conflict);
    save(&ana, "old", "x").unwrap();
    assert_eq!(tried(&world, &ana, "view.drop", json!({"id": "Old"})).unwrap()["id"], first["id"]);
    assert_eq!(names(&ana).len(), 29);
}
