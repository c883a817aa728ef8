//! Tests that where only a client may reach hosts, nothing else does: neither what it starts nor what takes its place.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener},
    sync::{Arc, Mutex},
    thread,
};

use countersign_rehearsal::{Denied, Network};

use crate::place::{Outcome, Place, as_everyone};

const PYTHON: &str = "/usr/bin/python3";

/// A server on the real machine; it notes what it was sent.
fn server() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let got = Arc::<Mutex<Vec<String>>>::default();
    let noted = got.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut text = [0; 64];
            let n = stream.read(&mut text).unwrap_or(0);
            noted.lock().unwrap().push(String::from_utf8_lossy(&text[..n]).into_owned());
            let _ = stream.write_all(b"hello");
        }
    });
    (address, got)
}

/// Runs a Python program as the client; `said(word)` sends a word and returns whether it was answered.
fn client(address: SocketAddr, program: &str) -> Outcome {
    let mut place = Place::new();
    let hosts = vec![address.to_string()];
    place.network = Network::Client { hosts, program: PYTHON.into(), starters: Vec::new() };
    let port = address.port();
    let said = format!(
        "
def said(word):
    import socket
    try:
        s = socket.create_connection(('127.0.0.1', {port}), 10); s.sendall(word.encode())
        return s.recv(9) == b'hello'
    except OSError: return False
"
    );
    std::fs::write(place.real().join("said.py"), &said).unwrap();
    place.run(&[
        PYTHON,
        "-c",
        &format!("import os, sys, ctypes, threading, subprocess, time\n{said}\n{program}"),
    ])
}

fn host(address: SocketAddr) -> Denied {
    Denied::Host(address.to_string())
}

#[test]
fn a12_a_client_reaches_its_hosts_and_what_it_starts_reaches_nobody() {
    as_everyone("client::a12_a_client_reaches_its_hosts_and_what_it_starts_reaches_nobody", || {
        let (address, got) = server();
        let outcome = client(
            address,
            "print(said('one'))\nt = threading.Thread(target=lambda: print(said('two')))\nt.start(); t.join()",
        );
        assert_eq!(outcome.ended.reached, [address.to_string()]);
        assert_eq!(outcome.harmless(), "True\nTrue\n");
        let outcome = client(
            address,
            "
print(subprocess.run([sys.executable, '-c', 'import said; print(said.said(\"child\"))'], capture_output=True, text=True).stdout, flush=True)
if os.fork() == 0: print(said('fork'), flush=True); os._exit(0)
os.wait()
if os.fork() == 0:
    # An orphan, whose parent is the first process of the world.
    if os.fork() == 0:
        os.setsid(); time.sleep(0.3); print(said('orphan'), flush=True); os._exit(0)
    os._exit(0)
os.wait(); time.sleep(1)",
        );
        assert_eq!(outcome.stdout.split_whitespace().collect::<Vec<_>>(), ["False"; 3], "{}", outcome.stderr);
        assert_eq!((outcome.ended.denied, outcome.ended.reached), (vec![host(address)], Vec::new()));
        assert_eq!(*got.lock().unwrap(), ["one", "two"]);
    });
}

#[test]
fn a12_a_client_that_has_replaced_itself_reaches_nobody_even_by_the_same_program() {
    as_everyone(
        "client::a12_a_client_that_has_replaced_itself_reaches_nobody_even_by_the_same_program",
        || {
            let (address, got) = server();
            for way in [
                "os.execv(sys.executable, ['python3', '-c', 'import said; print(said.said(\"again\"))'])",
                "os.execv('/bin/sh', ['sh', '-c', 'exec /usr/bin/python3 -c \"import said; print(said.said(1))\"'])",
                "threading.Thread(target=lambda: os.execv(sys.executable, ['python3', '-c', 'import said; print(said.said(\"thread\"))'])).start()",
            ] {
                let outcome = client(address, way);
                assert_eq!(outcome.stdout, "False\n", "{way}: {}", outcome.stderr);
                assert_eq!(outcome.ended.denied, [host(address)], "{way}");
            }
            assert_eq!(*got.lock().unwrap(), Vec::<String>::new());
        },
    );
}

#[test]
fn a12_another_program_is_no_client_whatever_it_runs_in_its_place() {
    as_everyone("client::a12_another_program_is_no_client_whatever_it_runs_in_its_place", || {
        let (address, got) = server();
        let mut place = Place::new();
        place.network = Network::Client {
            hosts: vec![address.to_string()],
            program: PYTHON.into(),
            starters: Vec::new(),
        };
        let connects = format!("import socket; socket.create_connection(('127.0.0.1', {}))", address.port());
        let outcome = place.run(&["/bin/bash", "-c", &format!("exec {PYTHON} -c \"{connects}\"")]);
        assert_eq!((outcome.ended.denied, outcome.ended.code), (vec![host(address)], Some(1)));
        assert_eq!(*got.lock().unwrap(), Vec::<String>::new());
    });
}

#[test]
fn a12_nothing_that_a_client_starts_gets_into_it() {
    as_everyone("client::a12_nothing_that_a_client_starts_gets_into_it", || {
        let (address, _) = server();
        let outcome = client(
            address,
            "
me = os.getpid()
if os.fork() == 0:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.restype = ctypes.c_long
    for mode in ('r+b', 'wb'):
        try: open(f'/proc/{me}/mem', mode); print('memory')
        except OSError: pass
    if libc.ptrace(16, me, 0, 0) == 0: print('traced')
    word = ctypes.create_string_buffer(b'x')
    class Piece(ctypes.Structure): _fields_ = [('at', ctypes.c_void_p), ('n', ctypes.c_size_t)]
    piece = Piece(ctypes.addressof(word), 1)
    if libc.process_vm_writev(me, ctypes.byref(piece), 1, ctypes.byref(piece), 1, 0) > 0: print('written')
    os._exit(0)
os.wait(); print('over')",
        );
        assert_eq!(outcome.stdout, "over\n", "{}", outcome.stderr);
    });
}

/// Runs a shell script as the client; Python is its helper.
fn starter(address: SocketAddr, script: &str) -> Outcome {
    let mut place = Place::new();
    place.network = Network::Client {
        hosts: vec![address.to_string()],
        program: PYTHON.into(),
        starters: vec!["/bin/bash".into()],
    };
    let port = address.port();
    let said = format!(
        "import socket, sys\ntry:\n    s = socket.create_connection(('127.0.0.1', {port}), 10); s.sendall(sys.argv[1].encode())\n    print(s.recv(9) == b'hello')\nexcept OSError: print(False)\n"
    );
    std::fs::write(place.real().join("said.py"), said).unwrap();
    place.run(&["/bin/bash", "-c", script])
}

#[test]
fn a12_a_helper_reaches_hosts_only_if_nothing_but_the_client_has_started_it() {
    as_everyone("client::a12_a_helper_reaches_hosts_only_if_nothing_but_the_client_has_started_it", || {
        let (address, got) = server();
        let helper = format!("{PYTHON} said.py");
        let outcome = starter(address, &format!("{helper} one; /bin/bash -c '{helper} two; true'"));
        assert_eq!(outcome.harmless(), "True\nTrue\n");
        for script in [
            // Another program starts it, or was replaced by it, or by a starter.
            format!("/usr/bin/env {helper} x; true"),
            format!("/usr/bin/env /bin/bash -c '{helper} x; true'; true"),
            format!("/usr/bin/perl -e 'exec @ARGV' {helper} x; true"),
            format!("/usr/bin/perl -e 'system(@ARGV); sleep 1' /bin/bash -c '{helper} x; true'; true"),
            // Nobody has started it any more.
            format!("(setsid {helper} x &); sleep 1; true"),
            // Another program has run before.
            format!("/usr/bin/env true; {helper} x; true"),
            // The client itself is none of the helper's.
            "exec 3<>/dev/tcp/127.0.0.1/PORT && echo True; true".replace("PORT", &address.port().to_string()),
        ] {
            let outcome = starter(address, &script);
            assert!(!outcome.stdout.contains("True"), "{script}: {}", outcome.stdout);
            assert_eq!(outcome.ended.denied, [host(address)], "{script}: {}", outcome.stderr);
        }
        assert_eq!(*got.lock().unwrap(), ["one", "two"]);
    });
}
