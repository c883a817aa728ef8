//! `countersign docs`: the documentation that is part of the program.

use crate::Home;

#[test]
fn h8_the_documentation_is_in_the_program_and_needs_no_home() {
    let home = Home::new();
    let list = home.run("", &["docs"]).expect(0).out;
    assert!(list.contains("troubleshooting") && list.contains("Concepts"), "{list}");
    let page = home.run("", &["docs", "trust"]).expect(0).out;
    assert!(page.starts_with("Trusted folders\n═") && !page.contains('\u{1b}'), "{page}");
    assert!(
        page.lines().filter(|line| !line.starts_with("  ")).all(|line| line.chars().count() <= 100),
        "{page}"
    );
    assert_eq!(home.json("", &["docs", "policy-file"], 0)["name"], "policy-file");
    let said = home.run("", &["docs", "same_human"]).expect(0).out;
    assert!(said.contains("people"), "{said}");
    let none = home.run("", &["docs", "zzzzqq"]).expect(5);
    assert!(none.err.contains("countersign docs"), "{none:?}");
    assert!(!home.path().join("countersign.db").exists(), "reading makes no home");
}
