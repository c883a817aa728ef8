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
