//! Tests that exceeding a limit ends a command with everything it started, and is reported.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    process,
    time::{Duration, Instant},
};

use countersign_rehearsal::{Limit, capabilities, start};

use crate::place::{Place, as_everyone};

/// Returns the machine's processes whose arguments contain a word.
fn processes_with(word: &str) -> Vec<PathBuf> {
    let list = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    list.filter(|path| path.join("exe").symlink_metadata().is_ok() || path.join("cmdline").exists())
        .filter(|path| {
            fs::read(path.join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(word))
        })
        .filter(|path| path.file_name().is_some_and(|name| name != process::id().to_string().as_str()))
        .collect()
}

/// Returns a word that only this test uses.
fn word(name: &str) -> String {
    format!("rehearsal-{name}-{}", process::id())
}

#[test]
fn a_command_that_never_ends_is_ended() {
    as_everyone("bounds::a_command_that_never_ends_is_ended", || {
        let mut place = Place::new();
        place.limits.time = Some(Duration::from_millis(300));
        let word = word("endless");
        let ended = place.sh(&format!("trap '' TERM INT HUP; : {word}; while :; do sleep 1; done")).ended;
        assert_eq!((ended.over, ended.code, ended.signal), (vec![Limit::Time], None, Some(9)));
        assert_eq!(processes_with(&word), [] as [PathBuf; 0]);
    });
}

#[test]
fn whoever_waits_can_say_until_when() {
    let place = Place::new();
    let running = start(&place.world(), &place.program(&["sleep", "600"])).unwrap();
    let ended = running.wait(Some(Instant::now() + Duration::from_millis(50))).unwrap();
    assert_eq!(ended.over, [Limit::Time]);
}

#[test]
fn somebody_else_can_end_it() {
    let place = Place::new();
    let running = start(&place.world(), &place.program(&["sleep", "600"])).unwrap();
    let ender = running.ender();
    let ending = std::thread::spawn(move || ender.end());
    let ended = running.wait(None).unwrap();
    ending.join().unwrap();
    assert_eq!((ended.over, ended.signal), (vec![Limit::Ended], Some(9)));
}

#[test]
fn what_detaches_ends_with_the_command() {
    as_everyone("bounds::what_detaches_ends_with_the_command", || {
        let place = Place::new();
        let word = word("detached");
        let script = format!(
            "(setsid sh -c 'sleep 600; : {word}' >/dev/null 2>&1 &)
             nohup sh -c 'sleep 600; : {word}' >/dev/null 2>&1 &
             setsid setsid sh -c 'trap \"\" HUP TERM; sleep 600; : {word}' </dev/null >/dev/null 2>&1 &
             sleep 0.1; echo done"
        );
        let outcome = place.sh(&script);
        assert_eq!((outcome.ended.code, outcome.stdout.as_str()), (Some(0), "done\n"));
        assert_eq!(processes_with(&word), [] as [PathBuf; 0]);
    });
}

#[test]
fn dropping_ends_it_and_leaves_nothing() {
    as_everyone("bounds::dropping_ends_it_and_leaves_nothing", || {
        let place = Place::new();
        place.sh("true").harmless();
        let word = word("dropped");
        let open = || fs::read_dir("/proc/self/fd").unwrap().count();
        let threads = || fs::read_dir("/proc/self/task").unwrap().count();
        let before = (open(), threads());
        for _ in 0..5 {
            let script = format!("sleep 600 & sleep 600; : {word}");
            let running = start(&place.world(), &place.program(&["sh", "-c", &script])).unwrap();
            drop(running);
        }
        assert_eq!(processes_with(&word), [] as [PathBuf; 0]);
        // Unmounting happens in the background, and the work folder is removed with it.
        let left = || fs::read_dir(place.layers.upper(0).1).unwrap().count();
        let settled = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            open() <= before.0 && threads() <= before.1 && left() == 0
        });
        assert!(settled, "{before:?} has become {:?} with {} left", (open(), threads()), left());
        let children = fs::read_to_string(format!("/proc/self/task/{}/children", process::id())).unwrap();
        assert_eq!(children, "", "no child is left, not even a dead one");
    });
}

#[test]
fn a_world_ends_with_its_caller() {
    if let Ok(word) = std::env::var("REHEARSAL_WORD") {
        return caller_that_dies(&word);
    }
    as_everyone("bounds::a_world_ends_with_its_caller", || {
        let word = word("orphan");
        let again = process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "bounds::a_world_ends_with_its_caller", "--nocapture"])
            .env("REHEARSAL_WORD", &word)
            .output()
            .unwrap();
        assert!(!again.status.success(), "it killed itself: {again:?}");
        assert!(String::from_utf8_lossy(&again.stdout).contains("running now"), "{again:?}");
        let gone = (0..200).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            processes_with(&word).is_empty()
        });
        assert!(gone, "{:?}", processes_with(&word));
    });
}

fn caller_that_dies(word: &str) {
    let place = Place::new();
    let script = format!("echo running; sleep 600; : {word}");
    let mut running = start(&place.world(), &place.program(&["sh", "-c", &script])).unwrap();
    let mut text = [0; 7];
    running.stdout.as_mut().unwrap().read_exact(&mut text).unwrap();
    println!("{} now", String::from_utf8_lossy(&text));
    fs::remove_dir_all(place.real().parent().unwrap()).unwrap();
    rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL).unwrap();
}

#[test]
fn a_fork_bomb_is_ended() {
    as_everyone("bounds::a_fork_bomb_is_ended", || {
        let mut place = Place::new();
        place.limits.processes = 64;
        let word = word("bomb");
        let ended = place.sh(&format!("b() {{ : {word}; b | b & }}; b; sleep 600")).ended;
        assert_eq!(ended.over, [Limit::Processes], "{ended:?}");
        assert_eq!(processes_with(&word), [] as [PathBuf; 0]);
    });
}

#[test]
fn threads_count_as_processes() {
    as_everyone("bounds::threads_count_as_processes", || {
        let mut place = Place::new();
        place.limits.processes = 40;
        let program = "
import threading, time
for _ in range(200):
    try: threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    except RuntimeError: pass
time.sleep(600)";
        assert_eq!(place.python(program).ended.over, [Limit::Processes]);
    });
}

#[test]
fn a_command_that_eats_memory_is_ended() {
    as_everyone("bounds::a_command_that_eats_memory_is_ended", || {
        let mut place = Place::new();
        place.limits.memory = 200 << 20;
        let several = "
import os, time
for _ in range(8):
    if os.fork() == 0:
        b = bytearray(50 << 20)
        for n in range(0, len(b), 4096): b[n] = 1
        time.sleep(600)
time.sleep(600)";
        assert_eq!(place.python(several).ended.over, [Limit::Memory]);
        let outcome =
            place.python("b = bytearray(1 << 30)\nfor n in range(0, len(b), 4096): b[n] = 1\nprint('eaten')");
        assert!(!outcome.stdout.contains("eaten"));
        assert_ne!(outcome.ended.code, Some(0));
    });
}

#[test]
fn addresses_that_are_not_used_are_no_memory() {
    as_everyone("bounds::addresses_that_are_not_used_are_no_memory", || {
        let mut place = Place::new();
        place.limits.memory = 200 << 20;
        let many = "
import mmap
NORESERVE = 0x4000
m = mmap.mmap(-1, 1 << 40, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NORESERVE)
m[0] = m[1 << 39] = 1; print('mapped')";
        assert_eq!(place.python(many).harmless(), "mapped\n");
        let source = "#include <stdlib.h>\nint main(void) { char *p = malloc(8); free(p); return p[0]; }";
        fs::write(place.real().join("a.c"), source).unwrap();
        let built = place.sh("cc -fsanitize=address -o a a.c 2>/dev/null && echo built");
        if built.stdout.is_empty() {
            return println!("this compiler has no address sanitizer");
        }
        let outcome = place.sh("./a");
        assert!(outcome.stderr.contains("heap-use-after-free"), "{}", outcome.stderr);
        assert_eq!((outcome.ended.denied, outcome.ended.over), (vec![], vec![]));
    });
}

#[test]
fn memory_that_processes_share_is_counted_once_and_bounded() {
    as_everyone("bounds::memory_that_processes_share_is_counted_once_and_bounded", || {
        let mut place = Place::new();
        place.limits.memory = 400 << 20;
        let shared = "
import mmap, os, time
m = mmap.mmap(-1, 150 << 20)
for n in range(0, len(m), 4096): m[n] = 1
for _ in range(4):
    if os.fork() == 0:
        for n in range(0, len(m), 4096): m[n]
        time.sleep(1); os._exit(0)
for _ in range(4): os.wait()
print('shared')";
        assert_eq!(place.python(shared).harmless(), "shared\n");
        let eaten = "
import mmap, time
m = mmap.mmap(-1, 1 << 30)
for n in range(0, len(m), 4096): m[n] = 1
time.sleep(600)";
        assert_eq!(place.python(eaten).ended.over, [Limit::Memory]);
    });
}

#[test]
fn memory_of_no_process_is_bounded_too() {
    as_everyone("bounds::memory_of_no_process_is_bounded_too", || {
        let mut place = Place::new();
        (place.limits.memory, place.limits.disk) = (100 << 20, 100 << 20);
        let program = "
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True); kept = 0
for n in range(20):
    try: fd = os.memfd_create('x')
    except OSError: break
    os.posix_fallocate(fd, 0, 20 << 20); kept += 20
for n in range(20):
    if libc.shmget(0, ctypes.c_size_t(20 << 20), 0o600) < 0: break
    kept += 20
print('kept' if kept > 150 else 'bounded')";
        let outcome = place.python(program);
        assert!(outcome.stdout != "kept\n", "{}", outcome.stderr);
    });
}

#[test]
fn a_command_that_fills_the_disk_is_ended() {
    as_everyone("bounds::a_command_that_fills_the_disk_is_ended", || {
        let mut place = Place::new();
        place.limits.disk = 20 << 20;
        let weighs = |path: &Path| fs::metadata(path).map_or(0, |stat| stat.len());
        let ended = place.sh("n=0; while :; do head -c 1000000 /dev/zero > f$n; n=$((n+1)); done").ended;
        assert_eq!(ended.over, [Limit::Disk], "{ended:?}");
        let ended = place.sh("head -c 100000000 /dev/zero > one").ended;
        assert_ne!(ended.code, Some(0));
        assert!(weighs(&place.upper().join("one")) <= 20 << 20);
        for folder in ["/tmp", "/dev/shm"] {
            let mut fresh = Place::new();
            fresh.limits = place.limits;
            let script = format!(
                "n=0; while :; do head -c 1000000 /dev/zero > {folder}/f$n 2>/dev/null; n=$((n+1)); done"
            );
            assert_eq!(fresh.sh(&script).ended.over, [Limit::Disk], "{folder}");
        }
    });
}

#[test]
fn a_flood_of_output_waits_for_its_reader_and_can_be_ended() {
    as_everyone("bounds::a_flood_of_output_waits_for_its_reader_and_can_be_ended", || {
        let place = Place::new();
        let mut running = start(&place.world(), &place.program(&["yes"])).unwrap();
        let mut read = vec![0; 1 << 20];
        running.stdout.as_mut().unwrap().read_exact(&mut read).unwrap();
        let ender = running.ender();
        ender.end();
        let ended = running.wait(None).unwrap();
        assert_eq!((ended.over, ended.signal), (vec![Limit::Ended], Some(9)));
    });
}

#[test]
fn trying_out_what_can_be_had_leaves_nothing() {
    as_everyone("bounds::trying_out_what_can_be_had_leaves_nothing", || {
        assert!(capabilities().namespaces, "{:?}", capabilities().missing);
        let ours = format!("countersign-trial-{}-", process::id());
        let left = fs::read_dir(std::env::temp_dir()).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(&ours)).collect();
        assert!(left.is_empty(), "{left:?}");
    });
}
