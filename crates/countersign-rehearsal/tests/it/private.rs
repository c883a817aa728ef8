//! The folders that a world has for itself: what is left there is told, and so is who looks for what is really there.

use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

use countersign_rehearsal::Denied;

use crate::place::{Place, as_everyone};

fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

#[test]
fn what_is_left_in_a_private_folder_is_told_the_topmost_of_it() {
    as_everyone("private::what_is_left_in_a_private_folder_is_told_the_topmost_of_it", || {
        let place = Place::new();
        let script = "echo x > /tmp/left-a; mkdir -p /tmp/left-b/c /tmp/left-e; echo y > /tmp/left-b/c/d
            touch /var/tmp/left-f /dev/shm/left-g; ln -s nowhere /tmp/left-h; mkdir -m 0 /tmp/left-i";
        let ended = place.sh(script).ended;
        let want = [
            "/tmp/left-a",
            "/tmp/left-b",
            "/tmp/left-e",
            "/tmp/left-h",
            "/tmp/left-i",
            "/var/tmp/left-f",
            "/dev/shm/left-g",
        ];
        assert_eq!(ended.left, paths(&want));
        assert_eq!((&ended.denied[..], ended.all_seen), (&[][..], true));
        assert!(!PathBuf::from("/tmp/left-a").exists());
    });
}

#[test]
fn what_was_taken_away_again_is_not_left_nor_are_sockets_and_pipes() {
    as_everyone("private::what_was_taken_away_again_is_not_left_nor_are_sockets_and_pipes", || {
        let place = Place::new();
        let script = "d=$(mktemp -d); echo x > $d/f; rm -r $d; mkdir /tmp/made-s; mkfifo /tmp/made-p
            python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"/tmp/made-s/sock\")'";
        assert_eq!(place.sh(script).ended.left, paths(&[]));
        // The way to the workspace, which lies in such a folder here, is nobody's.
        assert_eq!(place.sh("true").ended.left, paths(&[]));
        let beside = place.outside("beside");
        assert_eq!(place.sh(&format!("echo x > {}", beside.display())).ended.left, [beside]);
    });
}

#[test]
fn no_more_is_told_than_can_be_read() {
    as_everyone("private::no_more_is_told_than_can_be_read", || {
        let ended = Place::new().sh("cd /tmp; touch $(seq 300)").ended;
        assert_eq!((ended.left.len(), ended.over.len()), (100, 0));
    });
}

#[test]
fn a_file_of_the_real_folder_is_missed_aloud() {
    as_everyone("private::a_file_of_the_real_folder_is_missed_aloud", || {
        let place = Place::new();
        let file = tempfile::Builder::new().prefix("countersign-real-").tempfile_in("/var/tmp").unwrap();
        fs::write(file.path(), "real").unwrap();
        let path = file.path().canonicalize().unwrap();
        let shown = path.display();
        place.sh(&format!("ls /var/tmp; test -e {shown}")).harmless();
        let read = place.sh(&format!("cat {shown}"));
        assert_eq!((read.stdout.as_str(), &read.ended.denied[..]), ("", &[Denied::Absent(path.clone())][..]));
        for script in [format!("echo x > {shown}"), format!("rm {shown}"), format!("mv {shown} /tmp/x")] {
            let ended = place.sh(&script).ended;
            assert!(ended.denied.contains(&Denied::Write(path.clone())), "{script}: {ended:?}");
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "real");
        // What this user cannot read would not have been found in the real world either.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        if !rustix::process::geteuid().is_root() {
            place.sh(&format!("test ! -e {shown}")).harmless();
        }
    });
}
