//! Maps tools to the names that agents use, and back.
//!
//! Built-ins have flat names, since models' APIs forbid dots. Upstream tools keep their own names; if two clash, or one
//! clashes with ours, the server's name is prefixed, and remaining clashes are numbered. The order of the catalogue
//! decides, so that the same tools always get the same names.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::tool::Tool;

/// The longest name that the protocol allows.
const LONGEST: usize = 128;

/// All names, in both directions.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Names {
    full: BTreeMap<String, String>,
    shown: BTreeMap<String, String>,
}

impl Names {
    /// Names `tools`, in their order. `taken` names are reserved; `fixed` tools have a given name.
    pub fn new<'t>(
        tools: impl IntoIterator<Item = &'t Tool>,
        taken: impl IntoIterator<Item = String>,
        fixed: &BTreeMap<&str, &str>,
    ) -> Self {
        let mut names = Self::default();
        let mut used: BTreeSet<String> = taken.into_iter().collect();
        used.extend(fixed.values().map(|name| (*name).to_owned()));
        let mut upstream = Vec::new();
        for tool in tools {
            if tool.upstream.is_some() {
                upstream.push(tool);
                continue;
            }
            let shown = fixed.get(&*tool.name).map_or_else(|| clean(&tool.flat_name()), |n| (*n).to_owned());
            used.insert(shown.clone());
            names.add(shown, &tool.name);
        }
        let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
        for tool in &upstream {
            *wanted.entry(clean(own_name(tool))).or_default() += 1;
        }
        // Unique names are assigned first.
        let is_alone = |name: &String| wanted.get(name) == Some(&1) && !used.contains(name);
        let (alone, clashing): (Vec<&Tool>, Vec<&Tool>) =
            upstream.into_iter().partition(|tool| is_alone(&clean(own_name(tool))));
        for tool in alone {
            let shown = clean(own_name(tool));
            used.insert(shown.clone());
            names.add(shown, &tool.name);
        }
        for tool in clashing {
            let shown = free(&clean(&format!("{}_{}", tool.server, own_name(tool))), &used);
            used.insert(shown.clone());
            names.add(shown, &tool.name);
        }
        names
    }

    fn add(&mut self, shown: String, full: &str) {
        self.shown.insert(full.to_owned(), shown.clone());
        self.full.insert(shown, full.to_owned());
    }

    /// Returns the tool of a name that agents use.
    pub fn full(&self, shown: &str) -> Option<&str> {
        self.full.get(shown).map(String::as_str)
    }

    /// Returns the name of a tool for agents.
    pub fn shown(&self, full: &str) -> Option<&str> {
        self.shown.get(full).map(String::as_str)
    }
}

/// Returns the server's own name for it.
fn own_name(tool: &Tool) -> &str {
    tool.name.strip_prefix(&*tool.server).and_then(|rest| rest.strip_prefix('.')).unwrap_or(&tool.name)
}

/// Reduces a name to letters, digits and the signs that the protocol allows.
pub fn clean(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_-./".contains(c) { c } else { '_' };
    let name: String = name.chars().take(LONGEST).map(plain).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// Returns the name, or the first free numbered one.
fn free(name: &str, used: &BTreeSet<String>) -> String {
    if !used.contains(name) {
        return name.to_owned();
    }
    let numbered = |n: usize| {
        let end = format!("_{n}");
        let kept: String = name.chars().take(LONGEST - end.len()).collect();
        kept + &end
    };
    (2..).map(numbered).find(|n| !used.contains(n)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use countersign_core::{judge::Class, tool::Effect};
    use serde_json::{Value, json};

    use super::*;

    fn tool(server: &str, name: &str, upstream: bool) -> Tool {
        Tool {
            server: server.to_owned(),
            name: format!("{server}.{name}"),
            doc: String::new(),
            schema: Value::Null,
            class: Class::Read,
            hold: None,
            explode: None,
            rerun: false,
            action: "write",
            effect: Effect::World,
            upstream: upstream.then(|| Arc::new(json!({}))),
        }
    }

    fn names(upstream: &[(&str, &str)]) -> Names {
        let builtins = [tool("filesystem", "read_file", false), tool("countersign", "undo", false)];
        let upstream = upstream.iter().map(|(server, name)| tool(server, name, true));
        let tools: Vec<Tool> = builtins.into_iter().chain(upstream).collect();
        let fixed = BTreeMap::from([("countersign.undo", "undo")]);
        Names::new(&tools, ["item_status".to_owned()], &fixed)
    }

    #[track_caller]
    fn check(upstream: &[(&str, &str)], shown: &[&str]) {
        let names = names(upstream);
        let found: Vec<&str> =
            upstream.iter().map(|(s, n)| names.shown(&format!("{s}.{n}")).unwrap()).collect();
        assert_eq!(found, shown);
        for ((server, name), shown) in upstream.iter().zip(shown) {
            assert_eq!(names.full(shown), Some(&*format!("{server}.{name}")));
        }
    }

    #[test]
    fn built_ins_are_flat_and_upstream_tools_keep_their_names() {
        let names = names(&[("github", "create_issue")]);
        assert_eq!(names.full("filesystem_read_file"), Some("filesystem.read_file"));
        assert_eq!(names.full("undo"), Some("countersign.undo"));
        assert_eq!(names.full("create_issue"), Some("github.create_issue"));
        assert_eq!(names.full("filesystem.read_file"), None);
        assert_eq!(names.full("countersign_undo"), None);
    }

    #[test]
    fn where_two_clash_the_servers_name_is_put_before_both() {
        check(&[("a", "search"), ("b", "search"), ("b", "fetch")], &["a_search", "b_search", "fetch"]);
    }

    #[test]
    fn h1_nobody_gets_a_name_of_ours() {
        check(
            &[("evil", "filesystem_read_file"), ("evil", "item_status"), ("evil", "undo")],
            &["evil_filesystem_read_file", "evil_item_status", "evil_undo"],
        );
        // The prefixed name is also taken by one of ours.
        check(&[("filesystem", "item_status"), ("item", "status")], &["filesystem_item_status", "status"]);
    }

    #[test]
    fn what_still_clashes_is_numbered() {
        check(
            &[("a", "b_c"), ("a_b", "c"), ("x", "b_c"), ("y", "c"), ("z", "a_b_c")],
            &["a_b_c_2", "a_b_c_3", "x_b_c", "y_c", "a_b_c"],
        );
    }

    #[test]
    fn h2_names_are_plain_and_bounded() {
        check(&[("s", "say \u{202e}hi\n"), ("s", "")], &["say__hi_", "_"]);
        let long = "x".repeat(500);
        let names = names(&[("s", &long), ("t", &long)]);
        for full in ["s", "t"].map(|s| format!("{s}.{long}")) {
            assert_eq!(names.shown(&full).unwrap().len(), LONGEST);
        }
    }
}
