//! Help, completions and manual pages.

use crate::Home;

#[test]
fn version_help_completions_and_manual_need_no_home() {
    let home = Home::new();
    assert_eq!(
        home.run("", &["--version"]).expect(0).out,
        format!("countersign {}\n", env!("CARGO_PKG_VERSION"))
    );
    assert!(home.run("", &["--help"]).expect(0).out.contains("inbox"));
    assert!(home.run("", &["confirm", "--help"]).expect(0).out.contains("--type"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(home.run("", &["completions", shell]).expect(0).out.contains("confirm"), "{shell}");
    }
    assert!(home.run("", &["man"]).expect(0).out.contains("COUNTERSIGN CONFIRM"));
    home.run("", &["completions", "csh"]).expect(2);
    assert!(!home.path().exists());
}

#[test]
fn the_manual_can_be_a_folder_of_pages() {
    let home = Home::new();
    let dir = home.path().join("man");
    home.run("", &["man", "--dir", dir.to_str().unwrap()]).expect(0);
    assert!(dir.join("countersign.1").exists() && dir.join("countersign-audit-verify.1").exists());
}

#[test]
fn without_a_command_there_is_help_and_a_wrong_exit_code() {
    let ended = Home::new().run("", &[]).expect(2);
    assert!(ended.err.contains("Usage:"), "{ended:?}");
}
