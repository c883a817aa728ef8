//! Servers that are reached by a URL.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
};

use countersign_core::world::World as _;
use countersign_mcp::ServerSettings;
use serde_json::json;

use super::*;

struct Web {
    process: Child,
    port: u16,
}

impl Web {
    fn start() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/web.py");
        let mut process = Command::new("python3").arg("-B").arg(path).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { port: line.trim().parse().unwrap(), process }
    }

    fn at(&self, path: &str) -> ServerSettings {
        let url = Some(format!("http://127.0.0.1:{}{path}", self.port));
        let headers = [("X-Key".to_owned(), "a secret".to_owned())].into();
        ServerSettings { url, headers, ..ServerSettings::default() }
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        let _ended = self.process.kill().and_then(|()| self.process.wait());
    }
}

#[test]
fn a_server_behind_an_address_is_called_with_its_headers() {
    let web = Web::start();
    let world = World::new(&[("web", web.at("/mcp"))]);
    assert_eq!(said(&world.read("web.who", json!({})).unwrap()), "a secret");
    assert_eq!(world.upstreams.status()[0].kind, "http");
    drop(web);
    let down = world.read("web.who", json!({})).unwrap_err();
    assert!(down.message.contains("web cannot be reached"), "{down}");
    let order = world.order("i1", "web.who", json!({}));
    let failed = world.upstreams.apply(&order).unwrap_err();
    assert!(!failed.is_doubt(), "what never arrived has not happened: {failed}");
}

#[test]
fn headers_go_to_the_host_they_are_for_and_nowhere_else() {
    let web = Web::start();
    let world = World::new(&[("hop", web.at("/hop")), ("away", web.at("/away"))]);
    assert_eq!(said(&world.read("hop.who", json!({})).unwrap()), "a secret", "the same host may send us on");
    let refused = world.read("away.who", json!({})).unwrap_err();
    assert!(refused.message.contains("did not start"), "{refused}");
}

#[test]
fn an_address_that_cannot_be_meant_is_told() {
    let odd = ServerSettings { url: Some("ftp://example.com".to_owned()), ..ServerSettings::default() };
    let header = [("a header".to_owned(), "x".to_owned())].into();
    let url = Some("https://example.com".to_owned());
    let wrong = ServerSettings { url, headers: header, ..ServerSettings::default() };
    let world = World::new(&[("odd", odd), ("wrong", wrong)]);
    assert!(world.read("odd.x", json!({})).unwrap_err().message.contains("neither https:// nor http://"));
    assert!(world.read("wrong.x", json!({})).unwrap_err().message.contains("cannot be sent"));
}
