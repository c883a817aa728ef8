//! `policy.toml` as commands change it: comments and everything else in it stay as they were written.

use std::{fs, path::Path};

use countersign_core::{Error, ErrorCode, Result, judge::Policy};
use countersign_words::say;
use toml_edit::{ArrayOfTables, DocumentMut, Item, value};

use crate::{daemon::write_private, session::catalog};

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

/// Writes the file.
pub fn write(path: &Path, text: &str) -> Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| write_private(path, text.as_bytes()))
        .map_err(|e| {
            let path = path.display().to_string();
            Error::new(ErrorCode::Settings, say!("command-trust-not-written", path, error = e))
        })
}
