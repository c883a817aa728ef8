//! Tests landing some files and hunks without the others.

use countersign_core::ErrorCode;
use countersign_tools::files;
use serde_json::json;

use super::*;

fn numbered(edit: &[(usize, &str)]) -> String {
    (1..=40)
        .map(|n| match edit.iter().find(|(at, _)| *at == n) {
            Some((_, text)) => format!("{text}\n"),
            None => format!("line {n}\n"),
        })
        .collect()
}

#[test]
fn c3_only_the_chosen_paths_land_and_the_folders_they_need() {
    let desk = Desk::new();
    for name in ["a", "b", "gone/x", "gone/y"] {
        desk.put(name, "one\n");
    }
    let before = desk.picture();
    let effects =
        desk.rehearse("echo two > a; echo two > b; rm -r gone; mkdir -p n/m; echo x > n/m/x; echo y > n/y");
    let chosen = [desk.chosen("b", &[]), desk.chosen("gone/x", &[]), desk.chosen("n/m/x", &[])];
    let landed = desk.land(&effects, &chosen).unwrap();
    assert_eq!(
        (desk.text("a"), desk.text("b"), desk.text("gone/y")),
        ("one\n".into(), "two\n".into(), "one\n".into())
    );
    assert!(!desk.path("gone/x").exists() && desk.path("n/m/x").exists() && !desk.path("n/y").exists());
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
    desk.land(&effects, &[desk.chosen("gone", &[])]).unwrap();
    assert!(!desk.path("gone").exists(), "a folder means all that changed in it");
}

#[test]
fn c3_only_the_chosen_hunks_land() {
    let desk = Desk::new();
    desk.put("f", numbered(&[]));
    let new = numbered(&[(3, "three"), (20, "twenty"), (38, "thirty-eight")]);
    let effects = desk.rehearse(&format!("printf '%s' '{new}' > f; chmod 600 f"));
    let diff = desk.show(&effects).preview.diff.unwrap();
    assert_eq!(diff.matches("@@ hunk ").count(), 3, "{diff}");
    let landed = desk.land(&effects, &[desk.chosen("f", &[1]), desk.chosen("f", &[3])]).unwrap();
    assert_eq!(desk.text("f"), numbered(&[(3, "three"), (38, "thirty-eight")]));
    assert_eq!(desk.path("f").metadata().unwrap().mode() & 0o777, 0o644, "hunks are of the text");
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.text("f"), numbered(&[]));
    // The whole file includes any part of it.
    desk.land(&effects, &[desk.chosen("f", &[2]), desk.chosen("f", &[])]).unwrap();
    assert_eq!(desk.text("f"), new);
}

#[test]
fn a_choice_of_what_is_not_there_is_refused() {
    let desk = Desk::new();
    desk.put("f", "one\n");
    desk.put("gone", "one\n");
    desk.put("binary", [0, 1]);
    let before = desk.picture();
    let effects = desk.rehearse("echo two > f; rm gone; mkdir d; echo x > d/x; printf '\\000\\002' > binary");
    refused(desk.land(&effects, &[desk.chosen("nothing", &[])]), "invalid", "nothing changes at");
    refused(desk.land(&effects, &[desk.chosen("f", &[2])]), "conflict", "has no hunk 2");
    refused(desk.land(&effects, &[desk.chosen("f", &[0])]), "conflict", "has no hunk 0");
    refused(desk.land(&effects, &[desk.chosen("d", &[1])]), "invalid", "no hunks to choose");
    refused(desk.land(&effects, &[desk.chosen("gone", &[1])]), "conflict", "no hunks to choose");
    refused(desk.land(&effects, &[desk.chosen("binary", &[1])]), "conflict", "no hunks to choose");
    assert_eq!(desk.picture(), before);
    assert_eq!(fs::read_dir(&desk.files.trash).unwrap().count(), 0);
    // Already refused by the forecast, with what can be chosen.
    for (wrong, words, hint) in [
        (desk.chosen("nothing", &[]), "nothing changes at", "binary"),
        (desk.chosen("f", &[2]), "has no hunk 2", "it has only hunk 1"),
        (desk.chosen("f", &[0]), "has no hunk 0", "it has only hunk 1"),
        (desk.chosen("d", &[1]), "no hunks to choose", "choose the whole path"),
        (desk.chosen("d/x", &[1]), "no hunks to choose", "choose the whole path"),
        (desk.chosen("gone", &[1]), "no hunks to choose", "choose the whole path"),
        (desk.chosen("binary", &[1]), "no hunks to choose", "choose the whole path"),
    ] {
        let refused = desk.show_part(&effects, &[wrong]).unwrap_err();
        let hinted = refused.hint.as_ref().is_some_and(|h| h.contains(hint));
        assert!(refused.message.contains(words) && hinted, "{refused:?}");
        assert_eq!(refused.code, ErrorCode::Invalid);
    }
}

#[test]
fn h1_what_is_shown_of_a_part_is_what_lands_of_it() {
    let desk = Desk::new();
    desk.put("f", numbered(&[]));
    desk.put("old", "moved\n");
    let new = numbered(&[(3, "three\nand more"), (20, "twenty"), (38, "thirty-eight")]);
    let script = format!("printf '%s' '{new}' > f; chmod 600 f; mkdir n; echo x > n/x; mv old new");
    let effects = desk.rehearse(&script);
    let chosen = [desk.chosen("f", &[1, 3]), desk.chosen("n/x", &[])];
    let shown = desk.show_part(&effects, &chosen).unwrap();
    let diff = shown.preview.diff.unwrap();
    for (words, there) in [
        ("+three", true),
        ("+thirty-eight", true),
        ("twenty", false),
        ("@@ hunk 1", true),
        ("@@ hunk 2", false),
        ("@@ -35,6 +36,6 @@ hunk 3", true),
        ("3 lines added, 2 removed", false),
        ("4 lines added, 2 removed", true),
    ] {
        assert_eq!(diff.contains(words), there, "{words}: {diff}");
    }
    assert_eq!(shown.summary, "2 files: 1 changed, 1 created; 1 folder created", "the folder lands, too");
    let told = json!(shown.preview.changes).to_string();
    desk.land(&effects, &chosen).unwrap();
    let hash = blake3::hash(&fs::read(desk.path("f")).unwrap()).to_hex();
    assert!(told.contains(&hash[..16]) && told.contains("mode 644"), "{told}");
    // If the old path does not land, it is not a rename.
    let half = desk.show_part(&effects, &[desk.chosen("new", &[])]).unwrap();
    assert_eq!(half.summary, "1 file created");
    assert!(half.preview.diff.unwrap().contains("+moved"));
}

#[test]
fn c3_h1_a_part_is_shown_with_all_that_lands_for_its_sake() {
    let desk = Desk::new();
    desk.put("x", "one\n");
    desk.put("from", "moved\n");
    let effects = desk.rehearse("rm x; mkdir x; echo a > x/a; echo b > x/b; mv from to");
    let part = files::part(&effects, &[desk.chosen("x/a", &[])]).unwrap();
    let shown = desk.show(&part);
    assert_eq!(shown.facts.deletes, [desk.path("x").display().to_string()], "a file makes room for it");
    desk.land(&effects, &[desk.chosen("x/a", &[])]).unwrap();
    assert!(desk.path("x/a").exists() && !desk.path("x/b").exists());

    let shown = desk.show(&files::part(&effects, &[desk.chosen("to", &[])]).unwrap());
    assert_eq!(shown.summary, "1 file created", "what it was renamed from stays");
    assert!(shown.preview.diff.unwrap().contains("+moved"));
}
