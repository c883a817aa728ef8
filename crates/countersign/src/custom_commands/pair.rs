//! `pair`: a one-time link for a phone, as a QR code in the terminal. If no phone can reach the daemon, it is opened for
//! them first, at an address of this machine in its network.

use std::{
    io::IsTerminal,
    net::{IpAddr, SocketAddr},
};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use countersign_core::{
    Error, Result,
    authority::{
        listener::{ListenerClose, ListenerOpen},
        sessions::LinkCreate,
    },
};
use countersign_server::far::addresses::Candidates;
use countersign_words::{Message, say};
use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};
use serde_json::json;

use super::{decide, open::info, up::review_url};
use crate::{
    caller::{Remote, ask},
    daemon::Info,
    exit,
    session::Session,
};

/// Black on white, whatever the terminal's colours are.
const INK: (&str, &str) = ("\u{1b}[38;5;16;48;5;231m", "\u{1b}[0m");

/// The arguments of `pair`.
pub fn args(command: Command) -> Command {
    let minutes = Arg::new("minutes")
        .long("minutes")
        .value_name("MINUTES")
        .value_parser(value_parser!(u32).range(1..=60));
    let address =
        Arg::new("address").long("address").value_name("ADDRESS").value_parser(value_parser!(IpAddr));
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    let off = flag("off").conflicts_with_all(["minutes", "address", "yes"]);
    command
        .arg(minutes.help(say!("command-arg-pair-minutes").to_string()).default_value("10"))
        .arg(address.help(say!("command-arg-pair-address").to_string()))
        .arg(flag("yes").help(say!("command-arg-pair-yes").to_string()))
        .arg(off.help(say!("command-arg-pair-off").to_string()))
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let caller = session.caller()?;
    if matches.get_flag("off") {
        return close(session, &caller);
    }
    let wanted = matches.get_one::<IpAddr>("address").copied();
    let Some(reached) = reached(session, &caller, wanted, matches.get_flag("yes"))? else {
        session.screen.told(&say!("command-pair-not-opened"))?;
        return Ok(exit::DONE);
    };
    let minutes = matches.get_one::<u32>("minutes");
    let link = ask::<LinkCreate>(&caller, json!({"minutes": minutes, "label": "telephone"}))?;
    let url = review_url(&reached.url, &link);
    if session.screen.json {
        let mut value = json!({"url": url, "expires_at": link.expires_at});
        if let Some(fingerprint) = reached.fingerprint {
            value["fingerprint"] = fingerprint.into();
        }
        session.screen.value(&value)?;
        return Ok(exit::DONE);
    }
    if let Some(fingerprint) = &reached.fingerprint {
        session.screen.told(&say!("command-pair-open", url = reached.url, fingerprint))?;
    }
    let code = drawn(&url, std::io::stdout().is_terminal())?;
    let minutes = minutes.copied().unwrap_or_default();
    let how = say!("command-pair-scan", n = minutes);
    session.screen.text(&format!("{code}\n{}\n{url}", session.screen.say(&how)))?;
    Ok(exit::DONE)
}

/// Where a phone reaches the daemon.
struct Reached {
    url: String,
    /// The fingerprint of its certificate, if it was opened for phones.
    fingerprint: Option<String>,
}

/// Returns where a phone reaches the daemon; opens it for phones if there is no such place. `None` if a person says no.
fn reached(session: &Session, caller: &Remote, wanted: Option<IpAddr>, yes: bool) -> Result<Option<Reached>> {
    let info = info(session)?;
    if let Some(reached) = already(&info, wanted) {
        return Ok(Some(reached));
    }
    let address = match wanted {
        Some(address) => address,
        None => chosen(session, &Candidates::find())?,
    };
    let port = info.address.parse::<SocketAddr>().map_or(0, |at| at.port());
    let url = format!("https://{}", SocketAddr::new(address, port));
    if !yes && !agrees(session, &url)? {
        return Ok(None);
    }
    let opened = ask::<ListenerOpen>(caller, json!({"address": address}))?;
    let url = opened.url.ok_or_else(|| Error::bug("the daemon did not say where it listens"))?;
    Ok(Some(Reached { url, fingerprint: opened.fingerprint }))
}

/// Returns where phones already reach it, unless another address is wanted.
fn already(info: &Info, wanted: Option<IpAddr>) -> Option<Reached> {
    let url = info.far_url.clone()?;
    let same = |wanted: IpAddr| info.paired.as_ref().is_some_and(|at| at.address == wanted.to_canonical());
    let fingerprint = info.paired.as_ref().map(|at| at.fingerprint.clone());
    wanted.is_none_or(same).then_some(Reached { url, fingerprint })
}

/// Returns the address to open; an error says what is missing. If there are others, they are named.
fn chosen(session: &Session, candidates: &Candidates) -> Result<IpAddr> {
    let address = clear(candidates)?;
    let others: Vec<IpAddr> = candidates.all.iter().copied().filter(|ip| *ip != address).collect();
    if !others.is_empty() {
        session.screen.note(&say!("command-pair-others", said = listed(&others)));
    }
    Ok(address)
}

fn clear(candidates: &Candidates) -> Result<IpAddr> {
    match (candidates.chosen, &*candidates.all) {
        (Some(address), _) => Ok(address),
        (None, []) => {
            Err(Error::conflict(say!("command-pair-nowhere")).hint(say!("command-pair-nowhere-hint")))
        }
        (None, all) => Err(Error::usage(say!("command-pair-several", said = listed(all)))
            .hint(say!("command-pair-several-hint"))),
    }
}

fn listed(addresses: &[IpAddr]) -> Message {
    Message::joined(", ", addresses.iter().map(|ip| Message::from(ip.to_string())))
}

/// Asks the person whether that address should be opened. Nothing is opened where nobody can be asked.
fn agrees(session: &Session, url: &str) -> Result<bool> {
    if !decide::can_ask(session) {
        return Err(Error::usage(say!("command-pair-unasked", url)).hint(say!("command-pair-unasked-hint")));
    }
    session.screen.told(&say!("command-pair-opens", url))?;
    let view = session.screen.view();
    let keys = [('y', view.t("tui-key-yes")), ('n', view.t("tui-key-no"))];
    let key = countersign_tui::choose(&session.screen.say(&say!("command-pair-question")), &keys)?;
    Ok(key == Some('y'))
}

/// Closes it for phones.
fn close(session: &Session, caller: &Remote) -> Result<u8> {
    let was = info(session)?.paired;
    ask::<ListenerClose>(caller, json!({}))?;
    let url = was.map(|at| at.url);
    if session.screen.json {
        session.screen.value(&json!({"closed": url}))?;
    } else {
        session.screen.told(&say!("command-pair-closed", url = url.unwrap_or_default()))?;
    }
    Ok(exit::DONE)
}

/// Draws two rows of the code per line of text, with the quiet zone that scanners need.
fn drawn(text: &str, colour: bool) -> Result<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L)
        .map_err(|e| Error::invalid(say!("command-pair-too-long", error = e.to_string())))?;
    let draw =
        |dark, light| code.render::<Dense1x2>().dark_color(dark).light_color(light).quiet_zone(true).build();
    if !colour {
        // Without colours, a dark terminal is assumed: blocks are the paper.
        return Ok(draw(Dense1x2::Light, Dense1x2::Dark));
    }
    let ink = draw(Dense1x2::Dark, Dense1x2::Light);
    Ok(ink.lines().map(|line| format!("{}{line}{}\n", INK.0, INK.1)).collect())
}

#[cfg(test)]
mod tests {
    use countersign_core::Level;
    use countersign_server::far::PhoneAddress;

    use super::*;

    fn info(far_url: Option<&str>) -> Info {
        Info {
            pid: 1,
            address: "127.0.0.1:4114".into(),
            url: "http://127.0.0.1:4114".into(),
            far_url: far_url.map(str::to_owned),
            paired: None,
            socket: "/x".into(),
            version: "1".into(),
            started_at: 0,
            level: Level::SameUser,
            auto: false,
        }
    }

    #[test]
    fn where_a_telephone_reaches_the_daemon_already_nothing_is_opened() {
        let (here, there): (IpAddr, IpAddr) = ([10, 0, 0, 7].into(), [10, 0, 0, 8].into());
        assert!(already(&info(None), None).is_none());
        let named = info(Some("https://desk.example.com"));
        assert!(already(&named, None).is_some_and(|r| r.fingerprint.is_none()));
        assert!(already(&named, Some(here)).is_none(), "that address was not opened");
        let (url, fingerprint) = ("https://10.0.0.7:4114".to_owned(), "AB".to_owned());
        let paired = info(None).open_for_phones(Some(&PhoneAddress { address: here, url, fingerprint }));
        for wanted in [None, Some(here), Some("::ffff:10.0.0.7".parse().unwrap())] {
            assert!(already(&paired, wanted).is_some_and(|r| r.fingerprint.is_some()), "{wanted:?}");
        }
        assert!(already(&paired, Some(there)).is_none());
    }

    #[test]
    fn the_address_is_chosen_if_it_is_clear_and_listed_if_not() {
        let (a, b): (IpAddr, IpAddr) = ([10, 0, 0, 7].into(), [172, 17, 0, 1].into());
        assert_eq!(clear(&Candidates { chosen: Some(a), all: vec![a, b] }).unwrap(), a);
        let error = clear(&Candidates { chosen: None, all: vec![a, b] }).unwrap_err();
        assert!(error.message.contains("10.0.0.7, 172.17.0.1") && error.hint.unwrap().contains("--address"));
        let error = clear(&Candidates { chosen: None, all: Vec::new() }).unwrap_err();
        assert!(error.hint.unwrap().contains("--tls-self-signed"), "{}", error.message);
    }

    #[test]
    fn the_code_is_dark_on_light_in_every_terminal() {
        let text = "https://desk.example.com:4114/login?code=cs_link_0123456789abcdef";
        let (plain, inked) = (drawn(text, false).unwrap(), drawn(text, true).unwrap());
        let width = plain.lines().next().unwrap().chars().count();
        assert!(width <= 80 && plain.lines().all(|l| l.chars().count() == width), "{width}");
        assert!(inked.lines().all(|l| l.starts_with(INK.0) && l.ends_with(INK.1)));
        // The quiet zone is paper: blocks on a dark ground, blank on white.
        assert!(plain.starts_with("████") && inked.starts_with(&format!("{}    ", INK.0)));
    }
}
