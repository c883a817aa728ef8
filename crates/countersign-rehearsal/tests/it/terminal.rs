//! Tests that an interactive shell in a world has the caller's terminal, and the caller gets it back
//! afterwards.

use std::{env, process::Command};

use countersign_rehearsal::{Io, start};

use crate::place::{Place, as_everyone};

/// Runs a program on a terminal of its own, types into it, and prints its output.
const TYPIST: &str = r#"
import os, pty, select, sys, time
typed = [b'echo one-$((1+1)); test -t 0 && echo is-a-terminal; sleep 600 &\n', b'kill %1; wait; echo job-$((1+1)); exit 7\n', b'said afterwards\n']
wait_for = [b'$ ', b'is-a-terminal', b'listening']
pid, fd = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
seen, end = b'', time.time() + 60
while time.time() < end:
    if wait_for and wait_for[0] in seen.split(b'\x00')[-1]:
        os.write(fd, typed.pop(0)); wait_for.pop(0); seen += b'\x00'
    if not select.select([fd], [], [], 1)[0]: continue
    try: data = os.read(fd, 4096)
    except OSError: break
    if not data: break
    seen += data
os.close(fd)
print(seen.replace(b'\x00', b'').decode(errors='replace')); print('status', os.waitpid(pid, 0)[1])
"#;

#[test]
fn a_shell_has_the_terminal_and_the_caller_has_it_back() {
    if env::var_os("REHEARSAL_AT_TERMINAL").is_some() {
        return caller_at_a_terminal();
    }
    as_everyone("terminal::a_shell_has_the_terminal_and_the_caller_has_it_back", || {
        let seen = Command::new("/usr/bin/python3")
            .args(["-c", TYPIST])
            .arg(env::current_exe().unwrap())
            .args(["--exact", "terminal::a_shell_has_the_terminal_and_the_caller_has_it_back", "--nocapture"])
            .env("REHEARSAL_AT_TERMINAL", "1")
            .output()
            .unwrap();
        let seen = String::from_utf8_lossy(&seen.stdout).into_owned();
        for part in [
            "one-2",
            "is-a-terminal",
            "job-2",
            "ended with Some(7)",
            "heard: said afterwards",
            "1 passed",
            "status 0",
        ] {
            assert!(seen.contains(part), "{part} is not in:\n{seen}");
        }
        assert!(!seen.contains("no job control"), "{seen}");
    });
}

fn caller_at_a_terminal() {
    let place = Place::new();
    let mut program = place.program(&["/bin/bash", "--norc", "--noprofile", "-i"]);
    program.env.push(("PS1".into(), "$ ".into()));
    program.io = Io::Inherited;
    let ended = start(&place.world(), &program).unwrap().wait(None).unwrap();
    println!("ended with {:?}; listening", ended.code);
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    println!("heard: {line}");
}
