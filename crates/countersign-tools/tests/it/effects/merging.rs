//! Tests changes on both sides.

use super::*;

fn lines(edit: &[(usize, &str)]) -> String {
    (1..=20)
        .map(|n| {
            edit.iter().find(|(at, _)| *at == n).map_or(format!("line {n}\n"), |(_, t)| format!("{t}\n"))
        })
        .collect()
}

/// A stage with merge bases.
fn stage(desk: &Desk) -> Layers {
    let layers = desk.layers();
    layers.keep_base(1 << 20, &|_| false).unwrap();
    layers
}

#[test]
fn what_both_sides_changed_in_different_places_is_shown_merged_and_lands_so() {
    let desk = Desk::new();
    desk.put("f", lines(&[]));
    desk.put("mine", "untouched by the stage\n");
    let layers = stage(&desk);
    run(&layers, "sed -i 's/^line 3$/staged/' f; echo more > mine; echo untouched by the stage > mine");
    desk.put("f", lines(&[(17, "real")]));
    desk.put("mine", "changed outside\n");
    let before = desk.picture();
    let effects = layers.effects(10).unwrap();
    let shown = desk.show(&effects);
    let diff = shown.preview.diff.unwrap();
    assert!(diff.contains("-line 3\n+staged"), "{diff}");
    assert!(
        !diff.contains("real\n+line 17") && !diff.contains("-real"),
        "nothing of the other side is undone: {diff}"
    );
    assert!(!diff.contains("changed outside"), "what only moved outside is no effect: {diff}");
    assert_eq!(shown.summary, "1 file changed");
    let landed = desk.land(&effects, &[]).unwrap();
    assert_eq!(desk.text("f"), lines(&[(3, "staged"), (17, "real")]));
    assert_eq!(desk.text("mine"), "changed outside\n");
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.picture(), before);
}

#[test]
fn what_moves_between_showing_and_landing_is_merged_when_that_is_wanted_and_refused_when_not() {
    let desk = Desk::new();
    desk.put("f", lines(&[]));
    let layers = stage(&desk);
    run(&layers, "sed -i 's/^line 3$/staged/' f");
    let effects = layers.effects(10).unwrap();
    desk.put("f", lines(&[(17, "real")]));
    refused(desk.land(&effects, &[]), "stale", "changed since");
    let landed = desk.files.land_effects("merge", &effects, &[], Moved::Merge).unwrap();
    assert_eq!(desk.text("f"), lines(&[(3, "staged"), (17, "real")]));
    desk.revert(&landed.inverse).unwrap();
    assert_eq!(desk.text("f"), lines(&[(17, "real")]));
}

#[test]
fn a_conflict_is_shown_with_both_sides_and_the_rest_can_land() {
    let desk = Desk::new();
    desk.put("f", lines(&[]));
    desk.put("gone", "one\n");
    desk.put("g", "one\n");
    let layers = stage(&desk);
    run(&layers, "sed -i 's/^line 3$/staged/' f; rm gone; echo two > g");
    desk.put("f", lines(&[(3, "real")]));
    desk.put("gone", "one\nmore\n");
    let before = desk.picture();
    let effects = layers.effects(10).unwrap();
    let shown = desk.show(&effects);
    let diff = shown.preview.diff.as_ref().unwrap();
    for part in [
        "<<<<<<< to be landed",
        "staged",
        "=======",
        "real",
        ">>>>>>> as it is now",
        "deleted here and changed there",
    ] {
        assert!(diff.contains(part), "{part}: {diff}");
    }
    assert_eq!(shown.conflicts, [desk.path("f"), desk.path("gone")]);
    for moved in [Moved::Refuse, Moved::Merge] {
        let error =
            refused(desk.files.land_effects("c", &effects, &[], moved), "stale", "changed on both sides");
        assert!(error.detail.unwrap().contains("staged"));
        assert_eq!(desk.picture(), before);
    }
    desk.land(&effects, &[desk.chosen("g", &[])]).unwrap();
    assert_eq!((desk.text("g"), desk.text("gone")), ("two\n".to_owned(), "one\nmore\n".to_owned()));
}

#[test]
fn without_a_base_what_moved_cannot_be_merged() {
    let desk = Desk::new();
    desk.put("f", lines(&[]));
    let effects = desk.rehearse("sed -i 's/^line 3$/staged/' f");
    desk.put("f", lines(&[(17, "real")]));
    refused(desk.files.land_effects("m", &effects, &[], Moved::Merge), "stale", "changed on both sides");
    assert_eq!(desk.text("f"), lines(&[(17, "real")]));
}

#[test]
fn hunks_of_a_merged_text_can_be_chosen() {
    let desk = Desk::new();
    desk.put("f", lines(&[]));
    let layers = stage(&desk);
    run(&layers, "sed -i 's/^line 3$/staged/; s/^line 13$/staged, too/' f");
    desk.put("f", lines(&[(20, "real")]));
    let effects = layers.effects(10).unwrap();
    desk.land(&effects, &[desk.chosen("f", &[2])]).unwrap();
    assert_eq!(desk.text("f"), lines(&[(13, "staged, too"), (20, "real")]));
}

#[test]
fn what_cannot_be_merged_is_a_conflict_when_it_moved_and_none_when_not() {
    let desk = Desk::new();
    desk.put("still", [0, 1]);
    desk.put("moved", [0, 1]);
    std::os::unix::fs::symlink("still", desk.path("link")).unwrap();
    let layers = stage(&desk);
    run(
        &layers,
        "for f in still moved; do printf '\\000staged' > $f; done; echo mine > new; ln -sfn moved link",
    );
    desk.put("moved", [0, 2]);
    desk.put("new", "somebody else's");
    fs::remove_file(desk.path("link")).unwrap();
    std::os::unix::fs::symlink("elsewhere", desk.path("link")).unwrap();
    let before = desk.picture();
    let effects = layers.effects(10).unwrap();
    assert_eq!(desk.show(&effects).conflicts, [desk.path("link"), desk.path("moved"), desk.path("new")]);
    for name in ["link", "moved", "new"] {
        refused(desk.land(&effects, &[desk.chosen(name, &[])]), "stale", "changed on both sides");
    }
    assert_eq!(desk.picture(), before);
    desk.land(&effects, &[desk.chosen("still", &[])]).unwrap();
    assert_eq!(fs::read(desk.path("still")).unwrap(), b"\0staged");
}

#[test]
fn what_landed_is_what_the_stage_goes_on_from() {
    let desk = Desk::new();
    desk.put("f", lines(&[]));
    let layers = stage(&desk);
    run(&layers, "sed -i 's/^line 3$/once/' f");
    desk.land(&layers.effects(10).unwrap(), &[]).unwrap();
    layers.renew_base(&[desk.path("f")]).unwrap();
    assert_eq!(layers.effects(10).unwrap().changes, vec![]);
    run(&layers, "sed -i 's/^once$/twice/' f");
    let effects = layers.effects(10).unwrap();
    assert_eq!(desk.show(&effects).conflicts, Vec::<PathBuf>::new());
    desk.land(&effects, &[]).unwrap();
    assert_eq!(desk.text("f"), lines(&[(3, "twice")]));
}
