//! Cursor: a file for each chat below the folder of its project, a JSON object for each line, without times and ids.
//!
//! # Limitations
//! Chats that Cursor only keeps in its database are not read.

use std::{collections::BTreeMap, fs, io, path::Path};

use serde_json::Value;

use super::{Agent, Recorded, text, time};
use crate::custom_commands::learn::file;

/// The folders that projects were found to be in, by the names that Cursor gives them.
#[derive(Default)]
pub struct Folders(BTreeMap<String, Option<String>>);

/// How many folders are looked into for one name.
const MAX_LOOKS: u32 = 2_000;

impl Folders {
    /// Returns the folder of a transcript's project. Its name has a `-` for everything that is no letter or digit.
    fn of(&mut self, path: &Path) -> Option<String> {
        let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
        let at = parts.iter().rposition(|part| *part == "agent-transcripts")?;
        let name = parts.get(at.checked_sub(1)?)?;
        let found = self.0.entry((*name).to_owned()).or_insert_with(|| {
            let mut looks = MAX_LOOKS;
            meant_by(&dashed(name), Path::new("/"), &mut looks)
        });
        found.clone()
    }
}

/// Finds the folder below `from` that has this name.
fn meant_by(name: &str, from: &Path, looks: &mut u32) -> Option<String> {
    *looks = looks.checked_sub(1)?;
    let mut folders: Vec<_> = fs::read_dir(from).ok()?.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        let own = folder.file_name()?.to_str().map(dashed).unwrap_or_default();
        match name.strip_prefix(own.as_str()) {
            _ if own.is_empty() || !folder.is_dir() => {}
            Some("") => return folder.to_str().map(str::to_owned),
            Some(rest) => {
                let below = rest.strip_prefix('-').and_then(|rest| meant_by(rest, &folder, looks));
                if below.is_some() {
                    return below;
                }
            }
            None => {}
        }
    }
    None
}

fn dashed(name: &str) -> String {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

/// Reads one.
pub fn read(path: &Path, folders: &mut Folders, each: &mut dyn FnMut(Recorded)) -> io::Result<u64> {
    let project = folders.of(path);
    let mut unknown = 0;
    let broken = file::lines(path, &mut |line| {
        if !line.contains("\"tool_use\"") {
            return;
        }
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            unknown += 1;
            return;
        };
        let blocks = value.pointer("/message/content").and_then(Value::as_array).into_iter().flatten();
        for block in blocks.filter(|block| text(block, "/type") == Some("tool_use")) {
            let input = block.get("input").and_then(Value::as_object);
            let (Some(name), Some(input)) = (text(block, "/name"), input) else {
                unknown += 1;
                continue;
            };
            let stated = text(block, "/input/working_directory").filter(|folder| folder.starts_with('/'));
            let cwd = project.clone().or_else(|| stated.map(str::to_owned));
            let mut recorded = Recorded::new(Agent::Cursor, name, input.clone(), cwd);
            recorded.id = text(block, "/id").map(str::to_owned);
            recorded.at_ms = time(value.get("timestamp"));
            each(recorded);
        }
    })?;
    Ok(broken + unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_project_is_found_by_its_dashed_name() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("my.code/shop-app/src")).unwrap();
        fs::create_dir_all(root.join("my.code/shop")).unwrap();
        let named = |name: &str| meant_by(name, &root, &mut 100);
        let path = |below: &str| Some(root.join(below).to_str().unwrap().to_owned());
        assert_eq!(named("my-code-shop-app"), path("my.code/shop-app"));
        assert_eq!(named("my-code-shop"), path("my.code/shop"));
        assert_eq!(named("my-code-other"), None);
        assert_eq!(meant_by("my-code-shop", &root, &mut 0), None, "looking ends somewhere");
    }
}
