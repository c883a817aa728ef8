//! Tests worlds with mounts in the workspace, and worlds within namespaces of another process.

use std::{
    env, fs,
    io::ErrorKind,
    process::{Command, Stdio},
    time::Duration,
};

use countersign_rehearsal::{Limit, Manner, must_copy, start};

use crate::place::{Place, as_everyone};

#[test]
fn a_workspace_with_something_mounted_in_it_must_be_copied() {
    again("nested::a_workspace_with_something_mounted_in_it_must_be_copied", something_mounted);
}

/// Runs a test in namespaces of its own, as the current user and as an unprivileged one.
fn again(name: &str, test: fn()) {
    if env::var_os("REHEARSAL_NESTED").is_some() {
        return test();
    }
    as_everyone(name, || {
        let inner = Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "--"])
            .arg(env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env("REHEARSAL_NESTED", "1")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&inner.stdout);
        assert!(
            inner.status.success() && text.contains("1 passed"),
            "{text}\n{}",
            String::from_utf8_lossy(&inner.stderr)
        );
    });
}

fn something_mounted() {
    let mut place = Place::new();
    assert_eq!(place.sh("echo works > f; cat f").harmless(), "works\n");
    let (inner, source) = (place.real().join("data"), place.outside("source"));
    fs::create_dir(&inner).unwrap();
    fs::create_dir(&source).unwrap();
    fs::write(source.join("f"), "mounted").unwrap();
    let bound = Command::new("mount").arg("--bind").args([&source, &inner]).output().unwrap();
    assert!(bound.status.success(), "{bound:?}");
    let refused = start(&place.world(), &place.program(&["true"])).unwrap_err();
    assert!(refused.kind() == ErrorKind::Unsupported && must_copy(&refused));
    assert!(refused.to_string().contains("data, and must be copied"), "{refused}");
    fs::create_dir_all(place.layers.copy(0).join("data")).unwrap();
    fs::write(place.layers.copy(0).join("data/f"), "copied").unwrap();
    place.layers.manner = Manner::Copy;
    assert_eq!(place.sh("cat data/f; echo x > data/f").harmless(), "copied");
    assert_eq!(fs::read_to_string(source.join("f")).unwrap(), "mounted");
    // A mount would prevent removing the folder around it.
    assert!(Command::new("umount").arg(&inner).status().unwrap().success());
}

#[test]
fn where_no_proc_of_its_own_can_be_had_the_one_that_stays_leads_nowhere() {
    again("nested::where_no_proc_of_its_own_can_be_had_the_one_that_stays_leads_nowhere", proc_covered);
}

/// As in a container or a hardened systemd service: a part of /proc is covered.
fn proc_covered() {
    let covered = Command::new("mount").args(["--bind", "/dev/null", "/proc/kallsyms"]).output().unwrap();
    assert!(covered.status.success(), "{covered:?}");
    let mut place = Place::new();
    let mut other =
        Command::new("sleep").arg("60").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    place.env = vec![("PID".to_owned(), other.id().to_string())];
    let program = "
import os
def attempt(f, *args):
    try: return f(*args)
    except OSError: return None
me = os.readlink('/proc/self')
print(me != str(os.getpid()))
for pid in (p for p in os.listdir('/proc') if p.isdigit() and p != me):
    for name in ('mem', 'environ', 'maps', 'root/etc/passwd', 'cwd/x', 'fd/0', 'ns/mnt'):
        if attempt(lambda: open(f'/proc/{pid}/{name}', 'rb').read(1)): print('escaped', pid, name)
    if attempt(os.readlink, f'/proc/{pid}/exe'): print('escaped', pid)
attempt(os.kill, int(os.environ['PID']), 9)
open('f', 'w').write('x'); print(open('f').read(), len(open('/proc/self/status').read()) > 99)
";
    let outcome = place.python(program);
    let alive = other.try_wait().unwrap().is_none();
    let _ = (other.kill(), other.wait());
    assert!(alive);
    assert_eq!(outcome.harmless(), "True\nx True\n");
    (place.limits.processes, place.limits.time) = (64, Some(Duration::from_secs(10)));
    assert_eq!(place.sh("for n in $(seq 70); do sleep 60 & done; wait").ended.over, [Limit::Processes]);
}
