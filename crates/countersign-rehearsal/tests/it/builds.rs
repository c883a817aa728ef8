//! Tests build folders: what commands change there is no effect, is there for the next command, and is never real.

use std::{fs, io::Read as _, os::unix::fs::PermissionsExt as _, path::PathBuf};

use countersign_rehearsal::{Builds, Denied, Layers, Manner, start};

use super::place::{Place, as_everyone};

const MOST: u64 = 1 << 30;

/// Runs a script over what is kept, keeps what it changed in `target` folders, and returns its output, the changed paths
/// and whether it was kept.
fn run(place: &mut Place, script: &str) -> (String, Vec<PathBuf>, bool) {
    let builds = Builds::open(&place.outside("kept/builds"), &place.layers.roots).unwrap();
    let name = format!("run-{}", fs::read_dir(place.outside(".")).unwrap().count());
    let (folder, roots) = (place.outside(&name), place.layers.roots.clone());
    place.layers = Layers::make(&folder, &roots, Manner::Overlay, MOST).unwrap();
    place.on_top = builds.on_top();
    let told = place.sh(script).harmless();
    let found = place.layers.changed_folders(&|path| path.ends_with("target")).unwrap();
    place.layers.set_apart(&found, false).unwrap();
    let effects = place.layers.effects(100).unwrap();
    let kept = builds.keep(&place.layers, &found, MOST).unwrap();
    (told, effects.changes.into_iter().map(|change| change.path).collect(), kept)
}

fn place() -> Place {
    let place = Place::new();
    fs::create_dir_all(place.real().join("a/target/deep")).unwrap();
    fs::set_permissions(place.real().join("a"), fs::Permissions::from_mode(0o750)).unwrap();
    fs::write(place.real().join("a/target/real"), "real\n").unwrap();
    fs::write(place.real().join("a/target/deep/old"), "old\n").unwrap();
    fs::create_dir_all(place.outside("kept")).unwrap();
    place
}

#[test]
fn a16_build_folders_grow_from_command_to_command_and_the_real_ones_stay() {
    as_everyone("builds::a16_build_folders_grow_from_command_to_command_and_the_real_ones_stay", || {
        let mut place = place();
        let none: &[PathBuf] = &[];
        let first =
            run(&mut place, "mkdir target && echo 1 > target/one; rm a/target/real; echo 2 > a/target/two");
        assert_eq!((&first.1[..], first.2), (none, true));
        let second =
            run(&mut place, "cat target/one; ls a/target; rm -r a/target/deep target; mkdir a/target/deep");
        assert_eq!((first.0.as_str(), second.0.as_str()), ("", "1\ndeep\ntwo\n"));
        assert_eq!(second.1, none, "the folder around it has its own mode");
        let third = run(&mut place, "ls; ls a/target a/target/deep; echo 3 > a/target/deep/three; touch b");
        assert_eq!(third.0, "a\na/target:\ndeep\ntwo\n\na/target/deep:\n");
        assert_eq!(third.1, [place.real().join("b")]);
        let fourth = run(&mut place, "cat a/target/deep/*; rm -r a/target");
        assert_eq!((fourth.0.as_str(), &fourth.1[..]), ("3\n", none));
        assert_eq!(run(&mut place, "ls a; mkdir a/target; ls a/target").0, "");
        assert_eq!(run(&mut place, "find a | sort").0, "a\na/target\n");
        assert_eq!(fs::read_to_string(place.real().join("a/target/deep/old")).unwrap(), "old\n");
        assert!(place.real().join("a/target/real").exists() && !place.real().join("target").exists());
    });
}

#[test]
fn a16_what_somebody_else_has_built_meanwhile_replaces_what_was_kept() {
    let mut place = place();
    run(&mut place, "echo kept > a/target/real; mkdir target; echo kept > target/x");
    fs::write(place.real().join("a/target/other"), "unrelated\n").unwrap();
    assert_eq!(run(&mut place, "cat a/target/real target/x").0, "real\nkept\n", "an entry has come");
    run(&mut place, "echo kept > a/target/deep/old");
    fs::write(place.real().join("a/target/deep/old"), "built by hand\n").unwrap();
    assert_eq!(run(&mut place, "cat a/target/deep/old target/x").0, "built by hand\nkept\n");
    run(&mut place, "rm -r a/target; mkdir a/target");
    assert_eq!(run(&mut place, "ls a/target").0, "");
    fs::write(place.real().join("a/target/deep/old"), "built again\n").unwrap();
    assert_eq!(run(&mut place, "cat a/target/deep/old").0, "built again\n", "what was hidden as a whole");
    fs::create_dir(place.real().join("target")).unwrap();
    assert_eq!(run(&mut place, "ls target").0, "");
    run(&mut place, "mkdir -p a/b; mkdir a/target/kept");
    fs::remove_dir_all(place.real().join("a")).unwrap();
    assert_eq!(
        run(&mut place, "ls").0,
        "target\n",
        "a folder does not come back because of what is kept in it"
    );
}

#[test]
fn a16_what_was_begun_over_something_else_is_not_kept_and_neither_is_too_much() {
    let mut place = place();
    let early = Builds::open(&place.outside("kept/builds"), &place.layers.roots).unwrap();
    assert!(run(&mut place, "mkdir target; echo first > target/x").2);
    place.layers =
        Layers::make(&place.outside("late"), &place.layers.roots.clone(), Manner::Overlay, MOST).unwrap();
    place.on_top = early.on_top();
    place.sh("mkdir target; echo late > target/x").harmless();
    let found = place.layers.changed_folders(&|path| path.ends_with("target")).unwrap();
    place.layers.set_apart(&found, false).unwrap();
    assert!(!early.keep(&place.layers, &found, MOST).unwrap());
    let late = place.layers.clone();
    assert_eq!(run(&mut place, "cat target/x").0, "first\n");
    let now = Builds::open(&place.outside("kept/builds"), &place.layers.roots).unwrap();
    assert!(!now.keep(&late, &found, 3).unwrap(), "more than it may take");
    assert_eq!(run(&mut place, "ls").0, "a\n");
}

#[test]
fn a16_a_world_that_only_reads_sees_what_is_kept_and_cannot_change_it() {
    let mut place = Place::outside_tmp();
    fs::create_dir(place.outside("kept")).unwrap();
    run(&mut place, "mkdir target; echo kept > target/x");
    let roots = place.layers.roots.clone();
    place.on_top = Builds::open(&place.outside("kept/builds"), &roots).unwrap().on_top();
    place.still = roots.clone();
    let program = place.program(&["/bin/sh", "-c", "cat target/x; echo no > target/x"]);
    place.layers.roots.clear();
    let mut running = start(&place.world(), &program).unwrap();
    let mut told = String::new();
    running.stdout.take().unwrap().read_to_string(&mut told).unwrap();
    let ended = running.wait(None).unwrap();
    assert_eq!((told.as_str(), ended.code), ("kept\n", Some(2)));
    assert_eq!(ended.denied, [Denied::Write(roots[0].join("target/x"))]);
}

#[test]
fn a16_only_folders_can_be_build_folders() {
    let mut place = place();
    fs::write(place.real().join("target"), "a file of a person\n").unwrap();
    std::os::unix::fs::symlink("a", place.real().join("link")).unwrap();
    let fits = |place: &Place| {
        place.layers.changed_folders(&|p| p.ends_with("target") || p.ends_with("link")).unwrap()
    };
    place.layers =
        Layers::make(&place.outside("one"), &place.layers.roots.clone(), Manner::Overlay, MOST).unwrap();
    place.sh("rm target link; mkdir target link; mkdir -p .git/target; echo > a/target/x").harmless();
    assert_eq!(fits(&place), [place.real().join("a/target")]);
}
