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

