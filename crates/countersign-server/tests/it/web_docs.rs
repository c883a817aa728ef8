//! The documentation at the desk.

use super::{
    desk::Desk,
    world::{Ask, World},
};

#[test]
fn h8_the_desk_has_the_documentation_of_its_own_version() {
    let world = World::new();
    let desk = Desk::new(&world);
    let first = desk.open("/docs");
    assert!(first.says("Where to begin") && first.html.contains("href=\"/docs/trust\""), "{}", first.text());
    let page = desk.open("/docs/concepts");
    assert!(
        page.html.contains("<h2 id=\"undo\">") && page.html.contains("/docs/img/three-levels.svg"),
        "{}",
        page.html
    );
    let found = desk.open("/docs?q=same_human");
    assert!(found.html.contains("href=\"/docs/people\""), "{}", found.html);
    let picture = desk.ask(Ask::get("/docs/img/three-levels.svg"));
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    assert!(
        picture.header("content-security-policy").is_some_and(|policy| policy.contains("default-src 'none'"))
    );
    let stranger = world.send(Ask::get("/docs/concepts"));
    assert!(!stranger.text().contains("The life of a call"), "the desk is for persons");
}
