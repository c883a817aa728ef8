//! Tests the private folders: leftovers there are reported, and so are attempts to open the real files.

use std::{fs, path::PathBuf};

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
        // The folders on the way to the workspace, which is in a private folder here, do not count.
        assert_eq!(place.sh("true").ended.left, paths(&[]));
        let beside = place.outside("beside");
        let ended = place.sh(&format!("echo x > {}", beside.display())).ended;
        // If another user owns the folder around it, only root can have a layer over it.
        assert!(ended.left == [beside.clone()] || ended.denied == [Denied::Write(beside)], "{ended:?}");
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
fn a13_what_stands_in_the_real_tmp_can_be_read_and_nothing_there_changes() {
    as_everyone("private::a13_what_stands_in_the_real_tmp_can_be_read_and_nothing_there_changes", || {
        let place = Place::new();
        let dir = tempfile::Builder::new().prefix("countersign-real-").tempdir_in("/var/tmp").unwrap();
        let real = dir.path().canonicalize().unwrap();
        let file = real.join("log");
        fs::write(&file, "real").unwrap();
        let (folder, shown) = (real.display(), file.display());
        let read = place.sh(&format!("cat {shown}; ls {folder}"));
        assert_eq!((read.stdout.as_str(), &read.ended.denied[..]), ("reallog\n", &[][..]));
        assert_eq!((read.ended.left.len(), read.ended.all_seen), (0, true));
        for (script, left) in [
            (format!("echo x >> {shown} && cat {shown}"), &file),
            (format!("rm {shown} && test ! -e {shown}"), &file),
            (format!("mv {shown} {folder}/a && rm {folder}/a"), &file),
            (format!("chmod 600 {shown}"), &file),
            (format!("rm -r {folder}"), &real),
            (format!("rm -r {folder} && mkdir {folder}"), &real),
            (format!("mkdir {folder}/new"), &real.join("new")),
        ] {
            let ran = place.sh(&script);
            assert_eq!(ran.ended.code, Some(0), "{script}: {}", ran.stderr);
            assert_eq!(ran.ended.left, [left.as_path()], "{script}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "real");
        assert_eq!(fs::read_dir(&real).unwrap().count(), 1);
    });
}

#[test]
fn a13_nobody_is_reached_through_a_socket_or_a_pipe_of_the_real_tmp() {
    as_everyone("private::a13_nobody_is_reached_through_a_socket_or_a_pipe_of_the_real_tmp", || {
        let place = Place::new();
        let dir = tempfile::Builder::new().prefix("countersign-real-").tempdir_in("/var/tmp").unwrap();
        let real = dir.path().canonicalize().unwrap();
        let (socket, pipe) = (real.join("socket"), real.join("pipe"));
        let listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        listener.set_nonblocking(true).unwrap();
        let connect = format!(
            "python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"{}\")' 2>/dev/null && echo reached",
            socket.display()
        );
        let ran = place.sh(&connect);
        assert_eq!(ran.stdout, "");
        assert!(ran.ended.denied.contains(&Denied::Socket(socket.display().to_string())), "{:?}", ran.ended);
        assert!(listener.accept().is_err());
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        let flags = rustix::fs::OFlags::RDONLY | rustix::fs::OFlags::NONBLOCK;
        let reader = rustix::fs::open(&pipe, flags, rustix::fs::Mode::empty()).unwrap();
        place.sh(&format!("timeout 1 sh -c 'echo x > {}'", pipe.display()));
        let mut bytes = [0; 8];
        assert_eq!(rustix::io::read(&reader, &mut bytes).unwrap_or(0), 0, "nobody wrote from inside");
    });
}

#[test]
fn a13_what_is_hidden_in_the_real_tmp_is_empty_and_opening_it_is_told() {
    as_everyone("private::a13_what_is_hidden_in_the_real_tmp_is_empty_and_opening_it_is_told", || {
        let mut place = Place::new();
        let dir = tempfile::Builder::new().prefix("countersign-real-").tempdir_in("/var/tmp").unwrap();
        let key = dir.path().canonicalize().unwrap().join("id_rsa");
        fs::write(&key, "hunter2").unwrap();
        place.hidden.push(key.clone());
        let shown = key.display();
        let ran =
            place.sh(&format!("cat {shown}; cp {shown} /tmp/x; cat /tmp/x; mv {shown} /tmp/y; cat /tmp/y"));
        assert!(!ran.stdout.contains("hunter2"), "{}", ran.stdout);
        assert!(ran.ended.denied.contains(&Denied::Read(key.clone())), "{:?}", ran.ended);
    });
}
