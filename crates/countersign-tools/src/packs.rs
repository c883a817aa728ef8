//! Packs: what the tools of known servers are, as data. A pack counts only for a server that the person bound to it;
//! a tool's name by itself says nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use countersign_core::{
    Error, ErrorCode, Result,
    judge::{Class, Facts, ToolEntry, UndoEntry},
    record::Doc,
    tool::{Bound, Explode, Hold},
};
use serde::Deserialize;
use serde_json::Value;

const TEXTS: &[(&str, &str)] = &[
    ("everything", include_str!("../packs/everything.toml")),
    ("fetch", include_str!("../packs/fetch.toml")),
    ("filesystem", include_str!("../packs/filesystem.toml")),
    ("git", include_str!("../packs/git.toml")),
    ("localcowork", include_str!("../packs/localcowork.toml")),
    ("memory", include_str!("../packs/memory.toml")),
    ("sqlite", include_str!("../packs/sqlite.toml")),
    ("time", include_str!("../packs/time.toml")),
];

/// What the tools of one known server are.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    /// Its name, by which a person binds it.
    pub name: String,
    /// Which server it is about.
    pub doc: String,
    /// The tools by name.
    pub tools: BTreeMap<String, PackTool>,
}

/// What one tool is.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackTool {
    /// Its name, as the server has it; with the server's name before it where a pack is about several servers.
    pub name: String,
    /// What it is.
    pub class: Class,
    /// Whether it sends data out.
    #[serde(default)]
    pub sends: bool,
    /// Why it is always asked about.
    pub protected: Option<String>,
    /// Where in its arguments the local files stand that it touches (`args.path`).
    #[serde(default)]
    pub paths: Vec<String>,
    /// The call that takes it back.
    pub undo: Option<UndoEntry>,
    /// How it comes apart.
    pub explode: Option<Explode>,
    /// How long a held call waits.
    pub hold: Option<Hold>,
    /// Calls with the class that they must have; checked when the pack is read.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// A call and what it must be.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Its arguments.
    #[serde(default)]
    pub args: Doc,
    /// Its class.
    pub class: Class,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPack {
    doc: String,
    #[serde(default)]
    tool: Vec<PackTool>,
}

/// The pack of that name.
pub fn pack(name: &str) -> Option<&'static Pack> {
    all().get(name)
}

/// The names of all packs.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

fn all() -> &'static BTreeMap<&'static str, Pack> {
    static PACKS: OnceLock<BTreeMap<&'static str, Pack>> = OnceLock::new();
    PACKS.get_or_init(|| {
        let read = |(name, text): &(&'static str, &str)| {
            (*name, Pack::parse(name, text).expect("BUG: every pack is read by a test"))
        };
        TEXTS.iter().map(read).collect()
    })
}

impl Pack {
    /// Reads a pack; every example in it must hold.
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        let wrong = |message: String| Error::new(ErrorCode::Settings, format!("pack {name}: {message}"));
        let raw: RawPack = toml::from_str(text).map_err(|e| wrong(e.to_string().trim().to_owned()))?;
        let mut pack = Self { name: name.to_owned(), doc: raw.doc, tools: BTreeMap::new() };
        for tool in raw.tool {
            let full = tool.name.clone();
            if pack.tools.insert(full.clone(), tool).is_some() {
                return Err(wrong(format!("there are two entries for {full}")));
            }
        }
        for tool in pack.tools.values() {
            pack.check(tool).map_err(|message| wrong(format!("{}: {message}", tool.name)))?;
        }
        Ok(pack)
    }

    fn check(&self, tool: &PackTool) -> Result<(), String> {
        if tool.hold == Some(Hold::None) {
            return Err("hold = \"none\" is only for built-in tools".to_owned());
        }
        let others = tool.undo.iter().map(|u| &u.tool).chain(tool.explode.iter().map(|e| &e.into));
        if let Some(missing) = others.into_iter().find(|name| !self.tools.contains_key(*name)) {
            return Err(format!("it refers to {missing}, which is not in the pack"));
        }
        let undo = tool.undo.iter().flat_map(|u| u.args.values());
        let wrong = |path: &&String| !path.starts_with("args.") && !path.starts_with("result.");
        if let Some(path) = undo.chain(&tool.paths).find(wrong) {
            return Err(format!("{path} is not a path into args or result"));
        }
        for (i, example) in tool.examples.iter().enumerate() {
            let class = self.class("", &tool.name, &example.args);
            if class != example.class {
                let (is, said) = (class.as_str(), example.class.as_str());
                return Err(format!("example {} is {is}, not {said}", i + 1));
            }
        }
        Ok(())
    }

    /// The entry for a tool of the server that the person calls `server`.
    pub fn find(&self, server: &str, tool: &str) -> Option<&PackTool> {
        self.tools.get(tool).or_else(|| self.tools.get(&format!("{server}.{tool}")))
    }

    /// What a call is; a tool that the pack does not know is mutable.
    pub fn class(&self, server: &str, tool: &str, args: &Doc) -> Class {
        match self.find(server, tool) {
            None => Class::Mutable,
            Some(entry) => entry.class.max(entry.facts(args).class()),
        }
    }
}

/// A pack, for the server of that name.
pub struct BoundPack {
    /// The name that the person gave the server.
    pub server: String,
    /// What is known of it.
    pub pack: &'static Pack,
}

impl Bound for BoundPack {
    fn known(&self, tool: &str, args: &Doc) -> (Class, Facts) {
        let facts = self.pack.find(&self.server, tool).map(|t| t.facts(args)).unwrap_or_default();
        (self.pack.class(&self.server, tool, args), facts)
    }
}

impl PackTool {
    /// What a call is known to touch, its paths as they stand in the arguments.
    pub fn facts(&self, args: &Doc) -> Facts {
        let touched: Vec<String> = self.touched(args).into_iter().map(str::to_owned).collect();
        let mut facts = Facts { sends: self.sends, ..Facts::default() };
        facts.protected.extend(self.protected.clone());
        match self.class {
            Class::Read => facts.reads = touched,
            Class::Mutable => facts.writes = touched,
            Class::Destructive => facts.deletes = touched,
        }
        facts
    }

    /// The local files that a call names, each once.
    pub fn touched<'a>(&self, args: &'a Doc) -> Vec<&'a str> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for path in &self.paths {
            let mut steps = path.split('.').skip(1);
            let first = steps.next().and_then(|name| args.get(name));
            let value = steps.fold(first, |value, name| value.and_then(|v| v.get(name)));
            let texts: Vec<&str> = match value {
                Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
                other => other.and_then(Value::as_str).into_iter().collect(),
            };
            found.extend(texts.into_iter().filter(|text| seen.insert(*text)));
        }
        found
    }

    /// The same as a person would write it into the policy, for a tool of `server`.
    pub fn entry(&self, server: &str) -> ToolEntry {
        let own = self.name.strip_prefix(&format!("{server}.")).unwrap_or(&self.name);
        ToolEntry {
            server: server.to_owned(),
            name: own.to_owned(),
            class: Some(self.class),
            hold: self.hold,
            explode: self.explode.clone(),
            paths: self.paths.clone(),
            undo: self.undo.clone(),
        }
    }
}
