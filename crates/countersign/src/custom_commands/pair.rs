//! `pair`: a one-time link for a phone, as a QR code in the terminal.

use std::io::IsTerminal;

use clap::{Arg, ArgMatches, Command, value_parser};
use countersign_core::{Error, Result, authority::sessions::LinkCreate};
use countersign_words::say;
use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};
use serde_json::json;

use super::{open::info, up::review_url};
use crate::{caller::ask, daemon::Info, exit, session::Session};

/// Black on white, whatever the terminal's colours are.
const INK: (&str, &str) = ("\u{1b}[38;5;16;48;5;231m", "\u{1b}[0m");

/// The arguments of `pair`.
pub fn args(command: Command) -> Command {
    let minutes = Arg::new("minutes")
        .long("minutes")
        .value_name("MINUTES")
        .value_parser(value_parser!(u32).range(1..=60));
    command.arg(minutes.help(say!("command-arg-pair-minutes").to_string()).default_value("10"))
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let caller = session.caller()?;
    let far = far_url(&info(session)?)?;
    let minutes = matches.get_one::<u32>("minutes");
    let link = ask::<LinkCreate>(&caller, json!({"minutes": minutes, "label": "telephone"}))?;
    let url = review_url(&far, &link);
    if session.screen.json {
        session.screen.value(&json!({"url": url, "expires_at": link.expires_at}))?;
        return Ok(exit::DONE);
    }
    let code = drawn(&url, std::io::stdout().is_terminal())?;
    let minutes = minutes.copied().unwrap_or_default();
    let how = say!("command-pair-scan", n = minutes);
    session.screen.text(&format!("{code}\n{}\n{url}", session.screen.say(&how)))?;
    Ok(exit::DONE)
}

/// Returns the daemon's URL for a phone; an error says what is missing.
fn far_url(info: &Info) -> Result<String> {
    info.far_url.clone().ok_or_else(|| {
        Error::conflict(say!("command-pair-near", address = info.address))
            .hint(say!("command-pair-near-hint"))
    })
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

    use super::*;

    fn info(far_url: Option<&str>) -> Info {
        Info {
            pid: 1,
            address: "127.0.0.1:4114".into(),
            url: "http://127.0.0.1:4114".into(),
            far_url: far_url.map(str::to_owned),
            socket: "/x".into(),
            version: "1".into(),
            started_at: 0,
            level: Level::SameUser,
            auto: false,
        }
    }

    #[test]
    fn what_a_telephone_cannot_reach_is_said_plainly() {
        let error = far_url(&info(None)).unwrap_err();
        assert!(
            error.message.contains("127.0.0.1:4114") && error.hint.unwrap().contains("--tls-self-signed")
        );
        assert_eq!(far_url(&info(Some("https://10.0.0.7:4114"))).unwrap(), "https://10.0.0.7:4114");
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
