//! Tests that shown effects land byte for byte, all or nothing, and can be undone.

use std::os::unix::fs::symlink;

use countersign_words::{Language, Message};

use super::*;

/// A checkout with a bit of everything.
fn checkout(desk: &Desk) {
    for name in ["src/main.rs", "src/lib.rs", "old/a", "old/sub/b", "README", "run.sh"] {
        desk.put(name, format!("// {name}\none\ntwo\nthree\n"));
    }
    symlink("README", desk.path("link")).unwrap();
    fs::set_permissions(desk.path("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
}

const SCRIPT: &str = "sed -i s/two/2/ src/main.rs; rm -r old; mkdir -p new/er; echo made > new/er/file
    chmod 600 README; touch -d @1000000000.5 src/lib.rs; ln -sfn src link; mv run.sh go.sh
    chmod 2750 new; ln -s ../src new/l; : > empty; chmod 700 src";

#[test]
fn e1_e2_what_was_rehearsed_lands_exactly_and_undo_brings_everything_back() {
    let desk = Desk::new();
    checkout(&desk);
    let before = desk.picture();
    let layers = desk.layers();
    let seen = run(&layers, SCRIPT);
    assert_eq!(desk.picture(), before, "a rehearsal changes nothing");
    let effects = layers.effects(100).unwrap();
    let landed = desk.land(&effects, &[]).unwrap();
    assert_eq!(desk.picture(), seen, "what was seen in the overlay is what stands there now");
    assert_eq!(landed.caveats, Vec::<String>::new());
    layers.discard().unwrap();
    let undone = desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
    let again = desk.revert(&undone.inverse).unwrap();
    assert_eq!(desk.picture(), seen, "an undo can be undone, also without the layers");
    desk.revert(&again.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn e2_a_trash_on_another_disk_keeps_everything_just_the_same() {
    let shm = Path::new("/dev/shm");
    let other = fs::metadata(shm).unwrap().dev() != fs::metadata(std::env::temp_dir()).unwrap().dev();
    assert!(other, "this test needs two disks");
    let desk = Desk::in_dir(shm);
    checkout(&desk);
    let before = desk.picture();
    let layers = desk.layers();
    let seen = run(&layers, SCRIPT);
    let landed = desk.land(&layers.effects(100).unwrap(), &[]).unwrap();
    assert_eq!(desk.picture(), seen);
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn one_kind_takes_the_place_of_another_and_back() {
    let desk = Desk::new();
    checkout(&desk);
    let before = desk.picture();
    let layers = desk.layers();
    let seen = run(
        &layers,
        "rm -r old; echo file > old; rm README; mkdir README; echo x > README/x; rm link; echo l > link",
    );
    let landed = desk.land(&layers.effects(100).unwrap(), &[]).unwrap();
    assert_eq!(desk.picture(), seen);
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn hostile_names_land_and_come_back() {
    let desk = Desk::new();
    desk.put("a", "a");
    let before = desk.picture();
    let layers = desk.layers();
    let seen = run(
        &layers,
        "printf x > \"$(printf 'a\\nb')\"; printf y > \"$(printf 'x\\377y')\"; printf z > -rf
         mkdir \"$(printf 'd\\377')\"; printf in > \"$(printf 'd\\377/\\376')\"; ln -s \"$(printf 'to\\376')\" l",
    );
    let effects = layers.effects(100).unwrap();
    let shown = desk.show(&effects);
    assert!(!shown.preview.diff.unwrap().contains("a\nb"), "a name cannot break a line");
    let landed = desk.land(&effects, &[]).unwrap();
    assert_eq!(desk.picture(), seen);
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn d2_what_moved_between_showing_and_landing_makes_all_of_it_stale() {
    type Meddle = fn(&Desk);
    let cases: [(Meddle, &str); 8] = [
        (|desk| drop(desk.put("src/main.rs", "somebody else's")), "main.rs changed since: its content"),
        (|desk| drop(desk.put("old/sub/b", "somebody else's")), "old/sub/b changed since"),
        (|desk| drop(desk.put("old/more", "somebody else's")), "old/more changed since: it exists now"),
        (|desk| fs::remove_file(desk.path("old/a")).unwrap(), "old/a changed since: it is gone"),
        (|desk| drop(desk.put("new", "a file")), "the name"),
        (
            |desk| {
                fs::set_permissions(desk.path("README"), fs::Permissions::from_mode(0o644 | 0o22)).unwrap()
            },
            "mode changed",
        ),
        (
            |desk| {
                fs::rename(desk.path("src"), desk.path("moved")).unwrap();
                symlink("moved", desk.path("src")).unwrap();
            },
            "src",
        ),
        (
            |desk| {
                let file = fs::File::options().write(true).open(desk.path("src/lib.rs")).unwrap();
                file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
            },
            "lib.rs changed since: its time changed",
        ),
    ];
    for (meddle, words) in cases {
        let desk = Desk::new();
        checkout(&desk);
        let effects = desk.rehearse(SCRIPT);
        meddle(&desk);
        let before = desk.picture();
        refused(desk.land(&effects, &[]), "stale", words);
        assert_eq!(desk.picture(), before, "{words}: nothing is touched");
        let kept = fs::read_dir(&desk.files.trash).unwrap().count();
        assert_eq!(kept, 0, "{words}: nothing is kept of what did not happen");
    }
}

#[test]
fn a_rehearsal_that_changed_after_it_was_shown_does_not_land() {
    let desk = Desk::new();
    desk.put("a", "a");
    let layers = desk.layers();
    run(&layers, "echo shown > a; echo new > b");
    let effects = layers.effects(10).unwrap();
    let before = desk.picture();
    run(&layers, "echo other > b");
    refused(desk.land(&effects, &[]), "stale", "the content to write to");
    assert_eq!(desk.picture(), before);
    // A link in place of the shown content is not followed.
    run(&layers, "rm b; ln -s /etc/passwd b");
    refused(desk.land(&effects, &[]), "conflict", "");
    assert_eq!(desk.picture(), before);
    layers.discard().unwrap();
    refused(desk.land(&effects, &[]), "stale", "no longer kept");
    assert_eq!(desk.picture(), before);
}

#[test]
fn what_fails_in_the_middle_is_taken_back() {
    let desk = Desk::new();
    checkout(&desk);
    let mut effects = desk.rehearse(SCRIPT);
    let before = desk.picture();
    // The last step fails: its content is missing.
    let last = effects.changes.last_mut().unwrap();
    last.content = Some(PathBuf::from("/nowhere/at/all"));
    if let Some(after) = &mut last.after {
        after.hash = Some("0".repeat(64));
    }
    assert!(desk.land(&effects, &[]).is_err());
    assert_eq!(desk.picture(), before);
}

#[test]
fn e3_an_undo_that_finds_another_text_shows_the_difference_and_touches_nothing() {
    let desk = Desk::new();
    checkout(&desk);
    let landed = desk.land(&desk.rehearse(SCRIPT), &[]).unwrap();
    desk.put("src/main.rs", "// src/main.rs\none\n2\nthree\nfour\n");
    let before = desk.picture();
    let error = refused(desk.revert(&landed.inverse), "stale", "main.rs changed since");
    assert!(error.detail.unwrap().contains("+four"));
    assert_eq!(desk.picture(), before);
}

#[test]
fn a_file_with_several_names_changes_only_under_the_name_that_was_shown() {
    let desk = Desk::new();
    let a = desk.put("a", "one\n");
    fs::hard_link(&a, desk.path("b")).unwrap();
    let layers = desk.layers();
    let seen = run(&layers, "echo two > a");
    let effects = layers.effects(10).unwrap();
    assert!(desk.show(&effects).preview.warnings.iter().any(|w| w.contains("2 hard links; only this one")));
    let landed = desk.land(&effects, &[]).unwrap();
    assert_eq!(desk.picture(), seen);
    assert_eq!(desk.text("b"), "one\n");
    desk.revert(&landed.inverse).unwrap();
    assert_eq!((desk.text("a"), a.metadata().unwrap().nlink()), ("one\n".to_owned(), 2));
}

#[test]
fn new_names_of_one_file_stay_names_of_one_file_within_a_new_folder() {
    let desk = Desk::new();
    let landed = desk.land(&desk.rehearse("mkdir d; echo x > d/a; ln d/a d/b"), &[]).unwrap();
    assert_eq!(desk.path("d/a").metadata().unwrap().ino(), desk.path("d/b").metadata().unwrap().ino());
    desk.revert(&landed.inverse).unwrap();
    assert!(!desk.path("d").exists());
}

#[test]
fn what_does_not_land_is_told_before_and_after() {
    let desk = Desk::new();
    desk.put("a", "a");
    let effects = desk
        .rehearse("mkfifo pipe; echo b > b; python3 -c \"import os; os.setxattr('a', 'user.note', b'x')\"");
    let shown = desk.show(&effects);
    let told = |all: &[Message], words: &str| all.iter().any(|w| w.contains(words));
    assert!(told(&shown.preview.warnings, "pipe is a device, a pipe or a socket: it does not land"));
    assert!(told(&shown.preview.warnings, "extended attributes of"));
    let landed = desk.land(&effects, &[]).unwrap();
    assert!(told(&landed.caveats, "pipe") && told(&landed.caveats, "extended attributes"));
    let german: Vec<_> = landed.caveats.iter().map(|w| w.in_language(Language::German)).collect();
    assert!(german.iter().any(|w| w.ends_with("es wird nicht übernommen")), "{german:?}");
    assert!(desk.path("b").exists() && !desk.path("pipe").exists());
    refused(desk.land(&desk.rehearse("mkfifo pipe"), &[]), "conflict", "none of it can land");
}

#[test]
fn a_closed_folder_is_opened_first_and_closed_last() {
    let desk = Desk::new();
    desk.put("d/a", "a");
    desk.put("e/a", "a");
    fs::set_permissions(desk.path("d"), fs::Permissions::from_mode(0o500)).unwrap();
    let before = desk.picture();
    let layers = desk.layers();
    let seen = run(&layers, "chmod 700 d; echo b > d/b; echo c > e/c; chmod 500 e");
    let landed = desk.land(&layers.effects(10).unwrap(), &[]).unwrap();
    assert_eq!(desk.picture(), seen);
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn a_folder_that_nobody_may_write_to_goes_and_comes_back_as_it_was() {
    let desk = Desk::new();
    desk.put("d/a", "a");
    fs::set_permissions(desk.path("d"), fs::Permissions::from_mode(0o555)).unwrap();
    let before = desk.picture();
    let landed = desk.land(&desk.rehearse("chmod u+w d; rm -r d"), &[]).unwrap();
    assert!(!desk.path("d").exists());
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
    fs::set_permissions(desk.path("d"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_new_folder_that_is_closed_to_its_owner_lands_with_what_is_in_it() {
    let desk = Desk::new();
    let effects = desk.rehearse("mkdir -p c/d; echo x > c/d/x; chmod 0 c/d/x c/d c");
    let landed = desk.land(&effects, &[]).unwrap();
    assert_eq!(desk.path("c").metadata().unwrap().mode() & 0o777, 0);
    desk.revert(&landed.inverse).unwrap();
    assert!(!desk.path("c").exists());
}

#[test]
fn a_file_that_has_the_name_of_what_waits_is_not_ours_to_remove() {
    let desk = Desk::new();
    desk.put("a", "a");
    let effects = desk.rehearse("echo b > a");
    desk.put(".countersign-mine-0", "somebody's");
    let before = desk.picture();
    assert!(desk.files.land_effects("mine", &effects, &[], Moved::Refuse).is_err());
    assert_eq!(desk.picture(), before);
}

#[test]
fn what_was_not_all_looked_at_does_not_land() {
    let desk = Desk::new();
    let layers = desk.layers();
    run(&layers, "touch a b c");
    let effects = layers.effects(2).unwrap();
    assert!(desk.show(&effects).facts.opaque);
    refused(desk.land(&effects, &[]), "conflict", "more effects than were looked at");
}

#[test]
fn d8_a_folder_that_is_swapped_with_a_link_while_landing_is_never_a_failure_with_files_on_the_disk() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let (mut landed_all, mut nothing, mut in_doubt) = (0, 0, 0);
    for _ in 0..20 {
        let desk = Desk::new();
        let names: Vec<String> = (0..30).map(|n| format!("sub/{n}")).collect();
        names.iter().for_each(|name| drop(desk.put(name, "old")));
        let elsewhere = desk.work.with_file_name("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let effects =
            desk.rehearse("for n in $(seq 0 29); do echo new > sub/$n; echo made > sub/made$n; done");
        let (sub, aside, over) =
            (desk.path("sub"), desk.work.with_file_name("aside"), AtomicBool::new(false));
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::SeqCst) {
                    fs::rename(&sub, &aside).unwrap();
                    symlink(&elsewhere, &sub).unwrap();
                    fs::remove_file(&sub).unwrap();
                    fs::rename(&aside, &sub).unwrap();
                }
            });
            let outcome = desk.land(&effects, &[]);
            over.store(true, Ordering::SeqCst);
            outcome
        });
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0, "no link was followed: {outcome:?}");
        let made = (0..30).filter(|n| desk.path(&format!("sub/made{n}")).exists()).count();
        let new = names.iter().filter(|name| desk.text(name) == "new\n").count();
        match outcome {
            Ok(_) => {
                landed_all += 1;
                assert_eq!((made, new), (30, 30));
            }
            Err(e) if e.is_doubt() => in_doubt += 1,
            Err(e) => {
                nothing += 1;
                assert_eq!((made, new), (0, 0), "a failure with files on the disk: {e:?}");
            }
        }
    }
    println!("{landed_all} landed, {nothing} not at all, {in_doubt} in doubt");
}
