//! `store copy`, `store backup` and `store restore`: they copy whole stores, so they are not operations. No token allows
//! them: they take access to the store on the machine, as its owner, from a process that no agent started.

use std::{path::Path, sync::Arc};

use clap::{Arg, ArgMatches, Command};
use countersign_core::{Error, ErrorCode, Result, audit::Bad, store::Store};
use countersign_store::copy::{self, Copied};
use countersign_words::{Message, say};
use serde_json::json;

use super::{audit, passkey::check_owner, token::alone};
use crate::{
    daemon::lock::Lock,
    exit,
    home::{Home, StorePlace},
    own_process, progress,
    session::Session,
};

/// The arguments of `store copy`.
pub fn copy_args(command: Command) -> Command {
    let places = Arg::new("places").value_names(["FROM", "TO"]).num_args(1..=2).required(true);
    command.arg(places.help(say!("command-arg-store-places").to_string()))
}

/// The arguments of `store backup` and `store restore`.
pub fn file_args(command: Command) -> Command {
    let file = Arg::new("file").value_name("FILE").required(true);
    command.arg(file.help(say!("command-arg-store-file").to_string()))
}

/// Copies a store into an empty one. No daemon of this home runs meanwhile: what it wrote afterwards would be missing.
pub fn copy(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let home = &session.home;
    guard(home, "store copy")?;
    let mut named = matches.get_many::<String>("places").into_iter().flatten();
    let (first, second) = (named.next(), named.next());
    let named = |text: Option<&String>| match text {
        Some(text) => StorePlace::named(text, home),
        None => home.store(),
    };
    let (from, to) = match second {
        Some(to) => (named(first)?, named(Some(to))?),
        None => (named(None)?, named(first)?),
    };
    let _lock = alone(home)?;
    let source = from.need()?;
    let copied = copied(session, || to.fill(&*source))?;
    let verified = verify(session, &to, &copied, &told_copied(&to, &copied))?;
    if verified == exit::DONE && matches!(to, StorePlace::Postgres(..)) {
        session.screen.note(&say!("command-store-use-it", place = to.to_string()));
    }
    Ok(verified)
}

/// Copies this home's store, as it is at this moment, into a new file; a daemon may run.
pub fn backup(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let home = &session.home;
    guard(home, "store backup")?;
    let file = StorePlace::file(path(matches))?;
    let StorePlace::File(path) = &file else { return Err(Error::bug("a backup is a file")) };
    let source = home.store()?.need()?;
    let copied = copied(session, || copy::into_backup(&*source, path))?;
    verify(session, &file, &copied, &told_copied(&file, &copied))
}

/// Copies a backup into this home's store, which must hold nothing.
pub fn restore(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let (copied, place, _lock) = restore_from(session, path(matches))?;
    let (n, records, hash) = (copied.head.seq, copied.records, short(&copied));
    let told = say!("command-store-restored", n, records, place = place.to_string(), hash);
    tell_whole(session, &place, &copied, &told)
}

/// Copies the backup at `path` into this home's store; returns what was copied, where to, and the lock that keeps daemons out.
pub(super) fn restore_from(session: &Session, path: &Path) -> Result<(Copied, StorePlace, Lock)> {
    let home = &session.home;
    home.need_own(say!("command-need-own-store"))?;
    own_process::need_person(home, say!("command-store-what"))?;
    let place = home.store()?;
    if place.read()?.is_some() {
        check_owner(home, "store restore")?;
    }
    home.create()?;
    let lock: Lock = alone(home)?;
    let file = StorePlace::file(path)?;
    let backup = file.need()?;
    // What was altered is not used again as if it were whole.
    let key = audit::own_key(home)?;
    let found = audit::walk(session, &backup, &[], key.as_deref())?;
    if !found.ok {
        let what = found.first_bad.map_or_else(Message::default, said);
        return Err(Error::new(ErrorCode::Store, say!("command-store-backup-bad", said = what))
            .hint(say!("command-store-backup-bad-hint")));
    }
    let copied = copied(session, || place.fill(&*backup))?;
    whole(session, &place, copied.head.seq)?;
    Ok((copied, place, lock))
}

/// Refuses agents, homes of others, and the machine's daemon.
pub(super) fn guard(home: &Home, command: &str) -> Result<()> {
    home.need_own(say!("command-need-own-store"))?;
    check_owner(home, command)?;
    own_process::need_person(home, say!("command-store-what"))
}

fn path(matches: &ArgMatches) -> &Path {
    matches.get_one::<String>("file").map_or(Path::new(""), Path::new)
}

pub(super) fn copied(session: &Session, copy: impl FnOnce() -> Result<Copied>) -> Result<Copied> {
    progress::doing(session.screen, say!("command-progress-copy"), copy)
}

fn told_copied(place: &StorePlace, copied: &Copied) -> Message {
    let (n, records, hash) = (copied.head.seq, copied.records, short(copied));
    say!("command-store-copied", n, records, place = place.to_string(), hash)
}

pub(super) fn short(copied: &Copied) -> String {
    copied.head.hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

fn said(bad: Bad) -> Message {
    say!("command-store-bad", place = bad.at, what = bad.what)
}

/// Fails unless the store in a file is whole, and has as many events.
pub(super) fn check_whole(session: &Session, path: &Path, events: u64) -> Result<()> {
    whole(session, &StorePlace::file(path)?, events)
}

fn whole(session: &Session, place: &StorePlace, events: u64) -> Result<()> {
    let store: Arc<dyn Store> = place.need()?;
    let found = audit::walk(session, &store, &[], None)?;
    if found.ok && found.events == events {
        return Ok(());
    }
    let what = found.first_bad.map_or_else(Message::default, said);
    let place = place.to_string();
    Err(Error::new(ErrorCode::Store, say!("command-store-copy-bad", place, said = what))
        .hint(say!("command-store-copy-bad-hint")))
}

/// Verifies a copy from its first event to its last record, and says that it is whole; exit 1 if it is not.
fn verify(session: &Session, place: &StorePlace, copied: &Copied, told: &Message) -> Result<u8> {
    whole(session, place, copied.head.seq)?;
    tell_whole(session, place, copied, told)
}

fn tell_whole(session: &Session, place: &StorePlace, copied: &Copied, told: &Message) -> Result<u8> {
    if session.screen.json {
        session.screen.value(&json!({
            "to": place.to_string(), "events": copied.head.seq, "records": copied.records,
            "blobs": copied.blobs, "head": short(copied), "verified": true,
        }))?;
    } else {
        session.screen.told(told)?;
    }
    Ok(exit::DONE)
}
