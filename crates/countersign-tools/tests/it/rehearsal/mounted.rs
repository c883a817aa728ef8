//! Tests a workspace with a mount in it: it cannot be overlaid, so it is copied.

use std::env;

use super::*;

const AGAIN: &str = "COUNTERSIGN_TEST_MOUNTED";

/// Runs a test in its own mount namespace.
fn again(name: &str, test: fn()) {
    if !has_means() {
        return;
    }
    if env::var_os(AGAIN).is_some() {
        return test();
    }
    let inner = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "--"])
        .arg(env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(AGAIN, "1")
        .output()
        .unwrap();
    let told = [inner.stdout, inner.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(inner.status.success() && told[0].contains("1 passed"), "{}\n{}", told[0], told[1]);
}

/// A mount, removed on drop: before that, the folder around it cannot be removed.
struct Mounted(PathBuf);

impl Drop for Mounted {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// Mounts a folder with a file of this size in the workspace.
fn mount(desk: &Desk, bytes: usize) -> Mounted {
    let (source, inner) = (desk.dir.path().join("source"), desk.work().join("data"));
    fs::create_dir(&source).unwrap();
    fs::create_dir(&inner).unwrap();
    fs::write(source.join("f"), vec![b'x'; bytes]).unwrap();
    let bound = Command::new("mount").arg("--bind").args([&source, &inner]).output().unwrap();
    assert!(bound.status.success(), "{bound:?}");
    Mounted(inner)
}

#[test]
fn a1_e9_what_cannot_be_laid_over_is_copied_and_rehearsed_all_the_same() {
    again("rehearsal::mounted::a1_e9_what_cannot_be_laid_over_is_copied_and_rehearsed_all_the_same", || {
        let desk = Desk::new();
        let _mounted = mount(&desk, 3);
        desk.put("a.txt", "one\n");
        let answer = desk.run("python3 -c \"print(open('data/f').read(), eval('1'))\"");
        assert_eq!(
            (&answer["result"]["stdout"], &answer["why"]["row"]),
            (&json!("xxx 1\n"), &json!("rehearsed"))
        );
        let item = desk.held("sed -i s/one/two/ a.txt; echo y > data/g");
        assert_eq!((desk.holds("a.txt").as_deref(), desk.holds("data/g")), (Some("one\n"), None));
        let told = desk.confirm(&item);
        assert_eq!(told["status"], "applied", "{told}");
        assert_eq!(
            (desk.holds("a.txt").as_deref(), desk.holds("data/g").as_deref()),
            (Some("two\n"), Some("y\n"))
        );
        desk.done(&ana(), "receipt.undo", json!({"id": told["receipt"]["id"]}));
        assert_eq!((desk.holds("a.txt").as_deref(), desk.holds("data/g")), (Some("one\n"), None));
    });
}

#[test]
fn a3_what_is_too_large_to_be_copied_is_asked_about_with_both_reasons() {
    again("rehearsal::mounted::a3_what_is_too_large_to_be_copied_is_asked_about_with_both_reasons", || {
        let desk = Desk::with_policy("[rehearsal]\ndisk_mb = 1");
        let _mounted = mount(&desk, 2 << 20);
        let item = desk.held("bash -c 'echo x > y'");
        warns(&item, "it was not rehearsed: ");
        warns(&item, "has something mounted in it");
        warns(&item, "a copy of it would exceed the limit of 1048576 bytes");
        assert_eq!((desk.holds("y"), desk.kept()), (None, Vec::<String>::new()));
    });
}

#[test]
fn b1_a_stage_over_what_cannot_be_laid_over_is_a_copy() {
    again("rehearsal::mounted::b1_a_stage_over_what_cannot_be_laid_over_is_a_copy", || {
        let desk = Desk::new();
        let _mounted = mount(&desk, 3);
        let stages = Stages { folder: desk.dir.path().join("home/stages"), ..Stages::default() };
        let held = stages.hold("sg1-test").unwrap();
        let layers = stages.layers(&held, "sg1-test", &[desk.work()]).unwrap();
        assert_eq!(layers.manner, countersign_rehearsal::Manner::Copy);
        let ran = stages.run(
            "sg1-test",
            &layers,
            &countersign_tools::stage::Command {
                argv: ["/bin/sh", "-c", "echo y > data/f"].map(Into::into).to_vec(),
                cwd: desk.work(),
                ..Default::default()
            },
            drop,
        );
        assert_eq!(ran.unwrap().code, Some(0));
        assert_eq!(desk.holds("data/f").as_deref(), Some("xxx"));
        let changed = layers.effects(10).unwrap().changes.into_iter().map(|c| c.path);
        assert!(changed.collect::<Vec<PathBuf>>().contains(&desk.work().join("data/f")));
    });
}
