//! Tests that ordinary commands work in a world and change nothing outside.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
};

use countersign_rehearsal::{Denied, Io, Layers, Manner, start};

use crate::place::{Place, as_everyone};

#[test]
fn a_command_reads_the_real_files_and_writes_to_its_own_side() {
    as_everyone("ordinary::a_command_reads_the_real_files_and_writes_to_its_own_side", || {
        let place = Place::new();
        fs::write(place.real().join("a.txt"), "one\n").unwrap();
        fs::create_dir(place.real().join("old")).unwrap();
        fs::write(place.real().join("old/b.txt"), "two\n").unwrap();
        let script = "cat a.txt; sed -i s/one/three/ a.txt; rm -r old; mkdir new; echo x > new/c; cat a.txt; pwd; id -u";
        let told = place.sh(script).harmless();
        let uid = rustix::process::geteuid().as_raw();
        assert_eq!(told, format!("one\nthree\n{}\n{uid}\n", place.real().display()));
        assert_eq!(fs::read_to_string(place.real().join("a.txt")).unwrap(), "one\n");
        assert!(place.real().join("old/b.txt").exists() && !place.real().join("new").exists());
        assert_eq!(fs::read_to_string(place.upper().join("a.txt")).unwrap(), "three\n");
    });
}

#[test]
fn the_next_command_sees_what_the_last_one_did() {
    as_everyone("ordinary::the_next_command_sees_what_the_last_one_did", || {
        let place = Place::new();
        place.sh("echo kept > a; mkdir d; touch d/f").harmless();
        assert_eq!(place.sh("cat a; ls d; rm -r a d").harmless(), "kept\nf\n");
        assert_eq!(place.sh("ls -A").harmless(), "");
    });
}

#[test]
fn pipelines_jobs_substitutions_and_streams_work() {
    as_everyone("ordinary::pipelines_jobs_substitutions_and_streams_work", || {
        let place = Place::new();
        let script = r#"
            seq 1000 | grep 7 | wc -l
            sleep 0.01 & wait; echo waited
            diff <(echo a) <(echo a) && echo same
            echo on-stdout > /dev/stdout; echo gone > /dev/null; echo on-fd > /dev/fd/1
            cat <<< here
            mktemp > /dev/null && echo made; ls -d /tmp /var/tmp /dev/shm | wc -l
            trap 'echo caught' USR1; kill -USR1 $$; timeout 5 true; echo $?
            head -c 3 /dev/zero | od -An -tx1; test -r /dev/urandom && test -c /dev/tty && echo devices
        "#;
        let told = place.sh(script).harmless();
        let want = "271\nwaited\nsame\non-stdout\non-fd\nhere\nmade\n3\ncaught\n0\n 00 00 00\ndevices\n";
        assert_eq!(told, want);
    });
}

#[test]
fn git_commits_and_the_repository_stays_as_it_was() {
    as_everyone("ordinary::git_commits_and_the_repository_stays_as_it_was", || {
        let place = Place::new();
        let git = "git -c user.name=a -c user.email=a@b -c init.defaultBranch=main";
        let made = format!(
            "{git} init -q . && echo one > f && {git} add f && {git} commit -qm first && {git} status --short"
        );
        let script = format!("cd {} && {made}", place.real().display());
        let done = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        let head = fs::read_to_string(place.real().join(".git/refs/heads/main")).unwrap();
        let script = format!(
            "echo two >> f; {git} commit -qam second; {git} log --oneline | wc -l; {git} status --short; {git} gc -q"
        );
        assert_eq!(place.sh(&script).harmless(), "2\n");
        assert_eq!(fs::read_to_string(place.real().join(".git/refs/heads/main")).unwrap(), head);
    });
}

#[test]
fn a_build_compiles_links_and_runs() {
    as_everyone("ordinary::a_build_compiles_links_and_runs", || {
        let place = Place::new();
        fs::write(
            place.real().join("a.c"),
            "#include <stdio.h>\nint main(void){puts(\"built\");return 0;}\n",
        )
        .unwrap();
        let told =
            place.sh("mkdir -p out && cc -c a.c -o out/a.o && cc out/a.o -o out/a && ./out/a").harmless();
        assert_eq!(told, "built\n");
        assert!(!place.real().join("out").exists());
    });
}

#[test]
fn python_has_threads_processes_and_pipes() {
    as_everyone("ordinary::python_has_threads_processes_and_pipes", || {
        let program = "
import subprocess, tempfile, threading, multiprocessing as m, sqlite3, os
t = threading.Thread(target=lambda: None); t.start(); t.join()
with m.get_context('fork').Pool(2) as pool: print(sum(pool.map(abs, [-1, -2, -3])))
print(subprocess.run(['echo', 'sub'], capture_output=True, text=True).stdout, end='')
with tempfile.NamedTemporaryFile() as f: f.write(b'x')
c = sqlite3.connect('a.db'); c.execute('create table t(a)'); c.commit(); print('stored')
";
        assert_eq!(Place::new().python(program).harmless(), "6\nsub\nstored\n");
    });
}

#[test]
fn a_server_on_the_worlds_own_loopback_is_reached_from_within() {
    as_everyone("ordinary::a_server_on_the_worlds_own_loopback_is_reached_from_within", || {
        let program = "
import socket, threading, asyncio
def echo(s):
    c, _ = s.accept(); c.sendall(c.recv(9)); c.close()
for family, address in [(socket.AF_INET, ('127.0.0.1', 0)), (socket.AF_INET6, ('::1', 0)), (socket.AF_UNIX, 'sock'), (socket.AF_UNIX, '/tmp/sock'), (socket.AF_UNIX, '\\0abstract')]:
    s = socket.socket(family); s.bind(address); s.listen()
    threading.Thread(target=echo, args=(s,)).start()
    c = socket.socket(family); c.connect(s.getsockname()); c.sendall(b'hello'); print(c.recv(9).decode())
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.bind(('127.0.0.1', 0))
v = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); v.sendto(b'datagram', u.getsockname()); print(u.recv(9).decode())
async def main():
    async def serve(r, w): w.write(await r.read(4)); w.close()
    server = await asyncio.start_server(serve, 'localhost', 0)
    port = server.sockets[0].getsockname()[1]
    r, w = await asyncio.open_connection('localhost', port)
    w.write(b'ping'); print((await r.read(4)).decode())
asyncio.run(main())
";
        assert_eq!(
            Place::new().python(program).harmless(),
            format!("{}datagram\nping\n", "hello\n".repeat(5))
        );
    });
}

#[test]
fn private_folders_hold_nothing_and_nothing_of_them_is_left() {
    as_everyone("ordinary::private_folders_hold_nothing_and_nothing_of_them_is_left", || {
        let place = Place::new();
        let mark = format!("mark-{}", std::process::id());
        let script = format!(
            "find /var/tmp -size +0 -type f; for d in /tmp /var/tmp /dev/shm; do echo x > $d/{mark} && cat $d/{mark}; done"
        );
        assert_eq!(place.sh(&script).harmless(), "x\nx\nx\n");
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
            assert!(!std::path::Path::new(folder).join(&mark).exists(), "{folder}");
        }
    });
}

#[test]
fn a_copy_takes_the_place_of_the_folder_that_it_was_made_of() {
    as_everyone("ordinary::a_copy_takes_the_place_of_the_folder_that_it_was_made_of", || {
        let mut place = Place::new();
        fs::write(place.real().join("f"), "real").unwrap();
        let copy = place.layers.copy(0);
        fs::create_dir(&copy).unwrap();
        fs::write(copy.join("f"), "copied").unwrap();
        place.layers = Layers { manner: Manner::Copy, ..place.layers };
        assert_eq!(
            place.sh("cat f; echo changed > f; pwd").harmless(),
            format!("copied{}\n", place.real().display())
        );
        assert_eq!(fs::read_to_string(place.real().join("f")).unwrap(), "real");
        assert_eq!(fs::read_to_string(copy.join("f")).unwrap(), "changed\n");
    });
}

#[test]
fn several_roots_with_odd_names_are_all_copied_on_write() {
    as_everyone("ordinary::several_roots_with_odd_names_are_all_copied_on_write", || {
        let mut place = Place::new();
        let odd = place.outside(r"a:b,c\d e=f");
        for path in [&odd, &place.layers.folder.join("1/upper"), &place.layers.folder.join("1/work")] {
            fs::create_dir_all(path).unwrap();
        }
        place.layers.roots.push(odd.clone());
        let program = format!("open({:?}, 'w').write('x'); open('g', 'w').write('y')", odd.join("f"));
        place.python(&program).harmless();
        assert!(!odd.join("f").exists() && place.layers.upper(1).0.join("f").exists());
        assert!(!place.real().join("g").exists() && place.upper().join("g").exists());
    });
}

#[test]
fn what_is_let_through_is_really_changed() {
    as_everyone("ordinary::what_is_let_through_is_really_changed", || {
        let mut place = Place::new();
        let (state, file) = (place.outside("state"), place.real().join("open.txt"));
        fs::create_dir(&state).unwrap();
        fs::write(&file, "before").unwrap();
        place.through = vec![state.clone(), file.clone()];
        place
            .sh(&format!("echo kept > {}/a; echo after > open.txt; echo side > shut.txt", state.display()))
            .harmless();
        assert_eq!(fs::read_to_string(state.join("a")).unwrap(), "kept\n");
        assert_eq!(fs::read_to_string(&file).unwrap(), "after\n");
        assert!(!place.real().join("shut.txt").exists());
        place.through = vec![place.outside("not there")];
        let refused = start(&place.world(), &place.program(&["true"])).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::NotFound, "{refused}");
        assert!(refused.to_string().contains("not there is let through"), "{refused}");
    });
}

#[test]
fn exit_codes_and_signals_are_told_as_they_were() {
    as_everyone("ordinary::exit_codes_and_signals_are_told_as_they_were", || {
        let place = Place::new();
        let ended = place.sh("exit 42").ended;
        assert_eq!((ended.code, ended.signal), (Some(42), None));
        let ended = place.sh("kill -SEGV $$").ended;
        assert_eq!((ended.code, ended.signal), (None, Some(11)));
        let ended = place.sh("kill -KILL $$").ended;
        assert_eq!((ended.code, ended.signal, ended.over), (None, Some(9), vec![]));
    });
}

#[test]
fn what_cannot_be_run_is_said_and_nothing_runs() {
    as_everyone("ordinary::what_cannot_be_run_is_said_and_nothing_runs", || {
        let place = Place::new();
        let fails = |argv: &[&str]| start(&place.world(), &place.program(argv)).unwrap_err();
        let gone = fails(&["no-such-program"]);
        assert_eq!(
            (gone.kind(), gone.to_string().contains("no-such-program")),
            (std::io::ErrorKind::NotFound, true)
        );
        fs::write(place.real().join("plain"), "").unwrap();
        assert_eq!(fails(&["./plain"]).kind(), std::io::ErrorKind::PermissionDenied);
        assert_eq!(fails(&[]).kind(), std::io::ErrorKind::InvalidInput);
        assert_eq!(fails(&["a\0b"]).kind(), std::io::ErrorKind::InvalidInput);
        let mut program = place.program(&["true"]);
        program.cwd = place.real().join("gone");
        assert_eq!(start(&place.world(), &program).unwrap_err().kind(), std::io::ErrorKind::NotFound);
    });
}

#[test]
fn a_root_that_has_become_a_link_is_refused() {
    as_everyone("ordinary::a_root_that_has_become_a_link_is_refused", || {
        let place = Place::new();
        let other = place.outside("other");
        fs::rename(place.real(), &other).unwrap();
        symlink(&other, place.real()).unwrap();
        let refused = start(&place.world(), &place.program(&["true"])).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::InvalidInput, "{refused}");
        assert!(refused.to_string().contains("resolves elsewhere"), "{refused}");
    });
}

#[test]
fn layers_within_their_own_root_are_refused() {
    let mut place = Place::new();
    place.layers.roots[0] = place.real().parent().unwrap().to_owned();
    let refused = start(&place.world(), &place.program(&["true"])).unwrap_err();
    assert!(refused.to_string().contains("in that same folder"), "{refused}");
    place.layers.roots[0] = "/".into();
    assert!(start(&place.world(), &place.program(&["true"])).is_err());
}

#[test]
fn b1_a_still_folder_is_read_as_it_is_and_every_way_to_change_it_is_denied_and_told() {
    let mut place = Place::new();
    fs::write(place.real().join("a.txt"), "as it is\n").unwrap();
    fs::create_dir(place.real().join("d")).unwrap();
    let real = place.real().to_owned();
    place.still = std::mem::take(&mut place.layers.roots);
    let program = |line: &str| {
        let mut running = start(&place.world(), &place.program_in(&["/bin/sh", "-c", line], &real)).unwrap();
        drop(running.stdin.take());
        let out = std::io::read_to_string(running.stdout.take().unwrap()).unwrap();
        (out, running.wait(None).unwrap())
    };
    let (out, ended) = program("cat a.txt; ls; grep -r as .");
    assert_eq!(out, "as it is\na.txt\nd\n./a.txt:as it is\n");
    assert!(ended.denied.is_empty() && ended.all_seen, "{ended:?}");
    for line in [
        "echo x > a.txt",
        "echo x >> a.txt",
        "echo x > new",
        "rm a.txt",
        "rmdir d",
        "mkdir e",
        "mv a.txt b.txt",
        "ln a.txt b.txt",
        "ln -s a.txt b.txt",
        "chmod 600 a.txt",
        "touch a.txt",
        "truncate -s 0 a.txt",
        "mkfifo p",
    ] {
        let (_, ended) = program(line);
        let told = ended.denied.iter().any(|d| matches!(d, Denied::Write(path) if path.starts_with(&real)));
        assert!(told, "{line}: {ended:?}");
    }
    assert_eq!(fs::read_to_string(real.join("a.txt")).unwrap(), "as it is\n");
    assert_eq!(fs::read_dir(&real).unwrap().count(), 2);
}

#[test]
fn a_working_folder_in_a_private_one_is_shown_and_cannot_be_changed() {
    as_everyone("ordinary::a_working_folder_in_a_private_one_is_shown_and_cannot_be_changed", || {
        let place = Place::new();
        let beside = place.outside("beside");
        fs::create_dir(&beside).unwrap();
        fs::write(beside.join("f"), "seen").unwrap();
        let mut program = place.program(&["sh", "-c", "cat f; touch g 2>/dev/null || echo read-only"]);
        program.cwd = beside.clone();
        let mut running = start(&place.world(), &program).unwrap();
        let text = std::io::read_to_string(running.stdout.take().unwrap()).unwrap();
        assert_eq!(text, "seenread-only\n");
        let ended = running.wait(None).unwrap();
        assert_eq!(ended.denied, [Denied::Write(beside.join("g"))]);
    });
}

#[test]
fn input_is_read_and_inherited_streams_are_the_callers() {
    use std::io::Write as _;
    let place = Place::new();
    let mut running = start(&place.world(), &place.program(&["cat"])).unwrap();
    let mut stdin = running.stdin.take().unwrap();
    stdin.write_all(b"given").unwrap();
    drop(stdin);
    assert_eq!(std::io::read_to_string(running.stdout.take().unwrap()).unwrap(), "given");
    assert_eq!(running.wait(None).unwrap().code, Some(0));
    let mut program = place.program(&["true"]);
    program.io = Io::Inherited;
    let running = start(&place.world(), &program).unwrap();
    assert!(running.stdin.is_none() && running.stdout.is_none() && running.stderr.is_none());
    assert_eq!(running.wait(None).unwrap().code, Some(0));
}

#[test]
fn root_works_on_files_of_others_as_root_does() {
    if !rustix::process::geteuid().is_root() {
        return println!("only root can do this");
    }
    let place = Place::new();
    let file = place.real().join("theirs");
    fs::write(&file, "x").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    std::os::unix::fs::chown(&file, Some(1234), Some(1234)).unwrap();
    std::os::unix::fs::chown(place.real(), Some(1234), Some(1234)).unwrap();
    let told = place
        .sh("cat theirs; echo y >> theirs; touch new; chown 77:77 new; stat -c %u:%g theirs new")
        .harmless();
    assert_eq!(told, "x1234:1234\n77:77\n");
}
