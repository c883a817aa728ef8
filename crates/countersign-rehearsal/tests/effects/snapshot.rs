//! What moved since is found, whatever it is.

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
