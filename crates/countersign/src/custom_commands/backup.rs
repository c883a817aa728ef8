//! `backup` and `restore`: a whole home in one file. The log and the records are copied as `store backup` copies them; the
//! captures that undo needs, the settings and, if asked for, the keys stand beside that copy. Like those commands they are no
//! operations: they take access to the home on the machine, as its owner, from a process that no agent started.

mod archive;

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use clap::{Arg, ArgAction, ArgMatches, Command};
use countersign_core::{Error, ErrorCode, Result};
use countersign_store::copy;
use countersign_words::{Message, say};
use serde_json::json;
use tempfile::NamedTempFile;

use self::archive::{Archive, Place};
use super::store::{check_whole, copied, guard, restore_from, short};
use crate::{daemon::unusable, exit, home::Home, progress, session::Session};

/// What undo and commands need of the data folder: captures, copies of agents' settings.
const KEPT: [&str; 3] = ["trash", "imports", "hooks"];
/// Who acts as this home: its signing key, its certificates, the kept token.
const KEYS: [&str; 3] = ["checkpoint.key", "tls", "person.token"];
/// The settings.
const SETTINGS: [&str; 2] = ["config.toml", "policy.toml"];
/// What only says that something runs.
const PASSING: [&str; 2] = ["imports/lock", "hooks/calls"];

/// The arguments of `backup`.
pub fn args(command: Command) -> Command {
    let keys = Arg::new("keys").long("keys").action(ArgAction::SetTrue);
    restore_args(command).arg(keys.help(say!("command-arg-backup-keys").to_string()))
}

/// The arguments of `restore`.
pub fn restore_args(command: Command) -> Command {
    let file = Arg::new("file").value_name("FILE").required(true);
    command.arg(file.help(say!("command-arg-store-file").to_string()))
}

fn path(matches: &ArgMatches) -> Result<PathBuf> {
    let named = matches.get_one::<String>("file").map_or("", String::as_str);
    std::path::absolute(named).map_err(|e| Error::invalid(e.to_string()))
}

/// Copies the home into a new file, which appears whole and verified, or not at all; a daemon may run.
pub fn run(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let home = &session.home;
    guard(home, "backup")?;
    let path = path(matches)?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let exists = || {
        Error::new(ErrorCode::Usage, say!("problem-store-backup-exists", path = path.display()))
            .hint(say!("problem-store-backup-exists-hint"))
    };
    if fs::symlink_metadata(&path).is_ok() {
        return Err(exists());
    }
    let source = home.store()?.need()?;
    // Beside the file, where there is room for it; private from the beginning.
    let work = tempfile::Builder::new().prefix(".countersign-backup-").tempdir_in(folder);
    let work = work.map_err(|e| unusable(folder, &e))?;
    let store = work.path().join("store");
    // First the log: what it names was captured before it was copied.
    let head = copied(session, || copy::into_backup(&*source, &store))?;
    check_whole(session, &store, head.head.seq)?;
    let file = NamedTempFile::new_in(work.path()).map_err(|e| unusable(folder, &e))?;
    let keys = matches.get_flag("keys");
    let made = progress::doing(session.screen, say!("command-progress-copy"), || {
        let made = write(file.path(), home, &store, keys)?;
        Archive::open(file.path())?.check()?;
        Ok::<_, Error>(made)
    })?;
    file.as_file().sync_all().map_err(|e| unusable(&path, &e))?;
    file.persist_noclobber(&path).map_err(|e| match e.error.kind() {
        io::ErrorKind::AlreadyExists => exists(),
        _ => unusable(&path, &e.error),
    })?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|e| unusable(folder, &e))?;
    tell_made(session, &path, &head, &made, keys)
}

/// How many files went into an archive, and how many were gone before they were read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Made {
    files: u64,
    gone: u64,
}

fn write(to: &Path, home: &Home, store: &Path, keys: bool) -> Result<Made> {
    let mut archive = Archive::create(to, keys)?;
    let mut made = Made::default();
    archive.add(Place::Store, store, Path::new("store"), &mut made)?;
    for name in KEPT.into_iter().chain(KEYS.into_iter().filter(|_| keys)) {
        archive.add(Place::Data, &home.data.join(name), Path::new(name), &mut made)?;
    }
    for name in SETTINGS {
        archive.add(Place::Settings, &home.settings.join(name), Path::new(name), &mut made)?;
    }
    archive.close()?;
    // The store is told by its events.
    made.files = made.files.saturating_sub(1);
    Ok(made)
}

fn tell_made(session: &Session, path: &Path, head: &copy::Copied, made: &Made, keys: bool) -> Result<u8> {
    if session.screen.json {
        session.screen.value(&json!({
            "to": path.display().to_string(), "events": head.head.seq, "records": head.records, "blobs": head.blobs,
            "files": made.files, "gone": made.gone, "keys": keys, "head": short(head), "verified": true,
        }))?;
        return Ok(exit::DONE);
    }
    let (n, records, files) = (head.head.seq, head.records, made.files);
    session.screen.told(&say!("command-backup-done", n, records, files, path = path.display()))?;
    if made.gone > 0 {
        session.screen.note(&say!("command-backup-gone", n = made.gone));
    }
    if keys {
        session.screen.note(&say!("command-backup-has-keys"));
    }
    Ok(exit::DONE)
}

/// Puts a backup into this home, which must hold nothing.
pub fn restore(session: &Session, matches: &ArgMatches) -> Result<u8> {
    let home = &session.home;
    let path = path(matches)?;
    let archive = Archive::open(&path)?;
    // Nothing is written before all of it is known to be whole.
    progress::doing(session.screen, say!("command-progress-copy"), || archive.check())?;
    let work = tempfile::tempdir().map_err(|e| unusable(&path, &e))?;
    let store = work.path().join("store");
    archive.take_store(&store)?;
    if let Some(taken) = taken(home) {
        return Err(Error::conflict(say!("command-restore-not-empty", path = taken.display()))
            .hint(say!("command-restore-not-empty-hint")));
    }
    let (copied, place, _lock) = restore_from(session, &store)?;
    let files = archive.take(&home.data, &home.settings)?;
    let left_out = keep_to_file(home)?;
    if session.screen.json {
        session.screen.value(&json!({
            "to": place.to_string(), "events": copied.head.seq, "records": copied.records, "blobs": copied.blobs,
            "files": files, "head": short(&copied), "verified": true,
        }))?;
        return Ok(exit::DONE);
    }
    let (n, records) = (copied.head.seq, copied.records);
    session.screen.told(&say!("command-restore-done", n, records, files, path = home.data.display()))?;
    left_out.iter().for_each(|note| session.screen.note(note));
    Ok(exit::DONE)
}

/// What is already in the home, of what would be written.
fn taken(home: &Home) -> Option<PathBuf> {
    let data = KEPT.iter().chain(&KEYS).map(|name| home.data.join(name));
    let settings = SETTINGS.iter().map(|name| home.settings.join(name));
    data.chain(settings).find(|path| fs::symlink_metadata(path).is_ok())
}

/// A home whose log was in a database now has it in its own file: its settings must not lead back there.
fn keep_to_file(home: &Home) -> Result<Option<Message>> {
    let path = home.config();
    let Ok(text) = fs::read_to_string(&path) else { return Ok(None) };
    let Ok(mut config) = text.parse::<toml_edit::DocumentMut>() else { return Ok(None) };
    if config.remove("store").is_none() {
        return Ok(None);
    }
    crate::daemon::write_private(&path, config.to_string().as_bytes()).map_err(|e| unusable(&path, &e))?;
    Ok(Some(say!("command-restore-no-store", path = path.display())))
}

/// Whether something only says that something runs.
fn is_passing(path: &Path) -> bool {
    PASSING.iter().any(|passing| path.starts_with(passing))
}

/// Whether a path of an archive may be written below the data folder.
fn is_known(path: &Path) -> bool {
    KEPT.iter().chain(&KEYS).any(|name| path.starts_with(name))
}

fn is_setting(path: &Path) -> bool {
    SETTINGS.iter().any(|name| path == Path::new(name))
}
