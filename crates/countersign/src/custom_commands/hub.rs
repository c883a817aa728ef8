//! `join`: a gate joins a hub with an invitation, which is never an argument: other processes can see those.

use std::{
    env, fs,
    io::{self, IsTerminal as _, Read as _, Write as _},
    path::PathBuf,
    time::{Duration, Instant},
};

use clap::{Arg, ArgMatches, Command, value_parser};
use countersign_core::{
    Error, ErrorCode, Result,
    hub::{
        HubState,
        link::{HubJoin, HubShow},
    },
};
use countersign_words::say;
use serde_json::json;

use crate::{caller, exit, own_process, session::Session};

/// The variable with an invitation, for programs that set machines up.
const VARIABLE: &str = "COUNTERSIGN_INVITATION";
/// The longest invitation.
const BYTES_MOST: u64 = 1024;
/// How long the hub may take.
const PATIENCE: Duration = Duration::from_secs(20);
const LOOK: Duration = Duration::from_millis(100);

/// The arguments of `join`.
pub fn join_args(command: Command) -> Command {
    let url = Arg::new("url").value_name("URL").required(true).help(say!("hub-join-url").to_string());
    let certificate = Arg::new("certificate").long("certificate").value_name("FILE");
    let certificate = certificate.value_parser(value_parser!(PathBuf));
    command.arg(url).arg(certificate.help(say!("hub-join-certificate").to_string()))
}

/// Joins a hub, and waits for its answer.
pub fn join(session: &Session, matches: &ArgMatches) -> Result<u8> {
    own_process::need_person(&session.home, say!("hub-join-what"))?;
    let url = matches.get_one::<String>("url").cloned().unwrap_or_default();
    let certificate = matches.get_one::<PathBuf>("certificate").map(fs::read_to_string).transpose();
    let certificate = certificate
        .map_err(|e| Error::new(ErrorCode::Usage, say!("hub-certificate-bad", said = e.to_string())))?;
    let caller = session.caller()?;
    let mut input = json!({"url": url, "credentials": invitation()?});
    if let Some(certificate) = certificate {
        input["certificate"] = certificate.into();
    }
    let mut hub = caller::ask::<HubJoin>(&caller, input)?;
    let until = Instant::now() + PATIENCE;
    while hub.state == Some(HubState::Joining) && Instant::now() < until {
        std::thread::sleep(LOOK);
        hub = caller::ask::<HubShow>(&caller, json!({}))?;
    }
    match session.screen.json {
        true => session.screen.value(&serde_json::to_value(&hub).map_err(Error::bug)?)?,
        false => session.screen.told(&hub.message)?,
    }
    Ok(match hub.state {
        Some(HubState::Joined) => exit::DONE,
        // It goes on by itself when the hub can be reached.
        Some(HubState::Joining) => exit::HELD,
        Some(HubState::Failed) | None => exit::FAILED,
    })
}

/// Returns the invitation: from its variable, else from standard input.
fn invitation() -> Result<String> {
    if let Ok(text) = env::var(VARIABLE) {
        return Ok(text);
    }
    let mut text = String::new();
    if io::stdin().is_terminal() {
        let mut err = io::stderr();
        // Where nothing can be written, it can still be typed.
        let _ = write!(err, "{}", say!("hub-prompt")).and_then(|()| err.flush());
        io::stdin().read_line(&mut text).map_err(Error::bug)?;
    } else {
        io::stdin().lock().take(BYTES_MOST).read_to_string(&mut text).map_err(Error::bug)?;
    }
    Ok(text)
}
