//! `doctor` checks of the daemon: its description of itself, if it runs.

use std::net::SocketAddr;

use countersign_words::{Message, say};

use super::Finding;
use crate::{
    daemon::{Info, VERSION, lock::Lock, socket},
    home::Home,
};

/// Finds the daemon that commands use, if it runs. Its description may be stale; a listener on the socket is not.
pub fn find(home: &Home) -> Option<Info> {
    let lives = match home.elsewhere {
        Some(_) => socket::listener_pid(home).is_some(),
        None => Lock::is_held(home),
    };
    Info::read(home).filter(|_| lives)
}

/// Checks it.
pub fn look(home: &Home, daemon: Option<&Info>) -> Vec<Finding> {
    let name = say!("command-doctor-daemon");
    let Some(info) = daemon else {
        return vec![match &home.elsewhere {
            Some(socket) => Finding::bad(
                name,
                say!("command-doctor-none-answers", path = socket.display()),
                say!("command-doctor-none-answers-hint"),
            ),
            None => Finding::good(name, say!("command-doctor-none-runs")),
        }];
    };
    let said = Message::joined(", ", [info.words(), until(info)]);
    let version = match info.version == VERSION {
        true => Finding::good(name, said),
        false => Finding::bad(
            name,
            say!("command-doctor-other-version", said, own = VERSION),
            say!("command-doctor-other-version-hint"),
        ),
    };
    vec![version, listens(info)]
}

/// Says until when it runs. One that a command started stays while it is open for phones.
fn until(info: &Info) -> Message {
    match info.auto && info.paired.is_none() {
        true => say!("command-doctor-auto"),
        false => say!("command-doctor-stays"),
    }
}

fn listens(info: &Info) -> Finding {
    let said = match reaches_out(info) {
        false => say!("command-doctor-this-machine"),
        true => say!("command-doctor-other-machines"),
    };
    let detail = match is_encrypted(info) {
        true => say!("command-doctor-listens-encrypted", address = info.address, said),
        false => say!("command-doctor-listens-open", address = info.address, said),
    };
    let paired = info.paired.as_ref().map(|at| say!("command-doctor-paired", url = at.url));
    let details = [Some(detail), paired].into_iter().flatten();
    Finding::good(say!("command-doctor-listen"), Message::joined("; ", details))
}

/// Returns whether other machines reach it without encryption.
pub fn is_open(info: &Info) -> bool {
    reaches_out(info) && !is_encrypted(info)
}

fn is_encrypted(info: &Info) -> bool {
    info.url.starts_with("https://")
}

fn reaches_out(info: &Info) -> bool {
    // An unreadable address counts as the worse case.
    info.address.parse::<SocketAddr>().map_or(true, |address| !address.ip().to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use countersign_core::Level;
    use countersign_server::far::PhoneAddress;

    use super::*;

    fn info(address: &str, scheme: &str) -> Info {
        Info {
            pid: 1,
            address: address.to_owned(),
            url: format!("{scheme}://{address}"),
            far_url: None,
            paired: None,
            socket: "/x/daemon.sock".into(),
            version: VERSION.to_owned(),
            started_at: 0,
            level: Level::SameUser,
            auto: false,
        }
    }

    #[test]
    fn who_can_reach_it_and_whether_they_can_listen_in_is_told() {
        for (address, scheme, open, told) in [
            ("127.0.0.1:4114", "http", false, "this machine only"),
            ("[::1]:4114", "http", false, "this machine only"),
            ("[::ffff:127.0.0.1]:4114", "http", false, "this machine only"),
            ("0.0.0.0:4114", "https", false, "other machines"),
            ("0.0.0.0:4114", "http", true, "other machines"),
            ("odd", "http", true, "other machines"),
        ] {
            let info = info(address, scheme);
            assert_eq!(is_open(&info), open, "{address}");
            assert!(listens(&info).detail.contains(told), "{address}");
        }
    }

    #[test]
    fn an_address_that_was_opened_for_phones_is_told() {
        let (url, fingerprint) = ("https://10.0.0.7:4114".to_owned(), "AB:CD".to_owned());
        let at = PhoneAddress { address: [10, 0, 0, 7].into(), url, fingerprint };
        let info = info("127.0.0.1:4114", "http");
        let open = info.open_for_phones(Some(&at));
        assert_eq!(open.far_url.as_deref(), Some("https://10.0.0.7:4114"));
        assert!(listens(&open).detail.contains("10.0.0.7") && !is_open(&open), "it is encrypted");
        let begun_by_a_command = Info { auto: true, ..open.clone() };
        assert!(until(&begun_by_a_command).contains("until it is stopped"));
        let closed = begun_by_a_command.open_for_phones(None);
        assert!(closed.paired.is_none() && until(&closed).contains("ends when idle"));
        assert!(!listens(&info).detail.contains("phone"));
    }

    #[test]
    fn another_version_is_wrong_and_no_daemon_is_not() {
        let home = Home::at(std::path::Path::new("/x"));
        assert!(look(&home, None).iter().all(|f| f.ok));
        let old = Info { version: "0.0.0".to_owned(), ..info("127.0.0.1:1", "http") };
        assert!(!look(&home, Some(&old))[0].ok);
        let away = Home { elsewhere: Some("/x/daemon.sock".into()), ..home };
        assert!(!look(&away, None)[0].ok);
    }
}
