//! `policy accept`, which returns once the accepted policy is in force, and `policy backtest`, which also takes the name
//! of a file.

use std::{
    fs, io,
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

use clap::ArgMatches;
use countersign_core::{
    Error, Result,
    op::read_output,
    policy::operations::PolicyShow,
    settings::operations::{SettingsAccept, SettingsView},
};
use countersign_words::say;
use serde_json::json;

use crate::{
    caller::{self, Caller},
    cli,
    daemon::settings::POLICY,
    exit,
    op_commands::Binding,
    session::Session,
};

/// How long the daemon may take to put an accepted policy in force.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often it is asked.
const PAUSE: Duration = Duration::from_millis(50);

/// Accepts a change, and waits until it is in force: the next command sees it.
pub fn accept(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let mut calls = binding.calls(matches, &mut io::stdin().lock())?;
    let input = calls.pop().map(|wanted| wanted.input).ok_or_else(|| Error::bug("one change is accepted"))?;
    let caller = session.caller()?;
    let op = binding.op.spec().name;
    let answer = caller.call(op, input)?;
    let accepted: SettingsView = read_output::<SettingsAccept>(answer.value.clone())?;
    if accepted.name == POLICY {
        let until = Instant::now() + PATIENCE;
        let is_in_force = || -> Result<bool> {
            let now = caller::ask::<PolicyShow>(&caller, json!({}))?;
            Ok(now.digest == accepted.digest)
        };
        while Instant::now() < until && !is_in_force()? {
            sleep(PAUSE);
        }
    }
    session.screen.answer(op, &answer.value)?;
    Ok(exit::of_outcome(answer.outcome))
}

/// Judges recent calls by a policy: its text, `@FILE`, or just the name of a file.
pub fn backtest(session: &Session, binding: &Binding, matches: &ArgMatches) -> Result<u8> {
    let mut calls = binding.calls(matches, &mut io::stdin().lock())?;
    for wanted in &mut calls {
        let named = wanted.input["text"].as_str().and_then(path_of).map(str::to_owned);
        if let Some(path) = named {
            let unreadable = |e: io::Error| {
                Error::usage(say!(
                    "command-file-unreadable",
                    label = "text",
                    path = format!("{path:?}"),
                    error = e
                ))
            };
            wanted.input["text"] = fs::read_to_string(&path).map_err(unreadable)?.into();
        }
    }
    let caller = session.caller()?;
    let op = binding.op.spec().name;
    cli::each(&session.screen, &caller, calls, &|wanted| Ok((op, wanted.input)))
}

/// Returns the file that a word names, unless it is a policy itself: a policy has an assignment.
fn path_of(text: &str) -> Option<&str> {
    if let Some(path) = text.strip_prefix('@') {
        return Some(path);
    }
    let is_path =
        !text.contains(['\n', '=']) && (Path::new(text).is_file() || text.trim_end().ends_with(".toml"));
    is_path.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_no_name_of_a_file_and_a_name_is_no_policy() {
        for (text, path) in [
            ("policy.toml", Some("policy.toml")),
            ("@policy", Some("policy")),
            ("Cargo.toml", Some("Cargo.toml")),
            ("version = 1", None),
            ("mode = \"manual\"\nhosts = [\"a.toml\"]", None),
            ("nothing of the kind", None),
        ] {
            assert_eq!(path_of(text), path, "{text}");
        }
    }
}
