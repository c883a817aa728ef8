//! Tests that a snapshot finds every kind of change.

use std::os::unix::fs::{PermissionsExt as _, symlink};

use countersign_rehearsal::Snapshot;

use super::*;

fn moved(desk: &Desk, change: impl Fn(&Path)) -> Vec<String> {
    let file = desk.layers.join("snapshot");
    let roots = std::slice::from_ref(&desk.work);
    Snapshot::take(roots, &file, &mut |_| {}).unwrap();
    change(&desk.work);
    let moved = Snapshot::open(&file).unwrap().moved(100, &|path| path.ends_with("own")).unwrap();
    moved.iter().map(|path| path.strip_prefix(&desk.work).unwrap().display().to_string()).collect()
}

#[test]
fn d2_whatever_moves_under_a_folder_is_found() {
    let desk = Desk::new();
    for name in ["a", "b/c", "b.d", "own", "z/deep/file"] {
        desk.put(name, "content");
    }
    symlink("a", desk.work.join("l")).unwrap();
    let nothing: &[&str] = &[];
    assert_eq!(moved(&desk, |_| {}), nothing);
    assert_eq!(moved(&desk, |work| fs::write(work.join("own"), "mine").unwrap()), nothing);
    assert_eq!(moved(&desk, |work| fs::write(work.join("a"), "changed").unwrap()), ["a"]);
    let again = |work: &Path| {
        let file = fs::File::options().write(true).open(work.join("b/c")).unwrap();
        let was = file.metadata().unwrap().modified().unwrap();
        fs::write(work.join("b/c"), "CONTENT").unwrap();
        file.set_modified(was).unwrap();
    };
    assert_eq!(moved(&desk, again), ["b/c"], "the same size and time hide nothing");
    let mode = |work: &Path| fs::set_permissions(work.join("b"), fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(moved(&desk, mode), ["b"]);
    let relink = |work: &Path| {
        fs::remove_file(work.join("l")).unwrap();
        symlink("b", work.join("l")).unwrap();
    };
    assert_eq!(moved(&desk, relink), ["l"]);
    let several = |work: &Path| {
        fs::write(work.join("b/new"), "").unwrap();
        fs::remove_dir_all(work.join("z")).unwrap();
        fs::rename(work.join("a"), work.join("zz")).unwrap();
    };
    assert_eq!(moved(&desk, several), ["a", "b/new", "z", "z/deep", "z/deep/file", "zz"]);
}

#[test]
fn every_path_is_visited_and_only_so_many_are_told() {
    let desk = Desk::new();
    for n in 0..20 {
        desk.put(&format!("d/{n:02}"), "x");
    }
    let file = desk.layers.join("snapshot");
    let mut seen = 0;
    let snapshot = Snapshot::take(std::slice::from_ref(&desk.work), &file, &mut |_| seen += 1).unwrap();
    assert_eq!(seen, 22, "the folder itself and the one in it, too");
    fs::remove_dir_all(&desk.work).unwrap();
    assert_eq!(snapshot.moved(5, &|_| false).unwrap().len(), 5);
    assert_eq!(snapshot.moved(100, &|_| false).unwrap().len(), 22);
    fs::write(&file, "no snapshot").unwrap();
    assert!(Snapshot::open(&file).is_err());
}

/// More entries than are recorded at once, so that only names are recorded at first.
fn many(desk: &Desk) {
    for n in 0..1_100 {
        desk.put(&format!("many/{n:04}"), "x");
    }
}

/// Returns the moved paths after `meanwhile` ran between the beginning of a snapshot and its end, and `after`
/// afterwards.
fn moved_meanwhile(desk: &Desk, meanwhile: impl Fn(&Path), after: impl Fn(&Path)) -> Vec<String> {
    let file = desk.layers.join("snapshot");
    let roots = std::slice::from_ref(&desk.work);
    let _earlier = fs::remove_file(&file);
    let mut seen = 0;
    let begun = Snapshot::begin(roots, &file, &mut |_| seen += 1).unwrap();
    assert!(seen > 1_000, "so many that only names are looked at, where the disk goes by this clock");
    meanwhile(&desk.work);
    begun.finish().unwrap();
    after(&desk.work);
    let moved = Snapshot::open(&file).unwrap().moved(100, &|_| false).unwrap();
    moved.iter().map(|path| path.strip_prefix(&desk.work).unwrap().display().to_string()).collect()
}

/// A change in the workspace.
type Change<'a> = &'a dyn Fn(&Path);

#[test]
fn d2_what_moves_while_a_snapshot_is_under_way_is_found_as_what_moves_after_it() {
    let desk = Desk::new();
    many(&desk);
    for name in ["a", "b/c", "gone", "old", "z/deep/file"] {
        desk.put(name, "content");
    }
    symlink("a", desk.work.join("l")).unwrap();
    let changes: &[(Change<'_>, &[&str])] = &[
        (&|_| {}, &[]),
        (&|work| fs::write(work.join("a"), "CONTENT").unwrap(), &["a"]),
        (
            &|work| {
                let file = fs::File::options().write(true).open(work.join("b/c")).unwrap();
                let was = file.metadata().unwrap().modified().unwrap();
                fs::write(work.join("b/c"), "CONTENT").unwrap();
                file.set_modified(was).unwrap();
            },
            &["b/c"],
        ),
        (&|work| fs::set_permissions(work.join("a"), fs::Permissions::from_mode(0o600)).unwrap(), &["a"]),
        (&|work| fs::set_permissions(work.join("b"), fs::Permissions::from_mode(0o700)).unwrap(), &["b"]),
        (&|work| fs::remove_file(work.join("gone")).unwrap(), &["gone"]),
        (&|work| fs::write(work.join("b/new"), "").unwrap(), &["b/new"]),
        (&|work| fs::rename(work.join("old"), work.join("other")).unwrap(), &["old", "other"]),
        (
            &|work| {
                fs::remove_file(work.join("l")).unwrap();
                symlink("b", work.join("l")).unwrap();
            },
            &["l"],
        ),
        (&|work| fs::remove_dir_all(work.join("z")).unwrap(), &["z", "z/deep", "z/deep/file"]),
        (
            &|work| {
                fs::rename(work.join("b"), work.join("away")).unwrap();
                fs::rename(work.join("away"), work.join("b")).unwrap();
                fs::write(work.join("many/0001"), "y").unwrap();
            },
            &["many/0001"],
        ),
    ];
    for (n, (change, told)) in changes.iter().enumerate() {
        assert_eq!(moved_meanwhile(&desk, change, |_| {}), *told, "change {n}");
    }
    let after = moved_meanwhile(&desk, |_| {}, |work| fs::write(work.join("a"), "later").unwrap());
    assert_eq!(after, ["a"]);
    // Changed and restored still counts as moved.
    let back = |work: &Path| {
        let was = fs::read(work.join("a")).unwrap();
        fs::write(work.join("a"), "x").unwrap();
        fs::write(work.join("a"), was).unwrap();
    };
    assert_eq!(moved_meanwhile(&desk, back, |_| {}), ["a"]);
}

#[test]
fn d2_what_was_changed_just_before_a_snapshot_begins_has_not_moved() {
    let desk = Desk::new();
    many(&desk);
    for n in 0..20 {
        desk.put("a", format!("content {n}"));
        assert_eq!(moved_meanwhile(&desk, |_| {}, |_| {}), Vec::<String>::new());
    }
}

#[test]
fn d2_of_a_few_files_all_is_known_before_anything_runs() {
    let desk = Desk::new();
    desk.put("a", "content");
    let file = desk.layers.join("snapshot");
    let begun = Snapshot::begin(std::slice::from_ref(&desk.work), &file, &mut |_| {}).unwrap();
    fs::write(desk.work.join("a"), "CONTENT").unwrap();
    let moved = begun.finish().unwrap().moved(100, &|_| false).unwrap();
    assert_eq!(moved, [desk.work.join("a")]);
}

#[test]
fn d2_gits_index_moves_by_what_it_lists() {
    let desk = Desk::new();
    let git = |work: &Path, args: &[&str]| {
        let ran = Command::new("git").args(args).current_dir(work).output().unwrap();
        assert!(ran.status.success(), "{args:?}: {ran:?}");
    };
    desk.put("a", "one\n");
    desk.put("b", "two\n");
    git(&desk.work, &["init", "-q"]);
    git(&desk.work, &["add", "a"]);
    let index = |work: &Path| fs::read(work.join(".git/index")).unwrap();
    let refresh = |work: &Path| {
        let before = index(work);
        git(work, &["update-index", "--force-write-index", "--index-version", "4"]);
        git(work, &["update-index", "--force-write-index", "--index-version", "2"]);
        let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
        fs::File::options().write(true).open(work.join("a")).unwrap().set_modified(old).unwrap();
        git(work, &["status"]);
        assert_ne!(before, index(work), "it was rewritten");
    };
    let garble = |work: &Path| fs::write(work.join(".git/index"), "not one").unwrap();
    let stage = |work: &Path| git(work, &["add", "b"]);
    let in_index = |moved: Vec<String>| moved.iter().any(|path| path == ".git/index");
    assert!(!in_index(moved(&desk, refresh)));
    assert!(in_index(moved(&desk, |work| git(work, &["rm", "-q", "--cached", "a"]))));
    git(&desk.work, &["add", "a"]);
    many(&desk);
    let nothing = |_: &Path| {};
    fs::write(desk.work.join("a"), "ONE\n").unwrap();
    git(&desk.work, &["add", "a"]);
    assert!(!in_index(moved_meanwhile(&desk, refresh, nothing)));
    assert!(in_index(moved_meanwhile(&desk, stage, nothing)));
    git(&desk.work, &["rm", "-q", "--cached", "b"]);
    assert!(in_index(moved_meanwhile(&desk, nothing, stage)));
    assert!(in_index(moved_meanwhile(&desk, garble, nothing)));
    assert!(in_index(
        moved_meanwhile(&desk, nothing, |work| fs::write(work.join(".git/index"), "nor this").unwrap())
    ));
}
