//! Tests that attempted hosts are reported by name and only listed ones are reached.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener},
    path::Path,
    thread,
};

use countersign_rehearsal::{Denied, Network};

use crate::place::{Place, as_everyone};

fn host(text: &str) -> Denied {
    Denied::Host(text.to_owned())
}

/// A server on the real machine that answers so many requests and returns what it received.
fn server(requests: usize) -> (SocketAddr, thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let serving = thread::spawn(move || {
        (0..requests)
            .map(|_| {
                let (mut stream, _) = listener.accept().unwrap();
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let mut first = String::new();
                reader.read_line(&mut first).unwrap();
                let mut line = String::new();
                while reader.read_line(&mut line).unwrap() > 2 {
                    line.clear();
                }
                let body = "b".repeat(200_000);
                write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                    body.len()
                )
                .unwrap();
                first.trim().to_owned()
            })
            .collect()
    });
    (address, serving)
}

#[test]
fn a12_whom_a_command_wanted_to_reach_is_told_by_name() {
    as_everyone("network::a12_whom_a_command_wanted_to_reach_is_told_by_name", || {
        let place = Place::new();
        let ended = place.sh("curl -sS -m 20 https://example.com/x").ended;
        assert_eq!((ended.denied, ended.all_seen), (vec![host("example.com:443")], true));
        assert_ne!(ended.code, Some(0));
        let ended = place.sh("exec 3<>/dev/tcp/192.0.2.7/25").ended;
        assert_eq!(ended.denied, [host("192.0.2.7:25")]);
        let program = "
import socket
for name in ('one.example', 'two.example'):
    try: socket.create_connection((name, 8080), 5)
    except OSError: pass
try: socket.getaddrinfo('asked.example', None)
except OSError: pass
";
        let ended = place.python(program).ended;
        let asked = Denied::Name("asked.example".to_owned());
        assert_eq!(ended.denied, [host("one.example:8080"), host("two.example:8080"), asked]);
    });
}

#[test]
fn git_and_node_are_told_as_well() {
    as_everyone("network::git_and_node_are_told_as_well", || {
        let place = Place::new();
        let ended = place.sh("git ls-remote https://git.example/a/b.git").ended;
        assert_eq!(ended.denied, [host("git.example:443")]);
        if !Path::new("/usr/bin/node").exists() {
            return println!("there is no node here");
        }
        let outcome = place.run(&[
            "/usr/bin/node",
            "-e",
            "fetch('http://node.example/').catch(e => console.log('failed'))",
        ]);
        assert_eq!(outcome.stdout, "failed\n", "{}", outcome.stderr);
        assert_eq!((outcome.ended.denied, outcome.ended.all_seen), (vec![host("node.example:80")], true));
    });
}

#[test]
fn a12_a_listed_host_is_reached_and_no_other() {
    as_everyone("network::a12_a_listed_host_is_reached_and_no_other", || {
        let (address, serving) = server(5);
        let mut place = Place::new();
        place.network = Network::Hosts(vec![address.to_string()]);
        let url = format!("http://{address}");
        let length = |text: &str| text.trim().to_owned();
        assert_eq!(length(&place.sh(&format!("curl -sS {url}/curl | wc -c")).harmless()), "200000");
        let blocking = format!("import urllib.request as u; print(len(u.urlopen('{url}/blocking').read()))");
        assert_eq!(length(&place.python(&blocking).harmless()), "200000");
        let asynchronous = format!(
            "
import asyncio
async def main():
    r, w = await asyncio.open_connection('127.0.0.1', {})
    w.write(b'GET /asyncio HTTP/1.0\\r\\n\\r\\n'); print(len((await r.read()).split(b'\\r\\n\\r\\n')[1]))
asyncio.run(main())",
            address.port()
        );
        assert_eq!(length(&place.python(&asynchronous).harmless()), "200000");
        let epoll = format!(
            "
import socket, select
s = socket.socket(); s.setblocking(False); e = select.epoll(); e.register(s, select.EPOLLOUT)
s.connect_ex(('127.0.0.1', {})); e.poll(10); assert s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0
print(s.connect_ex(('127.0.0.1', {}))); print(s.connect_ex(('127.0.0.1', 9)))
s.setblocking(True); s.sendall(b'GET /epoll HTTP/1.0\\r\\n\\r\\n'); n = 0
while (d := s.recv(65536)): n += len(d)
print(n > 200000)",
            address.port(),
            address.port()
        );
        // The kernel reports success once, and EISCONN (106) afterwards.
        assert_eq!(place.python(&epoll).harmless(), "0\n106\nTrue\n");
        let node = "/usr/bin/node";
        if Path::new(node).exists() {
            let program = format!("fetch('{url}/node').then(r => r.text()).then(t => console.log(t.length))");
            assert_eq!(length(&place.run(&[node, "-e", &program]).harmless()), "200000");
        } else {
            place.sh(&format!("curl -sS {url}/node > /dev/null")).harmless();
        }
        let paths = ["/curl", "/blocking", "/asyncio", "/epoll", "/node"];
        let served = serving.join().unwrap();
        for (request, path) in served.iter().zip(paths) {
            assert!(request.starts_with(&format!("GET {path} ")), "{request}");
        }
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        other.set_nonblocking(true).unwrap();
        let ended = place.sh(&format!("curl -sS -m 20 http://{}/", other.local_addr().unwrap())).ended;
        assert_eq!(ended.denied, [host(&other.local_addr().unwrap().to_string())]);
        assert!(other.accept().is_err());
        let ended = place.sh("curl -sS -m 20 https://example.com/").ended;
        assert_eq!(ended.denied, [host("example.com:443")]);
    });
}

#[test]
fn a_listed_name_is_looked_up_outside_and_reached() {
    as_everyone("network::a_listed_name_is_looked_up_outside_and_reached", || {
        let (address, serving) = server(1);
        let mut place = Place::new();
        // The one name that every machine resolves without a query; in the world it is queried in another
        // spelling.
        place.network = Network::Hosts(vec!["localhost.localdomain".to_owned(), "localhost".to_owned()]);
        let script = format!("curl -sS http://localhost:{}/named | wc -c", address.port());
        assert_eq!(place.sh(&script).harmless().trim(), "200000");
        assert!(serving.join().unwrap()[0].starts_with("GET /named "));
    });
}

#[test]
fn a_listed_host_that_does_not_answer_fails_as_it_does_outside() {
    as_everyone("network::a_listed_host_that_does_not_answer_fails_as_it_does_outside", || {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut place = Place::new();
        place.network = Network::Hosts(vec![free.to_string()]);
        let program = format!(
            "
import socket
for wait in (None, 0.0):
    s = socket.socket(); s.settimeout(wait); print(s.connect_ex(('127.0.0.1', {})))",
            free.port()
        );
        // 111: ECONNREFUSED.
        assert_eq!(place.python(&program).harmless(), "111\n111\n");
    });
}

#[test]
fn what_a_command_holds_can_be_turned_to_nobody_else() {
    as_everyone("network::what_a_command_holds_can_be_turned_to_nobody_else", || {
        let listed = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        other.set_nonblocking(true).unwrap();
        let (one, two) = (listed.local_addr().unwrap(), other.local_addr().unwrap());
        let serving = thread::spawn(move || {
            let (mut stream, _) = listed.accept().unwrap();
            let mut text = [0; 6];
            stream.read_exact(&mut text).unwrap();
            // Unread data is lost when the other end is rejected.
            stream.write_all(b"k").unwrap();
            text
        });
        let mut place = Place::new();
        place.network = Network::Hosts(vec![one.to_string()]);
        let program = format!(
            "
import ctypes, socket
libc = ctypes.CDLL(None, use_errno=True)
s = socket.create_connection(('127.0.0.1', {})); s.sendall(b'listed'); s.recv(1)
print(s.getsockname()[0])
none = bytes(16); print(libc.connect(s.fileno(), none, 16))
try: s.connect(('127.0.0.1', {})); print('escaped')
except OSError: print('denied')
try: s.sendto(b'x', 0x20000000, ('127.0.0.1', {})); print('escaped')
except OSError: print('denied')",
            one.port(),
            two.port(),
            two.port()
        );
        let outcome = place.python(&program);
        assert!(!outcome.stdout.contains("escaped"), "{}\n{}", outcome.stdout, outcome.stderr);
        assert_eq!(outcome.ended.denied, [host(&two.to_string())], "{}", outcome.stderr);
        assert!(other.accept().is_err());
        assert_eq!(serving.join().unwrap(), *b"listed");
    });
}

#[test]
fn connections_are_bounded_and_end_with_the_command() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let accepting = thread::spawn(move || (0..256).map(|_| listener.accept().unwrap().0).collect::<Vec<_>>());
    let mut place = Place::new();
    place.network = Network::Hosts(vec![address.to_string()]);
    let program = format!(
        "
import socket
kept = []
for n in range(300):
    s = socket.socket(); e = s.connect_ex(('127.0.0.1', {})); kept.append(s)
    if e: print(n, e); break",
        address.port()
    );
    assert_eq!(place.python(&program).harmless(), "256 11\n");
    for mut stream in accepting.join().unwrap() {
        assert_eq!(stream.read(&mut [0]).unwrap(), 0, "the other end is closed");
    }
}
