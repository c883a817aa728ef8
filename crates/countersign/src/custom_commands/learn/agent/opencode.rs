//! opencode: a database, or in older versions a file for each part of a message.
//!
//! # Limitations
//! The database is read as it is in its file, without its write-ahead log, for reading the log would create files
//! beside it. What opencode wrote in its last moments may be missing.

use std::{collections::BTreeMap, io, path::Path};

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use super::{Agent, Asked, Recorded, text, time};
use crate::custom_commands::learn::file::{self, Listing, ends_in};

/// How the error of a call begins that a person said no to.
const REJECTION: &str = "The user rejected permission";
/// The largest part of a message that is read.
const MAX_PART_BYTES: i64 = 16 << 20;

const PARTS: &str = "SELECT p.data, s.directory, p.id FROM part p LEFT JOIN session s ON s.id = p.session_id \
                     WHERE length(p.data) <= ?1 ORDER BY p.time_created DESC";

/// The folders of sessions, by their ids.
pub struct Sessions(BTreeMap<String, String>);

impl Sessions {
    /// Reads them.
    pub fn of(storage: &Path) -> Self {
        let mut found = Listing::default();
        found.add(&storage.join("session"), 2, &|path| ends_in(path, &[".json"]));
        let folder = |path: &Path| {
            let value: Value = serde_json::from_slice(&file::whole(path).ok()?).ok()?;
            Some((text(&value, "/id")?.to_owned(), text(&value, "/directory")?.to_owned()))
        };
        Self(found.files.iter().filter_map(|file| folder(&file.path)).collect())
    }
}

/// Reads one part.
pub fn part(path: &Path, sessions: &Sessions, each: &mut dyn FnMut(Recorded)) -> io::Result<u64> {
    let Ok(value) = serde_json::from_slice::<Value>(&file::whole(path)?) else { return Ok(1) };
    let folder = text(&value, "/sessionID").and_then(|id| sessions.0.get(id)).cloned();
    Ok(call(&value, folder, text(&value, "/id"), each))
}

/// Reads the database.
pub fn database(path: &Path, each: &mut dyn FnMut(Recorded)) -> io::Result<u64> {
    let failed = |e: rusqlite::Error| io::Error::other(e.to_string());
    let escaped: String = path.to_string_lossy().chars().map(escaped).collect();
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database =
        Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags).map_err(failed)?;
    // Its schema is somebody else's: no function of it is called.
    database.pragma_update(None, "trusted_schema", false).map_err(failed)?;
    let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('part', 'session')";
    if database.query_row(tables, [], |row| row.get::<_, i64>(0)).map_err(failed)? != 2 {
        return Ok(1);
    }
    let mut statement = database.prepare(PARTS).map_err(failed)?;
    let mut rows = statement.query([MAX_PART_BYTES]).map_err(failed)?;
    let mut unknown = 0;
    while let Some(row) = rows.next().map_err(failed)? {
        let text: Option<String> = row.get(0).ok();
        match text.and_then(|text| serde_json::from_str::<Value>(&text).ok()) {
            Some(value) => {
                let (folder, id): (Option<String>, Option<String>) = (row.get(1).ok(), row.get(2).ok());
                unknown += call(&value, folder, id.as_deref(), each);
            }
            None => unknown += 1,
        }
    }
    Ok(unknown)
}

/// Writes a character of a path as it stands in an address.
fn escaped(c: char) -> String {
    match c {
        '%' => "%25".to_owned(),
        '?' => "%3f".to_owned(),
        '#' => "%23".to_owned(),
        other => other.to_string(),
    }
}

/// Hands on the call of a part; returns 1 if it cannot be read.
fn call(part: &Value, folder: Option<String>, id: Option<&str>, each: &mut dyn FnMut(Recorded)) -> u64 {
    if text(part, "/type") != Some("tool") {
        return 0;
    }
    let input = part.pointer("/state/input").and_then(Value::as_object);
    let (Some(tool), Some(input)) = (text(part, "/tool"), input) else { return 1 };
    let folder = folder.filter(|folder| folder.starts_with('/'));
    let mut recorded = Recorded::new(Agent::Opencode, tool, input.clone(), folder);
    recorded.id = text(part, "/callID").or(id).map(str::to_owned);
    recorded.at_ms = time(part.pointer("/state/time/start"));
    recorded.rejected = text(part, "/state/error").is_some_and(|error| error.starts_with(REJECTION));
    if recorded.rejected {
        recorded.asked = Asked::Yes;
    }
    each(recorded);
    0
}
