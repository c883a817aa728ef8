//! The names that servers get in `config.toml`.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{
    server::{Definition, PATH},
    toml_text::section,
};
use crate::session;

/// The longest name.
const CHARS_MOST: usize = 48;

/// Names in use, and their servers.
pub struct Names {
    /// The search path of the person's shell.
    search: String,
    reserved: Vec<String>,
    known: Vec<Named>,
}

/// A named server.
struct Named {
    name: String,
    server: Definition,
    /// The folder in which it is started if its file names none; `None` for the agent's own.
    folder: Option<PathBuf>,
    is_new: bool,
}

impl Named {
    fn pack(&self) -> Option<&'static str> {
        self.server.pack(self.folder.as_deref())
    }
}

impl Names {
    /// Starts with the servers of `config.toml`, for a person whose shell searches `search`.
    pub fn new(config: &Value, search: &str) -> Self {
        let mut reserved: Vec<String> = session::catalog().iter().map(|tool| tool.server.clone()).collect();
        reserved.push("countersign".to_owned());
        let mut known = Vec::new();
        for (name, value) in config["server"].as_object().into_iter().flatten() {
            match Definition::of_config(value) {
                Some(server) => known.push(Named { name: name.clone(), server, folder: None, is_new: false }),
                None => reserved.push(name.clone()),
            }
        }
        Self { search: search.to_owned(), reserved, known }
    }

    /// Returns the name for a server that an agent calls `wish`: the existing name, if the same server is known.
    pub fn of(&mut self, wish: &str, server: &Definition, folder: Option<&Path>) -> String {
        let is_same = |known: &Named| {
            let cwd = known.server.cwd.as_deref();
            let fits = cwd == server.cwd.as_deref() || (server.cwd.is_none() && cwd == folder);
            let mut there = Definition { cwd: server.cwd.clone(), ..known.server.clone() };
            if !server.env.contains_key(PATH) {
                there.env.remove(PATH);
            }
            there == *server && fits
        };
        if let Some(known) = self.known.iter_mut().find(|known| is_same(known)) {
            // Started from several folders, it belongs to none of them.
            if known.folder.as_deref() != folder {
                known.folder = None;
            }
            return known.name.clone();
        }
        let name = self.free(&plain(wish));
        let (server, folder) = (server.clone(), folder.map(Path::to_owned));
        self.known.push(Named { name: name.clone(), server, folder, is_new: true });
        name
    }

    fn free(&self, wish: &str) -> String {
        let is_taken = |name: &str| {
            let known = self.known.iter().map(|k| &k.name);
            known.chain(&self.reserved).any(|taken| taken.eq_ignore_ascii_case(name))
        };
        let is_reserved = self.reserved.iter().any(|r| r.eq_ignore_ascii_case(wish));
        let wish = if is_reserved { format!("{wish}-server") } else { wish.to_owned() };
        let mut name = wish.clone();
        for n in 2_usize.. {
            if !is_taken(&name) {
                break;
            }
            name = format!("{wish}-{n}");
        }
        name
    }

    /// Returns the pack that the server of that name is bound to, or would be.
    pub fn pack(&self, name: &str) -> Option<&'static str> {
        self.known.iter().find(|known| known.name == name)?.pack()
    }

    /// Returns the new servers, as text for `config.toml`.
    pub fn sections(&self) -> Vec<(String, String)> {
        let new = self.known.iter().filter(|k| k.is_new);
        let text = |k: &Named| {
            let found = k.server.searched(&self.search);
            section(&format!("server.{}", k.name), &found.fields(k.folder.as_deref(), k.pack()))
        };
        new.map(|k| (k.name.clone(), text(k))).collect()
    }
}

/// Reduces a name to letters, digits, `-` and `_`.
fn plain(wish: &str) -> String {
    let one = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = wish.chars().map(one).take(CHARS_MOST).collect();
    let name = name.trim_matches('-');
    if name.is_empty() { "server".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn server(command: &str) -> Definition {
        Definition::of_config(&json!({"command": command})).unwrap()
    }

    #[test]
    fn a_name_of_ours_gets_another_and_so_does_one_that_is_taken() {
        let mut names = Names::new(&json!({"server": {"git": {"command": "old"}, "odd": {"args": 1}}}), "");
        let mut of = |wish: &str, command: &str| names.of(wish, &server(command), None);
        assert_eq!(of("filesystem", "a"), "filesystem-server");
        assert_eq!(of("Filesystem", "b"), "Filesystem-server-2");
        assert_eq!(of("countersign", "c"), "countersign-server");
        assert_eq!(of("git", "old"), "git", "the same is the same");
        assert_eq!(of("anything", "old"), "git");
        assert_eq!(of("GIT", "new"), "GIT-2");
        assert_eq!(of("odd", "x"), "odd-server", "what cannot be read is not touched");
        assert_eq!(of("a.b c/\u{202e}é", "d"), "a-b-c");
        assert_eq!(of("...", "e"), "server");
        assert_eq!(of(&"x".repeat(99), "f").len(), CHARS_MOST);
        assert_eq!(names.sections().len(), 8);
    }

    #[test]
    fn one_that_several_folders_have_belongs_to_none() {
        let mut names = Names::new(&json!({}), "");
        let (a, b) = (Some(Path::new("/a")), Some(Path::new("/b")));
        names.of("x", &server("x"), a);
        assert!(names.sections()[0].1.contains("cwd = \"/a\""));
        assert_eq!(names.of("x", &server("x"), b), "x");
        assert!(!names.sections()[0].1.contains("cwd"));
        let known = json!({"server": {"y": {"command": "y", "cwd": "/a"}}});
        assert_eq!(Names::new(&known, "").of("z", &server("y"), a), "y");
        assert_eq!(Names::new(&known, "").of("z", &server("y"), b), "z");
    }
}
