//! `policy.toml` as commands change it: comments and everything else in it stay as they were written.

use std::{fs, path::Path};

use countersign_core::{Error, ErrorCode, Result, judge::Policy};
use countersign_words::say;
use toml_edit::{ArrayOfTables, DocumentMut, Item, value};

use crate::{daemon::write_private, home::read_settings, session::catalog};

/// Parses the text of the file, and gives it a version if it has none.
pub fn read(text: &str) -> Result<DocumentMut> {
    // What is wrong is told with its place.
    Policy::parse(text, &catalog())?;
    let mut policy: DocumentMut = text.parse().map_err(Error::bug)?;
    if policy.get("version").is_none() {
        policy.insert("version", value(1));
    }
    Ok(policy)
}

/// Returns the tables of a name, such as `[[trust]]`.
pub fn entries<'p>(policy: &'p mut DocumentMut, name: &str) -> Result<&'p mut ArrayOfTables> {
    let all = policy.entry(name).or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    all.as_array_of_tables_mut()
        .ok_or_else(|| Error::new(ErrorCode::Settings, say!("command-policy-inline", name)))
}

/// Writes the file and does what is to follow. If that fails, the file is as it was before, unless somebody else changed
/// it meanwhile.
pub fn replace<T>(
    path: &Path,
    before: Option<&str>,
    after: &str,
    then: impl FnOnce() -> Result<T>,
) -> Result<T> {
    write(path, after)?;
    then().inspect_err(|_| {
        let somebody_edited = !matches!(read_settings(path), Ok(Some(now)) if now == after);
        match before {
            _ if somebody_edited => {}
            Some(before) => drop(write(path, before)),
            None => drop(fs::remove_file(path)),
        }
    })
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| write_private(path, text.as_bytes()))
        .map_err(|e| {
            let path = path.display().to_string();
            Error::new(ErrorCode::Settings, say!("command-trust-not-written", path, error = e))
        })
}
