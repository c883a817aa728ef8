//! Sessions: files that name a project, how it is fetched, and the commands of an agent at work in it.

use std::{env, fs, path::Path, process::Command};

use toml::Value;

/// One session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The name of its file.
    pub name: String,
    /// The project and the work, in a few words.
    pub about: String,
    /// Kept aside: only run with `--all`, so that nothing is fitted to it.
    pub aside: bool,
    /// The programs that it needs.
    needs: Vec<String>,
    /// A script that leaves the project in `project`.
    fetch: String,
    /// The commands, in order.
    pub commands: Vec<String>,
}

/// Reads all sessions of a folder, by name.
pub fn all(folder: &Path) -> Result<Vec<Session>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        Session::parse(&name, &text).map_err(|e| format!("{}: {e}", path.display()))
    };
    paths.iter().map(read).collect()
}

impl Session {
    fn parse(name: &str, text: &str) -> Result<Self, String> {
        let table: toml::Table = text.parse().map_err(|e| format!("{e}"))?;
        let known = ["about", "aside", "needs", "fetch", "commands"];
        if let Some(other) = table.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(format!("there is no key {other}"));
        }
        let word = |key: &str| {
            table.get(key).and_then(Value::as_str).map(str::to_owned).ok_or(format!("there is no {key}"))
        };
        let needs = table.get("needs").and_then(Value::as_array).into_iter().flatten();
        Ok(Self {
            name: name.to_owned(),
            about: word("about")?,
            aside: table.get("aside").and_then(Value::as_bool).unwrap_or_default(),
            needs: needs.filter_map(Value::as_str).map(str::to_owned).collect(),
            fetch: word("fetch")?,
            commands: commands(&word("commands")?)?,
        })
    }

    /// Returns the first program that is needed and not installed.
    pub fn missing(&self) -> Option<&str> {
        let path = env::var_os("PATH").unwrap_or_default();
        let has = |name: &str| env::split_paths(&path).any(|folder| folder.join(name).is_file());
        self.needs.iter().map(String::as_str).find(|name| !has(name))
    }

    /// Fetches the project, once: a repository with one commit, and a bare one beside it to push to.
    pub fn fetch(&self, at: &Path) -> Result<(), String> {
        if at.join("fetched").is_file() {
            return Ok(());
        }
        if at.exists() {
            fs::remove_dir_all(at).map_err(|e| format!("cannot remove {}: {e}", at.display()))?;
        }
        fs::create_dir_all(at).map_err(|e| format!("cannot make {}: {e}", at.display()))?;
        eprintln!("{}: fetching", self.name);
        let script = format!("set -euo pipefail\n{}\n{FIRST_COMMIT}", self.fetch);
        let output = Command::new("bash").args(["-c", &script]).current_dir(at).output();
        let output = output.map_err(|e| format!("bash does not run: {e}"))?;
        if output.status.success() {
            return Ok(());
        }
        Err(format!("{} cannot be fetched: {}", self.name, String::from_utf8_lossy(&output.stderr)))
    }
}

const FIRST_COMMIT: &str = "\
git init --quiet --bare --initial-branch main remote.git
cd project
git init --quiet --initial-branch main
git config user.name 'Ana' && git config user.email 'ana@example.com'
git add --all && git commit --quiet --message 'Import'
git remote add origin ../remote.git && git push --quiet --set-upstream origin main 2>&1
touch ../fetched";

/// Splits a text into commands: each begins with `$ ` at the start of a line, and goes on until the next.
fn commands(text: &str) -> Result<Vec<String>, String> {
    let mut commands: Vec<String> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(first), _) => commands.push(first.to_owned()),
            (None, Some(last)) => *last = format!("{last}\n{line}"),
            (None, None) if line.trim().is_empty() || line.starts_with('#') => {}
            (None, None) => return Err(format!("a command begins with `$ `: {line}")),
        }
    }
    for command in &mut commands {
        command.truncate(command.trim_end().len());
    }
    Ok(commands)
}

/// Makes a fresh copy of a project, and removes what the session left in `/tmp` before: all of it begins with `q-NAME-`.
pub fn fresh(project: &Path, place: &Path) -> Result<(), String> {
    let script = "rm -rf -- \"$2\" \"/tmp/q-$(basename -- \"$2\")-\"* && mkdir -p -- \"$(dirname -- \"$2\")\" && cp -a -- \"$1\" \"$2\"";
    let mut command = Command::new("bash");
    command.args(["-c", script, "fresh"]).arg(project).arg(place);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        other => Err(format!("{} cannot be copied: {other:?}", project.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_goes_on_until_the_next() {
        let text = "# first\n\n$ ls\n$ cat > x <<'E'\n$5\n\n# not a comment\nE\n\n$ rm x\n";
        assert_eq!(commands(text).unwrap(), ["ls", "cat > x <<'E'\n$5\n\n# not a comment\nE", "rm x"]);
        assert!(commands("ls\n").is_err());
    }

    #[test]
    fn a_session_says_what_it_lacks() {
        let whole =
            "about = 'a'\nneeds = ['bash', 'no-such-program']\nfetch = 'x'\ncommands = '''\n$ ls\n'''";
        let session = Session::parse("a", whole).unwrap();
        assert_eq!((session.missing(), session.aside), (Some("no-such-program"), false));
        assert!(Session::parse("a", &whole.replace("fetch", "fetsch")).is_err());
        assert!(Session::parse("a", "about = 'a'").is_err());
    }

    #[test]
    fn eight_sessions_have_about_sixty_commands_and_two_are_kept_aside() {
        let sessions = all(&crate::tree::repo_root().join("xtask/quiet/sessions")).unwrap();
        assert!(sessions.len() >= 8 && sessions.iter().filter(|s| s.aside).count() >= 2);
        for session in sessions {
            assert!(
                (50..=75).contains(&session.commands.len()),
                "{}: {}",
                session.name,
                session.commands.len()
            );
        }
    }
}
