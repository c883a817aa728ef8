//! Tests creating, opening, reading and removing layers.

use std::{
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
    time::{Duration, Instant},
};

use countersign_rehearsal::{Glance, sweep};

use super::*;

/// Waits until the folder that holds layers is empty.
#[track_caller]
pub fn gone(parent: &Path) {
    let patience = Instant::now();
    while fs::read_dir(parent).unwrap().next().is_some() {
        assert!(patience.elapsed() < Duration::from_secs(60), "something is left");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn layers_are_private_and_can_be_opened_again() {
    let desk = Desk::new();
    fs::set_permissions(&desk.work, fs::Permissions::from_mode(0o751)).unwrap();
    let layers = desk.make(Manner::Overlay);
    assert_eq!(Layers::open(&layers.folder).unwrap(), layers);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&layers.folder), 0o700);
    assert_eq!(mode(&layers.upper(0).0), 0o751, "what is seen has the mode of the real folder");
    let taken = Layers::make(&layers.folder, &layers.roots, Manner::Overlay, 0).unwrap_err();
    assert_eq!(taken.kind(), std::io::ErrorKind::AlreadyExists);
    assert!(Layers::open(&desk.work).is_err());
}

#[test]
fn folders_that_cannot_be_told_apart_are_refused() {
    let desk = Desk::new();
    desk.put("d/f", "f");
    let (work, inner) = (desk.work.clone(), desk.work.join("d"));
    symlink(&work, desk.layers.join("link")).unwrap();
    let make =
        |at: &Path, roots: &[PathBuf]| Layers::make(at, roots, Manner::Overlay, 0).unwrap_err().to_string();
    let at = desk.layers.join("x");
    assert!(make(&at, &[work.clone(), inner.clone()]).contains("overlap"));
    assert!(make(&inner.join("x"), std::slice::from_ref(&work)).contains("holds the layers"));
    assert!(make(&at, &[desk.layers.join("link")]).contains("not a resolved folder path"));
    assert!(!at.exists());
}

#[test]
fn a_copy_has_modes_times_links_and_hard_links_and_stops_at_its_limit() {
    let desk = Desk::new();
    let a = desk.put("a", "a".repeat(100_000));
    fs::set_permissions(&a, fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(&a, desk.work.join("b")).unwrap();
    symlink("a", desk.work.join("l")).unwrap();
    let hole = fs::File::create(desk.work.join("hole")).unwrap();
    hole.set_len(1 << 30).unwrap();
    let at = desk.layers.join("x");
    let roots = std::slice::from_ref(&desk.work);
    // Each of the four entries counts, too.
    let weight = 100_000 + 4 * 1_024;
    let over = Layers::make(&at, roots, Manner::Copy, weight - 1).unwrap_err();
    assert!(over.to_string().contains("exceed the limit of 104095 bytes"), "{over}");
    assert_eq!(fs::read_dir(&desk.layers).unwrap().count(), 0, "nothing is left of it");
    let copy = Layers::make(&at, roots, Manner::Copy, weight).unwrap().copy(0);
    let (was, now) = (a.metadata().unwrap(), copy.join("a").metadata().unwrap());
    assert_eq!((was.mode(), was.mtime_nsec(), was.nlink()), (now.mode(), now.mtime_nsec(), now.nlink()));
    assert_eq!(fs::read_link(copy.join("l")).unwrap(), Path::new("a"));
    let hole = copy.join("hole").metadata().unwrap();
    assert_eq!((hole.len(), hole.blocks()), (1 << 30, 0));
}

#[test]
fn b1_what_is_seen_in_layers_is_what_the_command_in_them_sees() {
    for manner in [Manner::Overlay, Manner::Copy] {
        let desk = Desk::new();
        for name in ["same", "edited", "gone", "d/a", "d/b", "made/anew", "deep/er/x"] {
            desk.put(name, name);
        }
        let layers = desk.make(manner);
        run(
            &layers,
            "echo new > edited; rm gone; rm d/a; echo c > d/c; rm -r made; mkdir made; echo o > made/over
             rm -r deep; echo file > deep",
        );
        let text = |name: &str| {
            let at = layers.seen(&desk.work.join(name)).unwrap();
            at.map(|at| fs::read_to_string(at).unwrap())
        };
        assert_eq!(text("same").as_deref(), Some("same"));
        assert_eq!(text("edited").as_deref(), Some("new\n"));
        assert_eq!(text("d/b").as_deref(), Some("d/b"));
        assert_eq!(text("d/c").as_deref(), Some("c\n"));
        assert_eq!(text("made/over").as_deref(), Some("o\n"));
        for gone in ["gone", "d/a", "made/anew", "deep/er/x", "never", "same/below"] {
            assert_eq!(text(gone), None, "{gone}");
        }
        let names = |name: &str| {
            let names = layers.names(&desk.work.join(name)).unwrap();
            names.map(|names| names.iter().map(|n| n.to_str().unwrap().to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(names("").unwrap(), ["d", "deep", "edited", "made", "same"]);
        assert_eq!(names("d").unwrap(), ["b", "c"]);
        assert_eq!(names("made").unwrap(), ["over"]);
        assert_eq!((names("gone"), names("deep"), names("deep/er")), (None, None, None));
    }
}

#[test]
fn discarding_takes_all_away_and_what_a_crash_left_is_swept() {
    let desk = Desk::new();
    desk.put("d/f", "f");
    let layers = desk.make(Manner::Overlay);
    run(&layers, "rm -r d; mkdir -p x/y; echo z > x/y/z; chmod 0 x");
    let folder = layers.folder.clone();
    layers.discard().unwrap();
    assert!(!folder.exists(), "it is out of the way at once");
    gone(&desk.layers);
    let layers = desk.make(Manner::Overlay);
    run(&layers, "mkdir x");
    fs::rename(&layers.folder, desk.layers.join(".unfinished-1-0-one")).unwrap();
    let kept = desk.make(Manner::Overlay);
    sweep(&desk.layers).unwrap();
    assert_eq!(Layers::open(&kept.folder).unwrap(), kept);
    assert_eq!(fs::read_dir(&desk.layers).unwrap().count(), 1);
    sweep(&desk.layers.join("nowhere")).unwrap();
}

#[test]
fn texts_are_kept_as_they_stood_and_found_again() {
    let desk = Desk::new();
    let a = desk.put("a", "one\n");
    desk.put("b", "one\n");
    desk.put("binary", [0, 1, 2]);
    desk.put("target/made", "made\n");
    let layers = desk.make(Manner::Overlay);
    let kept = layers.keep_base(1_000, &|path| path.starts_with(desk.work.join("target"))).unwrap();
    assert_eq!((kept.files, kept.bytes, kept.left_out), (2, 8, 0));
    run(&layers, "echo two >> a; rm b; echo x > binary");
    fs::write(&a, "zero\n").unwrap();
    assert_eq!(layers.base(&a).unwrap().unwrap().read().unwrap(), b"one\n");
    assert_eq!(layers.base(&desk.work.join("binary")).unwrap(), None);
    let effects = layers.effects(10).unwrap();
    let bases: Vec<bool> = effects.changes.iter().map(|c| c.base.is_some()).collect();
    assert_eq!(bases, [true, true, false]);
    assert_eq!(layers.keep_base(5, &|_| false).unwrap().left_out, 3);
    fs::write(layers.folder.join("base.texts"), "forged\n").unwrap();
    assert!(effects.changes[0].base.as_ref().unwrap().read().is_err(), "what was kept is not what is there");
}

#[test]
fn a_quick_look_tells_whether_anything_changed_and_whether_anything_goes() {
    for manner in [Manner::Overlay, Manner::Copy] {
        for (script, changed, deletes) in [
            ("cat a > /dev/null", false, false),
            ("echo more >> a", true, false),
            ("mkdir -p new/er", true, false),
            ("echo x > d/g; rm d/g", false, false),
            ("rm a", true, true),
            ("rm d/f", true, true),
            ("rm -r d; mkdir d", true, true),
        ] {
            let desk = Desk::new();
            desk.put("a", "a");
            desk.put("d/f", "f");
            let layers = desk.make(manner);
            run(&layers, script);
            assert_eq!(layers.glance().unwrap(), Glance { changed, deletes }, "{manner:?}: {script}");
        }
    }
}
