//! Tests that effects are complete and correct.

use std::os::unix::fs::symlink;

use rustix::fs::{XattrFlags, setxattr};

use super::*;

#[test]
fn everything_that_a_command_can_do_to_files_is_told() {
    let desk = Desk::new();
    for name in ["edited", "gone", "moded", "touched", "same", "d/inner", "d/sub/deep", "moved"] {
        desk.put(name, format!("this is {name}\n"));
    }
    symlink("edited", desk.work.join("link")).unwrap();
    let told = desk.told(
        "echo more >> edited; rm gone; chmod 600 moded; touch -d @1000000000 touched; cat same > /dev/null
         rm -r d; mkdir -p new/er; echo x > new/er/file; ln -sfn gone link; mv moved was-moved; umask 022",
    );
    let expected = [
        "d/inner: no file",
        "d/sub/deep: no file",
        "d/sub: no dir",
        "d: no dir",
        "edited: 20 bytes for 15",
        "gone: no file",
        "link: target",
        "moded: mode 600 for 644",
        "moved: no file",
        "new: new dir 755",
        "new/er: new dir 755",
        "new/er/file: new file 644",
        "touched: time",
        "was-moved: file from moved",
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_command_that_leaves_everything_as_it_was_has_no_effects() {
    let desk = Desk::new();
    desk.put("a", "a\n");
    desk.put("d/b", "b\n");
    let nothing: Vec<String> = Vec::new();
    // A folder's times change whenever an entry comes or goes.
    assert_eq!(desk.told("touch -r a keep; chmod 600 a; chmod 644 a; rm keep; touch d"), nothing);
    assert_eq!(desk.told("touch -r a .t; echo b > a; echo a > a; touch -r .t a; rm .t"), nothing);
    assert_eq!(desk.told("touch -r d/b .t; rm -r d; mkdir d; echo b > d/b; touch -r .t d/b; rm .t"), nothing);
}

#[test]
fn one_kind_of_thing_in_the_place_of_another_is_told_with_what_was_in_it() {
    let desk = Desk::new();
    desk.put("d/a", "a");
    desk.put("d/s/b", "b");
    desk.put("f", "f");
    symlink("f", desk.work.join("l")).unwrap();
    let told = desk.told("rm -r d; echo file > d; rm f; mkdir f; echo x > f/x; rm l; echo l > l");
    let expected = [
        "d/a: no file",
        "d/s/b: no file",
        "d/s: no dir",
        "d: file for dir",
        "f: dir for file",
        "f/x: new file 644",
    ];
    assert_eq!(told[..6], expected);
    assert_eq!(told[6..], ["l: file for link"]);
}

#[test]
fn a_folder_made_anew_shows_nothing_of_the_old_one() {
    let desk = Desk::new();
    desk.put("d/a", "a");
    desk.put("d/s/b", "b");
    let told = desk.told("rm -r d; mkdir d; mkdir d/s; echo c > d/s/c");
    assert_eq!(told, ["d/a: no file", "d/s/b: no file", "d/s/c: new file 644"]);
}

#[test]
fn a_rename_is_told_only_where_it_is_certain() {
    let desk = Desk::new();
    desk.put("a/x", "the same");
    desk.put("a/y", "the same");
    desk.put("a/z", "only one");
    desk.put("a/empty", "");
    let told = desk.told("mv a b");
    let expected = [
        "a/empty: no file",
        "a/x: no file",
        "a/y: no file",
        "a/z: no file",
        "a: no dir",
        "b: new dir 755",
        "b/empty: new file 644",
        "b/x: new file 644",
        "b/y: new file 644",
        "b/z: file from a/z",
    ];
    assert_eq!(told, expected);
}

#[test]
fn set_user_id_bits_sockets_and_pipes_are_told_and_never_opened() {
    let desk = Desk::new();
    desk.put("a", "a");
    let told = desk.told(
        "cp /bin/true su; chmod 4755 su; mkfifo pipe; chmod 2755 .; \
         perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => \"sock\", Listen => 1) or die'",
    );
    let expected = [": mode 2755 for 755", "pipe: new other 644", "sock: new other 755", "su: new file 4755"];
    assert_eq!(told, expected);
}

#[test]
fn hostile_names_are_told_byte_for_byte_and_survive_json() {
    let desk = Desk::new();
    let script = "touch \"$(printf 'a\\nb')\" \"$(printf 'x\\377y')\" -- '-rf' ' ' '...'
         n=$(printf '%0255d' 0); echo long > $n; ln -s \"$(printf 'to\\376')\" l
         i=0; while [ $i -lt 60 ]; do mkdir d; cd d; i=$((i+1)); done; echo deep > file";
    for manner in [Manner::Overlay, Manner::Copy] {
        let effects = desk.effects(manner, script);
        let names: Vec<&[u8]> =
            effects.changes.iter().map(|c| c.path.file_name().unwrap().as_bytes()).collect();
        for name in [&b"a\nb"[..], b"x\xffy", b"-rf", b" ", b"...", "0".repeat(255).as_bytes(), b"file"] {
            assert!(names.contains(&name), "{name:?}");
        }
        let link = effects.changes.iter().find(|c| c.path.ends_with("l")).unwrap();
        let target = link.after.as_ref().unwrap().target.as_ref().unwrap();
        assert_eq!(target.as_os_str().as_bytes(), b"to\xfe");
        let json = serde_json::to_string(&effects).unwrap();
        assert_eq!(serde_json::from_str::<Effects>(&json).unwrap(), effects);
    }
}

#[test]
fn folders_too_deep_to_follow_are_an_error_and_can_still_be_discarded() {
    let desk = Desk::new();
    let layers = desk.make(Manner::Overlay);
    let (upper, _) = layers.upper(0);
    // A thousand open folders are more than most processes may have.
    let script = "for (1..1500) { mkdir 'd' or die; chdir 'd' or die }";
    let made = Command::new("perl").args(["-e", script]).current_dir(&upper).status().unwrap();
    assert!(made.success());
    let error = layers.effects(10_000).unwrap_err();
    assert!(error.to_string().contains("deeper than"), "{error}");
    let folder = layers.folder.clone();
    layers.discard().unwrap();
    assert!(!folder.exists());
    layers::gone(&desk.layers);
}

#[test]
fn only_so_many_changes_are_told_and_it_is_said_that_there_are_more() {
    let desk = Desk::new();
    let layers = desk.make(Manner::Overlay);
    run(&layers, "mkdir d; i=0; while [ $i -lt 50 ]; do echo x > d/$i; i=$((i+1)); done");
    let some = layers.effects(10).unwrap();
    assert_eq!((some.changes.len(), some.more), (10, true));
    let all = layers.effects(51).unwrap();
    assert_eq!((all.changes.len(), all.more), (51, false));
}

#[test]
fn marks_whose_meaning_is_not_certain_are_an_error_and_no_tale() {
    let desk = Desk::new();
    desk.put("d/f", "f");
    for (name, value, words) in [
        ("user.overlay.redirect", &b"/elsewhere"[..], "somewhere else"),
        ("user.overlay.opaque", b"z", "unknown mark"),
    ] {
        let layers = desk.make(Manner::Overlay);
        run(&layers, "echo x > d/g");
        setxattr(layers.upper(0).0.join("d"), name, value, XattrFlags::empty()).unwrap();
        let error = layers.effects(10).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("/d"), "{error}");
        layers.discard().unwrap();
    }
    let layers = desk.make(Manner::Overlay);
    run(&layers, "echo y > d/f; : > d/empty");
    let upper = layers.upper(0).0;
    setxattr(upper.join("d/f"), "user.overlay.metacopy", b"", XattrFlags::empty()).unwrap();
    assert!(layers.effects(10).unwrap_err().to_string().contains("somewhere else"));
    rustix::fs::removexattr(upper.join("d/f"), "user.overlay.metacopy").unwrap();
    setxattr(upper.join("d/empty"), "user.overlay.whiteout", b"", XattrFlags::empty()).unwrap();
    assert!(layers.effects(10).unwrap_err().to_string().contains("deletion mark in an unexpected place"));
}

#[test]
fn a_deletion_that_is_marked_by_an_empty_file_is_one() {
    let desk = Desk::new();
    desk.put("d/f", "f");
    let layers = desk.make(Manner::Overlay);
    run(&layers, "echo x > d/g; : > d/f; chmod 600 d/f");
    let d = layers.upper(0).0.join("d");
    setxattr(&d, "user.overlay.opaque", b"x", XattrFlags::empty()).unwrap();
    setxattr(d.join("f"), "user.overlay.whiteout", b"", XattrFlags::empty()).unwrap();
    assert_eq!(words(&desk.work, &layers.effects(10).unwrap()), ["d/f: no file", "d/g: new file 644"]);
}

#[test]
fn extended_attributes_are_no_secret() {
    let desk = Desk::new();
    desk.put("a", "a");
    let nothing = desk.told("setfattr -n user.note -v x a 2>/dev/null || python3 -c \"import os; os.setxattr('a', 'user.note', b'x')\"");
    assert_eq!(nothing, ["a: attributes"]);
}

#[test]
fn a_copied_file_that_was_written_to_and_given_its_old_time_is_told() {
    let desk = Desk::new();
    desk.put("a", "one\n");
    assert_eq!(desk.told("touch -r a t; echo two > a; touch -r t a; rm t"), ["a: 4 bytes for 4"]);
}

#[test]
fn folders_that_changed_places_are_told_though_no_file_in_them_was_touched() {
    let desk = Desk::new();
    desk.put("a/x", "one");
    desk.put("b/x", "two");
    desk.put("c/x", "three");
    let told = desk.told("mv a t; mv b a; mv t b; mv c d");
    let expected =
        ["a/x: 3 bytes for 3", "b/x: 3 bytes for 3", "c/x: no file", "c: no dir", "d: new dir 755"];
    assert_eq!(told[..5], expected);
    assert_eq!(told[5..], ["d/x: file from c/x"]);
}

#[test]
fn what_others_did_to_the_real_folder_is_not_told_as_the_commands_doing() {
    let desk = Desk::new();
    desk.put("a", "a");
    desk.put("b", "b");
    let layers = desk.make(Manner::Copy);
    desk.put("a", "somebody else's");
    fs::remove_file(desk.work.join("b")).unwrap();
    desk.put("later/by/somebody", "else");
    assert_eq!(words(&desk.work, &layers.effects(10).unwrap()), Vec::<String>::new());
}

#[test]
fn what_a_command_closed_to_its_owner_is_read_all_the_same_and_stays_closed() {
    let desk = Desk::new();
    desk.put("a", "a");
    let told = desk.told("echo secret > s; mkdir c; echo x > c/x; chmod 0 s c");
    assert_eq!(told, ["c: new dir 0", "c/x: new file 644", "s: new file 0"]);
}

#[test]
fn a_normal_user_reads_what_was_closed_too() {
    let desk = Desk::new();
    desk.put("a", "a");
    for manner in [Manner::Overlay, Manner::Copy] {
        let layers = desk.make(manner);
        run(&layers, "mkdir -p c/d; echo x > c/d/x; chmod 0 c/d/x; chmod 100 c/d; chmod 0 c");
        let effects = layers.effects(10).unwrap();
        assert_eq!(words(&desk.work, &effects), ["c: new dir 0", "c/d: new dir 100", "c/d/x: new file 0"]);
        let content = effects.changes[2].content.as_ref().unwrap();
        let text = std::io::read_to_string(countersign_rehearsal::open_content(content).unwrap()).unwrap();
        assert_eq!(text, "x\n");
        assert_eq!(layers.seen(&desk.work.join("c/d/x")).unwrap().as_ref(), Some(content));
        assert_eq!(layers.effects(10).unwrap(), effects, "it is closed again");
        let folder = layers.folder.clone();
        layers.discard().unwrap();
        assert!(!folder.exists());
    }
}
