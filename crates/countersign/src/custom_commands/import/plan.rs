//! The plan of an import, made before any file is touched.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use countersign_core::{Error, ErrorCode, Result};
use countersign_words::{Message, say};
use serde_json::{Map, Value, json};

use super::{
    agent::{Agent, Place, Whose},
    approval,
    file::{self, Settings},
    jsonc::{self, Wrong, edited},
    names::Names,
    server::{self, Definition},
    toml_text,
};
use crate::home::{self, Home};

/// The name of the entry that replaces all servers.
pub const ENTRY: &str = "countersign";

/// The contents of the entry.
#[derive(Debug, Clone)]
pub struct Entry {
    /// This program.
    pub program: String,
    /// The home, if it is not the default.
    pub home: Option<PathBuf>,
}

/// A planned import.
#[derive(Debug)]
pub struct Plan {
    /// The agents' files with servers.
    pub files: Vec<FilePlan>,
    /// Sections to add to `config.toml`, in order: name and text.
    sections: Vec<(String, String)>,
    /// The current `config.toml`; `None` if there is none.
    pub config: Option<Settings>,
    config_path: PathBuf,
    /// Files that could not be used.
    pub problems: Vec<(PathBuf, Error)>,
    entry: Entry,
}

/// The plan for one file of an agent.
#[derive(Debug)]
pub struct FilePlan {
    /// Which file.
    pub place: Place,
    /// Its current state.
    pub file: Settings,
    /// The servers in it, in its order.
    pub servers: Vec<Found>,
    tables: Vec<Servers>,
}

/// A server that was found.
#[derive(Debug)]
pub struct Found {
    /// Its name there.
    pub name: String,
    /// Its position in the file.
    pub from: String,
    /// How it is reached, or why it stays.
    pub server: Result<Definition, Message>,
    /// Its name in `config.toml`, if it is imported.
    pub to: Option<String>,
    /// The pack that it is bound to.
    pub pack: Option<&'static str>,
}

/// The object or table in a file that holds servers.
#[derive(Debug)]
struct Servers {
    keys: Vec<String>,
    /// The servers to remove.
    gone: Vec<String>,
    /// The name of the entry to add; `None` if it exists.
    entry: Option<String>,
}

/// A file and its new text.
#[derive(Debug, Clone)]
pub struct Change {
    /// Its real path.
    pub path: PathBuf,
    /// Its current state; `None` if it does not exist.
    pub before: Option<Settings>,
    /// Its new text.
    pub after: String,
    /// Its new mode.
    pub mode: u32,
    /// The keys of all our entries.
    pub own: Vec<Vec<String>>,
    /// Whether it is TOML.
    pub is_toml: bool,
}

/// The request.
#[derive(Debug)]
pub struct Wanted {
    /// The files; `true` if one was named and so must exist.
    pub places: Vec<(Place, bool)>,
    /// Whether projects' servers are imported too.
    pub trusts_projects: bool,
    /// The servers that are disabled for Claude Code here.
    pub disabled: BTreeSet<String>,
    /// The contents of the entry.
    pub entry: Entry,
    /// The search path of the person's shell.
    pub search: String,
}

/// Plans an import.
pub fn plan(home: &Home, wanted: Wanted) -> Result<Plan> {
    let config_path = home.config();
    let config = file::read(&config_path)?;
    let text = config.as_ref().map_or("", |c| &c.text);
    home::parse_config(text, &config_path)?;
    if let Some(config) = &config {
        file::check_place(config, None, &[])?;
        file::check_writable(config)?;
    }
    let known = toml_text::parse(text).map_err(|wrong| broken(&config_path, text, &wrong))?;
    let mut plan = Plan {
        files: Vec::new(),
        sections: Vec::new(),
        config,
        config_path,
        problems: Vec::new(),
        entry: wanted.entry.clone(),
    };
    let own = [home.data.clone(), home.config().parent().map_or_else(PathBuf::new, Path::to_owned)];
    let own: Vec<PathBuf> = own.iter().filter_map(|path| std::fs::canonicalize(path).ok()).collect();
    for (place, is_named) in &wanted.places {
        match look(place, *is_named, &wanted, &own) {
            Ok(Some(found)) => plan.files.push(found),
            Ok(None) => {}
            Err(e) => plan.problems.push((place.path.clone(), e)),
        }
    }
    plan.name_all(&known, &wanted.search);
    let after = plan.config_text();
    home::parse_config(&after, &plan.config_path).map_err(|e| e.hint(say!("command-import-no-addable")))?;
    Ok(plan)
}

/// Reads a file's servers; `None` if it has none.
fn look(place: &Place, is_named: bool, wanted: &Wanted, own: &[PathBuf]) -> Result<Option<FilePlan>> {
    let Some(file) = file::read(&place.path)? else {
        return match is_named {
            true => Err(Error::not_found(say!("effect-no-file", path = place.path.display()))),
            false => Ok(None),
        };
    };
    // A file that the person named is trusted, wherever it leads.
    let within = (place.whose == Whose::Project && !is_named).then_some(&*place.folder);
    file::check_place(&file, within, own)?;
    let mut found = FilePlan { place: place.clone(), file, servers: Vec::new(), tables: Vec::new() };
    let value = found.parse(&found.file.text)?;
    for keys in tables(place, &value) {
        let Some(servers) = keys.iter().try_fold(&value, |v, key| v.get(key)) else { continue };
        let Some(map) = servers.as_object() else {
            let what = say!("command-import-no-servers", path = place.path.display(), key = keys.join("."));
            return Err(Error::new(ErrorCode::Settings, what));
        };
        found.add(keys, map, wanted);
    }
    if found.servers.is_empty() {
        return Ok(None);
    }
    if found.is_changed() {
        file::check_writable(&found.file)?;
        // Finds out before anything is named or shown whether the file can be written.
        found.after(&wanted.entry, None)?;
    }
    Ok(Some(found))
}

/// Returns the key paths of tables with servers.
pub(super) fn tables(place: &Place, value: &Value) -> Vec<Vec<String>> {
    let keys = |keys: &[&str]| keys.iter().map(|k| (*k).to_owned()).collect::<Vec<_>>();
    match place.agent {
        Agent::ClaudeCode => {
            let folder = place.folder.display().to_string();
            let real =
                std::fs::canonicalize(&place.folder).map_or(folder.clone(), |p| p.display().to_string());
            let mut all = vec![keys(&["mcpServers"]), keys(&["projects", &folder, "mcpServers"])];
            if real != folder {
                all.push(keys(&["projects", &real, "mcpServers"]));
            }
            all
        }
        Agent::Codex => vec![keys(&["mcp_servers"])],
        Agent::Cursor => vec![keys(&["mcpServers"])],
        Agent::VsCode => vec![keys(&["servers"])],
        Agent::Opencode => {
            let servers = &value["mcp"]["servers"];
            let is_newer =
                servers.is_object() && !servers["type"].is_string() && !servers["enabled"].is_boolean();
            vec![if is_newer { keys(&["mcp", "servers"]) } else { keys(&["mcp"]) }]
        }
    }
}

impl FilePlan {
    fn parse(&self, text: &str) -> Result<Value> {
        let parsed = match self.place.agent.writes_toml() {
            true => toml_text::parse(text),
            // Some agents start with an empty file.
            false if text.trim().is_empty() => Ok(json!({})),
            false => jsonc::parse(text).map(|node| node.to_value()),
        };
        parsed.map_err(|wrong| broken(&self.place.path, text, &wrong))
    }

    fn add(&mut self, keys: Vec<String>, map: &Map<String, Value>, wanted: &Wanted) {
        // Servers in the user's own file for one folder are started there, like a project's.
        let of_project = self.place.whose == Whose::Project || keys.first().is_some_and(|k| k == "projects");
        let base = of_project.then_some(&*self.place.folder);
        let untrusted = self.place.whose == Whose::Project && !wanted.trusts_projects;
        let mut table = Servers { keys, gone: Vec::new(), entry: None };
        let mut taken = BTreeSet::new();
        let mut has_entry = false;
        for (name, value) in map {
            if server::is_countersign(value) {
                has_entry = true;
                continue;
            }
            let is_off = self.place.agent == Agent::ClaudeCode && wanted.disabled.contains(name);
            let server = match server::read(self.place.agent, value, base) {
                Ok(_) if is_off => Err(say!("command-import-disabled")),
                Ok(_) if untrusted => Err(say!("command-import-projects-word")),
                other => other,
            };
            match &server {
                Ok(_) => table.gone.push(name.clone()),
                Err(_) => drop(taken.insert(name.clone())),
            }
            self.servers.push(Found {
                name: name.clone(),
                from: table.keys.join("."),
                server,
                to: None,
                pack: None,
            });
        }
        if !has_entry {
            let numbered = (2..).map(|n| format!("{ENTRY}-{n}"));
            table.entry =
                std::iter::once(ENTRY.to_owned()).chain(numbered).find(|name| !taken.contains(name));
        }
        self.tables.push(table);
    }

    /// Returns whether the file changes.
    pub fn is_changed(&self) -> bool {
        self.tables.iter().any(|t| !t.gone.is_empty())
    }

    /// Returns whether it gets an entry, which needs a token.
    pub fn needs_token(&self) -> bool {
        self.tables.iter().any(|t| !t.gone.is_empty() && t.entry.is_some())
    }

    /// Returns the folder in which a server is started that names none itself.
    fn folder_of(&self, found: &Found) -> Option<&Path> {
        let of_project = self.place.whose == Whose::Project || found.from.starts_with("projects.");
        of_project.then_some(&*self.place.folder)
    }

    /// Returns the file's new text.
    fn after(&self, entry: &Entry, token: Option<&str>) -> Result<String> {
        let (text, agent) = (&self.file.text, self.place.agent);
        let mut expected = self.parse(text)?;
        let mut edits = Vec::new();
        let json = if agent.writes_toml() { None } else { jsonc::parse(text).ok() };
        for table in self.tables.iter().filter(|t| !t.gone.is_empty()) {
            let gone: Vec<&str> = table.gone.iter().map(String::as_str).collect();
            let fields = entry.fields(agent, token, table.keys.len() > 1);
            let new = table.entry.as_deref().map(|name| (name, &fields[..]));
            let made = match &json {
                None => toml_text::exchange(text, &table.keys.join("."), &gone, new),
                Some(node) => table
                    .keys
                    .iter()
                    .try_fold(node, |n, key| n.get(key))
                    .map(|object| jsonc::exchange(text, object, &gone, new)),
            };
            edits.extend(made.ok_or_else(|| self.cannot_edit())?);
            let servers = table.keys.iter().try_fold(&mut expected, |v, key| v.get_mut(key));
            let Some(servers) = servers.and_then(Value::as_object_mut) else {
                return Err(self.cannot_edit());
            };
            servers.retain(|name, _| !table.gone.contains(name));
            if let Some((name, fields)) = new {
                let fields = fields.iter().map(|(k, v)| ((*k).to_owned(), v.clone()));
                servers.insert(name.to_owned(), Value::Object(fields.collect()));
            }
        }
        let after = edited(text, edits);
        // Verifies that only the intended parts changed, whatever the layout of the file.
        match self.parse(&after) {
            Ok(value) if value == expected => Ok(after),
            _ => Err(self.cannot_edit()),
        }
    }

    fn cannot_edit(&self) -> Error {
        let what = say!("command-import-cannot-edit", path = self.place.path.display());
        Error::new(ErrorCode::Settings, what).hint(say!("command-import-cannot-edit-hint"))
    }
}

impl Entry {
    /// Returns the entry in the agent's format; `newer` for opencode's newer form.
    pub(super) fn fields(
        &self,
        agent: Agent,
        token: Option<&str>,
        newer: bool,
    ) -> Vec<(&'static str, Value)> {
        let args = ["mcp", "--agent", agent.as_str()];
        let mut env = Map::new();
        env.extend(
            self.home.iter().map(|home| ("COUNTERSIGN_HOME".to_owned(), json!(home.display().to_string()))),
        );
        env.extend(token.map(|token| ("COUNTERSIGN_TOKEN".to_owned(), json!(token))));
        let mut fields = match agent {
            Agent::Opencode => {
                let command: Vec<&str> = std::iter::once(&*self.program).chain(args).collect();
                vec![("type", json!("local")), ("command", json!(command))]
            }
            Agent::ClaudeCode | Agent::VsCode => {
                vec![("type", json!("stdio")), ("command", json!(self.program)), ("args", json!(args))]
            }
            // Countersign asks where a person is to be asked: Codex need not do so besides.
            Agent::Codex => vec![
                ("command", json!(self.program)),
                ("args", json!(args)),
                ("default_tools_approval_mode", json!("approve")),
            ],
            Agent::Cursor => vec![("command", json!(self.program)), ("args", json!(args))],
        };
        if !env.is_empty() {
            fields.push((if agent == Agent::Opencode { "environment" } else { "env" }, Value::Object(env)));
        }
        fields.extend((agent == Agent::Opencode && !newer).then_some(("enabled", json!(true))));
        fields
    }
}

impl Plan {
    /// Names every imported server; identical servers get the same name.
    fn name_all(&mut self, known: &Value, search: &str) {
        let mut names = Names::new(known, search);
        for plan in &mut self.files {
            let folders: Vec<Option<PathBuf>> =
                plan.servers.iter().map(|found| plan.folder_of(found).map(Path::to_owned)).collect();
            for (found, folder) in plan.servers.iter_mut().zip(folders) {
                if let Ok(server) = &found.server {
                    found.to = Some(names.of(&found.name, server, folder.as_deref()));
                }
            }
        }
        for found in self.files.iter_mut().flat_map(|plan| &mut plan.servers) {
            found.pack = found.to.as_deref().and_then(|name| names.pack(name));
        }
        self.sections = names.sections();
    }

    /// Returns whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        !self.files.iter().any(FilePlan::is_changed)
    }

    /// The agents that need a token.
    pub fn agents(&self) -> BTreeSet<Agent> {
        self.files.iter().filter(|f| f.needs_token()).map(|f| f.place.agent).collect()
    }

    fn config_text(&self) -> String {
        let mut text = self.config.as_ref().map(|c| c.text.clone()).unwrap_or_default();
        for (_, section) in &self.sections {
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            let line = if text.is_empty() { "" } else { "\n" };
            text = format!("{text}{gap}{line}{section}");
        }
        text
    }

    /// Returns the names of the entries of an agent in the files that change.
    pub fn entries(&self, agent: Agent) -> Vec<String> {
        let files = self.files.iter().filter(|f| f.place.agent == agent);
        let tables = files.flat_map(|f| &f.tables).filter(|table| !table.gone.is_empty());
        tables.map(|table| table.entry.clone().unwrap_or_else(|| ENTRY.to_owned())).collect()
    }

    /// Returns all changes: of servers, and of what agents ask besides.
    pub fn changes(&self, tokens: &BTreeMap<Agent, String>) -> Result<Vec<Change>> {
        let mut changes = self.server_changes(tokens)?;
        approval::onto(&mut changes, &approval::names(self))?;
        Ok(changes)
    }

    /// Returns the changes of servers, `config.toml` first, so that an agent's entry always leads to existing servers.
    pub fn server_changes(&self, tokens: &BTreeMap<Agent, String>) -> Result<Vec<Change>> {
        let mut changes = Vec::new();
        if !self.sections.is_empty() {
            let path = self.config.as_ref().map_or_else(|| self.config_path.clone(), |c| c.path.clone());
            let own = self.sections.iter().map(|(name, _)| vec!["server".to_owned(), name.clone()]).collect();
            let (before, after) = (self.config.clone(), self.config_text());
            changes.push(Change { path, before, after, mode: 0o600, own, is_toml: true });
        }
        for plan in self.files.iter().filter(|f| f.is_changed()) {
            let own = plan.tables.iter().filter_map(|table| {
                let entry = table.entry.as_ref().filter(|_| !table.gone.is_empty())?;
                Some(table.keys.iter().chain([entry]).cloned().collect())
            });
            changes.push(Change {
                path: plan.file.path.clone(),
                before: Some(plan.file.clone()),
                after: plan.after(&self.entry, tokens.get(&plan.place.agent).map(String::as_str))?,
                mode: plan.file.mode,
                own: own.collect(),
                is_toml: plan.place.agent.writes_toml(),
            });
        }
        Ok(changes)
    }
}

/// Makes the error for a broken file, with its position.
pub(super) fn broken(path: &Path, text: &str, wrong: &Wrong) -> Error {
    let (line, column) = home::position(text, wrong.at);
    let place = Message::from(format!("{}:{line}:{column}", path.display()));
    Error::new(ErrorCode::Settings, Message::joined(": ", [place, wrong.what.clone()]))
        .hint(say!("command-import-correct"))
}
