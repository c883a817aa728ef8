//! One server, in each agent's format and in that of `config.toml`. A server that Countersign could not run exactly as
//! the agent does stays with the agent.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use countersign_words::{Message, say};
use serde_json::{Value, json};

use super::{agent::Agent, pack};
use crate::daemon::surroundings;

/// The variable with the search path.
pub const PATH: &str = "PATH";

/// How a server is reached.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Definition {
    /// The program that is started.
    pub command: Option<String>,
    /// Its arguments.
    pub args: Vec<String>,
    /// Additional environment variables.
    pub env: BTreeMap<String, String>,
    /// The address of a running server.
    pub url: Option<String>,
    /// Headers sent to that address.
    pub headers: BTreeMap<String, String>,
    /// Its working folder, if the file names one.
    pub cwd: Option<PathBuf>,
}

/// The key names of an agent's settings.
struct Words {
    /// The key of the environment.
    env: &'static str,
    /// The key of the headers.
    headers: &'static str,
    /// Keys that do not affect how the server is reached or what it may do.
    idle: &'static [&'static str],
    /// Prefixes of values that the agent substitutes.
    variables: &'static [&'static str],
}

fn words(agent: Agent) -> Words {
    let (env, headers) = match agent {
        Agent::Codex => ("env", "http_headers"),
        Agent::Opencode => ("environment", "headers"),
        _ => ("env", "headers"),
    };
    let idle: &[&str] = match agent {
        Agent::ClaudeCode => &["timeout", "description"],
        Agent::Codex => &["startup_timeout_sec", "startup_timeout_ms", "tool_timeout_sec", "required"],
        Agent::Cursor => &["timeout", "description"],
        Agent::Opencode => &["timeout"],
        Agent::VsCode => &["gallery", "version", "description"],
    };
    let variables: &[&str] = match agent {
        Agent::Codex => &[],
        Agent::Opencode => &["{env:", "{file:"],
        _ => &["${"],
    };
    Words { env, headers, idle, variables }
}

/// Returns whether a server is this program, added by an earlier import or by hand.
pub fn is_countersign(value: &Value) -> bool {
    let (command, first) = match &value["command"] {
        Value::Array(list) => (list.first(), list.get(1)),
        command => (Some(command), value["args"].get(0)),
    };
    let name = command.and_then(Value::as_str).map(|c| Path::new(c).file_name());
    name == Some(Some("countersign".as_ref())) && first.and_then(Value::as_str) == Some("mcp")
}

/// Parses a server of an agent; an error says why it cannot be imported. `base` is the folder of its project, if it has
/// one.
pub fn read(agent: Agent, value: &Value, base: Option<&Path>) -> Result<Definition, Message> {
    let words = words(agent);
    let Some(map) = value.as_object() else { return Err(say!("command-import-server-no-object")) };
    if map.get("enabled") == Some(&json!(false)) || map.get("disabled") == Some(&json!(true)) {
        return Err(say!("command-import-disabled"));
    }
    for (key, value) in map {
        let known = ["type", "command", "args", "url", "cwd", "enabled", "disabled"];
        let is_known = known.contains(&&**key) || *key == words.env || *key == words.headers;
        if !is_known && !words.idle.contains(&&**key) && !key.starts_with(['_', '$', '/']) && !value.is_null()
        {
            return Err(unknown(key));
        }
    }
    let (command, args) = command_of(agent, map.get("command"), map.get("args"))?;
    let url = text(map.get("url"), "url")?;
    let kind = text(map.get("type"), "type")?;
    match kind.as_deref() {
        None | Some("stdio" | "local" | "http" | "streamable-http" | "streamableHttp" | "remote") => {}
        Some("sse") => return Err(say!("command-import-server-sse")),
        Some(other) => return Err(say!("command-import-server-type", type = format!("{:?}", other))),
    }
    let definition = Definition {
        command,
        args,
        env: texts(map.get(words.env), words.env)?,
        url,
        headers: texts(map.get(words.headers), words.headers)?,
        cwd: text(map.get("cwd"), "cwd")?.map(PathBuf::from),
    };
    definition.checked(&words)?.placed(base)
}

/// Reads program and arguments; opencode has both in one list.
fn command_of(
    agent: Agent,
    command: Option<&Value>,
    args: Option<&Value>,
) -> Result<(Option<String>, Vec<String>), Message> {
    if agent == Agent::Opencode {
        let mut all = list(command, "command")?.into_iter();
        return Ok((all.next(), all.collect()));
    }
    Ok((text(command, "command")?, list(args, "args")?))
}

fn unknown(key: &str) -> Message {
    let surroundings = ["bearer_token_env_var", "env_http_headers", "env_vars", "envFile", "headersHelper"];
    match key {
        _ if surroundings.contains(&key) => {
            say!("command-import-server-surroundings", key)
        }
        "enabled_tools" | "disabled_tools" => {
            say!("command-import-server-narrows", key)
        }
        _ => say!("command-import-server-setting", key = format!("{:?}", key)),
    }
}

fn text(value: Option<&Value>, name: &str) -> Result<Option<String>, Message> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(s)) => Ok(Some(s.clone())),
        Some(_) => Err(say!("command-import-server-no-text", name)),
    }
}

fn list(value: Option<&Value>, name: &str) -> Result<Vec<String>, Message> {
    match value {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(list)) => list
            .iter()
            .map(|one| {
                one.as_str().map(str::to_owned).ok_or_else(|| say!("command-import-server-list-text", name))
            })
            .collect(),
        Some(_) => Err(say!("command-import-server-no-list", name)),
    }
}

fn texts(value: Option<&Value>, name: &str) -> Result<BTreeMap<String, String>, Message> {
    let map = match value {
        None | Some(Value::Null) => return Ok(BTreeMap::new()),
        Some(value) => value.as_object().ok_or_else(|| say!("command-import-server-map", name))?,
    };
    let one = |(key, value): (&String, &Value)| match value {
        Value::String(s) => Ok((key.clone(), s.clone())),
        Value::Number(_) | Value::Bool(_) => Ok((key.clone(), value.to_string())),
        _ => Err(say!("command-import-server-in-no-text", key, name)),
    };
    map.iter().map(one).collect()
}

impl Definition {
    /// Returns itself if no value needs substitution by the agent and it can be reached.
    fn checked(self, words: &Words) -> Result<Self, Message> {
        let pairs = self.env.iter().chain(&self.headers);
        let parts = self.command.iter().chain(&self.args).chain(&self.url).map(|s| ("", s.as_str()));
        let cwd = self.cwd.iter().filter_map(|p| p.to_str()).map(|s| ("cwd", s));
        for (name, value) in pairs.map(|(k, v)| (k.as_str(), v.as_str())).chain(parts).chain(cwd) {
            if words.variables.iter().any(|v| value.contains(v))
                || (words.variables == ["${"] && has_variable(value))
            {
                let place = if name.is_empty() { "it" } else { name };
                return Err(say!("command-import-server-variable", place));
            }
            if value.contains('\0') || name.contains('\0') {
                return Err(say!("command-import-server-zero"));
            }
        }
        match (&self.command, &self.url) {
            (None, None) => Err(say!("command-import-server-neither")),
            (Some(_), Some(_)) => Err(say!("command-import-server-both")),
            (Some(command), None) if command.trim().is_empty() => Err(say!("command-import-server-empty")),
            (None, Some(url)) if !url.starts_with("http://") && !url.starts_with("https://") => {
                Err(say!("command-import-server-address"))
            }
            _ => Ok(self),
        }
    }

    /// Returns itself with absolute paths, independent of the agent's working folder.
    fn placed(mut self, base: Option<&Path>) -> Result<Self, Message> {
        if let Some(cwd) = self.cwd.take() {
            let whole = if cwd.is_absolute() { Some(cwd) } else { base.map(|b| b.join(cwd)) };
            self.cwd = Some(whole.ok_or(say!("command-import-server-folder"))?);
        }
        let command =
            self.command.as_deref().map(Path::new).filter(|c| c.is_relative() && c.components().count() > 1);
        if let Some(command) = command {
            let base = self.cwd.as_deref().or(base).ok_or(say!("command-import-server-command"))?;
            let plain = command.strip_prefix("./").unwrap_or(command);
            self.command = Some(base.join(plain).display().to_string());
        }
        Ok(self)
    }

    /// Returns the pack of the reference server that it starts in `folder`, if it does; the person sees and accepts it.
    pub fn pack(&self, folder: Option<&Path>) -> Option<&'static str> {
        pack::of(self, folder)
    }

    /// Adds the person's search path, if the program is found there but not in that of a daemon that an agent started.
    pub fn searched(&self, search: &str) -> Self {
        let mut found = self.clone();
        let is_in =
            |path: &str, name: &str| path.split(':').any(|folder| Path::new(folder).join(name).is_file());
        let bare = self.command.as_deref().filter(|command| !command.contains('/'));
        let needs_it = |name: &str| is_in(search, name) && !is_in(surroundings::PATH, name);
        if bare.is_some_and(needs_it) && !self.env.contains_key(PATH) {
            found.env.insert(PATH.to_owned(), search.to_owned());
        }
        found
    }

    /// Returns its fields for `config.toml`, bound to `pack`; `cwd` if its file names none.
    pub fn fields(&self, cwd: Option<&Path>, pack: Option<&str>) -> Vec<(&'static str, Value)> {
        let mut fields = Vec::new();
        let folder = self.cwd.as_deref().or(cwd.filter(|_| self.command.is_some()));
        fields.extend(self.command.as_ref().map(|c| ("command", json!(c))));
        fields.extend((!self.args.is_empty()).then(|| ("args", json!(self.args))));
        fields.extend(self.url.as_ref().map(|u| ("url", json!(u))));
        fields.extend(folder.map(|f| ("cwd", json!(f.display().to_string()))));
        if let Some(pack) = pack {
            fields.push(("pack", json!(pack)));
            fields.extend(LOCAL.contains(&pack).then_some(("local", json!(true))));
        }
        fields.extend((!self.env.is_empty()).then(|| ("env", json!(self.env))));
        fields.extend((!self.headers.is_empty()).then(|| ("headers", json!(self.headers))));
        fields
    }

    /// Parses a server of `config.toml`.
    pub fn of_config(value: &Value) -> Option<Self> {
        Some(Self {
            command: text(value.get("command"), "").ok()?,
            args: list(value.get("args"), "").ok()?,
            env: texts(value.get("env"), "").ok()?,
            url: text(value.get("url"), "").ok()?,
            headers: texts(value.get("headers"), "").ok()?,
            cwd: text(value.get("cwd"), "").ok()?.map(PathBuf::from),
        })
    }
}

/// The packs whose servers work on files of this machine.
const LOCAL: &[&str] = &["filesystem", "git", "memory", "sqlite"];

/// Returns whether a variable determines what a program loads or runs, so that its value must be shown.
pub fn steers(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let begins =
        ["LD_", "DYLD_", "NODE_OPTIONS", "NODE_PATH", "NPM_CONFIG_", "PYTHON", "PIP_", "UV_", "BUN_", "GIT_"];
    let whole = [
        "PATH",
        "BASH_ENV",
        "ENV",
        "SHELL",
        "PERL5OPT",
        "PERL5LIB",
        "RUBYOPT",
        "RUBYLIB",
        "JAVA_TOOL_OPTIONS",
    ];
    whole.contains(&name.as_str()) || begins.iter().any(|b| name.starts_with(b))
}

/// Returns whether it contains a shell variable, `$HOME`.
fn has_variable(value: &str) -> bool {
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_ascii_uppercase() || c == '_');
    value.match_indices('$').any(|(i, _)| begins(&value[i + 1..]))
}

#[cfg(test)]
mod tests;
