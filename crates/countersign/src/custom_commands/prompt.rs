//! `prompt`: how much waits, for shell prompts and status lines. These run it at every turn, so it starts nothing,
//! asks once, gives up soon, and never complains.

use std::{sync::mpsc, time::Duration};

use clap::ArgMatches;
use countersign_core::{
    Op, Result,
    inbox::{Count, InboxCount},
    op::read_output,
};
use serde_json::json;

use crate::{exit, session::Session};

/// How long a shell may be kept waiting by a daemon that does not answer.
const PATIENCE: Duration = Duration::from_millis(200);

/// Prints it, if anything waits.
pub fn run(session: &Session, _: &ArgMatches) -> Result<u8> {
    let Some(count) = count(session) else { return Ok(exit::DONE) };
    if session.screen.json {
        session.screen.value(&json!(count))?;
    } else if count.waiting > 0 {
        session.screen.text(&waiting(session, &count))?;
    }
    Ok(exit::DONE)
}

/// Renders `⏸ 2 wait`.
pub fn waiting(session: &Session, count: &Count) -> String {
    let words = session.screen.view().words;
    let most = if count.more { "≥ " } else { "" };
    format!("⏸ {most}{}", words.count("term-n-wait", count.waiting as usize))
}

/// Asks the daemon; `None` if none runs, or none answers this caller in time.
fn count(session: &Session) -> Option<Count> {
    let client = session.client().ok()?;
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        let answer = client.call(InboxCount::NAME, json!({}), None);
        // Nobody may wait any more.
        let _ = tell.send(answer.ok().and_then(|answer| read_output::<InboxCount>(answer.value).ok()));
    });
    told.recv_timeout(PATIENCE).ok().flatten()
}
