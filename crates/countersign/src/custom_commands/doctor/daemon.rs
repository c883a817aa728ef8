//! What `doctor` finds of the daemon: what it says of itself, if it runs.

use std::net::SocketAddr;

use super::Finding;
use crate::{
    daemon::{Info, VERSION, lock::Lock, socket},
    home::Home,
};

/// The daemon that commands go to, if it runs. What it says of itself may be left over; that somebody listens is not.
pub fn find(home: &Home) -> Option<Info> {
    let lives = match home.elsewhere {
        Some(_) => socket::listener_pid(home).is_some(),
        None => Lock::is_held(home),
    };
    Info::read(home).filter(|_| lives)
}

/// Looks at it.
pub fn look(home: &Home, daemon: Option<&Info>) -> Vec<Finding> {
    let Some(info) = daemon else {
        return vec![match &home.elsewhere {
            Some(socket) => Finding::bad(
                "daemon",
                format!("none answers at {}", socket.display()),
                Some("the machine's: systemctl start countersign; you must be in its group".to_owned()),
            ),
            None => Finding::good("daemon", "none runs; the next command starts one"),
        }];
    };
    let how = if info.auto { "started by a command, ends when idle" } else { "stays until it is ended" };
    let words = format!("{}, {how}", info.words());
    let version = match info.version == VERSION {
        true => Finding::good("daemon", words),
        false => Finding::bad(
            "daemon",
            format!("{words}; this is {VERSION}"),
            Some("end it, and it is started anew: countersign down".to_owned()),
        ),
    };
    vec![version, listens(info)]
}

fn listens(info: &Info) -> Finding {
    let tls = if is_encrypted(info) { "encrypted" } else { "not encrypted" };
    let who = match reaches_out(info) {
        false => "this machine only",
        true => "other machines reach it: whoever has a token that is bound to no user may decide from there",
    };
    Finding::good("listen", format!("{}, {tls}; {who}", info.address))
}

/// Whether other machines reach it without encryption.
pub fn is_open(info: &Info) -> bool {
    reaches_out(info) && !is_encrypted(info)
}

fn is_encrypted(info: &Info) -> bool {
    info.url.starts_with("https://")
}

fn reaches_out(info: &Info) -> bool {
    // What cannot be read is told as the worse of both.
    info.address.parse::<SocketAddr>().map_or(true, |address| !address.ip().to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use countersign_core::Level;

    use super::*;

    fn info(address: &str, scheme: &str) -> Info {
        Info {
            pid: 1,
            address: address.to_owned(),
            url: format!("{scheme}://{address}"),
            far_url: None,
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
    fn another_version_is_wrong_and_no_daemon_is_not() {
        let home = Home::at(std::path::Path::new("/x"));
        assert!(look(&home, None).iter().all(|f| f.ok));
        let old = Info { version: "0.0.0".to_owned(), ..info("127.0.0.1:1", "http") };
        assert!(!look(&home, Some(&old))[0].ok);
        let away = Home { elsewhere: Some("/x/daemon.sock".into()), ..home };
        assert!(!look(&away, None)[0].ok);
    }
}
