//! Edits a byte of the database: verify finds it wherever a text is in the file.

use std::fs;

use crate::Home;

#[test]
fn g1_an_edit_of_any_copy_of_a_text_in_the_file_is_found() {
    let home = Home::new();
    let call =
        |tool: &str, args: &str| home.run("", &["call", tool, "--args", args, "--json"]).expect(7).json();
    let confirm = |item: &str| {
        home.run("", &["show", item]).expect(0);
        home.run("", &["confirm", item, "--json"]).expect(0).json()
    };
    let made = call("task.create_task", r#"{"title":"Find the needle"}"#);
    let landed = confirm(made["item"]["id"].as_str().unwrap());
    let task = landed["results"][0]["receipt"]["result"]["id"].as_str().unwrap().to_owned();
    let item = call("task.set_title", &format!(r#"{{"task":"{task}","title":"Another needle"}}"#));
    confirm(item["item"]["id"].as_str().unwrap());
    home.run("", &["audit", "verify"]).expect(0);
    home.down();
    let database = home.path().join("countersign.db");
    let bytes = fs::read(&database).unwrap();
    let places: Vec<usize> = (0..bytes.len() - 6).filter(|i| &bytes[*i..*i + 6] == b"needle").collect();
    assert!(places.len() > 5, "{places:?}");
    for at in places {
        let mut edited = bytes.clone();
        edited[at] ^= 1;
        fs::write(&database, edited).unwrap();
        let code = home.run("", &["audit", "verify"]).code;
        assert_ne!(code, 0, "the edit at byte {at} went unseen");
    }
    fs::write(&database, bytes).unwrap();
    home.run("", &["audit", "verify"]).expect(0);
}
