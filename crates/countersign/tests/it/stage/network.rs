//! What can be reached from a stage: only the listed hosts.

use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    thread,
};

use super::Desk;

/// A local server that answers `times` connections.
fn server(times: usize) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming().take(times) {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 512]);
            let _ = stream.write_all(b"HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nhello");
        }
    });
    port
}

fn fetch(port: u16) -> String {
    format!(
        "bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port} && printf \"GET / HTTP/1.0\\r\\n\\r\\n\" >&3 && cat <&3'"
    )
}

#[test]
fn a12_a_host_that_is_not_listed_is_denied_and_told_and_a_listed_one_is_reached() {
    let desk = Desk::new();
    let (open, closed) = (server(4), server(4));
    let host = format!("127.0.0.1:{open}");
    let script = format!("{} > got; {} > not; true", fetch(open), fetch(closed));
    let (stage, told) = desk.stage(&["--hosts", &host], &script);
    let got = desk.run(&["stage", "run", &stage, "--", "cat", "got", "not"]).expect(0).out;
    assert!(got.ends_with("hello"), "{got:?} {told}");
    assert_eq!(got.matches("hello").count(), 1);
    let denied = told["denied"].to_string();
    assert!(denied.contains(&format!("127.0.0.1:{closed}")) && !denied.contains(&host), "{told}");
    let shown = desk.run(&["stage", "diff", &stage]).expect(0).out;
    assert!(shown.contains(&format!("denied: network: 127.0.0.1:{closed}")), "{shown}");
}

#[test]
fn a12_hosts_of_the_settings_count_for_every_stage_and_are_told_first() {
    let desk = Desk::new();
    let port = server(4);
    desk.home.write("config.toml", &format!("[stage]\nhosts = [\"127.0.0.1:{port}\"]\n"));
    let ended = desk.run(&["stage", "--", "sh", "-c", &fetch(port)]).expect(0);
    assert!(ended.out.ends_with("hello"), "{ended:?}");
    assert!(ended.err.contains(&format!("network: 127.0.0.1:{port}")), "{ended:?}");
}
