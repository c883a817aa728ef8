//! `open`: a fresh one-time link for a browser on this machine.

use std::process::{Command as Process, Stdio};

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{Error, ErrorCode, Result, authority::sessions::LinkCreate};
use countersign_words::say;
use serde_json::json;

use super::up::review_url;
use crate::{
    caller::ask,
    daemon::{Info, write_private},
    exit,
    session::Session,
};

/// The arguments of `open`.
pub fn args(command: Command) -> Command {
    let print = Arg::new("print").long("print").action(ArgAction::SetTrue);
    command.arg(print.help(say!("command-arg-open-print").to_string()))
}

/// Runs it.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let link = ask::<LinkCreate>(&session.caller()?, json!({"label": "browser"}))?;
    let info = info(session)?;
    let url = review_url(&info.url, &link);
    let opened = !matches.get_flag("print") && has_display() && show(session, &url);
    if session.screen.json {
        session.screen.value(&json!({"url": url, "expires_at": link.expires_at, "opened": opened}))?;
    } else {
        session.screen.text(&url)?;
    }
    Ok(exit::DONE)
}

/// Reads the daemon's description.
pub fn info(session: &Session) -> Result<Info> {
    Info::read(&session.home).ok_or_else(|| {
        Error::new(ErrorCode::Store, say!("command-open-no-place")).hint(say!("command-open-no-place-hint"))
    })
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty()))
}

/// Opens the link through a page that only its owner can read: every user of the machine can read a program's
/// arguments, and the first to use the link redeems it.
fn show(session: &Session, url: &str) -> bool {
    let page = session.home.data.join("open.html");
    let html = format!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">\
         <meta http-equiv=\"refresh\" content=\"0;url={url}\"><title>Countersign</title>\n"
    );
    if write_private(&page, html.as_bytes()).is_err() {
        return false;
    }
    let mut program = Process::new("xdg-open");
    program.arg(&page).env_remove("COUNTERSIGN_TOKEN");
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
