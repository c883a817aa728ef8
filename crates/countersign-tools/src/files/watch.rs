//! Watches a folder. Landing only records the permission, after checking the disk again: the core keeps the
//! record, and the daemon watches while it lives.

use std::{collections::VecDeque, fs, path::Path};

use countersign_core::{
    Error, Result,
    tool::FieldChange,
    watch::Watch,
    world::{Inverse, Landed, Order, Reverted},
};
use countersign_words::say;
use serde_json::{Value, json};

use super::{
    Files,
    args::{Args as _, WatchFolder},
    forecast::shown,
    resolved_path::{Attempt, failed, open_dir},
};

impl WatchFolder {
    /// Returns the duration.
    pub fn seconds(&self) -> u64 {
        self.until.unwrap_or(Watch::LONGEST_S).clamp(1, Watch::LONGEST_S)
    }
}

/// Formats a duration.
pub(super) fn lasting(seconds: u64) -> String {
    match (seconds % 3600, seconds % 60) {
        (0, _) => format!("{} h", seconds / 3600),
        (_, 0) => format!("{} min", seconds / 60),
        _ => format!("{seconds} s"),
    }
}

/// Checks that a folder can be watched; returns the number of folders.
pub(super) fn check(files: &Files, path: &Path, recursive: bool, imagined: bool) -> Result<usize> {
    let own = files.own_places();
    if own.iter().any(|own| path.starts_with(own)) {
        return Err(Error::invalid(say!("effect-watch-own", path = shown(path))));
    }
    // Each reported event writes there.
    if recursive && own.iter().any(|own| own.starts_with(path)) {
        return Err(Error::invalid(say!("effect-watch-holds-own", path = shown(path)))
            .hint(say!("effect-watch-further-or")));
    }
    if imagined && !path.exists() {
        return Ok(1);
    }
    // A link may have been put there meanwhile.
    open_dir(path).map_err(failed(Attempt::Watch, path))?;
    if recursive { folders(path) } else { Ok(1) }
}

/// Counts the folders at and below a path without following links.
fn folders(path: &Path) -> Result<usize> {
    let (mut count, mut open) = (1, VecDeque::from([path.to_owned()]));
    while let Some(at) = open.pop_front() {
        let entries = match fs::read_dir(&at) {
            Ok(entries) => entries,
            // Unreadable or deleted folders cannot be watched and do not count.
            Err(_) if at != path => continue,
            Err(e) => return Err(failed(Attempt::Watch, path)(e)),
        };
        for entry in entries.flatten() {
            if entry.file_type().is_ok_and(|t| t.is_dir()) {
                count += 1;
                open.push_back(entry.path());
            }
        }
        if count > Watch::FOLDERS {
            let many = say!("effect-watch-many", path = shown(path), n = Watch::FOLDERS);
            return Err(Error::invalid(many).hint(say!("effect-watch-further")));
        }
    }
    Ok(count)
}

/// Checks again, and returns what is watched from now on.
pub(super) fn apply(files: &Files, order: &Order) -> Result<Landed> {
    let begun = std::time::Instant::now();
    let args = WatchFolder::parse(&order.args)?;
    let (path, recursive) = (Path::new(&args.path), args.recursive == Some(true));
    check(files, path, recursive, false)?;
    let seconds = args.seconds();
    let result = json!({"watch": order.id, "path": args.path, "recursive": recursive, "until": seconds});
    let (before, after) = (say!("effect-not-watched"), say!("effect-watched-for", time = lasting(seconds)));
    Ok(Landed {
        result,
        effects: vec![FieldChange::told(shown(path), Some(before), Some(after))],
        inverse: Some(turned(&order.id, path, recursive, false)),
        caveats: Vec::new(),
        duration_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

/// Stops watching, or starts again.
pub(super) fn revert(files: &Files, inverse: &Inverse) -> Result<Reverted> {
    let field = |name: &str| {
        let text = inverse.steps.get(name).and_then(Value::as_str);
        text.ok_or_else(|| Error::bug(format!("the way back of a watch has no {name}")))
    };
    let (id, path) = (field("watch")?, Path::new(field("path")?));
    let on = inverse.steps["on"] == true;
    let recursive = inverse.steps["recursive"] == true;
    if on {
        check(files, path, recursive, false)?;
    }
    let value = if on { "watched" } else { "not watched" };
    let restored = vec![json!({"kind": "watch", "id": path.to_string_lossy(), "value": value})];
    Ok(Reverted { restored, inverse: Some(turned(id, path, recursive, !on)) })
}

/// Returns the inverse that turns a watch on or off.
fn turned(id: &str, path: &Path, recursive: bool, on: bool) -> Inverse {
    let steps = json!({"watch": id, "path": path.to_string_lossy(), "recursive": recursive, "on": on});
    Inverse { tool: Watch::TOOL.to_owned(), steps }
}
