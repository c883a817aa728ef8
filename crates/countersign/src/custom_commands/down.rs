//! `down`: stops the daemon of the home.

use clap::ArgMatches;
use countersign_core::Result;
use countersign_words::say;
use serde_json::json;

use crate::{daemon::end, exit, session::Session};

/// Stops it; succeeds if none runs.
pub fn run(session: &Session, _: &ArgMatches) -> Result<u8> {
    session.home.need_own(say!("command-need-own-ended"))?;
    let ended = end::end(&session.home)?;
    if session.screen.json {
        session.screen.value(&json!({"ended": ended.is_some(), "pid": ended}))?;
    } else {
        session.screen.told(&match ended {
            Some(pid) => say!("command-down-ended", pid),
            None => say!("command-down-none"),
        })?;
    }
    Ok(exit::DONE)
}
