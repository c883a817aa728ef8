//! Whether Claude Code would ask about a call, or deny it: computed from its documented rules and the user's present
//! settings.
//!
//! # Limitations
//! Transcripts do not tell which calls were asked about. Settings that have changed since, hooks, approvals for the rest of
//! a session, and options of the command line are not known here.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    rc::Rc,
};

use countersign_core::{
    analysis::{self, Setting},
    judge::Facts,
    record::Doc,
};
use serde_json::Value;

use super::{Homes, text};
use crate::custom_commands::learn::file;

/// Commands that it runs without asking, as documented, and subcommands of git.
const READ_ONLY: &[&str] = &[
    "cat", "cd", "date", "diff", "du", "echo", "file", "find", "grep", "head", "hostname", "ls", "nl", "pwd",
    "rg", "sort", "stat", "tail", "tree", "true", "uname", "uniq", "wc", "which", "whoami",
];
const READ_ONLY_GIT: &[&str] =
    &["blame", "diff", "log", "ls-files", "rev-parse", "shortlog", "show", "status"];
/// Words of otherwise harmless commands that make it ask.
const UNSAFE_WORDS: &[&str] = &["-delete", "-exec", "-execdir", "-ok", "-fprint", "-o", "--output"];
/// Commands that it also runs where it accepts edits.
const EDITING: &[&str] = &["cp", "mkdir", "mv", "rm", "rmdir", "sed", "touch"];

const READING: &[&str] = &["Glob", "Grep", "LS", "NotebookRead", "Read"];
const WRITING: &[&str] = &["Edit", "MultiEdit", "NotebookEdit", "Write"];
const ASKING: &[&str] = &["Bash", "WebFetch", "WebSearch", "PowerShell"];

/// The rules of a project.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Rules {
    allow: Vec<String>,
    ask: Vec<String>,
    deny: Vec<String>,
    mode: Option<String>,
    folders: Vec<String>,
}

/// The rules of all projects, read when they are first needed.
pub struct Settings {
    home: PathBuf,
    own: Rules,
    projects: BTreeMap<PathBuf, Rc<Rules>>,
}

impl Settings {
    /// Reads the user's own.
    pub fn new(homes: &Homes) -> Self {
        let mut own = Rules::default();
        managed().iter().for_each(|path| own.add(path));
        own.add(&homes.claude.join("settings.json"));
        Self { home: homes.home.clone(), own, projects: BTreeMap::new() }
    }

    /// Whether it would ask about a call in `cwd` while it was in `mode`.
    pub fn asks(&mut self, tool: &str, input: &Doc, cwd: Option<&str>, mode: Option<&str>) -> bool {
        let rules = self.of(cwd);
        let call = Call { tool, input, cwd, home: self.home.to_str() };
        rules.asks(&call, mode)
    }

    /// What the rules themselves say of a call in `cwd`: the first that denies it, or else that asks about it.
    pub fn says(&mut self, tool: &str, input: &Doc, cwd: Option<&str>) -> Option<Theirs> {
        let rules = self.of(cwd);
        let call = Call { tool, input, cwd, home: self.home.to_str() };
        let facts = call.facts();
        let first = |rules: &[String]| {
            rules.iter().find(|rule| call.matches(rule) || call.runs(rule, facts.as_ref())).cloned()
        };
        first(&rules.deny).map(Theirs::Deny).or_else(|| first(&rules.ask).map(Theirs::Ask))
    }

    /// What runs in `cwd` without asking if no hook answers: rules that allow commands and writes, and the mode that allows
    /// all.
    pub fn unguarded(&mut self, cwd: Option<&str>) -> Vec<String> {
        let rules = self.of(cwd);
        let acts = |rule: &&String| {
            let tool = rule.split('(').next().unwrap_or_default();
            tool == "Bash" || WRITING.contains(&tool)
        };
        let mode =
            rules.mode.iter().filter(|mode| matches!(mode.as_str(), "bypassPermissions" | "acceptEdits"));
        rules.allow.iter().filter(acts).chain(mode).cloned().collect()
    }

    fn of(&mut self, cwd: Option<&str>) -> Rc<Rules> {
        let folder = PathBuf::from(cwd.unwrap_or_default());
        let own = &self.own;
        let found = self.projects.entry(folder).or_insert_with_key(|folder| {
            let mut rules = own.clone();
            let repository = folder.ancestors().find(|above| above.join(".git").exists());
            let mut places = vec![folder.as_path()];
            places.extend(repository.filter(|repository| *repository != folder));
            for place in places.into_iter().filter(|place| place.is_absolute()) {
                rules.add(&place.join(".claude/settings.json"));
                rules.add(&place.join(".claude/settings.local.json"));
            }
            Rc::new(rules)
        });
        found.clone()
    }
}

/// What a user's rule says of a call, with the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Theirs {
    Deny(String),
    Ask(String),
}

/// Returns the files of the machine's administrator.
fn managed() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["/etc/claude-code", "/Library/Application Support/ClaudeCode"].map(Path::new) {
        files.push(folder.join("managed-settings.json"));
        let others = folder.join("managed-settings.d").read_dir().into_iter().flatten().flatten();
        files.extend(
            others.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "json")),
        );
    }
    files
}

impl Rules {
    /// Adds those of a file, if it is there and can be read.
    fn add(&mut self, path: &Path) {
        let Ok(bytes) = file::whole(path) else { return };
        let Ok(value) = serde_json::from_slice::<Value>(&bytes) else { return };
        let list = |name: &str| -> Vec<String> {
            let found = value.pointer(&format!("/permissions/{name}")).and_then(Value::as_array);
            found.into_iter().flatten().filter_map(|rule| rule.as_str().map(str::to_owned)).collect()
        };
        self.allow.extend(list("allow"));
        self.ask.extend(list("ask"));
        self.deny.extend(list("deny"));
        self.folders.extend(list("additionalDirectories"));
        if let Some(mode) = text(&value, "/permissions/defaultMode") {
            self.mode = Some(mode.to_owned());
        }
    }

    fn asks(&self, call: &Call<'_>, mode: Option<&str>) -> bool {
        let mode = mode.or(self.mode.as_deref()).unwrap_or("default");
        let any = |rules: &[String]| rules.iter().any(|rule| call.matches(rule));
        match mode {
            "bypassPermissions" | "dontAsk" | "auto" => return false,
            // It is blocked without asking.
            _ if any(&self.deny) => return false,
            _ if any(&self.ask) => return true,
            _ if call.is_allowed(&self.allow) => return false,
            _ => {}
        }
        let accepts_edits = mode == "acceptEdits";
        match call.tool {
            tool if READING.contains(&tool) => !call.is_inside(&self.folders),
            tool if WRITING.contains(&tool) => !(accepts_edits && call.is_inside(&self.folders)),
            "Bash" => !call.commands().is_some_and(|all| {
                let is_free = |words: &&str| {
                    let first = words.split_whitespace().next().unwrap_or_default();
                    is_read_only(words)
                        || (accepts_edits && EDITING.contains(&first))
                        || call.is_prefix(&self.allow, words)
                };
                all.iter().all(is_free)
            }),
            tool => ASKING.contains(&tool) || tool.starts_with("mcp__"),
        }
    }
}

/// A call as rules see it.
struct Call<'a> {
    tool: &'a str,
    input: &'a Doc,
    cwd: Option<&'a str>,
    home: Option<&'a str>,
}

impl Call<'_> {
    fn text(&self, name: &str) -> Option<&str> {
        self.input.get(name).and_then(Value::as_str)
    }

    /// The file that it names, as an absolute path.
    fn path(&self) -> Option<String> {
        let named = ["file_path", "notebook_path", "path"].iter().find_map(|name| self.text(name));
        let path = match (named, self.cwd) {
            (Some(path), _) if path.starts_with('/') => path.to_owned(),
            (Some(path), Some(cwd)) => format!("{cwd}/{path}"),
            (None, Some(cwd)) => cwd.to_owned(),
            _ => return None,
        };
        path.split('/').all(|part| part != "..").then_some(path)
    }

    fn is_inside(&self, folders: &[String]) -> bool {
        let below = |path: &str, folder: &str| {
            path.strip_prefix(folder.trim_end_matches('/'))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let mut all = folders.iter().map(String::as_str).chain(self.cwd);
        self.path().is_some_and(|path| all.any(|folder| below(&path, folder)))
    }

    /// The simple commands of a command line; None if it cannot be split safely.
    fn commands(&self) -> Option<Vec<&str>> {
        split(self.text("command")?)
    }

    /// Whether rules allow it; of a command line they must allow each command.
    fn is_allowed(&self, rules: &[String]) -> bool {
        match self.tool {
            "Bash" => {
                rules.iter().any(|rule| matches!(rule.as_str(), "Bash" | "Bash(*)"))
                    || self.commands().is_some_and(|all| all.iter().all(|words| self.is_prefix(rules, words)))
            }
            _ => rules.iter().any(|rule| self.matches(rule)),
        }
    }

    fn is_prefix(&self, rules: &[String], words: &str) -> bool {
        let pattern = |rule: &'_ String| {
            rule.strip_prefix("Bash(").and_then(|rule| rule.strip_suffix(')')).map(str::to_owned)
        };
        rules.iter().filter_map(pattern).any(|pattern| fits_command(&pattern, words))
    }

    fn matches(&self, rule: &str) -> bool {
        let (tool, inside) = match rule.split_once('(') {
            Some((tool, rest)) => (tool, rest.strip_suffix(')')),
            None => (rule, None),
        };
        let same = tool == self.tool
            || (tool == "Edit" && WRITING.contains(&self.tool))
            || (tool == "Read" && READING.contains(&self.tool))
            || (tool.starts_with("mcp__") && fits_tool(tool, self.tool));
        match (same, inside) {
            (false, _) => false,
            (true, None | Some("*")) => true,
            (true, Some(pattern)) => match self.tool {
                "Bash" => {
                    self.commands().is_some_and(|all| all.iter().any(|words| fits_command(pattern, words)))
                }
                "WebFetch" => pattern.strip_prefix("domain:").is_some_and(|domain| self.is_at(domain)),
                _ => self.path().is_some_and(|path| self.fits_path(pattern, &path)),
            },
        }
    }

    /// What analysis finds in a command line, which sees more of it than Claude Code's rules do.
    fn facts(&self) -> Option<Facts> {
        let line = self.text("command").filter(|_| self.tool == "Bash")?;
        let setting = Setting {
            cwd: self.cwd.map(str::to_owned),
            home: self.home.map(str::to_owned),
            ..Setting::default()
        };
        Some(analysis::shell(line, &setting))
    }

    /// Whether a rule is about something that a command line would do: a command in it, however it is wrapped, or a file
    /// that it would read or change.
    fn runs(&self, rule: &str, facts: Option<&Facts>) -> bool {
        let Some(((tool, rest), facts)) = rule.split_once('(').zip(facts) else { return false };
        let Some(pattern) = rest.strip_suffix(')') else { return false };
        let any = |lists: [&Vec<String>; 2]| {
            lists.into_iter().flatten().any(|path| path.starts_with('/') && self.fits_path(pattern, path))
        };
        match tool {
            "Bash" => {
                let known = |words: &[Option<String>]| {
                    words.iter().map_while(|word| word.as_deref()).collect::<Vec<_>>().join(" ")
                };
                let line = self.text("command").unwrap_or_default().trim();
                fits_command(pattern, line)
                    || parts(line).any(|part| fits_command(pattern, part))
                    || facts.commands.iter().any(|command| fits_command(pattern, &known(&command.words)))
            }
            "Read" => any([&facts.reads, &facts.reads]),
            "Edit" | "Write" => any([&facts.writes, &facts.deletes]),
            _ => false,
        }
    }

    fn is_at(&self, domain: &str) -> bool {
        let rest = self.text("url").and_then(|url| url.split_once("://")).map(|(_, rest)| rest);
        let host = rest.and_then(|rest| rest.split(['/', '?', '#', ':']).next());
        host.is_some_and(|host| glob(domain, host))
    }

    /// Whether a path fits a pattern as in `.gitignore`: `//` is the root, `~/` the home, all others the project.
    fn fits_path(&self, pattern: &str, path: &str) -> bool {
        let cwd = self.cwd.unwrap_or_default();
        let pattern = match pattern {
            _ if pattern.starts_with("//") => pattern[1..].to_owned(),
            _ if pattern.starts_with("~/") => format!("{}{}", self.home.unwrap_or_default(), &pattern[1..]),
            _ => {
                let own = pattern.trim_start_matches("./").trim_start_matches('/');
                let anywhere = if own.contains('/') || pattern.starts_with('/') { "" } else { "**/" };
                format!("{cwd}/{anywhere}{own}")
            }
        };
        glob_path(&pattern, path) || glob_path(&format!("{}/**", pattern.trim_end_matches('/')), path)
    }
}

/// Whether a server or a tool of one fits: `mcp__x` is every tool of `x`.
fn fits_tool(rule: &str, tool: &str) -> bool {
    glob(rule, tool) || tool.strip_prefix(rule).is_some_and(|rest| rest.starts_with("__"))
}

/// Whether a command fits `npm run build`, `npm run:*` or `npm run *`.
fn fits_command(pattern: &str, words: &str) -> bool {
    let begins =
        |start: &str| words.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    if let Some(start) = pattern.strip_suffix(":*") {
        return begins(start);
    }
    match pattern.strip_suffix(" *").filter(|start| !start.contains('*')) {
        Some(start) => begins(start),
        None => glob(pattern, words),
    }
}

fn is_read_only(words: &str) -> bool {
    let mut all = words.split_whitespace();
    let first = all.next().unwrap_or_default();
    let second = words.split_whitespace().nth(1).unwrap_or_default();
    let known = READ_ONLY.contains(&first) || (first == "git" && READ_ONLY_GIT.contains(&second));
    known && !all.any(|word| UNSAFE_WORDS.contains(&word))
}

/// Splits a command line at its operators; None where text is expanded, or output goes to a file.
fn split(line: &str) -> Option<Vec<&str>> {
    let (mut parts, mut start, mut quote) = (Vec::new(), 0, None);
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let mut step = 1;
        match (quote, byte) {
            (Some(b'\''), b'\'') | (Some(b'"'), b'"') => quote = None,
            (Some(b'\''), _) => {}
            (_, b'\\') => step = 2,
            (_, b'`') | (_, b'$') if byte == b'`' || bytes.get(at + 1) == Some(&b'(') => return None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'>') => match line.get(at..) {
                Some(rest) if rest.starts_with(">/dev/null") || rest.starts_with("> /dev/null") => {}
                Some(rest) if rest.starts_with(">&") => step = 3,
                _ => return None,
            },
            (None, b'<' | b'(' | b'{') => return None,
            (None, b'&' | b'|' | b';' | b'\n') => {
                parts.push(line.get(start..at)?);
                step = if bytes.get(at + 1) == Some(&byte) { 2 } else { 1 };
                start = at + step;
            }
            _ => {}
        }
        at += step;
    }
    parts.push(line.get(start..)?);
    let without_redirect = |part: &'_ str| -> Option<usize> {
        part.find(['>']).map(|end| part[..end].trim_end_matches(['1', '2']).len())
    };
    let parts = parts.into_iter().map(|part| without_redirect(part).map_or(part, |end| &part[..end]).trim());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    quote.is_none().then_some(parts)
}

/// What may be a command in a line that cannot be split safely: what follows an operator, or begins in brackets. Rules
/// that deny must not be missed.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    let unsafe_line = split(line).is_none();
    let all = line.split(|c: char| ";|&\n(){}`".contains(c)).map(str::trim);
    all.filter(move |part| unsafe_line && !part.is_empty())
}

/// Whether a text fits a pattern in which `*` is any text.
fn glob(pattern: &str, text: &str) -> bool {
    wild(pattern.as_bytes(), text.as_bytes(), &|byte| *byte == b'*', &|wanted, byte| wanted == byte)
}

/// Like [`glob`] for paths: `*` stays within a folder, `**` does not.
fn glob_path(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    wild(&pattern, &path, &|part| *part == "**", &|wanted, part| glob(wanted, part))
}

/// Matches with wildcards that stand for any number of parts. A project's settings may hold any pattern, so this goes
/// back to the last wildcard only, which is enough.
fn wild<T>(
    pattern: &[T],
    parts: &[T],
    is_wildcard: &dyn Fn(&T) -> bool,
    fits: &dyn Fn(&T, &T) -> bool,
) -> bool {
    let (mut at, mut part, mut back) = (0, 0, None);
    loop {
        match (pattern.get(at), parts.get(part)) {
            (None, None) => return true,
            (Some(wanted), _) if is_wildcard(wanted) => {
                at += 1;
                back = Some((at, part));
            }
            (Some(wanted), Some(found)) if fits(wanted, found) => (at, part) = (at + 1, part + 1),
            _ => match back {
                Some((after, from)) if from < parts.len() => {
                    (at, part) = (after, from + 1);
                    back = Some((after, from + 1));
                }
                _ => return false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rules(allow: &[&str], ask: &[&str], deny: &[&str]) -> Rules {
        let list = |rules: &[&str]| rules.iter().map(|rule| (*rule).to_owned()).collect();
        Rules { allow: list(allow), ask: list(ask), deny: list(deny), ..Rules::default() }
    }

    fn asks(rules: &Rules, mode: &str, tool: &str, input: Value) -> bool {
        let input = input.as_object().unwrap();
        rules.asks(&Call { tool, input, cwd: Some("/w/shop"), home: Some("/home/ana") }, Some(mode))
    }

    fn runs(rules: &Rules, line: &str) -> bool {
        !asks(rules, "default", "Bash", json!({"command": line}))
    }

    #[test]
    fn a_rule_that_denies_is_found_in_every_form_of_a_command() {
        let rules = Rc::new(rules(
            &[],
            &["Bash(git push:*)"],
            &["Bash(rm:*)", "Read(./secrets/**)", "Edit(//etc/**)", "WebFetch(domain:evil.test)"],
        ));
        let folder = PathBuf::from("/w/shop");
        let mut settings = Settings {
            home: PathBuf::from("/home/ana"),
            own: Rules::default(),
            projects: BTreeMap::from([(folder, rules)]),
        };
        let mut says =
            |tool: &str, input: Value| settings.says(tool, input.as_object().unwrap(), Some("/w/shop"));
        for line in [
            "rm x",
            "make && rm -rf build",
            "rm x > log 2>&1",
            "echo $(rm x)",
            "timeout 5 rm x",
            "env A=1 rm x",
            "A=1 rm x",
            "if true; then rm x; fi",
            "find . -name '*.o' | xargs rm",
            "sudo rm x",
        ] {
            assert_eq!(
                says("Bash", json!({"command": line})),
                Some(Theirs::Deny("Bash(rm:*)".into())),
                "{line}"
            );
        }
        for line in ["cat secrets/key", "head -1 /w/shop/secrets/a/b", "grep x < secrets/key"] {
            let denied = says("Bash", json!({"command": line}));
            assert_eq!(denied, Some(Theirs::Deny("Read(./secrets/**)".into())), "{line}");
        }
        assert!(matches!(says("Bash", json!({"command": "echo x > /etc/hosts"})), Some(Theirs::Deny(_))));
        assert!(matches!(says("Bash", json!({"command": "cd a && git push origin"})), Some(Theirs::Ask(_))));
        assert!(matches!(says("Read", json!({"file_path": "/w/shop/secrets/key"})), Some(Theirs::Deny(_))));
        assert!(matches!(says("WebFetch", json!({"url": "https://evil.test/x"})), Some(Theirs::Deny(_))));
        for line in ["ls", "cargo test", "echo rm", "grep -r 'rm x' .", "git status", "rmdir x", "cat notes"]
        {
            assert_eq!(says("Bash", json!({"command": line})), None, "{line}");
        }
    }

    #[test]
    fn commands_are_asked_about_unless_each_of_them_is_allowed_or_known_to_read() {
        let none = Rules::default();
        for line in
            ["ls -la", "git status && git diff | head -5", "grep -r 'a && b' . 2>/dev/null", "cat a; wc -l a"]
        {
            assert!(runs(&none, line), "{line}");
        }
        for line in [
            "npm test",
            "ls > out",
            "echo $(rm x)",
            "git push",
            "find . -delete",
            "ls && make",
            "cat `x`",
            "ls 'a",
        ] {
            assert!(!runs(&none, line), "{line}");
        }
        let some =
            rules(&["Bash(npm run test:*)", "Bash(cargo *)", "Bash(make)"], &["Bash(cargo publish:*)"], &[]);
        for line in
            ["npm run test", "npm run test -- -v", "cargo build --release", "cd x && make", "make | tail -3"]
        {
            assert!(runs(&some, line), "{line}");
        }
        for line in ["npm run tests", "make all", "cargo publish", "make && npm ci", "cargoes"] {
            assert!(!runs(&some, line), "{line}");
        }
        assert!(runs(&rules(&["Bash"], &[], &[]), "anything $(at all) > x"));
    }

    #[test]
    fn edits_reads_pages_and_tools_of_servers_follow_their_own_rules() {
        let none = Rules::default();
        let file = |path: &str| json!({"file_path": path});
        assert!(asks(&none, "default", "Edit", file("/w/shop/a.rs")));
        assert!(!asks(&none, "acceptEdits", "Edit", file("/w/shop/a.rs")));
        assert!(asks(&none, "acceptEdits", "Write", file("/etc/hosts")));
        assert!(!asks(&none, "default", "Read", file("src/a.rs")));
        assert!(asks(&none, "default", "Read", file("/w/other/a.rs")));
        assert!(asks(&none, "default", "Read", file("/w/shop/../other/a.rs")));
        assert!(!asks(&none, "acceptEdits", "Bash", json!({"command": "mkdir -p a && mv b a"})));
        let some = rules(
            &["Edit(/src/**)", "WebFetch(domain:docs.rs)", "mcp__github", "Read(~/notes/**)"],
            &[],
            &["Edit(*.env)"],
        );
        assert!(!asks(&some, "default", "Write", file("/w/shop/src/deep/a.rs")));
        assert!(asks(&some, "default", "Write", file("/w/shop/docs/a.md")));
        assert!(!asks(&some, "default", "Write", file("/w/shop/docs/x.env")), "denied without asking");
        assert!(!asks(&some, "default", "Read", file("/home/ana/notes/a")));
        assert!(!asks(&some, "default", "WebFetch", json!({"url": "https://docs.rs/serde"})));
        assert!(asks(&some, "default", "WebFetch", json!({"url": "https://docs.rs.evil.example/"})));
        assert!(!asks(&some, "default", "mcp__github__get_issue", json!({})));
        assert!(asks(&some, "default", "mcp__githubber__get_issue", json!({})));
        assert!(!asks(&none, "bypassPermissions", "Bash", json!({"command": "rm -rf x"})));
        assert!(!asks(&none, "default", "TodoWrite", json!({})));
    }

    #[test]
    fn patterns_of_a_project_match_as_written_and_take_no_longer_than_their_length() {
        for (pattern, text, fits) in [
            ("*", "", true),
            ("a*b", "a/x/b", true),
            ("a*b*", "aXbY", true),
            ("a*b", "aXbY", false),
            ("", "a", false),
        ] {
            assert_eq!(glob(pattern, text), fits, "{pattern} {text}");
        }
        assert!(glob_path("/w/**/*.rs", "/w/a.rs") && glob_path("/w/**/*.rs", "/w/a/b/c.rs"));
        assert!(
            !glob_path("/w/*.rs", "/w/a/b.rs") && glob_path("/w/**", "/w/a/b") && !glob_path("/w/**", "/x/a")
        );
        // These would not end in anybody's lifetime if each wildcard were tried with every length.
        let (stars, text) = ("*a".repeat(200) + "b", "a".repeat(2_000));
        assert!(!glob(&stars, &text));
        assert!(!glob_path(&("**/a/".repeat(200) + "b"), &"a/".repeat(500)));
    }
}
