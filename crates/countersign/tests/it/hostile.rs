//! Handwritten bad input over a real socket against the real daemon: each request is refused, attempts to exceed
//! authority are logged, and the next request is served.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
    time::Duration,
};

use serde_json::{Value, json};

use crate::Home;

/// Small limits, so that slow requests time out quickly.
const LIMITS: &str =
    "[limits]\nbody_bytes = 65536\nhead_time_s = 1\nbody_time_s = 1\nwrong_tokens_per_min = 100000\n";

struct Desk {
    home: Home,
    child: Child,
    address: String,
    ana: String,
    codex: String,
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Desk {
    fn new() -> Self {
        let home = Home::new();
        home.write("config.toml", LIMITS);
        let mut up = home.command("", &["up", "--json", "--listen", "127.0.0.1:0"]);
        let log = std::fs::File::create(home.dir.path().join("log")).unwrap();
        let mut child = up.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let address = told["address"].as_str().unwrap().to_owned();
        let (ana, codex) = home.with_people();
        Self { home, child, address, ana, codex }
    }

    /// The response to raw bytes, until the daemon closes the connection or has sent enough.
    fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // A server that has already refused may have closed its end.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The head of a request after which the daemon must close.
    fn head(&self, line: &str, token: &str) -> String {
        format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n",
            self.address
        )
    }

    fn get(&self, target: &str, token: &str) -> String {
        self.raw(format!("{}\r\n", self.head(&format!("GET {target}"), token)).as_bytes())
    }

    fn post(&self, target: &str, token: &str, body: &[u8]) -> String {
        let head = self.head(&format!("POST {target}"), token);
        let length = body.len();
        let head = format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
        self.raw(&[head.as_bytes(), body].concat())
    }

    /// Checks that it is still the same process and answers.
    #[track_caller]
    fn is_well(&self) {
        let answer = self.get("/v1/inbox", &self.ana);
        assert_eq!(status(&answer), 200, "{answer}");
        let pid = self.home.daemon().unwrap().as_raw_nonzero().get();
        assert_eq!(u32::try_from(pid).unwrap(), self.child.id());
        let log = self.log();
        assert!(!log.contains("panicked") && !log.contains("\"level\":\"ERROR\""), "{log}");
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.home.dir.path().join("log")).unwrap()
    }

    /// The number of runs: refused requests create none.
    fn runs(&self) -> usize {
        body(&self.get("/v1/runs?limit=1000", &self.ana))["runs"].as_array().unwrap().len()
    }

    /// Makes a proposal as the agent; returns its id.
    fn propose(&self) -> String {
        let call = json!({"tool": "task.create_task", "args": {"title": "Water the roses"}}).to_string();
        let answer = self.post("/v1/runs/-/calls", &self.codex, call.as_bytes());
        body(&answer)["item"]["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }
}

fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or_default()
}

#[track_caller]
fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no body: {answer:?}"));
    serde_json::from_str(body).unwrap_or_else(|e| panic!("{e}: {answer}"))
}

#[test]
fn bodies_that_are_none_are_refused_and_make_nothing() {
    let desk = Desk::new();
    let deep =
        |n: usize| [br#"{"subject":"#.to_vec(), b"[".repeat(n), b"]".repeat(n), b"}".to_vec()].concat();
    let long = format!(r#"{{"subject":"{}"}}"#, "x".repeat(70_000));
    for (bytes, want) in [
        (long.as_bytes(), 413),
        (&deep(100), 400),
        (&deep(30_000), 400),
        (b"{\"subject\":\"\xff\xfe\"}", 400),
        (b"{\"subject\":\"\xed\xa0\x80\"}", 400),
        (br#"{"subject":"\ud800"}"#, 400),
        (b"\xef\xbb\xbf{}", 400),
        (br#"{"subject":7}"#, 400),
        (br#"{"subject":["x"]}"#, 400),
        (br#"{"subject":{"a":"b"}}"#, 400),
        (br#"{"subject":"a","subject":"b"}"#, 400),
        (br#"{"Subject":"x"}"#, 400),
        (br#"{"subject":1e999}"#, 400),
        (b"{\"subject\":\"x\"}{}", 400),
        (b"\0", 400),
        (br#""{}""#, 400),
    ] {
        let answer = desk.post("/v1/runs", &desk.codex, bytes);
        assert_eq!(
            status(&answer),
            want,
            "{:?}: {answer}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
        );
        assert!(answer.contains("application/problem+json"), "{answer}");
    }
    assert_eq!(desk.runs(), 0);
    desk.is_well();
}

#[test]
fn requests_that_two_readers_could_read_differently_are_refused() {
    let desk = Desk::new();
    let inner = format!("POST /v1/runs HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n", desk.address);
    let head = |line: &str| {
        format!("{line} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n", desk.address, desk.codex)
    };
    let post = || head("POST /v1/runs") + "Content-Type: application/json\r\n";
    for (what, bytes) in [
        ("two lengths that differ", format!("{}Content-Length: 2\r\nContent-Length: 0\r\n\r\n{{}}", post())),
        ("lengths in a list", format!("{}Content-Length: 2, 0\r\n\r\n{{}}", post())),
        ("a length with a sign", format!("{}Content-Length: +2\r\n\r\n{{}}", post())),
        ("a negative length", format!("{}Content-Length: -2\r\n\r\n{{}}", post())),
        ("a length beyond counting", format!("{}Content-Length: 99999999999999999999\r\n\r\n", post())),
        ("an encoding that is none", format!("{}Transfer-Encoding: xchunked\r\n\r\n{{}}", post())),
        ("chunked and then more", format!("{}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", post())),
        (
            "a chunk without a size",
            format!("{}Transfer-Encoding: chunked\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n", post()),
        ),
        ("a folded line", format!("{}X-One: a\r\n b\r\nContent-Length: 2\r\n\r\n{{}}", post())),
        ("a space before the colon", format!("{}Content-Length : 2\r\n\r\n{{}}", post())),
        ("a bare carriage return", format!("{}X-One: a\rb\r\nContent-Length: 2\r\n\r\n{{}}", post())),
        ("a NUL in a header", format!("{}X-One: a\0b\r\nContent-Length: 2\r\n\r\n{{}}", post())),
        ("a space in the target", format!("{}\r\n", head("GET /v1/ru ns"))),
        ("no target", format!("{}\r\n", head("GET"))),
        ("a version that is none", head("GET /v1/runs").replace("HTTP/1.1", "HTTP/9.9") + "\r\n"),
        ("another protocol", "\x16\x03\x01\x02\0\x01\0\x01\u{fc}\x03\x03".to_owned()),
        ("HTTP/2 at once", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned()),
        ("a thousand headers", post() + &"X-One: a\r\n".repeat(1000) + "\r\n"),
        ("a head without an end", post() + "X-One: " + &"a".repeat(200_000)),
    ] {
        let answer = desk.raw(format!("{bytes}{inner}").as_bytes());
        let status = status(&answer);
        assert!(answer.is_empty() || (400..500).contains(&status), "{what}: {answer}");
        assert!(answer.matches("HTTP/1.1 ").count() <= 1, "what follows it is not read, {what}: {answer}");
    }
    assert_eq!(desk.runs(), 0);
    desk.is_well();
}

#[test]
fn a_length_beside_chunks_never_decides_where_a_request_ends() {
    let desk = Desk::new();
    let inner = format!(
        "POST /v1/runs HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        desk.address, desk.codex
    );
    for lengths in
        ["Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4"]
    {
        let bytes = format!(
            "GET /v1/runs HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n{lengths}\r\n\r\n0\r\n\r\n{inner}",
            desk.address, desk.codex
        );
        let answer = desk.raw(bytes.as_bytes());
        assert!(answer.is_empty() || status(&answer) == 400, "{lengths}: {answer}");
    }
    desk.is_well();
}

#[test]
fn lines_that_end_in_a_bare_line_feed_smuggle_nothing() {
    let desk = Desk::new();
    let bytes = format!(
        "GET /v1/runs HTTP/1.1\nHost: {}\nAuthorization: Bearer {}\nConnection: close\n\n",
        desk.address, desk.codex
    );
    let answer = desk.raw(bytes.as_bytes());
    // Both interpretations are the same request: no proxy in front of the daemon could read it differently.
    assert!([0, 200, 400].contains(&status(&answer)), "{answer}");
    assert!(answer.matches("HTTP/1.1 ").count() <= 1, "{answer}");
    desk.is_well();
}

#[test]
fn targets_that_mean_something_else_elsewhere_are_refused() {
    let desk = Desk::new();
    let item = desk.propose();
    let far = "x".repeat(70_000);
    let many: String = (0..10_000).map(|n| format!("&p{n}=1")).collect();
    for (target, want) in [
        (format!("http://evil.example/v1/show/{item}"), &[421][..]),
        (format!("http://ana@{}/v1/show/{item}", desk.address), &[400, 421]),
        ("evil.example:80".to_owned(), &[400, 404, 421]),
        ("*".to_owned(), &[400, 404]),
        (format!("/v1/show/..%2F..%2Fitems%2F{item}"), &[404]),
        (format!("/v1/show/{item}%00"), &[404]),
        ("/v1/show/%00".to_owned(), &[404]),
        ("/v1/show/%".to_owned(), &[400]),
        ("/v1/show/%zz".to_owned(), &[400]),
        ("/v1/show/%ff%fe".to_owned(), &[400]),
        ("/v1/show/%2e%2e/%2e%2e/etc/passwd".to_owned(), &[404]),
        ("/v1/show/../../healthz".to_owned(), &[404]),
        (format!("//v1/show/{item}"), &[400, 404]),
        (format!("/v1//show/{item}"), &[404]),
        (format!("/V1/show/{item}"), &[404]),
        (format!("/v1/show/{item}/"), &[404]),
        (format!("/v1/show/{item};a=b"), &[404]),
        ("/v1/show/'%20OR%201=1--".to_owned(), &[404]),
        ("/v1/show/i%25".to_owned(), &[404]),
        ("/v1/show/i_".to_owned(), &[404]),
        (format!("/v1/show/{far}"), &[0, 414, 431]),
        (format!("/v1/show/{}", "x".repeat(30_000)), &[404]),
        (format!("/v1/runs?limit=1{many}"), &[0, 400, 414, 431]),
        (format!("/v1/runs?{}", "limit=1&".repeat(5_000)), &[400]),
        (format!("/v1/events?kind={}", "a,".repeat(5_000)), &[400]),
    ] {
        let answer = desk.get(&target, &desk.ana);
        let short: String = target.chars().take(60).collect();
        assert!(want.contains(&status(&answer)), "{short}: {answer}");
        assert!(!answer.contains("Water the roses"), "{short}: {answer}");
    }
    desk.is_well();
}

#[test]
fn c1_forged_and_replayed_tokens_are_refused_and_logged() {
    let desk = Desk::new();
    let item = desk.propose();
    let made =
        body(&desk.post("/v1/tokens", &desk.ana, br#"{"kind":"person","name":"ben","role":"approver"}"#));
    let (ben, id) = (made["token"].as_str().unwrap(), made["id"].as_str().unwrap());
    assert_eq!(status(&desk.get("/v1/inbox", ben)), 200);
    assert_eq!(status(&desk.post(&format!("/v1/tokens/{id}/revoke"), &desk.ana, b"{}")), 200);
    let mut flipped = desk.ana.clone();
    let last = if flipped.pop() == Some('0') { '1' } else { '0' };
    flipped.push(last);
    let swapped = desk.codex.replace("cs_agent_", "cs_person_");
    let (upper, cut) = (desk.ana.to_uppercase(), desk.ana[..desk.ana.len() - 1].to_owned());
    for token in
        [ben, &flipped, &swapped, &upper, &cut, "cs_person_", "null", "' OR 1=1--", &"x".repeat(9000)]
    {
        let answer = desk.post(&format!("/v1/items/{item}/confirm"), token, b"{}");
        assert_eq!(status(&answer), 401, "{answer}");
        assert!(!answer.contains(token) || token.len() < 8, "a token is never said again");
    }
    let log = desk.log();
    assert!(log.matches("a wrong token was refused").count() >= 9, "{log}");
    assert!(
        [ben, &desk.ana, &desk.codex, &swapped].iter().all(|token| !log.contains(*token)),
        "no token is in the log"
    );
    // A valid token of the wrong kind is refused by the engine, and that is in the audit log.
    assert_eq!(status(&desk.post(&format!("/v1/items/{item}/confirm"), &desk.codex, b"{}")), 403);
    let export = body(&desk.get("/v1/audit/export", &desk.ana));
    let tried =
        |line: &&str| ["agent:codex", "item.confirm", "refused"].iter().all(|word| line.contains(word));
    assert_eq!(export["text"].as_str().unwrap().lines().filter(tried).count(), 1, "{export}");
    let shown = body(&desk.get(&format!("/v1/show/{item}"), &desk.ana));
    assert_eq!(shown["item"]["status"], "pending");
    desk.is_well();
}

#[test]
fn c8_foreign_hosts_and_origins_are_refused_and_logged() {
    let desk = Desk::new();
    let port = desk.address.rsplit(':').next().unwrap();
    let ask = |host: &str, more: &str| {
        let token = &desk.ana;
        let text = format!(
            "POST /v1/runs HTTP/1.1\r\n{host}{more}Authorization: Bearer {token}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        );
        status(&desk.raw(text.as_bytes()))
    };
    let own = format!("Host: {}\r\n", desk.address);
    for host in [
        String::new(),
        "Host: evil.example\r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
        format!("Host: {0}\r\nHost: evil.example\r\n", desk.address),
        format!("Host: {}\r\nHost: {0}\r\n", desk.address),
        "Host: 127.0.0.1\r\n".to_owned(),
    ] {
        assert_eq!(ask(&host, ""), 421, "{host:?}");
    }
    for origin in ["null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(ask(&own, &format!("Origin: {origin}\r\n")), 403, "{origin}");
    }
    assert_eq!(ask(&own, "Sec-Fetch-Site: cross-site\r\n"), 403);
    let log = desk.log();
    assert!(log.contains("misdirected") && log.contains("cross_site"), "{log}");
    assert_eq!(desk.runs(), 0);
    desk.is_well();
}

#[test]
fn slow_clients_are_cut_and_keep_nobody_waiting() {
    let desk = Desk::new();
    let open = |bytes: &str| {
        let mut stream = TcpStream::connect(&desk.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(bytes.as_bytes()).unwrap();
        stream
    };
    let begun = desk.head("POST /v1/runs", &desk.codex) + "Content-Type: application/json\r\n";
    let mut silent = [
        open(""),
        open("POST /v1/ru"),
        open(&begun),
        open(&format!("{begun}Content-Length: 10\r\n\r\n{{")),
        open(&format!("{begun}Transfer-Encoding: chunked\r\n\r\n5\r\n{{")),
    ];
    desk.is_well();
    for (n, stream) in silent.iter_mut().enumerate() {
        let mut answer = Vec::new();
        // The daemon closes it, not the timeout of this side.
        stream.read_to_end(&mut answer).unwrap_or_else(|e| panic!("{n}: {e}"));
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || status(&answer) == 408, "{n}: {answer}");
    }
    // One byte at a time is still slow.
    let mut drip = open(&begun);
    let cut = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        drip.write_all(b"a").is_err()
    });
    assert!(cut, "a head that never ends was read for a minute");
    assert_eq!(desk.runs(), 0);
    desk.is_well();
}
