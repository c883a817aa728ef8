//! Plans for a machine simulated by a folder, carried out by root.

use std::os::unix::fs::MetadataExt as _;

use super::*;

struct Place {
    dir: tempfile::TempDir,
    args: Args,
}

/// A machine with one user, `ana`, who called sudo and has a project.
fn place() -> Place {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().to_owned();
    for folder in ["etc", "home/ana/project", "var/lib", "run"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    fs::set_permissions(root.join("home/ana"), fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(root.join("etc/passwd"), "root:x:0:0::/root:/bin/sh\nana:x:1000:1000::/home/ana:/bin/sh\n")
        .unwrap();
    fs::write(root.join("etc/group"), "root:x:0:\nana:x:1000:\n").unwrap();
    for file in ["shadow", "gshadow"] {
        fs::write(root.join("etc").join(file), "root:*::\n").unwrap();
    }
    let program = PathBuf::from("/bin/true");
    let (path, caller) = (OsString::new(), Some(1000));
    let machine = Machine { root: root.clone(), program, unit: "[Service]\n", path, caller };
    let workspaces = vec![root.join("home/ana/project")];
    let args = Args { workspaces, user: "countersign".to_owned(), person: None, remove: false, machine };
    Place { dir, args }
}

#[test]
fn what_will_be_done_is_shown_and_nothing_is_done() {
    let place = place();
    let shown = set_up(&place.args).unwrap().show(ToString::to_string);
    for part in [
        "→ make the system user countersign",
        "→ put ana into the group countersign",
        "→ make /var/lib/countersign (mode 700)",
        "bound to user 1000, printed once",
        "u:countersign:--x",
        "u:countersign:rwX",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(!place.dir.path().join("var/lib/countersign").exists());
}

#[test]
fn nobody_is_the_first_person_by_guess_and_no_system_folder_is_a_workspace() {
    let place = place();
    let nobody = Machine { caller: None, ..place.args.machine.clone() };
    assert!(set_up(&Args { machine: nobody, ..place.args.clone() }).is_err());
    let root = Machine { caller: Some(0), ..place.args.machine.clone() };
    assert!(set_up(&Args { machine: root, ..place.args.clone() }).is_err());
    for bad in ["etc", "home", "", "var/lib/none"] {
        let workspaces = vec![place.dir.path().join(bad)];
        assert!(set_up(&Args { workspaces, ..place.args.clone() }).is_err(), "{bad:?}");
    }
    for user in ["root", "", "-x", "ana", "a b"] {
        assert!(set_up(&Args { user: user.to_owned(), ..place.args.clone() }).is_err(), "{user:?}");
    }
}

#[test]
fn root_sets_it_up_once_and_again_and_takes_it_back() {
    if !rustix::process::geteuid().is_root() {
        // Only root can give files to another user; CI runs this as root.
        return;
    }
    let place = place();
    // A folder that stands for the machine has no access lists to set.
    let args = Args { workspaces: Vec::new(), ..place.args.clone() };
    let token = set_up(&args).unwrap().carry_out().unwrap().unwrap();
    assert!(token.starts_with("cs_person_"), "{token}");
    let home = place.dir.path().join("var/lib/countersign");
    let accounts = Accounts::read(place.dir.path());
    let own = accounts.named("countersign").unwrap();
    assert!(own.cannot_log_in() && accounts.is_member("ana", "countersign"));
    for (path, mode) in [(home.clone(), 0o700), (home.join("countersign.db"), 0o600)] {
        let about = fs::metadata(&path).unwrap();
        assert_eq!((about.uid(), about.mode() & 0o777), (own.uid, mode), "{}", path.display());
    }
    let config = crate::home::config(&home.join("config.toml")).unwrap();
    assert_eq!(config.system.unwrap().users, [1000]);

    let again = set_up(&args).unwrap();
    assert!(
        again.show(ToString::to_string).contains("· there are tokens already"),
        "{}",
        again.show(ToString::to_string)
    );
    assert_eq!(again.carry_out().unwrap(), None);

    let removal = set_up(&Args { remove: true, ..args }).unwrap();
    removal.carry_out().unwrap();
    assert_eq!(Accounts::read(place.dir.path()).named("countersign"), None);
    assert!(!place.dir.path().join("run/countersign").exists());
    assert_eq!(fs::metadata(home.join("countersign.db")).unwrap().uid(), 0, "the log stays, and is root's");
}

#[test]
fn the_unit_is_told_of_the_workspaces_and_paths_cannot_break_out_of_it() {
    let place = place();
    fs::create_dir_all(place.dir.path().join("run/systemd/system")).unwrap();
    let odd = place.dir.path().join("home/ana/a \"b\" 100%");
    fs::create_dir_all(&odd).unwrap();
    let text = drop_in(&place.args, &[odd]);
    assert!(text.contains("a \\\"b\\\" 100%%\"\n"), "{text}");
    let shown = set_up(&place.args).unwrap().show(ToString::to_string);
    assert!(shown.contains("→ systemctl restart countersign.service"), "{shown}");
}

#[test]
fn a_daemon_is_started_as_its_user_with_nothing_of_ours() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let place = place();
    let root = place.dir.path();
    fs::write(root.join("etc/passwd"), "countersign:x:61234:61234::/:/usr/sbin/nologin\n").unwrap();
    fs::set_permissions(root, fs::Permissions::from_mode(0o755)).unwrap();
    let home = root.join("home");
    std::os::unix::fs::chown(&home, Some(61_234), Some(61_234)).unwrap();
    let program = root.join("daemon");
    fs::write(
        &program,
        "#!/bin/sh\n(id -u; id -G; env; echo $1) > \"$COUNTERSIGN_HOME/said.new\"\n\
         mv \"$COUNTERSIGN_HOME/said.new\" \"$COUNTERSIGN_HOME/said\"\n",
    )
    .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    step::start("countersign", root, &program, &home).unwrap();
    let said = (0..1000).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(10));
        fs::read_to_string(home.join("said")).ok()
    });
    let said = said.unwrap();
    assert!(said.starts_with("61234\n61234\n") && said.ends_with("up\n"), "{said}");
    assert!(!said.contains("CARGO") && !said.contains("TOKEN"), "{said}");
}
