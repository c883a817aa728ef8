//! Tests that a person sees all effects, and what they are.

use countersign_core::{judge::Class, tool::Reversal};
use countersign_words::Language;

use std::os::unix::ffi::OsStrExt as _;

use super::*;

#[test]
fn h1_h3_everything_is_told_with_its_difference_and_counted() {
    let desk = Desk::new();
    desk.put("a.txt", "one\ntwo\n");
    desk.put("gone.txt", "g\n");
    desk.put("moved.txt", "moved\n");
    desk.put("bin", [0, 1, 2]);
    let effects = desk.rehearse(
        "sed -i s/two/2/ a.txt; rm gone.txt; mv moved.txt new-name.txt; printf '\\000\\003' > bin; mkdir d; echo n > d/new; chmod 4755 d/new",
    );
    let shown = desk.show(&effects);
    assert_eq!(
        shown.summary.in_language(Language::German),
        "5 Dateien: 2 geändert, 1 angelegt, 1 gelöscht, 1 umbenannt; 1 Ordner angelegt"
    );
    let diff = shown.preview.diff.unwrap();
    assert!(diff.starts_with("5 files: 2 changed, 1 created, 1 deleted, 1 renamed; 1 folder created; 2 lines added, 2 removed; 1 difference is not shown\n"), "{diff}");
    for part in [
        "@@ -1,2 +1,2 @@ hunk 1\n one\n-two\n+2\n",
        "+++ /dev/null\n@@ -1 +0,0 @@ hunk 1\n-g\n",
        "rename from",
        "+n\n",
    ] {
        assert!(diff.contains(part), "{part}: {diff}");
    }
    let bin = diff.lines().find(|line| line.starts_with("not shown")).unwrap();
    assert!(bin.contains("no text") && bin.contains("file, 3 bytes") && bin.contains("blake3"), "{bin}");
    let labels: Vec<_> = shown.preview.changes.iter().map(|c| c.label.rsplit('/').next().unwrap()).collect();
    assert_eq!(labels, ["a.txt", "bin", "d", "new", "gone.txt", "moved.txt", "moved.txt)"]);
    assert_eq!(shown.facts.deletes, [desk.path("gone.txt").to_str().unwrap()]);
    assert_eq!(shown.facts.writes.len(), 6);
    assert_eq!((shown.facts.class(), shown.facts.outside), (Class::Destructive, false));
    assert_eq!((shown.reversal, shown.typed.as_str()), (Reversal::Exact, "gone.txt"));
    assert!(shown.preview.warnings.iter().any(|w| w.contains("rights of its owner") && w.contains("4755")));
    assert_eq!(shown.preconditions.len(), 7);
}

#[test]
fn a2_what_is_deleted_is_named_counted_and_weighed_also_by_other_means() {
    let desk = Desk::new();
    for n in 0..30 {
        desk.put(&format!("d/{n:02}"), "12345");
    }
    desk.put("emptied", "12345");
    desk.put("replaced/x", "1");
    let shown = desk.show(&desk.rehearse("rm -r d; : > emptied; rm -r replaced; touch replaced"));
    let folder = desk.path("d").parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!((shown.facts.deletes.len(), shown.typed), (34, folder), "the folder that holds all of them");
    let warning =
        shown.preview.warnings.iter().find(|w| w.starts_with("deletes 34 things, 156 bytes")).unwrap();
    assert!(warning.ends_with("… (+14)"), "{warning}");
    assert!(shown.preview.warnings.iter().any(|w| w.contains("emptied is emptied")));
}

#[test]
fn a5_what_is_always_asked_about_is_told_whoever_writes_it() {
    let desk = Desk::new();
    desk.put("src/x", "x");
    desk.put("target/made", "x");
    let mut files = desk.files.clone();
    files.scratch = vec!["target/**".to_owned()];
    let effects = desk
        .rehearse("mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit; echo K=1 > .env; rm -r target");
    let shown = files.show_effects(&effects, Some(desk.work.to_str().unwrap())).unwrap();
    for words in ["pre-commit", ".env"] {
        assert!(
            shown.facts.protected.iter().any(|p| p.contains(words)),
            "{words}: {:?}",
            shown.facts.protected
        );
    }
    assert_eq!(shown.facts.deletes, Vec::<String>::new(), "what can be made again is not lost");
    let elsewhere = files.show_effects(&effects, Some("/nowhere")).unwrap();
    assert!(elsewhere.facts.outside);
}

#[test]
fn h3_a_flood_of_new_text_cannot_hide_what_changes() {
    let desk = Desk::new();
    desk.put("zz", "harmless\n");
    let effects = desk.rehearse(
        "yes 'a line of a flood that is long enough' | head -c 900000 > flood; for n in 1 2 3 4 5 6 7 8 9; do cp flood aa$n; done; echo evil > zz",
    );
    let shown = desk.show(&effects);
    let diff = shown.preview.diff.unwrap();
    assert!(diff.contains("-harmless\n+evil\n"));
    assert!(diff.contains("not shown, since there is too much of it"));
    let hidden = diff.matches("\nnot shown, since").count();
    assert!(
        diff.lines().next().unwrap().ends_with(&format!("{hidden} differences are not shown")),
        "{hidden}"
    );
    assert_eq!(shown.preview.changes.len(), 11, "each is told, whether its difference is shown or not");
}

#[test]
fn a_time_or_a_mode_alone_is_told_as_that() {
    let desk = Desk::new();
    desk.put("t", "t");
    desk.put("m", "m");
    let shown = desk.show(&desk.rehearse("touch -d @1000000000 t; chmod 640 m"));
    let [m, t] = shown.preview.changes.as_slice() else { panic!("two changes") };
    assert!(
        m.before.as_str().unwrap().contains("mode 644") && m.after.as_str().unwrap().contains("mode 640")
    );
    assert!(t.after.as_str().unwrap().contains("written 2001-09-09T01:46:40Z"), "{}", t.after);
    assert_eq!(shown.facts.class(), Class::Mutable);
}

#[test]
fn a5_h3_a_flood_of_deletions_cannot_hide_what_is_always_asked_about() {
    let desk = Desk::new();
    for n in 0..30 {
        desk.put(&format!("d/{n:02}"), "x");
    }
    let shown =
        desk.show(&desk.rehearse("rm -r d; mkdir -p zz/.git/hooks; echo evil > zz/.git/hooks/pre-commit"));
    let protected = &shown.facts.protected;
    assert!(protected.iter().any(|why| why.contains("pre-commit")), "{protected:?}");
    assert!(protected.iter().any(|why| why.starts_with("deleting files: ")), "{protected:?}");
}

#[test]
fn h3_what_is_deleted_is_counted_by_its_bytes_and_not_by_how_it_reads() {
    let desk = Desk::new();
    for byte in [0xfd, 0xfe, 0xff] {
        fs::write(desk.work.join(std::ffi::OsStr::from_bytes(&[byte])), "x").unwrap();
    }
    let shown = desk.show(&desk.rehearse("rm -f -- *"));
    let warnings = &shown.preview.warnings;
    assert!(warnings.iter().any(|w| w.starts_with("deletes 3 things, 3 bytes")), "{warnings:?}");
    let labels: std::collections::BTreeSet<_> = shown.preview.changes.iter().map(|c| &c.label).collect();
    assert_eq!(labels.len(), 3, "each is told apart: {labels:?}");
}

#[test]
fn h1_a_change_is_left_to_the_difference_only_if_that_shows_all_of_it() {
    let desk = Desk::new();
    for name in ["edited", "opened", "linked", "gone", "binary"] {
        desk.put(name, "one\n");
    }
    let script = "echo 2 >> edited; echo 2 >> opened; chmod +x opened; rm linked gone; ln -s /etc/hosts linked; \
                  printf '\\0\\1' > binary; echo x > new; echo x > program; chmod 755 program; mv new 'edited (new)'; \
                  printf '\\0' > 'edited (x)'";
    let shown = desk.show(&desk.rehearse(script));
    let left: Vec<String> = shown
        .preview
        .changes
        .iter()
        .filter(|change| change.in_diff)
        .map(|change| change.label.rsplit('/').next().unwrap().to_owned())
        .collect();
    assert_eq!(left, ["edited", "edited (new)", "gone"], "{:?}", shown.preview);
}
