//! Homes that are missing, broken or too new: reported clearly, and left unchanged.

use crate::Home;

#[test]
fn a_broken_policy_is_named_with_line_and_column_and_nothing_is_made() {
    let home = Home::new();
    home.write("policy.toml", "version = 1\nmode = \"auto\"\n[[rule]]\nname = \"x\"\nthen = \"maybe\"\n");
    let ended = home.run("", &["inbox"]).expect(1);
    assert!(ended.err.contains("policy.toml") && ended.err.contains("5:8"), "{}", ended.err);
    let problem = home.json("", &["inbox"], 1);
    assert_eq!(problem["code"], "settings");
    assert!(!home.path().join("countersign.db").exists());
}

#[test]
fn a_policy_that_is_not_toml_is_named_with_line_and_column() {
    let home = Home::new();
    home.write("policy.toml", "version = 1\nmode = auto\n");
    let ended = home.run("", &["inbox"]).expect(1);
    assert!(ended.err.contains("2:8"), "{}", ended.err);
}

#[test]
fn a_broken_config_is_named_with_line_and_column() {
    let home = Home::new();
    home.write("config.toml", "roots = []\n[agents]\n");
    let ended = home.run("", &["inbox"]).expect(1);
    assert!(ended.err.contains("config.toml:2:2"), "{}", ended.err);
}

#[test]
fn a_home_that_cannot_be_made_is_no_store() {
    let home = Home::new();
    let file = home.path();
    std::fs::write(&file, "a file").unwrap();
    let ended = super::ended(
        {
            let mut command = home.command("", &["inbox", "--json"]);
            command.env("COUNTERSIGN_HOME", file.join("below"));
            command
        },
        "",
    );
    let problem = ended.expect(6).json();
    assert_eq!(problem["code"], "store");
    assert!(problem["hint"].as_str().unwrap().contains("COUNTERSIGN_HOME"));
    assert_eq!(std::fs::read_to_string(file).unwrap(), "a file");
}

#[test]
fn a_home_that_may_not_be_written_is_no_store() {
    let home = Home::new();
    home.run("", &["inbox"]).expect(0);
    home.down();
    // A folder in place of the database cannot be written by anybody, including root.
    let database = home.path().join("countersign.db");
    for file in ["countersign.db", "countersign.db-wal", "countersign.db-shm"] {
        let _ = std::fs::remove_file(home.path().join(file));
    }
    std::fs::create_dir(&database).unwrap();
    let ended = home.run("", &["inbox"]).expect(6);
    assert!(ended.err.contains("hint:"), "{}", ended.err);
}

#[test]
fn a_newer_database_is_refused_and_left_alone() {
    let home = Home::new();
    home.with_people();
    home.down();
    let database = home.path().join("countersign.db");
    let connection = rusqlite::Connection::open(&database).unwrap();
    let newer = "UPDATE refinery_schema_history SET version = 100 \
                 WHERE version = (SELECT max(version) FROM refinery_schema_history)";
    connection.execute(newer, []).unwrap();
    drop(connection);
    let before = std::fs::read(&database).unwrap();
    let ended = home.run("", &["inbox"]).expect(6);
    assert!(ended.err.contains("version 100"), "{}", ended.err);
    assert_eq!(std::fs::read(&database).unwrap(), before);
    let doctor = home.json("", &["doctor"], 1);
    assert_eq!(doctor["ok"], false);
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let home = Home::new();
    home.write("countersign.db", "not a database, and long enough to be looked at as one");
    home.run("", &["inbox"]).expect(6);
    let text = std::fs::read_to_string(home.path().join("countersign.db")).unwrap();
    assert!(text.starts_with("not a database"));
}

#[test]
fn doctor_makes_no_home_and_says_what_is_not_protected() {
    let home = Home::new();
    let report = home.json("", &["doctor"], 0);
    assert_eq!(report["ok"], true);
    assert!(!report["not_protected"].as_array().unwrap().is_empty());
    assert!(!home.path().exists());
    home.with_people();
    let text = home.run("", &["doctor"]).expect(0).out;
    assert!(text.contains("1 agent, 1 person") && text.contains("Not protected"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_home_and_its_database_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    home.run("", &["inbox"]).expect(0);
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&home.path()), 0o700);
    assert_eq!(mode(&home.path().join("countersign.db")), 0o600);
}
