//! `pair`: a phone gets a link that leads to the daemon, which is opened for it if no phone could reach it.

use std::{
    fs,
    net::{SocketAddr, TcpListener, TcpStream},
    os::unix::fs::PermissionsExt as _,
};

use countersign_client::Client;
use serde_json::{Value, json};

use crate::{Home, pty::Terminal};

/// Another loopback address stands for the address in a network.
const THERE: &str = "127.0.0.2";
const PAIR: [&str; 3] = ["pair", "--address", THERE];
const PAIR_YES: [&str; 4] = ["pair", "--address", THERE, "--yes"];

/// A home whose daemon takes any free port, so that tests do not meet.
fn home() -> Home {
    let home = Home::new();
    home.write("config.toml", "[http]\nlisten = \"127.0.0.1:0\"\n");
    // Otherwise doctor finds it open to others.
    fs::set_permissions(home.path(), fs::Permissions::from_mode(0o700)).unwrap();
    home
}

fn info(home: &Home) -> Value {
    serde_json::from_slice(&fs::read(home.path().join("daemon.json")).unwrap()).unwrap()
}

fn there(home: &Home) -> SocketAddr {
    let near: SocketAddr = info(home)["address"].as_str().unwrap().parse().unwrap();
    SocketAddr::new(THERE.parse().unwrap(), near.port())
}

fn url(home: &Home) -> String {
    format!("https://{}", there(home))
}

#[test]
fn a_telephone_reaches_a_running_daemon_after_one_command() {
    let home = home();
    let (ana, _) = home.with_people();
    let pid = info(&home)["pid"].clone();
    let said = home.run(&ana, &PAIR_YES).expect(0).out;
    let url = url(&home);
    assert!(said.contains('█') && said.contains(&format!("{url}/login?code=")), "{said}");
    assert!(said.contains("SHA-256") && said.contains("countersign pair --off"), "{said}");
    let now = info(&home);
    assert_eq!((&now["pid"], &now["far_url"]), (&pid, &json!(url)), "the same daemon");
    assert!(said.contains(now["paired"]["fingerprint"].as_str().unwrap()), "{said}");

    let certificate = fs::read(home.path().join("tls").join(THERE).join("tls-cert.pem")).unwrap();
    let phone = || Client::tcp(&url, Some(&certificate)).unwrap();
    assert_eq!(
        phone().token(Some(&ana)).call("inbox.list", json!({}), None).unwrap().value["items"],
        json!([])
    );
    assert!(phone().call("inbox.list", json!({}), None).is_err(), "nobody is let in without a token");

    let again = home.json(&ana, &["pair"], 0);
    assert!(again["url"].as_str().unwrap().starts_with(&url), "{again}");
    assert_eq!(again["fingerprint"], now["paired"]["fingerprint"]);
    let log = home.run(&ana, &["audit", "export"]).expect(0).out;
    assert_eq!(log.matches("\"listener.open\"").count(), 1, "it was open: {log}");
    let doctor = home.json(&ana, &["doctor"], 0);
    assert!(doctor.to_string().contains(&url), "{doctor}");

    let off = home.run(&ana, &["pair", "--off"]).expect(0).out;
    assert!(off.contains(&url), "{off}");
    assert!(TcpStream::connect(there(&home)).is_err(), "nobody listens there");
    let after = info(&home);
    assert_eq!((&after["far_url"], after.get("paired")), (&Value::Null, None));
    home.json(&ana, &["pair", "--off"], 4);
    home.run(&ana, &PAIR_YES).expect(0);
    home.down();
    assert!(!home.path().join("daemon.json").exists(), "its description goes with it");
}

#[test]
fn a_port_is_opened_for_telephones_only_if_a_person_says_so() {
    let home = home();
    let (ana, codex) = home.with_people();
    let piped = home.json(&ana, &PAIR, 2);
    assert!(piped["hint"].as_str().unwrap().contains("--yes"), "{piped}");
    home.run(&codex, &PAIR_YES).expect(3);
    home.run(&ana, &["pair", "--yes", "--address", "0.0.0.0"]);
    assert!(TcpStream::connect(there(&home)).is_err() && info(&home)["far_url"].is_null());

    let asked = |key: &str| {
        let mut pair = Terminal::new(home.command(&ana, &PAIR), "xterm");
        pair.sees("Open it?", 1);
        assert!(pair.text().contains(&url(&home)), "it says what it opens: {}", pair.text());
        pair.press(key);
        pair.end()
    };
    let (code, text) = asked("n");
    assert!(code == 0 && text.contains("Nothing was opened"), "{text}");
    assert!(TcpStream::connect(there(&home)).is_err());
    let (code, text) = asked("y");
    assert!(code == 0 && text.contains("/login?code=") && text.contains("SHA-256"), "{text}");
    assert!(TcpStream::connect(there(&home)).is_ok());
    let (code, text) = Terminal::new(home.command(&ana, &PAIR), "xterm").end();
    assert!(code == 0 && !text.contains("Open it?"), "asked the first time only: {text}");
}

#[test]
fn what_cannot_be_opened_for_telephones_is_said_plainly() {
    let home = home();
    home.run("", &["inbox"]).expect(0);
    let other = TcpListener::bind(there(&home)).unwrap();
    let taken = home.json("", &PAIR_YES, 4);
    let detail = taken["detail"].as_str().unwrap();
    assert!(detail.contains(&other.local_addr().unwrap().to_string()), "{taken}");
    assert!(taken["hint"].as_str().unwrap().contains("--address"), "{taken}");
    let open = home.run("", &["pair", "--yes", "--address", "0.0.0.0", "--json"]);
    assert!(open.code != 0 && open.json()["hint"].as_str().unwrap().contains("--listen"), "{open:?}");
    home.run("", &["pair", "--address", "desk.example.com"]).expect(2);
}

#[test]
fn a_daemon_that_telephones_reach_already_is_left_as_it_is() {
    let home = Home::new();
    home.write("config.toml", "[http]\nlisten = \"127.0.0.1:0\"\nnames = [\"desk.example.com:4114\"]\n");
    let code = home.run("", &["pair"]).expect(0).out;
    assert!(code.contains('█') && code.contains("http://desk.example.com:4114/login?code="), "{code}");
    assert_eq!(info(&home).get("paired"), None);
}
