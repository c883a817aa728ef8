//! The policy at the desk: what is in force, what waits, and trying changes.

use countersign_core::{Actor, ActorKind};
use serde_json::json;

use super::{
    desk::Desk,
    world::{Ask, World},
};

#[test]
fn a7_a_call_is_tried_out_and_nothing_is_run() {
    let world = World::new();
    let desk = Desk::new(&world);
    let before = world.log().len();
    let page = desk.open("/policy?tool=task.create_task&args=%7B%22title%22%3A%22Write%22%7D&agent=codex");
    assert!(page.says("asks a person") && page.says("Decided by") && page.says("class"), "{}", page.text());
    let read = desk.open("/policy?tool=task.list_tasks");
    assert!(read.says("runs at once"), "{}", read.text());
    let broken = desk.open("/policy?tool=task.create_task&args=%7B");
    assert!(broken.says("args: EOF"), "{}", broken.text());
    assert_eq!(world.log().len(), before, "looking leaves no event");
}

#[test]
fn a_rule_is_tried_on_what_happened() {
    let world = World::new();
    for title in ["One", "Two"] {
        world.propose(title);
    }
    let read = json!({"tool": "task.list_tasks", "args": {}});
    world.send(Ask::post("/v1/runs/-/calls").bearer(&world.codex).json(read));
    let desk = Desk::new(&world);
    let page = desk.open("/policy");
    let rule = "[[rule]]\nname = \"no lists\"\ntools = [\"task.list_tasks\"]\nthen = \"refuse\"\n";
    let tried = desk.fill_at(&page, "/policy/backtest", &[("text", rule), ("calls", "400")]);
    assert!(tried.says("This would have changed 1 of your last 3 calls."), "{}", tried.text());
    assert!(
        tried.says("Stricter: 1, looser: 0.") && tried.says("no lists") && tried.says("is refused"),
        "{}",
        tried.text()
    );
    let allow = "[[rule]]\nname = \"go on\"\ntools = [\"task.create_task\"]\nthen = \"allow\"\n";
    let tried = desk.fill_at(&page, "/policy/backtest", &[("text", allow), ("calls", "400")]);
    assert!(
        tried.says("This would have changed 2 of your last 3 calls.") && tried.says("looser: 2"),
        "{}",
        tried.text()
    );
    let wrong = desk.fill_at(&page, "/policy/backtest", &[("text", "mode = \"auto\""), ("calls", "")]);
    assert!(
        wrong.status == 422 && wrong.says("neither a policy nor a rule"),
        "{} {}",
        wrong.status,
        wrong.text()
    );
}

#[test]
fn what_loosens_waits_with_its_difference_until_a_person_accepts_it() {
    let world = World::new();
    let system = Actor::new(ActorKind::System, "countersign");
    let load = |text: &str, loosens: &[&str], over: Option<String>| {
        let input = json!({"name": "policy", "text": text, "loosens": loosens, "over": over});
        world.direct(&system, "settings.load", input)
    };
    let first = load("version = 1\n", &[], None);
    load(
        "version = 1\nhosts = [\"a.example\"]\n",
        &["sending to a.example no longer asks"],
        first["digest"].as_str().map(str::to_owned),
    );
    let desk = Desk::new(&world);
    let page = desk.open("/policy");
    assert!(
        page.says("policy.toml waits for your decision") && page.says("sending to a.example no longer asks"),
        "{}",
        page.text()
    );
    assert!(page.says("+hosts = [\"a.example\"]"), "{}", page.text());
    let done = desk.fill(&page, "settings.accept", &[]);
    assert!(!done.says("waits for your decision") && done.says("person:ana"), "{}", done.text());
}
