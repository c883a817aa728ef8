//! Tests a process that dies during a landing or its undo: it is finished, or nothing of it happened.

use std::{
    env,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use countersign_core::world::RecoveryState;
use serde_json::{Value, json};

use super::*;

/// Lands what the file named in the environment says, in a process that can be killed.
#[test]
fn victim() {
    let Ok(told) = env::var("COUNTERSIGN_TEST_EFFECTS_VICTIM") else { return };
    let told: Value = serde_json::from_slice(&fs::read(told).unwrap()).unwrap();
    let files = Files { trash: told["trash"].as_str().unwrap().into(), ..Files::default() };
    let id = told["id"].as_str().unwrap();
    if let Ok(inverse) = serde_json::from_value::<Inverse>(told["inverse"].clone()) {
        files.revert(id, &inverse).unwrap();
    } else {
        let effects: Effects = serde_json::from_value(told["effects"].clone()).unwrap();
        files.land_effects(id, &effects, &[], Moved::Refuse).unwrap();
    }
}

/// Runs a victim and kills it `after` it has begun.
fn kill(desk: &Desk, told: &Value, after: Duration) {
    let path = desk.home.join("told.json");
    fs::write(&path, told.to_string()).unwrap();
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "effects::crashing::victim"])
        .env("COUNTERSIGN_TEST_EFFECTS_VICTIM", &path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = desk.files.trash.join(told["id"].as_str().unwrap());
    let patience = Instant::now();
    while !begun.exists() && child.try_wait().unwrap().is_none() {
        assert!(patience.elapsed() < Duration::from_secs(20), "the victim never began");
        thread::yield_now();
    }
    thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn d4_a_landing_killed_at_any_moment_is_finished_or_never_was() {
    let desk = Desk::new();
    for n in 0..60 {
        desk.put(&format!("f{n:02}"), format!("{n}\n"));
        desk.put(&format!("gone{n}/x"), "x");
    }
    let layers = desk.layers();
    let seen = run(
        &layers,
        "for f in f*; do echo more >> $f; done; rm -r gone*; mkdir new; touch -d @1000000000 new; chmod 600 f0*",
    );
    let effects = layers.effects(1_000).unwrap();
    let before = desk.picture();
    for round in 0..24_u64 {
        let (id, after) = (desk.id(), Duration::from_micros(round * round * 120));
        kill(&desk, &json!({"trash": desk.files.trash, "id": id, "effects": effects}), after);
        let landed = match desk.files.check_effects(&id).unwrap() {
            RecoveryState::NotBegun => {
                assert_eq!(desk.picture(), before, "round {round}");
                desk.files.land_effects(&id, &effects, &[], Moved::Refuse).unwrap()
            }
            RecoveryState::Landed(landed) => *landed,
            RecoveryState::Unknown(why) => panic!("round {round}: {why}"),
        };
        assert_eq!(desk.picture(), seen, "round {round}");
        let id = desk.id();
        kill(&desk, &json!({"trash": desk.files.trash, "id": id, "inverse": landed.inverse}), after);
        desk.files.revert(&id, landed.inverse.as_ref().unwrap()).unwrap();
        assert_eq!(desk.picture(), before, "undone, round {round}");
    }
}

/// Leaves the disk as a crash between the steps `done` and `done + 1` would.
fn cut(desk: &Desk, script: &str, done: usize) -> (String, Effects, Layers, Vec<String>, Vec<String>) {
    let layers = desk.layers();
    let seen = run(&layers, script);
    let effects = layers.effects(100).unwrap();
    let before = desk.picture();
    let id = desk.id();
    let landed = desk.files.land_effects(&id, &effects, &[], Moved::Refuse).unwrap();
    let mut steps = landed.inverse.unwrap().steps;
    // Undoing the last steps one by one leaves the result of the first ones.
    let steps = steps.as_array_mut().unwrap();
    let keep = steps.len() - done;
    let manifest = fs::read(desk.files.trash.join(&id).join("manifest.json")).unwrap();
    for step in &steps[..keep] {
        desk.revert(&Some(Inverse { tool: "filesystem.effects".to_owned(), steps: json!([step]) })).unwrap();
    }
    fs::write(desk.files.trash.join(&id).join("manifest.json"), manifest).unwrap();
    (id, effects, layers, before, seen)
}

const STEPS: &str = "chmod 700 closed; echo 2 > a; touch -d @1000000000 b; rm -r d; mkdir n; echo n > n/n; ln -sfn b l; chmod 600 c; rm x; mkdir x";

fn tree(desk: &Desk) {
    for name in ["a", "b", "c", "d/e/f", "x", "closed/y"] {
        desk.put(name, name);
    }
    std::os::unix::fs::symlink("a", desk.path("l")).unwrap();
    fs::set_permissions(desk.path("closed"), fs::Permissions::from_mode(0o500)).unwrap();
}

#[test]
fn d4_a_landing_cut_between_any_two_steps_is_finished() {
    for done in 0..=9 {
        let desk = Desk::new();
        tree(&desk);
        let (id, effects, layers, before, seen) = cut(&desk, STEPS, done);
        match desk.files.check_effects(&id).unwrap() {
            RecoveryState::NotBegun => {
                assert_eq!((done, desk.picture()), (0, before.clone()));
                desk.files.land_effects(&id, &effects, &[], Moved::Refuse).unwrap();
            }
            RecoveryState::Landed(landed) => {
                assert_eq!(desk.picture(), seen, "after {done} steps");
                desk.revert(&landed.inverse).unwrap();
                assert_eq!(desk.picture(), before, "after {done} steps");
            }
            RecoveryState::Unknown(why) => panic!("after {done} steps: {why}"),
        }
        drop(layers);
    }
}

#[test]
fn d4_a_landing_that_cannot_be_finished_is_taken_back() {
    for done in 1..=8 {
        let desk = Desk::new();
        tree(&desk);
        let (id, effects, layers, before, seen) = cut(&desk, STEPS, done);
        layers.discard().unwrap();
        match desk.files.check_effects(&id).unwrap() {
            RecoveryState::NotBegun => {
                assert_eq!(desk.picture(), before, "after {done} steps");
                refused(
                    desk.files.land_effects(&id, &effects, &[], Moved::Refuse),
                    "stale",
                    "no longer kept",
                );
                assert_eq!(desk.picture(), before);
            }
            // The remaining steps needed nothing that is gone.
            RecoveryState::Landed(_) => assert_eq!(desk.picture(), seen, "after {done} steps"),
            RecoveryState::Unknown(why) => panic!("after {done} steps: {why}"),
        }
    }
}

#[test]
fn d4_a_file_that_somebody_wrote_to_after_a_crash_is_for_a_person_to_look_at() {
    let desk = Desk::new();
    tree(&desk);
    let (id, _, _layers, ..) = cut(&desk, STEPS, 3);
    desk.put("a", "somebody else's");
    let before = desk.picture();
    let RecoveryState::Unknown(why) = desk.files.check_effects(&id).unwrap() else {
        panic!("nobody can tell")
    };
    assert!(why.contains("/a") && why.contains(&id), "{why}");
    assert_eq!(desk.picture(), before);
}

#[test]
fn d4_a_landing_that_is_done_is_not_done_twice() {
    let desk = Desk::new();
    tree(&desk);
    let effects = desk.rehearse(STEPS);
    let first = desk.files.land_effects("once", &effects, &[], Moved::Refuse).unwrap();
    let seen = desk.picture();
    let again = desk.files.land_effects("once", &effects, &[], Moved::Refuse).unwrap();
    assert_eq!((first.inverse, first.effects), (again.inverse, again.effects));
    assert_eq!(desk.picture(), seen);
}
