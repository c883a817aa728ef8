//! The part of `config.toml` that says who may connect to a daemon under its own user.

use std::path::{Path, PathBuf};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use toml::{Table, Value};

use crate::home::read_settings;

/// Returns the text of the file with a user and workspaces added; `None` if they are already there. Other settings
/// stay; if `[system]` exists, the file is rewritten without its comments.
pub fn added(path: &Path, uid: u32, workspaces: &[PathBuf], socket: &Path) -> Result<Option<String>> {
    let text = read_settings(path)?.unwrap_or_default();
    let broken = |why: Message| Error::new(ErrorCode::Settings, why);
    let no_list = |key: &str| broken(say!("command-system-no-list", path = path.display(), key));
    let mut table: Table = text
        .parse()
        .map_err(|e: toml::de::Error| broken(format!("{}: {}", path.display(), e.message()).into()))?;
    let was_there = table.contains_key("system");
    let before = table.clone();
    let system = table.entry("system").or_insert_with(|| Value::Table(Table::new()));
    let Some(system) = system.as_table_mut() else {
        return Err(broken(say!("command-system-no-table", path = path.display(), key = "system")));
    };
    add(system, "users", [Value::Integer(uid.into())]).ok_or_else(|| no_list("users"))?;
    let folders = workspaces.iter().map(|w| Value::String(w.display().to_string()));
    add(system, "workspaces", folders).ok_or_else(|| no_list("workspaces"))?;
    system.entry("socket").or_insert_with(|| Value::String(socket.display().to_string()));
    if table == before {
        return Ok(None);
    }
    if was_there {
        return Ok(Some(table.to_string()));
    }
    let own = Table::from_iter([("system".to_owned(), table["system"].clone())]);
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    Ok(Some(format!("{text}{gap}\n# Users by number. Written by countersign up --system.\n{own}")))
}

fn add(system: &mut Table, name: &str, values: impl IntoIterator<Item = Value>) -> Option<()> {
    let list = system.entry(name).or_insert_with(|| Value::Array(Vec::new())).as_array_mut()?;
    for value in values {
        if !list.contains(&value) {
            list.push(value);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::home;

    #[test]
    fn a_user_is_added_once_and_what_else_is_there_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("config.toml");
        let socket = Path::new("/run/countersign/daemon.sock");
        fs::write(&path, "# mine\nroots = [\"/srv\"]").unwrap();
        let project = [PathBuf::from("/srv/a b")];
        for (uid, users) in [(1000, vec![1000]), (1001, vec![1000, 1001])] {
            let text = added(&path, uid, &project, socket).unwrap().unwrap();
            assert_eq!(text.contains("# mine"), uid == 1000);
            fs::write(&path, text).unwrap();
            let config = home::config(&path).unwrap();
            let system = config.system.unwrap();
            assert_eq!((config.roots, system.users), (vec![PathBuf::from("/srv")], users));
            assert_eq!(
                (system.workspaces.as_slice(), system.socket.as_deref()),
                (&project[..], Some(socket))
            );
            assert_eq!(added(&path, uid, &project, socket).unwrap(), None);
        }
    }
}
