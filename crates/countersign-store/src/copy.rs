//! Copies a whole store into an empty one, whatever databases the two are in.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use countersign_kernel::{
    Error, ErrorCode, Result,
    event::Head,
    store::{Base, EventQuery, IndexEntry, Store},
};
use countersign_words::say;

use crate::{
    base::SqlBase,
    blobs::{Blobs, sync_dir},
    driver::{Driver, Param},
    flush::{write, write_blobs, write_events},
    postgres::{self, Address, Host, Lease},
    sql,
    sqlite::{self, Options},
};

/// How many rows are read before they are written.
const ROWS_AT_ONCE: usize = 256;
/// How many blobs are read before they are written: each may be large.
const BLOBS_AT_ONCE: usize = 16;

/// What was copied.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Copied {
    /// The end of the log, which is the same in both stores.
    pub head: Head,
    /// How many records.
    pub records: u64,
    /// How many blobs.
    pub blobs: u64,
}

/// Copies `from` into the store of a home in the file at `path`, which must hold nothing yet.
pub fn into_file(from: &dyn Store, path: &Path) -> Result<Copied> {
    sqlite::create_private_file(path)?;
    let mut into = sqlite::Connection::writer(path, &Options::default())?;
    copy(from, &mut into, &sqlite::blobs_beside(path))
}

/// Copies `from` into a team's schema, which must hold nothing yet; what was kept in files for it is this host's from then
/// on.
pub fn into_postgres(from: &dyn Store, address: Address, host: Host) -> Result<Copied> {
    let mut into = postgres::Connection::writer(Arc::new(address), Arc::new(Lease::of(host)))?;
    copy(from, &mut into, &Blobs::in_database())
}

/// Copies `from` into a new file that holds everything, large blobs too; it appears whole or not at all.
pub fn into_backup(from: &dyn Store, path: &Path) -> Result<Copied> {
    let unwritten = |e: io::Error| {
        let what = match e.kind() {
            io::ErrorKind::AlreadyExists => say!("problem-store-backup-exists", path = path.display()),
            _ => say!("problem-store-not-created", path = path.display()),
        };
        let hint = match e.kind() {
            io::ErrorKind::AlreadyExists => say!("problem-store-backup-exists-hint"),
            _ => say!("problem-store-not-created-hint"),
        };
        Error::new(ErrorCode::Usage, what).hint(hint).because(e)
    };
    if fs::symlink_metadata(path).is_ok() {
        return Err(unwritten(io::ErrorKind::AlreadyExists.into()));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    // Readable by its owner only, and removed again if anything below fails.
    let new = tempfile::NamedTempFile::with_prefix_in(".countersign-backup-", &folder).map_err(unwritten)?;
    let mut into = sqlite::Connection::single_file(new.path())?;
    let copied = copy(from, &mut into, &Blobs::in_database())?;
    drop(into);
    new.persist_noclobber(path).map_err(|e| unwritten(e.error))?;
    sync_dir(&folder).map_err(unwritten)?;
    Ok(copied)
}

/// Copies one snapshot of `from` in one transaction: what is interrupted leaves nothing.
fn copy<D: Driver>(from: &dyn Store, into: &mut D, blobs: &Blobs) -> Result<Copied> {
    let mut copied = Copied::default();
    let done = from.view(&mut |base| {
        into.begin_write()?;
        copied = fill(base, into, blobs)?;
        into.grew(true, true)?;
        into.commit()
    });
    if done.is_err() {
        into.rollback();
    }
    done.map(|()| copied)
}

fn fill<D: Driver>(from: &mut dyn Base, into: &mut D, blobs: &Blobs) -> Result<Copied> {
    let mut target = SqlBase { driver: into, blobs };
    let is_empty = target.head()? == Head::default() && target.records_after("", "", 1)?.is_empty();
    if !is_empty {
        return Err(Error::new(ErrorCode::Conflict, say!("problem-store-not-empty"))
            .hint(say!("problem-store-not-empty-hint")));
    }
    copy_events(from, into)?;
    let records = copy_records(from, into)?;
    copy_index(from, into)?;
    let copied_blobs = copy_blobs(from, into, blobs)?;
    let (head, found) = (from.head()?, SqlBase { driver: into, blobs }.head()?);
    if head != found {
        return Err(Error::bug(format!("the copy ends at {found:?}, not at {head:?}")));
    }
    Ok(Copied { head, records, blobs: copied_blobs })
}

fn copy_events<D: Driver>(from: &mut dyn Base, into: &mut D) -> Result<()> {
    let mut query = EventQuery { ascending: true, limit: ROWS_AT_ONCE, ..EventQuery::default() };
    loop {
        let events = from.events(&query)?;
        let Some(last) = events.last() else { return Ok(()) };
        query.after_seq = Some(last.seq);
        write_events(into, &events)?;
    }
}

fn copy_records<D: Driver>(from: &mut dyn Base, into: &mut D) -> Result<u64> {
    let (mut kind, mut id, mut count) = (String::new(), String::new(), 0);
    loop {
        let records = from.records_after(&kind, &id, ROWS_AT_ONCE)?;
        let Some(last) = records.last() else { return Ok(count) };
        (kind, id) = (last.kind.clone(), last.id.clone());
        write(into, &sql::PUT_RECORDS, &records, |record, row| {
            row.extend(
                [&record.kind, &record.id, &record.doc, &record.stamps].map(|t| Param::from(t.as_str())),
            );
            Ok(())
        })?;
        count += records.len() as u64;
    }
}

fn copy_index<D: Driver>(from: &mut dyn Base, into: &mut D) -> Result<()> {
    let mut after = IndexEntry { name: String::new(), sort: String::new(), id: String::new() };
    loop {
        let entries = from.index_after(&after, ROWS_AT_ONCE)?;
        let Some(last) = entries.last() else { return Ok(()) };
        after = last.clone();
        write(into, &sql::PUT_INDEX, &entries, |entry, row| {
            row.extend([&entry.name, &entry.sort, &entry.id].map(|t| Param::from(t.as_str())));
            Ok(())
        })?;
    }
}

fn copy_blobs<D: Driver>(from: &mut dyn Base, into: &mut D, blobs: &Blobs) -> Result<u64> {
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let names = from.blobs_after(&after, BLOBS_AT_ONCE)?;
        let Some(last) = names.last() else { return Ok(count) };
        after = last.clone();
        // Fails for one that is damaged or missing: a copy of damage would look whole.
        let held = names.iter().map(|name| Ok((name, from.blob(name)?.unwrap_or_default())));
        let held = held.collect::<Result<Vec<_>>>()?;
        let put: Vec<(&String, &[u8])> = held.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
        write_blobs(into, blobs, &put)?;
        count += put.len() as u64;
    }
}
