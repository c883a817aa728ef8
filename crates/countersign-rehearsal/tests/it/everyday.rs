//! Tests that what programs need every day is there in a world: an input, processes, debuggers, servers.

use std::{fs, io::Read as _, path::Path, time::Duration};

use countersign_rehearsal::{Denied, Io, start};

use crate::place::{Place, as_everyone};

fn exists(program: &str) -> bool {
    Path::new("/usr/bin").join(program).exists()
}

#[test]
fn a_command_without_input_has_none_and_is_not_told_to_wait_for_one() {
    as_everyone("everyday::a_command_without_input_has_none_and_is_not_told_to_wait_for_one", || {
        let place = Place::new();
        let script = "test -c /dev/stdin && test ! -p /dev/stdin && cat && cat /dev/stdin && echo nothing";
        let mut program = place.program(&["sh", "-c", script]);
        program.io = Io::NoInput;
        let mut running = start(&place.world(), &program).unwrap();
        assert!(running.stdin.is_none());
        let mut text = String::new();
        running.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        let ended = running.wait(None).unwrap();
        assert_eq!((text.as_str(), ended.denied, ended.code), ("nothing\n", vec![], Some(0)));
    });
}

#[test]
fn errors_come_in_their_order_where_they_go_with_the_output() {
    as_everyone("everyday::errors_come_in_their_order_where_they_go_with_the_output", || {
        let place = Place::new();
        let mut program = place.program(&["sh", "-c", "echo one; echo two >&2; echo three"]);
        program.io = Io::Together;
        let mut running = start(&place.world(), &program).unwrap();
        assert!(running.stderr.is_none());
        let mut text = String::new();
        running.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!((running.wait(None).unwrap().code, text.as_str()), (Some(0), "one\ntwo\nthree\n"));
    });
}

#[test]
fn a_command_sees_its_own_processes_and_no_others() {
    as_everyone("everyday::a_command_sees_its_own_processes_and_no_others", || {
        let place = Place::new();
        let script = "sleep 300 & n=$!; until pgrep -x sleep > f; do :; done
            ps -e -o args | grep -c '^sleep 300'; ps -p $n -o comm=; kill $n";
        assert_eq!(place.sh(script).harmless(), "1\nsleep\n");
        // The first process of a world is a copy of its caller.
        assert_eq!(place.sh("ps -N -p 1 -o comm= > f; sort f").harmless(), "bash\nps\n");
        if exists("lsof") {
            let script =
                "exec 7<>/tmp/held; sleep 300 7<&- & lsof -p $$ -a -d 7 -Fn 2>/dev/null | grep held; kill $!";
            let outcome = place.sh(script);
            assert_eq!(
                (outcome.stdout.as_str(), outcome.ended.denied),
                ("n/tmp/held\n", vec![]),
                "{}",
                outcome.stderr
            );
        }
    });
}

#[test]
fn a_debugger_works_on_what_it_starts() {
    as_everyone("everyday::a_debugger_works_on_what_it_starts", || {
        let place = Place::new();
        fs::write(place.real().join("f"), "text\n").unwrap();
        if exists("strace") {
            let traced = place.sh("strace -f -e trace=openat -o /dev/stdout sh -c 'cat f'").harmless();
            assert!(traced.contains("text\n") && traced.contains("\"f\""), "{traced}");
        }
        if exists("gdb") {
            let script =
                "gdb -q -batch -ex 'break main' -ex run -ex 'print argc' -ex continue --args ./p a b 2>&1";
            let source = "int main(int argc, char **argv) { return argc - 3; }";
            fs::write(place.real().join("p.c"), source).unwrap();
            let outcome = place.sh(&format!("cc -g -o p p.c && {script}"));
            assert!(outcome.stdout.contains("$1 = 3"), "{}\n{}", outcome.stdout, outcome.stderr);
            // It may compile its own modules, as any program in Python.
            let own =
                |denied: &Denied| matches!(denied, Denied::Write(path) if path.ends_with("__pycache__"));
            assert!(outcome.ended.denied.iter().all(own), "{:?}", outcome.ended.denied);
        }
        // A debugger attaches to what its parent has started.
        let program = "
import ctypes, os, subprocess, time
libc = ctypes.CDLL(None, use_errno=True)
p = subprocess.Popen(['sleep', '300']); time.sleep(0.2)
if os.fork() == 0:
    print(libc.ptrace(0x4206, p.pid, 0, 0), flush=True); os._exit(0)
os.wait(); p.kill()";
        assert_eq!(place.python(program).harmless(), "0\n");
    });
}

#[test]
fn a_leak_detector_looks_at_its_own_program() {
    as_everyone("everyday::a_leak_detector_looks_at_its_own_program", || {
        let place = Place::new();
        // A helper with the same memory stops all other threads.
        let source =
            "#include <stdlib.h>\nint main(void) { char *p = malloc(8); p[0] = 1; p = 0; return 0; }";
        fs::write(place.real().join("p.c"), source).unwrap();
        let outcome =
            place.sh("cc -fsanitize=address -g -o p p.c && ./p 2>&1 | grep -o 'detected memory leaks'");
        assert_eq!(outcome.stdout, "detected memory leaks\n", "{}", outcome.stderr);
        assert_eq!(outcome.ended.denied, vec![]);
    });
}

#[test]
fn a13_nobody_traces_who_started_them() {
    as_everyone("everyday::a13_nobody_traces_who_started_them", || {
        // The child tries it, and then a grandchild that was given to the first process.
        let program = "
import ctypes, os, struct, threading, time
libc = ctypes.CDLL(None, use_errno=True)
threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
above = [os.getpid(), 1] + [int(n) for n in os.listdir('/proc/self/task')]
if os.fork() == 0:
    if os.fork() == 0: time.sleep(0.3)
    b = ctypes.create_string_buffer(8); v = struct.pack('PN', ctypes.addressof(b), 8)
    for pid in above:
        for request in (16, 0x4206): print(libc.ptrace(request, pid, 0, 0))
        print(libc.process_vm_readv(pid, v, 1, v, 1, 0), flush=True)
    os._exit(0)
os.wait(); time.sleep(1)";
        let outcome = Place::new().python(program);
        assert!(outcome.stdout.lines().all(|line| line == "-1"), "{}", outcome.stdout);
        let call = |name: &str| Denied::Call(name.to_owned());
        assert_eq!(outcome.ended.denied, [call("ptrace"), call("process_vm_readv")], "{}", outcome.stderr);
    });
}

#[test]
fn a12_a_server_that_works_is_denied_nothing() {
    as_everyone("everyday::a12_a_server_that_works_is_denied_nothing", || {
        let place = Place::new();
        fs::write(place.real().join("page"), "served\n").unwrap();
        let script = "
/usr/bin/python3 -m http.server 48123 >/dev/null 2>&1 & n=$!
until curl -sf http://localhost:48123/page; do sleep 0.05; done
curl -sf http://0.0.0.0:48123/page; kill $n";
        assert_eq!(place.sh(script).harmless(), "served\nserved\n");
        // Nobody listens there outside either: it is refused as it would be outside.
        let program = "
import socket
for address in ('127.0.0.1', '0.0.0.0'): print(socket.socket().connect_ex((address, 48124)))
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 48124))";
        assert_eq!(place.python(program).harmless(), "111\n111\n");
    });
}

#[test]
fn who_only_waits_for_a_denied_host_is_ended_and_who_works_is_not() {
    as_everyone("everyday::who_only_waits_for_a_denied_host_is_ended_and_who_works_is_not", || {
        let mut place = Place::new();
        place.limits.waiting = Some(Duration::from_millis(500));
        let tries = "until curl -s https://example.com/; do sleep 0.2; done";
        let ended = place.sh(tries).ended;
        let host = Denied::Host("example.com:443".to_owned());
        assert_eq!((ended.waited, ended.over, ended.denied), (true, vec![], vec![host.clone()]));
        let works = "curl -s https://example.com/; timeout 2 sh -c 'while :; do :; done'; echo done";
        let outcome = place.sh(works);
        assert_eq!((outcome.ended.waited, outcome.stdout.as_str()), (false, "done\n"));
        assert_eq!(outcome.ended.denied, [host]);
        // Who was denied nothing may wait.
        assert_eq!(place.sh("sleep 1.5; echo waited").harmless(), "waited\n");
    });
}
