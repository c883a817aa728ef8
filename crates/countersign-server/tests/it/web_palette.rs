//! The command palette without script: what it lists, its forms, operations' answers, and who sees what; passkeys as
//! far as possible without a browser.

use countersign_core::{ActorKind, OPS, Role, op::fields::fields};
use serde_json::json;

use super::{
    desk::{Desk, attribute},
    world::{Ask, World},
};

#[test]
fn the_palette_leads_to_every_operation_that_its_reader_may_call() {
    let world = World::new();
    let desk = Desk::new(&world);
    let palette = desk.open("/palette");
    let links: Vec<String> = palette.tags("a").filter_map(|a| attribute(a, "href")).collect();
    for spec in OPS.iter().map(|op| op.spec()) {
        let listed = links.contains(&format!("/do/{}", spec.name));
        let passkey = spec.name.starts_with("passkey.") && spec.name != "passkey.list";
        let mine = spec.audience.contains(&ActorKind::Person) && !passkey;
        assert_eq!(listed, mine, "{}", spec.name);
    }
    assert!(links.contains(&"/settings/passkeys".to_owned()));
    assert_eq!(desk.get("/do/effect.finish").status, 200, "who may not is told so on the page");
    assert!(desk.get("/do/effect.finish").says("does not allow this"));
    assert_eq!(desk.get("/do/no.such").status, 404);
}

#[test]
fn a_viewer_is_offered_only_what_reads() {
    let world = World::new();
    let token = world.token_of(json!({"kind": "person", "name": "vera", "role": "viewer"}));
    let vera = token.json()["token"].as_str().unwrap().to_owned();
    let html = |path: &str| world.send(Ask::get(path).bearer(&vera).header("Accept", "text/html")).text();
    let palette = html("/palette");
    for spec in OPS.iter().map(|op| op.spec()).filter(|s| s.audience.contains(&ActorKind::Person)) {
        let listed = palette.contains(&format!("href=\"/do/{}\"", spec.name));
        let passkey = spec.name.starts_with("passkey.") && spec.name != "passkey.list";
        assert_eq!(listed, spec.role <= Role::Viewer && !passkey, "{}", spec.name);
    }
    assert!(html("/do/item.confirm").contains("does not allow this"));
}

#[test]
fn operations_are_found_by_their_words() {
    let world = World::new();
    let desk = Desk::new(&world);
    let found = desk.open("/palette?q=RECEIPT+undo");
    assert!(found.says("receipt.undo") && !found.says("run.start"), "{}", found.html);
    assert!(desk.open("/palette?q=quetzalcoatl").says("No match."));
    let evil = desk.open("/palette?q=%22%3E%3Cscript%3E");
    assert!(!evil.html.contains("\"><script>"), "{}", evil.html);
}

#[test]
fn e10_the_palette_takes_back_by_the_same_handle() {
    let world = World::new();
    let desk = Desk::new(&world);
    assert!(desk.open("/palette").says("There is nothing to undo."));
    let item = world.propose("Write the report");
    desk.press(&desk.open("/"), "item.confirm", &item);
    let palette = desk.open("/palette");
    assert!(palette.says("Write the report"), "{}", palette.html);
    let undone = desk.fill(&palette, "receipt.undo", &[]);
    assert!(undone.status == 200 && undone.says("Undone:"), "{}", undone.html);
    let after = desk.open("/palette");
    let handles = after.html.matches("name=\"expected_event_id\"").count();
    assert_eq!(
        handles, 0,
        "what was undone is not offered, and an undo takes nobody's place: {}",
        after.html
    );
}

#[test]
fn each_operation_has_a_form_with_all_that_it_takes() {
    let world = World::new();
    let desk = Desk::new(&world);
    for op in OPS.iter().filter(|op| op.spec().audience.contains(&ActorKind::Person)) {
        let (spec, known) = (op.spec(), fields(*op));
        if !spec.write && known.values().all(|f| !f.required) {
            continue;
        }
        let form = desk.open(&format!("/do/{}", spec.name));
        for (name, field) in known.iter().filter(|(name, _)| *name != "assertion") {
            let input = ["input", "select", "textarea"]
                .iter()
                .flat_map(|tag| form.tags(tag))
                .find(|tag| attribute(tag, "id").as_deref() == Some(&format!("f-{name}")))
                .unwrap_or_else(|| panic!("{} has no {name}: {}", spec.name, form.html));
            assert_eq!(input.contains(" required"), field.required, "{} {name}", spec.name);
        }
        assert!(!form.html.contains("id=\"f-assertion\""), "only a passkey fills that in");
        assert_eq!(form.html.contains("data-passkey"), spec.write && known.contains_key("assertion"));
    }
}

#[test]
fn a_form_of_the_palette_does_what_it_says_and_shows_the_answer() {
    let world = World::new();
    let desk = Desk::new(&world);
    let form = desk.open("/do/run.start?title=Tidy+up");
    assert!(form.html.contains("value=\"Tidy up\""), "it is prefilled: {}", form.html);
    let done = desk.fill(&form, "run.start", &[("title", "Tidy <b>up</b>")]);
    assert!(done.says("Done.") && done.says("Tidy <b>up</b>"), "{}", done.html);
    assert!(!done.html.contains("<b>"), "{}", done.html);
    let runs = desk.open("/do/run.list");
    assert!(runs.says("Tidy <b>up</b>") && runs.html.contains("<table"), "{}", runs.html);
    let refused = desk.fill(&form, "run.start", &[("mode", "sideways")]);
    assert!((400..500).contains(&refused.status) && !refused.says("Done."), "{}", refused.html);
}

#[test]
fn a_reading_operation_answers_when_all_is_said() {
    let world = World::new();
    let item = world.propose("Write the report");
    let run = world.show(&item)["run"].as_str().unwrap().to_owned();
    let desk = Desk::new(&world);
    assert!(!desk.open("/do/run.show").says("Answer"), "it is not asked without what it needs");
    let shown = desk.open(&format!("/do/run.show?id={run}"));
    assert!(shown.says("Answer") && shown.says("Write the report"), "{}", shown.html);
    assert_eq!(desk.get("/do/run.show?id=run999-none").status, 404);
    assert_eq!(desk.get("/do/run.list?nope=1").status, 400);
}

#[test]
fn a_form_that_comes_twice_with_one_key_counts_once() {
    let world = World::new();
    let desk = Desk::new(&world);
    let page = desk.open("/do/run.start");
    let csrf = page.tags("meta").find(|m| m.contains("name=\"csrf\"")).and_then(|m| attribute(m, "content"));
    let form = format!("csrf={}&title=Once", csrf.unwrap());
    for _ in 0..2 {
        let reply = desk.ask(Ask::post("/do/run.start").form(&form).header("Idempotency-Key", "k1"));
        assert_eq!(reply.status, 303, "{}", reply.text());
    }
    assert_eq!(world.logged("person:ana", "run.start", "done"), 1);
}

#[test]
fn a_page_tells_its_module_which_event_it_knows_of() {
    let world = World::new();
    let desk = Desk::new(&world);
    let at = |path: &str| -> u64 {
        let page = desk.open(path);
        let body = page.tags("body").next().map(str::to_owned);
        attribute(&body.unwrap(), "data-at").unwrap().parse().unwrap()
    };
    let before = at("/");
    world.propose("Write the report");
    assert!(at("/") > before);
    let locked = world.send(Ask::get("/").header("Accept", "text/html")).text();
    assert!(!locked.contains("data-at") && !locked.contains("id=\"act\""), "{locked}");
}

#[test]
fn passkeys_are_listed_and_what_to_sign_is_told_to_nobody_else() {
    let world = World::new();
    let desk = Desk::new(&world);
    let page = desk.open("/settings/passkeys");
    assert!(page.says("There is none yet.") && page.html.contains("data-passkey-add"), "{}", page.html);
    let csrf = page.tags("meta").find(|m| m.contains("name=\"csrf\"")).and_then(|m| attribute(m, "content"));
    let item = world.propose("Write the report");
    let form = format!("csrf={}&id={item}", csrf.unwrap());
    let none = desk.ask(Ask::post("/sign/item.confirm").form(&form).header("Accept", "application/json"));
    assert_eq!(none.status, 409, "who has no passkey signs nothing: {}", none.text());
    let forged = desk.ask(Ask::post("/sign/item.confirm").form(&format!("id={item}")));
    assert_eq!(forged.status, 403, "{}", forged.text());
    let agent = world.send(Ask::post("/sign/item.confirm").bearer(&world.codex).form(&format!("id={item}")));
    assert_eq!(agent.status, 403, "{}", agent.text());
}
