//! `setup --undo`: takes everything back, newest first; what somebody changed since is named and not overwritten.

use std::path::PathBuf;

use countersign_core::{Error, Result, authority::operations::Nothing, settings::operations::SettingsShow};
use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::super::import::{
    self,
    journal::{Back, Journal, Manifest},
};
use crate::{
    caller::{Caller as _, Remote, ask},
    daemon::{end, unit},
    exit, render,
    render::shown,
    session::Session,
};

/// Takes all setups back.
pub fn run(session: &Session, keeps_changes: bool) -> Result<u8> {
    let none =
        || Error::not_found(say!("command-setup-undo-none")).hint(say!("command-setup-undo-none-hint"));
    if !session.home.data.join("imports").is_dir() {
        return Err(none());
    }
    let caller = session.caller()?.without_notes();
    ask::<SettingsShow>(&caller, json!(Nothing {}))?;
    let journal = Journal::open(&session.home)?;
    let setups = journal.setups()?;
    if setups.is_empty() {
        return Err(none());
    }
    let mut told = Vec::new();
    for manifest in &setups {
        let done = one(session, &caller, &journal, manifest, keeps_changes)?;
        if !session.screen.json {
            say_back(session, manifest, &done)?;
        }
        let files =
            done.iter().map(|(path, back)| json!({"file": path.display().to_string(), "status": back}));
        let files: Vec<Value> = files.collect();
        told.push(json!({"undone": manifest.id, "files": files, "tokens_revoked": manifest.tokens.len()}));
    }
    drop((caller, journal));
    let started = setups.iter().any(|m| m.setup.as_ref().is_some_and(|setup| setup.daemon));
    let pid = if started { end::end(&session.home)? } else { None };
    if session.screen.json {
        session.screen.value(&json!({"setups": told, "ended": pid}))?;
        return Ok(exit::DONE);
    }
    let mut lines: Vec<Message> = pid.map(|pid| say!("command-setup-stopped", pid)).into_iter().collect();
    lines.push(say!("command-setup-stays", path = session.home.data.display().to_string()));
    session.screen.told(&Message::joined("\n", lines))?;
    Ok(exit::DONE)
}

/// Takes a setup or an import back.
pub fn one(
    session: &Session,
    caller: &Remote,
    journal: &Journal,
    manifest: &Manifest,
    keeps_changes: bool,
) -> Result<Vec<(PathBuf, Back)>> {
    let refused = |e: Error| {
        if let Some(difference) = e.detail.as_deref().filter(|_| !session.screen.json) {
            // The error is reported even if this cannot be written.
            let view = session.screen.view();
            let _ = session.screen.text(&render::diff(Some(difference), "    ", usize::MAX, &view));
        }
        e
    };
    journal.check(manifest, keeps_changes).map_err(refused)?;
    let setup = manifest.setup.clone().unwrap_or_default();
    for (agent, path) in &setup.hooks {
        let input = json!({"agent": agent, "path": path.display().to_string(), "installed": false});
        caller.call("hook.change", input)?;
    }
    import::revoke(caller, &manifest.tokens)?;
    // A unit whose file is gone cannot be disabled. Where systemd has gone since, there is nothing to end.
    let by_unit = setup.unit && unit::works();
    let stopped = if by_unit { unit::stop() } else { Ok(()) };
    let done = journal.undo(manifest, keeps_changes).map_err(refused)?;
    let reloaded = if by_unit { unit::reload() } else { Ok(()) };
    for left in [stopped, reloaded].into_iter().filter_map(Result::err) {
        session.screen.note(&left.message);
    }
    Ok(done)
}

fn say_back(session: &Session, manifest: &Manifest, done: &[(PathBuf, Back)]) -> Result<()> {
    let mut lines = vec![say!("command-setup-undone", id = manifest.id)];
    lines.extend(done.iter().map(|(path, back)| back.words(path)));
    if !manifest.tokens.is_empty() {
        lines.push(say!("command-import-tokens-revoked", n = manifest.tokens.len()));
    }
    let lines: Vec<String> = lines.iter().map(|line| shown(&session.screen.say(line))).collect();
    session.screen.text(&lines.join("\n  "))
}
